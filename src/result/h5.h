/* results.h5: the full result. One dataset per quantity with a row per instant, extended batch by batch.
 *
 * Nothing of the file changes between two calls of h5_write, and each call leaves a complete file behind: a process that
 * is killed leaves all rows of the last call. Space on the disk is reserved before anything is written, so that a full
 * disk finds the file untouched. No call prints. */
#ifndef ABUT_RESULT_H5_H
#define ABUT_RESULT_H5_H

#include "batch.h"
#include "folder.h"

typedef struct h5_file h5_file;

typedef struct h5_header { /* what the file says about its origin; any text may be NULL */
    const char *title;
    const char *model_path;
    const char *model_text;
    size_t model_length;
    const char *const *settings; /* `path=value` */
    int setting_count;
} h5_header;

#define H5_NAME "results.h5"

/* A fresh file with empty datasets for every table of the batch, to be placed (folder_place) before rows are written.
 * rows_expected only chooses the size of chunks. NULL: the message says why. */
h5_file *h5_create(const run_folder *folder, const batch *b, const h5_header *header, double rows_expected,
                   abut_message *message);
/* The file of a run that was interrupted, to be renewed before anything is written. NULL: the message says why. */
h5_file *h5_open_again(const run_folder *folder, const batch *b, abut_message *message);
/* Sums of its columns. */
struct archive;
void h5_archive(h5_file *f, struct archive *a);
/* The rows that the batch says are written go into a new file, which takes the place of the old one, if their sums are right. */
abut_status h5_renew(h5_file *f, const run_folder *folder, const batch *b, const h5_header *header,
                     double rows_expected, abut_message *message);
abut_status h5_sync(h5_file *f, abut_message *message); /* what was written is on the disk */
/* Appends the waiting rows (the batch itself stays as it is). After a failure the file is left alone. */
abut_status h5_write(h5_file *f, const batch *b, abut_message *message);
/* What machines leave at the end of a run: /tables/<machine>_<name>. */
abut_status h5_machine_tables(h5_file *f, const batch *b, abut_message *message);
/* Writes the last word ("done", "stopped", "failed"; NULL: none) and frees the file, whatever happens. */
abut_status h5_close(h5_file *f, const char *status, abut_message *message);

#endif
