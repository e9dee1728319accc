/* Loads of a contact on a grid as images for ParaView: dry_000000.vti ..., one value a cell; dry.pvd lists them by the number of the load. */
#ifndef ABUT_REPORT_DRY_VTK_H
#define ABUT_REPORT_DRY_VTK_H

#include "result/dry_csv.h"

abut_status dry_vtk_load(const run_folder *folder, int index, const dry_fields *f, double force, double approach,
                         abut_message *message);
abut_status dry_vtk_list(const run_folder *folder, int loads, abut_message *message);

#endif
