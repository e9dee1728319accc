/* What units.c asks the database of units for. A program without it (src/fmi) has an answer of its own. */
#ifndef ABUT_MODEL_UNITS_DATABASE_H
#define ABUT_MODEL_UNITS_DATABASE_H

#include "base/message.h"
#include "units.h"

enum { UNIT_BYTES = 64 }; /* of a unit as written */

/* `number`, in the unit `unit_text`, in `unit`; false with a sentence. `text`: both as written. */
bool units_look_up(unit_reader *reader, const char *text, const char *unit_text, const char *unit, double number,
                   double *value, abut_message *why);

/* value * factor with one rounding where the factor is an integer or one over an integer. */
double units_scale(double value, double factor);
/* "expected a length, got '3 kg'"; false. */
bool units_refuse_kind(const char *text, const char *unit, abut_message *why);

#endif
