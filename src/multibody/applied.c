/* Wrenches of force elements and contacts on all bodies and, when asked for, their derivatives: the 12 x 12
 * matrices of an element are carried to the unknowns by the Jacobians of its bodies,
 *   K += J^T K_e J + J^T C_e D,   C += J^T C_e J,
 * where J is the change of a body's position and D that of its velocity per unknown coordinate. */
#include <string.h>

#include "beads.h"
#include "contact/element.h"
#include "crowd.h"
#include "inside.h"
#include "swarm.h"

static const vec3 ZERO = {0, 0, 0};

static void apply(mb_kin *o, vec3 f, vec3 m) {
    o->f = v3_add(o->f, f);
    o->m = v3_add(o->m, m);
}

/* ---- derivatives of an element ---- */

/* J (or D) of one support of a body: 6 rows of BLOCK_MAX numbers. */
typedef struct support {
    int node;
    int side;            /* 0: of body a, 1: of body b */
    const double *J, *D; /* NULL: J = 1, D = 0 */
} support;

static int supports_of(const mb_work *k, int node, int side, support *to) {
    const mb_node *n = &k->s->node[node];
    for (int i = 0; i < n->supports; i++) {
        size_t at = (size_t)(n->support + i);
        to[i] = (support){k->s->support[at], side, n->simple ? NULL : k->J + at * 6 * BLOCK_MAX,
                          n->simple ? NULL : k->D + at * 6 * BLOCK_MAX};
        if (n->frame >= 0) to[i].J = k->axes[n->frame].J;
    }
    return n->supports;
}

/* B (6 x n) = E_e[side p][side q] X, X given by J or D of the support */
static void half_product(const double E[12][12], int p, const support *q, const double *X, int n, double B[6][6]) {
    for (int i = 0; i < 6; i++) {
        const double *row = &E[6 * p + i][6 * q->side];
        for (int j = 0; j < n; j++) {
            double sum = 0;
            if (!X)
                sum = row[j];
            else
                for (int m = 0; m < 6; m++) sum += row[m] * X[m * BLOCK_MAX + j];
            B[i][j] = sum;
        }
    }
}

/* to (np x nq) += J_p^T B */
static void add_transposed(const support *p, int np, int nq, const double B[6][6], double *to) {
    for (int i = 0; i < np; i++)
        for (int j = 0; j < nq; j++) {
            double sum = 0;
            if (!p->J)
                sum = B[i][j];
            else
                for (int m = 0; m < 6; m++) sum += p->J[m * BLOCK_MAX + i] * B[m][j];
            to[i * nq + j] += sum;
        }
}

/* to (6 x 6) += [R_p^T E_pq R_q] for each of the four 3 x 3 parts; NULL: no rotation */
static void add_turned(const double E[12][12], int p, int q, const mat3 *Rp, const mat3 *Rq, double *to) {
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++) {
            vec3 row[3];
            for (int i = 0; i < 3; i++) {
                const double *e = &E[6 * p + 3 * a + i][6 * q + 3 * b];
                row[i] = Rq ? m3_tmul(*Rq, v3(e[0], e[1], e[2])) : v3(e[0], e[1], e[2]);
            }
            for (int i = 0; i < 3; i++) {
                vec3 r = row[i];
                if (Rp) {
                    vec3 c = i == 0 ? Rp->c0 : i == 1 ? Rp->c1 : Rp->c2;
                    r = v3_axpy(c.x, row[0], v3_axpy(c.y, row[1], v3_scale(c.z, row[2])));
                }
                double *t = to + 6 * (3 * a + i) + 3 * b;
                t[0] += r.x, t[1] += r.y, t[2] += r.z;
            }
        }
}

static void add_plain(const double E[12][12], int p, int q, double *to) {
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) to[6 * i + j] += E[6 * p + i][6 * q + j];
}

static void spread_simple(mb_work *k, const int *slots, int a, int b, const abut_element_jac *e) {
    const mb_system *s = k->s;
    const int node[2] = {a, b};
    const mat3 *R[2];
    int first[2], count = 0;
    for (int i = 0; i < 2; i++) {
        const mb_node *n = &s->node[node[i]];
        first[i] = n->supports ? count++ : -1;
        R[i] = n->frame >= 0 ? &k->axes[n->frame].R : NULL;
    }
    for (int p = 0; p < 2; p++)
        for (int q = 0; q < 2; q++) {
            if (first[p] < 0 || first[q] < 0) continue;
            int slot = slots[first[p] * count + first[q]];
            size_t at = s->pattern->slot[slot].at;
            k->marked[slot] = k->filled[slot] = true;
            if (R[p] || R[q]) {
                add_turned(e->K, p, q, R[p], R[q], k->K + at);
                add_turned(e->C, p, q, R[p], R[q], k->C + at);
            } else {
                add_plain(e->K, p, q, k->K + at);
                add_plain(e->C, p, q, k->C + at);
            }
        }
}

/* Deep trees: room for this many supports of both bodies. */
enum { MANY = 512 };

static void spread(mb_work *k, const int *slots, int a, int b, const abut_element_jac *e) {
    const mb_system *s = k->s;
    bool plain_a = s->node[a].simple || !s->node[a].supports, plain_b = s->node[b].simple || !s->node[b].supports;
    if (plain_a && plain_b) {
        spread_simple(k, slots, a, b, e);
        return;
    }
    support list[MANY];
    int count = supports_of(k, a, 0, list);
    count += supports_of(k, b, 1, list + count);
    for (int q = 0; q < count; q++) {
        int nq = s->node[list[q].node].nu; /* NOLINT(clang-analyzer-core.uninitialized.ArraySubscript): filled above */
        double KJ[2][6][6], CJ[2][6][6], CD[6][6];
        for (int side = 0; side < 2; side++) {
            half_product(e->K, side, &list[q], list[q].J, nq, KJ[side]);
            half_product(e->C, side, &list[q], list[q].J, nq, CJ[side]);
            if (!list[q].D) continue;
            half_product(e->C, side, &list[q], list[q].D, nq, CD);
            for (int i = 0; i < 6; i++)
                for (int j = 0; j < nq; j++) KJ[side][i][j] += CD[i][j];
        }
        for (int p = 0; p < count; p++) {
            size_t at = s->pattern->slot[slots[p * count + q]].at;
            k->marked[slots[p * count + q]] = k->filled[slots[p * count + q]] = true;
            int np = s->node[list[p].node].nu, side = list[p].side;
            add_transposed(&list[p], np, nq, KJ[side], k->K + at);
            add_transposed(&list[p], np, nq, CJ[side], k->C + at);
        }
    }
}

/* Change of the wrenches by the motion of driven coordinates, which is a change by time alone. */
static void drag_along(mb_work *k, int a, int b, const abut_element_jac *e) {
    if (!k->s->drives && !k->s->frames) return;
    const mb_change *ca = &k->change[a], *cb = &k->change[b];
    const vec3 x[4] = {ca->r, ca->theta, cb->r, cb->theta}, v[4] = {ca->v, ca->w, cb->v, cb->w};
    double p[12], q[12], w[12];
    for (int i = 0; i < 4; i++) {
        p[3 * i] = x[i].x, p[3 * i + 1] = x[i].y, p[3 * i + 2] = x[i].z;
        q[3 * i] = v[i].x, q[3 * i + 1] = v[i].y, q[3 * i + 2] = v[i].z;
    }
    for (int i = 0; i < 12; i++) {
        w[i] = 0;
        for (int j = 0; j < 12; j++) w[i] -= e->K[i][j] * p[j] + e->C[i][j] * q[j];
    }
    k->dsum[a].f = v3_add(k->dsum[a].f, v3(w[0], w[1], w[2]));
    k->dsum[a].m = v3_add(k->dsum[a].m, v3(w[3], w[4], w[5]));
    k->dsum[b].f = v3_add(k->dsum[b].f, v3(w[6], w[7], w[8]));
    k->dsum[b].m = v3_add(k->dsum[b].m, v3(w[9], w[10], w[11]));
}

void applied_spread(mb_work *k, const int *slots, int a, int b, const abut_element_jac *e) {
    drag_along(k, a, b, e);
    spread(k, slots, a, b, e);
}

/* ---- force elements ---- */
static void set_direction(body_motion *m, int i, bool velocity, double value) {
    vec3 *to = velocity ? (i < 3 ? &m->dv : &m->dw) : (i < 3 ? &m->dr : &m->dtheta);
    *(i % 3 == 0 ? &to->x : i % 3 == 1 ? &to->y : &to->z) = value;
}

static void store_column(const force_out *o, int column, double E[12][12]) {
    const vec3 parts[4] = {o->force_a.d, o->torque_a.d, o->force_b.d, o->torque_b.d};
    for (int i = 0; i < 4; i++) {
        E[3 * i][column] = -parts[i].x;
        E[3 * i + 1][column] = -parts[i].y;
        E[3 * i + 2][column] = -parts[i].z;
    }
}

static bool force_derivatives(mb_work *k, const mb_force *f, double t, body_motion m[2], abut_element_jac *e) {
    bool moves = !f->type->moves || f->type->moves(f->self, &f->places);
    if (moves) memset(e, 0, sizeof *e);
    for (int side = f->type->bodies == 1; moves && side < 2; side++)
        for (int velocity = 0; velocity < 2; velocity++)
            for (int i = 0; i < 6; i++) {
                force_out o = {0};
                set_direction(&m[side], i, velocity, 1);
                f->type->eval(f->self, &f->places, dual_of(t), &m[0], &m[1], &o);
                set_direction(&m[side], i, velocity, 0);
                store_column(&o, 6 * side + i, velocity ? e->C : e->K);
            }
    force_out o = {0};
    f->type->eval(f->self, &f->places, (dual){t, 1}, &m[0], &m[1], &o);
    k->dsum[f->a].f = v3_add(k->dsum[f->a].f, o.force_a.d);
    k->dsum[f->a].m = v3_add(k->dsum[f->a].m, o.torque_a.d);
    k->dsum[f->b].f = v3_add(k->dsum[f->b].f, o.force_b.d);
    k->dsum[f->b].m = v3_add(k->dsum[f->b].m, o.torque_b.d);
    return moves;
}

static abut_status apply_forces(mb_work *k, double t, bool derivatives) {
    for (int i = 0; i < k->s->forces; i++) {
        const mb_force *f = &k->s->force[i];
        if (f->off) continue;
        body_motion m[2];
        force_out o = {0};
        kin_motion(k, f->a, &m[0]);
        kin_motion(k, f->b, &m[1]);
        m[0].a = m[0].alpha = m[1].a = m[1].alpha = ZERO;
        f->type->eval(f->self, &f->places, dual_of(t), &m[0], &m[1], &o);
        apply(&k->kin[f->a], o.force_a.v, o.torque_a.v);
        apply(&k->kin[f->b], o.force_b.v, o.torque_b.v);
        k->force_energy[i] = o.energy;
        k->force_loss[i] = o.loss;
        k->force_power[i] = o.power;
        if (!derivatives) continue;
        if (!force_derivatives(k, f, t, m, k->jac)) continue;
        applied_spread(k, k->s->slot + f->slots, f->a, f->b, k->jac);
    }
    return ABUT_OK;
}

/* ---- contacts ---- */
void applied_input(const mb_work *k, const mb_contact *c, const double *s, abut_element_in *in) {
    const mb_kin *a = &k->kin[c->a], *b = &k->kin[c->b];
    in->a = (abut_pose){a->r, a->q};
    in->b = (abut_pose){b->r, b->q};
    in->va = (abut_twist){a->v, a->w};
    in->vb = (abut_twist){b->v, b->w};
    in->t = k->t;
    in->state = c->states && s ? s + c->s : NULL;
}

abut_element_out *applied_out(mb_work *k, int contact) {
    abut_element_out *out = k->kept && !k->brief ? &k->kept[contact] : k->out;
    out->want_frame = out != k->out && k->s->contact[contact].element->lubricated; /* the film comes with the frame */
    return out;
}

static vec3 centre(const mb_kin *o, vec3 c) {
    if (c.x == 0 && c.y == 0 && c.z == 0) return o->r;
    return v3_add(o->r, m3_mul(m3_of_quat(o->q), c));
}

bool applied_far(const mb_work *k, const mb_contact *c, mb_touch *to) {
    if (!c->bounded) return false;
    const mb_kin *a = &k->kin[c->a], *b = &k->kin[c->b];
    vec3 d = v3_sub(centre(b, c->centre_b), centre(a, c->centre_a));
    double square = v3_dot(d, d), near = c->reach + c->film;
    if (square <= near * near) return false;
    double distance = sqrt(square);
    *to = (mb_touch){.h = c->reach - distance, .hdot = -v3_dot(d, v3_sub(b->v, a->v)) / distance, .far = true};
    return true;
}

static abut_status apply_contact(mb_work *k, int i, const double *s, double *s_rate, bool derivatives) {
    const mb_contact *c = &k->s->contact[i];
    mb_touch *to = &k->touch[i];
    if (c->off) {
        *to = (mb_touch){.h = -1, .far = true};
        return ABUT_OK;
    }
    if (applied_far(k, c, to) && !c->states) {
        if (c->books) to->lost = element_lost(c->element);
        return ABUT_OK;
    }
    abut_element_in in;
    abut_element_out *out = applied_out(k, i);
    applied_input(k, c, s, &in);
    out->jac = derivatives ? k->jac : NULL;
    out->state_rate = c->states && s_rate ? s_rate + c->s : NULL;
    abut_status status = abut_element_eval(c->element, &in, out);
    if (status) return status;
    *to = (mb_touch){.h = out->h,
                     .hdot = out->hdot,
                     .N = out->N,
                     .p_max = out->p_max,
                     .energy = out->energy,
                     .loss_normal = out->loss_normal,
                     .loss_friction = out->loss_friction,
                     .lost = out->lost,
                     .held = out->energy_friction};
    if (c->accepts) k->modes = 31 * k->modes + (unsigned)(out->mode + i);
    if (!out->touching) return ABUT_OK;
    apply(&k->kin[c->a], out->on_a.force, out->on_a.torque);
    apply(&k->kin[c->b], out->on_b.force, out->on_b.torque);
    if (!derivatives) return ABUT_OK;
    applied_spread(k, k->s->slot + c->slots, c->a, c->b, k->jac);
    return ABUT_OK;
}

/* Elements lie anywhere in memory: ask for them a little earlier. */
enum { AHEAD = 3, LINE = 64 };
static void fetch(const abut_element *e) {
    for (size_t at = 0; at < offsetof(abut_element, memory); at += LINE) __builtin_prefetch((const char *)e + at);
}

abut_status applied_wrenches(mb_work *k, double t, const double *s, double *s_rate, bool derivatives) {
    abut_status status = apply_forces(k, t, derivatives);
    members_wrenches(k, derivatives);
    int contacts = k->s->contacts;
    const mb_contact *c = k->s->contact;
    k->modes = 0;
    k->full = !k->brief;
    bool beads = k->s->beads && !derivatives;
    if (!status && beads) status = beads_wrenches(k);
    for (int i = 0; !status && !beads && i < contacts; i++) {
        if (c[i].swarm) continue;
        if (i + AHEAD < contacts) fetch(c[i + AHEAD].element);
        status = apply_contact(k, i, s, s_rate, derivatives);
    }
    if (!status && k->s->crowds) status = crowds_wrenches(k);
    k->power = 0;
    if (derivatives && k->s->swarms) {
        k->power_t = 0;
        memset(k->power_d, 0, (size_t)k->s->size.nu * sizeof(double));
        memset(k->power_u, 0, (size_t)k->s->size.nu * sizeof(double));
    }
    for (int i = 0; !status && i < k->s->swarms; i++) status = k->s->kernel->forces(k, i, derivatives, k->brief);
    return status;
}
