/* The linear systems of a swarm: every ball is eliminated by itself (see swarm.h and newton.c).
 *   A_bb = M + alpha C_bb + alpha^2 K_bb T,   A_bh = alpha C_bh + alpha^2 K_bh T_h,   A_hb = alpha C_hb + alpha^2 K_hb T,
 * T for positions in turning axes, T_h for the rotations of the hubs. */
#include <string.h>

#include "newton.h"
#include "registry/kernel_type.h"
#include "swarm.h"

/* In place, Gauss and Jordan. The matrices are M + alpha C + alpha^2 K: the inertia keeps the pivots away from zero. */
static void invert6(row4 A[6][6]) {
    for (int p = 0; p < 6; p++) {
        row4 pivot = 1 / A[p][p];
        A[p][p] = row4_all(1);
        for (int j = 0; j < 6; j++) A[p][j] *= pivot;
        for (int i = 0; i < 6; i++) {
            if (i == p) continue;
            row4 f = A[i][p];
            A[i][p] = row4_all(0);
            for (int j = 0; j < 6; j++) A[i][j] -= f * A[p][j];
        }
    }
}

/* row (three columns) := row T */
ROW4_INLINE void times_T(const mat3 *T, const row4 *in, row4 *out) {
    out[0] = in[0] * T->c0.x + in[1] * T->c0.y + in[2] * T->c0.z;
    out[1] = in[0] * T->c1.x + in[1] * T->c1.y + in[2] * T->c1.z;
    out[2] = in[0] * T->c2.x + in[1] * T->c2.y + in[2] * T->c2.z;
}

static void ball_matrix(const swarm *s, const swarm_work *w, int which, double alpha, row4 A[6][6]) {
    const row4 *K = w->Kbb + 18 * (size_t)which, *C = w->Cbb + 36 * (size_t)which;
    double square = alpha * alpha;
    for (int i = 0; i < 6; i++) {
        row4 turned[3];
        times_T(&w->T, K + 3 * i, turned);
        for (int j = 0; j < 6; j++) A[i][j] = alpha * C[6 * i + j] + (j < 3 ? square * turned[j] : row4_all(0));
        A[i][i] += i < 3 ? s->mass : s->inertia;
    }
}

/* The rotations among the columns of the hubs: K T_h. */
typedef struct turn {
    int column;
    mat3 T;
} turn;

static int hub_turns(const mb_work *k, const swarm *s, turn *to) {
    int count = 0;
    for (int i = 0; i < s->parts; i++) {
        const mb_node *n = &k->s->node[s->part[i].node];
        int triple = newton_turning(k, n, &to[count].T);
        if (triple < 0) continue;
        to[count++].column = s->part[i].column + triple;
    }
    return count;
}

static void coupling(const swarm *s, const swarm_work *w, int which, double alpha, int turns, const turn *turned,
                     row4 *A) {
    size_t n = 6 * (size_t)s->nh, at = n * (size_t)which;
    const row4 *K = w->Kbh + at, *C = w->Cbh + at;
    double square = alpha * alpha;
    for (size_t i = 0; i < n; i++) A[i] = square * K[i];
    for (int t = 0; t < turns; t++)
        for (int i = 0; i < 6; i++) {
            row4 out[3], *row = A + i * s->nh + turned[t].column;
            times_T(&turned[t].T, row, out);
            row[0] = out[0], row[1] = out[1], row[2] = out[2];
        }
    for (size_t i = 0; i < n; i++) A[i] += alpha * C[i];
}

static void back_coupling(const swarm *s, swarm_work *w, int which, double alpha) {
    const row4 *K = w->Khb + 3 * (size_t)s->nh * (size_t)which, *C = w->Chb + 6 * (size_t)s->nh * (size_t)which;
    row4 *B = w->B + 6 * (size_t)s->nh * (size_t)which;
    double square = alpha * alpha;
    for (int i = 0; i < s->nh; i++) {
        row4 turned[3];
        times_T(&w->T, K + 3 * i, turned);
        for (int j = 0; j < 6; j++) B[6 * i + j] = alpha * C[6 * i + j] + (j < 3 ? square * turned[j] : row4_all(0));
    }
}

static void subtract(mb_work *k, const swarm *s, row4 (*S)[SWARM_UNKNOWNS]) {
    blocks *b = k->s->pattern;
    for (int p = 0; p < s->parts; p++)
        for (int q = 0; q < s->parts; q++) {
            int rows = k->s->node[s->part[p].node].nu, columns = k->s->node[s->part[q].node].nu;
            double *to = b->lu + b->target[s->slot[p][q]];
            for (int i = 0; i < rows; i++)
                for (int j = 0; j < columns; j++)
                    to[i * columns + j] -= row4_sum(S[s->part[p].column + i][s->part[q].column + j]);
        }
}

void swarm_factor(mb_work *k, int which, double alpha) {
    const swarm *s = &k->s->swarm[which];
    swarm_work *w = &k->swarm[which];
    int nh = s->nh;
    row4 S[SWARM_UNKNOWNS][SWARM_UNKNOWNS];
    turn turned[SWARM_HUBS * 4];
    int turns = hub_turns(k, s, turned);
    w->T = newton_axes(k, s->frame);
    for (int i = 0; i < nh; i++)
        for (int j = 0; j < nh; j++) S[i][j] = row4_all(0);
    for (int p = 0; p < s->packs; p++) {
        row4(*inverse)[6] = (row4(*)[6])(w->inverse + 36 * (size_t)p);
        ball_matrix(s, w, p, alpha, inverse);
        invert6(inverse);
        if (!nh) continue;
        row4 A[6 * SWARM_UNKNOWNS], *X = w->X + 6 * (size_t)nh * (size_t)p, *B = w->B + 6 * (size_t)nh * (size_t)p;
        coupling(s, w, p, alpha, turns, turned, A);
        back_coupling(s, w, p, alpha);
        for (int i = 0; i < 6; i++)
            for (int j = 0; j < nh; j++) {
                row4 sum = inverse[i][0] * A[j];
                for (int m = 1; m < 6; m++) sum += inverse[i][m] * A[m * nh + j];
                X[i * nh + j] = sum;
            }
        for (int i = 0; i < nh; i++)
            for (int j = 0; j < nh; j++)
                for (int m = 0; m < 6; m++) S[i][j] += B[6 * i + m] * X[m * nh + j];
    }
    if (nh) subtract(k, s, S);
}

void swarm_reduce(mb_work *k, int which, const double *rd, const double *ru, const double *Trd, double *z) {
    const swarm *s = &k->s->swarm[which];
    swarm_work *w = &k->swarm[which];
    int nh = s->nh;
    double alpha = k->alpha, hub[SWARM_UNKNOWNS];
    row4 sum[SWARM_UNKNOWNS];
    for (int i = 0; i < s->parts; i++)
        for (int j = 0; j < k->s->node[s->part[i].node].nu; j++)
            hub[s->part[i].column + j] = Trd[k->s->node[s->part[i].node].u + j];
    for (int i = 0; i < nh; i++) sum[i] = row4_all(0);
    for (int p = 0; p < s->packs; p++) {
        row4 d[6], v[6], r[6], Td[3];
        swarm_load6(rd + s->u, 4 * p, s->balls, d);
        swarm_load6(ru + s->u, 4 * p, s->balls, v);
        const mat3 *T = &w->T;
        Td[0] = T->c0.x * d[0] + T->c1.x * d[1] + T->c2.x * d[2];
        Td[1] = T->c0.y * d[0] + T->c1.y * d[1] + T->c2.y * d[2];
        Td[2] = T->c0.z * d[0] + T->c1.z * d[1] + T->c2.z * d[2];
        const row4 *K = w->Kbb + 18 * (size_t)p, *Kbh = w->Kbh + 6 * (size_t)nh * (size_t)p,
                   *Khb = w->Khb + 3 * (size_t)nh * (size_t)p, *inverse = w->inverse + 36 * (size_t)p,
                   *B = w->B + 6 * (size_t)nh * (size_t)p;
        for (int i = 0; i < 6; i++) {
            row4 Kd = K[3 * i] * Td[0] + K[3 * i + 1] * Td[1] + K[3 * i + 2] * Td[2];
            for (int j = 0; j < nh; j++) Kd += Kbh[i * nh + j] * hub[j];
            r[i] = alpha * ((i < 3 ? s->mass : s->inertia) * v[i] - alpha * Kd);
        }
        row4 *y = w->y + 6 * (size_t)p;
        for (int i = 0; i < 6; i++) {
            row4 x = inverse[6 * i] * r[0];
            for (int j = 1; j < 6; j++) x += inverse[6 * i + j] * r[j];
            y[i] = x;
        }
        for (int i = 0; i < nh; i++) {
            row4 x = B[6 * i] * y[0];
            for (int j = 1; j < 6; j++) x += B[6 * i + j] * y[j];
            sum[i] += x + alpha * alpha * (Khb[3 * i] * Td[0] + Khb[3 * i + 1] * Td[1] + Khb[3 * i + 2] * Td[2]);
        }
    }
    for (int i = 0; i < s->parts; i++)
        for (int j = 0; j < k->s->node[s->part[i].node].nu; j++)
            z[k->s->node[s->part[i].node].u + j] -= row4_sum(sum[s->part[i].column + j]);
}

void swarm_expand(mb_work *k, int which, const double *z, double *rd, double *ru) {
    const swarm *s = &k->s->swarm[which];
    const swarm_work *w = &k->swarm[which];
    int nh = s->nh;
    double alpha = k->alpha, hub[SWARM_UNKNOWNS];
    for (int i = 0; i < s->parts; i++)
        for (int j = 0; j < k->s->node[s->part[i].node].nu; j++)
            hub[s->part[i].column + j] = z[k->s->node[s->part[i].node].u + j];
    const mat3 *T = &w->T;
    for (int p = 0; p < s->packs; p++) {
        const row4 *X = w->X + 6 * (size_t)nh * (size_t)p, *y = w->y + 6 * (size_t)p;
        row4 v[6], d[6];
        swarm_load6(rd + s->u, 4 * p, s->balls, d);
        for (int i = 0; i < 6; i++) {
            v[i] = y[i];
            for (int j = 0; j < nh; j++) v[i] -= X[i * nh + j] * hub[j];
        }
        for (int i = 0; i < 6; i++) d[i] = alpha * (d[i] + v[i]);
        row4 Td[3] = {T->c0.x * d[0] + T->c1.x * d[1] + T->c2.x * d[2],
                      T->c0.y * d[0] + T->c1.y * d[1] + T->c2.y * d[2],
                      T->c0.z * d[0] + T->c1.z * d[1] + T->c2.z * d[2]};
        for (int i = 0; i < 3; i++) d[i] = Td[i];
        swarm_store6(v, 4 * p, s->balls, ru + s->u);
        swarm_store6(d, 4 * p, s->balls, rd + s->u);
    }
}

const swarm_kernel KERNEL_SYMBOL(swarm) = {
    .forces = swarm_forces,
    .report = swarm_report,
    .factor = swarm_factor,
    .reduce = swarm_reduce,
    .expand = swarm_expand,
};
