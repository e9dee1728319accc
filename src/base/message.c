/* Sentences for users: formatting, and the nearest right name for a misspelt one. */
#include "message.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

abut_status say(abut_message *message, abut_status status, const char *format, ...) {
    if (message && message->text[0] == '\0') {
        va_list list;
        va_start(list, format);
        (void)vsnprintf(message->text, sizeof message->text, format, list);
        va_end(list);
    }
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

void nearest_offer(nearest_word *best, const char *wanted, const char *candidate) {
    int limit = 1 + (int)strlen(wanted) / 3;
    int distance = word_distance(wanted, candidate, limit);
    if (distance > limit || (best->word && best->distance <= distance)) return;
    best->word = candidate;
    best->distance = distance;
}

const char *nearest_hint(const nearest_word *best, char *buffer, size_t size) {
    if (best->word)
        (void)snprintf(buffer, size, "; did you mean '%s'?", best->word);
    else
        buffer[0] = '\0';
    return buffer;
}
