/* Wrong input is refused with a status and a sentence; strange but legal input is evaluated. Most tests loop over the
 * registry and name no type. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/abut.h"
#include "support/suite.h"

static const abut_material steel = ABUT_STEEL, rigid = ABUT_RIGID;
static const abut_choice ball = {"sphere", {{.name = "radius", .value = 0.01}}};
static const abut_choice big_ball = {"sphere", {{.name = "radius", .value = 0.02}}};
static const abut_choice egg = {
    "ellipsoid", {{.name = "a", .value = 0.03}, {.name = "b", .value = 0.02}, {.name = "c", .value = 0.015}}};
static const abut_choice plane = {"plane", {{0}}};

/* ---- definitions ------------------------------------------------------------------------------------------------------ */
static abut_element_def pair_of(const abut_choice *a, const abut_choice *b) {
    return (abut_element_def){.a = {.shape = *a, .material = steel}, .b = {.shape = *b, .material = steel}};
}

/* The status of an element that is made with this one choice. */
static abut_status try_choice(const char *kind, const abut_choice *choice, abut_message *message) {
    abut_element_def def = pair_of(&ball, &big_ball);
    if (!strcmp(kind, "surface")) def.a.shape = *choice;
    if (!strcmp(kind, "normal")) def.law.normal = *choice;
    if (!strcmp(kind, "friction")) def.law.friction = *choice;
    if (!strcmp(kind, "track")) def.law.track = *choice;
    if (!strcmp(kind, "damping"))
        def.law.normal = (abut_choice){.type = "hertz", .params = {{.name = "damping", .choice = choice}}};
    abut_element *e = NULL;
    abut_status s = abut_element_create(&def, &e, message);
    ck_assert_msg((s == ABUT_OK) == (e != NULL), "%s %s: status %d", kind, choice->type ? choice->type : "-", s);
    ck_assert_msg((s == ABUT_OK) == (message->text[0] == '\0'), "%s %s: status %d, message '%s'", kind,
                  choice->type ? choice->type : "-", s, message->text);
    abut_element_destroy(e);
    return s;
}

/* Refused with this status and a sentence that holds both words. */
static void refused(const char *kind, const abut_choice *choice, abut_status wanted, const char *first,
                    const char *second) {
    abut_message m;
    abut_status s = try_choice(kind, choice, &m);
    ck_assert_msg(s == wanted, "%s %s, %s: status %d instead of %d (%s)", kind, choice->type ? choice->type : "-",
                  second, s, wanted, m.text);
    ck_assert_msg(strstr(m.text, first) && strstr(m.text, second), "'%s' and '%s' are not named: %s", first, second,
                  m.text);
}

static int count_params(const abut_choice *c) {
    int n = 0;
    while (n < ABUT_MAX_PARAMS && c->params[n].name) n++;
    return n;
}

/* The place of a parameter in a choice, appended if it is not there. */
static abut_param *param_of(abut_choice *c, const char *name) {
    int n = count_params(c);
    for (int i = 0; i < n; i++)
        if (!strcmp(c->params[i].name, name)) return &c->params[i];
    ck_assert_int_lt(n, ABUT_MAX_PARAMS);
    c->params[n].name = name;
    return &c->params[n];
}

/* Calls `check` for every parameter of every example of every type. */
typedef void param_check(const abut_type *type, const abut_choice *example, const abut_param_info *info);
static void each_param(param_check *check) {
    for (size_t i = 0; i < abut_type_count(); i++) {
        const abut_type *t = abut_type_at(i);
        for (const abut_choice *e = t->examples; e->type; e++)
            for (const abut_param_info *p = t->params; p && p->name; p++) check(t, e, p);
    }
}

START_TEST(examples_are_accepted) {
    for (size_t i = 0; i < abut_type_count(); i++) {
        const abut_type *t = abut_type_at(i);
        for (const abut_choice *e = t->examples; e->type; e++) {
            abut_message m;
            abut_status s = try_choice(t->kind, e, &m);
            /* a cylinder or a plane may be fine and yet no partner of the ball */
            ck_assert_msg(s == ABUT_OK || s == ABUT_BAD_PAIR, "%s %s: %s", t->kind, t->name, m.text);
        }
    }
}
END_TEST

/* ---- parameters ------------------------------------------------------------------------------------------------------- */
static void check_number(const abut_type *type, const abut_choice *example, const abut_param_info *info) {
    double below = info->open ? info->low : info->low - 1, above = info->open ? info->high : info->high + 1;
    const double bad[] = {NAN, INFINITY, -INFINITY, below, above, -HUGE_VAL};
    if (info->kind != ABUT_NUMBER) return;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        abut_choice c = *example;
        param_of(&c, info->name)->value = bad[i];
        refused(type->kind, &c, ABUT_BAD_VALUE, type->name, info->name);
    }
    for (int end = 0; end < 2 && !info->open; end++) { /* the ends of a closed range belong to it */
        abut_choice c = *example;
        abut_message m;
        double value = end ? info->high : info->low;
        if (!isfinite(value)) continue;
        param_of(&c, info->name)->value = value;
        (void)try_choice(type->kind, &c, &m);
        ck_assert_msg(!strstr(m.text, "must be in"), "%s = %g: %s", info->name, value, m.text);
    }
}
START_TEST(numbers_outside_their_range) { each_param(check_number); }
END_TEST

static void check_flag(const abut_type *type, const abut_choice *example, const abut_param_info *info) {
    static const double bad[] = {2, -1, 0.5, NAN, INFINITY, 5e-324};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0] && info->kind == ABUT_FLAG; i++) {
        abut_choice c = *example;
        param_of(&c, info->name)->value = bad[i];
        refused(type->kind, &c, ABUT_BAD_VALUE, type->name, info->name);
    }
}
START_TEST(flags_other_than_0_and_1) { each_param(check_flag); }
END_TEST

static void check_word(const abut_type *type, const abut_choice *example, const abut_param_info *info) {
    static const char *const bad[] = {"nonsense", "", "|", NULL};
    if (info->kind != ABUT_WORD) return;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        abut_choice c = *example;
        param_of(&c, info->name)->text = bad[i];
        refused(type->kind, &c, ABUT_BAD_VALUE, type->name, info->name);
        refused(type->kind, &c, ABUT_BAD_VALUE, info->words, bad[i] ? bad[i] : "''");
    }
    abut_choice all = *example; /* the list itself is no word */
    param_of(&all, info->name)->text = info->words;
    if (strchr(info->words, '|')) refused(type->kind, &all, ABUT_BAD_VALUE, type->name, info->name);
}
START_TEST(words_that_are_not_listed) { each_param(check_word); }
END_TEST

static void check_data(const abut_type *type, const abut_choice *example, const abut_param_info *info) {
    if (info->kind != ABUT_TABLE && info->kind != ABUT_OBJECT) return;
    abut_choice c = *example;
    abut_param *p = param_of(&c, info->name), whole = *p;
    p->data = NULL;
    refused(type->kind, &c, ABUT_BAD_VALUE, type->name, info->name);
    *p = whole;
    p->count = 0;
    refused(type->kind, &c, ABUT_BAD_VALUE, type->name, info->name);
}
START_TEST(data_that_are_not_there) { each_param(check_data); }
END_TEST

/* every number of every table, in turn, is not finite */
static void check_table(const abut_type *type, const abut_choice *example, const abut_param_info *info) {
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    if (info->kind != ABUT_TABLE) return;
    abut_choice c = *example;
    abut_param *p = param_of(&c, info->name);
    double *table = malloc(p->count * sizeof *table);
    ck_assert_ptr_nonnull(table);
    for (size_t i = 0; i < p->count; i++)
        for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
            abut_choice changed = c;
            memcpy(table, p->data, p->count * sizeof *table);
            table[i] = bad[k];
            param_of(&changed, info->name)->data = table;
            refused(type->kind, &changed, ABUT_BAD_VALUE, type->name, info->name);
        }
    for (size_t count = 1; count < p->count && count < 8; count++) { /* too few points, or half a point */
        abut_choice changed = c;
        param_of(&changed, info->name)->count = count;
        refused(type->kind, &changed, ABUT_BAD_VALUE, type->name, info->name);
    }
    free(table);
}
START_TEST(tables_that_are_not_finite) { each_param(check_table); }
END_TEST

static void check_required(const abut_type *type, const abut_choice *example, const abut_param_info *info) {
    if (!info->required) return;
    abut_choice c = {.type = example->type};
    for (int i = 0, n = 0; i < count_params(example); i++)
        if (strcmp(example->params[i].name, info->name) != 0) c.params[n++] = example->params[i];
    refused(type->kind, &c, ABUT_MISSING, type->name, info->name);
}
START_TEST(required_parameters_that_are_missing) { each_param(check_required); }
END_TEST

START_TEST(parameters_given_twice) {
    for (size_t i = 0; i < abut_type_count(); i++) {
        const abut_type *t = abut_type_at(i);
        for (const abut_choice *e = t->examples; e->type; e++) {
            int n = count_params(e);
            for (int k = 0; k < n; k++) {
                abut_choice c = *e;
                c.params[n] = c.params[k];
                refused(t->kind, &c, ABUT_BAD_VALUE, "twice", c.params[k].name);
            }
        }
    }
}
END_TEST

/* sixteen entries and no end mark: nothing behind them is read */
START_TEST(full_list_of_parameters) {
    for (size_t i = 0; i < abut_type_count(); i++) {
        const abut_type *t = abut_type_at(i);
        abut_choice *c = malloc(sizeof *c); /* by itself, so that a sanitizer sees a read past its end */
        ck_assert_ptr_nonnull(c);
        *c = t->examples[0];
        for (int k = count_params(c); k < ABUT_MAX_PARAMS; k++) c->params[k] = (abut_param){.name = "filler"};
        refused(t->kind, c, ABUT_UNKNOWN_NAME, t->name, "filler");
        free(c);
    }
}
END_TEST

/* ---- names ------------------------------------------------------------------------------------------------------------ */
START_TEST(misspelt_types) {
    for (size_t i = 0; i < abut_type_count(); i++) {
        const abut_type *t = abut_type_at(i);
        char wrong[80], hint[120];
        (void)snprintf(wrong, sizeof wrong, "%c%s", t->name[0], t->name); /* its first letter doubled */
        (void)snprintf(hint, sizeof hint, "did you mean '%s'", t->name);
        refused(t->kind, &(abut_choice){.type = wrong}, ABUT_UNKNOWN_NAME, wrong, hint);
    }
    static const char *const cases[][3] = {{"surface", "sphrere", "did you mean 'sphere'"},
                                           {"surface", "elipsoid", "did you mean 'ellipsoid'"},
                                           {"surface", "Plane", "did you mean 'plane'"},
                                           {"normal", "herz", "did you mean 'hertz'"},
                                           {"friction", "columb", "did you mean 'coulomb'"},
                                           {"damping", "hunt_crosley", "did you mean 'hunt_crossley'"},
                                           {"track", "reducde", "did you mean 'reduced'"},
                                           {"damping", "Flores", "did you mean 'flores'"},
                                           {"surface", "tetrahedron", "no surface 'tetrahedron"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        refused(cases[i][0], &(abut_choice){.type = cases[i][1]}, ABUT_UNKNOWN_NAME, cases[i][1], cases[i][2]);
}
END_TEST

static void check_name(const abut_type *type, const abut_choice *example, const abut_param_info *info) {
    abut_choice c = *example;
    char wrong[80], hint[120];
    (void)snprintf(wrong, sizeof wrong, "%s%c", info->name, info->name[strlen(info->name) - 1]);
    (void)snprintf(hint, sizeof hint, "did you mean '%s'", info->name);
    param_of(&c, wrong)->value = 1;
    refused(type->kind, &c, ABUT_UNKNOWN_NAME, type->name, hint);
}
START_TEST(misspelt_parameters) { each_param(check_name); }
END_TEST

START_TEST(empty_names) {
    for (size_t i = 0; i < abut_type_count(); i++) {
        const abut_type *t = abut_type_at(i);
        abut_choice c = t->examples[0];
        refused(t->kind, &(abut_choice){.type = ""}, ABUT_UNKNOWN_NAME, t->kind, "''");
        param_of(&c, "");
        refused(t->kind, &c, ABUT_UNKNOWN_NAME, t->name, "''");
    }
    refused("surface", &(abut_choice){0}, ABUT_MISSING, "surface", "no");
}
END_TEST

/* 10 kB of a name: the sentence is cut, not the memory behind it */
START_TEST(endless_names) {
    enum { LENGTH = 10000 };
    char *name = malloc(LENGTH + 1);
    ck_assert_ptr_nonnull(name);
    memset(name, 'q', LENGTH);
    name[LENGTH] = '\0';
    for (size_t i = 0; i < abut_type_count(); i++) {
        const abut_type *t = abut_type_at(i);
        abut_choice c = t->examples[0];
        refused(t->kind, &(abut_choice){.type = name}, ABUT_UNKNOWN_NAME, t->kind, "qqqqqqqq");
        param_of(&c, name);
        refused(t->kind, &c, ABUT_UNKNOWN_NAME, t->name, "qqqqqqqq");
        for (const abut_param_info *p = t->params; p && p->name; p++) {
            c = t->examples[0];
            param_of(&c, p->name)->text = name;
            if (p->kind == ABUT_WORD) refused(t->kind, &c, ABUT_BAD_VALUE, t->name, "qqqqqqqq");
            param_of(&c, p->name)->choice = NULL;
            if (p->kind == ABUT_TYPE) refused(t->kind, &c, ABUT_UNKNOWN_NAME, "there is no", "qqqqqqqq");
        }
    }
    /* within four levels of pieces, each of which puts its own words before the sentence */
    abut_piece pieces[4] = {{.shape = {.type = name}}};
    for (int i = 1; i < 4; i++)
        pieces[i].shape = (abut_choice){"piecewise", {{.name = "pieces", .data = &pieces[i - 1], .count = 1}}};
    refused("surface", &pieces[3].shape, ABUT_UNKNOWN_NAME, "piecewise", "qqqqqqqq");
    free(name);
}
END_TEST

/* a nested choice is checked like any other, however it is written */
START_TEST(nested_choices) {
    static const abut_choice wrong_type = {.type = "hunt_crosley"},
                             wrong_param = {"hunt_crossley", {{.name = "chy", .value = 1}}},
                             wrong_value = {"hunt_crossley", {{.name = "chi", .value = -1}}}, nothing = {0};
    const struct {
        abut_param p;
        abut_status status;
        const char *first, *second;
    } cases[] = {
        {{.choice = &wrong_type}, ABUT_UNKNOWN_NAME, "hunt_crosley", "did you mean 'hunt_crossley'"},
        {{.text = "hunt_crosley"}, ABUT_UNKNOWN_NAME, "hunt_crosley", "did you mean 'hunt_crossley'"},
        {{.text = ""}, ABUT_UNKNOWN_NAME, "damping", "''"},
        {{.choice = &wrong_param}, ABUT_UNKNOWN_NAME, "hunt_crossley", "did you mean 'chi'"},
        {{.choice = &wrong_value}, ABUT_BAD_VALUE, "hunt_crossley", "chi"},
        {{.choice = &nothing}, ABUT_MISSING, "hunt_crossley", "chi"},
        {{.text = "hunt_crossley"}, ABUT_MISSING, "hunt_crossley", "chi"},
        {{.value = -0.1}, ABUT_BAD_VALUE, "hunt_crossley", "chi"},
        {{.value = NAN}, ABUT_BAD_VALUE, "hunt_crossley", "chi"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        abut_choice c = {"hertz", {cases[i].p}};
        c.params[0].name = "damping";
        refused("normal", &c, cases[i].status, cases[i].first, cases[i].second);
    }
}
END_TEST

/* ---- what only one type or a pair can know ------------------------------------------------------------------------------ */
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
    for (size_t i = 0; i < abut_type_count(); i++) {
        const abut_type *t = abut_type_at(i);
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

START_TEST(materials) {
    static const double bad_E[] = {0, -0.0, -1, -210e9, NAN, INFINITY, -INFINITY};
    static const double bad_nu[] = {0.5000001, 1, -1, -2, NAN, INFINITY, -INFINITY};
    for (int side = 0; side < 2; side++) {
        const char *name = side ? "of b" : "of a";
        for (size_t i = 0; i < sizeof bad_E / sizeof bad_E[0]; i++) {
            abut_element_def def = pair_of(&ball, &plane);
            abut_message m;
            (side ? &def.b : &def.a)->material.E = bad_E[i];
            ck_assert_int_eq(create(&def, &m), ABUT_BAD_VALUE);
            ck_assert_msg(strstr(m.text, name) && strstr(m.text, "E must be"), "%s", m.text);
            (side ? &def.b : &def.a)->material.rigid = true; /* E and nu are ignored */
            ck_assert_msg(create(&def, &m) == ABUT_OK, "%s", m.text);
        }
        for (size_t i = 0; i < sizeof bad_nu / sizeof bad_nu[0]; i++) {
            abut_element_def def = pair_of(&ball, &plane);
            abut_message m;
            (side ? &def.b : &def.a)->material.nu = bad_nu[i];
            ck_assert_int_eq(create(&def, &m), ABUT_BAD_VALUE);
            ck_assert_msg(strstr(m.text, name) && strstr(m.text, "nu must be"), "%s", m.text);
        }
    }
    abut_element_def def = pair_of(&ball, &plane);
    abut_message m;
    def.a.material.nu = 0.5;
    def.b.material.nu = -0.999;
    ck_assert_msg(create(&def, &m) == ABUT_OK, "%s", m.text);
    def.a.material = def.b.material = rigid;
    ck_assert_int_eq(create(&def, &m), ABUT_BAD_PAIR);
    ck_assert_msg(strstr(m.text, "rigid") && strstr(m.text, "hertz"), "%s", m.text);
    def.law.normal = (abut_choice){"linear", {{.name = "stiffness", .value = 1e6}}};
    ck_assert_msg(create(&def, &m) == ABUT_OK, "%s", m.text);
}
END_TEST

/* an E so small that 1/E is not a number */
START_TEST(materials_without_stiffness) {
    abut_element_def def = pair_of(&ball, &plane);
    abut_message m;
    def.a.material.E = 1e-320;
    ck_assert_int_eq(create(&def, &m), ABUT_BAD_VALUE);
    ck_assert_msg(strstr(m.text, "E must be"), "%s", m.text);
}
END_TEST

START_TEST(places) {
    for (int i = 0; i < 14; i++) {
        static const double bad[] = {NAN, INFINITY, -INFINITY};
        for (int k = 0; k < 3; k++) {
            abut_element_def def = pair_of(&ball, &plane);
            abut_message m;
            (&(i < 7 ? &def.a : &def.b)->place.r.x)[i % 7] = bad[k];
            ck_assert_int_eq(create(&def, &m), ABUT_BAD_VALUE);
            ck_assert_msg(strstr(m.text, i < 7 ? "surface a" : "surface b"), "%s", m.text);
        }
    }
}
END_TEST

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

/* ---- the Hertz interface -------------------------------------------------------------------------------------------------- */
static const struct {
    double P, Q, E, x;
} bad_hertz[] = {
    {2, 1, 1e11, 1e-6},
    {0, 1, 1e11, 1e-6},
    {-1, 1, 1e11, 1e-6},
    {-2, -1, 1e11, 1e-6},
    {NAN, 1, 1e11, 1e-6},
    {1, NAN, 1e11, 1e-6},
    {1, INFINITY, 1e11, 1e-6},
    {INFINITY, INFINITY, 1e11, 1e-6},
    {-INFINITY, 1, 1e11, 1e-6},
    {1, 2, 0, 1e-6},
    {1, 2, -1e11, 1e-6},
    {1, 2, NAN, 1e-6},
    {1, 2, INFINITY, 1e-6},
    {1, 2, 1e11, -1e-6},
    {1, 2, 1e11, -5e-324},
    {1, 2, 1e11, NAN},
    {1, 2, 1e11, INFINITY},
    {1, 2, 1e11, -INFINITY},
    {0, 0, 0, 0},
    {1e-320, 1e300, 1e11, 1e-6},
};

START_TEST(hertz_values) {
    for (size_t i = 0; i < sizeof bad_hertz / sizeof bad_hertz[0]; i++) {
        double P = bad_hertz[i].P, Q = bad_hertz[i].Q, E = bad_hertz[i].E, x = bad_hertz[i].x;
        abut_hertz r;
        ck_assert_int_eq(abut_hertz_from_approach(P, Q, E, x, &r), ABUT_BAD_VALUE);
        ck_assert_int_eq(abut_hertz_from_force(P, Q, E, x, &r), ABUT_BAD_VALUE);
    }
}
END_TEST

static bool result_finite(const abut_hertz *r) {
    return isfinite(r->force) && isfinite(r->approach) && isfinite(r->a) && isfinite(r->b) && isfinite(r->p_max) &&
           isfinite(r->p_mean) && isfinite(r->stiffness) && isfinite(r->energy) && isfinite(r->eccentricity2) &&
           r->dF_dP <= 0 && r->dF_dQ <= 0; /* F/P may overflow where F does not */
}

/* what the fuzzer found: a status or finite numbers, also where a square or an inverse leaves their range */
START_TEST(hertz_at_the_end_of_the_numbers) {
    static const struct {
        double P, Q, E, x;
    } cases[] = {
        {3.0104207942999167e-223, 3.125, 6.25e9, 6.25e-8}, /* F/P overflows, F does not */
        {1e-290, 1, 1e11, 1e-6},
        {1.7e308, 1.7e308, 1e11, 1e-6}, /* 2Q overflows */
        {2.2e-308, 2.2e-308, 1.6e12, 0},
        {2.2e-308, 2.2e-308, 1.6e12, 1},
        {5e-324, 5e-324, 1, 1},
        {1, 2, 1e300, 1e100},
        {5.6078798461169397, 39.737667607590168, 609052833415.67688, 7.0249346435622622e118}, /* only F h overflows */
        {1, 2, 5e-324, 1e-6},
        {1, 2, 1e11, 5e-324},
        {1e-150, 1e-150, 1e-150, 1e-300}, /* F underflows, a^2/h does not */
        {1e-308, 1e-308, 1e-300, 1e-20},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double P = cases[i].P, Q = cases[i].Q, E = cases[i].E, x = cases[i].x;
        abut_hertz r;
        abut_message m;
        abut_status s = abut_hertz_from_approach(P, Q, E, x, &r);
        ck_assert_msg(s == ABUT_BAD_VALUE || (s == ABUT_OK && result_finite(&r)), "case %zu by approach", i);
        ck_assert_msg(s || x < 1e-10 || E < 1 || r.force > 0, "case %zu by approach: F = 0", i);
        s = abut_hertz_from_force(P, Q, E, x, &r);
        ck_assert_msg(s == ABUT_BAD_VALUE || (s == ABUT_OK && result_finite(&r)), "case %zu by force", i);
        for (int k = 0; k < 2; k++) {
            s = abut_point_contact(NULL, P, Q, E, k ? x : NAN, k ? NAN : x, &r, &m);
            ck_assert_msg(s < 0 || (s == ABUT_OK && result_finite(&r)), "case %zu, point contact %d", i, k);
        }
    }
    ck_assert_msg(abut_agm(7.5528868214620665e209, 0.0625) > 0.0625, "%g", abut_agm(7.5528868214620665e209, 0.0625));
    ck_assert(fabs(abut_agm(1e300, 1e300) / 1e300 - 1) < 1e-14);
}
END_TEST

START_TEST(curvatures_at_the_end_of_the_numbers) {
    static const double radii[] = {5e-324, 1e-310, 1e-200, 1e200, 1.7e308, -5e-324, -1e-310, INFINITY, 0.01};
    enum { N = sizeof radii / sizeof radii[0] };
    for (int i = 0; i < N * N * N; i++) {
        double a[2] = {radii[i % N], radii[i / N % N]}, b[2] = {radii[i / N / N], 0.01}, P, Q;
        abut_status s = abut_relative_curvature(a, b, 0.3, &P, &Q);
        ck_assert_msg(s == ABUT_OK || s == ABUT_CONFORMING || s == ABUT_BAD_VALUE, "%g %g, %g: %d", a[0], a[1], b[0],
                      s);
        ck_assert_msg(s || (P > 0 && P <= Q && isfinite(Q)), "%g %g, %g: P %g, Q %g", a[0], a[1], b[0], P, Q);
        ck_assert_msg(!isnan(P) && !isnan(Q), "%g %g, %g: P %g, Q %g", a[0], a[1], b[0], P, Q);
    }
}
END_TEST

static const char *const laws[] = {"hertz", "volumetric", "volumetric_vilke", "fixed_stiffness", "hertz_differential"};
START_TEST(point_contact_values) {
    abut_hertz r;
    abut_message m;
    for (size_t k = 0; k < sizeof laws / sizeof laws[0]; k++)
        for (size_t i = 0; i < sizeof bad_hertz / sizeof bad_hertz[0]; i++) {
            double P = bad_hertz[i].P, Q = bad_hertz[i].Q, E = bad_hertz[i].E, x = bad_hertz[i].x;
            abut_choice law = {.type = laws[k]};
            ck_assert_int_ne(abut_point_contact(&law, P, Q, E, x, NAN, &r, &m), ABUT_OK);
            ck_assert_int_gt((int)strlen(m.text), 0);
            ck_assert_int_ne(abut_point_contact(&law, P, Q, E, NAN, x, &r, &m), ABUT_OK);
            ck_assert_int_gt((int)strlen(m.text), 0);
        }
    ck_assert_int_eq(abut_point_contact(NULL, 1, 2, 1e11, NAN, NAN, &r, &m), ABUT_MISSING);
    ck_assert_int_eq(abut_point_contact(NULL, 1, 2, 1e11, 1e-6, 10, &r, &m), ABUT_MISSING);
    ck_assert_int_eq(abut_point_contact(&(abut_choice){.type = "herz"}, 1, 2, 1e11, 1e-6, NAN, &r, &m),
                     ABUT_UNKNOWN_NAME);
    ck_assert_msg(strstr(m.text, "did you mean 'hertz'"), "%s", m.text);
    ck_assert_int_eq(abut_point_contact(NULL, 1, 2, 1e11, 1e-6, NAN, &r, &m), ABUT_OK);
    ck_assert_str_eq(m.text, "");
}
END_TEST

START_TEST(curvature_values) {
    static const double good[2] = {0.01, 0.02};
    static const double bad[] = {0, -0.0, NAN};
    double P, Q;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 2; i++) {
            double radii[2] = {0.01, 0.02};
            radii[i] = bad[k];
            ck_assert_int_eq(abut_relative_curvature(radii, good, 0, &P, &Q), ABUT_BAD_VALUE);
            ck_assert_int_eq(abut_relative_curvature(good, radii, 0, &P, &Q), ABUT_BAD_VALUE);
        }
    ck_assert_int_eq(abut_relative_curvature(good, good, NAN, &P, &Q), ABUT_BAD_VALUE);
    ck_assert_int_eq(abut_relative_curvature(good, good, INFINITY, &P, &Q), ABUT_BAD_VALUE);
    static const double flat[2] = {INFINITY, INFINITY}, hollow[2] = {-0.01, -0.01}, pipe[2] = {INFINITY, 0.01};
    ck_assert_int_eq(abut_relative_curvature(flat, flat, 0, &P, &Q), ABUT_CONFORMING);
    ck_assert_int_eq(abut_relative_curvature(good, hollow, 0, &P, &Q), ABUT_CONFORMING);
    ck_assert_int_eq(abut_relative_curvature(pipe, flat, 0, &P, &Q), ABUT_CONFORMING);
    ck_assert_int_eq(abut_relative_curvature(pipe, flat, 1, &P, &Q), ABUT_CONFORMING);
    ck_assert_int_eq(abut_relative_curvature(pipe, pipe, 1, &P, &Q), ABUT_OK);
}
END_TEST

/* bad entries give NaN and leave their neighbours alone, at every place of the vector unit */
START_TEST(array_values) {
    enum { N = 9 };
    double P[N], Q[N], E[N], h[N], F[N], a[N], b[N];
    for (size_t k = 0; k < sizeof bad_hertz / sizeof bad_hertz[0] - 1; k++)
        for (int at = 0; at < N; at++) {
            double x = bad_hertz[k].x;
            if (isinf(bad_hertz[k].E) || x < 0 || isinf(x)) continue; /* not refused here */
            for (int i = 0; i < N; i++) P[i] = 1, Q[i] = 2, E[i] = 1e11, h[i] = 1e-6;
            P[at] = bad_hertz[k].P, Q[at] = bad_hertz[k].Q, E[at] = bad_hertz[k].E, h[at] = x;
            abut_hertz_array(N, P, Q, E, h, F, a, b);
            for (int i = 0; i < N; i++)
                ck_assert_msg(i == at ? isnan(F[i]) && isnan(a[i]) && isnan(b[i])
                                      : F[i] > 0 && a[i] > 0 && b[i] > 0 && isfinite(F[i]),
                              "case %zu at %d: F[%d] = %g, a = %g, b = %g", k, at, i, F[i], a[i], b[i]);
        }
    abut_hertz_array(0, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
}
END_TEST

/* ---- states --------------------------------------------------------------------------------------------------------------- */
typedef struct scene {
    abut_element *e;
    abut_element_in in;
    double state[16];
} scene;

/* Two surfaces on the z axis, the upper one at `height`, tracked by a named method (NULL: the default one). */
static void setup(scene *s, const abut_choice *a, const abut_choice *b, const char *track, double height) {
    abut_element_def def = pair_of(a, b);
    abut_message m;
    def.law.track.type = track;
    def.law.normal = (abut_choice){"hertz", {{.name = "damping", .value = 0.1}}};
    def.law.friction = (abut_choice){"coulomb", {{.name = "mu", .value = 0.1}, {.name = "patch", .text = "ellipse"}}};
    memset(s, 0, sizeof *s);
    ck_assert_msg(abut_element_create(&def, &s->e, &m) == ABUT_OK, "%s", m.text);
    s->in.b.r.z = height;
    s->in.vb.v.x = 0.1;
    ck_assert(abut_element_states(s->e) <= sizeof s->state / sizeof s->state[0]);
    if (abut_element_states(s->e)) {
        ck_assert_int_eq(abut_element_start(s->e, &s->in, s->state), ABUT_OK);
        s->in.state = s->state;
    }
}

static bool all_finite(const double *x, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (!isfinite(x[i])) return false;
    return true;
}

/* Evaluates with everything asked for. Fine: every number is finite. Otherwise: recoverable, and no wrench. */
static abut_status evaluate(const scene *s, abut_element_out *out) {
    static abut_element_jac jac;
    double rate[16] = {0};
    *out = (abut_element_out){.want_frame = true, .jac = &jac, .state_rate = rate};
    abut_status status = abut_element_eval(s->e, &s->in, out);
    size_t numbers = (offsetof(abut_element_out, want_frame) - offsetof(abut_element_out, h)) / sizeof(double);
    ck_assert_int_ge(status, 0);
    if (status == ABUT_OK) {
        ck_assert(all_finite(&out->h, numbers));
        ck_assert(all_finite(&jac.K[0][0], sizeof jac / sizeof(double)));
        ck_assert(all_finite(rate, sizeof rate / sizeof rate[0]));
        ck_assert(out->N >= 0);
    } else {
        const double *w = &out->on_a.force.x;
        for (int i = 0; i < 12; i++) ck_assert_msg(w[i] == 0, "status %d, wrench[%d] = %g", status, i, w[i]);
        ck_assert(out->N == 0 && !out->touching);
    }
    out->jac = NULL;
    out->state_rate = NULL;
    return status;
}

/* pairs with and without a closed form, by every tracking method */
static const struct {
    const abut_choice *a, *b;
    double height; /* touching, 1 um deep */
} pairs[] = {
    {&plane, &ball, 0.01 - 1e-6}, {&egg, &ball, 0.025 - 1e-6}, {&plane, &egg, 0.015 - 1e-6}, {&egg, &egg, 0.03 - 1e-6}};
enum { PAIRS = sizeof pairs / sizeof pairs[0] };
static const char *const tracks[] = {NULL, "reduced", "full", "differential"};
enum { TRACKS = sizeof tracks / sizeof tracks[0] };

START_TEST(states_that_are_not_finite) {
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    for (int p = 0; p < PAIRS; p++)
        for (int t = 0; t < TRACKS; t++) {
            scene s;
            abut_element_out o;
            double unused[16];
            setup(&s, pairs[p].a, pairs[p].b, tracks[t], pairs[p].height);
            ck_assert_int_eq(evaluate(&s, &o), ABUT_OK);
            ck_assert(o.touching && fabs(o.h - 1e-6) < 1e-12);
            for (int i = 0; i < 26; i++) /* every number of the two poses and twists */
                for (int k = 0; k < 3; k++) {
                    scene changed = s;
                    if (s.in.state) changed.in.state = changed.state;
                    (&changed.in.a.r.x)[i] = bad[k];
                    ck_assert_int_eq(evaluate(&changed, &o), ABUT_NOT_FINITE);
                    ck_assert_int_eq(abut_element_accept(s.e, &changed.in), ABUT_NOT_FINITE);
                    ck_assert_int_eq(abut_element_start(s.e, &changed.in, unused), ABUT_NOT_FINITE);
                }
            ck_assert_int_eq(evaluate(&s, &o), ABUT_OK); /* no refused state has left a trace */
            ck_assert(fabs(o.h - 1e-6) < 1e-12);
            abut_element_destroy(s.e);
        }
}
END_TEST

/* the element's own states: missing, not finite, absurd */
START_TEST(own_states) {
    double bad[11 + 160] = {NAN, INFINITY, -INFINITY, 1e300, -1e300, 0, -1, 5e-324, 1e40, -1e40, 1e-40};
    for (int b = 0; b < 160; b++) bad[11 + b] = pow(10, -2.0 * b); /* the fuzzer found one where only p_max overflows */
    static const char *const forms[] = {"paper", "ln_beta"};
    for (int k = 0; k < 2; k++) {
        abut_element_def def = pair_of(&egg, &ball);
        scene s = {0};
        abut_message m;
        abut_element_out o = {0};
        def.law.track.type = "differential";
        def.law.normal = (abut_choice){"hertz_differential", {{.name = "form", .text = forms[k]}}};
        ck_assert_msg(abut_element_create(&def, &s.e, &m) == ABUT_OK, "%s", m.text);
        size_t n = abut_element_states(s.e);
        s.in.b.r.z = 0.025 - 1e-6;
        ck_assert_int_eq(abut_element_eval(s.e, &s.in, &o), ABUT_BAD_VALUE);
        ck_assert_int_eq(abut_element_accept(s.e, &s.in), ABUT_BAD_VALUE);
        ck_assert_int_eq(abut_element_start(s.e, &s.in, s.state), ABUT_OK);
        s.in.state = s.state;
        ck_assert_int_eq(evaluate(&s, &o), ABUT_OK);
        for (size_t i = 0; i < n; i++)
            for (size_t b = 0; b < sizeof bad / sizeof bad[0]; b++) {
                double kept = s.state[i];
                s.state[i] = bad[b];
                abut_status status = evaluate(&s, &o);
                ck_assert_msg(isfinite(bad[b]) || status != ABUT_OK, "state %zu = %g passes", i, bad[b]);
                s.state[i] = kept;
            }
        abut_element_destroy(s.e);
    }
}
END_TEST

static bool same_force(const abut_element_out *a, const abut_element_out *b, double relative) {
    return a->N > 0 && fabs(a->N - b->N) <= relative * a->N && fabs(a->force.x - b->force.x) <= relative * a->N &&
           fabs(a->force.z - b->force.z) <= relative * a->N;
}

START_TEST(quaternions) {
    static const double lengths[] = {1, 2, 1e-3, 1e3, 1e-100, 1e100, 1e-140, 1e140};
    for (int p = 0; p < PAIRS; p++) {
        scene s;
        abut_element_out none, identity, o;
        setup(&s, pairs[p].a, pairs[p].b, NULL, pairs[p].height);
        ck_assert_int_eq(evaluate(&s, &none), ABUT_OK); /* all zero stands for the identity */
        s.in.a.q.w = s.in.b.q.w = 1;
        ck_assert_int_eq(evaluate(&s, &identity), ABUT_OK);
        ck_assert(none.N == identity.N && none.force.x == identity.force.x && none.force.z == identity.force.z);
        /* half a turn about z, of any length */
        for (size_t k = 0; k < sizeof lengths / sizeof lengths[0]; k++) {
            s.in.a.q = (abut_quat){0, 0, 0, lengths[k]};
            s.in.b.q = (abut_quat){0, 0, 0, -lengths[k]};
            ck_assert_msg(evaluate(&s, &o) == ABUT_OK, "length %g", lengths[k]);
            ck_assert_msg(same_force(&identity, &o, 1e-9), "length %g: N %g, %g", lengths[k], o.N, identity.N);
        }
        abut_element_destroy(s.e);
    }
}
END_TEST

/* a quaternion whose square is not a number: recoverable in a state, refused in a place, or read as the quarter turn it is,
 * but never as something else; the egg then stands on the end of its axis b = 0.02 */
START_TEST(quaternions_at_the_end_of_the_numbers) {
    static const double lengths[] = {5e-324, 1e-310, 1e-200, 1e-161, 1e-154, 1e154, 1e160, 1e200, 1e308};
    for (size_t k = 0; k < sizeof lengths / sizeof lengths[0]; k++) {
        scene s;
        abut_element_out o;
        abut_quat quarter = {lengths[k], lengths[k], 0, 0};
        setup(&s, &plane, &egg, NULL, 0.02 - 1e-6);
        s.in.b.q = quarter;
        abut_status status = evaluate(&s, &o);
        ck_assert_msg(status == ABUT_OK || status == ABUT_NOT_FINITE, "length %g: status %d", lengths[k], status);
        ck_assert_msg(status || fabs(o.h - 1e-6) < 1e-12, "length %g: h %g", lengths[k], o.h);
        abut_element_destroy(s.e);
        abut_element_def def = pair_of(&plane, &egg);
        abut_message m;
        def.b.place.q = quarter;
        if (abut_element_create(&def, &s.e, &m)) continue;
        s.in.b.q = (abut_quat){0};
        ck_assert_msg(evaluate(&s, &o) == ABUT_OK, "place of length %g", lengths[k]);
        ck_assert_msg(fabs(o.h - 1e-6) < 1e-12, "place of length %g: h %g", lengths[k], o.h);
        abut_element_destroy(s.e);
    }
}
END_TEST

/* bodies further apart than squares of numbers reach do not touch */
START_TEST(bodies_at_the_end_of_the_numbers) {
    static const double far[] = {1e150, 1e154, 1e160, 1e200, 1e300};
    static const abut_choice cavity = {"sphere",
                                       {{.name = "radius", .value = 0.1}, {.name = "side", .text = "inside"}}};
    for (size_t k = 0; k < sizeof far / sizeof far[0]; k++)
        for (int i = 0; i < 120; i++) {
            abut_choice small = {"sphere", {{.name = "radius", .value = 1e-4 * (1 + i / 6)}}};
            abut_element_def def = pair_of(&small, i % 2 ? &cavity : &big_ball);
            abut_message m;
            abut_element_out o;
            scene s = {0};
            ck_assert_msg(abut_element_create(&def, &s.e, &m) == ABUT_OK, "%s", m.text);
            (&s.in.b.r.x)[i / 2 % 3] = far[k];
            abut_status status = evaluate(&s, &o);
            ck_assert_msg(status || !o.touching || i % 2, "%g apart: N %g", far[k], o.N);
            double length = o.n.x * o.n.x + o.n.y * o.n.y + o.n.z * o.n.z;
            ck_assert_msg(status || fabs(length - 1) < 1e-9, "%g apart: |n|^2 = %g", far[k], length);
            abut_element_destroy(s.e);
        }
}
END_TEST

START_TEST(absurd_penetration) {
    static const double depths[] = {0.011, 0.1, 10, 1e3, 1e8};
    for (int p = 0; p < PAIRS; p++)
        for (size_t k = 0; k < sizeof depths / sizeof depths[0]; k++) {
            scene s;
            abut_element_out o;
            setup(&s, pairs[p].a, pairs[p].b, NULL, pairs[p].height);
            ck_assert_int_eq(abut_element_accept(s.e, &s.in), ABUT_OK);
            s.in.b.r.z -= depths[k];
            abut_status status = evaluate(&s, &o);
            /* a ball under a plane only gets deeper; one egg comes out of the other */
            if (pairs[p].a == &plane && depths[k] >= 0.1)
                ck_assert_msg(status > 0, "pair %d, depth %g: N %g", p, depths[k], o.N);
            (void)abut_element_accept(s.e, &s.in);
            s.in.b.r.z = pairs[p].height; /* back to where it was */
            abut_element_forget(s.e);
            ck_assert_int_eq(evaluate(&s, &o), ABUT_OK);
            ck_assert(fabs(o.h - 1e-6) < 1e-12);
            abut_element_destroy(s.e);
        }
    scene s; /* a thousand radii into the plane */
    abut_element_out o;
    setup(&s, &plane, &ball, NULL, -1e3 * 0.01);
    ck_assert_int_eq(evaluate(&s, &o), ABUT_TOO_DEEP);
    abut_element_destroy(s.e);
}
END_TEST

/* far away, fast, or both: finite numbers or a recoverable status */
START_TEST(numbers_beyond_reason) {
    static const double big[] = {1e10, 1e20, 1e30, 1e44, 1e49, 1e100, 1e154, 1e155, 1e200, 1e300, 1.7e308, 5e-324};
    for (int p = 0; p < PAIRS; p++)
        for (int t = 0; t < TRACKS; t++) {
            scene s;
            abut_element_out o;
            setup(&s, pairs[p].a, pairs[p].b, tracks[t], pairs[p].height);
            for (int i = 0; i < 26; i++)
                for (size_t k = 0; k < 2 * sizeof big / sizeof big[0]; k++) {
                    scene changed = s;
                    if (s.in.state) changed.in.state = changed.state;
                    (&changed.in.a.r.x)[i] = k % 2 ? -big[k / 2] : big[k / 2];
                    (void)evaluate(&changed, &o);
                    abut_status status = abut_element_accept(s.e, &changed.in);
                    ck_assert_int_ge(status, 0);
                    double start[16] = {0};
                    status = abut_element_start(s.e, &changed.in, start);
                    ck_assert_int_ge(status, 0);
                    ck_assert(status || all_finite(start, sizeof start / sizeof start[0]));
                    (&changed.in.a.r.x)[(i + 7) % 26] = big[k / 2];
                    (void)evaluate(&changed, &o);
                    abut_element_forget(s.e);
                }
            ck_assert_int_eq(evaluate(&s, &o), ABUT_OK);
            ck_assert(fabs(o.h - 1e-6) < 1e-12);
            abut_element_destroy(s.e);
        }
}
END_TEST

/* ---- nothing depends on what the stack held before ---------------------------------------------------------------------- */
static __attribute__((noinline)) void fill_stack(double value) {
    volatile double deep[2000];
    for (int i = 0; i < 2000; i++) deep[i] = value;
    ck_assert(deep[1999] == value || isnan(value));
}

START_TEST(results_do_not_depend_on_the_stack) {
    static const double fillings[] = {0, NAN, INFINITY, 1e300};
    for (size_t i = 0; i < abut_type_count() * abut_type_count(); i++) {
        const abut_type *n = abut_type_at(i % abut_type_count()), *f = abut_type_at(i / abut_type_count());
        if (strcmp(n->kind, "normal") != 0 || strcmp(f->kind, "friction") != 0) continue;
        for (const abut_choice *c = f->examples; c->type; c++) {
            abut_element_def def = pair_of(&plane, &ball);
            abut_message m;
            abut_element_out first = {0};
            unsigned char memory[2][1024] = {{0}};
            def.law.normal = n->examples[0];
            def.law.friction = *c;
            for (size_t k = 0; k < sizeof fillings / sizeof fillings[0]; k++) {
                scene s = {0};
                abut_element_out o = {0};
                ck_assert_msg(abut_element_create(&def, &s.e, &m) == ABUT_OK, "%s", m.text);
                ck_assert_uint_le(abut_element_memory_size(s.e), sizeof memory[0]);
                s.in = (abut_element_in){.b = {.r = {0, 0, 0.01 - 1e-6}}, .vb = {{0.1, 0.02, -0.01}, {1, 2, 3}}};
                if (abut_element_states(s.e)) {
                    fill_stack(fillings[k]);
                    ck_assert_int_eq(abut_element_start(s.e, &s.in, s.state), ABUT_OK);
                    s.in.state = s.state;
                }
                fill_stack(fillings[k]);
                ck_assert_int_eq(abut_element_eval(s.e, &s.in, &o), ABUT_OK);
                fill_stack(fillings[k]);
                ck_assert_int_eq(abut_element_accept(s.e, &s.in), ABUT_OK);
                abut_element_get_memory(s.e, memory[k > 0]);
                if (k == 0) first = o;
                size_t numbers = (offsetof(abut_element_out, point_a) - offsetof(abut_element_out, h)) / sizeof(double);
                ck_assert_msg(!memcmp(&first.h, &o.h, numbers * sizeof(double)), "%s, %s: loss %g, %g", n->name,
                              c->type, first.loss_friction, o.loss_friction);
                ck_assert_msg(!memcmp(memory[0], memory[k > 0], abut_element_memory_size(s.e)),
                              "%s, %s: the memory holds what the stack held", n->name, c->type);
                abut_element_destroy(s.e);
            }
        }
    }
}
END_TEST

/* every pair of surfaces that can be made, integrated, far away: start values are finite or refused */
START_TEST(start_far_away) {
    static const double far[] = {1e8, 1e20, 1e30, 1e44, 1e49, 1e60};
    for (size_t i = 0; i < abut_type_count() * abut_type_count(); i++) {
        const abut_type *a = abut_type_at(i % abut_type_count()), *b = abut_type_at(i / abut_type_count());
        if (strcmp(a->kind, "surface") != 0 || strcmp(b->kind, "surface") != 0) continue;
        abut_element_def def = pair_of(&a->examples[0], &b->examples[0]);
        abut_message m;
        abut_element *e;
        def.law.track.type = "differential";
        if (abut_element_create(&def, &e, &m)) continue;
        for (size_t k = 0; k < 6 * sizeof far / sizeof far[0]; k++) {
            double state[16] = {0};
            abut_element_in in = {.a = {.q = {0.1, 0.9, -0.3, -0.3}}, .b = {.r = {-0.02, -0.013, -0.02}}};
            (&in.b.r.x)[k % 3] = k % 2 ? far[k / 6] : -far[k / 6];
            abut_status s = abut_element_start(e, &in, state);
            ck_assert_int_ge(s, 0);
            ck_assert_msg(s || all_finite(state, 16), "%s on %s, %g apart", a->name, b->name, far[k / 6]);
        }
        abut_element_destroy(e);
    }
}
END_TEST

/* ---- extreme but legal ------------------------------------------------------------------------------------------------- */
/* a ball of radius R on a plane; the force must be Hertz's at the approach that the numbers resolve */
static void check_ball(double R, double E, double relative_h, double speed) {
    abut_choice shape = {"sphere", {{.name = "radius", .value = R}}};
    abut_element_def def = pair_of(&plane, &shape);
    abut_message m;
    abut_element_out o;
    abut_hertz r;
    scene s = {0};
    def.a.material.E = def.b.material.E = E;
    ck_assert_msg(abut_element_create(&def, &s.e, &m) == ABUT_OK, "%s", m.text);
    s.in.b.r.z = R - relative_h * R;
    s.in.vb.v = (abut_vec3){speed, -0.5 * speed, -speed};
    s.in.vb.w.x = speed / R;
    ck_assert_msg(evaluate(&s, &o) == ABUT_OK, "R %g, E %g, h/R %g, v %g", R, E, relative_h, speed);
    ck_assert_msg(o.touching && fabs(o.h / R - relative_h) < 3e-16, "h/R %g instead of %g", o.h / R, relative_h);
    double E_star = abut_E_star(E, 0.3, E, 0.3);
    ck_assert_int_eq(abut_hertz_from_approach(0.5 / R, 0.5 / R, E_star, o.h, &r), ABUT_OK);
    ck_assert_msg(fabs(o.N - r.force) <= 1e-13 * r.force, "N %g instead of %g", o.N, r.force);
    ck_assert_int_eq(abut_element_accept(s.e, &s.in), ABUT_OK);
    abut_element_destroy(s.e);
}

START_TEST(extreme_balls) {
    static const double radii[] = {1e-6, 1e-3, 1, 1e6}, moduli[] = {1e3, 1e9, 1e13}, depths[] = {1e-15, 1e-9, 1e-3};
    static const double speeds[] = {0, 1e-12, 1e4};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                for (int l = 0; l < 3; l++) check_ball(radii[i], moduli[j], depths[k], speeds[l]);
}
END_TEST

/* every law with every damping and friction: a grazing touch, a deep one, standing and at 10 km/s */
START_TEST(extreme_states_of_every_law) {
    static const double depths[] = {1e-15, 1e-9, 1e-3}, speeds[] = {0, 1e4, -1e4};
    static const char *const kinds[] = {"normal", "damping", "friction", "track"};
    for (int k = 0; k < 4; k++)
        for (size_t i = 0; i < abut_type_count(); i++) {
            const abut_type *t = abut_type_at(i);
            for (const abut_choice *c = t->examples; c->type && !strcmp(t->kind, kinds[k]); c++)
                for (int j = 0; j < 9; j++) {
                    abut_element_def def = pair_of(&plane, &egg);
                    scene s = {0};
                    abut_message m;
                    abut_element_out o;
                    def.law.normal.type = "hertz";
                    if (k == 0) def.law.normal = *c;
                    if (k == 1) def.law.normal.params[0] = (abut_param){.name = "damping", .choice = c};
                    if (k == 2) def.law.friction = *c;
                    if (k == 3) def.law.track = *c;
                    ck_assert_msg(abut_element_create(&def, &s.e, &m) == ABUT_OK, "%s", m.text);
                    s.in.b.r.z = 0.015 * (1 - depths[j / 3]);
                    s.in.vb.v = (abut_vec3){speeds[j % 3], 0.1, -speeds[j % 3]};
                    s.in.vb.w.z = speeds[j % 3];
                    if (abut_element_states(s.e)) {
                        ck_assert_int_eq(abut_element_start(s.e, &s.in, s.state), ABUT_OK);
                        s.in.state = s.state;
                    }
                    ck_assert_msg(evaluate(&s, &o) == ABUT_OK, "%s %s, h/R %g, v %g", t->kind, t->name, depths[j / 3],
                                  speeds[j % 3]);
                    ck_assert(o.touching);
                    ck_assert_int_eq(abut_element_accept(s.e, &s.in), ABUT_OK);
                    ck_assert_int_eq(evaluate(&s, &o), ABUT_OK);
                    abut_element_destroy(s.e);
                }
        }
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&examples_are_accepted,
                                              &numbers_outside_their_range,
                                              &flags_other_than_0_and_1,
                                              &words_that_are_not_listed,
                                              &data_that_are_not_there,
                                              &tables_that_are_not_finite,
                                              &required_parameters_that_are_missing,
                                              &parameters_given_twice,
                                              &full_list_of_parameters,
                                              &misspelt_types,
                                              &misspelt_parameters,
                                              &empty_names,
                                              &endless_names,
                                              &nested_choices,
                                              &values_that_do_not_go_together,
                                              &callbacks,
                                              &pieces,
                                              &sizes_at_the_end_of_the_numbers,
                                              &materials,
                                              &materials_without_stiffness,
                                              &places,
                                              &pairs_without_point_contact,
                                              &message_may_be_left_out,
                                              &status_texts,
                                              &hertz_values,
                                              &hertz_at_the_end_of_the_numbers,
                                              &curvatures_at_the_end_of_the_numbers,
                                              &point_contact_values,
                                              &curvature_values,
                                              &array_values,
                                              &states_that_are_not_finite,
                                              &own_states,
                                              &quaternions,
                                              &quaternions_at_the_end_of_the_numbers,
                                              &bodies_at_the_end_of_the_numbers,
                                              &absurd_penetration,
                                              &numbers_beyond_reason,
                                              &start_far_away,
                                              &results_do_not_depend_on_the_stack,
                                              &extreme_balls,
                                              &extreme_states_of_every_law};
    return suite_main("bad_input", all, sizeof all / sizeof *all);
}
