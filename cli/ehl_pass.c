/* abut ehl point --map: a rough surface that moves through the contact, step by step. */
#ifdef ABUT_FIELD
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "abut/heights.h"
#include "abut/text.h"
#include "ehl.h"
#include "handy.h"

static const double shortest = 6; /* nodes: shorter waves of the map are filtered, as the grid does not carry them */
static const double comes_in = 2; /* semi-axes, over which the heights grow from none: once through the contact */

static abut_status read_map(const ehl_request *q, double cell, abut_heights *map, abut_message *message) {
    abut_message why = {0};
    abut_status status = abut_heights_read(q->map, NULL, map, &why);
    if (status) (void)snprintf(message->text, sizeof message->text, "map %.100s: %.200s", q->map, why.text);
    if (!status) status = abut_heights_level(map, ABUT_LEVEL_MEAN, message);
    if (!status && fmax(map->lx / (double)map->nx, map->ly / (double)map->ny) < shortest * cell)
        status = abut_heights_filter(map, 0, shortest * cell, true, message);
    return status;
}

/* One step: the map goes on by one cell of the grid. */
static abut_status step(const ehl_request *q, abut_ehl_point_def *def, abut_ehl_point *s, abut_ehl_point_result *r,
                        ehl_passage *p, int k, const abut_heights *map, double *relief, abut_message *message) {
    double gone = (k + 1) * r->hx;
    abut_ehl_relief at = {p->a, q->R, gone * p->a, fmin(1, gone / comes_in)};
    abut_ehl_point_relief(r, map, &at, relief);
    abut_ehl_point_move v = {.dT = r->hx / q->map_speed, .last = 1, .relief = relief};
    abut_status status = abut_ehl_point_step(s, def, &v, r, message);
    if (status) return status;
    double film = q->R * sqrt(q->U);
    p->t[k] = gone * p->a / (0.5 * q->u_sum * q->map_speed);
    p->h_0[k] = r->H_0 * film;
    p->h_min[k] = r->H_min * film;
    p->p_max[k] = r->p_max * p->p_h;
    p->count = k + 1;
    return ABUT_OK;
}

abut_status ehl_pass(const ehl_request *q, const abut_ehl_point_def *steady, abut_ehl_point *s,
                     abut_ehl_point_result *r, ehl_answer *a, abut_message *message) {
    abut_heights map = {0};
    abut_ehl_point_def def = *steady;
    ehl_passage *p = &a->passage;
    int in = (int)ceil(comes_in / r->hx), count = in + (int)ceil(q->map_way / r->hx);
    p->a = a->size;
    p->p_h = a->p_h;
    p->in = in;
    abut_status status = read_map(q, r->hx * a->size, &map, message);
    p->generated = map.generated;
    double *relief = malloc((size_t)(r->nx * r->ny) * sizeof *relief), *all = calloc(4 * (size_t)count, sizeof *all);
    p->t = all;
    if (all) p->h_0 = all + count, p->h_min = all + 2 * count, p->p_max = all + 3 * count;
    if (!status && (!relief || !all)) {
        (void)snprintf(message->text, sizeof message->text, "no memory for %d steps", count);
        status = ABUT_NO_MEMORY;
    }
    for (int k = 0; k < count && !status; k++) status = step(q, &def, s, r, p, k, &map, relief, message);
    if (status == ABUT_NO_CONVERGENCE)
        (void)snprintf(
            message->text, sizeof message->text,
            "step %d of %d: no film was found between the rough surface and the other; more u-sum or eta0, less "
            "force, or a smoother surface give more film, --n more cells",
            p->count + 1, count);
    free(relief);
    abut_heights_destroy(&map);
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
