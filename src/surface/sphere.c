/* Sphere of radius R about the origin: f = +-(|y| - R), a signed distance. */
#include <math.h>

#include "abut/extend.h"
#include "base/constants.h"
#include "base/vec.h"
#include "surface.h"

typedef struct sphere {
    double R, side; /* side +1: a ball, -1: a spherical cavity */
} sphere;

static abut_status init(void *self, const abut_args *args) {
    *(sphere *)self = (sphere){abut_arg(args, "radius"), abut_arg_word(args, "side") ? -1 : 1};
    return ABUT_OK;
}

static abut_extent extent(const void *self) {
    const sphere *s = self;
    return (abut_extent){.bound = s->R, .size = s->R, .k_min_sup = s->side / s->R, .k_max_sup = s->side / s->R};
}

static abut_status jet(const void *self, const abut_vec3 *at, int order, abut_jet *out) {
    const abut_vec3 y = *at;
    const sphere *s = self;
    double r = v3_norm(y);
    if (r == 0) return ABUT_OUTSIDE_DOMAIN;
    vec3 n = v3_scale(1 / r, y);
    out->f = s->side * (r - s->R);
    out->g = v3_scale(s->side, n);
    if (order < 2) return ABUT_OK;
    double k = s->side / r;
    out->H[0] = k * (1 - n.x * n.x);
    out->H[1] = k * (1 - n.y * n.y);
    out->H[2] = k * (1 - n.z * n.z);
    out->H[3] = -k * n.x * n.y;
    out->H[4] = -k * n.x * n.z;
    out->H[5] = -k * n.y * n.z;
    if (order < 3) return ABUT_OK;
    double t = k / r; /* T_ijk = t (3 n_i n_j n_k - d_ij n_k - d_jk n_i - d_ik n_j) */
    out->T[0] = 3 * t * n.x * (n.x * n.x - 1);
    out->T[1] = 3 * t * n.y * (n.y * n.y - 1);
    out->T[2] = 3 * t * n.z * (n.z * n.z - 1);
    out->T[3] = t * n.y * (3 * n.x * n.x - 1);
    out->T[4] = t * n.z * (3 * n.x * n.x - 1);
    out->T[5] = t * n.x * (3 * n.y * n.y - 1);
    out->T[6] = t * n.z * (3 * n.y * n.y - 1);
    out->T[7] = t * n.x * (3 * n.z * n.z - 1);
    out->T[8] = t * n.y * (3 * n.z * n.z - 1);
    out->T[9] = 3 * t * n.x * n.y * n.z;
    return ABUT_OK;
}

static abut_status foot(const void *self, const abut_vec3 *at, abut_foot *out) {
    const abut_vec3 x = *at;
    const sphere *s = self;
    double r = v3_norm(x);
    vec3 u = r > 0 ? v3_scale(1 / r, x) : v3(0, 0, 1);
    out->distance = s->side * (r - s->R);
    out->y = v3_scale(s->R, u);
    out->n = v3_scale(s->side, u);
    out->d1 = v3_perpendicular(out->n);
    out->k1 = out->k2 = s->side / s->R;
    out->dk1 = out->dk2 = 0;
    return ABUT_OK;
}

static abut_status support(const void *self, const abut_vec3 *normal, abut_vec3 *y) {
    const abut_vec3 n = *normal;
    const sphere *s = self;
    *y = v3_scale(s->side * s->R, n);
    return ABUT_OK;
}

static double ball(const void *self) {
    const sphere *s = self;
    return s->side > 0 ? s->R : 0;
}

/* V = 4/3 pi R^3, I = 2/5 V R^2 */
static abut_status solid(const void *self, double *volume, abut_vec3 *centre, double inertia[6]) {
    const sphere *s = self;
    if (s->side < 0) return ABUT_MISSING;
    *volume = BALL_VOLUME * s->R * s->R * s->R;
    *centre = v3(0, 0, 0);
    for (int i = 0; i < 6; i++) inertia[i] = i < 3 ? 0.4 * *volume * s->R * s->R : 0;
    return ABUT_OK;
}

static const abut_param_info params[] = {
    {.name = "radius", .unit = "m", .required = true, .low = 0, .high = INFINITY, .open = true, .meaning = "radius"},
    {.name = "side",
     .kind = ABUT_WORD,
     .unit = "1",
     .words = "outside|inside",
     .meaning = "outside: a ball; inside: a spherical cavity"},
    {0},
};

static const abut_choice examples[] = {
    {"sphere", {{.name = "radius", .value = 0.01}}},
    {"sphere", {{.name = "radius", .value = 0.03}, {.name = "side", .text = "inside"}}},
    {0},
};

static abut_form form(const void *self) {
    const sphere *s = self;
    return (abut_form){ABUT_FORM_SPHERE, .hollow = s->side < 0, .radius = s->R};
}

/* side (|y|^2 - R^2)/(2 R) */
static bool quadric(const void *self, abut_quadric *out) {
    const sphere *s = self;
    double k = s->side / s->R;
    *out = (abut_quadric){.M = {k, k, k}, .at = -0.5 * s->side * s->R};
    return true;
}

const abut_surface_type surface_sphere = {
    .type = {"surface", "sphere", "sphere about the origin", params, examples},
    .size = sizeof(sphere),
    .init = init,
    .extent = extent,
    .jet = jet,
    .foot = foot,
    .support = support,
    .ball = ball,
    .solid = solid,
    .form = form,
    .quadric = quadric,
    .drawing = ABUT_DRAWN_SPHERE,
};
