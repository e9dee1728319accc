/* Circular cylinder of radius R about z, infinite: f = +-(rho - R), a signed distance. */
#include <math.h>

#include "axial.h"
#include "surface.h"

typedef struct cylinder {
    double R, side; /* side +1: a shaft, -1: a bore */
} cylinder;

static abut_status init(void *self, const abut_args *args) {
    *(cylinder *)self = (cylinder){abut_arg(args, "radius"), abut_arg_word(args, "side") ? -1 : 1};
    return ABUT_OK;
}

static abut_extent extent(const void *self) {
    const cylinder *c = self;
    double k = c->side / c->R;
    return (abut_extent){.bound = INFINITY, .size = c->R, .k_min_sup = k < 0 ? k : 0, .k_max_sup = k > 0 ? k : 0};
}

static abut_status jet(const void *self, const abut_vec3 *at, int order, abut_jet *out) {
    const abut_vec3 y = *at;
    const cylinder *c = self;
    double ex, ey, rho = axial_direction(y, &ex, &ey);
    if (rho == 0) return ABUT_OUTSIDE_DOMAIN;
    out->f = c->side * (rho - c->R);
    axial_jet(ex, ey, rho, &(axial){.r = c->side}, order, out);
    return ABUT_OK;
}

static abut_status foot(const void *self, const abut_vec3 *at, abut_foot *out) {
    const abut_vec3 x = *at;
    const cylinder *c = self;
    double ex, ey;
    double rho = axial_direction(x, &ex, &ey);
    *out = (abut_foot){.distance = c->side * (rho - c->R),

                       .y = {c->R * ex, c->R * ey, x.z},
                       .n = {c->side * ex, c->side * ey, 0},
                       .d1 = {0, 0, 1},
                       .k2 = c->side / c->R};
    return ABUT_OK;
}

static const abut_param_info params[] = {
    {.name = "radius", .unit = "m", .required = true, .low = 0, .high = INFINITY, .open = true, .meaning = "radius"},
    {.name = "side",
     .kind = ABUT_WORD,
     .unit = "1",
     .words = "outside|inside",
     .meaning = "outside: a shaft; inside: a bore"},
    {0},
};

static const abut_choice examples[] = {
    {"cylinder", {{.name = "radius", .value = 0.02}}},
    {"cylinder", {{.name = "radius", .value = 0.05}, {.name = "side", .text = "inside"}}},
    {0},
};

static abut_form form(const void *self) {
    const cylinder *c = self;
    return (abut_form){ABUT_FORM_CYLINDER, .hollow = c->side < 0, .radius = c->R};
}

/* side (x^2 + y^2 - R^2)/(2 R) */
static bool quadric(const void *self, abut_quadric *out) {
    const cylinder *c = self;
    double k = c->side / c->R;
    *out = (abut_quadric){.M = {k, k, 0}, .at = -0.5 * c->side * c->R};
    return true;
}

const abut_surface_type surface_cylinder = {
    .type = {"surface", "cylinder", "circular cylinder about z, infinite", params, examples},
    .size = sizeof(cylinder),
    .init = init,
    .extent = extent,
    .jet = jet,
    .foot = foot,
    .has_axis = true,
    .axis = {0, 0, 1},
    .form = form,
    .quadric = quadric,
    .drawing = ABUT_DRAWN_ROUND,
};
