/* A run as one object of the page; docs/reference/results.md describes it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "encode.h"
#include "machine/machine.h"
#include "result/tables.h"
#include "run_source.h"
#include "world/world.h"

enum { BLOCK_BYTES = 1 << 22 }; /* read at once */

/* ---- datasets ---- */
abut_status run_refuse_read(const run_source *r, const char *path, abut_message *message) {
    char what[100];
    (void)snprintf(what, sizeof what, "dataset '%.80s'", path);
    return source_refuse(&r->rows, what, message);
}

static abut_status put_rows(const run_source *r, json *j, const source_set *set, const char *path, const char *dtype,
                            abut_message *message) {
    hid_t type = !strcmp(dtype, "f8") ? H5T_IEEE_F64LE : H5T_IEEE_F32LE;
    size_t row = set->width * H5Tget_size(type), shape[3] = {(size_t)r->thin.shown, set->shape[1], set->shape[2]};
    long block = (long)(BLOCK_BYTES / row) + 1;
    if (block > r->thin.shown) block = r->thin.shown;
    void *numbers = malloc((size_t)block * row);
    if (!numbers) return say(message, ABUT_NO_MEMORY, "out of memory for the report");
    encode_array a = encode_array_begin(j->to, dtype, set->rank, shape);
    bool good = true;
    for (long at = 0; good && at < r->thin.shown; at += block) {
        long count = r->thin.shown - at < block ? r->thin.shown - at : block;
        good = source_read(set, &r->thin, at, count, type, numbers);
        if (good) encode_array_add(&a, numbers, (size_t)count * row);
    }
    encode_array_end(&a);
    free(numbers);
    return good ? ABUT_OK : run_refuse_read(r, path, message);
}

abut_status run_put_set(const run_source *r, json *j, const char *key, const char *path, const char *dtype,
                        abut_message *message) {
    source_set set;
    if (!source_find(&r->rows, path, &set)) return ABUT_OK;
    json_key(j, key);
    abut_status status = put_rows(r, j, &set, path, dtype, message);
    source_drop(&set);
    return status;
}

/* All columns of a table that the file has; the film of a contact is in the table of films. */
static abut_status put_columns(const run_source *r, json *j, const table_info *t, const char *dtype,
                               abut_message *message) {
    abut_status status = ABUT_OK;
    for (const column_info *c = t->columns; c->name && !status; c++) {
        char path[200];
        (void)snprintf(path, sizeof path, "%s/%s", t->name, c->name);
        if (strcmp(c->name, "film") != 0) status = run_put_set(r, j, c->name, path, dtype, message);
    }
    return status;
}

static const table_info *table_named(const char *name) {
    const table_info *const *t = result_tables;
    while (*t && strcmp((*t)->name, name) != 0) t++;
    return *t;
}

static void put_names(const run_source *r, json *j, const char *path) {
    source_names n = source_list(&r->rows, path);
    json_begin(j, "names", '[');
    for (int i = 0; i < n.count; i++) json_string(j, NULL, n.name[i]);
    json_end(j);
    source_names_free(&n);
}

/* ---- bodies, contacts ---- */
/* The machine that each body or contact belongs to. */
static void put_machine(json *j, const abut_world *w, int machine) {
    json_string(j, NULL, machine > 0 ? w->machine[machine].name : NULL);
}

void run_put_body_kinds(const run_source *r, json *j) {
    const abut_world *w = r->model.world;
    json_begin(j, "fixed", '[');
    for (int i = 1; i <= w->bodies; i++) json_bool(j, NULL, w->body[i].def.fixed);
    json_end(j);
    json_begin(j, "machine", '[');
    for (int i = 1; i <= w->bodies; i++) put_machine(j, w, w->body[i].machine);
    json_end(j);
}

static abut_status put_bodies(const run_source *r, json *j, abut_message *message) {
    json_begin(j, "bodies", '{');
    put_names(r, j, "bodies/names");
    if (r->built) run_put_body_kinds(r, j);
    abut_status status = put_columns(r, j, table_named("bodies"), "f4", message);
    json_end(j);
    return status;
}

static abut_status put_contacts(const run_source *r, json *j, abut_message *message) {
    const abut_world *w = r->model.world;
    json_begin(j, "contacts", '{');
    put_names(r, j, "contacts/names");
    if (r->built) {
        json_begin(j, "surfaces", '[');
        for (int i = 1; i <= w->contacts; i++) {
            json_key(j, NULL);
            (void)fprintf(j->to, "[%d, %d]", w->contact[i].a - 1, w->contact[i].b - 1);
        }
        json_end(j);
        json_begin(j, "machine", '[');
        for (int i = 1; i <= w->contacts; i++) put_machine(j, w, w->contact[i].machine);
        json_end(j);
    }
    abut_status status = put_columns(r, j, table_named("contacts"), "f4", message);
    json_end(j);
    return status;
}

/* Those of lubricated contacts; nothing if there are none. */
static abut_status put_films(const run_source *r, json *j, abut_message *message) {
    source_set set;
    if (!source_find(&r->rows, "films/h_c", &set)) return ABUT_OK;
    source_drop(&set);
    json_begin(j, "films", '{');
    put_names(r, j, "films/names");
    abut_status status = put_columns(r, j, table_named("films"), "f4", message);
    json_end(j);
    return status;
}

static void put_shape(json *j, const run_shape *s) {
    const mesh *m = &s->mesh;
    size_t points[2] = {(size_t)m->points, 3}, triangles[2] = {(size_t)m->triangles, 3};
    json_begin(j, NULL, '{');
    json_string(j, "name", s->place.name);
    json_number(j, "body", s->place.body - 1);
    json_string(j, "type", s->place.type);
    json_bool(j, "hollow", s->place.hollow);
    if (s->like >= 0) json_number(j, "like", s->like);
    if (s->like < 0) {
        json_key(j, "points");
        encode_array a = encode_array_begin(j->to, "f4", 2, points);
        encode_words(&a, m->point, points[0] * 3);
        encode_array_end(&a);
        json_key(j, "triangles");
        a = encode_array_begin(j->to, "u4", 2, triangles);
        encode_words(&a, m->triangle, triangles[0] * 3);
        encode_array_end(&a);
    }
    json_end(j);
}

void run_put_shapes(const run_source *r, json *j) {
    json_begin(j, "surfaces", '[');
    for (int i = 0; i < r->shapes; i++) put_shape(j, &r->shape[i]);
    json_end(j);
}

/* ---- the rest ---- */
static abut_status put_joints(const run_source *r, json *j, abut_message *message) {
    json_begin(j, "joints", '{');
    put_names(r, j, "joints/names");
    if (r->built) run_put_joint_links(r, j);
    abut_status status = put_columns(r, j, table_named("joints"), "f4", message);
    json_end(j);
    return status;
}

static abut_status put_solver(const run_source *r, json *j, abut_message *message) {
    json_begin(j, "solver", '{');
    abut_status status = run_put_set(r, j, "time", "time", "f8", message);
    if (!status) status = put_columns(r, j, table_named("solver"), "f8", message);
    json_end(j);
    return status;
}

/* What the summary does not say. */
static const char *sentence_of(const char *status) {
    if (!strcmp(status, "running"))
        return "The run has not ended: it goes on, or the program was ended from outside. The page shows what was "
               "written "
               "until then.";
    if (!strcmp(status, "stopped"))
        return "The run was stopped before its end. The page shows what was computed until then.";
    return NULL;
}

static abut_status put_summary(const run_source *r, json *j, abut_message *message) {
    if (!r->summary && r->built) return run_put_rows_summary(r, j, message);
    json_key(j, "summary");
    if (r->summary)
        encode_json(j->to, r->summary, r->summary_length);
    else
        (void)fputs("null", j->to);
    return ABUT_OK;
}

static void put_head(const run_source *r, json *j) {
    const char *status = r->status ? r->status : "running";
    json_string(j, "name", r->folder);
    json_string(j, "title", r->title && r->title[0] ? r->title : NULL);
    json_string(j, "status", status);
    json_string(j, "run_id", r->run_id);
    if (r->message.from) {
        json_key(j, "message");
        encode_json(j->to, r->message.from, r->message.length);
    } else {
        json_string(j, "message", sentence_of(status));
    }
    json_string(j, "model", r->text);
    json_number(j, "rows", (double)r->thin.rows);
    json_number(j, "stride", (double)r->thin.stride);
    json_number(j, "shown", (double)r->thin.shown);
    json_string(j, "note", r->note[0] ? r->note : NULL);
}

abut_status run_put(const run_source *r, json *j, abut_message *message) {
    json_begin(j, NULL, '{');
    put_head(r, j);
    abut_status status = put_summary(r, j, message);
    if (!status) status = run_put_set(r, j, "time", "time", "f8", message);
    if (!status) status = put_bodies(r, j, message);
    if (!status) status = put_contacts(r, j, message);
    if (!status) status = run_put_collisions(r, j, message);
    if (!status) status = put_films(r, j, message);
    if (!status) status = put_joints(r, j, message);
    if (r->built) run_put_forces(r, j);
    if (!status) status = put_solver(r, j, message);
    run_put_shapes(r, j);
    if (!status) status = run_put_energy(r, j, message);
    if (!status) status = run_put_machines(r, j, message);
    if (!status) status = run_put_tables(r, j, message);
    if (!status) status = run_put_field(r, j, message);
    json_end(j);
    return status;
}
