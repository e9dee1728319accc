/* The series that designations are known of. */
#ifndef ABUT_MODEL_DESIGNATION_TABLES_H
#define ABUT_MODEL_DESIGNATION_TABLES_H

#include "designation.h"

typedef struct designation_form {
    const char *(*machine)(const abut_registry *r);
    void (*rule)(const designation *d, designation_inside *out);
    int (*explain)(const designation *d, const designation_inside *in, char *to, int room); /* lines of the head */
    int (*write)(const designation *d, const designation_inside *in, char *to, int room);   /* keys behind `type` */
} designation_form;

/* designation.c */
extern const designation_form form_deep_groove, form_angular, form_thrust, form_cylindrical, form_tapered;
/* designation_tables.c; ends at one without a prefix */
extern const designation_series designation_all[];

#endif
