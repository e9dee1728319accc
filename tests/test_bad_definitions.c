/* Bad definitions: numbers, names, data and pairs that are refused, each with a status below 0 and a sentence. */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/lubrication.h"
#include "registry/registry.h"
#include "support/choices.h"
#include "support/laws.h"
#include "support/shapes.h"
#include "support/suite.h"

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
                                              &nested_choices};
    return suite_main("bad_definitions", all, sizeof all / sizeof *all);
}
