/* The model file: text in, a world ready to start out. */
#ifndef ABUT_MODEL_MODEL_H
#define ABUT_MODEL_MODEL_H

#include "abut/world.h"

typedef struct model {
    abut_world *world;
    char *title; /* may be NULL */
    char *path;  /* as given */
    char *text;  /* the file as read, with a 0 behind it */
    size_t length;
    abut_solver_def solver; /* t_end and tolerances as the file says, 0 where it is silent */
    double output_every;    /* s; 0: not given */
    double output_from;     /* s */
    double t_end;           /* s; 0: not given */
    void *own;              /* what the strings above and solver.type live in */
} model;

/* Files that a model reads beside its own, by the names it has for them: with them it can be built again wherever they are gone. */
typedef struct model_file {
    char *name, *text;
    size_t length;
} model_file;
typedef struct model_files {
    model_file *file;
    int count;
} model_files;
/* Those that were read; they live as long as the model. */
model_files model_files_read(const model *m);

/* One error. What it points to lives as long as the call. */
typedef struct model_error {
    const char *file;    /* as given; "--set path=value" of a setting */
    int line, column;    /* in it, counted from 1 */
    int setting;         /* the number of that setting, from 0; -1: it is none */
    const char *message; /* without a line break */
    const char *text;    /* all in one: "file:line:column: message" */
    const char *code; /* of a warning, one word; "no_memory": memory has ended; "no_units": the database of units cannot
                          * be read; NULL: another error */
    const struct reader *own;
    const struct complaint *of;
} model_error;
typedef void model_report_fn(const model_error *error, void *user);
/* The path of the key in the model as --set takes it: "bodies.egg.mass"; "": unknown. During the call only. */
void model_error_path(const model_error *error, char *to, size_t size);

/* Reads, applies `path=value` settings in order, checks everything, builds the world. Returns the number of errors, each
 * of which was reported; with 0 *out must be freed by model_free, otherwise it is empty. */
int model_read(const char *path, const char *const *settings, int setting_count, model_report_fn *report, void *user,
               model *out);
/* The same with types of a registry, which outlives the model; NULL: built-in. */
int model_read_with(const abut_registry *registry, const char *path, const char *const *settings, int setting_count,
                    model_report_fn *report, void *user, model *out);
/* From text, and the files beside it from `given` alone (NULL: from the disk). */
int model_read_given(const abut_registry *registry, const model_files *given, const char *path, const char *text,
                     size_t length, const char *const *settings, int setting_count, model_report_fn *report, void *user,
                     model *out);
int model_read_text_with(const abut_registry *registry, const char *path, const char *text, size_t length,
                         const char *const *settings, int setting_count, model_report_fn *report, void *user,
                         model *out);
/* The same from text in memory; `path` is what messages call it. */
int model_read_text(const char *path, const char *text, size_t length, const char *const *settings, int setting_count,
                    model_report_fn *report, void *user, model *out);
/* Starts the world with the solver of the file: what does not fit together is found here. A refusal is reported at its
 * place. */
abut_status model_start(model *m, model_report_fn *report, void *user);
/* What its world has refused with this status, at its place. */
void model_refused(const model *m, abut_status status, model_report_fn *report, void *user);
void model_free(model *m);

/* ---- warnings (warnings.c, warnings_modes.c, warnings_run.c): each kind has a code ---- */
/* Which bodies leave the equilibrium in which a run started. Of a world just started, NULL if it was not in equilibrium; then of
 * each row. */
typedef struct model_drift model_drift;
model_drift *model_drift_begin(const model *m);
void model_drift_row(model_drift *d, const abut_world *w);
void model_drift_end(model_drift *d); /* NULL is fine */
struct archive;
void model_drift_archive(model_drift *d, struct archive *a); /* likewise */

/* What a run is going to be. */
typedef struct model_plan {
    double t_end, from, every; /* s */
    double rtol;
    double turned_over;       /* J, after the run: sum of the changes of the kinetic energy from row to row */
    bool rows_asked;          /* the time between rows was said: somebody looks at them */
    const model_drift *drift; /* after the run; NULL: not looked at */
} model_plan;
/* Of a world that was started: what is unusual in the model, in the order of the files. Once for a model. */
void model_warn(const model *m, const model_plan *plan, model_report_fn *report, void *user);
/* Of a world whose modes about its equilibrium were found (warnings_modes.c): what they leave out. */
void model_warn_modes(const model *m, model_report_fn *report, void *user);
/* Of a run that has ended. */
void model_warn_run(const model *m, const model_plan *plan, model_report_fn *report, void *user);

/* The JSON schema of the model file, made from the registry (NULL: built-in). Returns 0, or -1 if writing failed. */
#include <stdio.h>
int model_write_schema(const abut_registry *registry, FILE *to);

#endif
