/* Traction over the contact ellipse; see strips.h. The four mirror images of a node are worked on together. */
#include "strips.h"

#include "base/row4.h"

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

/* Half a strip (0, 1) for the load sqrt(1 - t^2): three nodes by Gauss for that weight (found from its moments), or six by
 * Gauss-Legendre in the angle t = sin(a) for many strips. Weights need not be normalised. */
static int half_strip(int count, double t[STRIP_POINTS], double w[STRIP_POINTS]) {
    static const double t3[] = {0.10406082462841893636, 0.46154251935160788935, 0.84079372748592142753};
    static const double w3[] = {0.32400752782445189294, 0.46848509793756153963, 0.20750737423798656742};
    if (count <= 16) {
        for (int j = 0; j < 3; j++) t[j] = t3[j], w[j] = w3[j];
        return 3;
    }
    gauss(STRIP_POINTS, t, w);
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
    gauss(half, x, wx);
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

/* A node and its mirror images in the other three quarters: their place, slip and traction q = -gain v; the derivative of q by v is -(gain + 2 slope v v^T). */
typedef struct nodes {
    row4 x, y, s, v1, v2, gain, slope;
} nodes;

ROW4_INLINE nodes nodes_at(const strips *r, int i, const slip_law *law, const abut_patch *p, const abut_normal *n,
                           bool derivatives) {
    const row4 side_x = {1, -1, 1, -1}, side_y = {1, 1, -1, -1};
    nodes k = {.x = n->a * r->x[i] * side_x, .y = n->b * r->y[i] * side_y};
    k.s = 0.5 * (k.x * (p->c11 * k.x + 2 * p->c12 * k.y) + p->c22 * k.y * k.y);
    k.v1 = p->v1 - p->wn * k.y + p->w2 * k.s;
    k.v2 = p->v2 + p->wn * k.x - p->w1 * k.s;
    row4 u = k.v1 * k.v1 + k.v2 * k.v2, w = 1 / (u + law->v_s2), root = row4_sqrt(w);
    double load = n->N * r->w[i];
    row4 mu = row4_all(law->mu), dmu = row4_all(0);
    if (law->extra != 0) {
        row4 e = law->extra * row4_exp(-u * law->i_vstr2);
        mu += e;
        dmu = -law->i_vstr2 * e;
    }
    k.gain = load * mu * root;
    if (derivatives) k.slope = 2 * load * root * (dmu - 0.5 * mu * w);
    return k;
}

/* The five rows and columns of a node: e1, e2, and the moments about 1, 2, n. As functionals of a traction (q1, q2):
 *   T1 = q1, T2 = q2, M1 = -s q2, M2 = s q1, MN = x q2 - y q1; the slip depends on v1 v2 w1 w2 wn by the same vectors. */
static void traction_sums(const strips *r, const slip_law *law, const abut_patch *p, const abut_normal *n, double *T) {
    row4 t1 = row4_all(0), t2 = t1, m1 = t1, m2 = t1, mn = t1;
    for (int i = 0; i < r->n; i++) {
        nodes k = nodes_at(r, i, law, p, n, false);
        row4 q1 = -k.gain * k.v1, q2 = -k.gain * k.v2;
        t1 += q1;
        t2 += q2;
        m1 -= k.s * q2;
        m2 += k.s * q1;
        mn += k.x * q2 - k.y * q1;
    }
    T[ABUT_T1] = row4_sum(t1);
    T[ABUT_T2] = row4_sum(t2);
    T[ABUT_M1] = row4_sum(m1);
    T[ABUT_M2] = row4_sum(m2);
    T[ABUT_MN] = row4_sum(mn);
}

/* Sums over the patch for the derivatives. D is the derivative of the traction by the slip (d11, d12, d22),
 * n = (x d12 - y d11, x d22 - y d12) its column by spin, e = D (w2, -w1) its column by a change of height, and
 * f = (e1, e2, -s e2 - q2, s e1 + q1, x e2 - y e1) what a change of height does to T1, T2, M1, M2, MN. */
typedef struct sums {
    row4 d11, d12, d22, s11, s12, s22, ss11, ss12, ss22, n1, n2, sn1, sn2, nn;
    row4 xx[ABUT_TRACTIONS], xy[ABUT_TRACTIONS], yy[ABUT_TRACTIONS]; /* x^2 f/2, x y f, y^2 f/2 */
    row4 x[ABUT_TRACTIONS], y[ABUT_TRACTIONS];                       /* x and y times the columns by v2 and v1 */
} sums;

ROW4_INLINE void sums_add(sums *S, const nodes *k, const abut_patch *p) {
    row4 x = k->x, y = k->y, s = k->s, q1 = -k->gain * k->v1, q2 = -k->gain * k->v2;
    row4 d11 = -k->gain - k->slope * k->v1 * k->v1, d12 = -k->slope * k->v1 * k->v2,
         d22 = -k->gain - k->slope * k->v2 * k->v2;
    row4 s11 = s * d11, s12 = s * d12, s22 = s * d22, n1 = x * d12 - y * d11, n2 = x * d22 - y * d12;
    S->d11 += d11, S->d12 += d12, S->d22 += d22;
    S->s11 += s11, S->s12 += s12, S->s22 += s22;
    S->ss11 += s * s11, S->ss12 += s * s12, S->ss22 += s * s22;
    S->n1 += n1, S->n2 += n2, S->sn1 += s * n1, S->sn2 += s * n2, S->nn += x * n2 - y * n1;
    row4 e1 = p->w2 * d11 - p->w1 * d12, e2 = p->w2 * d12 - p->w1 * d22;
    row4 f[ABUT_TRACTIONS] = {e1, e2, -s * e2 - q2, s * e1 + q1, x * e2 - y * e1};
    row4 by_v2[ABUT_TRACTIONS] = {d12, d22, -s22, s12, n2}, by_v1[ABUT_TRACTIONS] = {d11, d12, -s12, s11, n1};
    row4 xx = 0.5 * x * x, xy = x * y, yy = 0.5 * y * y;
    for (int i = 0; i < ABUT_TRACTIONS; i++) {
        S->xx[i] += xx * f[i];
        S->xy[i] += xy * f[i];
        S->yy[i] += yy * f[i];
        S->x[i] += p->wn * x * by_v2[i];
        S->y[i] += p->wn * y * by_v1[i];
    }
    /* the place of the traction itself moves too */
    S->x[ABUT_MN] += x * q2;
    S->y[ABUT_MN] += y * q1;
}

static void put5(double to[ABUT_TRACTIONS], double T1, double T2, double M1, double M2, double MN) {
    to[ABUT_T1] = T1;
    to[ABUT_T2] = T2;
    to[ABUT_M1] = M1;
    to[ABUT_M2] = M2;
    to[ABUT_MN] = MN;
}

/* By ln a and ln b into two rows that chain() turns into h, P, Q. */
enum { LN_A = ABUT_L_H, LN_B = ABUT_L_P };

static void derivative_rows(const strips *r, const slip_law *law, const abut_patch *p, const abut_normal *n,
                            abut_traction *out) {
    sums S = {0};
    for (int i = 0; i < r->n; i++) {
        nodes k = nodes_at(r, i, law, p, n, true);
        sums_add(&S, &k, p);
    }
    double s11 = row4_sum(S.s11), s12 = row4_sum(S.s12), s22 = row4_sum(S.s22), d12 = row4_sum(S.d12);
    double ss12 = row4_sum(S.ss12), n1 = row4_sum(S.n1), n2 = row4_sum(S.n2), sn1 = row4_sum(S.sn1),
           sn2 = row4_sum(S.sn2);
    put5(out->dT[ABUT_L_V1], row4_sum(S.d11), d12, -s12, s11, n1);
    put5(out->dT[ABUT_L_V2], d12, row4_sum(S.d22), -s22, s12, n2);
    put5(out->dT[ABUT_L_W1], -s12, -s22, row4_sum(S.ss22), -ss12, -sn2);
    put5(out->dT[ABUT_L_W2], s11, s12, -ss12, row4_sum(S.ss11), sn1);
    put5(out->dT[ABUT_L_WN], n1, n2, -sn2, sn1, row4_sum(S.nn));
    for (int i = 0; i < ABUT_TRACTIONS; i++) {
        double xx = row4_sum(S.xx[i]), xy = row4_sum(S.xy[i]), yy = row4_sum(S.yy[i]);
        out->dT[ABUT_L_C11][i] = xx;
        out->dT[ABUT_L_C12][i] = xy;
        out->dT[ABUT_L_C22][i] = yy;
        /* along ln a: dx = x, ds = c11 x^2 + c12 x y; along ln b: dy = y, ds = c12 x y + c22 y^2 */
        out->dT[LN_A][i] = 2 * p->c11 * xx + p->c12 * xy + row4_sum(S.x[i]);
        out->dT[LN_B][i] = p->c12 * xy + 2 * p->c22 * yy - row4_sum(S.y[i]);
    }
}

/* The ellipse turned by phi: T(phi) = R f(R^T v, R^T w, R^T c R). */
static void turn_derivative(const abut_patch *p, abut_traction *out) {
    double c12 = 2 * p->c12, dc = p->c22 - p->c11, *turn = out->dT[ABUT_L_PHI];
    double(*d)[ABUT_TRACTIONS] = out->dT;
    for (int i = 0; i < ABUT_TRACTIONS; i++)
        turn[i] = d[ABUT_L_V1][i] * p->v2 - d[ABUT_L_V2][i] * p->v1 + d[ABUT_L_W1][i] * p->w2 -
                  d[ABUT_L_W2][i] * p->w1 + c12 * (d[ABUT_L_C11][i] - d[ABUT_L_C22][i]) + dc * d[ABUT_L_C12][i];
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
    traction_sums(r, law, p, n, out->T);
    if (!derivatives) return;
    derivative_rows(r, law, p, n, out);
    chain(n, out);
    turn_derivative(p, out);
    out->used = ((1U << ABUT_LOCALS) - 1) & ~ABUT_L_MEMORY;
}
