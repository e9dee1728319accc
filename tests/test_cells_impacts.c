/* The friction law 'halfspace' in oblique impacts: against an independent solution of the problem of Maw, Barber and Fawcett, measured rebounds,
 * with several solvers, and saved half-way. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "abut/field.h"
#include "abut/world.h"
#include "support/maw.h"
#include "support/near.h"
#include "support/suite.h"
#include "world/world.h"

static const double PI = 3.14159265358979323846, DEG = 3.14159265358979323846 / 180;

static abut_choice sphere(double radius) { return (abut_choice){"sphere", {{.name = "radius", .value = radius}}}; }

/* Balls of alumina, 5 mm, on glass at 3.9 m/s. */
typedef struct strike {
    double e_t, spin, residual, lost; /* 1, rad/s, of the first energy, of it */
    abut_world *w;
    abut_body ball;
    double vx;
} strike;

static const double BALL = 2.5e-3;
static double ball_mass(void) { return 4000 * 4 * PI / 3 * BALL * BALL * BALL; }

static strike thrown(double n, double angle, const char *solver, double rtol, const char *damping) {
    strike s = {.w = abut_world_create(&(abut_world_def){.registry = abut_field_types()}),
                .vx = 3.9 * sin(angle * DEG)};
    double I = 0.4 * ball_mass() * BALL * BALL;
    abut_body plate = abut_add_body(s.w, &(abut_body_def){.name = "plate", .fixed = true});
    s.ball = abut_add_body(
        s.w,
        &(abut_body_def){.name = "ball",
                         .mass = ball_mass(),
                         .inertia = {I, I, I},
                         .start = {.r = {0, 0, BALL + 1e-6}, .q = {.w = 1}, .v = {s.vx, 0, -3.9 * cos(angle * DEG)}}});
    abut_surface a = abut_add_surface(
                     s.w, plate, &(abut_surface_def){.shape = {.type = "plane"}, .material = {.E = 70e9, .nu = 0.25}}),
                 b = abut_add_surface(s.w, s.ball,
                                      &(abut_surface_def){.shape = sphere(BALL), .material = {.E = 380e9, .nu = 0.23}});
    static const abut_choice loss = {"hysteretic", {{.name = "restitution", .value = 0.98}}};
    abut_choice normal = {"halfspace", {{.name = "n", .value = n}}};
    if (damping) normal.params[1] = (abut_param){.name = "damping", .choice = &loss};
    abut_add_contact(s.w, a, b,
                     &(abut_law_def){.normal = normal, .friction = {"halfspace", {{.name = "mu", .value = 0.092}}}});
    ck_assert_msg(!abut_start(s.w, &(abut_solver_def){.type = solver, .rtol = rtol, .t_end = 20e-6}), "%s",
                  abut_world_message(s.w));
    return s;
}

static void finish(strike *s) {
    ck_assert_msg(!abut_advance(s->w, 20e-6), "%s", abut_world_message(s->w));
    abut_body_state b = abut_read_body(s->w, s->ball);
    abut_energy e = abut_read_energy(s->w);
    s->e_t = b.v.x / s->vx;
    s->spin = b.w.y;
    s->residual = e.residual / e.initial;
    s->lost = e.dissipated_friction / e.initial;
    ck_assert_double_eq(e.contacts, 0);
    abut_world_destroy(s->w);
}

static strike struck(double n, double angle, const char *solver, double rtol, const char *damping) {
    strike s = thrown(n, angle, solver, rtol, damping);
    finish(&s);
    return s;
}

/* The problem of Maw, Barber and Fawcett by a row of springs (support/maw.c). */
static maw_result solved(double angle) {
    maw_case c = maw_alumina_on_glass(BALL, ball_mass(), angle * DEG, 400, 2000);
    return maw_springs(&c);
}

/* Sticking (5 deg), sliding, sticking and sliding again (10 to 25), sliding all the time. At the smallest angles the rebound hangs on the
 * stiffness of small contacts: 0.017 with 16 cells, 0.003 with 32. */
START_TEST(impacts) {
    static const double angle[] = {5, 10, 20, 30.4};
    for (int i = brief() ? 2 : 0; i < (brief() ? 3 : 4); i++) {
        double at = angle[i], tolerance = at < 7 ? 0.02 : 6e-3;
        maw_result want = solved(at);
        strike s = struck(16, at, "rodas", 1e-5, NULL);
        double vt = 3.9 * sin(at * DEG),
               spin = (1 - want.e_t) * vt / (0.4 * BALL); /* what the force has done to v it has done to the spin */
        printf("impacts: %4.1f deg: %.4f, springs %.4f; spin %.1f of %.1f; lost %.5f of %.5f, balance %.1e\n", at,
               s.e_t, want.e_t, s.spin, spin, s.lost, want.lost / (0.5 * ball_mass() * 3.9 * 3.9), s.residual);
        expect_within(s.e_t, want.e_t, tolerance, NULL, "tangential restitution at %g deg", at);
        expect_within(s.spin, spin, tolerance * vt / (0.4 * BALL), NULL, "spin at %g deg", at);
        expect_near(s.lost, want.lost / (0.5 * ball_mass() * 3.9 * 3.9), 0.03, NULL, "loss at %g deg", at);
        expect_within(s.residual, 0, 5e-5, NULL, "balance at %g deg", at);
    }
}
END_TEST

/* The same with twice the cells, where all sticks. */
START_TEST(finer) {
    if (brief()) return;
    double want = solved(5).e_t, coarse = struck(12, 5, "rodas", 1e-4, NULL).e_t,
           fine = struck(24, 5, "rodas", 1e-4, NULL).e_t;
    printf("finer: 5 deg: %.4f with 12 cells, %.4f with 24, springs %.4f\n", coarse, fine, want);
    expect_within(fine, want, 1e-2, NULL, "24 cells");
    ck_assert_double_lt(fabs(fine - want), 0.5 * fabs(coarse - want));
}
END_TEST

/* Solvers of several kinds. */
START_TEST(solvers) {
    static const char *const solver[] = {"auto", "park", "bdf"};
    double want = solved(20).e_t;
    for (int i = 0; i < (brief() ? 1 : 3); i++)
        expect_within(struck(12, 20, solver[i], 1e-4, NULL).e_t, want, 0.01, NULL, "%s", solver[i]);
}
END_TEST

/* A. H. Kharaz, D. A. Gorham, A. D. Salman, Powder Technology 120 (2001) 281-291, figures recalled, with the restitution 0.98. */
START_TEST(measured) {
    static const double angle[] = {30.4, 39.5, 49.6, 71.1}, seen[] = {0.690, 0.774, 0.848, 0.937};
    for (int i = brief() ? 3 : 0; i < 4; i++) {
        strike s = struck(12, angle[i], "rodas", 1e-4, "hysteretic");
        printf("measured: %g deg: %.4f, measured %.3f\n", angle[i], s.e_t, seen[i]);
        expect_within(s.e_t, seen[i], 0.03, NULL, "tangential restitution at %g deg", angle[i]);
    }
}
END_TEST

/* Saved in the middle of an impact and gone on in another world: the same bits. */
START_TEST(saved_in_contact) {
    strike s[2] = {thrown(12, 10, "rodas", 1e-4, NULL), thrown(12, 10, "rodas", 1e-4, NULL)};
    abut_message why = {0};
    void *bytes;
    size_t length;
    while (abut_time(s[0].w) < 8e-6) ck_assert_int_eq(abut_step(s[0].w), ABUT_OK);
    ck_assert_msg(!abut_save(s[0].w, &bytes, &length, &why), "%s", why.text);
    ck_assert_msg(!abut_restore(s[1].w, bytes, length, &why), "%s", why.text);
    for (int i = 0; i < 2; i++) finish(&s[i]);
    ck_assert_msg(s[0].e_t == s[1].e_t && s[0].spin == s[1].spin && s[0].lost == s[1].lost, "%.17g and %.17g", s[0].e_t,
                  s[1].e_t);
    ck_assert_double_lt(s[0].e_t, 0.7);
    free(bytes);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&impacts, &finer, &solvers, &measured, &saved_in_contact};
    return suite_main("cells_impacts", all, sizeof all / sizeof *all);
}
