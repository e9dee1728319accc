/* The three moving pairs of oracles/tracking_samples.csv; the formulas of their motion are in oracles/README.md. */
#ifndef ABUT_TESTS_MOVING_H
#define ABUT_TESTS_MOVING_H

#include "scene.h"
#include "table.h"

enum { PLANE_ELLIPSOID, ELLIPSOIDS, GROOVE_BALL, PAIRS };
extern const char *const pair_name[PAIRS];
extern const abut_choice pair_surface[PAIRS][2];

/* Poses and twists at time t; the surfaces sit in their bodies' frames. */
abut_element_in pair_motion(int pair, double t);
mat3 pose_rotation(const abut_pose *p);

/* A row of tracking_samples.csv; the number of its pair is returned. */
typedef struct sample {
    double t, h, P, Q;
    vec3 ra, rb, n; /* world */
} sample;
int sample_read(const table *t, size_t row, sample *out);

#endif
