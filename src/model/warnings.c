/* Warnings before a run: what a model says that is allowed and hardly meant. The kinds and their codes:
 * docs/reference/warnings.md. Numbers far from the usual are met while they are read (value.c). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "machine/machine.h"
#include "reader.h"
#include "warnings.h"

/* ---- what is said ---- */
void warnings_report(reader *r, int first, model_report_fn *report, void *user) {
    int count = r->warning_count - first;
    if (count > 1) qsort(r->warnings + first, (size_t)count, sizeof *r->warnings, complaint_order);
    for (int i = first; i < r->warning_count; i++) reader_report_one(r, &r->warnings[i], report, user);
}

/* ---- surfaces that nothing meets ---- */
/* The mass of a body may come from its surfaces. */
static bool gives_mass(const reader *r, const node *surface) {
    const node *name = node_get(surface, "body");
    const object *body = name && name->kind == NODE_SCALAR ? names_find(&r->bodies, name->text) : NULL;
    return body && !node_get(body->at, "mass") && !node_get(body->at, "fixed");
}

static void warn_unused(reader *r) {
    for (size_t i = 0; i < r->surfaces.count; i++) {
        const object *o = r->surfaces.entries[i].value;
        if (o->used || gives_mass(r, o->at)) continue;
        warn_on(r, o->at, "unused_surface", "surface '%.60s' is in no contact", r->surfaces.entries[i].name);
    }
}

/* ---- bodies inside each other ---- */
static const double deep =
    0.1; /* approach over the least radius of curvature: Hertz's theory is for small parts of it */

/* m; 0: flat */
static double radius_at(const abut_element_out *c) {
    double most = fmax(fabs(c->P), fabs(c->Q));
    return most > 0 ? 1 / (2 * most) : 0;
}

static void warn_overlap(reader *r) {
    const node *last = NULL; /* once for all contacts of a machine or a list of points */
    for (size_t i = 0; i < r->contacts.count; i++) {
        const object *o = r->contacts.entries[i].value;
        abut_element_out c = {0};
        if (!o->id || o->at == last || abut_read_contact(r->world, (abut_contact){o->id}, &c) || !(c.h > 0)) continue;
        double radius = radius_at(&c);
        if (!(radius > 0 && c.h > deep * radius)) continue;
        last = o->at;
        warn_on(r, o->at, "overlap",
                "contact '%.60s' starts %.3g m deep, %.0f %% of the radius of curvature there: the bodies are inside "
                "each other",
                r->contacts.entries[i].name, c.h, 100 * c.h / radius);
    }
}

/* ---- rotations that nothing holds ---- */
static bool names_body(const node *n, const char *name) {
    if (!n) return false;
    if (n->kind == NODE_SCALAR) return !strcmp(n->text, name);
    for (unsigned i = 0; n->kind == NODE_LIST && i < n->count; i++)
        if (names_body(n->items[i], name)) return true;
    return false;
}

bool warnings_met_in(const reader *r, const char *section, const char *key, const char *name) {
    const node *list = node_get(r->root, section);
    for (unsigned i = 0; list && list->kind == NODE_LIST && i < list->count; i++)
        if (names_body(node_get(list->items[i], key), name)) return true;
    return false;
}

/* A load with a moment turns the body it acts on. */
static bool turned_by_load(const reader *r, const char *name) {
    const node *list = node_get(r->root, "forces");
    for (unsigned i = 0; list && list->kind == NODE_LIST && i < list->count; i++)
        if (node_get(list->items[i], "moment") && names_body(node_get(list->items[i], "body"), name)) return true;
    return false;
}

static bool turned_or_held(const reader *r, const node *body, const char *name) {
    return node_get(body, "fixed") || node_get(body, "drive") || node_get(body, "angular_velocity") ||
           warnings_met_in(r, "joints", "parent", name) || warnings_met_in(r, "joints", "child", name) ||
           warnings_met_in(r, "forces", "between", name) || warnings_met_in(r, "surfaces", "body", name) ||
           warnings_met_in(r, "points", "body", name) || turned_by_load(r, name);
}

static bool other_machine(const reader *r, int body) {
    for (int id = 1; id <= abut_machine_count(r->world); id++) {
        const world_machine *m = machine_at(r->world, (abut_machine){id}, NULL);
        if (!m->type->rest_spin && (m->inner == body || m->outer == body)) return true;
    }
    return false;
}

static void warn_port(reader *r, const world_machine *m, int port) {
    for (size_t i = 0; port && i < r->bodies.count; i++) {
        const object *o = r->bodies.entries[i].value;
        const char *name = r->bodies.entries[i].name;
        if (o->id != port || turned_or_held(r, o->at, name) || other_machine(r, port)) continue;
        warn_on(r, o->at, "free_rotation",
                "nothing turns or holds body '%.60s' about the axis of '%.60s': it has neither drive nor joint", name,
                m->name);
    }
}

static bool met_before(const reader *r, int machine, int body) {
    for (int id = 1; id < machine; id++) {
        const world_machine *m = machine_at(r->world, (abut_machine){id}, NULL);
        if (m->type->rest_spin && (m->inner == body || m->outer == body)) return true;
    }
    return false;
}

static void warn_free(reader *r) {
    for (int id = 1; id <= abut_machine_count(r->world); id++) {
        const world_machine *m = machine_at(r->world, (abut_machine){id}, NULL);
        if (!m->type->rest_spin) continue;
        if (!met_before(r, id, m->inner)) warn_port(r, m, m->inner);
        if (!met_before(r, id, m->outer)) warn_port(r, m, m->outer);
    }
}

/* ---- all of them ---- */
/* A model of numbers alone, without weight, is one in scaled units: no modulus is unusual there. */
static void forget_scaled(reader *r) {
    const node *gravity = node_get(r->root, "gravity");
    if (r->physical || gravity) return;
    int kept = 0;
    for (int i = 0; i < r->warning_count; i++)
        if (strcmp(r->warnings[i].code, "unusual") != 0) r->warnings[kept++] = r->warnings[i];
    r->warning_count = kept;
}

void model_warn(const model *m, const model_plan *plan, model_report_fn *report, void *user) {
    reader *r = m->own;
    if (setjmp(r->no_memory)) {
        (void)report_no_memory(m->path, report, user);
        return;
    }
    if (r->warned) {
        warnings_report(r, 0, report, user);
        return;
    }
    r->warned = true;
    forget_scaled(r);
    warn_unused(r);
    warn_overlap(r);
    warn_free(r);
    if (plan->from > plan->t_end)
        warn_on(r, node_at(r->root, "output.from"), "from_beyond_end",
                "from: %g s lies beyond the end of the run, %g s: there will be no statistics", plan->from,
                plan->t_end);
    warnings_report(r, 0, report, user);
}
