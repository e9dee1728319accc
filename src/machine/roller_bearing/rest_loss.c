/* Loss of the roller bearing in statics at speed: its contacts with all of their laws, in pure rolling under the loads of the equilibrium. */
#include "machine/shared/rest_loss.h"

#include <math.h>

#include "rest.h"
#include "world/world.h"

bool roller_loss_elements(const roller_bearing *b) {
    for (int i = 0; i < RINGS; i++) {
        abut_element_def def = {.registry = b->registry,
                                .law = b->def.law,
                                .a = {.shape = roller_raceway_shape(b, i), .material = b->def.material},
                                .b = {.shape = b->shape, .material = b->def.rollers.material}};
        abut_element_destroy(b->rest->moving[i]);
        b->rest->moving[i] = NULL;
        if (abut_element_create(&def, &b->rest->moving[i], NULL)) return false;
    }
    return true;
}

static void add_contact(const roller_bearing *b, const rest_roller *o, int ring, abut_bearing_losses *to) {
    const rest_pose *at = &b->rest->rings.pose;
    const abut_element_out *still = &o->out[ring];
    double orbit = roller_orbit(b, at->speed), half = 0.5 * o->tilt, state[64];
    vec3 e_z = {0, 0, 1}, axis = v3_in(sin(o->tilt), o->e_r, cos(o->tilt), e_z);
    const abut_element *e = b->rest->moving[ring];
    abut_element_out out;
    abut_element_in in = {.a.q = {1, 0, 0, 0},
                          .va.w = {0, 0, at->speed[OUTER]},
                          .b = {v3_scale(o->r, o->e_r), {cos(half), sin(half) * o->e_t.x, sin(half) * o->e_t.y, 0}},
                          .vb = {v3_scale(orbit * o->r, o->e_t), v3_in(orbit, e_z, roller_spin(b, at->speed), axis)}};
    if (!(still->N > 0) || abut_element_states(e) > 64) return;
    if (ring == INNER) {
        in.a = (abut_pose){at->d, at->q};
        in.va.w = v3_scale(at->speed[INNER], at->R.c2);
    }
    if (abut_element_states(e)) {
        if (abut_element_start(e, &in, state)) return;
        in.state = state;
    }
    if (rest_loss_at(e, in, still->N, still->n, still->N / fmax(still->h, 1e-12), &out)) rest_loss_add(&out, to);
}

void roller_rest_losses(const abut_world *w, const roller_bearing *b, double race[RINGS], abut_bearing_state *s) {
    const roller_rest *r = b->rest;
    const double *speed = r->rings.pose.speed;
    race[INNER] = race[OUTER] = 0;
    if (speed[INNER] == speed[OUTER]) return;
    for (int i = 0; i < r->rollers; i++) {
        const rest_roller *o = &r->roller[i];
        for (int k = 0; k < RINGS; k++) {
            abut_bearing_losses one = {.spin = 0};
            if (o->loaded) add_contact(b, o, k, &one);
            race[k] += losses_sum(&one);
            s->losses.spin += one.spin, s->losses.slip += one.slip;
            s->losses.rolling += one.rolling, s->losses.damping += one.damping;
        }
        double orbit = roller_orbit(b, speed);
        vec3 v = v3_scale(orbit * o->r, o->e_t);
        if (b->drag)
            s->losses.drag += rest_loss_drag(w, b->drag + i, v3_scale(o->r, o->e_r), v,
                                             v3(0, 0, orbit + roller_spin(b, speed)), speed[OUTER]);
    }
    s->loss = losses_sum(&s->losses);
    s->friction_moment = s->loss / fabs(speed[INNER] - speed[OUTER]);
}

abut_status roller_rest_loss(const abut_world *w, const void *self, double race[RINGS], double *drag) {
    abut_bearing_state s = {.loss = 0};
    roller_rest_losses(w, self, race, &s);
    *drag = s.losses.drag;
    return isfinite(s.loss) ? ABUT_OK : ABUT_NOT_FINITE;
}
