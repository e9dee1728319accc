/* What both kinds of warnings share: before a run (warnings.c) and after it (warnings_run.c). */
#ifndef ABUT_MODEL_WARNINGS_H
#define ABUT_MODEL_WARNINGS_H

#include "reader.h"

/* Those from `first` on, in the order of the files. */
void warnings_report(reader *r, int first, model_report_fn *report, void *user);

#endif
