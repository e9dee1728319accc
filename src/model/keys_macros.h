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

/* The rows of a lubricated contact; `laws` leads to its laws_keys. */
#define LUBRICATION(laws)                                                                                              \
    {"film",                                                                                                           \
     KEY_CHOICE,                                                                                                       \
     AT(laws film),                                                                                                    \
     .of = "film",                                                                                                     \
     .keys = &keys_of_film,                                                                                            \
     .preset = "moes_line for line contacts, else nvm",                                                                \
     .meaning = "film law of a lubricated contact"},                                                                   \
        {"lubricant",           KEY_MATERIAL,                                                                          \
         AT(laws lubricant),    .keys = &keys_of_lubricant,                                                            \
         .preset = "none: dry", .meaning = "a name of the section lubricants, or a lubricant"},                        \
    {                                                                                                                  \
        "roughness", KEY_MAP, AT(laws roughness), .keys = &keys_of_roughness, .preset = "smooth",                      \
                                                  .meaning = "of both surfaces together, in a lubricated contact"      \
    }

#endif
