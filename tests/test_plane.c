/* The length of a vector in the plane against long double, over all of the range of numbers. */
#include <float.h>
#include <math.h>
#include <stdio.h>

#include "base/plane.h"
#include "support/near.h"
#include "support/scene.h"
#include "support/suite.h"

/* Relative error, in units of 2^-52. The squares and their sum are each rounded (2^-53), which the root halves, and the root is: 2^-52. */
static double units_off(double x, double y) {
    long double exact = sqrtl((long double)x * x + (long double)y * y); /* its exponents reach further */
    return (double)(fabsl(((long double)plane_length(x, y) - exact) / exact) * 0x1p52L);
}

START_TEST(to_the_last_place) {
    chance c = {11};
    double worst = 0;
    for (int i = 0; i < 200000; i++) {
        double size = exp2(chance_uniform(&c, -1000, 1022)), ratio = exp2(chance_uniform(&c, -30, 0));
        double x = size * chance_uniform(&c, 1, 2) / 2, y = ratio * x * chance_uniform(&c, -1, 1);
        worst = fmax(worst, fmax(units_off(x, y), units_off(y, -x)));
    }
    printf("to_the_last_place: %.3f units\n", worst);
    ck_assert(worst > 0.1 && worst <= 1);
    ck_assert(plane_length(3, -4) == 5 && plane_length(-0x3p-700, 0x4p-700) == 0x5p-700 &&
              plane_length(0x3p700, 0x4p700) == 0x5p700);
}
END_TEST

START_TEST(borders) {
    ck_assert(plane_length(0, 0) == 0 && plane_length(-0.0, 0) == 0 && plane_length(0, -7) == 7);
    ck_assert(plane_length(DBL_MIN, 0) == DBL_MIN && plane_length(DBL_TRUE_MIN, 0) == DBL_TRUE_MIN);
    ck_assert(plane_length(DBL_MAX, 1) == DBL_MAX && isinf(plane_length(DBL_MAX, DBL_MAX)));
    ck_assert(isinf(plane_length(INFINITY, 1)) && plane_length(1, -INFINITY) > 0 && isinf(plane_length(NAN, INFINITY)));
    ck_assert(isnan(plane_length(NAN, 1)) && isnan(plane_length(1e300, NAN)) && isnan(plane_length(NAN, NAN)));
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&to_the_last_place, &borders};
    return suite_main("plane", all, sizeof all / sizeof *all);
}
