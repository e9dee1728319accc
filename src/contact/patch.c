/* Principal curvatures and frame of the patch, and its first-order motion. Formulas in patch.h. */
#include "patch.h"

/* Components of a quadratic form in a basis turned by the angle with cosine c and sine s. */
static sym2 turn2(sym2 m, double c, double s) {
    double cc = c * c, ss = s * s, cs = c * s;
    return (sym2){cc * m.s11 + 2 * cs * m.s12 + ss * m.s22, cs * (m.s22 - m.s11) + (cc - ss) * m.s12,
                  ss * m.s11 - 2 * cs * m.s12 + cc * m.s22};
}

static cubic2 turn3(cubic2 k, double c, double s) {
    /* contract with (c, s) = e1 and (-s, c) = e2 one slot at a time */
    sym2 along1 = {c * k.c111 + s * k.c112, c * k.c112 + s * k.c122, c * k.c122 + s * k.c222};
    sym2 along2 = {-s * k.c111 + c * k.c112, -s * k.c112 + c * k.c122, -s * k.c122 + c * k.c222};
    sym2 a = turn2(along1, c, s), b = turn2(along2, c, s);
    return (cubic2){a.s11, a.s12, a.s22, b.s22};
}

void patch_principal(geometry *g, bool third, double *P, double *Q) {
    sym2 m = {0.5 * (g->mb.s11 - g->ma.s11), 0.5 * (g->mb.s12 - g->ma.s12), 0.5 * (g->mb.s22 - g->ma.s22)};
    double mean = 0.5 * (m.s11 + m.s22), d = 0.5 * (m.s22 - m.s11), r = sqrt(d * d + m.s12 * m.s12);
    *Q = mean + r;
    /* P = det/Q keeps its digits when P << Q; where Q <= 0 there is no contact and m - r will do */
    *P = *Q > 0 && mean > 0 ? sym2_det(m) / *Q : mean - r;
    if (*P > *Q) *P = *Q;
    if (m.s12 == 0 && d >= 0) return;
    if (r <= 1e-15 * fabs(mean)) return;
    /* direction of P: cos 2phi = d/r, sin 2phi = -m12/r */
    double cos2 = d / r, sin2 = -m.s12 / r, c, s;
    if (cos2 > 0) {
        c = sqrt(0.5 * (1 + cos2));
        s = 0.5 * sin2 / c;
    } else {
        s = sqrt(0.5 * (1 - cos2));
        c = 0.5 * sin2 / s;
    }
    vec3 t1 = g->t1, t2 = g->t2;
    g->t1 = v3_in(c, t1, s, t2);
    g->t2 = v3_in(-s, t1, c, t2);
    g->ma = turn2(g->ma, c, s);
    g->mb = turn2(g->mb, c, s);
    if (!third) return;
    g->da = turn3(g->da, c, s);
    g->db = turn3(g->db, c, s);
}

bool patch_steps(const geometry *g, patch_step *out) {
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

patch_rolling patch_roll(const geometry *g, const patch_step *step, double v1, double v2, double w1, double w2) {
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

/* dM = cubic form contracted with a step */
static sym2 cubic_step(const cubic2 *c, double s1, double s2) {
    return (sym2){c->c111 * s1 + c->c112 * s2, c->c112 * s1 + c->c122 * s2, c->c122 * s1 + c->c222 * s2};
}

void patch_move(const geometry *g, const abut_patch *p, double share, const patch_step *step, patch_motion *out) {
    double h = g->h, vn = -p->hdot, gap = p->P - p->Q;
    double turn = fabs(gap) > 1e-9 * p->Q ? 0.5 / gap : 0; /* the ellipse turns; a circle does not care */
    for (int j = 0; j < 6; j++) {
        int q = j < 2 ? j : j - 1; /* column of step; un and psin do not move the points */
        bool moves = j != 2 && j != 5;
        double s1 = moves ? step->s[0][q] : 0, s2 = moves ? step->s[1][q] : 0;
        double u1 = j == 0, u2 = j == 1, k1 = j == 4, k2 = -(double)(j == 3), spin = j == 5, un = j == 2;
        double m1 = g->ma.s11 * s1 + g->ma.s12 * s2, m2 = g->ma.s12 * s1 + g->ma.s22 * s2;
        double c1 = s1 + 0.5 * h * m1, c2 = s2 + 0.5 * h * m2, cn = 0.5 * un;
        out->m[0][j] = m1;
        out->m[1][j] = m2;
        out->point[0][j] = c1;
        out->point[1][j] = c2;
        out->point[2][j] = cn;
        out->local[ABUT_L_H][j] = -un;
        /* the relative velocity at the moved point in the turned frame */
        out->local[ABUT_L_V1][j] = p->w2 * cn - p->wn * c2 + m1 * vn;
        out->local[ABUT_L_V2][j] = p->wn * c1 - p->w1 * cn + m2 * vn;
        out->local[ABUT_L_HDOT][j] = -(p->w1 * c2 - p->w2 * c1) + m1 * p->v1 + m2 * p->v2;
        out->local[ABUT_L_W1][j] = m1 * p->wn;
        out->local[ABUT_L_W2][j] = m2 * p->wn;
        out->local[ABUT_L_WN][j] = -m1 * p->w1 - m2 * p->w2;
        /* curvatures: the points move over their surfaces, B turns about n: dM_B = psi_n (J M_B - M_B J) */
        double b1 = s1 + h * m1 - u1 + 0.5 * h * k1, b2 = s2 + h * m2 - u2 + 0.5 * h * k2;
        sym2 da = cubic_step(&g->da, s1, s2), db = cubic_step(&g->db, b1, b2);
        db.s11 -= 2 * spin * g->mb.s12;
        db.s12 += spin * (g->mb.s11 - g->mb.s22);
        db.s22 += 2 * spin * g->mb.s12;
        out->local[ABUT_L_P][j] = 0.5 * (db.s11 - da.s11);
        out->local[ABUT_L_Q][j] = 0.5 * (db.s22 - da.s22);
        out->local[ABUT_L_PHI][j] = turn * (db.s12 - da.s12);
        out->local[ABUT_L_C11][j] = da.s11 + share * (db.s11 - da.s11);
        out->local[ABUT_L_C12][j] = da.s12 + share * (db.s12 - da.s12);
        out->local[ABUT_L_C22][j] = da.s22 + share * (db.s22 - da.s22);
    }
}
