/* See point_rough.h. */
#include "point_rough.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "point_level.h"

/* ---- memory ---- */
void ehl_rough_nodes_drop(ehl_rough_nodes *r) {
    if (!r) return;
    void *all[] = {r->P_f, r->P_a, r->dP_a, r->h, r->dh, r->scale, r->stiff, r->wet, r};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) free(all[k]);
}

static ehl_rough_nodes *nodes_of(size_t n) {
    ehl_rough_nodes *r = calloc(1, sizeof *r);
    if (!r) return NULL;
    double **fields[] = {&r->P_f, &r->P_a, &r->dP_a, &r->h, &r->dh, &r->scale, &r->stiff};
    bool good = (r->wet = calloc(n, 1));
    for (size_t k = 0; k < sizeof fields / sizeof *fields; k++) good = (*fields[k] = calloc(n, sizeof(double))) && good;
    if (good) return r;
    ehl_rough_nodes_drop(r);
    return NULL;
}

bool ehl_level_roughen(ehl_level *l, const ehl_rough *law) {
    bool good = true;
    for (; l; l = l->coarse) {
        if (law && !l->kept_rough) good = (l->kept_rough = nodes_of(mesh_nodes(&l->m))) && good;
        l->rough = law ? l->kept_rough : NULL;
        if (l->rough) l->rough->law = law;
    }
    return good;
}

/* ---- the state ---- */
/* Neighbours in the order of a stencil. */
static const int off_x[EHL_BY] = {0, 1, -1, 0, 0, -2}, off_y[EHL_BY] = {0, 0, 0, 1, -1, 0};

static void turn_row(const ehl_level *l, int i, int j) {
    const ehl_rough_nodes *r = l->rough;
    ehl_stencil *s = &l->flow.row[mesh_at(&l->m, i, j)];
    for (int q = 0; q < EHL_BY; q++) {
        if (i + off_x[q] < 0) continue; /* of the first nodes: nothing is there */
        size_t o = mesh_at(&l->m, i + off_x[q], j + off_y[q]);
        s->H[q] = s->H[q] * r->dh[o] - s->P[q] * r->dP_a[o];
    }
}

bool ehl_rough_look(ehl_level *l, const double *P, const double *g, bool rows) {
    ehl_rough_nodes *r = l->rough;
    for (size_t k = 0; k < mesh_nodes(&l->m); k++) {
        if (!ehl_rough_knows(r->law, g[k])) return false;
        ehl_rough_at at = ehl_rough_gap(r->law, g[k]);
        r->P_a[k] = at.P;
        r->dP_a[k] = at.dP;
        r->h[k] = at.h;
        r->dh[k] = at.dh;
        r->P_f[k] = P[k] - at.P;
    }
    ehl_point_flow_at(&l->flow, &l->m, r->P_f, r->h, rows);
    for (int j = 1; rows && j < l->m.ny; j++)
        for (int i = 1; i < l->m.nx; i++) turn_row(l, i, j);
    return true;
}

void ehl_rough_scale(ehl_level *l) {
    ehl_rough_nodes *r = l->rough;
    for (size_t k = 0; k < mesh_nodes(&l->m); k++) {
        r->stiff[k] = 1 - r->dP_a[k] * l->near[0][0];
        l->dg[k] = fmax(l->dg[k], 1e-300);
        r->scale[k] = l->dg[k] / r->stiff[k];
    }
}

void ehl_rough_choose(ehl_level *l) {
    ehl_rough_nodes *r = l->rough;
    for (int j = 1; j < l->m.ny; j++)
        for (int i = 1; i < l->m.nx; i++) {
            size_t k = mesh_at(&l->m, i, j);
            l->active[k] = 1;
            r->wet[k] = r->P_f[k] + l->flow.F[k] / r->scale[k] > 0;
        }
}

void ehl_rough_dry_rows(ehl_level *l) {
    const ehl_rough_nodes *r = l->rough;
    for (int j = 1; j < l->m.ny; j++)
        for (int i = 1; i < l->m.nx; i++) {
            size_t k = mesh_at(&l->m, i, j);
            if (r->wet[k]) continue;
            l->flow.row[k] = (ehl_stencil){.P = {1}, .H = {-r->dP_a[k]}};
            l->dg[k] = r->stiff[k];
        }
}
