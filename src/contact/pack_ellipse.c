/* Traction over the contact ellipses of four balls: friction/strips.c for a groove, where the principal axes of the patch are
 * those of the interface (c12 = 0). Mirror images of a node share what they can. */
#include "friction/cells.h"
#include "pack.h"
#include "pack_fold.h"

/* Four mirror images of a node: x = +-, y = +-. */
typedef struct images {
    row4 x, y, s;
    row4 v1[2], v2[2];              /* by the sign of y, by the sign of x */
    row4 gain[2][2], inverse[2][2]; /* [y][x]: traction per slip, 1/(u + v_s^2) */
} images;

ROW4_INLINE void images_at(const pack *k, int i, const pack_patch *p, row4 load, images *o) {
    const abut_slip *r = &k->slip;
    o->x = p->a * r->x[i];
    o->y = p->b * r->y[i];
    o->s = node_height(k->c11, p->c22, o->x, o->y);
    row4 m1 = p->v1 + p->w2 * o->s, m2 = p->v2 - p->w1 * o->s, dy = p->wn * o->y, dx = p->wn * o->x;
    o->v1[0] = m1 - dy, o->v1[1] = m1 + dy;
    o->v2[0] = m2 + dx, o->v2[1] = m2 - dx;
    row4 q1[2] = {o->v1[0] * o->v1[0] + r->law.v_s2, o->v1[1] * o->v1[1] + r->law.v_s2},
         q2[2] = {o->v2[0] * o->v2[0], o->v2[1] * o->v2[1]}, gain = load * r->w[i];
    for (int b = 0; b < 2; b++)
        for (int a = 0; a < 2; a++) {
            row4 root = row4_rsqrt(q1[b] + q2[a]);
            o->gain[b][a] = gain * root;
            o->inverse[b][a] = root * root;
        }
}

/* Slip at (x, y), [y], [x], and its change over eta along x; the change g1 is the same for all images. */
typedef struct quarters {
    row4 x, y, s, v1[2], v2[2], g1, g2[2];
} quarters;

ROW4_INLINE quarters quarters_at(const pack *k, const pack_patch *p, row4 x, row4 y, row4 eta) {
    quarters q = {.x = x, .y = y, .s = node_height(k->c11, p->c22, x, y)};
    row4 m1 = p->v1 + p->w2 * q.s, m2 = p->v2 - p->w1 * q.s, turn = p->wn * y, side = p->wn * x, tilt = k->c11 * x;
    q.v1[0] = m1 - turn, q.v1[1] = m1 + turn;
    q.v2[0] = m2 + side, q.v2[1] = m2 - side;
    q.g1 = eta * p->w2 * tilt;
    q.g2[0] = eta * (p->wn - p->w1 * tilt), q.g2[1] = -eta * (p->wn + p->w1 * tilt);
    return q;
}

ROW4_INLINE quarters quarters_of(const pack *k, const abut_slip_cell *of, const pack_patch *p) {
    return quarters_at(k, p, p->a * of->x, p->b * of->y, 2 * of->half * p->a);
}

/* Does the slip of one of the contacts turn in one of the quarters of a strip (cell_turns)? */
ROW4_INLINE bool strip_turns(const pack *k, const abut_slip_cell *of, const pack_patch *p) {
    quarters q = quarters_of(k, of, p);
    row4 turn = p->wn * q.y, v1 = row4_min(q.v1[0] * q.v1[0], q.v1[1] * q.v1[1]);
    row4 most = row4_max(q.g2[0] * q.g2[0] - CELL_FROM * (q.v2[0] * q.v2[0]),
                         q.g2[1] * q.g2[1] - CELL_FROM * (q.v2[1] * q.v2[1]));
    row4 least = v1 + k->slip.law.v_s2 + CELL_SPREAD * turn * turn;
    return row4_any((most + q.g1 * q.g1 > CELL_FROM * least) & (p->N > 0));
}

/* May it in any strip? Not if it changes less than v_s over the widest. */
ROW4_INLINE bool may_turn(const pack *k, const pack_patch *p) {
    row4 tilt = k->c11 * p->a, eta = 2 * k->slip.widest * p->a, w1 = tilt * p->w1, w2 = tilt * p->w2;
    row4 most = eta * eta * (2 * (p->wn * p->wn + w1 * w1) + w2 * w2); /* (w_n + w_1)^2 is less */
    return row4_any((most > CELL_FROM * k->slip.law.v_s2) & (p->N > 0));
}

/* The quarter [y][x] of a strip. */
ROW4_INLINE cell cell_at(const pack *k, const abut_slip_cell *of, const pack_patch *p, int b, int a) {
    row4 y = p->b * of->y;
    return (cell){.v1 = p->v1,
                  .v2 = p->v2,
                  .w1 = p->w1,
                  .w2 = p->w2,
                  .wn = p->wn,
                  .c11 = row4_all(k->c11),
                  .c12 = row4_all(0),
                  .c22 = p->c22,
                  .a = a ? -p->a : p->a,
                  .y = b ? -y : y,
                  .load = p->N * of->load,
                  .of = of};
}

/* Adds one half of the cells of a strip, loads[y][x]. */
ROW4_INLINE void half_add(const pack *k, const abut_slip_cell *of, int i, const pack_patch *p, row4 loads[2][2],
                          row4 T[5]) {
    const double v_s2 = k->slip.law.v_s2;
    quarters q = quarters_at(k, p, p->a * of->slip[i], p->b * of->y, p->a * of->half);
    row4 lever = p->a * of->lever[i], height = node_height(k->c11, p->c22, lever, q.y), none = row4_all(0), q1 = none,
         q2 = none, by_x = none, by_y = none;
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++) {
            row4 C = q.v1[b] * q.v1[b] + q.v2[a] * q.v2[a] + v_s2, B = q.v1[b] * q.g1 + q.v2[a] * q.g2[a];
            cell_integrals m = cell_integrals_of(v_s2, q.v1[b], q.v2[a], q.g1, q.g2[a], C, B, true);
            row4 load = -of->share[i] * loads[b][a], t1 = load * (q.v1[b] * m.I0 + q.g1 * m.I1),
                 t2 = load * (q.v2[a] * m.I0 + q.g2[a] * m.I1);
            q1 += t1, q2 += t2;
            by_x += a ? -t2 : t2, by_y += b ? -t1 : t1;
        }
    T[ABUT_T1] += q1;
    T[ABUT_T2] += q2;
    T[ABUT_M1] -= height * q2;
    T[ABUT_M2] += height * q1;
    T[ABUT_MN] += lever * by_x - q.y * by_y;
}

/* Tractions of the nodes of a strip, keep[y][x]: how much of them, or NULL. */
ROW4_INLINE void nodes_add(const pack *k, int strip, const pack_patch *p, row4 (*keep)[2], row4 T[5]) {
    const abut_slip *r = &k->slip;
    row4 t1 = row4_all(0), t2 = t1, m1 = t1, m2 = t1, mn = t1, load = r->law.mu * p->N;
    for (int i = strip * r->points; i < (strip + 1) * r->points; i++) {
        images o;
        images_at(k, i, p, load, &o);
        if (keep)
            for (int b = 0; b < 2; b++)
                for (int a = 0; a < 2; a++) o.gain[b][a] *= keep[b][a];
        row4 y0 = (o.gain[0][0] + o.gain[0][1]) * o.v1[0], y1 = (o.gain[1][0] + o.gain[1][1]) * o.v1[1];
        row4 x0 = (o.gain[0][0] + o.gain[1][0]) * o.v2[0], x1 = (o.gain[0][1] + o.gain[1][1]) * o.v2[1];
        row4 q1 = y0 + y1, q2 = x0 + x1;
        t1 -= q1;
        t2 -= q2;
        m1 += o.s * q2;
        m2 -= o.s * q1;
        mn -= o.x * (x0 - x1) - o.y * (y0 - y1);
    }
    T[0] += t1, T[1] += t2, T[2] += m1, T[3] += m2, T[4] += mn;
}

/* Adds a strip in which slip turns. */
static __attribute__((noinline)) void strip_tractions(const pack *k, int strip, const pack_patch *p, row4 T[5]) {
    const abut_slip_cell *of = &k->slip.cells[strip];
    quarters q = quarters_of(k, of, p);
    row4 keep[2][2], loads[2][2], turn = p->wn * q.y, load = k->slip.law.mu * of->load * p->N;
    mask4 left = {0};
    for (int b = 0; b < 2; b++)
        for (int a = 0; a < 2; a++) {
            row4 C = q.v1[b] * q.v1[b] + q.v2[a] * q.v2[a] + k->slip.law.v_s2 + CELL_SPREAD * turn * turn;
            row4 lambda = cell_lambda_of(cell_ramp((q.g1 * q.g1 + q.g2[a] * q.g2[a]) / C));
            keep[b][a] = 1 - lambda;
            loads[b][a] = load * lambda;
            left |= keep[b][a] > 0;
        }
    for (int i = 0; i < 2; i++) half_add(k, of, i, p, loads, T);
    if (row4_any(left & (p->N > 0))) nodes_add(k, strip, p, keep, T);
}

static void tractions(const pack *k, const pack_patch *p, row4 T[5]) {
    bool may = may_turn(k, p);
    for (int i = 0; i < 5; i++) T[i] = row4_all(0);
    for (int strip = 0; strip * k->slip.points < k->slip.nodes; strip++)
        if (may && strip_turns(k, &k->slip.cells[strip], p))
            strip_tractions(k, strip, p, T);
        else
            nodes_add(k, strip, p, NULL, T);
}

/* Adds the nodes of a strip with derivatives; keep[y][x]: how much of them, or NULL; with it point[y][x] are the tractions of all
 * of them. */
ROW4_INLINE void nodes_rows(const pack *k, int strip, const pack_patch *p, row4 (*keep)[2], traction_sum (*point)[2],
                            row4 T[5], row4 d[PACK_LOCALS][5]) {
    const abut_slip *r = &k->slip;
    row4 load = r->law.mu * p->N;
    for (int i = strip * r->points; i < (strip + 1) * r->points; i++) {
        images o;
        fold f = {0};
        images_at(k, i, p, load, &o);
        for (int b = 0; b < 2; b++)
            for (int a = 0; a < 2; a++) { /* q = -g v; 2 dg/du = -g/(u + v_s^2) */
                row4 v1 = o.v1[b], v2 = o.v2[a], g = o.gain[b][a];
                if (keep) {
                    nodes n = {.x = a ? -o.x : o.x, .y = b ? -o.y : o.y, .s = o.s, .v1 = v1, .v2 = v2};
                    traction_add(&point[b][a], &n, g);
                    g *= keep[b][a];
                }
                row4 slope = g * o.inverse[b][a];
                fold_traction_add(&f, -g * v1, -g * v2, a, b);
                fold_matrix_add(&f.d, slope * v1 * v1 - g, slope * v1 * v2, slope * v2 * v2 - g, a, b);
            }
        fold_place at = {.x = o.x, .y = o.y, .s = o.s, .lever = o.x, .height = o.s};
        fold_traction(&f, at.lever, at.y, at.height, T);
        fold_rows(k, p, &f, &at, false, d);
    }
}

/* Adds half i of the cells of a strip with derivatives, share[y][x] of it; whole[y][x] are the tractions of all of it. */
ROW4_INLINE void half_rows(const pack *k, const abut_slip_cell *of, int i, const pack_patch *p, row4 share[2][2],
                           traction_sum whole[2][2], row4 T[5], row4 d[PACK_LOCALS][5]) {
    row4 eta = p->a * of->half, load = of->load * of->share[i] * p->N;
    quarters q = quarters_at(k, p, p->a * of->slip[i], p->b * of->y, eta);
    fold_place at = {.x = q.x, .y = q.y, .s = q.s, .eta = eta, .lever = p->a * of->lever[i]};
    at.height = node_height(k->c11, p->c22, at.lever, at.y);
    fold f = {0};
    for (int b = 0; b < 2; b++)
        for (int a = 0; a < 2; a++) {
            cell_mean m = cell_mean_of(&k->slip.law, q.v1[b], q.v2[a], q.g1, q.g2[a], true, true);
            row4 part = load * share[b][a];
            nodes n = {.x = a ? -at.lever : at.lever, .y = b ? -at.y : at.y, .s = at.height, .v1 = m.q1, .v2 = m.q2};
            traction_add(&whole[b][a], &n, -load);
            fold_traction_add(&f, part * m.q1, part * m.q2, a, b);
            fold_matrix_add(&f.d, part * m.d11, part * m.d12, part * m.d22, a, b);
            fold_matrix_add(&f.e, part * m.e11, part * m.e12, part * m.e22, a, b);
        }
    fold_traction(&f, at.lever, at.y, at.height, T);
    fold_rows(k, p, &f, &at, true, d);
}

/* Adds a strip in which slip turns, with derivatives. */
static __attribute__((noinline)) void strip_derivatives(const pack *k, int strip, const pack_patch *p, row4 T[5],
                                                        row4 d[PACK_LOCALS][5]) {
    const abut_slip_cell *of = &k->slip.cells[strip];
    row4 slope[2][2], share[2][2], keep[2][2];
    cell_share s[2][2];
    mask4 left = {0};
    for (int b = 0; b < 2; b++)
        for (int a = 0; a < 2; a++) {
            cell c = cell_at(k, of, p, b, a);
            s[b][a] = cell_share_of(&k->slip.law, &c);
            slope[b][a] = cell_lambda(&s[b][a]);
            share[b][a] = s[b][a].lambda, keep[b][a] = 1 - share[b][a];
            left |= keep[b][a] > 0;
        }
    traction_sum point[2][2] = {0}, whole[2][2] = {0};
    for (int i = 0; i < 2; i++) half_rows(k, of, i, p, share, whole, T, d);
    if (!row4_any(left & (p->N > 0))) return;
    nodes_rows(k, strip, p, keep, point, T, d);
    for (int b = 0; b < 2; b++)
        for (int a = 0; a < 2; a++) {
            cell c = cell_at(k, of, p, b, a);
            row4 by[CELL_BY];
            cell_lambda_by(&c, &s[b][a], slope[b][a], false, by);
            for (int v = 0; v < PACK_LOCALS; v++)
                for (int j = 0; j < 5; j++) d[v][j] += by[v] * (whole[b][a].T[j] - point[b][a].T[j]);
        }
}

static void derivatives(const pack *k, const pack_patch *p, row4 T[5], row4 d[PACK_LOCALS][5]) {
    bool may = may_turn(k, p);
    for (int i = 0; i < 5; i++) {
        T[i] = row4_all(0);
        for (int v = 0; v < PACK_LOCALS; v++) d[v][i] = row4_all(0);
    }
    for (int strip = 0; strip * k->slip.points < k->slip.nodes; strip++)
        if (may && strip_turns(k, &k->slip.cells[strip], p))
            strip_derivatives(k, strip, p, T, d);
        else
            nodes_rows(k, strip, p, NULL, NULL, T, d);
}

void pack_ellipse(const pack *k, const pack_patch *p, bool with_derivatives, row4 T[5], row4 d[PACK_LOCALS][5]) {
    if (with_derivatives)
        derivatives(k, p, T, d);
    else
        tractions(k, p, T);
}
