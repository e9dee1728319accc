/* Who is near whom. Members with a bounding sphere lie in the cells of a grid, which are kept in a hash table, so that space has no
 * end; a cell is wide enough for near pairs to lie in neighbouring ones. Members larger than a cell are compared with everybody,
 * and so is every endless member (planes by their distance). The lists are in the order of the members, whatever the cells. */
#include <math.h>
#include <stdlib.h>

#include "crew.h"
#include "crowd.h"

enum {
    CELL_BITS = 21,
    CELL_MOST = 1 << (CELL_BITS - 1)
}; /* cells along each axis from the origin; beyond, the outermost ones */

/* ---- which pairs ---- */
bool crowd_wants(const crowd *c, int i, int j) {
    const crowd_member *a = &c->member[i], *b = &c->member[j];
    bool sides = ((a->sides & CROWD_FIRST) && (b->sides & CROWD_SECOND)) ||
                 ((a->sides & CROWD_SECOND) && (b->sides & CROWD_FIRST));
    return sides && a->node != b->node && !(a->rests && b->rests);
}

static bool is_packed(const crowd *c, int i, int j) { return c->member[i].packed && c->member[j].packed; }

/* ---- cells ---- */
static long long along(double x, double cell) {
    double at = floor(x / cell);
    return (long long)fmax(fmin(at, CELL_MOST - 2), 2 - CELL_MOST) + CELL_MOST;
}

static long long cell_of(const pair_ball *b, double cell) {
    return (along(b->c[0], cell) << 2 * CELL_BITS) | (along(b->c[1], cell) << CELL_BITS) | along(b->c[2], cell);
}

static int bucket(const crowd_work *w, long long cell) {
    unsigned long long x =
        (unsigned long long)cell * 0x9e3779b97f4a7c15ULL; /* 2^64 over the golden ratio: Knuth's hashing */
    return (int)(x >> 32) & w->mask;
}

static bool is_large(const crowd *c, int i) { return 2 * c->member[i].bound + c->skin > c->cell; }

static void fill_cells(const crowd *c, crowd_work *w) {
    for (int i = 0; i <= w->mask; i++) w->head[i] = -1;
    w->larges = 0;
    for (int i = c->finite - 1; i >= 0; i--) {
        if (is_large(c, i)) {
            w->large[w->larges++] = i;
            continue;
        }
        w->cell[i] = cell_of(&w->ball[i], c->cell);
        int *head = &w->head[bucket(w, w->cell[i])];
        w->following[i] = *head;
        *head = i;
    }
}

/* ---- lists ---- */
static bool make_room(crowd_work *w, int pairs) {
    if (pairs <= w->room) return true;
    int room = 2 * w->room + 64;
    void *pair = realloc(w->pair, (size_t)room * sizeof *w->pair);
    if (pair) w->pair = pair;
    void *touching = pair ? realloc(w->touching, (size_t)room * sizeof *w->touching) : NULL;
    if (!touching) return false;
    w->touching = touching;
    w->room = room;
    return true;
}

static void set_pair(const crowd *c, int pair[2], int i, int j, bool as_is) {
    bool turn = !as_is && !((c->member[i].sides & CROWD_FIRST) && (c->member[j].sides & CROWD_SECOND));
    pair[0] = turn ? j : i;
    pair[1] = turn ? i : j;
}

static bool put(const crowd *c, crowd_work *w, int i, int j, bool as_is) {
    if (!make_room(w, w->pairs + 1)) return false;
    set_pair(c, w->pair[w->pairs++], i, j, as_is);
    return true;
}

static bool balls_near(const crowd *c, const crowd_work *w, int i, int j) {
    const double *a = w->ball[i].c, *b = w->ball[j].c;
    double x = b[0] - a[0], y = b[1] - a[1], z = b[2] - a[2], reach = w->ball[i].radius + w->ball[j].radius + c->skin;
    return x * x + y * y + z * z < reach * reach;
}

static bool note(crowd_finds *f, int *count, int j) {
    if (*count == f->near_room) {
        int room = 2 * f->near_room + 64, *near = realloc(f->near, (size_t)room * sizeof *near);
        if (!near) return false;
        f->near = near;
        f->near_room = room;
    }
    f->near[(*count)++] = j;
    return true;
}

/* Those of one cell that come after i. */
static bool look_in(const crowd *c, const crowd_work *w, crowd_finds *f, int i, long long cell, int *count) {
    for (int j = w->head[bucket(w, cell)]; j >= 0; j = w->following[j])
        if (j > i && w->cell[j] == cell && balls_near(c, w, i, j) && !note(f, count, j)) return false;
    return true;
}

static bool look_around(const crowd *c, const crowd_work *w, crowd_finds *f, int i, int *count) {
    for (long long x = -1; x <= 1; x++)
        for (long long y = -1; y <= 1; y++)
            for (long long z = -1; z <= 1; z++)
                if (!look_in(c, w, f, i, w->cell[i] + x * (1LL << 2 * CELL_BITS) + y * (1LL << CELL_BITS) + z, count))
                    return false;
    for (int n = 0; n < w->larges; n++)
        if (w->large[n] > i && balls_near(c, w, i, w->large[n]) && !note(f, count, w->large[n])) return false;
    return true;
}

/* The partners of member i that come after it, ascending. */
static bool partners(const crowd *c, const crowd_work *w, crowd_finds *f, int i, int *count) {
    *count = 0;
    if (is_large(c, i)) {
        for (int j = i + 1; j < c->finite; j++)
            if (balls_near(c, w, i, j) && !note(f, count, j)) return false;
        return true;
    }
    if (!look_around(c, w, f, i, count)) return false;
    for (int a = 1; a < *count; a++) { /* a handful */
        int j = f->near[a], b = a;
        for (; b > 0 && f->near[b - 1] > j; b--) f->near[b] = f->near[b - 1];
        f->near[b] = j;
    }
    return true;
}

static bool keep_found(crowd_finds *f, int i, int j, int list) {
    if (f->founds == f->room) {
        int room = 2 * f->room + 64;
        int(*found)[3] = realloc(f->found, (size_t)room * sizeof *found);
        if (!found) return false;
        f->found = found;
        f->room = room;
    }
    int *to = f->found[f->founds++];
    to[0] = i, to[1] = j, to[2] = list;
    return true;
}

typedef struct looking {
    const crowd *c;
    crowd_work *w;
    int others; /* the list of pairs that are not packed */
} looking;

/* All pairs of a member of this part with members that come after it, and which list they belong to. */
static bool search_from(const looking *l, crowd_finds *f, int first, int end) {
    const crowd *c = l->c;
    for (int i = first; i < end; i++) {
        int count;
        if (!partners(c, l->w, f, i, &count)) return false;
        for (int n = 0; n < count; n++) {
            int j = f->near[n], list = is_packed(c, i, j) ? crowd_list_of(c, i, j) : l->others;
            if (crowd_wants(c, i, j) && !keep_found(f, i, j, list)) return false;
        }
    }
    return true;
}

static void search_part(void *user, int part) {
    const looking *l = user;
    crowd_finds *f = &l->w->finds[part];
    f->founds = 0;
    f->failed = l->c->meets && !search_from(l, f, l->c->part[part], l->c->part[part + 1]);
}

/* First those that are packed, list by list, then the others; each in the order in which they were found. */
static bool list_finite(crew *threads, const crowd *c, crowd_work *w, int *lists) {
    while (*lists < w->lists && w->list[*lists].endless < 0) (*lists)++;
    looking l = {c, w, *lists - 1};
    crew_run(threads, search_part, &l, c->parts);
    for (int i = 0; i < *lists; i++) w->list[i].count = 0;
    for (int part = 0; part < c->parts; part++) {
        const crowd_finds *f = &w->finds[part];
        if (f->failed) return false;
        for (int n = 0; n < f->founds; n++) w->list[f->found[n][2]].count++;
    }
    int next = w->pairs;
    for (int i = 0; i < *lists; i++) {
        w->list[i].start = next;
        next += w->list[i].count;
        w->list[i].count = 0;
    }
    while (w->room < next)
        if (!make_room(w, w->room + 1)) return false;
    w->pairs = next;
    for (int part = 0; part < c->parts; part++) {
        const crowd_finds *f = &w->finds[part];
        for (int n = 0; n < f->founds; n++) {
            crowd_list *to = &w->list[f->found[n][2]];
            set_pair(c, w->pair[to->start + to->count++], f->found[n][0], f->found[n][1], false);
        }
    }
    return true;
}

static bool plane_near(const crowd *c, const crowd_work *w, int plane, int i) {
    const pair_plane *p = &w->plane[plane - c->finite];
    const double *x = w->ball[i].c;
    return v3_dot(v3_sub(v3(x[0], x[1], x[2]), p->p), p->n) < w->ball[i].radius + c->skin;
}

static bool list_endless(const crowd *c, crowd_work *w, crowd_list *l) {
    int e = l->endless;
    bool flat = c->member[e].flat, rests = c->member[e].rests; /* if it moves, nobody watches how far */
    int first = l->packed ? c->part[l->part] : 0, end = l->packed ? c->part[l->part + 1] : c->finite;
    l->start = w->pairs;
    for (int i = first; i < end; i++)
        if (is_packed(c, e, i) == l->packed && crowd_wants(c, e, i) && (!flat || !rests || plane_near(c, w, e, i)) &&
            !put(c, w, e, i, l->packed))
            return false;
    l->count = w->pairs - l->start;
    return true;
}

/* ---- when ---- */
double crowd_far(const crowd *c) {
    double half = 0.5 * (c->skin - c->margin); /* by each of two */
    return half * half;
}

static bool moved(const crowd *c, const crowd_work *w) {
    double far = crowd_far(c);
    for (int i = 0; i < c->finite; i++) {
        const double *a = w->ball[i].c, *b = w->listed_at[i];
        double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
        if (!(x * x + y * y + z * z < far)) return true;
    }
    return false;
}

/* Who is in some list, in the order of the members. */
static void find_few(const crowd *c, crowd_work *w) {
    int count = 0;
    for (int i = 0; i < c->finite; i++) w->in_few[i] = false;
    for (int p = 0; p < w->pairs; p++)
        for (int side = 0; side < 2; side++)
            if (w->pair[p][side] < c->finite) w->in_few[w->pair[p][side]] = true;
    for (int part = 0; part < c->parts; part++) {
        w->few_of[part] = count;
        for (int i = c->part[part]; i < c->part[part + 1]; i++)
            if (w->in_few[i]) w->few[count++] = i;
    }
    w->few_of[c->parts] = count;
}

/* Packed lists without pairs are not evaluated: they have nothing to say. */
static void find_busy(crowd_work *w) {
    for (int step = 0; step < CROWD_STEPS; step++) w->busy[step] = false;
    for (int i = 0; i < w->lists; i++) {
        crowd_list *l = &w->list[i];
        if (!l->packed) continue;
        l->sums = (pair_sums){0};
        l->status = ABUT_OK;
        l->touching = 0;
        for (int j = 0; j < 8; j++) l->plane[j] = 0;
        if (l->count > 0) w->busy[l->step] = true;
    }
}

bool crowd_list_pairs(crew *threads, const crowd *c, crowd_work *w) {
    int i = 0;
    w->listed = false;
    w->pairs = 0;
    if (c->meets) fill_cells(c, w);
    if (!list_finite(threads, c, w, &i)) return false;
    for (; i < w->lists; i++)
        if (!list_endless(c, w, &w->list[i])) return false;
    for (i = 0; i < c->finite; i++)
        for (int j = 0; j < 3; j++) w->listed_at[i][j] = w->ball[i].c[j];
    if (!c->meets) find_few(c, w);
    find_busy(w);
    w->listed = true;
    return true;
}

bool crowd_near(crew *threads, const crowd *c, crowd_work *w) {
    return (w->listed && !moved(c, w)) || crowd_list_pairs(threads, c, w);
}
