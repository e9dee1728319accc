/* The cage of a ball bearing and the force that guides it: the land by its formulas, the parts a cage brings, what is refused,
 * and short runs of a bearing with each guide and with a spall. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/machine/ball_bearing.h"
#include "support/force.h"
#include "support/suite.h"
#include "world/world.h"

static const double pi = 3.14159265358979323846;

/* ---- land ---- */
enum { RADIUS, CLEARANCE, SPAN, STIFFNESS, DAMPING, MU, V_S, SIDE, SOFT };
static const abut_choice bore = {"land",
                                 {{.name = "radius", .value = 0.05},
                                  {.name = "clearance", .value = 2e-3},
                                  {.name = "width", .value = 0.04},
                                  {.name = "stiffness", .value = 1e6},
                                  {.name = "damping", .value = 2},
                                  {.name = "mu", .value = 0.1},
                                  {.name = "v_s", .value = 1e-3},
                                  {.name = "side", .text = "inside"},
                                  {.name = "soft_start", .value = 1e-4}}};
static const force_places here = {.mass_b = 1};

static force_out land_at(const abut_choice *choice, const body_motion *b) {
    element e = make(choice, &here);
    pair p = {0, still_at(&here.start_a), *b};
    force_out o = eval(&e, &p, 0);
    drop(&e);
    return o;
}

static body_motion at(double x, double y, double z) {
    body_motion b = still_at(&here.start_b);
    b.r = v3(x, y, z);
    return b;
}

START_TEST(land_has_play) {
    const double inside[][3] = {{0, 0, 0}, {1e-3, 0, 0.3}, {0, -0.999e-3, 0}, {1e-320, 0, 0}, {5e-4, 5e-4, 0}};
    for (int i = 0; i < 5; i++) {
        body_motion b = at(inside[i][0], inside[i][1], inside[i][2]);
        b.v = v3(1, 2, 3);
        b.dr = v3(1, 0, 0);
        force_out o = land_at(&bore, &b);
        expect_vector(o.force_b.v, v3(0, 0, 0), 0, "play");
        ck_assert(o.energy == 0 && o.loss == 0 && v3_finite(o.force_b.d) && v3_finite(o.torque_b.d));
    }
    /* no play at all: nothing in the very middle, and no NaN */
    abut_choice tight = bore;
    tight.params[CLEARANCE].value = 0;
    body_motion b = at(0, 0, 0);
    force_out o = land_at(&tight, &b);
    expect_vector(o.force_b.v, v3(0, 0, 0), 0, "middle");
    ck_assert(v3_finite(o.force_b.d));
}
END_TEST

START_TEST(land_pushes_back) {
    abut_choice smooth = bore;
    smooth.params[MU].value = 0;
    body_motion b = at(0, 3e-3, 0.7);
    force_out o = land_at(&smooth, &b); /* x = 2 mm, g = x - s/2 */
    expect_vector(o.force_b.v, v3(0, -1e6 * 1.95e-3, 0), 1e-9, "at rest");
    expect_near(o.energy, 1e6 * (0.5 * 2e-3 * 1.9e-3 + 1e-8 / 6), 1e-12, NULL, "energy");
    expect_within(o.loss, 0, 0, NULL, "loss at rest");
    b.v = v3(0, 0.1, 0);
    o = land_at(&smooth, &b);
    expect_vector(o.force_b.v, v3(0, -1950 * 1.2, 0), 1e-9, "going deeper");
    expect_near(o.loss, 1950 * 0.2 * 0.1, 1e-12, NULL, "loss");
    b.v = v3(0, -1, 0); /* 1 + chi x' < 0: let go, and what was stored is lost */
    o = land_at(&smooth, &b);
    expect_vector(o.force_b.v, v3(0, 0, 0), 0, "never pulls");
    expect_near(o.loss, 1950, 1e-12, NULL, "loss of a released land");
    b = at(0, 1.05e-3, 0); /* the rounded start: g = x^2/(2 s) */
    o = land_at(&smooth, &b);
    expect_vector(o.force_b.v, v3(0, -1e6 * 12.5e-6, 0), 1e-9, "start");
    expect_near(o.energy, 1e6 * 1.25e-13 / 6e-4, 1e-11, NULL, "energy of the start");
}
END_TEST

/* Turning in a bore the part is rolled along against its spin, about a shaft with it. */
START_TEST(land_rubs) {
    body_motion b = at(3e-3, 0, 0);
    b.w = v3(0, 0, 50);
    for (int side = 0; side < 2; side++) {
        abut_choice c = bore;
        c.params[SIDE].text = side ? "outside" : "inside";
        force_out o = land_at(&c, &b);
        double v = 2.5,
               T = 0.1 * 1950 * v / hypot(v, 1e-3); /* the surface there moves along +y inside, along -y outside */
        expect_vector(o.force_b.v, v3(-1950, side ? T : -T, 0), 1e-9, "friction");
        expect_vector(o.torque_b.v, v3(0, 0, -0.05 * T), 1e-10, "moment against the spin");
        expect_vector(o.torque_a.v, v3(0, 0, side ? (0.05 - 3e-3) * T : (0.05 + 3e-3) * T), 1e-9, "moment on the land");
        expect_near(o.loss, T * v, 1e-12, NULL, "loss");
    }
}
END_TEST

/* Tilted about x by t the edges stand out to -+ y sin(t) width/2: a pair of forces rights it. */
START_TEST(land_rights_a_tilted_part) {
    abut_choice smooth = bore;
    smooth.params[MU].value = 0;
    body_motion b = at(0, 0, 0);
    double t = 0.1, e = 0.02 * sin(t), N = 0.5e6 * (e - 1e-3 - 0.5e-4);
    b.R = m3_of_quat(quat_of_vector(v3(t, 0, 0)));
    force_out o = land_at(&smooth, &b);
    expect_vector(o.force_b.v, v3(0, 0, 0), 1e-9, "no force");
    expect_vector(o.torque_b.v, v3(-2 * N * 0.02 * cos(t), 0, 0), 1e-9, "righting moment");
}
END_TEST

/* ---- the cage of a bearing ---- */
static abut_ball_bearing_def bearing8(abut_body shaft) {
    static const abut_choice damping = {"hunt_crossley", {{.name = "chi", .value = 30}}};
    return (abut_ball_bearing_def){
        .name = "brg",
        .inner = shaft,
        .balls = {.count = 8, .diameter = 9.525e-3},
        .pitch_diameter = 38.5e-3,
        .inner_race = {.conformity = 0.515},
        .outer_race = {.conformity = 0.525},
        .clearance = 5e-6,
        .law = {.normal = {"hertz", {{.name = "damping", .choice = &damping}, {.name = "conservative", .value = 1}}},
                .friction = {"coulomb", {{.name = "mu", .value = 0.1}, {.name = "v_s", .value = 1e-3}}}},
        .cage = {.mass = 0.01, .mu = 0.1, .material = {.E = 3e9, .nu = 0.35}}};
}

static abut_world *with_shaft(abut_body *shaft, double speed) {
    static const double load[] = {0, -500, 0};
    abut_world *w = abut_world_create(&(abut_world_def){.gravity = {0, -9.81, 0}});
    abut_body_def def = {
        .name = "shaft", .mass = 0.5, .inertia = {2e-4, 2e-4, 1e-4}, .drive = {.given = true, .speed = speed}};
    *shaft = abut_add_body(w, &def);
    (void)abut_add_force(
        w, &(abut_force_def){.law = {"load", {{.name = "force", .data = load, .count = 3}}}, .b = *shaft});
    return w;
}

START_TEST(parts_of_a_cage) {
    abut_body shaft;
    abut_world *w = with_shaft(&shaft, 100);
    abut_ball_bearing_def def = bearing8(shaft);
    def.cage.guide = ABUT_GUIDE_OUTER;
    def.place = (abut_pose){{0.1, 0.2, 0.3}, quat_of_vector(v3(0.3, -0.8, 0.2))};
    def.first_ball_angle = 0.4;
    abut_machine m = abut_add_ball_bearing(w, &def);
    ck_assert_msg(m.id != 0, "%s", abut_world_message(w));
    abut_body cage = abut_bearing_cage(w, m);
    ck_assert_int_eq(cage.id, abut_find_body(w, "brg.cage").id);
    ck_assert_int_ne(cage.id, 0);
    ck_assert_int_ne(abut_find_force(w, "brg.cage.land").id, 0);
    must(abut_start(w, &(abut_solver_def){.start = ABUT_START_GIVEN}));
    for (int i = 1; i <= 8; i++) { /* every ball in the middle of its pocket: as far from it as the play */
        char name[40];
        (void)snprintf(name, sizeof name, "brg.ball%d.pocket", i);
        abut_element_out o = {0};
        must(abut_read_contact(w, abut_find_contact(w, name), &o));
        expect_within(o.h, -0.5 * 0.015 * 9.525e-3, 1e-12, NULL, "play of %s", name);
    }
    abut_body_state s = abut_read_body(w, cage), ball = abut_read_body(w, abut_bearing_ball(w, m, 3));
    double orbit = 100 * 0.5 * (1 - 9.525 / 38.5) * v3_dot(v3(0, 0, 1), m3_of_quat(def.place.q).c2);
    expect_vector(s.w, v3(0, 0, orbit), 1e-12, "goes round with the balls");
    vec3 axis = m3_of_quat(def.place.q).c2, arm = v3_sub(ball.r, def.place.r);
    expect_vector(ball.v, v3_scale(orbit, v3_cross(axis, arm)), 1e-12, "as the balls");
    abut_world_destroy(w);
}
END_TEST

static double parameter_of(const abut_choice *c, const char *name) {
    for (int i = 0; i < ABUT_MAX_PARAMS && c->params[i].name; i++)
        if (!strcmp(c->params[i].name, name)) return c->params[i].value;
    ck_abort_msg("no parameter %s", name);
}

/* Radius: that of the shoulder, or of the cage, a quarter of a ball thick, and half of the play. Stiffness of a ring of that
 * thickness t and the width b = 1.2 balls that two forces press along a diameter (Roark, Formulas for Stress and Strain, table 9.2,
 * case 1: D_V = -W R^3/(E I) (pi/4 - 2/pi), I = b t^3/12); E of the cage, of a rigid cage that of the ring, if both are rigid
 * that of steel. */
START_TEST(lands_by_hand) {
    static const struct {
        bool inner, rigid_cage, rigid_ring;
        double shoulder, radius, E;
    } all[] = {
        {true, false, false, 0, 19.25e-3 - 0.5 * (0.25 * 9.525e-3 + 60e-6), 3e9},
        {false, false, false, 0, 19.25e-3 + 0.5 * (0.25 * 9.525e-3 + 60e-6), 3e9},
        {true, true, false, 31e-3, 15.5e-3, 190e9},
        {false, true, true, 46e-3, 23e-3, 206e9},
    };
    const double D = 9.525e-3, t = 0.25 * D, R = 19.25e-3;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        abut_body shaft;
        abut_world *w = with_shaft(&shaft, 100);
        abut_ball_bearing_def d = bearing8(shaft);
        d.cage.guide = all[i].inner ? ABUT_GUIDE_INNER : ABUT_GUIDE_OUTER;
        d.cage.guide_clearance = 60e-6;
        d.law.friction.params[1].value = 3e-3;
        d.inner_race.shoulder = all[i].inner ? all[i].shoulder : 0;
        d.outer_race.shoulder = all[i].inner ? 0 : all[i].shoulder;
        d.material = (abut_material){.E = 190e9, .nu = 0.3, .density = 7800};
        d.balls.material = d.material;
        if (all[i].rigid_ring) d.material = (abut_material){.rigid = true};
        if (all[i].rigid_cage) d.cage.material = (abut_material){.rigid = true};
        ck_assert_msg(abut_add_ball_bearing(w, &d).id != 0, "%s", abut_world_message(w));
        const abut_force_def *land = &w->force[abut_find_force(w, "brg.cage.land").id].def;
        expect_near(parameter_of(&land->law, "radius"), all[i].radius, 1e-12, NULL, "radius");
        expect_near(parameter_of(&land->law, "clearance"), 60e-6, 1e-12, NULL, "clearance");
        expect_near(parameter_of(&land->law, "width"), 1.2 * D, 1e-12, NULL, "width");
        expect_near(parameter_of(&land->law, "stiffness"),
                    all[i].E * (1.2 * D * pow(t, 3) / 12) / ((pi / 4 - 2 / pi) * pow(R, 3)), 1e-12, NULL, "stiffness");
        expect_near(parameter_of(&land->law, "mu"), 0.1, 1e-12, NULL, "mu");
        expect_near(parameter_of(&land->law, "damping"), 1000, 1e-12, NULL, "damping");
        expect_near(parameter_of(&land->law, "v_s"), 3e-3, 1e-12, NULL, "speed of full friction, that of the races");
        abut_world_destroy(w);
    }
}
END_TEST

static void refuse(abut_ball_bearing_def *def, const char *words) {
    abut_body shaft;
    abut_world *w = with_shaft(&shaft, 100);
    ck_assert_int_eq(abut_add_ball_bearing(w, def).id, 0);
    ck_assert_msg(strstr(abut_world_message(w), words) != NULL, "no '%s' in '%s'", words, abut_world_message(w));
    abut_world_destroy(w);
}

START_TEST(cages_that_do_not_fit) {
    abut_ball_bearing_def d = bearing8((abut_body){1});
    d.cage.pocket_clearance = -1e-5;
    refuse(&d, "pocket_clearance");
    d = bearing8((abut_body){1});
    d.cage.pocket_clearance = 6e-3;
    refuse(&d, "pockets of the cage do not fit");
    d = bearing8((abut_body){1});
    d.cage.guide_clearance = -1e-5;
    refuse(&d, "guide_clearance");
    d = bearing8((abut_body){1});
    d.cage.mu = -0.1;
    refuse(&d, "mu of the cage");
}
END_TEST

/* 3000 rpm under 500 N with 5 um of clearance: the cage goes at the speed of rolling within 0.5 %, stays in its play, and what
 * the drive puts in is found again. The residual falls with the tolerance; at 1e-8 it is below 3e-5 of the work of such a short run. */
static void cage_goes_at_the_speed_of_rolling(abut_guide guide) {
    abut_body shaft;
    double speed = 100 * pi, t_end = 0.03, from = 0.01;
    abut_world *w = with_shaft(&shaft, speed);
    abut_ball_bearing_def def = bearing8(shaft);
    def.cage.guide = guide;
    abut_machine m = abut_add_ball_bearing(w, &def);
    must(abut_start(w, &(abut_solver_def){.rtol = 1e-8, .t_end = t_end, .start = ABUT_START_GIVEN}));
    double mean = 0, farthest = 0;
    int count = 0;
    for (double t = 1e-4; t < t_end; t += 1e-4) {
        must(abut_advance(w, t));
        abut_bearing_state s;
        must(abut_read_bearing(w, m, &s, NULL));
        vec3 c = abut_read_body(w, abut_bearing_cage(w, m)).r;
        farthest = fmax(farthest, hypot(c.x, c.y));
        if (t < from) continue;
        mean += s.cage_speed;
        count++;
    }
    double ftf = abut_bearing_rolling(&def, speed, 0).ftf;
    expect_near(mean / count / (2 * pi), ftf, 5e-3, NULL, "cage speed");
    /* half the play of the pockets or of the land, that of the shaft (15 um), and some compression */
    double play = def.cage.guide == ABUT_GUIDE_BALL ? 0.015 * 9.525e-3 : 0.5 * 0.015 * 9.525e-3;
    ck_assert_msg(farthest < 0.5 * play + 25e-6, "the cage is %g m off the middle", farthest);
    abut_energy e = abut_read_energy(w);
    ck_assert_double_gt(e.work_of_loads_and_drives, 1e-3);
    expect_within(e.residual, 0, 3e-5 * e.work_of_loads_and_drives, NULL, "energy balance");
    if (def.cage.guide != ABUT_GUIDE_BALL) ck_assert_double_gt(e.dissipated_dampers, 0); /* the land rubs */
    abut_world_destroy(w);
}

START_TEST(cage_on_balls) { cage_goes_at_the_speed_of_rolling(ABUT_GUIDE_BALL); }
END_TEST
START_TEST(cage_on_inner_land) { cage_goes_at_the_speed_of_rolling(ABUT_GUIDE_INNER); }
END_TEST
START_TEST(cage_on_outer_land) {
    if (!brief()) cage_goes_at_the_speed_of_rolling(ABUT_GUIDE_OUTER); /* as on the inner one */
}
END_TEST

/* Blows of balls on a spall of the outer ring under the load come at BPFO. */
START_TEST(spall_is_struck_at_bpfo) {
    abut_body shaft;
    double speed = 100 * pi, t_end = 0.045;
    abut_world *w = with_shaft(&shaft, speed);
    abut_ball_bearing_def def = bearing8(shaft);
    def.cage.mass = 0;
    def.outer_race.spall.depth = 10e-6;
    def.outer_race.spall.width = 1e-3;
    def.outer_race.spall.angle = -0.5 * pi;
    abut_machine m = abut_add_ball_bearing(w, &def);
    must(abut_start(w, &(abut_solver_def){.rtol = 1e-5, .t_end = t_end}));
    double period = 1 / abut_bearing_rolling(&def, speed, 0).bpfo, first = 0, last = -1;
    int blows = 0;
    for (double t = 2e-5; t < t_end; t += 2e-5) {
        must(abut_advance(w, t));
        abut_bearing_state s;
        must(abut_read_bearing(w, m, &s, NULL));
        if (t < 5e-3 || fabs(s.force.y - 504.9) < 150 || t - last < 0.5 * period)
            continue; /* the fall onto the balls is over */
        if (blows++ == 0) first = t;
        last = t;
    }
    ck_assert_int_ge(blows, 5);
    expect_near((last - first) / (blows - 1), period, 0.02, NULL, "time between blows");
    abut_world_destroy(w);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&land_has_play,
                                              &land_pushes_back,
                                              &land_rubs,
                                              &land_rights_a_tilted_part,
                                              &parts_of_a_cage,
                                              &lands_by_hand,
                                              &cages_that_do_not_fit,
                                              &cage_on_balls,
                                              &cage_on_inner_land,
                                              &cage_on_outer_land,
                                              &spall_is_struck_at_bpfo};
    return suite_main("cage of a bearing", all, sizeof all / sizeof *all);
}
