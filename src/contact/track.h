/* Tracking: the two opposing points of a pair of surfaces, and the geometry there.
 *
 * Everything is in the frame of A's surface. The opposing points satisfy (paper, eq. 1)
 *   grad g_A(r_A) = lambda grad g_B(r_B),  r_A - r_B = mu grad g_B(r_B),  g_A = g_B = 0,  lambda < 0,
 * and the signed approach is h = n . (r_A - r_B) = -mu |grad g_B|. Near the points, with z along n and tangent basis t,
 * the surfaces are z = x^T M x/2; M_A = -t H_A t/|grad g_A|, M_B = +t H_B t/|grad g_B|. */
#ifndef ABUT_CONTACT_TRACK_H
#define ABUT_CONTACT_TRACK_H

#include "base/vec.h"
#include "surface/surface.h"

/* Symmetric 2x2 and the totally symmetric third-order form over the tangent plane. */
typedef struct sym2 {
    double s11, s12, s22;
} sym2;
typedef struct cubic2 {
    double c111, c112, c122, c222;
} cubic2;

typedef struct abut_track_pair {
    const surface *a, *b;
    mat3 R; /* B's surface frame in A's */
    vec3 d;
} abut_track_pair;

typedef struct abut_track_points {
    vec3 ra;           /* in A's surface frame */
    vec3 yb;           /* in B's surface frame */
    double lambda, mu; /* used by the full and differential methods only */
} abut_track_points;

typedef struct geometry {
    vec3 ra, rb;    /* the opposing points, A's frame */
    vec3 n, t1, t2; /* normal out of A, tangent basis */
    double h;
    sym2 ma, mb;   /* M_A, M_B in the basis t */
    bool apart;    /* nothing opposes smoothly and the bodies are clear of each other: only h < 0 and n are meant */
    cubic2 da, db; /* dM_A per step along A, dM_B per step along B (Codazzi: totally symmetric); if asked for */
} geometry;

/* The geometry at given points, by f, gradient and Hessian; h includes the distance of the points from their surfaces. */
abut_status track_geometry(const abut_track_pair *pair, const abut_track_points *points, bool third, geometry *out);

/* No smooth points oppose each other, but the bodies are clear of each other by at least `gap`: the geometry of an open
 * contact. */
void track_apart(const abut_track_pair *pair, double gap, geometry *out);

/* The points from scratch: samples both surfaces and keeps the best branch. Where there is none, *gap is a lower bound
 * of the distance if the samples show the bodies well apart (the nearest point is a rim or an apex), else NaN. */
abut_status track_start(const abut_track_pair *pair, abut_track_points *out, double *gap);

/* The reduced Newton iteration from given points, at most `steps` steps; converged points in *points. */
abut_status track_newton(const abut_track_pair *pair, abut_track_points *points, int steps);

/* The rates of the eight unknowns for B moving with v (at A's origin) and w relative to A: paper, eqs 2-3. */
abut_status track_rate(const abut_track_pair *pair, const abut_track_points *points, vec3 v, vec3 w, double rate[8]);

/* lambda and mu that go with given points. */
void track_multipliers(const abut_track_pair *pair, abut_track_points *points);

/* The quadratic form M = -t H t/l of one body over its tangent plane, q_j = n H t_j/l, in the body's own frame with its own
 * outward normal n; l = |grad f|. */
typedef struct body_form {
    sym2 m;
    double q1, q2;
} body_form;
static inline body_form track_body_form(const abut_jet *jet, double l, vec3 n, vec3 t1, vec3 t2) {
    double il = 1 / l;
    vec3 h1 = sym3_mul(jet->H, t1), h2 = sym3_mul(jet->H, t2);
    return (body_form){
        {-il * v3_dot(t1, h1), -il * v3_dot(t1, h2), -il * v3_dot(t2, h2)}, il * v3_dot(n, h1), il * v3_dot(n, h2)};
}

/* ---- small algebra ---- */
static inline sym2 sym2_neg(sym2 m) { return (sym2){-m.s11, -m.s12, -m.s22}; }
static inline double sym2_det(sym2 m) { return diff_of_products(m.s11, m.s22, m.s12, m.s12); }
/* u^T M v for u, v given by components */
static inline double sym2_form(sym2 m, double u1, double u2, double v1, double v2) {
    return u1 * (m.s11 * v1 + m.s12 * v2) + u2 * (m.s12 * v1 + m.s22 * v2);
}

/* S = M_B - M_A + h M_B M_A, whose inverse moves the points; singular at focal points. */
static inline mat2 track_S(const geometry *g) {
    double b11 = g->mb.s11, b12 = g->mb.s12, b22 = g->mb.s22, a11 = g->ma.s11, a12 = g->ma.s12, a22 = g->ma.s22;
    return (mat2){b11 - a11 + g->h * (b11 * a11 + b12 * a12), b12 - a12 + g->h * (b11 * a12 + b12 * a22),
                  b12 - a12 + g->h * (b12 * a11 + b22 * a12), b22 - a22 + g->h * (b12 * a12 + b22 * a22)};
}
/* Are the points a local extremum of the distance (S positive definite)? */
static inline bool track_is_nearest(const geometry *g) {
    mat2 S = track_S(g);
    return S.a11 * S.a22 - S.a12 * S.a21 > 0 && S.a11 + S.a22 > 0;
}
static inline bool mat2_regular(mat2 m) {
    double det = m.a11 * m.a22 - m.a12 * m.a21;
    double size = fabs(m.a11) + fabs(m.a12) + fabs(m.a21) + fabs(m.a22);
    return fabs(det) > 1e-14 * size * size;
}
/* Inverse; false if singular to working precision. */
static inline bool mat2_invert(mat2 m, mat2 *out) {
    if (!mat2_regular(m)) return false;
    double i = 1 / (m.a11 * m.a22 - m.a12 * m.a21);
    *out = (mat2){i * m.a22, -i * m.a12, -i * m.a21, i * m.a11};
    return true;
}

#endif
