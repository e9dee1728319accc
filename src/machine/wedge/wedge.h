/* Inside of friction wedges, shared by wedge.c and bogie.c (machines), wedge_part.c (one wedge: checks, expansion, reading)
 * and wedge_watch.c (columns, statistics and report of wedges). */
#ifndef ABUT_MACHINE_WEDGE_INSIDE_H
#define ABUT_MACHINE_WEDGE_INSIDE_H

#include "abut/machine/wedge.h"
#include "base/vec.h"
#include "machine/machine.h"
#include "machine/watch.h"

typedef struct wedge_face { /* frame of the wedge at the start, which column and pocket keep */
    bool pocket;
    vec3 n, up, across;
} wedge_face;

typedef struct wedge_point {
    int face;
    bool upper; /* of the column: above its middle */
} wedge_point;

/* One wedge in a world. */
typedef struct wedge_part {
    int side_frame, bolster, body;  /* bodies */
    abut_pose in_frame, in_bolster; /* the frame of the wedge at the start, in these */
    double k, preload, offset;
    wedge_face face[ABUT_WEDGE_FACES];
    int points, contact; /* contact of the first point; the others follow */
    wedge_point *point;
} wedge_part;

/* What the parts of one machine share. */
typedef struct wedge_laws {
    abut_law_def column, pocket; /* live as long as the world */
} wedge_laws;

/* Fills in defaults and looks for faults; kind, name: "wedge", of the machine, which has so many. */
abut_status wedge_check(abut_world *w, const char *kind, const char *name, int count, abut_wedge *def);
wedge_laws wedge_make_laws(abut_world *w, const abut_wedge *def);
abut_pose wedge_pose_times(abut_pose a, abut_pose b);
/* `at` (world, at the start) in the frame of a body */
abut_pose wedge_pose_in(const abut_world *w, int body, abut_pose at);

typedef struct wedge_site {
    const char *body, *prefix; /* names: of the body, and what stands before those of its parts */
    int side_frame, bolster;
    abut_pose place;
    double k, preload; /* of the spring */
} wedge_site;
/* Adds one wedge; false after a refusal. */
bool wedge_part_add(abut_world *w, wedge_part *p, const abut_wedge *def, const wedge_laws *laws,
                    const wedge_site *site);
void wedge_part_drop(wedge_part *p);
typedef struct wedge_point_shown {
    double N, mode;
} wedge_point_shown;
/* points: NULL, or room for all */
void wedge_part_read(const abut_world *w, const wedge_part *p, abut_wedge_state *out, wedge_point_shown *points);

/* ---- wedge_watch.c ---- */
typedef struct wedge_shown {
    abut_wedge_state s;
    double ratio, down, up; /* 1, m/s, m/s: normal force of the column over the spring's; rate of the travel */
    double toe;             /* rad */
} wedge_shown;
extern const watch_entry wedge_entries[], wedge_point_entries[];
extern const watch_table wedge_watch;
void wedge_show(const abut_world *w, const wedge_part *p, wedge_shown *to, wedge_point_shown *points);
/* A mean over strokes if the travel changes, else NaN. */
double wedge_ratio(const watch *o, const char *travel, const char *key);

/* ---- wedge.c ---- */
typedef struct wedge {
    wedge_laws laws;
    wedge_part part;
} wedge;

/* Wedge `index` (from 1) of a bogie (bogie.c), NULL if there is none. */
const wedge_part *bogie_wedge(const abut_world *w, abut_machine machine, int index);

extern const machine_type machine_wedge;
extern const key_table keys_of_wedge;  /* keys.c, with the example */
extern const key_table keys_of_wedges; /* of abut_wedge */
extern const char wedge_example[];

#endif
