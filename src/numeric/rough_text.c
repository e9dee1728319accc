/* The file of a load-gap table: lines "name: value", then rows, then a checksum (FNV-1a, 64 bits, of all bytes before its line).
 *   abut_rough_table: 1
 *   origin: ground.txt, 256 x 256 heights over 0.5 x 0.5 mm
 *   kind: measured
 *   sigma: 4.1e-07
 *   asperity_radius: 1.2e-05
 *   asperity_density: 3.1e+10
 *   first_touch: 1.5e-06
 *   rows: 24
 *   gap pressure area scatter
 *   ...
 *   checksum: 0123456789abcdef
 * SI units, pressures over E*. */
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "rough_table.h"

enum { LINE_MAX_BYTES = 200, LINES_MAX = ABUT_ROUGH_ROWS + 20 };

static uint64_t sum_of(const char *text, size_t length) {
    uint64_t h = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < length; i++) h = (h ^ (unsigned char)text[i]) * UINT64_C(1099511628211);
    return h;
}

/* ---- writing ---- */
typedef struct writer {
    char *to;
    size_t size, used; /* used may go beyond size */
} writer;

static void put_list(writer *w, const char *format, va_list args) {
    size_t left = w->used < w->size ? w->size - w->used : 0;
    /* NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized): begun by the caller */
    int n = vsnprintf(left ? w->to + w->used : NULL, left, format, args);
    if (n > 0) w->used += (size_t)n;
}

static void put(writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(writer *w, const char *format, ...) {
    va_list args;
    va_start(args, format);
    put_list(w, format, args);
    va_end(args);
}

size_t abut_rough_table_text(const abut_rough_table *r, char *to, size_t size) {
    writer w = {to, size, 0};
    put(&w,
        "abut_rough_table: 1\norigin: %s\nkind: %s\nsigma: %.17g\nasperity_radius: %.17g\nasperity_density: %.17g\n",
        r->origin, r->generated ? "generated" : "measured", r->sigma, r->asperity_radius, r->asperity_density);
    put(&w, "first_touch: %.17g\nrows: %zu\ngap pressure area scatter\n", r->first_touch, r->count);
    for (size_t i = 0; i < r->count && i < ABUT_ROUGH_ROWS; i++) {
        const abut_rough_row *a = &r->row[i];
        put(&w, "%.17g %.17g %.17g %.17g\n", a->gap, a->pressure, a->area, a->scatter);
    }
    put(&w, "checksum: %016" PRIx64 "\n", w.used <= size ? sum_of(to, w.used) : 0);
    return w.used;
}

/* ---- reading ---- */
typedef struct source {
    const char *at, *end;
    char line[LINE_MAX_BYTES + 1];
    int number;
    abut_message *message;
} source;

static abut_status damaged(const source *s, const char *what) {
    return say(s->message, ABUT_BAD_FILE, "line %d of the table: %s", s->number, what);
}

/* The next line without its end; false: none, or it is too long or holds what is not text. */
static bool next_line(source *s) {
    const char *stop = s->at < s->end ? memchr(s->at, '\n', (size_t)(s->end - s->at)) : NULL;
    s->number++;
    if (!stop || stop - s->at > LINE_MAX_BYTES) return false;
    size_t length = (size_t)(stop - s->at);
    memcpy(s->line, s->at, length);
    s->line[length] = '\0';
    s->at = stop + 1;
    for (size_t i = 0; i < length; i++)
        if (iscntrl((unsigned char)s->line[i])) return false;
    return true;
}

/* The value of "name: value". */
static const char *value_of(source *s, const char *name) {
    size_t n = strlen(name);
    if (!next_line(s) || strncmp(s->line, name, n) != 0 || s->line[n] != ':' || s->line[n + 1] != ' ') return NULL;
    return s->line + n + 2;
}

static bool read_number(const char *text, double *out) {
    char *end;
    if (!text) return false;
    *out = strtod(text, &end);
    return end != text && *end == '\0' && isfinite(*out);
}

static abut_status read_head(source *s, abut_rough_table *r) {
    double rows = 0;
    struct {
        const char *name;
        double *to;
    } numbers[] = {{"sigma", &r->sigma},
                   {"asperity_radius", &r->asperity_radius},
                   {"asperity_density", &r->asperity_density},
                   {"first_touch", &r->first_touch},
                   {"rows", &rows}};
    const char *text = value_of(s, "abut_rough_table");
    if (!text || strcmp(text, "1") != 0) return damaged(s, "'abut_rough_table: 1' is wanted");
    if (!(text = value_of(s, "origin"))) return damaged(s, "'origin: ...' is wanted");
    (void)snprintf(r->origin, sizeof r->origin, "%.159s", text);
    text = value_of(s, "kind");
    r->generated = text && !strcmp(text, "generated");
    if (!text || (!r->generated && strcmp(text, "measured") != 0))
        return damaged(s, "'kind: measured' or 'kind: generated' is wanted");
    for (int i = 0; i < 5; i++)
        if (!read_number(value_of(s, numbers[i].name), numbers[i].to))
            return say(s->message, ABUT_BAD_FILE, "line %d of the table: '%s: ...' with a number is wanted", s->number,
                       numbers[i].name);
    if (!(rows >= 4 && rows <= ABUT_ROUGH_ROWS) || rows != floor(rows))
        return say(s->message, ABUT_BAD_FILE, "line %d of the table: 4 to %d rows are wanted, got %g", s->number,
                   ABUT_ROUGH_ROWS, rows);
    r->count = (size_t)rows;
    if (!next_line(s) || strcmp(s->line, "gap pressure area scatter") != 0)
        return damaged(s, "the names 'gap pressure area scatter' are wanted");
    return ABUT_OK;
}

static abut_status read_rows(source *s, abut_rough_table *r) {
    for (size_t i = 0; i < r->count; i++) {
        double x[4] = {0};
        char *end = NULL;
        bool good = next_line(s);
        const char *at = s->line;
        for (int k = 0; good && k < 4; k++, at = end) {
            x[k] = strtod(at, &end);
            good = end != at && isfinite(x[k]);
        }
        if (!good || *end) return damaged(s, "four numbers are wanted: gap, pressure, area, scatter");
        r->row[i] = (abut_rough_row){x[0], x[1], x[2], x[3]};
    }
    return ABUT_OK;
}

abut_status abut_rough_table_parse(const char *text, size_t length, double spread, abut_rough_table *out,
                                   abut_message *message) {
    source s = {.at = text, .end = text + length, .message = message};
    memset(out, 0, sizeof *out);
    abut_status status = read_head(&s, out);
    if (!status) status = read_rows(&s, out);
    if (status) return status;
    uint64_t wanted = sum_of(text, (size_t)(s.at - text));
    const char *sum = value_of(&s, "checksum");
    char right[20];
    (void)snprintf(right, sizeof right, "%016" PRIx64, wanted);
    if (!sum || strcmp(sum, right) != 0)
        return damaged(&s, "the checksum is wrong: the table is damaged or was changed by hand");
    return abut_rough_table_make(out, spread, message);
}
