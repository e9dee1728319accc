/* Keys of how a bearing is mounted. */
#include "abut/machine/mounting.h"
#include "bearing_keys.h"

/* ---- fits ---- */
#define STRUCT abut_seat
#define SEAT(example)                                                                                                  \
    {"tolerance", KEY_TEXT, AT(tolerance), .instead = "interference",                                                  \
     .meaning = "class of ISO 286, like " example ": the middle of its zone, and of that of the ring (Normal class)"}, \
        {"interference",                                                                                               \
         KEY_NUMBER,                                                                                                   \
         AT(interference),                                                                                             \
         .unit = "m",                                                                                                  \
         .instead = "tolerance",                                                                                       \
         .preset = "0",                                                                                                \
         .meaning = "of the diameters at the reference temperature; negative: a gap"},                                 \
        {"material",                                                                                                   \
         KEY_MATERIAL,                                                                                                 \
         AT(material),                                                                                                 \
         .of = "material",                                                                                             \
         .preset = "steel: 210 GPa, 0.3, 7850 kg/m^3",                                                                 \
         .meaning = "of the seat"},                                                                                    \
    {                                                                                                                  \
        "Rz", KEY_NUMBER, AT(Rz), .unit = "m", NOT_BELOW_0, .preset = "0",                                             \
                                  .meaning = "roughness (peak to valley) of seat and ring together: 0.4 Rz of the "    \
                                             "interference are smoothed"                                               \
    }
static const key_info shaft[] = {
    SEAT("k5"),
    {"bore", KEY_NUMBER, AT(bore), .unit = "m", POSITIVE, .preset = "solid", .meaning = "of a hollow shaft"},
    {0},
};
static const key_table keys_of_shaft_seat = {"fit of the shaft", shaft, NULL, true, "tolerance"};

static const key_info housing[] = {
    SEAT("H7"),
    {"outside", KEY_NUMBER, AT(outside), .unit = "m", POSITIVE, .preset = "without end",
     .meaning = "outside diameter of the housing"},
    {0},
};
static const key_table keys_of_housing_seat = {"fit of the housing", housing, NULL, true, "tolerance"};
#undef STRUCT

#define STRUCT abut_fits
static const key_info fits[] = {
    {"shaft", KEY_MAP, AT(shaft), .keys = &keys_of_shaft_seat, .preset = "none",
     .meaning = "what the inner ring sits on: a tolerance class, k5, or a mapping"},
    {"housing", KEY_MAP, AT(housing), .keys = &keys_of_housing_seat, .preset = "none",
     .meaning = "what the outer ring sits in: a tolerance class, H7, or a mapping"},
    {0},
};
const key_table keys_of_fits = {"fits", fits, NULL, true};
#undef STRUCT

/* ---- temperatures ---- */
#define STRUCT abut_bearing_temperatures
static const key_info temperatures[] = {
    {"reference", KEY_NUMBER, AT(reference), .unit = "K", POSITIVE, .preset = "20 degC",
     .meaning = "at which all sizes and interferences hold"},
    {"shaft", KEY_NUMBER, AT(shaft), .unit = "K", POSITIVE, .preset = "as the inner ring",
     .meaning = "of the shaft's seat"},
    {"inner", KEY_NUMBER, AT(inner), .unit = "K", POSITIVE, .preset = "reference", .meaning = "of the inner ring"},
    {"elements", KEY_NUMBER, AT(elements), .unit = "K", POSITIVE, .preset = "mean of the rings",
     .meaning = "of the balls or rollers"},
    {"outer", KEY_NUMBER, AT(outer), .unit = "K", POSITIVE, .preset = "reference", .meaning = "of the outer ring"},
    {"housing", KEY_NUMBER, AT(housing), .unit = "K", POSITIVE, .preset = "as the outer ring",
     .meaning = "of the housing's seat"},
    {"oil", KEY_NUMBER, AT(oil), .unit = "K", POSITIVE, .preset = "as the lubricant says",
     .meaning = "of the oil in the contacts: its viscosity follows from its law"},
    {0},
};
const key_table keys_of_temperatures = {"temperatures", temperatures, NULL, true};
#undef STRUCT

/* ---- heat ---- */
#define STRUCT abut_bearing_heat
#define IN(field)                                                                                                      \
    .offset = offsetof(abut_bearing_heat, conductance.field) - offsetof(abut_bearing_heat, conductance),               \
    .size = sizeof(double)
static const key_info conductance[] = {
    {"inner", KEY_NUMBER, IN(inner), .unit = "W/K", NOT_BELOW_0, .preset = "320 W/(m^2 K) of the bore's surface",
     .meaning = "from the inner ring through the shaft to the ambient"},
    {"outer", KEY_NUMBER, IN(outer), .unit = "W/K", NOT_BELOW_0, .preset = "320 W/(m^2 K) of the outside surface",
     .meaning = "from the outer ring through the housing to the ambient"},
    {"between", KEY_NUMBER, IN(between), .unit = "W/K", NOT_BELOW_0, .preset = "0", .meaning = "from ring to ring"},
    {"oil", KEY_NUMBER, IN(oil), .unit = "W/K", NOT_BELOW_0, .preset = "0",
     .meaning = "of oil that is pumped through: density x heat capacity x flow"},
    {0},
};
static const key_table keys_of_conductance = {"conductance", conductance, NULL, true};
static const key_info heat[] = {
    {"ambient", KEY_NUMBER, AT(ambient), .unit = "K", POSITIVE, .required = true,
     .meaning = "temperature around shaft and housing"},
    {"conductance", KEY_MAP, AT(conductance), .keys = &keys_of_conductance, .preset = "estimated from the seats",
     .meaning = "what flows off; inner and outer are estimated only if neither is given"},
    {"oil_inlet", KEY_NUMBER, AT(oil_inlet), .unit = "K", POSITIVE, .preset = "ambient",
     .meaning = "temperature of the oil that is pumped in"},
    {"limit", KEY_NUMBER, AT(limit), .unit = "K", POSITIVE, .preset = "150 degC, or where the oil's law ends",
     .meaning = "warmer than this there is no balance: the bearing runs away"},
    {0},
};
const key_table keys_of_heat = {"heat", heat, NULL, true};
