/* abut: the file of `abut dry`, contact on a grid, as the definition of abut/field.h. Reading needs libabut_world alone, solving libabut_field. */
#ifndef ABUT_DRY_H
#define ABUT_DRY_H

#include "abut/field_friction.h"
#include "abut/model.h"
#include "abut/text.h"

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

/* ---- results in a folder: results.h5, summary.json, on demand CSV files and files for ParaView ------------------------- */
typedef struct abut_dry_folder abut_dry_folder;

typedef struct abut_dry_folder_def {
    const char *path;      /* made, with folders above it, unless it exists */
    const abut_dry *dry;   /* without errors; outlives the object */
    abut_field_grid grid;  /* of the contact: abut_field_size */
    const double *heights; /* m, nx*ny: abut_field_heights */
    bool csv, vtk;
} abut_dry_folder_def;

/* Owns the folder until the end; what an earlier run left in it goes. NULL and a sentence: another run has it, it cannot be written to,
 * or the disk has no room. */
ABUT_API abut_dry_folder *abut_dry_folder_create(const abut_dry_folder_def *def, abut_message *message);
/* One more load: whatever happens next, results.h5 has it. stiffness: N/m, of the force by the approach. */
ABUT_API abut_status abut_dry_folder_add(abut_dry_folder *f, const abut_field_result *r, double stiffness,
                                         abut_message *message);

typedef struct abut_dry_end {
    const char *status;                          /* "done", "stopped", "failed" */
    const char *message;                         /* why; NULL: nothing to say */
    const abut_field_result *pressed;            /* the contact under which the friction is; with `friction` */
    const abut_field_friction_result *friction;  /* NULL: none */
    const double (*point)[3];                    /* x, y, depth: of the line of the file, then of its section */
    const abut_field_stress *stress;             /* there; NULL: none */
    void (*put)(abut_json *j, const void *user); /* further entries of summary.json; may be NULL */
    const void *user;
} abut_dry_end;

/* The last word; the folder is free again, whatever is returned. The page is made by abut_report_write. */
ABUT_API abut_status abut_dry_folder_end(abut_dry_folder *f, const abut_dry_end *end, abut_message *message);

#ifdef __cplusplus
}
#endif
#endif
