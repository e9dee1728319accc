/* Torsion spring with damper: a moment about an axis u fixed in a, by the angle phi of b against a about that axis.
 *
 * phi is the twist of the relative rotation (w, v) since the start, the angle that is left when the tilt of the axis is
 * taken away, and g its gradient: phi' = g . (w_b - w_a). By (1) and (2) of relative.h, with p = u . v,
 *     phi = 2 atan2(p, w),    g = (w^2 u + w v x u + p v)/(w^2 + p^2)   (= u as long as the axis does not tilt).      (1)
 * The moment on b is
 *     M = -(T + c phi') g,    T = k phi - preload,                                                                    (2)
 * with the energy T^2/(2 k) (-preload phi for k = 0). A preload > 0 turns b positively about u at the start. The moment is
 * the exact gradient of the energy, whatever the tilt.
 *
 * Valid for |phi| < pi: beyond, the angle starts again from the other side and the moment jumps. */
#include "arguments.h"
#include "relative.h"

typedef struct torsion_spring {
    double k, c, preload;
    vec3 axis;       /* frame of a */
    mat3 fixed_in_b; /* see relative.h */
} torsion_spring;

static abut_status init(void *me, const abut_args *args) {
    torsion_spring *self = me;
    *self = (torsion_spring){.k = abut_arg(args, "stiffness"),
                             .c = abut_arg(args, "damping"),
                             .preload = abut_arg(args, "preload"),
                             .fixed_in_b = m3_identity()};
    return force_axis(args, "axis", v3(0, 0, 1), &self->axis);
}

static abut_status place(void *me, const force_places *places, abut_message *message) {
    (void)message;
    ((torsion_spring *)me)->fixed_in_b = relative_axes(places);
    return ABUT_OK;
}

/* (1), numerator and denominator times 4 w^2 */
static dual angle(const relative_rotation *r, dvec u, dvec *gradient) {
    dual p = dvec_dot(u, r->wv), s = r->ww;
    dual size = dual_add(dual_mul(p, p), dual_mul(s, s));
    if (!(size.v > 1e-24)) { /* half a turn: the angle is +-pi, its sign undefined */
        *gradient = u;
        return dual_of(0);
    }
    dvec g = dvec_add(dvec_scale(dual_mul(s, s), u), dvec_scale(s, dvec_cross(r->wv, u)));
    *gradient = dvec_scale(dual_div(dual_of(1), size), dvec_add(g, dvec_scale(p, r->wv)));
    return dual_scale(2, dual_atan2(p, s));
}

static void eval(const void *me, const force_places *places, dual t, const body_motion *a, const body_motion *b,
                 force_out *out) {
    (void)places, (void)t;
    const torsion_spring *self = me;
    relative_rotation r = relative_rotation_of(&self->fixed_in_b, a, b);
    dvec g;
    dual phi = angle(&r, motion_direction(a, self->axis), &g), rate = dvec_dot(g, r.spin);
    dual T = dual_sub(dual_scale(self->k, phi), dual_of(self->preload)); /* (2) */
    relative_turn(dvec_scale(dual_scale(-1, dual_add(T, dual_scale(self->c, rate))), g), out);
    out->energy = self->k > 0 ? 0.5 * T.v * T.v / self->k : -self->preload * phi.v;
    out->loss = self->c * rate.v * rate.v;
}

static const abut_param_info params[] = {
    {.name = "stiffness",
     .unit = "N m/rad",
     .required = true,
     .low = 0,
     .high = INFINITY,
     .meaning = "moment per angle; 0: a damper or a constant moment"},
    {.name = "damping", .unit = "N m s/rad", .low = 0, .high = INFINITY, .meaning = "moment per angular speed"},
    {.name = "preload",
     .unit = "N m",
     .low = -INFINITY,
     .high = INFINITY,
     .meaning = "moment at the start; > 0 turns the second body positively about the axis"},
    {.name = "axis",
     .kind = ABUT_TABLE,
     .unit = "1",
     .meaning = "axis in the frame of the first body, three numbers; without it z. The angle about it counts from the "
                "start and must stay below half a turn"},
    {0},
};

static const double tilted[] = {1, 0.5, -0.3};
static const abut_choice examples[] = {
    {"torsion_spring",
     {{.name = "stiffness", .value = 40}, {.name = "damping", .value = 0.3}, {.name = "preload", .value = 5}}},
    {"torsion_spring", {{.name = "stiffness", .value = 25}, {.name = "axis", .data = tilted, .count = 3}}},
    {0},
};

const force_type force_torsion_spring = {
    .type = {"force", "torsion_spring", "torsion spring and damper about an axis of the first body", params, examples},
    .size = sizeof(torsion_spring),
    .bodies = 2,
    .init = init,
    .place = place,
    .eval = eval,
};
