/* Moving pairs; see moving.h. */
#include "moving.h"

#include <string.h>

const char *const pair_name[PAIRS] = {"plane-ellipsoid", "ellipsoid-ellipsoid", "groove-ball"};

#define ELLIPSOID(A, B, C)                                                                                             \
    {                                                                                                                  \
        "ellipsoid", {                                                                                                 \
            {.name = "a", .value = A}, {.name = "b", .value = B}, { .name = "c", .value = C }                          \
        }                                                                                                              \
    }
const abut_choice pair_surface[PAIRS][2] = {
    {{"plane", {{0}}}, ELLIPSOID(0.3, 0.2, 0.15)},
    {ELLIPSOID(0.3, 0.25, 0.2), ELLIPSOID(0.3, 0.2, 0.15)},
    {{"torus",
      {{.name = "ring_radius", .value = 0.0496},
       {.name = "tube_radius", .value = 0.0104},
       {.name = "side", .text = "inside"}}},
     {"sphere", {{.name = "radius", .value = 0.01}}}},
};

static void turn(vec3 w, double t, abut_pose *pose, abut_twist *twist) {
    pose->q = quat_of_vector(v3_scale(t, w));
    twist->w = w;
}

abut_element_in pair_motion(int pair, double t) {
    abut_element_in in = {.t = t};
    const vec3 fast = {1.3, 0.7, -0.4};
    switch (pair) {
    case PLANE_ELLIPSOID:
        turn(fast, t, &in.b, &in.vb);
        in.b.r = v3(0.3 * t, -0.1 * t, 0.22 + 0.05 * sin(3 * t));
        in.vb.v = v3(0.3, -0.1, 0.15 * cos(3 * t));
        break;
    case ELLIPSOIDS:
        turn(v3(-0.5, 0.9, 0.3), t, &in.a, &in.va);
        turn(fast, t, &in.b, &in.vb);
        in.b.r = v3(0.25 * sin(0.7 * t), 0.1 * cos(t), 0.42);
        in.vb.v = v3(0.175 * cos(0.7 * t), -0.1 * sin(t), 0);
        break;
    default:
        turn(v3(0.02, 0.03, 1.5), t, &in.a, &in.va);
        in.b.r = v3(0.050002 * cos(0.8 * t), 0.050002 * sin(0.8 * t), 2e-5 * sin(2 * t));
        in.vb.v = v3(-0.8 * 0.050002 * sin(0.8 * t), 0.8 * 0.050002 * cos(0.8 * t), 4e-5 * cos(2 * t));
    }
    return in;
}

mat3 pose_rotation(const abut_pose *p) { return quat_is_zero(p->q) ? m3_identity() : m3_of_quat(p->q); }

/* h = n . (r_A - r_B) with n out of A along r_A - r_B; its sign is that of -mu. */
int sample_read(const table *t, size_t row, sample *out) {
    sample s = {.t = table_at(t, row, "t"), .P = table_at(t, row, "P"), .Q = table_at(t, row, "Q")};
    s.ra = v3(table_at(t, row, "rAx"), table_at(t, row, "rAy"), table_at(t, row, "rAz"));
    s.rb = v3(table_at(t, row, "rBx"), table_at(t, row, "rBy"), table_at(t, row, "rBz"));
    vec3 gap = v3_sub(s.ra, s.rb);
    s.h = copysign(v3_norm(gap), -table_at(t, row, "mu"));
    s.n = v3_scale(1 / s.h, gap);
    *out = s;
    int pair = 0;
    while (pair < PAIRS && strcmp(table_text(t, row, "pair"), pair_name[pair]) != 0) pair++;
    return pair;
}
