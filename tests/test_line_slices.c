/* A roller in slices: what must hold whatever the profile, and the strip it reproduces. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/lubrication.h"
#include "support/near.h"
#include "support/suite.h"

static const double LENGTH = 0.012, RHO = 180, E_PRIME = 2.2637e11, DESIGN = 6000;

static abut_slices_in roller(abut_slice_law law, abut_profile_kind kind, double approach, double tilt, size_t count) {
    return (abut_slices_in){.law = law,
                            .length = LENGTH,
                            .curvature = RHO,
                            .E_prime = E_PRIME,
                            .approach = approach,
                            .tilt = tilt,
                            .profile = {.kind = kind, .radius = 3, .design_force = DESIGN},
                            .count = count};
}

static abut_slices_out sliced(const abut_slices_in *in, double *q) {
    abut_slices_out o = {.q = q};
    abut_message message = {0};
    abut_status s = abut_line_slices(in, &o, &message);
    ck_assert_msg(s == ABUT_OK, "%s", message.text);
    return o;
}

START_TEST(uniform_is_the_line) {
    double worst = 0;
    for (double d = 1e-9; d < 1; d *= 7)
        for (size_t n = 1; n < 100; n = 3 * n + 1) {
            abut_slices_in in = roller(ABUT_SLICE_EXACT, ABUT_PROFILE_UNIFORM, d, 0, n);
            abut_line_in line = {ABUT_LINE_STRIP, LENGTH, RHO, E_PRIME, d, NAN};
            abut_slices_out o = sliced(&in, NULL);
            abut_line_out whole;
            must(abut_line_contact(&line, &whole, NULL));
            expect_near(o.force, whole.force, 1e-14, &worst, "F of %zu slices", n);
            expect_near(o.stiffness, whole.stiffness, 1e-14, &worst, "stiffness of %zu slices", n);
            expect_near(o.p_max, whole.p_max, 1e-14, &worst, "p_max of %zu slices", n);
            expect_within(o.moment, 0, 1e-15 * o.force * LENGTH, NULL, "moment of %zu slices", n);
            ck_assert(o.loaded == n);
        }
    printf("uniform_is_the_line: worst %.1e\n", worst);
}
END_TEST

/* The load is even in the tilt, the moment odd. */
START_TEST(symmetry) {
    const abut_profile_kind kinds[] = {ABUT_PROFILE_UNIFORM, ABUT_PROFILE_CROWNED, ABUT_PROFILE_LOGARITHMIC};
    for (int k = 0; k < 3; k++)
        for (int law = ABUT_SLICE_EXACT; law <= ABUT_SLICE_ISO16281; law++)
            for (double tilt = 1e-5; tilt < 5e-3; tilt *= 2) {
                abut_slices_in in = roller(law, kinds[k], 8e-6, tilt, 41);
                abut_slices_out right = sliced(&in, NULL);
                in.tilt = -tilt;
                abut_slices_out left = sliced(&in, NULL);
                expect_near(right.force, left.force, 1e-14, NULL, "F at tilt %g", tilt);
                expect_near(right.moment, -left.moment, 1e-13, NULL, "M at tilt %g", tilt);
                expect_near(right.dM_dtilt, left.dM_dtilt, 1e-13, NULL, "dM/dtilt at %g", tilt);
                ck_assert(right.moment > 0 && right.loaded == left.loaded);
            }
}
END_TEST

START_TEST(derivatives) {
    double worst = 0;
    for (int law = ABUT_SLICE_EXACT; law <= ABUT_SLICE_ISO16281; law++)
        for (double tilt = -6e-4; tilt < 6e-4; tilt += 2.3e-4) { /* every slice stays loaded: no kink of a slice */
            abut_slices_in in = roller(law, ABUT_PROFILE_CROWNED, 2e-5, tilt, 30), up = in, down = in;
            abut_slices_out o = sliced(&in, NULL), a, b;
            up.approach += 1e-10, down.approach -= 1e-10;
            a = sliced(&up, NULL), b = sliced(&down, NULL);
            expect_near((a.force - b.force) / 2e-10, o.stiffness, 1e-8, &worst, "dF/dd at %g", tilt);
            expect_near((a.moment - b.moment) / 2e-10, o.dF_dtilt, 1e-6, &worst, "dM/dd at %g", tilt);
            up = down = in;
            up.tilt += 1e-8, down.tilt -= 1e-8;
            a = sliced(&up, NULL), b = sliced(&down, NULL);
            expect_near((a.force - b.force) / 2e-8, o.dF_dtilt, 1e-6, &worst, "dF/dtilt at %g", tilt);
            expect_near((a.moment - b.moment) / 2e-8, o.dM_dtilt, 1e-7, &worst, "dM/dtilt at %g", tilt);
        }
    printf("derivatives: against differences %.1e\n", worst);
}
END_TEST

/* Midpoint rule: errors fall with 1/n^2 on a crown that is loaded throughout, and about with 1/n on the logarithmic
 * profile, whose drop is infinite at the ends, tilted so far that one of them lifts. */
START_TEST(more_slices) {
    double error[2][2];
    for (int k = 0; k < 2; k++) {
        abut_profile_kind kind = k ? ABUT_PROFILE_LOGARITHMIC : ABUT_PROFILE_CROWNED;
        abut_slices_in in = roller(ABUT_SLICE_EXACT, kind, 1.2e-5, k ? 3e-3 : 2e-4, 20000);
        abut_slices_out best = sliced(&in, NULL);
        if (k) ck_assert(best.loaded < in.count);
        for (int i = 0; i < 2; i++) {
            in.count = i ? 200 : 20;
            error[k][i] = fabs(sliced(&in, NULL).force / best.force - 1);
        }
        printf("more_slices: %s: 20 slices %.1e, 200 slices %.1e\n", k ? "logarithmic, tilted" : "crowned", error[k][0],
               error[k][1]);
    }
    ck_assert(error[0][0] < 2e-3 && error[0][1] < error[0][0] / 80 && error[0][1] > 0);
    ck_assert(error[1][0] < 5e-3 && error[1][1] < error[1][0] / 8 && error[1][1] > 0);
}
END_TEST

/* ---- profiles ---- */
static double parabola(double y, void *user) { return y * y / (2 * *(double *)user); }

START_TEST(profiles_agree) {
    enum { POINTS = 2001, SLICES = 50 };
    static double y[POINTS], drop[POINTS];
    double radius = 3, q[SLICES], wanted[SLICES];
    for (int i = 0; i < POINTS; i++) {
        y[i] = LENGTH * (i / (POINTS - 1.0) - 0.5) * 0.98; /* ends before the roller does */
        drop[i] = parabola(y[i], &radius);
    }
    abut_slices_in in = roller(ABUT_SLICE_EXACT, ABUT_PROFILE_CROWNED, 1e-6, 1e-4, SLICES);
    abut_slices_out crown = sliced(&in, wanted);
    in.profile = (abut_profile){.kind = ABUT_PROFILE_FUNCTION, .drop = parabola, .user = &radius};
    abut_slices_out function = sliced(&in, q);
    ck_assert(function.force == crown.force && !memcmp(q, wanted, sizeof q));
    in.profile = (abut_profile){.kind = ABUT_PROFILE_TABLE, .count = POINTS, .table_y = y, .table_drop = drop};
    abut_slices_out table = sliced(&in, q);
    expect_near(table.force, crown.force, 1e-5, NULL, "F by table");
    double sum = 0, most = 0;
    for (int i = 0; i < SLICES; i++) sum += q[i] * LENGTH / SLICES, most = fmax(most, q[i]);
    expect_near(sum, table.force, 1e-14, NULL, "sum of the slices");
    ck_assert(most == table.q_max && q[0] == 0 && table.loaded < SLICES && table.loaded > 0);
    double two_y[] = {-1e-3, 1e-3}, two_drop[] = {1e-6, 3e-6}; /* constant beyond, a straight line between */
    in.profile = (abut_profile){.kind = ABUT_PROFILE_TABLE, .count = 2, .table_y = two_y, .table_drop = two_drop};
    in.approach = 4e-6, in.tilt = 0, in.count = 3;
    (void)sliced(&in, q);
    for (int i = 0; i < 3; i++) {
        abut_line_in line = {ABUT_LINE_STRIP, LENGTH, RHO, E_PRIME, 3e-6 - i * 1e-6, NAN};
        abut_line_out whole;
        must(abut_line_contact(&line, &whole, NULL));
        expect_near(q[i], whole.force / LENGTH, 1e-12, NULL, "slice %d of a table", i);
    }
}
END_TEST

/* Lundberg's drop at a place: (2 F/(pi E' l)) ln(1/(1 - (2y/l)^2)); one of four slices stands at y = 3l/8. */
START_TEST(logarithmic_drop) {
    double q[4], drop = 2 * DESIGN / (3.14159265358979323846 * E_PRIME * LENGTH) * log(1 / (1 - 0.75 * 0.75));
    abut_slices_in in = roller(ABUT_SLICE_EXACT, ABUT_PROFILE_LOGARITHMIC, 9e-6, 0, 4);
    abut_line_in line = {ABUT_LINE_STRIP, LENGTH, RHO, E_PRIME, 9e-6 - drop, NAN};
    abut_line_out whole;
    must(abut_line_contact(&line, &whole, NULL));
    (void)sliced(&in, q);
    expect_near(q[3], whole.force / LENGTH, 1e-13, NULL, "q at 3l/8");
    expect_near(q[0], q[3], 1e-14, NULL, "q at -3l/8");
}
END_TEST

/* c_L = 35948 L^(8/9), Q = c_L delta^(10/9) in N and mm. Both contacts of a roller together are about half as stiff as one
 * strip contact: near the loads of practice the two laws agree within some per cent. */
START_TEST(iso_law) {
    for (double d = 1e-6; d < 1e-4; d *= 2) {
        abut_slices_in in = roller(ABUT_SLICE_ISO16281, ABUT_PROFILE_UNIFORM, d, 0, 30);
        double Q = 35948 * pow(LENGTH * 1e3, 8.0 / 9) * pow(d * 1e3, 10.0 / 9);
        abut_slices_out o = sliced(&in, NULL);
        expect_near(o.force, Q, 1e-13, NULL, "F at %g m", d);
        expect_near(o.stiffness, 10.0 / 9 * Q / d, 1e-13, NULL, "stiffness at %g m", d);
        in = roller(ABUT_SLICE_EXACT, ABUT_PROFILE_UNIFORM, d / 2, 0, 30);
        double ratio = o.force / sliced(&in, NULL).force;
        ck_assert_msg(ratio > 0.9 && ratio < 1.25, "at %g m iso16281 over exact is %g", d, ratio);
    }
}
END_TEST

static void refused(abut_status status, const char *text, abut_slices_in in) {
    abut_slices_out o = {0};
    abut_message message = {0};
    ck_assert_int_eq(abut_line_slices(&in, &o, &message), status);
    ck_assert_msg(strstr(message.text, text) != NULL, "no '%s' in '%s'", text, message.text);
    ck_assert(o.force == 0 && o.stiffness == 0);
}

START_TEST(bad_values) {
    const abut_slices_in right = roller(ABUT_SLICE_EXACT, ABUT_PROFILE_UNIFORM, 1e-6, 0, 10);
    abut_slices_in in;
#define REFUSED(change, status, text) in = right, change, refused(status, text, in)
    REFUSED(in.length = 0, ABUT_BAD_VALUE, "length: must be positive");
    REFUSED(in.curvature = NAN, ABUT_BAD_VALUE, "curvature: must be positive");
    REFUSED(in.E_prime = -1, ABUT_BAD_VALUE, "E_prime: must be positive");
    REFUSED(in.approach = NAN, ABUT_BAD_VALUE, "must be finite");
    REFUSED(in.tilt = INFINITY, ABUT_BAD_VALUE, "must be finite");
    REFUSED(in.count = 0, ABUT_BAD_VALUE, "one slice or more");
    REFUSED(in.law = (abut_slice_law)5, ABUT_BAD_VALUE, "none of abut_slice_law");
    REFUSED((in.law = ABUT_SLICE_ISO16281, in.E_prime = 1e11), ABUT_BAD_VALUE, "iso16281 is for steel");
    REFUSED(in.profile.kind = (abut_profile_kind)9, ABUT_BAD_VALUE, "none of abut_profile_kind");
    REFUSED((in.profile.kind = ABUT_PROFILE_CROWNED, in.profile.radius = 0), ABUT_BAD_VALUE,
            "radius: must be positive");
    REFUSED((in.profile.kind = ABUT_PROFILE_LOGARITHMIC, in.profile.design_force = 0), ABUT_BAD_VALUE, "design_force");
    REFUSED(in.profile.kind = ABUT_PROFILE_FUNCTION, ABUT_MISSING, "function drop is missing");
    REFUSED(in.profile.kind = ABUT_PROFILE_TABLE, ABUT_MISSING, "two points or more");
    double y[] = {0, 0}, drop[] = {0, NAN};
    in = right;
    in.profile = (abut_profile){.kind = ABUT_PROFILE_TABLE, .count = 2, .table_y = y, .table_drop = drop};
    refused(ABUT_BAD_VALUE, "point 1 of the table is not finite", in);
    drop[1] = 0;
    refused(ABUT_BAD_VALUE, "y must rise", in);
    in = right, in.approach = -1e-6; /* apart: nothing is carried, and that is no error */
    abut_slices_out o = sliced(&in, NULL);
    ck_assert(o.force == 0 && o.loaded == 0 && o.p_max == 0 && o.stiffness == 0);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&uniform_is_the_line, &symmetry,         &derivatives, &more_slices,
                                              &profiles_agree,      &logarithmic_drop, &iso_law,     &bad_values};
    return suite_main("line_slices", all, sizeof all / sizeof *all);
}
