/* Compressed columns of a list of entries: sorted by column, then entries of the same row and column share one place. */
#include "sundials_sparse.h"

#include <stdlib.h>
#include <sunmatrix/sunmatrix_sparse.h>

/* sorted[start[c]] .. sorted[start[c + 1] - 1] are the entries of column c */
static void sort_columns(const int *column, int count, int n, int *start, int *sorted) {
    for (int e = 0; e < count; e++) start[column[e] + 1]++;
    for (int c = 0; c < n; c++) start[c + 1] += start[c];
    for (int e = 0; e < count; e++) sorted[start[column[e]]++] = e;
    for (int c = n; c > 0; c--) start[c] = start[c - 1];
    start[0] = 0;
}

static void fill(SUNMatrix A, const int *row, const int *start, const int *sorted, int *seen, int *place) {
    sunindextype *pointer = SM_INDEXPTRS_S(A), *index = SM_INDEXVALS_S(A);
    int n = (int)SM_COLUMNS_S(A), next = 0;
    for (int c = 0; c < n; c++) {
        int first = next;
        pointer[c] = next;
        for (int e = start[c]; e < start[c + 1]; e++) {
            int r = row[sorted[e]];
            if (seen[r] <= first) { /* seen: place + 1; those of earlier columns are not beyond first */
                index[next] = r;
                seen[r] = ++next;
            }
            place[sorted[e]] = seen[r] - 1;
        }
    }
    pointer[n] = next;
}

int sun_compress(SUNMatrix A, const int *row, const int *column, int count, int *place) {
    int n = (int)SM_COLUMNS_S(A);
    int *start = calloc((size_t)n + 2, sizeof *start), *seen = calloc((size_t)n + 1, sizeof *seen);
    int *sorted = calloc((size_t)count + 1, sizeof *sorted);
    int out_of_memory = !start || !seen || !sorted;
    if (!out_of_memory) {
        sort_columns(column, count, n, start, sorted);
        fill(A, row, start, sorted, seen, place);
    }
    free(start);
    free(seen);
    free(sorted);
    return out_of_memory;
}
