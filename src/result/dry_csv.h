/* A contact on a grid as text, SI: loads.csv, the map of the last load, sections of it through the greatest pressure, stresses. */
#ifndef ABUT_RESULT_DRY_CSV_H
#define ABUT_RESULT_DRY_CSV_H

#include "dry_h5.h"

/* The fields of one load, and what friction does there (all or none). */
typedef struct dry_fields {
    abut_field_grid grid;
    const double *heights, *pressure, *gap;
    const unsigned char *contact;
    const double *traction, *slip; /* Pa, m: 2*nx*ny */
    const double *state;           /* 0 open, 1 stick, 2 slip */
} dry_fields;

/* Index of the cell with the greatest pressure. */
size_t dry_peak(const dry_fields *f);

abut_status dry_csv_loads(const run_folder *folder, const double (*figures)[DRY_FIGURES], int loads,
                          abut_message *message);
/* maps.csv, section_x.csv, section_y.csv */
abut_status dry_csv_fields(const run_folder *folder, const dry_fields *f, abut_message *message);
/* NAME as "stress_line.csv" */
abut_status dry_csv_stress(const run_folder *folder, const char *name, const double (*point)[3],
                           const abut_field_stress *stress, int count, abut_message *message);

#endif
