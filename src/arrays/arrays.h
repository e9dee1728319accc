/* What the calculators over arrays share: numbers of a series, results into columns, faults. */
#ifndef ABUT_ARRAYS_ARRAYS_H
#define ABUT_ARRAYS_ARRAYS_H

#include <math.h>

#include "abut/arrays.h"

static inline double series_at(abut_series s, size_t i) { return s.at ? s.at[(ptrdiff_t)i * s.step] : (double)NAN; }

/* Structs of pointers alone are lists of columns. */
#define COLUMNS(arrays)      ((double *const *)(arrays))
#define COLUMN_COUNT(arrays) (sizeof(*(arrays)) / sizeof(double *))
#define COUNT_OF(row)        (sizeof(row) / sizeof(*(row)))

void columns_put(double *const *column, size_t count, size_t i, const double *row);
void columns_blank(double *const *column, size_t count, size_t i); /* NaN */
abut_status columns_blank_all(double *const *column, size_t count, size_t n, abut_array_faults *faults);
/* The contact i has a fault; true for the first, whose message is to be filled. */
bool faults_add(abut_array_faults *faults, size_t i);

#endif
