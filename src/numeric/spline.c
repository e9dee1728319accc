/* Cubic interpolating splines.
 *
 * With h_i = x_{i+1} - x_i, slopes d_i = (y_{i+1} - y_i)/h_i and unknown second derivatives M_i, continuity of y' at
 * the points is (de Boor, A Practical Guide to Splines, ch. IV)
 *     h_{i-1} M_{i-1} + 2 (h_{i-1} + h_i) M_i + h_i M_{i+1} = 6 (d_i - d_{i-1}),                                   (1)
 * closed by
 *     natural     M_0 = M_n = 0
 *     not-a-knot  (M_1 - M_0)/h_0 = (M_2 - M_1)/h_1, and the mirror image at the other end                        (2)
 *     periodic    (1) at every point with indices modulo n.
 * All three matrices are diagonally dominant, so elimination needs no pivots. The error is O(h^4) for smooth data (next
 * to the ends of a natural spline O(h^2) unless y'' vanishes there); not-a-knot reproduces cubics. In segment i
 *     y = y_i + (d_i - h_i (2 M_i + M_{i+1})/6) t + M_i/2 t^2 + (M_{i+1} - M_i)/(6 h_i) t^3.                     (3) */
#include "numeric/spline.h"

#include <math.h>
#include <stdlib.h>

#include "base/message.h"

/* ---- linear systems ---------------------------------------------------------------------------------------------- */
typedef struct tridiagonal {
    double *low, *diag, *up; /* low[0] and up[n - 1] are not used */
    size_t n;
} tridiagonal;

/* In place: low becomes the multipliers, diag the pivots. */
static void factor(const tridiagonal *a) {
    for (size_t i = 1; i < a->n; i++) {
        a->low[i] /= a->diag[i - 1];
        a->diag[i] -= a->low[i] * a->up[i - 1];
    }
}

static void substitute(const tridiagonal *a, double *r) {
    for (size_t i = 1; i < a->n; i++) r[i] -= a->low[i] * r[i - 1];
    r[a->n - 1] /= a->diag[a->n - 1];
    for (size_t i = a->n - 1; i-- > 0;) r[i] = (r[i] - a->up[i] * r[i + 1]) / a->diag[i];
}

/* The matrix with `corner` in both far corners, as a tridiagonal one plus u v^T (Sherman and Morrison), with
 * u = (g, 0, ..., corner), v = (1, 0, ..., corner/g), g = -diag_0:  x = y - q (v.y)/(1 + v.q),  A' y = r,  A' q = u. */
static void solve_cyclic(const tridiagonal *a, double corner, double *r, double *q) {
    size_t last = a->n - 1;
    double g = -a->diag[0];
    a->diag[0] -= g;
    a->diag[last] -= corner * corner / g;
    for (size_t i = 0; i <= last; i++) q[i] = 0;
    q[0] = g;
    q[last] = corner;
    factor(a);
    substitute(a, r);
    substitute(a, q);
    double s = (r[0] + corner / g * r[last]) / (1 + q[0] + corner / g * q[last]);
    for (size_t i = 0; i <= last; i++) r[i] -= s * q[i];
}

/* ---- second derivatives ------------------------------------------------------------------------------------------ */
static double gap(const spline *s, size_t i) { return s->knots[i + 1] - s->knots[i]; }

/* Row i of (1); y holds segments + 1 values. */
static void fill_row(const spline *s, const double *y, size_t before, size_t i, const tridiagonal *a, size_t row,
                     double *r) {
    double h0 = gap(s, before), h1 = gap(s, i);
    a->low[row] = h0;
    a->diag[row] = 2 * (h0 + h1);
    a->up[row] = h1;
    r[row] = 6 * ((y[i + 1] - y[i]) / h1 - (y[before + 1] - y[before]) / h0);
}

static void second_periodic(const spline *s, const double *y, const tridiagonal *store, double *M, double *q) {
    size_t n = s->segments;
    tridiagonal a = {store->low, store->diag, store->up, n};
    for (size_t i = 0; i < n; i++) fill_row(s, y, i ? i - 1 : n - 1, i, &a, i, M);
    solve_cyclic(&a, gap(s, n - 1), M, q);
    M[n] = M[0];
}

/* (2) solved for the end value, M_0 = (1 + w) M_1 - w M_2 with w = h_0/h_1, and put into the row next to the end. */
static void close_not_a_knot(double w, double h_end, double *diag, double *other) {
    *diag += h_end * (1 + w);
    *other -= h_end * w;
}

static void second_open(const spline *s, const double *y, const tridiagonal *store, double *M, bool natural) {
    size_t n = s->segments, last = n - 2;
    tridiagonal a = {store->low, store->diag, store->up, n - 1};
    for (size_t i = 1; i < n; i++) fill_row(s, y, i - 1, i, &a, i - 1, M + 1);
    double w0 = gap(s, 0) / gap(s, 1), wn = gap(s, n - 1) / gap(s, n - 2);
    if (!natural) {
        close_not_a_knot(w0, gap(s, 0), &a.diag[0], &a.up[0]);
        close_not_a_knot(wn, gap(s, n - 1), &a.diag[last], &a.low[last]);
    }
    factor(&a);
    substitute(&a, M + 1);
    M[0] = natural ? 0 : M[1] + w0 * (M[1] - M[2]);
    M[n] = natural ? 0 : M[n - 1] + wn * (M[n - 1] - M[n - 2]);
}

/* (3); false if the data are too steep for doubles. */
static bool fill_segments(const spline *s, const double *y, const double *M) {
    bool finite = true;
    for (size_t i = 0; i < s->segments; i++) {
        double h = gap(s, i), *c = s->c + 4 * i;
        c[0] = y[i];
        c[1] = (y[i + 1] - y[i]) / h - h * (2 * M[i] + M[i + 1]) / 6;
        c[2] = M[i] / 2;
        c[3] = (M[i + 1] - M[i]) / (6 * h);
        finite = finite && isfinite(c[1]) && isfinite(c[2]) && isfinite(c[3]);
    }
    return finite;
}

static abut_status solve(const spline *s, spline_kind kind, const double *y, abut_message *message) {
    size_t n = s->segments + 1;
    double *work = calloc(5 * n, sizeof *work);
    if (!work) return say(message, ABUT_NO_MEMORY, "out of memory");
    tridiagonal a = {work, work + n, work + 2 * n, 0};
    double *M = work + 3 * n;
    if (kind == SPLINE_PERIODIC)
        second_periodic(s, y, &a, M, work + 4 * n);
    else
        second_open(s, y, &a, M, kind == SPLINE_NATURAL);
    bool finite = fill_segments(s, y, M);
    free(work);
    return finite ? ABUT_OK : say(message, ABUT_BAD_VALUE, "the data are too steep to be joined by a spline");
}

/* ---- data -------------------------------------------------------------------------------------------------------- */
static size_t stride_of(const spline_def *def) { return def->stride ? def->stride : 1; }
static double x_at(const spline_def *def, size_t i) { return def->x[i * stride_of(def)]; }
static double y_at(const spline_def *def, size_t i) { return def->y[i * stride_of(def)]; }

static abut_status check_points(const spline_def *def, abut_message *message) {
    for (size_t i = 0; i < def->count; i++) {
        double x = x_at(def, i);
        if (!isfinite(x) || !isfinite(y_at(def, i)))
            return say(message, ABUT_BAD_VALUE, "point %zu holds a number that is not finite", i + 1);
        if (i && !(x > x_at(def, i - 1)))
            return say(message, ABUT_BAD_VALUE,
                       "the points must be in increasing order: point %zu starts with %g, the one before it with %g",
                       i + 1, x, x_at(def, i - 1));
    }
    if (!isfinite(x_at(def, def->count - 1) - x_at(def, 0)))
        return say(message, ABUT_BAD_VALUE, "the points span more than a number can hold");
    return ABUT_OK;
}

/* Finds the period and whether the last point repeats the first: *distinct points remain. */
static abut_status check_period(const spline_def *def, double *period, size_t *distinct, abut_message *message) {
    double span = x_at(def, def->count - 1) - x_at(def, 0), scale = 0;
    *period = def->period == 0 ? span : def->period;
    *distinct = def->count;
    if (!(*period > 0) || !isfinite(*period))
        return say(message, ABUT_BAD_VALUE, "the period must be positive, got %g", *period);
    if (span > *period * (1 + 1e-9))
        return say(message, ABUT_BAD_VALUE, "the points span %g, more than the period %g", span, *period);
    if (span < *period * (1 - 1e-9)) return ABUT_OK;
    for (size_t i = 0; i < def->count; i++) scale = fmax(scale, fabs(y_at(def, i)));
    double first = y_at(def, 0), last = y_at(def, def->count - 1);
    if (!(fabs(last - first) <= 1e-12 * scale))
        return say(message, ABUT_BAD_VALUE, "the curve is not closed: the last point has %.15g, the first one %.15g",
                   last, first);
    *distinct = def->count - 1;
    return ABUT_OK;
}

/* Knots this near to even spacing are found by a division: the guess is at most one segment off. */
static double even_spacing(const spline *s) {
    double mean = (spline_end(s) - spline_start(s)) / (double)s->segments;
    for (size_t i = 0; i <= s->segments; i++)
        if (fabs(s->knots[i] - (spline_start(s) + (double)i * mean)) > 0.5 * mean) return 0;
    return isfinite(1 / mean) ? 1 / mean : 0;
}

/* Knots and room; the values, closed if periodic, go to y. */
static void copy_points(const spline_def *def, size_t distinct, const spline *s, double *y) {
    for (size_t i = 0; i < distinct; i++) {
        s->knots[i] = x_at(def, i);
        y[i] = y_at(def, i);
    }
    if (def->kind != SPLINE_PERIODIC) return;
    s->knots[s->segments] = s->knots[0] + s->period;
    y[s->segments] = y[0];
}

abut_status spline_make(const spline_def *def, spline *out, abut_message *message) {
    size_t distinct = def->count;
    spline s = {0};
    *out = s;
    if (def->count < 4) return say(message, ABUT_BAD_VALUE, "a spline needs at least 4 points, got %zu", def->count);
    abut_status status = check_points(def, message);
    if (!status && def->kind == SPLINE_PERIODIC) status = check_period(def, &s.period, &distinct, message);
    if (status) return status;
    s.segments = def->kind == SPLINE_PERIODIC ? distinct : distinct - 1;
    double *y = calloc(s.segments + 1, sizeof *y);
    s.knots = calloc(5 * s.segments + 1, sizeof *s.knots);
    if (y && s.knots) {
        s.c = s.knots + s.segments + 1;
        copy_points(def, distinct, &s, y);
        s.per_step = even_spacing(&s);
        status = solve(&s, def->kind, y, message);
    } else
        status = say(message, ABUT_NO_MEMORY, "out of memory");
    free(y);
    if (status)
        spline_free(&s);
    else
        *out = s;
    return status;
}

void spline_free(spline *s) {
    free(s->knots);
    *s = (spline){0};
}

/* ---- evaluation -------------------------------------------------------------------------------------------------- */
/* The segment of an x inside the range; the last segment owns the end point. */
static size_t locate(const spline *s, double x) {
    size_t last = s->segments - 1, low = 0, high = s->segments;
    if (s->per_step > 0) {
        double u = (x - s->knots[0]) * s->per_step;
        size_t i = u < (double)last ? (size_t)u : last;
        while (i > 0 && x < s->knots[i]) i--;
        while (i < last && x >= s->knots[i + 1]) i++;
        return i;
    }
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (x >= s->knots[middle])
            low = middle;
        else
            high = middle;
    }
    return low;
}

static spline_value in_segment(const double c[4], double t) {
    return (spline_value){c[0] + t * (c[1] + t * (c[2] + t * c[3])), c[1] + t * (2 * c[2] + t * 3 * c[3]),
                          2 * c[2] + 6 * c[3] * t, 6 * c[3]};
}

/* x taken into [start, start + period) */
static double wrap(const spline *s, double x) {
    double t = x - s->knots[0];
    t -= s->period * floor(t / s->period);
    return t > 0 && t < s->period ? s->knots[0] + t : s->knots[0];
}

bool spline_eval(const spline *s, double x, spline_value *out) {
    if (!isfinite(x)) return false;
    if (s->period > 0) x = wrap(s, x);
    if (!(x >= spline_start(s) && x <= spline_end(s))) return false;
    size_t i = locate(s, x);
    *out = in_segment(s->c + 4 * i, x - s->knots[i]);
    return true;
}

/* ---- bounds ------------------------------------------------------------------------------------------------------ */
static void widen(spline_bounds *b, double y, double x, double *at_low) {
    if (y < b->low) {
        b->low = y;
        if (at_low) *at_low = x;
    }
    if (y > b->high) b->high = y;
}

/* Where y' = c1 + 2 c2 t + 3 c3 t^2 vanishes, without cancellation; roots outside the segment are left out. */
static int turning_points(const double c[4], double h, double t[2]) {
    double square = c[2] * c[2] - 3 * c[3] * c[1];
    if (!(square >= 0)) return 0;
    double q = -(c[2] + copysign(sqrt(square), c[2]));
    double roots[2] = {c[3] == 0 ? 0 : q / (3 * c[3]), q == 0 ? 0 : c[1] / q};
    int found = 0;
    for (int k = 0; k < 2; k++)
        if (roots[k] > 0 && roots[k] < h) t[found++] = roots[k];
    return found;
}

spline_bounds spline_range(const spline *s, double *at_low) {
    spline_bounds b = {HUGE_VAL, -HUGE_VAL};
    for (size_t i = 0; i < s->segments; i++) {
        const double *c = s->c + 4 * i;
        double h = gap(s, i), t[4] = {0, h};
        int n = 2 + turning_points(c, h, t + 2);
        for (int k = 0; k < n; k++) widen(&b, in_segment(c, t[k]).y, s->knots[i] + t[k], at_low);
    }
    return b;
}

spline_bounds spline_bounds_of(const spline *s, spline_quantity *quantity) {
    enum { SAMPLES = 64 };
    spline_bounds b = {HUGE_VAL, -HUGE_VAL};
    for (size_t i = 0; i < s->segments; i++)
        for (int k = 0; k <= SAMPLES; k++) {
            spline_value v = in_segment(s->c + 4 * i, gap(s, i) * k / SAMPLES);
            widen(&b, quantity(&v), 0, NULL);
        }
    double spread = b.high - b.low;
    b.low -= 0.01 * (fabs(b.low) + spread);
    b.high += 0.01 * (fabs(b.high) + spread);
    return b;
}
