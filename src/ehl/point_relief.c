/* A height map over the nodes of an elliptic contact. */
#include <math.h>

#include "abut/ehl.h"

/* The cell before a place, in cells from the middle of the first one, of a row of `count` that goes on at its other end. */
static size_t before(double place, size_t count, double *part) {
    *part = 0;
    if (isinf(place)) return 0; /* farther than numbers go */
    double turn = place - floor(place / (double)count) * (double)count, whole = floor(turn);
    *part = turn - whole;
    return whole >= 0 && whole < (double)count ? (size_t)whole : 0; /* far away its cells are lost in rounding */
}

void abut_ehl_point_relief(const abut_ehl_point_result *r, const abut_heights *map, const abut_ehl_relief *at,
                           double *relief) {
    double unit = at->share * at->R / (at->a * at->a);
    for (int j = 0; j < r->ny; j++)
        for (int i = 0; i < r->nx; i++) {
            double s, t, x = at->a * (r->x0 + i * r->hx) - at->moved, y = at->a * (r->y0 + j * r->hy);
            size_t c = before(x / map->lx * (double)map->nx - 0.5, map->nx, &s),
                   d = before(y / map->ly * (double)map->ny - 0.5, map->ny, &t);
            const double *low = map->z + d * map->nx, *high = map->z + (d + 1) % map->ny * map->nx;
            size_t next = (c + 1) % map->nx;
            double z = (1 - t) * ((1 - s) * low[c] + s * low[next]) + t * ((1 - s) * high[c] + s * high[next]);
            relief[(size_t)j * (size_t)r->nx + (size_t)i] = -unit * z;
        }
}
