/* The equilibrium of one ball between the rings, held at its azimuth.
 *
 * Unknowns are r and z of its centre in the plane through the axis of the outer ring. On the ball act the normal forces of
 * the grooves (contact elements: true tori, every normal law, with their films), its weight and the effects of speed (bearing_rest_speed.c).
 * All of it is computed with derivatives by r, z and the pose of the inner ring. Newton's method with step control finds
 * (r, z); the implicit function theorem gives their change with the pose. What is left over along the circumference is the
 * cage force; the guide that gives it belongs to the outer ring.
 *
 * A ball between grooves is held like a point between arcs: the forces have (nearly) a convex potential, so that any start
 * where something touches will do. A ball with room to spare and no force on it stands in the middle and carries nothing. */
#include <float.h>
#include <math.h>

#include "base/plane.h"
#include "rest.h"

enum { MOST_STEPS = 100, MOST_HALVINGS = 40, STATES = 8, STARTS = 20 };

typedef struct spot {
    double r, z;
} spot;

static bool is_moving(const rest_pose *at) { return at->speed[INNER] != 0 || at->speed[OUTER] != 0; }

/* ---- contacts ---- */

/* A component of a wrench of the element, `row` of its derivatives. */
static num component(const rest_task *k, int ring, double value, int row) {
    const double *K = k->jac->K[row];
    num o = {.v = value};
    o.d[BY_R] = -(K[6] * k->ball->e_r.x + K[7] * k->ball->e_r.y);
    o.d[BY_Z] = -K[8];
    for (int i = 0; i < 6 && ring == INNER; i++) o.d[BY_POSE + i] = -K[i];
    return o;
}

/* Films need the speeds of the surfaces: those of rolling at the unloaded contact angle, seen from the orbiting ball. */
static void roll(const rest_task *k, int ring, abut_element_in *in) {
    const ball_bearing *b = k->b;
    if (!b->def.law.lubricant || !is_moving(k->at)) return;
    double r = 0.5 * b->def.balls.diameter, R = 0.5 * b->def.pitch_diameter, angle = b->hands ? b->contact_angle : 0,
           W_i = k->at->speed[INNER], W_o = k->at->speed[OUTER], orbit = bearing_orbit(&b->def, angle, W_i, W_o);
    vec3 axis = ring == INNER ? k->at->R.c2 : v3(0, 0, 1);
    vec3 along = v3_axpy(-sin(angle) * b->hands, k->ball->e_r, v3(0, 0, cos(angle)));
    in->va.w = v3_scale(k->at->speed[ring] - orbit, axis);
    in->vb.w = v3_scale((W_o - orbit) * (R + r * cos(angle)) / r, along);
}

static abut_status press(const rest_task *k, int ring, int groove, rest_trial *t) {
    const abut_element *e = k->ball->element[ring][groove];
    abut_element_out *out = &t->out[ring][groove];
    double state[STATES];
    abut_element_in in = {.b.r = rest_in_space(k->ball, t->r, t->z)};
    if (ring == INNER) in.a = (abut_pose){k->at->d, k->at->q};
    roll(k, ring, &in);
    abut_status status = ABUT_OK;
    if (abut_element_states(e)) {
        status = abut_element_start(e, &in, state);
        in.state = state;
    }
    out->jac = k->jac;
    out->want_frame = k->b->def.law.lubricant; /* what the film is like */
    out->state_rate = NULL;
    if (!status) status = abut_element_eval(e, &in, out);
    out->jac = NULL;
    if (status || !out->touching) return status;
    const double on_ring[6] = {out->on_a.force.x,  out->on_a.force.y,  out->on_a.force.z,
                               out->on_a.torque.x, out->on_a.torque.y, out->on_a.torque.z};
    num *to[6] = {&t->ring[ring].f[0], &t->ring[ring].f[1], &t->ring[ring].f[2],
                  &t->ring[ring].m[0], &t->ring[ring].m[1], &t->ring[ring].m[2]};
    for (int i = 0; i < 6; i++) *to[i] = num_add(*to[i], component(k, ring, on_ring[i], i));
    num x = component(k, ring, out->on_b.force.x, 6), y = component(k, ring, out->on_b.force.y, 7),
        z = component(k, ring, out->on_b.force.z, 8);
    vec3 e_r = k->ball->e_r, e_t = k->ball->e_t;
    t->sum.r = num_add(t->sum.r, num_in(x, e_r.x, y, e_r.y));
    t->sum.z = num_add(t->sum.z, z);
    t->side = num_add(t->side, num_in(x, e_t.x, y, e_t.y));
    t->N[ring][groove] = num_add(num_in(x, out->n.x, y, out->n.y), num_scale(out->n.z, z));
    t->N[ring][groove].v = out->N;
    t->total += out->N;
    return ABUT_OK;
}

/* ---- Newton's method ---- */
static double unbalanced(const rest_trial *t) { return plane_length(t->sum.r.v, t->sum.z.v); }

static bool try_at(const rest_task *k, double r, double z, rest_trial *t) {
    *t = (rest_trial){.r = r, .z = z};
    for (int ring = 0; ring < RINGS; ring++)
        for (int g = 0; g < k->b->grooves; g++)
            if (press(k, ring, g, t)) return false;
    double m = k->b->ball_mass;
    num2 before = t->sum;
    t->sum.r = num_plus(t->sum.r, m * v3_dot(k->at->gravity, k->ball->e_r));
    t->sum.z = num_plus(t->sum.z, m * k->at->gravity.z);
    t->side = num_plus(t->side, m * v3_dot(k->at->gravity, k->ball->e_t));
    if (is_moving(k->at)) rest_move(k, t);
    t->body = plane_length(t->sum.r.v - before.r.v, t->sum.z.v - before.z.v);
    return isfinite(unbalanced(t) + t->side.v);
}

/* J dx = -b for the 2 x 2 matrix of the ball's own derivatives */
static bool solve2(const rest_trial *t, double b_r, double b_z, double *r, double *z) {
    const double *R = t->sum.r.d, *Z = t->sum.z.d;
    double det = R[BY_R] * Z[BY_Z] - R[BY_Z] * Z[BY_R];
    *r = (b_z * R[BY_Z] - b_r * Z[BY_Z]) / det;
    *z = (b_r * Z[BY_R] - b_z * R[BY_R]) / det;
    return isfinite(*r + *z);
}

static double stiffness(const rest_trial *t) {
    return fmax(fmax(fabs(t->sum.r.d[BY_R]), fabs(t->sum.r.d[BY_Z])),
                fmax(fabs(t->sum.z.d[BY_R]), fabs(t->sum.z.d[BY_Z])));
}

/* What rounding leaves, and a force that is none. */
static double noise(const rest_task *k, const rest_trial *t) {
    return 16 * DBL_EPSILON * t->r * stiffness(t) + 1e-9 * k->b->ball_mass;
}

static bool good_enough(const rest_task *k, const rest_trial *t) {
    return unbalanced(t) <= 1e-11 * (t->total + t->body) + noise(k, t);
}

static bool settle_from(const rest_task *k, rest_trial *t) {
    rest_trial next;
    for (int step = 0; step < MOST_STEPS; step++) {
        double size = unbalanced(t), dr, dz;
        if (size <= 1e-15 * (t->total + t->body)) return true;
        if (!solve2(t, t->sum.r.v, t->sum.z.v, &dr, &dz)) return size <= noise(k, t);
        double part = fmin(1, 0.1 * k->b->def.balls.diameter / plane_length(dr, dz));
        for (int halving = 0;; halving++, part *= 0.5) {
            if (try_at(k, t->r + part * dr, t->z + part * dz, &next) && unbalanced(&next) < (1 - 0.1 * part) * size)
                break;
            if (good_enough(k, t)) return true;
            if (halving == MOST_HALVINGS) return false;
        }
        *t = next;
    }
    return good_enough(k, t);
}

/* ---- where to start ---- */

/* Centre of the groove's section in the ball's plane. */
static spot centre_of(const rest_task *k, int ring, int groove) {
    const bearing_groove *g = &k->b->groove[ring][groove];
    if (ring == OUTER) return (spot){g->ring, g->z};
    vec3 y = m3_tmul(k->at->R, v3_sub(v3_scale(0.5 * k->b->def.pitch_diameter, k->ball->e_r), k->at->d));
    double part = g->ring / plane_length(y.x, y.y);
    vec3 c = v3_add(k->at->d, m3_mul(k->at->R, v3(part * y.x, part * y.y, g->z)));
    return (spot){v3_dot(c, k->ball->e_r), c.z};
}

static spot along(spot a, double s, spot u) { return (spot){a.r + s * u.r, a.z + s * u.z}; }

static double room_of(const rest_task *k, int ring, int groove) {
    return k->b->groove[ring][groove].tube - 0.5 * k->b->def.balls.diameter;
}

/* Between a groove of each ring: in the middle, and where the ball touches both. */
static int between(const rest_task *k, int i, int o, spot *to) {
    spot c_i = centre_of(k, INNER, i), c_o = centre_of(k, OUTER, o), u = {c_i.r - c_o.r, c_i.z - c_o.z};
    double A = plane_length(u.r, u.z), w_i = room_of(k, INNER, i), w_o = room_of(k, OUTER, o);
    u = A > 0 ? (spot){u.r / A, u.z / A} : (spot){1, 0};
    to[0] = along(c_o, 0.5 * (A + w_o - w_i), u);
    if (!(A < w_i + w_o && A > fabs(w_i - w_o))) return 1;
    double a = 0.5 * (A * A + w_o * w_o - w_i * w_i) / A, b = sqrt(fmax(0, w_o * w_o - a * a));
    to[1] = along(along(c_o, a, u), b, (spot){-u.z, u.r});
    to[2] = along(along(c_o, a, u), -b, (spot){-u.z, u.r});
    return 3;
}

/* The middle of the room that the grooves leave. */
static spot middle(const rest_task *k) {
    spot sum = {0, 0}, found[3];
    for (int g = 0; g < k->b->grooves; g++) {
        (void)between(k, g, g, found);
        sum = along(sum, 1.0 / k->b->grooves, found[0]);
    }
    return sum;
}

/* Deeper along u until a contact carries the force. */
static spot deepen(const rest_task *k, spot p, spot u, double force) {
    double D = k->b->def.balls.diameter;
    rest_trial t;
    for (double h = 1e-9 * D; h < 0.01 * D; h *= 4) {
        spot q = along(p, h, u);
        if (!try_at(k, q.r, q.z, &t)) break;
        if (t.total >= force) return q;
    }
    return p;
}

static int starts(const rest_task *k, const rest_trial *mid, spot *to) {
    int count = 0;
    for (int i = 0; i < k->b->grooves; i++)
        for (int o = 0; o < k->b->grooves; o++) count += between(k, i, o, to + count);
    double size = mid->body;
    spot u = {1, 0};
    if (size > 0) {
        double f_r = k->b->ball_mass * v3_dot(k->at->gravity, k->ball->e_r) + mid->motion.F_c.v + mid->motion.push.r.v;
        double f_z = k->b->ball_mass * k->at->gravity.z + mid->motion.push.z.v;
        u = (spot){f_r / size, f_z / size};
    }
    for (int ring = 0; ring < RINGS; ring++)
        for (int g = 0; g < k->b->grooves; g++) to[count++] = along(centre_of(k, ring, g), room_of(k, ring, g), u);
    for (int i = 0; i < count; i++) to[i] = deepen(k, to[i], u, size);
    return count;
}

static bool search(const rest_task *k, const rest_trial *mid, rest_trial *t) {
    spot from[STARTS];
    double size[STARTS];
    int count = starts(k, mid, from);
    for (int i = 0; i < count; i++) size[i] = try_at(k, from[i].r, from[i].z, t) ? unbalanced(t) : (double)INFINITY;
    for (int n = 0; n < count; n++) {
        int best = 0;
        for (int i = 1; i < count; i++)
            if (size[i] < size[best]) best = i;
        if (!(size[best] < INFINITY)) break;
        size[best] = INFINITY;
        if (try_at(k, from[best].r, from[best].z, t) && settle_from(k, t)) return true;
    }
    return false;
}

/* ---- the result ---- */

/* The ball follows the pose: g(x, q) = 0 gives dx = -g_x^-1 g_q. */
static void follow(const num *x, const double dx[6][2], double *value, double *by) {
    *value += x->v;
    for (int j = 0; j < 6; j++) by[j] += x->d[BY_POSE + j] + x->d[BY_R] * dx[j][0] + x->d[BY_Z] * dx[j][1];
}

/* The guide that keeps the ball in its plane belongs to the outer ring. */
static void guide(const rest_task *k, rest_trial *t) {
    num r = num_of(t->r), z = num_of(t->z);
    r.d[BY_R] = z.d[BY_Z] = 1;
    num_wrench *o = &t->ring[OUTER];
    vec3 e = k->ball->e_t;
    o->f[0] = num_in(o->f[0], 1, t->side, e.x);
    o->f[1] = num_in(o->f[1], 1, t->side, e.y);
    num zs = num_mul(z, t->side); /* (r e_r + z e_z) x e_t = r e_z - z e_r */
    o->m[0] = num_in(o->m[0], 1, zs, -k->ball->e_r.x);
    o->m[1] = num_in(o->m[1], 1, zs, -k->ball->e_r.y);
    o->m[2] = num_add(o->m[2], num_mul(r, t->side));
}

static void sum_up(const rest_task *k, rest_trial *t, rest_ball *ball) {
    double dx[6][2];
    for (int j = 0; j < 6; j++)
        if (!solve2(t, t->sum.r.d[BY_POSE + j], t->sum.z.d[BY_POSE + j], &dx[j][0], &dx[j][1])) dx[j][0] = dx[j][1] = 0;
    guide(k, t);
    for (int ring = 0; ring < RINGS; ring++)
        for (int i = 0; i < 3; i++) {
            follow(&t->ring[ring].f[i], dx, &ball->F[ring][i], ball->dF[ring][i]);
            follow(&t->ring[ring].m[i], dx, &ball->F[ring][3 + i], ball->dF[ring][3 + i]);
        }
    ball->cage = -t->side.v;
    ball->energy = 0;
    for (int ring = 0; ring < RINGS; ring++)
        for (int g = 0; g < k->b->grooves; g++) ball->energy += t->out[ring][g].energy;
}

static double angle_of(const ball_bearing *b, const rest_ball *ball, int ring) {
    const abut_element_out *out = ball->out[ring];
    vec3 n = out[rest_nearest(b, out)].n;
    if (b->grooves == 2 && out[0].N > 0 && out[1].N > 0) n = v3_in(out[0].N, out[0].n, out[1].N, out[1].n);
    double s = ring == INNER ? 1 : -1;
    return atan2(s * n.z, s * v3_dot(n, ball->e_r));
}

static void keep(const ball_bearing *b, const rest_trial *t, rest_ball *ball) {
    ball->found = true;
    ball->r = t->r;
    ball->z = t->z;
    for (int ring = 0; ring < RINGS; ring++) {
        for (int g = 0; g < b->grooves; g++) ball->out[ring][g] = t->out[ring][g];
        ball->line[ring] = angle_of(b, ball, ring);
    }
    ball->orbit = t->motion.orbit.v;
    ball->w_r = t->motion.w_r.v;
    ball->w_z = t->motion.w_z.v;
    ball->F_c = t->motion.F_c.v;
    ball->M_g = t->motion.M_g;
}

bool rest_ball_settle(const ball_bearing *b, const rest_pose *at, rest_ball *ball, abut_element_jac *jac) {
    rest_task k = {b, at, ball, jac};
    rest_trial t, mid;
    bool warm = ball->found && ball->loaded;
    ball->found = ball->loaded = false;
    ball->cage = ball->energy = 0;
    for (int ring = 0; ring < RINGS; ring++)
        for (int i = 0; i < 6; i++) {
            ball->F[ring][i] = 0;
            for (int j = 0; j < 6; j++) ball->dF[ring][i][j] = 0;
        }
    spot p = middle(&k);
    bool seen = try_at(&k, p.r, p.z, &mid);
    if (!seen) mid = (rest_trial){.r = p.r, .z = p.z};
    if (!seen || mid.total > 0 || mid.body > 1e-8 * b->ball_mass) {
        bool good = warm && try_at(&k, ball->r, ball->z, &t) && settle_from(&k, &t);
        if (!good && seen && mid.total > 0) t = mid, good = settle_from(&k, &t);
        if (!good && !search(&k, &mid, &t)) return false;
        ball->loaded = t.total > 1e-12 * b->def.balls.diameter * stiffness(&t);
    } else
        t = mid;
    keep(b, &t, ball);
    if (ball->loaded) sum_up(&k, &t, ball);
    return true;
}
