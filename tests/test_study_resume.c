/* Fitting where runs fail, crash or are stopped, with a function in place of a model; what a study keeps is taken up again. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "abut/study.h"
#include "study/fit.h"
#include "study/method.h"
#include "support/near.h"
#include "support/oscillation.h"
#include "support/owned.h"
#include "support/suite.h"

/* Where the model fails, steps are shorter; if it fails at the start, that is said. */
START_TEST(failures) {
    oscillation o;
    set_up(&o);
    measure(&o, 0.02, &(chance){137919});
    o.fails_above = 2.05;
    o.parameter[A].start = 0.4;
    for (int workers = 0; workers < 2; workers++) {
        o.options.workers = workers;
        fit_answer a = solve(&o);
        ck_assert_int_eq(a.end, FIT_DONE);
        expect_near(a.estimate[A].value, truth[A], 0.05, NULL, "a");
        if (a.failures) ck_assert(warns(&a, "is too much"));
        fit_free(&a);
    }
    o.fails_above = 0.1;
    fit_answer a = solve(&o);
    ck_assert_int_eq(a.end, FIT_FAILED);
    ck_assert(!a.has_solution);
    ck_assert_ptr_nonnull(strstr(a.message.text, "fails at the start values: a = 0.4 is too much"));
    fit_free(&a);
}
END_TEST

/* A run that gives a number that is none has failed, wherever it stands. */
static int odd_number;
static abut_status run_to_nowhere(void *user, int experiment, const double *p, double *out, abut_message *why) {
    abut_status status = run_oscillation(user, experiment, p, out, why);
    if (p[A] > 2.05) out[odd_number] = odd_number ? (double)NAN : (double)INFINITY;
    return status;
}

START_TEST(odd_numbers) {
    for (int i = 0; i < 4; i++) { /* the first and the last of them; here and in another process */
        oscillation o;
        set_up(&o);
        measure(&o, 0.02, &(chance){137919});
        o.problem.run = run_to_nowhere;
        o.options.workers = i / 2;
        odd_number = i % 2 ? POINTS - 1 : 0;
        o.parameter[A].start = 2.2;
        fit_answer a = solve(&o);
        ck_assert_int_eq(a.end, FIT_FAILED);
        ck_assert(!a.has_solution);
        ck_assert_ptr_nonnull(strstr(a.message.text, "the run gives a number that is none"));
        fit_free(&a);
    }
}
END_TEST

/* A process that dies in a run loses this run only. */
static abut_status run_and_die(void *user, int experiment, const double *p, double *out, abut_message *why) {
    if (p[A] > 2.05) _exit(3);
    return run_oscillation(user, experiment, p, out, why);
}

START_TEST(crashes) {
    oscillation o;
    set_up(&o);
    measure(&o, 0.02, &(chance){137919});
    o.problem.run = run_and_die;
    o.parameter[A].start = 0.4;
    o.options.workers = 2;
    fit_answer a = solve(&o);
    ck_assert_int_eq(a.end, FIT_DONE);
    ck_assert_int_gt(a.failures, 0);
    expect_near(a.estimate[A].value, truth[A], 0.05, NULL, "a");
    fit_free(&a);
}
END_TEST

/* ---- resumption ---- */
static bool stop_at(const fit_progress *p, void *user) { return p->evaluations >= *(long *)user; }

static int count_lines(const char *folder) {
    char path[300];
    int lines = 0;
    (void)snprintf(path, sizeof path, "%s/history.csv", folder);
    FILE *file = fopen(path, "r");
    for (int c = fgetc(file); c != EOF; c = fgetc(file)) lines += c == '\n';
    (void)fclose(file);
    return lines;
}

static void clear_folder(const char *folder) {
    char path[300];
    static const char *const names[] = {"history.csv", "evaluations.bin"};
    for (int i = 0; i < 2; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        (void)unlink(path);
    }
    (void)rmdir(folder);
}

START_TEST(resume) {
    char folder[] = "/tmp/abut_fit_XXXXXX";
    ck_assert_ptr_nonnull(mkdtemp(folder));
    oscillation whole, o;
    set_up(&whole);
    measure(&whole, 0.02, &(chance){147919});
    fit_answer want = solve(&whole);
    long enough = want.evaluations / 2;

    set_up(&o);
    measure(&o, 0.02, &(chance){147919});
    o.options.folder = own(folder);
    o.options.fingerprint = 42;
    o.options.watch = stop_at;
    o.options.watch_user = &enough;
    fit_answer a = solve(&o);
    ck_assert_int_eq(a.end, FIT_STOPPED);
    ck_assert(a.has_solution);
    fit_free(&a);
    long before = o.calls;

    o.options.watch = NULL;
    o.options.resume = true;
    a = solve(&o);
    ck_assert_int_eq(a.end, FIT_DONE);
    ck_assert_int_eq(a.evaluations, want.evaluations);
    ck_assert_int_eq(a.reused, before);
    ck_assert_int_eq(o.calls, want.runs);
    for (int i = 0; i < 3; i++) ck_assert(a.estimate[i].value == want.estimate[i].value);
    ck_assert_int_eq(count_lines(folder), 1 + (int)want.evaluations);
    fit_free(&a);

    /* a record that was cut off is done again, and only that */
    char path[300];
    (void)snprintf(path, sizeof path, "%s/evaluations.bin", folder);
    FILE *file = fopen(path, "r+b");
    (void)fseek(file, -5, SEEK_END);
    ck_assert_int_eq(ftruncate(fileno(file), ftell(file)), 0);
    (void)fclose(file);
    before = o.calls;
    a = solve(&o);
    ck_assert_int_eq(o.calls, before + 1);
    fit_free(&a);
    a = solve(&o); /* what was cut off is gone from the file: now all is there */
    ck_assert_int_eq(o.calls, before + 1);
    fit_free(&a);

    /* so are those from a byte on that has changed */
    file = fopen(path, "r+b");
    (void)fseek(file, -300, SEEK_END);
    int byte = fgetc(file);
    (void)fseek(file, -300, SEEK_END);
    (void)fputc(byte ^ 1, file);
    (void)fclose(file);
    before = o.calls;
    a = solve(&o);
    ck_assert_int_eq(o.calls, before + 1);
    fit_free(&a);

    o.options.fingerprint = 43;
    ck_assert_int_eq(fit_solve(&o.problem, &o.options, &a), ABUT_BAD_FILE);
    ck_assert_ptr_nonnull(strstr(a.message.text, "have changed"));
    fit_free(&a);
    fit_free(&want);
    disown();
    clear_folder(folder);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&failures, &crashes, &resume, &odd_numbers};
    return suite_main("study_resume", all, sizeof all / sizeof *all);
}
