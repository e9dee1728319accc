/* Rolling resistance of an elliptic contact, -1/2 iint h dp/dx on each surface.
 *
 * Far before the contact bodies are rigid, the oil has its viscosity eta0 and the gap is h = q S q/2, q = (X, Y), S the matrix of the
 * curvatures. Reynolds' equation div(h^3 grad p) = lambda dh/dX has there the solution
 *
 *   p = (c q)/h^2 on the side c q > 0,  c = -lambda (S + 2 tr S)^-1 S e_X          (sphere: p = -0.8 lambda X/r^4, Kapitza 1955)
 *
 * by which h dp/dX falls like 1/r^2, r^2 = q S q, and its integral grows like ln r for ever:
 *
 *   d/d ln r of iint h dp/dX = -2 pi c_X/sqrt(det S)                               (sphere: 0.4 pi lambda)
 *
 * So the resistance of a point contact is known only together with where the oil begins, and this much more for every e times that distance.
 * Other solutions that vanish at the broken film fall like r^-6.16, or grow like r^0.16 from the edge of the domain inwards, (r/edge)^3.16 of
 * this one. Hence: the sum of the solution up to about half of the domain, and the formula from there to the inlet. The
 * border between both is spread evenly over ln r. Gaps are all of one height along it: oil fills the gap up to a height. */
#include "rolling.h"

#include <math.h>

#include "base/constants.h"

typedef struct shape {
    double xx, xy, yy;
} shape;

static shape shape_of(double D, double angle) {
    double c = cos(angle), s = sin(angle);
    return (shape){c * c + D * s * s, c * s * (D - 1), s * s + D * c * c};
}

/* -2 pi c_X/sqrt(det S) over lambda. */
static double far_rate(const shape *S) {
    double tr = S->xx + S->yy, det = S->xx * S->yy - S->xy * S->xy;
    double A = S->xx + 2 * tr, B = S->yy + 2 * tr, all = A * B - S->xy * S->xy; /* S + 2 tr S */
    return TWO_PI * (B * S->xx - S->xy * S->xy) / all / sqrt(det);
}

/* The greatest r whose ellipse lies in the domain upstream and beside the contact. */
static double reach(const abut_ehl_point_result *r, const shape *S) {
    double det = S->xx * S->yy - S->xy * S->xy; /* an ellipse q S q = r^2 reaches r sqrt(S_yy/det) along X */
    return fmin(-r->x0 / sqrt(S->yy / det), -r->y0 / sqrt(S->xx / det));
}

/* What the bent gap adds between the border and infinity, over the rate: h = r^2/2 (1 - v), v falling like r^-2. To first order in v the rate is
 * (1 - v)^-3 that of the straight gap; its integral over ln r. */
static double bent(double v) {
    v = fmin(fmax(v, 0), 0.6);
    return 0.5 * (-log1p(-v) + 1 / (1 - v) + 0.5 / ((1 - v) * (1 - v)) - 1.5);
}

ehl_rolling ehl_point_rolling(const abut_ehl_point_result *r, double D, double angle, double lambda, double inlet) {
    shape S = shape_of(D, angle);
    double end = 0.85 * reach(r, &S), begin = 0.7 * end, sum = 0, lower = 0;
    int count = 0;
    for (int j = 1; j + 1 < r->ny; j++)
        for (int i = 1; i + 1 < r->nx; i++) {
            size_t k = (size_t)j * (size_t)r->nx + (size_t)i;
            double x = r->x0 + i * r->hx, y = r->y0 + j * r->hy;
            double at = sqrt(S.xx * x * x + 2 * S.xy * x * y + S.yy * y * y);
            if (at >= end) continue;
            double weight = at > begin ? log(end / at) / log(end / begin) : 1;
            sum += weight * r->H[k] * (r->P[k + 1] - r->P[k - 1]);
            if (at > begin && x < 0) {
                lower += 1 - 2 * r->H[k] / (at * at);
                count++;
            }
        }
    double rate = lambda * far_rate(&S), far = log(inlet * sqrt(S.xx) / sqrt(begin * end));
    return (ehl_rolling){.sum = sum * 0.5 * r->hy + rate * (far + bent(count ? lower / count : 0)), .by_ln = rate};
}
