/* Short forms for tables of keys. STRUCT is defined around each table: what it fills. */
#ifndef ABUT_MODEL_KEYS_MACROS_H
#define ABUT_MODEL_KEYS_MACROS_H

#include <math.h>
#include <stddef.h>

#define AT(field)   .offset = offsetof(STRUCT, field)
#define POSITIVE    .low = 0, .high = INFINITY, .open = OPEN_ENDS
#define NOT_BELOW_0 .low = 0, .high = INFINITY

#define PLACE(of_what, where)                                                                                          \
    {"position", KEY_VECTOR, AT(position), .unit = "m", .preset = "[0, 0, 0]", .meaning = of_what ", in " where}, {    \
        "orientation", KEY_ORIENTATION, AT(orientation), .keys = &keys_of_orientation, .preset = "not turned",         \
                                                         .meaning = "orientation in " where                            \
    }

#endif
