/* Hertz pressures on grids, for tests of friction and stresses. */
#ifndef ABUT_TESTS_PATCH_H
#define ABUT_TESTS_PATCH_H

#include <math.h>
#include <stdlib.h>

#include "field/grid.h"

/* p0 sqrt(1 - x^2/a^2 - y^2/b^2) at the centres of the cells; one row of cells is a strip, and b is not used. To be freed. */
static inline double *hertz_patch(const grid *g, double a, double b, double p0) {
    double *p = calloc(grid_cells(g), sizeof *p);
    for (int j = 0; p && j < g->ny; j++)
        for (int i = 0; i < g->nx; i++) {
            double x = grid_x(g, i) / a, y = g->ny > 1 ? grid_y(g, j) / b : 0, v = 1 - x * x - y * y;
            p[j * g->nx + i] = v > 0 ? p0 * sqrt(v) : 0;
        }
    return p;
}

static inline double patch_force(const grid *g, const double *p) {
    double sum = 0;
    for (size_t i = 0; i < grid_cells(g); i++) sum += p[i];
    return sum * grid_area(g);
}

/* Fields of two components, zero. To be freed. */
static inline double *patch_pairs(const grid *g) { return calloc(2 * grid_cells(g), sizeof(double)); }

#endif
