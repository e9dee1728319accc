/* What a gap implements: one file and one line in field_types.h. */
#ifndef ABUT_FIELD_GAP_H
#define ABUT_FIELD_GAP_H

#include "abut/extend.h"
#include "grid.h"

/* Where heights are asked for. */
typedef struct gap_place {
    grid grid;
    double E_star; /* Pa, of the pair */
    const abut_registry *registry;
} gap_place;

typedef struct gap_type {
    abut_type type; /* of the kind "gap" */
    size_t size;    /* of self */
    abut_status (*init)(void *self, const abut_args *args);
    void (*drop)(void *self); /* optional: frees what a successful init allocated */
    bool rough; /* residuals are measured by the rms of the heights; contact may reach the edge of the window */
    /* optional: the window that belongs to the gap, used where the definition leaves out cells (nx, ny = 0) or sides (dx, dy = 0) */
    void (*window)(const void *self, grid *g);
    /* The heights (m) at the centres of all cells; 0 at first touch or anywhere: only their differences matter. INFINITY where
     * there is no body. */
    abut_status (*heights)(const void *self, const gap_place *at, double *h, abut_message *message);
    /* optional: does the body end inside of the window along x, along y? Contact may reach the edge there. */
    void (*ends)(const void *self, const gap_place *at, bool along[2]);
    /* optional: a sentence about what its results are worth, NULL: nothing to say */
    const char *(*caution)(const void *self, const gap_place *at);
} gap_type;

#endif
