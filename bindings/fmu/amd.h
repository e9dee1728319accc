/* What src/multibody/blocks.c wants of SuiteSparse's AMD; without.c has an answer of its own. */
#ifndef ABUT_BINDINGS_AMD_H
#define ABUT_BINDINGS_AMD_H

/* An order of little fill of a symmetric pattern (compressed columns, without the diagonal); below 0: out of memory. */
int amd_order(int n, const int *start, const int *near, int *order, double *control, double *info);

#endif
