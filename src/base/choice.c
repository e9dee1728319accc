#include "choice.h"

#include <string.h>

/* Place of the parameter, or of the first that is free, or ABUT_MAX_PARAMS. */
static int place_of(const abut_choice *c, const char *name) {
    int i = 0;
    while (i < ABUT_MAX_PARAMS && c->params[i].name && strcmp(c->params[i].name, name) != 0) i++;
    return i;
}

bool choice_has(const abut_choice *c, const char *name) {
    int i = place_of(c, name);
    return i < ABUT_MAX_PARAMS && c->params[i].name;
}

abut_param *choice_param(abut_choice *c, const char *name) {
    return choice_has(c, name) ? &c->params[place_of(c, name)] : NULL;
}

abut_param *choice_make(abut_choice *c, const char *name) {
    int i = place_of(c, name);
    if (i == ABUT_MAX_PARAMS) return NULL;
    if (!c->params[i].name) c->params[i] = (abut_param){.name = name};
    return &c->params[i];
}

abut_choice choice_without(const abut_choice *c, const char *name) {
    abut_choice o = {.type = c->type};
    for (int i = 0, n = 0; i < ABUT_MAX_PARAMS && c->params[i].name; i++)
        if (strcmp(c->params[i].name, name) != 0) o.params[n++] = c->params[i];
    return o;
}
