/* The file of `abut dry`. */
#ifndef ABUT_MODEL_DRY_FILE_H
#define ABUT_MODEL_DRY_FILE_H

#include "abut/dry.h"
#include "keys.h"
#include "model.h"

typedef struct dry_keys {
    const char *title;
    const node *grid, *gap, *materials, *loads, *tilt, *moment, *solver;
    double E_star, approach, force, hardness;
} dry_keys;

typedef struct dry_grid_keys {
    int nx, ny;
    double lx, ly;
    bool periodic;
} dry_grid_keys;

typedef struct dry_materials_keys {
    const node *a, *b;
} dry_materials_keys;

extern const key_table keys_of_dry, keys_of_dry_grid, keys_of_dry_materials;

typedef struct dry_file {
    struct reader *own; /* NULL: nothing was read */
    abut_dry_content content;
} dry_file;

/* Returns the number of errors, each of which was reported. To be freed whatever it returns. */
int dry_file_read(const abut_registry *registry, const char *path, model_report_fn *report, void *user, dry_file *out);
/* One more error: what was refused, at its place. */
void dry_file_blame(dry_file *f, const abut_message *message, model_report_fn *report, void *user);
void dry_file_free(dry_file *f);

#endif
