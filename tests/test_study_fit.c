/* Fitting with a function in place of a model: minima, errors of the estimates, robustness, search. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/study.h"
#include "study/fit.h"
#include "study/method.h"
#include "study/student.h"
#include "support/near.h"
#include "support/oscillation.h"
#include "support/scene.h"
#include "support/suite.h"

/* Values of tables of the distribution; two degrees of freedom have a closed form. */
START_TEST(student) {
    expect_near(student_two_sided(0.95, 1), 12.706204736432095L, 1e-10, NULL, "1");
    expect_near(student_two_sided(0.95, 2), 0.95L / sqrtl(0.5L * (1 - 0.95L * 0.95L)), 1e-10, NULL, "2");
    expect_near(student_two_sided(0.95, 10), 2.2281388519649385L, 1e-10, NULL, "10");
    expect_near(student_two_sided(0.95, 100), 1.9839715184496334L, 1e-10, NULL, "100");
    expect_near(student_two_sided(0.99, 30), 2.7499956535670305L, 1e-10, NULL, "30, 99 %%");
    expect_near(student_two_sided(0.95, INFINITY), 1.9599639845400545L, 1e-10, NULL, "normal");
    expect_near(student_two_sided(0.95, 1e5), 1.9599877077023L, 1e-8, NULL, "1e5");
}
END_TEST

/* Without noise the parameters are found exactly, whatever the start, in few evaluations. */
START_TEST(exact) {
    oscillation o;
    set_up(&o);
    measure(&o, 0, &(chance){17919});
    o.curve[0].sigma = o.curve[1].sigma = 0.01;
    o.options.tolerance = 1e-12;
    fit_answer a = solve(&o);
    ck_assert_int_eq(a.end, FIT_DONE);
    for (int i = 0; i < 3; i++) expect_near(a.estimate[i].value, truth[i], 1e-6, NULL, "%s", o.parameter[i].name);
    printf("exact: %d iterations, %ld evaluations, cost %.2g\n", a.iterations, a.evaluations, a.cost);
    ck_assert_int_le(a.evaluations, 60);
    ck_assert_int_eq(a.runs, o.calls);
    fit_free(&a);
}
END_TEST

/* Intervals cover the truth as often as they say; the scaled sum of squares has its expectation. */
static void cover(bool known, bool huber, double low, double high) {
    enum { SETS = 100 };
    int covered[3] = {0}, offsets = 0;
    double chi2 = 0, sigma = 0;
    chance c = {271828};
    long evaluations = 0;
    for (int set = 0; set < SETS; set++) {
        oscillation o;
        set_up(&o);
        measure(&o, 0.05, &c);
        o.options.huber = huber;
        for (int k = 0; k < CURVES; k++) {
            o.curve[k].sigma = known ? 0.05 : 0;
            o.curve[k].offset = k == 1;
        }
        fit_answer a = solve(&o);
        ck_assert_int_eq(a.end, FIT_DONE);
        for (int i = 0; i < 3; i++) covered[i] += covers(&a.estimate[i], truth[i]);
        evaluations += a.evaluations;
        chi2 += a.chi2 / SETS;
        offsets += fabs(a.curve[1].offset) < 1.96 * a.curve[1].offset_error;
        sigma += a.curve[0].sigma / SETS;
        fit_free(&a);
    }
    printf("coverage %d %d %d, offset %d, chi2 %.4f, sigma %.4f, %.1f evaluations\n", covered[0], covered[1],
           covered[2], offsets, chi2, sigma, (double)evaluations / SETS);
    for (int i = 0; i < 3; i++) ck_assert_msg(covered[i] >= 90 && covered[i] <= 99, "parameter %d: %d", i, covered[i]);
    if (known) ck_assert_msg(chi2 > low && chi2 < high, "mean chi2 %g", chi2);
    ck_assert_msg(offsets >= 90 && offsets <= 99, "offset: %d", offsets);
    expect_near(sigma, 0.05, 0.03, NULL, "mean sigma of the first curve");
}

START_TEST(coverage_known) { cover(true, false, 0.97, 1.03); }
END_TEST
START_TEST(coverage_unknown) { cover(false, false, 0, 0); }
END_TEST
START_TEST(coverage_huber) { cover(false, true, 0, 0); }
END_TEST

/* Curves of different, unknown noise are weighted by what they are worth. */
START_TEST(weights) {
    oscillation o;
    set_up(&o);
    measure(&o, 0, &(chance){17919});
    chance c = {99};
    for (int i = 0; i < POINTS; i++) {
        o.y[0][i] += 0.02 * gauss(&c);
        o.y[1][i] += 0.5 * gauss(&c);
    }
    fit_answer a = solve(&o);
    expect_near(a.curve[0].sigma, 0.02, 0.3, NULL, "first");
    expect_near(a.curve[1].sigma, 0.5, 0.3, NULL, "second");
    ck_assert_int_ge(a.rounds, 1);
    double together = a.estimate[A].std_error;
    fit_free(&a);
    o.curve[1].noise = 0; /* as if both were of one kind */
    a = solve(&o);
    expect_near(a.curve[0].sigma, a.curve[1].sigma, 1e-12, NULL, "one kind");
    double squares = 0;
    for (int k = 0; k < CURVES; k++)
        for (int i = 0; i < POINTS; i++) squares += pow(a.curve[k].model[i] - o.y[k][i], 2);
    expect_near(a.curve[0].sigma, sqrt(squares / (CURVES * POINTS - 3)), 1e-9, NULL, "three parameters less");
    ck_assert_double_gt(a.estimate[A].std_error, 2 * together);
    fit_free(&a);
}
END_TEST

/* One point in ten is far off: least squares follows them, Huber's loss hardly. */
START_TEST(outliers) {
    double error[2];
    for (int huber = 0; huber < 2; huber++) {
        oscillation o;
        set_up(&o);
        measure(&o, 0.02, &(chance){57919});
        for (int i = 3; i < POINTS; i += 10) o.y[0][i] += 2;
        o.problem.curves = o.problem.experiments = 1;
        o.options.huber = huber;
        fit_answer a = solve(&o);
        ck_assert_int_eq(a.end, FIT_DONE);
        error[huber] = fabs(a.estimate[A].value - truth[A]);
        if (huber) ck_assert(covers(&a.estimate[A], truth[A]));
        fit_free(&a);
    }
    printf("outliers: a off by %.4f with squares, %.4f with huber\n", error[0], error[1]);
    ck_assert_double_gt(error[0], 0.1);
    ck_assert_double_lt(error[1], 0.03);
}
END_TEST

/* An offset of the instrument and a delay of the clock are found with their errors. */
START_TEST(nuisance) {
    oscillation o;
    set_up(&o);
    measure(&o, 0.02, &(chance){87919});
    for (int i = 0; i < POINTS; i++) o.y[0][i] += 0.7;
    o.problem.parameters = PARAMETERS;
    o.curve[0].offset = true;
    fit_answer a = solve(&o);
    ck_assert_int_eq(a.end, FIT_DONE);
    expect_within(a.curve[0].offset, 0.7, 4 * a.curve[0].offset_error, NULL, "offset");
    ck_assert(covers(&a.estimate[SHIFT], 0));
    ck_assert_double_lt(a.estimate[SHIFT].std_error, 0.01);
    ck_assert_int_eq(a.dof, 2 * POINTS - 5);
    ck_assert(a.estimate[IDLE].fixed && a.estimate[IDLE].value == 1);
    ck_assert(warns(&a, "'idle' has no influence"));
    fit_free(&a);
}
END_TEST

/* Only the product of two parameters shows. */
static abut_status run_product(void *user, int experiment, const double *p, double *out, abut_message *why) {
    const oscillation *o = user;
    (void)experiment;
    (void)why;
    for (int i = 0; i < POINTS; i++) out[i] = p[A] * p[W] * sin(o->t[i]);
    return ABUT_OK;
}

START_TEST(undetermined) {
    oscillation o;
    set_up(&o);
    chance c = {3};
    for (int i = 0; i < POINTS; i++) o.y[0][i] = 6 * sin(o.t[i]) + 0.05 * gauss(&c);
    o.problem.run = run_product;
    o.problem.curves = o.problem.experiments = 1;
    fit_answer a = solve(&o);
    ck_assert_int_eq(a.end, FIT_DONE);
    expect_near(a.estimate[A].value * a.estimate[W].value, 6, 0.01, NULL, "the product");
    ck_assert(warns(&a, "do not determine 'a'") && warns(&a, "do not determine 'w'"));
    ck_assert(warns(&a, "'d' has no influence"));
    ck_assert_msg(!(a.condition < 1e5), "condition %g", a.condition);
    fit_free(&a);
}
END_TEST

/* A parameter that only makes the model jitter seems to be determined, the better the smaller its step: that is said. */
static abut_status run_jitter(void *user, int experiment, const double *p, double *out, abut_message *why) {
    abut_status status = run_oscillation(user, experiment, p, out, why);
    for (int i = 0; i < POINTS; i++) out[i] += 2e-3 * sin(1e5 * p[IDLE] * (i + 1));
    return status;
}

START_TEST(jitter) {
    oscillation o;
    set_up(&o);
    measure(&o, 0.05, &(chance){4});
    o.curve[0].sigma = o.curve[1].sigma = 0.05;
    o.problem.run = run_jitter;
    o.problem.parameters = IDLE + 1;
    fit_answer a = solve(&o);
    ck_assert(warns(&a, "do not determine 'idle', or its step is too small"));
    ck_assert(!warns(&a, "do not determine 'a'"));
    ck_assert_double_lt(a.estimate[A].rough, 0.1);
    fit_free(&a);
}
END_TEST

/* A minimum beyond a bound: the parameter ends there, the others are the best for it. */
START_TEST(bounds) {
    oscillation o;
    set_up(&o);
    measure(&o, 0.02, &(chance){47919});
    o.parameter[A].high = 1.8;
    fit_answer a = solve(&o);
    ck_assert_int_eq(a.end, FIT_DONE);
    ck_assert(a.estimate[A].value == 1.8 && a.estimate[A].at_bound && isnan(a.estimate[A].std_error));
    ck_assert(warns(&a, "'a' ends at its bound"));
    double d = a.estimate[D].value, w = a.estimate[W].value;
    fit_free(&a);
    o.parameter[A].low = 1.8 * (1 - 1e-12);
    o.parameter[A].start = 1.8;
    o.parameter[D].start = 0.2;
    a = solve(&o);
    expect_near(a.estimate[D].value, d, 1e-3, NULL, "d");
    expect_near(a.estimate[W].value, w, 1e-3, NULL, "w");
    fit_free(&a);
}
END_TEST

/* Every method comes near; those that go by chance do so again with the same seed, on any number of processes. */
START_TEST(methods) {
    static const char *const names[] = {"lm", "random", "bobyqa", "cobyla", "crs", "isres", "direct"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        double value[2][3], cost = 0;
        long evaluations = 0;
        for (int workers = 0; workers < 2; workers++) {
            oscillation o;
            set_up(&o);
            measure(&o, 0.02, &(chance){117919});
            o.curve[0].sigma = o.curve[1].sigma = 0.02;
            o.options.method = fit_find_method(abut_study_types(), names[i]);
            o.options.seed = 17;
            o.options.workers = 3 * workers;
            o.options.max_evaluations = 2000;
            if (!strcmp(names[i], "isres")) o.options.population = 20;
            fit_answer a = solve(&o);
            ck_assert(a.end == FIT_DONE || a.end == FIT_LIMIT);
            for (int j = 0; j < 3; j++) value[workers][j] = a.estimate[j].value;
            cost = a.cost;
            evaluations = a.evaluations;
            fit_free(&a);
        }
        printf("%-7s cost %8.2f after %4ld evaluations: %.4f %.4f %.4f\n", names[i], cost, evaluations, value[0][0],
               value[0][1], value[0][2]);
        ck_assert_msg(!memcmp(value[0], value[1], sizeof value[0]), "%s depends on the processes", names[i]);
        double near = i == 0 ? 0.02 : 0.1;
        for (int j = 0; j < 3; j++) expect_near(value[0][j], truth[j], near, NULL, "%s, %d", names[i], j);
    }
}
END_TEST

/* A coarse search, then the minimum itself. */
START_TEST(polish) {
    oscillation o;
    set_up(&o);
    measure(&o, 0.02, &(chance){117919});
    o.options.method = &method_crs;
    o.options.max_evaluations = 100;
    o.options.polish = true;
    fit_answer a = solve(&o);
    ck_assert_int_eq(a.end, FIT_DONE);
    for (int j = 0; j < 3; j++) ck_assert(covers(&a.estimate[j], truth[j]));
    fit_free(&a);
}
END_TEST

/* Random search stops as soon as its criteria are met. */
START_TEST(acceptance_stops) {
    oscillation o;
    set_up(&o);
    measure(&o, 0.01, &(chance){127919});
    o.options.method = &method_random;
    o.options.accept = (acceptance){.given = true, .pointwise = 0.1, .floor = 0.5, .share = 0.95};
    fit_answer a = solve(&o);
    ck_assert_int_eq(a.end, FIT_DONE);
    ck_assert(a.accepted);
    ck_assert_str_eq(a.how, "the criteria of acceptance are met");
    for (int k = 0; k < CURVES; k++) ck_assert_double_ge(a.curve[k].criteria.within, 0.95);
    printf("random: accepted after %ld evaluations, a = %.3f\n", a.evaluations, a.estimate[A].value);
    ck_assert(warns(&a, "this is not the minimum"));
    for (int i = 0; i < 3; i++) { /* the linear model knows which way it lies */
        const fit_estimate *e = &a.estimate[i];
        ck_assert_double_lt(fabs(e->value + e->ahead - truth[i]), 0.5 * fabs(e->value - truth[i]));
    }
    fit_free(&a);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&student, &exact,    &coverage_known, &coverage_unknown, &coverage_huber,
                                              &weights, &outliers, &nuisance,       &undetermined,     &jitter,
                                              &bounds,  &methods,  &polish,         &acceptance_stops};
    return suite_main("study_fit", all, sizeof all / sizeof *all);
}
