/* See friction_operator.h. A kernel seen from the distance `ahead` is no longer even or odd in x: it is the sum of an even and of an odd
 * one, which take the same field twice. */
#include "friction_operator.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/constants.h"
#include "base/plane.h"

enum part { XX, XY, YY, ZX, ZY, PARTS };

struct friction_operator {
    grid g;
    bool coupled, split;
    double self;
    convolve *c;
    convolve *repeated;  /* of the window without padding */
    spectrum inverse[3]; /* XX, XY, YY */
    double ahead;
    spectrum even[PARTS], odd[PARTS]; /* even and odd parts in x; without `ahead` only the one that is not zero */
};

/* Coefficients for i = -reach ... reach, j = 0 ... rows - 1. */
typedef struct table {
    influence *at;
    long reach, rows;
} table;

typedef struct look {
    const table *t;
    enum part part;
    bool odd;
} look;

static const bool odd_in_x[PARTS] = {[XY] = true, [ZX] = true};
static const bool odd_in_y[PARTS] = {[XY] = true, [ZY] = true};

static double part_of(const influence *v, enum part part) {
    switch (part) {
    case XX:
        return v->xx;
    case XY:
        return v->xy;
    case YY:
        return v->yy;
    case ZX:
        return v->zx;
    default:
        return v->zy;
    }
}

/* A transform has entries beyond those of the kernel that no field sees. */
static const influence *entry(const table *t, long i, long j) {
    i = i > t->reach ? t->reach : i < -t->reach ? -t->reach : i;
    j = j >= t->rows ? t->rows - 1 : j;
    return &t->at[j * (2 * t->reach + 1) + i + t->reach];
}

static double value(long i, long j, void *user) {
    const look *l = user;
    double right = part_of(entry(l->t, i, j), l->part), left = part_of(entry(l->t, -i, j), l->part);
    return 0.5 * (l->odd ? right - left : right + left);
}

static influence blend(double a, influence p, double b, influence q) {
    return (influence){a * p.xx + b * q.xx, a * p.xy + b * q.xy, a * p.yy + b * q.yy,
                       a * p.zz + b * q.zz, a * p.zx + b * q.zx, a * p.zy + b * q.zy};
}

static influence from(const grid *g, const elastic_pair *pair, double x, double y) {
    cerruti cell = cerruti_cell(x, y, g->dx, g->dy);
    return influence_of(pair, &cell);
}

static bool fill(table *t, const grid *g, const elastic_pair *pair, double here, double along, double ahead) {
    t->reach = g->nx - 1;
    t->rows = g->ny;
    size_t width = 2 * (size_t)t->reach + 1;
    t->at = malloc(width * (size_t)t->rows * sizeof *t->at);
    if (!t->at) return false;
    for (long j = 0; j < t->rows; j++)
        for (long i = -t->reach; i <= t->reach; i++) {
            double x = (double)i * g->dx, y = (double)j * g->dy;
            influence v = here != 0 ? from(g, pair, x, y) : (influence){0};
            influence w = along != 0 ? from(g, pair, x + ahead, y) : (influence){0};
            t->at[j * (long)width + i + t->reach] = blend(here, v, along, w);
        }
    return true;
}

static bool make(friction_operator *o, const table *t) {
    for (enum part k = 0; k < PARTS; k++) {
        if ((k == ZX || k == ZY) && !o->coupled) continue;
        for (int odd = 0; odd < 2; odd++) {
            if (!o->split && odd != (int)odd_in_x[k]) continue;
            look l = {t, k, odd};
            if (!spectrum_of_kernel(o->c, value, &l, odd, odd_in_y[k], odd ? &o->odd[k] : &o->even[k])) return false;
        }
    }
    return true;
}

/* ---- the inverse: G k/2 (1 + nu/(1 - nu) k k^T/k^2), of the wave number k ---- */

typedef struct wave {
    const grid *g;
    const elastic_pair *pair;
    enum part part;
} wave;

static double symbol(long i, long j, void *user) {
    const wave *w = user;
    double kx = TWO_PI * (double)i / (w->g->nx * w->g->dx), ky = TWO_PI * (double)j / (w->g->ny * w->g->dy);
    double k = plane_length(kx, ky), f = w->pair->nu / (1 - w->pair->nu);
    if (k == 0) /* as for the half of the longest wave */
        return w->part == XY ? 0 : 0.5 * PI / fmax(w->g->nx * w->g->dx, w->g->ny * w->g->dy) * w->pair->G;
    double c = w->part == XX   ? 1 + f * kx * kx / (k * k)
               : w->part == YY ? 1 + f * ky * ky / (k * k)
                               : -f * kx * ky / (k * k);
    return 0.5 * w->pair->G * k * c;
}

static bool make_inverse(friction_operator *o, const grid *g, const elastic_pair *pair) {
    o->repeated = convolve_create(g->nx, g->ny, true, 2);
    if (!o->repeated) return false;
    for (enum part k = XX; k <= YY; k++) {
        wave w = {g, pair, k};
        if (!spectrum_of_symbol(o->repeated, symbol, &w, k == XY, k == XY, &o->inverse[k])) return false;
    }
    return true;
}

void friction_operator_inverse(void *user, const double *u, double *q) {
    friction_operator *o = user;
    size_t n = grid_cells(&o->g);
    const double *in[] = {u, u + n};
    double *out[] = {q, q + n};
    const spectrum *kernel[] = {&o->inverse[XX], &o->inverse[XY], &o->inverse[XY], &o->inverse[YY]};
    convolve_many(o->repeated, 2, 2, kernel, in, out);
    if (!(o->ahead > 0)) return;
    double f = o->g.dx / o->ahead;
    for (int j = 0; j < 2 * o->g.ny; j++) {
        double *row = q + (size_t)j * (size_t)o->g.nx, sum = 0;
        for (int i = o->g.nx - 1; i >= 0; i--) row[i] = sum += f * row[i];
    }
}

friction_operator *friction_operator_create(const grid *g, const elastic_pair *pair, double here, double along,
                                            double ahead) {
    friction_operator *o = calloc(1, sizeof *o);
    if (!o) return NULL;
    o->g = *g;
    o->split = along != 0 && ahead != 0;
    o->ahead = ahead;
    o->coupled = pair->K != 0;
    o->c = convolve_create(g->nx, g->ny, false, 4);
    table t = {0};
    bool ready = o->c && fill(&t, g, pair, here, along, ahead) && make(o, &t) && make_inverse(o, g, pair);
    if (ready) o->self = 0.5 * (entry(&t, 0, 0)->xx + entry(&t, 0, 0)->yy);
    free(t.at);
    if (ready) return o;
    friction_operator_destroy(o);
    return NULL;
}

void friction_operator_destroy(friction_operator *o) {
    if (!o) return;
    for (enum part k = 0; k < PARTS; k++) spectrum_drop(&o->even[k]), spectrum_drop(&o->odd[k]);
    for (int k = 0; k < 3; k++) spectrum_drop(&o->inverse[k]);
    convolve_destroy(o->repeated);
    convolve_destroy(o->c);
    free(o);
}

static const spectrum *made(const spectrum *s) { return s->value ? s : NULL; }

/* out[o] = sum of the kernels part[o*ins + i], turned where sign is negative, with in[i] */
static void apply(friction_operator *o, int ins, int outs, const enum part *part, const double *const *in,
                  double *const *out) {
    const spectrum *kernel[8];
    const double *fields[4];
    if (!o->split) {
        for (int i = 0; i < ins * outs; i++)
            kernel[i] = odd_in_x[part[i]] ? made(&o->odd[part[i]]) : made(&o->even[part[i]]);
        convolve_many(o->c, ins, outs, kernel, in, out);
        return;
    }
    for (int i = 0; i < ins; i++) fields[2 * i] = fields[2 * i + 1] = in[i];
    for (int i = 0; i < ins * outs; i++)
        kernel[2 * i] = made(&o->even[part[i]]), kernel[2 * i + 1] = made(&o->odd[part[i]]);
    convolve_many(o->c, 2 * ins, outs, kernel, fields, out);
}

void friction_operator_tangential(void *user, const double *q, double *u) {
    friction_operator *o = user;
    size_t n = grid_cells(&o->g);
    const double *in[] = {q, q + n};
    double *out[] = {u, u + n};
    apply(o, 2, 2, (const enum part[]){XX, XY, XY, YY}, in, out);
}

void friction_operator_of_pressure(friction_operator *o, const double *p, double *u) {
    size_t n = grid_cells(&o->g);
    if (!o->coupled || !p) {
        memset(u, 0, 2 * n * sizeof *u);
        return;
    }
    double *out[] = {u, u + n};
    apply(o, 1, 2, (const enum part[]){ZX, ZY}, &p, out);
    for (size_t i = 0; i < 2 * n; i++) u[i] = -u[i];
}

void friction_operator_normal(friction_operator *o, const double *q, double *u_z) {
    size_t n = grid_cells(&o->g);
    if (!o->coupled) {
        memset(u_z, 0, n * sizeof *u_z);
        return;
    }
    const double *in[] = {q, q + n};
    apply(o, 2, 1, (const enum part[]){ZX, ZY}, in, &u_z);
}

bool friction_operator_coupled(const friction_operator *o) { return o->coupled; }
double friction_operator_self(const friction_operator *o) { return o->self; }
