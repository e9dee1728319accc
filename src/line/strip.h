/* The elastic half-space under a strip of finite length: what the laws of line contact share. x = b/l throughout. */
#ifndef ABUT_LINE_STRIP_H
#define ABUT_LINE_STRIP_H

/* The strip integral G and the two combinations that need no derivative by differences:
 *   A = -x G'                  in (0, 1),
 *   H = G - A/2 = d(x^2 G)/d(x^2)   so that dF/d(delta) = pi E' l/(4 H),
 *   W = 2F1(1/2, 1/2; 3; -4x^2), so that the work is (4F^2/(pi E' l)) (G/2 - W/8). */
typedef struct strip {
    double G, A, H, W;
} strip;
strip strip_at(double x);

/* Up to b/l = 1/8: A and W are these sums of powers of -4x^2, G = STRIP_C - ln x - strip_over. */
enum { STRIP_TERMS = 12 };
#define STRIP_C 1.19314718055994530942 /* 1/2 + ln 2 */
extern const double strip_a[STRIP_TERMS], strip_over[STRIP_TERMS], strip_w[STRIP_TERMS];

/* The x > 0 with x^2 G(x)/2 = y, y = delta/(rho l^2) > 0, and the functions there. */
double strip_solve(double y, strip *s);

#endif
