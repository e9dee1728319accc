/* What both kinds of warnings share: before a run (warnings.c), of modes (warnings_modes.c) and after a run
 * (warnings_run.c). */
#ifndef ABUT_MODEL_WARNINGS_H
#define ABUT_MODEL_WARNINGS_H

#include "reader.h"

/* Those from `first` on, in the order of the files. */
void warnings_report(reader *r, int first, model_report_fn *report, void *user);

/* Does an entry of the section name the body under this key? */
bool warnings_met_in(const reader *r, const char *section, const char *key, const char *name);

#endif
