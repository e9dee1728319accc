/* spectrum_<name>.csv of a machine that has one. */
#ifndef ABUT_RESULT_CSV_SPECTRUM_H
#define ABUT_RESULT_CSV_SPECTRUM_H

#include "batch.h"
#include "folder.h"

abut_status csv_spectrum(const run_folder *folder, const world_machine *m, abut_message *message);

#endif
