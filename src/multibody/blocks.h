/* A sparse matrix of small dense blocks with symmetric pattern, and its LU factors.
 *
 * Blocks are eliminated in an order of little fill (approximate minimum degree). Rows are exchanged within a block only:
 * the matrices here are M + alpha C + alpha^2 K with a positive definite M, whose diagonal blocks are regular. */
#ifndef ABUT_MULTIBODY_BLOCKS_H
#define ABUT_MULTIBODY_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>

enum { BLOCK_MAX = 6 };

typedef struct block_slot { /* one stored block */
    int row, column;        /* block indices */
    size_t at;              /* of its first number in arrays of values; row major */
} block_slot;

typedef struct blocks {
    int count;   /* block rows */
    int *size;   /* of each, 1..BLOCK_MAX */
    int *first;  /* scalar index of its first row */
    int scalars; /* scalar rows */
    int slots;   /* stored blocks: diagonal ones first, slot i = block (i, i) */
    block_slot *slot;
    size_t values; /* numbers in an array of values */
    /* neighbours of each block row, ascending, with their slots (row i, column neighbour) */
    int *near_start, *near, *near_slot;
    /* ---- factors ---- */
    int *order, *place;       /* order[k] is eliminated k-th; place is its inverse */
    int *below_start, *below; /* places of the blocks below the diagonal of column k, ascending */
    size_t *lower, *upper;    /* of each entry of `below`: where its L and U block stands in lu */
    size_t *diagonal;         /* where the diagonal block of place k stands in lu */
    size_t *target;           /* of each slot: where it stands in lu */
    int *entry;               /* of each slot off the diagonal: its index in `below`; -1 on the diagonal */
    bool *on;                 /* of each entry of `below`: its two blocks are not zero */
    double *lu;
    size_t lu_size;
    int *pivot; /* BLOCK_MAX per place */
    int *map;   /* scratch */
} blocks;

/* pair: `pairs` couples (i, j), i != j, in any order, repeated ones allowed. NULL: out of memory. */
blocks *blocks_create(int count, const int *size, size_t pairs, const int (*pair)[2]);
/* The same of a bordered matrix: the first `plain` block rows are regular by themselves, those behind them, which may have nothing on
 * the diagonal, are multipliers of rows over the plain ones. Each is eliminated as soon as all plain ones it is coupled with are:
 * what stands on the diagonal then is regular if the rows are independent. */
blocks *blocks_create_bordered(int count, int plain, const int *size, size_t pairs, const int (*pair)[2]);
void blocks_destroy(blocks *b);

int blocks_find(const blocks *b, int row, int column); /* slot, -1 if not stored */

/* y = A x over the slots that are marked */
void blocks_multiply(const blocks *b, const bool *marked, const double *A, const double *x, double *y);

/* A new matrix: blocks_clear, then blocks_put for every slot that is not zero (diagonal ones always; both blocks of a pair or
 * none), filling what it returns completely; then blocks_factor. Pairs left out cost nothing. */
void blocks_clear(blocks *b);
double *blocks_put(blocks *b, int slot);
bool blocks_factor(blocks *b); /* false: singular */
/* Factors a symmetric matrix without negative eigenvalues whose diagonal is 1 (or 0), and marks the rows that follow from others: those
 * whose pivot is no larger than `least`. They become rows of their own, ones on the diagonal. */
bool blocks_factor_ranked(blocks *b, double least, bool *dependent);
void blocks_solve(const blocks *b, double *x); /* in place */

#endif
