/* The friction law 'halfspace': tractions on the cells of a pressure inside of the element and the world, against closed forms of Cattaneo,
 * Mindlin and Deresiewicz, and its own differences. Impacts: test_cells_impacts.c. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/field.h"
#include "abut/world.h"
#include "field/cells_past.h"
#include "field/friction_operator.h"
#include "field/shear_window.h"
#include "support/jacobian.h"
#include "support/near.h"
#include "support/suite.h"
#include "world/world.h"

static const double PI = 3.14159265358979323846;
static const abut_material steel = ABUT_STEEL;
static const double R = 0.01, H = 5e-6; /* m: a ball of steel on steel, its approach */

static abut_choice pressure(double n) {
    return (abut_choice){"halfspace", {{.name = "n", .value = n}, {.name = "tol", .value = 1e-10}}};
}
static abut_choice cells(double mu) {
    return (abut_choice){"halfspace", {{.name = "mu", .value = mu}, {.name = "tol", .value = 1e-10}}};
}
static abut_choice sphere(double radius) { return (abut_choice){"sphere", {{.name = "radius", .value = radius}}}; }

static abut_element_def definition(double n, double mu) {
    return (abut_element_def){.registry = abut_field_types(),
                              .law = {.normal = pressure(n), .friction = cells(mu)},
                              .a = {.shape = {.type = "plane"}, .material = steel},
                              .b = {.shape = sphere(R), .material = steel}};
}

static abut_element *made(double n, double mu) {
    abut_element *e;
    abut_message message = {0};
    abut_element_def def = definition(n, mu);
    ck_assert_msg(abut_element_create(&def, &e, &message) == ABUT_OK, "%s", message.text);
    return e;
}

static abut_element_in at(double x, double h) {
    return (abut_element_in){.a.q.w = 1, .b = {.q.w = 1, .r = {x, 0, R - h}}};
}

/* ---- products ---- */
/* Against the operator of `abut dry` on the same cells; between the entries of the tables cubics are good to 3e-5, worst where cells are oblong. */
START_TEST(products) {
    enum { N = 16 };
    elastic_pair pair = {.G = 1.4, .nu = 0.3};
    double q[2 * N * N], u[2 * N * N], want[2 * N * N], back[2 * N * N];
    chance c = {4};
    for (int k = 0; k < 2 * N * N; k++) q[k] = chance_uniform(&c, -1, 1);
    shear_window *w = shear_window_create(N, pair.nu);
    ck_assert_ptr_nonnull(w);
    for (double aspect = 0.05; aspect < 2; aspect *= 2.3) {
        grid g = {.nx = N, .ny = N, .dx = 1, .dy = aspect};
        friction_operator *o = friction_operator_create(&g, &pair, 1, 0, 0);
        static shear_operator op;
        double most = 0, unit = PI * pair.G / (1 - pair.nu); /* pi E* */
        shear_operator_make(w, aspect, &op);
        shear_product(&op, q, u);
        friction_operator_tangential(o, q, want);
        for (int k = 0; k < 2 * N * N; k++) most = fmax(most, fabs(unit * want[k]));
        for (int k = 0; k < 2 * N * N; k++)
            expect_within(u[k], unit * want[k], 3e-5 * most, NULL, "displacement %d at aspect %g", k, aspect);
        expect_near(op.self, unit * friction_operator_self(o), 1e-5, NULL, "of a cell on itself");
        double along = 0, size = 0;
        shear_inverse(&op, u, back);
        for (int k = 0; k < 2 * N * N; k++) along += back[k] * q[k], size += q[k] * q[k];
        ck_assert_msg(along > 0.5 * size && along < 2 * size, "inverse at aspect %g: %g", aspect, along / size);
        friction_operator_destroy(o);
    }
    shear_window_destroy(w);
}
END_TEST

/* ---- one load, and back: closed forms for a constant normal force ---- */
typedef struct hertz {
    double a, N, G, most; /* m, N, Pa; m, the shift at which everything slips */
} hertz;
static hertz hertz_of(double mu) {
    double nu = steel.nu, E = steel.E / (2 * (1 - nu * nu)), G = steel.E / (2 * (1 + nu)), a = sqrt(R * H);
    double N = 4.0 / 3 * E * a * H;
    return (hertz){a, N, G, 3 * mu * N * (2 - nu) / (8 * a * G)};
}
/* Force over mu N at a shift over that at which everything slips (Cattaneo 1938, Mindlin 1949; Johnson, Contact Mechanics, (7.42)). */
static double loading(double x) { return x < 1 ? 1 - pow(1 - x, 1.5) : 1; }

/* Partial slip with the grids of the law: compliance, force, and convergence with the cells. */
START_TEST(force_over_shift) {
    double error[3] = {0}, mu = 0.2;
    hertz z = hertz_of(mu);
    for (int i = 0; i < 3; i++) {
        double n = i == 0 ? 12 : i == 1 ? 16 : 32;
        abut_element *e = made(n, mu);
        abut_element_in in = at(0, H);
        ck_assert_int_eq(abut_element_accept(e, &in), ABUT_OK);
        for (double x = 0.02; x < 1; x += 0.14) {
            abut_element_out out = {0};
            in = at(x * z.most, H);
            ck_assert_int_eq(abut_element_eval(e, &in, &out), ABUT_OK);
            error[i] = fmax(error[i], fabs(-out.force.x / (mu * z.N) - loading(x)));
            ck_assert_int_eq(out.mode, 1);
            if (x < 0.03 && n == 32) /* Mindlin: T = 4 a G/(2 - nu) times the shift, less what has slipped */
                expect_near(-out.force.x / (x * z.most), 4 * z.a * z.G / (2 - steel.nu) * loading(x) / (1.5 * x), 0.01,
                            NULL, "compliance");
        }
        abut_element_destroy(e);
    }
    printf("force_over_shift: of mu N, 12, 16 and 32 cells: %.4f %.4f %.4f\n", error[0], error[1], error[2]);
    ck_assert_msg(error[2] < 2e-3 && error[1] < 1.5e-2 && error[0] < 2e-2, "of mu N: %g", error[2]);
    ck_assert_double_lt(error[2], 0.5 * error[1]);
}
END_TEST

/* The two forces of an evaluation, and its stiffness: half of T x is held while all sticks; a turn about the normal without slip
 * meets M = 8/3 G a^3 per rad (Reissner and Sagoci; Johnson 3.6b, two bodies alike). */
START_TEST(held_and_turned) {
    hertz z = hertz_of(100);
    abut_element *e = made(32, 100);
    abut_element_in in = at(0, H);
    abut_element_out out = {0};
    ck_assert_int_eq(abut_element_accept(e, &in), ABUT_OK);
    in = at(0, H);
    in.b.r.y = 1e-9;
    ck_assert_int_eq(abut_element_eval(e, &in, &out), ABUT_OK);
    expect_near(out.energy_friction, 0.5 * -out.force.y * 1e-9, 1e-4, NULL, "held");
    ck_assert(fabs(out.force.x) < 1e-6 * fabs(out.force.y));
    double elastic = out.energy - out.energy_friction;
    in = at(0, H);
    in.b.q = (abut_quat){cos(0.5e-6), 0, 0, sin(0.5e-6)};
    ck_assert_int_eq(abut_element_eval(e, &in, &out), ABUT_OK);
    expect_near(-out.moment.z, 8.0 / 3 * z.G * z.a * z.a * z.a * 1e-6, 0.05, NULL, "moment");
    expect_near(out.energy_friction, 0.5 * -out.moment.z * 1e-6, 1e-4, NULL, "held by the turn");
    expect_near(out.energy - out.energy_friction, elastic, 1e-9, NULL, "pressure");
    abut_element_destroy(e);
}
END_TEST

/* A ball that rolls without slip has no tractions; the window goes with it. */
START_TEST(rolling) {
    abut_element *e = made(16, 0.2);
    abut_element_out out = {0};
    hertz z = hertz_of(0.2);
    double angle = 0;
    for (int k = 0; k < 40; k++, angle += 0.3 * z.a / R) {
        abut_element_in in = at((R - 0.5 * H) * angle, H);
        in.b.q = (abut_quat){cos(0.5 * angle), 0, sin(0.5 * angle), 0};
        in.t = k;
        ck_assert_int_eq(abut_element_eval(e, &in, &out), ABUT_OK);
        ck_assert_msg(fabs(out.force.x) < 0.01 * z.N * 0.2, "step %d: %g of mu N", k, out.force.x / (0.2 * z.N));
        ck_assert_int_eq(abut_element_accept(e, &in), ABUT_OK);
    }
    /* now the traction of a shift, carried out of the contact: after two diameters nothing of it is left */
    double start = (R - 0.5 * H) * angle, first = 0;
    for (int k = 0; k < 20; k++) {
        double more = 0.3 * z.a / R * k;
        abut_element_in in = at(start + (R - 0.5 * H) * more + 0.3 * z.most, H);
        in.b.q = (abut_quat){cos(0.5 * (angle + more)), 0, sin(0.5 * (angle + more)), 0};
        in.t = 40 + k;
        ck_assert_int_eq(abut_element_eval(e, &in, &out), ABUT_OK);
        if (k == 0) first = out.force.x;
        ck_assert_int_eq(abut_element_accept(e, &in), ABUT_OK);
    }
    printf("rolling: %.3f of mu N, later %.4f\n", first / (0.2 * z.N), out.force.x / (0.2 * z.N));
    ck_assert(first < -0.3 * 0.2 * z.N && fabs(out.force.x) < 0.03 * 0.2 * z.N);
    abut_element_destroy(e);
}
END_TEST

/* ---- in the world: a ball that is pushed along a plate and back by its drive ---- */
typedef struct pushed {
    abut_world *w;
    abut_contact contact;
    hertz z;
} pushed;

static pushed push(double n, double mu) {
    pushed p = {.w = abut_world_create(&(abut_world_def){.registry = abut_field_types()}), .z = hertz_of(mu)};
    abut_choice motion = {"sine",
                          {{.name = "amplitude", .value = 0.8 * p.z.most}, {.name = "frequency", .value = 0.25}}};
    abut_body plate = abut_add_body(p.w, &(abut_body_def){.name = "plate", .fixed = true});
    abut_body_def def = {.name = "ball", .fixed = true, .start = {.r = {0, 0, R - H}, .q = {.w = 1}}};
    def.drive = (abut_drive_def){.given = true, .translation = true, .motion = motion, .axis = {1, 0, 0}};
    abut_body ball = abut_add_body(p.w, &def);
    abut_add_body(p.w, &(abut_body_def){.name = "free", .mass = 1, .inertia = {1, 1, 1}}); /* somebody to be moved */
    abut_surface a = abut_add_surface(p.w, plate, &(abut_surface_def){.shape = {.type = "plane"}, .material = steel}),
                 b = abut_add_surface(p.w, ball, &(abut_surface_def){.shape = sphere(R), .material = steel});
    p.contact = abut_add_contact(
        p.w, a, b, &(abut_law_def){.normal = pressure(n), .friction = {"halfspace", {{.name = "mu", .value = mu}}}});
    ck_assert_msg(!abut_start(p.w, &(abut_solver_def){.type = "rodas", .t_end = 5, .max_step = 0.25}), "%s",
                  abut_world_message(p.w));
    return p;
}

static double force_at(pushed *p, double t) {
    abut_element_out out = {0};
    ck_assert_msg(!abut_advance(p->w, t), "%s", abut_world_message(p->w));
    ck_assert_int_eq(abut_read_contact(p->w, p->contact, &out), ABUT_OK);
    return -out.force.x;
}

static double energy_held(const pushed *p) {
    abut_element_out out = {0};
    ck_assert_int_eq(abut_read_contact(p->w, p->contact, &out), ABUT_OK);
    return out.energy_friction;
}

/* Radius of the cells that do not slip, over that of the contact, from what the contact remembers. */
static double stick_radius(const pushed *p, double n) {
    const abut_element *e = p->w->contact[p->contact.id].element;
    const cells_past *past = (const void *)((const char *)e->law_memory + e->law_bytes - 2 * e->cells_bytes);
    size_t count = (size_t)(n * n), stuck = 0;
    const double *s = cells_past_s(past, count), *q = cells_past_q(past);
    for (size_t k = 0; k < count; k++)
        stuck += (q[k] != 0 || q[count + k] != 0) && hypot(s[k], s[count + k]) < 1e-7 * H;
    return sqrt((double)stuck * past->side[0] * past->side[1] / PI) / p->z.a;
}

/* Loading, unloading and loading again (Mindlin and Deresiewicz 1953): from a turning point on the curve is that of loading, twice as
 * large. The loss of a cycle is the area of the loop, the radius of the stick c = a sqrt(1 - shift/most). What is held is held again
 * after a cycle. */
static double way(double t) { return 0.8 * sin(0.5 * PI * t); }

START_TEST(cycle) {
    double n = brief() ? 16 : 24, mu = 0.2, worst = 0, f = loading(0.8), area = 0, fine = brief() ? 3e-2 : 8e-3;
    pushed p = push(n, mu);
    double unit = mu * p.z.N, stuck = 0, count = 0, apart = 0;
    for (double t = 0.25; t <= 1; t += 0.25) {
        expect_within(force_at(&p, t) / unit, loading(way(t)), fine, &worst, "loading at %g", t);
        double error = stick_radius(&p, n) / sqrt(1 - way(t)) - 1;
        stuck += error, count++, apart = fmax(apart, fabs(error));
    }
    abut_energy before = abut_read_energy(p.w);
    double held = energy_held(&p);
    for (double t = 1.25; t <= 3; t += 0.25)
        expect_within(force_at(&p, t) / unit, f - 2 * loading(0.5 * (0.8 - way(t))), fine, &worst, "back at %g", t);
    for (double t = 3.25; t <= 5; t += 0.25)
        expect_within(force_at(&p, t) / unit, -f + 2 * loading(0.5 * (way(t) + 0.8)), fine, &worst, "again at %g", t);
    abut_energy after = abut_read_energy(p.w);
    for (int k = 0, parts = 2000; k < parts; k++) { /* between the branches, over the way from -0.8 to 0.8 */
        double x = 1.6 * (k + 0.5) / parts;
        area += (-2 * f + 2 * loading(0.5 * x) + 2 * loading(0.5 * (1.6 - x))) * 1.6 / parts;
    }
    double lost = after.dissipated_friction - before.dissipated_friction;
    printf("cycle: force within %.4f of mu N, loss %.6g of %.6g J, stick radius %.4f (mean %.4f), balance %.1e\n",
           worst, lost, area * unit * p.z.most, apart, stuck / count, after.residual / lost);
    expect_near(lost, area * unit * p.z.most, brief() ? 0.05 : 0.025, NULL, "loss of a cycle");
    expect_near(energy_held(&p), held, brief() ? 1e-2 : 1e-3, NULL, "held at the ends of a cycle");
    expect_within(after.residual / lost, 0, 1e-6, NULL, "balance");
    ck_assert_msg(apart < 1.2 / (n / 3), "stick radius: %g", apart); /* the cell at its rim */
    expect_within(stuck / count, 0, brief() ? 0.1 : 0.02, NULL, "mean of the stick radius");
    abut_world_destroy(p.w);
}
END_TEST

/* ---- derivatives ---- */
/* Old displacements read on a window that lies elsewhere and is turned: their slopes against differences. */
START_TEST(slopes_of_the_past) {
    enum { N = 10, CELLS = N * N };
    chance c = {77};
    cells_past *past = calloc(1, cells_past_bytes(CELLS));
    ck_assert_ptr_nonnull(past);
    abut_gap gap = {.axes = m3_of_quat(quat_of_vector(v3(0, 0, 0.4))), .origin = {0.7, -0.3, 0}};
    past->R = past->axes = m3_identity();
    past->side[0] = 1, past->side[1] = 0.6;
    for (int k = 0; k < 2 * CELLS; k++) past->fields[2 * CELLS + k] = chance_uniform(&c, -1, 1);
    cells_view v = cells_view_of(past, &gap, N);
    double worst = 0;
    for (int tries = 0; tries < 50; tries++) {
        const double step = 1e-5, at[2] = {chance_uniform(&c, -1, 1), chance_uniform(&c, -1, 1)};
        double u[2], by[2][2], unused[2][2], up[2], down[2];
        cells_view_at(&v, at[0], at[1], u, by);
        for (int j = 0; j < 2; j++) {
            cells_view_at(&v, at[0] + (j ? 0 : step), at[1] + (j ? step : 0), up, unused);
            cells_view_at(&v, at[0] - (j ? 0 : step), at[1] - (j ? step : 0), down, unused);
            for (int i = 0; i < 2; i++)
                expect_within(by[i][j], (up[i] - down[i]) / (2 * step), 1e-4, &worst, "slope %d, %d", i, j);
        }
    }
    printf("slopes_of_the_past: worst %.1e\n", worst);
    free(past);
}
END_TEST

/* In partial slip, pressed deeper, shifted and turned since the last accepted state; with damping, which makes limits depend on speed. */
START_TEST(matrices) {
    static const abut_choice damping = {"hunt_crossley", {{.name = "chi", .value = 0.5}}};
    abut_choice egg = {"ellipsoid",
                       {{.name = "a", .value = 0.02}, {.name = "b", .value = 0.012}, {.name = "c", .value = 0.01}}};
    double worst = 0;
    for (int k = 0; k < 3; k++) {
        abut_element_def def = definition(16, 0.2);
        if (k > 0) def.b.shape = egg;
        if (k > 1) def.a.shape = sphere(0.03);
        def.law.normal.params[2] = (abut_param){.name = "damping", .choice = &damping};
        chance c = {(uint64_t)k + 5};
        scene s;
        ck_assert(scene_make(&c, &def, 1e-4, &s));
        ck_assert_int_eq(abut_element_accept(s.e, &s.in), ABUT_OK);
        abut_element_jac jac;
        abut_element_out out = {.jac = &jac};
        abut_element_eval(s.e, &s.in, &out);
        double way = 0.03 * 0.2 * out.N / (4 * out.a * hertz_of(0.2).G / (2 - steel.nu));
        for (int i = 0; i < 3; i++) {
            s.in = scene_shift(&s.in, 6 + i, way * (const double[]){1, -0.7, 0.4}[i]);
            s.in = scene_shift(&s.in, 9 + i, 0.2 * way / out.a);
        }
        s.in.t += 1;
        ck_assert_int_eq(scene_eval(&s, &s.in, &out), ABUT_OK);
        /* Where a cell begins or ends to slip within a difference it has a kink: then shorter ones, until rounding rules. */
        double error = jacobian_error(&s, out.N, 1e-3, 1e-4, &jac);
        for (double part = 3e-4; part > 1e-6 && error > 1e-4; part /= 3)
            error = fmin(error, jacobian_error(&s, out.N, part, 1e-4, &jac));
        printf("matrices %d: %.1e, friction %g of mu N\n", k, error,
               v3_norm(v3_axpy(-out.N, out.n, out.force)) / (0.2 * out.N));
        worst = fmax(worst, error);
        abut_element_destroy(s.e);
    }
    ck_assert_msg(worst < 1e-4, "matrices are off by %g", worst);
}
END_TEST

/* The moment about the normal, seen from the contact itself: with bodies whose origins lie in it and a scale of its size, what the step of the
 * centre of pressure adds to the moment is no longer small beside the levers of the forces. */
START_TEST(moment_where_they_touch) {
    abut_element_def def = definition(16, 0.2);
    hertz z = hertz_of(0.2);
    def.b.place.r = v3(0, 0, R);
    abut_element_jac jac;
    abut_element_out out = {.jac = &jac};
    scene s = {.h = H, .size = z.a};
    ck_assert_int_eq(abut_element_create(&def, &s.e, NULL), ABUT_OK);
    s.in = (abut_element_in){.a.q.w = 1, .b = {.q.w = 1, .r = {0, 0, -H}}};
    ck_assert_int_eq(abut_element_accept(s.e, &s.in), ABUT_OK);
    s.in.b = (abut_pose){{0.5 * z.most, -0.3 * z.most, -1.02 * H}, quat_of_vector(v3(1e-4, 2e-4, 0.4 * z.most / z.a))};
    s.in.t = 1;
    ck_assert_int_eq(abut_element_eval(s.e, &s.in, &out), ABUT_OK);
    double error = jacobian_error(&s, out.N, 1e-3, 1e-4, &jac);
    for (double part = 3e-4; part > 1e-6 && error > 1e-5; part /= 3)
        error = fmin(error, jacobian_error(&s, out.N, part, 1e-4, &jac));
    printf("moment_where_they_touch: %.1e, moment %.3g N m, force over limit %.3f\n", error, v3_dot(out.moment, out.n),
           v3_norm(v3_axpy(-out.N, out.n, out.force)) / (0.2 * out.N));
    ck_assert_double_lt(error, 1e-4);
    abut_element_destroy(s.e);
}
END_TEST

/* ---- memory ---- */
static void same_out(const abut_element_out *a, const abut_element_out *b, const char *what) {
    ck_assert_msg(a->force.x == b->force.x && a->force.y == b->force.y && a->force.z == b->force.z &&
                      a->moment.z == b->moment.z && a->energy == b->energy && a->energy_friction == b->energy_friction,
                  "%s: %.17g and %.17g N", what, a->force.x, b->force.x);
}

/* A trial leaves no trace, the block of bytes is all there is, and evaluations before the last accepted state see what was there then. */
START_TEST(memory) {
    abut_element *e = made(16, 0.2), *other = made(16, 0.2), *fresh = made(16, 0.2);
    hertz z = hertz_of(0.2);
    for (int k = 0; k < 4; k++) {
        abut_element_in in = at(0.2 * z.most * k, H * (1 + 0.05 * k));
        in.t = k;
        ck_assert_int_eq(abut_element_accept(e, &in), ABUT_OK);
    }
    size_t size = abut_element_memory_size(e);
    unsigned char *bytes = malloc(size), *after = malloc(size);
    ck_assert(bytes && after);
    abut_element_get_memory(e, bytes);
    abut_element_in in = at(0.75 * z.most, 1.1 * H), back = at(0.5 * z.most, 1.12 * H), wild = at(-3 * z.most, 0.2 * H);
    in.t = wild.t = 4, back.t = 2.5;
    abut_element_out first = {0}, second = {0}, third = {0}, early = {0};
    ck_assert_int_eq(abut_element_eval(e, &in, &first), ABUT_OK);
    ck_assert_int_eq(abut_element_eval(e, &wild, &second), ABUT_OK);
    ck_assert_int_eq(abut_element_eval(e, &back, &early), ABUT_OK);
    ck_assert_int_eq(abut_element_eval(e, &in, &second), ABUT_OK);
    same_out(&first, &second, "again");
    abut_element_get_memory(e, after);
    ck_assert(memcmp(bytes, after, size) == 0);
    abut_element_set_memory(other, bytes);
    ck_assert_int_eq(abut_element_eval(other, &in, &third), ABUT_OK);
    same_out(&first, &third, "moved over");
    /* between the last two accepted states: from that at t = 2 */
    for (int k = 0; k < 3; k++) {
        abut_element_in step = at(0.2 * z.most * k, H * (1 + 0.05 * k));
        step.t = k;
        ck_assert_int_eq(abut_element_accept(fresh, &step), ABUT_OK);
    }
    ck_assert_int_eq(abut_element_eval(fresh, &back, &third), ABUT_OK);
    expect_near(early.force.x, third.force.x, 1e-7, NULL, "between accepted states");
    abut_element_forget(e);
    ck_assert_int_eq(abut_element_eval(e, &in, &third), ABUT_OK);
    ck_assert(fabs(third.force.x) < 1e-9 * z.N && first.force.x < -0.5 * 0.2 * z.N);
    free(bytes);
    free(after);
    abut_element_destroy(e);
    abut_element_destroy(other);
    abut_element_destroy(fresh);
}
END_TEST

/* Apart, nothing is remembered. */
START_TEST(apart) {
    abut_element *e = made(12, 0.2);
    hertz z = hertz_of(0.2);
    double x[] = {0, 0.5 * z.most, 0.5 * z.most, z.most}, h[] = {H, H, -H, H};
    abut_element_out out = {0};
    for (int k = 0; k < 4; k++) {
        abut_element_in in = at(x[k], h[k]);
        in.t = k;
        ck_assert_int_eq(abut_element_eval(e, &in, &out), ABUT_OK);
        if (k == 1) ck_assert_double_lt(out.force.x, -0.1 * z.N);
        if (k > 1) ck_assert(fabs(out.force.x) < 1e-9 * z.N && out.energy_friction == 0);
        ck_assert_int_eq(abut_element_accept(e, &in), ABUT_OK);
    }
    abut_element_destroy(e);
}
END_TEST

/* ---- bad input ---- */
static void refused_with(abut_element_def def, const char *words) {
    abut_element *e;
    abut_message message = {0};
    ck_assert_int_eq(abut_element_create(&def, &e, &message), ABUT_BAD_PAIR);
    ck_assert_msg(strstr(message.text, words) != NULL, "%s", message.text);
}

START_TEST(refused) {
    static const abut_lubricant oil = {.eta0 = 0.04, .alpha = 2e-8};
    abut_element_def def = definition(16, 0.2);
    def.law.normal = (abut_choice){.type = "hertz"};
    refused_with(
        def,
        "friction halfspace needs a normal law that has the pressure on cells, which hertz has not: use halfspace");
    def.law.normal = (abut_choice){"volumetric", {{.name = "overlap", .text = "general"}}};
    refused_with(def, "which volumetric has not");
    def.law.normal = (abut_choice){0};
    refused_with(def, "pressure on cells");
    def = definition(16, 0.2);
    def.law.lubricant = &oil;
    refused_with(def, "dry contacts");
    def = definition(16, 0.2);
    def.a.material = def.b.material = (abut_material){.rigid = true};
    refused_with(def, "both are rigid");
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {
        &products, &force_over_shift,        &held_and_turned, &rolling, &cycle,  &slopes_of_the_past,
        &matrices, &moment_where_they_touch, &memory,          &apart,   &refused};
    return suite_main("cells_friction", all, sizeof all / sizeof *all);
}
