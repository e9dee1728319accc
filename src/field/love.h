/* Love's coefficients: the integral of 1/r over a rectangular cell, seen from the centre of another cell of the same plane. */
#ifndef ABUT_FIELD_LOVE_H
#define ABUT_FIELD_LOVE_H

enum { LOVE_ORDERS = 8 };

/* The integral of 1/r over a rectangle of given sides by multipoles. */
typedef struct love_series {
    double reach2;                             /* m^2, square of the half diagonal */
    double poly[LOVE_ORDERS][LOVE_ORDERS + 1]; /* of (reach/r)^2k: a polynomial in cos 2 phi */
} love_series;

typedef struct love {
    double dx, dy;           /* m, of the cell */
    int split_x, split_y;    /* pieces of an oblong cell, nearly square */
    love_series cell, piece; /* far away */
} love;

void love_make(love *l, double dx, double dy);
/* m: the integral over the cell whose centre lies i, j cells away; relative error below 1e-13. The displacement of a half-space
 * by the pressure p on that cell is p/(pi E*) times it. */
double love_at(const love *l, long i, long j);

#endif
