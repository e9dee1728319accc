/* Free bodies whose spin about an axis of their own is prescribed: e . w = Omega(t), e = R axis. Since (w x e) . w = 0 the
 * accelerations obey e . alpha = Omega'. With the residual R = I alpha + w x I w - m = lambda e the three equations
 *   (1 - e e^T) R + s e (e . alpha - Omega') = 0
 * hold for any s > 0 (here the inertia); their derivatives are
 *   M' = (1 - e e^T) I + s e e^T,   C' = (1 - e e^T) C,
 *   K' = (1 - e e^T) K - lambda (dth x e) + s e ((dth x e) . alpha),
 * so that such a body is an ordinary one with projected rows: no multiplier is left. */
#include "spin.h"

#include "swarm.h"

static vec3 solve_inertia(const mb_node *n, const mb_kin *o, vec3 x) {
    return n->isotropic ? v3_scale(1 / n->I[0], x) : sym_turn(&o->h->R, n->link->I_inverse, x);
}

static vec3 axis_now(const mb_work *k, const mb_spin *p) { return m3_mul(k->kin[p->node].h->R, p->axis); }

/* alpha += I^-1 e (value - e . alpha)/(e . I^-1 e); the multiplier is returned */
static double hold(const mb_node *n, const mb_kin *o, vec3 e, double value, vec3 *alpha) {
    vec3 y = solve_inertia(n, o, e);
    double multiplier = (value - v3_dot(e, *alpha)) / v3_dot(e, y);
    *alpha = v3_axpy(multiplier, y, *alpha);
    return multiplier;
}

static double hold_at(const mb_work *k, const mb_spin *p, double value, double *a) {
    const mb_node *n = &k->s->node[p->node];
    double *to = a + n->u + 3;
    vec3 alpha = {to[0], to[1], to[2]};
    double multiplier = hold(n, &k->kin[p->node], axis_now(k, p), value, &alpha);
    to[0] = alpha.x, to[1] = alpha.y, to[2] = alpha.z;
    return multiplier;
}

void spins_accelerate(mb_work *k) {
    for (int i = 0; i < k->s->spins; i++) {
        const mb_spin *p = &k->s->spin[i];
        mb_kin *o = &k->kin[p->node];
        k->spin_torque[i] = hold_at(k, p, k->driven[p->drive].a, k->a);
        const double *a = k->a + k->s->node[p->node].u + 3;
        o->alpha = v3(a[0], a[1], a[2]);
        o->m = v3_axpy(k->spin_torque[i], axis_now(k, p), o->m);
    }
}

void spins_by_time(const mb_work *k, double *a) {
    for (int i = 0; i < k->s->spins; i++) (void)hold_at(k, &k->s->spin[i], k->driven[k->s->spin[i].drive].j, a);
}

void spins_project(mb_work *k, double *u) {
    for (int i = 0; i < k->s->spins; i++) (void)hold_at(k, &k->s->spin[i], k->driven[k->s->spin[i].drive].v, u);
}

double spins_power(const mb_work *k) {
    double power = 0;
    for (int i = 0; i < k->s->spins; i++) power += k->spin_torque[i] * k->driven[k->s->spin[i].drive].v;
    return power;
}

/* ---- derivatives ---- */
static void project_rows(vec3 e, int columns, double *rows) { /* three rows of a block */
    for (int j = 0; j < columns; j++) {
        double *a = rows + j, *b = a + columns, *c = b + columns, along = e.x * *a + e.y * *b + e.z * *c;
        *a -= along * e.x, *b -= along * e.y, *c -= along * e.z;
    }
}

static void project_swarms(mb_work *k, int node, vec3 e) {
    for (int i = 0; i < k->s->swarms; i++) {
        const swarm *s = &k->s->swarm[i];
        for (int q = 0; q < s->parts; q++)
            if (s->part[q].node == node) swarm_project_rows(s, &k->swarm[i], s->part[q].column + 3, e);
    }
}

void spins_linearise(mb_work *k) {
    const blocks *b = k->s->pattern;
    for (int i = 0; i < k->s->spins; i++) {
        const mb_spin *p = &k->s->spin[i];
        const mb_node *n = &k->s->node[p->node];
        vec3 e = axis_now(k, p), alpha = k->kin[p->node].alpha;
        k->spin_axis[i] = e;
        for (int at = b->near_start[n->block]; at < b->near_start[n->block + 1]; at++) {
            const block_slot *slot = &b->slot[b->near_slot[at]];
            int columns = b->size[slot->column];
            project_rows(e, columns, k->K + slot->at + 3 * columns);
            project_rows(e, columns, k->C + slot->at + 3 * columns);
        }
        size_t diagonal = b->slot[n->block].at;
        project_rows(e, 6, k->K + diagonal + 18);
        project_rows(e, 6, k->C + diagonal + 18);
        k->filled[n->block] = true;
        for (int j = 0; j < 3; j++) {
            vec3 de = v3_cross(v3(j == 0, j == 1, j == 2), e);
            double by = n->I[0] * v3_dot(de, alpha), torque = k->spin_torque[i];
            double *to = k->K + diagonal + 18 + 3 + j;
            to[0] += by * e.x - torque * de.x;
            to[6] += by * e.y - torque * de.y;
            to[12] += by * e.z - torque * de.z;
        }
        project_swarms(k, p->node, e);
    }
}

vec3 spin_inertia(const mb_work *k, const mb_node *n, vec3 Ix, vec3 x) {
    vec3 e = k->spin_axis[n->spin];
    return v3_axpy(n->I[0] * v3_dot(e, x) - v3_dot(e, Ix), e, Ix);
}
