/* What a machine calls while it is added. What it implements: world/machine_slots.h; the list of those built in: machine_types.h. */
#ifndef ABUT_MACHINE_INSIDE_H
#define ABUT_MACHINE_INSIDE_H

#include "abut/machine/common.h"
#include "keys/keys.h"
#include "registry/core_types.h"
#include "registry/registry.h"
#include "world/machine_slots.h"
#include "world/world_types.h"

/* The types of its parts: a machine knows their tables, and asks the registry of its world for their names. */
#define PART_TYPE(w, table) REGISTRY_NAME((w)->registry, table)

/* The machines of a registry, one after the other: as registry_next. */
const machine_type *machine_next(const abut_registry *r, size_t *index);

/* Room for a machine of this type: checks the name, allocates self. NULL after a refusal. */
world_machine *machine_begin(abut_world *w, const machine_type *type, const char *name, abut_body inner,
                             abut_body outer);
/* A part that the machine adds was refused: its key `from` ("": all of it) and what lies below come from the machine's key `to`:
 * from "shape", to "roller": "shape.radius" becomes "roller.radius". Other keys stay. Always false. */
bool machine_blame(abut_world *w, const char *from, const char *to);
/* To be checked before machine_begin, with world_check_material. */
abut_status machine_check_place(abut_world *w, const abut_pose *place);
/* Everything was added (or something refused): the id, 0 after a refusal. */
abut_machine machine_end(abut_world *w, world_machine *m);
/* The machine if the id is one of this type, else NULL. */
const world_machine *machine_at(const abut_world *w, abut_machine machine, const machine_type *type);
/* The machine that added a contact, NULL if none did. */
const world_machine *machine_of_contact(const abut_world *w, int contact);
const char *machine_surface_name(const abut_world *w, int surface);
bool machine_surface_rolls(const abut_world *w, int surface); /* it is a roller: its contacts are line contacts */
/* The normal law of this name with the damping that machines take where none is given; in `memory`. */
abut_choice machine_normal(arena *memory, const abut_registry *r, const char *name);
/* Other laws for a contact of a machine, before the start. */
abut_status machine_change_contact(abut_world *w, int contact, const abut_law_def *law);

#endif
