/* Conformance of the volumetric law on the true overlap, over all pairs of registered surfaces, hollow ones as well, a thousandth of their radius
 * deep: a force that pushes, action and reaction, the same in any frame and with more nodes, matrices against differences; or the status that says
 * why not, which an own look at the bodies must bear out. No type is named. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/constants.h"
#include "contact/gap.h"
#include "contact/local.h"
#include "support/jacobian.h"
#include "support/near.h"
#include "support/scene.h"
#include "support/suite.h"

static abut_element_def pair_of(const abut_choice *a, const abut_choice *b, double nodes) {
    const abut_material steel = ABUT_STEEL;
    return (abut_element_def){
        .law = {.normal = {"volumetric", {{.name = "overlap", .text = "general"}, {.name = "nodes", .value = nodes}}},
                .friction = {"coulomb", {{.name = "mu", .value = 0.2}}}},
        .a = {.shape = *a, .material = steel},
        .b = {.shape = *b, .material = steel}};
}

static void set_moving(scene *s) {
    s->in.va = (abut_twist){{0.1, 0.2, 0.05}, {1, 2, -1}};
    s->in.vb = (abut_twist){{-0.2, 0.1, 0.02}, {2, -1, 3}};
}

/* ---- is there no end to the overlap? ---- */

/* The crossing of a line along e3 with a surface, near z, followed in small steps of x, y. */
static bool follow(const abut_gap *g, int side, double x, double y, double *z) {
    for (int i = 0; i < 30; i++) {
        abut_jet j;
        vec3 at = v3(x, y, *z);
        if (g->jet(g, side, &at, 1, &j) || fabs(j.g.z) < 0.05 * v3_norm(j.g)) return false;
        *z -= j.f / j.g.z;
        if (fabs(j.f / j.g.z) < 1e-13) return fabs(*z) < g->size;
    }
    return false;
}

/* Does the thickness of the overlap come down to nothing on this ray, near where the curvatures say? */
static bool closes_on(const abut_gap *g, double angle) {
    double ex = g->reach[0] * cos(angle), ey = g->reach[1] * sin(angle), z[2] = {0, 0};
    for (double rho = 0; rho < 1.6; rho += 0.005) {
        for (int i = 0; i < 2; i++)
            if (!follow(g, i, rho * ex, rho * ey, &z[i])) return false;
        if (z[0] < z[1]) return true;
    }
    return false;
}

static bool stays_open(const scene *s) {
    enum { RAYS = 180 };
    element_frame f;
    abut_gap bodies, g;
    double P, Q;
    frames(s->e, &s->in, &f);
    gap_bodies(&f.pair, s->e->E_star, &bodies);
    const abut_track_points *p = &s->e->memory.points;
    vec3 x = v3_scale(0.5, v3_add(p->ra, v3_add(f.pair.d, m3_mul(f.pair.R, p->yb))));
    if (gap_search(&bodies, x, &g, &P, &Q) && gap_search_all(&bodies, &g, &P, &Q)) return false;
    if (g.sides > 2) return true; /* walls end it elsewhere: not looked at */
    for (int k = 0; k < RAYS; k++)
        if (!closes_on(&g, 2 * PI * k / RAYS)) return true;
    return false;
}

/* ---- one pair ---- */
typedef struct tally {
    int pairs, fine, fair, refused;
    double worst, force;
} tally;

static void forces_of(chance *c, const scene *s, const scene *finer, const abut_element_out *o, const char *what,
                      tally *t) {
    abut_element_out more = {0}, turned = {0};
    ck_assert_msg(o->N > 0 && o->energy > 0 && o->a > 0 && o->b > 0 && o->p_max > 0, "%s: N %g", what, o->N);
    vec3 sum = v3_add(o->on_a.force, o->on_b.force);
    vec3 arm = v3_sub(s->in.b.r, s->in.a.r),
         turn = v3_add(v3_add(o->on_a.torque, o->on_b.torque), v3_cross(arm, o->on_b.force));
    ck_assert_msg(v3_norm(sum) < 1e-12 * o->N && v3_norm(turn) < 1e-11 * o->N, "%s: action and reaction", what);
    ck_assert_msg(v3_dot(o->on_b.force, o->n) > 0, "%s: pulls", what);
    /* more nodes */
    if (!abut_element_eval(finer->e, &s->in, &more)) t->force = fmax(t->force, fabs(more.N / o->N - 1));
    /* another frame: both bodies turned and moved */
    abut_element_in in = s->in;
    abut_quat q = chance_rotation(c);
    mat3 R = m3_of_quat(q);
    vec3 d = v3_scale(0.2, chance_unit(c));
    abut_pose *pose[2] = {&in.a, &in.b};
    abut_twist *twist[2] = {&in.va, &in.vb};
    for (int i = 0; i < 2; i++) {
        pose[i]->r = v3_add(d, m3_mul(R, pose[i]->r));
        pose[i]->q = quat_mul(q, pose[i]->q);
        twist[i]->v = m3_mul(R, twist[i]->v);
        twist[i]->w = m3_mul(R, twist[i]->w);
    }
    ck_assert_msg(!abut_element_eval(s->e, &in, &turned), "%s: turned", what);
    ck_assert_msg(v3_norm(v3_sub(turned.on_b.force, m3_mul(R, o->on_b.force))) < 1e-6 * o->N,
                  "%s: depends on the frame by %g", what,
                  v3_norm(v3_sub(turned.on_b.force, m3_mul(R, o->on_b.force))) / o->N);
}

static void one_pair(chance *c, const abut_choice *a, const abut_choice *b, bool matrices, tally *t) {
    abut_element_def def = pair_of(a, b, 8), fine = pair_of(a, b, 12);
    abut_element_jac jac;
    abut_element_out o = {.jac = &jac};
    scene s, finer;
    char what[100];
    if (!scene_make(c, &def, 1e-3, &s)) return;
    (void)snprintf(what, sizeof what, "%s on %s", a->type, b->type);
    ck_assert_int_eq(abut_element_create(&fine, &finer.e, NULL), ABUT_OK);
    finer.e->memory = s.e->memory;
    set_moving(&s);
    abut_status status = abut_element_eval(s.e, &s.in, &o);
    t->pairs++;
    if (status) {
        t->refused++;
        ck_assert_msg(status == ABUT_ENDLESS && o.N == 0, "%s: %s", what, abut_status_text(status));
        ck_assert_msg(stays_open(&s), "%s: the overlap ends on all sides, and was refused", what);
    } else {
        forces_of(c, &s, &finer, &o, what, t);
        if (matrices) {
            double error = jacobian_error(&s, o.N, 3e-3, 1e-4, &jac);
            ck_assert_msg(error < 0.05, "%s: matrices off by %g", what, error);
            t->worst = fmax(t->worst, error);
            *(error < 1e-6 ? &t->fine : &t->fair) += 1;
        }
    }
    abut_element_destroy(s.e);
    abut_element_destroy(finer.e);
}

/* Matrices of nine tenths hold to 1e-6. Profiles with kinks and logarithms, and pieces that are joined within the overlap, are summed across
 * these: 3e-2 at most. */
START_TEST(pairs_of_the_registry) {
    chance c = {2024};
    const abut_choice *a, *b;
    tally t = {0};
    int step = getenv("ABUT_COMBINATIONS_ALL") ? 1 : brief() ? 15 : 4;
    for (int i = 0; (a = example_of("surface", i)); i++)
        for (int j = 0; (b = example_of("surface", j)); j++)
            if (!brief() || (i + j) % 3 == 0) one_pair(&c, a, b, (i + j) % step == 0, &t);
    printf("pairs_of_the_registry: %d pairs, %d have no end; of %d matrices %d hold to 1e-6, worst %.1e; forces with "
           "more nodes within %.1e\n",
           t.pairs, t.refused, t.fine + t.fair, t.fine, t.worst, t.force);
    ck_assert_int_gt(t.pairs, brief() ? 100 : 400);
    ck_assert_int_le(t.refused, 6 * t.pairs / 100 + 1);
    ck_assert_int_ge(t.fine, 88 * (t.fine + t.fair) / 100);
    ck_assert_double_lt(t.force, 5e-3);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&pairs_of_the_registry};
    return suite_main("overlap_pairs", all, sizeof all / sizeof *all);
}
