/* Runge-Kutta-Nystroem method of order 6 with an error estimate of order 4 for x'' = f(x), whose last stage is the first of the next step
 * (J. R. Dormand, M. E. A. El-Mikkawy, P. J. Prince, Families of Runge-Kutta-Nystroem formulae, IMA J. Numer. Anal. 7 (1987) 235-250):
 *   k_i = f(x + c_i h u + h^2 sum a_ij k_j),  x' = x + h u + h^2 sum b_i k_i,  u' = u + h sum d_i k_i.
 * For beads: balls that push each other and do nothing else. Forces depend on positions alone, so that five evaluations are enough for
 * order 6, and each of them reads the centres and nothing else. The size of an error is that of other solvers of our own: the largest over
 * the bodies. Between steps: Hermite's polynomials, of degree 5 for positions and 3 for velocities. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/archive.h"
#include "base/message.h"
#include "stepper.h"

/* The coefficients are recalled; tests/test_beads.c holds their order. */
enum { STAGES = 6 };
static const double NODE[STAGES] = {0, 0.1, 0.3, 0.7, 0.68, 1};
static const double A[STAGES][STAGES - 1] = {
    {0},
    {1.0 / 200},
    {-1.0 / 2200, 1.0 / 22},
    {637.0 / 6600, -7.0 / 110, 7.0 / 33},
    {225437.0 / 1968750, -30073.0 / 281250, 65569.0 / 281250, -9367.0 / 984375},
    {151.0 / 2142, 5.0 / 116, 385.0 / 1368, 55.0 / 168, -6250.0 / 28101}};
static const double D[STAGES] = {151.0 / 2142, 25.0 / 522, 275.0 / 684, 275.0 / 252, -78125.0 / 112404, 1.0 / 12};
/* of order 4, for the error */
static const double B4[STAGES] = {1349.0 / 157500, 7873.0 / 50000, 192199.0 / 900000, 521683.0 / 2100000, -16.0 / 125};
static const double D4[STAGES] = {1349.0 / 157500,   7873.0 / 45000, 27457.0 / 90000,
                                  521683.0 / 630000, -2.0 / 5,       1.0 / 12};

typedef double row[4];

typedef struct rkn {
    integrator_setup setup;
    const mb_rows *rows;
    mb_sizes n;
    int ny;
    double *block, *numbers;
    row *x, *u, *stage, *u_new, *k[STAGES], *a_old;
    double *y, *y_old;
    int *quiet; /* of each part: steps since something moved in it */
    bool *calm; /* so long that all of its rows hold the same: it is left alone until somebody pushes */
    double *part_error;
    bool *failed;
    double t, t_old, h, error_old, touch, h_try;
    int next; /* the stage that is asked for */
    bool first;
} rkn;

static void destroy(void *self) {
    rkn *r = self;
    free(r->block);
    free(r->numbers);
    free(r->failed);
    free(r->quiet);
}

static abut_status create(void *self, const integrator_setup *setup, abut_message *message) {
    rkn *r = self;
    r->setup = *setup;
    r->n = mb_size(setup->system);
    r->ny = r->n.nx + r->n.nu + r->n.ns;
    if (!r->n.beads) return say(message, ABUT_INCONSISTENT, "rkn: forces depend on more than positions");
    if (!mb_beads_open(setup->system)) return say(message, ABUT_NO_MEMORY, "rkn: out of memory");
    r->rows = mb_beads(setup->system);
    row **const arrays[] = {&r->x,    &r->u,    &r->stage, &r->u_new, &r->a_old, &r->k[0],
                            &r->k[1], &r->k[2], &r->k[3],  &r->k[4],  &r->k[5]};
    size_t count = sizeof arrays / sizeof *arrays, nodes = (size_t)r->rows->nodes, ny = (size_t)r->ny + 1,
           parts = (size_t)r->rows->parts + 1;
    r->block = aligned_alloc(32, (count * nodes + 1) * sizeof(row));
    r->numbers = calloc(2 * ny + parts, sizeof(double));
    r->failed = calloc(2 * parts, sizeof(bool));
    r->quiet = calloc(parts, sizeof(int));
    if (!r->block || !r->numbers || !r->failed || !r->quiet) return say(message, ABUT_NO_MEMORY, "rkn: out of memory");
    memset(r->block, 0, count * nodes * sizeof(row));
    for (size_t i = 0; i < count; i++) *arrays[i] = (row *)(void *)r->block + i * nodes;
    r->y = r->numbers, r->y_old = r->y + ny, r->part_error = r->y_old + ny, r->calm = r->failed + parts;
    return ABUT_OK;
}

/* ---- rows and the state ---- */
static void load(rkn *r, const double *y) {
    for (int i = 0; i < r->rows->nodes; i++) {
        int x = r->rows->x[i], u = r->rows->u[i];
        for (int j = 0; j < 3 && x >= 0; j++) r->x[i][j] = y[x + j], r->u[i][j] = y[r->n.nx + u + j];
        r->x[i][3] = r->rows->light[i];
    }
}

/* The end of a step into the state y. */
static void store_some(void *user, int piece, int first, int end) {
    rkn *r = user;
    double *y = r->y;
    (void)piece;
    for (int i = first; i < end; i++) {
        int at = r->rows->x[i], u = r->rows->u[i];
        for (int j = 0; j < 3 && at >= 0; j++) y[at + j] = r->stage[i][j], y[r->n.nx + u + j] = r->u_new[i][j];
    }
}

/* Nobody knows of any part that it is calm. */
static void stir(rkn *r) {
    for (int i = 0; i < r->rows->parts; i++) r->quiet[i] = 0, r->calm[i] = false;
}

/* Those that stand still have no place in the state. */
static void place_still(rkn *r) {
    const double *a = NULL;
    (void)mb_accelerate(r->setup.work, r->t, r->y, &a);
    for (int i = 0; i < r->rows->nodes; i++)
        if (r->rows->x[i] < 0) mb_place_of(r->setup.work, i, r->x[i]);
}

static abut_status restart(void *self, double t, const double *y) {
    rkn *r = self;
    memcpy(r->y, y, (size_t)r->ny * sizeof *y);
    memcpy(r->y_old, y, (size_t)r->ny * sizeof *y);
    r->t = r->t_old = t;
    place_still(r);
    load(r, y);
    r->h = 0;
    r->error_old = 1;
    r->first = true;
    stir(r);
    return ABUT_OK;
}

/* ---- stages, part by part ---- */

/* stage = x + c h u + h^2 sum of the first n k; n is a constant wherever this is inlined. */
static inline __attribute__((always_inline)) void place_n(const rkn *r, int n, int first, int end) {
    const double *restrict x = r->x[0], *restrict u = r->u[0], *k[STAGES];
    double *restrict to = r->stage[0], h = r->h_try, c = NODE[n] * h, a[STAGES];
    for (int j = 0; j < n; j++) k[j] = r->k[j][0], a[j] = h * h * A[n][j];
    for (int m = 4 * first; m < 4 * end; m++) {
        double sum = 0;
        for (int j = 0; j < n; j++) sum += a[j] * k[j][m];
        to[m] = x[m] + (c * u[m] + sum);
    }
}

static void gravity(const rkn *r, int first, int end) {
    const mb_system *s = r->setup.system;
    double g[3] = {mb_gravity(s, 0), mb_gravity(s, 1), mb_gravity(s, 2)};
    for (int i = first; i < end; i++)
        for (int j = 0; j < 4; j++) r->k[r->next][i][j] = j < 3 && r->rows->x[i] >= 0 ? g[j] : 0;
}

static void place(void *user, int part, int first, int end) {
    rkn *r = user;
    (void)part;
    if (r->next == 0) memcpy(r->stage + first, r->x + first, (size_t)(end - first) * sizeof(row));
    if (r->next == 1) place_n(r, 1, first, end);
    if (r->next == 2) place_n(r, 2, first, end);
    if (r->next == 3) place_n(r, 3, first, end);
    if (r->next == 4) place_n(r, 4, first, end);
    if (r->next == 5) place_n(r, 5, first, end);
    gravity(r, first, end);
}

static bool evaluate(rkn *r, int i) {
    r->next = i;
    r->setup.counts->rhs_evals++;
    mb_push want = {place, r, r->stage, r->k[i], r->failed, r->calm};
    return mb_beads_push(r->setup.work, &want);
}

/* The new velocity of a body, and the square of its error. All components count, those of the rotation, too. */
static double finish_body(const rkn *r, int i, const double *allow_x, const double *allow_u) {
    double h = r->h_try, square = 0;
    for (int j = 0; j < 4; j++) {
        double sum = 0, dx = 0, du = 0;
        for (int s = 0; s < STAGES; s++) {
            double k = r->k[s][i][j];
            sum += D[s] * k;
            dx += ((s < STAGES - 1 ? A[STAGES - 1][s] : 0) - B4[s]) * k;
            du += (D[s] - D4[s]) * k;
        }
        r->u_new[i][j] = r->u[i][j] + h * sum;
        dx *= h * h * allow_x[j], du *= h * allow_u[j];
        square += dx * dx + du * du;
    }
    return square / 12;
}

static bool zero(const double *x) { return x[0] == 0 && x[1] == 0 && x[2] == 0; }

/* New velocities, the largest mean square of the error of a body, and whether nothing moves at all. */
static void finish(void *user, int part, int first, int end) {
    enum { SOME = 32 };
    rkn *r = user;
    double most = 0;
    bool moves = false;
    r->part_error[part] = 0;
    if (r->calm[part]) return;
    for (int from = first; from < end; from += SOME) {
        row dx[SOME], du[SOME];
        int count = end - from < SOME ? end - from : SOME;
        mb_beads_allowed(r->setup.system, count, (const row *)r->x + from, (const row *)r->u + from, dx, du);
        for (int i = from; i < from + count; i++) {
            double square = finish_body(r, i, dx[i - from], du[i - from]);
            if (!(square <= most)) most = square; /* also when it is not a number */
            moves = moves || !zero(r->u_new[i]);
            for (int s = 0; s < STAGES && !moves; s++) moves = !zero(r->k[s][i]);
        }
    }
    r->part_error[part] = most;
    r->quiet[part] = moves ? 0 : r->quiet[part] + 1;
}

static abut_status attempt(rkn *r, double h, double *error) {
    double most = 0;
    r->h_try = h;
    for (int i = 1; i < STAGES; i++)
        if (!evaluate(r, i)) return ABUT_NOT_FINITE;
    mb_each_part(r->setup.work, finish, r);
    for (int i = 0; i < r->rows->parts; i++)
        if (!(r->part_error[i] <= most)) most = r->part_error[i];
    *error = sqrt(most);
    return isfinite(*error) ? ABUT_OK : ABUT_NOT_FINITE;
}

/* ---- one step ---- */
/* A first step over which nothing changes by more than ten times what is allowed. */
static double first_step(const rkn *r) {
    double most = 0;
    if (r->setup.first_step > 0) return r->setup.first_step;
    for (int i = 0; i < r->rows->nodes; i++) {
        row dx, du;
        mb_beads_allowed(r->setup.system, 1, (const row *)r->x + i, (const row *)r->u + i, &dx, &du);
        for (int j = 0; j < 3; j++) most = fmax(most, fmax(fabs(r->u[i][j]) * dx[j], fabs(r->k[0][i][j]) * du[j]));
    }
    return fmin(fmax(most > 0 ? 10 / most : 1e-3, 1e-10), 1e-3);
}

static abut_status look_around(rkn *r, double t, row *c, const row *u, const double *y) {
    mb_push at = {place, r, c, NULL, r->failed, r->calm};
    return mb_beads_look(r->setup.work, t, &at, u, y, &r->touch);
}

static abut_status begin(rkn *r) {
    abut_status status = r->first ? look_around(r, r->t, r->x, (const row *)r->u, r->y) : ABUT_OK;
    if (status) return status;
    if (r->first && !evaluate(r, 0)) return ABUT_NOT_FINITE;
    if (r->h == 0) r->h = first_step(r);
    return ABUT_OK;
}

static double limit(const rkn *r, double h) {
    double last = r->t - r->t_old, left = *r->setup.t_end - r->t;
    h = fmin(h,
             fmax(1.05 * r->touch, last)); /* nobody is leapt over, but this never makes it smaller than the last one */
    if (r->setup.max_step > 0) h = fmin(h, r->setup.max_step);
    h = fmin(h, mb_longest_step(r->setup.system, r->t));
    return h > left * (1 - 1e-12) ? left : h > 0.5 * left ? 0.5 * left : h;
}

/* The end of a step that was good lies in `stage` and u_new; false: it cannot be evaluated. */
static abut_status try_end(rkn *r, double t) {
    double *y = r->y_old;
    r->y_old = r->y, r->y = y;
    mb_copy(r->setup.work, y, r->y_old, r->ny);
    mb_share_few(r->setup.work, store_some, r, r->rows->nodes);
    abut_status status = look_around(r, t, r->stage, (const row *)r->u_new, y);
    if (!status) return status;
    r->y = r->y_old, r->y_old = y;
    return status;
}

static void swap(row **a, row **b) {
    row *c = *a;
    *a = *b, *b = c;
}

static void accept(rkn *r, double t) {
    swap(&r->x, &r->stage);
    swap(&r->u, &r->u_new);
    swap(&r->a_old, &r->k[0]);
    swap(&r->k[0], &r->k[STAGES - 1]);
    r->t_old = r->t;
    r->t = t;
    r->first = false;
    r->setup.counts->steps++;
    for (int i = 0; i < r->rows->parts; i++) r->calm[i] = r->quiet[i] >= STAGES;
    if (r->setup.observe) r->setup.observe(r->setup.user, r->t, r->y);
}

static double end_of(const rkn *r, double h) { return h == *r->setup.t_end - r->t ? *r->setup.t_end : r->t + h; }

/* The next step is by the error of this one and of the one before (K. Gustafsson's proportional-integral control). */
static double next_step(const rkn *r, double h, double error) {
    double e = fmax(error, 1e-4);
    return h * fmin(fmax(0.9 * pow(e, -0.7 / 5) * pow(r->error_old, 0.4 / 5), 0.2), 5);
}

static abut_status step(void *self, double *t, abut_message *message) {
    rkn *r = self;
    abut_status status = begin(r), last = status;
    if (status < 0) return status;
    double h = status ? 0 : limit(r, r->h), error = 0;
    bool rejected = false;
    for (;; r->setup.counts->rejected++) {
        if (!(h > 1e-15 * fmax(fabs(r->t), 1e-3)))
            return stepper_give_up(r->t, h, last > 0 ? abut_status_text(last) : NULL, message);
        status = attempt(r, h, &error);
        if (!status && error <= 1) status = try_end(r, end_of(r, h));
        if (status < 0) return status;
        if (!status && error <= 1) break;
        last = status;
        rejected = true;
        h *= status ? 0.25 : fmax(0.2, 0.9 * pow(error, -1.0 / 5));
    }
    double next = next_step(r, h, error);
    r->h = rejected ? fmin(next, h) : next;
    r->error_old = fmax(error, 1e-4);
    accept(r, end_of(r, h));
    *t = r->t;
    return ABUT_OK;
}

/* ---- between ---- */
/* Positions by Hermite's polynomial of degree 5 through both ends with velocities and accelerations, velocities by that of degree 3. */
typedef struct middle {
    const rkn *r;
    double t, *y;
} middle;

static void between_some(void *user, int piece, int first, int end) {
    const rkn *r = ((const middle *)user)->r;
    double t = ((const middle *)user)->t, *y = ((const middle *)user)->y;
    (void)piece;
    double h = r->t - r->t_old, s = fmax((t - r->t_old) / h, 0), p = 1 - s;
    double s3 = s * s * s, p3 = p * p * p;
    const double value[2] = {p3 * (1 + 3 * s + 6 * s * s), s3 * (1 + 3 * p + 6 * p * p)},
                 slope[2] = {h * p3 * s * (1 + 3 * s), -h * s3 * p * (1 + 3 * p)},
                 bend[2] = {0.5 * h * h * p3 * s * s, 0.5 * h * h * s3 * p * p};
    const double v[2] = {p * p * (1 + 2 * s), s * s * (1 + 2 * p)}, a[2] = {h * p * p * s, -h * s * s * p};
    for (int i = first; i < end; i++) {
        int x = r->rows->x[i], u = r->n.nx + r->rows->u[i];
        for (int j = 0; j < 3 && x >= 0; j++) {
            double x0 = r->y_old[x + j], x1 = r->y[x + j], u0 = r->y_old[u + j], u1 = r->y[u + j], a0 = r->a_old[i][j],
                   a1 = r->k[0][i][j];
            y[x + j] = value[0] * x0 + value[1] * x1 + slope[0] * u0 + slope[1] * u1 + bend[0] * a0 + bend[1] * a1;
            y[u + j] = v[0] * u0 + v[1] * u1 + a[0] * a0 + a[1] * a1;
        }
    }
}

static void dense(void *self, double t, double *y, double *quads) {
    rkn *r = self;
    for (int i = 0; quads && i < MB_QUADS; i++) quads[i] = 0; /* nothing is lost, nothing brought in */
    if (!y) return;
    middle m = {r, t, y};
    mb_copy(r->setup.work, y, r->y, r->ny);
    if (t < r->t && r->t > r->t_old) mb_share_few(r->setup.work, between_some, &m, r->rows->nodes);
}

/* ---- saving ---- */
static void archive_it(void *self, archive *a) {
    rkn *r = self;
    size_t n = (size_t)r->ny, rows = 4 * (size_t)r->rows->nodes;
    archive_part(a, "rkn", n);
    double *const numbers[] = {&r->t, &r->t_old, &r->h, &r->error_old, &r->touch};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) archive_doubles(a, numbers[i], 1);
    archive_doubles(a, r->y, n);
    archive_doubles(a, r->y_old, n);
    archive_doubles(a, r->k[0][0], rows);
    archive_doubles(a, r->a_old[0], rows);
    archive_flag(a, &r->first);
    if (!a->loading || a->bad) return;
    load(r, r->y);
    stir(r);
}

static const abut_param_info params[] = {{0}};
static const abut_choice examples[] = {{.type = "rkn"}, {0}};

const integrator_type integrator_rkn = {
    .type = {"solver", "rkn",
             "explicit Runge-Kutta-Nystroem method of order 6: many balls that push each other and do nothing else",
             params, examples},
    .size = sizeof(rkn),
    .observes = true,
    .beads = true,
    .chosen = SOLVES_BEADS,
    .create = create,
    .restart = restart,
    .step = step,
    .dense = dense,
    .destroy = destroy,
    .archive = archive_it,
};
