/* Response to unbalance at one speed. What goes round with a body is force and moment C cos(W t) + S sin(W t) on the body at
 * rest in its equilibrium; in the coordinates of matrices.c the steady motion p exp(i W t) obeys
 *     (T - W^2 + i W D) p = B^T (C - i S),                                                                              (1)
 * B the basis. C and S are the first harmonic of what four quarters of a turn of the body about its spin give; a mean and
 * twice the speed, which a place off the axis may add, belong to no unbalance. */
#include <math.h>
#include <stdlib.h>

#include "base/lapack.h"
#include "base/message.h"
#include "base/plane.h"
#include "base/quat.h"
#include "modes.h"
#include "world/world.h"

static const double undamped = 1e-9;     /* |force| / (W^2 |motion|), in the norm of the mass: no damping leaves less */
static const double rounding = 1e-15;    /* of T: what a resonance is known to */
static const double most_rounded = 1e-6; /* of W^2 */
static const double same_speed = 1e-6;
static const double in_plane = 1e-6; /* whirl below that is to and fro */

typedef struct wrench {
    vec3 force, torque;
} wrench;

/* The forces of a world that go round: their sum along the unknowns. */
typedef struct shaker {
    abut_world *w;
    double *re, *im; /* nu each */
    double frequency;
    vec3 axis; /* of the first that turns */
    int found, first, idle;
} shaker;

/* ---- forces ---- */
static wrench on_b(const mb_work *k, const mb_force *f, vec3 axis, double angle) {
    body_motion m[2];
    abut_force_out o = {0};
    kin_motion(k, f->a, &m[0]);
    kin_motion(k, f->b, &m[1]);
    m[0].a = m[0].alpha = m[1].a = m[1].alpha = v3(0, 0, 0);
    mat3 turn = m3_of_quat(quat_exp(v3_scale(angle, axis))), R = m[1].R;
    m[1].R = (mat3){m3_mul(turn, R.c0), m3_mul(turn, R.c1), m3_mul(turn, R.c2)};
    f->type->eval(f->self, &f->places, (dual){0, 0}, &m[0], &m[1], &o);
    return (wrench){o.force_b.v, o.torque_b.v};
}

/* (F(angle) - F(angle + half a turn))/2 */
static wrench harmonic(const mb_work *k, const mb_force *f, vec3 axis, double angle) {
    wrench a = on_b(k, f, axis, angle), b = on_b(k, f, axis, angle + acos(-1));
    return (wrench){v3_scale(0.5, v3_sub(a.force, b.force)), v3_scale(0.5, v3_sub(a.torque, b.torque))};
}

/* along += scale J^T wrench, J the motion of the node per change of the unknowns */
static void push(const mb_work *k, int node, wrench f, double scale, double *along) {
    const mb_system *s = k->s;
    const mb_node *n = &s->node[node];
    const double part[6] = {f.force.x, f.force.y, f.force.z, f.torque.x, f.torque.y, f.torque.z};
    for (int row = 0; n->simple && row < 6; row++) along[n->u + row] += scale * part[row];
    for (int i = 0; !n->simple && i < n->supports; i++) {
        const mb_node *up = &s->node[s->support[n->support + i]];
        const double *J = k->J + (size_t)(n->support + i) * 6 * BLOCK_MAX;
        for (int row = 0; row < 6; row++)
            for (int j = 0; j < up->nu; j++) along[up->u + j] += scale * J[row * BLOCK_MAX + j] * part[row];
    }
}

static abut_status add_force(shaker *s, int id) {
    const mb_work *k = s->w->work;
    const mb_force *f = &s->w->system->force[id - 1];
    vec3 spin = k->kin[f->b].w;
    double speed = v3_norm(spin);
    if (!s->found++) s->idle = id;
    if (!(speed > 0)) return ABUT_OK;
    vec3 axis = v3_unit(spin);
    wrench c = harmonic(k, f, axis, 0), q = harmonic(k, f, axis, 0.5 * acos(-1));
    bool shakes = v3_norm(c.force) + v3_norm(q.force) + v3_norm(c.torque) + v3_norm(q.torque) > 0;
    if (s->first && !shakes) return ABUT_OK;
    if (s->first && fabs(speed - s->frequency) > same_speed * speed)
        return world_refuse(s->w, ABUT_BAD_VALUE,
                            "force '%.80s' goes round with %g rad/s, '%.80s' with %g rad/s: the response is one of a "
                            "single frequency, so let only one of them act at a time",
                            s->w->force[s->first].name, s->frequency, s->w->force[id].name, speed);
    if (!s->first && shakes) s->first = id;
    s->frequency = speed, s->axis = axis;
    push(k, f->b, c, 1, s->re);
    push(k, f->b, q, -1, s->im);
    return ABUT_OK;
}

static abut_status add_forces(shaker *s, double speed) {
    const abut_world *w = s->w;
    abut_status status = ABUT_OK;
    for (int i = 1; !status && i <= w->forces; i++)
        if (w->force[i].type->revolves && !world_hider(w, w->force[i].machine)) status = add_force(s, i);
    if (status) return status;
    if (!s->found)
        return world_refuse(s->w, ABUT_MISSING,
                            "nothing in the model is out of balance: it has no force that goes round with its body");
    if (speed > 0 && !(s->frequency > 0))
        return world_refuse(s->w, ABUT_MISSING,
                            "force '%.80s' goes round with body '%.80s', which does not turn: no drive moves it",
                            w->force[s->idle].name, w->body[w->force[s->idle].def.b.id].name);
    return ABUT_OK;
}

/* ---- (1) ---- */
typedef struct equations {
    int n, *pivots;
    double *A, *p; /* complex; p: the force, then the motion */
} equations;

static double length_of(const double *x, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) sum += x[i] * x[i];
    return sqrt(sum);
}

static void fill(const equations *e, const modes_matrices *m, const shaker *s) {
    size_t n = (size_t)m->n, nu = (size_t)m->nu;
    double W = s->frequency;
    for (size_t j = 0; j < n; j++) {
        for (size_t i = 0; i < n; i++) {
            e->A[2 * (i + j * n)] = m->T[i + j * n] - (i == j ? W * W : 0);
            e->A[2 * (i + j * n) + 1] = W * m->D[i + j * n];
        }
        for (size_t i = 0; i < nu; i++) {
            e->p[2 * j] += m->basis[i + j * nu] * s->re[i];
            e->p[2 * j + 1] += m->basis[i + j * nu] * s->im[i];
        }
    }
}

/* p := the motion; false: a resonance that nothing damps. */
static bool solve(const equations *e, const modes_matrices *m, double W) {
    int one = 1, info = 0;
    double force = length_of(e->p, 2 * e->n), known = rounding * length_of(m->T, m->n * m->n) / (W * W);
    if (!(force > 0)) return true;
    zgetrf_(&e->n, &e->n, e->A, &e->n, e->pivots, &info);
    if (info) return false;
    zgetrs_("N", &e->n, &one, e->A, &e->n, e->pivots, e->p, &e->n, &info, 1);
    double motion = length_of(e->p, 2 * e->n);
    return isfinite(motion) && force > fmax(undamped, fmin(known, most_rounded)) * W * W * motion;
}

/* ---- what the bodies do ---- */
static void find_orbit(abut_response_motion *m, vec3 axis) {
    vec3 a = m->translation_re, b = m->translation_im, area = v3_cross(a, b);
    double sum = v3_dot(a, a) + v3_dot(b, b);
    double split = plane_length(v3_dot(a, a) - v3_dot(b, b), 2 * v3_dot(a, b));
    m->major = sqrt(0.5 * (sum + split));
    m->minor = m->major > 0 ? v3_norm(area) / m->major : 0;
    double whirl = sum > 0 ? -2 * v3_dot(area, axis) / sum : 0;
    m->whirl = fabs(whirl) > in_plane ? whirl : 0;
}

static void show(const abut_world *w, const double *re, const double *im, vec3 axis, abut_response_speed *out) {
    for (int id = 1; id <= w->bodies; id++) {
        int node = w->body[id].node;
        double x[6], y[6];
        if (world_holds(&w->body[id]) && !w->system->node[node].supports) continue;
        modes_motion(w->work, node, re, x);
        modes_motion(w->work, node, im, y);
        abut_response_motion *m = &out->motion[id];
        *m = (abut_response_motion){
            true, v3(x[0], x[1], x[2]), v3(y[0], y[1], y[2]), v3(x[3], x[4], x[5]), v3(y[3], y[4], y[5]), 0, 0, 0};
        find_orbit(m, axis);
        if (m->major > (out->largest ? out->motion[out->largest].major : 0)) out->largest = id;
    }
}

static void take(const equations *e, const modes_matrices *m, const shaker *s, abut_response_speed *out) {
    double *part = calloc(2 * (size_t)m->n + 1, sizeof *part);
    if (!part) return;
    for (int i = 0; i < m->n; i++) part[i] = e->p[2 * i], part[m->n + i] = e->p[2 * i + 1];
    modes_along_basis(m, part, s->re);
    modes_along_basis(m, part + m->n, s->im);
    out->size = length_of(e->p, 2 * m->n);
    show(s->w, s->re, s->im, s->axis, out);
    free(part);
}

static void take_resonance(const abut_world *w, abut_response_speed *out) {
    out->resonant = true;
    out->size = (double)INFINITY;
    for (int id = 1; id <= w->bodies; id++) {
        const double none = (double)NAN;
        const vec3 v = v3(none, none, none);
        if (world_holds(&w->body[id]) && !w->system->node[w->body[id].node].supports) continue;
        out->motion[id] = (abut_response_motion){true, v, v, v, v, none, none, 0};
    }
}

static abut_status check_stability(modes_matrices *m, bool *unstable, abut_message *message) {
    modes_values v = {0};
    abut_status status = modes_solve(m, &v, message);
    for (int i = 0; !status && i < v.count; i++) *unstable = *unstable || modes_mode(&v, i).unstable;
    modes_values_free(&v);
    return status;
}

static abut_status respond(modes_matrices *m, shaker *s, abut_response_speed *out) {
    size_t n = (size_t)m->n;
    equations e = {m->n, calloc(n + 1, sizeof *e.pivots), calloc(2 * n * n + 1, sizeof *e.A),
                   calloc(2 * n + 1, sizeof *e.p)};
    bool good = e.pivots && e.A && e.p;
    if (good) fill(&e, m, s);
    if (good && (!(s->frequency > 0) || solve(&e, m, s->frequency)))
        take(&e, m, s, out);
    else if (good)
        take_resonance(s->w, out);
    free(e.pivots);
    free(e.A);
    free(e.p);
    return good ? ABUT_OK : ABUT_NO_MEMORY;
}

abut_status modes_respond(const modes_sweep *sweep, double speed, bool stability, abut_response_speed *out) {
    abut_world *w = sweep->w;
    abut_message message = {0};
    modes_matrices m;
    double residual;
    *out = (abut_response_speed){.speed = speed};
    modes_sweep_turn(sweep, speed);
    abut_status status = modes_linearise(w, sweep->solver, ABUT_MODES_EQUILIBRIUM, &m, &residual, &message);
    size_t nu = (size_t)m.nu;
    shaker s = {.w = w, .re = calloc(2 * nu + 1, sizeof *s.re)};
    s.im = s.re ? s.re + nu : NULL;
    out->motion = calloc((size_t)w->bodies + 1, sizeof *out->motion);
    if (!status && !(s.re && out->motion)) status = ABUT_NO_MEMORY;
    if (!status) status = add_forces(&s, speed);
    if (!status) status = respond(&m, &s, out);
    out->frequency = s.frequency;
    if (!status && stability) status = check_stability(&m, &out->unstable, &message);
    modes_matrices_free(&m);
    free(s.re);
    if (!status) return ABUT_OK;
    modes_respond_free(out);
    return modes_refuse(w, status, &message);
}

void modes_respond_free(abut_response_speed *at) {
    free(at->motion);
    *at = (abut_response_speed){0};
}
