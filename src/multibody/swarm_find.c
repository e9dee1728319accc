/* Which bodies form swarms, and what is known of their contacts beforehand. */
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "swarm.h"

/* ---- candidates ---- */
typedef struct candidate {
    int contacts, first; /* of this ball: first index in the list */
    bool good;
} candidate;

typedef struct search {
    mb_system *s;
    candidate *ball; /* of each node */
    int *list;       /* contact indices, ball by ball */
    bool no_memory;
} search;

static bool is_ball(const mb_node *n) { return n->simple && n->cyclic && n->isotropic && !n->crowded; }

static bool collect(search *q) {
    mb_system *s = q->s;
    q->ball = calloc((size_t)s->nodes + 1, sizeof *q->ball);
    q->list = calloc((size_t)s->contacts + 1, sizeof *q->list);
    q->no_memory = !q->ball || !q->list;
    if (q->no_memory) return false;
    for (int i = 1; i < s->nodes; i++) q->ball[i].good = is_ball(&s->node[i]);
    for (int i = 0; i < s->contacts; i++) {
        const mb_contact *c = &s->contact[i];
        bool a = is_ball(&s->node[c->a]), b = is_ball(&s->node[c->b]);
        int ball = a ? c->a : c->b;
        if (a && b) q->ball[c->a].good = q->ball[c->b].good = false;
        if (a != b) q->ball[ball].contacts++;
        if (a != b && (c->states || c->accepts || c->off)) q->ball[ball].good = false;
    }
    for (int i = 0; i < s->forces; i++) q->ball[s->force[i].a].good = q->ball[s->force[i].b].good = false;
    int at = 0;
    for (int i = 1; i < s->nodes; i++) {
        q->ball[i].first = at;
        at += q->ball[i].contacts;
        q->ball[i].contacts = 0;
    }
    for (int i = 0; i < s->contacts; i++) {
        const mb_contact *c = &s->contact[i];
        bool a = is_ball(&s->node[c->a]), b = is_ball(&s->node[c->b]);
        if (a == b) continue;
        candidate *o = &q->ball[a ? c->a : c->b];
        q->list[o->first + o->contacts++] = i;
    }
    return true;
}

static int hub_of(const mb_contact *c, int ball) { return c->a == ball ? c->b : c->a; }

/* The same body, in the same axes, touching the same hubs. */
static bool alike(const search *q, int i, int j) {
    const mb_node *a = &q->s->node[i], *b = &q->s->node[j];
    const candidate *p = &q->ball[i], *o = &q->ball[j];
    if (!p->good || !o->good || p->contacts != o->contacts || a->frame != b->frame) return false;
    if (a->mass != b->mass || a->I[0] != b->I[0]) return false;
    for (int n = 0; n < p->contacts; n++) {
        const mb_contact *x = &q->s->contact[q->list[p->first + n]], *y = &q->s->contact[q->list[o->first + n]];
        if (hub_of(x, i) != hub_of(y, j) || (x->a == i) != (y->a == j)) return false;
    }
    return true;
}

/* Can the contacts be evaluated four at a time? */
static bool try_pack(search *q, int balls, swarm_kind *k) {
    const abut_element **list = malloc((size_t)balls * sizeof *list);
    for (int i = 0; list && i < balls; i++) list[i] = q->s->contact[k->contact[i]].element;
    bool packed = list && pack_of(list, balls, &k->pack);
    q->no_memory = q->no_memory || !list || k->pack.no_memory;
    free(list);
    if (!packed) pack_drop(&k->pack);
    return packed;
}

/* ---- one swarm ---- */
static int hub_index(swarm *w, int node) {
    for (int i = 0; i < w->hubs; i++)
        if (w->hub[i].node == node) return i;
    if (w->hubs == SWARM_HUBS) return -1;
    w->hub[w->hubs] = (swarm_hub){.node = node};
    return w->hubs++;
}

static bool make_swarm(search *q, int first, int balls, swarm *w) {
    mb_system *s = q->s;
    const candidate *o = &q->ball[first];
    *w = (swarm){.balls = balls, .packs = (balls + 3) / 4, .node = first, .frame = s->node[first].frame};
    w->mass = s->node[first].mass;
    w->inertia = s->node[first].I[0];
    if (o->contacts < 1 || o->contacts > SWARM_KINDS) return false;
    for (int n = 0; n < o->contacts; n++) {
        const mb_contact *c = &s->contact[q->list[o->first + n]];
        swarm_kind *k = &w->kind[n];
        k->hub = hub_index(w, hub_of(c, first));
        k->ball_is_b = c->b == first;
        if (k->hub < 0 || s->node[hub_of(c, first)].frame >= 0) return false;
        k->contact = malloc((size_t)balls * sizeof(int));
        if (!k->contact) q->no_memory = true;
        if (!k->contact) return false;
        w->kinds++;
        for (int i = 0; i < balls; i++) k->contact[i] = q->list[q->ball[first + i].first + n];
        k->packed = try_pack(q, balls, k);
    }
    return true;
}

static void drop_swarm(swarm *w) {
    for (int i = 0; i < w->kinds; i++) {
        free(w->kind[i].contact);
        pack_drop(&w->kind[i].pack);
    }
    w->kinds = 0;
}

/* Unknowns that move the hubs: at most this many. Before they are numbered: counts degrees of freedom without a drive. */
static bool few_unknowns(const mb_system *s, const swarm *w) {
    int sum = 0, parts = 0;
    for (int h = 0; h < w->hubs; h++) {
        int depth = 0;
        for (int n = w->hub[h].node; n > 0; n = s->node[n].parent) {
            int free_dofs = 0;
            for (int j = 0; j < s->node[n].link->dofs; j++) free_dofs += s->node[n].link->dof[j].drive < 0;
            sum += free_dofs;
            parts += free_dofs > 0;
            depth += free_dofs > 0;
        }
        if (depth > 4) return false;
    }
    return sum <= SWARM_UNKNOWNS && parts <= SWARM_HUBS * 4;
}

bool swarms_find(mb_system *s) {
    search q = {.s = s};
    s->kernel = &swarm_baseline;
#if defined(ABUT_KERNEL_AVX2)
    if (cpu_avx2()) s->kernel = &swarm_avx2;
#endif
    if (s->nodes < SWARM_LEAST + 1 || !collect(&q)) {
        free(q.ball);
        free(q.list);
        return !q.no_memory;
    }
    s->swarm = calloc((size_t)s->nodes / SWARM_LEAST + 1, sizeof *s->swarm);
    q.no_memory = !s->swarm;
    for (int i = 1, next; s->swarm && i < s->nodes; i = next) {
        for (next = i + 1; next < s->nodes && alike(&q, i, next);) next++;
        if (!q.ball[i].good || next - i < SWARM_LEAST) continue;
        swarm *w = &s->swarm[s->swarms];
        if (!make_swarm(&q, i, next - i, w) || !few_unknowns(s, w)) {
            drop_swarm(w);
            continue;
        }
        s->swarms++;
        for (int j = i; j < next; j++) s->node[j].swarm = true;
        for (int n = 0; n < w->kinds; n++)
            for (int j = 0; j < w->balls; j++) {
                mb_contact *c = &s->contact[w->kind[n].contact[j]];
                c->swarm = true;
                c->in_swarm = s->swarms - 1, c->kind = n, c->ball = j;
            }
    }
    free(q.ball);
    free(q.list);
    return !q.no_memory;
}

/* ---- after the unknowns are numbered ---- */
static int part_index(swarm *w, int node) {
    for (int i = 0; i < w->parts; i++)
        if (w->part[i].node == node) return i;
    w->part[w->parts] = (swarm_part){.node = node};
    return w->parts++;
}

static void find_parts(const mb_system *s, swarm *w) {
    w->u = s->node[w->node].u;
    w->x = s->node[w->node].x;
    for (int h = 0; h < w->hubs; h++) {
        const mb_node *n = &s->node[w->hub[h].node];
        for (int j = 0; j < n->supports; j++)
            w->hub[h].part[w->hub[h].parts++] = part_index(w, s->support[n->support + j]);
    }
    for (int i = 0; i < w->parts; i++) {
        w->part[i].column = w->nh;
        w->nh += s->node[w->part[i].node].nu;
    }
}

void swarms_pairs(const mb_system *s, void (*add)(void *to, int block_a, int block_b), void *to) {
    for (int i = 0; i < s->swarms; i++) {
        const swarm *w = &s->swarm[i];
        for (int a = 0; a < w->parts; a++)
            for (int b = 0; b < a; b++) add(to, s->node[w->part[a].node].block, s->node[w->part[b].node].block);
    }
}

void swarms_parts(mb_system *s) {
    for (int i = 0; i < s->swarms; i++) find_parts(s, &s->swarm[i]);
}

void swarms_slots(mb_system *s) {
    for (int i = 0; i < s->swarms; i++) {
        swarm *w = &s->swarm[i];
        for (int a = 0; a < w->parts; a++)
            for (int b = 0; b < w->parts; b++) {
                w->slot[a][b] = blocks_find(s->pattern, s->node[w->part[a].node].block, s->node[w->part[b].node].block);
                s->always[w->slot[a][b]] = true;
            }
    }
}

void swarms_destroy(mb_system *s) {
    for (int i = 0; i < s->swarms; i++) drop_swarm(&s->swarm[i]);
    free(s->swarm);
}

/* ---- work ---- */
bool swarm_work_create(const swarm *w, swarm_work *to) {
    size_t packs = (size_t)w->packs, nh = (size_t)w->nh + 1, at = 0;
    struct {
        row4 **array;
        size_t rows;
    } part[] = {{&to->Kbb, 18},     {&to->Cbb, 36},     {&to->Kbh, 6 * nh}, {&to->Cbh, 6 * nh}, {&to->Khb, 3 * nh},
                {&to->Chb, 6 * nh}, {&to->inverse, 36}, {&to->X, 6 * nh},   {&to->B, 6 * nh},   {&to->y, 6}};
    for (size_t i = 0; i < sizeof part / sizeof part[0]; i++) at += part[i].rows * packs;
    size_t hub = 6 * (size_t)w->hubs * nh, bytes = (at + 2 * hub) * sizeof(row4),
           times = 6 * packs * 4 * sizeof(double);
    to->memory = aligned_alloc(sizeof(row4), bytes + times);
    to->columns = calloc((size_t)w->hubs * nh, sizeof *to->columns);
    if (!to->memory || !to->columns) return false;
    memset(to->memory, 0, bytes + times);
    row4 *p = to->memory;
    for (size_t i = 0; i < sizeof part / sizeof part[0]; i++) {
        *part[i].array = p;
        p += part[i].rows * packs;
    }
    to->hub_K = (row4(*)[6])p;
    to->hub_C = (row4(*)[6])(p + hub);
    to->by_time = (double *)(p + 2 * hub);
    return true;
}

void swarm_work_destroy(swarm_work *w) {
    free(w->memory);
    free(w->columns);
    free(w->kept);
    free(w->tangent);
}
