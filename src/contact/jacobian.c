/* Stiffness and damping matrices of the contact wrench.
 *
 * In the local frame (t1, t2, n) the wrench on B depends on the relative motion xi = (u, psi) of B against A at the contact
 * point and on the relative velocity V there; rows of laws times motions of the local variables give two 6x6 matrices. They
 * are turned into world axes and spread over the twelve motions of the two bodies. With rho = c - r, [a] b = a x b and
 * w = w_B - w_A:
 *   r_B:     xi = (e, 0),               dV = (-w_B x e, 0)
 *   theta_B: xi = (e x rho_B, e),       dV = 0
 *   theta_A: xi = -(e x rho_A, e),      dV = (w x (e x rho_A) - e x v, -e x w), and the wrench turns with A
 *   r_A: minus r_B. Rows of A's force: minus those of B.
 * 3x3 blocks are kept as three rows of four lanes, so that sums and products by [a] are a few vector instructions. */
#include "base/row4.h"
#include "element.h"

#define HOT ROW4_INLINE

typedef struct rows {
    row4 r0, r1, r2;
} rows;

HOT row4 row_of(vec3 a) { return (row4){a.x, a.y, a.z, 0}; }
/* x times [a] is x cross a */
HOT row4 row_cross(row4 x, vec3 a) {
    row4 turned = __builtin_shufflevector(x, x, 1, 2, 0, 3), other = __builtin_shufflevector(x, x, 2, 0, 1, 3);
    return turned * (row4){a.z, a.x, a.y, 0} - other * (row4){a.y, a.z, a.x, 0};
}
HOT rows add(rows a, rows b) { return (rows){a.r0 + b.r0, a.r1 + b.r1, a.r2 + b.r2}; }
HOT rows sub(rows a, rows b) { return (rows){a.r0 - b.r0, a.r1 - b.r1, a.r2 - b.r2}; }
HOT rows neg(rows a) { return (rows){-a.r0, -a.r1, -a.r2}; }
/* X [a] */
HOT rows skew_right(rows X, vec3 a) { return (rows){row_cross(X.r0, a), row_cross(X.r1, a), row_cross(X.r2, a)}; }
/* [a] X */
HOT rows skew_left(vec3 a, rows X) {
    return (rows){a.y * X.r2 - a.z * X.r1, a.z * X.r0 - a.x * X.r2, a.x * X.r1 - a.y * X.r0};
}
HOT rows skew(vec3 a) { return (rows){{0, -a.z, a.y, 0}, {a.z, 0, -a.x, 0}, {-a.y, a.x, 0, 0}}; }
HOT rows multiply(rows a, rows b) {
    return (rows){a.r0[0] * b.r0 + a.r0[1] * b.r1 + a.r0[2] * b.r2, a.r1[0] * b.r0 + a.r1[1] * b.r1 + a.r1[2] * b.r2,
                  a.r2[0] * b.r0 + a.r2[1] * b.r1 + a.r2[2] * b.r2};
}

/* T X T^T with T = (t1, t2, n); X starts at column `at` of three local rows. */
HOT rows to_world(const element_local *l, const double X[3][MOTIONS], int at) {
    row4 t1 = row_of(l->t1), t2 = row_of(l->t2), n = row_of(l->n), y[3];
    for (int i = 0; i < 3; i++) y[i] = X[i][at] * t1 + X[i][at + 1] * t2 + X[i][at + 2] * n;
    return (rows){l->t1.x * y[0] + l->t2.x * y[1] + l->n.x * y[2], l->t1.y * y[0] + l->t2.y * y[1] + l->n.y * y[2],
                  l->t1.z * y[0] + l->t2.z * y[1] + l->n.z * y[2]};
}

/* Derivatives of force and moment by a displacement and a rotation, world axes. */
typedef struct blocks {
    rows Fu, Fp, Mu, Mp;
} blocks;

/* The conservative wrench goes with h^(5/2); the second derivatives of P and Q are left out. */
static void conservative_part(const element_local *l, double F[3][MOTIONS], double M[3][MOTIONS]) {
    double per_h = 2.5 / l->patch.h;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < MOTIONS; j++) {
            double dh = per_h * l->motion->local[ABUT_L_H][j];
            F[i][j] += l->conservative[i] * dh;
            M[i][j] += l->conservative[i + 3] * dh;
        }
}

/* One component of the traction: its row of derivatives times the motions of the local variables. */
HOT void rate_of(const abut_traction *t, const patch_motion *m, bool patch, int row, double out[MOTIONS]) {
    for (int j = 0; j < MOTIONS; j++) out[j] = 0;
    if (!patch && t->used) { /* a law at a point uses all six */
        const double *h = t->dT[ABUT_L_H], *hdot = t->dT[ABUT_L_HDOT], *P = t->dT[ABUT_L_P], *Q = t->dT[ABUT_L_Q],
                     *v1 = t->dT[ABUT_L_V1], *v2 = t->dT[ABUT_L_V2];
        for (int j = 0; j < MOTIONS; j++)
            out[j] = (h[row] * m->local[ABUT_L_H][j] + hdot[row] * m->local[ABUT_L_HDOT][j]) +
                     (P[row] * m->local[ABUT_L_P][j] + Q[row] * m->local[ABUT_L_Q][j]) +
                     (v1[row] * m->local[ABUT_L_V1][j] + v2[row] * m->local[ABUT_L_V2][j]);
        if (!(t->used & ABUT_L_MEMORY)) return;
        const double *g1 = t->dT[ABUT_L_G1], *g2 = t->dT[ABUT_L_G2];
        for (int j = 0; j < MOTIONS; j++) out[j] += g1[row] * m->local[ABUT_L_G1][j] + g2[row] * m->local[ABUT_L_G2][j];
        return;
    }
    for (int i = 0; i < ABUT_LOCALS; i++)
        if (t->used & 1U << i)
            for (int j = 0; j < MOTIONS; j++) out[j] += t->dT[i][row] * m->local[i][j];
}

/* The same with what friction on cells says at once. */
HOT void all_rates(const element_local *l, bool patch, int row, double out[MOTIONS]) {
    rate_of(&l->traction, l->motion, patch, row, out);
    if (patch && l->cells)
        for (int j = 0; j < ABUT_MOTIONS; j++) out[j] += l->cells->traction.dT[row][j];
}

/* d(wrench)/d(xi), velocities held. */
HOT blocks by_motion(const element_local *l, bool patch) {
    const patch_motion *m = l->motion;
    const double *w = l->wrench, *dN = l->normal.dN, *m1 = m->m[0], *m2 = m->m[1];
    const double *p1 = m->point[0], *p2 = m->point[1], *pn = m->point[2];
    _Alignas(32) double F[3][MOTIONS], M[3][MOTIONS], rate[MOTIONS];
    /* the frame turns: dn = -t m, dt_i = n m_i */
    all_rates(l, patch, ABUT_T1, rate);
    for (int j = 0; j < MOTIONS; j++) F[0][j] = rate[j] - w[2] * m1[j];
    all_rates(l, patch, ABUT_T2, rate);
    for (int j = 0; j < MOTIONS; j++) F[1][j] = rate[j] - w[2] * m2[j];
    for (int j = 0; j < MOTIONS; j++)
        F[2][j] = dN[0] * m->local[ABUT_L_H][j] + dN[1] * m->local[ABUT_L_HDOT][j] + dN[2] * m->local[ABUT_L_P][j] +
                  dN[3] * m->local[ABUT_L_Q][j] + w[0] * m1[j] + w[1] * m2[j];
    /* the point moves: the moment about the fixed point gains dc x F */
    for (int j = 0; j < MOTIONS; j++) M[0][j] = p2[j] * w[2] - pn[j] * w[1];
    for (int j = 0; j < MOTIONS; j++) M[1][j] = pn[j] * w[0] - p1[j] * w[2];
    for (int j = 0; j < MOTIONS; j++) M[2][j] = p1[j] * w[1] - p2[j] * w[0];
    if (patch) { /* moments of the traction over the patch, turning with the frame */
        all_rates(l, patch, ABUT_M1, rate);
        for (int j = 0; j < MOTIONS; j++) M[0][j] += rate[j] - w[5] * m1[j];
        all_rates(l, patch, ABUT_M2, rate);
        for (int j = 0; j < MOTIONS; j++) M[1][j] += rate[j] - w[5] * m2[j];
        all_rates(l, patch, ABUT_MN, rate);
        for (int j = 0; j < MOTIONS; j++) M[2][j] += rate[j] + w[3] * m1[j] + w[4] * m2[j];
    }
    if (l->lubricated) /* N depends on the entrainment too */
        for (int j = 0; j < MOTIONS; j++) F[2][j] += dN[4] * m->local[ABUT_L_U1][j] + dN[5] * m->local[ABUT_L_U2][j];
    if (l->is_conservative) conservative_part(l, F, M);
    return (blocks){to_world(l, F, 0), to_world(l, F, 3), to_world(l, M, 0), to_world(l, M, 3)};
}

/* d(wrench)/d(V): rows of the law turned into columns; hdot = -v_n. */
HOT double slot(const abut_traction *t, int row, int local) { return t->used & 1U << local ? t->dT[local][row] : 0; }

/* What the entrainment adds to the row of a force or moment with the derivatives by1, by2 by u1, u2. */
static void by_rolling(const element_local *l, double by1, double by2, double row[MOTIONS]) {
    const patch_motion *m = l->motion;
    for (int j = 0; j < MOTIONS; j++) row[j] += by1 * m->rolling[0][j] + by2 * m->rolling[1][j];
}

HOT rows force_by_velocity(const element_local *l) {
    const abut_traction *t = &l->traction;
    double F[3][MOTIONS] = {{0}};
    for (int i = 0; i < 2; i++) {
        F[i][0] = slot(t, ABUT_T1 + i, ABUT_L_V1);
        F[i][1] = slot(t, ABUT_T1 + i, ABUT_L_V2);
        F[i][2] = -slot(t, ABUT_T1 + i, ABUT_L_HDOT);
        F[2][i] = 0;
    }
    F[2][2] = -l->normal.dN[1];
    if (l->lubricated) {
        for (int i = 0; i < 2; i++)
            by_rolling(l, slot(t, ABUT_T1 + i, ABUT_L_U1), slot(t, ABUT_T1 + i, ABUT_L_U2), F[i]);
        by_rolling(l, l->normal.dN[4], l->normal.dN[5], F[2]);
    }
    return to_world(l, F, 0);
}

/* The rest, for laws over the whole patch. */
static void patch_by_velocity(const element_local *l, rows *Fp, rows *Mu, rows *Mp) {
    static const int column[6] = {ABUT_L_V1, ABUT_L_V2, ABUT_L_HDOT, ABUT_L_W1, ABUT_L_W2, ABUT_L_WN};
    double F[3][MOTIONS] = {{0}}, M[3][MOTIONS] = {{0}};
    for (int j = 0; j < 6; j++) {
        double sign = j == 2 ? -1 : 1;
        for (int i = 0; i < 2; i++) F[i][j] = sign * slot(&l->traction, ABUT_T1 + i, column[j]);
        for (int i = 0; i < 3; i++) M[i][j] = sign * slot(&l->traction, ABUT_M1 + i, column[j]);
    }
    if (l->lubricated) {
        const abut_traction *t = &l->traction;
        for (int i = 0; i < 2; i++)
            by_rolling(l, slot(t, ABUT_T1 + i, ABUT_L_U1), slot(t, ABUT_T1 + i, ABUT_L_U2), F[i]);
        by_rolling(l, l->normal.dN[4], l->normal.dN[5], F[2]);
        for (int i = 0; i < 3; i++)
            by_rolling(l, slot(t, ABUT_M1 + i, ABUT_L_U1), slot(t, ABUT_M1 + i, ABUT_L_U2), M[i]);
    }
    *Fp = to_world(l, F, 3);
    *Mu = to_world(l, M, 0);
    *Mp = to_world(l, M, 3);
}

typedef double pair2 __attribute__((vector_size(16), aligned(8), may_alias));
HOT void put_row(double *to, row4 x) {
    *(pair2 *)to = __builtin_shufflevector(x, x, 0, 1);
    to[2] = x[2];
}
HOT void put(double to[12][12], int row, int column, rows X) {
    put_row(&to[row][column], X.r0);
    put_row(&to[row + 1][column], X.r1);
    put_row(&to[row + 2][column], X.r2);
}

/* Three columns of the matrix (with the minus of K and C): the wrench on A is minus that on B. */
HOT void put_columns(double to[12][12], int column, rows dF, rows torque_a, rows torque_b) {
    put(to, 0, column, dF);
    put(to, 3, column, torque_a);
    put(to, 6, column, neg(dF));
    put(to, 9, column, neg(torque_b));
}

/* r_B, and r_A as minus that */
HOT void put_both(double to[12][12], rows torque_a, rows torque_b, rows dF) {
    put_columns(to, 6, dF, torque_a, torque_b);
    put_columns(to, 0, neg(dF), neg(torque_a), neg(torque_b));
}

/* Everything; `patch` is a constant at both calls: a law at a point (Fp, Mu, Mp zero) has half the work. */
HOT void assemble(const abut_element_in *in, const element_local *l, bool patch, abut_element_jac *out) {
    const rows zero = {{0}, {0}, {0}};
    const vec3 ra = l->lever_a, rb = l->lever_b;
    blocks k = by_motion(l, patch);
    rows Fu = force_by_velocity(l), Fp = zero, Mu = zero, Mp = zero, dF, dM, F_skew = skew(l->force);
    if (patch) patch_by_velocity(l, &Fp, &Mu, &Mp);
    /* r_B, r_A */
    dF = sub(k.Fu, skew_right(Fu, in->vb.w));
    dM = patch ? sub(k.Mu, skew_right(Mu, in->vb.w)) : k.Mu;
    put_both(out->K, add(dM, skew_left(ra, dF)), add(add(dM, skew_left(rb, dF)), F_skew), dF);
    /* theta_B */
    dF = sub(k.Fp, skew_right(k.Fu, rb));
    dM = sub(k.Mp, skew_right(k.Mu, rb));
    put_columns(out->K, 9, dF, add(dM, skew_left(ra, dF)), add(dM, skew_left(rb, dF)));
    /* theta_A: dV = ([v] - [w][rho_A], [w]) */
    rows dv = sub(skew(l->v), skew_right(skew(l->w), ra));
    dF = add(sub(skew_right(k.Fu, ra), k.Fp), sub(multiply(Fu, dv), F_skew));
    dM = sub(skew_right(k.Mu, ra), k.Mp);
    if (patch) {
        dF = add(dF, skew_right(Fp, l->w));
        dM = add(dM, add(multiply(Mu, dv), skew_right(Mp, l->w)));
    }
    if (patch || l->is_conservative) dM = sub(dM, skew(l->moment));
    dM = add(dM, skew_right(F_skew, ra)); /* the point moves with A */
    put_columns(out->K, 3, dF, add(dM, skew_left(ra, dF)), add(dM, skew_left(rb, dF)));
    /* velocities */
    dM = skew_left(ra, Fu);
    dF = skew_left(rb, Fu);
    put_both(out->C, patch ? add(Mu, dM) : dM, patch ? add(Mu, dF) : dF, Fu);
    dF = neg(skew_right(Fu, rb));
    if (patch) dF = add(dF, Fp), dM = sub(Mp, skew_right(Mu, rb));
    put_columns(out->C, 9, dF, patch ? add(dM, skew_left(ra, dF)) : skew_left(ra, dF),
                patch ? add(dM, skew_left(rb, dF)) : skew_left(rb, dF));
    dF = skew_right(Fu, ra);
    if (patch) dF = sub(dF, Fp), dM = sub(skew_right(Mu, ra), Mp);
    put_columns(out->C, 3, dF, patch ? add(dM, skew_left(ra, dF)) : skew_left(ra, dF),
                patch ? add(dM, skew_left(rb, dF)) : skew_left(rb, dF));
}

static __attribute__((noinline)) void assemble_patch(const abut_element_in *in, const element_local *l,
                                                     abut_element_jac *out) {
    assemble(in, l, true, out);
}

void element_jacobian(const abut_element_in *in, const element_local *l, abut_element_jac *out) {
    if (l->traction.used & ABUT_L_PATCH || l->lubricated || l->cells)
        assemble_patch(in, l, out);
    else
        assemble(in, l, false, out);
}
