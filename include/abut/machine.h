/* abut, machines: ready assemblies of bodies, surfaces and contacts. A machine is added to a world like a joint; its parts
 * have names of their own (`brg.ball3`, `brg.ball3.inner`) and are bodies and contacts like any other. In statics
 * (abut_static) its rolling elements are not bodies that move but part of a force between the rings.
 * SI units; a zeroed field means its default. */
#ifndef ABUT_MACHINE_H
#define ABUT_MACHINE_H

#include "abut/lubrication.h"
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
    /* No normal law: hertz with hunt_crossley damping of 0.3 s/m. No friction: coulomb, mu 0.1, v_s 1 mm/s, patch ellipse.
     * With a lubricant: every contact of a ball and a ring is lubricated. */
    abut_law_def law;
    double first_ball_angle; /* rad */
    struct {
        double C, C0, Cu; /* N, basic dynamic and static rating, fatigue limit load; 0: not given */
        double e_C;       /* contamination factor of ISO 281, at most 1; 0: of normal cleanliness */
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
    double film, lambda; /* m, 1: central film, least film over the roughness; 0: none */
} abut_race_state;

typedef struct abut_ball_state {
    double azimuth;    /* rad, about the outer ring's axis from x of `place` */
    double orbit;      /* rad/s, orbital speed relative to the outer ring: rate of the azimuth */
    double spin;       /* rad/s, of the ball relative to the orbiting frame */
    double cage_force; /* N, from the cage, tangential, > 0 along growing azimuth; in statics what is left over */
    abut_race_state inner, outer; /* of four-point bearings: the one that carries more */
} abut_ball_state;

/* W, what the loss of a bearing is made of. */
typedef struct abut_bearing_losses {
    double spin;    /* balls on races: the moment of friction about the normal times the spin */
    double slip;    /* the rest of their friction: differential and gross sliding */
    double rolling; /* rolling resistance of films */
    double damping; /* damping of these contacts */
    double cage;    /* friction and damping in pockets and on the land */
} abut_bearing_losses;

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
    abut_bearing_losses losses; /* of a ball bearing; their sum is the loss */
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
    double
        a_iso; /* factor of the modified life at P: NaN without a lubricant, without C_u, for hybrids, for kappa < 0.1 */
    double kappa;   /* viscosity ratio; NaN without a lubricant or at rest */
    double e_C, Cu; /* contamination factor, fatigue limit load (N) behind a_iso; NaN: not known */
    double L10m;    /* 1e6 revolutions, a_iso L10 */
    double L10m_hours;
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

/* ---- modified life, ISO 281:2007 -----------------------------------------------------------------------------------------
 * L_10m = a_ISO L_10; docs/theory/life.md. All return ABUT_BAD_VALUE and NaN outside of what the standard covers. */
typedef enum abut_bearing_kind {
    ABUT_RADIAL_BALL,
    ABUT_RADIAL_ROLLER,
    ABUT_THRUST_BALL,
    ABUT_THRUST_ROLLER
} abut_bearing_kind;

/* a_ISO of the viscosity ratio kappa >= 0.1 (above 4 taken as 4), the contamination factor 0 <= e_C <= 1 and the fatigue limit
 * load over the equivalent load, C_u/P >= 0; at most 50. */
ABUT_API abut_status abut_iso281_a(abut_bearing_kind kind, double kappa, double e_C, double Cu_P, double *a);
/* Reference viscosity (m^2/s) at this speed (rad/s, either sign, not 0) and pitch diameter (m). */
ABUT_API abut_status abut_iso281_nu1(double speed, double pitch_diameter, double *nu1);
/* Middle of the range that ISO 281 gives for a level of cleanliness: extreme, high, normal, slight, typical, severe, very_severe
 * (from slight on: contamination). ABUT_UNKNOWN_NAME if it is none of these. */
ABUT_API abut_status abut_iso281_cleanliness(const char *level, double pitch_diameter, double *e_C);
/* Fatigue limit load (N) from the static rating C0 (N), the simple estimate of the standard: C0/22 of balls, C0/8.2 of rollers,
 * less above a pitch diameter of 100 mm. */
ABUT_API abut_status abut_iso281_limit(abut_bearing_kind kind, double C0, double pitch_diameter, double *Cu);

/* ---- cylindrical roller bearing ------------------------------------------------------------------------------------------
 * Rollers between two cylindrical raceways, in line contact by slices; flanges on the outer ring guide them. The inner ring is
 * free along the axis. The bearing axis is z of `place`; rollers are counted from 1, roller 1 at first_roller_angle from x.
 * Theory: docs/theory/roller_bearing.md. */
typedef struct abut_roller_bearing_def {
    const char *name;       /* unique */
    abut_body inner, outer; /* the bodies the rings are fixed to */
    abut_pose place;        /* of the bearing in the world at the start */
    struct {
        int count;
        double diameter, length; /* m; length without chamfers */
        abut_material material;  /* all zero: that of the rings */
        abut_profile profile;    /* not a function; what it points to is copied */
    } rollers;
    double pitch_diameter; /* m */
    double clearance;      /* m, diametral; negative: preload */
    double misalignment
        [2]; /* rad, tilt of the inner ring's axis about x and y against the outer ring at the start: the outer
                             * ring sits askew on its body, by the opposite angle */
    abut_material material; /* of the rings; all zero: steel */
    /* No normal law: line with hunt_crossley damping of 0.3 s/m; without a number of slices: 30. No friction: mixed if there
     * is a lubricant, else coulomb, mu 0.1, v_s 1 mm/s. With a lubricant every contact is lubricated. */
    abut_law_def law;
    double first_roller_angle; /* rad */
    struct {
        double C, C0, Cu; /* N, basic dynamic and static rating, fatigue limit load; 0: not given */
        double e_C;       /* contamination factor of ISO 281, at most 1; 0: of normal cleanliness */
    } rating;
    struct {
        double play;      /* m, of a roller between the flanges */
        double stiffness; /* N/m, of an end against its flange; 0: 10 MN/m */
        double damping;   /* s/m; 0: 1000 */
    } flanges;            /* in dynamics; in statics they hold the rollers in their places */
    struct {
        double stiffness, damping; /* N/m, N s/m, of springs between the middles of neighbouring rollers; 0: no cage */
    } cage;                        /* in dynamics */
} abut_roller_bearing_def;

ABUT_API abut_machine abut_add_roller_bearing(abut_world *w, const abut_roller_bearing_def *def);
ABUT_API int abut_bearing_rollers(const abut_world *w, abut_machine bearing); /* how many */
ABUT_API abut_body abut_bearing_roller(const abut_world *w, abut_machine bearing, int roller /* from 1 */);

/* One raceway of one roller. */
typedef struct abut_line_state {
    double Q;            /* N */
    double approach;     /* m, of the deepest slice; negative: gap */
    double p_max;        /* Pa */
    double b;            /* m, half-width of the most loaded slice */
    double q_max;        /* N/m, greatest load per length */
    double q_end[2];     /* N/m, of the last slices at -z and +z */
    double moment;       /* N m, of the contact on the roller about its middle, along growing azimuth */
    double slip;         /* m/s, sliding speed of the deepest slice; 0 in statics */
    double loss;         /* W, friction and damping; 0 in statics */
    double film, lambda; /* m, 1: central film, least film over the roughness, of the deepest slice; 0: none */
    double Q_even;       /* N, spread evenly along the roller it would do the same damage */
} abut_line_state;

typedef struct abut_roller_state {
    double azimuth; /* rad, about the outer ring's axis from x of `place` */
    double orbit;   /* rad/s, relative to the outer ring */
    double spin;    /* rad/s, about its axis, relative to the orbiting frame */
    double tilt;    /* rad, of its axis in the radial plane, > 0: outwards at +z */
    double skew;    /* rad, of its axis along growing azimuth; 0 in statics */
    double axial;   /* m, of its middle along the axis, from the outer ring's; 0 in statics */
    double guide;   /* N, axial force of the flanges on it; in dynamics 0 */
    double cage;    /* N, in statics: along growing azimuth, what keeps it at its azimuth */
    abut_line_state inner, outer;
} abut_roller_state;

/* At the present instant (or the equilibrium after abut_static). rollers: as many as the bearing has, or NULL. */
ABUT_API abut_status abut_read_roller_bearing(const abut_world *w, abut_machine bearing, abut_bearing_state *state,
                                              abut_roller_state *rollers);
/* As abut_bearing_stiffness. An aligned bearing has nothing along z. */
ABUT_API abut_status abut_roller_bearing_stiffness(const abut_world *w, abut_machine bearing, double K[5][5]);
/* Kinematics of pure rolling at these speeds (rad/s) of the rings. */
ABUT_API abut_bearing_frequencies abut_roller_bearing_rolling(const abut_roller_bearing_def *def, double inner,
                                                              double outer);

/* ---- friction wedge ---------------------------------------------------------------------------------------------------
 * A wedge of a three-piece bogie as a body, pressed by a spring on the side frame between the column of the side frame and
 * the pocket of the bolster; what touches are points of its faces. Its frame: origin at the centre of mass, x towards the
 * column, z up. The column leans by the toe angle b, the pocket by the angle a; out of them point the normals
 *     column (-cos b, 0, sin b),   pocket (cos a cos g, -+ sin g, -sin a cos g), turned by the yaw g of the face.
 * Toe > 0: the gap between column and pocket closes downwards. */
typedef struct abut_wedge_point {
    double across, up; /* m, on the face from its `position`: along y, along its upward tangent */
} abut_wedge_point;

typedef struct abut_wedge_face {
    bool pocket;             /* lies in the pocket of the bolster; otherwise on the column of the side frame */
    abut_vec3 position;      /* m, a point of the face, in the frame of the wedge */
    double yaw;              /* rad, of a pocket: > 0 turns its normal towards -y; of a column 0 */
    int count;               /* of points */
    abut_wedge_point *point; /* copied */
} abut_wedge_face;

enum { ABUT_WEDGE_FACES = 8 };
typedef struct abut_wedge {
    double mass, inertia[6];     /* kg, kg m^2: xx yy zz xy xz yz about the centre of mass */
    double toe;                  /* rad */
    double angle;                /* rad, of the pocket from the vertical; 0: 45 deg */
    double offset;               /* m, from the centre of the wedge back (-x) to the middle of the spring set */
    double mu_column, mu_pocket; /* sliding friction */
    double static_ratio;         /* static over sliding friction; 0: 1.1 */
    double stiffness;            /* N/m, of each point, along the normal and while it sticks across it */
    double damping;              /* of each point, part of the critical one with the mass of the wedge; 0: 0.6 */
    int faces;
    abut_wedge_face face[ABUT_WEDGE_FACES];
} abut_wedge;

typedef struct abut_wedge_def {
    const char *name;              /* unique */
    abut_body side_frame, bolster; /* the bodies with the column and with the pocket */
    abut_pose place;               /* of the wedge in the world at the start, where its faces just touch */
    abut_wedge wedge;
    struct {
        double stiffness, preload; /* N/m; N, at the start */
    } spring;
} abut_wedge_def;

ABUT_API abut_machine abut_add_wedge(abut_world *w, const abut_wedge_def *def);

/* Forces are on the wedge unless said; directions are those of the column's or pocket's body. */
typedef struct abut_wedge_state {
    double z, dz;            /* m, m/s: travel of the bolster down against the side frame, from the unloaded spring */
    double P;                /* N, of the spring */
    double N_upper, N_lower; /* N, of the points of the column above and below its middle (1, 2 and 3, 4) */
    double F_column;         /* N, friction of the column along its upward tangent */
    double N_pocket;         /* N, sum over the points of the pocket */
    double T_pocket;         /* N, friction of the pocket along its upward tangent */
    double phi;              /* rad, yaw of the bolster against the side frame */
    double
        Mz; /* N m, moment of the column's contact forces on the side frame about z through the middle of the spring set */
    double Q;    /* N, of the wedge on the bolster, upwards */
    double loss; /* W, in all points */
} abut_wedge_state;

/* Wedge `index` of a wedge or bogie, from 1. */
ABUT_API abut_status abut_read_wedge(const abut_world *w, abut_machine machine, int index, abut_wedge_state *out);
ABUT_API abut_body abut_wedge_body(const abut_world *w, abut_machine machine, int index);
/* Contact of point `point` (from 1, faces in their order) of that wedge. */
ABUT_API abut_contact abut_wedge_contact(const abut_world *w, abut_machine machine, int index, int point);

/* ---- bogie --------------------------------------------------------------------------------------------------------------
 * The suspension of a three-piece bogie: two side frames, a bolster on sets of springs, four wedges. Its frame: origin half
 * way between the spring sets at the height of the wedges' centres, x along the bogie, y to the first side frame, z up.
 * Wedges 1, 2: first side frame, at +x and -x; 3, 4: second one. */
typedef struct abut_bogie_def {
    const char *name;
    abut_body side_frames[2], bolster;
    abut_pose place;  /* of the bogie in the world at the start */
    double spacing;   /* m, between the middles of the spring sets */
    abut_wedge wedge; /* all four */
    struct {
        int count;         /* in a set, those under the two wedges among them; 0: 7 */
        double stiffness;  /* N/m, of one spring, vertical */
        double preload;    /* N, of one spring at the start */
        double horizontal; /* N/m, of one spring under the bolster along x and y */
        double yaw;        /* N m/rad, of the springs of a set under the bolster */
    } springs;
    struct {
        double play;               /* m, sideways either way between bolster and side frame; 0: no gibs */
        double stiffness, damping; /* N/m, N s/m, of one gib; 0: 100 MN/m, 100 kN s/m */
    } gibs;
} abut_bogie_def;

ABUT_API abut_machine abut_add_bogie(abut_world *w, const abut_bogie_def *def);

typedef struct abut_bogie_state {
    double z, dz; /* m, m/s: mean travel of the bolster down against the side frames, from unloaded springs */
    double phi;   /* rad, mean yaw of the bolster against the side frames */
    double M; /* N m, moment on the side frames about z through the middles of their spring sets: sum of the wedges' Mz,
                             * and of the yaw springs */
    double Q; /* N, of springs and wedges on the bolster, upwards */
    double loss; /* W, in all points of the wedges */
} abut_bogie_state;
ABUT_API abut_status abut_read_bogie(const abut_world *w, abut_machine bogie, abut_bogie_state *out);

/* ---- cam and roller follower ----------------------------------------------------------------------------------------------
 * A disc cam moves a follower with a roller; the guide of the follower stands in the world. Frame of the machine: origin on the
 * cam's axis, which is z; the follower as abut_cam has it. Parts: bodies `follower`, `roller` and, unless given, `cam`; joints
 * `guide` (follower in the world) and `pin` (roller on the follower); contact `contact`. The run starts with the roller on the
 * cam in the balance of quasi-statics, rolling without slip. */
typedef struct abut_cam_roller_def {
    const char *name;   /* unique */
    abut_body cam;      /* the cam's body, turned by a drive; 0: made here and turned at `speed` */
    double speed, ramp; /* rad/s about the axis (of either sign as abut_cam has it, > 0); s, from rest */
    abut_pose place;    /* of the machine in the world at the start */
    abut_cam profile;   /* roller_radius 0: that of the roller */
    struct {
        abut_body body; /* 0: made here */
        bool free;      /* no joint is added: translating body, held along its way by what the user adds */
        double mass;    /* kg, of a body made here, without the roller; of a lever: moment of inertia/lever^2 */
    } follower;
    struct {
        abut_choice shape;    /* surface type `roller` with radius, length, profile */
        double mass, inertia; /* kg, kg m^2 about its axis; 0: of a solid cylinder */
        double bearing_mu;    /* its bearing brakes with the moment bearing_mu N pin_radius, N of quasi-statics */
        double pin_radius;    /* m; 0: half the roller's radius */
    } roller;
    abut_cam_load load;            /* mass is not read */
    abut_material material;        /* of the cam; all zero: steel */
    abut_material roller_material; /* all zero: that of the cam */
    /* No normal law: line with hunt_crossley damping of 0.1 s/m. No friction: mixed if there is a lubricant, else coulomb with
     * mu 0.1, v_s 1 cm/s. */
    abut_law_def law;
    /* What a point of the contour and of the roller stands, for the damage of a run: passes under this load or, instead, this
     * greatest pressure. Both 0: not known. */
    struct {
        double load, pressure; /* N, Pa */
        double cycles;         /* 0: 1e6 */
        double exponent;       /* 0: 10/3 of the load, 20/3 of the pressure */
    } rating;
} abut_cam_roller_def;

ABUT_API abut_machine abut_add_cam_roller(abut_world *w, const abut_cam_roller_def *def);

typedef struct abut_cam_roller_state {
    double cam_angle;                                     /* rad, from the start, 0 .. 2 pi */
    double lift, velocity;                                /* m, m/s: of the follower */
    double N, p_max;                                      /* N, Pa */
    double M, L, h_c, h_min, lambda, T_fluid, T_boundary; /* as in abut_film_state */
    int regime;
    double slip;             /* m/s, the cam's surface over the roller's, > 0: the roller lags */
    double roller_speed;     /* rad/s, against the direction of the cam */
    double loss;             /* W: contact and bearing of the roller */
    double plunger_pressure; /* Pa */
    double cam_torque;       /* N m, that the contact takes from the cam's drive */
    bool lifted;             /* the surfaces are apart and N is below 0.5 % of what presses the follower down */
    double cam_speed;        /* rad/s, in the direction of the profile */
} abut_cam_roller_state;
ABUT_API abut_status abut_read_cam_roller(const abut_world *w, abut_machine machine, abut_cam_roller_state *out);
/* What abut_cam_cycle takes for this machine at the speed of its cam (rad/s; 0: that of its drive). Tables stay the world's. */
ABUT_API abut_status abut_cam_roller_cycle(const abut_world *w, abut_machine machine, double speed,
                                           abut_cam_cycle_in *out);
ABUT_API abut_contact abut_cam_roller_contact(const abut_world *w, abut_machine machine);

#ifdef __cplusplus
}
#endif
#endif
