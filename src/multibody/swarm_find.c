/* Which bodies form swarms, and what is known of their contacts beforehand. */
#include <stdlib.h>
#include <string.h>

#include "contact/element.h"
#include "friction/coulomb.h"
#include "numeric/hertz_kernel.h"
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
} search;

static bool is_ball(const mb_node *n) { return n->simple && n->cyclic && n->isotropic; }

static bool collect(search *q) {
    mb_system *s = q->s;
    q->ball = calloc((size_t)s->nodes + 1, sizeof *q->ball);
    q->list = calloc((size_t)s->contacts + 1, sizeof *q->list);
    if (!q->ball || !q->list) return false;
    for (int i = 1; i < s->nodes; i++) q->ball[i].good = is_ball(&s->node[i]);
    for (int i = 0; i < s->contacts; i++) {
        const mb_contact *c = &s->contact[i];
        bool a = is_ball(&s->node[c->a]), b = is_ball(&s->node[c->b]);
        int ball = a ? c->a : c->b;
        if (a && b) q->ball[c->a].good = q->ball[c->b].good = false;
        if (a != b) q->ball[ball].contacts++;
        if (a != b && (c->states || c->accepts || c->off)) q->ball[ball].good = false;
    }
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

/* ---- grooves ---- */
static bool same_place(const placed *a, const placed *b) {
    vec3 r = v3_sub(a->r, b->r), x = v3_sub(a->R.c2, b->R.c2);
    return v3_dot(r, r) == 0 && v3_dot(x, x) == 0;
}

/* Hertz with coulomb over the ellipse in its plain form: its nodes, else NULL. */
static const strips *ellipse_of(const abut_element *e) {
    extern const abut_friction_type friction_coulomb;
    if (!e->plain_laws || e->friction->force != friction_coulomb.force) return NULL;
    const coulomb *c = e->friction_self;
    return c->ellipse && c->rolling == 0 && c->law.extra == 0 && c->law.v_s2 > 1e-30 ? &c->strips : NULL;
}

/* A hollow that is worked on together: its shape and radii. */
static bool hollow_of(const abut_element *e, bool ball_is_b, swarm_shape *shape, double *ring, double *tube) {
    const surface *s = ball_is_b ? &e->a.surface : &e->b.surface;
    abut_form f = surface_form(s);
    if (e->tension || e->form != (ball_is_b ? BALL_ON_A : BALL_ON_B)) return false;
    if (!f.hollow || f.nearly) return false;
    *ring = f.ring;
    *tube = f.radius;
    if (ellipse_of(e)) { /* grooves only */
        *shape = SWARM_GROOVE;
        return f.kind == ABUT_FORM_TORUS;
    }
    if (!e->common) return false;
    *shape = f.kind == ABUT_FORM_TORUS ? SWARM_GROOVE : f.kind == ABUT_FORM_SPHERE ? SWARM_SOCKET : SWARM_BORE;
    return true;
}

/* Coefficients of the Chebyshev series of f over [-1, 1] by its values at the roots. */
static void series_of(int n, const double *value, double *c) {
    const double pi = 3.14159265358979323846;
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < n; j++) sum += value[j] * cos(pi * i * (j + 0.5) / n);
        c[i] = (i ? 2.0 : 1.0) / n * sum;
    }
}

/* e, a^2/h and b^2/h over the cosine of the tube angle. */
static bool sample(const swarm_kind *k, double E_star, double x, double v[3]) {
    double c = x, across = 0.5 * (1 / k->ball - 1 / k->tube), along = 0.5 * (1 / k->ball - c / (k->ring + k->tube * c));
    double P = fmin(across, along), Q = fmax(across, along), G, kappa;
    if (!(P > 0)) return false;
    hertz_coefficients(P / Q, &G, &kappa);
    v[0] = 4.0 / 3.0 * E_star * G / sqrt(2 * Q);
    v[1] = 1 / (P + kappa * kappa * Q);
    v[2] = kappa * kappa * v[1];
    return true;
}

static double series_at(const double *c, int n, double x) {
    double b1 = 0, b2 = 0;
    for (int i = n - 1; i > 0; i--) {
        double b0 = c[i] + 2 * x * b1 - b2;
        b2 = b1;
        b1 = b0;
    }
    return c[0] + x * b1 - b2;
}

/* Powers of x from a Chebyshev series. */
static void powers_of(int n, const double *c, double *to) {
    double T[2][SWARM_NEAR] = {{1}, {0, 1}};
    for (int j = 0; j < n; j++) to[j] = 0;
    for (int i = 0; i < n; i++) {
        double *now = T[i % 2], *before = T[1 - i % 2];
        for (int j = 0; j < n; j++) to[j] += c[i] * now[j];
        if (i == 0) continue;
        for (int j = 0; j < n; j++) before[j] = (j ? 2 * now[j - 1] : 0) - before[j]; /* T_(i+1) */
    }
}

/* About the ends of the range, which belong to small contact angles (-1 inner, +1 outer race). */
static bool fit_near(swarm_kind *k, double E_star, int inner) {
    const double pi = 3.14159265358979323846;
    double value[3][SWARM_NEAR], c[SWARM_NEAR], v[3], middle = inner ? -0.75 : 0.75, most = 0;
    double *to[3] = {k->near_e[inner], k->near_a[inner], k->near_b[inner]};
    for (int i = 0; i < SWARM_NEAR; i++) {
        if (!sample(k, E_star, middle + 0.25 * cos(pi * (i + 0.5) / SWARM_NEAR), v)) return false;
        for (int j = 0; j < 3; j++) value[j][i] = v[j];
    }
    for (int j = 0; j < 3; j++) {
        series_of(SWARM_NEAR, value[j], c);
        powers_of(SWARM_NEAR, c, to[j]);
    }
    for (int i = 0; i <= 64; i++) {
        double x = cos(pi * i / 64);
        if (!sample(k, E_star, middle + 0.25 * x, v)) return false;
        for (int j = 0; j < 3; j++) {
            double sum = 0;
            for (int m = SWARM_NEAR - 1; m >= 0; m--) sum = to[j][m] + x * sum;
            most = fmax(most, fabs(sum - v[j]) / v[j] * (j ? 0.1 : 1));
        }
    }
    return most < 2e-14;
}

/* Smooth in c; enough terms are taken, or the kind is left to the general path. */
static bool fit(swarm_kind *k, double E_star) {
    const double pi = 3.14159265358979323846;
    double value[3][SWARM_POLY], v[3], most = 0;
    double *to[3] = {k->e, k->wide_a, k->wide_b};
    for (int i = 0; i < SWARM_POLY; i++) {
        if (!sample(k, E_star, cos(pi * (i + 0.5) / SWARM_POLY), v)) return false;
        for (int j = 0; j < 3; j++) value[j][i] = v[j];
    }
    for (int j = 0; j < 3; j++) series_of(SWARM_POLY, value[j], to[j]);
    k->terms = SWARM_POLY;
    for (int i = 0; i <= 64; i++) {
        double x = cos(pi * i / 64);
        if (!sample(k, E_star, x, v)) return false;
        for (int j = 0; j < 3; j++)
            most = fmax(most, fabs(series_at(to[j], k->terms, x) - v[j]) / v[j] * (j ? 0.1 : 1));
    }
    return most < 2e-14 && fit_near(k, E_star, 0) && fit_near(k, E_star, 1);
}

static bool fit_constant(swarm_kind *k, double E_star) {
    double across = 0.5 * (1 / k->ball - 1 / k->tube), along = k->shape == SWARM_SOCKET ? across : 0.5 / k->ball, G,
           kappa;
    if (!(across > 0)) return false;
    hertz_coefficients(across / along, &G, &kappa);
    k->e[0] = 4.0 / 3.0 * E_star * G / sqrt(2 * along);
    k->wide_a[0] = 1 / (across + kappa * kappa * along);
    k->wide_b[0] = kappa * kappa * k->wide_a[0];
    k->terms = 1;
    return true;
}

static void set_lane(row4v *to, int lane, vec3 v) { to->x[lane] = v.x, to->y[lane] = v.y, to->z[lane] = v.z; }

static bool same_law(const abut_element *a, const abut_element *b) {
    const strips *p = ellipse_of(a), *q = ellipse_of(b);
    if (!p != !q || (p && p->n != q->n)) return false;
    return a->E_star == b->E_star && a->share == b->share && a->chi == b->chi && a->slip.mu == b->slip.mu &&
           a->slip.v_s2 == b->slip.v_s2;
}

static void try_fast(mb_system *s, swarm *w, swarm_kind *k) {
    const abut_element *first = s->contact[k->contact[0]].element;
    if (!hollow_of(first, k->ball_is_b, &k->shape, &k->ring, &k->tube)) return;
    const placed *hollow = k->ball_is_b ? &first->a : &first->b, *ball = k->ball_is_b ? &first->b : &first->a;
    k->ball = ball->surface.ball;
    k->centre = hollow->r;
    k->axis = hollow->R.c2;
    k->chi = first->chi;
    k->mu = first->slip.mu;
    k->v_s2 = first->slip.v_s2 > 0 ? first->slip.v_s2 : 1;
    k->strips = ellipse_of(first);
    k->share = k->ball_is_b ? first->share : 1 - first->share; /* of the ring */
    k->c11 = 1 / k->tube + k->share * (1 / k->ball - 1 / k->tube);
    k->centres = aligned_alloc(sizeof(row4), 2 * (size_t)w->packs * sizeof(row4v));
    if (!k->centres) return;
    memset(k->centres, 0, 2 * (size_t)w->packs * sizeof(row4v));
    k->axes = k->centres + w->packs;
    for (int i = 0; i < 4 * w->packs; i++) {
        const abut_element *e = s->contact[k->contact[i < w->balls ? i : i / 4 * 4]].element;
        double ring, tube;
        swarm_shape shape;
        if (!hollow_of(e, k->ball_is_b, &shape, &ring, &tube)) return;
        if (shape != k->shape || ring != k->ring || tube != k->tube || !same_law(e, first)) return;
        const placed *t = k->ball_is_b ? &e->a : &e->b, *b = k->ball_is_b ? &e->b : &e->a;
        if (b->surface.ball != k->ball || (k->shape == SWARM_GROOVE && !same_place(t, hollow))) return;
        set_lane(&k->centres[i / 4], i % 4, t->r);
        set_lane(&k->axes[i / 4], i % 4, t->R.c2);
    }
    k->fast = k->shape == SWARM_GROOVE ? fit(k, first->E_star) : fit_constant(k, first->E_star);
}

/* ---- one swarm ---- */
static int hub_index(swarm *w, int node) {
    for (int i = 0; i < w->hubs; i++)
        if (w->hub[i].node == node) return i;
    if (w->hubs == SWARM_HUBS) return -1;
    w->hub[w->hubs] = (swarm_hub){.node = node};
    return w->hubs++;
}

static bool make_swarm(const search *q, int first, int balls, swarm *w) {
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
        if (k->hub < 0) return false;
        k->contact = malloc((size_t)balls * sizeof(int));
        if (!k->contact) return false;
        w->kinds++;
        for (int i = 0; i < balls; i++) k->contact[i] = q->list[q->ball[first + i].first + n];
        try_fast(s, w, k);
    }
    return true;
}

static void drop_swarm(swarm *w) {
    for (int i = 0; i < w->kinds; i++) {
        free(w->kind[i].contact);
        free(w->kind[i].centres);
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

void swarms_find(mb_system *s) {
    search q = {.s = s};
    if (s->nodes < SWARM_LEAST + 1 || !collect(&q)) {
        free(q.ball);
        free(q.list);
        return;
    }
    s->swarm = calloc((size_t)s->nodes / SWARM_LEAST + 1, sizeof *s->swarm);
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
            for (int j = 0; j < w->balls; j++) s->contact[w->kind[n].contact[j]].swarm = true;
    }
    free(q.ball);
    free(q.list);
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
}
