/* What all parts of the reader share: memory, the list of errors, names, the world that is being built. */
#ifndef ABUT_MODEL_READER_H
#define ABUT_MODEL_READER_H

#include "abut/world.h"
#include "base/message.h"
#include "base/names.h"
#include "model.h"
#include "node.h"
#include "resolved.h"
#include "units.h"

/* Bounds of what is read: beyond, an error. */
enum {
    FILE_BYTES_MAX = 64 << 20,
    NODES_MAX = 4000000, /* each alias and each use counted in full */
    DEPTH_MAX = 64,
    ERRORS_MAX = 100, /* further ones are not shown */
    WARNINGS_MAX = 40,
    NAME_BYTES_MAX = 200,
    USE_DEPTH_MAX = 16
};

typedef struct complaint {
    place at;
    int order;
    const char *text;
    const char *code; /* of a warning; NULL: an error */
} complaint;

/* A point of a body, or a group of them. */
typedef struct model_point {
    const char *name;
    int body; /* its id; -1: refused */
    abut_vec3 position;
    int surface;             /* what stands for it in contacts, 0: not made yet */
    struct object **members; /* of a group, NULL: a single point */
    int member_count;
} model_point;

/* An object of the model by its name. */
typedef struct object {
    const node *at; /* its mapping */
    int id;         /* in the world; 0: it was refused */
    model_point *point;
    abut_material material;
    const struct abut_lubricant *lubricant;
    abut_surface *members; /* of a group of surfaces */
    int member_count;
    bool used; /* of a surface: a contact or a machine has it */
} object;

typedef struct reader {
    arena memory;
    jmp_buf no_memory;
    unit_reader units;
    bool no_units; /* their database cannot be read */

    const abut_registry *registry;
    name_table files; /* name to node: files that `use` has read; NULL while being read */
    const char **file_names;
    int *file_setting; /* which setting a "file" is, -1: none */
    int file_count, file_room;
    int settings;
    const char *base;         /* below this folder are the files that the model may name */
    const model_files *given; /* the files there are; NULL: those of the disk */
    model_files seen;         /* those that were read */

    complaint *complaints;
    int complaint_count;
    bool more_errors; /* than are shown: the rest of the sections is not looked at */
    int errors;       /* all of them */
    int lost;         /* references to objects that were refused: what refers to them is not made */
    long comparisons; /* left for suggestions of names */

    complaint *warnings;
    int warning_count;
    bool warned;   /* those of the model itself are among them */
    bool physical; /* some quantity but time has a unit: the model is not one of scaled numbers */

    const node *root; /* of the model */
    resolved_list resolved;
    char *pending;      /* text of a file in work */
    const node **stack; /* of the parser */
    size_t stack_count, stack_room;
    unsigned nodes;             /* made so far */
    unsigned used;              /* weight that `use` has brought in */
    int pieces;                 /* of piecewise surfaces */
    long parts;                 /* of machines, as counts with a total say */
    const abut_choice *beneath; /* of the choice about to be read: has what that one leaves out; NULL: nothing */

    name_table materials, lubricants, bodies, surfaces, machines, points, joints, forces, contacts, groups, collides;
    abut_world *world;
} reader;

/* ---- its life (reader.c) ---- */
reader *reader_open(void); /* NULL: out of memory. Later a lack of memory jumps to no_memory, which the caller sets */
void reader_close(reader *r);
/* To `report`: all of the list in the order of the files, or one. report may be NULL. */
void reader_report(reader *r, model_report_fn *report, void *user);
void reader_report_one(const reader *r, const complaint *c, model_report_fn *report, void *user);
int complaint_order(const void *a, const void *b); /* of two complaints: by their places, for qsort */
/* An error about a whole file, without a reader. Returns 1. */
int report_file(const char *path, const char *message, model_report_fn *report, void *user);
int report_no_memory(const char *path, model_report_fn *report, void *user); /* likewise */

/* ---- errors (complain.c) ---- */
int reader_file(reader *r, const char *name); /* a new entry of the list of files */
void error_at(reader *r, place at, const char *format, ...) __attribute__((format(printf, 3, 4)));
void error_on(reader *r, const node *at, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* What may be right and is unusual; `at` NULL: the beginning of the file. Those beyond WARNINGS_MAX are not kept. */
void warn_on(reader *r, const node *at, const char *code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Where a refusal of the world belongs in the files: `added` is the mapping of the object that was being added. NULL: nowhere. */
const node *blamed(const reader *r, const abut_place *at, const node *added);
/* What the world said about an addition by this mapping. */
void world_refused(reader *r, const node *added);
/* "; did you mean 'x'?" or "", from the names of a table. */
const char *nearest_of(reader *r, const name_table *names, const char *wanted, char *buffer, size_t size);

/* ---- text to nodes (parse.c) ---- */
/* NULL after an error that left nothing to work with. `shift` is added to the columns of the first line. */
const node *parse_text(reader *r, int file, const char *text, size_t length, int shift);
/* The same of the JSON that models are stored in (parse_json.c). */
const node *parse_json(reader *r, int file, const char *text, size_t length);

/* ---- files (file.c) ---- */
/* Reads at most FILE_BYTES_MAX; NULL and a sentence in *why if that fails. The text ends with a 0 and is to be freed. */
char *read_whole_file(const char *path, bool only_regular, size_t *length, abut_message *why);
/* The same of a file that the model names, noted among those it has read. It must lie below the folder of the model, links followed,
 * unless the registry allows more. */
void reader_base(reader *r, const char *path); /* the folder of this file is that of the model */
char *reader_text(reader *r, const char *path, size_t *length, abut_message *why);
/* A path as seen from the file that a node stands in. */
const char *reader_beside(reader *r, const node *at, const char *name);
/* The bytes of the file that a text names, kept with the reader, a 0 behind them; NULL after an error. */
const char *read_named_file(reader *r, const node *n, const char *what, size_t *length);

/* ---- defaults from other files (use.c) ---- */
const node *expand_use(reader *r, const node *n, const char *path);

/* ---- settings (set.c) ---- */
const node *apply_setting(reader *r, const node *root, const char *text, const char *path);

/* ---- sections (build.c) ---- */
void build_model(reader *r, const node *root, model *out);

#endif
