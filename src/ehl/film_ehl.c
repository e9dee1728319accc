/* Film law 'ehl': the solver itself, for the few contacts of a model that are worth it. Contacts are solved where they are needed, at nodes of a
 * lattice even in ln M, ln(1 + L), ln D, each once and from scratch, so that the film is one function of the contact whatever came before, and
 * smooth: between nodes S = ln(H/H_formula), ln(H_min/H) and ln(s/H), s the separation, are interpolated by cubics through four of them in each
 * direction (cubic convolution):
 *   w(s) = (-s + 2 s^2 - s^3)/2, 1 + (-5 s^2 + 3 s^3)/2, (s + 4 s^2 - 3 s^3)/2, (-s^2 + s^3)/2
 * (R. G. Keys, IEEE Trans. ASSP 29 (1981) 1153, recalled). Where D lies on a node, as of a ball on a plane, one layer is solved, and the slope by D
 * is that of the formula. A line has one layer.
 *
 * The approach d of the bodies is prescribed: the element finds the load whose dry approach less s(load) is d. That is the load of the solution with
 * the gap held at d, since load and gap of steady solutions belong to each other one by one; it needs no solution of its own, and slopes are exact.
 *
 * Ellipses: n x n cells flooded, and half as many for the limit of fine grids; lines: n and 2n cells. Barus' viscosity, incompressible. Beyond M 5 to
 * 1500 (lines: from 1), L 30, D 0.05 it goes on as `ehl_table` does. Memory is shared by evaluations of one
 * contact: one thread at a time. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "abut/ehl.h"
#include "abut/extend.h"
#include "film/film.h"
#include "film/hull.h"
#include "lead.h"
#include "table.h"

enum { AXES = 3, MOST = 4096 };
static const double spacing[AXES] = {0.35, 0.25, 0.35};
static const double low[2][AXES] = {{1.6094379124341003, 0, -2.995732273553991},
                                    {0, 0, 0}};                              /* ln 5, 0, ln 0.05; of lines */
static const double high[AXES] = {7.313220387090301, 3.4339872044851463, 0}; /* ln 1500, ln 31, 0 */
enum { FILM, LEAST, APART, VALUES };

typedef struct node {
    int at[AXES];
    bool known, good;
    double value[VALUES]; /* ln(H/H_formula), ln(H_min/H), ln(s/H) */
} node;

typedef struct solved {
    bool line;
    int n;
    node node[MOST]; /* by their places, the next free one after a collision */
} solved;

/* ---- nodes ---- */
static void fill(const solved *s, node *k) {
    double M = exp(spacing[0] * k->at[0]), L = expm1(spacing[1] * k->at[1]), D = exp(spacing[2] * k->at[2]), ln[VALUES];
    k->known = true;
    if (L < 0 || D > 1 || M < (s->line ? 0.5 : 2)) return;
    k->good = s->line ? !ehl_table_line_films(M, L, s->n, ln, NULL) : !ehl_table_films(M, L, D, s->n, ln, NULL);
    if (!k->good) return;
    k->value[FILM] = ln[FILM] - log(ehl_film_expected(M, L, s->line ? 0 : D));
    k->value[LEAST] = fmin(ln[LEAST] - ln[FILM], 0);
    k->value[APART] = ln[APART] - ln[FILM];
}

/* NULL: the lattice is full. */
static const node *node_at(solved *s, const int at[AXES]) {
    unsigned hash = (unsigned)at[0] * 73856093U ^ (unsigned)at[1] * 19349663U ^ (unsigned)at[2] * 83492791U;
    for (unsigned i = 0; i < MOST; i++) {
        node *k = &s->node[(hash + i) % MOST];
        if (k->known && !memcmp(k->at, at, sizeof k->at)) return k;
        if (k->known) continue;
        memcpy(k->at, at, sizeof k->at);
        fill(s, k);
        return k;
    }
    return NULL;
}

/* One that cannot be solved (L < 0, D > 1, a grid that is too coarse) counts as its neighbour towards the contact. */
static const node *usable(solved *s, const int wanted[AXES], const int middle[AXES]) {
    int at[AXES] = {wanted[0], wanted[1], wanted[2]};
    const node *n = node_at(s, at);
    for (int tries = 0; tries < 3 && n && !n->good; tries++) {
        for (int a = 0; a < AXES; a++) at[a] += (at[a] < middle[a]) - (at[a] > middle[a]);
        n = node_at(s, at);
    }
    return n && n->good ? n : NULL;
}

/* ---- between nodes ---- */
typedef struct span {
    int first, count;
    double w[4], slope[4];
} span;

static span span_of(double x, double step) {
    double t = x / step, left = floor(t), s = t - left;
    return (span){(int)left - 1,
                  4,
                  {(-s + 2 * s * s - s * s * s) / 2, 1 + (-5 * s * s + 3 * s * s * s) / 2,
                   (s + 4 * s * s - 3 * s * s * s) / 2, (-s * s + s * s * s) / 2},
                  {(-1 + 4 * s - 3 * s * s) / (2 * step), (-10 * s + 9 * s * s) / (2 * step),
                   (1 + 8 * s - 9 * s * s) / (2 * step), (-2 * s + 3 * s * s) / (2 * step)}};
}

/* A ball on a plane stays one. */
static span layer_of(double x, double step) {
    double t = x / step, near = rint(t);
    return fabs(t - near) < 1e-9 ? (span){(int)near, 1, {1}, {0}} : span_of(x, step);
}

typedef struct found {
    double value, by[AXES];
} found;

static bool look(solved *s, const double x[AXES], int quantity, found *f) {
    span m = span_of(x[0], spacing[0]), l = span_of(x[1], spacing[1]), d = layer_of(x[2], spacing[2]);
    const int middle[AXES] = {(int)rint(x[0] / spacing[0]), (int)rint(x[1] / spacing[1]), (int)rint(x[2] / spacing[2])};
    *f = (found){0};
    for (int q = 0; q < m.count * l.count * d.count; q++) {
        int i = q % m.count, j = q / m.count % l.count, k = q / (m.count * l.count);
        const node *n = usable(s, (const int[AXES]){m.first + i, l.first + j, d.first + k}, middle);
        if (!n) return false;
        double value = n->value[quantity];
        f->value += m.w[i] * l.w[j] * d.w[k] * value;
        f->by[0] += m.slope[i] * l.w[j] * d.w[k] * value;
        f->by[1] += m.w[i] * l.slope[j] * d.w[k] * value;
        f->by[2] += m.w[i] * l.w[j] * d.slope[k] * value;
    }
    return true;
}

/* ---- the law ---- */
/* The usual formula by its public door, all that has a unit is 1, so that pressures are none: d ln h/d ln E' = -1/2 - m/4 + 3l/4 (a line: -m/2),
 * d ln h/d ln rho_y = d. */
static film_term formula(bool line, const film_numbers *n) {
    double M = exp(n->M), L = exp(n->L), D = fmin(exp(n->D), 1), share = line ? 0.5 : 0.25;
    const abut_film_in in = {line, M, 1, line ? 0 : D, 1, 1, 1, L, 1, 0, 0};
    abut_film_law law;
    abut_film_out o;
    if (abut_film_choose(NULL, line, &law, NULL) || abut_film_eval(&law, &in, &o, NULL) || !(o.h_c > 0))
        return (film_term){-INFINITY, {0}};
    double m = o.dh_dF * M / o.h_c;
    return (film_term){log(o.H),
                       {m, (o.dh_dE / o.h_c + 0.5 + share * m) / 0.75, line ? 0 : o.dh_drho_y * D / o.h_c, 0}};
}

typedef struct place {
    double x[AXES], by[AXES], light, by_M;
    bool beyond;
} place;

static place place_of(bool line, const film_numbers *n) {
    double L = exp(n->L);
    place p = {.x = {n->M, log1p(L), line ? 0 : n->D}};
    for (int a = 0; a < AXES; a++) p.beyond |= hull_hold(low[line][a], high[a], &p.x[a], &p.by[a]);
    p.by[1] *= isinf(L) ? 1 : L / (1 + L);
    p.light = hull_light(low[line][0], n->M, &p.by_M);
    return p;
}

static void add(film_term *to, const found *f, const place *p, double share) {
    static const int axis[AXES] = {BY_M, BY_L, BY_D};
    to->ln += share * f->value;
    for (int a = 0; a < AXES; a++) to->g[axis[a]] += share * f->by[a] * p->by[a];
}

/* Where nothing is found the element has no film, and says so. */
static film_term film(const abut_film_law *law, const film_numbers *n, const film_regimes *r) {
    (void)r;
    film_term H = formula(law->line, n);
    place p = place_of(law->line, n);
    found f;
    if (p.light == 0) return H;
    if (!look((solved *)(uintptr_t)law->table, p.x, FILM, &f)) return (film_term){-INFINITY, {0}};
    add(&H, &f, &p, p.light);
    H.g[BY_M] += p.by_M * f.value;
    return H;
}

static film_term apart(const abut_film_law *law, const film_numbers *n, const film_regimes *r) {
    film_term H = film(law, n, r);
    place p = place_of(law->line, n);
    found f;
    if (p.light == 0) return H;
    if (!look((solved *)(uintptr_t)law->table, p.x, APART, &f)) return (film_term){-INFINITY, {0}};
    add(&H, &f, &p, p.light);
    H.g[BY_M] += p.by_M * f.value;
    return H;
}

static double least(const abut_film_law *law, const film_numbers *n, double ln_H) {
    place p = place_of(law->line, n);
    found f;
    return look((solved *)(uintptr_t)law->table, p.x, LEAST, &f) ? ln_H + f.value : -INFINITY;
}

static bool beyond(const abut_film_law *law, const film_numbers *n, abut_message *message) {
    (void)message;
    return place_of(law->line, n).beyond;
}

static void drop(abut_film_law *law) {
    free((void *)(uintptr_t)law->table);
    law->table = NULL;
}

static abut_status choose(const abut_args *args, abut_film_law *law) {
    int n = (int)abut_arg(args, "n");
    if (n != 64 && n != 128 && n != 256 && n != 512)
        return abut_refuse_at(args, "n", ABUT_BAD_VALUE, "n must be 64, 128, 256 or 512 cells, got %d", n);
    solved *s = calloc(1, sizeof *s);
    if (!s) return abut_refuse(args, ABUT_NO_MEMORY, "out of memory");
    s->line = law->line;
    s->n = n;
    law->table = s;
    law->extended = true;
    return ABUT_OK;
}

static const abut_param_info params[] = {
    FILM_PARAMS(1),
    {.name = "n",
     .unit = "1",
     .preset = 128,
     .low = 64,
     .high = 512,
     .meaning = "cells of the grid in each direction: 64, 128, 256 or 512; half of them (of a line twice as many) "
                "serve to lead "
                "films to the limit"},
    {0},
};

static const abut_choice examples[] = {{"ehl", {{.name = "n", .value = 64}}}, {0}};

const abut_film_type film_ehl = {
    .type = {"film", "ehl", "film of a line or elliptic contact, solved where it is needed", params, examples},
    .both = true,
    .film = film,
    .choose = choose,
    .drop = drop,
    .least = least,
    .apart = apart,
    .beyond = beyond,
};
