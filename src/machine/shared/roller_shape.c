/* Rollers as surfaces. */
#include "roller_shape.h"

#include <stdlib.h>

#include "machine/machine.h"

bool roller_shape(abut_world *w, double radius, double length, const abut_profile *p, double E_prime,
                  abut_choice *out) {
    abut_choice shape = {PART_TYPE(w, surface_roller),
                         {{.name = "radius", .value = radius}, {.name = "length", .value = length}}};
    abut_param *next = shape.params + 2;
    double *pairs = NULL;
    if (p->kind == ABUT_PROFILE_CROWNED) {
        *next++ = (abut_param){.name = "profile", .text = "crowned"};
        *next++ = (abut_param){.name = "crown_radius", .value = p->radius};
    } else if (p->kind == ABUT_PROFILE_LOGARITHMIC) {
        *next++ = (abut_param){.name = "profile", .text = "logarithmic"};
        *next++ = (abut_param){.name = "design_force", .value = p->design_force};
        if (E_prime > 0) *next++ = (abut_param){.name = "E_prime", .value = E_prime};
    } else if (p->kind == ABUT_PROFILE_TABLE) {
        pairs = malloc((2 * p->count + 1) * sizeof *pairs);
        if (!pairs) return false;
        for (size_t i = 0; i < p->count; i++) pairs[2 * i] = p->table_y[i], pairs[2 * i + 1] = p->table_drop[i];
        *next++ = (abut_param){.name = "profile", .text = "table"};
        *next++ = (abut_param){.name = "table", .data = pairs, .count = 2 * p->count};
    }
    *out = keep_choice(&w->keep, "surface", &shape);
    free(pairs);
    return !w->keep.memory.failed;
}
