/* A walk over the tags of an XML text: their names and attributes are all that is needed. */
#include "slave_xml.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"

typedef struct tag {
    const char *name; /* in the text */
    size_t length;
    const char *attributes, *end; /* up to its closing bracket */
} tag;

static const char *find(const char *at, const char *what) {
    size_t length = strlen(what);
    for (; *at; at++)
        if (!strncmp(at, what, length)) return at;
    return NULL;
}

/* The end of a tag: a bracket outside of quotes. */
static const char *end_of(const char *at) {
    for (char quote = 0; *at; at++) {
        if (quote)
            quote = *at == quote ? 0 : quote;
        else if (*at == '"' || *at == '\'')
            quote = *at;
        else if (*at == '>')
            return at;
    }
    return NULL;
}

/* The next opening tag behind *at; comments and the like are passed. */
static bool next_tag(const char **at, tag *t) {
    for (const char *c = *at; (c = find(c, "<"));) {
        bool comment = !strncmp(c, "<!--", 4);
        const char *end = comment ? find(c, "-->") : end_of(c);
        if (!end) return false;
        if (isalpha((unsigned char)c[1])) {
            size_t length = strcspn(c + 1, " \t\r\n/>");
            *t = (tag){c + 1, length, c + 1 + length, end};
            *at = end;
            return true;
        }
        c = end;
    }
    return false;
}

static bool is(const tag *t, const char *name) {
    return strlen(name) == t->length && !strncmp(t->name, name, t->length);
}

/* One character of an attribute, escapes undone. */
static const char *take(const char *at, const char *end, char *to) {
    static const char *const escapes[][2] = {
        {"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&apos;", "'"}};
    for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++) {
        size_t length = strlen(escapes[i][0]);
        if ((size_t)(end - at) < length || strncmp(at, escapes[i][0], length) != 0) continue;
        *to = *escapes[i][1];
        return at + length;
    }
    *to = *at;
    return at + 1;
}

/* The value of an attribute; false: it is not there, or does not fit. */
static bool attribute(const tag *t, const char *name, char *to, size_t size) {
    size_t length = strlen(name);
    for (const char *at = t->attributes; at < t->end;) {
        while (at < t->end && isspace((unsigned char)*at)) at++;
        const char *word = at;
        while (at < t->end && !isspace((unsigned char)*at) && *at != '=') at++;
        bool wanted = (size_t)(at - word) == length && !strncmp(word, name, length);
        while (at < t->end && *at != '"' && *at != '\'') at++;
        if (at == t->end) return false;
        char quote = *at++;
        size_t used = 0;
        while (at < t->end && *at != quote) {
            char c;
            at = take(at, t->end, &c);
            if (wanted && used + 1 >= size) return false;
            if (wanted) to[used++] = c;
        }
        at++;
        if (!wanted) continue;
        to[used] = '\0';
        return true;
    }
    return false;
}

static bool is_true(const tag *t, const char *name) {
    char text[8];
    return attribute(t, name, text, sizeof text) && (!strcmp(text, "true") || !strcmp(text, "1"));
}

abut_status slave_xml_read(const char *text, slave_xml *out, abut_message *message) {
    tag t;
    *out = (slave_xml){0};
    for (const char *at = text; next_tag(&at, &t);) {
        if (is(&t, "fmiModelDescription")) {
            (void)attribute(&t, "fmiVersion", out->version, sizeof out->version);
            (void)attribute(&t, "guid", out->guid, sizeof out->guid);
        }
        if (is(&t, "CoSimulation")) {
            out->cosimulation = attribute(&t, "modelIdentifier", out->identifier, sizeof out->identifier);
            out->saves = is_true(&t, "canGetAndSetFMUstate") && is_true(&t, "canSerializeFMUstate");
        }
    }
    if (strcmp(out->version, "2.0") != 0)
        return say(message, ABUT_BAD_FILE, "it is made for FMI %s, and FMI 2.0 is read",
                   out->version[0] ? out->version : "of no version");
    if (!out->cosimulation) return say(message, ABUT_BAD_FILE, "it is not made for co-simulation");
    for (const char *c = out->identifier; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '_')
            return say(message, ABUT_BAD_FILE, "its modelIdentifier '%.60s' is no name", out->identifier);
    return ABUT_OK;
}

abut_status slave_xml_variable(const char *text, const char *name, unsigned *reference, abut_message *message) {
    tag t;
    nearest_word best = {0};
    char found[300], nearest[300] = "", hint[320], number[16];
    for (const char *at = text; next_tag(&at, &t);) {
        if (!is(&t, "ScalarVariable") || !attribute(&t, "name", found, sizeof found)) continue;
        int before = best.distance;
        bool none = !best.word;
        nearest_offer(&best, name, found);
        if (best.word == found && (none || best.distance < before))
            (void)snprintf(nearest, sizeof nearest, "%s", found);
        if (best.word) best.word = nearest;
        if (strcmp(found, name) != 0) continue;
        if (!attribute(&t, "valueReference", number, sizeof number)) break;
        *reference = (unsigned)strtoul(number, NULL, 10);
        if (next_tag(&at, &t) && is(&t, "Real")) return ABUT_OK;
        return say(message, ABUT_BAD_VALUE, "its variable '%.80s' is no real number", name);
    }
    return say(message, ABUT_UNKNOWN_NAME, "it has no variable '%.80s'%s", name,
               nearest_hint(&best, hint, sizeof hint));
}
