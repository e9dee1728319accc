#define _POSIX_C_SOURCE 200809L /* open_memstream */
/* Figures of a whole run: the greatest of all contacts, joints and bodies, read another way after every step, and the figures of
 * several machines of a type together, added up from those of each. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/machine.h"
#include "machine/watch.h"
#include "support/example.h"
#include "support/near.h"
#include "support/suite.h"

static double length_of(abut_vec3 v) { return sqrt(v.x * v.x + v.y * v.y + v.z * v.z); }

/* What readers see now, added to what they have seen. */
static void look(const abut_world *w, abut_greatest *g) {
    for (int i = 1; i <= abut_joint_count(w); i++)
        g->joint_force = fmax(g->joint_force, length_of(abut_read_joint(w, (abut_joint){i}).force));
    for (int i = 1; i <= abut_body_count(w); i++) {
        abut_body_state s = abut_read_body(w, (abut_body){i});
        g->speed = fmax(g->speed, length_of(s.v));
        g->angular_speed = fmax(g->angular_speed, length_of(s.w));
    }
    for (int i = 1; i <= abut_contact_count(w); i++) {
        abut_element_out o = {.want_frame = true};
        ck_assert_int_eq(abut_read_contact(w, (abut_contact){i}, &o), ABUT_OK);
        g->contact_force = fmax(g->contact_force, o.N);
        g->pressure = fmax(g->pressure, o.p_max);
        g->approach = fmax(g->approach, o.h);
        if (o.N > 0 && o.film.h_min > 0) g->film_least = fmin(g->film_least, o.film.h_min);
    }
}

/* By the readers after every step from `from` to t. */
static abut_greatest step_through(example *e, double from, double t) {
    abut_greatest g = {.film_least = INFINITY};
    if (from <= 0) look(e->w, &g);
    while (abut_time(e->w) < t) {
        ck_assert_int_eq(abut_step(e->w), ABUT_OK);
        if (abut_time(e->w) >= from) look(e->w, &g);
    }
    example_advance(e, t); /* observes the last step */
    return g;
}

/* A linkage with a joint that closes its loop. It goes slowest at the start and turns its crank fastest later on. */
START_TEST(linkage) {
    static const double from[] = {0, 0.3};
    for (size_t i = 0; i < sizeof from / sizeof *from; i++) {
        char set[80];
        (void)snprintf(set, sizeof set, "solver.t_end=0.5;solver.rtol=1e-7;output.from=%g", from[i]);
        example e = example_start("08_four_bar", set, NULL);
        abut_greatest want = step_through(&e, from[i], 0.5), got = abut_read_greatest(e.w);
        expect_near(got.joint_force, want.joint_force, 1e-6, NULL, "joint force from %g s", from[i]);
        expect_near(got.speed, want.speed, 1e-9, NULL, "speed from %g s", from[i]);
        expect_near(got.angular_speed, want.angular_speed, 1e-9, NULL, "angular speed from %g s", from[i]);
        ck_assert(isnan(got.contact_force) && isnan(got.pressure) && isnan(got.approach) && isnan(got.film_least));
        example_end(&e);
    }
}
END_TEST

/* A rotor on a point and a plane half way to its weight, which turns it about x: the plane closes the loop, carries twice the
 * weight and a moment. */
static const char rotor_text[] =
    "abut: 1\n"
    "gravity: [9.81, 0, 0]\n"
    "bodies:\n"
    "  - {name: rotor, mass: 10, inertia: [0.1, 0.1, 0.1], position: [0, 0.4, 0.1], velocity: [0, -0.2, 0.8],\n"
    "     angular_velocity: [2, 0, 0]}\n"
    "joints:\n"
    "  - {name: point, type: spherical, child: rotor}\n"
    "  - {name: plane, type: planar, child: rotor, position: [0, 0.2, 0], orientation: {axis: [0, 1, 0], angle: 90 "
    "deg}}\n"
    "solver: {t_end: 0.1, rtol: 1e-7}\n";

static void complain(const model_error *error, void *user) { ck_abort_msg("%s%s", (const char *)user, error->text); }

START_TEST(joint_of_a_loop) {
    example e = {0};
    (void)model_read_text("rotor.yaml", rotor_text, strlen(rotor_text), NULL, 0, complain, "", &e.m);
    (void)model_start(&e.m, complain, "");
    e.w = e.m.world;
    double most[2] = {0};
    do {
        for (int i = 0; i < 2; i++) most[i] = fmax(most[i], length_of(abut_read_joint(e.w, (abut_joint){i + 1}).force));
        if (abut_time(e.w) < 0.1) ck_assert_int_eq(abut_step(e.w), ABUT_OK);
    } while (abut_time(e.w) < 0.1);
    example_advance(&e, 0.1);
    ck_assert_msg(most[1] > 190 && most[0] < 120, "%g N beside %g N", most[1], most[0]);
    ck_assert(length_of(abut_read_joint(e.w, (abut_joint){2}).torque) > 1);
    expect_near(abut_read_greatest(e.w).joint_force, most[1], 1e-6, NULL, "force of the joint that closes the loop");
    example_end(&e);
}
END_TEST

START_TEST(without_statistics) {
    example e = example_start("08_four_bar", "solver.t_end=0.01", NULL);
    e.m.solver.no_statistics = true;
    ck_assert_int_eq(abut_start(e.w, &e.m.solver), ABUT_OK);
    example_advance(&e, 0.01);
    abut_greatest got = abut_read_greatest(e.w);
    ck_assert(isnan(got.joint_force) && isnan(got.speed) && isnan(got.angular_speed));
    example_end(&e);
}
END_TEST

/* ---- several machines ---- */
typedef enum joining { MOST, FEWEST, SUM } joining;

static double headline(const abut_world *w, int machine, const char *label) {
    abut_headline h;
    for (int k = 0; abut_machine_headline(w, (abut_machine){machine}, k, &h); k++)
        if (!strcmp(h.label, label)) return h.value;
    return (double)NAN;
}

/* `together` of the summary; to be freed. */
static char *together(const abut_world *w) {
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    ck_assert_ptr_nonnull(to);
    json j = json_start(to);
    watch_types_json(w, &j);
    json_end(&j);
    (void)fclose(to);
    ck_assert_ptr_nonnull(text);
    return text;
}

static void check_joined(const abut_world *w, const char *text, const char *label, joining how) {
    static const char *const names[] = {"unit1", "unit2", "unit3"};
    char key[80], owner[40];
    (void)snprintf(key, sizeof key, "\"label\": \"%s\", \"value\": ", label);
    const char *at = strstr(text, key), *whose = NULL;
    double want = headline(w, 1, label);
    ck_assert_msg(at != NULL, "no %s", label);
    whose = names[0];
    for (int i = 2; i <= 3; i++) {
        double x = headline(w, i, label);
        ck_assert_msg(x != want, "%s: the cams do not differ", label);
        if (how == SUM)
            want += x;
        else if (how == MOST ? x > want : x < want)
            want = x, whose = names[i - 1];
    }
    expect_near(strtod(at + strlen(key), NULL), want, 1e-12, NULL, "%s", label);
    (void)snprintf(owner, sizeof owner, how == SUM ? "\"machine\": null" : "\"machine\": \"%s\"", whose);
    const char *end = strchr(at, '}'), *said = strstr(at, owner);
    ck_assert_msg(said && said < end, "%s: not %s", label, owner);
}

/* Three cams of a pump, a part of a turn each. */
START_TEST(cams_together) {
    example e = example_start("25_pump", "solver.t_end=0.004;output.from=0", NULL);
    abut_greatest want = step_through(&e, 0, 0.004), got = abut_read_greatest(e.w);
    char *text = together(e.w);
    ck_assert_ptr_nonnull(strstr(text, "\"cam_roller\": {\"machines\": [\"unit1\", \"unit2\", \"unit3\"]"));
    check_joined(e.w, text, "Greatest contact force", MOST);
    check_joined(e.w, text, "Greatest contact pressure", MOST);
    check_joined(e.w, text, "Least film h_min", FEWEST);
    check_joined(e.w, text, "Loss, mean", SUM);
    check_joined(e.w, text, "Cam torque, mean", SUM);
    check_joined(e.w, text, "Greatest plunger pressure", MOST);
    free(text);
    expect_near(got.contact_force, want.contact_force, 1e-6, NULL, "contact force");
    expect_near(got.pressure, want.pressure, 1e-6, NULL, "pressure");
    expect_near(got.approach, want.approach, 1e-6, NULL, "approach");
    expect_near(got.film_least, want.film_least, 1e-6, NULL, "least film");
    expect_near(got.joint_force, want.joint_force, 1e-6, NULL, "joint force");
    expect_near(got.speed, want.speed, 1e-9, NULL, "speed");
    expect_near(got.angular_speed, want.angular_speed, 1e-9, NULL, "angular speed");
    example_end(&e);
}
END_TEST

/* A single cam is no several. */
START_TEST(one_alone) {
    example e = example_start("23_cam_roller", "solver.t_end=1e-4", NULL);
    char *text = together(e.w);
    ck_assert_ptr_null(strstr(text, "headline"));
    free(text);
    example_end(&e);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&linkage, &joint_of_a_loop, &without_statistics, &cams_together,
                                              &one_alone};
    return suite_main("figures of whole runs", all, sizeof all / sizeof *all);
}
