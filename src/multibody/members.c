/* Elastic members: what they do to their bodies, and the matrices of that, pair by pair of nodes. */
#include <math.h>
#include <string.h>

#include "base/quat.h"
#include "inside.h"

/* The blocks of nodes i < j; those of single nodes come with one pair each. */
static void take_pair(const mb_work *k, int i, int j) {
    const member_work *w = k->member;
    const int first[2] = {6 * i, 6 * j};
    for (int p = 0; p < 2; p++)
        for (int q = 0; q < 2; q++) {
            bool own = p == 1 ? i == 0 : i == 0 && j == 1; /* of j: with node 0; of node 0: with node 1 */
            for (int r = 0; r < 6; r++)
                for (int c = 0; c < 6; c++) {
                    bool taken = p != q || own;
                    k->jac->K[6 * p + r][6 * q + c] = taken ? w->K[first[p] + r][first[q] + c] : 0;
                    k->jac->C[6 * p + r][6 * q + c] = taken ? w->C[first[p] + r][first[q] + c] : 0;
                }
        }
}

void members_wrenches(mb_work *k, bool derivatives) {
    const mb_system *s = k->s;
    for (int e = 0; e < s->members; e++) {
        const mb_member *m = &s->member[e];
        body_motion motion[MEMBER_NODES];
        member_wrench out[MEMBER_NODES];
        int n = m->law->nodes, at = s->forces + e;
        for (int i = 0; i < n; i++) {
            kin_motion(k, m->node[i], &motion[i]);
            motion[i].a = motion[i].alpha = (vec3){0, 0, 0};
        }
        member_eval(m->law, motion, k->member, out, &k->force_energy[at], &k->force_loss[at]);
        for (int i = 0; i < n; i++) {
            mb_kin *o = &k->kin[m->node[i]];
            o->f = v3_add(o->f, out[i].force);
            o->m = v3_add(o->m, out[i].torque);
        }
        if (!derivatives) continue;
        member_tangent(m->law, motion, k->member);
        for (int i = 0; i < n; i++)
            for (int j = i + 1; j < n; j++) {
                take_pair(k, i, j);
                applied_spread(k, s->slot + m->slots[i][j], m->node[i], m->node[j], k->jac);
            }
    }
}

/* ---- steady turning ---- */
static vec3 axis_of(const mb_node *n, const double *y) {
    const double *q = y + n->x + n->nu - 3; /* three displacements come first */
    return m3_of_quat((abut_quat){q[0], q[1], q[2], q[3]}).c2;
}

/* Free, with an orientation in the state. */
static bool may_turn(const mb_node *n) { return n->parent == 0 && n->nu == 6 && n->triple == 3 && !n->cyclic; }

static bool turns(const mb_system *s, const mb_node *n, const double *y, double *rate) {
    const double *u = y + s->size.nx + n->u;
    if (!may_turn(n)) return false;
    *rate = v3_dot(axis_of(n, y), v3(u[3], u[4], u[5]));
    return *rate != 0;
}

void mb_turn_members(mb_work *k, double *y) {
    const mb_system *s = k->s;
    bool changed = true;
    while (changed) {
        changed = false;
        for (int e = 0; e < s->members; e++) {
            const mb_member *m = &s->member[e];
            double rate = 0, own;
            for (int i = 0; i < m->law->nodes && rate == 0; i++)
                if (turns(s, &s->node[m->node[i]], y, &own)) rate = own;
            for (int i = 0; rate != 0 && i < m->law->nodes; i++) {
                const mb_node *n = &s->node[m->node[i]];
                if (!may_turn(n) || turns(s, n, y, &own)) continue;
                vec3 w = v3_scale(rate, axis_of(n, y));
                double *u = y + s->size.nx + n->u;
                u[3] += w.x, u[4] += w.y, u[5] += w.z;
                changed = true;
            }
        }
    }
}

/* ---- loads ---- */
void mb_share_loads(const mb_system *s, double *load) {
    bool changed = true;
    while (changed) {
        changed = false;
        for (int e = 0; e < s->members; e++) {
            const mb_member *m = &s->member[e];
            double most[2] = {0}, span = v3_norm(m->law->place[m->law->nodes - 1]);
            for (int i = 0; i < m->law->nodes; i++) {
                const mb_node *n = &s->node[m->node[i]];
                for (int u = 0; may_turn(n) && u < 6; u++) most[u / 3] = fmax(most[u / 3], load[n->u + u]);
            }
            most[1] = fmax(most[1], span * most[0]);
            for (int i = 0; i < m->law->nodes; i++) {
                const mb_node *n = &s->node[m->node[i]];
                for (int u = 0; may_turn(n) && u < 6; u++) {
                    changed = changed || load[n->u + u] < most[u / 3];
                    load[n->u + u] = most[u / 3];
                }
            }
        }
    }
}
