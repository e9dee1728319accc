/* Reading a whole file of results, for nothing but to see that it can be read. */
#define H5_USE_110_API 1 /* H5Oget_info_by_name has other arguments since HDF5 1.12 */
#include "verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "h5_source.h"

enum { BLOCK = 1 << 17 }; /* numbers at once, unless a row has more */

typedef struct visitor {
    const h5_source *source;
    abut_message *message;
    abut_status status;
} visitor;

static bool read_all(const h5_source *s, const source_set *set) {
    long rows = (long)set->shape[0], block = (long)(BLOCK / set->width) + 1;
    const thin all = {rows, 1, rows};
    double *numbers = source_got(s, malloc((size_t)block * set->width * sizeof *numbers));
    bool good = numbers;
    for (long at = 0; good && at < rows; at += block)
        good = source_read(set, &all, at, rows - at < block ? rows - at : block, H5T_NATIVE_DOUBLE, numbers);
    free(numbers);
    return good;
}

static bool is_text(const h5_source *s, const char *name) {
    hid_t set = H5Dopen2(s->file, name, H5P_DEFAULT), type = set >= 0 ? H5Dget_type(set) : -1;
    bool text = type >= 0 && H5Tget_class(type) == H5T_STRING;
    if (type >= 0) (void)H5Tclose(type);
    if (set >= 0) (void)H5Dclose(set);
    return text;
}

static bool read_object(const h5_source *s, const char *name) {
    static const char *const texts[] = {"unit", "meaning", "type"};
    source_set set;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) free(source_attribute(s, name, texts[i]));
    H5O_info_t info;
    if (H5Oget_info_by_name(s->file, name, &info, H5P_DEFAULT) < 0) return false;
    if (info.type != H5O_TYPE_DATASET) return info.type == H5O_TYPE_GROUP;
    if (is_text(s, name)) {
        source_names n = source_list(s, name);
        bool good = n.name != NULL;
        source_names_free(&n);
        return good;
    }
    bool good = source_find(s, name, &set) && read_all(s, &set);
    source_drop(&set);
    return good;
}

static herr_t visit(hid_t file, const char *name, const H5L_info_t *info, void *user) {
    visitor *v = user;
    (void)file, (void)info;
    if (read_object(v->source, name)) return 0;
    char what[100];
    (void)snprintf(what, sizeof what, "'%.80s'", name);
    v->status = source_refuse(v->source, what, v->message);
    return -1;
}

abut_status results_verify(const char *folder, abut_message *message) {
    h5_source s;
    abut_status status = source_open(&s, folder, message);
    if (status) return status;
    static const char *const texts[] = {"title", "status", "run_id", "model_path"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) free(source_attribute(&s, "/", texts[i]));
    visitor v = {&s, message, ABUT_OK};
    bool seen = H5Lvisit(s.file, H5_INDEX_NAME, H5_ITER_NATIVE, visit, &v) >= 0;
    if (!seen && !v.status) v.status = source_refuse(&s, "it", message);
    if (!v.status) v.status = source_whole(&s, message);
    source_close(&s);
    return v.status;
}
