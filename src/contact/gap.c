/* The search for the place where two bodies are deepest in each other.
 *
 * min over x of max over the sides of phi_i is not smooth; the logarithm of a sum of exponentials is, and is convex for convex
 * bodies:
 *   L(x) = tau ln sum exp(phi_i/tau),  grad L = sum w_i g_i,  Hess L = sum w_i H_i + (sum w_i g_i g_i^T - g g^T)/tau.
 * With two sides at work, the common case, its minimum is the place itself whatever tau is; at edges it is off by about tau,
 * which ends at a hundredth of the depth. Newton steps with a line search; flat directions stay where they are. */
#include "gap.h"

#include "base/plane.h"
#include "surface/surface.h"

/* ---- bodies ---- */
static void turn_hessian(mat3 R, double H[6]) {
    vec3 row[3] = {{R.c0.x, R.c1.x, R.c2.x}, {R.c0.y, R.c1.y, R.c2.y}, {R.c0.z, R.c1.z, R.c2.z}};
    vec3 v[3] = {sym3_mul(H, row[0]), sym3_mul(H, row[1]), sym3_mul(H, row[2])};
    H[0] = v3_dot(row[0], v[0]);
    H[1] = v3_dot(row[1], v[1]);
    H[2] = v3_dot(row[2], v[2]);
    H[3] = v3_dot(row[0], v[1]);
    H[4] = v3_dot(row[0], v[2]);
    H[5] = v3_dot(row[1], v[2]);
}

static abut_status side_jet(const abut_gap *gap, int side, const abut_vec3 *x, int order, abut_jet *out) {
    const abut_side *s = &gap->side[side];
    if (!s->surface) {
        out->f = v3_dot(s->wall.m, *x) - s->wall.at;
        out->g = s->wall.m;
        for (int i = 0; i < 6; i++) out->H[i] = 0;
        return ABUT_OK;
    }
    vec3 y = m3_tmul(s->R, v3_sub(*x, s->o));
    const abut_surface_type *t = s->surface;
    abut_status status = t->beyond ? t->beyond(s->self, &y, order, out) : t->jet(s->self, &y, order, out);
    if (status) return status;
    out->g = m3_mul(s->R, out->g);
    if (order > 1) turn_hessian(s->R, out->H);
    return ABUT_OK;
}

/* With x = o + R y: M = R M_y R^T, v = R v_y - M o, at = at_y - v_y . y_0 + o . M o/2. */
static void place_quadric(const abut_side *s, abut_gap *g, int k) {
    abut_quadric own, *q = &g->q[k];
    g->quadric[k] = s->surface->quadric && s->surface->quadric(s->self, &own);
    if (!g->quadric[k]) return;
    for (int i = 0; i < 6; i++) q->M[i] = own.M[i];
    turn_hessian(s->R, q->M);
    vec3 slope = m3_mul(s->R, own.v), Mo = sym3_mul(q->M, s->o);
    q->v = v3_sub(slope, Mo);
    q->at = own.at - v3_dot(slope, s->o) + 0.5 * v3_dot(s->o, Mo);
}

static void place_gap(const abut_gap *gap, const abut_vec3 *origin, const abut_mat3 *axes, abut_gap *out) {
    if (out != gap) *out = *gap;
    for (int k = 0; k < gap->sides; k++) {
        const abut_side *from = &gap->side[k];
        abut_side *to = &out->side[k];
        to->wall.at = from->wall.at - v3_dot(from->wall.m, *origin);
        to->wall.m = m3_tmul(*axes, from->wall.m);
        to->o = m3_tmul(*axes, v3_sub(from->o, *origin));
        to->R = m3_tmulm(*axes, from->R);
    }
    for (int k = 0; k < 2; k++) place_quadric(&out->side[k], out, k);
    out->origin = v3_add(gap->origin, m3_mul(gap->axes, *origin));
    out->axes = m3_mulm(gap->axes, *axes);
}

static void add_walls(const surface *s, bool of_b, mat3 R, vec3 o, abut_gap *g) {
    abut_wall wall[ABUT_WALLS];
    int count = s->type->walls ? s->type->walls(s->self, wall) : 0;
    for (int i = 0; i < count; i++) {
        vec3 m = m3_mul(R, wall[i].m);
        g->side[g->sides++] = (abut_side){.of_b = of_b, .R = R, .o = o, .wall = {m, wall[i].at + v3_dot(m, o)}};
    }
}

void gap_bodies(const abut_track_pair *pair, double E_star, abut_gap *g) {
    const surface *a = pair->a, *b = pair->b;
    const vec3 none = {0, 0, 0};
    g->sides = 2;
    g->side[0] = (abut_side){.surface = a->type, .self = a->self, .R = m3_identity()};
    g->side[1] = (abut_side){.surface = b->type, .self = b->self, .of_b = true, .R = pair->R, .o = pair->d};
    add_walls(a, false, m3_identity(), none, g);
    add_walls(b, true, pair->R, pair->d, g);
    g->axes = m3_identity();
    g->origin = none;
    g->size = fmin(a->extent.size, b->extent.size);
    for (int k = 2; !isfinite(g->size) && k < g->sides; k++) /* two planes: where they end */
        g->size = fabs(g->side[k].wall.at - v3_dot(g->side[k].wall.m, g->side[k].o));
    if (!isfinite(g->size)) g->size = 0.1 * v3_norm(pair->d);
    if (!(g->size > 0)) g->size = 1;
    g->E_star = E_star;
    g->h = g->reach[0] = g->reach[1] = 0;
    g->jet = side_jet;
    g->place = place_gap;
    for (int k = 0; k < 2; k++) place_quadric(&g->side[k], g, k);
}

/* ---- the soft maximum ---- */
typedef struct side_point {
    double phi;
    vec3 g;
    double H[6];
} side_point;

typedef struct soft {
    double L, top, spread; /* m: value, greatest phi, difference between the greatest of A and of B */
    vec3 g;
    double H[6];
    vec3 normal;       /* sum of w g of A less that of B: along the normal out of A */
    double bend[6];    /* curvatures of A and of B, each by its weights, added */
    side_point *point; /* of each side */
} soft;

static abut_status look_at(const abut_gap *gap, int k, vec3 x, side_point *out) {
    abut_jet jet;
    abut_status s = gap->jet(gap, k, &x, 2, &jet);
    if (s) return s;
    double l = v3_norm(jet.g), il = 1 / l;
    if (!(l > 0 && isfinite(l) && isfinite(jet.f * il))) return ABUT_OUTSIDE_DOMAIN;
    out->phi = jet.f * il;
    out->g = v3_scale(il, jet.g);
    for (int i = 0; i < 6; i++) out->H[i] = jet.H[i] * il;
    return ABUT_OK;
}

/* Quadrics whose gradient does not change along the normal have f/|grad f| for a distance. */
static bool is_distance(const abut_gap *gap, int k, const side_point *p) {
    return gap->quadric[k] && v3_norm(sym3_mul(p->H, p->g)) * gap->size < 1e-12;
}

/* f/|grad f| is a distance only close to the surface: near it, that from the foot of x. */
static void at_foot(const abut_gap *gap, int k, vec3 x, side_point *p) {
    if (!gap->side[k].surface || fabs(p->phi) > gap->size || is_distance(gap, k, p)) return;
    vec3 y = v3_axpy(-p->phi, p->g, x);
    for (int i = 0; i < 8; i++) {
        side_point foot;
        if (look_at(gap, k, y, &foot) || !(fabs(foot.phi) < 0.5 * fabs(p->phi))) return;
        foot.phi += v3_dot(v3_sub(x, y), foot.g);
        vec3 next = v3_axpy(-foot.phi, foot.g, x);
        double moved = v3_norm(v3_sub(next, y));
        *p = foot;
        y = next;
        if (moved < 1e-8 * gap->size) return;
    }
}

static abut_status look(const abut_gap *gap, vec3 x, side_point *point) {
    for (int k = 0; k < gap->sides; k++) {
        abut_status s = look_at(gap, k, x, &point[k]);
        if (s) return s;
        at_foot(gap, k, x, &point[k]);
    }
    return ABUT_OK;
}

static void add_outer(double H[6], double w, vec3 g) {
    H[0] += w * g.x * g.x;
    H[1] += w * g.y * g.y;
    H[2] += w * g.z * g.z;
    H[3] += w * g.x * g.y;
    H[4] += w * g.x * g.z;
    H[5] += w * g.y * g.z;
}

static void tops(const abut_gap *gap, soft *s) {
    double top[2] = {-INFINITY, -INFINITY};
    for (int k = 0; k < gap->sides; k++) top[gap->side[k].of_b] = fmax(top[gap->side[k].of_b], s->point[k].phi);
    s->top = fmax(top[0], top[1]);
    s->spread = fabs(top[0] - top[1]);
}

static void soften(const abut_gap *gap, double tau, soft *s) {
    double sum = 0, weight[ABUT_SIDES], of[2] = {0, 0}, bend[2][6] = {{0}};
    const vec3 none = {0, 0, 0};
    s->g = s->normal = none;
    for (int i = 0; i < 6; i++) s->H[i] = 0;
    for (int k = 0; k < gap->sides; k++) {
        double below = (s->point[k].phi - s->top) / tau;
        sum += weight[k] = below > -42 ? exp(below) : 0; /* 1e-18 */
    }
    s->L = s->top + tau * log(sum);
    for (int k = 0; k < gap->sides; k++) {
        const side_point *p = &s->point[k];
        double w = weight[k] / sum, sign = gap->side[k].of_b ? -1 : 1;
        if (w < 1e-18) continue;
        s->g = v3_axpy(w, p->g, s->g);
        s->normal = v3_axpy(sign * w, p->g, s->normal);
        of[gap->side[k].of_b] += w;
        for (int i = 0; i < 6; i++) s->H[i] += w * p->H[i], bend[gap->side[k].of_b][i] += w * p->H[i];
        add_outer(s->H, w / tau, p->g);
    }
    add_outer(s->H, -1 / tau, s->g);
    for (int i = 0; i < 6; i++) s->bend[i] = bend[0][i] / fmax(of[0], 1e-9) + bend[1][i] / fmax(of[1], 1e-9);
}

/* (H + lambda) x = -g by Cholesky; false: not positive. */
static bool newton_step(const double H[6], double lambda, vec3 g, vec3 *x) {
    double a = H[0] + lambda, tiny = 1e-13 * (fabs(H[0]) + fabs(H[1]) + fabs(H[2]) + lambda);
    if (!(a > tiny)) return false;
    double l21 = H[3] / a, l31 = H[4] / a, d2 = H[1] + lambda - l21 * H[3], e = H[5] - l21 * H[4];
    if (!(d2 > tiny)) return false;
    double l32 = e / d2, d3 = H[2] + lambda - l31 * H[4] - l32 * e;
    if (!(d3 > tiny)) return false;
    double y1 = -g.x, y2 = -g.y - l21 * y1, y3 = -g.z - l31 * y1 - l32 * y2;
    x->z = y3 / d3;
    x->y = y2 / d2 - l32 * x->z;
    x->x = y1 / a - l21 * x->y - l31 * x->z;
    return v3_finite(*x);
}

/* A step down, not longer than `most`: along a flat valley the whole way, across it no farther than its walls. */
static vec3 step_down(const soft *s, double size, double most) {
    vec3 dx;
    for (double lambda = 1e-9 / size; lambda < 1e15 / size; lambda *= 4)
        if (newton_step(s->H, lambda, s->g, &dx) && v3_norm(dx) <= most) return dx;
    return v3_scale(-most / v3_norm(s->g), s->g);
}

/* One step, and the decrease it hoped for; *most is the radius within which steps are to be trusted. False: no way down. */
static bool advance(const abut_gap *gap, double tau, double *most, vec3 *x, soft *s, double *gain) {
    side_point trial[ABUT_SIDES];
    for (bool first = true; *most > 1e-14 * gap->size; first = false) {
        vec3 dx = step_down(s, gap->size, *most), to = v3_add(*x, dx);
        double slope = v3_dot(dx, s->g);
        soft t = {.point = trial};
        if (first) *gain = -slope;
        double length = v3_norm(dx);
        bool seen = !look(gap, to, trial);
        if (seen) {
            tops(gap, &t);
            soften(gap, tau, &t);
        }
        if (!seen || !(t.L <= s->L + 1e-4 * slope + 1e-15 * gap->size)) {
            *most = 0.25 * length;
            continue;
        }
        side_point *keep = s->point;
        for (int k = 0; k < gap->sides; k++) keep[k] = trial[k];
        *s = t;
        s->point = keep;
        *x = to;
        if (first) *most = fmax(*most, 8 * length);
        return true;
    }
    return false;
}

static double last_tau(const abut_gap *gap, const soft *s) { return fmax(0.01 * fabs(s->top), 1e-13 * gap->size); }

static const double CENTRED = 0.3; /* of tau */

static abut_status descend(const abut_gap *gap, vec3 *x, soft *s) {
    abut_status status = look(gap, *x, s->point);
    if (status) return status;
    tops(gap, s);
    double tau = fmax(0.4 * s->spread, last_tau(gap, s));
    soften(gap, tau, s);
    double gain = INFINITY, most = fmax(4 * fabs(s->top), 0.3 * gap->size), widest = most;
    for (int i = 0; i < 200 && !(v3_norm(s->g) < 1e-9 && tau <= last_tau(gap, s)); i++) {
        bool moved = advance(gap, tau, &most, x, s, &gain);
        most = fmin(fmax(most, 0.01 * tau), widest);
        double end = last_tau(gap, s);
        if (tau <= end * (1 + 1e-9)) {
            if (!moved || gain < 1e-9 * tau) break;
        } else if (!moved || gain < CENTRED * tau) { /* near the minimum for this tau */
            tau = fmax(0.1 * tau, end);
            soften(gap, tau, s);
        }
    }
    /* a point within both bodies will do */
    return v3_norm(s->g) < 0.05 || s->top < 0 ? ABUT_OK : ABUT_NO_CONVERGENCE;
}

/* ---- the frame of the place ---- */

/* Where the line x + t n leaves the side, near x; NAN: not at all. */
static double crossing(const abut_gap *gap, int k, vec3 x, vec3 n) {
    double t = 0;
    for (int i = 0; i < 30; i++) {
        abut_jet jet;
        vec3 at = v3_axpy(t, n, x);
        if (gap->jet(gap, k, &at, 1, &jet)) return NAN;
        double slope = v3_dot(jet.g, n);
        if (!(fabs(slope) > 1e-3 * v3_norm(jet.g))) return NAN;
        double step = jet.f / slope;
        t -= step;
        if (fabs(step) <= 1e-15 * gap->size) return t;
    }
    return isfinite(t) ? t : (double)NAN;
}

static double depth_along(const abut_gap *gap, const side_point *point, vec3 x, vec3 n) {
    double up = INFINITY, low = -INFINITY;
    for (int k = 0; k < gap->sides; k++) {
        double way = v3_dot(point[k].g, n), t;
        if (gap->side[k].of_b ? way > -0.02 : way < 0.02) continue; /* of A the end above, of B the one below */
        if (isnan(t = crossing(gap, k, x, n))) continue;
        if (gap->side[k].of_b)
            low = fmax(low, t);
        else
            up = fmin(up, t);
    }
    return up - low;
}

/* Half the curvature form in the plane of t1, t2: P <= Q, and the cosine and sine of the direction of P. */
static void relative_form(const double bend[6], vec3 t1, vec3 t2, double *P, double *Q, double *c, double *s) {
    vec3 b1 = sym3_mul(bend, t1), b2 = sym3_mul(bend, t2);
    double m11 = 0.5 * v3_dot(t1, b1), m12 = 0.5 * v3_dot(t1, b2), m22 = 0.5 * v3_dot(t2, b2);
    double mean = 0.5 * (m11 + m22), d = 0.5 * (m22 - m11), r = plane_length(d, m12), angle = 0.5 * atan2(-m12, d);
    *P = mean - r;
    *Q = mean + r;
    *c = r > 1e-12 * fabs(mean) ? cos(angle) : 1;
    *s = r > 1e-12 * fabs(mean) ? sin(angle) : 0;
}

/* How far it is from x to the walls along +-t, on the average; INFINITY: there are none. */
static double to_walls(const abut_gap *gap, vec3 x, vec3 t) {
    double way[2] = {INFINITY, INFINITY};
    for (int k = 2; k < gap->sides; k++) {
        const abut_wall *w = &gap->side[k].wall;
        double along = v3_dot(w->m, t);
        if (fabs(along) > 0.1) way[along < 0] = fmin(way[along < 0], fabs((w->at - v3_dot(w->m, x)) / along));
    }
    double sum = isfinite(way[0]) && isfinite(way[1]) ? 0.5 * (way[0] + way[1]) : fmin(way[0], way[1]);
    return sum > 0 ? sum : 1e-6 * gap->size;
}

static double reach_of(const abut_gap *gap, vec3 x, vec3 t, double h, double curvature) {
    double natural = curvature > 0 && h > 0 ? sqrt(h / curvature) : (double)INFINITY, wall = to_walls(gap, x, t);
    return fmin(fmin(natural, wall), gap->size * 10);
}

static void look_around(const abut_gap *bodies, const soft *s, vec3 x, abut_gap *out, double *P, double *Q) {
    vec3 n = v3_unit(s->normal), t1 = v3_perpendicular(n), t2 = v3_cross(n, t1);
    double c, sine;
    relative_form(s->bend, t1, t2, P, Q, &c, &sine);
    vec3 e1 = v3_in(c, t1, sine, t2), e2 = v3_cross(n, e1);
    double h = s->top < 0 ? depth_along(bodies, s->point, x, n)
                          : -2 * s->top; /* apart: walls that lean would be met far away */
    double reach[2] = {reach_of(bodies, x, e1, h, *P), reach_of(bodies, x, e2, h, *Q)};
    const mat3 axes = {e1, e2, n};
    place_gap(bodies, &x, &axes, out);
    out->h = h;
    out->reach[0] = reach[0];
    out->reach[1] = reach[1];
}

/* The depth is twice that of the deepest place below both surfaces, somewhat more at edges; far more: they do not meet here. */
static bool plausible(const abut_gap *bodies, const soft *s, double h) {
    return isfinite(h) && fabs(h) < 12 * fabs(s->top) + 1e-9 * bodies->size;
}

abut_status gap_search(const abut_gap *bodies, vec3 x, abut_gap *out, double *P, double *Q) {
    side_point point[ABUT_SIDES];
    soft s = {.point = point};
    abut_status status = descend(bodies, &x, &s);
    if (status) return status;
    if (!(v3_norm(s.normal) > 1e-12)) return ABUT_NO_CONVERGENCE; /* both slope the same way: nothing between them */
    look_around(bodies, &s, x, out, P, Q);
    return plausible(bodies, &s, out->h) ? ABUT_OK : ABUT_NO_CONVERGENCE;
}

/* ---- from scratch ---- */
enum { STARTS = 12 };

static vec3 direction(int k) {
    double z = 1 - (2 * k + 1.0) / STARTS, r = sqrt(1 - z * z), turn = 2.399963229728653 * k; /* the golden angle */
    return v3(r * cos(turn), r * sin(turn), z);
}

typedef struct best {
    vec3 x;
    double top;
    abut_status why;
} best;

static void try_start(const abut_gap *bodies, vec3 x, best *b) {
    side_point point[ABUT_SIDES];
    soft s = {.point = point};
    abut_status status = descend(bodies, &x, &s);
    if (status)
        b->why = isfinite(b->top) ? ABUT_OK : status;
    else if (s.top < b->top - 1e-12 * bodies->size)
        *b = (best){x, s.top, ABUT_OK};
}

abut_status gap_search_all(const abut_gap *bodies, abut_gap *out, double *P, double *Q) {
    best b = {.top = INFINITY, .why = ABUT_NO_CONVERGENCE};
    vec3 from[2] = {bodies->side[0].o, bodies->side[1].o}, way = v3_sub(from[1], from[0]);
    for (int i = 0; i < 2 * STARTS; i++) {
        double reach = i < STARTS ? bodies->size : fmin(v3_norm(way), 1e6 * bodies->size);
        try_start(bodies, v3_axpy(0.9 * reach, direction(i % STARTS), from[i < STARTS]), &b);
    }
    if (!isfinite(b.top)) return b.why;
    return gap_search(bodies, b.x, out, P, Q);
}
