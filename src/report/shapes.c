/* Meshes of the surfaces of a run. Equal ones (the balls of a bearing) stand on the page once. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "run_source.h"
#include "world/world.h"

static const double bytes_most = 12e6;    /* of all meshes */
static const double triangles_most = 4e4; /* drawn at once, for which meshes may be made finer */
enum { DETAIL_MOST = 3 };
enum { PATH_FRAMES = 200 };

/* ---- what is to be seen ---- */
/* Room for the paths of bodies that move. */
static void add_paths(const run_source *r, mesh_box *box) {
    const abut_world *w = r->model.world;
    source_set set;
    if (!source_find(&r->rows, "bodies/position", &set)) return;
    thin t = thin_choose(r->rows.rows, (double)set.width, PATH_FRAMES * (double)set.width);
    double *row = malloc(set.width * sizeof *row);
    bool fits = row && set.width == 3 * (size_t)abut_body_count(w);
    for (long i = 0; fits && i < t.shown && i < 4L * PATH_FRAMES; i++) {
        thin one = {thin_row(&t, i) + 1, 1, 1};
        if (!source_read(&set, &one, 0, 1, H5T_NATIVE_DOUBLE, row)) break;
        for (int b = 1; b <= w->bodies; b++) {
            vec3 at = {row[3 * b - 3], row[3 * b - 2], row[3 * b - 1]};
            bool known = isfinite(at.x) && isfinite(at.y) && isfinite(at.z);
            if (known && !w->body[b].def.fixed) mesh_box_add(box, at, 0);
        }
    }
    free(row);
    source_drop(&set);
}

/* ---- equal meshes ---- */
static uint64_t hash_bytes(uint64_t h, const void *bytes, size_t length) { /* FNV-1a over words of four bytes */
    for (size_t i = 0; i + 4 <= length; i += 4) {
        uint32_t word;
        memcpy(&word, (const char *)bytes + i, sizeof word);
        h = (h ^ word) * 1099511628211U;
    }
    return h;
}

static size_t point_bytes(const mesh *m) { return (size_t)m->points * 3 * sizeof *m->point; }
static size_t triangle_bytes(const mesh *m) { return (size_t)m->triangles * 3 * sizeof *m->triangle; }

static uint64_t hash_of(const mesh *m) {
    uint64_t h = hash_bytes(14695981039346656037U, m->point, point_bytes(m));
    return hash_bytes(h, m->triangle, triangle_bytes(m));
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

static abut_status make_shapes(run_source *r, const mesh_box *box, int detail, uint64_t *hash, abut_message *message) {
    const abut_world *w = r->model.world;
    double bytes = 0;
    for (int i = 0; i < r->shapes; i++) {
        run_shape *s = &r->shape[i];
        mesh_free(&s->mesh);
        *s = (run_shape){.place = mesh_place_of(w, i + 1), .like = -1};
        if (bytes > bytes_most) continue;
        abut_status status = mesh_of_world_surface(w, i + 1, box, detail, &s->mesh, message);
        if (status == ABUT_NO_MEMORY) return status;
        hash[i] = hash_of(&s->mesh);
        s->like = find_like(r, hash, i);
        if (s->like >= 0) mesh_free(&s->mesh);
        bytes += mesh_bytes(&s->mesh);
    }
    return ABUT_OK;
}

/* Few bodies are shown finer. */
static abut_status choose_shapes(run_source *r, bool fine, uint64_t *hash, abut_message *message) {
    mesh_box box = mesh_box_of_world(r->model.world);
    add_paths(r, &box);
    abut_status status = make_shapes(r, &box, 1, hash, message);
    int detail = fine ? DETAIL_MOST : 1;
    while (detail > 1 && detail * detail * triangles_of(r) > triangles_most) detail--;
    return status || detail == 1 ? status : make_shapes(r, &box, detail, hash, message);
}

abut_status run_find_shapes(run_source *r, bool fine, abut_message *message) {
    r->shapes = mesh_surfaces(r->model.world);
    r->shape = calloc((size_t)r->shapes + 1, sizeof *r->shape);
    uint64_t *hash = calloc((size_t)r->shapes + 1, sizeof *hash);
    abut_status status = r->shape && hash ? choose_shapes(r, fine, hash, message)
                                          : say(message, ABUT_NO_MEMORY, "out of memory for the report");
    if (!r->shape) r->shapes = 0;
    free(hash);
    return status;
}

void run_free_shapes(run_source *r) {
    for (int i = 0; i < r->shapes; i++) mesh_free(&r->shape[i].mesh);
    free(r->shape);
    r->shape = NULL;
    r->shapes = 0;
}
