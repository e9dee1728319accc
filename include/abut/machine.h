/* abut, machines: ready assemblies of bodies, surfaces and contacts. A machine is added to a world like a joint; its parts
 * have names of their own (`brg.ball3`, `brg.ball3.inner`) and are bodies and contacts like any other. In statics
 * (abut_static) its rolling elements are not bodies that move but part of a force between the rings.
 * SI units; a zeroed field means its default. */
#ifndef ABUT_MACHINE_H
#define ABUT_MACHINE_H

#include "abut/world.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abut_machine {
    int id;
} abut_machine;

/* ---- ball bearing --------------------------------------------------------------------------------------------------
 * Balls between two rings with grooves of circular section (tori). The bearing axis is z of `place`; balls are counted
 * from 1, ball 1 at first_ball_angle from x. */

/* One harmonic of the waviness of a raceway: the groove lies deeper by amplitude cos(order angle + phase), angle about
 * the ring's own axis. */
typedef struct abut_wave {
    double order, amplitude, phase; /* 1, m, rad */
} abut_wave;

enum { ABUT_MAX_WAVES = 8 };
typedef struct abut_raceway {
    double conformity; /* groove radius / ball diameter, above 0.5; 0: 0.52 */
    double shoulder;   /* m, diameter of the shoulder beside the groove; 0: not looked at */
    int waves;
    abut_wave wave[ABUT_MAX_WAVES];
    struct {
        double depth, width, angle; /* m, m along the raceway, rad on the ring; depth 0: none */
    } spall;
} abut_raceway;

typedef enum abut_control { ABUT_CONTROL_OUTER, ABUT_CONTROL_INNER, ABUT_CONTROL_NONE } abut_control;
typedef enum abut_guide { ABUT_GUIDE_BALL, ABUT_GUIDE_INNER, ABUT_GUIDE_OUTER } abut_guide;

typedef struct abut_ball_bearing_def {
    const char *name;       /* unique */
    abut_body inner, outer; /* the bodies the rings are fixed to */
    abut_pose place;        /* of the bearing in the world at the start */
    struct {
        int count;
        double diameter; /* m */
        abut_material material;
    } balls;
    double pitch_diameter; /* m */
    abut_raceway inner_race, outer_race;
    double clearance;     /* m, diametral; negative: preload */
    double contact_angle; /* rad, unloaded; above 0: instead of clearance */
    int thrust; /* with a contact angle: +1, -1: the axial force (along +z, -z) the inner ring accepts; 0: both, a
                           * four-point bearing with two grooves per ring */
    abut_material material; /* of the rings; all zero: steel */
    /* No normal law: hertz with hunt_crossley damping of 0.3 s/m. No friction: coulomb, mu 0.1, v_s 1 mm/s, patch ellipse. */
    abut_law_def law;
    double first_ball_angle; /* rad */
    struct {
        double C, C0, Cu; /* N, basic dynamic and static rating, fatigue limit load; 0: not given */
    } rating;
    abut_control
        control; /* statics at speed: which race the balls roll on without spin and which carries the gyroscopic
                           * moment; NONE: orbit as with OUTER, no gyroscopic moment */
    struct {
        double mass;             /* kg; 0: no cage */
        double pocket_clearance; /* m, diametral; 0: 1.5 % of the ball diameter */
        abut_guide guide;
        double guide_clearance; /* m, diametral, between cage and land; 0: half of pocket_clearance */
        double mu;              /* friction in pockets and on the land */
        abut_material material; /* all zero: polyamide 66 with glass fibres, E 5 GPa, nu 0.36 */
    } cage;
} abut_ball_bearing_def;

/* The id 0 and a sentence in the world if it is refused. */
ABUT_API abut_machine abut_add_ball_bearing(abut_world *w, const abut_ball_bearing_def *def);

ABUT_API abut_machine abut_find_machine(const abut_world *w, const char *name); /* id 0 if there is none */
ABUT_API int abut_machine_count(const abut_world *w);
ABUT_API const char *abut_machine_name(const abut_world *w, abut_machine machine);
ABUT_API const char *abut_machine_type(const abut_world *w, abut_machine machine); /* "ball_bearing" */
/* Its parts: ids 1..abut_body_count, 0 if there is no such part. */
ABUT_API int abut_bearing_balls(const abut_world *w, abut_machine bearing); /* how many balls */
ABUT_API abut_body abut_bearing_ball(const abut_world *w, abut_machine bearing, int ball /* from 1 */);
ABUT_API abut_body abut_bearing_cage(const abut_world *w, abut_machine bearing);

/* One race of one ball. */
typedef struct abut_race_state {
    double Q;          /* N, normal force */
    double angle;      /* rad, contact angle: of the line of force to the radial plane, > 0 if the inner ring is pushed
                             * along -z by the ball */
    double approach;   /* m, elastic approach; negative: gap */
    double p_max;      /* Pa */
    double a, b;       /* m, semi-axes; a across the groove */
    double truncation; /* part of the major axis beyond the shoulder, 0 .. 1 */
    double slip;       /* m/s, sliding speed at the centre of the ellipse */
    double spin_to_roll; /* |spin about the normal| / |rolling speed|, relative angular velocity of ball and race; at
                             * most 1e6 */
    double loss;         /* W, friction and damping */
} abut_race_state;

typedef struct abut_ball_state {
    double azimuth;    /* rad, about the outer ring's axis from x of `place` */
    double orbit;      /* rad/s, orbital speed relative to the outer ring: rate of the azimuth */
    double spin;       /* rad/s, of the ball relative to the orbiting frame */
    double cage_force; /* N, from the cage, tangential, > 0 along growing azimuth; in statics what is left over */
    abut_race_state inner, outer; /* of four-point bearings: the one that carries more */
} abut_ball_state;

typedef struct abut_bearing_state {
    abut_vec3
        displacement; /* m, of the inner ring's centre relative to the outer ring, axes of `place` on the outer ring */
    abut_vec3 tilt;   /* rad, of the inner ring's axis; z is 0 */
    abut_vec3 force,
        moment;   /* N, N m, of the balls on the inner ring, about its centre, axes of `place` on the outer ring */
    double speed; /* rad/s, inner relative to outer */
    double friction_moment; /* N m, loss / |speed| */
    double loss;            /* W */
    double cage_speed;      /* rad/s, of the cage, or the mean orbital speed of the balls, relative to the outer ring */
} abut_bearing_state;

/* At the present instant (or the equilibrium after abut_static). balls: as many as the bearing has, or NULL. */
ABUT_API abut_status abut_read_bearing(const abut_world *w, abut_machine bearing, abut_bearing_state *state,
                                       abut_ball_state *balls);
/* After abut_static: change of the force and moment that the bearing takes from the inner ring per displacement of it,
 * order x y z, rotation about x, about y; N/m, N, N m. ABUT_MISSING before. */
ABUT_API abut_status abut_bearing_stiffness(const abut_world *w, abut_machine bearing, double K[5][5]);

/* Kinematics of pure rolling at these speeds (rad/s) of the rings; contact angle of the unloaded bearing. */
typedef struct abut_bearing_frequencies {
    double ftf;  /* Hz, cage */
    double bpfo; /* Hz, balls over a point of the outer race */
    double bpfi; /* Hz, balls over a point of the inner race */
    double bsf;  /* Hz, spin of a ball; its faults strike at 2 bsf */
} abut_bearing_frequencies;
ABUT_API abut_bearing_frequencies abut_bearing_rolling(const abut_ball_bearing_def *def, double inner, double outer);

/* ---- rating life ----------------------------------------------------------------------------------------------------
 * Basic rating life of ISO 281 and reference life of ISO 16281; what is assumed: docs/theory/bearing.md. A figure that the
 * standards' factors do not cover is NaN. */
typedef struct abut_life {
    double C;                     /* N, basic dynamic rating: given, or from the geometry */
    bool given;                   /* C was given */
    bool axial;                   /* contact angle above 45 deg: C and P are axial loads */
    double Fr, Fa;                /* N, radial and axial load */
    double X, Y, e;               /* factors of P = X Fr + Y Fa; X = 1, Y = 0 up to Fa/Fr = e */
    double P;                     /* N, dynamic equivalent load */
    double L10;                   /* 1e6 revolutions, (C/P)^3 */
    double Qc[2];                 /* N, ball load that a ring (inner, outer) stands for 1e6 revolutions */
    double Qe[2];                 /* N, dynamic equivalent ball load of a ring */
    double ring[2];               /* 1e6 revolutions, (Qc/Qe)^3 */
    double L10r;                  /* 1e6 revolutions, of both rings together */
    double L10_hours, L10r_hours; /* h, at the speed given; infinite at rest */
    double a_iso;                 /* factor of the modified life: NaN, it needs a film */
} abut_life;

/* C (N) of the bearing: as given, or from its geometry. */
ABUT_API double abut_bearing_rating(const abut_ball_bearing_def *def);
/* Equivalent of n ball loads Q (N) around a ring: (mean Q^3)^(1/3) if the ring rotates relative to the load,
 * (mean Q^(10/3))^(3/10) if it stands still under it. */
ABUT_API double abut_equivalent_ball_load(int n, const double *Q, bool rotates);
/* Life from the equivalent ball loads of the rings (inner, outer), the loads on the bearing (N) and the speed of one ring
 * relative to the other (rad/s). ABUT_BAD_VALUE if a number is not finite or a load negative. */
ABUT_API abut_status abut_bearing_life(const abut_ball_bearing_def *def, const double Qe[2], double radial,
                                       double axial, double speed, abut_life *out);
/* Life if the bearing stayed as it is at the present instant (or in the equilibrium after abut_static). A ring that is
 * driven rotates relative to the load; if none is, the inner one. */
ABUT_API abut_status abut_read_life(const abut_world *w, abut_machine bearing, abut_life *out);

#ifdef __cplusplus
}
#endif
#endif
