/* A run as files for ParaView (VTK's XML format, PolyData): in a folder, bodies.pvd lists for each step a file with all
 * surfaces where they are then, contacts.pvd one with the closed contacts as points. Rows are read from results.h5 one at a
 * time. */
#ifndef ABUT_REPORT_VTK_H
#define ABUT_REPORT_VTK_H

#include "abut/abut.h"

typedef struct vtk_job {
    const abut_registry *registry; /* of the model; NULL: built-in */
    const char *folder;            /* of the run */
    const char *out;               /* folder of the files; NULL: `vtk` in that of the run */
    long
        every; /* rows from one step to the next; 0: chosen, so that no more than VTK_STEPS steps and VTK_BYTES come out */
} vtk_job;

enum { VTK_STEPS = 1000 };
#define VTK_BYTES 5e8 /* about */

typedef struct vtk_done {
    bool begun;   /* the run could be read: a failure after that is one of writing */
    bool shapes;  /* there are surfaces; false if the model cannot be built again from its text */
    char *folder; /* where the files are; to be freed, whatever happened */
    long rows, steps, every;
    int surfaces, marks, contacts; /* with a mesh; bodies without, shown as points; of the model */
    long triangles;
    double bytes; /* written */
} vtk_done;

/* How `every` is chosen: about so many bytes a step takes; rows from one such step to the next. */
double vtk_step_bytes(double points, double triangles, double contacts);
long vtk_every(long rows, double bytes);

abut_status vtk_export(const vtk_job *job, vtk_done *done, abut_message *message);

#endif
