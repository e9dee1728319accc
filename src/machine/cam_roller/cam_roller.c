/* The machine `cam_roller`: checks, expansion to bodies, joints, surfaces, a contact and forces, and its start.
 *
 * Frame of the machine as abut_cam has it. Of a follower body that the user gave, the pose is that at the lift 0; the body is
 * moved along its guide to where it starts. The start: at the cam angle 0 with the speed of the drive (at rest if it runs up),
 * the follower at the lift of the profile less what the contact yields under the force of quasi-statics, and the roller turning
 * by 1 - |P'|/R of the cam's speed, which is rolling without slip. */
#include "cam_roller.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/constants.h"
#include "base/quat.h"
#include "cam/load.h"
#include "contact/element.h"
#include "machine/shared/rings.h"
#include "machine/shared/roller_shape.h"
#include "world/world.h"

/* ---- checks and defaults ---- */
static bool no_material(const abut_material *m) { return m->E == 0 && !m->rigid; }
static bool is_one(double x) { return x >= 0 && x < 1e20; }

static double parameter(const abut_choice *c, const char *name) {
    for (int i = 0; i < ABUT_MAX_PARAMS && c->params[i].name; i++)
        if (!strcmp(c->params[i].name, name)) return c->params[i].value;
    return 0;
}

static const char *key_of(const char *const keys[][2], size_t count, const char *field) {
    for (size_t i = 0; i < count; i++)
        if (!strcmp(keys[i][0], field)) return keys[i][1];
    return "";
}

abut_law_def cam_roller_law(arena *memory, const abut_registry *r, bool lubricated) {
    abut_law_def law = {.normal = machine_normal(memory, r, REGISTRY_NAME(r, normal_line)),
                        .friction = {REGISTRY_NAME(r, friction_coulomb),
                                     {{.name = "mu", .value = 0.1}, {.name = "v_s", .value = 1e-2}}}};
    if (lubricated) law.friction = (abut_choice){.type = REGISTRY_NAME(r, friction_mixed)};
    return law;
}

static bool set_defaults(abut_world *w, abut_cam_roller_def *d) {
    static const abut_material steel = ABUT_STEEL;
    const abut_law_def law = cam_roller_law(&w->keep.memory, w->registry, d->law.lubricant != NULL);
    if (no_material(&d->material)) d->material = steel;
    if (no_material(&d->roller_material)) d->roller_material = d->material;
    if (!d->roller.shape.type &&
        !roller_shape(w, d->roller.radius, d->roller.length, &d->roller.profile, 0, &d->roller.shape))
        return false;
    double R = parameter(&d->roller.shape, "radius");
    if (d->profile.roller_radius == 0) d->profile.roller_radius = R;
    if (d->roller.pin_radius == 0) d->roller.pin_radius = 0.5 * R;
    if (!d->law.normal.type) d->law.normal = law.normal;
    if (!d->law.friction.type) d->law.friction = law.friction;
    if (d->load.ramp == 0) d->load.ramp = 8;
    return true;
}

/* The key of the machine that a field of abut_cam_load or of abut_cam comes from. */
static const char *load_key(const abut_message *why) {
    static const char *const keys[][2] = {
        {"mass", "follower.mass"},     {"stiffness", "spring.stiffness"},
        {"preload", "spring.preload"}, {"plunger_diameter", "pressure.plunger_diameter"},
        {"p_low", "pressure.p_low"},   {"p_high", "pressure.p_high"},
        {"ramp", "pressure.ramp"},     {"table", "pressure.points"}};
    return key_of(keys, sizeof keys / sizeof keys[0], why->place.key);
}

static const char *profile_key(const abut_cam_roller_def *d, const abut_message *why) {
    const char *roller =
        d->profile.roller_radius == parameter(&d->roller.shape, "radius") ? "roller.radius" : "profile.roller_radius";
    const char *const keys[][2] = {{"base_radius", "profile.base_radius"},
                                   {"roller_radius", roller},
                                   {"lift", "profile.lift"},
                                   {"rise", "profile.rise"},
                                   {"dwell", "profile.dwell"},
                                   {"fall", "profile.fall"},
                                   {"lobes", "profile.lobes"},
                                   {"phase", "profile.phase"},
                                   {"table", "profile.points"},
                                   {"offset", "follower.offset"},
                                   {"pivot_distance", "follower.pivot"},
                                   {"arm", "follower.roller_at"},
                                   {"lever", "follower.tip"}};
    return key_of(keys, sizeof keys / sizeof keys[0], why->place.key);
}

static abut_status check(abut_world *w, const abut_cam_roller_def *d) {
    const struct {
        const char *key, *what;
        double x;
    } all[] = {{"follower.mass", "mass of the follower", d->follower.mass},
               {"roller.mass", "mass of the roller", d->roller.mass},
               {"roller.inertia", "inertia of the roller", d->roller.inertia},
               {"roller.bearing_mu", "bearing_mu", d->roller.bearing_mu},
               {"roller.pin_radius", "pin_radius", d->roller.pin_radius},
               {"speed", "speed", d->speed},
               {"ramp", "ramp", d->ramp},
               {"rating.load", "load of the rating", d->rating.load},
               {"rating.pressure", "pressure of the rating", d->rating.pressure},
               {"rating.cycles", "cycles of the rating", d->rating.cycles},
               {"rating.exponent", "exponent of the rating", d->rating.exponent}};
    abut_message why = {0};
    const abut_type *shape = abut_registry_find(w->registry, "surface", d->roller.shape.type);
    if (!shape || !((const abut_surface_type *)shape)->roller || !(parameter(&d->roller.shape, "radius") > 0))
        return world_refuse_at(w, "roller.radius", ABUT_MISSING,
                               "cam_roller '%.60s': its roller is a roller surface with a radius", d->name);
    if (!(parameter(&d->roller.shape, "length") > 0))
        return world_refuse_at(w, "roller.length", ABUT_MISSING, "cam_roller '%.60s': its roller needs a length",
                               d->name);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (!is_one(all[i].x))
            return world_refuse_at(w, all[i].key, ABUT_BAD_VALUE,
                                   "cam_roller '%.60s': the %s must not be negative, got %g", d->name, all[i].what,
                                   all[i].x);
    if (d->follower.free && (!d->follower.body.id || d->profile.follower == ABUT_SWINGING))
        return world_refuse_at(
            w, "follower.guide", ABUT_BAD_VALUE,
            "cam_roller '%.60s': only a translating follower that is a body of the model can be free of "
            "a guide",
            d->name);
    if (!d->follower.body.id && !(d->follower.mass > 0))
        return world_refuse_at(w, "follower.mass", ABUT_MISSING,
                               "cam_roller '%.60s': the follower needs a body or a mass", d->name);
    if (!d->cam.id && !(d->speed > 0))
        return world_refuse_at(w, "speed", ABUT_MISSING,
                               "cam_roller '%.60s': it needs a cam (a body that is driven) or a speed", d->name);
    if (d->cam.id && d->speed != 0)
        return world_refuse_at(
            w, "speed", ABUT_BAD_VALUE,
            "cam_roller '%.60s': speed is for a cam that the machine makes; this one is turned by the "
            "drive of its body",
            d->name);
    if (d->rating.load > 0 && d->rating.pressure > 0)
        return world_refuse_at(w, "rating.pressure", ABUT_BAD_VALUE,
                               "cam_roller '%.60s': its rating is a load or a pressure, not both", d->name);
    if (d->rating.load == 0 && d->rating.pressure == 0 && (d->rating.cycles > 0 || d->rating.exponent > 0))
        return world_refuse_at(w, "rating", ABUT_MISSING, "cam_roller '%.60s': a rating needs a load or a pressure",
                               d->name);
    if (cam_check_load(&d->load, &why))
        return world_refuse_at(w, load_key(&why), ABUT_BAD_VALUE, "cam_roller '%.60s': %s", d->name, why.text);
    return ABUT_OK;
}

/* ---- expansion ---- */
static const char *part(const cam_roller *m, const char *what, char name[200]) {
    (void)snprintf(name, 200, "%s.%s", m->def.name, what);
    return name;
}

static abut_pose pose_in(const abut_world *w, int body, abut_pose at) {
    abut_pose own = world_start_pose(w, body);
    return (abut_pose){m3_tmul(m3_of_quat(own.q), v3_sub(at.r, own.r)), quat_multiply(quat_conjugate(own.q), at.q)};
}

static bool add_cam(abut_world *w, cam_roller *m) {
    char name[200];
    const abut_cam_roller_def *d = &m->def;
    abut_body_def def = {.name = part(m, "cam", name),
                         .fixed = true,
                         .start = {.r = d->place.r, .q = d->place.q},
                         .drive = {.given = true, .speed = m->pitch.sense * d->speed, .ramp = d->ramp}};
    m->cam = d->cam.id ? d->cam.id : abut_add_body(w, &def).id;
    if (!m->cam) return false;
    m->cam_x = m3_tmul(m3_of_quat(world_start_pose(w, m->cam).q), m->axes.c0);
    return true;
}

/* Of a lever the centre of mass of a body made here is the pivot. */
static bool add_follower(abut_world *w, cam_roller *m) {
    char name[200];
    const abut_cam_roller_def *d = &m->def;
    pitch_centre at = pitch_centre_at(&m->pitch, 0);
    vec3 roller = cam_to_world(m, at.c), pivot = cam_to_world(m, (plane_vec){m->pitch.pivot, 0});
    double arm = m->pitch.swings ? 1 / m->pitch.per_lift : m->radius, I = d->follower.mass * arm * arm;
    abut_body_def def = {.name = part(m, "follower", name),
                         .mass = d->follower.mass,
                         .inertia = {I, I, I},
                         .start = {.r = m->pitch.swings ? pivot : roller, .q = d->place.q}};
    m->follower = d->follower.body.id ? d->follower.body.id : abut_add_body(w, &def).id;
    if (!m->follower) return machine_blame(w, "", "follower");
    m->rest = world_start_pose(w, m->follower);
    m->centre = roller;
    m->arm = m3_tmul(m3_of_quat(m->rest.q), v3_sub(roller, m->pitch.swings ? pivot : m->rest.r));
    if (d->follower.free) return true;
    const abut_quat along_x = {0.5, 0.5, 0.5, 0.5}; /* takes z to x */
    abut_joint_def guide = {
        .name = part(m, "guide", name),
        .type = m->pitch.swings ? PART_TYPE(w, joint_revolute) : PART_TYPE(w, joint_prismatic),
        .child = {m->follower},
        .place = {m->pitch.swings ? pivot : roller, m->pitch.swings ? d->place.q : quat_multiply(d->place.q, along_x)}};
    m->guide = abut_add_joint(w, &guide).id;
    return m->guide != 0;
}

static bool add_roller(abut_world *w, cam_roller *m) {
    char name[200];
    double side = m->roller_mass * (0.25 * m->radius * m->radius + m->length * m->length / 12);
    abut_pose at = {cam_to_world(m, pitch_centre_at(&m->pitch, 0).c), m->def.place.q};
    abut_body_def def = {.name = part(m, "roller", name),
                         .mass = m->roller_mass,
                         .inertia = {fmax(side, 0.5 * m->inertia), fmax(side, 0.5 * m->inertia), m->inertia},
                         .start = {.r = at.r, .q = at.q}};
    m->roller = abut_add_body(w, &def).id;
    abut_joint_def pin = {.name = part(m, "pin", name),
                          .type = PART_TYPE(w, joint_revolute),
                          .parent = {m->follower},
                          .child = {m->roller},
                          .place = at};
    m->pin_joint = m->roller ? abut_add_joint(w, &pin).id : 0;
    return m->pin_joint || machine_blame(w, "", "roller");
}

/* The profile as a surface; what it points to lives as long as the call. */
static abut_choice cam_shape(const abut_world *w, const abut_cam *c) {
    static const char *const law[] = {"cycloidal", "polynomial_345", "polynomial_4567", "spline"};
    abut_choice s = {PART_TYPE(w, surface_cam),
                     {{.name = "base_radius", .value = c->base_radius},
                      {.name = "roller_radius", .value = c->roller_radius},
                      {.name = "law", .text = law[c->lift.law]},
                      {.name = "lobes", .value = c->lift.lobes ? c->lift.lobes : 1},
                      {.name = "phase", .value = c->phase},
                      {.name = "rotation", .text = c->clockwise ? "-z" : "+z"}}};
    int n = 6;
    if (c->lift.law == ABUT_LIFT_SPLINE)
        s.params[n++] = (abut_param){.name = "table", .data = c->lift.table, .count = 2 * c->lift.count};
    else {
        s.params[n++] = (abut_param){.name = "lift", .value = c->lift.lift};
        s.params[n++] = (abut_param){.name = "rise", .value = c->lift.rise};
        s.params[n++] = (abut_param){.name = "dwell", .value = c->lift.dwell};
        s.params[n++] = (abut_param){.name = "fall", .value = c->lift.fall};
    }
    s.params[n++] = (abut_param){.name = "follower", .text = c->follower == ABUT_SWINGING ? "swinging" : "translating"};
    if (c->follower == ABUT_SWINGING) {
        s.params[n++] = (abut_param){.name = "pivot_distance", .value = c->pivot_distance};
        s.params[n++] = (abut_param){.name = "arm", .value = c->arm};
        s.params[n++] = (abut_param){.name = "lever", .value = c->lever};
    } else
        s.params[n++] = (abut_param){.name = "offset", .value = c->offset};
    return s;
}

static bool add_contact(abut_world *w, cam_roller *m) {
    char name[200];
    const abut_cam_roller_def *d = &m->def;
    abut_surface_def cam = {.shape = cam_shape(w, &d->profile),
                            .material = d->material,
                            .place = pose_in(w, m->cam, d->place),
                            .name = part(m, "contour", name)};
    abut_surface a = abut_add_surface(w, (abut_body){m->cam}, &cam);
    abut_surface_def roller = {.shape = d->roller.shape, .material = d->roller_material, .name = part(m, "rim", name)};
    abut_surface b = a.id ? abut_add_surface(w, (abut_body){m->roller}, &roller) : a;
    if (!b.id) return machine_blame(w, "shape", a.id ? "roller" : "profile");
    abut_law_def law = d->law;
    law.name = part(m, "contact", name);
    m->contact = abut_add_contact(w, a, b, &law).id;
    return m->contact || machine_blame(w, "", "contact");
}

static abut_status check_curvature(abut_world *w, const cam_roller *m) {
    double theta, k = pitch_sharpest(&m->pitch, -1, &theta);
    k = k / (1 - k * m->pitch.roller);
    if (1 / m->radius + k > 0) return ABUT_OK;
    return world_refuse_at(
        w, "roller.radius", ABUT_BAD_VALUE,
        "cam_roller '%.60s': the roller, radius %g m, does not fit the hollow of the contour at %.4g "
        "deg of the lift, radius %g m: its radius must be smaller",
        m->def.name, m->radius, theta * 180 / PI, -1 / k);
}

static bool set_up(abut_world *w, cam_roller *m, const abut_cam_roller_def *d) {
    abut_message why = {0};
    abut_status s = pitch_make(&d->profile, &m->pitch, &why);
    if (s)
        return world_refuse_at(w, profile_key(d, &why), s, "cam_roller '%.60s': profile: %s", d->name, why.text) ==
               ABUT_OK;
    m->steepest = lift_steepest(&m->pitch.lift);
    m->radius = parameter(&d->roller.shape, "radius");
    m->length = parameter(&d->roller.shape, "length");
    double density = d->roller_material.density > 0 ? d->roller_material.density : 7850;
    m->roller_mass = d->roller.mass > 0 ? d->roller.mass : PI * m->radius * m->radius * m->length * density;
    m->inertia = d->roller.inertia > 0 ? d->roller.inertia : 0.5 * m->roller_mass * m->radius * m->radius;
    m->pin = d->roller.pin_radius;
    m->axes = m3_of_quat(m->def.place.q);
    m->origin = m->def.place.r;
    return !check_curvature(w, m);
}

/* Tables and names that the definition points to become the world's. */
static void keep_def(abut_world *w, cam_roller *m, const abut_cam_roller_def *d, const char *name) {
    m->def = *d;
    m->def.name = name;
    m->def.place.q = quat_unit(d->place.q);
    m->def.law = keep_law(&w->keep, &d->law);
    m->def.roller.shape = keep_choice(&w->keep, "surface", &d->roller.shape);
    abut_lift *l = &m->def.profile.lift;
    l->table = l->count ? keep_bytes(&w->keep, l->table, 2 * l->count * sizeof(double)) : NULL;
    abut_cam_load *p = &m->def.load;
    p->table = p->count ? keep_bytes(&w->keep, p->table, 2 * p->count * sizeof(double)) : NULL;
}

abut_machine abut_add_cam_roller(abut_world *w, const abut_cam_roller_def *def) {
    const abut_machine none = {0};
    abut_cam_roller_def d = *def;
    if (!d.name) d.name = "";
    world_about(w, "machine", 0);
    if (!set_defaults(w, &d)) (void)world_refuse(w, ABUT_NO_MEMORY, "out of memory");
    if (w->status || machine_check_place(w, &d.place) || check(w, &d) || cam_place_lever(w, &d) ||
        world_check_material(w, "material", &d.material) ||
        world_check_material(w, "roller.material", &d.roller_material))
        return none;
    world_machine *to = machine_begin(w, &machine_cam_roller, d.name, d.cam, d.follower.body);
    if (!to) return none;
    cam_roller *m = to->self;
    keep_def(w, m, &d, to->name);
    if (set_up(w, m, &m->def) && add_cam(w, m) && add_follower(w, m) && add_roller(w, m) && add_contact(w, m) &&
        cam_add_forces(w, m) && !cam_damage_create(m))
        (void)world_refuse(w, ABUT_NO_MEMORY, "out of memory");
    return machine_end(w, to);
}

/* ---- start ---- */
double cam_moving_mass(const abut_world *w, const cam_roller *m) {
    const abut_body_def *b = &w->body[m->follower].def;
    double j = pitch_centre_at(&m->pitch, 0).per_lift, mass = b->mass;
    if (!(mass > 0)) return (double)NAN;
    if (m->pitch.swings) {
        vec3 z = m->axes.c2, own = m3_tmul(m3_of_quat(m->rest.q), z);
        vec3 out = v3_sub(m->rest.r, cam_to_world(m, (plane_vec){m->pitch.pivot, 0}));
        vec3 lever = v3_axpy(-v3_dot(z, out), z, out);
        mass = (v3_dot(own, sym3_mul(b->inertia, own)) + b->mass * v3_dot(lever, lever)) * m->pitch.per_lift *
               m->pitch.per_lift;
    }
    return mass + j * j * m->roller_mass;
}

typedef struct cam_start {
    double speed, lift; /* rad/s of the cam; m of the follower */
    double rate, spin;  /* rates of the lift (m/s) and of the roller (rad/s about z) */
} cam_start;

static vec3 centre_of(const cam_roller *m, double at) { return cam_to_world(m, pitch_centre_at(&m->pitch, at).c); }

/* Velocity of the roller's centre. */
static vec3 centre_velocity(const cam_roller *m, const cam_start *s) {
    pitch_centre at = pitch_centre_at(&m->pitch, s->lift);
    return v3_scale(s->rate * at.per_lift, v3_in(at.way.x, m->axes.c0, at.way.y, m->axes.c1));
}

/* The normal force, and the velocity of the roller's surface over the cam's along the way of the latter. */
static abut_status force_at(const abut_world *w, const cam_roller *m, const cam_start *s, double *N, double *slip) {
    abut_element_out out = {0};
    abut_element_in in = {.a = world_start_pose(w, m->cam),
                          .b = {centre_of(m, s->lift), m->def.place.q},
                          .vb = {centre_velocity(m, s), v3_scale(s->spin, m->axes.c2)}};
    in.va.w = v3_scale(m->pitch.sense * s->speed, m->axes.c2);
    in.va.v = v3_cross(in.va.w, v3_sub(in.a.r, m->origin));
    abut_status status = abut_element_eval(w->contact[m->contact].element, &in, &out);
    *N = out.N;
    *slip = m->pitch.sense * v3_dot(out.slip, v3_cross(m->axes.c2, out.n));
    return status;
}

/* The lift at which the contact gives the force N: lower and lower until it is passed, then bisection. */
static void settle_lift(const abut_world *w, const cam_roller *m, double N, double profile, cam_start *s) {
    double high = profile + 1e-5, low = profile, got = 0, slip = 0, step = 1e-8;
    for (int i = 0; i < 18; i++, step *= 2) { /* up to 2.6 mm */
        s->lift = low = profile - step;
        if (force_at(w, m, s, &got, &slip) || got >= N) break;
        high = low;
    }
    for (int i = 0; i < 60; i++) {
        s->lift = 0.5 * (low + high);
        if (force_at(w, m, s, &got, &slip) || got >= N)
            low = s->lift;
        else
            high = s->lift;
    }
}

/* Contact yields, so that the radii there are less than those of the surfaces: the roller's speed is put right for that, and the
 * film with it. */
static void settle(const abut_world *w, const cam_roller *m, double N, double profile, cam_start *s) {
    double got, slip;
    for (int i = 0; i < 2; i++) {
        settle_lift(w, m, N, profile, s);
        if (!i && !force_at(w, m, s, &got, &slip)) s->spin += m->pitch.sense * slip / m->radius;
    }
}

static void place_follower(abut_world *w, const cam_roller *m, const cam_start *s) {
    abut_body_def *b = &w->body[m->follower].def;
    w->body[m->follower].given_speed = true;
    if (!m->pitch.swings) {
        b->start.r = v3_axpy(s->lift, m->axes.c0, m->rest.r);
        b->start.v = v3_scale(s->rate, m->axes.c0);
        return;
    }
    double half = -0.5 * m->pitch.per_lift * s->lift;
    vec3 z = m->axes.c2, pivot = cam_to_world(m, (plane_vec){m->pitch.pivot, 0});
    vec3 turn = v3_scale(-m->pitch.per_lift * s->rate, z);
    abut_quat q = {cos(half), sin(half) * z.x, sin(half) * z.y, sin(half) * z.z};
    b->start.q = quat_multiply(q, m->rest.q);
    b->start.r = v3_add(pivot, m3_mul(m3_of_quat(q), v3_sub(m->rest.r, pivot)));
    b->start.w = m3_tmul(m3_of_quat(b->start.q), turn);
    b->start.v = v3_cross(turn, v3_sub(b->start.r, pivot));
}

static void place_roller(abut_world *w, const cam_roller *m, const cam_start *s) {
    abut_body_def *b = &w->body[m->roller].def;
    w->body[m->roller].given_speed = true;
    b->start.r = centre_of(m, s->lift);
    b->start.v = centre_velocity(m, s);
    b->start.w = v3(0, 0, s->spin);
    w->joint[m->pin_joint].def.place.r = b->start.r;
}

/* In statics nothing but friction resists the spin of the roller: it turns as it rolls on the cam (rad/s), and is no unknown. */
static void hold_spin(abut_world *w, const cam_roller *m, double spin, double ramp) {
    w->joint[m->pin_joint].def.drive =
        (abut_drive_def){.given = w->solver.statics, .speed = w->solver.at_rest ? 0 : spin, .ramp = ramp};
}

static abut_status prepare(abut_world *w, void *self) {
    cam_roller *m = self;
    double speed, ramp;
    m->mass = cam_moving_mass(w, m);
    if (isnan(m->mass)) {
        world_about(w, "body", m->follower);
        return world_refuse_at(w, "mass", ABUT_MISSING,
                               "cam_roller '%.60s': the body of its follower, '%.60s', needs a mass", m->def.name,
                               w->body[m->follower].name);
    }
    ring_speed(w, m->cam, m->axes.c2, &speed, &ramp);
    speed *= m->pitch.sense;
    if (speed < 0)
        return world_refuse_at(w, "profile.rotation", ABUT_BAD_VALUE,
                               "cam_roller '%.60s': the cam turns against the rotation its profile is made for",
                               m->def.name);
    pitch_point p;
    pitch_at(&m->pitch, m->pitch.phase, &p);
    hold_spin(w, m, m->pitch.sense * speed * (1 - p.speed / m->radius), ramp);
    if (ramp > 0 || w->solver.statics) speed = 0;
    cam_start s = {.speed = speed,
                   .lift = p.s.s,
                   .rate = p.s.d1 * speed,
                   .spin = m->pitch.sense * speed * (1 - p.speed / m->radius)};
    double N = cam_quasi_force(m, dual_of(0), dual_of(speed)).v;
    if (N > 0) settle(w, m, N, p.s.s, &s);
    place_follower(w, m, &s);
    place_roller(w, m, &s);
    return ABUT_OK;
}

static const abut_law_def *law_of(const void *self, int index) {
    (void)index;
    return &((const cam_roller *)self)->def.law;
}

static void drop(void *self) {
    cam_roller *m = self;
    pitch_free(&m->pitch);
    cam_damage_destroy(m);
}

static abut_machine add(abut_world *w, const void *def) { return abut_add_cam_roller(w, def); }

const machine_type machine_cam_roller = {
    .type = {"machine", "cam_roller", "disc cam that moves a follower with a roller", NULL, NULL},
    .keys = &keys_of_cam_roller,
    .def_size = sizeof(abut_cam_roller_def),
    .add = add,
    .example = cam_roller_example,
    .size = sizeof(cam_roller),
    .ports = {"cam", "follower.body"},
    .prepare = prepare,
    .law = law_of,
    .watch = &cam_watch,
    .tables = CAM_TRACKS * DAMAGE_TABLES,
    .table = cam_table,
    .drop = drop,
};
