/* What all machines share. */
#include "machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/machine/bearing.h"
#include "abut/result.h"
#include "base/message.h"
#include "machine/shared/mounting.h"
#include "machine/watch.h"
#include "world/world.h"

const machine_type *machine_next(const abut_registry *r, size_t *index) {
    return (const machine_type *)registry_next(r, "machine", index);
}

world_machine *machine_begin(abut_world *w, const machine_type *type, const char *name, abut_body inner,
                             abut_body outer) {
    if (!name || !*name) {
        (void)world_refuse_at(w, "name", ABUT_MISSING, "a %s needs a name", type->type.name);
        return NULL;
    }
    world_machine *m = world_new_machine(w, name);
    if (!m) return NULL;
    const abut_body ports[2] = {inner, outer};
    for (int i = 0; i < 2; i++)
        if (ports[i].id < 0 || ports[i].id > w->bodies) {
            (void)world_refuse_at(w, type->ports[i], ABUT_UNKNOWN_NAME, "%s '%.80s': there is no body %d",
                                  type->type.name, name, ports[i].id);
            return NULL;
        }
    if (type->rest && inner.id == outer.id) {
        (void)world_refuse_at(w, type->ports[1], ABUT_BAD_PAIR, "%s '%.80s': both rings sit on body '%.80s'",
                              type->type.name, name, w->body[inner.id].name);
        return NULL;
    }
    m->type = (const machine_type *)registry_like(w->registry, &type->type, sizeof *type);
    m->inner = inner.id;
    m->outer = outer.id;
    m->body = w->bodies + 1;
    m->surface = w->surfaces + 1;
    m->contact = w->contacts + 1;
    m->self = calloc(1, type->size);
    w->adding = m->self != NULL;
    w->blaming = w->adding && !w->status;
    if (m->self) return m;
    (void)world_refuse(w, ABUT_NO_MEMORY, "out of memory");
    return NULL;
}

bool machine_blame(abut_world *w, const char *from, const char *to) {
    abut_place *at = &w->message.place;
    size_t length = strlen(from);
    bool below = !length || at->key[length] == '.' || !at->key[length];
    if (!w->blaming || !w->status || strncmp(at->key, from, length) != 0 || !below) return false;
    abut_place part = {.id = 0};
    (void)snprintf(part.key, sizeof part.key, "%s", at->key + length + (length && at->key[length] == '.'));
    key_below(part.key, sizeof part.key, to);
    memcpy(at->key, part.key, sizeof at->key);
    return false;
}

abut_status machine_check_place(abut_world *w, const abut_pose *place) {
    abut_quat q = place->q;
    double rr = v3_dot(place->r, place->r), qq = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    if (!(rr < 1e60)) return world_refuse_at(w, "position", ABUT_BAD_VALUE, "the position of a machine must be finite");
    if (quat_is_zero(q) || (qq > 1e-60 && qq < 1e60)) return ABUT_OK;
    return world_refuse_at(w, "orientation", ABUT_BAD_VALUE, "the orientation of a machine must be finite");
}

abut_machine machine_end(abut_world *w, world_machine *m) {
    w->observer = &machine_observer;
    if (!w->status && m->type->watch) m->watch = watch_create(m->type->watch, m->self);
    if (!w->status && m->type->watch && !m->watch) (void)world_refuse(w, ABUT_NO_MEMORY, "out of memory");
    w->adding = w->blaming = false;
    m->bodies = w->bodies + 1 - m->body;
    m->surfaces = w->surfaces + 1 - m->surface;
    m->contacts = w->contacts + 1 - m->contact;
    for (int i = m->body; i <= w->bodies; i++) w->body[i].machine = w->machines;
    for (int i = m->contact; i <= w->contacts; i++) w->contact[i].machine = w->machines;
    return (abut_machine){w->status ? 0 : w->machines};
}

const world_machine *machine_at(const abut_world *w, abut_machine machine, const machine_type *type) {
    if (machine.id < 1 || machine.id > w->machines) return NULL;
    const world_machine *m = &w->machine[machine.id];
    return !type || m->type->add == type->add ? m : NULL; /* the same machine, whatever its name */
}

const world_machine *machine_of_contact(const abut_world *w, int contact) {
    if (contact < 1 || contact > w->contacts) return NULL;
    return machine_at(w, (abut_machine){w->contact[contact].machine}, NULL);
}

const char *machine_surface_name(const abut_world *w, int surface) {
    return surface >= 1 && surface <= w->surfaces ? w->surface[surface].name : NULL;
}

bool machine_surface_rolls(const abut_world *w, int surface) {
    return surface >= 1 && surface <= w->surfaces && w->surface[surface].roller;
}

abut_status machine_change_contact(abut_world *w, int contact, const abut_law_def *law) {
    return world_change_contact(w, contact, law);
}

abut_choice machine_normal(arena *memory, const abut_registry *r, const char *name) {
    const abut_choice damping = {REGISTRY_NAME(r, damping_hunt_crossley), {{.name = "chi", .value = 0.3}}};
    return (abut_choice){name, {{.name = "damping", .choice = arena_bytes(memory, &damping, sizeof damping)}}};
}

void machine_extra_free(machine_extra *t) {
    for (int i = 0; i < MACHINE_EXTRA_COLUMNS; i++) free(t->values[i]);
    *t = (machine_extra){.rows = 0};
}

abut_machine abut_find_machine(const abut_world *w, const char *name) {
    return (abut_machine){name ? names_id(&w->machine_names, name) : 0};
}
int abut_machine_count(const abut_world *w) { return w->machines; }
const char *abut_machine_name(const abut_world *w, abut_machine machine) {
    const world_machine *m = machine_at(w, machine, NULL);
    return m ? m->name : NULL;
}
const char *abut_machine_type(const abut_world *w, abut_machine machine) {
    const world_machine *m = machine_at(w, machine, NULL);
    return m ? m->type->type.name : NULL;
}
abut_machine abut_machine_of_body(const abut_world *w, abut_body body) {
    return (abut_machine){body.id >= 1 && body.id <= w->bodies ? w->body[body.id].machine : 0};
}
abut_machine abut_machine_of_contact(const abut_world *w, abut_contact contact) {
    return (abut_machine){contact.id >= 1 && contact.id <= w->contacts ? w->contact[contact.id].machine : 0};
}
void abut_machine_static_json(const abut_world *w, abut_machine machine, abut_json *j) {
    const world_machine *m = machine_at(w, machine, NULL);
    if (!m || !m->type->rest_json) return;
    json_string(j, "type", m->type->type.name);
    m->type->rest_json(w, m->self, j);
}
bool abut_machine_static_print(const abut_world *w, abut_machine machine, FILE *to) {
    const world_machine *m = machine_at(w, machine, NULL);
    if (!m || !m->type->rest_print) return false;
    if (to) m->type->rest_print(w, m->self, to);
    return true;
}

abut_status abut_machine_rolling(const abut_world *w, abut_machine machine, abut_bearing_frequencies *nominal,
                                 abut_bearing_frequencies *found) {
    abut_bearing_frequencies both[2];
    if (machine.id < 1 || machine.id > w->machines) return ABUT_UNKNOWN_NAME;
    const world_machine *m = &w->machine[machine.id];
    if (!m->type->rest_rolling || !w->started || !w->resting) return ABUT_MISSING;
    m->type->rest_rolling(m->self, &both[0], &both[1]);
    if (nominal) *nominal = both[0];
    if (found) *found = both[1];
    return ABUT_OK;
}

abut_status abut_read_mounting(const abut_world *w, abut_machine machine, abut_mounting_state *out) {
    const world_machine *m = machine_at(w, machine, NULL);
    if (!m) return ABUT_UNKNOWN_NAME;
    const mounted_bearing *at = m->type->mounted ? m->type->mounted(m->self) : NULL;
    if (!at || !at->fitted || !w->started) return ABUT_MISSING;
    *out = at->state;
    return ABUT_OK;
}

bool abut_machine_heats(const abut_world *w, abut_machine machine) {
    const world_machine *m = machine_at(w, machine, NULL);
    const mounted_bearing *at = m && m->type->mounted ? m->type->mounted(m->self) : NULL;
    return at && mounting_heats(at->of.def);
}
