/* abut: the file of `abut dry`, contact on a grid, as the definition of abut/field.h. Reading needs libabut_world alone, solving libabut_field. */
#ifndef ABUT_DRY_H
#define ABUT_DRY_H

#include "abut/field_friction.h"
#include "abut/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abut_dry abut_dry;

/* Reads the file; gaps and solvers are those of the registry, abut_field_types() or one before it, which outlives the object. NULL: out of
 * memory; otherwise it is to be destroyed, also with errors in its list. */
ABUT_API abut_dry *abut_dry_read(const abut_registry *registry, const char *path);
ABUT_API void abut_dry_destroy(abut_dry *d);
ABUT_API int abut_dry_error_count(const abut_dry *d);
ABUT_API abut_model_error abut_dry_error_at(const abut_dry *d, int index);

/* `friction` of the file, at the last load. */
typedef struct abut_dry_friction {
    double mu;
    int press; /* steps in which different materials are pressed together; of one load */
    bool rolls;
    double rolled;            /* m, of a step of rolling; 0: one cell */
    int steps;                /* of rolling from rest; 0: steady */
    bool coefficients;        /* creep coefficients are asked for */
    abut_field_motion motion; /* without `path` */
    int path_count;           /* steps of shift */
    const double (*path)[2];  /* m, where body a is after each */
} abut_dry_friction;

/* `subsurface` of the file. */
typedef struct abut_dry_subsurface {
    bool b;                   /* body b */
    int line, section[2];     /* points of the line; of the section, along it and down */
    double from[3], to[3];    /* m, ends of the line */
    double edge[2][2], depth; /* m, ends of the section in the surface, and how far down it goes */
} abut_dry_subsurface;

/* What the file says; lives as long as the object. With errors: zero. */
typedef struct abut_dry_content {
    const char *title; /* may be NULL */
    abut_field_def field;
    int loads; /* at least 1 */
    const abut_field_load *load;
    bool sweep;                            /* the file has `loads` */
    const abut_dry_friction *friction;     /* NULL: none */
    const abut_dry_subsurface *subsurface; /* NULL: not asked for */
} abut_dry_content;
ABUT_API const abut_dry_content *abut_dry_get(const abut_dry *d);
/* A refusal of abut_field_create or abut_field_solve joins the list, at its place in the file. */
ABUT_API void abut_dry_refused(abut_dry *d, const abut_message *message);

/* What is left in a folder, which is made if there is none: summary.json, maps.csv and maps.vti (pressure, gap, contact of every cell, with friction tractions and slip),
 * section_x.csv and section_y.csv (lines through the greatest pressure), loads.csv (of a sweep), results.h5 with all of it, report.html. */
typedef struct abut_dry_output {
    const char *folder;
    const char *title;                          /* may be NULL */
    const char *summary;                        /* one JSON object for summary.json; NULL: none is written */
    abut_field_grid grid;                       /* as it was solved: abut_field_size */
    const abut_field_result *result;            /* the last one */
    int loads;                                  /* at least 1 */
    const abut_field_result *load;              /* all of them; their fields are not looked at */
    const abut_field_friction_result *friction; /* its traction and slip join the maps; NULL: none */
} abut_dry_output;
ABUT_API abut_status abut_dry_write(const abut_dry_output *out, abut_message *message);

#ifdef __cplusplus
}
#endif
#endif
