/* Circular cone, apex at the origin, opening along +z: f = rho cos(alpha) - z sin(alpha), a signed distance away from the
 * apex. With s the length along the generator the hoop curvature is 1/(s tan alpha). Points whose nearest surface point
 * would be the apex (s <= 0) are outside the domain. */
#include <math.h>

#include "axial.h"
#include "base/constants.h"

typedef struct cone {
    double sin, cos;
} cone;

static abut_status init(void *self, const abut_args *args) {
    double angle = abut_arg(args, "half_angle");
    *(cone *)self = (cone){sin(angle), cos(angle)};
    return ABUT_OK;
}

static abut_extent extent(const void *self) {
    (void)self;
    return (abut_extent){.bound = INFINITY, .size = INFINITY, .k_min_sup = 0, .k_max_sup = INFINITY};
}

static abut_status jet(const void *self, const abut_vec3 *at, int order, abut_jet *out) {
    const abut_vec3 y = *at;
    const cone *c = self;
    double ex, ey, rho = axial_direction(y, &ex, &ey);
    if (rho == 0 || rho * c->sin + y.z * c->cos <= 0) return ABUT_OUTSIDE_DOMAIN;
    out->f = rho * c->cos - y.z * c->sin;
    axial_jet(ex, ey, rho, &(axial){.r = c->cos, .z = -c->sin}, order, out);
    return ABUT_OK;
}

static abut_status foot(const void *self, const abut_vec3 *at, abut_foot *out) {
    const abut_vec3 x = *at;
    const cone *c = self;
    double ex, ey, rho = axial_direction(x, &ex, &ey);
    double s = rho * c->sin + x.z * c->cos;
    if (s <= 0) { /* the apex is nearest */
        out->distance = v3_norm(x);
        return ABUT_OUTSIDE_DOMAIN;
    }
    double k = c->cos / (s * c->sin);
    out->d1 = v3(c->sin * ex, c->sin * ey, c->cos);
    out->distance = rho * c->cos - x.z * c->sin;
    out->y = v3_scale(s, out->d1);
    out->n = v3(c->cos * ex, c->cos * ey, -c->sin);
    out->k1 = out->dk1 = 0;
    out->k2 = k;
    out->dk2 = -k / s;
    return ABUT_OK;
}

static const abut_param_info params[] = {
    {.name = "half_angle",
     .unit = "rad",
     .required = true,
     .low = 0,
     .high = HALF_PI,
     .open = true,
     .meaning = "angle between axis and generator"},
    {0},
};

static const abut_choice examples[] = {
    {"cone", {{.name = "half_angle", .value = 0.5}}},
    {0},
};

const abut_surface_type surface_cone = {
    .type = {"surface", "cone", "circular cone, apex at the origin, opening along +z", params, examples},
    .size = sizeof(cone),
    .init = init,
    .extent = extent,
    .jet = jet,
    .foot = foot,
    .has_axis = true,
    .axis = {0, 0, 1},
    .drawing = ABUT_DRAWN_ROUND,
};
