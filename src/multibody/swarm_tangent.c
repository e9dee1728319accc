/* Grooves between two linearisations: where the wrench on a ball is as good as linear, it is taken from the derivatives that are at
 * hand anyway, and the laws are not asked (docs/theory/multibody.md#linear-stages).
 *
 * What a contact does depends on the place d of the ball against the middle of the groove, on the axis of the groove and on the
 * relative velocities V (of the ball's centre and the point of the holder there) and O. Turning everything turns W: so the turn th
 * of the axis since, and the angle phi by which the ball has gone round it, are taken out first,
 *   W = W_0 + D (x - x_0),   x = (d, V + w_0 x (d - d_0), O), all turned back by th and phi;   W turned by phi and th,
 * where w_0 is the angular velocity of the holder (D is by the motion of the ball alone). Without phi, what a ball sinks into the
 * groove on a straight way would be left out. What else is left out is taken as
 *   |W - linear| = bend s^2,   s = |D (x - x_0)|,
 * forces and moments over the radius of the ball. Every linearisation finds `bend` by what the step before has left out, or would
 * have; of old ones the greatest, halved with every step, is kept. Balls that ask too much are gathered, whoever their neighbours
 * are, and their laws evaluated four at a time. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/archive.h"
#include "swarm.h"

/* Part of the allowed error of a velocity that what is left out may add within a step. */
#define TANGENT_PART 0.3
/* A bend that is not known; the noise of a wrench, of its size. */
#define UNKNOWN 1e30
#define NOISE   1e-10

/* ---- where the balls are ---- */
typedef struct relative {
    row4v d, V, O;
    vec3 axis;
} relative;

static relative relative_of(const pack *p, const pack_holder *hub, const pack_balls *at) {
    relative r;
    row4v lever = row4v_sub(at->c, row4v_all(hub->r)), w = row4v_all(hub->w);
    r.d = row4v_sub(lever, row4v_all(m3_mul(hub->R, p->centre)));
    r.V = row4v_sub(row4v_sub(at->v, row4v_all(hub->v)), row4v_cross(w, lever));
    r.O = row4v_sub(at->w, w);
    r.axis = m3_mul(hub->R, p->axis);
    return r;
}

static row4 approach_of(const pack *p, const relative *r) {
    row4v a = row4v_all(r->axis);
    row4 z = row4v_dot(r->d, a);
    row4v radial = row4v_sub(r->d, row4v_scale(z, a));
    row4 out = row4_sqrt(row4v_dot(radial, radial)) - p->ring;
    return row4_sqrt(out * out + z * z) + (p->ball - p->tube);
}

static mask4 carries(const pack *p, row4 h) {
    return h > row4_all(p->wet && p->wet->film.carries ? -p->wet->film.reach : 0);
}

/* ---- the linear part ---- */
typedef struct turn {  /* since then */
    row4v th, axis;    /* the axis of then */
    row4 cosine, sine; /* of phi */
} turn;

static turn turn_of(const swarm_tangent *t, const relative *r) {
    turn o = {.th = row4v_all(v3_cross(t->axis, r->axis)), .axis = row4v_all(t->axis)};
    row4v d = row4v_sub(r->d, row4v_cross(o.th, r->d)), across = row4v_cross(o.axis, t->d),
          radial = row4v_cross(across, o.axis);
    row4 c = row4v_dot(radial, d), s = row4v_dot(across, d), i = 1 / row4_sqrt(c * c + s * s);
    o.cosine = i * c, o.sine = i * s;
    return o;
}

/* About the axis, by the angle of these. */
ROW4_INLINE row4v about(const turn *o, row4 cosine, row4 sine, row4v v) {
    row4v across = row4v_cross(o->axis, v), radial = row4v_cross(across, o->axis);
    return row4v_add(v, row4v_add(row4v_scale(cosine - 1, radial), row4v_scale(sine, across)));
}
ROW4_INLINE row4v back(const turn *o, row4v v) {
    return about(o, o->cosine, -o->sine, row4v_sub(v, row4v_cross(o->th, v)));
}
ROW4_INLINE row4v forth(const turn *o, row4v v) {
    row4v w = about(o, o->cosine, o->sine, v);
    return row4v_add(w, row4v_cross(o->th, w));
}

/* Change of the wrench in the axes of then. */
static void linear(const swarm_tangent *t, const relative *r, const turn *o, row4 dW[6]) {
    row4v d = row4v_sub(back(o, r->d), t->d), V = row4v_sub(back(o, r->V), t->V), O = row4v_sub(back(o, r->O), t->O);
    V = row4v_add(V, row4v_cross(row4v_all(t->w), d));
    const row4 x[9] = {d.x, d.y, d.z, V.x, V.y, V.z, O.x, O.y, O.z};
    for (int i = 0; i < 6; i++) {
        row4 sum = t->D[i][0] * x[0];
        for (int j = 1; j < 9; j++) sum += t->D[i][j] * x[j];
        dW[i] = sum;
    }
}

/* Square of a wrench, moments over the radius of the ball. */
ROW4_INLINE row4 square(const pack *p, const row4 W[6]) {
    double i_r = 1 / p->ball;
    return W[0] * W[0] + W[1] * W[1] + W[2] * W[2] + (W[3] * W[3] + W[4] * W[4] + W[5] * W[5]) * (i_r * i_r);
}

static void whole(const swarm_tangent *t, const turn *o, const row4 dW[6], row4 W[6]) {
    row4v F = forth(o, (row4v){t->W[0] + dW[0], t->W[1] + dW[1], t->W[2] + dW[2]}),
          M = forth(o, (row4v){t->W[3] + dW[3], t->W[4] + dW[4], t->W[5] + dW[5]});
    W[0] = F.x, W[1] = F.y, W[2] = F.z, W[3] = M.x, W[4] = M.y, W[5] = M.z;
}

/* ---- a new linearisation ---- */
static row4 bend_of(const swarm_tangent *t, const pack *p, const relative *r, const pack_out *now) {
    row4 dW[6], W[6], left[6];
    turn o = turn_of(t, r);
    linear(t, r, &o, dW);
    whole(t, &o, dW, W);
    for (int i = 0; i < 6; i++) left[i] = now->W[i] - W[i];
    row4 m = row4_sqrt(square(p, left)), noise = NOISE * row4_sqrt(square(p, now->W));
    row4 fresh = row4_max(m - noise, row4_all(0)) / row4_max(square(p, dW), row4_all(1e-30));
    fresh = row4_pick(carries(p, now->h) ^ carries(p, t->h), row4_all(UNKNOWN), fresh);
    return row4_min(row4_max(fresh, 0.5 * t->bend), row4_all(UNKNOWN));
}

void swarm_tangent_note(swarm_tangent *t, const pack *p, const pack_holder *hub, const pack_balls *at,
                        const pack_out *now) {
    relative r = relative_of(p, hub, at);
    bool known = t->known;
    t->known = now;
    if (!now) return;
    t->bend = known ? bend_of(t, p, &r, now) : row4_all(UNKNOWN);
    t->d = r.d, t->V = r.V, t->O = r.O, t->axis = r.axis, t->w = hub->w;
    t->h = now->h;
    memcpy(t->W, now->W, sizeof t->W);
    memcpy(t->D, now->D, sizeof t->D);
}

/* ---- between them ---- */

/* What the wrench on a ball may be off by (N). */
static row4 limit_of(const mb_work *k, const swarm *s, int first) {
    row4 limit = row4_all(INFINITY);
    for (int lane = 0; lane < 4 && first + lane < s->balls; lane++) {
        const double *v = k->tangent_allow + s->u + 6 * (first + lane);
        double reach = s->kind[0].pack.ball, move = fmin(fmin(v[0], v[1]), v[2]), spin = fmin(fmin(v[3], v[4]), v[5]);
        limit[lane] = TANGENT_PART * fmin(s->mass * move, s->inertia / reach * spin) / k->tangent_step;
    }
    return limit;
}

/* Sets what is as good as linear; of the others, the lanes. */
static mask4 try_linear(swarm_tangent *t, const pack *p, const pack_holder *hub, const pack_balls *at, row4 limit) {
    relative r = relative_of(p, hub, at);
    row4 h = approach_of(p, &r), dW[6];
    turn o = turn_of(t, &r);
    linear(t, &r, &o, dW);
    whole(t, &o, dW, t->now);
    t->touching = row4_any(carries(p, h));
    return (carries(p, h) ^ carries(p, t->h)) | ~(t->bend * square(p, dW) <= limit);
}

/* The laws of the balls in the list, up to four. */
static abut_status ask(const mb_work *k, const swarm *s, const pack *p, const pack_holder *hub, const int *ball,
                       int count, swarm_tangent *t) {
    pack_balls at;
    pack_out out;
    row4 *const to[9] = {&at.c.x, &at.c.y, &at.c.z, &at.v.x, &at.v.y, &at.v.z, &at.w.x, &at.w.y, &at.w.z};
    for (int lane = 0; lane < 4; lane++) {
        int b = ball[lane < count ? lane : 0];
        const double *x = k->x + s->x + 3 * b, *u = k->u + s->u + 6 * b;
        for (int i = 0; i < 9; i++) (*to[i])[lane] = i < 3 ? x[i] : u[i - 3];
    }
    abut_status status = pack_eval(p, 0, hub, &at, PACK_WRENCH, &out);
    if (status) return status;
    for (int lane = 0; lane < count; lane++)
        for (int i = 0; i < 6; i++) t[ball[lane] / 4].now[i][ball[lane] % 4] = out.W[i][lane];
    return ABUT_OK;
}

abut_status swarm_tangent_wrenches(const mb_work *k, const swarm *s, int kind, const pack_holder *hub,
                                   swarm_tangent *t) {
    const pack *p = &s->kind[kind].pack;
    int waiting = 0, ball[4];
    abut_status status = ABUT_OK;
    for (int i = 0; !status && i < s->packs; i++) {
        pack_balls at;
        swarm_load(k, s, 4 * i, &at);
        mask4 open = try_linear(&t[i], p, hub, &at, limit_of(k, s, 4 * i));
        for (int lane = 0; !status && lane < 4 && 4 * i + lane < s->balls; lane++) {
            if (!open[lane]) continue;
            ball[waiting++] = 4 * i + lane;
            if (waiting == 4) status = ask(k, s, p, hub, ball, waiting, t), waiting = 0;
        }
    }
    return !status && waiting ? ask(k, s, p, hub, ball, waiting, t) : status;
}

swarm_tangent *swarm_tangent_of(const mb_work *k, const swarm *s, int kind) {
    swarm_tangent *t = k->swarm[s - k->s->swarm].tangent;
    bool linear = t && s->kind[kind].packed && s->kind[kind].pack.shape == PACK_GROOVE;
    return linear ? &t[kind * s->packs] : NULL;
}
