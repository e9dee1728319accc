/* A uniform field on one body, in addition to the gravity of the world: F = m g in the centre of mass, energy -m g . r. */
#include "arguments.h"
#include "force.h"

typedef struct gravity_field {
    vec3 g;
} gravity_field;

static abut_status init(void *me, const abut_args *args) {
    return force_vector(args, "g", v3(0, 0, 0), &((gravity_field *)me)->g);
}

static void eval(const void *me, const force_places *places, dual t, const body_motion *a, const body_motion *b,
                 force_out *out) {
    (void)t, (void)a;
    vec3 F = v3_scale(places->mass_b, ((const gravity_field *)me)->g);
    out->force_b = dvec_of(F);
    out->energy = -v3_dot(F, b->r);
}

static const abut_param_info params[] = {
    {.name = "g",
     .kind = ABUT_TABLE,
     .unit = "m/s^2",
     .required = true,
     .meaning = "acceleration of the field, three numbers, world axes"},
    {0},
};

static const double down[] = {0.5, 0, -9.81};
static const abut_choice examples[] = {
    {"gravity_field", {{.name = "g", .data = down, .count = 3}}},
    {0},
};

const force_type force_gravity_field = {
    .type = {"force", "gravity_field", "uniform field on one body, in addition to gravity", params, examples},
    .size = sizeof(gravity_field),
    .bodies = 1,
    .init = init,
    .eval = eval,
};
