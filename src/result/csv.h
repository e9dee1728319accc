/* The same rows as text: body_<name>.csv, contact_<name>.csv, joint_<name>.csv, energy.csv, machine_<name>.csv, with a
 * heading line and as many digits as give the number again (base/digits.h); at the end spectrum_<name>.csv of machines that have one.
 * Each file is open only while it is written, so that their number does not matter. */
#ifndef ABUT_RESULT_CSV_H
#define ABUT_RESULT_CSV_H

#include <stdint.h>
#include <stdio.h>

#include "batch.h"
#include "folder.h"

/* The files of a run. The batch must outlive it. */
typedef struct csv_set csv_set;
/* only: what they show (csv_choice.h), NULL: everything. ABUT_UNKNOWN_NAME: something in it is the name of nothing. */
abut_status csv_open(csv_set **out, const batch *b, const char *only, abut_message *message);
void csv_close(csv_set *s);             /* NULL is fine */
double csv_row_bytes(const csv_set *s); /* about, of all files at most */

/* NAME.csv.part with nothing but the heading, of every file. */
abut_status csv_create(const run_folder *folder, const csv_set *s, abut_message *message);
/* These become NAME.csv. */
abut_status csv_place(const run_folder *folder, const csv_set *s, abut_message *message);
/* Appends the waiting rows. */
abut_status csv_append(const run_folder *folder, const csv_set *s, abut_message *message);
/* Lengths of the files and sums over what is in them, of what is new since the last time, all else is known. Loading: the sum must be
 * right, and what is behind is cut off. */
struct archive;
abut_status csv_archive(const run_folder *folder, csv_set *s, struct archive *a, abut_message *message);
/* Spectra of machines that have a file, over what they have seen. */
abut_status csv_spectra(const run_folder *folder, const csv_set *s, abut_message *message);

void csv_number(FILE *to, double number);

enum { CSV_NAME = 300 };
#define SPECTRUM_PREFIX  "spectrum"
#define SPECTRUM_HEADING "frequency,"
/* prefix_label.csv, without characters that a file name cannot hold; label NULL: prefix.csv. */
void csv_name(char name[CSV_NAME], const char *prefix, const char *label);

#endif
