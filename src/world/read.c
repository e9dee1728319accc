/* Reading the present instant of a world. Whoever changes the shown state evaluates it in the reader (world_evaluate):
 * nothing here changes anything. */
#include <string.h>

#include "base/quat.h"
#include "contact/kernels.h"
#include "multibody/crowd.h"
#include "multibody/swarm.h"
#include "world.h"

static const vec3 ZERO = {0, 0, 0};

double abut_time(const abut_world *w) { return w->t_shown; }

abut_body_state abut_read_body(const abut_world *w, abut_body body) {
    abut_body_state s = {.q = {1, 0, 0, 0}};
    if (!w->started || body.id < 1 || body.id > w->bodies) return s;
    const world_machine *m = world_hider(w, w->body[body.id].machine);
    if (m) {
        abut_pose p = m->type->rest_body(m->self, body.id - m->body);
        s.r = p.r, s.q = quat_unit(p.q);
        return s;
    }
    const mb_kin *o = &w->reader->kin[w->body[body.id].node];
    abut_quat q = quat_unit(o->q);
    return (abut_body_state){o->r, q, o->v, m3_tmul(m3_of_quat(q), o->w), o->a, o->alpha};
}

vec3 world_centre(const abut_world *w, int body, vec3 *v, vec3 *spin) {
    const world_machine *m = world_hider(w, w->body[body].machine);
    if (m) {
        *v = *spin = ZERO;
        return m->type->rest_body(m->self, body - m->body).r;
    }
    const mb_kin *o = &w->reader->kin[w->body[body].node];
    *v = o->v, *spin = o->w;
    return o->r;
}

/* ---- contacts ---- */
static void swap_rows(double M[12][12]) {
    double old[12][12];
    memcpy(old, M, sizeof old);
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 12; j++) M[i][j] = old[(i + 6) % 12][(j + 6) % 12];
}

static void swap_pair(double a[2], double b[2]) { /* along t1, and along t2, which turns over with n */
    const double a1 = a[0], a2 = a[1];
    a[0] = b[0], a[1] = -b[1];
    b[0] = a1, b[1] = -a2;
}

/* What the element calls A is the second body of the contact. */
static void turn_over(abut_element_out *o) {
    abut_wrench on_a = o->on_a;
    vec3 point_a = o->point_a;
    vec3 *const against[] = {&o->n, &o->t2, &o->slip, &o->force, &o->moment, &o->n_rate};
    o->on_a = o->on_b, o->on_b = on_a;
    o->point_a = o->point_b, o->point_b = point_a;
    for (size_t i = 0; i < sizeof against / sizeof *against; i++) *against[i] = v3_neg(*against[i]);
    swap_pair(o->roll_a, o->roll_b);
    o->entrainment[1] = -o->entrainment[1];
    if (!o->jac) return;
    swap_rows(o->jac->K);
    swap_rows(o->jac->C);
}

abut_status world_seen_contact(const abut_world *w, int contact, abut_element_out *out) {
    if (!w->started || !mb_seen_contact(w->reader, contact - 1, out))
        return abut_read_contact(w, (abut_contact){contact}, out);
    if (w->contact[contact].swapped) turn_over(out);
    return ABUT_OK;
}

abut_status abut_read_contact(const abut_world *w, abut_contact contact, abut_element_out *out) {
    if (!w->started || contact.id < 1 || contact.id > w->contacts) return ABUT_UNKNOWN_NAME;
    const world_machine *m = world_hider(w, w->contact[contact.id].machine);
    if (m) {
        m->type->rest_contact(m->self, contact.id - m->contact, out);
        return ABUT_OK;
    }
    const mb_contact *c = &w->system->contact[contact.id - 1];
    abut_element_in in;
    applied_input(w->reader, c, w->y + w->system->size.nx + w->system->size.nu, &in);
    abut_status status = abut_element_eval(w->contact[contact.id].element, &in, out);
    if (!status && c->swarm)
        status = w->system->kernel->report(w->reader, contact.id - 1, out); /* what was integrated */
    if (w->contact[contact.id].swapped) turn_over(out);
    return status;
}

/* ---- joints ---- */
static void read_coordinates(const abut_world *w, const mb_node *n, abut_joint_state *s) {
    const mb_work *k = w->reader;
    const double *u = w->y + w->system->size.nx;
    int next = n->x, at = 0;
    s->count = n->link->dofs;
    for (int i = 0; i < n->link->dofs; i++) {
        const mb_dof *f = &n->link->dof[i];
        s->v[i] = f->drive >= 0 ? k->driven[f->drive].v : u[f->u];
        if (f->turn && n->link->joint->turns == 3) {
            if (i + 3 == n->link->dofs)
                for (int j = 0; j < 4; j++) s->x[at++] = n->cyclic ? k->cyclic[4 * n->cyclic_at + j] : w->y[next++];
            continue;
        }
        s->x[at++] = f->drive >= 0 ? k->driven[f->drive].x : w->y[next++];
    }
}

static void read_tree_joint(const abut_world *w, const world_joint *j, abut_joint_state *s) {
    const mb_work *k = w->reader;
    const mb_node *n = &w->system->node[j->node];
    read_coordinates(w, n, s);
    int root = j->node;
    while (w->system->node[root].parent > 0) root = w->system->node[root].parent;
    const mb_sum *sum = &k->sum[j->node];
    vec3 lever = v3_sub(k->kin[j->node].h->p, dynamics_origin(k, root));
    double sign = j->reversed ? -1 : 1;
    s->force = v3_scale(sign, sum->f);
    s->torque = v3_scale(sign, v3_sub(sum->m, v3_cross(lever, sum->f)));
    for (int i = 0; i < n->link->dofs; i++)
        if (n->link->dof[i].drive >= 0) s->drive = dynamics_drive_force(k, j->node, i);
    if (!j->reversed) return;
    for (int i = 0; i < 7; i++) s->x[i] = -s->x[i];
    for (int i = 0; i < 6; i++) s->v[i] = -s->v[i];
    s->drive = -s->drive;
}

/* The joint frame on one of its bodies. */
static abut_quat frame_of(const abut_world *w, const world_joint *j, abut_body on) {
    abut_quat from = world_start_pose(w, on.id).q, now = w->reader->kin[w->body[on.id].node].q;
    return quat_multiply(quat_multiply(now, quat_conjugate(from)), quat_unit(j->def.place.q));
}

/* Coordinates of a joint that would be in the tree were it not too deep; an angle between -pi and pi. */
static void read_cut(const abut_world *w, const world_joint *j, const body_motion *a, const body_motion *b,
                     abut_joint_state *s) {
    const mb_loop *l = &w->system->loop[j->loop];
    mat3 F = m3_mulm(a->R, l->frame_a), G = m3_mulm(b->R, l->frame_b);
    vec3 P = v3_add(b->r, m3_mul(b->R, l->at_b)), from = v3_add(a->r, m3_mul(a->R, l->at_a));
    vec3 move = v3_sub(v3_add(b->v, v3_cross(b->w, v3_sub(P, b->r))), v3_add(a->v, v3_cross(a->w, v3_sub(P, a->r))));
    vec3 x = m3_tmul(F, v3_sub(P, from)), v = m3_tmul(F, move), turn = m3_tmul(F, v3_sub(b->w, a->w));
    const double place[3] = {x.x, x.y, x.z}, speed[3] = {v.x, v.y, v.z}, spin[3] = {turn.x, turn.y, turn.z};
    int at = 0, count = 0;
    for (int i = 0; i < 3; i++)
        if (j->type->moves[i]) s->x[at++] = place[i], s->v[count++] = speed[i];
    if (j->type->turns == 1) {
        s->x[at] = atan2(v3_dot(F.c1, G.c0), v3_dot(F.c0, G.c0));
        s->v[count++] = spin[2];
    } else if (j->type->turns == 3) {
        quat_store(quat_multiply(quat_conjugate(frame_of(w, j, j->def.parent)), frame_of(w, j, j->def.child)),
                   s->x + at);
        for (int i = 0; i < 3; i++) s->v[count++] = spin[i];
    }
    s->count = count;
}

static void read_loop(const abut_world *w, const world_joint *j, abut_joint_state *s) {
    const mb_work *k = w->reader;
    const mb_loop *l = &w->system->loop[j->loop];
    body_motion a, b;
    loop_row_value v[6];
    kin_motion(k, l->a, &a);
    kin_motion(k, l->b, &b);
    loop_eval(k, l, &a, &b, false, v);
    if (w->body[j->def.parent.id].cut == j - w->joint || w->body[j->def.child.id].cut == j - w->joint)
        read_cut(w, j, &a, &b, s);
    vec3 lever = m3_mul(b.R, l->at_b);
    for (int r = 0; r < l->rows; r++) {
        s->residual = fmax(s->residual, fabs(v[r].g.v));
        if (l->row[r].index < 0) continue;
        double x = k->lambda[l->row[r].index];
        s->force = v3_axpy(x, v[r].fb.v, s->force);
        s->torque = v3_axpy(x, v3_sub(v[r].tb.v, v3_cross(lever, v[r].fb.v)), s->torque);
    }
}

abut_joint_state abut_read_joint(const abut_world *w, abut_joint joint) {
    abut_joint_state s = {0};
    s.force = s.torque = ZERO;
    if (!w->started || joint.id < 1 || joint.id > w->joints) return s;
    const world_joint *j = &w->joint[joint.id];
    if (j->node)
        read_tree_joint(w, j, &s);
    else if (j->loop >= 0)
        read_loop(w, j, &s);
    return s;
}

/* ---- energy ---- */
double world_stored(const abut_world *w, const mb_work *k, abut_energy *e) {
    double kinetic = 0, gravity = 0, springs = 0, contacts = 0;
    for (int i = 1; i < w->system->nodes; i++) {
        const mb_node *n = &w->system->node[i];
        const mb_kin *o = &k->kin[i];
        kinetic += 0.5 * n->mass * v3_dot(o->v, o->v) + 0.5 * v3_dot(o->w, kin_inertia(n, o, o->w));
        gravity -= n->mass * v3_dot(w->gravity, o->r);
    }
    for (int i = 0; i < w->system->forces + w->system->members; i++) springs += k->force_energy[i];
    for (int i = 0; i < w->contacts; i++)
        if (k->touch[i].N > 0 || !(w->t_shown >= w->system->contact[i].spent_from)) contacts += k->touch[i].energy;
    for (int i = 0; i < w->collides; i++) contacts += k->crowd[i].sums.energy;
    if (e) {
        e->kinetic = kinetic;
        e->gravity = gravity;
        e->springs = springs;
        e->contacts = contacts;
    }
    return kinetic + gravity + springs + contacts;
}

abut_energy abut_read_energy(const abut_world *w) {
    abut_energy e = {0};
    if (!w->started) return e;
    e.initial = w->energy_start;
    e.final = world_stored(w, w->reader, &e);
    e.dissipated_normal = w->quads[MB_LOSS_NORMAL] + w->lost;
    e.dissipated_friction = w->quads[MB_LOSS_FRICTION];
    for (int i = 0; i < w->contacts; i++) {
        const mb_contact *c = &w->system->contact[i];
        e.dissipated_normal += w->reader->touch[i].lost;
        if (c->spent && w->t_shown < c->spent_from) e.dissipated_normal -= c->spent_energy;
        e.dissipated_friction -= w->reader->touch[i].held;
        e.work_of_curvature += element_work_of_curvature(c->element);
    }
    for (int i = 0; i < w->collides; i++) {
        e.dissipated_normal += w->reader->crowd[i].sums.lost;
        e.dissipated_friction -= w->reader->crowd[i].sums.held;
        e.work_of_curvature += w->system->crowd[i].work_of_curvature;
    }
    e.dissipated_dampers = w->quads[MB_LOSS_DAMPERS];
    e.work_of_loads_and_drives = w->quads[MB_POWER_IN];
    e.residual = e.final - e.initial + e.dissipated_normal + e.dissipated_friction + e.dissipated_dampers -
                 e.work_of_loads_and_drives - e.work_of_curvature;
    return e;
}

/* ---- statistics ---- */
abut_run_stats abut_read_stats(const abut_world *w) {
    const integrator_counts *c = &w->counts;
    abut_run_stats s = {.solver = w->integrator_self ? w->integrator->type.name : "",
                        .why = w->why.text,
                        .kernel = w->contacts ? w->contact[1].element->kernel->name : abut_kernel_name(),
                        .steps = c->steps,
                        .rejected = c->rejected,
                        .rhs_evals = c->rhs_evals,
                        .jac_evals = c->jac_evals,
                        .factorisations = c->factorisations,
                        .newton_fails = c->newton_fails,
                        .events = c->events,
                        .last_step = w->h_step,
                        .t = w->t_step,
                        .constraint_residual = w->violation,
                        .redundant = w->redundant,
                        .settled = w->settled != NULL};
    if (!w->system) return s;
    s.unknowns = w->system->size.nu;
    s.constraints = w->system->size.nc;
    return s;
}
