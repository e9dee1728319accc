/* The laws of a dry contact, with friction that remembers: inline for the two files that need them (element.c, memory.c). */
#ifndef ABUT_CONTACT_LAWS_H
#define ABUT_CONTACT_LAWS_H

#include "carry.h"
#include "local.h"

/* The parts of a divided contact from the basis (x, n x x) into that of the tangents. */
static inline void turn_layers(const double from[][2], vec3 x, vec3 t1, vec3 t2, double to[][2]) {
    double c = v3_dot(t1, x), s = v3_dot(t2, x);
    for (int i = 0; i < ABUT_LAYERS; i++) {
        to[i][0] = c * from[i][0] - s * from[i][1];
        to[i][1] = s * from[i][0] + c * from[i][1];
    }
}

/* The past in the present tangent basis. */
static inline void recall(const abut_element *e, const abut_element_in *in, element_local *l) {
    const friction_memory *m = memory_at(e, in->t);
    const geometry *g = &l->g;
    abut_friction_past *past = &l->past;
    *past = (abut_friction_past){
        .mode = m->mode, .armed = m->armed, .hold = e->hold, .stiffness_ratio = e->stiffness_ratio, .mass = e->mass};
    l->patch.past = past;
    if (!m->mode) return;
    bool turned = m->n.x != g->n.x || m->n.y != g->n.y || m->n.z != g->n.z;
    carry turn;
    if (turned) turn = carry_of(m->n, g->n);
    vec3 kept = turned ? carried(&turn, m->kept) : m->kept, v = turned ? carried(&turn, m->v) : m->v;
    vec3 moved = v3_sub(g->rb, m->anchor);
    vec3 t2 = v3_cross(g->n, g->t1);
    past->dt = fmax(in->t - m->t, 0);
    past->kept[0] = v3_dot(g->t1, kept);
    past->kept[1] = v3_dot(t2, kept);
    past->v[0] = v3_dot(g->t1, v);
    past->v[1] = v3_dot(t2, v);
    if ((past->reach = m->reach) > 0) {
        vec3 x = v3_perpendicular(m->n);
        turn_layers(m->layer, turned ? carried(&turn, x) : x, g->t1, t2, past->layer);
    }
    if (e->form == POINT_ON_A) {
        past->g[0] = v3_dot(g->t1, moved);
        past->g[1] = v3_dot(t2, moved);
        return;
    }
    if (past->dt > 0) { /* the slip integrated: where surfaces roll on each other, slip is small, rolling is not */
        past->g[0] = 0.5 * past->dt * (past->v[0] + l->patch.v1);
        past->g[1] = 0.5 * past->dt * (past->v[1] + l->patch.v2);
        return;
    }
    /* no time has passed, as in statics: by what has become of the material points that touched */
    vec3 now = v3_add(l->frame->pair.d, m3_mul(pair_turn(e, in, l->frame), m->yb));
    l->moved = v3_sub(now, m->anchor);
    l->lever = v3_sub(now, v3_scale(0.5, v3_add(g->ra, g->rb)));
    past->g[0] = v3_dot(g->t1, l->moved);
    past->g[1] = v3_dot(t2, l->moved);
}

/* How that changes with the motion of the bodies. */
static inline void move_memory(element_local *l) {
    const geometry *g = &l->g;
    patch_motion *m = l->motion;
    vec3 t2 = v3_cross(g->n, g->t1);
    double r1 = v3_dot(g->t1, l->lever), r2 = v3_dot(t2, l->lever), rn = v3_dot(g->n, l->lever);
    double up = v3_dot(g->n, l->moved);
    const double g1[MOTIONS] = {1, 0, 0, 0, rn, -r2}, g2[MOTIONS] = {0, 1, 0, -rn, 0, r1};
    for (int j = 0; j < MOTIONS; j++) {
        m->local[ABUT_L_G1][j] = g1[j] + up * m->m[0][j];
        m->local[ABUT_L_G2][j] = g2[j] + up * m->m[1][j];
    }
}

/* Where displacements are integrated slip, derivatives by them are derivatives by the slip. A fresh contact has none. */
static inline void fold_memory(const abut_element *e, element_local *l) {
    abut_traction *t = &l->traction;
    if (!(t->used & ABUT_L_MEMORY) || (e->form == POINT_ON_A && l->past.mode)) return;
    if (l->past.mode && !(l->past.dt > 0)) {
        move_memory(l);
        return;
    }
    double share = l->past.mode ? 0.5 * l->past.dt : 0;
    for (int i = 0; i < ABUT_TRACTIONS; i++) {
        t->dT[ABUT_L_V1][i] += share * t->dT[ABUT_L_G1][i];
        t->dT[ABUT_L_V2][i] += share * t->dT[ABUT_L_G2][i];
    }
    t->used &= ~ABUT_L_MEMORY;
}

static inline void remembered_friction(const abut_element *e, const abut_element_in *in, bool derivatives,
                                       element_local *l) {
    recall(e, in, l);
    e->friction->force(e->friction_self, &l->patch, &l->normal, derivatives, &l->traction);
    if (derivatives) fold_memory(e, l);
}

/* Normal force and friction, not yet put together to a wrench: all that a commit needs to know. */
HOT abut_status forces(const abut_element *e, const abut_element_in *in, bool derivatives, element_local *l) {
    abut_status s = elastic_force(e, in->state, derivatives, l);
    if (!s) s = normal_force(e, in->t, derivatives, l);
    if (s) return s;
    if (e->cells_bytes) return gap_law_friction(e, in, NULL, derivatives, l);
    if (e->friction->commit)
        remembered_friction(e, in, derivatives, l);
    else
        friction_force(e, derivatives, l);
    return ABUT_OK;
}

HOT abut_status laws(const abut_element *e, const abut_element_in *in, bool derivatives, element_local *l) {
    abut_status s = forces(e, in, derivatives, l);
    if (s) return s;
    const double *T = l->traction.T;
    double *w = l->wrench;
    w[0] = T[ABUT_T1];
    w[1] = T[ABUT_T2];
    w[2] = l->normal.N;
    w[3] = T[ABUT_M1];
    w[4] = T[ABUT_M2];
    w[5] = T[ABUT_MN];
    l->is_conservative = e->conservative;
    if (e->conservative) add_conservative(l);
    return wrench(l);
}

#endif
