/* Load curves of rough surfaces: the periodic contact of a map with a plane at given mean pressures, one after the other, each from the
 * last. Everything over E*: the solver works with E* = 1. */
#include <math.h>
#include <stdlib.h>

#include "abut/field.h"
#include "abut/rough.h"
#include "base/message.h"
#include "period.h"

static abut_status check(const abut_heights *h, size_t count, const double *p, abut_message *m) {
    if (h->nx > 16384 || h->ny > 16384)
        return say_at(m, "map", ABUT_BAD_VALUE, "the map of %zu x %zu heights is too large: 16384 x 16384 at most",
                      h->nx, h->ny);
    for (size_t i = 0; i < count; i++)
        if (!(p[i] > 0) || !isfinite(p[i]) || (i && p[i] <= p[i - 1]))
            return say_at(m, "pressures", ABUT_BAD_VALUE, "pressures: must be positive and rise, got %g", p[i]);
    return ABUT_OK;
}

/* The heights become those of the gap to a plane on the highest one. False: they are all the same. */
static bool turn_over(abut_heights *h) {
    double top = -INFINITY, low = INFINITY;
    for (size_t k = 0; k < h->nx * h->ny; k++) {
        top = fmax(top, h->z[k]);
        low = fmin(low, h->z[k]);
    }
    for (size_t k = 0; k < h->nx * h->ny; k++) h->z[k] = top - h->z[k];
    return top > low;
}

static abut_status solve(abut_field *f, double area, double pressure, abut_load_row *row, abut_message *message) {
    abut_field_result r;
    double K[3][3];
    const abut_field_load load = {.by_force = true, .force = pressure * area};
    abut_status status = abut_field_solve(f, &load, &r, message);
    if (!status) status = abut_field_stiffness(f, K, message);
    if (status) return say(message, status, "the contact at %g E* was not solved", pressure);
    *row = (abut_load_row){.pressure = pressure,
                           .area = r.area_fraction,
                           .gap = r.mean_gap,
                           .p_max = r.p_max,
                           .stiffness = K[0][0] / area,
                           .residual = r.residual,
                           .iterations = r.inner};
    return ABUT_OK;
}

static abut_status sweep(abut_heights *one, size_t count, const double *pressures, abut_load_row *rows,
                         abut_message *message) {
    if (!turn_over(one)) return say_at(message, "map", ABUT_BAD_VALUE, "the map is flat: it has no roughness");
    const abut_field_def def = {.grid = {(int)one->nx, (int)one->ny, one->lx, one->ly, true},
                                .heights = one->z,
                                .rough = true,
                                .E_star = 1,
                                .solver.params = {{.name = "tol", .value = 1e-9}}};
    abut_field *f = abut_field_create(&def, message);
    abut_status status = f ? ABUT_OK : ABUT_BAD_VALUE;
    if (!f && message && message->status) status = message->status;
    for (size_t i = 0; i < count && !status; i++) status = solve(f, one->lx * one->ly, pressures[i], &rows[i], message);
    abut_field_destroy(f);
    return status;
}

abut_status abut_field_load_curve(const abut_heights *h, bool periodic, size_t count, const double *pressures,
                                  abut_load_row *rows, abut_message *message) {
    abut_heights one;
    abut_status status = check(h, count, pressures, message);
    if (!status) status = period_of(h, periodic, &one, message);
    if (status) return status;
    status = sweep(&one, count, pressures, rows, message);
    abut_heights_destroy(&one);
    return status;
}
