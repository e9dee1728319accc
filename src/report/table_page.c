/* Tables of a page that gather several datasets as columns: energy, and one per machine with its spectrum. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "encode.h"
#include "result/machine_table.h"
#include "run_source.h"
#include "spectrum_page.h"

enum { PATH_SIZE = 600 };

typedef struct table {
    source_names set;        /* datasets of the group, in their order */
    int *width;              /* of each; 0: not there */
    char **unit;             /* of each; may be NULL */
    char **meaning;          /* likewise */
    const column_info *info; /* of each, with the names of its columns; NULL if the model could not be built */
    size_t columns;          /* in all */
} table;

static abut_status no_memory(abut_message *message) {
    return say(message, ABUT_NO_MEMORY, "out of memory for the report");
}

static void set_path(char path[PATH_SIZE], const char *group, const char *name) {
    (void)snprintf(path, PATH_SIZE, "%.300s/%.200s", group, name);
}

static void table_free(table *t) {
    for (int i = 0; i < t->set.count; i++) {
        if (t->unit) free(t->unit[i]);
        if (t->meaning) free(t->meaning[i]);
    }
    free(t->unit);
    free(t->meaning);
    free(t->width);
    source_names_free(&t->set);
    *t = (table){0};
}

/* Datasets [rows] or [rows, parts]; t->set is given. */
static bool table_find(const run_source *r, const char *group, table *t) {
    size_t n = (size_t)t->set.count + 1;
    t->width = calloc(n, sizeof *t->width);
    t->unit = calloc(n, sizeof *t->unit);
    t->meaning = calloc(n, sizeof *t->meaning);
    if (!t->width || !t->unit || !t->meaning) return false;
    for (int i = 0; i < t->set.count; i++) {
        char path[PATH_SIZE];
        source_set set;
        set_path(path, group, t->set.name[i]);
        if (!source_find(&r->rows, path, &set)) continue;
        t->width[i] = set.rank < 3 ? (int)set.width : 0;
        t->unit[i] = source_attribute(&r->rows, path, "unit");
        t->meaning[i] = source_attribute(&r->rows, path, "meaning");
        t->columns += (size_t)t->width[i];
        source_drop(&set);
    }
    return true;
}

/* Columns of dataset i into the rows of a matrix, from column `first` on. */
static bool read_columns(const run_source *r, const char *path, int width, float *matrix, size_t columns,
                         size_t first) {
    source_set set;
    float *numbers = source_got(&r->rows, malloc((size_t)r->thin.shown * (size_t)width * sizeof *numbers));
    bool good = numbers && source_find(&r->rows, path, &set);
    if (good) {
        good = source_read(&set, &r->thin, 0, r->thin.shown, H5T_NATIVE_FLOAT, numbers);
        source_drop(&set);
    }
    for (long i = 0; good && i < r->thin.shown; i++)
        memcpy(matrix + (size_t)i * columns + first, numbers + (size_t)i * (size_t)width,
               (size_t)width * sizeof *matrix);
    free(numbers);
    return good;
}

static abut_status put_matrix(const run_source *r, json *j, const char *group, const table *t, abut_message *message) {
    size_t shape[2] = {(size_t)r->thin.shown, t->columns}, first = 0;
    float *matrix = malloc(shape[0] * shape[1] * sizeof *matrix + 1);
    if (!matrix) return no_memory(message);
    abut_status status = ABUT_OK;
    for (int i = 0; i < t->set.count && !status; first += (size_t)t->width[i++]) {
        char path[PATH_SIZE];
        set_path(path, group, t->set.name[i]);
        if (t->width[i] && !read_columns(r, path, t->width[i], matrix, t->columns, first))
            status = run_refuse_read(r, path, message);
    }
    json_key(j, "data");
    encode_array a = encode_array_begin(j->to, "f4", 2, shape);
    if (!status) encode_words(&a, matrix, shape[0] * shape[1]);
    encode_array_end(&a);
    free(matrix);
    return status;
}

/* Names of datasets in the order of a table of columns. */
static bool list_columns(const column_info *c, source_names *n) {
    size_t count = 0;
    while (c[count].name) count++;
    n->name = calloc(count + 1, sizeof *n->name);
    for (size_t i = 0; n->name && i < count; i++) {
        n->name[i] = strdup(c[i].name);
        if (!n->name[i]) return false;
        n->count++;
    }
    return n->name;
}

/* ---- energy ---- */
static abut_status put_energy_table(const run_source *r, json *j, const table *t, abut_message *message) {
    json_begin(j, "energy", '{');
    json_begin(j, "names", '[');
    for (int i = 0; i < t->set.count; i++)
        if (t->width[i]) json_string(j, NULL, t->set.name[i]);
    json_end(j);
    json_begin(j, "units", '[');
    for (int i = 0; i < t->set.count; i++)
        if (t->width[i]) json_string(j, NULL, t->unit[i]);
    json_end(j);
    abut_status status = put_matrix(r, j, "energy", t, message);
    json_end(j);
    return status;
}

abut_status run_put_energy(const run_source *r, json *j, abut_message *message) {
    const table_info *const *info = result_tables;
    while (*info && strcmp((*info)->name, "energy") != 0) info++;
    table t = {0};
    bool good = *info && list_columns((*info)->columns, &t.set) && table_find(r, "energy", &t);
    abut_status status = ABUT_OK;
    if (!good)
        status = no_memory(message);
    else if (t.columns > 0)
        status = put_energy_table(r, j, &t, message);
    table_free(&t);
    return status;
}

/* ---- machines ---- */
/* ball_Q, part 3 -> ball3_Q; as the machine says, else counted from 1 */
static void column_name(const table *t, int set, int part, char full[300]) {
    const char *name = t->set.name[set], *heads = t->info ? t->info[set].heads : NULL;
    size_t word = 0;
    for (int k = 0; heads && k < part; k++) {
        heads = strchr(heads, ',');
        if (heads) heads++;
    }
    while (isalpha((unsigned char)name[word])) word++;
    if (heads)
        (void)snprintf(full, 300, "%.*s", (int)strcspn(heads, ","), heads);
    else if (t->width[set] > 1)
        (void)snprintf(full, 300, "%.*s%d%.200s", (int)(word < 60 ? word : 60), name, part + 1, name + word);
    else
        (void)snprintf(full, 300, "%.250s", name);
}

static void put_column(json *j, const table *t, const watch *o, int set, int part) {
    char full[300];
    column_name(t, set, part, full);
    int at = watch_find_column(o, full);
    json_begin(j, NULL, '{');
    json_string(j, "name", full);
    json_string(j, "unit", t->unit[set] ? t->unit[set] : "");
    json_string(j, "meaning", t->meaning[set] ? t->meaning[set] : "");
    if (at >= 0 && watch_summary_path(watch_column_at(o, at)))
        json_string(j, "key", watch_summary_path(watch_column_at(o, at)));
    json_end(j);
}

static void put_texts(json *j, const char *key, const char *const *text) {
    json_begin(j, key, '[');
    for (int i = 0; text[i]; i++) json_string(j, NULL, text[i]);
    json_end(j);
}

/* Title and figures of the page, as the table of the machine has them. */
static void put_figures(json *j, const watch_table *t) {
    static const char *const kinds[] = {
        [WATCH_OVER_TIME] = "time", [WATCH_LOOP] = "loop",   [WATCH_OVER_ANGLE] = "over_angle", [WATCH_ALONG] = "along",
        [WATCH_POLAR] = "polar",    [WATCH_MODES] = "modes", [WATCH_LINES] = "spectrum"};
    json_string(j, "title", t->title);
    json_begin(j, "figures", '[');
    for (const watch_figure *f = t->figures; f && f->section; f++) {
        json_begin(j, NULL, '{');
        json_string(j, "kind", kinds[f->kind]);
        json_string(j, "section", f->section);
        json_string(j, "title", f->title);
        json_string(j, "part", f->part);
        json_string(j, "x", f->x);
        put_texts(j, "columns", f->columns);
        put_texts(j, "names", f->names);
        json_bool(j, "first", f->first);
        json_end(j);
    }
    json_end(j);
}

static abut_status put_table(const run_source *r, json *j, const char *group, const table *t, const watch *o,
                             abut_message *message) {
    json_begin(j, "columns", '[');
    for (int i = 0; i < t->set.count; i++)
        for (int k = 0; k < t->width[i]; k++) put_column(j, t, o, i, k);
    json_end(j);
    return put_matrix(r, j, group, t, message);
}

/* The machine of that name in the model, as the recorder saw it; NULL if the model could not be built. */
static machine_table *recorded_table(const run_source *r, const char *name) {
    const abut_world *w = r->model.world;
    for (int id = 1; r->built && id <= abut_machine_count(w); id++)
        if (!strcmp(abut_machine_name(w, (abut_machine){id}), name)) {
            machine_table *t = machine_table_create(w, id);
            if (!t) *r->rows.ended = SOURCE_LACKS;
            return t;
        }
    return NULL;
}

static abut_status put_machine(const run_source *r, json *j, const char *name, abut_message *message) {
    char group[PATH_SIZE];
    machine_table *m = recorded_table(r, name);
    bool dots = strspn(name, ".") == strlen(name);
    (void)snprintf(group, sizeof group, "machines/%s%.220s", dots ? "_" : "", name);
    table t = {0};
    bool good = true;
    if (m) {
        good = list_columns(m->columns, &t.set);
        t.info = m->columns;
    } else {
        t.set = source_members(&r->rows, group);
    }
    good = good && table_find(r, group, &t);
    char *type = source_attribute(&r->rows, group, "type");
    json_begin(j, name, '{');
    json_string(j, "type", m ? m->machine->type->type.name : type);
    const watch *o = m ? m->machine->watch : NULL;
    abut_status status = good ? put_table(r, j, group, &t, o, message) : no_memory(message);
    if (!status && m) spectrum_put(r, m, group, j);
    if (o) put_figures(j, m->machine->type->watch);
    json_end(j);
    free(type);
    table_free(&t);
    machine_table_free(m);
    return status;
}

abut_status run_put_machines(const run_source *r, json *j, abut_message *message) {
    source_names n = source_list(&r->rows, "machines/names");
    abut_status status = ABUT_OK;
    json_begin(j, "machines", '{');
    for (int i = 0; i < n.count && !status; i++) status = put_machine(r, j, n.name[i], message);
    json_end(j);
    source_names_free(&n);
    return status;
}
