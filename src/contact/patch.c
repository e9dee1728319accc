/* The first-order motion of the patch. Formulas in patch.h. Every row is a plain loop over the six motions (padded to
 * eight), which compilers turn into a few vector instructions. */
#include "patch.h"

#define EACH for (int j = 0; j < MOTIONS; j++)

static _Alignas(32) const double unit_u1[MOTIONS] = {1}, unit_u2[MOTIONS] = {0, 1}, unit_un[MOTIONS] = {0, 0, 1};
static _Alignas(32) const double unit_k1[MOTIONS] = {0, 0, 0, 0, 1}, unit_k2[MOTIONS] = {0, 0, 0, -1},
                                 unit_spin[MOTIONS] = {0, 0, 0, 0, 0, 1};

/* dM = cubic form contracted with the steps s1, s2 */
static inline void contract(const cubic2 *c, const double *s1, const double *s2, double *d11, double *d12,
                            double *d22) {
    EACH d11[j] = c->c111 * s1[j] + c->c112 * s2[j];
    EACH d12[j] = c->c112 * s1[j] + c->c122 * s2[j];
    EACH d22[j] = c->c122 * s1[j] + c->c222 * s2[j];
}

/* The relative velocity at the moved point in the turned frame. */
static inline void velocities(const abut_patch *p, bool all, patch_motion *out) {
    const double *m1 = out->m[0], *m2 = out->m[1], *c1 = out->point[0], *c2 = out->point[1], *cn = out->point[2];
    double vn = -p->hdot;
    EACH out->local[ABUT_L_V1][j] = p->w2 * cn[j] - p->wn * c2[j] + m1[j] * vn;
    EACH out->local[ABUT_L_V2][j] = p->wn * c1[j] - p->w1 * cn[j] + m2[j] * vn;
    EACH out->local[ABUT_L_HDOT][j] = p->w2 * c1[j] - p->w1 * c2[j] + m1[j] * p->v1 + m2[j] * p->v2;
    if (!all) return;
    EACH out->local[ABUT_L_W1][j] = m1[j] * p->wn;
    EACH out->local[ABUT_L_W2][j] = m2[j] * p->wn;
    EACH out->local[ABUT_L_WN][j] = -m1[j] * p->w1 - m2[j] * p->w2;
}

void patch_move(const geometry *g, const abut_patch *p, double share, const patch_step *step, bool all,
                patch_motion *out) {
    double h = g->h, half = 0.5 * h, *m1 = out->m[0], *m2 = out->m[1];
    const double(*s)[4] = step->s;
    /* un and psin do not move the points */
    _Alignas(32) const double s1[MOTIONS] = {s[0][0], s[0][1], 0, s[0][2], s[0][3]},
                              s2[MOTIONS] = {s[1][0], s[1][1], 0, s[1][2], s[1][3]};
    EACH m1[j] = g->ma.s11 * s1[j] + g->ma.s12 * s2[j];
    EACH m2[j] = g->ma.s12 * s1[j] + g->ma.s22 * s2[j];
    EACH out->point[0][j] = s1[j] + half * m1[j];
    EACH out->point[1][j] = s2[j] + half * m2[j];
    EACH out->point[2][j] = 0.5 * unit_un[j];
    EACH out->local[ABUT_L_H][j] = -unit_un[j];
    velocities(p, all, out);
    /* curvatures: the points move over their surfaces, B turns about n: dM_B = psi_n (J M_B - M_B J) */
    _Alignas(32) double b1[MOTIONS], b2[MOTIONS], a11[MOTIONS], a12[MOTIONS], a22[MOTIONS], b11[MOTIONS], b12[MOTIONS],
        b22[MOTIONS];
    double twist = 2 * g->mb.s12, cross = g->mb.s11 - g->mb.s22;
    contract(&g->da, s1, s2, a11, a12, a22);
    EACH b11[j] = -twist * unit_spin[j];
    EACH b12[j] = cross * unit_spin[j];
    EACH b22[j] = twist * unit_spin[j];
    if (g->db.c111 != 0 || g->db.c112 != 0 || g->db.c122 != 0 || g->db.c222 != 0) { /* not a ball */
        double d11[MOTIONS], d12[MOTIONS], d22[MOTIONS];
        EACH b1[j] = s1[j] + h * m1[j] - unit_u1[j] + half * unit_k1[j];
        EACH b2[j] = s2[j] + h * m2[j] - unit_u2[j] + half * unit_k2[j];
        contract(&g->db, b1, b2, d11, d12, d22);
        EACH b11[j] += d11[j];
        EACH b12[j] += d12[j];
        EACH b22[j] += d22[j];
    }
    EACH out->local[ABUT_L_P][j] = 0.5 * (b11[j] - a11[j]);
    EACH out->local[ABUT_L_Q][j] = 0.5 * (b22[j] - a22[j]);
    if (!all) return;
    double gap = p->P - p->Q,
           turn = fabs(gap) > 1e-9 * p->Q ? 0.5 / gap : 0; /* the ellipse turns; a circle does not care */
    EACH out->local[ABUT_L_PHI][j] = turn * (b12[j] - a12[j]);
    EACH out->local[ABUT_L_C11][j] = a11[j] + share * (b11[j] - a11[j]);
    EACH out->local[ABUT_L_C12][j] = a12[j] + share * (b12[j] - a12[j]);
    EACH out->local[ABUT_L_C22][j] = a22[j] + share * (b22[j] - a22[j]);
}

void patch_move_point(const abut_patch *p, bool all, patch_motion *out) {
    *out = (patch_motion){0};
    EACH out->point[0][j] = unit_u1[j];
    EACH out->point[1][j] = unit_u2[j];
    EACH out->point[2][j] = unit_un[j];
    EACH out->local[ABUT_L_H][j] = -unit_un[j];
    EACH out->local[ABUT_L_G1][j] = unit_u1[j];
    EACH out->local[ABUT_L_G2][j] = unit_u2[j];
    velocities(p, all, out);
}
