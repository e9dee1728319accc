/* results.h5 of a contact on a grid: tables/loads with a row per load, fields/ with a map per load, friction/ and section/ at the end. As
 * in a run, each call leaves a complete file behind. No call prints. */
#ifndef ABUT_RESULT_DRY_H5_H
#define ABUT_RESULT_DRY_H5_H

#include "abut/dry.h"
#include "h5.h"
#include "h5_tables.h"

typedef struct dry_h5 dry_h5;

/* Figures of a load: columns of tables/loads and of loads.csv. */
typedef struct dry_figure {
    const char *name, *unit, *meaning;
} dry_figure;
enum { DRY_FORCE = 0, DRY_APPROACH = 1, DRY_PLASTIC = 8, DRY_TILT = 11 /* and 12 */, DRY_FIGURES = 19 };
extern const dry_figure dry_figures[DRY_FIGURES];
void dry_figures_of(const abut_field_result *r, double stiffness, double out[DRY_FIGURES]);

/* A fresh file, to be placed (folder_place). NULL: the message says why. */
dry_h5 *dry_h5_create(const run_folder *folder, const h5_header *header, const abut_field_grid *g,
                      const double *heights, abut_message *message);
abut_status dry_h5_add(dry_h5 *f, const abut_field_result *r, const double figures[DRY_FIGURES], abut_message *message);

/* A dataset [rows, columns] at the end, `path` as "friction/pressure"; its group is made. */
typedef struct dry_map {
    const char *path, *unit, *meaning;
    const double *values;
    bool whole; /* numbers of one byte */
} dry_map;
abut_status dry_h5_map(dry_h5 *f, const dry_map *map, int rows, int columns, abut_message *message);
abut_status dry_h5_table(dry_h5 *f, const h5_table *table, abut_message *message);

/* Frees it, whatever happens. */
abut_status dry_h5_close(dry_h5 *f, const char *status, abut_message *message);

#endif
