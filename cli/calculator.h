/* What the calculators of contacts share: asking flags by their place in the table, ranges, the flags of materials. */
#ifndef ABUT_CLI_CALCULATOR_H
#define ABUT_CLI_CALCULATOR_H

#include "abut/lubrication.h"
#include "command.h"

static inline bool given(const flag_set *set, int at) { return set->value[at].given; }
static inline bool good(const flag_set *set, int at) { return set->value[at].good; }
static inline double number(const flag_set *set, int at) { return set->value[at].number[0]; }
static inline double number_or(const flag_set *set, int at, double preset) {
    return good(set, at) ? number(set, at) : preset;
}
static inline const char *word_or(const flag_set *set, int at, const char *preset) {
    return good(set, at) ? set->value[at].text : preset;
}

/* Each complains on its own and counts the error. */
void exclude(flag_set *set, int at, int other);
void want_given(flag_set *set, int at);
void want_positive(flag_set *set, int at, const char *reason); /* reason: the end of the sentence, may be "" */
void want_not_negative(flag_set *set, int at);

/* The flags of the two materials: these rows of a table, in this order and together. */
enum { MATERIAL_E_A, MATERIAL_NU_A, MATERIAL_E_B, MATERIAL_NU_B, MATERIAL_E_STAR, MATERIAL_E_PRIME, MATERIAL_FLAGS };
#define MATERIAL_ROWS(first)                                                                                           \
    [(first) +                                                                                                         \
        MATERIAL_E_A] = {"E-a",                                                                                        \
                         FLAG_QUANTITY,                                                                                \
                         "Pa",                                                                                         \
                         .infinite = true,                                                                             \
                         .preset = "210 GPa",                                                                          \
                         .meaning = "Young's modulus of A; inf: rigid"},                                               \
        [(first) + MATERIAL_NU_A] = {"nu-a", FLAG_QUANTITY, "1", .preset = "0.3",                                      \
                                     .meaning = "Poisson's ratio of A, in (-1, 0.5]"},                                 \
        [(first) + MATERIAL_E_B] = {"E-b",                                                                             \
                                    FLAG_QUANTITY,                                                                     \
                                    "Pa",                                                                              \
                                    .infinite = true,                                                                  \
                                    .preset = "210 GPa",                                                               \
                                    .meaning = "Young's modulus of B; inf: rigid"},                                    \
        [(first) + MATERIAL_NU_B] = {"nu-b", FLAG_QUANTITY, "1", .preset = "0.3",                                      \
                                     .meaning = "Poisson's ratio of B, in (-1, 0.5]"},                                 \
        [(first) + MATERIAL_E_STAR] = {"E-star", FLAG_QUANTITY, "Pa",                                                  \
                                       .meaning = "instead of E and nu: 1/E* = (1 - nu_a^2)/E_a + (1 - nu_b^2)/E_b"},  \
        [(first) + MATERIAL_E_PRIME] = {"E-prime", FLAG_QUANTITY, "Pa", .meaning = "instead of E and nu: E' = 2 E*"}

/* E* in Pa of the flags from `first` on; complains about what is wrong with them. */
double materials_E_star(flag_set *set, int first);

/* The surface whose table stands in the file that this flag names; complains where it cannot be read. The table itself is left to be set. */
abut_roughness calculator_roughness(flag_set *set, int at, abut_rough_table *table);

#endif
