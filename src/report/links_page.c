/* Joints and forces as lines of a picture: between which bodies, and at which of their points. Points and axes are seen from
 * the bodies: in their axes, from their centres of mass. */
#include <stdio.h>

#include "base/quat.h"
#include "encode.h"
#include "run_source.h"
#include "world/world.h"

/* A place in the world at the start, seen from a body. */
static vec3 point_in(const abut_world *w, int body, vec3 r) {
    abut_pose b = world_start_pose(w, body);
    return m3_tmul(m3_of_quat(b.q), v3_sub(r, b.r));
}

static vec3 axis_in(const abut_world *w, int body, abut_quat q) {
    return m3_tmul(m3_of_quat(world_start_pose(w, body).q), m3_mul(m3_of_quat(quat_unit(q)), v3(0, 0, 1)));
}

static void add_vec(encode_array *a, vec3 v) {
    float word[3] = {(float)v.x, (float)v.y, (float)v.z};
    encode_words(a, word, 3);
}

static void put_pair(json *j, int a, int b) {
    json_key(j, NULL);
    (void)fprintf(j->to, "[%d, %d]", a - 1, b - 1);
}

/* ---- joints ---- */
void run_put_joint_links(const run_source *r, json *j) {
    const abut_world *w = r->model.world;
    size_t n = (size_t)w->joints;
    json_begin(j, "types", '[');
    for (int i = 1; i <= w->joints; i++) json_string(j, NULL, w->joint[i].def.type);
    json_end(j);
    json_begin(j, "bodies", '[');
    for (int i = 1; i <= w->joints; i++) put_pair(j, w->joint[i].def.parent.id, w->joint[i].def.child.id);
    json_end(j);
    json_key(j, "points");
    encode_array a = encode_array_begin(j->to, "f4", 3, (size_t[]){n, 2, 3});
    for (int i = 1; i <= w->joints; i++) {
        const abut_joint_def *d = &w->joint[i].def;
        add_vec(&a, point_in(w, d->parent.id, d->place.r));
        add_vec(&a, point_in(w, d->child.id, d->place.r));
    }
    encode_array_end(&a);
    json_key(j, "axes");
    a = encode_array_begin(j->to, "f4", 2, (size_t[]){n, 3});
    for (int i = 1; i <= w->joints; i++) add_vec(&a, axis_in(w, w->joint[i].def.child.id, w->joint[i].def.place.q));
    encode_array_end(&a);
}

/* ---- forces ---- */
/* Those between two bodies that the model names; machines have forces of their own. */
static bool is_link(const world_force *f) { return f->type && f->type->bodies == 2 && !f->machine; }

void run_put_forces(const run_source *r, json *j) {
    const abut_world *w = r->model.world;
    size_t n = 0;
    for (int i = 1; i <= w->forces; i++) n += is_link(&w->force[i]);
    json_begin(j, "forces", '{');
    json_begin(j, "names", '[');
    for (int i = 1; i <= w->forces; i++)
        if (is_link(&w->force[i])) json_string(j, NULL, w->force[i].name ? w->force[i].name : "");
    json_end(j);
    json_begin(j, "types", '[');
    for (int i = 1; i <= w->forces; i++)
        if (is_link(&w->force[i])) json_string(j, NULL, w->force[i].type->type.name);
    json_end(j);
    json_begin(j, "bodies", '[');
    for (int i = 1; i <= w->forces; i++)
        if (is_link(&w->force[i])) put_pair(j, w->force[i].def.a.id, w->force[i].def.b.id);
    json_end(j);
    json_key(j, "points");
    encode_array a = encode_array_begin(j->to, "f4", 3, (size_t[]){n, 2, 3});
    for (int i = 1; i <= w->forces; i++)
        if (is_link(&w->force[i])) {
            add_vec(&a, w->force[i].def.at_a);
            add_vec(&a, w->force[i].def.at_b);
        }
    encode_array_end(&a);
    json_end(j);
}
