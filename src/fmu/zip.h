/* ZIP archives, by zlib: a writer of whole archives in memory, and a reader of what others write (stored or deflated entries). */
#ifndef ABUT_FMU_ZIP_H
#define ABUT_FMU_ZIP_H

#include <stdbool.h>
#include <stdio.h>

#include "abut/abut.h"

typedef struct zip_writer {
    FILE *to;
    FILE *directory; /* of what was written */
    char *entries;
    size_t length;
    unsigned count;
    bool bad; /* out of memory, or it cannot be written */
} zip_writer;

/* Into a file that is open and empty. Errors are kept until the end. */
void zip_begin(zip_writer *z, FILE *to);
void zip_add(zip_writer *z, const char *name, const void *bytes, size_t length);
bool zip_end(zip_writer *z); /* false: it could not be written; the file stays open */

/* What is done with a file of an archive, or a folder, whose name ends with a slash. NULL: it went well; else what is wrong: "is none". */
typedef const char *zip_visit(void *user, const char *name, const unsigned char *bytes, size_t length);
/* Each file in turn, unpacked and its sum compared; names that lead out of a folder are refused. */
abut_status zip_each(const void *bytes, size_t length, zip_visit *visit, void *user, abut_message *message);
/* Unpacks an archive below a folder that is there. */
abut_status zip_extract(const void *bytes, size_t length, const char *folder, abut_message *message);

#endif
