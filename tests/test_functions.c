/* Functions of time: every registered one is smooth as it says, and firm with bad input; the values of each. */
#include <check.h>
#include <math.h>
#include <string.h>

#include "abut/world.h"
#include "function/function.h"
#include "support/near.h"
#include "support/suite.h"

static const double turn = 6.283185307179586477;

static function make(const abut_choice *choice) {
    function f;
    abut_message message = {0};
    abut_status status = function_make(abut_world_types(), choice, &f, &message);
    ck_assert_msg(status == ABUT_OK, "%s: %s", choice->type, message.text);
    return f;
}

static void expect_refusal(const abut_choice *choice, abut_status status, const char *words) {
    function f;
    abut_message message = {0};
    ck_assert_int_eq(function_make(abut_world_types(), choice, &f, &message), status);
    ck_assert_msg(strstr(message.text, words) != NULL, "'%s' is not in '%s'", words, message.text);
    ck_assert_ptr_null(f.type);
    ck_assert_ptr_null(f.self);
}

/* Each derivative against the central difference of the one before. The times keep off round numbers, where the examples
 * have their kinks. */
static void check_derivatives(const function *f, const char *name) {
    const double h = 1e-5;
    for (int k = -20; k < 180; k++) {
        double t = 0.01 * k + 0.00137;
        function_value low = function_at(f, t - h), mid = function_at(f, t), high = function_at(f, t + h);
        const double got[3] = {mid.v, mid.a, mid.j};
        const double want[3] = {(high.x - low.x) / (2 * h), (high.v - low.v) / (2 * h), (high.a - low.a) / (2 * h)};
        for (int i = 0; i < 3; i++)
            expect_within(got[i], want[i], 1e-5 * (1 + fabs(got[i])), NULL, "%s: derivative %d at t = %g", name, i + 1,
                          t);
    }
}

START_TEST(every_function_has_its_derivatives) {
    int found = 0;
    for (size_t i = 0; i < abut_registry_count(abut_world_types()); i++) {
        const abut_type *type = abut_registry_at(abut_world_types(), i);
        if (strcmp(type->kind, "function") != 0) continue;
        ck_assert_msg(type->examples && type->examples->type, "function '%s' has no example", type->name);
        for (const abut_choice *e = type->examples; e->type; e++, found++) {
            function f = make(e);
            check_derivatives(&f, type->name);
            function_drop(&f);
        }
    }
    ck_assert_int_ge(found, 4);
}
END_TEST

START_TEST(nothing_chosen) {
    function f = {0};
    ck_assert_double_eq(function_at(&f, 3).x, 0);
    function_drop(&f);
    expect_refusal(&(abut_choice){0}, ABUT_MISSING, "no function is chosen");
    expect_refusal(&(abut_choice){.type = "sin"}, ABUT_UNKNOWN_NAME, "sine");
    expect_refusal(&(abut_choice){.type = "constant"}, ABUT_MISSING, "value");
}
END_TEST

START_TEST(run_up_is_smooth_and_exact) {
    const double speed = 314, ramp = 0.01;
    function_value end = function_run_up(speed, ramp, ramp), before = function_run_up(speed, ramp, ramp * (1 - 1e-7));
    expect_near(end.x, 0.5L * speed * ramp, 1e-14, NULL, "way of the run-up");
    expect_near(before.x, end.x, 1e-6, NULL, "x");
    expect_near(before.v, speed, 1e-12, NULL, "v");
    expect_within(before.a, 0, 1e-6, NULL, "a");
    expect_within(before.j * ramp * ramp / speed, 0, 1e-5, NULL, "j");
    expect_near(function_run_up(speed, ramp, 1).x, speed * (1 - 0.005L), 1e-14, NULL, "afterwards");
    expect_near(function_run_up(speed, ramp, ramp / 2).v, speed / 2, 1e-14, NULL, "half way");
    expect_near(function_run_up(speed, ramp, ramp / 2).a, 1.875L * speed / ramp, 1e-14, NULL, "largest acceleration");
    ck_assert_double_eq(function_run_up(speed, ramp, -1).x, 0);
    ck_assert_double_eq(function_run_up(speed, 0, 2).x, 2 * speed);
    ck_assert_double_eq(function_run_up(speed, 0, 2).v, speed);
    ck_assert_double_eq(function_run_up(speed, 0, 2).a, 0);
    const double h = 1e-7;
    for (int k = 1; k < 50; k++) {
        double t = ramp * k / 50;
        function_value low = function_run_up(speed, ramp, t - h), high = function_run_up(speed, ramp, t + h);
        function_value mid = function_run_up(speed, ramp, t);
        expect_within(mid.v, (high.x - low.x) / (2 * h), 1e-7 * speed, NULL, "v at %g", t);
        expect_within(mid.a, (high.v - low.v) / (2 * h), 1e-7 * speed / ramp, NULL, "a at %g", t);
        expect_within(mid.j, (high.a - low.a) / (2 * h), 1e-6 * speed / ramp / ramp, NULL, "j at %g", t);
    }
}
END_TEST

START_TEST(values_of_ramp_and_sine) {
    function f = make(&(abut_choice){"ramp",
                                     {{.name = "from", .value = 1},
                                      {.name = "to", .value = 3},
                                      {.name = "start", .value = 2},
                                      {.name = "duration", .value = 4}}});
    ck_assert_double_eq(function_at(&f, -5).x, 1);
    ck_assert_double_eq(function_at(&f, 2).x, 1);
    ck_assert_double_eq_tol(function_at(&f, 4).x, 2, 1e-15);
    ck_assert_double_eq_tol(function_at(&f, 4).v, 15.0 / 16, 1e-15);
    ck_assert_double_eq(function_at(&f, 6).x, 3);
    ck_assert_double_eq(function_at(&f, 60).v, 0);
    function_drop(&f);
    f = make(&(abut_choice){"sine", {{.name = "amplitude", .value = 2}, {.name = "frequency", .value = 50}}});
    ck_assert_double_eq_tol(function_at(&f, 0.005).x, 2, 1e-14);
    ck_assert_double_eq_tol(function_at(&f, 0).v, 100 * turn, 1e-11);
    function_drop(&f);
    expect_refusal(&(abut_choice){"sine", {{.name = "amplitude", .value = 2}}}, ABUT_MISSING, "omega");
    expect_refusal(
        &(abut_choice){
            "sine",
            {{.name = "amplitude", .value = 2}, {.name = "omega", .value = 2}, {.name = "frequency", .value = 2}}},
        ABUT_BAD_VALUE, "not both");
    expect_refusal(&(abut_choice){"ramp", {{.name = "to", .value = 2}, {.name = "duration", .value = 0}}},
                   ABUT_BAD_VALUE, "duration");
}
END_TEST

static abut_choice table_of(const double *t, const double *x, size_t count, const char *interpolation) {
    return (abut_choice){"table",
                         {{.name = "t", .data = t, .count = count},
                          {.name = "x", .data = x, .count = count},
                          {.name = interpolation ? "interpolation" : NULL, .text = interpolation}}};
}

/* Through its points; held beyond; natural ends; lines are lines. Any number of points from two on. */
START_TEST(tables_go_through_their_points) {
    static const double t[] = {-1, 0.5, 0.75, 2, 5}, x[] = {3, -1, 4, 4, 0.5};
    for (size_t count = 2; count <= 5; count++)
        for (int linear = 0; linear < 2; linear++) {
            abut_choice choice = table_of(t, x, count, linear ? "linear" : NULL);
            function f = make(&choice);
            for (size_t i = 0; i < count; i++) ck_assert_double_eq_tol(function_at(&f, t[i]).x, x[i], 1e-14);
            ck_assert_double_eq(function_at(&f, -50).x, 3);
            ck_assert_double_eq(function_at(&f, 50).x, x[count - 1]);
            ck_assert_double_eq(function_at(&f, 50).v, 0);
            double end = t[count - 1];
            ck_assert_double_eq_tol(function_at(&f, -1).a, 0, 1e-12);
            ck_assert_double_eq_tol(function_at(&f, end).a, 0, 1e-12);
            for (size_t i = 1; i + 1 < count && !linear; i++) {
                function_value low = function_at(&f, t[i] - 1e-9), high = function_at(&f, t[i]);
                ck_assert_double_eq_tol(low.v, high.v, 1e-6);
                ck_assert_double_eq_tol(low.a, high.a, 1e-6);
            }
            if (linear || count == 2) ck_assert_double_eq_tol(function_at(&f, -0.25).x, 1, 1e-14);
            function_drop(&f);
        }
}
END_TEST

START_TEST(bad_tables_are_refused) {
    static const double t[] = {0, 1, 1, 2}, x[] = {0, 1, 2, 3}, holes[] = {0, NAN, 2, 3};
    abut_choice twice = table_of(t, x, 4, NULL), bad = table_of(x, holes, 4, "linear"), one = table_of(x, x, 1, NULL);
    abut_choice uneven = table_of(x, x, 4, NULL), unnamed = table_of(x, x, 4, "cubic");
    uneven.params[1].count = 3;
    expect_refusal(&twice, ABUT_BAD_VALUE, "increase");
    expect_refusal(&bad, ABUT_BAD_VALUE, "point 2");
    expect_refusal(&one, ABUT_BAD_VALUE, "at least 2 points");
    expect_refusal(&uneven, ABUT_BAD_VALUE, "same length");
    expect_refusal(&unnamed, ABUT_BAD_VALUE, "spline|linear");
    expect_refusal(&(abut_choice){"table", {{.name = "t", .data = x, .count = 4}}}, ABUT_MISSING, "x is missing");
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&every_function_has_its_derivatives, &nothing_chosen,
                                              &run_up_is_smooth_and_exact,         &values_of_ramp_and_sine,
                                              &tables_go_through_their_points,     &bad_tables_are_refused};
    return suite_main("functions", all, sizeof all / sizeof *all);
}
