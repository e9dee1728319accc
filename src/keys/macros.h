/* Short forms for tables of keys. STRUCT is defined around each table: what it fills. */
#ifndef ABUT_KEYS_MACROS_H
#define ABUT_KEYS_MACROS_H

#include <math.h>
#include <stddef.h>

#include "keys.h"

#define AT(field)   .offset = offsetof(STRUCT, field), .size = sizeof(((STRUCT *)0)->field)
#define POSITIVE    .low = 0, .high = INFINITY, .open = OPEN_ENDS
#define NOT_BELOW_0 .low = 0, .high = INFINITY

/* Lists: an array in the struct, or one that a pointer leads to. */
#define COUNT_IN(count)       .count_at = offsetof(STRUCT, count), .count_size = sizeof(((STRUCT *)0)->count)
#define ITEMS_HERE(to, count) AT(to), .list = {LIST_HERE, sizeof(((STRUCT *)0)->to[0]), COUNT_IN(count)}
#define ITEMS_AWAY(to, count) AT(to), .list = {LIST_AWAY, sizeof(((STRUCT *)0)->to[0]), COUNT_IN(count)}
#define PAIRS_AWAY(to, count) AT(to), .list = {LIST_AWAY, 2 * sizeof(double), COUNT_IN(count)}
#define ITEM_COLUMNS(count)   .size = 1, .list = {LIST_COLUMNS, 0, COUNT_IN(count)}

/* The place of a machine in the world at the start. */
#define MACHINE_PLACE(of_what)                                                                                         \
    {"position", KEY_VECTOR, AT(place.r), .unit = "m", .preset = "[0, 0, 0]", .meaning = of_what ", in the world"}, {  \
        "orientation", KEY_ORIENTATION, AT(place.q), .preset = "not turned", .meaning = "orientation in the world"     \
    }

#endif
