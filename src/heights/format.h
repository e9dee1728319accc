/* Readers of height maps: one file and one line in `heights_formats` each. */
#ifndef ABUT_HEIGHTS_FORMAT_H
#define ABUT_HEIGHTS_FORMAT_H

#include <stdint.h>

#include "abut/heights.h"

typedef struct heights_source {
    const unsigned char *bytes;
    size_t length;
    const abut_heights_options *options;
    abut_message *message;
} heights_source;

typedef struct heights_format {
    const char *name;
    bool (*is)(const heights_source *s); /* by its first bytes */
    abut_status (*read)(const heights_source *s, abut_heights *out);
} heights_format;

extern const heights_format heights_profile, heights_text, heights_gwyddion_text, heights_gsf, heights_npy,
    heights_surfer_text, heights_surfer6, heights_surfer7;

/* What a file says of sizes and units; a NaN: nothing. */
typedef struct heights_scale {
    double lx, ly;      /* m, or without a unit of their own */
    double length_unit; /* m */
    double height_unit; /* m */
} heights_scale;

bool heights_begins(const heights_source *s, const char *text, size_t length);
/* Room for nx by ny heights of which the last one ends with byte `wanted` of the file; 0: of a text. nx, ny at most 1e9. */
abut_status heights_room(const heights_source *s, uint64_t nx, uint64_t ny, uint64_t wanted, abut_heights *out);
/* Size of the map and unit of its heights from what file and options say together. */
abut_status heights_measure(const heights_source *s, const heights_scale *scale, abut_heights *out, double *unit);
/* Multiplies with the unit, refuses what is not finite or out of range. */
abut_status heights_finish(const heights_source *s, double unit, abut_heights *out);
abut_status heights_cut(const heights_source *s, uint64_t wanted); /* refuses: the file ends before `wanted` bytes */
void heights_title(abut_heights *out, const char *text, size_t length);

/* A matrix of numbers in text from *at on; row by row of equal length, separated by blanks, commas or semicolons. */
abut_status heights_matrix(const heights_source *s, const char *at, int line, abut_heights *out);
/* "# name: value" lines; *at is where the matrix begins and *line its line. */
abut_status heights_header(const heights_source *s, heights_scale *scale, abut_heights *out, const char **at,
                           int *line);
/* Has the file no bytes that a text has not? With its text, which ends in a NUL and has no byte order mark. */
bool heights_is_text(const heights_source *s);
typedef abut_status heights_text_reader(const heights_source *s, const char *text, abut_heights *out);
abut_status heights_with_text(const heights_source *s, heights_text_reader *read, abut_heights *out);
abut_status heights_read_text(const heights_source *s, abut_heights *out); /* a text matrix with its header */
/* m of a unit such as "um"; NaN: not known. length may hold blanks around. */
double heights_unit(const char *text, size_t length);

#endif
