/* Swarms: balls that are alike and touch only a few other bodies (their hubs), as in a bearing. The state of a ball is six
 * velocities and its position, in turning axes where the model has them. Four balls are worked on together.
 *
 * Swarms are left out of the sparse matrix: with z_b, z_h the changes of the velocities of a ball and of the unknowns that
 * move the hubs,
 *   A_bb z_b + A_bh z_h = r_b,   sum_b A_hb z_b + A_hh z_h = r_h,
 * every ball is eliminated by itself, A_hh - sum A_hb A_bb^-1 A_bh goes to the matrix of the other bodies.
 *
 * A contact gives the wrench W on the ball (force, moment about its centre) and its derivatives by the ball's position and
 * velocities. What the hub does follows: only relative velocities count, turning everything turns W, and the wrench on the
 * hub is the opposite one. */
#ifndef ABUT_MULTIBODY_SWARM_H
#define ABUT_MULTIBODY_SWARM_H

#include <string.h>

#include "contact/pack.h"
#include "inside.h"

enum { SWARM_KINDS = 8, SWARM_HUBS = 4, SWARM_UNKNOWNS = 24, SWARM_LEAST = 4 };

/* One contact of every ball, with the same hub. */
typedef struct swarm_kind {
    int hub;      /* index among the hubs of the swarm */
    int *contact; /* of each ball: index in the system */
    bool ball_is_b;
    bool packed; /* evaluated four at a time by `pack`; otherwise by the elements */
    pack pack;
} swarm_kind;

typedef struct swarm_hub {
    int node;
    int parts, part[SWARM_HUBS * 4]; /* indices in `part` of the swarm: the nodes with unknowns that move it */
} swarm_hub;

typedef struct swarm_part { /* a node whose unknowns move a hub */
    int node, column;       /* first column among the nh of the swarm */
} swarm_part;

typedef struct swarm {
    int balls, packs; /* packs of four */
    int node, u, x;   /* of the first ball; the others follow */
    int frame;        /* turning axes, -1: none */
    double mass, inertia;
    int kinds, hubs, parts, nh;
    swarm_kind kind[SWARM_KINDS];
    swarm_hub hub[SWARM_HUBS];
    swarm_part part[SWARM_HUBS * 4];
    int slot[SWARM_HUBS * 4][SWARM_HUBS * 4]; /* of the sparse matrix: parts x parts */
} swarm;

/* How a hub moves with one unknown, or with time; axes of the swarm. */
typedef struct swarm_column {
    vec3 r, th, v, w;
    int at; /* among the nh columns of the swarm */
} swarm_column;

/* Four balls in a groove at the last linearisation (swarm_tangent.c). */
typedef struct swarm_tangent {
    row4v d, V, O; /* place against the middle of the groove, velocities relative to the holder */
    row4 W[6], D[6][9], h;
    row4 bend;    /* 1/N */
    vec3 axis, w; /* of the groove; angular velocity of the holder */
    row4 now[6];  /* wrench of the last evaluation since */
    bool known, touching;
} swarm_tangent;

/* Scratch and results of one swarm in one work. All arrays of row4: [pack][row][column]. */
typedef struct swarm_work {
    row4 *Kbb, *Cbb;       /* 6 x 3, 6 x 6 */
    row4 *Kbh, *Cbh;       /* 6 x nh */
    row4 *Khb, *Chb;       /* nh x 3, nh x 6 */
    row4 *inverse, *X, *B; /* A_bb^-1, A_bb^-1 A_bh, A_hb (nh x 6) */
    row4 *y;               /* 6: A_bb^-1 r_b */
    double *by_time;       /* 6 per ball: change of its acceleration by time alone */
    swarm_column *columns; /* hubs x nh */
    row4 (*hub_K)[6], (*hub_C)[6];
    pack_out *kept;           /* [kind][pack], of the last full evaluation; NULL: not kept */
    swarm_tangent *tangent;   /* [kind][pack]; NULL: every evaluation asks the laws */
    bool linear[SWARM_KINDS]; /* in this evaluation: their wrenches are in `now` of these */
    mat3 T;                   /* of the last factor */
    void *memory;
} swarm_work;

/* swarm_find.c */
bool swarms_find(mb_system *s);  /* before unknowns are numbered: marks nodes and contacts; false: out of memory */
void swarms_parts(mb_system *s); /* after: the unknowns of the hubs */
void swarms_slots(mb_system *s); /* when the pattern exists */
void swarms_pairs(const mb_system *s, void (*add)(void *to, int block_a, int block_b), void *to);
void swarms_destroy(mb_system *s);
bool swarm_work_create(const swarm *w, swarm_work *to);
void swarm_work_destroy(swarm_work *w);

/* What costs time: in code for any processor and, for x86-64, for AVX2 and FMA (contact/kernels.h). */
typedef struct swarm_kernel {
    /* swarm_forces.c: wrenches on hubs, accelerations of balls. brief: nothing for readers, powers and statistics. */
    abut_status (*forces)(mb_work *k, int which, bool derivatives, bool brief);
    /* Puts what a contact does into its report, if it is packed: at the state that was evaluated last. */
    abut_status (*report)(const mb_work *k, int contact, abut_element_out *out);
    /* swarm_solve.c */
    void (*factor)(mb_work *k, int which, double alpha); /* and subtracts from the factors of the sparse matrix */
    /* z (nu): right-hand side of the other bodies, reduced; rd, ru as in mb_newton, Trd = T rd of the other bodies */
    void (*reduce)(mb_work *k, int which, const double *rd, const double *ru, const double *Trd, double *z);
    void (*expand)(mb_work *k, int which, const double *z, double *rd, double *ru);
} swarm_kernel;
extern const swarm_kernel swarm_baseline;
#if defined(ABUT_KERNEL_AVX2)
extern const swarm_kernel swarm_avx2;
#endif

abut_status swarm_forces(mb_work *k, int which, bool derivatives, bool brief);
abut_status swarm_report(const mb_work *k, int contact, abut_element_out *out);
/* Rows first .. first + 2 of what balls do to the hubs: the part along e is left out. */
void swarm_project_rows(const swarm *s, swarm_work *w, int first, vec3 e);
void swarm_time(const mb_work *k, int which,
                double *to); /* change of the accelerations by time alone, into nu numbers */

/* swarm_tangent.c: the balls of a kind in the groove of their hub, what is known of their packs; NULL: ask the laws. */
swarm_tangent *swarm_tangent_of(const mb_work *k, const swarm *s, int kind);
/* A pack has been linearised; now: NULL if that was not possible. */
void swarm_tangent_note(swarm_tangent *t, const pack *p, const pack_holder *hub, const pack_balls *at,
                        const pack_out *now);
/* Wrenches on all balls of a kind, into `now` of the packs (all known). */
abut_status swarm_tangent_wrenches(const mb_work *k, const swarm *s, int kind, const pack_holder *hub,
                                   swarm_tangent *t);

void swarm_factor(mb_work *k, int which, double alpha);
void swarm_reduce(mb_work *k, int which, const double *rd, const double *ru, const double *Trd, double *z);
void swarm_expand(mb_work *k, int which, const double *z, double *rd, double *ru);

/* Six numbers of each of four balls, which stand one after the other; lanes without a ball: zero, left alone. */
ROW4_INLINE void swarm_load6(const double *v, int first, int balls, row4 to[6]) {
    v += 6 * first;
    if (first + 4 <= balls) {
        row4 a = row4_load(v + 2), b = row4_load(v + 8), c = row4_load(v + 14), d = row4_load(v + 20);
        to[0] = row4_load(v), to[1] = row4_load(v + 6), to[2] = row4_load(v + 12), to[3] = row4_load(v + 18);
        row4_transpose(&to[0], &to[1], &to[2], &to[3]);
        row4_transpose(&a, &b, &c, &d);
        to[4] = c, to[5] = d;
        return;
    }
    for (int i = 0; i < 6; i++) {
        to[i] = row4_all(0);
        for (int lane = 0; first + lane < balls; lane++) to[i][lane] = v[6 * lane + i];
    }
}
ROW4_INLINE void swarm_store6(const row4 from[6], int first, int balls, double *v) {
    v += 6 * first;
    if (first + 4 <= balls) {
        row4 a = from[0], b = from[1], c = from[2], d = from[3], p = from[2], q = from[3], r = from[4], s = from[5];
        row4_transpose(&a, &b, &c, &d);
        row4_transpose(&p, &q, &r, &s);
        row4_store(a, v), row4_store(b, v + 6), row4_store(c, v + 12), row4_store(d, v + 18);
        row4_store(p, v + 2), row4_store(q, v + 8), row4_store(r, v + 14), row4_store(s, v + 20);
        return;
    }
    for (int lane = 0; first + lane < balls; lane++)
        for (int i = 0; i < 6; i++) v[6 * lane + i] = from[i][lane];
}
/* Places and velocities of four balls; lanes without a ball stand where the first one does. */
ROW4_INLINE void swarm_load(const mb_work *k, const swarm *s, int first, pack_balls *to) {
    const double *x = k->x + s->x;
    row4 u[6];
    int at[4];
    for (int lane = 0; lane < 4; lane++) at[lane] = 3 * (first + lane < s->balls ? first + lane : first);
    swarm_load6(k->u + s->u, first, s->balls, u);
    to->c = (row4v){{x[at[0]], x[at[1]], x[at[2]], x[at[3]]},
                    {x[at[0] + 1], x[at[1] + 1], x[at[2] + 1], x[at[3] + 1]},
                    {x[at[0] + 2], x[at[1] + 2], x[at[2] + 2], x[at[3] + 2]}};
    to->v = (row4v){u[0], u[1], u[2]};
    to->w = (row4v){u[3], u[4], u[5]};
}

#endif
