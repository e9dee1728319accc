/* The types of door 2: kinds joint, force, function, solver. */
#ifndef ABUT_WORLD_TYPES_H
#define ABUT_WORLD_TYPES_H

#include "registry.h"

/* Finds choice->type among `kind` (preset if there is none) and checks its parameters, like registry_check of door 1. */
abut_status types_check(const char *kind, const char *preset, const abut_choice *choice, abut_args *args,
                        abut_message *message);

#endif
