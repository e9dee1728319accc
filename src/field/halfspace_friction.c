/* Friction law 'halfspace': tractions on the cells of the pressure that normal law 'halfspace' has found, |q| <= mu p in every cell, with
 * stick, partial slip and their history (Cattaneo, Mindlin, Deresiewicz; on a grid Kalker's problem of a step).
 *
 *   s = D(x) + u(q) - u0(x) of a cell;   stick: s = 0,  or slip: q = -mu p s/|s|
 *
 * D is what B has moved over A since the last accepted state, from the poses of the bodies alone, u the elastic displacement by the
 * tractions (half-spaces of Boussinesq and Cerruti, shear_window.h), u0 that of the accepted state (cells_past.h). So the force is a function of
 * the poses and of the memory, as elastic forces are: it has a stiffness and no damping. A contact that was open has none.
 *
 * Force and moment about the normal act at the centre of pressure. What the tractions hold is U = 1/2 integral of q.u; the power
 * -(T.v + M w) counts as loss, and the world takes U from the loss and adds it to what is stored.
 *
 * Derivatives are those of the law as evaluated, by one linear system for each of the two forces and the moment (friction_adjoint); as in
 * the normal law the window grows with the contact, and neither moves nor turns over A. Where nothing has moved since the last accepted
 * state the law has a kink, and cells that slipped in the step before are taken to slip on.
 *
 * Bodies are taken as alike: pressure makes no tangential displacements, tractions no normal ones (Dundurs' beta = 0). What the tractions
 * do at different heights of a curved contact is left out. In a step a cell that comes into contact feels the whole of D, so that
 * the error in time is of first order in the growth of the contact in a step. */
#include <assert.h>
#include <math.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "abut/extend.h"
#include "base/constants.h"
#include "base/plane.h"
#include "cells_past.h"
#include "cells_tolerance.h"
#include "friction_solve.h"
#include "shear_window.h"

_Static_assert((int)ABUT_CELLS_MOST == (int)WINDOW_MOST, "windows of both laws");

typedef struct cells_friction {
    shear_window *w;
    int n;
    double mu, tol;
    bool tol_given;
} cells_friction;

static abut_status init(void *self, const abut_args *args) {
    *(cells_friction *)self = (cells_friction){
        .mu = abut_arg(args, "mu"), .tol = abut_arg(args, "tol"), .tol_given = abut_arg_given(args, "tol")};
    return ABUT_OK;
}

static void tolerance(void *self, double rtol) {
    cells_friction *f = self;
    if (!f->tol_given) f->tol = cells_tolerance(rtol);
}

/* k_t/k_n = 2 (1 - nu)/(2 - nu) says what nu of both bodies together is. */
static abut_status prepare(void *self, int n, double stiffness_ratio) {
    cells_friction *f = self;
    f->n = n;
    f->w = shear_window_create(n, 2 * (1 - stiffness_ratio) / (2 - stiffness_ratio));
    return f->w ? ABUT_OK : ABUT_NO_MEMORY;
}

static void drop(void *self) { shear_window_destroy(((cells_friction *)self)->w); }

static size_t cells_memory(const void *self) {
    size_t n = (size_t)((const cells_friction *)self)->n;
    return cells_past_bytes(n * n);
}

/* ---- the problem of a step ---- */
typedef struct problem {
    const cells_friction *law;
    const abut_cells_contact *contact;
    const cells_past *past;
    size_t cells;
    double side[2], scale, unit; /* m; m, the unit of displacements; N, of forces */
    double per_pa;               /* q' per q */
    vec3 centre;                 /* of pressure, frame of the gap */
    shear_operator op;
    friction_task task;
    double bound[WINDOW_CELLS], w[2 * WINDOW_CELLS], q[2 * WINDOW_CELLS], s[2 * WINDOW_CELLS];
    double along[2][2 * WINDOW_CELLS]; /* 1/m, change of w by the step of a cell along e1, e2 */
    alignas(64) unsigned char room[8 * (2 * WINDOW_CELLS * 11 + 3 * WINDOW_CELLS) + 4096];
} problem;

static double cell_x(const problem *p, size_t k) {
    int n = p->law->n;
    return ((int)(k % (size_t)n) - 0.5 * (n - 1)) * p->side[0];
}
static double cell_y(const problem *p, size_t k) {
    int n = p->law->n;
    return ((int)(k / (size_t)n) - 0.5 * (n - 1)) * p->side[1];
}

static void set_scales(const cells_friction *law, const abut_cells_contact *c, problem *p) {
    const abut_gap *gap = c->gap;
    p->law = law;
    p->contact = c;
    p->cells = (size_t)law->n * (size_t)law->n;
    for (int i = 0; i < 2; i++) p->side[i] = c->normal->cells->side[i];
    p->scale = gap->h;
    p->unit = PI * gap->E_star * gap->h * p->side[1];
    p->per_pa = p->side[0] / (PI * gap->E_star * gap->h);
    p->centre = m3_tmul(gap->axes, v3_sub(c->normal->at, gap->origin));
    shear_operator_make(law->w, p->side[1] / p->side[0], &p->op);
}

/* Slip without tractions: w = (D - u0)/scale on the cells in contact. */
static void set_slip(problem *p) {
    cells_motion m = cells_motion_since(p->past, p->contact->gap);
    cells_view v = cells_view_of(p->past, p->contact->gap, p->law->n);
    size_t n = p->cells;
    for (size_t k = 0; k < n; k++) {
        p->w[k] = p->w[n + k] = 0;
        if (!(p->bound[k] > 0)) continue;
        double x = cell_x(p, k), y = cell_y(p, k), u0[2], by[2][2];
        cells_view_at(&v, x, y, u0, by);
        p->w[k] = (m.shift.x - m.spin * y - u0[0]) / p->scale;
        p->w[n + k] = (m.shift.y + m.spin * x - u0[1]) / p->scale;
        p->along[0][k] = -by[0][0] / p->scale;
        p->along[1][k] = (-m.spin - by[0][1]) / p->scale;
        p->along[0][n + k] = (m.spin - by[1][0]) / p->scale;
        p->along[1][n + k] = -by[1][1] / p->scale;
    }
}

static friction_work *workspace(problem *p) {
    assert(friction_work_size(p->cells) <= sizeof p->room);
    return friction_work_place(p->room, p->cells);
}

static abut_status solve(problem *p) {
    const abut_gap_cells *cells = p->contact->normal->cells;
    for (size_t k = 0; k < p->cells; k++)
        p->bound[k] = p->law->mu * p->contact->load * p->per_pa * fmax(cells->p[k], 0);
    set_slip(p);
    memcpy(p->q, cells_past_q(p->past), 2 * p->cells * sizeof *p->q);
    p->task = (friction_task){.cells = p->cells,
                              .bound = p->bound,
                              .w = p->w,
                              .product = shear_product,
                              .inverse = shear_inverse,
                              .user = &p->op,
                              .scale = 1 / p->op.self,
                              .symmetric = true,
                              .tolerance = p->law->tol};
    return friction_solve(workspace(p), &p->task, p->q, p->s).converged ? ABUT_OK : ABUT_NO_CONVERGENCE;
}

/* ---- sums ---- */
static void sums(const problem *p, abut_cells_traction *out) {
    size_t n = p->cells;
    double x = 0, y = 0, m = 0, held = 0;
    bool sticks = false;
    for (size_t k = 0; k < n; k++) {
        if (!(p->bound[k] > 0)) continue;
        double qx = p->q[k], qy = p->q[n + k];
        x += qx;
        y += qy;
        m += (cell_x(p, k) - p->centre.x) * qy - (cell_y(p, k) - p->centre.y) * qx;
        held += qx * (p->s[k] - p->w[k]) + qy * (p->s[n + k] - p->w[n + k]); /* q.u */
        sticks = sticks || plane_length(qx, qy) < (1 - 1e-6) * p->bound[k];
    }
    out->T[ABUT_T1] = p->unit * x;
    out->T[ABUT_T2] = p->unit * y;
    out->T[ABUT_MN] = p->unit * m;
    out->energy = 0.5 * p->unit * p->scale * held;
    out->mode = sticks ? 1 : 2;
}

/* ---- derivatives ---- */
enum { OUTPUTS = 3 };
static const int output[OUTPUTS] = {ABUT_T1, ABUT_T2, ABUT_MN};
typedef struct sensitivity { /* of a sum over q' */
    double by_w[2 * WINDOW_CELLS], by_bound[WINDOW_CELLS];
} sensitivity;

static void weigh(const problem *p, int of, double *l) {
    for (size_t k = 0; k < p->cells; k++) {
        bool moment = output[of] == ABUT_MN;
        l[k] = moment ? p->centre.y - cell_y(p, k) : of == 0;
        l[p->cells + k] = moment ? cell_x(p, k) - p->centre.x : of == 1;
    }
}

static double longest(const problem *p, const double *s) {
    double most = 0;
    for (size_t k = 0; k < p->cells; k++)
        if (p->bound[k] > 0) most = fmax(most, plane_length(s[k], s[p->cells + k]));
    return most;
}

/* Slip by which the cells are told apart: where nothing has moved since, that of the step before. */
static void telling_slip(const problem *p, double *s) {
    const double *before = cells_past_s(p->past, p->cells);
    bool still = longest(p, p->s) * p->scale < 0.05 * longest(p, before);
    for (size_t k = 0; k < 2 * p->cells; k++) s[k] = still ? before[k] / p->scale : p->s[k];
}

/* What motion i of B, a displacement of the centre of pressure or a turn about it, does to shift and spin. */
typedef struct change {
    double x, y, spin;
} change;

static change change_of(const problem *p, const mat3 *F, const mat3 *turn, int i) {
    const vec3 axis[3] = {F->c0, F->c1, F->c2};
    vec3 e = axis[i % 3], d = m3_mul(*turn, i < 3 ? e : v3_cross(p->centre, e));
    if (i < 3) return (change){d.x, d.y, 0};
    vec3 of_x = m3_mul(*turn, v3_cross(e, v3(1, 0, 0))), of_y = m3_mul(*turn, v3_cross(e, v3(0, 1, 0)));
    return (change){d.x, d.y, 0.5 * (of_x.y - of_y.x)};
}

static void one_motion(const problem *p, const mat3 *F, const mat3 *turn, const sensitivity *by, int i,
                       abut_cells_traction *out) {
    const abut_gap_force *o = p->contact->normal;
    const abut_gap_cells *c = o->cells;
    size_t n = p->cells;
    double sum[OUTPUTS] = {0}, lever = 0, grow = c->grow[i], factor = p->law->mu * p->contact->load * p->per_pa;
    change d = change_of(p, F, turn, i);
    for (size_t k = 0; k < n; k++) {
        if (!(p->bound[k] > 0)) continue;
        double x = cell_x(p, k), y = cell_y(p, k);
        double to_x = x * grow + c->step[0][i], to_y = y * grow + c->step[1][i]; /* of the cell */
        double dx = (d.x - d.spin * y) / p->scale + p->along[0][k] * to_x + p->along[1][k] * to_y,
               dy = (d.y + d.spin * x) / p->scale + p->along[0][n + k] * to_x + p->along[1][n + k] * to_y;
        double dbound = factor * c->dp[i][k] + p->bound[k] * grow;
        for (int j = 0; j < OUTPUTS; j++)
            sum[j] += by[j].by_w[k] * dx + by[j].by_w[n + k] * dy + by[j].by_bound[k] * dbound;
        lever += x * p->q[n + k] - y * p->q[k];
    }
    vec3 at = m3_mul(*F, v3(o->dat[0][i], o->dat[1][i], o->dat[2][i]));
    for (int j = 0; j < OUTPUTS; j++) out->dT[output[j]][i] = out->T[output[j]] * grow + p->unit * sum[j];
    out->dT[ABUT_MN][i] +=
        p->unit * lever * grow + (c->step[0][i] - at.x) * out->T[ABUT_T2] - (c->step[1][i] - at.y) * out->T[ABUT_T1];
}

static void derive(problem *p, abut_cells_traction *out) {
    const abut_gap_force *o = p->contact->normal;
    const mat3 axes = p->contact->gap->axes;
    sensitivity by[OUTPUTS];
    double s[2 * WINDOW_CELLS], l[2 * WINDOW_CELLS];
    cells_motion m = cells_motion_since(p->past, p->contact->gap);
    mat3 F = {m3_tmul(axes, o->t1), m3_tmul(axes, v3_cross(o->n, o->t1)), m3_tmul(axes, o->n)};
    telling_slip(p, s);
    for (int j = 0; j < OUTPUTS; j++) {
        weigh(p, j, l);
        friction_adjoint(workspace(p), &p->task, p->q, s, l, by[j].by_w, by[j].by_bound);
        for (size_t k = 0; k < p->cells; k++)
            out->dload[output[j]] += p->unit * by[j].by_bound[k] * p->bound[k] / fmax(p->contact->load, 1e-30);
    }
    for (int i = 0; i < ABUT_MOTIONS; i++) one_motion(p, &F, &m.turn, by, i, out);
}

/* ---- memory ---- */
static void keep(problem *p, cells_past *next) {
    size_t n2 = 2 * p->cells;
    double s[2 * WINDOW_CELLS];
    telling_slip(p, s);
    cells_past_place(p->contact->gap, p->side, next);
    memcpy(next->fields, p->q, n2 * sizeof *p->q);
    shear_product(&p->op, p->q, next->fields + n2);
    for (size_t k = 0; k < n2; k++) {
        next->fields[n2 + k] *= p->scale;
        next->fields[2 * n2 + k] = p->bound[k % p->cells] > 0 ? s[k] * p->scale : 0;
    }
}

static void begin(const abut_cells_contact *c, size_t bytes, cells_past *next) {
    memset(next, 0, bytes);
    if (c->normal->cells->n) cells_past_place(c->gap, c->normal->cells->side, next);
}

static abut_status over_cells(const void *self, const abut_cells_contact *c, const void *memory, void *next,
                              bool derivatives, abut_cells_traction *out) {
    const cells_past *past = memory;
    *out = (abut_cells_traction){.mode = 1};
    if (!c->normal->cells->n || !past->known) { /* nothing in contact, now or then */
        if (next) begin(c, cells_memory(self), next);
        return ABUT_OK;
    }
    problem p;
    p.past = past;
    set_scales(self, c, &p);
    abut_status status = solve(&p);
    if (status) return status;
    sums(&p, out);
    if (derivatives) derive(&p, out);
    if (next) keep(&p, next);
    return ABUT_OK;
}

static const abut_param_info params[] = {
    {.name = "mu", .unit = "1", .required = true, .low = 0, .high = 100, .meaning = "coefficient of friction"},
    {.name = "tol",
     .unit = "1",
     .preset = 1e-8,
     .low = 1e-12,
     .high = 1e-3,
     .meaning = "greatest error of the traction of a cell over the greatest limit; in runs a thousandth of the "
                "solver's rtol if not given"},
    {0},
};

static const abut_choice examples[] = {
    {"halfspace", {{.name = "mu", .value = 0.2}}},
    {0},
};

const abut_friction_type friction_halfspace = {
    .type = {"friction", "halfspace", "tractions on the cells of a pressure: stick, partial slip and their history",
             params, examples},
    .size = sizeof(cells_friction),
    .init = init,
    .prepare = prepare,
    .cells_memory = cells_memory,
    .over_cells = over_cells,
    .tolerance = tolerance,
    .drop = drop,
};
