/* Names to types, and the check of a list of parameters against a type's table. Sees only the type tables.
 *
 * A library has one list of its types, one line per type: core_types.h that of the element, world/types.c that of the world. The lists
 * are chained by their parents. */
#ifndef ABUT_REGISTRY_H
#define ABUT_REGISTRY_H

#include "abut/extend.h"

struct abut_registry {
    const abut_registry *parent;   /* NULL: none */
    const abut_type *const *types; /* count of them */
    size_t count;
    const abut_type **own; /* the same where it grows, else NULL */
    struct registry_attached *attached;
    bool outside; /* models may name files outside of their folder */
};
bool registry_outside(const abut_registry *r); /* it, or one of its parents */

extern const abut_registry registry_core;

/* The constant registry `name` of the lines X(struct of the type, its table) of LIST. Every table begins with its
 * abut_type, and is declared before. */
#define REGISTRY_ENTRY(sort, name) (const abut_type *)&name,
#define REGISTRY_LIST(name, LIST, parent)                                                                              \
    static const abut_type *const name##_types[] = {LIST(REGISTRY_ENTRY)};                                             \
    const abut_registry name = {parent, name##_types, sizeof name##_types / sizeof name##_types[0], NULL, NULL}

/* Is a table of `size` bytes, beginning with `type`, `other` or a copy of it under another name? Parameters, examples and roles may
 * differ, what it does may not. */
bool registry_same(const abut_type *type, size_t size, const abut_type *other);
/* A built-in type as `r` has it, itself if r does not; for those who choose one in code its name there:
 * REGISTRY_NAME(r, surface_plane). */
const abut_type *registry_like(const abut_registry *r, const abut_type *type, size_t size);
#define REGISTRY_NAME(r, table) registry_like(r, (const abut_type *)&(table), sizeof(table))->name

/* Something that the types need: released with the registry. */
abut_status registry_attach(abut_registry *r, void *what, void (*release)(void *what));

/* The types of one kind, one after the other: start with *index 0; NULL: there are no more. */
const abut_type *registry_next(const abut_registry *r, const char *kind, size_t *index);
/* The first type of this kind that has one of the roles; NULL: none has. */
const abut_type *registry_role(const abut_registry *r, const char *kind, unsigned role);

/* Parameters of one choice, checked: the type, what the user wrote, and where complaints go. */
struct abut_args {
    const abut_type *type;
    const abut_choice *choice; /* may be NULL: all defaults */
    abut_message *message;
    const abut_registry *registry; /* where choices within this one are looked up */
};

/* Finds choice->type among `kind` (the type with the role `usual` if there is none) and checks every parameter: known name,
 * right sort, in range, required ones present, each once. On success *args is ready for init. */
abut_status registry_check(const abut_registry *r, const char *kind, unsigned usual, const abut_choice *choice,
                           abut_args *args, abut_message *message);

/* The same for a type that is already found. */
abut_status registry_check_params(const abut_registry *r, const abut_type *type, const abut_choice *choice,
                                  abut_args *args, abut_message *message);

/* The nested choice of a parameter of sort ABUT_TYPE, checked the same way; a bare number is handed to the first
 * parameter of the type it stands for. `store` holds that shorthand and must outlive *nested. */
abut_status registry_nested(const abut_args *args, const char *name, abut_choice *store, abut_args *nested);

/* Allocates the constants of a type and fills them by its init; the caller frees *self, also after a refusal. */
abut_status registry_make(const abut_args *args, size_t size, abut_status (*init)(void *self, const abut_args *args),
                          void **self);

#endif
