/* Numbers as users write them: bare (SI) or with a unit, "10 um", "206 GPa", "3000 rpm", "5 deg", "5mm". */
#ifndef ABUT_CLI_UNITS_H
#define ABUT_CLI_UNITS_H

#include <stdbool.h>

#include "abut/abut.h"

/* Holds the unit database, which is opened when the first unit is met. Start with {0}, end with units_close. */
typedef struct unit_reader {
    struct ut_system *system;
    bool tried;
} unit_reader;

/* The value of `text` in the SI unit `unit` ("1" for a pure number). A bare number passes unchanged; `infinite` says
 * whether 'inf' is accepted. On failure returns false and *why holds a sentence without the name of the quantity. */
bool units_read(unit_reader *reader, const char *text, const char *unit, bool infinite, double *value,
                abut_message *why);
void units_close(unit_reader *reader);

#endif
