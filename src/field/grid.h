/* The grid of a contact window: nx x ny equal cells about the origin of the contact plane. A field on it is one number per cell,
 * row by row: value[j*nx + i] belongs to the cell at x_i, y_j. */
#ifndef ABUT_FIELD_GRID_H
#define ABUT_FIELD_GRID_H

#include <stdbool.h>
#include <stddef.h>

typedef struct grid {
    int nx, ny;    /* cells */
    double dx, dy; /* m, sides of a cell */
    bool periodic; /* the window repeats itself without end; otherwise nothing lies around it */
} grid;

static inline size_t grid_cells(const grid *g) { return (size_t)g->nx * (size_t)g->ny; }
static inline double grid_area(const grid *g) { return g->dx * g->dy; } /* m^2, of a cell */
/* Centres of cells: the middle of the window is the origin. */
static inline double grid_x(const grid *g, int i) { return (i - 0.5 * (g->nx - 1)) * g->dx; }
static inline double grid_y(const grid *g, int j) { return (j - 0.5 * (g->ny - 1)) * g->dy; }

#endif
