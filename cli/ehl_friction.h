/* The flags of `abut ehl` for friction and rough surfaces. */
#ifndef ABUT_CLI_EHL_FRICTION_H
#define ABUT_CLI_EHL_FRICTION_H

#include "abut/ehl_friction.h"
#include "calculator.h"

typedef struct ehl_friction_request {
    double slide_roll;    /* (u1 - u2)/((u1 + u2)/2) */
    double inlet;         /* m; 0: the usual one */
    abut_lubricant shear; /* how oil is sheared; eta0 */
    bool rough;
    abut_roughness roughness; /* its table, if any, is this one: */
    abut_rough_table table;
    double mu_boundary;
    abut_ehl_heat heat; /* of the bodies; 0: nothing warms up */
} ehl_friction_request;

/* These rows of the table of flags, in this order and together. */
enum {
    EHL_SLIDE_ROLL,
    EHL_TAU_EYRING,
    EHL_CARREAU_G,
    EHL_CARREAU_N,
    EHL_LIMIT_SLOPE,
    EHL_TAU_MIN,
    EHL_INLET,
    EHL_SIGMA,
    EHL_RADIUS,
    EHL_DENSITY,
    EHL_TABLE,
    EHL_MU_BOUNDARY,
    EHL_BETA,
    EHL_CONDUCTIVITY,
    EHL_SOLID_CONDUCTIVITY,
    EHL_SOLID_DENSITY,
    EHL_SOLID_CAPACITY,
    EHL_FRICTION_FLAGS
};
#define EHL_FRICTION_ROWS(first)                                                                                       \
    [(first) +                                                                                                         \
        EHL_SLIDE_ROLL] = {"slide-roll", FLAG_QUANTITY, "1", .preset = "0",                                            \
                           .meaning = "in units: sliding (u1 - u2)/((u1 + u2)/2), -2 to 2 and beyond"},                \
        [(first) + EHL_TAU_EYRING] = {"tau-eyring", FLAG_QUANTITY, "Pa",                                               \
                                      .meaning = "Eyring stress of the film; else Newton's law"},                      \
        [(first) + EHL_CARREAU_G] = {"carreau-G", FLAG_QUANTITY, "Pa",                                                 \
                                     .meaning = "Carreau's law instead: stress at which the oil thins"},               \
        [(first) +                                                                                                     \
            EHL_CARREAU_N] = {"carreau-n", FLAG_QUANTITY, "1", .meaning = "its exponent, above 0 and at most 1"},      \
        [(first) + EHL_LIMIT_SLOPE] = {"limit-slope", FLAG_QUANTITY, "1", .preset = "0",                               \
                                       .meaning = "limiting shear stress over pressure; 0 with tau-min 0: none"},      \
        [(first) + EHL_TAU_MIN] = {"tau-min", FLAG_QUANTITY, "Pa", .preset = "0",                                      \
                                   .meaning = "limiting shear stress without pressure"},                               \
        [(first) +                                                                                                     \
            EHL_INLET] = {"inlet", FLAG_QUANTITY, "m", .preset = "R/2",                                                \
                          .meaning = "of a point contact, for the rolling force: oil stands before it up to there"},   \
        [(first) + EHL_SIGMA] = {"sigma", FLAG_QUANTITY, "m",                                                          \
                                 .meaning = "in units: r.m.s. roughness; film and asperities share the load"},         \
        [(first) + EHL_RADIUS] = {"asperity-radius", FLAG_QUANTITY, "m", .meaning = "mean radius of the asperities"},  \
        [(first) + EHL_DENSITY] = {"asperity-density", FLAG_QUANTITY, "1/m2", .meaning = "asperities per area"},       \
        [(first) + EHL_TABLE] = {"table", FLAG_WORD,                                                                   \
                                 .meaning = "instead of these three a file made by 'abut rough MAP --table FILE'"},    \
        [(first) + EHL_MU_BOUNDARY] = {"mu-boundary", FLAG_QUANTITY, "1", .preset = "0",                               \
                                       .meaning = "coefficient of friction of the asperities"},                        \
        [(first) + EHL_BETA] = {"beta", FLAG_QUANTITY, "1/K",                                                          \
                                .meaning = "of the oil, -d ln(eta)/dT: with conductivity the film warms up"},          \
        [(first) + EHL_CONDUCTIVITY] = {"conductivity", FLAG_QUANTITY, "W/(m K)", .meaning = "of the oil; with beta"}, \
        [(first) + EHL_SOLID_CONDUCTIVITY] = {"solid-conductivity", FLAG_QUANTITY, "W/(m K)", .preset = "46",          \
                                              .meaning = "of both bodies, with beta"},                                 \
        [(first) + EHL_SOLID_DENSITY] = {"solid-density", FLAG_QUANTITY, "kg/m3", .preset = "7850",                    \
                                         .meaning = "of both bodies, with beta"},                                      \
        [(first) + EHL_SOLID_CAPACITY] = {"solid-heat", FLAG_QUANTITY, "J/(kg K)", .preset = "460",                    \
                                          .meaning = "heat capacity of both bodies, with beta"}

/* Complains about what is wrong; what needs units complains without. The table stays in *out: set its address once *out rests. */
void ehl_friction_read(flag_set *set, int first, bool units, bool point, ehl_friction_request *out);

#endif
