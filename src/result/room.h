/* How much a run will write, and whether the disk has room for it. */
#ifndef ABUT_RESULT_ROOM_H
#define ABUT_RESULT_ROOM_H

#include "csv.h"

#define ROOM_MUCH 1e9 /* bytes: runs that write less are not asked */

typedef struct room {
    double expected; /* bytes, at most about: rows in results.h5 and CSV files */
    double free;     /* bytes, with those of an old results.h5, which goes; NaN: not known */
} room;

double room_free(const run_folder *f); /* of this disk, as above */
/* Refuses a run that writes more than ROOM_MUCH and more than there is room for. */
abut_status room_check(const run_folder *f, const batch *b, double rows, const csv_set *csv, room *out,
                       abut_message *message);

#endif
