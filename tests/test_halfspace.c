/* The normal law 'halfspace': pressures on a grid inside of the element, against Hertz' closed form, its own differences, and other
 * grids; in motion, with its energy. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/field.h"
#include "abut/model.h"
#include "support/jacobian.h"
#include "support/near.h"
#include "support/scene.h"
#include "support/suite.h"

static const abut_material steel = ABUT_STEEL;

static abut_choice grid(double n) {
    return (abut_choice){"halfspace", {{.name = "n", .value = n}, {.name = "tol", .value = 1e-10}}};
}
static abut_choice sphere(double radius) { return (abut_choice){"sphere", {{.name = "radius", .value = radius}}}; }

static abut_element *made(abut_choice a, abut_choice b, abut_choice normal, abut_choice friction) {
    abut_element *e;
    abut_message message = {0};
    const abut_element_def def = {.registry = abut_field_types(),
                                  .law = {.normal = normal, .friction = friction},
                                  .a = {.shape = a, .material = steel},
                                  .b = {.shape = b, .material = steel}};
    ck_assert_msg(abut_element_create(&def, &e, &message) == ABUT_OK, "%s", message.text);
    return e;
}

static abut_element_in above(double z) { return (abut_element_in){.a.q.w = 1, .b = {.q.w = 1, .r = {0, 0, z}}}; }

/* A ball on a plane at depths over two decades: the error is that of the grid, 4.16e-4 at 32 cells, and the same at every depth. */
START_TEST(ball_on_plane) {
    double R = 0.01;
    abut_element *e = made((abut_choice){.type = "plane"}, sphere(R), grid(32), (abut_choice){0});
    abut_element *exact =
        made((abut_choice){.type = "plane"}, sphere(R), (abut_choice){"hertz", {{0}}}, (abut_choice){0});
    for (double h = 1e-7; h < 2e-5; h *= 3) {
        abut_element_in in = above(R - h);
        abut_element_out out = {0}, want = {0};
        ck_assert_int_eq(abut_element_eval(e, &in, &out), ABUT_OK);
        ck_assert_int_eq(abut_element_eval(exact, &in, &want), ABUT_OK);
        expect_near(out.N, want.N * (1 + 4.16e-4), 2e-4, NULL, "force at %g", h);
        expect_near(out.a, want.a, 1e-2, NULL, "radius at %g", h);
        expect_near(out.p_max, want.p_max, 1e-2, NULL, "pressure at %g", h);
        expect_near(out.energy, want.energy, 2e-3, NULL, "energy at %g", h);
        ck_assert(fabs(out.force.x) < 1e-9 * out.N && fabs(out.force.y) < 1e-9 * out.N);
    }
    abut_element_destroy(e);
    abut_element_destroy(exact);
}
END_TEST

/* An ellipse: two crossed rollers of different radii as tori are not needed, an ellipsoid on a plane has one. */
START_TEST(ellipse) {
    abut_choice egg = {"ellipsoid",
                       {{.name = "a", .value = 0.03}, {.name = "b", .value = 0.01}, {.name = "c", .value = 0.01}}};
    abut_element *e = made((abut_choice){.type = "plane"}, egg, grid(32), (abut_choice){0});
    abut_element *exact = made((abut_choice){.type = "plane"}, egg, (abut_choice){"hertz", {{0}}}, (abut_choice){0});
    abut_element_in in = above(0.01 - 2e-6);
    abut_element_out out = {0}, want = {0};
    ck_assert_int_eq(abut_element_eval(e, &in, &out), ABUT_OK);
    ck_assert_int_eq(abut_element_eval(exact, &in, &want), ABUT_OK);
    expect_near(out.N, want.N, 1e-3, NULL, "force");
    expect_near(out.a, want.a, 1e-2, NULL, "major semi-axis");
    expect_near(out.b, want.b, 1e-2, NULL, "minor semi-axis");
    abut_element_destroy(e);
    abut_element_destroy(exact);
}
END_TEST

/* Semi-axes, force, pressure and energy a second time: the solver of large grids on the same window, 1.5 times the overlap, with heights in
 * closed form; semi-axes are those of Hertz' pressure with the same second moments, <x^2> = a^2/5. The spectra of the law are interpolated over the aspect ratio,
 * good to 1e-6. */
START_TEST(semi_axes_by_moments) {
    enum { N = 32 };
    static double heights[N * N];
    const double A = 0.03, B = 0.012, C = 0.01, h = 4e-6, P = C / (2 * A * A), Q = C / (2 * B * B);
    const double lx = 3 * sqrt(h / P), ly = 3 * sqrt(h / Q);
    abut_choice egg = {"ellipsoid", {{.name = "a", .value = A}, {.name = "b", .value = B}, {.name = "c", .value = C}}};
    abut_element *e = made((abut_choice){.type = "plane"}, egg, grid(N), (abut_choice){0});
    abut_element_in in = above(C - h);
    abut_element_out out = {0};
    ck_assert_int_eq(abut_element_eval(e, &in, &out), ABUT_OK);
    for (int k = 0; k < N * N; k++) {
        double x = ((k % N) - 0.5 * (N - 1)) * lx / N / A, y = ((double)(k / N) - 0.5 * (N - 1)) * ly / N / B;
        heights[k] = C * (x * x + y * y) / (1 + sqrt(1 - x * x - y * y));
    }
    abut_message why = {0};
    abut_field_def def = {.grid = {N, N, lx, ly, false}, .heights = heights, .a = steel, .b = steel};
    def.solver = (abut_choice){"pcg", {{.name = "tol", .value = 1e-10}}};
    abut_field *f = abut_field_create(&def, &why);
    abut_field_result r;
    ck_assert_msg(f && !abut_field_solve(f, &(abut_field_load){.approach = h}, &r, &why), "%s", why.text);
    double sum = 0, xx = 0, yy = 0, energy = 0, area = lx / N * (ly / N);
    for (int k = 0; k < N * N; k++) {
        double x = ((k % N) - 0.5 * (N - 1)) * lx / N, y = ((double)(k / N) - 0.5 * (N - 1)) * ly / N;
        sum += r.pressure[k];
        xx += r.pressure[k] * x * x;
        yy += r.pressure[k] * y * y;
        energy += 0.5 * area * r.pressure[k] * (h - heights[k]);
    }
    double worst = 0;
    expect_near(out.N, r.force, 1e-5, &worst, "force");
    expect_near(out.a, sqrt(5 * xx / sum), 1e-5, &worst, "major semi-axis");
    expect_near(out.b, sqrt(5 * yy / sum), 1e-5, &worst, "minor semi-axis");
    expect_near(out.p_max, r.p_max, 1e-5, &worst, "pressure");
    expect_near(out.energy, energy, 1e-5, &worst, "energy");
    printf("semi_axes_by_moments: a %.6g, b %.6g m, worst %.1e\n", out.a, out.b, worst);
    abut_field_destroy(f);
    abut_element_destroy(e);
}
END_TEST

/* Parallel rollers from where they touch to 90 N/mm, also where numbers are too short for the overlap: forces grow with the approach, and are
 * finite with damping by a share of the critical one. Slices with the approach of the line law know no ends: over six decades they carry 5
 * to 9 % less. */
START_TEST(rollers_from_touch) {
    const abut_choice damping = {"viscous", {{.name = "zeta", .value = 0.5}, {.name = "mass", .value = 0.02}}};
    const abut_choice small = {"roller", {{.name = "radius", .value = 0.005}, {.name = "length", .value = 0.012}}},
                      large = {"roller", {{.name = "radius", .value = 0.008}, {.name = "length", .value = 0.02}}},
                      shaft = {"cylinder", {{.name = "radius", .value = 0.008}}};
    abut_choice normal = {"halfspace", {{.name = "n", .value = 32}, {.name = "damping", .choice = &damping}}};
    abut_element *e = made(large, small, normal, (abut_choice){0});
    abut_element *line = made(shaft, small, (abut_choice){"line", {{0}}}, (abut_choice){0});
    double last = 0, least = INFINITY, most = 0;
    for (double h = 3e-16; h < 1e-5; h *= 10) {
        abut_element_jac jac;
        abut_element_out out = {.jac = &jac}, slices = {0};
        abut_element_in in = {.a.q.w = 1, .b = {.q.w = 1, .r = {0.013 - h, 0, 0}}};
        ck_assert_int_eq(abut_element_eval(e, &in, &out), ABUT_OK);
        ck_assert_int_eq(abut_element_eval(line, &in, &slices), ABUT_OK);
        for (int i = 0; i < 144; i++) ck_assert(isfinite(jac.K[i / 12][i % 12]) && isfinite(jac.C[i / 12][i % 12]));
        ck_assert_msg(out.N >= last && (h < 1e-12 || out.N > last), "force %g at %g m, %g before", out.N, h, last);
        last = out.N;
        printf("rollers_from_touch: %.0e m, %.5g N, slices %.5g N\n", h, out.N, slices.N);
        if (h < 1e-11) continue;
        least = fmin(least, out.N / slices.N), most = fmax(most, out.N / slices.N);
    }
    ck_assert_msg(least > 1.03 && most < 1.1, "%g to %g of the line law", least, most);
    abut_element_destroy(e);
    abut_element_destroy(line);
}
END_TEST

/* A plate that ends beside the deepest place: what is beyond carries nothing. Against the solver of the grid itself with the same gap. */
START_TEST(edge_of_a_plate) {
    enum { N = 32 };
    static double heights[N * N];
    double R = 0.01, h = 5e-6, a = sqrt(R * h), end = 0.3 * a, side = 3 * a;
    abut_choice plate = {"plane", {{.name = "length", .value = 2 * (0.01 + end)}}};
    abut_element *e = made(plate, sphere(R), grid(32), (abut_choice){0});
    abut_element_in in = above(R - h);
    in.b.r.x = 0.01;
    abut_element_out out = {0};
    ck_assert_int_eq(abut_element_eval(e, &in, &out), ABUT_OK);
    for (int k = 0; k < N * N; k++) {
        double x = ((k % N) - 0.5 * (N - 1)) * side / N, y = ((double)(k / N) - 0.5 * (N - 1)) * side / N;
        heights[k] = x > end ? 1e3 * h : R - sqrt(R * R - x * x - y * y);
    }
    abut_message why = {0};
    abut_field_def def = {.grid = {N, N, side, side, false}, .heights = heights, .a = steel, .b = steel};
    abut_field *f = abut_field_create(&def, &why);
    abut_field_result r;
    ck_assert_msg(f && !abut_field_solve(f, &(abut_field_load){.approach = h}, &r, &why), "%s", why.text);
    printf("edge_of_a_plate: %g and %g N, centre %g and %g of a\n", out.N, r.force, (out.point.x - 0.01) / a,
           r.center[0] / a);
    expect_near(out.N, r.force, 0.02, NULL, "force"); /* the windows differ by parts of a cell */
    ck_assert(fabs((out.point.x - 0.01) - r.center[0]) < 0.03 * a);
    abut_field_destroy(f);
    abut_element_destroy(e);
}
END_TEST

/* A plate of 0.23 of the dry radius, so narrow that a single column of cells carries: it counts as wide as a cell evenly loaded, sqrt(5/12) of
 * its width, which for 8 cells is 0.26 to 0.38 of that radius. */
START_TEST(single_column) {
    double R = 0.01, h = 5e-6, a = sqrt(R * h);
    abut_choice plate = {"plane", {{.name = "length", .value = 0.225 * a}}};
    abut_choice law = {"halfspace",
                       {{.name = "n", .value = 8}, {.name = "damping", .value = 0.2}, {.name = "tol", .value = 1e-10}}};
    abut_element *e = made(plate, sphere(R), law, (abut_choice){"coulomb", {{.name = "mu", .value = 0.2}}});
    abut_element_in in = above(R - h);
    in.b.r.x = -0.19 * a;
    in.vb = (abut_twist){{0.01, 0.02, -0.1}, {0}};
    abut_element_jac jac;
    abut_element_out out = {.jac = &jac};
    ck_assert_int_eq(abut_element_eval(e, &in, &out), ABUT_OK);
    ck_assert(out.N > 0 && fabs(out.point.x) < 0.1 * a);
    double across = fmin(out.a, out.b) / a, along = fmax(out.a, out.b) / a;
    printf("single_column: semi-axes %.4g and %.4g of the dry radius\n", across, along);
    ck_assert(across > 0.26 * sqrt(5.0 / 12) && across < 0.38 * sqrt(5.0 / 12) && along > 0.5 && along < 1.5);
    for (int i = 0; i < 144; i++) ck_assert(isfinite((&jac.K[0][0])[i]) && isfinite((&jac.C[0][0])[i]));
    abut_element_out up = {0}, down = {0};
    in.b.r.z += 1e-3 * h;
    ck_assert_int_eq(abut_element_eval(e, &in, &up), ABUT_OK);
    in.b.r.z -= 2e-3 * h;
    ck_assert_int_eq(abut_element_eval(e, &in, &down), ABUT_OK);
    double K = (down.on_b.force.z - up.on_b.force.z) / (2e-3 * h);
    expect_near(jac.K[8][8], K, 1e-2, NULL, "stiffness");
    /* the cell grows with the window, as the root of the approach */
    double by_h = (fmin(down.a, down.b) - fmin(up.a, up.b)) / (2e-3 * a * across);
    expect_near(by_h, 0.5, 1e-2, NULL, "d ln(semi-axis)/d ln(approach)");
    abut_element_destroy(e);
}
END_TEST

/* Matrices against differences of what is evaluated. */
START_TEST(matrices) {
    static const abut_choice coulomb = {"coulomb", {{.name = "mu", .value = 0.2}, {.name = "v_s", .value = 0.01}}};
    abut_choice egg = {"ellipsoid",
                       {{.name = "a", .value = 0.02}, {.name = "b", .value = 0.012}, {.name = "c", .value = 0.01}}};
    double worst = 0;
    for (int k = 0; k < 3; k++) {
        abut_choice a = k == 2 ? sphere(0.03) : (abut_choice){.type = "plane"}, b = k == 0 ? sphere(0.01) : egg;
        abut_element_def def = {.registry = abut_field_types(),
                                .law = {.normal = grid(32), .friction = coulomb},
                                .a = {.shape = a, .material = steel},
                                .b = {.shape = b, .material = steel}};
        chance c = {(uint64_t)k + 5};
        scene s;
        ck_assert(scene_make(&c, &def, 1e-4, &s));
        abut_element_jac jac;
        abut_element_out out = {.jac = &jac};
        ck_assert_int_eq(scene_eval(&s, &s.in, &out), ABUT_OK);
        double error = jacobian_error(&s, out.N, 1e-3, 1e-4, &jac);
        printf("matrices %d: %.1e\n", k, error);
        worst = fmax(worst, error);
        abut_element_destroy(s.e);
    }
    ck_assert_msg(worst < 5e-6, "matrices are off by %g", worst);
}
END_TEST

/* Without matrices the means over the pressure are taken another way: force, point, normal and ellipse are the same. */
START_TEST(with_and_without_matrices) {
    abut_choice egg = {"ellipsoid",
                       {{.name = "a", .value = 0.02}, {.name = "b", .value = 0.012}, {.name = "c", .value = 0.01}}};
    abut_element_def def = {.registry = abut_field_types(),
                            .law.normal = grid(32),
                            .a = {.shape = sphere(0.03), .material = steel},
                            .b = {.shape = egg, .material = steel}};
    chance c = {7};
    scene s;
    ck_assert(scene_make(&c, &def, 1e-3, &s));
    abut_element_jac jac;
    abut_element_out with = {.jac = &jac}, without = {0};
    ck_assert_int_eq(scene_eval(&s, &s.in, &with), ABUT_OK);
    ck_assert_int_eq(scene_eval(&s, &s.in, &without), ABUT_OK);
    double unit = 1e-8 * with.h;
    expect_near(without.N, with.N, 1e-9, NULL, "force");
    expect_near(without.a, with.a, 1e-9, NULL, "major semi-axis");
    ck_assert(v3_norm(v3_sub(without.point, with.point)) < unit);
    ck_assert(v3_norm(v3_sub(without.n, with.n)) < 1e-9);
    abut_element_destroy(s.e);
}
END_TEST

/* A warm start changes nothing but the time: the memory of another state is no part of the answer. */
START_TEST(memory_is_a_start) {
    double R = 0.01;
    abut_element *e = made((abut_choice){.type = "plane"}, sphere(R), grid(32), (abut_choice){0});
    abut_element_in in = above(R - 5e-6), near = above(R - 4.9e-6);
    abut_element_out cold = {0}, warm = {0};
    ck_assert_int_eq(abut_element_eval(e, &in, &cold), ABUT_OK);
    ck_assert_int_eq(abut_element_accept(e, &near), ABUT_OK);
    ck_assert_int_eq(abut_element_eval(e, &in, &warm), ABUT_OK);
    expect_near(warm.N, cold.N, 1e-8, NULL, "force");
    abut_element_destroy(e);
}
END_TEST

/* The memory of one element, put into another of the same kind in contact, makes it go on to the last bit; without it the solver
 * begins elsewhere and ends a little beside. */
START_TEST(memory_moves_over) {
    double R = 0.01;
    abut_element *e[3];
    for (int i = 0; i < 3; i++) e[i] = made((abut_choice){.type = "plane"}, sphere(R), grid(32), (abut_choice){0});
    for (int i = 0; i < 5; i++) {
        abut_element_in in = above(R - 4e-6 - 3e-7 * i);
        ck_assert_int_eq(abut_element_accept(e[0], &in), ABUT_OK);
    }
    size_t size = abut_element_memory_size(e[0]);
    void *memory = malloc(size);
    ck_assert_ptr_nonnull(memory);
    abut_element_get_memory(e[0], memory);
    abut_element_set_memory(e[1], memory);
    bool same = true;
    for (int i = 0; i < 5; i++) {
        abut_element_in in = above(R - 5.3e-6 + 2e-7 * i);
        abut_element_out o[3] = {{0}, {0}, {0}};
        for (int k = 0; k < 3; k++) ck_assert_int_eq(abut_element_eval(e[k], &in, &o[k]), ABUT_OK);
        ck_assert_msg(o[0].N == o[1].N && o[0].point.z == o[1].point.z && o[0].energy == o[1].energy &&
                          o[0].p_max == o[1].p_max,
                      "step %d: %.17g N and %.17g N", i, o[0].N, o[1].N);
        same = same && o[0].N == o[2].N;
        for (int k = 0; k < 2; k++) ck_assert_int_eq(abut_element_accept(e[k], &in), ABUT_OK);
    }
    ck_assert_msg(!same, "an element without the memory does the same: nothing was tested");
    free(memory);
    for (int i = 0; i < 3; i++) abut_element_destroy(e[i]);
}
END_TEST

/* ---- in motion ---- */
typedef struct bounce {
    double rebound, energy_error, time, depth; /* m/s, relative, s in contact, m */
} bounce;

/* A steel ball falls on a steel plate at 0.5 m/s, without gravity and damping. */
static bounce bounces(const char *normal) {
    char text[1000];
    (void)snprintf(text, sizeof text,
                   "abut: 1\nmaterials: {steel: {E: 206 GPa, nu: 0.3, density: 7850}}\n"
                   "bodies:\n  - {name: plate, fixed: true}\n  - {name: ball, position: [0, 0, 10.01 mm], "
                   "velocity: [0, 0, -0.5]}\n"
                   "surfaces:\n  - {name: top, body: plate, shape: {type: plane}, material: steel}\n"
                   "  - {name: skin, body: ball, shape: {type: sphere, radius: 10 mm}, material: steel}\n"
                   "contacts:\n  - {name: touch, between: [top, skin], normal: %s}\n"
                   "solver: {t_end: 150 us, rtol: 1e-6}\noutput: {every: 0.5 us}\n",
                   normal);
    abut_model *m;
    abut_message why = {0};
    abut_run_outcome o;
    abut_model_def def = {.path = "ball.yaml", .text = text, .registry = abut_field_types()};
    ck_assert_msg(!abut_model_read(&def, &m, &why), "%s", why.text);
    abut_status status = abut_model_run(m, &(abut_run_def){0}, &o);
    for (int k = 0; k < abut_model_error_count(m); k++) printf("%s\n", abut_model_error_at(m, k).text);
    ck_assert_msg(status == ABUT_OK, "%s", o.message.text);
    const double *v = abut_model_column(m, "body_ball.vz")->values,
                 *h = abut_model_column(m, "contact_touch.approach")->values;
    const double *in = abut_model_column(m, "contact_touch.touching")->values;
    bounce b = {.rebound = v[abut_model_rows(m) - 1]};
    for (long k = 0; k < abut_model_rows(m); k++) {
        b.depth = fmax(b.depth, h[k]);
        b.time += in[k] > 0 ? 0.5e-6 : 0;
    }
    b.energy_error = fabs(b.rebound * b.rebound / 0.25 - 1);
    abut_model_destroy(m);
    return b;
}

START_TEST(bouncing_ball) {
    bounce exact = bounces("{type: hertz}"), cells = bounces("{type: halfspace, n: 32}");
    printf("bouncing_ball: rebound %.8f, energy %.1e, depth %.6g of %.6g m, time %.4g of %.4g s\n", cells.rebound,
           cells.energy_error, cells.depth, exact.depth, cells.time, exact.time);
    ck_assert_msg(cells.energy_error < 1e-4, "energy is off by %g", cells.energy_error);
    expect_near(cells.rebound, exact.rebound, 1e-3, NULL, "rebound");
    expect_near(cells.depth, exact.depth, 1e-3, NULL, "depth");
}
END_TEST

static abut_model *ball_and_plate(void) {
    static const char text[] =
        "abut: 1\nmaterials: {steel: {E: 206 GPa, nu: 0.3, density: 7850}}\n"
        "bodies:\n  - {name: plate, fixed: true}\n  - {name: ball, position: [0, 0, 10 mm], velocity: [0, 0, -0.5]}\n"
        "surfaces:\n  - {name: top, body: plate, shape: {type: plane}, material: steel}\n"
        "  - {name: skin, body: ball, shape: {type: sphere, radius: 10 mm}, material: steel}\n"
        "contacts:\n  - {name: touch, between: [top, skin], normal: {type: halfspace, n: 32}}\n"
        "solver: {t_end: 150 us, rtol: 1e-6}\n";
    abut_model *m;
    abut_message why = {0};
    abut_model_def def = {.path = "ball.yaml", .text = text, .registry = abut_field_types()};
    ck_assert_msg(!abut_model_read(&def, &m, &why), "%s", why.text);
    ck_assert_int_eq(abut_model_start(m, NULL), ABUT_OK);
    return m;
}

/* m, where a ball is after half an oblique impact at rtol 1e-7, with these tolerances of its laws. */
static double after_impact(const char *normal, const char *friction) {
    char text[2000];
    (void)snprintf(text, sizeof text,
                   "abut: 1\nmaterials: {steel: {E: 206 GPa, nu: 0.3, density: 7850}}\n"
                   "bodies:\n  - {name: plate, fixed: true}\n"
                   "  - {name: ball, position: [0, 0, 10 mm], velocity: [0.1, 0, -0.5]}\n"
                   "surfaces:\n  - {name: top, body: plate, shape: {type: plane}, material: steel}\n"
                   "  - {name: skin, body: ball, shape: {type: sphere, radius: 10 mm}, material: steel}\n"
                   "contacts:\n  - {name: touch, between: [top, skin], normal: {type: halfspace, n: 16%s},\n"
                   "     friction: {type: halfspace, mu: 0.2%s}}\n"
                   "solver: {t_end: 150 us, rtol: 1e-7}\n",
                   normal, friction);
    abut_model *m;
    abut_message why = {0};
    abut_model_def def = {.path = "ball.yaml", .text = text, .registry = abut_field_types()};
    ck_assert_msg(!abut_model_read(&def, &m, &why), "%s", why.text);
    ck_assert_int_eq(abut_model_start(m, NULL), ABUT_OK);
    abut_world *w = abut_model_world(m);
    ck_assert_int_eq(abut_advance(w, 25e-6), ABUT_OK);
    double x = abut_read_body(w, abut_find_body(w, "ball")).r.x;
    abut_model_destroy(m);
    return x;
}

/* Laws solve as exactly as the integrator needs: a thousandth of its rtol. What was given stays. */
START_TEST(tolerance_of_the_solver) {
    double x = after_impact("", "");
    ck_assert(x == after_impact(", tol: 1e-10", ", tol: 1e-10"));
    ck_assert(x != after_impact(", tol: 1e-8", ", tol: 1e-10"));
    ck_assert(x != after_impact(", tol: 1e-10", ", tol: 1e-8"));
}
END_TEST

/* Saved in the middle of an impact and gone on in another world: the same bits. */
START_TEST(saved_in_contact) {
    abut_model *m[2] = {ball_and_plate(), ball_and_plate()};
    abut_world *w[2] = {abut_model_world(m[0]), abut_model_world(m[1])};
    abut_message why = {0};
    abut_element_out o = {0};
    void *bytes;
    size_t length;
    while (abut_time(w[0]) < 30e-6) ck_assert_int_eq(abut_step(w[0]), ABUT_OK);
    ck_assert_int_eq(abut_read_contact(w[0], abut_find_contact(w[0], "touch"), &o), ABUT_OK);
    ck_assert_double_gt(o.N, 0);
    ck_assert_msg(!abut_save(w[0], &bytes, &length, &why), "%s", why.text);
    ck_assert_msg(!abut_restore(w[1], bytes, length, &why), "%s", why.text);
    for (int i = 0; i < 2; i++)
        while (abut_time(w[i]) < 120e-6) ck_assert_int_eq(abut_step(w[i]), ABUT_OK);
    abut_body_state a = abut_read_body(w[0], abut_find_body(w[0], "ball")),
                    b = abut_read_body(w[1], abut_find_body(w[1], "ball"));
    ck_assert_msg(memcmp(&a, &b, sizeof a) == 0, "v %.17g and %.17g m/s", a.v.z, b.v.z);
    ck_assert_double_gt(a.v.z, 0.4);
    free(bytes);
    for (int i = 0; i < 2; i++) abut_model_destroy(m[i]);
}
END_TEST

/* ---- bad input ---- */
START_TEST(refused) {
    abut_element *e;
    abut_message message = {0};
    abut_element_def def = {.registry = abut_field_types(),
                            .law.normal = grid(33),
                            .a = {.shape = {.type = "plane"}, .material = steel},
                            .b = {.shape = sphere(0.01), .material = steel}};
    ck_assert_int_eq(abut_element_create(&def, &e, &message), ABUT_BAD_VALUE);
    ck_assert_str_eq(message.place.key, "normal.n");
    message = (abut_message){0};
    def.law.normal = grid(1000);
    ck_assert_int_eq(abut_element_create(&def, &e, &message), ABUT_BAD_VALUE);
    message = (abut_message){0};
    def.law.normal = grid(32);
    def.a.material = def.b.material = (abut_material){.rigid = true};
    ck_assert_int_lt(abut_element_create(&def, &e, &message), 0);
}
END_TEST

/* A plate 1e20 m away: rounding puts both at one place, but no normal is made of it. */
START_TEST(no_normal) {
    abut_element_def def = {.registry = abut_field_types(), .law.normal = grid(16)};
    def.a = (abut_surface_def){.shape = {"plane", {{.name = "length", .value = 0.091700404320467124}}},
                               .material = steel,
                               .place.r = {-0.0017660522460937501, -0.0020315551757812502, 1e20}};
    def.b = (abut_surface_def){
        .shape = {"plane",
                  {{.name = "length", .value = 0.73360323456373699}, {.name = "width", .value = 0.078745065618429574}}},
        .material = steel};
    const abut_element_in in = {
        .a = {{0.028698730468750003, 0.037945556640625003, -0.034603881835937503},
              {-0.007659912109375, 0.408599853515625, 0.532928466796875, -0.5037841796875}},
        .b = {{-0.029810791015624998, -0.0089129638671874983, -0.020761108398437506}, {0, 0, 0, 0}}};
    abut_element *e;
    abut_element_out out = {0};
    abut_message message = {0};
    ck_assert_msg(abut_element_create(&def, &e, &message) == ABUT_OK, "%s", message.text);
    ck_assert_int_eq(abut_element_eval(e, &in, &out), ABUT_NO_CONVERGENCE);
    abut_element_destroy(e);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&ball_on_plane,
                                              &ellipse,
                                              &semi_axes_by_moments,
                                              &edge_of_a_plate,
                                              &single_column,
                                              &rollers_from_touch,
                                              &matrices,
                                              &with_and_without_matrices,
                                              &memory_is_a_start,
                                              &memory_moves_over,
                                              &bouncing_ball,
                                              &tolerance_of_the_solver,
                                              &saved_in_contact,
                                              &refused,
                                              &no_normal};
    return suite_main("halfspace", all, sizeof all / sizeof *all);
}
