#include "layers.h"

#include <math.h>
#include <string.h>

/* Edges of the layers as y = k'/k, and what lies below them: I(y) = n integral of (1 - y^p), p = 1/(n - 1), I(1) = 1. */
typedef struct edges {
    double y[ABUT_LAYERS + 1], I[ABUT_LAYERS + 1], dI[ABUT_LAYERS + 1]; /* dI by y */
} edges;

static inline void edges_of(const abut_normal *n, double reach, edges *e) {
    double p = 1 / (n->exponent - 1), step = reach > 0 ? reach / (ABUT_LAYERS * n->k) : 1, power[ABUT_LAYERS + 1];
    for (int i = 0; i <= ABUT_LAYERS; i++) e->y[i] = i * step < 1 ? i * step : 1;
    e->y[0] = 0; /* whatever the step */
    e->y[ABUT_LAYERS] = 1;
    if (p == 2) /* Hertz: plain loops, which become vectors */
        for (int i = 0; i <= ABUT_LAYERS; i++) power[i] = e->y[i] * e->y[i];
    else
        for (int i = 0; i <= ABUT_LAYERS; i++) power[i] = pow(e->y[i], p);
    double part = 1 / (p + 1);
    for (int i = 0; i <= ABUT_LAYERS; i++) e->I[i] = n->exponent * e->y[i] * (1 - power[i] * part);
    for (int i = 0; i <= ABUT_LAYERS; i++) e->dI[i] = n->exponent * (1 - power[i]);
}

/* Change of an edge (or, with dI, of what lies below) by that of ln k: edges stand at fixed k'. */
static double moves(const edges *e, int i) { return e->y[i] < 1 ? -e->y[i] : 0; }

static const int normal_row[] = {[PULL_H] = 0, [PULL_P] = 2, [PULL_Q] = 3, [PULL_HDOT] = 1};

/* All layers: parts of the stiffness, trial forces with their sizes and limits. Shares of the normal force are in layers_pull. */
typedef struct layers {
    double part[ABUT_LAYERS], X[ABUT_LAYERS][2], size[ABUT_LAYERS], limit[ABUT_LAYERS]; /* N but for the first */
} layers;

/* Rows of layer m: X, or where it slips limit X/|X|. */
static void add_rows(const layers_spring *c, const abut_patch *p, const abut_normal *n, const edges *y, const layers *l,
                     int m, double f, layers_pull *out) {
    const double *g = p->past->g;
    double e[2] = {0, 0}, gain = 1, part = l->part[m]; /* dpart, dshare: by ln k */
    double dpart = moves(y, m + 1) - moves(y, m), dshare = y->dI[m + 1] * moves(y, m + 1) - y->dI[m] * moves(y, m);
    bool slips = l->size[m] > l->limit[m];
    if (slips) {
        gain = l->limit[m] / l->size[m];
        for (int j = 0; j < 2; j++) e[j] = l->X[m][j] / l->size[m];
    }
    for (int i = 0; i < PULL_ROWS; i++) {
        double dX[2] = {0, 0}, dlimit = 0, ln_k = i <= PULL_Q && n->k > 0 ? n->dk[i] / n->k : 0;
        if (i <= PULL_Q)
            for (int j = 0; j < 2; j++) dX[j] = -(part * c->dc[i][j] + dpart * ln_k * c->c[j]) * g[j];
        if (i == PULL_G1 || i == PULL_G2) dX[i - PULL_G1] = -part * c->c[i - PULL_G1];
        if (i == PULL_PHI)
            for (int j = 0; j < 2; j++) dX[j] = -part * (c->c[0] - c->c[1]) * g[1 - j];
        if (i < PULL_G1) dlimit = f * (out->share[m] * n->dN[normal_row[i]] + dshare * ln_k * n->N);
        double along = slips ? e[0] * dX[0] + e[1] * dX[1] : 0;
        for (int j = 0; j < 2; j++) out->row[i][j] += gain * (dX[j] - along * e[j]) + dlimit * e[j];
    }
}

/* Forces of all layers, one plain loop after the other, which become vectors. A layer beyond the stiffness of now has no limit
 * left, and no force. */
static inline void pull_layers(const layers_spring *c, const abut_patch *p, const abut_normal *n, const edges *e,
                               double f, layers *l, layers_pull *out) {
    const abut_friction_past *past = p->past;
    double sum0[ABUT_LAYERS], sum1[ABUT_LAYERS], margin[ABUT_LAYERS], fN = f * n->N;
    double push0 = c->c[0] * past->g[0], push1 = c->c[1] * past->g[1];
    for (int i = 0; i < ABUT_LAYERS; i++) {
        double part = e->y[i + 1] - e->y[i], share = e->I[i + 1] - e->I[i], limit = fN * share;
        double x = past->layer[i][0] - part * push0, y = past->layer[i][1] - part * push1, size = sqrt(x * x + y * y);
        double scale = size > limit ? limit / size : 1;
        l->part[i] = part;
        l->X[i][0] = x;
        l->X[i][1] = y;
        l->size[i] = size;
        l->limit[i] = limit;
        out->share[i] = share;
        out->T[i][0] = sum0[i] = scale * x;
        out->T[i][1] = sum1[i] = scale * y;
        margin[i] = share > 0 ? (limit - size) / share : -INFINITY;
    }
    out->S[0] = out->S[1] = 0;
    out->margin = -INFINITY;
    for (int i = 0; i < ABUT_LAYERS; i++) {
        out->S[0] += sum0[i];
        out->S[1] += sum1[i];
        out->margin = margin[i] > out->margin ? margin[i] : out->margin;
    }
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
    if (c->whole) {
        memset(out, 0, sizeof *out);
        whole(c, p, out);
        return;
    }
    edges e;
    layers l;
    edges_of(n, p->past->reach, &e);
    pull_layers(c, p, n, &e, f, &l, out);
    if (!derivatives) return;
    memset(out->row, 0, sizeof out->row);
    for (int i = 0; i < ABUT_LAYERS && e.y[i] < 1; i++) add_rows(c, p, n, &e, &l, i, f, out);
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
    edges e;
    edges_of(n, next->reach, &e);
    for (int i = 0; i < ABUT_LAYERS; i++)
        for (int j = 0; j < 2; j++) next->layer[i][j] = (e.I[i + 1] - e.I[i]) * T[j];
}
