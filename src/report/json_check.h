/* Is a text one JSON object (RFC 8259)? A page can only hold what its reader will accept. */
#ifndef ABUT_REPORT_JSON_CHECK_H
#define ABUT_REPORT_JSON_CHECK_H

#include <stdbool.h>
#include <stddef.h>

/* A part of a text; from NULL: none. */
typedef struct json_part {
    const char *from;
    size_t length;
} json_part;

/* True if it is one. value: the one of the key `wanted` of the outermost object, if it is a string (with its quotes). The text has a 0 behind it. */
bool json_check(const char *text, size_t length, const char *wanted, json_part *value);

#endif
