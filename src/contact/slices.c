/* A roller on or in a cylinder, four slices at a time: places, speeds, laws (line4.h), sums, and derivatives of the sums. The path by
 * patches.c, slice by slice, is the oracle of the tests.
 *
 * In the frame of A's surface, whose axis is z, a slice of radius R about p has rho = |p_xy| and the basis e_r, e_c, e_z there; side s = +1 on
 * a shaft, -1 in a bore of radius R_a, k_a = s/R_a. With its axis a, c = centre velocity and w both relative to A, lever = R - h/2:
 *   n = s e_r,  h = R - s (rho - R_a),  hdot = -n.c,  tan(gamma) = a_c/a_z,  Q = (1/R + k_a cos^2 gamma)/2,
 *   slip  v_c = c_c - lever s w_z,  v_z = c_z + lever s w_c,
 *   sums of the surface speeds (patch.h)  u_c = -g c_c - R s w_z,  u_z = -c_z + R s w_c,  g = (1 - k_a R) R_a/rho,
 *   across the axis  u = s (u_z sin(gamma) - u_c cos(gamma)).
 * Force N n - grip v and moment -roll w_t at the contact point depend on where the slice is along e_c only by the turn of the basis. */
#include "slices.h"

#include "base/row4_math.h"
#include "local.h"

/* B against A in the frame of A's surface. */
typedef struct motion {
    vec3 a, o, b;   /* axis; from B's origin to the middle of the roller; B's origin */
    vec3 v, w;      /* of B's origin, angular, relative to A */
    double side, R; /* of A */
} motion;

typedef struct vec4 { /* in the basis of the slice */
    row4 r, c, z;
} vec4;

typedef struct slice4 {
    row4 cos, sin, rho, per_rho; /* of the azimuth */
    row4 R, lever, cg, sg, per_across, g;
    vec4 a, v, w;
    row4 uc, uz, vc, vz; /* entrainment, slip */
    row4v s;             /* from B's origin */
    line4_in in;
    line4_out out;
} slice4;

ROW4_INLINE vec4 to_basis(const slice4 *q, row4v x) {
    return (vec4){q->cos * x.x + q->sin * x.y, q->cos * x.y - q->sin * x.x, x.z};
}
ROW4_INLINE row4v from_basis(const slice4 *q, row4 r, row4 c, row4 z) {
    return (row4v){q->cos * r - q->sin * c, q->sin * r + q->cos * c, z};
}

static motion motion_of(const abut_element *e, const abut_element_in *in, const element_frame *f) {
    vec3 middle = v3_add(f->origin, m3_mul(f->R, f->pair.d)), o = v3_sub(middle, f->ab);
    vec3 v = v3_sub(v3_sub(in->vb.v, in->va.v), v3_cross(in->va.w, f->ab));
    motion m = {.a = f->pair.R.c2, .side = e->line->side, .R = e->line->R};
    m.o = m3_tmul(f->R, o);
    m.b = v3_sub(f->pair.d, m.o);
    m.v = m3_tmul(f->R, v);
    m.w = m3_tmul(f->R, v3_sub(in->vb.w, in->va.w));
    return m;
}

/* Where the slices stand; false: so that the general way must say what is wrong. */
static bool place4(const abut_element *e, const motion *m, size_t first, slice4 *q) {
    const double *rows = e->slice_rows;
    row4 y = row4_load(rows + first);
    q->R = row4_load(rows + e->slice_lanes + first);
    q->s = (row4v){m->o.x + y * m->a.x, m->o.y + y * m->a.y, m->o.z + y * m->a.z};
    row4 px = m->b.x + q->s.x, py = m->b.y + q->s.y, square = px * px + py * py;
    q->rho = row4_sqrt(square);
    q->per_rho = 1 / q->rho;
    q->cos = px * q->per_rho, q->sin = py * q->per_rho;
    q->in.h = q->R - m->side * (q->rho - m->R);
    return !row4_any(~(q->rho > 0.01 * m->R)) && !row4_any(~(q->in.h < 0.5 * q->R)) &&
           !row4_any(~(q->in.h < 0.5 * m->R));
}

/* How they move; false: as above. */
static bool move4(const motion *m, slice4 *q) {
    const double s = m->side, k = s / m->R;
    row4v w = row4v_all(m->w), v = row4v_add(row4v_all(m->v), row4v_cross(w, q->s));
    q->a = to_basis(q, row4v_all(m->a));
    q->v = to_basis(q, v);
    q->w = to_basis(q, w);
    row4 across2 = q->a.z * q->a.z + q->a.c * q->a.c;
    if (row4_any(~(across2 > 0.01))) return false;
    q->per_across = 1 / row4_sqrt(across2);
    q->cg = q->a.z * q->per_across, q->sg = q->a.c * q->per_across;
    q->lever = q->R - 0.5 * q->in.h;
    q->g = (1 - k * q->R) * m->R * q->per_rho;
    q->uc = -q->g * q->v.c - s * q->R * q->w.z;
    q->uz = -q->v.z + s * q->R * q->w.c;
    q->vc = q->v.c - s * q->lever * q->w.z;
    q->vz = q->v.z + s * q->lever * q->w.c;
    q->in.hdot = -s * q->v.r;
    q->in.Q = 0.5 * (1 / q->R + k * q->cg * q->cg);
    q->in.u = s * (q->sg * q->uz - q->cg * q->uc);
    q->in.slip2 = q->vc * q->vc + q->vz * q->vz;
    q->in.slip = row4_sqrt(q->in.slip2);
    q->in.turn2 = q->w.c * q->w.c + q->w.z * q->w.z;
    return !row4_any(~(q->in.Q > 0));
}

/* ---- sums ---- */
typedef struct sums {
    row4v F, M, point; /* on B, about its origin; N times the contact point from there */
    row4 D[6][12];     /* by place, turn, velocity and angular velocity of B against A */
    row4 N, a, b, p_max, energy, loss_normal, loss;
    abut_film_state film; /* of lubricated contacts; shares weighted with N */
} sums;

/* Force and moment of the slices in their bases. */
typedef struct wrench4 {
    row4 Fr, Fc, Fz, Mc, Mz;
} wrench4;

static wrench4 wrench4_of(const motion *m, const slice4 *q) {
    const line4_out *o = &q->out;
    wrench4 t = {.Fr = m->side * o->N, .Fc = -o->grip * q->vc, .Fz = -o->grip * q->vz};
    t.Mc = -o->roll * q->w.c + m->side * q->lever * t.Fz;
    t.Mz = -o->roll * q->w.z - m->side * q->lever * t.Fc;
    return t;
}

static void add_film(const slice4 *q, abut_film_state *to) {
    const line4_out *o = &q->out;
    row4 turn = row4_sqrt(q->in.turn2), rolling = o->roll * q->in.turn2;
    to->T_fluid += row4_sum(o->fluid);
    to->T_boundary += row4_sum(o->boundary);
    to->T_rolling += row4_sum(o->roll * turn * q->in.Q);
    to->loss_fluid += row4_sum(o->fluid * q->in.slip);
    to->loss_boundary += row4_sum(o->boundary * q->in.slip);
    to->loss_rolling += row4_sum(rolling);
    to->fluid_share += row4_sum(o->phi * o->N);
}

static void add_forces(const abut_element *e, const motion *m, const slice4 *q, sums *to) {
    const line4_out *o = &q->out;
    wrench4 t = wrench4_of(m, q);
    row4v F = from_basis(q, t.Fr, t.Fc, t.Fz), M = from_basis(q, row4_all(0), t.Mc, t.Mz);
    row4 out_of = -m->side * q->lever * o->N;
    row4v n = from_basis(q, out_of, row4_all(0), row4_all(0));
    to->F = row4v_add(to->F, F);
    to->M = row4v_add(to->M, row4v_add(M, row4v_cross(q->s, F)));
    to->point = row4v_add(to->point, row4v_add(row4v_scale(o->N, q->s), n));
    to->N += o->N;
    to->a += row4_pick(o->b > 0, row4_all(0.5 * e->line->length), row4_all(0));
    to->b = row4_max(o->b, to->b);
    to->p_max = row4_max(o->p_max, to->p_max);
    to->energy += o->energy;
    to->loss_normal += o->loss_normal;
    to->loss += o->loss;
    if (e->lubricated) add_film(q, &to->film);
}

/* ---- derivatives ---- */
typedef struct
    change { /* of the centre, of the axis, of velocity and angular velocity, as vectors; moves: the first two are not zero */
    row4v p, a, v, w;
    bool moves;
} change;

/* Of force and moment about the centre, as vectors. */
static void rates(const motion *m, const slice4 *q, const wrench4 *t, const change *c, row4v *F, row4v *M) {
    const double s = m->side, k = s / m->R;
    const line4_out *o = &q->out;
    const row4 zero = row4_all(0);
    vec4 dv = to_basis(q, c->v), dw = to_basis(q, c->w);
    row4 dr = zero, dphi = zero, dh = zero, dgamma = zero, dQ = zero, du_turn = zero;
    if (c->moves) {
        vec4 p = to_basis(q, c->p), a = to_basis(q, c->a);
        dr = p.r, dphi = p.c * q->per_rho;
        dh = -s * dr;
        dv.r += q->v.c * dphi, dv.c -= q->v.r * dphi, dw.c -= q->w.r * dphi;
        a.c -= q->a.r * dphi;
        dgamma = (q->cg * a.c - q->sg * a.z) * q->per_across;
        dQ = -k * q->sg * q->cg * dgamma;
        du_turn = s * (q->sg * q->uc + q->cg * q->uz) * dgamma;
    }
    row4 duc = -q->g * (dv.c - q->v.c * dr * q->per_rho) - s * q->R * dw.z, duz = -dv.z + s * q->R * dw.c;
    row4 du = du_turn + s * (q->sg * duz - q->cg * duc);
    row4 dvc = dv.c - s * q->lever * dw.z - 0.5 * dr * q->w.z, dvz = dv.z + s * q->lever * dw.c + 0.5 * dr * q->w.c;
    row4 dslip = 2 * (q->vc * dvc + q->vz * dvz), dturn = 2 * (q->w.c * dw.c + q->w.z * dw.z), dhdot = -s * dv.r;
    row4 N = o->dN[LINE_H] * dh + o->dN[LINE_HDOT] * dhdot + o->dN[LINE_Q] * dQ + o->dN[LINE_U] * du;
    row4 grip = o->dgrip[LINE_H] * dh + o->dgrip[LINE_HDOT] * dhdot + o->dgrip[LINE_Q] * dQ + o->dgrip[LINE_U] * du +
                o->dgrip[LINE_SELF] * dslip;
    row4 roll = o->droll[LINE_H] * dh + o->droll[LINE_HDOT] * dhdot + o->droll[LINE_Q] * dQ + o->droll[LINE_U] * du +
                o->droll[LINE_SELF] * dturn;
    row4 Fr = s * N, Fc = -grip * q->vc - o->grip * dvc, Fz = -grip * q->vz - o->grip * dvz;
    row4 Mc = -roll * q->w.c - o->roll * dw.c + 0.5 * dr * t->Fz + s * q->lever * Fz,
         Mz = -roll * q->w.z - o->roll * dw.z - 0.5 * dr * t->Fc - s * q->lever * Fc;
    *F = from_basis(q, Fr - t->Fc * dphi, Fc + t->Fr * dphi, Fz);
    *M = from_basis(q, -t->Mc * dphi, Mc, Mz);
}

static void add_column(const slice4 *q, int column, row4v F, row4v M, sums *to) {
    row4v all = row4v_add(M, row4v_cross(q->s, F));
    to->D[0][column] += F.x, to->D[1][column] += F.y, to->D[2][column] += F.z;
    to->D[3][column] += all.x, to->D[4][column] += all.y, to->D[5][column] += all.z;
}

static void add_derivatives(const motion *m, const slice4 *q, sums *to) {
    static const vec3 unit[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const row4v none = row4v_all(v3(0, 0, 0));
    wrench4 t = wrench4_of(m, q);
    row4v F0 = from_basis(q, t.Fr, t.Fc, t.Fz), w = row4v_all(m->w), F, M;
    for (int j = 0; j < 3; j++) {
        row4v e = row4v_all(unit[j]), turned = row4v_cross(e, q->s);
        const change to_place = {e, none, none, none, true},
                     to_turn = {turned, row4v_all(v3_cross(unit[j], m->a)), row4v_cross(w, turned), none, true},
                     to_v = {none, none, e, none, false}, to_w = {none, none, turned, e, false};
        if (j < 2) { /* nothing depends on the place along A's axis */
            rates(m, q, &t, &to_place, &F, &M);
            add_column(q, j, F, M, to);
        }
        rates(m, q, &t, &to_turn, &F, &M);
        M = row4v_add(M, row4v_cross(turned, F0));
        add_column(q, 3 + j, F, M, to);
        rates(m, q, &t, &to_v, &F, &M);
        add_column(q, 6 + j, F, M, to);
        rates(m, q, &t, &to_w, &F, &M);
        add_column(q, 9 + j, F, M, to);
    }
}

/* ---- what leaves ---- */
static vec3 lane_vector(const slice4 *q, int lane, double r, double c, double z) {
    double cs = q->cos[lane], sn = q->sin[lane];
    return v3(cs * r - sn * c, sn * r + cs * c, z);
}

/* The deepest slice says where the contact is, and what the film is like. */
static void report_slice(const abut_element *e, const abut_element_in *in, const element_frame *f, const motion *m,
                         const slice4 *q, int lane, abut_element_out *out) {
    double s = m->side, lever = q->lever[lane];
    vec3 n = m3_mul(f->R, lane_vector(q, lane, s, 0, 0)),
         t1 = m3_mul(f->R, lane_vector(q, lane, 0, q->sg[lane], q->cg[lane])),
         v = m3_mul(f->R, lane_vector(q, lane, 0, q->vc[lane], q->vz[lane]));
    vec3 at = v3_axpy(-lever, n, m3_mul(f->R, row4v_lane(&q->s, lane)));
    out->h = q->in.h[lane];
    out->hdot = q->in.hdot[lane];
    out->P = 0;
    out->Q = q->in.Q[lane];
    out->n = n;
    out->t1 = t1;
    out->t2 = v3_cross(n, t1);
    out->point = v3_add(in->b.r, at);
    out->slip = v;
    out->spin = s * q->w.r[lane];
    if (!(q->in.inside[lane])) return;
    const line4 *k = e->line;
    double still = e->lubricated ? k->friction.v_eps * k->friction.v_eps : k->slip.v_s2;
    out->mode = q->in.slip2[lane] < still ? 1 : 2;
    out->film.h_c = q->out.h_c[lane];
    out->film.h_min = q->out.h_min[lane];
    out->film.lambda = k->rough ? out->film.h_min / k->film.rough.sigma : 0;
}

static vec3 total(const row4v *x) { return v3(row4_sum(x->x), row4_sum(x->y), row4_sum(x->z)); }
static double greatest(row4 x) { return fmax(fmax(x[0], x[1]), fmax(x[2], x[3])); }

static void report_sums(const abut_element_in *in, const element_frame *f, const sums *t, double deepest,
                        abut_element_out *out) {
    vec3 F = m3_mul(f->R, total(&t->F)), M = m3_mul(f->R, total(&t->M)), lever = v3_sub(out->point, in->b.r);
    out->N = row4_sum(t->N);
    out->touching = out->N > 0 || deepest > 0;
    if (!out->touching) out->mode = 0;
    out->a = row4_sum(t->a);
    out->b = greatest(t->b);
    out->p_max = greatest(t->p_max);
    out->energy = row4_sum(t->energy);
    out->loss_normal = row4_sum(t->loss_normal);
    out->loss_friction = row4_sum(t->loss);
    out->film.T_fluid = t->film.T_fluid, out->film.T_boundary = t->film.T_boundary;
    out->film.T_rolling = t->film.T_rolling, out->film.loss_fluid = t->film.loss_fluid;
    out->film.loss_boundary = t->film.loss_boundary, out->film.loss_rolling = t->film.loss_rolling;
    out->film.fluid_share = t->film.fluid_share;
    if (out->N > 0) {
        lever = v3_scale(1 / out->N, m3_mul(f->R, total(&t->point)));
        out->point = v3_add(in->b.r, lever);
        out->film.fluid_share /= out->N;
    }
    out->force = F;
    out->on_b = (abut_wrench){F, M};
    out->on_a = (abut_wrench){v3_neg(F), v3_neg(v3_add(M, v3_cross(f->ab, F)))};
    out->moment = v3_sub(M, v3_cross(lever, F));
}

/* ---- matrices: see slices.h ---- */
static mat3 block(const sums *t, const mat3 *R, int row, int column) {
    mat3 local;
    vec3 *c[3] = {&local.c0, &local.c1, &local.c2};
    for (int j = 0; j < 3; j++)
        *c[j] = v3(row4_sum(t->D[row][column + j]), row4_sum(t->D[row + 1][column + j]),
                   row4_sum(t->D[row + 2][column + j]));
    mat3 half = m3_mulm(*R, local),
         turn = {{R->c0.x, R->c1.x, R->c2.x}, {R->c0.y, R->c1.y, R->c2.y}, {R->c0.z, R->c1.z, R->c2.z}};
    return m3_mulm(half, turn);
}

/* One column: minus the change of the wrench on B and of that on A, whose lever changes by dl. */
static void put_column(double to[12][12], int column, vec3 l, vec3 F, vec3 dF, vec3 dM, vec3 dl) {
    vec3 at_a = v3_add(v3_add(dM, v3_cross(l, dF)), v3_cross(dl, F));
    const double rows[12] = {dF.x, dF.y, dF.z, at_a.x, at_a.y, at_a.z, -dF.x, -dF.y, -dF.z, -dM.x, -dM.y, -dM.z};
    for (int i = 0; i < 12; i++) to[i][column] = rows[i];
}

static void matrices(const abut_element_in *in, const element_frame *f, const motion *m, const sums *t,
                     const abut_element_out *out, abut_element_jac *to) {
    static const vec3 unit[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, zero = {0, 0, 0};
    const vec3 l = f->ab, F = out->on_b.force, M = out->on_b.torque, v = m3_mul(f->R, m->v), w = m3_mul(f->R, m->w);
    mat3 P[2][4];
    for (int i = 0; i < 8; i++) P[i / 4][i % 4] = block(t, &f->R, i / 4 * 3, i % 4 * 3);
    for (int j = 0; j < 3; j++) {
        vec3 e = unit[j], dW[2], turn[2], dv = v3_neg(v3_cross(in->va.w, e)), el = v3_cross(e, l), ev = v3_cross(e, v),
             ew = v3_cross(e, w);
        for (int i = 0; i < 2; i++) dW[i] = v3_add(m3_mul(P[i][0], e), m3_mul(P[i][2], dv));
        put_column(to->K, 6 + j, l, F, dW[0], dW[1], e);
        put_column(to->K, j, l, F, v3_neg(dW[0]), v3_neg(dW[1]), v3_neg(e));
        for (int i = 0; i < 2; i++) turn[i] = m3_mul(P[i][1], e);
        put_column(to->K, 9 + j, l, F, turn[0], turn[1], zero);
        for (int i = 0; i < 2; i++) {
            vec3 moved = v3_add(m3_mul(P[i][0], el), v3_add(m3_mul(P[i][2], ev), m3_mul(P[i][3], ew)));
            dW[i] = v3_sub(v3_cross(e, i ? M : F), v3_add(moved, turn[i]));
        }
        put_column(to->K, 3 + j, l, F, dW[0], dW[1], zero);
        vec3 V[2] = {m3_mul(P[0][2], e), m3_mul(P[1][2], e)}, W[2] = {m3_mul(P[0][3], e), m3_mul(P[1][3], e)};
        put_column(to->C, 6 + j, l, F, V[0], V[1], zero);
        put_column(to->C, j, l, F, v3_neg(V[0]), v3_neg(V[1]), zero);
        put_column(to->C, 9 + j, l, F, W[0], W[1], zero);
        for (int i = 0; i < 2; i++) dW[i] = v3_neg(v3_add(m3_mul(P[i][2], el), W[i]));
        put_column(to->C, 3 + j, l, F, dW[0], dW[1], zero);
    }
}

/* ---- the whole ---- */
bool slices_eval(const abut_element *e, const abut_element_in *in, const element_frame *f, slices_deepest *deep,
                 abut_element_out *out) {
    const line4 *k = e->line;
    motion m = motion_of(e, in, f);
    sums t;
    slice4 q;
    double deepest = -INFINITY, reach = k->wet && k->film.carries ? -k->film.reach : 0;
    bool derivatives = out->jac != NULL, any = false;
    memset(&t, 0, derivatives ? sizeof t : offsetof(sums, D));
    t.N = t.a = t.b = t.p_max = t.energy = t.loss_normal = t.loss = row4_all(0);
    t.film = (abut_film_state){0};
    for (size_t first = 0; first < e->slices; first += 4) {
        int lanes = e->slices - first < 4 ? (int)(e->slices - first) : 4, low = -1;
        if (!place4(e, &m, first, &q)) return false;
        for (int i = 0; i < 4; i++) {
            if (i >= lanes) q.in.h[i] = -1e3; /* no slice */
            if (i < lanes && q.in.h[i] > deepest) deepest = q.in.h[i], low = i;
        }
        q.in.inside = q.in.h > reach;
        bool touching = row4_any(q.in.inside);
        for (int i = 0; out->slice_load && i < lanes; i++) out->slice_load[first + (size_t)i] = 0;
        if (low < 0 && !touching) continue;
        if (!move4(&m, &q)) return false;
        if (touching) {
            q.in.least = low >= 0;
            if (!line4_eval(k, &q.in, derivatives, &q.out)) return false;
            add_forces(e, &m, &q, &t);
            if (derivatives) add_derivatives(&m, &q, &t);
            any = true;
        }
        for (int i = 0; out->slice_load && touching && i < lanes; i++)
            out->slice_load[first + (size_t)i] = q.out.N[i] / k->length;
        if (low < 0) continue;
        report_slice(e, in, f, &m, &q, low, out);
        *deep = (slices_deepest){first + (size_t)low, touching ? q.out.N[low] : 0, q.in.inside[low] != 0};
    }
    if (!any) return true;
    report_sums(in, f, &t, deepest, out);
    if (derivatives) matrices(in, f, &m, &t, out, out->jac);
    return isfinite(v3_total(out->force) + v3_total(out->on_b.torque));
}
