/* The public interface of stresses below a grid (abut/field_friction.h). */
#include <math.h>
#include <stdlib.h>

#include "abut/field_friction.h"
#include "base/message.h"
#include "stress_field.h"

static abut_status check(const abut_field_body *b, abut_message *m) {
    const abut_field_grid *g = &b->grid;
    if (g->nx < 1 || g->ny < 1 || !(g->lx > 0) || !(g->ly > 0) || !b->pressure)
        return say_at(m, "grid", ABUT_BAD_VALUE, "stresses need cells with pressure");
    if (g->periodic)
        return say_at(m, "grid.periodic", ABUT_BAD_VALUE,
                      "stresses are not known below periodic windows: leave periodic out");
    if (!(b->nu > -1) || !(b->nu <= 0.5))
        return say_at(m, "materials", ABUT_BAD_VALUE, "nu must be in (-1, 0.5], not %g", b->nu);
    return ABUT_OK;
}

/* Tractions on the body: those on b are the negative of those on a. To be freed; false: out of memory. */
static bool load_of(const abut_field_body *b, stress_load *load, double **turned) {
    grid g = {b->grid.nx, b->grid.ny, b->grid.lx / b->grid.nx, b->grid.ly / b->grid.ny, false};
    *turned = NULL;
    *load = (stress_load){g, b->pressure, b->traction, b->nu};
    if (!b->b || !b->traction) return true;
    size_t n = 2 * grid_cells(&g);
    *turned = malloc(n * sizeof **turned);
    if (!*turned) return false;
    for (size_t i = 0; i < n; i++) (*turned)[i] = -b->traction[i];
    load->q = *turned;
    return true;
}

static abut_status no_memory(abut_message *m) { return say(m, ABUT_NO_MEMORY, "no memory for stresses below a grid"); }

abut_status abut_field_stress_at(const abut_field_body *body, const double (*points)[3], int count,
                                 abut_field_stress *out, abut_message *message) {
    abut_status status = check(body, message);
    if (status != ABUT_OK) return status;
    for (int i = 0; i < count; i++)
        if (!(points[i][2] >= 0) || !isfinite(points[i][0] + points[i][1] + points[i][2]))
            return say_at(message, "subsurface", ABUT_BAD_VALUE, "a depth must not be negative, not %g m",
                          points[i][2]);
    stress_load load;
    double *turned;
    if (!load_of(body, &load, &turned)) return no_memory(message);
    for (int i = 0; i < count; i++) {
        stress s = stress_at(&load, points[i][0], points[i][1], points[i][2]);
        out[i] =
            (abut_field_stress){s.xx, s.yy, s.zz, s.xy, s.yz, s.zx, stress_von_mises(&s), stress_greatest_shear(&s)};
    }
    free(turned);
    return ABUT_OK;
}

abut_status abut_field_stress_greatest(const abut_field_body *body, abut_field_peak *von_mises, abut_field_peak *shear,
                                       abut_message *message) {
    abut_status status = check(body, message);
    if (status != ABUT_OK) return status;
    stress_load load;
    double *turned;
    if (!load_of(body, &load, &turned)) return no_memory(message);
    stress_peak found[2];
    bool fine = stress_greatest(&load, &found[0], &found[1]);
    abut_field_peak *peaks[] = {von_mises, shear};
    for (int k = 0; k < 2 && fine; k++)
        if (peaks[k]) *peaks[k] = (abut_field_peak){found[k].value, found[k].x, found[k].y, found[k].z};
    free(turned);
    return fine ? ABUT_OK : no_memory(message);
}
