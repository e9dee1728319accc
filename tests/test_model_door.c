/* Models through their public door: errors with their places, settings, runs in memory and on disk give the same numbers, and the
 * same as the world read step by step. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "abut/model.h"
#include "abut/result.h"
#include "support/suite.h"

#define BALL                                                                                                           \
    "abut: 1\ntitle: a ball\ngravity: [0, 0, -9.81]\n"                                                                 \
    "materials: {rubber: {E: 10 MPa, nu: 0}, stone: {rigid: true}}\n"                                                  \
    "bodies:\n  - {name: ground, fixed: true}\n"                                                                       \
    "  - {name: ball, mass: 1 kg, inertia: [4e-3, 4e-3, 4e-3], position: [0, 0, 0.2]}\n"                               \
    "surfaces:\n  - {name: shell, body: ball, shape: {type: sphere, radius: 10 cm}, material: rubber}\n"               \
    "  - {name: floor, body: ground, shape: plane, material: stone}\n"                                                 \
    "contacts:\n  - {name: to.uch, between: [shell, floor], normal: hertz}\n"                                          \
    "solver: {t_end: 0.4 s, rtol: 1e-8}\noutput: {every: 2 ms}\n"

static abut_model *read_text(const char *text) {
    abut_model *m = NULL;
    abut_message why = {0};
    ck_assert_msg(!abut_model_read(&(abut_model_def){.path = "ball.yaml", .text = text}, &m, &why), "%s", why.text);
    return m;
}

START_TEST(errors_are_data) {
    abut_model *m = read_text("abut: 1\nbodies:\n  - {name: a, mass: -1}\n  - {name: b.c, mas: 1}\n");
    ck_assert_ptr_null(abut_model_world(m));
    ck_assert_int_lt(abut_model_check(m), 0);
    ck_assert_int_ge(abut_model_error_count(m), 2);
    abut_model_error e = abut_model_error_at(m, 0);
    ck_assert_str_eq(e.file, "ball.yaml");
    ck_assert_int_eq(e.line, 3);
    ck_assert_int_eq(e.column, 21);
    ck_assert_str_eq(e.path, "bodies.a.mass");
    ck_assert_str_eq(e.text + strlen("ball.yaml:3:21: "), e.message);
    e = abut_model_error_at(m, 1);
    ck_assert_int_eq(e.line, 4);
    ck_assert_ptr_nonnull(strstr(e.message, "did you mean 'mass'?"));
    ck_assert_str_eq(abut_model_error_at(m, 99).message, "");
    abut_model_destroy(m);
}
END_TEST

START_TEST(errors_of_the_start_have_places) {
    abut_model *m = read_text("abut: 1\nbodies:\n  - {name: a, mass: 1, inertia: [1, 1, 1]}\n"
                              "joints:\n  - {name: j, type: revolute, parent: a, child: a}\n");
    ck_assert_int_ne(abut_model_check(m), ABUT_OK);
    ck_assert_int_eq(abut_model_error_count(m), 1);
    ck_assert_int_eq(abut_model_error_at(m, 0).line, 5);
    abut_model_destroy(m);
}
END_TEST

START_TEST(settings_build_anew) {
    abut_model *m = read_text(BALL);
    ck_assert_int_eq(abut_model_check(m), ABUT_OK);
    ck_assert_str_eq(abut_model_title(m), "a ball");
    ck_assert_double_eq(abut_model_solver(m).rtol, 1e-8);
    ck_assert_int_eq(abut_model_set(m, "bodies.ball.position.2", "35 cm"), ABUT_OK);
    abut_world *w = abut_model_world(m);
    ck_assert_int_eq(abut_model_start(m, NULL), ABUT_OK);
    ck_assert_double_eq(abut_read_body(w, abut_find_body(w, "ball")).r.z, 0.35);
    ck_assert_int_eq(abut_model_set(m, "bodies.bal.mass", "1"), ABUT_OK);
    ck_assert_ptr_null(abut_model_world(m));
    ck_assert_str_eq(abut_model_error_at(m, 0).file, "--set bodies.bal.mass=1");
    ck_assert_ptr_nonnull(strstr(abut_model_error_at(m, 0).message, "did you mean 'ball'?"));
    ck_assert_ptr_null(abut_model_title(m));
    abut_model_destroy(m);
}
END_TEST

/* Columns against the world advanced by hand to the same instants. */
START_TEST(columns_are_what_the_world_shows) {
    abut_model *m = read_text(BALL), *other = read_text(BALL);
    abut_run_outcome o;
    ck_assert_int_eq(abut_model_run(m, &(abut_run_def){0}, &o), ABUT_OK);
    ck_assert(o.begun && o.rows == 201 && abut_model_rows(m) == 201 && o.t_reached == 0.4 && o.t_end == 0.4);
    const abut_column *t = abut_model_column(m, "t"), *z = abut_model_column(m, "body_ball.z");
    const abut_column *N = abut_model_column(m, "contact_to.uch.N"), *E = abut_model_column(m, "energy.kinetic");
    ck_assert(t && z && N && E && !abut_model_column(m, "body_ball.w"));
    ck_assert_str_eq(t->unit, "s");
    ck_assert_str_eq(N->unit, "N");
    ck_assert_ptr_eq(abut_model_column_at(m, 0), t);
    ck_assert_ptr_null(abut_model_column_at(m, abut_model_column_count(m)));
    abut_solver_def solver = abut_model_solver(other);
    abut_world *w = abut_model_world(other);
    ck_assert_int_eq(abut_start(w, &solver), ABUT_OK);
    double greatest = 0;
    for (long i = 0; i < 201; i++) {
        abut_element_out c = {0};
        ck_assert_int_eq(abut_advance(w, t->values[i]), ABUT_OK);
        ck_assert_int_eq(abut_read_contact(w, (abut_contact){1}, &c), ABUT_OK);
        ck_assert_double_eq_tol(t->values[i], 0.002 * (double)i, 1e-15);
        ck_assert_double_eq(z->values[i], abut_read_body(w, abut_find_body(w, "ball")).r.z);
        ck_assert_double_eq(N->values[i], c.N);
        ck_assert_double_eq(E->values[i], abut_read_energy(w).kinetic);
        greatest = fmax(greatest, N->values[i]);
    }
    ck_assert_double_gt(greatest, 100); /* it has touched at an output instant */
    abut_model_destroy(m);
    abut_model_destroy(other);
}
END_TEST

static double last_number_of(const char *path, int column) {
    char line[2000], last[2000] = "";
    FILE *f = fopen(path, "r");
    ck_assert_msg(f != NULL, "%s", path);
    while (fgets(line, sizeof line, f)) memcpy(last, line, sizeof line);
    (void)fclose(f);
    char *at = last;
    for (int i = 0; i < column; i++) at = strchr(at, ',') + 1;
    return strtod(at, NULL);
}

START_TEST(folders_hold_the_same) {
    char folder[] = "/tmp/abut_door_XXXXXX", path[300];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    abut_model *m = read_text(BALL);
    abut_run_outcome o;
    abut_run_def def = {.t_end = 0.3, .every = 0.1, .folder = folder, .csv = true, .keep = true};
    ck_assert_int_eq(abut_model_run(m, &def, &o), ABUT_OK);
    ck_assert_int_eq(abut_model_rows(m), 4);
    (void)snprintf(path, sizeof path, "%s/body_ball.csv", folder);
    ck_assert_double_eq(last_number_of(path, 3), abut_model_column(m, "body_ball.z")->values[3]);
    (void)snprintf(path, sizeof path, "%s/summary.json", folder);
    ck_assert_int_eq(access(path, R_OK), 0);
    /* without keep nothing stays */
    def.keep = def.csv = false;
    ck_assert_int_eq(abut_model_run(m, &def, &o), ABUT_OK);
    ck_assert_int_eq(abut_model_rows(m), 0);
    abut_model_destroy(m);
    char command[400];
    (void)snprintf(command, sizeof command, "rm -r '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}
END_TEST

static int stop_at(abut_world *w, void *user) { return abut_read_stats(w).t >= *(const double *)user; }

START_TEST(runs_end_as_they_should) {
    abut_model *m = read_text(BALL);
    abut_run_outcome o;
    double when = 0.1;
    ck_assert_int_eq(abut_model_run(m, &(abut_run_def){.watch = stop_at, .user = &when}, &o), ABUT_STOPPED);
    ck_assert(o.begun && o.t_reached < 0.4 && abut_model_rows(m) == o.rows && o.rows > 1);
    ck_assert_str_eq(o.message.text, "");
    abut_run_signal signal = {.stop = 0};
    ck_assert_int_eq(abut_model_run(m, &(abut_run_def){.watch = abut_watch_signal, .user = (void *)&signal}, &o),
                     ABUT_OK);
    ck_assert(signal.t > 0.3 && signal.t <= 0.4);
    signal.stop = 1;
    ck_assert_int_eq(abut_model_run(m, &(abut_run_def){.watch = abut_watch_signal, .user = (void *)&signal}, &o),
                     ABUT_STOPPED);
    ck_assert(signal.t == 0);
    ck_assert_int_eq(abut_model_run(m, &(abut_run_def){.every = 1e-12}, &o), ABUT_BAD_VALUE);
    ck_assert(!o.begun && strstr(o.message.text, "rows"));
    ck_assert_int_eq(abut_model_run(m, &(abut_run_def){.folder = "/dev/null/x"}, &o), ABUT_BAD_FILE);
    ck_assert(!o.begun && o.message.text[0]);
    ck_assert_int_eq(abut_model_run(m, &(abut_run_def){.solver = "roda"}, &o), ABUT_UNKNOWN_NAME);
    ck_assert(!o.begun && !o.message.text[0] && abut_model_error_count(m) == 1);
    abut_model_destroy(m);
    abut_message why = {0};
    ck_assert_int_eq(abut_model_read(&(abut_model_def){.path = "/nowhere.yaml"}, &m, &why), ABUT_BAD_FILE);
    ck_assert(m == NULL && strstr(why.text, "/nowhere.yaml:1:1: cannot be opened"));
    ck_assert_int_eq(abut_model_read(&(abut_model_def){0}, &m, NULL), ABUT_MISSING);
}
END_TEST

START_TEST(keys_and_units_in_words) {
    abut_units *u = abut_units_create();
    double x;
    abut_message why = {0};
    ck_assert_int_eq(abut_units_read(u, "3000 rpm", "rad/s", false, &x, &why), ABUT_OK);
    ck_assert_double_eq_tol(x, 314.15926535897933, 1e-12);
    ck_assert_int_eq(abut_units_read(u, "206 mm", "Pa", false, &x, &why), ABUT_BAD_VALUE);
    ck_assert_str_eq(why.text, "expected a pressure, got '206 mm'");
    abut_units_destroy(u);
    abut_key keys[200];
    int n = abut_machine_keys(NULL, "ball_bearing", keys, 200), found = 0;
    ck_assert(n > 20 && n < 200 && n == abut_machine_keys(NULL, "ball_bearing", NULL, 0));
    for (int i = 0; i < n; i++) found += !strcmp(keys[i].name, "balls.diameter") && !strcmp(keys[i].unit, "m");
    ck_assert_int_eq(found, 1);
    ck_assert_int_eq(abut_machine_keys(NULL, "none", keys, 200), 0);
}
END_TEST

int main(void) {
    const TTest *const *const all[] = {
        &errors_are_data,         &errors_of_the_start_have_places,
        &settings_build_anew,     &columns_are_what_the_world_shows,
        &folders_hold_the_same,   &runs_end_as_they_should,
        &keys_and_units_in_words,
    };
    return suite_main("model_door", all, sizeof all / sizeof *all);
}
