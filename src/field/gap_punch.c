/* A round punch with a flat face and a rounded edge: h = 0 for r <= b, (r - b)^2/(2 r_e) beyond; nothing beyond the radius.
 * Without a rounding the face ends in a corner, at which the pressure has no limit. */
#include <math.h>

#include "base/plane.h"
#include "gap.h"

typedef struct punch {
    double radius, edge; /* m: of the punch; of the rounding, 0: a corner */
    double flat;         /* m, radius of the flat face */
} punch;

static abut_status init(void *self, const abut_args *args) {
    double radius = abut_arg(args, "radius"), flat = abut_arg(args, "flat_radius");
    bool given = abut_arg_given(args, "flat_radius");
    *(punch *)self = (punch){radius, abut_arg(args, "edge_radius"), given ? flat : radius};
    if (given && flat > radius)
        return abut_refuse_at(args, "flat_radius", ABUT_BAD_VALUE, "flat_radius: %g m is more than the radius %g m",
                              flat, radius);
    if (given != abut_arg_given(args, "edge_radius"))
        return abut_refuse_at(args, "edge_radius", ABUT_MISSING, "edge_radius and flat_radius belong together");
    return ABUT_OK;
}

static abut_status heights(const void *self, const gap_place *at, double *h, abut_message *message) {
    (void)message;
    const punch *p = self;
    for (int j = 0; j < at->grid.ny; j++)
        for (int i = 0; i < at->grid.nx; i++) {
            double r = plane_length(grid_x(&at->grid, i), grid_y(&at->grid, j)), out = r - p->flat;
            h[(size_t)j * (size_t)at->grid.nx + (size_t)i] = r > p->radius ? INFINITY
                                                             : out > 0     ? out * out / (2 * p->edge)
                                                                           : 0;
        }
    return ABUT_OK;
}

static void ends(const void *self, const gap_place *at, bool along[2]) {
    double across = 2 * ((const punch *)self)->radius * (1 - 1e-9);
    along[0] = across <= at->grid.nx * at->grid.dx;
    along[1] = across <= at->grid.ny * at->grid.dy;
}

static const char *caution(const void *self, const gap_place *at) {
    (void)at;
    return ((const punch *)self)->flat < ((const punch *)self)->radius
               ? NULL
               : "the punch ends in a corner: the pressure there grows with every refinement of the grid and means "
                 "nothing; give "
                 "it an edge_radius";
}

static const abut_param_info params[] = {
    {.name = "radius",
     .unit = "m",
     .required = true,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "of the punch"},
    {.name = "flat_radius",
     .unit = "m",
     .preset = NAN,
     .low = 0,
     .high = INFINITY,
     .meaning = "of the flat face, where the rounding begins"},
    {.name = "edge_radius",
     .unit = "m",
     .preset = NAN,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "of the rounding"},
    {0},
};
static const abut_choice examples[] = {
    {"punch",
     {{.name = "radius", .value = 0.005},
      {.name = "flat_radius", .value = 0.004},
      {.name = "edge_radius", .value = 0.05}}},
    {0},
};

const gap_type gap_punch = {
    .type = {"gap", "punch", "a round punch with a flat face and a rounded edge", params, examples},
    .size = sizeof(punch),
    .init = init,
    .heights = heights,
    .ends = ends,
    .caution = caution,
};
