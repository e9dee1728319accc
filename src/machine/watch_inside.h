/* Inside of the watch of a machine, shared by the watch files. */
#ifndef ABUT_MACHINE_WATCH_INSIDE_H
#define ABUT_MACHINE_WATCH_INSIDE_H

#include "watch.h"

typedef struct watch_sum { /* of one quantity of one machine or part */
    const double *value, *by;
    double low, high;        /* INFINITY, -INFINITY: nothing counted */
    double integral, weight; /* of weight x value, of the weight, over time */
    double last, last_weight;
} watch_sum;

/* Equally spaced rows of the columns that have a spectrum. */
typedef struct watch_samples {
    int column[WATCH_SPECTRA], channels;
    double t0, dt; /* s */
    double *x;     /* `channels` numbers each */
    int count, room;
    bool full;      /* the limit is reached: what came later is not in it */
    bool irregular; /* output instants were not equally spaced from some instant on */
    bool no_memory;
} watch_samples;

/* Greatest of columns of parts by their place around the axis. */
typedef struct watch_around {
    const watch_figure *figure;
    int group, columns;
    const char *name[WATCH_CURVES];
    size_t x, at[WATCH_CURVES];    /* where azimuth and columns lie in a part */
    double (*most)[WATCH_SECTORS]; /* of each column; -INFINITY: no part was there */
} watch_around;

/* How long a column with named values had each of them. */
typedef struct watch_share {
    int column, last; /* last: the value at the state before, -1: none of them */
    double time[WATCH_VALUES];
} watch_share;

struct watch {
    const watch_table *table;
    void *self;
    int each[WATCH_GROUPS], total[WATCH_GROUPS]; /* parts: of every part that has them; in all */
    void *state[WATCH_GROUPS];
    int columns, quantities; /* the columns come first, then what is hidden */
    watch_column *column;
    watch_sum *sum; /* of each */
    int sums; /* quantities with statistics, those of which every state counts with the weight 1 before the others: */
    int *counted, plain;
    long states;                    /* that counted */
    bool seen, known;               /* t_seen is set; the state there was looked at */
    bool rows;                      /* the states come from rows: what has no column is not known */
    double t_seen, t_first, t_last; /* s; first and last: of those that counted */
    double begin;                   /* s, from where means go */
    double area[WATCH_INTEGRALS];
    double last_x[WATCH_INTEGRALS], last_y[WATCH_INTEGRALS];
    watch_samples samples;
    watch_around *around; /* of each polar figure */
    watch_share *share;
    int arounds, shares;
};

static inline const char *watch_key(const watch_entry *e) { return e->key ? e->key : e->name; }
static inline bool watch_has(const watch *o, const watch_entry *e) { return !e->has || e->has(o->self); }
/* Statistics of parts first .. first + count - 1 of a group together. */
abut_stat watch_together(const watch *o, int group, const watch_entry *e, int first, int count);
/* Parts of a group inside part `of` of group `in`, which may be the same group: the first and how many. */
int watch_inside(const watch *o, int group, int in, int of, int *count);

/* ---- watch_samples.c ---- */
void samples_archive(watch_samples *s, struct archive *a);

/* ---- watch_json.c ---- */
void watch_put_card(json *j, const watch_card *c, double value); /* its entries in an object that is open */

/* ---- watch_gathered.c ---- */
bool gathered_create(watch *o); /* false: out of memory */
void gathered_destroy(watch *o);
void gathered_clear(watch *o);
/* A state dt after the one before, or after `from` if that came later: `cut` is the part of the way that does not count. */
void gathered_take(watch *o, double dt, double cut, bool counts);
void gathered_put_shares(const watch *o, int group, const watch_entry *e, json *j); /* parts of time, part by part */
void gathered_put_around(const watch *o, json *j);                                  /* object "around" */

#endif
