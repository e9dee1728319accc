/* The same rows as text: body_<name>.csv, contact_<name>.csv, joint_<name>.csv, energy.csv, machine_<name>.csv, with a
 * heading line and as many digits as give the number again (base/digits.h); at the end spectrum_<name>.csv of machines that have one.
 * Each file is open only while it is written, so that their number does not matter. */
#ifndef ABUT_RESULT_CSV_H
#define ABUT_RESULT_CSV_H

#include <stdio.h>

#include "batch.h"

/* Removes what an earlier run left: files named as above whose first line is one of our headings. */
void csv_clear(const abut_registry *types, const char *folder);
/* Files with nothing but the heading. */
abut_status csv_create(const char *folder, const batch *b, abut_message *message);
/* Appends the waiting rows. */
abut_status csv_append(const char *folder, const batch *b, abut_message *message);
/* Spectra of machines over what they have seen. */
abut_status csv_spectra(const char *folder, const batch *b, abut_message *message);

void csv_number(FILE *to, double number);

enum { CSV_PATH = 4096 };
#define SPECTRUM_PREFIX  "spectrum"
#define SPECTRUM_HEADING "frequency,"
/* folder/prefix_label.csv, without characters that a file name cannot hold; label NULL: folder/prefix.csv. */
void csv_path(char path[CSV_PATH], const char *folder, const char *prefix, const char *label);

#endif
