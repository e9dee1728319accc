/* Park's method: the derivative at t_n is the mean of those of the polynomials through the last three and the last four states
 * (BDF2 and BDF3), for any steps; with equal ones
 *   y_n = 1.5 y_n-1 - 0.6 y_n-2 + 0.1 y_n-3 + 0.6 h y'_n
 * (K. C. Park, J. Appl. Mech. 42 (1975) 464-470). Order 2, A-stable, with a local error of h^3 y'''/10 half that of BDF2.
 * Starts with one step of BDF1 and one of BDF2.
 *
 * A step predicts by the polynomial through the last three states and solves in the chart about the prediction
 * (park_newton.c); what is corrected there is the third difference, and a multiple of it the local error. Contacts with
 * memory are evaluated as they were at the last accepted state; nothing starts anew where they switch. */
#include "park.h"

#include <math.h>
#include <string.h>

#include "base/archive.h"

static const double GROWTH = 1.7;   /* a limit of stability: with steady growth by 1.9 the history would swing up */
static const double HOVERING = 1.2; /* growth in spite of a touch ahead */
static const double STEADY = 1.15;  /* no less is worth a change of the step */
static const double WIDEST = 2.5;   /* rad, that a body may turn within the history */
static const double START = 0.0625; /* first step, as a part of a fixed one */
/* Of the error by the correction, as with equal steps: shorter ones would trust the history more than a touch allows. */
static const double LEAST_FACTOR = 0.1;

static void destroy(void *self) { stepper_end(&((park *)self)->base); }

static abut_status create(void *self, const integrator_setup *setup, abut_message *message) {
    park *p = self;
    mb_sizes z = mb_size(setup->system);
    p->setup = *setup;
    p->nx = z.nx;
    p->nu = z.nu;
    double **const states[] = {&p->past[0], &p->past[1], &p->past[2], &p->predicted, &p->y, &p->ydot};
    double **const pairs[] = {&p->back[0], &p->back[1],     &p->rate,      &p->drift,      &p->change,  &p->step,
                              &p->end,     &p->kept_change, &p->kept_step, &p->rate_start, &p->rate_end};
    double **const singles[] = {&p->speed};
    const stepper_arrays lists[] = {{states, sizeof states / sizeof *states, (size_t)(z.nx + z.nu)},
                                    {pairs, sizeof pairs / sizeof *pairs, 2 * (size_t)z.nu},
                                    {singles, 1, (size_t)z.nu}};
    return stepper_begin(&p->base, setup->system, lists, 3, message);
}

static abut_status restart(void *self, double t, const double *y) {
    park *p = self;
    memcpy(p->past[0], y, (size_t)(p->nx + p->nu) * sizeof(double));
    p->t = p->t_start = p->t_past[0] = t;
    p->known = 0;
    p->h = p->h_last = p->h_before = 0;
    p->linearised = p->power_before = false;
    p->alpha = 0;
    return ABUT_OK;
}

/* ---- integrals of the powers ---- */

/* Over the first x seconds of the last step: of the parabola through the powers at its ends and one step before. */
static double quad_until(const park *p, int i, double x) {
    double h = p->h_last, end = p->power[0][i], start = p->power[1][i], before = p->power[2][i];
    double slope = (end - start) / h, bend = 0;
    if (p->power_before) bend = (slope - (start - before) / p->h_before) / (h + p->h_before);
    return x * (start + x * (slope / 2 + bend * (x / 3 - h / 2)));
}

/* What drives give to swarms is as stiff as friction: the last correction, after the evaluation, counts. */
static double late_power(const park *p) {
    const double *by_d, *by_u;
    double sum = 0;
    (void)mb_power_change(p->setup.work, &by_d, &by_u);
    for (int i = 0; by_d && i < p->nu; i++) sum += by_d[i] * p->step[i] + by_u[i] * p->step[p->nu + i];
    return sum;
}

/* The system has just been evaluated at the end of a step: the powers as that step counts them, what the observer sees, and
 * the powers as the next step counts them. */
static void observe(park *p, double t, const double *y) {
    memcpy(p->power[2], p->power[1], sizeof p->power[2]);
    memcpy(p->power[1], p->power_start, sizeof p->power[1]);
    mb_powers(p->setup.work, p->power[0]);
    p->touch = mb_time_to_touch(p->setup.work);
    if (p->setup.observe) p->setup.observe(p->setup.user, t, y);
    mb_powers(p->setup.work, p->power_start);
    double late = late_power(p);
    p->power[0][MB_POWER_IN] += late;
    p->power_start[MB_POWER_IN] += late;
}

/* ---- dense output: Hermite's cubic in the chart about the start of the last step ---- */
static void state_at(park *p, double s, double *y) {
    int nu = p->nu;
    double h = p->h_last, *d = p->speed;
    double to_end = s * s * (3 - 2 * s), at_start = h * s * (1 - s) * (1 - s), at_end = -h * s * s * (1 - s);
    for (int i = 0; i < nu; i++) {
        d[i] = to_end * p->end[i] + at_start * p->rate_start[i] + at_end * p->rate_end[i];
        y[p->nx + i] = p->past[1][p->nx + i] + to_end * p->end[nu + i] + at_start * p->rate_start[nu + i] +
                       at_end * p->rate_end[nu + i];
    }
    mb_retract(p->setup.system, p->past[1], d, y);
}

static void dense(void *self, double t, double *y, double *quads) {
    park *p = self;
    double h = p->h_last, s = h > 0 ? fmin(fmax((t - p->t_past[1]) / h, 0), 1) : 1;
    if (y && s == 1)
        memcpy(y, p->past[0], (size_t)(p->nx + p->nu) * sizeof(double));
    else if (y)
        state_at(p, s, y);
    for (int i = 0; quads && i < MB_QUADS; i++) quads[i] = p->quads[i] + (h > 0 ? quad_until(p, i, s * h) : 0);
}

/* ---- the formula ---- */

/* Weights of the last states at distances s before the end of the trial: L of the value of the polynomial through them there,
 * c of the derivative of the one that includes the trial, whose own weight is sum 1/s. BDF2 and BDF3 differ by that weight
 * alone, because c are applied to differences from the prediction, which lies on the polynomial through three. */
static void formula(park *p, double h, double *L, double *c) {
    double s[PARK_PAST];
    p->a0 = 0;
    for (int j = 0; j < p->known; j++) {
        s[j] = h + (p->t_past[0] - p->t_past[j]);
        p->a0 += 1 / s[j];
    }
    for (int j = 0; j < p->known; j++) {
        L[j] = 1;
        for (int m = 0; m < p->known; m++)
            if (m != j) L[j] *= s[m] / (s[m] - s[j]);
        c[j] = -L[j] / s[j];
    }
    if (p->known == 1) p->error_factor = 0.5;
    if (p->known == 2) p->error_factor = 1 / (p->a0 * h);
    if (p->known < 3) return;
    p->a0 -= 0.5 / s[2];
    p->error_factor = fmax(0.5 / (p->a0 * s[2]), LEAST_FACTOR);
}

/* Prediction for a step h: false if the rotation within the history would be too large for one chart. */
static bool predict(park *p, double h) {
    int nu = p->nu, n = p->known;
    double L[PARK_PAST], c[PARK_PAST], *d = p->change, *u = d + nu, turn = 0;
    const double *x0 = p->past[0];
    formula(p, h, L, c);
    double h1 = p->h_last, bend = n == 2 ? h * h / (h1 * h1) : 0; /* until there are three: with the rate of the last */
    for (int i = 0; i < 2 * nu; i++) {
        d[i] = n == 3 ? L[1] * p->back[0][i] + L[2] * p->back[1][i] : h * p->rate[i];
        if (n == 2) d[i] += bend * (p->back[0][i] + h1 * p->rate[i]);
    }
    mb_retract(p->setup.system, x0, d, p->predicted);
    for (int i = 0; i < nu; i++) p->predicted[p->nx + i] = x0[p->nx + i] + u[i];
    memset(p->drift, 0, 2 * (size_t)nu * sizeof(double));
    for (int j = 0; j < n; j++) {
        turn = fmax(turn, mb_chart(p->setup.system, p->predicted, p->past[j], d));
        for (int i = 0; i < nu; i++) {
            p->drift[i] += c[j] * d[i];
            p->drift[nu + i] += c[j] * (p->past[j][p->nx + i] - p->predicted[p->nx + i]);
        }
    }
    return turn <= WIDEST;
}

/* ---- one step ---- */
/* The rate at the last state, in the chart about it. */
static void set_rate(park *p, const double *a) {
    const double *y = p->past[0];
    memset(p->change, 0, (size_t)p->nu * sizeof(double));
    mb_chart_rate(p->setup.work, y, p->change, y + p->nx, p->rate);
    memcpy(p->rate + p->nu, a, (size_t)p->nu * sizeof(double));
}

static abut_status begin(park *p) {
    p->setup.counts->rhs_evals++;
    abut_status status = mb_rhs(p->setup.work, p->t, p->past[0], p->ydot, NULL);
    if (status) return status;
    mb_allowed(p->setup.system, p->past[0], NULL, p->base.allow_u, p->base.allow_d, NULL);
    set_rate(p, p->ydot + p->nx);
    observe(p, p->t, p->past[0]);
    const double first = p->setup.first_step;
    p->h = first > 0 ? first : stepper_first(&p->base, p->rate, p->rate + p->nu, 1);
    p->known = 1;
    return ABUT_OK;
}

/* The history in the chart about the last state. */
static void chart_history(park *p) {
    for (int j = 1; j < p->known; j++) {
        double *to = p->back[j - 1];
        (void)mb_chart(p->setup.system, p->past[0], p->past[j], to);
        for (int i = 0; i < p->nu; i++) to[p->nu + i] = p->past[j][p->nx + i] - p->past[0][p->nx + i];
    }
}

/* A fixed step: tiny ones at first, which double until they sum up to a whole one; back to whole ones after a failure. */
static double fixed(const park *p) {
    const double rounding = 1e-6;
    double whole = p->setup.fixed_step, since = p->t - p->t_start;
    if (since < whole * (1 - rounding)) return fmax(since, START * whole);
    double rest = (floor(since / whole + rounding) + 1) * whole - since;
    return fmin(rest, fmax(2 * p->h_last, START * whole));
}

static double limit(const park *p) {
    double h = p->h, left = *p->setup.t_end - p->t;
    if (p->setup.fixed_step > 0) {
        h = fixed(p);
        return h > left * (1 - 1e-9) ? left : h;
    }
    /* a step may not leap far over the next touch, but steps grow all the same: a point may hover just open for long */
    h = fmin(h, fmax(1.05 * p->touch, HOVERING * p->h_last));
    if (p->setup.max_step > 0) h = fmin(h, p->setup.max_step);
    h = fmin(h, fmin(mb_longest_step(p->setup.system, p->t), mb_time_to_slip(p->setup.system, p->t)));
    return h > left * (1 - 1e-12) ? left : h > 0.5 * left ? 0.5 * left : h;
}

/* Factor of the step by its error. */
static double factor_of(const park *p, double error) {
    return 0.9 * pow(fmax(error, 1e-6), p->known == 1 ? -1.0 / 2 : -1.0 / 3);
}

static abut_status give_up(const park *p, double h, abut_status last, abut_message *message) {
    const char *why = last == ABUT_NO_CONVERGENCE ? "Newton's iteration does not converge" : abut_status_text(last);
    return stepper_give_up(p->t, h, last > 0 ? why : NULL, message);
}

/* What the parabola of quad_until bends in a step that ends as evaluated last, over what it may: impacts whose damping sets in
 * at once move on in steps that say nothing of the energy lost. */
static double loss_error(const park *p, double h) {
    double powers[MB_QUADS];
    mb_powers(p->setup.work, powers);
    double end = powers[MB_LOSS_NORMAL], from = p->power_start[MB_LOSS_NORMAL];
    if (end == 0 && from == 0) return 0;
    double slope = (end - from) / h, bend = 0;
    if (p->h_last > 0) bend = (slope - (from - p->power[1][MB_LOSS_NORMAL]) / p->h_last) / (h + p->h_last);
    double scale = mb_energy_scale(p->setup.work) + fabs(p->quads[MB_LOSS_NORMAL]);
    if (fmax(fabs(end), fabs(from)) * h < 1e-3 * scale) return 0; /* no impact */
    return fabs(bend) * h * h * h / (6 * p->setup.rtol * fmax(scale, 1e-12));
}

/* Steps of decreasing size until one is good; *next: what the following one may be. */
static abut_status attempt(park *p, double *h, double *next, abut_message *message) {
    abut_status last = ABUT_OK;
    const double least = 1e-15 * fmax(fabs(p->t), 1e-3);
    for (bool rejected = false;; rejected = true) {
        while (*h > least && !predict(p, *h)) *h *= 0.8;
        if (!(*h > least)) return give_up(p, *h, last, message);
        double error = 0;
        abut_status status = park_solve(p, p->t + *h, &error);
        if (status < 0) return status;
        if (!status && !(p->setup.fixed_step > 0)) error = fmax(error, loss_error(p, *h));
        if (!status && (error <= 1 || p->setup.fixed_step > 0)) {
            double factor = fmin(factor_of(p, error), rejected ? 1 : GROWTH);
            *next = factor > 1 && factor < STEADY ? *h : factor * *h;
            return ABUT_OK;
        }
        last = status;
        p->setup.counts->rejected++;
        if (status) p->setup.counts->newton_fails++;
        *h *= status ? 0.5 : fmax(0.2, fmin(0.9, factor_of(p, error)));
    }
}

/* The trial becomes the last state. */
static abut_status accept(park *p, double h) {
    int nu = p->nu;
    double t = h == *p->setup.t_end - p->t ? *p->setup.t_end : p->t + h, *oldest = p->past[2], *swap = p->rate_start;
    for (int i = 0; p->h_last > 0 && i < MB_QUADS; i++) p->quads[i] += quad_until(p, i, p->h_last);
    p->power_before = p->h_last > 0;
    p->h_before = p->h_last;
    p->h_last = h;
    observe(p, t, p->y);
    for (int i = 0; i < nu; i++) p->speed[i] = p->a0 * p->change[nu + i] + p->drift[nu + i];
    abut_status status = mb_project(p->setup.work, t, p->y, NULL);
    p->past[2] = p->past[1], p->past[1] = p->past[0], p->past[0] = p->y, p->y = oldest;
    p->t_past[2] = p->t_past[1], p->t_past[1] = p->t_past[0], p->t_past[0] = p->t = t;
    p->rate_start = p->rate, p->rate = swap;
    set_rate(p, p->speed);
    const double *x = p->past[0];
    (void)mb_chart(p->setup.system, p->past[1], x, p->end);
    for (int i = 0; i < nu; i++) p->end[nu + i] = x[p->nx + i] - p->past[1][p->nx + i];
    mb_chart_rate(p->setup.work, x, p->end, x + p->nx, p->rate_end);
    memcpy(p->rate_end + nu, p->rate + nu, (size_t)nu * sizeof(double));
    if (p->known < PARK_PAST) p->known++;
    p->setup.counts->steps++;
    return status;
}

static abut_status step(void *self, double *t, abut_message *message) {
    park *p = self;
    abut_status status = p->known ? ABUT_OK : begin(p);
    if (status < 0) return status;
    if (status) return give_up(p, p->h, status, message);
    mb_allowed(p->setup.system, p->past[0], NULL, p->base.allow_u, p->base.allow_d, NULL);
    chart_history(p);
    double h = limit(p), next = h;
    if ((status = attempt(p, &h, &next, message))) return status;
    if ((status = accept(p, h))) return give_up(p, h, status, message);
    p->h = next;
    *t = p->t;
    return ABUT_OK;
}

/* ---- saving: the history and the last step with its dense output; the Jacobian is not kept ---- */
static void forget_matrix(void *self) {
    park *p = self;
    p->linearised = false;
    p->alpha = 0;
}

static void archive_it(void *self, archive *a) {
    park *p = self;
    size_t n = (size_t)(p->nx + p->nu), pair = 2 * (size_t)p->nu;
    archive_part(a, "park", n);
    double *const numbers[] = {&p->t, &p->t_start, &p->h, &p->h_last, &p->touch, &p->h_before};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) archive_doubles(a, numbers[i], 1);
    archive_int(a, &p->known, 0, PARK_PAST);
    for (int i = 0; i < PARK_PAST; i++) archive_doubles(a, p->past[i], n);
    ARCHIVE(a, p->t_past);
    double *const pairs[] = {p->rate, p->end, p->rate_start, p->rate_end};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) archive_doubles(a, pairs[i], pair);
    ARCHIVE(a, p->quads);
    ARCHIVE(a, p->power);
    ARCHIVE(a, p->power_start);
    archive_flag(a, &p->power_before);
    if (a->loading) forget_matrix(p);
}

static const abut_param_info params[] = {{0}};
static const abut_choice examples[] = {{.type = "park"}, {0}};

const integrator_type integrator_park = {
    .type = {"solver", "park",
             "implicit multistep method of order 2, A-stable: stick and slip with memory, many closed contacts", params,
             examples},
    .size = sizeof(park),
    .constraints = true,
    .fixed = true,
    .observes = true,
    .turning = true,
    .chosen = SOLVES_MEMORY,
    .create = create,
    .restart = restart,
    .step = step,
    .dense = dense,
    .destroy = destroy,
    .archive = archive_it,
    .renew = forget_matrix,
};
