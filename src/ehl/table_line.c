/* One line contact of a table, on 200 and 400 cells of the graded grid, led to the limit: x + (x - x_half)/3. The domain of the solver reaches far
 * enough. The correction is taken as the error: where a spike of pressure rules, the place where dP/dX = 0 is known to a node only.
 *
 * Separation: H_0 of the dry contact is -(ln 2 + 1/2)/2 in Hertz' units. Rolling resistance of each surface, 1/2 int h dp over the length:
 * over E' R l U^(3/4) it is (8M/pi)^(3/2)/8 int H dP. Damping: from the load -C dH_0/dT of slow motions; its factor (film/table.h) is C over the
 * separation. */
#include <math.h>
#include <string.h>

#include "base/constants.h"
#include "base/message.h"
#include "table.h"
#include "table_check.h"

static abut_status solve(double M, double L, int n, double ln[TABLE_STATED], abut_message *message) {
    abut_ehl_line *s = NULL;
    abut_ehl_line_result r;
    abut_status status = abut_ehl_line_create(n, &s, message);
    if (!status) status = abut_ehl_line_solve(s, &(abut_ehl_line_def){.M = M, .L = L}, &r, message);
    double K, C = 0;
    if (!status) status = abut_ehl_line_spring(s, &K, &C, message);
    abut_ehl_line_destroy(s);
    if (status) return status;
    double scale = 8 * M / PI, apart = r.offset + 0.5 * (log(2) + 0.5);
    if (!(apart > 0 && r.rolling > 0))
        return say(message, ABUT_NO_CONVERGENCE, "M = %g, L = %g: no separation or no rolling resistance", M, L);
    ln[TABLE_FILM] = log(r.H_c);
    ln[TABLE_LEAST] = log(r.H_min);
    ln[TABLE_SEPARATION] = log(scale * apart);
    ln[TABLE_ROLLING] = log(r.rolling * scale * sqrt(scale) / 8);
    ln[TABLE_DAMPING] = C > 0 ? log(C / apart) : NAN; /* heavy contacts on a coarse grid */
    return ABUT_OK;
}

abut_status ehl_table_line_films(double M, double L, int n, double ln[3], abut_message *message) {
    double coarse[TABLE_STATED], fine[TABLE_STATED];
    abut_status status = solve(M, L, n, coarse, message);
    if (!status) status = solve(M, L, 2 * n, fine, message);
    for (int v = 0; v < 3 && !status; v++) ln[v] = fine[v] + (fine[v] - coarse[v]) / 3;
    return status;
}

abut_status ehl_table_line(double M, double L, abut_ehl_table_row *out, abut_message *message) {
    double coarse[TABLE_STATED], fine[TABLE_STATED], x[TABLE_STATED], error[TABLE_STATED];
    memset(out, 0, sizeof *out);
    abut_status status = solve(M, L, 200, coarse, message);
    if (!status) status = solve(M, L, 400, fine, message);
    if (status) return status;
    bool none = isnan(fine[TABLE_DAMPING]); /* a light contact, whose load the gap does not hold (abut_ehl_line_move) */
    if (none) fine[TABLE_DAMPING] = log(0.1);
    bool one = isnan(coarse[TABLE_DAMPING]);
    if (one) coarse[TABLE_DAMPING] = fine[TABLE_DAMPING];
    for (int v = 0; v < TABLE_STATED; v++) {
        error[v] = fabs(fine[v] - coarse[v]) / 3;
        x[v] = exp(fine[v] + (fine[v] - coarse[v]) / 3);
    }
    if (one || none) error[TABLE_DAMPING] = none ? EHL_TABLE_UNKNOWN : 0.3; /* of one grid alone */
    *out = ehl_table_row_of(x, error, 400);
    return ABUT_OK;
}
