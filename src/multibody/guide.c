/* Bodies that are moved from outside: three driven displacements and a driven rotation about the axis of the angular velocity, all at
 * constant speed since the motion was given. So everything that goes for drives goes for them: rates by time, powers, forces. */
#include "base/quat.h"
#include "inside.h"

const joint_type joint_guided = {.type = {.kind = "joint", .name = "guided"}, .moves = {true, true, true}, .turns = 1};

/* A rotation that takes z to the axis. */
static abut_quat z_to(vec3 axis) {
    if (axis.z < -1 + 1e-12) return (abut_quat){0, 1, 0, 0};
    return quat_unit((abut_quat){1 + axis.z, -axis.y, axis.x, 0});
}

static void set_speed(mb_drive *d, double t, double speed) {
    d->steered = true;
    d->sign = 1;
    d->t = t, d->x = 0, d->v = speed, d->a = 0;
}

void mb_guide(mb_system *s, int node, const mb_motion *m) {
    mb_link *l = s->node[node].link;
    abut_quat q = quat_unit(m->q);
    vec3 w = m3_mul(m3_of_quat(q), m->w);
    double rate = v3_norm(w);
    l->q_parent = rate > 0 ? z_to(v3_scale(1 / rate, w)) : quat_identity();
    l->R_parent = m3_of_quat(l->q_parent);
    l->q_child = quat_multiply(quat_conjugate(q), l->q_parent);
    l->at_parent = m->r;
    l->at_child = v3(0, 0, 0);
    vec3 v = m3_tmul(l->R_parent, m->v);
    const double speed[4] = {v.x, v.y, v.z, rate};
    for (int i = 0; i < l->dofs; i++) set_speed(&s->drive[l->dof[i].drive], m->t, speed[i]);
}

/* Such a body is the root of its tree, whose sums are about it. */
void mb_pull(const mb_work *k, int node, vec3 *force, vec3 *moment) {
    *force = v3_neg(k->sum[node].f);
    *moment = v3_neg(k->sum[node].m);
}
