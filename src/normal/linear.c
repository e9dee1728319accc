/* F = c h: a spring along the normal, for points, for comparison and for contacts whose stiffness was measured: c itself, or the
 * deflection under a load, c = load/deflection. Energy c h^2/2.
 * A bare number as damping is a constant coefficient in N s/m. There is no contact ellipse. */
#include <math.h>

#include "abut/extend.h"

typedef struct linear {
    double c; /* N/m */
} linear;

static abut_status init(void *self, const abut_args *args) {
    double c = abut_arg(args, "stiffness"), load = abut_arg(args, "load"), deflection = abut_arg(args, "deflection");
    if (isnan(load) != isnan(deflection))
        return abut_refuse_at(args, isnan(load) ? "load" : "deflection", ABUT_MISSING,
                              "load and deflection go together");
    if (isnan(c) == isnan(load))
        return abut_refuse_at(args, "stiffness", ABUT_MISSING, "give either stiffness, or load and deflection");
    ((linear *)self)->c = isnan(c) ? load / deflection : c;
    return ABUT_OK;
}

static abut_status force(const void *self, const abut_patch *p, const double *state, const abut_patch *first,
                         bool derivatives, abut_normal *out) {
    (void)state, (void)first, (void)derivatives;
    const linear *l = self;
    out->N = l->c * p->h;
    out->dN[0] = l->c;
    out->exponent = 1;
    out->energy = 0.5 * l->c * p->h * p->h;
    return ABUT_OK;
}

static const abut_param_info params[] = {
    {.name = "stiffness",
     .unit = "N/m",
     .preset = NAN,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "force per approach"},
    {.name = "load",
     .unit = "N",
     .preset = NAN,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "instead of stiffness: a force on the contact, and"},
    {.name = "deflection",
     .unit = "m",
     .preset = NAN,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "the approach that it causes"},
    ABUT_NORMAL_PARAMS("viscous"),
    {0},
};

static const abut_choice examples[] = {
    {"linear", {{.name = "stiffness", .value = 1e7}, {.name = "damping", .value = 10.0}}},
    {"linear", {{.name = "load", .value = 300.0}, {.name = "deflection", .value = 3e-5}}},
    {0},
};

const abut_normal_type normal_linear = {
    .type = {"normal", "linear", "linear spring F = c h", params, examples},
    .size = sizeof(linear),
    .init = init,
    .force = force,
    .no_memory = true,
};
