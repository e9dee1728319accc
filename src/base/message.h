/* Writing one sentence into an abut_message; the first one wins. Suggestions for misspelt names. */
#ifndef ABUT_BASE_MESSAGE_H
#define ABUT_BASE_MESSAGE_H

#include "abut/abut.h"

/* Both keep an earlier sentence and return the status they are given. message may be NULL. */
abut_status say(abut_message *message, abut_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Edit distance of two short words (insert, delete, replace, swap neighbours), at most `limit` + 1. */
int word_distance(const char *a, const char *b, int limit);

/* Keeps the nearest of the candidates offered. Start with {0}. */
typedef struct nearest_word {
    const char *word;
    int distance;
} nearest_word;
void nearest_offer(nearest_word *best, const char *wanted, const char *candidate);
/* "; did you mean 'x'?" or "" */
const char *nearest_hint(const nearest_word *best, char *buffer, size_t size);

#endif
