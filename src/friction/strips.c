/* Traction over the contact ellipse; see strips.h. The four mirror images of a node are worked on together. */
#include "strips.h"

#include "base/constants.h"
#include "cells.h"

void strips_gauss(int n, double *x, double *w) {
    for (int i = 0; i < n; i++) {
        double t = cos(PI * (i + 0.75) / (n + 0.5)), slope = 1;
        for (int it = 0; it < 50; it++) {
            double p0 = 1, p1 = t;
            for (int k = 2; k <= n; k++) {
                double p2 = ((2 * k - 1) * t * p1 - (k - 1) * p0) / k;
                p0 = p1;
                p1 = p2;
            }
            slope = n * (t * p1 - p0) / (t * t - 1);
            double step = p1 / slope;
            t -= step;
            if (fabs(step) < 1e-15) break;
        }
        x[i] = 0.5 * (1 + t);
        w[i] = 1 / ((1 - t * t) * slope * slope);
    }
}

/* Half a strip (0, 1) for the load sqrt(1 - t^2): three nodes by Gauss for that weight (found from its moments), or six by
 * Gauss-Legendre in the angle t = sin(a) for many strips. Weights need not be normalised. */
static int half_strip(int count, double t[STRIP_POINTS], double w[STRIP_POINTS]) {
    static const double t3[] = {0.10406082462841893636, 0.46154251935160788935, 0.84079372748592142753};
    static const double w3[] = {0.32400752782445189294, 0.46848509793756153963, 0.20750737423798656742};
    if (count <= 16) {
        for (int j = 0; j < 3; j++) t[j] = t3[j], w[j] = w3[j];
        return 3;
    }
    strips_gauss(STRIP_POINTS, t, w);
    for (int j = 0; j < STRIP_POINTS; j++) {
        double angle = 0.5 * PI * t[j];
        t[j] = sin(angle);
        w[j] *= 1 - t[j] * t[j];
    }
    return STRIP_POINTS;
}

/* The cell of a strip with its nodes at x from `low` to `high` in two halves; the load goes with 1 - x^2. Levers are shifted so
 * that their mean is x, where Gauss's rule has the load. Across, the middle is the mean of y. */
static abut_slip_cell cell_of(double x, double low, double high) {
    abut_slip_cell c = {.x = x, .y = 4 / (3 * PI) * sqrt(1 - x * x), .half = 0.25 * (high - low)};
    double edge[3] = {low, 0.5 * (low + high), high}, load[3], mean = 0;
    for (int i = 0; i < 3; i++) load[i] = edge[i] - edge[i] * edge[i] * edge[i] / 3;
    for (int i = 0; i < 2; i++) {
        c.share[i] = (load[i + 1] - load[i]) / (load[2] - load[0]);
        c.slip[i] = edge[i] + c.half;
        mean += c.share[i] * c.slip[i];
    }
    for (int i = 0; i < 2; i++) c.lever[i] = c.slip[i] + x - mean;
    return c;
}

void strips_make(int count, strips *out) {
    double x[STRIPS_MAX / 2], wx[STRIPS_MAX / 2], t[STRIP_POINTS], wt[STRIP_POINTS], total = 0, low = 0;
    int half = count / 2, points = half_strip(count, t, wt);
    strips_gauss(half, x, wx);
    out->n = 0;
    out->points = points;
    out->widest = 0;
    for (int i = half - 1; i >= 0; low += wx[i--]) /* from the centre: cells as wide as the weights of their nodes */
        out->cells[i] = cell_of(x[i], low, low + wx[i]), out->widest = fmax(out->widest, out->cells[i].half);
    for (int i = 0; i < half; i++)
        for (int j = 0; j < points; j++, out->n++) {
            out->x[out->n] = x[i];
            out->y[out->n] = sqrt(1 - x[i] * x[i]) * t[j];
            out->w[out->n] = wx[i] * (1 - x[i] * x[i]) * wt[j]; /* the load of a strip goes with 1 - x^2 */
            total += 4 * out->w[out->n];
        }
    for (int i = 0; i < out->n; i++) {
        out->w[i] /= total;
        out->cells[i / points].load += out->w[i];
    }
}

ROW4_INLINE nodes nodes_at(const strips *r, int i, const slip_law *law, const abut_patch *p, const abut_normal *n,
                           bool derivatives) {
    nodes k = nodes_place(r->x[i], r->y[i], n->a, n->b, p);
    row4 slope;
    double load = n->N * r->w[i];
    k.gain = load * slip_gain4(law, k.v1 * k.v1 + k.v2 * k.v2, derivatives ? &slope : NULL);
    if (derivatives) k.slope = 2 * load * slope;
    return k;
}

/* The quarters of a strip as cells. */
ROW4_INLINE cell cell_at(const abut_slip_cell *of, const abut_patch *p, const abut_normal *n) {
    const row4 side_x = {1, -1, 1, -1}, side_y = {1, 1, -1, -1};
    return (cell){.v1 = row4_all(p->v1),
                  .v2 = row4_all(p->v2),
                  .w1 = row4_all(p->w1),
                  .w2 = row4_all(p->w2),
                  .wn = row4_all(p->wn),
                  .c11 = row4_all(p->c11),
                  .c12 = row4_all(p->c12),
                  .c22 = row4_all(p->c22),
                  .a = n->a * side_x,
                  .y = n->b * of->y * side_y,
                  .load = row4_all(n->N * of->load),
                  .of = of};
}

/* May the slip turn in any strip? Not if it changes less than v_s over the widest. */
static bool may_turn(const strips *r, const slip_law *law, const abut_patch *p, const abut_normal *n) {
    double eta = 2 * n->a * r->widest, tilt = fabs(p->c11) * n->a + fabs(p->c12) * n->b;
    double w1 = p->w1 * tilt, w2 = p->w2 * tilt; /* (w_n + w_1)^2 is less than twice the squares */
    return eta * eta * (2 * (p->wn * p->wn + w1 * w1) + w2 * w2) > CELL_FROM * law->v_s2;
}

static void sum_tractions(const strips *r, const slip_law *law, const abut_patch *p, const abut_normal *n, double *T) {
    traction_sum sum = {0};
    bool may = may_turn(r, law, p, n);
    for (int strip = 0; strip * r->points < r->n; strip++) {
        cell c = cell_at(&r->cells[strip], p, n);
        cell_share s;
        row4 keep = row4_all(1);
        if (may && (s = cell_share_of(law, &c), cell_turns(&s))) {
            cell_lambda(&s);
            c.load *= s.lambda;
            cell_traction(law, &c, sum.T);
            keep -= s.lambda;
            if (!row4_any(keep > 0)) continue;
        }
        for (int i = strip * r->points; i < (strip + 1) * r->points; i++) {
            nodes k = nodes_at(r, i, law, p, n, false);
            traction_add(&sum, &k, keep * k.gain);
        }
    }
    traction_total(&sum, T);
}

/* Rows of cells to those of patch_rows. */
static void add_cells(const row4 d[CELL_BY][ABUT_TRACTIONS], abut_traction *out) {
    static const int local[CELL_BY] = {ABUT_L_V1, ABUT_L_V2, ABUT_L_W1,  ABUT_L_W2,  ABUT_L_WN,
                                       LN_A,      LN_B,      ABUT_L_C22, ABUT_L_C11, ABUT_L_C12};
    for (int v = 0; v < CELL_BY; v++)
        for (int j = 0; j < ABUT_TRACTIONS; j++) out->dT[local[v]][j] += row4_sum(d[v][j]);
}

static void derivative_rows(const strips *r, const slip_law *law, const abut_patch *p, const abut_normal *n,
                            abut_traction *out) {
    const row4 w[3] = {row4_all(p->w1), row4_all(p->w2), row4_all(p->wn)};
    traction_sum sum = {0};
    sums S = {0};
    row4 d[CELL_BY][ABUT_TRACTIONS] = {0};
    bool may = may_turn(r, law, p, n);
    for (int strip = 0; strip * r->points < r->n; strip++) {
        cell c = cell_at(&r->cells[strip], p, n);
        cell_share s = cell_share_of(law, &c);
        bool turns = may && cell_turns(&s);
        row4 slope = turns ? cell_lambda(&s) : row4_all(0), keep = 1 - (turns ? s.lambda : row4_all(0));
        traction_sum whole = {0};
        for (int i = strip * r->points; i < (strip + 1) * r->points; i++) {
            nodes k = nodes_at(r, i, law, p, n, true);
            if (turns) traction_add(&whole, &k, k.gain);
            k.gain *= keep, k.slope *= keep;
            traction_add(&sum, &k, k.gain);
            sums_add(&S, &k, w, true);
        }
        if (turns) cell_rows(law, &c, &s, slope, true, whole.T, sum.T, d);
    }
    traction_total(&sum, out->T);
    patch_rows(&S, p, out);
    add_cells(d, out);
}

/* h, hdot, P, Q act through N, a and b; u1 and u2 too, where a film carries. */
static void chain(const abut_normal *n, bool film, abut_traction *out) {
    double(*d)[ABUT_TRACTIONS] = out->dT;
    for (int i = 0; i < ABUT_TRACTIONS; i++) {
        double per_N = n->N > 0 ? out->T[i] / n->N : 0, lna = d[LN_A][i], lnb = d[LN_B][i];
        d[ABUT_L_H][i] = per_N * n->dN[0] + lna * n->dlna[0] + lnb * n->dlnb[0];
        d[ABUT_L_HDOT][i] = per_N * n->dN[1];
        d[ABUT_L_P][i] = per_N * n->dN[2] + lna * n->dlna[1] + lnb * n->dlnb[1];
        d[ABUT_L_Q][i] = per_N * n->dN[3] + lna * n->dlna[2] + lnb * n->dlnb[2];
        if (!film) continue;
        for (int j = 0; j < 2; j++)
            d[ABUT_L_U1 + j][i] = per_N * n->dN[4 + j] + lna * n->dlna_u[j] + lnb * n->dlnb_u[j];
    }
}

void strips_traction(const strips *r, const slip_law *law, const abut_patch *p, const abut_normal *n, bool derivatives,
                     abut_traction *out) {
    if (!derivatives) {
        sum_tractions(r, law, p, n, out->T);
        return;
    }
    derivative_rows(r, law, p, n, out);
    chain(n, p->film != NULL, out);
    turn_derivative(p, out);
    out->used = ((1U << ABUT_LOCALS) - 1) & ~(ABUT_L_MEMORY | (p->film ? 0 : ABUT_L_ROLLING));
}
