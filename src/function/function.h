/* Functions of time: loads, drives. One file per type and one line in src/world/types.c. */
#ifndef ABUT_FUNCTION_FUNCTION_H
#define ABUT_FUNCTION_FUNCTION_H

#include "abut/extend_world.h"

typedef abut_function_value function_value;
typedef abut_function_type function_type;

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
