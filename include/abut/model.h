/* abut: models from files. Text in; a checked world, runs and results out.
 *
 *     abut_model *m;
 *     abut_message why = {0};
 *     abut_run_outcome o;
 *     if (abut_model_read(&(abut_model_def){.path = "bounce.yaml"}, &m, &why)) ...
 *     abut_model_set(m, "bodies.ball.mass", "30 g");
 *     if (abut_model_check(m)) ...                        the list of errors, with file, line and column
 *     abut_model_run(m, &(abut_run_def){.t_end = 2}, &o);
 *     const abut_column *N = abut_model_column(m, "contact_touch.N");
 *
 * What a file may hold: docs/reference/model.md. Link libabut_world. */
#ifndef ABUT_MODEL_H
#define ABUT_MODEL_H

#include <stdio.h>

#include "abut/world.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abut_model abut_model;

typedef struct abut_model_def {
    const char *path;            /* the file; with a text: what messages call it, and where `use` looks for files */
    const char *text;            /* the model itself; NULL: it is read from the file */
    size_t length;               /* of the text, 0: it ends with a 0 */
    const char *const *settings; /* "path=value": as by abut_model_set */
    int setting_count;
    const abut_registry *registry; /* NULL: abut_world_types(); outlives the model */
    bool allow_outside; /* `use` may name files anywhere; otherwise, also by links, only below the folder of the path */
} abut_model_def;

/* Reads the text and looks at nothing in it. ABUT_OK: *out is to be destroyed; otherwise it is NULL and the message says why. */
ABUT_API abut_status abut_model_read(const abut_model_def *def, abut_model **out, abut_message *message);
ABUT_API void abut_model_destroy(abut_model *m); /* with its world and columns; NULL is fine */

/* Changes one value, as `abut run --set path=value` does: "bodies.egg.mass", "3 kg". What is wrong with it is found when the
 * model is built, which is done anew: a world or column read before is gone. ABUT_NO_MEMORY or ABUT_OK. */
ABUT_API abut_status abut_model_set(abut_model *m, const char *path, const char *value);

/* ---- errors ------------------------------------------------------------------------------------------------------- */
typedef struct abut_model_error {
    const char *file; /* the model, a file that it uses, or the setting */
    int line, column; /* counted from 1 */
    const char *path; /* of the value in the model, "bodies.egg.mass"; "" if it has none */
    const char *message;
    const char *text; /* file:line:column: message, for people: always one line */
    const char *
        code; /* of a warning: its kind, one word (docs/reference/warnings.md); "no_memory": memory has ended; "no_units": the
                       * database of units cannot be read; "": another error */
} abut_model_error;

/* Builds the world, and starts it if it can be built: ABUT_OK, or every error is in the list. Nothing is simulated. */
ABUT_API abut_status abut_model_check(abut_model *m);
ABUT_API int abut_model_error_count(const abut_model *m);
ABUT_API abut_model_error abut_model_error_at(const abut_model *m, int index);

/* What is allowed and hardly meant: those of the model after abut_model_check, those of the run too after abut_model_run. */
ABUT_API int abut_model_warning_count(const abut_model *m);
ABUT_API abut_model_error abut_model_warning_at(const abut_model *m, int index);

/* The kinds of warnings there are, by the code of a warning. */
typedef struct abut_warning_kind {
    const char *code;
    const char *when; /* "check", "modes" or "run": the command that finds it */
    const char *meaning, *remedy;
} abut_warning_kind;
ABUT_API int abut_warning_kind_count(void);
ABUT_API const abut_warning_kind *abut_warning_kind_at(int index); /* NULL: there is none */

/* ---- the world ---------------------------------------------------------------------------------------------------- */
/* The world as the model describes it, built if it is not; it belongs to the model. NULL: there are errors. */
ABUT_API abut_world *abut_model_world(abut_model *m);
/* Starts it with this solver; NULL: that of the model. A refusal is in the list of errors, with its place. */
ABUT_API abut_status abut_model_start(abut_model *m, const abut_solver_def *solver);
/* abut_static of its world, which is started. A refusal is in the list of errors, at the body that nothing holds if there is one. */
ABUT_API abut_status abut_model_static(abut_model *m, double *residual, int *iterations);
/* After abut_modes or abut_campbell_find about the equilibrium of its world: the list of warnings becomes what these modes leave out. */
ABUT_API abut_status abut_model_check_modes(abut_model *m);
/* What the model says beside the world; zero or NULL where it is silent, or has errors. */
ABUT_API const char *abut_model_title(abut_model *m);
ABUT_API abut_solver_def abut_model_solver(abut_model *m);

/* ---- runs --------------------------------------------------------------------------------------------------------- */
typedef struct abut_run_def {
    double t_end;       /* s; 0: the model's, or 1 s */
    double every;       /* s between two rows; 0: the model's, or t_end/200 */
    double rtol;        /* 0: the model's, or 1e-5 */
    const char *solver; /* NULL: the model's, or auto */
    const char *folder; /* where results.h5 and summary.json go; NULL: rows stay in memory */
    bool csv;           /* CSV files in the folder, too: */
    const char
        *csv_only; /* of these objects and columns, as "body_egg,contact_*,machine_brg.*_Q_inner"; NULL: of all */
    bool keep;     /* rows stay in memory beside the folder */
    bool strict;   /* warnings of the model are errors: then nothing is computed */
    /* Checkpoints, in the folder: time between them, simulated or of the wall; 0: none. abut_model_resume goes on from the last one. */
    double checkpoint_every, checkpoint_wall; /* s */
    int renew_every; /* steps, with checkpoints, as in abut_solver_def; 0: 500. Checkpoints of solvers that need it wait for them */
    int threads; /* 0: of the model, or one for each core where that pays; as in abut_solver_def */
    /* Called between steps; a nonzero answer stops the run with ABUT_STOPPED. */
    int (*watch)(abut_world *w, void *user);
    void *user;
} abut_run_def;

typedef struct abut_run_outcome {
    abut_status status;      /* ABUT_OK: it came to its end; ABUT_STOPPED: the watch ended it */
    bool begun;              /* false: nothing was computed, as definition or model are wrong */
    abut_message message;    /* why it failed; empty if the list of errors says it */
    double t_end, t_reached; /* s, wanted and reached */
    double wall_seconds, cpu_seconds;
    long rows;
    /* Known when the run begins: about what it will write at most, and the room there is (NaN: not known). A run that takes more than 1 GB and
     * does not fit is refused. */
    double bytes_expected, bytes_free;
} abut_run_outcome;

/* A watch for a run that another thread looks after: user is an abut_run_signal, in which that thread may set `stop` and read `t`. */
typedef struct abut_run_signal {
    volatile int stop; /* not 0: the run is to end */
    volatile double t; /* s, reached */
} abut_run_signal;
ABUT_API int abut_watch_signal(abut_world *w, void *user);

/* From the start to the end, with a row at 0, every, 2 every ... and t_end. Whatever stops it, the rows so far are kept. */
ABUT_API abut_status abut_model_run(abut_model *m, const abut_run_def *def, abut_run_outcome *out);

/* The model of a run in this folder that did not come to its end and has left a checkpoint; what the model is made of is in it.
 * abut_model_run then goes on from there, and all that is left at the end is bit for bit what the run would have left without the
 * interruption, but for the time it took. Of the definition only watch, user and strict count: the rest is as it was. A
 * model that is changed (abut_model_set) is an ordinary one again. registry: as it was, NULL: abut_world_types(). */
ABUT_API abut_status abut_model_resume(const char *folder, const abut_registry *registry, abut_model **out,
                                       abut_message *message);

/* ---- results in memory ---------------------------------------------------------------------------------------------- */
/* One number over the rows of the last run. Named as table and heading of the CSV files: "t", "body_egg.z", "contact_touch.N",
 * "machine_brg.ball3_Q_inner", "energy.kinetic". */
typedef struct abut_column {
    const char *name, *unit, *meaning;
    const double *values; /* abut_model_rows() of them */
} abut_column;

ABUT_API long abut_model_rows(const abut_model *m); /* of all columns */
ABUT_API int abut_model_column_count(const abut_model *m);
ABUT_API const abut_column *abut_model_column_at(const abut_model *m, int index);
ABUT_API const abut_column *abut_model_column(const abut_model *m, const char *name); /* NULL: there is none */

/* ---- about the model file ------------------------------------------------------------------------------------------- */
/* Its JSON schema, made from what is registered (NULL: abut_world_types()). ABUT_BAD_FILE: it could not be written. */
ABUT_API abut_status abut_write_schema(const abut_registry *registry, FILE *to);

/* A key of a machine; those of nested mappings are written with a dot, those of lists with []. */
typedef struct abut_key {
    char name[120];
    const char *unit;   /* SI, "" without */
    const char *preset; /* the default in words, "" without */
    char range[300];    /* in words */
    bool required;
    const char *meaning;
} abut_key;
/* How many keys a machine has (a type of kind "machine"; registry NULL: abut_world_types()); as many as there is room for go into
 * keys, which may be NULL. 0: no such machine. */
ABUT_API int abut_machine_keys(const abut_registry *registry, const char *type, abut_key *keys, int room);

/* The catalogue: mappings that come with the library, `use: 6205`. */
typedef struct abut_catalogue_entry {
    const char *name;
    const char *text; /* YAML; its first line is a comment that says what it is */
} abut_catalogue_entry;
ABUT_API size_t abut_catalogue_count(void);
ABUT_API abut_catalogue_entry abut_catalogue_at(size_t index);
/* Beside these, series of bearings whose designations stand for mappings made by rule, `use: 6206`. */
typedef struct abut_catalogue_series {
    const char *first, *last; /* "6200", "6224" */
    char summary[160];
} abut_catalogue_series;
/* By number, those whose machines `registry` (NULL: abut_world_types()) has; false: no more. */
ABUT_API bool abut_catalogue_series_at(const abut_registry *registry, size_t index, abut_catalogue_series *out);
ABUT_API bool abut_catalogue_designation(size_t index, char name[12]); /* all of them by number; false: no more */
/* The mapping of an entry or a designation as text that the caller frees, for the machines of `registry` (NULL:
 * abut_world_types()); NULL: there is none, or memory ended. */
ABUT_API char *abut_catalogue_text(const abut_registry *registry, const char *name);

#ifdef __cplusplus
}
#endif
#endif
