/* The ball bearing: checks of its geometry, expansion to bodies, surfaces and contacts, start at rolling speeds.
 *
 * Groove circles for the diametral clearance P_d (negative: preload), D ball diameter, d_m pitch diameter, f conformity:
 *   R_i = d_m/2 + (f_i - 1/2) D - P_d/4,   R_o = d_m/2 - (f_o - 1/2) D + P_d/4,   both in the plane z = 0;
 * for the unloaded contact angle alpha, the ball touching both without force at d_m/2:
 *   R_i = d_m/2 + (f_i - 1/2) D cos alpha,  z_i = +(f_i - 1/2) D sin alpha,
 *   R_o = d_m/2 - (f_o - 1/2) D cos alpha,  z_o = -(f_o - 1/2) D sin alpha   (inner ring accepts a force along +z).
 * Pure rolling (theory: ball and rings have the same speed at both contacts), r = R_b cos alpha, R = d_m/2:
 *   w_c = [w_i (R - r) + w_o (R + r)] / 2R,   spin in the orbiting frame (w_o - w_c) (R + r) / R_b about the axis in the
 *   radial plane that is perpendicular to the line of contact. */
#include "ball_bearing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/constants.h"
#include "base/message.h"
#include "base/quat.h"
#include "machine/shared/drag.h"
#include "machine/shared/standards.h"
#include "watch.h"
#include "world/world.h"

static const char *const ring_word[RINGS] = {"inner", "outer"};

/* ---- checks ---- */
static bool in_range(double x, double low, double high) { return x > low && x < high; }

/* "conformity.inner" and the like. */
static const char *ring_key(char to[60], const char *what, int ring, const char *below) {
    (void)snprintf(to, 60, "%s.%s%s", what, ring_word[ring], below);
    return to;
}

static bool whole_order(const abut_wave *v) { return v->order >= 1 && v->order < 1e5 && v->order == floor(v->order); }

static const char *wave_key(char to[60], const abut_raceway *r, int i, int ring, double D) {
    const abut_wave *v = &r->wave[i];
    const char *which = !whole_order(v) ? "order" : !(fabs(v->amplitude) < 0.01 * D) ? "amplitude" : "phase";
    (void)snprintf(to, 60, "waviness.%s.%d.%s", ring_word[ring], i, which);
    return to;
}

static abut_status check_race(abut_world *w, const char *name, const abut_raceway *r, int ring, double D) {
    char key[60];
    if (!(r->conformity > 0.5 && r->conformity < 10))
        return world_refuse_at(
            w, ring_key(key, "conformity", ring, ""), ABUT_BAD_VALUE,
            "ball_bearing '%.60s': conformity of the %s ring must be above 0.5 (the groove radius is "
            "conformity x ball diameter and the groove must be wider than the ball), got %g",
            name, ring_word[ring], r->conformity);
    if (r->shoulder != 0 && !(r->shoulder > 0 && r->shoulder < 1e6))
        return world_refuse_at(w, ring_key(key, "shoulder", ring, ""), ABUT_BAD_VALUE,
                               "ball_bearing '%.60s': shoulder of the %s ring must be a positive diameter, got %g m",
                               name, ring_word[ring], r->shoulder);
    if (r->waves < 0 || r->waves > ABUT_MAX_WAVES)
        return world_refuse_at(w, ring_key(key, "waviness", ring, ""), ABUT_BAD_VALUE,
                               "ball_bearing '%.60s': at most %d waves per raceway", name, ABUT_MAX_WAVES);
    for (int i = 0; i < r->waves; i++)
        if (!whole_order(&r->wave[i]) || !(fabs(r->wave[i].amplitude) < 0.01 * D) || !isfinite(r->wave[i].phase))
            return world_refuse_at(w, wave_key(key, r, i, ring, D), ABUT_BAD_VALUE,
                                   "ball_bearing '%.60s': a wave of the %s ring wants a whole order from 1 and an "
                                   "amplitude below 1 %% of the ball diameter",
                                   name, ring_word[ring]);
    if (r->spall.depth != 0 && (!in_range(r->spall.depth, 0, 0.1 * D) || !in_range(r->spall.width, 0, D)))
        return world_refuse_at(
            w, ring_key(key, "spall", ring, in_range(r->spall.depth, 0, 0.1 * D) ? ".width" : ".depth"), ABUT_BAD_VALUE,
            "ball_bearing '%.60s': the spall of the %s ring wants a depth in (0, %g) m and a width in "
            "(0, %g) m",
            name, ring_word[ring], 0.1 * D, D);
    return ABUT_OK;
}

static abut_status check_sizes(abut_world *w, const abut_ball_bearing_def *d) {
    double D = d->balls.diameter, dm = d->pitch_diameter;
    if (d->balls.count < 1 || d->balls.count > 100000)
        return world_refuse_at(w, "balls.count", ABUT_BAD_VALUE,
                               "ball_bearing '%.60s': it needs at least one ball, got %d", d->name, d->balls.count);
    if (!in_range(D, 0, 1e3))
        return world_refuse_at(w, "balls.diameter", ABUT_BAD_VALUE,
                               "ball_bearing '%.60s': the ball diameter must be positive, got %g m", d->name, D);
    if (!in_range(dm, 0, 1e4))
        return world_refuse_at(w, "pitch_diameter", ABUT_BAD_VALUE,
                               "ball_bearing '%.60s': pitch_diameter must be positive, got %g m", d->name, dm);
    if (!(dm > D))
        return world_refuse_at(w, "pitch_diameter", ABUT_BAD_VALUE,
                               "ball_bearing '%.60s': the balls do not fit: pitch_diameter %g mm must exceed the ball "
                               "diameter %g mm, or nothing is left for the inner ring",
                               d->name, dm * 1e3, D * 1e3);
    double apart = dm * sin(PI / d->balls.count);
    if (d->balls.count > 1 && !(apart >= D))
        return world_refuse_at(w, "balls.count", ABUT_BAD_VALUE,
                               "ball_bearing '%.60s': %d balls of %g mm do not fit on a pitch circle of %g mm: their "
                               "centres are %g mm apart; at most %d fit",
                               d->name, d->balls.count, D * 1e3, dm * 1e3, apart * 1e3, (int)floor(PI / asin(D / dm)));
    if (!(fabs(d->clearance) < 1e3) || !(d->contact_angle >= 0 && d->contact_angle <= PI / 2 + 1e-9))
        return world_refuse_at(w, fabs(d->clearance) < 1e3 ? "contact_angle" : "clearance", ABUT_BAD_VALUE,
                               "ball_bearing '%.60s': clearance must be finite and contact_angle in [0, 90] deg",
                               d->name);
    if (d->contact_angle > 0 && d->clearance != 0)
        return world_refuse_at(w, "clearance", ABUT_BAD_VALUE,
                               "ball_bearing '%.60s': contact_angle and clearance say the same thing: give one of them",
                               d->name);
    if (!(d->clearance > -0.5 * D))
        return world_refuse_at(
            w, "clearance", ABUT_BAD_VALUE,
            "ball_bearing '%.60s': the interference of %g mm does not fit: every ball (%g mm) would be "
            "pressed in by half its radius or more",
            d->name, -d->clearance * 1e3, D * 1e3);
    return d->thrust < -1 || d->thrust > 1
               ? world_refuse_at(w, "thrust", ABUT_BAD_VALUE, "ball_bearing '%.60s': thrust is +1, -1 or 0", d->name)
               : ABUT_OK;
}

static abut_status check_grooves(abut_world *w, const ball_bearing *b) {
    char key[60];
    for (int r = 0; r < RINGS; r++) {
        const bearing_groove *g = &b->groove[r][0];
        if (!(g->ring > g->tube))
            return world_refuse_at(
                w, ring_key(key, "conformity", r, ""), ABUT_BAD_VALUE,
                "ball_bearing '%.60s': the groove of the %s ring does not fit: its radius %g mm must be "
                "below that of its circle, %g mm",
                b->def.name, ring_word[r], g->tube * 1e3, g->ring * 1e3);
    }
    double reach_i = b->groove[INNER][0].ring - b->groove[INNER][0].tube,
           reach_o = b->groove[OUTER][0].ring + b->groove[OUTER][0].tube;
    if (b->def.contact_angle == 0 && !(reach_o > reach_i))
        return world_refuse_at(w, "clearance", ABUT_BAD_VALUE, "ball_bearing '%.60s': the raceways overlap",
                               b->def.name);
    return ABUT_OK;
}

/* ---- defaults ---- */
static bool no_material(const abut_material *m) { return m->E == 0 && !m->rigid; }

abut_law_def bearing_law(arena *memory, const abut_registry *r, bool lubricated) {
    abut_law_def law = {
        .normal = machine_normal(memory, r, REGISTRY_NAME(r, normal_hertz)),
        .friction = {
            REGISTRY_NAME(r, friction_coulomb),
            {{.name = "mu", .value = 0.1}, {.name = "v_s", .value = 1e-3}, {.name = "patch", .text = "ellipse"}}}};
    if (lubricated)
        law.friction = (abut_choice){REGISTRY_NAME(r, friction_mixed), {{.name = "patch", .text = "ellipse"}}};
    return law;
}

static void set_defaults(abut_world *w, abut_ball_bearing_def *d) {
    static const abut_material steel = ABUT_STEEL,
                               polyamide = {.E = 5e9, .nu = 0.36, .density = 1300}; /* PA66, fibres */
    const abut_law_def law = bearing_law(&w->keep.memory, w->registry, d->law.lubricant);
    abut_raceway *races[RINGS] = {&d->inner_race, &d->outer_race};
    for (int r = 0; r < RINGS; r++)
        if (races[r]->conformity == 0) races[r]->conformity = 0.52;
    if (no_material(&d->material)) d->material = steel;
    if (no_material(&d->balls.material)) d->balls.material = d->material;
    if (d->balls.material.density == 0) d->balls.material.density = d->material.density ? d->material.density : 7850;
    if (!d->law.normal.type) d->law.normal = law.normal;
    if (!d->law.friction.type) d->law.friction = law.friction;
    if (d->cage.mass > 0) {
        if (no_material(&d->cage.material)) d->cage.material = polyamide;
        if (d->cage.pocket_clearance == 0) d->cage.pocket_clearance = 0.015 * d->balls.diameter;
        if (d->cage.guide_clearance == 0) d->cage.guide_clearance = 0.5 * d->cage.pocket_clearance;
    }
}

double bearing_orbit(const abut_ball_bearing_def *def, double angle, double inner, double outer) {
    return rings_orbit(def->balls.diameter, def->pitch_diameter, angle, inner, outer);
}

abut_bearing_frequencies abut_bearing_rolling(const abut_ball_bearing_def *def, double inner, double outer) {
    return rings_rolling(def->balls.count, def->balls.diameter, def->pitch_diameter, def->contact_angle, inner, outer);
}

/* ---- expansion ---- */
static void part_name(char *to, size_t size, const ball_bearing *b, int ball, const char *what) {
    if (ball >= 0)
        (void)snprintf(to, size, "%s.ball%d%s%s", b->def.name, ball + 1, *what ? "." : "", what);
    else
        (void)snprintf(to, size, "%s.%s", b->def.name, what);
}

static const char *groove_word(const ball_bearing *b, int ring, int groove) {
    static const char *const two[RINGS][2] = {{"inner_plus", "inner_minus"}, {"outer_plus", "outer_minus"}};
    return b->grooves == 1 ? ring_word[ring] : two[ring][groove];
}

static const abut_raceway *race_of(const ball_bearing *b, int ring) {
    return ring == INNER ? &b->def.inner_race : &b->def.outer_race;
}

/* A plain groove is a torus; one with waves or a spall is a raceway. */
abut_choice bearing_groove_shape(const ball_bearing *b, int ring, int groove) {
    const bearing_groove *g = &b->groove[ring][groove];
    const abut_raceway *race = race_of(b, ring);
    abut_choice shape = {PART_TYPE(b, surface_torus),
                         {{.name = "ring_radius", .value = g->ring},
                          {.name = "tube_radius", .value = g->tube},
                          {.name = "side", .text = "inside"}}};
    if (!race->waves && race->spall.depth == 0) return shape;
    int n = 2;
    shape.type = PART_TYPE(b, surface_raceway);
    if (race->waves)
        shape.params[n++] = (abut_param){.name = "waves", .data = race->wave, .count = 3 * (size_t)race->waves};
    if (race->spall.depth != 0) {
        shape.params[n++] = (abut_param){.name = "spall_depth", .value = race->spall.depth};
        shape.params[n++] = (abut_param){.name = "spall_width", .value = race->spall.width};
        shape.params[n++] = (abut_param){.name = "spall_angle", .value = race->spall.angle};
    }
    for (; n < ABUT_MAX_PARAMS; n++) shape.params[n] = (abut_param){0};
    return shape;
}

static abut_pose pose_times(abut_pose a, abut_pose b) {
    return (abut_pose){v3_add(a.r, m3_mul(m3_of_quat(a.q), b.r)), quat_multiply(a.q, b.q)};
}

/* A groove was refused: which keys its shape comes from. */
static bool blame_groove(abut_world *w, int ring) {
    char key[60];
    (void)machine_blame(w, "shape.waves", ring_key(key, "waviness", ring, ""));
    (void)machine_blame(w, "shape.spall_depth", ring_key(key, "spall", ring, ".depth"));
    (void)machine_blame(w, "shape.spall_width", ring_key(key, "spall", ring, ".width"));
    (void)machine_blame(w, "shape.spall_angle", ring_key(key, "spall", ring, ".angle"));
    return machine_blame(w, "shape", ring_key(key, "conformity", ring, ""));
}

/* Half of the offset on each ring: the balls stay in the plane of the bearing. */
void bearing_place_rings(abut_world *w, ball_bearing *b) {
    for (int r = 0; r < RINGS; r++)
        for (int g = 0; g < b->grooves; g++) {
            double side = r == INNER ? 0.5 : -0.5;
            bearing_groove *groove = &b->groove[r][g];
            groove->z = groove->z_alone + side * b->hand * b->offset;
            const abut_pose in_ring = {{0, 0, groove->z}, {1, 0, 0, 0}};
            world_move_surface(w, b->surface[r][g], pose_times(b->ring[r], in_ring).r);
        }
    bearing_rest_place(b);
}

static bool add_rings(abut_world *w, ball_bearing *b) {
    const abut_body body[RINGS] = {b->def.inner, b->def.outer};
    rings_place(w, body, &b->def.place, b->ring);
    for (int r = 0; r < RINGS; r++) {
        for (int g = 0; g < b->grooves; g++) {
            char name[160];
            part_name(name, sizeof name, b, -1, groove_word(b, r, g));
            const bearing_groove *groove = &b->groove[r][g];
            abut_pose in_ring = {{0, 0, groove->z}, {1, 0, 0, 0}};
            abut_surface_def def = {.shape = bearing_groove_shape(b, r, g),
                                    .material = b->def.material,
                                    .place = pose_times(b->ring[r], in_ring),
                                    .name = name};
            b->surface[r][g] = abut_add_surface(w, body[r], &def).id;
            if (!b->surface[r][g]) return blame_groove(w, r);
        }
    }
    return true;
}

static bool add_ball(abut_world *w, ball_bearing *b, int i) {
    char name[160];
    double radius = 0.5 * b->def.balls.diameter;
    part_name(name, sizeof name, b, i, "");
    abut_body_def def = {.name = name, .mass = b->ball_mass};
    for (int k = 0; k < 3; k++) def.inertia[k] = b->ball_inertia;
    double angle = b->def.first_ball_angle + 2 * PI * i / b->def.balls.count;
    vec3 radial = {cos(angle), sin(angle), 0};
    def.start.r =
        v3_add(b->def.place.r, m3_mul(m3_of_quat(b->def.place.q), v3_scale(0.5 * b->def.pitch_diameter, radial)));
    def.start.q = b->def.place.q;
    abut_body body = abut_add_body(w, &def);
    if (!body.id) return machine_blame(w, "mass", "balls.material.density");
    if (i == 0) b->ball = body.id;
    abut_surface_def surface = {.shape = {PART_TYPE(w, surface_sphere), {{.name = "radius", .value = radius}}},
                                .material = b->def.balls.material,
                                .name = name};
    return abut_add_surface(w, body, &surface).id != 0;
}

static bool add_contacts(abut_world *w, ball_bearing *b, int i) {
    for (int r = 0; r < RINGS; r++)
        for (int g = 0; g < b->grooves; g++) {
            char name[160];
            part_name(name, sizeof name, b, i, "");
            abut_surface ball = abut_find_surface(w, name);
            part_name(name, sizeof name, b, i, groove_word(b, r, g));
            abut_law_def law = b->def.law;
            law.name = name;
            abut_contact c = abut_add_contact(w, (abut_surface){b->surface[r][g]}, ball, &law);
            if (!c.id) return machine_blame(w, "", "contact");
            if (!b->contact) b->contact = c.id;
        }
    return true;
}

static drag_of drag_on(const ball_bearing *b) {
    return (drag_of){.machine = "ball_bearing",
                     .name = b->def.name,
                     .drag = &b->def.drag,
                     .oil = b->def.law.lubricant,
                     .id = b->id,
                     .outer = b->def.outer,
                     .first = b->ball,
                     .count = b->def.balls.count,
                     .diameter = b->def.balls.diameter};
}

int bearing_contact(const ball_bearing *b, int ball, int ring, int groove) {
    return b->contact + (ball * RINGS + ring) * b->grooves + groove;
}

abut_machine abut_add_ball_bearing(abut_world *w, const abut_ball_bearing_def *def) {
    const abut_machine none = {0};
    abut_ball_bearing_def full = *def;
    if (!full.name) full.name = "";
    set_defaults(w, &full);
    world_about(w, "machine", 0);
    if (standards_complete(w, "ball_bearing", full.name, ABUT_RADIAL_BALL, &full.boundary, full.group,
                           &full.clearance) ||
        check_sizes(w, &full) || machine_check_place(w, &full.place) ||
        world_check_material(w, "material", &full.material) ||
        world_check_material(w, "balls.material", &full.balls.material) ||
        check_race(w, full.name, &full.inner_race, INNER, full.balls.diameter) ||
        check_race(w, full.name, &full.outer_race, OUTER, full.balls.diameter))
        return none;
    const abut_law_def given = full.law;
    if (bearing_complete_film(w, &full)) return none;
    world_machine *m = machine_begin(w, &machine_ball_bearing, full.name, full.inner, full.outer);
    if (!m) return none;
    ball_bearing *b = m->self;
    b->def = full;
    b->def.name = m->name;
    b->registry = w->registry;
    b->id = w->machines;
    b->def.law = keep_law(&w->keep, &full.law);
    double radius = 0.5 * full.balls.diameter;
    b->ball_mass = full.balls.material.density * 4 / 3 * PI * radius * radius * radius;
    b->ball_inertia = 0.4 * b->ball_mass * radius * radius;
    bearing_set_grooves(b);
    for (int k = 0; k < RINGS * 2; k++) b->groove[k / 2][k % 2].z_alone = b->groove[k / 2][k % 2].z;
    bool good =
        !check_grooves(w, b) && !bearing_mount_begin(w, b, &given) && !bearing_check_pair(w, b) && add_rings(w, b);
    for (int i = 0; good && i < full.balls.count; i++) good = add_ball(w, b, i);
    for (int i = 0; good && i < full.balls.count; i++) good = add_contacts(w, b, i);
    if (good && full.cage.mass > 0) good = !bearing_add_cage(w, b);
    const drag_of drag = drag_on(b);
    if (good) good = !drag_check(w, &drag) && drag_add(w, &drag, &b->drag);
    if (good && (!bearing_rest_create(b) || !bearing_log_create(b)))
        (void)world_refuse(w, ABUT_NO_MEMORY, "out of memory");
    return machine_end(w, m);
}

/* ---- start ---- */

static void start_ball(abut_world *w, const ball_bearing *b, int i, double orbit, double ramp) {
    abut_body_def *d = &w->body[b->ball + i].def;
    mat3 R = m3_of_quat(b->def.place.q);
    vec3 radial = v3_unit(v3_sub(d->start.r, b->def.place.r)), axis = R.c2;
    double r = 0.5 * b->def.balls.diameter, angle = b->contact_angle, s = sin(angle) * b->hands,
           c = b->hands ? cos(angle) : 1;
    double share = ramp > 0 ? 0 : 1; /* a run-up starts from rest */
    double spin = (b->speed[OUTER] - orbit) * (0.5 * b->def.pitch_diameter + r * c) / r;
    vec3 roll = v3_add(v3_scale(-s, radial), v3_scale(c, axis));
    d->start.v = v3_scale(share * orbit, v3_cross(axis, v3_sub(d->start.r, b->def.place.r)));
    vec3 omega = v3_scale(share, v3_add(v3_scale(orbit, axis), v3_scale(spin, roll)));
    d->start.w = m3_tmul(m3_of_quat(d->start.q), omega);
    w->body[b->ball + i].given_speed = true;
    d->turning.rate = orbit;
    d->turning.ramp = ramp;
    d->turning.axis = axis;
    d->turning.origin = b->def.place.r;
}

abut_status bearing_prepare(abut_world *w, void *self) {
    ball_bearing *b = self;
    b->still = w->solver.at_rest;
    const int body[RINGS] = {b->def.inner.id, b->def.outer.id};
    vec3 axis = m3_of_quat(b->def.place.q).c2;
    for (int r = 0; r < RINGS; r++) ring_speed(w, body[r], axis, &b->speed[r], &b->ramp[r]);
    abut_status status = bearing_prepare_pair(w, b); /* as the bearings are before they are mounted */
    if (!status) status = bearing_mount(w, b);
    if (status) return status;
    b->orbit = bearing_orbit(&b->def, b->hands ? b->contact_angle : 0, b->speed[INNER], b->speed[OUTER]);
    double ramp = fmax(b->ramp[INNER], b->ramp[OUTER]);
    for (int i = 0; i < b->def.balls.count; i++) start_ball(w, b, i, b->orbit, ramp);
    return b->cage ? bearing_prepare_cage(w, b) : ABUT_OK;
}

/* ---- reading ---- */
const ball_bearing *bearing_of(const abut_world *w, abut_machine machine) {
    const world_machine *m = machine_at(w, machine, &machine_ball_bearing);
    return m ? m->self : NULL;
}

int abut_bearing_balls(const abut_world *w, abut_machine bearing) {
    const ball_bearing *b = bearing_of(w, bearing);
    return b ? b->def.balls.count : 0;
}

abut_body abut_bearing_ball(const abut_world *w, abut_machine bearing, int ball) {
    const ball_bearing *b = bearing_of(w, bearing);
    return (abut_body){b && ball >= 1 && ball <= b->def.balls.count ? b->ball + ball - 1 : 0};
}

abut_body abut_bearing_cage(const abut_world *w, abut_machine bearing) {
    const ball_bearing *b = bearing_of(w, bearing);
    return (abut_body){b ? b->cage : 0};
}

/* Contacts of balls and rings come first. */
static const abut_law_def *law_of(const void *self, int index) {
    const ball_bearing *b = self;
    return index < b->def.balls.count * RINGS * b->grooves ? &b->def.law : NULL;
}

static void drop(void *self) {
    ball_bearing *b = self;
    bearing_rest_destroy(b->rest);
    bearing_log_destroy(b->log);
    bearing_set_drop(b->set);
}

static mounted_bearing *mounted_of(void *self) { return &((ball_bearing *)self)->mounted; }

static abut_machine add(abut_world *w, const void *def) { return abut_add_ball_bearing(w, def); }

const machine_type machine_ball_bearing = {
    .type = {"machine", "ball_bearing", "balls between two rings with grooves, with or without a cage", NULL, NULL},
    .keys = &keys_of_ball_bearing,
    .def_size = sizeof(abut_ball_bearing_def),
    .add = add,
    .example = ball_bearing_example,
    .size = sizeof(ball_bearing),
    .ports = {"inner", "outer"},
    .mounted = mounted_of,
    .rest_loss = bearing_rest_loss,
    .prepare = bearing_prepare,
    .law = law_of,
    .rest = &force_bearing_rest,
    .rest_spin = bearing_rest_spin,
    .rest_body = bearing_rest_body,
    .rest_velocity = bearing_rest_velocity,
    .rest_contact = bearing_rest_contact,
    .rest_json = bearing_rest_json,
    .rest_print = bearing_rest_print,
    .rest_rolling = bearing_rest_rolling,
    .rest_steers = bearing_rest_steers,
    .watch = &bearing_watch,
    .tables = RINGS * DAMAGE_TABLES,
    .table = bearing_table,
    .drop = drop,
};
