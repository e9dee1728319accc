/* Creation of the system: unknowns are numbered, supports, patterns and tables made. Afterwards nothing is allocated. */
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/quat.h"
#include "beads.h"
#include "crew.h"
#include "crowd.h"
#include "inside.h"
#include "sparse_loops.h"
#include "swarm.h"

enum { MAX_SUPPORTS = 250 }; /* of one body: depth of a tree of joints */

mb_system *mb_system_create(vec3 gravity) {
    mb_system *s = calloc(1, sizeof *s);
    if (s) s->gravity = gravity;
    return s;
}

void mb_system_destroy(mb_system *s) {
    if (!s) return;
    for (int i = 0; i < s->drives; i++) function_drop(&s->drive[i].motion);
    blocks_destroy(s->pattern);
    swarms_destroy(s);
    crowds_destroy(s);
    sparse_loops_destroy(s);
    beads_destroy(s);
    crew_destroy(s->crew);
    free(s->spin);
    void *parts[] = {s->node,   s->link,        s->support,    s->drive,      s->contact, s->force, s->loop,
                     s->member, s->loop_column, s->tree_loops, s->tree_loop,  s->slot,    s->above, s->depth,
                     s->row,    s->group,       s->cyclic,     s->block_node, s->always,  s->frame};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) free(parts[i]);
    free(s);
}

/* ---- unknowns ---- */
static void number_node(mb_system *s, mb_node *n) {
    n->u = s->size.nu;
    n->x = s->size.nx;
    n->nu = 0;
    n->triple = -1;
    for (int i = 0; i < n->link->dofs; i++) {
        mb_dof *f = &n->link->dof[i];
        f->u = -1;
        if (f->drive >= 0) continue;
        if (f->turn && n->link->joint->turns == 3 && n->triple < 0) n->triple = n->nu;
        f->u = s->size.nu++;
        n->nu++;
    }
    int scalars = n->triple >= 0 ? n->nu - 3 : n->nu;
    s->size.nx += scalars + (n->triple >= 0 && !n->cyclic ? 4 : 0);
    if (n->triple >= 0 && !n->cyclic) s->size.quaternions = true;
    if (n->cyclic) n->cyclic_at = s->cyclics++;
    s->size.turning = s->size.turning || n->frame >= 0;
}

static int number_unknowns(mb_system *s) {
    int block_count = 0;
    for (int i = 0; i < s->nodes; i++) {
        if (s->node[i].swarm) continue;
        number_node(s, &s->node[i]);
        s->trees = s->trees || (i > 0 && !s->node[i].simple && !s->node[i].still);
        s->node[i].block = s->node[i].nu ? block_count++ : -1;
    }
    for (int i = 0; i < s->nodes; i++) { /* swarms come last and have no blocks */
        if (!s->node[i].swarm) continue;
        number_node(s, &s->node[i]);
        s->node[i].block = -1;
    }
    for (int i = 0; i < s->contacts; i++) {
        s->contact[i].s = s->size.ns;
        s->size.ns += s->contact[i].states;
        mb_contact *c = &s->contact[i];
        c->bends = c->bends && !c->accepts && !c->off && !s->node[c->a].swarm && !s->node[c->b].swarm;
        s->accepts = s->accepts || c->accepts || c->bends;
    }
    s->size.contacts = s->contacts;
    s->size.crowds = s->crowds > 0;
    for (int i = 0; i < s->crowds; i++) s->accepts = s->accepts || s->crowd[i].remembers;
    for (int i = 0; i < s->forces; i++) s->accepts = s->accepts || s->force[i].type->accept;
    s->size.remembers = s->accepts;
    return block_count;
}

static abut_status find_supports(mb_system *s, abut_message *message) {
    size_t total = 0;
    for (int i = 0; i < s->nodes; i++) {
        mb_node *n = &s->node[i];
        n->supports = (n->parent >= 0 ? s->node[n->parent].supports : 0) + (n->nu > 0);
        if (n->supports > MAX_SUPPORTS)
            return say(message, ABUT_INCONSISTENT, "a tree of joints is deeper than %d: driven joints are not cut",
                       MAX_SUPPORTS);
        n->support = (int)total;
        total += (size_t)n->supports;
    }
    s->support = malloc((total + 1) * sizeof(int));
    if (!s->support) return say(message, ABUT_NO_MEMORY, "out of memory");
    for (int i = 0; i < s->nodes; i++) {
        const mb_node *n = &s->node[i];
        int above = n->supports - (n->nu > 0);
        if (above)
            memcpy(s->support + n->support, s->support + s->node[n->parent].support, (size_t)above * sizeof(int));
        if (n->nu) s->support[n->support + above] = i;
    }
    return ABUT_OK;
}

static int swarm_first(const mb_system *s, int node) {
    for (int i = 0; i < s->swarms; i++)
        if (node >= s->swarm[i].node && node < s->swarm[i].node + s->swarm[i].balls) return s->swarm[i].node;
    return node;
}

/* Nearest unknown above each unknown, its depth, and where its row of the mass matrix stands. */
static bool make_rows(mb_system *s) {
    size_t n = (size_t)s->size.nu;
    s->above = malloc((n + 1) * sizeof(int));
    s->depth = malloc((n + 1) * sizeof(int));
    s->row = malloc((n + 1) * sizeof(size_t));
    s->group = malloc((n + 1) * sizeof(int));
    if (!s->above || !s->depth || !s->row || !s->group) return false;
    for (int i = 0; i < s->nodes; i++) {
        const mb_node *node = &s->node[i];
        int above = -1;
        if (node->nu && node->supports > 1) {
            const mb_node *up = &s->node[s->support[node->support + node->supports - 2]];
            above = up->u + up->nu - 1;
        }
        for (int u = node->u; u < node->u + node->nu; u++) {
            s->above[u] = above;
            s->depth[u] = above >= 0 ? s->depth[above] + 1 : 0;
            s->row[u] = s->row_values;
            s->group[u] = node->swarm ? swarm_first(s, i) : i; /* a swarm counts as one */
            if (!node->simple) s->row_values += (size_t)s->depth[u] + 1;
            above = u;
        }
    }
    return true;
}

/* ---- pattern ---- */
typedef struct pair_list {
    int (*pair)[2];
    size_t count, room;
    bool failed;
} pair_list;

static void add_pair(pair_list *l, int i, int j) {
    if (i == j || i < 0 || j < 0 || l->failed) return;
    if (l->count == l->room) {
        size_t room = 2 * l->room + 64;
        int(*more)[2] = realloc(l->pair, room * sizeof *more);
        if (!more) {
            l->failed = true;
            return;
        }
        l->pair = more;
        l->room = room;
    }
    l->pair[l->count][0] = i;
    l->pair[l->count++][1] = j;
}

/* blocks that an element between two bodies couples */
static int element_blocks(const mb_system *s, int a, int b, int *to) {
    int count = 0;
    const int node[2] = {a, b};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < s->node[node[i]].supports; j++)
            to[count++] = s->node[s->support[s->node[node[i]].support + j]].block;
    return count;
}

static void add_element(const mb_system *s, pair_list *l, int a, int b) {
    int list[2 * MAX_SUPPORTS], n = element_blocks(s, a, b, list);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) add_pair(l, list[i], list[j]);
}

/* What is to be done with each pair of nodes of a member. */
static void each_pair(mb_system *s, mb_member *m, void (*visit)(mb_system *s, mb_member *m, int i, int j, void *user),
                      void *user) {
    for (int i = 0; i < m->law->nodes; i++)
        for (int j = i + 1; j < m->law->nodes; j++) visit(s, m, i, j, user);
}

static void add_any_element(mb_system *s, mb_member *m, int i, int j, void *list) {
    add_element(s, list, m->node[i], m->node[j]);
}

static void add_any_pair(void *to, int i, int j) { add_pair(to, i, j); }

static bool make_pattern(mb_system *s, int block_count) {
    pair_list list = {0};
    int *size = malloc(((size_t)block_count + 1) * sizeof(int));
    s->block_node = malloc(((size_t)block_count + 1) * sizeof(int));
    if (!size || !s->block_node) {
        free(size);
        return false;
    }
    for (int i = 0; i < s->nodes; i++) {
        const mb_node *n = &s->node[i];
        if (n->block < 0) continue;
        size[n->block] = n->nu;
        s->block_node[n->block] = i;
        for (int j = 0; j + 1 < n->supports; j++) add_pair(&list, n->block, s->node[s->support[n->support + j]].block);
    }
    for (int i = 0; i < s->contacts; i++)
        if (!s->contact[i].swarm) add_element(s, &list, s->contact[i].a, s->contact[i].b);
    swarms_pairs(s, add_any_pair, &list);
    for (int i = 0; i < s->forces; i++) add_element(s, &list, s->force[i].a, s->force[i].b);
    for (int i = 0; i < s->members; i++) each_pair(s, &s->member[i], add_any_element, &list);
    for (int i = 0; i < s->loops; i++) add_element(s, &list, s->loop[i].a, s->loop[i].b);
    if (!list.failed) s->pattern = blocks_create(block_count, size, list.count, (const int(*)[2])list.pair);
    free(size);
    free(list.pair);
    return s->pattern != NULL;
}

static size_t table_size(const mb_system *s, int a, int b) {
    size_t n = (size_t)(s->node[a].supports + s->node[b].supports);
    return n * n;
}

static int fill_table(mb_system *s, int a, int b, size_t *at) {
    int list[2 * MAX_SUPPORTS], n = element_blocks(s, a, b, list), first = (int)*at;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) s->slot[(*at)++] = blocks_find(s->pattern, list[i], list[j]);
    return first;
}

static void count_table(mb_system *s, mb_member *m, int i, int j, void *total) {
    *(size_t *)total += table_size(s, m->node[i], m->node[j]);
}
static void fill_pair(mb_system *s, mb_member *m, int i, int j, void *at) {
    m->slots[i][j] = fill_table(s, m->node[i], m->node[j], at);
}

static bool make_tables(mb_system *s) {
    size_t total = 0, at = 0;
    for (int i = 0; i < s->contacts; i++)
        if (!s->contact[i].swarm) total += table_size(s, s->contact[i].a, s->contact[i].b);
    for (int i = 0; i < s->forces; i++) total += table_size(s, s->force[i].a, s->force[i].b);
    for (int i = 0; i < s->members; i++) each_pair(s, &s->member[i], count_table, &total);
    s->slot = malloc((total + 1) * sizeof(int));
    if (!s->slot) return false;
    for (int i = 0; i < s->contacts; i++)
        if (!s->contact[i].swarm) s->contact[i].slots = fill_table(s, s->contact[i].a, s->contact[i].b, &at);
    for (int i = 0; i < s->forces; i++) s->force[i].slots = fill_table(s, s->force[i].a, s->force[i].b, &at);
    for (int i = 0; i < s->members; i++) each_pair(s, &s->member[i], fill_pair, &at);
    return true;
}

static void mark_element(mb_system *s, int a, int b) {
    int list[2 * MAX_SUPPORTS], n = element_blocks(s, a, b, list);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) s->always[blocks_find(s->pattern, list[i], list[j])] = true;
}

static void mark_pair(mb_system *s, mb_member *m, int i, int j, void *user) {
    (void)user;
    mark_element(s, m->node[i], m->node[j]);
}

/* Blocks that do not wait for a contact to close: the diagonal, branches of trees, forces, loops. */
static bool mark_always(mb_system *s) {
    s->always = calloc((size_t)s->pattern->slots + 1, sizeof(bool));
    if (!s->always) return false;
    for (int i = 0; i < s->pattern->count; i++) s->always[i] = true;
    for (int i = 0; i < s->nodes; i++)
        if (s->node[i].supports > 1) mark_element(s, i, 0);
    for (int i = 0; i < s->forces; i++) mark_element(s, s->force[i].a, s->force[i].b);
    for (int i = 0; i < s->members; i++) each_pair(s, &s->member[i], mark_pair, NULL);
    for (int i = 0; i < s->loops; i++) mark_element(s, s->loop[i].a, s->loop[i].b);
    return true;
}

/* ---- loops ---- */
static int loop_side(mb_system *s, int node, int *to) {
    int count = 0;
    const mb_node *n = &s->node[node];
    for (int i = 0; i < n->supports; i++) {
        const mb_node *up = &s->node[s->support[n->support + i]];
        for (int u = up->u; u < up->u + up->nu; u++, count++)
            if (to) to[count] = u;
    }
    return count;
}

static bool make_loops(mb_system *s) {
    int columns = 0, rows = 0;
    for (int i = 0; i < s->loops; i++) {
        mb_loop *l = &s->loop[i];
        l->column = columns;
        l->columns = loop_side(s, l->a, NULL) + loop_side(s, l->b, NULL);
        columns += l->columns;
        l->values = s->loop_values;
        s->loop_values += (size_t)(l->rows * l->columns);
        for (int r = 0; r < l->rows; r++) l->row[r].index = rows++;
    }
    s->size.nc = rows;
    s->loop_column = malloc(((size_t)columns + 1) * sizeof(int));
    if (!s->loop_column) return false;
    for (int i = 0; i < s->loops; i++) {
        int *to = s->loop_column + s->loop[i].column;
        to += loop_side(s, s->loop[i].a, to);
        (void)loop_side(s, s->loop[i].b, to);
    }
    return true;
}

/* Which loops each tree takes part in. */
static bool list_loops(mb_system *s) {
    size_t nodes = (size_t)s->nodes;
    s->tree_loops = calloc(nodes + 2, sizeof(int));
    s->tree_loop = malloc((2 * (size_t)s->loops + 1) * sizeof(int));
    int *next = calloc(nodes + 1, sizeof(int));
    if (!s->tree_loops || !s->tree_loop || !next) {
        free(next);
        return false;
    }
    for (int fill = 0; fill < 2; fill++) {
        for (int i = 0; i < s->loops; i++) {
            int side[2] = {s->loop[i].a, s->loop[i].b};
            for (int j = 0; j < 2; j++) {
                while (s->node[side[j]].parent > 0) side[j] = s->node[side[j]].parent;
                if (j && side[1] == side[0]) continue;
                if (fill)
                    s->tree_loop[s->tree_loops[side[j]] + next[side[j]]++] = i;
                else
                    s->tree_loops[side[j] + 1]++;
            }
        }
        for (size_t i = 0; !fill && i < nodes; i++) s->tree_loops[i + 1] += s->tree_loops[i];
    }
    free(next);
    return true;
}

/* Many rows are solved sparsely, but not beside swarms, which are eliminated into the matrix of the other bodies. */
static bool choose_way(mb_system *s) {
    bool many = s->loops_way == LOOPS_BY_COUNT ? s->size.nc > LOOPS_DENSE : s->loops_way == LOOPS_SPARSELY;
    return !many || s->swarms || !s->loops || sparse_loops_create(s);
}

abut_status mb_system_finish(mb_system *s, abut_message *message) {
    if (!crowds_finish(s)) return say(message, ABUT_NO_MEMORY, "out of memory");
    if (s->may_swarm && !swarms_find(s)) return say(message, ABUT_NO_MEMORY, "out of memory");
    int block_count = number_unknowns(s);
    abut_status status = find_supports(s, message);
    if (status) return status;
    swarms_parts(s);
    s->cyclic = calloc((size_t)s->cyclics * 4 + 1, sizeof(double));
    if (s->cyclic && make_rows(s) && make_pattern(s, block_count) && make_tables(s) && make_loops(s) && list_loops(s) &&
        mark_always(s) && choose_way(s)) {
        swarms_slots(s);
        s->size.beads = beads_are(s);
        s->alone = crowds_alone(s);
        if (!s->alone || crowds_rate(s)) return ABUT_OK;
    }
    return say(message, ABUT_NO_MEMORY, "out of memory");
}

mb_sizes mb_size(const mb_system *s) { return s->size; }
const int *mb_groups(const mb_system *s, int *count) {
    *count = s->nodes;
    return s->group;
}

/* ---- work ---- */
void mb_work_destroy(mb_work *k) {
    if (!k) return;
    void *parts[] = {k->kin,         k->hinge,       k->driven,    k->a,
                     k->lambda,      k->cyclic,      k->spun,      k->load,
                     k->most,        k->out,         k->kept,      k->kept_slices,
                     k->touch,       k->marked,      k->filled,    k->force_energy,
                     k->force_loss,  k->force_power, k->H,         k->H0,
                     k->HL,          k->axes,        k->axes_kept, k->GL,
                     k->inertia,     k->sum,         k->composite, k->G,
                     k->Gq,          k->Gu,          k->g,         k->g2,
                     k->multiplier,  k->Gs,          k->Yw,        k->Sw,
                     k->Sw_pivot,    k->Y,           k->S,         k->S_pivot,
                     k->jac,         k->member,      k->K,         k->C,
                     k->J,           k->D,           k->change,    k->dsum,
                     k->wave,        k->by_time,     k->g_by_time, k->ygap,
                     k->spin_torque, k->power_d,     k->power_u,   k->spin_axis};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) free(parts[i]);
    for (size_t i = 0; i < sizeof k->vector / sizeof k->vector[0]; i++) free(k->vector[i]);
    for (int i = 0; k->swarm && i < k->s->swarms; i++) swarm_work_destroy(&k->swarm[i]);
    free(k->swarm);
    for (int i = 0; k->crowd && i < k->s->crowds; i++) crowd_work_destroy(&k->crowd[i]);
    free(k->crowd);
    free(k);
}

static void *room(size_t count, size_t size, bool *good) {
    void *p = calloc(count + 1, size);
    *good = *good && p;
    return p;
}

static bool make_work(mb_work *k) {
    const mb_system *s = k->s;
    bool good = true;
    size_t nu = (size_t)s->size.nu, nc = (size_t)s->size.nc, nodes = (size_t)s->nodes, contacts = (size_t)s->contacts,
           forces = (size_t)(s->forces + s->members), y = (size_t)(s->size.nx + s->size.nu + s->size.ns), supports = 0;
    if (nodes) supports = (size_t)(s->node[nodes - 1].support + s->node[nodes - 1].supports);
    size_t dense = s->sparse ? 0 : nc;
    double **vectors[] = {&k->a, &k->vector[0], &k->vector[1], &k->vector[2], &k->vector[3], &k->by_time};
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) *vectors[i] = room(nu, sizeof(double), &good);
    double **rows[] = {&k->lambda, &k->g, &k->g2, &k->multiplier, &k->g_by_time};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) *rows[i] = room(nc, sizeof(double), &good);
    double **borders[] = {&k->G, &k->Gq, &k->Gu, &k->Gs, &k->GL};
    for (size_t i = 0; i < 5; i++) *borders[i] = room(s->loop_values, sizeof(double), &good);
    double **many[] = {&k->Y, &k->Yw};
    for (size_t i = 0; i < 2; i++) *many[i] = room(nu * dense, sizeof(double), &good);
    k->S = room(dense * dense, sizeof(double), &good);
    k->Sw = room(dense * dense, sizeof(double), &good);
    k->S_pivot = room(nc, sizeof(int), &good);
    k->Sw_pivot = room(nc, sizeof(int), &good);
    k->kin = room(nodes, sizeof *k->kin, &good);
    k->hinge = room(nodes, sizeof *k->hinge, &good);
    k->change = room(nodes, sizeof *k->change, &good);
    k->sum = room(nodes, sizeof *k->sum, &good);
    k->dsum = room(nodes, sizeof *k->dsum, &good);
    k->wave = room(nodes, sizeof *k->wave, &good);
    k->composite = room(10 * nodes, sizeof(double), &good);
    k->axes = room((size_t)s->frames, sizeof *k->axes, &good);
    k->spun = room(s->frames ? nodes : 0, sizeof *k->spun, &good);
    k->load = room(s->frames ? nodes : 0, sizeof(double), &good);
    k->most = room((size_t)s->frames, sizeof(double), &good);
    k->axes_kept = room((size_t)s->frames, sizeof *k->axes_kept, &good);
    k->driven = room((size_t)s->drives, sizeof *k->driven, &good);
    k->cyclic = room(4 * (size_t)s->cyclics, sizeof(double), &good);
    k->out = room(1, sizeof *k->out, &good);
    k->touch = room(contacts, sizeof *k->touch, &good);
    k->marked = room((size_t)s->pattern->slots, sizeof(bool), &good);
    k->filled = room((size_t)s->pattern->slots, sizeof(bool), &good);
    k->force_energy = room(forces, sizeof(double), &good);
    k->force_loss = room(forces, sizeof(double), &good);
    k->force_power = room(forces, sizeof(double), &good);
    k->H = room(s->row_values, sizeof(double), &good);
    k->H0 = room(s->row_values, sizeof(double), &good);
    k->HL = room(s->row_values, sizeof(double), &good);
    k->inertia = room(6 * nodes, sizeof(double), &good);
    k->jac = room(1, sizeof *k->jac, &good);
    k->member = s->members ? room(1, sizeof *k->member, &good) : NULL;
    k->K = room(s->pattern->values, sizeof(double), &good);
    k->C = room(s->pattern->values, sizeof(double), &good);
    k->J = room(supports * 6 * BLOCK_MAX, sizeof(double), &good);
    k->D = room(supports * 6 * BLOCK_MAX, sizeof(double), &good);
    k->ygap = room(y, sizeof(double), &good);
    k->power_d = room(s->swarms ? nu : 0, sizeof(double), &good);
    k->power_u = room(s->swarms ? nu : 0, sizeof(double), &good);
    k->spin_torque = room((size_t)s->spins, sizeof(double), &good);
    k->spin_axis = room((size_t)s->spins, sizeof *k->spin_axis, &good);
    k->swarm = room((size_t)s->swarms, sizeof *k->swarm, &good);
    for (int i = 0; good && i < s->swarms; i++) good = swarm_work_create(&s->swarm[i], &k->swarm[i]);
    k->crowd = room((size_t)s->crowds, sizeof *k->crowd, &good);
    for (int i = 0; good && i < s->crowds; i++) good = crowd_work_create(&s->crowd[i], &k->crowd[i]);
    return good;
}

mb_work *mb_work_create(mb_system *s) {
    mb_work *k = calloc(1, sizeof *k);
    if (!k) return NULL;
    k->s = s;
    if (!make_work(k)) {
        mb_work_destroy(k);
        return NULL;
    }
    for (int i = 0; i < s->nodes; i++) {
        k->kin[i].h = &k->hinge[i];
        if (!s->node[i].cyclic) k->hinge[i].R = k->hinge[i].F = m3_identity();
        k->kin[i].q = quat_identity();
    }
    memcpy(k->cyclic, s->cyclic, 4 * (size_t)s->cyclics * sizeof(double));
    memcpy(k->marked, s->always, (size_t)s->pattern->slots * sizeof(bool));
    return k;
}
