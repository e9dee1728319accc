/* Cerruti's integrals over a rectangle. Near it the closed forms: with X, Y over the corners, signs + at (X2, Y2), (X1, Y1),
 *
 *   X^2/r^3: Y asinh(X/|Y|)    Y^2/r^3: X asinh(Y/|X|)    X Y/r^3: -r    X/r^2: Y ln r + X atan(Y/X)
 *
 * with differences of r and ln r taken before they cancel. Differences of the other terms lose about (r/h)^2 of the digits; so from
 * eight cells on it is Gauss' rule, whose error falls as (h/2r)^(2n) with n points per side: 1e-14 where each n begins. */
#include "cerruti.h"

#include <math.h>
#include <stddef.h>

#include "base/constants.h"
#include "base/plane.h"

elastic_pair elastic_pair_of(double G1, double nu1, double G2, double nu2) {
    double c1 = 1 / G1, c2 = 1 / G2, G = 2 / (c1 + c2);
    return (elastic_pair){
        .G = G,
        .nu = 0.5 * G * (nu1 * c1 + nu2 * c2),
        .K = 0.25 * G * ((1 - 2 * nu1) * c1 - (1 - 2 * nu2) * c2),
    };
}

/* ---- closed forms ---- */

/* Y^2/r^3: the sum over the corners of X asinh(Y/|X|). */
static double side(double X1, double X2, double Y1, double Y2) {
    double sum = 0;
    if (X2 != 0) sum += X2 * (asinh(Y2 / fabs(X2)) - asinh(Y1 / fabs(X2)));
    if (X1 != 0) sum -= X1 * (asinh(Y2 / fabs(X1)) - asinh(Y1 / fabs(X1)));
    return sum;
}

/* Y ln(r(X2, Y)/r(X1, Y)), square = X2^2 - X1^2. */
static double strip(double X1, double square, double Y) {
    return Y == 0 ? 0 : 0.5 * Y * log1p(square / (X1 * X1 + Y * Y));
}

/* X (atan(Y2/X) - atan(Y1/X)) */
static double angle(double X, double Y1, double Y2) { return X == 0 ? 0 : X * (atan(Y2 / X) - atan(Y1 / X)); }

/* X/r^2 */
static double slope(double X1, double X2, double Y1, double Y2) {
    double square = (X2 - X1) * (X2 + X1);
    return strip(X1, square, Y2) - strip(X1, square, Y1) + angle(X2, Y1, Y2) - angle(X1, Y1, Y2);
}

static cerruti closed(double x, double y, double hx, double hy) {
    double X1 = x - hx / 2, X2 = x + hx / 2, Y1 = y - hy / 2, Y2 = y + hy / 2;
    double r11 = plane_length(X1, Y1), r12 = plane_length(X1, Y2), r21 = plane_length(X2, Y1),
           r22 = plane_length(X2, Y2);
    /* -(r22 - r21 - r12 + r11) with r22 - r12 = 2 x hx/(r22 + r12), and so on */
    double bend = (1 / (r22 + r21) + 1 / (r12 + r11)) / ((r22 + r12) * (r21 + r11));
    return (cerruti){
        .xx = side(Y1, Y2, X1, X2),
        .yy = side(X1, X2, Y1, Y2),
        .xy = 4 * x * hx * y * hy * bend,
        .x = slope(X1, X2, Y1, Y2),
        .y = slope(Y1, Y2, X1, X2),
    };
}

/* ---- Gauss' rule, for points away from the cell ---- */

typedef struct rule {
    double from; /* distance in cells from which it is exact enough */
    int points;
    double at[6], weight[6]; /* on (-1, 1); weights sum to 1 */
} rule;

/* Abramowitz and Stegun, table 25.4 (weights halved); recalled, held against the closed forms by the test. */
static const rule rules[] = {
    {64, 3, {-0.774596669241483377, 0, 0.774596669241483377}, {5.0 / 18, 4.0 / 9, 5.0 / 18}},
    {24,
     4,
     {-0.861136311594052575, -0.339981043584856265, 0.339981043584856265, 0.861136311594052575},
     {0.173927422568726929, 0.326072577431273071, 0.326072577431273071, 0.173927422568726929}},
    {8,
     6,
     {-0.932469514203152028, -0.661209386466264514, -0.238619186083196909, 0.238619186083196909, 0.661209386466264514,
      0.932469514203152028},
     {0.0856622461895851725, 0.180380786524069304, 0.233956967286345524, 0.233956967286345524, 0.180380786524069304,
      0.0856622461895851725}},
};

static cerruti summed(const rule *g, double x, double y, double hx, double hy) {
    cerruti sum = {0};
    for (int i = 0; i < g->points; i++)
        for (int j = 0; j < g->points; j++) {
            double X = x + 0.5 * hx * g->at[i], Y = y + 0.5 * hy * g->at[j];
            double r2 = X * X + Y * Y, w = g->weight[i] * g->weight[j] * hx * hy / r2, v = w / sqrt(r2);
            sum.xx += v * X * X;
            sum.yy += v * Y * Y;
            sum.xy += v * X * Y;
            sum.x += w * X;
            sum.y += w * Y;
        }
    return sum;
}

cerruti cerruti_cell(double x, double y, double hx, double hy) {
    double cells = plane_length(x, y) / fmax(hx, hy);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (cells > rules[i].from) return summed(&rules[i], x, y, hx, hy);
    return closed(x, y, hx, hy);
}

influence influence_of(const elastic_pair *pair, const cerruti *cell) {
    double c = 1 / (PI * pair->G), nu = pair->nu, r = cell->xx + cell->yy;
    return (influence){
        .xx = c * ((1 - nu) * r + nu * cell->xx),
        .xy = c * nu * cell->xy,
        .yy = c * ((1 - nu) * r + nu * cell->yy),
        .zz = c * (1 - nu) * r,
        .zx = c * pair->K * cell->x,
        .zy = c * pair->K * cell->y,
    };
}
