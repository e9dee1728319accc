/* Traction over the contact ellipse; see strips.h. */
#include "strips.h"

#include <string.h>

static const double PI = 3.14159265358979323846;

/* Gauss-Legendre nodes and weights on (0, 1), by Newton on the Legendre polynomial. */
static void gauss(int n, double *x, double *w) {
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

void strips_make(int count, strips *out) {
    double x[STRIPS_MAX], wx[STRIPS_MAX], t[STRIP_POINTS], wt[STRIP_POINTS], total = 0;
    int half = count / 2, across = STRIP_POINTS / 2;
    gauss(half, x, wx);
    gauss(across, t, wt);
    out->n = 0;
    for (int i = 0; i < half; i++)
        for (int j = 0; j < across; j++) {
            /* load of a strip ~ 1 - x^2; along it y = sqrt(1 - x^2) sin(angle), load ~ cos^2(angle) */
            double angle = 0.5 * PI * t[j], c = cos(angle);
            double w = wx[i] * (1 - x[i] * x[i]) * wt[j] * c * c, y = sqrt(1 - x[i] * x[i]) * sin(angle);
            for (int corner = 0; corner < 4; corner++) {
                out->x[out->n] = corner & 1 ? -x[i] : x[i];
                out->y[out->n] = corner & 2 ? -y : y;
                out->w[out->n++] = w;
                total += w;
            }
        }
    for (int i = 0; i < out->n; i++) out->w[i] /= total;
}

/* Everything about one node that the sums need. */
typedef struct node {
    double x, y, s, q1, q2, v1, v2, gain, slope;
} node;

static inline node at(const strips *r, int i, const slip_law *law, const abut_patch *p, const abut_normal *n,
                      bool derivatives) {
    node k = {.x = n->a * r->x[i], .y = n->b * r->y[i]};
    k.s = 0.5 * (k.x * (p->c11 * k.x + 2 * p->c12 * k.y) + p->c22 * k.y * k.y);
    k.v1 = p->v1 - p->wn * k.y + p->w2 * k.s;
    k.v2 = p->v2 + p->wn * k.x - p->w1 * k.s;
    double load = n->N * r->w[i];
    k.gain = load * slip_gain(law, k.v1 * k.v1 + k.v2 * k.v2, derivatives ? &k.slope : NULL);
    if (derivatives) k.slope *= load;
    k.q1 = -k.gain * k.v1;
    k.q2 = -k.gain * k.v2;
    return k;
}

/* Adds d(traction, moment)/d(variable) for a slip change dv and a height change ds, dx, dy of the node. */
static inline void add(abut_traction *out, int column, const node *k, double dv1, double dv2, double ds, double dx,
                       double dy) {
    double along = 2 * k->slope * (k->v1 * dv1 + k->v2 * dv2);
    double d1 = -k->gain * dv1 - along * k->v1, d2 = -k->gain * dv2 - along * k->v2;
    double *row = out->dT[column];
    row[ABUT_T1] += d1;
    row[ABUT_T2] += d2;
    row[ABUT_M1] -= k->s * d2 + ds * k->q2;
    row[ABUT_M2] += k->s * d1 + ds * k->q1;
    row[ABUT_MN] += k->x * d2 - k->y * d1 + dx * k->q2 - dy * k->q1;
}

/* By the local variables except phi; by ln a and ln b into two scratch columns. */
enum { LN_A = ABUT_L_H, LN_B = ABUT_L_P };
static void node_derivatives(const node *k, const abut_patch *p, abut_traction *out) {
    add(out, ABUT_L_V1, k, 1, 0, 0, 0, 0);
    add(out, ABUT_L_V2, k, 0, 1, 0, 0, 0);
    add(out, ABUT_L_W1, k, 0, -k->s, 0, 0, 0);
    add(out, ABUT_L_W2, k, k->s, 0, 0, 0, 0);
    add(out, ABUT_L_WN, k, -k->y, k->x, 0, 0, 0);
    double half_xx = 0.5 * k->x * k->x, xy = k->x * k->y, half_yy = 0.5 * k->y * k->y;
    add(out, ABUT_L_C11, k, p->w2 * half_xx, -p->w1 * half_xx, half_xx, 0, 0);
    add(out, ABUT_L_C12, k, p->w2 * xy, -p->w1 * xy, xy, 0, 0);
    add(out, ABUT_L_C22, k, p->w2 * half_yy, -p->w1 * half_yy, half_yy, 0, 0);
    double sa = 2 * p->c11 * half_xx + p->c12 * xy, sb = p->c12 * xy + 2 * p->c22 * half_yy;
    add(out, LN_A, k, p->w2 * sa, p->wn * k->x - p->w1 * sa, sa, k->x, 0);
    add(out, LN_B, k, p->w2 * sb - p->wn * k->y, -p->w1 * sb, sb, 0, k->y);
}

/* The ellipse turned by phi: T(phi) = R f(R^T v, R^T w, R^T c R). */
static void turn_derivative(const abut_patch *p, abut_traction *out) {
    double c12 = 2 * p->c12, dc = p->c22 - p->c11, *turn = out->dT[ABUT_L_PHI];
    double(*d)[ABUT_TRACTIONS] = out->dT;
    for (int i = 0; i < ABUT_TRACTIONS; i++)
        turn[i] = d[ABUT_L_V1][i] * p->v2 - d[ABUT_L_V2][i] * p->v1 + d[ABUT_L_W1][i] * p->w2 - d[ABUT_L_W2][i] * p->w1 +
                  c12 * (d[ABUT_L_C11][i] - d[ABUT_L_C22][i]) + dc * d[ABUT_L_C12][i];
    turn[ABUT_T1] -= out->T[ABUT_T2];
    turn[ABUT_T2] += out->T[ABUT_T1];
    turn[ABUT_M1] -= out->T[ABUT_M2];
    turn[ABUT_M2] += out->T[ABUT_M1];
}

/* h, hdot, P, Q act through N, a and b. */
static void chain(const abut_normal *n, abut_traction *out) {
    double(*d)[ABUT_TRACTIONS] = out->dT;
    for (int i = 0; i < ABUT_TRACTIONS; i++) {
        double per_N = n->N > 0 ? out->T[i] / n->N : 0, lna = d[LN_A][i], lnb = d[LN_B][i];
        d[ABUT_L_H][i] = per_N * n->dN[0] + lna * n->dlna[0] + lnb * n->dlnb[0];
        d[ABUT_L_HDOT][i] = per_N * n->dN[1];
        d[ABUT_L_P][i] = per_N * n->dN[2] + lna * n->dlna[1] + lnb * n->dlnb[1];
        d[ABUT_L_Q][i] = per_N * n->dN[3] + lna * n->dlna[2] + lnb * n->dlnb[2];
    }
}

void strips_traction(const strips *r, const slip_law *law, const abut_patch *p, const abut_normal *n, bool derivatives,
                     abut_traction *out) {
    double T1 = 0, T2 = 0, M1 = 0, M2 = 0, MN = 0;
    for (int i = 0; i < r->n; i++) {
        node k = at(r, i, law, p, n, false);
        T1 += k.q1;
        T2 += k.q2;
        M1 -= k.s * k.q2;
        M2 += k.s * k.q1;
        MN += k.x * k.q2 - k.y * k.q1;
    }
    out->T[ABUT_T1] = T1;
    out->T[ABUT_T2] = T2;
    out->T[ABUT_M1] = M1;
    out->T[ABUT_M2] = M2;
    out->T[ABUT_MN] = MN;
    if (!derivatives) return;
    memset(out->dT, 0, sizeof out->dT);
    for (int i = 0; i < r->n; i++) {
        node k = at(r, i, law, p, n, true);
        node_derivatives(&k, p, out);
    }
    chain(n, out);
    turn_derivative(p, out);
    out->used = (1U << ABUT_LOCALS) - 1;
}
