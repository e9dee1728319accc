/* JSON on one line. */
#include "json.h"

#include <assert.h>
#include <math.h>

void json_put_text(FILE *to, const char *text) {
    (void)fputc('"', to);
    for (const char *c = text; *c; c++) {
        if (*c == '"' || *c == '\\')
            (void)fprintf(to, "\\%c", *c);
        else if ((unsigned char)*c < ' ')
            (void)fprintf(to, "\\u%04x", (unsigned)(unsigned char)*c);
        else
            (void)fputc(*c, to);
    }
    (void)fputc('"', to);
}

static void put_string(const abut_json *j, const char *text) {
    if (j->text)
        j->text(j->to, text);
    else
        json_put_text(j->to, text);
}

/* Comma and key of the next entry. */
void abut_json_key(abut_json *j, const char *key) {
    bool *filled = &j->filled[j->depth - 1];
    if (*filled) (void)fputs(", ", j->to);
    *filled = true;
    if (!key) return;
    put_string(j, key);
    (void)fputs(": ", j->to);
}

static void open_level(abut_json *j, char bracket) {
    assert(j->depth < ABUT_JSON_DEPTH);
    (void)fputc(bracket, j->to);
    j->close[j->depth] = bracket == '{' ? '}' : ']';
    j->filled[j->depth] = false;
    j->depth++;
}

abut_json abut_json_start(FILE *to) {
    abut_json j = {.to = to};
    open_level(&j, '{');
    return j;
}

void abut_json_begin(abut_json *j, const char *key, char bracket) {
    abut_json_key(j, key);
    open_level(j, bracket);
}

void abut_json_end(abut_json *j) {
    assert(j->depth > 0);
    (void)fputc(j->close[--j->depth], j->to);
    if (j->depth == 0) (void)fputc('\n', j->to);
}

void abut_json_number(abut_json *j, const char *key, double value) {
    abut_json_key(j, key);
    if (isfinite(value))
        (void)fprintf(j->to, "%.17g", value);
    else
        (void)fputs("null", j->to);
}

void abut_json_string(abut_json *j, const char *key, const char *text) {
    abut_json_key(j, key);
    if (text)
        put_string(j, text);
    else
        (void)fputs("null", j->to);
}

void abut_json_bool(abut_json *j, const char *key, bool value) {
    abut_json_key(j, key);
    (void)fputs(value ? "true" : "false", j->to);
}
