/* A roller bearing over time: its state at the present instant, the columns of its results, statistics, summary.
 *
 * Everything is told in the frame of the outer ring: axes of the bearing's place, fixed to that ring, origin in its centre. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/quat.h"
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
    l->roller = calloc((size_t)b->def.rollers.count, sizeof *l->roller);
    l->column = calloc((size_t)roller_columns(b), sizeof *l->column);
    return l->q && l->roller && l->column && roller_damage_create(b);
}

void roller_log_destroy(roller_log *l) {
    if (!l) return;
    free(l->q);
    free(l->roller);
    free(l->column);
    for (int r = 0; r < RINGS; r++) damage_destroy(l->track[r]);
    free(l);
}

/* ---- the present instant ---- */
static abut_status read_line(const abut_world *w, const roller_bearing *b, int i, int ring, const ring_frame *frame,
                             vec3 e_t, abut_line_state *to, abut_bearing_state *s) {
    const roller_log *l = b->log;
    abut_element_out c = {.slice_load = l->q};
    memset(l->q, 0, l->slices * sizeof *l->q);
    abut_status status = abut_read_contact(w, (abut_contact){roller_contact(b, i, ring)}, &c);
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
    for (size_t k = 0; k < l->slices; k++) to->q_max = fmax(to->q_max, l->q[k]);
    s->loss += to->loss;
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
                              .orbit = v3_dot(v3_sub(o.v, ring_v), e_t) / hypot(local.x, local.y),
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
        roller_rest_read(b, state, rollers);
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
    state->friction_moment = state->speed != 0 ? state->loss / fabs(state->speed) : 0;
    return ABUT_OK;
}

/* ---- columns ---- */
typedef struct column_text {
    const char *name, *unit, *meaning;
} column_text;

static const column_text bearing_text[BEARING_COLUMNS] = {
    [COL_X] = {"dx", "m", "displacement of the inner ring's centre relative to the outer ring, its axes"},
    [COL_Y] = {"dy", "m", "the same along y"},
    [COL_TILT_X] = {"tilt_x", "rad", "tilt of the inner ring's axis about x of the outer ring"},
    [COL_TILT_Y] = {"tilt_y", "rad", "the same about y"},
    [COL_FX] = {"fx", "N", "force of the rollers on the inner ring, axes of the outer ring"},
    [COL_FY] = {"fy", "N", "the same along y"},
    [COL_FZ] = {"fz", "N", "the same along the bearing axis: friction only"},
    [COL_MX] = {"mx", "N m", "moment of the rollers on the inner ring about its centre, axes of the outer ring"},
    [COL_MY] = {"my", "N m", "the same about y"},
    [COL_SPEED] = {"speed", "rad/s", "inner ring relative to the outer"},
    [COL_FRICTION] = {"friction_moment", "N m", "loss / |speed|"},
    [COL_LOSS] = {"loss", "W", "power lost in friction and damping of the contacts"},
    [COL_CAGE] = {"cage_speed", "rad/s", "mean orbit of the rollers relative to the outer ring"},
};

static const column_text roller_text[ROLLER_RACE] = {
    [ROLLER_AZIMUTH] = {"azimuth", "rad", "about the outer ring's axis from its x"},
    [ROLLER_ORBIT] = {"orbit", "rad/s", "orbital speed relative to the outer ring: rate of the azimuth"},
    [ROLLER_SPIN] = {"spin", "rad/s", "about its axis, relative to the orbiting frame"},
    [ROLLER_TILT] = {"tilt", "rad", "of its axis in the radial plane, > 0: outwards at +z"},
    [ROLLER_SKEW] = {"skew", "rad", "of its axis along growing azimuth"},
    [ROLLER_AXIAL] = {"axial", "m", "of its middle along the bearing axis"},
};

/* every second column: the entries stand for inner and outer */
static const column_text race_text[(ROLLER_COLUMNS - ROLLER_RACE) / RINGS] = {
    {"Q", "N", "normal force"},
    {"p_max", "Pa", "largest pressure"},
    {"q_max", "N/m", "greatest load per length"},
    {"slip", "m/s", "sliding speed of the deepest slice"},
    {"Q_even", "N", "load that, spread evenly along the roller, would do the same damage"},
    {"film", "m", "central film thickness of the deepest slice; 0: none"},
    {"lambda", "1", "its least film over the roughness; 0: no film, or smooth"},
};

int roller_columns(const void *self) {
    const roller_bearing *b = self;
    return roller_column_at(b, b->def.rollers.count, 0);
}

void roller_column(const void *self, int i, machine_column *out) {
    const column_text *t = &bearing_text[i < BEARING_COLUMNS ? i : 0];
    (void)snprintf(out->name, sizeof out->name, "%s", t->name);
    if (i >= BEARING_COLUMNS) {
        int each = roller_columns_each(self), roller = (i - BEARING_COLUMNS) / each,
            what = (i - BEARING_COLUMNS) % each;
        bool race = what >= ROLLER_RACE;
        t = race ? &race_text[(what - ROLLER_RACE) / RINGS] : &roller_text[what];
        const char *ring = !race ? "" : (what - ROLLER_RACE) % RINGS == INNER ? "_inner" : "_outer";
        (void)snprintf(out->name, sizeof out->name, "roller%d_%s%s", roller + 1, t->name, ring);
    }
    out->unit = t->unit;
    out->meaning = t->meaning;
}

static void put_roller(const abut_roller_state *s, bool lubricant, double *to) {
    to[ROLLER_AZIMUTH] = s->azimuth;
    to[ROLLER_ORBIT] = s->orbit;
    to[ROLLER_SPIN] = s->spin;
    to[ROLLER_TILT] = s->tilt;
    to[ROLLER_SKEW] = s->skew;
    to[ROLLER_AXIAL] = s->axial;
    const abut_line_state *race[RINGS] = {&s->inner, &s->outer};
    for (int r = 0; r < RINGS; r++) {
        to[ROLLER_Q + r] = race[r]->Q;
        to[ROLLER_P_MAX + r] = race[r]->p_max;
        to[ROLLER_Q_MAX + r] = race[r]->q_max;
        to[ROLLER_SLIP + r] = race[r]->slip;
        to[ROLLER_Q_EVEN + r] = race[r]->Q_even;
        if (!lubricant) continue;
        to[ROLLER_FILM + r] = race[r]->film;
        to[ROLLER_LAMBDA + r] = race[r]->lambda;
    }
}

void roller_record(const abut_world *w, const void *self, double *row) {
    const roller_bearing *b = self;
    abut_bearing_state s;
    if (abut_read_roller_bearing(w, (abut_machine){b->id}, &s, b->log->roller)) {
        memset(row, 0, (size_t)roller_columns(self) * sizeof *row);
        return;
    }
    const double own[BEARING_COLUMNS] = {s.displacement.x,  s.displacement.y, s.tilt.x,    s.tilt.y,   s.force.x,
                                         s.force.y,         s.force.z,        s.moment.x,  s.moment.y, s.speed,
                                         s.friction_moment, s.loss,           s.cage_speed};
    memcpy(row, own, sizeof own);
    for (int i = 0; i < b->def.rollers.count; i++)
        put_roller(&b->log->roller[i], b->def.law.lubricant, row + roller_column_at(b, i, 0));
}

/* ---- statistics ---- */
void roller_gather(void *self, double t, const double *row) {
    roller_bearing *b = self;
    roller_log *l = b->log;
    if (l->rows && t < l->t_last) l->rows = 0; /* the world was started anew */
    if (l->rows && t == l->t_last) return;
    if (!l->rows) {
        l->t_first = t;
        roller_damage_clear(b);
    }
    roller_damage_row(b, t, row);
    for (int i = 0; i < roller_columns(self); i++) {
        column_stats *c = &l->column[i];
        *c = l->rows ? (column_stats){c->sum + row[i], fmin(c->low, row[i]), fmax(c->high, row[i])}
                     : (column_stats){row[i], row[i], row[i]};
    }
    l->rows++;
    l->t_last = t;
}

static void put(json *j, const char *key, double mean, double low, double high) {
    json_begin(j, key, '{');
    json_number(j, "mean", mean);
    json_number(j, "min", low);
    json_number(j, "max", high);
    json_end(j);
}

static void put_column(json *j, const char *key, const roller_log *l, int column) {
    const column_stats *c = &l->column[column];
    put(j, key, c->sum / (double)l->rows, c->low, c->high);
}

/* One quantity of all rollers together. */
static void put_rollers(json *j, const char *key, const roller_bearing *b, int what) {
    const roller_log *l = b->log;
    column_stats all = l->column[roller_column_at(b, 0, what)];
    for (int i = 1; i < b->def.rollers.count; i++) {
        const column_stats *c = &l->column[roller_column_at(b, i, what)];
        all = (column_stats){all.sum + c->sum, fmin(all.low, c->low), fmax(all.high, c->high)};
    }
    put(j, key, all.sum / ((double)l->rows * b->def.rollers.count), all.low, all.high);
}

static void put_races(json *j, const roller_bearing *b) {
    json_begin(j, "races", '{');
    for (int r = 0; r < RINGS; r++) {
        json_begin(j, r == INNER ? "inner" : "outer", '{');
        for (int what = ROLLER_RACE; what < roller_columns_each(b); what += RINGS)
            put_rollers(j, race_text[(what - ROLLER_RACE) / RINGS].name, b, what + r);
        json_end(j);
    }
    json_end(j);
}

void roller_report(const abut_world *w, const void *self, json *j) {
    (void)w;
    const roller_bearing *b = self;
    const roller_log *l = b->log;
    double rows = (double)l->rows, outer = b->speed[OUTER],
           speed = l->rows ? l->column[COL_SPEED].sum / rows : b->speed[INNER] - outer;
    json_string(j, "type", "roller_bearing");
    json_number(j, "rollers", b->def.rollers.count);
    json_number(j, "slices", (double)l->slices);
    json_number(j, "instants", rows);
    json_number(j, "from", l->rows ? l->t_first : (double)NAN);
    json_number(j, "to", l->rows ? l->t_last : (double)NAN);
    roller_put_frequencies(b, outer + speed, outer, j);
    if (!l->rows) return;
    for (int i = 0; i < BEARING_COLUMNS; i++) put_column(j, bearing_text[i].name, l, i);
    for (int what = ROLLER_ORBIT; what < ROLLER_RACE; what++) {
        char key[32];
        (void)snprintf(key, sizeof key, "roller_%s", roller_text[what].name);
        put_rollers(j, key, b, what);
    }
    put_races(j, b);
    roller_put_life(b, hypot(l->column[COL_FX].sum, l->column[COL_FY].sum) / rows, speed, j);
    roller_damage_json(b, j);
}
