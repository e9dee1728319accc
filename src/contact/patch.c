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

/* Changes of the quadratic forms: the points move over their surfaces, B turns about n: dM_B = psi_n (J M_B - M_B J). */
typedef struct forms {
    _Alignas(32) double a11[MOTIONS], a12[MOTIONS], a22[MOTIONS], b11[MOTIONS], b12[MOTIONS], b22[MOTIONS];
} forms;

static inline __attribute__((always_inline)) void move_forms(const geometry *g, const double *s1, const double *s2,
                                                             const patch_motion *m, forms *f) {
    double h = g->h, half = 0.5 * h, twist = 2 * g->mb.s12, cross = g->mb.s11 - g->mb.s22;
    contract(&g->da, s1, s2, f->a11, f->a12, f->a22);
    EACH f->b11[j] = -twist * unit_spin[j];
    EACH f->b12[j] = cross * unit_spin[j];
    EACH f->b22[j] = twist * unit_spin[j];
    if (g->db.c111 == 0 && g->db.c112 == 0 && g->db.c122 == 0 && g->db.c222 == 0) return; /* a ball */
    double b1[MOTIONS], b2[MOTIONS], d11[MOTIONS], d12[MOTIONS], d22[MOTIONS];
    EACH b1[j] = s1[j] + h * m->m[0][j] - unit_u1[j] + half * unit_k1[j];
    EACH b2[j] = s2[j] + h * m->m[1][j] - unit_u2[j] + half * unit_k2[j];
    contract(&g->db, b1, b2, d11, d12, d22);
    EACH f->b11[j] += d11[j];
    EACH f->b12[j] += d12[j];
    EACH f->b22[j] += d22[j];
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
    forms f;
    move_forms(g, s1, s2, out, &f);
    EACH out->local[ABUT_L_P][j] = 0.5 * (f.b11[j] - f.a11[j]);
    EACH out->local[ABUT_L_Q][j] = 0.5 * (f.b22[j] - f.a22[j]);
    if (!all) return;
    double gap = p->P - p->Q,
           turn = fabs(gap) > 1e-9 * p->Q ? 0.5 / gap : 0; /* the ellipse turns; a circle does not care */
    EACH out->local[ABUT_L_PHI][j] = turn * (f.b12[j] - f.a12[j]);
    EACH out->local[ABUT_L_C11][j] = f.a11[j] + share * (f.b11[j] - f.a11[j]);
    EACH out->local[ABUT_L_C12][j] = f.a12[j] + share * (f.b12[j] - f.a12[j]);
    EACH out->local[ABUT_L_C22][j] = f.a22[j] + share * (f.b22[j] - f.a22[j]);
}

void patch_move_velocities(const abut_patch *p, patch_motion *out) { velocities(p, true, out); }

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

/* ---- entrainment ---- */

/* u = -((2 + h M_A) r_A - v + h k/2), r_A the rolling over A, k = (w2, -w1). */
static void surface_speeds(const geometry *g, const double r[2], double v1, double v2, double k1, double k2,
                           double u[2]) {
    double h = g->h;
    u[0] = v1 - 0.5 * h * k1 - 2 * r[0] - h * (g->ma.s11 * r[0] + g->ma.s12 * r[1]);
    u[1] = v2 - 0.5 * h * k2 - 2 * r[1] - h * (g->ma.s12 * r[0] + g->ma.s22 * r[1]);
}

static void roll_over_a(const patch_step *step, double v1, double v2, double w1, double w2, double r[2]) {
    for (int i = 0; i < 2; i++)
        r[i] = step->s[i][0] * v1 + step->s[i][1] * v2 + step->s[i][2] * w1 + step->s[i][3] * w2;
}

void patch_entrain(const geometry *g, const patch_step *step, abut_patch *p) {
    double r[2], u[2];
    roll_over_a(step, p->v1, p->v2, p->w1, p->w2, r);
    surface_speeds(g, r, p->v1, p->v2, p->w2, -p->w1, u);
    p->u1 = u[0];
    p->u2 = u[1];
}

static void rolling_by_velocity(const geometry *g, const patch_step *step, patch_motion *out) {
    static const int motion[4] = {0, 1, 3, 4};
    EACH out->rolling[0][j] = out->rolling[1][j] = 0;
    for (int c = 0; c < 4; c++) {
        double e[4] = {0}, r[2], u[2];
        e[c] = 1;
        roll_over_a(step, e[0], e[1], e[2], e[3], r);
        surface_speeds(g, r, e[0], e[1], e[3], -e[2], u);
        out->rolling[0][motion[c]] = u[0];
        out->rolling[1][motion[c]] = u[1];
    }
}

/* With S r = M_B v + (1 - h M_B/2) k and S = M_B - M_A + h M_B M_A:
 *   S dr = dM_B v + M_B dv + (1 - h M_B/2) dk - (dh M_B + h dM_B) k/2 - dS r,
 *   dS = dM_B - dM_A + dh M_B M_A + h (dM_B M_A + M_B dM_A);
 *   du = dv - (dh k + h dk)/2 - 2 dr - (dh M_A + h dM_A) r - h M_A dr. One motion at a time. */
typedef struct change {
    double h, v1, v2, k1, k2;
    sym2 a, b;
} change;

static inline void times(sym2 m, double x1, double x2, double out[2]) {
    out[0] = m.s11 * x1 + m.s12 * x2;
    out[1] = m.s12 * x1 + m.s22 * x2;
}

static void entrainment_change(const geometry *g, const abut_patch *p, mat2 inverse, const double r[2], const change *d,
                               double du[2]) {
    double h = g->h, k1 = p->w2, k2 = -p->w1, bv[2], v[2], k[2], ar[2], dar[2], bar[2], bdar[2], dbr[2], dbar[2],
           dbk[2];
    times(d->b, p->v1, p->v2, bv);
    times(g->mb, d->v1 - 0.5 * h * d->k1 - 0.5 * d->h * k1, d->v2 - 0.5 * h * d->k2 - 0.5 * d->h * k2, v);
    times(d->b, k1, k2, dbk);
    times(g->ma, r[0], r[1], ar);
    times(d->a, r[0], r[1], dar);
    times(d->b, r[0], r[1], dbr);
    times(g->mb, ar[0], ar[1], bar);
    times(d->b, ar[0], ar[1], dbar);
    times(g->mb, dar[0], dar[1], bdar);
    k[0] = d->k1;
    k[1] = d->k2;
    double rhs[2], dr[2], adr[2];
    for (int i = 0; i < 2; i++)
        rhs[i] = bv[i] + v[i] + k[i] - 0.5 * h * dbk[i] - (dbr[i] - dar[i] + d->h * bar[i] + h * (dbar[i] + bdar[i]));
    dr[0] = inverse.a11 * rhs[0] + inverse.a12 * rhs[1];
    dr[1] = inverse.a21 * rhs[0] + inverse.a22 * rhs[1];
    times(g->ma, dr[0], dr[1], adr);
    du[0] = d->v1 - 0.5 * (d->h * k1 + h * d->k1) - 2 * dr[0] - d->h * ar[0] - h * (dar[0] + adr[0]);
    du[1] = d->v2 - 0.5 * (d->h * k2 + h * d->k2) - 2 * dr[1] - d->h * ar[1] - h * (dar[1] + adr[1]);
}

/* The frame of a roller turns with its axis: by phi against the one that is carried without spin. */
static void turn_with_axis(const geometry *g, const abut_patch *p, const patch_axis *axis, patch_motion *out) {
    double slope = axis->up / axis->across, cross = g->mb.s12 - g->ma.s12;
    EACH {
        double phi = unit_spin[j] + slope * (out->m[1][j] + unit_k2[j]);
        out->local[ABUT_L_P][j] = 0;
        out->local[ABUT_L_Q][j] -= cross * phi;
        out->local[ABUT_L_U1][j] += p->u2 * phi;
        out->local[ABUT_L_U2][j] -= p->u1 * phi;
    }
}

void patch_move_rolling(const geometry *g, const abut_patch *p, const patch_step *step, const patch_axis *axis,
                        patch_motion *out) {
    const double(*s)[4] = step->s;
    _Alignas(32) const double s1[MOTIONS] = {s[0][0], s[0][1], 0, s[0][2], s[0][3]},
                              s2[MOTIONS] = {s[1][0], s[1][1], 0, s[1][2], s[1][3]};
    mat2 inverse = {0, 0, 0, 0};
    double r[2];
    forms f;
    (void)mat2_invert(track_S(g), &inverse); /* a focal point is refused by the laws */
    move_forms(g, s1, s2, out, &f);
    roll_over_a(step, p->v1, p->v2, p->w1, p->w2, r);
    EACH {
        double du[2];
        const change d = {.h = out->local[ABUT_L_H][j],
                          .v1 = out->local[ABUT_L_V1][j],
                          .v2 = out->local[ABUT_L_V2][j],
                          .k1 = out->local[ABUT_L_W2][j],
                          .k2 = -out->local[ABUT_L_W1][j],
                          .a = {f.a11[j], f.a12[j], f.a22[j]},
                          .b = {f.b11[j], f.b12[j], f.b22[j]}};
        entrainment_change(g, p, inverse, r, &d, du);
        out->local[ABUT_L_U1][j] = du[0];
        out->local[ABUT_L_U2][j] = du[1];
    }
    rolling_by_velocity(g, step, out);
    if (axis) turn_with_axis(g, p, axis, out);
}
