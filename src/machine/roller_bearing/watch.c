/* A roller bearing over time: its state at the present instant, the columns of its results, statistics, summary.
 *
 * Everything is told in the frame of the outer ring: axes of the bearing's place, fixed to that ring, origin in its centre. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/plane.h"
#include "base/quat.h"
#include "machine/shared/drag.h"
#include "watch.h"
#include "world/world.h"

bool roller_log_create(roller_bearing *b) {
    roller_log *l = calloc(1, sizeof *l);
    b->log = l;
    if (!l) return false;
    int slices = 0;
    for (int i = 0; i < ABUT_MAX_PARAMS && b->def.law.normal.params[i].name; i++)
        if (!strcmp(b->def.law.normal.params[i].name, "slices")) slices = (int)b->def.law.normal.params[i].value;
    l->slices = (size_t)slices;
    l->q = calloc(l->slices + 1, sizeof *l->q);
    l->laminae = roller_laminae_create(b, l->slices);
    return l->q && l->laminae && roller_damage_create(b);
}

void roller_log_destroy(roller_log *l) {
    if (!l) return;
    free(l->q);
    roller_laminae_destroy(l->laminae);
    for (int r = 0; r < RINGS; r++) damage_destroy(l->track[r]);
    free(l);
}

/* ---- the present instant ---- */
static abut_status read_line(const abut_world *w, const roller_bearing *b, int i, int ring, const ring_frame *frame,
                             vec3 e_t, abut_line_state *to, abut_bearing_state *s) {
    const roller_log *l = b->log;
    abut_element_out c = {.slice_load = l->q};
    memset(l->q, 0, l->slices * sizeof *l->q);
    abut_status status = world_seen_contact(w, roller_contact(b, i, ring), &c);
    if (status < 0) return status;
    if (status) c = (abut_element_out){.touching = false}; /* no isolated points: apart */
    *to = (abut_line_state){.Q = c.N,
                            .approach = c.h,
                            .p_max = c.p_max,
                            .b = c.b,
                            .q_end = {l->q[0], l->q[l->slices - 1]},
                            .moment = v3_dot(c.on_b.torque, e_t),
                            .slip = c.touching ? v3_norm(c.slip) : 0,
                            .loss = c.loss_normal + c.loss_friction,
                            .film = c.film.h_c,
                            .lambda = c.film.lambda,
                            .Q_even = roller_even_load(c.N, l->q, l->slices)};
    roller_laminae_read(w, b, i, ring, l->q);
    for (size_t k = 0; k < l->slices; k++) to->q_max = fmax(to->q_max, l->q[k]);
    s->loss += to->loss;
    s->losses.rolling += c.film.loss_rolling;
    s->losses.slip += c.loss_friction - c.film.loss_rolling;
    s->losses.damping += c.loss_normal;
    if (ring != INNER || !c.touching) return ABUT_OK;
    vec3 lever = v3_sub(c.point, frame[INNER].r), moment = v3_neg(v3_add(c.moment, v3_cross(lever, c.force)));
    s->force = v3_sub(s->force, m3_tmul(frame[OUTER].R, c.force));
    s->moment = v3_add(s->moment, m3_tmul(frame[OUTER].R, moment));
    return ABUT_OK;
}

static abut_status read_roller(const abut_world *w, const roller_bearing *b, int i, const ring_frame *ring,
                               abut_bearing_state *s, abut_roller_state *to) {
    abut_body_state o = abut_read_body(w, (abut_body){b->roller + i}), outer = abut_read_body(w, b->def.outer);
    mat3 R = ring[OUTER].R;
    vec3 local = m3_tmul(R, v3_sub(o.r, ring[OUTER].r)), e_r = m3_mul(R, v3_unit(v3(local.x, local.y, 0))),
         e_t = v3_cross(R.c2, e_r), axis = m3_of_quat(o.q).c2;
    vec3 ring_v = v3_add(outer.v, v3_cross(ring[OUTER].w, v3_sub(o.r, outer.r)));
    *to = (abut_roller_state){.azimuth = atan2(local.y, local.x),
                              .orbit = v3_dot(v3_sub(o.v, ring_v), e_t) / plane_length(local.x, local.y),
                              .tilt = v3_dot(axis, e_r),
                              .skew = v3_dot(axis, e_t),
                              .axial = local.z};
    /* the orbiting frame turns with the ring and with the orbit on it */
    to->spin = o.w.z - v3_dot(axis, v3_axpy(to->orbit, R.c2, ring[OUTER].w));
    abut_status status = read_line(w, b, i, INNER, ring, e_t, &to->inner, s);
    return status ? status : read_line(w, b, i, OUTER, ring, e_t, &to->outer, s);
}

abut_status abut_read_roller_bearing(const abut_world *w, abut_machine bearing, abut_bearing_state *state,
                                     abut_roller_state *rollers) {
    const roller_bearing *b = roller_bearing_of(w, bearing);
    *state = (abut_bearing_state){.speed = 0};
    if (!b) return ABUT_UNKNOWN_NAME;
    if (!w->started) return ABUT_MISSING;
    if (w->resting) {
        roller_rest_read(w, b, state, rollers);
        return ABUT_OK;
    }
    const ring_frame ring[RINGS] = {ring_frame_of(w, b->def.inner, &b->ring[INNER]),
                                    ring_frame_of(w, b->def.outer, &b->ring[OUTER])};
    rings_read(ring, state);
    for (int i = 0; i < b->def.rollers.count; i++) {
        abut_roller_state one;
        abut_status status = read_roller(w, b, i, ring, state, &one);
        if (status) return status;
        state->cage_speed += one.orbit / b->def.rollers.count;
        if (rollers) rollers[i] = one;
    }
    state->losses.drag = drag_loss(w, b->drag, b->def.rollers.count);
    state->loss += state->losses.drag;
    state->friction_moment = state->speed != 0 ? state->loss / fabs(state->speed) : 0;
    return ABUT_OK;
}

/* ---- the table ---- */
typedef struct roller_shown {
    abut_bearing_state s;
    abut_bearing_losses moment; /* N m */
} roller_shown;

static abut_status read(const abut_world *w, const void *self, void *const state[]) {
    roller_shown *to = state[0];
    abut_status status =
        abut_read_roller_bearing(w, (abut_machine){((const roller_bearing *)self)->id}, &to->s, state[1]);
    to->moment = rings_moments(&to->s);
    return status;
}

static int rollers(const void *self) { return ((const roller_bearing *)self)->def.rollers.count; }
static bool has_film(const void *self) { return ((const roller_bearing *)self)->def.law.lubricant; }
static bool has_drag(const void *self) { return ((const roller_bearing *)self)->drag; }

#define OF(field) offsetof(roller_shown, s.field)
static const watch_entry own[] = {
    {"dx", "m", "displacement of the inner ring's centre relative to the outer ring, its axes",
     .at = OF(displacement.x), WATCH_ALL},
    {"dy", "m", "the same along y", .at = OF(displacement.y), WATCH_ALL},
    {"tilt_x", "rad", "tilt of the inner ring's axis about x of the outer ring", .at = OF(tilt.x), WATCH_ALL},
    {"tilt_y", "rad", "the same about y", .at = OF(tilt.y), WATCH_ALL},
    {"fx", "N", "force of the rollers on the inner ring, axes of the outer ring", .at = OF(force.x), WATCH_ALL},
    {"fy", "N", "the same along y", .at = OF(force.y), WATCH_ALL},
    {"fz", "N", "the same along the bearing axis: friction only", .at = OF(force.z), WATCH_ALL},
    {"mx", "N m", "moment of the rollers on the inner ring about its centre, axes of the outer ring",
     .at = OF(moment.x), WATCH_ALL},
    {"my", "N m", "the same about y", .at = OF(moment.y), WATCH_ALL},
    {"speed", "rad/s", "inner ring relative to the outer", .at = OF(speed), WATCH_ALL},
    {"friction_moment", "N m", "loss / |speed|", .at = OF(friction_moment), WATCH_ALL},
    {"loss", "W", "power lost in friction and damping of the contacts", .at = OF(loss), WATCH_ALL},
    {"cage_speed", "rad/s", "mean orbit of the rollers relative to the outer ring", .at = OF(cage_speed), WATCH_ALL},
#define PART(name, field, meaning, ...)                                                                                \
    {                                                                                                                  \
        "moment_" name, "N m", meaning, .at = offsetof(roller_shown, moment.field), WATCH_ALL,                         \
                                        "friction_moments." name, __VA_ARGS__                                          \
    }
    PART("slip", slip, "part of friction_moment: sliding on the races", NULL),
    PART("rolling", rolling, "the same: rolling resistance of the films", NULL),
    PART("damping", damping, "the same: damping of the contacts with the races", NULL),
    PART("drag", drag, "the same: drag of the oil on the rollers", has_drag),
    {0},
};

#define ROLLER(field) offsetof(abut_roller_state, field)
#define RACES(name, unit, meaning, field, stats)                                                                       \
    {name "_inner", unit, meaning, .at = ROLLER(inner.field), stats, "races.inner." name}, {                           \
        name "_outer", unit, meaning, .at = ROLLER(outer.field), stats, "races.outer." name                            \
    }
/* counts with the load as weight */
#define FILMS(name, unit, meaning, field)                                                                              \
    {name "_inner",       unit,     meaning,      ROLLER(inner.field), WATCH_ALL | WATCH_ABOVE_0,                      \
     "races.inner." name, has_film, WATCH_WEIGHT, ROLLER(inner.Q)},                                                    \
    {                                                                                                                  \
        name "_outer", unit, meaning, ROLLER(outer.field), WATCH_ALL | WATCH_ABOVE_0, "races.outer." name, has_film,   \
            WATCH_WEIGHT, ROLLER(outer.Q)                                                                              \
    }

static const watch_entry of_roller[] = {
    {"azimuth", "rad", "about the outer ring's axis from its x", .at = ROLLER(azimuth)},
    {"orbit", "rad/s", "orbital speed relative to the outer ring: rate of the azimuth", .at = ROLLER(orbit),
     WATCH_ALL | WATCH_EACH, "roller_orbit"},
    {"spin", "rad/s", "about its axis, relative to the orbiting frame", .at = ROLLER(spin), WATCH_ALL | WATCH_EACH,
     "roller_spin"},
    {"tilt", "rad", "of its axis in the radial plane, > 0: outwards at +z", .at = ROLLER(tilt), WATCH_ALL,
     "roller_tilt"},
    {"skew", "rad", "of its axis along growing azimuth", .at = ROLLER(skew), WATCH_ALL, "roller_skew"},
    {"axial", "m", "of its middle along the bearing axis", .at = ROLLER(axial), WATCH_ALL, "roller_axial"},
    RACES("Q", "N", "normal force", Q, WATCH_ALL | WATCH_EACH),
    RACES("p_max", "Pa", "largest pressure", p_max, WATCH_ALL | WATCH_EACH),
    RACES("q_max", "N/m", "greatest load per length", q_max, WATCH_ALL | WATCH_EACH),
    RACES("slip", "m/s", "sliding speed of the deepest slice", slip, WATCH_ALL | WATCH_EACH),
    RACES("Q_even", "N", "load that, spread evenly along the roller, would do the same damage", Q_even, WATCH_ALL),
    FILMS("film", "m", "central film thickness of the deepest slice; no number: none. Mean weighted with the load",
          film),
    FILMS("lambda", "1",
          "its least film over the roughness; no number: no film, or smooth. Mean weighted with the load", lambda),
    {0},
};

/* Of the inner ring relative to the outer: as it turned in the mean, before that as it is driven. */
static double speed_of(const watch *o, const roller_bearing *b) {
    return watch_states(o) ? watch_mean(o, "speed") : b->speed[INNER] - b->speed[OUTER];
}

static abut_bearing_frequencies frequencies(const watch *o, const roller_bearing *b) {
    return abut_roller_bearing_rolling(&b->def, b->speed[OUTER] + speed_of(o, b), b->speed[OUTER]);
}

static abut_bearing_frequencies found_frequencies(const watch *o, const roller_bearing *b) {
    double outer = b->speed[OUTER];
    return rings_found(b->def.rollers.count, outer + watch_mean(o, "cage_speed"), watch_mean(o, "roller_spin"),
                       outer + speed_of(o, b), outer);
}

static double radial_load(const watch *o) { return plane_length(watch_mean(o, "fx"), watch_mean(o, "fy")); }

RINGS_FREQUENCIES(frequencies, found_frequencies)
RINGS_MOUNTINGS(roller_bearing)

#define LIFE(field)                                                                                                    \
    static double life_##field(const watch *o, const void *self) {                                                     \
        roller_life l;                                                                                                 \
        return roller_life_of(self, radial_load(o), speed_of(o, self), roller_reference_life(self), &l) ? l.field      \
                                                                                                        : (double)NAN; \
    }
LIFE(headline_hours)
RINGS_LIVES(LIFE)

static double static_margin(const watch *o, const void *self) {
    const roller_bearing *b = self;
    (void)o;
    return static_safety(&b->def.rating, b->log->P0);
}

static const watch_card cards[] = {
    RINGS_CARDS("roller"),
    {"Speeds and losses", "Roller spin, mean", "rad/s", .stat = WATCH_MEAN, .key = {"roller_spin"}},
    RINGS_MOUNTING_CARDS,
    RINGS_FREQUENCY_CARDS("roller"),
    RINGS_LIFE_CARDS(life_headline_hours),
    {0},
};

static const watch_figure figures[] = {
    RINGS_FIGURES("roller", "rollers"),
    {WATCH_OVER_TIME, "Rings and rollers over time", "Greatest load per length, inner race", "roller", NULL,
     .columns = {"q_max_inner"}},
    {WATCH_OVER_TIME, "Rings and rollers over time", "Tilt of the rollers", "roller", NULL, .columns = {"tilt"}},
    {WATCH_OVER_TIME, "Rings and rollers over time", "Skew of the rollers", "roller", NULL, .columns = {"skew"}},
    {WATCH_OVER_TIME, "Rings and rollers over time", "Friction moment", NULL, NULL,
     .columns = {"friction_moment", "moment_slip", "moment_rolling", "moment_damping", "moment_drag"}},
    {0},
};

static void report(const watch *o, const void *self, json *j) {
    const roller_bearing *b = self;
    abut_bearing_frequencies f = frequencies(o, b), found = found_frequencies(o, b);
    json_number(j, "rollers", b->def.rollers.count);
    json_number(j, "slices", (double)b->log->slices);
    rings_put_frequencies(&f, &found, j);
    mounting_json(&b->mounted.state, j);
    if (!watch_states(o)) return;
    roller_put_life(b, radial_load(o), speed_of(o, b), roller_reference_life(b), j);
    static_json(j, ABUT_RADIAL_ROLLER, &b->def.rating, b->log->P0, rings_pressure(o));
    roller_damage_json(b, j);
}

static void doubts(const watch *o, const void *self, const watch_doubt_to *to) {
    const roller_bearing *b = self;
    rings_limits l = {static_pressure_limit(ABUT_RADIAL_ROLLER), b->def.rating.C0, b->log->P0, 0};
    rings_doubts(o, &l, to);
}

const watch_table roller_watch = {
    .title = "Roller bearing",
    .group = {{NULL, sizeof(roller_shown), own}, {"roller", sizeof(abut_roller_state), of_roller, rollers}},
    .read = read,
    .cards = cards,
    .figures = figures,
    .gather = roller_damage_gather,
    .clear = roller_damage_clear,
    .archive = roller_damage_archive,
    .report = report,
    .doubts = doubts,
};
