/* Warnings of modes: what the linear model leaves out that a run of the same file has.
 *
 * In statics the rolling elements of a bearing stand for a force without friction. Under radial load alone, on a body that nothing else
 * holds along the axis and against tilting, their friction may drive a drift (docs/theory/bearing_drift.md): modes do not show it. */
#include "machine/machine.h"
#include "warnings.h"

static bool in_other_machine(const reader *r, int machine, int body) {
    for (int id = 1; id <= abut_machine_count(r->world); id++) {
        const world_machine *m = machine_at(r->world, (abut_machine){id}, NULL);
        if (id != machine && (m->inner == body || m->outer == body)) return true;
    }
    return false;
}

/* The body of a port if it is free but for this machine; NULL: something else holds it. */
static const char *held_by_it_alone(const reader *r, int machine, int port) {
    for (size_t i = 0; port && i < r->bodies.count; i++) {
        const object *o = r->bodies.entries[i].value;
        const char *name = r->bodies.entries[i].name;
        if (o->id != port) continue;
        bool held = node_get(o->at, "fixed") || warnings_met_in(r, "joints", "parent", name) ||
                    warnings_met_in(r, "joints", "child", name) || warnings_met_in(r, "forces", "between", name) ||
                    in_other_machine(r, machine, port);
        return held ? NULL : name;
    }
    return NULL;
}

static void warn_steering(reader *r) {
    for (size_t i = 0; i < r->machines.count; i++) {
        const object *o = r->machines.entries[i].value;
        const world_machine *m = o->id ? machine_at(r->world, (abut_machine){o->id}, NULL) : NULL;
        if (!m || !m->type->rest_steers || !m->type->rest_steers(r->world, m->self)) continue;
        const char *body = held_by_it_alone(r, o->id, m->inner);
        if (!body) body = held_by_it_alone(r, o->id, m->outer);
        if (!body) continue;
        warn_on(r, o->at, "friction_left_out",
                "'%.60s' turns without axial load and alone holds body '%.60s': these modes leave out the friction of "
                "rolling balls, by which it may drift along its axis and tilt; a run shows it",
                r->machines.entries[i].name, body);
    }
}

void model_warn_modes(const model *m, model_report_fn *report, void *user) {
    reader *r = m->own;
    const int first = r->warning_count;
    if (setjmp(r->no_memory)) {
        (void)report_no_memory(m->path, report, user);
        return;
    }
    warn_steering(r);
    warnings_report(r, first, report, user);
    r->warning_count = first; /* the next modes have their own */
}
