/* Limits and fits of ISO 286: where a tolerance class like k5 or H7 lies, and where bearings of normal tolerance do. */
#ifndef ABUT_MACHINE_ISO286_H
#define ABUT_MACHINE_ISO286_H

#include <stdbool.h>
#include <stddef.h>

typedef struct iso286_zone {
    double low, high; /* m, deviations from the nominal size */
} iso286_zone;

/* The zone of `text` for the nominal diameter `size` (m, above 3 mm, up to 500 mm); hole: of a bore (capital letters), else of a shaft. False: a
 * sentence in why. */
bool iso286_find(const char *text, bool hole, double size, iso286_zone *out, char *why, size_t room);
/* Of the bore and the outside diameter of a bearing of tolerance class Normal (ISO 492). */
iso286_zone iso492_bore(double size);
iso286_zone iso492_outside(double size);

#endif
