/* Four balls in hollows: exact Hertz, hunt_crossley, coulomb at the contact point.
 *
 * Torus groove: with o the centre and a the axis of the torus, d = c - o, the radial direction e, rho the distance from the
 * axis and w that from the ring circle of radius R:
 *   m = ((rho - R) e + (d.a) a)/w,   h = w + r_b - r,   theta = a x e,   tau = m x theta,   c = m.e;
 * the force on the ball is -N m. In the basis (m, theta, tau) a move dc changes m by (0, k_2 dc_2, k_3 dc_3) with
 * k_2 = c/rho, k_3 = 1/w, h by dc_1 and c by -(m.a) k_3 dc_3.
 * Socket (spherical cavity about o): m = d/|d|, k_2 = k_3 = 1/|d|. Bore about the axis a through o: m = e, k_2 = 1/rho,
 * k_3 = 0. Both with constant stiffness e.
 * Slip at the midpoint, lambda = r_b - h/2 from the ball's centre, with the velocity V of the centre and the angular velocity
 * Om relative to the hub:
 *   s = (0, V_2 + lambda Om_3, V_3 - lambda Om_2),   f = -g(s^2) N s,   W = (-N m + f, lambda m x f). */
#include <string.h>

#include "damping/damping.h"
#include "kernels.h"
#include "normal/ellipse.h"
#include "pack_local.h"
#include "surface/tube.h"

/* to[3][3] of the balls' axes from local[3][3]: B local B^T */
ROW4_INLINE void turn_block(const pack_basis *b, row4 local[3][3], row4 (*to)[9], int row, int column) {
    row4v r[3];
    for (int i = 0; i < 3; i++) r[i] = from_basis(b, local[i][0], local[i][1], local[i][2]);
    const row4 B[3][3] = {{b->m.x, b->t.x, b->u.x}, {b->m.y, b->t.y, b->u.y}, {b->m.z, b->t.z, b->u.z}};
    for (int i = 0; i < 3; i++) {
        to[row + i][column] = B[i][0] * r[0].x + B[i][1] * r[1].x + B[i][2] * r[2].x;
        to[row + i][column + 1] = B[i][0] * r[0].y + B[i][1] * r[1].y + B[i][2] * r[2].y;
        to[row + i][column + 2] = B[i][0] * r[0].z + B[i][1] * r[1].z + B[i][2] * r[2].z;
    }
}

/* D_c at fixed velocities of hub and ball: the hub's point under the ball's centre has another velocity, dV = -w_h x dc. */
ROW4_INLINE void turn_with_hub(vec3 w, row4 (*D)[9]) {
    for (int i = 0; i < 6; i++) {
        row4 x = D[i][3], y = D[i][4], z = D[i][5];
        D[i][0] += z * w.y - y * w.z;
        D[i][1] += x * w.z - z * w.x;
        D[i][2] += y * w.x - x * w.y;
    }
}

ROW4_INLINE row4v turned(const mat3 *R, const row4v *v) {
    return (row4v){R->c0.x * v->x + R->c1.x * v->y + R->c2.x * v->z, R->c0.y * v->x + R->c1.y * v->y + R->c2.y * v->z,
                   R->c0.z * v->x + R->c1.z * v->y + R->c2.z * v->z};
}

#define INVERSE(x) (1 / row4_max(x, row4_all(1e-12)))
TUBE_PLACE(row4, tube_place, row4_sqrt, INVERSE)

ROW4_INLINE void in_groove(const pack *kind, const pack_holder *hub, row4v l, pack_place *o) {
    row4v a = row4v_all(m3_mul(hub->R, kind->axis)), d = row4v_sub(l, row4v_all(m3_mul(hub->R, kind->centre)));
    row4 z = row4v_dot(d, a);
    row4v radial = row4v_sub(d, row4v_scale(z, a));
    row4 rho = row4_sqrt(row4v_dot(radial, radial)), i_rho = 1 / rho;
    tube_place t = tube_place_of(rho, z, kind->ring);
    o->k3 = t.i_w;
    o->cosine = t.c;
    o->sine = t.d;
    o->k2 = o->cosine * i_rho;
    o->phi1 = o->sine * i_rho;
    row4v e = row4v_scale(i_rho, radial);
    o->b.m = row4v_add(row4v_scale(o->cosine, e), row4v_scale(o->sine, a));
    o->b.t = row4v_cross(a, e);
    o->b.u = row4v_cross(o->b.m, o->b.t);
    o->h = t.w + (kind->ball - kind->tube);
}

/* A vector perpendicular to unit m: across its smallest part. */
ROW4_INLINE row4v across(row4v m) {
    const row4 zero = row4_all(0);
    mask4 low = m.x * m.x < row4_all(0.5);
    row4v t = {row4_pick(low, zero, -m.z), row4_pick(low, m.z, zero), row4_pick(low, -m.y, m.x)};
    return row4v_scale(1 / row4_sqrt(row4v_dot(t, t)), t);
}

ROW4_INLINE void in_socket(const pack *kind, int four, const pack_holder *hub, row4v l, pack_place *o) {
    row4v d = row4v_sub(l, turned(&hub->R, &kind->centres[four]));
    row4 dist = row4_sqrt(row4v_dot(d, d));
    o->h = dist + (kind->ball - kind->tube);
    o->k2 = o->k3 = INVERSE(dist);
    o->b.m = row4v_scale(o->k2, d);
    o->b.t = across(o->b.m);
    o->b.u = row4v_cross(o->b.m, o->b.t);
    o->cosine = o->sine = o->phi1 = row4_all(0);
}

ROW4_INLINE void in_bore(const pack *kind, int four, const pack_holder *hub, row4v l, pack_place *o) {
    row4v d = row4v_sub(l, turned(&hub->R, &kind->centres[four])), a = turned(&hub->R, &kind->axes[four]);
    row4v radial = row4v_sub(d, row4v_scale(row4v_dot(d, a), a));
    row4 dist = row4_sqrt(row4v_dot(radial, radial));
    o->h = dist + (kind->ball - kind->tube);
    o->k2 = INVERSE(dist);
    o->b.m = row4v_scale(o->k2, radial);
    o->b.t = row4v_cross(a, o->b.m);
    o->b.u = row4v_cross(o->b.m, o->b.t);
    o->k3 = o->cosine = o->sine = o->phi1 = row4_all(0);
}

static void nothing(row4 h, bool derivatives, pack_out *out) {
    const row4 zero = row4_all(0);
    for (int i = 0; i < 6; i++) out->W[i] = zero;
    if (derivatives)
        for (int i = 0; i < 6; i++)
            for (int j = 0; j < 9; j++) out->D[i][j] = zero;
    out->h = h;
    out->N = out->a = out->b = out->p_max = out->energy = out->loss_normal = out->loss_friction = zero;
}

static void point_friction(const pack *k, bool derivatives, const row4 dN[8], pack_local *l) {
    const row4 zero = row4_all(0);
    row4 s2 = l->s2, s3 = l->s3;
    slip_point4 t = slip_point4_of(&k->slip.law, l->N, s2, s3, derivatives);
    wrench_of(l, t.T1, t.T2, zero, zero, zero);
    l->loss = -(t.T1 * s2 + t.T2 * s3);
    if (!derivatives) return;
    row4 d2[8], d3[8], E[5][8];
    slip_changes(l, d2, d3);
    for (int j = 0; j < 8; j++) {
        E[0][j] = t.d11 * d2[j] + t.d12 * d3[j] - t.gain * s2 * dN[j];
        E[1][j] = t.d12 * d2[j] + t.d22 * d3[j] - t.gain * s3 * dN[j];
        E[2][j] = E[3][j] = E[4][j] = zero;
    }
    spread(l, dN, E);
}

/* The principal axes of the patch: 1 = tau (a), 2 = theta (b), n = -m. */
static void ellipse_friction(const pack *k, bool derivatives, const row4 dN[8], pack_local *l) {
    const row4 zero = row4_all(0), one = row4_all(1);
    row4 wide = one / (k->ring + k->tube * l->o.cosine), along = l->o.cosine * wide;
    pack_patch p = {.N = l->N,
                    .a = l->a,
                    .b = l->b,
                    .c22 = along + k->share * (1 / k->ball - along),
                    .v1 = l->s3,
                    .v2 = l->s2,
                    .w1 = l->O.z,
                    .w2 = l->O.y,
                    .wn = -l->O.x};
    row4 T[5], d[PACK_LOCALS][5];
    pack_ellipse(k, &p, derivatives, T, d);
    wrench_of(l, T[1], T[0], -T[4], T[3], T[2]);
    l->loss = -(T[0] * p.v1 + T[1] * p.v2 + T[2] * p.w1 + T[3] * p.w2 + T[4] * p.wn);
    if (!derivatives) return;
    row4 d2[8], d3[8], E[5][8], per_N = one / row4_max(l->N, row4_all(1e-300)),
                                i_h = one / row4_max(l->hp, row4_all(1e-300));
    static const int from[5] = {1, 0, 4, 3, 2}; /* f2 f3 m1 m2 m3 */
    slip_changes(l, d2, d3);
    row4 lna = 0.5 * l->dA / l->A, lnb = 0.5 * l->dB / l->B, dc22 = (1 - k->share) * k->ring * wide * wide;
    for (int i = 0; i < 5; i++) {
        int t = from[i];
        row4 sign = t == 4 ? -one : one, each = sign * T[t] * per_N;
        for (int j = 0; j < 8; j++) E[i][j] = sign * (d[0][t] * d3[j] + d[1][t] * d2[j]) + each * dN[j];
        E[i][0] += sign * 0.5 * i_h * (d[PACK_BY_A][t] + d[PACK_BY_B][t]);
        E[i][1] += sign * (d[PACK_BY_A][t] * lna + d[PACK_BY_B][t] * lnb + d[PACK_BY_C22][t] * dc22);
        E[i][5] -= sign * d[4][t];
        E[i][6] += sign * d[3][t];
        E[i][7] += sign * d[2][t];
    }
    row4 on = row4_pick(l->N > zero, one, zero);
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 8; j++) E[i][j] *= on;
    spread(l, dN, E);
}

/* Derivatives in the axes of the balls. A move dc turns the basis by phi: (sine/rho dc_2, -k_3 dc_3, k_2 dc_2) for a groove, in
 * general with the part phi_1 that keeps the axes of the hollow in theirs. Components of fixed vectors change by -phi x. */
static void turn_out(const pack_local *l, row4 phi1, pack_out *out) {
    const pack_place *o = &l->o;
    const row4 zero = row4_all(0);
    const row4v V = l->V, O = l->O, phi[3] = {{zero, zero, zero}, {phi1, zero, o->k2}, {zero, -o->k3, zero}};
    row4 block[6][3];
    for (int j = 0; j < 3; j++) {
        row4v dV = row4v_cross(V, phi[j]), dO = row4v_cross(O, phi[j]);
        row4v F = row4v_cross(phi[j], (row4v){l->F[0], l->F[1], l->F[2]}),
              M = row4v_cross(phi[j], (row4v){l->M[0], l->M[1], l->M[2]});
        const row4 turned[6] = {F.x, F.y, F.z, M.x, M.y, M.z};
        for (int i = 0; i < 6; i++) {
            const row4 *G = l->G[i];
            row4 sum = turned[i] + G[2] * dV.x + G[3] * dV.y + G[4] * dV.z + G[5] * dO.x + G[6] * dO.y + G[7] * dO.z;
            if (j == 0) sum += G[0];
            if (j == 2) sum -= G[1] * o->sine * o->k3;
            block[i][j] = sum;
        }
    }
    row4 part[3][3];
    for (int half = 0; half < 6; half += 3) {
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) part[i][j] = block[half + i][j];
        turn_block(&o->b, part, out->D, half, 0);
        for (int set = 0; set < 2; set++) {
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++) part[i][j] = l->G[half + i][2 + 3 * set + j];
            turn_block(&o->b, part, out->D, half, 3 + 3 * set);
        }
    }
}

ROW4_INLINE void find_place(const pack *k, int four, const pack_holder *hub, row4v lever, pack_place *o) {
    if (k->shape == PACK_GROOVE)
        in_groove(k, hub, lever, o);
    else if (k->shape == PACK_SOCKET)
        in_socket(k, four, hub, lever, o);
    else
        in_bore(k, four, hub, lever, o);
}

/* Elastic force, damping and, if `ellipse`, semi-axes; dN: by h, c, V, O. */
ROW4_INLINE void normal_force(const pack *k, bool derivatives, bool ellipse, pack_local *l, row4 dN[8]) {
    const row4 zero = row4_all(0), one = row4_all(1);
    bool slopes = derivatives && k->slip.nodes;
    l->slope = l->dA = l->dB = zero;
    l->hp = row4_max(l->o.h, zero);
    row4 root = row4_sqrt(l->hp), stiff = of_angle(k, &k->e, l->o.cosine, derivatives, &l->slope);
    l->elastic = stiff * l->hp * root;
    row4 damp = DAMPING_FACTOR(k->chi, l->V.x);
    l->N = row4_max(l->elastic * damp, zero);
    if (ellipse) {
        l->A = of_angle(k, &k->A, l->o.cosine, slopes, &l->dA);
        l->B = of_angle(k, &k->B, l->o.cosine, slopes, &l->dB);
        l->a = row4_sqrt(l->A * l->hp);
        l->b = row4_sqrt(l->B * l->hp);
    }
    if (!derivatives) return;
    row4 on = row4_pick(l->N > zero, one, zero);
    dN[0] = 1.5 * stiff * root * damp * on;
    dN[1] = l->hp * root * l->slope * damp * on;
    dN[2] = l->elastic * k->chi * on;
    dN[3] = dN[4] = dN[5] = dN[6] = dN[7] = zero;
}

/* In *l: energy and losses of the normal force; a pulling contact keeps none of its energy. */
static void report(const pack *k, const pack_local *l, pack_out *out) {
    out->hdot = l->V.x;
    out->N = l->N;
    out->a = l->a;
    out->b = l->b;
    out->energy = ELLIPSE_ENERGY(l->elastic, l->hp);
    out->loss_normal = (l->N - l->elastic) * l->V.x;
    out->loss_friction = l->loss;
    out->p_max = ELLIPSE_P_MAX(l->elastic, row4_max(l->a * l->b, row4_all(1e-300)));
    if (k->wet) {
        out->energy *= l->kept;
        out->loss_normal = (l->N - l->faded * l->elastic) * l->V.x;
        out->p_max = row4_pick(l->kept > 0, out->p_max, row4_all(0));
    }
}

abut_status kernel_pack_eval(const pack *k, int four, const pack_holder *hub, const pack_balls *balls, pack_want want,
                             pack_out *out) {
    bool derivatives = want == PACK_DERIVATIVES, ellipse = k->slip.nodes > 0;
    row4v lever = row4v_sub(balls->c, row4v_all(hub->r)), wh = row4v_all(hub->w);
    pack_local l;
    pack_place *o = &l.o;
    find_place(k, four, hub, lever, o);
    row4v relative = row4v_sub(row4v_sub(balls->v, row4v_all(hub->v)), row4v_cross(wh, lever));
    double reach = k->wet && k->wet->film.carries ? k->wet->film.reach : 0;
    mask4 deep = o->h > row4_all(PACK_DEEP * k->tube);
    out->touching = row4_any(o->h > -reach);
    out->by_elements = false;
    out->m = o->b.m;
    if (!out->touching) {
        nothing(o->h, derivatives, out);
        out->hdot = row4v_dot(o->b.m, relative);
        memset(&out->film, 0, sizeof out->film);
        return ABUT_OK;
    }
    if (__builtin_expect(row4_any(deep), 0)) return ABUT_TOO_DEEP;
    row4 dN[8];
    l.V = to_basis(&o->b, relative);
    l.O = to_basis(&o->b, row4v_sub(balls->w, wh));
    l.lambda = k->ball - 0.5 * o->h;
    l.s2 = l.V.y + l.lambda * l.O.z;
    l.s3 = l.V.z - l.lambda * l.O.y;
    if (k->wet) {
        if (!pack_lubricated(k, derivatives, &l, dN, want == PACK_WRENCH ? NULL : &out->film))
            return ABUT_NO_CONVERGENCE;
    } else {
        normal_force(k, derivatives, ellipse || want != PACK_WRENCH, &l, dN);
        if (ellipse)
            ellipse_friction(k, derivatives, dN, &l);
        else
            point_friction(k, derivatives, dN, &l);
    }
    row4v F = from_basis(&o->b, l.F[0], l.F[1], l.F[2]), M = from_basis(&o->b, l.M[0], l.M[1], l.M[2]);
    out->W[0] = F.x, out->W[1] = F.y, out->W[2] = F.z;
    out->W[3] = M.x, out->W[4] = M.y, out->W[5] = M.z;
    out->h = o->h;
    if (want == PACK_WRENCH) return ABUT_OK;
    report(k, &l, out);
    if (!derivatives) return ABUT_OK;
    turn_out(&l, o->phi1, out);
    turn_with_hub(hub->w, out->D);
    return ABUT_OK;
}
