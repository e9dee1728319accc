/* Fuzz target of contact elements on cells: that of element.c with the types of contact on a grid, on few cells. Films that are solved
 * in place take seconds each and are left out; the solver itself is in ehl.c. */
#include "abut/field.h"

#define FUZZ_REGISTRY abut_field_types()
#include "definition.h"

enum { LEAST = 8, MOST = 16 };

static void set_param(abut_choice *c, const char *name, double value) {
    int n = count_params(c), at = 0;
    while (at < n && strcmp(c->params[at].name, name) != 0) at++;
    if (at < ABUT_MAX_PARAMS) c->params[at] = (abut_param){.name = name, .value = value};
}

/* Mostly with pressures and tractions on cells. What is no number of cells stays. */
static void adapt(source *s, abut_element_def *def) {
    abut_choice *normal = &def->law.normal, *friction = &def->law.friction;
    unsigned way = byte(s), cells = LEAST + 2 * pick(s, (MOST - LEAST) / 2 + 1);
    if (way & 3 && !(normal->type && !strcmp(normal->type, "halfspace"))) *normal = (abut_choice){.type = "halfspace"};
    if (way & 4) *friction = (abut_choice){"halfspace", {{.name = "mu", .value = number(s, 0.3)}}};
    if (way & 8) set_param(normal, "damping", number(s, 0.1));
    if (way & 16 && normal->type && !strcmp(normal->type, "halfspace")) set_param(normal, "tol", number(s, 1e-6));
    if (normal->type && !strcmp(normal->type, "halfspace")) {
        double n = NAN;
        for (int i = 0; i < count_params(normal); i++)
            if (!strcmp(normal->params[i].name, "n")) n = normal->params[i].value;
        if (isnan(n) || n > MOST) set_param(normal, "n", cells);
    }
    if (def->law.film.type && !strcmp(def->law.film.type, "ehl")) def->law.film = (abut_choice){.type = NULL};
}

#define FUZZ_ADAPT(source, def) adapt(source, def)
#include "element.c" /* NOLINT(bugprone-suspicious-include) */
