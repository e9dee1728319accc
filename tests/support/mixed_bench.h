/* A law of mixed friction and a contact under it, without an element. */
#ifndef ABUT_TESTS_MIXED_BENCH_H
#define ABUT_TESTS_MIXED_BENCH_H

#include <math.h>
#include <stdlib.h>

#include "mixed/asperity.h"
#include "mixed/roughness.h"
#include "mixed/traction.h"
#include "near.h"
#include "registry/registry.h"
#include "scene.h"
#include "suite.h"

static const double PI = 3.14159265358979323846;

/* ---- a law and a contact ---- */
typedef struct bench {
    const abut_friction_type *type;
    void *self;
    abut_film_contact film;
    abut_patch patch;
    double N, by[ABUT_BY]; /* the normal force at the patch, and its slopes over it: N exp(sum of slope times change) */
} bench;

static inline void law_make(const abut_choice *choice, bench *b) {
    abut_args args;
    abut_message m = {0};
    if (registry_check(NULL, "friction", 0, choice, &args, &m)) ck_abort_msg("%s", m.text);
    b->type = (const abut_friction_type *)args.type;
    if (registry_make(&args, b->type->size, b->type->init, &b->self)) ck_abort_msg("%s", m.text);
    ck_assert(b->type->needs_film);
}

/* The steel contact of test_mixed, a line or an ellipse. */
static inline void contact_make(bool line, bench *b) {
    b->film =
        (abut_film_contact){.oil = {.eta0 = 0.02, .alpha = 1.8e-8, .tau0 = 5e6, .limit_slope = 0.05, .tau_min = 1000},
                            .rough = {2e-7, 1e-5, 0.05 / (2e-7 * 1e-5)},
                            .E_prime = 226370000000.0,
                            .line = line};
    must(abut_film_choose(NULL, line, &b->film.law, NULL));
    b->patch = (abut_patch){.P = line ? 0 : 20,
                            .Q = 50,
                            .v1 = 0.03,
                            .v2 = 0.05,
                            .u1 = 0.2,
                            .u2 = 1,
                            .E_star = 226370000000.0 / 2,
                            .length = line ? 0.01 : 0,
                            .whole = line ? 0.01 : 0};
    b->N = line ? 2000 : 100;
    for (int i = 0; i < ABUT_BY; i++) b->by[i] = 0;
}

static inline bench bench_make(const abut_choice *choice, bool line) {
    bench b;
    law_make(choice, &b);
    contact_make(line, &b);
    return b;
}

static inline double *local(abut_patch *p, int i) {
    double *const all[ABUT_LOCALS] = {&p->h, &p->hdot, &p->P,   &p->Q,   &p->v1, &p->v2, &p->w1, &p->w2, &p->wn,
                                      NULL,  &p->c11,  &p->c12, &p->c22, NULL,   NULL,   &p->u1, &p->u2};
    return all[i];
}

static inline int normal_place(int i) { return i < 4 ? i : ABUT_L_U1 + i - 4; }

static inline abut_traction at_patch(const bench *b, abut_patch p, bool derivatives) {
    abut_normal n = {.N = b->N};
    abut_patch origin = b->patch;
    double exponent = 0;
    for (int i = 0; i < ABUT_BY; i++)
        exponent += b->by[i] * (*local(&p, normal_place(i)) - *local(&origin, normal_place(i)));
    n.N *= exp(exponent);
    p.film = &b->film;
    for (int i = 0; i < ABUT_BY; i++) n.dN[i] = n.N * b->by[i];
    abut_traction t;
    unsigned char *bytes = (unsigned char *)&t;
    for (size_t i = 0; i < sizeof t; i++) bytes[i] = 0x7f; /* nothing may be left as it was */
    t.film = (abut_film_state){0};
    b->type->force(b->self, &p, &n, derivatives, &t);
    return t;
}

static inline abut_traction now(const bench *b) { return at_patch(b, b->patch, false); }

/* The ellipse turned by phi: components in the turned frame, and the answer turned back. */
static inline abut_traction turned(const bench *b, double phi) {
    double c = cos(phi), s = sin(phi);
    abut_patch q = b->patch, *p = &q;
    const abut_patch *o = &b->patch;
    p->v1 = c * o->v1 + s * o->v2, p->v2 = c * o->v2 - s * o->v1;
    p->w1 = c * o->w1 + s * o->w2, p->w2 = c * o->w2 - s * o->w1;
    p->u1 = c * o->u1 + s * o->u2, p->u2 = c * o->u2 - s * o->u1;
    p->c11 = c * c * o->c11 + 2 * c * s * o->c12 + s * s * o->c22;
    p->c22 = s * s * o->c11 - 2 * c * s * o->c12 + c * c * o->c22;
    p->c12 = c * s * (o->c22 - o->c11) + (c * c - s * s) * o->c12;
    bench fixed = *b; /* the normal force does not turn with it */
    for (int i = 4; i < ABUT_BY; i++) fixed.by[i] = 0;
    abut_traction t = at_patch(&fixed, *p, false);
    for (int i = 0; i < 4; i += 2) {
        double x = t.T[i], y = t.T[i + 1];
        t.T[i] = c * x - s * y;
        t.T[i + 1] = s * x + c * y;
    }
    return t;
}

static inline abut_traction moved(const bench *b, int i, double by) {
    if (i == ABUT_L_PHI) return turned(b, by);
    abut_patch p = b->patch;
    *local(&p, i) += by;
    return at_patch(b, p, false);
}

static const abut_choice point = {"mixed", {{.name = "v_eps", .value = 0.02}}};
static const abut_choice plastic = {"mixed",
                                    {{.name = "v_eps", .value = 0.02},
                                     {.name = "model", .text = "load_sharing"},
                                     {.name = "tau_boundary", .value = 2e7}}};
static const abut_choice tanh_law = {"mixed",
                                     {{.name = "v_eps", .value = 0.02},
                                      {.name = "model", .text = "pressure_tanh"},
                                      {.name = "tau_boundary", .value = 2e7}}};
static const abut_choice ellipse = {"mixed", {{.name = "v_eps", .value = 0.05}, {.name = "patch", .text = "ellipse"}}};
static const abut_choice tanh_ellipse = {"mixed",
                                         {{.name = "v_eps", .value = 0.05},
                                          {.name = "patch", .text = "ellipse"},
                                          {.name = "model", .text = "pressure_tanh"}}};

#endif
