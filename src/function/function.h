/* Functions of time: loads, drives. One file per type and one line in src/world/types.c. */
#ifndef ABUT_FUNCTION_FUNCTION_H
#define ABUT_FUNCTION_FUNCTION_H

#include "abut/extend.h"

typedef struct function_value {
    double x, v, a, j; /* value and first to third derivative by time */
} function_value;

/* The unit "x" of a parameter stands for the unit of the quantity that is described (rad, m, N ...), "x/s" for that per
 * second. */
typedef struct function_type {
    abut_type type; /* kind "function" */
    size_t size;
    abut_status (*init)(void *self, const abut_args *args);
    void (*at)(const void *self, double t, function_value *out);
    /* optional: how long a step from t may be without missing what the function does; default: INFINITY */
    double (*span)(const void *self, double t);
    void (*drop)(void *self); /* optional: frees what init allocated */
} function_type;

/* A function made from a choice. */
typedef struct function {
    const function_type *type; /* NULL: constant zero */
    void *self;
} function;

abut_status function_make(const abut_registry *r, const abut_choice *choice, function *out, abut_message *message);
/* The same from a choice that is checked. */
abut_status function_of(const abut_args *args, function *out);
void function_drop(function *f); /* safe on a zeroed function */
function_value function_at(const function *f, double t);

double function_span(const function *f, double t);
/* The same for something that changes only between two times, smoothly. */
double function_passage_span(double start, double end, double t);

/* x(t) of something that runs up smoothly to `speed` during `ramp` and then goes on at that speed; x(0) = 0. */
function_value function_run_up(double speed, double ramp, double t);

#endif
