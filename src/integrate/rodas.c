/* RODAS: Rosenbrock method of order 4 with 6 stages, stiffly accurate, L-stable, with a fresh exact Jacobian in every step
 * (E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, 2nd ed., section VI.4 and IV.7; coefficients of the
 * method RODAS there). With alpha = h gamma, stage i solves
 *   (1/alpha - J) U_i = f(t + c_i h, y0 + sum a_ij U_j) + sum (c_ij/h) U_j + h d_i f_t .
 * Positions are integrated in a chart about the state at the beginning of the step, so rotations need no constraint.
 * Dense output is of order 3. The integrals of the powers are taken by Simpson's rule on it. */
#include <math.h>
#include <string.h>

#include "base/archive.h"
#include "base/message.h"
#include "stepper.h"

enum { STAGES = 6 };
static const double GAMMA = 0.25;
static const double A[STAGES][STAGES - 1] = {
    {0},
    {1.544},
    {0.9466785280815826, 0.2557011698983284},
    {3.314825187068521, 2.896124015972201, 0.9986419139977817},
    {1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950},
    {1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950, 1},
};
static const double C[STAGES][STAGES - 1] = {
    {0},
    {-5.6688},
    {-2.430093356833875, -0.2063599157091915},
    {-0.1073529058151375, -9.594562251023355, -20.47028614809616},
    {7.496443313967647, -10.24680431464352, -33.99990352819905, 11.70890893206160},
    {8.083246795921522, -7.981132988064893, -31.52159432874371, 16.31930543123136, -6.058818238834054},
};
static const double NODE[STAGES] = {0, 0.386, 0.21, 0.63, 1, 1};
static const double D[STAGES] = {0.25, -0.1043, 0.1035, -0.03620000000000023, 0, 0};
static const double DENSE[2][5] = {
    {10.12623508344586, -7.487995877610167, -34.80091861555747, -7.992771707568823, 1.025137723295662},
    {-0.6762803392801253, 6.087714651680015, 16.43084320892478, 24.76722511418386, -6.594389125716872},
};

typedef struct rodas {
    stepper base;
    integrator_setup setup;
    int nx, nu;
    double t, h, h_last, t_old, error_old;
    double *y, *y_old, *y_stage, *ydot, *fdot; /* states of size nx + nu */
    double *U[STAGES];                         /* 2 nu: change of positions, of velocities */
    double *rate, *rate0, *rate_dot, *a0;      /* nu; 0: at the beginning of the step, dot: its change by time alone */
    double *scratch, *scratch2;                /* of size nx + nu, 2 nu */
    double *zeros;                             /* nu */
    double touch;                              /* s, until the next contact closes at the present speed */
    double *dense[3];                          /* 2 nu: end, and two coefficients */
    bool first, failed;                        /* failed: the last step was rejected at first */
    /* Work of the drives on swarms, which is as stiff as friction: one more unknown of the method, W' = mb_power. */
    const double *power_d, *power_u;
    double power, power_start, power_t, W[STAGES], W_dense[3];
    /* integrals: up to t_old, rates at start, middle, end of the last step; without that power */
    double quads[MB_QUADS], rates[3][MB_QUADS], rates_end[MB_QUADS];
    double rates_before[2][MB_QUADS], h_before[2]; /* at the starts of the two steps before, their lengths; 0: none */
    bool quads_open;                               /* the rates of the last step are not complete */
} rodas;

static void destroy(void *self) { stepper_end(&((rodas *)self)->base); }

static abut_status create(void *self, const integrator_setup *setup, abut_message *message) {
    rodas *r = self;
    mb_sizes z = mb_size(setup->system);
    r->setup = *setup;
    r->nx = z.nx;
    r->nu = z.nu;
    double **const states[] = {&r->y, &r->y_old, &r->y_stage, &r->ydot, &r->fdot, &r->scratch};
    double **const pairs[] = {&r->U[0], &r->U[1],     &r->U[2],     &r->U[3],     &r->U[4],
                              &r->U[5], &r->dense[0], &r->dense[1], &r->dense[2], &r->scratch2};
    double **const singles[] = {&r->rate, &r->rate0, &r->rate_dot, &r->a0, &r->zeros};
    const stepper_arrays lists[] = {{states, sizeof states / sizeof *states, (size_t)(z.nx + z.nu)},
                                    {pairs, sizeof pairs / sizeof *pairs, 2 * (size_t)z.nu},
                                    {singles, sizeof singles / sizeof *singles, (size_t)z.nu}};
    if (!mb_tangents(setup->work)) return say(message, ABUT_NO_MEMORY, "out of memory");
    return stepper_begin(&r->base, setup->system, lists, 3, message);
}

static void commit_quads(rodas *r);

static abut_status restart(void *self, double t, const double *y) {
    rodas *r = self;
    if (r->h_last > 0 && !r->quads_open) commit_quads(r); /* of a step whose integrals are complete */
    memcpy(r->y, y, (size_t)(r->nx + r->nu) * sizeof(double));
    r->t = r->t_old = t;
    r->quads_open = false;
    r->first = true;
    mb_tangents_forget(r->setup.work);
    r->h = r->h_last = r->h_before[0] = r->h_before[1] = 0;
    memset(r->W_dense, 0, sizeof r->W_dense);
    r->error_old = 1e-2;
    r->failed = false;
    return ABUT_OK;
}

/* ---- integrals of the powers ---- */
static void state_at(const rodas *r, double s, double *y);

static double quad_until(const rodas *r, int i, double s) { /* over the part s of the last step */
    double a = r->rates[0][i], m = r->rates[1][i], b = r->rates[2][i];
    double c1 = -3 * a + 4 * m - b, c2 = 2 * a - 4 * m + 2 * b;
    double work = s * (r->W_dense[0] + (1 - s) * (r->W_dense[1] + s * r->W_dense[2]));
    return r->h_last * s * (a + s * (c1 / 2 + s * c2 / 3)) + (i == MB_POWER_IN ? work : 0);
}

/* Rates at the state that was evaluated last, without the power that W integrates. */
static void rates_now(const rodas *r, double *rate) { rate[MB_POWER_IN] -= mb_power(r->setup.work); }

/* Where balls or rollers make evaluations dear: the rates in the middle by the parabola through the last three ends of steps, if it
 * hardly differs from the straight line, or not much and hardly from the cubic through the last four. */
static bool foretold(rodas *r) {
    const double part = 10, cubic = 100, most = 1000; /* of rtol, what may be added to the losses of a step */
    const double h = r->h_last, k = r->h_before[0], l = r->h_before[1];
    if (!(r->power_d || mb_size(r->setup.system).turning) || !(k > 0)) return false;
    double bow = 0, left = 0, size = 0, by[MB_QUADS];
    for (int i = 0; i < MB_QUADS; i++) {
        double c = r->rates[0][i], d = r->rates[2][i], b = r->rates_before[0][i], a = r->rates_before[1][i];
        double cd = (d - c) / h, bc = (c - b) / k, bcd = (cd - bc) / (h + k);
        by[i] = -0.25 * h * h * bcd; /* of the middle above the line */
        bow = fmax(bow, fabs(by[i]));
        size += 0.5 * fabs(c + d);
        if (l > 0)
            left = fmax(left, 0.25 * h * h * (0.5 * h + k) * fabs(bcd - (bc - (b - a) / l) / (k + l)) / (h + k + l));
    }
    double rtol = r->setup.rtol;
    bool straight = bow <= part * rtol * size,
         smooth = l > 0 && left <= cubic * rtol * size && bow <= most * rtol * size;
    if (!straight && !smooth) return false;
    for (int i = 0; i < MB_QUADS; i++) r->rates[1][i] += by[i];
    return true;
}

/* known: the rates at the end of the step, or NULL: they are evaluated. */
static void complete_quads(rodas *r, const double *known) {
    if (!r->quads_open) return;
    r->quads_open = false;
    bool any = false;
    if (known)
        memcpy(r->rates[2], known, sizeof r->rates[2]);
    else {
        r->setup.counts->rhs_evals++;
        if (mb_rhs(r->setup.work, r->t, r->y, r->scratch, r->rates[2]))
            memcpy(r->rates[2], r->rates[0], sizeof r->rates[2]);
        else
            rates_now(r, r->rates[2]);
    }
    for (int i = 0; i < MB_QUADS; i++) any = any || r->rates[0][i] != 0 || r->rates[2][i] != 0;
    for (int i = 0; i < MB_QUADS; i++) r->rates[1][i] = 0.5 * (r->rates[0][i] + r->rates[2][i]);
    if (!any || foretold(r)) return;
    state_at(r, 0.5, r->y_stage);
    r->setup.counts->rhs_evals++;
    double middle[MB_QUADS];
    if (mb_rhs(r->setup.work, r->t_old + 0.5 * r->h_last, r->y_stage, r->scratch, middle)) return;
    rates_now(r, middle);
    memcpy(r->rates[1], middle, sizeof middle);
}

static void commit_quads(rodas *r) {
    for (int i = 0; i < MB_QUADS; i++) r->quads[i] += quad_until(r, i, 1);
    memcpy(r->rates_before[1], r->rates_before[0], sizeof r->rates_before[1]);
    memcpy(r->rates_before[0], r->rates[0], sizeof r->rates_before[0]);
    r->h_before[1] = r->h_before[0], r->h_before[0] = r->h_last;
}

/* ---- one step ---- */

static abut_status linearise(rodas *r) {
    integrator_counts *c = r->setup.counts;
    abut_status status = mb_linearise(r->setup.work, r->t, r->y, r->ydot, r->fdot);
    c->rhs_evals++;
    c->jac_evals++;
    if (status) return status;
    mb_allowed(r->setup.system, r->y, NULL, r->base.allow_u, r->base.allow_d, NULL);
    mb_ease(r->setup.work, r->base.allow_u, r->base.allow_d);
    if (!r->first) return ABUT_OK;
    const double first = r->setup.first_step;
    r->h = first > 0 ? first : stepper_first(&r->base, r->y + r->nx, r->ydot + r->nx, 10);
    return ABUT_OK;
}

/* to = from + sum over the first n stages of c_j U_j; n is a constant wherever this is inlined. */
static inline __attribute__((always_inline)) void sum_n(int n, int size, const double *restrict from,
                                                        const double *restrict c, double *const *U, int offset,
                                                        double *restrict to) {
    const double *restrict u[STAGES - 1] = {0};
    for (int j = 0; j < n; j++) u[j] = U[j] + offset;
    for (int m = 0; m < size; m++) {
        double sum = from[m];
        for (int j = 0; j < n; j++) sum += c[j] * u[j][m];
        to[m] = sum;
    }
}

static void sum_stages(int n, int size, const double *from, const double *c, double *const *U, int offset, double *to) {
    if (n == 1) sum_n(1, size, from, c, U, offset, to);
    if (n == 2) sum_n(2, size, from, c, U, offset, to);
    if (n == 3) sum_n(3, size, from, c, U, offset, to);
    if (n == 4) sum_n(4, size, from, c, U, offset, to);
    if (n == 5) sum_n(5, size, from, c, U, offset, to);
}

/* y_stage and the right-hand side there: d' in `rate`, and accelerations. */
static abut_status stage(rodas *r, int i, double h, const double **a_stage) {
    int nu = r->nu;
    double *d = r->U[i], *u = r->y_stage + r->nx; /* U[i] is free until the stage is solved */
    sum_stages(i, nu, r->zeros, A[i], r->U, 0, d);
    sum_stages(i, nu, r->y + r->nx, A[i], r->U, nu, u);
    mb_retract(r->setup.system, r->y, d, r->y_stage);
    r->setup.counts->rhs_evals++;
    abut_status status = mb_accelerate(r->setup.work, r->t + NODE[i] * h, r->y_stage, a_stage);
    if (!status) mb_chart_rate(r->setup.work, r->y_stage, d, u, r->rate);
    r->power = mb_power(r->setup.work);
    return status;
}

/* The stage of W: W/(h gamma) = P + P_y U + sum of c_j W_j + h d P_t. */
static void solve_work(rodas *r, int i, double h) {
    const double *d = r->U[i], *u = d + r->nu;
    double sum = r->power + h * D[i] * r->power_t;
    for (int m = 0; m < r->nu; m++) sum += r->power_d[m] * d[m] + r->power_u[m] * u[m];
    for (int j = 0; j < i; j++) sum += C[i][j] / h * r->W[j];
    r->W[i] = h * GAMMA * sum;
}

static void solve_stage(rodas *r, int i, double h, const double *a_stage) {
    int nu = r->nu;
    double *U = r->U[i], c[STAGES], hd = h * D[i];
    const double *rate_dot = r->rate_dot, *a_dot = r->fdot + r->nx;
    for (int j = 0; j < i; j++) c[j] = C[i][j] / h;
    for (int m = 0; m < nu; m++) {
        U[m] = r->rate[m] + hd * rate_dot[m];
        U[nu + m] = a_stage[m] + hd * a_dot[m];
    }
    sum_stages(i, 2 * nu, U, c, r->U, 0, r->scratch2);
    if (i) memcpy(U, r->scratch2, 2 * (size_t)nu * sizeof(double));
    mb_newton(r->setup.work, U, U + nu);
    if (r->power_d) solve_work(r, i, h);
}

static abut_status attempt(rodas *r, double h, double *error) {
    int nu = r->nu;
    abut_status status = mb_factor(r->setup.work, h * GAMMA);
    r->setup.counts->factorisations++;
    if (status) return status;
    for (int i = 0; i < STAGES; i++) {
        const double *a = r->a0;
        r->power = r->power_start;
        if (i == 0)
            memcpy(r->rate, r->rate0, (size_t)nu * sizeof(double));
        else if ((status = stage(r, i, h, &a)))
            return status;
        solve_stage(r, i, h, a);
    }
    *error = stepper_norm(&r->base, r->U[5]);
    return isfinite(*error) ? ABUT_OK : ABUT_NOT_FINITE;
}

/* Change of the state over the step, and the coefficients of dense output. */
static void finish(rodas *r, double h) {
    int nu = r->nu;
    for (int m = 0; m < 2 * nu; m++) {
        double end = 0, a = 0, b = 0;
        for (int j = 0; j < 5; j++) {
            end += A[5][j] * r->U[j][m];
            a += DENSE[0][j] * r->U[j][m];
            b += DENSE[1][j] * r->U[j][m];
        }
        r->dense[0][m] = end + r->U[5][m];
        r->dense[1][m] = a;
        r->dense[2][m] = b;
    }
    for (int i = 0; i < 3; i++) r->W_dense[i] = i ? 0 : r->W[5];
    for (int j = 0; j < 5; j++) {
        r->W_dense[0] += A[5][j] * r->W[j];
        r->W_dense[1] += DENSE[0][j] * r->W[j];
        r->W_dense[2] += DENSE[1][j] * r->W[j];
    }
    memcpy(r->y_old, r->y, (size_t)(r->nx + nu) * sizeof(double));
    mb_retract(r->setup.system, r->y_old, r->dense[0], r->y);
    for (int m = 0; m < nu; m++) r->y[r->nx + m] += r->dense[0][nu + m];
    r->t_old = r->t;
    r->h_last = h;
}

/* s in [0, 1] within the last step */
static void state_at(const rodas *r, double s, double *y) {
    int nu = r->nu;
    double *d = r->rate;
    for (int m = 0; m < nu; m++) {
        d[m] = s * (r->dense[0][m] + (1 - s) * (r->dense[1][m] + s * r->dense[2][m]));
        y[r->nx + m] =
            r->y_old[r->nx + m] + s * (r->dense[0][nu + m] + (1 - s) * (r->dense[1][nu + m] + s * r->dense[2][nu + m]));
    }
    mb_retract(r->setup.system, r->y_old, d, y);
}

static void dense(void *self, double t, double *y, double *quads) {
    rodas *r = self;
    double s = r->h_last > 0 ? (t - r->t_old) / r->h_last : 1;
    s = fmin(fmax(s, 0), 1);
    if (y && (s == 1 || r->h_last == 0))
        memcpy(y, r->y, (size_t)(r->nx + r->nu) * sizeof(double));
    else if (y)
        state_at(r, s, y);
    if (!quads) return;
    complete_quads(r, NULL);
    for (int i = 0; i < MB_QUADS; i++) quads[i] = r->quads[i] + (r->h_last > 0 ? quad_until(r, i, s) : 0);
}

/* Step size by the error, with the prediction of Gustafsson after accepted steps. With swarms not if they were rejected before, since errors on
 * both sides of a kink have no trend; but where the step before failed, too, it is something that comes nearer. */
static double next_step(rodas *r, double h, double error, bool rejected) {
    const double cautious = 1.2; /* at most, where failures follow each other */
    double factor = fmax(1.0 / 6, fmin(5, pow(error, 0.25) / 0.9));
    if (error <= 1 && !(rejected && !r->failed && r->power_d) && !r->first && r->h_last > 0) {
        double predicted = (r->h_last / h) * pow(error * error / r->error_old, 0.25) / 0.9;
        factor = fmax(factor, fmax(1.0 / 6, fmin(rejected && r->power_d ? cautious : 5, predicted)));
    }
    return h / factor;
}

/* Tighter relative tolerances ask the laws of all grooves in every stage. */
#define TANGENT_RTOL 1e-7

/* An attempt that fails is not cut to less: beyond a kink errors say little. */
#define LEAST_PART 0.25

/* An attempt that was rejected before, within the same step. */
typedef struct failure {
    int count;
    double h, error;
} failure;

/* After a rejection. The first time a contact that would have closed within the step is made its end: what an error says
 * about shorter steps holds on this side of the touch only. Later by the order that the last two errors show, where it is less than that
 * of the method: over a kink errors fall with a lower power of the step. */
static double smaller_step(rodas *r, double h, double error, const failure *before) {
    double next = next_step(r, h, error, true), touch = 1.02 * r->touch;
    if (!before->count) return r->power_d && touch < 0.8 * h && touch > 0.2 * next ? touch : next;
    double order = before->h > h ? log(before->error / error) / log(before->h / h) : 4;
    if (!(order < 4)) return next;
    return h * fmax(LEAST_PART, fmin(0.9 * pow(error, -1 / fmax(order, 0.5)), next / h));
}

static double limit(const rodas *r, double h) {
    /* A step may not leap far over the next touch, but this never makes it smaller than the last one was; of balls in cages, whose
     * touches are many and blows, a bit smaller. */
    h = fmin(h, r->power_d ? fmax(1.02 * r->touch, 0.3 * r->h_last) : fmax(1.05 * r->touch, r->h_last));
    if (r->setup.max_step > 0) h = fmin(h, r->setup.max_step);
    h = fmin(h, mb_longest_step(r->setup.system, r->t));
    double left = *r->setup.t_end - r->t;
    return h > left * (1 - 1e-12) ? left : h > 0.5 * left ? 0.5 * left : h;
}

static abut_status give_up(const rodas *r, double h, abut_status last, abut_message *message) {
    return stepper_give_up(r->t, h, last > 0 ? abut_status_text(last) : NULL, message);
}

/* Everything about the state the step starts from; completes the integrals of the step before. */
static abut_status begin(rodas *r) {
    double powers[MB_QUADS];
    abut_status status = linearise(r);
    if (status) return status;
    memcpy(r->a0, r->ydot + r->nx, (size_t)r->nu * sizeof(double));
    memset(r->U[0], 0, (size_t)r->nu * sizeof(double));
    mb_chart_rate(r->setup.work, r->y, r->U[0], r->y + r->nx, r->rate0);
    mb_tangent_of(r->setup.system, r->y, r->fdot, r->rate_dot);
    r->touch = mb_time_to_touch(r->setup.work);
    r->power_start = mb_power(r->setup.work);
    r->power_t = mb_power_change(r->setup.work, &r->power_d, &r->power_u);
    mb_powers(r->setup.work, powers); /* as the step before counts them */
    rates_now(r, powers);
    memcpy(r->rates_end, powers, sizeof powers);
    if (r->setup.observe) r->setup.observe(r->setup.user, r->t, r->y);
    mb_powers(r->setup.work, powers);
    rates_now(r, powers);
    complete_quads(r, r->rates_end);
    if (r->h_last > 0) commit_quads(r);
    for (int i = 0; i < 3; i++) memcpy(r->rates[i], powers, sizeof powers);
    return ABUT_OK;
}

static abut_status step(void *self, double *t, abut_message *message) {
    rodas *r = self;
    abut_status status = begin(r), last = ABUT_OK;
    if (status < 0) return status;
    if (status) return give_up(r, r->h, status, message);
    double h = limit(r, r->h), error = 0;
    failure before = {0};
    for (;;) {
        if (!(h > 1e-15 * fmax(fabs(r->t), 1e-3))) return give_up(r, h, last, message);
        bool linear = before.count <= 1 && r->setup.rtol > TANGENT_RTOL;
        mb_tangents_allow(r->setup.work, linear ? h : 0, r->base.allow_u);
        status = attempt(r, h, &error);
        mb_tangents_allow(r->setup.work, 0, NULL);
        if (status < 0) return status;
        if (!status && error <= 1) break;
        last = status;
        r->setup.counts->rejected++;
        double tried = h;
        h = status ? 0.25 * h : smaller_step(r, h, error, &before);
        before = (failure){before.count + 1, tried, status ? INFINITY : error};
    }
    double next = next_step(r, h, fmax(error, 1e-6), before.count);
    r->h = before.count ? fmin(next, h) : next;
    r->failed = before.count;
    finish(r, h);
    r->error_old = fmax(error, 1e-2);
    r->t = h == *r->setup.t_end - r->t_old ? *r->setup.t_end : r->t_old + h;
    if ((status = mb_project(r->setup.work, r->t, r->y, NULL))) return give_up(r, h, status, message);
    r->first = false;
    r->quads_open = true;
    r->setup.counts->steps++;
    *t = r->t;
    return ABUT_OK;
}

/* ---- saving: the last step with its dense output, whose integrals may be open; the rest follows from the state ---- */
static void archive_it(void *self, archive *a) {
    rodas *r = self;
    size_t n = (size_t)(r->nx + r->nu), pair = 2 * (size_t)r->nu;
    archive_part(a, "rodas", n);
    double *const numbers[] = {&r->t, &r->h, &r->h_last, &r->t_old, &r->error_old};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) archive_doubles(a, numbers[i], 1);
    archive_doubles(a, r->y, n);
    archive_doubles(a, r->y_old, n);
    for (int i = 0; i < 3; i++) archive_doubles(a, r->dense[i], pair);
    archive_flag(a, &r->first);
    archive_flag(a, &r->failed);
    ARCHIVE(a, r->W_dense);
    ARCHIVE(a, r->quads);
    ARCHIVE(a, r->rates);
    ARCHIVE(a, r->rates_before);
    ARCHIVE(a, r->h_before);
    archive_flag(a, &r->quads_open);
    mb_tangents_archive(r->setup.work, a);
}

static const abut_param_info params[] = {{0}};
static const abut_choice examples[] = {{.type = "rodas"}, {0}};

const integrator_type integrator_rodas = {
    .type = {"solver", "rodas", "linearly implicit, order 4, exact Jacobian: the choice for contact and stiff friction",
             params, examples},
    .size = sizeof(rodas),
    .constraints = true,
    .observes = true,
    .turning = true,
    .chosen = SOLVES_STIFF,
    .create = create,
    .restart = restart,
    .step = step,
    .dense = dense,
    .destroy = destroy,
    .archive = archive_it,
};
