/* Warnings after a run: contacts that did not touch, energy that the books do not show, what machines doubt; bodies
 * that leave their equilibrium (warnings_drift.c). */
#include <math.h>
#include <string.h>

#include "machine/machine.h"
#include "machine/watch.h"
#include "warnings.h"
#include "warnings_drift.h"

/* ---- contacts that did not touch ---- */
static bool touched(const reader *r, int id) {
    abut_contact_stats s = abut_read_contact_stats(r->world, (abut_contact){id});
    abut_element_out c = {0};
    if (s.touches > 0 || s.time_touching > 0 || s.max_N > 0) return true;
    /* beads in a row that wait for the wave */
    double near = abut_read_contact(r->world, (abut_contact){id}, &c) ? 0 : 1e-6 / fmax(fabs(c.P), fabs(c.Q));
    return isfinite(near) && near > 0 && c.h > -near;
}

/* Contacts of one mapping, which may be those of many points, stand together. */
static void warn_apart(reader *r, double from) {
    for (size_t i = 0, next; i < r->contacts.count; i = next) {
        const object *first = r->contacts.entries[i].value;
        bool any = false, own = false;
        for (next = i; next < r->contacts.count; next++) {
            const object *o = r->contacts.entries[next].value;
            if (o->at != first->at) break;
            own |= o->id && !abut_machine_of_contact(r->world, (abut_contact){o->id}).id;
            any |= o->id && touched(r, o->id);
        }
        if (!own || any) continue;
        if (from > 0)
            warn_on(r, first->at, "never_touched", "contact '%.60s' did not touch from %g s on, where statistics begin",
                    r->contacts.entries[i].name, from);
        else
            warn_on(r, first->at, "never_touched", "contact '%.60s' never touched", r->contacts.entries[i].name);
    }
}

/* ---- films beyond the table of their law ---- */
static const double much_beyond = 0.05; /* of the time under load */

/* Where the file names the contact; those of machines it need not. */
static const node *contact_node(const reader *r, int id) {
    for (size_t i = 0; i < r->contacts.count; i++) {
        const object *o = r->contacts.entries[i].value;
        if (o->id == id) return o->at;
    }
    return NULL;
}

static void warn_tables(reader *r) {
    for (int id = 1; id <= abut_contact_count(r->world); id++) {
        abut_contact_stats s = abut_read_contact_stats(r->world, (abut_contact){id});
        double whole = 0;
        for (int k = 0; k < ABUT_FILM_REGIMES; k++) whole += s.time_in_regime[k];
        if (!(s.time_beyond > much_beyond * whole)) continue;
        warn_on(r, contact_node(r, id), "beyond_table",
                "contact '%.60s' lay beyond the table of solved films for %.3g %% of its time under load: its film was "
                "that of the formula, see M, L and D in its results",
                abut_contact_name(r->world, (abut_contact){id}), 100 * s.time_beyond / whole);
    }
}

/* ---- energy ---- */
static const double most_lost = 0.01; /* of what was exchanged */

/* What was exchanged: energy lost and done from outside, or what the motion turned over (J, from row to row). What lies within
 * the tolerance of the integration, with a factor for its sum over the steps, is no fault of the books. */
static void warn_energy(reader *r, double rtol, double turned_over) {
    abut_energy e = abut_read_energy(r->world);
    double held = e.kinetic + fabs(e.springs) + fabs(e.contacts);
    double flow = fabs(e.dissipated_normal) + fabs(e.dissipated_friction) + fabs(e.dissipated_dampers) +
                  fabs(e.work_of_loads_and_drives) + fabs(e.work_of_curvature);
    double exchanged = fmax(flow, fabs(e.final - e.initial)), off = fabs(e.residual);
    exchanged = fmax(exchanged, turned_over);
    if (!(off > most_lost * exchanged && off > 100 * rtol * held)) return;
    warn_on(
        r, node_get(r->root, "solver"), "energy",
        "%.3g J are missing in the balance of energy, %.2g %% of the %.3g J that were exchanged: a smaller rtol may "
        "help",
        e.residual, 100 * off / exchanged, exchanged);
}

/* ---- machines ---- */
typedef struct doubting {
    reader *r;
    const node *machine;
} doubting;

static void machine_doubt(void *user, const char *code, const char *key, const char *sentence) {
    const doubting *d = user;
    warn_on(d->r, d->machine ? node_at(d->machine, key) : NULL, code, "%s", sentence);
}

static void warn_machines(reader *r, double every) {
    for (size_t i = 0; i < r->machines.count; i++) {
        const object *o = r->machines.entries[i].value;
        const world_machine *m = o->id ? machine_at(r->world, (abut_machine){o->id}, NULL) : NULL;
        doubting d = {r, o->at};
        if (m) watch_doubts(m->watch, &(watch_doubt_to){machine_doubt, &d, every});
    }
}

void model_warn_run(const model *m, const model_plan *plan, model_report_fn *report, void *user) {
    reader *r = m->own;
    const int first = r->warning_count;
    if (setjmp(r->no_memory)) {
        (void)report_no_memory(m->path, report, user);
        return;
    }
    if (plan->from <= plan->t_end) warn_apart(r, plan->from);
    warn_energy(r, plan->rtol, plan->turned_over);
    warn_tables(r);
    warn_machines(r, plan->rows_asked ? plan->every : 0);
    warn_drift(r, plan->drift);
    warnings_report(r, first, report, user);
    r->warning_count = first; /* the next run has its own */
}
