/* What bearings of all kinds take from the standards when they are added. */
#ifndef ABUT_MACHINE_STANDARDS_H
#define ABUT_MACHINE_STANDARDS_H

#include "abut/machine/bearing.h"

/* Boundary dimensions that go together and a group of clearance that goes with the bore; the middle of the group goes to
 * *clearance. A refusal blames the key. */
abut_status standards_complete(abut_world *w, const char *machine, const char *name, abut_bearing_kind kind,
                               const abut_boundary *boundary, abut_clearance_class group, double *clearance);

#endif
