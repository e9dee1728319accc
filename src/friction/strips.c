/* Traction over the contact ellipse; see strips.h. The four mirror images of a node are worked on together. */
#include "strips.h"

#include "base/constants.h"
#include "patch_sums.h"

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

void strips_make(int count, strips *out) {
    double x[STRIPS_MAX / 2], wx[STRIPS_MAX / 2], t[STRIP_POINTS], wt[STRIP_POINTS], total = 0;
    int half = count / 2, points = half_strip(count, t, wt);
    strips_gauss(half, x, wx);
    out->n = 0;
    for (int i = 0; i < half; i++)
        for (int j = 0; j < points; j++, out->n++) {
            out->x[out->n] = x[i];
            out->y[out->n] = sqrt(1 - x[i] * x[i]) * t[j];
            out->w[out->n] = wx[i] * (1 - x[i] * x[i]) * wt[j]; /* the load of a strip goes with 1 - x^2 */
            total += 4 * out->w[out->n];
        }
    for (int i = 0; i < out->n; i++) out->w[i] /= total;
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

static void sum_tractions(const strips *r, const slip_law *law, const abut_patch *p, const abut_normal *n, double *T) {
    traction_sum sum = {0};
    for (int i = 0; i < r->n; i++) {
        nodes k = nodes_at(r, i, law, p, n, false);
        traction_add(&sum, &k, k.gain);
    }
    traction_total(&sum, T);
}

static void derivative_rows(const strips *r, const slip_law *law, const abut_patch *p, const abut_normal *n,
                            abut_traction *out) {
    const row4 w[3] = {row4_all(p->w1), row4_all(p->w2), row4_all(p->wn)};
    traction_sum sum = {0};
    sums S = {0};
    for (int i = 0; i < r->n; i++) {
        nodes k = nodes_at(r, i, law, p, n, true);
        traction_add(&sum, &k, k.gain);
        sums_add(&S, &k, w, true);
    }
    traction_total(&sum, out->T);
    patch_rows(&S, p, out);
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
