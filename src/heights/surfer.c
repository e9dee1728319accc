/* Grids of Golden Software's Surfer: nodes at equal distances, the first row at the least y, each from the least x on; here a node is the
 * middle of a cell. No units. Blanked nodes (1.70141e38, or what the file says) are refused: a contact needs all heights.
 *   text "DSAA": columns and rows, limits of x, y, z, then the heights (http://grapherhelp.goldensoftware.com, "Surfer 6 text grid");
 *   binary 6 "DSBB": columns and rows as 16 bits, six limits as doubles, floats (the same, "Surfer 6 grid file format");
 *   binary 7 "DSRB": sections, each with a name and its size in bytes; GRID of 72 bytes: rows, columns, x and y of the first node,
 *     distances of columns and rows, least and greatest height, rotation, blank value; then DATA, doubles
 *     (https://surferhelp.goldensoftware.com/topics/surfer_7_grid_file_format.htm). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "bytes.h"
#include "format.h"

static const double BLANK = 1.70141e38;

static abut_status check_blanks(const heights_source *s, const abut_heights *out, double from, bool only) {
    for (size_t k = 0; k < out->nx * out->ny; k++)
        if (only ? out->z[k] == from : out->z[k] >= from)
            return say(s->message, ABUT_BAD_FILE, "row %zu, column %zu: the node is blanked, a height is wanted",
                       k / out->nx + 1, k % out->nx + 1);
    return ABUT_OK;
}

/* Sizes from the limits of the nodes; the map reaches half a cell beyond them. */
static abut_status finish(const heights_source *s, double dx, double dy, double blank, bool only, abut_heights *out) {
    double unit;
    if (!(dx > 0 && dy > 0) || !isfinite(dx) || !isfinite(dy))
        return say(s->message, ABUT_BAD_FILE, "the distances of the nodes must be positive, got %g and %g", dx, dy);
    const heights_scale scale = {dx * (double)out->nx, dy * (double)out->ny, NAN, NAN};
    abut_status status = heights_measure(s, &scale, out, &unit);
    if (!status) status = check_blanks(s, out, blank, only);
    return status ? status : heights_finish(s, unit, out);
}

/* ---- text ---- */
static bool is_dsaa(const heights_source *s) { return heights_begins(s, "DSAA", 4); }

static abut_status not_a_number(const heights_source *s, const char *what) {
    return say(s->message, ABUT_BAD_FILE, "%s: a number is missing or damaged, or the file is cut off", what);
}

static const char *next_number(const char *at, double *x) {
    char *end;
    *x = strtod(at, &end);
    return end == at ? NULL : end;
}

static abut_status read_dsaa_text(const heights_source *s, const char *at, abut_heights *out) {
    double head[8]; /* columns, rows, limits of x, y, z */
    for (int i = 0; i < 8; i++)
        if (!(at = next_number(at, &head[i])) || !isfinite(head[i])) return not_a_number(s, "header");
    if (!(head[0] >= 0 && head[0] <= 1e9 && head[1] >= 0 && head[1] <= 1e9))
        return say(s->message, ABUT_BAD_FILE, "%g columns and %g rows: two whole numbers are wanted", head[0], head[1]);
    uint64_t nx = (uint64_t)head[0], ny = (uint64_t)head[1];
    abut_status status = heights_room(s, nx, ny, 2 * nx * ny, out); /* a digit and a blank each */
    if (status) return status;
    for (size_t k = 0; k < out->nx * out->ny; k++)
        if (!(at = next_number(at, &out->z[k]))) return not_a_number(s, "list of heights");
    return finish(s, (head[3] - head[2]) / (double)(nx - 1), (head[5] - head[4]) / (double)(ny - 1), BLANK * 0.999,
                  false, out);
}

static abut_status read_dsaa(const heights_source *s, abut_heights *out) {
    char *text = malloc(s->length + 1);
    if (!text) return say(s->message, ABUT_NO_MEMORY, "out of memory");
    memcpy(text, s->bytes, s->length);
    text[s->length] = '\0';
    abut_status status = read_dsaa_text(s, text + 4, out);
    free(text);
    return status;
}

/* ---- binary, version 6 ---- */
static bool is_dsbb(const heights_source *s) { return heights_begins(s, "DSBB", 4); }

static abut_status read_dsbb(const heights_source *s, abut_heights *out) {
    enum { HEAD = 56 };
    if (s->length < HEAD) return heights_cut(s, HEAD);
    int64_t nx = bytes_signed(s->bytes + 4, 2, false), ny = bytes_signed(s->bytes + 6, 2, false);
    if (nx < 0 || ny < 0) return say(s->message, ABUT_BAD_FILE, "its numbers of columns and rows are negative");
    uint64_t wanted = HEAD + 4 * (uint64_t)nx * (uint64_t)ny;
    abut_status status = heights_room(s, (uint64_t)nx, (uint64_t)ny, wanted, out);
    if (status) return status;
    double x[4];
    for (int i = 0; i < 4; i++) x[i] = bytes_double(s->bytes + 8 + 8 * i, false);
    for (size_t k = 0; k < out->nx * out->ny; k++) out->z[k] = bytes_float(s->bytes + HEAD + 4 * k, false);
    return finish(s, (x[1] - x[0]) / (double)(nx - 1), (x[3] - x[2]) / (double)(ny - 1), BLANK * 0.999, false, out);
}

/* ---- binary, version 7 ---- */
static bool is_dsrb(const heights_source *s) { return heights_begins(s, "DSRB", 4); }

/* The bytes of the first section of this name, and how many there are; NULL: none, or it is cut off (then *size is not 0). */
static const unsigned char *section(const heights_source *s, const char *name, uint64_t *size) {
    for (uint64_t at = 0; at + 8 <= s->length;) {
        const unsigned char *tag = s->bytes + at;
        *size = bytes_unsigned(tag + 4, 4, false);
        if (!memcmp(tag, name, 4)) return at + 8 + *size <= s->length ? tag + 8 : NULL;
        at += 8 + *size;
    }
    *size = 0;
    return NULL;
}

static abut_status missing(const heights_source *s, const char *name, uint64_t size) {
    if (size) return heights_cut(s, (uint64_t)s->length + 1);
    return say(s->message, ABUT_BAD_FILE, "it has no section %s", name);
}

static abut_status read_dsrb(const heights_source *s, abut_heights *out) {
    uint64_t size, head_size, data_size;
    const unsigned char *version = section(s, "DSRB", &size), *grid = section(s, "GRID", &head_size),
                        *data = section(s, "DATA", &data_size);
    if (!version || size < 4) return missing(s, "DSRB", size);
    if (!grid || head_size < 72) return missing(s, "GRID", head_size);
    int64_t ny = bytes_signed(grid, 4, false), nx = bytes_signed(grid + 4, 4, false);
    if (nx < 0 || ny < 0) return say(s->message, ABUT_BAD_FILE, "its numbers of columns and rows are negative");
    abut_status status = heights_room(s, (uint64_t)nx, (uint64_t)ny, 100 + 8 * (uint64_t)nx * (uint64_t)ny, out);
    if (status) return status;
    if (!data) return missing(s, "DATA", data_size);
    if (data_size / 8 < (uint64_t)nx * (uint64_t)ny)
        return say(s->message, ABUT_BAD_FILE, "its section DATA is too short for %zu x %zu heights", out->nx, out->ny);
    double blank = bytes_double(grid + 64, false);
    for (size_t k = 0; k < out->nx * out->ny; k++) out->z[k] = bytes_double(data + 8 * k, false);
    return finish(s, bytes_double(grid + 24, false), bytes_double(grid + 32, false), blank,
                  bytes_signed(version, 4, false) == 2, out);
}

const heights_format heights_surfer_text = {"Surfer text", is_dsaa, read_dsaa};
const heights_format heights_surfer6 = {"Surfer 6", is_dsbb, read_dsbb};
const heights_format heights_surfer7 = {"Surfer 7", is_dsrb, read_dsrb};
