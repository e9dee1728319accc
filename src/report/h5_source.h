/* results.h5 as a source of rows: names, texts, and datasets read a few rows at a time. Rows that a killed run left in some
 * datasets only do not count. No call prints. */
#ifndef ABUT_REPORT_H5_SOURCE_H
#define ABUT_REPORT_H5_SOURCE_H

#include <hdf5.h>

#include "abut/abut.h"
#include "thin.h"

enum source_ended {
    SOURCE_WHOLE,
    SOURCE_LACKS_INSIDE, /* the library got no memory, or asked for as much as a damaged file says */
    SOURCE_LACKS         /* we got none */
};

typedef struct h5_source {
    hid_t file;
    char *path;
    long rows; /* that every dataset has; 0: no run of a model, tables only */
    double row_numbers;
    double numbers_most; /* of a dataset: more do not fit into the file */
    H5E_auto2_t old_printer;
    void *old_user;
    enum source_ended *ended; /* memory has: what was not found may be there */
} h5_source;

abut_status source_open(h5_source *s, const char *folder, abut_message *message);
void source_close(h5_source *s);         /* safe on a zeroed source */
bool source_current(const h5_source *s); /* the file under this path is still the one that was opened */

/* ABUT_NO_MEMORY if memory has ended since it was opened, here or in the library: to be asked when all has been read. */
abut_status source_whole(const h5_source *s, abut_message *message);
/* What was asked for while reading: NULL is remembered as the end of memory, so that the file is not blamed for it. */
void *source_got(const h5_source *s, void *memory);
/* `what` of the file cannot be read: it is damaged, unless memory has ended. */
abut_status source_refuse(const h5_source *s, const char *what, abut_message *message);

/* Texts; NULL: there is none, or no memory. To be freed. where: path of the object, "/" for the file. */
char *source_attribute(const h5_source *s, const char *where, const char *name);
char *source_text(const h5_source *s, const char *name, size_t *length);

typedef struct source_names {
    int count;
    char **name;
} source_names;
source_names source_list(const h5_source *s, const char *name);     /* a dataset of texts; empty if there is none */
source_names source_members(const h5_source *s, const char *group); /* names of the datasets in a group */
void source_names_free(source_names *n);

typedef struct source_set {
    hid_t set;
    int rank;
    hsize_t shape[3]; /* shape[0]: rows of the file, maybe more than count */
    size_t width;     /* numbers of one row */
} source_set;
bool source_find(const h5_source *s, const char *name, source_set *out); /* a dataset with rows */
void source_drop(source_set *set);
/* Frames first .. first + count - 1 of the page; type: H5T_IEEE_F32LE or the like. */
bool source_read(const source_set *set, const thin *t, long first, long count, hid_t type, void *to);
/* Rows of the file itself; they must be there. */
bool source_read_rows(const source_set *set, long first, long count, hid_t type, void *to);

#endif
