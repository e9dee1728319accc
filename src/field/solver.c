/* What solvers of dry contact share. */
#include "solver.h"

#include <math.h>

#include "base/message.h"

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

void start_pressure(const dry_problem *p, dry_solution *s) {
    size_t n = grid_cells(&p->grid), bodies = 0;
    double sums[PLANES], force = p->given[0];
    for (size_t c = 0; c < n; c++) bodies += !no_body(p->h[c]);
    if (s->warm) plane_sums(&p->grid, s->p, sums);
    bool scaled = s->warm && sums[0] > 0;
    for (size_t c = 0; c < n; c++) {
        double mean = p->forced[0] ? force / (grid_area(&p->grid) * (double)bodies) : 0;
        if (no_body(p->h[c]))
            s->p[c] = 0;
        else if (!scaled)
            s->p[c] = fmin(mean, p->cap);
        else if (p->forced[0])
            s->p[c] *= force / sums[0];
    }
    for (int k = 0; k < PLANES; k++)
        if (!p->forced[k])
            s->lambda[k] = p->given[k];
        else if (!s->warm)
            s->lambda[k] = 0;
    s->inner = s->outer = 0;
}

void finish_gap(const dry_problem *p, dry_solution *s) {
    const grid *g = &p->grid;
    for (int j = 0; j < g->ny; j++)
        for (int i = 0; i < g->nx; i++) {
            size_t c = (size_t)j * (size_t)g->nx + (size_t)i;
            s->g[c] += p->h[c] - s->lambda[0] - s->lambda[1] * grid_x(g, i) - s->lambda[2] * grid_y(g, j);
        }
    s->scale = residual_scale(p, s->lambda);
    s->residual = residual_of(p, s) / s->scale;
}

bool plain_loads(const dry_problem *p, const char *name, abut_message *message) {
    if (p->forced[1] || p->forced[2])
        (void)say_at(message, "moment", ABUT_BAD_VALUE, "the solver %s takes tilts, not moments", name);
    else if (p->cap < INFINITY)
        (void)say_at(message, "hardness", ABUT_BAD_VALUE, "the solver %s knows no hardness", name);
    else
        return true;
    return false;
}
