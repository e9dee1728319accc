/* Comparing numbers with a stated tolerance, and keeping the worst error seen. Neither lets a NaN pass. */
#ifndef ABUT_TESTS_NEAR_H
#define ABUT_TESTS_NEAR_H

#include "abut/abut.h"
#include "suite.h"

/* The call must return ABUT_OK. */
#define must(call) must_be_ok((call), #call, __FILE__, __LINE__)
static inline void must_be_ok(abut_status s, const char *call, const char *file, int line) {
    if (s != ABUT_OK) ck_abort_msg("%s:%d: %s: %s", file, line, call, abut_status_text(s));
}

/* |x - reference| <= tolerance |reference| (of 1 where the reference is 0), else the test fails with the sentence.
 * *worst, where given, becomes the largest relative error so far. */
void expect_near(double x, long double reference, double tolerance, double *worst, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* |x - reference| <= tolerance. */
void expect_within(double x, long double reference, double tolerance, double *worst, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

#endif
