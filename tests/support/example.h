/* Running the examples: examples/NAME/model.yaml through the model reader, its numbers by name, and events between the
 * steps of a run. Whatever goes wrong fails the running test. */
#ifndef ABUT_TESTS_EXAMPLE_H
#define ABUT_TESTS_EXAMPLE_H

#include "abut/world.h"
#include "model/model.h"

typedef struct example {
    model m;
    abut_world *w; /* started, or ready to start */
} example;

/* Reads the model with the settings (path=value, separated by ';'; NULL: none) and starts it with the solver named (NULL:
 * the model's own). */
example example_start(const char *name, const char *settings, const char *solver);
void example_end(example *e);
void example_advance(example *e, double t);

/* A number of the present instant. Of a body: x y z q0 q1 q2 q3 vx vy vz wx wy wz; of a joint: x1.. v1.. residual; of a
 * contact: approach N touches time_touching, h_c h_min fluid_share T_fluid T_boundary T_rolling; of a machine: its columns; of "energy": kinetic total dissipated residual; of
 * "run": constraint_residual. */
double example_number(const abut_world *w, const char *object, const char *quantity);

/* Runs on until a quantity changes its sign and stands at that instant, found by dense output. A search begins at the end
 * of the last step taken; false: t_end came first. */
typedef struct search {
    const char *object, *quantity;
    double t, before; /* end of the last step looked at, and the value there */
} search;
search example_search(example *e, const char *object, const char *quantity);
bool example_find_zero(example *e, search *s, double t_end, double *t);

/* An example in C (examples/world/NAME.c) prints lines "object quantity value": each must be what the model run shows at its
 * present instant, to `tolerance` of 1 or of the number. Returns how many lines there were. */
int example_compare_program(example *e, const char *program, double tolerance);

#endif
