/* One elliptic contact of a table: solved on several grids and domains, flooded (point_far.h), led to the limit of both (table_limit.c). */
#include <math.h>
#include <string.h>

#include "base/message.h"
#include "table.h"
#include "table_limit.h"
#include "table_show.h"

static abut_status solve(const ehl_source *s, int n, const ehl_domain *w, bool damp, double ln[TABLE_STATED],
                         abut_message *message) {
    const abut_ehl_point_def def = {
        .M = s->M, .L = s->L, .D = s->D, .tol = 1e-8, .from = w->from, .to = w->to, .side = w->side, .flooded = true};
    abut_ehl_point *solver = NULL;
    abut_ehl_point_result r;
    abut_status status = abut_ehl_point_create(n, &solver, message);
    if (!status) status = abut_ehl_point_solve(solver, &def, &r, message);
    if (!status) status = ehl_table_shown(solver, &def, &r, damp, ln, message);
    abut_ehl_point_destroy(solver);
    for (int q = 0; q < TABLE_STATED && !status; q++) {
        if (!(ln[q] > 0 && isfinite(ln[q])))
            return say(message, ABUT_NO_CONVERGENCE, "M = %g, L = %g, D = %g: no positive film, rolling or damping",
                       s->M, s->L, s->D);
        ln[q] = log(ln[q]);
    }
    return status;
}

abut_status ehl_table_films(double M, double L, double D, int n, double ln[3], abut_message *message) {
    ehl_point_numbers u = ehl_point_numbers_of(M, L, D, 0);
    double rigid = ehl_table_rigid(M, D, &u);
    ehl_domain w = ehl_table_domain(rigid, D, &u);
    return ehl_table_lead_films(&(ehl_source){solve, M, L, D}, rigid, &w, n, ln, message);
}

abut_status ehl_table_point(double M, double L, double D, int finest, abut_ehl_table_row *out, abut_message *message) {
    ehl_point_numbers u = ehl_point_numbers_of(M, L, D, 0);
    double rigid = ehl_table_rigid(M, D, &u);
    ehl_domain w = ehl_table_domain(rigid, D, &u);
    memset(out, 0, sizeof *out);
    return ehl_table_lead(&(ehl_source){solve, M, L, D}, rigid, &w, finest, out, message);
}
