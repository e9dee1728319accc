/* Active set with a dense factorisation: all cells that may touch are in contact; A_CC p_C + h_C = B lambda is solved (the matrix is
 * symmetric and positive: Cholesky's factors), cells that pull are opened, until none does; then open cells that overlap come back,
 * which the published method leaves out. They never do where tilts are given and the start holds all cells that can touch, as A^-1 has nothing
 * positive off its diagonal; they do where moments are given, and after another load. Exact on its set, for grids of some dozen cells each way.
 *
 * With X = A_CC^-1 [h_C + A_CP cap, B] forces are met by (B^T X_B) lambda = force + B^T X_h. In a periodic window A has no displacement
 * of the mean; where a force is given, a constant is added to all coefficients, which changes lambda alone. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/lapack.h"
#include "base/message.h"
#include "level.h"
#include "numeric/dense.h"

enum { CELLS_MOST = 20000, COLUMNS = 1 + PLANES };

typedef struct lu {
    double tol;
    long most;
} lu;

typedef struct lu_work {
    lu self;
    level *whole;
    double *K; /* m/Pa, coefficients by distance in cells */
    double *A, *X;
    int *at; /* cells of the set */
    size_t room;
    double counted;
} lu_work;

static abut_status init(void *self, const abut_args *args) {
    *(lu *)self = (lu){abut_arg(args, "tol"), (long)abut_arg(args, "iterations")};
    return ABUT_OK;
}

static void destroy(void *work) {
    lu_work *w = work;
    if (!w) return;
    level_destroy(w->whole);
    free(w->K);
    free(w->A);
    free(w->X);
    free(w->at);
    free(w);
}

static void *create(const void *self, const dry_problem *p) {
    lu_work *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    size_t n = grid_cells(&p->grid);
    w->self = *(const lu *)self;
    w->whole = level_operator(&p->grid, p->E_star);
    w->K = calloc(n, sizeof *w->K);
    w->at = malloc(n * sizeof *w->at);
    if (!w->whole || !w->K || !w->at) {
        destroy(w);
        return NULL;
    }
    w->K[0] = 1;
    convolve_apply(w->whole->pad, &w->whole->influence, w->K, w->K);
    return w;
}

/* All cells in contact are the most there can be. */
static double bytes(const void *self, const grid *g) {
    (void)self;
    double n = (double)grid_cells(g);
    return 8 * n * (n + COLUMNS + 1) + 4 * n + convolve_bytes(g->nx, g->ny, g->periodic, 1, 1);
}

static double coefficient(const lu_work *w, const grid *g, int c, int d) {
    int i = abs(c % g->nx - d % g->nx),
        j = abs(c / g->nx - d / g->nx); /* K is even, and periodic where the window is */
    return w->K[(size_t)j * (size_t)g->nx + (size_t)i];
}

static bool make_room(lu_work *w, size_t n) {
    if (n <= w->room) return true;
    free(w->A);
    free(w->X);
    w->A = malloc(n * n * sizeof *w->A);
    w->X = malloc(n * COLUMNS * sizeof *w->X);
    w->room = w->A && w->X ? n : 0;
    return w->room;
}

/* lambda from the forces, p = X_B lambda - X_h. */
static bool pressures(lu_work *w, const dry_problem *p, dry_solution *s, size_t n) {
    const grid *g = &p->grid;
    double M[PLANES * PLANES], y[PLANES];
    int plane[PLANES], m = 0, pivot[PLANES];
    for (int k = 0; k < PLANES; k++)
        if (p->forced[k]) plane[m++] = k;
    double held[PLANES] = {0};
    for (size_t c = 0; c < grid_cells(g); c++)
        for (int k = 0; k < PLANES && s->cell[c] == CELL_PLASTIC; k++)
            held[k] += p->cap * plane_at(g, k, (int)c % g->nx, (int)c / g->nx);
    for (int a = 0; a < m; a++) {
        y[a] = p->given[plane[a]] / grid_area(g) - held[plane[a]];
        for (int b = 0; b < m; b++) M[a * m + b] = 0;
        for (size_t q = 0; q < n; q++) {
            double B = plane_at(g, plane[a], w->at[q] % g->nx, w->at[q] / g->nx), known = w->X[q];
            for (int k = 0; k < PLANES; k++)
                if (!p->forced[k]) known -= s->lambda[k] * w->X[(size_t)(k + 1) * n + q];
            y[a] += B * known;
            for (int b = 0; b < m; b++) M[a * m + b] += B * w->X[(size_t)(plane[b] + 1) * n + q];
        }
    }
    if (m && !dense_factor(m, M, pivot, 0)) return false;
    if (m) dense_solve(m, M, pivot, y);
    for (int a = 0; a < m; a++) s->lambda[plane[a]] = y[a];
    for (size_t q = 0; q < n; q++) {
        double v = -w->X[q];
        for (int k = 0; k < PLANES; k++) v += s->lambda[k] * w->X[(size_t)(k + 1) * n + q];
        s->p[w->at[q]] = v;
    }
    return true;
}

/* The system of the present set. */
static abut_status solve_set(lu_work *w, const dry_problem *p, dry_solution *s, abut_message *message) {
    const grid *g = &p->grid;
    size_t n = 0, cells = grid_cells(g);
    for (size_t c = 0; c < cells; c++)
        if (s->cell[c] == CELL_CONTACT)
            w->at[n++] = (int)c;
        else
            s->p[c] = s->cell[c] == CELL_PLASTIC ? p->cap : 0;
    if (n == 0) return ABUT_NO_CONVERGENCE;
    if (n > CELLS_MOST || !make_room(w, n))
        return say(message, ABUT_NO_MEMORY, "the solver lu has no room for %zu cells in contact", n);
    double extra = g->periodic && p->forced[0] ? w->K[0] / g->nx : 0;
    for (size_t c = 0; c < n; c++) s->p[w->at[c]] = 0;
    convolve_apply(w->whole->pad, &w->whole->influence, s->p, s->g); /* by the cells at the cap */
    for (size_t q = 0; q < n; q++) {
        for (size_t r = 0; r < n; r++) w->A[q * n + r] = coefficient(w, g, w->at[q], w->at[r]) + extra;
        w->X[q] = p->h[w->at[q]] + s->g[w->at[q]];
        for (int k = 0; k < PLANES; k++)
            w->X[(size_t)(k + 1) * n + q] = plane_at(g, k, w->at[q] % g->nx, w->at[q] / g->nx);
    }
    int order = (int)n, columns = COLUMNS, info = 0;
    dpotrf_("L", &order, w->A, &order, &info, 1);
    if (!info) dpotrs_("L", &order, &columns, w->A, &order, w->X, &order, &info, 1);
    if (info || !pressures(w, p, s, n)) return ABUT_NO_CONVERGENCE;
    double sum = 0;
    for (size_t q = 0; q < n; q++) sum += s->p[w->at[q]];
    s->lambda[0] -= extra * sum;
    return ABUT_OK;
}

/* Opens what pulls; if nothing does, holds what is above the cap. */
static long cut(const dry_problem *p, dry_solution *s) {
    long changed = 0;
    size_t n = grid_cells(&p->grid);
    for (size_t c = 0; c < n; c++)
        if (s->cell[c] == CELL_CONTACT && s->p[c] < 0) s->cell[c] = CELL_OPEN, changed++;
    if (changed) return changed;
    for (size_t c = 0; c < n; c++)
        if (s->cell[c] == CELL_CONTACT && s->p[c] > p->cap) s->cell[c] = CELL_PLASTIC, changed++;
    return changed;
}

/* Brings back what overlaps, lets go what gapes at the cap. */
static long admit(const dry_problem *p, dry_solution *s, double least) {
    long changed = 0;
    for (size_t c = 0, n = grid_cells(&p->grid); c < n; c++) {
        bool overlaps = s->cell[c] == CELL_OPEN && s->g[c] < -least;
        bool gapes = s->cell[c] == CELL_PLASTIC && s->g[c] > least;
        if (overlaps || gapes) s->cell[c] = CELL_CONTACT, changed++;
    }
    return changed;
}

static abut_status solve(void *work, const dry_problem *p, dry_solution *s, abut_message *message) {
    lu_work *w = work;
    start_pressure(p, s);
    for (size_t c = 0, n = grid_cells(&p->grid); c < n; c++) {
        double overlap = -p->h[c];
        for (int k = 0; k < PLANES; k++)
            overlap += s->lambda[k] * plane_at(&p->grid, k, (int)c % p->grid.nx, (int)c / p->grid.nx);
        bool in = s->warm ? s->p[c] > 0 : p->forced[0] || overlap > 0;
        s->cell[c] = in && !no_body(p->h[c]) ? CELL_CONTACT : CELL_OPEN;
    }
    bool done = false;
    s->readmitted = 0;
    while (!done && s->inner < w->self.most) {
        abut_status status = solve_set(w, p, s, message);
        if (status) return status;
        s->inner++;
        if (cut(p, s)) continue;
        convolve_apply(w->whole->pad, &w->whole->influence, s->p, s->g);
        finish_gap(p, s);
        long back = admit(p, s, 0.1 * w->self.tol * s->scale);
        s->readmitted += back;
        s->outer++;
        done = back == 0;
    }
    s->work = level_work(w->whole) - w->counted;
    w->counted += s->work;
    return done && s->residual <= w->self.tol ? ABUT_OK : ABUT_NO_CONVERGENCE;
}

static const abut_param_info params[] = {SOLVER_PARAMS(500), {0}};
static const abut_choice examples[] = {{"lu", {{.name = "tol", .value = 1e-10}}}, {0}};

const dry_solver_type dry_solver_lu = {
    .type = {"dry_solver", "lu", "active set with re-admission and a dense factorisation, for small grids", params,
             examples},
    .size = sizeof(lu),
    .init = init,
    .create = create,
    .destroy = destroy,
    .bytes = bytes,
    .solve = solve,
};
