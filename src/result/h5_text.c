/* Texts in results.h5: attributes, the text of the model, lists of names. UTF-8. */
#include <stdlib.h>
#include <string.h>

#include "h5_inside.h"

/* Fixed length, padded with zeros. */
static hid_t text_type(size_t length) {
    hid_t type = H5Tcopy(H5T_C_S1);
    if (type < 0) return type;
    (void)H5Tset_size(type, length ? length : 1);
    (void)H5Tset_strpad(type, H5T_STR_NULLPAD);
    (void)H5Tset_cset(type, H5T_CSET_UTF8);
    return type;
}

/* An old value whose type has another size goes. */
static hid_t open_attribute(hid_t where, const char *name, hid_t type, hid_t space) {
    if (H5Aexists(where, name) > 0) {
        hid_t old = H5Aopen(where, name, H5P_DEFAULT), stored = old >= 0 ? H5Aget_type(old) : -1;
        bool fits = stored >= 0 && H5Tequal(stored, type) > 0;
        if (stored >= 0) (void)H5Tclose(stored);
        if (fits) return old;
        if (old >= 0) (void)H5Aclose(old);
        if (H5Adelete(where, name) < 0) return -1;
    }
    return H5Acreate2(where, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
}

static bool put_attribute(hid_t where, const char *name, hid_t type, const void *value) {
    hid_t space = H5Screate(H5S_SCALAR), attribute = open_attribute(where, name, type, space);
    bool good = attribute >= 0 && H5Awrite(attribute, type, value) >= 0;
    if (attribute >= 0) (void)H5Aclose(attribute);
    (void)H5Sclose(space);
    return good;
}

bool h5_put_attribute(hid_t where, const char *name, const char *text) {
    enum { ROOM = 8 }; /* words like "running", which change, keep their place */
    char few[ROOM] = "";
    size_t length = strlen(text);
    if (length < ROOM) (void)memcpy(few, text, length);
    hid_t type = text_type(length < ROOM ? ROOM : length);
    bool good = put_attribute(where, name, type, length < ROOM ? few : text);
    (void)H5Tclose(type);
    return good;
}

bool h5_put_number(hid_t where, const char *name, int value) {
    return put_attribute(where, name, H5T_NATIVE_INT, &value);
}

static bool put_set(h5_file *f, const char *name, hid_t type, hid_t space, const char *bytes, const char *meaning) {
    hid_t list = H5Pcreate(H5P_DATASET_CREATE);
    (void)H5Pset_obj_track_times(list, false);
    hid_t set = H5Dcreate2(f->file, name, type, space, H5P_DEFAULT, list, H5P_DEFAULT);
    bool good = set >= 0 && (!bytes || H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes) >= 0) &&
                h5_put_attribute(set, "unit", "1") && h5_put_attribute(set, "meaning", meaning);
    if (set >= 0) (void)H5Dclose(set);
    (void)H5Pclose(list);
    return good;
}

bool h5_put_text(h5_file *f, const char *name, const char *text, size_t length, const char *meaning) {
    hid_t type = text_type(length), space = H5Screate(H5S_SCALAR);
    bool good = put_set(f, name, type, space, length ? text : "", meaning);
    (void)H5Sclose(space);
    (void)H5Tclose(type);
    return good;
}

bool h5_put_names(h5_file *f, const char *name, const char *const *texts, int count, const char *meaning) {
    size_t longest = 1;
    for (int i = 0; i < count; i++) longest = strlen(texts[i]) > longest ? strlen(texts[i]) : longest;
    char *bytes = calloc((size_t)count + 1, longest);
    if (!bytes) return false;
    for (int i = 0; i < count; i++) (void)memcpy(bytes + (size_t)i * longest, texts[i], strlen(texts[i]));
    hsize_t size = (hsize_t)count;
    hid_t type = text_type(longest), space = H5Screate_simple(1, &size, NULL);
    bool good = put_set(f, name, type, space, count ? bytes : NULL, meaning);
    (void)H5Sclose(space);
    (void)H5Tclose(type);
    free(bytes);
    return good;
}
