/* Writing one sentence into an abut_message; the first one wins. Suggestions for misspelt names. */
#ifndef ABUT_BASE_MESSAGE_H
#define ABUT_BASE_MESSAGE_H

#include "abut/text.h"

/* All keep an earlier sentence and return the status they are given. message may be NULL. */
abut_status say(abut_message *message, abut_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* With the key to blame, a path: "balls.count". */
abut_status say_at(abut_message *message, const char *key, abut_status status, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The refused key lies below `key`: "chi" becomes "damping.chi". Each level that hands a message down says so on the way up;
 * nothing happens with the status 0. */
abut_status say_below(abut_message *message, const char *key, abut_status status);
/* The same without a message: puts `above` before the path in key[size]. Either may be "". */
void key_below(char *key, size_t size, const char *above);

/* Edit distance of two short words (insert, delete, replace, swap neighbours), at most `limit` + 1. */
int word_distance(const char *a, const char *b, int limit);

/* Suggestions as in abut/text.h; inside, their names go without the prefix. */
typedef abut_nearest nearest_word;
#define nearest_offer abut_nearest_offer
#define nearest_hint  abut_nearest_hint

#endif
