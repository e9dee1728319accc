/* Every force that a machine adds, as it stands in a run of an example: its derivatives by position, orientation, velocity and
 * spin of both bodies against differences, and the power it dissipates or brings in against its work on the bodies. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/quat.h"
#include "support/example.h"
#include "support/near.h"
#include "support/suite.h"
#include "world/world.h"

typedef struct scene {
    const mb_force *f;
    double t;
    body_motion m[2];
} scene;

static force_out push(const scene *s) {
    force_out out = {0};
    s->f->type->eval(s->f->self, &s->f->places, (dual){s->t, 0}, &s->m[0], &s->m[1], &out);
    return out;
}

static vec3 unit(int axis) { return v3(axis == 0, axis == 1, axis == 2); }

/* Coordinate 0 .. 23: position, rotation, velocity, spin of a, then of b; its rate, or a step of it. */
static void change(scene *s, int i, double by, bool rate) {
    body_motion *b = &s->m[i / 12];
    vec3 d = v3_scale(by, unit(i % 3));
    vec3 *now[] = {&b->r, NULL, &b->v, &b->w}, *rates[] = {&b->dr, &b->dtheta, &b->dv, &b->dw};
    int what = i / 3 % 4;
    if (rate)
        *rates[what] = d;
    else if (what == 1)
        b->R = m3_mulm(m3_of_quat(quat_exp(d)), b->R);
    else
        *now[what] = v3_add(*now[what], d);
}

static void unpack(const force_out *f, bool rate, double to[12]) {
    const dvec all[4] = {f->force_a, f->torque_a, f->force_b, f->torque_b};
    for (int i = 0; i < 4; i++) {
        vec3 v = rate ? all[i].d : all[i].v;
        to[3 * i] = v.x, to[3 * i + 1] = v.y, to[3 * i + 2] = v.z;
    }
}

static void check_derivatives(const scene *at, const char *what, double *worst) {
    static const double steps[4] = {1e-8, 1e-7, 1e-6, 1e-4};
    double got[24][12], want[24][12], scale[4][2] = {{0}}, now[12], most = 0;
    force_out there = push(at);
    unpack(&there, false, now);
    for (int k = 0; k < 12; k++) most = fmax(most, fabs(now[k]));
    for (int i = 0; i < 24; i++) {
        scene s = *at;
        double step = steps[i / 3 % 4], end[2][12];
        change(&s, i, 1, true);
        force_out exact = push(&s);
        unpack(&exact, true, got[i]);
        for (int side = 0; side < 2; side++) {
            s = *at;
            change(&s, i, side ? -step : step, false);
            force_out f = push(&s);
            unpack(&f, false, end[side]);
        }
        for (int k = 0; k < 12; k++) {
            double *size = &scale[i / 3 % 4][k / 3 % 2];
            want[i][k] = (end[0][k] - end[1][k]) / (2 * step);
            *size = fmax(*size, fabs(want[i][k]));
        }
    }
    for (int n = 0; n < 24 * 12; n++) {
        int i = n / 12, k = n % 12;
        double size = scale[i / 3 % 4][k / 3 % 2], noise = 1e-13 * most / steps[i / 3 % 4];
        expect_within(got[i][k], want[i][k], 1e-4 * size + noise, NULL, "%s: part %d by motion %d", what, k, i);
        if (size > 1e3 * noise) *worst = fmax(*worst, fabs(got[i][k] - want[i][k]) / size);
    }
}

/* Work on both bodies + what is lost + change of what is stored = what is brought in. The stored energy along the motion by a
 * difference. */
static void check_power(const scene *at, const char *what) {
    const double dt = 1e-7;
    force_out f = push(at);
    double work = v3_dot(f.force_a.v, at->m[0].v) + v3_dot(f.torque_a.v, at->m[0].w) + v3_dot(f.force_b.v, at->m[1].v) +
                  v3_dot(f.torque_b.v, at->m[1].w);
    double stored[2], size = fabs(work) + fabs(f.loss) + fabs(f.power);
    for (int side = 0; side < 2; side++) {
        scene s = *at;
        double h = side ? -dt : dt;
        for (int b = 0; b < 2; b++) {
            s.m[b].r = v3_axpy(h, s.m[b].v, s.m[b].r);
            s.m[b].R = m3_mulm(m3_of_quat(quat_exp(v3_scale(h, s.m[b].w))), s.m[b].R);
        }
        stored[side] = push(&s).energy;
    }
    double rate = (stored[0] - stored[1]) / (2 * dt);
    expect_within(work + f.loss + rate, f.power, 2e-4 * (size + fabs(rate)) + 1e-6, NULL,
                  "%s: work %g, lost %g, stored %g, brought in %g", what, work, f.loss, rate, f.power);
}

static void check_model(const char *name, const char *settings, double t) {
    example e = example_start(name, settings, NULL);
    example_advance(&e, t);
    const mb_system *s = e.w->system;
    double worst = 0;
    int forces = 0;
    for (int i = 0; i < s->forces; i++) {
        scene at = {.f = &s->force[i], .t = t};
        const char *type = at.f->type->type.name;
        kin_motion(e.w->reader, at.f->a, &at.m[0]);
        kin_motion(e.w->reader, at.f->b, &at.m[1]);
        /* rollers stand at the kinks of their flanges */
        if (strcmp(type, "flange") != 0) check_derivatives(&at, type, &worst);
        if (strcmp(type, "load") != 0) check_power(&at, type);
        forces++;
    }
    printf("%s: %d forces, derivatives within %.1e\n", name, forces, worst);
    ck_assert_int_gt(forces, 0);
    example_end(&e);
}

START_TEST(bearings) {
    check_model("13_ball_bearing", "machines.brg.cage={mass: 10 g, guide: outer, mu: 0.1}", 5e-4);
    check_model("13_ball_bearing", "machines.brg.cage={mass: 10 g, guide: inner, mu: 0.1}", 5e-4);
    check_model("26_roller_bearing", NULL, 5e-4);
}
END_TEST

START_TEST(wedges) {
    check_model("20_wedge_cycling", NULL, 0.1);
    check_model("21_bogie_shear", "machines.b.springs.yaw=1e5 N m/rad;machines.b.springs.horizontal=1e6", 0.1);
}
END_TEST

/* On the rise with the pressure on, on the fall, and under the piston's way by the speed; a lever in its own test. */
START_TEST(cams) {
    for (double angle = 20; angle < 340; angle += 40) {
        char settings[100];
        (void)snprintf(settings, sizeof settings,
                       "machines.pump.profile.phase=%g deg;machines.pump.roller.bearing_mu=0.01", angle);
        check_model("23_cam_roller", settings, 1e-4);
    }
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&bearings, &wedges, &cams};
    return suite_main("machine_forces", all, sizeof all / sizeof *all);
}
