/* Statics of the ball bearing: the balls, each in equilibrium at its azimuth (bearing_rest_ball.c), as one force between
 * the rings (rings_rest.c). The rings may be apart by less than half a ball and tilted by less than 0.3 rad; beyond, and where a
 * contact cannot be evaluated, the force is not a number and the solver takes a smaller step.
 *
 * The weight of the balls acts on them, that of the cage on the ring that guides it (the outer one if the balls do). Turning
 * the outer ring turns the weight of the balls against it; the derivative leaves that out (the weight of the balls per
 * radian, beside the stiffness of the contacts). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/choice.h"
#include "base/constants.h"
#include "base/plane.h"
#include "base/quat.h"
#include "contact/element.h"
#include "rest.h"

static const double steepest = 0.3; /* rad */

/* ---- creation ---- */

/* Laws that keep the curvatures of the first touch have those of the unloaded bearing. */
static void touch_first(const ball_bearing *b, const rest_ball *ball, int ring, int groove) {
    abut_element *e = ball->element[ring][groove];
    if (abut_element_states(e)) return;
    const bearing_groove *g = &b->groove[ring][groove];
    double D = b->def.balls.diameter, u_r = 0.5 * b->def.pitch_diameter - g->ring, u_z = -g->z,
           part = (g->tube - 0.5 * D + 1e-9 * D) / plane_length(u_r, u_z);
    abut_element_in in = {.b.r = v3_axpy(g->ring + part * u_r, ball->e_r, v3(0, 0, g->z + part * u_z))};
    (void)abut_element_accept(e, &in);
}

static bool make_elements(const ball_bearing *b, rest_ball *ball) {
    abut_surface_def sphere = {
        .shape = {PART_TYPE(b, surface_sphere), {{.name = "radius", .value = 0.5 * b->def.balls.diameter}}},
        .material = b->def.balls.material};
    for (int r = 0; r < RINGS; r++)
        for (int g = 0; g < b->grooves; g++) {
            const abut_law_def *law = &b->def.law;
            abut_element_def def = {.registry = b->registry,
                                    .b = sphere,
                                    .law = {.normal = choice_without(&law->normal, "damping"), /* nothing moves */
                                            .film = law->film,
                                            .lubricant = law->lubricant,
                                            .roughness = law->roughness}};
            def.a = (abut_surface_def){.shape = bearing_groove_shape(b, r, g),
                                       .material = b->def.material,
                                       .place.r = {0, 0, b->groove[r][g].z}};
            if (abut_element_create(&def, &ball->element[r][g], NULL)) return false;
            touch_first(b, ball, r, g);
        }
    return true;
}

bool bearing_rest_create(ball_bearing *b) {
    bearing_rest *r = calloc(1, sizeof *r);
    b->rest = r;
    if (!r) return false;
    r->balls = b->def.balls.count;
    r->ball = calloc((size_t)r->balls, sizeof *r->ball);
    r->jac = calloc(1, sizeof *r->jac);
    if (!r->ball || !r->jac) return false;
    for (int i = 0; i < r->balls; i++) {
        rest_ball *ball = &r->ball[i];
        ball->angle = b->def.first_ball_angle + 2 * PI * i / r->balls;
        ball->e_r = v3(cos(ball->angle), sin(ball->angle), 0);
        ball->e_t = v3(-ball->e_r.y, ball->e_r.x, 0);
        if (!make_elements(b, ball)) return false;
    }
    return rest_loss_elements(b);
}

static void drop_elements(bearing_rest *r) {
    for (int i = 0; r->ball && i < r->balls; i++)
        for (int k = 0; k < RINGS * 2; k++) {
            abut_element_destroy(r->ball[i].element[k / 2][k % 2]);
            r->ball[i].element[k / 2][k % 2] = NULL;
        }
}

bool bearing_rest_renew(ball_bearing *b) {
    bool good = true;
    drop_elements(b->rest);
    for (int i = 0; good && i < b->rest->balls; i++) good = make_elements(b, &b->rest->ball[i]);
    b->rest->rings.known = false;
    return good && rest_loss_elements(b);
}

void bearing_rest_destroy(bearing_rest *r) {
    if (!r) return;
    drop_elements(r);
    for (int k = 0; k < RINGS * 2; k++) abut_element_destroy(r->moving[k / 2][k % 2]);
    free(r->ball);
    free(r->jac);
    free(r);
}

void bearing_rest_place(const ball_bearing *b) {
    bearing_rest *rest = b->rest;
    rest->rings.known = false;
    for (int r = 0; r < RINGS; r++)
        for (int g = 0; g < b->grooves; g++) element_move(rest->moving[r][g], 0, v3(0, 0, b->groove[r][g].z));
    for (int i = 0; i < rest->balls; i++) {
        rest->ball[i].found = false;
        for (int r = 0; r < RINGS; r++)
            for (int g = 0; g < b->grooves; g++)
                element_move(rest->ball[i].element[r][g], 0, v3(0, 0, b->groove[r][g].z));
    }
}

/* ---- all balls ---- */
static bool within_reach(const ball_bearing *b, const rest_pose *at) {
    return v3_norm(at->d) < 0.5 * b->def.balls.diameter && at->R.c2.z > cos(steepest);
}

static void find_balance(const ball_bearing *b) {
    bearing_rest *r = b->rest;
    const rest_pose *at = &r->rings.pose;
    r->rings.failed = !within_reach(b, at);
    for (int i = 0; i < r->balls && !r->rings.failed; i++) {
        rest_ball *ball = &r->ball[i];
        r->rings.failed = !rest_ball_settle(b, at, ball, r->jac);
        r->rings.energy += ball->energy;
        rings_rest_add(&r->rings, ball->F, ball->dF);
    }
}

/* ---- the force element: a carries the outer ring, b the inner one ---- */

static void add_cage(const ball_bearing *b, const force_places *places, const dvec lever[RINGS], force_out *out) {
    if (!b->cage) return;
    dvec weight = dvec_of(v3_scale(b->def.cage.mass, places->gravity));
    if (b->def.cage.guide == ABUT_GUIDE_INNER) {
        out->force_b = dvec_add(out->force_b, weight);
        out->torque_b = dvec_add(out->torque_b, dvec_cross(lever[INNER], weight));
    } else {
        out->force_a = dvec_add(out->force_a, weight);
        out->torque_a = dvec_add(out->torque_a, dvec_cross(lever[OUTER], weight));
    }
}

void bearing_rest_spin(void *self, machine_spin how) {
    const ball_bearing *b = self;
    double D = b->def.balls.diameter, E = b->def.material.rigid ? b->def.balls.material.E : b->def.material.E;
    /* about as stiff as a loaded bearing against tilting */
    rings_rest_spin(&b->rest->rings, how, 0.01 * (E > 0 ? E : 2e11) * D * D * D);
}

static void eval(const void *self, const force_places *places, dual t, const body_motion *a, const body_motion *b,
                 force_out *out) {
    (void)t;
    const ball_bearing *brg = self;
    rings_rest *r = &brg->rest->rings;
    const dvec lever[RINGS] = {motion_direction(b, brg->ring[INNER].r), motion_direction(a, brg->ring[OUTER].r)};
    if (rings_rest_move(r, brg->ring, brg->still ? NULL : brg->speed, places->gravity, a, b)) find_balance(brg);
    rings_rest_push(r, brg->ring, a, b, out);
    add_cage(brg, places, lever, out);
}

const force_type force_bearing_rest = {
    .type = {"force", "bearing_rest", "the balls of a bearing in equilibrium", NULL, NULL},
    .bodies = 2,
    .eval = eval,
};
