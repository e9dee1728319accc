/* The study file: its errors, names of quantities, columns of data; and a whole study on a real model. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "study/quantity.h"
#include "study/study.h"
#include "support/near.h"
#include "support/suite.h"

#define EXAMPLE ABUT_TEST_DATA "/../../examples/19_identify/"

static char folder[] = "/tmp/abut_study_XXXXXX";
static char said[20000];

static void note(const model_error *error, void *user) {
    (void)user;
    (void)snprintf(said + strlen(said), sizeof said - strlen(said), "%s\n", error->text);
}

static const char *path_of(const char *name) {
    static char path[300];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void write_text(const char *name, const char *text) {
    FILE *file = fopen(path_of(name), "w");
    ck_assert_ptr_nonnull(file);
    (void)fputs(text, file);
    (void)fclose(file);
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
    "solver: {t_end: 1 s, rtol: 1e-7}\n";

static void set_up(void) {
    (void)strcpy(folder, "/tmp/abut_study_XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    write_text("model.yaml", model_text);
    write_text("data.csv", "t,x,v\n0.1,0.07,-0.5\n0.2,0.01,-0.7\n0.3,-0.05,-0.5\n0.4,-0.07,0\n");
    said[0] = '\0';
}

static void tear_down(void) {
    char command[400];
    (void)snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

/* A study whose parts can be replaced; NULL: the usual. */
static int read_study(const char *parameter, const char *curve, const char *rest, study *s) {
    char text[4000];
    (void)snprintf(text, sizeof text,
                   "abut_study: 1\nmodel: model.yaml\nparameters:\n  - {%s}\nexperiments:\n"
                   "  - name: free\n    curves:\n      - {%s}\n%s\n",
                   parameter ? parameter : "name: k, path: forces.spring.stiffness, start: 150, bounds: [50, 500]",
                   curve ? curve : "file: data.csv, x: t, y: x, quantity: body_block.x", rest ? rest : "");
    write_text("study.yaml", text);
    said[0] = '\0';
    return study_read(path_of("study.yaml"), note, NULL, s);
}

static void refused(const char *parameter, const char *curve, const char *rest, const char *sentence) {
    study s;
    int errors = read_study(parameter, curve, rest, &s);
    ck_assert_msg(errors > 0, "no error, but expected: %s", sentence);
    ck_assert_msg(strstr(said, sentence) != NULL, "expected '%s' in:\n%s", sentence, said);
    ck_assert_ptr_null(s.own);
}

START_TEST(good) {
    study s;
    set_up();
    ck_assert_msg(read_study(NULL, NULL, NULL, &s) == 0, "%s", said);
    ck_assert_int_eq(s.problem.parameters, 1);
    ck_assert_int_eq(s.problem.curve[0].points, 4);
    ck_assert_double_eq(s.experiment[0].t_end, 0.4);
    int count;
    char **settings = study_settings(&s, 0, &(double){0.1}, &count);
    ck_assert_int_eq(count, 1);
    ck_assert_str_eq(settings[0], "forces.spring.stiffness=0.10000000000000001");
    free(settings);
    double out[4];
    abut_message why = {0};
    must(study_simulate(&s, 0, &(double){200}, out, &why));
    double w = sqrt(100 - 0.25), t = 0.4; /* m = 2, c = 2, k = 200 */
    double x = 0.1 * exp(-0.5 * t) * (cos(w * t) + 0.5 / w * sin(w * t));
    expect_within(out[3], x, 1e-7, NULL, "closed form");
    study_free(&s);
    tear_down();
}
END_TEST

/* Places are those of the study, or of the data. */
START_TEST(bad) {
#define P "name: k, path: forces.spring.stiffness, "
#define C "file: data.csv, x: t, y: x, quantity: body_block.x"
    set_up();
    refused(P "start: 150", NULL, NULL, "study.yaml:4:5: 'bounds' is missing in this parameter");
    refused(P "start: 10, bounds: [50, 500]", NULL, NULL, "4:53: start: must lie within the bounds 50 .. 500, got 10");
    refused(P "start: 10, bounds: [500, 50]", NULL, NULL, "bounds: the first must be less than the second");
    refused(P "start: 10, bounds: [0, 50], scale: log", NULL, NULL, "bounds: must be positive on a logarithmic scale");
    refused(P "start: 10 N/m, bounds: [0, 50]", NULL, NULL, "start: expected a pure number");
    refused(P "strat: 10, bounds: [0, 50]", NULL, NULL,
            "there is no key 'strat' in a parameter; did you mean 'start'?");
    refused(P "unit: mm, start: 10, bounds: [0, 50]", NULL, NULL,
            "study.yaml:4:21: forces.spring.stiffness: stiffness: expected a stiffness");
    refused("name: k, path: forces.sprung.stiffness, start: 1, bounds: [0, 2]", NULL, NULL,
            "study.yaml:4:21: forces.sprung.stiffness: there is no 'sprung' among these 1; did you mean 'spring'?");
    refused("name: k, path: forces.spring.stifness, start: 1, bounds: [0, 2]", NULL, NULL,
            "there is no key 'stifness'");
    refused("name: 'a,b', path: forces.spring.stiffness, start: 1, bounds: [0, 2]", NULL, NULL, "must not hold commas");
    refused(NULL, "file: none.csv, x: t, y: x, quantity: body_block.x", NULL, "none.csv' cannot be opened");
    refused(NULL, "file: data.csv, x: t, y: xx, quantity: body_block.x", NULL,
            "y: there is no column 'xx' in the file; did you mean 'x'?");
    refused(NULL, "file: data.csv, x: t, y: x, quantity: body_blok.x", NULL,
            "there is no body 'blok'; did you mean 'block'?");
    refused(NULL, "file: data.csv, x: t, y: x, quantity: body_block.vxx", NULL,
            "there is no column 'vxx'; did you mean 'vx'?");
    refused(NULL, "file: data.csv, x: t, y: x, quantity: block.x", NULL, "write body_NAME.COLUMN");
    refused(NULL, "file: data.csv, y: x, quantity: body_block.x", NULL, "when was it measured?");
    refused(NULL, C ", unit: kN", NULL, "unit: expected a length");
    refused(NULL, C ", sigma: 1 N", NULL, "sigma: expected a length");
    refused(NULL, C ", shift: [1, 2]", NULL, "shift: the bounds must enclose 0");
    refused(NULL, C ", from: 5", NULL, "there are no points between from and to");
    refused(NULL, C ", from: 0.4", NULL, "there are 1 points for 1 unknowns");
    refused(NULL, C ", times: {start: 0}", NULL, "'step' is missing");
    refused(NULL, "file: data.csv, x: t, y: x, quantity: [body_block.x, body_block.vx]", NULL,
            "terms in m and in m/s cannot be added");
    refused(NULL, NULL, "method: {type: ml}", "there is no method 'ml'");
    refused(NULL, NULL, "method: {loss: cubed}", "loss: must be one of squared|huber");
    refused(NULL, NULL, "title: a\ntitle: b", "title");
    write_text("data.csv", "t,x\n0.1,1\n0.2,2,3\n");
    refused(NULL, NULL, NULL, "data.csv:3:1: 3 values in this line, 2 in the heading");
    write_text("data.csv", "# heading\nt;x\n0.1;1\n0.1;2\n0.3;4\n");
    refused(NULL, NULL, NULL, "data.csv:4:1: the time does not grow");
    write_text("data.csv", "t\tx\n0.1\t1\n\n0.2\tnan\n0.3\t4\n");
    refused(NULL, NULL, NULL, "data.csv:4:5: x: expected a number, got 'nan'");
    write_text("data.csv", "t,x\n-1,1\n0,2\n");
    refused(NULL, NULL, NULL, "data.csv:2:1: the time -1 s lies before the start");
    write_text("data.csv", "");
    refused(NULL, NULL, NULL, "data.csv:1:1: the file has no heading line");
    write_text("model.yaml", "abut: 1\nbodes: []\n");
    refused(NULL, NULL, NULL, "model.yaml:2:1: there is no key 'bodes'");
    tear_down();
}
END_TEST

/* Factors, several paths, units of columns, sums, rows as times, an abscissa of the model, noise, settings. */
START_TEST(features) {
    study s;
    set_up();
    write_text("data.csv", "\"x mm\"; F\n 70;1\n10 ;2\n-50;3\n");
    int errors =
        read_study("name: f, path: [forces.spring.stiffness, {path: forces.spring.damping, factor: 0.01}], "
                   "start: 150, bounds: [50, 500]",
                   "file: data.csv, x: x mm, x_unit: mm, y: F, times: {start: 100 ms, step: 0.1}, "
                   "quantity: [{of: body_block.vx, factor: 2}, body_block.vx], factor: 10, against: body_block.x, "
                   "sigma_of_max: 2 %, weight: 3, shift: free, name: force",
                   "acceptance: {pointwise: 5 %, area: 12 %}", &s);
    ck_assert_msg(errors == 0, "%s", said);
    const fit_curve *c = &s.problem.curve[0];
    ck_assert_str_eq(c->name, "force");
    expect_near(c->x[1], 0.01, 1e-12, NULL, "x in mm");
    expect_near(c->t[2], 0.3, 1e-12, NULL, "times");
    expect_near(c->sigma, 0.06, 1e-12, NULL, "sigma");
    ck_assert(c->weight == 3 && c->first == 0 && c->first_x == 3);
    expect_near(s.options.accept.pointwise, 0.05, 1e-12, NULL, "pointwise");
    ck_assert_int_eq(s.problem.parameters, 2);
    ck_assert_str_eq(s.problem.parameter[1].name, "free.force.shift");
    expect_near(s.problem.parameter[1].high, 0.02, 1e-12, NULL, "shift");
    double out[6], later[6];
    abut_message why = {0};
    must(study_simulate(&s, 0, (double[]){200, 0}, out, &why));
    must(study_simulate(&s, 0, (double[]){200, 0.02}, later, &why));
    double w = sqrt(100 - 0.25), t = 0.1, v = -0.1 * exp(-0.5 * t) * 100 / w * sin(w * t);
    expect_within(out[0], 30 * v, 1e-5, NULL, "thirty times the speed");
    t = 0.12;
    expect_within(later[0], 30 * -0.1 * exp(-0.5 * t) * 100 / w * sin(w * t), 1e-5, NULL, "and later");
    expect_within(out[3], 0.1 * exp(-0.05) * (cos(w * 0.1) + 0.5 / w * sin(w * 0.1)), 1e-7, NULL, "the abscissa");
    study_free(&s);
    tear_down();
}
END_TEST

/* The example: truth within the intervals, the same on any number of processes. */
START_TEST(example) {
    double value[2][3];
    for (int workers = 0; workers < 2; workers++) {
        study s;
        fit_answer a;
        said[0] = '\0';
        ck_assert_msg(study_read(EXAMPLE "study.yaml", note, NULL, &s) == 0, "%s", said);
        s.options.workers = 2 * workers;
        must(fit_solve(&s.problem, &s.options, &a));
        ck_assert_int_eq(a.end, FIT_DONE);
        const double truth[3] = {6.2, 0.11, 1.3e-3};
        for (int i = 0; i < 3; i++) {
            const fit_estimate *e = &a.estimate[i];
            ck_assert_msg(e->low < truth[i] && truth[i] < e->high, "%d: %g .. %g", i, e->low, e->high);
            value[workers][i] = e->value;
        }
        expect_within(a.curve[1].offset, -4, 3 * a.curve[1].offset_error, NULL, "offset");
        expect_near(a.curve[0].sigma, 1.5e-3, 0.15, NULL, "noise of the camera");
        expect_near(a.curve[1].sigma, 8, 0.15, NULL, "noise of the plate");
        ck_assert(a.accepted && a.warnings == 0);
        ck_assert_int_le(a.evaluations, 35);
        printf("example: %ld evaluations, E %.4f, chi %.5f\n", a.evaluations, value[workers][0], value[workers][1]);
        fit_free(&a);
        study_free(&s);
    }
    ck_assert(!memcmp(value[0], value[1], sizeof value[0]));
}
END_TEST

/* What is wrong with a setting is said where it stands, whatever experiment it belongs to. */
START_TEST(settings_are_blamed_where_they_stand) {
    set_up();
    for (int count = 1; count <= 5; count++) {
        char rest[2000] = "", place[60];
        study s;
        for (int i = 1; i <= count; i++) /* 8 lines before, 6 lines each */
            (void)snprintf(rest + strlen(rest), sizeof rest - strlen(rest),
                           "  - name: e%d\n    set:\n      forces.spring.damping: 3\n      forces.spring.length: %s\n"
                           "    curves:\n      - {file: data.csv, x: t, y: x, quantity: body_block.x}\n",
                           i, i < count ? "1 mm" : "5 kg");
        ck_assert_int_eq(read_study(NULL, NULL, rest, &s), 1);
        (void)snprintf(place, sizeof place, "study.yaml:%d:7: forces.spring.length: ", 6 + 6 * count);
        ck_assert_msg(strstr(said, place) != NULL, "no %s in:\n%s", place, said);
    }
    tear_down();
}
END_TEST

/* Settings of many experiments, none of them lost or taken for another's; nor the model. */
START_TEST(settings_of_experiments) {
    set_up();
    for (int count = 1; count <= 6; count++) {
        char rest[4000] = "", want[60];
        study s;
        for (int i = 1; i <= count; i++)
            (void)snprintf(rest + strlen(rest), sizeof rest - strlen(rest),
                           "  - name: e%d\n    set: {forces.spring.damping: %d, forces.spring.length: %d mm}\n"
                           "    curves: [{file: data.csv, x: t, y: x, quantity: body_block.x}]\n",
                           i, i, 10 * i);
        ck_assert_msg(read_study(NULL, NULL, rest, &s) == 0, "%s", said);
        ck_assert_int_eq(s.problem.experiments, count + 1);
        ck_assert_str_eq(s.model_path, path_of("model.yaml"));
        for (int i = 0; i <= count; i++) {
            int settings;
            char **list = study_settings(&s, i, &(double){100}, &settings);
            ck_assert_int_eq(settings, i ? 3 : 1);
            (void)snprintf(want, sizeof want, "forces.spring.damping=%d", i);
            if (i) ck_assert_str_eq(list[0], want);
            (void)snprintf(want, sizeof want, "forces.spring.length=%d mm", 10 * i);
            if (i) ck_assert_str_eq(list[1], want);
            ck_assert_str_eq(list[settings - 1], "forces.spring.stiffness=100");
            ck_assert_str_eq(s.experiment[i].model->path, path_of("model.yaml"));
            free(list);
        }
        study_free(&s);
    }
    tear_down();
}
END_TEST

int main(void) {
    const TTest *const *const all[] = {
        &good, &bad, &settings_are_blamed_where_they_stand, &settings_of_experiments, &features, &example};
    return suite_main("study_file", all, sizeof all / sizeof *all);
}
