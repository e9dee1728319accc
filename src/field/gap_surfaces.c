/* The true gap of two registered surfaces over their common tangent plane.
 *
 * Each touches at the point of its surface that lies in a given direction from the origin of its frame, z unless given, x where there is
 * none along z; its normal there becomes that of the contact plane, +z of the lower body a, -z of the upper body b. The axis of a body
 * that has one lies along y, unless it is turned. The height of a body at x, y is the root of
 *
 *     f(y0 + x e1 + y e2 - t n) = 0,   by Newton's method in t from 0, or from the height of the cell before,
 *
 * exact where a quadric is only the first term. Where the body has no point below, or is steeper than 87 degrees, there is nothing. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/vec.h"
#include "gap.h"
#include "registry/registry.h"

typedef struct side {
    const abut_surface_type *type;
    void *self;
    vec3 at, n, e1, e2; /* touching point; outward normal; directions of x and y */
} side;

typedef struct surfaces {
    side a, b;
} surfaces;

static void drop_side(side *s) {
    if (s->self && s->type->drop) s->type->drop(s->self);
    free(s->self);
    s->self = NULL;
}

static void drop(void *self) {
    drop_side(&((surfaces *)self)->a);
    drop_side(&((surfaces *)self)->b);
}

static bool value(const side *s, vec3 y, double *f, vec3 *g) {
    abut_jet j;
    if (s->type->jet(s->self, &y, 1, &j)) return false;
    *f = j.f;
    *g = j.g;
    return isfinite(j.f) && v3_dot(j.g, j.g) > 0;
}

/* The first point of the surface along a direction from the origin: a change of sign, then halving. */
static bool touch_along(side *s, vec3 d) {
    abut_extent extent = s->type->extent(s->self);
    double step = extent.size / 16, most = isfinite(extent.bound) ? 1.01 * extent.bound : 1000 * extent.size;
    double low = 0, high = 0, f0 = 0, f1 = 0;
    vec3 g;
    bool known = value(s, v3(0, 0, 0), &f0, &g);
    if (known && f0 == 0) {
        s->at = v3(0, 0, 0);
        s->n = v3_scale(1 / sqrt(v3_dot(g, g)), g);
        return fabs(v3_dot(s->n, d)) > 0.999;
    }
    for (;; low = high, f0 = f1) {
        high = low + step;
        if (high > most + step) return false;
        if (!value(s, v3_scale(high, d), &f1, &g)) {
            known = false;
            continue;
        }
        if (known && (f0 < 0) != (f1 < 0)) break;
        known = true;
    }
    for (int i = 0; i < 200 && high - low > 1e-16 * high; i++) {
        double middle = (low + high) / 2, f;
        if (middle <= low || middle >= high || !value(s, v3_scale(middle, d), &f, &g)) break;
        if ((f < 0) == (f0 < 0))
            low = middle;
        else
            high = middle;
    }
    s->at = v3_scale(high, d);
    if (!value(s, s->at, &f0, &g)) return false;
    s->n = v3_scale(1 / sqrt(v3_dot(g, g)), g);
    return fabs(v3_dot(s->n, d)) > 0.999;
}

/* e2, the direction of y: the axis of the body, or its y, then turned by `angle` about the contact normal. */
static void set_axes(side *s, double angle, bool upper) {
    vec3 along = s->type->has_axis ? s->type->axis : v3(0, 1, 0);
    vec3 flat = v3_sub(along, v3_scale(v3_dot(along, s->n), s->n));
    if (v3_dot(flat, flat) < 1e-12) {
        along = v3(0, 1, 0);
        flat = v3_sub(along, v3_scale(v3_dot(along, s->n), s->n));
        if (v3_dot(flat, flat) < 1e-12) flat = v3(0, 0, 1);
    }
    vec3 z = upper ? v3_scale(-1, s->n) : s->n, e2 = v3_scale(1 / sqrt(v3_dot(flat, flat)), flat), e1 = v3_cross(e2, z);
    s->e1 = v3_add(v3_scale(cos(angle), e1), v3_scale(sin(angle), e2));
    s->e2 = v3_sub(v3_scale(cos(angle), e2), v3_scale(sin(angle), e1));
}

static abut_status read_direction(const abut_args *args, const char *key, bool *given, vec3 *d) {
    size_t count;
    const double *v = abut_arg_data(args, key, &count);
    *given = v != NULL;
    if (!v) return ABUT_OK;
    double length = count == 3 ? sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) : 0;
    if (!(length > 0 && length < 1e30))
        return abut_refuse_at(args, key, ABUT_BAD_VALUE, "%s: three numbers that are not all zero are wanted", key);
    *d = v3(v[0] / length, v[1] / length, v[2] / length);
    return ABUT_OK;
}

static abut_status make_side(side *s, const abut_args *args, const char *const key[3], bool upper) {
    abut_choice store;
    abut_args nested;
    abut_status status = registry_nested(args, key[0], &store, &nested);
    if (status) return status;
    s->type = (const abut_surface_type *)nested.type;
    if (s->type->point) return abut_refuse_at(args, key[0], ABUT_BAD_PAIR, "%s: a single point has no gap", key[0]);
    status = say_below(args->message, key[0], registry_make(&nested, s->type->size, s->type->init, &s->self));
    if (status) { /* a refusing init has cleaned up itself */
        free(s->self);
        s->self = NULL;
        return status;
    }
    bool given;
    vec3 d;
    if ((status = read_direction(args, key[1], &given, &d))) return status;
    bool found = given ? touch_along(s, d) : touch_along(s, v3(0, 0, 1)) || touch_along(s, v3(1, 0, 0));
    if (!found)
        return abut_refuse_at(args, given ? key[1] : key[0], ABUT_BAD_VALUE,
                              "%s: from its origin the surface has no point there that looks back or away; give %s",
                              key[0], key[1]);
    set_axes(s, abut_arg(args, key[2]), upper);
    return ABUT_OK;
}

static abut_status init(void *self, const abut_args *args) {
    surfaces *s = self;
    memset(s, 0, sizeof *s);
    abut_status status = make_side(&s->a, args, (const char *const[3]){"a", "a_direction", "a_angle"}, false);
    if (!status) status = make_side(&s->b, args, (const char *const[3]){"b", "b_direction", "b_angle"}, true);
    if (status) drop(s);
    return status;
}

/* m below the tangent plane; INFINITY: nothing there. *start: where the search begins, and the answer. */
static double depth(const side *s, double x, double y, double *start) {
    if (s->type->flat && s->type->reaches && !s->type->reaches(s->self, x, y)) return INFINITY;
    vec3 at = v3_add(s->at, v3_add(v3_scale(x, s->e1), v3_scale(y, s->e2)));
    double t = *start, least = 1e-15 * v3_norm(at); /* f is not better than that */
    for (int i = 0; i < 60; i++) {
        double f;
        vec3 g;
        if (!value(s, v3_sub(at, v3_scale(t, s->n)), &f, &g)) return INFINITY;
        double slope = v3_dot(g, s->n);
        if (!(slope > 0.05 * sqrt(v3_dot(g, g)))) return INFINITY;
        double step = f / slope;
        t += step;
        if (fabs(step) <= least) return *start = t;
    }
    return INFINITY;
}

static abut_status heights(const void *self, const gap_place *at, double *h, abut_message *message) {
    const surfaces *s = self;
    const grid *g = &at->grid;
    bool any = false;
    for (int j = 0; j < g->ny; j++) {
        double from_a = 0, from_b = 0;
        for (int i = 0; i < g->nx; i++) {
            double x = grid_x(g, i), y = grid_y(g, j), a, b;
            if (!isfinite(a = depth(&s->a, x, y, &from_a))) from_a = 0, a = depth(&s->a, x, y, &from_a);
            if (!isfinite(b = depth(&s->b, x, y, &from_b))) from_b = 0, b = depth(&s->b, x, y, &from_b);
            if (!isfinite(a)) from_a = 0;
            if (!isfinite(b)) from_b = 0;
            h[(size_t)j * (size_t)g->nx + (size_t)i] = a + b;
            any = any || isfinite(a + b);
        }
    }
    return any ? ABUT_OK : say(message, ABUT_OUTSIDE_DOMAIN, "the surfaces do not face each other in this window");
}

static const abut_param_info params[] = {
    {.name = "a",
     .kind = ABUT_TYPE,
     .unit = "1",
     .words = "surface",
     .required = true,
     .meaning = "surface of the lower body"},
    {.name = "b",
     .kind = ABUT_TYPE,
     .unit = "1",
     .words = "surface",
     .required = true,
     .meaning = "surface of the upper body"},
    {.name = "a_direction",
     .kind = ABUT_TABLE,
     .unit = "1",
     .meaning = "where a touches, seen from the origin of its frame; z or x unless given"},
    {.name = "b_direction", .kind = ABUT_TABLE, .unit = "1", .meaning = "the same of b"},
    {.name = "a_angle",
     .unit = "rad",
     .low = -INFINITY,
     .high = INFINITY,
     .meaning = "turns a about the normal; at 0 its axis, or its y, lies along y"},
    {.name = "b_angle", .unit = "rad", .low = -INFINITY, .high = INFINITY, .meaning = "the same of b"},
    {0},
};
static const abut_choice plane = {.type = "plane"};
static const abut_choice ball = {"sphere", {{.name = "radius", .value = 0.01}}};
static const abut_choice examples[] = {{"surfaces", {{.name = "a", .choice = &plane}, {.name = "b", .choice = &ball}}},
                                       {0}};

const gap_type gap_surfaces = {
    .type = {"gap", "surfaces", "the true gap of two registered surfaces over the contact plane", params, examples},
    .size = sizeof(surfaces),
    .init = init,
    .drop = drop,
    .heights = heights,
};
