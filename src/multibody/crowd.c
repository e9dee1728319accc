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
    c->node = malloc(((size_t)c->finite + 1) * sizeof *c->node);
    for (int i = 0; c->node && i < c->finite; i++) {
        const crowd_member *m = &c->member[i];
        c->packs += m->packed;
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

static void memory_free(crowd_memory *m) {
    free(m->key);
    free(m->of);
}

void crowds_destroy(mb_system *s) {
    for (int i = 0; i < s->crowds; i++) {
        free(s->crowd[i].member);
        free(s->crowd[i].element);
        free(s->crowd[i].node);
        free((void *)s->crowd[i].law.e);
        memory_free(&s->crowd[i].memory);
        memory_free(&s->crowd[i].next);
    }
    free(s->crowd);
}

/* ---- work ---- */
static void make_list(const crowd *c, crowd_work *w, int endless) {
    bool packs = endless < 0 || c->member[endless].packed;
    if (packs && c->packs > 0) w->list[w->lists++] = (crowd_list){.endless = endless, .packed = true};
    if (!packs || c->packs < c->finite) w->list[w->lists++] = (crowd_list){.endless = endless};
}

bool crowd_work_create(const crowd *c, crowd_work *w) {
    size_t finite = (size_t)c->finite + 1, members = (size_t)c->members + 1, buckets = 64;
    while (buckets < 2 * finite && buckets < (size_t)1 << 30) buckets *= 2;
    w->mask = (int)buckets - 1;
    w->list = calloc(2 * members + 2, sizeof *w->list);
    w->listed_at = calloc(finite, sizeof *w->listed_at);
    w->ball = aligned_alloc(32, finite * sizeof *w->ball);
    w->wrench = aligned_alloc(32, members * sizeof *w->wrench);
    w->plane = calloc(members - finite + 1, sizeof *w->plane);
    w->head = malloc(buckets * sizeof *w->head);
    w->following = calloc(finite, sizeof *w->following);
    w->cell = calloc(finite, sizeof *w->cell);
    w->large = calloc(finite, sizeof *w->large);
    w->lent = calloc(1, sizeof *w->lent);
    if (!w->list || !w->listed_at || !w->ball || !w->wrench || !w->plane || !w->head || !w->following || !w->cell ||
        !w->large || !w->lent)
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
    void *parts[] = {w->list, w->pair,      w->touching, w->listed_at, w->ball, w->plane, w->wrench,
                     w->head, w->following, w->cell,     w->large,     w->near, w->lent};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) free(parts[i]);
}
