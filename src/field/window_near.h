/* Products of small fields with a kernel, K(|i - i'|, |j - j'|), by summation: below some hundred cells it takes less than transforms.
 *
 * A field lies in a box of at most NEAR x NEAR cells of the window; its rows are NEAR_ROW numbers apart, the box in their first columns, zeros
 * after it. */
#ifndef ABUT_FIELD_WINDOW_NEAR_H
#define ABUT_FIELD_WINDOW_NEAR_H

#include <stdalign.h>
#include <stdbool.h>

enum { NEAR = 24, NEAR_ROW = NEAR, NEAR_FIELD = NEAR * NEAR_ROW, NEAR_STENCIL = 2 };

typedef struct near_box {
    int i, j, w, h; /* first cell in the window, sides in cells */
} near_box;

/* row[d][NEAR + m] = K(|m|, d): rows to both sides, so that four neighbours lie together. */
typedef struct near_kernel {
    alignas(32) double row[NEAR][2 * NEAR + 8];
} near_kernel;

/* From the coefficients value[d*NEAR + m]. */
void near_kernel_make(const double *value, near_kernel *out);

/* out = K in, of the box `from` on the box `to`; no two cells of them may be NEAR or more apart. */
void near_product(const near_kernel *k, const near_box *from, const double *in, const near_box *to, double *out,
                  bool avx2);

/* out = in, spread by a kernel of which only |m|, d <= NEAR_STENCIL count: c[d][m]. */
typedef struct near_stencil {
    double c[NEAR_STENCIL + 1][NEAR_STENCIL + 1];
} near_stencil;
void near_spread(const near_stencil *s, const near_box *box, const double *in, double *out, bool avx2);

#endif
