/* Strips in which the slip turns round. Between two strips a traction that changes sign within a few v_s is not seen by sums over
 * nodes. There the law is averaged over the cell of the strip, its share of the major axis, in two halves along each of which
 * slip is taken as linear: the mean of the regularised law is then known in closed form.
 *
 * Where this is done depends on the slip v in the middle of a quarter of the strip, g its change over half the cell, and the
 * spread of the spin over the width of the strip:
 *   rho = |g|^2/(|v|^2 + v_s^2 + CELL_SPREAD (w_n y)^2),
 * the cell counts with lambda(rho), the nodes of the strip with 1 - lambda; lambda is 0 below CELL_FROM, 1 above CELL_TO and
 * smooth. Strips whose slip is far from turning keep Gauss's rule. See docs/theory/friction.md#accuracy-of-the-strips. */
#ifndef ABUT_FRICTION_CELLS_H
#define ABUT_FRICTION_CELLS_H

#include "base/row4_math.h"
#include "patch_sums.h"
#include "slip_law.h"

/* Chosen by the errors of forces and slopes against fine sums, see the documentation. */
#define CELL_FROM   0.35
#define CELL_TO     0.6
#define CELL_SPREAD 8.0

/* By v1 v2 w1 w2 wn ln a ln b c22, and where the interface is twisted c11 c12. */
enum { CELL_V1, CELL_V2, CELL_W1, CELL_W2, CELL_WN, CELL_A, CELL_B, CELL_C22, CELL_C11, CELL_C12, CELL_BY };

/* Patch and quarter of a strip: of four contacts, or of four mirror images of one. */
typedef struct cell {
    row4 v1, v2, w1, w2, wn, c11, c12, c22;
    row4 a, y, load; /* a with the sign of x, y of the middle, N times its share of the load */
    const abut_slip_cell *of;
} cell;

ROW4_INLINE row4 cell_height(const cell *c, row4 x) { return node_height(c->c11, c->c22, x, c->y) + c->c12 * x * c->y; }

typedef struct cell_share {
    row4 x, s, tilt, eta; /* of the middle: place, height and its slope; half the width of the cell */
    row4 v1, v2, g1, g2, C, rho, lambda;
} cell_share;

ROW4_INLINE cell_share cell_share_of(const slip_law *law, const cell *c) {
    cell_share s = {.x = c->a * c->of->x, .eta = 2 * c->of->half * c->a};
    s.s = cell_height(c, s.x);
    s.tilt = c->c11 * s.x + c->c12 * c->y;
    row4 turn = c->wn * c->y;
    s.v1 = c->v1 - turn + c->w2 * s.s;
    s.v2 = c->v2 + c->wn * s.x - c->w1 * s.s;
    s.g1 = s.eta * c->w2 * s.tilt;
    s.g2 = s.eta * (c->wn - c->w1 * s.tilt);
    s.C = s.v1 * s.v1 + s.v2 * s.v2 + law->v_s2 + CELL_SPREAD * turn * turn;
    return s;
}

/* Does one of the four turn? */
ROW4_INLINE bool cell_turns(const cell_share *s) { return row4_any(s->g1 * s->g1 + s->g2 * s->g2 > CELL_FROM * s->C); }

/* Of rho, from 0 to 1. */
ROW4_INLINE row4 cell_ramp(row4 rho) {
    return row4_max(row4_min((rho - CELL_FROM) * (1 / (CELL_TO - CELL_FROM)), row4_all(1)), row4_all(0));
}
ROW4_INLINE row4 cell_lambda_of(row4 z) { return z * z * z * (10 + z * (6 * z - 15)); }

/* Fills rho and lambda; returns the slope of lambda by rho. */
ROW4_INLINE row4 cell_lambda(cell_share *s) {
    s->rho = (s->g1 * s->g1 + s->g2 * s->g2) / s->C;
    row4 z = cell_ramp(s->rho), rest = z * (1 - z);
    s->lambda = cell_lambda_of(z);
    return 30 / (CELL_TO - CELL_FROM) * rest * rest;
}

/* How lambda changes: d rho = 2 [g.dg - rho (v.dv + CELL_SPREAD w_n y d(w_n y))]/C. */
ROW4_INLINE void cell_lambda_by(const cell *c, const cell_share *s, row4 slope, bool twisted, row4 by[CELL_BY]) {
    row4 x = s->x, y = c->y, lean = c->c12 * x + c->c22 * y, f = 2 * slope / s->C, G1 = f * s->g1, G2 = f * s->g2;
    row4 V1 = -f * s->rho * s->v1, V2 = -f * s->rho * s->v2, spread = -f * s->rho * CELL_SPREAD * c->wn * y * y;
    row4 rise = V1 * c->w2 - V2 * c->w1, bend = s->eta * (G1 * c->w2 - G2 * c->w1); /* by s, by ds/dx */
    by[CELL_V1] = V1;
    by[CELL_V2] = V2;
    by[CELL_W1] = -s->s * V2 - s->eta * s->tilt * G2;
    by[CELL_W2] = s->s * V1 + s->eta * s->tilt * G1;
    by[CELL_WN] = x * V2 - y * V1 + s->eta * G2 + spread;
    by[CELL_A] = x * (s->tilt * rise + c->wn * V2) + G1 * s->g1 + G2 * s->g2 + bend * c->c11 * x;
    by[CELL_B] = y * (lean * rise - c->wn * V1) + bend * c->c12 * y + c->wn * spread;
    by[CELL_C22] = 0.5 * y * y * rise;
    if (!twisted) return;
    by[CELL_C11] = 0.5 * x * x * rise + bend * x;
    by[CELL_C12] = x * y * rise + bend * y;
}

/* Means over -1 < t < 1 of the law at the slip v + t g: traction per load and its derivatives by v and by g. */
typedef struct cell_mean {
    row4 q1, q2, d11, d12, d22, e11, e12, e22;
} cell_mean;

/* With Q(t) = |v + t g|^2 + v_s^2, R^2 = Q(1) Q(-1), sigma = sqrt(Q(1)) + sqrt(Q(-1)), C = Q(0), G = |g|^2, B = v.g (as the potential
 * of a rod):
 *   I_n = mean of t^n Q^(-1/2):  I_0 = artanh(2 sqrt(G)/sigma)/sqrt(G),  I_1 = (2/sigma - I_0) B/G
 *   K_n = mean of t^n Q^(-3/2):  K_0 = 2 sigma/[R (sigma^2 - 4 G)],  K_1 = -4 B K_0/sigma^2,  G K_(n+2) = I_n - 2 B K_(n+1) - C K_n
 * q = -mu (v I_0 + g I_1), dq/dv = -mu [I_0 - v v K_0 - (v g + g v) K_1 - g g K_2], dq/dg the same with each index one more. */
typedef struct cell_integrals {
    row4 I0, I1, R, sigma, per, per_gap, per_G; /* 1/sigma, 1/(sigma^2 - 4 G), 1/G */
} cell_integrals;

/* Roots; the fast ones have the range of row4_rsqrt. */
ROW4_INLINE row4 cell_rsqrt(row4 x, bool fast) { return fast ? row4_rsqrt(x) : 1 / row4_sqrt(x); }
ROW4_INLINE row4 cell_sqrt(row4 x, bool fast) {
#if defined(__AVX__)
    if (fast) return x * row4_rsqrt(x);
#endif
    (void)fast;
    return row4_sqrt(x);
}

/* A change g below 1e-3 sqrt(C) counts as one of that size in G: an error of 3e-7. Where C < G,
 *   sigma^2 - 4 G = 2 (R + C - G) = 8 (C G - B^2)/(R + G - C),   C G - B^2 = (v x g)^2 + v_s^2 G, without cancellation. */
ROW4_INLINE cell_integrals cell_integrals_of(double v_s2, row4 v1, row4 v2, row4 g1, row4 g2, row4 C, row4 B,
                                             bool fast) {
    cell_integrals i;
    row4 G = row4_max(g1 * g1 + g2 * g2, 1e-6 * C), per_g = cell_rsqrt(G, fast), cross = v1 * g2 - v2 * g1, S = C + G;
    row4 up = cell_sqrt(S + 2 * B, fast), down = cell_sqrt(S - 2 * B, fast), apart = G - C;
    i.R = up * down;
    i.sigma = up + down;
    mask4 inside = apart > 0;
    row4 num = row4_pick(inside, i.R + apart, row4_all(1)),
         den = row4_pick(inside, 8 * (cross * cross + v_s2 * G), 2 * (i.R - apart)), both = 1 / (den * i.sigma);
    i.per = both * den;
    i.per_gap = num * both * i.sigma;
    row4 w = i.sigma + 2 * G * per_g;
    i.I0 = 0.5 * per_g * row4_log(w * w * i.per_gap);
    i.per_G = per_g * per_g;
    i.I1 = (2 * i.per - i.I0) * B * i.per_G;
    return i;
}

ROW4_INLINE cell_mean cell_mean_of(const slip_law *law, row4 v1, row4 v2, row4 g1, row4 g2, bool derivatives,
                                   bool fast) {
    row4 v11 = v1 * v1, v22 = v2 * v2, C = v11 + v22 + law->v_s2, B = v1 * g1 + v2 * g2, mu = row4_all(-law->mu);
    cell_integrals i = cell_integrals_of(law->v_s2, v1, v2, g1, g2, C, B, fast);
    cell_mean m = {.q1 = mu * (v1 * i.I0 + g1 * i.I1), .q2 = mu * (v2 * i.I0 + g2 * i.I1)};
    if (!derivatives) return m;
    row4 K0 = 2 * i.sigma * i.per_gap / i.R, K1 = -4 * B * K0 * i.per * i.per;
    row4 K2 = (i.I0 - 2 * B * K1 - C * K0) * i.per_G, K3 = (i.I1 - 2 * B * K2 - C * K1) * i.per_G;
    row4 v12 = v1 * v2, g11 = g1 * g1, g12 = g1 * g2, g22 = g2 * g2;
    row4 m11 = 2 * v1 * g1, m12 = v1 * g2 + v2 * g1, m22 = 2 * v2 * g2;
    m.d11 = mu * (i.I0 - v11 * K0 - m11 * K1 - g11 * K2), m.e11 = mu * (i.I1 - v11 * K1 - m11 * K2 - g11 * K3);
    m.d12 = -mu * (v12 * K0 + m12 * K1 + g12 * K2), m.e12 = -mu * (v12 * K1 + m12 * K2 + g12 * K3);
    m.d22 = mu * (i.I0 - v22 * K0 - m22 * K1 - g22 * K2), m.e22 = mu * (i.I1 - v22 * K1 - m22 * K2 - g22 * K3);
    return m;
}

/* What static friction is more, which is known at points only: at the middle. */
ROW4_INLINE void cell_mean_static(const slip_law *law, row4 v1, row4 v2, bool derivatives, cell_mean *m) {
    const slip_law rest = {0, law->extra, law->v_s2, law->i_vstr2};
    slip_point4 p = slip_point4_of(&rest, row4_all(1), v1, v2, derivatives);
    m->q1 += p.T1, m->q2 += p.T2;
    m->d11 += p.d11, m->d12 += p.d12, m->d22 += p.d22;
}

/* One half of a cell: where slip is taken, and where the traction acts. */
typedef struct cell_half {
    row4 x, y, s, tilt, eta;  /* of the slip: place, height and its slope, half the width */
    row4 per1, per2;          /* dv/dx */
    row4 lever, height, lean; /* of the traction: place along x, height and its slope */
    cell_mean q;              /* times the load */
} cell_half;

ROW4_INLINE cell_half cell_half_of(const slip_law *law, const cell *c, int i, bool derivatives) {
    cell_half h = {.x = c->a * c->of->slip[i], .y = c->y, .lever = c->a * c->of->lever[i], .eta = c->a * c->of->half};
    h.s = cell_height(c, h.x);
    h.height = cell_height(c, h.lever);
    h.tilt = c->c11 * h.x + c->c12 * c->y;
    h.lean = c->c11 * h.lever + c->c12 * c->y;
    h.per1 = c->w2 * h.tilt;
    h.per2 = c->wn - c->w1 * h.tilt;
    row4 v1 = c->v1 - c->wn * c->y + c->w2 * h.s, v2 = c->v2 + c->wn * h.x - c->w1 * h.s;
    row4 load = c->load * c->of->share[i];
    h.q = cell_mean_of(law, v1, v2, h.eta * h.per1, h.eta * h.per2, derivatives, false);
    if (law->extra != 0) cell_mean_static(law, v1, v2, derivatives, &h.q);
    h.q.q1 *= load, h.q.q2 *= load;
    if (!derivatives) return h;
    h.q.d11 *= load, h.q.d12 *= load, h.q.d22 *= load;
    h.q.e11 *= load, h.q.e12 *= load, h.q.e22 *= load;
    return h;
}

/* Adds the traction (q1, q2) at its lever. */
ROW4_INLINE void cell_put(const cell_half *h, row4 q1, row4 q2, row4 T[ABUT_TRACTIONS]) {
    T[ABUT_T1] += q1;
    T[ABUT_T2] += q2;
    T[ABUT_M1] -= h->height * q2;
    T[ABUT_M2] += h->height * q1;
    T[ABUT_MN] += h->lever * q2 - h->y * q1;
}

/* Adds what the traction does when its height and its lever change by s, x and y. */
ROW4_INLINE void cell_lever(const cell_half *h, row4 s, row4 x, row4 y, row4 T[ABUT_TRACTIONS]) {
    T[ABUT_M1] -= s * h->q.q2;
    T[ABUT_M2] += s * h->q.q1;
    T[ABUT_MN] += x * h->q.q2 - y * h->q.q1;
}

ROW4_INLINE void cell_half_rows(const cell *c, const cell_half *h, bool twisted, row4 d[CELL_BY][ABUT_TRACTIONS]) {
    const cell_mean *m = &h->q;
    row4 none = row4_all(0), x = h->x, y = h->y, eta = h->eta, lean = c->c12 * x + c->c22 * y;
    row4 drop = eta * h->tilt, p1 = x * h->per1, p2 = x * h->per2;
    /* columns by s and by ds/dx */
    row4 s1 = c->w2 * m->d11 - c->w1 * m->d12, s2 = c->w2 * m->d12 - c->w1 * m->d22;
    row4 b1 = eta * (c->w2 * m->e11 - c->w1 * m->e12), b2 = eta * (c->w2 * m->e12 - c->w1 * m->e22);
    cell_put(h, m->d11, m->d12, d[CELL_V1]);
    cell_put(h, m->d12, m->d22, d[CELL_V2]);
    row4 m12 = h->s * m->d12 + drop * m->e12;
    cell_put(h, -m12, -(h->s * m->d22 + drop * m->e22), d[CELL_W1]);
    cell_put(h, h->s * m->d11 + drop * m->e11, m12, d[CELL_W2]);
    cell_put(h, x * m->d12 - y * m->d11 + eta * m->e12, x * m->d22 - y * m->d12 + eta * m->e22, d[CELL_WN]);
    row4 g1 = eta * h->per1, g2 = eta * h->per2, more = c->c11 * x;
    cell_put(h, p1 * m->d11 + p2 * m->d12 + g1 * m->e11 + g2 * m->e12 + more * b1,
             p1 * m->d12 + p2 * m->d22 + g1 * m->e12 + g2 * m->e22 + more * b2, d[CELL_A]);
    cell_lever(h, h->lever * h->lean, h->lever, none, d[CELL_A]);
    row4 n1 = lean * s1 - c->wn * m->d11, n2 = lean * s2 - c->wn * m->d12, rise = c->c22 * y;
    if (twisted) n1 += c->c12 * b1, n2 += c->c12 * b2, rise += c->c12 * h->lever;
    cell_put(h, y * n1, y * n2, d[CELL_B]);
    cell_lever(h, y * rise, none, y, d[CELL_B]);
    row4 square = 0.5 * y * y;
    cell_put(h, square * s1, square * s2, d[CELL_C22]);
    cell_lever(h, square, none, none, d[CELL_C22]);
    if (!twisted) return;
    square = 0.5 * x * x;
    cell_put(h, square * s1 + x * b1, square * s2 + x * b2, d[CELL_C11]);
    cell_lever(h, 0.5 * h->lever * h->lever, none, none, d[CELL_C11]);
    cell_put(h, y * (x * s1 + b1), y * (x * s2 + b2), d[CELL_C12]);
    cell_lever(h, h->lever * y, none, none, d[CELL_C12]);
}

/* Adds the traction of the cell. */
ROW4_INLINE void cell_traction(const slip_law *law, const cell *c, row4 T[ABUT_TRACTIONS]) {
    for (int i = 0; i < 2; i++) {
        cell_half h = cell_half_of(law, c, i, false);
        cell_put(&h, h.q.q1, h.q.q2, T);
    }
}

/* Adds lambda times the traction of the cell and its derivatives; `point`: what the nodes would give, of which the caller has
 * added 1 - lambda. c->load is that of lambda = 1. */
ROW4_INLINE void cell_rows(const slip_law *law, const cell *c, const cell_share *s, row4 slope, bool twisted,
                           const row4 point[ABUT_TRACTIONS], row4 T[ABUT_TRACTIONS], row4 d[CELL_BY][ABUT_TRACTIONS]) {
    row4 by[CELL_BY], change[ABUT_TRACTIONS] = {0};
    for (int i = 0; i < 2; i++) {
        cell_half h = cell_half_of(law, c, i, true);
        cell_put(&h, h.q.q1, h.q.q2, change);
        cell_mean *m = &h.q;
        m->q1 *= s->lambda, m->q2 *= s->lambda;
        m->d11 *= s->lambda, m->d12 *= s->lambda, m->d22 *= s->lambda;
        m->e11 *= s->lambda, m->e12 *= s->lambda, m->e22 *= s->lambda;
        cell_half_rows(c, &h, twisted, d);
    }
    for (int j = 0; j < ABUT_TRACTIONS; j++) {
        T[j] += s->lambda * change[j];
        change[j] -= point[j];
    }
    if (!row4_any(slope > 0)) return;
    cell_lambda_by(c, s, slope, twisted, by);
    for (int v = 0; v < (twisted ? CELL_BY : CELL_C11); v++)
        for (int j = 0; j < ABUT_TRACTIONS; j++) d[v][j] += by[v] * change[j];
}

#endif
