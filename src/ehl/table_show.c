/* What a table takes from one solution of an elliptic contact.
 *
 * Film: at X = Y = 0; in light contacts, where the pressure is greatest before that, what flows there on Y = 0 over the mean speed, which is
 * the film where dP/dX = 0, but holds through the pressure's spike, where the film falls from one node to the next.
 * Rolling resistance: rolling.h. Damping: two steps in time with the gap held, away and back. */
#include "table_show.h"

#include <math.h>

#include "base/constants.h"
#include "rolling.h"

double ehl_table_dry(double D) {
    abut_hertz dry; /* of rho_x = 1 */
    (void)abut_hertz_from_approach(0.5 * D, 0.5, 1, 1, &dry);
    return 1 / (dry.b * dry.b);
}

/* The least film between the nodes: a paraboloid through the node and its eight neighbours (least squares). */
double ehl_table_least(const abut_ehl_point_result *r) {
    int at = 0, nx = r->nx;
    for (int k = 0; k < nx * r->ny; k++)
        if (r->H[k] < r->H[at]) at = k;
    int i = at % nx, j = at / nx;
    if (i == 0 || j == 0 || i == nx - 1 || j == r->ny - 1) return r->H[at];
    double fx = 0, fy = 0, fxx = 0, fyy = 0, fxy = 0, sum = 0;
    for (int b = -1; b <= 1; b++)
        for (int a = -1; a <= 1; a++) {
            double v = r->H[(j + b) * nx + i + a] - r->H[at];
            sum += v;
            fx += a * v / 6;
            fy += b * v / 6;
            fxy += a * b * v / 4;
            fxx += (a * a - 2.0 / 3) * v;
            fyy += (b * b - 2.0 / 3) * v;
        }
    double det = fxx * fyy - fxy * fxy, constant = sum / 9 - (fxx + fyy) / 3;
    if (!(fxx > 0 && det > 0)) return r->H[at];
    double x = (fxy * fy - fyy * fx) / det, y = (fxy * fx - fxx * fy) / det;
    if (fabs(x) > 1 || fabs(y) > 1) return r->H[at];
    double between = r->H[at] + constant + 0.5 * (fx * x + fy * y);
    return between > 0.5 * r->H[at] ? between : r->H[at];
}

/* Where the pressure on Y = 0 first stops to rise, in nodes. */
static double top(const double *P, int nx) {
    double most = 0;
    for (int i = 0; i < nx; i++) most = fmax(most, P[i]);
    int i = 1;
    while (i < nx - 3 && !(P[i] > 0.3 * most && P[i + 1] <= P[i])) i++;
    double bend = P[i - 1] - 2 * P[i] + P[i + 1];
    return i + (bend < 0 ? 0.5 * (P[i - 1] - P[i + 1]) / bend : 0);
}

/* What flows on Y = 0 through the face before node i + 1, as the solver has it: H from two nodes upstream less xi dP/dX. */
static double flow(const abut_ehl_point_result *r, const ehl_point_numbers *u, const double *P, const double *H,
                   int i) {
    double xi = 0;
    for (int k = i; k <= i + 1; k++) xi += 0.5 * H[k] * H[k] * H[k] * exp(-u->ab * P[k]) / u->lambda;
    return 1.5 * H[i] - 0.5 * H[i - 1] - xi * (P[i + 1] - P[i]) / r->hx;
}

double ehl_table_central(const abut_ehl_point_result *r, const ehl_point_numbers *u) {
    const double *P = r->P + (size_t)(r->ny / 2) * (size_t)r->nx, *H = r->H + (size_t)(r->ny / 2) * (size_t)r->nx;
    double at = top(P, r->nx);
    if (r->x0 + at * r->hx >= 0) return r->H_0 / u->moes;
    int i = (int)fmax(floor(at - 0.5), 1); /* the face before it */
    double share = at - 0.5 - i;
    return (1 - share) * flow(r, u, P, H, i) + share * flow(r, u, P, H, i + 1);
}

/* The load falls by C d(offset)/dT where bodies move apart slowly; the factor is that of film/table.h, 4 C_kernel C/(e s). */
static abut_status damping(abut_ehl_point *solver, const abut_ehl_point_def *def, const ehl_point_numbers *u,
                           const abut_ehl_point_result *r, double apart, double *out, abut_message *message) {
    abut_ehl_point_def d = *def;
    abut_ehl_point_result moved, back;
    double step = 0.03 * apart, dT = 20;
    abut_ehl_point_move v = {.dT = 1e6, .held = true, .offset = r->offset + step};
    d.tol = 1e-8;
    abut_status status = abut_ehl_point_step(solver, &d, &v, &moved, message);
    v.dT = dT;
    v.offset = r->offset;
    if (!status) status = abut_ehl_point_step(solver, &d, &v, &back, message);
    if (!status) *out = 4 * u->C * (back.load - 1) * u->load * dT / step / (u->e * apart);
    return status;
}

abut_status ehl_table_shown(abut_ehl_point *solver, const abut_ehl_point_def *def, const abut_ehl_point_result *r,
                            bool damp, double value[TABLE_STATED], abut_message *message) {
    ehl_point_numbers u = ehl_point_numbers_of(def->M, def->L, def->D, 0);
    double apart = r->offset + ehl_table_dry(def->D), inlet = TABLE_INLET / sqrt(u.moes);
    value[TABLE_FILM] = u.moes * ehl_table_central(r, &u);
    value[TABLE_LEAST] = u.moes * ehl_table_least(r);
    value[TABLE_SEPARATION] = u.moes * apart;
    value[TABLE_ROLLING] = PI * u.C / 4 * u.moes * u.moes * ehl_point_rolling(r, def->D, 0, u.lambda, inlet).sum;
    value[TABLE_DAMPING] = 1;
    return damp ? damping(solver, def, &u, r, apart, &value[TABLE_DAMPING], message) : ABUT_OK;
}
