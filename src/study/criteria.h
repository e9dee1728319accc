/* How well a curve of the model follows a measured one: figures and verdict. */
#ifndef ABUT_STUDY_CRITERIA_H
#define ABUT_STUDY_CRITERIA_H

#include "abut/abut.h"

/* What is good enough. A limit of 0 is not looked at. */
typedef struct acceptance {
    bool given;
    double pointwise; /* |model - measured| of a point, as part of |measured| or of the floor, whichever is more */
    double floor;     /* as part of the greatest |measured| */
    double share;     /* of the points that must be so near */
    double area;      /* relative error of the area of the loop */
    double largest;   /* greatest |model - measured|, as part of the greatest |measured| */
} acceptance;

/* d = model - measured, M = greatest |measured| of the curve. */
typedef struct criteria {
    double max_y;            /* M */
    double I_max;            /* greatest |d| */
    double I_m, I_abs;       /* mean of d, mean of |d| */
    double I_sigma;          /* standard deviation of d about its mean */
    double within;           /* share of the points with |d| <= pointwise max(|measured|, floor M) */
    double area, area_model; /* of the loops over x; NaN: no loop */
    double area_error;       /* (area_model - area)/area; NaN: no loop */
    bool accepted;
} criteria;

/* x, x_model: abscissae, NULL: over time, which makes no loop. */
criteria criteria_of(int points, const double *x, const double *x_model, const double *measured, const double *model,
                     const acceptance *accept);

#endif
