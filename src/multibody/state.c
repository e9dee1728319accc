/* The state as integrators see it: right-hand side, charts, tolerances, accepted steps. */
#include <string.h>

#include "base/quat.h"
#include "contact/element.h"
#include "crew.h"
#include "crowd.h"
#include "inside.h"

abut_status mb_rhs(mb_work *k, double t, const double *y, double *ydot, double *quad_rate) {
    const mb_sizes *z = &k->s->size;
    abut_status status = dynamics(k, t, y, ydot + z->nx + z->nu, false, false);
    if (status) return status;
    mb_of_tangent(k->s, y, y + z->nx, ydot);
    memcpy(ydot + z->nx, k->a, (size_t)z->nu * sizeof(double));
    if (quad_rate) dynamics_powers(k, quad_rate);
    double sum = 0;
    for (int i = 0; i < z->nx + z->nu + z->ns; i++) sum += 0 * ydot[i];
    return isfinite(sum) ? ABUT_OK : ABUT_NOT_FINITE;
}

abut_status mb_accelerate(mb_work *k, double t, const double *y, const double **a) {
    *a = k->a;
    k->brief = true;
    abut_status status = dynamics(k, t, y, NULL, false, false);
    k->brief = false;
    return status;
}

void mb_powers(mb_work *k, double *rate) { dynamics_powers(k, rate); }

double mb_power(const mb_work *k) { return k->s->swarms ? k->power : 0; }

double mb_power_change(const mb_work *k, const double **by_d, const double **by_u) {
    *by_d = k->s->swarms ? k->power_d : NULL;
    *by_u = k->s->swarms ? k->power_u : NULL;
    return k->s->swarms ? k->power_t : 0;
}

abut_status mb_gaps(mb_work *k, double t, const double *y, double *h) {
    const mb_sizes *z = &k->s->size;
    kin_drives(k, t);
    kin_state(k, y, y + z->nx);
    abut_status status = applied_wrenches(k, t, y + z->nx + z->nu, NULL, false);
    for (int i = 0; !status && i < k->s->contacts; i++) h[i] = k->touch[i].h;
    return status;
}

double mb_energy_scale(const mb_work *k) {
    double sum = k->s->alone ? crowds_kinetic(k) : 0;
    for (int i = 1; i < k->s->nodes && !k->s->alone; i++) {
        const mb_node *n = &k->s->node[i];
        const mb_kin *o = &k->kin[i];
        if (!n->still) sum += 0.5 * n->mass * v3_dot(o->v, o->v) + 0.5 * v3_dot(o->w, kin_inertia(n, o, o->w));
    }
    for (int i = 0; i < k->s->contacts; i++) sum += k->touch[i].energy;
    for (int i = 0; i < k->s->crowds; i++) sum += k->crowd[i].sums.energy;
    return sum;
}

/* A roller in its bearing: it hovers just out of reach of a race for long, and begins to carry softly. */
static bool of_roller(const mb_system *s, const mb_contact *c) {
    return s->frames && (kin_spins(&s->node[c->a]) || kin_spins(&s->node[c->b]));
}

double mb_time_to_touch(const mb_work *k) {
    double least = crowds_time(k);
    for (int i = 0; i < k->s->contacts; i++) {
        if (of_roller(k->s, &k->s->contact[i])) continue;
        const mb_touch *o = &k->touch[i];
        double film = k->s->contact[i].film, gap = -o->h > film ? -o->h - film : -o->h;
        if (gap > 0 && o->hdot > 0) least = fmin(least, gap / o->hdot);
    }
    return least;
}

double mb_time_to_slip(const mb_system *s, double t) {
    double least = INFINITY;
    for (int i = 0; s->accepts && i < s->contacts; i++)
        if (s->contact[i].accepts) least = fmin(least, element_breaks_away(s->contact[i].element) - t);
    return least > 0 ? least : INFINITY;
}

unsigned mb_modes(const mb_work *k) { return k->modes; }

double mb_longest_step(const mb_system *s, double t) {
    double least = INFINITY;
    for (int i = 0; i < s->drives; i++) {
        const mb_drive *d = &s->drive[i];
        least = fmin(least, d->motion.type ? function_span(&d->motion, t) : function_passage_span(0, d->ramp, t));
    }
    for (int i = 0; i < s->forces; i++)
        if (s->force[i].type->span) least = fmin(least, s->force[i].type->span(s->force[i].self, t));
    return least;
}

/* ---- threads ---- */
typedef struct sharing {
    mb_part *fn;
    void *user;
    int count, size; /* of all, of a piece */
} sharing;

static void share_piece(void *user, int piece) {
    const sharing *s = user;
    int first = piece * s->size, end = first + s->size;
    s->fn(s->user, piece, first, end < s->count ? end : s->count);
}

static void share(mb_work *k, const sharing *s) {
    crew_run(k->s->crew, share_piece, (void *)s, (s->count + s->size - 1) / s->size);
}

void mb_share(mb_work *k, mb_part *fn, void *user, int count) { share(k, &(sharing){fn, user, count, MB_PIECE}); }
void mb_share_few(mb_work *k, mb_part *fn, void *user, int count) { share(k, &(sharing){fn, user, count, MB_FEW}); }

typedef struct copying {
    double *to;
    const double *from;
} copying;

static void copy_some(void *user, int piece, int first, int end) {
    const copying *c = user;
    (void)piece;
    memcpy(c->to + first, c->from + first, (size_t)(end - first) * sizeof *c->to);
}

void mb_copy(mb_work *k, double *to, const double *from, int count) {
    copying c = {to, from};
    if (to != from) mb_share(k, copy_some, &c, count);
}

/* What they cost is some microseconds for each piece of work: fewer bodies than this are done before a thread is awake. Chosen. */
static const int worth_threads = 2000;

void mb_place_of(const mb_work *k, int node, double r[3]) {
    r[0] = k->kin[node].r.x, r[1] = k->kin[node].r.y, r[2] = k->kin[node].r.z;
}

double mb_gravity(const mb_system *s, int axis) {
    return axis == 0 ? s->gravity.x : axis == 1 ? s->gravity.y : s->gravity.z;
}

void mb_set_threads(mb_system *s, int threads) {
    bool pays = s->nodes >= worth_threads && (s->size.beads || s->crowds);
    int count = threads > 0 ? threads : pays ? crew_cores() : 1;
    if (count == crew_threads(s->crew)) return;
    crew_destroy(s->crew);
    s->crew = crew_create(count);
}

int mb_threads(const mb_system *s) { return crew_threads(s->crew); }

/* ---- charts ---- */

/* Scalars of a node in x: unknown translations, or the angle. */
static int scalars_of(const mb_node *n) { return n->triple >= 0 ? n->nu - 3 : n->nu; }
static bool has_quat(const mb_node *n) { return n->triple >= 0 && !n->cyclic; }
static vec3 triple_of(const mb_node *n, const double *d) {
    const double *v = d + n->u + n->triple;
    return v3(v[0], v[1], v[2]);
}
static void set_triple(const mb_node *n, vec3 v, double *d) {
    double *to = d + n->u + n->triple;
    to[0] = v.x, to[1] = v.y, to[2] = v.z;
}

void mb_retract(const mb_system *s, const double *x0, const double *d, double *x) {
    for (int i = 1; i < s->nodes; i++) {
        const mb_node *n = &s->node[i];
        int scalars = scalars_of(n);
        for (int j = 0; j < scalars; j++) x[n->x + j] = x0[n->x + j] + d[n->u + j];
        if (has_quat(n))
            quat_store(quat_multiply(quat_exp(triple_of(n, d)), quat_at(x0 + n->x + scalars)), x + n->x + scalars);
    }
}

double mb_chart(const mb_system *s, const double *x0, const double *x, double *d) {
    double most = 0;
    for (int i = 1; i < s->nodes; i++) {
        const mb_node *n = &s->node[i];
        int scalars = scalars_of(n);
        for (int j = 0; j < scalars; j++) d[n->u + j] = x[n->x + j] - x0[n->x + j];
        if (n->triple < 0) continue;
        vec3 turn = {0, 0, 0};
        if (!n->cyclic) {
            abut_quat q0 = quat_at(x0 + n->x + scalars), q = quat_at(x + n->x + scalars);
            turn = quat_log(quat_multiply(q, quat_conjugate(q0)));
        }
        set_triple(n, turn, d);
        most = fmax(most, v3_norm(turn));
    }
    return most;
}

/* d' with w = dexp_d(d'):  d' = w - d x w/2 + c d x (d x w),  c = (1 - (|d|/2) cot(|d|/2))/|d|^2 */
static vec3 unwind(vec3 d, vec3 w) {
    double square = v3_dot(d, d), angle = sqrt(square);
    double c = angle < 1e-2 ? 1.0 / 12 + square / 720 : (1 - 0.5 * angle / tan(0.5 * angle)) / square;
    vec3 dw = v3_cross(d, w);
    return v3_add(v3_axpy(-0.5, dw, w), v3_scale(c, v3_cross(d, dw)));
}

void mb_chart_rate(const mb_work *k, const double *x, const double *d, const double *u, double *ddot) {
    const mb_system *s = k->s;
    memcpy(ddot, u, (size_t)s->size.nu * sizeof(double));
    if (!s->size.quaternions && !s->frames) return;
    for (int i = 1; i < s->nodes; i++) {
        const mb_node *n = &s->node[i];
        if (has_quat(n)) {
            vec3 w = triple_of(n, u);
            if (kin_spins(n)) w = v3_sub(w, v3_add(k->axes[n->frame].W, kin_spin(k, n, x)));
            set_triple(n, unwind(triple_of(n, d), w), ddot);
        }
        if (n->frame < 0) continue;
        vec3 turning = v3_cross(k->axes[n->frame].W, v3(x[n->x], x[n->x + 1], x[n->x + 2]));
        ddot[n->u] -= turning.x, ddot[n->u + 1] -= turning.y, ddot[n->u + 2] -= turning.z;
    }
}

void mb_of_tangent(const mb_system *s, const double *x, const double *d, double *dx) {
    for (int i = 1; i < s->nodes; i++) {
        const mb_node *n = &s->node[i];
        int scalars = scalars_of(n);
        for (int j = 0; j < scalars; j++) dx[n->x + j] = d[n->u + j];
        if (!has_quat(n)) continue;
        vec3 h = v3_scale(0.5, triple_of(n, d));
        quat_store(quat_multiply((abut_quat){0, h.x, h.y, h.z}, quat_at(x + n->x + scalars)), dx + n->x + scalars);
    }
}

void mb_tangent_of(const mb_system *s, const double *x, const double *dx, double *d) {
    for (int i = 1; i < s->nodes; i++) {
        const mb_node *n = &s->node[i];
        int scalars = scalars_of(n);
        for (int j = 0; j < scalars; j++) d[n->u + j] = dx[n->x + j];
        if (n->triple < 0) continue;
        if (n->cyclic) {
            set_triple(n, v3(0, 0, 0), d);
            continue;
        }
        abut_quat q = quat_at(x + n->x + scalars), p = quat_multiply(quat_at(dx + n->x + scalars), quat_conjugate(q));
        double f = 2 / (q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
        set_triple(n, v3(f * p.x, f * p.y, f * p.z), d);
    }
}

/* ---- tolerances ----
 * An error of a position is compared with a length of the model, not with the distance from the origin; of a velocity with
 * 1 m/s or the velocity itself, and never with more than a tenth of the speed that regularises friction; of rotations with
 * the same over the reach of the body. */
void mb_set_tolerances(mb_system *s, const mb_tolerances *t) { s->tolerances = *t; }

static inline double larger(double a, double b) { return a > b ? a : b; }
static inline double smaller(double a, double b) { return a < b ? a : b; }

static inline double allowed(const mb_system *s, double own, double scale, double value, bool relative) {
    const mb_tolerances *t = &s->tolerances;
    double absolute = own > 0 ? own : t->atol;
    double size = own > 0 && !relative ? 0 : relative ? larger(fabs(value), own > 0 ? 0 : scale) : scale;
    return larger(absolute + t->rtol * size, 4e-16 * fabs(value));
}

/* A free body: three translations, three rotations. What is asked for in the loop below, without looking at every degree of freedom. */
static void allowed_simple(const mb_system *s, const mb_node *n, const double *y, double *x, double *u, double *d) {
    const mb_tolerances *t = &s->tolerances;
    const double *speed = y + s->size.nx + n->u;
    double lever = n->link->reach, slow = 0.1 * n->link->v_s;
    for (int j = 0; j < 6; j++) {
        bool turn = j >= 3;
        double dv = allowed(s, turn ? t->angular_velocity : t->velocity, turn ? 1 / lever : 1, speed[j], true);
        dv = larger(smaller(dv, turn ? slow / lever : slow), 1e-15 * fabs(speed[j]));
        double dx = turn ? allowed(s, t->angle, smaller(s->length / lever, 1), 0, false)
                         : allowed(s, t->position, s->length, y[n->x + j], false);
        if (n->cyclic && turn) dx = INFINITY;
        if (u) u[n->u + j] = dv;
        if (d) d[n->u + j] = dx;
        if (x && !(n->cyclic && turn)) x[n->x + j] = turn ? 0.5 * dx : dx;
        if (x && !n->cyclic && j == 5) x[n->x + 6] = 0.5 * dx;
    }
}

typedef struct allowing {
    const mb_system *s;
    const crowd *c;
    const double *y;
    double *x, *u;
} allowing;

/* A ball: what allowed_simple says of it. */
static void allowed_part(void *user, int part) {
    const allowing *o = user;
    const mb_system *s = o->s;
    const mb_tolerances *t = &s->tolerances;
    for (int i = o->c->part[part]; i < o->c->part[part + 1]; i++) {
        int at = o->c->at[i][0], to = o->c->at[i][1];
        const double *speed = o->y + s->size.nx + to;
        double lever = o->c->light[i][2], slow = o->c->light[i][3];
        for (int j = 0; j < 3; j++) {
            double dv = allowed(s, t->velocity, 1, speed[j], true),
                   dw = allowed(s, t->angular_velocity, 1 / lever, speed[3 + j], true);
            o->u[to + j] = larger(smaller(dv, slow), 1e-15 * fabs(speed[j]));
            o->u[to + 3 + j] = larger(smaller(dw, slow / lever), 1e-15 * fabs(speed[3 + j]));
            o->x[at + j] = allowed(s, t->position, s->length, o->y[at + j], false);
        }
    }
}

void mb_rates_allowed(mb_work *k, const double *y, double *x, double *u, double *own) {
    if (!k->s->alone) {
        mb_allowed(k->s, y, x, u, NULL, own);
        return;
    }
    for (int i = 0; i < k->s->crowds; i++) {
        allowing o = {k->s, &k->s->crowd[i], y, x, u};
        if (!o.c->all_again) crew_run(k->s->crew, allowed_part, &o, o.c->parts);
    }
}

void mb_beads_allowed(const mb_system *s, int count, const double (*x)[4], const double (*u)[4], double (*dx)[4],
                      double (*du)[4]) {
    const mb_tolerances *t = &s->tolerances;
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < 3; j++) {
            dx[i][j] = 1 / allowed(s, t->position, s->length, x[i][j], false);
            du[i][j] = 1 / larger(allowed(s, t->velocity, 1, u[i][j], true), 1e-15 * fabs(u[i][j]));
        }
        dx[i][3] = du[i][3] = 0;
    }
}

void mb_allowed(const mb_system *s, const double *y, double *x, double *u, double *d, double *own) {
    const mb_sizes *z = &s->size;
    const mb_tolerances *t = &s->tolerances;
    for (int i = 1; i < s->nodes; i++) {
        const mb_node *n = &s->node[i];
        int local = 0;
        if (n->simple) {
            allowed_simple(s, n, y, x, u, d);
            continue;
        }
        for (int j = 0; j < n->link->dofs; j++) {
            const mb_dof *f = &n->link->dof[j];
            if (f->u < 0) continue;
            bool in_quat = n->triple >= 0 && f->turn, scalar = !in_quat;
            double speed = y[z->nx + f->u], place = scalar ? y[n->x + local] : 1, lever = f->turn ? n->link->reach : 1;
            double dv = allowed(s, f->turn ? t->angular_velocity : t->velocity, 1 / lever, speed, true);
            dv = larger(smaller(dv, 0.1 * n->link->v_s / lever), 1e-15 * fabs(speed));
            double dx = f->turn ? allowed(s, t->angle, smaller(s->length / lever, 1), scalar ? place : 0, false)
                                : allowed(s, t->position, s->length, place, false);
            if (n->cyclic && in_quat) dx = INFINITY;
            if (u) u[f->u] = dv;
            if (d) d[f->u] = dx;
            if (x && scalar) x[n->x + local] = dx;
            if (x && in_quat && !n->cyclic) {
                x[n->x + local] = 0.5 * dx;
                if (local == n->nu - 1) x[n->x + local + 1] = 0.5 * dx;
            }
            local++;
        }
    }
    for (int i = 0; own && i < z->ns; i++) own[i] = t->rtol * fmax(fabs(y[z->nx + z->nu + i]), s->length) + t->atol;
}

/* ---- accepted steps ---- */
static abut_status accept_forces(mb_work *k, double t) {
    abut_status status = ABUT_OK;
    for (int i = 0; !status && i < k->s->forces; i++) {
        const mb_force *f = &k->s->force[i];
        body_motion a, b;
        if (!f->type->accept || f->off) continue;
        kin_motion(k, f->a, &a);
        kin_motion(k, f->b, &b);
        status = f->type->accept(f->self, &f->places, t, &a, &b);
    }
    return status;
}

abut_status mb_accept(mb_work *k, double t, const double *y) {
    const mb_sizes *z = &k->s->size;
    const double *s = y + z->nx + z->nu;
    if (!k->s->accepts) return ABUT_OK;
    kin_drives(k, t);
    kin_positions(k, y);
    kin_velocities(k, y + z->nx);
    for (int i = 0; i < k->s->contacts; i++) {
        mb_contact *c = &k->s->contact[i];
        if (!c->accepts && !c->bends) continue;
        if (k->touch[i].far && !c->states) {
            element_apart(c->element);
            continue;
        }
        abut_element_in in;
        applied_input(k, c, s, &in);
        abut_status status = c->accepts ? abut_element_accept(c->element, &in) : element_keep_books(c->element, &in);
        if (status < 0) return status;
    }
    abut_status status = accept_forces(k, t);
    return status ? status : crowds_accept(k);
}

/* Angular velocity of a cyclic node relative to its axes, in them. */
static vec3 own_spin(const mb_system *s, const mb_node *n, double t, const double *u) {
    vec3 w = triple_of(n, u);
    if (n->frame < 0) return w;
    const mb_frame *f = &s->frame[n->frame];
    return v3_axpy(-function_run_up(f->rate, f->ramp, t).v, f->axis, w);
}

/* Magnus: with w at start, middle and end, the rotation vector is h (w0 + 4 wm + w1)/6 + h^2/12 w1 x w0 (left). In turning
 * axes the orientation relative to them is kept. */
typedef struct turning {
    mb_work *k;
    double t, h;
    const double *u0, *um, *u1;
    bool commit;
} turning;

static void turn_some(void *user, int piece, int first, int end) {
    const turning *o = user;
    mb_system *s = o->k->s;
    double t = o->t, h = o->h;
    (void)piece;
    for (int i = first > 1 ? first : 1; i < end; i++) {
        const mb_node *n = &s->node[i];
        if (!n->cyclic) continue;
        vec3 a = own_spin(s, n, t, o->u0), m = own_spin(s, n, t + 0.5 * h, o->um), b = own_spin(s, n, t + h, o->u1);
        vec3 mean = v3_scale(h / 6, v3_add(v3_add(a, b), v3_scale(4, m)));
        vec3 turn = v3_add(mean, v3_scale(h * h / 12, v3_cross(b, a)));
        abut_quat q = quat_unit(quat_multiply(quat_exp(turn), quat_at(s->cyclic + 4 * n->cyclic_at)));
        quat_store(q, o->k->cyclic + 4 * n->cyclic_at);
        if (o->commit) quat_store(q, s->cyclic + 4 * n->cyclic_at);
    }
}

void mb_turn_cyclic(mb_work *k, double t, double h, const double *u0, const double *um, const double *u1, bool commit) {
    turning o = {k, t, h, u0, um, u1, commit};
    if (k->s->cyclics) mb_share_few(k, turn_some, &o, k->s->nodes);
}
