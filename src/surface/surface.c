/* Making and dropping surfaces; third derivatives by differences for types that do not give them. */
#include "surface.h"

#include <math.h>
#include <stdlib.h>

#include "base/vec.h"
#include "registry/kernel_type.h"
#include "registry/registry.h"

abut_status surface_make(const abut_registry *r, const abut_choice *shape, surface *out, abut_message *message) {
    abut_args args;
    *out = (surface){0};
    abut_status s = registry_check(r, "surface", 0, shape, &args, message);
    if (s) return s;
    const abut_surface_type *type = (const abut_surface_type *)kernel_type(args.type, sizeof *type);
    void *self = NULL;
    if ((s = registry_make(&args, type->size, type->init, &self))) {
        free(self); /* an init that refuses has released what it allocated */
        return s;
    }
    *out = (surface){type, self, type->extent(self), type->ball ? type->ball(self) : 0};
    return ABUT_OK;
}

void surface_drop(surface *s) {
    if (s->self && s->type->drop) s->type->drop(s->self);
    free(s->self);
    *s = (surface){0};
}

static vec3 unit_axis(int i) { return v3(i == 0, i == 1, i == 2); }

abut_status surface_difference(surface_jet_fn *jet, const void *self, abut_vec3 y, double step, abut_jet *out) {
    double D[3][6];
    /* dH along the axes by central differences: relative error about 1e-9 for smooth f */
    for (int i = 0; i < 3; i++) {
        abut_jet up, down;
        abut_status status;
        vec3 ahead = v3_axpy(step, unit_axis(i), y), behind = v3_axpy(-step, unit_axis(i), y);
        if ((status = jet(self, &ahead, 2, &up))) return status;
        if ((status = jet(self, &behind, 2, &down))) return status;
        for (int k = 0; k < 6; k++) D[i][k] = (up.H[k] - down.H[k]) / (2 * step);
    }
    double T[10] = {D[0][0],
                    D[1][1],
                    D[2][2],
                    0.5 * D[0][3] + 0.5 * D[1][0],
                    0.5 * D[0][4] + 0.5 * D[2][0],
                    0.5 * D[0][1] + 0.5 * D[1][3],
                    0.5 * D[1][5] + 0.5 * D[2][1],
                    0.5 * D[0][2] + 0.5 * D[2][4],
                    0.5 * D[1][2] + 0.5 * D[2][5],
                    (D[0][5] + D[1][4] + D[2][3]) / 3};
    for (int k = 0; k < 10; k++) out->T[k] = T[k];
    return ABUT_OK;
}

abut_status surface_jet3(const surface *s, abut_vec3 y, abut_jet *out) {
    bool difference = s->type->no_third;
    abut_status status = surface_jet(s, y, difference ? 2 : 3, out);
    if (status || !difference) return status;
    return surface_difference(s->type->jet, s->self, y, SURFACE_STEP * s->extent.size, out);
}
