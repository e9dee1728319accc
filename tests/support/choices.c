/* Bad choices; see choices.h. */
#include "choices.h"

#include <string.h>

#include "abut/lubrication.h"
#include "laws.h"
#include "registry/registry.h"
#include "shapes.h"
#include "suite.h"

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
abut_status try_choice(const char *kind, const abut_choice *choice, abut_message *message) {
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
void refused(const char *kind, const abut_choice *choice, abut_status wanted, const char *first, const char *second) {
    abut_message m;
    abut_status s = try_choice(kind, choice, &m);
    ck_assert_msg(s == wanted, "%s %s, %s: status %d instead of %d (%s)", kind, choice->type ? choice->type : "-",
                  second, s, wanted, m.text);
    ck_assert_msg(strstr(m.text, first) && strstr(m.text, second), "'%s' and '%s' are not named: %s", first, second,
                  m.text);
}

int count_params(const abut_choice *c) {
    int n = 0;
    while (n < ABUT_MAX_PARAMS && c->params[n].name) n++;
    return n;
}

/* The place of a parameter in a choice, appended if it is not there. */
abut_param *param_of(abut_choice *c, const char *name) {
    int n = count_params(c);
    for (int i = 0; i < n; i++)
        if (!strcmp(c->params[i].name, name)) return &c->params[i];
    ck_assert_int_lt(n, ABUT_MAX_PARAMS);
    c->params[n].name = name;
    return &c->params[n];
}
