/* What a machine shows, declared once: a constant table per type says the name of every quantity, its unit and meaning, where the
 * number lies in a plain struct that the machine fills, and which statistics count. From it come the columns of results.h5, CSV
 * and VTK files, the statistics, the entries of summary.json, the headline figures of page and terminal and the figures of the page.
 *
 * Statistics go over the accepted states of the solver from `output.from` on (abut_solver_def.statistics_from), the state at the
 * start included. Greatest and least are those of these states; a mean is weighted with time:
 *   mean = integral of x dt / time,   by trapezia between accepted states,
 * the first trapezium cut at `output.from`, its value there by the chord. Parts (balls, rollers) are taken together: the greatest of
 * all, the mean over parts and time. A quantity may have a weight v(t), as a film has the load: integral of v x dt / integral of v dt;
 * states without weight count for nothing. */
#ifndef ABUT_MACHINE_WATCH_H
#define ABUT_MACHINE_WATCH_H

#include <stddef.h>

#include "abut/machine/common.h"
#include "world/machine_slots.h"

/* Which statistics, and how a quantity is shown. */
enum {
    WATCH_MEAN = 1,
    WATCH_MIN = 2,
    WATCH_MAX = 4,
    WATCH_ALL = 7,
    WATCH_PLAIN = 8,    /* in the summary the one statistic is a number, not an object */
    WATCH_EACH = 16,    /* of a part: the summary also lists it part by part, in `parts` */
    WATCH_HIDDEN = 32,  /* no column: only the statistics count */
    WATCH_ABOVE_0 = 64, /* a value that is not positive is none: it does not count, and its column has no number */
};

typedef enum watch_gate { /* what `by` does */
                          WATCH_ALWAYS,
                          WATCH_WEIGHT, /* the weight */
                          WATCH_WHILE,  /* counts while that is positive */
                          WATCH_UNLESS  /* counts while that is 0 */
} watch_gate;

enum { WATCH_VALUES = 4 };
typedef struct watch_entry {
    const char *name; /* of the column; a list ends at an entry without a name */
    const char *unit; /* SI, "1" of a pure number */
    const char *meaning;
    size_t at;                     /* where the double lies in the state of the machine or the part */
    unsigned stats;                /* WATCH_... */
    const char *key;               /* path in the summary, "races.inner.Q"; NULL: the name */
    bool (*has)(const void *self); /* NULL: always. Else which machines have it */
    watch_gate gate;
    size_t by; /* where the weight lies */
    /* WATCH_EACH of whole numbers: the names of 0, 1, ..., a NULL ends them; the summary lists the part of the time of each */
    const char *const *values;
} watch_entry;

/* The machine itself (the first) and its parts. */
enum { WATCH_GROUPS = 3 };
typedef struct watch_group {
    const char *word; /* "ball": columns ball1_Q, ball2_Q, ...; NULL: the machine itself */
    size_t size;      /* of a state */
    const watch_entry *entries;
    int (*count)(const void *self); /* NULL: 1; of a group inside another: of every part of that */
    int inside;                     /* group whose parts each have these; 0: the machine */
    const char *list;               /* "wedges": the summary lists every part by itself; NULL: together */
} watch_group;

/* The integral of one quantity over another, or over time, of the machine itself: a number of the summary. */
typedef struct watch_integral {
    const char *key; /* NULL ends the list */
    size_t y, x;     /* x: WATCH_TIME, or where it lies */
} watch_integral;
enum { WATCH_INTEGRALS = 4 };
#define WATCH_TIME ((size_t)-1)

/* A headline figure: a statistic, or of several together. */
typedef enum watch_how {
    WATCH_ONE,
    WATCH_GREATEST, /* of several */
    WATCH_LEAST,
    WATCH_LENGTH, /* root of the sum of squares */
    WATCH_SIZE    /* greatest distance from 0: of min and max */
} watch_how;
/* The figure of several machines of the type together. */
typedef enum watch_join {
    WATCH_APART, /* there is none */
    WATCH_MOST,  /* the greatest of theirs */
    WATCH_FEWEST,
    WATCH_SUM
} watch_join;
enum { WATCH_KEYS = 4 };
typedef struct watch_card {
    const char *group; /* of the figures on the page: "Loads and pressure"; NULL ends the list */
    const char *label, *unit;
    bool top; /* among the few at the top of the page and in the terminal */
    watch_how how;
    unsigned stat; /* WATCH_MEAN, WATCH_MIN or WATCH_MAX; 0: an integral */
    const char *key[WATCH_KEYS];
    double least;                                             /* a figure that is smaller is noise and not shown */
    double (*value)(const struct watch *o, const void *self); /* else: what the machine computes; NaN: it has none */
    watch_join join;
} watch_card;

/* A figure of the page. */
typedef enum watch_kind {
    WATCH_OVER_TIME,
    WATCH_LOOP,       /* columns over the column x, in the order of time */
    WATCH_OVER_ANGLE, /* columns over the column x, an angle: one cycle over the other */
    WATCH_ALONG,      /* one curve through the parts, over the column x of a part, at the shown instant */
    WATCH_POLAR, /* loads of parts around the axis: x is their azimuth; the summary has the greatest at every place */
    WATCH_MODES, /* what points do: open, stick, slip */
    WATCH_LINES  /* the spectrum */
} watch_kind;
enum { WATCH_CURVES = 8 };
typedef struct watch_figure {
    watch_kind kind;
    const char *section; /* of the page: "Loops"; NULL ends the list */
    const char *title;
    const char *part; /* "ball": the columns are those of all parts of this name; NULL: of the machine */
    const char *x;    /* column */
    const char *columns[WATCH_CURVES + 1];
    const char *names[WATCH_CURVES + 1]; /* of the curves; none: the columns' */
    bool first;                          /* among the charts to begin with */
} watch_figure;

/* Who is told what is doubtful: the kind, the key of the machine that the sentence is about ("": all of it). */
typedef struct watch_doubt_to {
    void (*say)(void *user, const char *code, const char *key, const char *sentence);
    void *user;
    double every; /* s between the rows that somebody asked for; 0: nobody did */
} watch_doubt_to;

enum { WATCH_SPECTRA = 6 };
typedef struct watch_table {
    const char *title; /* of the page: "Ball bearing" */
    watch_group group[WATCH_GROUPS];
    /* Fills the states at the instant that readers see; state[i] are the parts of group i, one after the other. */
    abut_status (*read)(const abut_world *w, const void *self, void *const state[]);
    const watch_integral *integrals;     /* NULL: none */
    const watch_card *cards;             /* NULL: none */
    const watch_figure *figures;         /* NULL: none */
    const char *spectrum[WATCH_SPECTRA]; /* columns that have spectra */
    /* An accepted state counts, dt after the one before (0: the first), for what the table does not say: damage. May be NULL. */
    void (*gather)(void *self, double dt, void *const state[]);
    void (*clear)(void *self); /* what gather has gathered: the world was started anew. May be NULL */
    void (*archive)(void *self, struct archive *a); /* the same, saved or loaded (base/archive.h). May be NULL */
    /* Further keys of the machine's object in summary.json. May be NULL. */
    void (*report)(const struct watch *o, const void *self, json *j);
    /* After a run: what is doubtful in it. May be NULL. */
    void (*doubts)(const struct watch *o, const void *self, const watch_doubt_to *to);
} watch_table;

typedef struct watch watch;

/* ---- watch.c: columns ---- */
typedef struct watch_column {
    char name[48];
    const char *unit, *meaning;
    const watch_entry *entry;
    int group, part; /* part: from 0, among all of the group */
} watch_column;

watch *watch_create(const watch_table *table, void *self); /* NULL: out of memory */
void watch_destroy(watch *o);                              /* NULL is fine */
int watch_columns(const watch *o);                         /* NULL: 0 */
const watch_column *watch_column_at(const watch *o, int i);
int watch_find_column(const watch *o, const char *name); /* -1: there is none */
/* Where the summary has its statistics; NULL: it has none. */
const char *watch_summary_path(const watch_column *c);
/* The columns at the instant that readers see; zeros where it cannot be read. */
void watch_record(const abut_world *w, const watch *o, double *row);
/* "dx,dy,dz,": the names of the first columns of any machine of a type, by which its files are known. */
enum { WATCH_FIRST = 3 };
void watch_first_names(const watch_table *table, char *to, size_t size);

/* ---- watch_stats.c ---- */
void watch_clear(watch *o);
/* The state that readers see was accepted at t. */
void watch_observe(const abut_world *w, watch *o, double t, double from);
/* The same for numbers from elsewhere, row as watch_record fills it. */
void watch_take(watch *o, double t, const double *row);
/* The same for a row of the output of a run: hidden quantities are not known and have no statistics. */
void watch_take_output(watch *o, double t, const double *row);
/* By the path in the summary ("races.inner.Q", "wedges.2.P") or the name of a column; false: there is none, or nothing counted. */
bool watch_stat(const watch *o, const char *name, abut_stat *out);
long watch_states(const watch *o);                         /* how many states counted */
double watch_mean(const watch *o, const char *name);       /* NaN: there is none */
double watch_integral_of(const watch *o, const char *key); /* likewise */

void watch_archive(watch *o,
                   struct archive *a); /* watch_archive.c: all of it, what the machine has gathered included */

extern const world_observer machine_observer;

/* ---- watch_json.c ---- */
/* All keys of the machine's object in summary.json. */
void watch_json(const world_machine *m, json *j);
/* Headline figures: calls `take` for every card that has a value. */
typedef void watch_take_card(void *user, const watch_card *card, double value);
void watch_cards(const watch *o, watch_take_card *take, void *user);
/* What is doubtful in the run; nothing without statistics. */
void watch_doubts(const watch *o, const watch_doubt_to *to);
double watch_card_value(const watch *o, const watch_card *c); /* NaN: there is none, or nothing counted */
/* ---- watch_types.c ---- */
/* Object "together" of summary.json: figures of all machines of a type, where there are several and the type has such. */
void watch_types_json(const abut_world *w, json *j);

/* ---- watch_gathered.c: places around an axis, parts of time ---- */
enum { WATCH_SECTORS = 72 };    /* equal; the first begins at the angle 0 */
int watch_sector(double angle); /* 0 .. WATCH_SECTORS - 1 */

/* ---- watch_samples.c: rows for the spectrum ---- */
void watch_sample(watch *o, double t, const double *row); /* row as watch_record fills it */
/* Amplitude spectra over one axis of frequencies; the arrays are the receiver's to free. */
typedef struct watch_spectrum {
    int count, spectra; /* frequencies; how many spectra */
    double *frequency;  /* Hz, from 0 */
    double *amplitude[WATCH_SPECTRA];
    const watch_column *column[WATCH_SPECTRA];
    /* the record: samples, s between them; what is wrong with it, NULL: nothing */
    int samples;
    double interval;
    const char *note;
    bool no_memory; /* there is none, or not that of the whole record */
} watch_spectrum;
bool watch_spectrum_make(const watch *o, watch_spectrum *out); /* false: there is none; samples .. note are filled */
void watch_spectrum_free(watch_spectrum *s);

#endif
