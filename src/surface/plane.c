/* Plane z = 0 with its material below: f = z. */
#include <math.h>

#include "abut/extend.h"
#include "base/vec.h"

static abut_extent extent(const void *self) {
    (void)self;
    return (abut_extent){.bound = INFINITY, .size = INFINITY, .k_min_sup = 0, .k_max_sup = 0};
}

static abut_status jet(const void *self, const abut_vec3 *at, int order, abut_jet *out) {
    const abut_vec3 y = *at;
    (void)self, (void)order;
    *out = (abut_jet){.f = y.z, .g = {0, 0, 1}};
    return ABUT_OK;
}

static abut_status foot(const void *self, const abut_vec3 *at, abut_foot *out) {
    const abut_vec3 x = *at;
    (void)self;
    *out = (abut_foot){.distance = x.z, .y = {x.x, x.y, 0}, .n = {0, 0, 1}, .d1 = {1, 0, 0}};
    return ABUT_OK;
}

static const abut_choice examples[] = {
    {"plane", {{0}}},
    {0},
};

const abut_surface_type surface_plane = {
    .type = {"surface", "plane", "the plane z = 0, material below", NULL, examples},
    .extent = extent,
    .jet = jet,
    .foot = foot,
    .flat = true,
};
