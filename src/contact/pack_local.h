/* The local picture of a pack: places in the hollow, forces and their derivatives in its basis. Shared by the files that evaluate packs:
 * pack_eval.c, and pack_film.c and pack_mixed.c for lubricated grooves. */
#ifndef ABUT_CONTACT_PACK_LOCAL_H
#define ABUT_CONTACT_PACK_LOCAL_H

#include "pack.h"

/* Clenshaw's sum and its derivative by x */
ROW4_INLINE row4 series(const double *c, int n, row4 x) {
    row4 b1 = row4_all(0), b2 = b1, x2 = 2 * x;
    for (int i = n - 1; i > 0; i--) {
        row4 b0 = c[i] + x2 * b1 - b2;
        b2 = b1;
        b1 = b0;
    }
    return c[0] + x * b1 - b2;
}
ROW4_INLINE row4 series_slope(const double *c, int n, row4 x, row4 *slope) {
    row4 b1 = row4_all(0), b2 = b1, d1 = b1, d2 = b1, x2 = 2 * x;
    for (int i = n - 1; i > 0; i--) {
        row4 d0 = 2 * b1 + x2 * d1 - d2, b0 = c[i] + x2 * b1 - b2;
        d2 = d1, d1 = d0;
        b2 = b1, b1 = b0;
    }
    *slope = b1 + x * d1 - d2;
    return c[0] + x * b1 - b2;
}

/* c0 + c1 x + ... c11 x^11 and its slope, in pairs */
ROW4_INLINE row4 powers(const double *c, row4 x) {
    row4 x2 = x * x, x4 = x2 * x2;
    row4 a = (c[0] + c[1] * x) + x2 * (c[2] + c[3] * x), b = (c[4] + c[5] * x) + x2 * (c[6] + c[7] * x),
         d = (c[8] + c[9] * x) + x2 * (c[10] + c[11] * x);
    return a + x4 * (b + x4 * d);
}
ROW4_INLINE row4 powers_slope(const double *c, row4 x) {
    row4 x2 = x * x, x4 = x2 * x2;
    row4 a = (c[1] + 2 * c[2] * x) + x2 * (3 * c[3] + 4 * c[4] * x),
         b = (5 * c[5] + 6 * c[6] * x) + x2 * (7 * c[7] + 8 * c[8] * x),
         d = (9 * c[9] + 10 * c[10] * x) + x2 * (11 * c[11]);
    return a + x4 * (b + x4 * d);
}

/* A function of the tube angle, and its slope if it is wanted. */
ROW4_INLINE row4 of_angle(const pack *k, const pack_function *f, row4 c, bool derivatives, row4 *slope) {
    if (k->shape != PACK_GROOVE) return row4_all(f->wide[0]);
    int inner = c[0] < 0;
    row4 x = 4 * c + (inner ? 3.0 : -3.0);
    if (__builtin_expect(row4_any(x * x > 1.0000001), 0))
        return derivatives ? series_slope(f->wide, PACK_WIDE, c, slope) : series(f->wide, PACK_WIDE, c);
    if (derivatives) *slope = 4 * powers_slope(f->near[inner], x);
    return powers(f->near[inner], x);
}

typedef struct pack_basis {
    row4v m, t, u; /* m, theta, tau */
} pack_basis;

ROW4_INLINE row4v to_basis(const pack_basis *b, row4v v) {
    return (row4v){row4v_dot(b->m, v), row4v_dot(b->t, v), row4v_dot(b->u, v)};
}
ROW4_INLINE row4v from_basis(const pack_basis *b, row4 x, row4 y, row4 z) {
    return (row4v){x * b->m.x + y * b->t.x + z * b->u.x, x * b->m.y + y * b->t.y + z * b->u.y,
                   x * b->m.z + y * b->t.z + z * b->u.z};
}

/* Where the balls stand in the hollow. */
typedef struct pack_place {
    pack_basis b;
    row4 h, k2, k3, cosine, sine;
    row4 phi1; /* turn of the basis about m by a move along theta */
} pack_place;

/* Everything at the contacts, in the basis (m, theta, tau) of the hollow. */
typedef struct pack_local {
    pack_place o;
    row4v V, O; /* relative velocity of the centre, relative angular velocity */
    row4 hp, slope, elastic, N, lambda, s2, s3;
    row4 A, dA, B, dB; /* a^2/h, b^2/h and their slopes by c */
    row4 a, b;
    row4 kept, faded; /* of lubricated ones: what is left of the elastic force, 0 where damping would pull */
    row4 F[3], M[3];
    row4 loss;
    /* derivatives of F and M by h, c, V, O */
    row4 G[6][8];
} pack_local;

ROW4_INLINE void wrench_of(pack_local *l, row4 f2, row4 f3, row4 m1, row4 m2, row4 m3) {
    l->F[0] = -l->N, l->F[1] = f2, l->F[2] = f3;
    l->M[0] = m1, l->M[1] = m2 - l->lambda * f3, l->M[2] = m3 + l->lambda * f2;
}

/* G of F and M from derivatives of N (h, c, V_1) and of f2, f3, m1, m2, m3 (rows of E, by h, c, V, O). */
ROW4_INLINE void spread(pack_local *l, const row4 dN[8], row4 E[5][8]) {
    for (int j = 0; j < 8; j++) {
        row4 half = j == 0 ? row4_all(-0.5) : row4_all(0); /* dlambda */
        l->G[0][j] = -dN[j];
        l->G[1][j] = E[0][j];
        l->G[2][j] = E[1][j];
        l->G[3][j] = E[2][j];
        l->G[4][j] = E[3][j] - l->lambda * E[1][j] - half * l->F[2];
        l->G[5][j] = E[4][j] + l->lambda * E[0][j] + half * l->F[1];
    }
}

/* By h, c, V_1..3, Om_1..3: the slip s_2 = V_2 + lambda Om_3, s_3 = V_3 - lambda Om_2, lambda = r_b - h/2. */
ROW4_INLINE void slip_changes(const pack_local *l, row4 d2[8], row4 d3[8]) {
    const row4 zero = row4_all(0), one = row4_all(1);
    for (int j = 0; j < 8; j++) d2[j] = d3[j] = zero;
    d2[0] = -0.5 * l->O.z, d2[3] = one, d2[7] = l->lambda;
    d3[0] = 0.5 * l->O.y, d3[4] = one, d3[6] = -l->lambda;
}

/* ---- lubricated grooves ---- */
enum { PACK_LOCAL_BY = 8 }; /* h, c, V, O */
/* pack_film.c: normal force and friction of lubricated contacts, the derivatives of N, and what the film is like unless that is NULL. False:
 * no balance was found. */
bool pack_lubricated(const pack *k, bool derivatives, pack_local *l, row4 dN[PACK_LOCAL_BY], pack_film *film);

#endif
