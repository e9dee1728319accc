/* The built-in types of this build. */
#ifndef ABUT_CLI_TYPES_H
#define ABUT_CLI_TYPES_H

#ifdef ABUT_FIELD
#include "abut/field.h"
static inline const struct abut_registry *builtin_types(void) { return abut_field_types(); }
#else
#include "abut/study.h"
static inline const struct abut_registry *builtin_types(void) { return abut_study_types(); }
#endif

#endif
