/* Volume and moments of an overlap by rays along e3, and the sums along its curve: overlap.h. */
#include "base/constants.h"
#include "base/plane.h"
#include "numeric/elliptic.h"
#include "overlap.h"

/* ---- rules ---- */
static void legendre(overlap_rules *r, int n) {
    for (int i = 0; i < n; i++) {
        double t = cos(PI * (i + 0.75) / (n + 0.5)), slope = 1;
        for (int step = 0; step < 8; step++) { /* Newton on the Legendre polynomial */
            double p = 1, before = 0;
            for (int k = 0; k < n; k++) {
                double next = ((2 * k + 1) * t * p - k * before) / (k + 1);
                before = p;
                p = next;
            }
            slope = n * (t * p - before) / (t * t - 1);
            t -= p / slope;
        }
        r->x[n * (n - 1) / 2 + i] = 0.5 * (1 - t);
        r->w[n * (n - 1) / 2 + i] = 1 / ((1 - t * t) * slope * slope);
    }
}

/* Polynomials orthogonal under the weight x^2 (1 - x) on [0, 1]: p_(k+1) = (x - a_k) p_k - b_k p_(k-1) (Stieltjes). */
typedef struct orthogonal {
    double a[OVERLAP_FREE], b[OVERLAP_FREE];
} orthogonal;

static double orthogonal_at(const orthogonal *o, int n, double x) {
    double p = 1, before = 0;
    for (int k = 0; k < n; k++) {
        double next = (x - o->a[k]) * p - o->b[k] * before;
        before = p;
        p = next;
    }
    return p;
}

static void orthogonal_make(const overlap_rules *r, int n, orthogonal *o) {
    const double *x = overlap_rule(r->x, OVERLAP_RULES), *w = overlap_rule(r->w, OVERLAP_RULES);
    double before = 1;
    for (int k = 0; k < n; k++) {
        double norm = 0, first = 0;
        for (int i = 0; i < OVERLAP_RULES; i++) {
            double p = orthogonal_at(o, k, x[i]), q = w[i] * x[i] * x[i] * (1 - x[i]) * p * p;
            norm += q;
            first += x[i] * q;
        }
        o->a[k] = first / norm;
        o->b[k] = k ? norm / before : 0;
        before = norm;
    }
}

/* The free points are their zeros; weights are the integrals of Lagrange's polynomials. */
static void lobatto(overlap_rules *r, int free) {
    enum { LOOKS = 1000 };
    orthogonal o;
    int found = 0, all = free + 2;
    orthogonal_make(r, free, &o);
    r->free = free;
    r->radius[0] = 0;
    for (int i = 0; i < LOOKS && found < free; i++) {
        double low = (double)i / LOOKS, high = (i + 1.0) / LOOKS, sign = orthogonal_at(&o, free, low);
        if (!(sign * orthogonal_at(&o, free, high) < 0)) continue;
        for (int k = 0; k < 50; k++) {
            double middle = 0.5 * (low + high);
            *(sign * orthogonal_at(&o, free, middle) > 0 ? &low : &high) = middle;
        }
        r->radius[++found] = 0.5 * (low + high);
    }
    r->radius[all - 1] = 1;
    const double *x = overlap_rule(r->x, OVERLAP_RULES), *w = overlap_rule(r->w, OVERLAP_RULES);
    for (int k = 0; k < all; k++) {
        r->weight[k] = 0;
        for (int i = 0; i < OVERLAP_RULES; i++) {
            double l = w[i] * x[i];
            for (int j = 0; j < all; j++)
                if (j != k) l *= (x[i] - r->radius[j]) / (r->radius[k] - r->radius[j]);
            r->weight[k] += l;
        }
    }
}

void overlap_make_rules(overlap_rules *r, int free) {
    for (int n = 1; n <= OVERLAP_RULES; n++) legendre(r, n);
    lobatto(r, free);
}

/* ---- rays ---- */
typedef struct ray_end {
    int side; /* -1: none */
    double z;
    vec3 g;
} ray_end;

/* The crossing of the line x, y with a surface, from z; none where the surface stands upright. */
static abut_status cross_surface(const abut_gap *g, int side, double x, double y, double z, ray_end *out) {
    const ray_end none = {-1, side ? -INFINITY : INFINITY, {0, 0, 1}};
    if (g->quadric[side]) {
        out->side = side;
        if (!quadric_on_line(&g->q[side], side, x, y, &out->z, &out->g)) *out = none;
        return ABUT_OK;
    }
    for (int i = 0; i < 25; i++) {
        abut_jet jet;
        vec3 at = v3(x, y, z);
        abut_status s = overlap_jet(g, side, &at, 1, &jet);
        if (s) return s;
        double slope = side ? -jet.g.z : jet.g.z; /* A ends upwards, B begins */
        if (!(slope > 1e-3 * v3_norm(jet.g))) {
            *out = none;
            return ABUT_OK;
        }
        double step = jet.f / jet.g.z;
        z -= step;
        if (fabs(step) > 1e-7 * g->size) continue;
        *out = (ray_end){side, z, jet.g};
        return ABUT_OK;
    }
    return ABUT_NO_CONVERGENCE;
}

/* Upper and lower end of the overlap on a line, with the guesses and then the values of the surfaces in z[2]. */
static abut_status ends(const abut_gap *g, double x, double y, double z[2], ray_end end[2]) {
    for (int i = 0; i < 2; i++) {
        abut_status s = cross_surface(g, i, x, y, z[i], &end[i]);
        if (s) return s;
        z[i] = end[i].z;
    }
    for (int k = 2; k < g->sides; k++) {
        const abut_wall *w = &g->side[k].wall;
        if (fabs(w->m.z) < 1e-6) continue; /* upright: the curve ends there */
        double height = (w->at - w->m.x * x - w->m.y * y) / w->m.z;
        ray_end wall = {k, height, w->m};
        if (w->m.z > 0 && height < end[0].z) end[0] = wall;
        if (w->m.z < 0 && height > end[1].z) end[1] = wall;
    }
    return end[0].side < 0 || end[1].side < 0 ? ABUT_ENDLESS : ABUT_OK;
}

/* ---- sums ---- */
static void add_moments(double weight, double x, double y, double up, double low, const double *row, overlap *o) {
    double d = up - low;
    const double m[OVERLAP_MOMENTS] = {d, x * d, y * d, 0.5 * (up + low) * d, x * x * d, x * y * d, y * y * d, d * d};
    for (int i = 0; i < OVERLAP_MOMENTS; i++) {
        if (row)
            for (int j = 0; j < ABUT_MOTIONS; j++) o->moment[i].d[j] += weight * m[i] * row[j];
        else
            o->moment[i].v += weight * m[i];
    }
}

/* The end moves with B by (g . v)/g_z. */
static void move_end(const abut_gap *g, double weight, double x, double y, double d, const ray_end *e, bool upper,
                     overlap *o) {
    if (!g->side[e->side].of_b) return;
    double row[ABUT_MOTIONS], sign = (upper ? weight : -weight) / e->g.z;
    overlap_row(v3(x, y, e->z), e->g, row);
    const double m[OVERLAP_MOMENTS] = {1, x, y, e->z, x * x, x * y, y * y, 2 * d};
    for (int i = 0; i < OVERLAP_MOMENTS; i++)
        for (int j = 0; j < ABUT_MOTIONS; j++) o->moment[i].d[j] += sign * m[i] * row[j];
}

static void add_point(const abut_gap *g, double weight, double x, double y, const ray_end end[2], bool derivatives,
                      overlap *o) {
    double d = end[0].z - end[1].z;
    add_moments(weight, x, y, end[0].z, end[1].z, NULL, o);
    if (!derivatives) return;
    move_end(g, weight, x, y, d, &end[0], true, o);
    move_end(g, weight, x, y, d, &end[1], false, o);
}

/* ---- one ray of the polar net: from the middle to a node of the curve ---- */
typedef struct spoke {
    const abut_gap *g;
    double x, y;        /* of the node */
    double z[2], dz[2]; /* of both surfaces in the middle, and slopes along the spoke */
    double c[2];        /* of the square of the part */
} spoke;

static abut_status at_part(const spoke *s, double part, ray_end end[2]) {
    double z[2];
    for (int i = 0; i < 2; i++) z[i] = s->z[i] + part * (s->dz[i] + part * s->c[i]);
    return ends(s->g, part * s->x, part * s->y, z, end);
}

/* Height of a side at a part of the spoke; NAN: it is not met. */
static double height_at(const spoke *s, int side, double part) {
    double x = part * s->x, y = part * s->y;
    if (!s->g->side[side].surface) {
        const abut_wall *w = &s->g->side[side].wall;
        return (w->at - w->m.x * x - w->m.y * y) / w->m.z;
    }
    ray_end end;
    double z = s->z[side] + part * (s->dz[side] + part * s->c[side]);
    return cross_surface(s->g, side, x, y, z, &end) || end.side < 0 ? (double)NAN : end.z;
}

/* Where an end changes from one side to another, between the parts: their heights are equal there (regula falsi, Illinois). */
static double change_of(const spoke *s, int from, int to, double low, double high) {
    double a = height_at(s, from, low) - height_at(s, to, low), b = height_at(s, from, high) - height_at(s, to, high);
    double middle = low;
    int kept = 0;
    for (int i = 0; i < 60 && high - low > 1e-13; i++) {
        double before = middle;
        middle = a * b < 0 && i % 8 != 7 ? low + (high - low) * a / (a - b) : 0.5 * (low + high);
        if (fabs(middle - before) < 1e-13) break;
        double d = height_at(s, from, middle) - height_at(s, to, middle);
        if (d * a > 0) {
            low = middle, a = d;
            if (kept == -1) b *= 0.5;
            kept = -1;
        } else { /* or beyond the change one of them is not met */
            high = middle, b = d;
            if (kept == 1) a *= 0.5;
            kept = 1;
        }
    }
    return middle;
}

static abut_status integrate(const spoke *s, double low, double high, double weight, const overlap_rules *rules, int n,
                             bool derivatives, overlap *o) {
    const double *x = overlap_rule(rules->x, n), *w = overlap_rule(rules->w, n);
    for (int i = 0; i < n; i++) {
        double part = low + (high - low) * x[i];
        ray_end end[2];
        abut_status status = at_part(s, part, end);
        if (status) return status;
        add_point(s->g, weight * (high - low) * w[i] * part, part * s->x, part * s->y, end, derivatives, o);
    }
    return ABUT_OK;
}

/* What the edge sweeps where the overlap does not thin out towards it. */
static void sweep_edge(const overlap_node *n, const ray_end end[2], overlap *o) {
    double row[ABUT_MOTIONS];
    overlap_row(n->x, n->gb, row);
    add_moments(n->w * n->sign * n->ga.z, n->x.x, n->x.y, end[0].z, end[1].z, row, o);
}

/* The middle of the overlap: the crossings of the surfaces themselves, whatever wall ends the ray before, and the ends. */
typedef struct middle {
    ray_end surface[2], end[2];
    bool leans; /* a wall that may end a ray */
} middle;

static abut_status find_middle(const abut_gap *g, middle *m) {
    double z[2] = {0, 0};
    m->leans = false;
    for (int i = 0; i < 2; i++) {
        abut_status s = cross_surface(g, i, 0, 0, z[i], &m->surface[i]);
        if (s) return s;
        z[i] = m->surface[i].side < 0 ? 0 : m->surface[i].z;
    }
    for (int k = 2; k < g->sides; k++) m->leans = m->leans || fabs(g->side[k].wall.m.z) >= 1e-6;
    return ends(g, 0, 0, z, m->end);
}

static spoke spoke_to(const abut_gap *g, const overlap_node *n, const middle *m) {
    spoke s = {.g = g, .x = n->x.x, .y = n->x.y};
    for (int i = 0; i < 2; i++) {
        const ray_end *e = &m->surface[i];
        if (e->side < 0) continue;
        s.z[i] = e->z;
        s.dz[i] = -(e->g.x * s.x + e->g.y * s.y) / e->g.z;
        if ((i ? n->b : n->a) == i) s.c[i] = n->x.z - s.z[i] - s.dz[i];
    }
    return s;
}

/* Without walls: the thickness is smooth from the middle to the curve, where it is none. */
static abut_status fill_smooth(const spoke *s, const overlap_node *n, const middle *m, double weight,
                               const overlap_rules *rules, bool derivatives, overlap *o) {
    int last = rules->free + 1;
    const ray_end at_curve[2] = {{n->a, n->x.z, n->ga}, {n->b, n->x.z, n->gb}};
    add_point(s->g, weight * rules->weight[0], 0, 0, m->end, derivatives, o);
    for (int i = 1; i < last; i++) {
        double part = rules->radius[i];
        ray_end end[2];
        abut_status status = at_part(s, part, end);
        if (status) return status;
        add_point(s->g, weight * rules->weight[i], part * s->x, part * s->y, end, derivatives, o);
    }
    if (derivatives) add_point(s->g, weight * rules->weight[last], s->x, s->y, at_curve, true, o);
    return ABUT_OK;
}

static abut_status fill_spoke(const abut_gap *g, const overlap_node *n, const middle *m, const overlap_rules *rules,
                              int nodes, bool derivatives, overlap *o) {
    spoke s = spoke_to(g, n, m);
    double weight = n->w * (n->x.x * n->T.y - n->x.y * n->T.x), part[4] = {0}, last = 1 - 1e-9;
    int parts = 1;
    if (g->sides == 2) return fill_smooth(&s, n, m, weight, rules, derivatives, o);
    if (m->leans || derivatives) { /* ends that change from one side to another on the way */
        ray_end end[2];
        abut_status status = at_part(&s, last, end);
        if (status) return status;
        for (int i = 0; i < 2; i++)
            if (m->end[i].side != end[i].side) part[parts++] = change_of(&s, m->end[i].side, end[i].side, 0, last);
        if (parts == 3 && part[2] < part[1]) {
            double swap = part[1];
            part[1] = part[2];
            part[2] = swap;
        }
        if (derivatives) sweep_edge(n, end, o);
    }
    part[parts] = 1;
    for (int i = 0; i < parts; i++) {
        if (!(part[i + 1] > part[i])) continue;
        abut_status status = integrate(&s, part[i], part[i + 1], weight, rules, nodes, derivatives, o);
        if (status) return status;
    }
    return ABUT_OK;
}

/* ---- sums along the curve ---- */
static double component(vec3 v, int i) { return i == 0 ? v.x : i == 1 ? v.y : v.z; }

/* d ln|dr/d angle| at a fixed angle, where the point moves along its ray by w (g_B . v):
 *   dT = (H_A w x g_B + g_A x H_B w)(g_B . v) - g_A x (H_B v - psi x g_B). */
static void stretch(const overlap_contour *c, const overlap_node *n, const abut_jet *a, const abut_jet *b,
                    double row[ABUT_MOTIONS]) {
    double ex = c->scale[0] * cos(n->angle), ey = c->scale[1] * sin(n->angle);
    double rho = plane_length(n->x.x / c->scale[0], n->x.y / c->scale[1]);
    double ar = a->g.x * ex + a->g.y * ey, br = b->g.x * ex + b->g.y * ey, det = ar * b->g.z - a->g.z * br;
    vec3 w = v3_scale(1 / det, v3(-a->g.z * ex, -a->g.z * ey, ar)), T = v3_cross(a->g, b->g);
    double rate = n->sign * n->rate;
    vec3 across = v3(-sin(n->angle) / c->scale[0], cos(n->angle) / c->scale[1], 0);
    vec3 L = v3_axpy(-1 / (rho * rate), across, v3_scale(1 / v3_dot(T, T), T)), m = v3_cross(L, a->g);
    vec3 bend = v3_add(v3_cross(sym3_mul(a->H, w), b->g), v3_cross(a->g, sym3_mul(b->H, w)));
    vec3 q = sym3_mul(b->H, m), spin = v3_cross(b->g, m);
    double per = v3_dot(L, bend) - a->g.z / (det * rho), own[ABUT_MOTIONS];
    overlap_row(n->x, b->g, row);
    overlap_row(n->x, q, own);
    for (int j = 0; j < ABUT_MOTIONS; j++) row[j] = per * row[j] - own[j];
    row[3] += spin.x;
    row[4] += spin.y;
    row[5] += spin.z;
}

static abut_status curve_node(const abut_gap *g, const overlap_contour *c, const overlap_node *n, bool derivatives,
                              overlap *o) {
    vec3 half = v3_scale(0.5 * n->w, v3_cross(n->x, n->T));
    double length = n->w * v3_norm(n->T), row[ABUT_MOTIONS], longer[ABUT_MOTIONS];
    for (int i = 0; i < 3; i++) o->area[i].v += component(half, i);
    o->perimeter.v += length;
    if (!derivatives) return ABUT_OK;
    abut_jet a, b;
    abut_status s = overlap_jet(g, n->a, &n->x, 2, &a);
    if (!s) s = overlap_jet(g, n->b, &n->x, 2, &b);
    if (s) return s;
    overlap_row(n->x, b.g, row);
    stretch(c, n, &a, &b, longer);
    for (int j = 0; j < ABUT_MOTIONS; j++) {
        for (int i = 0; i < 3; i++) o->area[i].d[j] += n->sign * n->w * component(a.g, i) * row[j];
        o->perimeter.d[j] += length * longer[j];
    }
    return ABUT_OK;
}

/* The sum over equal angles is exact for ellipses if only the difference from one is summed. */
static void compare_with_ellipse(const overlap_contour *c, overlap *o) {
    double a = fmax(c->scale[0], c->scale[1]), b = fmin(c->scale[0], c->scale[1]), beta = b * b / (a * a), m = 1 - beta;
    agm_sums sums = agm_pass(b / a);
    double K = PI / (2 * sums.M), ms = m * sums.s;
    o->perimeter.v += 2 * a * K * ((1 - ms) + beta * (1 + ms)); /* 4 a E */
    for (int k = 0; k < c->nodes; k++) {
        const overlap_node *n = &c->node[k];
        o->perimeter.v -= n->w * n->rate * plane_length(c->scale[0] * sin(n->angle), c->scale[1] * cos(n->angle));
    }
}

/* The step of a corner by each motion: g_k . dx = g_k . v of the sides of B, 0 of those of A. */
static void corner_steps(const abut_gap *g, const overlap_corner *c, vec3 step[ABUT_MOTIONS]) {
    vec3 column[3] = {v3_cross(c->g[1], c->g[2]), v3_cross(c->g[2], c->g[0]), v3_cross(c->g[0], c->g[1])};
    double det = v3_dot(c->g[0], column[0]);
    for (int j = 0; j < ABUT_MOTIONS; j++) step[j] = v3(0, 0, 0);
    for (int k = 0; k < 3; k++) {
        if (!g->side[c->side[k]].of_b) continue;
        double row[ABUT_MOTIONS];
        overlap_row(c->x, c->g[k], row);
        for (int j = 0; j < ABUT_MOTIONS; j++) step[j] = v3_axpy(row[j] / det, column[k], step[j]);
    }
}

static void curve_corners(const abut_gap *g, const overlap_contour *c, bool derivatives, overlap *o) {
    vec3 step[OVERLAP_BREAKS][ABUT_MOTIONS];
    for (int k = 0; derivatives && k < c->corners; k++) {
        corner_steps(g, &c->corner[k], step[k]);
        vec3 turn = v3_scale(c->corner[k].in - c->corner[k].out, c->corner[k].turn);
        for (int j = 0; j < ABUT_MOTIONS; j++) o->perimeter.d[j] += v3_dot(turn, step[k][j]);
    }
    for (int i = 0; i < c->straights; i++) {
        int from = c->straight[i], to = (from + 1) % c->corners;
        vec3 p = c->corner[from].x, q = c->corner[to].x, way = v3_sub(q, p), area = v3_scale(0.5, v3_cross(p, q));
        o->perimeter.v += v3_norm(way);
        for (int k = 0; k < 3; k++) o->area[k].v += component(area, k);
        for (int j = 0; derivatives && j < ABUT_MOTIONS; j++) {
            o->perimeter.d[j] += v3_dot(way, v3_sub(step[to][j], step[from][j])) / v3_norm(way);
            vec3 swept = v3_cross(v3_scale(0.5, v3_add(step[from][j], step[to][j])), way);
            for (int k = 0; k < 3; k++) o->area[k].d[j] += component(swept, k);
        }
    }
}

abut_status overlap_fill(const abut_gap *g, const overlap_contour *c, const overlap_rules *rules, int nodes,
                         bool derivatives, overlap *o) {
    middle m;
    const overlap_number none = {0};
    for (int i = 0; i < 3; i++) o->area[i] = none;
    for (int i = 0; i < OVERLAP_MOMENTS; i++) o->moment[i] = none;
    o->perimeter = none;
    abut_status found = find_middle(g, &m);
    if (found) return found;
    for (int k = 0; k < c->nodes; k++) {
        abut_status s = fill_spoke(g, &c->node[k], &m, rules, nodes, derivatives, o);
        if (!s) s = curve_node(g, c, &c->node[k], derivatives, o);
        if (s) return s;
    }
    if (c->corners)
        curve_corners(g, c, derivatives, o);
    else
        compare_with_ellipse(c, o);
    return ABUT_OK;
}

abut_status overlap_measure(const abut_gap *gap, const overlap_rules *rules, int nodes, bool derivatives,
                            overlap *out) {
    overlap_contour contour;
    abut_status s = overlap_find_contour(gap, rules, nodes, &out->frame, &contour);
    return s ? s : overlap_fill(&out->frame, &contour, rules, nodes, derivatives, out);
}
