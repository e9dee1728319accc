/* A force element made from a choice, and its evaluation at a given motion of two bodies. */
#ifndef ABUT_TESTS_FORCE_H
#define ABUT_TESTS_FORCE_H

#include <stdlib.h>
#include <string.h>

#include "abut/world.h"
#include "force/force.h"
#include "near.h"
#include "registry/registry.h"
#include "scene.h"

typedef struct element {
    const force_type *type;
    void *self;
    force_places places;
} element;

static inline abut_status try_make(const abut_choice *choice, const force_places *places, element *out,
                                   abut_message *message) {
    abut_args args;
    *out = (element){.places = *places};
    abut_status s = registry_check(abut_world_types(), "force", 0, choice, &args, message);
    if (s) return s;
    out->type = (const force_type *)args.type;
    if ((s = registry_make(&args, out->type->size, out->type->init, &out->self))) {
        free(out->self);
        return s;
    }
    if (out->type->place) s = out->type->place(out->self, &out->places, message);
    if (!s) return ABUT_OK;
    if (out->type->drop) out->type->drop(out->self);
    free(out->self);
    return s;
}

static inline element make(const abut_choice *choice, const force_places *places) {
    element e;
    abut_message message = {0};
    abut_status s = try_make(choice, places, &e, &message);
    ck_assert_msg(s == ABUT_OK, "%s: %s", choice->type, message.text);
    return e;
}

static inline void drop(element *e) {
    if (e->type->drop) e->type->drop(e->self);
    free(e->self);
}

typedef struct pair {
    double t;
    body_motion a, b;
} pair;

static inline body_motion still_at(const abut_pose *pose) {
    return (body_motion){.r = pose->r, .R = quat_is_zero(pose->q) ? m3_identity() : m3_of_quat(pose->q)};
}

static inline force_out eval(const element *e, const pair *p, double t_rate) {
    force_out out = {0};
    e->type->eval(e->self, &e->places, (dual){p->t, t_rate}, &p->a, &p->b, &out);
    return out;
}

static inline void expect_vector(vec3 x, vec3 want, double tolerance, const char *what) {
    expect_within(v3_norm(v3_sub(x, want)), 0, tolerance, NULL, "%s: (%g, %g, %g), not (%g, %g, %g)", what, x.x, x.y,
                  x.z, want.x, want.y, want.z);
}

#endif
