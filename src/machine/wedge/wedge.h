/* Inside of friction wedges, shared by wedge.c and bogie.c (machines), wedge_part.c (one wedge: checks, expansion, reading)
 * and wedge_watch.c (columns, statistics and report of wedges). */
#ifndef ABUT_MACHINE_WEDGE_INSIDE_H
#define ABUT_MACHINE_WEDGE_INSIDE_H

#include "abut/machine/wedge.h"
#include "base/vec.h"
#include "machine/machine.h"

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

/* Fills in defaults and looks for faults; kind, name: "wedge", of the machine. */
abut_status wedge_check(abut_world *w, const char *kind, const char *name, abut_wedge *def);
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
/* points: NULL, or room for N and mode of each point */
void wedge_part_read(const abut_world *w, const wedge_part *p, abut_wedge_state *out, double *points);

/* ---- wedge_watch.c ---- */
/* Columns of a wedge; then two per point: N and mode. */
enum {
    WEDGE_Z,
    WEDGE_DZ,
    WEDGE_P,
    WEDGE_N12,
    WEDGE_N34,
    WEDGE_FCOL,
    WEDGE_NINC,
    WEDGE_TINC,
    WEDGE_PHI,
    WEDGE_MZ,
    WEDGE_Q,
    WEDGE_LOSS,
    WEDGE_COLUMNS
};
int wedge_columns(const wedge_part *p);
/* Column i of a part; prefix: "" or "wedge2_". */
void wedge_column(const char *prefix, int i, machine_column *out);
abut_wedge_state wedge_record(const abut_world *w, const wedge_part *p, double *row); /* also what it was made of */

/* Statistics of columns over output instants, with integrals of one column over another. */
typedef struct wedge_loop {
    const char *name; /* in the summary; NULL ends the list */
    int y, x;         /* columns; x < 0: time */
} wedge_loop;
enum { WEDGE_LOOPS = 4 };
typedef struct wedge_log {
    int columns;
    long rows;
    double t_first, t_last;
    double *last, *low, *high, *sum; /* of each column */
    double loop[WEDGE_LOOPS];
} wedge_log;
bool wedge_log_create(wedge_log *l, int columns);
void wedge_log_drop(wedge_log *l);
void wedge_log_clear(wedge_log *l);
void wedge_log_add(wedge_log *l, const wedge_loop *loops, double t, const double *row);
/* Keys "instants", "from", "to" and the integrals. */
void wedge_log_report(const wedge_log *l, const wedge_loop *loops, json *j);
/* An object {mean, min, max} of a column. */
void wedge_log_put(const wedge_log *l, const char *key, int column, json *j);
/* Forces of a wedge whose columns start at `first`: one object each, and "max_N" of its points. */
void wedge_log_put_wedge(const wedge_log *l, const wedge_part *p, int first, json *j);

/* ---- wedge.c ---- */
typedef struct wedge {
    wedge_laws laws;
    wedge_part part;
    wedge_log log;
} wedge;

/* Wedge `index` (from 1) of a bogie (bogie.c), NULL if there is none. */
const wedge_part *bogie_wedge(const abut_world *w, abut_machine machine, int index);

extern const machine_type machine_wedge;

#endif
