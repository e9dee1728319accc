/* A lubricated ball bearing: 6 balls of 8 mm on 45 mm, contact angle 20 deg, thrust of 600 N at 10,000 rpm in an oil of 20 mPa s.
 * Where the torque of the inner ring goes, films against the film law, start with films, balls together and one by one. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "abut/lubrication.h"
#include "base/vec.h"
#include "machine/ball_bearing/ball_bearing.h"
#include "machine/watch.h"
#include "support/near.h"
#include "support/rolling.h"
#include "support/suite.h"
#include "world/world.h"

enum { BALLS = 6 };
static const double speed = 1047.1975511965977, thrust = 600; /* 10,000 rpm */
static const double D = 8e-3, dm = 45e-3, angle = 0.3490658503988659;
static const abut_lubricant oil = {.eta0 = 0.02, .alpha = 1.8e-8, .tau0 = 4e6, .limit_slope = 0.05};
static const abut_roughness rough = {.sigma = 1e-7, .asperity_radius = 1e-5, .density = 1e10};

typedef struct rig {
    abut_world *w;
    abut_machine brg;
} rig;

/* radial: a bearing without contact angle, with a clearance, its shaft held but for its plane. */
static rig make_bearing(const abut_roughness *roughness, double cage, abut_vec3 load, bool plain, bool radial) {
    rig r = {.w = abut_world_create(&(abut_world_def){.gravity = {0, 0, 0}})};
    r.w->plain = plain;
    abut_body housing = abut_add_body(r.w, &(abut_body_def){.name = "housing", .fixed = true});
    abut_body shaft = abut_add_body(r.w, &(abut_body_def){.name = "shaft",
                                                          .mass = 0.5,
                                                          .inertia = {1e-3, 1e-3, 1e-3},
                                                          .drive = {.given = true, .speed = speed}});
    abut_ball_bearing_def d = {.name = "brg",
                               .inner = shaft,
                               .outer = housing,
                               .balls = {.count = BALLS, .diameter = D},
                               .pitch_diameter = dm,
                               .contact_angle = angle,
                               .thrust = 1,
                               .control = ABUT_CONTROL_NONE,
                               .law = {.lubricant = &oil, .roughness = roughness}};
    if (radial) {
        d.contact_angle = d.thrust = 0;
        d.clearance = 60e-6;
        abut_add_joint(r.w, &(abut_joint_def){.type = "planar", .parent = housing, .child = shaft});
    }
    d.cage.mass = cage;
    d.cage.mu = 0.1;
    d.cage.guide = ABUT_GUIDE_OUTER;
    r.brg = abut_add_ball_bearing(r.w, &d);
    const double force[3] = {load.x, load.y, load.z};
    abut_add_force(r.w, &(abut_force_def){.law = {"load", {{.name = "force", .data = force, .count = 3}}}, .b = shaft});
    ck_assert_msg(abut_check(r.w) == ABUT_OK, "%s", abut_world_message(r.w));
    must(abut_start(r.w, &(abut_solver_def){.rtol = 1e-5, .start = ABUT_START_EQUILIBRIUM}));
    return r;
}

static rig make(const abut_roughness *roughness, double cage, abut_vec3 load, bool plain) {
    return make_bearing(roughness, cage, load, plain, false);
}

static double sum_of(const abut_bearing_losses *l) { return l->spin + l->slip + l->rolling + l->damping + l->cage; }

/* W, of all contacts with races, by the published formula at speeds from the angles and the orbits of the balls. */
static double rolling_power(const rig *r, const abut_ball_state ball[BALLS]) {
    const ball_bearing *b = bearing_of(r->w, r->brg);
    double E_prime = 2 * abut_E_star(210e9, 0.3, 210e9, 0.3), sum = 0;
    for (int i = 0; i < BALLS; i++)
        for (int k = 0; k < RINGS; k++) {
            abut_element_out c = {.want_frame = true};
            must(abut_read_contact(r->w, (abut_contact){bearing_contact(b, i, k, 0)}, &c));
            double at = cos(k == INNER ? ball[i].inner.angle : ball[i].outer.angle);
            double u = k == INNER ? (speed - ball[i].orbit) * (dm - D * at) : ball[i].orbit * (dm + D * at);
            sum += u * published_ellipse(2 * c.Q, 2 * c.P, c.a, c.b, c.N, E_prime, oil.eta0, u);
        }
    return sum;
}

/* In steady motion the torque that the inner ring needs is the loss by its speed. Nineteen twentieths of it are rolling: oil of 20 mPa s at
 * 10,000 rpm, flooded and isothermal. Spin is the greatest of what is left. */
START_TEST(power_balance) {
    rig r = make(&rough, 0, (abut_vec3){0, 0, thrust}, false);
    abut_bearing_state s;
    abut_ball_state ball[BALLS];
    must(abut_advance(r.w, 0.02));
    must(abut_read_bearing(r.w, r.brg, &s, ball));
    printf("power_balance: torque %.6g, loss by speed %.6g N mm: spin %.4g, slip %.4g, rolling %.4g\n",
           -1e3 * s.moment.z, 1e3 * s.friction_moment, 1e3 * s.losses.spin / speed, 1e3 * s.losses.slip / speed,
           1e3 * s.losses.rolling / speed);
    expect_near(-s.moment.z, s.friction_moment, 5e-3, NULL, "torque of the inner ring");
    expect_near(sum_of(&s.losses), s.loss, 1e-12, NULL, "parts of the loss");
    ck_assert(s.losses.spin > 0 && s.losses.slip > 0 && s.losses.rolling > 0 && s.losses.cage == 0);
    expect_near(s.losses.rolling, rolling_power(&r, ball), 5e-3, NULL, "rolling");
    double rest = (s.losses.spin + s.losses.slip) / speed;
    ck_assert_msg(rest > 1e-3 && rest < 8e-3, "spin and slip: %g N m", rest);
    for (int i = 0; i < BALLS; i++) {
        const abut_race_state *race[RINGS] = {&ball[i].inner, &ball[i].outer};
        for (int k = 0; k < RINGS; k++) ck_assert(race[k]->lambda > 1 && race[k]->lambda < 20 && race[k]->Q > 100);
    }
    /* ISO 281: nu_1 = 4500/sqrt(n d_m) mm^2/s, the viscosity by 890 kg/m^3 */
    abut_life life;
    must(abut_read_life(r.w, r.brg, &life));
    expect_near(life.kappa, 0.02 / 890 / (4500e-6 / sqrt(1e4 * 45)), 1e-6, NULL, "kappa");
    abut_world_destroy(r.w);
}
END_TEST

static void check_film(const rig *r, int ball, int ring, double film) {
    abut_element_out c = {.want_frame = true};
    abut_film_law law;
    abut_film_out f;
    const ball_bearing *b = bearing_of(r->w, r->brg);
    must(abut_read_contact(r->w, (abut_contact){bearing_contact(b, ball, ring, 0)}, &c));
    ck_assert(!abut_film_choose(NULL, false, &law, NULL));
    double E_prime = 2 * abut_E_star(210e9, 0.3, 210e9, 0.3);
    /* of the ball on a ring that turns with w against the orbit: both surfaces at nearly the same speed */
    abut_bearing_state s;
    must(abut_read_bearing(r->w, r->brg, &s, NULL));
    double turn = (ring == INNER ? speed : 0) - s.cage_speed,
           lever = 0.5 * dm + (ring == INNER ? -1 : 1) * 0.5 * D * cos(angle);
    expect_near(c.film.u_sum, 2 * fabs(turn) * lever, 1e-2, NULL, "rolling speed of ball %d", ball);
    abut_film_in in = {.force = c.N,
                       .rho_x = 2 * c.Q,
                       .rho_y = 2 * c.P,
                       .u_sum = c.film.u_sum,
                       .eta0 = oil.eta0,
                       .alpha = oil.alpha,
                       .E_prime = E_prime};
    ck_assert(!abut_film_eval(&law, &in, &f, NULL));
    expect_near(film, f.h_c, 1e-6, NULL, "film of ball %d", ball);
    expect_near(c.film.h_min, f.h_min, 1e-6, NULL, "least film of ball %d", ball);
    ck_assert(c.film.T_fluid > 0); /* friction is that of the film without being asked for */
}

START_TEST(films) {
    rig r = make(NULL, 0, (abut_vec3){60, 0, thrust}, false);
    abut_bearing_state s;
    abut_ball_state ball[BALLS];
    must(abut_advance(r.w, 2e-4));
    must(abut_read_bearing(r.w, r.brg, &s, ball));
    for (int i = 0; i < BALLS; i++) {
        check_film(&r, i, INNER, ball[i].inner.film);
        check_film(&r, i, OUTER, ball[i].outer.film);
    }
    abut_world_destroy(r.w);
}
END_TEST

/* Films hold the rings apart: the run starts where they do. */
START_TEST(starts_with_films) {
    rig r = make(&rough, 0, (abut_vec3){0, 0, thrust}, false);
    abut_bearing_state s, later;
    abut_ball_state ball[BALLS];
    must(abut_read_bearing(r.w, r.brg, &s, ball));
    double film = ball[0].inner.film;
    ck_assert(film > 1e-7);
    for (int i = 0; i < BALLS; i++) expect_near(ball[i].inner.Q, ball[0].inner.Q, 1e-9, NULL, "load of ball %d", i);
    expect_near(s.force.z, -thrust, 2e-3, NULL, "force of the balls");
    must(abut_advance(r.w, 2e-4));
    must(abut_read_bearing(r.w, r.brg, &later, NULL));
    printf("starts_with_films: film %.4g um, the ring moves by %.4g um\n", 1e6 * film,
           1e6 * (later.displacement.z - s.displacement.z));
    ck_assert(fabs(later.displacement.z - s.displacement.z) < 0.5 * film);
    abut_world_destroy(r.w);
}
END_TEST

/* Balls worked on together, and as bodies like any other, with a cage. */
START_TEST(together_or_not) {
    const abut_vec3 load = {80, -40, thrust};
    rig a = make(&rough, 5e-3, load, false), b = make(&rough, 5e-3, load, true);
    ck_assert(a.w->system->swarms == 1 && b.w->system->swarms == 0);
    for (int step = 0; step < 2; step++) {
        for (int i = 1; i <= abut_body_count(b.w); i++) {
            abut_body_state p = abut_read_body(a.w, (abut_body){i}), q = abut_read_body(b.w, (abut_body){i});
            ck_assert_double_le(v3_norm(v3_sub(p.r, q.r)), step ? 2e-9 : 1e-15);
            ck_assert_double_le(v3_norm(v3_sub(p.v, q.v)), step ? 2e-4 : 1e-12);
            if (!step) ck_assert_double_le(v3_norm(v3_sub(p.a, q.a)), 1e-6 * (1 + v3_norm(q.a)));
        }
        must(abut_advance(a.w, 3e-4));
        must(abut_advance(b.w, 3e-4));
    }
    abut_bearing_state s;
    must(abut_read_bearing(a.w, a.brg, &s, NULL));
    expect_near(sum_of(&s.losses), s.loss, 1e-12, NULL, "parts of the loss");
    abut_world_destroy(a.w);
    abut_world_destroy(b.w);
}
END_TEST

/* A radial load leaves balls without load: these have no film, and the mean film is one of the loaded balls, weighted with the load. */
START_TEST(means_of_the_loaded) {
    rig r = make_bearing(NULL, 0, (abut_vec3){600, 0, 0}, false, true);
    const watch *o = r.w->machine[r.brg.id].watch;
    int columns = watch_columns(o), bare = 0;
    double *row = malloc((size_t)columns * sizeof *row), least = INFINITY, greatest = 0;
    while (abut_time(r.w) < 1e-3) {
        must(abut_step(r.w));
        abut_bearing_state s;
        abut_ball_state ball[BALLS];
        must(abut_read_bearing(r.w, r.brg, &s, ball));
        watch_record(r.w, o, row);
        for (int i = 0; i < BALLS; i++) {
            char name[32];
            (void)snprintf(name, sizeof name, "ball%d_film_inner", i + 1);
            double shown = row[watch_find_column(o, name)], Q = ball[i].inner.Q;
            if (Q > 1) least = fmin(least, shown), greatest = fmax(greatest, shown);
            bare += isnan(shown);
            ck_assert(isnan(shown) ? ball[i].inner.film == 0 : shown == ball[i].inner.film);
            ck_assert(Q > 0 || isnan(shown));
            ck_assert(!(shown > 20e-6)); /* the reach */
        }
    }
    abut_stat film;
    must(abut_read_machine_stat(r.w, r.brg, "races.inner.film", &film));
    printf("means_of_the_loaded: %d times no film; loaded %.4g to %.4g um, mean %.4g um\n", bare, 1e6 * least,
           1e6 * greatest, 1e6 * film.mean);
    ck_assert_int_gt(bare, 0);
    ck_assert_double_gt(film.mean, least);
    ck_assert_double_lt(film.mean, greatest);
    free(row);
    abut_world_destroy(r.w);
}
END_TEST

/* Asperities far below the film carry loads that end below the range of numbers: derivatives stay numbers. */
START_TEST(hardly_rough) {
    int some = 0;
    for (int i = 0; i <= 500; i++) {
        abut_roughness r = {.sigma = 1.45e-7 * (1 - 2e-4 * i), .asperity_radius = 1e-5, .density = 1e10};
        abut_element_def def = {
            .a = {.shape = {"plane", {{0}}}, .material = ABUT_STEEL},
            .b = {.shape = {"ellipsoid",
                            {{.name = "a", .value = 0.04}, {.name = "b", .value = 0.01}, {.name = "c", .value = 0.01}}},
                  .material = ABUT_STEEL},
            .law = {.friction = {"mixed", {{.name = "patch", .text = "ellipse"}}}, .lubricant = &oil, .roughness = &r}};
        abut_element *e;
        ck_assert(!abut_element_create(&def, &e, NULL));
        abut_element_jac jac;
        abut_element_out out = {.jac = &jac};
        abut_element_in in = {.b.r = {0, 0, 0.01 + 5e-6}, .vb = {.v = {0, 5, 0}, .w = {-490, 0, 3}}};
        must(abut_element_eval(e, &in, &out));
        some += out.film.loss_boundary > 0 && out.film.loss_boundary < 1e-309;
        for (int k = 0; k < 144; k++) ck_assert(isfinite(jac.K[k / 12][k % 12]) && isfinite(jac.C[k / 12][k % 12]));
        abut_element_destroy(e);
    }
    ck_assert(some > 0);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&power_balance,   &films,        &starts_with_films,
                                              &together_or_not, &hardly_rough, &means_of_the_loaded};
    return suite_main("lubricated_bearing", all, sizeof all / sizeof *all);
}
