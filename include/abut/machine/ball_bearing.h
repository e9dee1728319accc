/* abut, machines: the ball bearing. */
#ifndef ABUT_MACHINE_BALL_BEARING_H
#define ABUT_MACHINE_BALL_BEARING_H

#include "abut/lubrication.h"
#include "abut/machine/bearing.h"

#ifdef __cplusplus
extern "C" {
#endif

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

/* How two bearings share an axial force: pressure lines that part (O), that meet (X), or that run side by side. */
typedef enum abut_arrangement { ABUT_BACK_TO_BACK, ABUT_FACE_TO_FACE, ABUT_TANDEM } abut_arrangement;

/* Rings are displaced against each other so that the pair, its bodies where they start, at rest and without other loads, is
 * pressed together: docs/theory/bearing_pair.md. */
typedef struct abut_bearing_pair {
    const char *with; /* the other ball bearing; NULL: no pair */
    abut_arrangement arrangement;
    double preload; /* N, axial, of all bearings of a side together; 0: by offset */
    double
        offset; /* m, by which both sides are pressed in together, negative: play; of a tandem: this bearing further than
                     * the other */
} abut_bearing_pair;

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
    double clearance; /* m, diametral; negative: preload */
    abut_boundary boundary;
    abut_clearance_class group; /* of the bore: the middle of this group instead of clearance */
    double contact_angle;       /* rad, unloaded; above 0: instead of clearance */
    int thrust; /* with a contact angle: +1, -1: the axial force (along +z, -z) the inner ring accepts; 0: both, a
                           * four-point bearing with two grooves per ring */
    abut_material material; /* of the rings; all zero: steel */
    /* No normal law: hertz with hunt_crossley damping of 0.3 s/m. No friction: coulomb, mu 0.1, v_s 1 mm/s, patch ellipse.
     * With a lubricant: every contact of a ball and a ring is lubricated. */
    abut_law_def law;
    abut_supply supply; /* of the lubricant; docs/theory/bearing.md */
    abut_bearing_drag drag;
    abut_mounting mounting;  /* fits, temperatures, heat */
    double first_ball_angle; /* rad */
    abut_rating rating;
    abut_bearing_pair pair;
    double preload; /* N, the same as pair.preload */
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
    double film, lambda; /* m, 1: central film, least film over the roughness; 0: none */
} abut_race_state;

typedef struct abut_ball_state {
    double azimuth;    /* rad, about the outer ring's axis from x of `place` */
    double orbit;      /* rad/s, orbital speed relative to the outer ring: rate of the azimuth */
    double spin;       /* rad/s, of the ball relative to the orbiting frame */
    double cage_force; /* N, from the cage, tangential, > 0 along growing azimuth; in statics what is left over */
    abut_race_state inner, outer; /* of four-point bearings: the one that carries more */
} abut_ball_state;

/* At the present instant (or the equilibrium after abut_static). balls: as many as the bearing has, or NULL. */
ABUT_API abut_status abut_read_bearing(const abut_world *w, abut_machine bearing, abut_bearing_state *state,
                                       abut_ball_state *balls);
/* After abut_static: change of the force and moment that the bearing takes from the inner ring per displacement of it,
 * order x y z, rotation about x, about y; N/m, N, N m. ABUT_MISSING before. */
ABUT_API abut_status abut_bearing_stiffness(const abut_world *w, abut_machine bearing, double K[5][5]);

/* At these speeds (rad/s) of the rings; contact angle of the unloaded bearing. */
ABUT_API abut_bearing_frequencies abut_bearing_rolling(const abut_ball_bearing_def *def, double inner, double outer);

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
