/* What an FMU may be given, by its path in the model, as --set takes it: `forces.push.force.2` and `bodies.shaft.drive.speed` may
 * change while it runs, any other number of the model before it starts. */
#ifndef ABUT_FMU_INPUTS_H
#define ABUT_FMU_INPUTS_H

#include "abut/world.h"

/* FLANGE: of the motion of a flange (flanges.h); it has no path in the model. */
typedef enum input_kind { INPUT_PARAMETER, INPUT_LOAD, INPUT_DRIVE, INPUT_FLANGE, INPUT_KINDS } input_kind;

typedef struct input_place {
    input_kind kind;
    double *live; /* of a load: the number itself */
    int drive;    /* of a drive: which */
} input_place;

/* The first part of a path, without its quotes; returns what follows its dot, "" at the end, NULL if it is none. */
enum { INPUT_PART = 256 };
const char *input_part(const char *path, char part[INPUT_PART]);

/* Of a world that was started. */
input_place input_find(abut_world *w, const char *path);

#endif
