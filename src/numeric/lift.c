/* Lift laws of cams. With x = angle/rise from 0 to 1, s = lift y(x):
 *     cycloidal   y = x - sin(2 pi x)/(2 pi)
 *     3-4-5       y = 10 x^3 - 15 x^4 + 6 x^5
 *     4-5-6-7     y = 35 x^4 - 84 x^5 + 70 x^6 - 20 x^7
 * and the fall is lift (1 - y) over its own angle. y'' is continuous at the ends, y''' only of 4-5-6-7. */
#include "numeric/lift.h"

#include <math.h>

#include "base/constants.h"
#include "base/message.h"

/* ---- making ---- */
static bool good(double x) { return x > 0 && isfinite(x); }

static abut_status make_phases(const abut_lift *def, lift *l, abut_message *message) {
    if (!good(def->lift) || !good(def->rise) || !good(def->fall) || !(def->dwell >= 0 && isfinite(def->dwell)))
        return say_at(
            message,
            !good(def->lift)   ? "lift"
            : !good(def->rise) ? "rise"
            : !good(def->fall) ? "fall"
                               : "dwell",
            ABUT_BAD_VALUE,
            "lift, rise and fall must be positive and dwell not negative, got %g m, %g rad, %g rad and %g rad",
            def->lift, def->rise, def->fall, def->dwell);
    double sum = def->rise + def->dwell + def->fall;
    if (!(sum <= l->period * (1 + 1e-12)))
        return say_at(message, "rise", ABUT_BAD_VALUE,
                      "rise, dwell and fall take %g rad together, more than the %g rad that a lobe has", sum,
                      l->period);
    return ABUT_OK;
}

static abut_status make_table(const abut_lift *def, lift *l, abut_message *message) {
    abut_message why = {0};
    if (!def->table || !def->count)
        return say_at(message, "table", ABUT_MISSING, "table: a spline needs angles and lifts");
    double span = def->table[2 * def->count - 2] - def->table[0];
    if (span > l->period * (1 + 1e-9))
        return say_at(message, "table", ABUT_BAD_VALUE,
                      "table: the angles span %g rad, more than the %g rad of a lobe; are they in degrees?", span,
                      l->period);
    spline_def points = {SPLINE_PERIODIC, def->count, def->table, def->table + 1, 2, l->period};
    abut_status s = spline_make(&points, &l->table, &why);
    return s ? say_at(message, "table", s, "table: %s", why.text) : ABUT_OK;
}

abut_status lift_make(const abut_lift *def, lift *out, abut_message *message) {
    *out = (lift){.law = def->law, .lift = def->lift, .rise = def->rise, .dwell = def->dwell, .fall = def->fall};
    if (def->lobes < 0 || def->lobes > 1000)
        return say_at(message, "lobes", ABUT_BAD_VALUE, "lobes: 1 to 1000, got %d", def->lobes);
    out->period = TWO_PI / (def->lobes ? def->lobes : 1);
    abut_status s = def->law == ABUT_LIFT_SPLINE ? make_table(def, out, message) : make_phases(def, out, message);
    if (s) *out = (lift){0};
    return s;
}

void lift_free(lift *l) {
    spline_free(&l->table);
    *l = (lift){0};
}

/* ---- evaluation ---- */
/* y and its derivatives by x */
static lift_value shape(abut_lift_law law, double x) {
    if (law == ABUT_LIFT_345)
        return (lift_value){x * x * x * (10 + x * (6 * x - 15)), 30 * x * x * (1 - x) * (1 - x),
                            60 * x * (1 - x) * (1 - 2 * x), 60 * (1 + 6 * x * (x - 1))};
    if (law == ABUT_LIFT_4567) {
        double z = x * (1 - x);
        return (lift_value){x * x * x * x * (35 + x * (x * (70 - 20 * x) - 84)), 140 * z * z * z,
                            420 * z * z * (1 - 2 * x), 840 * z * (1 - 5 * z)};
    }
    double s = sin(TWO_PI * x), c = cos(TWO_PI * x);
    return (lift_value){x - s / TWO_PI, 1 - c, TWO_PI * s, TWO_PI * TWO_PI * c};
}

/* From x over an angle, up (sign 1) or down (-1) */
static lift_value phase(const lift *l, double x, double angle, double sign) {
    lift_value y = shape(l->law, x);
    double a = sign * l->lift, i = 1 / angle;
    return (lift_value){(sign < 0 ? l->lift : 0) + a * y.s, a * i * y.d1, a * i * i * y.d2, a * i * i * i * y.d3};
}

lift_value lift_at(const lift *l, double angle) {
    if (l->law == ABUT_LIFT_SPLINE) {
        spline_value v = {0};
        (void)spline_eval(&l->table, angle, &v);
        return (lift_value){v.y, v.d1, v.d2, v.d3};
    }
    double x = angle - l->period * floor(angle / l->period);
    if (x < l->rise) return phase(l, x / l->rise, l->rise, 1);
    x -= l->rise;
    if (x < l->dwell) return (lift_value){.s = l->lift};
    x -= l->dwell;
    if (x < l->fall) return phase(l, x / l->fall, l->fall, -1);
    return (lift_value){0};
}

/* ---- bounds ---- */
double lift_most(const lift *l) { return l->law == ABUT_LIFT_SPLINE ? spline_range(&l->table, NULL).high : l->lift; }
double lift_least(const lift *l) { return l->law == ABUT_LIFT_SPLINE ? spline_range(&l->table, NULL).low : 0; }

/* Of a cubic, s' is greatest at a knot or where s'' = 0. */
static double steepest_of(const spline *s) {
    double most = -HUGE_VAL;
    for (size_t i = 0; i < s->segments; i++) {
        const double *c = s->c + 4 * i;
        double h = s->knots[i + 1] - s->knots[i], t = c[3] < 0 ? -c[2] / (3 * c[3]) : 0;
        if (!(t > 0 && t < h)) t = 0;
        most = fmax(most, c[1] + t * (2 * c[2] + 3 * t * c[3]));
    }
    return most;
}

double lift_steepest(const lift *l) {
    if (l->law == ABUT_LIFT_SPLINE) return steepest_of(&l->table);
    return shape(l->law, 0.5).d1 * l->lift / l->rise;
}
