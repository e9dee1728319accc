/* Random models; see random_model.h. Types and their parameters are those of the examples in the registry, numbers up to a factor of
 * two off; bodies start where a pair of their surfaces touches. */
#include "random_model.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "abut/lubrication.h"
#include "abut/world.h"
#include "force/force.h"
#include "integrate/integrate.h"
#include "keys/keys.h"
#include "scene.h"
#include "world/machine_slots.h"

enum { BODIES = 4, TRIES = 200 };

typedef struct maker {
    chance c;
    FILE *to;
    const abut_registry *types;
    int bodies, surfaces;
    bool states; /* contacts have some of their own */
} maker;

static bool perhaps(maker *m, double share) { return chance_uniform(&m->c, 0, 1) < share; }
static int pick(maker *m, int count) { return (int)chance_uniform(&m->c, 0, count); }
/* From low to high, evenly over the powers of ten. */
static double spread(maker *m, double low, double high) { return low * pow(high / low, chance_uniform(&m->c, 0, 1)); }

/* ---- types ---- */
static bool can_be_text(const abut_choice *e) {
    for (int i = 0; i < ABUT_MAX_PARAMS && e->params[i].name; i++)
        if (e->params[i].choice && !can_be_text(e->params[i].choice)) return false;
    return true;
}

/* A type of this kind that a file can name; NULL: there is none. */
static const abut_type *any_type(maker *m, const char *kind) {
    const abut_type *found = NULL, *t;
    int count = 0;
    for (size_t i = 0; (t = abut_registry_at(m->types, i)); i++) {
        bool only_program = false;
        for (const abut_param_info *p = t->params; p && p->name; p++)
            only_program = only_program || p->kind == ABUT_OBJECT || p->kind == ABUT_PIECES || p->kind == ABUT_FILE;
        if (!strcmp(t->kind, kind) && !only_program && pick(m, ++count) == 0) found = t;
    }
    return found;
}

static abut_choice any_choice(maker *m, const char *kind) {
    const abut_type *t = any_type(m, kind);
    int count = 0;
    while (t && t->examples && t->examples[count].type && can_be_text(&t->examples[count])) count++;
    return count ? t->examples[pick(m, count)] : (abut_choice){.type = t ? t->name : NULL};
}

static const abut_param_info *info_of(const abut_type *t, const char *name) {
    const abut_param_info *p = t ? t->params : NULL;
    while (p && p->name && strcmp(p->name, name) != 0) p++;
    return p && p->name ? p : NULL;
}

/* Up to twice or half as much, where that is allowed. */
static double vary(maker *m, const abut_param_info *info, double x) {
    double y = perhaps(m, 0.5) ? x * spread(m, 0.5, 2) : x;
    return info && info->kind == ABUT_NUMBER && y > info->low && y < info->high ? y : x;
}

/* ---- writing ---- */
static void put_choice(maker *m, const char *kind, const abut_choice *c);

static void put_param(maker *m, const abut_type *t, const abut_param *p) {
    const abut_param_info *info = info_of(t, p->name);
    (void)fprintf(m->to, ", %s: ", p->name);
    if (p->choice) {
        put_choice(m, abut_registry_meaning(m->types, info && info->words ? info->words : "").kind, p->choice);
    } else if (p->text) {
        (void)fprintf(m->to, "%s", p->text);
    } else if (p->data) {
        const double *x = p->data;
        for (size_t i = 0; i < p->count; i++) (void)fprintf(m->to, "%s%.17g", i ? ", " : "[", x[i]);
        (void)fprintf(m->to, "]");
    } else if (info && info->kind == ABUT_FLAG) {
        (void)fprintf(m->to, "%s", p->value != 0 ? "true" : "false");
    } else {
        (void)fprintf(m->to, "%.17g", p->value);
    }
}

static void put_params(maker *m, const char *kind, const abut_choice *c) {
    const abut_type *t = abut_registry_find(m->types, kind, c->type);
    (void)fprintf(m->to, "type: %s", c->type);
    for (int i = 0; i < ABUT_MAX_PARAMS && c->params[i].name; i++) put_param(m, t, &c->params[i]);
}

static void put_choice(maker *m, const char *kind, const abut_choice *c) {
    (void)fprintf(m->to, "{");
    put_params(m, kind, c);
    (void)fprintf(m->to, "}");
}

/* The same choice with other numbers. */
static abut_choice varied(maker *m, const char *kind, const abut_choice *c) {
    abut_choice v = *c;
    const abut_type *t = abut_registry_find(m->types, kind, c->type);
    for (int i = 0; i < ABUT_MAX_PARAMS && v.params[i].name; i++)
        if (!v.params[i].choice && !v.params[i].data && !v.params[i].text)
            v.params[i].value = vary(m, info_of(t, v.params[i].name), v.params[i].value);
    return v;
}

static void put_vector(maker *m, const char *key, vec3 v) {
    (void)fprintf(m->to, ", %s: [%.17g, %.17g, %.17g]", key, v.x, v.y, v.z);
}

static void put_pose(maker *m, abut_pose p) {
    put_vector(m, "position", p.r);
    (void)fprintf(m->to, ", orientation: {quaternion: [%.17g, %.17g, %.17g, %.17g]}", p.q.w, p.q.x, p.q.y, p.q.z);
}

/* ---- oil ---- */
static abut_lubricant any_oil(maker *m) {
    abut_lubricant oil = {.eta0 = spread(m, 2e-3, 0.5), .alpha = perhaps(m, 0.1) ? 0 : spread(m, 5e-9, 3e-8)};
    oil.viscosity = perhaps(m, 0.7) ? ABUT_ROELANDS : ABUT_BARUS;
    oil.shear = perhaps(m, 0.7) ? ABUT_EYRING : perhaps(m, 0.5) ? ABUT_NEWTON : ABUT_CARREAU;
    oil.tau0 = spread(m, 1e6, 2e7);
    oil.G = spread(m, 1e5, 1e7);
    oil.n = chance_uniform(&m->c, 0.3, 1);
    oil.limit_slope = spread(m, 0.03, 0.12);
    return oil;
}

static void put_oil(maker *m, const abut_lubricant *oil) {
    static const char *const shears[] = {
        [ABUT_EYRING] = "eyring", [ABUT_NEWTON] = "newton", [ABUT_CARREAU] = "carreau"};
    (void)fprintf(m->to, "lubricant: {eta0: %.6g, alpha: %.6g, viscosity: %s, shear: %s, limit_slope: %.6g", oil->eta0,
                  oil->alpha, oil->viscosity == ABUT_BARUS ? "barus" : "roelands", shears[oil->shear],
                  oil->limit_slope);
    if (oil->shear == ABUT_EYRING) (void)fprintf(m->to, ", tau0: %.6g", oil->tau0);
    if (oil->shear == ABUT_CARREAU) (void)fprintf(m->to, ", G: %.6g, n: %.6g", oil->G, oil->n);
    (void)fprintf(m->to, "}");
}

/* ---- pairs that touch ---- */
typedef struct pair {
    abut_choice a, b, normal, friction, damping, track, film;
    abut_lubricant oil;
    abut_roughness rough;
    abut_pose pose; /* of B, A at the origin */
    double size;
    bool touches, jointed, oiled, is_rough;
} pair;

static const abut_material soft = {.E = 1e8, .nu = 0.3};

/* Laws; with a film some of them, and all whose friction needs one. The normal law of *p points to the damping beside it. */
static void any_laws(maker *m, pair *p) {
    p->damping = any_choice(m, "damping");
    p->normal = any_choice(m, "normal");
    p->normal = with_damping(&p->normal, &p->damping);
    p->friction = any_choice(m, "friction");
    p->track = perhaps(m, 0.2) ? (abut_choice){.type = any_type(m, "track")->name} : (abut_choice){.type = NULL};
    const abut_friction_type *t =
        (const abut_friction_type *)abut_registry_find(m->types, "friction", p->friction.type);
    p->oiled = t->needs_film || perhaps(m, 0.6);
    abut_choice film = any_choice(m, "film");
    p->film = varied(m, "film", &film);
    p->oil = any_oil(m);
    p->is_rough = p->oiled && perhaps(m, 0.7);
    p->rough = (abut_roughness){spread(m, 1e-8, 2e-6), spread(m, 2e-6, 1e-4), spread(m, 1e9, 1e11)};
}

static abut_element_def element_of(const maker *m, const pair *p) {
    abut_element_def def = {.a = {.shape = p->a, .material = soft}, .b = {.shape = p->b, .material = soft}};
    def.law = (abut_law_def){.normal = p->normal, .friction = p->friction, .track = p->track};
    if (p->oiled) def.law.film = p->film;
    if (p->oiled) def.law.lubricant = &p->oil;
    if (p->is_rough) def.law.roughness = &p->rough;
    def.registry = m->types;
    return def;
}

/* Does it also work for one that has never been there? The pair may touch deeper elsewhere. */
static bool starts(maker *m, const pair *p) {
    abut_element_def def = element_of(m, p);
    abut_element *e;
    double state[16];
    if (abut_element_create(&def, &e, NULL)) return false;
    abut_element_in in = {.a = {.q = {1, 0, 0, 0}}, .b = p->pose};
    abut_element_out out = {0};
    bool own = abut_element_states(e) > 0, good = !own || abut_element_start(e, &in, state) == ABUT_OK;
    if (own) in.state = state;
    good = good && abut_element_eval(e, &in, &out) == ABUT_OK;
    if (good) m->states = m->states || own;
    abut_element_destroy(e);
    return good;
}

/* B lies where it touches A, both with laws that go together. */
static void any_pair(maker *m, pair *p) {
    *p = (pair){.touches = false};
    for (int k = 0; k < TRIES && !p->touches; k++) {
        scene s = {0};
        abut_choice a = any_choice(m, "surface"), b = any_choice(m, "surface");
        p->a = varied(m, "surface", &a);
        p->b = varied(m, "surface", &b);
        any_laws(m, p);
        abut_element_def def = element_of(m, p);
        if (!scene_make(&m->c, &def, spread(m, 1e-5, 1e-2), &s)) continue;
        abut_pose from = s.in.a, at = s.in.b;
        abut_quat back = {from.q.w, -from.q.x, -from.q.y, -from.q.z};
        p->pose = (abut_pose){m3_tmul(m3_of_quat(from.q), v3_sub(at.r, from.r)), quat_mul(back, at.q)};
        p->size = s.size;
        abut_element_destroy(s.e);
        p->touches = perhaps(m, 0.1) || starts(m, p); /* what is refused is tried as well */
    }
}

/* ---- parts of the model ---- */
static void put_body(maker *m, int i, const pair *p) {
    double mass = spread(m, 0.05, 20), r = fmin(fmax(p->size, 5e-3), 0.2), I = 0.4 * mass * r * r;
    (void)fprintf(m->to, "  - {name: b%d, mass: %.6g, inertia: [%.6g, %.6g, %.6g]", i, mass, I * spread(m, 1, 1.5),
                  I * spread(m, 1, 1.5), I * spread(m, 1, 1.5));
    abut_pose at = p->pose;
    at.r.x += i; /* the pairs stand beside each other */
    put_pose(m, at);
    if (!p->jointed && perhaps(m, 0.5)) put_vector(m, "velocity", v3_scale(spread(m, 1e-3, 1), chance_unit(&m->c)));
    if (!p->jointed && perhaps(m, 0.3))
        put_vector(m, "angular_velocity", v3_scale(spread(m, 0.1, 100), chance_unit(&m->c)));
    (void)fprintf(m->to, "}\n");
}

static void put_surface(maker *m, const char *name, const char *body, const abut_choice *shape, double x) {
    (void)fprintf(m->to, "  - {name: %s, body: %s, shape: ", name, body);
    put_choice(m, "surface", shape);
    (void)fprintf(m->to, ", position: [%g, 0, 0], material: soft}\n", x);
}

static void put_surfaces(maker *m, const pair *p) {
    char name[16], body[16];
    (void)fprintf(m->to, "surfaces:\n");
    for (int i = 0; i < m->bodies; i++) {
        (void)snprintf(name, sizeof name, "g%d", i);
        put_surface(m, name, "ground", &p[i].a, i);
        (void)snprintf(name, sizeof name, "s%d", i);
        (void)snprintf(body, sizeof body, "b%d", i);
        put_surface(m, name, body, &p[i].b, 0);
    }
}

static void put_film(maker *m, const pair *p) {
    (void)fprintf(m->to, ", film: ");
    put_choice(m, "film", &p->film);
    (void)fprintf(m->to, ", ");
    put_oil(m, &p->oil);
    if (p->is_rough)
        (void)fprintf(m->to, ", roughness: {sigma: %.6g, asperity_radius: %.6g, asperity_density: %.6g}",
                      p->rough.sigma, p->rough.asperity_radius, p->rough.density);
}

static void put_contacts(maker *m, const pair *p) {
    (void)fprintf(m->to, "contacts:\n");
    for (int i = 0; i < m->bodies; i++) {
        (void)fprintf(m->to, "  - {name: c%d, between: [g%d, s%d], normal: ", i, i, i);
        put_choice(m, "normal", &p[i].normal);
        (void)fprintf(m->to, ", friction: ");
        put_choice(m, "friction", &p[i].friction);
        if (p[i].track.type) (void)fprintf(m->to, ", track: %s", p[i].track.type);
        if (p[i].oiled) put_film(m, &p[i]);
        (void)fprintf(m->to, "}\n");
    }
}

static void put_joints(maker *m, const pair *p) {
    bool first = true;
    for (int i = 0; i < m->bodies; i++) {
        if (!p[i].jointed) continue;
        (void)fprintf(m->to, "%s  - {name: j%d, type: %s, parent: %s, child: b%d", first ? "joints:\n" : "", i,
                      any_type(m, "joint")->name, i && p[0].jointed && perhaps(m, 0.3) ? "b0" : "ground", i);
        abut_pose at = {p[i].pose.r, chance_rotation(&m->c)};
        at.r.x += i;
        put_pose(m, at);
        (void)fprintf(m->to, "}\n");
        first = false;
    }
}

static void put_forces(maker *m) {
    bool first = true;
    for (int i = 0; i < m->bodies; i++) {
        if (perhaps(m, 0.4)) continue;
        abut_choice c = any_choice(m, "force"), v = varied(m, "force", &c);
        const force_type *t = (const force_type *)abut_registry_find(m->types, "force", c.type);
        (void)fprintf(m->to, "%s  - {name: f%d, ", first ? "forces:\n" : "", i);
        first = false;
        put_params(m, "force", &v);
        if (t->bodies == 1)
            (void)fprintf(m->to, ", body: b%d}\n", i);
        else
            (void)fprintf(m->to, ", between: [%s, b%d]}\n", i && perhaps(m, 0.5) ? "b0" : "ground", i);
    }
}

static void put_solver(maker *m) {
    double t_end = spread(m, 1e-3, 2e-2);
    (void)fprintf(m->to, "solver: {t_end: %.6g", t_end);
    const abut_type *solver = perhaps(m, 0.4) ? any_type(m, "solver") : NULL;
    while (solver && m->states && !((const integrator_type *)solver)->element_states) solver = any_type(m, "solver");
    if (solver) (void)fprintf(m->to, ", type: %s", solver->name);
    if (perhaps(m, 0.5)) (void)fprintf(m->to, ", rtol: %.3g", spread(m, 1e-8, 1e-3));
    (void)fprintf(m->to, "}\noutput: {every: %.6g}\n", t_end / (1 + pick(m, 20)));
}

static bool has_key(const machine_type *t, const char *key) {
    for (const key_info *k = t->keys->keys; k->name; k++)
        if (!strcmp(k->name, key)) return true;
    return false;
}

/* The example of a machine, its last two lines (solver, output) replaced, with or without oil. */
static void put_machine(maker *m) {
    static const char *const supplies[] = {"flooded", "bath", "grease", "air"};
    const machine_type *t = (const machine_type *)any_type(m, "machine");
    const char *solver = strstr(t->example, "\nsolver:"), *output = strstr(t->example, "\noutput:");
    const char *end = solver ? solver + 1 : output ? output + 1 : t->example + strlen(t->example);
    const char *type = strstr(t->example, t->type.name), *comma = type ? strchr(type, ',') : NULL;
    bool oiled = comma && comma < end && has_key(t, "lubricant") && perhaps(m, 0.6);
    const char *at = oiled ? comma + 1 : t->example;
    (void)fprintf(m->to, "%.*s", (int)(at - t->example), t->example);
    if (oiled && perhaps(m, 0.5)) {
        abut_lubricant oil = any_oil(m);
        (void)fprintf(m->to, " ");
        put_oil(m, &oil);
        (void)fprintf(m->to, ",");
    } else if (oiled) {
        (void)fprintf(m->to, " lubricant: {grade: iso_vg_%s, temperature: %.4g},", perhaps(m, 0.5) ? "32" : "68",
                      chance_uniform(&m->c, 300, 360));
    }
    if (oiled && has_key(t, "supply")) (void)fprintf(m->to, " supply: %s,", supplies[pick(m, 4)]);
    (void)fprintf(m->to, "%.*s", (int)(end - at), at);
    put_solver(m);
}

static void put_bodies(maker *m) {
    pair p[BODIES];
    m->bodies = 1 + pick(m, BODIES);
    for (int i = 0; i < m->bodies; i++) any_pair(m, &p[i]);
    for (int i = 0; i < m->bodies; i++) p[i].jointed = perhaps(m, 0.4);
    (void)fprintf(m->to, "abut: 1\ngravity: [0, 0, %g]\nmaterials:\n  soft: {E: 100 MPa, nu: 0.3, density: 2000}\n",
                  perhaps(m, 0.8) ? -9.81 : 0);
    (void)fprintf(m->to, "bodies:\n  - {name: ground, fixed: true}\n");
    for (int i = 0; i < m->bodies; i++) put_body(m, i, &p[i]);
    put_surfaces(m, p);
    put_joints(m, p);
    put_forces(m);
    put_contacts(m, p);
    put_solver(m);
}

/* ---- groups that collide ---- */
enum { CROWD_MOST = 18, WALLS_MOST = 3 };

/* On a lattice, some of which touch, most of which fall first. */
static void put_crowd_bodies(maker *m, double radius) {
    (void)fprintf(m->to, "bodies:\n  - {name: box, fixed: true}\n");
    for (int i = 0; i < m->bodies; i++) {
        vec3 at = v3_scale(2.06 * radius, v3(i % 3, i / 3 % 3, 0.6 + i / 9));
        at = v3_axpy(radius * spread(m, 1e-4, 0.08), chance_unit(&m->c), at);
        (void)fprintf(m->to, "  - {name: b%d", i);
        if (perhaps(m, 0.1)) (void)fprintf(m->to, ", mass: %.6g, inertia: [1e-3, 2e-3, 2e-3]", spread(m, 0.05, 5));
        put_vector(m, "position", at);
        if (perhaps(m, 0.3)) put_vector(m, "velocity", v3_scale(spread(m, 1e-2, 2), chance_unit(&m->c)));
        if (perhaps(m, 0.2)) put_vector(m, "angular_velocity", v3_scale(spread(m, 0.1, 50), chance_unit(&m->c)));
        (void)fprintf(m->to, "}\n");
    }
}

static void put_crowd_surfaces(maker *m, double radius, int walls) {
    static const char *const turns[WALLS_MOST] = {"[0, 1, 0], angle: 0", "[0, 1, 0], angle: 90 deg",
                                                  "[1, 0, 0], angle: -80 deg"};
    bool sizes = perhaps(m, 0.4), eggs = perhaps(m, 0.2);
    (void)fprintf(m->to, "surfaces:\n");
    for (int i = 0; i < walls; i++)
        (void)fprintf(m->to,
                      "  - {name: w%d, body: box, shape: plane, material: {rigid: true}, position: [%g, %g, 0], "
                      "orientation: {axis: %s}}\n",
                      i, -radius, -radius, turns[i]);
    for (int i = 0; i < m->bodies; i++) {
        double r = sizes ? radius * chance_uniform(&m->c, 0.4, 1.02) : radius;
        (void)fprintf(m->to, "  - {name: s%d, body: b%d, material: soft, shape: ", i, i);
        if (eggs && perhaps(m, 0.3))
            (void)fprintf(m->to, "{type: ellipsoid, a: %.6g, b: %.6g, c: %.6g}}\n", r, 0.9 * r, 0.8 * r);
        else
            (void)fprintf(m->to, "{type: sphere, radius: %.6g}}\n", r);
    }
}

/* Laws that balls have among each other and with walls. */
static bool fits_balls(const maker *m, const abut_choice *normal, const abut_choice *friction) {
    const abut_choice ball = {"sphere", {{.name = "radius", .value = 0.01}}}, shapes[] = {ball, {.type = "plane"}};
    bool good = true;
    for (int i = 0; i < 2 && good; i++) {
        abut_element *e = NULL;
        const abut_element_def def = {.a = {.shape = shapes[i], .material = soft},
                                      .b = {.shape = ball, .material = soft},
                                      .law = {.normal = *normal, .friction = *friction},
                                      .registry = m->types};
        good = !abut_element_create(&def, &e, NULL) && abut_element_states(e) == 0;
        abut_element_destroy(e);
    }
    return good;
}

static void put_collide(maker *m, const char *name, const char *one, const char *other) {
    abut_choice damping, normal, friction;
    int tries = perhaps(m, 0.1) ? 1 : TRIES; /* what is refused is tried as well */
    do {
        damping = any_choice(m, "damping"), normal = any_choice(m, "normal"), friction = any_choice(m, "friction");
        normal = with_damping(&normal, &damping);
    } while (--tries && !fits_balls(m, &normal, &friction));
    (void)fprintf(m->to, "  - {name: %s, between: [%s, %s]", name, one, other);
    if (perhaps(m, 0.8)) {
        (void)fprintf(m->to, ", normal: ");
        put_choice(m, "normal", &normal);
    }
    if (perhaps(m, 0.7)) {
        (void)fprintf(m->to, ", friction: ");
        put_choice(m, "friction", &friction);
    }
    (void)fprintf(m->to, "}\n");
}

/* Balls and walls, of which one, the other or both kinds of pairs may touch, in either order. */
static void put_crowd(maker *m) {
    double radius = spread(m, 5e-3, 0.1);
    int walls = pick(m, WALLS_MOST + 1), order = pick(m, 4);
    m->bodies = 2 + pick(m, CROWD_MOST - 1);
    (void)fprintf(m->to, "abut: 1\ngravity: [0, 0, %g]\nmaterials:\n  soft: {E: 20 MPa, nu: 0.3, density: 2000}\n",
                  perhaps(m, 0.9) ? -9.81 : 0);
    put_crowd_bodies(m, radius);
    put_crowd_surfaces(m, radius, walls);
    (void)fprintf(m->to, "groups: {balls: ['s*']%s}\ncollide:\n", walls ? ", walls: ['w*']" : "");
    if (!walls || order < 2) put_collide(m, "balls", "balls", "balls");
    if (walls && order > 0) put_collide(m, "walls", "walls", "balls");
    if (walls && order == 3) put_collide(m, "balls", "balls", "balls");
    double t_end = spread(m, 1e-2, 0.2);
    (void)fprintf(m->to, "solver: {t_end: %.6g}\noutput: {every: %.6g}\n", t_end, t_end / (1 + pick(m, 20)));
}

void random_model(uint64_t seed, FILE *to) {
    maker m = {.c = {seed * UINT64_C(0x9E3779B97F4A7C15) + 1}, .to = to, .types = abut_world_types()};
    for (int i = 0; i < 10; i++) (void)chance_uniform(&m.c, 0, 1); /* neighbouring seeds differ from the start */
    if (perhaps(&m, 0.2))
        put_machine(&m);
    else if (perhaps(&m, 0.2))
        put_crowd(&m);
    else
        put_bodies(&m);
}
