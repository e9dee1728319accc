/* The machine `cam_roller` of the model file. Pivot and roller of a lever are given as points of the machine's frame; the
 * machine wants its own frame turned so that the pivot lies on +x and the roller at y > 0. */
#include <math.h>
#include <string.h>

#include "base/quat.h"
#include "base/vec.h"
#include "cam_keys.h"
#include "csv_table.h"
#include "machine/cam_roller/cam_roller.h"
#include "machines.h"

static const double DEGREE = 0.017453292519943295769;
enum { POINTS_MAX = 100000 };

/* ---- profile ---- */
static bool has_column(const csv_table *t, const char *name) {
    for (int i = 0; i < t->columns; i++)
        if (!strcmp(t->headings[i].text, name)) return true;
    return false;
}

/* A path as seen from the file that a node stands in. */
static const char *beside(reader *r, const node *at, const char *name) {
    const char *path = r->file_names[at->at.file], *slash = strrchr(path, '/');
    return name[0] == '/' || !slash ? name : arena_join(&r->memory, path, (size_t)(slash + 1 - path), name);
}

static bool read_file(reader *r, const node *at, const char *name, abut_lift *to) {
    const csv_table *t = csv_table_read(r, at, beside(r, at, name));
    if (!t) return false;
    bool degrees = has_column(t, "angle_deg"), thousandths = has_column(t, "lift_mm");
    const double *angle = csv_table_column(r, t, at, "file", degrees ? "angle_deg" : "angle_rad");
    const double *lifts = csv_table_column(r, t, at, "file", thousandths ? "lift_mm" : "lift_m");
    if (!angle || !lifts) return false;
    double *pairs = arena_get(&r->memory, (2 * (size_t)t->rows + 1) * sizeof *pairs);
    for (int i = 0; i < t->rows; i++) {
        pairs[2 * i] = degrees ? angle[i] * DEGREE : angle[i];
        pairs[2 * i + 1] = thousandths ? lifts[i] * 1e-3 : lifts[i];
    }
    to->count = (size_t)t->rows;
    to->table = pairs;
    return true;
}

/* A list of angles with what belongs to them, as pairs; NULL after an error. */
static const double *read_points(reader *r, const node *n, const key_table *keys, size_t *count) {
    if (n->kind != NODE_LIST || n->count < 1 || n->count > POINTS_MAX) {
        error_on(r, n, "points: expected a list of 1 to %d points", POINTS_MAX);
        return NULL;
    }
    double *pairs = arena_get(&r->memory, 2 * (size_t)n->count * sizeof *pairs);
    for (unsigned i = 0; i < n->count; i++) {
        cam_point_keys k = {0};
        if (!need_map(r, n->items[i], "point") || read_keys(r, n->items[i], keys, NULL, &k)) return NULL;
        pairs[2 * i] = k.angle;
        pairs[2 * i + 1] = keys == &keys_of_cam_lift ? k.lift : k.pressure;
    }
    *count = n->count;
    return pairs;
}

static abut_lift_law law_of(const char *type) {
    static const char *const words[] = {"cycloidal", "polynomial_345", "polynomial_4567", "spline"};
    int i = 0;
    while (i < 3 && strcmp(words[i], type) != 0) i++;
    return (abut_lift_law)i;
}

/* What goes with the law, and what does not. */
static bool check_lift(reader *r, const node *n, const char *type, bool smooth) {
    static const char *const phases[] = {"lift", "rise", "fall"}, *const table[] = {"points", "file"};
    bool good = true;
    for (int i = 0; i < 3; i++)
        if (!smooth != (node_get(n, phases[i]) != NULL)) {
            if (smooth)
                error_on(r, node_get(n, phases[i]), "%s: does not go with the type spline", phases[i]);
            else
                error_on(r, n, "'%s' is missing in this profile (its type is %s)", phases[i], type);
            good = false;
        }
    for (int i = 0; !smooth && i < 2; i++)
        if (node_get(n, table[i])) {
            error_on(r, node_get(n, table[i]), "%s: goes with the type spline", table[i]);
            good = false;
        }
    if (smooth && !node_get(n, "points") == !node_get(n, "file")) {
        error_on(r, n, "a spline needs points or a file, one of them");
        good = false;
    }
    return good;
}

static bool read_profile(reader *r, const node *n, abut_cam *to) {
    cam_profile_keys k = {.lobes = 1, .rotation = "+z"};
    if (!n || !need_map(r, n, "profile") || read_keys(r, n, &keys_of_cam_profile, NULL, &k)) return false;
    const char *type = k.type ? k.type : k.file || k.points ? "spline" : "cycloidal";
    *to = (abut_cam){.lift = {law_of(type), k.lift, k.rise, k.dwell, k.fall, k.lobes, 0, NULL},
                     .base_radius = k.base_radius,
                     .roller_radius = k.roller_radius,
                     .phase = k.phase,
                     .clockwise = k.rotation[0] == '-'};
    bool smooth = to->lift.law == ABUT_LIFT_SPLINE;
    if (!check_lift(r, n, type, smooth)) return false;
    if (k.file) return read_file(r, node_get(n, "file"), k.file, &to->lift);
    if (smooth) to->lift.table = read_points(r, k.points, &keys_of_cam_lift, &to->lift.count);
    return !smooth || to->lift.table;
}

/* ---- follower ---- */
static bool check_place(reader *r, const node *n, bool lever, bool finger) {
    const struct {
        const char *key;
        bool wanted, allowed;
    } all[] = {
        {"pivot", lever, lever}, {"roller_at", lever, lever}, {"tip", finger, finger}, {"offset", false, !lever}};
    bool good = true;
    for (int i = 0; i < 4; i++) {
        const node *given = node_get(n, all[i].key);
        if (all[i].wanted && !given) error_on(r, n, "'%s' is missing in this follower", all[i].key);
        if (given && !all[i].allowed) error_on(r, given, "%s: does not go with this type of follower", all[i].key);
        good = good && !(all[i].wanted && !given) && !(given && !all[i].allowed);
    }
    return good;
}

static vec3 flat(vec3 v) { return v3(v.x, v.y, 0); }

/* Turns the frame so that the pivot lies on +x and the roller at y > 0. */
static bool place_lever(reader *r, const node *n, const cam_follower_keys *k, double reach, abut_cam *c, abut_quat *q) {
    vec3 pivot = flat(k->pivot), roller = flat(k->roller_at);
    double distance = v3_norm(pivot), at = v3_norm(roller);
    if (!(distance > 0)) {
        error_on(r, node_get(n, "pivot"), "pivot: it lies on the cam's axis");
        return false;
    }
    if (fabs(at - reach) > 0.01 * reach) {
        error_on(r, node_get(n, "roller_at"),
                 "roller_at: it lies %g m from the cam's axis; base_radius and radius of the roller make %g m", at,
                 reach);
        return false;
    }
    bool below = pivot.x * roller.y - pivot.y * roller.x < 0;
    abut_quat turn = quat_about_z(atan2(pivot.y, pivot.x));
    if (below) turn = quat_multiply(turn, (abut_quat){0, 1, 0, 0}); /* half a turn about x */
    *q = quat_multiply(quat_unit(*q), turn);
    c->clockwise = c->clockwise != below;
    c->follower = ABUT_SWINGING;
    c->pivot_distance = distance;
    c->arm = v3_norm(v3_sub(roller, pivot));
    return true;
}

static bool read_follower(reader *r, const node *n, abut_cam_roller_def *def) {
    cam_follower_keys k = {.guide = "joint"};
    if (!n || !need_map(r, n, "follower") || read_keys(r, n, &keys_of_cam_follower, NULL, &k)) return false;
    bool lever = strcmp(k.type, "translating") != 0, finger = !strcmp(k.type, "finger");
    if (!check_place(r, n, lever, finger)) return false;
    if (k.body && node_get(n, "mass")) {
        error_on(r, node_get(n, "mass"), "mass: the body has its own");
        return false;
    }
    if (!k.body && !node_get(n, "mass")) {
        error_on(r, n, "'mass' is missing in this follower (or give a body)");
        return false;
    }
    def->follower.mass = k.mass;
    def->follower.free = k.guide[0] == 'f';
    def->profile.offset = k.offset;
    if (k.body && (def->follower.body.id = refer_body(r, k.body, "body")) < 0) return false;
    double Rr = def->profile.roller_radius, reach = def->profile.base_radius + Rr;
    if (lever && !place_lever(r, n, &k, reach, &def->profile, &def->place.q)) return false;
    if (finger) def->profile.lever = v3_norm(v3_sub(flat(k.tip), flat(k.pivot)));
    return true;
}

/* ---- roller, spring, pressure ---- */
static bool read_wheel(reader *r, const node *n, abut_cam_roller_def *def) {
    cam_wheel_keys k = {.profile = "straight"};
    if (!n || !need_map(r, n, "roller") || read_keys(r, n, &keys_of_cam_wheel, NULL, &k)) return false;
    abut_choice *s = &def->roller.shape;
    int i = 0;
    s->type = "roller";
    s->params[i++] = (abut_param){.name = "radius", .value = k.radius};
    s->params[i++] = (abut_param){.name = "length", .value = k.length};
    s->params[i++] = (abut_param){.name = "profile", .text = k.profile};
    if (node_get(n, "crown_radius")) s->params[i++] = (abut_param){.name = "crown_radius", .value = k.crown_radius};
    if (node_get(n, "design_force")) s->params[i++] = (abut_param){.name = "design_force", .value = k.design_force};
    def->roller.mass = k.mass;
    def->roller.inertia = k.inertia;
    def->roller.bearing_mu = k.bearing_mu;
    def->roller.pin_radius = k.pin_radius;
    if (def->profile.roller_radius == 0) def->profile.roller_radius = k.radius;
    return !k.material || refer_material(r, k.material, "material", &def->roller_material);
}

static bool read_spring(reader *r, const node *n, abut_cam_load *to) {
    cam_spring_keys k = {0};
    if (!n) return true;
    if (!need_map(r, n, "spring") || read_keys(r, n, &keys_of_cam_spring, NULL, &k)) return false;
    to->stiffness = k.stiffness;
    to->preload = k.preload;
    return true;
}

static bool read_pressure(reader *r, const node *n, abut_cam_load *to) {
    cam_pressure_keys k = {.ramp = 8};
    if (!n) return true;
    if (!need_map(r, n, "pressure") || read_keys(r, n, &keys_of_cam_pressure, NULL, &k)) return false;
    if (k.points && (node_get(n, "p_low") || node_get(n, "p_high") || node_get(n, "ramp"))) {
        error_on(r, k.points, "points: instead of p_low, p_high and ramp, not beside them");
        return false;
    }
    to->plunger_diameter = k.plunger_diameter;
    to->p_low = k.p_low;
    to->p_high = k.p_high;
    to->ramp = k.ramp;
    if (k.points) to->table = read_points(r, k.points, &keys_of_cam_pressure_point, &to->count);
    return !k.points || to->table;
}

static bool read_rating(reader *r, const node *n, abut_cam_roller_def *def) {
    cam_rating_keys k = {0};
    if (!n) return true;
    if (!need_map(r, n, "rating") || read_keys(r, n, &keys_of_cam_rating, NULL, &k)) return false;
    def->rating.load = k.load;
    def->rating.pressure = k.pressure;
    def->rating.cycles = k.cycles;
    def->rating.exponent = k.exponent;
    if (k.load > 0 || k.pressure > 0) return true;
    error_on(r, n, "a rating needs a load or a pressure");
    return false;
}

/* ---- the machine ---- */
abut_machine read_cam_roller(reader *r, const node *n) {
    cam_roller_keys k = {0};
    abut_cam_roller_def def = {0};
    int before = r->errors, cam = 0;
    (void)read_keys(r, n, &keys_of_cam_roller, NULL, &k);
    if (k.cam) cam = refer_body(r, k.cam, "cam");
    def.place = (abut_pose){k.position, k.orientation};
    bool made = read_profile(r, k.profile, &def.profile);
    made = read_wheel(r, k.roller, &def) && made;
    made = made && read_follower(r, k.follower, &def);
    made = read_spring(r, k.spring, &def.load) && made;
    made = read_pressure(r, k.pressure, &def.load) && made;
    made = read_rating(r, k.rating, &def) && made;
    made = (!k.material || refer_material(r, k.material, "material", &def.material)) && made;
    const abut_law_def base = cam_roller_law(k.lubricant || node_get(k.contact, "lubricant"));
    made = read_machine_laws(r, k.contact, &keys_of_cam_laws, k.lubricant, &base, &def.law) && made;
    if (r->errors != before || !made || cam < 0) return (abut_machine){0};
    def.name = k.machine.name;
    def.cam.id = cam;
    def.speed = k.speed;
    def.ramp = k.ramp;
    abut_machine machine = abut_add_cam_roller(r->world, &def);
    if (!machine.id) world_refused(r, n);
    return machine;
}
