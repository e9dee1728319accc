/* The bouncing balls of examples 01 and 12: times and depths of contact by events, restitution of damping laws against
 * closed forms, and what each solver makes of them. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "integrate/integrate.h"
#include "support/example.h"
#include "support/near.h"
#include "support/suite.h"
#include "support/table.h"

static double next_zero(example *e, search *s) {
    double t = NAN;
    ck_assert(example_find_zero(e, s, 1e9, &t));
    return t;
}

/* With gravity; contact and flight of a ball that falls 0.4 m: quadrature of the energy integral, 40 digits. */
static const double FIRST_TOUCH = 0.285568624585412893393456, CONTACT_TIME = 0.005878597285439895799822371,
                    DEPTH = 0.005611932008613051417363456, PERIOD = 0.5770158464562656825867344;

START_TEST(ball) {
    double worst = 0;
    example e = example_start("01_bouncing_ball", NULL, NULL);
    search s = example_search(&e, "touch", "approach");
    for (int bounce = 0; bounce < 10; bounce++) {
        double touch = next_zero(&e, &s);
        expect_near(touch, FIRST_TOUCH + bounce * PERIOD, 1e-7, &worst, "touch %d", bounce);
        search bottom = example_search(&e, "touch", "rate");
        (void)next_zero(&e, &bottom);
        expect_near(example_number(e.w, "touch", "approach"), DEPTH, 1e-7, &worst, "depth %d", bounce);
        s.t = bottom.t;
        example_advance(&e, s.t);
        s.before = example_number(e.w, "touch", "approach");
        double release = next_zero(&e, &s);
        expect_near(release - touch, CONTACT_TIME, 1e-7, &worst, "contact time %d", bounce);
        expect_within(abut_read_energy(e.w).residual / 4.905, 0, 1e-7, NULL, "energy after bounce %d", bounce);
    }
    printf("bouncing ball: worst of ten bounces %.1e\n", worst);
    example_end(&e);
}
END_TEST

/* e = speed after over speed before, without gravity; with tension the contact ends at h = 0, without it at F = 0. */
static double restitution(const char *law, double v, double coefficient, double exponent, bool tension) {
    char settings[512];
    int n = snprintf(settings, sizeof settings,
                     "gravity.2=0;bodies.ball.position.2=0.1;bodies.ball.velocity=[0, 0, %.17g];"
                     "contacts.touch.normal={type: hertz, tension: %d, damping: ",
                     -v, tension);
    if (!strcmp(law, "power"))
        (void)snprintf(settings + n, sizeof settings - (size_t)n, "{type: power, coefficient: %.17g, exponent: %.17g}}",
                       coefficient, exponent);
    else
        (void)snprintf(settings + n, sizeof settings - (size_t)n, "{type: hunt_crossley, chi: %.17g}}",
                       coefficient / v);
    example e = example_start("01_bouncing_ball", settings, NULL);
    example_advance(&e, 0.05);
    double speed = example_number(e.w, "ball", "vz");
    abut_energy energy = abut_read_energy(e.w);
    if (tension) /* without it a clamped contact recovers unseen by the step control: the balance is looser */
        expect_within(energy.residual / energy.initial, 0, 1e-8, NULL, "energy of %s %g", law, coefficient);
    example_end(&e);
    return speed / v;
}

START_TEST(damped_ball) {
    table t = table_read("restitution.csv");
    double worst = 0;
    for (size_t r = 0; r < t.rows; r++) {
        const char *law = table_text(&t, r, "law");
        double v = table_at(&t, r, "v"), c = table_at(&t, r, "coefficient"), p = table_at(&t, r, "exponent");
        expect_within(restitution(law, v, c, p, false), table_number(&t, r, "e_F0"), 1e-7, &worst, "%s %g, v = %g", law,
                      c, v);
        expect_within(restitution(law, v, c, p, true), table_number(&t, r, "e_h0"), 1e-7, &worst,
                      "%s %g, v = %g, with tension", law, c, v);
    }
    printf("restitution: worst %.1e\n", worst);
    table_free(&t);
}
END_TEST

/* Every registered solver at the same tolerance; multistep methods start anew at each kink and are less exact. */
START_TEST(every_solver) {
    for (size_t i = 0; i < abut_registry_count(abut_world_types()); i++) {
        const abut_type *type = abut_registry_at(abut_world_types(), i);
        if (strcmp(type->kind, "solver") != 0 || ((const integrator_type *)type)->beads) continue;
        example e = example_start("01_bouncing_ball", "solver.rtol=1e-10", type->name);
        example_advance(&e, 6);
        double s = 6 - 10 * PERIOD, error = example_number(e.w, "ball", "z") - (0.5 - 0.5 * 9.81 * s * s);
        printf("%-6s altitude after ten bounces off by %8.1e m, %ld steps\n", type->name, error,
               abut_read_stats(e.w).steps);
        expect_within(error, 0, 2e-5, NULL, "%s", type->name);
        example_end(&e);
    }
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&ball, &damped_ball, &every_solver};
    return suite_main("example_impacts", all, sizeof all / sizeof *all);
}
