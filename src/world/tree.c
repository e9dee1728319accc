/* Mass properties, and which joints make the tree: from the fixed bodies outwards, driven joints first. What is left closes
 * loops. A group of bodies without any joint to something fixed gets a free body as its root. */
#include <stdlib.h>

#include "base/message.h"
#include "multibody/mass.h"
#include "world.h"

/* ---- mass ---- */
static bool no_inertia(const double I[6]) {
    for (int i = 0; i < 6; i++)
        if (I[i] != 0) return false;
    return true;
}

/* Mass properties of the solids of all surfaces, body by body. */
typedef struct solid {
    double mass, I[6];
    vec3 centre;
} solid;

static abut_status add_solids(abut_world *w, solid *sum) {
    for (int i = 1; i <= w->surfaces; i++) {
        const world_surface *s = &w->surface[i];
        const world_body *b = &w->body[s->body];
        if (b->def.fixed || b->guide || (b->def.mass > 0 && !no_inertia(b->def.inertia))) continue;
        solid one;
        abut_message why = {0};
        abut_status status = mass_of_surface(w->registry, &s->def, &one.mass, &one.centre, one.I, &why);
        if (status == ABUT_MISSING) continue;
        if (status && b->def.mass > 0) { /* only the shape is wanted: any density will do */
            abut_surface_def def = s->def;
            def.material.density = 1;
            status = mass_of_surface(w->registry, &def, &one.mass, &one.centre, one.I, &why);
        }
        world_about(w, "body", s->body);
        if (status)
            return world_refuse_at(w, "mass", status,
                                   "body '%.80s' has no mass of its own, and surface '%.80s' gives none: %s", b->name,
                                   s->name, why.text);
        solid *to = &sum[s->body];
        mass_add(&to->mass, &to->centre, to->I, one.mass, one.centre, one.I);
    }
    return ABUT_OK;
}

static abut_status use_solid(abut_world *w, world_body *b, const solid *s) {
    if (!(s->mass > 0)) {
        if (b->def.mass > 0)
            return world_refuse_at(w, "inertia", ABUT_MISSING,
                                   "body '%.80s' has no inertia, and no surface with a volume to take it from",
                                   b->name);
        return world_refuse_at(
            w, "mass", ABUT_MISSING,
            "body '%.80s' has no mass: give mass and inertia, a solid surface with a density, or fixed: true", b->name);
    }
    double far = v3_norm(s->centre), size = sqrt((s->I[0] + s->I[1] + s->I[2]) / s->mass);
    if (far > 1e-6 * size)
        return world_refuse_at(
            w, "", ABUT_INCONSISTENT,
            "body '%.80s': the centre of mass of its surfaces lies at (%g, %g, %g) m of the body frame, "
            "not at its origin: move the surfaces, or give mass and inertia",
            b->name, s->centre.x, s->centre.y, s->centre.z);
    double factor = b->def.mass > 0 ? b->def.mass / s->mass : 1;
    b->mass = factor * s->mass;
    for (int i = 0; i < 6; i++) b->I[i] = factor * s->I[i];
    return ABUT_OK;
}

abut_status world_masses(abut_world *w) {
    solid *sum = calloc((size_t)w->bodies + 1, sizeof *sum);
    if (!sum) return world_refuse(w, ABUT_NO_MEMORY, "out of memory");
    abut_status status = add_solids(w, sum);
    for (int i = 1; !status && i <= w->bodies; i++) {
        world_body *b = &w->body[i];
        b->mass = b->guide ? 0 : b->def.mass; /* that of a guided one is somebody else's */
        for (int j = 0; j < 6; j++) b->I[j] = b->guide ? 0 : b->def.inertia[j];
        if (b->def.fixed || b->guide || (b->mass > 0 && !no_inertia(b->I))) continue;
        world_about(w, "body", i);
        status = use_solid(w, b, &sum[i]);
    }
    free(sum);
    return status;
}

/* ---- tree ---- */
typedef struct search {
    int *start, *list; /* joints at each body */
    int *queue, head, tail;
} search;

static bool in_tree(const abut_world *w, int body) { return body == 0 || w->body[body].parent >= 0; }

static bool attach(abut_world *w, search *s, int joint) {
    world_joint *j = &w->joint[joint];
    int p = j->def.parent.id, c = j->def.child.id;
    if (in_tree(w, p) == in_tree(w, c)) return false;
    j->reversed = in_tree(w, c);
    int from = j->reversed ? c : p, to = j->reversed ? p : c;
    w->body[to].parent = from;
    w->body[to].joint = joint;
    s->queue[s->tail++] = to;
    return true;
}

static bool attach_driven(abut_world *w, search *s) {
    for (int i = 1; i <= w->joints; i++)
        if (w->joint[i].def.drive.given && attach(w, s, i)) return true;
    return false;
}

static void grow(abut_world *w, search *s, bool drives) {
    while (drives && attach_driven(w, s)) {
    }
    while (s->head < s->tail) {
        int body = s->queue[s->head++];
        for (int e = s->start[body]; e < s->start[body + 1]; e++)
            if (attach(w, s, s->list[e]))
                while (drives && attach_driven(w, s)) {
                }
    }
}

static bool list_joints(const abut_world *w, search *s) {
    size_t bodies = (size_t)w->bodies + 2;
    s->start = calloc(bodies + 1, sizeof(int));
    s->list = malloc((2 * (size_t)w->joints + 1) * sizeof(int));
    s->queue = malloc(bodies * sizeof(int));
    int *next = calloc(bodies, sizeof(int));
    if (!s->start || !s->list || !s->queue || !next) {
        free(next);
        return false;
    }
    for (int i = 1; i <= w->joints; i++) {
        s->start[w->joint[i].def.parent.id + 1]++;
        s->start[w->joint[i].def.child.id + 1]++;
    }
    for (size_t i = 0; i + 1 < bodies; i++) s->start[i + 1] += s->start[i];
    for (int i = 1; i <= w->joints; i++) {
        const int ends[2] = {w->joint[i].def.parent.id, w->joint[i].def.child.id};
        for (int e = 0; e < 2; e++) s->list[s->start[ends[e]] + next[ends[e]]++] = i;
    }
    free(next);
    return true;
}

/* ---- deep trees ---- */

/* A chain of n joints has a full mass matrix, whose factors cost n^3. Deeper trees than this are cut into short ones; the joints
 * between them become constraints, which are solved sparsely. Both chosen by what a step costs: docs/theory/multibody.md. */
enum { TREE_DEEP = 24, TREE_PIECE = 8 };

static bool may_cut(const world_body *b, const world_joint *j) {
    return j->type->turns + j->type->moves[0] + j->type->moves[1] + j->type->moves[2] < 6 && !j->def.drive.given &&
           !b->def.drive.given;
}

typedef struct depth {
    int whole, piece; /* joints down to the body: of its tree, of the piece it is in */
} depth;

/* Depths of all bodies, those above first; with `cut` the pieces are made as they are met. */
static int find_depths(abut_world *w, depth *d, int *stack, bool cut) {
    int deepest = 0;
    for (int i = 0; i <= w->bodies; i++) d[i] = (depth){0, 0};
    for (int i = 1; i <= w->bodies; i++) {
        int top = 0;
        for (int b = i; b && !d[b].whole; b = w->body[b].parent) stack[top++] = b;
        while (top) {
            world_body *b = &w->body[stack[--top]];
            const depth *above = &d[b->parent];
            depth *own = &d[b - w->body];
            *own = (depth){above->whole + 1, above->piece + (b->joint > 0)};
            if (own->whole > deepest) deepest = own->whole;
            if (!cut || own->piece <= TREE_PIECE || !may_cut(b, &w->joint[b->joint])) continue;
            b->cut = b->joint, b->cut_from = b->parent;
            b->joint = b->parent = 0;
            own->piece = 0;
        }
    }
    return deepest;
}

static bool cut_deep(abut_world *w) {
    size_t n = (size_t)w->bodies + 1;
    depth *d = malloc(n * sizeof *d);
    int *stack = malloc(n * sizeof *stack);
    bool good = d && stack;
    if (good && find_depths(w, d, stack, false) > TREE_DEEP) (void)find_depths(w, d, stack, true);
    free(d);
    free(stack);
    return good;
}

abut_status world_tree(abut_world *w) {
    search s = {0};
    bool drives = false;
    for (int i = 1; i <= w->joints; i++) drives = drives || w->joint[i].def.drive.given;
    if (!list_joints(w, &s)) {
        free(s.start);
        free(s.list);
        free(s.queue);
        return world_refuse(w, ABUT_NO_MEMORY, "out of memory");
    }
    s.queue[s.tail++] = 0;
    for (int i = 1; i <= w->bodies; i++) {
        w->body[i].parent = world_holds(&w->body[i]) ? 0 : -1;
        w->body[i].joint = w->body[i].cut = 0;
        if (world_holds(&w->body[i])) s.queue[s.tail++] = i;
    }
    grow(w, &s, drives);
    for (int i = 1; i <= w->bodies; i++) {
        if (in_tree(w, i)) continue;
        w->body[i].parent = 0;
        s.head = 0;
        s.tail = 0;
        s.queue[s.tail++] = i;
        if (s.start[i + 1] > s.start[i]) grow(w, &s, drives);
    }
    free(s.start);
    free(s.list);
    free(s.queue);
    return w->uncut || cut_deep(w) ? ABUT_OK : world_refuse(w, ABUT_NO_MEMORY, "out of memory");
}
