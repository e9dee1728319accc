/* Short forms for the tables of keys of sections. */
#ifndef ABUT_MODEL_KEYS_MACROS_H
#define ABUT_MODEL_KEYS_MACROS_H

#include "keys/macros.h"

#define PLACE(of_what, where)                                                                                          \
    {"position", KEY_VECTOR, AT(position), .unit = "m", .preset = "[0, 0, 0]", .meaning = of_what ", in " where}, {    \
        "orientation", KEY_ORIENTATION, AT(orientation), .preset = "not turned", .meaning = "orientation in " where    \
    }

#endif
