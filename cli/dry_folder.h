/* The folder of abut dry --out. */
#ifndef ABUT_CLI_DRY_FOLDER_H
#define ABUT_CLI_DRY_FOLDER_H

#include "abut/dry.h"

typedef struct dry_out {
    const char *name; /* of the command */
    const char *path; /* NULL: no results are asked for, and the calls below do nothing */
    const abut_registry *registry;
    bool csv, vtk, page;
    bool lost; /* a load could not be written, or its stiffness not found */
    abut_dry_folder *folder;
} dry_out;

/* False after saying why. */
bool dry_out_begin(dry_out *o, const abut_dry *dry, const abut_field *field);
/* A load that was solved; its stiffness, which the contact on the grid knows, goes to *stiffness. False: the message says why. */
bool dry_out_add(dry_out *o, abut_field *field, const abut_field_result *r, double *stiffness, abut_message *message);
/* Ends the folder and makes the page; said: a line tells where. False after saying why. */
bool dry_out_end(dry_out *o, const abut_dry_end *end, bool said);

#endif
