/* x(t) = value. */
#include <math.h>

#include "function.h"

typedef struct constant {
    double value;
} constant;

static abut_status init(void *self, const abut_args *args) {
    ((constant *)self)->value = abut_arg(args, "value");
    return ABUT_OK;
}

static void at(const void *self, double t, function_value *out) {
    (void)t;
    *out = (function_value){.x = ((const constant *)self)->value};
}

static const abut_param_info params[] = {
    {.name = "value",
     .unit = "x",
     .required = true,
     .low = -INFINITY,
     .high = INFINITY,
     .meaning = "the value at all times"},
    {0},
};

static const abut_choice examples[] = {
    {"constant", {{.name = "value", .value = 2.5}}},
    {0},
};

const function_type function_constant = {
    .type = {"function", "constant", "the same value at all times", params, examples, ABUT_USUAL | ABUT_BRIEF},
    .size = sizeof(constant),
    .init = init,
    .at = at,
};
