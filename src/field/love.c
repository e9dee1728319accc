/* The influence of a rectangular cell under uniform pressure on the surface of a half-space (A. E. H. Love, Phil. Trans. R. Soc. A 228
 * (1929) 377): u = p/(pi E*) I,
 *
 *   I = int int dA/r = [[x arsinh(y/|x|) + y arsinh(x/|y|)]]   over the corners of the cell, seen from the point.
 *
 * Of four corner values of the size r log r a difference of the size dx dy/r is left: at 1000 cells 10 digits are gone. So the closed
 * form is used next to the cell only. From eight half diagonals on it is the multipole series
 *
 *   I = sum_n r^(-n-1) int s^n P_n(cos(phi - theta)) dA(s, theta),   P_n(cos g) = sum_k c_k c_(n-k) cos((n - 2k) g),
 *   c_k = (2k choose k)/4^k; odd n vanish, and with cos only,
 *
 * to n = 14: the rest is below (1/8)^16 = 4e-15. Oblong cells would need the closed form far away; they are cut into pieces that are
 * nearly square. All terms that are added have one sign. */
#include "love.h"

#include <math.h>

#include "base/constants.h"
#include "base/plane.h"

#define FAR2 64.0 /* square of the distance, in half diagonals, from which on the series is used */

enum { GAUSS = 8 }; /* points per side: exact for polynomials to degree 15 */

/* Nodes and weights on -1..1 by Newton's iteration on Legendre's polynomial. */
static void gauss_legendre(double x[GAUSS], double w[GAUSS]) {
    for (int i = 0; i < GAUSS; i++) {
        double z = cos(PI * (i + 0.75) / (GAUSS + 0.5)), slope = 1;
        for (int step = 0; step < 8; step++) {
            double p0 = 1, p1 = z;
            for (int n = 2; n <= GAUSS; n++) {
                double p2 = ((2 * n - 1) * z * p1 - (n - 1) * p0) / n;
                p0 = p1;
                p1 = p2;
            }
            slope = GAUSS * (z * p1 - p0) / (z * z - 1);
            z -= p1 / slope;
        }
        x[i] = z;
        w[i] = 2 / ((1 - z * z) * slope * slope);
    }
}

/* int s^n cos(m theta) dA over a rectangle with half sides a, b, in units of its half diagonal: s^n cos(m theta) is the polynomial
 * (x^2 + y^2)^((n - m)/2) Re (x + i y)^m. */
static double moment(const double x[GAUSS], const double w[GAUSS], double a, double b, int n, int m) {
    double sum = 0;
    for (int i = 0; i < GAUSS; i++)
        for (int j = 0; j < GAUSS; j++) {
            double u = a * x[i], v = b * x[j], re = 1, im = 0;
            for (int k = 0; k < m; k++) {
                double t = re * u - im * v;
                im = re * v + im * u;
                re = t;
            }
            for (int k = m; k < n; k += 2) re *= u * u + v * v;
            sum += w[i] * w[j] * re;
        }
    return sum * a * b;
}

/* Adds f T_j(t) to a polynomial in t; T_j of Chebyshev, cos(2 j phi) = T_j(cos 2 phi). */
static void add_chebyshev(double *poly, int j, double f) {
    double before[LOVE_ORDERS + 1] = {1}, now[LOVE_ORDERS + 1] = {0, 1};
    for (int k = 1; k < j; k++) {
        double next[LOVE_ORDERS + 1];
        for (int i = 0; i <= LOVE_ORDERS; i++) next[i] = (i ? 2 * now[i - 1] : 0) - before[i];
        for (int i = 0; i <= LOVE_ORDERS; i++) before[i] = now[i], now[i] = next[i];
    }
    for (int i = 0; i <= LOVE_ORDERS; i++) poly[i] += f * (j ? now[i] : before[i]);
}

static double central(int k) { /* c_k */
    double c = 1;
    for (int i = 1; i <= k; i++) c *= (2 * i - 1) / (2.0 * i);
    return c;
}

static void make_series(love_series *s, double dx, double dy) {
    double x[GAUSS], w[GAUSS], reach = plane_length(dx, dy) / 2, a = dx / 2 / reach, b = dy / 2 / reach;
    gauss_legendre(x, w);
    s->reach2 = reach * reach;
    for (int k = 0; k < LOVE_ORDERS; k++) {
        int n = 2 * k;
        for (int i = 0; i <= LOVE_ORDERS; i++) s->poly[k][i] = 0;
        for (int m = 0; m <= n; m += 2) {
            double f = (m ? 2 : 1) * central((n - m) / 2) * central((n + m) / 2);
            add_chebyshev(s->poly[k], m / 2, f * moment(x, w, a, b, n, m) * reach * reach);
        }
    }
}

/* Terms that are needed at (r/reach)^2 = q >= 64: (1/q)^k below 1e-16. */
static int orders_at(double q) {
    static const double from[] = {1e8, 2.2e5, 1e4, 1600, 465, 194}; /* q^k = 1e16 */
    int k = 2;
    while (k < LOVE_ORDERS && q < from[k - 2]) k++;
    return k;
}

static double far(const love_series *s, double x, double y) {
    double r2 = x * x + y * y, t = (x * x - y * y) / r2, u = s->reach2 / r2, sum = 0;
    for (int k = orders_at(1 / u) - 1; k >= 0; k--) {
        double p = s->poly[k][k];
        for (int i = k - 1; i >= 0; i--) p = p * t + s->poly[k][i];
        sum = sum * u + p;
    }
    return sum / sqrt(r2);
}

static double corner(double x, double y) {
    return (x != 0 ? x * asinh(y / fabs(x)) : 0) + (y != 0 ? y * asinh(x / fabs(y)) : 0);
}

static double near(double x, double y, double dx, double dy) {
    double a = dx / 2, b = dy / 2;
    return (corner(x + a, y + b) - corner(x - a, y + b)) - (corner(x + a, y - b) - corner(x - a, y - b));
}

void love_make(love *l, double dx, double dy) {
    *l = (love){.dx = dx, .dy = dy, .split_x = 1, .split_y = 1};
    if (dx > 1.5 * dy) l->split_x = (int)fmin(dx / dy + 0.5, 1e4);
    if (dy > 1.5 * dx) l->split_y = (int)fmin(dy / dx + 0.5, 1e4);
    make_series(&l->cell, dx, dy);
    make_series(&l->piece, dx / l->split_x, dy / l->split_y);
}

double love_at(const love *l, long i, long j) {
    double x = fabs((double)i) * l->dx, y = fabs((double)j) * l->dy;
    if (x * x + y * y >= FAR2 * l->cell.reach2) return far(&l->cell, x, y);
    double a = l->dx / l->split_x, b = l->dy / l->split_y, sum = 0;
    for (int p = 0; p < l->split_x; p++)
        for (int q = 0; q < l->split_y; q++) {
            double u = x + (p - 0.5 * (l->split_x - 1)) * a, v = y + (q - 0.5 * (l->split_y - 1)) * b;
            sum += u * u + v * v >= FAR2 * l->piece.reach2 ? far(&l->piece, u, v) : near(u, v, a, b);
        }
    return sum;
}
