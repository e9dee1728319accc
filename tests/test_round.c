/* Balls on planes and on balls, whose contact circle has constants of its own: against Hertz in closed form, and against the general way
 * that derivatives take. */
#include <math.h>

#include "base/vec.h"
#include "support/near.h"
#include "support/suite.h"

static const double E = 70e9, NU = 0.3, R = 0.01, OTHER = 0.025;

static abut_element *make(int kind, const char *friction) {
    const abut_choice plane = {.type = "plane"}, small = {"sphere", {{.name = "radius", .value = R}}},
                      large = {"sphere", {{.name = "radius", .value = OTHER}}};
    const abut_material soft = {.E = E, .nu = NU};
    abut_element_def def = {.a = {.shape = kind == 0   ? plane
                                           : kind == 1 ? small
                                                       : large,
                                  .material = soft},
                            .b = {.shape = kind == 1 ? plane : small, .material = soft},
                            .law = {.normal = {"hertz", {{.name = "damping", .value = 0.2}}},
                                    .friction = {friction, {{.name = "mu", .value = 0.2}}}}};
    abut_element *e;
    abut_message why;
    ck_assert_msg(abut_element_create(&def, &e, &why) == ABUT_OK, "%s", why.text);
    return e;
}

static abut_element_in pressed(int kind, double h) {
    abut_element_in in = {.t = 1e-6};
    in.b.r = kind == 0 ? v3(0.3, -0.1, R - h) : kind == 2 ? v3(0, 0, OTHER + R - h) : v3(0, 0, 0);
    if (kind == 1) in.a.r = v3(0.2, 0.1, R - h); /* the plane is B */
    in.va.w = v3(1, -2, 3);
    in.vb = (abut_twist){v3(0.02, 0.03, -0.01), v3(-2, 1, 4)};
    return in;
}

static void check(const abut_element_out *o, double radius, double h, const char *what) {
    double N = 4. / 3 * E / (2 * (1 - NU * NU)) * sqrt(radius) * h * sqrt(h), a = sqrt(radius * h);
    expect_within(o->a, a, 1e-9 * a, NULL, "%s: a", what);
    expect_within(o->b, a, 1e-9 * a, NULL, "%s: b", what);
    expect_within(o->energy, 0.4 * N * h, 1e-8 * N * h, NULL, "%s: energy", what);
    expect_within(o->p_max, 1.5 * N / (M_PI * a * a), 1e-8 * N / (a * a), NULL, "%s: p_max", what);
    expect_within(o->N, N * (1 + 0.2 * o->hdot), 1e-8 * N, NULL, "%s: N", what);
}

START_TEST(circles) {
    static const char *const frictions[] = {"coulomb", "stick_slip"};
    for (int kind = 0; kind < 3; kind++)
        for (int f = 0; f < 2; f++) {
            abut_element *e = make(kind, frictions[f]);
            double radius = kind < 2 ? R : R * OTHER / (R + OTHER);
            for (double h = 1e-7; h < 2e-5; h *= 3) {
                abut_element_in in = pressed(kind, h);
                abut_element_jac jac;
                abut_element_out o = {0}, general = {.jac = &jac};
                ck_assert_int_eq(abut_element_eval(e, &in, &o), ABUT_OK);
                ck_assert_int_eq(abut_element_eval(e, &in, &general), ABUT_OK);
                check(&o, radius, h, "plain");
                check(&general, radius, h, "with derivatives");
                double size = v3_norm(general.force);
                expect_within(v3_norm(v3_sub(o.force, general.force)), 0, 1e-12 * size, NULL, "force");
            }
            abut_element_destroy(e);
        }
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&circles};
    return suite_main("round", all, sizeof all / sizeof *all);
}
