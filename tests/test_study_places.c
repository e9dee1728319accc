/* Places of parameters between their bounds, and quantiles of Student's distribution, in closed form and of tables. */
#include <math.h>

#include "study/fit_inside.h"
#include "study/student.h"
#include "support/near.h"
#include "support/suite.h"

static const double normal_95 = 1.959963984540054;

START_TEST(places) {
    const fit_parameter straight = {.low = -2, .high = 6}, bent = {.low = 0.1, .high = 10, .log = true};
    expect_near(place_width(&straight), 8, 1e-15, NULL, "width");
    expect_near(place_width(&bent), log(100), 1e-15, NULL, "width, log");
    expect_near(place_of(&straight, 0), 0.25, 1e-15, NULL, "place");
    expect_near(place_of(&bent, 1), 0.5, 1e-15, NULL, "place, log");
    expect_near(place_value(&straight, 0.25), 0, 1e-15, NULL, "value");
    expect_near(place_value(&bent, 0.25), pow(10, -0.5), 1e-14, NULL, "value, log");
    ck_assert(place_of(&straight, -3) == 0 && place_of(&straight, 7) == 1);
    ck_assert(place_value(&straight, 1.5) == 6 && place_value(&straight, -1) == -2);
    ck_assert(place_step(&straight) == 1e-3);
    const fit_parameter fine = {.low = -2, .high = 6, .step = 0.4}, coarse = {.low = -2, .high = 6, .step = 4};
    expect_near(place_step(&fine), 0.05, 1e-15, NULL, "step");
    ck_assert(place_step(&coarse) == 0.25);
}
END_TEST

/* ---- quantiles: 1 and 2 degrees in closed form, others of tables (Abramowitz and Stegun, table 26.10) ---- */
START_TEST(quantiles) {
    const double pi = 3.14159265358979323846;
    for (double c = 0.05; c < 1; c += 0.05) {
        expect_near(student_two_sided(c, 1), tan(0.5 * pi * c), 1e-11, NULL, "1 degree, %g", c);
        expect_near(student_two_sided(c, 2), c * sqrt(2 / (1 - c * c)), 1e-11, NULL, "2 degrees, %g", c);
    }
    static const struct {
        double c, dof, t;
    } table[] = {{0.9, 3, 2.353}, {0.95, 5, 2.571}, {0.99, 7, 3.499}, {0.5, 20, 0.687}, {0.999, 120, 3.373}};
    for (int i = 0; i < 5; i++)
        expect_within(student_two_sided(table[i].c, table[i].dof), table[i].t, 6e-4, NULL, "%g degrees", table[i].dof);
    expect_near(student_two_sided(0.95, 2e7), normal_95, 1e-9, NULL, "many");
    expect_near(student_two_sided(0.95, 0.9e7), normal_95 + (pow(normal_95, 3) + normal_95) / 4 / 0.9e7, 1e-8, NULL,
                "expansion for many"); /* Cornish and Fisher: A&S 26.7.5 */
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&places, &quantiles};
    return suite_main("study_places", all, sizeof all / sizeof *all);
}
