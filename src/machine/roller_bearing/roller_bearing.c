/* The cylindrical roller bearing: checks of its geometry, expansion to bodies, surfaces, contacts and forces, start at rolling
 * speeds.
 *
 * Raceways for the diametral clearance P_d (negative: preload), D roller diameter, d_m pitch diameter:
 *   R_i = d_m/2 - D/2 - P_d/4,   R_o = d_m/2 + D/2 + P_d/4.
 * Pure rolling: w_c = (w_i R_i + w_o R_o)/(R_i + R_o), spin in the orbiting frame (w_o - w_c) R_o/(D/2).
 * Rollers start at their azimuths on the pitch circle, their axes along that of the bearing. */
#include "roller_bearing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/choice.h"
#include "base/constants.h"
#include "base/message.h"
#include "base/plane.h"
#include "base/quat.h"
#include "machine/shared/drag.h"
#include "machine/shared/roller_shape.h"
#include "machine/shared/standards.h"
#include "watch.h"
#include "world/world.h"

static const char *const ring_word[RINGS] = {"inner", "outer"};
enum { SLICES = 30 };

/* ---- checks ---- */
static bool in_range(double x, double low, double high) { return x > low && x < high; }

static abut_status check_rollers(abut_world *w, const abut_roller_bearing_def *d) {
    double D = d->rollers.diameter, dm = d->pitch_diameter;
    if (d->rollers.count < 1 || d->rollers.count > 100000)
        return world_refuse_at(w, "rollers.count", ABUT_BAD_VALUE,
                               "roller_bearing '%.60s': it needs at least one roller, got %d", d->name,
                               d->rollers.count);
    if (!in_range(D, 0, 1e3) || !in_range(d->rollers.length, 0, 1e3))
        return world_refuse_at(
            w, in_range(D, 0, 1e3) ? "rollers.length" : "rollers.diameter", ABUT_BAD_VALUE,
            "roller_bearing '%.60s': diameter and length of the rollers must be positive, got %g m and "
            "%g m",
            d->name, D, d->rollers.length);
    if (!in_range(dm, D, 1e4))
        return world_refuse_at(w, "pitch_diameter", ABUT_BAD_VALUE,
                               "roller_bearing '%.60s': the rollers do not fit: pitch_diameter %g mm must exceed the "
                               "roller diameter %g mm, or nothing is left for the inner ring",
                               d->name, dm * 1e3, D * 1e3);
    double apart = dm * sin(PI / d->rollers.count);
    if (d->rollers.count > 1 && !(apart >= D))
        return world_refuse_at(
            w, "rollers.count", ABUT_BAD_VALUE,
            "roller_bearing '%.60s': %d rollers of %g mm do not fit on a pitch circle of %g mm: their "
            "axes are %g mm apart; at most %d fit",
            d->name, d->rollers.count, D * 1e3, dm * 1e3, apart * 1e3, (int)floor(PI / asin(D / dm)));
    if (!(fabs(d->clearance) < 0.1 * D))
        return world_refuse_at(
            w, "clearance", ABUT_BAD_VALUE,
            "roller_bearing '%.60s': clearance of %g mm: must be below a tenth of the roller diameter, "
            "%g mm, either way",
            d->name, d->clearance * 1e3, D * 1e2);
    return ABUT_OK;
}

static abut_status check_rest(abut_world *w, const abut_roller_bearing_def *d) {
    if (d->rollers.profile.kind == ABUT_PROFILE_FUNCTION)
        return world_refuse_at(w, "rollers.profile", ABUT_BAD_VALUE,
                               "roller_bearing '%.60s': a profile by a function does not work here: give a table",
                               d->name);
    const struct {
        const char *key;
        double x;
    } forces[] = {{"flanges.play", d->flanges.play},
                  {"flanges.stiffness", d->flanges.stiffness},
                  {"flanges.damping", d->flanges.damping},
                  {"cage.stiffness", d->cage.stiffness},
                  {"cage.damping", d->cage.damping}};
    for (size_t i = 0; i < sizeof forces / sizeof forces[0]; i++)
        if (!(forces[i].x >= 0 && forces[i].x < 1e30))
            return world_refuse_at(
                w, forces[i].key, ABUT_BAD_VALUE,
                "roller_bearing '%.60s': play, stiffness and damping of flanges and cage must not be "
                "negative, got %g",
                d->name, forces[i].x);
    if (!(plane_length(d->misalignment[0], d->misalignment[1]) < 0.1))
        return world_refuse_at(w, "misalignment", ABUT_BAD_VALUE,
                               "roller_bearing '%.60s': misalignment must be below 0.1 rad", d->name);
    return ABUT_OK;
}

/* ---- laws ---- */
abut_law_def roller_law(arena *memory, const abut_registry *r, bool lubricated) {
    abut_law_def law = {.normal = machine_normal(memory, r, REGISTRY_NAME(r, normal_line)),
                        .friction = {REGISTRY_NAME(r, friction_coulomb),
                                     {{.name = "mu", .value = 0.1}, {.name = "v_s", .value = 1e-3}}}};
    if (lubricated) law.friction = (abut_choice){.type = REGISTRY_NAME(r, friction_mixed)};
    return law;
}

/* Slices that resist tilting, and each raceway its half of the approach that ISO 16281 counts over both. */
static abut_status complete_normal(abut_world *w, abut_roller_bearing_def *d) {
    abut_choice *normal = &d->law.normal;
    const abut_type *type = abut_registry_find(w->registry, "normal", normal->type);
    if (!type || !((const abut_normal_type *)type)->line)
        return world_refuse_at(w, "contact.normal.type", ABUT_BAD_PAIR,
                               "roller_bearing '%.60s': rollers need a normal law for lines, not %.60s", d->name,
                               normal->type);
    abut_param *slices = choice_make(normal, "slices");
    if (slices && slices->value == 0) slices->value = SLICES;
    if (slices && slices->value < 2)
        return world_refuse_at(w, "contact.normal.slices", ABUT_BAD_VALUE,
                               "roller_bearing '%.60s': normal law %.60s: at least 2 slices are needed, one does not "
                               "resist tilting",
                               d->name, normal->type);
    const abut_param *law = choice_param(normal, "slice_law");
    if (!law || !law->text || strcmp(law->text, "iso16281") != 0 || choice_has(normal, "raceways")) return ABUT_OK;
    abut_param *raceways = choice_make(normal, "raceways");
    if (raceways) raceways->value = RINGS;
    return ABUT_OK;
}

static bool no_material(const abut_material *m) { return m->E == 0 && !m->rigid; }

static void set_defaults(abut_world *w, abut_roller_bearing_def *d) {
    static const abut_material steel = ABUT_STEEL;
    const abut_law_def law = roller_law(&w->keep.memory, w->registry, d->law.lubricant);
    if (no_material(&d->material)) d->material = steel;
    if (no_material(&d->rollers.material)) d->rollers.material = d->material;
    if (d->rollers.material.density == 0)
        d->rollers.material.density = d->material.density ? d->material.density : 7850;
    if (!d->law.normal.type) d->law.normal = law.normal;
    if (!d->law.friction.type) d->law.friction = law.friction;
    if (d->flanges.stiffness == 0) d->flanges.stiffness = 1e7;
    if (d->flanges.damping == 0) d->flanges.damping = 1000;
}

/* ---- geometry ---- */
abut_choice roller_raceway_shape(const roller_bearing *b, int ring) {
    return (abut_choice){
        PART_TYPE(b, surface_cylinder),
        {{.name = "radius", .value = b->radius[ring]}, {.name = "side", .text = ring == INNER ? "outside" : "inside"}}};
}

/* Pa, E' of roller and ring; of steel if both are rigid (which the normal law refuses). */
static double E_prime(const abut_roller_bearing_def *d) {
    const abut_material *m[] = {&d->material, &d->rollers.material};
    double soft = 0;
    for (int i = 0; i < 2; i++) soft += m[i]->rigid ? 0 : (1 - m[i]->nu * m[i]->nu) / m[i]->E;
    return soft > 0 ? 2 / soft : 210e9 / 0.91;
}

static bool set_shape(abut_world *w, roller_bearing *b) {
    const abut_roller_bearing_def *d = &b->def;
    return roller_shape(w, 0.5 * d->rollers.diameter, d->rollers.length, &d->rollers.profile, E_prime(d), &b->shape);
}

double roller_orbit(const roller_bearing *b, const double speed[RINGS]) {
    return (speed[INNER] * b->radius[INNER] + speed[OUTER] * b->radius[OUTER]) / (b->radius[INNER] + b->radius[OUTER]);
}

double roller_spin(const roller_bearing *b, const double speed[RINGS]) {
    return (speed[OUTER] - roller_orbit(b, speed)) * b->radius[OUTER] / (0.5 * b->def.rollers.diameter);
}

abut_bearing_frequencies abut_roller_bearing_rolling(const abut_roller_bearing_def *def, double inner, double outer) {
    return rings_rolling(def->rollers.count, def->rollers.diameter, def->pitch_diameter, 0, inner, outer);
}

/* ---- expansion ---- */
static void part_name(char *to, size_t size, const roller_bearing *b, int roller, const char *what) {
    if (roller >= 0)
        (void)snprintf(to, size, "%s.roller%d%s%s", b->def.name, roller + 1, *what ? "." : "", what);
    else
        (void)snprintf(to, size, "%s.%s", b->def.name, what);
}

static bool add_rings(abut_world *w, roller_bearing *b) {
    const abut_body body[RINGS] = {b->def.inner, b->def.outer};
    const double *tilt = b->def.misalignment;
    rings_place(w, body, &b->def.place, b->ring);
    double angle = plane_length(tilt[0], tilt[1]), part = angle > 0 ? -sin(0.5 * angle) / angle : 0;
    b->ring[OUTER].q =
        quat_multiply(b->ring[OUTER].q, (abut_quat){cos(0.5 * angle), part * tilt[0], part * tilt[1], 0});
    for (int r = 0; r < RINGS; r++) {
        char name[160];
        part_name(name, sizeof name, b, -1, ring_word[r]);
        abut_surface_def def = {
            .shape = roller_raceway_shape(b, r), .material = b->def.material, .place = b->ring[r], .name = name};
        b->surface[r] = abut_add_surface(w, body[r], &def).id;
        if (!b->surface[r]) return machine_blame(w, "shape.radius", "pitch_diameter");
    }
    return true;
}

static bool blame_shape(abut_world *w) {
    (void)machine_blame(w, "shape.radius", "rollers.diameter");
    (void)machine_blame(w, "shape.length", "rollers.length");
    (void)machine_blame(w, "shape.profile", "rollers.profile");
    return machine_blame(w, "shape", "rollers.profile");
}

static bool add_roller(abut_world *w, roller_bearing *b, int i) {
    char name[160];
    const abut_roller_bearing_def *d = &b->def;
    double R = 0.5 * d->rollers.diameter, l = d->rollers.length,
           angle = d->first_roller_angle + 2 * PI * i / d->rollers.count;
    part_name(name, sizeof name, b, i, "");
    abut_body_def def = {.name = name, .mass = b->mass};
    def.inertia[0] = def.inertia[1] = b->mass * (0.25 * R * R + l * l / 12);
    def.inertia[2] = 0.5 * b->mass * R * R;
    def.start.r = v3_add(
        d->place.r, m3_mul(m3_of_quat(d->place.q), v3_scale(0.5 * d->pitch_diameter, v3(cos(angle), sin(angle), 0))));
    def.start.q = d->place.q;
    abut_body body = abut_add_body(w, &def);
    if (!body.id) return machine_blame(w, "mass", "rollers.material.density");
    if (i == 0) b->roller = body.id;
    abut_surface_def surface = {.shape = b->shape, .material = d->rollers.material, .name = name};
    return abut_add_surface(w, body, &surface).id || blame_shape(w);
}

static bool add_contacts(abut_world *w, roller_bearing *b, int i) {
    for (int r = 0; r < RINGS; r++) {
        char name[160];
        part_name(name, sizeof name, b, i, "");
        abut_surface roller = abut_find_surface(w, name);
        part_name(name, sizeof name, b, i, ring_word[r]);
        abut_law_def law = b->def.law;
        law.name = name;
        abut_contact c = abut_add_contact(w, (abut_surface){b->surface[r]}, roller, &law);
        if (!c.id) return machine_blame(w, "", "contact");
        if (!b->contact) b->contact = c.id;
    }
    return true;
}

static bool add_force(abut_world *w, const roller_bearing *b, const char *key, const abut_force_def *def) {
    int id = abut_add_force(w, def).id;
    if (id) w->force[id].machine = b->id;
    return id || machine_blame(w, "", key);
}

/* The flanges touch the ends half a radius to both sides of the axis. */
static bool add_flange(abut_world *w, const roller_bearing *b, int i) {
    char name[160];
    vec3 u = m3_of_quat(b->ring[OUTER].q).c2;
    const double axis[3] = {u.x, u.y, u.z};
    part_name(name, sizeof name, b, i, "flange");
    abut_choice law = {PART_TYPE(w, force_flange),
                       {{.name = "play", .value = b->def.flanges.play},
                        {.name = "half_width", .value = 0.25 * b->def.rollers.diameter},
                        {.name = "stiffness", .value = b->def.flanges.stiffness},
                        {.name = "damping", .value = b->def.flanges.damping},
                        {.name = "axis", .data = axis, .count = 3}}};
    return add_force(w, b, "flanges",
                     &(abut_force_def){.name = name,
                                       .law = keep_choice(&w->keep, "force", &law),
                                       .a = b->def.outer,
                                       .b = {b->roller + i},
                                       .at_a = b->ring[OUTER].r});
}

static bool add_spacer(abut_world *w, const roller_bearing *b, int i) {
    char name[160];
    part_name(name, sizeof name, b, i, "spacer");
    abut_choice law = {
        PART_TYPE(w, force_spring),
        {{.name = "stiffness", .value = b->def.cage.stiffness}, {.name = "damping", .value = b->def.cage.damping}}};
    return add_force(w, b, "cage",
                     &(abut_force_def){.name = name,
                                       .law = keep_choice(&w->keep, "force", &law),
                                       .a = {b->roller + i},
                                       .b = {b->roller + (i + 1) % b->def.rollers.count}});
}

static bool add_drag(abut_world *w, roller_bearing *b) {
    const drag_of drag = {.machine = "roller_bearing",
                          .name = b->def.name,
                          .drag = &b->def.drag,
                          .oil = b->def.law.lubricant,
                          .id = b->id,
                          .outer = b->def.outer,
                          .first = b->roller,
                          .count = b->def.rollers.count,
                          .diameter = b->def.rollers.diameter,
                          .length = b->def.rollers.length};
    return !drag_check(w, &drag) && drag_add(w, &drag, &b->drag);
}

static bool expand(abut_world *w, roller_bearing *b) {
    int n = b->def.rollers.count;
    bool good = set_shape(w, b) && add_rings(w, b);
    for (int i = 0; good && i < n; i++) good = add_roller(w, b, i);
    for (int i = 0; good && i < n; i++) good = add_contacts(w, b, i);
    for (int i = 0; good && i < n; i++) good = add_flange(w, b, i);
    for (int i = 0; good && n > 2 && b->def.cage.stiffness > 0 && i < n; i++) good = add_spacer(w, b, i);
    return good && add_drag(w, b);
}

abut_machine abut_add_roller_bearing(abut_world *w, const abut_roller_bearing_def *def) {
    const abut_machine none = {0};
    abut_roller_bearing_def full = *def;
    if (!full.name) full.name = "";
    set_defaults(w, &full);
    world_about(w, "machine", 0);
    if (standards_complete(w, "roller_bearing", full.name, ABUT_RADIAL_ROLLER, &full.boundary, full.group,
                           &full.clearance) ||
        machine_check_place(w, &full.place) || world_check_material(w, "material", &full.material) ||
        world_check_material(w, "rollers.material", &full.rollers.material) || check_rollers(w, &full) ||
        check_rest(w, &full) || complete_normal(w, &full))
        return none;
    const abut_law_def given = full.law;
    if (roller_complete_film(w, &full)) return none;
    world_machine *m = machine_begin(w, &machine_roller_bearing, full.name, full.inner, full.outer);
    if (!m) return none;
    roller_bearing *b = m->self;
    b->def = full;
    b->def.name = m->name;
    b->registry = w->registry;
    b->id = w->machines;
    b->def.law = keep_law(&w->keep, &full.law);
    double D = full.rollers.diameter;
    b->mass = full.rollers.material.density * PI * 0.25 * D * D * full.rollers.length;
    if (!roller_mount_begin(w, b, &given) && expand(w, b) && (!roller_rest_create(b) || !roller_log_create(b)))
        (void)world_refuse(w, ABUT_NO_MEMORY, "out of memory");
    b->def.rollers.profile = (abut_profile){.kind = full.rollers.profile.kind}; /* its table is the caller's */
    return machine_end(w, m);
}

/* ---- start ---- */
static void start_roller(abut_world *w, const roller_bearing *b, int i) {
    abut_body_def *d = &w->body[b->roller + i].def;
    vec3 axis = m3_of_quat(b->def.place.q).c2;
    double share = fmax(b->ramp[INNER], b->ramp[OUTER]) > 0 ? 0 : 1; /* a run-up starts from rest */
    double orbit = roller_orbit(b, b->speed);
    d->start.v = v3_scale(share * orbit, v3_cross(axis, v3_sub(d->start.r, b->def.place.r)));
    d->start.w = v3(0, 0, share * (orbit + roller_spin(b, b->speed))); /* its axes are those of the bearing */
    w->body[b->roller + i].given_speed = true;
    d->turning.rate = orbit;
    d->turning.spin = roller_spin(b, b->speed);
    d->turning.ramp = fmax(b->ramp[INNER], b->ramp[OUTER]);
    d->turning.axis = axis;
    d->turning.origin = b->def.place.r;
}

static abut_status prepare(abut_world *w, void *self) {
    roller_bearing *b = self;
    b->still = w->solver.at_rest;
    const int body[RINGS] = {b->def.inner.id, b->def.outer.id};
    vec3 axis = m3_of_quat(b->def.place.q).c2;
    for (int r = 0; r < RINGS; r++) ring_speed(w, body[r], axis, &b->speed[r], &b->ramp[r]);
    abut_status status = roller_mount(w, b);
    if (status) return status;
    for (int i = 0; i < b->def.rollers.count; i++) start_roller(w, b, i);
    return ABUT_OK;
}

/* ---- reading ---- */
const roller_bearing *roller_bearing_of(const abut_world *w, abut_machine machine) {
    const world_machine *m = machine_at(w, machine, &machine_roller_bearing);
    return m ? m->self : NULL;
}

int abut_bearing_rollers(const abut_world *w, abut_machine bearing) {
    const roller_bearing *b = roller_bearing_of(w, bearing);
    return b ? b->def.rollers.count : 0;
}

abut_body abut_bearing_roller(const abut_world *w, abut_machine bearing, int roller) {
    const roller_bearing *b = roller_bearing_of(w, bearing);
    return (abut_body){b && roller >= 1 && roller <= b->def.rollers.count ? b->roller + roller - 1 : 0};
}

static const abut_law_def *law_of(const void *self, int index) {
    (void)index;
    return &((const roller_bearing *)self)->def.law;
}

static void drop(void *self) {
    roller_bearing *b = self;
    roller_rest_destroy(b->rest);
    roller_log_destroy(b->log);
}

static mounted_bearing *mounted_of(void *self) { return &((roller_bearing *)self)->mounted; }

static abut_machine add(abut_world *w, const void *def) { return abut_add_roller_bearing(w, def); }

const machine_type machine_roller_bearing = {
    .type = {"machine", "roller_bearing", "cylindrical rollers between two rings, in line contact by slices", NULL,
             NULL},
    .keys = &keys_of_roller_bearing,
    .def_size = sizeof(abut_roller_bearing_def),
    .add = add,
    .example = roller_bearing_example,
    .size = sizeof(roller_bearing),
    .ports = {"inner", "outer"},
    .mounted = mounted_of,
    .rest_loss = roller_rest_loss,
    .prepare = prepare,
    .law = law_of,
    .rest = &force_roller_rest,
    .rest_spin = roller_rest_spin,
    .rest_body = roller_rest_body,
    .rest_velocity = roller_rest_velocity,
    .rest_contact = roller_rest_contact,
    .rest_json = roller_rest_json,
    .rest_print = roller_rest_print,
    .rest_rolling = roller_rest_rolling,
    .watch = &roller_watch,
    .tables = RINGS * DAMAGE_TABLES,
    .table = roller_table,
    .drop = drop,
};
