/* Random contacts; see scene.h. */
#include "scene.h"

#include <string.h>

/* xorshift64*: the same numbers everywhere */
static uint64_t next(chance *c) {
    c->state ^= c->state >> 12;
    c->state ^= c->state << 25;
    c->state ^= c->state >> 27;
    return c->state * UINT64_C(2685821657736338717);
}

double chance_uniform(chance *c, double low, double high) {
    return low + (high - low) * ((double)(next(c) >> 11) * 0x1p-53);
}

vec3 chance_unit(chance *c) {
    for (;;) {
        vec3 v = v3(chance_uniform(c, -1, 1), chance_uniform(c, -1, 1), chance_uniform(c, -1, 1));
        double r = v3_norm(v);
        if (r > 0.1 && r < 1) return v3_scale(1 / r, v);
    }
}

abut_quat quat_mul(abut_quat a, abut_quat b) {
    return (abut_quat){a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                       a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

abut_quat quat_of_vector(vec3 v) {
    double angle = v3_norm(v), s = angle > 1e-8 ? sin(0.5 * angle) / angle : 0.5;
    return (abut_quat){cos(0.5 * angle), s * v.x, s * v.y, s * v.z};
}

abut_quat chance_rotation(chance *c) { return quat_of_vector(v3_scale(chance_uniform(c, 0, 3), chance_unit(c))); }

const abut_choice *example_of(const char *kind, int index) {
    for (size_t i = 0; i < abut_registry_count(NULL); i++) {
        const abut_type *t = abut_registry_at(NULL, i);
        if (strcmp(t->kind, kind)) continue;
        for (const abut_choice *e = t->examples; e && e->type; e++)
            if (index-- == 0) return e;
    }
    return NULL;
}

abut_choice with_damping(const abut_choice *normal, const abut_choice *damping) {
    abut_choice c = *normal;
    int last = 0;
    for (; c.params[last].name; last++)
        if (!strcmp(c.params[last].name, "damping")) return c;
    c.params[last] = (abut_param){.name = "damping", .choice = damping};
    return c;
}

/* A random point of a surface with its normal and jet. */
static bool random_point(chance *c, const surface *s, vec3 *y, vec3 *n) {
    double reach = fmin(isfinite(s->extent.bound) ? s->extent.bound : 3 * s->extent.size, 0.05);
    if (!(reach > 0)) reach = 0.05;
    *y = v3_scale(reach, chance_unit(c));
    for (int i = 0; i < 60; i++) {
        abut_jet jet;
        if (surface_jet(s, *y, 1, &jet)) return false;
        double gg = v3_dot(jet.g, jet.g);
        if (!(gg > 1e-20)) return false;
        *y = v3_axpy(-jet.f / gg, jet.g, *y);
        *n = v3_scale(1 / sqrt(gg), jet.g);
        if (fabs(jet.f) / sqrt(gg) < 1e-15) return v3_norm(*y) < 0.2;
    }
    return false;
}

/* A rotation that takes unit a to unit b, then turns about b. */
static abut_quat between(vec3 a, vec3 b, double spin) {
    abut_quat q = {1 + v3_dot(a, b), a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    if (q.w < 1e-9) {
        vec3 p = v3_perpendicular(a);
        q = (abut_quat){0, p.x, p.y, p.z};
    }
    double l = sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    q = (abut_quat){q.w / l, q.x / l, q.y / l, q.z / l};
    return quat_mul(quat_of_vector(v3_scale(spin, b)), q);
}

static abut_quat conjugate(abut_quat q) { return (abut_quat){q.w, -q.x, -q.y, -q.z}; }

/* Two opposing points at the wanted depth; the pair in A's surface frame. */
static bool oppose(chance *c, scene *s, double relative_h, abut_quat *turn, vec3 *d, abut_track_points *points) {
    const surface *a = &s->e->a.surface, *b = &s->e->b.surface;
    vec3 na, nb;
    if (!random_point(c, a, &points->ra, &na) || !random_point(c, b, &points->yb, &nb)) return false;
    *turn = between(nb, v3_neg(na), chance_uniform(c, 0, 6));
    abut_track_pair pair = {a, b, m3_of_quat(*turn), v3(0, 0, 0)};
    pair.d = v3_sub(points->ra, m3_mul(pair.R, points->yb));
    geometry g;
    double P, Q;
    if (track_geometry(&pair, points, false, &g)) return false;
    patch_principal(&g, true, false, &P, &Q);
    double most = fmax(fmax(fabs(g.ma.s11), fabs(g.ma.s22)), fmax(fabs(g.mb.s11), fabs(g.mb.s22)));
    if (!(P > 0.02 * most)) return false; /* differences lose their digits close to conformity */
    s->size = 1 / most;
    s->h = relative_h * s->size;
    *d = v3_axpy(-s->h, g.n, pair.d);
    return true;
}

/* A point has no curvature and is its own opposing point; its size is that of the levers. */
static bool oppose_point(chance *c, scene *s, double relative_h, abut_quat *turn, vec3 *d) {
    vec3 na;
    abut_track_points points;
    if (!random_point(c, &s->e->a.surface, &points.ra, &na)) return false;
    s->size = 0.05;
    s->h = relative_h * s->size;
    *turn = chance_rotation(c);
    *d = v3_axpy(-s->h, na, points.ra);
    return true;
}

bool scene_make(chance *c, const abut_element_def *def, double relative_h, scene *out) {
    abut_message message;
    if (abut_element_create(def, &out->e, &message)) return false;
    if (out->e->slices) { /* of a roller, whose line of contact random points do not make */
        abut_element_destroy(out->e);
        return false;
    }
    abut_quat turn = {1, 0, 0, 0};
    vec3 d = {0, 0, 0};
    abut_track_points points = {0};
    bool found = false, point = out->e->b.surface.type->point;
    for (int i = 0; i < 400 && !found; i++)
        found = point ? oppose_point(c, out, relative_h, &turn, &d) : oppose(c, out, relative_h, &turn, &d, &points);
    if (!found) {
        abut_element_destroy(out->e);
        return false;
    }
    /* a world pose of body A, then B from the pair of surface frames */
    abut_element_in *in = &out->in;
    *in = (abut_element_in){.t = 0};
    in->a.q = chance_rotation(c);
    in->a.r = v3_scale(0.3, chance_unit(c));
    abut_quat pa = quat_is_zero(def->a.place.q) ? (abut_quat){1, 0, 0, 0} : def->a.place.q;
    abut_quat pb = quat_is_zero(def->b.place.q) ? (abut_quat){1, 0, 0, 0} : def->b.place.q;
    abut_quat qa = quat_mul(in->a.q, pa), qb = quat_mul(qa, turn);
    in->b.q = quat_mul(qb, conjugate(pb));
    vec3 oa = v3_add(in->a.r, m3_mul(m3_of_quat(in->a.q), def->a.place.r));
    vec3 ob = v3_add(oa, m3_mul(m3_of_quat(qa), d));
    in->b.r = v3_sub(ob, m3_mul(m3_of_quat(in->b.q), def->b.place.r));
    out->e->memory.points = points; /* this branch, also where another one is deeper */
    out->e->memory.tracked = !point;
    return true;
}

abut_status scene_eval(const scene *s, const abut_element_in *in, abut_element_out *out) {
    abut_element_in full = *in;
    double state[16];
    if (abut_element_states(s->e)) {
        abut_status status = abut_element_start(s->e, in, state);
        if (status) return status;
        full.state = state;
    }
    return abut_element_eval(s->e, &full, out);
}

static void bump(vec3 *v, int i, double by) { *(i == 0 ? &v->x : i == 1 ? &v->y : &v->z) += by; }

abut_element_in scene_shift(const abut_element_in *in, int i, double by) {
    abut_element_in r = *in;
    vec3 turn = {0, 0, 0};
    int k = i % 3, part = i / 3;
    if (part == 1 || part == 3) bump(&turn, k, by);
    switch (part) {
    case 0:
        bump(&r.a.r, k, by);
        break;
    case 1:
        r.a.q = quat_mul(quat_of_vector(turn), r.a.q);
        break;
    case 2:
        bump(&r.b.r, k, by);
        break;
    case 3:
        r.b.q = quat_mul(quat_of_vector(turn), r.b.q);
        break;
    case 4:
        bump(&r.va.v, k, by);
        break;
    case 5:
        bump(&r.va.w, k, by);
        break;
    case 6:
        bump(&r.vb.v, k, by);
        break;
    default:
        bump(&r.vb.w, k, by);
        break;
    }
    return r;
}
