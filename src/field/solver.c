/* What solvers of dry contact share. */
#include "solver.h"

#include <math.h>

void plane_sums(const grid *g, const double *p, double sum[PLANES]) {
    for (int k = 0; k < PLANES; k++) sum[k] = 0;
    for (int j = 0; j < g->ny; j++) {
        double row = 0, moment = 0;
        for (int i = 0; i < g->nx; i++) {
            double v = p[(size_t)j * (size_t)g->nx + (size_t)i];
            row += v;
            moment += v * grid_x(g, i);
        }
        sum[0] += row;
        sum[1] += moment;
        sum[2] += row * grid_y(g, j);
    }
    for (int k = 0; k < PLANES; k++) sum[k] *= grid_area(g);
}

double residual_scale(const dry_problem *p, const double lambda[PLANES]) {
    if (p->rough || p->grid.periodic) return p->rms;
    double most = -INFINITY;
    const grid *g = &p->grid;
    for (int j = 0; j < g->ny; j++)
        for (int i = 0; i < g->nx; i++) {
            double overlap = lambda[0] + lambda[1] * grid_x(g, i) + lambda[2] * grid_y(g, j) -
                             p->h[(size_t)j * (size_t)g->nx + (size_t)i];
            most = overlap > most ? overlap : most;
        }
    return fabs(most) / 2;
}

double residual_of(const dry_problem *p, const dry_solution *s) {
    double most = 0;
    for (size_t c = 0, n = grid_cells(&p->grid); c < n; c++) {
        double g = s->g[c], wrong = s->cell[c] == CELL_CONTACT ? fabs(g) : s->cell[c] == CELL_OPEN ? -g : g;
        most = wrong > most ? wrong : most;
    }
    return most;
}
