/* The start state: positions and velocities of the unknowns from what the user gave of the bodies, loops closed, states of
 * contacts. */
#include <stdlib.h>
#include <string.h>

#include "base/quat.h"
#include "settle.h"
#include "world.h"

/* ---- positions and velocities ---- */
static abut_status does_not_fit(abut_world *w, const world_body *b, bool slips) {
    int joint = b->cut ? b->cut : b->joint;
    world_about(w, "body", (int)(b - w->body));
    return world_refuse_at(w, slips ? "velocity" : "angular_velocity", ABUT_INCONSISTENT,
                           "body '%.80s': its start velocity does not fit its joint '%.80s'", b->name,
                           joint ? w->joint[joint].name : "");
}

/* What is left of a relative motion beyond what a joint lets free. */
static void beyond_joint(const joint_type *type, const mat3 *F, vec3 *move, vec3 *turn) {
    const vec3 axis[3] = {F->c0, F->c1, F->c2};
    for (int i = 0; i < 3; i++) {
        if (type->moves[i]) *move = v3_axpy(-v3_dot(axis[i], *move), axis[i], *move);
        if (type->turns == 3 || (type->turns == 1 && i == 2)) *turn = v3_axpy(-v3_dot(axis[i], *turn), axis[i], *turn);
    }
}

/* A body whose joint became a constraint: it moves as given, or with the body it would hang on. */
static abut_status start_velocity_cut(abut_world *w, const mb_node *n, int i, double *u) {
    const world_body *b = &w->body[n->link->body];
    const world_joint *j = &w->joint[b->cut];
    const mb_kin *o = &w->work->kin[i], *p = &w->work->kin[w->body[b->cut_from].node];
    const mb_loop *l = &w->system->loop[j->loop];
    bool first = l->a == i;
    mat3 R = m3_of_quat(o->q), F = m3_mulm(R, first ? l->frame_a : l->frame_b);
    vec3 P = v3_add(o->r, m3_mul(R, first ? l->at_a : l->at_b)), v, angular;
    if (!b->given_speed || b->hidden) {
        angular = p->w;
        v = v3_add(p->v, v3_cross(p->w, v3_sub(o->r, p->r)));
    } else {
        angular = m3_mul(m3_of_quat(quat_unit(b->def.start.q)), b->def.start.w);
        v = b->def.start.v;
        vec3 move =
                 v3_sub(v3_add(v, v3_cross(angular, v3_sub(P, o->r))), v3_add(p->v, v3_cross(p->w, v3_sub(P, p->r)))),
             turn = v3_sub(angular, p->w);
        beyond_joint(j->type, &F, &move, &turn);
        double size = v3_norm(v) + n->link->reach * v3_norm(angular);
        bool slips = v3_norm(move) > 1e-6 * size;
        if (slips || n->link->reach * v3_norm(turn) > 1e-6 * size) return does_not_fit(w, b, slips);
    }
    const double all[6] = {v.x, v.y, v.z, angular.x, angular.y, angular.z};
    memcpy(u + n->u, all, sizeof all);
    return ABUT_OK;
}

static abut_status start_velocity(abut_world *w, mb_node *n, int i, double *u) {
    const world_body *b = &w->body[n->link->body];
    mb_kin *o = &w->work->kin[i];
    const mb_kin *p = &w->work->kin[n->parent];
    vec3 angular = m3_mul(m3_of_quat(quat_unit(b->def.start.q)), b->def.start.w);
    const world_settled *settled = w->settled && !w->resting ? &w->settled[n->link->body] : NULL;
    bool moves = settled && settled->moves;
    if (moves) angular = settled->w;
    if (n->simple) {
        vec3 linear = moves ? settled->v : b->def.start.v; /* turning axes start as those of the world */
        const double v[6] = {linear.x, linear.y, linear.z, angular.x, angular.y, angular.z};
        memcpy(u + n->u, v, sizeof v);
        return ABUT_OK;
    }
    if (b->cut) return start_velocity_cut(w, n, i, u);
    if (!b->given_speed || b->hidden) return ABUT_OK;
    /* relative velocities at the joint point */
    vec3 at_joint = v3_add(b->def.start.v, v3_cross(angular, v3_sub(o->h->p, o->r)));
    vec3 move = v3_sub(at_joint, v3_add(p->v, v3_cross(p->w, v3_sub(o->h->p, p->r)))), turn = v3_sub(angular, p->w);
    vec3 left_move = move, left_turn = turn;
    for (int j = 0; j < n->link->dofs; j++) {
        const mb_dof *f = &n->link->dof[j];
        vec3 e = kin_axis(o, f->axis), *left = f->turn ? &left_turn : &left_move;
        double value = v3_dot(e, f->turn ? turn : move);
        *left = v3_axpy(-value, e, *left);
        if (f->u >= 0) u[f->u] = value;
    }
    double size = v3_norm(b->def.start.v) + n->link->reach * v3_norm(angular);
    bool slips = v3_norm(left_move) > 1e-6 * size;
    bool turns = n->link->reach * v3_norm(left_turn) > 1e-6 * size;
    return slips || turns ? does_not_fit(w, b, slips) : ABUT_OK;
}

/* Turning axes start as those of the world, about another origin. */
static void leave_origin(const mb_frame *f, double *x) {
    x[0] -= f->origin.x, x[1] -= f->origin.y, x[2] -= f->origin.z;
}

static void start_position(const abut_world *w, const mb_node *n, double *x) {
    int scalars = n->triple >= 0 ? n->nu - 3 : n->nu;
    abut_quat q = quat_identity();
    for (int j = 0; j < scalars; j++) x[n->x + j] = 0;
    const world_settled *settled = w->settled && !w->resting ? &w->settled[n->link->body] : NULL;
    if (settled && !settled->hidden && settled->count == world_coordinates(n) && settled->count > 0 && !n->cyclic) {
        memcpy(x + n->x, settled->x, (size_t)settled->count * sizeof(double));
        if (n->frame >= 0) leave_origin(&w->system->frame[n->frame], x + n->x);
        return;
    }
    if (n->simple || (!w->body[n->link->body].joint && n->link->joint == &joint_free)) {
        abut_pose p = settled && settled->hidden ? settled->pose : world_start_pose(w, n->link->body);
        x[n->x] = p.r.x, x[n->x + 1] = p.r.y, x[n->x + 2] = p.r.z;
        if (n->frame >= 0) leave_origin(&w->system->frame[n->frame], x + n->x);
        q = p.q;
    }
    if (n->cyclic)
        quat_store(q, w->system->cyclic + 4 * n->cyclic_at);
    else if (n->triple >= 0)
        quat_store(q, x + n->x + scalars);
}

static abut_status start_state(abut_world *w) {
    mb_system *s = w->system;
    double *x = w->y, *u = x + s->size.nx;
    for (int i = 1; i < s->nodes; i++) start_position(w, &s->node[i], x);
    memcpy(w->work->cyclic, s->cyclic, 4 * (size_t)s->cyclics * sizeof(double));
    memcpy(w->reader->cyclic, s->cyclic, 4 * (size_t)s->cyclics * sizeof(double));
    kin_drives(w->work, 0);
    kin_positions(w->work, x);
    for (int i = 1; i < s->nodes; i++) {
        abut_status status = start_velocity(w, &s->node[i], i, u);
        if (status) return status;
        kin_velocity(w->work, i, u); /* what hangs on it sees it move */
    }
    return ABUT_OK;
}

/* ---- contacts and loops ---- */
static abut_status start_elements(abut_world *w) {
    mb_system *s = w->system;
    for (int i = 0; i < s->contacts; i++) {
        const mb_contact *c = &s->contact[i];
        if (!c->states) continue;
        abut_element_in in;
        applied_input(w->work, c, NULL, &in);
        in.state = NULL;
        abut_status status = abut_element_start(c->element, &in, w->y + s->size.nx + s->size.nu + c->s);
        world_about(w, "contact", i + 1);
        if (status)
            return world_refuse_at(w, "", ABUT_INCONSISTENT, "contact '%.80s': its own states have no start value: %s",
                                   w->contact[i + 1].name, abut_status_text(status));
    }
    return ABUT_OK;
}

static abut_status close_loops(abut_world *w) {
    mb_system *s = w->system;
    if (!s->size.nc) return s->spins ? mb_project(w->work, 0, w->y, NULL) : ABUT_OK;
    int rows = s->size.nc;
    abut_status status = loops_choose_rows(w->work);
    if (status == ABUT_NO_MEMORY) return world_refuse(w, status, "out of memory");
    w->redundant = rows - s->size.nc;
    double apart = mb_violation(w->work, 0, w->y);
    if (apart > 1e-6)
        return world_refuse(w, ABUT_INCONSISTENT, "the joints do not fit together at the start (%g m or rad apart)",
                            apart);
    if (!status) status = mb_project(w->work, 0, w->y, NULL);
    return status ? world_refuse(w, ABUT_INCONSISTENT, "the loops of joints cannot be closed") : ABUT_OK;
}

/* Somebody looks at the contacts at every accepted state. */
static bool seen(const abut_world *w) {
    if (w->resting) return false;
    bool films = false;
    for (int i = 1; i <= w->contacts; i++) films = films || w->contact[i].lubricated;
    return films || (w->observer && !w->solver.no_statistics);
}

static abut_status make_state(abut_world *w) {
    mb_sizes z = mb_size(w->system);
    size_t ny = (size_t)(z.nx + z.nu + z.ns) + 1;
    w->work = mb_work_create(w->system);
    w->reader = mb_work_create(w->system);
    w->y = calloc(ny, sizeof(double));
    w->y_start = calloc(ny, sizeof(double));
    w->y_middle = calloc(ny, sizeof(double));
    bool good = w->work && w->reader && w->y && w->y_start && w->y_middle;
    if (good && seen(w)) good = mb_keep_contacts(w->work);
    if (good && !w->resting) good = mb_keep_packs(w->reader);
    if (!good) return world_refuse(w, ABUT_NO_MEMORY, "out of memory");
    return ABUT_OK;
}

abut_status world_start_state(abut_world *w) {
    abut_status status = make_state(w);
    if (!status) status = start_state(w);
    if (!status) status = close_loops(w);
    return status ? status : start_elements(w);
}
