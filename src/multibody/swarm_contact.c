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
#include "swarm.h"

static const double THREE_PER_2PI = 0.47746482927568600731;

/* Clenshaw's sum and its derivative by x */
ROW4_INLINE row4 series(const double *c, int n, row4 x) {
    row4 b1 = row4_all(0), b2 = b1, x2 = 2 * x;
    for (int i = n - 1; i > 0; i--) {
        row4 b0 = c[i] + x2 * b1 - b2;
        b2 = b1;
        b1 = b0;
    }
    return c[0] + x * b1 - b2;
}
ROW4_INLINE row4 series_slope(const double *c, int n, row4 x, row4 *slope) {
    row4 b1 = row4_all(0), b2 = b1, d1 = b1, d2 = b1, x2 = 2 * x;
    for (int i = n - 1; i > 0; i--) {
        row4 d0 = 2 * b1 + x2 * d1 - d2, b0 = c[i] + x2 * b1 - b2;
        d2 = d1, d1 = d0;
        b2 = b1, b1 = b0;
    }
    *slope = b1 + x * d1 - d2;
    return c[0] + x * b1 - b2;
}

/* c0 + c1 x + ... c11 x^11 and its slope, in pairs */
ROW4_INLINE row4 powers(const double *c, row4 x) {
    row4 x2 = x * x, x4 = x2 * x2;
    row4 a = (c[0] + c[1] * x) + x2 * (c[2] + c[3] * x), b = (c[4] + c[5] * x) + x2 * (c[6] + c[7] * x),
         d = (c[8] + c[9] * x) + x2 * (c[10] + c[11] * x);
    return a + x4 * (b + x4 * d);
}
ROW4_INLINE row4 powers_slope(const double *c, row4 x) {
    row4 x2 = x * x, x4 = x2 * x2;
    row4 a = (c[1] + 2 * c[2] * x) + x2 * (3 * c[3] + 4 * c[4] * x),
         b = (5 * c[5] + 6 * c[6] * x) + x2 * (7 * c[7] + 8 * c[8] * x),
         d = (9 * c[9] + 10 * c[10] * x) + x2 * (11 * c[11]);
    return a + x4 * (b + x4 * d);
}

/* e(c), and its slope if it is wanted */
ROW4_INLINE row4 stiffness_at(const swarm_kind *k, row4 c, bool derivatives, row4 *slope) {
    int inner = c[0] < 0;
    row4 x = 4 * c + (inner ? 3.0 : -3.0);
    mask4 far = x * x > row4_all(1.0000001);
    if (__builtin_expect(far[0] | far[1] | far[2] | far[3], 0))
        return derivatives ? series_slope(k->e, k->terms, c, slope) : series(k->e, k->terms, c);
    if (derivatives) *slope = 4 * powers_slope(k->near_e[inner], x);
    return powers(k->near_e[inner], x);
}

typedef struct basis {
    row4v m, t, u; /* m, theta, tau */
} basis;

ROW4_INLINE row4v to_basis(const basis *b, row4v v) {
    return (row4v){row4v_dot(b->m, v), row4v_dot(b->t, v), row4v_dot(b->u, v)};
}
ROW4_INLINE row4v from_basis(const basis *b, row4 x, row4 y, row4 z) {
    return (row4v){x * b->m.x + y * b->t.x + z * b->u.x, x * b->m.y + y * b->t.y + z * b->u.y,
                   x * b->m.z + y * b->t.z + z * b->u.z};
}

/* to[3][3] of the swarm's axes from local[3][3]: B local B^T */
ROW4_INLINE void turn_block(const basis *b, row4 local[3][3], row4 (*to)[9], int row, int column) {
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

/* Where the balls stand in the hollow. */
typedef struct place {
    basis b;
    row4 h, k2, k3, cosine, sine;
} place;

ROW4_INLINE row4v turned(const mat3 *R, const row4v *v) {
    return (row4v){R->c0.x * v->x + R->c1.x * v->y + R->c2.x * v->z, R->c0.y * v->x + R->c1.y * v->y + R->c2.y * v->z,
                   R->c0.z * v->x + R->c1.z * v->y + R->c2.z * v->z};
}

ROW4_INLINE void in_groove(const swarm_kind *kind, const swarm_hub_motion *hub, row4v l, place *o) {
    const row4 one = row4_all(1);
    row4v a = row4v_all(m3_mul(hub->R, kind->axis)), d = row4v_sub(l, row4v_all(m3_mul(hub->R, kind->centre)));
    row4 z = row4v_dot(d, a);
    row4v radial = row4v_sub(d, row4v_scale(z, a));
    row4 rho = row4_sqrt(row4v_dot(radial, radial)), i_rho = one / rho, s = rho - kind->ring;
    row4 dist = row4_sqrt(s * s + z * z);
    o->k3 = one / row4_max(dist, row4_all(1e-12));
    o->cosine = s * o->k3;
    o->sine = z * o->k3;
    o->k2 = o->cosine * i_rho;
    row4v e = row4v_scale(i_rho, radial);
    o->b.m = row4v_add(row4v_scale(o->cosine, e), row4v_scale(o->sine, a));
    o->b.t = row4v_cross(a, e);
    o->b.u = row4v_cross(o->b.m, o->b.t);
    o->h = dist + (kind->ball - kind->tube);
}

/* A vector perpendicular to unit m: across its smallest part. */
ROW4_INLINE row4v across(row4v m) {
    const row4 zero = row4_all(0);
    mask4 low = m.x * m.x < row4_all(0.5);
    row4v t = {row4_pick(low, zero, -m.z), row4_pick(low, m.z, zero), row4_pick(low, -m.y, m.x)};
    return row4v_scale(1 / row4_sqrt(row4v_dot(t, t)), t);
}

ROW4_INLINE void in_socket(const swarm_kind *kind, int pack, const swarm_hub_motion *hub, row4v l, place *o) {
    row4v d = row4v_sub(l, turned(&hub->R, &kind->centres[pack]));
    row4 dist = row4_sqrt(row4v_dot(d, d));
    o->h = dist + (kind->ball - kind->tube);
    o->k2 = o->k3 = 1 / row4_max(dist, row4_all(1e-12));
    o->b.m = row4v_scale(o->k2, d);
    o->b.t = across(o->b.m);
    o->b.u = row4v_cross(o->b.m, o->b.t);
    o->cosine = o->sine = row4_all(0);
}

ROW4_INLINE void in_bore(const swarm_kind *kind, int pack, const swarm_hub_motion *hub, row4v l, place *o) {
    row4v d = row4v_sub(l, turned(&hub->R, &kind->centres[pack])), a = turned(&hub->R, &kind->axes[pack]);
    row4v radial = row4v_sub(d, row4v_scale(row4v_dot(d, a), a));
    row4 dist = row4_sqrt(row4v_dot(radial, radial));
    o->h = dist + (kind->ball - kind->tube);
    o->k2 = 1 / row4_max(dist, row4_all(1e-12));
    o->b.m = row4v_scale(o->k2, radial);
    o->b.t = row4v_cross(a, o->b.m);
    o->b.u = row4v_cross(o->b.m, o->b.t);
    o->k3 = o->cosine = o->sine = row4_all(0);
}

static void nothing(row4 h, bool derivatives, swarm_out *out) {
    const row4 zero = row4_all(0);
    for (int i = 0; i < 6; i++) out->W[i] = zero;
    if (derivatives)
        for (int i = 0; i < 6; i++)
            for (int j = 0; j < 9; j++) out->D[i][j] = zero;
    out->h = h;
    out->N = out->p_max = out->energy = out->loss_normal = out->loss_friction = zero;
}

bool swarm_hollow(const swarm_kind *kind, int pack, const swarm_hub_motion *hub, row4v c, row4v v, row4v w,
                  bool derivatives, bool brief, swarm_out *out) {
    const row4 zero = row4_all(0), one = row4_all(1);
    row4v l = row4v_sub(c, row4v_all(hub->r)), wh = row4v_all(hub->w);
    place o;
    if (kind->shape == SWARM_GROOVE)
        in_groove(kind, hub, l, &o);
    else if (kind->shape == SWARM_SOCKET)
        in_socket(kind, pack, hub, l, &o);
    else
        in_bore(kind, pack, hub, l, &o);
    const basis b = o.b;
    row4 h = o.h, cosine = o.cosine, sine = o.sine, k2 = o.k2, k3 = o.k3;
    row4v relative = row4v_sub(row4v_sub(v, row4v_all(hub->v)), row4v_cross(wh, l));
    mask4 touch = h > zero;
    if (!(touch[0] | touch[1] | touch[2] | touch[3])) {
        nothing(h, derivatives, out);
        out->hdot = row4v_dot(b.m, relative);
        return false;
    }
    row4 hp = row4_max(h, zero), root = row4_sqrt(hp);
    row4v V = to_basis(&b, relative);
    row4v O = to_basis(&b, row4v_sub(w, wh));
    row4 slope = zero,
         stiff = kind->shape == SWARM_GROOVE ? stiffness_at(kind, cosine, derivatives, &slope) : row4_all(kind->e[0]);
    row4 elastic = stiff * hp * root, N = row4_max(elastic * (1 + kind->chi * V.x), zero);
    row4 lambda = kind->ball - 0.5 * h, s2 = V.y + lambda * O.z, s3 = V.z - lambda * O.y;
    row4 u = s2 * s2 + s3 * s3, i_u = one / (u + kind->v_s2), g = kind->mu * row4_sqrt(i_u);
    row4 f2 = -g * N * s2, f3 = -g * N * s3;
    row4v F = from_basis(&b, -N, f2, f3), M = from_basis(&b, zero, -lambda * f3, lambda * f2);
    out->W[0] = F.x, out->W[1] = F.y, out->W[2] = F.z;
    out->W[3] = M.x, out->W[4] = M.y, out->W[5] = M.z;
    out->h = h;
    if (brief) return true;
    out->hdot = V.x;
    out->N = N;
    out->energy = 0.4 * elastic * hp;
    out->loss_normal = (N - elastic) * V.x;
    out->loss_friction = -(f2 * s2 + f3 * s3);
    out->p_max = THREE_PER_2PI * elastic / row4_max(series(kind->area, kind->terms, cosine) * hp, row4_all(1e-300));
    if (!derivatives) return true;
    row4 on = row4_pick(N > zero, one, zero);
    row4 Nh = 1.5 * stiff * root * (1 + kind->chi * V.x) * on, Nv = elastic * kind->chi * on;
    row4 Nc = -hp * root * slope * (1 + kind->chi * V.x) * on * sine * k3; /* by dc_3 */
    row4 gN = g * N, bend = gN * i_u;                                      /* -2 N dg/du = gN/(u + v_s^2) */
    row4 T22 = -gN + bend * s2 * s2, T23 = bend * s2 * s3, T33 = -gN + bend * s3 * s3;
    row4 p2 = -g * s2, p3 = -g * s3; /* by N */
    /* by dc: change of N, of slip, of f */
    row4 dN[3] = {Nh, Nv * k2 * V.y, Nv * k3 * V.z + Nc};
    row4 d2[3] = {-0.5 * O.z, -k2 * V.x, -lambda * O.x * k3}, d3[3] = {0.5 * O.y, lambda * O.x * k2, -k3 * V.x};
    row4 bent[3][2] = {{zero, zero}, {k2, zero}, {zero, k3}};
    row4 FF[3][3], MM[3][3];
    for (int j = 0; j < 3; j++) {
        row4 df1 = gN * (bent[j][0] * s2 + bent[j][1] * s3);
        row4 df2 = T22 * d2[j] + T23 * d3[j] + p2 * dN[j], df3 = T23 * d2[j] + T33 * d3[j] + p3 * dN[j];
        row4 half = j == 0 ? row4_all(-0.5) : zero;
        FF[0][j] = -dN[j] + df1;
        FF[1][j] = -N * bent[j][0] + df2;
        FF[2][j] = -N * bent[j][1] + df3;
        MM[0][j] = lambda * (bent[j][0] * f3 - bent[j][1] * f2);
        MM[1][j] = -half * f3 - lambda * df3;
        MM[2][j] = half * f2 + lambda * df2;
    }
    turn_block(&b, FF, out->D, 0, 0);
    turn_block(&b, MM, out->D, 3, 0);
    row4 FV[3][3] = {{-Nv, zero, zero}, {p2 * Nv, T22, T23}, {p3 * Nv, T23, T33}};
    row4 MV[3][3] = {{zero, zero, zero},
                     {-lambda * FV[2][0], -lambda * T23, -lambda * T33},
                     {lambda * FV[1][0], lambda * T22, lambda * T23}};
    turn_block(&b, FV, out->D, 0, 3);
    turn_block(&b, MV, out->D, 3, 3);
    /* by Om: ds_2 = lambda dOm_3, ds_3 = -lambda dOm_2 */
    row4 FO[3][3] = {{zero, zero, zero}, {zero, -lambda * T23, lambda * T22}, {zero, -lambda * T33, lambda * T23}};
    row4 MO[3][3] = {{zero, zero, zero},
                     {zero, -lambda * FO[2][1], -lambda * FO[2][2]},
                     {zero, lambda * FO[1][1], lambda * FO[1][2]}};
    turn_block(&b, FO, out->D, 0, 6);
    turn_block(&b, MO, out->D, 3, 6);
    turn_with_hub(hub->w, out->D);
    return true;
}
