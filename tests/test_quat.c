/* Quaternions: of a rotation matrix and back, through each of the four ways that avoid small divisors. */
#include <math.h>

#include "base/quat.h"
#include "support/near.h"
#include "support/suite.h"

static double component(abut_quat q, int i) { return i == 0 ? q.w : i == 1 ? q.x : i == 2 ? q.y : q.z; }

/* Every entry of the matrix returns, and so does the quaternion but for its sign. */
static void returns(vec3 axis, double angle, int reached[4]) {
    double s = sin(0.5 * angle);
    vec3 u = v3_unit(axis);
    const abut_quat want = {cos(0.5 * angle), s * u.x, s * u.y, s * u.z};
    const mat3 R = m3_of_quat(want);
    const abut_quat got = quat_of_m3(R);
    double inner = 0, length = 0;
    int most = 0;
    for (int i = 0; i < 4; i++) {
        inner += component(want, i) * component(got, i), length += component(got, i) * component(got, i);
        if (fabs(component(got, i)) > fabs(component(got, most))) most = i;
    }
    reached[most]++;
    expect_within(length, 1, 1e-15, NULL, "length");
    double sign = inner < 0 ? -1 : 1;
    for (int i = 0; i < 4; i++)
        expect_within(sign * component(got, i), component(want, i), 4e-16, NULL,
                      "component %d, axis %g %g %g, angle %g", i, axis.x, axis.y, axis.z, angle);
    const vec3 x = v3(0.3, -0.7, 0.4);
    expect_within(v3_norm(v3_sub(m3_mul(m3_of_quat(got), x), m3_mul(R, x))), 0, 1e-15, NULL, "turned");
}

START_TEST(of_a_matrix) {
    int reached[4] = {0};
    const double pi = 3.14159265358979323846;
    for (int i = 0; i < 27; i++) {
        const vec3 axis = v3(i % 3 - 1 + 0.1 * (i % 3 - 1), i / 3 % 3 - 1 + 0.05, i / 9 - 1 - 0.07);
        for (int k = 0; k <= 12; k++) returns(axis, k * pi / 6 * (1 - 1e-3 * (k == 12)), reached);
    }
    returns(v3(1, 0, 0), pi, reached), returns(v3(0, 1, 0), pi, reached), returns(v3(0, 0, 1), pi, reached);
    for (int i = 0; i < 4; i++) ck_assert_msg(reached[i] > 10, "way %d is taken %d times", i, reached[i]);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&of_a_matrix};
    return suite_main("quat", all, sizeof all / sizeof *all);
}
