/* Gwyddion Simple Field, version 1.0 (http://gwyddion.net/documentation/user-guide-en/gsf.html): a magic line, lines "name = value",
 * one to four NUL bytes up to a multiple of four, floats of 32 bits, little-endian, row by row. XRes and YRes must be there; XReal, YReal
 * (default 1), XYUnits, ZUnits (default none), Title may be. Gwyddion leaves out a unit only where a quantity has none, so that it must
 * be given. "Origin = generated" is ours: other programs pass over names that they do not know. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "bytes.h"
#include "format.h"

static const char MAGIC[] = "Gwyddion Simple Field 1.0\n";

static bool is_gsf(const heights_source *s) { return heights_begins(s, MAGIC, sizeof MAGIC - 1); }

typedef struct gsf_head {
    uint64_t nx, ny;
    heights_scale scale;
} gsf_head;

static bool is(const char *name, size_t length, const char *wanted) {
    return strlen(wanted) == length && !memcmp(name, wanted, length);
}

static abut_status read_count(const heights_source *s, const char *what, const char *value, uint64_t *out) {
    char *end;
    double x = strtod(value, &end);
    *out = x >= 1 && x <= 1e9 && x == floor(x) ? (uint64_t)x : 0;
    if (*out && *end == '\0') return ABUT_OK;
    return say(s->message, ABUT_BAD_FILE, "%s: expected a positive whole number, got '%.40s'", what, value);
}

static abut_status read_real(const heights_source *s, const char *what, const char *value, double *out) {
    char *end;
    *out = strtod(value, &end);
    if (end != value && *end == '\0' && *out > 0 && isfinite(*out)) return ABUT_OK;
    return say(s->message, ABUT_BAD_FILE, "%s: expected a positive number, got '%.40s'", what, value);
}

static abut_status read_unit(const heights_source *s, const char *what, const char *value, double *out) {
    if (!*value) return ABUT_OK;
    *out = heights_unit(value, strlen(value));
    if (!isnan(*out)) return ABUT_OK;
    return say(s->message, ABUT_BAD_FILE, "%s: '%.40s' is no unit of a length that is known here", what, value);
}

static abut_status read_field(const heights_source *s, const char *name, size_t length, const char *value, gsf_head *h,
                              abut_heights *out) {
    if (is(name, length, "XRes")) return read_count(s, "XRes", value, &h->nx);
    if (is(name, length, "YRes")) return read_count(s, "YRes", value, &h->ny);
    if (is(name, length, "XReal")) return read_real(s, "XReal", value, &h->scale.lx);
    if (is(name, length, "YReal")) return read_real(s, "YReal", value, &h->scale.ly);
    if (is(name, length, "XYUnits")) return read_unit(s, "XYUnits", value, &h->scale.length_unit);
    if (is(name, length, "ZUnits")) return read_unit(s, "ZUnits", value, &h->scale.height_unit);
    if (is(name, length, "Title")) heights_title(out, value, strlen(value));
    if (is(name, length, "Origin")) out->generated = !strcmp(value, "generated");
    return ABUT_OK;
}

/* One line, without its end, of at most 400 bytes of value. */
static abut_status read_line(const heights_source *s, const char *line, size_t length, gsf_head *h, abut_heights *out) {
    char value[400];
    const char *stop = line + length, *equal = memchr(line, '=', length), *name = line;
    if (!equal) {
        while (length && (line[length - 1] == ' ' || line[length - 1] == '\t')) length--;
        if (!length) return ABUT_OK;
        return say(s->message, ABUT_BAD_FILE, "the header has a line without '=': '%.*s'",
                   (int)(length < 40 ? length : 40), line);
    }
    const char *from = equal + 1, *end = equal;
    while (name < end && (*name == ' ' || *name == '\t')) name++;
    while (end > name && (end[-1] == ' ' || end[-1] == '\t')) end--;
    while (from < stop && (*from == ' ' || *from == '\t')) from++;
    while (stop > from && (stop[-1] == ' ' || stop[-1] == '\t' || stop[-1] == '\r')) stop--;
    size_t used = (size_t)(stop - from) < sizeof value - 1 ? (size_t)(stop - from) : sizeof value - 1;
    memcpy(value, from, used);
    value[used] = '\0';
    return read_field(s, name, (size_t)(end - name), value, h, out);
}

static abut_status read_head(const heights_source *s, size_t stop, gsf_head *h, abut_heights *out) {
    const char *text = (const char *)s->bytes;
    abut_status status = ABUT_OK;
    for (size_t at = sizeof MAGIC - 1; at < stop && !status;) {
        const char *end = memchr(text + at, '\n', stop - at);
        size_t length = end ? (size_t)(end - text) - at : stop - at;
        status = read_line(s, text + at, length, h, out);
        at += length + 1;
    }
    if (status) return status;
    if (!h->nx || !h->ny) return say(s->message, ABUT_BAD_FILE, "XRes and YRes: the header must have both");
    if (isnan(h->scale.lx)) h->scale.lx = 1;
    if (isnan(h->scale.ly)) h->scale.ly = 1;
    return ABUT_OK;
}

static abut_status read_gsf(const heights_source *s, abut_heights *out) {
    const unsigned char *end = memchr(s->bytes, 0, s->length);
    gsf_head h = {.scale = {NAN, NAN, NAN, NAN}};
    if (!end) return say(s->message, ABUT_BAD_FILE, "the file is cut off: its header has no end");
    size_t stop = (size_t)(end - s->bytes), start = stop + 4 - stop % 4;
    abut_status status = read_head(s, stop, &h, out);
    if (status) return status;
    uint64_t wanted = start + 4 * h.nx * h.ny; /* both are at most 1e9 */
    double unit;
    status = heights_room(s, h.nx, h.ny, wanted, out);
    if (!status) status = heights_measure(s, &h.scale, out, &unit);
    if (status) return status;
    for (size_t k = 0; k < out->nx * out->ny; k++) out->z[k] = bytes_float(s->bytes + start + 4 * k, false);
    return heights_finish(s, unit, out);
}

const heights_format heights_gsf = {"gsf", is_gsf, read_gsf};
