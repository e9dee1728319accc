/* How a bearing of any kind is mounted: what fits, temperatures and speed do to its raceways and rolling elements, and its oil. */
#ifndef ABUT_MACHINE_MOUNTING_INSIDE_H
#define ABUT_MACHINE_MOUNTING_INSIDE_H

#include "abut/lubrication.h"
#include "abut/machine/mounting.h"
#include "rings.h"
#include "thick_ring.h"

enum { AT_SHAFT, AT_INNER, AT_ELEMENTS, AT_OUTER, AT_HOUSING, PLACES }; /* of abut_mounting_state.temperature */

/* A bearing as it is looked at here. */
typedef struct mounting_of {
    const char *machine, *name; /* for sentences: type and name */
    const abut_mounting *def;
    abut_material ring, element;
    double race[RINGS]; /* m, radii of the raceways at their bottoms, cold: what stands for the section of the rings */
    double size;        /* m, diameter of a rolling element */
    double clearance;   /* m, diametral, of the bearing alone */
    abut_boundary boundary;
    const abut_lubricant *oil; /* as the user has it; NULL: dry */
} mounting_of;

typedef struct mounting_growth {
    double race[RINGS]; /* m, of the radii */
    double part[RINGS]; /* of lengths of a ring, by temperature */
    double element;     /* m, of the diameter */
} mounting_growth;

bool mounting_matters(const abut_mounting *def); /* fits, temperatures or heat were given */
static inline bool mounting_heats(const abut_mounting *def) { return def->heat.ambient > 0; }

/* What can be said before the world starts: sizes, classes, stresses at rest, the temperature of the oil. */
abut_status mounting_check(abut_world *w, const mounting_of *m);
/* Temperatures as given; with heat: all of them the ambient. */
void mounting_start(const mounting_of *m, abut_mounting_state *s);
/* At the temperatures of *s and these speeds (rad/s) of the rings: the rest of *s but for the heat. A refusal: stresses. */
abut_status mounting_find(abut_world *w, const mounting_of *m, const double speed[RINGS], abut_mounting_state *s,
                          mounting_growth *growth);
/* The oil in the contacts at the temperature of *s. */
abut_status mounting_oil(abut_world *w, const mounting_of *m, abut_mounting_state *s, abut_lubricant *out);

/* What a machine holds of it. */
typedef struct mounted_bearing {
    mounting_of of;
    abut_law_def law;     /* as the user has it: its film is completed by the oil as it is */
    abut_lubricant oil;   /* in the contacts */
    bool fitted, changed; /* it matters; the last mounting_apply has changed something */
    abut_mounting_state state;
    mounting_growth growth;
} mounted_bearing;

/* When the machine is added: checks, and copies; def is to be that of the machine, whose texts are kept. */
abut_status mounted_begin(abut_world *w, const mounting_of *of, const abut_law_def *law, mounted_bearing *m);
/* Keeps the texts of a definition. */
void mounting_keep(abut_world *w, abut_mounting *def);
/* Before every start: growth and oil at these speeds (rad/s). */
abut_status mounted_apply(abut_world *w, mounted_bearing *m, const double speed[RINGS]);

/* ---- mounting_report.c ---- */
void mounting_json(const abut_mounting_state *s, json *j); /* object "mounting"; nothing if nothing was given */
void mounting_print(const abut_mounting_state *s, FILE *to);

#endif
