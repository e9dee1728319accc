/* Frequencies of a 6205 under thrust, as on the test rig of Case Western Reserve University: at the nominal angle BPFO is 3.5841 per
 * turn for a pitch circle of 39 mm, its records show 3.593 to 3.600; the balls run at the angle under load. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/machine.h"
#include "model/model.h"
#include "support/near.h"
#include "support/suite.h"
#include "support/validation.h"

static const double turns = 1797 / 60.0; /* Hz */
static const char text[] =
    "abut: 1\nbodies:\n"
    "  - {name: housing, fixed: true}\n"
    "  - {name: shaft, mass: 2, inertia: [5e-3, 5e-3, 1e-3], drive: {speed: 1797 rpm}}\n"
    "machines:\n"
    "  - {type: ball_bearing, name: brg, use: 6205, inner: shaft, outer: housing, clearance: 0}\n"
    "forces:\n"
    "  - {name: thrust, type: load, body: shaft, force: [0, 0, 160]}\n";

static void shout(const model_error *error, void *user) {
    (void)user;
    ck_abort_msg("%s", error->text);
}

static double headline(const abut_world *w, abut_machine m, const char *label) {
    abut_headline h;
    for (int i = 0; abut_machine_headline(w, m, i, &h); i++)
        if (!strcmp(h.label, label)) return h.value;
    ck_abort_msg("no %s", label);
    return 0;
}

static void expect_measured(double bpfo, double bpfi, const char *what) {
    ck_assert_msg(bpfo > 3.593 && bpfo < 3.600, "%s: BPFO %g per turn", what, bpfo);
    ck_assert_msg(bpfi > 5.400 && bpfi < 5.407, "%s: BPFI %g per turn", what, bpfi);
    char name[2][80];
    (void)snprintf(name[0], sizeof name[0], "6205 under thrust, BPFO per turn, from %s", what);
    (void)snprintf(name[1], sizeof name[1], "6205 under thrust, BPFI per turn, from %s", what);
    static const char source[] = "measured: records of Case Western Reserve University, 1797 rpm";
    validated(&(validation){"Frequencies of bearings", name[0], source, "", 3.5965, 0.0035, bpfo});
    validated(&(validation){"Frequencies of bearings", name[1], source, "", 5.4035, 0.0035, bpfi});
    expect_near(bpfo + bpfi, 9, 1e-9, NULL, "%s: a ball passes one race or the other", what);
}

START_TEST(under_thrust) {
    model m;
    abut_bearing_frequencies nominal, found;
    abut_bearing_state state;
    abut_ball_state ball[9];
    ck_assert_int_eq(model_read_text("test", text, sizeof text - 1, NULL, 0, shout, NULL, &m), 0);
    abut_machine brg = abut_find_machine(m.world, "brg");
    ck_assert_int_eq(abut_machine_rolling(m.world, brg, &nominal, &found), ABUT_MISSING);
    must(abut_start(m.world, &(abut_solver_def){.statics = true}));
    must(abut_static(m.world, NULL, NULL));
    must(abut_machine_rolling(m.world, brg, &nominal, &found));
    must(abut_read_bearing(m.world, brg, &state, ball));
    double angle = ball[0].outer.angle, g = 7.938 / 39;
    ck_assert_msg(fabs(angle - 9.37 * acos(-1) / 180) < 1e-3, "%g rad", angle);
    expect_near(nominal.bpfo / turns, 4.5 * (1 - g), 1e-12, NULL, "nominal");
    expect_near(found.bpfo / turns, 4.5 * (1 - g * cos(angle)), 3e-4, NULL, "by the angle under load");
    expect_measured(found.bpfo / turns, found.bpfi / turns, "statics");
    must(abut_start(m.world, &(abut_solver_def){.statistics_from = 0.02}));
    must(abut_advance(m.world, 0.1));
    expect_measured(headline(m.world, brg, "Outer race (BPFO), found") / turns,
                    headline(m.world, brg, "Inner race (BPFI), found") / turns, "run");
    expect_near(headline(m.world, brg, "Outer race (BPFO), nominal"), nominal.bpfo, 1e-9, NULL, "nominal in the run");
    model_free(&m);
}
END_TEST

int main(void) {
    const TTest *const *const all[] = {&under_thrust};
    return suite_main("bearing_frequencies", all, 1);
}
