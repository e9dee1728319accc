/* What touching pairs remember follows them: a state is accepted pair by pair, with the memory that the pair had before, and what parts
 * is forgotten but for the books. */
#include <stdlib.h>
#include <string.h>

#include "base/archive.h"
#include "crowd.h"

enum { MEMBER_BITS = 24 };

long long crowd_key(int list, const int pair[2]) {
    long long low = pair[0] < pair[1] ? pair[0] : pair[1], high = pair[0] < pair[1] ? pair[1] : pair[0];
    return ((long long)list << 2 * MEMBER_BITS) | (low << MEMBER_BITS) | high;
}

const element_memory *crowd_recall(const crowd_memory *m, long long key, int *from) {
    while (*from < m->count && m->key[*from] < key) (*from)++;
    return *from < m->count && m->key[*from] == key ? &m->of[*from] : NULL;
}

static bool make_room(crowd_memory *m, int count) {
    if (count <= m->room) return true;
    int room = count + count / 2 + 16;
    long long *key = realloc(m->key, (size_t)room * sizeof *key);
    if (key) m->key = key;
    element_memory *of = key ? realloc(m->of, (size_t)room * sizeof *of) : NULL;
    if (!of) return false;
    m->of = of;
    m->room = room;
    return true;
}

/* ---- books of what has parted ---- */
static void part(crowd *c, const element_memory *m) {
    c->lost += m->damping.lost;
    c->curvature += m->books.curvature;
}

/* All that stands before this key in the memory, and is not asked for, has parted. */
static const element_memory *recall_or_part(crowd *c, long long key, int *from) {
    const crowd_memory *m = &c->memory;
    while (*from < m->count && m->key[*from] < key) part(c, &m->of[(*from)++]);
    return *from < m->count && m->key[*from] == key ? &m->of[(*from)++] : NULL;
}

/* ---- accepting ---- */
static abut_status accept_pair(mb_work *k, crowd *c, crowd_work *w, const int pair[2], long long key,
                               const element_memory *past) {
    abut_element_in in;
    crowd_input(k, c, pair, &in);
    abut_element *e = crowd_lend(c, w, pair, past);
    abut_status status = c->accepts ? abut_element_accept(e, &in) : element_keep_books(e, &in);
    if (status < 0) return status;
    crowd_memory *m = &c->next;
    if (!make_room(m, m->count + 1)) return ABUT_NO_MEMORY;
    m->key[m->count] = key;
    m->of[m->count++] = e->memory;
    c->lost_kept += e->memory.damping.lost;
    c->work_of_curvature += e->memory.books.curvature;
    return ABUT_OK;
}

static abut_status accept_list(mb_work *k, crowd *c, crowd_work *w, int list, int *from) {
    const crowd_list *l = &w->list[list];
    abut_status status = ABUT_OK;
    for (int i = 0; !status && i < l->count && !l->packed; i++) {
        const int *pair = w->pair[l->start + i];
        if (crowd_apart(c, w, l, pair)) continue;
        long long key = crowd_key(list, pair);
        status = accept_pair(k, c, w, pair, key, recall_or_part(c, key, from));
    }
    return status;
}

static abut_status accept_crowd(mb_work *k, crowd *c, crowd_work *w) {
    int from = 0;
    abut_status status = ABUT_OK;
    crowd_place(k, c, w);
    if (!crowd_near(k->s->crew, c, w)) return ABUT_NO_MEMORY;
    c->next.count = 0;
    c->lost_kept = c->work_of_curvature = 0;
    for (int l = 0; !status && l < w->lists; l++) status = accept_list(k, c, w, l, &from);
    while (from < c->memory.count) part(c, &c->memory.of[from++]);
    c->work_of_curvature += c->curvature;
    crowd_memory old = c->memory;
    c->memory = c->next;
    c->next = old;
    return status;
}

abut_status crowds_accept(mb_work *k) {
    abut_status status = ABUT_OK;
    for (int i = 0; !status && i < k->s->crowds; i++)
        if (k->s->crowd[i].remembers) status = accept_crowd(k, &k->s->crowd[i], &k->crowd[i]);
    return status;
}

/* ---- saving ---- */
void crowds_archive(mb_system *s, archive *a) {
    archive_part(a, "crowds", (size_t)s->crowds);
    for (int i = 0; i < s->crowds; i++) {
        crowd *c = &s->crowd[i];
        crowd_memory *m = &c->memory;
        archive_count(a, &m->count, 1 << 30, sizeof *m->key + sizeof m->of->first);
        if (a->loading && !a->bad && !make_room(m, m->count)) a->bad = true;
        if (a->bad) m->count = 0;
        for (int n = 0; n < m->count && !a->bad; n++) {
            if (a->loading) m->of[n] = (element_memory){0}; /* room is given as it is */
            ARCHIVE(a, m->key[n]);
            element_memory_archive(&m->of[n], a);
        }
        double *const numbers[] = {&c->lost, &c->lost_kept, &c->curvature, &c->work_of_curvature};
        for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++) archive_doubles(a, numbers[n], 1);
    }
}
