/* Comparing numbers; see near.h. */
#include "near.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "suite.h"

static void judge(double x, long double reference, long double scale, double tolerance, double *worst,
                  const char *format, va_list list) {
    double error = (double)(fabsl((long double)x - reference) / scale);
    if (worst && error > *worst) *worst = error;
    if (error <= tolerance) return;
    char what[200];
    (void)vsnprintf(what, sizeof what, format, list);
    ck_abort_msg("%s: %.17g instead of %.20Lg, off by %.3g, allowed %.3g", what, x, reference, error, tolerance);
}

void expect_near(double x, long double reference, double tolerance, double *worst, const char *format, ...) {
    va_list list;
    va_start(list, format);
    judge(x, reference, reference == 0 ? 1 : fabsl(reference), tolerance, worst, format, list);
    va_end(list);
}

void expect_within(double x, long double reference, double tolerance, double *worst, const char *format, ...) {
    va_list list;
    va_start(list, format);
    judge(x, reference, 1, tolerance, worst, format, list);
    va_end(list);
}
