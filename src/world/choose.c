/* The choice of the integrator: the one asked for, or the first that is meant for what the model asks; what it cannot do is
 * refused. */
#include <stdio.h>
#include <string.h>

#include "base/message.h"
#include "contact/element.h"
#include "registry/registry.h"
#include "world.h"

/* ---- what the model asks for ---- */
static bool has_springs(const abut_world *w) {
    for (int i = 1; i <= w->forces; i++)
        if (w->force[i].type->bodies == 2) return true;
    return false;
}

static bool has_stick(const abut_world *w) {
    for (int i = 1; i <= w->contacts; i++)
        if (element_sticks(w->contact[i].element)) return true;
    return false;
}

/* Contacts from which an explicit method is taken for balls that push each other; few of them are left to the usual choice. Chosen. */
enum { many_beads = 64 };

/* What the model asks of a solver, and the sentence that says so. */
static unsigned demand(const abut_world *w, const char **why) {
    mb_sizes z = mb_size(w->system);
    if (z.crowds) {
        *why =
            "there are groups that collide: explicit, so that the cost grows with the number of bodies and no faster";
        return SOLVES_CROWDS;
    }
    if (z.beads && z.contacts >= many_beads) {
        *why = "there are many balls that push each other and do nothing else: forces depend on positions alone";
        return SOLVES_BEADS;
    }
    if (z.ns) {
        *why = "contacts with states of their own need a method that carries them";
        return SOLVES_STATES;
    }
    if (has_stick(w)) {
        *why = "there is friction that sticks: force laws with memory are solved within the step";
        return SOLVES_MEMORY;
    }
    if (z.contacts) {
        *why = "there are contacts: stiff, with an exact Jacobian";
        return SOLVES_STIFF;
    }
    if (has_springs(w)) {
        *why = "there are springs, which may be stiff";
        return SOLVES_STIFF;
    }
    *why = "no contacts and no springs: nothing is stiff";
    return SOLVES_SMOOTH;
}

static const integrator_type *next_solver(const abut_world *w, size_t *index) {
    return (const integrator_type *)registry_next(w->registry, "solver", index);
}

static const integrator_type *automatic(const abut_world *w, unsigned wanted) {
    size_t i = 0;
    const integrator_type *t = next_solver(w, &i);
    while (t && !(t->chosen & wanted)) t = next_solver(w, &i);
    return t;
}

const char *world_stiff_solver(const abut_world *w) {
    const integrator_type *t = automatic(w, SOLVES_STIFF);
    return t ? t->type.name : NULL;
}

/* ---- what solvers can do ---- */
typedef bool solver_can(const integrator_type *type);
static bool can_hold(const integrator_type *t) { return t->constraints; }
static bool can_look(const integrator_type *t) { return t->events; }
static bool can_fix(const integrator_type *t) { return t->fixed; }
static bool can_crowds(const integrator_type *t) { return t->crowds; }
static bool can_any(const integrator_type *t) { return !t->beads; }
static bool can_travel(const integrator_type *t) { return !t->library && !t->beads; }
static bool can_carry(const integrator_type *t) { return t->element_states; }

/* "a, b or c": the solvers that can. */
static const char *those_that(const abut_world *w, solver_can *can, char *text, size_t size) {
    size_t i = 0, used = 0;
    const integrator_type *last = NULL;
    text[0] = '\0';
    for (const integrator_type *t; (t = next_solver(w, &i));) {
        if (!can(t)) continue;
        if (last) used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", last->type.name);
        if (used >= size) return text;
        last = t;
    }
    if (last) (void)snprintf(text + used, size - used, "%s%s", used ? " or " : "", last->type.name);
    return text;
}

static abut_status need(abut_world *w, const char *key, bool wanted, solver_can *can, const char *lack) {
    char those[200];
    if (!wanted || can(w->integrator)) return ABUT_OK;
    return world_refuse_at(w, key, ABUT_BAD_VALUE, "solver %s %s: use %s", w->integrator->type.name, lack,
                           those_that(w, can, those, sizeof those));
}

abut_status world_choose(abut_world *w) {
    const char *name = w->solver.type, *why = "asked for";
    const abut_solver_def *d = &w->solver;
    mb_sizes z = mb_size(w->system);
    abut_args args;
    abut_message message = {0};
    abut_status status = ABUT_OK;
    world_about(w, "solver", 0);
    if (world_solver_open(w))
        w->integrator = automatic(w, demand(w, &why));
    else if (!(status = registry_check(w->registry, "solver", 0, &(abut_choice){.type = name}, &args, &message)))
        w->integrator = (const integrator_type *)args.type;
    if (status) return world_refuse_why(w, "", &message, "%s", message.text);
    if (!w->integrator) return world_refuse_at(w, "type", ABUT_MISSING, "no registered solver is meant for this model");
    (void)say(&w->why, ABUT_OK, "%s", why);
    status = need(w, "type", !z.beads, can_any, "is for balls that push each other and do nothing else");
    if (status) return status;
    status = need(w, "type", w->travels, can_travel, "is not in FMUs for other platforms");
    if (status) return status;
    const char *fixed = d->fixed_step > 0 ? "fixed_step" : "iterations";
    status = need(w, "type", z.nc, can_hold, "cannot hold loops of joints or driven spins");
    if (!status) status = need(w, "events", d->events, can_look, "does not look for events");
    if (!status)
        status =
            need(w, fixed, d->fixed_step > 0 || d->iterations > 0, can_fix, "takes neither fixed_step nor iterations");
    if (!status)
        status = need(w, "type", z.crowds, can_crowds, "needs derivatives, which groups that collide do not give");
    return status ? status
                  : need(w, "type", z.ns, can_carry, "cannot carry the states that contacts have of their own");
}
