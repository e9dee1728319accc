/* The Campbell diagram: modes over the speed of the drives. Oscillations at neighbouring speeds lie on one curve if their shapes are
 * alike and their frequencies near; where a curve meets an order of the speed, and where the first mode becomes
 * unstable, is solved for with modes at speeds between. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "abut/world.h"
#include "modes.h"
#include "world/world.h"

enum { MOST_TRIALS = 60, MOST_HALVINGS = 40 };
static const double accuracy = 1e-12; /* of the speed of a crossing */
static const double ahead = 1e-3;     /* of the stability limit: over that growth is linear in the speed */
static const double alike = 0.05;     /* least likeness of modes on one curve */

static abut_status solve(const modes_sweep *s, double speed, abut_mode_list *out) {
    modes_sweep_turn(s, speed);
    return abut_modes(s->w, s->solver, ABUT_MODES_EQUILIBRIUM, out);
}

/* ---- curves ---- */
static const abut_mode_motion *motions(const abut_mode_list *l, int mode) {
    return l->motion + (size_t)mode * (size_t)(l->bodies + 1);
}

/* |a^H M b|^2, 1 for the same mode; M as the world stands */
static double likeness(const abut_world *w, const abut_mode_motion *a, const abut_mode_motion *b) {
    double re = 0, im = 0;
    for (int id = 1; id <= w->bodies; id++) {
        if (!a[id].moves || !b[id].moves) continue;
        int node = w->body[id].node;
        const mb_node *n = &w->system->node[node];
        const mb_kin *kin = &w->work->kin[node];
        vec3 turn_re = n->isotropic ? v3_scale(n->I[0], b[id].rotation_re) : kin_inertia(n, kin, b[id].rotation_re);
        vec3 turn_im = n->isotropic ? v3_scale(n->I[0], b[id].rotation_im) : kin_inertia(n, kin, b[id].rotation_im);
        vec3 move_re = v3_scale(n->mass, b[id].translation_re), move_im = v3_scale(n->mass, b[id].translation_im);
        re += v3_dot(a[id].translation_re, move_re) + v3_dot(a[id].translation_im, move_im) +
              v3_dot(a[id].rotation_re, turn_re) + v3_dot(a[id].rotation_im, turn_im);
        im += v3_dot(a[id].translation_re, move_im) - v3_dot(a[id].translation_im, move_re) +
              v3_dot(a[id].rotation_re, turn_im) - v3_dot(a[id].rotation_im, turn_re);
    }
    return re * re + im * im;
}

static bool swings(const abut_mode_list *l, int i) { return l->mode[i].kind == ABUT_MODE_OSCILLATION; }

/* Likeness less the relative distance of the frequencies; -INFINITY: not on one curve. */
static double score(const abut_world *w, const abut_mode_list *a, int i, const abut_mode_list *b, int j) {
    if (!swings(a, i) || !swings(b, j)) return (double)-INFINITY;
    double same = likeness(w, motions(a, i), motions(b, j)), x = a->mode[i].im, y = b->mode[j].im;
    return same < alike ? (double)-INFINITY : same - fabs(x - y) / (x + y);
}

/* The best pair goes first. */
static abut_status follow(const abut_world *w, const abut_campbell_speed *before, abut_campbell_speed *now,
                          int *branches) {
    int rows = before ? before->modes.count : 0, columns = now->modes.count;
    double *table = calloc((size_t)rows * (size_t)columns + 1, sizeof *table);
    if (!table) return ABUT_NO_MEMORY;
    for (int j = 0; j < columns; j++) now->branch[j] = -1;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) table[i * columns + j] = score(w, &before->modes, i, &now->modes, j);
    for (;;) {
        int best = -1;
        for (int p = 0; p < rows * columns; p++)
            if (isfinite(table[p]) && (best < 0 || table[p] > table[best])) best = p;
        if (best < 0) break;
        now->branch[best % columns] = before->branch[best / columns];
        for (int i = 0; i < rows; i++) table[i * columns + best % columns] = (double)-INFINITY;
        for (int j = 0; j < columns; j++) table[best / columns * columns + j] = (double)-INFINITY;
    }
    for (int j = 0; j < columns; j++)
        if (swings(&now->modes, j) && now->branch[j] < 0) now->branch[j] = (*branches)++;
    free(table);
    return ABUT_OK;
}

static int on_branch(const abut_campbell_speed *at, int branch) {
    for (int i = 0; i < at->modes.count; i++)
        if (at->branch[i] == branch) return i;
    return -1;
}

/* ---- stability ---- */
static bool unstable(const abut_mode_list *l) {
    for (int i = 0; i < l->count; i++)
        if (l->mode[i].unstable) return true;
    return false;
}

/* 1/s, of the mode that grows fastest. */
static double fastest(const abut_mode_list *l) {
    double most = 0;
    for (int i = 0; i < l->count; i++)
        if (l->mode[i].unstable) most = fmax(most, l->mode[i].re);
    return most;
}

/* A mode is called unstable from a growth on that is beyond rounding: back along its line to where growth begins. */
static void find_begin(const modes_sweep *s, double *limit) {
    const double at[2] = {*limit, *limit * (1 + ahead)};
    double re[2];
    for (int i = 0; i < 2; i++) {
        abut_mode_list list;
        if (solve(s, at[i], &list)) return; /* no equilibrium there: as it stands */
        re[i] = fastest(&list);
        abut_modes_free(&list);
    }
    if (!(re[0] > 0 && re[1] > re[0])) return;
    double back = re[0] * (at[1] - at[0]) / (re[1] - re[0]);
    if (back < ahead * *limit) *limit -= back;
}

static abut_status find_limit(const modes_sweep *s, abut_campbell *d) {
    int first = 0;
    while (first < d->count && !unstable(&d->at[first].modes)) first++;
    if (first == d->count) return ABUT_OK;
    d->stability_limit = d->at[first].speed;
    if (!first) return ABUT_OK;
    double low = d->at[first - 1].speed, high = d->at[first].speed;
    for (int i = 0; i < MOST_HALVINGS && high - low > accuracy * high; i++) {
        abut_mode_list list;
        double middle = 0.5 * (low + high);
        abut_status status = solve(s, middle, &list);
        if (status) return status;
        *(unstable(&list) ? &high : &low) = middle;
        abut_modes_free(&list);
    }
    d->stability_limit = high;
    find_begin(s, &d->stability_limit);
    return ABUT_OK;
}

abut_status abut_campbell_find(abut_world *w, const abut_solver_def *solver, const double *speed, int count,
                               abut_campbell *out) {
    modes_sweep s;
    *out = (abut_campbell){.at = calloc((size_t)count + 1, sizeof *out->at), .stability_limit = (double)NAN};
    abut_status status = modes_sweep_begin(&s, w, solver);
    if (!out->at && !status) status = ABUT_NO_MEMORY;
    for (int i = 0; !status && i < count; i++) {
        abut_campbell_speed *at = &out->at[i];
        at->speed = speed[i];
        status = solve(&s, speed[i], &at->modes);
        if (status) break;
        at->branch = calloc((size_t)at->modes.count + 1, sizeof *at->branch);
        status = at->branch ? follow(w, i ? at - 1 : NULL, at, &out->branches) : ABUT_NO_MEMORY;
        out->count += !status;
    }
    if (!status) status = find_limit(&s, out);
    return modes_sweep_end(&s, status);
}

void abut_campbell_free(abut_campbell *d) {
    for (int i = 0; d->at && i < d->count; i++) {
        abut_modes_free(&d->at[i].modes);
        free(d->at[i].branch);
    }
    free(d->at);
    *d = (abut_campbell){0};
}

/* ---- crossings ---- */
/* The mode of `list` that lies on this curve between two speeds; -1. */
static int between(const abut_world *w, const abut_campbell_speed ends[2], const int mode[2],
                   const abut_mode_list *list) {
    int best = -1;
    double most = (double)-INFINITY;
    for (int j = 0; j < list->count; j++) {
        double near = fmax(score(w, &ends[0].modes, mode[0], list, j), score(w, &ends[1].modes, mode[1], list, j));
        if (near > most) most = near, best = j;
    }
    return best;
}

/* The zero of f(speed) = im - order speed between neighbours, by false position (Illinois). */
static abut_status locate(const modes_sweep *s, const abut_campbell_speed ends[2], const int mode[2],
                          abut_crossing *c) {
    double a = ends[0].speed, b = ends[1].speed;
    double fa = ends[0].modes.mode[mode[0]].im - c->order * a, fb = ends[1].modes.mode[mode[1]].im - c->order * b;
    for (int i = 0, side = 0; i < MOST_TRIALS; i++) {
        abut_mode_list list;
        c->speed = fa == fb ? a : (fa * b - fb * a) / (fa - fb);
        abut_status status = solve(s, c->speed, &list);
        if (status) return status;
        int found = between(s->w, ends, mode, &list);
        abut_mode m = found < 0 ? (abut_mode){0} : list.mode[found];
        abut_modes_free(&list);
        if (found < 0) return ABUT_OK; /* as between two points of the diagram */
        double f = m.im - c->order * c->speed;
        c->frequency = m.frequency, c->damping_ratio = m.damping_ratio, c->whirl = m.whirl;
        if (fabs(f) <= accuracy * m.im || b - a <= accuracy * b) return ABUT_OK;
        bool low = (f > 0) == (fa > 0);
        if (low) {
            a = c->speed, fa = f;
            if (side == 1) fb *= 0.5;
        } else {
            b = c->speed, fb = f;
            if (side == 2) fa *= 0.5;
        }
        side = low ? 1 : 2;
    }
    return ABUT_OK;
}

/* The crossings between two neighbours. */
static abut_status cross_between(const modes_sweep *s, const abut_campbell_speed ends[2], double order,
                                 abut_crossing *crossing, int room, int *count) {
    for (int i = 0; i < ends[0].modes.count; i++) {
        if (ends[0].branch[i] < 0) continue;
        const int mode[2] = {i, on_branch(&ends[1], ends[0].branch[i])};
        if (mode[1] < 0) continue;
        const abut_mode *m[2] = {&ends[0].modes.mode[mode[0]], &ends[1].modes.mode[mode[1]]};
        bool above[2] = {m[0]->im > order * ends[0].speed, m[1]->im > order * ends[1].speed};
        if (above[0] == above[1]) continue;
        abut_crossing c = {.order = order,
                           .frequency = 0.5 * (m[0]->frequency + m[1]->frequency),
                           .damping_ratio = m[0]->damping_ratio,
                           .whirl = m[1]->whirl,
                           .branch = ends[0].branch[i]};
        abut_status status = locate(s, ends, mode, &c);
        if (status) return status;
        if (*count < room) crossing[*count] = c;
        ++*count;
    }
    return ABUT_OK;
}

static int by_speed(const void *a, const void *b) {
    const abut_crossing *x = a, *y = b;
    return (x->speed > y->speed) - (x->speed < y->speed);
}

abut_status abut_campbell_cross(abut_world *w, const abut_solver_def *solver, const abut_campbell *diagram,
                                double order, abut_crossing *crossing, int room, int *count) {
    modes_sweep s;
    *count = 0;
    abut_status status = modes_sweep_begin(&s, w, solver);
    for (int i = 0; !status && i + 1 < diagram->count; i++)
        status = cross_between(&s, diagram->at + i, order, crossing, room, count);
    qsort(crossing, (size_t)(*count < room ? *count : room), sizeof *crossing, by_speed);
    return modes_sweep_end(&s, status);
}
