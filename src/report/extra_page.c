/* Tables that a run keeps beside its rows, with rows of their own: /tables/NAME/COLUMN in results.h5. They go to the page as they
 * are, so that a new kind of run needs no change here. */
#include <stdio.h>
#include <stdlib.h>

#include "base/message.h"
#include "encode.h"
#include "run_source.h"

enum { PATH_SIZE = 600 };
static const double room = 2e4; /* numbers of a column, at most about this */

static abut_status put_numbers(const run_source *r, json *j, const source_set *set, const char *path,
                               abut_message *message) {
    thin t = thin_choose((long)set->shape[0], (double)set->width, room);
    size_t shape[2] = {(size_t)t.shown, set->width}, row = set->width * sizeof(double);
    void *numbers = malloc(shape[0] * row + 1);
    if (!numbers) return say(message, ABUT_NO_MEMORY, "out of memory for the report");
    bool good = source_read(set, &t, 0, t.shown, H5T_IEEE_F64LE, numbers);
    json_key(j, "values");
    encode_array a = encode_array_begin(j->to, "f8", set->rank > 1 ? 2 : 1, shape);
    if (good) encode_array_add(&a, numbers, shape[0] * row);
    encode_array_end(&a);
    free(numbers);
    return good ? ABUT_OK : run_refuse_read(r, path, message);
}

static abut_status put_column(const run_source *r, json *j, const char *group, const char *name,
                              abut_message *message) {
    char path[PATH_SIZE];
    source_set set;
    (void)snprintf(path, sizeof path, "%.300s/%.200s", group, name);
    if (!source_find(&r->rows, path, &set)) return ABUT_OK;
    if (set.rank > 2 || set.shape[0] < 1) {
        source_drop(&set);
        return ABUT_OK;
    }
    char *unit = source_attribute(&r->rows, path, "unit"), *meaning = source_attribute(&r->rows, path, "meaning");
    json_begin(j, NULL, '{');
    json_string(j, "name", name);
    json_string(j, "unit", unit ? unit : "");
    json_string(j, "meaning", meaning ? meaning : "");
    abut_status status = put_numbers(r, j, &set, path, message);
    json_end(j);
    free(unit);
    free(meaning);
    source_drop(&set);
    return status;
}

static abut_status put_table(const run_source *r, json *j, const char *name, abut_message *message) {
    char group[PATH_SIZE];
    (void)snprintf(group, sizeof group, "tables/%.280s", name);
    source_names columns = source_members(&r->rows, group);
    abut_status status = ABUT_OK;
    json_begin(j, name, '{');
    json_begin(j, "columns", '[');
    for (int i = 0; i < columns.count && !status; i++) status = put_column(r, j, group, columns.name[i], message);
    json_end(j);
    json_end(j);
    source_names_free(&columns);
    return status;
}

abut_status run_put_tables(const run_source *r, json *j, abut_message *message) {
    source_names tables = source_members(&r->rows, "tables");
    abut_status status = ABUT_OK;
    json_begin(j, "tables", '{');
    for (int i = 0; i < tables.count && !status; i++) status = put_table(r, j, tables.name[i], message);
    json_end(j);
    source_names_free(&tables);
    return status;
}
