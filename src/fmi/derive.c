/* Directional derivatives. Of rates by states: from the exact matrices of the model. All others, of outputs and by inputs, are central
 * differences over steps that shrink by three, extrapolated to none (Ridders 1982, Advances in Engineering Software 4, 75): of each
 * number that entry of the table is taken whose neighbours differ least from it, so that neither a contact that opens a little
 * further on nor rounding decides. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exchange_inside.h"
#include "fmu/flanges.h"

/* ---- exact ---- */
/* By the states of the world: exact. d, z: tangent change and change of the velocities. */
static abut_status by_states(instance *in, const double *seed, double *change) {
    abut_world *w = instance_world(in);
    const mb_sizes z = mb_size(w->system);
    if (z.ns || z.crowds) return ABUT_MISSING; /* the description says that there are none */
    size_t n = (size_t)in->states + 1;
    double *dx = in->scratch, *d = dx + n, *zero = d + n, *turn = zero + n, *rest = turn + n;
    abut_status status = mb_linearise(w->work, in->t, w->y, dx, NULL);
    if (status) return status;
    memcpy(dx, seed, (size_t)z.nx * sizeof(double));
    mb_tangent_of(w->system, w->y, dx, d);
    mb_of_tangent(w->system, w->y, d, dx); /* what does not change the length of quaternions */
    mb_acceleration_change(w->work, d, seed + z.nx, change + z.nx);
    /* x' = N(x) u is linear in both; in quaternions alone it depends on x */
    memset(zero, 0, (size_t)z.nx * sizeof(double));
    mb_of_tangent(w->system, w->y, seed + z.nx, change);
    mb_of_tangent(w->system, dx, w->y + z.nx, turn);
    mb_of_tangent(w->system, zero, w->y + z.nx, rest);
    for (int i = 0; i < z.nx; i++) change[i] += turn[i] - rest[i];
    return ABUT_OK;
}

/* ---- by differences ---- */
enum { LEVELS = 12, SHRINK = 3 };

typedef struct line { /* states and inputs along a direction */
    instance *in;
    const double *y_seed, *value_seed;
    double *y, *value; /* there */
    int rates, outputs;
} line;

/* Rates, then outputs, at this place. */
static abut_status numbers_at(const line *l, double s, double *to) {
    instance *in = l->in;
    for (int i = 0; i < in->states; i++) l->y[i] = in->y[i] + s * l->y_seed[i];
    for (int i = 0; i < in->stored.inputs; i++) l->value[i] = in->value[i] + s * l->value_seed[i];
    abut_status status = exchange_evaluate(in, l->y, l->value);
    if (status) return status;
    memcpy(to, instance_world(in)->y_middle, (size_t)l->rates * sizeof(double));
    outputs_read(instance_world(in), in->chosen, l->outputs, in->row, to + l->rates);
    return ABUT_OK;
}

/* How much of an input is a lot. */
static double input_scale(const instance *in, int i) {
    const double length = instance_world(in)->system->length;
    int number = i - stored_flange(&in->stored, 0);
    if (in->place[i].kind != INPUT_FLANGE) return fmax(1, fabs(in->value[i]));
    number %= FLANGE_INPUTS;
    return number < 3 || (number >= 7 && number < 10) ? length : 1; /* places, velocities; else turns */
}

/* The first step: a hundredth of what is a lot. 0: the direction is none. */
static double first_step(const line *l, const double *nominal) {
    double size = 0;
    for (int i = 0; i < l->in->states; i++) size = fmax(size, fabs(l->y_seed[i]) / nominal[i]);
    for (int i = 0; i < l->in->stored.inputs; i++) size = fmax(size, fabs(l->value_seed[i]) / input_scale(l->in, i));
    return size > 0 ? 0.01 / size : 0;
}

/* A further row of the table of one number: before, the last one; row, the new one, which has its difference in row[0]. */
static void extrapolate(const double *before, double *row, int count, double *best, double *error) {
    double power = SHRINK * SHRINK;
    for (int j = 1; j <= count; j++, power *= SHRINK * SHRINK) {
        row[j] = row[j - 1] + (row[j - 1] - before[j - 1]) / (power - 1);
        double e = fmax(fabs(row[j] - row[j - 1]), fabs(row[j] - before[j - 1]));
        if (e <= *error) *error = e, *best = row[j];
    }
}

/* One level for all numbers; level: those before it that could be evaluated. */
static void add_level(int n, int level, double h, const double *low, const double *high, double (*table)[2][LEVELS],
                      double *best, double *error) {
    for (int i = 0; i < n; i++) {
        double *row = table[i][level % 2];
        row[0] = (high[i] - low[i]) / (2 * h);
        if (!level) best[i] = row[0];
        extrapolate(table[i][(level + 1) % 2], row, level, &best[i], &error[i]);
    }
}

static abut_status along(const line *l, double h, double *slope) {
    int n = l->rates + l->outputs, level = 0;
    double *low = calloc(3 * (size_t)n + 1, sizeof *low), *high = low + n, *error = low + 2 * n;
    double(*table)[2][LEVELS] = calloc((size_t)n + 1, sizeof *table);
    abut_status status = low && table ? ABUT_OK : ABUT_NO_MEMORY;
    for (int i = 0; !status && i < n; i++) error[i] = INFINITY;
    for (int i = 0; status >= 0 && i < LEVELS; i++, h /= SHRINK) {
        status = numbers_at(l, -h, low);
        if (!status) status = numbers_at(l, h, high);
        if (!status) add_level(n, level++, h, low, high, table, slope, error);
    }
    free(low);
    free(table);
    return level && status >= 0 ? ABUT_OK : status;
}

/* slope: rates, then outputs. */
static abut_status by_differences(instance *in, const double *y_seed, const double *value_seed, double *slope) {
    size_t n = (size_t)in->states + 1;
    double *y = calloc(2 * n + (size_t)in->stored.inputs + 1, sizeof *y);
    const line l = {in, y_seed, value_seed, y, y + 2 * n, exchange_own(in), in->stored.outputs};
    if (!y) return ABUT_NO_MEMORY;
    bool good = exchange_nominals(in, y + n, (size_t)in->states);
    double h = good ? first_step(&l, y + n) : 0;
    abut_status status = !good ? ABUT_BAD_VALUE : h > 0 ? along(&l, h, slope) : ABUT_OK;
    free(y);
    in->there = in->fresh = false;
    return status;
}

/* ---- both ---- */
static bool take_seeds(instance *in, const unsigned *known, size_t knowns, const double *seed, double *y_seed,
                       double *value_seed) {
    const unsigned inputs = (unsigned)in->stored.inputs, first = inputs + (unsigned)in->stored.outputs;
    for (size_t k = 0; k < knowns; k++) {
        if (known[k] < inputs && in->stored.input[known[k]].kind != INPUT_PARAMETER)
            value_seed[known[k]] = seed[k];
        else if (known[k] >= first && known[k] - first < (unsigned)in->states)
            y_seed[known[k] - first] = seed[k];
        else
            return instance_say(in, "derivatives are those by states and inputs, the variable %u is neither", known[k]);
    }
    return true;
}

/* What is asked for. */
typedef struct wish {
    bool rates, outputs;
    unsigned output, rate; /* the first of each */
} wish;

static bool take_wish(instance *in, const unsigned *unknown, size_t unknowns, wish *w) {
    w->output = (unsigned)in->stored.inputs;
    w->rate = w->output + (unsigned)(in->stored.outputs + in->states);
    for (size_t k = 0; k < unknowns; k++) {
        bool rate = unknown[k] >= w->rate && unknown[k] - w->rate < (unsigned)in->states;
        bool shown = unknown[k] >= w->output && unknown[k] - w->output < (unsigned)in->stored.outputs;
        if (!rate && !shown)
            return instance_say(in, "derivatives are those of rates and outputs, the variable %u is neither",
                                unknown[k]);
        w->rates |= rate, w->outputs |= shown;
    }
    return true;
}

/* all: rates of all states. Zeros on entry. */
static abut_status rates_along(instance *in, const double *y_seed, const double *value_seed, double *slope,
                               double *all) {
    int own = exchange_own(in), next = own;
    /* of the states, only the angles of drives are left to differences */
    double *angles = calloc((size_t)in->states + 1, sizeof *angles);
    abut_status status = angles ? by_states(in, y_seed, all) : ABUT_NO_MEMORY;
    for (int i = own; angles && i < in->states; i++) angles[i] = y_seed[i];
    if (!status) status = by_differences(in, angles, value_seed, slope);
    for (int i = 0; !status && i < own; i++) all[i] += slope[i];
    for (int i = 0; !status && i < in->stored.inputs; i++)
        if (in->place[i].kind == INPUT_DRIVE) all[next++] = value_seed[i];
    free(angles);
    return status;
}

exchange_result exchange_directional(instance *in, const unsigned *unknown, size_t unknowns, const unsigned *known,
                                     size_t knowns, const double *seed, double *change) {
    wish w = {0};
    if (!in->exchange || !instance_build(in)) return -1;
    size_t n = (size_t)in->states + (size_t)in->stored.inputs + (size_t)in->stored.outputs + 1;
    double *all = calloc(4 * n, sizeof(double)), *y_seed = all + n, *value_seed = all + 2 * n, *slope = all + 3 * n;
    exchange_result r = all ? exchange_show(in) : -1;
    if (!all) (void)instance_say(in, "out of memory");
    if (!r && !(take_seeds(in, known, knowns, seed, y_seed, value_seed) && take_wish(in, unknown, unknowns, &w)))
        r = -1;
    if (!r && w.rates) r = exchange_said(in, rates_along(in, y_seed, value_seed, slope, all));
    if (!r && w.outputs) memset(slope, 0, n * sizeof *slope);
    if (!r && w.outputs) r = exchange_said(in, by_differences(in, y_seed, value_seed, slope));
    for (size_t k = 0; !r && k < unknowns; k++)
        change[k] =
            unknown[k] >= w.rate ? all[unknown[k] - w.rate] : slope[exchange_own(in) + (int)(unknown[k] - w.output)];
    free(all);
    return r;
}
