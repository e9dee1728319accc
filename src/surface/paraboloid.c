/* Paraboloid z = P x^2 + Q y^2 with its material above: f = P x^2 + Q y^2 - z. Convex for P, Q > 0, a saddle or a hollow
 * otherwise. At the vertex the principal curvatures are 2P and 2Q. */
#include <math.h>

#include "abut/extend.h"
#include "base/vec.h"

typedef struct paraboloid {
    double P, Q;
} paraboloid;

static abut_status init(void *self, const abut_args *args) {
    paraboloid *p = self;
    *p = (paraboloid){abut_arg(args, "P"), abut_arg(args, "Q")};
    if (p->P == 0 && p->Q == 0) return abut_refuse_at(args, "P", ABUT_BAD_VALUE, "P and Q are both zero: use a plane");
    return ABUT_OK;
}

static abut_extent extent(const void *self) {
    const paraboloid *p = self;
    double low = p->P < p->Q ? p->P : p->Q, high = p->P < p->Q ? p->Q : p->P;
    double most = fabs(low) > fabs(high) ? fabs(low) : fabs(high);
    return (abut_extent){.bound = INFINITY,
                         .size = 0.5 / most,
                         .k_min_sup = low > 0 ? 2 * low : 0,
                         .k_max_sup = high > 0 ? 2 * high : 0};
}

static abut_status jet(const void *self, const abut_vec3 *at, int order, abut_jet *out) {
    const abut_vec3 y = *at;
    const paraboloid *p = self;
    (void)order;
    *out = (abut_jet){.f = p->P * y.x * y.x + p->Q * y.y * y.y - y.z,
                      .g = {2 * p->P * y.x, 2 * p->Q * y.y, -1},
                      .H = {2 * p->P, 2 * p->Q, 0, 0, 0, 0}};
    return ABUT_OK;
}

/* grad f is along n where 2 P x = -n_x/n_z, 2 Q y = -n_y/n_z. */
static abut_status support(const void *self, const abut_vec3 *normal, abut_vec3 *y) {
    const abut_vec3 n = *normal;
    const paraboloid *p = self;
    if (!(n.z < 0) || p->P == 0 || p->Q == 0) return ABUT_OUTSIDE_DOMAIN;
    double x = -n.x / (2 * p->P * n.z), w = -n.y / (2 * p->Q * n.z);
    *y = v3(x, w, p->P * x * x + p->Q * w * w);
    return v3_finite(*y) ? ABUT_OK : ABUT_OUTSIDE_DOMAIN;
}

static bool quadric(const void *self, abut_quadric *out) {
    const paraboloid *p = self;
    *out = (abut_quadric){.M = {2 * p->P, 2 * p->Q}, .v = {0, 0, -1}};
    return true;
}

static const abut_param_info params[] = {
    {.name = "P",
     .unit = "1/m",
     .required = true,
     .low = -INFINITY,
     .high = INFINITY,
     .open = true,
     .meaning = "coefficient of x^2"},
    {.name = "Q",
     .unit = "1/m",
     .required = true,
     .low = -INFINITY,
     .high = INFINITY,
     .open = true,
     .meaning = "coefficient of y^2"},
    {0},
};

static const abut_choice examples[] = {
    {"paraboloid", {{.name = "P", .value = 20.0}, {.name = "Q", .value = 50.0}}},
    {0},
};

const abut_surface_type surface_paraboloid = {
    .type = {"surface", "paraboloid", "z = P x^2 + Q y^2, material above", params, examples},
    .size = sizeof(paraboloid),
    .init = init,
    .extent = extent,
    .jet = jet,
    .support = support,
    .quadric = quadric,
    .drawing = ABUT_DRAWN_DISH,
};
