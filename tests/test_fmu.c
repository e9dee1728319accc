/* FMUs for co-simulation (FMI 2.0), driven as a host drives them: they compute what `abut run` computes, bit for bit where no input
 * changes; states that were saved repeat; inputs do what loads and drives of a model do; what is wrong is refused with a sentence. */
#include <check.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/example.h"
#include "support/fmu.h"
#include "support/suite.h"

static const abut_fmu_def plain = {.version = 2};

static void steps(const fmu *f, fmi2Component c, double from, double h, int count) {
    for (int i = 0; i < count; i++) ck_assert_msg(f->fmi2DoStep(c, from + i * h, h, 1) == fmi2OK, "%s", fmu_said);
}

/* ---- the same as a run ---- */
static void same_as_run(const char *of, const char *settings, double h, int count, const char *object,
                        const char *quantity, const char *name, double tolerance) {
    fmu f;
    fmu_make(&f, of, settings, plain);
    double t_end = h * count;
    fmi2Component c = fmu_started(&f, fmi2CoSimulation, t_end);
    example e = example_start(of, settings, NULL);
    abut_solver_def solver = e.m.solver; /* a run ends with the last row */
    solver.t_end = t_end;
    ck_assert_int_eq(abut_start(e.w, &solver), ABUT_OK);
    for (int i = 1; i <= count; i++) {
        double t = i == count ? t_end : i * h;
        steps(&f, c, (i - 1) * h, t - (i - 1) * h, 1);
        ck_assert_int_eq(abut_advance(e.w, (i - 1) * h + (t - (i - 1) * h)), ABUT_OK);
        double ours = example_number(e.w, object, quantity), theirs = fmu_get(&f, c, name);
        ck_assert_msg(fabs(theirs - ours) <= tolerance, "%s: %.17g at %g s, a run has %.17g", name, theirs, t, ours);
    }
    f.fmi2FreeInstance(c);
    example_end(&e);
    fmu_drop(&f);
}

START_TEST(an_fmu_computes_what_a_run_computes) {
    same_as_run("01_bouncing_ball", "solver.rtol=1e-8", 0.05, 20, "ball", "z", "body_ball.z", 0);
    same_as_run("13_ball_bearing", NULL, 2e-5, 5, "brg", "dx", "machine_brg.dx",
                0); /* a swarm that starts in equilibrium */
    same_as_run("23_cam_roller", NULL, 1e-4, 3, "pump", "N", "machine_pump.N", 0);
    /* its solver keeps what cannot be saved: its steps end where those of the host do */
    same_as_run("16_block_on_incline", NULL, 0.01, 5, "block", "x", "body_block.x", 1e-9);
}
END_TEST

/* ---- saved states ---- */
static void repeats(const char *of, const char *settings, double h, const char *name) {
    fmu f;
    fmu_make(&f, of, settings, plain);
    fmi2Component c = fmu_started(&f, fmi2CoSimulation, 0), other = fmu_instance(&f, fmi2CoSimulation);
    fmi2FMUstate kept = NULL, again = NULL;
    size_t size = 0;
    steps(&f, c, 0, h, 3);
    ck_assert_int_eq(f.fmi2GetFMUstate(c, &kept), fmi2OK);
    steps(&f, c, 3 * h, h, 5);
    double first = fmu_get(&f, c, name), second, third;
    ck_assert_int_eq(f.fmi2SetFMUstate(c, kept), fmi2OK);
    steps(&f, c, 3 * h, h, 5);
    second = fmu_get(&f, c, name);
    ck_assert_msg(second == first, "%s: %.17g, then %.17g", of, first, second);
    /* as bytes, into an instance that was never started */
    ck_assert_int_eq(f.fmi2SerializedFMUstateSize(c, kept, &size), fmi2OK);
    char *bytes = malloc(size);
    ck_assert_int_eq(f.fmi2SerializeFMUstate(c, kept, bytes, size), fmi2OK);
    ck_assert_int_eq(f.fmi2DeSerializeFMUstate(other, bytes, size, &again), fmi2OK);
    ck_assert_msg(f.fmi2SetFMUstate(other, again) == fmi2OK, "%s", fmu_said);
    steps(&f, other, 3 * h, h, 5);
    third = fmu_get(&f, other, name);
    ck_assert_msg(third == first, "%s: %.17g, then %.17g", of, first, third);
    /* damaged: refused, and the instance goes on */
    bytes[size / 2] ^= 4;
    ck_assert_int_eq(f.fmi2DeSerializeFMUstate(other, bytes, size, &again), fmi2OK);
    ck_assert_int_eq(f.fmi2SetFMUstate(other, again), fmi2Error);
    ck_assert_msg(strstr(fmu_said, "damaged"), "%s", fmu_said);
    ck_assert(fmu_get(&f, other, name) == third);
    steps(&f, other, 8 * h, h, 1);
    free(bytes);
    (void)f.fmi2FreeFMUstate(c, &kept);
    (void)f.fmi2FreeFMUstate(other, &again);
    f.fmi2FreeInstance(c);
    f.fmi2FreeInstance(other);
    fmu_drop(&f);
}

START_TEST(a_saved_state_repeats_bit_for_bit) {
    repeats("01_bouncing_ball", "bodies.ball.position=[0, 0, 0.101]", 5e-3, "contact_touch.N");
    repeats("01_bouncing_ball", "bodies.ball.position=[0, 0, 0.101];solver.type=bdf", 5e-3, "contact_touch.N");
    if (brief()) return;
    repeats("01_bouncing_ball", "bodies.ball.position=[0, 0, 0.101];solver.type=rk;solver.rtol=1e-6", 5e-3,
            "body_ball.vz");
    repeats("16_block_on_incline", "solver.type=park", 5e-3, "body_block.x");
    repeats("13_ball_bearing", NULL, 2e-5, "machine_brg.dx");
}
END_TEST

/* ---- inputs ---- */
/* The ball is free until it touches: z = -F t^2/(2 m) is exact. */
START_TEST(loads_change_between_steps) {
    const char *inputs[] = {"forces.push.force.2", "bodies.ball.mass"};
    const abut_fmu_def def = {.inputs = inputs, .input_count = 2};
    const char *settings = "gravity=[0, 0, 0];bodies.ball.position=[0, 0, 5];"
                           "forces=[{type: load, name: push, body: ball, force: [0, 0, 0]}]";
    fmu f;
    fmu_make(&f, "01_bouncing_ball", settings, def);
    ck_assert_int_eq(f.made.inputs, 1);
    ck_assert_int_eq(f.made.parameters, 1);
    fmi2Component c = fmu_instance(&f, fmi2CoSimulation);
    ck_assert_int_eq(fmu_set(&f, c, "bodies.ball.mass", 2), fmi2OK);
    ck_assert_int_eq(fmu_set(&f, c, inputs[0], -4), fmi2OK);
    ck_assert_int_eq(f.fmi2SetupExperiment(c, 0, 0, 0, 0, 0), fmi2OK);
    ck_assert_int_eq(f.fmi2EnterInitializationMode(c), fmi2OK);
    ck_assert_msg(f.fmi2ExitInitializationMode(c) == fmi2OK, "%s", fmu_said);
    ck_assert_int_eq(fmu_set(&f, c, "bodies.ball.mass", 3), fmi2Error); /* too late */
    ck_assert_msg(strstr(fmu_said, "fixed"), "%s", fmu_said);
    double z = 5, v = 0, a = -2, h = 0.1;
    for (int i = 0; i < 6; i++) {
        steps(&f, c, i * h, h, 1);
        z += h * (v + 0.5 * h * a), v += h * a;
        ck_assert_double_eq_tol(fmu_get(&f, c, "body_ball.z"), z, 1e-12);
        double force = i % 2 ? -4 : 8; /* N, from here on */
        ck_assert_int_eq(fmu_set(&f, c, inputs[0], force), fmi2OK);
        a = force / 2;
    }
    /* a saved state has the load that acts, and the one that was set since */
    fmi2FMUstate kept = NULL;
    double ends[2];
    ck_assert_int_eq(fmu_set(&f, c, inputs[0], 5), fmi2OK);
    steps(&f, c, 0.6, h, 1);
    ck_assert_int_eq(f.fmi2GetFMUstate(c, &kept), fmi2OK);
    for (int i = 0; i < 2; i++) {
        steps(&f, c, 0.7, h, 1);
        ends[i] = fmu_get(&f, c, "body_ball.vz");
        ck_assert_int_eq(fmu_set(&f, c, inputs[0], 1000), fmi2OK);
        steps(&f, c, 0.8, h, 1);
        ck_assert_int_eq(f.fmi2SetFMUstate(c, kept), fmi2OK);
    }
    ck_assert(ends[0] == ends[1]);
    (void)f.fmi2FreeFMUstate(c, &kept);
    /* energy is booked across the changes: work = change of the kinetic energy */
    ck_assert_double_eq_tol(fmu_get(&f, c, "energy.work"), fmu_get(&f, c, "energy.kinetic"), 1e-12);
    ck_assert_double_gt(fmu_get(&f, c, "energy.kinetic"), 0.01);
    f.fmi2FreeInstance(c);
    fmu_drop(&f);
}
END_TEST

/* The speed goes in straight lines between the values that were set: the angle is their integral. */
START_TEST(drives_are_steered) {
    const char *inputs[] = {"bodies.ball.drive.speed"};
    const abut_fmu_def def = {.inputs = inputs, .input_count = 1};
    fmu f;
    fmu_make(&f, "01_bouncing_ball", "bodies.ball={name: ball, fixed: true, position: [0, 0, 5], drive: {speed: 2}}",
             def);
    fmi2Component c = fmu_started(&f, fmi2CoSimulation, 0);
    const double speed[] = {2, 4, 4, -1, 0}, h = 0.2;
    double angle = 0, before = 2;
    for (int i = 0; i < 5; i++) {
        ck_assert_int_eq(fmu_set(&f, c, inputs[0], speed[i]), fmi2OK);
        steps(&f, c, i * h, h, 1);
        angle += 0.5 * h * (before + speed[i]);
        before = speed[i];
        ck_assert_double_eq_tol(fmu_get(&f, c, "body_ball.wz"), speed[i], 1e-12);
        ck_assert_double_eq_tol(2 * atan2(fmu_get(&f, c, "body_ball.q3"), fmu_get(&f, c, "body_ball.q0")), angle,
                                1e-12);
    }
    f.fmi2FreeInstance(c);
    fmu_drop(&f);
}
END_TEST

/* ---- many at once ---- */
typedef struct crowd {
    const fmu *f;
    double z[50];
} crowd;

static void *drive_many(void *user) {
    crowd *all = user;
    const fmu *f = all->f;
    fmi2Component c[50];
    for (int i = 0; i < 50; i++) c[i] = fmu_started(f, fmi2CoSimulation, 0);
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < 50; i++) steps(f, c[i], k * 0.02, 0.02, 1);
    for (int i = 0; i < 50; i++) {
        all->z[i] = fmu_get(f, c[i], "body_ball.z");
        f->fmi2FreeInstance(c[i]);
    }
    return NULL;
}

START_TEST(instances_in_threads_keep_their_bits) {
    fmu f;
    fmu_make(&f, "01_bouncing_ball", "bodies.ball.position=[0, 0, 0.101];solver.rtol=1e-4", plain);
    crowd crowds[2] = {{&f, {0}}, {&f, {0}}};
    pthread_t thread[2];
    for (int i = 0; i < 2; i++) ck_assert_int_eq(pthread_create(&thread[i], NULL, drive_many, &crowds[i]), 0);
    for (int i = 0; i < 2; i++) ck_assert_int_eq(pthread_join(thread[i], NULL), 0);
    for (int i = 0; i < 100; i++) ck_assert(crowds[i / 50].z[i % 50] == crowds[0].z[0]);
    fmu_drop(&f);
}
END_TEST

/* ---- what is wrong ---- */
static void refused(const abut_fmu_def *def, const char *sentence) {
    fmu f;
    abut_message why = {0};
    ck_assert(!fmu_write(&f, "01_bouncing_ball", NULL, *def, &why));
    ck_assert_msg(strstr(why.text, sentence), "%s", why.text);
    fmu_drop(&f);
}

START_TEST(wrong_names_are_refused) {
    const char *path[] = {"bodies.bal.mass"}, *twice[] = {"bodies.ball.mass", "bodies.ball.mass"};
    const char *column[] = {"body_bal.z"}, *text[] = {"bodies.ball.name"};
    refused(&(abut_fmu_def){.inputs = path, .input_count = 1}, "'bodies.bal.mass': the model has no number there");
    refused(&(abut_fmu_def){.inputs = text, .input_count = 1}, "no number");
    refused(&(abut_fmu_def){.inputs = twice, .input_count = 2}, "named twice");
    refused(&(abut_fmu_def){.outputs = column, .output_count = 1}, "did you mean 'body_ball.z'?");
    refused(&(abut_fmu_def){.version = 1}, "FMI 1: 2 and 3 are written");
    refused(&(abut_fmu_def){.runtime = "/no/such/runtime.so"}, "cannot be opened");
}
END_TEST

START_TEST(steps_do_not_go_back) {
    fmu f;
    fmu_make(&f, "01_bouncing_ball", "solver.rtol=1e-4", plain);
    fmi2Component c = fmu_instance(&f, fmi2CoSimulation);
    ck_assert_int_eq(f.fmi2DoStep(c, 0, 0.1, 1), fmi2Error);
    ck_assert_msg(strstr(fmu_said, "initialisation"), "%s", fmu_said);
    ck_assert_int_eq(f.fmi2ExitInitializationMode(c), fmi2OK);
    steps(&f, c, 0, 0.1, 3);
    double z = fmu_get(&f, c, "body_ball.z");
    const double bad[][2] = {{0.1, 0.1}, {0.5, 0.1}, {0.3, -0.1}, {0.3, NAN}, {0.2999, 0.1}, {0.3001, 0.1}};
    const char *const why[] = {"does not go back", "nothing may be left out", "time does not go back",
                               "not possible",     "does not go back",        "nothing may be left out"};
    for (int i = 0; i < 6; i++) {
        ck_assert_int_eq(f.fmi2DoStep(c, bad[i][0], bad[i][1], 1), fmi2Error);
        ck_assert_msg(strstr(fmu_said, why[i]), "%s", fmu_said);
    }
    ck_assert(fmu_get(&f, c, "body_ball.z") == z); /* nothing is lost */
    steps(&f, c, 0.1 + 0.1 + 0.1, 0.1, 1);
    fmi2ValueReference none = 100000, output = fmu_reference(&f, "body_ball.z");
    ck_assert_int_eq(f.fmi2GetReal(c, &none, 1, &z), fmi2Error);
    ck_assert_int_eq(f.fmi2SetReal(c, &output, 1, &z), fmi2Error);
    ck_assert_msg(strstr(fmu_said, "it is no input"), "%s", fmu_said);
    ck_assert_int_eq(f.fmi2Reset(c), fmi2OK);
    ck_assert_int_eq(f.fmi2ExitInitializationMode(c), fmi2OK);
    steps(&f, c, 0, 0.1, 1);
    f.fmi2FreeInstance(c);
    fmu_drop(&f);
}
END_TEST

/* One character of every resource is another. */
START_TEST(damaged_resources_are_refused) {
    fmu f;
    fmu_make(&f, "01_bouncing_ball", NULL, plain);
    const char *const names[] = {"model.json", "fmu.json", "sums"};
    char path[300], uri[300];
    for (int i = 0; i < 3; i++) {
        (void)snprintf(path, sizeof path, "%s/resources/%s", f.folder, names[i]);
        FILE *file = fopen(path, "r+");
        ck_assert(file);
        (void)fseek(file, 10, SEEK_SET);
        int c = fgetc(file);
        (void)fseek(file, 10, SEEK_SET);
        (void)fputc(c ^ 1, file);
        (void)fclose(file);
        ck_assert(!fmu_instance(&f, fmi2CoSimulation));
        ck_assert_msg(strstr(fmu_said, "damaged"), "%s", fmu_said);
        file = fopen(path, "r+");
        (void)fseek(file, 10, SEEK_SET);
        (void)fputc(c, file);
        (void)fclose(file);
    }
    fmi2Component c = fmu_instance(&f, fmi2CoSimulation);
    ck_assert_msg(c, "%s", fmu_said);
    f.fmi2FreeInstance(c);
    (void)unlink(path);
    ck_assert(!fmu_instance(&f, fmi2CoSimulation));
    ck_assert_msg(strstr(fmu_said, "cannot be opened"), "%s", fmu_said);
    (void)snprintf(uri, sizeof uri, "http://elsewhere/resources");
    ck_assert(!f.fmi2Instantiate("one", fmi2CoSimulation, f.token, uri, NULL, 0, 0));
    fmu_drop(&f);
}
END_TEST

START_TEST(a_description_of_another_model_is_refused) {
    fmu f, g;
    fmu_make(&f, "01_bouncing_ball", NULL, plain);
    fmu_make(&g, "01_bouncing_ball", "bodies.ball.mass=2", plain);
    ck_assert_str_ne(f.token, g.token);
    (void)strcpy(f.token, g.token);
    ck_assert(!fmu_instance(&f, fmi2CoSimulation));
    ck_assert_msg(strstr(fmu_said, "not those of this description"), "%s", fmu_said);
    fmu_drop(&f);
    fmu_drop(&g);
}
END_TEST

static const TTest *const *const all[] = {
    &an_fmu_computes_what_a_run_computes,
    &a_saved_state_repeats_bit_for_bit,
    &loads_change_between_steps,
    &drives_are_steered,
    &instances_in_threads_keep_their_bits,
    &wrong_names_are_refused,
    &steps_do_not_go_back,
    &damaged_resources_are_refused,
    &a_description_of_another_model_is_refused,
};

int main(void) { return suite_main("fmu", all, sizeof all / sizeof *all); }
