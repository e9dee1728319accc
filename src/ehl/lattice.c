/* Between nodes, quantities are interpolated by cubics through four of them in each direction (cubic convolution):
 *   w(s) = (-s + 2 s^2 - s^3)/2, 1 + (-5 s^2 + 3 s^3)/2, (s + 4 s^2 - 3 s^3)/2, (-s^2 + s^3)/2
 * (R. G. Keys, IEEE Trans. ASSP 29 (1981) 1153, recalled): continuous with their slopes, exact for polynomials of second degree. In the last direction a place
 * on a node needs that layer alone, and has no slope. A node is found once, from its place alone, so that the
 * interpolation is one function whatever was asked before. */
#include "lattice.h"

#include <math.h>
#include <string.h>

static lattice_node *node_at(lattice *l, const int at[LATTICE_AXES]) {
    unsigned hash = (unsigned)at[0] * 73856093U ^ (unsigned)at[1] * 19349663U ^ (unsigned)at[2] * 83492791U;
    for (unsigned i = 0; i < LATTICE_MOST; i++) {
        lattice_node *k = &l->node[(hash + i) % LATTICE_MOST];
        if (k->known && !memcmp(k->at, at, sizeof k->at)) return k;
        if (k->known) continue;
        memcpy(k->at, at, sizeof k->at);
        const double x[] = {l->spacing[0] * at[0], l->spacing[1] * at[1], l->spacing[2] * at[2]};
        k->known = true;
        k->good = l->find(l->user, x, k->value);
        return k;
    }
    return NULL;
}

/* One without values counts as its neighbour towards the middle. */
static const lattice_node *usable(lattice *l, const int wanted[LATTICE_AXES], const int middle[LATTICE_AXES]) {
    int at[LATTICE_AXES] = {wanted[0], wanted[1], wanted[2]};
    const lattice_node *n = node_at(l, at);
    for (int tries = 0; tries < 3 && n && !n->good; tries++) {
        for (int a = 0; a < LATTICE_AXES; a++) at[a] += (at[a] < middle[a]) - (at[a] > middle[a]);
        n = node_at(l, at);
    }
    return n && n->good ? n : NULL;
}

typedef struct span {
    int first, count;
    double w[4], slope[4];
} span;

static span span_of(double x, double step) {
    double t = x / step, left = floor(t), s = t - left;
    return (span){(int)left - 1,
                  4,
                  {(-s + 2 * s * s - s * s * s) / 2, 1 + (-5 * s * s + 3 * s * s * s) / 2,
                   (s + 4 * s * s - 3 * s * s * s) / 2, (-s * s + s * s * s) / 2},
                  {(-1 + 4 * s - 3 * s * s) / (2 * step), (-10 * s + 9 * s * s) / (2 * step),
                   (1 + 8 * s - 9 * s * s) / (2 * step), (-2 * s + 3 * s * s) / (2 * step)}};
}

static span layer_of(double x, double step) {
    double t = x / step, near = rint(t);
    return fabs(t - near) < 1e-9 ? (span){(int)near, 1, {1}, {0}} : span_of(x, step);
}

bool lattice_look(lattice *l, const double x[LATTICE_AXES], int quantity, lattice_value *out) {
    const double *step = l->spacing;
    span m = span_of(x[0], step[0]), n = span_of(x[1], step[1]), d = layer_of(x[2], step[2]);
    const int middle[] = {(int)rint(x[0] / step[0]), (int)rint(x[1] / step[1]), (int)rint(x[2] / step[2])};
    *out = (lattice_value){0};
    for (int q = 0; q < m.count * n.count * d.count; q++) {
        int i = q % m.count, j = q / m.count % n.count, k = q / (m.count * n.count);
        const lattice_node *node = usable(l, (const int[]){m.first + i, n.first + j, d.first + k}, middle);
        if (!node) return false;
        double value = node->value[quantity];
        out->value += m.w[i] * n.w[j] * d.w[k] * value;
        out->by[0] += m.slope[i] * n.w[j] * d.w[k] * value;
        out->by[1] += m.w[i] * n.slope[j] * d.w[k] * value;
        out->by[2] += m.w[i] * n.w[j] * d.slope[k] * value;
    }
    return true;
}
