/* Constraints: joints that close loops, and prescribed spins of free bodies.
 *
 * Rows, with the axes e of the joint frame on a and the lever d = P_b - P_a between the joint points:
 *   LOOP_MOVE   g = e_i . d                 a locked translation
 *   LOOP_ANGLE  g = e_i(a) . e_j(b)         a locked rotation: the axes stay perpendicular
 *   LOOP_SPIN   g' = e_i(b) . (w_b - w_a) - Omega(t)
 * Each row gives g, g', g'' and the wrench of a unit multiplier, in dual numbers, so that stiffness and the derivatives of
 * g'' are exact. Multipliers follow from G M^-1 G^T lambda = -g''(lambda = 0). */
#include <stdlib.h>
#include <string.h>

#include "inside.h"
#include "sparse_loops.h"
#include "spin.h"

/* ---- one loop ---- */
static vec3 column(const mat3 *m, int i) { return i == 0 ? m->c0 : i == 1 ? m->c1 : m->c2; }

/* rate of a direction fixed in a body: e' = w x e, e'' = alpha x e + w x e' */
typedef struct turning {
    dvec e, e1, e2;
} turning;

static turning direction_of(const body_motion *m, vec3 in_body) {
    turning t;
    dvec w = motion_spin(m);
    t.e = motion_direction(m, in_body);
    t.e1 = dvec_cross(w, t.e);
    t.e2 = dvec_add(dvec_cross((dvec){m->alpha, m->dalpha}, t.e), dvec_cross(w, t.e1));
    return t;
}

static dual twice(dual a) { return dual_scale(2, a); }

static void move_row(const mb_loop *l, const mb_row *row, const body_motion *a, const body_motion *b,
                     loop_row_value *o) {
    turning e = direction_of(a, column(&l->frame_a, row->i));
    dvec ca = motion_direction(a, l->at_a), cb = motion_direction(b, l->at_b);
    dvec d = dvec_sub(motion_place(b, cb), motion_place(a, ca));
    dvec d1 = dvec_sub(motion_velocity(b, cb), motion_velocity(a, ca));
    dvec d2 = dvec_sub(motion_acceleration(b, cb), motion_acceleration(a, ca));
    o->g = dvec_dot(e.e, d);
    o->gd = dual_add(dvec_dot(e.e1, d), dvec_dot(e.e, d1));
    o->gdd = dual_add(dual_add(dvec_dot(e.e2, d), twice(dvec_dot(e.e1, d1))), dvec_dot(e.e, d2));
    o->fb = e.e;
    o->tb = dvec_cross(cb, e.e);
    o->fa = dvec_neg(e.e);
    o->ta = dvec_neg(dvec_cross(dvec_add(ca, d), e.e));
}

static void angle_row(const mb_loop *l, const mb_row *row, const body_motion *a, const body_motion *b,
                      loop_row_value *o) {
    turning p = direction_of(a, column(&l->frame_a, row->i)), q = direction_of(b, column(&l->frame_b, row->j));
    o->g = dvec_dot(p.e, q.e);
    o->gd = dual_add(dvec_dot(p.e1, q.e), dvec_dot(p.e, q.e1));
    o->gdd = dual_add(dual_add(dvec_dot(p.e2, q.e), twice(dvec_dot(p.e1, q.e1))), dvec_dot(p.e, q.e2));
    o->fa = o->fb = dvec_of(v3(0, 0, 0));
    o->ta = dvec_cross(p.e, q.e);
    o->tb = dvec_neg(o->ta);
}

static void spin_row(const mb_work *k, const mb_loop *l, const mb_row *row, const body_motion *a, const body_motion *b,
                     bool by_time, loop_row_value *o) {
    function_value f = k->driven[l->drive];
    turning e = direction_of(b, column(&l->frame_b, row->i));
    dvec w = dvec_sub(motion_spin(b), motion_spin(a));
    dvec alpha = dvec_sub((dvec){b->alpha, b->dalpha}, (dvec){a->alpha, a->dalpha});
    o->g = dual_of(0);
    o->gd = dual_sub(dvec_dot(e.e, w), (dual){f.v, by_time ? f.a : 0});
    o->gdd = dual_sub(dual_add(dvec_dot(e.e1, w), dvec_dot(e.e, alpha)), (dual){f.a, by_time ? f.j : 0});
    o->fa = o->fb = dvec_of(v3(0, 0, 0));
    o->tb = e.e;
    o->ta = dvec_neg(e.e);
}

void loop_eval(const mb_work *k, const mb_loop *l, const body_motion *a, const body_motion *b, bool by_time,
               loop_row_value row[6]) {
    for (int i = 0; i < l->rows; i++) {
        if (l->row[i].kind == LOOP_MOVE)
            move_row(l, &l->row[i], a, b, &row[i]);
        else if (l->row[i].kind == LOOP_ANGLE)
            angle_row(l, &l->row[i], a, b, &row[i]);
        else
            spin_row(k, l, &l->row[i], a, b, by_time, &row[i]);
    }
}

static void eval_now(const mb_work *k, const mb_loop *l, loop_row_value row[6]) {
    body_motion a, b;
    kin_motion(k, l->a, &a);
    kin_motion(k, l->b, &b);
    loop_eval(k, l, &a, &b, false, row);
}

/* ---- rows over the unknowns ---- */

/* Gradient entries of one side: wrench . (change of the body per unknown). */
static int gradient_side(const mb_work *k, int node, vec3 f, vec3 m, double *to) {
    const mb_system *s = k->s;
    const mb_node *n = &s->node[node];
    int count = 0;
    for (int i = 0; i < n->supports; i++) {
        int up = s->support[n->support + i];
        const mb_kin *o = &k->kin[up];
        for (int j = 0; j < s->node[up].link->dofs; j++) {
            const mb_dof *d = &s->node[up].link->dof[j];
            if (d->u < 0) continue;
            vec3 e = kin_axis(o, d->axis);
            to[count++] = d->turn ? v3_dot(e, v3_add(m, v3_cross(v3_sub(k->kin[node].r, o->h->p), f))) : v3_dot(e, f);
        }
    }
    return count;
}

void loops_gradients(mb_work *k) {
    for (int i = 0; i < k->s->loops; i++) {
        const mb_loop *l = &k->s->loop[i];
        loop_row_value v[6];
        eval_now(k, l, v);
        for (int r = 0; r < l->rows; r++) {
            double *to = k->G + l->values + (size_t)(r * l->columns);
            int n = gradient_side(k, l->a, v[r].fa.v, v[r].ta.v, to);
            (void)gradient_side(k, l->b, v[r].fb.v, v[r].tb.v, to + n);
        }
    }
}

#define FOR_ROWS(l, r, rows_index)                                                                                     \
    for (int i_ = 0; i_ < k->s->loops; i_++)                                                                           \
        for (const mb_loop *l = &k->s->loop[i_]; l; l = NULL)                                                          \
            for (int r = 0, rows_index = 0; r < l->rows; r++)                                                          \
                if ((rows_index = l->row[r].index) >= 0)

void loops_multiply(const mb_work *k, const double *rows, const double *v, double *g) {
    FOR_ROWS(l, r, index) {
        const double *row = rows + l->values + (size_t)(r * l->columns);
        double sum = 0;
        for (int c = 0; c < l->columns; c++) sum += row[c] * v[k->s->loop_column[l->column + c]];
        g[index] = sum;
    }
}

void loops_transpose(const mb_work *k, const double *rows, const double *lambda, double *v) {
    FOR_ROWS(l, r, index) {
        const double *row = rows + l->values + (size_t)(r * l->columns);
        for (int c = 0; c < l->columns; c++) v[k->s->loop_column[l->column + c]] += row[c] * lambda[index];
    }
}

/* Column i of rows^T. */
static void unit_transpose(const mb_work *k, int which, double *v) {
    memset(v, 0, (size_t)k->s->size.nu * sizeof(double));
    FOR_ROWS(l, r, index) {
        if (index != which) continue;
        const double *row = k->G + l->values + (size_t)(r * l->columns);
        for (int c = 0; c < l->columns; c++) v[k->s->loop_column[l->column + c]] += row[c];
        return;
    }
}

static void make_schur(mb_work *k) {
    int nc = k->s->size.nc, nu = k->s->size.nu;
    for (int i = 0; i < nc; i++) {
        double *y = k->Y + (size_t)i * (size_t)nu;
        unit_transpose(k, i, y);
        dynamics_mass_solve(k, y);
        loops_multiply(k, k->G, y, k->g);
        for (int j = 0; j < nc; j++) k->S[j * nc + i] = k->g[j];
    }
}

bool loops_factor_mass(mb_work *k) {
    if (k->s->sparse) return sparse_loops_factor_mass(k);
    make_schur(k);
    return dense_factor(k->s->size.nc, k->S, k->S_pivot, 0);
}

static void collect(const mb_work *k, int order, double *to) {
    for (int i = 0; i < k->s->loops; i++) {
        const mb_loop *l = &k->s->loop[i];
        loop_row_value v[6];
        eval_now(k, l, v);
        for (int r = 0; r < l->rows; r++)
            if (l->row[r].index >= 0) to[l->row[r].index] = order == 0 ? v[r].g.v : order == 1 ? v[r].gd.v : v[r].gdd.v;
    }
}

void loops_apply(mb_work *k) {
    for (int i = 0; i < k->s->loops; i++) {
        const mb_loop *l = &k->s->loop[i];
        loop_row_value v[6];
        eval_now(k, l, v);
        mb_kin *a = &k->kin[l->a], *b = &k->kin[l->b];
        for (int r = 0; r < l->rows; r++) {
            if (l->row[r].index < 0) continue;
            double x = k->lambda[l->row[r].index];
            a->f = v3_axpy(x, v[r].fa.v, a->f);
            a->m = v3_axpy(x, v[r].ta.v, a->m);
            b->f = v3_axpy(x, v[r].fb.v, b->f);
            b->m = v3_axpy(x, v[r].tb.v, b->m);
        }
    }
}

void loops_correct(mb_work *k, double *rhs, double *to) {
    if (k->s->sparse) {
        sparse_loops_correct(k, rhs, to);
        return;
    }
    int nc = k->s->size.nc, nu = k->s->size.nu;
    for (int i = 0; i < nc; i++) rhs[i] = -rhs[i];
    dense_solve(nc, k->S, k->S_pivot, rhs);
    for (int i = 0; i < nc; i++)
        for (int j = 0; j < nu; j++) to[j] += k->Y[(size_t)i * (size_t)nu + (size_t)j] * rhs[i];
}

abut_status loops_accelerate(mb_work *k) {
    loops_gradients(k);
    if (!loops_factor_mass(k)) return ABUT_NOT_FINITE;
    collect(k, 2, k->lambda);
    loops_correct(k, k->lambda, k->a);
    kin_accelerations(k, k->a, false);
    loops_apply(k);
    return ABUT_OK;
}

/* ---- projection ---- */
static double largest(const double *v, int n) {
    double most = 0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(v[i]));
    return most;
}

static void normalise(const mb_system *s, double *x) {
    for (int i = 1; i < s->nodes; i++) {
        const mb_node *n = &s->node[i];
        if (n->triple < 0 || n->cyclic) continue;
        double *q = x + n->x + (n->nu - 3), f = 0;
        for (int j = 0; j < 4; j++) f += q[j] * q[j];
        f = f > 0 ? 1 / sqrt(f) : 1;
        for (int j = 0; j < 4; j++) q[j] *= f;
    }
}

static abut_status project_positions(mb_work *k, double *y) {
    int nc = k->s->size.nc, nu = k->s->size.nu;
    double *d = k->vector[0], before = INFINITY;
    for (int iteration = 0; iteration < 12; iteration++) {
        kin_positions(k, y);
        collect(k, 0, k->g);
        double size = largest(k->g, nc);
        if (!(size < 1e-13) && !(size < before)) return size < 1e-9 ? ABUT_OK : ABUT_NO_CONVERGENCE;
        if (size < 1e-15) return ABUT_OK;
        before = size;
        dynamics_mass_factor(k, NULL);
        loops_gradients(k);
        if (!loops_factor_mass(k)) return ABUT_NO_CONVERGENCE;
        collect(k, 0, k->g);
        memset(d, 0, (size_t)nu * sizeof(double));
        loops_correct(k, k->g, d);
        memcpy(k->ygap, y, (size_t)k->s->size.nx * sizeof(double));
        mb_retract(k->s, k->ygap, d, y);
        if (size < 1e-13) return ABUT_OK;
    }
    return ABUT_OK;
}

abut_status mb_project(mb_work *k, double t, double *y, double *correction) {
    const mb_sizes *z = &k->s->size;
    size_t all = (size_t)(z->nx + z->nu + z->ns);
    if (correction) memcpy(correction, y, all * sizeof(double));
    normalise(k->s, y);
    abut_status status = ABUT_OK;
    if (k->s->spins) {
        kin_drives(k, t);
        kin_positions(k, y);
        spins_project(k, y + z->nx);
    }
    if (z->nc) {
        kin_drives(k, t);
        status = project_positions(k, y);
        kin_positions(k, y);
        kin_velocities(k, y + z->nx);
        dynamics_mass_factor(k, NULL);
        loops_gradients(k);
        if (!status && !loops_factor_mass(k)) status = ABUT_NO_CONVERGENCE;
        if (!status) {
            collect(k, 1, k->g);
            loops_correct(k, k->g, y + z->nx);
        }
    }
    if (correction)
        for (size_t i = 0; i < all; i++) correction[i] = y[i] - correction[i];
    return status;
}

double mb_violation(mb_work *k, double t, const double *y) {
    double most = 0;
    if (!k->s->loops) return 0;
    kin_drives(k, t);
    kin_positions(k, y);
    for (int i = 0; i < k->s->loops; i++) {
        loop_row_value v[6];
        eval_now(k, &k->s->loop[i], v);
        for (int r = 0; r < k->s->loop[i].rows; r++) most = fmax(most, fabs(v[r].g.v));
    }
    return most;
}

/* ---- which rows are independent ---- */

/* Elimination with diagonal pivoting on G M^-1 G^T at the start: rows whose pivot vanishes follow from the others. */
static void choose_densely(mb_work *k, bool *kept) {
    int n = k->s->size.nc;
    make_schur(k);
    double *S = k->S;
    double most = 0; /* rows that are nothing but rounding have squares far below */
    for (int i = 0; i < n; i++) most = fmax(most, S[i * n + i]);
    for (int i = 0; i < n; i++) { /* scaled to ones on the diagonal: rows of metres and of angles are comparable */
        k->g[i] = S[i * n + i] > 1e-22 * most ? 1 / sqrt(S[i * n + i]) : 0;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) S[i * n + j] *= k->g[i] * k->g[j];
    for (int i = 0; i < n; i++) kept[i] = false;
    for (;;) {
        int best = -1;
        for (int i = 0; i < n; i++)
            if (!kept[i] && S[i * n + i] > 1e-8 && (best < 0 || S[i * n + i] > S[best * n + best] * (1 + 1e-9)))
                best = i;
        if (best < 0) break;
        kept[best] = true;
        for (int i = 0; i < n; i++) {
            if (kept[i]) continue;
            double f = S[i * n + best] / S[best * n + best];
            for (int j = 0; j < n; j++) S[i * n + j] -= f * S[best * n + j];
        }
    }
}

abut_status loops_choose_rows(mb_work *k) {
    mb_system *s = k->s;
    int kept = 0;
    if (!s->size.nc) return ABUT_OK;
    bool *keep = calloc((size_t)s->size.nc, sizeof *keep);
    if (!keep) return ABUT_NO_MEMORY;
    dynamics_mass_factor(k, NULL);
    loops_gradients(k);
    abut_status status = ABUT_OK;
    if (s->sparse)
        status = sparse_loops_choose(k, keep);
    else
        choose_densely(k, keep);
    for (int i = 0; i < s->loops; i++)
        for (int r = 0; r < s->loop[i].rows; r++) {
            mb_row *row = &s->loop[i].row[r];
            row->index = keep[row->index] ? kept++ : -1;
        }
    free(keep);
    if (!status) s->size.nc = kept;
    return status;
}

void mb_add_constraint_force(const mb_work *k, const double *lambda, double *to) {
    loops_transpose(k, k->G, lambda, to);
}

abut_status mb_residual(mb_work *k, double t, const double *y, const double *udot, const double *lambda, double *r,
                        double *g, double *gdot) {
    const mb_sizes *z = &k->s->size;
    abut_status status = dynamics(k, t, y, NULL, false, true);
    if (status) return status;
    kin_accelerations(k, udot, false);
    if (z->nc) {
        loops_gradients(k);
        memcpy(k->lambda, lambda, (size_t)z->nc * sizeof(double));
        loops_apply(k);
        if (g) collect(k, 0, g);
        if (gdot) collect(k, 1, gdot);
    }
    dynamics_project(k, r);
    return ABUT_OK;
}
