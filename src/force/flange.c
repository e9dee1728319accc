/* Flange: a roller between two flanges of a ring, which keep it in its place along the axis and from skewing.
 *
 * Body a carries the flanges, planes across its axis u; b is a roller about its own axis v (parallel to u at the start), whose
 * ends leave the play between the flanges. With d from a's attachment point to b's, the middle of the roller, n the unit vector
 * of the part of d across u and e = u x n around the ring, the roller is displaced by z = u.d and skewed by s = v.e. Its ends
 * touch at w to both sides of the axis, four points in all:
 *     x = +-(z -+ w s) - play/2,   N = (k/2) x max(0, 1 + chi x') for x > 0.                                          (1)
 * Virtual work, dz = u.dd and ds = (v x e).dtheta - (v.n)(e.dd)/|d x u|, turns the forces of (1) on z and s into a force on b and a
 * moment (skews are small, cos s = 1). A tilt v.n in the radial plane is not resisted: that is up to the raceways. There is
 * no friction. Without play the sum over both ends is the linear spring -k z, -k w^2 s.
 * Energy (k/4) x^2 of each point; loss (N - k x/2) x'. */
#include "arguments.h"
#include "base/message.h"
#include "relative.h"

typedef struct flange {
    double play, w, k, chi; /* play: half of it; k: of one point */
    vec3 axis, axis_b;      /* u in a, v in b */
} flange;

static abut_status init(void *me, const abut_args *args) {
    flange *self = me;
    *self = (flange){.play = 0.5 * abut_arg(args, "play"),
                     .w = abut_arg(args, "half_width"),
                     .k = 0.5 * abut_arg(args, "stiffness"),
                     .chi = abut_arg(args, "damping")};
    abut_status s = force_axis(args, "axis", v3(0, 0, 1), &self->axis);
    self->axis_b = self->axis;
    return s;
}

static abut_status place(void *me, const force_places *places, abut_message *message) {
    flange *self = me;
    self->axis_b = m3_mul(relative_axes(places), self->axis);
    mat3 A = relative_rotation_of_pose(&places->start_a), B = relative_rotation_of_pose(&places->start_b);
    vec3 d =
        v3_sub(v3_add(places->start_b.r, m3_mul(B, places->at_b)), v3_add(places->start_a.r, m3_mul(A, places->at_a)));
    if (v3_norm(v3_cross(m3_mul(A, self->axis), d)) > 1e-9 * self->w) return ABUT_OK;
    return say(message, ABUT_BAD_VALUE,
               "the roller stands on the axis of the flanges: no direction is around the ring");
}

/* (1) of one point: its part of the forces on z and s. */
static void touch(const flange *self, dual z, dual s, dual dz, dual ds, double end, double way, dual *on_z, dual *on_s,
                  force_out *out) {
    dual lever = dual_of(way * self->w);
    dual x = dual_sub(dual_scale(end, dual_sub(z, dual_mul(lever, s))), dual_of(self->play));
    if (!(x.v > 0)) return;
    dual rate = dual_scale(end, dual_sub(dz, dual_mul(lever, ds))), elastic = dual_scale(self->k, x);
    dual N = dual_mul(elastic, dual_add(dual_of(1), dual_scale(self->chi, rate)));
    if (!(N.v > 0)) N = dual_of(0);
    *on_z = dual_sub(*on_z, dual_scale(end, N));
    *on_s = dual_add(*on_s, dual_scale(end, dual_mul(lever, N)));
    out->energy += 0.5 * self->k * x.v * x.v;
    out->loss += (N.v - elastic.v) * rate.v;
}

static void eval(const void *me, const force_places *places, dual t, const body_motion *a, const body_motion *b,
                 force_out *out) {
    (void)t;
    const flange *self = me;
    relative_place p = relative_place_of(places, a, b);
    dvec u = motion_direction(a, self->axis), v = motion_direction(b, self->axis_b), around = dvec_cross(u, p.d);
    dual rho = dual_sqrt(dvec_dot(around, around));
    if (!(rho.v > 0)) return;
    dvec e = dvec_scale(dual_div(dual_of(1), rho), around), turn = dvec_cross(v, e),
         spin = dvec_sub(motion_spin(b), motion_spin(a));
    dual tilt = dual_div(dvec_dot(v, dvec_cross(e, u)), rho); /* v.n over the distance from the axis */
    dual z = dvec_dot(u, p.d), s = dvec_dot(v, e), dz = dvec_dot(u, p.v),
         ds = dual_sub(dvec_dot(turn, spin), dual_mul(tilt, dvec_dot(e, p.v)));
    dual on_z = dual_of(0), on_s = dual_of(0);
    for (int end = -1; end <= 1; end += 2)
        for (int way = -1; way <= 1; way += 2) touch(self, z, s, dz, ds, end, way, &on_z, &on_s, out);
    relative_push(&p, dvec_sub(dvec_scale(on_z, u), dvec_scale(dual_mul(on_s, tilt), e)), out);
    relative_turn(dvec_scale(on_s, turn), out);
}

static const abut_param_info params[] = {
    {.name = "play",
     .unit = "m",
     .low = 0,
     .high = INFINITY,
     .meaning = "distance of the flanges less the length of the roller"},
    {.name = "half_width",
     .unit = "m",
     .required = true,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "where the end of the roller touches: to both sides of its axis, around the ring"},
    {.name = "stiffness",
     .unit = "N/m",
     .required = true,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "axial force per penetration of an end"},
    {.name = "damping",
     .unit = "s/m",
     .low = 0,
     .high = INFINITY,
     .meaning = "chi of the factor 1 + chi x' of the force at the speed of penetration x'"},
    {.name = "axis",
     .kind = ABUT_TABLE,
     .unit = "1",
     .meaning = "axis of the ring in the frame of the first body, three numbers; z if not given"},
    {0},
};

static const double slanted[] = {0.3, -0.2, 1};
static const abut_choice examples[] = {
    {"flange",
     {{.name = "half_width", .value = 0.003}, {.name = "stiffness", .value = 1e6}, {.name = "damping", .value = 0.02}}},
    {"flange",
     {{.name = "play", .value = 1e-4},
      {.name = "half_width", .value = 0.005},
      {.name = "stiffness", .value = 1e5},
      {.name = "axis", .data = slanted, .count = 3}}},
    {0},
};

const force_type force_flange = {
    .type = {"force", "flange", "a roller between two flanges of a ring", params, examples},
    .size = sizeof(flange),
    .bodies = 2,
    .init = init,
    .place = place,
    .eval = eval,
};
