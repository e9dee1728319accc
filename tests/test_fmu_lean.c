/* FMUs for other platforms: their runtime does without SUNDIALS and SuiteSparse. The same sources, built for this platform, compute
 * what the usual runtime does, statics included; solvers that they lack are refused where the FMU is written. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/fmu.h"
#include "support/suite.h"

static const char lean[] = ABUT_TEST_BIN "/../abut_fmu_lean.so";

/* After some steps, by both runtimes. */
static void same(const char *example, const char *settings, double step, const char *const *names, int count,
                 double tolerance) {
    const abut_fmu_def usual = {.outputs = names, .output_count = count};
    abut_fmu_def with = usual;
    with.runtime = lean;
    fmu f[2];
    fmi2Component c[2];
    for (int k = 0; k < 2; k++) {
        fmu_make(&f[k], example, settings, k ? with : usual);
        c[k] = fmu_started(&f[k], fmi2CoSimulation, 0);
        for (int i = 0; i < 5; i++) ck_assert_msg(f[k].fmi2DoStep(c[k], i * step, step, 1) == fmi2OK, "%s", fmu_said);
    }
    for (int i = 0; i < count; i++) {
        double a = fmu_get(&f[0], c[0], names[i]), b = fmu_get(&f[1], c[1], names[i]);
        ck_assert_msg(fabs(a - b) <= tolerance * fabs(a) && fabs(a) > 1e-9, "%s %s: %.17g %.17g", example, names[i], a,
                      b);
    }
    for (int k = 0; k < 2; k++) {
        f[k].fmi2FreeInstance(c[k]);
        fmu_drop(&f[k]);
    }
}

START_TEST(it_computes_the_same) {
    static const char *const ball[] = {"body_ball.z", "body_ball.vz"};
    static const char *const bearing[] = {"machine_brg.dx", "machine_brg.fx", "machine_brg.ball1_Q_inner"};
    same("01_bouncing_ball", NULL, 0.1, ball, 2, 1e-9);
    same("13_ball_bearing", NULL, 1e-4, bearing, 3, 1e-6); /* from its equilibrium */
    if (!brief()) same("27_spindle_7008", "solver.rtol=1e-6", 2e-5, (const char *const[]){"machine_rear.fz"}, 1, 1e-5);
}
END_TEST

static void refused(const char *settings, abut_fmu_def def, const char *sentence) {
    abut_message why = {0};
    fmu f;
    ck_assert(!fmu_write(&f, "01_bouncing_ball", settings, def, &why));
    ck_assert_msg(strstr(why.text, sentence), "%s", why.text);
    fmu_drop(&f);
}

START_TEST(what_they_lack_is_said) {
    static const char *const windows[] = {"windows"}, *const amiga[] = {"linux", "amiga"};
    refused("solver.type=bdf", (abut_fmu_def){.platforms = windows, .platform_count = 1},
            "solver bdf is not in FMUs for other platforms: use rodas, park");
    refused(NULL, (abut_fmu_def){.platforms = amiga, .platform_count = 2},
            "platforms: must be linux, windows or macos, got 'amiga'");
    if (access(ABUT_TEST_BIN "/../abut_fmu.dll", F_OK) != 0)
        refused(NULL, (abut_fmu_def){.platforms = windows, .platform_count = 1}, "'./dev platforms' makes it");
    fmu f;
    fmu_make(&f, "01_bouncing_ball", "solver.type=bdf", (abut_fmu_def){.runtime = lean});
    fmi2Component c = fmu_instance(&f, fmi2CoSimulation);
    ck_assert_ptr_nonnull(c);
    ck_assert_int_eq(f.fmi2SetupExperiment(c, 0, 0, 0, 0, 0), fmi2OK);
    ck_assert_int_eq(f.fmi2ExitInitializationMode(c), fmi2Error);
    ck_assert_msg(strstr(fmu_said, "bdf"), "%s", fmu_said);
    f.fmi2FreeInstance(c);
    fmu_drop(&f);
}
END_TEST

static const TTest *const *const all[] = {&it_computes_the_same, &what_they_lack_is_said};

int main(void) { return suite_main("fmu lean", all, sizeof all / sizeof *all); }
