/* What connects bodies: drives, joints, forces. */
#include <string.h>

#include "force/force.h"
#include "multibody/joint.h"
#include "sections.h"

/* ---- drives ---- */
void read_drive(reader *r, const node *n, const key_table *keys, abut_drive_def *out) {
    drive_keys k = {0};
    if (!need_map(r, n, "drive") || read_keys(r, n, keys, NULL, &k)) return;
    const node *speed = node_get(n, "speed"), *axis = node_get(n, "axis"), *ramp = node_get(n, "ramp");
    if ((speed != NULL) + (k.angle != NULL) + (k.position != NULL) != 1) {
        error_on(r, n, "drive: give one of speed, angle, position");
        return;
    }
    if (ramp && !speed) error_on(r, ramp, "ramp: goes with speed only");
    if (axis && k.axis.x == 0 && k.axis.y == 0 && k.axis.z == 0) error_on(r, axis, "axis: must not be zero");
    bool slides = keys == &keys_of_slide_drive;
    *out = (abut_drive_def){.given = true, .translation = k.position || (speed && slides), .axis = k.axis};
    out->speed = k.speed;
    out->ramp = k.ramp;
    if (k.angle) (void)read_choice(r, k.angle, "angle", "function", "rad", &out->motion);
    if (k.position) (void)read_choice(r, k.position, "position", "function", "m", &out->motion);
}

/* ---- joints ---- */
/* The speed of a drive is an angular one wherever the joint can turn. */
static void read_joint_drive(reader *r, const node *n, const char *type, abut_drive_def *out) {
    const joint_type *joint = (const joint_type *)abut_registry_find(r->registry, "joint", type);
    bool slides = joint && joint->turns == 0;
    read_drive(r, n, slides ? &keys_of_slide_drive : &keys_of_turn_drive, out);
}

void read_joint(reader *r, const node *n) {
    joint_keys k = {0};
    abut_joint_def def = {0};
    int before = r->errors, parent = 0, child = -1;
    (void)read_keys(r, n, &keys_of_joint, NULL, &k);
    object *o = enter(r, &r->joints, n, k.name, "joint");
    if (k.parent) parent = refer_body(r, k.parent, "parent");
    if (k.child) child = refer_body(r, k.child, "child");
    if (k.drive && k.type) read_joint_drive(r, k.drive, k.type, &def.drive);
    if (k.child && child >= 0 && parent == child) error_on(r, k.child, "child: is the same body as parent");
    if (r->errors != before || parent < 0 || child < 0) return;
    def.name = k.name;
    def.type = k.type;
    def.parent.id = parent;
    def.child.id = child;
    def.place = (abut_pose){k.position, k.orientation};
    o->id = abut_add_joint(r->world, &def).id;
    if (!o->id) world_refused(r, n);
}

/* ---- forces ---- */
/* A body or a point; false after an error or if it was refused itself. */
static bool refer_place(reader *r, const node *n, abut_body *body, abut_vec3 *at) {
    const object *point = n->kind == NODE_SCALAR ? names_find(&r->points, n->text) : NULL;
    bool is_body = n->kind == NODE_SCALAR && names_find(&r->bodies, n->text);
    if (point && !is_body) {
        if (point->point->members) {
            error_on(r, n, "between: '%.60s' is a group of points: name one of them, such as '%.60s.1'", n->text,
                     n->text);
            return false;
        }
        *body = (abut_body){point->point->body};
        *at = point->point->position;
        return point->id != 0;
    }
    body->id = refer_body(r, n, "between");
    return body->id >= 0;
}

bool need_pair(reader *r, const node *n) {
    if (n->kind == NODE_LIST && n->count == 2) return true;
    error_on(r, n, "between: expected a list of two names");
    return false;
}

static bool place_on_two(reader *r, const node *n, const force_keys *k, const abut_type *type, abut_force_def *def) {
    const node *position = node_get(n, "position");
    if (k->body) error_on(r, k->body, "body: force %s acts between two bodies; give 'between'", type->name);
    if (position) error_on(r, position, "position: goes with body; between two bodies name points");
    if (!k->between && !k->body) error_on(r, n, "'between' is missing in this force (two bodies or points)");
    if (!k->between || !need_pair(r, k->between)) return false;
    bool a = refer_place(r, k->between->items[0], &def->a, &def->at_a);
    return refer_place(r, k->between->items[1], &def->b, &def->at_b) && a;
}

static bool place_on_one(reader *r, const node *n, const force_keys *k, const abut_type *type, abut_force_def *def) {
    if (k->between) error_on(r, k->between, "between: force %s acts on one body; give 'body'", type->name);
    if (!k->body && !k->between) error_on(r, n, "'body' is missing in this force (the body it acts on)");
    if (!k->body) return false;
    def->at_b = k->position;
    def->b.id = refer_body(r, k->body, "body");
    return def->b.id >= 0;
}

static const abut_type *type_of_force(reader *r, const node *n) {
    const node *given = node_get(n, "type");
    const char *name;
    if (!given) error_on(r, n, "'type' is missing in this force");
    if (!given || !read_text(r, given, "type", &name)) return NULL;
    const abut_type *type = abut_registry_find(r->registry, "force", name);
    if (!type) unknown_type(r, given, "force", name, NULL);
    return type;
}

void read_force(reader *r, const node *n) {
    force_keys k = {0};
    abut_force_def def = {0};
    int before = r->errors;
    const abut_type *type = type_of_force(r, n);
    if (!type) return; /* which keys are right depends on it */
    (void)read_keys(r, n, &keys_of_force, type, &k);
    object *o = enter(r, &r->forces, n, k.name, "force");
    (void)read_params(r, n, type, NULL, &def.law);
    bool two = ((const force_type *)type)->bodies == 2;
    bool placed = (two ? place_on_two : place_on_one)(r, n, &k, type, &def);
    if (r->errors != before || !placed) return;
    def.name = k.name;
    o->id = abut_add_force(r->world, &def).id;
    if (!o->id) world_refused(r, n);
}
