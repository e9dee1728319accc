#include "layers.h"

#include <math.h>
#include <string.h>

/* Edges of the layers as y = k'/k, and what lies below them: I(y) = n integral of (1 - y^p), p = 1/(n - 1), I(1) = 1. */
typedef struct edges {
    double y[ABUT_LAYERS + 1], I[ABUT_LAYERS + 1], dI[ABUT_LAYERS + 1]; /* dI by y */
} edges;

static edges edges_of(const abut_normal *n, double reach) {
    double p = 1 / (n->exponent - 1), step = reach > 0 ? reach / (ABUT_LAYERS * n->k) : 1;
    edges e = {0};
    for (int i = 1; i <= ABUT_LAYERS; i++) {
        double y = i < ABUT_LAYERS ? fmin(i * step, 1) : 1, power = y < 1 ? p == 2 ? y * y : pow(y, p) : 1;
        e.y[i] = y;
        e.I[i] = n->exponent * y * (1 - power / (p + 1));
        e.dI[i] = n->exponent * (1 - power);
    }
    return e;
}

/* Change of an edge (or, with dI, of what lies below) by that of ln k: edges stand at fixed k'. */
static double moves(const edges *e, int i) { return e->y[i] < 1 ? -e->y[i] : 0; }

static const int normal_row[] = {[PULL_H] = 0, [PULL_P] = 2, [PULL_Q] = 3, [PULL_HDOT] = 1};

typedef struct layer {
    double part, share;   /* of the stiffness, of the normal force */
    double dpart, dshare; /* by ln k */
    double X[2], size;    /* N, trial force */
    double limit;
} layer;

/* Rows of one layer: X, or where it slips limit X/|X|. */
static void add_rows(const layers_spring *c, const abut_patch *p, const abut_normal *n, const layer *l, double f,
                     bool slips, layers_pull *out) {
    const double *g = p->past->g;
    double e[2] = {0, 0}, gain = 1;
    if (slips) {
        gain = l->size > 0 ? l->limit / l->size : 0;
        for (int j = 0; j < 2 && l->size > 0; j++) e[j] = l->X[j] / l->size;
    }
    for (int i = 0; i < PULL_ROWS; i++) {
        double dX[2] = {0, 0}, dlimit = 0, ln_k = i <= PULL_Q && n->k > 0 ? n->dk[i] / n->k : 0;
        if (i <= PULL_Q)
            for (int j = 0; j < 2; j++) dX[j] = -(l->part * c->dc[i][j] + l->dpart * ln_k * c->c[j]) * g[j];
        if (i == PULL_G1 || i == PULL_G2) dX[i - PULL_G1] = -l->part * c->c[i - PULL_G1];
        if (i == PULL_PHI)
            for (int j = 0; j < 2; j++) dX[j] = -l->part * (c->c[0] - c->c[1]) * g[1 - j];
        if (i < PULL_G1) dlimit = f * (l->share * n->dN[normal_row[i]] + l->dshare * ln_k * n->N);
        double along = slips ? e[0] * dX[0] + e[1] * dX[1] : 0;
        for (int j = 0; j < 2; j++) out->row[i][j] += gain * (dX[j] - along * e[j]) + dlimit * e[j];
    }
}

static layer layer_of(const layers_spring *c, const abut_patch *p, const abut_normal *n, const edges *e, int i,
                      double f) {
    const abut_friction_past *past = p->past;
    layer l = {.part = e->y[i + 1] - e->y[i],
               .share = e->I[i + 1] - e->I[i],
               .dpart = moves(e, i + 1) - moves(e, i),
               .dshare = e->dI[i + 1] * moves(e, i + 1) - e->dI[i] * moves(e, i)};
    for (int j = 0; j < 2; j++) l.X[j] = past->layer[i][j] - l.part * c->c[j] * past->g[j];
    l.size = sqrt(l.X[0] * l.X[0] + l.X[1] * l.X[1]);
    l.limit = f * l.share * n->N;
    return l;
}

/* One spring, without a limit. */
static void whole(const layers_spring *c, const abut_patch *p, layers_pull *out) {
    const abut_friction_past *past = p->past;
    for (int j = 0; j < 2; j++) {
        out->S[j] = past->kept[j] - c->c[j] * past->g[j];
        for (int i = 0; i <= PULL_Q; i++) out->row[i][j] = -c->dc[i][j] * past->g[j];
        out->row[PULL_G1 + j][j] = -c->c[j];
    }
}

void layers_pull_of(const layers_spring *c, const abut_patch *p, const abut_normal *n, double f, bool derivatives,
                    layers_pull *out) {
    memset(out, 0, sizeof *out);
    if (c->whole) {
        whole(c, p, out);
        return;
    }
    edges e = edges_of(n, p->past->reach);
    out->margin = -INFINITY;
    for (int i = 0; i < ABUT_LAYERS && e.y[i] < 1; i++) {
        layer l = layer_of(c, p, n, &e, i, f);
        bool slips = l.size > l.limit;
        double scale = slips ? l.limit / l.size : 1;
        out->share[i] = l.share;
        for (int j = 0; j < 2; j++) out->S[j] += out->T[i][j] = scale * l.X[j];
        if (l.share > 0) out->margin = fmax(out->margin, (l.limit - l.size) / l.share);
        if (derivatives) add_rows(c, p, n, &l, f, slips, out);
    }
}

/* Two layers become one until they reach as far as the stiffness does. */
static void widen(const abut_normal *n, abut_friction_past *next) {
    if (!(next->reach > 0)) next->reach = 1.4 * n->k; /* a contact at rest is far from both ends of a layer */
    for (; next->reach < n->k; next->reach *= 2)
        for (int i = 0; i < ABUT_LAYERS; i++)
            for (int j = 0; j < 2; j++)
                next->layer[i][j] = 2 * i < ABUT_LAYERS ? next->layer[2 * i][j] + next->layer[2 * i + 1][j] : 0;
}

void layers_keep(const layers_pull *pull, const abut_normal *n, abut_friction_past *next) {
    memcpy(next->layer, pull->T, sizeof next->layer);
    widen(n, next);
}

void layers_spread(const double T[2], const abut_normal *n, abut_friction_past *next) {
    widen(n, next);
    edges e = edges_of(n, next->reach);
    for (int i = 0; i < ABUT_LAYERS; i++)
        for (int j = 0; j < 2; j++) next->layer[i][j] = (e.I[i + 1] - e.I[i]) * T[j];
}
