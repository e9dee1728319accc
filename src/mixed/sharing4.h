/* How film and asperities share the load of four contacts at once: the balance of load_sharing.c, for films by film4.h and asperities by
 * the table of asperity.h. Inline, because the rows of four must not cross an ABI. */
#ifndef ABUT_MIXED_SHARING4_H
#define ABUT_MIXED_SHARING4_H

#include "asperity.h"
#include "base/row4_math.h"

/* c[lane][i], i = 0 ... 11, as rows of four, each one place apart. */
ROW4_INLINE void sharing4_rows(const double *const c[4], row4 to[ASPERITY_TERMS]) {
    for (int i = 0; i < ASPERITY_TERMS; i += 4) {
        for (int lane = 0; lane < 4; lane++) to[i + lane] = row4_load(c[lane] + i);
        row4_transpose(&to[i], &to[i + 1], &to[i + 2], &to[i + 3]);
    }
}

/* ln F_{5/2}(Phi(t)) and its slope; t is held within the table. Above it asperities carry less than exp(-70) of their stiffness. */
ROW4_INLINE row4 sharing4_ln_load(row4 t, row4 *slope) {
    const double below = ASPERITY_HIGH - 1e-9;
    row4 place = (row4_max(row4_min(t, row4_all(below)), row4_all(ASPERITY_LOW)) - ASPERITY_LOW) * ASPERITY_PER_UNIT,
         c[ASPERITY_TERMS], x; /* what is no number has a place too */
    mask4 segment;
    const double *at[4];
    x = row4_segment(place, &segment);
    for (int lane = 0; lane < 4; lane++) at[lane] = asperity_rows[segment[lane]];
    sharing4_rows(at, c);
    row4 x2 = x * x, x4 = x2 * x2;
    row4 s0 = (c[1] + x * (2 * c[2])) + x2 * (3 * c[3] + x * (4 * c[4])),
         s4 = (5 * c[5] + x * (6 * c[6])) + x2 * (7 * c[7] + x * (8 * c[8])),
         s8 = (9 * c[9] + x * (10 * c[10])) + x2 * (11 * c[11]);
    *slope = 2 * ASPERITY_PER_UNIT * (s0 + x4 * (s4 + x4 * s8));
    row4 p0 = (c[0] + x * c[1]) + x2 * (c[2] + x * c[3]), p4 = (c[4] + x * c[5]) + x2 * (c[6] + x * c[7]),
         p8 = (c[8] + x * c[9]) + x2 * (c[10] + x * c[11]);
    return p0 + x4 * (p4 + x4 * p8);
}

#endif
