#include "line_fill.h"

#include <math.h>
#include <string.h>

#include "base/lapack.h"

enum { STEPS = 120 };
static const double least_step = 1e-4;
static const double most_decades = 20, keep_film = 0.2; /* as in line_newton.c */
static const double tight = 1e-12;                      /* of the flow that may be lost on the way */
enum { MORE_STEPS = 3 };                                /* for that, once the residual is small enough */
static const double worse = 10; /* a step may raise the residual by this, as nodes change sides */

void ehl_line_fill_start(ehl_line_fill *c, const ehl_line_flow *f, const ehl_line_grid *g, const ehl_line_state *y) {
    int m = 1;
    for (int i = 1; i < g->n; i++)
        if (y->P[i] > 0) m = i;
    for (int i = 0; i <= g->n; i++) {
        c->broken[i] = i > m;
        c->fill[i] = i > m ? fmin(1, -f->face[m].q / y->H[i]) : 1;
    }
}

/* ---- the matrix ---- */
static double by_pressure(const ehl_row *r, const double *K, int i, int j) {
    double sum = i >= 2 ? r->H[0] * K[i - 2] : 0;
    for (int k = 1; k < 4; k++) sum += r->H[k] * K[i - 2 + k];
    int k = j - i + 2;
    return k >= 0 && k < 4 ? sum + r->P[k] : sum;
}

static void scale_rows(ehl_line_newton *w, const ehl_line_flow *f, const ehl_line_grid *g, const ehl_line_fill *c) {
    size_t N = (size_t)g->n + 1;
    for (int i = 1; i < g->n; i++)
        w->dg[i] = fabs(c->broken[i] ? f->row[i].fill[2] : by_pressure(&f->row[i], g->K + (size_t)i * N, i, i));
}

static bool factorise(ehl_line_newton *w, const ehl_line_flow *f, const ehl_line_grid *g, const ehl_line_fill *c) {
    int last = g->n - 1, size = g->n, info = 0;
    for (int j = 1; j <= last; j++) {
        double *column = w->J + (size_t)(j - 1) * (size_t)size;
        const double *K = g->K + (size_t)j * ((size_t)g->n + 1);
        for (int i = 1; i <= last; i++) {
            int k = j - i + 2;
            column[i - 1] = !c->broken[j]     ? by_pressure(&f->row[i], K, i, j) / w->dg[i]
                            : k >= 0 && k < 4 ? f->row[i].fill[k] / w->dg[i]
                                              : 0;
        }
        column[last] = isnan(w->load) || c->broken[j] ? 0 : w->weight[j];
    }
    double *column = w->J + (size_t)last * (size_t)size;
    for (int i = 1; i <= last; i++) {
        const double *H = f->row[i].H;
        column[i - 1] = (H[0] + H[1] + H[2] + H[3]) / w->dg[i];
    }
    column[last] = isnan(w->load) ? 1 : 0;
    dgetrf_(&size, &size, w->J, &size, w->pivots, &info);
    return info == 0;
}

/* ---- what is left ---- */
static double load_left(const ehl_line_newton *w, const ehl_line_grid *g, const double *P) {
    if (isnan(w->load)) return 0;
    double sum = w->load;
    for (int i = 1; i < g->n; i++) sum -= w->weight[i] * P[i];
    return sum;
}

static double residual(const ehl_line_newton *w, const ehl_line_flow *f, const ehl_line_grid *g, const double *P,
                       double *most) {
    double load = load_left(w, g, P), sum = load * load;
    *most = fabs(load);
    for (int i = 1; i < g->n; i++) {
        double r = f->F[i] / w->dg[i];
        *most = fmax(*most, fabs(r));
        sum += r * r;
    }
    return sqrt(sum);
}

/* The greatest sum of what cells lose from the inlet on, over the flow. */
static double lost(const ehl_line_flow *f, const ehl_line_grid *g) {
    double sum = 0, most = 0, flow = 0;
    for (int i = 1; i < g->n; i++) {
        sum += f->F[i];
        most = fmax(most, fabs(sum));
        flow = fmax(flow, fabs(f->face[i].q));
    }
    return flow > 0 ? most / flow : 0;
}

static double least(const double *H, int n) {
    double v = H[0];
    for (int i = 1; i <= n; i++) v = fmin(v, H[i]);
    return v;
}

/* ---- a step ---- */
static void limit_inlet(const ehl_line_flow *f, double H, double *fill, bool *broken) {
    broken[0] = f->supply > 0 && f->supply < H;
    fill[0] = broken[0] ? f->supply / H : 1;
}

/* A share t of the step in w->right, then nodes change sides; answers how many did. */
static int try(ehl_line_newton *w, ehl_line_flow *f, const ehl_line_grid *g, const ehl_line_state *y, ehl_line_fill *c,
               double t, double *H0) {
    int changed = 0;
    w->P_trial[0] = w->P_trial[g->n] = 0;
    for (int i = 1; i < g->n; i++) {
        double to = (c->broken[i] ? c->fill[i] : y->P[i]) + t * w->right[i - 1];
        bool broken = c->broken[i] ? !(to > 1) : to < 0;
        changed += broken != c->broken[i];
        c->other[i] = broken;
        c->trial[i] = broken ? (c->broken[i] ? fmax(to, 1e-9) : 1) : 1;
        w->P_trial[i] = broken || c->broken[i] ? 0 : to;
    }
    c->other[g->n] = true;
    c->trial[g->n] = c->trial[g->n - 1];
    *H0 = y->H0 + t * w->right[g->n - 1];
    ehl_line_state to = {.P = w->P_trial, .H = w->H_trial, .H0 = *H0, .relief = y->relief};
    ehl_line_gap(g, &to);
    limit_inlet(f, w->H_trial[0], c->trial, c->other);
    return changed;
}

static void look_at(ehl_line_flow *f, const ehl_line_grid *g, const double *P, const double *H, const double *fill,
                    bool rows) {
    f->fill = fill;
    ehl_line_flow_at(f, g, P, H, rows);
}

/* The share of the step that is taken, 0: none. */
static double search(ehl_line_newton *w, ehl_line_flow *f, const ehl_line_grid *g, const ehl_line_state *y,
                     ehl_line_fill *c, double norm, double *H0, int *changed) {
    double most = 0, unused, thin = keep_film * least(y->H, g->n);
    for (int i = 1; i < g->n; i++)
        if (!c->broken[i]) most = fmax(most, fabs(w->right[i - 1]));
    double t = f->fluid.ab * most > most_decades ? most_decades / (f->fluid.ab * most) : 1;
    for (; t > least_step; t *= 0.5) {
        *changed = try(w, f, g, y, c, t, H0);
        if (!(least(w->H_trial, g->n) > thin)) continue;
        look_at(f, g, w->P_trial, w->H_trial, c->trial, false);
        if (residual(w, f, g, w->P_trial, &unused) < worse * norm || *changed) return t;
    }
    return 0;
}

static void take(ehl_line_newton *w, const ehl_line_grid *g, ehl_line_state *y, ehl_line_fill *c, double H0) {
    size_t N = (size_t)g->n + 1;
    memcpy(y->P, w->P_trial, N * sizeof *y->P);
    memcpy(y->H, w->H_trial, N * sizeof *y->H);
    memcpy(c->fill, c->trial, N * sizeof *c->fill);
    memcpy(c->broken, c->other, N * sizeof *c->broken);
    y->H0 = H0;
}

ehl_end ehl_line_fill_solve(ehl_line_newton *w, ehl_line_flow *f, const ehl_line_grid *g, ehl_line_state *y,
                            ehl_line_fill *c) {
    int size = g->n, one = 1, info, changed = 0, more = 0;
    w->steps = 0;
    for (int i = 1; i < g->n; i++) w->weight[i] = 0.5 * (g->h[i - 1] + g->h[i]);
    limit_inlet(f, y->H[0], c->fill, c->broken);
    for (int k = 0; k < STEPS; k++) {
        look_at(f, g, y->P, y->H, c->fill, true);
        scale_rows(w, f, g, c);
        double norm = residual(w, f, g, y->P, &w->residual), H0;
        if (w->residual < w->tol && !changed && (lost(f, g) < tight || more++ == MORE_STEPS)) return EHL_DONE;
        if (!factorise(w, f, g, c)) return EHL_STUCK;
        for (int i = 1; i < g->n; i++) w->right[i - 1] = -f->F[i] / w->dg[i];
        w->right[g->n - 1] = load_left(w, g, y->P);
        dgetrs_("N", &size, &one, w->J, &size, w->pivots, w->right, &size, &info, 1);
        double t = search(w, f, g, y, c, norm, &H0, &changed);
        w->steps++;
        if (t == 0) return EHL_STUCK;
        take(w, g, y, c, H0);
    }
    return EHL_STUCK;
}
