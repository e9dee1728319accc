/* The curve where two bodies meet: overlap.h. */
#include "base/constants.h"
#include "base/plane.h"
#include "overlap.h"

static const double UPRIGHT = 0.15; /* walls that lean less than this against e3 are made parallel to it */

/* ---- all round ---- */
static void set_tangent(const double scale[2], overlap_node *n) {
    n->T = v3_cross(n->ga, n->gb);
    n->sign = 1;
    double X = n->x.x / scale[0], Y = n->x.y / scale[1];
    double rate = (X * n->T.y / scale[1] - Y * n->T.x / scale[0]) / (X * X + Y * Y);
    if (rate < 0) { /* wall before surface: the other way round */
        n->T = v3_neg(n->T);
        n->sign = -1;
        rate = -rate;
    }
    n->w = 1 / rate;
    n->rate = rate;
}

static double angle_at(const overlap_contour *c, double t) {
    return c->crowd == 0 ? t : t - 0.5 * c->crowd * sin(2 * t);
}
static double angle_slope(const overlap_contour *c, double t) { return c->crowd == 0 ? 1 : 1 - c->crowd * cos(2 * t); }
/* t of an angle */
static double parameter_of(const overlap_contour *c, double angle) {
    if (c->crowd == 0) return angle;
    double t = angle, low = angle - 0.5, high = angle + 0.5; /* |angle - t| <= crowd/2 */
    for (int i = 0; i < 60; i++) {
        double off = angle_at(c, t) - angle, next = t - off / angle_slope(c, t);
        if (off > 0)
            high = t;
        else
            low = t;
        if (!(next > low && next < high)) next = 0.5 * (low + high);
        if (fabs(next - t) < 1e-14) break;
        t = next;
    }
    return t;
}

static abut_status sample(const abut_gap *g, int count, double last, overlap_contour *c) {
    overlap_node near = {.a = 0, .b = 1};
    double rho = 1, z = 0;
    for (int k = 0; k < count; k++) {
        double t = 2 * PI * (k + 0.5) / count, angle = angle_at(c, t), ex = c->scale[0] * cos(angle),
               ey = c->scale[1] * sin(angle);
        abut_status s = overlap_meet_any(g, ex, ey, last, &near, &rho, &z);
        if (s) return s;
        overlap_node *n = &c->node[k];
        *n = near;
        n->angle = angle;
        set_tangent(c->scale, n);
        n->w *= 2 * PI / count * angle_slope(c, t);
    }
    c->nodes = count;
    c->corners = c->straights = 0;
    return ABUT_OK;
}

/* A curve that was sampled coarsely, exactly. */
static abut_status polish(const abut_gap *g, overlap_contour *c) {
    for (int k = 0; k < c->nodes; k++) {
        overlap_node *n = &c->node[k], near = *n;
        double ex = c->scale[0] * cos(n->angle), ey = c->scale[1] * sin(n->angle), z = n->x.z;
        double rho = plane_length(n->x.x / c->scale[0], n->x.y / c->scale[1]), weight = n->w * n->rate;
        abut_status s = overlap_meet_any(g, ex, ey, OVERLAP_FINE, &near, &rho, &z);
        if (s) return s;
        near.angle = n->angle;
        *n = near;
        set_tangent(c->scale, n);
        n->w *= weight;
    }
    return ABUT_OK;
}

/* ---- the frame: middle, directions and half-lengths of the curve ---- */
typedef struct shape {
    double area, x, y, z, xx, xy, yy;
    vec3 normal;
} shape;

static shape shape_of(const overlap_contour *c) {
    shape s = {0};
    for (int k = 0; k < c->nodes; k++) {
        vec3 p = c->node[k].x, q = c->node[(k + 1) % c->nodes].x;
        double cross = 0.5 * (p.x * q.y - p.y * q.x);
        s.area += cross;
        s.x += cross * (p.x + q.x) / 3;
        s.y += cross * (p.y + q.y) / 3;
        s.z += cross * (p.z + q.z) / 2;
        s.xx += cross * (p.x * p.x + p.x * q.x + q.x * q.x) / 6;
        s.yy += cross * (p.y * p.y + p.y * q.y + q.y * q.y) / 6;
        s.xy += cross * (2 * p.x * p.y + p.x * q.y + q.x * p.y + 2 * q.x * q.y) / 12;
        s.normal = v3_add(s.normal, v3_scale(0.5, v3_cross(p, q)));
    }
    double i = 1 / s.area;
    s.x *= i, s.y *= i, s.z *= i;
    s.xx = s.xx * i - s.x * s.x, s.xy = s.xy * i - s.x * s.y, s.yy = s.yy * i - s.y * s.y;
    return s;
}

/* e3 made parallel to the walls that nearly are, as far as they are near. */
static vec3 stand_up(const abut_gap *g, vec3 e3, double reach) {
    vec3 first = {0, 0, 0};
    bool one = false;
    for (int k = 2; k < g->sides; k++) {
        const abut_wall *w = &g->side[k].wall;
        if (fabs(v3_dot(w->m, e3)) > UPRIGHT || w->at > 4 * reach) continue;
        if (!one) {
            first = w->m;
            one = true;
            e3 = v3_unit(v3_axpy(-v3_dot(first, e3), first, e3));
        } else if (fabs(v3_dot(w->m, first)) < 0.7) {
            vec3 both = v3_unit(v3_cross(first, w->m));
            return v3_dot(both, e3) < 0 ? v3_neg(both) : both;
        }
    }
    return e3;
}

static mat3 axes_along(vec3 e1, vec3 e3) {
    e1 = v3_unit(v3_axpy(-v3_dot(e1, e3), e3, e1));
    return (mat3){e1, v3_cross(e3, e1), e3};
}

/* True if the frame suits the curve as it is; else a better one. */
static bool suits(const abut_gap *g, overlap_contour *c, vec3 *middle, mat3 *axes, double scale[2]) {
    shape s = shape_of(c);
    double mean = 0.5 * (s.xx + s.yy), half = 0.5 * (s.xx - s.yy), r = plane_length(half, s.xy);
    double angle = 0.5 * atan2(s.xy, half), ca = cos(angle), sa = sin(angle);
    scale[0] = 2 * sqrt(mean + r);
    scale[1] = 2 * sqrt(fmax((s.xx * s.yy - s.xy * s.xy) / (mean + r), 1e-22 * mean)); /* a strip of a nm and a cm */
    *middle = v3(s.x, s.y, s.z);
    vec3 n = v3_unit(s.normal), up = stand_up(g, n, scale[0]);
    *axes = axes_along(v3(ca, sa, 0), up);
    /* as seen in the present coordinates, the second moments of a unit disc are 1/4 */
    double xx = 4 * s.xx / (c->scale[0] * c->scale[0]), yy = 4 * s.yy / (c->scale[1] * c->scale[1]);
    double xy = 4 * s.xy / (c->scale[0] * c->scale[1]);
    double off = plane_length(s.x / c->scale[0], s.y / c->scale[1]);
    double stand = plane_length(up.x, up.y);
    double part =
        g->sides > 2 ? 0.4 : 0.12; /* between corners the rule of Gauss takes any shape: a rectangle has 1/3 */
    return off < 0.05 && fabs(xx - 1) < part && fabs(yy - 1) < part && fabs(xy) < 0.1 && stand < 0.03;
}

/* ---- corners ---- */

/* The point of three sides, near x. */
static abut_status corner_at(const abut_gap *g, const int side[3], vec3 x, overlap_corner *out) {
    for (int i = 0; i < 30; i++) {
        abut_jet j[3];
        for (int k = 0; k < 3; k++) {
            abut_status s = overlap_jet(g, side[k], &x, 1, &j[k]);
            if (s) return s;
        }
        vec3 c0 = v3_cross(j[1].g, j[2].g), c1 = v3_cross(j[2].g, j[0].g), c2 = v3_cross(j[0].g, j[1].g);
        double det = v3_dot(j[0].g, c0);
        if (!(fabs(det) > 1e-9 * v3_norm(j[0].g) * v3_norm(c0))) return ABUT_NO_CONVERGENCE;
        vec3 step =
            v3_scale(-1 / det, v3_add(v3_scale(j[0].f, c0), v3_add(v3_scale(j[1].f, c1), v3_scale(j[2].f, c2))));
        x = v3_add(x, step);
        if (!v3_finite(x)) return ABUT_NOT_FINITE;
        if (v3_norm(step) > 1e-9 * g->size) continue;
        *out = (overlap_corner){.side = {side[0], side[1], side[2]}, .x = x, .g = {j[0].g, j[1].g, j[2].g}};
        return overlap_violated(g, side, 3, x) < 0 ? ABUT_OK : ABUT_NO_CONVERGENCE;
    }
    return ABUT_NO_CONVERGENCE;
}

typedef struct panel {
    int a, b;
    double from, to; /* angles */
    vec3 start, end; /* points, to begin from */
    bool straight;   /* two upright walls: from the corner before to the one after */
    int before;      /* corner, -1: none */
} panel;

static double angle_of(const overlap_contour *c, vec3 x) { return atan2(x.y / c->scale[1], x.x / c->scale[0]); }
static double near_angle(double angle, double like) { return angle + 2 * PI * round((like - angle) / (2 * PI)); }

typedef struct breaks {
    panel list[OVERLAP_BREAKS + 2];
    int count;
} breaks;

/* The curve changes its sides at `corner` to those of the next panel. */
static void turn_at(overlap_contour *c, breaks *p, const overlap_corner *corner, int a, int b, double like) {
    panel *last = &p->list[p->count - 1], *next = &p->list[p->count];
    double angle = near_angle(angle_of(c, corner->x), like);
    c->corner[c->corners] = *corner;
    last->to = angle;
    last->end = corner->x;
    *next = (panel){.a = a, .b = b, .from = angle, .start = corner->x, .before = c->corners};
    c->corners++;
    p->count++;
}

/* Between two neighbouring samples on other sides: one corner, or two. */
static bool find_corners(const abut_gap *g, overlap_contour *c, breaks *p, const overlap_node *m,
                         const overlap_node *n) {
    vec3 x = v3_scale(0.5, v3_add(m->x, n->x));
    overlap_corner one, two;
    double like = m->angle;
    if (c->corners + 2 > OVERLAP_BREAKS) return false;
    if (m->a == n->a || m->b == n->b) {
        const int side[3] = {m->a, m->b, m->a == n->a ? n->b : n->a};
        if (corner_at(g, side, x, &one)) return false;
        turn_at(c, p, &one, n->a, n->b, like);
        return true;
    }
    for (int way = 0; way < 2; way++) { /* by (n.a, m.b) or by (m.a, n.b) */
        int a = way ? m->a : n->a, b = way ? n->b : m->b;
        const int first[3] = {m->a, m->b, way ? n->b : n->a}, second[3] = {n->a, n->b, way ? m->a : m->b};
        if (corner_at(g, first, x, &one) || corner_at(g, second, x, &two)) continue;
        turn_at(c, p, &one, a, b, like);
        p->list[p->count - 1].straight = overlap_upright(g, a) && overlap_upright(g, b);
        turn_at(c, p, &two, n->a, n->b, like);
        return true;
    }
    return false;
}

static bool same_sides(const overlap_node *m, const overlap_node *n) { return m->a == n->a && m->b == n->b; }

/* Panels between corners, from a first corner all round to it; count 0: the curve is smooth. */
static bool find_breaks(const abut_gap *g, overlap_contour *c, breaks *p) {
    int first = -1;
    p->count = 0;
    for (int k = 0; k < c->nodes && first < 0; k++)
        if (!same_sides(&c->node[k], &c->node[(k + 1) % c->nodes])) first = k;
    if (first < 0) return true;
    p->list[0] = (panel){.before = -1};
    p->count = 1;
    for (int i = 0; i < c->nodes; i++) {
        overlap_node m = c->node[(first + i) % c->nodes], n = c->node[(first + i + 1) % c->nodes];
        if (same_sides(&m, &n)) continue;
        m.angle = c->node[first].angle + PI * (2 * i + 1) / c->nodes;
        if (!find_corners(g, c, p, &m, &n)) return false;
    }
    /* the last panel ends where the second began */
    panel *last = &p->list[p->count - 1];
    last->to = near_angle(p->list[1].from, p->list[1].from + 2 * PI);
    last->end = p->list[1].start;
    for (int i = 1; i < p->count; i++) p->list[i - 1] = p->list[i];
    p->count--;
    return true;
}

/* ---- nodes between corners ---- */
static void tangents_at(overlap_contour *c, const panel *p, int corner, bool leaving) {
    overlap_corner *k = &c->corner[corner];
    overlap_node n = {.x = k->x};
    for (int i = 0; i < 3; i++) {
        if (k->side[i] == p->a) n.ga = k->g[i];
        if (k->side[i] == p->b) n.gb = k->g[i];
    }
    set_tangent(c->scale, &n);
    double X = k->x.x / c->scale[0], Y = k->x.y / c->scale[1], rr = X * X + Y * Y;
    k->turn = v3(-Y / (c->scale[0] * rr), X / (c->scale[1] * rr), 0);
    *(leaving ? &k->out : &k->in) = v3_norm(n.T) * n.w;
}

static abut_status fill_panel(const abut_gap *g, const overlap_rules *rules, int nodes, const panel *p,
                              overlap_contour *c) {
    double first = parameter_of(c, p->from), span = parameter_of(c, p->to) - first;
    int n = nodes + (int)(4 * nodes * span / (2 * PI) + 0.8); /* a quarter, which is common, is no place to change at */
    if (n > OVERLAP_RULES) n = OVERLAP_RULES;
    if (!(span > 0) || c->nodes + n > OVERLAP_NODES) return ABUT_NO_CONVERGENCE;
    const double *x = overlap_rule(rules->x, n), *w = overlap_rule(rules->w, n);
    double from = plane_length(p->start.x / c->scale[0], p->start.y / c->scale[1]);
    double to = plane_length(p->end.x / c->scale[0], p->end.y / c->scale[1]);
    for (int i = 0; i < n; i++) {
        double t = first + span * x[i], angle = angle_at(c, t), ex = c->scale[0] * cos(angle),
               ey = c->scale[1] * sin(angle);
        double rho = from + (to - from) * x[i], z = p->start.z + (p->end.z - p->start.z) * x[i];
        overlap_node *at = &c->node[c->nodes];
        abut_status s = overlap_meet(g, ex, ey, p->a, p->b, OVERLAP_FINE, &rho, &z, at);
        if (s) return s;
        at->angle = angle;
        set_tangent(c->scale, at);
        at->w *= w[i] * span * angle_slope(c, t);
        c->nodes++;
    }
    return ABUT_OK;
}

/* Is there a corner near each of the tips, where nodes would crowd? */
static bool corners_at_tips(const overlap_contour *c) {
    double tip = c->crowd < 0 ? 0.5 * PI : 0;
    bool at[2] = {false, false};
    for (int k = 0; k < c->corners; k++) {
        double angle = angle_of(c, c->corner[k].x);
        for (int i = 0; i < 2; i++)
            at[i] = at[i] || fabs(near_angle(angle, tip + i * PI) - (tip + i * PI)) < 0.25 * PI + 1e-6;
    }
    return at[0] && at[1];
}

static abut_status fill_panels(const abut_gap *g, const overlap_rules *rules, int nodes, const breaks *p,
                               overlap_contour *c) {
    c->nodes = 0;
    if (p->count > 3 || corners_at_tips(c)) c->crowd = 0;
    for (int i = 0; i < p->count; i++) {
        const panel *one = &p->list[i];
        int after = p->list[(i + 1) % p->count].before;
        if (one->straight) {
            c->corner[one->before].out = c->corner[after].in = 0;
            c->straight[c->straights++] = one->before;
            continue;
        }
        tangents_at(c, one, one->before, true);
        tangents_at(c, one, after, false);
        abut_status s = fill_panel(g, rules, nodes, one, c);
        if (s) return s;
    }
    return ABUT_OK;
}

/* The end of the overlap on a ray: bracketed coarsely, then exactly, so that it moves smoothly with the bodies. */
static abut_status end_on_ray(const abut_gap *g, double ex, double ey, double *rho) {
    overlap_node n = {.a = 0, .b = 1}, exact;
    double reach = 1, height = 0;
    if (!overlap_meet_sides(g, ex, ey, OVERLAP_FINE, &n, &reach, &height)) {
        *rho = reach;
        return ABUT_OK;
    }
    abut_status s = overlap_edge(g, ex, ey, 0.03, &n, rho);
    if (s) return s;
    double from = *rho, z = n.x.z;
    const int on[2] = {n.a, n.b};
    if (overlap_meet(g, ex, ey, n.a, n.b, OVERLAP_FINE, &from, &z, &exact) || !(fabs(from - *rho) < 0.1 * *rho) ||
        overlap_violated(g, on, 2, exact.x) >= 0)
        return overlap_edge(g, ex, ey, 1e-13, &n, rho);
    *rho = from;
    return ABUT_OK;
}

/* A first middle and first half-lengths: those of two chords, the second one through the middle of the first. Without walls the
 * deepest place and its curvatures are better. */
static void first_look(const abut_gap *gap, abut_gap *frame, double scale[2]) {
    const vec3 here = {0, 0, 0};
    const mat3 same = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const mat3 axes = axes_along(v3(1, 0, 0), stand_up(gap, v3(0, 0, 1), fmax(gap->reach[0], gap->reach[1])));
    gap->place(gap, &here, &axes, frame);
    for (int i = 0; i < 2 && gap->sides > 2; i++) {
        double end[2] = {0, 0}, ex = i ? 0 : scale[0], ey = i ? scale[1] : 0;
        if (end_on_ray(frame, ex, ey, &end[0]) || end_on_ray(frame, -ex, -ey, &end[1])) continue;
        double shift = 0.5 * (end[0] - end[1]);
        vec3 middle = v3(shift * ex, shift * ey, 0);
        gap->place(frame, &middle, &same, frame);
        scale[i] *= 0.5 * (end[0] + end[1]);
    }
}

/* The steps of the sum along a closed curve add up to nothing. Where it opens elsewhere, or jumps to another curve, they do not. */
static const double OPEN = 1e-2; /* of the perimeter; coarse sums of slender wedges reach 2e-3 */
static bool closes(const overlap_contour *c) {
    vec3 gap = {0, 0, 0};
    double length = 0;
    for (int k = 0; k < c->nodes; k++) {
        gap = v3_axpy(c->node[k].w, c->node[k].T, gap);
        length += c->node[k].w * v3_norm(c->node[k].T);
    }
    for (int k = 0; k < c->straights; k++) {
        int from = c->straight[k];
        vec3 way = v3_sub(c->corner[(from + 1) % c->corners].x, c->corner[from].x);
        gap = v3_add(gap, way);
        length += v3_norm(way);
    }
    return v3_norm(gap) < OPEN * length;
}

static abut_status find_curve(const abut_gap *gap, const overlap_rules *rules, int nodes, abut_gap *frame,
                              overlap_contour *c) {
    vec3 middle;
    mat3 axes;
    double scale[2] = {gap->reach[0], gap->reach[1]};
    first_look(gap, frame, scale);
    for (int pass = 0; pass < 8; pass++) {
        if (pass) gap->place(frame, &middle, &axes, frame);
        c->scale[0] = scale[0];
        c->scale[1] = scale[1];
        double slender = 1 - fmin(scale[0], scale[1]) / fmax(scale[0], scale[1]);
        c->crowd = (scale[0] > scale[1] ? 0.85 : -0.85) * slender * slender;
        abut_status s = sample(frame, 5 * nodes, frame->sides > 2 ? OVERLAP_COARSE : OVERLAP_FINE, c);
        if (s) return s;
        if (suits(frame, c, &middle, &axes, scale)) break;
        if (scale[0] > 1e3 * gap->size) return ABUT_ENDLESS; /* longer at each look */
    }
    breaks p;
    if (frame->sides == 2) return ABUT_OK;
    if (find_breaks(frame, c, &p)) {
        if (!p.count) return polish(frame, c);
        if (!fill_panels(frame, rules, nodes, &p, c)) return ABUT_OK;
    }
    c->corners = 0; /* the sum over equal angles has to do */
    return sample(frame, 6 * nodes, OVERLAP_FINE, c);
}

abut_status overlap_find_contour(const abut_gap *gap, const overlap_rules *rules, int nodes, abut_gap *frame,
                                 overlap_contour *c) {
    abut_status s = find_curve(gap, rules, nodes, frame, c);
    return s || closes(c) ? s : ABUT_ENDLESS;
}
