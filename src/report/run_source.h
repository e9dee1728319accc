/* One run as the report sees it: its rows, its summary, its model built anew from the text in results.h5. */
#ifndef ABUT_REPORT_RUN_SOURCE_H
#define ABUT_REPORT_RUN_SOURCE_H

#include "base/json.h"
#include "h5_source.h"
#include "json_check.h"
#include "mesh.h"
#include "model/model.h"

typedef struct run_shape {
    mesh_place place;
    mesh mesh;
    int like; /* index of an earlier shape with the same mesh, -1 */
} run_shape;

typedef struct run_source {
    const char *folder; /* as given */
    h5_source rows;
    thin thin;
    char *status, *title, *run_id; /* as results.h5 says; may be NULL */
    char *text;                    /* of the model; may be NULL */
    size_t text_length;
    char *summary; /* text of summary.json if there is one that belongs to these rows and can be read, else NULL */
    size_t summary_length;
    json_part message;             /* of the summary */
    const abut_registry *registry; /* of the model; NULL: built-in */
    bool built;                    /* the model could be built: */
    model model;
    run_shape *shape; /* of its surfaces */
    int shapes;
    char note[1000]; /* what is left out and why; "": nothing */
} run_source;

/* The page should not get larger than `room` bytes. fine: few bodies get finer meshes. */
abut_status run_open(run_source *r, const abut_registry *registry, const char *folder, double room, bool fine,
                     abut_message *message);
void run_close(run_source *r); /* safe on a zeroed source */

/* shapes.c: fills the shapes of a run whose model was built. */
abut_status run_find_shapes(run_source *r, bool fine, abut_message *message);
void run_free_shapes(run_source *r);
double run_shape_bytes(const run_source *r); /* on the page */

/* run_page.c, links_page.c, table_page.c, extra_page.c: the object of the run and entries of it. */
abut_status run_put(const run_source *r, json *j, abut_message *message);
/* state_page.c: the same of a model that was not run, its bodies where they are now. */
abut_status run_put_state(const run_source *r, json *j, abut_message *message);
void run_put_body_kinds(const run_source *r, json *j);  /* entries of the bodies; the model was built */
void run_put_shapes(const run_source *r, json *j);      /* entry `surfaces` */
void run_put_joint_links(const run_source *r, json *j); /* entries of the joints; the model was built */
void run_put_forces(const run_source *r, json *j);      /* likewise */
abut_status run_put_energy(const run_source *r, json *j, abut_message *message);
abut_status run_put_machines(const run_source *r, json *j, abut_message *message);
/* rows_page.c: entry `summary` of a run without one, whose model was built: what its rows tell. */
abut_status run_put_rows_summary(const run_source *r, json *j, abut_message *message);
/* rows_figures.c: of it `contacts` and `greatest`. */
abut_status run_put_rows_figures(const run_source *r, json *j, abut_message *message);
/* dry_page.c: entry `field`, of a contact on a grid: maps and sections. Nothing is written if the file has none. */
abut_status run_put_field(const run_source *r, json *j, abut_message *message);
abut_status run_put_collisions(const run_source *r, json *j, abut_message *message); /* collisions_page.c */
abut_status run_put_tables(const run_source *r, json *j, abut_message *message);
/* A dataset as it stands; nothing is written if there is none. dtype "f4" or "f8". */
abut_status run_put_set(const run_source *r, json *j, const char *key, const char *path, const char *dtype,
                        abut_message *message);
abut_status run_refuse_read(const run_source *r, const char *path, abut_message *message);

#endif
