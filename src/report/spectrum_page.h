/* The spectrum of a machine on the page: all its rows are shown to the machine again, as they were during the run. */
#ifndef ABUT_REPORT_SPECTRUM_PAGE_H
#define ABUT_REPORT_SPECTRUM_PAGE_H

#include "base/json.h"
#include "result/machine_table.h"
#include "run_source.h"

/* Writes the entry "spectrum", null if there is none. */
void spectrum_put(const run_source *r, const machine_table *m, const char *group, json *j);

#endif
