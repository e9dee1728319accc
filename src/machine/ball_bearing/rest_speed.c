/* What speed does to a ball of the bearing in statics.
 *
 *   F_c = m r w_m^2 and the tangential force 2 M_g/D of the race that carries the gyroscopic moment M_g = J w_m w_r.
 * Contact angles: outer contact at +(D/2) u_o from the centre of the ball, inner contact at -(D/2) u_i, u = (cos alpha,
 * sin alpha) in its plane. No slip at both contacts and no spin at the outer one (g = D/2r, C = u_i . u_o) give
 *   w_m = [W_i (1 - g cos a_i) + W_o (C + g cos a_i)]/(1 + C),   ball: w = (W_o - w_m) (-sin a_o/g, 1 + cos a_o/g);
 * no spin at the inner one
 *   w_m = [W_i (C - g cos a_o) + W_o (1 + g cos a_o)]/(1 + C),   ball: w = (W_i - w_m) (sin a_i/g, 1 - cos a_i/g)
 * (A. B. Jones 1960; T. A. Harris, Rolling Bearing Analysis: with W_o = 0 and D/d_m for g these are his). The momentum of
 * the ball turns with the orbit, so that the races must give it the moment J w_m w_r about e_t = e_z x e_r. Sources differ in
 * the sign of the tangential force; this one follows from dL/dt = w_m e_z x L and is what the full motion of the balls shows. */
#include <math.h>

#include "rest.h"

static const vec3 e_z = {0, 0, 1};

/* From the circle of groove centres to the ball, in the ball's plane. */
static num2 from_groove(const rest_task *k, int ring, int groove, const rest_trial *t) {
    const bearing_groove *g = &k->b->groove[ring][groove];
    num2 o = {num_of(t->r - g->ring), num_of(t->z - g->z)};
    o.r.d[BY_R] = o.z.d[BY_Z] = 1;
    if (ring == OUTER) return o;
    mat3 R = k->at->R;
    vec3 lever = v3_sub(rest_in_space(k->ball, t->r, t->z), k->at->d), y = m3_tmul(R, lever);
    vec3 dy[VARIABLES] = {m3_tmul(R, k->ball->e_r), m3_tmul(R, e_z)}, e_r = dy[BY_R], axis = dy[BY_Z];
    const vec3 e[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int i = 0; i < 3; i++) {
        dy[BY_POSE + i] = v3_neg(m3_tmul(R, e[i]));
        dy[BY_POSE + 3 + i] = v3_neg(m3_tmul(R, v3_cross(e[i], lever)));
    }
    num c[3] = {num_of(y.x), num_of(y.y), num_of(y.z - g->z)};
    for (int i = 0; i < VARIABLES; i++) c[0].d[i] = dy[i].x, c[1].d[i] = dy[i].y, c[2].d[i] = dy[i].z;
    num rho = num_sqrt(num_add(num_mul(c[0], c[0]), num_mul(c[1], c[1])));
    num part = num_plus(num_scale(-g->ring, num_div(num_of(1), rho)), 1);
    c[0] = num_mul(part, c[0]);
    c[1] = num_mul(part, c[1]);
    o.r = num_add(num_in(c[0], e_r.x, c[1], e_r.y), num_scale(e_r.z, c[2]));
    o.z = num_add(num_in(c[0], axis.x, c[1], axis.y), num_scale(axis.z, c[2]));
    vec3 v = m3_mul(R, v3(c[0].v, c[1].v, c[2].v));
    for (int i = 0; i < 3; i++) { /* the axes of the ring turn */
        vec3 turned = v3_cross(e[i], v);
        o.r.d[BY_POSE + 3 + i] += v3_dot(turned, k->ball->e_r);
        o.z.d[BY_POSE + 3 + i] += turned.z;
    }
    return o;
}

/* (cos alpha, sin alpha) of a ring: of the resultant if two grooves carry. */
static num2 line_of(const rest_task *k, int ring, const rest_trial *t) {
    num2 u = num2_unit(from_groove(k, ring, rest_nearest(k->b, t->out[ring]), t));
    if (k->b->grooves == 2 && t->N[ring][0].v > 0 && t->N[ring][1].v > 0) {
        num2 sum = {num_of(0), num_of(0)};
        for (int g = 0; g < 2; g++)
            sum = num2_add(sum, num2_scale(t->N[ring][g], num2_unit(from_groove(k, ring, g, t))));
        u = num2_unit(sum);
    }
    return ring == OUTER ? u : num2_scale(num_of(-1), u);
}

/* Moment on the ring about its centre, and the force, from a force on the ball at `way` times (D/2) u from its centre. */
static void push_back(const rest_task *k, int ring, num2 force, num2 u, double way, rest_trial *t) {
    double lever = way * 0.5 * k->b->def.balls.diameter;
    num r = num_of(t->r), z = num_of(t->z);
    r.d[BY_R] = z.d[BY_Z] = 1;
    r = num_in(r, 1, u.r, lever);
    z = num_in(z, 1, u.z, lever);
    vec3 e_r = k->ball->e_r, d = ring == INNER ? k->at->d : v3(0, 0, 0);
    num at[3] = {num_plus(num_scale(e_r.x, r), -d.x), num_plus(num_scale(e_r.y, r), -d.y), num_plus(z, -d.z)};
    num f[3] = {num_scale(-e_r.x, force.r), num_scale(-e_r.y, force.r), num_scale(-1, force.z)};
    for (int i = 0; i < 3 && ring == INNER; i++) at[i].d[BY_POSE + i] -= 1;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, l = (i + 2) % 3;
        num moment = num_sub(num_mul(at[j], f[l]), num_mul(at[l], f[j]));
        t->ring[ring].f[i] = num_add(t->ring[ring].f[i], f[i]);
        t->ring[ring].m[i] = num_add(t->ring[ring].m[i], moment);
    }
}

void rest_move(const rest_task *k, rest_trial *t) {
    const abut_ball_bearing_def *d = &k->b->def;
    double D = d->balls.diameter, W_i = k->at->speed[INNER], W_o = k->at->speed[OUTER];
    bool inner = d->control == ABUT_CONTROL_INNER;
    num r = num_of(t->r), one = num_of(1);
    r.d[BY_R] = 1;
    num2 u_i = line_of(k, INNER, t), u_o = line_of(k, OUTER, t);
    num g = num_div(num_of(0.5 * D), r), C = num2_dot(u_i, u_o);
    num gc = num_mul(g, inner ? u_o.r : u_i.r), plain = inner ? num_add(one, gc) : num_sub(one, gc),
        other = inner ? num_sub(C, gc) : num_add(C, gc);
    num top = inner ? num_in(other, W_i, plain, W_o) : num_in(plain, W_i, other, W_o);
    rest_motion *m = &t->motion;
    m->orbit = num_div(top, num_plus(C, 1));
    num relative = num_plus(num_scale(-1, m->orbit), inner ? W_i : W_o), per_g = num_div(one, g);
    double s = inner ? 1 : -1;
    num2 u = inner ? u_i : u_o;
    m->w_r = num_mul(relative, num_scale(s, num_mul(u.z, per_g)));
    m->w_z = num_mul(relative, num_plus(num_scale(-s, num_mul(u.r, per_g)), 1));
    m->F_c = num_scale(k->b->ball_mass, num_mul(r, num_mul(m->orbit, m->orbit)));
    t->sum.r = num_add(t->sum.r, m->F_c);
    if (d->control == ABUT_CONTROL_NONE) return;
    /* at (D/2) u the force (sin, -cos) turns the ball about e_t, at -(D/2) u the opposite one */
    num M = num_scale(k->b->ball_inertia, num_mul(m->orbit, m->w_r)), size = num_scale(-s * 2 / D, M);
    m->M_g = M.v;
    m->push = (num2){num_mul(size, u.z), num_scale(-1, num_mul(size, u.r))};
    t->sum = num2_add(t->sum, m->push);
    push_back(k, inner ? INNER : OUTER, m->push, u, -s, t);
}
