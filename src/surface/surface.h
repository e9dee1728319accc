/* A surface made from a choice: its type, its constants, its extent. Used by elements and by the piecewise surface. */
#ifndef ABUT_SURFACE_SURFACE_H
#define ABUT_SURFACE_SURFACE_H

#include "abut/extend.h"
#include "base/vec.h"

typedef struct surface {
    const abut_surface_type *type;
    void *self;
    abut_extent extent;
    double ball; /* m, radius if it is a ball about its origin, else 0 */
} surface;

abut_status surface_make(const abut_registry *r, const abut_choice *shape, surface *out, abut_message *message);
void surface_drop(surface *s); /* safe on a zeroed surface */

static inline abut_status surface_jet(const surface *s, abut_vec3 y, int order, abut_jet *out) {
    return s->type->jet(s->self, &y, order, out);
}
static inline abut_form surface_form(const surface *s) {
    return s->type->form ? s->type->form(s->self) : (abut_form){ABUT_FORM_NONE};
}
/* Radius (m) of a cylinder seen from outside, 0 of anything else. */
static inline double surface_shaft(const surface *s) {
    abut_form f = surface_form(s);
    return f.kind == ABUT_FORM_CYLINDER && !f.hollow && !f.nearly ? f.radius : 0;
}
/* Like surface_jet at order 3, but differences the Hessian where the type gives no third derivatives. */
abut_status surface_jet3(const surface *s, abut_vec3 y, abut_jet *out);

/* Fills out->T by central differences, `step` (m) to either side, of the Hessian that jet gives at order 2. */
#define SURFACE_STEP 1e-5 /* the usual step over the size of the surface */
typedef abut_status surface_jet_fn(const void *self, const abut_vec3 *at, int order, abut_jet *out);
abut_status surface_difference(surface_jet_fn *jet, const void *self, abut_vec3 y, double step, abut_jet *out);

#endif
