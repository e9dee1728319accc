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
};

static inline const char *watch_key(const watch_entry *e) { return e->key ? e->key : e->name; }
static inline bool watch_has(const watch *o, const watch_entry *e) { return !e->has || e->has(o->self); }
/* Statistics of parts first .. first + count - 1 of a group together. */
abut_stat watch_together(const watch *o, int group, const watch_entry *e, int first, int count);
/* Parts of a group inside part `of` of group `in`, which may be the same group: the first and how many. */
int watch_inside(const watch *o, int group, int in, int of, int *count);

#endif
