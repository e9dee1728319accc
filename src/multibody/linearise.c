/* Derivatives of the residual R = M a - Q - G^T lambda by positions (K), velocities (C) and time, all exact.
 *
 * Elements give their own matrices (applied.c). What is left is inertia and the turning of the joint axes: for a free body in
 * closed form,
 *   d(I alpha + w x I w) = [dth x (I alpha) - I (dth x alpha)] + w x [dth x (I w) - I (dth x w)]   (positions)
 *                        + dw x (I w) + w x (I dw)                                                   (velocities),
 * for trees by sweeps: one unknown is moved, its effect on the motion of its subtree is carried outwards, the change of the
 * forces inwards. */
#include <string.h>

#include "base/quat.h"
#include "inside.h"
#include "spin.h"
#include "swarm.h"

static const vec3 ZERO = {0, 0, 0};
static vec3 cross2(vec3 a, vec3 b, vec3 c) { return v3_cross(a, v3_cross(b, c)); }

/* ---- outwards ---- */

/* A change of the joint's own coordinates, velocities and accelerations: sums of its axes. */
typedef struct own_change {
    vec3 move, turn; /* of coordinates */
    vec3 vr, wr;     /* of relative velocities */
    vec3 ar, alphar; /* of relative accelerations */
} own_change;

/* The change of node i from that of its parent and its own. */
static void carry(mb_work *k, int i, const own_change *own) {
    const mb_node *n = &k->s->node[i];
    const mb_kin *o = &k->kin[i], *p = &k->kin[n->parent];
    const mb_change *c = &k->change[n->parent];
    mb_change *d = &k->change[i];
    vec3 lever = v3_sub(o->h->p, p->r), s = v3_sub(o->r, o->h->p);
    vec3 dlever = v3_add(v3_cross(c->theta, lever), own->move);
    d->theta = v3_add(c->theta, own->turn);
    d->p = v3_add(c->r, dlever);
    vec3 ds = v3_cross(d->theta, s);
    d->r = v3_add(d->p, ds);
    vec3 dwr = v3_add(v3_cross(c->theta, o->h->wr), own->wr), dvr = v3_add(v3_cross(c->theta, o->h->vr), own->vr);
    vec3 dalphar = v3_add(v3_cross(c->theta, o->h->alphar), own->alphar);
    vec3 dar = v3_add(v3_cross(c->theta, o->h->ar), own->ar);
    /* w = w_p + wr */
    d->w = v3_add(c->w, dwr);
    /* v = v_p + w_p x lever + vr + w x s */
    vec3 v = v3_add(v3_add(c->v, v3_cross(c->w, lever)), v3_add(v3_cross(p->w, dlever), dvr));
    d->v = v3_add(v, v3_add(v3_cross(d->w, s), v3_cross(o->w, ds)));
    /* alpha = alpha_p + alphar + w_p x wr */
    d->alpha = v3_add(v3_add(c->alpha, dalphar), v3_add(v3_cross(c->w, o->h->wr), v3_cross(p->w, dwr)));
    /* a at the joint = a_p + alpha_p x lever + w_p x (w_p x lever) + ar + 2 w_p x vr */
    vec3 a = v3_add(c->a, v3_add(v3_cross(c->alpha, lever), v3_cross(p->alpha, dlever)));
    a = v3_add(
        a, v3_add(cross2(c->w, p->w, lever), v3_cross(p->w, v3_add(v3_cross(c->w, lever), v3_cross(p->w, dlever)))));
    a = v3_add(v3_add(a, dar), v3_scale(2, v3_add(v3_cross(c->w, o->h->vr), v3_cross(p->w, dvr))));
    /* a = that + alpha x s + w x (w x s) */
    a = v3_add(a, v3_add(v3_cross(d->alpha, s), v3_cross(o->alpha, ds)));
    d->a = v3_add(a, v3_add(cross2(d->w, o->w, s), v3_cross(o->w, v3_add(v3_cross(d->w, s), v3_cross(o->w, ds)))));
}

static void add_own(own_change *own, vec3 e, bool turn, double q, double v, double a) {
    if (turn) {
        own->turn = v3_axpy(q, e, own->turn);
        own->wr = v3_axpy(v, e, own->wr);
        own->alphar = v3_axpy(a, e, own->alphar);
    } else {
        own->move = v3_axpy(q, e, own->move);
        own->vr = v3_axpy(v, e, own->vr);
        own->ar = v3_axpy(a, e, own->ar);
    }
}

/* Changes of a whole tree by the motion of its drives: changes by time at fixed state. */
static void carry_time(mb_work *k, int root) {
    for (int i = root; i < root + k->s->node[root].count; i++) {
        const mb_node *n = &k->s->node[i];
        own_change own = {0};
        for (int j = 0; j < n->link->dofs; j++) {
            if (n->link->dof[j].drive < 0) continue;
            const function_value *f = &k->driven[n->link->dof[j].drive];
            add_own(&own, kin_axis(&k->kin[i], n->link->dof[j].axis), n->link->dof[j].turn, f->v, f->a, f->j);
        }
        carry(k, i, &own);
    }
}

/* A body whose state is kept in turning axes goes round with them. */
static void carry_axes(mb_work *k, int i) {
    const mb_node *n = &k->s->node[i];
    const mb_kin *o = &k->kin[i];
    const mb_axes *f = &k->axes[n->frame];
    vec3 W = f->W;
    mb_change *d = &k->change[i];
    d->r = v3_cross(W, v3_sub(o->r, k->s->frame[n->frame].origin));
    d->theta = n->cyclic ? W : v3_axpy(f->s, o->h->R.c2, W);
    d->v = v3_cross(W, o->v);
    d->w = v3_cross(W, o->w);
}

/* ---- J and D of all bodies in trees, before the elements are evaluated ---- */
static void put(double *X, int column, vec3 a, vec3 b) {
    const double v[6] = {a.x, a.y, a.z, b.x, b.y, b.z};
    for (int i = 0; i < 6; i++) X[i * BLOCK_MAX + column] = v[i];
}

/* Effect of every unknown of node `up` on node i, which hangs on it: velocities only need positions and velocities. */
static void jacobian_of(mb_work *k, int i, int up, double *J, double *D) {
    const mb_node *n = &k->s->node[up];
    const mb_kin *o = &k->kin[i], *b = &k->kin[up], *p = &k->kin[n->parent];
    int column = 0;
    for (int j = 0; j < n->link->dofs; j++) {
        if (n->link->dof[j].u < 0) continue;
        vec3 e = kin_axis(b, n->link->dof[j].axis), r = v3_sub(o->r, b->h->p);
        if (n->link->dof[j].turn) {
            /* what hangs on the joint turns with e; the motion of the joint itself stays */
            vec3 joint_v = v3_sub(b->v, v3_cross(b->w, v3_sub(b->r, b->h->p))); /* of the joint point on the child */
            vec3 beyond_w = v3_sub(o->w, b->w);
            vec3 beyond_v = v3_sub(o->v, v3_add(joint_v, v3_cross(b->w, r)));
            vec3 dv = v3_add(v3_cross(e, beyond_v), v3_cross(b->w, v3_cross(e, r)));
            put(J, column, v3_cross(e, r), e);
            put(D, column, dv, v3_cross(e, beyond_w));
        } else {
            put(J, column, e, ZERO);
            put(D, column, v3_cross(p->w, e), ZERO);
        }
        column++;
    }
}

void linearise_prepare(mb_work *k) {
    const mb_system *s = k->s;
    const blocks *b = s->pattern;
    memcpy(k->marked, s->always, (size_t)b->slots * sizeof(bool));
    for (int i = 0; i < b->slots; i++) {
        if (!k->filled[i]) continue;
        size_t bytes = (size_t)(b->size[b->slot[i].row] * b->size[b->slot[i].column]) * sizeof(double);
        memset(k->K + b->slot[i].at, 0, bytes);
        memset(k->C + b->slot[i].at, 0, bytes);
        k->filled[i] = false;
    }
    memset(k->dsum, 0, (size_t)s->nodes * sizeof *k->dsum);
    for (int i = 1; i < s->nodes; i++) {
        const mb_node *n = &s->node[i];
        for (int j = 0; !n->simple && j < n->supports; j++) {
            size_t at = (size_t)(n->support + j) * 6 * BLOCK_MAX;
            jacobian_of(k, i, s->support[n->support + j], k->J + at, k->D + at);
        }
    }
    if (!s->drives && !s->frames) return;
    memset(k->change, 0, (size_t)s->nodes * sizeof *k->change);
    for (int root = 1; root < s->nodes; root += s->node[root].count)
        if (!s->node[root].simple && !s->node[root].still) carry_time(k, root);
    for (int i = 1; s->frames && i < s->nodes; i++)
        if (s->node[i].frame >= 0 && !s->node[i].swarm) carry_axes(k, i);
}

/* ---- inwards ---- */

/* Change of the inertial force of a body. */
static mb_sum inertial_change(const mb_work *k, int i) {
    const mb_node *n = &k->s->node[i];
    const mb_kin *o = &k->kin[i];
    const mb_change *d = &k->change[i];
    vec3 Iw = kin_inertia(n, o, o->w);
    vec3 m = v3_add(kin_inertia(n, o, d->alpha), v3_cross(d->w, Iw));
    vec3 dIw = kin_inertia(n, o, d->w);
    if (!n->isotropic) {
        m = v3_add(m, v3_sub(v3_cross(d->theta, kin_inertia(n, o, o->alpha)),
                             kin_inertia(n, o, v3_cross(d->theta, o->alpha))));
        dIw = v3_add(dIw, v3_sub(v3_cross(d->theta, Iw), kin_inertia(n, o, v3_cross(d->theta, o->w))));
    }
    return (mb_sum){v3_scale(n->mass, d->a), v3_add(m, v3_cross(o->w, dIw))};
}

static mb_sum minus(mb_sum a, vec3 f, vec3 m, double x) { return (mb_sum){v3_axpy(-x, f, a.f), v3_axpy(-x, m, a.m)}; }

/* Change of g'' of one loop, and of the force it asks of its bodies (minus that of the multipliers). */
static void change_loop(mb_work *k, const mb_loop *l, bool by_time, double *gdd, mb_sum force[2]) {
    body_motion m[2];
    force[0] = force[1] = (mb_sum){ZERO, ZERO};
    loop_row_value v[6];
    const int node[2] = {l->a, l->b};
    for (int i = 0; i < 2; i++) {
        const mb_change *d = &k->change[node[i]];
        kin_motion(k, node[i], &m[i]);
        m[i].dr = d->r, m[i].dtheta = d->theta, m[i].dv = d->v, m[i].dw = d->w, m[i].da = d->a, m[i].dalpha = d->alpha;
    }
    loop_eval(k, l, &m[0], &m[1], by_time, v);
    for (int r = 0; r < l->rows; r++) {
        gdd[r] = v[r].gdd.d;
        if (l->row[r].index < 0) continue;
        double x = k->lambda[l->row[r].index];
        force[0] = minus(force[0], v[r].fa.d, v[r].ta.d, x);
        force[1] = minus(force[1], v[r].fb.d, v[r].tb.d, x);
    }
}

/* wave[i] := change of force and moment about the origin, summed over the subtrees of nodes first..end-1. */
static void sum_changes(mb_work *k, int first, int end, vec3 origin) {
    for (int i = first; i < end; i++) {
        mb_sum f = inertial_change(k, i), total = dynamics_residual(k, i);
        f = (mb_sum){v3_add(f.f, k->wave[i].f), v3_add(f.m, k->wave[i].m)};
        vec3 m = v3_add(f.m, v3_cross(v3_sub(k->kin[i].r, origin), f.f));
        k->wave[i] = (mb_sum){f.f, v3_add(m, v3_cross(k->change[i].r, total.f))};
    }
    for (int i = end - 1; i > first; i--) {
        int p = k->s->node[i].parent;
        if (p < first) continue;
        k->wave[p] = (mb_sum){v3_add(k->wave[p].f, k->wave[i].f), v3_add(k->wave[p].m, k->wave[i].m)};
    }
}

/* Change of R at one degree of freedom of node i. wave: the changed sum of its subtree; moved: the joint itself moves with
 * its parent and by its own change. */
static double change_of(const mb_work *k, int i, const mb_dof *f, const mb_sum *wave, vec3 origin, bool moved) {
    const mb_kin *o = &k->kin[i];
    const mb_sum *sum = &k->sum[i];
    vec3 e = kin_axis(o, f->axis), de = moved ? v3_cross(k->change[k->s->node[i].parent].theta, e) : ZERO;
    if (!f->turn) return v3_dot(de, sum->f) + v3_dot(e, wave->f);
    vec3 lever = v3_sub(o->h->p, origin), dp = moved ? k->change[i].p : ZERO;
    vec3 m = v3_sub(sum->m, v3_cross(lever, sum->f));
    vec3 dm = v3_sub(v3_sub(wave->m, v3_cross(lever, wave->f)), v3_cross(dp, sum->f));
    return v3_dot(de, m) + v3_dot(e, dm);
}

/* ---- one unknown ---- */
typedef struct sweep {
    int root, node, column; /* tree, the node moved, its unknown within the node */
    vec3 origin;
    double *to;   /* K or C */
    double *rows; /* Gq or Gu */
} sweep;

static void add_entry(mb_work *k, const sweep *w, int i, int local, double value) {
    const mb_system *s = k->s;
    int slot = blocks_find(s->pattern, s->node[i].block, s->node[w->node].block);
    k->filled[slot] = true;
    w->to[s->pattern->slot[slot].at + (size_t)(local * s->node[w->node].nu + w->column)] += value;
}

static void add_node(mb_work *k, const sweep *w, int i, const mb_sum *wave, bool moved) {
    const mb_node *n = &k->s->node[i];
    int local = 0;
    for (int j = 0; j < n->link->dofs; j++)
        if (n->link->dof[j].u >= 0)
            add_entry(k, w, i, local++, change_of(k, i, &n->link->dof[j], wave, w->origin, moved));
}

static bool inside(const mb_node *node, int i, int root) { return i >= root && i < root + node[root].count; }

static void add_wave(mb_work *k, int i, const mb_sum *f) {
    k->wave[i] = (mb_sum){v3_add(k->wave[i].f, f->f), v3_add(k->wave[i].m, f->m)};
}

/* A force on a body that does not hang on the node moved. */
static void add_outside(mb_work *k, const sweep *w, int node, const mb_sum *f) {
    const mb_system *s = k->s;
    const mb_node *n = &s->node[node];
    for (int i = 0; i < n->supports; i++) {
        int up = s->support[n->support + i], local = 0;
        const mb_kin *o = &k->kin[up];
        vec3 m = v3_add(f->m, v3_cross(v3_sub(k->kin[node].r, o->h->p), f->f));
        for (int j = 0; j < s->node[up].link->dofs; j++) {
            const mb_dof *d = &s->node[up].link->dof[j];
            if (d->u >= 0) add_entry(k, w, up, local++, v3_dot(kin_axis(o, d->axis), d->turn ? m : f->f));
        }
    }
}

static void loop_columns(mb_work *k, const sweep *w, int u) {
    const mb_system *s = k->s;
    for (int e = s->tree_loops[w->root]; e < s->tree_loops[w->root + 1]; e++) {
        const mb_loop *l = &s->loop[s->tree_loop[e]];
        if (!inside(s->node, l->a, w->node) && !inside(s->node, l->b, w->node)) continue;
        double gdd[6];
        mb_sum force[2];
        const int node[2] = {l->a, l->b};
        change_loop(k, l, false, gdd, force);
        for (int side = 0; side < 2; side++) {
            if (inside(s->node, node[side], w->node))
                add_wave(k, node[side], &force[side]);
            else
                add_outside(k, w, node[side], &force[side]);
        }
        for (int c = 0; c < l->columns; c++) {
            if (s->loop_column[l->column + c] != u) continue;
            for (int r = 0; r < l->rows; r++) w->rows[l->values + (size_t)(r * l->columns + c)] = gdd[r];
            break; /* an unknown that moves both bodies counts once */
        }
    }
}

static void sweep_unknown(mb_work *k, const sweep *w, const mb_dof *f, bool velocity) {
    const mb_node *node = k->s->node;
    int end = w->node + node[w->node].count;
    own_change own = {0}, none = {0};
    add_own(&own, kin_axis(&k->kin[w->node], f->axis), f->turn, !velocity, velocity, 0);
    k->change[node[w->node].parent] = (mb_change){ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO};
    for (int i = w->node; i < end; i++) {
        carry(k, i, i == w->node ? &own : &none);
        k->wave[i] = (mb_sum){ZERO, ZERO};
    }
    if (k->s->loops) loop_columns(k, w, f->u);
    sum_changes(k, w->node, end, w->origin);
    for (int i = w->node; i < end; i++) add_node(k, w, i, &k->wave[i], true);
    for (int i = node[w->node].parent; i > 0; i = node[i].parent) add_node(k, w, i, &k->wave[w->node], false);
    for (int i = w->node; i < end; i++) k->change[i] = k->change[0];
}

static void linearise_tree(mb_work *k, int root) {
    const mb_system *s = k->s;
    vec3 origin = dynamics_origin(k, root);
    for (int i = root; i < root + s->node[root].count; i++) {
        int column = 0;
        for (int j = 0; j < s->node[i].link->dofs; j++) {
            const mb_dof *f = &s->node[i].link->dof[j];
            if (f->u < 0) continue;
            sweep w = {root, i, column++, origin, k->K, k->Gq};
            sweep_unknown(k, &w, f, false);
            w.to = k->C;
            w.rows = k->Gu;
            sweep_unknown(k, &w, f, true);
        }
    }
}

/* ---- free bodies ---- */
/* I x in the axes of the state of a free body. */
static vec3 own_inertia(const mb_work *k, int i, vec3 x) {
    const mb_node *n = &k->s->node[i];
    if (n->frame < 0 || n->isotropic) return kin_inertia(n, &k->kin[i], x);
    const mat3 *R = &k->axes[n->frame].R;
    return m3_tmul(*R, kin_inertia(n, &k->kin[i], m3_mul(*R, x)));
}

static void linearise_simple(mb_work *k, int i) {
    const mb_node *n = &k->s->node[i];
    if (n->isotropic && n->frame < 0) return;
    size_t at = k->s->pattern->slot[n->block].at;
    k->filled[n->block] = true;
    if (n->frame >= 0) { /* M (u' + W x u) */
        for (int j = 0; j < 3; j++) {
            vec3 e = {j == 0, j == 1, j == 2}, p = v3_cross(k->axes[n->frame].W, e), q = own_inertia(k, i, p);
            const double force[3] = {p.x, p.y, p.z}, moment[3] = {q.x, q.y, q.z};
            for (int r = 0; r < 3; r++) {
                k->C[at + (size_t)(6 * r + j)] += n->mass * force[r];
                k->C[at + (size_t)(6 * (3 + r) + 3 + j)] += moment[r];
            }
        }
    }
    if (n->isotropic) return;
    const mb_kin *o = &k->kin[i];
    const mat3 *R = n->frame >= 0 ? &k->axes[n->frame].R : NULL;
    vec3 Iw = kin_inertia(n, o, o->w), Ia = kin_inertia(n, o, o->alpha);
    for (int j = 0; j < 3; j++) {
        vec3 e = {j == 0, j == 1, j == 2};
        if (R) e = m3_mul(*R, e);
        vec3 by_turn = v3_sub(v3_cross(e, Ia), kin_inertia(n, o, v3_cross(e, o->alpha)));
        vec3 dIw = v3_sub(v3_cross(e, Iw), kin_inertia(n, o, v3_cross(e, o->w)));
        by_turn = v3_add(by_turn, v3_cross(o->w, dIw));
        vec3 by_spin = v3_add(v3_cross(e, Iw), v3_cross(o->w, kin_inertia(n, o, e)));
        if (R) by_turn = m3_tmul(*R, by_turn), by_spin = m3_tmul(*R, by_spin);
        const double q[3] = {by_turn.x, by_turn.y, by_turn.z}, v[3] = {by_spin.x, by_spin.y, by_spin.z};
        for (int r = 0; r < 3; r++) {
            k->K[at + (size_t)(6 * (3 + r) + 3 + j)] += q[r];
            k->C[at + (size_t)(6 * (3 + r) + 3 + j)] += v[r];
        }
    }
}

/* ---- time ---- */
static void time_loops(mb_work *k) {
    for (int i = 0; i < k->s->loops; i++) {
        const mb_loop *l = &k->s->loop[i];
        double gdd[6];
        mb_sum force[2];
        change_loop(k, l, true, gdd, force);
        add_wave(k, l->a, &force[0]);
        add_wave(k, l->b, &force[1]);
        for (int r = 0; r < l->rows; r++)
            if (l->row[r].index >= 0) k->g_by_time[l->row[r].index] = gdd[r];
    }
}

static void time_tree(mb_work *k, int root) {
    const mb_system *s = k->s;
    int end = root + s->node[root].count;
    vec3 origin = dynamics_origin(k, root);
    sum_changes(k, root, end, origin);
    for (int i = root; i < end; i++)
        for (int j = 0; j < s->node[i].link->dofs; j++)
            if (s->node[i].link->dof[j].u >= 0)
                k->by_time[s->node[i].link->dof[j].u] =
                    change_of(k, i, &s->node[i].link->dof[j], &k->wave[i], origin, true);
}

static void linearise_time(mb_work *k) {
    const mb_system *s = k->s;
    memset(k->change, 0, (size_t)s->nodes * sizeof *k->change);
    for (int i = 0; i < s->nodes; i++) k->wave[i] = (mb_sum){v3_neg(k->dsum[i].f), v3_neg(k->dsum[i].m)};
    for (int root = 1; root < s->nodes; root += s->node[root].count)
        if (!s->node[root].simple) carry_time(k, root);
    time_loops(k);
    for (int root = 1; root < s->nodes; root += s->node[root].count) {
        const mb_node *n = &s->node[root];
        if (n->swarm) continue;
        if (!n->simple) {
            time_tree(k, root);
            continue;
        }
        mb_sum *sum = &k->dsum[root];
        if (kin_spins(n)) { /* the inertia of what is no ball turns, too */
            carry_axes(k, root);
            sum->m = v3_sub(sum->m, inertial_change(k, root).m);
        }
        const mb_sum turned = {n->frame < 0 ? ZERO : m3_tmul(k->axes[n->frame].R, sum->f),
                               n->frame < 0 ? ZERO : m3_tmul(k->axes[n->frame].R, sum->m)},
                     *d = n->frame < 0 ? sum : &turned;
        const double v[6] = {d->f.x, d->f.y, d->f.z, d->m.x, d->m.y, d->m.z};
        for (int i = 0; i < 6; i++) k->by_time[n->u + i] = -v[i];
    }
}

/* u' = R^T a - W x u:  d/dt (R^T a) = R^T (da/dt - W x a) */
static void turn_by_time(const mb_work *k, int i, double *a) {
    const mb_axes *f = &k->axes[k->s->node[i].frame];
    const mb_kin *o = &k->kin[i];
    vec3 p = v3_add(v3_cross(f->W, o->a), v3_cross(f->W1, o->v));
    vec3 q = v3_add(v3_cross(f->W, o->alpha), v3_cross(f->W1, o->w));
    p = m3_tmul(f->R, p);
    q = m3_tmul(f->R, q);
    a[0] -= p.x, a[1] -= p.y, a[2] -= p.z;
    a[3] -= q.x, a[4] -= q.y, a[5] -= q.z;
}

/* da/dt at fixed state: M a_t - G^T l_t = -R_t, G a_t = -g''_t */
static void acceleration_by_time(mb_work *k, double *to) {
    const mb_sizes *z = &k->s->size;
    for (int i = 0; i < z->nu; i++) to[i] = -k->by_time[i];
    dynamics_mass_solve(k, to);
    spins_by_time(k, to);
    for (int i = 1; k->s->frames && i < k->s->nodes; i++)
        if (k->s->node[i].frame >= 0 && !k->s->node[i].swarm) turn_by_time(k, i, to + k->s->node[i].u);
    if (!z->nc) return;
    loops_multiply(k, k->G, to, k->g);
    for (int i = 0; i < z->nc; i++) k->g[i] += k->g_by_time[i];
    loops_correct(k, k->g, to);
}

/* What the linear systems need later, when other states have been evaluated. */
static void keep_masses(mb_work *k) {
    const mb_system *s = k->s;
    for (int i = 0; i < s->frames; i++) k->axes_kept[i] = k->axes[i].W;
    memcpy(k->HL, k->H0, s->row_values * sizeof(double));
    memcpy(k->GL, k->G, s->loop_values * sizeof(double));
    for (int i = 1; i < s->nodes; i++) {
        const mb_node *n = &s->node[i];
        if (!n->simple || n->isotropic) continue;
        vec3 x = own_inertia(k, i, v3(1, 0, 0)), y = own_inertia(k, i, v3(0, 1, 0)), z = own_inertia(k, i, v3(0, 0, 1));
        const double I[6] = {x.x, y.y, z.z, y.x, z.x, z.y};
        memcpy(k->inertia + 6 * (size_t)i, I, sizeof I);
    }
}

static abut_status linearise(mb_work *k, double t, const double *y, double *s_rate, bool at_rest) {
    abut_status status = dynamics(k, t, y, s_rate, true, at_rest);
    if (status) return status;
    const mb_system *s = k->s;
    if (at_rest) dynamics_mass_factor(k, k->H0);
    if (at_rest && s->size.nc) {
        loops_gradients(k);
        loops_apply(k);
    }
    dynamics_subtree_sums(k);
    memset(k->change, 0, (size_t)s->nodes * sizeof *k->change);
    for (int root = 1; root < s->nodes; root += s->node[root].count) {
        if (s->node[root].swarm) continue;
        if (s->node[root].simple)
            linearise_simple(k, root);
        else
            linearise_tree(k, root);
    }
    if (s->spins) spins_linearise(k);
    keep_masses(k);
    return ABUT_OK;
}

/* x' = u - W x x; an orientation turns with u - W - s e. */
static void rates_by_time(const mb_work *k, const mb_node *n, const double *y, double *fdot) {
    const mb_axes *f = &k->axes[n->frame];
    vec3 d = v3_cross(v3(y[n->x], y[n->x + 1], y[n->x + 2]), f->W1);
    fdot[n->x] = d.x, fdot[n->x + 1] = d.y, fdot[n->x + 2] = d.z;
    if (!kin_spins(n)) return;
    abut_quat E = quat_at(y + n->x + 3);
    vec3 w = v3_scale(-0.5, v3_axpy(f->s1, m3_of_quat(E).c2, f->W1));
    quat_store(quat_multiply((abut_quat){0, w.x, w.y, w.z}, E), fdot + n->x + 3);
}

abut_status mb_linearise(mb_work *k, double t, const double *y, double *ydot, double *fdot) {
    const mb_sizes *z = &k->s->size;
    double *s_rate = ydot ? ydot + z->nx + z->nu : NULL;
    abut_status status = linearise(k, t, y, s_rate, false);
    if (status) return status;
    if (ydot) {
        mb_of_tangent(k->s, y, y + z->nx, ydot);
        memcpy(ydot + z->nx, k->a, (size_t)z->nu * sizeof(double));
    }
    for (int i = 0; i < z->nu; i++) k->vector[3][i] = y[z->nx + i];
    for (int i = 1; k->s->frames && i < k->s->nodes; i++)
        if (kin_spins(&k->s->node[i])) k->spun[i] = kin_spin(k, &k->s->node[i], y);
    if (!fdot) return ABUT_OK;
    memset(fdot, 0, (size_t)(z->nx + z->nu + z->ns) * sizeof(double));
    if (!k->s->drives && !k->s->forces && !k->s->frames) return ABUT_OK;
    for (int i = 1; k->s->frames && i < k->s->nodes; i++)
        if (k->s->node[i].frame >= 0) rates_by_time(k, &k->s->node[i], y, fdot);
    linearise_time(k);
    acceleration_by_time(k, fdot + z->nx);
    for (int i = 0; i < k->s->swarms; i++) swarm_time(k, i, fdot + z->nx);
    return ABUT_OK;
}

abut_status mb_linearise_at_rest(mb_work *k, double t, const double *y) {
    memcpy(k->vector[3], y + k->s->size.nx, (size_t)k->s->size.nu * sizeof(double));
    return linearise(k, t, y, NULL, true);
}
