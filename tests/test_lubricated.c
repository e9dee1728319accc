/* Lubricated elements and rollers: matrices against differences, the film in series with the bodies, slices. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/jacobian.h"
#include "support/near.h"
#include "support/scene.h"
#include "support/suite.h"

static const abut_material steel = ABUT_STEEL;
static const abut_lubricant oil = {
    .eta0 = 0.05, .alpha = 2e-8, .tau0 = 5e6, .limit_slope = 0.08, .beta = 0.04, .conductivity = 2e-3};
static const abut_roughness rough = {.sigma = 0.2e-6, .asperity_radius = 10e-6, .density = 5e9};

static const abut_choice sphere = {"sphere", {{.name = "radius", .value = 0.01}}};
static const abut_choice plane = {"plane", {{0}}};
static const abut_choice torus = {"torus",
                                  {{.name = "ring_radius", .value = 0.0496},
                                   {.name = "tube_radius", .value = 0.013},
                                   {.name = "side", .text = "inside"}}};
static const abut_choice egg = {
    "ellipsoid", {{.name = "a", .value = 0.03}, {.name = "b", .value = 0.02}, {.name = "c", .value = 0.015}}};
static const abut_choice shaft = {"cylinder", {{.name = "radius", .value = 0.03}}};
static const abut_choice bore = {"cylinder", {{.name = "radius", .value = 0.05}, {.name = "side", .text = "inside"}}};
static const abut_choice straight = {"roller",
                                     {{.name = "radius", .value = 0.008}, {.name = "length", .value = 0.012}}};
static const abut_choice log_roller = {"roller",
                                       {{.name = "radius", .value = 0.008},
                                        {.name = "length", .value = 0.012},
                                        {.name = "profile", .text = "logarithmic"},
                                        {.name = "design_force", .value = 4000}}};

static const abut_choice hertz_damped = {"hertz", {{.name = "damping", .value = 0.05}}};
static const abut_choice coulomb = {"coulomb", {{.name = "mu", .value = 0.08}, {.name = "v_s", .value = 0.02}}};
static const abut_choice mixed = {"mixed", {{.name = "v_eps", .value = 0.02}}};
static const abut_choice mixed_ellipse = {"mixed",
                                          {{.name = "v_eps", .value = 0.02}, {.name = "patch", .text = "ellipse"}}};
static const abut_choice ellipse = {
    "coulomb", {{.name = "mu", .value = 0.08}, {.name = "v_s", .value = 0.02}, {.name = "patch", .text = "ellipse"}}};

static double error_of(scene *s, double part) {
    abut_element_jac jac;
    abut_element_out o = {.jac = &jac};
    must(scene_eval(s, &s->in, &o));
    ck_assert_msg(o.N > 0, "N %g at h %g, hdot %g, P %g Q %g u %g", o.N, o.h, o.hdot, o.P, o.Q, o.film.u_sum);
    return jacobian_error(s, o.N, part, 1e-4, &jac);
}

static void check(chance *c, const abut_element_def *def, double relative_h, bool squeezes, const char *what,
                  double *worst) {
    for (int repeat = 0; repeat < 4; repeat++) {
        scene s;
        bool made = false;
        for (int tries = 0; tries < 20 && !made; tries++) made = scene_make(c, def, relative_h, &s);
        ck_assert_msg(made, "%s: no state", what);
        abut_element_out o;
        do { /* squeeze and damping may release it */
            s.in.va = (abut_twist){v3_scale(0.2, chance_unit(c)), v3_scale(20, chance_unit(c))};
            s.in.vb = (abut_twist){v3_scale(0.2, chance_unit(c)), v3_scale(20, chance_unit(c))};
            o = (abut_element_out){0};
            must(scene_eval(&s, &s.in, &o));
        } while (!(o.N > 0) || (o.hdot < 0 && squeezes));
        double error = error_of(&s, 3e-3);
        abut_element_destroy(s.e);
        ck_assert_msg(error < 1e-6, "%s: matrices off by %g", what, error);
        *worst = fmax(*worst, error);
    }
}

START_TEST(jacobians_of_points) {
    chance c = {4711};
    const abut_choice *pairs[][2] = {{&plane, &sphere}, {&torus, &sphere}, {&egg, &egg}, {&egg, &sphere}};
    const abut_choice films[] = {{"nvm", {{0}}},
                                 {"nvm", {{.name = "squeeze", .value = 5}}},
                                 {"nvm", {{.name = "carries", .value = 0}}},
                                 {"hamrock_dowson", {{.name = "compressible", .value = 1}}},
                                 {"nvm", {{.name = "heating", .text = "inlet"}, {.name = "u_starve", .value = 0.7}}},
                                 {"ehl_table", {{.name = "damped", .value = 1}}}};
    const abut_choice *frictions[] = {&coulomb, &ellipse, &mixed, &mixed_ellipse};
    double worst = 0;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        for (size_t f = 0; f < sizeof films / sizeof films[0]; f++)
            for (int k = 0; k < 4; k++) {
                abut_element_def def = {.a = {*pairs[i][0], steel, {{0.003, -0.002, 0.001}, {0.9, 0.1, -0.3, 0.2}}, 0},
                                        .b = {*pairs[i][1], steel, {{0}, {0}}, 0},
                                        .law = {.normal = hertz_damped,
                                                .friction = *frictions[k],
                                                .film = films[f],
                                                .lubricant = &oil,
                                                .roughness = &rough}};
                char what[100];
                (void)snprintf(what, sizeof what, "pair %zu, film %zu, friction %d", i, f, k);
                check(&c, &def, 2e-4, f == 1 || f == 5, what, &worst);
            }
    printf("jacobians of lubricated points: worst %.1e\n", worst);
}
END_TEST

/* ---- rollers ---- */

/* A roller on body B against A, its axis tilted by `tilt` about the normal and the direction of rolling alike. */
static void roller_scene(const abut_element_def *def, double h, double tilt, bool inside, double R, scene *out) {
    abut_message m;
    abut_status s = abut_element_create(def, &out->e, &m);
    ck_assert_msg(s == ABUT_OK, "%s", m.text);
    double centre = inside ? R - 0.008 + h : R + 0.008 - h;
    out->in = (abut_element_in){.a = {.q = {1, 0, 0, 0}},
                                .b = {.r = {centre, 0, 0.001}, .q = quat_of_vector((vec3){0.6 * tilt, tilt, 0.3})},
                                .va = {{0.1, 0.2, -0.05}, {1, -2, 30}},
                                .vb = {{0.15, -0.3, 0.02}, {0.5, 1, inside ? 40 : -50}}};
    out->h = h;
    out->size = 0.008;
}

START_TEST(jacobians_of_rollers) {
    const abut_choice lines[] = {{"line", {{.name = "slices", .value = 1}}},
                                 {"line", {{.name = "slices", .value = 7}, {.name = "damping", .value = 0.5}}},
                                 {"line", {{.name = "slices", .value = 6}, {.name = "slice_law", .text = "iso16281"}}}};
    const abut_choice films[] = {
        {"moes_line", {{0}}},
        {"moes_line", {{.name = "squeeze", .value = 5}}},
        {"moes_line", {{.name = "heating", .text = "inlet"}, {.name = "u_starve", .value = 0.7}}},
        {"ehl_table", {{.name = "damped", .value = 1}}}};
    double worst = 0;
    for (int n = 0; n < 3; n++)
        for (int inside = 0; inside < 2; inside++)
            for (int f = 0; f < 5; f++) {
                if (n == 2 && f > 0) continue;
                abut_element_def def = {.a = {inside ? bore : shaft, steel, {{0}, {0}}, 0},
                                        .b = {n == 1 ? log_roller : straight, steel, {{0}, {0}}, 0},
                                        .law = {.normal = lines[n], .friction = coulomb}};
                if (f > 0) def.law.film = films[f - 1], def.law.lubricant = &oil, def.law.roughness = &rough;
                if (f > 1) def.law.friction = mixed;
                scene s;
                roller_scene(&def, 12e-6, 3e-4, inside, inside ? 0.05 : 0.03, &s);
                double error = error_of(&s, 6e-4);
                abut_element_destroy(s.e);
                ck_assert_msg(error < 1e-6, "law %d, inside %d, film %d: matrices off by %g", n, inside, f, error);
                worst = fmax(worst, error);
            }
    printf("jacobians of rollers: worst %.1e\n", worst);
}
END_TEST

static abut_element_out roller_at(const abut_choice *roller, int slices, double h, double tilt) {
    abut_choice law = {"line", {{.name = "slices", .value = slices}}};
    abut_element_def def = {
        .a = {shaft, steel, {{0}, {0}}, 0}, .b = {*roller, steel, {{0}, {0}}, 0}, .law = {.normal = law}};
    abut_element *e;
    must(abut_element_create(&def, &e, NULL));
    abut_element_in in = {.a = {.q = {1, 0, 0, 0}},
                          .b = {.r = {0.038 - h, 0, 0}, .q = quat_of_vector((vec3){0, tilt, 0})}};
    abut_element_out o = {0};
    must(abut_element_eval(e, &in, &o));
    abut_element_destroy(e);
    return o;
}

/* the element cuts the same slices as the calculator; a straight one is the line; load even, moment odd in the tilt */
/* Beyond the apex of a cone nothing opposes a slice: the distance to the apex is left, not what was computed before. */
START_TEST(roller_beyond_the_apex) {
    const double angle = 0.3;
    abut_element_def def = {.a = {{"cone", {{.name = "half_angle", .value = angle}}}, steel, {{0}, {0}}, 0},
                            .b = {straight, steel, {{0}, {0}}, 0},
                            .law.normal = {"line", {{.name = "slices", .value = 5}}}};
    abut_element *e;
    must(abut_element_create(&def, &e, NULL));
    abut_element_out o = {0};
    abut_element_in in = {.a.q = {1, 0, 0, 0}, .b.q = quat_of_vector((vec3){0, angle, 0})};
    vec3 n = {cos(angle), 0, -sin(angle)};
    in.b.r = v3_axpy(0.05, v3(sin(angle), 0, cos(angle)), v3_scale(0.008 - 1e-5, n));
    must(abut_element_eval(e, &in, &o));
    ck_assert(o.touching && o.N > 0);
    in.b = (abut_pose){.r = {0.002, 0, -0.03}, .q = {1, 0, 0, 0}};
    must(abut_element_eval(e, &in, &o));
    ck_assert(!o.touching && o.N == 0);
    expect_near(o.h, 0.008 - hypot(0.002, 0.03 - 0.4 * 0.012), 1e-12, NULL, "h of the nearest slice");
    abut_element_destroy(e);
}
END_TEST

START_TEST(slices) {
    double E_prime = 2 * abut_E_star(210e9, 0.3, 210e9, 0.3), rho = 1 / 0.008 + 1 / 0.03, h = 12e-6;
    abut_line_in in = {ABUT_LINE_STRIP, 0.012, rho, E_prime, h, NAN};
    abut_line_out line;
    must(abut_line_contact(&in, &line, NULL));
    for (int n = 1; n < 50; n = 3 * n + 1) {
        abut_element_out o = roller_at(&straight, n, h, 0);
        expect_near(o.N, line.force, 1e-9, NULL, "%d slices", n); /* h comes as a difference of coordinates */
        expect_near(o.p_max, line.p_max, 1e-9, NULL, "p of %d slices", n);
        expect_near(o.a, 0.006, 1e-12, NULL, "half length");
    }
    double tilt = 5e-4, last = 0;
    abut_element_out plus = roller_at(&log_roller, 40, h, tilt), minus = roller_at(&log_roller, 40, h, -tilt);
    expect_near(plus.N, minus.N, 1e-9, NULL, "load");
    expect_near(plus.on_b.torque.y, -minus.on_b.torque.y, 1e-9, NULL, "moment");
    ck_assert(fabs(plus.on_b.torque.y) > 1e-3 * plus.N * 0.012);
    for (int n = 10; n <= 160; n *= 2) {
        double N = roller_at(&log_roller, n, h, tilt).N;
        if (n > 20) ck_assert_msg(fabs(N / last - 1) < 2.0 / n / n * 40, "%d slices: %g after %g", n, N, last);
        last = N;
    }
}
END_TEST

/* a cylinder with the length in the law is a straight roller */
START_TEST(cylinder_as_roller) {
    abut_choice law = {"line", {{.name = "length", .value = 0.012}}},
                bar = {"cylinder", {{.name = "radius", .value = 0.008}}};
    abut_element_def def = {.a = {shaft, steel, {{0}, {0}}, 0},
                            .b = {bar, steel, {{0}, {0}}, 0},
                            .law = {.normal = law, .friction = coulomb}};
    abut_element *e;
    must(abut_element_create(&def, &e, NULL));
    abut_element_in in = {.a = {.q = {1, 0, 0, 0}}, .b = {.r = {0.038 - 12e-6, 0, 0}, .q = {1, 0, 0, 0}}};
    abut_element_out o = {0};
    must(abut_element_eval(e, &in, &o));
    abut_element_destroy(e);
    expect_near(o.N, roller_at(&straight, 1, 12e-6, 0).N, 1e-12, NULL, "force");
}
END_TEST

/* the normal force of the element is that of abut_film_series, for overlap and gap */
START_TEST(film_in_series) {
    double worst = 0;
    abut_element_def def = {
        .a = {shaft, steel, {{0}, {0}}, 0}, .b = {straight, steel, {{0}, {0}}, 0}, .law = {.lubricant = &oil}};
    abut_element *e;
    must(abut_element_create(&def, &e, NULL));
    abut_mixed same = {.E_prime = 2 * abut_E_star(210e9, 0.3, 210e9, 0.3),
                       .rho_x = 1 / 0.008 + 1 / 0.03,
                       .length = 0.012,
                       .oil = oil,
                       .mu_boundary = 0.1,
                       .v_eps = 1e-3};
    for (int i = 0; i < 9; i++) {
        static const double gaps[] = {20e-6, 5e-6, 1e-6, 1e-7, 0, -1e-7, -1e-6, -5e-6, -9e-6};
        abut_element_in in = {.a = {.q = {1, 0, 0, 0}},
                              .b = {.r = {0.038 - gaps[i], 0, 0}, .q = {1, 0, 0, 0}},
                              .va = {{0}, {0, 0, 100}},
                              .vb = {{0}, {0, 0, -300}}};
        abut_element_out o = {.want_frame = true};
        abut_film_force series;
        must(abut_element_eval(e, &in, &o));
        must(abut_film_series(&same, o.h, o.film.u_sum, &series, NULL));
        expect_near(fabs(o.film.u_sum), 100 * 0.03 + 300 * 0.008, 1e-2, NULL, "entrainment");
        expect_near(o.N, series.F, 1e-9, &worst, "force at %g", gaps[i]);
        expect_near(o.film.h_c, series.h, 1e-8, NULL, "film at %g", gaps[i]);
        ck_assert(o.film.regime > 0);
    }
    abut_element_destroy(e);
    printf("film in series: worst %.1e\n", worst);
}
END_TEST

/* where rolling reverses the force goes through without a kink: the slope by the speed is continuous, and nothing is infinite */
START_TEST(reversal_is_smooth) {
    abut_element_def def = {
        .a = {shaft, steel, {{0}, {0}}, 0}, .b = {straight, steel, {{0}, {0}}, 0}, .law = {.lubricant = &oil}};
    abut_element *e;
    must(abut_element_create(&def, &e, NULL));
    double last = NAN, jump = 0, most = 0;
    for (int i = -200; i <= 200; i++) {
        double w = 1e-4 * i; /* u up to 1 mm/s */
        abut_element_in in = {.a = {.q = {1, 0, 0, 0}},
                              .b = {.r = {0.038 - 5e-6, 0, 0}, .q = {1, 0, 0, 0}},
                              .va = {{0}, {0, 0, w}},
                              .vb = {{0}, {0, 0, -w * 0.03 / 0.008}}};
        abut_element_jac jac;
        abut_element_out o = {.jac = &jac};
        must(abut_element_eval(e, &in, &o));
        double slope = jac.C[6][5]; /* of the force on B along x by the turning of A */
        ck_assert(isfinite(slope) && o.N > 0);
        if (i > -200) jump = fmax(jump, fabs(slope - last));
        most = fmax(most, fabs(slope));
        if (i == 0) expect_within(slope, 0, 1e-9, NULL, "slope at rest");
        last = slope;
    }
    ck_assert_msg(jump < 0.15 * most, "the slope, up to %g N s, jumps by %g", most, jump);
    abut_element_destroy(e);
}
END_TEST

/* ---- refusals ---- */
static void refused(abut_element_def def, const char *with) {
    abut_element *e;
    abut_message m;
    ck_assert(abut_element_create(&def, &e, &m) != ABUT_OK);
    ck_assert_msg(strstr(m.text, with) != NULL, "'%s' does not say '%s'", m.text, with);
}

START_TEST(bad_elements) {
    abut_element_def ball = {.a = {plane, steel, {{0}, {0}}, 0}, .b = {sphere, steel, {{0}, {0}}, 0}}, roller = ball,
                     def;
    roller.b.shape = straight;
    def = ball, def.law.film = (abut_choice){"nvm", {{0}}};
    refused(def, "needs a lubricant");
    def = ball, def.law.normal = (abut_choice){"line", {{0}}};
    refused(def, "must be of type roller");
    def = ball, def.b.shape = shaft, def.law.normal = (abut_choice){"line", {{0}}};
    refused(def, "needs the length");
    def = roller, def.law.normal = (abut_choice){"line", {{.name = "length", .value = 0.01}}};
    refused(def, "has its own");
    def = roller, def.law.friction = ellipse;
    refused(def, "does not apply to a roller");
    def = roller, def.law.lubricant = &oil, def.law.film = (abut_choice){"nvm", {{0}}};
    refused(def, "for a point contact");
    def = ball, def.law.lubricant = &oil, def.law.normal = (abut_choice){"volumetric", {{0}}};
    refused(def, "does not work in series");
    def = ball, def.law.lubricant = &(abut_lubricant){.eta0 = -1};
    refused(def, "lubricant");
    def = ball, def.law.lubricant = &oil, def.law.roughness = &(abut_roughness){.sigma = 1e-6};
    refused(def, "roughness");
    const abut_roughness absurd[] = {
        {5e-322, 1e-5, 5e9, NULL}, {2e-7, 1e31, 5e9, NULL}, {2e-7, 1e-5, 1e-31, NULL}, {-1, 1e-5, 5e9, NULL}};
    for (int i = 0; i < 4; i++) def.law.roughness = &absurd[i], refused(def, "roughness");
    def = ball, def.a.material = def.b.material = (abut_material)ABUT_RIGID, def.law.lubricant = &oil;
    refused(def, "rigid");
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {
        &jacobians_of_points, &jacobians_of_rollers, &roller_beyond_the_apex, &slices,
        &cylinder_as_roller,  &film_in_series,       &reversal_is_smooth,     &bad_elements};
    return suite_main("lubricated", all, sizeof all / sizeof all[0]);
}
