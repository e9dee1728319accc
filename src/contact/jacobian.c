/* Stiffness and damping matrices of the contact wrench.
 *
 * In the local frame (t1, t2, n) the wrench on B depends on the relative motion xi = (u, psi) of B against A at the contact
 * point and on the relative velocity V there; rows of laws times motions of the local variables give two 6x6 matrices. They
 * are turned into world axes and spread over the twelve motions of the two bodies. With rho = c - r, [a] b = a x b, w = w_B - w_A:
 *   r_B:     xi = (e, 0),               dV = (-w_B x e, 0)
 *   theta_B: xi = (e x rho_B, e),       dV = 0
 *   theta_A: xi = -(e x rho_A, e),      dV = (w x (e x rho_A) - e x v, -e x w), and the wrench turns with A
 *   r_A: minus r_B. Rows of A's force: minus those of B. */
#include "element.h"

typedef struct blocks { /* derivatives of force and moment by a displacement and a rotation */
    mat3 Fu, Fp, Mu, Mp;
} blocks;

static mat3 m3_add(mat3 a, mat3 b) { return (mat3){v3_add(a.c0, b.c0), v3_add(a.c1, b.c1), v3_add(a.c2, b.c2)}; }
static mat3 m3_sub(mat3 a, mat3 b) { return (mat3){v3_sub(a.c0, b.c0), v3_sub(a.c1, b.c1), v3_sub(a.c2, b.c2)}; }
/* X [a] */
static mat3 m3_skew_right(mat3 X, vec3 a) {
    return (mat3){v3_in(a.z, X.c1, -a.y, X.c2), v3_in(-a.z, X.c0, a.x, X.c2), v3_in(a.y, X.c0, -a.x, X.c1)};
}
/* [a] X */
static mat3 m3_skew_left(vec3 a, mat3 X) { return (mat3){v3_cross(a, X.c0), v3_cross(a, X.c1), v3_cross(a, X.c2)}; }
static mat3 m3_skew(vec3 a) { return (mat3){{0, a.z, -a.y}, {-a.z, 0, a.x}, {a.y, -a.x, 0}}; }

/* T X T^T with T = (t1, t2, n) */
static mat3 to_world(const element_local *l, const double X[3][3]) {
    vec3 column[3];
    for (int j = 0; j < 3; j++) column[j] = v3_axpy(X[2][j], l->n, v3_in(X[0][j], l->t1, X[1][j], l->t2));
    const vec3 a = l->t1, b = l->t2, c = l->n;
    return (mat3){v3_axpy(c.x, column[2], v3_in(a.x, column[0], b.x, column[1])),
                  v3_axpy(c.y, column[2], v3_in(a.y, column[0], b.y, column[1])),
                  v3_axpy(c.z, column[2], v3_in(a.z, column[0], b.z, column[1]))};
}

static blocks blocks_to_world(const element_local *l, double F[3][6], double M[3][6]) {
    double X[4][3][3];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            X[0][i][j] = F[i][j];
            X[1][i][j] = F[i][j + 3];
            X[2][i][j] = M[i][j];
            X[3][i][j] = M[i][j + 3];
        }
    return (blocks){to_world(l, X[0]), to_world(l, X[1]), to_world(l, X[2]), to_world(l, X[3])};
}

/* d(wrench)/d(xi), velocities held. */
static blocks by_motion(const element_local *l) {
    const patch_motion *m = &l->motion;
    const abut_traction *t = &l->traction;
    const double *c = l->conservative, *dN = l->normal.dN;
    double F[3][6], M[3][6], rows[ABUT_TRACTIONS][6] = {{0}};
    for (int i = 0; i < ABUT_LOCALS; i++)
        if (t->used & 1U << i)
            for (int r = 0; r < ABUT_TRACTIONS; r++)
                for (int j = 0; j < 6; j++) rows[r][j] += t->dT[r][i] * m->local[i][j];
    double T1 = t->T[ABUT_T1] + c[0], T2 = t->T[ABUT_T2] + c[1], N = l->normal.N + c[2];
    double M1 = t->T[ABUT_M1] + c[3], M2 = t->T[ABUT_M2] + c[4], MN = t->T[ABUT_MN] + c[5];
    for (int j = 0; j < 6; j++) {
        double dn = dN[0] * m->local[ABUT_L_H][j] + dN[1] * m->local[ABUT_L_HDOT][j] + dN[2] * m->local[ABUT_L_P][j] +
                    dN[3] * m->local[ABUT_L_Q][j];
        /* the frame turns: dn = -t m, dt_i = n m_i */
        double m1 = m->m[0][j], m2 = m->m[1][j];
        F[0][j] = rows[ABUT_T1][j] - N * m1;
        F[1][j] = rows[ABUT_T2][j] - N * m2;
        F[2][j] = dn + T1 * m1 + T2 * m2;
        /* the point moves: the moment about the fixed point gains dc x F */
        double p1 = m->point[0][j], p2 = m->point[1][j], pn = m->point[2][j];
        M[0][j] = rows[ABUT_M1][j] - MN * m1 + p2 * N - pn * T2;
        M[1][j] = rows[ABUT_M2][j] - MN * m2 + pn * T1 - p1 * N;
        M[2][j] = rows[ABUT_MN][j] + M1 * m1 + M2 * m2 + p1 * T2 - p2 * T1;
    }
    return blocks_to_world(l, F, M);
}

/* d(wrench)/d(V). */
static blocks by_velocity(const element_local *l) {
    static const int column[6] = {ABUT_L_V1, ABUT_L_V2, ABUT_L_HDOT, ABUT_L_W1, ABUT_L_W2, ABUT_L_WN};
    const abut_traction *t = &l->traction;
    double F[3][6], M[3][6];
    for (int j = 0; j < 6; j++) {
        double sign = j == 2 ? -1 : 1; /* hdot = -v_n */
        F[0][j] = sign * t->dT[ABUT_T1][column[j]];
        F[1][j] = sign * t->dT[ABUT_T2][column[j]];
        F[2][j] = j == 2 ? -l->normal.dN[1] : 0;
        M[0][j] = sign * t->dT[ABUT_M1][column[j]];
        M[1][j] = sign * t->dT[ABUT_M2][column[j]];
        M[2][j] = sign * t->dT[ABUT_MN][column[j]];
    }
    return blocks_to_world(l, F, M);
}

static void put(double to[12][12], int row, int column, mat3 X, double factor) {
    const vec3 c[3] = {X.c0, X.c1, X.c2};
    for (int j = 0; j < 3; j++) {
        to[row][column + j] = factor * c[j].x;
        to[row + 1][column + j] = factor * c[j].y;
        to[row + 2][column + j] = factor * c[j].z;
    }
}

/* Three columns of the matrix (with the minus of K and C) from the change of force and of moment at the moving point. */
static void put_columns(double to[12][12], int column, const element_local *l, mat3 dF, mat3 dM, mat3 extra_a,
                        mat3 extra_b) {
    mat3 torque_b = m3_add(m3_add(dM, m3_skew_left(l->lever_b, dF)), extra_b);
    mat3 torque_a = m3_add(m3_add(dM, m3_skew_left(l->lever_a, dF)), extra_a);
    put(to, 0, column, dF, 1);
    put(to, 3, column, torque_a, 1);
    put(to, 6, column, dF, -1);
    put(to, 9, column, torque_b, -1);
}

static void mirror(double to[12][12]) { /* r_A: minus r_B */
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 3; j++) to[i][j] = -to[i][6 + j];
}

void element_jacobian(const abut_element_in *in, const element_local *l, abut_element_jac *out) {
    const mat3 zero = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    blocks k = by_motion(l), c = by_velocity(l);
    vec3 ra = l->lever_a, rb = l->lever_b;
    /* r_B */
    mat3 dF = m3_sub(k.Fu, m3_skew_right(c.Fu, in->vb.w)), dM = m3_sub(k.Mu, m3_skew_right(c.Mu, in->vb.w));
    put_columns(out->K, 6, l, dF, dM, zero, m3_skew(l->force));
    mirror(out->K);
    /* theta_B */
    put_columns(out->K, 9, l, m3_sub(k.Fp, m3_skew_right(k.Fu, rb)), m3_sub(k.Mp, m3_skew_right(k.Mu, rb)), zero, zero);
    /* theta_A: dV = ([v] - [w][rho_A], [w]) */
    mat3 dv = m3_sub(m3_skew(l->v), m3_skew_right(m3_skew(l->w), ra));
    dF = m3_sub(m3_skew_right(k.Fu, ra), k.Fp);
    dF = m3_add(dF, m3_add(m3_mulm(c.Fu, dv), m3_skew_right(c.Fp, l->w)));
    dM = m3_sub(m3_skew_right(k.Mu, ra), k.Mp);
    dM = m3_add(dM, m3_add(m3_mulm(c.Mu, dv), m3_skew_right(c.Mp, l->w)));
    mat3 lever = m3_skew_right(m3_skew(l->force), ra);
    put_columns(out->K, 3, l, m3_sub(dF, m3_skew(l->force)), m3_sub(dM, m3_skew(l->moment)), lever, lever);
    /* velocities */
    put_columns(out->C, 6, l, c.Fu, c.Mu, zero, zero);
    mirror(out->C);
    put_columns(out->C, 9, l, m3_sub(c.Fp, m3_skew_right(c.Fu, rb)), m3_sub(c.Mp, m3_skew_right(c.Mu, rb)), zero, zero);
    put_columns(out->C, 3, l, m3_sub(m3_skew_right(c.Fu, ra), c.Fp), m3_sub(m3_skew_right(c.Mu, ra), c.Mp), zero, zero);
}
