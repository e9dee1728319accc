/* Texts of results.h5: attributes, the model, lists of names. */
#include <stdlib.h>
#include <string.h>

#include "h5_source.h"

static const size_t text_most = (size_t)64 << 20; /* bytes */

/* One text of fixed length, as all of ours are. */
static char *read_fixed(const h5_source *s, hid_t attribute, hid_t type) {
    size_t length = H5Tget_size(type);
    hid_t space = H5Aget_space(attribute);
    bool one = space >= 0 && H5Sget_simple_extent_npoints(space) == 1 && length > 0 && length <= text_most;
    char *text = one ? source_got(s, calloc(length + 1, 1)) : NULL;
    if (space >= 0) (void)H5Sclose(space);
    if (!text || H5Aread(attribute, type, text) >= 0) return text;
    free(text);
    return NULL;
}

/* Of variable length: other programs add such. */
static char *read_variable(const h5_source *s, hid_t attribute) {
    char *text = NULL, *copy = NULL;
    hid_t type = H5Tcopy(H5T_C_S1);
    (void)H5Tset_size(type, H5T_VARIABLE);
    (void)H5Tset_cset(type, H5T_CSET_UTF8);
    if (H5Aread(attribute, type, &text) >= 0 && text) copy = source_got(s, strdup(text));
    if (text) (void)H5free_memory(text);
    (void)H5Tclose(type);
    return copy;
}

char *source_attribute(const h5_source *s, const char *where, const char *name) {
    hid_t attribute = H5Aopen_by_name(s->file, where, name, H5P_DEFAULT, H5P_DEFAULT);
    if (attribute < 0) return NULL;
    hid_t type = H5Aget_type(attribute);
    bool words = type >= 0 && H5Tget_class(type) == H5T_STRING;
    char *text = !words                         ? NULL
                 : H5Tis_variable_str(type) > 0 ? read_variable(s, attribute)
                                                : read_fixed(s, attribute, type);
    if (type >= 0) (void)H5Tclose(type);
    (void)H5Aclose(attribute);
    return text;
}

/* All bytes of a dataset of texts of fixed length: count of them, each `length` long; a 0 behind them. */
static char *read_bytes(const h5_source *s, const char *name, size_t *count, size_t *length) {
    char *bytes = NULL;
    hid_t set = H5Dopen2(s->file, name, H5P_DEFAULT);
    if (set < 0) return NULL;
    hid_t type = H5Dget_type(set), space = H5Dget_space(set);
    hssize_t points = H5Sget_simple_extent_npoints(space);
    bool fixed = H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0;
    *length = H5Tget_size(type);
    *count = points > 0 ? (size_t)points : 0;
    if (fixed && *length > 0 && *count <= text_most / *length) bytes = source_got(s, calloc(*count * *length + 1, 1));
    if (bytes && *count > 0 && H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes) < 0) {
        free(bytes);
        bytes = NULL;
    }
    (void)H5Sclose(space);
    (void)H5Tclose(type);
    (void)H5Dclose(set);
    return bytes;
}

char *source_text(const h5_source *s, const char *name, size_t *length) {
    size_t count = 0, room = 0;
    char *text = read_bytes(s, name, &count, &room);
    *length = text ? strlen(text) : 0;
    return text;
}

/* ---- lists ---- */
static bool add_name(source_names *n, const char *text, size_t most) {
    n->name[n->count] = strndup(text, most);
    return n->name[n->count] != NULL && ++n->count > 0;
}

source_names source_list(const h5_source *s, const char *name) {
    size_t count = 0, length = 0;
    source_names n = {0};
    char *bytes = read_bytes(s, name, &count, &length);
    if (!bytes) return n;
    n.name = calloc(count + 1, sizeof *n.name);
    bool good = n.name != NULL;
    for (size_t i = 0; good && i < count; i++) good = add_name(&n, bytes + i * length, length);
    free(bytes);
    if (good) return n;
    *s->ended = SOURCE_LACKS;
    source_names_free(&n);
    return n;
}

typedef struct members {
    const h5_source *source;
    source_names names;
} members;

static herr_t count_member(hid_t group, const char *name, const H5L_info_t *info, void *user) {
    (void)group, (void)name, (void)info;
    ++*(size_t *)user;
    return 0;
}

static herr_t keep_member(hid_t group, const char *name, const H5L_info_t *info, void *user) {
    (void)group, (void)info;
    members *m = user;
    return source_got(m->source, add_name(&m->names, name, strlen(name)) ? m : NULL) ? 0 : -1;
}

source_names source_members(const h5_source *s, const char *group) {
    members m = {.source = s};
    size_t count = 0;
    hid_t id = H5Gopen2(s->file, group, H5P_DEFAULT);
    if (id < 0) return m.names;
    bool good = H5Literate(id, H5_INDEX_NAME, H5_ITER_INC, NULL, count_member, &count) >= 0;
    if (good) m.names.name = source_got(s, calloc(count + 1, sizeof *m.names.name));
    good = m.names.name && H5Literate(id, H5_INDEX_NAME, H5_ITER_INC, NULL, keep_member, &m) >= 0;
    (void)H5Gclose(id);
    if (!good) source_names_free(&m.names);
    return m.names;
}

void source_names_free(source_names *n) {
    for (int i = 0; i < n->count; i++) free(n->name[i]);
    free(n->name);
    *n = (source_names){0};
}
