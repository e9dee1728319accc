/* Figures of a solution: force, centre, moments, area, gap; and the stiffness on the contact set as it is. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "convolve.h"
#include "level.h"
#include "object.h"

/* At an edge of the window where the body goes on? */
static bool edge_cell(const abut_field *f, int i, int j) {
    const grid *g = &f->problem.grid;
    return (!f->ends[0] && (i == 0 || i == g->nx - 1)) || (!f->ends[1] && (j == 0 || j == g->ny - 1));
}

void field_result(abut_field *f, abut_field_result *out) {
    const dry_problem *p = &f->problem;
    const dry_solution *s = &f->solution;
    const grid *g = &p->grid;
    double sum[PLANES], gap = 0;
    long bodies = 0;
    plane_sums(g, s->p, sum);
    *out = (abut_field_result){.force = sum[0], .approach = s->lambda[0], .residual = s->residual, .scale = s->scale};
    for (int j = 0; j < g->ny; j++)
        for (int i = 0; i < g->nx; i++) {
            size_t c = (size_t)j * (size_t)g->nx + (size_t)i;
            out->p_max = fmax(out->p_max, s->p[c]);
            out->contact_cells += s->cell[c] != CELL_OPEN;
            out->plastic_cells += s->cell[c] == CELL_PLASTIC;
            if (s->cell[c] != CELL_OPEN && !g->periodic && edge_cell(f, i, j)) out->at_edge = true;
            if (no_body(p->h[c]))
                s->g[c] = INFINITY;
            else
                gap += s->g[c], bodies++;
        }
    for (int k = 0; k < 2; k++) {
        out->tilt[k] = s->lambda[k + 1] == 0 ? 0 : -s->lambda[k + 1];
        out->moment[k] = sum[k + 1];
        out->center[k] = sum[0] > 0 ? sum[k + 1] / sum[0] : 0;
    }
    out->p_mean = out->contact_cells ? sum[0] / (grid_area(g) * (double)out->contact_cells) : 0;
    out->area_fraction = (double)out->contact_cells / (double)grid_cells(g);
    out->mean_gap = gap / (double)bodies;
    out->inner = s->inner, out->outer = s->outer;
    out->pair_equivalents = s->work / convolve_pair(g->nx, g->ny, g->periodic);
    out->pressure = s->p, out->gap = s->g, out->contact = s->cell;
    out->caution = f->caution;
}

/* ---- stiffness ---- */
/* The smallest window that holds the contact, with its mask. NULL: out of memory. */
static level *contact_window(const abut_field *f) {
    const grid *g = &f->problem.grid;
    int i0 = g->nx, j0 = g->ny, i1 = 0, j1 = 0;
    for (int j = 0; j < g->ny; j++)
        for (int i = 0; i < g->nx; i++)
            if (f->solution.cell[(size_t)j * (size_t)g->nx + (size_t)i] == CELL_CONTACT) {
                i0 = i < i0 ? i : i0, i1 = i >= i1 ? i + 1 : i1;
                j0 = j < j0 ? j : j0, j1 = j + 1;
            }
    if (g->periodic) i0 = j0 = 0, i1 = g->nx, j1 = g->ny;
    level *l = level_create(g, i0, j0, i1 - i0, j1 - j0, f->problem.E_star);
    for (int j = 0; l && j < l->grid.ny; j++)
        for (int i = 0; i < l->grid.nx; i++) {
            size_t c = (size_t)j * (size_t)l->grid.nx + (size_t)i;
            l->cell[c] = f->solution.cell[(size_t)(j + j0) * (size_t)g->nx + (size_t)(i + i0)] == CELL_CONTACT;
            l->mask[c] = l->cell[c];
        }
    return l;
}

/* Pressures that lift the contact by one of the planes: A_CC q = B; of each the force and the moments. */
static bool tangent_on(const abut_field *f, level *l, double K[PLANES][PLANES]) {
    const grid *g = &f->problem.grid;
    dry_problem linear = {.grid = l->grid, .E_star = f->problem.E_star, .cap = INFINITY};
    double unit[PLANES] = {1, g->nx * g->dx, g->ny * g->dy};
    bool good = true;
    for (int k = 0; k < PLANES && good; k++) {
        active_set a = {.problem = &linear, .tol = 1e-10 * unit[k], .forcing = 0.1, .most = 2000, .frozen = true};
        a.lambda[k] = 1;
        memset(l->p, 0, grid_cells(&l->grid) * sizeof *l->p);
        good = active_set_solve(l, &a);
        for (int m = 0; m < PLANES; m++) K[k][m] = 0;
        for (int j = 0; j < l->grid.ny; j++)
            for (int i = 0; i < l->grid.nx; i++) {
                double q = l->p[(size_t)j * (size_t)l->grid.nx + (size_t)i] * grid_area(g);
                for (int m = 0; m < PLANES; m++) K[k][m] += q * plane_at(g, m, i + l->i0, j + l->j0);
            }
    }
    for (int k = 0; k < PLANES; k++)
        for (int m = 0; m < k; m++) K[k][m] = K[m][k] = (K[k][m] + K[m][k]) / 2;
    return good;
}

abut_status abut_field_stiffness(abut_field *f, double K[3][3], abut_message *message) {
    if (!f->solution.warm) return say(message, ABUT_MISSING, "there is no solution to take a stiffness from");
    if (!f->tangent) {
        level *l = contact_window(f);
        if (!l) return say(message, ABUT_NO_MEMORY, "out of memory");
        bool good = tangent_on(f, l, f->K);
        level_destroy(l);
        if (!good) return say(message, ABUT_NO_CONVERGENCE, "the stiffness of the contact was not found");
        f->tangent = true;
    }
    memcpy(K, f->K, sizeof f->K);
    return ABUT_OK;
}

/* The upper body moves by u_z and turns by theta: approach -u_z, lambda_x = theta_y, lambda_y = -theta_x; wrench -T^T (forces). */
abut_status abut_field_stiffness6(abut_field *f, double K[6][6], abut_message *message) {
    static const double T[PLANES][3] = {{-1, 0, 0}, {0, 0, 1}, {0, -1, 0}}; /* by u_z, theta_x, theta_y */
    double K3[PLANES][PLANES] = {{0}};
    abut_status s = abut_field_stiffness(f, K3, message);
    memset(K, 0, 36 * sizeof(double));
    for (int a = 0; a < 3 && !s; a++)
        for (int b = 0; b < 3; b++)
            for (int k = 0; k < PLANES; k++)
                for (int m = 0; m < PLANES; m++) K[2 + a][2 + b] += T[k][a] * K3[k][m] * T[m][b];
    return s;
}
