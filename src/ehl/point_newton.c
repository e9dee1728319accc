#include "point_newton.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 200 };
static const double least_step = 1e-4, most_decades = 20, keep_film = 0.2;

bool ehl_point_newton_make(ehl_point_newton *w, const ehl_mesh *m) {
    size_t n = mesh_nodes(m);
    bool good = true;
    for (int k = 0; k <= EHL_KRYLOV; k++) good = (w->V[k] = calloc(n, sizeof(double))) && good;
    for (int k = 0; k < EHL_KRYLOV; k++) good = (w->Z[k] = calloc(n, sizeof(double))) && good;
    double **fields[] = {&w->dP, &w->dH, &w->P_trial, &w->H_trial, &w->out};
    for (int k = 0; k < 5; k++) good = (*fields[k] = calloc(n, sizeof(double))) && good;
    return good;
}

void ehl_point_newton_drop(ehl_point_newton *w) {
    for (int k = 0; k <= EHL_KRYLOV; k++) free(w->V[k]);
    for (int k = 0; k < EHL_KRYLOV; k++) free(w->Z[k]);
    free(w->dP);
    free(w->dH);
    free(w->P_trial);
    free(w->H_trial);
    free(w->out);
}

/* ---- what is left ---- */
static double load_left(const ehl_point_newton *w, const ehl_level *l, const double *P) {
    double sum = 0;
    for (size_t k = 0; k < mesh_nodes(&l->m); k++) sum += P[k];
    return w->load - sum * l->m.hx * l->m.hy;
}

typedef struct size_of {
    double most, norm;
} size_of;

static size_of residual(const ehl_point_newton *w, const ehl_level *l, const double *P) {
    double load = load_left(w, l, P), most = fabs(load), sum = load * load / (l->m.hx * l->m.hy);
    for (int j = 1; j < l->m.ny; j++)
        for (int i = 1; i < l->m.nx; i++) {
            size_t k = mesh_at(&l->m, i, j);
            double r = P[k] - fmax(0, P[k] + l->flow.F[k] / l->dg[k]);
            most = fmax(most, fabs(r));
            sum += r * r;
        }
    return (size_of){most, sqrt(sum)};
}

static double least(const double *H, size_t n) {
    double v = H[0];
    for (size_t k = 1; k < n; k++) v = fmin(v, H[k]);
    return v;
}

/* ---- active nodes ---- */
static void choose_active(ehl_level *l, int ahead) {
    const ehl_mesh *m = &l->m;
    size_t up = (size_t)m->nx + 1;
    for (int j = 1; j < m->ny; j++)
        for (int i = 1; i < m->nx; i++) {
            size_t k = mesh_at(m, i, j);
            l->active[k] = l->P[k] + l->flow.F[k] / l->dg[k] > 0;
        }
    for (; ahead > 0; ahead--) { /* one layer more */
        memcpy(l->local, l->active, mesh_nodes(m));
        for (int j = 1; j < m->ny; j++)
            for (int i = 1; i < m->nx; i++) {
                size_t k = mesh_at(m, i, j);
                if (l->local[k + 1] || l->local[k - 1] || l->local[k + up] || l->local[k - up]) l->active[k] = 1;
            }
    }
}

/* ---- GMRES ---- */
static double dot(size_t n, const double *a, const double *b) {
    double s[4] = {0};
    size_t k = 0;
    for (; k + 4 <= n; k += 4)
        for (size_t q = 0; q < 4; q++) s[q] += a[k + q] * b[k + q];
    for (; k < n; k++) s[0] += a[k] * b[k];
    return s[0] + s[1] + s[2] + s[3];
}

static void add(size_t n, double f, const double *a, double *b) {
    for (size_t k = 0; k < n; k++) b[k] += f * a[k];
}

/* out = scaled J of (z, z0): rows over their diagonals, the load over the root of a cell. */
static void scaled(ehl_level *l, const double *z, double z0, double *out, double *out0) {
    ehl_level_apply(l, z, z0, out, out0);
    for (size_t k = 0; k < mesh_nodes(&l->m); k++)
        if (l->active[k]) out[k] /= l->dg[k];
    *out0 /= sqrt(l->m.hx * l->m.hy);
}

static void precondition(ehl_point_newton *w, ehl_level *l, const double *v, double v0, double *z, double *z0) {
    double *r = w->out;
    for (size_t k = 0; k < mesh_nodes(&l->m); k++) r[k] = l->active[k] ? v[k] * l->dg[k] : 0;
    ehl_level_cycle(l, r, v0 * sqrt(l->m.hx * l->m.hy), z, z0);
    w->cycles++;
}

/* Solves for the right-hand side in V[0], v0[0] (scaled) to the part eta; the answer goes into dP, *dH0. */
static void gmres(ehl_point_newton *w, ehl_level *l, double eta, double *dP, double *dH0) {
    size_t n = mesh_nodes(&l->m);
    double h[EHL_KRYLOV + 1][EHL_KRYLOV], c[EHL_KRYLOV], s[EHL_KRYLOV], g[EHL_KRYLOV + 1] = {0}, y[EHL_KRYLOV];
    double beta = sqrt(dot(n, w->V[0], w->V[0]) + w->v0[0] * w->v0[0]);
    int m = 0;
    for (size_t k = 0; k < n; k++) w->V[0][k] /= beta;
    w->v0[0] /= beta;
    g[0] = beta;
    while (m < EHL_KRYLOV && fabs(g[m]) > eta * beta) {
        precondition(w, l, w->V[m], w->v0[m], w->Z[m], &w->z0[m]);
        double *u = w->V[m + 1], u0;
        scaled(l, w->Z[m], w->z0[m], u, &u0);
        for (int k = 0; k <= m; k++) {
            h[k][m] = dot(n, u, w->V[k]) + u0 * w->v0[k];
            add(n, -h[k][m], w->V[k], u);
            u0 -= h[k][m] * w->v0[k];
        }
        double size = sqrt(dot(n, u, u) + u0 * u0);
        for (size_t k = 0; k < n; k++) u[k] /= size;
        w->v0[m + 1] = u0 / size;
        for (int k = 0; k < m; k++) {
            double t = c[k] * h[k][m] + s[k] * h[k + 1][m];
            h[k + 1][m] = -s[k] * h[k][m] + c[k] * h[k + 1][m];
            h[k][m] = t;
        }
        double r = sqrt(h[m][m] * h[m][m] + size * size);
        c[m] = h[m][m] / r;
        s[m] = size / r;
        h[m][m] = r;
        g[m + 1] = -s[m] * g[m];
        g[m] *= c[m];
        m++;
    }
    memset(dP, 0, n * sizeof *dP);
    *dH0 = 0;
    for (int k = m - 1; k >= 0; k--) {
        y[k] = g[k];
        for (int q = k + 1; q < m; q++) y[k] -= h[k][q] * y[q];
        y[k] /= h[k][k];
    }
    for (int k = 0; k < m; k++) {
        add(n, y[k], w->Z[k], dP);
        *dH0 += y[k] * w->z0[k];
    }
}

/* Right-hand side of the correction at P: inactive nodes lose theirs. Into V[0], v0[0]; dP holds what they lose. */
static void right_side(ehl_point_newton *w, ehl_level *l, const double *P, double *dP) {
    size_t n = mesh_nodes(&l->m);
    double lost = 0, moved;
    for (size_t k = 0; k < n; k++) {
        dP[k] = l->active[k] ? 0 : -P[k];
        lost += dP[k];
    }
    double *r = w->V[0];
    memset(r, 0, n * sizeof *r);
    if (lost != 0) ehl_level_apply(l, dP, 0, r, &moved);
    for (size_t k = 0; k < n; k++) r[k] = l->active[k] ? (-l->flow.F[k] - r[k]) / l->dg[k] : 0;
    w->v0[0] = (load_left(w, l, P) - lost * l->m.hx * l->m.hy) / sqrt(l->m.hx * l->m.hy);
}

static double step_size(size_t n, const double *dP, double dH0) { return sqrt(dot(n, dP, dP) + dH0 * dH0); }

/* Size of the correction that one V-cycle gives at a trial. */
static double cycle_size(ehl_point_newton *w, ehl_level *l, const double *P) {
    double z0, *z = w->Z[0], *lost = w->Z[1];
    size_t n = mesh_nodes(&l->m);
    right_side(w, l, P, lost);
    precondition(w, l, w->V[0], w->v0[0], z, &z0);
    add(n, 1, lost, z);
    return step_size(n, z, z0);
}

static bool accept(ehl_point_newton *w, ehl_level *l, double t, double norm, double *size) {
    size_t n = mesh_nodes(&l->m);
    for (size_t k = 0; k < n; k++) {
        w->P_trial[k] = l->P[k] + t * w->dP[k];
        w->H_trial[k] = l->H[k] + t * w->dH[k];
    }
    if (!(least(w->H_trial, n) > keep_film * least(l->H, n))) return false;
    if (*size < 0 && t < 1) { /* needed for the first time: at the state itself, whose flow is still there */
        ehl_point_flow_at(&l->flow, &l->m, l->P, l->H, false);
        *size = cycle_size(w, l, l->P);
    }
    ehl_point_flow_at(&l->flow, &l->m, w->P_trial, w->H_trial, false);
    double trial = residual(w, l, w->P_trial).norm;
    if (trial < norm) return true;
    if (!(trial < 10 * norm)) return false;
    if (*size < 0) {
        ehl_point_flow_at(&l->flow, &l->m, l->P, l->H, false);
        *size = cycle_size(w, l, l->P);
        ehl_point_flow_at(&l->flow, &l->m, w->P_trial, w->H_trial, false);
    }
    return cycle_size(w, l, w->P_trial) < (1 - 0.1 * t) * *size;
}

static double search(ehl_point_newton *w, ehl_level *l, double norm) {
    double most = 0, size = -1;
    for (size_t k = 0; k < mesh_nodes(&l->m); k++) most = fmax(most, fabs(w->dP[k]));
    double t = l->flow.fluid.ab * most > most_decades ? most_decades / (l->flow.fluid.ab * most) : 1;
    for (; t > least_step; t *= 0.5)
        if (accept(w, l, t, norm, &size)) return t;
    return 0;
}

ehl_end ehl_point_newton_solve(ehl_point_newton *w, ehl_level *l, double *H0, int ahead, int far) {
    size_t n = mesh_nodes(&l->m);
    double before = 0, eta = 0.1;
    w->steps = w->cycles = 0;
    for (int k = 0; k < STEPS; k++) {
        ehl_point_flow_at(&l->flow, &l->m, l->P, l->H, true);
        ehl_level_scale(l);
        size_of r = residual(w, l, l->P);
        w->residual = r.most;
        if (r.most < w->tol) return EHL_DONE;
        choose_active(l, k < far ? ahead : 0);
        if (!ehl_level_prepare(l)) return EHL_STUCK;
        if (k) eta = fmin(0.1, 0.5 * (r.norm / before) * (r.norm / before));
        eta = fmax(fmax(eta, 1e-4), fmin(0.1, 0.3 * w->tol / r.most));
        before = r.norm;
        double dH0, *lost = w->H_trial;
        right_side(w, l, l->P, lost);
        gmres(w, l, eta, w->dP, &dH0);
        add(n, 1, lost, w->dP);
        convolve_apply(l->fft, &l->kernel, w->dP, w->dH);
        for (size_t q = 0; q < n; q++) w->dH[q] += dH0;
        double t = search(w, l, r.norm);
        w->steps++;
        if (t == 0) return EHL_STUCK;
        if (t < 0.5 && least(w->H_trial, n) < w->thin) return EHL_COLLAPSED;
        memcpy(l->P, w->P_trial, n * sizeof *l->P);
        memcpy(l->H, w->H_trial, n * sizeof *l->H);
        *H0 += t * dH0;
    }
    return EHL_STUCK;
}
