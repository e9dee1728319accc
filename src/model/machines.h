/* Laws of contacts over other laws, and what the parts of machines are to the rest of the file. */
#ifndef ABUT_MODEL_MACHINES_H
#define ABUT_MODEL_MACHINES_H

#include "abut/machine/common.h"
#include "sections.h"

/* laws.c: parameters of a choice that are not given are those of `base`, where the type has them. */
abut_choice overlay(reader *r, const char *kind, const abut_choice *base, const abut_choice *given);
/* The laws of a mapping over those of `base`; false after an error. What *out points to lives as long as the reader. If
 * the normal law of base is one of line contacts, a normal law without a type is `line`. */
bool read_laws(reader *r, const laws_keys *k, const abut_law_def *base, abut_law_def *out);
/* An entry of `contacts` without `between`: other laws for a contact of a machine. */
void change_contact(reader *r, const node *n, const contact_keys *k);

#endif
