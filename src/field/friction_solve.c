/* See friction_solve.h. */
#include "friction_solve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/plane.h"
#include "friction_linear.h"

enum { USUAL_STEPS = 60, HALVINGS = 8 };
static const double USUAL_TOLERANCE = 1e-8;

struct friction_work {
    size_t cells;
    double caution; /* c of Newton's method over that of the residual */
    double *memory;
    double *trial, *slip, *step, *right, *known, *image; /* 2*cells each */
    friction_freedom freedom;
    friction_inner inner;
};

static size_t numbers(size_t cells, int krylov) { return 2 * cells * (6 + (size_t)krylov) + 3 * cells + 1; }

static void divide(friction_work *w, size_t cells, int krylov, double *memory) {
    w->cells = cells;
    w->memory = memory;
    double **parts[] = {&w->trial, &w->slip, &w->step, &w->right, &w->known, &w->image};
    double *next = w->memory;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++, next += 2 * cells) *parts[i] = next;
    for (int i = 0; i < krylov; i++, next += 2 * cells) w->inner.vector[i] = next;
    w->freedom = (friction_freedom){.cells = cells, .nx = next, .ny = next + cells, .stiff = next + 2 * cells};
}

friction_work *friction_work_create(size_t cells, bool any) {
    friction_work *w = calloc(1, sizeof *w);
    int krylov = any ? FRICTION_VECTORS : FRICTION_SYMMETRIC;
    double *memory = calloc(numbers(cells, krylov), sizeof *memory);
    if (w && memory) {
        divide(w, cells, krylov, memory);
        return w;
    }
    free(memory);
    free(w);
    return NULL;
}

size_t friction_work_size(size_t cells) {
    return sizeof(friction_work) + numbers(cells, FRICTION_SYMMETRIC) * sizeof(double);
}

friction_work *friction_work_place(void *memory, size_t cells) {
    friction_work *w = memory;
    divide(w, cells, FRICTION_SYMMETRIC, (double *)(w + 1));
    return w;
}

void friction_work_destroy(friction_work *work) {
    if (!work) return;
    free(work->memory);
    free(work);
}

/* ---- the natural map ---- */

typedef struct vec2 {
    double x, y;
} vec2;

/* z = q - c s of a cell, and its length. */
static vec2 aim(const friction_task *t, double c, const double *q, const double *s, size_t i, double *length) {
    vec2 z = {q[i] - c * s[i], q[t->cells + i] - c * s[t->cells + i]};
    *length = plane_length(z.x, z.y);
    return z;
}

static double greatest_bound(const friction_task *t) {
    double most = 0;
    for (size_t i = 0; i < t->cells; i++) most = fmax(most, t->bound[i]);
    return most;
}

/* The residual and its mean square; stick and slip counted. */
static double residual(const friction_task *t, double most, const double *q, const double *s, friction_report *r,
                       double *square) {
    double worst = 0, sum = 0;
    r->stick = r->slip = 0;
    for (size_t i = 0; i < t->cells; i++) {
        double g = t->bound[i], length;
        if (!(g > 0)) continue;
        vec2 z = aim(t, t->scale, q, s, i, &length);
        double f = length > g ? g / length : 1;
        double e = plane_length(q[i] - f * z.x, q[t->cells + i] - f * z.y);
        worst = fmax(worst, e);
        sum += e * e;
        r->slip += length > g;
        r->stick += length <= g;
    }
    *square = sum / (most * most);
    return worst / most;
}

/* With the c of the residual a slipping cell that is pushed forward turns round; with the much smaller one of the whole patch it is let
 * go to stick, which is the better step. An operator of rolling sees only the neighbours: there it does not matter. */
static double caution_of(const friction_task *t) {
    size_t contact = 0;
    for (size_t i = 0; i < t->cells; i++) contact += t->bound[i] > 0;
    return t->symmetric && contact > 1 ? 1 / sqrt((double)contact) : 1;
}

static void slip_of(const friction_task *t, const double *q, double *s) {
    t->product(t->user, q, s);
    for (size_t i = 0; i < 2 * t->cells; i++) s[i] += t->w[i];
}

/* q.Aq/2 + w.q, by s = w + A q */
static double energy(const friction_task *t, const double *q, const double *s) {
    double sum = 0;
    for (size_t i = 0; i < 2 * t->cells; i++) sum += q[i] * (s[i] + t->w[i]);
    return 0.5 * sum;
}

static void onto_discs(const friction_task *t, double *q) {
    for (size_t i = 0; i < t->cells; i++) {
        double g = t->bound[i], length = plane_length(q[i], q[t->cells + i]);
        double f = !(g > 0) ? 0 : length > g ? g / length : 1;
        q[i] *= f;
        q[t->cells + i] *= f;
    }
}

/* ---- one Newton step ---- */

/* Which directions are free, and the stiffness of those that slip: with z = q - c s, n = z/|z|,
 *   stick: s + ds = 0;   slip: dq.n = g - q.n,   ds.t + dq.t (|z| - g)/(g c) = -(q.t) |z|/(g c)
 * known: dq.n n; right: the right side in the free directions, without what known gives. */
static void free_directions(friction_work *w, const friction_task *t, const double *q, const double *s) {
    size_t n = t->cells;
    friction_freedom *f = &w->freedom;
    double c = t->scale * w->caution;
    for (size_t i = 0; i < n; i++) {
        double g = t->bound[i], length;
        vec2 z = aim(t, c, q, s, i, &length);
        w->known[i] = w->known[n + i] = w->right[i] = w->right[n + i] = 0;
        f->stiff[i] = 0;
        f->nx[i] = f->ny[i] = 0;
        if (!(g > 0)) {
            f->stiff[i] = -1;
        } else if (length <= g) {
            w->right[i] = -s[i];
            w->right[n + i] = -s[n + i];
        } else {
            double nx = z.x / length, ny = z.y / length, along = g - q[i] * nx - q[n + i] * ny;
            double across = q[n + i] * nx - q[i] * ny, pull = -across * length / (g * c);
            f->nx[i] = nx, f->ny[i] = ny;
            f->stiff[i] = (length - g) / (g * c);
            w->known[i] = along * nx, w->known[n + i] = along * ny;
            w->right[i] = -pull * ny, w->right[n + i] = pull * nx;
        }
    }
}

/* The step from q, s into w->step. */
static int newton_step(friction_work *w, const friction_task *t, const double *q, const double *s, double forcing) {
    size_t n2 = 2 * t->cells;
    free_directions(w, t, q, s);
    bool any = false;
    for (size_t i = 0; i < n2; i++) any = any || w->known[i] != 0;
    if (any) {
        t->product(t->user, w->known, w->image);
        friction_restrict(&w->freedom, w->image);
        for (size_t i = 0; i < n2; i++) w->right[i] -= w->image[i];
    }
    int inner = friction_linear(&w->inner, &w->freedom, t, w->right, forcing, w->step);
    for (size_t i = 0; i < n2; i++) w->step[i] += w->known[i];
    return inner + any;
}

/* q - c s/4 on the discs: with c near 1/A_00 it is short enough to lower the energy, if not by much. */
static void gradient_step(friction_work *w, const friction_task *t, const double *s) {
    for (size_t i = 0; i < 2 * t->cells; i++) w->step[i] = -0.25 * t->scale * s[i];
}

typedef struct state {
    double *q, *s;
    double merit, residual, square;
} state;

/* Tries q + step, q + step/2, ...; takes the first that lowers the merit, and says whether there was one. */
static bool search(friction_work *w, const friction_task *t, double most, state *at, friction_report *r) {
    size_t n2 = 2 * t->cells;
    double length = 1;
    for (int k = 0; k < HALVINGS; k++, length *= 0.5) {
        for (size_t i = 0; i < n2; i++) w->trial[i] = at->q[i] + length * w->step[i];
        onto_discs(t, w->trial);
        slip_of(t, w->trial, w->slip);
        r->inner++;
        double square, worst = residual(t, most, w->trial, w->slip, r, &square);
        double merit = t->symmetric ? energy(t, w->trial, w->slip) : square;
        bool settled = worst < 0.5 * at->residual && fabs(merit - at->merit) < 1e-9 * fabs(at->merit);
        if (!(merit < at->merit) && !settled) continue;
        memcpy(at->q, w->trial, n2 * sizeof *at->q);
        memcpy(at->s, w->slip, n2 * sizeof *at->s);
        at->merit = merit, at->residual = worst, at->square = square;
        return true;
    }
    return false;
}

friction_report friction_solve(friction_work *w, const friction_task *t, double *q, double *s) {
    friction_report r = {0};
    w->caution = caution_of(t);
    double most = greatest_bound(t), tolerance = t->tolerance > 0 ? t->tolerance : USUAL_TOLERANCE;
    int limit = t->most > 0 ? t->most : USUAL_STEPS;
    onto_discs(t, q);
    slip_of(t, q, s);
    if (!(most > 0)) {
        r.converged = true;
        return r;
    }
    state at = {.q = q, .s = s};
    at.residual = residual(t, most, q, s, &r, &at.square);
    at.merit = t->symmetric ? energy(t, q, s) : at.square;
    while (at.residual > tolerance && r.steps < limit) {
        r.steps++;
        r.inner += newton_step(w, t, q, s, fmin(0.1, fmax(at.residual, 0.1 * tolerance)));
        if (search(w, t, most, &at, &r)) continue;
        gradient_step(w, t, s);
        if (!search(w, t, most, &at, &r)) break;
    }
    r.residual = residual(t, most, q, s, &r, &at.square);
    r.converged = r.residual <= tolerance;
    return r;
}

void friction_tangent(friction_work *w, const friction_task *t, const double *q, const double *s, const double *dw,
                      double *dq) {
    w->caution = caution_of(t);
    free_directions(w, t, q, s);
    for (size_t i = 0; i < 2 * t->cells; i++) w->right[i] = -dw[i];
    friction_restrict(&w->freedom, w->right);
    friction_linear(&w->inner, &w->freedom, t, w->right, 1e-10, dq);
}

/* With P (A + D) P lambda = P l: d(l.q) = (l - A lambda) . n dbound - lambda . dw, n where a cell slips. */
void friction_adjoint(friction_work *w, const friction_task *t, const double *q, const double *s, const double *l,
                      double *by_w, double *by_bound) {
    size_t n = t->cells;
    const friction_freedom *f = &w->freedom;
    w->caution = caution_of(t);
    free_directions(w, t, q, s);
    memcpy(w->right, l, 2 * n * sizeof *l);
    friction_restrict(f, w->right);
    friction_linear(&w->inner, f, t, w->right, 1e-8, by_w);
    t->product(t->user, by_w, w->image);
    for (size_t i = 0; i < n; i++)
        by_bound[i] = (l[i] - w->image[i]) * f->nx[i] + (l[n + i] - w->image[n + i]) * f->ny[i];
    for (size_t i = 0; i < 2 * n; i++) by_w[i] = -by_w[i];
}
