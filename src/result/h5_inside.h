/* Shared by the parts of the HDF5 writer: the open file, its errors, texts and datasets. */
#ifndef ABUT_RESULT_H5_INSIDE_H
#define ABUT_RESULT_H5_INSIDE_H

#include <hdf5.h>
#include <stdint.h>

#include "h5.h"
#include "h5_tables.h"

enum { H5_FORMAT = 1 }; /* of results.h5 */

typedef struct h5_column {
    hid_t set;
    int rank;
    hsize_t shape[3]; /* of one row in the last entries; shape[0] counts rows */
    hsize_t chunk;    /* rows of a chunk */
    size_t row_bytes; /* on disk */
    size_t numbers;   /* of a row */
    bool whole;       /* stored as whole numbers */
    uint64_t sum;     /* over all rows (sums.h) */
} h5_column;

struct h5_file {
    hid_t file;
    char *path;
    h5_column *columns;
    int column_count;
    bool lost;           /* a call of the library has failed: the file on the disk is left as it is */
    abut_message reason; /* of the first failure, as the library says it */
    H5E_auto2_t old_printer;
    void *old_user;
};

/* The file is lost; says why. Returns ABUT_BAD_FILE. */
abut_status h5_fail(h5_file *f, abut_message *message);

abut_status h5_fail_system(const h5_file *f, abut_message *message); /* errno says why */
hid_t h5_access(void);                                               /* how our files are opened */
/* A new file beside the one that is there, with header and empty columns. */
abut_status h5_make_file(h5_file *f, const run_folder *folder, const batch *b, const h5_header *header,
                         double rows_expected, abut_message *message);
/* A file in memory, whose errors of the library go to it; NULL: out of memory. */
h5_file *h5_begin(const run_folder *folder, const batch *b, abut_message *message);
void h5_free(h5_file *f);

/* Attributes (an old value is replaced) and datasets of text. All return false on failure. */
bool h5_put_attribute(hid_t where, const char *name, const char *text);
bool h5_put_number(hid_t where, const char *name, int value);
bool h5_put_text(h5_file *f, const char *name, const char *text, size_t length, const char *meaning);
bool h5_put_names(h5_file *f, const char *name, const char *const *texts, int count, const char *meaning);

/* A table with rows of its own below the group `tables`. */
bool h5_put_table(hid_t tables, const h5_table *t);

bool h5_make_column(h5_file *f, h5_column *c, const batch_table *t, int index, double rows_expected);
bool h5_open_column(h5_file *f, h5_column *c, const batch_table *t, int index); /* as it was made */
bool h5_append_rows(h5_column *c, const double *numbers, long first, long rows);
bool h5_read_rows(const h5_column *c, double *numbers, long first, long rows);
uint64_t h5_sum(const h5_column *c, uint64_t sum, const double *numbers, long rows);
/* Bytes that the file grows by when it gets `rows` more. */
size_t h5_growth(const h5_column *c, long first, long rows);

#endif
