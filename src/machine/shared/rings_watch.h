/* What the watches of bearings of all kinds share: headline figures and figures of the page, by the columns that all of them
 * have. */
#ifndef ABUT_MACHINE_RINGS_WATCH_H
#define ABUT_MACHINE_RINGS_WATCH_H

#include "abut/machine/bearing.h"
#include "machine/watch.h"

/* Lengths of means across the axis and along it; NaN if the one is rounding noise beside the other. */
double rings_radial_load(const watch *o, const void *self);
double rings_axial_load(const watch *o, const void *self);
double rings_radial_displacement(const watch *o, const void *self);
double rings_axial_displacement(const watch *o, const void *self);
double rings_displacement(const watch *o, const void *self);
double rings_varying(const watch *o, const void *self); /* greatest less least displacement, x and y */

/* N m: the losses over the speed; 0 at rest. */
abut_bearing_losses rings_moments(const abut_bearing_state *s);

/* Objects "frequencies", of pure rolling at the nominal angle, and "frequencies_found". */
void rings_put_frequencies(const abut_bearing_frequencies *nominal, const abut_bearing_frequencies *found, json *j);
void rings_print_frequencies(const abut_bearing_frequencies *nominal, const abut_bearing_frequencies *found, FILE *to);

/* What is doubtful after a run: pressures above the limit (Pa), loads above the static rating C0 (N), rows that are too coarse for
 * the spectrum of a bearing of this highest frequency (Hz; 0: it has none). */
typedef struct rings_limits {
    double p_limit, C0, P0, highest;
} rings_limits;
double rings_pressure(const watch *o); /* Pa, greatest of both races */
void rings_doubts(const watch *o, const rings_limits *l, const watch_doubt_to *to);

#define RINGS_LOADS  "Loads and pressure"
#define RINGS_SPEEDS "Speeds and losses"
#define RINGS_CARDS(part)                                                                                              \
    {RINGS_LOADS, "Radial load", "N", true, .value = rings_radial_load},                                               \
        {RINGS_LOADS, "Axial load", "N", true, .value = rings_axial_load},                                             \
        {RINGS_LOADS,                                                                                                  \
         "Greatest " part " load",                                                                                     \
         "N",                                                                                                          \
         true,                                                                                                         \
         WATCH_GREATEST,                                                                                               \
         WATCH_MAX,                                                                                                    \
         .key = {"races.inner.Q", "races.outer.Q"}},                                                                   \
        {RINGS_LOADS, "Inner race, greatest load", "N", .stat = WATCH_MAX, .key = {"races.inner.Q"}},                  \
        {RINGS_LOADS, "Inner race, mean load", "N", .stat = WATCH_MEAN, .key = {"races.inner.Q"}},                     \
        {RINGS_LOADS, "Outer race, greatest load", "N", .stat = WATCH_MAX, .key = {"races.outer.Q"}},                  \
        {RINGS_LOADS, "Outer race, mean load", "N", .stat = WATCH_MEAN, .key = {"races.outer.Q"}},                     \
        {RINGS_LOADS,                                                                                                  \
         "Greatest pressure",                                                                                          \
         "Pa",                                                                                                         \
         true,                                                                                                         \
         WATCH_GREATEST,                                                                                               \
         WATCH_MAX,                                                                                                    \
         .key = {"races.inner.p_max", "races.outer.p_max"}},                                                           \
        {RINGS_LOADS, "Inner race, greatest pressure", "Pa", .stat = WATCH_MAX, .key = {"races.inner.p_max"}},         \
        {RINGS_LOADS, "Outer race, greatest pressure", "Pa", .stat = WATCH_MAX, .key = {"races.outer.p_max"}},         \
        {RINGS_LOADS, "Displacement", "m", true, .value = rings_displacement},                                         \
        {RINGS_LOADS, "Radial displacement, mean", "m", .value = rings_radial_displacement},                           \
        {RINGS_LOADS, "Axial displacement, mean", "m", .value = rings_axial_displacement},                             \
        {RINGS_LOADS, "Varying compliance, radial", "m", .value = rings_varying},                                      \
        {RINGS_SPEEDS, "Speed of the inner ring", "rad/s", .stat = WATCH_MEAN, .key = {"speed"}},                      \
        {RINGS_SPEEDS, "Cage speed", "rad/s", true, .stat = WATCH_MEAN, .key = {"cage_speed"}},                        \
        {RINGS_SPEEDS, "Friction moment", "N m", true, .stat = WATCH_MEAN, .key = {"friction_moment"}}, {              \
        RINGS_SPEEDS, "Loss, mean", "W", .stat = WATCH_MEAN, .key = { "loss" }                                         \
    }

/* Frequencies, by functions of the file: of pure rolling at the nominal angle, and from the speeds of the run. */
#define RINGS_FREQUENCY(nominal, found, key)                                                                           \
    static double key(const watch *o, const void *self) { return nominal(o, self).key; }                               \
    static double found_##key(const watch *o, const void *self) { return found(o, self).key; }
#define RINGS_FREQUENCIES(nominal, found)                                                                              \
    RINGS_FREQUENCY(nominal, found, ftf)                                                                               \
    RINGS_FREQUENCY(nominal, found, bpfo)                                                                              \
    RINGS_FREQUENCY(nominal, found, bpfi)                                                                              \
    RINGS_FREQUENCY(nominal, found, bsf)                                                                               \
    static double twice_bsf(const watch *o, const void *self) { return 2 * bsf(o, self); }                             \
    static double found_twice_bsf(const watch *o, const void *self) { return 2 * found_bsf(o, self); }
#define RINGS_FREQUENCY_CARDS(part)                                                                                    \
    {"Frequencies", "FTF, cage, nominal", "Hz", .value = ftf},                                                         \
        {"Frequencies", "FTF, cage, found", "Hz", .value = found_ftf},                                                 \
        {"Frequencies", "Outer race (BPFO), nominal", "Hz", true, .value = bpfo},                                      \
        {"Frequencies", "Outer race (BPFO), found", "Hz", true, .value = found_bpfo},                                  \
        {"Frequencies", "Inner race (BPFI), nominal", "Hz", .value = bpfi},                                            \
        {"Frequencies", "Inner race (BPFI), found", "Hz", .value = found_bpfi},                                        \
        {"Frequencies", "BSF, " part " spin, nominal", "Hz", .value = bsf},                                            \
        {"Frequencies", "BSF, " part " spin, found", "Hz", .value = found_bsf},                                        \
        {"Frequencies", "2BSF, " part " defect, nominal", "Hz", .value = twice_bsf}, {                                 \
        "Frequencies", "2BSF, " part " defect, found", "Hz", .value = found_twice_bsf                                  \
    }

/* How the bearing is mounted, by functions of the file. */
#define RINGS_MOUNTED(type, name, has, field)                                                                          \
    static double name(const watch *o, const void *self) {                                                             \
        const abut_mounting_state *s = &((const type *)self)->mounted.state;                                           \
        (void)o;                                                                                                       \
        return s->has ? s->field : (double)NAN;                                                                        \
    }
#define RINGS_MOUNTINGS(type)                                                                                          \
    RINGS_MOUNTED(type, mounted_clearance, fitted, clearance_mounted)                                                  \
    RINGS_MOUNTED(type, operating_clearance, fitted, clearance)                                                        \
    RINGS_MOUNTED(type, shaft_pressure, shaft.there, shaft.pressure)                                                   \
    RINGS_MOUNTED(type, inner_hoop, shaft.there, shaft.hoop)                                                           \
    RINGS_MOUNTED(type, shaft_lift_off, shaft.there, shaft.lift_off)                                                   \
    RINGS_MOUNTED(type, housing_pressure, housing.there, housing.pressure)                                             \
    RINGS_MOUNTED(type, inner_temperature, fitted, temperature[AT_INNER])                                              \
    RINGS_MOUNTED(type, outer_temperature, fitted, temperature[AT_OUTER])
#define RINGS_MOUNTING_CARDS                                                                                           \
    {"Mounting", "Clearance, mounted", "m", .value = mounted_clearance},                                               \
        {"Mounting", "Clearance in operation", "m", true, .value = operating_clearance},                               \
        {"Mounting", "Pressure on the shaft", "Pa", .value = shaft_pressure},                                          \
        {"Mounting", "Hoop stress, inner ring", "Pa", .value = inner_hoop},                                            \
        {"Mounting", "Shaft fit lifts off", "rad/s", .value = shaft_lift_off},                                         \
        {"Mounting", "Pressure in the housing", "Pa", .value = housing_pressure},                                      \
        {"Mounting", "Temperature, inner ring", "K", .value = inner_temperature}, {                                    \
        "Mounting", "Temperature, outer ring", "K", .value = outer_temperature                                         \
    }

/* Life, by functions of the file: of the headline, and by a macro for each figure of its struct. */
#define RINGS_LIVES(LIFE) LIFE(L10_hours) LIFE(L10r_hours) LIFE(L10m_hours) LIFE(C) LIFE(P) LIFE(a_iso) LIFE(kappa)
#define RINGS_LIFE_CARDS(headline)                                                                                     \
    {"Life", "Life (ISO 16281)", "h", true, .value = headline},                                                        \
        {"Life", "Life L10 (ISO 281)", "h", .value = life_L10_hours},                                                  \
        {"Life", "Life L10r (ISO/TS 16281)", "h", .value = life_L10r_hours},                                           \
        {"Life", "Modified life L10m", "h", .value = life_L10m_hours},                                                 \
        {"Life", "Static safety C0/P0 (ISO 76)", "", .value = static_margin},                                          \
        {"Life", "Dynamic rating C", "N", .value = life_C}, {"Life", "Equivalent load P", "N", .value = life_P},       \
        {"Life", "Factor a_ISO", "", .value = life_a_iso}, {                                                           \
        "Life", "Viscosity ratio κ", "", .value = life_kappa                                                           \
    }

#define RINGS_FIGURES(part, parts)                                                                                       \
    {WATCH_POLAR,                                                                                                        \
     "Load distribution",                                                                                                \
     "",                                                                                                                 \
     part,                                                                                                               \
     "azimuth",                                                                                                          \
     .columns = {"Q_inner", "Q_outer"},                                                                                  \
     {"inner race", "outer race"}},                                                                                      \
        {WATCH_LINES, "Spectrum", .title = ""},                                                                          \
        {WATCH_OVER_TIME,                                                                                                \
         "Rings and " parts " over time",                                                                                \
         "Displacement of the inner ring",                                                                               \
         NULL,                                                                                                           \
         NULL,                                                                                                           \
         .columns = {"dx", "dy", "dz"},                                                                                  \
         .first = true},                                                                                                 \
        {WATCH_LOOP, "Rings and " parts " over time", "Path of the inner ring's centre", NULL, "dx", .columns = {"dy"}}, \
        {WATCH_OVER_TIME, "Rings and " parts " over time", "Load on the inner race", part, NULL, .columns = {"Q_inner"}, \
         .first = true},                                                                                                 \
        {WATCH_OVER_TIME,       "Rings and " parts " over time", "Load on the outer race", part, NULL,                   \
         .columns = {"Q_outer"}},                                                                                        \
        {WATCH_OVER_TIME,           "Rings and " parts " over time", "Pressure on the inner race", part, NULL,           \
         .columns = {"p_max_inner"}},                                                                                    \
        {WATCH_OVER_TIME, "Rings and " parts " over time", "Orbital speed", part, NULL, .columns = {"orbit"}},           \
        {WATCH_OVER_TIME, "Rings and " parts " over time", "Spin of the " parts, part, NULL, .columns = {"spin"}}, {     \
        WATCH_OVER_TIME, "Rings and " parts " over time", "Sliding speed at the inner race", part, NULL, .columns = {    \
            "slip_inner"                                                                                                 \
        }                                                                                                                \
    }

#endif
