/* The linear problem at a place: sensitivities of all points to what was estimated, the parameters and the offsets. */
#ifndef ABUT_STUDY_DESIGN_H
#define ABUT_STUDY_DESIGN_H

#include "fit_inside.h"

typedef struct design {
    int m, q;        /* points, columns */
    int *parameter;  /* of each column; -1: an offset */
    int *curve;      /* of an offset */
    double *X;       /* m x q by columns, rows scaled by what design_make was given */
    double *inverse; /* q x q: (X^T X)^-1; 0 in rows and columns that depend on others */
    bool *dependent; /* columns that only make sense together */
    int rank;
    double condition; /* of X with columns of unit length; infinite if dependent */
} design;

/* J: d model/dz; `used`: which of its columns; scale: of each row. */
design design_make(fit *f, const double *J, const bool *used, const double *scale);
double design_leverage(const design *d, int row); /* x^T (X^T X)^-1 x */

#endif
