/* The pitch curve of a cam: the way of the roller's centre over the cam. Made once, then read only. */
#ifndef ABUT_CAM_PITCH_H
#define ABUT_CAM_PITCH_H

#include "numeric/lift.h"

typedef struct plane_vec {
    double x, y;
} plane_vec;

typedef struct pitch {
    lift lift;
    double roller; /* m, Rr */
    double base;   /* m, Rb + Rr */
    bool swings;
    double start, offset; /* m: x at the lift 0, y */
    double pivot, arm;    /* m */
    double per_lift;      /* rad/m, turn of the lever per lift */
    double angle0;        /* rad, at the pivot between the cam's axis and the arm, at the lift 0 */
    double phase, sense;  /* rad; +1: the cam turns about +z, -1: about -z */
} pitch;

typedef struct pitch_point {
    lift_value s;
    plane_vec P, t, n; /* m, in the frame of the cam; unit tangent along growing angle; unit normal outwards */
    double speed;      /* m/rad, |dP/dangle| */
    double speed_rate; /* m/rad^2, its derivative */
    double k, dk;      /* 1/m, 1/(m rad): curvature, convex positive, and its derivative by the angle */
} pitch_point;

/* A sentence for what is out of range, and where the roller undercuts the contour. */
abut_status pitch_make(const abut_cam *def, pitch *out, abut_message *message);
void pitch_free(pitch *p); /* safe on a zeroed one */

/* At the profile angle theta = cam angle + phase. */
void pitch_at(const pitch *p, double theta, pitch_point *out);

/* Only P and its first two derivatives by theta. */
void pitch_jet2(const pitch *p, double theta, plane_vec P[3]);

/* The roller's centre in the frame that does not turn with the cam, and the unit vector of its way. */
typedef struct pitch_centre {
    plane_vec c, way; /* m, 1 */
    double per_lift;  /* 1, way of the centre per lift */
} pitch_centre;
pitch_centre pitch_centre_at(const pitch *p, double s); /* s: lift */

/* Greatest or (least) curvature of the pitch curve and where: sampled, then refined. */
double pitch_sharpest(const pitch *p, double sign, double *theta);

#endif
