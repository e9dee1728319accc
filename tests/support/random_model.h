/* Random models as text, made of whatever is registered: bodies, surfaces, laws, joints, forces, machines, solvers. The same seed gives
 * the same model. */
#ifndef ABUT_TESTS_RANDOM_MODEL_H
#define ABUT_TESTS_RANDOM_MODEL_H

#include <stdint.h>
#include <stdio.h>

/* Writes the model; short: it ends after milliseconds. */
void random_model(uint64_t seed, FILE *to);

#endif
