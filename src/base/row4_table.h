/* Functions of four numbers for which a look-up is quicker than exponentials and logarithms: polynomials of degree 7 over segments, errors
 * below 2e-14. The slopes are those of the polynomials, good to 1e-11. */
#ifndef ABUT_BASE_ROW4_TABLE_H
#define ABUT_BASE_ROW4_TABLE_H

#include "row4.h"

enum { ROW4_SOFT = 160, ROW4_THICK = 152 };
#define ROW4_SOFT_PER_UNIT  4.0
#define ROW4_SOFT_END       40.0
#define ROW4_THICK_LOW      (-7.0)
#define ROW4_THICK_HIGH     12.0
#define ROW4_THICK_PER_UNIT 8.0
extern const double row4_rows[ROW4_SOFT + ROW4_THICK][8];

/* The polynomial at `place` >= 0, counted in segments from row `first`, and its slope by `place`. */
ROW4_INLINE row4 row4_look_up(int first, row4 place, row4 *slope) {
    mask4 segment;
    row4 a[4], b[4], x = row4_segment(place, &segment);
    for (int lane = 0; lane < 4; lane++) {
        const double *c = row4_rows[first + segment[lane]];
        a[lane] = row4_load(c), b[lane] = row4_load(c + 4);
    }
    row4_transpose(&a[0], &a[1], &a[2], &a[3]);
    row4_transpose(&b[0], &b[1], &b[2], &b[3]);
    row4 x2 = x * x, x4 = x2 * x2;
    *slope = 2 * ((a[1] + x * (2 * a[2])) + x2 * (3 * a[3] + x * (4 * b[0])) +
                  x4 * ((5 * b[1] + x * (6 * b[2])) + x2 * (7 * b[3])));
    return (a[0] + x * a[1]) + x2 * (a[2] + x * a[3]) + x4 * ((b[0] + x * b[1]) + x2 * (b[2] + x * b[3]));
}

/* ln(1 + e^x), error below 2e-14 (1 + |x|), and the part e^x/(1 + e^x) to 1e-11: of blends, which do not need its small digits. */
ROW4_INLINE row4 row4_soft(row4 x, row4 *part) {
    row4 slope, z = row4_min(row4_abs(x), row4_all(ROW4_SOFT_END * (1 - 1e-15)));
    row4 sum = row4_look_up(0, ROW4_SOFT_PER_UNIT * z, &slope);
    slope *= -ROW4_SOFT_PER_UNIT;
    *part = row4_pick(x > 0, 1 - slope, slope);
    return row4_max(x, row4_all(0)) + sum;
}

/* asinh(e^y) within the table, and its slope. */
ROW4_INLINE row4 row4_thick(row4 y, row4 *slope) {
    const double end = ROW4_THICK_HIGH - 1e-12;
    row4 held = row4_max(row4_min(y, row4_all(end)), row4_all(ROW4_THICK_LOW));
    row4 value = row4_look_up(ROW4_SOFT, ROW4_THICK_PER_UNIT * (held - ROW4_THICK_LOW), slope);
    *slope *= ROW4_THICK_PER_UNIT;
    return value;
}

#endif
