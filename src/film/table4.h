/* The splines of a table of solved films (table.h) at four contacts at once, and what the law `ehl_table` makes of them: corrections of a formula
 * (ehl_table.c, the oracle of the tests). Each contact has its own cell; its 64 coefficients lie as 16 rows of four along x, which are summed over L and D
 * first. Inline, because rows of four must not cross an ABI. */
#ifndef ABUT_FILM_TABLE4_H
#define ABUT_FILM_TABLE4_H

#include <string.h>

#include "base/row4_math.h"
#include "table.h"

typedef struct table4_value {
    row4 value, by[TABLE_AXES]; /* by ln M, ln L, ln D */
} table4_value;

typedef struct table4_cell {
    size_t first[4]; /* coefficient of each contact */
    row4 b[4], s[4];
} table4_cell;

ROW4_INLINE table4_cell table4_cell_of(unsigned n, double low, double high, row4 x) {
    const double per = (n - 1) / (high - low);
    table4_cell c = {.b = {row4_all(1)}};
    if (n == 1) return c;
    row4 t = (x - low) * per, left;
    for (int lane = 0; lane < 4; lane++) {
        double place = t[lane] > 0 ? t[lane] : 0; /* what is no number, too */
        unsigned at = place < n - 2 ? (unsigned)place : n - 2;
        c.first[lane] = at;
        left[lane] = at;
    }
    row4 u = t - left, v = 1 - u;
    c.b[0] = v * v * v * (1.0 / 6);
    c.b[1] = (u * u * (3 * u - 6) + 4) * (1.0 / 6);
    c.b[2] = (v * v * (3 * v - 6) + 4) * (1.0 / 6);
    c.b[3] = u * u * u * (1.0 / 6);
    c.s[0] = -0.5 * per * v * v;
    c.s[1] = per * u * (1.5 * u - 2);
    c.s[2] = -per * v * (1.5 * v - 2);
    c.s[3] = 0.5 * per * u * u;
    return c;
}

/* Four numbers of the file. */
ROW4_INLINE row4 table4_row(const unsigned char *at) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    row4 c;
    memcpy(&c, at, sizeof c);
    return c;
#else
    return (row4){table_f64(at), table_f64(at + 8), table_f64(at + 16), table_f64(at + 24)};
#endif
}

/* Where four contacts lie in the table: cells, slopes of its coordinates by the logarithms of M, L, D. */
typedef struct table4_place {
    table4_cell m, l, d;
    row4 by_x, by[TABLE_AXES];
    row4 light, by_M; /* what is left of corrections at small loads, its slope by ln M */
    mask4 out;        /* beyond the hull */
} table4_place;

/* As hull_hold (hull.h). */
ROW4_INLINE mask4 table4_hold(double low, double high, row4 *x, row4 *by) {
    const double w = 0.2;
    const row4 zero = row4_all(0);
    row4 below = row4_max(low - *x, zero), above = row4_max(*x - high, zero), t = (1 / w) * (below + above);
    row4 part = row4_tanh(t), side = row4_pick(below > zero, row4_all(-w), row4_all(w));
    *by = 1 - part * part;
    *x = row4_pick(t > zero, row4_pick(below > zero, row4_all(low), row4_all(high)) + side * part, *x);
    return t > 1e-6;
}

/* As hull_light. */
ROW4_INLINE row4 table4_light(double low, row4 ln_M, row4 *by) {
    const double way = 1.3862943611198906; /* ln 4 */
    row4 t = row4_min(row4_max((low - ln_M) * (1 / way), row4_all(0)), row4_all(1));
    *by = (30 / way) * t * t * (1 - t) * (1 - t);
    return 1 - t * t * t * (10 - t * (15 - 6 * t));
}

ROW4_INLINE row4 table4_x(const table_part *p, const row4 x[TABLE_AXES], row4 *by) {
    *by = row4_all(1);
    if (!(p->width > 0)) return x[TABLE_M];
    row4 y = (x[TABLE_M] - p->centre - p->by_L * x[TABLE_L] - p->by_D * x[TABLE_D]) * (1 / p->width);
    row4 root = row4_sqrt(1 + y * y), size = row4_asinh(row4_abs(y), root);
    *by = 1 / (p->width * root);
    return row4_pick(y < 0, -size, size);
}

/* ln M, ln L (minus infinity: 0) and ln D of four contacts; of lines ln D is that of the table. */
ROW4_INLINE table4_place table4_place_of(const table_part *p, row4 ln_M, row4 ln_L, row4 ln_D) {
    table4_place at;
    row4 L = row4_exp(ln_L), x[TABLE_AXES] = {ln_M, row4_log(1 + L), ln_D};
    at.out = (mask4)row4_all(0);
    for (int i = 0; i < TABLE_AXES; i++) at.out |= table4_hold(p->low[i], p->high[i], &x[i], &at.by[i]);
    at.by[TABLE_L] *= L / (1 + L);
    at.light = table4_light(p->low[TABLE_M], ln_M, &at.by_M);
    at.m = table4_cell_of(p->n[TABLE_M], p->from, p->to, table4_x(p, x, &at.by_x));
    at.l = table4_cell_of(p->n[TABLE_L], p->low[TABLE_L], p->high[TABLE_L], x[TABLE_L]);
    at.d = table4_cell_of(p->n[TABLE_D], p->low[TABLE_D], p->high[TABLE_D], x[TABLE_D]);
    return at;
}

/* Rows along x of one contact, summed over L and D: values, slopes by these. */
ROW4_INLINE row4 table4_sum(const table_part *p, table_quantity q, const table4_place *at, int lane, row4 *by_L,
                            row4 *by_D) {
    const size_t row = p->n[TABLE_M] + 2, layer = row * (p->n[TABLE_L] + 2),
                 first = at->d.first[lane] * layer + at->l.first[lane] * row + at->m.first[lane];
    const unsigned char *from = p->at + sizeof(double) * (q * table_coefficients(p->n) + first);
    row4 sum = row4_all(0);
    *by_L = *by_D = sum;
    for (size_t k = 0; k < (p->n[TABLE_D] > 1 ? 4 : 1); k++) {
        row4 value = row4_all(0), slope = value;
        for (size_t j = 0; j < 4; j++) {
            row4 c = table4_row(from + sizeof(double) * (k * layer + j * row));
            value += at->l.b[j][lane] * c;
            slope += at->l.s[j][lane] * c;
        }
        sum += at->d.b[k][lane] * value;
        *by_L += at->d.b[k][lane] * slope;
        *by_D += at->d.s[k][lane] * value;
    }
    return sum;
}

ROW4_INLINE row4 table4_dot(const row4 b[4], const row4 c[4]) {
    return (b[0] * c[0] + b[1] * c[1]) + (b[2] * c[2] + b[3] * c[3]);
}

ROW4_INLINE table4_value table4_value_at(const table_part *p, table_quantity q, const table4_place *at) {
    row4 c[4], l[4], d[4];
    for (int lane = 0; lane < 4; lane++) c[lane] = table4_sum(p, q, at, lane, &l[lane], &d[lane]);
    row4_transpose(&c[0], &c[1], &c[2], &c[3]);
    row4_transpose(&l[0], &l[1], &l[2], &l[3]);
    row4_transpose(&d[0], &d[1], &d[2], &d[3]);
    row4 by_M = table4_dot(at->m.s, c) * at->by_x;
    return (table4_value){.value = table4_dot(at->m.b, c),
                          .by = {by_M * at->by[TABLE_M], (table4_dot(at->m.b, l) - p->by_L * by_M) * at->by[TABLE_L],
                                 (table4_dot(at->m.b, d) - p->by_D * by_M) * at->by[TABLE_D]}};
}

/* What the law adds to the logarithm of the formula: less at small loads. */
ROW4_INLINE table4_value table4_correction(const table_part *p, table_quantity q, const table4_place *at) {
    table4_value S = table4_value_at(p, q, at);
    row4 whole = S.value;
    S.value *= at->light;
    for (int i = 0; i < TABLE_AXES; i++) S.by[i] *= at->light;
    S.by[TABLE_M] += at->by_M * whole;
    return S;
}

#endif
