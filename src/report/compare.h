/* Two runs against each other, number by number. */
#ifndef ABUT_REPORT_COMPARE_H
#define ABUT_REPORT_COMPARE_H

#include "abut/result.h"

abut_status compare_runs(const char *a, const char *b, double rtol, abut_comparison *out, abut_message *message);

#endif
