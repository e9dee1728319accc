/* Film law 'ehl': the solver itself, for the few contacts of a model that are worth it. Contacts are solved where they are needed, at nodes of a
 * lattice (lattice.h) even in ln M, ln(1 + L), ln D, each once and from scratch, so that the film is one function of the contact whatever came before, and
 * smooth: between nodes S = ln(H/H_formula), ln(H_min/H) and ln(s/H), s the separation, are interpolated. Where D lies on a node, as of a ball on a plane, one layer is
 * solved, and the slope by D is that of the formula. A line has one layer.
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
#include "lattice.h"
#include "lead.h"
#include "table.h"

enum { AXES = LATTICE_AXES };
enum { FILM, LEAST, APART };
static const double spacing[AXES] = {0.35, 0.25, 0.35};
static const double low[2][AXES] = {{1.6094379124341003, 0, -2.995732273553991},
                                    {0, 0, 0}};                              /* ln 5, 0, ln 0.05; of lines */
static const double high[AXES] = {7.313220387090301, 3.4339872044851463, 0}; /* ln 1500, ln 31, 0 */

typedef struct solved {
    bool line;
    int n;
    lattice at; /* ln(H/H_formula), ln(H_min/H), ln(s/H) */
} solved;

/* At a node. What lies beyond L = 0 and D = 1 is not solved, nor what is too light or too heavy for the grid. */
static bool find(const void *user, const double x[AXES], double value[LATTICE_VALUES]) {
    const solved *s = user;
    double M = exp(x[0]), L = expm1(x[1]), D = exp(x[2]), ln[LATTICE_VALUES];
    if (L < 0 || D > 1 || M < (s->line ? 0.5 : 2)) return false;
    if (s->line ? ehl_table_line_films(M, L, s->n, ln, NULL) : ehl_table_films(M, L, D, s->n, ln, NULL)) return false;
    value[FILM] = ln[FILM] - log(ehl_film_expected(M, L, s->line ? 0 : D));
    value[LEAST] = fmin(ln[LEAST] - ln[FILM], 0);
    value[APART] = ln[APART] - ln[FILM];
    return true;
}

static bool look(const abut_film_law *law, const double x[AXES], int quantity, lattice_value *f) {
    solved *s = (solved *)(uintptr_t)law->table;
    return lattice_look(&s->at, x, quantity, f);
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

static void add(film_term *to, const lattice_value *f, const place *p, double share) {
    static const int axis[AXES] = {BY_M, BY_L, BY_D};
    to->ln += share * f->value;
    for (int a = 0; a < AXES; a++) to->g[axis[a]] += share * f->by[a] * p->by[a];
}

/* `to` more by what the solver says of a quantity. Where nothing is found the element has no film, and says so. */
static film_term with(const abut_film_law *law, const film_numbers *n, film_term to, int quantity) {
    place p = place_of(law->line, n);
    lattice_value f;
    if (p.light == 0) return to;
    if (!look(law, p.x, quantity, &f)) return (film_term){-INFINITY, {0}};
    add(&to, &f, &p, p.light);
    to.g[BY_M] += p.by_M * f.value;
    return to;
}

static film_term film(const abut_film_law *law, const film_numbers *n, const film_regimes *r) {
    (void)r;
    return with(law, n, formula(law->line, n), FILM);
}

static film_term apart(const abut_film_law *law, const film_numbers *n, const film_regimes *r) {
    film_term H = film(law, n, r);
    return isinf(H.ln) ? H : with(law, n, H, APART);
}

static double least(const abut_film_law *law, const film_numbers *n, double ln_H) {
    place p = place_of(law->line, n);
    lattice_value f;
    return look(law, p.x, LEAST, &f) ? ln_H + f.value : -INFINITY;
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
    s->at.find = find;
    s->at.user = s;
    memcpy(s->at.spacing, spacing, sizeof spacing);
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
