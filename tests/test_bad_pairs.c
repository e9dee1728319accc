/* Definitions that are refused for what only one type or a pair of surfaces can know; the sentences of all status codes. */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "registry/registry.h"
#include "support/choices.h"
#include "support/shapes.h"
#include "support/suite.h"

START_TEST(values_that_do_not_go_together) {
    static const struct {
        const char *kind;
        abut_choice choice;
        abut_status status;
        const char *word;
    } cases[] = {
        {"surface",
         {"torus", {{.name = "ring_radius", .value = 0.01}, {.name = "tube_radius", .value = 0.01}}},
         ABUT_BAD_VALUE,
         "tube_radius"},
        {"surface", {"paraboloid", {{.name = "P", .value = 0}, {.name = "Q", .value = 0}}}, ABUT_BAD_VALUE, "zero"},
        {"surface",
         {"ellipsoid", {{.name = "a", .value = 1e7}, {.name = "b", .value = 1}, {.name = "c", .value = 1}}},
         ABUT_BAD_VALUE,
         "semi-axes"},
        {"normal",
         {"fixed_stiffness", {{.name = "e", .value = 1e9}, {.name = "from", .text = "first_touch"}}},
         ABUT_BAD_VALUE,
         "either"},
        {"friction",
         {"coulomb", {{.name = "mu", .value = 0.1}, {.name = "strips", .value = 7}}},
         ABUT_BAD_VALUE,
         "even"},
        {"friction",
         {"coulomb", {{.name = "mu", .value = 0.1}, {.name = "v_s", .value = 1e-200}}},
         ABUT_BAD_VALUE,
         "v_s"},
        {"damping", {.type = "hunt_crossley"}, ABUT_MISSING, "chi"},
        {"damping",
         {"hunt_crossley", {{.name = "chi", .value = 0.1}, {.name = "restitution", .value = 0.5}}},
         ABUT_MISSING,
         "either"},
        {"damping", {"hunt_crossley", {{.name = "restitution", .value = 0.5}}}, ABUT_MISSING, "speed"},
        {"damping", {"power", {{.name = "restitution", .value = 0.5}}}, ABUT_MISSING, "mass"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        refused(cases[i].kind, &cases[i].choice, cases[i].status, cases[i].choice.type, cases[i].word);
}
END_TEST

static int nan_fn(abut_vec3 y, int order, double *f, double gradient[3], double hessian[6], double third[10],
                  void *user) {
    (void)y, (void)order, (void)third;
    *f = *(const double *)user;
    for (int i = 0; i < 3; i++) gradient[i] = *f;
    for (int i = 0; i < 6; i++) hessian[i] = *f;
    return 0;
}

START_TEST(callbacks) {
    static double nothing = NAN, flat = 0;
    const struct {
        abut_callback given;
        abut_status status;
        const char *word;
    } cases[] = {
        {{.fn = NULL}, ABUT_MISSING, "fn"},
        {{.fn = nan_fn, .bound = -1}, ABUT_BAD_VALUE, "bound"},
        {{.fn = nan_fn, .bound = NAN}, ABUT_BAD_VALUE, "bound"},
        {{.fn = nan_fn, .size = -1}, ABUT_BAD_VALUE, "size"},
        {{.fn = nan_fn, .size = NAN}, ABUT_BAD_VALUE, "size"},
        {{.fn = nan_fn, .size = INFINITY}, ABUT_BAD_VALUE, "size"},
    };
    abut_choice c = {"callback", {{.name = "callback", .count = 1}}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        c.params[0].data = &cases[i].given;
        refused("surface", &c, cases[i].status, "callback", cases[i].word);
    }
    c.params[0].count = 2;
    refused("surface", &c, ABUT_BAD_VALUE, "callback", "2");
    c.params[0].count = 1;
    /* a function of no use: NaN everywhere, zero everywhere */
    for (int i = 0; i < 2; i++) {
        abut_callback useless = {.fn = nan_fn, .bound = 0.01, .third = true, .user = i ? &flat : &nothing};
        c.params[0].data = &useless;
        abut_element_def def = pair_of(&c, &ball);
        abut_message m;
        abut_element *e;
        abut_element_in in = {.b = {.r = {0, 0, 0.015}}};
        abut_element_out o = {0};
        ck_assert_msg(abut_element_create(&def, &e, &m) == ABUT_OK, "%s", m.text);
        ck_assert_int_gt(abut_element_eval(e, &in, &o), 0);
        ck_assert(o.N == 0 && !o.touching && o.on_b.force.z == 0);
        ck_assert_int_gt(abut_element_accept(e, &in), 0);
        abut_element_destroy(e);
    }
}
END_TEST

START_TEST(pieces) {
    enum { MANY = 65 };
    abut_piece *many = calloc(MANY, sizeof *many), nested[6] = {{.shape = ball}}, odd = {.shape = ball};
    ck_assert_ptr_nonnull(many);
    abut_choice c = {"piecewise", {{.name = "pieces", .data = many, .count = MANY}}};
    for (int i = 0; i < MANY; i++) many[i].shape = ball;
    refused("surface", &c, ABUT_BAD_VALUE, "piecewise", "64");
    c.params[0].count = MANY - 1;
    many[40].shape.params[0].value = -1;
    refused("surface", &c, ABUT_BAD_VALUE, "piece 41", "radius");
    many[40].shape = (abut_choice){.type = "sphrere"};
    refused("surface", &c, ABUT_UNKNOWN_NAME, "piece 41", "did you mean 'sphere'");
    many[40].shape = (abut_choice){0};
    refused("surface", &c, ABUT_MISSING, "piece 41", "surface");
    for (int i = 1; i < 6; i++)
        nested[i].shape = (abut_choice){"piecewise", {{.name = "pieces", .data = &nested[i - 1], .count = 1}}};
    refused("surface", &nested[5].shape, ABUT_BAD_VALUE, "piecewise", "nested");
    c = (abut_choice){"piecewise", {{.name = "pieces", .data = &odd, .count = 1}}};
    for (int i = 0; i < 11; i++) { /* every number of its place and of its region */
        odd = (abut_piece){.shape = ball};
        (&odd.place.r.x)[i] = i % 2 ? NAN : INFINITY;
        refused("surface", &c, ABUT_BAD_VALUE, "piece 1", "not finite");
    }
    free(many);
}
END_TEST

/* tiny or huge numbers inside the range, of which the square or the inverse is not a number any more: refused, or fine */
START_TEST(sizes_at_the_end_of_the_numbers) {
    static const double sizes[] = {5e-324, 1e-310, 1e-200, 1e-160, 1e160, 1e200, 1.7e308};
    for (size_t i = 0; i < abut_registry_count(NULL); i++) {
        const abut_type *t = abut_registry_at(NULL, i);
        for (const abut_param_info *p = t->params; p && p->name; p++)
            for (size_t k = 0; k < sizeof sizes / sizeof sizes[0] && p->kind == ABUT_NUMBER; k++) {
                abut_choice c = t->examples[0];
                abut_message m;
                param_of(&c, p->name)->value = sizes[k];
                (void)try_choice(t->kind, &c, &m); /* a sentence with every refusal; the sanitizers watch */
            }
    }
}
END_TEST

static abut_status create(const abut_element_def *def, abut_message *m) {
    abut_element *e;
    abut_status s = abut_element_create(def, &e, m);
    abut_element_destroy(e);
    return s;
}

START_TEST(pairs_without_point_contact) {
    static const abut_choice tube = {"cylinder", {{.name = "radius", .value = 0.01}}},
                             cavity = {"sphere",
                                       {{.name = "radius", .value = 0.01}, {.name = "side", .text = "inside"}}},
                             cone = {"cone", {{.name = "half_angle", .value = 0.5}}};
    const abut_choice *const pairs[][2] = {{&plane, &plane}, {&plane, &tube},  {&tube, &plane},     {&cavity, &ball},
                                           {&plane, &cone},  {&cavity, &tube}, {&cavity, &big_ball}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        abut_element_def def = pair_of(pairs[i][0], pairs[i][1]);
        abut_message m;
        ck_assert_int_eq(create(&def, &m), ABUT_BAD_PAIR);
        ck_assert_msg(strstr(m.text, pairs[i][0]->type) && strstr(m.text, pairs[i][1]->type), "%s", m.text);
    }
}
END_TEST

START_TEST(message_may_be_left_out) {
    abut_element_def def = pair_of(&ball, &(abut_choice){.type = "nonsense"});
    abut_element *e;
    ck_assert_int_eq(abut_element_create(&def, &e, NULL), ABUT_UNKNOWN_NAME);
    ck_assert_ptr_null(e);
    abut_element_destroy(NULL);
    abut_hertz r;
    ck_assert_int_eq(abut_point_contact(&(abut_choice){.type = "nonsense"}, 1, 1, 1, 1, NAN, &r, NULL),
                     ABUT_UNKNOWN_NAME);
}
END_TEST

START_TEST(status_texts) {
#define X(name, value, sentence)                                                                                       \
    ck_assert_str_eq(abut_status_text(ABUT_##name), sentence);                                                         \
    ck_assert_int_eq((int)ABUT_##name, value);
    ABUT_STATUS_LIST(X)
#undef X
    ck_assert_int_gt((int)strlen(abut_status_text((abut_status)9999)), 0);
    ck_assert_int_gt((int)strlen(abut_status_text((abut_status)-9999)), 0);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&values_that_do_not_go_together,
                                              &callbacks,
                                              &pieces,
                                              &sizes_at_the_end_of_the_numbers,
                                              &pairs_without_point_contact,
                                              &message_may_be_left_out,
                                              &status_texts};
    return suite_main("bad_pairs", all, sizeof all / sizeof *all);
}
