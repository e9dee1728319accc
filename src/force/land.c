/* Land: a round part with play in or about another, which touches only when it is out of the middle by more than the play.
 * Guides a cage on a ring, or catches a rotor (touch-down bearing).
 *
 * Body a carries the land, a cylinder of radius r about its axis u through a's attachment point; b has two edges, the circles
 * about its own axis (parallel to u at the start) at +-width/2 from its attachment point. Side inside: a is a bore and b runs
 * in it; side outside: a is a shaft and b lies about it. For each edge, with its centre c and e = (c - o) - u u.(c - o):
 *     x = |e| - clearance/2,   N = (k/2) g(x) max(0, 1 + chi x'),                                                     (1)
 *     g = x^2/(2 s) for 0 < x < s, x - s/2 beyond: linear after a rounded start of the length s.                      (2)
 * It pushes b by -N e/|e| at the place c +- r e/|e| (+ inside), where the surfaces slide over each other with the velocity v
 * (without its part along e), with the friction -mu N v/sqrt(v^2 + v_s^2) as in the law coulomb.
 * Energy (k/2) G(x), G' = g; loss of damping (N - k g/2) x', also while it is cut off at zero; loss of friction -F.v. */
#include "arguments.h"
#include "base/message.h"
#include "relative.h"

typedef struct land {
    double radius, play, half, k, chi, mu, v_s; /* play: half the clearance; half: of the width; k: of one edge */
    double soft;                                /* s of (2) */
    double side;                                /* of the contact from the centre: +1 along e, -1 against it */
    vec3 axis, axis_b;                          /* u in a and in b */
} land;

static abut_status init(void *me, const abut_args *args) {
    land *self = me;
    *self = (land){.radius = abut_arg(args, "radius"),
                   .play = 0.5 * abut_arg(args, "clearance"),
                   .half = 0.5 * abut_arg(args, "width"),
                   .k = 0.5 * abut_arg(args, "stiffness"),
                   .chi = abut_arg(args, "damping"),
                   .mu = abut_arg(args, "mu"),
                   .v_s = abut_arg(args, "v_s"),
                   .soft = abut_arg(args, "soft_start"),
                   .side = abut_arg_word(args, "side") ? -1 : 1};
    if (isnan(self->soft)) self->soft = 0.02 * self->play;
    abut_status s = force_axis(args, "axis", v3(0, 0, 1), &self->axis);
    self->axis_b = self->axis;
    return s;
}

static abut_status place(void *me, const force_places *places, abut_message *message) {
    (void)message;
    land *self = me;
    self->axis_b = m3_mul(relative_axes(places), self->axis);
    return ABUT_OK;
}

/* (2) and its integral */
static dual stretch(const land *self, dual x, double *energy) {
    double s = self->soft;
    if (x.v < s) {
        *energy = x.v * x.v * x.v / (6 * s);
        return dual_scale(0.5 / s, dual_mul(x, x));
    }
    *energy = 0.5 * x.v * (x.v - s) + s * s / 6;
    return dual_sub(x, dual_of(0.5 * s));
}

/* Force of friction for the normal force N at the sliding velocity v. */
static dvec drag(const land *self, dual N, dvec v) {
    dual size = dual_sqrt(dual_add(dvec_dot(v, v), dual_of(self->v_s * self->v_s)));
    return dvec_scale(dual_scale(-self->mu, dual_div(N, size)), v);
}

/* One edge, its centre at `arm` from b's centre of mass and `apart` from a's attachment point. */
static void edge(const land *self, const body_motion *a, const body_motion *b, dvec u, dvec arm, dvec apart,
                 force_out *out) {
    dvec e = dvec_sub(apart, dvec_scale(dvec_dot(u, apart), u));
    dual ee = dvec_dot(e, e);
    if (!(ee.v > self->play * self->play && ee.v > 1e-200)) return;
    dual size = dual_sqrt(ee), x = dual_sub(size, dual_of(self->play));
    if (!(x.v > 0)) return;
    dvec n = dvec_scale(dual_div(dual_of(1), size), e);
    relative_place p = {.lever_b = dvec_add(arm, dvec_scale(dual_of(self->side * self->radius), n))};
    p.lever_a = dvec_add(dvec_sub((dvec){b->r, b->dr}, (dvec){a->r, a->dr}), p.lever_b);
    p.v = dvec_sub(motion_velocity(b, p.lever_b), motion_velocity(a, p.lever_a));
    /* (1); x' = n . v, because the point lies from the centre along n */
    dual rate = dvec_dot(n, p.v), elastic, N;
    double energy;
    elastic = dual_scale(self->k, stretch(self, x, &energy));
    N = dual_mul(elastic, dual_add(dual_of(1), dual_scale(self->chi, rate)));
    if (!(N.v > 0)) N = dual_of(0);
    out->energy += self->k * energy;
    out->loss += (N.v - elastic.v) * rate.v;
    dvec f = dvec_scale(dual_scale(-1, N), n);
    if (self->mu > 0) {
        dvec v = dvec_sub(p.v, dvec_scale(rate, n)), t = drag(self, N, v);
        out->loss -= v3_dot(t.v, v.v);
        f = dvec_add(f, t);
    }
    relative_push(&p, f, out);
}

static void eval(const void *me, const force_places *places, dual t, const body_motion *a, const body_motion *b,
                 force_out *out) {
    (void)t;
    const land *self = me;
    relative_place p = relative_place_of(places, a, b);
    dvec u = motion_direction(a, self->axis), own = motion_direction(b, self->axis_b);
    for (int i = -1; i <= 1; i += 2) {
        dvec out_by = dvec_scale(dual_of(i * self->half), own);
        edge(self, a, b, u, dvec_add(p.lever_b, out_by), dvec_add(p.d, out_by), out);
    }
}

static const abut_param_info params[] = {
    {.name = "radius",
     .unit = "m",
     .required = true,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "radius of the land, the lever of its friction"},
    {.name = "clearance", .unit = "m", .required = true, .low = 0, .high = INFINITY, .meaning = "play, in diameter"},
    {.name = "width", .unit = "m", .low = 0, .high = INFINITY, .meaning = "distance of the two edges that touch"},
    {.name = "stiffness",
     .unit = "N/m",
     .required = true,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "force per penetration with both edges in touch"},
    {.name = "damping",
     .unit = "s/m",
     .low = 0,
     .high = INFINITY,
     .meaning = "chi of the factor 1 + chi x' of the normal force at the speed of penetration x'"},
    {.name = "mu", .unit = "1", .low = 0, .high = INFINITY, .meaning = "coefficient of friction"},
    {.name = "v_s",
     .unit = "m/s",
     .preset = 1e-3,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "sliding speed at which friction has risen to 71 %"},
    {.name = "side",
     .kind = ABUT_WORD,
     .unit = "1",
     .words = "inside|outside",
     .meaning =
         "inside: the first body is a bore and the second runs in it; outside: the first body is a shaft and the "
         "second lies about it"},
    {.name = "soft_start",
     .unit = "m",
     .preset = NAN,
     .low = 0,
     .high = INFINITY,
     .meaning = "penetration over which the force rounds into its line; a hundredth of the clearance if not given"},
    {.name = "axis",
     .kind = ABUT_TABLE,
     .unit = "1",
     .meaning = "axis of the land in the frame of the first body, three numbers; z if not given"},
    {0},
};

static const double slanted[] = {0.3, -0.2, 1};
static const abut_choice examples[] = {
    {"land",
     {{.name = "radius", .value = 0.05},
      {.name = "clearance", .value = 4e-4},
      {.name = "width", .value = 0.02},
      {.name = "stiffness", .value = 1e6},
      {.name = "damping", .value = 0.02},
      {.name = "mu", .value = 0.1},
      {.name = "v_s", .value = 0.01}}},
    {"land",
     {{.name = "radius", .value = 0.02},
      {.name = "clearance", .value = 2e-4},
      {.name = "stiffness", .value = 1e5},
      {.name = "mu", .value = 0.2},
      {.name = "side", .text = "outside"},
      {.name = "axis", .data = slanted, .count = 3}}},
    {0},
};

const force_type force_land = {
    .type = {"force", "land", "a round part with play in a bore or about a shaft, with friction", params, examples},
    .size = sizeof(land),
    .bodies = 2,
    .init = init,
    .place = place,
    .eval = eval,
};
