/* Spring with damper between two attachment points.
 *
 * Without an axis it acts along the line between the points: with d from a's point to b's, l = |d|, e = d/l the force on b is
 *     F = -(T + c l') e,    T = k (l - l_start) - preload = k (l - l_0),    l_0 = l_start + preload/k.                (1)
 * A preload > 0 compresses: it pushes the bodies apart at the start. Instead of it the unloaded length l_0 may be given;
 * with neither the spring is unloaded at the start. The energy is T^2/(2 k); of a constant force (k = 0) -preload (l - l_start).
 *
 * A spring of no length (l_0 = 0) needs no direction: F = -k d - c v with the velocity v of b's point against the material
 * of a there, smooth also where the points meet. Elsewhere a line without length has no direction: the force is zero in
 * that single point, and a start there is refused.
 *
 * With an axis, fixed in a, l is replaced by the displacement e . d along it, which may have either sign: (1) holds, a preload
 * > 0 pushes b towards +axis and a towards -axis. The line of action goes through b's point (see relative.h). */
#include "arguments.h"
#include "base/message.h"
#include "relative.h"

enum { ALONG_LINE, ALONG_AXIS, TO_POINT };

typedef struct spring {
    double k, c, preload;
    double length; /* as given, or NaN */
    vec3 axis;     /* frame of a */
    int sort;
    double start; /* m, l where the force is -preload */
} spring;

static abut_status init(void *me, const abut_args *args) {
    spring *self = me;
    *self = (spring){.k = abut_arg(args, "stiffness"),
                     .c = abut_arg(args, "damping"),
                     .preload = abut_arg(args, "preload"),
                     .length = abut_arg(args, "length"),
                     .sort = abut_arg_given(args, "axis") ? ALONG_AXIS : ALONG_LINE};
    if (abut_arg_given(args, "preload") && abut_arg_given(args, "length"))
        return abut_refuse_at(args, "length", ABUT_BAD_VALUE, "give preload or length, not both");
    if (self->sort == ALONG_LINE && self->length < 0)
        return abut_refuse_at(args, "length", ABUT_BAD_VALUE, "length must not be negative without an axis, got %g m",
                              self->length);
    return force_axis(args, "axis", v3(0, 0, 1), &self->axis);
}

static vec3 start_point(const abut_pose *start, vec3 at) {
    return v3_add(start->r, m3_mul(relative_rotation_of_pose(start), at));
}

static abut_status place(void *me, const force_places *places, abut_message *message) {
    spring *self = me;
    vec3 d = v3_sub(start_point(&places->start_b, places->at_b), start_point(&places->start_a, places->at_a));
    double size =
        v3_norm(places->start_a.r) + v3_norm(places->start_b.r) + v3_norm(places->at_a) + v3_norm(places->at_b);
    double nothing = 1e-12 * size; /* what rounding makes of coinciding points */
    bool given = !isnan(self->length);
    if (self->sort == ALONG_AXIS) {
        vec3 e = m3_mul(relative_rotation_of_pose(&places->start_a), self->axis);
        self->start = given ? self->length : v3_dot(e, d);
        return ABUT_OK;
    }
    double l = v3_norm(d), unloaded = given ? self->length : self->k > 0 ? l + self->preload / self->k : l;
    bool constant = self->k == 0 && self->preload != 0;
    self->start = given ? self->length : l;
    self->sort = ALONG_LINE;
    if (fabs(unloaded) <= nothing && !constant)
        self->sort = TO_POINT;
    else if (l <= nothing)
        return say(message, ABUT_BAD_VALUE,
                   "force spring: its attachment points coincide at the start, so that its force has no direction; "
                   "move one of them or give an axis");
    return ABUT_OK;
}

/* F = -k d - c v */
static void eval_point(const spring *self, const relative_place *p, force_out *out) {
    dvec pull = dvec_add(dvec_scale(dual_of(self->k), p->d), dvec_scale(dual_of(self->c), p->v));
    relative_push(p, dvec_neg(pull), out);
    out->energy = 0.5 * self->k * v3_dot(p->d.v, p->d.v);
    out->loss = self->c * v3_dot(p->v.v, p->v.v);
}

static void eval(const void *me, const force_places *places, dual t, const body_motion *a, const body_motion *b,
                 force_out *out) {
    (void)t;
    const spring *self = me;
    relative_place p = relative_place_of(places, a, b);
    dvec e;
    dual l;
    if (self->sort == TO_POINT) {
        eval_point(self, &p, out);
        return;
    }
    if (self->sort == ALONG_AXIS) {
        e = motion_direction(a, self->axis);
        l = dvec_dot(e, p.d);
    } else {
        l = dvec_dot(p.d, p.d);
        bool line = l.v > 1e-200;
        l = line ? dual_sqrt(l) : dual_of(0);
        e = line ? dvec_scale(dual_div(dual_of(1), l), p.d) : (dvec){0};
    }
    /* (1); l' = e . v, because e does not change its length and a turning line takes the material of a with it */
    dual T = dual_sub(dual_scale(self->k, dual_sub(l, dual_of(self->start))), dual_of(self->preload));
    dual rate = dvec_dot(e, p.v);
    relative_push(&p, dvec_scale(dual_scale(-1, dual_add(T, dual_scale(self->c, rate))), e), out);
    out->energy = self->k > 0 ? 0.5 * T.v * T.v / self->k : -self->preload * (l.v - self->start);
    out->loss = self->c * rate.v * rate.v;
}

static const abut_param_info params[] = {
    {.name = "stiffness",
     .unit = "N/m",
     .required = true,
     .low = 0,
     .high = INFINITY,
     .meaning = "force per elongation; 0: a damper or a constant force"},
    {.name = "damping", .unit = "N s/m", .low = 0, .high = INFINITY, .meaning = "force per speed of elongation"},
    {.name = "preload",
     .unit = "N",
     .low = -INFINITY,
     .high = INFINITY,
     .meaning = "force at the start; > 0 pushes the bodies apart (with an axis: b towards +axis), < 0 pulls"},
    {.name = "length",
     .unit = "m",
     .preset = NAN,
     .low = -INFINITY,
     .high = INFINITY,
     .meaning =
         "unloaded length (with an axis: displacement along it) instead of preload; without either the spring is "
         "unloaded at the start"},
    {.name = "axis",
     .kind = ABUT_TABLE,
     .unit = "1",
     .meaning = "direction in the frame of the first body along which it acts, three numbers; without it the line "
                "between the attachment points"},
    {0},
};

static const double upright[] = {0.2, -0.1, 1};
static const abut_choice examples[] = {
    {"spring",
     {{.name = "stiffness", .value = 2e3}, {.name = "damping", .value = 15}, {.name = "preload", .value = 100}}},
    {"spring", {{.name = "stiffness", .value = 2e3}, {.name = "length", .value = 0.3}}},
    {"spring", {{.name = "stiffness", .value = 1e3}, {.name = "damping", .value = 20}, {.name = "length", .value = 0}}},
    {"spring", {{.name = "stiffness", .value = 0}, {.name = "preload", .value = -50}}},
    {"spring",
     {{.name = "stiffness", .value = 2e3},
      {.name = "damping", .value = 15},
      {.name = "preload", .value = 40},
      {.name = "axis", .data = upright, .count = 3}}},
    {0},
};

const force_type force_spring = {
    .type = {"force", "spring", "spring and damper along the line between two points or along an axis", params,
             examples},
    .size = sizeof(spring),
    .bodies = 2,
    .init = init,
    .place = place,
    .eval = eval,
};
