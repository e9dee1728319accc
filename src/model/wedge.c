/* The machines `wedge` and `bogie` of the model file. */
#include <string.h>

#include "abut/machine/bogie.h"
#include "machines.h"

enum { POINTS_MAX = 10000 }; /* of a face */

/* ---- what a wedge is ---- */
static bool read_points(reader *r, const node *n, abut_wedge_face *face) {
    if (n->kind != NODE_LIST || n->count < 1 || n->count > POINTS_MAX) {
        error_on(r, n, "points: expected a list of 1 to %d points", POINTS_MAX);
        return false;
    }
    face->point = arena_get(&r->memory, n->count * sizeof *face->point);
    face->count = (int)n->count;
    for (unsigned i = 0; i < n->count; i++) {
        wedge_point_keys k = {0};
        if (!need_map(r, n->items[i], "point") || read_keys(r, n->items[i], &keys_of_wedge_point, NULL, &k))
            return false;
        face->point[i] = (abut_wedge_point){k.across, k.up};
    }
    return true;
}

static bool read_faces(reader *r, const node *n, abut_wedge *to) {
    if (n->kind != NODE_LIST || n->count < 2 || n->count > ABUT_WEDGE_FACES) {
        error_on(r, n, "faces: expected a list of 2 to %d faces", ABUT_WEDGE_FACES);
        return false;
    }
    for (unsigned i = 0; i < n->count; i++) {
        wedge_face_keys k = {0};
        abut_wedge_face *face = &to->face[to->faces++];
        if (!need_map(r, n->items[i], "face") || read_keys(r, n->items[i], &keys_of_wedge_face, NULL, &k) ||
            !read_points(r, k.points, face))
            return false;
        face->pocket = !strcmp(k.side, "pocket");
        face->position = k.position;
        face->yaw = k.yaw;
    }
    return true;
}

static bool read_wedges(reader *r, const node *n, int count, abut_wedge *to) {
    wedges_keys k = {.count = count};
    wedge_mu_keys mu = {0};
    if (!n) return false;
    if (!need_map(r, n, "wedges") || read_keys(r, n, &keys_of_wedges, NULL, &k)) return false;
    if (k.count != count) {
        error_on(r, node_get(n, "count"), "count: this machine has %d wedge%s, got %d", count, count > 1 ? "s" : "",
                 k.count);
        return false;
    }
    if (!need_map(r, k.mu, "mu") || read_keys(r, k.mu, &keys_of_wedge_mu, NULL, &mu)) return false;
    *to = (abut_wedge){.mass = k.mass,
                       .toe = k.toe,
                       .angle = k.angle,
                       .offset = k.offset,
                       .mu_column = mu.column,
                       .mu_pocket = mu.pocket,
                       .static_ratio = k.static_ratio,
                       .stiffness = k.stiffness,
                       .damping = k.damping};
    memcpy(to->inertia, k.inertia, sizeof to->inertia);
    return read_faces(r, k.faces, to);
}

/* ---- springs ---- */
static bool read_wedge_spring(reader *r, const node *n, abut_wedge_def *def) {
    springs_keys k = {0};
    if (!n || !need_map(r, n, "springs") || read_keys(r, n, &keys_of_wedge_spring, NULL, &k)) return false;
    def->spring.stiffness = k.stiffness;
    def->spring.preload = k.preload;
    return true;
}

static bool read_bogie_springs(reader *r, const node *n, abut_bogie_def *def) {
    springs_keys k = {.count = 7};
    if (!n || !need_map(r, n, "springs") || read_keys(r, n, &keys_of_bogie_springs, NULL, &k)) return false;
    if (node_get(n, "load") && node_get(n, "preload")) {
        error_on(r, node_get(n, "load"), "load: preload and load say the same thing: give one of them");
        return false;
    }
    def->springs.count = k.count;
    def->springs.stiffness = k.stiffness;
    def->springs.preload = node_get(n, "load") ? k.load / (2 * k.count) : k.preload;
    def->springs.horizontal = k.horizontal;
    def->springs.yaw = k.yaw;
    return true;
}

static bool read_gibs(reader *r, const node *n, abut_bogie_def *def) {
    gibs_keys k = {0};
    if (!n) return true;
    if (!need_map(r, n, "gibs") || read_keys(r, n, &keys_of_gibs, NULL, &k)) return false;
    def->gibs.play = k.play;
    def->gibs.stiffness = k.stiffness;
    def->gibs.damping = k.damping;
    return true;
}

/* ---- the machines ---- */
abut_machine read_wedge(reader *r, const node *n) {
    wedge_keys k = {0};
    abut_wedge_def def = {0};
    int before = r->errors, frame = -1, bolster = -1;
    (void)read_keys(r, n, &keys_of_wedge, NULL, &k);
    if (k.side_frame) frame = refer_body(r, k.side_frame, "side_frame");
    if (k.bolster) bolster = refer_body(r, k.bolster, "bolster");
    bool made = read_wedge_spring(r, k.springs, &def);
    made = read_wedges(r, k.wedges, 1, &def.wedge) && made;
    if (r->errors != before || !made || frame < 0 || bolster < 0) return (abut_machine){0};
    def.name = k.machine.name;
    def.side_frame.id = frame;
    def.bolster.id = bolster;
    def.place = (abut_pose){k.position, k.orientation};
    abut_machine machine = abut_add_wedge(r->world, &def);
    if (!machine.id) world_refused(r, n);
    return machine;
}

static bool read_side_frames(reader *r, const node *n, abut_bogie_def *def) {
    if (!n) return false;
    if (n->kind != NODE_LIST || n->count != 2) {
        error_on(r, n, "side_frames: expected a list of two bodies, got %s", node_phrase(n));
        return false;
    }
    for (int i = 0; i < 2; i++) {
        def->side_frames[i].id = refer_body(r, n->items[i], "side_frames");
        if (def->side_frames[i].id < 0) return false;
    }
    return true;
}

abut_machine read_bogie(reader *r, const node *n) {
    bogie_keys k = {.spacing = 2.036};
    abut_bogie_def def = {0};
    int before = r->errors, bolster = -1;
    (void)read_keys(r, n, &keys_of_bogie, NULL, &k);
    bool made = read_side_frames(r, k.side_frames, &def);
    if (k.bolster) bolster = refer_body(r, k.bolster, "bolster");
    made = read_bogie_springs(r, k.springs, &def) && made;
    made = read_wedges(r, k.wedges, 4, &def.wedge) && made;
    made = read_gibs(r, k.gibs, &def) && made;
    if (r->errors != before || !made || bolster < 0) return (abut_machine){0};
    def.name = k.machine.name;
    def.bolster.id = bolster;
    def.place = (abut_pose){k.position, k.orientation};
    def.spacing = k.spacing;
    abut_machine machine = abut_add_bogie(r->world, &def);
    if (!machine.id) world_refused(r, n);
    return machine;
}
