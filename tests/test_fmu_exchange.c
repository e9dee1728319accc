/* FMUs for model exchange (FMI 2.0 and 3.0): rates, event indicators and outputs are those of the model, directional derivatives are
 * those of differences, an integrator of a host finds the trajectory of a run, states that were saved repeat. */
#include <check.h>
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fmi/fmi3.h"
#include "support/example.h"
#include "support/fmu.h"
#include "support/suite.h"

enum { STATES_MOST = 400 };

static const abut_fmu_def exchange = {.kinds = ABUT_FMU_EXCHANGE};

static void rates(const fmu *f, fmi2Component c, const double *y, double *rate) {
    size_t n = (size_t)f->made.states;
    ck_assert_int_eq(f->fmi2SetContinuousStates(c, y, n), fmi2OK);
    ck_assert_msg(f->fmi2GetDerivatives(c, rate, n) == fmi2OK, "%s", fmu_said);
}

/* ---- derivatives ---- */
/* Each column against central differences with Richardson's extrapolation, to this part of the greatest number of the column. */
static void derivatives_agree(const char *of, const char *settings, double tolerance) {
    fmu f;
    fmu_make(&f, of, settings, exchange);
    fmi2Component c = fmu_started(&f, fmi2ModelExchange, 0);
    int n = f.made.states;
    double y[STATES_MOST], moved[STATES_MOST], rate[4][STATES_MOST], change[STATES_MOST], nominal[STATES_MOST];
    fmi2ValueReference unknown[STATES_MOST], first = (fmi2ValueReference)f.made.outputs;
    ck_assert_int_lt(n, STATES_MOST);
    ck_assert(strstr(f.description, "providesDirectionalDerivative=\"true\""));
    ck_assert_int_eq(f.fmi2GetContinuousStates(c, y, (size_t)n), fmi2OK);
    ck_assert_int_eq(f.fmi2GetNominalsOfContinuousStates(c, nominal, (size_t)n), fmi2OK);
    for (int i = 0; i < n; i++) unknown[i] = first + (fmi2ValueReference)(n + i);
    double worst = 0;
    for (int i = 0; i < n; i++) {
        const double one = 1, h = 2e-6 * nominal[i];
        fmi2ValueReference known = first + (fmi2ValueReference)i;
        ck_assert_int_eq(f.fmi2SetContinuousStates(c, y, (size_t)n), fmi2OK);
        ck_assert_msg(f.fmi2GetDirectionalDerivative(c, unknown, (size_t)n, &known, 1, &one, change) == fmi2OK, "%s",
                      fmu_said);
        for (int k = 0; k < 4; k++) {
            const double steps[] = {-2, -1, 1, 2};
            memcpy(moved, y, (size_t)n * sizeof *y);
            moved[i] += steps[k] * h;
            rates(&f, c, moved, rate[k]);
        }
        double scale = 0, error = 0, most = 0;
        for (int k = 0; k < n; k++) {
            double slope = (8 * (rate[2][k] - rate[1][k]) - (rate[3][k] - rate[0][k])) / (12 * h);
            scale = fmax(scale, fabs(slope));
            most = fmax(most, fabs(rate[2][k]));
            error = fmax(error, fabs(slope - change[k]));
        }
        if (scale > 1e-6 * most / h) worst = fmax(worst, error / scale);
        ck_assert_msg(error <= tolerance * scale + 1e-12 * most / h, "%s: by state %d: %g of %g", of, i, error, scale);
    }
    ck_assert_double_gt(worst, 0);
    f.fmi2FreeInstance(c);
    fmu_drop(&f);
}

START_TEST(directional_derivatives_are_those_of_differences) {
    /* in contact, rolling and sliding, damped */
    derivatives_agree("01_bouncing_ball",
                      "bodies.ball.position=[0, 0, 99.5 mm];bodies.ball.velocity=[0.1, 0.05, 0.02];"
                      "bodies.ball.angular_velocity=[1, 2, 3];contacts.touch.friction={mu: 0.3, v_s: 0.1};"
                      "contacts.touch.normal={type: hertz, damping: {chi: 0.5}}",
                      1e-6);
    derivatives_agree("02_tilted_ellipsoid", "bodies.egg.position=[0, 0, 85 mm]", 1e-6); /* tumbles, quaternions */
    if (brief()) return;
    derivatives_agree("08_four_bar", NULL, 1e-6); /* a loop */
    derivatives_agree("06_tumbling_top", NULL, 1e-6);
    derivatives_agree("13_ball_bearing", NULL, 1e-6); /* without swarms */
}
END_TEST

/* By loads: exact, as they are linear; by the speed of a drive: what differences of rates give. */
START_TEST(inputs_have_derivatives_too) {
    const char *inputs[] = {"forces.push.force.0", "bodies.belt.drive.speed"};
    const abut_fmu_def def = {.kinds = ABUT_FMU_EXCHANGE, .inputs = inputs, .input_count = 2};
    fmu f;
    fmu_make(
        &f, "01_bouncing_ball",
        "bodies=[{name: ground, fixed: true}, {name: belt, fixed: true, drive: {speed: 2}}, {name: ball, mass: 2, "
        "inertia: [0.004, 0.004, 0.004], position: [0.5, 0, 99.5 mm]}];surfaces.floor.body=belt;"
        "contacts.touch.friction={mu: 0.3, v_s: 1};forces=[{type: load, name: push, body: ball, force: [1, 0, 0]}]",
        def);
    fmi2Component c = fmu_started(&f, fmi2ModelExchange, 0);
    int n = f.made.states;
    ck_assert_int_eq(n, 14); /* the angle of the belt is one */
    double rate[14], change = 0, one = 1;
    fmi2ValueReference load = fmu_reference(&f, inputs[0]), speed = fmu_reference(&f, inputs[1]);
    fmi2ValueReference vx = fmu_reference(&f, "der(state_ball.u1)"), vy = fmu_reference(&f, "der(state_ball.u2)");
    fmi2ValueReference angle = fmu_reference(&f, "der(state_bodies.belt.drive.speed.angle1)");
    ck_assert_int_eq(f.fmi2GetDirectionalDerivative(c, &vx, 1, &load, 1, &one, &change), fmi2OK);
    ck_assert_double_eq_tol(change, 0.5, 1e-9); /* 1/mass */
    ck_assert_int_eq(f.fmi2GetDirectionalDerivative(c, &angle, 1, &speed, 1, &one, &change), fmi2OK);
    ck_assert(change == 1);
    ck_assert_int_eq(f.fmi2GetDerivatives(c, rate, (size_t)n), fmi2OK);
    ck_assert(rate[13] == 2);
    /* T = -mu N v/sqrt(v^2 + v_s^2) with v = -0.5 omega along y: dT/domega */
    ck_assert_int_eq(f.fmi2GetDirectionalDerivative(c, &vy, 1, &speed, 1, &one, &change), fmi2OK);
    double N = fmu_get(&f, c, "contact_touch.N"), v = 0.5 * 2;
    ck_assert_double_eq_tol(change, 0.3 * N * 0.5 / pow(1 + v * v, 1.5) / 2, 1e-6 * fabs(change));
    ck_assert_int_eq(f.fmi2GetDirectionalDerivative(c, &load, 1, &load, 1, &one, &change), fmi2Error);
    f.fmi2FreeInstance(c);
    fmu_drop(&f);
}
END_TEST

/* By the angle of a drive that tilts the floor: the ball lies y off its axis, so that N grows by K y. */
START_TEST(angles_have_derivatives) {
    const char *inputs[] = {"bodies.belt.drive.speed"};
    fmu f;
    fmu_make(&f, "01_bouncing_ball",
             "bodies=[{name: ground, fixed: true}, {name: belt, fixed: true, drive: {speed: 2, axis: [1, 0, 0]}}, "
             "{name: ball, "
             "mass: 2, inertia: [0.004, 0.004, 0.004], position: [0, 0.01, 99 mm]}];surfaces.floor.body=belt",
             (abut_fmu_def){.kinds = ABUT_FMU_EXCHANGE, .inputs = inputs, .input_count = 1});
    fmi2Component c = fmu_started(&f, fmi2ModelExchange, 0);
    fmi2ValueReference vz = fmu_reference(&f, "der(state_ball.u3)");
    fmi2ValueReference angle = fmu_reference(&f, "state_bodies.belt.drive.speed.angle1");
    const double K = 2 * 1e7 * sqrt(0.1 * 1e-3), one = 1;
    double change = 0;
    ck_assert_int_eq(f.fmi2GetDirectionalDerivative(c, &vz, 1, &angle, 1, &one, &change), fmi2OK);
    ck_assert_double_eq_tol(change, K * 0.01 / 2, 1e-7 * K);
    f.fmi2FreeInstance(c);
    fmu_drop(&f);
}
END_TEST

/* ---- outputs ---- */
static double slope_of(const fmu *f, fmi2Component c, const char *output, const char *by) {
    fmi2ValueReference unknown = fmu_reference(f, output), known = fmu_reference(f, by);
    double one = 1, change = 0;
    ck_assert_msg(f->fmi2GetDirectionalDerivative(c, &unknown, 1, &known, 1, &one, &change) == fmi2OK, "%s", fmu_said);
    return change;
}

/* By states: Hertz and Coulomb by hand, and what outputs that are states must be. */
START_TEST(outputs_have_derivatives) {
    fmu f;
    fmu_make(&f, "01_bouncing_ball",
             "bodies.ball.position=[0, 0, 99 mm];bodies.ball.velocity=[0.05, 0, 0];"
             "contacts.touch.friction={mu: 0.3, v_s: 0.1}",
             exchange);
    fmi2Component c = fmu_started(&f, fmi2ModelExchange, 0);
    const double R = 0.1, deep = 1e-3, v = 0.05, E = 1e7, whole = sqrt(v * v + 0.01);
    const double N = 4.0 / 3 * E * sqrt(R) * pow(deep, 1.5), K = 2 * E * sqrt(R * deep);
    ck_assert_double_eq_tol(fmu_get(&f, c, "contact_touch.N"), N, 1e-9 * N);
    ck_assert_double_eq_tol(slope_of(&f, c, "contact_touch.N", "state_ball.x3"), -K, 1e-7 * K);
    ck_assert_double_eq_tol(slope_of(&f, c, "contact_touch.a", "state_ball.x3"), -0.5 * sqrt(R / deep), 1e-7 * 5);
    ck_assert_double_eq_tol(slope_of(&f, c, "contact_touch.fx", "state_ball.x3"), -0.3 * K * v / whole, 1e-7 * K);
    double by_v = 0.3 * N * 0.01 / (whole * whole * whole); /* on the floor */
    ck_assert_double_eq_tol(slope_of(&f, c, "contact_touch.fx", "state_ball.u1"), by_v, 1e-7 * by_v);
    ck_assert_double_eq_tol(slope_of(&f, c, "body_ball.x", "state_ball.x1"), 1, 1e-9);
    ck_assert_double_eq_tol(slope_of(&f, c, "body_ball.vx", "state_ball.u1"), 1, 1e-9);
    ck_assert_double_eq_tol(slope_of(&f, c, "body_ball.vx", "state_ball.x3"), 0, 1e-9);
    f.fmi2FreeInstance(c);
    fmu_drop(&f);
}
END_TEST

/* A kink a tenth of a micrometre away does not reach into the slope; at the other side there is none. */
START_TEST(slopes_do_not_look_over_the_edge) {
    fmu f;
    fmu_make(&f, "01_bouncing_ball", "bodies.ball.position=[0, 0, 99.9999 mm]", exchange);
    fmi2Component c = fmu_started(&f, fmi2ModelExchange, 0);
    const double K = 2 * 1e7 * sqrt(0.1 * 1e-7);
    ck_assert_double_eq_tol(slope_of(&f, c, "contact_touch.N", "state_ball.x3"), -K, 1e-5 * K);
    f.fmi2FreeInstance(c);
    fmu_drop(&f);
    fmu_make(&f, "01_bouncing_ball", "bodies.ball.position=[0, 0, 100.0001 mm]", exchange);
    c = fmu_started(&f, fmi2ModelExchange, 0);
    ck_assert(slope_of(&f, c, "contact_touch.N", "state_ball.x3") == 0);
    f.fmi2FreeInstance(c);
    fmu_drop(&f);
}
END_TEST

/* ---- a host that integrates ---- */
typedef struct host {
    const fmu *f;
    fmi2Component c;
} host;

static void host_step(const host *h, double *y, double t, double dt) {
    int n = h->f->made.states;
    double k[4][STATES_MOST], z[STATES_MOST];
    const double at[] = {0, 0.5, 0.5, 1};
    for (int s = 0; s < 4; s++) {
        for (int i = 0; i < n; i++) z[i] = y[i] + (s ? at[s] * dt * k[s - 1][i] : 0);
        ck_assert_int_eq(h->f->fmi2SetTime(h->c, t + at[s] * dt), fmi2OK);
        rates(h->f, h->c, z, k[s]);
    }
    for (int i = 0; i < n; i++) y[i] += dt / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
    int event = 0, end = 0;
    ck_assert_int_eq(h->f->fmi2SetTime(h->c, t + dt), fmi2OK);
    ck_assert_int_eq(h->f->fmi2SetContinuousStates(h->c, y, (size_t)n), fmi2OK);
    ck_assert_int_eq(h->f->fmi2CompletedIntegratorStep(h->c, 1, &event, &end), fmi2OK);
}

START_TEST(a_host_finds_the_trajectory_of_a_run) {
    fmu f;
    const char *settings = "bodies.ball.position=[0, 0, 0.101];bodies.ball.velocity=[0.1, 0, 0];"
                           "contacts.touch.friction={mu: 0.3, v_s: 0.1};solver.rtol=1e-9";
    fmu_make(&f, "01_bouncing_ball", settings, exchange);
    ck_assert_int_eq(f.made.event_indicators, 1);
    host h = {&f, fmu_started(&f, fmi2ModelExchange, 0)};
    double y[STATES_MOST], g, dt = 1e-4;
    ck_assert_int_eq(f.fmi2GetContinuousStates(h.c, y, (size_t)f.made.states), fmi2OK);
    ck_assert_int_eq(f.fmi2GetEventIndicators(h.c, &g, 1), fmi2OK);
    ck_assert_double_eq_tol(g, -1e-3, 1e-15); /* the gap */
    example e = example_start("01_bouncing_ball", settings, NULL);
    fmi2FMUstate kept = NULL;
    double before = 0, first[2] = {0};
    for (int i = 0; i < 500; i++) {
        if (i == 300) {
            ck_assert_int_eq(f.fmi2GetFMUstate(h.c, &kept), fmi2OK);
            before = y[2];
        }
        host_step(&h, y, i * dt, dt);
    }
    example_advance(&e, 500 * dt);
    first[0] = y[2], first[1] = fmu_get(&f, h.c, "contact_touch.approach");
    ck_assert_double_eq_tol(y[2], example_number(e.w, "ball", "z"), 1e-7);
    ck_assert_double_eq_tol(y[0], example_number(e.w, "ball", "x"), 1e-7);
    ck_assert_double_eq_tol(fmu_get(&f, h.c, "body_ball.wy"), example_number(e.w, "ball", "wy"), 1e-4);
    ck_assert_int_eq(f.fmi2SetFMUstate(h.c, kept), fmi2OK);
    ck_assert_int_eq(f.fmi2GetContinuousStates(h.c, y, (size_t)f.made.states), fmi2OK);
    ck_assert(y[2] == before);
    for (int i = 300; i < 500; i++) host_step(&h, y, i * dt, dt);
    ck_assert(y[2] == first[0] && fmu_get(&f, h.c, "contact_touch.approach") == first[1]);
    (void)f.fmi2FreeFMUstate(h.c, &kept);
    f.fmi2FreeInstance(h.c);
    example_end(&e);
    fmu_drop(&f);
}
END_TEST

/* Held modes of friction: a block on a belt sticks until the belt has stretched its spring; events change the mode. */
START_TEST(modes_change_at_events) {
    fmu f;
    fmu_make(&f, "17_belt_stick_slip", NULL, exchange);
    ck_assert_int_ge(f.made.event_indicators, 2);
    host h = {&f, fmu_started(&f, fmi2ModelExchange, 0)};
    double y[STATES_MOST], g[20], dt = 2e-4;
    size_t count = (size_t)f.made.event_indicators;
    int events = 0;
    ck_assert_int_eq(f.fmi2GetContinuousStates(h.c, y, (size_t)f.made.states), fmi2OK);
    for (int i = 0; i < 4000 && events < 2; i++) {
        host_step(&h, y, i * dt, dt);
        ck_assert_int_eq(f.fmi2GetEventIndicators(h.c, g, count), fmi2OK);
        bool ended = false;
        for (size_t k = 0; k < count; k++) ended = ended || g[k] < 0;
        if (!ended) continue;
        fmi2EventInfo info;
        ck_assert_int_eq(f.fmi2EnterEventMode(h.c), fmi2OK);
        ck_assert_msg(f.fmi2NewDiscreteStates(h.c, &info) == fmi2OK, "%s", fmu_said);
        ck_assert(!info.newDiscreteStatesNeeded && !info.terminateSimulation);
        ck_assert_int_eq(f.fmi2GetEventIndicators(h.c, g, count), fmi2OK);
        for (size_t k = 0; k < count; k++) ck_assert_double_ge(g[k], 0);
        events++;
    }
    ck_assert_int_ge(events, 1);
    f.fmi2FreeInstance(h.c);
    fmu_drop(&f);
}
END_TEST

/* ---- all variables ---- */
START_TEST(variables_are_those_of_the_functions) {
    fmu f;
    fmu_make(&f, "01_bouncing_ball", "bodies.ball.velocity=[0.5, 0, 0]",
             (abut_fmu_def){.version = 3, .kinds = ABUT_FMU_EXCHANGE});
    fmi2Component c = fmu_started(&f, fmi2ModelExchange, 0);
    double y[13], rate[13], g, seen = 0;
    ck_assert_int_eq(f.fmi2SetTime(c, 0.25), fmi2OK);
    ck_assert_int_eq(f.fmi2GetContinuousStates(c, y, 13), fmi2OK);
    y[2] = 0.3;
    y[3] = 2; /* a longer quaternion is the same orientation */
    ck_assert_int_eq(f.fmi2SetContinuousStates(c, y, 13), fmi2OK);
    ck_assert_int_eq(f.fmi2GetDerivatives(c, rate, 13), fmi2OK);
    ck_assert_int_eq(f.fmi2GetEventIndicators(c, &g, 1), fmi2OK);
    ck_assert(fmu_get(&f, c, "state_ball.x3") == 0.3 && fmu_get(&f, c, "state_ball.x4") == 2);
    ck_assert(fmu_get(&f, c, "der(state_ball.x1)") == 0.5 && rate[0] == 0.5);
    ck_assert(fmu_get(&f, c, "body_ball.z") == 0.3 && fmu_get(&f, c, "body_ball.q0") == 1);
    ck_assert(fmu_get(&f, c, "event_indicator_1") == g && fmu_get(&f, c, "time") == 0.25);
    ck_assert_double_eq_tol(g, -0.2, 1e-15);
    ck_assert_int_eq(f.fmi2GetDerivatives(c, rate, 12), fmi2Error);
    ck_assert_msg(strstr(fmu_said, "13 of these numbers, 12 were asked for"), "%s", fmu_said);
    fmi2ValueReference beyond = fmu_reference(&f, "time") + 1;
    ck_assert_int_eq(f.fmi2GetReal(c, &beyond, 1, &seen), fmi2Error);
    ck_assert_int_eq(f.fmi2GetNominalsOfContinuousStates(c, y, 13), fmi2OK);
    for (int i = 0; i < 13; i++) ck_assert(y[i] > 1e-3 && y[i] < 1e3); /* sizes, not tolerances */
    f.fmi2FreeInstance(c);
    fmu_drop(&f);
}
END_TEST

/* Loops that a host lets open are closed at an event: its states are others then. */
START_TEST(loops_are_closed_at_events) {
    fmu f;
    fmu_make(&f, "08_four_bar", NULL, exchange);
    fmi2Component c = fmu_started(&f, fmi2ModelExchange, 0);
    double y[STATES_MOST], moved[STATES_MOST];
    size_t n = (size_t)f.made.states;
    int event = 0, end = 0;
    fmi2EventInfo info;
    ck_assert_int_eq(f.fmi2GetContinuousStates(c, y, n), fmi2OK);
    ck_assert_int_eq(f.fmi2CompletedIntegratorStep(c, 1, &event, &end), fmi2OK);
    ck_assert(!event);
    memcpy(moved, y, n * sizeof *y);
    moved[0] += 1e-6;
    ck_assert_int_eq(f.fmi2SetContinuousStates(c, moved, n), fmi2OK);
    ck_assert_int_eq(f.fmi2CompletedIntegratorStep(c, 1, &event, &end), fmi2OK);
    ck_assert(event);
    ck_assert_int_eq(f.fmi2NewDiscreteStates(c, &info), fmi2OK);
    ck_assert(info.valuesOfContinuousStatesChanged);
    ck_assert_int_eq(f.fmi2GetContinuousStates(c, y, n), fmi2OK);
    ck_assert_mem_ne(y, moved, n * sizeof *y);
    ck_assert_int_eq(f.fmi2CompletedIntegratorStep(c, 1, &event, &end), fmi2OK);
    ck_assert(!event);
    f.fmi2FreeInstance(c);
    fmu_drop(&f);
}
END_TEST

/* ---- energies ---- */
START_TEST(energies_are_for_runs_only) {
    const char *column[] = {"energy.work"};
    fmu f;
    abut_message why = {0};
    ck_assert(!fmu_write(&f, "01_bouncing_ball", NULL,
                         (abut_fmu_def){.kinds = ABUT_FMU_EXCHANGE, .outputs = column, .output_count = 1}, &why));
    ck_assert_msg(strstr(why.text, "only co-simulation knows"), "%s", why.text);
    fmu_drop(&f);
}
END_TEST

/* ---- FMI 3.0 ---- */
static char said3[600];
static void hear3(fmi3InstanceEnvironment to, fmi3Status status, fmi3String category, fmi3String message) {
    (void)to, (void)status, (void)category;
    (void)snprintf(said3, sizeof said3, "%s", message);
}

#define GET(name) __typeof__(&(name)) name##_ = (__typeof__(&(name)))dlsym(f.library, #name)

START_TEST(fmi_3_gives_the_same) {
    fmu f;
    fmu_make(&f, "01_bouncing_ball", "bodies.ball.position=[0, 0, 0.101]",
             (abut_fmu_def){.version = 3, .kinds = ABUT_FMU_COSIMULATION | ABUT_FMU_EXCHANGE});
    GET(fmi3InstantiateCoSimulation);
    GET(fmi3InstantiateModelExchange);
    GET(fmi3EnterInitializationMode);
    GET(fmi3ExitInitializationMode);
    GET(fmi3DoStep);
    GET(fmi3GetFloat64);
    GET(fmi3GetInt32);
    GET(fmi3FreeInstance);
    GET(fmi3GetNumberOfContinuousStates);
    GET(fmi3GetContinuousStateDerivatives);
    char folder[300];
    (void)snprintf(folder, sizeof folder, "%s/resources/", f.folder);
    fmi3Instance c =
        fmi3InstantiateCoSimulation_("one", f.token, folder, false, false, false, false, NULL, 0, NULL, hear3, NULL);
    ck_assert_msg(c, "%s", said3);
    ck_assert_int_eq(fmi3EnterInitializationMode_(c, false, 0, 0, false, 0), fmi3OK);
    ck_assert_int_eq(fmi3ExitInitializationMode_(c), fmi3OK);
    bool event, end, early;
    double last, z, t, z2;
    for (int i = 0; i < 5; i++)
        ck_assert_int_eq(fmi3DoStep_(c, i * 0.01, 0.01, true, &event, &end, &early, &last), fmi3OK);
    ck_assert_double_eq_tol(last, 0.05, 1e-15);
    fmi3ValueReference at = fmu_reference(&f, "body_ball.z"), time = fmu_reference(&f, "time");
    ck_assert_int_eq(fmi3GetFloat64_(c, &at, 1, &z, 1), fmi3OK);
    ck_assert_int_eq(fmi3GetFloat64_(c, &time, 1, &t, 1), fmi3OK);
    ck_assert(t == last);
    int32_t whole;
    ck_assert_int_eq(fmi3GetInt32_(c, &at, 1, &whole, 1), fmi3Error);
    ck_assert_int_eq(fmi3DoStep_(c, 0.01, 0.01, true, &event, &end, &early, &last), fmi3Error);
    ck_assert_msg(strstr(said3, "does not go back"), "%s", said3);
    fmi3FreeInstance_(c);
    /* by the other interface of the same shared object */
    fmi2Component two = fmu_started(&f, fmi2CoSimulation, 0);
    for (int i = 0; i < 5; i++) ck_assert_int_eq(f.fmi2DoStep(two, i * 0.01, 0.01, 1), fmi2OK);
    z2 = fmu_get(&f, two, "body_ball.z");
    ck_assert(z == z2);
    f.fmi2FreeInstance(two);
    c = fmi3InstantiateModelExchange_("one", f.token, folder, false, false, NULL, hear3);
    size_t states;
    double rate[13];
    ck_assert_int_eq(fmi3EnterInitializationMode_(c, false, 0, 0, false, 0), fmi3OK);
    ck_assert_int_eq(fmi3ExitInitializationMode_(c), fmi3OK);
    ck_assert_int_eq(fmi3GetNumberOfContinuousStates_(c, &states), fmi3OK);
    ck_assert_uint_eq(states, 13);
    ck_assert_int_eq(fmi3GetContinuousStateDerivatives_(c, rate, states), fmi3OK);
    ck_assert(rate[9] == -9.81);
    fmi3FreeInstance_(c);
    fmu_drop(&f);
}
END_TEST

static const TTest *const *const all[] = {
    &directional_derivatives_are_those_of_differences,
    &inputs_have_derivatives_too,
    &angles_have_derivatives,
    &outputs_have_derivatives,
    &slopes_do_not_look_over_the_edge,
    &a_host_finds_the_trajectory_of_a_run,
    &modes_change_at_events,
    &variables_are_those_of_the_functions,
    &loops_are_closed_at_events,
    &energies_are_for_runs_only,
    &fmi_3_gives_the_same,
};

int main(void) { return suite_main("fmu exchange", all, sizeof all / sizeof *all); }
