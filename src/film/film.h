/* What a film law sees and gives, and the algebra of its asymptotes. A law is one file that ends in an abut_film_type, and
 * one line in src/registry/core_types.h. Everything here is dimensionless and in natural logarithms, in which a power law is a sum; sees
 * nothing of forces and speeds. */
#ifndef ABUT_FILM_FILM_H
#define ABUT_FILM_FILM_H

#include "abut/extend.h"
#include "abut/lubrication.h"

/* The numbers a film depends on, and the places of their logarithms in a gradient. */
enum { BY_M, BY_L, BY_D, BY_U, FILM_NUMBERS };
typedef struct film_numbers {
    double M, L, D, U; /* logarithms; L is -INFINITY without pressure viscosity, D is 0 for a line */
} film_numbers;

/* The logarithm of a positive quantity (-INFINITY: it is 0) with its gradient by the logarithms of M, L, D, U. */
typedef struct film_term {
    double ln;
    double g[FILM_NUMBERS];
} film_term;

typedef struct film_regimes {
    film_term RI, EI, RP, EP; /* powers of M and L at constant D: the gradients by M and L are their exponents */
} film_regimes;

/* A law that is a blend of its asymptotes,
 *   H = {[RI^iso + (EI^bound + (1.8/D)^bound)^(iso/bound)]^(s/iso) + (RP^piezo + EP^piezo)^(s/piezo)}^(1/s),
 *   s = base [1 + gain exp(-rate EI/x)],
 * which contacts that are worked on four at a time evaluate by themselves (film4.h). */
typedef struct film_recipe {
    double iso, bound, piezo; /* bound 0: EI alone */
    double base, gain, rate;
    bool by_EP; /* x is EP, else RI */
} film_recipe;

struct table_part;

typedef struct abut_film_type {
    abut_type type;
    bool line; /* for line contacts, else for elliptic ones */
    bool both; /* for either */
    /* H and its gradient from the asymptotes of the contact. */
    film_term (*film)(const abut_film_law *law, const film_numbers *n, const film_regimes *r);
    /* Optional: the law is this blend and nothing else. */
    film_recipe (*recipe)(const abut_film_law *law);
    /* Optional: the law is this blend, corrected by this part of a table of solved films, in contacts (table4.h). False: it is more. */
    bool (*tabled)(const abut_film_law *law, film_recipe *blend, struct table_part *part);
    /* Optional: fills what the law has of its own; gives back what it allocated. */
    abut_status (*choose)(const abut_args *args, abut_film_law *law);
    void (*drop)(abut_film_law *law);
    /* Optional: ln of the least film, from that of H; otherwise by formulas (least.c). */
    double (*least)(const abut_film_law *law, const film_numbers *n, double ln_H);
    /* Optional: what the film keeps bodies apart by, in units of H: it stands in series with them. Otherwise H. */
    film_term (*apart)(const abut_film_law *law, const film_numbers *n, const film_regimes *r);
    /* Optional: the factor of damping by squeeze, 2 c b u/(E' s l R) with s that of `apart` (contact/film.c). */
    film_term (*damping)(const abut_film_law *law, const film_numbers *n, const film_regimes *r);
    /* Optional: is the contact beyond what the law is good for? A sentence says where. */
    bool (*beyond)(const abut_film_law *law, const film_numbers *n, abut_message *message);
} abut_film_type;

/* c M^m L^l D^d U^u */
film_term film_power(double ln_c, double m, double l, double d, double u, const film_numbers *n);
/* (a^p + b^p)^(1/p), p != 0; for p < 0 the result is 0 if one of them is. */
film_term film_blend(film_term a, film_term b, double p);
/* The same for an exponent s > 0 that varies: ds is its gradient by the logarithms. */
film_term film_blend_varying(film_term a, film_term b, double s, const double ds[FILM_NUMBERS]);
/* s = base (1 + gain exp(-rate a/b)) and its gradient. */
double film_exponent(double base, double gain, double rate, film_term a, film_term b, double ds[FILM_NUMBERS]);

#define FILM_H00 1.8                              /* the bound of elliptic contacts is this over D */
film_regimes moes_regimes(const film_numbers *n); /* of the line contact */
film_regimes nvm_regimes(const film_numbers *n);  /* of the elliptic contact */

#define FILM_RIGID 1.225748 /* film at dp/dx = 0 over that at the centre */
/* Those of hard and of soft elliptic contacts; without derivatives by D. */
void film_least_terms(const film_numbers *n, film_term *hard, film_term *soft);
void film_least_line_terms(const film_numbers *n, film_term *hard, film_term *soft); /* of line contacts */
/* Logarithms of the least films; not limited to the central one. */
double film_least_line(const film_numbers *n, const film_regimes *r);
double film_least_point(const film_numbers *n, const film_regimes *r);

/* Parameters that every film law has: start its table with this line. ratio: the film is divided by the density ratio by default. */
#define FILM_PARAMS(ratio)                                                                                             \
    {.name = "compressible",                                                                                           \
     .kind = ABUT_FLAG,                                                                                                \
     .unit = "1",                                                                                                      \
     .preset = (ratio),                                                                                                \
     .low = 0,                                                                                                         \
     .high = 1,                                                                                                        \
     .meaning = "1: divide the central film by the density ratio of Dowson and Higginson at the Hertz pressure"},      \
        {.name = "thermal",                                                                                            \
         .unit = "1",                                                                                                  \
         .preset = 1,                                                                                                  \
         .low = 1e-6,                                                                                                  \
         .high = 1,                                                                                                    \
         .meaning = "factor on the film for heating of the inlet"},                                                    \
        {.name = "starvation",                                                                                         \
         .unit = "1",                                                                                                  \
         .preset = 1,                                                                                                  \
         .low = 1e-6,                                                                                                  \
         .high = 1,                                                                                                    \
         .meaning = "factor on the film for lack of lubricant in the inlet"},                                          \
        {.name = "heating",                                                                                            \
         .kind = ABUT_WORD,                                                                                            \
         .unit = "1",                                                                                                  \
         .words = "none|inlet|known",                                                                                  \
         .meaning = "inlet: instead of thermal, the factor of Wilson and Sheu for heating of the inlet by shear in "   \
                    "pure rolling, on film and rolling resistance, by beta and conductivity of the lubricant; known: " \
                    "where it has both, the default in bearings"},                                                     \
        {.name = "u_starve",                                                                                           \
         .unit = "m/s",                                                                                                \
         .preset = NAN,                                                                                                \
         .low = 0,                                                                                                     \
         .high = INFINITY,                                                                                             \
         .open = true,                                                                                                 \
         .meaning = "instead of starvation, the sum of speeds at which lack of lubricant leaves 1/e: a factor "        \
                    "exp(-u_sum/u_starve) on film and rolling resistance; set by 'supply' of a bearing"},              \
        {.name = "u_eps",                                                                                              \
         .unit = "m/s",                                                                                                \
         .preset = 0,                                                                                                  \
         .low = 0,                                                                                                     \
         .high = INFINITY,                                                                                             \
         .meaning =                                                                                                    \
             "speed below which the film is kept smooth: sqrt(u_sum^2 + u_eps^2) stands for the sum of speeds; "       \
             "0.1 mm/s in a contact unless given"},                                                                    \
        {.name = "carries",                                                                                            \
         .kind = ABUT_FLAG,                                                                                            \
         .unit = "1",                                                                                                  \
         .preset = 1,                                                                                                  \
         .low = 0,                                                                                                     \
         .high = 1,                                                                                                    \
         .meaning =                                                                                                    \
             "in a contact, 1: the film carries load before the bodies touch, elastic approach - film = approach; "    \
             "0: it only separates them"},                                                                             \
        {.name = "reach",                                                                                              \
         .unit = "m",                                                                                                  \
         .preset = 2e-5,                                                                                               \
         .low = 0,                                                                                                     \
         .high = INFINITY,                                                                                             \
         .open = true,                                                                                                 \
         .meaning =                                                                                                    \
             "in a contact with carries: gap beyond which the film carries nothing; the force fades from half of it"}, \
    {                                                                                                                  \
        .name = "squeeze", .unit = "1", .preset = 0, .low = 0, .high = 100,                                            \
        .meaning = "in a contact: factor of the damping by squeezing the film, 4 to 7 by full solutions; 0: none"      \
    }

#endif
