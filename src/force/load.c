/* A given force and moment on one body, in the attachment point: f(t) F, f(t) M with constant vectors F, M in world axes,
 * or in body axes, which turn with the body. The factor f is a function of time. All its power comes from outside. */
#include <string.h>

#include "arguments.h"
#include "base/message.h"
#include "force.h"
#include "function/function.h"
#include "registry/registry.h"

typedef struct load {
    vec3 force, moment;
    bool turns;  /* the vectors are fixed in the body */
    bool varies; /* by scale; otherwise the factor is 1 */
    function scale;
} load;

static abut_status make_scale(const abut_args *args, load *self) {
    abut_message why = {0};
    abut_args inner = *args, nested;
    abut_choice shorthand;
    inner.message = &why;
    self->varies = abut_arg_given(args, "scale");
    abut_status s = self->varies ? registry_nested(&inner, "scale", &shorthand, &nested) : ABUT_OK;
    if (!s && self->varies) s = say_below(&why, "scale", function_of(&nested, &self->scale));
    return s ? abut_refuse_at(args, why.place.key, s, "scale: %s", why.text) : ABUT_OK;
}

static abut_status init(void *me, const abut_args *args) {
    load *self = me;
    abut_status s = force_vector(args, "force", v3(0, 0, 0), &self->force);
    if (!s) s = force_vector(args, "moment", v3(0, 0, 0), &self->moment);
    if (s) return s;
    if (!abut_arg_given(args, "force") && !abut_arg_given(args, "moment"))
        return abut_refuse_at(args, "force", ABUT_MISSING, "force or moment is missing");
    self->turns = abut_arg_word(args, "frame") == 1;
    return make_scale(args, self);
}

static double span(const void *me, double t) { return function_span(&((const load *)me)->scale, t); }

static bool moves(const void *me, const force_places *places) {
    return ((const load *)me)->turns || v3_dot(places->at_b, places->at_b) > 0;
}

static void drop(void *me) { function_drop(&((load *)me)->scale); }

static void eval(const void *me, const force_places *places, dual t, const body_motion *a, const body_motion *b,
                 force_out *out) {
    (void)a;
    const load *self = me;
    dual f = dual_of(1);
    if (self->varies) {
        function_value at = function_at(&self->scale, t.v);
        f = (dual){at.x, at.v * t.d};
    }
    dvec F = dvec_scale(f, self->turns ? motion_direction(b, self->force) : dvec_of(self->force));
    dvec M = dvec_scale(f, self->turns ? motion_direction(b, self->moment) : dvec_of(self->moment));
    dvec lever = motion_direction(b, places->at_b);
    out->force_b = F;
    out->torque_b = dvec_add(M, dvec_cross(lever, F));
    out->power = v3_dot(F.v, b->v) + v3_dot(out->torque_b.v, b->w);
}

static double *live(void *me, const char *key) {
    load *self = me;
    const struct {
        const char *key;
        double *at;
    } numbers[] = {{"force.0", &self->force.x},   {"force.1", &self->force.y},   {"force.2", &self->force.z},
                   {"moment.0", &self->moment.x}, {"moment.1", &self->moment.y}, {"moment.2", &self->moment.z}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!strcmp(numbers[i].key, key)) return numbers[i].at;
    return NULL;
}

static const abut_param_info params[] = {
    {.name = "force", .kind = ABUT_TABLE, .unit = "N", .meaning = "force on the body, three numbers; 0 if not given"},
    {.name = "moment",
     .kind = ABUT_TABLE,
     .unit = "N m",
     .meaning = "moment on the body, three numbers; 0 if not given"},
    {.name = "frame",
     .kind = ABUT_WORD,
     .unit = "1",
     .words = "world|body",
     .meaning = "axes of the two vectors: fixed in the world, or turning with the body"},
    {.name = "scale",
     .kind = ABUT_TYPE,
     .unit = "1",
     .words = "function",
     .meaning = "factor of both as a function of time; 1 if not given"},
    {0},
};

static const double pull[] = {10, -20, 5}, couple[] = {0.5, 1, -2};
static const abut_choice swing = {"sine",
                                  {{.name = "amplitude", .value = 0.5},
                                   {.name = "omega", .value = 7},
                                   {.name = "phase", .value = 0.3},
                                   {.name = "offset", .value = 1}}};
static const abut_choice examples[] = {
    {"load", {{.name = "force", .data = pull, .count = 3}}},
    {"load",
     {{.name = "force", .data = pull, .count = 3},
      {.name = "moment", .data = couple, .count = 3},
      {.name = "frame", .text = "body"},
      {.name = "scale", .choice = &swing}}},
    {"load", {{.name = "moment", .data = couple, .count = 3}, {.name = "scale", .value = 2}}},
    {0},
};

const force_type force_load = {
    .type = {"force", "load", "given force and moment on one body, constant or over time", params, examples},
    .size = sizeof(load),
    .bodies = 1,
    .init = init,
    .eval = eval,
    .span = span,
    .moves = moves,
    .live = live,
    .drop = drop,
};
