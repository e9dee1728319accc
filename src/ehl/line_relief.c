/* A height profile over the nodes of a line contact. */
#include <math.h>

#include "abut/ehl.h"

typedef struct profile {
    const double *z;
    size_t count;
} profile;

/* Linear between the middles of the cells; `place` in cells from the middle of the first. */
static double height(const profile *p, double place) {
    double n = (double)p->count, turn = place - floor(place / n) * n, whole = floor(turn), part = turn - whole;
    size_t at = (size_t)whole % p->count;
    return (1 - part) * p->z[at] + part * p->z[(at + 1) % p->count];
}

/* The mean from one place to another, exactly: it is straight between the middles. */
static double mean(const profile *p, double from, double to) {
    double sum = 0, here = height(p, from);
    for (double at = from; at < to;) {
        double next = fmin(floor(at) + 1, to), there = height(p, next);
        sum += 0.5 * (next - at) * (here + there);
        at = next;
        here = there;
    }
    return sum / (to - from);
}

void abut_ehl_line_relief(const abut_ehl_line_result *r, const abut_heights *map, size_t row, const abut_ehl_relief *at,
                          double *relief) {
    const profile p = {map->z + row * map->nx, map->nx};
    double cells = (double)map->nx / map->lx, unit = at->share * at->R / (at->a * at->a);
    for (int i = 0; i < r->count; i++) {
        double low = i > 0 ? 0.5 * (r->X[i - 1] + r->X[i]) : r->X[i],
               high = i < r->count - 1 ? 0.5 * (r->X[i] + r->X[i + 1]) : r->X[i];
        double from = (at->a * low - at->moved) * cells - 0.5, to = (at->a * high - at->moved) * cells - 0.5;
        relief[i] = -unit * mean(&p, from, to);
    }
}
