/* Opposing points by the reduced Newton method: two unknowns on each tangent plane, one 2x2 solve.
 *
 * With dz = -g/l (distance to the surface), c = t H n dz/l, off = t (r_A - r_B), mis = t n_B,
 * h = n (r_A - r_B) + dz_A + dz_B and S = M_B - M_A + h M_B M_A:
 *   x_A = S^-1 [-mis - c_A - c_B - M_B (off - h c_A)],   x_B = off + x_A + h (M_A x_A - c_A).
 * Quadratic, with the same iterates as Newton on the eight equations. Started from the points of the last accepted state,
 * carried with their bodies, its first step is the rate equation of the points (paper, eqs 2-3) over the motion since. */
#include "track.h"

static double spectral(sym2 m) { return fabs(m.s11) + fabs(m.s22) + 2 * fabs(m.s12); }

/* Is the pair parallel along a line or an area (M_B - M_A singular), or at a focal point? */
static abut_status why_singular(const sym2 *ma, const sym2 *mb) {
    sym2 d = {mb->s11 - ma->s11, mb->s12 - ma->s12, mb->s22 - ma->s22};
    double size = spectral(*ma) + spectral(*mb);
    return fabs(sym2_det(d)) <= 1e-10 * size * size ? ABUT_PARALLEL : ABUT_FOCAL;
}

/* One step; *moved is its length relative to the smaller radius of curvature. */
static abut_status step(const abut_track_pair *pair, abut_track_points *p, double *moved) {
    abut_jet ja, jb;
    abut_status s = surface_jet(pair->a, p->ra, 2, &ja);
    if (!s) s = surface_jet(pair->b, p->yb, 2, &jb);
    if (s) return s;
    double la = v3_norm(ja.g), lb = v3_norm(jb.g);
    if (!(la > 0 && lb > 0) || !isfinite(la + lb)) return ABUT_OUTSIDE_DOMAIN;
    vec3 n = v3_scale(1 / la, ja.g), t1 = v3_perpendicular(n), t2 = v3_cross(n, t1);
    vec3 own_nb = v3_scale(1 / lb, jb.g), nb = m3_mul(pair->R, own_nb);
    body_form a = track_body_form(&ja, la, n, t1, t2);
    body_form b = track_body_form(&jb, lb, own_nb, m3_tmul(pair->R, t1), m3_tmul(pair->R, t2));
    double dza = -ja.f / la, dzb = -jb.f / lb;
    double ca1 = a.q1 * dza, ca2 = a.q2 * dza, cb1 = b.q1 * dzb, cb2 = b.q2 * dzb;
    vec3 gap = v3_sub(p->ra, v3_add(pair->d, m3_mul(pair->R, p->yb)));
    double off1 = v3_dot(t1, gap), off2 = v3_dot(t2, gap);
    geometry g = {.h = v3_dot(n, gap) + dza + dzb, .ma = a.m, .mb = sym2_neg(b.m)};
    mat2 inv;
    if (!mat2_invert(track_S(&g), &inv)) return why_singular(&g.ma, &g.mb);
    double e1 = off1 - g.h * ca1, e2 = off2 - g.h * ca2;
    double y1 = -v3_dot(t1, nb) - ca1 - cb1 - (g.mb.s11 * e1 + g.mb.s12 * e2);
    double y2 = -v3_dot(t2, nb) - ca2 - cb2 - (g.mb.s12 * e1 + g.mb.s22 * e2);
    double xa1 = inv.a11 * y1 + inv.a12 * y2, xa2 = inv.a21 * y1 + inv.a22 * y2;
    double xb1 = off1 + xa1 + g.h * (g.ma.s11 * xa1 + g.ma.s12 * xa2 - ca1);
    double xb2 = off2 + xa2 + g.h * (g.ma.s12 * xa1 + g.ma.s22 * xa2 - ca2);
    /* far from the solution: at most half a radius of curvature at once */
    double ka = spectral(g.ma), kb = spectral(g.mb), curvature = ka > kb ? ka : kb;
    double la2 = xa1 * xa1 + xa2 * xa2, lb2 = xb1 * xb1 + xb2 * xb2, length = sqrt(la2 > lb2 ? la2 : lb2);
    double scale = curvature * length > 0.5 ? 0.5 / (curvature * length) : 1;
    p->ra = v3_add(p->ra, v3_axpy(dza, n, v3_scale(scale, v3_in(xa1, t1, xa2, t2))));
    vec3 db = v3_axpy(dzb, nb, v3_scale(scale, v3_in(xb1, t1, xb2, t2)));
    p->yb = v3_add(p->yb, m3_tmul(pair->R, db));
    *moved = curvature * (length + fabs(dza) + fabs(dzb));
    return isfinite(*moved) ? ABUT_OK : ABUT_NO_CONVERGENCE;
}

/* Steps shrink quadratically: when they do, the error after one of length m that followed one of length m0 is about
 * m (m/m0^2) m = m^3/m0^2. */
abut_status track_newton(const abut_track_pair *pair, abut_track_points *points, int steps) {
    double before = 0;
    for (int i = 0; i < steps; i++) {
        double moved;
        abut_status s = step(pair, points, &moved);
        if (s) return s;
        if (moved < 1e-9) return ABUT_OK; /* the error is of the order of its square */
        if (moved < 1e-6 && moved * moved * moved < 1e-14 * before * before) return ABUT_OK;
        before = moved;
    }
    return ABUT_NO_CONVERGENCE;
}

static abut_status solve(const void *self, const abut_track_pair *pair, abut_track_points *points) {
    (void)self;
    return track_newton(pair, points, 30);
}

static const abut_choice examples[] = {
    {"reduced", {{0}}},
    {0},
};

const abut_track_type track_reduced = {
    .type = {"track", "reduced", "closed form where there is one, else Newton on two unknowns per tangent plane", NULL,
             examples, ABUT_USUAL},
    .solve = solve,
    .closed_forms = true,
};
