/* The bogie: shear of its side frames against an independent program for one wedge, vertical cycling against one wedge, gibs,
 * springs and refusals. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/machine/bogie.h"
#include "machine/wedge/wedge.h"
#include "support/example.h"
#include "support/near.h"
#include "support/suite.h"
#include "support/table.h"
#include "world/world.h"

static abut_bogie_state read_bogie(const example *e) {
    abut_bogie_state s;
    must(abut_read_bogie(e->w, abut_find_machine(e->w, "b"), &s));
    return s;
}

/* Four wedges and two frames that shift freely: by symmetry each wedge sees what one alone does. */
static void compare_shear(const char *settings, const char *file) {
    table t = table_read(file);
    example e = example_start("21_bogie_shear", settings, NULL);
    double most = 0, worst = 0, area[2] = {0}, M[2][2] = {{0}}, phi[2] = {0};
    for (size_t row = 0; row < t.rows; row++) {
        example_advance(&e, table_at(&t, row, "t"));
        abut_bogie_state s = read_bogie(&e);
        M[0][1] = 4 * table_at(&t, row, "Mz"), M[1][1] = s.M, phi[1] = s.phi;
        expect_within(s.phi, table_at(&t, row, "phi"), 1e-9, NULL, "yaw");
        /* the frames follow the ends of the bolster */
        double left = abut_read_body(e.w, abut_find_body(e.w, "left")).r.x;
        expect_within(left, -1.018 * sin(s.phi), 1e-4, NULL, "left frame");
        expect_within(abut_read_body(e.w, abut_find_body(e.w, "right")).r.x, -left, 1e-5, NULL, "right frame");
        most = fmax(most, fabs(M[0][1]));
        worst = fmax(worst, fabs(M[1][1] - M[0][1]));
        for (int i = 0; row && i < 2; i++) area[i] += 0.5 * (M[i][0] + M[i][1]) * (phi[1] - phi[0]);
        M[0][0] = M[0][1], M[1][0] = M[1][1], phi[0] = phi[1];
    }
    printf("shear, %s: M worst %.1e of its maximum, area %.1e\n", settings, worst / most, area[1] / area[0] - 1);
    ck_assert(worst < 0.02 * most);
    expect_near(area[1], area[0], 5e-3, NULL, "loop area");
    example_end(&e);
    table_free(&t);
}

START_TEST(shear) {
    compare_shear("machines.b.springs.load=10 tf", "wedge_shear_7005.csv");
    compare_shear("", "wedge_shear_31521.csv");
}
END_TEST

/* The bolster goes down and up by 50 mm from 5 mm: four times the loop of one wedge in example 20, the springs in between
 * give back what they take. */
START_TEST(vertical) {
    static const char settings[] =
        "bodies.bolster.drive={position: {type: sine, amplitude: 25 mm, frequency: 1 Hz, phase: 90 deg, offset: -25 "
        "mm}};"
        "bodies.left.fixed=true;bodies.right.fixed=true;joints=[];"
        "machines.b.springs={stiffness: 572 kN/m, preload: 2860 N};machines.b.wedges.toe=2 deg";
    example four = example_start("21_bogie_shear", settings, NULL), one = example_start("20_wedge_cycling", NULL, NULL);
    double area[2] = {0}, Q[2][2] = {{0}}, z[2] = {0}, work = 0;
    for (int i = 0; i <= 250; i++) {
        example_advance(&four, 1 + 4e-3 * i);
        example_advance(&one, 1 + 4e-3 * i);
        abut_bogie_state s = read_bogie(&four);
        abut_wedge_state each;
        must(abut_read_wedge(one.w, abut_find_machine(one.w, "w"), 1, &each));
        expect_within(s.z, each.z, 1e-12, NULL, "travel");
        Q[0][1] = 4 * each.Q + 10 * 572e3 * each.z, Q[1][1] = s.Q, z[1] = s.z;
        expect_within(Q[1][1], Q[0][1], 3e3, NULL, "force on the bolster");
        if (i == 0 || i == 125) {
            double now = abut_read_energy(four.w).work_of_loads_and_drives;
            if (i)
                expect_near(area[1] + 0.5 * (Q[1][0] + Q[1][1]) * (z[1] - z[0]), now - work, 1e-3, NULL, "work down");
            work = now;
        }
        for (int k = 0; i && k < 2; k++) area[k] += 0.5 * (Q[k][0] + Q[k][1]) * (z[1] - z[0]);
        Q[0][0] = Q[0][1], Q[1][0] = Q[1][1], z[0] = z[1];
    }
    printf("vertical: %.1f J of the bogie, %.1f J of one wedge\n", area[1], area[0] / 4);
    expect_near(area[1], area[0], 5e-3, NULL, "loop area");
    example_end(&four);
    example_end(&one);
}
END_TEST

/* A bolster that is free to go across, wedges without friction, and a force. */
#define ACROSS                                                                                                         \
    "bodies.bolster={name: bolster, mass: 500 kg, inertia: [300, 20, 300]};bodies.left.fixed=true;"                    \
    "bodies.right.fixed=true;joints=[{name: across, type: prismatic, child: bolster, orientation: {axis: [1, 0, 0], "  \
    "angle: -90 deg}}];machines.b.wedges.mu={column: 0, pocket: 0};"                                                   \
    "forces=[{type: load, body: bolster, force: [0, 50 kN, 0]}]"

/* It stops at the gibs, both on the same side in step. */
START_TEST(gibs) {
    const char *settings = ACROSS;
    example e = example_start("21_bogie_shear", settings, NULL);
    example_advance(&e, 0.6);
    double y = abut_read_body(e.w, abut_find_body(e.w, "bolster")).r.y;
    expect_within(y, 0.01 + 25e3 / 1e8, 2e-5, NULL, "bolster at the gibs");
    abut_element_out out = {0};
    must(abut_read_contact(e.w, abut_find_contact(e.w, "b.first.gib_out"), &out));
    expect_near(out.N, 25e3, 0.02, NULL, "force of the outer gib");
    must(abut_read_contact(e.w, abut_find_contact(e.w, "b.second.gib_in"), &out));
    expect_near(out.N, 25e3, 0.02, NULL, "force of the inner gib");
    must(abut_read_contact(e.w, abut_find_contact(e.w, "b.second.gib_out"), &out));
    ck_assert(!out.touching);
    example_end(&e);
}
END_TEST

/* Yaw springs of the sets add to the moment; on those along y the bolster swings about F/K with K = 10 k. */
START_TEST(horizontal_springs) {
    example with = example_start("21_bogie_shear", "machines.b.springs.yaw=1e5 N m/rad", NULL),
            without = example_start("21_bogie_shear", "", NULL);
    for (double t = 0.1; t < 0.45; t += 0.1) {
        example_advance(&with, t);
        example_advance(&without, t);
        abut_bogie_state a = read_bogie(&with), b = read_bogie(&without);
        expect_within(a.M - b.M, 2e5 * b.phi, 0.01 * fabs(b.M), NULL, "moment at %g", t);
    }
    example_end(&with);
    example_end(&without);
    example e =
        example_start("21_bogie_shear", ACROSS ";machines.b.gibs.play=1;machines.b.springs.horizontal=1e6", NULL);
    example_advance(&e, 3.14159265358979 / sqrt(1e7 / 500));
    expect_near(abut_read_body(e.w, abut_find_body(e.w, "bolster")).r.y, 2 * 50e3 / 1e7, 1e-3, NULL, "swing");
    example_end(&e);
}
END_TEST

/* ---- refusals ---- */
static abut_wedge_point one[1];
static void refuses(abut_bogie_def d, const char *sentence) {
    abut_world *w = abut_world_create(NULL);
    abut_body left = abut_add_body(w, &(abut_body_def){.name = "left", .fixed = true});
    abut_body right = abut_add_body(w, &(abut_body_def){.name = "right", .fixed = true});
    if (!d.side_frames[1].id) d.side_frames[1] = right;
    d.side_frames[0] = left;
    d.bolster = abut_add_body(w, &(abut_body_def){.name = "bolster", .fixed = true});
    ck_assert_int_eq(abut_add_bogie(w, &d).id, 0);
    ck_assert_msg(strstr(abut_world_message(w), sentence) != NULL, "%s", abut_world_message(w));
    abut_world_destroy(w);
}

START_TEST(refusals) {
    const abut_bogie_def good = {
        .name = "b",
        .spacing = 2,
        .springs = {.stiffness = 5e5},
        .wedge = {.mass = 12,
                  .inertia = {0.03, 0.03, 0.03},
                  .stiffness = 1e9,
                  .faces = 2,
                  .face = {{.count = 1, .point = one}, {.pocket = true, .count = 1, .point = one}}}};
    abut_bogie_def d = good;
    d.spacing = -1, refuses(d, "bogie 'b': spacing");
    d = good, d.springs.count = 1, refuses(d, "2 springs under the wedges");
    d = good, d.springs.stiffness = 0, refuses(d, "stiffness of a spring");
    d = good, d.gibs.play = -1, refuses(d, "must not be negative");
    d = good, d.side_frames[1].id = 3, refuses(d, "same body");
    d = good, d.side_frames[1].id = 9, refuses(d, "there is no body 9");
    d = good, d.wedge.faces = 0, refuses(d, "bogie 'b': a wedge has 2 to 8 faces");
    d = good, d.name = "", refuses(d, "needs a name");
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&shear, &vertical, &gibs, &horizontal_springs, &refusals};
    return suite_main("bogie", all, sizeof all / sizeof *all);
}
