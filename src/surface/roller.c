/* Roller: a cylinder about z of finite length whose profile drops from its radius.
 *
 *     f = rho - R + drop(z),  |z| < 0.48 l.
 *
 * The drop: none; z^2/(2 crown_radius); Lundberg's (2 F/(pi E' l)) ln(1/(1 - (2z/l)^2)) for a design force F; or a table of
 * points joined by straight lines. Drops are small against R, and contacts are those of slices, each a cylinder of the
 * radius R - drop about its piece of the axis; the curvature of the profile itself does not enter them. */
#include <math.h>
#include <stdlib.h>

#include "axial.h"
#include "base/constants.h"
#include "base/plane.h"
#include "line/profile_args.h"

typedef struct roller {
    double R, length, E_prime; /* m, m, Pa */
    abut_profile profile;
    double *table; /* y, then drop; NULL: none */
    double most;   /* m, greatest drop */
} roller;

static double drop_at(const roller *r, double z) { return profile_drop(&r->profile, r->length, r->E_prime, z); }

/* The points of a table reach from end to end. */
static abut_status check_ends(const roller *r, const abut_args *args) {
    const abut_profile *p = &r->profile;
    double half = 0.5 * r->length, slack = 1e-9 * r->length;
    if (p->kind != ABUT_PROFILE_TABLE ||
        (p->count >= 2 && p->table_y[0] <= -half + slack && p->table_y[p->count - 1] >= half - slack))
        return ABUT_OK;
    return abut_refuse_at(args, "table", ABUT_BAD_VALUE,
                          "table: its points must reach from one end, z = %g m, to the other, %g m", -half, half);
}

static double greatest_drop(const roller *r) {
    double most = fmax(drop_at(r, -0.5 * r->length), drop_at(r, 0.5 * r->length));
    for (size_t i = 0; i < r->profile.count; i++) most = fmax(most, r->profile.table_drop[i]);
    return most;
}

static abut_status finish(roller *self, const abut_args *args) {
    abut_message why = {0};
    abut_status s = profile_check(&self->profile, &why);
    if (s) return abut_refuse_at(args, why.place.key, s, "%s", why.text);
    self->most = greatest_drop(self);
    if (self->most < 0.1 * self->R) return ABUT_OK;
    return abut_refuse_at(args, "profile", ABUT_BAD_VALUE,
                          "the profile drops by %g m, more than a tenth of the radius %g m: is its unit right?",
                          self->most, self->R);
}

static abut_status init(void *to, const abut_args *args) {
    roller *self = to;
    *self = (roller){
        .R = abut_arg(args, "radius"), .length = abut_arg(args, "length"), .E_prime = abut_arg(args, "E_prime")};
    abut_status s = profile_of_args(args, "z", "E_prime", &self->profile, &self->table);
    if (!s) s = check_ends(self, args);
    if (!s) s = finish(self, args);
    if (s) free(self->table);
    return s;
}

static void drop(void *self) { free(((roller *)self)->table); }

static abut_extent extent(const void *me) {
    const roller *r = me;
    double hoop = 1 / (r->R - r->most), along = 0;
    if (r->profile.kind == ABUT_PROFILE_CROWNED) along = 1 / r->profile.radius;
    if (r->profile.kind == ABUT_PROFILE_LOGARITHMIC) along = INFINITY;
    /* a table may also rise above R */
    return (abut_extent){.bound = plane_length(0.5 * r->length, r->R) + fabs(r->most),
                         .size = r->R,
                         .k_min_sup = fmin(hoop, along),
                         .k_max_sup = fmax(hoop, along)};
}

/* The surface goes on beyond the ends. */
static abut_status beyond(const void *me, const abut_vec3 *at, int order, abut_jet *out) {
    const roller *r = me;
    double ex, ey, rho = axial_direction(*at, &ex, &ey), slope[3] = {0, 0, 0}, lower = 0;
    bool logarithm = r->profile.kind == ABUT_PROFILE_LOGARITHMIC; /* it has no smooth form at the rim */
    if (rho == 0 || !(fabs(at->z) < (logarithm ? 0.4999 : 1) * r->length)) return ABUT_OUTSIDE_DOMAIN;
    if (r->profile.kind != ABUT_PROFILE_UNIFORM) {
        profile_slopes(&r->profile, r->length, r->E_prime, at->z, slope);
        lower = drop_at(r, at->z);
    }
    out->f = rho - r->R + lower;
    axial_jet(ex, ey, rho, &(axial){.r = 1, .z = slope[0], .zz = slope[1], .zzz = slope[2]}, order, out);
    return ABUT_OK;
}

/* The rim is left out: slices do not ask for it. */
static abut_status jet(const void *me, const abut_vec3 *at, int order, abut_jet *out) {
    return fabs(at->z) < 0.48 * ((const roller *)me)->length ? beyond(me, at, order, out) : ABUT_OUTSIDE_DOMAIN;
}

static bool quadric(const void *me, abut_quadric *out) {
    const roller *r = me;
    double k = 1 / r->R;
    *out = (abut_quadric){.M = {k, k, 0}, .at = -0.5 * r->R};
    return r->profile.kind == ABUT_PROFILE_UNIFORM;
}

static int walls(const void *me, abut_wall *out) {
    const roller *r = me;
    bool logarithm = r->profile.kind == ABUT_PROFILE_LOGARITHMIC;
    out[0] = (abut_wall){{0, 0, 1}, (logarithm ? 0.4998 : 0.5) * r->length};
    out[1] = (abut_wall){{0, 0, -1}, out[0].at};
    return 2;
}

static double slice(const void *me, double z, double *radius, double *drop) {
    const roller *r = me;
    *radius = r->R;
    *drop = drop_at(r, z);
    return r->length;
}

/* The cylinder without the drop, with flat ends. */
static abut_status solid(const void *me, double *volume, abut_vec3 *centre, double inertia[6]) {
    const roller *r = me;
    double RR = r->R * r->R;
    *volume = PI * RR * r->length;
    *centre = v3(0, 0, 0);
    inertia[0] = inertia[1] = *volume * (0.25 * RR + r->length * r->length / 12);
    inertia[2] = 0.5 * *volume * RR;
    inertia[3] = inertia[4] = inertia[5] = 0;
    return ABUT_OK;
}

static const abut_param_info params[] = {
    {.name = "radius", .unit = "m", .required = true, .low = 0, .high = INFINITY, .open = true, .meaning = "radius"},
    {.name = "length",
     .unit = "m",
     .required = true,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "length of the part that can touch, without chamfers; its middle is at z = 0"},
    {.name = "profile",
     .kind = ABUT_WORD,
     .unit = "1",
     .words = "straight|crowned|logarithmic|table",
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
    {.name = "E_prime",
     .unit = "Pa",
     .preset = 210e9 / 0.91,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "logarithmic: E' = 2 E* of the pair it is designed for; steel on steel unless given"},
    {.name = "table",
     .kind = ABUT_TABLE,
     .unit = "m",
     .meaning = "table: points as pairs z, drop in increasing order of z, joined by straight lines"},
    {0},
};

static const double relief[] = {-0.006, 8e-6, -0.004, 0.0, 0.004, 0.0, 0.006, 8e-6};
static const abut_choice examples[] = {
    {"roller", {{.name = "radius", .value = 0.005}, {.name = "length", .value = 0.012}}},
    {"roller",
     {{.name = "radius", .value = 0.005},
      {.name = "length", .value = 0.012},
      {.name = "profile", .text = "crowned"},
      {.name = "crown_radius", .value = 3.0}}},
    {"roller",
     {{.name = "radius", .value = 0.005},
      {.name = "length", .value = 0.012},
      {.name = "profile", .text = "logarithmic"},
      {.name = "design_force", .value = 6000.0}}},
    {"roller",
     {{.name = "radius", .value = 0.005},
      {.name = "length", .value = 0.012},
      {.name = "profile", .text = "table"},
      {.name = "table", .data = relief, .count = sizeof relief / sizeof relief[0]}}},
    {0},
};

const abut_surface_type surface_roller = {
    .type = {"surface", "roller", "roller about z of finite length with a profile; it touches along a line, in slices",
             params, examples},
    .size = sizeof(roller),
    .init = init,
    .extent = extent,
    .jet = jet,
    .has_axis = true,
    .axis = {0, 0, 1},
    .roller = slice,
    .walls = walls,
    .beyond = beyond,
    .quadric = quadric,
    .drop = drop,
    .solid = solid,
    .drawing = ABUT_DRAWN_ROLLER,
};
