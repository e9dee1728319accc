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

#include "base/row4.h"
#include "inside.h"

enum { SWARM_KINDS = 8, SWARM_HUBS = 4, SWARM_UNKNOWNS = 24, SWARM_LEAST = 4, SWARM_POLY = 24, SWARM_NEAR = 12 };

typedef struct row4v { /* four vectors */
    row4 x, y, z;
} row4v;

typedef enum swarm_shape { SWARM_GROOVE, SWARM_SOCKET, SWARM_BORE } swarm_shape;

/* One contact of every ball, with the same hub. */
typedef struct swarm_kind {
    int hub;      /* index among the hubs of the swarm */
    int *contact; /* of each ball: index in the system */
    bool ball_is_b;
    /* A ball in a hollow with exact Hertz, hunt_crossley and coulomb at a point, the same for all: worked on together.
     * N_el = h^(3/2) e(c), a^2 = h A(c), b^2 = h B(c) with c the cosine of the tube angle. */
    bool fast;
    swarm_shape shape;
    vec3 centre, axis;                      /* of the torus in the hub's frame */
    row4v *centres, *axes;                  /* of sockets and bores: of each pack, in the hub's frame */
    double ring, tube, ball, chi, mu, v_s2; /* tube: radius of the hollow */
    /* patch ellipse, grooves only: nodes, curvature of the interface across the groove, share of the ring in deformation */
    const struct strips *strips;
    double c11, share;
    /* powers of x = 4 (c -+ 3/4), contact angles up to 60 degrees, outer and inner race */
    double near_e[2][SWARM_NEAR], near_a[2][SWARM_NEAR], near_b[2][SWARM_NEAR];
    int terms;
    double e[SWARM_POLY], wide_a[SWARM_POLY], wide_b[SWARM_POLY]; /* elsewhere: Chebyshev in c */
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
    mat3 T; /* of the last factor */
    void *memory;
} swarm_work;

/* swarm_find.c */
void swarms_find(mb_system *s);  /* before unknowns are numbered: marks nodes and contacts */
void swarms_parts(mb_system *s); /* after: the unknowns of the hubs */
void swarms_slots(mb_system *s); /* when the pattern exists */
void swarms_pairs(const mb_system *s, void (*add)(void *to, int block_a, int block_b), void *to);
void swarms_destroy(mb_system *s);
bool swarm_work_create(const swarm *w, swarm_work *to);
void swarm_work_destroy(swarm_work *w);

/* swarm_forces.c: wrenches on hubs, accelerations of balls. brief: nothing for readers, powers and statistics. */
abut_status swarm_forces(mb_work *k, int which, bool derivatives, bool brief);
/* Rows first .. first + 2 of what balls do to the hubs: the part along e is left out. */
void swarm_project_rows(const swarm *s, swarm_work *w, int first, vec3 e);
void swarm_time(const mb_work *k, int which,
                double *to); /* change of the accelerations by time alone, into nu numbers */

/* swarm_contact.c: wrench on four balls and its derivatives by position, velocity, angular velocity. */
typedef struct swarm_hub_motion { /* axes of the swarm */
    vec3 r, v, w;
    mat3 R;
} swarm_hub_motion;
typedef struct swarm_out {
    row4 W[6], D[6][9];
    row4 h, hdot, N, p_max, energy, loss_normal, loss_friction;
} swarm_out;
/* False: none of them touches, everything is zero. */
bool swarm_hollow(const swarm_kind *kind, int pack, const swarm_hub_motion *hub, row4v c, row4v v, row4v w,
                  bool derivatives, bool brief, swarm_out *out);

/* swarm_ellipse.c: sums of the traction over the ellipses, and their derivatives by v1 v2 w1 w2 wn ln a ln b c22. */
enum { SWARM_BY_A = 5, SWARM_BY_B, SWARM_BY_C22, SWARM_LOCALS };
typedef struct swarm_patch {
    row4 N, a, b, c22, v1, v2, w1, w2, wn;
} swarm_patch;
void swarm_ellipse(const swarm_kind *k, const swarm_patch *p, bool with_derivatives, row4 T[5],
                   row4 d[5][SWARM_LOCALS]);

/* swarm_solve.c */
void swarm_factor(mb_work *k, int which, double alpha); /* and subtracts from the factors of the sparse matrix */
/* z (nu): right-hand side of the other bodies, reduced; rd, ru as in mb_newton, Trd = T rd of the other bodies */
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

ROW4_INLINE row4v row4v_all(vec3 a) { return (row4v){row4_all(a.x), row4_all(a.y), row4_all(a.z)}; }
ROW4_INLINE row4v row4v_add(row4v a, row4v b) { return (row4v){a.x + b.x, a.y + b.y, a.z + b.z}; }
ROW4_INLINE row4v row4v_sub(row4v a, row4v b) { return (row4v){a.x - b.x, a.y - b.y, a.z - b.z}; }
ROW4_INLINE row4v row4v_scale(row4 s, row4v a) { return (row4v){s * a.x, s * a.y, s * a.z}; }
ROW4_INLINE row4 row4v_dot(row4v a, row4v b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
ROW4_INLINE row4v row4v_cross(row4v a, row4v b) {
    return (row4v){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

#endif
