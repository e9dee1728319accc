/* Transforms of small square windows, all on the caller's stack: shared by the pressure (window.c) and the tractions (shear_window.c).
 *
 * A field of n x n cells lies in the corner of m x m; its spectrum has rows of m/2 + 1 complex numbers. The plans are constant and may
 * be used by several threads at once. */
#ifndef ABUT_FIELD_WINDOW_FFT_H
#define ABUT_FIELD_WINDOW_FFT_H

#include <fftw3.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>

enum { WINDOW_MOST = 64, WINDOW_CELLS = WINDOW_MOST * WINDOW_MOST };

/* A window or its spectrum, padded or not. */
typedef struct window_room {
    alignas(64) double field[2 * WINDOW_MOST * 2 * (WINDOW_MOST + 1)];
} window_room;
static inline int window_stride(int m) { return 2 * (m / 2 + 1); } /* numbers in a row */

/* Transforms of m x m cells: along the first `rows` rows, the others being zero, and down all columns; and back. */
typedef struct window_plans {
    int n, m;
    fftw_plan row, column, back_column, back_row;
} window_plans;
bool window_plans_make(window_plans *p, int n, int m, window_room *room); /* false: out of memory */
void window_plans_drop(window_plans *p);                                  /* also after a failure, of zeros */

void window_forward(const window_plans *p, const double *in, window_room *out);
void window_back(const window_plans *p, window_room *room, double *out); /* not divided by m^2 */

/* The value of a kernel between cells i and j apart, i, j >= 0. */
typedef double window_kernel(const void *user, int i, int j);
/* The spectrum of a kernel that is even in x and y, or odd in both, on m x m cells, folded at m/2: a quarter of it, (m/2 + 1)^2 real numbers,
 * divided by m^2. */
bool window_quarter(int m, bool odd, window_kernel *kernel, const void *user, window_room *room, double *out);

/* Tables over ln(aspect) of the cells, cubics between the entries. */
enum { WINDOW_PER_OCTAVE = 4, WINDOW_OCTAVES = 15, WINDOW_ENTRIES = WINDOW_PER_OCTAVE * WINDOW_OCTAVES + 1 };
double window_entry_aspect(int entry); /* 2^-14 to 2 */
typedef struct window_blend {
    int first;
    double weight[4];
} window_blend;
window_blend window_blend_at(double aspect);
void window_blend_table(const window_blend *b, const double *table, size_t entry, double *out);

#endif
