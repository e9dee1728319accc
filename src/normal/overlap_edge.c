/* The end of an overlap on a ray from a point inside of it, by bracketing: overlap.h.
 *
 * Along the ray the thickness between the upper end of A and the lower end of B shrinks to nothing, or a wall ends the overlap
 * before. For convex bodies there is one such place. It costs more than Newton steps on two known sides, and needs neither the
 * sides nor a good start. */
#include "overlap.h"

static const double FAR = 1e6; /* of the length of the direction: no end */

/* The place on a line along e3 where a surface ends; false: the line does not meet it, and *f says on which side of it it lies. */
static bool end_on_line(const abut_gap *g, int side, vec3 *at, double *f) {
    if (g->quadric[side]) {
        abut_jet jet;
        vec3 slope;
        if (quadric_on_line(&g->q[side], side, at->x, at->y, &at->z, &slope)) return true;
        (void)overlap_jet(g, side, at, 1, &jet);
        *f = jet.f;
        return false;
    }
    for (int i = 0; i < 40; i++) {
        abut_jet jet;
        if (overlap_jet(g, side, at, 1, &jet)) {
            *f = 1;
            return false;
        }
        double slope = side ? -jet.g.z : jet.g.z;
        *f = jet.f;
        if (!(slope > 1e-3 * v3_norm(jet.g))) return false;
        double step = jet.f / jet.g.z;
        at->z -= step;
        if (fabs(step) <= 1e-13 * g->size) return true;
    }
    return true;
}

/* Height and side of the end of a body on a line; false: the line misses the body. */
static bool body_end(const abut_gap *g, int body, vec3 at, double *z, int *side) {
    double f, sign = body ? -1 : 1;
    *side = -1;
    *z = sign * (double)INFINITY;
    if (end_on_line(g, body, &at, &f)) {
        *z = at.z;
        *side = body;
    } else if (f > 0)
        return false;
    for (int k = 2; k < g->sides; k++) {
        const abut_wall *w = &g->side[k].wall;
        if (g->side[k].of_b != (body == 1) || !(sign * w->m.z > 1e-6)) continue;
        double height = (w->at - w->m.x * at.x - w->m.y * at.y) / w->m.z;
        if (sign * height < sign * *z) *z = height, *side = k;
    }
    return *side >= 0;
}

/* What is left of the overlap at a point of the ray, m: positive inside. The sides that would end it. */
static double left_over(const abut_gap *g, double x, double y, const double guess[2], overlap_node *n) {
    double z[2], least;
    for (int i = 0; i < 2; i++)
        if (!body_end(g, i, v3(x, y, guess[i]), &z[i], i ? &n->b : &n->a)) return -INFINITY;
    const int end[2] = {n->a, n->b};
    least = z[0] - z[1];
    n->x = v3(x, y, 0.5 * (z[0] + z[1]));
    for (int k = 2; k < g->sides;
         k++) { /* walls that do not end their body on the line, against the end of the other one */
        bool of_b = g->side[k].of_b;
        const abut_wall *w = &g->side[k].wall;
        if ((of_b ? -w->m.z : w->m.z) > 1e-6) continue;
        double other = z[!of_b], inside = w->at - w->m.x * x - w->m.y * y - w->m.z * other;
        if (!(inside < least)) continue;
        least = inside;
        n->a = of_b ? end[0] : k;
        n->b = of_b ? k : end[1];
        n->x.z = other;
    }
    return least;
}

abut_status overlap_edge(const abut_gap *g, double ex, double ey, double tolerance, overlap_node *near, double *rho) {
    overlap_node n = {.a = 0, .b = 1}, last = n;
    double guess[2] = {0, 0}, low = 0, high = 1, d_low = left_over(g, 0, 0, guess, &n), d_high;
    if (!(d_low > 0)) return ABUT_NO_CONVERGENCE;
    for (; (d_high = left_over(g, high * ex, high * ey, guess, &last)) > 0; high *= 4) {
        if (high > FAR) return ABUT_ENDLESS;
        low = high, d_low = d_high;
    }
    for (int i = 0; i < 100 && high - low > tolerance * high; i++) {
        double middle =
            i % 3 != 2 && isfinite(d_high) ? low + (high - low) * d_low / (d_low - d_high) : 0.5 * (low + high);
        if (!(middle > low && middle < high)) middle = 0.5 * (low + high);
        double d = left_over(g, middle * ex, middle * ey, guess, &n);
        if (d > 0)
            low = middle, d_low = d;
        else
            high = middle, d_high = d, last = n;
    }
    if (!isfinite(d_high))
        return ABUT_ENDLESS; /* a body turns away, or its surface is not known, before the other one is left */
    *near = last;
    *rho = high;
    return ABUT_OK;
}
