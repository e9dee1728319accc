/* Balls that push each other and do nothing else. */
#include "beads.h"

#include <stdlib.h>
#include <string.h>

#include "crew.h"

enum { PART = 512 }; /* bodies; chosen: what a part works on lies in the second cache */

/* ---- which ---- */
static bool moves_plainly(const mb_node *n) {
    return n->still ||
           (n->simple && n->cyclic && n->isotropic && n->frame < 0 && n->spin < 0 && !n->swarm && !n->crowded);
}

bool beads_are(const mb_system *s) {
    if (s->drives || s->forces || s->loops || s->frames || s->spins || s->swarms || s->crowds || s->trees ||
        !s->contacts)
        return false;
    for (int i = 1; i < s->nodes; i++)
        if (!moves_plainly(&s->node[i])) return false;
    for (int i = 0; i < s->contacts; i++) {
        const mb_contact *c = &s->contact[i];
        double stiffness, ellipse;
        if (c->states || c->accepts || c->bends || c->books || c->off || c->film > 0) return false;
        if (c->centre_a.x != 0 || c->centre_a.y != 0 || c->centre_a.z != 0) return false;
        if (c->centre_b.x != 0 || c->centre_b.y != 0 || c->centre_b.z != 0) return false;
        if (!push_of(c->element, &stiffness, &ellipse)) return false;
    }
    return true;
}

/* ---- creation ---- */
static int part_of(int node) { return node / PART; }

/* Pairs part by part, those between parts last; within each in the order of the contacts. */
static bool sort_pairs(const mb_system *s, struct beads *b) {
    int parts = b->rows.parts, *count = calloc((size_t)parts + 3, sizeof *count);
    if (!count) return false;
    for (int i = 0; i < s->contacts; i++) {
        int p = part_of(s->contact[i].a);
        count[(p == part_of(s->contact[i].b) ? p : parts) + 1]++;
    }
    for (int p = 0; p <= parts; p++) count[p + 1] += count[p];
    memcpy(b->start, count, ((size_t)parts + 2) * sizeof *count);
    for (int i = 0; i < s->contacts; i++) {
        int p = part_of(s->contact[i].a);
        b->contact[count[p == part_of(s->contact[i].b) ? p : parts]++] = i;
    }
    free(count);
    return true;
}

static void fill_pairs(const mb_system *s, struct beads *b) {
    for (int i = 0; i < s->contacts; i++) {
        const mb_contact *c = &s->contact[b->contact[i]];
        double Ra = c->element->a.surface.ball, Rb = c->element->b.surface.ball;
        b->pairs.ends[i][0] = c->a, b->pairs.ends[i][1] = c->b;
        b->pairs.reach[i] = Ra + Rb;
        b->least[i] = fmin(Ra, Rb);
        (void)push_of(c->element, &b->pairs.stiffness[i], &b->pairs.ellipse[i]);
    }
    b->pairs.kernel = s->contact[0].element->kernel;
    for (int i = 0; i < s->nodes; i++) {
        const mb_node *n = &s->node[i];
        bool moves = i > 0 && !n->still;
        b->light[i] = moves ? 1 / n->mass : 0;
        b->x[i] = moves ? n->x : -1;
        b->u[i] = moves ? n->u : -1;
    }
    for (int p = 0; p <= b->rows.parts; p++) b->part[p] = p * PART < s->nodes ? p * PART : s->nodes;
    b->rows.part = b->part, b->rows.x = b->x, b->rows.u = b->u, b->rows.light = b->light;
}

bool mb_beads_open(mb_system *s) {
    if (s->beads) return true;
    struct beads *b = s->beads = calloc(1, sizeof *b);
    if (!b) return false;
    size_t nodes = (size_t)s->nodes + 1, pairs = (size_t)s->contacts + 1, row = 4 * sizeof(double);
    b->rows.nodes = s->nodes;
    b->rows.parts = part_of(s->nodes - 1) + 1;
    b->pairs.ends = calloc(pairs, sizeof *b->pairs.ends);
    double **const of_pairs[] = {&b->pairs.reach, &b->pairs.stiffness, &b->pairs.ellipse, &b->least};
    bool good = b->pairs.ends;
    for (size_t i = 0; i < 4; i++) good = (*of_pairs[i] = calloc(pairs, sizeof(double))) && good;
    int **const numbers[] = {&b->contact, &b->start, &b->part, &b->x, &b->u};
    const size_t length[] = {pairs, (size_t)b->rows.parts + 3, (size_t)b->rows.parts + 1, nodes, nodes};
    for (size_t i = 0; i < 5; i++) good = (*numbers[i] = calloc(length[i], sizeof(int))) && good;
    b->light = calloc(nodes, sizeof(double));
    b->c = calloc(nodes, row), b->v = calloc(nodes, row);
    b->touch = calloc((size_t)b->rows.parts, sizeof *b->touch);
    if (!good || !b->light || !b->c || !b->v || !b->touch || !sort_pairs(s, b)) {
        beads_destroy(s);
        return false;
    }
    fill_pairs(s, b);
    return true;
}

void beads_destroy(mb_system *s) {
    struct beads *b = s->beads;
    if (!b) return;
    void *parts[] = {b->pairs.ends, b->pairs.reach, b->pairs.stiffness, b->pairs.ellipse,
                     b->least,      b->contact,     b->start,           b->part,
                     b->x,          b->u,           b->light,           b->c,
                     b->v,          b->touch};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) free(parts[i]);
    free(b);
    s->beads = NULL;
}

const mb_rows *mb_beads(const mb_system *s) { return &s->beads->rows; }

/* ---- accelerations ---- */
typedef struct pushing {
    const struct beads *b;
    const mb_push *want;
} pushing;

typedef struct each {
    const struct beads *b;
    mb_part *fn;
    void *user;
} each;

static void do_part(void *user, int part) {
    const each *e = user;
    e->fn(e->user, part, e->b->part[part], e->b->part[part + 1]);
}

void mb_each_part(mb_work *k, mb_part *fn, void *user) {
    each e = {k->s->beads, fn, user};
    crew_run(k->s->crew, do_part, &e, e.b->rows.parts);
}

static void push_part(void *user, int part) {
    const pushing *p = user;
    const struct beads *b = p->b;
    if (p->want->calm[part]) return;
    p->want->place(p->want->user, part, b->part[part], b->part[part + 1]);
    if (!push_eval(&b->pairs, b->start[part], b->start[part + 1], (const double(*)[4])p->want->c, p->want->a))
        p->want->failed[part] = true;
}

/* A calm part is one no longer if somebody outside of it pushes. */
static void wake(const struct beads *b, const mb_push *want) {
    for (int i = b->start[b->rows.parts]; i < b->start[b->rows.parts + 1]; i++)
        for (int side = 0; side < 2; side++) {
            int node = b->pairs.ends[i][side], part = part_of(node);
            const double *a = want->a[node];
            if (want->calm[part] && (a[0] != 0 || a[1] != 0 || a[2] != 0)) want->calm[part] = false;
        }
}

bool mb_beads_push(mb_work *k, const mb_push *want) {
    const struct beads *b = k->s->beads;
    pushing p = {.b = b, .want = want};
    int parts = b->rows.parts;
    memset(want->failed, 0, (size_t)parts * sizeof *want->failed);
    crew_run(k->s->crew, push_part, &p, parts);
    bool good = push_eval(&b->pairs, b->start[parts], b->start[parts + 1], (const double(*)[4])want->c, want->a);
    wake(b, want);
    for (int i = 0; i < parts; i++) good = good && !want->failed[i];
    return good;
}

/* ---- what is to be seen ---- */
enum { SOME = 64 }; /* pairs at a time */

/* Pairs from..to-1; the time until one of them touches. force: wrenches of the bodies get theirs. */
static abut_status look(mb_work *k, int from, int to, const double (*c)[4], const double (*v)[4], bool force,
                        double *touch) {
    const struct beads *b = k->s->beads;
    for (; from < to; from += SOME) {
        push_seen seen[SOME];
        int end = from + SOME < to ? from + SOME : to;
        push_look(&b->pairs, from, end, c, v, seen);
        for (int i = from; i < end; i++) {
            const push_seen *o = &seen[i - from];
            if (o->h > b->least[i]) return ABUT_TOO_DEEP;
            k->touch[b->contact[i]] = (mb_touch){
                .h = o->h, .hdot = o->hdot, .N = o->N, .p_max = o->p_max, .energy = o->energy, .far = !(o->h > 0)};
            if (o->h < 0 && o->hdot > 0) *touch = fmin(*touch, -o->h / o->hdot);
            if (!force || !(o->N > 0)) continue;
            const int *ends = b->pairs.ends[i];
            const double *p = c[ends[0]], *q = c[ends[1]];
            vec3 d = {q[0] - p[0], q[1] - p[1], q[2] - p[2]}, F = v3_scale(o->N / v3_norm(d), d);
            k->kin[ends[0]].f = v3_sub(k->kin[ends[0]].f, F);
            k->kin[ends[1]].f = v3_add(k->kin[ends[1]].f, F);
        }
    }
    return ABUT_OK;
}

abut_status beads_wrenches(mb_work *k) {
    struct beads *b = k->s->beads;
    double touch = INFINITY;
    for (int i = 0; i < k->s->nodes; i++) {
        const mb_kin *o = &k->kin[i];
        b->c[i][0] = o->r.x, b->c[i][1] = o->r.y, b->c[i][2] = o->r.z;
        b->v[i][0] = o->v.x, b->v[i][1] = o->v.y, b->v[i][2] = o->v.z;
    }
    return look(k, 0, k->s->contacts, (const double(*)[4])b->c, (const double(*)[4])b->v, true, &touch);
}

typedef struct looking {
    mb_work *k;
    const mb_push *at;
    const double (*u)[4], *y;
} looking;

static void look_part(void *user, int part) {
    const looking *l = user;
    const struct beads *b = l->k->s->beads;
    if (l->at->calm[part]) return;
    for (int i = b->part[part]; i < b->part[part + 1]; i++) {
        mb_kin *o = &l->k->kin[i];
        const double *c = l->at->c[i], *v = l->u[i], *w = l->y + l->k->s->size.nx + b->u[i] + 3;
        o->r = v3(c[0], c[1], c[2]), o->v = v3(v[0], v[1], v[2]);
        if (b->u[i] >= 0) o->w = v3(w[0], w[1], w[2]);
    }
    b->touch[part] = INFINITY;
    l->at->failed[part] = look(l->k, b->start[part], b->start[part + 1], (const double(*)[4])l->at->c, l->u, false,
                               &b->touch[part]) != ABUT_OK;
}

abut_status mb_beads_look(mb_work *k, double t, const mb_push *at, const double (*u)[4], const double *y,
                          double *touch) {
    struct beads *b = k->s->beads;
    looking l = {k, at, u, y};
    int parts = b->rows.parts;
    kin_drives(k, t);
    memset(at->failed, 0, (size_t)parts * sizeof *at->failed);
    crew_run(k->s->crew, look_part, &l, parts);
    *touch = INFINITY;
    abut_status status = look(k, b->start[parts], b->start[parts + 1], (const double(*)[4])at->c, u, false, touch);
    for (int i = 0; i < parts; i++) {
        *touch = fmin(*touch, b->touch[i]);
        if (at->failed[i]) status = ABUT_TOO_DEEP;
    }
    return status;
}
