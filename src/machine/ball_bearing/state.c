/* The state of a ball bearing at the present instant: of its rings, its balls and their contacts.
 *
 * Everything is told in the frame of the outer ring: axes of the bearing's place, fixed to that ring, origin in its centre.
 * With e the radial direction at a ball and n the normal out of a ring, the contact angle is atan(n_z / n.e) at the inner
 * ring and the same of -n at the outer.
 *
 * Truncation: the groove arc (radius r about a circle of radius R) ends at the shoulder diameter d_s, at the angle
 *   cos t_s = (R_i - d_s/2)/r at the inner, (d_s/2 - R_o)/r at the outer ring.
 * In the tangent plane of a contact at the angle t the edge is r sin(t_s - t) away from its centre, that of the other side
 * r sin(t_s + t); what of the half axis a reaches beyond is cut off. Bearings with a contact angle have a shoulder on the
 * side of the load only. */
#include <math.h>

#include "ball_bearing.h"
#include "base/constants.h"
#include "base/plane.h"
#include "base/quat.h"
#include "machine/shared/drag.h"
#include "machine/shared/rest_loss.h"
#include "world/world.h"

/* ---- truncation ---- */
static double beyond(double edge, double a) { return fmin(1, fmax(0, (a - edge) / (2 * a))); }

static double shoulder_of(const ball_bearing *b, int ring) {
    return ring == INNER ? b->def.inner_race.shoulder : b->def.outer_race.shoulder;
}

double bearing_truncation(const ball_bearing *b, int ring, int groove, double angle, double a) {
    const bearing_groove *g = &b->groove[ring][groove];
    double shoulder = 0.5 * shoulder_of(b, ring);
    if (shoulder == 0 || !(a > 0)) return 0;
    double c = (ring == INNER ? g->ring - shoulder : shoulder - g->ring) / g->tube;
    if (c <= -1) return 0; /* the groove is a closed tube */
    double end = acos(fmin(1, c));
    bool one_sided = b->def.contact_angle > 0;
    /* the side of the load: groove 0 of a bearing that takes a force along +z has positive contact angles */
    double side = !one_sided ? 1 : (b->hands ? b->hands : 1) * (groove ? -1 : 1), at = side * angle;
    double cut = beyond(g->tube * sin(fmin(end - at, HALF_PI)), a);
    if (!one_sided) cut += beyond(g->tube * sin(fmin(end + at, HALF_PI)), a);
    return fmin(1, cut);
}

/* ---- contacts ---- */
typedef struct view { /* of one ball */
    const abut_world *w;
    const ball_bearing *b;
    const ring_frame *ring; /* [RINGS] */
    int ball;
    vec3 radial, along; /* world, unit: outwards, along growing azimuth */
    vec3 r;             /* centre */
    vec3 local;         /* the same in the frame of the outer ring */
    vec3 v, spin;       /* velocity, angular velocity, world */
} view;

static double contact_angle(int ring, vec3 n, vec3 radial, vec3 axis) {
    double s = ring == INNER ? 1 : -1;
    return atan2(s * v3_dot(n, axis), s * v3_dot(n, radial));
}

/* Angle on the groove, in the frame of its ring. */
static double groove_angle(const view *v, int ring, vec3 n) {
    const ring_frame *f = &v->ring[ring];
    vec3 d = v3_sub(v->r, f->r), axis = f->R.c2, out = v3_axpy(-v3_dot(d, axis), axis, d);
    return contact_angle(ring, n, v3_unit(out), axis);
}

static double truncation(const view *v, int ring, int groove, const abut_element_out *c) {
    if (!c->touching || !shoulder_of(v->b, ring)) return 0;
    return bearing_truncation(v->b, ring, groove, groove_angle(v, ring, c->n), c->a);
}

static double spin_to_roll(const view *v, int ring, const abut_element_out *c) {
    vec3 w = v3_sub(v->spin, v->ring[ring].w);
    vec3 across = v3_cross(c->n, v->along);
    double roll = fabs(v3_dot(w, across)) / fmax(v3_norm(across), 1e-300), spin = fabs(v3_dot(w, c->n));
    return spin > 0 ? spin / fmax(roll, 1e-6 * spin) : 0;
}

static abut_race_state race_state(const view *v, int ring, int groove, const abut_element_out *c) {
    return (abut_race_state){.Q = c->N,
                             .angle = contact_angle(ring, c->n, v->radial, v->ring[OUTER].R.c2),
                             .approach = c->h,
                             .p_max = c->p_max,
                             .a = c->a,
                             .b = c->b,
                             .truncation = truncation(v, ring, groove, c),
                             .slip = c->touching ? v3_norm(c->slip) : 0,
                             .spin_to_roll = c->touching ? spin_to_roll(v, ring, c) : 0,
                             .loss = c->loss_normal + c->loss_friction,
                             .film = c->film.h_c,
                             .lambda = c->film.lambda};
}

/* What a ball does to the inner ring. */
static void add_reaction(const ring_frame *f, const abut_element_out *c, abut_bearing_state *s) {
    vec3 lever = v3_sub(c->point, f[INNER].r);
    vec3 moment = v3_neg(v3_add(c->moment, v3_cross(lever, c->force)));
    s->force = v3_sub(s->force, m3_tmul(f[OUTER].R, c->force));
    s->moment = v3_add(s->moment, m3_tmul(f[OUTER].R, moment));
}

static abut_status read_races(const view *v, abut_bearing_state *s, abut_ball_state *ball) {
    abut_element_out c = {.want_frame = v->b->def.law.lubricant}; /* the film comes with the frame */
    for (int r = 0; r < RINGS; r++) {
        abut_race_state *to = r == INNER ? &ball->inner : &ball->outer;
        for (int g = 0; g < v->b->grooves; g++) {
            abut_status status = world_seen_contact(v->w, bearing_contact(v->b, v->ball, r, g), &c);
            if (status < 0) return status;
            if (status) c = (abut_element_out){.want_frame = c.want_frame}; /* no isolated points: apart */
            abut_race_state now = race_state(v, r, g, &c);
            s->loss += now.loss;
            if (c.touching) rest_loss_add(&c, &s->losses);
            if (r == INNER && c.touching) add_reaction(v->ring, &c, s);
            if (g == 0 || now.Q > to->Q || (now.Q == to->Q && now.approach > to->approach)) *to = now;
        }
    }
    return ABUT_OK;
}

/* Tangential force of the cage on the ball, through its pocket. */
static abut_status read_pocket(const view *v, abut_bearing_state *s, abut_ball_state *ball) {
    if (!v->b->pocket) return ABUT_OK;
    int id = v->b->pocket + v->ball;
    abut_element_out c = {.touching = false};
    abut_status status = world_seen_contact(v->w, id, &c);
    if (status) return status < 0 ? status : ABUT_OK;
    bool second = v->w->surface[v->w->contact[id].b].body == v->b->ball + v->ball;
    ball->cage_force = v3_dot(second ? c.force : v3_neg(c.force), v->along);
    s->losses.cage += c.loss_normal + c.loss_friction;
    return ABUT_OK;
}

static view view_of(const abut_world *w, const ball_bearing *b, const ring_frame *ring, int i) {
    view v = {.w = w, .b = b, .ring = ring, .ball = i};
    v.r = world_centre(w, b->ball + i, &v.v, &v.spin);
    v.local = m3_tmul(ring[OUTER].R, v3_sub(v.r, ring[OUTER].r));
    v.radial = m3_mul(ring[OUTER].R, v3_unit(v3(v.local.x, v.local.y, 0)));
    v.along = v3_cross(ring[OUTER].R.c2, v.radial);
    return v;
}

static abut_status read_ball(const abut_world *w, const ball_bearing *b, int i, const ring_frame *ring,
                             abut_bearing_state *s, abut_ball_state *ball) {
    view v = view_of(w, b, ring, i);
    vec3 axis = ring[OUTER].R.c2;
    double rho = plane_length(v.local.x, v.local.y);
    /* velocity relative to the material of the outer ring in the same place */
    vec3 outer_v, outer_w, outer = world_centre(w, b->def.outer.id, &outer_v, &outer_w);
    vec3 ring_v = v3_add(outer_v, v3_cross(ring[OUTER].w, v3_sub(v.r, outer)));
    *ball = (abut_ball_state){.azimuth = atan2(v.local.y, v.local.x)};
    ball->orbit = v3_dot(v3_sub(v.v, ring_v), v.along) / rho;
    /* the orbiting frame turns with the ring and with the orbit on it */
    ball->spin = v3_norm(v3_sub(v3_sub(v.spin, ring[OUTER].w), v3_scale(ball->orbit, axis)));
    abut_status status = read_races(&v, s, ball);
    return status ? status : read_pocket(&v, s, ball);
}

/* In statics the ellipses are known, what is cut off them is found here. */
static void rest_truncation(const abut_world *w, const ball_bearing *b, int i, const ring_frame *ring,
                            abut_ball_state *ball) {
    view v = view_of(w, b, ring, i);
    for (int r = 0; r < RINGS; r++)
        for (int g = 0; g < b->grooves; g++) {
            abut_race_state *to = r == INNER ? &ball->inner : &ball->outer;
            abut_element_out c = {.touching = false};
            if (abut_read_contact(w, (abut_contact){bearing_contact(b, i, r, g)}, &c)) continue;
            if (c.touching && c.N == to->Q) to->truncation = truncation(&v, r, g, &c);
        }
}

/* ---- the bearing ---- */
abut_status abut_read_bearing(const abut_world *w, abut_machine bearing, abut_bearing_state *state,
                              abut_ball_state *balls) {
    const ball_bearing *b = bearing_of(w, bearing);
    if (!b) return ABUT_UNKNOWN_NAME;
    *state = (abut_bearing_state){.speed = 0};
    if (!w->started) return ABUT_MISSING;
    ring_frame ring[RINGS] = {ring_frame_of(w, b->def.inner, &b->ring[INNER]),
                              ring_frame_of(w, b->def.outer, &b->ring[OUTER])};
    if (w->resting) {
        bearing_rest_read(w, b, state, balls);
        for (int i = 0; balls && i < b->def.balls.count; i++) rest_truncation(w, b, i, ring, &balls[i]);
        return ABUT_OK;
    }
    rings_read(ring, state);
    double orbit = 0;
    vec3 axis = ring[OUTER].R.c2;
    for (int i = 0; i < b->def.balls.count; i++) {
        abut_ball_state one, *ball = balls ? &balls[i] : &one;
        abut_status status = read_ball(w, b, i, ring, state, ball);
        if (status) return status;
        orbit += ball->orbit;
    }
    if (b->land) state->losses.cage += rings_force_loss(w, b->land);
    state->losses.drag = drag_loss(w, b->drag, b->def.balls.count);
    state->loss += state->losses.cage + state->losses.drag;
    state->cage_speed = orbit / b->def.balls.count;
    if (b->cage) {
        abut_body_state c = abut_read_body(w, (abut_body){b->cage});
        state->cage_speed = v3_dot(v3_sub(m3_mul(m3_of_quat(c.q), c.w), ring[OUTER].w), axis);
    }
    state->friction_moment = state->speed != 0 ? state->loss / fabs(state->speed) : 0;
    return ABUT_OK;
}
