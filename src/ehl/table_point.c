/* One elliptic contact of a table: solved on several grids, flooded (point_far.h), led to the limit of fine grids and wide domains.
 *
 * Domain: X from -(1 + c s) to 3/5 of that, Y to e + 0.6 c s/sqrt(D), s = sqrt(2 H) the length over which the gap of rigid bodies doubles. c = 3 where
 * bodies are elastic: against c = 6 that is 0.03 to 0.15 % of the film. Up to 5 where they are rigid, and there, since the pressure of the
 * edge is that of oil that fills both sides while the real one tears, what is missing goes as 1/c and 1/c^2: domains of c, 2c and 4c, on cells of the
 * same size, are led to infinity (M 5, L 1.5, D 0.03: 5.2, 2.1 % and then 1.7 to 2.1 % more; on finer cells and 8c the whole is 8.8 %; here 9.0).
 * Grid: of second order; x_n + (x_n - x_{n/2})/3. What is left of the central film after that is about the square of the relative correction
 * (0.8, 2.9, 11 % left 0.01, 0.09, 0.85 %). The grid is refined, 128, 256, 512 cells, until that is small; where rigid bodies give way under a
 * piezoviscous oil, whose pressure has a spike no grid resolves (M 7.8, L 25, D 0.3: 128 cells are 2 % off), 256 cells are the least.
 * Film: at X = Y = 0; in light contacts, where the pressure is greatest before that, what flows there on Y = 0 over the mean speed, which is
 * the film where dP/dX = 0, but holds through the pressure's spike, where the film falls from one node to the next.
 * Rolling resistance: rolling.h, on a domain that reaches to X = -4.5 at least. Damping: two steps in time with the gap held, away and back. */
#include <math.h>
#include <string.h>

#include "base/constants.h"
#include "base/message.h"
#include "film/table.h"
#include "point.h"
#include "rolling.h"
#include "table.h"

enum { CENTRAL, LEAST, APART, ROLLING, DAMPING, VALUES };
enum { GRIDS = 4, FIRST = 64 };
static const double enough = 1.5e-3;    /* relative error of the central film by the grid */
static const double least_reach = 4.5;  /* of the domain for rolling */
static const double light_share = 0.02; /* contacts more rigid than that need wide domains */

typedef struct films {
    double ln[VALUES]; /* of H_c, H_min, the separation in Moes' units, rolling and damping as in film/table.h */
} films;

/* ---- what a solution shows ---- */
/* Approach of the dry contact over a^2/R. */
static double dry_approach(double D) {
    abut_hertz dry; /* of rho_x = 1 */
    (void)abut_hertz_from_approach(0.5 * D, 0.5, 1, 1, &dry);
    return 1 / (dry.b * dry.b);
}

/* The least film between the nodes: a paraboloid through the node and its eight neighbours (least squares). */
static double least(const abut_ehl_point_result *r) {
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

static double central(const abut_ehl_point_result *r, const ehl_point_numbers *u) {
    const double *P = r->P + (size_t)(r->ny / 2) * (size_t)r->nx, *H = r->H + (size_t)(r->ny / 2) * (size_t)r->nx;
    double at = top(P, r->nx);
    if (r->x0 + at * r->hx >= 0) return r->H_0 / u->moes;
    int i = (int)fmax(floor(at - 0.5), 1); /* the face before it */
    double share = at - 0.5 - i;
    return (1 - share) * flow(r, u, P, H, i) + share * flow(r, u, P, H, i + 1);
}

/* ---- one solution ---- */
typedef struct domain {
    double from, to, side;
} domain;

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

static abut_status solve(double M, double L, double D, int n, const domain *w, bool damp, films *out,
                         abut_message *message) {
    ehl_point_numbers u = ehl_point_numbers_of(M, L, D, 0);
    abut_ehl_point_def def = {
        .M = M, .L = L, .D = D, .tol = 1e-8, .from = w->from, .to = w->to, .side = w->side, .flooded = true};
    abut_ehl_point *solver = NULL;
    abut_ehl_point_result r;
    double v[VALUES] = {0};
    abut_status status = abut_ehl_point_create(n, &solver, message);
    if (!status) status = abut_ehl_point_solve(solver, &def, &r, message);
    if (!status) {
        double apart = r.offset + dry_approach(D);
        v[CENTRAL] = u.moes * central(&r, &u);
        v[LEAST] = u.moes * least(&r);
        v[APART] = u.moes * apart;
        v[ROLLING] =
            PI * u.C / 4 * u.moes * u.moes * ehl_point_rolling(&r, D, 0, u.lambda, TABLE_INLET / sqrt(u.moes)).sum;
        v[DAMPING] = 1;
        if (damp) status = damping(solver, &def, &u, &r, apart, &v[DAMPING], message);
    }
    for (int k = 0; k < VALUES && !status; k++) {
        out->ln[k] = log(v[k]);
        if (!(v[k] > 0 && isfinite(out->ln[k])))
            status = say(message, ABUT_NO_CONVERGENCE, "M = %g, L = %g, D = %g: no positive film, rolling or damping",
                         M, L, D);
    }
    abut_ehl_point_destroy(solver);
    return status;
}

/* ---- limits ---- */
typedef struct refined {
    films at[GRIDS];
    bool known[GRIDS];
    int last, damped; /* grid: the finest, that of the damping */
} refined;

static double limit(const refined *f, int k, int v) {
    if (v == DAMPING) k = f->damped;
    if (k == 0 || !f->known[k - 1]) return f->at[k].ln[v];
    return f->at[k].ln[v] + (f->at[k].ln[v] - f->at[k - 1].ln[v]) / 3;
}

/* What is left after the correction x: its square, or a part of it where it is small; of three grids, a third of what the last one changed. */
static double grid_error(const refined *f, int v) {
    int k = v == DAMPING ? f->damped : f->last;
    if (k == 0 || !f->known[k] || !f->known[k - 1]) return v == DAMPING ? 0.3 : INFINITY;
    double x = fabs(f->at[k].ln[v] - f->at[k - 1].ln[v]) / 3, left = fmax(x * x, 0.03 * x);
    if (k < 2 || !f->known[k - 2]) return left;
    return fmax(fmin(left, fabs(limit(f, k, v) - limit(f, k - 1, v)) / 3), 0.01 * x);
}

/* A film that a coarse grid cannot hold a finer one may. Damping, which is dear, comes from 128 cells or the first grid that holds the film. */
static abut_status refine(double M, double L, double D, int finest, const domain *w, int least_grid, refined *f,
                          abut_message *message) {
    abut_status status = ABUT_OK;
    for (int k = 0; k < GRIDS && FIRST << k <= finest; k++) {
        bool damp = k < 2 || !f->known[k - 1];
        status = solve(M, L, D, FIRST << k, w, damp, &f->at[k], message);
        f->known[k] = !status;
        f->last = k;
        if (!status && damp) f->damped = k;
        if (k >= least_grid && grid_error(f, CENTRAL) < enough && grid_error(f, LEAST) < 4 * enough) return ABUT_OK;
    }
    if (!status && isinf(grid_error(f, CENTRAL)))
        return say(message, ABUT_NO_CONVERGENCE,
                   "M = %g, L = %g, D = %g: only the finest grid of %d x %d cells holds the film; take a finer one", M,
                   L, D, finest, finest);
    return status;
}

/* How rigid the bodies are: the film of rigid ones (Nijenbanning, Venner and Moes) over that expected. */
static double rigid(double M, double D, const ehl_point_numbers *u) {
    return 145 * pow(1 + 0.796 * pow(D, 14.0 / 15), -15.0 / 7) / (D * M * M) / (u->film * u->moes);
}

/* ---- what the domain lacks ---- */
/* Of domains of c, 2c and 4c whose values rise by d1 and d2: what is missing on that of c. By terms in 1/c and 1/c^2, A and B on that of c, A/4 + B/16 is
 * missing beyond 4c; by 1/c alone d2: the mean of both. */
static double whole(double d1, double d2) {
    double B = (d1 - 2 * d2) / 0.375, A = 2 * (d1 - 0.75 * B);
    return d1 + d2 + 0.5 * (d2 + 0.25 * A + B / 16);
}

/* By coarse cells, half of FIRST on the narrow domain: all that is missing, and how much of it there is on that of 2c. False: one is not solved. */
static bool three(double M, double L, double D, const domain *w, double more[VALUES], double first[VALUES]) {
    films at[3];
    bool good = true;
    for (int k = 0; k < 3 && good; k++) {
        double by = 1 << k;
        domain wide = {by * w->from, by * w->to, by * w->side};
        good = !solve(M, L, D, FIRST / 2 << k, &wide, false, &at[k], NULL);
    }
    for (int v = 0; v < VALUES && good; v++) {
        first[v] = at[1].ln[v] - at[0].ln[v];
        more[v] = whole(first[v], at[2].ln[v] - at[1].ln[v]);
    }
    return good;
}

/* Of light contacts: what is missing on the domain of 2c, by cells as of the coarsest grid, and as much more as coarse cells say; what cells do to it falls
 * with their square, and half of that is taken off. Damping, which is dear, on two domains. */
static abut_status widen_light(double M, double L, double D, const domain *w, double share, const refined *f,
                               double more[VALUES], double doubt[VALUES], abut_message *message) {
    domain wide = {2 * w->from, 2 * w->to, 2 * w->side};
    double coarse[VALUES], first[VALUES], again = 1 + 0.75 * fmin(2 * share, 1);
    films b = {{0}};
    abut_status status = solve(M, L, D, 2 * FIRST, &wide, true, &b, message);
    bool alike = !status;
    if (status) status = solve(M, L, D, 4 * FIRST, &wide, true, &b, message);
    bool good = alike && f->known[0] && three(M, L, D, w, coarse, first);
    for (int v = 0; v < VALUES && !status; v++) {
        double once = f->known[0] ? b.ln[v] - f->at[0].ln[v] : 0;
        bool known = good && v != DAMPING && fabs(first[v]) > 1e-4;
        double ratio = known ? fmin(fmax(coarse[v] / first[v], 1), 2) : again;
        more[v] = ratio * once;
        double by_cells = known ? more[v] - coarse[v] : 0;
        more[v] += by_cells / 6;
        double other = fabs(more[v] - again * once); /* less rigid contacts: between once and twice */
        doubt[v] = known ? 0.5 * (fabs(by_cells) + other) + 0.02 * fabs(more[v]) : 0.12 * fabs(more[v]);
    }
    return status;
}

/* The rolling resistance of others, on a wide domain of 128 cells. */
static abut_status widen_heavy(double M, double L, double D, const domain *w, const refined *f, double more[VALUES],
                               double doubt[VALUES], abut_message *message) {
    double wide = fmax(2, -least_reach / w->from);
    domain wider = {wide * w->from, wide * w->to, wide * w->side};
    films a, b = {{0}};
    abut_status status = solve(M, L, D, 2 * FIRST, &wider, false, &b, message);
    if (status) status = solve(M, L, D, 4 * FIRST, &wider, false, &b, message);
    if (status) return status;
    for (int v = 0; v < VALUES; v++) {
        more[v] = 0;
        doubt[v] = 1e-3;
    }
    double off = solve(M, L, D, FIRST, &wider, false, &a, NULL) ? 0.1 : (b.ln[ROLLING] - a.ln[ROLLING]) / 3;
    more[ROLLING] = b.ln[ROLLING] + (fabs(off) < 0.1 ? off : 0) - limit(f, f->last, ROLLING);
    doubt[ROLLING] = 0.01 + fabs(off);
    return ABUT_OK;
}

static double rigid_share(double M, double D, const ehl_point_numbers *u, domain *w) {
    double share = rigid(M, D, u), c = 3 + 2 * fmin(2 * share, 1), reach = c * sqrt(2 * u->film);
    *w = (domain){-fmax(1 + reach, 1.6), fmax(0.6 * (1 + reach), 1.2), u->e + 0.6 * reach / sqrt(D)};
    return share;
}

abut_status ehl_table_films(double M, double L, double D, int n, double ln[3], abut_message *message) {
    ehl_point_numbers u = ehl_point_numbers_of(M, L, D, 0);
    domain w;
    double share = rigid_share(M, D, &u, &w);
    films coarse, fine, wide;
    abut_status status = solve(M, L, D, n / 2, &w, false, &coarse, message);
    if (!status) status = solve(M, L, D, n, &w, false, &fine, message);
    const domain wider = {2 * w.from, 2 * w.to, 2 * w.side};
    bool light = share > light_share;
    if (!status && light) status = solve(M, L, D, n, &wider, false, &wide, message);
    for (int v = 0; v < 3 && !status; v++) {
        ln[v] = fine.ln[v] + (fine.ln[v] - coarse.ln[v]) / 3;
        if (light) ln[v] += (1 + 0.75 * fmin(2 * share, 1)) * (wide.ln[v] - coarse.ln[v]); /* 0.2 % of `three` */
    }
    return status;
}

abut_status ehl_table_point(double M, double L, double D, int finest, abut_ehl_table_row *out, abut_message *message) {
    ehl_point_numbers u = ehl_point_numbers_of(M, L, D, 0);
    domain w;
    double share = rigid_share(M, D, &u, &w);
    double more[VALUES], doubt[VALUES], x[VALUES], error[VALUES];
    refined f = {0};
    memset(out, 0, sizeof *out);
    int least_grid = share > 0.04 && share < 0.8 && L > 1 && finest > 2 * FIRST ? 2 : 1;
    abut_status status = refine(M, L, D, finest, &w, least_grid, &f, message);
    if (!status && share > light_share) status = widen_light(M, L, D, &w, share, &f, more, doubt, message);
    if (!status && share <= light_share) status = widen_heavy(M, L, D, &w, &f, more, doubt, message);
    if (status) return status;
    for (int v = 0; v < VALUES; v++) {
        x[v] = exp(limit(&f, f.last, v) + more[v]);
        error[v] = grid_error(&f, v) + doubt[v];
    }
    *out = (abut_ehl_table_row){.H_c = x[CENTRAL],
                                .H_min = fmin(x[LEAST], x[CENTRAL]),
                                .separation = x[APART],
                                .rolling = x[ROLLING],
                                .damping = x[DAMPING],
                                .error = error[CENTRAL],
                                .error_min = error[LEAST],
                                .error_separation = error[APART],
                                .error_rolling = error[ROLLING],
                                .error_damping = error[DAMPING],
                                .cells = FIRST << f.last};
    return ABUT_OK;
}
