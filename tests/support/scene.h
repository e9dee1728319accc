/* Random contacts of any two registered surfaces, for tests that name no type. Uses the library's inside. */
#ifndef ABUT_TESTS_SCENE_H
#define ABUT_TESTS_SCENE_H

#include <stdint.h>

#include "contact/element.h"
#include "laws.h"

typedef struct chance {
    uint64_t state;
} chance;
double chance_uniform(chance *c, double low, double high);
vec3 chance_unit(chance *c);
abut_quat chance_rotation(chance *c);

/* The examples of a kind, by number over all types; NULL past the end. */
const abut_choice *example_of(const char *kind, int index);

/* A normal law with a damping law, unless the choice brings its own. */
abut_choice with_damping(const abut_choice *normal, const abut_choice *damping);

abut_quat quat_mul(abut_quat a, abut_quat b);
abut_quat quat_of_vector(vec3 rotation); /* exp */

/* A touching state: opposing points chosen on both surfaces, B turned and placed so that they oppose each other at the
 * depth `relative_h` times the smaller radius of curvature. False if no point with 0 < P was found in some tries. */
typedef struct scene {
    abut_element *e;
    abut_element_in in;
    double h, size; /* m: approach; smaller radius of curvature there */
} scene;
bool scene_make(chance *c, const abut_element_def *def, double relative_h, scene *out);

/* Evaluates with consistent states where the element has any. */
abut_status scene_eval(const scene *s, const abut_element_in *in, abut_element_out *out);

/* Moves coordinate i (0..11: r_A, theta_A, r_B, theta_B) or velocity i (12..23) of an input by an amount. */
abut_element_in scene_shift(const abut_element_in *in, int i, double by);

#endif
