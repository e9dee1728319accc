/* Impacts: a mass falls centrally through the contact element; depth, duration, restitution and energy against closed
 * forms (F = k h^1.5 + d(h) hdot) and against restitution.csv, ball.csv. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/near.h"
#include "support/rk4.h"
#include "support/scene.h"
#include "support/suite.h"
#include "support/table.h"

/* The ball of ball.csv: radius 0.1 m, mass 1 kg, E* = 1e7 Pa (E with nu = 0) on a rigid plane; k = (4/3) E* sqrt(R). */
static const double RADIUS = 0.1, MASS = 1, E_STAR = 1e7;
static double stiffness(void) { return 4.0 / 3.0 * E_STAR * sqrt(RADIUS); }

/* normal: hertz with the given damping and tension */
static abut_element *make(const abut_choice *damping, bool tension) {
    abut_element_def def = {
        .a = {.shape = {"plane", {{0}}}, .material = ABUT_RIGID},
        .b = {.shape = {"sphere", {{.name = "radius", .value = RADIUS}}}, .material = {E_STAR, 0, 0, false}},
        .law.normal = {
            "hertz", {{.name = "tension", .value = tension}, {.name = damping ? "damping" : NULL, .choice = damping}}}};
    abut_element *e;
    abut_message message;
    ck_assert_msg(abut_element_create(&def, &e, &message) == ABUT_OK, "%s", message.text);
    return e;
}

/* ---- one impact ---- */
typedef struct impact {
    double e;           /* speed after over speed before */
    double h_max, T;    /* m, s: depth and duration, touch to h = 0 */
    double T_force;     /* s: until the force has gone for good */
    double F_max, loss; /* N, J: peak force; integral of the dissipated power */
    double kept;        /* J: kinetic energy at the end */
} impact;

typedef struct fall {
    const abut_element *e;
    double gravity;
} fall;

static abut_element_in at(double t, const double *x) {
    return (abut_element_in){.b.r = {0, 0, RADIUS - x[0]}, .vb.v = {0, 0, -x[1]}, .t = t};
}

/* x: approach, its rate, dissipated energy */
static void rates(double t, const double *x, double *rate, void *user) {
    const fall *f = user;
    abut_element_in in = at(t, x);
    abut_element_out o = {0};
    must(abut_element_eval(f->e, &in, &o));
    rate[0] = x[1];
    rate[1] = f->gravity - o.on_b.force.z / MASS;
    rate[2] = o.loss_normal;
}

/* Where a cubic with these end values and slopes is zero, as a part of the step. */
static double zero_of(double y0, double s0, double y1, double s1, double dt) {
    double low = 0, high = 1;
    for (int i = 0; i < 60; i++) {
        double u = 0.5 * (low + high), w = 1 - u;
        double y = w * w * (1 + 2 * u) * y0 + u * u * (1 + 2 * w) * y1 + u * w * dt * (w * s0 - u * s1);
        if ((y > 0) == (y0 > 0))
            low = u;
        else
            high = u;
    }
    return 0.5 * (low + high);
}

/* From h = 0 with speed v until h = 0 again, in about `steps` steps. */
static impact collide(abut_element *e, double v, double gravity, int steps) {
    double period = 2.9432751843247047 * pow(1.25 * MASS * v * v / stiffness(), 0.4) / v, dt = period / steps;
    double x[3] = {0, v, 0}, old[3], t = 0;
    impact out = {0};
    fall f = {e, gravity};
    abut_element_forget(e);
    abut_element_in in = at(0, x);
    must(abut_element_accept(e, &in));
    do {
        memcpy(old, x, sizeof x);
        double before[3], after[3], u;
        rates(t, x, before, &f);
        rk4(rates, &f, 3, t, dt, x);
        rates(t + dt, x, after, &f);
        double force = (gravity - before[1]) * MASS;
        if (force > out.F_max) out.F_max = force;
        if (force != 0) out.T_force = t + dt;
        if (old[1] > 0 && x[1] <= 0) { /* the cubic of h at the instant of rest */
            u = zero_of(old[1], before[1], x[1], after[1], dt);
            double w = 1 - u;
            out.h_max =
                w * w * (1 + 2 * u) * old[0] + u * u * (1 + 2 * w) * x[0] + u * w * dt * (w * old[1] - u * x[1]);
        }
        t += dt;
        if (x[0] <= 0) {
            u = zero_of(old[0], old[1], x[0], x[1], dt);
            out.T = t - dt + u * dt;
            out.e = -(old[1] + u * (x[1] - old[1])) / v;
            out.loss = old[2] + u * (x[2] - old[2]);
        }
        in = at(t, x);
        must(abut_element_accept(e, &in));
        if (t > 20 * period) ck_abort_msg("the body stays");
    } while (x[0] > 0);
    out.kept = 0.5 * MASS * out.e * v * out.e * v;
    return out;
}

/* Forces that start like h^(1/4) and kinks at the deepest point need more steps. */
static impact collide_with(const abut_choice *damping, bool tension, double v) {
    bool smooth = !damping || !(strcmp(damping->type, "power") == 0 || strcmp(damping->type, "hysteretic") == 0);
    abut_element *e = make(damping, tension);
    impact i = collide(e, v, 0, smooth ? 1200 : 4000);
    abut_element_destroy(e);
    return i;
}

/* initial kinetic energy = final kinetic energy + what was dissipated */
static void balance(const impact *i, double v, double tolerance, double *worst, const char *what) {
    expect_within((i->kept + i->loss) / (0.5 * MASS * v * v), 1, tolerance, worst, "%s: energy at v = %g", what, v);
}

/* ---- closed forms ---- */
/* h_max = (5 m v^2/(4k))^(2/5), T = 2.9432751843247047 h_max/v, with (4 sqrt(pi)/5) Gamma(2/5)/Gamma(9/10) */
START_TEST(elastic_impact) {
    double worst = 0;
    for (double v = 1e-3; v < 20; v *= 7) {
        impact i = collide_with(NULL, false, v);
        double h = pow(1.25 * MASS * v * v / stiffness(), 0.4),
               factor = 0.8 * sqrt(acos(-1.0)) * tgamma(0.4) / tgamma(0.9);
        expect_near(i.h_max, h, 1e-6, &worst, "depth at v = %g", v);
        expect_near(i.T, factor * h / v, 1e-6, &worst, "duration at v = %g", v);
        expect_near(i.e, 1, 1e-6, &worst, "restitution at v = %g", v);
        ck_assert(i.loss == 0);
    }
    printf("elastic_impact: worst %.1e\n", worst);
}
END_TEST

/* ball.csv: 40 digits, without and with gravity */
START_TEST(bouncing_ball) {
    table t = table_read("ball.csv");
    double worst = 0;
    for (size_t r = 0; r < t.rows; r++) {
        abut_element *e = make(NULL, false);
        impact i = collide(e, 2.8014282071829005, table_at(&t, r, "gravity"), 4000);
        expect_near(i.h_max, table_number(&t, r, "h_max"), 1e-7, &worst, "row %zu: depth", r);
        expect_near(i.T, table_number(&t, r, "T_contact"), 1e-7, &worst, "row %zu: duration", r);
        expect_near(i.F_max, table_number(&t, r, "F_max"), 1e-6, &worst, "row %zu: force", r);
        expect_near(i.e, 1, 1e-7, &worst, "row %zu: restitution", r);
        abut_element_destroy(e);
    }
    printf("bouncing_ball: worst %.1e\n", worst);
    table_free(&t);
}
END_TEST

/* The restitution of N = F (1 + eps hdot/v): root of ln[(1 + eps)/(1 - e eps)] = eps (1 + e) in (0, 1), by bisection. */
static double restitution_of(double eps) {
    double low = 0, high = 1;
    for (int i = 0; i < 100; i++) {
        double e = 0.5 * (low + high);
        bool above = e * eps >= 1 || log1p(eps) - log1p(-e * eps) > eps * (1 + e);
        if (above)
            high = e;
        else
            low = e;
    }
    return 0.5 * (low + high);
}

static abut_choice damping_of(const char *type, const char *p1, double x1, const char *p2, double x2) {
    return (abut_choice){type, {{.name = p1, .value = x1}, {.name = p2, .value = x2}}};
}

/* The wanted restitution at the speed given, whatever it is; at another speed the one of the law. */
START_TEST(hunt_crossley) {
    double worst = 0, energy = 0;
    for (double e = 0.1; e < 1; e += 0.1) {
        abut_choice d = damping_of("hunt_crossley", "restitution", e, "speed", 2);
        impact i = collide_with(&d, false, 2);
        expect_within(i.e, e, 1e-5, &worst, "restitution %g", e);
        balance(&i, 2, 1e-6, &energy, "hunt_crossley");
        double chi = 0; /* as the law has it: find chi with restitution_of(2 chi) = e */
        for (double step = 4 / e; step > 1e-15; step *= 0.5)
            if (2 * (chi + step) < 1 / e && restitution_of(2 * (chi + step)) > e) chi += step;
        d = damping_of("hunt_crossley", "chi", chi, NULL, 0);
        expect_within(collide_with(&d, false, 2).e, e, 1e-5, &worst, "restitution %g by chi = %g", e, chi);
    }
    abut_choice d = damping_of("hunt_crossley", "restitution", 0.5, "speed", 2);
    abut_choice weaker = damping_of("hunt_crossley", "restitution", 0.5, "speed", 4);
    double e1 = collide_with(&d, false, 1).e;
    ck_assert_double_gt(e1, 0.5); /* slower impacts lose less */
    expect_within(collide_with(&weaker, false, 2).e, e1, 1e-6, &worst,
                  "only the speed in units of the given one matters");
    printf("hunt_crossley: restitution %.1e, energy %.1e\n", worst, energy);
}
END_TEST

/* Laws with the touch speed: what they really give. Asked for 0.5: 0.725 and 0.470. */
START_TEST(touch_speed_laws) {
    double worst = 0, energy = 0;
    for (double v = 0.1; v < 20; v *= 10)
        for (double e = 0.3; e < 1; e += 0.2) {
            abut_choice ln = damping_of("lankarani_nikravesh", "restitution", e, NULL, 0);
            abut_choice fl = damping_of("flores", "restitution", e, NULL, 0);
            impact i = collide_with(&ln, false, v), j = collide_with(&fl, false, v);
            expect_within(i.e, restitution_of(0.75 * (1 - e * e)), 1e-5, &worst, "lankarani_nikravesh %g at %g", e, v);
            expect_within(j.e, restitution_of(1.6 * (1 - e) / e), 1e-5, &worst, "flores %g at %g", e, v);
            balance(&i, v, 1e-6, &energy, "lankarani_nikravesh");
            balance(&j, v, 1e-6, &energy, "flores");
        }
    abut_choice ln = damping_of("lankarani_nikravesh", "restitution", 0.5, NULL, 0);
    abut_choice fl = damping_of("flores", "restitution", 0.5, NULL, 0);
    expect_within(collide_with(&ln, false, 1).e, 0.725L, 5e-4, NULL, "lankarani_nikravesh asked for 0.5");
    expect_within(collide_with(&fl, false, 1).e, 0.470L, 5e-4, NULL, "flores asked for 0.5");
    printf("touch_speed_laws: restitution %.1e, energy %.1e\n", worst, energy);
}
END_TEST

/* d ~ h^(1/4) turns the impact into a linear oscillator of h^(5/4): exp(-pi zeta/w) when released at h = 0, later ends are
 * cut off without tension: exp(-(zeta/w)(pi - atan2(2 zeta w, 1 - 2 zeta^2))). */
START_TEST(quarter_power) {
    double worst = 0, energy = 0;
    for (double e = 0.2; e < 1; e += 0.2) {
        abut_choice d = damping_of("power", "restitution", e, "mass", MASS);
        double l = log(e), pi = acos(-1.0), zeta = -l / sqrt(pi * pi + l * l), w = sqrt(1 - zeta * zeta);
        for (double v = 0.3; v < 5; v *= 4) {
            impact i = collide_with(&d, true, v), j = collide_with(&d, false, v);
            expect_within(i.e, e, 1e-5, &worst, "released at h = 0, %g at %g", e, v);
            expect_within(j.e, exp(-zeta / w * (pi - atan2(2 * zeta * w, 1 - 2 * zeta * zeta))), 1e-5, &worst,
                          "released at F = 0, %g at %g", e, v);
            balance(&i, v, 1e-6, &energy, "power with tension");
            balance(&j, v, 1e-6, &energy, "power");
        }
    }
    printf("quarter_power: restitution %.1e, energy %.1e\n", worst, energy);
}
END_TEST

/* Rate-independent: the same restitution at every speed. */
START_TEST(hysteretic) {
    double worst = 0, energy = 0;
    for (double e = 0.3; e < 1; e += 0.3)
        for (double v = 0.01; v < 20; v *= 20) {
            abut_choice d = damping_of("hysteretic", "restitution", e, NULL, 0);
            impact i = collide_with(&d, false, v);
            expect_within(i.e, e, 1e-5, &worst, "restitution %g at %g", e, v);
            balance(&i, v, 1e-6, &energy, "hysteretic");
            double h = pow(1.25 * MASS * v * v / stiffness(), 0.4);
            expect_near(i.h_max, h, 1e-6, &worst, "depth, %g at %g", e, v);
        }
    printf("hysteretic: restitution %.1e, energy %.1e\n", worst, energy);
}
END_TEST

/* N = F (1 + eps hdot/v): dividing m v dv = -N dh gives (2/5) k h^(5/2) = m v^2 (eps - ln(1 + eps))/eps^2. */
static double depth_hunt_crossley(double eps, double v) {
    return pow(2.5 * MASS * v * v * (eps - log1p(eps)) / (eps * eps * stiffness()), 0.4);
}
/* d = eta h^(1/4): y = (4/5) h^(5/4) is a linear oscillator of frequency sqrt(5k/(4m)) that starts with y' = v. */
static double depth_quarter(double eta, double v) {
    double zeta = eta / sqrt(5 * MASS * stiffness()), w = sqrt(1 - zeta * zeta);
    return pow(1.25 * v * exp(-zeta / w * atan2(w, zeta)) / sqrt(1.25 * stiffness() / MASS), 0.8);
}

/* restitution.csv: restitution and duration of the viscous laws, released at h = 0 and at F = 0 */
START_TEST(table_of_impacts) {
    table t = table_read("restitution.csv");
    double worst = 0, energy = 0;
    for (size_t r = 0; r < t.rows; r++) {
        bool power = !strcmp(table_text(&t, r, "law"), "power");
        double v = table_at(&t, r, "v"), c = table_at(&t, r, "coefficient");
        abut_choice d = power ? damping_of("power", "coefficient", c, "exponent", table_at(&t, r, "exponent"))
                              : damping_of("hunt_crossley", "chi", c / v, NULL, 0);
        double depth = !power                                ? depth_hunt_crossley(c, v)
                       : table_at(&t, r, "exponent") == 0.25 ? depth_quarter(c, v)
                                                             : 0;
        impact i = collide_with(&d, true, v), j = collide_with(&d, false, v);
        expect_within(i.e, table_number(&t, r, "e_h0"), 1e-5, &worst, "row %zu: released at h = 0", r);
        expect_within(j.e, table_number(&t, r, "e_F0"), 1e-5, &worst, "row %zu: released at F = 0", r);
        if (depth > 0) expect_near(i.h_max, depth, 1e-5, &worst, "row %zu: depth", r);
        expect_near(i.T, table_number(&t, r, "T_h0"), 1e-5, &worst, "row %zu: duration", r);
        /* the last step with a force: one step of resolution */
        if (power && table_at(&t, r, "exponent") < 1)
            expect_near(j.T_force, table_number(&t, r, "T_F0"), 4e-4, NULL, "row %zu: release", r);
        balance(&i, v, 1e-6, &energy, "table, tension");
        balance(&j, v, 1e-6, &energy, "table");
    }
    printf("table_of_impacts: worst %.1e, energy %.1e\n", worst, energy);
    table_free(&t);
}
END_TEST

/* ---- memory ---- */

/* A run that is saved in the middle, spoiled, restored and continued ends in the same bits; trials leave no trace. */
START_TEST(memory_of_an_impact) {
    const abut_choice *damping;
    for (int n = 0; (damping = example_of("damping", n)); n++) {
        abut_element *e = make(damping, false);
        size_t size = abut_element_memory_size(e);
        unsigned char *saved = calloc(1, size), *now = calloc(1, size);
        fall f = {e, 0};
        double x[3] = {-1e-6, 1, 0}, middle[3] = {0}, end[2][3], dt = 1e-5;
        for (int run = 0; run < 2; run++) {
            if (run) { /* spoil, then go back */
                double far[3] = {0.02, -3, 0};
                abut_element_in in = at(9, far);
                must(abut_element_accept(e, &in));
                abut_element_set_memory(e, saved);
                memcpy(x, middle, sizeof x);
            }
            for (int k = run ? 400 : 0; k < 1000; k++) {
                if (k == 400) {
                    abut_element_get_memory(e, saved);
                    memcpy(middle, x, sizeof x);
                }
                abut_element_get_memory(e, now);
                rk4(rates, &f, 3, k * dt, dt, x);
                unsigned char after[1024];
                if (size > sizeof after) ck_abort_msg("%zu bytes of memory", size);
                abut_element_get_memory(e, after);
                if (memcmp(now, after, size) != 0) ck_abort_msg("%s: a trial left a trace", damping->type);
                abut_element_in in = at((k + 1) * dt, x);
                must(abut_element_accept(e, &in));
            }
            memcpy(end[run], x, sizeof x);
        }
        ck_assert_msg(!memcmp(end[0], end[1], sizeof end[0]), "%s: another end after going back", damping->type);
        ck_assert_msg(x[1] < 0, "%s: no rebound", damping->type);
        free(saved);
        free(now);
        abut_element_destroy(e);
    }
}
END_TEST

/* Leaving fast enough that damping pulls, and sliding: the tangential force vanishes instead of driving the bodies. */
START_TEST(no_friction_where_it_pulls) {
    const abut_choice damping = {"hunt_crossley", {{.name = "chi", .value = 2}}};
    const abut_choice frictions[] = {
        {"coulomb", {{.name = "mu", .value = 0.3}, {.name = "v_s", .value = 1e-3}}},
        {"coulomb",
         {{.name = "mu", .value = 0.3}, {.name = "v_s", .value = 1e-3}, {.name = "patch", .text = "ellipse"}}}};
    for (int i = 0; i < 4; i++) {
        abut_element_def def = {
            .a = {.shape = {"plane", {{0}}}, .material = ABUT_RIGID},
            .b = {.shape = {"sphere", {{.name = "radius", .value = RADIUS}}}, .material = {E_STAR, 0, 0, false}},
            .law = {.normal = {"hertz", {{.name = "tension", .value = 1}, {.name = "damping", .choice = &damping}}},
                    .friction = frictions[i / 2]}};
        abut_element *e;
        abut_element_jac jac;
        abut_element_out o = {.jac = i % 2 ? &jac : NULL};
        double h = 1e-4;
        must(abut_element_create(&def, &e, NULL));
        abut_element_in in = at(0, (double[]){h, -0.6});
        in.vb.v.x = 0.5;
        must(abut_element_eval(e, &in, &o));
        expect_near(o.N, stiffness() * pow(h, 1.5) * (1 - 2 * 0.6), 1e-9, NULL, "N");
        ck_assert(o.N < 0 && o.force.x == 0 && o.loss_friction == 0 && o.touching && o.mode == 2);
        in.vb.v.z = -0.6; /* and there it is where it pushes */
        must(abut_element_eval(e, &in, &o));
        ck_assert(o.N > 0 && o.force.x < -0.1 * o.N && o.loss_friction > 0);
        abut_element_destroy(e);
    }
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&elastic_impact,   &bouncing_ball,       &hunt_crossley,
                                              &touch_speed_laws, &quarter_power,       &hysteretic,
                                              &table_of_impacts, &memory_of_an_impact, &no_friction_where_it_pulls};
    return suite_main("damping", all, sizeof all / sizeof *all);
}
