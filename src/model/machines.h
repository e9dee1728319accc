/* Machines in the model file: how each type is read, and what its parts are to the rest of the file. */
#ifndef ABUT_MODEL_MACHINES_H
#define ABUT_MODEL_MACHINES_H

#include "abut/machine/common.h"
#include "machine_keys.h"
#include "sections.h"

typedef struct machine_reader {
    const char *type;
    const char *summary;
    const key_table *keys;
    /* Adds the machine to the world: its id, 0 after an error. */
    abut_machine (*read)(reader *r, const node *n);
} machine_reader;

extern const machine_reader machine_readers[]; /* ends with an entry without a type */

/* bearing.c */
abut_machine read_ball_bearing(reader *r, const node *n);
/* roller.c */
abut_machine read_roller_bearing(reader *r, const node *n);
/* wedge.c */
abut_machine read_wedge(reader *r, const node *n);
abut_machine read_bogie(reader *r, const node *n);
/* cam.c */
abut_machine read_cam_roller(reader *r, const node *n);

/* laws.c: parameters of a choice that are not given are those of `base`, where the type has them. */
abut_choice overlay(reader *r, const char *kind, const abut_choice *base, const abut_choice *given);
/* The laws of a mapping over those of `base`; false after an error. What *out points to lives as long as the reader. If
 * the normal law of base is one of line contacts, a normal law without a type is `line`. */
bool read_laws(reader *r, const laws_keys *k, const abut_law_def *base, abut_law_def *out);
/* The laws of a machine's contacts: its key `contact`, a mapping by a table that fills laws_keys, and its key `lubricant`;
 * both may be NULL. A machine keeps them with keep_law. */
bool read_machine_laws(reader *r, const node *contact, const key_table *keys, const node *lubricant,
                       const abut_law_def *base, abut_law_def *out);

/* An entry of `contacts` without `between`: other laws for a contact of a machine. */
void change_contact(reader *r, const node *n, const contact_keys *k);

#endif
