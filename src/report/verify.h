/* Can all of results.h5 be read? */
#ifndef ABUT_REPORT_VERIFY_H
#define ABUT_REPORT_VERIFY_H

#include "abut/abut.h"

/* Reads every number and every text of the file in the folder. */
abut_status results_verify(const char *folder, abut_message *message);

#endif
