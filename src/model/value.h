/* Single values and whole mappings from nodes. Every fault is reported at its place. */
#ifndef ABUT_MODEL_VALUE_H
#define ABUT_MODEL_VALUE_H

#include "keys.h"
#include "reader.h"

/* A number that is not bounded otherwise must be 0 or between these in size. */
#define NUMBER_LEAST 1e-30
#define NUMBER_MOST  1e30

/* `what` is the key, for the sentence. All return false after an error. */
bool read_number(reader *r, const node *n, const char *what, const char *unit, double *out);
/* low = high = 0: any; open: see keys.h. */
bool read_ranged(reader *r, const node *n, const char *what, const char *unit, double low, double high, int open,
                 double *out);
bool read_flag(reader *r, const node *n, const char *what, bool *out);
bool read_text(reader *r, const node *n, const char *what, const char **out);
bool read_word(reader *r, const node *n, const char *what, const char *words, const char **out);
bool read_numbers(reader *r, const node *n, const char *what, const char *unit, unsigned count, double *out);
bool read_inertia(reader *r, const node *n, const char *what, double out[6]);
bool read_orientation(reader *r, const node *n, const char *what, abut_quat *out);

/* A mapping by its table into the struct of that table; returns how many errors there were. `also`: parameters that stand
 * among the keys and are read by someone else; NULL: none. */
int read_keys(reader *r, const node *map, const key_table *table, const abut_type *also, void *to);
/* Complains about the keys that a table does not have; returns how many there were. */
int unknown_keys(reader *r, const node *map, const key_table *table);
/* An error if n is not a mapping. */
bool need_map(reader *r, const node *n, const char *what);

/* Complains about a name that no type of this kind has; *extra may hold one more. */
void unknown_type(reader *r, const node *at, const char *kind, const char *name, const char *extra);

#endif
