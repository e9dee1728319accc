/* Columns of machines in VTK files: field data, one array per quantity, its tuples the parts (balls ...). */
#ifndef ABUT_REPORT_VTK_MACHINES_H
#define ABUT_REPORT_VTK_MACHINES_H

#include <stdio.h>

#include "run_source.h"

typedef struct vtk_machines {
    struct vtk_column *column;
    int columns;
    float *scratch; /* room for the numbers of a row of any of them */
} vtk_machines;

bool vtk_machines_open(const run_source *r, vtk_machines *out); /* false: out of memory; to be closed in any case */
void vtk_machines_close(vtk_machines *m);
/* Writes the arrays at a row of results.h5. Returns the path of one that cannot be read; NULL: all is well. */
const char *vtk_machines_put(const vtk_machines *m, long row, FILE *to);

#endif
