/* See stress_field.h. */
#include "stress_field.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COMPONENTS = 6, LOADS = 3 };
enum { PLANES = 20, PAST = 8, SEARCH = 40 }; /* planes at most, and below the best; steps of a search along the depth */

static const double *component(const stress *s, int k) {
    const double *all[] = {&s->xx, &s->yy, &s->zz, &s->xy, &s->yz, &s->zx};
    return all[k];
}

static const stress *column(const stress_columns *s, int k) {
    const stress *all[] = {&s->p, &s->qx, &s->qy};
    return all[k];
}

static void add(stress *sum, double w, const stress *s) {
    sum->xx += w * s->xx;
    sum->yy += w * s->yy;
    sum->zz += w * s->zz;
    sum->xy += w * s->xy;
    sum->yz += w * s->yz;
    sum->zx += w * s->zx;
}

stress stress_at(const stress_load *l, double x, double y, double z) {
    const grid *g = &l->g;
    size_t n = grid_cells(g);
    stress sum = {0};
    for (int j = 0; j < g->ny; j++)
        for (int i = 0; i < g->nx; i++) {
            size_t k = (size_t)j * (size_t)g->nx + (size_t)i;
            double p = l->p[k], qx = l->q ? l->q[k] : 0, qy = l->q ? l->q[n + k] : 0;
            if (p == 0 && qx == 0 && qy == 0) continue;
            stress_columns s = stress_cell(x - grid_x(g, i), y - grid_y(g, j), z, g->dx, g->dy, l->nu);
            add(&sum, p, &s.p);
            add(&sum, qx, &s.qx);
            add(&sum, qy, &s.qy);
        }
    return sum;
}

/* ---- planes ---- */

/* Odd in x, odd in y: of each load and component. */
static const bool odd_x[LOADS][COMPONENTS] = {
    {0, 0, 0, 1, 0, 1},
    {1, 1, 1, 0, 1, 0},
    {0, 0, 0, 1, 0, 1},
};
static const bool odd_y[LOADS][COMPONENTS] = {
    {0, 0, 0, 1, 1, 0},
    {0, 0, 0, 1, 1, 0},
    {1, 1, 1, 0, 0, 1},
};

typedef struct look {
    const stress_columns *table;
    const grid *g;
    int load, component;
} look;

static double value(long i, long j, void *user) {
    const look *l = user;
    if (i >= l->g->nx || j >= l->g->ny) return 0; /* no field sees these */
    return *component(column(&l->table[j * l->g->nx + i], l->load), l->component);
}

typedef struct plane {
    stress_columns *table;
    double *field[COMPONENTS];
    spectrum kernel[LOADS][COMPONENTS];
} plane;

static void plane_free(plane *p) {
    for (int k = 0; k < COMPONENTS; k++) {
        free(p->field[k]);
        for (int l = 0; l < LOADS; l++) spectrum_drop(&p->kernel[l][k]);
    }
    free(p->table);
}

static bool plane_make(plane *p, const stress_load *load, convolve *c, double z) {
    const grid *g = &load->g;
    size_t n = grid_cells(g);
    p->table = malloc(n * sizeof *p->table);
    if (!p->table) return false;
    for (int j = 0; j < g->ny; j++)
        for (int i = 0; i < g->nx; i++)
            p->table[j * g->nx + i] = stress_cell(i * g->dx, j * g->dy, z, g->dx, g->dy, load->nu);
    for (int k = 0; k < COMPONENTS; k++) {
        p->field[k] = malloc(n * sizeof *p->field[k]);
        if (!p->field[k]) return false;
        for (int l = 0; l < (load->q ? LOADS : 1); l++) {
            look at = {p->table, g, l, k};
            if (!spectrum_of_kernel(c, value, &at, odd_x[l][k], odd_y[l][k], &p->kernel[l][k])) return false;
        }
    }
    return true;
}

bool stress_plane(const stress_load *load, convolve *c, double z, stress *out) {
    size_t n = grid_cells(&load->g);
    plane p = {0};
    if (!plane_make(&p, load, c, z)) {
        plane_free(&p);
        return false;
    }
    int loads = load->q ? LOADS : 1;
    const double *in[LOADS] = {load->p, load->q, load->q ? load->q + n : NULL};
    const spectrum *kernel[COMPONENTS * LOADS];
    for (int k = 0; k < COMPONENTS; k++)
        for (int l = 0; l < loads; l++) kernel[k * loads + l] = &p.kernel[l][k];
    convolve_many(c, loads, COMPONENTS, kernel, in, p.field);
    for (size_t i = 0; i < n; i++)
        out[i] = (stress){p.field[0][i], p.field[1][i], p.field[2][i], p.field[3][i], p.field[4][i], p.field[5][i]};
    plane_free(&p);
    return true;
}

/* ---- the greatest ---- */

enum { VON_MISES, SHEAR, MEASURES };

static double measured(const stress *s, int measure) {
    return measure == SHEAR ? stress_greatest_shear(s) : stress_von_mises(s);
}

/* The loaded cells alone: a smaller grid, whose middle lies at x, y of the whole one. */
typedef struct part {
    stress_load load;
    double x, y, *memory;
} part;

static bool loaded(const stress_load *l, size_t k, size_t n) {
    return l->p[k] != 0 || (l->q && (l->q[k] != 0 || l->q[n + k] != 0));
}

/* False: out of memory. nx = 0: nothing is loaded. */
static bool part_of(const stress_load *l, part *out) {
    const grid *g = &l->g;
    size_t n = grid_cells(g);
    int left = g->nx, right = -1, low = g->ny, high = -1;
    for (int j = 0; j < g->ny; j++)
        for (int i = 0; i < g->nx; i++)
            if (loaded(l, (size_t)j * (size_t)g->nx + (size_t)i, n)) {
                left = i < left ? i : left, right = i > right ? i : right;
                low = j < low ? j : low, high = j;
            }
    *out = (part){.load = *l};
    out->load.g.nx = right < 0 ? 0 : right - left + 1;
    if (right < 0) return true;
    out->load.g.ny = high - low + 1;
    out->x = grid_x(g, left) - grid_x(&out->load.g, 0), out->y = grid_y(g, low) - grid_y(&out->load.g, 0);
    size_t m = grid_cells(&out->load.g), wide = (size_t)out->load.g.nx;
    double *to = out->memory = malloc(3 * m * sizeof *to);
    if (!to) return false;
    for (int j = low; j <= high; j++, to += wide) {
        size_t from = (size_t)j * (size_t)g->nx + (size_t)left;
        memcpy(to, l->p + from, wide * sizeof *to);
        if (!l->q) continue;
        memcpy(to + m, l->q + from, wide * sizeof *to);
        memcpy(to + 2 * m, l->q + n + from, wide * sizeof *to);
    }
    out->load.p = out->memory;
    if (l->q) out->load.q = out->memory + m;
    return true;
}

/* The best cell of the plane at z. */
static void look_at_plane(const stress_load *l, const stress *s, int measure, double z, stress_peak *best) {
    for (int j = 0; j < l->g.ny; j++)
        for (int i = 0; i < l->g.nx; i++) {
            double v = measured(&s[(size_t)j * (size_t)l->g.nx + (size_t)i], measure);
            if (v > best->value) *best = (stress_peak){v, grid_x(&l->g, i), grid_y(&l->g, j), z};
        }
}

/* Golden section along the depth below the cell of the best plane. */
static void search(const stress_load *l, int measure, double low, double high, stress_peak *best) {
    const double golden = 0.61803398874989485;
    double at[2] = {high - golden * (high - low), low + golden * (high - low)}, f[2];
    for (int k = 0; k < 2; k++) {
        stress s = stress_at(l, best->x, best->y, at[k]);
        f[k] = measured(&s, measure);
    }
    for (int k = 0; k < SEARCH && high - low > 1e-4 * high; k++) {
        int worse = f[0] > f[1];
        if (worse == 1)
            high = at[1], at[1] = at[0], f[1] = f[0], at[0] = high - golden * (high - low);
        else
            low = at[0], at[0] = at[1], f[0] = f[1], at[1] = low + golden * (high - low);
        stress s = stress_at(l, best->x, best->y, at[!worse]);
        f[!worse] = measured(&s, measure);
    }
    int better = f[1] > f[0];
    if (f[better] > best->value) best->value = f[better], best->z = at[better];
}

static double plane_depth(double size, int k) { return k == 0 ? 0 : 0.06 * size * pow(1.25, k - 1); }

static bool look_down(const stress_load *l, stress_peak peak[MEASURES]) {
    double size = fmin(l->g.nx * l->g.dx, l->g.ny * l->g.dy);
    convolve *c = convolve_create(l->g.nx, l->g.ny, false, COMPONENTS);
    stress *s = malloc(grid_cells(&l->g) * sizeof *s);
    bool ready = c && s;
    int best[MEASURES] = {0};
    for (int k = 0; ready && k < PLANES && k <= (best[0] > best[1] ? best[0] : best[1]) + PAST; k++) {
        ready = stress_plane(l, c, plane_depth(size, k), s);
        for (int m = 0; ready && m < MEASURES; m++) {
            double before = peak[m].value;
            look_at_plane(l, s, m, plane_depth(size, k), &peak[m]);
            if (peak[m].value > before) best[m] = k;
        }
    }
    for (int m = 0; ready && m < MEASURES; m++)
        search(l, m, plane_depth(size, best[m] > 0 ? best[m] - 1 : 0), plane_depth(size, best[m] + 1), &peak[m]);
    convolve_destroy(c);
    free(s);
    return ready;
}

bool stress_greatest(const stress_load *load, stress_peak *von_mises, stress_peak *shear) {
    stress_peak peak[MEASURES] = {0}, *out[MEASURES] = {von_mises, shear};
    part p;
    bool ready = part_of(load, &p) && (p.load.g.nx == 0 || look_down(&p.load, peak));
    free(p.memory);
    for (int m = 0; ready && m < MEASURES; m++) {
        if (!out[m]) continue;
        *out[m] = peak[m];
        out[m]->x += p.x, out[m]->y += p.y;
    }
    return ready;
}
