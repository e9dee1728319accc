/* Keys that bearings of all kinds share. */
#include "bearing_keys.h"

#include "abut/machine/bearing.h"

#define STRUCT abut_rating
static const key_info rating[] = {
    {"C", KEY_NUMBER, AT(C), .unit = "N", POSITIVE, .meaning = "basic dynamic load rating"},
    {"C0", KEY_NUMBER, AT(C0), .unit = "N", POSITIVE, .meaning = "basic static load rating"},
    {"Cu", KEY_NUMBER, AT(Cu), .unit = "N", POSITIVE, .meaning = "fatigue load limit"},
    {"e_C", KEY_NUMBER, AT(e_C), .unit = "1", .low = 0, .high = 1, .open = OPEN_LOW, .preset = "of normal cleanliness",
     .meaning = "contamination factor of ISO 281, for the modified life of a lubricated bearing"},
    {0},
};
const key_table keys_of_rating = {"rating", rating, NULL, true};

#undef STRUCT
#define STRUCT abut_bearing_drag
static const key_info drag[] = {
    {"oil_fraction", KEY_NUMBER, AT(oil_fraction), .unit = "1", .low = 0, .high = 1, .required = true,
     .meaning = "share of oil in the volume between the rings, the rest being air"},
    {"factor", KEY_NUMBER, AT(factor), .unit = "1", .low = 0, .high = 10, .open = OPEN_LOW, .preset = "1",
     .meaning = "of the drag of single bodies: below 1 where they shield each other"},
    {0},
};
const key_table keys_of_drag = {"drag of a bearing", drag, NULL, true};

const int bearing_supplies[] = {ABUT_SUPPLY_FLOODED, ABUT_SUPPLY_BATH, ABUT_SUPPLY_GREASE, ABUT_SUPPLY_AIR};
