/* Elastic shafts: cut into elements at everything that stands on them, bodies at the nodes of the elements, members between the bodies of an element. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/constants.h"
#include "base/quat.h"
#include "force/beam.h"
#include "registry/registry.h"
#include "world.h"

enum { USUAL_ELEMENTS = 16, MOST_ELEMENTS = 2000, MOST_NAMED = 500, USUAL_ORDER = 8 };
static const double SAME = 1e-9; /* of the length: places that close are one */

typedef struct node_of {
    double at, mass, diametral, polar;
    int body;
} node_of;

typedef struct plan {
    const abut_shaft_def *def;
    double length;
    double *cut; /* m, ascending: where elements must end */
    int cuts;
    node_of *node;
    int nodes, room;
} plan;

/* ---- checks ---- */
static abut_status refuse(abut_world *w, const plan *p, const char *key, const char *what) {
    return world_refuse_at(w, key, ABUT_BAD_VALUE, "shaft '%.80s': %s", p->def->name ? p->def->name : "", what);
}

static const char *item_key(const char *list, int index, const char *key, char buffer[64]) {
    (void)snprintf(buffer, 64, "%s.%d.%s", list, index, key);
    return buffer;
}

static bool positive(double x) { return x > 0 && x < 1e30; }

static abut_status check_segments(abut_world *w, plan *p) {
    char key[64], what[160];
    if (p->def->segments < 1) return refuse(w, p, "segments", "it has no segments");
    for (int i = 0; i < p->def->segments; i++) {
        const abut_shaft_segment *s = &p->def->segment[i];
        double outer_end = s->outer_end > 0 ? s->outer_end : s->outer,
               inner_end = s->inner_end > 0 ? s->inner_end : s->inner;
        if (!positive(s->length))
            return refuse(w, p, item_key("segments", i, "length", key), "the length of a segment must be positive");
        if (!positive(s->outer) || !(outer_end < 1e30))
            return refuse(w, p, item_key("segments", i, "outer", key),
                          "the outer diameter of a segment must be positive");
        if (!(s->inner >= 0) || !(s->inner < s->outer) || !(inner_end < outer_end)) {
            (void)snprintf(what, sizeof what, "the bore of segment %d is no smaller than its outer diameter", i + 1);
            return refuse(w, p, item_key("segments", i, "inner", key), what);
        }
        p->length += s->length;
    }
    return ABUT_OK;
}

static abut_status check_place(abut_world *w, const plan *p, const char *list, int i, const char *what, double at) {
    char key[64], text[200];
    if (at >= -SAME * p->length && at <= (1 + SAME) * p->length) return ABUT_OK;
    (void)snprintf(text, sizeof text, "%s %d lies at %g m, outside of the shaft, which is %g m long", what, i + 1, at,
                   p->length);
    return refuse(w, p, item_key(list, i, "at", key), text);
}

static abut_status check_discs(abut_world *w, const plan *p) {
    char key[64];
    for (int i = 0; i < p->def->discs; i++) {
        const abut_shaft_disc *d = &p->def->disc[i];
        abut_status status = check_place(w, p, "discs", i, "disc", d->at);
        if (status) return status;
        if (!(d->mass >= 0 && d->mass < 1e30))
            return refuse(w, p, item_key("discs", i, "mass", key), "the mass of a disc must not be negative");
        if (!(d->diametral >= 0 && d->diametral < 1e30) ||
            !(d->polar >= 0 && d->polar <= 2 * d->diametral * (1 + 1e-9) + 1e-300))
            return refuse(w, p, item_key("discs", i, "Ip", key),
                          "no disc has these moments of inertia: Ip must not exceed 2 Id");
    }
    return ABUT_OK;
}

static abut_status check_stations(abut_world *w, const plan *p) {
    char key[64], what[200];
    for (int i = 0; i < p->def->stations; i++) {
        const abut_shaft_station *s = &p->def->station[i];
        abut_status status = check_place(w, p, "stations", i, "station", s->at);
        if (status) return status;
        for (int j = 0; j < i; j++) {
            if (!strcmp(s->name, p->def->station[j].name)) {
                (void)snprintf(what, sizeof what, "there are two stations '%.60s'", s->name);
                return refuse(w, p, item_key("stations", i, "name", key), what);
            }
            if (fabs(s->at - p->def->station[j].at) <= SAME * p->length) {
                (void)snprintf(what, sizeof what, "stations '%.60s' and '%.60s' are at one place",
                               p->def->station[j].name, s->name);
                return refuse(w, p, item_key("stations", i, "at", key), what);
            }
        }
    }
    return ABUT_OK;
}

static abut_status check(abut_world *w, plan *p) {
    const abut_shaft_def *d = p->def;
    abut_status status = world_check_material(w, "material", &d->material);
    if (status) return status;
    if (d->material.rigid) return refuse(w, p, "material", "it is elastic: a rigid one is a body");
    if (!positive(d->material.density)) return refuse(w, p, "material", "its material has no density");
    if (!(d->damping >= 0 && d->damping < 1e30)) return refuse(w, p, "damping", "damping must not be negative");
    if (d->elements < 0 || d->elements > MOST_ELEMENTS) return refuse(w, p, "elements", "expected 1 to 2000 elements");
    if (d->drive.given && (d->drive.translation || v3_dot(d->drive.axis, d->drive.axis) > 0))
        return refuse(w, p, "drive", "what is driven of a shaft is its rotation about its own axis: speed or angle");
    if (!(status = check_segments(w, p)) && !(status = check_discs(w, p))) status = check_stations(w, p);
    return status;
}

/* ---- the plan ---- */
static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool find_cuts(plan *p) {
    const abut_shaft_def *d = p->def;
    double at = 0;
    p->cut = malloc((size_t)(1 + d->segments + d->discs + d->stations) * sizeof *p->cut);
    if (!p->cut) return false;
    p->cut[p->cuts++] = 0;
    for (int i = 0; i < d->segments; i++) p->cut[p->cuts++] = at += d->segment[i].length;
    for (int i = 0; i < d->discs; i++) p->cut[p->cuts++] = d->disc[i].at;
    for (int i = 0; i < d->stations; i++) p->cut[p->cuts++] = d->station[i].at;
    qsort(p->cut, (size_t)p->cuts, sizeof *p->cut, ascending);
    int kept = 1;
    for (int i = 1; i < p->cuts; i++)
        if (p->cut[i] - p->cut[kept - 1] > SAME * p->length) p->cut[kept++] = p->cut[i];
    p->cuts = kept;
    return true;
}

static int intervals_of(const plan *p, int span) {
    int wanted = p->def->elements ? p->def->elements : USUAL_ELEMENTS;
    int count = (int)lround(wanted * (p->cut[span + 1] - p->cut[span]) / p->length);
    return count < 2 ? 2 : count;
}

/* The piece that holds this place, and where it begins. */
static beam_piece piece_at(const plan *p, double at, double *begin) {
    const abut_shaft_def *d = p->def;
    int i = 0;
    for (*begin = 0; i + 1 < d->segments && at > *begin + d->segment[i].length; i++) *begin += d->segment[i].length;
    const abut_shaft_segment *s = &d->segment[i];
    return (beam_piece){s->length,
                        {s->outer, s->outer_end > 0 ? s->outer_end : s->outer},
                        {s->inner, s->inner_end > 0 ? s->inner_end : s->inner},
                        d->material.E,
                        d->material.nu,
                        d->material.density};
}

/* One element of the plan, from .. to: its nodes are last .. last + order. */
static abut_status add_element(abut_world *w, plan *p, double from, double to, int order) {
    double x[MEMBER_NODES], weight[MEMBER_NODES], mass[MEMBER_NODES], diametral[MEMBER_NODES], polar[MEMBER_NODES],
        begin;
    beam_piece piece = piece_at(p, 0.5 * (from + to), &begin);
    beam_nodes(order, x, weight);
    beam_masses(&piece, from - begin, to - begin, order, mass, diametral, polar);
    int first = p->nodes - 1;
    for (int i = 0; i <= order; i++) {
        node_of *n = &p->node[first + i];
        n->at = i == order ? to : from + 0.5 * (to - from) * (1 + x[i]);
        n->mass += mass[i], n->diametral += diametral[i], n->polar += polar[i];
    }
    p->nodes += order;
    int id = w->members + 1;
    if (!world_make_room(w, (void **)&w->member, w->members, &w->member_room, sizeof *w->member)) return w->status;
    world_member *m = &w->member[id];
    *m = (world_member){.law = {.nodes = order + 1, .beta = p->def->damping}};
    m->law.K = malloc(36 * (size_t)order * (size_t)order * sizeof(double));
    if (!m->law.K) return world_refuse(w, ABUT_NO_MEMORY, "out of memory");
    w->members = id;
    beam_stiffness(&piece, from - begin, to - begin, order, m->law.K);
    for (int i = 0; i <= order; i++) {
        m->body[i] = first + i; /* of the plan; a body of the world below */
        m->law.place[i] = v3(0, 0, p->node[first + i].at - from);
    }
    return ABUT_OK;
}

static abut_status make_plan(abut_world *w, plan *p) {
    int total = 1;
    if (!find_cuts(p)) return world_refuse(w, ABUT_NO_MEMORY, "out of memory");
    for (int s = 0; s + 1 < p->cuts; s++) total += intervals_of(p, s);
    p->node = calloc((size_t)total + 1, sizeof *p->node);
    if (!p->node) return world_refuse(w, ABUT_NO_MEMORY, "out of memory");
    p->nodes = 1;
    abut_status status = ABUT_OK;
    for (int s = 0; !status && s + 1 < p->cuts; s++) {
        int left = intervals_of(p, s), parts = (left + USUAL_ORDER - 1) / USUAL_ORDER;
        double from = p->cut[s], whole = p->cut[s + 1] - from;
        int done = 0, all = left;
        for (int e = 0; !status && e < parts; e++) { /* elements as alike as can be, of lengths like their orders */
            int order = (left + parts - e - 1) / (parts - e);
            status = add_element(w, p, from + whole * done / all,
                                 e + 1 == parts ? p->cut[s + 1] : from + whole * (done + order) / all, order);
            left -= order;
            done += order;
        }
    }
    return status;
}

static node_of *node_at(const plan *p, double at) {
    int best = 0;
    for (int i = 1; i < p->nodes; i++)
        if (fabs(p->node[i].at - at) < fabs(p->node[best].at - at)) best = i;
    return &p->node[best];
}

/* ---- bodies ---- */
static void name_node(const plan *p, const node_of *n, char *name, size_t size) {
    const abut_shaft_def *d = p->def;
    (void)snprintf(name, size, "%s.%d", d->name, (int)(n - p->node) + 1);
    for (int i = 0; i < d->stations; i++)
        if (node_at(p, d->station[i].at) == n) (void)snprintf(name, size, "%s.%s", d->name, d->station[i].name);
}

static abut_status add_bodies(abut_world *w, plan *p) {
    const abut_shaft_def *d = p->def;
    abut_quat q = quat_is_zero(d->place.q) ? quat_identity() : quat_unit(d->place.q);
    mat3 R = m3_of_quat(q);
    vec3 spin = d->angular_velocity;
    if (d->drive.given && !d->drive.motion.type && !(d->drive.ramp > 0)) spin.z = d->drive.speed;
    for (int i = 0; i < p->nodes; i++) {
        node_of *n = &p->node[i];
        char name[MOST_NAMED];
        name_node(p, n, name, sizeof name);
        vec3 arm = v3_scale(n->at, R.c2);
        abut_body_def body = {.name = name, .mass = n->mass, .inertia = {n->diametral, n->diametral, n->polar}};
        body.start.r = v3_add(d->place.r, arm);
        body.start.q = q;
        body.start.v = v3_add(d->velocity, v3_cross(m3_mul(R, spin), arm));
        body.start.w = spin;
        if (i == 0) body.drive = d->drive;
        n->body = abut_add_body(w, &body).id;
        if (!n->body) return w->status;
        w->body[n->body].loaded = true;
    }
    return ABUT_OK;
}

abut_body abut_add_shaft(abut_world *w, const abut_shaft_def *def) {
    const abut_body none = {0};
    plan p = {.def = def};
    if (!world_writable(w, "body")) return none;
    if (!def->name || !*def->name || strlen(def->name) > MOST_NAMED / 4) {
        (void)world_refuse_at(w, "name", ABUT_BAD_VALUE, "a shaft needs a name of at most %d characters",
                              MOST_NAMED / 4);
        return none;
    }
    int first_member = w->members + 1;
    abut_status status = check(w, &p);
    if (!status) status = make_plan(w, &p);
    for (int i = 0; !status && i < def->discs; i++) {
        node_of *n = node_at(&p, def->disc[i].at);
        n->mass += def->disc[i].mass, n->diametral += def->disc[i].diametral, n->polar += def->disc[i].polar;
    }
    if (!status) status = add_bodies(w, &p);
    int first = status ? 0 : p.node[0].body;
    for (int i = first_member; i <= w->members; i++)
        for (int j = 0; j < w->member[i].law.nodes; j++)
            w->member[i].body[j] = status ? 0 : p.node[w->member[i].body[j]].body;
    free(p.cut);
    free(p.node);
    return (abut_body){first};
}
