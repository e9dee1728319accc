/* Forces by FMUs of others: a ball on a spring that an FMU computes goes as on our own spring, the nearer the shorter the communication
 * step; nothing runs unless it is allowed; what is wrong with an FMU is said. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "abut/fmu.h"
#include "fmu/zip.h"
#include "model/reader.h"
#include "support/suite.h"

static const char description[] =
    "<?xml version=\"1.0\"?>\n<!-- <CoSimulation modelIdentifier=\"no\"/> -->\n"
    "<fmiModelDescription fmiVersion=\"%s\" modelName=\"spring\" guid='{1 &amp; 2}'>\n"
    "<%s modelIdentifier=\"%s\" %s/>\n<ModelVariables>\n"
    "<ScalarVariable name=\"length &gt; 0\" valueReference=\"0\" causality=\"input\"><Real "
    "start=\"0\"/></ScalarVariable>\n"
    "<ScalarVariable name=\"rate\" valueReference=\"1\" causality=\"input\"><Real start=\"0\"/></ScalarVariable>\n"
    "<ScalarVariable name=\"force\" valueReference=\"2\" causality=\"output\"><Real/></ScalarVariable>\n"
    "<ScalarVariable name=\"count\" valueReference=\"3\"><Integer/></ScalarVariable>\n"
    "</ModelVariables></fmiModelDescription>\n";

static char folder[] = "/tmp/abut_import_XXXXXX";

static const char *saving = ""; /* what FMUs say of it */

static void write_fmu(const char *name, const char *version, const char *kind, const char *identifier, bool binary) {
    char path[300], text[2000];
    size_t length;
    zip_writer z;
    abut_message why = {0};
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *to = fopen(path, "wb");
    ck_assert(to);
    zip_begin(&z, to);
    (void)snprintf(text, sizeof text, description, version, kind, identifier, saving);
    zip_add(&z, "modelDescription.xml", text, strlen(text));
    char *binary_text = read_whole_file(ABUT_TEST_BIN "/foreign_spring.so", true, &length, &why);
    ck_assert_msg(binary_text, "%s", why.text);
    if (binary) zip_add(&z, "binaries/linux64/spring.so", binary_text, length);
    free(binary_text);
    ck_assert(zip_end(&z));
    (void)fclose(to);
}

/* A ball hung up 1 m below a point, let go where the spring is not stretched, with a push to the side. */
static const char model_text[] =
    "abut: 1\ngravity: [0, 0, -9.81]\n"
    "bodies:\n  - {name: ground, fixed: true}\n"
    "  - {name: ball, mass: 1, inertia: [0.01, 0.01, 0.01], position: [0, 0, -1], velocity: [%s, 0, 0]}\n"
    "forces: [{name: spring, between: [ground, ball], %s}]\nsolver: {type: rodas, t_end: 10, rtol: 1e-10}\n";
static const char ours[] = "type: spring, stiffness: 100, damping: 0.5, length: 1";

static abut_model *read_model(const char *force, const char *speed, bool allowed, abut_registry **r) {
    char text[1000], path[300];
    abut_message why = {0};
    abut_model *m;
    write_fmu("spring.fmu", "2.0", "CoSimulation", "spring", true);
    *r = abut_registry_create(abut_world_types());
    ck_assert(*r);
    if (allowed) ck_assert_int_eq(abut_registry_allow_fmu(*r, &why), ABUT_OK);
    (void)snprintf(text, sizeof text, model_text, speed, force);
    (void)snprintf(path, sizeof path, "%s/model.yaml", folder);
    ck_assert_int_eq(abut_model_read(&(abut_model_def){.path = path, .text = text, .registry = *r}, &m, &why), ABUT_OK);
    return m;
}

static abut_vec3 place_after(const char *force, const char *speed, double t) {
    abut_registry *r;
    abut_model *m = read_model(force, speed, true, &r);
    ck_assert_msg(abut_model_start(m, NULL) == ABUT_OK, "%s",
                  abut_model_error_count(m) ? abut_model_error_at(m, 0).text : "");
    abut_world *w = abut_model_world(m);
    ck_assert_msg(abut_advance(w, t) == ABUT_OK, "%s", abut_world_message(w));
    abut_vec3 r_end = abut_read_body(w, abut_find_body(w, "ball")).r;
    abut_model_destroy(m);
    abut_registry_destroy(r);
    return r_end;
}

static double error_with_step(const char *more, double step, double t, abut_vec3 exact) {
    char force[300];
    (void)snprintf(force, sizeof force, "type: fmu, file: spring.fmu, force: force, length: \"length > 0\", step: %g%s",
                   step, more);
    abut_vec3 p = place_after(force, "0.4", t);
    return sqrt(pow(p.x - exact.x, 2) + pow(p.y - exact.y, 2) + pow(p.z - exact.z, 2));
}

START_TEST(errors_fall_with_the_communication_step) {
    double t = 0.3, before = 0, first = 0;
    abut_vec3 exact = place_after(ours, "0.4", t);
    const double steps[] = {4e-3, 2e-3, 1e-3, 1e-5};
    for (int i = 0; i < (brief() ? 3 : 4); i++) {
        double error = error_with_step(", rate: rate", steps[i], t, exact);
        if (i == 0) first = error;
        if (i == 1 || i == 2) ck_assert_double_gt(log2(before / error), 1.8); /* order */
        if (i == 3) ck_assert_double_lt(error, 1e-9);
        before = error;
    }
    ck_assert_double_lt(first, 1e-2);
    ck_assert_double_gt(first, 1e-7);
}
END_TEST

/* Without the rate its damper does nothing; along an axis the ball may swing away from it. */
START_TEST(inputs_may_be_left_out) {
    double t = 0.2;
    abut_vec3 exact = place_after("type: spring, stiffness: 100, length: 1", "0.4", t);
    ck_assert_double_lt(error_with_step("", 1e-3, t, exact), 1e-4);
    exact = place_after("type: spring, stiffness: 100, length: 1, axis: [0, 0, -1]", "0.4", t);
    ck_assert_double_lt(error_with_step(", axis: [0, 0, -1]", 1e-3, t, exact), 1e-4);
}
END_TEST

static void refused(const char *force, bool allowed, const char *sentence) {
    abut_registry *r;
    abut_model *m = read_model(force, "0", allowed, &r);
    ck_assert_int_ne(abut_model_start(m, NULL), ABUT_OK);
    ck_assert_int_ge(abut_model_error_count(m), 1);
    ck_assert_msg(strstr(abut_model_error_at(m, 0).text, sentence), "%s", abut_model_error_at(m, 0).text);
    abut_model_destroy(m);
    abut_registry_destroy(r);
}

START_TEST(what_is_wrong_is_said) {
    char bytes[] = "PK is no archive", path[300];
    (void)snprintf(path, sizeof path, "%s/bad.fmu", folder);
    FILE *to = fopen(path, "wb");
    (void)fputs(bytes, to);
    (void)fclose(to);
    write_fmu("old.fmu", "1.0", "CoSimulation", "spring", true);
    write_fmu("exchange.fmu", "2.0", "ModelExchange", "spring", true);
    write_fmu("windows.fmu", "2.0", "CoSimulation", "spring", false);
    write_fmu("path.fmu", "2.0", "CoSimulation", "../spring", true);
    refused("type: fmu, file: spring.fmu, force: force, step: 1 ms", false,
            "the force 'fmu' runs foreign code: --allow-fmu");
    refused("type: fmu, file: none.fmu, force: force, step: 1 ms", true, "none.fmu");
    refused("type: fmu, file: bad.fmu, force: force, step: 1 ms", true, "not a ZIP archive");
    refused("type: fmu, file: old.fmu, force: force, step: 1 ms", true, "made for FMI 1.0, and FMI 2.0 is read");
    refused("type: fmu, file: exchange.fmu, force: force, step: 1 ms", true, "not made for co-simulation");
    refused("type: fmu, file: windows.fmu, force: force, step: 1 ms", true, "no binary for Linux");
    refused("type: fmu, file: path.fmu, force: force, step: 1 ms", true, "'../spring' is no name");
    refused("type: fmu, file: spring.fmu, force: forse, step: 1 ms", true,
            "no variable 'forse'; did you mean 'force'?");
    refused("type: fmu, file: spring.fmu, force: count, step: 1 ms", true, "'count' is no real number");
    refused("type: fmu, file: spring.fmu, force: force, step: 0", true, "step: must be greater than 0");
    refused("type: fmu, file: spring.fmu, force: force", true, "'step' is missing");
}
END_TEST

START_TEST(such_a_model_becomes_no_fmu) {
    abut_registry *r;
    abut_message why = {0};
    abut_fmu_done done;
    char path[300];
    abut_model *m = read_model("type: fmu, file: spring.fmu, force: force, step: 1 ms", "0", true, &r);
    (void)snprintf(path, sizeof path, "%s/not.fmu", folder);
    ck_assert_int_ne(abut_fmu_write(m, &(abut_fmu_def){.path = path}, &done, &why), ABUT_OK);
    ck_assert_msg(strstr(why.text, "cannot be stored: the force 'fmu' runs foreign code"), "%s", why.text);
    ck_assert_int_ne(access(path, F_OK), 0);
    abut_model_destroy(m);
    abut_registry_destroy(r);
}
END_TEST

START_TEST(an_fmu_that_fails_ends_the_run) {
    abut_registry *r;
    abut_message why = {0};
    void *bytes;
    size_t length;
    abut_model *m =
        read_model("type: fmu, file: spring.fmu, force: force, length: \"length > 0\", step: 1 ms", "100", true, &r);
    ck_assert_int_eq(abut_model_start(m, NULL), ABUT_OK);
    abut_world *w = abut_model_world(m);
    ck_assert_int_eq(abut_save(w, &bytes, &length, &why), ABUT_BAD_VALUE);
    ck_assert_msg(strstr(why.text, "from outside cannot be saved"), "%s", why.text);
    ck_assert_int_eq(abut_advance(w, 1), ABUT_FOREIGN); /* it stops beyond 3 m */
    ck_assert_msg(strstr(abut_world_message(w), "such as an FMU, has failed"), "%s", abut_world_message(w));
    ck_assert_double_gt(abut_time(w), 0.02);
    ck_assert_double_lt(abut_time(w), 0.04);
    abut_model_destroy(m);
    abut_registry_destroy(r);
}
END_TEST

/* ---- saved runs ---- */
static const char *const saves[] = {"canGetAndSetFMUstate=\"true\" canSerializeFMUstate=\"true\"",
                                    "canGetAndSetFMUstate='1' canSerializeFMUstate='1'",
                                    "canGetAndSetFMUstate=\"true\" canSerializeFMUstate=\"false\"",
                                    "canGetAndSetFMUstate=\"false\" canSerializeFMUstate=\"true\""};

typedef struct hung {
    abut_registry *r;
    abut_model *m;
    abut_world *w;
} hung;

static hung hang(const char *can) {
    hung h;
    saving = can;
    h.m = read_model("type: fmu, file: spring.fmu, force: force, length: \"length > 0\", rate: rate, step: 1 ms", "0.4",
                     true, &h.r);
    saving = "";
    ck_assert_int_eq(abut_model_start(h.m, NULL), ABUT_OK);
    h.w = abut_model_world(h.m);
    return h;
}

static abut_body_state ball_at(const hung *h, double t) {
    ck_assert_msg(abut_advance(h->w, t) == ABUT_OK, "%s", abut_world_message(h->w));
    return abut_read_body(h->w, abut_find_body(h->w, "ball"));
}

static void let_go(hung *h) {
    abut_model_destroy(h->m);
    abut_registry_destroy(h->r);
}

/* With the FMU inside: the same bits, here and in another world. */
START_TEST(runs_are_saved_with_the_state_of_the_fmu) {
    void *bytes;
    size_t length;
    abut_message why = {0};
    hung first = hang(saves[0]), other = hang(saves[1]);
    ck_assert(abut_may_save(first.w));
    (void)ball_at(&first, 0.1);
    ck_assert_msg(abut_save(first.w, &bytes, &length, &why) == ABUT_OK, "%s", why.text);
    abut_body_state end = ball_at(&first, 0.3), again;
    ck_assert_msg(abut_restore(first.w, bytes, length, &why) == ABUT_OK, "%s", why.text);
    again = ball_at(&first, 0.3);
    ck_assert_mem_eq(&end, &again, sizeof end);
    ck_assert_msg(abut_restore(other.w, bytes, length, &why) == ABUT_OK, "%s", why.text);
    again = ball_at(&other, 0.3);
    ck_assert_mem_eq(&end, &again, sizeof end);
    free(bytes);
    let_go(&first);
    let_go(&other);
    for (int i = 2; i < 4; i++) {
        hung none = hang(saves[i]);
        ck_assert(!abut_may_save(none.w));
        let_go(&none);
    }
}
END_TEST

static const TTest *const *const all[] = {&errors_fall_with_the_communication_step,
                                          &inputs_may_be_left_out,
                                          &what_is_wrong_is_said,
                                          &such_a_model_becomes_no_fmu,
                                          &an_fmu_that_fails_ends_the_run,
                                          &runs_are_saved_with_the_state_of_the_fmu};

int main(void) {
    char command[100];
    if (!mkdtemp(folder)) return EXIT_FAILURE;
    int failed = suite_main("fmu import", all, sizeof all / sizeof *all);
    (void)snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command) ? EXIT_FAILURE : failed;
}
