/* A surface put together from pieces, each a surface of its own in a place of its own.
 *
 * A piece takes part where where_normal . y >= where_offset (everywhere if where_normal is zero). Of those that do,
 *     first         the first of the list is in force
 *     union         the one with the smallest signed distance: there is material where any piece has it
 *     intersection  the one with the largest signed distance: there is material where all pieces have it
 * with the distance to first order, f/|grad f|, so that pieces whose f are scaled differently may be joined; on the
 * surface itself this is the piece with the smallest or the largest f.
 *
 * From the frame of a piece, y = r + R y', to that of the surface:
 *     g_a = R_ai g'_i,  H_ab = R_ai R_bj H'_ij,  T_abc = R_ai R_bj R_ck T'_ijk.                                     (1)
 *
 * Validity: smooth within a piece. Where two pieces meet in an edge the normal jumps; contact of the edge itself is
 * not described. Not defined where no piece takes part, where the piece in force is not defined, where no piece of
 * a union is, or where any piece of an intersection is not. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/vec.h"
#include "registry/registry.h"
#include "surface.h"

enum { MAX_PIECES = 64, MAX_NESTING = 4 };
enum { FIRST, UNION, INTERSECTION }; /* in the order of the words of `rule` */

typedef struct piece {
    surface shape;
    vec3 r; /* m, place of the piece's frame */
    mat3 R;
    vec3 where_normal;
    double where_offset;
} piece;

typedef struct piecewise {
    piece *pieces;
    size_t count;
    int rule;
} piecewise;

static bool everywhere(const piece *p) {
    return p->where_normal.x == 0 && p->where_normal.y == 0 && p->where_normal.z == 0;
}
static bool takes_part(const piece *p, vec3 y) {
    return everywhere(p) || v3_dot(p->where_normal, y) >= p->where_offset;
}

/* ---- making ------------------------------------------------------------------------------------------------------ */
/* Levels of piecewise surfaces within a shape, this one included; counts no further than limit + 1. */
static int nesting(const abut_choice *shape, int limit) {
    int own = 0, deepest = 0;
    for (int i = 0; i < ABUT_MAX_PARAMS && shape->params[i].name; i++) {
        const abut_param *p = &shape->params[i];
        if (strcmp(p->name, "pieces") != 0) continue;
        own = 1;
        if (!p->data || p->count > MAX_PIECES) continue;
        const abut_piece *pieces = p->data;
        for (size_t k = 0; k < p->count && deepest < limit; k++) {
            int below = nesting(&pieces[k].shape, limit - 1);
            if (below > deepest) deepest = below;
        }
    }
    return own + deepest;
}

/* Rotation of a quaternion of any length; the identity for zero. */
static mat3 rotation(abut_quat q) {
    if (quat_is_zero(q)) return m3_identity();
    double s = fmax(fmax(fabs(q.w), fabs(q.x)), fmax(fabs(q.y), fabs(q.z)));
    return m3_of_quat((abut_quat){q.w / s, q.x / s, q.y / s, q.z / s});
}

static bool place_finite(const abut_pose *place) {
    abut_quat q = place->q;
    return isfinite(q.w) && isfinite(q.x) && isfinite(q.y) && isfinite(q.z) && v3_finite(place->r);
}

static abut_status make_piece(const abut_args *args, const abut_piece *given, size_t number, piece *out) {
    abut_message why = {0};
    char key[40];
    (void)snprintf(key, sizeof key, "pieces.%zu", number - 1);
    if (!place_finite(&given->place))
        return abut_refuse_at(args, key, ABUT_BAD_VALUE, "piece %zu: its place holds a number that is not finite",
                              number);
    if (!v3_finite(given->where_normal) || !isfinite(given->where_offset))
        return abut_refuse_at(args, key, ABUT_BAD_VALUE, "piece %zu: its region holds a number that is not finite",
                              number);
    if (nesting(&given->shape, MAX_NESTING - 1) >= MAX_NESTING)
        return abut_refuse_at(args, key, ABUT_BAD_VALUE,
                              "piece %zu: piecewise surfaces are nested deeper than %d levels", number, MAX_NESTING);
    *out = (piece){.r = given->place.r,
                   .R = rotation(given->place.q),
                   .where_normal = given->where_normal,
                   .where_offset = given->where_offset};
    abut_status s = surface_make(args->registry, &given->shape, &out->shape, &why);
    if (!s) return ABUT_OK;
    (void)say_below(&why, "shape", s);
    (void)say_below(&why, key, s);
    return abut_refuse_at(args, why.place.key, s, "piece %zu: %s", number, why.text);
}

static void drop(void *me) {
    piecewise *self = me;
    for (size_t i = 0; i < self->count; i++) surface_drop(&self->pieces[i].shape);
    free(self->pieces);
    *self = (piecewise){0};
}

static abut_status init(void *to, const abut_args *args) {
    piecewise *self = to;
    size_t count;
    const abut_piece *given = abut_arg_data(args, "pieces", &count);
    if (count > MAX_PIECES)
        return abut_refuse_at(args, "pieces", ABUT_BAD_VALUE, "at most %d pieces are possible, got %zu", MAX_PIECES,
                              count);
    self->rule = abut_arg_word(args, "rule");
    self->pieces = calloc(count, sizeof *self->pieces);
    if (!self->pieces) return abut_refuse(args, ABUT_NO_MEMORY, "out of memory");
    for (; self->count < count; self->count++) {
        abut_status s = make_piece(args, &given[self->count], self->count + 1, &self->pieces[self->count]);
        if (s) {
            drop(self);
            return s;
        }
    }
    return ABUT_OK;
}

/* ---- evaluation -------------------------------------------------------------------------------------------------- */
/* Second part of (1); u: rows of R. out may not be H. */
static void turn_second(const vec3 u[3], const double H[6], double out[6]) {
    vec3 h[3] = {sym3_mul(H, u[0]), sym3_mul(H, u[1]), sym3_mul(H, u[2])};
    out[0] = v3_dot(u[0], h[0]);
    out[1] = v3_dot(u[1], h[1]);
    out[2] = v3_dot(u[2], h[2]);
    out[3] = v3_dot(u[0], h[1]);
    out[4] = v3_dot(u[0], h[2]);
    out[5] = v3_dot(u[1], h[2]);
}

/* Third part of (1): D[a] = T_a.. */
static void turn_third(const vec3 u[3], const double T[10], double out[10]) {
    double D[3][6];
    for (int a = 0; a < 3; a++) {
        double along[6];
        sym33_mul(T, u[a], along);
        turn_second(u, along, D[a]);
    }
    const double turned[10] = {D[0][0], D[1][1], D[2][2], D[0][3], D[0][4],
                               D[1][3], D[1][5], D[2][4], D[2][5], D[0][5]};
    memcpy(out, turned, sizeof turned);
}

static abut_status piece_jet(const piece *p, vec3 y, int order, abut_jet *out) {
    vec3 local = m3_tmul(p->R, v3_sub(y, p->r));
    abut_jet jet;
    abut_status s = order > 2 ? surface_jet3(&p->shape, local, &jet) : surface_jet(&p->shape, local, order, &jet);
    if (s) return s;
    const vec3 u[3] = {v3(p->R.c0.x, p->R.c1.x, p->R.c2.x), v3(p->R.c0.y, p->R.c1.y, p->R.c2.y),
                       v3(p->R.c0.z, p->R.c1.z, p->R.c2.z)};
    out->f = jet.f;
    out->g = m3_mul(p->R, jet.g);
    if (order > 1) turn_second(u, jet.H, out->H);
    if (order > 2) turn_third(u, jet.T, out->T);
    return ABUT_OK;
}

/* f/|grad f|; where the gradient vanishes, far off on the side that f says. */
static abut_status distance(const piece *p, vec3 y, double *out) {
    abut_jet jet;
    abut_status s = piece_jet(p, y, 1, &jet);
    if (s) return s;
    double slope = v3_norm(jet.g);
    *out = slope > 0 ? jet.f / slope : copysign(HUGE_VAL, jet.f);
    return ABUT_OK;
}

/* The piece in force at y; the earlier one of equals. */
static abut_status choose(const piecewise *self, vec3 y, const piece **chosen) {
    double best = 0, sign = self->rule == UNION ? 1 : -1;
    *chosen = NULL;
    for (const piece *p = self->pieces; p < self->pieces + self->count; p++) {
        if (!takes_part(p, y)) continue;
        if (self->rule == FIRST) {
            *chosen = p;
            return ABUT_OK;
        }
        double d;
        abut_status s = distance(p, y, &d);
        if (s && self->rule == INTERSECTION) return s;
        if (s || (*chosen && !(sign * d < best))) continue;
        best = sign * d;
        *chosen = p;
    }
    return *chosen ? ABUT_OK : ABUT_OUTSIDE_DOMAIN;
}

static abut_status jet(const void *me, const abut_vec3 *at, int order, abut_jet *out) {
    const vec3 y = *at;
    const piece *chosen;
    if (!v3_finite(y)) return ABUT_OUTSIDE_DOMAIN;
    abut_status s = choose(me, y, &chosen);
    return s ? s : piece_jet(chosen, y, order, out);
}

/* ---- extent ------------------------------------------------------------------------------------------------------ */
/* Does the piece's bound hold its material, not only its surface? Asked at points outside the bound: a cavity has
 * material there. */
static bool holds_material(const piece *p) {
    double far = 2 * p->shape.extent.bound;
    bool empty = false;
    if (!everywhere(p) || !isfinite(far)) return false;
    for (int k = 0; k < 6; k++) {
        abut_jet jet;
        double s = k % 2 ? -far : far;
        if (surface_jet(&p->shape, v3(k / 2 == 0 ? s : 0, k / 2 == 1 ? s : 0, k / 2 == 2 ? s : 0), 1, &jet)) continue;
        if (!(jet.f > 0)) return false;
        empty = true;
    }
    return empty;
}

static abut_extent extent(const void *me) {
    const piecewise *self = me;
    abut_extent e = {0, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    double common = HUGE_VAL; /* of an intersection: it lies within the bound of each solid piece */
    for (const piece *p = self->pieces; p < self->pieces + self->count; p++) {
        const abut_extent *own = &p->shape.extent;
        double reach = v3_norm(p->r) + own->bound;
        e.bound = fmax(e.bound, reach);
        e.size = fmin(e.size, own->size);
        e.k_min_sup = fmax(e.k_min_sup, own->k_min_sup);
        e.k_max_sup = fmax(e.k_max_sup, own->k_max_sup);
        if (self->rule == INTERSECTION && holds_material(p)) common = fmin(common, reach);
    }
    e.bound = fmin(e.bound, common);
    return e;
}

static const abut_param_info params[] = {
    {.name = "pieces",
     .kind = ABUT_PIECES,
     .unit = "1",
     .required = true,
     .meaning =
         "one to 64 pieces (abut_piece): a shape, its place in the frame of this surface, and the half-space in which "
         "it takes part (everywhere if its normal is zero)"},
    {.name = "rule",
     .kind = ABUT_WORD,
     .unit = "1",
     .words = "first|union|intersection",
     .meaning =
         "which piece is in force where several take part: the first of the list, or so that there is material where "
         "any (union) or all (intersection) of them have it"},
    {0},
};

/* a capsule: half balls on the ends of a cylinder */
static const abut_piece capsule[] = {
    {.shape = {"sphere", {{.name = "radius", .value = 0.01}}},
     .place = {.r = {0, 0, 0.02}},
     .where_normal = {0, 0, 1},
     .where_offset = 0.02},
    {.shape = {"sphere", {{.name = "radius", .value = 0.01}}},
     .place = {.r = {0, 0, -0.02}},
     .where_normal = {0, 0, -1},
     .where_offset = 0.02},
    {.shape = {"cylinder", {{.name = "radius", .value = 0.01}}}},
};
static const abut_choice examples[] = {
    {"piecewise", {{.name = "pieces", .data = capsule, .count = 3}}},
    {0},
};

const abut_surface_type surface_piecewise = {
    .type = {"surface", "piecewise", "surface put together from pieces of other surfaces", params, examples},
    .size = sizeof(piecewise),
    .init = init,
    .extent = extent,
    .jet = jet,
    .drop = drop,
};
