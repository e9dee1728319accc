/* A writer of one JSON object. Keys appear in the order of the calls; SI numbers with 17 significant digits. */
#ifndef ABUT_RESULT_JSON_H
#define ABUT_RESULT_JSON_H

#include <stdbool.h>
#include <stdio.h>

enum { JSON_DEPTH = 8 };

typedef struct json {
    FILE *to;
    void (*text)(FILE *to, const char *text); /* writes a string with its quotes; NULL: the usual way */
    int depth;
    char close[JSON_DEPTH];  /* what ends each open level */
    bool filled[JSON_DEPTH]; /* the level holds an entry already */
} json;

/* The outermost object; end it with json_end, which also ends the line. */
json json_start(FILE *to);
/* A nested object ('{') or array ('['). Inside an array key is NULL, in all calls. */
void json_begin(json *j, const char *key, char bracket);
void json_end(json *j);

void json_number(json *j, const char *key, double value);     /* null if not finite */
void json_string(json *j, const char *key, const char *text); /* null if there is none */
void json_bool(json *j, const char *key, bool value);
void json_key(json *j, const char *key); /* the caller writes the value to j->to */

#endif
