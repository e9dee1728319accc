/* abut: what programs that talk to people need. Quantities with units in; JSON and suggestions for misspelt words out. */
#ifndef ABUT_TEXT_H
#define ABUT_TEXT_H

#include <stdio.h>

#include "abut/abut.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- quantities: "10 um", "206 GPa", "3000 rpm", "5 deg"; a bare number is SI. Part of libabut_world ----------------- */
typedef struct abut_units abut_units;         /* holds the units met so far */
ABUT_API abut_units *abut_units_create(void); /* NULL: out of memory */
ABUT_API void abut_units_destroy(abut_units *u);
/* The value of a text in the SI unit `unit` ("1" for a pure number); infinite: 'inf' is accepted. Otherwise ABUT_BAD_VALUE, and
 * a sentence without the name of the quantity. */
ABUT_API abut_status abut_units_read(abut_units *u, const char *text, const char *unit, bool infinite, double *value,
                                     abut_message *message);

/* ---- a writer of one JSON object ------------------------------------------------------------------------------------ */
/* Keys appear in the order of the calls; numbers with 17 significant digits. */
enum { ABUT_JSON_DEPTH = 16 };
typedef struct abut_json {
    FILE *to;
    void (*text)(FILE *to, const char *text); /* writes a string with its quotes; NULL: the usual way */
    int depth;
    char close[ABUT_JSON_DEPTH];  /* what ends each open level */
    bool filled[ABUT_JSON_DEPTH]; /* the level holds an entry already */
    bool no_memory;               /* set by those who write: for want of memory something is left out */
} abut_json;

/* The outermost object; end it with abut_json_end, which also ends the line. */
ABUT_API abut_json abut_json_start(FILE *to);
/* A nested object ('{') or array ('['). Inside an array key is NULL, in all calls. */
ABUT_API void abut_json_begin(abut_json *j, const char *key, char bracket);
ABUT_API void abut_json_end(abut_json *j);
ABUT_API void abut_json_number(abut_json *j, const char *key, double value);     /* null if not finite */
ABUT_API void abut_json_string(abut_json *j, const char *key, const char *text); /* null if there is none */
ABUT_API void abut_json_bool(abut_json *j, const char *key, bool value);
ABUT_API void abut_json_key(abut_json *j, const char *key); /* the caller writes the value to j->to */

/* ---- the nearest of some words -------------------------------------------------------------------------------------- */
typedef struct abut_nearest { /* start with {0} */
    const char *word;
    int distance;
} abut_nearest;
ABUT_API void abut_nearest_offer(abut_nearest *best, const char *wanted, const char *candidate);
ABUT_API const char *abut_nearest_hint(const abut_nearest *best, char *buffer,
                                       size_t size); /* "; did you mean 'x'?" or "" */

#ifdef __cplusplus
}
#endif
#endif
