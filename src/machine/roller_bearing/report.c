/* What is read, written and printed of a roller bearing in statics. */
#include <math.h>
#include <stdio.h>

#include "base/constants.h"
#include "base/plane.h"
#include "base/quat.h"
#include "machine/shared/modified_life.h"
#include "machine/shared/rest_loss.h"
#include "machine/shared/rings_watch.h"
#include "machine/shared/static_rating.h"
#include "rest.h"
#include "world/world.h"

/* ---- hidden bodies and contacts ---- */
abut_pose roller_rest_body(const void *self, int index) {
    const roller_rest *r = ((const roller_bearing *)self)->rest;
    const rest_roller *o = &r->roller[index];
    double s = sin(0.5 * o->tilt);
    abut_quat tilted = {cos(0.5 * o->tilt), s * o->e_t.x, s * o->e_t.y, 0};
    return (abut_pose){rest_in_world(&r->rings, v3_scale(o->r, o->e_r)), quat_multiply(r->rings.outer.q, tilted)};
}

/* A roller goes round and spins as in pure rolling. */
bool roller_rest_velocity(const void *self, int index, abut_vec3 *v, abut_vec3 *w) {
    const roller_bearing *b = self;
    const roller_rest *r = b->rest;
    const rest_roller *o = &r->roller[index];
    if (!o->loaded) return false;
    double orbit = roller_orbit(b, r->rings.pose.speed);
    *v = rest_to_world(&r->rings, v3_scale(orbit * o->r, o->e_t));
    vec3 axis = m3_of_quat(roller_rest_body(self, index).q).c2;
    *w = v3_axpy(roller_spin(b, r->rings.pose.speed), axis, rest_to_world(&r->rings, v3(0, 0, orbit)));
    return true;
}

void roller_rest_contact(const void *self, int index, abut_element_out *out) {
    const roller_bearing *b = self;
    const roller_rest *r = b->rest;
    const rest_roller *o = &r->roller[index / RINGS];
    const abut_element_out wanted = *out;
    *out = o->out[index % RINGS];
    rest_contact_to_world(&r->rings, b->ring, index % RINGS, roller_rest_body(self, index / RINGS).r, out);
    out->point_a = v3_axpy(0.5 * out->h, out->n, out->point);
    out->point_b = v3_axpy(-0.5 * out->h, out->n, out->point);
    out->want_frame = wanted.want_frame;
    out->jac = wanted.jac;
    out->state_rate = wanted.state_rate;
    out->slice_load = wanted.slice_load;
    for (size_t k = 0; out->slice_load && k < r->slices; k++) out->slice_load[k] = o->q[index % RINGS][k];
    if (out->jac) *out->jac = (abut_element_jac){0};
}

/* ---- the bearing ---- */
static abut_line_state line_state(const roller_rest *r, const rest_roller *o, int ring) {
    const abut_element_out *out = &o->out[ring];
    const double *q = o->q[ring];
    abut_line_state s = {.Q = out->N,
                         .approach = out->h,
                         .p_max = out->p_max,
                         .b = out->b,
                         .q_end = {q[0], q[r->slices - 1]},
                         .moment = v3_dot(out->on_b.torque, o->e_t),
                         .Q_even = roller_even_load(out->N, q, r->slices)};
    for (size_t k = 0; k < r->slices; k++) s.q_max = fmax(s.q_max, q[k]);
    return s;
}

static abut_roller_state roller_state(const roller_bearing *b, const rest_roller *o) {
    const double *speed = b->rest->rings.pose.speed;
    return (abut_roller_state){.azimuth = o->angle,
                               .orbit = roller_orbit(b, speed) - speed[OUTER],
                               .spin = roller_spin(b, speed),
                               .tilt = o->tilt,
                               .guide = o->guide,
                               .cage = o->cage,
                               .inner = line_state(b->rest, o, INNER),
                               .outer = line_state(b->rest, o, OUTER)};
}

void roller_rest_read(const abut_world *w, const roller_bearing *b, abut_bearing_state *state,
                      abut_roller_state *rollers) {
    const roller_rest *r = b->rest;
    double race[RINGS];
    const double *speed = r->rings.pose.speed;
    rings_rest_read(&r->rings, state);
    roller_rest_losses(w, b, race, state);
    state->cage_speed = roller_orbit(b, speed) - speed[OUTER];
    for (int i = 0; rollers && i < r->rollers; i++) rollers[i] = roller_state(b, &r->roller[i]);
}

abut_status abut_roller_bearing_stiffness(const abut_world *w, abut_machine bearing, double K[5][5]) {
    const roller_bearing *b = roller_bearing_of(w, bearing);
    if (!b) return ABUT_UNKNOWN_NAME;
    if (!w->started || !w->resting || !b->rest->rings.known || b->rest->rings.failed) return ABUT_MISSING;
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++) K[i][j] = -b->rest->rings.dF[INNER][i][j];
    return ABUT_OK;
}

/* Rollers have no contact angle: under load they roll as without. */
void roller_rest_rolling(const void *self, abut_bearing_frequencies *nominal, abut_bearing_frequencies *found) {
    const roller_bearing *b = self;
    const double *speed = b->rest->rings.pose.speed;
    *nominal = abut_roller_bearing_rolling(&b->def, b->speed[INNER], b->speed[OUTER]);
    *found =
        rings_found(b->def.rollers.count, roller_orbit(b, speed), roller_spin(b, speed), speed[INNER], speed[OUTER]);
}

static double radial_load(const roller_bearing *b) {
    return plane_length(b->rest->rings.F[INNER][0], b->rest->rings.F[INNER][1]);
}

static double static_equivalent(const roller_bearing *b) {
    return static_load(ABUT_RADIAL_ROLLER, 0, radial_load(b), b->rest->rings.F[INNER][2]);
}

static double greatest_pressure(const roller_bearing *b) {
    double p = 0;
    for (int i = 0; i < b->rest->rollers; i++) {
        abut_roller_state s = roller_state(b, &b->rest->roller[i]);
        p = fmax(p, fmax(s.inner.p_max, s.outer.p_max));
    }
    return p;
}

/* ---- JSON ---- */
static void json_line(json *j, const char *ring, const abut_line_state *s) {
    char key[48];
    const struct {
        const char *name;
        double value;
    } all[] = {{"Q", s->Q},         {"p_max", s->p_max},      {"approach", s->approach}, {"half_width", s->b},
               {"q_max", s->q_max}, {"q_minus", s->q_end[0]}, {"q_plus", s->q_end[1]},   {"moment", s->moment}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        (void)snprintf(key, sizeof key, "%s_%s", all[i].name, ring);
        json_number(j, key, all[i].value);
    }
}

static void json_roller(json *j, const roller_bearing *b, const rest_roller *o) {
    abut_roller_state s = roller_state(b, o);
    json_begin(j, NULL, '{');
    json_number(j, "azimuth", s.azimuth);
    json_number(j, "tilt", s.tilt);
    json_line(j, "inner", &s.inner);
    json_line(j, "outer", &s.outer);
    json_number(j, "guide_force", s.guide);
    json_number(j, "cage_force", s.cage);
    json_end(j);
}

void roller_rest_json(const abut_world *w, const void *self, json *j) {
    const roller_bearing *b = self;
    const roller_rest *r = b->rest;
    rings_rest_json(&r->rings, j);
    json_number(j, "cage_speed", roller_orbit(b, r->rings.pose.speed) - r->rings.pose.speed[OUTER]);
    json_number(j, "centrifugal_force", r->F_c);
    json_number(j, "slices", (double)r->slices);
    json_begin(j, "rollers", '[');
    for (int i = 0; i < r->rollers; i++) json_roller(j, b, &r->roller[i]);
    json_end(j);
    rings_rest_json_stiffness(&r->rings, j);
    mounting_json(&b->mounted.state, j);
    double race[RINGS];
    abut_bearing_state lost = {.speed = r->rings.pose.speed[INNER] - r->rings.pose.speed[OUTER]};
    roller_rest_losses(w, b, race, &lost);
    rest_loss_json(&lost, race, j);
    abut_bearing_frequencies nominal, found;
    roller_rest_rolling(b, &nominal, &found);
    rings_put_frequencies(&nominal, &found, j);
    roller_put_life(b, radial_load(b), b->speed[INNER] - b->speed[OUTER], roller_static_life(b), j);
    static_json(j, ABUT_RADIAL_ROLLER, &b->def.rating, static_equivalent(b), greatest_pressure(b));
}

/* ---- text ---- */
void roller_rest_print(const abut_world *w, const void *self, FILE *to) {
    const roller_bearing *b = self;
    const roller_rest *r = b->rest;
    (void)fprintf(to, "\n%s (roller_bearing)\n", b->def.name);
    rings_rest_print(&r->rings, "rollers", to);
    mounting_print(&b->mounted.state, to);
    if (r->F_c > 0) (void)fprintf(to, "  centrifugal force on a roller: %.5g N\n", r->F_c);
    (void)fprintf(to, "  %6s %8s %9s %11s %11s %9s %9s %10s %10s\n", "roller", "azimuth", "tilt", "Q inner", "Q outer",
                  "p inner", "p outer", "q at -z", "q at +z");
    (void)fprintf(to, "  %6s %8s %9s %11s %11s %9s %9s %10s %10s\n", "", "[deg]", "[mrad]", "[N]", "[N]", "[MPa]",
                  "[MPa]", "[N/mm]", "[N/mm]");
    for (int i = 0; i < r->rollers; i++) {
        abut_roller_state s = roller_state(b, &r->roller[i]);
        (void)fprintf(to, "  %6d %8.3f %9.5f %11.6g %11.6g %9.5g %9.5g %10.4g %10.4g\n", i + 1, s.azimuth / DEGREE,
                      s.tilt * 1e3, s.inner.Q, s.outer.Q, s.inner.p_max * 1e-6, s.outer.p_max * 1e-6,
                      s.inner.q_end[0] * 1e-3, s.inner.q_end[1] * 1e-3);
    }
    abut_bearing_frequencies nominal, found;
    roller_rest_rolling(b, &nominal, &found);
    if (nominal.ftf > 0) rings_print_frequencies(&nominal, &found, to);
    double race[RINGS];
    abut_bearing_state lost = {.speed = r->rings.pose.speed[INNER] - r->rings.pose.speed[OUTER]};
    roller_rest_losses(w, b, race, &lost);
    rest_loss_print(&lost, race, to);
    roller_life life;
    if (nominal.ftf > 0 &&
        roller_life_of(b, radial_load(b), b->speed[INNER] - b->speed[OUTER], roller_static_life(b), &life))
        life_headline_print(to, life.headline_hours, isfinite(life.a_iso_reference), life.L10_hours);
    static_print(to, ABUT_RADIAL_ROLLER, &b->def.rating, static_equivalent(b), greatest_pressure(b));
    rings_rest_print_stiffness(&r->rings, to);
}
