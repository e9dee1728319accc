/* One name for each number of the state: coordinates and velocities by the body that they move, then those of contacts. */
#include "states.h"

#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "world/world.h"

static bool name_state(plan *p, int at, const char *body, const char *what, int i) {
    char name[700];
    (void)snprintf(name, sizeof name, "state_%s.%s%d", body, what, i);
    free(p->state[at]);
    p->state[at] = strdup(name);
    return p->state[at];
}

abut_status states_list(abut_world *w, plan *p, abut_message *message) {
    const mb_system *s = w->system;
    const mb_sizes z = mb_size(s);
    int own = z.nx + z.nu + z.ns;
    p->states = own;
    p->linear = !z.ns && !z.crowds;
    for (int i = 0; i < p->inputs; i++) p->states += p->input[i].kind == INPUT_DRIVE;
    (void)mb_hold(w->system, true);
    p->indicators = mb_events(s, true, NULL);
    (void)mb_hold(w->system, false); /* as it was */
    p->state = calloc((size_t)p->states + 1, sizeof *p->state);
    bool good = p->state;
    for (int i = 0; good && i < own; i++) good = name_state(p, i, "contacts", "s", i - z.nx - z.nu + 1);
    for (int i = 1; good && i < s->nodes; i++) {
        const mb_node *n = &s->node[i];
        const char *body = abut_body_name(w, (abut_body){n->link->body});
        int coordinates = n->triple >= 0 ? n->nu + 1 : n->nu;
        for (int k = 0; good && k < coordinates; k++) good = name_state(p, n->x + k, body, "x", k + 1);
        for (int k = 0; good && k < n->nu; k++) good = name_state(p, z.nx + n->u + k, body, "u", k + 1);
    }
    for (int i = 0, at = own; good && i < p->inputs; i++)
        if (p->input[i].kind == INPUT_DRIVE) good = name_state(p, at++, p->input[i].path, "angle", 1);
    return good ? ABUT_OK : say(message, ABUT_NO_MEMORY, "out of memory");
}
