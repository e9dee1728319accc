/* Static equilibrium: positions x and multipliers lambda with
 *
 *   R(x, lambda) = -Q(x) - G^T lambda = 0,   g(x) = 0        (u = 0, t = 0).
 *
 * First pseudo-transient continuation: steps (eps M + K) d - G^T dl = -R, G d = -g, x := exp(d) x. This is implicit
 * Euler without velocities: eps = 1/dt^2 falls while the residual does not grow (bodies fall, in growing steps, until
 * contacts hold them) and rises when a step goes uphill, leaps over a contact, cannot be evaluated or lets the residual
 * blow up. Then Newton's method with line search (KINSOL) in the chart about the point reached. A small eps M stays in
 * its matrix: directions without stiffness and without load do not move.
 *
 * Residuals are measured by the loads L_i = max(|R_i| at the start, 9.81 m/s^2 M_ii).
 *
 * Contacts that remember (friction that sticks) take part as they were accepted: whenever a contact closes or opens on the
 * way the state is accepted, so that springs of friction start from where surfaces met; and once more in equilibrium, which
 * must hold with what is remembered there.
 *
 * A bearing leaves the rotation about its axis free, and a load seldom has no moment at all about the axis of a tilted shaft.
 * Where nothing resists that rotation, now or after some way, it is held. */
#include "static_inside.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"

enum { MOST_STEPS = 400, MOST_TRIALS = 40, MOST_ROUNDS = 3, PLACES = 4 };
static const double accuracy = 1e-10;     /* of the loads */
static const double growth_allowed = 1e4; /* residual in units of the loads */
static const double near_enough = 1e-4;   /* for Newton's method */
static const double first_move = 1e-4;    /* m or rad */
static const double longest_first = 0.1;  /* m or rad, first limit of a step */

/* ---- memory ---- */
static bool allocate(statics *s) {
    mb_sizes n = s->n;
    s->ny = n.nx + n.nu + n.ns;
    s->entries = mb_entries(s->work, NULL, NULL, NULL, NULL, NULL);
    size_t ny = (size_t)s->ny, nu = (size_t)n.nu, nc = (size_t)n.nc, nh = (size_t)n.contacts, ne = (size_t)s->entries;
    double *p = calloc(ny + 5 * nu + 4 * nc + 3 * nh + 2 * ne + 1, sizeof *p);
    s->memory = p;
    s->row = calloc(2 * ne + 1, sizeof *s->row);
    size_t spins = s->spins ? (size_t)s->spins->count : 0;
    s->load = calloc((spins + 1) * (nu + 1), sizeof *s->load);
    s->held = calloc(spins + 1, sizeof *s->held);
    s->closed = calloc(nh + 1, sizeof *s->closed);
    if (!p || !s->row || !s->load || !s->held || !s->closed) return false;
    s->column = s->row + ne;
    s->y_try = p, p += ny;
    double **by_nu[] = {&s->rest, &s->L, &s->r, &s->d, &s->floor};
    for (size_t i = 0; i < 5; i++, p += nu) *by_nu[i] = p;
    double **by_nc[] = {&s->g, &s->lambda, &s->change, &s->lambda_try};
    for (size_t i = 0; i < 4; i++, p += nc) *by_nc[i] = p;
    s->h = p, p += nh;
    s->h_try = p, p += nh;
    s->h_way = p, p += nh;
    s->M = p, p += ne;
    s->K = p;
    return true;
}

static void release(statics *s) {
    free(s->memory);
    free(s->row);
    free(s->load);
    free(s->held);
    free(s->closed);
}

/* ---- residual and stiffness ---- */
double static_largest(const double *v, int n) {
    double most = 0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(v[i]));
    return most;
}

static double in_loads(const statics *s, const double *r) {
    double most = 0;
    for (int i = 0; i < s->n.nu; i++) most = fmax(most, fabs(r[i]) / s->L[i]);
    return most;
}

abut_status static_residual(const statics *s, const double *y, const double *lambda, double *r, double *g) {
    abut_status status = mb_residual(s->work, 0, y, s->rest, lambda, r, g, NULL);
    for (int i = 0; i < s->n.nu && !status; i++)
        if (!isfinite(r[i])) status = ABUT_NOT_FINITE;
    return status;
}

abut_status static_stiffness(statics *s, const double *y) {
    abut_status status = mb_linearise_at_rest(s->work, 0, y);
    if (!status) (void)mb_entries(s->work, s->row, s->column, s->M, s->K, NULL);
    return status;
}

/* What rounding of positions, those of parts of machines among them, does to the residual, and the least eps: both from
 * the stiffness. */
static void measure_stiffness(statics *s) {
    double reach = fmin(1, fmax(static_largest(s->y, s->n.nx), s->spins ? s->spins->reach : 0)), most = 0;
    memset(s->floor, 0, (size_t)s->n.nu * sizeof(double));
    for (int e = 0; e < s->entries; e++) {
        s->floor[s->row[e]] += 8 * DBL_EPSILON * reach * fabs(s->K[e]);
        if (s->row[e] == s->column[e] && s->M[e] > 0) most = fmax(most, fabs(s->K[e]) / s->M[e]);
    }
    s->eps_least = fmax(1e-12 * most, 1e-9);
}

/* What may be left of a residual: a part of the load, and what rounding leaves. */
double static_allowed(const statics *s, int i) { return accuracy * s->L[i] + s->floor[i]; }

/* In units of what is allowed. */
double static_in_allowed(const statics *s, const double *r) {
    double most = 0;
    for (int i = 0; i < s->n.nu; i++) most = fmax(most, fabs(r[i]) / static_allowed(s, i));
    return most;
}

static bool balanced(const statics *s) { return static_in_allowed(s, s->r) <= 1 && s->violation <= gap_accuracy; }

static abut_status take_stock(statics *s) {
    abut_status status = static_residual(s, s->y, s->lambda, s->r, s->g);
    if (status) return status;
    s->size = in_loads(s, s->r);
    s->violation = static_largest(s->g, s->n.nc);
    return s->n.contacts ? mb_gaps(s->work, 0, s->y, s->h) : ABUT_OK;
}

/* Accepts the state if contacts have closed or opened since it was done last, or `always`. */
static abut_status remember(statics *s, bool always) {
    bool changed = always;
    for (int i = 0; i < s->n.contacts; i++) {
        changed = changed || s->closed[i] != (s->h[i] > 0);
        s->closed[i] = s->h[i] > 0;
    }
    abut_status status = changed ? mb_accept(s->work, 0, s->y) : ABUT_OK;
    return status || !changed ? status : take_stock(s);
}

/* ---- free rotations ---- */
static void move_part(const statics *s, double part) {
    for (int i = 0; i < s->n.nu; i++) s->rest[i] = part * s->d[i];
    mb_retract(s->system, s->y, s->rest, s->y_try);
    memset(s->rest, 0, (size_t)s->n.nu * sizeof(double));
}

static double dot(const double *a, const double *b, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

/* How far a unit moment about the axis turns it, resisted by eps M and the stiffness. */
static double turned_by(statics *s, const double *load, double eps) {
    if (mb_factor_static(s->work, eps)) return 0;
    memcpy(s->d, load, (size_t)s->n.nu * sizeof(double));
    memset(s->lambda_try, 0, (size_t)s->n.nc * sizeof(double));
    mb_solve_static(s->work, s->d, s->lambda_try, s->change);
    return dot(load, s->d, s->n.nu);
}

static bool find_load(statics *s, int spin, double *load) {
    s->spins->hold(s->spins->user, spin, SPIN_TEST);
    abut_status status = static_residual(s, s->y, s->lambda, load, s->change);
    s->spins->hold(s->spins->user, spin, SPIN_FREE);
    for (int i = 0; i < s->n.nu; i++) load[i] -= s->r[i];
    return !status && dot(load, load, s->n.nu) > 0;
}

/* Does nothing but eps M resist a moment about the axis in this state? */
static bool free_at(statics *s, const double *y, const double *load) {
    if (static_stiffness(s, y)) return false;
    return turned_by(s, load, s->eps_least) > 4 * turned_by(s, load, 16 * s->eps_least);
}

/* Nor if it had turned some way: no weight that would swing, no stop that would be met. */
static bool free_around(statics *s, const double *load, double *way) {
    static const double angle[] = {0.3, -0.3, 1, -1, 2, -2, 3};
    double turned = turned_by(s, load, s->eps_least);
    memcpy(way, s->d, (size_t)s->n.nu * sizeof(double));
    memcpy(s->y_try, s->y, (size_t)s->ny * sizeof(double));
    for (size_t i = 0; i < sizeof angle / sizeof *angle; i++) {
        memcpy(s->d, way, (size_t)s->n.nu * sizeof(double));
        move_part(s, angle[i] / turned);
        if (!free_at(s, s->y_try, load)) return false;
    }
    return true;
}

/* What is left of the residual without moments about free axes; part: the moments. */
static double without_spins(statics *s, double *part, double *rest) {
    int nu = s->n.nu;
    memcpy(rest, s->r, (size_t)nu * sizeof(double));
    for (int i = 0; i < s->spins->count; i++) {
        double *load = s->load + (size_t)i * (size_t)nu;
        part[i] = 0;
        if (s->held[i] || !find_load(s, i, load)) continue;
        part[i] = dot(load, rest, nu) / dot(load, load, nu);
        for (int k = 0; k < nu; k++) rest[k] -= part[i] * load[k];
    }
    return in_loads(s, rest);
}

/* Holds free rotations that are out of balance; true if one was. s->r and the stiffness are those of s->y. */
static bool hold_spins(statics *s) {
    int count = s->spins ? s->spins->count : 0, nu = s->n.nu;
    if (!count || balanced(s)) return false;
    double *part = s->load + (size_t)count * (size_t)nu, *scratch = part + count;
    bool alone = without_spins(s, part, scratch) < near_enough, changed = false;
    for (int i = 0; i < count; i++) {
        const double *load = s->load + (size_t)i * (size_t)nu;
        if (s->held[i] || fabs(part[i]) * sqrt(dot(load, load, nu)) <= DBL_EPSILON * static_largest(s->L, nu)) continue;
        if (!free_at(s, s->y, load) || !(alone || free_around(s, load, scratch))) continue;
        s->held[i] = changed = true;
        (void)static_stiffness(s, s->y); /* back where it is to be held */
        s->spins->hold(s->spins->user, i, SPIN_HELD);
    }
    (void)static_stiffness(s, s->y);
    return changed;
}

/* ---- pseudo-transient continuation ---- */
/* (eps M + K) d - G^T dl = -R, G d = -g; false: no step to be had from this eps */
static bool direction(statics *s) {
    if (mb_factor_static(s->work, s->eps)) return false;
    for (int i = 0; i < s->n.nu; i++) s->d[i] = -s->r[i];
    for (int i = 0; i < s->n.nc; i++) s->lambda_try[i] = -s->g[i];
    mb_solve_static(s->work, s->d, s->lambda_try, s->change);
    s->solves++;
    double power = 0;
    for (int i = 0; i < s->n.nu; i++) {
        if (!isfinite(s->d[i])) return false;
        power -= s->r[i] * s->d[i];
    }
    /* out-of-balance forces do work, unless the step only closes the constraints */
    return power >= 0 || s->violation > 1e-6;
}

/* Does a contact that is open at both ends close on the way? */
static bool leaps(const statics *s, double part) {
    double closest = INFINITY;
    for (int i = 0; i < s->n.contacts; i++) {
        if (s->h[i] < 0) closest = fmin(closest, -s->h[i]);
        s->h_way[i] = -INFINITY;
    }
    if (part * static_largest(s->d, s->n.nu) < closest) return false;
    for (int p = 1; p <= PLACES; p++) {
        move_part(s, part * p / PLACES);
        if (mb_gaps(s->work, 0, s->y_try, s->h_try)) return true;
        for (int i = 0; i < s->n.contacts; i++) s->h_way[i] = fmax(s->h_way[i], s->h_try[i]);
    }
    for (int i = 0; i < s->n.contacts; i++)
        if (s->h[i] < 0 && s->h_way[i] > 0 && s->h_try[i] < 0) return true;
    return false;
}

/* One trial step; true if it is taken. */
static bool advance(statics *s) {
    if (!direction(s)) return false;
    double move = static_largest(s->d, s->n.nu), part = move > s->longest ? s->longest / move : 1;
    memcpy(s->y_try, s->y, (size_t)s->ny * sizeof(double));
    if (s->n.contacts && leaps(s, part)) return false;
    move_part(s, part);
    if (s->n.nc && mb_project(s->work, 0, s->y_try, NULL)) return false;
    for (int i = 0; i < s->n.nc; i++) s->lambda_try[i] = s->lambda[i] + part * s->change[i];
    if (static_residual(s, s->y_try, s->lambda_try, s->d, s->change)) return false;
    double size = in_loads(s, s->d), violation = static_largest(s->change, s->n.nc);
    bool closes = s->violation > gap_accuracy && violation < 0.5 * s->violation;
    if (size > fmax(1.5 * s->size, growth_allowed) && !closes) return false;
    if (violation > fmax(1.5 * s->violation, 1e-3)) return false;
    memcpy(s->y, s->y_try, (size_t)s->n.nx * sizeof(double));
    memcpy(s->lambda, s->lambda_try, (size_t)s->n.nc * sizeof(double));
    double ratio = size / (s->size + DBL_MIN);
    s->eps *= ratio > 1.5 ? fmin(ratio, 16) : fmin(0.25, fmax(0.01, ratio));
    s->longest = part < 1 ? 2 * s->longest : fmax(longest_first, 0.5 * s->longest);
    return true;
}

static double start_eps(const statics *s) {
    double most = 0;
    for (int e = 0; e < s->entries; e++)
        if (s->row[e] == s->column[e] && s->M[e] > 0) most = fmax(most, fabs(s->r[s->row[e]]) / s->M[e]);
    return most / first_move;
}

/* Until the residual is small; status of what cannot be evaluated, ABUT_NO_EQUILIBRIUM, or ABUT_OK. */
static abut_status relax(statics *s, abut_message *message) {
    for (int step = 0; step < MOST_STEPS; step++) {
        abut_status status = take_stock(s);
        if (!status) status = remember(s, false);
        if (!status) status = static_stiffness(s, s->y);
        if (status) return say(message, status, "the state cannot be evaluated: %s", abut_status_text(status));
        measure_stiffness(s);
        if (balanced(s) || (s->size < near_enough && s->violation < 1e-6)) return ABUT_OK;
        if (static_largest(s->y, s->n.nx) > static_lost)
            return say(message, ABUT_NO_EQUILIBRIUM, "a body moves away without limit: nothing holds it");
        if (step % 8 == 0 && hold_spins(s)) continue;
        if (s->eps == 0) s->eps = start_eps(s);
        int trial = 0;
        for (; trial < MOST_TRIALS; trial++) {
            s->eps = fmax(s->eps, s->eps_least);
            if (advance(s)) break;
            s->eps *= 16;
            if (trial == MOST_TRIALS / 2) (void)mb_accept(s->work, 0, s->y); /* opposing points may have moved far */
        }
        if (trial == MOST_TRIALS) return ABUT_OK; /* Newton's method may still help */
    }
    return ABUT_OK;
}

/* ---- the whole ---- */
static void set_loads(statics *s) {
    double most = 0;
    for (int i = 0; i < s->n.nu; i++) s->L[i] = fabs(s->r[i]);
    for (int e = 0; e < s->entries; e++)
        if (s->row[e] == s->column[e]) s->L[s->row[e]] = fmax(s->L[s->row[e]], 9.81 * s->M[e]);
    for (int i = 0; i < s->n.nu; i++) most = fmax(most, s->L[i]);
    for (int i = 0; i < s->n.nu; i++) s->L[i] = fmax(s->L[i], fmax(1e-12 * most, DBL_MIN));
    mb_share_loads(s->system, s->L);
}

static abut_status run(statics *s, abut_message *message) {
    abut_status status = static_residual(s, s->y, s->lambda, s->r, s->g);
    if (!status) status = static_stiffness(s, s->y);
    if (status) return say(message, status, "the start cannot be evaluated: %s", abut_status_text(status));
    set_loads(s);
    for (int round = 0; round < MOST_ROUNDS; round++) {
        s->longest = longest_first;
        s->eps = round ? start_eps(s) : 0;
        status = relax(s, message);
        if (status) return status;
        if (!balanced(s)) status = static_polish(s);
        if (!status) status = take_stock(s);
        if (!status && balanced(s)) status = remember(s, true);
        if (status) return say(message, status, "%s", abut_status_text(status));
        if (balanced(s)) return ABUT_OK;
        (void)hold_spins(s);
    }
    return say(message, ABUT_NO_EQUILIBRIUM,
               "no equilibrium was found; the largest unbalanced force is %g (N or N m), %g of the load there",
               static_largest(s->r, s->n.nu), s->size);
}

abut_status static_solve(mb_system *system, mb_work *k, double *y, const static_spins *spins, double *residual,
                         int *iterations, abut_message *message) {
    statics s = {.system = system, .work = k, .n = mb_size(system), .y = y, .spins = spins};
    memset(y + s.n.nx, 0, (size_t)s.n.nu * sizeof(double));
    abut_status status = allocate(&s) ? run(&s, message) : say(message, ABUT_NO_MEMORY, "out of memory");
    if (residual) *residual = s.r ? static_largest(s.r, s.n.nu) : 0;
    if (iterations) *iterations = s.solves;
    release(&s);
    return status;
}
