/* abut, machines: the cylindrical roller bearing. */
#ifndef ABUT_MACHINE_ROLLER_BEARING_H
#define ABUT_MACHINE_ROLLER_BEARING_H

#include "abut/lubrication.h"
#include "abut/machine/bearing.h"

#ifdef __cplusplus
extern "C" {
#endif

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
    abut_boundary boundary;
    abut_clearance_class group; /* of the bore: the middle of this group instead of clearance */
    double misalignment
        [2]; /* rad, tilt of the inner ring's axis about x and y against the outer ring at the start: the outer
                             * ring sits askew on its body, by the opposite angle */
    abut_material material; /* of the rings; all zero: steel */
    /* No normal law: line with hunt_crossley damping of 0.3 s/m; without a number of slices: 30. No friction: mixed if there
     * is a lubricant, else coulomb, mu 0.1, v_s 1 mm/s. With a lubricant every contact is lubricated. */
    abut_law_def law;
    abut_supply supply; /* of the lubricant; docs/theory/bearing.md */
    abut_bearing_drag drag;
    abut_mounting mounting;    /* fits, temperatures, heat */
    double first_roller_angle; /* rad */
    abut_rating rating;
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
/* At these speeds (rad/s) of the rings. */
ABUT_API abut_bearing_frequencies abut_roller_bearing_rolling(const abut_roller_bearing_def *def, double inner,
                                                              double outer);

#ifdef __cplusplus
}
#endif
#endif
