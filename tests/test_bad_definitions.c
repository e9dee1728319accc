/* Bad definitions: numbers, names, data and pairs that are refused, each with a status below 0 and a sentence. */
#include <check.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/lubrication.h"
#include "registry/registry.h"
#include "support/laws.h"
#include "support/shapes.h"
#include "support/suite.h"

/* Film laws stand outside the element: of a line contact, or else of a point contact. */
static abut_status try_film(const abut_choice *choice, abut_message *message) {
    abut_film_law law;
    abut_status s = abut_film_choose(choice, true, &law, message);
    return s == ABUT_BAD_VALUE ? abut_film_choose(choice, false, &law, message) : s;
}

/* Lubricants as well. */
static abut_status try_lubricant(const abut_choice *choice, abut_message *message) {
    abut_args args;
    *message = (abut_message){0};
    return registry_check(NULL, "lubricant", 0, choice, &args, message);
}

/* The status of an element that is made with this one choice. */
static abut_status try_choice(const char *kind, const abut_choice *choice, abut_message *message) {
    if (!strcmp(kind, "film")) return try_film(choice, message);
    if (!strcmp(kind, "lubricant")) return try_lubricant(choice, message);
    abut_element_def def = pair_of(&ball, &big_ball);
    if (!strcmp(kind, "surface")) def.a.shape = *choice;
    if (!strcmp(kind, "normal")) def.law.normal = *choice;
    if (!strcmp(kind, "friction")) {
        def.law.friction = *choice;
        if (abut_registry_find(NULL, kind, choice->type)) lubricate(&def.law);
    }
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
    for (size_t i = 0; i < abut_registry_count(NULL); i++) {
        const abut_type *t = abut_registry_at(NULL, i);
        for (const abut_choice *e = t->examples; e->type; e++)
            for (const abut_param_info *p = t->params; p && p->name; p++) check(t, e, p);
    }
}

START_TEST(examples_are_accepted) {
    for (size_t i = 0; i < abut_registry_count(NULL); i++) {
        const abut_type *t = abut_registry_at(NULL, i);
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
    if (info->kind != ABUT_TABLE && info->kind != ABUT_OBJECT && info->kind != ABUT_PIECES && info->kind != ABUT_FILE)
        return;
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
    for (size_t i = 0; i < abut_registry_count(NULL); i++) {
        const abut_type *t = abut_registry_at(NULL, i);
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
    for (size_t i = 0; i < abut_registry_count(NULL); i++) {
        const abut_type *t = abut_registry_at(NULL, i);
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
    for (size_t i = 0; i < abut_registry_count(NULL); i++) {
        const abut_type *t = abut_registry_at(NULL, i);
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
    for (size_t i = 0; i < abut_registry_count(NULL); i++) {
        const abut_type *t = abut_registry_at(NULL, i);
        abut_choice c = t->examples[0];
        refused(t->kind, &(abut_choice){.type = ""}, ABUT_UNKNOWN_NAME, t->kind, "''");
        param_of(&c, "");
        refused(t->kind, &c, ABUT_UNKNOWN_NAME, t->name, "''");
    }
    refused("surface", &(abut_choice){0}, ABUT_MISSING, "surface", "no");
}
END_TEST

/* 10 kB of a name: the sentence is cut, not the memory behind it */
/* A name that breaks the line or rings: what is quoted of it does not. */
START_TEST(names_with_control_characters) {
    abut_element_def def = pair_of(&ball, &big_ball);
    abut_message message;
    abut_element *e;
    def.a.shape.type = "sp\nhe\a\x7fre\x1b";
    ck_assert_int_lt(abut_element_create(&def, &e, &message), 0);
    ck_assert_msg(strstr(message.text, "sp?he??re?"), "%s", message.text);
}
END_TEST

START_TEST(endless_names) {
    enum { LENGTH = 10000 };
    char *name = malloc(LENGTH + 1);
    ck_assert_ptr_nonnull(name);
    memset(name, 'q', LENGTH);
    name[LENGTH] = '\0';
    for (size_t i = 0; i < abut_registry_count(NULL); i++) {
        const abut_type *t = abut_registry_at(NULL, i);
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
                                              &names_with_control_characters,
                                              &endless_names,
                                              &nested_choices,
                                              &values_that_do_not_go_together,
                                              &callbacks,
                                              &pieces,
                                              &sizes_at_the_end_of_the_numbers,
                                              &pairs_without_point_contact,
                                              &message_may_be_left_out,
                                              &status_texts};
    return suite_main("bad_definitions", all, sizeof all / sizeof *all);
}
