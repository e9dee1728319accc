/* The cubic spline: exact for cubics, fourth order for smooth periodic data, C2 at its points, firm with bad data. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numeric/spline.h"
#include "support/suite.h"

static const double turn = 6.283185307179586477;
#define not_a_number ((double)NAN)

static spline make(spline_def def) {
    spline s;
    abut_message message = {0};
    abut_status status = spline_make(&def, &s, &message);
    ck_assert_msg(status == ABUT_OK, "%s", message.text);
    return s;
}

static spline_value at(const spline *s, double x) {
    spline_value v;
    ck_assert(spline_eval(s, x, &v));
    return v;
}

/* y = 2 - 3 x + x^2/2 + 4 x^3 */
static spline_value cubic(double x) {
    return (spline_value){2 - 3 * x + x * x / 2 + 4 * x * x * x, -3 + x + 12 * x * x, 1 + 24 * x, 24};
}

static const double uneven[] = {-1.0, -0.93, -0.4, -0.35, 0.1, 0.2, 0.7, 1.3, 1.31, 2.0};
enum { UNEVEN = sizeof uneven / sizeof uneven[0] };

static void assert_cubic(size_t n, const double *x) {
    double y[16];
    for (size_t i = 0; i < n; i++) y[i] = cubic(x[i]).y;
    spline s = make((spline_def){.count = n, .x = x, .y = y});
    for (int k = 0; k <= 1000; k++) {
        double u = x[0] + (x[n - 1] - x[0]) * k / 1000;
        spline_value got = at(&s, fmin(u, x[n - 1])), want = cubic(u);
        ck_assert_double_eq_tol(got.y, want.y, 1e-12);
        ck_assert_double_eq_tol(got.d1, want.d1, 1e-10);
        ck_assert_double_eq_tol(got.d2, want.d2, 1e-9);
        ck_assert_double_eq_tol(got.d3, want.d3, 1e-7);
    }
    spline_free(&s);
}

START_TEST(not_a_knot_reproduces_cubics) {
    const double even[] = {0, 0.25, 0.5, 0.75, 1.0};
    assert_cubic(UNEVEN, uneven);
    assert_cubic(5, even);
    assert_cubic(4, even);
}
END_TEST

START_TEST(natural_has_no_curvature_at_its_ends) {
    double y[UNEVEN];
    for (size_t i = 0; i < UNEVEN; i++) y[i] = sin(uneven[i]);
    spline s = make((spline_def){.kind = SPLINE_NATURAL, .count = UNEVEN, .x = uneven, .y = y});
    ck_assert_double_eq_tol(at(&s, spline_start(&s)).d2, 0, 1e-13);
    ck_assert_double_eq_tol(at(&s, spline_end(&s)).d2, 0, 1e-12);
    spline_free(&s);
    /* a straight line stays one */
    for (size_t i = 0; i < UNEVEN; i++) y[i] = 3 - 2 * uneven[i];
    s = make((spline_def){.kind = SPLINE_NATURAL, .count = UNEVEN, .x = uneven, .y = y});
    ck_assert_double_eq_tol(at(&s, 0.5).y, 2, 1e-14);
    ck_assert_double_eq_tol(at(&s, 0.5).d1, -2, 1e-12);
    spline_free(&s);
}
END_TEST

/* Largest errors of sin and its derivatives for n points a period; repeat: the end point is given again. */
static spline_value sine_error(size_t n, bool repeat) {
    double x[300], y[300];
    spline_value worst = {0};
    for (size_t i = 0; i <= n; i++) {
        x[i] = 0.3 + turn * (double)i / (double)n;
        y[i] = sin(x[i]);
    }
    spline_def def = {SPLINE_PERIODIC, repeat ? n + 1 : n, x, y, 1, repeat ? 0 : turn};
    spline s = make(def);
    ck_assert_uint_eq(s.segments, n);
    for (int k = -1500; k <= 1500; k++) {
        double u = 0.007 * k;
        spline_value v = at(&s, u);
        worst.y = fmax(worst.y, fabs(v.y - sin(u)));
        worst.d1 = fmax(worst.d1, fabs(v.d1 - cos(u)));
        worst.d2 = fmax(worst.d2, fabs(v.d2 + sin(u)));
        worst.d3 = fmax(worst.d3, fabs(v.d3 + cos(u)));
    }
    spline_free(&s);
    return worst;
}

START_TEST(periodic_converges_with_fourth_order) {
    for (int repeat = 0; repeat < 2; repeat++) {
        spline_value e[4];
        for (size_t k = 0; k < 4; k++) e[k] = sine_error((size_t)32 << k, repeat);
        for (size_t k = 0; k < 3; k++) {
            ck_assert_double_eq_tol(log2(e[k].y / e[k + 1].y), 4, 0.15);
            ck_assert_double_eq_tol(log2(e[k].d1 / e[k + 1].d1), 3, 0.15);
            ck_assert_double_eq_tol(log2(e[k].d2 / e[k + 1].d2), 2, 0.15);
            ck_assert_double_eq_tol(log2(e[k].d3 / e[k + 1].d3), 1, 0.15);
        }
        /* leading error of cubic splines: h^4/384 |y''''| */
        double h = turn / 256;
        ck_assert_double_lt(e[3].y, 1.1 * h * h * h * h / 384);
    }
}
END_TEST

START_TEST(two_derivatives_are_continuous) {
    static const spline_kind kinds[] = {SPLINE_NOT_A_KNOT, SPLINE_NATURAL, SPLINE_PERIODIC};
    for (size_t kind = 0; kind < 3; kind++) {
        double y[UNEVEN];
        for (size_t i = 0; i < UNEVEN; i++) y[i] = cos(3 * uneven[i]) + 0.2 * (double)(i * i % 7);
        y[UNEVEN - 1] = y[0];
        spline s = make((spline_def){.kind = kinds[kind], .count = UNEVEN, .x = uneven, .y = y});
        for (size_t i = 0; i < UNEVEN; i++) {
            ck_assert_double_eq_tol(at(&s, uneven[i]).y, y[i], 1e-12);
            if (kinds[kind] != SPLINE_PERIODIC && (i == 0 || i == UNEVEN - 1)) continue;
            spline_value left = at(&s, uneven[i] - 1e-13), right = at(&s, uneven[i] + 1e-13);
            double scale = 1 + fabs(right.d2);
            ck_assert_double_eq_tol(left.y, right.y, 1e-10 * scale);
            ck_assert_double_eq_tol(left.d1, right.d1, 1e-9 * scale);
            ck_assert_double_eq_tol(left.d2, right.d2, 1e-8 * scale);
        }
        spline_free(&s);
    }
}
END_TEST

START_TEST(outside_is_reported) {
    const double x[] = {0, 1, 2, 3, 4}, y[] = {0, 1, 0, 1, 0};
    const double beyond[] = {-1e-9, 4.0000001, not_a_number, HUGE_VAL, -HUGE_VAL, 1e300};
    spline s = make((spline_def){.count = 5, .x = x, .y = y});
    spline_value v;
    for (size_t i = 0; i < sizeof beyond / sizeof beyond[0]; i++) ck_assert(!spline_eval(&s, beyond[i], &v));
    ck_assert(spline_eval(&s, 0, &v) && spline_eval(&s, 4, &v));
    spline_free(&s);
    s = make((spline_def){.kind = SPLINE_PERIODIC, .count = 5, .x = x, .y = y});
    ck_assert(!spline_eval(&s, not_a_number, &v));
    ck_assert(!spline_eval(&s, HUGE_VAL, &v));
    ck_assert_double_eq_tol(at(&s, -1e6 + 0.25).y, at(&s, 0.25).y, 1e-9);
    ck_assert(isfinite(at(&s, 1e300).y));
    spline_free(&s);
}
END_TEST

/* Even points, nearly even ones (both found by a division) and uneven ones (searched). */
START_TEST(lookup_is_right) {
    double x[50], y[50];
    for (int spacing = 0; spacing < 3; spacing++) {
        for (int i = 0; i < 50; i++) {
            x[i] = spacing < 2 ? i + 0.2 * spacing * sin(12.9898 * i) : i * i;
            y[i] = i % 3;
        }
        spline s = make((spline_def){.count = 50, .x = x, .y = y});
        ck_assert((s.per_step > 0) == (spacing < 2));
        for (int i = 0; i < 49; i++) {
            double middle = (x[i] + x[i + 1]) / 2, t = middle - x[i];
            const double *c = s.c + 4 * i;
            ck_assert_double_eq_tol(at(&s, middle).y, c[0] + t * (c[1] + t * (c[2] + t * c[3])), 1e-13);
            ck_assert_double_eq_tol(at(&s, x[i]).y, y[i], 1e-13);
        }
        spline_free(&s);
    }
}
END_TEST

static double second(const spline_value *v) { return v->d2; }

START_TEST(bounds_hold) {
    double x[9], y[9], low_at = 0;
    for (int i = 0; i < 9; i++) {
        x[i] = i;
        y[i] = cos(1.3 * i);
    }
    spline s = make((spline_def){.count = 9, .x = x, .y = y});
    spline_bounds range = spline_range(&s, &low_at), bend = spline_bounds_of(&s, second);
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int k = 0; k <= 100000; k++) {
        spline_value v = at(&s, 8.0 * k / 100000);
        low = fmin(low, v.y);
        high = fmax(high, v.y);
        ck_assert(v.d2 >= bend.low && v.d2 <= bend.high);
    }
    ck_assert_double_eq_tol(range.low, low, 1e-8);
    ck_assert_double_eq_tol(range.high, high, 1e-8);
    ck_assert_double_eq_tol(at(&s, low_at).y, range.low, 1e-14);
    spline_free(&s);
}
END_TEST

static void refused(spline_def def, const char *cause) {
    abut_message message = {0};
    spline s;
    ck_assert_int_eq(spline_make(&def, &s, &message), ABUT_BAD_VALUE);
    ck_assert_msg(strstr(message.text, cause), "'%s' does not mention '%s'", message.text, cause);
    ck_assert_ptr_null(s.knots);
    spline_free(&s);
}

START_TEST(bad_data_are_refused) {
    const double y[] = {0, 1, 0, 1, 0};
    const double good[] = {0, 1, 2, 3, 4}, twice[] = {0, 1, 1, 3, 4}, back[] = {0, 2, 1, 3, 4},
                 nan_x[] = {0, 1, not_a_number, 3, 4};
    const double inf_x[] = {0, 1, 2, 3, HUGE_VAL}, nan_y[] = {0, 1, not_a_number, 1, 0},
                 inf_y[] = {0, 1, 0, -HUGE_VAL, 0};
    const double open_y[] = {0, 1, 0, 1, 1e-9}, wide[] = {-1.7e308, 0, 1, 2, 1.7e308};
    const double tiny[] = {0, 1e-300, 2e-300, 3e-300, 4e-300}, big_y[] = {0, 1e300, 0, 1e300, 0};
    refused((spline_def){.count = 3, .x = good, .y = y}, "at least 4");
    refused((spline_def){.count = 0, .x = good, .y = y}, "at least 4");
    refused((spline_def){.count = 5, .x = twice, .y = y}, "point 3");
    refused((spline_def){.count = 5, .x = back, .y = y}, "increasing");
    refused((spline_def){.count = 5, .x = nan_x, .y = y}, "not finite");
    refused((spline_def){.count = 5, .x = inf_x, .y = y}, "point 5");
    refused((spline_def){.count = 5, .x = good, .y = nan_y}, "not finite");
    refused((spline_def){.count = 5, .x = good, .y = inf_y}, "point 4");
    refused((spline_def){.count = 5, .x = wide, .y = y}, "span");
    refused((spline_def){.count = 5, .x = tiny, .y = big_y}, "steep");
    refused((spline_def){.kind = SPLINE_PERIODIC, .count = 5, .x = good, .y = open_y}, "not closed");
    refused((spline_def){.kind = SPLINE_PERIODIC, .count = 5, .x = good, .y = y, .period = 3.5},
            "more than the period");
    refused((spline_def){.kind = SPLINE_PERIODIC, .count = 5, .x = good, .y = y, .period = -4}, "positive");
    refused((spline_def){.kind = SPLINE_PERIODIC, .count = 5, .x = good, .y = y, .period = not_a_number}, "positive");
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&not_a_knot_reproduces_cubics,
                                              &natural_has_no_curvature_at_its_ends,
                                              &periodic_converges_with_fourth_order,
                                              &two_derivatives_are_continuous,
                                              &outside_is_reported,
                                              &lookup_is_right,
                                              &bounds_hold,
                                              &bad_data_are_refused};
    return suite_main("spline", all, sizeof all / sizeof *all);
}
