/* Body of revolution about z with the profile R(z), a C2 cubic spline through given points.
 *
 *     f = s (rho - R(z)),  rho = sqrt(x^2 + y^2),  s = +1 for a shaft or roller, -1 for a bore.                     (1)
 *
 * Principal curvatures of the convex side, along the meridian and along the hoop:
 *     k_m = -R''/(1 + R'^2)^(3/2),  k_h = 1/(R sqrt(1 + R'^2)).                                                     (2)
 *
 * Valid for z within the profile and off the axis. The third derivative of the spline jumps at the points, so the
 * curvature is continuous along the profile and its rate is not. |grad f| = sqrt(1 + R'^2) on the surface. */
#include <math.h>

#include "axial.h"
#include "base/constants.h"
#include "base/plane.h"
#include "numeric/spline.h"

typedef struct revolution {
    spline profile;
    double side;    /* +1 material inside the surface, -1 outside */
    double rho_min; /* m, nearer to the axis f is not defined */
    abut_extent extent;
} revolution;

/* (2) */
static double meridian(const spline_value *v) { return -v->d2 / pow(1 + v->d1 * v->d1, 1.5); }
static double hoop(const spline_value *v) { return 1 / (v->y * sqrt(1 + v->d1 * v->d1)); }
static double smaller(const spline_value *v) { return fmin(meridian(v), hoop(v)); }
static double larger(const spline_value *v) { return fmax(meridian(v), hoop(v)); }

static abut_extent measure(const spline *profile, double side, double r_max) {
    spline_bounds small = spline_bounds_of(profile, smaller), large = spline_bounds_of(profile, larger);
    double bound = plane_length(fmax(fabs(spline_start(profile)), fabs(spline_end(profile))), r_max);
    double steepest = fmax(fabs(small.low), large.high);
    abut_extent e = {bound, fmin(fmax(1 / steepest, 1e-6 * bound), bound), small.high, large.high};
    if (side < 0) { /* a bore: the curvatures change sign and so places */
        e.k_min_sup = -large.low;
        e.k_max_sup = -small.low;
    }
    return e;
}

static abut_status check_radius(const abut_args *args, const double *pairs, size_t points) {
    for (size_t i = 0; i < points; i++)
        if (pairs[2 * i + 1] <= 0)
            return abut_refuse_at(args, "profile", ABUT_BAD_VALUE,
                                  "profile: the radius must be positive, got %g m at z = %g m", pairs[2 * i + 1],
                                  pairs[2 * i]);
    return ABUT_OK;
}

static abut_status check_between(const abut_args *args, const spline *profile, spline_bounds *radius) {
    double z = 0;
    *radius = spline_range(profile, &z);
    if (radius->low > 0) return ABUT_OK;
    return abut_refuse_at(
        args, "profile", ABUT_BAD_VALUE,
        "profile: between its points the spline falls to the radius %g m at z = %g m; give more points there",
        radius->low, z);
}

static abut_status init(void *to, const abut_args *args) {
    revolution *self = to;
    size_t count;
    const double *pairs = abut_arg_data(args, "profile", &count);
    if (count % 2)
        return abut_refuse_at(args, "profile", ABUT_BAD_VALUE,
                              "profile: pairs of z and radius are needed, got %zu numbers", count);
    abut_status s = check_radius(args, pairs, count / 2);
    if (s) return s;
    abut_message why = {0};
    s = spline_make(&(spline_def){.count = count / 2, .x = pairs, .y = pairs + 1, .stride = 2}, &self->profile, &why);
    if (s) return abut_refuse_at(args, "profile", s, "profile: %s", why.text);
    spline_bounds radius;
    if ((s = check_between(args, &self->profile, &radius))) {
        spline_free(&self->profile);
        return s;
    }
    self->side = abut_arg_word(args, "side") == 0 ? 1 : -1;
    self->rho_min = 1e-9 * radius.low;
    self->extent = measure(&self->profile, self->side, radius.high);
    return ABUT_OK;
}

static void drop(void *self) { spline_free(&((revolution *)self)->profile); }

static abut_extent extent(const void *self) { return ((const revolution *)self)->extent; }

static abut_status jet(const void *me, const abut_vec3 *at, int order, abut_jet *out) {
    const vec3 p = *at;
    const revolution *self = me;
    spline_value R;
    double rho = plane_length(p.x, p.y), s = self->side;
    if (!(rho > self->rho_min) || !isfinite(rho) || !spline_eval(&self->profile, p.z, &R)) return ABUT_OUTSIDE_DOMAIN;
    /* (1) */
    out->f = s * (rho - R.y);
    axial_jet(p.x / rho, p.y / rho, rho, &(axial){.r = s, .z = -s * R.d1, .zz = -s * R.d2, .zzz = -s * R.d3}, order,
              out);
    return ABUT_OK;
}

/* Integrals over z of pi R^2, pi z R^2, pi z^2 R^2, pi R^4, with z from `zero`. Seven Gauss points in each segment are exact:
 * R^4 is of degree 12. */
static void moments(const spline *profile, double zero, double out[4]) {
    static const double node[] = {0, 0.405845151377397166907, 0.741531185599394439864, 0.949107912342758524526};
    static const double weight[] = {0.417959183673469387755, 0.381830050505118944950, 0.279705391489276667901,
                                    0.129484966168869693271};
    for (int k = 0; k < 4; k++) out[k] = 0;
    for (size_t i = 0; i < profile->segments; i++) {
        const double *c = profile->c + 4 * i;
        double half = 0.5 * (profile->knots[i + 1] - profile->knots[i]);
        for (int k = -3; k <= 3; k++) {
            double t = half * (1 + (k < 0 ? -node[-k] : node[k])), R = c[0] + t * (c[1] + t * (c[2] + t * c[3]));
            double z = profile->knots[i] + t - zero, disc = PI * half * weight[k < 0 ? -k : k] * R * R;
            out[0] += disc;
            out[1] += disc * z;
            out[2] += disc * z * z;
            out[3] += disc * R * R;
        }
    }
}

/* A shaft or roller closed by flat ends: a disc of the thickness dz has the moments of inertia pi R^4/2 dz about z and
 * pi R^4/4 dz about its diameter. */
static abut_status solid(const void *me, double *volume, abut_vec3 *centre, double inertia[6]) {
    const revolution *self = me;
    double middle = 0.5 * (spline_start(&self->profile) + spline_end(&self->profile)), I[4];
    if (self->side < 0) return ABUT_MISSING;
    moments(&self->profile, middle, I);
    *volume = I[0];
    *centre = v3(0, 0, middle + I[1] / I[0]);
    moments(&self->profile, centre->z, I);
    inertia[0] = inertia[1] = I[2] + 0.25 * I[3];
    inertia[2] = 0.5 * I[3];
    inertia[3] = inertia[4] = inertia[5] = 0;
    return ABUT_OK;
}

static const abut_param_info params[] = {
    {.name = "profile",
     .kind = ABUT_TABLE,
     .unit = "m",
     .required = true,
     .meaning =
         "at least four points of the profile as pairs z, radius in increasing order of z; a smooth (cubic spline) "
         "curve joins them, and the surface ends with the first and the last"},
    {.name = "side",
     .kind = ABUT_WORD,
     .unit = "1",
     .words = "outside|inside",
     .meaning = "which side touches: outside for a shaft or crowned roller, inside for a bore"},
    {0},
};

/* a barrel-shaped roller and a waisted bore */
static const double roller[] = {-0.02, 0.009, -0.01, 0.0098, 0.0, 0.01, 0.01, 0.0098, 0.02, 0.009};
static const double bore[] = {-0.03, 0.065, -0.015, 0.062, 0.0, 0.06, 0.015, 0.062, 0.03, 0.065};
static const abut_choice examples[] = {
    {"revolution", {{.name = "profile", .data = roller, .count = sizeof roller / sizeof roller[0]}}},
    {"revolution",
     {{.name = "profile", .data = bore, .count = sizeof bore / sizeof bore[0]}, {.name = "side", .text = "inside"}}},
    {0},
};

const abut_surface_type surface_revolution = {
    .type = {"surface", "revolution", "body of revolution about z with a smooth profile through given points", params,
             examples},
    .size = sizeof(revolution),
    .init = init,
    .extent = extent,
    .jet = jet,
    .has_axis = true,
    .axis = {0, 0, 1},
    .drop = drop,
    .solid = solid,
    .drawing = ABUT_DRAWN_ROUND,
};
