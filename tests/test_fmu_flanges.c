/* FMUs that hang in somebody else's model by flanges: what comes out is the force on a body that moves as it is told, a master with
 * bodies of its own finds the motion that a run of the whole model finds, and what cannot be a flange is refused. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/reader.h"
#include "support/example.h"
#include "support/fmu.h"
#include "support/suite.h"

static const char *const both[] = {"ball", "ground"};
static const char touching[] = "contacts.touch.friction={mu: 0.3, v_s: 0.1}";

static const char *const motion[] = {"x", "y", "z", "q0", "q1", "q2", "q3", "vx", "vy", "vz", "wx", "wy", "wz"};
static const char *const wrench[] = {"fx", "fy", "fz", "mx", "my", "mz"};

static void name_of(const char *flange, const char *number, char to[100]) {
    (void)snprintf(to, 100, "flange_%s.%s", flange, number);
}

static void move_to(const fmu *f, fmi2Component c, const char *flange, const double value[13]) {
    char name[100];
    for (int i = 0; i < 13; i++) {
        name_of(flange, motion[i], name);
        ck_assert_msg(fmu_set(f, c, name, value[i]) == fmi2OK, "%s", fmu_said);
    }
}

static void wrench_on(const fmu *f, fmi2Component c, const char *flange, double value[6]) {
    char name[100];
    for (int i = 0; i < 6; i++) {
        name_of(flange, wrench[i], name);
        value[i] = fmu_get(f, c, name);
    }
}

static void step(const fmu *f, fmi2Component c, double t, double h) {
    ck_assert_msg(f->fmi2DoStep(c, t, h, 1) == fmi2OK, "%s", fmu_said);
}

/* ---- the wrench ---- */
/* A ball of 100 mm, E* = 1e7 Pa, 1 mm deep in the floor, sliding along x; spins about y and z are chosen so that rolling takes some of
 * the slip away: Hertz and Coulomb by hand. The force acts halfway between the opposing points. */
static void check_ball(const fmu *f, fmi2Component c, double x, double z, double vx, double wy) {
    const double R = 0.1, deep = R - z, N = 4.0 / 3 * 1e7 * sqrt(R) * pow(deep, 1.5), at = -0.5 * deep;
    /* of the two bodies at that height, the ball against the floor */
    const double slip = vx + wy * (at - z), T = -0.3 * N * slip / sqrt(slip * slip + 0.01);
    double on_ball[6], on_ground[6];
    wrench_on(f, c, "ball", on_ball);
    wrench_on(f, c, "ground", on_ground);
    const double ball[6] = {T, 0, N, 0, (at - z) * T, 0}, ground[6] = {-T, 0, -N, 0, -(at * T - x * N), 0};
    for (int i = 0; i < 6; i++) {
        ck_assert_double_eq_tol(on_ball[i], ball[i], 1e-9 * N);
        ck_assert_double_eq_tol(on_ground[i], ground[i], 1e-9 * N);
    }
}

START_TEST(the_wrench_is_that_of_the_contact) {
    fmu f;
    fmu_make(&f, "01_bouncing_ball", touching,
             (abut_fmu_def){.kinds = ABUT_FMU_COSIMULATION | ABUT_FMU_EXCHANGE, .flanges = both, .flange_count = 2});
    ck_assert_int_eq(f.made.flanges, 2);
    ck_assert_int_eq(f.made.inputs, 26);
    ck_assert_int_eq(f.made.states, 0); /* nothing is left that moves by itself */
    fmi2Component c = fmu_started(&f, fmi2CoSimulation, 0);
    const double start[13] = {0.2, 0, 0.099, 1, 0, 0, 0, 0.05, 0, 0, 0, 0.3, 0};
    ck_assert_double_eq_tol(fmu_get(&f, c, "flange_ball.z"), 0.5, 1e-15); /* where the model has it */
    double far[6];
    wrench_on(&f, c, "ball", far);
    for (int i = 0; i < 6; i++) ck_assert(far[i] == 0); /* nor does it weigh anything */
    move_to(&f, c, "ball", start);
    step(&f, c, 0, 1e-3);
    check_ball(&f, c, 0.2 + 0.05e-3, 0.099, 0.05, 0.3); /* it goes on as it was told */
    step(&f, c, 1e-3, 1e-3);
    check_ball(&f, c, 0.2 + 0.05e-3, 0.099, 0.05, 0.3); /* nothing new was told: the same once more */
    const double down[13] = {0.2, 0, 0.0991, 2, 0, 0, 0, 0, 0, -0.1, 0, 0, 0};
    move_to(&f, c, "ball", down);
    step(&f, c, 2e-3, 1e-3);
    check_ball(&f, c, 0.2, 0.0990, 0, 0);
    f.fmi2FreeInstance(c);
    c = fmu_started(&f, fmi2ModelExchange, 0);
    move_to(&f, c, "ball", start);
    check_ball(&f, c, 0.2, 0.099, 0.05, 0.3); /* at once */
    f.fmi2FreeInstance(c);
    fmu_drop(&f);
}
END_TEST

/* Both turned by the same rotation and moved: the wrench goes with them. */
START_TEST(the_wrench_turns_with_the_flanges) {
    fmu f;
    fmu_make(&f, "01_bouncing_ball", touching,
             (abut_fmu_def){.kinds = ABUT_FMU_EXCHANGE, .flanges = both, .flange_count = 2});
    fmi2Component c = fmu_started(&f, fmi2ModelExchange, 0);
    const double half = 0.35, s = sin(half), a = cos(2 * half), b = sin(2 * half); /* about x by 0.7 */
    const double q[4] = {cos(half), s, 0, 0};
    double plain[6], turned[6];
    const double ball[13] = {0, 0, 0.099, 1, 0, 0, 0, 0.1, 0.2, 0.3, 1, 2, 3};
    move_to(&f, c, "ball", ball);
    wrench_on(&f, c, "ball", plain);
    const double there[13] = {1,   2 - b * 0.099,     3 + a * 0.099,     q[0], q[1], q[2], q[3],
                              0.1, a * 0.2 - b * 0.3, b * 0.2 + a * 0.3, 1,    2,    3};
    const double floor[13] = {1, 2, 3, q[0], q[1], q[2], q[3]};
    move_to(&f, c, "ball", there);
    move_to(&f, c, "ground", floor);
    wrench_on(&f, c, "ball", turned);
    double size = sqrt(plain[0] * plain[0] + plain[1] * plain[1] + plain[2] * plain[2]);
    ck_assert_double_gt(size, 1);
    for (int i = 0; i < 6; i += 3) {
        ck_assert_double_eq_tol(turned[i], plain[i], 1e-8 * size);
        ck_assert_double_eq_tol(turned[i + 1], a * plain[i + 1] - b * plain[i + 2], 1e-8 * size);
        ck_assert_double_eq_tol(turned[i + 2], b * plain[i + 1] + a * plain[i + 2], 1e-8 * size);
    }
    f.fmi2FreeInstance(c);
    fmu_drop(&f);
}
END_TEST

/* A floor that turns the other way round drags a ball that lies off its axis along; by co-simulation, too, where the axis stays. */
START_TEST(axes_may_point_down) {
    const double N = 4.0 / 3 * 1e7 * sqrt(0.1) * pow(1e-3, 1.5),
                 v = 2 * 0.2; /* of the ball against the floor, along y */
    const double ball[13] = {0.2, 0, 0.099, 1}, floor[13] = {0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, -2};
    fmu f;
    fmu_make(&f, "01_bouncing_ball", touching,
             (abut_fmu_def){.kinds = ABUT_FMU_COSIMULATION | ABUT_FMU_EXCHANGE, .flanges = both, .flange_count = 2});
    for (int k = 0; k < 2; k++) {
        double on_ball[6];
        fmi2Component c = fmu_started(&f, k ? fmi2ModelExchange : fmi2CoSimulation, 0);
        move_to(&f, c, "ball", ball);
        move_to(&f, c, "ground", floor);
        if (!k) step(&f, c, 0, 0.7);
        wrench_on(&f, c, "ball", on_ball);
        ck_assert_double_eq_tol(on_ball[0], 0, 1e-9 * N);
        ck_assert_double_eq_tol(on_ball[1], -0.3 * N * v / sqrt(v * v + 0.01), 1e-9 * N);
        ck_assert_double_eq_tol(on_ball[2], N, 1e-9 * N);
        f.fmi2FreeInstance(c);
    }
    fmu_drop(&f);
}
END_TEST

/* A ball lies on a floor that is moved: whoever looks between two steps changes nothing, also where the solver keeps a history. */
START_TEST(looking_changes_nothing) {
    const char *ground[] = {"ground"};
    fmu f;
    fmu_make(&f, "01_bouncing_ball", "bodies.ball.position=[0, 0, 0.0999];solver.type=bdf;solver.rtol=1e-6",
             (abut_fmu_def){.flanges = ground, .flange_count = 1});
    double z[2];
    for (int k = 0; k < 2; k++) {
        fmi2Component c = fmu_started(&f, fmi2CoSimulation, 0);
        for (int i = 0; i < 6; i++) {
            const double at[13] = {0, 0, i % 2 ? 1e-5 : 0, 1};
            move_to(&f, c, "ground", at);
            if (k) ck_assert_double_lt(fmu_get(&f, c, "flange_ground.fz"), 0);
            step(&f, c, i * 5e-4, 5e-4);
        }
        z[k] = fmu_get(&f, c, "body_ball.z");
        f.fmi2FreeInstance(c);
    }
    ck_assert_msg(z[0] == z[1], "%.17g %.17g", z[0], z[1]);
    fmu_drop(&f);
}
END_TEST

/* ---- a master with a body of its own ---- */
/* The ball is the master's: 1 kg under gravity, by velocity Verlet: between two steps the force is that at the place that was told.
 * Its height after t. */
static double coupled(const fmu *f, double t, double h) {
    double z = 0.12, v = -1, force[6] = {0};
    fmi2Component c = fmu_started(f, fmi2CoSimulation, 0);
    int steps = (int)round(t / h);
    for (int i = 0; i < steps; i++) {
        double at[13] = {0, 0, z, 1};
        at[9] = v + 0.5 * h * (force[2] - 9.81);
        move_to(f, c, "ball", at);
        step(f, c, i * h, h);
        at[2] = z += h * at[9];
        move_to(f, c, "ball", at);
        wrench_on(f, c, "ball", force);
        v = at[9] + 0.5 * h * (force[2] - 9.81);
    }
    f->fmi2FreeInstance(c);
    return z;
}

START_TEST(a_ball_of_somebody_else_bounces_as_ours) {
    const double t = 0.04; /* s: down, in contact for 18 ms, and up again */
    const char *ball[] = {"ball"};
    fmu f;
    fmu_make(&f, "01_bouncing_ball", NULL, (abut_fmu_def){.flanges = ball, .flange_count = 1});
    example e =
        example_start("01_bouncing_ball", "bodies.ball.position=[0, 0, 0.12];bodies.ball.velocity=[0, 0, -1]", NULL);
    ck_assert_int_eq(abut_advance(e.w, t), ABUT_OK);
    double exact = abut_read_body(e.w, abut_find_body(e.w, "ball")).r.z, last = 0;
    for (int i = 0; i < 3; i++) {
        double error = fabs(coupled(&f, t, 4e-4 / (1 << i)) - exact);
        if (i) ck_assert_double_gt(log2(last / error), 1.5); /* order */
        last = error;
    }
    ck_assert_double_lt(last, 1e-5);
    example_end(&e);
    fmu_drop(&f);
}
END_TEST

/* ---- a bearing ---- */
/* Rings that are moved from outside are rings that the model moves: its shaft fixed off the middle, and turned. */
START_TEST(a_bearing_between_flanges_is_a_bearing_between_bodies) {
    static const char settings[] = "forces=[];bodies.shaft={name: shaft, fixed: true, position: [5e-6, 2e-6, 0], "
                                   "drive: {speed: 3000 rpm}};solver.t_end=0.01";
    static const char *const rings[] = {"shaft", "housing"};
    static const char *const columns[] = {"machine_brg.fx", "machine_brg.fy", "machine_brg.mz",
                                          "machine_brg.ball3_Q_inner"};
    fmu driven, hung;
    const abut_fmu_def def = {.outputs = columns, .output_count = 4};
    abut_fmu_def with = def;
    with.flanges = rings, with.flange_count = 2;
    fmu_make(&driven, "13_ball_bearing", settings, def);
    fmu_make(&hung, "13_ball_bearing", settings, with);
    fmi2Component a = fmu_started(&driven, fmi2CoSimulation, 0.01), b = fmu_started(&hung, fmi2CoSimulation, 0.01);
    ck_assert_double_eq_tol(fmu_get(&hung, b, "flange_shaft.wz"), 314.1592653589793, 1e-9);
    for (int i = 0; i < 4; i++) {
        double on_shaft[6], on_housing[6], angle = 314.1592653589793 * 1e-3 * i;
        const double at[13] = {5e-6, 2e-6, 0, cos(angle / 2), 0, 0, sin(angle / 2), 0, 0, 0, 0, 0, 314.1592653589793};
        move_to(&hung, b, "shaft", at);
        step(&driven, a, i * 1e-3, 1e-3);
        step(&hung, b, i * 1e-3, 1e-3);
        double scale = fabs(fmu_get(&driven, a, columns[0]));
        ck_assert_double_gt(scale, 50); /* N */
        for (int k = 0; k < 4; k++)
            ck_assert_double_eq_tol(fmu_get(&hung, b, columns[k]), fmu_get(&driven, a, columns[k]), 1e-4 * scale);
        wrench_on(&hung, b, "shaft", on_shaft);
        wrench_on(&hung, b, "housing", on_housing);
        ck_assert_double_eq_tol(on_shaft[0], fmu_get(&hung, b, columns[0]), 1e-9 * scale);
        ck_assert_double_eq_tol(on_shaft[1], fmu_get(&hung, b, columns[1]), 1e-9 * scale);
        ck_assert_double_eq_tol(on_housing[0], -on_shaft[0], 0.05 * scale); /* but for the inertia of the balls */
    }
    driven.fmi2FreeInstance(a);
    hung.fmi2FreeInstance(b);
    fmu_drop(&driven);
    fmu_drop(&hung);
}
END_TEST

/* Saved in the middle of a motion that is told by steps. */
START_TEST(saved_states_repeat) {
    const char *ball[] = {"ball"};
    const double at[13] = {0, 0, 0.099, 1, 0, 0, 0, 0.3, 0, -0.1, 0, 2, 0};
    fmu f;
    fmi2FMUstate state = NULL;
    fmu_make(&f, "01_bouncing_ball", touching, (abut_fmu_def){.flanges = ball, .flange_count = 1});
    fmi2Component c = fmu_started(&f, fmi2CoSimulation, 0);
    move_to(&f, c, "ball", at);
    step(&f, c, 0, 1e-3);
    ck_assert_int_eq(f.fmi2GetFMUstate(c, &state), fmi2OK);
    double first[6], again[6];
    for (int i = 0; i < 2; i++) {
        wrench_on(&f, c, "ball", i ? again : first);
        const double other[13] = {0, 0, 0.2, 1};
        move_to(&f, c, "ball", other);
        step(&f, c, 1e-3, 1e-3);
        ck_assert(fmu_get(&f, c, "flange_ball.fz") == 0);
        ck_assert_int_eq(f.fmi2SetFMUstate(c, state), fmi2OK);
    }
    ck_assert_double_gt(first[2], 10);
    ck_assert_mem_eq(first, again, sizeof first);
    ck_assert(fmu_get(&f, c, "flange_ball.z") == 0.099);
    f.fmi2FreeFMUstate(c, &state);
    f.fmi2FreeInstance(c);
    fmu_drop(&f);
}
END_TEST

/* ---- derivatives ---- */
/* Of the wrench by the motion of a flange: what a master that iterates asks for. Stiffness of Hertz, slope of Coulomb. */
START_TEST(the_wrench_has_derivatives) {
    fmu f;
    fmu_make(&f, "01_bouncing_ball", touching,
             (abut_fmu_def){.kinds = ABUT_FMU_EXCHANGE, .flanges = both, .flange_count = 2});
    fmi2Component c = fmu_started(&f, fmi2ModelExchange, 0);
    const double at[13] = {0, 0, 0.099, 1, 0, 0, 0, 0.05}, v = 0.05, whole = sqrt(v * v + 0.01);
    const double N = 4.0 / 3 * 1e7 * sqrt(0.1) * pow(1e-3, 1.5), K = 2 * 1e7 * sqrt(0.1 * 1e-3);
    const double by_v = -0.3 * N * 0.01 / (whole * whole * whole);
    const struct {
        const char *wrench, *motion;
        double slope, size;
    } known[] = {{"flange_ball.fz", "flange_ball.z", -K, K},
                 {"flange_ground.fz", "flange_ball.z", K, K},
                 {"flange_ball.fz", "flange_ground.z", K, K},
                 {"flange_ball.fx", "flange_ball.vx", by_v, -by_v},
                 {"flange_ball.fx", "flange_ground.vx", -by_v, -by_v},
                 {"flange_ball.fz", "flange_ball.vx", 0, N},
                 {"flange_ball.fx", "flange_ball.wy", by_v * -0.0995, -by_v}};
    move_to(&f, c, "ball", at);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        fmi2ValueReference unknown = fmu_reference(&f, known[i].wrench), by = fmu_reference(&f, known[i].motion);
        double one = 1, change = 0;
        ck_assert_int_eq(f.fmi2GetDirectionalDerivative(c, &unknown, 1, &by, 1, &one, &change), fmi2OK);
        ck_assert_double_eq_tol(change, known[i].slope, 1e-7 * known[i].size);
    }
    check_ball(&f, c, 0, 0.099, 0.05, 0); /* and it is where it was */
    f.fmi2FreeInstance(c);
    fmu_drop(&f);
}
END_TEST

/* ---- words ---- */
static void refused(const char *of, const char *settings, const char *flange, const char *sentence) {
    const char *flanges[] = {flange, "ground"};
    abut_message why = {0};
    fmu f;
    ck_assert(!fmu_write(&f, of, settings, (abut_fmu_def){.flanges = flanges, .flange_count = 2}, &why));
    ck_assert_msg(strstr(why.text, sentence), "%s", why.text);
    fmu_drop(&f);
}

START_TEST(what_cannot_be_a_flange_is_refused) {
    refused("01_bouncing_ball", NULL, "bal", "the model has no body of this name; did you mean 'ball'?");
    refused("01_bouncing_ball", NULL, "ground", "the flange 'ground' is named twice");
    refused("13_ball_bearing", "bodies.housing={name: ground, fixed: true};machines.brg.outer=ground", "brg.ball1",
            "it is a part of a machine");
    refused("01_bouncing_ball",
            "joints=[{name: slide, type: prismatic, parent: ground, child: ball, position: [0, 0, 0]}]", "ball",
            "holds a flange, which moves as it is told from outside");
    const char *ball[] = {"ball"};
    const double nowhere[13] = {0};
    fmu f;
    fmu_make(&f, "01_bouncing_ball", NULL, (abut_fmu_def){.flanges = ball, .flange_count = 1});
    fmi2Component c = fmu_started(&f, fmi2CoSimulation, 0);
    move_to(&f, c, "ball", nowhere);
    ck_assert_int_eq(f.fmi2DoStep(c, 0, 1e-3, 1), fmi2Error);
    ck_assert_msg(strstr(fmu_said, "flange 'ball': q0 to q3 are no orientation"), "%s", fmu_said);
    f.fmi2FreeInstance(c);
    fmu_drop(&f);
}
END_TEST

START_TEST(a_terminal_has_motion_and_wrench) {
    const char *ball[] = {"ball"};
    char path[400], member[200];
    size_t length;
    fmu f;
    abut_message why = {0};
    fmu_make(&f, "01_bouncing_ball", NULL, (abut_fmu_def){.version = 3, .flanges = ball, .flange_count = 1});
    (void)snprintf(path, sizeof path, "%s/terminalsAndIcons/terminalsAndIcons.xml", f.folder);
    char *text = read_whole_file(path, true, &length, &why);
    ck_assert_msg(text, "%s", why.text);
    const char *begin = strstr(text, "<Terminal name=\"flange_ball\"");
    ck_assert_msg(begin, "%s", text);
    const char *end = strstr(begin, "</Terminal>");
    ck_assert_ptr_null(strstr(end, "<Terminal name=\"flange_ball\"")); /* once */
    int terminals = 0;
    for (const char *at = text; (at = strstr(at, "<Terminal ")); at++) terminals++;
    ck_assert_int_eq(terminals, 5); /* with both bodies, the contact and the energies */
    for (int i = 0; i < 19; i++) {
        const char *number = i < 13 ? motion[i] : wrench[i - 13];
        (void)snprintf(member, sizeof member, "variableName=\"flange_ball.%s\" memberName=\"%s\"", number, number);
        const char *at = strstr(begin, member);
        ck_assert_msg(at && at < end, "%s", member);
    }
    free(text);
    fmu_drop(&f);
}
END_TEST

static const TTest *const *const all[] = {&the_wrench_is_that_of_the_contact,
                                          &the_wrench_turns_with_the_flanges,
                                          &axes_may_point_down,
                                          &looking_changes_nothing,
                                          &a_ball_of_somebody_else_bounces_as_ours,
                                          &a_bearing_between_flanges_is_a_bearing_between_bodies,
                                          &saved_states_repeat,
                                          &the_wrench_has_derivatives,
                                          &what_cannot_be_a_flange_is_refused,
                                          &a_terminal_has_motion_and_wrench};

int main(void) { return suite_main("fmu flanges", all, sizeof all / sizeof *all); }
