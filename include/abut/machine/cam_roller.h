/* abut, machines: cam and roller follower. */
#ifndef ABUT_MACHINE_CAM_ROLLER_H
#define ABUT_MACHINE_CAM_ROLLER_H

#include "abut/lubrication.h"
#include "abut/machine/common.h"

#ifdef __cplusplus
extern "C" {
#endif

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
        /* m, instead of pivot_distance, arm and lever of the profile: points of a lever in the frame of the machine where the
         * lift is 0; the tip is that of a finger. The frame is then turned so that the pivot lies on +x. */
        abut_vec3 pivot, roller_at, tip;
    } follower;
    struct {
        double radius, length; /* m, of the part that touches the cam */
        abut_profile profile;  /* not a function; what it points to is copied */
        abut_choice shape;     /* instead of these: a surface type `roller` with radius, length, profile */
        double mass, inertia;  /* kg, kg m^2 about its axis; 0: of a solid cylinder */
        double bearing_mu;     /* its bearing brakes with the moment bearing_mu N pin_radius, N of quasi-statics */
        double pin_radius;     /* m; 0: half the roller's radius */
    } roller;
    abut_cam_load load;            /* mass is not read; ramp 0: 8 */
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
