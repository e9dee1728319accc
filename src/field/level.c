/* See level.h. The operator on a window is the product with Love's coefficients (padded), in a periodic one with the symbol 2/(E* |q|)
 * of the half-space. The preconditioner is the inverse of the circulant that has the same coefficients on the window without padding:
 * a transform of a quarter of the size and as good. */
#include "level.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/constants.h"
#include "base/plane.h"
#include "love.h"

enum { FIELDS = 8 + PLANES };

typedef struct influence {
    love love;
    double factor;         /* of the integral of 1/r, or of 1/|k| */
    double step_x, step_y; /* 1/m, wave numbers of one wave per window */
} influence;

static double love_value(long i, long j, void *user) {
    const influence *a = user;
    return a->factor * love_at(&a->love, i, j);
}

/* 2/(E* |q|); the mean has no displacement. */
static double periodic_symbol(long kx, long ky, void *user) {
    const influence *a = user;
    return kx || ky ? a->factor / plane_length((double)kx * a->step_x, (double)ky * a->step_y) : 0;
}

static double periodic_inverse(long kx, long ky, void *user) {
    const influence *a = user;
    double k = kx || ky ? plane_length((double)kx * a->step_x, (double)ky * a->step_y) : fmin(a->step_x, a->step_y) / 2;
    return k / a->factor;
}

/* The spectrum of the inverse: the circulant of Love's coefficients is positive but for rounding. */
static void invert(spectrum *s, int mx, int my) {
    size_t n = (size_t)(mx / 2 + 1) * (size_t)(my / 2 + 1);
    double cells = (double)mx * my, most = 0;
    for (size_t i = 0; i < n; i++) most = fmax(most, s->value[i]);
    for (size_t i = 0; i < n; i++) s->value[i] = 1 / (fmax(s->value[i], 1e-9 * most) * cells * cells);
}

static influence make_influence(const grid *g, double E_star) {
    influence a = {.factor = g->periodic ? 2 / E_star : 1 / (PI * E_star),
                   .step_x = 2 * PI / (g->nx * g->dx),
                   .step_y = 2 * PI / (g->ny * g->dy)};
    if (!g->periodic) love_make(&a.love, g->dx, g->dy);
    return a;
}

static bool make_operators(level *l, double E_star) {
    const grid *g = &l->grid;
    influence a = make_influence(g, E_star);
    if (g->periodic) {
        l->inverse = l->pad;
        return spectrum_of_symbol(l->pad, periodic_symbol, &a, false, false, &l->influence) &&
               spectrum_of_symbol(l->pad, periodic_inverse, &a, false, false, &l->circulant);
    }
    l->inverse = convolve_create(g->nx, g->ny, true, 1);
    if (!l->inverse || !spectrum_of_kernel(l->pad, love_value, &a, false, false, &l->influence) ||
        !spectrum_of_kernel(l->inverse, love_value, &a, false, false, &l->circulant))
        return false;
    invert(&l->circulant, g->nx, g->ny);
    return true;
}

level *level_create(const grid *whole, int i0, int j0, int nx, int ny, double E_star) {
    level *l = calloc(1, sizeof *l);
    if (!l) return NULL;
    l->grid = (grid){nx, ny, whole->dx, whole->dy, whole->periodic};
    l->i0 = i0, l->j0 = j0;
    l->x0 = grid_x(whole, i0), l->y0 = grid_y(whole, j0);
    size_t n = grid_cells(&l->grid);
    l->pad = convolve_create(nx, ny, whole->periodic, 1);
    l->memory = calloc(n * FIELDS, sizeof(double));
    l->cell = calloc(n, 1);
    if (!l->pad || !l->memory || !l->cell || !make_operators(l, E_star)) {
        level_destroy(l);
        return NULL;
    }
    double **fields[FIELDS] = {&l->h, &l->p, &l->G, &l->mask, &l->r, &l->z, &l->t, &l->q, &l->W[0], &l->W[1], &l->W[2]};
    for (int f = 0; f < FIELDS; f++) *fields[f] = l->memory + (size_t)f * n;
    return l;
}

level *level_operator(const grid *whole, double E_star) {
    level *l = calloc(1, sizeof *l);
    if (!l) return NULL;
    l->grid = *whole;
    l->pad = l->inverse = convolve_create(whole->nx, whole->ny, whole->periodic, 1);
    influence a = make_influence(whole, E_star);
    bool good =
        l->pad && (whole->periodic ? spectrum_of_symbol(l->pad, periodic_symbol, &a, false, false, &l->influence)
                                   : spectrum_of_kernel(l->pad, love_value, &a, false, false, &l->influence));
    if (good) return l;
    level_destroy(l);
    return NULL;
}

void level_destroy(level *l) {
    if (!l) return;
    spectrum_drop(&l->influence);
    spectrum_drop(&l->circulant);
    if (l->inverse != l->pad) convolve_destroy(l->inverse);
    convolve_destroy(l->pad);
    free(l->memory);
    free(l->cell);
    free(l);
}

double level_work(const level *l) {
    return convolve_work(l->pad) + (l->inverse != l->pad ? convolve_work(l->inverse) : 0);
}

double level_bytes(int nx, int ny, bool periodic) {
    return (8.0 * FIELDS + 1) * nx * ny + convolve_bytes(nx, ny, periodic, 1, periodic ? 2 : 1) +
           (periodic ? 0 : convolve_bytes(nx, ny, true, 1, 1));
}

int level_size(int n, int most) {
    for (int m = n + n % 2; m < most; m += 2) {
        int rest = m;
        while (rest % 2 == 0) rest /= 2;
        if ((m < 64 || m % 4 == 0) && 315 % rest == 0) return m;
    }
    return most;
}
