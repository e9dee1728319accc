/* See stress_field.h. */
#include "stress_field.h"

#include <math.h>
#include <stdlib.h>

enum { COMPONENTS = 6, LOADS = 3, PLANES = 16, SEARCH = 40 };

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

static double measured(const stress *s, stress_measure m) {
    return m == STRESS_SHEAR ? stress_greatest_shear(s) : stress_von_mises(s);
}

/* m: of the loaded cells, the smaller side */
static double loaded_size(const stress_load *l) {
    const grid *g = &l->g;
    int left = g->nx, right = -1, low = g->ny, high = -1;
    for (int j = 0; j < g->ny; j++)
        for (int i = 0; i < g->nx; i++) {
            if (!(l->p[(size_t)j * (size_t)g->nx + (size_t)i] > 0)) continue;
            left = i < left ? i : left, right = i > right ? i : right;
            low = j < low ? j : low, high = j > high ? j : high;
        }
    return right < 0 ? 0 : fmin((right - left + 1) * g->dx, (high - low + 1) * g->dy);
}

/* The best cell of the plane at z. */
static void look_at_plane(const stress_load *l, const stress *s, stress_measure m, double z, stress_peak *best) {
    for (int j = 0; j < l->g.ny; j++)
        for (int i = 0; i < l->g.nx; i++) {
            double v = measured(&s[(size_t)j * (size_t)l->g.nx + (size_t)i], m);
            if (v > best->value) *best = (stress_peak){v, grid_x(&l->g, i), grid_y(&l->g, j), z};
        }
}

/* Golden section along the depth below the cell of the best plane. */
static void search(const stress_load *l, stress_measure m, double low, double high, stress_peak *best) {
    const double golden = 0.61803398874989485;
    double a = high - golden * (high - low), b = low + golden * (high - low), f[2];
    for (int k = 0; k < SEARCH && high - low > 1e-6 * high; k++) {
        stress s = stress_at(l, best->x, best->y, a), t = stress_at(l, best->x, best->y, b);
        f[0] = measured(&s, m), f[1] = measured(&t, m);
        if (f[0] > f[1])
            high = b, b = a, a = high - golden * (high - low);
        else
            low = a, a = b, b = low + golden * (high - low);
    }
    stress s = stress_at(l, best->x, best->y, 0.5 * (low + high));
    double v = measured(&s, m);
    if (v > best->value) best->value = v, best->z = 0.5 * (low + high);
}

bool stress_greatest(const stress_load *l, stress_measure m, stress_peak *out) {
    *out = (stress_peak){0};
    double size = loaded_size(l), depth[PLANES];
    if (!(size > 0)) return true;
    convolve *c = convolve_create(l->g.nx, l->g.ny, false, COMPONENTS);
    stress *s = malloc(grid_cells(&l->g) * sizeof *s);
    bool ready = c && s;
    int best = 0;
    for (int k = 0; ready && k < PLANES; k++) { /* 0, then in steps of a quarter from 0.06 of the size */
        depth[k] = k == 0 ? 0 : 0.06 * size * pow(1.25, k - 1);
        double before = out->value;
        ready = stress_plane(l, c, depth[k], s);
        if (ready) look_at_plane(l, s, m, depth[k], out);
        if (out->value > before) best = k;
    }
    if (ready) search(l, m, depth[best > 0 ? best - 1 : 0], depth[best < PLANES - 1 ? best + 1 : best], out);
    convolve_destroy(c);
    free(s);
    return ready;
}
