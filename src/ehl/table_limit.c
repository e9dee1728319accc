/* From solutions on several grids and domains to the limit of fine grids and wide domains, and what is left of errors.
 *
 * Domain: X from -(1 + c s) to 3/5 of that, Y to e + 0.6 c s/sqrt(D), s = sqrt(2 H) the length over which the gap of rigid bodies doubles. c = 3 where
 * bodies are elastic: against c = 6 that is 0.03 to 0.15 % of the film. Up to 5 where they are rigid, and there, since the pressure of the
 * edge is that of oil that fills both sides while the real one tears, what is missing goes as 1/c and 1/c^2: domains of c, 2c and 4c, on cells of the
 * same size, are led to infinity (M 5, L 1.5, D 0.03: 5.2, 2.1 % and then 1.7 to 2.1 % more; on finer cells and 8c the whole is 8.8 %; here 9.0).
 * Grid: of second order; x_n + (x_n - x_{n/2})/3. What is left of the central film after that is about the square of the relative correction
 * (0.8, 2.9, 11 % left 0.01, 0.09, 0.85 %). The grid is refined, 128, 256, 512 cells, until that is small; where rigid bodies give way under a
 * piezoviscous oil, whose pressure has a spike no grid resolves (M 7.8, L 25, D 0.3: 128 cells are 2 % off), 256 cells are the least.
 * Rolling resistance of contacts with elastic bodies: on a domain that reaches to X = -4.5 at least. */
#include "table_limit.h"

#include <math.h>

#include "base/message.h"

enum { GRIDS = 4, FIRST = 64 };
static const double enough = 1.5e-3;    /* relative error of the central film by the grid */
static const double least_reach = 4.5;  /* of the domain for rolling */
static const double light_share = 0.02; /* contacts more rigid than that need wide domains */

typedef struct values {
    double ln[TABLE_STATED];
} values;

static abut_status solve(const ehl_source *s, int n, const ehl_domain *w, bool damp, values *out,
                         abut_message *message) {
    return s->solve(s, n, w, damp, out->ln, message);
}

/* ---- limits ---- */
typedef struct refined {
    values at[GRIDS];
    bool known[GRIDS];
    int last, damped; /* grid: the finest, that of the damping */
} refined;

static double limit(const refined *f, int k, int q) {
    if (q == TABLE_DAMPING) k = f->damped;
    if (k == 0 || !f->known[k - 1]) return f->at[k].ln[q];
    return f->at[k].ln[q] + (f->at[k].ln[q] - f->at[k - 1].ln[q]) / 3;
}

/* What is left after the correction x: its square, or a part of it where it is small; of three grids, a third of what the last one changed. */
static double grid_error(const refined *f, int q) {
    int k = q == TABLE_DAMPING ? f->damped : f->last;
    if (k == 0 || !f->known[k] || !f->known[k - 1]) return q == TABLE_DAMPING ? 0.3 : INFINITY;
    double x = fabs(f->at[k].ln[q] - f->at[k - 1].ln[q]) / 3, left = fmax(x * x, 0.03 * x);
    if (k < 2 || !f->known[k - 2]) return left;
    return fmax(fmin(left, fabs(limit(f, k, q) - limit(f, k - 1, q)) / 3), 0.01 * x);
}

/* A film that a coarse grid cannot hold a finer one may. Damping, which is dear, comes from 128 cells or the first grid that holds the film. */
static abut_status refine(const ehl_source *s, int finest, const ehl_domain *w, int least_grid, refined *f,
                          abut_message *message) {
    abut_status status = ABUT_OK;
    for (int k = 0; k < GRIDS && FIRST << k <= finest; k++) {
        bool damp = k < 2 || !f->known[k - 1];
        status = solve(s, FIRST << k, w, damp, &f->at[k], message);
        f->known[k] = !status;
        f->last = k;
        if (!status && damp) f->damped = k;
        if (k >= least_grid && grid_error(f, TABLE_FILM) < enough && grid_error(f, TABLE_LEAST) < 4 * enough)
            return ABUT_OK;
    }
    if (!status && isinf(grid_error(f, TABLE_FILM)))
        return say(message, ABUT_NO_CONVERGENCE,
                   "M = %g, L = %g, D = %g: only the finest grid of %d x %d cells holds the film; take a finer one",
                   s->M, s->L, s->D, finest, finest);
    return status;
}

/* ---- domains ---- */
double ehl_table_rigid(double M, double D, const ehl_point_numbers *u) {
    return 145 * pow(1 + 0.796 * pow(D, 14.0 / 15), -15.0 / 7) / (D * M * M) / (u->film * u->moes);
}

ehl_domain ehl_table_domain(double rigid, double D, const ehl_point_numbers *u) {
    double c = 3 + 2 * fmin(2 * rigid, 1), reach = c * sqrt(2 * u->film);
    return (ehl_domain){-fmax(1 + reach, 1.6), fmax(0.6 * (1 + reach), 1.2), u->e + 0.6 * reach / sqrt(D)};
}

static ehl_domain wider(const ehl_domain *w, double by) { return (ehl_domain){by * w->from, by * w->to, by * w->side}; }

/* Of domains of c, 2c and 4c whose values rise by d1 and d2: what is missing on that of c. By terms in 1/c and 1/c^2, A and B on that of c, A/4 + B/16 is
 * missing beyond 4c; by 1/c alone d2: the mean of both. */
static double whole(double d1, double d2) {
    double B = (d1 - 2 * d2) / 0.375, A = 2 * (d1 - 0.75 * B);
    return d1 + d2 + 0.5 * (d2 + 0.25 * A + B / 16);
}

/* All that is missing over what twice the domain brings: between once and twice, by how rigid bodies are. */
static double again(double rigid) { return 1 + 0.75 * fmin(2 * rigid, 1); }

/* By coarse cells, half of FIRST on the narrow domain: all that is missing, and how much of it there is on that of 2c. False: one is not solved. */
static bool three(const ehl_source *s, const ehl_domain *w, double more[TABLE_STATED], double first[TABLE_STATED]) {
    values at[3];
    bool good = true;
    for (int k = 0; k < 3 && good; k++) {
        ehl_domain wide = wider(w, 1 << k);
        good = !solve(s, FIRST / 2 << k, &wide, false, &at[k], NULL);
    }
    for (int q = 0; q < TABLE_STATED && good; q++) {
        first[q] = at[1].ln[q] - at[0].ln[q];
        more[q] = whole(first[q], at[2].ln[q] - at[1].ln[q]);
    }
    return good;
}

/* Of light contacts: what is missing on the domain of 2c, by cells as of the coarsest grid, and as much more as coarse cells say; what cells do to it falls
 * with their square, and half of that is taken off. Damping, which is dear, on two domains. */
static abut_status widen_light(const ehl_source *s, const ehl_domain *w, double rigid, const refined *f,
                               double more[TABLE_STATED], double doubt[TABLE_STATED], abut_message *message) {
    ehl_domain wide = wider(w, 2);
    double coarse[TABLE_STATED], first[TABLE_STATED];
    values b = {{0}};
    abut_status status = solve(s, 2 * FIRST, &wide, true, &b, message);
    bool alike = !status;
    if (status) status = solve(s, 4 * FIRST, &wide, true, &b, message);
    bool good = alike && f->known[0] && three(s, w, coarse, first);
    for (int q = 0; q < TABLE_STATED && !status; q++) {
        double once = f->known[0] ? b.ln[q] - f->at[0].ln[q] : 0, usual = again(rigid) * once;
        bool known = good && q != TABLE_DAMPING && fabs(first[q]) > 1e-4;
        more[q] = known ? fmin(fmax(coarse[q] / first[q], 1), 2) * once : usual;
        double by_cells = known ? more[q] - coarse[q] : 0;
        more[q] += by_cells / 6;
        double other = fabs(more[q] - usual);
        doubt[q] = known ? 0.5 * (fabs(by_cells) + other) + 0.02 * fabs(more[q]) : 0.12 * fabs(more[q]);
    }
    return status;
}

/* The rolling resistance of others, on a wide domain of 128 cells. */
static abut_status widen_heavy(const ehl_source *s, const ehl_domain *w, const refined *f, double more[TABLE_STATED],
                               double doubt[TABLE_STATED], abut_message *message) {
    ehl_domain wide = wider(w, fmax(2, -least_reach / w->from));
    values a, b = {{0}};
    abut_status status = solve(s, 2 * FIRST, &wide, false, &b, message);
    if (status) status = solve(s, 4 * FIRST, &wide, false, &b, message);
    if (status) return status;
    for (int q = 0; q < TABLE_STATED; q++) {
        more[q] = 0;
        doubt[q] = 1e-3;
    }
    double off = 0.1;
    if (!solve(s, FIRST, &wide, false, &a, NULL)) off = (b.ln[TABLE_ROLLING] - a.ln[TABLE_ROLLING]) / 3;
    more[TABLE_ROLLING] = b.ln[TABLE_ROLLING] + (fabs(off) < 0.1 ? off : 0) - limit(f, f->last, TABLE_ROLLING);
    doubt[TABLE_ROLLING] = 0.01 + fabs(off);
    return ABUT_OK;
}

/* ---- rows ---- */
abut_status ehl_table_lead(const ehl_source *s, double rigid, const ehl_domain *w, int finest, abut_ehl_table_row *out,
                           abut_message *message) {
    double more[TABLE_STATED], doubt[TABLE_STATED], x[TABLE_STATED], error[TABLE_STATED];
    refined f = {0};
    int least_grid = rigid > 0.04 && rigid < 0.8 && s->L > 1 && finest > 2 * FIRST ? 2 : 1;
    abut_status status = refine(s, finest, w, least_grid, &f, message);
    if (!status && rigid > light_share) status = widen_light(s, w, rigid, &f, more, doubt, message);
    if (!status && rigid <= light_share) status = widen_heavy(s, w, &f, more, doubt, message);
    if (status) return status;
    for (int q = 0; q < TABLE_STATED; q++) {
        x[q] = exp(limit(&f, f.last, q) + more[q]);
        error[q] = grid_error(&f, q) + doubt[q];
    }
    x[TABLE_LEAST] = fmin(x[TABLE_LEAST], x[TABLE_FILM]);
    *out = ehl_table_row_of(x, error, FIRST << f.last);
    return ABUT_OK;
}

abut_status ehl_table_lead_films(const ehl_source *s, double rigid, const ehl_domain *w, int n, double ln[3],
                                 abut_message *message) {
    values coarse, fine, wide;
    const ehl_domain twice = wider(w, 2);
    bool light = rigid > light_share;
    abut_status status = solve(s, n / 2, w, false, &coarse, message);
    if (!status) status = solve(s, n, w, false, &fine, message);
    if (!status && light) status = solve(s, n, &twice, false, &wide, message);
    for (int q = 0; q < 3 && !status; q++) {
        ln[q] = fine.ln[q] + (fine.ln[q] - coarse.ln[q]) / 3;
        if (light) ln[q] += again(rigid) * (wide.ln[q] - coarse.ln[q]); /* 0.2 % of `three` */
    }
    return status;
}
