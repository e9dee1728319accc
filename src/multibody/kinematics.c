/* Motion of all bodies from the coordinates of the joints, from the roots outwards, in world axes.
 *
 * With the parent p, the parent-side joint frame F, relative displacement d, and the relative rotation E of a joint:
 *   joint point  P = r_p + R_p c_p + F d          orientation  R = F E R_c^T       centre of mass  r = P - R c
 *   w = w_p + F w_rel                             v = v_p + w_p x (P - r_p) + F v_rel + w x (r - P)
 * and accelerations by differentiating once more. */
#include "base/quat.h"
#include "inside.h"

static void turn_axes(const mb_frame *f, double t, mb_axes *out) {
    function_value v = function_run_up(f->rate, f->ramp, t);
    out->q = quat_exp(v3_scale(remainder(v.x, 8 * atan(1)), f->axis));
    out->R = m3_of_quat(out->q);
    out->W = v3_scale(v.v, f->axis);
    out->W1 = v3_scale(v.a, f->axis);
    function_value own = function_run_up(f->spin, f->ramp, t);
    out->own = quat_about_z(remainder(own.x, 8 * atan(1)));
    out->s = own.v;
    out->s1 = own.a;
    const vec3 c[3] = {out->R.c0, out->R.c1, out->R.c2};
    for (int j = 0; j < 3; j++)
        for (int half = 0; half < 2; half++) {
            double *to = out->J + 3 * half * BLOCK_MAX + 3 * half + j;
            to[0] = c[j].x;
            to[BLOCK_MAX] = c[j].y;
            to[2 * BLOCK_MAX] = c[j].z;
        }
}

static function_value steered_at(const mb_drive *d, double t) {
    double s = t - d->t;
    return (function_value){d->x + s * (d->v + 0.5 * s * d->a), d->v + s * d->a, d->a, 0};
}

void kin_drives(mb_work *k, double t) {
    if (t == k->t && k->driven_at) return;
    k->t = t;
    k->driven_at = true;
    for (int i = 0; i < k->s->frames; i++) turn_axes(&k->s->frame[i], t, &k->axes[i]);
    for (int i = 0; i < k->s->drives; i++) {
        const mb_drive *d = &k->s->drive[i];
        function_value f = d->steered       ? steered_at(d, t)
                           : d->motion.type ? function_at(&d->motion, t)
                                            : function_run_up(d->speed, d->ramp, t);
        k->driven[i] = (function_value){d->sign * f.x, d->sign * f.v, d->sign * f.a, d->sign * f.j};
    }
}

/* Relative displacement (parent-frame axes) and rotation of a joint. */
static void joint_pose(const mb_work *k, const mb_node *n, const double *x, double d[3], abut_quat *e) {
    d[0] = d[1] = d[2] = 0;
    *e = quat_identity();
    int next = n->x;
    for (int i = 0; i < n->link->dofs; i++) {
        const mb_dof *f = &n->link->dof[i];
        if (f->turn && n->link->joint->turns == 3) {
            *e = n->cyclic ? quat_at(k->cyclic + 4 * n->cyclic_at) : quat_unit(quat_at(x + next));
            return;
        }
        double value = f->drive >= 0 ? k->driven[f->drive].x : x[next++];
        if (f->turn)
            *e = quat_about_z(value);
        else
            d[f->axis] = value;
    }
}

static void place_simple(const mb_work *k, const mb_node *n, const double *x, mb_kin *o) {
    o->r = v3(x[n->x], x[n->x + 1], x[n->x + 2]);
    if (n->frame >= 0) o->r = v3_add(k->s->frame[n->frame].origin, m3_mul(k->axes[n->frame].R, o->r));
    if (n->cyclic) {
        o->q = quat_at(k->cyclic + 4 * n->cyclic_at);
        if (n->frame >= 0) o->q = quat_multiply(k->axes[n->frame].q, o->q);
        return;
    }
    o->q = quat_at(x + n->x + 3);
    if (n->frame >= 0) o->q = quat_multiply(k->axes[n->frame].q, quat_multiply(o->q, k->axes[n->frame].own));
    o->h->R = m3_of_quat(o->q);
}

vec3 kin_spin(const mb_work *k, const mb_node *n, const double *x) {
    return v3_scale(k->axes[n->frame].s, m3_of_quat(quat_at(x + n->x + 3)).c2);
}

static void place_joined(const mb_work *k, const mb_node *n, const double *x, mb_kin *o) {
    const mb_kin *p = &k->kin[n->parent];
    double d[3];
    abut_quat e;
    joint_pose(k, n, x, d, &e);
    o->h->F = m3_mulm(p->h->R, n->link->R_parent);
    o->h->p = v3_add(v3_add(p->r, m3_mul(p->h->R, n->link->at_parent)), m3_mul(o->h->F, v3(d[0], d[1], d[2])));
    o->q = quat_multiply(quat_multiply(quat_multiply(p->q, n->link->q_parent), e), quat_conjugate(n->link->q_child));
    o->h->R = m3_of_quat(o->q);
    o->r = v3_sub(o->h->p, m3_mul(o->h->R, n->link->at_child));
}

void kin_positions(mb_work *k, const double *x) {
    for (int i = 1; i < k->s->nodes; i++) {
        const mb_node *n = &k->s->node[i];
        if (n->swarm) continue;
        if (n->simple)
            place_simple(k, n, x, &k->kin[i]);
        else
            place_joined(k, n, x, &k->kin[i]);
    }
}

/* Sum of the axes of a joint times numbers: of the unknowns and of the drives. */
static void joint_rates(const mb_work *k, const mb_node *n, const mb_kin *o, const double *u, int order, vec3 *move,
                        vec3 *turn) {
    *move = *turn = v3(0, 0, 0);
    for (int i = 0; i < n->link->dofs; i++) {
        const mb_dof *f = &n->link->dof[i];
        const function_value *d = f->drive >= 0 ? &k->driven[f->drive] : NULL;
        double value = !d ? (u ? u[f->u] : 0) : order == 1 ? d->v : d->a;
        vec3 *to = f->turn ? turn : move;
        *to = v3_axpy(value, kin_axis(o, f->axis), *to);
    }
}

void kin_velocity(mb_work *k, int i, const double *u) {
    const mb_node *n = &k->s->node[i];
    mb_kin *o = &k->kin[i];
    if (n->simple) {
        const double *v = u + n->u;
        o->v = v3(v[0], v[1], v[2]);
        o->w = v3(v[3], v[4], v[5]);
        if (n->frame >= 0) {
            o->v = m3_mul(k->axes[n->frame].R, o->v);
            o->w = m3_mul(k->axes[n->frame].R, o->w);
        }
        return;
    }
    const mb_kin *p = &k->kin[n->parent];
    joint_rates(k, n, o, u, 1, &o->h->vr, &o->h->wr);
    o->w = v3_add(p->w, o->h->wr);
    vec3 at_joint = v3_add(v3_add(p->v, v3_cross(p->w, v3_sub(o->h->p, p->r))), o->h->vr);
    o->v = v3_add(at_joint, v3_cross(o->w, v3_sub(o->r, o->h->p)));
}

void kin_velocities(mb_work *k, const double *u) {
    for (int i = 1; i < k->s->nodes; i++)
        if (!k->s->node[i].swarm) kin_velocity(k, i, u);
}

/* Both, and the weight of every body, in one pass. */
void kin_state(mb_work *k, const double *x, const double *u) {
    vec3 g = k->s->gravity;
    k->kin[0].f = k->kin[0].m = v3(0, 0, 0);
    k->x = x;
    k->u = u;
    for (int i = 1; i < k->s->nodes; i++) {
        const mb_node *n = &k->s->node[i];
        if (n->swarm) continue;
        mb_kin *o = &k->kin[i];
        if (n->still && k->placed) {
            o->f = o->m = v3(0, 0, 0);
            continue;
        }
        if (n->simple)
            place_simple(k, n, x, o);
        else
            place_joined(k, n, x, o);
        kin_velocity(k, i, u);
        o->f = v3_scale(n->mass, g);
        o->m = v3(0, 0, 0);
    }
    k->placed = true;
}

static vec3 turning(vec3 alpha, vec3 w, vec3 lever) {
    return v3_add(v3_cross(alpha, lever), v3_cross(w, v3_cross(w, lever)));
}

/* a = NULL: unknown accelerations are zero, drives act. */
static void accelerate(mb_work *k, int i, const double *a) {
    const mb_node *n = &k->s->node[i];
    mb_kin *o = &k->kin[i];
    const mb_kin *p = &k->kin[n->parent];
    joint_rates(k, n, o, a, 2, &o->h->ar, &o->h->alphar);
    o->alpha = v3_add(v3_add(p->alpha, o->h->alphar), v3_cross(p->w, o->h->wr));
    vec3 at_joint = v3_add(p->a, turning(p->alpha, p->w, v3_sub(o->h->p, p->r)));
    at_joint = v3_add(v3_add(at_joint, o->h->ar), v3_scale(2, v3_cross(p->w, o->h->vr)));
    o->a = v3_add(at_joint, turning(o->alpha, o->w, v3_sub(o->r, o->h->p)));
}

void kin_accelerations(mb_work *k, const double *a, bool only_trees) {
    for (int i = 1; i < k->s->nodes; i++) {
        const mb_node *n = &k->s->node[i];
        mb_kin *o = &k->kin[i];
        if (!n->simple) {
            accelerate(k, i, a);
        } else if (!only_trees && !n->swarm) {
            const double *v = a ? a + n->u : NULL;
            o->a = v ? v3(v[0], v[1], v[2]) : v3(0, 0, 0);
            o->alpha = v ? v3(v[3], v[4], v[5]) : v3(0, 0, 0);
            if (n->frame >= 0) { /* a = R u' + W x v */
                const mb_axes *f = &k->axes[n->frame];
                o->a = v3_add(m3_mul(f->R, o->a), v3_cross(f->W, o->v));
                o->alpha = v3_add(m3_mul(f->R, o->alpha), v3_cross(f->W, o->w));
            }
        }
    }
}

void kin_motion(const mb_work *k, int node, body_motion *out) {
    const mb_kin *o = &k->kin[node];
    const vec3 zero = {0, 0, 0};
    *out = (body_motion){o->r, o->v, o->w, o->a, o->alpha, o->h->R, zero, zero, zero, zero, zero, zero};
    if (k->s->node[node].simple && k->s->node[node].cyclic) out->R = m3_of_quat(o->q);
}
