/* See shear_window.h. The inverse is that of the symbol, k/(2 pi) (1 + f k k^T/k^2)/(1 + f) with the wave number k, on the window
 * repeated without end. */
#include "shear_window.h"

#include <math.h>
#include <stdlib.h>

#include "base/constants.h"
#include "base/plane.h"
#include "cerruti.h"

struct shear_window {
    int n;
    double f;
    size_t entry; /* numbers in an entry of the tables */
    double *kernels[SHEAR_PARTS];
    double *self;               /* WINDOW_ENTRIES */
    window_plans padded, small; /* of 2n x 2n and n x n cells, in place */
};

/* ---- creation ---- */
typedef struct coefficients {
    int n;
    double *part[SHEAR_PARTS]; /* (n + 1)^2 each */
} coefficients;

typedef struct look {
    const coefficients *c;
    int part;
} look;

static double between(const void *user, int i, int j) {
    const look *l = user;
    return l->c->part[l->part][(size_t)j * (size_t)(l->c->n + 1) + (size_t)i];
}

static void integrate(coefficients *c, double f, double aspect) {
    for (int j = 0; j <= c->n; j++)
        for (int i = 0; i <= c->n; i++) {
            cerruti v = cerruti_cell(i, j * aspect, 1, aspect);
            size_t k = (size_t)j * (size_t)(c->n + 1) + (size_t)i;
            c->part[SHEAR_XX][k] = (v.xx + v.yy) + f * v.xx;
            c->part[SHEAR_YY][k] = (v.xx + v.yy) + f * v.yy;
            c->part[SHEAR_XY][k] = f * v.xy;
        }
}

static bool fill_entry(shear_window *w, int e, coefficients *c, window_room *room) {
    integrate(c, w->f, window_entry_aspect(e));
    w->self[e] = 0.5 * (c->part[SHEAR_XX][0] + c->part[SHEAR_YY][0]);
    for (int k = 0; k < SHEAR_PARTS; k++) {
        look l = {c, k};
        if (!window_quarter(2 * w->n, k == SHEAR_XY, between, &l, room, w->kernels[k] + (size_t)e * w->entry))
            return false;
    }
    return true;
}

static bool fill(shear_window *w) {
    window_room *room = aligned_alloc(64, (sizeof *room + 63) / 64 * 64);
    coefficients c = {.n = w->n};
    bool whole = room != NULL;
    for (int k = 0; k < SHEAR_PARTS; k++) {
        c.part[k] = malloc(w->entry * sizeof(double));
        whole = whole && c.part[k];
    }
    whole =
        whole && window_plans_make(&w->padded, w->n, 2 * w->n, room) && window_plans_make(&w->small, w->n, w->n, room);
    for (int e = 0; whole && e < WINDOW_ENTRIES; e++) whole = fill_entry(w, e, &c, room);
    for (int k = 0; k < SHEAR_PARTS; k++) free(c.part[k]);
    free(room);
    return whole;
}

shear_window *shear_window_create(int n, double nu) {
    shear_window *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    w->n = n;
    w->f = nu / (1 - nu);
    w->entry = (size_t)(n + 1) * (size_t)(n + 1);
    bool whole = (w->self = malloc(WINDOW_ENTRIES * sizeof *w->self)) != NULL;
    for (int k = 0; k < SHEAR_PARTS; k++)
        whole = (w->kernels[k] = malloc(WINDOW_ENTRIES * w->entry * sizeof(double))) && whole;
    if (whole && fill(w)) return w;
    shear_window_destroy(w);
    return NULL;
}

void shear_window_destroy(shear_window *w) {
    if (!w) return;
    window_plans_drop(&w->padded);
    window_plans_drop(&w->small);
    for (int k = 0; k < SHEAR_PARTS; k++) free(w->kernels[k]);
    free(w->self);
    free(w);
}

/* ---- one aspect ratio ---- */
static void make_inverse(const shear_window *w, double aspect, shear_operator *out) {
    int half = w->n / 2;
    double f = w->f, cells = (double)w->n * w->n, unit = 1 / (TWO_PI * (1 + f) * cells);
    for (int j = 0; j <= half; j++)
        for (int i = 0; i <= half; i++) {
            size_t at = (size_t)j * (size_t)(half + 1) + (size_t)i;
            double kx = TWO_PI * i / w->n, ky = TWO_PI * j / (w->n * aspect), k = plane_length(kx, ky);
            double x = k > 0 ? kx / k : 0, y = k > 0 ? ky / k : 0;
            if (!(k > 0)) k = PI / (w->n * fmax(1, aspect)); /* as for the half of the longest wave */
            out->inverse[SHEAR_XX][at] = unit * k * (1 + f * x * x);
            out->inverse[SHEAR_YY][at] = unit * k * (1 + f * y * y);
            out->inverse[SHEAR_XY][at] = i == half || j == half ? 0 : unit * k * f * x * y;
        }
}

void shear_operator_make(const shear_window *w, double aspect, shear_operator *out) {
    window_blend b = window_blend_at(aspect);
    out->w = w;
    for (int k = 0; k < SHEAR_PARTS; k++) window_blend_table(&b, w->kernels[k], w->entry, out->kernel[k]);
    window_blend_table(&b, w->self, 1, &out->self);
    make_inverse(w, aspect, out);
}

/* ---- products ---- */
/* Of a spectrum that is odd in both directions the quarter of negative waves has the other sign. */
static void multiply(int m, const double *xx, const double *yy, const double *xy, double *restrict x,
                     double *restrict y) {
    int half = m / 2;
    for (int j = 0; j < m; j++) {
        size_t row = (size_t)j * (size_t)window_stride(m), q = (size_t)(j <= half ? j : m - j) * (size_t)(half + 1);
        double sign = j <= half ? 1 : -1;
        for (int i = 0; i <= half; i++)
            for (int part = 0; part < 2; part++) {
                size_t at = row + 2 * (size_t)i + (size_t)part, k = q + (size_t)i;
                double a = x[at], b = y[at], across = sign * xy[k];
                x[at] = xx[k] * a + across * b;
                y[at] = across * a + yy[k] * b;
            }
    }
}

static void apply(const window_plans *p, const double *xx, const double *yy, const double *xy, const double *in,
                  double *out) {
    window_room x, y;
    size_t cells = (size_t)p->n * (size_t)p->n;
    window_forward(p, in, &x);
    window_forward(p, in + cells, &y);
    multiply(p->m, xx, yy, xy, x.field, y.field);
    window_back(p, &x, out);
    window_back(p, &y, out + cells);
}

void shear_product(void *user, const double *q, double *u) {
    const shear_operator *o = user;
    apply(&o->w->padded, o->kernel[SHEAR_XX], o->kernel[SHEAR_YY], o->kernel[SHEAR_XY], q, u);
}

void shear_inverse(void *user, const double *u, double *q) {
    const shear_operator *o = user;
    apply(&o->w->small, o->inverse[SHEAR_XX], o->inverse[SHEAR_YY], o->inverse[SHEAR_XY], u, q);
}
