/* Choices checked against the table of their type, and what init of a type asks. */
#include "registry.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"

static abut_status unknown_type(const abut_registry *r, const char *kind, const char *name, abut_message *message) {
    nearest_word best = {0};
    char hint[80];
    size_t i = 0;
    for (const abut_type *t; (t = registry_next(r, kind, &i));) nearest_offer(&best, name, t->name);
    return say_at(message, "type", ABUT_UNKNOWN_NAME, "there is no %s '%.60s'%s", abut_kind_phrase(kind), name,
                  nearest_hint(&best, hint, sizeof hint));
}

static const abut_param_info *find_info(const abut_type *type, const char *name) {
    for (const abut_param_info *p = type->params; p && p->name; p++)
        if (!strcmp(p->name, name)) return p;
    return NULL;
}

static const abut_param *find_param(const abut_args *args, const char *name) {
    if (!args->choice) return NULL;
    for (int i = 0; i < ABUT_MAX_PARAMS && args->choice->params[i].name; i++)
        if (!strcmp(args->choice->params[i].name, name)) return &args->choice->params[i];
    return NULL;
}

static int word_index(const char *words, const char *word) {
    size_t length = strlen(word);
    int index = 0;
    for (const char *w = words; w; index++) {
        const char *end = strchr(w, '|');
        size_t n = end ? (size_t)(end - w) : strlen(w);
        if (n == length && !strncmp(w, word, n)) return index;
        w = end ? end + 1 : NULL;
    }
    return -1;
}

/* Beyond these sizes squares and products of a few numbers leave the range of doubles. */
static const double LEAST = 1e-30, MOST = 1e30;

static abut_status check_number(const abut_args *args, const abut_param_info *info, double value) {
    bool low = info->open ? value > info->low : value >= info->low;
    bool high = info->open ? value < info->high : value <= info->high;
    bool sane = value == 0 || (fabs(value) >= LEAST && fabs(value) <= MOST);
    if (low && high && sane) return ABUT_OK;
    if (low && high)
        return say_at(args->message, info->name, ABUT_BAD_VALUE,
                      "%s %s: %s must be 0 or between %g and %g in size, got %g", abut_kind_phrase(args->type->kind),
                      args->type->name, info->name, LEAST, MOST, value);
    char range[80];
    const char *l = info->open || isinf(info->low) ? "(" : "[", *h = info->open || isinf(info->high) ? ")" : "]";
    (void)snprintf(range, sizeof range, "%s%g, %g%s", l, info->low, info->high, h);
    return say_at(args->message, info->name, ABUT_BAD_VALUE, "%s %s: %s must be in %s %s, got %g",
                  abut_kind_phrase(args->type->kind), args->type->name, info->name, range,
                  strcmp(info->unit, "1") ? info->unit : "", value);
}

static abut_status check_param(const abut_args *args, const abut_param *p) {
    const abut_type *type = args->type;
    const abut_param_info *info = find_info(type, p->name);
    if (!info) {
        nearest_word best = {0};
        char hint[80];
        for (const abut_param_info *q = type->params; q && q->name; q++) nearest_offer(&best, p->name, q->name);
        return say_at(args->message, p->name, ABUT_UNKNOWN_NAME, "%s '%s' has no parameter '%.60s'%s",
                      abut_kind_phrase(type->kind), type->name, p->name, nearest_hint(&best, hint, sizeof hint));
    }
    for (const abut_param *q = args->choice->params; q < p; q++)
        if (!strcmp(q->name, p->name))
            return say_at(args->message, p->name, ABUT_BAD_VALUE, "%s %s: %s is given twice",
                          abut_kind_phrase(type->kind), type->name, p->name);
    switch (info->kind) {
    case ABUT_NUMBER:
        return check_number(args, info, p->value);
    case ABUT_FLAG:
        if (p->value == 0 || p->value == 1) return ABUT_OK;
        return say_at(args->message, p->name, ABUT_BAD_VALUE, "%s %s: %s is a flag, 0 or 1, got %g",
                      abut_kind_phrase(type->kind), type->name, p->name, p->value);
    case ABUT_WORD:
        if (p->text && (!info->words || word_index(info->words, p->text) >= 0)) return ABUT_OK;
        return say_at(args->message, p->name, ABUT_BAD_VALUE, "%s %s: %s must be one of %s, got '%.60s'",
                      abut_kind_phrase(type->kind), type->name, p->name, info->words ? info->words : "a text",
                      p->text ? p->text : "");
    case ABUT_TYPE:
        return ABUT_OK; /* checked by registry_nested */
    case ABUT_TABLE:
    case ABUT_OBJECT:
    case ABUT_PIECES:
    case ABUT_FILE:
        if (p->data && p->count) return ABUT_OK;
        return say_at(args->message, p->name, ABUT_BAD_VALUE, "%s %s: %s holds no data", abut_kind_phrase(type->kind),
                      type->name, p->name);
    }
    return ABUT_BAD_VALUE;
}

abut_status registry_check(const abut_registry *r, const char *kind, unsigned usual, const abut_choice *choice,
                           abut_args *args, abut_message *message) {
    const char *name = choice ? choice->type : NULL;
    const abut_type *type = name ? abut_registry_find(r, kind, name) : registry_role(r, kind, usual);
    if (!type && !name) return say_at(message, "type", ABUT_MISSING, "no %s is chosen", abut_kind_phrase(kind));
    if (!type) return unknown_type(r, kind, name, message);
    return registry_check_params(r, type, choice, args, message);
}

abut_status registry_check_params(const abut_registry *r, const abut_type *type, const abut_choice *choice,
                                  abut_args *args, abut_message *message) {
    *args = (abut_args){type, choice, message, r};
    for (int i = 0; choice && i < ABUT_MAX_PARAMS && choice->params[i].name; i++) {
        abut_status s = check_param(args, &choice->params[i]);
        if (s) return s;
    }
    for (const abut_param_info *p = type->params; p && p->name; p++)
        if (p->required && !find_param(args, p->name))
            return say_at(message, p->name, ABUT_MISSING, "%s %s: %s is missing (%s)", abut_kind_phrase(type->kind),
                          type->name, p->name, p->meaning);
    return ABUT_OK;
}

abut_status registry_nested(const abut_args *args, const char *name, abut_choice *store, abut_args *nested) {
    const abut_param *p = find_param(args, name);
    abut_meaning m = abut_registry_meaning(args->registry, find_info(args->type, name)->words);
    const abut_choice *choice = p ? p->choice : NULL;
    const abut_type *type = p ? m.brief : m.usual;
    if (p && !choice) {
        *store = (abut_choice){.type = p->text};
        if (!p->text && type) store->params[0] = (abut_param){.name = type->params[0].name, .value = p->value};
        choice = store;
    }
    if (choice && choice->type)
        return say_below(args->message, name, registry_check(args->registry, m.kind, 0, choice, nested, args->message));
    if (!type) return abut_refuse_at(args, name, ABUT_MISSING, "%s: no %s is chosen", name, abut_kind_phrase(m.kind));
    return say_below(args->message, name, registry_check_params(args->registry, type, choice, nested, args->message));
}

abut_status registry_make(const abut_args *args, size_t size, abut_status (*init)(void *self, const abut_args *args),
                          void **self) {
    *self = calloc(1, size ? size : 1);
    if (!*self) return say(args->message, ABUT_NO_MEMORY, "out of memory");
    return init ? init(*self, args) : ABUT_OK;
}

/* ---- what init asks ---- */
double abut_arg(const abut_args *args, const char *name) {
    const abut_param *p = find_param(args, name);
    return p ? p->value : find_info(args->type, name)->preset;
}

bool abut_arg_given(const abut_args *args, const char *name) { return find_param(args, name) != NULL; }

int abut_arg_word(const abut_args *args, const char *name) {
    const abut_param *p = find_param(args, name);
    return p ? word_index(find_info(args->type, name)->words, p->text) : 0;
}

const char *abut_arg_text(const abut_args *args, const char *name) {
    const abut_param *p = find_param(args, name);
    return p ? p->text : NULL;
}

const void *abut_arg_data(const abut_args *args, const char *name, size_t *count) {
    const abut_param *p = find_param(args, name);
    if (count) *count = p ? p->count : 0;
    return p ? p->data : NULL;
}

static void refuse(const abut_args *args, const char *key, abut_status status, const char *format, va_list list) {
    char text[256];
    (void)vsnprintf(text, sizeof text, format, list);
    (void)say_at(args->message, key, status, "%s %s: %s", abut_kind_phrase(args->type->kind), args->type->name, text);
}

abut_status abut_refuse(const abut_args *args, abut_status status, const char *format, ...) {
    va_list list;
    va_start(list, format);
    refuse(args, "", status, format, list);
    va_end(list);
    return status;
}

abut_status abut_refuse_at(const abut_args *args, const char *key, abut_status status, const char *format, ...) {
    va_list list;
    va_start(list, format);
    refuse(args, key, status, format, list);
    va_end(list);
    return status;
}
