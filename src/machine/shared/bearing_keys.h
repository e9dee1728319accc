/* Keys that bearings of all kinds share. */
#ifndef ABUT_MACHINE_BEARING_KEYS_H
#define ABUT_MACHINE_BEARING_KEYS_H

#include "keys/macros.h"

extern const key_table keys_of_rating;                                   /* fills abut_rating */
extern const key_table keys_of_drag;                                     /* fills abut_bearing_drag */
extern const key_table keys_of_fits, keys_of_temperatures, keys_of_heat; /* parts of abut_mounting */
extern const int bearing_supplies[];                                     /* abut_supply of the words */

/* Rows of a definition that has name, inner, outer, place and rating. */
#define BEARING_RINGS                                                                                                  \
    {"name", KEY_NAME, AT(name), .required = true, .meaning = "name of the bearing; its parts are named after it"},    \
        {"inner",          KEY_REFERENCE, AT(inner),                                                                   \
         .required = true, .of = "body",  .meaning = "the body the inner ring is fixed to"},                           \
        {"outer",          KEY_REFERENCE, AT(outer),                                                                   \
         .required = true, .of = "body",  .meaning = "the body the outer ring is fixed to"},                           \
        MACHINE_PLACE("centre of the bearing at the start; its axis is z")
#define BEARING_RATING                                                                                                 \
    {                                                                                                                  \
        "rating", KEY_MAP, AT(rating), .keys = &keys_of_rating, .preset = "not given",                                 \
                                       .meaning = "load ratings of the maker, for the life"                            \
    }

/* Boundary dimensions; `instead` is left to the machine. */
#define BEARING_BOUNDARY                                                                                               \
    {"bore",                                                                                                           \
     KEY_NUMBER,                                                                                                       \
     AT(boundary.bore),                                                                                                \
     .unit = "m",                                                                                                      \
     POSITIVE,                                                                                                         \
     .preset = "not said",                                                                                             \
     .meaning = "bore of the inner ring"},                                                                             \
        {"outside_diameter", KEY_NUMBER,           AT(boundary.outside_diameter), .unit = "m",                         \
         POSITIVE,           .preset = "not said", .meaning = "of the outer ring"},                                    \
    {                                                                                                                  \
        "width", KEY_NUMBER, AT(boundary.width), .unit = "m", POSITIVE, .preset = "not said",                          \
                                                 .meaning = "of the rings; height of a thrust bearing"                 \
    }
#define CLEARANCE_CLASS(...)                                                                                           \
    {                                                                                                                  \
        "class", KEY_WORD, AT(group),                                                                                  \
            .of = "none|C2|CN|C3|C4", .preset = "none",                                                                \
            __VA_ARGS__.meaning = "group of radial internal clearance for the bore by ISO 5753-1, before "             \
                                  "mounting: its middle takes the place of clearance"                                  \
    }

#define BEARING_SUPPLY                                                                                                 \
    {                                                                                                                  \
        "supply", KEY_WORD, AT(supply), .of = "flooded|bath|grease|air", .values = bearing_supplies,                   \
                                        .preset = "flooded, unless the film has a factor of starvation",               \
                                        .meaning = "of the lubricant: lack of oil in the inlets thins the film and "   \
                                                   "lowers rolling resistance at speed; bath: of low level, or a jet"  \
    }

#define BEARING_DRAG                                                                                                   \
    {                                                                                                                  \
        "drag", KEY_MAP, AT(drag), .keys = &keys_of_drag, .preset = "none",                                            \
                                   .meaning = "oil between the rings that the rolling elements move through"           \
    }

/* Of a definition with a `mounting`. */
#define BEARING_MOUNTING                                                                                               \
    {"fits",                                                                                                           \
     KEY_MAP,                                                                                                          \
     AT(mounting.fits),                                                                                                \
     .keys = &keys_of_fits,                                                                                            \
     .preset = "none: the rings keep their form",                                                                      \
     .meaning = "of the rings on shaft and in housing: they change the clearance"},                                    \
        {"temperatures",                                                                                               \
         KEY_MAP,                                                                                                      \
         AT(mounting.temperatures),                                                                                    \
         .keys = &keys_of_temperatures,                                                                                \
         .preset = "all at 20 degC, the oil as the lubricant says",                                                    \
         .meaning = "of the parts: they change the clearance, and the oil"},                                           \
    {                                                                                                                  \
        "heat", KEY_MAP, AT(mounting.heat), .keys = &keys_of_heat, .preset = "not looked at",                          \
                                            .meaning = "temperatures found from what the bearing loses and sheds"      \
    }

#endif
