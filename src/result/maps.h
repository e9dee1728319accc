/* Maps of a contact on a grid, as files: CSV, VTK and HDF5. */
#ifndef ABUT_RESULT_MAPS_H
#define ABUT_RESULT_MAPS_H

#include "h5_tables.h"

typedef struct map_field {
    const char *name, *unit, *meaning;
    const double *value; /* nx*ny, row by row */
} map_field;

typedef struct map_set {
    int nx, ny;
    double lx, ly; /* m; the middle of the window is the origin */
    int fields;
    const map_field *field;
} map_set;

static inline double map_x(const map_set *m, int i) { return (i - 0.5 * (m->nx - 1)) * m->lx / m->nx; }
static inline double map_y(const map_set *m, int j) { return (j - 0.5 * (m->ny - 1)) * m->ly / m->ny; }

/* maps.csv: a line per cell, x,y and the fields. */
abut_status maps_csv(const run_folder *folder, const map_set *m, abut_message *message);
/* section_x.csv and section_y.csv: the lines through the cell i, j. */
abut_status maps_sections(const run_folder *folder, const map_set *m, int i, int j, abut_message *message);
/* maps.vti: an image of VTK with one value per cell. */
abut_status maps_vtk(const run_folder *folder, const map_set *m, abut_message *message);
/* NAME.csv of any table. */
abut_status maps_table(const run_folder *folder, const h5_table *t, abut_message *message);
/* results.h5: tables/cells with the maps, and further ones. */
abut_status maps_h5(const run_folder *folder, const char *title, const map_set *m, const h5_table *more, int count,
                    abut_message *message);

#endif
