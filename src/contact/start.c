/* The opposing points from scratch.
 *
 * Equations (1) have several solutions. The wanted one has opposed normals (lambda < 0), is a local extremum of the
 * distance (S positive definite) and, of those, has the smallest |h|: the nearest points of bodies apart, the least
 * penetration of bodies that overlap. Points are spread over both surfaces, those that lie deepest in (or nearest to)
 * the other body start Newton iterations, and the best converged one is kept. No allocation; about a tenth of a millisecond. */
#include "track.h"

enum { SAMPLES = 96, SEEDS = 10 };

/* Brings a point onto the surface along the gradient. */
static bool land(const surface *s, vec3 *y) {
    if (s->type->foot) {
        abut_foot foot;
        if (s->type->foot(s->self, y, &foot)) return false;
        *y = foot.y;
        return true;
    }
    for (int i = 0; i < 30; i++) {
        abut_jet jet;
        if (surface_jet(s, *y, 1, &jet)) return false;
        double gg = v3_dot(jet.g, jet.g);
        if (!(gg > 0)) { /* at a centre: leave it in any direction */
            *y = v3_add(*y, v3(1e-3 * s->extent.size, 2e-3 * s->extent.size, -1.5e-3 * s->extent.size));
            continue;
        }
        vec3 move = v3_scale(-jet.f / gg, jet.g);
        double reach = 2 * (v3_norm(*y) + s->extent.size), length = v3_norm(move);
        if (length > reach) move = v3_scale(reach / length, move);
        *y = v3_add(*y, move);
        if (!v3_finite(*y)) return false;
        if (length < 1e-6 * s->extent.size) return true;
    }
    return false;
}

/* First-order signed distance of a point from a surface; false where it is not defined. */
static bool distance(const surface *s, vec3 y, double *out) {
    abut_jet jet;
    if (surface_jet(s, y, 1, &jet)) return false;
    double l = v3_norm(jet.g);
    *out = jet.f / l;
    return l > 0 && isfinite(*out);
}

typedef struct seed {
    vec3 y; /* on the sampled surface, in its own frame */
    double distance;
} seed;

static void keep_best(seed best[SEEDS], int *count, seed s) {
    int i = *count < SEEDS ? (*count)++ : SEEDS;
    if (i == SEEDS && best[SEEDS - 1].distance <= s.distance) return;
    if (i == SEEDS) i = SEEDS - 1;
    for (; i > 0 && best[i - 1].distance > s.distance; i--) best[i] = best[i - 1];
    best[i] = s;
}

/* Directions spread evenly over the sphere (Fibonacci lattice). */
static vec3 direction(int k, int n) {
    double z = 1 - (2 * k + 1.0) / n, r = sqrt(1 - z * z), turn = 2.399963229728653 * k;
    return v3(r * cos(turn), r * sin(turn), z);
}

/* Samples one surface: about its own centre if it is bounded, and about the other's centre (at `other`, own frame). R and d
 * take its frame to the other's: x_other = R^T (x - d). */
static int sample(const surface *own, const surface *them, mat3 R, vec3 d, seed best[SEEDS]) {
    int count = 0;
    double reach = isfinite(them->extent.bound) ? them->extent.bound : v3_norm(d) + 2 * fmin(own->extent.size, 1e3);
    if (!isfinite(reach)) reach = v3_norm(d) + 1;
    for (int k = 0; k < 2 * SAMPLES; k++) {
        bool about_own = k % 2;
        vec3 u = direction(k / 2, SAMPLES), y;
        if (about_own && !isfinite(own->extent.bound)) u = v3_scale(0.3, u), about_own = false;
        y = about_own ? v3_scale(own->extent.bound, u) : v3_axpy(reach, u, d);
        if (k == 0) y = d;
        seed s;
        if (!land(own, &y)) continue;
        s.y = y;
        if (distance(them, m3_tmul(R, v3_sub(y, d)), &s.distance)) keep_best(best, &count, s);
    }
    return count;
}

typedef struct choice {
    abut_track_points points;
    double h; /* |h| of the best so far; INFINITY: none */
    abut_status why;
} choice;

static void try_points(const abut_track_pair *pair, abut_track_points p, choice *best) {
    geometry g;
    abut_status s = track_newton(pair, &p, 40);
    if (!s) s = track_geometry(pair, &p, false, &g);
    if (s) {
        if (best->why == ABUT_NO_CONVERGENCE) best->why = s;
        return;
    }
    if (!track_is_nearest(&g) || fabs(g.h) >= best->h * (1 - 1e-9)) return;
    best->points = p;
    best->h = fabs(g.h);
}

/* A lower bound of the distance if the sampled one is large against the spacing of the samples, else NaN. */
static double clear_gap(const abut_track_pair *pair, double distance) {
    double spacing = 0.15 * fmin(pair->a->extent.bound, pair->b->extent.bound);
    return isfinite(spacing) && distance > spacing && distance < 1e40 ? distance - spacing : (double)NAN;
}

abut_status track_start(const abut_track_pair *pair, abut_track_points *out, double *gap) {
    mat3 back = {{pair->R.c0.x, pair->R.c1.x, pair->R.c2.x},
                 {pair->R.c0.y, pair->R.c1.y, pair->R.c2.y},
                 {pair->R.c0.z, pair->R.c1.z, pair->R.c2.z}};
    vec3 d_back = v3_neg(m3_tmul(pair->R, pair->d)); /* A's origin in B's frame */
    choice best = {.h = INFINITY, .why = ABUT_NO_CONVERGENCE};
    seed seeds[SEEDS];
    double nearest = INFINITY;
    int n = sample(pair->a, pair->b, pair->R, pair->d, seeds);
    if (n > 0) nearest = seeds[0].distance;
    for (int i = 0; i < n; i++) {
        abut_track_points p = {.ra = seeds[i].y, .yb = m3_tmul(pair->R, v3_sub(seeds[i].y, pair->d))};
        if (land(pair->b, &p.yb)) try_points(pair, p, &best);
    }
    n = sample(pair->b, pair->a, back, d_back, seeds);
    if (n > 0) nearest = fmin(nearest, seeds[0].distance);
    for (int i = 0; i < n; i++) {
        abut_track_points p = {.yb = seeds[i].y, .ra = v3_add(pair->d, m3_mul(pair->R, seeds[i].y))};
        if (land(pair->a, &p.ra)) try_points(pair, p, &best);
    }
    *gap = clear_gap(pair, nearest);
    if (!isfinite(best.h)) return best.why;
    *out = best.points;
    return ABUT_OK;
}
