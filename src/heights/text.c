/* A text matrix, and Gwyddion's text export of one ("ASCII data matrix" with its informational header): lines that begin with '#'
 * say title, sizes and unit,
 *   # Channel: Topography
 *   # Width: 10.0 um
 *   # Height: 10.0 um
 *   # Value units: nm
 * then rows of numbers ("# Length units: um": of profiles, profile.c). The form of the header: Gwyddion's own files, as readers of them describe it (SurfaceTopography, format of text
 * matrices). "# Origin: generated" says that the map was not measured. Names of the header are read without regard to case. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "format.h"

/* ---- the header ---- */
static bool named(const char *line, size_t length, const char *name) {
    size_t n = strlen(name);
    if (length != n) return false;
    for (size_t i = 0; i < n; i++)
        if (tolower((unsigned char)line[i]) != name[i]) return false;
    return true;
}

/* "10.0 um" */
static abut_status read_size(const heights_source *s, int line, const char *text, size_t length, double *out) {
    char *end;
    double value = strtod(text, &end);
    double unit = end > text && end <= text + length ? heights_unit(end, length - (size_t)(end - text)) : NAN;
    *out = value * unit;
    if (*out > 0 && isfinite(*out)) return ABUT_OK;
    return say(s->message, ABUT_BAD_FILE, "line %d: expected a length with its unit, as in '10 um', got '%.*s'", line,
               (int)(length < 40 ? length : 40), text);
}

static abut_status read_unit(const heights_source *s, int line, const char *text, size_t length, double *out) {
    *out = heights_unit(text, length);
    if (!isnan(*out)) return ABUT_OK;
    return say(s->message, ABUT_BAD_FILE, "line %d: '%.*s' is no unit of a length that is known here", line,
               (int)(length < 40 ? length : 40), text);
}

static abut_status read_line(const heights_source *s, const char *line, size_t length, int number, heights_scale *scale,
                             abut_heights *out) {
    const char *colon = memchr(line, ':', length);
    if (!colon) return ABUT_OK; /* a remark */
    size_t name = (size_t)(colon - line);
    const char *value = colon + 1, *stop = line + length;
    while (value < stop && (*value == ' ' || *value == '\t')) value++;
    while (stop > value && (stop[-1] == '\r' || stop[-1] == ' ')) stop--;
    size_t rest = (size_t)(stop - value);
    if (named(line, name, "width")) return read_size(s, number, value, rest, &scale->lx);
    if (named(line, name, "height")) return read_size(s, number, value, rest, &scale->ly);
    if (named(line, name, "length units")) return read_unit(s, number, value, rest, &scale->length_unit);
    if (named(line, name, "value units")) return read_unit(s, number, value, rest, &scale->height_unit);
    if (named(line, name, "channel") || named(line, name, "title")) heights_title(out, value, rest);
    if (named(line, name, "origin")) out->generated = out->generated || named(value, rest, "generated");
    return ABUT_OK;
}

abut_status heights_header(const heights_source *s, heights_scale *scale, abut_heights *out, const char **at,
                           int *line) {
    const char *c = *at;
    abut_status status = ABUT_OK;
    *scale = (heights_scale){NAN, NAN, NAN, NAN};
    for (*line = 1; !status; ++*line) {
        while (*c == ' ' || *c == '\t' || *c == '\r') c++;
        if (*c != '#' && *c != '\n') break;
        size_t length = strcspn(c, "\n");
        if (*c == '#') {
            const char *from = c + 1;
            while (*from == ' ' || *from == '#') from++;
            if (from < c + length) status = read_line(s, from, length - (size_t)(from - c), *line, scale, out);
        }
        c += length;
        if (*c) c++;
    }
    *at = c;
    if (status) return status;
    if (isnan(scale->lx) != isnan(scale->ly))
        return say(s->message, ABUT_BAD_FILE, "the header has one of width and height: both are needed");
    if (!isnan(scale->lx)) scale->length_unit = 1;
    return ABUT_OK;
}

/* ---- the formats ---- */
bool heights_is_text(const heights_source *s) {
    for (size_t i = 0; i < s->length; i++) {
        unsigned char c = s->bytes[i];
        if (c < 32 && c != '\n' && c != '\r' && c != '\t') return false;
    }
    return true;
}

static bool is_gwyddion(const heights_source *s) { return heights_begins(s, "# Channel:", 10) && heights_is_text(s); }

static abut_status read_copy(const heights_source *s, const char *text, abut_heights *out) {
    heights_scale scale;
    int line;
    double unit = 1;
    const char *at = text;
    abut_status status = heights_header(s, &scale, out, &at, &line);
    if (!status) status = heights_matrix(s, at, line, out);
    if (!status) status = heights_measure(s, &scale, out, &unit);
    return status ? status : heights_finish(s, unit, out);
}

abut_status heights_with_text(const heights_source *s, heights_text_reader *read, abut_heights *out) {
    char *text = malloc(s->length + 4);
    if (!text) return say(s->message, ABUT_NO_MEMORY, "out of memory");
    memcpy(text, s->bytes, s->length);
    memset(text + s->length, 0, 4);
    abut_status status = read(s, memcmp(text, "\xEF\xBB\xBF", 3) ? text : text + 3, out); /* byte order mark */
    free(text);
    return status;
}

abut_status heights_read_text(const heights_source *s, abut_heights *out) {
    return heights_with_text(s, read_copy, out);
}

const heights_format heights_text = {"text matrix", heights_is_text, heights_read_text};
const heights_format heights_gwyddion_text = {"Gwyddion text", is_gwyddion, heights_read_text};
