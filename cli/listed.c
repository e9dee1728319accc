/* The row of named things. */
#include "listed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t series_count(const abut_registry *types) {
    abut_catalogue_series s;
    size_t count = 0;
    while (abut_catalogue_series_at(types, count, &s)) count++;
    return count;
}

size_t listed_count(const abut_registry *types) {
    return abut_registry_count(types) + abut_catalogue_count() + series_count(types);
}

static void describe_grade(const abut_oil_grade *grade, char *to, size_t size) {
    (void)snprintf(to, size, "%g mm^2/s at 40 degC, %g at 100, for %g to %g degC; %s", 1e6 * grade->viscosity.nu40,
                   1e6 * grade->viscosity.nu100, grade->T_low - 273.15, grade->T_high - 273.15, grade->type.summary);
}

static listed type_listed(const abut_registry *types, const abut_type *type) {
    listed l = {.kind = type->kind, .name = type->name, .types = types, .type = type};
    l.machine = !strcmp(type->kind, "machine");
    l.grade = !strcmp(type->kind, "lubricant") ? (const abut_oil_grade *)type : NULL;
    (void)snprintf(l.summary, sizeof l.summary, "%s", type->summary);
    if (l.grade) describe_grade(l.grade, l.summary, sizeof l.summary);
    return l;
}

/* Its first line is a comment that says what it is. */
static listed entry_listed(abut_catalogue_entry entry) {
    listed l = {.kind = "catalogue", .name = entry.name, .text = entry.text};
    const char *from = entry.text + strspn(entry.text, "# ");
    (void)snprintf(l.summary, sizeof l.summary, "%.*s", (int)strcspn(from, "\n"), from);
    return l;
}

/* The first of it stands for the series. */
static listed series_listed(const abut_registry *types, size_t index) {
    abut_catalogue_series s = {.first = NULL};
    (void)abut_catalogue_series_at(types, index, &s);
    listed l = {.kind = "catalogue", .name = s.first, .types = types, .by_rule = true};
    (void)snprintf(l.summary, sizeof l.summary, "%s", s.summary);
    return l;
}

listed listed_at(const abut_registry *types, size_t index) {
    size_t count = abut_registry_count(types), entries = abut_catalogue_count();
    if (index < count) return type_listed(types, abut_registry_at(types, index));
    return index < count + entries ? entry_listed(abut_catalogue_at(index - count))
                                   : series_listed(types, index - count - entries);
}

bool listed_designation(const abut_registry *types, const char *name, listed *out) {
    char *text = abut_catalogue_text(types, name);
    if (!text) return false;
    *out = entry_listed((abut_catalogue_entry){name, text});
    out->types = types;
    out->text = NULL;
    out->by_rule = true;
    free(text);
    return true;
}

static const char *rule_text(const listed *l, char room[LISTED_TEXT]) {
    char *text = abut_catalogue_text(l->types, l->name);
    (void)snprintf(room, LISTED_TEXT, "%s", text ? text : "");
    free(text);
    return room;
}

const char *listed_text(const listed *l, char room[LISTED_TEXT]) {
    const abut_oil_grade *g = l->grade;
    if (l->text) return l->text;
    if (l->by_rule) return rule_text(l, room);
    if (!g) return NULL;
    (void)snprintf(room, LISTED_TEXT,
                   "# %s: %s\n"
                   "# 'grade: %s' with a temperature stands for\n"
                   "nu40: %g mm^2/s\nnu100: %g mm^2/s\ndensity: %g kg/m^3\nalpha: %g 1/Pa\ntau0: %g Pa\nlimit_slope: "
                   "%g\nconductivity: %g W/(m K)\n",
                   l->name, l->summary, l->name, 1e6 * g->viscosity.nu40, 1e6 * g->viscosity.nu100,
                   g->viscosity.density, g->alpha, g->tau0, g->limit_slope, g->conductivity);
    return room;
}
