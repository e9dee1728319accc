/* Which elements form a pack, and what is known of their contacts beforehand.
 *
 * In a groove the curvatures depend on the tube angle only, and with them e, A and B of N_el = e h^(3/2), a^2 = A h, b^2 = B h.
 * They are taken from the surface (foot) and the law (force) of the element itself, and fitted over the cosine of the angle. */
#include "pack.h"

#include <stdlib.h>
#include <string.h>

#include "base/constants.h"
#include "kernels.h"

enum { CHECKS = 64 };

/* ---- which ---- */
static bool ball_is_b(const abut_element *e) { return e->form == BALL_ON_A; }
static const placed *hollow_of(const abut_element *e) { return ball_is_b(e) ? &e->a : &e->b; }
static const placed *ball_of(const abut_element *e) { return ball_is_b(e) ? &e->b : &e->a; }

/* A ball in a hollow whose laws have packed forms: shape and radii of the hollow. */
static bool fits(const abut_element *e, pack_shape *shape, double *ring, double *tube) {
    bool ball = e->form == BALL_ON_A || e->form == BALL_ON_B;
    if (!ball || e->tension || !e->plain_laws || e->slip.law.extra != 0) return false;
    abut_form f = surface_form(&hollow_of(e)->surface);
    if (!f.hollow || f.nearly) return false;
    *ring = f.kind == ABUT_FORM_TORUS ? f.ring : 0;
    *tube = f.radius;
    *shape = f.kind == ABUT_FORM_SPHERE ? PACK_SOCKET : f.kind == ABUT_FORM_CYLINDER ? PACK_BORE : PACK_GROOVE;
    return !e->slip.nodes || (*shape == PACK_GROOVE && e->slip.law.v_s2 > 1e-30);
}

static bool same_laws(const abut_element *a, const abut_element *b) {
    return a->normal == b->normal && a->E_star == b->E_star && a->share == b->share && a->chi == b->chi &&
           a->slip.law.mu == b->slip.law.mu && a->slip.law.v_s2 == b->slip.law.v_s2 && a->slip.nodes == b->slip.nodes;
}

static bool same_place(const placed *a, const placed *b) {
    vec3 r = v3_sub(a->r, b->r), x = v3_sub(a->R.c2, b->R.c2);
    return v3_dot(r, r) == 0 && v3_dot(x, x) == 0;
}

static bool alike(const abut_element *a, const abut_element *b, const pack *p) {
    double ring, tube;
    pack_shape shape;
    if (a->kernel != b->kernel || a->form != b->form || !fits(b, &shape, &ring, &tube) || !same_laws(a, b))
        return false;
    if (shape != p->shape || ring != p->ring || tube != p->tube || ball_of(b)->surface.ball != p->ball) return false;
    return shape != PACK_GROOVE || same_place(hollow_of(a), hollow_of(b));
}

/* ---- fits ---- */

/* e, A and B at the cosine c of the tube angle. */
static bool sample(const pack *p, const abut_element *e, double c, double v[3]) {
    const surface *s = &hollow_of(e)->surface;
    double half = 0.5 * p->tube;
    vec3 at = v3(p->ring + half * c, 0, p->shape == PACK_BORE ? 0 : half * sqrt(fmax(1 - c * c, 0)));
    abut_foot foot = {.distance = NAN};
    if (s->type->foot(s->self, &at, &foot)) return false;
    double one = 0.5 * (1 / p->ball + foot.k1), two = 0.5 * (1 / p->ball + foot.k2);
    abut_patch patch = {.h = 1, .P = fmin(one, two), .Q = fmax(one, two), .E_star = e->E_star}, none = {0};
    abut_normal n = {0};
    if (!(patch.P > 0) || e->normal->force(e->normal_self, &patch, NULL, &none, false, &n)) return false;
    v[0] = n.N;
    v[1] = n.a * n.a;
    v[2] = n.b * n.b;
    return true;
}

/* Coefficients of the Chebyshev series of f over [-1, 1] by its values at the roots. */
static void series_of(int n, const double *value, double *c) {
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < n; j++) sum += value[j] * cos(PI * i * (j + 0.5) / n);
        c[i] = (i ? 2.0 : 1.0) / n * sum;
    }
}

static double series_at(const double *c, int n, double x) {
    double b1 = 0, b2 = 0;
    for (int i = n - 1; i > 0; i--) {
        double b0 = c[i] + 2 * x * b1 - b2;
        b2 = b1;
        b1 = b0;
    }
    return c[0] + x * b1 - b2;
}

/* Powers of x from a Chebyshev series. */
static void powers_of(int n, const double *c, double *to) {
    double T[2][PACK_NEAR] = {{1}, {0, 1}};
    for (int j = 0; j < n; j++) to[j] = 0;
    for (int i = 0; i < n; i++) {
        double *now = T[i % 2], *before = T[1 - i % 2];
        for (int j = 0; j < n; j++) to[j] += c[i] * now[j];
        if (i == 0) continue;
        for (int j = 0; j < n; j++) before[j] = (j ? 2 * now[j - 1] : 0) - before[j]; /* T_(i+1) */
    }
}

static double powers_at(const double *c, int n, double x) {
    double sum = 0;
    for (int m = n - 1; m >= 0; m--) sum = c[m] + x * sum;
    return sum;
}

/* Over middle - half ... middle + half: Chebyshev series, as powers if they are few. False: not accurate enough. */
static bool fit(const pack *p, const abut_element *e, double middle, double half, int n, double *to[3]) {
    double value[3][PACK_WIDE], c[PACK_WIDE], v[3], most = 0;
    for (int i = 0; i < n; i++) {
        if (!sample(p, e, middle + half * cos(PI * (i + 0.5) / n), v)) return false;
        for (int j = 0; j < 3; j++) value[j][i] = v[j];
    }
    for (int j = 0; j < 3; j++) {
        series_of(n, value[j], n == PACK_NEAR ? c : to[j]);
        if (n == PACK_NEAR) powers_of(n, c, to[j]);
    }
    for (int i = 0; i <= CHECKS; i++) {
        double x = cos(PI * i / CHECKS);
        if (!sample(p, e, middle + half * x, v)) return false;
        for (int j = 0; j < 3; j++) {
            double is = n == PACK_NEAR ? powers_at(to[j], n, x) : series_at(to[j], n, x);
            most = fmax(most, fabs(is - v[j]) / v[j] * (j ? 0.1 : 1));
        }
    }
    return most < 2e-14;
}

static bool fit_all(pack *p, const abut_element *e) {
    pack_function *f[3] = {&p->e, &p->A, &p->B};
    double *wide[3] = {f[0]->wide, f[1]->wide, f[2]->wide}, v[3];
    if (p->shape != PACK_GROOVE) {
        if (!sample(p, e, 1, v)) return false;
        for (int j = 0; j < 3; j++) wide[j][0] = v[j];
        return true;
    }
    for (int inner = 0; inner < 2; inner++) { /* small contact angles lie about the ends: +1 outer, -1 inner race */
        double *near[3] = {f[0]->near[inner], f[1]->near[inner], f[2]->near[inner]};
        if (!fit(p, e, inner ? -0.75 : 0.75, 0.25, PACK_NEAR, near)) return false;
    }
    return fit(p, e, 0, 1, PACK_WIDE, wide);
}

/* ---- the whole ---- */
static void set_lane(row4v *to, int lane, vec3 v) { to->x[lane] = v.x, to->y[lane] = v.y, to->z[lane] = v.z; }

static bool make(const abut_element *const *e, int count, pack *p) {
    const abut_element *first = e[0];
    size_t fours = (size_t)(count + 3) / 4, bytes = 2 * fours * sizeof(row4v);
    if (!fits(first, &p->shape, &p->ring, &p->tube)) return false;
    p->kernel = first->kernel;
    p->ball_is_b = ball_is_b(first);
    p->ball = ball_of(first)->surface.ball;
    p->centre = hollow_of(first)->r;
    p->axis = hollow_of(first)->R.c2;
    p->chi = first->chi;
    p->slip = first->slip;
    p->share = p->ball_is_b ? first->share : 1 - first->share;
    p->c11 = 1 / p->tube + p->share * (1 / p->ball - 1 / p->tube);
    for (int i = 1; i < count; i++)
        if (!alike(first, e[i], p)) return false;
    if (!fit_all(p, first)) return false;
    p->centres = aligned_alloc(sizeof(row4), bytes);
    p->no_memory = !p->centres;
    if (p->no_memory) return false;
    memset(p->centres, 0, bytes);
    p->axes = p->centres + fours;
    for (int i = 0; i < 4 * (int)fours; i++) {
        const placed *at = hollow_of(e[i < count ? i : i / 4 * 4]);
        set_lane(&p->centres[i / 4], i % 4, at->r);
        set_lane(&p->axes[i / 4], i % 4, at->R.c2);
    }
    return true;
}

bool pack_of(const abut_element *const *elements, int count, pack *out) {
    *out = (pack){0};
    return count > 0 && make(elements, count, out);
}

void pack_drop(pack *p) {
    free(p->centres);
    *p = (pack){0};
}

vec3 pack_contact(const pack *p, const pack_out *from, int lane, const mat3 *R, abut_element_out *to) {
    to->h = from->h[lane];
    to->hdot = from->hdot[lane];
    to->touching = to->h > 0;
    to->N = from->N[lane];
    to->a = from->a[lane];
    to->b = from->b[lane];
    to->p_max = from->p_max[lane];
    to->energy = from->energy[lane];
    to->lost = 0;
    to->loss_normal = from->loss_normal[lane];
    to->loss_friction = from->loss_friction[lane];
    if (!to->touching) to->mode = 0;
    vec3 F = m3_mul(*R, v3(from->W[0][lane], from->W[1][lane], from->W[2][lane]));
    vec3 M = m3_mul(*R, v3(from->W[3][lane], from->W[4][lane], from->W[5][lane]));
    vec3 m = m3_mul(*R, row4v_lane(&from->m, lane)), lever = v3_scale(p->ball - 0.5 * to->h, m);
    vec3 moment = v3_sub(M, v3_cross(lever, F)); /* at the contact point */
    double sign = p->ball_is_b ? 1 : -1;
    to->force = v3_scale(sign, F);
    to->moment = v3_scale(sign, moment);
    return m;
}

/* On the ball acts W about its centre, on the holder the opposite at the same place. */
void pack_report(const pack *p, const pack_out *from, int lane, const mat3 *R, vec3 apart, abut_element_out *to) {
    (void)pack_contact(p, from, lane, R, to);
    vec3 F = m3_mul(*R, v3(from->W[0][lane], from->W[1][lane], from->W[2][lane]));
    vec3 M = m3_mul(*R, v3(from->W[3][lane], from->W[4][lane], from->W[5][lane]));
    abut_wrench *ball = p->ball_is_b ? &to->on_b : &to->on_a, *holder = p->ball_is_b ? &to->on_a : &to->on_b;
    *ball = (abut_wrench){F, M};
    *holder = (abut_wrench){v3_neg(F), v3_neg(v3_add(M, v3_cross(apart, F)))};
}
