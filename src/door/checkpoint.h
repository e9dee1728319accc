/* The checkpoint of a run: the file CHECKPOINT_NAME in its folder. It holds what the run is made of (model, files, settings, plan), so
 * that nothing else is needed to build it again, and what changes: run, recorder, world. One walk over an archive, for both
 * directions; the first bytes say what it is, the last eight are the sum of all before. */
#ifndef ABUT_DOOR_CHECKPOINT_H
#define ABUT_DOOR_CHECKPOINT_H

#include "base/archive.h"
#include "model.h"
#include "result/folder.h"

/* What a run is made of. Loading: all of it is the head's to free. */
typedef struct checkpoint_head {
    char *version, *kernel, *build; /* of the program */
    char *run_id;                   /* of the results that belong to it */
    char *path, *text;              /* of the model */
    size_t length;
    char **settings;
    int setting_count;
    model_files files;
    abut_run_def def; /* without folder, watch and user */
    char *solver;     /* of the def; "": the model's */
    char *csv_only;   /* likewise; "": all */
} checkpoint_head;

typedef struct checkpoint {
    char *folder;
    checkpoint_head head;
    unsigned char *bytes;
    archive state; /* behind the head */
    bool spent;    /* a run has gone on from it */
} checkpoint;

/* The head of a run of this model, built; what it points to is the model's. */
checkpoint_head checkpoint_head_of(const abut_model *m, const abut_run_def *def, const run_folder *folder);
/* Begins an archive with the head; checkpoint_write ends it, puts it into the folder as a whole, and frees it. */
void checkpoint_begin(archive *a, checkpoint_head *head);
abut_status checkpoint_write(archive *a, const run_folder *folder, abut_message *message);

/* Reads it and looks at everything but the state. NULL: the message says why. */
checkpoint *checkpoint_read(const char *folder, abut_message *message);
void checkpoint_drop(checkpoint *c); /* NULL is fine */
/* Files of the model; NULL: they are on the disk. */
static inline const model_files *checkpoint_files(const checkpoint *c) { return c ? &c->head.files : NULL; }

#endif
