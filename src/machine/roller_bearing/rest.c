/* Statics of the roller bearing: the rollers, each in equilibrium at its azimuth, as one force between the rings.
 *
 * Unknowns of a roller are the distance r of its middle from the axis of the outer ring and the tilt psi of its axis in the
 * radial plane. On it act the contacts with the raceways (contact elements in slices), its weight and at speed the centrifugal
 * force m r w_c^2:
 *     g_1 = radial force = 0,   g_2 = moment about e_t = 0.                                                             (1)
 * Newton's method with step control finds them, the implicit function theorem their change with the pose of the inner ring.
 * What is left over, axial and tangential forces and moments across e_t, is taken by the flanges and the cage, which lean on the
 * outer ring: on that ring act the forces on the inner one and the weights turned round. The contact forces have a convex
 * potential, so that any start where something touches will do. A roller with room to spare and no force on it carries
 * nothing. Gyroscopic moments of a tilted roller are left out.
 *
 * The rings may be apart by less than half a roller and tilted by less than 0.1 rad; beyond, and where a contact cannot be
 * evaluated, the force is not a number and the solver takes a smaller step. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/choice.h"
#include "base/constants.h"
#include "base/plane.h"
#include "base/quat.h"
#include "rest.h"

static const double steepest = 0.1; /* rad */
enum { MOST_STEPS = 100, MOST_HALVINGS = 40 };
enum { BY_R, BY_TILT, BY_POSE, VARIABLES = 8 };

/* ---- creation ---- */

bool roller_rest_renew(roller_bearing *b) {
    roller_rest *r = b->rest;
    for (int i = 0; i < RINGS; i++) {
        abut_element_def def = {.registry = b->registry,
                                .law.normal = choice_without(&b->def.law.normal, "damping"), /* nothing moves */
                                .a = {.shape = roller_raceway_shape(b, i), .material = b->def.material},
                                .b = {.shape = b->shape, .material = b->def.rollers.material}};
        abut_element_destroy(r->element[i]);
        r->element[i] = NULL;
        if (abut_element_create(&def, &r->element[i], NULL)) return false;
    }
    r->rings.known = false;
    return roller_loss_elements(b);
}

bool roller_rest_create(roller_bearing *b) {
    roller_rest *r = calloc(1, sizeof *r);
    b->rest = r;
    if (!r) return false;
    if (!roller_rest_renew(b)) return false;
    r->rollers = b->def.rollers.count;
    r->slices = abut_element_slices(r->element[INNER]);
    r->roller = calloc((size_t)r->rollers, sizeof *r->roller);
    r->q = calloc((size_t)r->rollers * RINGS * r->slices, sizeof *r->q);
    r->jac = calloc(1, sizeof *r->jac);
    if (!r->roller || !r->q || !r->jac) return false;
    for (int i = 0; i < r->rollers; i++) {
        rest_roller *o = &r->roller[i];
        o->angle = b->def.first_roller_angle + 2 * PI * i / r->rollers;
        o->e_r = v3(cos(o->angle), sin(o->angle), 0);
        o->e_t = v3(-o->e_r.y, o->e_r.x, 0);
        for (int k = 0; k < RINGS; k++) o->q[k] = r->q + ((size_t)i * RINGS + (size_t)k) * r->slices;
    }
    return true;
}

void roller_rest_destroy(roller_rest *r) {
    if (!r) return;
    for (int i = 0; i < RINGS; i++) {
        abut_element_destroy(r->element[i]);
        abut_element_destroy(r->moving[i]);
    }
    free(r->roller);
    free(r->q);
    free(r->jac);
    free(r);
}

/* ---- one roller at a trial place ---- */
typedef struct task {
    const roller_bearing *b;
    const rest_pose *at;
    const rest_roller *roller;
    vec3 weight;  /* N */
    double orbit; /* rad/s */
} task;

typedef struct trial {
    double r, tilt;
    abut_element_out out[RINGS];
    double g[2], dg[2][VARIABLES];        /* (1); the moment over half the length, N */
    double on_inner[6], by[6][VARIABLES]; /* wrench on the inner ring about its centre */
    double along, side;                   /* N, on the roller along the axis and e_t, without its weight */
    double total;                         /* N, sum of the normal forces */
    double body;                          /* N, weight and centrifugal force along the radius */
} trial;

/* Row `row` of the element's derivatives by the variables of a roller. */
static void derivatives(const task *k, int ring, int row, double to[VARIABLES]) {
    const double *K = k->b->rest->jac->K[row];
    vec3 e_r = k->roller->e_r, e_t = k->roller->e_t;
    to[BY_R] = -(K[6] * e_r.x + K[7] * e_r.y);
    to[BY_TILT] = -(K[9] * e_t.x + K[10] * e_t.y);
    for (int i = 0; i < 6; i++) to[BY_POSE + i] = ring == INNER ? -K[i] : 0;
}

static abut_status press(const task *k, int ring, trial *t, double *q) {
    const roller_rest *rest = k->b->rest;
    vec3 e_r = k->roller->e_r, e_t = k->roller->e_t;
    abut_element_out *out = &t->out[ring];
    abut_element_in in = {
        .b = {v3_scale(t->r, e_r), {cos(0.5 * t->tilt), sin(0.5 * t->tilt) * e_t.x, sin(0.5 * t->tilt) * e_t.y, 0}}};
    if (ring == INNER) in.a = (abut_pose){k->at->d, k->at->q};
    *out = (abut_element_out){.jac = rest->jac, .slice_load = q};
    abut_status status = abut_element_eval(rest->element[ring], &in, out);
    out->jac = NULL;
    out->slice_load = NULL;
    if (status || !out->touching) return status;
    double d[12][VARIABLES], lever = 0.5 * k->b->def.rollers.length;
    for (int i = 0; i < 12; i++) derivatives(k, ring, i, d[i]);
    for (int j = 0; j < VARIABLES; j++) {
        t->dg[0][j] += d[6][j] * e_r.x + d[7][j] * e_r.y;
        t->dg[1][j] += (d[9][j] * e_t.x + d[10][j] * e_t.y) / lever;
        for (int i = 0; i < 6 && ring == INNER; i++) t->by[i][j] = d[i][j];
    }
    t->g[0] += v3_dot(out->on_b.force, e_r);
    t->g[1] += v3_dot(out->on_b.torque, e_t) / lever;
    t->along += out->on_b.force.z;
    t->side += v3_dot(out->on_b.force, e_t);
    t->total += out->N;
    const double on_inner[6] = {out->on_a.force.x,  out->on_a.force.y,  out->on_a.force.z,
                                out->on_a.torque.x, out->on_a.torque.y, out->on_a.torque.z};
    if (ring == INNER) memcpy(t->on_inner, on_inner, sizeof on_inner);
    return ABUT_OK;
}

static double unbalanced(const trial *t) { return plane_length(t->g[0], t->g[1]); }

static bool try_at(const task *k, double r, double tilt, trial *t) {
    *t = (trial){.r = r, .tilt = tilt};
    for (int ring = 0; ring < RINGS; ring++)
        if (press(k, ring, t, NULL)) return false;
    double orbit2 = k->orbit * k->orbit, body = v3_dot(k->weight, k->roller->e_r) + k->b->mass * orbit2 * r;
    t->g[0] += body;
    t->dg[0][BY_R] += k->b->mass * orbit2;
    t->body = body;
    return isfinite(unbalanced(t) + t->side);
}

/* ---- Newton's method ---- */

/* x = -J^-1 b for the roller's own derivatives */
static bool solve2(const trial *t, double b1, double b2, double x[2]) {
    const double *A = t->dg[0], *B = t->dg[1];
    double det = A[BY_R] * B[BY_TILT] - A[BY_TILT] * B[BY_R];
    x[0] = (b2 * A[BY_TILT] - b1 * B[BY_TILT]) / det;
    x[1] = (b1 * B[BY_R] - b2 * A[BY_R]) / det;
    return isfinite(x[0] + x[1]);
}

static bool good_enough(const task *k, const trial *t) {
    double noise = 16 * DBL_EPSILON * t->r * fabs(t->dg[0][BY_R]) + 1e-9 * k->b->mass;
    return unbalanced(t) <= 1e-11 * (t->total + fabs(t->body)) + noise;
}

static bool settle_from(const task *k, trial *t) {
    trial next;
    double length = k->b->def.rollers.length, most = 0.05 * k->b->def.rollers.diameter;
    for (int step = 0; step < MOST_STEPS; step++) {
        double size = unbalanced(t), x[2];
        if (size <= 1e-15 * (t->total + fabs(t->body))) return true;
        if (!solve2(t, t->g[0], t->g[1], x)) return good_enough(k, t);
        double part = fmin(1, most / plane_length(x[0], x[1] * length));
        for (int halving = 0;; halving++, part *= 0.5) {
            if (try_at(k, t->r + part * x[0], t->tilt + part * x[1], &next) &&
                unbalanced(&next) < (1 - 0.1 * part) * size)
                break;
            if (good_enough(k, t)) return true;
            if (halving == MOST_HALVINGS) return false;
        }
        *t = next;
    }
    return good_enough(k, t);
}

/* ---- where to start ---- */

/* The inner raceway in the plane of the roller, to first order: its distance from the axis and its slope there. */
static void inner_line(const task *k, double *radius, double *slope) {
    vec3 axis = k->at->R.c2;
    *slope = v3_dot(axis, k->roller->e_r);
    *radius = k->b->radius[INNER] + v3_dot(k->at->d, k->roller->e_r) - *slope * k->at->d.z;
}

/* Deeper until a contact carries the force. */
static bool pressed_on(const task *k, int ring, double force, trial *t) {
    double D = k->b->def.rollers.diameter, radius = k->b->radius[OUTER], slope = 0, way = 1;
    if (ring == INNER) inner_line(k, &radius, &slope), way = -1;
    for (double h = 1e-8 * D; h < 0.02 * D; h *= 4)
        if (!try_at(k, radius - way * (0.5 * D - h), slope, t))
            return false;
        else if (t->total >= force)
            return settle_from(k, t);
    return false;
}

/* False if there is no equilibrium that can be evaluated; *loaded: something touches. */
static bool find(const task *k, const rest_roller *before, trial *t, bool *loaded) {
    trial mid;
    double radius, slope;
    inner_line(k, &radius, &slope);
    if (!try_at(k, 0.5 * (radius + k->b->radius[OUTER]), 0.5 * slope, &mid)) return false;
    *t = mid;
    *loaded = mid.total > 0 || fabs(mid.body) > 1e-8 * k->b->mass;
    if (!*loaded) return true;
    if (before->loaded && try_at(k, before->r, before->tilt, t) && t->total > 0 && settle_from(k, t)) return true;
    *t = mid;
    if (mid.total > 0 && settle_from(k, t)) return true;
    return pressed_on(k, mid.body > 0 ? OUTER : INNER, fabs(mid.body), t);
}

/* ---- the result ---- */

/* Force and moment on the rings about their centres, and how they follow the pose: dx = -g_x^-1 g_q. */
static void sum_up(const task *k, const trial *t, rest_roller *o) {
    double dx[6][2], m_w2 = k->b->mass * k->orbit * k->orbit;
    vec3 e_r = o->e_r;
    for (int j = 0; j < 6; j++)
        if (!solve2(t, t->dg[0][BY_POSE + j], t->dg[1][BY_POSE + j], dx[j])) dx[j][0] = dx[j][1] = 0;
    vec3 f = v3(t->on_inner[0], t->on_inner[1], t->on_inner[2]), m = v3(t->on_inner[3], t->on_inner[4], t->on_inner[5]);
    vec3 axis = k->at->R.c2;
    m = v3_axpy(-v3_dot(m, axis), axis, m); /* nothing turns the ring about its axis, not even rounding */
    memcpy(o->F[INNER], (double[6]){f.x, f.y, f.z, m.x, m.y, m.z}, sizeof o->F[INNER]);
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++)
            o->dF[INNER][i][j] = t->by[i][BY_POSE + j] + t->by[i][BY_R] * dx[j][0] + t->by[i][BY_TILT] * dx[j][1];
    /* the outer ring: body forces at the roller's middle less the inner ring's wrench, about the outer centre */
    vec3 body = v3_axpy(m_w2 * t->r, e_r, k->weight), d = k->at->d;
    vec3 force = v3_sub(body, f), moment = v3_sub(v3_cross(v3_scale(t->r, e_r), body), v3_add(m, v3_cross(d, f)));
    memcpy(o->F[OUTER], (double[6]){force.x, force.y, force.z, moment.x, moment.y, moment.z}, sizeof o->F[OUTER]);
    for (int j = 0; j < 6; j++) {
        vec3 df = v3(o->dF[INNER][0][j], o->dF[INNER][1][j], o->dF[INNER][2][j]),
             dm = v3(o->dF[INNER][3][j], o->dF[INNER][4][j], o->dF[INNER][5][j]), dd = v3(j == 0, j == 1, j == 2);
        vec3 turned = v3_add(dm, v3_add(v3_cross(dd, f), v3_cross(d, df)));
        force = v3_sub(v3_scale(m_w2 * dx[j][0], e_r), df);
        moment = v3_sub(v3_cross(v3_scale(dx[j][0], e_r), k->weight), turned);
        const double column[6] = {force.x, force.y, force.z, moment.x, moment.y, moment.z};
        for (int i = 0; i < 6; i++) o->dF[OUTER][i][j] = column[i];
    }
}

static bool settle(const task *k, rest_roller *o) {
    trial t;
    rest_roller before = *o;
    memset(o->F, 0, sizeof o->F);
    memset(o->dF, 0, sizeof o->dF);
    o->guide = o->cage = o->energy = 0;
    o->loaded = false;
    if (!find(k, &before, &t, &o->loaded)) return false;
    o->r = t.r;
    o->tilt = t.tilt;
    for (int ring = 0; ring < RINGS; ring++) { /* once more, for the loads of the slices */
        trial again = t;
        if (press(k, ring, &again, o->q[ring])) return false;
        o->out[ring] = again.out[ring];
        o->energy += o->out[ring].energy;
    }
    if (!o->loaded) return true;
    o->guide = -(t.along + k->weight.z);
    o->cage = -(t.side + v3_dot(k->weight, o->e_t));
    sum_up(k, &t, o);
    return true;
}

static bool within_reach(const roller_bearing *b, const rest_pose *at) {
    return plane_length(at->d.x, at->d.y) < 0.5 * b->def.rollers.diameter && at->R.c2.z > cos(steepest);
}

static void find_balance(const roller_bearing *b) {
    roller_rest *r = b->rest;
    const rest_pose *at = &r->rings.pose;
    r->rings.failed = !within_reach(b, at);
    double orbit = roller_orbit(b, at->speed);
    r->F_c = b->mass * orbit * orbit * 0.5 * b->def.pitch_diameter;
    for (int i = 0; i < r->rollers && !r->rings.failed; i++) {
        task k = {b, at, &r->roller[i], v3_scale(b->mass, at->gravity), orbit};
        r->rings.failed = !settle(&k, &r->roller[i]);
        r->rings.energy += r->roller[i].energy;
        rings_rest_add(&r->rings, r->roller[i].F, r->roller[i].dF);
    }
}

/* ---- the force element: a carries the outer ring, b the inner one ---- */
void roller_rest_spin(void *self, machine_spin how) {
    const roller_bearing *b = self;
    double l = b->def.rollers.length, E = b->def.material.rigid ? b->def.rollers.material.E : b->def.material.E;
    /* about as stiff as a loaded bearing against tilting */
    rings_rest_spin(&b->rest->rings, how, 0.01 * (E > 0 ? E : 2e11) * l * l * l);
}

static void eval(const void *self, const force_places *places, dual t, const body_motion *a, const body_motion *b,
                 force_out *out) {
    (void)t;
    const roller_bearing *brg = self;
    rings_rest *r = &brg->rest->rings;
    if (rings_rest_move(r, brg->ring, brg->still ? NULL : brg->speed, places->gravity, a, b)) find_balance(brg);
    rings_rest_push(r, brg->ring, a, b, out);
}

const force_type force_roller_rest = {
    .type = {"force", "roller_rest", "the rollers of a bearing in equilibrium", NULL, NULL},
    .bodies = 2,
    .eval = eval,
};
