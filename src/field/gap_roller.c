/* Gap of a roller on a half-space. Its axis lies along y:
 *
 *     h = x^2/(2 R) + drop(y) + edge(y),   |y| <= l/2; nothing beyond.
 *
 * The drop of the profile: none; y^2/(2 crown_radius); Lundberg's (2 F/(pi E' l)) ln(1/(1 - (2y/l)^2)) for a design force F, with E' of
 * the pair and the logarithm clipped at the argument .999 unless given, so that the ends have a finite height; a table.
 * An edge of radius r rounds the ends: d^2/(2 r), d the distance inwards from where the rounding begins. A flat roller without it ends in
 * a corner, whose pressure has no limit as the grid becomes finer. The half-space goes on beyond the ends: the end of a roller on a
 * half-space, not of two bodies that end together. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gap.h"
#include "line/profile_args.h"

typedef struct roller {
    double R, length, edge, edge_width, clip; /* m, m, m, m, 1 */
    abut_profile profile;
    double *table;
} roller;

static abut_status check(const roller *r, const abut_args *args) {
    if (r->profile.kind == ABUT_PROFILE_TABLE && r->profile.count < 2)
        return abut_refuse_at(args, "table", ABUT_BAD_VALUE, "table: pairs of y and drop are needed, got %zu numbers",
                              2 * r->profile.count);
    if (abut_arg_given(args, "edge_radius") != abut_arg_given(args, "edge_width"))
        return abut_refuse_at(args, "edge_radius", ABUT_MISSING, "edge_radius and edge_width belong together");
    if (r->edge_width > r->length / 2)
        return abut_refuse_at(args, "edge_width", ABUT_BAD_VALUE,
                              "edge_width: %g m is more than half of the length %g m", r->edge_width, r->length);
    abut_message why = {0};
    abut_status s = profile_check(&r->profile, &why);
    return s ? abut_refuse_at(args, why.place.key, s, "%s", why.text) : ABUT_OK;
}

static abut_status init(void *to, const abut_args *args) {
    roller *self = to;
    *self = (roller){.R = abut_arg(args, "radius"), .length = abut_arg(args, "length"), .clip = abut_arg(args, "clip")};
    if (abut_arg_given(args, "edge_radius"))
        self->edge = abut_arg(args, "edge_radius"), self->edge_width = abut_arg(args, "edge_width");
    abut_status s = profile_of_args(args, "y", "clip", &self->profile, &self->table);
    if (!s) s = check(self, args);
    if (s) free(self->table);
    return s;
}

static void drop(void *self) { free(((roller *)self)->table); }

static double height(const roller *r, double E_prime, double x, double y) {
    if (fabs(y) > r->length / 2) return INFINITY;
    double part = 2 * fabs(y) / r->length, at = y;
    if (r->profile.kind == ABUT_PROFILE_LOGARITHMIC && part * part > r->clip) at = sqrt(r->clip) * r->length / 2;
    double h = x * x / (2 * r->R) + profile_drop(&r->profile, r->length, E_prime, at);
    double into = fabs(y) - (r->length / 2 - r->edge_width);
    return r->edge > 0 && into > 0 ? h + into * into / (2 * r->edge) : h;
}

static abut_status heights(const void *self, const gap_place *at, double *h, abut_message *message) {
    (void)message;
    for (int j = 0; j < at->grid.ny; j++)
        for (int i = 0; i < at->grid.nx; i++)
            h[(size_t)j * (size_t)at->grid.nx + (size_t)i] =
                height(self, 2 * at->E_star, grid_x(&at->grid, i), grid_y(&at->grid, j));
    return ABUT_OK;
}

static void ends(const void *self, const gap_place *at, bool along[2]) {
    along[1] = ((const roller *)self)->length <= at->grid.ny * at->grid.dy * (1 + 1e-9);
}

static const char *caution(const void *self, const gap_place *at) {
    const roller *r = self;
    double window = at->grid.ny * at->grid.dy;
    if (r->profile.kind != ABUT_PROFILE_UNIFORM || r->edge > 0 || (at->grid.periodic && r->length >= window))
        return NULL;
    return "the roller ends in a corner: the pressure there grows with every refinement of the grid and means nothing; "
           "give it "
           "an edge_radius or a profile";
}

static const abut_param_info params[] = {
    {.name = "radius",
     .unit = "m",
     .required = true,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "radius of the roller, or 1/(sum of curvatures) on a curved partner"},
    {.name = "length",
     .unit = "m",
     .required = true,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "length along y"},
    {.name = "profile",
     .kind = ABUT_WORD,
     .unit = "1",
     .words = "flat|crowned|logarithmic|table",
     .meaning = "how the profile drops towards the ends"},
    {.name = "crown_radius",
     .unit = "m",
     .preset = NAN,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "crowned: radius of the profile"},
    {.name = "design_force",
     .unit = "N",
     .preset = NAN,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "logarithmic: the force at which the pressure is uniform along the roller"},
    {.name = "clip",
     .unit = "1",
     .preset = 0.999,
     .low = 0,
     .high = 1,
     .open = true,
     .meaning = "logarithmic: (2y/l)^2 beyond which the drop stays as it is"},
    {.name = "table", .kind = ABUT_TABLE, .unit = "m", .meaning = "table: pairs y, drop in increasing order of y"},
    {.name = "edge_radius",
     .unit = "m",
     .preset = NAN,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "of the rounding at both ends"},
    {.name = "edge_width",
     .unit = "m",
     .preset = NAN,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "how far from the ends the rounding begins"},
    {0},
};
static const abut_choice examples[] = {
    {"roller",
     {{.name = "radius", .value = 0.005},
      {.name = "length", .value = 0.01},
      {.name = "profile", .text = "crowned"},
      {.name = "crown_radius", .value = 3.0}}},
    {"roller",
     {{.name = "radius", .value = 0.005},
      {.name = "length", .value = 0.01},
      {.name = "profile", .text = "logarithmic"},
      {.name = "design_force", .value = 2000}}},
    {0},
};

const gap_type gap_roller = {
    .type = {"gap", "roller", "a roller along y on a half-space: flat, crowned, logarithmic, with rounded ends", params,
             examples},
    .size = sizeof(roller),
    .init = init,
    .drop = drop,
    .heights = heights,
    .ends = ends,
    .caution = caution,
};
