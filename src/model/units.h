/* Numbers as users write them: bare (SI) or with a unit, "10 um", "206 GPa", "3000 rpm", "5 deg", "5mm". */
#ifndef ABUT_MODEL_UNITS_H
#define ABUT_MODEL_UNITS_H

#include <stdbool.h>
#include <stddef.h>

#include "abut/abut.h"

/* Holds the unit database, which is opened when the first unit is met that is not among the usual ones, and the conversions met so far: a unit is looked up
 * once. Start with {0}, end with units_close. */
typedef struct unit_reader {
    struct ut_system *system;
    bool tried;
    struct unit_conversion *known; /* a hash table */
    unsigned known_count;
} unit_reader;

/* The value of `text` in the SI unit `unit` ("1" for a pure number). A bare number passes unchanged; `infinite` says
 * whether 'inf' is accepted. On failure returns false and *why holds a sentence without the name of the quantity. */
bool units_read(unit_reader *reader, const char *text, const char *unit, bool infinite, double *value,
                abut_message *why);
void units_close(unit_reader *reader);

/* The i-th pair of units that is read without the database; false past the last. */
bool units_usual(size_t i, const char **from, const char **to);

/* What a quantity in an SI unit is called in a sentence: "a length"; NULL if it has no name. */
const char *units_quantity(const char *unit);

#endif
