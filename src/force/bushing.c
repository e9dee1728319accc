/* Bushing: an elastic and damped joint with own stiffnesses along and about the axes A_i of body a.
 *
 * With the displacement s_i = A_i . d - (its value at the start) of b's attachment point, the velocity v of that point
 * against the material of a, and the rotation measure rho_i = 2 v_i (twice the vector part of the relative quaternion
 * (w, v), for small angles the rotation about A_i):
 *     energy = sum (k_i s_i^2 + kappa_i rho_i^2)/2,                                                                   (1)
 *     F = -sum (k_i s_i + c_i A_i . v) A_i,                                                                           (2)
 *     M = -sum kappa_i rho_i (w A_i + v x A_i) - sum gamma_i (A_i . (w_b - w_a)) A_i                                  (3)
 * on b, F in b's attachment point. The elastic parts are the exact gradient of (1) by (2) of relative.h. For a rotation
 * by the angle phi about one axis the moment is -kappa sin(phi): the stiffness holds for small angles, and the moment
 * comes to nothing at half a turn, where the measure ends. */
#include "arguments.h"
#include "relative.h"

typedef struct bushing {
    double k[3], c[3], kappa[3], gamma[3];
    double start[3]; /* m, A_i . d at the start */
    mat3 fixed_in_b;
} bushing;

static abut_status init(void *me, const abut_args *args) {
    bushing *self = me;
    *self = (bushing){.fixed_in_b = m3_identity()};
    abut_status s = force_triple(args, "stiffness", self->k);
    if (!s) s = force_triple(args, "damping", self->c);
    if (!s) s = force_triple(args, "torsion", self->kappa);
    if (!s) s = force_triple(args, "torsion_damping", self->gamma);
    if (s) return s;
    for (int i = 0; i < 3; i++)
        if (self->k[i] > 0 || self->c[i] > 0 || self->kappa[i] > 0 || self->gamma[i] > 0) return ABUT_OK;
    return abut_refuse_at(args, "stiffness", ABUT_MISSING, "stiffness, damping, torsion or torsion_damping is missing");
}

static abut_status place(void *me, const force_places *places, abut_message *message) {
    (void)message;
    bushing *self = me;
    mat3 A = relative_rotation_of_pose(&places->start_a), B = relative_rotation_of_pose(&places->start_b);
    vec3 apart = v3_add(v3_sub(places->start_b.r, places->start_a.r), m3_mul(B, places->at_b));
    vec3 d = v3_sub(m3_tmul(A, apart), places->at_a);
    self->start[0] = d.x;
    self->start[1] = d.y;
    self->start[2] = d.z;
    self->fixed_in_b = relative_axes(places);
    return ABUT_OK;
}

/* (2) */
static void stretch(const bushing *self, const relative_place *p, const relative_rotation *r, force_out *out) {
    dvec f = {0};
    for (int i = 0; i < 3; i++) {
        dual s = dual_sub(dvec_dot(r->axes[i], p->d), dual_of(self->start[i])), rate = dvec_dot(r->axes[i], p->v);
        f = dvec_sub(f, dvec_scale(dual_add(dual_scale(self->k[i], s), dual_scale(self->c[i], rate)), r->axes[i]));
        out->energy += 0.5 * self->k[i] * s.v * s.v;
        out->loss += self->c[i] * rate.v * rate.v;
    }
    relative_push(p, f, out);
}

/* (3) */
static void twist(const bushing *self, const relative_rotation *r, force_out *out) {
    dual half = dual_scale(0.5, r->ww);
    bool defined = half.v > 1e-20;
    dual w = defined ? dual_sqrt(half) : dual_of(0);
    dvec v = defined ? dvec_scale(dual_div(dual_of(0.5), w), r->wv) : (dvec){0}, m = {0};
    for (int i = 0; i < 3; i++) {
        dvec A = r->axes[i], gradient = dvec_add(dvec_scale(w, A), dvec_cross(v, A));
        dual rho = dual_scale(2, dvec_dot(A, v)), rate = dvec_dot(A, r->spin);
        m = dvec_sub(m, dvec_scale(dual_scale(self->kappa[i], rho), gradient));
        m = dvec_sub(m, dvec_scale(dual_scale(self->gamma[i], rate), A));
        out->energy += 0.5 * self->kappa[i] * rho.v * rho.v;
        out->loss += self->gamma[i] * rate.v * rate.v;
    }
    relative_turn(m, out);
}

static void eval(const void *me, const force_places *places, dual t, const body_motion *a, const body_motion *b,
                 force_out *out) {
    (void)t;
    const bushing *self = me;
    relative_place p = relative_place_of(places, a, b);
    relative_rotation r = relative_rotation_of(&self->fixed_in_b, a, b);
    stretch(self, &p, &r, out);
    twist(self, &r, out);
}

#define TRIPLE(called, dimension, what)                                                                                \
    {                                                                                                                  \
        .name = called, .kind = ABUT_TABLE, .unit = dimension, .low = 0, .high = INFINITY,                             \
        .meaning = what " of the first body, three numbers or one for all; 0 if not given"                             \
    }
static const abut_param_info params[] = {
    TRIPLE("stiffness", "N/m", "force per displacement along the axes"),
    TRIPLE("damping", "N s/m", "force per speed along the axes"),
    TRIPLE("torsion", "N m/rad", "moment per angle about the axes"),
    TRIPLE("torsion_damping", "N m s/rad", "moment per angular speed about the axes"),
    {0},
};

static const double stiff[] = {2e3, 1e3, 5e3}, damp[] = {10, 0, 3}, turn[] = {40, 20, 5}, turn_damp[] = {0.2};
static const abut_choice examples[] = {
    {"bushing",
     {{.name = "stiffness", .data = stiff, .count = 3},
      {.name = "damping", .data = damp, .count = 3},
      {.name = "torsion", .data = turn, .count = 3},
      {.name = "torsion_damping", .data = turn_damp, .count = 1}}},
    {"bushing", {{.name = "torsion", .data = turn, .count = 3}}},
    {0},
};

const force_type force_bushing = {
    .type = {"force", "bushing", "elastic joint: springs and dampers along and about three axes", params, examples},
    .size = sizeof(bushing),
    .bodies = 2,
    .init = init,
    .place = place,
    .eval = eval,
};
