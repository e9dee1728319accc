/* Rollers on and in cylinders, whose slices are evaluated four at a time.
 *
 * The wrench W on B is a function of B's place c, orientation, velocity v and angular velocity w as A sees them, which turns with A:
 *   r_B:      dc = e, dv = -w_A x e               theta_B:  turn = e
 *   theta_A:  dW = e x W and dc = -e x l, turn = -e, dv = -e x v, dw = -e x w,  l = r_B - r_A
 *   w_A:      dv = -e x l, dw = -e;               r_A, v_A: minus r_B, v_B
 * and on A acts -F, -(M + l x F). */
#ifndef ABUT_CONTACT_SLICES_H
#define ABUT_CONTACT_SLICES_H

#include "base/row4v.h"
#include "line4.h"

typedef struct slices_deepest {
    size_t slice;
    double N;
    bool touching;
} slices_deepest;

/* Fills *out, cleared of forces and film, without its frame. False: the general way must say what is wrong, or knows better. */
bool slices_eval(const abut_element *e, const abut_element_in *in, const element_frame *f, slices_deepest *deepest,
                 abut_element_out *out);

#endif
