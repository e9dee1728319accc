#include "jacobian.h"

#include <math.h>

#include "suite.h"

static double component(const abut_element_out *o, int i) {
    const abut_wrench *w = i < 6 ? &o->on_a : &o->on_b;
    const vec3 *v = i % 6 < 3 ? &w->force : &w->torque;
    return i % 3 == 0 ? v->x : i % 3 == 1 ? v->y : v->z;
}

double jacobian_error(const scene *s, double N, double part, double velocity_step, abut_element_jac *jac) {
    static const double weight[4] = {1.0 / 12, -8.0 / 12, 8.0 / 12, -1.0 / 12};
    static const double at[4] = {-2, -1, 1, 2};
    double D[12][24], worst = 0;
    for (int j = 0; j < 24; j++) {
        bool turning = j / 3 % 2 == 1;
        double step = j < 12 ? part * s->h : velocity_step;
        if (turning) step /= 0.05; /* the levers are of that order: contact points move by a like amount */
        for (int i = 0; i < 12; i++) D[i][j] = 0;
        for (int k = 0; k < 4; k++) {
            abut_element_in in = scene_shift(&s->in, j, at[k] * step);
            abut_element_out o = {0};
            ck_assert_int_eq(scene_eval(s, &in, &o), ABUT_OK);
            for (int i = 0; i < 12; i++) D[i][j] += weight[k] * component(&o, i) / step;
        }
    }
    /* unit scales: force rows and torque rows (size), translation and rotation columns (1/size) */
    for (int half = 0; half < 2; half++) {
        double scale =
            half ? 1e-3 * N : 0; /* a frictionless elastic contact has C = 0: N per 1 m/s, scaled, is the measure */
        for (int i = 0; i < 12; i++)
            for (int j = 0; j < 12; j++) {
                double unit = (i / 3 % 2 ? 1 / s->size : 1) * (j / 3 % 2 ? 1 / s->size : 1);
                scale = fmax(scale, fabs(D[i][12 * half + j]) * unit);
            }
        for (int i = 0; i < 12; i++)
            for (int j = 0; j < 12; j++) {
                double unit = (i / 3 % 2 ? 1 / s->size : 1) * (j / 3 % 2 ? 1 / s->size : 1);
                double m = half ? jac->C[i][j] : jac->K[i][j];
                if (scale > 0) worst = fmax(worst, fabs(m + D[i][12 * half + j]) * unit / scale);
            }
    }
    return worst;
}
