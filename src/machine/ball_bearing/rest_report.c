/* What is read, written and printed of a ball bearing in statics. */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/constants.h"
#include "base/plane.h"
#include "base/quat.h"
#include "life.h"
#include "machine/shared/modified_life.h"
#include "machine/shared/rest_loss.h"
#include "machine/shared/rings_watch.h"
#include "machine/shared/static_rating.h"
#include "rest.h"
#include "watch.h"
#include "world/world.h"

/* ---- hidden bodies and contacts ---- */
/* Mean of a number of the balls that carry. */
static double mean_of_loaded(const bearing_rest *r, size_t offset) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < r->balls; i++) {
        if (!r->ball[i].found || !r->ball[i].loaded) continue;
        sum += *(const double *)(const void *)((const char *)&r->ball[i] + offset);
        count++;
    }
    return count ? sum / count : 0;
}

abut_pose bearing_rest_body(const void *self, int index) {
    const bearing_rest *r = ((const ball_bearing *)self)->rest;
    abut_pose p = r->rings.outer;
    if (index >= r->balls) { /* the cage, in the plane of the balls */
        p.r = rest_in_world(&r->rings, v3(0, 0, mean_of_loaded(r, offsetof(rest_ball, z))));
        return p;
    }
    const rest_ball *ball = &r->ball[index];
    p.r = rest_in_world(&r->rings, v3_axpy(ball->r, ball->e_r, v3(0, 0, ball->z)));
    return p;
}

void bearing_rest_contact(const void *self, int index, abut_element_out *out) {
    const ball_bearing *b = self;
    const bearing_rest *r = b->rest;
    int per_ball = RINGS * b->grooves, ring = index % per_ball / b->grooves;
    bool frame = out->want_frame;
    abut_element_jac *jac = out->jac;
    double *rate = out->state_rate;
    *out = (abut_element_out){.h = -0.5 * b->def.cage.pocket_clearance}; /* pockets and land: open */
    if (index < r->balls * per_ball) {
        const rest_ball *ball = &r->ball[index / per_ball];
        *out = ball->out[ring][index % b->grooves];
        rest_contact_to_world(&r->rings, b->ring, ring, bearing_rest_body(self, index / per_ball).r, out);
    }
    out->point_a = v3_axpy(0.5 * out->h, out->n, out->point);
    out->point_b = v3_axpy(-0.5 * out->h, out->n, out->point);
    out->want_frame = frame;
    out->jac = jac;
    out->state_rate = rate;
    if (jac) *jac = (abut_element_jac){0};
}

/* ---- the bearing ---- */
static const abut_element_out *carrying(const ball_bearing *b, const rest_ball *ball, int ring) {
    const abut_element_out *out = ball->out[ring];
    if (b->grooves == 1) return out;
    return out[1].N > out[0].N || (out[0].N == 0 && out[1].N == 0 && out[1].h > out[0].h) ? out + 1 : out;
}

/* Contact angle of the groove that carries more. */
static double angle_of(const ball_bearing *b, const rest_ball *ball, int ring) {
    vec3 n = carrying(b, ball, ring)->n;
    double s = ring == INNER ? 1 : -1;
    return atan2(s * n.z, s * v3_dot(n, ball->e_r));
}

/* Spin of the ball against the ring about the normal over the part of it that rolls. */
static double spin_to_roll(const ball_bearing *b, const rest_ball *ball, int ring, double angle) {
    double ring_speed = b->rest->rings.pose.speed[ring] - ball->orbit, c = cos(angle), s = sin(angle);
    double w_r = ball->w_r, w_z = ball->w_z - ring_speed;
    double spin = w_r * c + w_z * s, roll = w_z * c - w_r * s;
    return roll != 0 ? fabs(spin / roll) : 0;
}

static abut_race_state race_state(const ball_bearing *b, const rest_ball *ball, int ring) {
    const abut_element_out *o = carrying(b, ball, ring);
    abut_race_state s = {.Q = o->N,
                         .angle = angle_of(b, ball, ring),
                         .approach = o->h,
                         .p_max = o->p_max,
                         .a = o->a,
                         .b = o->b,
                         .film = o->film.h_c,
                         .lambda = o->film.lambda};
    s.spin_to_roll = spin_to_roll(b, ball, ring, s.angle);
    if (o->touching) s.truncation = bearing_truncation(b, ring, (int)(o - ball->out[ring]), s.angle, o->a);
    return s;
}

static abut_ball_state ball_state(const ball_bearing *b, const rest_ball *ball) {
    return (abut_ball_state){.azimuth = ball->angle,
                             .orbit = ball->orbit - b->rest->rings.pose.speed[OUTER],
                             .spin = plane_length(ball->w_r, ball->w_z),
                             .cage_force = ball->cage,
                             .inner = race_state(b, ball, INNER),
                             .outer = race_state(b, ball, OUTER)};
}

static double mean_orbit(const bearing_rest *r) {
    double sum = 0;
    for (int i = 0; i < r->balls; i++) sum += r->ball[i].orbit;
    return sum / r->balls;
}

void bearing_rest_read(const abut_world *w, const ball_bearing *b, abut_bearing_state *state, abut_ball_state *balls) {
    const bearing_rest *r = b->rest;
    if (state) {
        double race[RINGS];
        rings_rest_read(&r->rings, state);
        bearing_rest_losses(w, b, race, state);
        state->cage_speed = mean_orbit(r) - r->rings.pose.speed[OUTER];
    }
    for (int i = 0; balls && i < r->balls; i++) balls[i] = ball_state(b, &r->ball[i]);
}

abut_status abut_bearing_stiffness(const abut_world *w, abut_machine bearing, double K[5][5]) {
    const ball_bearing *b = bearing_of(w, bearing);
    if (!b) return ABUT_UNKNOWN_NAME;
    if (!w->started || !w->resting || !b->rest->rings.known || b->rest->rings.failed) return ABUT_MISSING;
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++) K[i][j] = -b->rest->rings.dF[INNER][i][j];
    return ABUT_OK;
}

/* Balls that roll steer (docs/theory/bearing_drift.md). An axial load of this part of the radial one ends it there. */
static const double enough_axial = 0.04;

bool bearing_rest_steers(const abut_world *w, const void *self) {
    const ball_bearing *b = self;
    const rings_rest *r = &b->rest->rings;
    const double *F = r->F[INNER];
    bool rubs = strcmp(b->def.law.friction.type, PART_TYPE(w, friction_none)) != 0;
    return rubs && r->pose.speed[INNER] != r->pose.speed[OUTER] && fabs(F[2]) < enough_axial * plane_length(F[0], F[1]);
}

/* As the balls that carry go round and spin in equilibrium. */
void bearing_rest_rolling(const void *self, abut_bearing_frequencies *nominal, abut_bearing_frequencies *found) {
    const ball_bearing *b = self;
    const bearing_rest *r = b->rest;
    const double *speed = r->rings.pose.speed;
    double spin = 0;
    int loaded = 0;
    for (int i = 0; i < r->balls; i++) {
        if (!r->ball[i].found || !r->ball[i].loaded) continue;
        spin += plane_length(r->ball[i].w_r, r->ball[i].w_z);
        loaded++;
    }
    *nominal = abut_bearing_rolling(&b->def, b->speed[INNER], b->speed[OUTER]);
    *found = rings_found(r->balls, mean_of_loaded(r, offsetof(rest_ball, orbit)), loaded ? spin / loaded : 0,
                         speed[INNER], speed[OUTER]);
}

static double static_equivalent(const ball_bearing *b) {
    const double *F = b->rest->rings.F[INNER];
    return static_load(bearing_kind(b), b->def.contact_angle, plane_length(F[0], F[1]), F[2]);
}

static double greatest_pressure(const ball_bearing *b) {
    double p = 0;
    for (int i = 0; i < b->rest->balls; i++) {
        abut_ball_state s = ball_state(b, &b->rest->ball[i]);
        p = fmax(p, fmax(s.inner.p_max, s.outer.p_max));
    }
    return p;
}

/* ---- JSON ---- */
static void json_ball(json *j, const ball_bearing *b, const rest_ball *ball) {
    const abut_ball_state state = ball_state(b, ball), *s = &state;
    bool moving = b->rest->rings.pose.speed[INNER] != 0 || b->rest->rings.pose.speed[OUTER] != 0;
    json_begin(j, NULL, '{');
    json_number(j, "azimuth", s->azimuth);
    json_number(j, "Q_inner", s->inner.Q);
    json_number(j, "Q_outer", s->outer.Q);
    json_number(j, "angle_inner", s->inner.angle);
    json_number(j, "angle_outer", s->outer.angle);
    json_number(j, "p_max_inner", s->inner.p_max);
    json_number(j, "p_max_outer", s->outer.p_max);
    json_number(j, "a_inner", s->inner.a);
    json_number(j, "b_inner", s->inner.b);
    json_number(j, "a_outer", s->outer.a);
    json_number(j, "b_outer", s->outer.b);
    json_number(j, "approach_inner", s->inner.approach);
    json_number(j, "approach_outer", s->outer.approach);
    json_number(j, "truncation_inner", s->inner.truncation);
    json_number(j, "truncation_outer", s->outer.truncation);
    json_number(j, "cage_force", s->cage_force);
    if (moving) {
        json_number(j, "centrifugal_force", ball->F_c);
        json_number(j, "gyroscopic_moment", ball->M_g);
        json_number(j, "orbit", s->orbit);
        json_number(j, "spin", s->spin);
        json_number(j, "spin_to_roll_inner", s->inner.spin_to_roll);
        json_number(j, "spin_to_roll_outer", s->outer.spin_to_roll);
    }
    json_end(j);
}

void bearing_rest_json(const abut_world *w, const void *self, json *j) {
    const ball_bearing *b = self;
    const bearing_rest *r = b->rest;
    abut_bearing_state s;
    bearing_rest_read(w, b, &s, NULL);
    rings_rest_json(&r->rings, j);
    json_number(j, "cage_speed", s.cage_speed);
    json_begin(j, "balls", '[');
    for (int i = 0; i < r->balls; i++) json_ball(j, b, &r->ball[i]);
    json_end(j);
    rings_rest_json_stiffness(&r->rings, j);
    bearing_set_json(b, j);
    mounting_json(&b->mounted.state, j);
    double race[RINGS];
    abut_bearing_state lost = {.speed = s.speed};
    bearing_rest_losses(w, b, race, &lost);
    rest_loss_json(&lost, race, j);
    abut_bearing_frequencies nominal, found;
    bearing_rest_rolling(b, &nominal, &found);
    rings_put_frequencies(&nominal, &found, j);
    bearing_put_life(w, b, j);
    static_json(j, bearing_kind(b), &b->def.rating, static_equivalent(b), greatest_pressure(b));
}

/* ---- text ---- */
static void print_balls(const ball_bearing *b, FILE *to) {
    const bearing_rest *r = b->rest;
    (void)fprintf(to, "  %4s %8s %12s %12s %9s %9s %10s %10s %10s\n", "ball", "azimuth", "Q inner", "Q outer",
                  "angle in", "angle out", "p inner", "p outer", "cage");
    (void)fprintf(to, "  %4s %8s %12s %12s %9s %9s %10s %10s %10s\n", "", "[deg]", "[N]", "[N]", "[deg]", "[deg]",
                  "[MPa]", "[MPa]", "[N]");
    for (int i = 0; i < r->balls; i++) {
        abut_ball_state s = ball_state(b, &r->ball[i]);
        (void)fprintf(to, "  %4d %8.3f %12.6g %12.6g %9.4f %9.4f %10.5g %10.5g %10.3g\n", i + 1, s.azimuth / DEGREE,
                      s.inner.Q, s.outer.Q, s.inner.angle / DEGREE, s.outer.angle / DEGREE, s.inner.p_max * 1e-6,
                      s.outer.p_max * 1e-6, s.cage_force);
    }
}

static void print_speed(const ball_bearing *b, FILE *to) {
    const bearing_rest *r = b->rest;
    double most = 0;
    for (int i = 0; i < r->balls; i++) most = fmax(most, r->ball[i].F_c);
    (void)fprintf(
        to,
        "  speeds [rad/s]: inner ring %.6g, outer ring %.6g, balls round the axis %.6g; centrifugal force up to "
        "%.5g N\n",
        r->rings.pose.speed[INNER], r->rings.pose.speed[OUTER], mean_orbit(r), most);
}

static void print_life(const abut_world *w, const ball_bearing *b, FILE *to) {
    abut_life life;
    if (abut_read_life(w, (abut_machine){b->id}, &life)) return;
    double a = bearing_headline_factor(&b->def, &life);
    life_headline_print(to, life.L10r_hours * (isfinite(a) ? a : 1), isfinite(a), life.L10_hours);
}

void bearing_rest_print(const abut_world *w, const void *self, FILE *to) {
    const ball_bearing *b = self;
    const bearing_rest *r = b->rest;
    (void)fprintf(to, "\n%s (ball_bearing)\n", b->def.name);
    rings_rest_print(&r->rings, "balls", to);
    mounting_print(&b->mounted.state, to);
    if (r->rings.pose.speed[INNER] != 0 || r->rings.pose.speed[OUTER] != 0) print_speed(b, to);
    print_balls(b, to);
    abut_bearing_frequencies nominal, found;
    bearing_rest_rolling(b, &nominal, &found);
    if (nominal.ftf > 0) rings_print_frequencies(&nominal, &found, to);
    double race[RINGS];
    abut_bearing_state lost = {.speed = r->rings.pose.speed[INNER] - r->rings.pose.speed[OUTER]};
    bearing_rest_losses(w, b, race, &lost);
    rest_loss_print(&lost, race, to);
    if (nominal.ftf > 0) print_life(w, b, to);
    static_print(to, bearing_kind(b), &b->def.rating, static_equivalent(b), greatest_pressure(b));
    rings_rest_print_stiffness(&r->rings, to);
    bearing_set_print(b, to);
}

/* A ball goes round and spins as its equilibrium has it. */
bool bearing_rest_velocity(const void *self, int index, abut_vec3 *v, abut_vec3 *w) {
    const bearing_rest *r = ((const ball_bearing *)self)->rest;
    mat3 R = m3_of_quat(r->rings.outer.q);
    if (index >= r->balls) { /* the cage goes with them */
        double orbit = mean_of_loaded(r, offsetof(rest_ball, orbit));
        *v = v3(0, 0, 0);
        *w = v3_scale(orbit, R.c2);
        return orbit != 0;
    }
    const rest_ball *ball = &r->ball[index];
    if (!ball->found || !ball->loaded) return false;
    *v = m3_mul(R, v3_scale(ball->orbit * ball->r, ball->e_t));
    *w = m3_mul(R, v3_axpy(ball->w_r, ball->e_r, v3(0, 0, ball->orbit + ball->w_z)));
    return true;
}
