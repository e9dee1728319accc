/* Smooth passage from one value to another: with u = (t - start)/duration
 *     x = from + (to - from) s(u),   s = 10 u^3 - 15 u^4 + 6 u^5,   0 <= u <= 1,
 * constant before and after. Velocity and acceleration are continuous, the third derivative jumps at both ends. The
 * largest slope is 15/8 (to - from)/duration, half way. */
#include <math.h>

#include "function.h"

typedef struct ramp {
    double from, to, start, duration;
} ramp;

static abut_status init(void *self, const abut_args *args) {
    *(ramp *)self =
        (ramp){abut_arg(args, "from"), abut_arg(args, "to"), abut_arg(args, "start"), abut_arg(args, "duration")};
    return ABUT_OK;
}

static void at(const void *me, double t, function_value *out) {
    const ramp *self = me;
    double T = self->duration, rise = self->to - self->from, u = (t - self->start) / T, rest = 1 - u;
    if (!(u > 0 && u < 1)) {
        *out = (function_value){.x = u >= 1 ? self->to : self->from};
        return;
    }
    *out = (function_value){
        .x = self->from + rise * u * u * u * (10 + u * (6 * u - 15)),
        .v = rise / T * 30 * u * u * rest * rest,
        .a = rise / T / T * 60 * u * rest * (1 - 2 * u),
        .j = rise / T / T / T * 60 * (1 - 6 * u * rest),
    };
}

static double span(const void *me, double t) {
    const ramp *self = me;
    return function_passage_span(self->start, self->start + self->duration, t);
}

static const abut_param_info params[] = {
    {.name = "from", .unit = "x", .low = -INFINITY, .high = INFINITY, .meaning = "value before the ramp"},
    {.name = "to",
     .unit = "x",
     .required = true,
     .low = -INFINITY,
     .high = INFINITY,
     .meaning = "value after the ramp"},
    {.name = "start", .unit = "s", .low = -INFINITY, .high = INFINITY, .meaning = "when the ramp begins"},
    {.name = "duration",
     .unit = "s",
     .required = true,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "how long it takes"},
    {0},
};

static const abut_choice examples[] = {
    {"ramp", {{.name = "to", .value = 3}, {.name = "duration", .value = 0.4}}},
    {"ramp",
     {{.name = "from", .value = -1},
      {.name = "to", .value = 2},
      {.name = "start", .value = 0.1},
      {.name = "duration", .value = 0.7}}},
    {0},
};

const function_type function_ramp = {
    .type = {"function", "ramp", "smooth passage from one value to another", params, examples},
    .size = sizeof(ramp),
    .init = init,
    .at = at,
    .span = span,
};
