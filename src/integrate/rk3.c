/* Explicit Runge-Kutta method of order 3 with an error estimate of order 2, whose last stage is the first of the next step (P. Bogacki,
 * L. F. Shampine, Appl. Math. Lett. 2 (1989) 321-325):
 *   k1 = f(t, y),  k2 = f(t + h/2, y + h/2 k1),  k3 = f(t + 3h/4, y + 3h/4 k2),
 *   y' = y + h (2 k1 + 3 k2 + 4 k3)/9,  k4 = f(t + h, y'),  error = h (-5/72 k1 + 1/12 k2 + 1/9 k3 - 1/8 k4).
 * Made for many bodies: each pass over the state does all there is to do with it. The norm of the error is the root mean square over all
 * components and the integrals of the powers. Between steps: Hermite's cubic polynomial. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/archive.h"
#include "base/message.h"
#include "stepper.h"

enum { STAGES = 4 };

typedef struct rk3 {
    integrator_setup setup;
    mb_sizes n;
    int ny; /* nx + nu + ns */
    double *block;
    double *y, *y_old, *stage, *k[STAGES], *allow, *sums; /* sums: of each piece of the state */
    double powers[STAGES][MB_QUADS], quads[MB_QUADS], quads_old[MB_QUADS];
    double t, t_old, h, error_old, touch, energy, allow_quads; /* energy: J, mb_energy_scale where the step begins */
    bool first;                                                /* k[0] and the powers there are to be found */
} rk3;

static void destroy(void *self) { free(((rk3 *)self)->block); }

static abut_status create(void *self, const integrator_setup *setup, abut_message *message) {
    rk3 *r = self;
    r->setup = *setup;
    r->n = mb_size(setup->system);
    r->ny = r->n.nx + r->n.nu + r->n.ns;
    double **const arrays[] = {&r->y,    &r->y_old, &r->stage, &r->k[0], &r->k[1],
                               &r->k[2], &r->k[3],  &r->allow, &r->sums};
    size_t count = sizeof arrays / sizeof *arrays, length = ((size_t)r->ny + 8) / 8 * 8;
    r->block = calloc(count * length, sizeof(double));
    if (!r->block) return say(message, ABUT_NO_MEMORY, "rk3: out of memory");
    for (size_t i = 0; i < count; i++) *arrays[i] = r->block + i * length;
    return ABUT_OK;
}

static abut_status restart(void *self, double t, const double *y) {
    rk3 *r = self;
    memcpy(r->y, y, (size_t)r->ny * sizeof *y);
    memcpy(r->y_old, y, (size_t)r->ny * sizeof *y);
    memcpy(r->quads_old, r->quads, sizeof r->quads);
    r->t = r->t_old = t;
    r->h = 0;
    r->error_old = 1;
    r->first = true;
    return ABUT_OK;
}

/* ---- stages ---- */
static abut_status evaluate(rk3 *r, int i, double t, const double *y) {
    r->setup.counts->rhs_evals++;
    return mb_rates(r->setup.work, t, y, r->k[i], r->powers[i], i == 0 || i == STAGES - 1);
}

/* One pass over the state, in pieces that threads share. */
typedef struct pass {
    rk3 *r;
    double c, h;
    int i;
} pass;

/* stage = y + c k_i */
static void shift_some(void *user, int piece, int first, int end) {
    const pass *p = user;
    const double *restrict y = p->r->y, *restrict k = p->r->k[p->i];
    double *restrict to = p->r->stage, c = p->c;
    (void)piece;
    for (int m = first; m < end; m++) to[m] = y[m] + c * k[m];
}

static void shift(rk3 *r, double c, int i) {
    pass p = {.r = r, .c = c, .i = i};
    mb_share(r->setup.work, shift_some, &p, r->ny);
}

static void advance_some(void *user, int piece, int first, int end) {
    const pass *p = user;
    const rk3 *r = p->r;
    const double *restrict y = r->y, *restrict a = r->k[0], *restrict b = r->k[1], *restrict c = r->k[2];
    double *restrict to = r->stage, third = p->h / 9;
    (void)piece;
    for (int m = first; m < end; m++) to[m] = y[m] + third * (2 * a[m] + 3 * b[m] + 4 * c[m]);
}

static void advance(rk3 *r, double h) {
    pass p = {.r = r, .h = h};
    mb_share(r->setup.work, advance_some, &p, r->ny);
}

static void error_some(void *user, int piece, int first, int end) {
    const pass *p = user;
    rk3 *r = p->r;
    const double *restrict a = r->k[0], *restrict b = r->k[1], *restrict c = r->k[2], *restrict d = r->k[3],
                           *restrict allow = r->allow;
    double sum = 0, part = p->h / 72;
    for (int m = first; m < end; m++) {
        double e = part * (6 * b[m] + 8 * c[m] - 5 * a[m] - 9 * d[m]) / allow[m];
        sum += e * e;
    }
    r->sums[piece] = sum;
}

static double error_norm(rk3 *r, double h) {
    pass p = {.r = r, .h = h};
    double sum = 0, part = h / 72;
    mb_share(r->setup.work, error_some, &p, r->ny);
    for (int i = 0; i * MB_PIECE < r->ny; i++) sum += r->sums[i];
    for (int i = 0; i < MB_QUADS && r->allow_quads > 0; i++) {
        const double(*q)[MB_QUADS] = r->powers;
        double e = part * (6 * q[1][i] + 8 * q[2][i] - 5 * q[0][i] - 9 * q[3][i]) / r->allow_quads;
        sum += e * e;
    }
    return sqrt(sum / (r->ny + MB_QUADS));
}

/* The end of the step lies in `stage`, evaluated there. */
static abut_status attempt(rk3 *r, double h, double *error) {
    shift(r, 0.5 * h, 0);
    abut_status status = evaluate(r, 1, r->t + 0.5 * h, r->stage);
    if (status) return status;
    shift(r, 0.75 * h, 1);
    if ((status = evaluate(r, 2, r->t + 0.75 * h, r->stage))) return status;
    advance(r, h);
    if ((r->n.quaternions || r->n.nc) && (status = mb_project(r->setup.work, r->t + h, r->stage, NULL))) return status;
    if ((status = evaluate(r, 3, r->t + h, r->stage))) return status;
    *error = error_norm(r, h);
    return isfinite(*error) ? ABUT_OK : ABUT_NOT_FINITE;
}

/* ---- one step ---- */
/* What errors may be: of the state, and of the integrals, by the energy there is. */
static void find_allowed(rk3 *r) {
    double *a = r->allow, largest = fmax(1e-9, r->energy);
    mb_rates_allowed(r->setup.work, r->y, a, a + r->n.nx, a + r->n.nx + r->n.nu);
    for (int i = 0; i < MB_QUADS; i++) largest = fmax(largest, fabs(r->quads[i]));
    r->allow_quads = r->n.contacts || r->n.crowds ? 0.5 * r->setup.rtol * largest : 0;
}

/* What is asked of the accepted state, as long as the work holds it. */
static void look_around(rk3 *r) {
    r->touch = mb_time_to_touch(r->setup.work);
    r->energy = mb_energy_scale(r->setup.work);
}

/* A first step over which nothing changes by more than ten times what is allowed. */
static double first_step(const rk3 *r) {
    double most = 0;
    if (r->setup.first_step > 0) return r->setup.first_step;
    for (int m = 0; m < r->ny; m++) most = fmax(most, fabs(r->k[0][m]) / r->allow[m]);
    return fmin(fmax(most > 0 ? 10 / most : 1e-3, 1e-10), 1e-3);
}

static abut_status begin(rk3 *r) {
    abut_status status = ABUT_OK;
    if (r->first || r->n.remembers)
        status = evaluate(r, 0, r->t, r->y); /* else it is the last stage of the step before */
    if (status) return status;
    if (r->first) look_around(r);
    find_allowed(r);
    if (r->h == 0) r->h = first_step(r);
    return ABUT_OK;
}

static double limit(const rk3 *r, double h) {
    double last = r->t - r->t_old, left = *r->setup.t_end - r->t;
    h = fmin(h,
             fmax(1.05 * r->touch, last)); /* nobody is leapt over, but this never makes it smaller than the last one */
    if (r->setup.max_step > 0) h = fmin(h, r->setup.max_step);
    h = fmin(h, mb_longest_step(r->setup.system, r->t));
    return h > left * (1 - 1e-12) ? left : h > 0.5 * left ? 0.5 * left : h;
}

static void accept(rk3 *r, double h) {
    double *y = r->y_old;
    r->y_old = r->y, r->y = r->stage, r->stage = y;
    memcpy(r->quads_old, r->quads, sizeof r->quads);
    for (int i = 0; i < MB_QUADS; i++)
        r->quads[i] += h / 9 * (2 * r->powers[0][i] + 3 * r->powers[1][i] + 4 * r->powers[2][i]);
    r->t_old = r->t;
    r->t = h == *r->setup.t_end - r->t ? *r->setup.t_end : r->t + h;
    r->first = false;
    r->setup.counts->steps++;
    look_around(r);
    if (r->setup.observe) r->setup.observe(r->setup.user, r->t, r->y);
}

/* The next step is by the error of this one and of the one before (K. Gustafsson's proportional-integral control). */
static double next_step(const rk3 *r, double h, double error) {
    double e = fmax(error, 1e-4);
    return h * fmin(fmax(0.9 * pow(e, -0.7 / 3) * pow(r->error_old, 0.4 / 3), 0.2), 5);
}

/* The slopes of the last step stay for dense output until the next one begins: k[3] becomes k[0] there. */
static void roll(rk3 *r) {
    if (r->first) return;
    double *k = r->k[0];
    r->k[0] = r->k[3], r->k[3] = k;
    memcpy(r->powers[0], r->powers[3], sizeof r->powers[0]);
}

static abut_status step(void *self, double *t, abut_message *message) {
    rk3 *r = self;
    roll(r);
    abut_status status = begin(r), last = status;
    if (status < 0) return status;
    double h = status ? 0 : limit(r, r->h), error = 0;
    bool rejected = false;
    for (;; r->setup.counts->rejected++) {
        if (!(h > 1e-15 * fmax(fabs(r->t), 1e-3)))
            return stepper_give_up(r->t, h, last > 0 ? abut_status_text(last) : NULL, message);
        status = attempt(r, h, &error);
        if (status < 0) return status;
        if (!status && error <= 1) break;
        last = status;
        rejected = true;
        h *= status ? 0.25 : fmax(0.2, 0.9 * pow(error, -1.0 / 3));
    }
    double next = next_step(r, h, error);
    r->h = rejected ? fmin(next, h) : next;
    r->error_old = fmax(error, 1e-4);
    accept(r, h);
    *t = r->t;
    return ABUT_OK;
}

/* ---- between ---- */
/* Hermite's polynomial through both ends with their slopes: weights of y_old, y, h k1, h k4 at the part s of the step. */
static void hermite(double s, double w[4]) {
    double s2 = s * s, s3 = s2 * s;
    w[0] = 2 * s3 - 3 * s2 + 1, w[1] = 3 * s2 - 2 * s3, w[2] = s3 - 2 * s2 + s, w[3] = s3 - s2;
}

typedef struct between {
    const rk3 *r;
    double w[4];
    double *y;
} between;

static void between_some(void *user, int piece, int first, int end) {
    const between *b = user;
    const double *restrict y0 = b->r->y_old, *restrict y1 = b->r->y, *restrict k0 = b->r->k[0],
                           *restrict k1 = b->r->k[3];
    double *restrict to = b->y;
    (void)piece;
    for (int m = first; m < end; m++) to[m] = b->w[0] * y0[m] + b->w[1] * y1[m] + (b->w[2] * k0[m] + b->w[3] * k1[m]);
}

static void dense(void *self, double t, double *y, double *quads) {
    rk3 *r = self;
    double h = r->t - r->t_old, w[4];
    if (!(t < r->t) || h == 0) {
        if (y) mb_copy(r->setup.work, y, r->y, r->ny);
        if (quads) memcpy(quads, r->quads, sizeof r->quads);
        return;
    }
    hermite(fmax((t - r->t_old) / h, 0), w);
    between b = {r, {w[0], w[1], h * w[2], h * w[3]}, y};
    if (y) mb_share(r->setup.work, between_some, &b, r->ny);
    for (int i = 0; quads && i < MB_QUADS; i++)
        quads[i] = w[0] * r->quads_old[i] + w[1] * r->quads[i] + h * (w[2] * r->powers[0][i] + w[3] * r->powers[3][i]);
}

/* ---- saving ---- */
static void archive_it(void *self, archive *a) {
    rk3 *r = self;
    size_t n = (size_t)r->ny;
    archive_part(a, "rk3", n);
    double *const numbers[] = {&r->t, &r->t_old, &r->h, &r->error_old, &r->touch, &r->energy};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) archive_doubles(a, numbers[i], 1);
    archive_doubles(a, r->y, n);
    archive_doubles(a, r->y_old, n);
    archive_doubles(a, r->k[0], n);
    archive_doubles(a, r->k[3], n);
    ARCHIVE(a, r->powers);
    ARCHIVE(a, r->quads);
    ARCHIVE(a, r->quads_old);
    archive_flag(a, &r->first);
}

static const abut_param_info params[] = {{0}};
static const abut_choice examples[] = {{.type = "rk3"}, {0}};

const integrator_type integrator_rk3 = {
    .type = {"solver", "rk3", "explicit Runge-Kutta method of order 3: many bodies, groups that collide", params,
             examples},
    .size = sizeof(rk3),
    .constraints = true,
    .element_states = true,
    .observes = true,
    .tests_powers = true,
    .crowds = true,
    .chosen = SOLVES_CROWDS,
    .create = create,
    .restart = restart,
    .step = step,
    .dense = dense,
    .destroy = destroy,
    .archive = archive_it,
};
