/* What a study leaves: summary.json, per curve fit_<experiment>_<curve>.csv, and results.h5 for the web page. */
#ifndef ABUT_STUDY_OUTCOME_H
#define ABUT_STUDY_OUTCOME_H

#include <stdio.h>

#include "study.h"

/* The answer as one JSON object. */
void outcome_json(FILE *to, const study *s, const fit_answer *a, const char *run_id, double wall_seconds);
/* All into the folder: whole files or none. */
abut_status outcome_write(const run_folder *folder, const study *s, const fit_answer *a, double wall_seconds,
                          abut_message *message);

/* outcome_tables.c: results.h5, and the name that the table of a curve has in it. */
enum { OUTCOME_NAME = 300 };
void outcome_table_name(const study *s, int curve, char name[OUTCOME_NAME]);
abut_status outcome_write_tables(const run_folder *folder, const study *s, const fit_answer *a, abut_message *message);

#endif
