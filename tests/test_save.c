/* Saving a world between two steps: a second world of the same model that goes on from the bytes is the first one, bit for bit. What
 * is compared is everything that can be saved (states, history, memory of contacts, integrals, statistics, counts) and what readers
 * see, after many more steps. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "machine/machine.h"
#include "machine/watch.h"
#include "support/example.h"
#include "support/suite.h"
#include "world/world.h"

enum { MARK = 10, SPAN = 6 * MARK };

/* Every integrator, and every kind of memory. */
static const struct kind {
    const char *example, *solver;
    int before; /* steps */
    const char *settings;
} kinds[] = {
    {"01_bouncing_ball", "rodas", 400, NULL},               /* damping by the speed at touch */
    {"01_bouncing_ball", "bdf", 400, "solver.rtol=1e-8"},   /* events of contacts */
    {"01_bouncing_ball", "bdf", 400, "solver.events=true"}, /* located */
    {"01_bouncing_ball", "adams", 400, "solver.rtol=1e-8"}, /* functional iteration */
    {"01_bouncing_ball", "rk", 300, "solver.rtol=1e-8"},    /* ARKODE */
    {"01_bouncing_ball", "ida", 300, "solver.rtol=1e-8"},   /* IDAS */
    {"01_bouncing_ball", "park", 300, "solver.rtol=1e-6"},  /* matrices of earlier steps */
    {"02_tilted_ellipsoid", "rodas", 100, NULL},            /* tracked points */
    {"02_tilted_ellipsoid", "adams", 100, NULL},            /* lengths of quaternions */
    {"15_bearing_fault", "rodas", 20, NULL},                /* raceways, tracked from start points */
    {"02_tilted_ellipsoid", "rodas", 60,
     "surfaces.floor.shape={type: ellipsoid, a: 1.2 m, b: 1 m, c: 1 m};surfaces.floor.position=[0, 0, -1 m];"
     "solver.rtol=1e-8;bodies.egg.position=[0, 0, 9 cm]"}, /* two curved bodies: points that are tracked */
    {"01_bouncing_ball", "rodas", 60,
     "contacts.touch.normal={type: hertz, damping: {type: flores, restitution: 0.7}};bodies.ball.position=[0, 0, 10.1 "
     "cm];solver.rtol=1e-8"},
    {"01_bouncing_ball", "park", 60,
     "contacts.touch.normal={type: hertz, damping: {type: hysteretic, restitution: 0.7}};bodies.ball.position=[0, 0, "
     "10.1 cm]"}, /* books */
    {"16_block_on_incline", "rodas", 30, NULL},
    {"18_dragged_block", "park", 60, NULL},
    {"17_belt_stick_slip", "park", 100, NULL},
    {"17_belt_stick_slip", "rodas", 60, NULL},
    {"04_newtons_cradle", "rodas", 100, NULL}, /* several contacts */
    {"08_four_bar", "bdf", 50, NULL},          /* loops */
    {"08_four_bar", "ida", 50, NULL},          /* as equations */
    {"08_four_bar", "rk", 50, NULL},           /* projected */
    {"40_spheres_in_a_box", "rk3", 300, NULL}, /* groups that collide */
    {"01_bouncing_ball", "rk3", 300, "solver.rtol=1e-7"},
    {"40_spheres_in_a_box", "rk", 300, NULL},                                                 /* groups that collide */
    {"40_spheres_in_a_box", "rk", 300, "collide.balls.friction={type: stick_slip, mu: 0.3}"}, /* with memory */
    {"05_bead_chain", "rodas", 30, NULL},                                                     /* beads */
    {"13_ball_bearing", "rodas", 60, NULL},                               /* a swarm, orientations out of the state */
    {"14_angular_contact", "rodas", 60, NULL},                            /* tilted races */
    {"14_angular_contact", "rodas", 60, "machines.brg.cage.mass=0.5 kg"}, /* with a cage */
    {"16_block_on_incline", "park", 60, "solver.rtol=1e-9"},              /* stick-slip springs */
    {"17_belt_stick_slip", "bdf", 200, NULL},                             /* modes that hold between located events */
    {"20_wedge_cycling", "park", 30, NULL},                               /* wedges: layers of friction */
    {"21_bogie_shear", "park", 30, NULL},                                 /* wedges, springs */
    {"23_cam_roller", "rodas", 200, NULL},                                /* a line contact with oil */
    {"25_pump", "rodas", 40, NULL},                                       /* several machines */
    {"26_roller_bearing", "rodas", 20, NULL},                             /* laminae */
    {"27_spindle_7008", "rodas", 20, NULL},                               /* oil */
};

typedef struct saved {
    void *bytes;
    size_t length;
} saved;

static saved save(abut_world *w) {
    saved s;
    abut_message why = {0};
    ck_assert(abut_may_save(w));
    ck_assert_msg(!abut_save(w, &s.bytes, &s.length, &why), "%s", why.text);
    return s;
}

static example started(const struct kind *k) {
    example e = example_start(k->example, k->settings, k->solver);
    abut_solver_def solver = e.w->solver;
    solver.renew_every = MARK;
    solver.t_end = 0; /* no end comes before */
    solver.statistics_from = 0;
    ck_assert_msg(!abut_start(e.w, &solver), "%s", abut_world_message(e.w));
    return e;
}

static void steps(abut_world *w, int count) {
    for (int i = 0; i < count; i++) ck_assert_msg(!abut_step(w), "%s", abut_world_message(w));
}

/* Saves before a step of a long way, when nothing has looked into the last one. */
typedef struct on_the_way {
    abut_world *w;
    long at, until; /* steps: where it is saved, where it stops; at -1: never */
    saved s;
} on_the_way;

static int look(void *user) {
    on_the_way *o = user;
    long now = abut_read_stats(o->w).steps;
    if (now == o->at) o->s = save(o->w);
    return now == o->until;
}

/* To this count of steps; what was saved at another. */
static saved travel(abut_world *w, long at, long until) {
    on_the_way o = {.w = w, .at = at, .until = until};
    abut_set_watch(w, look, &o);
    abut_status status = abut_advance(w, 1e3);
    abut_set_watch(w, NULL, NULL);
    ck_assert_msg(status == ABUT_STOPPED, "%s %s", abut_status_text(status), abut_world_message(w));
    return o.s;
}

static void assert_same_readers(const abut_world *a, const abut_world *b) {
    abut_energy ea = abut_read_energy(a), eb = abut_read_energy(b);
    ck_assert_mem_eq(&ea, &eb, sizeof ea);
    for (int i = 1; i <= abut_body_count(a); i++) {
        abut_body_state x = abut_read_body(a, (abut_body){i}), y = abut_read_body(b, (abut_body){i});
        ck_assert_mem_eq(&x, &y, sizeof x);
    }
    for (int i = 1; i <= abut_contact_count(a); i++) {
        abut_contact_stats x = abut_read_contact_stats(a, (abut_contact){i});
        abut_contact_stats y = abut_read_contact_stats(b, (abut_contact){i});
        ck_assert_mem_eq(&x, &y, sizeof x);
    }
}

static size_t same_until(saved a, saved b) {
    size_t at = 0;
    ck_assert_uint_eq(a.length, b.length);
    while (at < a.length && ((char *)a.bytes)[at] == ((char *)b.bytes)[at]) at++;
    return at;
}

START_TEST(goes_on_bit_for_bit) {
    const struct kind *k = &kinds[_i];
    if (brief() && _i % 3) return;
    example first = started(k), second = started(k);
    saved middle = travel(first.w, k->before, k->before + SPAN), end = save(first.w);
    steps(second.w, _i % 3); /* whatever it did before */
    abut_message why = {0};
    ck_assert_msg(!abut_restore(second.w, middle.bytes, middle.length, &why), "%s", why.text);
    saved same = save(second.w);
    ck_assert_msg(same_until(same, middle) == middle.length, "%s %s: what was put back", k->example, k->solver);
    (void)travel(second.w, -1, k->before + SPAN);
    saved other = save(second.w);
    size_t at = same_until(other, end);
    ck_assert_msg(at == end.length, "%s %s: byte %zu of %zu", k->example, k->solver, at, end.length);
    steps(first.w, 1);
    steps(second.w, 1);
    assert_same_readers(first.w, second.w);
    free(middle.bytes), free(end.bytes), free(same.bytes), free(other.bytes);
    example_end(&first);
    example_end(&second);
}
END_TEST

/* Without the slot `renew`, saving leaves no trace; with it, only every so many steps can be saved. */
START_TEST(leaves_no_trace) {
    example e = example_start("01_bouncing_ball", NULL, "rodas"), f = example_start("01_bouncing_ball", NULL, "rodas");
    for (int i = 0; i < 100; i++) {
        steps(e.w, 1);
        saved s = save(e.w);
        free(s.bytes);
    }
    steps(f.w, 100);
    saved a = save(e.w), b = save(f.w);
    ck_assert_uint_eq(a.length, b.length);
    ck_assert_mem_eq(a.bytes, b.bytes, a.length);
    free(a.bytes), free(b.bytes);
    example_end(&e);
    example_end(&f);
    e = started(&(struct kind){"01_bouncing_ball", "bdf", 0, NULL});
    for (int i = 1; i <= 3 * MARK; i++) {
        steps(e.w, 1);
        ck_assert_int_eq(abut_may_save(e.w), i % MARK == 0);
    }
    steps(e.w, 1);
    void *bytes;
    size_t length;
    abut_message why = {0};
    ck_assert_int_eq(abut_save(e.w, &bytes, &length, &why), ABUT_BAD_VALUE);
    ck_assert(why.text[0] && !bytes);
    example_end(&e);
}
END_TEST

/* Bytes of another world, too few, too many, or damaged: refused or taken, never a crash; the world can be started anew. */
START_TEST(refuses_what_does_not_fit) {
    const struct kind ball = {"01_bouncing_ball", "rodas", 0, NULL}, other = {"04_newtons_cradle", "rodas", 0, NULL};
    example e = started(&ball), f = started(&other);
    steps(e.w, 50);
    saved s = save(e.w);
    abut_message why = {0};
    ck_assert_int_eq(abut_restore(f.w, s.bytes, s.length, &why), ABUT_BAD_VALUE);
    ck_assert(why.text[0]);
    ck_assert(!abut_start(f.w, NULL) && !abut_step(f.w));
    unsigned char *copy = malloc(s.length + 1);
    for (size_t cut = 0; cut < s.length; cut += 1 + s.length / 97) {
        memcpy(copy, s.bytes, s.length);
        ck_assert(abut_restore(e.w, copy, cut, NULL) == ABUT_BAD_VALUE);
        ck_assert(!abut_start(e.w, NULL));
    }
    copy[s.length] = 0;
    ck_assert(abut_restore(e.w, copy, s.length + 1, NULL) == ABUT_BAD_VALUE);
    for (size_t at = 0; at < s.length; at++) {
        memcpy(copy, s.bytes, s.length);
        copy[at] ^= (unsigned char)(1 + 37 * at % 255);
        ck_assert(!abut_start(e.w, NULL));
        if (!abut_restore(e.w, copy, s.length, NULL) && at % 8 == 0) (void)abut_step(e.w);
    }
    free(copy);
    free(s.bytes);
    example_end(&e);
    example_end(&f);
}
END_TEST

/* A machine that gathers something has the slot that saves it. */
START_TEST(machines_save_what_they_gather) {
    size_t i = 0;
    for (const machine_type *m; (m = machine_next(abut_world_types(), &i));)
        if (m->watch) ck_assert_msg(!m->watch->gather == !m->watch->archive, "%s", m->type.name);
}
END_TEST

/* Balls of a group that touch nobody: nothing but gravity moves them, to the last digit. */
static abut_world *falling(void) {
    abut_world *w = abut_world_create(&(abut_world_def){.gravity = {0, 0, -9.81}});
    abut_surface ball[5];
    for (int i = 0; i < 5; i++) {
        abut_body_def body = {.mass = 0.37 + 0.1 * i, .inertia = {1e-3, 1e-3, 1e-3}, .start.r = {0.3 * i, 0, 0}};
        abut_surface_def skin = {.shape = {"sphere", {{.name = "radius", .value = 0.05}}}, .material = ABUT_STEEL};
        ball[i] = abut_add_surface(w, abut_add_body(w, &body), &skin);
    }
    ck_assert_int_ne(abut_add_collide(w, &(abut_collide_def){"all", ball, NULL, 5, 0, NULL}).id, 0);
    ck_assert_int_eq(abut_start(w, &(abut_solver_def){.type = "rk3", .rtol = 1e-5}), ABUT_OK);
    return w;
}

START_TEST(balls_fall_on) {
    abut_world *a = falling(), *b = falling();
    void *bytes = NULL;
    size_t size = 0;
    abut_message why = {0};
    ck_assert_int_eq(abut_step(a), ABUT_OK);
    ck_assert_int_eq(abut_save(a, &bytes, &size, &why), ABUT_OK);
    ck_assert_msg(!abut_restore(b, bytes, size, &why), "%s", why.text);
    for (int step = 0; step < 5; step++) {
        ck_assert_int_eq(abut_step(a), ABUT_OK);
        ck_assert_int_eq(abut_step(b), ABUT_OK);
        for (int i = 1; i <= 5; i++)
            ck_assert_double_eq(abut_read_body(a, (abut_body){i}).v.z, abut_read_body(b, (abut_body){i}).v.z);
    }
    free(bytes);
    abut_world_destroy(a);
    abut_world_destroy(b);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("save");
    TCase *one = tcase_create("save"), *loop = tcase_create("kinds");
    tcase_set_timeout(one, 300);
    tcase_set_timeout(loop, 300);
    tcase_add_test(one, leaves_no_trace);
    tcase_add_test(one, refuses_what_does_not_fit);
    tcase_add_test(one, machines_save_what_they_gather);
    tcase_add_test(one, balls_fall_on);
    tcase_add_loop_test(loop, goes_on_bit_for_bit, 0, (int)(sizeof kinds / sizeof *kinds));
    suite_add_tcase(suite, one);
    suite_add_tcase(suite, loop);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
