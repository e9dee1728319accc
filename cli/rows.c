/* Rows made from the parameter table of a type, or from the key tables of a machine: keys of nested mappings are written
 * with a dot, those of lists with []. */
#include "rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const row_headings[COLUMNS] = {"parameter", "unit", "default", "range", "required", "meaning"};

/* ---- parameters of a type ---- */
/* A word list starts with its default. */
static void default_word(const abut_registry *types, const abut_param_info *p, char *to, size_t size) {
    const abut_type *usual = p->kind == ABUT_TYPE ? abut_registry_meaning(types, p->words).usual : NULL;
    const char *from = usual ? usual->name : p->kind == ABUT_WORD ? p->words : "";
    (void)snprintf(to, size, "%.*s", (int)strcspn(from, "|"), from);
}

static void default_text(const abut_registry *types, const abut_param_info *p, char *to, size_t size) {
    to[0] = '\0';
    if (p->required) return;
    if (p->kind == ABUT_WORD || p->kind == ABUT_TYPE)
        default_word(types, p, to, size);
    else if (p->kind == ABUT_FLAG)
        (void)snprintf(to, size, "%s", p->preset == 1 ? "1" : "0");
    else if (p->kind == ABUT_NUMBER && !isnan(p->preset))
        (void)snprintf(to, size, "%g", p->preset);
}

static void number_range(const abut_param_info *p, char *to, size_t size) {
    double low = isnan(p->low) ? -HUGE_VAL : p->low, high = isnan(p->high) ? HUGE_VAL : p->high;
    if (isinf(low) && isinf(high))
        (void)snprintf(to, size, "any");
    else
        (void)snprintf(to, size, "%s%g, %g%s", p->open || isinf(low) ? "(" : "[", low, high,
                       p->open || isinf(high) ? ")" : "]");
}

static void nested_range(const abut_registry *types, const char *words, char *to, size_t size) {
    abut_meaning m = abut_registry_meaning(types, words);
    (void)snprintf(to, size, "a %s type%s%s", m.kind, m.brief ? "; a bare number: " : "", m.brief ? m.brief->name : "");
}

static void range_text(const abut_registry *types, const abut_param_info *p, char *to, size_t size) {
    const char *words = p->words ? p->words : "";
    switch (p->kind) {
    case ABUT_NUMBER:
        number_range(p, to, size);
        break;
    case ABUT_FLAG:
        (void)snprintf(to, size, "0|1");
        break;
    case ABUT_WORD:
        (void)snprintf(to, size, "%s", p->words ? words : "a text");
        break;
    case ABUT_TYPE:
        nested_range(types, words, to, size);
        break;
    case ABUT_TABLE:
        (void)snprintf(to, size, "a table");
        break;
    case ABUT_FILE:
        (void)snprintf(to, size, "a file");
        break;
    case ABUT_OBJECT:
    case ABUT_PIECES:
        (void)snprintf(to, size, "an object");
        break;
    }
}

row row_of_param(const abut_registry *types, const abut_param_info *p) {
    row r;
    const size_t size = sizeof r.cell[0];
    (void)snprintf(r.cell[NAME], size, "%s", p->name);
    (void)snprintf(r.cell[UNIT], size, "%s", p->unit && strcmp(p->unit, "1") != 0 ? p->unit : "");
    default_text(types, p, r.cell[PRESET], size);
    range_text(types, p, r.cell[RANGE], size);
    (void)snprintf(r.cell[REQUIRED], size, "%s", p->required ? "yes" : "");
    (void)snprintf(r.cell[MEANING], size, "%s", p->meaning ? p->meaning : "");
    return r;
}

/* ---- keys of a machine ---- */
static row row_of_key(const abut_key *k) {
    row r = {0};
    const size_t size = sizeof r.cell[0];
    (void)snprintf(r.cell[NAME], size, "%s", k->name);
    (void)snprintf(r.cell[UNIT], size, "%s", k->unit);
    (void)snprintf(r.cell[PRESET], size, "%s", k->preset);
    (void)snprintf(r.cell[RANGE], size, "%s", k->range);
    (void)snprintf(r.cell[REQUIRED], size, "%s", k->required ? "yes" : "");
    (void)snprintf(r.cell[MEANING], size, "%s", k->meaning);
    return r;
}

static void rows_of_machine(const abut_registry *types, const char *type, row_list *list) {
    list->count = abut_machine_keys(types, type, NULL, 0);
    list->rows = calloc((size_t)list->count + 1, sizeof *list->rows);
    abut_key *keys = calloc((size_t)list->count + 1, sizeof *keys);
    if (keys) (void)abut_machine_keys(types, type, keys, list->count);
    for (int i = 0; keys && list->rows && i < list->count; i++) list->rows[i] = row_of_key(&keys[i]);
    if (!keys) {
        free(list->rows);
        list->rows = NULL;
    }
    free(keys);
}

/* ---- either ---- */
row_list rows_of(const listed *l) {
    row_list list = {0};
    const abut_param_info *params = l->type ? l->type->params : NULL;
    if (l->machine) {
        rows_of_machine(l->types, l->name, &list);
        return list;
    }
    while (params && params[list.count].name) list.count++;
    list.rows = calloc((size_t)list.count + 1, sizeof *list.rows);
    for (int i = 0; list.rows && params && i < list.count; i++) list.rows[i] = row_of_param(l->types, &params[i]);
    return list;
}
