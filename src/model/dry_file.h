/* The file of `abut dry`. */
#ifndef ABUT_MODEL_DRY_FILE_H
#define ABUT_MODEL_DRY_FILE_H

#include "abut/dry.h"
#include "keys.h"
#include "model.h"

typedef struct dry_keys {
    const char *title;
    const node *grid, *gap, *materials, *loads, *tilt, *moment, *solver, *friction, *subsurface;
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

typedef struct dry_friction_keys {
    double mu, twist;
    int press;
    const node *shift, *force, *sliding, *path, *rolling;
} dry_friction_keys;

typedef struct dry_rolling_keys {
    const node *creep, *force;
    double spin, step;
    int steps;
    bool coefficients;
} dry_rolling_keys;

typedef struct dry_subsurface_keys {
    const char *body;
    const node *line, *section;
} dry_subsurface_keys;

typedef struct dry_line_keys {
    const node *from, *to;
    double depth;
    int points, down;
} dry_line_keys;

extern const key_table keys_of_dry, keys_of_dry_grid, keys_of_dry_materials, keys_of_dry_friction, keys_of_dry_rolling,
    keys_of_dry_subsurface, keys_of_dry_line, keys_of_dry_section;

typedef struct dry_file {
    struct reader *own; /* NULL: nothing was read */
    abut_dry_content content;
    const char *path, *text; /* of the file, as it was read */
    size_t length;
} dry_file;

/* Returns the number of errors, each of which was reported. To be freed whatever it returns. */
int dry_file_read(const abut_registry *registry, const char *path, model_report_fn *report, void *user, dry_file *out);
/* The same from text, and files beside it from `given` alone (NULL: from the disk). */
int dry_file_read_given(const abut_registry *registry, const model_files *given, const char *path, const char *text,
                        size_t length, model_report_fn *report, void *user, dry_file *out);
/* One more error: what was refused, at its place. */
void dry_file_blame(dry_file *f, const abut_message *message, model_report_fn *report, void *user);
void dry_file_free(dry_file *f);

/* dry_friction.c: the sections `friction` and `subsurface`; NULL after an error */
const abut_dry_friction *read_dry_friction(struct reader *r, const node *n);
const abut_dry_subsurface *read_dry_subsurface(struct reader *r, const node *n);

#endif
