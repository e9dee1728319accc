/* Bearings by their designations: boundary dimensions by the standards, the inside by stated rules. What a designation stands for
 * is a mapping like those of the catalogue, with a head that says what is standard, what rule and what assumption.
 * Tables: designation_tables.c; rules and text: designation.c. */
#ifndef ABUT_MODEL_DESIGNATION_H
#define ABUT_MODEL_DESIGNATION_H

#include "abut/machine/bearing.h"

enum { DESIGNATION_CODES = 25, DESIGNATION_NAME = 12, DESIGNATION_TEXT = 3000 };

/* mm; outside 0: there is no such size. T, C and angle of tapered roller bearings: width over all, width of the outer ring, half
 * angle of its raceway (deg). */
typedef struct designation_size {
    double outside, width, T, C, angle;
} designation_size;

typedef struct designation designation;
typedef struct designation_series {
    const char *prefix;           /* "62" */
    const char *first, *last;     /* "6200", "6224" */
    const char *what;             /* "Deep groove ball bearing" */
    const char *standard;         /* of the boundary dimensions */
    const char *source;           /* where they were read */
    const designation_size *size; /* by the code of the bore */
    const char *suffix; /* "C", "AC" ...: the contact angles to choose, the first where none is said; NULL: none */
    /* The mapping without its head; `type` is the machine as it is registered. */
    const struct designation_form *form;
} designation_series;

struct designation {
    const designation_series *series;
    const designation_size *size;
    char name[DESIGNATION_NAME];
    double bore;        /* mm */
    double angle;       /* rad, contact angle; 0: none */
    const char *suffix; /* of the angle, "" */
};

/* Series by number, NULL: no more. */
const designation_series *designation_series_at(int index);
/* The `code`-th size of a series without a suffix; false: there is none. */
bool designation_at(const designation_series *s, int code, designation *out);
bool designation_read(const char *name, designation *out);
/* The names of all, with their suffixes, by number; false: no more. */
bool designation_name(size_t index, char to[DESIGNATION_NAME]);
/* Its mapping as text of a model file, for the machines of this registry; the length. */
int designation_text(const designation *d, const abut_registry *r, char to[DESIGNATION_TEXT]);
/* The machine it belongs to, by the name it has there. */
const char *designation_machine(const designation *d, const abut_registry *r);

/* ---- the inside by rule ---- */
typedef struct designation_inside {
    int count;
    double element, length; /* mm, diameter (mean) and effective length of the rolling elements */
    double pitch;           /* mm */
    double taper;           /* rad, half the angle of tapered rollers */
    double C, C0, Cu;       /* N */
} designation_inside;
void designation_rule(const designation *d, designation_inside *out);

#endif
