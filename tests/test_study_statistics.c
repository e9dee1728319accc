/* What a fit says of its estimates, by hand: straight lines, whose minimum, covariance and residuals have closed forms
 * (Draper and Smith, Applied Regression Analysis, chapters 1 and 2), and means with Huber's loss. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "study/fit_inside.h"
#include "study/student.h"
#include "support/near.h"
#include "support/suite.h"

enum { MOST = 240 };
static const double normal_95 = 1.959963984540054;

/* y = p0 + p1 t (one parameter: p0) in `curves` curves of equal times, one run each. */
typedef struct line {
    double t[MOST], y[3][MOST];
    fit_parameter parameter[2];
    fit_curve curve[3];
    fit_experiment experiment[3];
    fit_problem problem;
    fit_options options;
    double bend; /* p0 is replaced by p0 + bend p0^2 */
} line;

static abut_status run_line(void *user, int experiment, const double *p, double *out, abut_message *why) {
    const line *l = user;
    (void)why;
    for (int i = 0; i < l->curve[experiment].points; i++)
        out[i] = p[0] + l->bend * p[0] * p[0] + (l->problem.parameters > 1 ? p[1] * l->t[i] : 0);
    return ABUT_OK;
}

static void set_up(line *l, int parameters, int curves, int points) {
    memset(l, 0, sizeof *l);
    for (int i = 0; i < points; i++) l->t[i] = i;
    for (int j = 0; j < 2; j++)
        l->parameter[j] = (fit_parameter){.name = j ? "b" : "a", .start = 1, .low = -9, .high = 11, .only = -1};
    for (int k = 0; k < curves; k++) {
        l->curve[k] = (fit_curve){.name = "c", .experiment = k, .points = points, .t = l->t, .y = l->y[k]};
        l->curve[k].first_x = -1;
        l->curve[k].weight = 1;
        l->experiment[k] = (fit_experiment){"e", points};
    }
    l->problem = (fit_problem){parameters, curves, curves, 1, l->parameter, l->curve, l->experiment, run_line, l};
    l->options.tolerance = 1e-13;
}

static fit_answer solve(line *l) {
    fit_answer a;
    must(fit_solve(&l->problem, &l->options, &a));
    ck_assert(a.has_solution);
    return a;
}

static bool warns(const fit_answer *a, const char *text) {
    for (int i = 0; i < a->warnings; i++)
        if (strstr(a->warning[i], text)) return true;
    return false;
}

/* Five points: t 0 .. 4, y below. Sums by hand: t 10, t^2 30, y 12.5, t y 32.9; determinant 5*30 - 10^2 = 50.
 * b = (5*32.9 - 10*12.5)/50 = 0.79, a = (30*12.5 - 10*32.9)/50 = 0.92; residuals sum of squares from the definition. */
static const double five[5] = {1.0, 1.4, 2.9, 3.1, 4.1};

static double five_squares(void) {
    double sum = 0;
    for (int i = 0; i < 5; i++) sum += pow(0.92 + 0.79 * i - five[i], 2);
    return sum;
}

START_TEST(line_of_known_noise) {
    line l;
    set_up(&l, 2, 1, 5);
    memcpy(l.y[0], five, sizeof five);
    l.curve[0].sigma = 0.2;
    fit_answer a = solve(&l);
    ck_assert_int_eq(a.end, FIT_DONE);
    const double value[2] = {0.92, 0.79}, error[2] = {0.2 * sqrt(30 / 50.0), 0.2 * sqrt(5 / 50.0)};
    for (int j = 0; j < 2; j++) {
        const fit_estimate *e = &a.estimate[j];
        expect_near(e->value, value[j], 1e-6, NULL, "value %d", j);
        expect_near(e->std_error, error[j], 1e-8, NULL, "standard error %d", j);
        expect_near(e->high - e->value, normal_95 * error[j], 1e-8, NULL, "above %d", j);
        expect_near(e->value - e->low, normal_95 * error[j], 1e-8, NULL, "below %d", j);
        expect_within(e->rough, 0, 1e-6, NULL, "a straight line is not rough");
        expect_within(e->ahead, 0, 1e-5, NULL, "at the minimum");
        ck_assert(!e->fixed && !e->at_bound);
    }
    for (int i = 0; i < 4; i++)
        expect_near(a.correlation[i], i % 3 ? -10 / sqrt(5 * 30.0) : 1, 1e-8, NULL, "correlation %d", i);
    expect_near(a.chi2, five_squares() / 0.04 / 3, 1e-8, NULL, "chi^2 per degree of freedom");
    expect_near(a.curve[0].chi2, five_squares() / 0.04 / 5, 1e-8, NULL, "mean square of the curve");
    expect_near(a.cost, five_squares() / 0.04, 1e-8, NULL, "cost");
    /* columns of unit length under the angle c: R = (1 cos c; 0 sin c) */
    expect_near(a.condition, 1 / sqrt(1 - 10 * 10 / (5 * 30.0)), 1e-6, NULL, "condition");
    ck_assert(a.points == 5 && a.dof == 3 && a.curve[0].sigma == 0.2 && a.curve[0].offset == 0);
    ck_assert(isnan(a.curve[0].offset_error));
    for (int i = 0; i < 5; i++) expect_near(a.curve[0].model[i], 0.92 + 0.79 * i, 1e-6, NULL, "model at %d", i);
    fit_free(&a);
}
END_TEST

/* Three degrees of freedom: the quantile 3.182446305284263 of tables. */
START_TEST(line_of_unknown_noise) {
    line l;
    set_up(&l, 2, 1, 5);
    memcpy(l.y[0], five, sizeof five);
    fit_answer a = solve(&l);
    double sigma = sqrt(five_squares() / 3);
    expect_near(a.curve[0].sigma, sigma, 1e-8, NULL, "sigma");
    expect_near(a.estimate[1].std_error, sigma * sqrt(0.1), 1e-8, NULL, "standard error");
    expect_near(a.estimate[1].high - a.estimate[1].value, 3.182446305284263 * sigma * sqrt(0.1), 1e-8, NULL,
                "interval");
    expect_near(a.cost, 3, 1e-8, NULL, "cost: the degrees of freedom");
    ck_assert(isnan(a.chi2));
    fit_free(&a);
}
END_TEST

/* The intercept as the free offset of the curve instead of a parameter: the same line, the same errors. */
static abut_status run_slope(void *user, int experiment, const double *p, double *out, abut_message *why) {
    const line *l = user;
    (void)why, (void)experiment;
    for (int i = 0; i < l->curve[0].points; i++) out[i] = p[0] * l->t[i];
    return ABUT_OK;
}

START_TEST(offset_of_a_line) {
    line l;
    set_up(&l, 1, 1, 5);
    memcpy(l.y[0], five, sizeof five);
    l.problem.run = run_slope;
    l.curve[0].offset = true;
    fit_answer a = solve(&l);
    double sigma = sqrt(five_squares() / 3);
    expect_near(a.estimate[0].value, 0.79, 1e-6, NULL, "slope");
    expect_near(a.estimate[0].std_error, sigma * sqrt(0.1), 1e-7, NULL, "its error");
    expect_near(a.curve[0].offset, 0.92, 1e-6, NULL, "offset");
    expect_near(a.curve[0].offset_error, sigma * sqrt(0.6), 1e-7, NULL, "its error");
    expect_near(a.curve[0].model[4], 0.92 + 4 * 0.79, 1e-6, NULL, "model with the offset");
    ck_assert_int_eq(a.dof, 3);
    fit_free(&a);
}
END_TEST

/* On a logarithmic scale the logarithm is what has a normal error: y = t log p. */
static abut_status run_log(void *user, int experiment, const double *p, double *out, abut_message *why) {
    const line *l = user;
    (void)why, (void)experiment;
    for (int i = 0; i < l->curve[0].points; i++) out[i] = log(p[0]) * l->t[i];
    return ABUT_OK;
}

START_TEST(logarithmic_scale) {
    line l;
    set_up(&l, 1, 1, 5);
    memcpy(l.y[0], five, sizeof five);
    l.problem.run = run_log;
    l.parameter[0] = (fit_parameter){.name = "p", .start = 1, .low = 0.1, .high = 50, .log = true, .only = -1};
    l.curve[0].sigma = 0.3;
    fit_answer a = solve(&l);
    double slope = 32.9 / 30, error = 0.3 / sqrt(30);
    expect_near(a.estimate[0].value, exp(slope), 1e-6, NULL, "value");
    expect_near(a.estimate[0].std_error, exp(slope) * error, 1e-6, NULL, "standard error");
    expect_near(a.estimate[0].low, exp(slope - normal_95 * error), 1e-6, NULL, "below");
    expect_near(a.estimate[0].high, exp(slope + normal_95 * error), 1e-6, NULL, "above");
    fit_free(&a);
    for (int i = 0; i < 2;
         i++) { /* the interval is high/low = exp(2 1.96 error) = 1.24 wide: wider than its bounds or not */
        l.parameter[0].low = exp(slope) / 1.1;
        l.parameter[0].start = 1.05 * l.parameter[0].low;
        l.parameter[0].high = (i ? 1.26 : 1.22) * l.parameter[0].low;
        a = solve(&l);
        ck_assert_msg(warns(&a, "is wider than its bounds") == (i == 0), "%d", i);
        fit_free(&a);
    }
}
END_TEST

/* Two curves of weights 1 and 4 around one mean: the weights shift the mean, and the error is that of the weighted mean. */
START_TEST(weighted_mean) {
    line l;
    set_up(&l, 1, 2, 4);
    const double y[2][4] = {{1, 2, 3, 2}, {4, 4.5, 5, 4.9}}, sigma[2] = {0.5, 2}, weight[2] = {1, 4};
    double top = 0, below = 0, squares = 0, cost = 0;
    for (int k = 0; k < 2; k++) {
        memcpy(l.y[k], y[k], sizeof y[k]);
        l.curve[k].sigma = sigma[k];
        l.curve[k].weight = weight[k];
        double w = weight[k] / (sigma[k] * sigma[k]);
        for (int i = 0; i < 4; i++) top += w * y[k][i], below += w, squares += w * w * sigma[k] * sigma[k];
    }
    double mean = top / below;
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 4; i++) cost += weight[k] * pow((mean - y[k][i]) / sigma[k], 2);
    fit_answer a = solve(&l);
    expect_near(a.estimate[0].value, mean, 1e-6, NULL, "mean");
    expect_near(a.estimate[0].std_error, sqrt(squares) / below, 1e-9, NULL, "its error");
    expect_near(a.cost, cost, 1e-9, NULL, "cost");
    fit_free(&a);
}
END_TEST

/* One curve of known and one of unknown noise: sigma^2 = squares/(points less their share of the parameter), degrees of freedom
 * of the interval those of the unknown noise. Found here by repeating both. */
static void check_mixed(int points, const double y[2][6], double known, double tolerance) {
    line l;
    set_up(&l, 1, 2, points);
    for (int k = 0; k < 2; k++) memcpy(l.y[k], y[k], sizeof y[k]);
    l.curve[0].sigma = known;
    double sigma = 1, mean = 2, share = 0;
    for (int round = 0; round < 2000; round++) {
        double w[2] = {1 / (known * known), 1 / (sigma * sigma)}, top = 0, squares = 0;
        for (int i = 0; i < points; i++) top += w[0] * y[0][i] + w[1] * y[1][i];
        mean = top / (points * (w[0] + w[1]));
        share = w[1] / (w[0] + w[1]);
        for (int i = 0; i < points; i++) squares += pow(y[1][i] - mean, 2);
        sigma = sqrt(squares / (points - share));
    }
    fit_answer a = solve(&l);
    /* rounds end when sigma changes by less than 2 %, the sum of what is left shows in the mean */
    expect_near(a.estimate[0].value, mean, tolerance, NULL, "mean");
    expect_near(a.curve[1].sigma, sigma, tolerance, NULL, "sigma");
    double error = 1 / sqrt(points / (known * known) + points / (sigma * sigma));
    expect_near(a.estimate[0].std_error, error, tolerance, NULL, "error");
    double t = (a.estimate[0].high - a.estimate[0].value) / a.estimate[0].std_error;
    expect_near(t, student_two_sided(0.95, points - share), 2 * tolerance, NULL, "quantile of %g degrees",
                points - share);
    ck_assert(a.curve[0].sigma == known && a.rounds >= 1);
    fit_free(&a);
}

START_TEST(mixed_noise) {
    const double many[2][6] = {{1.8, 2.1, 2.4, 1.9, 2.0, 2.2}, {2, 3, 1, 2.5, 3.5, 2.2}};
    check_mixed(6, many, 0.4, 2e-3);
    /* two points, one of which the parameter takes: sigma is sqrt(2) of what it would be without its share */
    const double few[2][6] = {{1.0, 1.2}, {2.4, 3.6}};
    check_mixed(2, few, 2, 1e-2);
}
END_TEST

/* A parameter at its bound has no share: y = 1 + b t at the times 0 and 1, the second point of each curve tells of b. */
START_TEST(mixed_noise_at_a_bound) {
    line l;
    set_up(&l, 2, 2, 2);
    const double y[2][2] = {{2, 1.2}, {2.5, 4}};
    for (int k = 0; k < 2; k++) memcpy(l.y[k], y[k], sizeof y[k]);
    l.curve[0].sigma = 1.5;
    l.parameter[0].high = 1, l.parameter[0].start = 0.5;
    double sigma = 1, b = 1;
    for (int round = 0; round < 2000; round++) {
        double w[2] = {1 / (1.5 * 1.5), 1 / (sigma * sigma)}, share = w[1] / (w[0] + w[1]);
        b = (1 - share) * (y[0][1] - 1) + share * (y[1][1] - 1);
        sigma = sqrt((pow(y[1][0] - 1, 2) + pow(y[1][1] - 1 - b, 2)) / (2 - share));
    }
    fit_answer a = solve(&l); /* rounds end when sigma changes by less than 2 % */
    ck_assert(a.estimate[0].at_bound && a.estimate[0].value == 1);
    expect_near(a.estimate[1].value, b, 4e-2, NULL, "slope");
    expect_near(a.curve[1].sigma, sigma, 4e-2, NULL, "sigma");
    fit_free(&a);
}
END_TEST

/* The abscissa that the model computes stands behind the values of all curves of the run; the area of the loop is over it. */
static abut_status run_loop(void *user, int experiment, const double *p, double *out, abut_message *why) {
    const line *l = user;
    (void)why, (void)experiment;
    for (int i = 0; i < 5; i++) {
        out[i] = p[0] + l->t[i];                     /* curve 0 */
        out[5 + i] = p[0] * l->t[i] * (4 - l->t[i]); /* curve 1 */
        out[10 + i] = p[0] + l->t[i] * l->t[i];      /* its abscissa */
    }
    return ABUT_OK;
}

START_TEST(abscissa_of_the_model) {
    line l;
    set_up(&l, 1, 2, 5);
    l.problem.experiments = 1, l.problem.run = run_loop;
    l.experiment[0].numbers = 15;
    l.curve[0].sigma = l.curve[1].sigma = 0.1;
    l.curve[1].experiment = 0, l.curve[1].first = 5, l.curve[1].first_x = 10;
    double x[5];
    for (int i = 0; i < 5; i++) l.y[0][i] = 2 + i, l.y[1][i] = 2 * i * (4 - i), x[i] = 7 * i;
    l.curve[1].x = x;
    fit_answer a = solve(&l);
    expect_near(a.estimate[0].value, 2, 1e-9, NULL, "value");
    ck_assert_ptr_null(a.curve[0].model_x);
    double area = 0, measured = 0;
    for (int i = 0; i < 5; i++) {
        int n = (i + 1) % 5;
        expect_near(a.curve[1].model_x[i], 2 + i * i, 1e-9, NULL, "x of point %d", i);
        area += 0.5 * ((2 + i * i) * l.y[1][n] - (2 + n * n) * l.y[1][i]);
        measured += 0.5 * (x[i] * l.y[1][n] - x[n] * l.y[1][i]);
    }
    expect_near(a.curve[1].criteria.area_model, area, 1e-8, NULL, "area of the model");
    expect_near(a.curve[1].criteria.area, measured, 1e-12, NULL, "area of the curve");
    fit_free(&a);
}
END_TEST

/* A fit is accepted if all its curves are: the mean 2 of both lies within 20 % of the one and not of the other, in either order. */
START_TEST(all_curves_are_to_be_accepted) {
    for (int i = 0; i < 3; i++) {
        line l;
        set_up(&l, 1, 2, 4);
        for (int k = 0; k < 8; k++) l.y[k / 4][k % 4] = 2 + (k % 2 ? 0.1 : -0.1) * (k / 4 == i ? 8 : 1);
        l.curve[0].sigma = l.curve[1].sigma = 0.1;
        l.options.accept = (acceptance){.given = true, .pointwise = 0.2, .share = 1};
        fit_answer a = solve(&l);
        expect_near(a.estimate[0].value, 2, 1e-9, NULL, "mean");
        ck_assert(a.curve[0].criteria.accepted == (i != 0) && a.curve[1].criteria.accepted == (i != 1));
        ck_assert(a.accepted == (i == 2));
        fit_free(&a);
    }
}
END_TEST

/* What fits exactly has a noise all the same: 1e-7 of the spread of the values of its group about the means of its curves, of their
 * greatest size where they do not differ, of 1 where all are 0. */
START_TEST(least_noise) {
    static const struct {
        double a, b, want;
    } all[] = {{3, 0.5, 0.5}, {-4, 0.25, 0.25}, {3, 0, 3 / 1.4142135623730951}, {0, 0, 0.70710678118654752}};
    for (int k = 0; k < 4; k++) {
        line l;
        set_up(&l, all[k].b != 0 ? 2 : 1, 2, 5); /* t from 0 to 4: the root of the mean of (t - 2)^2 is sqrt(2) */
        for (int c = 0; c < 2; c++)
            for (int i = 0; i < 5; i++) l.y[c][i] = all[k].a + all[k].b * i;
        fit_answer a = solve(&l);
        for (int c = 0; c < 2; c++)
            expect_near(a.curve[c].sigma, 1e-7 * sqrt(2) * all[k].want, 1e-6, NULL, "case %d", k);
        fit_free(&a);
    }
}
END_TEST

/* ---- Huber's loss, k = 1.345 ---- */
/* Its factor: 95 % of the efficiency of the mean under normal noise (Huber and Ronchetti, Robust Statistics, 4.5):
 * efficiency = (2 Phi(k) - 1)^2/(E psi^2), by erf and the density. */
START_TEST(huber_factor) {
    double k = huber_psi(100);
    ck_assert(k == -huber_psi(-100) && huber_psi(0.7) == 0.7 && huber_psi(-0.7) == -0.7);
    double inside = erf(k / sqrt(2)), density = exp(-0.5 * k * k) / sqrt(2 * 3.14159265358979323846);
    double square = inside - 2 * k * density + k * k * (1 - inside);
    expect_near(inside * inside / square, 0.95, 2e-5, NULL, "efficiency at k = %g", k);
    ck_assert(huber_psi_rate(k - 1e-9) == 1 && huber_psi_rate(-k + 1e-9) == 1);
    ck_assert(huber_psi_rate(k + 1e-9) == 0 && huber_psi_rate(-k - 1e-9) == 0);
}
END_TEST

/* A mean of values near 2 and one outlier: sum of psi = 0, so that the others balance the constant pull k sigma. */
static const double seven[7] = {1.9, 2.2, 2.05, 1.7, 2.3, 1.95, 8};

START_TEST(huber_mean) {
    line l;
    set_up(&l, 1, 1, 7);
    memcpy(l.y[0], seven, sizeof seven);
    l.options.huber = true;
    l.curve[0].sigma = 0.5;
    double sum = 0, psi2 = 0, cost = 0, k = 1.345;
    for (int i = 0; i < 6; i++) sum += seven[i];
    double mean = (sum + k * 0.5) / 6; /* sum (y - mean)/0.5 + k = 0 over the six */
    for (int i = 0; i < 6; i++) {
        double s = (seven[i] - mean) / 0.5;
        ck_assert(fabs(s) < k);
        psi2 += s * s, cost += s * s;
    }
    psi2 += k * k, cost += k * (2 * (8 - mean) / 0.5 - k);
    fit_answer a = solve(&l);
    /* the differences of the root of the loss reach 0.02 far */
    expect_near(a.estimate[0].value, mean, 1e-4, NULL, "mean");
    expect_near(a.cost, cost, 1e-7, NULL, "cost");
    /* sigma^2 (mean psi^2)/(mean psi')^2/n, widened by n/(n - 1) */
    expect_near(a.estimate[0].std_error, 0.5 * sqrt(psi2 / 7) / (6 / 7.0) / sqrt(7) * sqrt(7 / 6.0), 3e-4, NULL,
                "error");
    fit_free(&a);
    l.problem.run = run_slope; /* the same number as the offset of a curve: the model is 0 at p = 0 ... */
    for (int i = 0; i < 7; i++) l.t[i] = i % 2 ? 1 : -1;
    l.curve[0].offset = true;
    l.parameter[0].low = 0, l.parameter[0].high = 1e-9, l.parameter[0].start = 0;
    a = solve(&l);
    expect_near(a.curve[0].offset, mean, 1e-8, NULL, "robust offset"); /* ... and stays there within 1e-9 */
    fit_free(&a);
}
END_TEST

/* Unknown noise with Huber's loss: 1.4826 times the median size of the residuals, over sqrt((n - 1)/n). */
START_TEST(huber_sigma) {
    for (int points = 6; points <= 7; points++) {
        line l;
        set_up(&l, 1, 1, points);
        memcpy(l.y[0], seven + 7 - points, (size_t)points * sizeof *seven);
        l.options.huber = true;
        fit_answer a = solve(&l);
        double size[7], normal = 1 / 0.6744897501960817; /* upper quartile of the normal distribution */
        for (int i = 0; i < points; i++) {               /* sorted as it grows */
            double x = fabs(a.curve[0].model[i] - l.y[0][i]);
            int j = i;
            for (; j > 0 && size[j - 1] > x; j--) size[j] = size[j - 1];
            size[j] = x;
        }
        double median = points % 2 ? size[points / 2] : 0.5 * (size[points / 2 - 1] + size[points / 2]);
        expect_near(a.curve[0].sigma, normal * median * sqrt(points / (points - 1.0)), 1e-9, NULL, "%d points", points);
        fit_free(&a);
    }
}
END_TEST

/* Three curves that see p0 once, twice and once: two of one unknown noise, whose residuals count together, one of known noise, apart.
 * With A = sum g^2 slope/sigma^2 and B = sum g^2 square/sigma^2, slope and square being means of psi' and psi^2, the variance is
 * B/A^2, widened by m/(m - 1). */
static abut_status run_times(void *user, int experiment, const double *p, double *out, abut_message *why) {
    const line *l = user;
    (void)why;
    for (int i = 0; i < l->curve[0].points; i++) out[i] = (experiment == 1 ? 2 : 1) * p[0];
    return ABUT_OK;
}

START_TEST(huber_groups) {
    line l;
    set_up(&l, 1, 3, 7);
    for (int i = 0; i < 7; i++) {
        l.y[0][i] = seven[i]; /* one outlier */
        l.y[1][i] = 4 + 0.3 * (i - 3) + (i == 1 || i == 5 ? 5 * (i - 3) : 0);
        l.y[2][i] = 2 + 0.2 * (i - 3);
    }
    l.problem.run = run_times;
    l.options.huber = true;
    l.curve[2].sigma = 0.4;
    fit_answer a = solve(&l);
    double slope[2] = {0, 0}, square[2] = {0, 0}, A = 0, B = 0;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 7; i++) {
            double s = fabs(a.curve[k].model[i] - l.y[k][i]) / a.curve[k].sigma, psi = fmin(s, 1.345);
            slope[k == 2] += (s <= 1.345) / (k == 2 ? 7.0 : 14.0), square[k == 2] += psi * psi / (k == 2 ? 7.0 : 14.0);
        }
    for (int k = 0; k < 3; k++) {
        double g2 = 7 * (k == 1 ? 4 : 1) / pow(a.curve[k].sigma, 2);
        A += g2 * slope[k == 2], B += g2 * square[k == 2];
    }
    ck_assert(a.curve[0].sigma == a.curve[1].sigma && a.curve[2].sigma == 0.4 && slope[0] < 1);
    expect_near(a.estimate[0].std_error, sqrt(B) / A * sqrt(21 / 20.0), 1e-6, NULL, "error");
    fit_free(&a);
}
END_TEST

/* ---- where it stands ---- */
/* Stopped at its start, a linear model knows exactly where the minimum lies. */
START_TEST(ahead) {
    for (int huber = 0; huber < 2; huber++) {
        line l;
        set_up(&l, huber ? 1 : 2, 1, huber ? 7 : 5);
        memcpy(l.y[0], huber ? seven : five, huber ? sizeof seven : sizeof five);
        l.options.huber = huber;
        l.options.max_evaluations = 1;
        l.curve[0].sigma = huber ? 0.5 : 0.2;
        l.parameter[0].start = huber ? 1.9 : 1;
        fit_answer a = solve(&l);
        ck_assert_int_eq(a.end, FIT_LIMIT);
        ck_assert(warns(&a, "the limit of 1 evaluations was reached"));
        if (huber) { /* one step of Newton: sum of psi over the number of those inside, none of which leaves on the way */
            double sum = 1.345 * 0.5;
            for (int i = 0; i < 6; i++) sum += seven[i] - 1.9;
            expect_near(a.estimate[0].ahead, sum / 6, 1e-6, NULL, "Huber");
        } else {
            expect_near(a.estimate[0].ahead, 0.92 - 1, 1e-6, NULL, "a");
            expect_near(a.estimate[1].ahead, 0.79 - 1, 1e-6, NULL, "b");
        }
        fit_free(&a);
    }
}
END_TEST

/* Rough: with y = p + c p^2 and the step h the second difference is 2 c h^2, half the first 2 h (1 + 2 c p) / 2. */
START_TEST(rough) {
    line l;
    set_up(&l, 1, 1, 3);
    l.bend = 0.3;
    l.parameter[0].step = 0.5;
    for (int i = 0; i < 3; i++) l.y[0][i] = 2.2 + 0.01 * (i - 1); /* p = 2 */
    l.y[0][0] += 1, l.y[0][1] += 1, l.y[0][2] += 1;
    l.curve[0].sigma = 0.1;
    fit_answer a = solve(&l);
    expect_near(a.estimate[0].value, 2, 1e-4, NULL, "p");
    expect_near(a.estimate[0].rough, 2 * 0.3 * 0.25 / (0.5 * (1 + 0.6 * 2)), 1e-3, NULL, "rough");
    /* central differences of a parabola are exact */
    expect_near(a.estimate[0].std_error, 0.1 / sqrt(3) / (1 + 0.6 * 2), 1e-3, NULL, "error");
    fit_free(&a);
}
END_TEST

/* ---- warnings at their limits ---- */
/* y = +-d alternately about 1: the mean is 1, chi^2 = n d^2/(n - 1) at sigma 1; 5 sqrt(2/(n - 1)) off 1 is said. */
START_TEST(noise_warnings) {
    const double chi2[] = {1.49, 1.51, 0.51, 0.49};
    for (int i = 0; i < 4; i++) {
        line l;
        set_up(&l, 1, 1, 201 - 1);
        double d = sqrt(chi2[i] * 199 / 200);
        for (int k = 0; k < 200; k++) l.y[0][k] = 1 + (k % 2 ? d : -d);
        l.curve[0].sigma = 1;
        l.parameter[0].start = 0.5;
        fit_answer a = solve(&l);
        expect_near(a.chi2, chi2[i], 1e-6, NULL, "chi^2");
        ck_assert_msg(warns(&a, "times the noise that was given") == (i % 2 == 1), "chi^2 %g", chi2[i]);
        ck_assert(i != 1 || warns(&a, "the residuals are 1.23 times")); /* sqrt(1.51) */
        ck_assert(i != 3 || warns(&a, "the intervals are too wide"));
        fit_free(&a);
    }
}
END_TEST

/* Two times t0 and t0 + 1: the correlation of a and b is -mean t/sqrt(mean t^2), 0.99 at t0 = 3.01; the error of b is sigma
 * sqrt(2), so that half the interval is half of the value at sigma = 0.5/(1.96 sqrt(2)). */
START_TEST(estimate_warnings) {
    for (int i = 0; i < 2; i++) {
        line l;
        set_up(&l, 2, 2, 2);
        l.t[0] = i ? 3.2 : 2.8, l.t[1] = l.t[0] + 1;
        for (int k = 0; k < 4; k++) l.y[k / 2][k % 2] = 1 + l.t[k % 2] + (k / 2 ? 0.01 : -0.01);
        l.curve[0].sigma = l.curve[1].sigma = i ? 0.52 / normal_95 : 0.48 / normal_95;
        l.parameter[1].start = 1.2;
        fit_answer a = solve(&l);
        double t = l.t[0] + 0.5;
        expect_near(a.correlation[1], -t / sqrt(t * t + 0.25), 1e-6, NULL, "correlation");
        ck_assert(warns(&a, "'a' and 'b' can hardly be told apart") == (i == 1));
        expect_near(a.estimate[1].high - a.estimate[1].value, i ? 0.52 : 0.48, 1e-6, NULL, "half the interval");
        ck_assert_msg(warns(&a, "'b' is poorly determined") == (i == 1), "%d", i);
        fit_free(&a);
    }
}
END_TEST

/* Where the start is `far` standard errors off the minimum; an interval wider than the bounds. */
START_TEST(place_warnings) {
    for (int i = 0; i < 2; i++) {
        line l;
        set_up(&l, 1, 1, 4);
        for (int k = 0; k < 4; k++) l.y[0][k] = 3;
        l.curve[0].sigma = 1; /* standard error 0.5 */
        l.parameter[0].start = i ? 3 - 0.55 : 3 - 0.45;
        l.options.max_evaluations = 1;
        fit_answer a = solve(&l);
        ck_assert_msg(warns(&a, "this is not the minimum") == (i == 1), "%d", i);
        fit_free(&a);
        l.options.max_evaluations = 0;
        l.parameter[0].low = 2, l.parameter[0].high = i ? 2 + 1.9 : 2 + 2.1, l.parameter[0].start = 2.5;
        a = solve(&l); /* interval 2 x 0.98 */
        ck_assert_msg(warns(&a, "is wider than its bounds") == (i == 1), "%d", i);
        fit_free(&a);
    }
}
END_TEST

int main(void) {
    const TTest *const *const all[] = {&line_of_known_noise,
                                       &line_of_unknown_noise,
                                       &offset_of_a_line,
                                       &logarithmic_scale,
                                       &weighted_mean,
                                       &mixed_noise,
                                       &mixed_noise_at_a_bound,
                                       &all_curves_are_to_be_accepted,
                                       &least_noise,
                                       &abscissa_of_the_model,
                                       &huber_factor,
                                       &huber_mean,
                                       &huber_sigma,
                                       &huber_groups,
                                       &ahead,
                                       &rough,

                                       &noise_warnings,
                                       &estimate_warnings,
                                       &place_warnings};
    return suite_main("study_statistics", all, sizeof all / sizeof *all);
}
