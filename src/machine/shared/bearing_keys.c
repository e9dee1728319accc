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

const int bearing_supplies[] = {ABUT_SUPPLY_FLOODED, ABUT_SUPPLY_BATH, ABUT_SUPPLY_GREASE, ABUT_SUPPLY_AIR};
