/* A function through given points (t_i, x_i): a natural cubic spline (second derivative zero at both ends, continuous in
 * between) or straight lines. Before the first and after the last point the value is held, so that the slope jumps there
 * unless the data come in flat.
 *
 * Both are kept as cubic segments. Lines and splines of two or three points are formed here,
 *     M_1 = 3 (d_1 - d_0)/(h_0 + h_1),   M_0 = M_2 = 0                                                                (1)
 * being the only second derivative of three points with the slopes d_i over the spans h_i. */
#include <math.h>
#include <stdlib.h>

#include "function.h"
#include "numeric/spline.h"

enum { SPLINE, LINEAR }; /* in the order of the words of `interpolation` */

typedef struct table {
    spline curve;
    double first, last; /* held values */
} table;

static const double MOST = 1e30; /* as for single numbers */

static abut_status check(const abut_args *args, const double *t, const double *x, size_t count, size_t values) {
    if (count != values)
        return abut_refuse_at(args, "x", ABUT_BAD_VALUE, "t and x must be of the same length, got %zu and %zu numbers",
                              count, values);
    if (count < 2) return abut_refuse_at(args, "t", ABUT_BAD_VALUE, "at least 2 points are needed, got %zu", count);
    for (size_t i = 0; i < count; i++) {
        if (!(fabs(t[i]) <= MOST) || !(fabs(x[i]) <= MOST))
            return abut_refuse_at(args, fabs(t[i]) <= MOST ? "x" : "t", ABUT_BAD_VALUE,
                                  "point %zu is not finite or beyond reason: t = %g s, x = %g", i + 1, t[i], x[i]);
        if (i && !(t[i] > t[i - 1]))
            return abut_refuse_at(args, "t", ABUT_BAD_VALUE,
                                  "t must increase from point to point: %g s at %zu, %g s before", t[i], i + 1,
                                  t[i - 1]);
    }
    return ABUT_OK;
}

/* Straight lines, or (1) for three points. */
static abut_status make_simple(const abut_args *args, const double *t, const double *x, size_t count, bool bent,
                               spline *out) {
    size_t n = count - 1;
    double *store = calloc(5 * n + 1, sizeof *store);
    if (!store) return abut_refuse(args, ABUT_NO_MEMORY, "out of memory");
    *out = (spline){.segments = n, .knots = store, .c = store + n + 1};
    for (size_t i = 0; i < count; i++) store[i] = t[i];
    for (size_t i = 0; i < n; i++) {
        out->c[4 * i] = x[i];
        out->c[4 * i + 1] = (x[i + 1] - x[i]) / (t[i + 1] - t[i]);
    }
    if (!bent || n != 2) return ABUT_OK;
    double h0 = t[1] - t[0], h1 = t[2] - t[1], *c = out->c, M = 3 * (c[5] - c[1]) / (h0 + h1);
    c[1] -= h0 * M / 6;
    c[3] = M / (6 * h0);
    c[5] -= h1 * M / 3;
    c[6] = M / 2;
    c[7] = -M / (6 * h1);
    return ABUT_OK;
}

static bool all_finite(const spline *s) {
    for (size_t i = 0; i < 4 * s->segments; i++)
        if (!isfinite(s->c[i])) return false;
    return true;
}

static abut_status init(void *to, const abut_args *args) {
    table *self = to;
    size_t count, values;
    const double *t = abut_arg_data(args, "t", &count), *x = abut_arg_data(args, "x", &values);
    abut_status s = check(args, t, x, count, values);
    if (s) return s;
    bool bent = abut_arg_word(args, "interpolation") == SPLINE;
    if (bent && count > 3) {
        abut_message why = {0};
        s = spline_make(&(spline_def){.kind = SPLINE_NATURAL, .count = count, .x = t, .y = x}, &self->curve, &why);
        if (s) return abut_refuse_at(args, "x", s, "%s", why.text);
    } else if ((s = make_simple(args, t, x, count, bent, &self->curve)))
        return s;
    if (!all_finite(&self->curve)) {
        spline_free(&self->curve);
        return abut_refuse_at(args, "x", ABUT_BAD_VALUE, "the points are too steep to be joined");
    }
    self->first = x[0];
    self->last = x[count - 1];
    return ABUT_OK;
}

static void drop(void *self) { spline_free(&((table *)self)->curve); }

static void at(const void *me, double t, function_value *out) {
    const table *self = me;
    spline_value v;
    if (spline_eval(&self->curve, t, &v))
        *out = (function_value){v.y, v.d1, v.d2, v.d3};
    else
        *out = (function_value){.x = t > spline_end(&self->curve) ? self->last : self->first};
}

/* From knot to knot. */
static double span(const void *me, double t) {
    const spline *s = &((const table *)me)->curve;
    if (t >= s->knots[s->segments]) return (double)INFINITY;
    if (t < s->knots[0]) return fmax(s->knots[0] - t, s->knots[1] - s->knots[0]);
    size_t low = 0, high = s->segments; /* knots[low] <= t < knots[high] */
    while (high - low > 1) {
        size_t mid = (low + high) / 2;
        if (s->knots[mid] <= t)
            low = mid;
        else
            high = mid;
    }
    double width = s->knots[high] - s->knots[low], left = s->knots[high] - t;
    return left > 0.01 * width ? left : width;
}

static const abut_param_info params[] = {
    {.name = "t",
     .kind = ABUT_TABLE,
     .unit = "s",
     .required = true,
     .meaning = "times in increasing order, at least two"},
    {.name = "x", .kind = ABUT_TABLE, .unit = "x", .required = true, .meaning = "the values at these times"},
    {.name = "interpolation",
     .kind = ABUT_WORD,
     .unit = "1",
     .words = "spline|linear",
     .meaning =
         "smooth (natural cubic spline) or straight lines between the points; beyond the ends the value is held"},
    {0},
};

static const double times[] = {0, 0.2, 0.5, 0.6, 1.0}, values_at[] = {0, 1, 0.5, 0.7, -1};
static const abut_choice examples[] = {
    {"table", {{.name = "t", .data = times, .count = 5}, {.name = "x", .data = values_at, .count = 5}}},
    {"table",
     {{.name = "t", .data = times, .count = 5},
      {.name = "x", .data = values_at, .count = 5},
      {.name = "interpolation", .text = "linear"}}},
    {0},
};

const function_type function_table = {
    .type = {"function", "table", "curve through given points, held beyond its ends", params, examples},
    .size = sizeof(table),
    .init = init,
    .at = at,
    .span = span,
    .drop = drop,
};
