/* The list of machines, and what a machine calls while it is added: one folder and one line in machine.c each. What it
 * implements: world/machine_slots.h. */
#ifndef ABUT_MACHINE_INSIDE_H
#define ABUT_MACHINE_INSIDE_H

#include "abut/machine/common.h"
#include "keys/keys.h"
#include "world/machine_slots.h"

extern const machine_type *const machine_types[]; /* ends with NULL */

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
/* Other laws for a contact of a machine, before the start. */
abut_status machine_change_contact(abut_world *w, int contact, const abut_law_def *law);

#endif
