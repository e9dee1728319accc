/* A single point of a body, the origin of its frame: it touches planes. It has no curvature, so only normal laws that ask
 * for none (linear) apply; contact force and slip are taken at the point itself. */
#include <math.h>

#include "abut/extend.h"

static abut_extent extent(const void *self) {
    (void)self;
    return (abut_extent){.bound = 0, .size = INFINITY, .k_min_sup = INFINITY, .k_max_sup = INFINITY};
}

/* The squared distance: not a surface, but it has a value everywhere. */
static abut_status jet(const void *self, const abut_vec3 *at, int order, abut_jet *out) {
    const abut_vec3 y = *at;
    (void)self, (void)order;
    *out = (abut_jet){.f = y.x * y.x + y.y * y.y + y.z * y.z, .g = {2 * y.x, 2 * y.y, 2 * y.z}, .H = {2, 2, 2}};
    return ABUT_OK;
}

static const abut_choice examples[] = {{"point", {{0}}}, {0}};

const abut_surface_type surface_point = {
    .type = {"surface", "point", "a single point, for contact with planes", NULL, examples},
    .extent = extent,
    .jet = jet,
    .point = true,
};
