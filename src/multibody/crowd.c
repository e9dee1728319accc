/* Creation of crowds: the order of their members and the sizes of the search. */
#include "crowd.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Larger than this many times the median, a member is compared with everybody: cells as wide as it would hold too many others. */
static const double large = 3;
/* Of the median radius. Chosen: lists are made every 50 to 100 evaluations of a dense crowd, and are a tenth longer than those of
 * the pairs that touch or are about to. */
static const double skin = 0.1;
static const double margin = 0.25; /* of the skin: within it pairs begin to remember how fast they come */

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool find_sizes(crowd *c) {
    c->cell = 1, c->skin = 0, c->least = INFINITY;
    if (!c->finite) return true;
    double *bound = malloc((size_t)c->finite * sizeof *bound);
    if (!bound) return false;
    for (int i = 0; i < c->finite; i++) bound[i] = c->member[i].bound;
    qsort(bound, (size_t)c->finite, sizeof *bound, by_size);
    double median = bound[c->finite / 2], most = fmin(bound[c->finite - 1], large * median);
    c->least = bound[0];
    c->skin = skin * median;
    c->margin = margin * c->skin;
    c->cell = (2 * most + c->skin) * (1 + 1e-12);
    free(bound);
    return true;
}

/* ---- parts ---- */
/* Chosen: with so few, pairs between parts are few; fewer members than this are one part. */
enum { PARTS = 16, PARTED = 2000 };

typedef struct place {
    double along;
    int member;
} place;

static int by_place(const void *a, const void *b) {
    const place *x = a, *y = b;
    return x->along != y->along ? (x->along > y->along) - (x->along < y->along)
                                : (x->member > y->member) - (x->member < y->member);
}

static double coordinate(const crowd_member *m, int axis) {
    return axis == 0 ? m->start.x : axis == 1 ? m->start.y : m->start.z;
}

static int longest_side(const crowd *c) {
    int longest = 0;
    double most = -1;
    for (int axis = 0; axis < 3; axis++) {
        double low = INFINITY, high = -INFINITY;
        for (int i = 0; i < c->finite; i++) {
            double x = coordinate(&c->member[i], axis);
            low = fmin(low, x), high = fmax(high, x);
        }
        if (high - low > most) most = high - low, longest = axis;
    }
    return longest;
}

/* Slabs of equal numbers; within a slab members stay in the order in which they came. */
static bool make_parts(crowd *c) {
    c->parts = c->finite >= PARTED && c->packs == c->finite ? PARTS : 1;
    c->part = calloc((size_t)c->parts + 1, sizeof *c->part);
    c->part_of = calloc((size_t)c->members + 1, sizeof *c->part_of);
    if (!c->part || !c->part_of) return false;
    for (int p = 0; p <= c->parts; p++) c->part[p] = (int)((long long)c->finite * p / c->parts);
    for (int p = 0; p < c->parts; p++)
        for (int i = c->part[p]; i < c->part[p + 1]; i++) c->part_of[i] = p;
    if (c->parts == 1) return true;
    place *order = malloc((size_t)c->finite * sizeof *order);
    crowd_member *sorted = malloc((size_t)c->finite * sizeof *sorted);
    int *slab = malloc((size_t)c->finite * sizeof *slab), next[PARTS], axis = longest_side(c);
    bool good = order && sorted && slab;
    for (int i = 0; good && i < c->finite; i++) order[i] = (place){coordinate(&c->member[i], axis), i};
    if (good) qsort(order, (size_t)c->finite, sizeof *order, by_place);
    for (int i = 0; good && i < c->finite; i++) slab[order[i].member] = c->part_of[i];
    memcpy(next, c->part, sizeof next);
    for (int i = 0; good && i < c->finite; i++) sorted[next[slab[i]]++] = c->member[i];
    if (good) memcpy(c->member, sorted, (size_t)c->finite * sizeof *sorted);
    free(order);
    free(sorted);
    free(slab);
    return good;
}

/* Those with a bounding sphere first, else as they came. */
static bool order_members(crowd *c) {
    crowd_member *sorted = malloc(((size_t)c->members + 1) * sizeof *sorted);
    if (!sorted) return false;
    int count = 0;
    for (int endless = 0; endless < 2; endless++) {
        for (int i = 0; i < c->members; i++)
            if (isfinite(c->member[i].bound) == !endless) sorted[count++] = c->member[i];
        if (!endless) c->finite = count;
    }
    free(c->member);
    c->member = sorted;
    c->packs = 0;
    c->central = true;
    for (int i = 0; i < c->finite; i++) c->packs += sorted[i].packed;
    unsigned sides = 0;
    for (int i = 0; i < c->finite; i++) sides |= sorted[i].sides;
    c->meets = sides == (CROWD_FIRST | CROWD_SECOND);
    if (!make_parts(c)) return false;
    c->node = malloc(((size_t)c->finite + 1) * sizeof *c->node);
    for (int i = 0; c->node && i < c->finite; i++) {
        const crowd_member *m = &c->member[i];
        c->node[i] = m->node;
        c->central = c->central && m->at.x == 0 && m->at.y == 0 && m->at.z == 0;
    }
    return c->node;
}

bool crowds_finish(mb_system *s) {
    for (int i = 0; i < s->crowds; i++)
        if (!order_members(&s->crowd[i]) || !find_sizes(&s->crowd[i])) return false;
    return true;
}

bool crowds_rate(mb_system *s) {
    bool *seen = calloc((size_t)s->nodes + 1, sizeof *seen), good = seen;
    for (int i = 0; i < s->crowds; i++) {
        crowd *c = &s->crowd[i];
        c->at = calloc((size_t)c->finite + 1, sizeof *c->at);
        c->light = calloc((size_t)c->finite + 1, sizeof *c->light);
        c->again = calloc((size_t)c->finite + 1, sizeof *c->again);
        good = good && c->at && c->light && c->again;
        for (int m = 0; good && m < c->finite; m++) {
            const mb_node *n = &s->node[c->node[m]];
            c->at[m][0] = n->x, c->at[m][1] = n->u;
            c->light[m][0] = 1 / n->mass, c->light[m][1] = 1 / n->I[0];
            c->light[m][2] = n->link->reach, c->light[m][3] = 0.1 * n->link->v_s;
            c->again[m] = seen[c->node[m]];
            c->all_again = c->again[m] && (m == 0 || c->all_again);
            seen[c->node[m]] = true;
        }
    }
    free(seen);
    return good;
}

static void memory_free(crowd_memory *m) {
    free(m->key);
    free(m->of);
}

void crowds_destroy(mb_system *s) {
    for (int i = 0; i < s->crowds; i++) {
        free(s->crowd[i].member);
        free(s->crowd[i].element);
        free(s->crowd[i].node);
        free(s->crowd[i].part);
        free(s->crowd[i].part_of);
        free(s->crowd[i].at);
        free(s->crowd[i].light);
        free(s->crowd[i].again);
        free((void *)s->crowd[i].law.e);
        memory_free(&s->crowd[i].memory);
        memory_free(&s->crowd[i].next);
    }
    free(s->crowd);
}

/* ---- work ---- */
static int boundaries(const crowd *c) {
    return c->parts > 1 ? c->parts : 0;
} /* lists between parts; the last is of the rest */

static void make_list(const crowd *c, crowd_work *w, int endless) {
    bool packs = endless < 0 || c->member[endless].packed;
    for (int p = 0; packs && c->packs > 0 && p < c->parts; p++)
        w->list[w->lists++] = (crowd_list){.endless = endless, .packed = true, .step = STEP_INSIDE, .part = p};
    for (int p = 0; endless < 0 && c->packs > 0 && p < boundaries(c); p++)
        w->list[w->lists++] = (crowd_list){.endless = -1,
                                           .packed = true,
                                           .step = p == c->parts - 1 ? STEP_REST
                                                   : p % 2           ? STEP_ODD
                                                                     : STEP_EVEN,
                                           .part = p};
    if (!packs || c->packs < c->finite) w->list[w->lists++] = (crowd_list){.endless = endless};
}

int crowd_list_of(const crowd *c, int i, int j) {
    int p = c->part_of[i], q = c->part_of[j], low = p < q ? p : q;
    if (p == q) return p;
    return c->parts + (p - q == 1 || q - p == 1 ? low : c->parts - 1);
}

bool crowd_work_create(const crowd *c, crowd_work *w) {
    size_t finite = (size_t)c->finite + 1, members = (size_t)c->members + 1, buckets = 64;
    while (buckets < 2 * finite && buckets < (size_t)1 << 30) buckets *= 2;
    w->mask = (int)buckets - 1;
    size_t endless = members - finite;
    w->list = calloc((endless + 2) * ((size_t)c->parts + 1) + (size_t)boundaries(c) + 2, sizeof *w->list);
    w->listed_at = calloc(finite, sizeof *w->listed_at);
    w->ball = aligned_alloc(32, finite * sizeof *w->ball);
    w->wrench = aligned_alloc(32, members * sizeof *w->wrench);
    w->plane = calloc(members - finite + 1, sizeof *w->plane);
    w->head = malloc(buckets * sizeof *w->head);
    w->following = calloc(finite, sizeof *w->following);
    w->cell = calloc(finite, sizeof *w->cell);
    w->large = calloc(finite, sizeof *w->large);
    w->lent = calloc(1, sizeof *w->lent);
    w->few = calloc(finite, sizeof *w->few);
    w->few_of = calloc((size_t)c->parts + 2, sizeof *w->few_of);
    w->in_few = calloc(finite, sizeof *w->in_few);
    w->moved = calloc((size_t)c->parts, sizeof *w->moved);
    w->part_sum = calloc((size_t)c->parts, sizeof *w->part_sum);
    w->finds = calloc((size_t)c->parts, sizeof *w->finds);
    w->parts = c->parts;
    if (!w->list || !w->listed_at || !w->ball || !w->wrench || !w->plane || !w->head || !w->following || !w->cell ||
        !w->large || !w->lent || !w->moved || !w->part_sum || !w->finds || !w->few || !w->few_of || !w->in_few)
        return false;
    memset(w->ball, 0, finite * sizeof *w->ball);
    for (int i = 0; i < c->finite; i++) {
        w->ball[i].radius = c->member[i].bound;
        w->ball[i].kind = c->member[i].kind;
    }
    make_list(c, w, -1);
    for (int i = c->finite; i < c->members; i++) make_list(c, w, i);
    return true;
}

void crowd_work_destroy(crowd_work *w) {
    for (int i = 0; w->finds && i < w->parts; i++) {
        free(w->finds[i].found);
        free(w->finds[i].near);
    }
    void *parts[] = {w->list,   w->pair,  w->touching, w->listed_at, w->ball,     w->plane,
                     w->wrench, w->head,  w->finds,    w->following, w->cell,     w->large,
                     w->lent,   w->moved, w->few,      w->few_of,    w->part_sum, w->in_few};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) free(parts[i]);
}
