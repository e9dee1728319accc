/* Unbalance of a rotor: the centrifugal force of a small mass m fixed in the body at the distance r from the attachment
 * point, amount U = m r, in the direction e of the body's xy plane:
 *     F = -U w x (w x e)        (for rotation about z: U w^2 e, turning with the body),                                (1)
 * in the attachment point. The mass itself is negligible against the body's: it adds no inertia, and the part -U alpha x e
 * of a rotor that changes its speed is left out (it is alpha/w^2 of (1)). The power of (1) comes from outside. */
#include "force.h"

typedef struct unbalance {
    double amount;
    vec3 e; /* body frame */
} unbalance;

static abut_status init(void *me, const abut_args *args) {
    double angle = abut_arg(args, "angle");
    *(unbalance *)me = (unbalance){abut_arg(args, "amount"), v3(cos(angle), sin(angle), 0)};
    return ABUT_OK;
}

static void eval(const void *me, const force_places *places, dual t, const body_motion *a, const body_motion *b,
                 force_out *out) {
    (void)t, (void)a;
    const unbalance *self = me;
    dvec w = motion_spin(b), e = motion_direction(b, self->e), lever = motion_direction(b, places->at_b);
    dvec F = dvec_scale(dual_of(-self->amount), dvec_cross(w, dvec_cross(w, e))); /* (1) */
    out->force_b = F;
    out->torque_b = dvec_cross(lever, F);
    out->power = v3_dot(F.v, b->v) + v3_dot(out->torque_b.v, b->w);
}

static const abut_param_info params[] = {
    {.name = "amount",
     .unit = "kg m",
     .required = true,
     .low = 0,
     .high = INFINITY,
     .meaning = "mass out of balance times its distance from the axis"},
    {.name = "angle",
     .unit = "rad",
     .low = -INFINITY,
     .high = INFINITY,
     .meaning = "its direction in the xy plane of the body, from x towards y"},
    {0},
};

static const abut_choice examples[] = {
    {"unbalance", {{.name = "amount", .value = 2e-3}, {.name = "angle", .value = 0.8}}},
    {0},
};

const force_type force_unbalance = {
    .type = {"force", "unbalance", "centrifugal force of a small mass out of balance, turning with its body", params,
             examples},
    .size = sizeof(unbalance),
    .bodies = 1,
    .revolves = true,
    .init = init,
    .eval = eval,
};
