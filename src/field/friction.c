/* See friction.h. */
#include "friction.h"
#include "base/plane.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double FORCE_TOLERANCE = 1e-8; /* of the force at which everything slips */

enum { FORCE_ROUNDS = 40, STEADY_ROUNDS = 12 };

struct friction_grid {
    grid g;
    elastic_pair pair;
    double rolled;
    friction_operator *here;  /* u(x) */
    friction_operator *ahead; /* u(x + d); the same as `here` without d */
    friction_operator *path;  /* u(x) - u(x + d); NULL without d */
    friction_work *work;
    double *memory, *bound, *w, *rigid, *spare; /* cells, 2*cells, 2*cells, 2*cells */
};

friction_grid *friction_grid_create(const grid *g, const elastic_pair *pair, double rolled) {
    friction_grid *f = calloc(1, sizeof *f);
    if (!f) return NULL;
    size_t n = grid_cells(g);
    f->g = *g, f->pair = *pair, f->rolled = rolled;
    f->here = friction_operator_create(g, pair, 1, 0, 0);
    f->ahead = rolled > 0 ? friction_operator_create(g, pair, 0, 1, rolled) : f->here;
    f->path = rolled > 0 ? friction_operator_create(g, pair, 1, -1, rolled) : NULL;
    f->work = friction_work_create(n, rolled > 0);
    f->memory = calloc(7 * n + 1, sizeof *f->memory);
    f->bound = f->memory;
    if (f->memory) f->w = f->bound + n, f->rigid = f->w + 2 * n, f->spare = f->rigid + 2 * n;
    if (f->here && f->ahead && (f->path || !(rolled > 0)) && f->work && f->memory) return f;
    friction_grid_destroy(f);
    return NULL;
}

void friction_grid_destroy(friction_grid *f) {
    if (!f) return;
    if (f->ahead != f->here) friction_operator_destroy(f->ahead);
    friction_operator_destroy(f->here);
    friction_operator_destroy(f->path);
    friction_work_destroy(f->work);
    free(f->memory);
    free(f);
}

friction_operator *friction_grid_operator(friction_grid *f) { return f->here; }

/* (sx - phi y, sy + phi x), x in the middle of the path of a particle that came from x + rolled */
static void rigid_slip(const grid *g, double rolled, const double shift[2], double twist, double *w) {
    size_t n = grid_cells(g);
    for (int j = 0; j < g->ny; j++)
        for (int i = 0; i < g->nx; i++) {
            size_t k = (size_t)j * (size_t)g->nx + (size_t)i;
            w[k] = shift[0] - twist * grid_y(g, j);
            w[n + k] = shift[1] + twist * (grid_x(g, i) + 0.5 * rolled);
        }
}

static void add(size_t n, double *to, double factor, const double *v) {
    for (size_t i = 0; i < n; i++) to[i] += factor * v[i];
}

/* What does not depend on the tractions of the step: w = rigid slip + u(p) - u'. */
static void given_slip(friction_grid *f, const friction_step *step, const double shift[2], bool steady,
                       const double *q0) {
    size_t n2 = 2 * grid_cells(&f->g);
    rigid_slip(&f->g, f->rolled, shift, step->twist, f->w);
    if (friction_operator_coupled(f->here)) {
        friction_operator_of_pressure(steady ? f->path : f->here, step->pressure, f->spare);
        add(n2, f->w, 1, f->spare);
    }
    if (steady) return;
    if (friction_operator_coupled(f->here) && step->p0) {
        friction_operator_of_pressure(f->ahead, step->p0, f->spare);
        add(n2, f->w, -1, f->spare);
    }
    if (q0) {
        friction_operator_tangential(f->ahead, q0, f->spare);
        add(n2, f->w, -1, f->spare);
    }
}

static friction_task task_of(friction_grid *f, const friction_step *step, bool steady) {
    friction_operator *o = steady ? f->path : f->here;
    return (friction_task){
        .cells = grid_cells(&f->g),
        .bound = f->bound,
        .w = f->w,
        .product = friction_operator_tangential,
        .inverse = friction_operator_inverse,
        .user = o,
        .scale = 1 / friction_operator_self(o),
        .symmetric = !steady,
        .tolerance = step->tolerance,
    };
}

void friction_grid_rigid_slip(const friction_grid *f, const double shift[2], double twist, double *w) {
    rigid_slip(&f->g, f->rolled, shift, twist, w);
}

void friction_grid_sums(const friction_grid *f, const double *q, const double *s, friction_result *r) {
    size_t n = grid_cells(&f->g);
    double area = grid_area(&f->g), x = 0, y = 0, m = 0, loss = 0;
    for (int j = 0; j < f->g.ny; j++)
        for (int i = 0; i < f->g.nx; i++) {
            size_t k = (size_t)j * (size_t)f->g.nx + (size_t)i;
            x += q[k];
            y += q[n + k];
            m += grid_x(&f->g, i) * q[n + k] - grid_y(&f->g, j) * q[k];
            if (s) loss -= q[k] * s[k] + q[n + k] * s[n + k];
        }
    r->force[0] = area * x, r->force[1] = area * y, r->moment = area * m, r->loss = area * loss;
}

/* ---- shift given ---- */

static void one_step(friction_grid *f, const friction_step *step, const double shift[2], const double *q0, double *q,
                     double *s, friction_result *r) {
    given_slip(f, step, shift, false, q0);
    r->shift[0] = shift[0], r->shift[1] = shift[1];
    friction_task t = task_of(f, step, false);
    int inner = r->report.inner;
    r->report = friction_solve(f->work, &t, q, s);
    r->report.inner += inner;
    r->rounds++;
}

/* ---- steady rolling ---- */

static void steady(friction_grid *f, const friction_step *step, const double shift[2], double *q, double *s,
                   friction_result *r) {
    size_t n2 = 2 * grid_cells(&f->g);
    int tries = (int)fmin(1e4, ceil(f->g.nx * f->g.dx / f->rolled)) / 4 + 1, inner = r->report.inner;
    r->shift[0] = shift[0], r->shift[1] = shift[1];
    for (int k = 0;; k++) {
        given_slip(f, step, shift, true, NULL);
        friction_task t = task_of(f, step, true);
        r->report = friction_solve(f->work, &t, q, s);
        inner += r->report.inner;
        r->report.inner = inner;
        r->rounds++;
        if (r->report.converged || k == STEADY_ROUNDS) return;
        for (int i = 0; i < tries; i++) { /* a quarter of the window */
            memcpy(f->rigid, q, n2 * sizeof *q);
            one_step(f, step, shift, f->rigid, q, s, r);
        }
        inner = r->report.inner;
    }
}

static void at_shift(friction_grid *f, const friction_step *step, const double shift[2], double *q, double *s,
                     friction_result *r) {
    if (step->steady && f->path)
        steady(f, step, shift, q, s, r);
    else
        one_step(f, step, shift, step->q0, q, s, r);
}

/* ---- force given: Newton's method on the shift, whose derivative is one linear system per direction ---- */

static bool shift_change(friction_grid *f, const friction_task *t, const double *q, const double *s,
                         const friction_step *step, const friction_result *at, double change[2]) {
    double J[2][2];
    for (int k = 0; k < 2; k++) {
        friction_result d = {0};
        rigid_slip(&f->g, f->rolled, (const double[]){k == 0, k == 1}, 0, f->rigid);
        friction_tangent(f->work, t, q, s, f->rigid, f->spare);
        friction_grid_sums(f, f->spare, NULL, &d);
        J[0][k] = d.force[0], J[1][k] = d.force[1];
    }
    double det = J[0][0] * J[1][1] - J[0][1] * J[1][0], e0 = step->force[0] - at->force[0],
           e1 = step->force[1] - at->force[1];
    if (!(fabs(det) > 1e-24 * (J[0][0] * J[0][0] + J[1][1] * J[1][1]))) return false;
    change[0] = (J[1][1] * e0 - J[0][1] * e1) / det;
    change[1] = (J[0][0] * e1 - J[1][0] * e0) / det;
    return true;
}

static void find_shift(friction_grid *f, const friction_step *step, double *q, double *s, friction_result *r) {
    double shift[2] = {0, 0}, most = 0;
    for (size_t i = 0; i < grid_cells(&f->g); i++) most += f->bound[i];
    most *= grid_area(&f->g);
    double before = INFINITY, change[2] = {0, 0};
    for (int k = 0; k < FORCE_ROUNDS; k++) {
        at_shift(f, step, shift, q, s, r);
        friction_grid_sums(f, q, s, r);
        double error = plane_length(step->force[0] - r->force[0], step->force[1] - r->force[1]);
        if (error <= FORCE_TOLERANCE * most) return;
        if (k > 0 && !(error < before)) { /* too far: all cells slip */
            shift[0] -= change[0] *= 0.5, shift[1] -= change[1] *= 0.5;
            continue;
        }
        friction_task t = task_of(f, step, step->steady && f->path);
        if (!shift_change(f, &t, q, s, step, r, change)) break;
        shift[0] += change[0], shift[1] += change[1];
        before = error;
    }
    r->report.converged = false;
}

friction_result friction_grid_step(friction_grid *f, const friction_step *step, double *q, double *s) {
    friction_result r = {.shift = {step->shift[0], step->shift[1]}};
    for (size_t i = 0; i < grid_cells(&f->g); i++) f->bound[i] = step->mu * fmax(0, step->pressure[i]);
    if (step->force_given)
        find_shift(f, step, q, s, &r);
    else
        at_shift(f, step, step->shift, q, s, &r);
    friction_grid_sums(f, q, s, &r);
    return r;
}

creep_coefficients friction_creep_coefficients(friction_grid *f, const double *contact, double ab, double *room) {
    size_t n2 = 2 * grid_cells(&f->g);
    friction_result r[3] = {0};
    for (size_t i = 0; i < n2 / 2; i++) f->bound[i] = contact[i] != 0;
    memset(room, 0, n2 * sizeof *room); /* neither tractions nor slip: everything sticks */
    friction_task t = task_of(f, &(friction_step){0}, true);
    for (int k = 0; k < 3; k++) {
        rigid_slip(&f->g, f->rolled, (const double[]){(k == 0) * f->rolled, (k == 1) * f->rolled}, (k == 2) * f->rolled,
                   f->w);
        friction_tangent(f->work, &t, room, room, f->w, f->spare);
        friction_grid_sums(f, f->spare, NULL, &r[k]);
    }
    double c1 = f->pair.G * ab, c2 = c1 * sqrt(ab), c3 = c1 * ab;
    return (creep_coefficients){
        .C11 = -r[0].force[0] / c1,
        .C22 = -r[1].force[1] / c1,
        .C23 = -r[2].force[1] / c2,
        .C32 = r[1].moment / c2,
        .C33 = -r[2].moment / c3,
    };
}
