/* What a rolling contact loses in statics at speed: the contact in the motion that the equilibrium has, under the load that it has there.
 * Theory: docs/theory/heat.md. */
#ifndef ABUT_MACHINE_REST_LOSS_H
#define ABUT_MACHINE_REST_LOSS_H

#include "rings.h"

/* With the element of a ring (a) and a rolling element (b), and `in` of their places and motion: what is lost under the normal force N along the
 * normal n (out of a) of the contact in statics, where nothing moves and there is no film: the bodies go apart until they carry N. False: it cannot
 * be evaluated. */
bool rest_loss_at(const abut_element *e, abut_element_in in, double N, abut_vec3 n, double stiffness,
                  abut_element_out *out);
/* Adds what a contact loses, by its kinds. */
void rest_loss_add(const abut_element_out *c, abut_bearing_losses *to);
static inline double losses_sum(const abut_bearing_losses *l) {
    return l->spin + l->slip + l->rolling + l->damping + l->cage + l->drag;
}
/* Of the drag of the oil, force `id` of the world, on an element that moves like this in the frame of the outer ring, which turns with `outer`
 * (rad/s) about z. */
double rest_loss_drag(const abut_world *w, int id, abut_vec3 r, abut_vec3 v, abut_vec3 spin, double outer);

/* friction_moment (N m), loss and losses (W) of a state. */
void rest_loss_json(const abut_bearing_state *s, const double race[2], json *j);
void rest_loss_print(const abut_bearing_state *s, const double race[2], FILE *to);

#endif
