/* Choices of registered types: `normal: hertz`, `shape: {type: sphere, radius: 5 mm}`, `damping: 0.1`. */
#ifndef ABUT_MODEL_CHOICE_H
#define ABUT_MODEL_CHOICE_H

#include "value.h"

/* `of`: see abut_registry_meaning; unit_x is what the unit "x" of functions stands for, NULL: a pure number. What *out points to lives as long as the reader. */
bool read_choice(reader *r, const node *n, const char *what, const char *of, const char *unit_x, abut_choice *out);

/* The parameters of a type that stand in a mapping, among other keys. */
bool read_params(reader *r, const node *map, const abut_type *type, const char *unit_x, abut_choice *out);

/* Can the type be written in a model file? Not if it needs an object that only a program can give. */
bool type_in_file(const abut_type *type);

#endif
