/* Many constraint rows, solved sparsely: what a loop couples is little, whatever the length of a chain or the number of loops.
 *
 * Two matrices of blocks. `mass` is G M^-1 G^T, one block row for each loop; two loops are coupled if a tree of joints has both. `whole`
 * is the system of implicit methods with its border, the blocks of the bodies and behind them one for each loop. Rows that were dropped as
 * dependent stay in their blocks as ones on the diagonal.
 *
 * As with the pattern of the system, one work factors at a time. */
#ifndef ABUT_MULTIBODY_SPARSE_LOOPS_H
#define ABUT_MULTIBODY_SPARSE_LOOPS_H

#include "inside.h"

typedef struct loop_part { /* the rows of a loop over the unknowns of one tree */
    int root, first, end;
    size_t at; /* first number in Y: rows x (end - first) */
} loop_part;

struct sparse_loops {
    blocks *mass, *whole;
    int *slot; /* of each slot of the pattern: its slot in `whole` */
    int *parts;
    loop_part (*part)[2]; /* of each loop */
    double *Y;            /* M^-1 G^T, tree by tree */
    double *rows, *column, *unknowns;
};

/* Rows up to this many are solved densely. Chosen: well below 1000 rows the dense way costs little. */
enum { LOOPS_DENSE = 40 };

bool sparse_loops_create(mb_system *s); /* unknowns, loops and pattern are in place; false: out of memory */
void sparse_loops_destroy(mb_system *s);
bool sparse_loops_factor_mass(mb_work *k);                      /* at the gradients k->G and the factored mass matrix */
void sparse_loops_correct(mb_work *k, double *rhs, double *to); /* as loops_correct */
abut_status sparse_loops_choose(mb_work *k, bool *kept);        /* of each row: it does not follow from the others */
/* The border of `whole`, whose other blocks were put: `rows` below, minus k->GL transposed beside; then the factors. */
bool sparse_loops_factor_whole(mb_work *k, const double *rows);
/* z (unknowns) and g (rows in force) become the solution and the multipliers. */
void sparse_loops_solve_whole(mb_work *k, double *z, double *g);

#endif
