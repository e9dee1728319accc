/* x = offset + amplitude sin(omega t + phase), with omega = 2 pi frequency if that is given. */
#include <math.h>

#include "base/constants.h"
#include "function.h"

typedef struct sine {
    double amplitude, omega, phase, offset;
} sine;

static abut_status init(void *self, const abut_args *args) {
    bool hertz = abut_arg_given(args, "frequency");
    if (hertz && abut_arg_given(args, "omega"))
        return abut_refuse_at(args, "omega", ABUT_BAD_VALUE, "give frequency or omega, not both");
    if (!hertz && !abut_arg_given(args, "omega"))
        return abut_refuse_at(args, "frequency", ABUT_MISSING, "frequency (Hz) or omega (rad/s) is missing");
    *(sine *)self =
        (sine){abut_arg(args, "amplitude"), hertz ? TWO_PI * abut_arg(args, "frequency") : abut_arg(args, "omega"),
               abut_arg(args, "phase"), abut_arg(args, "offset")};
    return ABUT_OK;
}

static void at(const void *me, double t, function_value *out) {
    const sine *self = me;
    double w = self->omega, angle = w * t + self->phase, s = self->amplitude * sin(angle);
    double c = self->amplitude * cos(angle);
    *out = (function_value){self->offset + s, w * c, -w * w * s, -w * w * w * c};
}

static double span(const void *me, double t) {
    (void)t;
    double w = fabs(((const sine *)me)->omega);
    return w > 0 ? 0.25 / w : (double)INFINITY; /* a 25th of a period */
}

#define ANY .low = -INFINITY, .high = INFINITY
static const abut_param_info params[] = {
    {.name = "amplitude", .unit = "x", .required = true, ANY, .meaning = "largest deviation from the offset"},
    {.name = "frequency", .unit = "Hz", .preset = NAN, ANY, .meaning = "oscillations per second; or give omega"},
    {.name = "omega", .unit = "rad/s", .preset = NAN, ANY, .meaning = "angular frequency; or give frequency"},
    {.name = "phase", .unit = "rad", ANY, .meaning = "phase at t = 0"},
    {.name = "offset", .unit = "x", ANY, .meaning = "mean value"},
    {0},
};

static const abut_choice examples[] = {
    {"sine", {{.name = "amplitude", .value = 0.5}, {.name = "frequency", .value = 0.7}}},
    {"sine",
     {{.name = "amplitude", .value = 2},
      {.name = "omega", .value = 3},
      {.name = "phase", .value = 0.4},
      {.name = "offset", .value = -1}}},
    {0},
};

const function_type function_sine = {
    .type = {"function", "sine", "harmonic oscillation about a mean value", params, examples},
    .size = sizeof(sine),
    .init = init,
    .at = at,
    .span = span,
};
