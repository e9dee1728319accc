/* The right-hand side of systems that are crowds of balls and nothing else, from the state to its rates without going by the bodies: where an
 * explicit method spends its time. What an evaluation walks over is little then, and each part of a crowd is read and written by one
 * thread alone. */
#include <math.h>
#include <string.h>

#include "crew.h"
#include "crowd.h"

static bool moves_plainly(const mb_node *n) {
    return n->simple && n->cyclic && n->isotropic && n->frame < 0 && n->spin < 0 && !n->swarm && n->crowded;
}

/* Is there nothing but balls, each in some crowd, and bodies that stand still? */
bool crowds_alone(const mb_system *s) {
    if (s->drives || s->forces || s->loops || s->frames || s->spins || s->swarms || s->trees || s->contacts ||
        !s->crowds)
        return false;
    for (int i = 1; i < s->nodes; i++) {
        if (s->node[i].still) continue;
        if (!moves_plainly(&s->node[i])) return false;
    }
    for (int i = 0; i < s->crowds; i++) {
        const crowd *c = &s->crowd[i];
        if (c->packs < c->finite || !c->central || c->remembers) return false;
        for (int m = 0; m < c->members; m++) {
            if (m >= c->finite && (!c->member[m].flat || !c->member[m].packed || !c->member[m].rests)) return false;
            if (m < c->finite && s->node[c->node[m]].still) return false;
        }
    }
    return true;
}

typedef struct rating {
    mb_work *k;
    const crowd *c;
    crowd_work *w;
    const double *y;
    double *ydot;
    bool see;
} rating;

/* From the state to one ball. */
static void place(const rating *r, int i) {
    const double *x = r->y + r->c->at[i][0], *u = r->y + r->k->s->size.nx + r->c->at[i][1];
    pair_ball *b = &r->w->ball[i];
    double *f = r->w->wrench[i];
    for (int j = 0; j < 3; j++) b->c[j] = x[j], b->v[j] = u[j], b->w[j] = u[3 + j];
    for (int j = 0; j < 8; j++) f[j] = 0;
    if (!r->see) return;
    mb_kin *o = &r->k->kin[r->c->node[i]]; /* somebody will look at the bodies */
    o->r = v3(x[0], x[1], x[2]), o->v = v3(u[0], u[1], u[2]), o->w = v3(u[3], u[4], u[5]);
}

static bool moved(const rating *r, int first, int end) {
    double far = crowd_far(r->c);
    for (int i = first; i < end; i++) {
        const double *a = r->y + r->c->at[i][0], *b = r->w->listed_at[i];
        double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
        if (!(x * x + y * y + z * z < far)) return true;
    }
    return false;
}

/* Where members cannot touch each other most are near no wall. Those that are take part; all others, too, unless another group before it
 * has their rates. */
static bool few_suffice(const crowd *c) { return !c->meets && c->all_again; }

static void place_part(void *user, int part) {
    const rating *r = user;
    const crowd *c = r->c;
    crowd_work *w = r->w;
    int first = c->part[part], end = c->part[part + 1];
    w->moved[part] = !w->listed || moved(r, first, end);
    if (!few_suffice(c) || w->moved[part])
        for (int i = first; i < end; i++) place(r, i);
    else
        for (int i = w->few_of[part]; i < w->few_of[part + 1]; i++) place(r, w->few[i]);
}

static void place_all(void *user, int part) {
    const rating *r = user;
    for (int i = r->c->part[part]; i < r->c->part[part + 1]; i++) place(r, i);
}

/* From the forces on one ball to its rates. */
static double rate_one(const rating *r, int i) {
    const crowd *c = r->c;
    const mb_sizes *z = &r->k->s->size;
    const double g[3] = {r->k->s->gravity.x, r->k->s->gravity.y, r->k->s->gravity.z};
    const double *f = r->w->wrench[i], *v = r->w->ball[i].v, light = c->light[i][0], swift = c->light[i][1];
    double *x = r->ydot + c->at[i][0], *u = r->ydot + z->nx + c->at[i][1], sum[3];
    bool more = c->again[i];
    for (int j = 0; j < 3; j++) {
        x[j] = v[j];
        u[j] = (more ? u[j] : g[j]) + light * f[j];
        u[3 + j] = (more ? u[3 + j] : 0) + swift * f[4 + j];
        sum[j] = 0 * u[j] + 0 * u[3 + j] + 0 * v[j];
    }
    return (sum[0] + sum[1]) + sum[2]; /* a tree: nobody waits for it */
}

static void rate_part(void *user, int part) {
    const rating *r = user;
    const crowd *c = r->c;
    double check = 0;
    if (!few_suffice(c))
        for (int i = c->part[part]; i < c->part[part + 1]; i++) check += rate_one(r, i);
    else
        for (int i = r->w->few_of[part]; i < r->w->few_of[part + 1]; i++) check += rate_one(r, r->w->few[i]);
    r->w->moved[part] = !(check == 0);
}

static bool any(const bool *flag, int count) {
    for (int i = 0; i < count; i++)
        if (flag[i]) return true;
    return false;
}

static abut_status rate(const rating *r) {
    crowd_work *w = r->w;
    int parts = r->c->parts;
    w->sums = (crowd_sums){.lost = r->c->lost + r->c->lost_kept};
    if (!w->listed) crowd_place(r->k, r->c, w); /* the planes, which stand still: nobody has placed them yet */
    crew_run(r->k->s->crew, place_part, (void *)r, parts);
    if (any(w->moved, parts)) {
        crew_run(r->k->s->crew, place_all, (void *)r, parts);
        if (!crowd_list_pairs(r->k->s->crew, r->c, w)) return ABUT_NO_MEMORY;
    }
    abut_status status = crowd_eval_packed(r->k, r->c, w);
    if (status) return status;
    crew_run(r->k->s->crew, rate_part, (void *)r, parts);
    return any(w->moved, parts) ? ABUT_NOT_FINITE : ABUT_OK;
}

typedef struct moving {
    const crowd *c;
    crowd_work *w;
    const mb_work *k;
} moving;

static void sum_kinetic(void *user, int part) {
    const moving *m = user;
    double sum = 0;
    for (int i = m->c->part[part]; i < m->c->part[part + 1]; i++) {
        if (m->c->again[i]) continue;
        const mb_kin *o = &m->k->kin[m->c->node[i]];
        sum += 0.5 * (v3_dot(o->v, o->v) / m->c->light[i][0] + v3_dot(o->w, o->w) / m->c->light[i][1]);
    }
    m->w->part_sum[part] = sum;
}

double crowds_kinetic(const mb_work *k) {
    double sum = 0;
    for (int i = 0; i < k->s->crowds; i++) {
        moving m = {&k->s->crowd[i], &k->crowd[i], k};
        if (m.c->all_again) continue;
        crew_run(k->s->crew, sum_kinetic, &m, m.c->parts);
        for (int part = 0; part < m.c->parts; part++) sum += m.w->part_sum[part];
    }
    return sum;
}

abut_status mb_rates(mb_work *k, double t, const double *y, double *ydot, double *quad_rate, bool see) {
    if (!k->s->alone) return mb_rhs(k, t, y, ydot, quad_rate);
    /* Bodies that stand still are placed once, by the long way, whose last digits are others: what is used is of the short one. */
    abut_status status = k->placed ? ABUT_OK : mb_rhs(k, t, y, ydot, quad_rate);
    kin_drives(k, t);
    for (int i = 0; i < MB_QUADS; i++) quad_rate[i] = 0;
    for (int i = 0; !status && i < k->s->crowds; i++) {
        rating r = {k, &k->s->crowd[i], &k->crowd[i], y, ydot, see};
        status = rate(&r);
        quad_rate[MB_LOSS_NORMAL] += k->crowd[i].sums.loss_normal;
        quad_rate[MB_LOSS_FRICTION] += k->crowd[i].sums.loss_friction;
    }
    return status;
}
