/* Inside of the machine `bogie`. */
#ifndef ABUT_MACHINE_BOGIE_INSIDE_H
#define ABUT_MACHINE_BOGIE_INSIDE_H

#include "abut/machine/bogie.h"
#include "machine/wedge/wedge.h"

enum { BOGIE_WEDGES = 4 };
typedef struct bogie {
    abut_bogie_def def; /* without the faces of the wedges */
    wedge_laws laws;
    wedge_part part[BOGIE_WEDGES];
} bogie;

extern const machine_type machine_bogie;
extern const key_table keys_of_bogie; /* keys.c, with the example */
extern const char bogie_example[];

#endif
