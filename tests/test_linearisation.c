/* The exact Jacobian of whole systems against differences of the right-hand side: trees, loops, drives, forces, contacts. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "abut/world.h"
#include "base/quat.h"
#include "support/suite.h"
#include "world/world.h"

static double uniform(unsigned *seed) {
    *seed = *seed * 1664525U + 1013904223U;
    return (double)(*seed >> 8) / (1U << 23) - 1;
}

static abut_quat turned(double angle, abut_vec3 axis) {
    double s = sin(0.5 * angle) / sqrt(axis.x * axis.x + axis.y * axis.y + axis.z * axis.z);
    return (abut_quat){cos(0.5 * angle), s * axis.x, s * axis.y, s * axis.z};
}

static abut_body add(abut_world *w, const char *name, abut_vec3 r) {
    return abut_add_body(w, &(abut_body_def){.name = name,
                                             .mass = 1.3,
                                             .inertia = {0.02, 0.03, 0.035, 0.002, -0.001, 0.003},
                                             .start = {.r = r, .q = turned(0.4, (abut_vec3){1, 2, 0.3})}});
}

/* Largest deviation of the linearised f from central differences, relative to the largest entry. Solves with mb_newton:
 * U = (1/alpha - J)^-1 r must satisfy U/alpha - J U = r, where J U is a difference along U. */
static double deviation(abut_world *w, unsigned seed) {
    mb_system *s = w->system;
    mb_sizes z = mb_size(s);
    int nu = z.nu, ny = z.nx + z.nu + z.ns;
    double *y = calloc((size_t)ny + 1, sizeof *y), *f = calloc((size_t)ny + 1, sizeof *f),
           *fdot = calloc((size_t)ny + 1, sizeof *f), *y1 = calloc((size_t)ny + 1, sizeof *y),
           *f1 = calloc((size_t)ny + 1, sizeof *f), *f2 = calloc((size_t)ny + 1, sizeof *f),
           *rd = calloc((size_t)nu + 1, sizeof *rd), *ru = calloc((size_t)nu + 1, sizeof *ru),
           *d = calloc((size_t)nu + 1, sizeof *d), *u = calloc((size_t)nu + 1, sizeof *u),
           *q1 = calloc((size_t)nu + 1, sizeof *u), *q2 = calloc((size_t)nu + 1, sizeof *u);
    double t = 0.3, alpha = 0.02, worst = 0;
    /* a state away from the start, on the constraints */
    for (int i = 0; i < nu; i++) d[i] = 0.05 * uniform(&seed);
    mb_retract(s, w->y, d, y);
    for (int i = 0; i < nu; i++) y[z.nx + i] = 2 * uniform(&seed);
    ck_assert_int_eq(mb_project(w->work, t, y, NULL), ABUT_OK);
    ck_assert_int_eq(mb_linearise(w->work, t, y, f, fdot), ABUT_OK);
    ck_assert_int_eq(mb_factor(w->work, alpha), ABUT_OK);
    for (int i = 0; i < nu; i++) {
        rd[i] = d[i] = uniform(&seed);
        ru[i] = u[i] = 10 * uniform(&seed);
    }
    mb_newton(w->work, rd, ru); /* rd, ru: the solution; d, u: the right-hand side */
    double size = 0, e = 1e-5;
    for (int i = 0; i < nu; i++) size = fmax(size, fmax(fabs(rd[i]), fabs(ru[i])));
    e /= size;
    double *step = calloc((size_t)nu + 1, sizeof *step);
    for (int side = -1; side <= 1; side += 2) {
        for (int i = 0; i < nu; i++) step[i] = side * e * rd[i];
        mb_retract(s, y, step, y1);
        for (int i = 0; i < nu; i++) y1[z.nx + i] = y[z.nx + i] + side * e * ru[i];
        ck_assert_int_eq(mb_rhs(w->work, t, y1, side < 0 ? f1 : f2, NULL), ABUT_OK);
        mb_chart_rate(w->work, y1, step, y1 + z.nx, side < 0 ? q1 : q2);
    }
    double scale = 0;
    for (int i = 0; i < nu; i++) scale = fmax(scale, fabs(ru[i]) / alpha);
    for (int i = 0; i < nu; i++) {
        double J = (f2[z.nx + i] - f1[z.nx + i]) / (2 * e);
        worst = fmax(worst, fabs(ru[i] / alpha - J - u[i]) / scale);
        double Jd = (q2[i] - q1[i]) / (2 * e);
        bool idle = s->node[s->group[i]].cyclic && i - s->node[s->group[i]].u >= 3; /* not part of the state */
        if (!idle) worst = fmax(worst, fabs(rd[i] / alpha - Jd - d[i]) / scale);
    }
    /* by time */
    double dt = 1e-6, most = 1;
    ck_assert_int_eq(mb_rhs(w->work, t - dt, y, f1, NULL), ABUT_OK);
    ck_assert_int_eq(mb_rhs(w->work, t + dt, y, f2, NULL), ABUT_OK);
    for (int i = 0; i < nu; i++) most = fmax(most, fabs(fdot[z.nx + i]));
    for (int i = 0; i < nu; i++)
        worst = fmax(worst, fabs((f2[z.nx + i] - f1[z.nx + i]) / (2 * dt) - fdot[z.nx + i]) / most);
    for (int side = -1; side <= 1; side += 2) { /* of the chart, at its origin */
        memset(step, 0, (size_t)nu * sizeof *step);
        ck_assert_int_eq(mb_rhs(w->work, t + side * dt, y, f1, NULL), ABUT_OK);
        mb_chart_rate(w->work, y, step, y + z.nx, side < 0 ? q1 : q2);
    }
    mb_tangent_of(s, y, fdot, d);
    for (int i = 0; i < nu; i++) {
        bool idle = s->node[s->group[i]].cyclic && i - s->node[s->group[i]].u >= 3;
        if (!idle) worst = fmax(worst, fabs((q2[i] - q1[i]) / (2 * dt) - d[i]) / most);
    }
    double *all[] = {y, f, fdot, y1, f1, f2, rd, ru, d, u, q1, q2, step};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) free(all[i]);
    return worst;
}

static void check_world(abut_world *w, const char *what) {
    ck_assert_msg(abut_start(w, NULL) == ABUT_OK, "%s: %s", what, abut_world_message(w));
    for (unsigned seed = 1; seed < 6; seed++) {
        double e = deviation(w, seed);
        ck_assert_msg(e < 2e-8, "%s: Jacobian off by %g", what, e);
    }
    abut_world_destroy(w);
}

static const abut_world_def falling = {.gravity = {0.3, -0.2, -9.81}};

START_TEST(free_body) {
    abut_world *w = abut_world_create(&falling);
    add(w, "b", (abut_vec3){1, 2, 3});
    check_world(w, "free body");
}
END_TEST

START_TEST(every_joint) {
    for (size_t i = 0; i < abut_registry_count(abut_world_types()); i++) {
        const abut_type *type = abut_registry_at(abut_world_types(), i);
        if (strcmp(type->kind, "joint") != 0 || !strcmp(type->name, "fixed")) continue;
        abut_world *w = abut_world_create(&falling);
        abut_body a = add(w, "a", (abut_vec3){0.5, 0, 0.2}), b = add(w, "b", (abut_vec3){1, 0.3, 0});
        abut_body c = add(w, "c", (abut_vec3){1.2, 0.9, 0}), d = add(w, "d", (abut_vec3){0.2, 0.9, 0.1});
        abut_pose p = {{0.1, 0, 0}, turned(0.5, (abut_vec3){1, 0, 0.2})};
        abut_add_joint(w, &(abut_joint_def){.type = type->name, .child = a, .place = p});
        p.r = (abut_vec3){0.7, 0.1, 0};
        abut_add_joint(w, &(abut_joint_def){.type = "revolute", .parent = a, .child = b, .place = p});
        p.q = turned(1.1, (abut_vec3){0, 1, 0.2});
        p.r = (abut_vec3){1, 0.6, 0};
        abut_add_joint(w, &(abut_joint_def){.type = type->name, .parent = c, .child = b, .place = p});
        p.r = (abut_vec3){0.3, 0.6, 0};
        abut_add_joint(w, &(abut_joint_def){.type = "spherical", .parent = a, .child = d, .place = p});
        check_world(w, type->name);
    }
}
END_TEST

START_TEST(loop) {
    for (size_t i = 0; i < abut_registry_count(abut_world_types()); i++) {
        const abut_type *type = abut_registry_at(abut_world_types(), i);
        if (strcmp(type->kind, "joint") != 0 || !strcmp(type->name, "free")) continue;
        abut_world *w = abut_world_create(&falling);
        abut_body a = add(w, "a", (abut_vec3){0.5, 0, 0.2}), b = add(w, "b", (abut_vec3){1, 0.3, 0});
        abut_body c = add(w, "c", (abut_vec3){1.2, 0.9, 0});
        abut_pose p = {{0.1, 0, 0}, turned(0.5, (abut_vec3){1, 0, 0.2})};
        abut_add_joint(w, &(abut_joint_def){.type = "spherical", .child = a, .place = p});
        p.r = (abut_vec3){0.7, 0.1, 0};
        abut_add_joint(w, &(abut_joint_def){.type = "free", .parent = a, .child = b, .place = p});
        abut_add_joint(w, &(abut_joint_def){.type = "cylindrical", .parent = b, .child = c, .place = p});
        p.r = (abut_vec3){1.1, 0.6, 0};
        p.q = turned(1.1, (abut_vec3){0, 1, 0.2});
        abut_add_joint(w, &(abut_joint_def){.type = type->name, .parent = a, .child = c, .place = p});
        check_world(w, type->name);
    }
}
END_TEST

START_TEST(drives_and_forces) {
    const double force[3] = {3, 4, 5}, axis[3] = {0.2, 1, 0};
    abut_choice sine = {"sine", {{.name = "amplitude", .value = 0.4}, {.name = "frequency", .value = 2}}};
    abut_world *w = abut_world_create(&falling);
    abut_body a = add(w, "a", (abut_vec3){0.5, 0, 0.2}), b = add(w, "b", (abut_vec3){1, 0.3, 0});
    abut_body c = add(w, "c", (abut_vec3){1.2, 0.9, 0}), e = add(w, "e", (abut_vec3){2, 0.9, 0});
    abut_pose p = {{0.1, 0, 0}, turned(0.5, (abut_vec3){1, 0, 0.2})};
    abut_add_joint(
        w, &(abut_joint_def){.type = "cylindrical", .child = a, .place = p, .drive = {.given = true, .motion = sine}});
    p.r = (abut_vec3){0.7, 0.1, 0};
    abut_add_joint(w, &(abut_joint_def){.type = "spherical", .parent = a, .child = b, .place = p});
    abut_add_body(w, &(abut_body_def){.name = "spun",
                                      .mass = 1,
                                      .inertia = {0.01, 0.02, 0.025},
                                      .start.r = {3, 0, 0},
                                      .drive = {.given = true, .speed = 5, .ramp = 1}});
    abut_add_body(w, &(abut_body_def){.name = "rotor",
                                      .fixed = true,
                                      .start.r = {3, 3, 0},
                                      .drive = {.given = true, .speed = 9, .ramp = 0.5, .axis = {1, 1, 0}}});
    abut_add_force(
        w, &(abut_force_def){.law = {"spring", {{.name = "stiffness", .value = 300}, {.name = "damping", .value = 3}}},
                             .a = b,
                             .b = c,
                             .at_a = {0.1, 0, 0},
                             .at_b = {0, 0.1, 0}});
    abut_add_force(
        w, &(abut_force_def){
               .law = {"spring", {{.name = "stiffness", .value = 300}, {.name = "axis", .data = axis, .count = 3}}},
               .a = abut_find_body(w, "rotor"),
               .b = c,
               .at_a = {0.1, 0, 0}});
    abut_add_force(w, &(abut_force_def){.law = {"load",
                                                {{.name = "force", .data = force, .count = 3},
                                                 {.name = "frame", .text = "body"},
                                                 {.name = "scale", .choice = &sine}}},
                                        .b = e,
                                        .at_b = {0.1, 0.2, 0}});
    abut_add_force(w, &(abut_force_def){.law = {"torsion_spring", {{.name = "stiffness", .value = 30}}},
                                        .a = abut_find_body(w, "spun"),
                                        .b = e});
    check_world(w, "drives and forces");
}
END_TEST

START_TEST(contacts) {
    abut_choice friction = {"coulomb", {{.name = "mu", .value = 0.3}, {.name = "v_s", .value = 0.5}}};
    abut_choice normal = {"hertz", {{.name = "damping", .value = 0.2}}};
    abut_world *w = abut_world_create(&falling);
    abut_body a = add(w, "a", (abut_vec3){0, 0, 0}), b = add(w, "b", (abut_vec3){0, 0, 0.3}),
              c = add(w, "c", (abut_vec3){0, 0, 0.62});
    abut_body g =
        abut_add_body(w, &(abut_body_def){.name = "table",
                                          .fixed = true,
                                          .start.r = {0, 0, -0.19},
                                          .drive = {.given = true, .translation = true, .speed = 0.05, .ramp = 1}});
    abut_choice egg = {"ellipsoid",
                       {{.name = "a", .value = 0.3}, {.name = "b", .value = 0.25}, {.name = "c", .value = 0.22}}};
    abut_material soft = {.E = 1e4, .nu = 0.3};
    abut_surface sa = abut_add_surface(w, a, &(abut_surface_def){.shape = egg, .material = soft}),
                 sb = abut_add_surface(w, b,
                                       &(abut_surface_def){.shape = egg, .material = soft, .place.r = {0.02, 0, 0}}),
                 sc = abut_add_surface(
                     w, c,
                     &(abut_surface_def){.shape = {"sphere", {{.name = "radius", .value = 0.2}}}, .material = soft}),
                 sg = abut_add_surface(w, g, &(abut_surface_def){.shape = {.type = "plane"}, .material = ABUT_RIGID});
    abut_add_joint(w, &(abut_joint_def){.type = "spherical", .child = b, .place = {.r = {0.5, 0, 0.3}}});
    abut_add_contact(w, sa, sb, &(abut_law_def){.normal = normal, .friction = friction});
    abut_add_contact(w, sb, sc, &(abut_law_def){.normal = normal, .friction = friction});
    abut_add_contact(w, sg, sa, &(abut_law_def){.normal = normal, .friction = friction});
    check_world(w, "contacts");
}
END_TEST

/* Balls whose state is kept in turning axes, pressed on an egg, on each other and on a driven table. */
START_TEST(turning_axes) {
    abut_choice friction = {"coulomb", {{.name = "mu", .value = 0.3}, {.name = "v_s", .value = 0.5}}};
    abut_choice normal = {"hertz", {{.name = "damping", .value = 0.2}}};
    abut_choice egg = {"ellipsoid",
                       {{.name = "a", .value = 0.3}, {.name = "b", .value = 0.25}, {.name = "c", .value = 0.22}}};
    abut_choice sphere = {"sphere", {{.name = "radius", .value = 0.2}}};
    abut_material soft = {.E = 1e4, .nu = 0.3, .density = 30};
    abut_world *w = abut_world_create(&falling);
    abut_body a = add(w, "a", (abut_vec3){0, 0, 0});
    abut_body_def def = {.name = "b",
                         .start.r = {0, 0, 0.4},
                         .turning = {.rate = 3, .ramp = 0.5, .axis = {0.3, 1, 0.2}, .origin = {0.1, 0, 0}}};
    abut_body b = abut_add_body(w, &def);
    def.name = "c";
    def.start.r.z = 0.78;
    abut_body c = abut_add_body(w, &def);
    abut_body g = abut_add_body(w, &(abut_body_def){.name = "table",
                                                    .fixed = true,
                                                    .start.r = {0, 0, -0.19},
                                                    .drive = {.given = true, .speed = 2, .ramp = 1}});
    abut_surface sa = abut_add_surface(w, a, &(abut_surface_def){.shape = egg, .material = soft}),
                 sb = abut_add_surface(w, b, &(abut_surface_def){.shape = sphere, .material = soft}),
                 sc = abut_add_surface(w, c, &(abut_surface_def){.shape = sphere, .material = soft}),
                 sg = abut_add_surface(w, g, &(abut_surface_def){.shape = {.type = "plane"}, .material = ABUT_RIGID});
    abut_add_contact(w, sa, sb, &(abut_law_def){.normal = normal, .friction = friction});
    abut_add_contact(w, sb, sc, &(abut_law_def){.normal = normal, .friction = friction});
    abut_add_contact(w, sg, sa, &(abut_law_def){.normal = normal, .friction = friction});
    check_world(w, "turning axes");
}
END_TEST

/* Eggs that turn about their own axes in turning ones, too, pressed on a ball there and on a table. */
START_TEST(spinning) {
    abut_choice friction = {"coulomb", {{.name = "mu", .value = 0.3}, {.name = "v_s", .value = 0.5}}};
    abut_choice normal = {"hertz", {{.name = "damping", .value = 0.2}}};
    abut_choice egg = {"ellipsoid",
                       {{.name = "a", .value = 0.3}, {.name = "b", .value = 0.25}, {.name = "c", .value = 0.22}}};
    abut_choice sphere = {"sphere", {{.name = "radius", .value = 0.2}}};
    abut_material soft = {.E = 1e4, .nu = 0.3, .density = 30};
    abut_world *w = abut_world_create(&falling);
    abut_body_def def = {.name = "a",
                         .mass = 1.3,
                         .inertia = {0.02, 0.03, 0.035, 0.002, -0.001, 0.003},
                         .start.q = turned(0.4, (abut_vec3){1, 2, 0.3}),
                         .turning = {.rate = 3, .spin = -5, .ramp = 0.5, .axis = {0.3, 1, 0.2}, .origin = {0.1, 0, 0}}};
    abut_body a = abut_add_body(w, &def);
    abut_body b = abut_add_body(w, &(abut_body_def){.name = "b", .start.r = {0, 0, 0.4}, .turning = def.turning});
    def.name = "c";
    def.start.r.z = 0.8;
    def.turning.spin = 4;
    abut_body c = abut_add_body(w, &def);
    abut_body g = abut_add_body(w, &(abut_body_def){.name = "table", .fixed = true, .start.r = {0, 0, -0.19}});
    abut_surface sa = abut_add_surface(w, a, &(abut_surface_def){.shape = egg, .material = soft}),
                 sb = abut_add_surface(w, b, &(abut_surface_def){.shape = sphere, .material = soft}),
                 sc = abut_add_surface(w, c, &(abut_surface_def){.shape = egg, .material = soft}),
                 sg = abut_add_surface(w, g, &(abut_surface_def){.shape = {.type = "plane"}, .material = ABUT_RIGID});
    abut_add_contact(w, sa, sb, &(abut_law_def){.normal = normal, .friction = friction});
    abut_add_contact(w, sb, sc, &(abut_law_def){.normal = normal, .friction = friction});
    abut_add_contact(w, sg, sa, &(abut_law_def){.normal = normal, .friction = friction});
    abut_force_def f = {.law = {"spring", {{.name = "stiffness", .value = 40.0}, {.name = "damping", .value = 2.0}}},
                        .a = a,
                        .b = c,
                        .at_a = {0.1, 0, 0.05},
                        .at_b = {0, 0.05, 0.1}};
    abut_add_force(w, &f);
    check_world(w, "spinning in turning axes");
}
END_TEST

static abut_world *tumbling(bool turning) {
    abut_world *w = abut_world_create(&falling);
    abut_body_def def = {.name = "a",
                         .mass = 1.3,
                         .inertia = {0.02, 0.03, 0.035, 0.002, -0.001, 0.003},
                         .start = {{0.2, 0.1, 0}, turned(0.4, (abut_vec3){1, 2, 0.3}), {0.1, 0.2, 2}, {3, -2, 5}}};
    if (turning)
        def.turning.rate = 3, def.turning.spin = 7, def.turning.ramp = 0.3, def.turning.axis = (abut_vec3){0.3, 1, 0.2},
        def.turning.origin = (abut_vec3){0.1, 0, 0};
    abut_body a = abut_add_body(w, &def);
    abut_add_force(w, &(abut_force_def){
                          .law = {"spring", {{.name = "stiffness", .value = 40.0}}}, .b = a, .at_b = {0, 0.05, 0.1}});
    ck_assert_msg(!abut_start(w, &(abut_solver_def){.type = "rodas", .rtol = 1e-9, .t_end = 1}), "%s",
                  abut_world_message(w));
    return w;
}

/* Axes are no part of the motion: pose, velocities and what is kept of energy are those of fixed axes. */
START_TEST(spinning_is_a_choice) {
    abut_world *w[2] = {tumbling(false), tumbling(true)};
    ck_assert_int_eq(w[0]->system->frames, 0);
    ck_assert_int_eq(w[1]->system->frames, 1);
    for (int k = 1; k <= 4; k++) {
        abut_body_state s[2];
        for (int i = 0; i < 2; i++) {
            ck_assert_int_eq(abut_advance(w[i], 0.25 * k), ABUT_OK);
            s[i] = abut_read_body(w[i], (abut_body){1});
        }
        const double dr = v3_norm(v3_sub(s[0].r, s[1].r)), dv = v3_norm(v3_sub(s[0].v, s[1].v)),
                     dw = v3_norm(v3_sub(s[0].w, s[1].w)),
                     dq = v3_norm(quat_log(quat_multiply(s[0].q, quat_conjugate(s[1].q))));
        ck_assert_msg(dr < 1e-6 && dv < 1e-5 && dw < 1e-4 && dq < 1e-5, "%g s: off by %g %g %g %g", 0.25 * k, dr, dv,
                      dw, dq);
    }
    for (int i = 0; i < 2; i++) abut_world_destroy(w[i]);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&free_body, &every_joint,  &loop,     &drives_and_forces,
                                              &contacts,  &turning_axes, &spinning, &spinning_is_a_choice};
    return suite_main("linearisation", all, sizeof all / sizeof *all);
}
