/* Solutions are dear, and S varies slowly but about the bend. A large table solves all nodes of slender ellipses only, D < 0.1. Of the others it
 * solves all up to and about the bend (x < 1) and all of the first two L, beyond it every second one in L and in x. The rest:
 *   in x     the cubic through the four nearest nodes,
 *   in L     the cubic through the four nearest nodes with an even place, plus what that cubic lacks at the same x and L in the last slender layer; where
 *            the circles have it, too, what lacks is linear in the number of the layer.
 * Chosen by cross-validation on the three slender layers of the table of the library: odd nodes in L come out to 0.17 % of the central film at worst
 * from the layers on both sides, 0.6 % from one two layers away, 1.1 % by the cubic alone; in x, away from the bend, to 0.05 %.
 * Corners beyond the hull: straight on from the last two nodes of a row of x. */
#include "table_thin.h"

#include <math.h>

static const double slender = -2.302585092994046; /* ln 0.1 */
static const double near_bend = 1;

static double step(double low, double high, unsigned n, size_t i) { return low + (high - low) * (double)i / (n - 1); }

static bool large(const table_part *p) {
    return p->width > 0 && p->n[TABLE_M] >= 16 && p->n[TABLE_L] >= 9 && p->n[TABLE_L] % 2 == 1 && p->n[TABLE_D] >= 5 &&
           p->low[TABLE_D] < slender;
}

static bool dense(const table_part *p, size_t k) {
    return step(p->low[TABLE_D], p->high[TABLE_D], p->n[TABLE_D], k) < slender;
}

bool ehl_table_thin(const table_part *p, size_t i, size_t j, size_t k) {
    if (!large(p) || dense(p, k)) return false;
    bool heavy = step(p->from, p->to, p->n[TABLE_M], i) >= near_bend;
    return heavy && j > 1 && (i % 2 == 1 || j % 2 == 1);
}

/* The cubic through the four nearest known values of a line, two on each side if there are. */
static double cubic(const double *v, size_t stride, const bool *known, size_t known_stride, size_t n, size_t at) {
    size_t place[4], count = 0, low = at, high = at;
    for (int side = 0; count < 4 && (low > 0 || high + 1 < n); side++) {
        size_t *i = side % 2 ? &high : &low;
        bool ends = side % 2 ? high + 1 >= n : low == 0;
        while (!ends) {
            *i += side % 2 ? 1 : (size_t)-1;
            ends = side % 2 ? high + 1 >= n : low == 0;
            if (!known[*i * known_stride]) continue;
            place[count++] = *i;
            break;
        }
    }
    double sum = 0;
    for (size_t a = 0; a < count; a++) {
        double w = 1;
        for (size_t b = 0; b < count; b++)
            if (b != a) w *= ((double)at - (double)place[b]) / ((double)place[a] - (double)place[b]);
        sum += w * v[place[a] * stride];
    }
    return sum;
}

/* A row of x: what lies between solved nodes, then straight on. */
static void fill_row(double *v, const bool *solved, double *doubt, size_t n) {
    size_t first = 0, last = n - 1;
    while (first < n && !solved[first]) first++;
    while (last > first && !solved[last]) last--;
    if (last <= first) return;
    for (size_t i = first + 1; i < last; i++) {
        if (solved[i]) continue;
        v[i] = cubic(v, 1, solved, 1, n, i);
        doubt[i] = solved[i - 1] && solved[i + 1] ? 0.1 * fabs(v[i] - 0.5 * (v[i - 1] + v[i + 1])) : 0;
    }
    for (size_t i = first; i-- > 0;) v[i] = 2 * v[i + 1] - v[i + 2];
    for (size_t i = last + 1; i < n; i++) v[i] = 2 * v[i - 1] - v[i - 2];
}

void ehl_table_fill(const table_part *p, const bool *solved, double *v, double *doubt) {
    size_t nl = p->n[TABLE_L], nd = p->n[TABLE_D], row = p->n[TABLE_M] + 2, layer = row * (nl + 2), last = 0;
    bool even[TABLE_MOST], thin = large(p);
    for (size_t j = 0; j < nl; j++) even[j] = j % 2 == 0;
    for (size_t k = 0; k < nd; k++) {
        if (thin && dense(p, k)) last = k;
        for (size_t j = 0; j < nl; j++) {
            size_t at = k * layer + j * row;
            if (!thin || dense(p, k) || even[j]) fill_row(v + at, solved + at, doubt + at, p->n[TABLE_M]);
        }
    }
    for (size_t k = last + 1; thin && k < nd; k++)
        for (size_t j = 1; j < nl; j += 2)
            for (size_t i = 0; i < p->n[TABLE_M]; i++) {
                size_t here = k * layer + j * row + i, below = last * layer + j * row + i,
                       above = (nd - 1) * layer + j * row + i;
                if (solved[here]) continue;
                double lacks = v[below] - cubic(v + last * layer + i, row, even, 1, nl, j), share = 0, other = 0;
                if (k + 1 < nd && solved[above]) {
                    other = v[above] - cubic(v + (nd - 1) * layer + i, row, even, 1, nl, j) - lacks;
                    share = (double)(k - last) / (double)(nd - 1 - last);
                }
                v[here] = cubic(v + k * layer + i, row, even, 1, nl, j) + lacks + share * other;
                doubt[here] = 0.3 * fabs(lacks + share * other);
            }
}
