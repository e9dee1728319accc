/* A matrix of heights in text. The text has been checked to end with a NUL byte behind it. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "format.h"

static bool between(char c) { return c == ' ' || c == '\t' || c == '\r' || c == ',' || c == ';'; }

static const char *skip(const char *c) {
    while (between(*c)) c++;
    return c;
}

/* The end of the line, and how many numbers it seems to hold. */
static const char *count_line(const char *c, uint64_t *count) {
    *count = 0;
    for (c = skip(c); *c && *c != '\n'; c = skip(c)) {
        ++*count;
        while (*c && *c != '\n' && !between(*c)) c++;
    }
    return c;
}

static abut_status count_rows(const heights_source *s, const char *at, int line, uint64_t *nx, uint64_t *ny) {
    *nx = *ny = 0;
    for (; *at; line++) {
        uint64_t count;
        bool remark = *skip(at) == '#';
        at = count_line(at, &count);
        if (*at) at++;
        if (!count || remark) continue;
        if (*ny && count != *nx)
            return say(s->message, ABUT_BAD_FILE, "line %d: %.0f heights in this line, %.0f in those before", line,
                       (double)count, (double)*nx);
        *nx = count;
        ++*ny;
    }
    if (*ny) return ABUT_OK;
    return say(s->message, ABUT_BAD_FILE, "there are no heights in the file");
}

abut_status heights_matrix(const heights_source *s, const char *at, int line, abut_heights *out) {
    uint64_t nx, ny;
    abut_status status = count_rows(s, at, line, &nx, &ny);
    if (!status) status = heights_room(s, nx, ny, 0, out);
    for (size_t k = 0; !status && k < nx * ny;) {
        at = skip(at);
        if (*at == '#') at += strcspn(at, "\n");
        if (*at == '\n') {
            at++, line++;
            continue;
        }
        char *end;
        double z = strtod(at, &end);
        if (end == at || (*end && *end != '\n' && !between(*end)))
            return say(s->message, ABUT_BAD_FILE, "line %d: expected a number, got '%.*s'", line,
                       (int)strcspn(at, " \t\r\n,;") < 40 ? (int)strcspn(at, " \t\r\n,;") : 40, at);
        out->z[k++] = z;
        at = end;
    }
    return status;
}
