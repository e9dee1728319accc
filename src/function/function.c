/* Functions of time made from choices, and the smooth run-up of a drive.
 *
 * A drive that runs up to the speed V during T moves, with u = t/T and s(u) = 10 u^3 - 15 u^4 + 6 u^5, as
 *     v = V s(u),   x = V T (5/2 u^4 - 3 u^5 + u^6),   0 <= u <= 1;      v = V,   x = V (t - T/2),   u >= 1.          (1)
 * s' and s'' vanish at both ends: acceleration and jerk are continuous. */
#include "function.h"

#include <math.h>
#include <stdlib.h>

#include "registry/registry.h"

abut_status function_make(const abut_registry *r, const abut_choice *choice, function *out, abut_message *message) {
    abut_args args;
    *out = (function){0};
    abut_status s = registry_check(r, "function", 0, choice, &args, message);
    return s ? s : function_of(&args, out);
}

abut_status function_of(const abut_args *args, function *out) {
    const function_type *type = (const function_type *)args->type;
    void *self = NULL;
    abut_status s = registry_make(args, type->size, type->init, &self);
    if (s) {
        free(self); /* an init that refuses has released what it allocated */
        return s;
    }
    *out = (function){type, self};
    return ABUT_OK;
}

void function_drop(function *f) {
    if (f->type && f->type->drop) f->type->drop(f->self);
    free(f->self);
    *f = (function){0};
}

function_value function_at(const function *f, double t) {
    function_value out = {0};
    if (f->type) f->type->at(f->self, t, &out);
    return out;
}

double function_span(const function *f, double t) {
    return f->type && f->type->span ? f->type->span(f->self, t) : (double)INFINITY;
}

double function_passage_span(double start, double end, double t) {
    double part = (end - start) / 64; /* Simpson on such parts gives the work of a run-up to 1e-6 */
    if (t >= end || !(part > 0)) return (double)INFINITY;
    return t < start ? fmax(start - t, part) : part;
}

/* (1) */
function_value function_run_up(double speed, double ramp, double t) {
    if (!(ramp > 0)) return (function_value){.x = speed * t, .v = speed};
    if (t <= 0) return (function_value){0};
    if (t >= ramp) return (function_value){.x = speed * (t - 0.5 * ramp), .v = speed};
    double u = t / ramp, uu = u * u, rest = 1 - u;
    return (function_value){
        .x = speed * ramp * uu * uu * (2.5 + u * (u - 3)),
        .v = speed * uu * u * (10 + u * (6 * u - 15)),
        .a = speed / ramp * 30 * uu * rest * rest,
        .j = speed / ramp / ramp * 60 * u * rest * (1 - 2 * u),
    };
}
