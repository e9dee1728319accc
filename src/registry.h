/* Names to types, and the check of a list of parameters against a type's table. Sees only the type tables. */
#ifndef ABUT_REGISTRY_H
#define ABUT_REGISTRY_H

#include "abut/extend.h"

/* Parameters of one choice, checked: the type, what the user wrote, and where complaints go. */
struct abut_args {
    const abut_type *type;
    const abut_choice *choice; /* may be NULL: all defaults */
    abut_message *message;
};

/* Finds choice->type among `kind` (preset if there is none) and checks every parameter: known name, right sort, in range,
 * required ones present, each once. On success *args is ready for init. */
abut_status registry_check(const char *kind, const char *preset, const abut_choice *choice, abut_args *args,
                           abut_message *message);

/* The same for a type that is already found, in whatever list. */
abut_status registry_check_params(const abut_type *type, const abut_choice *choice, abut_args *args,
                                  abut_message *message);

/* The nested choice of a parameter of sort ABUT_TYPE, checked the same way; a bare number is handed to the first
 * parameter of the preset type. `store` holds that shorthand and must outlive *nested. */
abut_status registry_nested(const abut_args *args, const char *name, abut_choice *store, abut_args *nested);

/* Allocates the constants of a type and fills them by its init; the caller frees *self, also after a refusal. */
abut_status registry_make(const abut_args *args, size_t size, abut_status (*init)(void *self, const abut_args *args),
                          void **self);

#endif
