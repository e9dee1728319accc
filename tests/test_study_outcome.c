/* What a study reads and leaves: curves in other units, cut and shifted, against the numbers of their file; summary.json, CSV files
 * and tables of results.h5 against the answer of the fit. The model is a mass on a spring, whose motion is known. */
#include <hdf5.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "study/outcome.h"
#include "support/near.h"
#include "support/owned.h"
#include "support/suite.h"

static char folder[64], said[4000];

static void note(const model_error *error, void *user) {
    (void)user;
    (void)snprintf(said + strlen(said), sizeof said - strlen(said), "%s\n", error->text);
}

static void write_text(const char *name, const char *text) {
    char path[200];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    (void)fputs(text, file);
    (void)fclose(file);
}

static char *whole_file(const char *name) {
    char path[200];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s", path);
    char *data = calloc(1, 1 << 16);
    (void)fread(data, 1, (1 << 16) - 1, file);
    (void)fclose(file);
    return data;
}

static void clean(void) {
    char command[128];
    (void)snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

static const char model_text[] =
    "abut: 1\n"
    "bodies:\n"
    "  - {name: block, mass: 2 kg, inertia: [0.01, 0.01, 0.01], position: [0.1, 0, 0]}\n"
    "joints:\n"
    "  - {name: slide, type: prismatic, child: block, orientation: {axis: [0, 1, 0], angle: 90 deg}}\n"
    "forces:\n"
    "  - {name: spring, type: spring, between: [world, block], axis: [1, 0, 0],\n"
    "     stiffness: 200 N/m, damping: 2 N s/m, length: 0}\n"
    "solver: {t_end: 1 s, rtol: 1e-8}\n";

static const char study_text[] =
    "abut_study: 1\n"
    "title: Block on a spring\n"
    "model: model.yaml\n"
    "parameters:\n"
    "  - {name: k, path: forces.spring.stiffness, unit: N/cm, start: 1.7, bounds: [1, 4], step: 0.01}\n"
    "  - {name: c, path: forces.spring.damping, start: 2.5, bounds: [0.5, 8], scale: log}\n"
    "experiments:\n"
    "  - name: free\n"
    "    curves:\n"
    "      - {file: data.csv, x: ms, x_unit: ms, y: mm, unit: mm, quantity: body_block.x, from: 100 ms, to: 0.45, "
    "offset: free, sigma: 1 mm}\n"
    "      - {name: loop, file: data.csv, x: mm, x_unit: mm, y: v, time: s, quantity: body_block.vx, against: "
    "body_block.x, factor: 2, weight: 2, noise: speed}\n"
    "  - name: stiff\n"
    "    set: {bodies.block.mass: 1 kg}\n"
    "    curves:\n"
    "      - {name: other, file: data.csv, x: s, y: v, quantity: body_block.vx, factor: 2, noise: speed, to: 0.3}\n"
    "acceptance: {pointwise: 30 %, floor: 40 %, share: 60 %, area: 50 %, largest: 2}\n";

/* Mass m on k = 200, c = 2 from 0.1 m at rest. */
static double motion(double m, double t, double *v) {
    double d = 1 / m, w = sqrt(200 / m - d * d), e = exp(-d * t);
    *v = -0.1 * e * (w + d * d / w) * sin(w * t);
    return 0.1 * e * (cos(w * t) + d / w * sin(w * t));
}

enum { ROWS = 12 };

/* Rows at 50 ms each with little errors of known size; the camera sees everything 3 mm too high. */
static void set_up(void) {
    char data[4000] = "s,ms,mm,v\n";
    said[0] = '\0';
    (void)snprintf(folder, sizeof folder, "/tmp/abut_outcome_XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    for (int i = 0; i < ROWS; i++) {
        double t = 0.05 * i, v, x = motion(2, t, &v);
        (void)snprintf(data + strlen(data), sizeof data - strlen(data), "%.10g,%.10g,%.10g,%.10g\n", t, 1e3 * t,
                       1e3 * x + 3 + (i % 3 - 1) * 0.5, 2 * v + (i % 2 ? 0.02 : -0.02));
    }
    write_text("data.csv", data);
    write_text("model.yaml", model_text);
    write_text("study.yaml", study_text);
}

static void read_study(study *s) {
    char path[200];
    (void)snprintf(path, sizeof path, "%s/study.yaml", folder);
    ck_assert_msg(study_read(path, note, NULL, s) == 0, "%s", said);
}

START_TEST(reading) {
    study s;
    set_up();
    read_study(&s);
    const fit_curve *c = s.problem.curve;
    ck_assert(s.problem.curves == 3 && s.problem.experiments == 2 && s.problem.parameters == 2);
    ck_assert(c[0].points == 8 && c[1].points == ROWS && c[2].points == 7); /* 100 .. 450 ms, all, to 300 ms */
    expect_near(c[0].t[0], 0.1, 1e-12, NULL, "from");
    expect_near(c[0].t[7], 0.45, 1e-12, NULL, "to");
    double v, x = motion(2, 0.2, &v); /* row 4: error (4 % 3 - 1)/2 mm = 0 */
    expect_near(c[0].y[2], x + 3e-3, 1e-8, NULL, "mm are m");
    ck_assert(c[0].offset && !c[1].offset && c[0].sigma == 1e-3 && c[1].sigma == 0 && c[1].weight == 2 && !c[0].x);
    ck_assert(c[0].noise != c[1].noise && c[1].noise == c[2].noise);
    expect_near(c[1].x[4], x + 3e-3, 1e-8, NULL, "abscissa");
    ck_assert(c[0].first == 0 && c[0].first_x == -1 && c[1].first == 8 && c[1].first_x == 20 && c[2].first == 0);
    ck_assert(s.problem.experiment[0].numbers == 32 && s.problem.experiment[1].numbers == 7);
    expect_near(s.experiment[0].t_end, 0.55, 1e-12, NULL, "end");
    expect_near(s.experiment[1].t_end, 0.3, 1e-12, NULL, "end of the second");
    const fit_parameter *p = s.problem.parameter;
    ck_assert(p[0].start == 1.7 && p[0].low == 1 && p[0].high == 4 && p[0].step == 0.01 && !p[0].log && p[1].log);
    const acceptance *a = &s.options.accept;
    ck_assert(a->given && a->largest == 2);
    const double shares[] = {a->pointwise, a->floor, a->share, a->area}, want[] = {0.3, 0.4, 0.6, 0.5};
    for (int i = 0; i < 4; i++) expect_near(shares[i], want[i], 1e-12, NULL, "acceptance %d", i);
    int count;
    char **set = study_settings(&s, 1, (const double[]){2, 3}, &count);
    ck_assert_int_eq(count, 3);
    ck_assert_str_eq(set[0], "bodies.block.mass=1 kg");
    ck_assert_str_eq(set[1], "forces.spring.stiffness=2 N/cm");
    ck_assert_str_eq(set[2], "forces.spring.damping=3");
    free(set);
    double out[32];
    abut_message why = {0};
    for (int e = 0; e < 2; e++) {
        must(study_simulate(&s, e, (const double[]){2, 2}, out, &why));
        for (int k = e ? 2 : 0; k < (e ? 3 : 2); k++)
            for (int i = 0; i < c[k].points; i++) {
                x = motion(e ? 1 : 2, c[k].t[i], &v);
                expect_within(out[c[k].first + i], k ? 2 * v : x, 1e-6, NULL, "curve %d, point %d", k, i);
                if (c[k].first_x >= 0) expect_within(out[c[k].first_x + i], x, 1e-6, NULL, "x of point %d", i);
            }
    }
    study_free(&s);
    clean();
}
END_TEST

/* ---- what is left ---- */
static double number(const char *at, const char *const *keys) {
    for (; *keys; keys++) {
        char key[64];
        (void)snprintf(key, sizeof key, "\"%s\": ", *keys);
        at = strstr(at, key);
        ck_assert_msg(at != NULL, "no %s", *keys);
        at += strlen(key);
    }
    at += strspn(at, "[");
    return strncmp(at, "null", 4) ? strtod(at, NULL) : (double)NAN;
}
#define NUMBER(from, ...) number(from, (const char *const[]){__VA_ARGS__, NULL})
static void same(double x, double y, const char *what) {
    ck_assert_msg(x == y || (isnan(x) && isnan(y)), "%s: %.17g instead of %.17g", what, x, y);
}

static void check_summary(const study *s, const fit_answer *a) {
    char *text = whole_file("summary.json");
    for (int i = 0; i < 2; i++) {
        const fit_estimate *e = &a->estimate[i];
        const char *name = i ? "c" : "k", *at = strstr(strstr(text, "\"parameters\""), i ? "\"c\": {" : "\"k\": {");
        same(NUMBER(at, "value"), e->value, "value");
        same(NUMBER(at, "std_error"), e->std_error, "error");
        same(NUMBER(at, "interval"), e->low, "low");
        same(strtod(strchr(strstr(at, "interval"), ',') + 1, NULL), e->high, "high");
        same(NUMBER(at, "start"), i ? 2.5 : 1.7, "start");
        same(NUMBER(at, "bounds"), i ? 0.5 : 1, "bound");
        const char *row = strstr(strstr(text, "\"correlation\""), i ? "\"c\": {" : "\"k\": {");
        same(NUMBER(row + 6, "k"), a->correlation[2 * i], name);
        same(NUMBER(row + 6, "c"), a->correlation[2 * i + 1], name);
    }
    same(NUMBER(text, "evaluations"), (double)a->evaluations, "evaluations");
    same(NUMBER(text, "runs"), (double)a->runs, "runs");
    same(NUMBER(text, "iterations"), a->iterations, "iterations");
    same(NUMBER(text, "rounds"), a->rounds, "rounds");
    same(NUMBER(text, "wall_seconds"), 1.5, "wall time");
    same(NUMBER(text, "cost"), a->cost, "cost");
    same(NUMBER(text, "degrees_of_freedom"), a->dof, "degrees of freedom");
    same(NUMBER(text, "condition"), a->condition, "condition");
    const char *at = strstr(text, "\"curves\": [");
    for (int k = 0; k < 3; k++) {
        const fit_curve_answer *c = &a->curve[k];
        const criteria *r = &c->criteria;
        at = strstr(at + 1, "\"experiment\"");
        const double got[] = {NUMBER(at, "points"),        NUMBER(at, "sigma"),        NUMBER(at, "chi2"),
                              NUMBER(at, "I_max"),         NUMBER(at, "max_measured"), NUMBER(at, "I_m"),
                              NUMBER(at, "I_abs"),         NUMBER(at, "I_sigma"),      NUMBER(at, "within"),
                              NUMBER(at, "area_measured"), NUMBER(at, "area_model"),   NUMBER(at, "area_error")};
        const double want[] = {s->problem.curve[k].points,
                               c->sigma,
                               c->chi2,
                               r->I_max,
                               r->max_y,
                               r->I_m,
                               r->I_abs,
                               r->I_sigma,
                               r->within,
                               r->area,
                               r->area_model,
                               r->area_error};
        for (size_t i = 0; i < sizeof got / sizeof *got; i++) same(got[i], want[i], "of a curve");
        if (k == 0) same(NUMBER(at, "offset"), c->offset, "offset");
        if (k == 0) same(NUMBER(at, "offset_error"), c->offset_error, "its error");
    }
    free(text);
}

/* Column of a CSV file or of a table of results.h5: the same numbers, those of the answer. */
static void check_tables(const study *s, const fit_answer *a) {
    static const char *const csv[] = {"fit_free_mm.csv", "fit_free_loop.csv", "fit_stiff_other.csv"},
                             *const group[] = {"free.mm", "free.loop", "stiff.other"};
    char path[200];
    double measured[ROWS], fitted[ROWS], residual[ROWS], time[ROWS];
    (void)snprintf(path, sizeof path, "%s/results.h5", folder);
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    ck_assert(file >= 0);
    for (int k = 0; k < 3; k++) {
        const fit_curve *c = &s->problem.curve[k];
        double *to[] = {time, measured, fitted, residual};
        static const char *const names[] = {"time", "measured", "model", "residual"};
        for (int i = 0; i < 4; i++) {
            (void)snprintf(path, sizeof path, "tables/%s/%s", group[k], names[i]);
            hid_t set = H5Dopen2(file, path, H5P_DEFAULT);
            ck_assert_msg(set >= 0, "%s", path);
            ck_assert(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, to[i]) >= 0);
            (void)H5Dclose(set);
        }
        char *text = whole_file(csv[k]), *at = strchr(text, '\n') + 1;
        for (int i = 0; i < c->points; i++) {
            double x[6];
            int n = k == 1 ? 6 : 5; /* t, x, measured, (x_model,) model, residual */
            for (int col = 0; col < n; col++, at++) x[col] = strtod(at, &at);
            same(x[0], c->t[i], "t");
            same(x[1], c->x ? c->x[i] : c->t[i], "x");
            same(x[2], c->y[i], "measured");
            if (k == 1) same(x[3], a->curve[k].model_x[i], "x of the model");
            same(x[n - 2], a->curve[k].model[i], "model");
            same(x[n - 1], a->curve[k].model[i] - c->y[i], "residual");
            ck_assert(time[i] == x[0] && measured[i] == x[2] && fitted[i] == x[n - 2] && residual[i] == x[n - 1]);
        }
        free(text);
    }
    (void)H5Fclose(file);
}

/* history.csv and its table. */
static void check_history(const fit_answer *a) {
    char *text = whole_file("history.csv"), *at = strchr(text, '\n') + 1, path[200];
    static double column[5][200];
    static const char *const names[] = {"evaluation", "round", "parameter1", "parameter2", "cost"};
    (void)snprintf(path, sizeof path, "%s/results.h5", folder);
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    for (int i = 0; i < 5; i++) {
        (void)snprintf(path, sizeof path, "tables/history/%s", names[i]);
        hid_t set = H5Dopen2(file, path, H5P_DEFAULT), space = H5Dget_space(set);
        ck_assert_int_eq((int)H5Sget_simple_extent_npoints(space), (int)a->evaluations);
        ck_assert(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, column[i]) >= 0);
        (void)H5Sclose(space);
        (void)H5Dclose(set);
    }
    (void)H5Fclose(file);
    for (int row = 0; row < a->evaluations; row++) {
        double number_of = strtod(at, &at), round = strtod(at + 1, &at);
        at = strchr(at + 1, ',');
        double k = strtod(at + 1, &at), c = strtod(at + 1, &at), cost = strtod(at + 1, &at);
        at++;
        ck_assert(number_of == row + 1 && column[0][row] == row + 1 && column[1][row] == round);
        ck_assert(column[2][row] == k && column[3][row] == c && column[4][row] == cost);
        ck_assert(row > 0 || (k == 1.7 && c == 2.5));
    }
    ck_assert(*at == '\0');
    free(text);
}

/* A history that somebody has changed since is not shown: a number missing, more in a row, words, a row cut short. */
static void check_odd_histories(const study *s, const fit_answer *a) {
    static const char *const rows[] = {"1,0,start,2,3,4\n",  "1,0,start,2,,4\n", "1,0,start,2,3,4,5\n",
                                       "1,0,start,2,3x,4\n", "1,0,start,2,3,\n", "1,0,start,2\n",
                                       "1;0;start;2;3;4\n"};
    char path[200], text[100];
    abut_message message = {0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        (void)snprintf(text, sizeof text, "evaluation,round,what,k,c,cost\n1,0,start,2,3,4\n%s", rows[i]);
        write_text("history.csv", text);
        must(outcome_write(&owned_folder, s, a, 1.5, &message));
        (void)snprintf(path, sizeof path, "%s/results.h5", folder);
        hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
        ck_assert_msg((H5Lexists(file, "tables/history", H5P_DEFAULT) > 0) == (i == 0), "%s", rows[i]);
        (void)H5Fclose(file);
    }
}

START_TEST(results) {
    study s;
    fit_answer a;
    abut_message message = {0};
    set_up();
    read_study(&s);
    s.options.folder = own(folder);
    must(fit_solve(&s.problem, &s.options, &a));
    ck_assert_int_eq(a.end, FIT_DONE);
    expect_near(a.estimate[0].value, 2, 0.03, NULL, "stiffness");
    expect_within(a.curve[0].offset, 3e-3, 1e-3, NULL, "the camera");
    must(outcome_write(&owned_folder, &s, &a, 1.5, &message));
    check_summary(&s, &a);
    check_tables(&s, &a);
    check_history(&a);
    check_odd_histories(&s, &a);
    fit_free(&a);
    study_free(&s);
    clean();
}
END_TEST

/* ---- criteria, by hand ---- */
START_TEST(criteria_by_hand) {
    /* d = 1, -2, 0, 3, -1: mean 0.2, mean size 1.4, squares about the mean 15 - 5 0.04 = 14.8 over 4 */
    const double y[5] = {10, -8, 0.5, 4, 2}, m[5] = {11, -10, 0.5, 7, 1}, x[5] = {0, 3, 3, 1, 0};
    acceptance a = {.given = true, .pointwise = 0.25, .floor = 0.2, .share = 0.6};
    criteria c = criteria_of(5, x, NULL, y, m, &a);
    ck_assert(c.max_y == 10 && c.I_max == 3);
    expect_near(c.I_m, 0.2, 1e-12, NULL, "mean");
    expect_near(c.I_abs, 1.4, 1e-12, NULL, "mean size");
    expect_near(c.I_sigma, sqrt(14.8 / 4), 1e-12, NULL, "deviation");
    /* |d| <= 0.25 max(|y|, 2): 2.5, 2, 0.5, 1, 0.5: the first three */
    expect_near(c.within, 0.6, 1e-12, NULL, "within");
    ck_assert(c.accepted);
    a.share = 0.61;
    ck_assert(!criteria_of(5, x, NULL, y, m, &a).accepted);
    a.share = 0.5, a.largest = 0.31;
    ck_assert(criteria_of(5, x, NULL, y, m, &a).accepted);
    a.largest = 0.29;
    ck_assert(!criteria_of(5, x, NULL, y, m, &a).accepted);
    /* areas by the shoelace formula: sum of (x_i y_i+1 - x_i+1 y_i)/2 */
    double area[2] = {0, 0};
    for (int i = 0; i < 5; i++) {
        int n = (i + 1) % 5;
        area[0] += 0.5 * (x[i] * y[n] - x[n] * y[i]), area[1] += 0.5 * (x[i] * m[n] - x[n] * m[i]);
    }
    expect_near(c.area, area[0], 1e-12, NULL, "area");
    expect_near(c.area_model, area[1], 1e-12, NULL, "area of the model");
    expect_near(c.area_error, area[1] / area[0] - 1, 1e-12, NULL, "its error");
    a = (acceptance){.given = true, .area = 1.01 * fabs(c.area_error)};
    ck_assert(criteria_of(5, x, NULL, y, m, &a).accepted);
    a.area = 0.99 * fabs(c.area_error);
    ck_assert(!criteria_of(5, x, NULL, y, m, &a).accepted);
    const double wide[5] = {0, 6, 6, 2, 0};
    expect_near(criteria_of(5, x, wide, y, m, &a).area_model, 2 * area[1], 1e-12, NULL, "abscissa of the model");
    /* there and back on a line is no loop */
    const double line[4] = {0, 1, 2, 1};
    ck_assert(isnan(criteria_of(4, line, NULL, line, m, &a).area_error));
    ck_assert(criteria_of(1, NULL, NULL, y, m, &a).I_sigma == 0);
}
END_TEST

START_TEST(loop_criteria) {
    enum { N = 400 };
    double x[N], y[N], fitted[N];
    for (int i = 0; i < N; i++) {
        double a = 6.283185307179586 * i / N;
        x[i] = 3 * cos(a);
        y[i] = 2 * sin(a);
        fitted[i] = 1.1 * y[i];
    }
    acceptance accept = {.given = true, .pointwise = 0.11, .floor = 0.1, .share = 1, .area = 0.12, .largest = 0.11};
    criteria c = criteria_of(N, x, NULL, y, fitted, &accept);
    expect_near(c.area, 6 * 3.141592653589793L, 1e-4, NULL, "area");
    expect_near(c.area_error, 0.1, 1e-9, NULL, "error of the area");
    expect_near(c.I_max, 0.2, 1e-9, NULL, "I_max");
    expect_within(c.I_m, 0, 1e-12, NULL, "the signed mean cancels");
    expect_near(c.I_abs, 0.2 * 2 / 3.141592653589793L, 1e-4, NULL, "mean size");
    expect_near(c.I_sigma, 0.2 * sqrtl(0.5L * N / (N - 1)), 1e-9, NULL, "I_sigma");
    ck_assert(c.within == 1 && c.accepted);
    accept.area = 0.09;
    ck_assert(!criteria_of(N, x, NULL, y, fitted, &accept).accepted);
    accept.area = 0;
    accept.pointwise = 0.09;
    c = criteria_of(N, x, NULL, y, fitted, &accept);
    ck_assert(!c.accepted && c.within < 0.1 && c.within > 0); /* those below the floor */
    c = criteria_of(N, NULL, NULL, y, fitted, &accept);
    ck_assert(isnan(c.area_error));
}
END_TEST

/* A band as wide as part of its height is a loop of that part of the box around it, whatever the units; below 1e-6 it is none. */
START_TEST(thin_loops) {
    static const double units[] = {1e-4, 1, 1e5};
    for (int i = 0; i < 18; i++) {
        const double part = i % 2 ? 1.2e-6 : 0.8e-6, X = units[i / 2 % 3], Y = units[i / 6];
        double x[4] = {0, X, X, 0}, y[4] = {0, Y, Y * (1 + part), Y * part},
               fitted[4] = {0, Y, Y * (1 + 3 * part), 3 * Y * part};
        for (int k = 0; k < 4; k++) x[k] += 5 * X, y[k] -= 3 * Y, fitted[k] -= 3 * Y;
        criteria c = criteria_of(4, x, NULL, y, fitted, &(acceptance){.given = true, .area = 0.1});
        expect_near(c.area, X * Y * part, 1e-8, NULL, "area");
        if (part > 1e-6) expect_near(c.area_error, 2, 1e-8, NULL, "error of the area");
        ck_assert(isnan(c.area_error) == (part < 1e-6) && c.accepted == (part < 1e-6));
    }
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&reading, &results, &criteria_by_hand, &loop_criteria, &thin_loops};
    return suite_main("study_outcome", all, sizeof all / sizeof *all);
}
