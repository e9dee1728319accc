/* What the solver has found of a contact, kept for those who look at accepted states, against a fresh evaluation of it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "contact/element.h"
#include "model/model.h"
#include "support/suite.h"
#include "world/world.h"

static void complain(const model_error *error, void *user) {
    (void)user;
    ck_abort_msg("%s", error->text);
}

static void same(double x, double y, double scale, const char *what, const char *contact) {
    ck_assert_msg(fabs(x - y) <= 1e-9 * scale, "%s of %s: %.17g, evaluated %.17g", what, contact, x, y);
}

static void same_vec(vec3 x, vec3 y, double scale, const char *what, const char *contact) {
    same(x.x, y.x, scale, what, contact);
    same(x.y, y.y, scale, what, contact);
    same(x.z, y.z, scale, what, contact);
}

enum { SLICES = 64 };
static void compare(const abut_world *w, int id, bool frame) {
    double load[2][SLICES] = {{0}};
    size_t slices = abut_element_slices(w->contact[id].element);
    ck_assert(slices <= SLICES);
    abut_element_out s = {.want_frame = frame}, r = s;
    if (slices) s.slice_load = load[0], r.slice_load = load[1];
    const char *name = w->contact[id].name;
    abut_status known = world_seen_contact(w, id, &s);
    w->reader->full = false; /* reading evaluates anew */
    ck_assert_int_eq(known, abut_read_contact(w, (abut_contact){id}, &r));
    w->reader->full = true;
    double force = 1 + fabs(r.N), speed = 1 + v3_norm(r.slip);
    ck_assert_msg(s.touching == r.touching, "%s", name);
    same(s.h, r.h, 1e-3, "h", name);
    same(s.hdot, r.hdot, speed, "hdot", name);
    same(s.N, r.N, force, "N", name);
    same(s.a, r.a, 1e-3, "a", name);
    same(s.b, r.b, 1e-3, "b", name);
    same(s.p_max, r.p_max, 1e9, "p_max", name);
    same(s.loss_normal, r.loss_normal, force * speed, "loss_normal", name);
    same(s.loss_friction, r.loss_friction, force * speed, "loss_friction", name);
    same(s.film.h_c, r.film.h_c, 1e-6, "film", name);
    same(s.film.lambda, r.film.lambda, 1, "lambda", name);
    same_vec(s.n, r.n, 1, "n", name);
    same_vec(s.point, r.point, 1, "point", name);
    same_vec(s.slip, r.slip, speed, "slip", name);
    same(s.spin, r.spin, 1 + fabs(r.spin), "spin", name);
    same_vec(s.force, r.force, force, "force", name);
    same_vec(s.moment, r.moment, force, "moment", name);
    for (size_t i = 0; i < slices; i++) same(load[0][i], load[1][i], 1e6, "slice", name);
}

static const struct scene {
    const char *example;
    double t;
    bool frame, packed; /* asked for; balls are evaluated four at a time */
} scenes[] = {
    {"13_ball_bearing", 2e-3, false, true},   {"14_angular_contact", 1e-3, false, true},
    {"27_spindle_7008", 2e-5, true, true},    {"26_roller_bearing", 1e-4, false, false},
    {"20_wedge_cycling", 2e-2, false, false},
};
enum { SCENES = sizeof scenes / sizeof scenes[0] };

static void check_kept(const struct scene *c) {
    char path[512];
    model m;
    (void)snprintf(path, sizeof path, "%s/../../examples/%s/model.yaml", ABUT_TEST_DATA, c->example);
    ck_assert_int_eq(model_read(path, NULL, 0, complain, NULL, &m), 0);
    ck_assert_int_eq(model_start(&m, complain, NULL), ABUT_OK);
    abut_world *w = m.world;
    ck_assert_int_eq(abut_advance(w, c->t), ABUT_OK);
    abut_element_out out = {0};
    bool packed = c->packed && (!out.want_frame || w->contact[1].lubricated);
    ck_assert(w->work->kept && mb_seen_contact(w->reader, 0, &out) == packed); /* the solver keeps all, readers packs */
    ck_assert(mb_keep_contacts(w->reader));
    ck_assert_int_eq(world_evaluate(w), ABUT_OK);
    int seen = 0, touching = 0;
    for (int id = 1; id <= w->contacts; id++) {
        abut_element_out s = {.want_frame = c->frame};
        if (!mb_seen_contact(w->reader, id - 1, &s)) continue;
        seen++;
        touching += s.touching;
        compare(w, id, c->frame && w->contact[id].lubricated);
    }
    ck_assert_int_ge(seen, 4);
    ck_assert_int_ge(touching, 2);
    ck_assert_int_eq(w->system->contact[0].swarm && !w->reader->kept[0].touching && w->reader->kept[0].h == 0,
                     c->packed);
    /* what is evaluated in passing is not mixed with what was kept */
    const double *a;
    ck_assert_int_eq(mb_accelerate(w->reader, w->t_shown, w->y, &a), ABUT_OK);
    ck_assert(!mb_seen_contact(w->reader, 0, &out));
    model_free(&m);
}

START_TEST(test_kept) {
    for (int i = 0; i < SCENES; i++) check_kept(&scenes[i]);
}
END_TEST

START_TEST(test_not_kept) { /* no statistics, no films: nobody looks */
    char path[512];
    model m;
    (void)snprintf(path, sizeof path, "%s/../../examples/13_ball_bearing/model.yaml", ABUT_TEST_DATA);
    ck_assert_int_eq(model_read(path, NULL, 0, complain, NULL, &m), 0);
    m.solver.no_statistics = true;
    ck_assert_int_eq(model_start(&m, complain, NULL), ABUT_OK);
    ck_assert_ptr_null(m.world->work->kept);
    model_free(&m);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&test_kept, &test_not_kept};
    return suite_main("seen", all, sizeof all / sizeof *all);
}
