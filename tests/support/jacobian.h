/* Matrices of an element against differences of its wrenches. */
#ifndef ABUT_TESTS_JACOBIAN_H
#define ABUT_TESTS_JACOBIAN_H

#include "scene.h"

/* Largest deviation of the matrices from five-point central differences, each 3x3 block relative to its row's scale; steps of
 * `part` of the approach, and of velocity_step (m/s). */
double jacobian_error(const scene *s, double N, double part, double velocity_step, abut_element_jac *jac);

#endif
