/* The balance of heat: temperatures of the rings of all bearings with `heat`, so that what each loses in the equilibrium at these temperatures, with the
 * viscosities, clearances and films that follow from them, flows off. Theory: docs/theory/heat.md.
 *
 * Of the loss at a race half warms its ring and half the rolling elements, which with the drag of the oil, less what pumped oil carries away, pass
 * it on to both rings alike. T_i, T_o: rings, T_e = (T_i + T_o)/2: elements and oil,
 *   f_i = P_i/2 + P_e/2 - G_i (T_i - T_a) - G_b (T_i - T_o),   P_e = (P_i + P_o)/2 + P_d - G_f (T_e - T_f),
 *   f_o = P_o/2 + P_e/2 - G_o (T_o - T_a) + G_b (T_i - T_o).                                                          (1)
 * Found by heating it up from the ambient, implicit Euler steps with heat capacities as large as the conductances,
 *   (D/tau - f') d = f,   D = G_i + G_b + G_f/2, ...,                                                                   (2)
 * whose time tau grows as the residual falls, and become Newton's method. So of several balances it is the coldest one, which a bearing
 * reaches that starts cold. No step is longer than `longest`, nor goes against the heat. Where a ring has reached the limit and still gets warmer there is no
 * balance. */
#include "heat.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/constants.h"
#include "base/message.h"
#include "lubricant/lubricant.h"
#include "machine.h"
#include "machine/shared/mounting.h"
#include "numeric/dense.h"

enum { MOST_STEPS = 300, MOST_TRIALS = 12, MOST_POLISH = 3, POWERS = 100 };
static const double accuracy = 1e-10, enough = 1e-7; /* of the loss: what is sought, what will do */
static const double longest = 5;                     /* K */
static const double nudge = 0.02;                    /* K, for derivatives */
static const double usual_limit = 423.15;            /* K */
static const double seat_conductance = 320;          /* W/(m^2 K): 0.016 W/mm^2 at 50 K, ISO 15312, recalled */

typedef struct bearing {
    const world_machine *machine;
    mounted_bearing *m;
    double G[RINGS], limit;
} bearing;

typedef struct network {
    abut_world *w;
    abut_solver_def solver;
    int count, n; /* bearings, temperatures */
    bearing *at;
    double *T, *f, *J, *trial, *f_trial, *step, *A, *B;
    int *pivot;
    double loss;      /* W, of all */
    abut_message why; /* of the last state that could not be evaluated */
} network;

/* ---- conductances and limits ---- */
static void set_limits(bearing *b) {
    const abut_boundary *d = &b->m->of.boundary;
    const abut_bearing_heat *h = &b->m->of.def->heat;
    b->G[INNER] = h->conductance.inner;
    b->G[OUTER] = h->conductance.outer;
    if (b->G[INNER] == 0 && b->G[OUTER] == 0)
        for (int r = 0; r < RINGS; r++)
            b->G[r] = seat_conductance * PI * (r == INNER ? d->bore : d->outside_diameter) * d->width;
    b->limit = h->limit > 0 ? h->limit : usual_limit;
    double low, high;
    if (b->m->of.oil && abut_lubricant_range(b->m->of.oil, &low, &high)) b->limit = fmin(b->limit, high);
    b->limit = fmax(b->limit, h->ambient);
}

/* What flows off by the change of a temperature: the matrix B of a bearing, with the elements' share. */
static void flows(const bearing *b, double B[RINGS][RINGS]) {
    const abut_bearing_heat *h = &b->m->of.def->heat;
    double across = h->conductance.between, oil = 0.25 * h->conductance.oil;
    for (int r = 0; r < RINGS; r++)
        for (int k = 0; k < RINGS; k++) B[r][k] = oil + (r == k ? b->G[r] + across : -across);
}

/* ---- the residual ---- */
static void set_temperatures(const bearing *b, const double T[RINGS]) {
    abut_mounting_state *s = &b->m->state;
    double mean = 0.5 * (T[INNER] + T[OUTER]);
    s->temperature[AT_SHAFT] = s->temperature[AT_INNER] = T[INNER];
    s->temperature[AT_HOUSING] = s->temperature[AT_OUTER] = T[OUTER];
    s->temperature[AT_ELEMENTS] = mean;
    if (b->m->of.oil) s->oil = mean;
}

static abut_status balance(network *n, bearing *b, const double T[RINGS], double f[RINGS]) {
    abut_mounting_state *s = &b->m->state;
    const abut_bearing_heat *h = &b->m->of.def->heat;
    double B[RINGS][RINGS], inlet = h->oil_inlet > 0 ? h->oil_inlet : h->ambient;
    abut_status status = b->machine->type->rest_loss(n->w, b->machine->self, s->loss, &s->drag);
    double passed = 0.5 * (s->loss[INNER] + s->loss[OUTER]) + s->drag;
    flows(b, B);
    for (int r = 0; r < RINGS; r++) {
        s->conductance[r] = b->G[r];
        f[r] = 0.5 * s->loss[r] + 0.5 * passed + 0.5 * h->conductance.oil * (inlet - h->ambient);
        for (int k = 0; k < RINGS; k++) f[r] -= B[r][k] * (T[k] - h->ambient);
    }
    n->loss += s->loss[INNER] + s->loss[OUTER] + s->drag;
    return status;
}

/* Loads, viscosities, clearances, films at these temperatures, and what is out of balance; a state that cannot be evaluated leaves no refusal. */
static abut_status evaluate(network *n, const double *T, double *f) {
    abut_world *w = n->w;
    for (int i = 0; i < n->count; i++) set_temperatures(&n->at[i], T + RINGS * i);
    abut_status status = abut_start(w, &n->solver);
    if (!status) status = abut_static(w, NULL, NULL);
    n->loss = 0;
    for (int i = 0; i < n->count && !status; i++) status = balance(n, &n->at[i], T + RINGS * i, f + RINGS * i);
    for (int i = 0; i < n->n && !status; i++)
        if (!isfinite(f[i])) status = ABUT_NOT_FINITE;
    if (status) {
        n->why = w->message;
        if (!n->why.text[0]) (void)say(&n->why, status, "%s", abut_status_text(status));
        abut_world_clear_message(w);
    }
    return status;
}

static abut_status derivatives(network *n) {
    double loss = n->loss;
    for (int k = 0; k < n->n; k++) {
        memcpy(n->trial, n->T, (size_t)n->n * sizeof(double));
        double by = n->T[k] + nudge > n->at[k / RINGS].limit ? -nudge : nudge;
        n->trial[k] += by;
        abut_status status = evaluate(n, n->trial, n->f_trial);
        if (status) return status;
        for (int i = 0; i < n->n; i++) n->J[i * n->n + k] = (n->f_trial[i] - n->f[i]) / by;
    }
    n->loss = loss;
    return ABUT_OK;
}

static double largest(const double *v, int n) {
    double most = 0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(v[i]));
    return most;
}

/* ---- one step ---- */
/* (2); false: it goes against the heat, tau is too long. */
static bool direction(network *n, double tau) {
    double power = 0;
    for (int i = 0; i < n->n; i++) {
        double B[RINGS][RINGS];
        flows(&n->at[i / RINGS], B);
        for (int k = 0; k < n->n; k++) n->A[i * n->n + k] = -n->J[i * n->n + k];
        n->A[i * n->n + i] += fmax(B[i % RINGS][i % RINGS], 1e-9) / tau;
        n->step[i] = n->f[i];
    }
    if (!dense_factor(n->n, n->A, n->pivot, 0)) return false;
    dense_solve(n->n, n->A, n->pivot, n->step);
    for (int i = 0; i < n->n; i++) power += n->step[i] * n->f[i];
    return power >= 0 && isfinite(power);
}

/* A ring that stands at its limit and gets warmer; -1: none. The step ends where the first ring reaches its limit. */
static int at_limit(network *n) {
    double most = largest(n->step, n->n), part = most > longest ? longest / most : 1;
    for (int i = 0; i < n->n; i++) {
        double room = n->at[i / RINGS].limit - n->T[i];
        if (n->step[i] > 0 && room <= 1e-6 && n->f[i] > enough * n->loss) return i;
        if (n->step[i] > 0 && part * n->step[i] > room) part = fmax(0, room) / n->step[i];
    }
    for (int i = 0; i < n->n; i++) n->step[i] *= part;
    return -1;
}

/* The warmer it gets the more is left over, in the direction in which it gets warmer. */
static bool grows(const network *n) {
    double more = 0;
    for (int i = 0; i < n->n; i++)
        for (int k = 0; k < n->n; k++) more += n->step[i] * n->J[i * n->n + k] * n->step[k];
    return more > 0;
}

static abut_status no_balance(network *n, int i) {
    const bearing *b = &n->at[i / RINGS];
    const abut_mounting_state *s = &b->m->state;
    world_about(n->w, "machine", (int)(b->machine - n->w->machine));
    return world_refuse_at(
        n->w, "heat", ABUT_NO_EQUILIBRIUM,
        "no balance of heat: '%.60s' %s. At its limit, %.4g degC, the %s ring gets %.4g W more than flows off%s; the "
        "bearing loses %.4g W at %.5g rpm",
        b->machine->name, grows(n) ? "runs away" : "gets too hot", b->limit - 273.15,
        i % RINGS == INNER ? "inner" : "outer", n->f[i], grows(n) ? ", and more the warmer it gets" : "",
        s->loss[INNER] + s->loss[OUTER] + s->drag, fabs(s->speed) * 30 / PI);
}

static abut_status not_evaluated(network *n, abut_status status) {
    abut_message why = n->why;
    double most = 0;
    for (int i = 0; i < n->n; i++) most = fmax(most, n->T[i]);
    n->w->about = why.place;
    n->w->about.key[0] = '\0';
    if (status == ABUT_NO_MEMORY) return world_refuse(n->w, status, "out of memory");
    return world_refuse_why(n->w, "", &why, "no balance of heat, at %.4g degC: %s", most - 273.15, why.text);
}

/* ---- the whole ---- */
/* Greatest eigenvalue of B^-1 H, H = J + B: what the loss changes over what flows off; by powers of it, shifted so that the greatest is the farthest. */
static double gain(network *n) {
    double shift = 0, value = 0;
    int m = n->n;
    double *H = n->trial, *x = n->step, *y = n->f_trial; /* H: of a row */
    memset(n->B, 0, (size_t)(m * m) * sizeof(double));
    for (int i = 0; i < n->count; i++) {
        double B[RINGS][RINGS];
        flows(&n->at[i], B);
        for (int r = 0; r < RINGS; r++)
            for (int k = 0; k < RINGS; k++) n->B[(RINGS * i + r) * m + RINGS * i + k] = B[r][k];
    }
    memcpy(n->A, n->B, (size_t)(m * m) * sizeof(double));
    if (!dense_factor(m, n->A, n->pivot, 0)) return (double)NAN;
    for (int pass = 0; pass < 2; pass++) { /* the first finds the size */
        for (int i = 0; i < m; i++) x[i] = 1 + 0.1 * i;
        for (int p = 0; p < POWERS; p++) {
            for (int i = 0; i < m; i++) {
                y[i] = 0;
                for (int k = 0; k < m; k++) H[k] = n->J[i * m + k] + n->B[i * m + k];
                for (int k = 0; k < m; k++) y[i] += H[k] * x[k];
            }
            dense_solve(m, n->A, n->pivot, y);
            double top = 0, over = 0;
            for (int i = 0; i < m; i++) y[i] += shift * x[i];
            for (int i = 0; i < m; i++) top += y[i] * x[i], over += x[i] * x[i];
            value = top / over;
            double size = largest(y, m);
            for (int i = 0; i < m && size > 0; i++) x[i] = y[i] / size;
        }
        if (pass == 0) shift = fabs(value) + 1;
    }
    return value - shift;
}

static abut_status finish(network *n) {
    abut_status status = evaluate(n, n->T, n->f);
    if (!status) status = derivatives(n);
    if (!status) {
        double found = gain(n), left = n->loss > 0 ? largest(n->f, n->n) / n->loss : 0;
        status = evaluate(n, n->T, n->f); /* once more, so that everything stands as found */
        for (int i = 0; i < n->count; i++) n->at[i].m->state.gain = found, n->at[i].m->state.residual = left;
    }
    return status ? not_evaluated(n, status) : ABUT_OK;
}

static abut_status heat_up(network *n) {
    double tau = 0.5, best = (double)INFINITY;
    int polish = 0;
    abut_status status = evaluate(n, n->T, n->f);
    for (int step = 0; step < MOST_STEPS && !status; step++) {
        double size = largest(n->f, n->n);
        if (size <= accuracy * n->loss || (size <= enough * n->loss && size >= 0.5 * best && ++polish > MOST_POLISH))
            return finish(n);
        best = fmin(best, size);
        status = derivatives(n);
        for (int trial = 0; !status; trial++) {
            bool good = direction(n, tau);
            int hot = good ? at_limit(n) : -1;
            if (hot >= 0) return no_balance(n, hot);
            for (int i = 0; i < n->n; i++) n->trial[i] = n->T[i] + n->step[i];
            abut_status now = good ? evaluate(n, n->trial, n->f_trial) : ABUT_OK;
            if (good && !now) break;
            tau *= 0.25;
            if (trial == MOST_TRIALS) status = now ? now : ABUT_NO_EQUILIBRIUM;
        }
        if (status) break;
        double ratio = largest(n->f_trial, n->n) / size;
        memcpy(n->T, n->trial, (size_t)n->n * sizeof(double));
        memcpy(n->f, n->f_trial, (size_t)n->n * sizeof(double));
        tau *= fmin(10, fmax(0.3, 2 / fmax(ratio, 1e-3)));
    }
    if (!status) {
        status = ABUT_NO_EQUILIBRIUM;
        (void)say(&n->why, status, "it was not found in %d steps", MOST_STEPS);
    }
    return not_evaluated(n, status);
}

static bool allocate(network *n) {
    size_t m = (size_t)n->n;
    double *p = calloc(5 * m + 3 * m * m, sizeof *p);
    n->pivot = calloc(m, sizeof *n->pivot);
    n->T = p;
    if (!p || !n->pivot) return false;
    double **part[] = {&n->T, &n->f, &n->trial, &n->f_trial, &n->step};
    for (int i = 0; i < 5; i++, p += m) *part[i] = p;
    double **square[] = {&n->J, &n->A, &n->B};
    for (int i = 0; i < 3; i++, p += m * m) *square[i] = p;
    return true;
}

static abut_status find(network *n) {
    n->n = RINGS * n->count;
    if (!allocate(n)) return world_refuse(n->w, ABUT_NO_MEMORY, "out of memory");
    for (int i = 0; i < n->count; i++) {
        set_limits(&n->at[i]);
        for (int r = 0; r < RINGS; r++) n->T[RINGS * i + r] = n->at[i].m->of.def->heat.ambient;
    }
    n->w->balancing = true;
    abut_status status = heat_up(n);
    n->w->balancing = false;
    return status;
}

abut_status heat_before(abut_world *w, const abut_solver_def *def) {
    network n = {.w = w, .at = calloc((size_t)w->machines + 1, sizeof *n.at)};
    abut_status status = n.at ? ABUT_OK : world_refuse(w, ABUT_NO_MEMORY, "out of memory");
    if (def) n.solver = *def;
    n.solver.statics = true;
    n.solver.type = NULL;
    for (int i = 1; i <= w->machines && !status; i++) {
        const world_machine *m = &w->machine[i];
        mounted_bearing *is = m->type->mounted ? m->type->mounted(m->self) : NULL;
        if (!is || !mounting_heats(is->of.def)) continue;
        mounting_start(&is->of, &is->state); /* cold: what is found does not depend on what was found before */
        n.at[n.count++] = (bearing){.machine = m, .m = is};
    }
    if (!status && n.count && !n.solver.at_rest) status = find(&n);
    free(n.at);
    free(n.T);
    free(n.pivot);
    return status;
}
