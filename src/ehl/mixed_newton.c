#include "mixed_newton.h"

#include <math.h>
#include <string.h>

#include "base/lapack.h"

enum { STEPS = 150 };
static const double least_step = 1e-6;

static size_t nodes(const ehl_line_grid *g) { return (size_t)g->n + 1; }

/* ---- the state ---- */
/* Parts of the pressures P at the gaps g, and what flows; false: gaps beyond the law of the asperities. */
static bool look(ehl_line_level *l, const ehl_rough *rough, ehl_mixed_room *m, const double *P, const double *g,
                 bool rows) {
    for (size_t k = 0; k < nodes(&l->grid); k++) {
        if (!ehl_rough_knows(rough, g[k])) return false;
        ehl_rough_at at = ehl_rough_gap(rough, g[k]);
        m->P_a[k] = at.P;
        m->dP_a[k] = at.dP;
        m->h[k] = at.h;
        m->dh[k] = at.dh;
        m->P_f[k] = P[k] - at.P;
    }
    ehl_line_flow_at(&l->flow, &l->grid, m->P_f, m->h, rows);
    return true;
}

/* Rows by P_f and h become rows by P and g: dP_f = dP - P_a' dg, dh = h' dg. */
static void turn_rows(ehl_line_level *l, const ehl_mixed_room *m) {
    for (int i = 1; i < l->grid.n; i++) {
        ehl_row *r = &l->flow.row[i];
        for (int k = i < 2 ? 1 : 0; k < 4; k++) {
            size_t at = (size_t)(i - 2 + k);
            r->H[k] = r->H[k] * m->dh[at] - r->P[k] * m->dP_a[at];
        }
    }
}

/* |dF_i/dP_f,i| at constant pressure of the other nodes: the scale of F_i. With P_i, P_f,i changes by 1 - P_a' K_ii. */
static void scale_rows(const ehl_line_level *l, ehl_mixed_room *m) {
    for (int i = 1; i < l->grid.n; i++) {
        const ehl_row *r = &l->flow.row[i];
        const double *K = l->grid.K + (size_t)i * nodes(&l->grid);
        double d = r->P[2];
        for (int k = i < 2 ? 1 : 0; k < 4; k++) d += r->H[k] * K[i - 2 + k];
        m->stiff[i] = 1 - m->dP_a[i] * K[i];
        m->scale[i] = fmax(fabs(d), 1e-300) / m->stiff[i];
    }
}

static double load_left(const ehl_line_level *l, const double *P) {
    double sum = l->newton.load;
    for (int i = 1; i < l->grid.n; i++) sum -= l->newton.weight[i] * P[i];
    return sum;
}

typedef struct size_of {
    double most, norm;
} size_of;

/* In units of P: what P_f lacks over 1 - P_a' K_ii. */
static size_of residual(const ehl_line_level *l, const ehl_mixed_room *m, const double *P) {
    double load = load_left(l, P), most = fabs(load), sum = load * load;
    for (int i = 1; i < l->grid.n; i++) {
        double r = (m->P_f[i] - fmax(0, m->P_f[i] + l->flow.F[i] / m->scale[i])) / m->stiff[i];
        most = fmax(most, fabs(r));
        sum += r * r;
    }
    return (size_of){most, sqrt(sum)};
}

/* ---- one step ---- */
static double entry(const ehl_row *r, const double *K, int i, int j) {
    const double *at = K + i - 2;
    double sum = r->H[1] * at[1] + r->H[2] * at[2] + r->H[3] * at[3];
    if (i >= 2) sum += r->H[0] * at[0];
    int k = j - i + 2;
    return k >= 0 && k < 4 ? sum + r->P[k] : sum;
}

/* Of a broken film: P_f = 0. */
static void dry_rows(ehl_line_level *l, ehl_mixed_room *m) {
    for (int i = 1; i < l->grid.n; i++) {
        m->wet[i] = m->P_f[i] + l->flow.F[i] / m->scale[i] > 0;
        if (m->wet[i]) continue;
        l->flow.row[i] = (ehl_row){.P = {0, 0, 1, 0}, .H = {0, 0, -m->dP_a[i], 0}};
    }
}

/* Rows over the sizes dg of their diagonals. */
static bool factorise(ehl_line_level *l, const ehl_mixed_room *m) {
    ehl_line_newton *w = &l->newton;
    int n = l->grid.n - 1, size = n + 1, info = 0;
    for (int i = 1; i <= n; i++) w->dg[i] = m->stiff[i] * (m->wet[i] ? m->scale[i] : 1);
    for (int j = 1; j <= n; j++) {
        double *column = w->J + (size_t)(j - 1) * (size_t)size;
        const double *K = l->grid.K + (size_t)j * nodes(&l->grid);
        for (int i = 1; i <= n; i++) column[i - 1] = entry(&l->flow.row[i], K, i, j) / w->dg[i];
        column[n] = w->weight[j];
    }
    double *column = w->J + (size_t)n * (size_t)size;
    for (int i = 1; i <= n; i++) {
        const double *H = l->flow.row[i].H;
        column[i - 1] = (H[0] + H[1] + H[2] + H[3]) / w->dg[i];
    }
    column[n] = 0;
    dgetrf_(&size, &size, w->J, &size, w->pivots, &info);
    return info == 0;
}

/* The correction at the state looked at last, of pressures P, by the factors; its size. */
static double correction(ehl_line_level *l, const ehl_mixed_room *m, const double *P, double *dP, double *dH0) {
    ehl_line_newton *w = &l->newton;
    int n = l->grid.n - 1, size = n + 1, one = 1, info;
    double sum = 0;
    for (int i = 1; i <= n; i++) w->right[i - 1] = -(m->wet[i] ? l->flow.F[i] : m->P_f[i]) / w->dg[i];
    w->right[n] = load_left(l, P);
    dgetrs_("N", &size, &one, w->J, &size, w->pivots, w->right, &size, &info, 1);
    dP[0] = dP[l->grid.n] = 0;
    for (int i = 1; i <= n; i++) {
        dP[i] = w->right[i - 1];
        sum += dP[i] * dP[i];
    }
    *dH0 = w->right[n];
    return sqrt(sum + *dH0 * *dH0);
}

static void gaps_of(const ehl_line_grid *g, const double *dP, double dH0, double *dH) {
    size_t N = nodes(g);
    for (size_t k = 0; k < N; k++) dH[k] = dH0;
    for (size_t j = 1; j + 1 < N; j++)
        for (size_t k = 0; k < N; k++) dH[k] += g->K[j * N + k] * dP[j];
}

/* The share of the step that makes the state better: by its residual, or by the next correction. */
static double search(ehl_line_level *l, const ehl_rough *rough, ehl_mixed_room *m, double norm, double size) {
    ehl_line_newton *w = &l->newton;
    for (double t = 1; t > least_step; t *= 0.5) {
        double unused;
        for (size_t k = 0; k < nodes(&l->grid); k++) {
            w->P_trial[k] = l->y.P[k] + t * w->dP[k];
            w->H_trial[k] = l->y.H[k] + t * w->dH[k];
        }
        if (!look(l, rough, m, w->P_trial, w->H_trial, false)) continue;
        double trial = residual(l, m, w->P_trial).norm;
        if (!(trial < 10 * norm)) continue;
        if (trial < norm || correction(l, m, w->P_trial, w->dP_2, &unused) < (1 - 0.1 * t) * size) return t;
    }
    return 0;
}

ehl_end ehl_mixed_newton_solve(ehl_line_level *l, const ehl_rough *rough, ehl_mixed_room *m) {
    ehl_line_newton *w = &l->newton;
    size_t bytes = nodes(&l->grid) * sizeof(double);
    w->steps = 0;
    for (int i = 1; i < l->grid.n; i++) w->weight[i] = 0.5 * (l->grid.h[i - 1] + l->grid.h[i]);
    for (int k = 0; k < STEPS; k++) {
        if (!look(l, rough, m, l->y.P, l->y.H, true)) return EHL_STUCK;
        turn_rows(l, m);
        scale_rows(l, m);
        size_of r = residual(l, m, l->y.P);
        w->residual = r.most;
        if (!isfinite(r.norm)) return EHL_STUCK;
        if (r.most < w->tol) return EHL_DONE;
        dry_rows(l, m);
        double dH0;
        if (!factorise(l, m)) return EHL_STUCK;
        double size = correction(l, m, l->y.P, w->dP, &dH0);
        gaps_of(&l->grid, w->dP, dH0, w->dH);
        double t = search(l, rough, m, r.norm, size);
        w->steps++;
        if (t == 0) return EHL_STUCK;
        memcpy(l->y.P, w->P_trial, bytes);
        memcpy(l->y.H, w->H_trial, bytes);
        l->y.H0 += t * dH0;
    }
    return EHL_STUCK;
}
