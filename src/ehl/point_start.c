/* Starts of an elliptic contact: Hertz' pressure over a film, or the solution of a coarser grid. */
#include <math.h>

#include "point.h"

void ehl_point_start_cold(ehl_point_grid *g, const ehl_point_numbers *u, double angle, double film) {
    ehl_level *l = g->level;
    const ehl_mesh *m = &l->m;
    double cosine = cos(angle), sine = sin(angle);
    for (int j = 0; j <= m->ny; j++)
        for (int i = 0; i <= m->nx; i++) {
            double X = m->x0 + i * m->hx, Y = m->y0 + j * m->hy;
            double x = cosine * X - sine * Y, y = (sine * X + cosine * Y) / u->e, r = 1 - x * x - y * y;
            bool edge = i == 0 || j == 0 || i == m->nx || j == m->ny;
            l->P[mesh_at(m, i, j)] = r > 0 && !edge ? sqrt(r) : 0;
        }
    ehl_level_gap(l, 0, &u->shape, l->P, l->H);
    int i = (int)(-m->x0 / m->hx + 0.5), j = (int)(-m->y0 / m->hy + 0.5);
    g->H0 = film - l->H[mesh_at(m, i, j)];
    ehl_level_gap(l, g->H0, &u->shape, l->P, l->H);
}

/* Cubic interpolation along one line between nodes that are there. */
static double between(const double *v, size_t stride, int i, int n) {
    if (i % 2 == 0) return v[(size_t)(i / 2) * stride];
    int k = i / 2;
    double b = v[(size_t)k * stride], c = v[(size_t)(k + 1) * stride];
    if (k == 0 || k + 2 > n) return 0.5 * (b + c);
    return (9 * (b + c) - v[(size_t)(k - 1) * stride] - v[(size_t)(k + 2) * stride]) / 16;
}

void ehl_point_start_from(ehl_point_grid *g, const ehl_point_grid *from, const ehl_point_numbers *u) {
    ehl_level *l = g->level;
    const ehl_mesh *m = &l->m, *o = &from->level->m;
    const double *P = from->level->P;
    double *half = l->moved; /* lines of the coarser grid at the X of this one */
    for (int j = 0; j <= o->ny; j++)
        for (int i = 0; i <= m->nx; i++) half[mesh_at(m, i, j)] = between(P + mesh_at(o, 0, j), 1, i, o->nx);
    for (int j = 0; j <= m->ny; j++)
        for (int i = 0; i <= m->nx; i++) {
            bool edge = i == 0 || j == 0 || i == m->nx || j == m->ny;
            l->P[mesh_at(m, i, j)] = edge ? 0 : fmax(0, between(half + i, (size_t)m->nx + 1, j, o->ny));
        }
    g->H0 = from->H0;
    ehl_level_gap(l, g->H0, &u->shape, l->P, l->H);
}
