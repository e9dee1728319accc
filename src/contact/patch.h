/* The patch: principal curvatures and frame of the relative form, and how everything local moves with the bodies.
 *
 * A small relative motion of B against A at the contact point is (u, psi); over the tangent plane, with k = (psi_2, -psi_1),
 *   S s_A = M_B u + (1 - h M_B/2) k,   s_B = (1 + h M_A) s_A - u + h k/2,   dn = -t M_A s_A,
 * are the steps of the opposing points over their surfaces and the turn of the normal. Replacing displacements by velocities
 * gives the rolling velocities. */
#ifndef ABUT_CONTACT_PATCH_H
#define ABUT_CONTACT_PATCH_H

#include "abut/extend.h"
#include "track.h"

typedef struct patch_step {
    double s[2][4];
} patch_step;

/* Rolling: steps per time of the contact point over A and over B, and the components of the rate of n relative to A. */
typedef struct patch_rolling {
    double a[2], b[2], n[2];
} patch_rolling;

/* Components of a quadratic form in a basis turned by the angle with cosine c and sine s. */
static inline sym2 patch_turn2(sym2 m, double c, double s) {
    double cc = c * c, ss = s * s, cs = c * s;
    return (sym2){cc * m.s11 + 2 * cs * m.s12 + ss * m.s22, cs * (m.s22 - m.s11) + (cc - ss) * m.s12,
                  ss * m.s11 - 2 * cs * m.s12 + cc * m.s22};
}

static inline cubic2 patch_turn3(cubic2 k, double c, double s) {
    /* contract with (c, s) = e1 and (-s, c) = e2 one slot at a time */
    sym2 along1 = {c * k.c111 + s * k.c112, c * k.c112 + s * k.c122, c * k.c122 + s * k.c222};
    sym2 along2 = {-s * k.c111 + c * k.c112, -s * k.c112 + c * k.c122, -s * k.c122 + c * k.c222};
    sym2 a = patch_turn2(along1, c, s), b = patch_turn2(along2, c, s);
    return (cubic2){a.s11, a.s12, a.s22, b.s22};
}

/* The basis of *g turned by the angle with cosine c and sine s, with all its forms. */
static inline __attribute__((always_inline)) void patch_turn(geometry *g, double c, double s, bool third) {
    vec3 t1 = g->t1, t2 = g->t2;
    g->t1 = v3_in(c, t1, s, t2);
    g->t2 = v3_in(-s, t1, c, t2);
    g->ma = patch_turn2(g->ma, c, s);
    g->mb = patch_turn2(g->mb, c, s);
    if (!third) return;
    g->da = patch_turn3(g->da, c, s);
    g->db = patch_turn3(g->db, c, s);
}

/* P <= Q of the relative form and, if `turn`, the basis of *g turned into the principal one (t1 along P) with all its forms. */
static inline __attribute__((always_inline)) void patch_principal(geometry *g, bool turn, bool third, double *P,
                                                                  double *Q) {
    sym2 m = {0.5 * (g->mb.s11 - g->ma.s11), 0.5 * (g->mb.s12 - g->ma.s12), 0.5 * (g->mb.s22 - g->ma.s22)};
    if (m.s12 == 0 && m.s11 <= m.s22) { /* aligned already: spheres, grooves */
        *P = m.s11;
        *Q = m.s22;
        return;
    }
    double mean = 0.5 * (m.s11 + m.s22), d = 0.5 * (m.s22 - m.s11), r = sqrt(d * d + m.s12 * m.s12);
    *Q = mean + r;
    /* P = det/Q keeps its digits when P << Q; where mean <= 0 there is no contact and mean - r will do */
    *P = r < 0.5 * mean || mean <= 0 ? mean - r : sym2_det(m) / *Q;
    if (!turn || r <= 1e-15 * fabs(mean)) return;
    /* direction of P: (r + d, -m12), or (-m12, r - d), both of squared length 2 r (r + |d|) */
    double big = r + fabs(d), inverse = 1 / sqrt(2 * r * big);
    double c = inverse * (d >= 0 ? big : -m.s12), s = inverse * (d >= 0 ? -m.s12 : big);
    patch_turn(g, c, s, third);
}

/* The 2x4 map (u1, u2, psi1, psi2) -> s_A; false at a focal point. */
static inline bool patch_steps(const geometry *g, patch_step *out) {
    mat2 i;
    if (!mat2_invert(track_S(g), &i)) {
        *out = (patch_step){0};
        return false;
    }
    double b11 = g->mb.s11, b12 = g->mb.s12, b22 = g->mb.s22, half = 0.5 * g->h;
    out->s[0][0] = i.a11 * b11 + i.a12 * b12;
    out->s[0][1] = i.a11 * b12 + i.a12 * b22;
    out->s[1][0] = i.a21 * b11 + i.a22 * b12;
    out->s[1][1] = i.a21 * b12 + i.a22 * b22;
    /* k1 = psi2, k2 = -psi1 */
    for (int r = 0; r < 2; r++) {
        double i1 = r ? i.a21 : i.a11, i2 = r ? i.a22 : i.a12;
        out->s[r][3] = i1 - half * out->s[r][0];
        out->s[r][2] = -(i2 - half * out->s[r][1]);
    }
    return true;
}

static inline patch_rolling patch_roll(const geometry *g, const patch_step *step, double v1, double v2, double w1,
                                       double w2) {
    patch_rolling r;
    for (int i = 0; i < 2; i++)
        r.a[i] = step->s[i][0] * v1 + step->s[i][1] * v2 + step->s[i][2] * w1 + step->s[i][3] * w2;
    double m1 = g->ma.s11 * r.a[0] + g->ma.s12 * r.a[1], m2 = g->ma.s12 * r.a[0] + g->ma.s22 * r.a[1];
    r.b[0] = r.a[0] + g->h * m1 - v1 + 0.5 * g->h * w2;
    r.b[1] = r.a[1] + g->h * m2 - v2 - 0.5 * g->h * w1;
    r.n[0] = -m1;
    r.n[1] = -m2;
    return r;
}

/* The axis of a roller in the local frame: direction 1 is its projection on the tangent plane. */
typedef struct patch_axis {
    double up, across; /* its component along the normal, and the length of the projection */
} patch_axis;

/* Derivatives by u1 u2 un psi1 psi2 psin, velocities of the bodies held: of the local variables, of the contact point
 * (components 1 2 n), and m = M_A s_A, which turns the frame (dn = -t m, dt_i = n m_i). Rows are padded to a whole number of
 * vector registers; the padding is zero. */
enum { MOTIONS = 8 };
typedef struct patch_motion {
    _Alignas(32) double local[ABUT_LOCALS][MOTIONS];
    double point[3][MOTIONS];
    double m[2][MOTIONS];
    double rolling[2][MOTIONS]; /* of u1, u2 by the velocities v1 v2 vn w1 w2 wn; filled by patch_move_rolling */
} patch_motion;
/* share: the part of the deformation that A takes (0 rigid A, 1/2 equal). `all` also fills what only laws over the whole
 * patch need: phi, w1, w2, wn and the interface curvature. */
/* A point on a plane: it carries the contact point and does not turn the normal. */
void patch_move_point(const abut_patch *p, bool all, patch_motion *out);
/* The rows of the velocities, from those of point and frame. */
void patch_move_velocities(const abut_patch *p, patch_motion *out);
void patch_move(const geometry *g, const abut_patch *p, double share, const patch_step *step, bool all,
                patch_motion *out);

/* The sums of the surface velocities relative to the contact point, u = -(roll over A + roll over B). */
void patch_entrain(const geometry *g, const patch_step *step, abut_patch *p);
/* How they move, after patch_move and patch_entrain. For a roller (axis not NULL) also P, Q and u1, u2 in the frame that turns
 * with it. */
void patch_move_rolling(const geometry *g, const abut_patch *p, const patch_step *step, const patch_axis *axis,
                        patch_motion *out);

#endif
