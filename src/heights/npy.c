/* NumPy's .npy, versions 1 to 3 (https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html): "\x93NUMPY", two bytes of
 * version, the length of the header in two bytes (version 1) or four, a Python dictionary with 'descr', 'fortran_order' and 'shape',
 * then the numbers. Read are arrays of two dimensions (rows, columns) of f4, f8, i2, i4, either order of bytes and of elements. The format
 * has neither units nor sizes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "bytes.h"
#include "format.h"

enum { HEADER_MAX = 4000 };

typedef struct npy_head {
    char kind; /* f or i */
    int size;
    bool big, fortran;
    uint64_t ny, nx;
} npy_head;

static bool is_npy(const heights_source *s) { return heights_begins(s, "\x93NUMPY", 6); }

/* What stands behind 'name': in the dictionary; NULL: it is not there. */
static const char *entry(const char *text, const char *name) {
    const char *at = text;
    size_t length = strlen(name);
    while (*at && strncmp(at, name, length) != 0) at++;
    at += strcspn(at, ":");
    if (!*at) return NULL;
    for (at++; *at == ' ';) at++;
    return at;
}

static abut_status read_type(const heights_source *s, const char *text, npy_head *h) {
    const char *at = entry(text, "'descr'");
    bool quoted = at && *at == '\'';
    if (quoted && strchr("<>|=", at[1]) && at[1] && strchr("fi", at[2]) && at[2] && at[3] >= '2' && at[3] <= '8' &&
        at[4] == '\'') {
        *h = (npy_head){.kind = at[2], .size = at[3] - '0', .big = at[1] == '>'};
        if (h->kind == 'f' ? h->size == 4 || h->size == 8 : h->size == 2 || h->size == 4) return ABUT_OK;
    }
    return say(s->message, ABUT_BAD_FILE, "the type of its numbers is %.*s: f4, f8, i2 or i4 is wanted",
               at ? (int)(strcspn(at, ",}\n") < 40 ? strcspn(at, ",}\n") : 40) : 7, at ? at : "missing");
}

static abut_status read_shape(const heights_source *s, const char *text, npy_head *h) {
    const char *at = entry(text, "'shape'");
    uint64_t n[3] = {0};
    int count = 0;
    if (at && *at == '(') {
        for (at++; *at && *at != ')' && count < 3;) {
            char *end;
            double x = strtod(at, &end);
            if (end == at || !(x >= 0 && x <= 1e9)) break;
            n[count++] = (uint64_t)x;
            for (at = end; *at == ',' || *at == ' ';) at++;
        }
    }
    h->ny = n[0];
    h->nx = n[1];
    if (at && *at == ')' && count == 2) return ABUT_OK;
    return say(s->message, ABUT_BAD_FILE,
               "its shape is not that of a matrix: two numbers, rows and columns, are wanted");
}

static abut_status read_head(const heights_source *s, npy_head *h, size_t *start) {
    char text[HEADER_MAX + 1];
    if (s->length < 12) return heights_cut(s, 12);
    int version = s->bytes[6], digits = version == 1 ? 2 : 4;
    if (version < 1 || version > 3)
        return say(s->message, ABUT_BAD_FILE, "the version %d of the .npy format is not known: 1 to 3 are", version);
    uint64_t length = bytes_unsigned(s->bytes + 8, digits, false);
    *start = (size_t)(8 + digits) + (size_t)length;
    if (length > HEADER_MAX) return say(s->message, ABUT_BAD_FILE, "its header is longer than %d bytes", HEADER_MAX);
    if (*start > s->length) return heights_cut(s, *start);
    memcpy(text, s->bytes + 8 + digits, (size_t)length);
    text[length] = '\0';
    abut_status status = read_type(s, text, h);
    if (!status) status = read_shape(s, text, h);
    const char *order = entry(text, "'fortran_order'");
    h->fortran = order && !strncmp(order, "True", 4);
    if (!status && !h->fortran && !(order && !strncmp(order, "False", 5)))
        return say(s->message, ABUT_BAD_FILE, "its header has no 'fortran_order'");
    return status;
}

static double number_at(const npy_head *h, const unsigned char *b) {
    if (h->kind == 'i') return (double)bytes_signed(b, h->size, h->big);
    return h->size == 4 ? bytes_float(b, h->big) : bytes_double(b, h->big);
}

static abut_status read_npy(const heights_source *s, abut_heights *out) {
    npy_head h = {0};
    size_t start = 0;
    double unit;
    abut_status status = read_head(s, &h, &start);
    if (status) return status;
    uint64_t wanted = start + (uint64_t)h.size * h.nx * h.ny; /* both are at most 1e9 */
    status = heights_room(s, h.nx, h.ny, wanted, out);
    const heights_scale scale = {NAN, NAN, NAN, NAN};
    if (!status) status = heights_measure(s, &scale, out, &unit);
    if (status) return status;
    for (size_t j = 0; j < out->ny; j++)
        for (size_t i = 0; i < out->nx; i++) {
            size_t k = h.fortran ? i * out->ny + j : j * out->nx + i;
            out->z[j * out->nx + i] = number_at(&h, s->bytes + start + k * (size_t)h.size);
        }
    return heights_finish(s, unit, out);
}

const heights_format heights_npy = {"npy", is_npy, read_npy};
