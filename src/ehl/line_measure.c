/* What a solved line contact shows: central and least film, greatest pressure, rolling resistance. */
#include <math.h>

#include "line.h"

/* ---- values between the nodes: Fritsch and Butland's slopes ---- */
static double slope(const ehl_line_grid *g, const double *v, int i) {
    if (i <= 0 || i >= g->n) return 0;
    double before = g->h[i - 1], behind = g->h[i];
    double a = (v[i] - v[i - 1]) / before, b = (v[i + 1] - v[i]) / behind;
    if (!(a * b > 0)) return 0;
    return 3 * (before + behind) / ((2 * behind + before) / a + (behind + 2 * before) / b);
}

/* The cell that x lies in. */
static int cell_of(const ehl_line_grid *g, double x) {
    int low = 0, high = g->n;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (g->x[middle] <= x)
            low = middle;
        else
            high = middle;
    }
    return low;
}

double ehl_line_at(const ehl_line_grid *g, const double *v, double x) {
    int i = cell_of(g, x);
    double h = g->h[i], s = (x - g->x[i]) / h, r = 1 - s;
    return r * r * ((1 + 2 * s) * v[i] + s * h * slope(g, v, i)) +
           s * s * ((1 + 2 * r) * v[i + 1] - r * h * slope(g, v, i + 1));
}

/* ---- films ---- */
/* Where the pressure first stops to rise: the zero of the slope between the middles of the two cells beside that node. */
static double centre(const ehl_line_level *l) {
    const ehl_line_grid *g = &l->grid;
    const double *P = l->y.P;
    int i = 1;
    while (i < g->n - 1 && !(P[i] > 0)) i++; /* where the film forms */
    while (i < g->n - 1 && P[i + 1] > P[i]) i++;
    double rise = (P[i] - P[i - 1]) / g->h[i - 1], fall = (P[i] - P[i + 1]) / g->h[i];
    double from = g->x[i] - 0.5 * g->h[i - 1], to = g->x[i] + 0.5 * g->h[i];
    return rise + fall > 0 ? from + (to - from) * rise / (rise + fall) : g->x[i];
}

/* The least value: that of the parabola through the least node and its neighbours. Where it would lower the node by a tenth the grid does not
 * resolve the constriction behind the contact, and the parabola may cross zero: then the node itself. */
static double least_film(const ehl_line_level *l) {
    const ehl_line_grid *g = &l->grid;
    const double *H = l->y.H;
    int i = 1;
    for (int k = 2; k < g->n; k++)
        if (H[k] < H[i]) i = k;
    double a = (H[i] - H[i - 1]) / g->h[i - 1], b = (H[i + 1] - H[i]) / g->h[i], both = g->h[i - 1] + g->h[i];
    double bend = 2 * (b - a) / both, tilt = (a * g->h[i] + b * g->h[i - 1]) / both; /* second and first derivative */
    double lower = bend > 0 ? 0.5 * tilt * tilt / bend : 0;
    return lower < 0.1 * H[i] ? H[i] - lower : H[i];
}

abut_ehl_line_result ehl_line_measure(const ehl_line_level *l, double moes) {
    const ehl_line_grid *g = &l->grid;
    const double *P = l->y.P, *H = l->y.H;
    double x_c = centre(l);
    abut_ehl_line_result r = {
        .H_c = moes * ehl_line_at(g, H, x_c),
        .H_min = moes * least_film(l),
        .H_0 = moes * ehl_line_at(g, H, 0),
        .error_c = NAN,
        .error_min = NAN,
        .x_c = x_c,
        .offset = l->y.H0,
        .residual = l->newton.residual,
        .steps = l->newton.steps,
        .count = g->n + 1,
        .X = g->x,
        .P = P,
        .H = H,
    };
    for (int i = 0; i <= g->n; i++) r.p_max = fmax(r.p_max, P[i]);
    for (int i = 1; i < g->n; i++) r.load += 0.5 * (g->h[i - 1] + g->h[i]) * P[i];
    for (int i = 0; i < g->n; i++) r.rolling += 0.5 * (H[i] + H[i + 1]) * (P[i + 1] - P[i]);
    return r;
}
