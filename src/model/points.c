/* Points of bodies: single ones, the corners of a box, the corners of a polygon. Forces attach to them; in a contact a point is
 * a surface of its own, made when the first contact names it. */
#include <stdio.h>
#include <string.h>

#include "base/vec.h"
#include "registry/registry.h"
#include "sections.h"

enum { CORNERS_MAX = 1000 };

/* ---- names ---- */
static object *enter_point(reader *r, const node *n, const char *name, int body, vec3 position) {
    object *o = enter(r, &r->points, n, name, "point");
    o->point = arena_get(&r->memory, sizeof *o->point);
    *o->point = (model_point){.name = name, .body = body, .position = position};
    if (name && names_find(&r->bodies, name))
        error_on(r, node_get(n, "name"), "name: a body has the name '%.60s' already", name);
    return o;
}

static const char *member_name(reader *r, const char *group, int number) {
    char name[NAME_BYTES_MAX + 32];
    int length = snprintf(name, sizeof name, "%s.%d", group, number);
    return arena_copy(&r->memory, name, (size_t)length);
}

/* ---- groups ---- */
typedef struct corners {
    vec3 at[CORNERS_MAX];
    int count;
} corners;

/* x runs fastest, z slowest; of one face only the four on it. */
static void box_corners(vec3 size, const char *face, corners *out) {
    int axis = face[1] == 'x' ? 0 : face[1] == 'y' ? 1 : 2, wanted = face[0] == '+';
    bool all = !strcmp(face, "all");
    for (int i = 0; i < 8; i++)
        if (all || (i >> axis & 1) == wanted)
            out->at[out->count++] =
                v3((i & 1 ? 0.5 : -0.5) * size.x, (i & 2 ? 0.5 : -0.5) * size.y, (i & 4 ? 0.5 : -0.5) * size.z);
}

static void read_box(reader *r, const node *n, const point_keys *k, corners *out) {
    vec3 s = k->box;
    if (!(s.x >= 0 && s.y >= 0 && s.z >= 0 && s.x + s.y + s.z > 0)) {
        error_on(r, node_get(n, "box"), "box: lengths must not be negative, and not all zero");
        return;
    }
    box_corners(s, k->face ? k->face : "all", out);
}

static void read_polygon(reader *r, const node *n, corners *out) {
    if (n->kind != NODE_LIST || n->count == 0 || n->count > CORNERS_MAX) {
        error_on(r, n, "polygon: expected a list of 1 to %d points, each of three numbers", CORNERS_MAX);
        return;
    }
    for (unsigned i = 0; i < n->count; i++) {
        double x[3] = {0};
        if (read_numbers(r, n->items[i], "polygon", "m", 3, x)) out->at[out->count++] = v3(x[0], x[1], x[2]);
    }
}

static void check_keys(reader *r, const node *n, const point_keys *k) {
    const node *box = node_get(n, "box"), *face = node_get(n, "face"), *turned = node_get(n, "orientation");
    if (box && k->polygon) error_on(r, k->polygon, "polygon: give box or polygon, not both");
    if (face && !box) error_on(r, face, "face: goes with box only");
    if (turned && !box && !k->polygon) error_on(r, turned, "orientation: goes with box and polygon only");
}

static void read_group(reader *r, const node *n, const point_keys *k, object *group) {
    corners all = {.count = 0}, *c = &all;
    int before = r->errors;
    if (k->polygon)
        read_polygon(r, k->polygon, c);
    else
        read_box(r, n, k, c);
    if (r->errors != before) return;
    mat3 R = quat_is_zero(k->orientation) ? m3_identity() : m3_of_quat(k->orientation);
    group->point->member_count = c->count;
    group->point->members = arena_get(&r->memory, (size_t)c->count * sizeof(object *));
    for (int i = 0; i < c->count; i++) {
        vec3 at = v3_add(k->position, m3_mul(R, c->at[i]));
        object *o = enter_point(r, n, member_name(r, k->name, i + 1), group->point->body, at);
        o->id = 1;
        group->point->members[i] = o;
    }
}

void read_point(reader *r, const node *n) {
    point_keys k = {0};
    int before = r->errors;
    (void)read_keys(r, n, &keys_of_point, NULL, &k);
    object *o = enter_point(r, n, k.name, k.body ? refer_body(r, k.body, "body") : -1, k.position);
    check_keys(r, n, &k);
    if (r->errors != before || o->point->body < 0) return;
    if (node_get(n, "box") || k.polygon) read_group(r, n, &k, o);
    o->id = r->errors == before;
}

/* The surface that is a single point. */
static const char *point_type(const abut_registry *types) {
    size_t i = 0;
    const abut_type *t = registry_next(types, "surface", &i);
    while (t && !((const abut_surface_type *)t)->point) t = registry_next(types, "surface", &i);
    return t ? t->name : NULL;
}

/* ---- contacts ---- */
int surface_of_point(reader *r, object *o) {
    model_point *p = o->point;
    if (!o->id || p->surface) return p->surface;
    const object *same = names_find(&r->surfaces, p->name);
    if (same) {
        error_on(r, o->at, "name: the point '%.60s' takes part in a contact, and a surface has its name, in line %d",
                 p->name, same->at->at.line);
        return 0;
    }
    abut_surface_def def = {.shape = {.type = point_type(r->registry)}, .place = {.r = p->position}, .name = p->name};
    p->surface = abut_add_surface(r->world, (abut_body){p->body}, &def).id;
    if (!p->surface) world_refused(r, o->at);
    return p->surface;
}
