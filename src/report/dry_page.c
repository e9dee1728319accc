/* Maps and sections of a contact on a grid for the page. A map with more cells than pixels is drawn by blocks: of pressures and stresses the
 * greatest of a block is kept, of gaps the least, so that no peak is lost; sections have every cell. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "encode.h"
#include "run_source.h"

enum { SIDE = 256, SIDE_OF_MANY = 128 /* pixels */, MAPS = 8 /* loads with a map, at most */ };

typedef enum keep { GREATEST, LEAST, FIRST } keep;

/* One map: [rows, columns], in memory. */
typedef struct plane {
    double *value;
    size_t rows, columns;
} plane;

/* Row `index` of a dataset [rows, ny, nx], or all of one [ny, nx] (index < 0). value NULL: there is none, or it cannot be read. */
static plane read_plane(const run_source *r, const char *path, long index) {
    source_set set;
    plane p = {0};
    if (!source_find(&r->rows, path, &set)) return p;
    bool many = set.rank == 3;
    long first = many ? index : 0, rows = many ? 1 : (long)set.shape[0];
    if (set.rank >= 1 && first >= 0 && first + rows <= (long)set.shape[0]) {
        p.rows = (size_t)(many ? set.shape[1] : set.rank == 2 ? set.shape[0] : 1);
        p.columns = (size_t)(many ? set.shape[2] : set.rank == 2 ? set.shape[1] : set.shape[0]);
        const thin all = {(long)set.shape[0], 1, (long)set.shape[0]};
        p.value = source_got(&r->rows, malloc(p.rows * p.columns * sizeof *p.value + 1));
        if (p.value && !source_read(&set, &all, first, rows, H5T_NATIVE_DOUBLE, p.value)) {
            free(p.value);
            p.value = NULL;
        }
    }
    source_drop(&set);
    return p;
}

static size_t block_of(size_t cells, size_t side) { return (cells + side - 1) / side; }

static double of_block(const plane *p, size_t row, size_t column, size_t rows, size_t columns, keep how) {
    double best = p->value[row * p->columns + column];
    for (size_t j = row; how != FIRST && j < row + rows && j < p->rows; j++)
        for (size_t i = column; i < column + columns && i < p->columns; i++) {
            double v = p->value[j * p->columns + i];
            if (isnan(best) || (how == GREATEST ? v > best : v < best)) best = v;
        }
    return best;
}

static void put_plane(json *j, const char *key, const plane *p, size_t side, keep how) {
    size_t rows = block_of(p->rows, side), columns = block_of(p->columns, side);
    size_t shape[2] = {(p->rows + rows - 1) / rows, (p->columns + columns - 1) / columns};
    json_key(j, key);
    encode_array a = encode_array_begin(j->to, "f4", 2, shape);
    for (size_t y = 0; y < p->rows; y += rows)
        for (size_t x = 0; x < p->columns; x += columns)
            encode_words(&a, (float[]){(float)of_block(p, y, x, rows, columns, how)}, 1);
    encode_array_end(&a);
}

static abut_status put_map(const run_source *r, json *j, const char *key, const char *path, long index, size_t side,
                           keep how, abut_message *message) {
    plane p = read_plane(r, path, index);
    if (!p.value) return run_refuse_read(r, path, message);
    put_plane(j, key, &p, side, how);
    free(p.value);
    return ABUT_OK;
}

static void put_blocks(json *j, size_t nx, size_t ny, size_t side) {
    json_begin(j, "block", '[');
    json_number(j, NULL, (double)block_of(nx, side));
    json_number(j, NULL, (double)block_of(ny, side));
    json_end(j);
}

/* ---- loads ---- */
static abut_status put_load(const run_source *r, json *j, long index, size_t side, const source_set *set,
                            abut_message *message) {
    json_begin(j, NULL, '{');
    json_number(j, "load", (double)index);
    put_blocks(j, (size_t)set->shape[2], (size_t)set->shape[1], side);
    abut_status status = put_map(r, j, "pressure", "fields/pressure", index, side, GREATEST, message);
    if (!status) status = put_map(r, j, "gap", "fields/gap", index, side, LEAST, message);
    json_end(j);
    return status;
}

/* The last load in full, before it some others, evenly. */
static abut_status put_loads(const run_source *r, json *j, const source_set *set, abut_message *message) {
    long loads = (long)set->shape[0], shown = loads < MAPS ? loads : MAPS;
    abut_status status = ABUT_OK;
    json_begin(j, "maps", '[');
    for (long k = 0; k < shown && !status; k++) {
        long index = shown == 1 ? 0 : k * (loads - 1) / (shown - 1);
        status = put_load(r, j, index, k == shown - 1 ? SIDE : SIDE_OF_MANY, set, message);
    }
    json_end(j);
    return status;
}

/* ---- sections ---- */
static void put_numbers(json *j, const char *key, const double *x, size_t step, size_t count) {
    json_key(j, key);
    encode_array a = encode_array_begin(j->to, "f4", 1, &count);
    for (size_t i = 0; i < count; i++) encode_words(&a, (float[]){(float)x[i * step]}, 1);
    encode_array_end(&a);
}

typedef struct section {
    plane x, y, heights, pressure, gap; /* x, y: centres of cells */
} section;

static void put_section(json *j, const section *s, bool along_y, size_t peak) {
    size_t nx = s->pressure.columns, i = peak % nx, k = peak / nx;
    size_t first = along_y ? i : k * nx, step = along_y ? nx : 1, count = along_y ? s->pressure.rows : nx;
    json_begin(j, along_y ? "y" : "x", '{');
    json_number(j, "at", along_y ? s->x.value[i] : s->y.value[k]);
    put_numbers(j, "place", along_y ? s->y.value : s->x.value, 1, count);
    put_numbers(j, "height", s->heights.value + first, step, count);
    put_numbers(j, "pressure", s->pressure.value + first, step, count);
    put_numbers(j, "gap", s->gap.value + first, step, count);
    json_end(j);
}

/* Of the window, from the centres of its cells. */
static double length_of(const plane *p) {
    size_t n = p->columns;
    return n > 1 ? (p->value[n - 1] - p->value[0]) * (double)n / (double)(n - 1) : 0;
}

/* Through the greatest pressure of the last load. */
static abut_status put_sections(const run_source *r, json *j, long last, abut_message *message) {
    section s = {read_plane(r, "fields/x", 0), read_plane(r, "fields/y", 0), read_plane(r, "fields/heights", 0),
                 read_plane(r, "fields/pressure", last), read_plane(r, "fields/gap", last)};
    const plane *all[] = {&s.x, &s.y, &s.heights, &s.pressure, &s.gap};
    bool good = true;
    for (int i = 0; i < 5; i++) good = good && all[i]->value;
    for (int i = 2; i < 5; i++) good = good && all[i]->columns == s.x.columns && all[i]->rows == s.y.columns;
    size_t peak = 0;
    for (size_t c = 1; good && c < s.pressure.rows * s.pressure.columns; c++)
        if (s.pressure.value[c] > s.pressure.value[peak]) peak = c;
    if (good) {
        json_begin(j, "size", '[');
        json_number(j, NULL, length_of(&s.x));
        json_number(j, NULL, length_of(&s.y));
        json_end(j);
        put_plane(j, "heights", &s.heights, SIDE, LEAST);
        json_begin(j, "sections", '{');
        put_section(j, &s, false, peak);
        put_section(j, &s, true, peak);
        json_end(j);
    }
    for (int i = 0; i < 5; i++) free(all[i]->value);
    return good ? ABUT_OK : run_refuse_read(r, "fields", message);
}

/* ---- friction, stresses ---- */
/* Its shape, if there is such a dataset. */
static bool has(const run_source *r, const char *path, source_set *shape) {
    source_set set;
    bool found = source_find(&r->rows, path, &set);
    *shape = set;
    source_drop(&set);
    return found;
}

static abut_status put_friction(const run_source *r, json *j, abut_message *message) {
    source_set set;
    if (!has(r, "friction/state", &set) || set.rank != 2) return ABUT_OK;
    json_begin(j, "friction", '{');
    put_blocks(j, (size_t)set.shape[1], (size_t)set.shape[0], SIDE);
    abut_status status = put_map(r, j, "state", "friction/state", 0, SIDE, GREATEST, message);
    if (!status) status = put_map(r, j, "traction_x", "friction/traction_x", 0, SIDE, FIRST, message);
    if (!status) status = put_map(r, j, "traction_y", "friction/traction_y", 0, SIDE, FIRST, message);
    json_end(j);
    return status;
}

/* x, y and depth tell where the corners are. */
static abut_status put_stresses(const run_source *r, json *j, abut_message *message) {
    static const char *const keys[] = {"x", "y", "depth", "von_mises", "shear"};
    source_set set;
    abut_status status = ABUT_OK;
    if (!has(r, "section/von_mises", &set) || set.rank != 2) return ABUT_OK;
    json_begin(j, "stress", '{');
    put_blocks(j, (size_t)set.shape[1], (size_t)set.shape[0], SIDE);
    for (int i = 0; i < 5 && !status; i++) {
        char path[64];
        (void)snprintf(path, sizeof path, "section/%s", keys[i]);
        status = put_map(r, j, keys[i], path, 0, SIDE, i < 3 ? FIRST : GREATEST, message);
    }
    json_end(j);
    return status;
}

abut_status run_put_field(const run_source *r, json *j, abut_message *message) {
    source_set set;
    if (!has(r, "fields/pressure", &set) || set.rank != 3 || set.shape[0] < 1) return ABUT_OK;
    json_begin(j, "field", '{');
    abut_status status = put_loads(r, j, &set, message);
    if (!status) status = put_sections(r, j, (long)set.shape[0] - 1, message);
    if (!status) status = put_friction(r, j, message);
    if (!status) status = put_stresses(r, j, message);
    json_end(j);
    return status;
}
