/* Errors of model files in benchmarks. */
#ifndef ABUT_BENCH_MODEL_REPORT_H
#define ABUT_BENCH_MODEL_REPORT_H

#include <stdio.h>

#include "model/model.h"

static inline void bench_complain(const model_error *error, void *user) {
    (void)user;
    fprintf(stderr, "%s\n", error->text);
}

#endif
