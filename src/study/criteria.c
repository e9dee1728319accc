/* Criteria of agreement. A signed mean cancels on a symmetric loop, so the mean of the sizes stands beside it; a
 * tolerance relative to the measured value is void where the curve crosses zero, so it has a floor. */
#include "criteria.h"

#include <math.h>

/* Area inside the closed polygon, positive if run counterclockwise. */
static double loop_area(int n, const double *x, const double *y) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
        int next = i + 1 < n ? i + 1 : 0;
        sum += (x[i] - x[0]) * (y[next] - y[0]) - (x[next] - x[0]) * (y[i] - y[0]);
    }
    return 0.5 * sum;
}

static double extent(int n, const double *v) {
    double low = v[0], high = v[0];
    for (int i = 1; i < n; i++) {
        low = fmin(low, v[i]);
        high = fmax(high, v[i]);
    }
    return high - low;
}

static void compare_areas(criteria *c, int n, const double *x, const double *x_model, const double *measured,
                          const double *model) {
    const double thin = 1e-6; /* of the box around the curve: not a loop */
    c->area = c->area_model = c->area_error = (double)NAN;
    if (!x) return;
    c->area = loop_area(n, x, measured);
    c->area_model = loop_area(n, x_model ? x_model : x, model);
    if (fabs(c->area) > thin * extent(n, x) * extent(n, measured)) c->area_error = (c->area_model - c->area) / c->area;
}

static bool judge(const criteria *c, const acceptance *a) {
    bool near = !(a->pointwise > 0) || c->within >= a->share;
    bool area = !(a->area > 0) || isnan(c->area_error) || fabs(c->area_error) <= a->area;
    bool largest = !(a->largest > 0) || c->I_max <= a->largest * c->max_y;
    return near && area && largest;
}

criteria criteria_of(int points, const double *x, const double *x_model, const double *measured, const double *model,
                     const acceptance *accept) {
    criteria c = {0};
    double sum = 0, sizes = 0, squares = 0;
    int within = 0;
    for (int i = 0; i < points; i++) c.max_y = fmax(c.max_y, fabs(measured[i]));
    for (int i = 0; i < points; i++) {
        double d = model[i] - measured[i];
        sum += d;
        sizes += fabs(d);
        c.I_max = fmax(c.I_max, fabs(d));
        within += fabs(d) <= accept->pointwise * fmax(fabs(measured[i]), accept->floor * c.max_y);
    }
    c.I_m = sum / points;
    c.I_abs = sizes / points;
    for (int i = 0; i < points; i++) {
        double d = model[i] - measured[i] - c.I_m;
        squares += d * d;
    }
    c.I_sigma = points > 1 ? sqrt(squares / (points - 1)) : 0;
    c.within = (double)within / points;
    compare_areas(&c, points, x, x_model, measured, model);
    c.accepted = judge(&c, accept);
    return c;
}
