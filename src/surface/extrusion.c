/* Surface that runs on along z without end, over an outline in the plane x, y: a cam disc or a straight rib.
 *
 * Closed outline (forms polar and points): R(phi) a periodic C2 cubic spline, star-shaped about the origin,
 *     f = s (rho - R(phi)),  rho = sqrt(x^2 + y^2),  phi = atan2(y, x).                                             (1)
 * Open outline (form graph): g(x) a C2 cubic spline, material below,
 *     f = s (y - g(x)).                                                                                             (2)
 * s = +1 for the side outside, -1 for the side inside.
 *
 * With e = (cos phi, sin phi), t = (-sin phi, cos phi) one has d_k = e_k d/drho + t_k/rho d/dphi, de/dphi = t,
 * dt/dphi = -e, and from (1), for s = 1,
 *     f_i   = e_i - R'/rho t_i
 *     f_ij  = (1/rho - R''/rho^2) t_i t_j + R'/rho^2 (e_i t_j + t_i e_j)
 *     f_ijk = (2 R' - R''')/rho^3 t_i t_j t_k + (2 R''/rho^3 - 1/rho^2) [e t t] - 2 R'/rho^3 [e e t]                (3)
 * where [.] is the sum over the three places of the odd factor.
 * Curvature of the outline, convex positive (s = 1):
 *     polar  k = (R^2 + 2 R'^2 - R R'')/(R^2 + R'^2)^(3/2),    graph  k = -g''/(1 + g'^2)^(3/2).                    (4)
 *
 * Valid off the axis rho = 0 (closed) and for x within the data (open). Third derivatives of the spline jump at the
 * points: the curvature is continuous along the outline, its rate is not. */
#include <math.h>
#include <stdlib.h>

#include "abut/extend.h"
#include "base/constants.h"
#include "base/plane.h"
#include "base/vec.h"
#include "numeric/spline.h"

enum { POLAR, GRAPH, POINTS }; /* in the order of the words of `form` */

typedef struct extrusion {
    spline outline;
    bool open;      /* (2), not (1) */
    double side;    /* s */
    double rho_min; /* m, nearer to the axis f of (1) is not defined */
    abut_extent extent;
} extrusion;

/* (4) */
static double bend_polar(const spline_value *v) {
    double q = v->y * v->y + v->d1 * v->d1;
    return (q + v->d1 * v->d1 - v->y * v->d2) / (q * sqrt(q));
}
static double bend_graph(const spline_value *v) { return -v->d2 / pow(1 + v->d1 * v->d1, 1.5); }

/* The other principal curvature is 0, along z. */
static abut_extent measure(const extrusion *self, double length) {
    spline_bounds k = spline_bounds_of(&self->outline, self->open ? bend_graph : bend_polar);
    double sup = self->side > 0 ? k.high : -k.low;
    double steepest = fmax(fabs(k.low), fabs(k.high));
    double size = fmin(fmax(1 / steepest, 1e-6 * length), length);
    return (abut_extent){HUGE_VAL, size, fmin(sup, 0), fmax(sup, 0)};
}

/* ---- outlines by points ------------------------------------------------------------------------------------------ */
static abut_status check_point(const abut_args *args, const double *p, size_t i) {
    if (!isfinite(p[0]) || !isfinite(p[1]))
        return abut_refuse_at(args, "profile", ABUT_BAD_VALUE, "profile: point %zu holds a number that is not finite",
                              i + 1);
    if (!(plane_length(p[0], p[1]) > 0))
        return abut_refuse_at(args, "profile", ABUT_BAD_VALUE,
                              "profile: point %zu is the origin, which must lie within the outline", i + 1);
    return ABUT_OK;
}

/* Angle from p to q about the origin, in (-pi, pi]. */
static double angle_between(const double *p, const double *q) {
    return atan2(p[0] * q[1] - p[1] * q[0], p[0] * q[0] + p[1] * q[1]);
}

static void reverse_pairs(double *pairs, size_t points) {
    for (size_t i = 0, j = points - 1; i < j; i++, j--)
        for (int k = 0; k < 2; k++) {
            double keep = pairs[2 * i + (size_t)k];
            pairs[2 * i + (size_t)k] = pairs[2 * j + (size_t)k];
            pairs[2 * j + (size_t)k] = keep;
        }
}

/* Points x, y to pairs angle, radius with increasing angles. Each step must go the same way round the origin, and
 * all of them together once. */
static abut_status to_polar(const abut_args *args, const double *xy, size_t points, double *polar) {
    double start = atan2(xy[1], xy[0]), phi = start;
    double way = angle_between(xy, xy + 2) > 0 ? 1 : -1;
    for (size_t i = 0; i < points; i++) {
        size_t next = (i + 1) % points;
        const double *p = xy + 2 * i;
        double step = way * angle_between(p, xy + 2 * next);
        if (!(step > 0) || step > 0.49999 * TWO_PI)
            return abut_refuse_at(
                args, "profile", ABUT_BAD_VALUE,
                "profile: the outline is not star-shaped about the origin or its points are out of order: "
                "from point %zu to point %zu it does not go on round the origin",
                i + 1, next + 1);
        polar[2 * i] = phi;
        polar[2 * i + 1] = plane_length(p[0], p[1]);
        phi += way * step;
    }
    if (fabs(phi - start) > 1.5 * TWO_PI)
        return abut_refuse_at(args, "profile", ABUT_BAD_VALUE,
                              "profile: the outline goes %.0f times round the origin; it must do so once",
                              fabs(phi - start) / TWO_PI);
    if (way < 0) reverse_pairs(polar, points);
    return ABUT_OK;
}

static bool closes(const double *xy, size_t points) {
    const double *last = xy + 2 * (points - 1);
    return plane_length(last[0] - xy[0], last[1] - xy[1]) <= 1e-12 * plane_length(xy[0], xy[1]);
}

/* ---- making ------------------------------------------------------------------------------------------------------ */
static abut_status make_polar(extrusion *self, const abut_args *args, const double *pairs, size_t points) {
    for (size_t i = 0; i < points; i++)
        if (pairs[2 * i + 1] <= 0)
            return abut_refuse_at(args, "profile", ABUT_BAD_VALUE,
                                  "profile: the radius must be positive, got %g m at the angle %g rad",
                                  pairs[2 * i + 1], pairs[2 * i]);
    double span = points ? pairs[2 * points - 2] - pairs[0] : 0;
    if (span > TWO_PI * (1 + 1e-9))
        return abut_refuse_at(args, "profile", ABUT_BAD_VALUE,
                              "profile: the angles span %g rad, more than one turn; are they in degrees?", span);
    abut_message why = {0};
    spline_def def = {SPLINE_PERIODIC, points, pairs, pairs + 1, 2, TWO_PI};
    abut_status s = spline_make(&def, &self->outline, &why);
    if (s) return abut_refuse_at(args, "profile", s, "profile: %s", why.text);
    double phi = 0;
    spline_bounds radius = spline_range(&self->outline, &phi);
    if (!(radius.low > 0)) {
        spline_free(&self->outline);
        return abut_refuse_at(
            args, "profile", ABUT_BAD_VALUE,
            "profile: between its points the spline falls to the radius %g m at the angle %g rad; give more "
            "points there",
            radius.low, phi);
    }
    self->rho_min = 1e-9 * radius.low;
    self->extent = measure(self, radius.high);
    return ABUT_OK;
}

static abut_status make_points(extrusion *self, const abut_args *args, const double *xy, size_t points) {
    abut_status s = ABUT_OK;
    for (size_t i = 0; i < points && !s; i++) s = check_point(args, xy + 2 * i, i);
    if (s) return s;
    if (points > 1 && closes(xy, points)) points--;
    if (points < 4)
        return abut_refuse_at(args, "profile", ABUT_BAD_VALUE,
                              "profile: an outline needs at least 4 different points, got %zu", points);
    double *polar = calloc(2 * points, sizeof *polar);
    if (!polar) return abut_refuse(args, ABUT_NO_MEMORY, "out of memory");
    s = to_polar(args, xy, points, polar);
    if (!s) s = make_polar(self, args, polar, points);
    free(polar);
    return s;
}

static abut_status make_graph(extrusion *self, const abut_args *args, const double *pairs, size_t points) {
    abut_message why = {0};
    self->open = true;
    spline_def def = {.count = points, .x = pairs, .y = pairs + 1, .stride = 2};
    abut_status s = spline_make(&def, &self->outline, &why);
    if (s) return abut_refuse_at(args, "profile", s, "profile: %s", why.text);
    self->extent = measure(self, spline_end(&self->outline) - spline_start(&self->outline));
    return ABUT_OK;
}

static abut_status init(void *to, const abut_args *args) {
    extrusion *self = to;
    size_t count;
    const double *pairs = abut_arg_data(args, "profile", &count);
    if (count % 2)
        return abut_refuse_at(args, "profile", ABUT_BAD_VALUE, "profile: pairs are needed, got %zu numbers", count);
    self->side = abut_arg_word(args, "side") == 0 ? 1 : -1;
    switch (abut_arg_word(args, "form")) {
    case GRAPH:
        return make_graph(self, args, pairs, count / 2);
    case POINTS:
        return make_points(self, args, pairs, count / 2);
    default:
        return make_polar(self, args, pairs, count / 2);
    }
}

static void drop(void *self) { spline_free(&((extrusion *)self)->outline); }

static abut_extent extent(const void *self) { return ((const extrusion *)self)->extent; }

/* ---- evaluation -------------------------------------------------------------------------------------------------- */
static void clear_above_first(int order, abut_jet *out) {
    for (int k = 0; k < 6 && order > 1; k++) out->H[k] = 0;
    for (int k = 0; k < 10 && order > 2; k++) out->T[k] = 0;
}

/* (2) */
static abut_status jet_graph(const extrusion *self, vec3 p, int order, abut_jet *out) {
    spline_value g;
    double s = self->side;
    if (!isfinite(p.y) || !spline_eval(&self->outline, p.x, &g)) return ABUT_OUTSIDE_DOMAIN;
    out->f = s * (p.y - g.y);
    out->g = v3(-s * g.d1, s, 0);
    clear_above_first(order, out);
    if (order > 1) out->H[0] = -s * g.d2;
    if (order > 2) out->T[0] = -s * g.d3;
    return ABUT_OK;
}

/* Third part of (3) in x, y: ttt, ett, eet are the factors of the three terms. */
static void third_from_polar(double c, double d, double ttt, double ett, double eet, double T[10]) {
    double ex = c, ey = d, tx = -d, ty = c;
    T[0] = ttt * tx * tx * tx + 3 * ett * ex * tx * tx + 3 * eet * ex * ex * tx;
    T[1] = ttt * ty * ty * ty + 3 * ett * ey * ty * ty + 3 * eet * ey * ey * ty;
    T[3] = ttt * tx * tx * ty + ett * (ey * tx * tx + 2 * ex * tx * ty) + eet * (ex * ex * ty + 2 * ex * ey * tx);
    T[5] = ttt * ty * ty * tx + ett * (ex * ty * ty + 2 * ey * ty * tx) + eet * (ey * ey * tx + 2 * ey * ex * ty);
}

/* (1), (3) */
static abut_status jet_polar(const extrusion *self, vec3 p, int order, abut_jet *out) {
    spline_value R;
    double rho = plane_length(p.x, p.y), s = self->side;
    if (!(rho > self->rho_min) || !isfinite(rho)) return ABUT_OUTSIDE_DOMAIN;
    if (!spline_eval(&self->outline, atan2(p.y, p.x), &R)) return ABUT_OUTSIDE_DOMAIN;
    double c = p.x / rho, d = p.y / rho, r2 = rho * rho, r3 = r2 * rho;
    double slope = R.d1 / rho;
    out->f = s * (rho - R.y);
    out->g = v3(s * (c + slope * d), s * (d - slope * c), 0);
    clear_above_first(order, out);
    if (order < 2) return ABUT_OK;
    double tt = s * (1 / rho - R.d2 / r2), et = s * R.d1 / r2;
    out->H[0] = tt * d * d - 2 * et * c * d;
    out->H[1] = tt * c * c + 2 * et * c * d;
    out->H[3] = -tt * c * d + et * (c * c - d * d);
    if (order < 3) return ABUT_OK;
    third_from_polar(c, d, s * (2 * R.d1 - R.d3) / r3, s * (2 * R.d2 / r3 - 1 / r2), -2 * s * R.d1 / r3, out->T);
    return ABUT_OK;
}

static abut_status jet(const void *me, const abut_vec3 *at, int order, abut_jet *out) {
    const vec3 p = *at;
    const extrusion *self = me;
    return self->open ? jet_graph(self, p, order, out) : jet_polar(self, p, order, out);
}

static const abut_param_info params[] = {
    {.name = "profile",
     .kind = ABUT_TABLE,
     .unit = "m",
     .required = true,
     .meaning =
         "at least four points of the outline as pairs, joined by a smooth (cubic spline) curve; what a pair holds "
         "is said by form, and the first point of a closed outline may be repeated as the last"},
    {.name = "form",
     .kind = ABUT_WORD,
     .unit = "1",
     .words = "polar|graph|points",
     .meaning =
         "polar: a closed outline as angle (rad, increasing, one turn) and radius; graph: an open outline as x "
         "(increasing) and y with the material below; points: a closed outline as x, y, in order round the origin "
         "either way, each direction from the origin meeting it once"},
    {.name = "side",
     .kind = ABUT_WORD,
     .unit = "1",
     .words = "outside|inside",
     .meaning =
         "which side touches: outside for a cam disc or the upper side of a graph, inside for a hole of that outline "
         "or the lower side of a graph"},
    {0},
};

/* an oval cam: angle and radius */
static const double cam[] = {0.0,    0.030,  0.5236, 0.0295, 1.0472, 0.0285, 1.5708, 0.028,
                             2.0944, 0.0285, 2.6180, 0.0295, 3.1416, 0.030,  3.6652, 0.0295,
                             4.1888, 0.0285, 4.7124, 0.028,  5.2360, 0.0285, 5.7596, 0.0295};
static const abut_choice examples[] = {
    {"extrusion", {{.name = "profile", .data = cam, .count = sizeof cam / sizeof cam[0]}}},
    {0},
};

const abut_surface_type surface_extrusion = {
    .type = {"surface", "extrusion", "surface with a smooth outline in x, y that runs on along z without end", params,
             examples},
    .size = sizeof(extrusion),
    .init = init,
    .extent = extent,
    .jet = jet,
    .has_axis = true,
    .axis = {0, 0, 1},
    .drop = drop,
    .drawing = ABUT_DRAWN_OUTLINE,
};
