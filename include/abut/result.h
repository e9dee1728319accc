/* abut: what finished runs leave, for people and other programs. The web page of a run, files for ParaView, the static answer of
 * machines. Link libabut_world. */
#ifndef ABUT_RESULT_H
#define ABUT_RESULT_H

#include "abut/machine/common.h"
#include "abut/model.h"
#include "abut/text.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Could results go to this folder? It is made, with those above it, when a run begins. */
ABUT_API abut_status abut_folder_check(const char *folder, abut_message *message);

/* Can results.h5 in the folder be read, all of it? HDF5 is not made for files that are damaged at will: a program that gets such does
 * well to ask in a child process. */
ABUT_API abut_status abut_results_check(const char *folder, abut_message *message);

/* ---- the web page --------------------------------------------------------------------------------------------------- */
enum { ABUT_REPORT_RUNS = 4 }; /* most on one page */

/* NULL: the page is part of this build; otherwise the sentence that says why it is not. */
ABUT_API const char *abut_report_missing(void);
/* One HTML file of the runs or studies in the folders, whose models took their types from the registry (NULL: built-in); it holds everything it shows; out NULL: report.html in the first one. A whole
 * file or none. *path, to be freed: where it is, or where it could not be written; NULL: the runs could not be read. */
ABUT_API abut_status abut_report_write(const abut_registry *registry, const char *const *folders, int count,
                                       const char *out, char **path, abut_message *message);

/* One HTML file of a model that was not run, its bodies where the world has them now. summary: the text of a JSON object whose `kind`
 * the page knows: "modes", with what `abut modes --json` prints. A whole file or none. */
ABUT_API abut_status abut_report_model(abut_model *m, const char *summary, const char *out, abut_message *message);

/* One HTML file of an answer that has no model: its title, and the text of a JSON object whose `kind` the page knows: "ehl" or "rough",
 * with what `abut ehl --json` or `abut rough --json` prints and `fields`. A whole file or none. */
ABUT_API abut_status abut_report_answer(const char *title, const char *summary, const char *out, abut_message *message);

/* ---- two runs against each other ------------------------------------------------------------------------------------ */
/* The greatest difference of one quantity of one object. */
typedef struct abut_difference {
    char path[400];   /* of the dataset in results.h5, "bodies/position" */
    char object[300]; /* "shaft"; "" where the dataset has no objects */
    char unit[40];
    int component, components; /* which of its numbers, counted from 0 */
    double t;                  /* s, when; NaN: the rows are not times */
    double a, b, difference;
    double relative; /* of the greatest size of all numbers of the dataset in the first run */
} abut_difference;

typedef struct abut_comparison {
    long rows_a, rows_b, rows;   /* of the two runs; at the same time in both, which are compared */
    abut_difference *difference; /* the greatest relative one first */
    int count;
    int beyond;  /* so many are greater than rtol */
    char **only; /* what only one of them has, in words */
    int only_count;
} abut_comparison;

/* Everything that two runs have recorded, but for what the solver needed. ABUT_OK: `out` is to be freed. */
ABUT_API abut_status abut_compare(const char *folder_a, const char *folder_b, double rtol, abut_comparison *out,
                                  abut_message *message);
ABUT_API void abut_comparison_free(abut_comparison *c);

/* ---- files for ParaView --------------------------------------------------------------------------------------------- */
typedef struct abut_vtk_def {
    const abut_registry *registry; /* of the model; NULL: built-in */
    const char *folder;            /* of the run */
    const char *out;               /* folder of the files; NULL: `vtk` in that of the run */
    long every; /* rows from one step to the next; 0: chosen, for at most 1000 steps and about 500 MB */
} abut_vtk_def;

typedef struct abut_vtk_done {
    bool begun;   /* the run could be read: a failure after that is one of writing */
    bool shapes;  /* there are surfaces; false if the model cannot be built again from its text */
    char *folder; /* where the files are; to be freed, whatever happened */
    long rows, steps, every;
    int surfaces, marks, contacts; /* with a mesh; bodies without, shown as points; of the model */
    long triangles;
    double bytes; /* written */
} abut_vtk_done;

ABUT_API abut_status abut_vtk_write(const abut_vtk_def *def, abut_vtk_done *done, abut_message *message);

/* ---- machines after abut_static --------------------------------------------------------------------------------------- */
/* The keys of the machine's own object. */
ABUT_API void abut_machine_static_json(const abut_world *w, abut_machine machine, abut_json *j);
/* The same as text; to NULL: nothing is written. False: the machine has nothing to say of its parts. */
ABUT_API bool abut_machine_static_print(const abut_world *w, abut_machine machine, FILE *to);

#ifdef __cplusplus
}
#endif
#endif
