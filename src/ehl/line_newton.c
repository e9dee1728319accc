#include "line_newton.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/lapack.h"

enum { STEPS = 200, FAR_STEPS = 3 };
static const double least_step = 1e-5;
static const double most_decades = 20;  /* a step changes no viscosity by more than e^20 */
static const double keep_film = 0.2;    /* nor does it take more of the least film */
static const double keep_factors = 0.1; /* of the residual that a step may leave, for its factors to serve again */

static size_t nodes(const ehl_line_grid *g) { return (size_t)g->n + 1; }
static bool load_wanted(const ehl_line_newton *w) { return !isnan(w->load); }

static void add_deformation(const ehl_line_grid *g, const double *P, double *H) {
    const int N = g->n + 1, step = 1;
    const double one = 1;
    dgemv_("N", &N, &N, &one, g->K, &N, P, &step, &one, H, &step, 1);
}

void ehl_line_gap(const ehl_line_grid *g, ehl_line_state *y) {
    for (size_t k = 0; k < nodes(g); k++) y->H[k] = y->H0 + 0.5 * g->x[k] * g->x[k] + (y->relief ? y->relief[k] : 0);
    add_deformation(g, y->P, y->H);
}

static double least(const double *H, int n) {
    double v = H[0];
    for (int i = 1; i <= n; i++) v = fmin(v, H[i]);
    return v;
}

/* ---- what is left ---- */
static void scale_rows(ehl_line_newton *w, const ehl_line_flow *f, const ehl_line_grid *g) {
    for (int i = 1; i < g->n; i++) {
        const ehl_row *r = &f->row[i];
        const double *K = g->K + (size_t)i * nodes(g);
        double d = r->P[2];
        for (int k = i < 2 ? 1 : 0; k < 4; k++) d += r->H[k] * K[i - 2 + k];
        w->dg[i] = fabs(d);
    }
}

static double load_left(const ehl_line_newton *w, const ehl_line_grid *g, const double *P) {
    if (!load_wanted(w)) return 0;
    double sum = w->load;
    for (int i = 1; i < g->n; i++) sum -= w->weight[i] * P[i];
    return sum;
}

typedef struct size_of {
    double most, norm; /* greatest; root of the sum of squares */
} size_of;

/* Of P - max(0, P + F/dg), which is zero in the solution. */
static size_of residual(const ehl_line_newton *w, const ehl_line_flow *f, const ehl_line_grid *g, const double *P) {
    double load = load_left(w, g, P), most = fabs(load), sum = load * load;
    for (int i = 1; i < g->n; i++) {
        double r = P[i] - fmax(0, P[i] + f->F[i] / w->dg[i]);
        most = fmax(most, fabs(r));
        sum += r * r;
    }
    return (size_of){most, sqrt(sum)};
}

/* ---- one step ---- */
static void choose_active(ehl_line_newton *w, const ehl_line_flow *f, const ehl_line_grid *g, const double *P,
                          int ahead) {
    int last = 1;
    for (int i = 1; i < g->n; i++)
        if (P[i] + f->F[i] / w->dg[i] > 0) last = i;
    bool creeps = last == w->m + 1;
    w->stride = !creeps ? 0 : w->stride ? 2 * w->stride : 1;
    last += (w->stride > 1 ? w->stride - 1 : 0) + ahead;
    w->m = last < g->n - 1 ? last : g->n - 1;
}

/* Rows by the gaps of their four nodes, each over the size of the diagonal: one list of all rows for each node. */
static void spread_rows(ehl_line_newton *w, const ehl_line_flow *f, int m, size_t N) {
    for (int i = 1; i <= m; i++)
        for (size_t k = 0; k < 4; k++) w->band[k * N + (size_t)i] = f->row[i].H[k] / w->dg[i];
}

/* The column of the pressure of node j: through the gaps, K, and directly. */
static void fill_column(const ehl_line_newton *w, const ehl_line_flow *f, const ehl_line_grid *g, int j,
                        double *restrict column) {
    size_t N = nodes(g);
    const double *restrict K = g->K + (size_t)j * N;
    const double *restrict b0 = w->band, *restrict b1 = b0 + N, *restrict b2 = b1 + N, *restrict b3 = b2 + N;
    int m = w->m;
    column[0] = b1[1] * K[0] + b2[1] * K[1] + b3[1] * K[2];
    for (int i = 2; i <= m; i++) column[i - 1] = b0[i] * K[i - 2] + b1[i] * K[i - 1] + b2[i] * K[i] + b3[i] * K[i + 1];
    for (int i = j > 1 ? j - 1 : 1; i <= j + 2 && i <= m; i++) column[i - 1] += f->row[i].P[j - i + 2] / w->dg[i];
}

static bool factorise(ehl_line_newton *w, const ehl_line_flow *f, const ehl_line_grid *g) {
    int m = w->m, size = m + 1, info = 0;
    spread_rows(w, f, m, nodes(g));
    for (int j = 1; j <= m; j++) {
        double *column = w->J + (size_t)(j - 1) * (size_t)size;
        fill_column(w, f, g, j, column);
        column[m] = load_wanted(w) ? w->weight[j] : 0;
    }
    double *column = w->J + (size_t)m * (size_t)size;
    for (int i = 1; i <= m; i++) {
        const double *H = f->row[i].H;
        column[i - 1] = (H[0] + H[1] + H[2] + H[3]) / w->dg[i];
    }
    column[m] = load_wanted(w) ? 0 : 1;
    dgetrf_(&size, &size, w->J, &size, w->pivots, &info);
    return info == 0;
}

/* Nodes beyond the active ones lose their pressure; dH gets what that alone does to the gaps. */
static double empty_rest(const ehl_line_newton *w, const ehl_line_grid *g, const double *P, double *dP, double *dH) {
    double lost = 0;
    memset(dP, 0, nodes(g) * sizeof *dP);
    memset(dH, 0, nodes(g) * sizeof *dH);
    for (int i = w->m + 1; i < g->n; i++) {
        dP[i] = -P[i];
        lost += w->weight[i] * P[i];
    }
    if (lost != 0) add_deformation(g, dP, dH);
    return lost;
}

/* The correction for the residuals in f at the pressures P, by the factors; its size. */
static double correction(ehl_line_newton *w, const ehl_line_flow *f, const ehl_line_grid *g, const double *P,
                         double *dP, double *dH, double *dH0) {
    int m = w->m, size = m + 1, one = 1, info;
    double lost = empty_rest(w, g, P, dP, dH), sum = 0;
    for (int i = 1; i <= m; i++) {
        double r = -f->F[i];
        for (int k = i < 2 ? 1 : 0; k < 4; k++) r -= f->row[i].H[k] * dH[i - 2 + k] + f->row[i].P[k] * dP[i - 2 + k];
        w->right[i - 1] = r / w->dg[i];
    }
    w->right[m] = load_wanted(w) ? load_left(w, g, P) + lost : 0;
    dgetrs_("N", &size, &one, w->J, &size, w->pivots, w->right, &size, &info, 1);
    for (int i = 1; i <= m; i++) dP[i] = w->right[i - 1];
    *dH0 = w->right[m];
    for (int i = 1; i < g->n; i++) sum += dP[i] * dP[i];
    return sqrt(sum + *dH0 * *dH0);
}

/* Whether the state a share t of the step further is better than the one before. */
static bool accept(ehl_line_newton *w, ehl_line_flow *f, const ehl_line_grid *g, const ehl_line_state *y, double t,
                   double norm, double size) {
    for (int i = 0; i <= g->n; i++) {
        w->P_trial[i] = y->P[i] + t * w->dP[i];
        w->H_trial[i] = y->H[i] + t * w->dH[i]; /* gaps are linear in the pressures */
    }
    if (!(least(w->H_trial, g->n) > keep_film * least(y->H, g->n))) return false;
    ehl_line_flow_at(f, g, w->P_trial, w->H_trial, false);
    double trial = residual(w, f, g, w->P_trial).norm, unused;
    if (!(trial < 10 * norm)) return false;
    return trial < norm || correction(w, f, g, w->P_trial, w->dP_2, w->dH_2, &unused) < (1 - 0.1 * t) * size;
}

/* The share of the step that is taken; 0: none. */
static double search(ehl_line_newton *w, ehl_line_flow *f, const ehl_line_grid *g, const ehl_line_state *y, double norm,
                     double size) {
    double most = 0;
    for (int i = 1; i < g->n; i++) most = fmax(most, fabs(w->dP[i]));
    double t = f->fluid.ab * most > most_decades ? most_decades / (f->fluid.ab * most) : 1;
    for (; t > least_step; t *= 0.5)
        if (accept(w, f, g, y, t, norm, size)) return t;
    return 0;
}

ehl_end ehl_line_newton_solve(ehl_line_newton *w, ehl_line_flow *f, const ehl_line_grid *g, ehl_line_state *y,
                              int ahead) {
    bool keep = false; /* the factors of the last step serve once more */
    double last = 0;
    w->steps = w->m = w->stride = 0;
    for (int i = 1; i < g->n; i++) w->weight[i] = 0.5 * (g->h[i - 1] + g->h[i]);
    for (int k = 0; k < STEPS; k++) {
        ehl_line_flow_at(f, g, y->P, y->H, true);
        size_of r = {0};
        if (keep) r = residual(w, f, g, y->P);
        keep = keep && r.norm < keep_factors * last;
        if (!keep) {
            scale_rows(w, f, g);
            r = residual(w, f, g, y->P);
        }
        w->residual = r.most;
        if (r.most < w->tol) return EHL_DONE;
        int m = w->m;
        choose_active(w, f, g, y->P, k < FAR_STEPS ? ahead : 0);
        if (!(keep && w->m == m) && !factorise(w, f, g)) return EHL_STUCK;
        double dH0, size = correction(w, f, g, y->P, w->dP, w->dH, &dH0);
        for (size_t i = 0; i < nodes(g); i++) w->dH[i] = dH0;
        add_deformation(g, w->dP, w->dH);
        double t = search(w, f, g, y, r.norm, size);
        w->steps++;
        if (t == 0) return EHL_STUCK;
        if (t < 0.5 && least(w->H_trial, g->n) < w->thin) return EHL_COLLAPSED;
        keep = t == 1;
        last = r.norm;
        memcpy(y->P, w->P_trial, nodes(g) * sizeof *y->P);
        memcpy(y->H, w->H_trial, nodes(g) * sizeof *y->H);
        y->H0 += t * dH0;
    }
    return EHL_STUCK;
}

bool ehl_line_newton_at(ehl_line_newton *w, ehl_line_flow *f, const ehl_line_grid *g, const ehl_line_state *y) {
    ehl_line_flow_at(f, g, y->P, y->H, true);
    scale_rows(w, f, g);
    w->m = 1;
    for (int i = 1; i < g->n; i++)
        if (y->P[i] > 0) w->m = i;
    return factorise(w, f, g);
}
