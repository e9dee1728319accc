/* Sensitivities by differences. All places are evaluated at once, in parallel; those of forward differences are used again
 * by central ones. */
#include <string.h>

#include "base/plane.h"
#include "fit_inside.h"

typedef struct sides {
    double *z;    /* places: first those of the first side of each column, then those of the second */
    double *cost; /* infinite: failed, or not asked for */
    double *h;    /* signed steps of both sides; 0: none */
} sides;

static void set_side(const fit *f, sides *s, const double *z, int side, int j, double h) {
    size_t n = (size_t)f->n, at = (size_t)side * n + (size_t)j;
    memcpy(s->z + at * n, z, n * sizeof *z);
    s->h[at] = h;
    s->z[at * n + (size_t)j] += h;
    if (h != 0) s->h[at] = s->z[at * n + (size_t)j] - z[j]; /* what the rounding has made of it */
}

/* Evaluates the places of one side that have a step. */
static fit_end evaluate_side(fit *f, const char *what, sides *s, int side) {
    int n = f->n, count = 0;
    double *z = arena_get(&f->memory, (size_t)n * (size_t)n * sizeof *z);
    double *cost = arena_get(&f->memory, (size_t)n * sizeof *cost);
    for (int j = 0; j < n; j++)
        if (s->h[side * n + j] != 0)
            memcpy(z + (size_t)count++ * (size_t)n, s->z + ((size_t)(side * n + j)) * (size_t)n, (size_t)n * sizeof *z);
    fit_end end = count ? fit_costs(f, what, count, z, cost) : FIT_GOES_ON;
    for (int j = n - 1; j >= 0; j--) s->cost[side * n + j] = s->h[side * n + j] != 0 ? cost[--count] : INFINITY;
    return end;
}

static void choose_steps(const fit *f, sides *s, const double *z, bool central) {
    for (int j = 0; j < f->n; j++) {
        double h = place_step(&f->problem->parameter[j]);
        bool up = z[j] + h <= 1, down = z[j] - h >= 0;
        set_side(f, s, z, 0, j, f->active[j] ? (up ? h : -h) : 0);
        set_side(f, s, z, 1, j, f->active[j] && central && up && down ? -h : 0);
    }
}

/* Where the first side failed, the other one may do. */
static bool choose_others(const fit *f, sides *s, const double *z) {
    bool any = false;
    for (int j = 0; j < f->n; j++) {
        double h = s->h[j], there = z[j] - h;
        if (h == 0 || isfinite(s->cost[j]) || s->h[f->n + j] != 0 || there < 0 || there > 1) continue;
        set_side(f, s, z, 1, j, -h);
        any = true;
    }
    return any;
}

/* The second difference over the first, in units of the noise. */
static double roughness(const fit *f, const double *up, const double *middle, const double *down) {
    double first = 0, second = 0;
    for (int k = 0; k < f->problem->curves; k++)
        for (int i = f->row[k]; i < f->row[k] + f->problem->curve[k].points; i++) {
            first = plane_length(first, 0.5 * (up[i] - down[i]) / f->sigma[k]);
            second = plane_length(second, (up[i] - 2 * middle[i] + down[i]) / f->sigma[k]);
        }
    return first > 0 ? second / first : 0;
}

static void column(fit *f, const sides *s, const double *middle, double *other, int j, fit_vector_fn *vector,
                   double *to) {
    int n = f->n, m = f->m;
    bool first = isfinite(s->cost[j]), second = isfinite(s->cost[n + j]);
    const double *z0 = s->z + (size_t)j * (size_t)n, *z1 = s->z + (size_t)(n + j) * (size_t)n;
    memset(to, 0, (size_t)m * sizeof *to);
    f->rough[j] = (double)NAN;
    if (!first && !second) return;
    if (!vector(f, first ? z0 : z1, to)) return;
    double h = first ? s->h[j] : s->h[n + j];
    const double *from = middle;
    if (first && second && vector(f, z1, other)) {
        f->rough[j] = roughness(f, to, middle, other);
        from = other;
        h -= s->h[n + j];
    }
    for (int i = 0; i < m; i++) to[i] = (to[i] - from[i]) / h;
}

fit_end fit_jacobian(fit *f, const char *what, const double *z, bool central, fit_vector_fn *vector, double *J,
                     bool *failed) {
    size_t n = (size_t)f->n, m = (size_t)f->m;
    sides s = {arena_get(&f->memory, 2 * n * n * sizeof(double)), arena_get(&f->memory, 2 * n * sizeof(double)),
               arena_get(&f->memory, 2 * n * sizeof(double))};
    double *middle = arena_get(&f->memory, m * sizeof *middle), *other = arena_get(&f->memory, m * sizeof *other);
    choose_steps(f, &s, z, central);
    fit_end end = evaluate_side(f, what, &s, 0);
    if (end == FIT_GOES_ON) {
        (void)choose_others(f, &s, z);
        end = evaluate_side(f, what, &s, 1);
    }
    if (!vector(f, z, middle)) return FIT_FAILED;
    for (int j = 0; j < f->n; j++) {
        column(f, &s, middle, other, j, vector, J + (size_t)j * m);
        if (failed) failed[j] = f->active[j] && !isfinite(s.cost[j]) && !isfinite(s.cost[f->n + j]);
    }
    return end;
}
