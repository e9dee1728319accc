/* Statics of the ball bearing: the balls, each in equilibrium at its azimuth (bearing_rest_ball.c), as one force between
 * the rings. It is found once per relative pose of the rings, with its derivatives by that pose; the force element turns
 * them into world axes. The rings may be apart by less than half a ball and tilted by less than 0.3 rad; beyond, and where a
 * contact cannot be evaluated, the force is not a number and the solver takes a smaller step.
 *
 * The weight of the balls acts on them, that of the cage on the ring that guides it (the outer one if the balls do). Turning
 * the outer ring turns the weight of the balls against it; the derivative leaves that out (the weight of the balls per
 * radian, beside the stiffness of the contacts).
 *
 * The balls do not resist a rotation of the inner ring about its axis. The solver may have it held (machine_spin); the
 * moment that takes is kept apart from the force of the balls. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/quat.h"
#include "bearing_rest.h"

static const double pi = 3.14159265358979323846;
static const double steepest = 0.3; /* rad */

/* ---- creation ---- */

/* The normal law without its damping: nothing moves. */
static abut_choice undamped(const abut_choice *law) {
    abut_choice o = {.type = law->type};
    int n = 0;
    for (int i = 0; i < ABUT_MAX_PARAMS && law->params[i].name; i++)
        if (strcmp(law->params[i].name, "damping") != 0) o.params[n++] = law->params[i];
    return o;
}

/* Laws that keep the curvatures of the first touch have those of the unloaded bearing. */
static void touch_first(const ball_bearing *b, const rest_ball *ball, int ring, int groove) {
    abut_element *e = ball->element[ring][groove];
    if (abut_element_states(e)) return;
    const bearing_groove *g = &b->groove[ring][groove];
    double D = b->def.balls.diameter, u_r = 0.5 * b->def.pitch_diameter - g->ring, u_z = -g->z,
           part = (g->tube - 0.5 * D + 1e-9 * D) / hypot(u_r, u_z);
    abut_element_in in = {.b.r = v3_axpy(g->ring + part * u_r, ball->e_r, v3(0, 0, g->z + part * u_z))};
    (void)abut_element_accept(e, &in);
}

static bool make_elements(const ball_bearing *b, rest_ball *ball) {
    abut_surface_def sphere = {.shape = {"sphere", {{.name = "radius", .value = 0.5 * b->def.balls.diameter}}},
                               .material = b->def.balls.material};
    for (int r = 0; r < RINGS; r++)
        for (int g = 0; g < b->grooves; g++) {
            abut_element_def def = {.b = sphere, .law.normal = undamped(&b->def.law.normal)};
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
        ball->angle = b->def.first_ball_angle + 2 * pi * i / r->balls;
        ball->e_r = v3(cos(ball->angle), sin(ball->angle), 0);
        ball->e_t = v3(-ball->e_r.y, ball->e_r.x, 0);
        if (!make_elements(b, ball)) return false;
    }
    return true;
}

void bearing_rest_destroy(bearing_rest *r) {
    if (!r) return;
    for (int i = 0; r->ball && i < r->balls; i++)
        for (int k = 0; k < RINGS * 2; k++) abut_element_destroy(r->ball[i].element[k / 2][k % 2]);
    free(r->ball);
    free(r->jac);
    free(r);
}

/* ---- all balls ---- */
static abut_quat quat_of_matrix(mat3 m) {
    double d[4] = {m.c0.x + m.c1.y + m.c2.z, m.c0.x - m.c1.y - m.c2.z, m.c1.y - m.c0.x - m.c2.z,
                   m.c2.z - m.c0.x - m.c1.y};
    int k = 0;
    for (int i = 1; i < 4; i++)
        if (d[i] > d[k]) k = i;
    double s = 0.5 * sqrt(1 + d[k]), t = 0.25 / s;
    double wx = t * (m.c1.z - m.c2.y), wy = t * (m.c2.x - m.c0.z), wz = t * (m.c0.y - m.c1.x);
    double xy = t * (m.c0.y + m.c1.x), xz = t * (m.c2.x + m.c0.z), yz = t * (m.c1.z + m.c2.y);
    const abut_quat q[4] = {{s, wx, wy, wz}, {wx, s, xy, xz}, {wy, xy, s, yz}, {wz, xz, yz, s}};
    return quat_unit(q[k]);
}

static bool same_pose(const rest_pose *a, const rest_pose *b) { return memcmp(a, b, sizeof *a) == 0; }

static bool within_reach(const ball_bearing *b, const rest_pose *at) {
    return v3_norm(at->d) < 0.5 * b->def.balls.diameter && at->R.c2.z > cos(steepest);
}

static void find_balance(const ball_bearing *b, const rest_pose *at) {
    bearing_rest *r = b->rest;
    if (r->known && same_pose(&r->pose, at)) return;
    r->pose = *at;
    r->known = true;
    r->failed = !within_reach(b, at);
    r->energy = 0;
    memset(r->F, 0, sizeof r->F);
    memset(r->dF, 0, sizeof r->dF);
    for (int i = 0; i < r->balls && !r->failed; i++) {
        rest_ball *ball = &r->ball[i];
        r->failed = !rest_ball_settle(b, at, ball, r->jac);
        r->energy += ball->energy;
        for (int n = 0; n < RINGS * 6; n++) {
            int ring = n / 6, row = n % 6;
            r->F[ring][row] += ball->F[ring][row];
            for (int j = 0; j < 6; j++) r->dF[ring][row][j] += ball->dF[ring][row][j];
        }
    }
}

/* ---- the force element: a carries the outer ring, b the inner one ---- */

/* Of a vector that a turning frame carries: world axes, with its change. */
static dvec carried(mat3 R, vec3 turn, const double v[3], const double by[3][6], const double change[6]) {
    vec3 value = m3_mul(R, v3(v[0], v[1], v[2]));
    double d[3] = {0, 0, 0};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 6; j++) d[i] += by[i][j] * change[j];
    return (dvec){value, v3_add(v3_cross(turn, value), m3_mul(R, v3(d[0], d[1], d[2])))};
}

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

/* Angle about the axis from the start, where both frames coincide: q = swing twist. */
static dual twist(abut_quat q, vec3 turn) {
    dual w = {q.w, -0.5 * (turn.x * q.x + turn.y * q.y + turn.z * q.z)};
    dual z = {q.z, 0.5 * (turn.z * q.w + turn.x * q.y - turn.y * q.x)};
    return dual_scale(2, dual_atan2(z, w));
}

void bearing_rest_spin(void *self, machine_spin how) {
    const ball_bearing *b = self;
    bearing_rest *r = b->rest;
    r->spin = how;
    r->spin_moment = 0;
    if (how != SPIN_HELD) return;
    double D = b->def.balls.diameter, E = b->def.material.rigid ? b->def.balls.material.E : b->def.material.E;
    r->spin_from = twist(r->pose.q, v3(0, 0, 0)).v;
    r->spin_by = 0.01 * (E > 0 ? E : 2e11) * D * D * D; /* about as stiff as a loaded bearing against tilting */
}

static void add_spin(const ball_bearing *b, const body_motion *inner, vec3 turn, force_out *out) {
    bearing_rest *r = b->rest;
    if (r->spin == SPIN_FREE) return;
    dual moment = {1, 0}, angle = twist(r->pose.q, turn);
    angle.v -= r->spin_from;
    if (angle.v > pi) angle.v -= 2 * pi;
    if (angle.v < -pi) angle.v += 2 * pi;
    if (r->spin == SPIN_HELD) moment = dual_scale(-r->spin_by, angle);
    r->spin_moment = moment.v;
    dvec axis = motion_direction(inner, m3_of_quat(b->ring[INNER].q).c2), torque = dvec_scale(moment, axis);
    out->torque_b = dvec_add(out->torque_b, torque);
    out->torque_a = dvec_sub(out->torque_a, torque);
}

static void eval(const void *self, const force_places *places, dual t, const body_motion *a, const body_motion *b,
                 force_out *out) {
    (void)t;
    const ball_bearing *brg = self;
    bearing_rest *r = brg->rest;
    mat3 R = m3_mulm(a->R, m3_of_quat(brg->ring[OUTER].q)), R_i = m3_mulm(b->R, m3_of_quat(brg->ring[INNER].q));
    const dvec lever[RINGS] = {motion_direction(b, brg->ring[INNER].r), motion_direction(a, brg->ring[OUTER].r)};
    dvec apart = dvec_sub(motion_place(b, lever[INNER]), motion_place(a, lever[OUTER]));
    rest_pose at;
    memset(&at, 0, sizeof at); /* compared as bytes */
    at.d = m3_tmul(R, apart.v);
    at.R = m3_tmulm(R, R_i);
    at.q = quat_of_matrix(at.R);
    at.gravity = m3_tmul(R, places->gravity);
    for (int i = 0; i < RINGS && !brg->still; i++) at.speed[i] = brg->speed[i];
    find_balance(brg, &at);
    r->outer = (abut_pose){motion_place(a, lever[OUTER]).v, quat_of_matrix(R)};
    vec3 shift = m3_tmul(R, v3_sub(apart.d, v3_cross(a->dtheta, apart.v))),
         turn = m3_tmul(R, v3_sub(b->dtheta, a->dtheta));
    const double change[6] = {shift.x, shift.y, shift.z, turn.x, turn.y, turn.z};
    double broken = r->failed ? (double)NAN : 1;
    dvec f[RINGS], m[RINGS];
    for (int i = 0; i < RINGS; i++) {
        f[i] = carried(R, a->dtheta, r->F[i], r->dF[i], change);
        m[i] = dvec_add(carried(R, a->dtheta, r->F[i] + 3, r->dF[i] + 3, change), dvec_cross(lever[i], f[i]));
    }
    out->force_a = dvec_scale(dual_of(broken), f[OUTER]);
    out->torque_a = dvec_scale(dual_of(broken), m[OUTER]);
    out->force_b = dvec_scale(dual_of(broken), f[INNER]);
    out->torque_b = dvec_scale(dual_of(broken), m[INNER]);
    out->energy = r->energy;
    add_spin(brg, b, turn, out);
    add_cage(brg, places, lever, out);
}

const force_type force_bearing_rest = {
    .type = {"force", "bearing_rest", "the balls of a bearing in equilibrium", NULL, NULL},
    .bodies = 2,
    .eval = eval,
};
