/* Start in equilibrium: before the world is assembled for motion its statics is solved at the speeds of its drives, and the
 * bodies start there, with the velocities of the drives and of rolling. Nothing in the definitions is changed. */
#include "settle.h"

#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/quat.h"

void world_unsettle(abut_world *w) {
    free(w->settled);
    w->settled = NULL;
}

/* ---- whether ---- */
static bool has_rest(const abut_world *w) {
    for (int i = 1; i <= w->machines; i++)
        if (w->machine[i].type->rest) return true;
    return false;
}

/* Someone threw it: its place at the start is meant. */
static bool thrown(const world_body *b) { return b->machine == 0 && !world_holds(b) && b->given_speed; }

bool world_should_settle(const abut_world *w) {
    if (w->solver.statics || w->solver.start == ABUT_START_GIVEN) return false;
    if (w->solver.start == ABUT_START_EQUILIBRIUM) return true;
    for (int i = 1; i <= w->bodies; i++)
        if (thrown(&w->body[i])) return false;
    return has_rest(w);
}

/* A run-up starts from rest: so does the equilibrium. */
static bool runs_up(const abut_world *w) {
    for (int i = 1; i <= w->bodies; i++)
        if (w->body[i].def.drive.given && w->body[i].def.drive.ramp > 0) return true;
    for (int i = 1; i <= w->joints; i++)
        if (w->joint[i].def.drive.given && w->joint[i].def.drive.ramp > 0) return true;
    return false;
}

/* ---- the equilibrium ---- */
int world_coordinates(const mb_node *n) { return n->triple >= 0 ? n->nu - 3 + (n->cyclic ? 0 : 4) : n->nu; }

static void keep_body(const abut_world *w, int body, world_settled *to) {
    const mb_node *n = &w->system->node[w->body[body].node];
    const world_machine *m = world_hider(w, w->body[body].machine);
    *to = (world_settled){.count = 0};
    if (!m) {
        to->count = world_coordinates(n);
        memcpy(to->x, w->y + n->x, (size_t)to->count * sizeof(double));
        return;
    }
    to->hidden = m->type->rest_velocity && m->type->rest_velocity(m->self, body - m->body, &to->v, &to->w);
    to->moves = to->hidden && !w->solver.at_rest;
    to->pose = m->type->rest_body(m->self, body - m->body);
}

/* ABUT_OK: w->settled is filled; otherwise the sentence says why not. The world itself is as before. */
static abut_status find(abut_world *w, abut_message *why) {
    abut_solver_def solver = w->solver;
    solver.statics = true;
    solver.at_rest = runs_up(w);
    world_settled *settled = calloc((size_t)w->bodies + 1, sizeof *settled);
    if (!settled) return say(why, ABUT_NO_MEMORY, "out of memory");
    abut_status status = abut_start(w, &solver);
    if (!status) status = abut_static(w, NULL, NULL);
    for (int i = 1; !status && i <= w->bodies; i++) keep_body(w, i, &settled[i]);
    if (status) {
        (void)say(why, status, "%s", w->message.text[0] ? w->message.text : abut_status_text(status));
        why->place = w->message.place;
        free(settled);
        abut_world_clear_message(w);
        return status;
    }
    w->settled = settled;
    return ABUT_OK;
}

abut_status world_settle(abut_world *w) {
    abut_solver_def solver = w->solver;
    abut_message why = {0};
    bool balancing = w->balancing;
    w->balancing = true; /* what has to be found before a start was found for this one */
    abut_status status = find(w, &why);
    w->balancing = balancing;
    world_stop(w);
    w->solver = solver;
    if (!status) return ABUT_OK;
    if (status == ABUT_NO_MEMORY) return world_refuse(w, status, "out of memory");
    world_about(w, why.place.kind, why.place.id);
    if (solver.start == ABUT_START_EQUILIBRIUM)
        return world_refuse_why(w, "", &why, "no equilibrium to start from: %s", why.text);
    return ABUT_OK; /* as given, then */
}
