/* The row of named things. */
#include "listed.h"

#include <stdio.h>
#include <string.h>

size_t listed_count(const abut_registry *types) {
    return abut_registry_count(types) + abut_machine_type_count() + abut_catalogue_count() + abut_oil_count();
}

static listed type_listed(const abut_registry *types, const abut_type *type) {
    listed l = {.kind = type->kind, .name = type->name, .types = types, .type = type};
    (void)snprintf(l.summary, sizeof l.summary, "%s", type->summary);
    return l;
}

static listed machine_listed(abut_machine_info machine) {
    listed l = {.kind = "machine", .name = machine.name, .machine = true};
    (void)snprintf(l.summary, sizeof l.summary, "%s", machine.summary);
    return l;
}

/* Its first line is a comment that says what it is. */
static listed entry_listed(abut_catalogue_entry entry) {
    listed l = {.kind = "catalogue", .name = entry.name, .text = entry.text};
    const char *from = entry.text + strspn(entry.text, "# ");
    (void)snprintf(l.summary, sizeof l.summary, "%.*s", (int)strcspn(from, "\n"), from);
    return l;
}

static listed grade_listed(const abut_oil_grade *grade) {
    listed l = {.kind = "lubricant", .name = grade->name, .grade = grade};
    (void)snprintf(l.summary, sizeof l.summary, "%g mm^2/s at 40 degC, %g at 100, for %g to %g degC; %s",
                   1e6 * grade->viscosity.nu40, 1e6 * grade->viscosity.nu100, grade->T_low - 273.15,
                   grade->T_high - 273.15, grade->source);
    return l;
}

listed listed_at(const abut_registry *types, size_t index) {
    if (index < abut_registry_count(types)) return type_listed(types, abut_registry_at(types, index));
    index -= abut_registry_count(types);
    if (index < abut_machine_type_count()) return machine_listed(abut_machine_type_at(index));
    index -= abut_machine_type_count();
    if (index < abut_catalogue_count()) return entry_listed(abut_catalogue_at(index));
    return grade_listed(abut_oil_at(index - abut_catalogue_count()));
}

const char *listed_text(const listed *l, char room[LISTED_TEXT]) {
    const abut_oil_grade *g = l->grade;
    if (l->text) return l->text;
    if (!g) return NULL;
    (void)snprintf(
        room, LISTED_TEXT,
        "# %s: %s\n"
        "# 'grade: %s' with a temperature stands for\n"
        "nu40: %g mm^2/s\nnu100: %g mm^2/s\ndensity: %g kg/m^3\nalpha: %g 1/Pa\ntau0: %g Pa\nlimit_slope: %g\n",
        g->name, l->summary, g->name, 1e6 * g->viscosity.nu40, 1e6 * g->viscosity.nu100, g->viscosity.density, g->alpha,
        g->tau0, g->limit_slope);
    return room;
}
