/* Numbers that must be positive and finite, with the sentence that says so. */
#ifndef ABUT_LINE_RANGE_H
#define ABUT_LINE_RANGE_H

#include <math.h>

#include "base/message.h"

static inline abut_status want_positive(abut_message *message, const char *name, double value, const char *unit) {
    if (value > 0 && isfinite(value)) return ABUT_OK;
    return say_at(message, name, ABUT_BAD_VALUE, "%s: must be positive and finite, got %g %s", name, value, unit);
}

#endif
