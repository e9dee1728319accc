/* Groups whose surfaces may touch while a world runs: what of them goes into the system, checks at the start, statistics, and what
 * readers see. */
#include "multibody/crowd.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/archive.h"
#include "base/quat.h"
#include "world.h"

static abut_status no_memory(abut_world *w) { return world_refuse(w, ABUT_NO_MEMORY, "out of memory"); }

/* ---- into the system ---- */
static bool remembers(const abut_element *e) {
    return e->form == NO_CLOSED_FORM || !e->damping->no_memory || !e->normal->no_memory ||
           element_remembers_friction(e);
}

static crowd_member member_of(const abut_world *w, const world_collide *c, int i) {
    const world_surface *s = &w->surface[c->surface[i]];
    const mb_node *n = &w->system->node[w->body[s->body].node];
    abut_quat q = quat_is_zero(s->def.place.q) ? quat_identity() : quat_unit(s->def.place.q);
    return (crowd_member){.node = w->body[s->body].node,
                          .kind = c->kind[i],
                          .surface = c->surface[i],
                          .sides = c->sides[i],
                          .packed = c->packed && (s->ball > 0 || s->flat),
                          .flat = s->flat,
                          .at = s->def.place.r,
                          .n = m3_of_quat(q).c2,
                          .bound = s->ball > 0 ? s->ball : s->bound,
                          .mass = n->mass,
                          .start = w->body[s->body].def.start.r,
                          .rests = w->body[s->body].def.fixed && !w->body[s->body].def.drive.given &&
                                   !w->body[s->body].guide};
}

/* The laws of what is packed, with its tables; other pairs keep their elements. */
static abut_status set_law(abut_world *w, const world_collide *c, crowd *to) {
    size_t all = (size_t)c->kinds * (size_t)c->kinds;
    to->element = calloc(all, sizeof *to->element);
    double *table = calloc(2 * all, sizeof *table);
    to->law.e = table, to->law.A = table ? table + all : NULL;
    if (!to->element || !table) return no_memory(w);
    to->kinds = c->kinds;
    for (int a = 0; a < c->kinds; a++)
        for (int b = 0; b < c->kinds; b++) {
            abut_element *e = c->element[a * c->kinds + b];
            pair_law law;
            if (!e) continue;
            to->element[a * c->kinds + b] = e;
            if (c->packed && pair_law_of(e, &law)) {
                law.kinds = c->kinds, law.e = to->law.e, law.A = to->law.A;
                to->law = law;
                pair_stiffness(e, &table[a * c->kinds + b], &table[all + (size_t)(a * c->kinds + b)]);
                table[b * c->kinds + a] = table[a * c->kinds + b];
                table[all + (size_t)(b * c->kinds + a)] = table[all + (size_t)(a * c->kinds + b)];
                continue;
            }
            bool accepts = remembers(e), bends = element_bends(e);
            to->accepts = to->accepts || accepts;
            to->remembers = to->remembers || accepts || bends;
            to->books = to->books || e->damping->books;
        }
    return ABUT_OK;
}

static bool orientation_counts(const crowd *c) {
    for (int i = 0; c->accepts && i < c->kinds * c->kinds; i++)
        if (c->element[i] && element_remembers_friction(c->element[i])) return true;
    return false;
}

abut_status world_assemble_crowds(abut_world *w) {
    mb_system *s = w->system;
    abut_status status = ABUT_OK;
    s->crowd = calloc((size_t)w->collides + 1, sizeof *s->crowd);
    if (!s->crowd) return no_memory(w);
    for (int i = 1; !status && i <= w->collides; i++) {
        const world_collide *c = &w->collide[i];
        crowd *to = &s->crowd[s->crowds++];
        to->member = calloc((size_t)c->count + 1, sizeof *to->member);
        if (!to->member) return no_memory(w);
        to->members = c->count;
        status = set_law(w, c, to);
        bool turns = !status && orientation_counts(to);
        for (int m = 0; !status && m < c->count; m++) {
            to->member[m] = member_of(w, c, m);
            mb_node *n = &s->node[to->member[m].node];
            n->crowded = true;
            n->cyclic = n->cyclic && !turns; /* friction that remembers asks where a ball was touched */
        }
    }
    return status;
}

/* ---- checks at the start ---- */
/* Chosen: Hertz holds for approaches that are small beside the radii. */
static const double deep = 0.1;

typedef struct deepest {
    const crowd *c;
    int first, second;
    double h, size, worst; /* m, m, h over the size of the smaller */
} deepest;

static void look(void *user, int first, int second, const pair_out *o) {
    deepest *d = user;
    double size = fmin(d->c->member[first].bound, d->c->member[second].bound);
    if (!(o->h / size > d->worst)) return;
    d->first = first, d->second = second;
    d->h = o->h, d->size = size, d->worst = o->h / size;
}

static abut_status check_depth(abut_world *w, int id) {
    deepest d = {.c = &w->system->crowd[id - 1]};
    (void)crowd_each(w->reader, id - 1, look, &d);
    if (!(d.worst > deep)) return ABUT_OK;
    world_about(w, "collide", id);
    return world_refuse_at(
        w, "", ABUT_INCONSISTENT,
        "collide '%.80s': '%.80s' and '%.80s' start %.3g mm inside each other, more than a tenth of the "
        "radius of the smaller (%.3g mm)",
        w->collide[id].name, w->surface[d.c->member[d.first].surface].name,
        w->surface[d.c->member[d.second].surface].name, 1e3 * d.h, 1e3 * d.size);
}

static const unsigned char *sides_by_surface(const abut_world *w, const world_collide *c, unsigned char *of) {
    memset(of, 0, (size_t)w->surfaces + 1);
    for (int i = 0; i < c->count; i++) of[c->surface[i]] = c->sides[i];
    return of;
}

static bool has_pair(const unsigned char *of, int a, int b) {
    return ((of[a] & 1) && (of[b] & 2)) || ((of[a] & 2) && (of[b] & 1));
}

/* A surface of each of both groups of two, on two bodies. */
static bool share_pair(const abut_world *w, const unsigned char *a, const unsigned char *b, int *one, int *other) {
    for (int turn = 0; turn < 2; turn++) {
        int first = 0;
        for (int i = 1; i <= w->surfaces; i++) {
            bool is_first = (a[i] & 1) && (b[i] & (turn ? 2 : 1));
            if (is_first && !first) first = i;
        }
        for (int i = 1; first && i <= w->surfaces; i++)
            if ((a[i] & 2) && (b[i] & (turn ? 1 : 2)) && w->surface[i].body != w->surface[first].body)
                return *one = first, *other = i, true;
    }
    return false;
}

static abut_status twice(abut_world *w, int id, int a, int b, const char *what, const char *name) {
    world_about(w, "collide", id);
    return world_refuse_at(
        w, "", ABUT_INCONSISTENT,
        "collide '%.80s': '%.80s' and '%.80s' meet in %s '%.80s' as well: their force would count twice",
        w->collide[id].name, w->surface[a].name, w->surface[b].name, what, name);
}

static abut_status check_twice(abut_world *w, int id, unsigned char *of, unsigned char *other) {
    int a, b;
    (void)sides_by_surface(w, &w->collide[id], of);
    for (int i = 1; i <= w->contacts; i++)
        if (has_pair(of, w->contact[i].a, w->contact[i].b))
            return twice(w, id, w->contact[i].a, w->contact[i].b, "contact", w->contact[i].name);
    for (int i = 1; i < id; i++)
        if (share_pair(w, of, sides_by_surface(w, &w->collide[i], other), &a, &b))
            return twice(w, id, a, b, "collide", w->collide[i].name);
    return ABUT_OK;
}

abut_status world_check_crowds(abut_world *w) {
    if (!w->collides) return ABUT_OK;
    if (w->resting) {
        world_about(w, "collide", 1);
        return world_refuse_at(
            w, "", ABUT_BAD_VALUE,
            "collide '%.80s': there is no statics of groups that collide: let them settle in a run, or name "
            "the pairs in contacts",
            w->collide[1].name);
    }
    unsigned char *of = calloc(2 * ((size_t)w->surfaces + 1), 1);
    abut_status status = of ? ABUT_OK : no_memory(w);
    for (int i = 1; !status && i <= w->collides; i++) status = check_twice(w, i, of, of + w->surfaces + 1);
    free(of);
    /* where everything is; whether forces can be evaluated there is asked later */
    (void)mb_accelerate(w->reader, 0, w->y, &(const double *){NULL});
    for (int i = 1; !status && i <= w->collides; i++) status = check_depth(w, i);
    return status;
}

/* ---- statistics ---- */
/* The pairs that touch, ascending; false: out of memory. */
static bool find_closed(const crowd_work *k, world_collide *c) {
    int count = 0, all = k->sums.touching;
    if (all > c->closed_room) {
        long long *room = realloc(c->closing, 2 * (size_t)all * sizeof *room);
        if (room) c->closing = room;
        long long *closed = room ? realloc(c->closed, 2 * (size_t)all * sizeof *closed) : NULL;
        if (!closed) return false;
        c->closed = closed;
        c->closed_room = 2 * all;
    }
    for (int l = 0; l < k->lists; l++)
        for (int i = 0; i < k->list[l].touching; i++) {
            int start = k->list[l].start;
            c->closing[count++] = crowd_key(l, k->pair[start + k->touching[start + i]]);
        }
    return true;
}

/* How many of the second list are not in the first; both ascend. */
static long count_new(const long long *before, int before_count, const long long *now, int now_count) {
    long fresh = 0;
    for (int i = 0, j = 0; i < now_count; i++) {
        while (j < before_count && before[j] < now[i]) j++;
        fresh += j == before_count || before[j] != now[i];
    }
    return fresh;
}

static void observe(abut_world *w, world_collide *c, const crowd_work *k, bool counts) {
    const crowd_sums *now = &k->sums;
    abut_collide_stats *s = &c->stats;
    if (!find_closed(k, c)) {
        (void)no_memory(w);
        return;
    }
    if (counts) {
        s->touches += count_new(c->closed, c->closed_count, c->closing, now->touching);
        s->max_N = fmax(s->max_N, now->max_N);
        s->max_p_max = fmax(s->max_p_max, now->max_p_max);
        s->max_approach = fmax(s->max_approach, now->max_approach);
        s->most_touching = s->most_touching > now->touching ? s->most_touching : now->touching;
    }
    s->touching = now->touching;
    long long *before = c->closed;
    c->closed = c->closing;
    c->closing = before;
    c->closed_count = now->touching;
}

void world_observe_crowds(abut_world *w, const mb_work *k, double t) {
    for (int i = 1; i <= w->collides; i++) {
        world_collide *c = &w->collide[i];
        if (t == 0 && w->h_step == 0) {
            c->stats = (abut_collide_stats){.surfaces = c->count};
            c->closed_count = 0;
        } else if (!(t > c->t))
            continue;
        c->t = t;
        observe(w, c, &k->crowd[i - 1], t >= w->solver.statistics_from);
    }
}

static void add_greatest(const abut_collide_stats *s, abut_greatest *g) {
    if (s->max_N > 0) g->contact_force = fmax(g->contact_force, s->max_N);
    if (s->max_p_max > 0) g->pressure = fmax(g->pressure, s->max_p_max);
    if (s->max_approach > 0) g->approach = fmax(g->approach, s->max_approach);
}

void world_greatest_of_crowds(const abut_world *w, abut_greatest *g) {
    for (int i = 1; i <= w->collides; i++) add_greatest(&w->collide[i].stats, g);
}

static void stats_archive(world_collide *c, archive *a) {
    abut_collide_stats *s = &c->stats;
    double *const numbers[] = {&s->max_N, &s->max_p_max, &s->max_approach, &c->t};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) archive_doubles(a, numbers[i], 1);
    archive_long(a, &s->touches, 0, LONG_MAX);
    archive_int(a, &s->touching, 0, INT_MAX);
    archive_int(a, &s->most_touching, 0, INT_MAX);
    archive_count(a, &c->closed_count, 1 << 28, sizeof *c->closed);
}

void world_archive_crowds(abut_world *w, archive *a) {
    archive_part(a, "collide", (size_t)w->collides);
    for (int i = 1; i <= w->collides; i++) {
        world_collide *c = &w->collide[i];
        stats_archive(c, a);
        if (a->loading && !a->bad && c->closed_count > c->closed_room) {
            size_t room = (size_t)c->closed_count;
            free(c->closed);
            free(c->closing);
            c->closed = malloc(room * sizeof *c->closed);
            c->closing = malloc(room * sizeof *c->closing);
            c->closed_room = c->closed && c->closing ? c->closed_count : 0;
            a->bad = !c->closed_room;
        }
        if (a->bad) c->closed_count = 0;
        archive_bytes(a, c->closed, (size_t)c->closed_count * sizeof *c->closed);
    }
}

/* ---- reading ---- */
abut_collide_stats abut_read_collide_stats(const abut_world *w, abut_collide c) {
    return c.id >= 1 && c.id <= w->collides ? w->collide[c.id].stats : (abut_collide_stats){0};
}

abut_collide_state abut_read_collide(const abut_world *w, abut_collide c) {
    if (!w->started || c.id < 1 || c.id > w->collides) return (abut_collide_state){0};
    const crowd_sums *now = &w->reader->crowd[c.id - 1].sums;
    return (abut_collide_state){now->touching, now->max_N, now->max_p_max, now->energy};
}

typedef struct collector {
    const crowd *c;
    abut_collision *out;
    int room, count;
} collector;

static void collect(void *user, int first, int second, const pair_out *o) {
    collector *to = user;
    if (to->count++ >= to->room) return;
    to->out[to->count - 1] = (abut_collision){.first = {to->c->member[first].surface},
                                              .second = {to->c->member[second].surface},
                                              .approach = o->h,
                                              .N = o->N,
                                              .a = o->a,
                                              .p_max = o->p_max,
                                              .force = o->force,
                                              .point = o->point,
                                              .n = o->n,
                                              .slip = o->slip};
}

int abut_read_collisions(const abut_world *w, abut_collide id, abut_collision *out, int room) {
    if (!w->started || id.id < 1 || id.id > w->collides) return 0;
    collector to = {.c = &w->system->crowd[id.id - 1], .out = out, .room = out ? room : 0};
    return crowd_each(w->reader, id.id - 1, collect, &to) ? -1 : to.count;
}
