#include "point_newton.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 100 };
static const double least_step = 1e-4, most_decades = 20, keep_film = 0.2;

bool ehl_point_newton_make(ehl_point_newton *w, size_t nodes) {
    bool good = ehl_gmres_make(&w->gmres, nodes, 1);
    double **fields[] = {&w->dP, &w->dH, &w->P_trial, &w->H_trial, &w->lost, &w->moved, &w->aim};
    for (int k = 0; k < 7; k++) good = (*fields[k] = calloc(nodes, sizeof(double))) && good;
    return good;
}

void ehl_point_newton_drop(ehl_point_newton *w) {
    ehl_gmres_drop(&w->gmres);
    free(w->dP);
    free(w->dH);
    free(w->P_trial);
    free(w->H_trial);
    free(w->lost);
    free(w->moved);
    free(w->aim);
}

/* ---- what is left ---- */
static double load_left(const ehl_point_newton *w, const ehl_level *l, const double *P) {
    double sum = 0;
    if (l->held) return 0;
    for (size_t k = 0; k < mesh_nodes(&l->m); k++) sum += P[k];
    return w->load - w->beyond - sum * l->m.hx * l->m.hy;
}

static double node_left(const ehl_level *l, const double *P, size_t k) {
    const ehl_rough_nodes *r = l->rough;
    if (r) return (r->P_f[k] - fmax(0, r->P_f[k] + l->flow.F[k] / r->scale[k])) / r->stiff[k];
    return P[k] - fmax(0, P[k] + l->flow.F[k] / l->dg[k]);
}

/* Of the equation that the node has been given. */
static double node_value(const ehl_level *l, size_t k) {
    return l->rough && !l->rough->wet[k] ? l->rough->P_f[k] : l->flow.F[k];
}

ehl_size ehl_point_residual(const ehl_point_newton *w, const ehl_level *l, const double *P) {
    double load = load_left(w, l, P), most = fabs(load), sum = load * load / (l->m.hx * l->m.hy);
    for (int j = 0; j <= l->m.ny; j++)
        for (int i = 0; i <= l->m.nx; i++) {
            size_t k = mesh_at(&l->m, i, j);
            bool edge = i == 0 || j == 0 || i == l->m.nx || j == l->m.ny;
            double r = edge ? P[k] - w->aim[k] : node_left(l, P, k);
            most = fmax(most, fabs(r));
            sum += r * r;
        }
    return (ehl_size){most, sqrt(sum)};
}

static double least(const double *H, size_t n) {
    double v = H[0];
    for (size_t k = 1; k < n; k++) v = fmin(v, H[k]);
    return v;
}

/* ---- active nodes ---- */
/* Neighbours of marked nodes are marked, `layers` times. */
static void dilate(const ehl_mesh *m, unsigned char *mark, unsigned char *room, int layers) {
    size_t up = (size_t)m->nx + 1;
    for (; layers > 0; layers--) {
        memcpy(room, mark, mesh_nodes(m));
        for (int j = 1; j < m->ny; j++)
            for (int i = 1; i < m->nx; i++) {
                size_t k = mesh_at(m, i, j);
                mark[k] |= room[k + 1] | room[k - 1] | room[k + up] | room[k - up];
            }
    }
}

static void choose_active(ehl_level *l, int ahead) {
    const ehl_mesh *m = &l->m;
    if (l->rough) {
        ehl_rough_choose(l);
        dilate(m, l->rough->wet, l->local, ahead);
        ehl_rough_dry_rows(l);
        return;
    }
    for (int j = 1; j < m->ny; j++)
        for (int i = 1; i < m->nx; i++) {
            size_t k = mesh_at(m, i, j);
            l->active[k] = l->P[k] + l->flow.F[k] / l->dg[k] > 0;
        }
    dilate(m, l->active, l->local, ahead);
}

/* ---- one step ---- */
/* Right-hand side of the correction at P: inactive nodes lose theirs, outer ones get what they should have. Into V[0], v0[0] of gmres; `lost` holds
 * those changes. */
static void right_side(ehl_point_newton *w, ehl_level *l, const double *P) {
    size_t n = mesh_nodes(&l->m);
    double lost = 0, any = 0, load, *r = w->moved;
    for (size_t k = 0; k < n; k++) {
        w->lost[k] = l->active[k] ? 0 : w->aim[k] - P[k];
        lost += w->lost[k];
        any = fmax(any, fabs(w->lost[k]));
    }
    memset(r, 0, n * sizeof *r);
    if (any > 0) ehl_level_apply(l, w->lost, 0, r, &load);
    for (size_t k = 0; k < n; k++) w->gmres.V[0][k] = l->active[k] ? (float)((-node_value(l, k) - r[k]) / l->dg[k]) : 0;
    double cell = l->m.hx * l->m.hy;
    w->gmres.v0[0][0] = l->held ? 0 : (float)((load_left(w, l, P) - lost * cell) / sqrt(cell));
}

/* Size of the correction that one V-cycle gives at a trial. */
static double cycle_size(ehl_point_newton *w, ehl_level *l, const double *P) {
    double sum = 0;
    right_side(w, l, P);
    ehl_gmres_precondition(&w->gmres, l, 0);
    for (size_t k = 0; k < mesh_nodes(&l->m); k++) {
        double z = (double)w->gmres.Z[0][k] + w->lost[k];
        sum += z * z;
    }
    return sqrt(sum + (double)w->gmres.z0[0][0] * (double)w->gmres.z0[0][0]);
}

static bool accept(ehl_point_newton *w, ehl_level *l, double t, double norm, double *size) {
    size_t n = mesh_nodes(&l->m);
    for (size_t k = 0; k < n; k++) {
        w->P_trial[k] = l->P[k] + t * w->dP[k];
        w->H_trial[k] = l->H[k] + t * w->dH[k];
    }
    if (!l->rough && !(least(w->H_trial, n) > keep_film * least(l->H, n))) return false;
    if (*size < 0 && t < 1) { /* needed for the first time: at the state itself, whose flow is still there */
        (void)ehl_level_look(l, l->P, l->H, false);
        *size = cycle_size(w, l, l->P);
    }
    if (!ehl_level_look(l, w->P_trial, w->H_trial, false)) return false;
    double trial = ehl_point_residual(w, l, w->P_trial).norm;
    if (trial < norm) return true;
    if (!(trial < 10 * norm)) return false;
    if (*size < 0) {
        (void)ehl_level_look(l, l->P, l->H, false);
        *size = cycle_size(w, l, l->P);
        (void)ehl_level_look(l, w->P_trial, w->H_trial, false);
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
    w->steps = w->gmres.cycles = 0;
    for (int k = 0; k < STEPS; k++) {
        if (!ehl_level_look(l, l->P, l->H, true)) return EHL_STUCK;
        ehl_level_scale(l);
        w->beyond = ehl_far_edge(&w->far, &l->m, l->flow.fluid.ab, l->H, w->aim);
        ehl_size r = ehl_point_residual(w, l, l->P);
        w->residual = r.most;
        if (r.most < w->tol) return EHL_DONE;
        choose_active(l, k < far ? ahead : 0);
        if (!ehl_level_prepare(l)) return EHL_STUCK;
        /* near the end the edge of the film may creep, a layer per step: then steps need not be solved well */
        double worst = r.most < 1e-4 ? 0.4 : 0.1;
        if (k) eta = fmin(worst, 0.5 * (r.norm / before) * (r.norm / before));
        eta = fmax(fmax(eta, 1e-4), fmin(worst, 0.3 * w->tol / r.most));
        before = r.norm;
        double dH0;
        right_side(w, l, l->P);
        ehl_gmres_solve(&w->gmres, l, eta, w->dP, &dH0);
        for (size_t q = 0; q < n; q++) w->dP[q] += w->lost[q];
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
