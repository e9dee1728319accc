#include "point_fas.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CYCLES = 100, BEFORE = 3, AFTER = 3, LAST = 12 }; /* sweeps on the way down, up, and on the coarsest grid */
static const double follow = 0.1; /* change of H0 by what is left of the load; a dry contact would take 1/pi */
static const double keep_film = 0.2;
static const double most_change = 1; /* of ln eta by a sweep or correction */
static const float softer = 0.75F;   /* plain unknowns, than as a preconditioner: else spikes of pressure swing */

/* ---- memory ---- */
bool ehl_fas_make(ehl_fas *f, int n) {
    bool good = true;
    for (int k = 0; k < EHL_FAS_GRIDS && n >= EHL_COARSEST; k++, n /= 2) {
        size_t nodes = ((size_t)n + 1) * ((size_t)n + 1);
        ehl_fas_grid *g = &f->grid[k];
        double **fields[] = {&g->guess, &g->guess_H, &g->right, &g->kept_P, &g->kept_H};
        for (int q = 0; q < 5; q++) good = (*fields[q] = calloc(nodes, sizeof(double))) && good;
    }
    return good;
}

void ehl_fas_drop(ehl_fas *f) {
    for (int k = 0; k < EHL_FAS_GRIDS; k++) {
        ehl_fas_grid *g = &f->grid[k];
        double *fields[] = {g->guess, g->guess_H, g->right, g->kept_P, g->kept_H};
        for (int q = 0; q < 5; q++) free(fields[q]);
    }
}

/* ---- changes ---- */
static double least(const double *H, size_t n) {
    double v = H[0];
    for (size_t k = 1; k < n; k++) v = fmin(v, H[k]);
    return v;
}

/* The gaps of the pressures of now. */
static void bend(ehl_level *l, const ehl_fas_grid *g) {
    size_t n = mesh_nodes(&l->m);
    for (size_t k = 0; k < n; k++) l->moved[k] = l->P[k] - g->guess[k];
    convolve_apply(l->fft, &l->kernel, l->moved, l->moved);
    for (size_t k = 0; k < n; k++) l->H[k] = g->guess_H[k] + l->moved[k] + g->H0 - g->guess_H0;
}

static void keep(const ehl_level *l, const ehl_fas_grid *g) {
    size_t bytes = mesh_nodes(&l->m) * sizeof *l->P;
    memcpy(g->kept_P, l->P, bytes);
    memcpy(g->kept_H, l->H, bytes);
}

/* A change that takes most of the film away is halved. */
static void settle(ehl_level *l, const ehl_fas_grid *g, double kept_H0, double *H0) {
    size_t n = mesh_nodes(&l->m);
    double enough = keep_film * least(g->kept_H, n);
    for (int k = 0; k < 12 && !(least(l->H, n) > enough); k++) {
        for (size_t q = 0; q < n; q++) {
            l->P[q] = 0.5 * (l->P[q] + g->kept_P[q]);
            l->H[q] = 0.5 * (l->H[q] + g->kept_H[q]);
        }
        *H0 = 0.5 * (*H0 + kept_H0);
    }
}

static double load_left(const ehl_level *l, const ehl_fas_grid *g) {
    double sum = 0;
    for (size_t k = 0; k < mesh_nodes(&l->m); k++) sum += l->P[k];
    return g->load - sum * l->m.hx * l->m.hy;
}

/* ---- a sweep ---- */
/* Flow and rows at the state; what is left of F where nodes are active, over dg. */
static void look(ehl_level *l, const ehl_fas_grid *g, bool finest) {
    const ehl_mesh *m = &l->m;
    ehl_point_flow_at(&l->flow, m, l->P, l->H, true);
    ehl_level_scale(l);
    memset(l->left, 0, mesh_nodes(m) * sizeof *l->left);
    for (int j = 1; j < m->ny; j++)
        for (int i = 1; i < m->nx; i++) {
            size_t k = mesh_at(m, i, j);
            double left = (g->right[k] - l->flow.F[k]) / l->dg[k];
            if (finest) l->active[k] = l->P[k] - left > 0;
            if (l->active[k]) l->left[k] = (float)left;
        }
}

/* The changes z, and what they do to the gap. */
static void move(ehl_level *l, ehl_fas_grid *g, double dH0) {
    const ehl_mesh *m = &l->m;
    double kept_H0 = g->H0, most = most_change / fmax(l->flow.fluid.ab, 1);
    keep(l, g);
    for (int j = 1; j < m->ny; j++)
        for (int i = 1; i < m->nx; i++) {
            size_t k = mesh_at(m, i, j);
            double z = fmin(fmax((double)l->z[k], -most), most);
            l->P[k] = l->active[k] ? fmax(0, l->P[k] + z) : 0;
        }
    g->H0 += dH0;
    bend(l, g);
    settle(l, g, kept_H0, &g->H0);
}

static void sweep(ehl_level *l, ehl_fas_grid *g, bool finest, double dH0) {
    look(l, g, finest);
    ehl_level_rows(l);
    for (size_t k = 0; k < mesh_nodes(&l->m); k++) l->plain_step[k] *= softer;
    memset(l->z, 0, mesh_nodes(&l->m) * sizeof *l->z);
    ehl_lines_sweep(l);
    move(l, g, dH0);
}

/* ---- a cycle ---- */
static void go_down(ehl_level *l, const ehl_fas_grid *g, ehl_fas_grid *coarse) {
    ehl_level *c = l->coarse;
    size_t n = mesh_nodes(&c->m);
    double sum = 0;
    ehl_level_inject(l);
    memcpy(coarse->guess, c->P, n * sizeof *c->P);
    memcpy(coarse->guess_H, c->H, n * sizeof *c->H);
    coarse->H0 = coarse->guess_H0 = g->H0;
    ehl_point_flow_at(&c->flow, &c->m, c->P, c->H, true);
    ehl_level_scale(c);
    ehl_level_restrict(l);
    for (size_t k = 0; k < n; k++) {
        coarse->right[k] = c->flow.F[k] + (double)c->r[k] * c->dg[k];
        sum += c->P[k];
    }
    coarse->load = sum * c->m.hx * c->m.hy + load_left(l, g);
}

static void come_up(ehl_level *l, ehl_fas_grid *g, const ehl_fas_grid *coarse) {
    ehl_level *c = l->coarse;
    for (size_t k = 0; k < mesh_nodes(&c->m); k++) c->z[k] = (float)(c->P[k] - coarse->guess[k]);
    c->z0 = l->z0 = 0;
    memset(l->z, 0, mesh_nodes(&l->m) * sizeof *l->z);
    ehl_level_correct(l);
    move(l, g, coarse->H0 - coarse->guess_H0);
}

static void cycle(ehl_level *l, ehl_fas_grid *g, bool finest) {
    if (!l->coarse) {
        for (int k = 0; k < LAST; k++) sweep(l, g, false, -follow * load_left(l, g));
        return;
    }
    for (int k = 0; k < BEFORE; k++) sweep(l, g, finest, 0);
    look(l, g, finest);
    go_down(l, g, g + 1);
    cycle(l->coarse, g + 1, false);
    come_up(l, g, g + 1);
    for (int k = 0; k < AFTER; k++) sweep(l, g, finest, 0);
}

/* ---- the door ---- */
static void start(ehl_level *l, ehl_fas_grid *g, const ehl_shape *shape, double H0) {
    size_t n = mesh_nodes(&l->m);
    memset(g->guess, 0, n * sizeof *g->guess);
    memset(g->right, 0, n * sizeof *g->right);
    ehl_level_gap(l, 0, shape, g->guess, g->guess_H);
    g->H0 = H0;
    g->guess_H0 = 0;
    bend(l, g);
}

static void set_edge(ehl_level *l, const double *aim) {
    for (int j = 0; j <= l->m.ny; j++)
        for (int i = 0; i <= l->m.nx; i++)
            if (i == 0 || j == 0 || i == l->m.nx || j == l->m.ny)
                l->P[mesh_at(&l->m, i, j)] = aim[mesh_at(&l->m, i, j)];
}

ehl_end ehl_fas_solve(ehl_fas *f, int finest, ehl_point_newton *w, ehl_level *l, const ehl_shape *shape, double *H0) {
    ehl_fas_grid *g = &f->grid[finest];
    start(l, g, shape, *H0);
    w->steps = w->gmres.cycles = 0;
    for (int k = 0;; k++) {
        w->beyond = ehl_far_edge(&w->far, &l->m, l->flow.fluid.ab, l->H, w->aim);
        ehl_point_flow_at(&l->flow, &l->m, l->P, l->H, true);
        ehl_level_scale(l);
        w->residual = ehl_point_residual(w, l, l->P).most;
        *H0 = g->H0;
        if (w->residual < w->tol) return EHL_DONE;
        if (k == CYCLES || !isfinite(w->residual)) return EHL_STUCK;
        if (k > 2 && least(l->H, mesh_nodes(&l->m)) < w->thin) return EHL_COLLAPSED;
        set_edge(l, w->aim);
        g->load = w->load - w->beyond;
        bend(l, g);
        cycle(l, g, true);
        w->steps++, w->gmres.cycles++;
    }
}
