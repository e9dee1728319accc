/* From what the user added to the equations: nodes in preorder, drives, contacts, forces, loops, and the start state. */
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/quat.h"
#include "contact/element.h"
#include "world.h"

abut_pose world_start_pose(const abut_world *w, int body) {
    if (body == 0) return (abut_pose){{0, 0, 0}, {1, 0, 0, 0}};
    return (abut_pose){w->body[body].def.start.r, quat_unit(w->body[body].def.start.q)};
}

/* A pose in the world, seen from a body at its start. */
static void in_body(const abut_world *w, int body, const abut_pose *place, vec3 *r, abut_quat *q) {
    abut_pose b = world_start_pose(w, body);
    *r = m3_tmul(m3_of_quat(b.q), v3_sub(place->r, b.r));
    *q = quat_multiply(quat_conjugate(b.q), quat_unit(place->q));
}

/* ---- preorder ---- */
typedef struct children {
    int *start, *list;
} children;

/* The body that one hangs on, or would if the tree had not been cut above it. */
static int hangs_on(const world_body *b) { return b->cut ? b->cut_from : b->parent; }

static bool find_children(const abut_world *w, children *c) {
    size_t n = (size_t)w->bodies + 2;
    c->start = calloc(n + 1, sizeof(int));
    c->list = malloc(n * sizeof(int));
    int *next = calloc(n, sizeof(int));
    bool good = c->start && c->list && next;
    for (int i = 1; good && i <= w->bodies; i++) c->start[hangs_on(&w->body[i]) + 1]++;
    for (size_t i = 0; good && i + 1 < n; i++) c->start[i + 1] += c->start[i];
    for (int i = 1; good && i <= w->bodies; i++) {
        int p = hangs_on(&w->body[i]);
        c->list[c->start[p] + next[p]++] = i;
    }
    free(next);
    return good;
}

/* Numbers the nodes so that every subtree is a range; what was cut off follows the tree it was cut from. */
static bool number_nodes(abut_world *w, mb_node *node, const children *c) {
    int *stack = malloc(((size_t)w->bodies + 2) * sizeof(int)), top = 0, count = 0;
    int *later = malloc(((size_t)w->bodies + 2) * sizeof(int)), first = 0, last = 0;
    if (!stack || !later) {
        free(stack);
        free(later);
        return false;
    }
    stack[top++] = 0;
    while (top || first < last) {
        int body = top ? stack[--top] : later[first++];
        mb_node *n = &node[count];
        w->body[body].node = count;
        n->link->body = body;
        n->parent = body == 0 ? -1 : w->body[w->body[body].parent].node;
        n->count = 1;
        count++;
        for (int e = c->start[body + 1] - 1; e >= c->start[body]; e--) {
            if (w->body[c->list[e]].cut)
                later[last++] = c->list[e];
            else
                stack[top++] = c->list[e];
        }
    }
    for (int i = count - 1; i > 0; i--) node[node[i].parent].count += node[i].count;
    free(stack);
    free(later);
    return true;
}

/* ---- joints of the nodes ---- */
static void set_joint(mb_node *n, const joint_type *type) {
    n->link->joint = type;
    n->link->dofs = 0;
    for (int i = 0; i < 3; i++)
        if (type->moves[i]) n->link->dof[n->link->dofs++] = (mb_dof){.axis = i, .turn = false, .u = -1, .drive = -1};
    for (int i = 0; i < 3; i++)
        if (type->turns == 3 || (type->turns == 1 && i == 2))
            n->link->dof[n->link->dofs++] = (mb_dof){.axis = i, .turn = true, .u = -1, .drive = -1};
}

static void set_frames(const abut_world *w, mb_node *n, const abut_pose *place) {
    in_body(w, w->body[n->link->body].parent, place, &n->link->at_parent, &n->link->q_parent);
    in_body(w, n->link->body, place, &n->link->at_child, &n->link->q_child);
    n->link->R_parent = m3_of_quat(n->link->q_parent);
}

static abut_quat z_along(vec3 axis) { /* a rotation that takes z to the axis */
    vec3 a = v3_unit(axis);
    if (a.z < -1 + 1e-12) return (abut_quat){0, 1, 0, 0};
    return quat_unit((abut_quat){1 + a.z, -a.y, a.x, 0});
}

static abut_status add_drive(abut_world *w, mb_node *n, int dof, const abut_drive_def *d, double sign) {
    mb_system *s = w->system;
    mb_drive *to = &s->drive[s->drives];
    *to = (mb_drive){.speed = d->speed, .ramp = d->ramp, .sign = sign, .node = w->body[n->link->body].node};
    abut_message why = {0};
    abut_status status = d->motion.type ? function_make(w->registry, &d->motion, &to->motion, &why) : ABUT_OK;
    if (status) return world_refuse(w, status, "drive of body '%.80s': %s", w->body[n->link->body].name, why.text);
    if (dof >= 0) n->link->dof[dof].drive = s->drives;
    s->drives++;
    return ABUT_OK;
}

static int find_dof(const mb_node *n, bool turn) {
    if (turn && n->link->joint->turns == 3) return -1;
    for (int i = 0; i < n->link->dofs; i++)
        if (n->link->dof[i].turn == turn && n->link->dof[i].axis == 2 && n->link->dof[i].drive < 0) return i;
    return -1;
}

static vec3 drive_axis(const abut_drive_def *d) {
    return v3_dot(d->axis, d->axis) > 0 ? v3_unit(d->axis) : v3(0, 0, 1);
}

/* A body that is moved from outside. */
static abut_status set_guided(abut_world *w, mb_node *n) {
    mb_system *s = w->system;
    const world_body *b = &w->body[n->link->body];
    set_joint(n, &joint_guided);
    for (int i = 0; i < n->link->dofs; i++) {
        s->drive[s->drives] = (mb_drive){.node = b->node};
        n->link->dof[i].drive = s->drives++;
    }
    mb_guide(s, b->node, &w->guide[b->guide]);
    return ABUT_OK;
}

/* A fixed body that its drive moves. */
static abut_status set_fixed(abut_world *w, mb_node *n) {
    const world_body *b = &w->body[n->link->body];
    const abut_drive_def none = {0}, *d = b->hidden ? &none : &b->def.drive;
    abut_pose place = world_start_pose(w, n->link->body);
    set_joint(n, !d->given ? &joint_fixed : d->translation ? &joint_prismatic : &joint_revolute);
    if (d->given) place.q = quat_multiply(place.q, z_along(drive_axis(d)));
    set_frames(w, n, &place);
    return d->given ? add_drive(w, n, 0, d, 1) : ABUT_OK;
}

static abut_status set_tree_joint(abut_world *w, mb_node *n) {
    world_joint *j = &w->joint[w->body[n->link->body].joint];
    const abut_drive_def *d = &j->def.drive;
    set_joint(n, j->type);
    set_frames(w, n, &j->def.place);
    j->node = w->body[n->link->body].node;
    if (!d->given) return ABUT_OK;
    int dof = find_dof(n, !d->translation);
    world_about(w, "joint", w->body[n->link->body].joint);
    if (dof < 0)
        return world_refuse_at(w, "drive", ABUT_BAD_VALUE, "joint '%.80s': a %s joint has no %s along z to drive",
                               j->name, j->def.type, d->translation ? "displacement" : "angle");
    return add_drive(w, n, dof, d, j->reversed ? -1 : 1);
}

static void set_free(mb_node *n) {
    set_joint(n, &joint_free);
    n->link->q_parent = n->link->q_child = quat_identity();
    n->link->R_parent = m3_identity();
}

/* ---- mass ---- */
static bool is_isotropic(const double I[6]) {
    double most = fmax(fabs(I[3]), fmax(fabs(I[4]), fabs(I[5])));
    most = fmax(most, fmax(fabs(I[0] - I[1]), fabs(I[0] - I[2])));
    return most <= 1e-14 * I[0];
}

static void invert(const double I[6], double out[6]) {
    double a = I[0], b = I[1], c = I[2], d = I[3], e = I[4], f = I[5];
    double A = b * c - f * f, B = e * f - d * c, C = d * f - b * e, det = a * A + d * B + e * C;
    const double m[6] = {A, a * c - e * e, a * b - d * d, B, C, d * e - a * f};
    for (int i = 0; i < 6; i++) out[i] = det > 0 ? m[i] / det : 0;
}

static void set_mass(const abut_world *w, mb_node *n) {
    const world_body *b = &w->body[n->link->body];
    n->mass = b->mass;
    memcpy(n->I, b->I, sizeof n->I);
    n->isotropic = is_isotropic(b->I);
    invert(b->I, n->link->I_inverse);
    n->link->v_s = b->v_s;
    double gyration = b->mass > 0 ? sqrt((b->I[0] + b->I[1] + b->I[2]) / (2 * b->mass)) : 0;
    double lever = b->point_reach > 0 ? b->point_reach : fmax(v3_norm(n->link->at_child), gyration);
    n->link->reach = b->reach > 0 ? b->reach : lever > 0 ? lever : 1;
}

static abut_status set_nodes(abut_world *w) {
    mb_system *s = w->system;
    children c = {0};
    bool good = find_children(w, &c) && number_nodes(w, s->node, &c);
    free(c.start);
    free(c.list);
    if (!good) return world_refuse(w, ABUT_NO_MEMORY, "out of memory");
    abut_status status = ABUT_OK;
    for (int i = 0; !status && i < s->nodes; i++) {
        mb_node *n = &s->node[i];
        const world_body *b = &w->body[n->link->body];
        n->support = n->supports = 0;
        n->frame = -1;
        if (i == 0) {
            set_joint(n, &joint_fixed);
            n->link->q_parent = n->link->q_child = quat_identity();
            n->link->R_parent = m3_identity();
        } else if (b->guide && !b->hidden)
            status = set_guided(w, n);
        else if (world_holds(b))
            status = set_fixed(w, n);
        else if (b->joint)
            status = set_tree_joint(w, n);
        else
            set_free(n);
        set_mass(w, n);
    }
    return status;
}

/* ---- loops ---- */
static void axes_of(const abut_quat *q, mat3 *axes) { *axes = m3_of_quat(*q); }

static void add_row(mb_loop *l, int kind, int i, int j) { l->row[l->rows++] = (mb_row){kind, i, j, -1}; }

static void add_loop(abut_world *w, world_joint *j) {
    mb_system *s = w->system;
    mb_loop *l = &s->loop[s->loops];
    abut_quat qa, qb;
    *l = (mb_loop){.a = w->body[j->def.parent.id].node, .b = w->body[j->def.child.id].node, .drive = -1};
    in_body(w, j->def.parent.id, &j->def.place, &l->at_a, &qa);
    in_body(w, j->def.child.id, &j->def.place, &l->at_b, &qb);
    axes_of(&qa, &l->frame_a);
    axes_of(&qb, &l->frame_b);
    for (int i = 0; i < 3; i++)
        if (!j->type->moves[i]) add_row(l, LOOP_MOVE, i, 0);
    if (j->type->turns < 3) {
        add_row(l, LOOP_ANGLE, 0, 2);
        add_row(l, LOOP_ANGLE, 1, 2);
    }
    if (j->type->turns == 0) add_row(l, LOOP_ANGLE, 1, 0);
    if (!l->rows) return;
    w->body[j->def.parent.id].loaded = w->body[j->def.child.id].loaded = true;
    j->loop = s->loops++;
}

/* Does nothing of the model move it? */
static bool held(const abut_world *w, const world_body *b) { return b == w->body || world_holds(b); }

static abut_status set_loops(abut_world *w) {
    for (int i = 1; i <= w->joints; i++) {
        world_joint *j = &w->joint[i];
        j->loop = -1;
        if (j->node) continue;
        world_about(w, "joint", i);
        const world_body *parent = &w->body[j->def.parent.id], *child = &w->body[j->def.child.id];
        if ((parent->guide || child->guide) && held(w, parent) && held(w, child))
            return world_refuse_at(w, "child", ABUT_INCONSISTENT,
                                   "joint '%.80s' holds a flange, which moves as it is told from outside", j->name);
        if (parent->def.fixed && child->def.fixed)
            return world_refuse_at(w, "child", ABUT_INCONSISTENT, "joint '%.80s' connects two fixed bodies", j->name);
        if (j->def.parent.id == 0 && child->def.fixed)
            return world_refuse_at(w, "child", ABUT_INCONSISTENT, "joint '%.80s' holds a fixed body", j->name);
        if (j->def.drive.given)
            return world_refuse_at(w, "drive", ABUT_INCONSISTENT,
                                   "joint '%.80s' closes a loop: it cannot be driven as well", j->name);
        add_loop(w, j);
    }
    return ABUT_OK;
}

/* The drive of a body that is not fixed: of its joint, if that has the same axis; otherwise a prescribed spin. */
static abut_status set_body_drive(abut_world *w, int body) {
    const world_body *b = &w->body[body];
    const abut_drive_def *d = &b->def.drive;
    mb_system *s = w->system;
    mb_node *n = &s->node[b->node];
    vec3 axis = drive_axis(d);
    if (b->joint) {
        vec3 z = m3_of_quat(n->link->q_child).c2;
        int dof = v3_norm(v3_cross(z, axis)) < 1e-9 ? find_dof(n, !d->translation) : -1;
        if (dof >= 0) return add_drive(w, n, dof, d, v3_dot(z, axis) > 0 ? 1 : -1);
    }
    if (d->translation)
        return world_refuse_at(w, "drive", ABUT_BAD_VALUE,
                               "body '%.80s': a driven displacement needs a prismatic joint along its axis, "
                               "or fixed: true",
                               b->name);
    abut_status status = add_drive(w, n, -1, d, 1);
    if (status) return status;
    mb_loop *l = &s->loop[s->loops++];
    *l = (mb_loop){.a = 0, .b = b->node, .drive = s->drives - 1};
    l->frame_a = m3_identity();
    l->frame_b = m3_identity();
    l->frame_b.c2 = axis;
    add_row(l, LOOP_SPIN, 2, 0);
    w->body[body].loaded = true;
    return ABUT_OK;
}

/* ---- elements ---- */
static bool remembers(const abut_element *e) {
    return e->form == NO_CLOSED_FORM || !e->damping->no_memory || !e->normal->no_memory ||
           element_remembers_friction(e);
}

/* kg; 0: both are fixed */
static double reduced_mass(const mb_system *s, const mb_contact *c) {
    const mb_node *n[2] = {&s->node[c->a], &s->node[c->b]};
    double light = 0;
    for (int i = 0; i < 2; i++)
        if (!n[i]->still && n[i]->mass > 0) light += 1 / n[i]->mass;
    return light > 0 ? 1 / light : 0;
}

static void set_contacts(abut_world *w) {
    mb_system *s = w->system;
    s->length = INFINITY;
    for (int i = 1; i <= w->collides; i++)
        for (int j = 0; j < w->collide[i].count; j++) {
            double size = w->surface[w->collide[i].surface[j]].size;
            if (isfinite(size) && size > 0) s->length = fmin(s->length, 0.2 * size);
        }
    for (int i = 1; i <= w->contacts; i++) {
        const world_contact *c = &w->contact[i];
        const abut_element *e = c->element;
        const abut_extent *a = &e->a.surface.extent, *b = &e->b.surface.extent;
        s->contact[i - 1] = (mb_contact){.element = c->element,
                                         .a = w->body[w->surface[world_first(c)].body].node,
                                         .b = w->body[w->surface[world_second(c)].body].node,
                                         .bounded = isfinite(a->bound) && isfinite(b->bound),
                                         .centre_a = e->a.r,
                                         .centre_b = e->b.r,
                                         .reach = a->bound + b->bound,
                                         .film = c->film,
                                         .states = (int)abut_element_states(e),
                                         .accepts = remembers(e),
                                         .spent_from = INFINITY,
                                         .bends = element_bends(e),
                                         .books = e->damping->books && !e->in_patches,
                                         .off = world_hider(w, c->machine) != NULL};
        c->element->mass = reduced_mass(s, &s->contact[i - 1]);
        if (s->contact[i - 1].off) s->contact[i - 1].states = 0, s->contact[i - 1].accepts = false;
        /* a hollow holds its partner: its bounding sphere says nothing about who is near */
        if (a->k_min_sup < 0 || b->k_min_sup < 0) s->contact[i - 1].bounded = false;
        double size = e->form == POINT_ON_A ? v3_norm(e->b.r) : fmin(a->size, b->size);
        if (isfinite(size) && size > 0) s->length = fmin(s->length, 0.2 * size);
    }
    if (isfinite(s->length)) return;
    s->length = 0;
    for (int i = 1; i < s->nodes; i++)
        s->length = fmax(s->length, fmax(v3_norm(s->node[i].link->at_child), v3_norm(s->node[i].link->at_parent)));
    if (!(s->length > 0)) s->length = 1;
}

static abut_status set_force(abut_world *w, mb_force *to, const char *name, int a, int b) {
    to->a = w->body[a].node;
    to->b = w->body[b].node;
    to->places = (force_places){to->places.at_a,        to->places.at_b, world_start_pose(w, a),
                                world_start_pose(w, b), w->body[b].mass, w->gravity};
    abut_message why = {0};
    abut_status status = to->type->place ? to->type->place(to->self, &to->places, &why) : ABUT_OK;
    return status ? world_refuse_why(w, "", &why, "force '%.80s': %s", name, why.text) : ABUT_OK;
}

/* Forces of the world, then those that stand for hidden parts of machines. */
static abut_status set_forces(abut_world *w) {
    abut_status status = ABUT_OK;
    mb_system *s = w->system;
    for (int i = 1; !status && i <= w->forces; i++) {
        const world_force *f = &w->force[i];
        s->force[i - 1] = (mb_force){.type = f->type, .self = f->self, .off = world_hider(w, f->machine) != NULL};
        world_about(w, "force", i);
        s->force[i - 1].places = (force_places){.at_a = f->def.at_a, .at_b = f->def.at_b};
        status = set_force(w, &s->force[i - 1], f->name, f->type->bodies == 2 ? f->def.a.id : 0, f->def.b.id);
    }
    s->forces = w->forces;
    for (int i = 1; !status && i <= w->machines; i++) {
        const world_machine *m = world_hider(w, i);
        if (!m) continue;
        mb_force *to = &s->force[s->forces++];
        *to = (mb_force){.type = m->type->rest, .self = m->self};
        world_about(w, "machine", i);
        status = set_force(w, to, m->name, m->outer, m->inner);
    }
    return status;
}

static void set_members(abut_world *w) {
    mb_system *s = w->system;
    for (int i = 1; i <= w->members; i++) {
        const world_member *m = &w->member[i];
        mb_member *to = &s->member[i - 1];
        to->law = &m->law;
        for (int j = 0; j < m->law.nodes; j++) to->node[j] = w->body[m->body[j]].node;
    }
    s->members = w->members;
}

/* ---- kinds of nodes ---- */

static bool same_frame(const mb_frame *a, const mb_frame *b) {
    vec3 axis = v3_sub(a->axis, b->axis), origin = v3_sub(a->origin, b->origin);
    return a->rate == b->rate && a->spin == b->spin && a->ramp == b->ramp && v3_dot(axis, axis) == 0 &&
           v3_dot(origin, origin) == 0;
}

/* The turning axes a body asks for, shared by all that ask for the same. */
static int find_frame(const abut_world *w, const world_body *b) {
    mb_system *s = w->system;
    vec3 axis = v3_dot(b->def.turning.axis, b->def.turning.axis) > 0 ? v3_unit(b->def.turning.axis) : v3(0, 0, 1);
    mb_frame f = {axis, b->def.turning.origin, b->def.turning.rate, b->def.turning.spin, b->def.turning.ramp};
    for (int i = s->frames - 1; i >= 0; i--)
        if (same_frame(&s->frame[i], &f)) return i;
    s->frame[s->frames] = f;
    return s->frames++;
}

static bool is_spin(const mb_loop *l) { return l->row[0].kind == LOOP_SPIN; }

/* Prescribed spins of bodies that are free otherwise need no constraint (spin.c); they stand last among the loops. */
static void take_spins(abut_world *w) {
    mb_system *s = w->system;
    int kept = 0;
    for (int i = 0; i < s->nodes; i++) s->node[i].spin = -1;
    for (int l = 0; l < s->loops; l++) {
        mb_loop *o = &s->loop[l];
        mb_node *n = &s->node[o->b];
        if (!w->swarming || !is_spin(o) || !n->simple || n->spin >= 0) {
            s->loop[kept++] = *o;
            continue;
        }
        n->spin = s->spins;
        s->spin[s->spins++] = (mb_spin){.node = o->b, .drive = o->drive, .axis = o->frame_b.c2};
    }
    s->loops = kept;
}

static void classify(abut_world *w) {
    mb_system *s = w->system;
    for (int i = 1; i < s->nodes; i++) {
        const world_body *b = &w->body[s->node[i].link->body];
        s->node[i].simple = !world_holds(b) && !b->joint && s->node[i].count == 1;
    }
    for (int l = 0; l < s->loops; l++)
        if (!is_spin(&s->loop[l])) s->node[s->loop[l].a].simple = s->node[s->loop[l].b].simple = false;
    take_spins(w);
    for (int l = 0; l < s->loops; l++) s->node[s->loop[l].a].simple = s->node[s->loop[l].b].simple = false;
    for (int i = 1; i < s->nodes; i++) {
        mb_node *n = &s->node[i];
        n->still = n->link->dofs == 0 && n->count == 1 && n->parent == 0 && !w->body[n->link->body].joint;
        const world_body *b = &w->body[n->link->body];
        n->cyclic = n->simple && n->isotropic && b->only_balls && !b->loaded && !w->outside;
    }
    for (int i = 1; i <= w->contacts; i++) { /* friction that remembers asks where a ball was touched */
        const world_contact *c = &w->contact[i];
        if (!element_remembers_friction(c->element)) continue;
        s->node[w->body[w->surface[c->a].body].node].cyclic = false;
        s->node[w->body[w->surface[c->b].body].node].cyclic = false;
    }
    for (int i = 1; i < s->nodes; i++) {
        mb_node *n = &s->node[i];
        const world_body *b = &w->body[n->link->body];
        bool spins = n->simple && n->spin < 0 && b->def.turning.spin != 0;
        n->frame = (n->cyclic || spins) && w->turning && b->def.turning.rate != 0 ? find_frame(w, b) : -1;
    }
}

/* ---- all ---- */
static bool make_lists(abut_world *w) {
    mb_system *s = w->system;
    size_t bodies = (size_t)w->bodies + 1, joints = (size_t)w->joints + 1;
    s->nodes = w->bodies + 1;
    s->node = calloc(bodies, sizeof *s->node);
    s->link = calloc(bodies, sizeof *s->link);
    for (size_t i = 0; s->node && s->link && i < bodies; i++) s->node[i].link = &s->link[i];
    s->frame = calloc(bodies, sizeof *s->frame);
    s->drive = calloc(bodies + joints + 4 * (size_t)w->guides, sizeof *s->drive);
    s->loop = calloc(bodies + joints, sizeof *s->loop);
    s->spin = calloc(bodies, sizeof *s->spin);
    s->contact = calloc((size_t)w->contacts + 1, sizeof *s->contact);
    s->force = calloc((size_t)(w->forces + w->machines) + 1, sizeof *s->force);
    s->member = calloc((size_t)w->members + 1, sizeof *s->member);
    s->contacts = w->contacts;
    return s->member && s->node && s->link && s->frame && s->drive && s->loop && s->spin && s->contact && s->force;
}

abut_status world_assemble(abut_world *w) {
    abut_message why = {0};
    w->system = mb_system_create(w->gravity);
    if (!w->system || !make_lists(w)) return world_refuse(w, ABUT_NO_MEMORY, "out of memory");
    for (int i = 1; i <= w->joints; i++) w->joint[i].node = 0;
    abut_status status = set_nodes(w);
    if (!status) status = set_loops(w);
    for (int i = 1; !status && i <= w->bodies; i++)
        if (w->body[i].def.drive.given && !world_holds(&w->body[i])) {
            world_about(w, "body", i);
            status = set_body_drive(w, i);
        }
    if (!status) set_contacts(w);
    if (!status) status = set_forces(w);
    if (status) return status;
    set_members(w);
    classify(w);
    if ((status = world_assemble_crowds(w))) return status;
    w->system->may_swarm = w->swarming;
    w->system->loops_way = w->loops_way;
    status = mb_system_finish(w->system, &why);
    return status ? world_refuse(w, status, "%s", why.text) : ABUT_OK;
}
