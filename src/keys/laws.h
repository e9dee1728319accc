/* Keys of contacts that several tables share. */
#ifndef ABUT_KEYS_LAWS_H
#define ABUT_KEYS_LAWS_H

#include "macros.h"

extern const key_table keys_of_roughness; /* fills abut_roughness */

/* The rows of a lubricated contact; to_...: where each goes. */
#define LUBRICATION_TO(to_film, to_lubricant, to_roughness)                                                            \
    {"film",                                                                                                           \
     KEY_CHOICE,                                                                                                       \
     to_film,                                                                                                          \
     .of = "film",                                                                                                     \
     .preset = "moes_line for line contacts, else nvm",                                                                \
     .meaning = "film law of a lubricated contact"},                                                                   \
        {"lubricant",       KEY_MATERIAL,          to_lubricant,                                                       \
         .of = "lubricant", .preset = "none: dry", .meaning = "a name of the section lubricants, or a lubricant"},     \
    {                                                                                                                  \
        "roughness", KEY_MAP, to_roughness, .keys = &keys_of_roughness, .preset = "smooth",                            \
                                            .meaning = "of both surfaces together, in a lubricated contact"            \
    }

/* In a table of KEY_LAWS, whose keys go where abut_law_def has them. */
#define LAW_HERE    .size = 0
#define LUBRICATION LUBRICATION_TO(LAW_HERE, LAW_HERE, LAW_HERE)

#endif
