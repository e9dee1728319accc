/* The machine `ball_bearing` of the model file. Geometry that does not fit is found by the bearing itself. */
#include <math.h>
#include <string.h>

#include "machine/ball_bearing/ball_bearing.h"
#include "machines.h"

enum { BALLS_MAX = 100000 }; /* of all machines of a model */

/* ---- parts ---- */
static bool read_balls(reader *r, const node *n, abut_ball_bearing_def *def) {
    balls_keys k = {0};
    if (!need_map(r, n, "balls") || read_keys(r, n, &keys_of_balls, NULL, &k)) return false;
    def->balls.count = k.count;
    def->balls.diameter = k.diameter;
    r->balls += k.count;
    if (r->balls > BALLS_MAX) {
        error_on(r, node_get(n, "count"), "count: the model has more than %d balls", BALLS_MAX);
        return false;
    }
    return !k.material || refer_material(r, k.material, "material", &def->balls.material);
}

static bool check_conformity(reader *r, const node *map, const char *ring, double f) {
    const node *given = node_get(map, ring);
    if (!given || f > 0.5) return true;
    error_on(r, given,
             "conformity of the %s ring must be above 0.5 (the groove radius is conformity x ball diameter, and the "
             "groove must be wider than the ball), got %g",
             ring, f);
    return false;
}

static bool read_conformity(reader *r, const node *n, abut_ball_bearing_def *def) {
    two_rings_keys k = {0};
    if (!n) return true;
    if (!need_map(r, n, "conformity") || read_keys(r, n, &keys_of_conformity, NULL, &k)) return false;
    bool good = check_conformity(r, n, "inner", k.inner);
    good = check_conformity(r, n, "outer", k.outer) && good;
    def->inner_race.conformity = k.inner;
    def->outer_race.conformity = k.outer;
    return good;
}

static bool read_shoulder(reader *r, const node *n, abut_ball_bearing_def *def) {
    two_rings_keys k = {0};
    if (!n) return true;
    if (!need_map(r, n, "shoulder") || read_keys(r, n, &keys_of_shoulder, NULL, &k)) return false;
    def->inner_race.shoulder = k.inner;
    def->outer_race.shoulder = k.outer;
    return true;
}

static bool read_rating(reader *r, const node *n, abut_ball_bearing_def *def) {
    rating_keys k = {0};
    if (!n) return true;
    if (!need_map(r, n, "rating") || read_keys(r, n, &keys_of_rating, NULL, &k)) return false;
    def->rating.C = k.C;
    def->rating.C0 = k.C0;
    def->rating.Cu = k.Cu;
    def->rating.e_C = k.e_C;
    return true;
}

static bool read_cage(reader *r, const node *n, abut_ball_bearing_def *def) {
    cage_keys k = {.guide = "ball"};
    if (!n) return true;
    if (!need_map(r, n, "cage") || read_keys(r, n, &keys_of_cage, NULL, &k)) return false;
    def->cage.mass = k.mass;
    def->cage.pocket_clearance = k.pocket_clearance;
    def->cage.guide_clearance = k.guide_clearance;
    def->cage.mu = k.mu;
    def->cage.guide = !strcmp(k.guide, "inner")   ? ABUT_GUIDE_INNER
                      : !strcmp(k.guide, "outer") ? ABUT_GUIDE_OUTER
                                                  : ABUT_GUIDE_BALL;
    return !k.material || refer_material(r, k.material, "material", &def->cage.material);
}

/* ---- raceways ---- */
static bool read_waves(reader *r, const node *n, const char *ring, abut_raceway *race) {
    if (!n) return true;
    if (n->kind != NODE_LIST || n->count > ABUT_MAX_WAVES) {
        error_on(r, n, "%s: expected a list of at most %d waves, got %s", ring, ABUT_MAX_WAVES,
                 n->kind == NODE_LIST ? "more" : node_phrase(n));
        return false;
    }
    for (unsigned i = 0; i < n->count; i++) {
        wave_keys k = {0};
        if (!need_map(r, n->items[i], "wave") || read_keys(r, n->items[i], &keys_of_wave, NULL, &k)) return false;
        race->wave[race->waves++] = (abut_wave){k.order, k.amplitude, k.phase};
    }
    return true;
}

static bool read_spall(reader *r, const node *n, const char *ring, abut_raceway *race) {
    spall_keys k = {0};
    if (!n) return true;
    if (!need_map(r, n, ring) || read_keys(r, n, &keys_of_spall, NULL, &k)) return false;
    race->spall.depth = k.depth;
    race->spall.width = k.width;
    race->spall.angle = k.angle;
    return true;
}

static bool read_faults(reader *r, const ball_bearing_keys *k, abut_ball_bearing_def *def) {
    two_parts_keys waves = {0}, spalls = {0};
    bool good = true;
    if (k->waviness)
        good = need_map(r, k->waviness, "waviness") && !read_keys(r, k->waviness, &keys_of_waviness, NULL, &waves);
    if (k->spall)
        good = need_map(r, k->spall, "spall") && !read_keys(r, k->spall, &keys_of_spalls, NULL, &spalls) && good;
    good = read_waves(r, waves.inner, "inner", &def->inner_race) && good;
    good = read_waves(r, waves.outer, "outer", &def->outer_race) && good;
    good = read_spall(r, spalls.inner, "inner", &def->inner_race) && good;
    return read_spall(r, spalls.outer, "outer", &def->outer_race) && good;
}

/* ---- laws and words ---- */
static void read_direction(reader *r, const node *n, const ball_bearing_keys *k, abut_ball_bearing_def *def) {
    const node *angle = node_get(n, "contact_angle"), *clearance = node_get(n, "clearance");
    if (angle && clearance)
        error_on(r, clearance, "clearance: contact_angle and clearance say the same thing: give one of them");
    def->contact_angle = k->contact_angle;
    def->clearance = k->clearance;
    const char *thrust = k->thrust ? k->thrust : angle ? "+z" : "both";
    if (!angle && k->thrust && strcmp(k->thrust, "both") != 0)
        error_on(r, node_get(n, "thrust"), "thrust: goes with contact_angle; without, the inner ring accepts both");
    def->thrust = thrust[0] == '+' ? 1 : thrust[0] == '-' ? -1 : 0;
    const char *control = k->control ? k->control : "outer";
    def->control = control[0] == 'o' ? ABUT_CONTROL_OUTER : control[0] == 'i' ? ABUT_CONTROL_INNER : ABUT_CONTROL_NONE;
}

/* ---- the bearing ---- */
abut_machine read_ball_bearing(reader *r, const node *n) {
    const abut_machine none = {0};
    ball_bearing_keys k = {0};
    abut_ball_bearing_def def = {0};
    int before = r->errors, inner = -1, outer = -1;
    (void)read_keys(r, n, &keys_of_ball_bearing, NULL, &k);
    if (k.inner) inner = refer_body(r, k.inner, "inner");
    if (k.outer) outer = refer_body(r, k.outer, "outer");
    bool made = !k.material || refer_material(r, k.material, "material", &def.material);
    if (k.balls) made = read_balls(r, k.balls, &def) && made;
    made = read_conformity(r, k.conformity, &def) && made;
    made = read_shoulder(r, k.shoulder, &def) && made;
    made = read_rating(r, k.rating, &def) && made;
    made = read_cage(r, k.cage, &def) && made;
    made = read_faults(r, &k, &def) && made;
    const node *film = k.contact ? node_get(k.contact, "film") : NULL;
    const abut_law_def base = bearing_law(k.lubricant || (k.contact && node_get(k.contact, "lubricant")) ||
                                          (film && node_get(film, "lubricant")));
    made = read_machine_laws(r, k.contact, &keys_of_laws, k.lubricant, &base, &def.law) && made;
    read_direction(r, n, &k, &def);
    if (r->errors != before || !made || inner < 0 || outer < 0) return none;
    def.name = k.machine.name;
    def.inner.id = inner;
    def.outer.id = outer;
    def.place = (abut_pose){k.position, k.orientation};
    def.pitch_diameter = k.pitch_diameter;
    def.first_ball_angle = k.first_ball_angle;
    abut_machine machine = abut_add_ball_bearing(r->world, &def);
    if (!machine.id) world_refused(r, n);
    return machine;
}
