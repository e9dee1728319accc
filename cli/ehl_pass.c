/* abut ehl --map: a rough surface that moves through the contact, step by step. */
#ifdef ABUT_FIELD
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/heights.h"
#include "abut/text.h"
#include "ehl.h"
#include "handy.h"

static const double shortest = 6; /* nodes: shorter waves of the map are filtered, as the grid does not carry them */
static const double comes_in = 2; /* semi-axes, over which the heights grow from none: once through the contact */

/* One row of the map, twice: what a line contact sees. */
static abut_status take_row(const ehl_request *q, abut_heights *map, abut_message *message) {
    abut_heights row = {0};
    if (map->profile && q->map_row > 0) {
        (void)snprintf(message->text, sizeof message->text, "map %.100s is a profile: leave --map-row out", q->map);
        return ABUT_BAD_VALUE;
    }
    if (map->profile) return ABUT_OK;
    double wanted = q->map_row > 0 ? q->map_row : floor(0.5 * (double)map->ny) + 1;
    if (!(wanted <= (double)map->ny)) {
        (void)snprintf(message->text, sizeof message->text, "map %.100s has %zu rows: there is no row %.0f", q->map,
                       map->ny, wanted);
        return ABUT_BAD_VALUE;
    }
    abut_status status = abut_heights_create(map->nx, 2, map->lx, 2 * map->lx / (double)map->nx, &row, message);
    if (status) return status;
    for (size_t j = 0; j < 2; j++)
        memcpy(row.z + j * map->nx, map->z + ((size_t)wanted - 1) * map->nx, map->nx * sizeof *row.z);
    row.generated = map->generated;
    abut_heights_destroy(map);
    *map = row;
    return ABUT_OK;
}

static abut_status read_map(const ehl_request *q, double cell, abut_heights *map, abut_message *message) {
    abut_message why = {0};
    abut_status status = abut_heights_read(q->map, &(abut_heights_options){.profile = !q->point}, map, &why);
    if (status) (void)snprintf(message->text, sizeof message->text, "map %.100s: %.200s", q->map, why.text);
    if (!status && !q->point) status = take_row(q, map, message);
    if (!status) status = abut_heights_level(map, ABUT_LEVEL_MEAN, message);
    if (!status && fmax(map->lx / (double)map->nx, map->ly / (double)map->ny) < shortest * cell)
        status = abut_heights_filter(map, 0, shortest * cell, true, message);
    return status;
}

/* ---- steps ---- */
typedef struct passing {
    const ehl_request *q;
    ehl_passage *p;
    abut_heights map;
    double cell; /* of the grid, over the semi-axis: the map goes on by one in a step */
    double *relief;
} passing;

/* Room for steps and nodes; the map. */
static abut_status begin(passing *g, const ehl_request *q, ehl_answer *a, double cell, size_t nodes,
                         abut_message *message) {
    int in = (int)ceil(comes_in / cell), count = in + (int)ceil(q->map_way / cell);
    *g = (passing){.q = q, .p = &a->passage, .cell = cell};
    ehl_passage *p = g->p;
    p->a = a->size;
    p->p_h = a->p_h;
    p->in = in;
    p->steps = count;
    abut_status status = read_map(q, cell * a->size, &g->map, message);
    p->generated = g->map.generated;
    double *all = calloc(4 * (size_t)count, sizeof *all);
    g->relief = malloc(nodes * sizeof *g->relief);
    p->t = all;
    if (all) p->h_0 = all + count, p->h_min = all + 2 * count, p->p_max = all + 3 * count;
    if (!status && (!g->relief || !all)) {
        (void)snprintf(message->text, sizeof message->text, "no memory for %d steps", count);
        status = ABUT_NO_MEMORY;
    }
    return status;
}

static abut_ehl_relief place(const passing *g, int k) {
    double gone = (k + 1) * g->cell;
    return (abut_ehl_relief){g->p->a, g->q->R, gone * g->p->a, fmin(1, gone / comes_in)};
}

static void note(passing *g, int k, double H_0, double H_min, double p_max) {
    const ehl_request *q = g->q;
    ehl_passage *p = g->p;
    double film = q->R * sqrt(q->U);
    p->t[k] = (k + 1) * g->cell * p->a / (0.5 * q->u_sum * q->map_speed);
    p->h_0[k] = H_0 * film;
    p->h_min[k] = H_min * film;
    p->p_max[k] = p_max * p->p_h;
    p->count = k + 1;
}

static void end(passing *g, abut_status status, abut_message *message) {
    if (status == ABUT_NO_CONVERGENCE)
        (void)snprintf(
            message->text, sizeof message->text,
            "step %d of %d: no film was found between the rough surface and the other; more u-sum or eta0, less "
            "force, or a smoother surface give more film, --n more cells",
            g->p->count + 1, g->p->steps);
    free(g->relief);
    abut_heights_destroy(&g->map);
}

abut_status ehl_pass(const ehl_request *q, const abut_ehl_point_def *steady, abut_ehl_point *s,
                     abut_ehl_point_result *r, ehl_answer *a, abut_message *message) {
    passing g;
    abut_ehl_point_def def = *steady;
    abut_status status = begin(&g, q, a, r->hx, (size_t)(r->nx * r->ny), message);
    for (int k = 0; k < g.p->steps && !status; k++) {
        abut_ehl_relief at = place(&g, k);
        abut_ehl_point_relief(r, &g.map, &at, g.relief);
        abut_ehl_point_move v = {.dT = g.cell / q->map_speed, .last = 1, .relief = g.relief};
        status = abut_ehl_point_step(s, &def, &v, r, message);
        if (!status) note(&g, k, r->H_0, r->H_min, r->p_max);
    }
    end(&g, status, message);
    return status;
}

/* The distance of the nodes in the middle, where they are even. */
static double middle(const abut_ehl_line_result *r) {
    int i = 0;
    while (i < r->count - 2 && r->X[i + 1] < 0) i++;
    return r->X[i + 1] - r->X[i];
}

abut_status ehl_pass_line(const ehl_request *q, const abut_ehl_line_def *steady, abut_ehl_line *s,
                          abut_ehl_line_result *r, ehl_answer *a, abut_message *message) {
    passing g;
    abut_ehl_line_def def = *steady;
    abut_status status = begin(&g, q, a, middle(r), (size_t)r->count, message);
    for (int k = 0; k < g.p->steps && !status; k++) {
        abut_ehl_relief at = place(&g, k);
        abut_ehl_line_relief(r, &g.map, 0, &at, g.relief);
        abut_ehl_line_move v = {.dT = g.cell / q->map_speed, .last = 1, .relief = g.relief};
        status = abut_ehl_line_step(s, &def, &v, r, message);
        if (!status) note(&g, k, r->H_0, r->H_min, r->p_max);
    }
    end(&g, status, message);
    return status;
}

/* ---- the answer ---- */
typedef struct range {
    double least, mean, most;
} range;

static range range_of(const ehl_passage *p, const double *v) {
    range r = {INFINITY, 0, -INFINITY};
    for (int k = p->in; k < p->count; k++) {
        r.least = fmin(r.least, v[k]);
        r.most = fmax(r.most, v[k]);
        r.mean += v[k] / (p->count - p->in);
    }
    return r;
}

void ehl_pass_table(const ehl_answer *a) {
    const ehl_passage *p = &a->passage;
    range h = range_of(p, p->h_0);
    (void)printf("\n%s surface moved through, %d steps after it had come in\n",
                 p->generated ? "generated rough" : "rough", p->count - p->in);
    handy_line("h_0, least", h.least, "m");
    handy_line("h_0, mean", h.mean, "m");
    handy_line("h_0, greatest", h.most, "m");
    handy_line("h_min, least", range_of(p, p->h_min).least, "m");
    handy_line("p_max, greatest", range_of(p, p->p_max).most, "Pa");
}

void ehl_pass_json(const ehl_answer *a, abut_json *j) {
    const ehl_passage *p = &a->passage;
    const struct {
        const char *name;
        const double *v;
    } lists[] = {{"pass_t", p->t}, {"pass_h_0", p->h_0}, {"pass_h_min", p->h_min}, {"pass_p_max", p->p_max}};
    abut_json_bool(j, "map_generated", p->generated);
    abut_json_number(j, "pass_from", p->in);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        abut_json_begin(j, lists[i].name, '[');
        for (int k = 0; k < p->count; k++) abut_json_number(j, NULL, lists[i].v[k]);
        abut_json_end(j);
    }
}
#endif
