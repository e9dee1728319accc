/* Points in a world: the plane may stand first or second, edges, bodies that have nothing but points. */
#include <check.h>
#include <math.h>
#include <string.h>

#include "abut/world.h"
#include "support/near.h"
#include "support/suite.h"
#include "world/world.h"

static const abut_law_def law = {
    .name = "touch",
    .normal = {"linear", {{.name = "stiffness", .value = 1e7}, {.name = "damping", .value = 6e3}}},
    .friction = {"stick_slip", {{.name = "mu", .value = 0.2}, {.name = "mu_static", .value = 0.3}}}};

/* A body of 4 kg with one point on a floor, sliding and turning. */
static abut_world *thrown(bool plane_first) {
    abut_world *w = abut_world_create(&(abut_world_def){.gravity = {0, 0, -9.81}});
    abut_body b = abut_add_body(w, &(abut_body_def){.name = "stone",
                                                    .mass = 4,
                                                    .inertia = {0.02, 0.03, 0.04},
                                                    .start = {.r = {0, 0, 0.1}, .v = {0.5, 0.2, 0}, .w = {1, 2, 3}}});
    abut_surface floor = abut_add_surface(w, (abut_body){0}, &(abut_surface_def){.shape = {.type = "plane"}});
    abut_surface tip =
        abut_add_surface(w, b, &(abut_surface_def){.shape = {.type = "point"}, .place.r = {0.01, 0.02, -0.1}});
    abut_contact c = plane_first ? abut_add_contact(w, floor, tip, &law) : abut_add_contact(w, tip, floor, &law);
    ck_assert_msg(c.id == 1, "%s", abut_world_message(w));
    ck_assert_msg(abut_start(w, &(abut_solver_def){.rtol = 1e-8}) == ABUT_OK, "%s", abut_world_message(w));
    ck_assert_int_eq(abut_advance(w, 0.05), ABUT_OK);
    return w;
}

static double apart(abut_vec3 a, abut_vec3 b, double sign) {
    return fabs(a.x - sign * b.x) + fabs(a.y - sign * b.y) + fabs(a.z - sign * b.z);
}

/* The motion is the same to the last bit; what is read is that of the pair as it was named. */
START_TEST(either_order) {
    abut_world *w[2] = {thrown(true), thrown(false)};
    abut_element_jac jac[2];
    abut_element_out o[2] = {{.jac = &jac[0], .want_frame = true}, {.jac = &jac[1], .want_frame = true}};
    for (int i = 0; i < 2; i++) must(abut_read_contact(w[i], (abut_contact){1}, &o[i]));
    abut_body_state s[2] = {abut_read_body(w[0], (abut_body){1}), abut_read_body(w[1], (abut_body){1})};
    ck_assert(apart(s[0].r, s[1].r, 1) == 0 && apart(s[0].v, s[1].v, 1) == 0 && apart(s[0].w, s[1].w, 1) == 0);
    ck_assert(o[0].N > 0 && o[0].N == o[1].N && o[0].mode == 2 && o[1].mode == 2 && o[0].h == o[1].h);
    ck_assert_double_gt(o[0].force.z, 0); /* on the stone, which stands second */
    ck_assert_double_lt(o[1].force.z, 0);
    abut_vec3 *pairs[][2] = {{&o[0].force, &o[1].force},
                             {&o[0].n, &o[1].n},
                             {&o[0].slip, &o[1].slip},
                             {&o[0].t2, &o[1].t2},
                             {&o[0].n_rate, &o[1].n_rate}};
    for (int i = 0; i < 5; i++) ck_assert(apart(*pairs[i][0], *pairs[i][1], -1) == 0);
    ck_assert(apart(o[0].t1, o[1].t1, 1) == 0 && apart(o[0].point, o[1].point, 1) == 0 && o[0].spin == o[1].spin);
    ck_assert(apart(o[0].on_a.force, o[1].on_b.force, 1) == 0 && apart(o[0].on_a.torque, o[1].on_b.torque, 1) == 0);
    ck_assert(apart(o[0].point_a, o[1].point_b, 1) == 0 && apart(o[0].point_b, o[1].point_a, 1) == 0);
    ck_assert(o[0].roll_a[0] == o[1].roll_b[0] && o[0].roll_a[1] == -o[1].roll_b[1]);
    for (int i = 0; i < 144; i++) ck_assert(jac[0].K[i / 12][i % 12] == jac[1].K[(i / 12 + 6) % 12][(i % 12 + 6) % 12]);
    for (int i = 0; i < 2; i++) abut_world_destroy(w[i]);
}
END_TEST

/* The scales of tolerances come from the points: the farthest of them. */
START_TEST(scales) {
    abut_world *w = thrown(true);
    expect_near(w->system->node[1].link->reach, sqrt(0.01 * 0.01 + 0.02 * 0.02 + 0.1 * 0.1), 1e-12, NULL, "reach");
    expect_near(w->system->length, 0.2 * w->system->node[1].link->reach, 1e-12, NULL, "length");
    expect_near(w->system->node[1].link->v_s, 2e-6, 1e-12, NULL, "speed that sticks");
    ck_assert_str_eq(abut_read_stats(w).solver, "park");
    abut_world_destroy(w);
}
END_TEST

/* It slides over the edge of a table and falls. */
START_TEST(over_the_edge) {
    abut_world *w = abut_world_create(&(abut_world_def){.gravity = {0, 0, -9.81}});
    abut_body b = abut_add_body(w, &(abut_body_def){.name = "puck",
                                                    .mass = 1,
                                                    .inertia = {1e-3, 1e-3, 1e-3},
                                                    .start = {.r = {0, 0, -9.81e-7}, .v = {1, 0, 0}}});
    abut_surface_def table = {.shape = {"plane", {{.name = "length", .value = 0.2}, {.name = "width", .value = 1}}}};
    abut_surface top = abut_add_surface(w, (abut_body){0}, &table);
    abut_surface tip = abut_add_surface(w, b, &(abut_surface_def){.shape = {.type = "point"}});
    ck_assert_int_eq(abut_add_contact(w, tip, top, &law).id, 1);
    ck_assert_int_eq(abut_advance(w, 0.3), ABUT_OK);
    double v = sqrt(1 - 2 * 0.2 * 9.81 * 0.1), leaves = (1 - v) / (0.2 * 9.81), left = 0.3 - leaves;
    abut_body_state s = abut_read_body(w, b);
    expect_within(s.v.x, v, 2e-3, NULL, "speed");
    expect_within(s.r.x, 0.1 + v * left, 2e-3, NULL, "distance");
    expect_within(s.r.z, -0.5 * 9.81 * left * left, 5e-3, NULL, "fallen");
    abut_world_destroy(w);
}
END_TEST

START_TEST(no_mass) {
    abut_world *w = abut_world_create(NULL);
    abut_body b = abut_add_body(w, &(abut_body_def){.name = "ghost"});
    abut_add_surface(w, b, &(abut_surface_def){.shape = {.type = "point"}});
    ck_assert_int_eq(abut_start(w, NULL), ABUT_MISSING);
    ck_assert_ptr_nonnull(strstr(abut_world_message(w), "body 'ghost' has no mass: give mass and inertia"));
    abut_world_destroy(w);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&either_order, &scales, &over_the_edge, &no_mass};
    return suite_main("points_world", all, sizeof all / sizeof *all);
}
