/* What a solved elliptic contact shows. */
#include <math.h>

#include "point.h"

/* Cubic of Lagrange through four values at -1, 0, 1, 2. */
static void weights(double s, double w[4]) {
    w[0] = -s * (s - 1) * (s - 2) / 6;
    w[1] = (s + 1) * (s - 1) * (s - 2) / 2;
    w[2] = -(s + 1) * s * (s - 2) / 2;
    w[3] = (s + 1) * s * (s - 1) / 6;
}

double ehl_mesh_value(const ehl_mesh *m, const double *v, double x, double y) {
    double fx = (x - m->x0) / m->hx, fy = (y - m->y0) / m->hy, wx[4], wy[4], sum = 0;
    int i = (int)fmin(fmax(floor(fx), 1), m->nx - 2), j = (int)fmin(fmax(floor(fy), 1), m->ny - 2);
    weights(fx - i, wx);
    weights(fy - j, wy);
    for (int b = 0; b < 4; b++)
        for (int a = 0; a < 4; a++) sum += wx[a] * wy[b] * v[mesh_at(m, i - 1 + a, j - 1 + b)];
    return sum;
}

/* On Y = 0, where the pressure first stops to rise. */
static double centre(const ehl_mesh *m, const double *P) {
    int i = 1;
    double most = 0;
    for (int k = 1; k < m->nx; k++) most = fmax(most, ehl_mesh_value(m, P, m->x0 + k * m->hx, 0));
    double enough = fmin(0.1, 0.5 * most); /* not before the contact, light ones have little pressure */
    double before = 0, here = ehl_mesh_value(m, P, m->x0 + m->hx, 0), next = here;
    for (; i < m->nx - 1; i++) {
        next = ehl_mesh_value(m, P, m->x0 + (i + 1) * m->hx, 0);
        if (next <= here && here > enough) break;
        before = here;
        here = next;
    }
    double bend = before - 2 * here + next;
    return m->x0 + (i + (bend < 0 ? 0.5 * (before - next) / bend : 0)) * m->hx;
}

abut_ehl_point_result ehl_point_measure(const ehl_point_grid *g, const ehl_point_numbers *u) {
    const ehl_level *l = g->level;
    const ehl_mesh *m = &l->m;
    const double *H = l->rough ? l->rough->h : l->H;
    abut_ehl_point_result r = {
        .H_c = u->moes * ehl_mesh_value(m, H, centre(m, l->P), 0),
        .H_0 = u->moes * ehl_mesh_value(m, H, 0, 0),
        .H_min = INFINITY,
        .error_0 = NAN,
        .error_min = NAN,
        .limit_0 = NAN,
        .limit_min = NAN,
        .domain_0 = NAN,
        .domain_min = NAN,
        .offset = g->H0,
        .e = u->e,
        .scale = u->moes,
        .nx = m->nx + 1,
        .ny = m->ny + 1,
        .x0 = m->x0,
        .y0 = m->y0,
        .hx = m->hx,
        .hy = m->hy,
        .P = l->P,
        .H = H,
    };
    for (int j = 0; j <= m->ny; j++)
        for (int i = 0; i <= m->nx; i++) {
            size_t k = mesh_at(m, i, j);
            r.H_min = fmin(r.H_min, u->moes * H[k]);
            r.p_max = fmax(r.p_max, l->P[k]);
            r.load += l->P[k];
        }
    /* between nodes a cubic may dip below all of them, where the grid resolves little */
    r.H_c = fmax(r.H_c, r.H_min);
    r.H_0 = fmax(r.H_0, r.H_min);
    r.load *= m->hx * m->hy / u->load;
    return r;
}
