/* Meshes of the surfaces of a run. Equal ones (the balls of a bearing) stand on the page once. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/message.h"
#include "run_source.h"
#include "world/world.h"

static const double bytes_most = 12e6;    /* of all meshes */
static const double triangles_most = 4e4; /* drawn at once, for which meshes may be made finer */
enum { DETAIL_MOST = 3 };
enum { PATH_FRAMES = 200 };

/* ---- what is to be seen ---- */
typedef struct scope {
    mesh_box all;  /* in the world */
    mesh_box *run; /* of surface 1, 2 ...: the points that run on it, seen from it; empty but for planes under points */
} scope;

/* Room for the bodies that move, where they are at one instant. */
static void add_instant(const abut_world *w, const abut_pose *body, scope *to) {
    for (int b = 1; b <= w->bodies; b++)
        if (!w->body[b].def.fixed) mesh_box_add(&to->all, body[b].r, 0);
    for (int i = 1; i <= w->surfaces; i++)
        if (mesh_under_points(w, i)) mesh_box_add_points(&to->run[i], w, i, body);
}

static void fill_poses(const double *position, const double *quaternion, int bodies, abut_pose *body) {
    for (int b = 1; b <= bodies; b++) {
        const double *r = position + 3 * (b - 1), *q = quaternion + 4 * (b - 1);
        body[b] = (abut_pose){{r[0], r[1], r[2]}, {q[0], q[1], q[2], q[3]}};
    }
}

/* Room for the paths of bodies that move. */
static void add_paths(const run_source *r, scope *to) {
    const abut_world *w = r->model.world;
    if (r->rows.rows == 0) return; /* it was not run */
    source_set position = {0}, quaternion = {0};
    size_t n = (size_t)w->bodies;
    double *row = malloc((7 * n + 1) * sizeof *row);
    abut_pose *body = malloc((n + 1) * sizeof *body);
    if (!row || !body) *r->rows.ended = SOURCE_LACKS;
    bool fits = source_find(&r->rows, "bodies/position", &position) &&
                source_find(&r->rows, "bodies/quaternion", &quaternion) && row && body && position.width == 3 * n &&
                quaternion.width == 4 * n;
    thin t = thin_choose(r->rows.rows, 1, PATH_FRAMES);
    if (fits) body[0] = world_start_pose(w, 0);
    for (long i = 0; fits && i < t.shown && i < 4L * PATH_FRAMES; i++) {
        thin one = {thin_row(&t, i) + 1, 1, 1};
        fits = source_read(&position, &one, 0, 1, H5T_NATIVE_DOUBLE, row) &&
               source_read(&quaternion, &one, 0, 1, H5T_NATIVE_DOUBLE, row + 3 * n);
        if (!fits) break;
        fill_poses(row, row + 3 * n, w->bodies, body);
        add_instant(w, body, to);
    }
    free(row);
    free(body);
    source_drop(&position);
    source_drop(&quaternion);
}

/* ---- equal meshes ---- */
static uint64_t hash_fours(uint64_t h, const void *bytes, size_t length) { /* words of four bytes */
    for (size_t i = 0; i + 4 <= length; i += 4) {
        uint32_t word;
        memcpy(&word, (const char *)bytes + i, sizeof word);
        h = hash_word(h, word);
    }
    return h;
}

static size_t point_bytes(const mesh *m) { return (size_t)m->points * 3 * sizeof *m->point; }
static size_t triangle_bytes(const mesh *m) { return (size_t)m->triangles * 3 * sizeof *m->triangle; }

static uint64_t hash_of(const mesh *m) {
    uint64_t h = hash_fours(HASH_BEGIN, m->point, point_bytes(m));
    return hash_fours(h, m->triangle, triangle_bytes(m));
}

static bool same_mesh(const mesh *a, const mesh *b) {
    return a->points == b->points && a->triangles == b->triangles && !memcmp(a->point, b->point, point_bytes(a)) &&
           !memcmp(a->triangle, b->triangle, triangle_bytes(a));
}

static int find_like(const run_source *r, const uint64_t *hash, int index) {
    const mesh *m = &r->shape[index].mesh;
    for (int i = 0; i < index && m->triangles > 0; i++)
        if (hash[i] == hash[index] && r->shape[i].like < 0 && same_mesh(&r->shape[i].mesh, m)) return i;
    return -1;
}

/* ---- all ---- */
static double mesh_bytes(const mesh *m) { return (double)(point_bytes(m) + triangle_bytes(m)) * 4 / 3; }

double run_shape_bytes(const run_source *r) {
    double bytes = 0;
    for (int i = 0; i < r->shapes; i++) bytes += 200 + mesh_bytes(&r->shape[i].mesh);
    return bytes;
}

/* How many triangles are drawn: equal meshes count each. */
static double triangles_of(const run_source *r) {
    double sum = 0;
    for (int i = 0; i < r->shapes; i++) {
        const run_shape *s = &r->shape[i];
        sum += (s->like >= 0 ? &r->shape[s->like] : s)->mesh.triangles;
    }
    return sum;
}

static abut_status make_shapes(run_source *r, const scope *seen, int detail, uint64_t *hash, abut_message *message) {
    const abut_world *w = r->model.world;
    double bytes = 0;
    for (int i = 0; i < r->shapes; i++) {
        run_shape *s = &r->shape[i];
        mesh_free(&s->mesh);
        *s = (run_shape){.place = mesh_place_of(w, i + 1), .like = -1};
        if (s->place.no_memory) return say(message, ABUT_NO_MEMORY, "out of memory for the report");
        if (bytes > bytes_most) continue;
        abut_status status = mesh_of_world_surface(w, i + 1, &seen->all, &seen->run[i + 1], detail, &s->mesh, message);
        if (status == ABUT_NO_MEMORY) return status;
        hash[i] = hash_of(&s->mesh);
        s->like = find_like(r, hash, i);
        if (s->like >= 0) mesh_free(&s->mesh);
        bytes += mesh_bytes(&s->mesh);
    }
    return ABUT_OK;
}

/* Few bodies are shown finer. */
static abut_status choose_shapes(run_source *r, bool fine, scope *seen, uint64_t *hash, abut_message *message) {
    seen->all = mesh_box_of_world(r->model.world);
    if (seen->all.no_memory) return say(message, ABUT_NO_MEMORY, "out of memory for the report");
    for (int i = 0; i <= r->shapes; i++) seen->run[i] = mesh_box_none();
    add_paths(r, seen);
    abut_status status = make_shapes(r, seen, 1, hash, message);
    int detail = fine ? DETAIL_MOST : 1;
    while (detail > 1 && detail * detail * triangles_of(r) > triangles_most) detail--;
    return status || detail == 1 ? status : make_shapes(r, seen, detail, hash, message);
}

abut_status run_find_shapes(run_source *r, bool fine, abut_message *message) {
    r->shapes = mesh_surfaces(r->model.world);
    size_t room = (size_t)r->shapes + 1;
    r->shape = calloc(room, sizeof *r->shape);
    uint64_t *hash = calloc(room, sizeof *hash);
    scope seen = {.run = malloc(room * sizeof *seen.run)};
    abut_status status = r->shape && hash && seen.run ? choose_shapes(r, fine, &seen, hash, message)
                                                      : say(message, ABUT_NO_MEMORY, "out of memory for the report");
    if (!r->shape) r->shapes = 0;
    free(hash);
    free(seen.run);
    return status;
}

void run_free_shapes(run_source *r) {
    for (int i = 0; i < r->shapes; i++) mesh_free(&r->shape[i].mesh);
    free(r->shape);
    r->shape = NULL;
    r->shapes = 0;
}
