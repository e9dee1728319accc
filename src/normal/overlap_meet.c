/* A point of the curve where two bodies meet, on a ray from the middle of their overlap: overlap.h.
 *
 * Newton's method on two sides that are known from the ray before; whatever side the point then lies outside of takes the place of one of
 * them; and where these steps fail, the end of the overlap by bracketing (overlap_edge.c). */
#include "overlap.h"

/* A side over the plane of a ray and e3, f + r rho + z zeta + (rr rho^2 + zz zeta^2)/2 + rz rho zeta, if it is a quadric or a wall. */
typedef struct section {
    double f, r, z, rr, rz, zz;
} section;

static bool cut_side(const abut_gap *g, int side, double ex, double ey, section *s) {
    if (side > 1) {
        const abut_wall *w = &g->side[side].wall;
        *s = (section){-w->at, w->m.x * ex + w->m.y * ey, w->m.z, 0, 0, 0};
        return true;
    }
    const abut_quadric *q = &g->q[side];
    if (!g->quadric[side]) return false;
    *s = (section){q->at,
                   q->v.x * ex + q->v.y * ey,
                   q->v.z,
                   q->M[0] * ex * ex + 2 * q->M[3] * ex * ey + q->M[1] * ey * ey,
                   q->M[4] * ex + q->M[5] * ey,
                   q->M[2]};
    return true;
}

/* Value and slopes of a side on the ray, by its section or, where there is none, by its jet. */
typedef struct ray_side {
    bool cut;
    section s;
    double f, r, z;
} ray_side;

static abut_status ray_at(const abut_gap *g, int side, double ex, double ey, double rho, double z, ray_side *at) {
    if (at->cut) {
        const section *s = &at->s;
        double by_r = s->rr * rho + s->rz * z, by_z = s->rz * rho + s->zz * z;
        at->f = s->f + rho * (s->r + 0.5 * by_r) + z * (s->z + 0.5 * by_z);
        at->r = s->r + by_r;
        at->z = s->z + by_z;
        return ABUT_OK;
    }
    abut_jet jet;
    vec3 x = v3(rho * ex, rho * ey, z);
    abut_status status = g->jet(g, side, &x, 1, &jet);
    at->f = jet.f;
    at->r = jet.g.x * ex + jet.g.y * ey;
    at->z = jet.g.z;
    return status;
}

static abut_status gradients_at(const abut_gap *g, overlap_node *n) {
    abut_jet a, b;
    abut_status s = overlap_jet(g, n->a, &n->x, 1, &a);
    if (!s) s = overlap_jet(g, n->b, &n->x, 1, &b);
    if (s) return s;
    n->ga = a.g;
    n->gb = b.g;
    return ABUT_OK;
}

/* The point of two sides on the ray from the middle in the direction (ex, ey); rho and z on entry are the start. */
abut_status overlap_meet(const abut_gap *g, double ex, double ey, int a, int b, double last, double *rho, double *z,
                         overlap_node *out) {
    ray_side A = {.cut = cut_side(g, a, ex, ey, &A.s)}, B = {.cut = cut_side(g, b, ex, ey, &B.s)};
    double start = *rho;
    for (int i = 0; i < 40; i++) {
        abut_status s = ray_at(g, a, ex, ey, *rho, *z, &A);
        if (!s) s = ray_at(g, b, ex, ey, *rho, *z, &B);
        if (s) return s;
        double det = A.r * B.z - A.z * B.r;
        if (!(fabs(det) > 1e-14 * (fabs(A.r * B.z) + fabs(A.z * B.r)))) return ABUT_NO_CONVERGENCE;
        double per = 1 / det, dr = -(A.f * B.z - A.z * B.f) * per, dz = -(A.r * B.f - A.f * B.r) * per, cut = 1;
        if (dr > *rho) cut = *rho / dr;
        if (dr < -0.5 * *rho) cut = -0.5 * *rho / dr;
        *rho += cut * dr;
        *z += cut * dz;
        if (!(*rho < 1e6 * start)) return ABUT_ENDLESS;
        if (cut == 1 && fabs(dr) < last * *rho && fabs(dz) < last * g->size) {
            if (!isfinite(*rho + *z)) return ABUT_NOT_FINITE;
            *out = (overlap_node){.a = a, .b = b, .x = v3(*rho * ex, *rho * ey, *z)};
            return gradients_at(g, out);
        }
    }
    return ABUT_NO_CONVERGENCE;
}

bool overlap_upright(const abut_gap *g, int side) {
    return !g->side[side].surface && fabs(g->side[side].wall.m.z) < 1e-6;
}

static double wall_at(const abut_gap *g, int side, double ex, double ey) {
    const abut_wall *w = &g->side[side].wall;
    double along = w->m.x * ex + w->m.y * ey;
    return along > 0 ? w->at / along : (double)INFINITY;
}

static int nearest_wall(const abut_gap *g, double ex, double ey) {
    int wall = -1;
    for (int k = 2; k < g->sides; k++) {
        double at = wall_at(g, k, ex, ey);
        if (isfinite(at) && at > 0 && (wall < 0 || at < wall_at(g, wall, ex, ey))) wall = k;
    }
    return wall;
}

/* The side that the point lies farthest outside of, but for those it lies on; -1: none. */
int overlap_violated(const abut_gap *g, const int on[], int count, vec3 x) {
    double most = fmin(1e-10 * g->size, 1e-3 * g->h);
    int worst = -1;
    for (int k = 0; k < g->sides; k++) {
        abut_jet jet;
        bool is_on = false;
        for (int i = 0; i < count; i++) is_on = is_on || on[i] == k;
        if (is_on || overlap_jet(g, k, &x, 1, &jet)) continue;
        double out = jet.f / v3_norm(jet.g);
        if (out > most) most = out, worst = k;
    }
    return worst;
}

/* The same with whatever sides bound the overlap in that direction. */
abut_status overlap_meet_sides(const abut_gap *g, double ex, double ey, double last, overlap_node *near, double *rho,
                               double *z) {
    int a = near->a, b = near->b;
    for (int tries = 0; tries < 10; tries++) {
        if (overlap_upright(g, a) &&
            overlap_upright(g, b)) { /* two walls: the nearer one, on the surface of the other body */
            if (wall_at(g, a, ex, ey) < wall_at(g, b, ex, ey))
                b = 1;
            else
                a = 0;
        }
        double from = *rho, height = *z;
        abut_status s = overlap_meet(g, ex, ey, a, b, last, &from, &height, near);
        if (s && (a || b != 1)) { /* begin again with the surfaces */
            a = 0, b = 1, from = 1, height = 0;
            s = overlap_meet(g, ex, ey, a, b, last, &from, &height, near);
        }
        if (s) { /* the surfaces do not meet on this ray: a wall ends it */
            int wall = nearest_wall(g, ex, ey);
            if (wall < 0 || a == wall || b == wall) return s;
            a = g->side[wall].of_b ? 0 : wall;
            b = g->side[wall].of_b ? wall : 1;
            continue;
        }
        const int on[2] = {a, b};
        int k = overlap_violated(g, on, 2, near->x);
        if (k < 0) {
            *rho = from;
            *z = height;
            return ABUT_OK;
        }
        if (g->side[k].of_b)
            b = k;
        else
            a = k;
    }
    return ABUT_NO_CONVERGENCE;
}

/* Should these steps fail, by bracketing. */
abut_status overlap_meet_any(const abut_gap *g, double ex, double ey, double last, overlap_node *near, double *rho,
                             double *z) {
    const overlap_node before = *near;
    double from = *rho, height = *z;
    if (!overlap_meet_sides(g, ex, ey, last, near, rho, z)) return ABUT_OK;
    *near = before;
    abut_status s = overlap_edge(g, ex, ey, 1e-13, near, &from);
    if (s) return s;
    overlap_node exact;
    *rho = from;
    *z = height = near->x.z;
    if (!overlap_meet(g, ex, ey, near->a, near->b, OVERLAP_FINE, &from, &height, &exact) &&
        fabs(from - *rho) < 1e-3 * *rho) {
        *near = exact;
        *rho = from;
        *z = height;
        return ABUT_OK;
    }
    return gradients_at(g, near);
}
