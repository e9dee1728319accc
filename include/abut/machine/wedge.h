/* abut, machines: the friction wedge. */
#ifndef ABUT_MACHINE_WEDGE_H
#define ABUT_MACHINE_WEDGE_H

#include "abut/machine/common.h"

#ifdef __cplusplus
extern "C" {
#endif

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
    int count;                   /* of wedges, to be sure: 1 of a wedge, 4 of a bogie; 0: as many as there are */
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

#ifdef __cplusplus
}
#endif
#endif
