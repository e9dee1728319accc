/* A model that stands by itself: JSON in which every number is SI, `use` is written out and files are named by what the archive calls
 * them. It is a model file too: `abut run` reads it. */
#ifndef ABUT_FMU_STORE_H
#define ABUT_FMU_STORE_H

#include <stdio.h>

#include "model/model.h"

/* Files that go with it; as model_read_given takes them. */
typedef struct store_files {
    model_file *file;
    int count, room;
    bool no_memory;
} store_files;

/* Writes the model as it was read, settings included, and lists its files. False: out of memory. */
bool store_write(FILE *to, const model *m, store_files *files);
void store_files_free(store_files *files);

#endif
