/* The file of runs; see runs.h. */
#ifndef ABUT_STUDY_RUNS_FILE_H
#define ABUT_STUDY_RUNS_FILE_H

#include "runs.h"

void runs_write(run_store *s, const run_record *r); /* appends and flushes; an error shows in runs_close */

#endif
