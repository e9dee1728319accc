/* The conjugate gradients of I. A. Polonsky and L. M. Keer (Wear 231 (1999) 206): a search direction over the cells with pressure,
 * pressures cut at zero, open cells that overlap pushed by the same step, and the direction forgotten when that happens. Two products
 * per iteration. Kept to compare with. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "level.h"

typedef struct pk {
    double tol;
    long most;
} pk;

typedef struct pk_work {
    pk self;
    level *whole;
    double *t, *r;
    double counted;
} pk_work;

static abut_status init(void *self, const abut_args *args) {
    *(pk *)self = (pk){abut_arg(args, "tol"), (long)abut_arg(args, "iterations")};
    return ABUT_OK;
}

static void destroy(void *work) {
    pk_work *w = work;
    if (!w) return;
    level_destroy(w->whole);
    free(w->t);
    free(w->r);
    free(w);
}

static void *create(const void *self, const dry_problem *p) {
    pk_work *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    size_t n = grid_cells(&p->grid);
    w->self = *(const pk *)self;
    w->whole = level_operator(&p->grid, p->E_star);
    w->t = malloc(n * sizeof *w->t);
    w->r = malloc(n * sizeof *w->r);
    if (w->whole && w->t && w->r) return w;
    destroy(w);
    return NULL;
}

static double bytes(const void *self, const grid *g) {
    (void)self;
    return 16.0 * (double)grid_cells(g) + convolve_bytes(g->nx, g->ny, g->periodic, 1, 1);
}

/* The mean of f over the cells with pressure, taken off everywhere. */
static double centre(size_t n, const double *p, double *f) {
    double sum = 0;
    size_t count = 0;
    for (size_t c = 0; c < n; c++)
        if (p[c] > 0) sum += f[c], count++;
    double mean = count ? sum / (double)count : 0;
    for (size_t c = 0; c < n; c++) f[c] -= mean;
    return mean;
}

/* s->g by s->p; the approach where a force is given. */
static void find_gap(pk_work *w, const dry_problem *p, dry_solution *s) {
    size_t n = grid_cells(&p->grid);
    convolve_apply(w->whole->pad, &w->whole->influence, s->p, s->g);
    if (p->forced[0]) s->lambda[0] = 0;
    for (size_t c = 0; c < n; c++) s->cell[c] = s->p[c] > 0 ? CELL_CONTACT : CELL_OPEN;
    finish_gap(p, s);
    if (!p->forced[0]) return;
    s->lambda[0] = centre(n, s->p, s->g);
    s->scale = residual_scale(p, s->lambda);
    s->residual = residual_of(p, s) / s->scale;
}

/* One step along t; true if open cells came into contact. */
static bool step(pk_work *w, const dry_problem *p, dry_solution *s) {
    size_t n = grid_cells(&p->grid);
    convolve_apply(w->whole->pad, &w->whole->influence, w->t, w->r);
    if (p->forced[0]) (void)centre(n, s->p, w->r);
    double gt = 0, rt = 0;
    for (size_t c = 0; c < n; c++)
        if (s->p[c] > 0) gt += s->g[c] * w->t[c], rt += w->r[c] * w->t[c];
    double tau = rt > 0 ? gt / rt : 0;
    for (size_t c = 0; c < n; c++)
        if (s->p[c] > 0) s->p[c] = fmax(s->p[c] - tau * w->t[c], 0);
    bool came = false;
    for (size_t c = 0; c < n; c++)
        if (s->p[c] == 0 && s->g[c] < 0) s->p[c] = -tau * s->g[c], came = true;
    if (p->forced[0]) {
        double sums[PLANES];
        plane_sums(&p->grid, s->p, sums);
        for (size_t c = 0; c < n && sums[0] > 0; c++) s->p[c] *= p->given[0] / sums[0];
    }
    return came;
}

static abut_status solve(void *work, const dry_problem *p, dry_solution *s, abut_message *message) {
    pk_work *w = work;
    size_t n = grid_cells(&p->grid);
    if (!plain_loads(p, "pk", message)) return ABUT_BAD_VALUE;
    start_pressure(p, s);
    memset(w->t, 0, n * sizeof *w->t);
    double before = 1, keep = 0;
    if (!p->forced[0] && !s->warm) { /* the first set: the cells that overlap */
        find_gap(w, p, s);
        for (size_t c = 0; c < n; c++) s->p[c] = fmax(-s->g[c], 0) * p->E_star / (p->grid.nx * p->grid.dx);
    }
    for (;;) {
        find_gap(w, p, s);
        if (s->residual <= w->self.tol || s->inner >= w->self.most) break;
        double G = 0;
        for (size_t c = 0; c < n; c++) G += s->p[c] > 0 ? s->g[c] * s->g[c] : 0;
        for (size_t c = 0; c < n; c++) w->t[c] = s->p[c] > 0 ? s->g[c] + keep * G / before * w->t[c] : 0;
        before = G;
        keep = step(w, p, s) ? 0 : 1;
        s->inner++;
    }
    s->outer = 1;
    s->work = level_work(w->whole) - w->counted;
    w->counted += s->work;
    return s->residual <= w->self.tol ? ABUT_OK : ABUT_NO_CONVERGENCE;
}

static const abut_param_info params[] = {SOLVER_PARAMS(5000), {0}};
static const abut_choice examples[] = {{"pk", {{.name = "tol", .value = 1e-8}}}, {0}};

const dry_solver_type dry_solver_pk = {
    .type = {"dry_solver", "pk", "conjugate gradients of Polonsky and Keer", params, examples},
    .size = sizeof(pk),
    .init = init,
    .create = create,
    .destroy = destroy,
    .bytes = bytes,
    .solve = solve,
};
