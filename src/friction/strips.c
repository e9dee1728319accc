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

/* One column of the sums: the change (d1, d2) of the traction at four nodes. */
typedef struct column {
    row4 sum[ABUT_TRACTIONS];
} column;
ROW4_INLINE void column_add(column *c, const nodes *k, row4 d1, row4 d2) {
    c->sum[ABUT_T1] += d1;
    c->sum[ABUT_T2] += d2;
    c->sum[ABUT_M1] -= k->s * d2;
    c->sum[ABUT_M2] += k->s * d1;
    c->sum[ABUT_MN] += k->x * d2 - k->y * d1;
}
/* The height or the place of the nodes changes too: the moments move with the traction that is there. */
ROW4_INLINE void column_move(column *c, const nodes *k, row4 ds, row4 dx, row4 dy) {
    row4 q1 = -k->gain * k->v1, q2 = -k->gain * k->v2;
    c->sum[ABUT_M1] -= ds * q2;
    c->sum[ABUT_M2] += ds * q1;
    c->sum[ABUT_MN] += dx * q2 - dy * q1;
}
static void column_put(const column *c, double to[ABUT_TRACTIONS]) {
    for (int i = 0; i < ABUT_TRACTIONS; i++) to[i] = row4_sum(c->sum[i]);
}

/* By ln a and ln b into two columns that chain() turns into h, P, Q. */
enum { LN_A = ABUT_L_H, LN_B = ABUT_L_P };

/* By the slip: v1, v2, w1, w2, wn. */
static void velocity_columns(const strips *r, const slip_law *law, const abut_patch *p, const abut_normal *n,
                             abut_traction *out) {
    column v1 = {0}, v2 = {0}, w1 = {0}, w2 = {0}, wn = {0};
    for (int i = 0; i < r->n; i++) {
        nodes k = nodes_at(r, i, law, p, n, true);
        row4 d11 = -k.gain - k.slope * k.v1 * k.v1, d12 = -k.slope * k.v1 * k.v2, d22 = -k.gain - k.slope * k.v2 * k.v2;
        column_add(&v1, &k, d11, d12);
        column_add(&v2, &k, d12, d22);
        column_add(&w1, &k, -k.s * d12, -k.s * d22);
        column_add(&w2, &k, k.s * d11, k.s * d12);
        column_add(&wn, &k, k.x * d12 - k.y * d11, k.x * d22 - k.y * d12);
    }
    column_put(&v1, out->dT[ABUT_L_V1]);
    column_put(&v2, out->dT[ABUT_L_V2]);
    column_put(&w1, out->dT[ABUT_L_W1]);
    column_put(&w2, out->dT[ABUT_L_W2]);
    column_put(&wn, out->dT[ABUT_L_WN]);
}

/* By the shape: interface curvatures and the logarithms of the semi-axes. */
static void shape_columns(const strips *r, const slip_law *law, const abut_patch *p, const abut_normal *n,
                          abut_traction *out) {
    column c11 = {0}, c12 = {0}, c22 = {0}, lna = {0}, lnb = {0};
    const row4 zero = row4_all(0);
    for (int i = 0; i < r->n; i++) {
        nodes k = nodes_at(r, i, law, p, n, true);
        row4 d11 = -k.gain - k.slope * k.v1 * k.v1, d12 = -k.slope * k.v1 * k.v2, d22 = -k.gain - k.slope * k.v2 * k.v2;
        /* a change ds of the height changes the slip by ds (w2, -w1), one of the place by wn (-dy, dx) */
        row4 e1 = p->w2 * d11 - p->w1 * d12, e2 = p->w2 * d12 - p->w1 * d22;
        row4 xx = 0.5 * k.x * k.x, xy = k.x * k.y, yy = 0.5 * k.y * k.y;
        column_add(&c11, &k, xx * e1, xx * e2);
        column_move(&c11, &k, xx, zero, zero);
        column_add(&c12, &k, xy * e1, xy * e2);
        column_move(&c12, &k, xy, zero, zero);
        column_add(&c22, &k, yy * e1, yy * e2);
        column_move(&c22, &k, yy, zero, zero);
        row4 sa = 2 * p->c11 * xx + p->c12 * xy, sb = p->c12 * xy + 2 * p->c22 * yy, gx = p->wn * k.x, gy = p->wn * k.y;
        column_add(&lna, &k, sa * e1 + gx * d12, sa * e2 + gx * d22);
        column_move(&lna, &k, sa, k.x, zero);
        column_add(&lnb, &k, sb * e1 - gy * d11, sb * e2 - gy * d12);
        column_move(&lnb, &k, sb, zero, k.y);
    }
    column_put(&c11, out->dT[ABUT_L_C11]);
    column_put(&c12, out->dT[ABUT_L_C12]);
    column_put(&c22, out->dT[ABUT_L_C22]);
    column_put(&lna, out->dT[LN_A]);
    column_put(&lnb, out->dT[LN_B]);
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
    velocity_columns(r, law, p, n, out);
    shape_columns(r, law, p, n, out);
    chain(n, out);
    turn_derivative(p, out);
    out->used = (1U << ABUT_LOCALS) - 1;
}
