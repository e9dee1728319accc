/* Pieces of VTK's XML files. Numbers are words of four bytes (Float32, Int32), written as base64. */
#ifndef ABUT_REPORT_VTK_FILE_H
#define ABUT_REPORT_VTK_FILE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "result/folder.h"

/* <VTKFile ...>, field data (the time, and `fields`, what vtk_names and vtk_field have written) and the opening tag of the one piece; polys
 * and verts count cells. */
typedef struct vtk_counts {
    size_t points, verts, polys;
} vtk_counts;
void vtk_head(FILE *to, double time, const char *fields, const vtk_counts *n);
void vtk_tail(FILE *to);
/* One DataArray of count tuples. */
void vtk_floats(FILE *to, const char *name, int components, const float *x, size_t count);
void vtk_ints(FILE *to, const char *name, int components, const int32_t *x, size_t count);
/* The same among the field data, one number a tuple. */
void vtk_field(FILE *to, const char *name, const float *x, size_t count);
/* <Verts> with one cell per point. Memory: count numbers in scratch. */
void vtk_verts(FILE *to, int32_t *scratch, size_t count);
/* Field data that tell the names of the indices in the arrays. */
void vtk_names(FILE *to, const char *name, char *const *names, int count);

/* A list of steps: FOLDER/NAME.pvd that names NAME_000000.ENDING ("vtp") ... at the times given. */
abut_status vtk_list(const run_folder *folder, const char *name, const char *ending, const double *time, long steps,
                     double *bytes, abut_message *message);

/* Files of the folder; step < 0: NAME.pvd. */
FILE *vtk_open(const run_folder *folder, const char *name, long step, abut_message *message);
abut_status vtk_close(FILE *file, const run_folder *folder, const char *name, long step, double *bytes,
                      abut_message *message);

#endif
