/* abut, machines: the bogie. */
#ifndef ABUT_MACHINE_BOGIE_H
#define ABUT_MACHINE_BOGIE_H

#include "abut/machine/wedge.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- bogie --------------------------------------------------------------------------------------------------------------
 * The suspension of a three-piece bogie: two side frames, a bolster on sets of springs, four wedges. Its frame: origin half
 * way between the spring sets at the height of the wedges' centres, x along the bogie, y to the first side frame, z up.
 * Wedges 1, 2: first side frame, at +x and -x; 3, 4: second one. */
typedef struct abut_bogie_def {
    const char *name;
    abut_body side_frames[2], bolster;
    abut_pose place;  /* of the bogie in the world at the start */
    double spacing;   /* m, between the middles of the spring sets; 0: 2.036 */
    abut_wedge wedge; /* all four */
    struct {
        int count;         /* in a set, those under the two wedges among them; 0: 7 */
        double stiffness;  /* N/m, of one spring, vertical */
        double preload;    /* N, of one spring at the start */
        double load;       /* N, of all springs of the bogie together, instead of preload */
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

#ifdef __cplusplus
}
#endif
#endif
