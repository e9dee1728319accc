#include "line_grid.h"

#include <math.h>
#include <stddef.h>

#include "base/constants.h"

/* ---- nodes ---- */
enum { PARTS = 4 };
static const double reach = 1.1; /* of the nodes for waves */
typedef struct crowd {           /* one part of the density */
    double share, at, width;     /* width 0: even; below 0: even over |X - at| < -width */
} crowd;

static double crowd_sum(const crowd *c, double x) {
    if (c->width < 0) return fmin(fmax(x - c->at, c->width), -c->width);
    return c->width > 0 ? asinh((x - c->at) / c->width) : x;
}
static double crowd_rate(const crowd *c, double x) {
    if (c->width < 0) return fabs(x - c->at) < -c->width ? 1 : 0;
    return c->width > 0 ? 1 / sqrt((x - c->at) * (x - c->at) + c->width * c->width) : 1;
}

/* The X up to which a share s of all nodes lies, by Newton's method inside of a bracket. */
static double node_at(const crowd c[PARTS], double from, double to, double s, double x) {
    double low = from, high = to;
    for (int k = 0; k < 60; k++) {
        double sum = -s, rate = 0;
        for (int p = 0; p < PARTS; p++) {
            double whole = crowd_sum(&c[p], to) - crowd_sum(&c[p], from);
            sum += c[p].share * (crowd_sum(&c[p], x) - crowd_sum(&c[p], from)) / whole;
            rate += c[p].share * crowd_rate(&c[p], x) / whole;
        }
        if (sum > 0)
            high = x;
        else
            low = x;
        double next = x - sum / rate;
        if (!(next > low && next < high)) next = 0.5 * (low + high);
        if (fabs(next - x) < 1e-14 * (to - from)) return next;
        x = next;
    }
    return x;
}

static void place_nodes(ehl_line_grid *g, double from, double to, double H_c, double inside, bool even) {
    double width = fmin(cbrt(H_c * H_c), 4), rest = 1 - inside;
    const double before = even ? 0.425 : 0.55, behind = even ? 0.425 : 0.30, blunt = even ? 0.25 : 0.5;
    const crowd c[PARTS] = {
        {0.15 * rest, 0, 0}, {before * rest, -1, 0.25 * width}, {behind * rest, 1, blunt * width}, {inside, 0, -reach}};
    g->x[0] = from;
    g->x[g->n] = to;
    for (int i = 1; i < g->n; i++) g->x[i] = node_at(c, from, to, (double)i / g->n, g->x[i - 1]);
    for (int i = 0; even && 2 * i <= g->n; i++) {
        double x = 0.5 * (g->x[i] - g->x[g->n - i]);
        g->x[i] = x;
        g->x[g->n - i] = -x;
    }
    for (int i = 0; i < g->n; i++) g->h[i] = g->x[i + 1] - g->x[i];
}

/* ---- deformation ---- */
static double bowl(double x) { return x == 0 ? 0 : x * x * (0.5 * log(fabs(x)) - 0.75); }

static void deform(ehl_line_grid *g) {
    size_t N = (size_t)g->n + 1;
    for (size_t j = 0; j < N; j++)
        for (size_t k = 0; k <= j; k++) g->G[j * N + k] = g->G[k * N + j] = bowl(g->x[j] - g->x[k]);
    for (size_t k = 0; k < N; k++) g->K[k] = g->K[(N - 1) * N + k] = 0;
    for (size_t j = 1; j + 1 < N; j++) {
        double left = 1 / (PI * g->h[j - 1]), right = 1 / (PI * g->h[j]), both = left + right;
        const double *a = g->G + (j - 1) * N, *b = g->G + j * N, *c = g->G + (j + 1) * N;
        for (size_t k = 0; k < N; k++) g->K[j * N + k] = both * b[k] - left * a[k] - right * c[k];
    }
}

void ehl_line_grid_place(ehl_line_grid *g, double from, double to, double H_c, double inside, bool even) {
    place_nodes(g, from, to, H_c, inside, even);
    deform(g);
}
