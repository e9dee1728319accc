/* Plane z = 0 with its material below: f = z. With a length or a width it ends there, which points and laws over the
 * true gap heed. */
#include <math.h>

#include "abut/extend.h"
#include "base/vec.h"

typedef struct plane {
    double x, y; /* m, half of length and width */
} plane;

static abut_status init(void *self, const abut_args *args) {
    double length = abut_arg(args, "length"), width = abut_arg(args, "width");
    *(plane *)self =
        (plane){isnan(length) ? (double)INFINITY : 0.5 * length, isnan(width) ? (double)INFINITY : 0.5 * width};
    return ABUT_OK;
}

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

static bool reaches(const void *self, double x, double y) {
    const plane *p = self;
    return fabs(x) <= p->x && fabs(y) <= p->y;
}

static int walls(const void *self, abut_wall *out) {
    const plane *p = self;
    int count = 0;
    for (int side = -1; side < 2; side += 2) {
        if (isfinite(p->x)) out[count++] = (abut_wall){{side, 0, 0}, p->x};
        if (isfinite(p->y)) out[count++] = (abut_wall){{0, side, 0}, p->y};
    }
    return count;
}

static bool quadric(const void *self, abut_quadric *out) {
    (void)self;
    *out = (abut_quadric){.v = {0, 0, 1}};
    return true;
}

static const abut_param_info params[] = {
    {.name = "length",
     .unit = "m",
     .preset = NAN,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "extent along x, half to either side: nothing touches it beyond; endless if not given"},
    {.name = "width",
     .unit = "m",
     .preset = NAN,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "extent along y, half to either side; endless if not given"},
    {0},
};

static const abut_choice examples[] = {
    {"plane", {{0}}},
    {"plane", {{.name = "length", .value = 0.8}, {.name = "width", .value = 0.5}}},
    {0},
};

const abut_surface_type surface_plane = {
    .type = {"surface", "plane", "the plane z = 0, material below", params, examples},
    .size = sizeof(plane),
    .init = init,
    .extent = extent,
    .jet = jet,
    .foot = foot,
    .flat = true,
    .reaches = reaches,
    .walls = walls,
    .quadric = quadric,
    .drawing = ABUT_DRAWN_PLANE,
};
