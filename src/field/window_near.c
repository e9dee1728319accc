/* See window_near.h. A row of the result is summed in registers, up to six times four numbers, over all cells of the source; sources are
 * mostly round, so their rows are walked from the first to the last number that is not zero. */
#include "window_near.h"

#include <string.h>

#include "base/row4.h"

void near_kernel_make(const double *value, near_kernel *out) {
    memset(out, 0, sizeof *out);
    for (int d = 0; d < NEAR; d++)
        for (int m = 0; m < NEAR; m++) out->row[d][NEAR + m] = out->row[d][NEAR - m] = value[d * NEAR + m];
}

typedef struct extent {
    int first[NEAR], last[NEAR]; /* first > last: nothing */
} extent;

static void extent_of(const near_box *box, const double *in, extent *e) {
    for (int j = 0; j < box->h; j++) {
        int first = 0, last = box->w - 1;
        while (first <= last && in[j * NEAR_ROW + first] == 0) first++;
        while (last > first && in[j * NEAR_ROW + last] == 0) last--;
        e->first[j] = first;
        e->last[j] = last;
    }
}

/* Two rows of the result at a time, `blocks` fours wide. */
ROW4_INLINE void two_rows(const near_kernel *k, const near_box *from, const double *in, const extent *e,
                          const near_box *to, int row, int blocks, double *out) {
    row4 a[6], b[6];
    for (int n = 0; n < blocks; n++) a[n] = b[n] = row4_all(0);
    for (int j = 0; j < from->h; j++) {
        int d = to->j + row - from->j - j, next = d + 1;
        d = d < 0 ? -d : d;
        next = next < 0 ? -next : next;
        if (next >= NEAR) next = d; /* a row past the end, which is not kept */
        const double *x = in + j * NEAR_ROW, *K = k->row[d] + NEAR + to->i - from->i,
                     *L = k->row[next] + NEAR + to->i - from->i;
        for (int i = e->first[j]; i <= e->last[j]; i++) {
            row4 p = row4_all(x[i]);
            for (int n = 0; n < blocks; n++) {
                a[n] += p * row4_load(K - i + 4 * n);
                b[n] += p * row4_load(L - i + 4 * n);
            }
        }
    }
    for (int n = 0; n < blocks; n++) row4_store(a[n], out + row * NEAR_ROW + 4 * n);
    for (int n = 0; n < blocks && row + 1 < to->h; n++) row4_store(b[n], out + (row + 1) * NEAR_ROW + 4 * n);
}

ROW4_INLINE void sum_rows(const near_kernel *k, const near_box *from, const double *in, const near_box *to,
                          double *out) {
    extent e;
    extent_of(from, in, &e);
    for (int row = 0; row < to->h; row += 2) switch ((to->w + 3) / 4) {
        case 1:
            two_rows(k, from, in, &e, to, row, 1, out);
            break;
        case 2:
            two_rows(k, from, in, &e, to, row, 2, out);
            break;
        case 3:
            two_rows(k, from, in, &e, to, row, 3, out);
            break;
        case 4:
            two_rows(k, from, in, &e, to, row, 4, out);
            break;
        case 5:
            two_rows(k, from, in, &e, to, row, 5, out);
            break;
        default:
            two_rows(k, from, in, &e, to, row, 6, out);
        }
    for (int j = 0; j < to->h; j++)
        for (int i = to->w; i < NEAR_ROW; i++) out[j * NEAR_ROW + i] = 0;
}

/* ---- the short kernel ---- */
enum { WIDE = NEAR + 2 * NEAR_STENCIL + 4, TALL = NEAR + 2 * NEAR_STENCIL };

ROW4_INLINE void spread_rows(const near_stencil *s, const near_box *box, const double *in, double *out) {
    double around[TALL][WIDE];
    int used = box->w + 2 * NEAR_STENCIL + 4;
    for (int j = 0; j < box->h + 2 * NEAR_STENCIL; j++) {
        memset(around[j], 0, (size_t)used * sizeof around[j][0]);
        if (j >= NEAR_STENCIL && j < box->h + NEAR_STENCIL)
            memcpy(around[j] + NEAR_STENCIL, in + (j - NEAR_STENCIL) * NEAR_ROW, (size_t)box->w * sizeof *in);
    }
    for (int j = 0; j < box->h; j++)
        for (int i = 0; i < box->w; i += 4) {
            row4 sum = row4_all(0);
            for (int d = -NEAR_STENCIL; d <= NEAR_STENCIL; d++) {
                const double *x = around[j + NEAR_STENCIL + d] + NEAR_STENCIL + i, *c = s->c[d < 0 ? -d : d];
                sum += c[0] * row4_load(x);
                for (int m = 1; m <= NEAR_STENCIL; m++) sum += c[m] * (row4_load(x - m) + row4_load(x + m));
            }
            row4_store(sum, out + j * NEAR_ROW + i);
        }
}

/* ---- for any processor, and for AVX2 ---- */
#if defined(__x86_64__) && defined(__GNUC__)
#define AVX2 __attribute__((target("avx2,fma"))) static
AVX2 void sum_avx2(const near_kernel *k, const near_box *from, const double *in, const near_box *to, double *out) {
    sum_rows(k, from, in, to, out);
}
AVX2 void spread_avx2(const near_stencil *s, const near_box *box, const double *in, double *out) {
    spread_rows(s, box, in, out);
}
#else
#define sum_avx2    sum_rows
#define spread_avx2 spread_rows
#endif

void near_product(const near_kernel *k, const near_box *from, const double *in, const near_box *to, double *out,
                  bool avx2) {
    if (avx2)
        sum_avx2(k, from, in, to, out);
    else
        sum_rows(k, from, in, to, out);
}

void near_spread(const near_stencil *s, const near_box *box, const double *in, double *out, bool avx2) {
    if (avx2)
        spread_avx2(s, box, in, out);
    else
        spread_rows(s, box, in, out);
}
