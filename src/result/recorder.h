/* The recorder of a run: rows in; results.h5, CSV files and columns in memory out.
 *
 * Rows wait in memory and are written together, when about 4 MB have gathered or a second has passed; the first row is
 * written at once. Whatever stops the program, the rows written so far can be read. */
#ifndef ABUT_RESULT_RECORDER_H
#define ABUT_RESULT_RECORDER_H

#include "columns.h"
#include "folder.h"
#include "h5.h"
#include "room.h"

typedef struct recorder recorder;

typedef struct recorder_def {
    const abut_world *world;  /* started; must outlive the recorder */
    const run_folder *folder; /* owned; must outlive the recorder; NULL: no files are written */
    h5_header header;         /* its texts must outlive the recorder */
    double rows_expected;     /* a good guess; 0: not known */
    bool csv;
    const char *csv_only; /* what CSV files show (csv_choice.h); NULL: everything */
    bool resume; /* goes on with the files of a run that was interrupted: recorder_archive, which loads, says where */
    room *room;  /* gets how much will be written, and it must fit; may be NULL */
    result_columns *keep; /* where the rows stay in memory, the caller's to close; may be NULL */
} recorder_def;

/* The first row replaces the files of an earlier run in the folder: at any instant all files in it are of one run. NULL: the message
 * says why; then nothing has changed. */
recorder *recorder_create(const recorder_def *def, abut_message *message);
abut_status recorder_add(recorder *r, abut_message *message); /* a row: the present instant of the world */
/* To be called often while no row comes: writes what has waited long enough. */
abut_status recorder_tick(recorder *r, abut_message *message);
/* Where it stands. Saving: everything that waits goes to the disk first, and stays there whatever happens to the machine. Loading:
 * what was written later is cut off, and what was written before must be what it was. */
struct archive;
abut_status recorder_archive(recorder *r, struct archive *a, abut_message *message);
void recorder_drop(recorder *r); /* leaves the files as they are; NULL is fine */
/* Writes the rest and the last word ("done", "stopped", "failed"), and frees the recorder, whatever happens. */
abut_status recorder_finish(recorder *r, const char *status, abut_message *message);

#endif
