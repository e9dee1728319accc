/* Building a world: additions are checked and copied. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "contact/element.h"
#include "multibody/mass.h"
#include "registry/registry.h"
#include "world.h"

/* ---- refusals ---- */
static void refuse(abut_world *w, abut_place at, abut_status status, const char *format, va_list list) {
    if (w->status) return;
    (void)vsnprintf(w->message.text, sizeof w->message.text, format, list);
    w->message.place = at;
    w->message.status = w->status = status;
}

abut_status world_refuse(abut_world *w, abut_status status, const char *format, ...) {
    va_list list;
    va_start(list, format);
    refuse(w, (abut_place){.id = 0}, status, format, list);
    va_end(list);
    return status;
}

abut_status world_refuse_at(abut_world *w, const char *key, abut_status status, const char *format, ...) {
    abut_place at = w->about;
    (void)snprintf(at.key, sizeof at.key, "%s", key);
    va_list list;
    va_start(list, format);
    refuse(w, at, status, format, list);
    va_end(list);
    return status;
}

abut_status world_refuse_why(abut_world *w, const char *key, const abut_message *why, const char *format, ...) {
    abut_place at = w->about;
    (void)snprintf(at.key, sizeof at.key, "%s", why->place.key);
    key_below(at.key, sizeof at.key, key);
    va_list list;
    va_start(list, format);
    refuse(w, at, why->status, format, list);
    va_end(list);
    return why->status;
}

void world_about(abut_world *w, const char *kind, int id) {
    if (w->adding) return;
    w->about = (abut_place){.id = id};
    (void)snprintf(w->about.kind, sizeof w->about.kind, "%s", kind);
}

abut_world *abut_world_create(const abut_world_def *def) {
    abut_world *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    if (def) w->gravity = def->gravity;
    w->registry = w->keep.registry = def && def->registry ? def->registry : abut_world_types();
    w->body = calloc(8, sizeof *w->body);
    w->body_room = 8;
    if (!w->body) {
        free(w);
        return NULL;
    }
    w->body[0] = (world_body){.name = "world", .def = {.fixed = true}, .reach = 1, .v_s = INFINITY};
    name_table *tables[] = {&w->body_names,  &w->surface_names, &w->contact_names, &w->joint_names,
                            &w->force_names, &w->machine_names, &w->collide_names};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) tables[i]->memory = &w->keep.memory;
    return w;
}

void abut_world_destroy(abut_world *w) {
    if (!w) return;
    world_stop(w);
    free(w->settled);
    for (int i = 1; i <= w->contacts; i++) abut_element_destroy(w->contact[i].element);
    for (int i = 1; i <= w->forces; i++) {
        world_force *f = &w->force[i];
        if (f->self && f->type->drop) f->type->drop(f->self);
        free(f->self);
    }
    for (int i = 1; i <= w->collides; i++) world_drop_collide(&w->collide[i]);
    for (int i = 1; i <= w->members; i++) free(w->member[i].law.K);
    free(w->member);
    free(w->collide);
    for (int i = 1; i <= w->machines; i++) {
        world_machine *m = &w->machine[i];
        if (m->self && m->type->drop) m->type->drop(m->self);
        free(m->self);
        if (w->observer) w->observer->drop(m->watch);
    }
    free(w->body);
    free(w->guide);
    free(w->surface);
    free(w->contact);
    free(w->joint);
    free(w->force);
    free(w->machine);
    arena_drop(&w->keep.memory);
    free(w);
}

abut_status abut_check(const abut_world *w) { return w->status; }
const char *abut_world_message(const abut_world *w) { return w->message.text; }
abut_place abut_world_place(const abut_world *w) { return w->message.place; }
void abut_world_clear_message(abut_world *w) {
    w->status = ABUT_OK;
    w->message = (abut_message){0};
}

/* ---- lists ---- */

/* Room for entry [count + 1] of a list counted from 1; false after a refusal. */
bool world_make_room(abut_world *w, void **list, int count, int *room, size_t size) {
    if (count + 2 <= *room) return true;
    int more = 2 * *room + 16;
    void *larger = realloc(*list, (size_t)more * size);
    if (!larger) return !world_refuse(w, ABUT_NO_MEMORY, "out of memory");
    memset((char *)larger + (size_t)*room * size, 0, (size_t)(more - *room) * size);
    *list = larger;
    *room = more;
    return true;
}

abut_status world_kept(abut_world *w) {
    return w->keep.memory.failed ? world_refuse(w, ABUT_NO_MEMORY, "out of memory") : ABUT_OK;
}

/* May something be added? It is the object in work then. */
bool world_writable(abut_world *w, const char *what) {
    world_about(w, what, 0);
    if (world_kept(w)) return false;
    if (!w->started) return true;
    (void)world_refuse_at(w, "", ABUT_BAD_VALUE, "a %s cannot be added: the world has been started", what);
    return false;
}

/* Checks a name, or makes one; NULL after a refusal. */
const char *world_take_name(abut_world *w, const char *what, const char *name, name_table *table, int id) {
    char made[32];
    if (!name || !*name) {
        (void)snprintf(made, sizeof made, "%s%d", what, id);
        name = made;
    }
    if (names_id(table, name)) {
        (void)world_refuse_at(w, "name", ABUT_BAD_VALUE, "there are two of the %s '%.80s'", what, name);
        return NULL;
    }
    name = keep_text(&w->keep, name);
    if (!name || !names_add_id(table, name, id)) {
        (void)world_refuse(w, ABUT_NO_MEMORY, "out of memory");
        return NULL;
    }
    return name;
}

world_machine *world_new_machine(abut_world *w, const char *name) {
    if (!world_writable(w, "machine")) return NULL;
    int id = w->machines + 1;
    if (!ROOM(w, machine, machines)) return NULL;
    name = world_take_name(w, "machine", name, &w->machine_names, id);
    if (!name) return NULL;
    w->machine[id] = (world_machine){.name = name};
    w->machines = id;
    return &w->machine[id];
}

abut_status world_check_material(abut_world *w, const char *key, const abut_material *material) {
    abut_message why = {0};
    abut_status status = element_check_material(material, key, &why);
    return status ? world_refuse_why(w, key, &why, "%s", why.text) : ABUT_OK;
}

/* ---- bodies ---- */
static bool vector_good(vec3 v) { return v3_finite(v) && v3_dot(v, v) < 1e60; }
static bool quat_good(abut_quat q) {
    double n = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    return quat_is_zero(q) || (n > 1e-60 && n < 1e60);
}

static bool all_zero(const double *v, int n) {
    for (int i = 0; i < n; i++)
        if (v[i] != 0) return false;
    return true;
}

static abut_status check_drive(abut_world *w, const char *what, const char *name, const abut_drive_def *d) {
    if (!d->given) return ABUT_OK;
    bool ramp = d->ramp >= 0 && d->ramp < 1e30, speed = fabs(d->speed) < 1e30;
    if (!ramp || !speed || !vector_good(d->axis))
        return world_refuse_at(
            w,
            !speed  ? "drive.speed"
            : !ramp ? "drive.ramp"
                    : "drive.axis",
            ABUT_BAD_VALUE, "%s '%.80s': its drive wants a finite speed and a ramp that is not negative", what, name);
    if (!d->motion.type) return ABUT_OK;
    function f = {0};
    abut_message why = {0};
    abut_status status = function_make(w->registry, &d->motion, &f, &why);
    function_drop(&f);
    if (!status) return ABUT_OK;
    return world_refuse_why(w, d->translation ? "drive.position" : "drive.angle", &why, "%s '%.80s': drive: %s", what,
                            name, why.text);
}

static abut_status check_body(abut_world *w, const abut_body_def *d) {
    const char *name = d->name ? d->name : "";
    if (!(d->mass >= 0 && d->mass < 1e30))
        return world_refuse_at(w, "mass", ABUT_BAD_VALUE, "body '%.80s': mass must be positive, got %g", name, d->mass);
    if (!all_zero(d->inertia, 6) && !inertia_physical(d->inertia))
        return world_refuse_at(
            w, "inertia", ABUT_BAD_VALUE,
            "body '%.80s': no body has this inertia: principal moments must be positive, and none larger "
            "than the sum of the other two",
            name);
    const char *start = !vector_good(d->start.r)   ? "position"
                        : !vector_good(d->start.v) ? "velocity"
                        : !vector_good(d->start.w) ? "angular_velocity"
                        : !quat_good(d->start.q)   ? "orientation"
                                                   : NULL;
    if (start)
        return world_refuse_at(w, start, ABUT_BAD_VALUE, "body '%.80s': its start pose or velocity is not finite",
                               name);
    if (!(fabs(d->turning.rate) < 1e30) || !(fabs(d->turning.spin) < 1e30) ||
        !(d->turning.ramp >= 0 && d->turning.ramp < 1e30) || !vector_good(d->turning.axis) ||
        !vector_good(d->turning.origin))
        return world_refuse_at(w, "turning", ABUT_BAD_VALUE, "body '%.80s': its turning axes are not finite", name);
    return check_drive(w, "body", name, &d->drive);
}

static void keep_drive(abut_world *w, abut_drive_def *d) {
    if (d->given && d->motion.type) d->motion = keep_choice(&w->keep, "function", &d->motion);
}

abut_body abut_add_body(abut_world *w, const abut_body_def *def) {
    const abut_body none = {0};
    if (!world_writable(w, "body") || check_body(w, def)) return none;
    int id = w->bodies + 1;
    if (!ROOM(w, body, bodies)) return none;
    const char *name = world_take_name(w, "body", def->name, &w->body_names, id);
    if (!name) return none;
    world_body *b = &w->body[id];
    *b = (world_body){.name = name, .def = *def, .parent = -1, .reach = 0, .v_s = INFINITY, .only_balls = true};
    b->def.name = name;
    keep_drive(w, &b->def.drive);
    b->given_speed = v3_dot(def->start.v, def->start.v) > 0 || v3_dot(def->start.w, def->start.w) > 0;
    w->bodies = id;
    return (abut_body){id};
}

/* ---- surfaces ---- */
static bool has_body(abut_world *w, abut_body b, const char *key, const char *what, const char *name) {
    if (b.id >= 0 && b.id <= w->bodies) return true;
    (void)world_refuse_at(w, key, ABUT_UNKNOWN_NAME, "%s '%.80s': there is no body %d", what, name ? name : "", b.id);
    return false;
}

abut_surface abut_add_surface(abut_world *w, abut_body body, const abut_surface_def *def) {
    const abut_surface none = {0};
    abut_message why = {0};
    surface made = {0};
    if (!world_writable(w, "surface") || !has_body(w, body, "body", "surface", def->name)) return none;
    abut_status status = surface_make(w->registry, &def->shape, &made, &why);
    double ball = made.ball, size = made.extent.size;
    double bound = made.extent.k_min_sup < 0 ? INFINITY : made.extent.bound; /* a hollow holds its partners */
    bool point = !status && made.type->point, roller = !status && made.type->roller;
    bool shaft = !status && surface_shaft(&made) > 0, flat = !status && made.type->flat;
    if (!status) surface_drop(&made);
    if (status) {
        (void)world_refuse_why(w, "shape", &why, "surface '%.80s': %s", def->name ? def->name : "", why.text);
        return none;
    }
    int id = w->surfaces + 1;
    if (!ROOM(w, surface, surfaces)) return none;
    const char *name = world_take_name(w, "surface", def->name, &w->surface_names, id);
    if (!name) return none;
    world_surface *s = &w->surface[id];
    *s = (world_surface){.name = name,
                         .body = body.id,
                         .def = *def,
                         .ball = ball,
                         .bound = bound,
                         .size = size,
                         .point = point,
                         .roller = roller,
                         .shaft = shaft,
                         .flat = flat};
    s->def.name = name;
    s->def.shape = keep_choice(&w->keep, "surface", &def->shape);
    world_body *b = &w->body[body.id];
    b->surfaces++;
    if (point) b->point_reach = fmax(b->point_reach, v3_norm(def->place.r));
    b->only_balls = b->only_balls && ball > 0 && v3_dot(def->place.r, def->place.r) == 0;
    if (isfinite(size) && size > 0) b->reach = b->reach > 0 ? fmin(b->reach, size) : size;
    w->surfaces = id;
    return (abut_surface){id};
}

/* ---- joints ---- */
abut_joint abut_add_joint(abut_world *w, const abut_joint_def *def) {
    const abut_joint none = {0};
    const char *given = def->name ? def->name : "";
    abut_message why = {0};
    abut_args args;
    if (!world_writable(w, "joint") || !has_body(w, def->parent, "parent", "joint", def->name) ||
        !has_body(w, def->child, "child", "joint", def->name))
        return none;
    abut_status status = registry_check(w->registry, "joint", 0, &(abut_choice){.type = def->type}, &args, &why);
    if (status) {
        (void)world_refuse_why(w, "", &why, "joint '%.80s': %s", given, why.text);
        return none;
    }
    if (def->parent.id == def->child.id) {
        (void)world_refuse_at(w, "child", ABUT_BAD_VALUE, "joint '%.80s': parent and child are the same body", given);
        return none;
    }
    if (!vector_good(def->place.r) || !quat_good(def->place.q)) {
        (void)world_refuse_at(w, "position", ABUT_BAD_VALUE, "joint '%.80s': its place is not finite", given);
        return none;
    }
    if (check_drive(w, "joint", given, &def->drive)) return none;
    int id = w->joints + 1;
    const char *name = ROOM(w, joint, joints) ? world_take_name(w, "joint", def->name, &w->joint_names, id) : NULL;
    if (!name) return none;
    world_joint *j = &w->joint[id];
    *j = (world_joint){.name = name, .def = *def, .type = (const joint_type *)args.type, .loop = -1};
    j->def.name = name;
    j->def.type = j->type->type.name;
    keep_drive(w, &j->def.drive);
    w->joints = id;
    return (abut_joint){id};
}

/* ---- forces ---- */
abut_force world_add_force(abut_world *w, const abut_force_def *def, const force_type *type, void *self) {
    int id = w->forces + 1;
    const char *name = ROOM(w, force, forces) ? world_take_name(w, "force", def->name, &w->force_names, id) : NULL;
    if (!name) {
        if (type->drop) type->drop(self);
        free(self);
        return (abut_force){0};
    }
    w->force[id] = (world_force){.name = name, .def = *def, .type = type, .self = self};
    w->force[id].def.name = name;
    bool round = type->round && v3_dot(def->at_b, def->at_b) == 0;
    w->body[def->a.id].loaded = true;
    if (!round) w->body[def->b.id].loaded = true;
    w->forces = id;
    return (abut_force){id};
}

abut_force abut_add_force(abut_world *w, const abut_force_def *def) {
    const abut_force none = {0};
    const char *given = def->name ? def->name : "";
    abut_message why = {0};
    abut_args args;
    if (!world_writable(w, "force") || !has_body(w, def->a, "between.0", "force", def->name) ||
        !has_body(w, def->b, "between.1", "force", def->name))
        return none;
    void *self = NULL;
    abut_status status = registry_check(w->registry, "force", 0, &def->law, &args, &why);
    const force_type *type = status ? NULL : (const force_type *)args.type;
    if (!status && type->bodies == 2 && def->a.id == def->b.id)
        status = say_at(&why, "between", ABUT_BAD_VALUE, "it acts between a body and itself");
    if (!status && (!vector_good(def->at_a) || !vector_good(def->at_b)))
        status = say_at(&why, "position", ABUT_BAD_VALUE, "its place is not finite");
    if (!status) status = registry_make(&args, type->size, type->init, &self);
    if (status) {
        free(self);
        (void)world_refuse_why(w, "", &why, "force '%.80s': %s", given, why.text);
        return none;
    }
    return world_add_force(w, def, type, self);
}

/* ---- finding ---- */
abut_body abut_find_body(const abut_world *w, const char *name) { return (abut_body){names_id(&w->body_names, name)}; }
abut_surface abut_find_surface(const abut_world *w, const char *name) {
    return (abut_surface){names_id(&w->surface_names, name)};
}
abut_contact abut_find_contact(const abut_world *w, const char *name) {
    return (abut_contact){names_id(&w->contact_names, name)};
}
abut_joint abut_find_joint(const abut_world *w, const char *name) {
    return (abut_joint){names_id(&w->joint_names, name)};
}
abut_force abut_find_force(const abut_world *w, const char *name) {
    return (abut_force){names_id(&w->force_names, name)};
}
int abut_body_count(const abut_world *w) { return w->bodies; }
int abut_contact_count(const abut_world *w) { return w->contacts; }
int abut_joint_count(const abut_world *w) { return w->joints; }
int abut_surface_count(const abut_world *w) { return w->surfaces; }
const char *abut_surface_name(const abut_world *w, abut_surface s) {
    return s.id >= 1 && s.id <= w->surfaces ? w->surface[s.id].name : NULL;
}
const char *abut_body_name(const abut_world *w, abut_body b) {
    return b.id >= 0 && b.id <= w->bodies ? w->body[b.id].name : NULL;
}
const char *abut_contact_name(const abut_world *w, abut_contact c) {
    return c.id >= 1 && c.id <= w->contacts ? w->contact[c.id].name : NULL;
}
bool abut_contact_lubricated(const abut_world *w, abut_contact c) {
    return c.id >= 1 && c.id <= w->contacts && w->contact[c.id].lubricated;
}
const char *abut_joint_name(const abut_world *w, abut_joint j) {
    return j.id >= 1 && j.id <= w->joints ? w->joint[j.id].name : NULL;
}
