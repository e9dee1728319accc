/* Wrenches and derivatives of a swarm, in its own (turning) axes: r = origin + R x, v = R u. A hub that moves by dr, turns by
 * dth and changes its velocities by dv, dw changes the wrench W on a ball at l from the hub's origin by
 *   dW = dth x W - D (e_c, e_v, e_w),   e_c = dr + dth x l,   e_w = dw + dth x (w_b - w_h),
 *   e_v = dv + dw x l + dth x (v_b - v_h) - (dth x w_h) x l,
 * since turning everything turns W and only relative velocities count; on the hub acts -F, -(M + l x F). */
#include <string.h>

#include "base/quat.h"
#include "contact/element.h"
#include "swarm.h"

typedef swarm_column column;

typedef struct hub_data {
    pack_holder motion;
    row4 F[3], M[3]; /* on the hub, sums over packs */
    /* it moves as drives have it: velocity of its centre and angular velocity, nothing else of them is unknown but the
     * direction of a prescribed spin */
    bool driven;
    vec3 v_driven, w_driven;
    /* for derivatives */
    int columns;
    column *column, time;
    row4 (*K)[6], (*C)[6], T[6]; /* its change by positions, velocities, time */
} hub_data;

typedef struct four { /* balls */
    pack_balls at;
    row4 lanes; /* 1 where there is a ball */
    row4 W[6], D[6][9], T[6];
} four;

static const mat3 *axes_of(const mb_work *k, const swarm *s, vec3 *origin, vec3 *W, vec3 *W1) {
    static const mat3 one = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    static const vec3 zero = {0, 0, 0};
    *origin = *W = *W1 = zero;
    if (s->frame < 0) return &one;
    const mb_axes *a = &k->axes[s->frame];
    *origin = k->s->frame[s->frame].origin;
    *W = a->W;
    *W1 = a->W1;
    return &a->R;
}

/* ---- hubs ---- */
static vec3 part_of(const double *X, int row, int at) {
    return v3(X[row * BLOCK_MAX + at], X[(row + 1) * BLOCK_MAX + at], X[(row + 2) * BLOCK_MAX + at]);
}

static void hub_columns(const mb_work *k, const swarm *s, const swarm_hub *hub, const mat3 *R, hub_data *to) {
    const mb_node *n = &k->s->node[hub->node];
    to->columns = 0;
    for (int i = 0; i < hub->parts; i++) {
        const swarm_part *p = &s->part[hub->part[i]];
        size_t at = (size_t)(n->support + i) * 6 * BLOCK_MAX;
        for (int j = 0; j < k->s->node[p->node].nu; j++) {
            column *c = &to->column[to->columns++];
            const vec3 zero = {0, 0, 0};
            c->at = p->column + j;
            c->r = n->simple ? v3(j == 0, j == 1, j == 2) : part_of(k->J + at, 0, j);
            c->th = n->simple ? v3(j == 3, j == 4, j == 5) : part_of(k->J + at, 3, j);
            c->v = n->simple ? zero : part_of(k->D + at, 0, j);
            c->w = n->simple ? zero : part_of(k->D + at, 3, j);
            c->r = m3_tmul(*R, c->r), c->th = m3_tmul(*R, c->th), c->v = m3_tmul(*R, c->v), c->w = m3_tmul(*R, c->w);
        }
    }
}

static void hub_start(const mb_work *k, const swarm *s, swarm_work *work, int which, bool derivatives, hub_data *to) {
    const swarm_hub *hub = &s->hub[which];
    const mb_kin *o = &k->kin[hub->node];
    vec3 origin, W, W1;
    const mat3 *R = axes_of(k, s, &origin, &W, &W1);
    to->motion.r = m3_tmul(*R, v3_sub(o->r, origin));
    to->motion.v = m3_tmul(*R, o->v);
    to->motion.w = m3_tmul(*R, o->w);
    to->motion.R = m3_tmulm(*R, o->h->R);
    for (int i = 0; i < 3; i++) to->F[i] = to->M[i] = row4_all(0);
    const mb_node *n = &k->s->node[hub->node];
    to->driven = n->spin >= 0 || (!n->supports && n->link->dofs > 0);
    to->v_driven = n->spin >= 0 ? v3(0, 0, 0) : to->motion.v;
    to->w_driven = to->motion.w;
    if (n->spin >= 0)
        to->w_driven = v3_scale(k->driven[k->s->spin[n->spin].drive].v, m3_mul(to->motion.R, k->s->spin[n->spin].axis));
    if (!derivatives) return;
    size_t at = (size_t)which * (size_t)s->nh;
    to->column = (column *)work->columns + at;
    to->K = work->hub_K + at;
    to->C = work->hub_C + at;
    hub_columns(k, s, hub, R, to);
    memset(to->K, 0, (size_t)to->columns * sizeof to->K[0]);
    memset(to->C, 0, (size_t)to->columns * sizeof to->C[0]);
    memset(to->T, 0, sizeof to->T);
    to->time = (column){0};
    if (!k->s->drives && !k->s->frames) return;
    const mb_change *c = &k->change[hub->node]; /* relative to the axes, which turn away under the hub */
    to->time.r = m3_tmul(*R, v3_sub(c->r, v3_cross(W, v3_sub(o->r, origin))));
    to->time.th = m3_tmul(*R, v3_sub(c->theta, W));
    to->time.v = m3_tmul(*R, v3_sub(c->v, v3_cross(W, o->v)));
    to->time.w = m3_tmul(*R, v3_sub(c->w, v3_cross(W, o->w)));
}

/* Opposite of the change of the wrench on the ball: what K and C are made of. dF, dM of the hub are added to `hub`. */
ROW4_INLINE void hub_change(const pack_out *o, const row4v e[3], bool moves, row4v th, row4v dr, row4v l, row4 dW[6],
                            row4 hub[6]) {
    for (int i = 0; i < 6; i++) {
        row4 sum = o->D[i][3] * e[1].x + o->D[i][4] * e[1].y + o->D[i][5] * e[1].z + o->D[i][6] * e[2].x +
                   o->D[i][7] * e[2].y + o->D[i][8] * e[2].z;
        if (moves) sum += o->D[i][0] * e[0].x + o->D[i][1] * e[0].y + o->D[i][2] * e[0].z;
        dW[i] = -sum;
    }
    if (moves) {
        row4v F = {o->W[0], o->W[1], o->W[2]}, M = {o->W[3], o->W[4], o->W[5]}, a = row4v_cross(th, F),
              b = row4v_cross(th, M), moved = row4v_cross(dr, F);
        dW[0] += a.x, dW[1] += a.y, dW[2] += a.z, dW[3] += b.x, dW[4] += b.y, dW[5] += b.z;
        hub[3] += moved.x, hub[4] += moved.y, hub[5] += moved.z;
    }
    row4v t = row4v_cross(l, (row4v){dW[0], dW[1], dW[2]});
    hub[0] -= dW[0], hub[1] -= dW[1], hub[2] -= dW[2];
    hub[3] -= dW[3] + t.x, hub[4] -= dW[4] + t.y, hub[5] -= dW[5] + t.z;
}

ROW4_INLINE void position_column(const pack_out *o, const four *p, const hub_data *h, const column *c, row4v l,
                                 row4 dW[6], row4 hub[6]) {
    row4v th = row4v_all(c->th), dr = row4v_all(c->r), e[3];
    row4v wh = row4v_all(h->motion.w), rel = row4v_sub(p->at.v, row4v_all(h->motion.v));
    row4v turned = row4v_sub(row4v_all(c->w), row4v_all(v3_cross(c->th, h->motion.w)));
    e[0] = row4v_add(dr, row4v_cross(th, l));
    e[1] = row4v_add(row4v_add(row4v_all(c->v), row4v_cross(turned, l)), row4v_cross(th, rel));
    e[2] = row4v_add(row4v_all(c->w), row4v_cross(th, row4v_sub(p->at.w, wh)));
    hub_change(o, e, true, th, dr, l, dW, hub);
}

/* What the contact of a pack with a hub couples. */
static void couple(const swarm *s, swarm_work *w, int which, const four *p, hub_data *h, const pack_out *o) {
    int nh = s->nh;
    row4v l = row4v_sub(p->at.c, row4v_all(h->motion.r));
    row4 *Kbh = w->Kbh + (size_t)which * 6 * (size_t)nh, *Cbh = w->Cbh + (size_t)which * 6 * (size_t)nh;
    row4 *Khb = w->Khb + (size_t)which * 3 * (size_t)nh, *Chb = w->Chb + (size_t)which * 6 * (size_t)nh;
    for (int j = 0; j < h->columns; j++) {
        const column *c = &h->column[j];
        row4v r = row4v_all(c->r), th = row4v_all(c->th), e[3];
        row4 dW[6];
        position_column(o, p, h, c, l, dW, h->K[j]);
        for (int i = 0; i < 6; i++) Kbh[i * nh + c->at] -= dW[i];
        e[1] = row4v_add(r, row4v_cross(th, l));
        e[2] = th;
        hub_change(o, e, false, th, r, l, dW, h->C[j]);
        for (int i = 0; i < 6; i++) Cbh[i * nh + c->at] -= dW[i];
    }
    row4v F = {o->W[0], o->W[1], o->W[2]};
    for (int q = 0; q < 9; q++) { /* the hub's wrench by the ball's motion */
        row4v dF = {o->D[0][q], o->D[1][q], o->D[2][q]}, dM = {o->D[3][q], o->D[4][q], o->D[5][q]};
        dM = row4v_add(dM, row4v_cross(l, dF));
        if (q < 3) {
            row4 one = row4_all(1), zero = row4_all(0);
            row4v e = {q == 0 ? one : zero, q == 1 ? one : zero, q == 2 ? one : zero};
            dM = row4v_add(dM, row4v_cross(e, F));
        }
        for (int j = 0; j < h->columns; j++) {
            const column *c = &h->column[j];
            row4 sum = row4v_dot(row4v_all(c->r), dF) + row4v_dot(row4v_all(c->th), dM);
            if (q < 3)
                Khb[c->at * 3 + q] += sum;
            else
                Chb[c->at * 6 + q - 3] += sum;
        }
    }
}

/* Power of the drives, -(v . F + w . M) of the hub, by the motion of the balls. */
static void power_changes(mb_work *k, const swarm *s, int which, const four *p, const hub_data *h, const pack_out *o) {
    row4v l = row4v_sub(p->at.c, row4v_all(h->motion.r)), v = row4v_all(h->v_driven), w = row4v_all(h->w_driven);
    v = row4v_add(v, row4v_cross(w, l)); /* of the hub's point at the ball's centre */
    row4v moved = row4v_cross((row4v){o->W[0], o->W[1], o->W[2]}, w);
    const row4 by_place[3] = {moved.x, moved.y, moved.z};
    for (int q = 0; q < 9; q++) {
        row4 sum = row4v_dot(v, (row4v){o->D[0][q], o->D[1][q], o->D[2][q]}) +
                   row4v_dot(w, (row4v){o->D[3][q], o->D[4][q], o->D[5][q]});
        if (q < 3) sum += by_place[q];
        double *to = q < 3 ? k->power_d + q : k->power_u + q - 3;
        for (int lane = 0; lane < 4 && 4 * which + lane < s->balls; lane++)
            to[s->u + 6 * (4 * which + lane)] += sum[lane];
    }
}

/* ---- contacts of one pack ---- */

/* B^T E B of 3 x 3 parts, one lane */
static void turn_lane(const mat3 *R, const double E[12][12], int row, int from, int lane, int to_row, int to_column,
                      pack_out *out) {
    vec3 r[3];
    for (int i = 0; i < 3; i++) r[i] = m3_tmul(*R, v3(E[row + i][from], E[row + i][from + 1], E[row + i][from + 2]));
    for (int j = 0; j < 3; j++) {
        vec3 c = j == 0 ? v3(r[0].x, r[1].x, r[2].x) : j == 1 ? v3(r[0].y, r[1].y, r[2].y) : v3(r[0].z, r[1].z, r[2].z);
        c = m3_tmul(*R, c);
        out->D[to_row][to_column + j][lane] = -c.x;
        out->D[to_row + 1][to_column + j][lane] = -c.y;
        out->D[to_row + 2][to_column + j][lane] = -c.z;
    }
}

/* One ball by its general element. */
static abut_status by_element(mb_work *k, const mat3 *R, const swarm_kind *kind, int ball, int lane, bool derivatives,
                              pack_out *out) {
    const mb_contact *c = &k->s->contact[kind->contact[ball]];
    abut_element_in in;
    abut_element_out *o = applied_out(k, kind->contact[ball]);
    applied_input(k, c, NULL, &in);
    o->jac = derivatives ? k->jac : NULL;
    o->state_rate = NULL;
    abut_status status = abut_element_eval(c->element, &in, o);
    if (status) return status;
    const abut_wrench *on = kind->ball_is_b ? &o->on_b : &o->on_a;
    vec3 F = m3_tmul(*R, on->force), M = m3_tmul(*R, on->torque);
    const double W[6] = {F.x, F.y, F.z, M.x, M.y, M.z};
    for (int i = 0; i < 6; i++) out->W[i][lane] = o->touching ? W[i] : 0;
    out->h[lane] = o->h, out->hdot[lane] = o->hdot, out->N[lane] = o->N, out->p_max[lane] = o->p_max;
    out->energy[lane] = o->energy, out->loss_normal[lane] = o->loss_normal, out->loss_friction[lane] = o->loss_friction;
    if (!derivatives || !o->touching) return ABUT_OK;
    int at = kind->ball_is_b ? 6 : 0;
    for (int row = 0; row < 6; row += 3) {
        turn_lane(R, (const double(*)[12])o->jac->K, at + row, at, lane, row, 0, out);
        turn_lane(R, (const double(*)[12])o->jac->C, at + row, at, lane, row, 3, out);
        turn_lane(R, (const double(*)[12])o->jac->C, at + row, at + 3, lane, row, 6, out);
    }
    return ABUT_OK;
}

/* World motion of the balls, for readers and general elements. */
static void show(mb_work *k, const swarm *s) {
    vec3 origin, W, W1;
    const mat3 *R = axes_of(k, s, &origin, &W, &W1);
    for (int i = 0; i < s->balls; i++) {
        const double *x = k->x + s->x + 3 * i, *u = k->u + s->u + 6 * i;
        mb_kin *o = &k->kin[s->node + i];
        const double *q = k->cyclic + 4 * k->s->node[s->node + i].cyclic_at;
        o->r = v3_add(origin, m3_mul(*R, v3(x[0], x[1], x[2])));
        o->v = m3_mul(*R, v3(u[0], u[1], u[2]));
        o->w = m3_mul(*R, v3(u[3], u[4], u[5]));
        o->q = (abut_quat){q[0], q[1], q[2], q[3]};
        if (s->frame >= 0) o->q = quat_multiply(k->axes[s->frame].q, o->q);
    }
}

static abut_status contact_of(mb_work *k, const swarm *s, const mat3 *R, int kind_at, int first, const four *p,
                              const hub_data *h, pack_want want, pack_out *out) {
    const swarm_kind *kind = &s->kind[kind_at];
    if (kind->packed) {
        swarm_tangent *t = swarm_tangent_of(k, s, kind_at);
        if (k->swarm[s - k->s->swarm].linear[kind_at]) {
            memcpy(out->W, t[first / 4].now, sizeof out->W);
            out->touching = t[first / 4].touching;
            return ABUT_OK;
        }
        abut_status status = pack_eval(&kind->pack, first / 4, &h->motion, &p->at, want, out);
        if (t && want == PACK_DERIVATIVES)
            swarm_tangent_note(&t[first / 4], &kind->pack, &h->motion, &p->at, status ? NULL : out);
        if (status != ABUT_NO_CONVERGENCE) return status;
        show(k, s); /* a film for which the elements have more patience */
    }
    bool derivatives = want == PACK_DERIVATIVES;
    memset(out, 0, sizeof *out);
    out->touching = out->by_elements = true;
    for (int lane = 0; lane < 4 && first + lane < s->balls; lane++) {
        abut_status status = by_element(k, R, kind, first + lane, lane, derivatives, out);
        if (status) return status;
    }
    return ABUT_OK;
}

static void note_touch(mb_work *k, const swarm *s, int kind_at, int first, const pack_out *o) {
    for (int lane = 0; lane < 4 && first + lane < s->balls; lane++)
        k->touch[s->kind[kind_at].contact[first + lane]] =
            (mb_touch){o->h[lane],           o->hdot[lane],         o->N[lane], o->p_max[lane], o->energy[lane],
                       o->loss_normal[lane], o->loss_friction[lane]};
}

/* ---- packs ---- */
static void load(const mb_work *k, const swarm *s, int first, four *p) {
    swarm_load(k, s, first, &p->at);
    for (int lane = 0; lane < 4; lane++) p->lanes[lane] = first + lane < s->balls;
}

static void show_accelerations(mb_work *k, const swarm *s) {
    vec3 origin, W, W1;
    const mat3 *R = axes_of(k, s, &origin, &W, &W1);
    for (int i = 0; i < s->balls; i++) {
        const double *a = k->a + s->u + 6 * i;
        mb_kin *o = &k->kin[s->node + i];
        o->a = v3_add(m3_mul(*R, v3(a[0], a[1], a[2])), v3_cross(W, o->v));
        o->alpha = v3_add(m3_mul(*R, v3(a[3], a[4], a[5])), v3_cross(W, o->w));
    }
}

/* u' = F/m + g - W x u, and the same for rotations */
static void accelerate(mb_work *k, const swarm *s, int first, const four *p, vec3 g, vec3 W) {
    row4v turning = row4v_cross(row4v_all(W), p->at.v), spinning = row4v_cross(row4v_all(W), p->at.w);
    double im = 1 / s->mass, iI = 1 / s->inertia;
    row4 a[6] = {p->W[0] * im + g.x - turning.x, p->W[1] * im + g.y - turning.y, p->W[2] * im + g.z - turning.z,
                 p->W[3] * iI - spinning.x,      p->W[4] * iI - spinning.y,      p->W[5] * iI - spinning.z};
    swarm_store6(a, first, s->balls, k->a + s->u);
}

/* Stores what belongs to the balls alone: K = -dF, C = -dF + M [W], and the change by time. */
static void store(const swarm *s, swarm_work *w, int which, const four *p, vec3 g, vec3 W, vec3 W1) {
    row4 *K = w->Kbb + 18 * (size_t)which, *C = w->Cbb + 36 * (size_t)which;
    const double cross[3][3] = {{0, -W.z, W.y}, {W.z, 0, -W.x}, {-W.y, W.x, 0}};
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 3; j++) K[i * 3 + j] = -p->D[i][j];
        for (int j = 0; j < 6; j++) C[i * 6 + j] = -p->D[i][3 + j];
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            C[i * 6 + j] += s->mass * cross[i][j];
            C[(3 + i) * 6 + 3 + j] += s->inertia * cross[i][j];
        }
    vec3 dg = v3_cross(g, W);
    row4v a = row4v_cross(p->at.v, row4v_all(W1)), b = row4v_cross(p->at.w, row4v_all(W1));
    double im = 1 / s->mass, iI = 1 / s->inertia;
    row4 t[6] = {p->T[0] * im + a.x + dg.x, p->T[1] * im + a.y + dg.y, p->T[2] * im + a.z + dg.z,
                 p->T[3] * iI + b.x,        p->T[4] * iI + b.y,        p->T[5] * iI + b.z};
    for (int lane = 0; lane < 4; lane++)
        for (int i = 0; i < 6; i++) w->by_time[24 * which + 6 * lane + i] = t[i][lane];
}

static abut_status one_pack(mb_work *k, const swarm *s, swarm_work *w, int which, hub_data *hubs, const mat3 *R,
                            pack_want want, four *p) {
    int first = 4 * which;
    bool timed = k->s->drives || k->s->frames, derivatives = want == PACK_DERIVATIVES;
    load(k, s, first, p);
    for (int i = 0; i < 6; i++) p->W[i] = row4_all(0);
    if (derivatives) {
        memset(p->D, 0, sizeof p->D);
        memset(p->T, 0, sizeof p->T);
    }
    for (int kind = 0; kind < s->kinds; kind++) {
        pack_out local, *o = w->kept && want != PACK_WRENCH ? &w->kept[kind * s->packs + which] : &local;
        hub_data *h = &hubs[s->kind[kind].hub];
        abut_status status = contact_of(k, s, R, kind, first, p, h, want, o);
        if (status) return status;
        if (want != PACK_WRENCH) note_touch(k, s, kind, first, o);
        if (!o->touching) continue;
        for (int i = 0; i < 6; i++) p->W[i] += (o->W[i] *= p->lanes);
        row4v l = row4v_sub(p->at.c, row4v_all(h->motion.r)), t = row4v_cross(l, (row4v){o->W[0], o->W[1], o->W[2]});
        for (int i = 0; i < 3; i++) h->F[i] -= o->W[i];
        h->M[0] -= o->W[3] + t.x, h->M[1] -= o->W[4] + t.y, h->M[2] -= o->W[5] + t.z;
        if (!derivatives) continue;
        for (int i = 0; i < 6; i++)
            for (int j = 0; j < 9; j++) p->D[i][j] += (o->D[i][j] *= p->lanes);
        if (h->columns) couple(s, w, which, p, h, o);
        if (h->driven) power_changes(k, s, which, p, h, o);
        if (!timed) continue;
        row4 dW[6];
        position_column(o, p, h, &h->time, l, dW, h->T);
        for (int i = 0; i < 6; i++) p->T[i] += dW[i];
    }
    return ABUT_OK;
}

/* ---- what the hubs get ---- */
static vec3 sum3(const row4 *x) { return v3(row4_sum(x[0]), row4_sum(x[1]), row4_sum(x[2])); }

/* The same by time, and by the unknowns of a hub whose spin is prescribed. */
static void hub_power(mb_work *k, const swarm *s, int which, const hub_data *h, vec3 F, vec3 M, vec3 dF, vec3 dM) {
    int node = s->hub[which].node;
    const mb_node *n = &k->s->node[node];
    vec3 origin, W, W1;
    const mat3 *R = axes_of(k, s, &origin, &W, &W1);
    k->power_t -= v3_dot(m3_mul(*R, h->v_driven), dF) + v3_dot(m3_mul(*R, h->w_driven), dM);
    if (n->spin < 0) {
        k->power_t -= v3_dot(k->change[node].v, F) + v3_dot(k->change[node].w, M);
        return;
    }
    const function_value *f = &k->driven[k->s->spin[n->spin].drive];
    vec3 e = m3_mul(h->motion.R, k->s->spin[n->spin].axis), own = sum3(h->M);
    k->power_t -= f->a * v3_dot(e, own);
    for (int j = 0; j < h->columns; j++) { /* a body with a prescribed spin has six unknowns of its own and no others */
        vec3 turned = v3_cross(h->column[j].th, h->w_driven);
        k->power_d[n->u + j] -= v3_dot(h->w_driven, sum3(h->K[j] + 3)) + v3_dot(turned, own);
        k->power_u[n->u + j] -= v3_dot(h->w_driven, sum3(h->C[j] + 3));
    }
}

static void add_hub(mb_work *k, const swarm *s, int which, const hub_data *h, bool derivatives) {
    int node = s->hub[which].node;
    vec3 origin, W, W1;
    const mat3 *R = axes_of(k, s, &origin, &W, &W1);
    vec3 F = m3_mul(*R, sum3(h->F)), M = m3_mul(*R, sum3(h->M));
    mb_kin *o = &k->kin[node];
    o->f = v3_add(o->f, F);
    o->m = v3_add(o->m, M);
    vec3 v = m3_mul(*R, h->v_driven), w = m3_mul(*R, h->w_driven);
    if (h->driven) k->power -= v3_dot(v, F) + v3_dot(w, M);
    if (!derivatives) return;
    vec3 dF = v3_add(m3_mul(*R, sum3(h->T)), v3_cross(W, F)), dM = v3_add(m3_mul(*R, sum3(h->T + 3)), v3_cross(W, M));
    k->dsum[node].f = v3_add(k->dsum[node].f, dF);
    k->dsum[node].m = v3_add(k->dsum[node].m, dM);
    if (h->driven) hub_power(k, s, which, h, F, M, dF, dM);
    const blocks *b = k->s->pattern;
    int part_of_column[SWARM_UNKNOWNS];
    for (int i = 0; i < s->parts; i++)
        for (int j = 0; j < k->s->node[s->part[i].node].nu; j++) part_of_column[s->part[i].column + j] = i;
    for (int j = 0; j < h->columns; j++) {
        int to = h->column[j].at, q = part_of_column[to];
        vec3 KF = sum3(h->K[j]), KM = sum3(h->K[j] + 3), CF = sum3(h->C[j]), CM = sum3(h->C[j] + 3);
        for (int i = 0; i < h->columns; i++) {
            int row = h->column[i].at, p = part_of_column[row];
            int slot = s->slot[p][q];
            size_t at = b->slot[slot].at +
                        (size_t)((row - s->part[p].column) * k->s->node[s->part[q].node].nu + (to - s->part[q].column));
            k->filled[slot] = true;
            k->K[at] -= v3_dot(h->column[i].r, KF) + v3_dot(h->column[i].th, KM);
            k->C[at] -= v3_dot(h->column[i].r, CF) + v3_dot(h->column[i].th, CM);
        }
    }
}

/* ---- the whole ---- */

/* Which kinds of contacts have their wrenches already. */
static abut_status take_linear(mb_work *k, const swarm *s, swarm_work *w, const hub_data *hubs, pack_want want) {
    for (int i = 0; i < s->kinds; i++) {
        w->linear[i] = false;
        swarm_tangent *t = want == PACK_WRENCH && k->tangent_step > 0 ? swarm_tangent_of(k, s, i) : NULL;
        bool known = t;
        for (int j = 0; known && j < s->packs; j++) known = t[j].known;
        if (!known) continue;
        abut_status status = swarm_tangent_wrenches(k, s, i, &hubs[s->kind[i].hub].motion, t);
        if (status && status != ABUT_NO_CONVERGENCE) return status;
        w->linear[i] = !status;
    }
    return ABUT_OK;
}

abut_status swarm_forces(mb_work *k, int which, bool derivatives, bool brief) {
    const swarm *s = &k->s->swarm[which];
    swarm_work *w = &k->swarm[which];
    hub_data hubs[SWARM_HUBS];
    vec3 origin, W, W1;
    const mat3 *R = axes_of(k, s, &origin, &W, &W1);
    vec3 g = m3_tmul(*R, k->s->gravity);
    bool general = false;
    pack_want want = brief ? PACK_WRENCH : derivatives ? PACK_DERIVATIVES : PACK_ALL;
    for (int i = 0; i < s->kinds; i++) general = general || !s->kind[i].packed;
    if (!brief || general) show(k, s);
    for (int i = 0; i < s->hubs; i++) hub_start(k, s, w, i, derivatives, &hubs[i]);
    abut_status status = take_linear(k, s, w, hubs, want);
    if (status) return status;
    if (derivatives && s->nh) {
        size_t values = (size_t)s->packs * 6 * (size_t)s->nh * sizeof(row4);
        memset(w->Kbh, 0, values);
        memset(w->Cbh, 0, values);
        memset(w->Khb, 0, values / 2);
        memset(w->Chb, 0, values);
    }
    for (int i = 0; i < s->packs; i++) {
        four p;
        status = one_pack(k, s, w, i, hubs, R, want, &p);
        if (status) return status;
        accelerate(k, s, 4 * i, &p, g, W);
        if (derivatives) store(s, w, i, &p, g, W, W1);
    }
    for (int i = 0; i < s->hubs; i++) add_hub(k, s, i, &hubs[i], derivatives);
    if (!brief) show_accelerations(k, s);
    return ABUT_OK;
}

/* ---- what is recorded ---- */
abut_status swarm_report(const mb_work *k, int contact, abut_element_out *out) {
    const mb_contact *c = &k->s->contact[contact];
    const swarm *s = &k->s->swarm[c->in_swarm];
    const swarm_kind *kind = &s->kind[c->kind];
    int ball = c->ball;
    if (!kind->packed) return ABUT_OK;
    hub_data hub;
    four p;
    pack_out o;
    vec3 origin, W, W1;
    const mat3 *R = axes_of(k, s, &origin, &W, &W1);
    hub_start(k, s, NULL, kind->hub, false, &hub);
    load(k, s, ball / 4 * 4, &p);
    const pack_out *kept = k->full ? k->swarm[c->in_swarm].kept : NULL, *from = &o;
    abut_status status = ABUT_OK;
    if (kept)
        from = &kept[c->kind * s->packs + ball / 4];
    else
        status = pack_eval(&kind->pack, ball / 4, &hub.motion, &p.at, PACK_ALL, &o);
    if (status == ABUT_NO_CONVERGENCE || (!status && from->by_elements))
        return ABUT_OK; /* its element was asked, as now */
    vec3 apart = m3_mul(*R, v3_sub(row4v_lane(&p.at.c, ball % 4), hub.motion.r));
    if (!status) pack_report(&kind->pack, from, ball % 4, R, apart, out);
    return status;
}

static void project3(row4 *rows, int columns, vec3 e) {
    for (int j = 0; j < columns; j++) {
        row4 *a = rows + j, *b = a + columns, *c = b + columns, along = e.x * *a + e.y * *b + e.z * *c;
        *a -= along * e.x, *b -= along * e.y, *c -= along * e.z;
    }
}

void swarm_project_rows(const swarm *s, swarm_work *w, int first, vec3 e) {
    for (int p = 0; p < s->packs; p++) {
        project3(w->Khb + 3 * ((size_t)s->nh * (size_t)p + (size_t)first), 3, e);
        project3(w->Chb + 6 * ((size_t)s->nh * (size_t)p + (size_t)first), 6, e);
    }
}

void swarm_time(const mb_work *k, int which, double *to) {
    const swarm *s = &k->s->swarm[which];
    memcpy(to + s->u, k->swarm[which].by_time, 6 * (size_t)s->balls * sizeof(double));
}
