/* A model that was not run as an object of the page: bodies as they stand, one row of poses, and a summary that says what it is about. */
#include <stdlib.h>

#include "encode.h"
#include "run_source.h"
#include "world/world.h"

static void put_head(const run_source *r, json *j) {
    json_string(j, "name", r->folder);
    json_string(j, "title", r->title && r->title[0] ? r->title : NULL);
    json_string(j, "status", "done");
    json_string(j, "message", NULL);
    json_string(j, "model", r->text);
    json_number(j, "rows", 0);
    json_number(j, "stride", 1);
    json_number(j, "shown", 0);
    json_string(j, "note", NULL);
    json_key(j, "summary");
    encode_json(j->to, r->summary, r->summary_length);
}

/* position (1 x bodies x 3) and quaternion (1 x bodies x 4) */
static void put_poses(const abut_world *w, json *j) {
    size_t n = (size_t)w->bodies;
    json_key(j, "position");
    encode_array a = encode_array_begin(j->to, "f4", 3, (size_t[]){1, n, 3});
    for (int i = 1; i <= w->bodies; i++) {
        abut_vec3 r = abut_read_body(w, (abut_body){i}).r;
        encode_words(&a, (float[]){(float)r.x, (float)r.y, (float)r.z}, 3);
    }
    encode_array_end(&a);
    json_key(j, "quaternion");
    a = encode_array_begin(j->to, "f4", 3, (size_t[]){1, n, 4});
    for (int i = 1; i <= w->bodies; i++) {
        abut_quat q = abut_read_body(w, (abut_body){i}).q;
        encode_words(&a, (float[]){(float)q.w, (float)q.x, (float)q.y, (float)q.z}, 4);
    }
    encode_array_end(&a);
}

abut_status run_put_state(const run_source *r, json *j, abut_message *message) {
    const abut_world *w = r->model.world;
    (void)message;
    json_begin(j, NULL, '{');
    put_head(r, j);
    json_begin(j, "bodies", '{');
    json_begin(j, "names", '[');
    for (int i = 1; i <= w->bodies; i++) json_string(j, NULL, abut_body_name(w, (abut_body){i}));
    json_end(j);
    run_put_body_kinds(r, j);
    put_poses(w, j);
    json_end(j);
    json_begin(j, "joints", '{');
    json_begin(j, "names", '[');
    for (int i = 1; i <= w->joints; i++) json_string(j, NULL, abut_joint_name(w, (abut_joint){i}));
    json_end(j);
    run_put_joint_links(r, j);
    json_end(j);
    run_put_forces(r, j);
    run_put_shapes(r, j);
    json_end(j);
    return ABUT_OK;
}
