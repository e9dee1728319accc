/* Columns of results, and faults. */
#include "arrays.h"

void columns_put(double *const *column, size_t count, size_t i, const double *row) {
    for (size_t k = 0; k < count; k++)
        if (column[k]) column[k][i] = row[k];
}

void columns_blank(double *const *column, size_t count, size_t i) {
    for (size_t k = 0; k < count; k++)
        if (column[k]) column[k][i] = (double)NAN;
}

abut_status columns_blank_all(double *const *column, size_t count, size_t n, abut_array_faults *faults) {
    for (size_t i = 0; i < n; i++) columns_blank(column, count, i);
    faults->first = 0;
    faults->count = n;
    return faults->message.status;
}

bool faults_add(abut_array_faults *faults, size_t i) {
    if (faults->count++) return false;
    faults->first = i;
    return true;
}
