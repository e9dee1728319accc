/* Sentences for users: formatting, and the nearest right name for a misspelt one. */
#include "message.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is quoted may hold anything: nothing in it breaks the line. */
static void one_line(char *text) {
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127) *c = '?';
}

static void write(abut_message *m, const char *key, abut_status status, const char *format, va_list list) {
    if (!m || m->text[0]) return;
    (void)vsnprintf(m->text, sizeof m->text, format, list);
    one_line(m->text);
    m->status = status;
    m->place = (abut_place){.id = 0};
    (void)snprintf(m->place.key, sizeof m->place.key, "%s", key);
}

abut_status say(abut_message *message, abut_status status, const char *format, ...) {
    va_list list;
    va_start(list, format);
    write(message, "", status, format, list);
    va_end(list);
    return status;
}

abut_status say_at(abut_message *message, const char *key, abut_status status, const char *format, ...) {
    va_list list;
    va_start(list, format);
    write(message, key, status, format, list);
    va_end(list);
    return status;
}

void key_below(char *key, size_t size, const char *above) {
    size_t first = strlen(above), dot = first && *key ? 1 : 0, rest = strlen(key);
    if (first + dot + rest >= size) return; /* no key of ours is so long */
    memmove(key + first + dot, key, rest + 1);
    for (size_t i = 0; i < first; i++) key[i] = above[i];
    if (dot) key[first] = '.';
}

abut_status say_below(abut_message *message, const char *key, abut_status status) {
    if (message && status) key_below(message->place.key, sizeof message->place.key, key);
    return status;
}

static int least(int a, int b, int c) {
    int m = a < b ? a : b;
    return m < c ? m : c;
}

int word_distance(const char *a, const char *b, int limit) {
    enum { LONGEST = 40 };
    int n = (int)strlen(a), m = (int)strlen(b);
    if (n > LONGEST || m > LONGEST || abs(n - m) > limit) return limit + 1;
    int d[LONGEST + 1][LONGEST + 1];
    for (int i = 0; i <= n; i++) d[i][0] = i;
    for (int j = 0; j <= m; j++) d[0][j] = j;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            d[i][j] = least(d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && d[i][j] > d[i - 2][j - 2] + 1)
                d[i][j] = d[i - 2][j - 2] + 1;
        }
    return d[n][m];
}

void abut_nearest_offer(abut_nearest *best, const char *wanted, const char *candidate) {
    int limit = 1 + (int)strlen(wanted) / 3;
    int distance = word_distance(wanted, candidate, limit);
    if (distance > limit || (best->word && best->distance <= distance)) return;
    best->word = candidate;
    best->distance = distance;
}

const char *abut_nearest_hint(const abut_nearest *best, char *buffer, size_t size) {
    if (best->word)
        (void)snprintf(buffer, size, "; did you mean '%s'?", best->word);
    else
        buffer[0] = '\0';
    return buffer;
}
