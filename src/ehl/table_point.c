/* One elliptic contact of a table: solved on several grids and two domains, led to the limit of both.
 *
 * Domain: X from -(1 + c s) to 3/5 of that, Y to e + 0.6 c s/sqrt(D), s = sqrt(2 H) the length over which the gap of rigid bodies doubles. What lies
 * before it is missing: about 13 %/c^2 of the film where bodies are elastic (measured at M 20 and 100, L 0 and 10), and as 1/c where they are
 * rigid (M 5, D 1 and 0.1). c = 6 of elastic bodies, up to 16 of rigid ones, and the domain of 2c with cells of the same size and at the same
 * places: with d the difference of the logarithms, 2d is added; of light contacts also c/2 is solved, and what is of first and of second order
 * in 1/c removed. Where the coarse grid of that pair cannot hold the film, 0.13/c^2 is added.
 * Grid: of second order; x_n + (x_n - x_{n/2})/3. It is refined, 128, 256, 512 cells, until the estimate is below `enough`, which is more where the next is dear. With two grids
 * the error is taken as half of the correction, with three as the difference of two such limits; to it is added a
 * quarter of what the domain lacks, of light contacts half of what is of second order. */
#include <math.h>
#include <string.h>

#include "base/message.h"
#include "point.h"
#include "table.h"

static const double enough[] = {0, 8e-3, 1.2e-2,
                                0}; /* relative error of the central film by the grid, at 128 and 256 cells */

enum { CENTRAL, LEAST, APART, VALUES };
typedef struct films {
    double ln[VALUES]; /* of H_c, H_min and the separation, Moes' units */
} films;

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

/* The film on Y = 0 where the pressure first stops to rise, of light contacts too: cubics through four nodes. */
static double central(const abut_ehl_point_result *r) {
    const double *P = r->P + (size_t)(r->ny / 2) * (size_t)r->nx, *H = r->H + (size_t)(r->ny / 2) * (size_t)r->nx;
    double most = 0;
    for (int i = 0; i < r->nx; i++) most = fmax(most, P[i]);
    int i = 1;
    while (i < r->nx - 3 && !(P[i] > 0.3 * most && P[i + 1] <= P[i])) i++;
    double bend = P[i - 1] - 2 * P[i] + P[i + 1], x = bend < 0 ? 0.5 * (P[i - 1] - P[i + 1]) / bend : 0;
    int k = x < 0 ? i - 1 : i; /* the left one of the two nodes beside it */
    double s = x - (k - i);
    return -s * (s - 1) * (s - 2) / 6 * H[k - 1] + (s + 1) * (s - 1) * (s - 2) / 2 * H[k] -
           (s + 1) * s * (s - 2) / 2 * H[k + 1] + (s + 1) * s * (s - 1) / 6 * H[k + 2];
}

/* Of n cells and `wide` times the domain of c. */
static abut_status solve(double M, double L, double D, int n, double c, double wide, films *out,
                         abut_message *message) {
    ehl_point_numbers u = ehl_point_numbers_of(M, L, D, 0);
    double s = sqrt(2 * u.film), from = wide * fmax(1 + c * s, 2);
    abut_ehl_point_def def = {.M = M,
                              .L = L,
                              .D = D,
                              .tol = 1e-7,
                              .from = -from,
                              .to = 0.6 * from,
                              .side = wide * (u.e + 0.6 * c * s / sqrt(D))};
    abut_ehl_point *solver = NULL;
    abut_ehl_point_result r;
    abut_status status = abut_ehl_point_create(n, &solver, message);
    if (!status) status = abut_ehl_point_solve(solver, &def, &r, message);
    if (!status) {
        double apart = r.offset + dry_approach(D);
        *out = (films){{log(u.moes * central(&r)), log(u.moes * least(&r)), log(u.moes * apart)}};
        if (!(apart > 0 && isfinite(out->ln[LEAST])))
            status =
                say(message, ABUT_NO_CONVERGENCE, "M = %g, L = %g, D = %g: bodies nearer than without a film", M, L, D);
    }
    abut_ehl_point_destroy(solver);
    return status;
}

/* Refinement of the grid on the domain c: 64, 128, 256, 512 cells. */
enum { GRIDS = 4 };
typedef struct refined {
    films at[GRIDS];
    bool known[GRIDS];
    int last;
} refined;

static films limit(const refined *f, int k) {
    films x = f->at[k];
    for (int v = 0; v < VALUES; v++) x.ln[v] += (f->at[k].ln[v] - f->at[k - 1].ln[v]) / 3;
    return x;
}

static double grid_error(const refined *f, int v) {
    int k = f->last;
    if (!f->known[k] || !f->known[k - 1]) return INFINITY;
    if (k < 2 || !f->known[k - 2]) return fabs(f->at[k].ln[v] - f->at[k - 1].ln[v]) / 6;
    return fabs(limit(f, k).ln[v] - limit(f, k - 1).ln[v]);
}

/* A film that a coarse grid cannot hold a finer one may. */
static abut_status refine(double M, double L, double D, int finest, double c, refined *f, abut_message *message) {
    abut_status status = ABUT_OK;
    for (int k = 0; k < GRIDS && 64 << k <= finest; k++) {
        status = solve(M, L, D, 64 << k, c, 1, &f->at[k], message);
        f->known[k] = !status;
        f->last = k;
        if (k > 0 && grid_error(f, CENTRAL) < enough[k]) return ABUT_OK;
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

/* What the domain lacks, and how far that is to be doubted, on the grid that is good enough to see it. */
static void missing(double M, double L, double D, double c, bool light, const refined *f, double more[VALUES],
                    double doubt[VALUES]) {
    films half, twice;
    int k = light ? 1 : 0;
    bool seen = f->known[k] && !solve(M, L, D, 128 << k, c, 2, &twice, NULL);
    bool three = seen && light && !solve(M, L, D, 64, c, 0.5, &half, NULL);
    for (int v = 0; v < VALUES; v++) {
        double w = f->at[k].ln[v], linear = seen ? 2 * (twice.ln[v] - w) : 0.13 / (c * c);
        more[v] = three ? (8 * twice.ln[v] - 9 * w + half.ln[v]) / 3 : linear;
        doubt[v] = three ? 0.5 * fabs(more[v] - linear) : 0.25 * fabs(linear);
    }
}

abut_status ehl_table_point(double M, double L, double D, int finest, abut_ehl_table_row *out, abut_message *message) {
    ehl_point_numbers u = ehl_point_numbers_of(M, L, D, 0);
    double share = rigid(M, D, &u), c = 6 + 10 * fmin(2 * share, 1), more[VALUES], doubt[VALUES], error[VALUES];
    refined f = {0};
    memset(out, 0, sizeof *out);
    abut_status status = refine(M, L, D, finest, c, &f, message);
    if (status) return status;
    missing(M, L, D, c, share > 0.05, &f, more, doubt);
    films x = limit(&f, f.last);
    for (int v = 0; v < VALUES; v++) {
        x.ln[v] += more[v];
        error[v] = grid_error(&f, v) + doubt[v];
    }
    *out = (abut_ehl_table_row){.H_c = exp(x.ln[CENTRAL]),
                                .H_min = fmin(exp(x.ln[LEAST]), exp(x.ln[CENTRAL])),
                                .separation = exp(x.ln[APART]),
                                .rolling = NAN,
                                .error = error[CENTRAL],
                                .error_min = error[LEAST],
                                .cells = 64 << f.last};
    return ABUT_OK;
}
