/* Contacts for the benchmarks: an element with an array of touching inputs around one accepted state, as an integrator
 * would offer them. */
#ifndef ABUT_BENCH_SCENE_H
#define ABUT_BENCH_SCENE_H

#include "base/vec.h"
#include "common.h"

enum { SCENE_INPUTS = 512, SCENE_INPUTS_COLD = 64, SCENE_STATES = 16 };

/* A point of a surface with its outward normal, in the surface frame. */
typedef struct spot {
    vec3 y, n;
} spot;

static inline spot spot_plane(void) { return (spot){{0.01, 0.02, 0}, {0, 0, 1}}; }
static inline spot spot_sphere(double R, vec3 n) { return (spot){v3_scale(R, v3_unit(n)), v3_unit(n)}; }
static inline spot spot_ellipsoid(double a, double b, double c, vec3 n) {
    vec3 u = v3_unit(n), w = v3(a * a * u.x, b * b * u.y, c * c * u.z);
    return (spot){v3_scale(1 / sqrt(v3_dot(w, u)), w), u};
}
/* phi: about the axis; theta: about the tube, 0 on the far side from the axis; side -1: the groove */
static inline spot spot_torus(double ring, double tube, double side, double phi, double theta) {
    vec3 out = {cos(theta) * cos(phi), cos(theta) * sin(phi), sin(theta)};
    vec3 centre = {ring * cos(phi), ring * sin(phi), 0};
    return (spot){v3_axpy(tube, out, centre), v3_scale(side, out)};
}

/* A pair of surfaces and where they touch. */
typedef struct pair {
    const char *name;
    abut_choice a, b;
    spot on_a, on_b;
    bool tracked;                   /* the opposing points need an iteration */
    double target, target_jacobian; /* ns; 0: none */
} pair;

typedef struct scene {
    abut_element *e;
    int inputs;
    abut_element_in in[SCENE_INPUTS];
    double state[SCENE_INPUTS][SCENE_STATES];
    const char *failed; /* NULL: fine */
    abut_message message;
} scene;

static inline abut_quat quat_mul(abut_quat a, abut_quat b) {
    return (abut_quat){a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                       a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}
static inline abut_quat quat_about(vec3 unit, double angle) {
    double s = sin(0.5 * angle);
    return (abut_quat){cos(0.5 * angle), s * unit.x, s * unit.y, s * unit.z};
}
static inline vec3 random_unit(bench_random *r) {
    for (;;) {
        vec3 v = {bench_uniform(r, -1, 1), bench_uniform(r, -1, 1), bench_uniform(r, -1, 1)};
        double l = v3_norm(v);
        if (l > 0.1 && l < 1) return v3_scale(1 / l, v);
    }
}

/* The turn that takes unit `from` to unit `to` (not opposite), then `spin` about it. */
static inline abut_quat quat_between(vec3 from, vec3 to, double spin) {
    vec3 c = v3_cross(from, to);
    double w = 1 + v3_dot(from, to), l = sqrt(w * w + v3_dot(c, c));
    return quat_mul(quat_about(to, spin), (abut_quat){w / l, c.x / l, c.y / l, c.z / l});
}

/* Body A anywhere, B on it with the chosen points together. */
static inline abut_element_in scene_touch(bench_random *r, const pair *p) {
    abut_element_in in = {.t = 0};
    abut_quat turn = quat_between(p->on_b.n, v3_neg(p->on_a.n), 0.7);
    in.a.q = quat_about(random_unit(r), bench_uniform(r, 0.5, 2.5));
    in.a.r = v3_scale(0.3, random_unit(r));
    in.b.q = quat_mul(in.a.q, turn);
    vec3 d = v3_sub(p->on_a.y, m3_mul(m3_of_quat(turn), p->on_b.y));
    in.b.r = v3_add(in.a.r, m3_mul(m3_of_quat(in.a.q), d));
    return in;
}

/* Moves B along the normal until the approach is h. */
static inline abut_status scene_press(const abut_element *e, abut_element_in *in, double h, double *state) {
    abut_element_out out = {.jac = NULL};
    if (abut_element_states(e)) {
        abut_status s = abut_element_start(e, in, state);
        if (s) return s;
        in->state = state;
    }
    abut_status s = abut_element_eval(e, in, &out);
    if (s && s != ABUT_TOO_DEEP) return s;
    in->b.r = v3_axpy(out.h - h, out.n, in->b.r);
    return in->state ? abut_element_start(e, in, state) : ABUT_OK;
}

static inline void scene_jiggle(bench_random *r, abut_pose *pose, double size) {
    pose->r = v3_axpy(1e-5 * size, random_unit(r), pose->r);
    pose->q = quat_mul(quat_about(random_unit(r), 1e-4), pose->q);
}

/* Inputs about a reference state: displaced by 1e-5 of the size, turned by 1e-4 rad, pressed 1e-4 to 1e-3 of it deep;
 * sliding at about 1 m/s, turning at 50 rad/s, approaching at up to 0.05 m/s. */
static inline abut_status scene_fill(scene *s, const abut_element_in *reference, double size, bench_random *r) {
    for (int i = 0; i < s->inputs; i++) {
        abut_element_in *in = &s->in[i];
        *in = *reference;
        scene_jiggle(r, &in->a, size);
        scene_jiggle(r, &in->b, size);
        abut_status status = scene_press(s->e, in, size * bench_log_uniform(r, 1e-4, 1e-3), s->state[i]);
        if (status) return status;
        abut_element_out out = {.jac = NULL};
        in->va = (abut_twist){v3_scale(0.3, random_unit(r)), v3_scale(50, random_unit(r))};
        in->vb = (abut_twist){v3_scale(0.3, random_unit(r)), v3_scale(50, random_unit(r))};
        if ((status = abut_element_eval(s->e, in, &out))) return status;
        in->vb.v = v3_axpy(out.hdot - bench_uniform(r, -0.05, 0.05), out.n, in->vb.v);
        if ((status = abut_element_eval(s->e, in, &out))) return status;
        if (!(out.N > 0)) return ABUT_NO_CONVERGENCE;
    }
    return ABUT_OK;
}

/* cold: nothing accepted afterwards, so that every evaluation looks for the opposing points from scratch. */
static inline scene *scene_make(const pair *p, const abut_law_def *law, bool cold) {
    scene *s = bench_alloc(1, sizeof *s);
    bench_random r = {UINT64_C(88172645463325252)};
    abut_element_def def = {.a = {p->a, ABUT_STEEL, {{0, 0, 0}, {0, 0, 0, 0}}},
                            .b = {p->b, ABUT_STEEL, {{0, 0, 0}, {0, 0, 0, 0}}},
                            .law = *law};
    s->inputs = cold ? SCENE_INPUTS_COLD : SCENE_INPUTS;
    if (abut_element_create(&def, &s->e, &s->message)) {
        s->failed = s->message.text;
        return s;
    }
    abut_element_in reference = scene_touch(&r, p);
    double state[SCENE_STATES], size = 0;
    abut_element_out out = {.jac = NULL};
    abut_status status = scene_press(s->e, &reference, 0, state);
    if (!status) status = abut_element_eval(s->e, &reference, &out);
    size = 0.5 / out.Q;
    if (!status) status = scene_press(s->e, &reference, 3e-4 * size, state);
    if (!status) status = abut_element_accept(s->e, &reference);
    if (!status) status = scene_fill(s, &reference, size, &r);
    if (cold) abut_element_forget(s->e);
    s->failed = status ? abut_status_text(status) : NULL;
    return s;
}

/* The inputs come 10 ns to 10 us after the accepted state: contacts that remember friction stick at first, and slide later. */
static inline void scene_later(scene *s) {
    bench_random r = {UINT64_C(2463534242)};
    for (int i = 0; i < s->inputs; i++) s->in[i].t += bench_log_uniform(&r, 1e-8, 1e-5);
}

#endif
