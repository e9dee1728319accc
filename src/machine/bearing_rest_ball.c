/* The equilibrium of one ball between the rings, held at its azimuth.
 *
 * Unknowns are r and z of its centre in the plane through the axis of the outer ring. On the ball act the normal forces of
 * the grooves (contact elements: true tori, every normal law), its weight and, at speed,
 *   F_c = m r w_m^2 and the tangential force 2 M_g/D of the race that carries the gyroscopic moment M_g = J w_m w_r.
 * Contact angles: outer contact at r e_r + z e_z + (D/2) u_o, inner contact at -(D/2) u_i from the centre,
 * u = (cos alpha, sin alpha). No slip at both contacts and no spin at the outer one (g = D/2r, C = u_i . u_o) give
 *   w_m = [W_i (1 - g cos a_i) + W_o (C + g cos a_i)]/(1 + C),   ball: w = (W_o - w_m) (-sin a_o/g, 1 + cos a_o/g);
 * no spin at the inner one
 *   w_m = [W_i (C - g cos a_o) + W_o (1 + g cos a_o)]/(1 + C),   ball: w = (W_i - w_m) (sin a_i/g, 1 - cos a_i/g)
 * (A. B. Jones 1960; T. A. Harris, Rolling Bearing Analysis: for W_o = 0 and g with the pitch diameter these are his). The
 * ball's momentum turns with the orbit: the races must give the moment J w_m w_r about e_t = e_z x e_r.
 *
 * All of it is computed with derivatives by r, z and the pose of the inner ring. Newton's method with step control finds
 * (r, z); the implicit function theorem gives their change with the pose. */
#include <float.h>
#include <math.h>

#include "bearing_rest.h"

enum { MOST_STEPS = 100, MOST_HALVINGS = 40, STATES = 8, STARTS = 20 };

typedef struct trial {
    double r, z;
    abut_element_out out[RINGS][2];
    num_wrench ring[RINGS]; /* on the rings, about their centres */
    num N[RINGS][2];
    num2 sum;     /* of all forces on the ball, in its plane */
    num side;     /* the same along e_t */
    double total; /* N, sum of the normal forces */
    double body;  /* N, size of what is not a contact force */
    rest_motion motion;
} trial;

typedef struct task {
    const ball_bearing *b;
    const rest_pose *at;
    const rest_ball *ball;
    abut_element_jac *jac;
} task;

typedef struct spot {
    double r, z;
} spot;

static const vec3 e_z = {0, 0, 1};

static vec3 in_space(const rest_ball *ball, double r, double z) { return v3_axpy(r, ball->e_r, v3(0, 0, z)); }
static bool is_moving(const rest_pose *at) { return at->speed[INNER] != 0 || at->speed[OUTER] != 0; }

/* ---- contacts ---- */

/* A component of a wrench of the element, `row` of its derivatives. */
static num component(const task *k, int ring, double value, int row) {
    const double *K = k->jac->K[row];
    num o = {.v = value};
    o.d[BY_R] = -(K[6] * k->ball->e_r.x + K[7] * k->ball->e_r.y);
    o.d[BY_Z] = -K[8];
    for (int i = 0; i < 6 && ring == INNER; i++) o.d[BY_POSE + i] = -K[i];
    return o;
}

static abut_status press(const task *k, int ring, int groove, trial *t) {
    const abut_element *e = k->ball->element[ring][groove];
    abut_element_out *out = &t->out[ring][groove];
    double state[STATES];
    abut_element_in in = {.b.r = in_space(k->ball, t->r, t->z)};
    if (ring == INNER) in.a = (abut_pose){k->at->d, k->at->q};
    abut_status status = ABUT_OK;
    if (abut_element_states(e)) {
        status = abut_element_start(e, &in, state);
        in.state = state;
    }
    out->jac = k->jac;
    out->want_frame = false;
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

/* ---- the effects of speed ---- */

/* From the circle of groove centres to the ball, in the ball's plane. */
static num2 from_groove(const task *k, int ring, int groove, const trial *t) {
    const bearing_groove *g = &k->b->groove[ring][groove];
    num2 o = {num_of(t->r - g->ring), num_of(t->z - g->z)};
    o.r.d[BY_R] = o.z.d[BY_Z] = 1;
    if (ring == OUTER) return o;
    mat3 R = k->at->R;
    vec3 lever = v3_sub(in_space(k->ball, t->r, t->z), k->at->d), y = m3_tmul(R, lever);
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

static int nearest(const ball_bearing *b, const abut_element_out *out) {
    return b->grooves == 2 && out[1].h > out[0].h ? 1 : 0;
}

/* (cos alpha, sin alpha) of a ring: of the resultant if two grooves carry. */
static num2 line_of(const task *k, int ring, const trial *t) {
    num2 u = num2_unit(from_groove(k, ring, nearest(k->b, t->out[ring]), t));
    if (k->b->grooves == 2 && t->N[ring][0].v > 0 && t->N[ring][1].v > 0) {
        num2 sum = {num_of(0), num_of(0)};
        for (int g = 0; g < 2; g++)
            sum = num2_add(sum, num2_scale(t->N[ring][g], num2_unit(from_groove(k, ring, g, t))));
        u = num2_unit(sum);
    }
    return ring == OUTER ? u : num2_scale(num_of(-1), u);
}

/* Moment on the ring about its centre, and the force, from a force on the ball at `way` times (D/2) u from its centre. */
static void push_back(const task *k, int ring, num2 force, num2 u, double way, trial *t) {
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

static void move(const task *k, trial *t) {
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

/* ---- Newton's method ---- */
static double unbalanced(const trial *t) { return hypot(t->sum.r.v, t->sum.z.v); }

static bool try_at(const task *k, double r, double z, trial *t) {
    *t = (trial){.r = r, .z = z};
    for (int ring = 0; ring < RINGS; ring++)
        for (int g = 0; g < k->b->grooves; g++)
            if (press(k, ring, g, t)) return false;
    double m = k->b->ball_mass;
    num2 before = t->sum;
    t->sum.r = num_plus(t->sum.r, m * v3_dot(k->at->gravity, k->ball->e_r));
    t->sum.z = num_plus(t->sum.z, m * k->at->gravity.z);
    t->side = num_plus(t->side, m * v3_dot(k->at->gravity, k->ball->e_t));
    if (is_moving(k->at)) move(k, t);
    t->body = hypot(t->sum.r.v - before.r.v, t->sum.z.v - before.z.v);
    return isfinite(unbalanced(t) + t->side.v);
}

/* J dx = -b for the 2 x 2 matrix of the ball's own derivatives */
static bool solve2(const trial *t, double b_r, double b_z, double *r, double *z) {
    const double *R = t->sum.r.d, *Z = t->sum.z.d;
    double det = R[BY_R] * Z[BY_Z] - R[BY_Z] * Z[BY_R];
    *r = (b_z * R[BY_Z] - b_r * Z[BY_Z]) / det;
    *z = (b_r * Z[BY_R] - b_z * R[BY_R]) / det;
    return isfinite(*r + *z);
}

static double stiffness(const trial *t) {
    return fmax(fmax(fabs(t->sum.r.d[BY_R]), fabs(t->sum.r.d[BY_Z])),
                fmax(fabs(t->sum.z.d[BY_R]), fabs(t->sum.z.d[BY_Z])));
}

/* What rounding leaves, and a force that is none. */
static double noise(const task *k, const trial *t) {
    return 16 * DBL_EPSILON * t->r * stiffness(t) + 1e-9 * k->b->ball_mass;
}

static bool good_enough(const task *k, const trial *t) {
    return unbalanced(t) <= 1e-11 * (t->total + t->body) + noise(k, t);
}

static bool settle_from(const task *k, trial *t) {
    trial next;
    for (int step = 0; step < MOST_STEPS; step++) {
        double size = unbalanced(t), dr, dz;
        if (size <= 1e-15 * (t->total + t->body)) return true;
        if (!solve2(t, t->sum.r.v, t->sum.z.v, &dr, &dz)) return size <= noise(k, t);
        double part = fmin(1, 0.1 * k->b->def.balls.diameter / hypot(dr, dz));
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
static spot centre_of(const task *k, int ring, int groove) {
    const bearing_groove *g = &k->b->groove[ring][groove];
    if (ring == OUTER) return (spot){g->ring, g->z};
    vec3 y = m3_tmul(k->at->R, v3_sub(v3_scale(0.5 * k->b->def.pitch_diameter, k->ball->e_r), k->at->d));
    double part = g->ring / hypot(y.x, y.y);
    vec3 c = v3_add(k->at->d, m3_mul(k->at->R, v3(part * y.x, part * y.y, g->z)));
    return (spot){v3_dot(c, k->ball->e_r), c.z};
}

static spot along(spot a, double s, spot u) { return (spot){a.r + s * u.r, a.z + s * u.z}; }

static double room_of(const task *k, int ring, int groove) {
    return k->b->groove[ring][groove].tube - 0.5 * k->b->def.balls.diameter;
}

/* Between a groove of each ring: in the middle, and where the ball touches both. */
static int between(const task *k, int i, int o, spot *to) {
    spot c_i = centre_of(k, INNER, i), c_o = centre_of(k, OUTER, o), u = {c_i.r - c_o.r, c_i.z - c_o.z};
    double A = hypot(u.r, u.z), w_i = room_of(k, INNER, i), w_o = room_of(k, OUTER, o);
    u = A > 0 ? (spot){u.r / A, u.z / A} : (spot){1, 0};
    to[0] = along(c_o, 0.5 * (A + w_o - w_i), u);
    if (!(A < w_i + w_o && A > fabs(w_i - w_o))) return 1;
    double a = 0.5 * (A * A + w_o * w_o - w_i * w_i) / A, b = sqrt(fmax(0, w_o * w_o - a * a));
    to[1] = along(along(c_o, a, u), b, (spot){-u.z, u.r});
    to[2] = along(along(c_o, a, u), -b, (spot){-u.z, u.r});
    return 3;
}

/* The middle of the room that the grooves leave. */
static spot middle(const task *k) {
    spot sum = {0, 0}, found[3];
    for (int g = 0; g < k->b->grooves; g++) {
        (void)between(k, g, g, found);
        sum = along(sum, 1.0 / k->b->grooves, found[0]);
    }
    return sum;
}

/* Deeper along u until a contact carries the force. */
static spot deepen(const task *k, spot p, spot u, double force) {
    double D = k->b->def.balls.diameter;
    trial t;
    for (double h = 1e-9 * D; h < 0.01 * D; h *= 4) {
        spot q = along(p, h, u);
        if (!try_at(k, q.r, q.z, &t)) break;
        if (t.total >= force) return q;
    }
    return p;
}

static int starts(const task *k, const trial *mid, spot *to) {
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

static bool search(const task *k, const trial *mid, trial *t) {
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
static void guide(const task *k, trial *t) {
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

static void sum_up(const task *k, trial *t, rest_ball *ball) {
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
    vec3 n = out[nearest(b, out)].n;
    if (b->grooves == 2 && out[0].N > 0 && out[1].N > 0) n = v3_in(out[0].N, out[0].n, out[1].N, out[1].n);
    double s = ring == INNER ? 1 : -1;
    return atan2(s * n.z, s * v3_dot(n, ball->e_r));
}

static void keep(const ball_bearing *b, const trial *t, rest_ball *ball) {
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
    task k = {b, at, ball, jac};
    trial t, mid;
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
    if (!seen) mid = (trial){.r = p.r, .z = p.z};
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
