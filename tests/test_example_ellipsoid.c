/* The tilted ellipsoid of example 02: energy of the two forms of the elastic law, the volumetric laws against Hertz, and
 * what each solver makes of it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/example.h"
#include "support/near.h"
#include "support/suite.h"

#define ELASTIC "contacts.touch.friction.mu=0;contacts.touch.normal.damping.chi=0"
static const double START = 7.155376; /* J */

/* A point force along the normal is not conservative while curvatures change: +0.9 % in the first impact, between
 * t = 0.2305 and 0.2373 s, and nothing in flight. */
START_TEST(energy_of_the_point_force) {
    example e = example_start("02_tilted_ellipsoid", ELASTIC, NULL);
    example_advance(&e, 0.2305);
    expect_within(abut_read_energy(e.w).residual, 0, 1e-9, NULL, "before the first impact");
    example_advance(&e, 0.2374);
    abut_energy now = abut_read_energy(e.w);
    double gain = (now.residual + now.work_of_curvature) / START; /* booked by its name: */
    expect_within(now.residual / START, 0, 3e-8, NULL, "balance after the first impact");
    expect_within(gain, 7.220154235345978 / START - 1, 1e-8, NULL, "first impact");
    ck_assert(gain > 0.0090 && gain < 0.0091);
    example_advance(&e, 0.488);
    expect_within(abut_read_energy(e.w).work_of_curvature, now.work_of_curvature, 1e-15, NULL, "flight");
    expect_within(abut_read_energy(e.w).residual, now.residual, 1e-8, NULL, "balance in flight");
    example_end(&e);
}
END_TEST

START_TEST(energy_conserved) {
    const char *const laws[] = {"hertz", "volumetric", "volumetric_vilke"};
    for (int i = 0; i < 3; i++) {
        char settings[256];
        (void)snprintf(settings, sizeof settings,
                       ELASTIC ";contacts.touch.normal.type=%s;contacts.touch.normal.conservative=true", laws[i]);
        example e = example_start("02_tilted_ellipsoid", settings, NULL);
        for (double t = 0.01; t <= 1; t += 0.01) {
            example_advance(&e, t);
            expect_within(abut_read_energy(e.w).residual / START, 0, 1e-8, NULL, "%s at t = %g", laws[i], t);
        }
        example_end(&e);
    }
}
END_TEST

/* ---- the volumetric laws against Hertz ---- */
typedef struct path {
    double r[6100][3]; /* each ms */
    int count;
} path;

/* Follows the body until it leaves the floor for the `impacts`-th time and meets it again, or until t_end. */
static void follow(const char *name, const char *body, const char *settings, int impacts, double t_end, path *p) {
    example e = example_start(name, settings, NULL);
    bool touching = false;
    int seen = 0;
    p->count = 0;
    for (int i = 0; i * 1e-3 <= t_end; i++) {
        example_advance(&e, i * 1e-3);
        bool now = example_number(e.w, "touch", "approach") > 0;
        seen += now && !touching;
        touching = now;
        if (seen > impacts) break;
        const char *const axis[] = {"x", "y", "z"};
        for (int k = 0; k < 3; k++) p->r[i][k] = example_number(e.w, body, axis[k]);
        p->count = i + 1;
    }
    example_end(&e);
}

/* Largest deviation of a coordinate, in parts of the largest coordinate. */
static double deviation(const path *a, const path *b) {
    double most = 0, size = 0;
    for (int i = 0; i < a->count && i < b->count; i++)
        for (int k = 0; k < 3; k++) {
            most = fmax(most, fabs(a->r[i][k] - b->r[i][k]));
            size = fmax(size, fabs(a->r[i][k]));
        }
    return most / size;
}

static void compare_laws(const char *what, const char *base, double fitted, double vilke) {
    static path hertz, other;
    const char *const laws[] = {"volumetric", "volumetric_vilke"};
    char settings[512];
    (void)snprintf(settings, sizeof settings, "solver.t_end=2;solver.rtol=1e-9%s", base);
    follow("02_tilted_ellipsoid", "egg", settings, 5, 2, &hertz);
    for (int i = 0; i < 2; i++) {
        (void)snprintf(settings, sizeof settings, "solver.t_end=2;solver.rtol=1e-9%s;contacts.touch.normal.type=%s",
                       base, laws[i]);
        follow("02_tilted_ellipsoid", "egg", settings, 5, 2, &other);
        double d = deviation(&hertz, &other);
        printf("%s, %s: %.4f %% over five impacts\n", what, laws[i], 100 * d);
        expect_within(d, 0, i ? vilke : fitted, NULL, "%s, %s", what, laws[i]);
    }
}

/* Each impact multiplies small differences, so that how long two runs stay together depends on the case. */
START_TEST(volumetric_laws) {
    compare_laws("friction and damping", "", 1e-4, 0.005);
    compare_laws("no friction, elastic", ";" ELASTIC, 1e-4, 0.005);
    compare_laws("no friction, elastic, conservative", ";" ELASTIC ";contacts.touch.normal.conservative=true", 1e-4,
                 0.005);
    compare_laws("no friction, damping", ";contacts.touch.friction.mu=0", 1e-4, 0.005);
    compare_laws("friction, elastic", ";contacts.touch.normal.damping.chi=0", 1e-4, 0.06);
}
END_TEST

/* Altitude of the ball of example 01 over ten bounces. */
START_TEST(volumetric_ball) {
    static path hertz, other;
    const char *const laws[] = {"volumetric", "volumetric_vilke"};
    follow("01_bouncing_ball", "ball", "solver.rtol=1e-10", 99, 6, &hertz);
    for (int i = 0; i < 2; i++) {
        char settings[128];
        (void)snprintf(settings, sizeof settings, "solver.rtol=1e-10;contacts.touch.normal.type=%s", laws[i]);
        follow("01_bouncing_ball", "ball", settings, 99, 6, &other);
        printf("ball, %s: %.4f %%\n", laws[i], 100 * deviation(&hertz, &other));
        expect_within(deviation(&hertz, &other), 0, 0.005, NULL, "%s", laws[i]);
    }
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&energy_of_the_point_force, &energy_conserved, &volumetric_laws,
                                              &volumetric_ball};
    return suite_main("example_ellipsoid", all, sizeof all / sizeof *all);
}
