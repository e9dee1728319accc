#include "point_flow.h"

static void node_values(ehl_point_flow *f, size_t k, double P, double H) {
    ehl_state s = ehl_fluid_at(&f->fluid, P);
    double xi = H * H * H * s.e / f->lambda;
    f->xi[k] = xi;
    f->dxi_P[k] = xi * s.dg;
    f->dxi_H[k] = 3 * xi / H;
    f->rho[k] = s.rho;
    f->drho[k] = s.drho;
}

/* What is carried along: weights of rho H at the node and upstream of it. */
static const double second[3] = {1.5, -2, 0.5}, first[3] = {1, -1, 0};

/* Speed at which node i is passed. */
static double speed(const ehl_point_flow *f, const ehl_mesh *m, int i) {
    return 1 - f->slower - f->stretch * (m->x0 + i * m->hx);
}
/* Weight of rho H of line j in stretch d(Y rho H)/dY. */
static double aside(const ehl_point_flow *f, const ehl_mesh *m, int j) {
    return f->stretch * (m->y0 + j * m->hy) / (2 * m->hy);
}

static double residual(const ehl_point_flow *f, const ehl_mesh *m, const double *P, const double *H, int i, int j) {
    size_t k = mesh_at(m, i, j), up = (size_t)m->nx + 1;
    double cx = 0.5 / (m->hx * m->hx), cy = 0.5 / (m->hy * m->hy), xi = f->xi[k];
    const double *w = i > 1 ? second : first;
    double carried = w[0] * speed(f, m, i) * f->rho[k] * H[k] + w[1] * speed(f, m, i - 1) * f->rho[k - 1] * H[k - 1];
    if (i > 1) carried += w[2] * speed(f, m, i - 2) * f->rho[k - 2] * H[k - 2];
    double sum = cx * ((xi + f->xi[k + 1]) * (P[k + 1] - P[k]) - (xi + f->xi[k - 1]) * (P[k] - P[k - 1])) +
                 cy * ((xi + f->xi[k + up]) * (P[k + up] - P[k]) - (xi + f->xi[k - up]) * (P[k] - P[k - up])) -
                 carried / m->hx;
    if (f->stretch != 0)
        sum += aside(f, m, j + 1) * f->rho[k + up] * H[k + up] - aside(f, m, j - 1) * f->rho[k - up] * H[k - up];
    if (f->before) sum -= f->rate * (f->rho[k] * H[k] - f->before[k]);
    return sum;
}

/* A weight of rho H of node o, neighbour q. */
static void carry(const ehl_point_flow *f, const double *H, size_t o, int q, double weight, ehl_stencil *s) {
    s->H[q] += weight * f->rho[o];
    s->P[q] += weight * f->drho[o] * H[o];
}

static void stencil(const ehl_point_flow *f, const ehl_mesh *m, const double *P, const double *H, int i, int j,
                    ehl_stencil *s) {
    size_t k = mesh_at(m, i, j), up = (size_t)m->nx + 1, at[5] = {k, k + 1, k - 1, k + up, k - up};
    double cx = 0.5 / (m->hx * m->hx), cy = 0.5 / (m->hy * m->hy), c[5] = {0, cx, cx, cy, cy}, slope = 0;
    *s = (ehl_stencil){0};
    for (int q = EHL_E; q <= EHL_S; q++) {
        size_t o = at[q];
        double rise = c[q] * (P[o] - P[k]), push = c[q] * (f->xi[k] + f->xi[o]);
        slope += rise;
        s->P[q] = push + rise * f->dxi_P[o];
        s->H[q] = rise * f->dxi_H[o];
        s->P[EHL_C] -= push;
    }
    s->P[EHL_C] += slope * f->dxi_P[k];
    s->H[EHL_C] = slope * f->dxi_H[k];
    const double *w = i > 1 ? second : first;
    carry(f, H, k, EHL_C, -w[0] * speed(f, m, i) / m->hx - f->rate, s);
    carry(f, H, k - 1, EHL_W, -w[1] * speed(f, m, i - 1) / m->hx, s);
    if (i > 1) carry(f, H, k - 2, EHL_WW, -w[2] * speed(f, m, i - 2) / m->hx, s);
    if (f->stretch == 0) return;
    carry(f, H, k + up, EHL_N, aside(f, m, j + 1), s);
    carry(f, H, k - up, EHL_S, -aside(f, m, j - 1), s);
}

void ehl_point_flow_at(ehl_point_flow *f, const ehl_mesh *m, const double *P, const double *H, bool rows) {
    for (size_t k = 0; k < mesh_nodes(m); k++) {
        node_values(f, k, P[k], H[k]);
        f->F[k] = 0;
    }
    for (int j = 1; j < m->ny; j++)
        for (int i = 1; i < m->nx; i++) {
            size_t k = mesh_at(m, i, j);
            f->F[k] = residual(f, m, P, H, i, j);
            if (rows) stencil(f, m, P, H, i, j, &f->row[k]);
        }
}
