/* Drag of oil on rolling elements: coefficients against measured ones, losses of a bearing against sums over its balls, balance of its
 * power, what is refused. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/machine.h"
#include "abut/model.h"
#include "support/near.h"
#include "support/suite.h"

static const double PI_ = 3.14159265358979323846;

/* A body moves at v through oil of 1000 kg/m^3 that stands with the ground: the force over 1/2 rho v^2 A. */
static double coefficient(double Re, double D, double l) {
    char text[700];
    abut_model *m;
    double v = 2, mu = 1000 * v * D / Re, area = l > 0 ? D * l : PI_ / 4 * D * D;
    (void)snprintf(
        text, sizeof text,
        "abut: 1\n"
        "bodies:\n"
        "  - {name: ground, fixed: true}\n"
        "  - {name: ball, mass: 1000, inertia: [1, 1, 1], velocity: [%g, 0, 0]}\n"
        "forces: [{name: d, type: fluid_drag, between: [ground, ball], diameter: %g, length: %g, density: 1000, "
        "viscosity: %.17g}]\n"
        "solver: {t_end: 1 ms}\n",
        v, D, l, mu);
    must(abut_model_read(&(abut_model_def){.path = "drag", .text = text}, &m, NULL));
    must(abut_model_start(m, NULL));
    abut_world *w = abut_model_world(m);
    double before = abut_read_body(w, (abut_body){2}).v.x;
    must(abut_advance(w, 1e-3));
    double force = 1000 * (before - abut_read_body(w, (abut_body){2}).v.x) / 1e-3; /* it hardly slows down */
    abut_model_destroy(m);
    return force / (0.5 * 1000 * v * v * area);
}

/* The standard drag curve of a sphere (Clift, Grace and Weber 1978) and of a cylinder across the flow (Wieselsberger 1921), read off
 * diagrams: recalled. */
START_TEST(coefficients) {
    static const double ball[][2] = {{0.1, 244}, {1, 27.3}, {10, 4.26}, {100, 1.09}, {1000, 0.47}, {1e4, 0.41}};
    static const double roller[][2] = {{10, 3.0}, {100, 1.45}, {1000, 1.0}, {1e4, 1.1}, {1e5, 1.2}};
    for (size_t i = 0; i < sizeof ball / sizeof *ball; i++) {
        double C = coefficient(ball[i][0], 0.01, 0);
        printf("ball, Re %g: C %.4g, measured %g\n", ball[i][0], C, ball[i][1]);
        expect_near(C, ball[i][1], 0.06, NULL, "ball at Re %g", ball[i][0]);
    }
    for (size_t i = 0; i < sizeof roller / sizeof *roller; i++) {
        double C = coefficient(roller[i][0], 0.01, 0.02);
        printf("roller, Re %g: C %.4g, measured %g\n", roller[i][0], C, roller[i][1]);
        expect_near(C, roller[i][1], 0.2, NULL, "roller at Re %g", roller[i][0]);
    }
}
END_TEST

static const char form[] = "abut: 1\n"
                           "lubricants: {oil: {eta0: 17.8 mPa s, alpha: 18 1/GPa%s}}\n"
                           "bodies:\n"
                           "  - {name: housing, fixed: true}\n"
                           "  - {name: shaft, mass: 1 kg, inertia: [1e-3, 1e-3, 1e-3], drive: {speed: 12000 rpm}}\n"
                           "machines: [{name: brg, %s, inner: shaft, outer: housing%s}]\n"
                           "%s"
                           "forces: [{type: load, body: shaft, force: %s}]\n"
                           "solver: {t_end: 1 s}\n"
                           "output: {every: 0.1 ms, from: %g ms}\n";
static const char held[] = "joints: [{name: g, type: planar, parent: housing, child: shaft}]\n";
static const char rollers[] = "type: roller_bearing, rollers: {count: 12, diameter: 7.5 mm, length: 9 mm}, "
                              "pitch_diameter: 38.5 mm, contact: {normal: {slices: 4}}";

static abut_model *make(const char *oil, const char *use, const char *more, const char *joint, const char *force,
                        double from, abut_message *why) {
    char text[1200];
    abut_model *m;
    (void)snprintf(text, sizeof text, form, oil, use, more, joint, force, from);
    abut_status s = abut_model_read(&(abut_model_def){.path = "drag", .text = text}, &m, why);
    if (!s && !(s = abut_model_start(m, NULL))) return m;
    if (m) (void)snprintf(why->text, sizeof why->text, "%s", abut_model_error_at(m, 0).text);
    abut_model_destroy(m);
    return NULL;
}

/* Every ball by the formulas at its own velocity and spin; the shaft pays for all losses; the books hold. */
START_TEST(balls_in_oil) {
    const double x = 0.03, f = 0.8, rho = 870, nu = 0.0178 / rho, D = 7.938e-3, r = D / 2;
    abut_message why = {0};
    abut_model *m = make(", density: 870", "use: 7008", ", lubricant: oil, drag: {oil_fraction: 0.03, factor: 0.8}", "",
                         "[0, 0, 300]", 10, &why);
    ck_assert_msg(m, "%s", why.text);
    abut_world *w = abut_model_world(m);
    abut_machine brg = abut_find_machine(w, "brg");
    must(abut_advance(w, 20e-3));
    abut_bearing_state s;
    must(abut_read_bearing(w, brg, &s, NULL));
    double power = 0;
    for (int i = 1; i <= abut_bearing_balls(w, brg); i++) {
        abut_body_state b = abut_read_body(w, abut_bearing_ball(w, brg, i));
        double v = hypot(hypot(b.v.x, b.v.y), b.v.z), spin = hypot(hypot(b.w.x, b.w.y), b.w.z);
        double Re = v * D / nu, Rw = spin * r * r / nu;
        double C = 24 / Re * (1 + 0.15 * pow(Re, 0.687)) + 0.42 / (1 + 42500 / pow(Re, 1.16));
        power += f * x * 0.5 * rho * (C * PI_ / 4 * D * D * v * v * v);
        power += f * x * 0.5 * rho * pow(r, 5) * (6.45 / sqrt(Rw) + 32.1 / Rw) * pow(spin, 3);
        if (i == 1) printf("balls_in_oil: %.3g m/s, Re %.3g, C %.3g, %.4g rad/s, Re %.3g\n", v, Re, C, spin, Rw);
    }
    const abut_bearing_losses *p = &s.losses;
    expect_near(p->drag, power, 1e-6, NULL, "drag of all balls");
    expect_near(s.loss, p->spin + p->slip + p->rolling + p->damping + p->cage + p->drag, 1e-12, NULL, "parts");
    abut_stat drag, all, torque;
    must(abut_read_machine_stat(w, brg, "friction_moments.drag", &drag));
    must(abut_read_machine_stat(w, brg, "friction_moment", &all));
    must(abut_read_machine_stat(w, brg, "axial_moment", &torque));
    expect_near(-torque.mean, all.mean, 2e-3, NULL, "torque of the shaft"); /* the balls still settle */
    expect_near(drag.mean, power / s.speed, 1e-3, NULL, "mean of its moment");
    abut_energy e = abut_read_energy(w);
    printf("balls_in_oil: %.2f of %.2f N mm; residual %.1e of %.3g J of drag\n", 1e3 * drag.mean, 1e3 * all.mean,
           e.residual, e.dissipated_dampers);
    expect_near(e.dissipated_dampers, power * 20e-3, 0.02, NULL, "booked drag");
    ck_assert(fabs(e.residual) < 1e-4 * (e.dissipated_friction + e.dissipated_dampers));
    abut_model_destroy(m);
}
END_TEST

START_TEST(rollers_in_oil) {
    const double rho = 890, nu = 0.0178 / rho, D = 7.5e-3;
    abut_message why = {0};
    abut_model *m = make("", rollers, ", lubricant: oil, drag: {oil_fraction: 0.05}", held, "[2000, 0, 0]", 0, &why);
    ck_assert_msg(m, "%s", why.text);
    abut_world *w = abut_model_world(m);
    abut_machine brg = abut_find_machine(w, "brg");
    must(abut_advance(w, 2e-5));
    abut_bearing_state s;
    must(abut_read_roller_bearing(w, brg, &s, NULL));
    double power = 0;
    for (int i = 1; i <= 12; i++) {
        abut_body_state b = abut_read_body(w, abut_bearing_roller(w, brg, i));
        double v = hypot(hypot(b.v.x, b.v.y), b.v.z), C = 1 + 10 * pow(v * D / nu, -2.0 / 3);
        power += 0.05 * 0.5 * rho * C * D * 9e-3 * v * v * v;
    }
    const abut_bearing_losses *p = &s.losses;
    printf("rollers_in_oil: %.3g W of %.3g W\n", p->drag, s.loss);
    expect_near(p->drag, power, 1e-6, NULL, "drag of all rollers");
    expect_near(s.loss, p->slip + p->rolling + p->damping + p->drag, 1e-12, NULL, "parts");
    ck_assert(p->rolling > 0 && p->slip > 0);
    abut_model_destroy(m);
}
END_TEST

START_TEST(refused) {
    static const char *const bad[][2] = {{", drag: {oil_fraction: 0.1}", "goes with a lubricant"},
                                         {", lubricant: oil, drag: {oil_fraction: 1.1}", "1.1"},
                                         {", lubricant: oil, drag: {factor: 0.5}", "oil_fraction"},
                                         {", lubricant: oil, drag: {oil_fraction: 0.1, factor: -1}", "-1"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        abut_message why = {0};
        ck_assert_ptr_null(make("", "use: 6205", bad[i][0], held, "[100, 0, 0]", 0, &why));
        ck_assert_msg(strstr(why.text, bad[i][1]) != NULL, "%zu: %s", i, why.text);
    }
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&coefficients, &balls_in_oil, &rollers_in_oil, &refused};
    return suite_main("drag", all, sizeof all / sizeof *all);
}
