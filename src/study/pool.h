/* Runs of the model on all cores, by processes of their own: a run that crashes loses nothing but itself. */
#ifndef ABUT_STUDY_POOL_H
#define ABUT_STUDY_POOL_H

#include "fit.h"

typedef struct run_job {
    int experiment;
    const double *values; /* of all parameters */
    double *out;          /* room for the numbers of the experiment */
    abut_status status;
    bool lost;  /* the process ended, twice; the same run may succeed another time */
    bool again; /* it has ended once */
    abut_message why;
} run_job;

typedef struct run_pool run_pool;

/* workers 0: runs take place in this process. NULL: out of memory. Processes are started with the first jobs. */
run_pool *pool_open(const fit_problem *problem, int workers, const run_folder *folder);
void pool_close(run_pool *p); /* ends what still runs */

/* Does the jobs; `done` hears of each as it ends, in any order. False: `stop` said so, some jobs were not done. */
bool pool_run(run_pool *p, run_job *jobs, int count, void (*done)(run_job *job, void *user), bool (*stop)(void *user),
              void *user);

#endif
