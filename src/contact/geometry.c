/* The geometry at a pair of points, from f, gradient, Hessian and third derivatives. */
#include "closed.h"

/* A tangent basis that lies along a principal direction of a body of revolution where there is one. */
static void basis(const abut_track_pair *pair, vec3 n, vec3 *t1, vec3 *t2) {
    vec3 t = {0, 0, 0};
    if (pair->a->type->has_axis)
        t = v3_cross(pair->a->type->axis, n);
    else if (pair->b->type->has_axis)
        t = v3_cross(m3_mul(pair->R, pair->b->type->axis), n);
    double size2 = v3_dot(t, t);
    *t1 = size2 > 1e-12 ? v3_scale(1 / sqrt(size2), t) : v3_perpendicular(n);
    *t2 = v3_cross(n, *t1);
}

abut_status track_geometry(const abut_track_pair *pair, const abut_track_points *points, bool third, geometry *out) {
    abut_jet ja, jb;
    abut_status s = third ? surface_jet3(pair->a, points->ra, &ja) : surface_jet(pair->a, points->ra, 2, &ja);
    if (!s) s = third ? surface_jet3(pair->b, points->yb, &jb) : surface_jet(pair->b, points->yb, 2, &jb);
    if (s) return s;
    double la = v3_norm(ja.g), lb = v3_norm(jb.g);
    if (!(la > 0 && lb > 0)) return ABUT_OUTSIDE_DOMAIN;
    vec3 n = v3_scale(1 / la, ja.g), nb = v3_scale(1 / lb, jb.g);
    out->apart = false;
    out->n = n;
    basis(pair, n, &out->t1, &out->t2);
    body_forms(&ja, la, n, out->t1, out->t2, third, &out->ma, &out->da);
    body_forms(&jb, lb, nb, m3_tmul(pair->R, out->t1), m3_tmul(pair->R, out->t2), third, &out->mb, &out->db);
    out->mb = sym2_neg(out->mb);
    if (third) out->db = cubic2_neg(out->db);
    /* distance of each point from its surface, to first order */
    double dza = -ja.f / la, dzb = -jb.f / lb;
    out->ra = v3_axpy(dza, n, points->ra);
    out->rb = v3_add(pair->d, m3_mul(pair->R, v3_axpy(dzb, nb, points->yb)));
    out->h = v3_dot(n, v3_sub(out->ra, out->rb));
    return v3_dot(n, m3_mul(pair->R, nb)) < 0 ? ABUT_OK : ABUT_WRONG_BRANCH;
}

void track_apart(const abut_track_pair *pair, double gap, geometry *out) {
    double length = v3_norm(pair->d);
    *out = (geometry){.apart = true, .h = -gap, .n = length > 0 ? v3_scale(1 / length, pair->d) : v3(0, 0, 1)};
    out->t1 = v3_perpendicular(out->n);
    out->t2 = v3_cross(out->n, out->t1);
    out->ra = v3_scale(0.5, v3_axpy(-gap, out->n, pair->d));
    out->rb = v3_axpy(gap, out->n, out->ra);
}
