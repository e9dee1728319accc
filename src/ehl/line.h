/* A solver of line contacts as its parts see it: grids from coarse to fine, each with all it needs. */
#ifndef ABUT_EHL_LINE_H
#define ABUT_EHL_LINE_H

#include "abut/ehl.h"
#include "base/arena.h"
#include "line_fill.h"
#include "line_newton.h"

enum { EHL_LEVELS = 6 };

typedef struct ehl_line_level {
    ehl_line_grid grid;
    ehl_line_flow flow;
    ehl_line_newton newton;
    ehl_line_state y;
} ehl_line_level;

/* What steps in time remember, of every node of the finest level. */
typedef struct ehl_line_past {
    double *oil, *older;  /* oil at the last instant and the one before, each in the units of its own instant */
    double *before;       /* the two, weighted */
    double *P, *H, *fill; /* pressures, gaps and fillings of the last instant, while a step is tried */
    int known;            /* instants before the last: 0, or 1 after a step */
    double width, volume; /* of the last step: its b, and b times b^2/R, over those of the instant before */
} ehl_line_past;

struct abut_ehl_line {
    arena memory;
    int levels; /* the last one is the finest */
    ehl_line_level level[EHL_LEVELS];
    struct ehl_mixed_room *room; /* of rough surfaces; NULL: none were asked for */
    ehl_line_past past;
    ehl_line_fill fill;            /* of the finest level */
    bool conserving;               /* the last solution conserves oil */
    bool solved;                   /* the finest level holds a solution */
    bool turning, back;            /* the grids are even; the state is seen from behind, since the flow runs along -X */
    double *seen[3];               /* pressures, gaps and relief from the other side */
    double expected;               /* film of the formula for the last contact solved */
    double from, to, film, inside; /* of the grids: ends of the domain, film and share of waves they were made for */
};

/* Numbers of a contact in Hertz' units. */
typedef struct ehl_line_numbers {
    double lambda, ab; /* of Reynolds' equation; alpha p_h */
    double moes;       /* film in Moes' units over that in Hertz' */
    double film;       /* Hertz' units: central film expected, by Moes' formula */
} ehl_line_numbers;

ehl_line_numbers ehl_line_numbers_of(double M, double L);
ehl_fluid ehl_line_fluid(const abut_ehl_oil *oil, double ab);

/* Refusals, with the key to blame. */
abut_status ehl_line_refuse(const abut_ehl_line *s, const abut_ehl_line_def *d, ehl_end end, abut_message *message);
abut_status ehl_line_check(const abut_ehl_line_def *d, abut_message *message);
/* Of lines and points: the oil, of alpha p_h up to `most` by Barus' law; steps in time; heights, NULL is none. */
abut_status ehl_check_oil(const abut_ehl_oil *oil, double L, double ab, double most, abut_message *message);
abut_status ehl_line_check_move(const abut_ehl_line_move *v, abut_message *message);
abut_status ehl_check_relief(const double *relief, size_t count, abut_message *message);

/* Ends of a domain that is far enough for a film, Hertz' units. */
double ehl_line_inlet(double film);
double ehl_line_outlet(double film);

/* The value at x of what is given at the nodes, by cubics that keep to its rises and falls. */
double ehl_line_at(const ehl_line_grid *g, const double *values, double x);

/* From the solution of the finest level to that which conserves oil, steady or after a step; the flow is set. */
ehl_end ehl_line_conserve(abut_ehl_line *s, const abut_ehl_line_def *d, double moes);
/* What the result says of the oil. */
void ehl_line_measure_oil(const abut_ehl_line *s, double moes, abut_ehl_line_result *out);

/* Films and forces of the state of a level. */
abut_ehl_line_result ehl_line_measure(const ehl_line_level *l, double moes);

#endif
