/* See friction_carry.h. */
#include "friction_carry.h"

#include <math.h>

static double cell(const grid *g, const double *v, double i, double j) {
    bool inside = i >= 0 && j >= 0 && i < g->nx && j < g->ny;
    return inside ? v[(size_t)j * (size_t)g->nx + (size_t)i] : 0;
}

/* At (x, y) of the old window. */
static double value(const grid *g, const double *v, double x, double y) {
    double i = x / g->dx + 0.5 * (g->nx - 1), j = y / g->dy + 0.5 * (g->ny - 1);
    double i0 = floor(i), j0 = floor(j), a = i - i0, b = j - j0;
    return (1 - b) * ((1 - a) * cell(g, v, i0, j0) + a * cell(g, v, i0 + 1, j0)) +
           b * ((1 - a) * cell(g, v, i0, j0 + 1) + a * cell(g, v, i0 + 1, j0 + 1));
}

void friction_carry(const grid *from, const grid *to, const friction_move *m, const double *in, double *out) {
    double c = cos(m->angle), s = sin(m->angle);
    for (int j = 0; j < to->ny; j++)
        for (int i = 0; i < to->nx; i++) {
            double x = grid_x(to, i), y = grid_y(to, j);
            out[(size_t)j * (size_t)to->nx + (size_t)i] = value(from, in, m->x + c * x - s * y, m->y + s * x + c * y);
        }
}

void friction_carry_pairs(const grid *from, const grid *to, const friction_move *m, const double *in, double *out) {
    size_t n = grid_cells(to), old = grid_cells(from);
    friction_carry(from, to, m, in, out);
    friction_carry(from, to, m, in + old, out + n);
    double c = cos(m->angle), s = sin(m->angle);
    for (size_t i = 0; i < n; i++) { /* components along the axes of the new window */
        double x = out[i], y = out[n + i];
        out[i] = c * x + s * y;
        out[n + i] = c * y - s * x;
    }
}
