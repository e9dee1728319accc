/* Pitch curve of a cam. In the frame that stays, the roller's centre is
 *     translating   c = (sqrt(r0^2 - e^2) + s, e),  r0 = Rb + Rr,
 *     swinging      c = (d - l cos g, l sin g),     g = g0 + s/lever,  cos g0 = (d^2 + l^2 - r0^2)/(2 d l),          (1)
 * and in the frame of the cam, which has turned by sigma (theta - phase),
 *     P = R(-sigma (theta - phase)) c,   P' = R (c' - sigma z x c),   P'' = R (c'' - 2 sigma z x c' - c),
 *     P''' = R (c''' - 3 sigma z x c'' - 3 c' + sigma z x c).                                                        (2)
 * The outward normal is n = sigma z x t with t = P'/|P'|, the curvature (convex positive) k = -sigma P' x P''/|P'|^3.
 * The contour of the cam is P - Rr n with the curvature k/(1 - k Rr): it exists while k Rr < 1. */
#include "cam/pitch.h"

#include <math.h>

#include "base/constants.h"
#include "base/message.h"

static plane_vec plane(double x, double y) { return (plane_vec){x, y}; }
static plane_vec left_of(plane_vec a) { return plane(-a.y, a.x); } /* z x a */
static plane_vec add(plane_vec a, double f, plane_vec b) { return plane(a.x + f * b.x, a.y + f * b.y); }
static double dot(plane_vec a, plane_vec b) { return a.x * b.x + a.y * b.y; }
static double cross(plane_vec a, plane_vec b) { return a.x * b.y - a.y * b.x; }

/* ---- evaluation ---- */
/* (1): c and `order` derivatives by theta */
static void centre(const pitch *p, const lift_value *s, int order, plane_vec c[4]) {
    if (!p->swings) {
        c[0] = plane(p->start + s->s, p->offset);
        c[1] = plane(s->d1, 0);
        c[2] = plane(s->d2, 0);
        c[3] = plane(s->d3, 0);
        return;
    }
    double g = p->angle0 + p->per_lift * s->s, cg = cos(g), sg = sin(g), l = p->arm;
    double g1 = p->per_lift * s->d1, g2 = p->per_lift * s->d2, g3 = p->per_lift * s->d3;
    plane_vec along = plane(l * sg, l * cg), in = plane(l * cg, -l * sg); /* dc/dg, d2c/dg2 */
    c[0] = plane(p->pivot - l * cg, l * sg);
    c[1] = plane(g1 * along.x, g1 * along.y);
    c[2] = add(plane(g2 * along.x, g2 * along.y), g1 * g1, in);
    if (order > 2) c[3] = add(plane((g3 - g1 * g1 * g1) * along.x, (g3 - g1 * g1 * g1) * along.y), 3 * g1 * g2, in);
}

/* (2) */
static void curve(const pitch *p, double theta, const lift_value *s, int order, plane_vec P[4]) {
    plane_vec c[4];
    centre(p, s, order, c);
    double f = p->sense, a = -f * (theta - p->phase), ca = cos(a), sa = sin(a);
    plane_vec b[4] = {c[0], add(c[1], -f, left_of(c[0])), add(add(c[2], -2 * f, left_of(c[1])), -1, c[0])};
    if (order > 2) b[3] = add(add(add(c[3], -3 * f, left_of(c[2])), -3, c[1]), f, left_of(c[0]));
    for (int i = 0; i <= order; i++) P[i] = plane(ca * b[i].x - sa * b[i].y, sa * b[i].x + ca * b[i].y);
}

void pitch_jet2(const pitch *p, double theta, plane_vec P[3]) {
    plane_vec all[4];
    lift_value s = lift_at(&p->lift, theta);
    curve(p, theta, &s, 2, all);
    for (int i = 0; i < 3; i++) P[i] = all[i];
}

void pitch_at(const pitch *p, double theta, pitch_point *out) {
    plane_vec P[4];
    lift_value s = lift_at(&p->lift, theta);
    curve(p, theta, &s, 3, P);
    double v = sqrt(dot(P[1], P[1])), v1 = dot(P[1], P[2]) / v, i3 = 1 / (v * v * v);
    double area = cross(P[1], P[2]), area1 = cross(P[1], P[3]);
    out->s = s;
    out->P = P[0];
    out->t = plane(P[1].x / v, P[1].y / v);
    out->n = plane(-p->sense * out->t.y, p->sense * out->t.x);
    out->speed = v;
    out->speed_rate = v1;
    out->k = -p->sense * area * i3;
    out->dk = -p->sense * (area1 - 3 * area * v1 / v) * i3;
}

pitch_centre pitch_centre_at(const pitch *p, double s) {
    if (!p->swings) return (pitch_centre){plane(p->start + s, p->offset), plane(1, 0), 1};
    double g = p->angle0 + p->per_lift * s, cg = cos(g), sg = sin(g);
    return (pitch_centre){plane(p->pivot - p->arm * cg, p->arm * sg), plane(sg, cg), p->arm * p->per_lift};
}

/* ---- bounds ---- */
static double signed_curvature(const pitch *p, double theta, double sign) {
    plane_vec P[3];
    pitch_jet2(p, theta, P);
    double vv = dot(P[1], P[1]);
    return -sign * p->sense * cross(P[1], P[2]) / (vv * sqrt(vv));
}

double pitch_sharpest(const pitch *p, double sign, double *theta) {
    enum { SAMPLES = 1440 };
    double step = p->lift.period / SAMPLES, best = -HUGE_VAL, at = 0;
    for (int i = 0; i < SAMPLES; i++) {
        double k = signed_curvature(p, i * step, sign);
        if (k > best) best = k, at = i * step;
    }
    double low = at - step, high = at + step; /* golden section */
    for (int i = 0; i < 60; i++) {
        double a = high - 0.6180339887498949 * (high - low), b = low + 0.6180339887498949 * (high - low);
        double ka = signed_curvature(p, a, sign), kb = signed_curvature(p, b, sign);
        if (ka > best) best = ka, at = a;
        if (kb > best) best = kb, at = b;
        if (ka > kb)
            high = b;
        else
            low = a;
    }
    if (theta) *theta = at - p->lift.period * floor(at / p->lift.period);
    return sign * best;
}

/* ---- making ---- */
static bool good(double x) { return x > 0 && isfinite(x); }

static abut_status place_translating(const abut_cam *d, pitch *p, abut_message *m) {
    if (!(fabs(d->offset) < p->base))
        return say_at(m, "offset", ABUT_BAD_VALUE, "offset: below base_radius + roller_radius, %g m, in size, got %g m",
                      p->base, d->offset);
    p->offset = d->offset;
    p->start = sqrt((p->base - d->offset) * (p->base + d->offset));
    if (!(p->start + lift_least(&p->lift) > 0))
        return say_at(m, "lift", ABUT_BAD_VALUE, "the lift falls to %g m: the roller would reach the cam's axis",
                      lift_least(&p->lift));
    return ABUT_OK;
}

static abut_status place_swinging(const abut_cam *d, pitch *p, abut_message *m) {
    double a = d->pivot_distance, l = d->arm, r = p->base, lever = d->lever == 0 ? l : d->lever;
    if (!good(a) || !good(l) || !good(lever))
        return say_at(m,
                      !good(a)   ? "pivot_distance"
                      : !good(l) ? "arm"
                                 : "lever",
                      ABUT_BAD_VALUE,
                      "a swinging follower needs a positive pivot_distance, arm and lever, got %g, %g and %g m", a, l,
                      lever);
    if (!(fabs(a - l) < r && r < a + l))
        return say_at(
            m, "arm", ABUT_BAD_VALUE,
            "an arm of %g m on a pivot %g m from the cam's axis does not reach the roller's place, %g m from it", l, a,
            r);
    p->swings = true;
    p->pivot = a;
    p->arm = l;
    p->per_lift = 1 / lever;
    p->angle0 = acos((a * a + l * l - r * r) / (2 * a * l));
    double low = p->angle0 + lift_least(&p->lift) / lever, high = p->angle0 + lift_most(&p->lift) / lever;
    if (!(low > 0 && high < 0.5 * TWO_PI))
        return say_at(
            m, "lift", ABUT_BAD_VALUE,
            "the lift turns the lever from %g to %g rad against the line to the cam's axis: 0 to pi is possible", low,
            high);
    return ABUT_OK;
}

static abut_status place(const abut_cam *def, pitch *p, abut_message *message) {
    p->roller = def->roller_radius;
    p->base = def->base_radius + def->roller_radius;
    p->phase = def->phase;
    p->sense = def->clockwise ? -1 : 1;
    return def->follower == ABUT_SWINGING ? place_swinging(def, p, message) : place_translating(def, p, message);
}

/* With the same base circle a smaller roller has another pitch curve. */
static double largest_roller(const abut_cam *def, pitch *p) {
    double low = 0, high = def->roller_radius;
    abut_cam tried = *def;
    for (int i = 0; i < 50; i++) {
        tried.roller_radius = 0.5 * (low + high);
        if (!place(&tried, p, NULL) && pitch_sharpest(p, 1, NULL) * tried.roller_radius < 1)
            low = tried.roller_radius;
        else
            high = tried.roller_radius;
    }
    return low;
}

static abut_status check_undercut(const abut_cam *def, pitch *p, abut_message *m) {
    double theta, k = pitch_sharpest(p, 1, &theta);
    if (!isfinite(k)) return say_at(m, "lift", ABUT_BAD_VALUE, "the pitch curve has no curvature that is a number");
    if (k * p->roller < 1 - 1e-9) return ABUT_OK;
    double most = largest_roller(def, p);
    return say_at(
        m, "roller_radius", ABUT_BAD_VALUE,
        "roller_radius %g m undercuts the contour at %.4g deg of the lift, where the pitch curve has a radius of "
        "%g m; on this base circle the largest roller has %.4g m",
        def->roller_radius, theta * 360 / TWO_PI, 1 / k, most);
}

abut_status pitch_make(const abut_cam *def, pitch *out, abut_message *message) {
    *out = (pitch){0};
    if (!good(def->base_radius) || !good(def->roller_radius) || !isfinite(def->phase) || !isfinite(def->offset))
        return say_at(
            message,
            !good(def->base_radius)     ? "base_radius"
            : !good(def->roller_radius) ? "roller_radius"
            : !isfinite(def->phase)     ? "phase"
                                        : "offset",
            ABUT_BAD_VALUE,
            "base_radius and roller_radius must be positive, phase and offset finite, got %g m, %g m, %g rad, "
            "%g m",
            def->base_radius, def->roller_radius, def->phase, def->offset);
    abut_status s = lift_make(&def->lift, &out->lift, message);
    if (!s) s = place(def, out, message);
    if (!s) s = check_undercut(def, out, message);
    if (s) pitch_free(out);
    return s;
}

void pitch_free(pitch *p) {
    lift_free(&p->lift);
    *p = (pitch){0};
}
