/* Ellipsoid with semi-axes a, b, c along x, y, z: f = (s/2) (x^2/a^2 + y^2/b^2 + z^2/c^2 - 1) with the constant
 * s = (a b c)^(1/3), which makes |grad f| of order one. The point with outward normal n is A^2 n/sqrt(n A^2 n). */
#include <math.h>

#include "abut/extend.h"
#include "base/constants.h"
#include "base/vec.h"

typedef struct ellipsoid {
    vec3 a2;    /* squared semi-axes, m^2 */
    vec3 scale; /* s/a^2, 1/m */
    double s;   /* m */
    abut_extent extent;
} ellipsoid;

static double smaller(double a, double b) { return a < b ? a : b; }
static double larger(double a, double b) { return a > b ? a : b; }

static abut_status init(void *self, const abut_args *args) {
    ellipsoid *e = self;
    double a = abut_arg(args, "a"), b = abut_arg(args, "b"), c = abut_arg(args, "c");
    double low = smaller(a, smaller(b, c)), high = larger(a, larger(b, c));
    if (high > 1e6 * low)
        return abut_refuse_at(args, "a", ABUT_BAD_VALUE, "semi-axes %g, %g, %g differ by more than 1e6", a, b, c);
    e->a2 = v3(a * a, b * b, c * c);
    e->s = cbrt(a) * cbrt(b) * cbrt(c);
    e->scale = v3(e->s / e->a2.x, e->s / e->a2.y, e->s / e->a2.z);
    double middle = larger(smaller(a, b), smaller(larger(a, b), c));
    e->extent = (abut_extent){.bound = high, .size = low * low / high, .k_max_sup = high / (low * low)};
    /* the larger axis' tip has curvatures high/middle^2 and high/low^2: the smaller principal curvature is nowhere larger */
    e->extent.k_min_sup = high / (middle * middle);
    return ABUT_OK;
}

static abut_extent extent(const void *self) { return ((const ellipsoid *)self)->extent; }

static abut_status jet(const void *self, const abut_vec3 *at, int order, abut_jet *out) {
    const abut_vec3 y = *at;
    const ellipsoid *e = self;
    out->g = v3(e->scale.x * y.x, e->scale.y * y.y, e->scale.z * y.z);
    out->f = 0.5 * (v3_dot(out->g, y) - e->s);
    if (order < 2) return ABUT_OK;
    out->H[0] = e->scale.x;
    out->H[1] = e->scale.y;
    out->H[2] = e->scale.z;
    out->H[3] = out->H[4] = out->H[5] = 0;
    for (int k = 0; order > 2 && k < 10; k++) out->T[k] = 0;
    return ABUT_OK;
}

static abut_status support(const void *self, const abut_vec3 *normal, abut_vec3 *y) {
    const abut_vec3 n = *normal;
    const ellipsoid *e = self;
    vec3 w = v3(e->a2.x * n.x, e->a2.y * n.y, e->a2.z * n.z);
    *y = v3_scale(1 / sqrt(v3_dot(w, n)), w);
    return ABUT_OK;
}

/* V = 4/3 pi a b c, I_xx = V (b^2 + c^2)/5; s^3 = a b c */
static abut_status solid(const void *self, double *volume, abut_vec3 *centre, double inertia[6]) {
    const ellipsoid *e = self;
    *volume = BALL_VOLUME * e->s * e->s * e->s;
    *centre = v3(0, 0, 0);
    inertia[0] = 0.2 * *volume * (e->a2.y + e->a2.z);
    inertia[1] = 0.2 * *volume * (e->a2.x + e->a2.z);
    inertia[2] = 0.2 * *volume * (e->a2.x + e->a2.y);
    inertia[3] = inertia[4] = inertia[5] = 0;
    return ABUT_OK;
}

static bool quadric(const void *self, abut_quadric *out) {
    const ellipsoid *e = self;
    *out = (abut_quadric){.M = {e->scale.x, e->scale.y, e->scale.z}, .at = -0.5 * e->s};
    return true;
}

#define SEMI_AXIS(letter)                                                                                              \
    {                                                                                                                  \
        .name = #letter, .unit = "m", .required = true, .low = 0, .high = INFINITY, .open = true,                      \
        .meaning = "semi-axis " #letter                                                                                \
    }
static const abut_param_info params[] = {SEMI_AXIS(a), SEMI_AXIS(b), SEMI_AXIS(c), {0}};

static const abut_choice examples[] = {
    {"ellipsoid", {{.name = "a", .value = 0.03}, {.name = "b", .value = 0.02}, {.name = "c", .value = 0.015}}},
    {0},
};

const abut_surface_type surface_ellipsoid = {
    .type = {"surface", "ellipsoid", "ellipsoid with semi-axes a, b, c along x, y, z", params, examples},
    .size = sizeof(ellipsoid),
    .init = init,
    .extent = extent,
    .jet = jet,
    .support = support,
    .solid = solid,
    .quadric = quadric,
    .drawing = ABUT_DRAWN_NORMALS,
};
