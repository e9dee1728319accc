/* Loss of the ball bearing in statics at speed: its contacts with all of their laws, in the motion of the equilibrium (rest_speed.c). */
#include "machine/shared/rest_loss.h"

#include <math.h>

#include "rest.h"
#include "world/world.h"

bool rest_loss_elements(const ball_bearing *b) {
    for (int r = 0; r < RINGS; r++)
        for (int g = 0; g < b->grooves; g++) {
            abut_element_def def = {.registry = b->registry,
                                    .law = b->def.law,
                                    .a = {.shape = bearing_groove_shape(b, r, g),
                                          .material = b->def.material,
                                          .place.r = {0, 0, b->groove[r][g].z}},
                                    .b = {.shape = {PART_TYPE(b, surface_sphere),
                                                    {{.name = "radius", .value = 0.5 * b->def.balls.diameter}}},
                                          .material = b->def.balls.material}};
            abut_element_destroy(b->rest->moving[r][g]);
            b->rest->moving[r][g] = NULL;
            if (abut_element_create(&def, &b->rest->moving[r][g], NULL)) return false;
        }
    return true;
}

typedef struct motion {
    vec3 r, v, w; /* of a ball, in the frame of the outer ring */
} motion;

static motion motion_of(const rest_ball *ball) {
    return (motion){rest_in_space(ball, ball->r, ball->z), v3_scale(ball->orbit * ball->r, ball->e_t),
                    v3_axpy(ball->w_r, ball->e_r, v3(0, 0, ball->orbit + ball->w_z))};
}

static void add_contact(const ball_bearing *b, const rest_ball *ball, int ring, int groove, abut_bearing_losses *to) {
    const rest_pose *at = &b->rest->rings.pose;
    const abut_element *e = b->rest->moving[ring][groove];
    const abut_element_out *still = &ball->out[ring][groove];
    double state[64];
    abut_element_out out;
    motion m = motion_of(ball);
    abut_element_in in = {.a.q = {1, 0, 0, 0}, .va.w = {0, 0, at->speed[OUTER]}, .b.r = m.r, .vb = {m.v, m.w}};
    if (!(still->N > 0) || abut_element_states(e) > 64) return;
    if (ring == INNER) {
        in.a = (abut_pose){at->d, at->q};
        in.va.w = v3_scale(at->speed[INNER], at->R.c2);
    }
    if (abut_element_states(e)) {
        if (abut_element_start(e, &in, state)) return;
        in.state = state;
    }
    if (rest_loss_at(e, in, still->N, still->n, 1.5 * still->N / fmax(still->h, 1e-12), &out)) rest_loss_add(&out, to);
}

void bearing_rest_losses(const abut_world *w, const ball_bearing *b, double race[RINGS], abut_bearing_state *s) {
    const bearing_rest *r = b->rest;
    race[INNER] = race[OUTER] = 0;
    if (r->rings.pose.speed[INNER] == r->rings.pose.speed[OUTER]) return;
    for (int i = 0; i < r->balls; i++) {
        const rest_ball *ball = &r->ball[i];
        for (int k = 0; k < RINGS * b->grooves; k++) {
            abut_bearing_losses one = {.spin = 0};
            if (ball->found && ball->loaded) add_contact(b, ball, k / b->grooves, k % b->grooves, &one);
            race[k / b->grooves] += losses_sum(&one);
            s->losses.spin += one.spin, s->losses.slip += one.slip;
            s->losses.rolling += one.rolling, s->losses.damping += one.damping;
        }
        motion m = motion_of(ball);
        if (b->drag) s->losses.drag += rest_loss_drag(w, b->drag + i, m.r, m.v, m.w, r->rings.pose.speed[OUTER]);
    }
    s->loss = losses_sum(&s->losses);
    s->friction_moment = s->loss / fabs(r->rings.pose.speed[INNER] - r->rings.pose.speed[OUTER]);
}

abut_status bearing_rest_loss(const abut_world *w, const void *self, double race[RINGS], double *drag) {
    abut_bearing_state s = {.loss = 0};
    bearing_rest_losses(w, self, race, &s);
    *drag = s.losses.drag;
    return isfinite(s.loss) ? ABUT_OK : ABUT_NOT_FINITE;
}
