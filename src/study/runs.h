/* Every run that was done, by experiment and values: asked for again, it costs nothing. Kept in evaluations.bin as well, one
 * record as each run ends, so that a fit that was stopped or killed can go on. */
#ifndef ABUT_STUDY_RUNS_H
#define ABUT_STUDY_RUNS_H

#include <stdio.h>

#include "base/arena.h"
#include "fit.h"

typedef struct run_record {
    int experiment;
    abut_status status;
    bool used;        /* in this fit, not only in the one that is resumed */
    double *values;   /* of all parameters; those that change nothing here are not compared */
    double *out;      /* NULL if it failed */
    const char *why;  /* if it failed */
    bool from_before; /* read from the file */
} run_record;

typedef struct run_store {
    arena *memory;
    const fit_problem *problem;
    run_record **slots; /* open addressing, at most half full */
    size_t slot_count, count;
    FILE *file; /* NULL: nothing is written */
} run_store;

/* The run with these values, NULL if it was not done. */
run_record *runs_find(const run_store *s, int experiment, const double *values);
/* Adds one; out and why are copied. `keep`: write it to the file, too. */
run_record *runs_add(run_store *s, int experiment, const double *values, abut_status status, const double *out,
                     const char *why, bool keep);

/* Opens folder/evaluations.bin: fresh, or with what it holds (a record cut off at the end is dropped). */
abut_status runs_open(run_store *s, const run_folder *folder, uint64_t fingerprint, bool resume, abut_message *message);
/* False: something could not be written. */
bool runs_close(run_store *s);

uint64_t bytes_hash(uint64_t h, const void *data, size_t size); /* FNV-1a, to be continued; begin with 0 */

#endif
