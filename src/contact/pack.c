/* Which elements form a pack, and what is known of their contacts beforehand.
 *
 * In a groove the curvatures depend on the tube angle only, and with them e, A and B of N_el = e h^(3/2), a^2 = A h, b^2 = B h.
 * They are taken from the surface (foot) and the law (force) of the element itself, and fitted over the cosine of the angle. */
#include "pack.h"

#include <stdlib.h>
#include <string.h>

#include "base/constants.h"
#include "film/contact.h"
#include "kernels.h"
#include "lubricant/stress.h"
#include "mixed/roughness.h"
#include "mixed/traction.h"
#include "normal/ellipse.h"

enum { CHECKS = 64 };

/* ---- which ---- */
static bool ball_is_b(const abut_element *e) { return e->form == BALL_ON_A; }
static const placed *hollow_of(const abut_element *e) { return ball_is_b(e) ? &e->a : &e->b; }
static const placed *ball_of(const abut_element *e) { return ball_is_b(e) ? &e->b : &e->a; }

/* A ball in a hollow whose laws have packed forms: shape and radii of the hollow. */
static bool fits(const abut_element *e, pack_shape *shape, double *ring, double *tube) {
    bool ball = e->form == BALL_ON_A || e->form == BALL_ON_B, dry = e->plain_laws && e->slip.law.extra == 0;
    if (!ball || e->tension || !(dry || e->wet_laws)) return false;
    abut_form f = surface_form(&hollow_of(e)->surface);
    if (!f.hollow || f.nearly) return false;
    *ring = f.kind == ABUT_FORM_TORUS ? f.ring : 0;
    *tube = f.radius;
    *shape = f.kind == ABUT_FORM_SPHERE ? PACK_SOCKET : f.kind == ABUT_FORM_CYLINDER ? PACK_BORE : PACK_GROOVE;
    if (e->wet_laws) return *shape == PACK_GROOVE;
    return !e->slip.nodes || (*shape == PACK_GROOVE && e->slip.law.v_s2 > 1e-30);
}

static bool same_oil(const abut_lubricant *a, const abut_lubricant *b) {
    return a->eta0 == b->eta0 && a->alpha == b->alpha && a->viscosity == b->viscosity && a->shear == b->shear &&
           a->tau0 == b->tau0 && a->limit_slope == b->limit_slope && a->tau_min == b->tau_min && a->beta == b->beta &&
           a->conductivity == b->conductivity;
}

/* Tables of solved films: that of the library, or copies that the elements have made. */
static bool same_table(const void *a, const void *b) {
    return a == b || (a && b && table_bytes(a) == table_bytes(b) && !memcmp(a, b, table_bytes(a)));
}

static bool same_film(const abut_film_contact *a, const abut_film_contact *b) {
    const abut_film_law *f = &a->law, *g = &b->law;
    bool law = f->type == g->type && f->blend == g->blend && f->compressible == g->compressible &&
               f->thermal == g->thermal && f->starvation == g->starvation && f->heating == g->heating &&
               f->u_starve == g->u_starve && f->u_eps == g->u_eps && same_table(f->table, g->table);
    bool rough = a->rough.sigma == b->rough.sigma && a->rough.asperity_radius == b->rough.asperity_radius &&
                 a->rough.density == b->rough.density;
    return law && rough && same_oil(&a->oil, &b->oil) && a->E_prime == b->E_prime && a->carries == b->carries &&
           a->reach == b->reach;
}

static bool same_wet(const abut_element *a, const abut_element *b) {
    if (a->wet_laws != b->wet_laws) return false;
    return !a->wet_laws || (same_film(&a->film, &b->film) && a->wet.mu == b->wet.mu && a->wet.v_eps == b->wet.v_eps &&
                            a->wet.rolling == b->wet.rolling && a->wet.nodes == b->wet.nodes);
}

static bool same_laws(const abut_element *a, const abut_element *b) {
    return same_wet(a, b) && a->normal == b->normal && a->E_star == b->E_star && a->share == b->share &&
           a->chi == b->chi && a->slip.law.mu == b->slip.law.mu && a->slip.law.v_s2 == b->slip.law.v_s2 &&
           a->slip.nodes == b->slip.nodes;
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

enum { DRY_FUNCTIONS = 3, FUNCTIONS = DRY_FUNCTIONS + WET_FUNCTIONS };

static int functions_of(const pack *p) { return p->wet ? FUNCTIONS : DRY_FUNCTIONS; }
static pack_function *function_at(pack *p, int i) {
    pack_function *dry[DRY_FUNCTIONS] = {&p->e, &p->A, &p->B};
    return i < DRY_FUNCTIONS ? dry[i] : &p->wet->f[i - DRY_FUNCTIONS];
}

/* Film and rolling resistance at 1 N and 1 m/s between curvatures one (across the groove) and two. */
static bool sample_wet(const pack_wet *w, double one, double two, const double dry[DRY_FUNCTIONS],
                       double v[WET_FUNCTIONS]) {
    const abut_film_contact *f = &w->film;
    abut_film_in in = {.force = 1,
                       .rho_x = 2 * two,
                       .rho_y = 2 * one,
                       .eta0 = f->oil.eta0,
                       .alpha = f->oil.alpha,
                       .E_prime = f->E_prime};
    abut_mixed c = {.E_prime = f->E_prime, .rho_x = in.rho_x, .rho_y = in.rho_y, .film = f->law, .oil = f->oil};
    film_contact film;
    abut_film_law fed = f->law; /* the factors of the film are not looked at here */
    fed.u_starve = 0;
    if (!(one <= two) || !film_prepare(&fed, &in, 1, &film)) return false;
    film_term hard, soft;
    film_least_terms(&film.n, &hard, &soft);
    rolling_ellipse r = rolling_ellipse_of(&c, 1, 1);
    double delta = pow(dry[0], -2.0 / 3), p = ELLIPSE_P_MAX(1.0, sqrt(dry[1] * dry[2]) * delta);
    const double all[WET_FUNCTIONS] = {
        [WET_RI] = film.r.RI.ln,
        [WET_EI] = film.r.EI.ln,
        [WET_RP] = f->oil.alpha > 0 ? film.r.RP.ln : 0,
        [WET_EP] = f->oil.alpha > 0 ? film.r.EP.ln : 0,
        [WET_BOUND] = log(FILM_H00) - film.n.D,
        [WET_SCALE] = film.ln_scale,
        [WET_HARD] = f->oil.alpha > 0 ? hard.ln : 0,
        [WET_SOFT] = soft.ln,
        [WET_DELTA] = delta,
        [WET_P] = p,
        [WET_LN_P] = log(p),
        [WET_T1] = r.T1,
        [WET_T2] = r.T2,
        [WET_M] = r.M,
        [WET_ROLL] = r.scale,
    };
    memcpy(v, all, sizeof all);
    return true;
}

/* All functions at the cosine c of the tube angle. */
static bool sample(const pack *p, const abut_element *e, double c, double v[FUNCTIONS]) {
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
    return !p->wet || sample_wet(p->wet, one, two, v, v + DRY_FUNCTIONS);
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

/* Over middle - half ... middle + half: Chebyshev series, as powers if they are few. False: not accurate enough, 2e-14 of e and 2e-13 of
 * the others (of 1 where those are less). */
static bool fit(const pack *p, const abut_element *e, double middle, double half, int n, double *to[FUNCTIONS]) {
    int count = functions_of(p);
    double value[FUNCTIONS][PACK_WIDE], c[PACK_WIDE], v[FUNCTIONS], most = 0;
    for (int i = 0; i < n; i++) {
        if (!sample(p, e, middle + half * cos(PI * (i + 0.5) / n), v)) return false;
        for (int j = 0; j < count; j++) value[j][i] = v[j];
    }
    for (int j = 0; j < count; j++) {
        series_of(n, value[j], n == PACK_NEAR ? c : to[j]);
        if (n == PACK_NEAR) powers_of(n, c, to[j]);
    }
    for (int i = 0; i <= CHECKS; i++) {
        double x = cos(PI * i / CHECKS);
        if (!sample(p, e, middle + half * x, v)) return false;
        for (int j = 0; j < count; j++) {
            double is = n == PACK_NEAR ? powers_at(to[j], n, x) : series_at(to[j], n, x);
            bool logarithm = j >= DRY_FUNCTIONS && j < DRY_FUNCTIONS + WET_DELTA;
            most = fmax(most, fabs(is - v[j]) / (logarithm ? 1 + fabs(v[j]) : v[j]) * (j ? 0.1 : 1));
        }
    }
    return most < 2e-14;
}

static bool fit_all(pack *p, const abut_element *e) {
    double *to[FUNCTIONS], v[FUNCTIONS];
    int count = functions_of(p);
    if (p->shape != PACK_GROOVE) {
        if (!sample(p, e, 1, v)) return false;
        for (int j = 0; j < count; j++) function_at(p, j)->wide[0] = v[j];
        return true;
    }
    for (int inner = 0; inner < 2; inner++) { /* small contact angles lie about the ends: +1 outer, -1 inner race */
        for (int j = 0; j < count; j++) to[j] = function_at(p, j)->near[inner];
        if (!fit(p, e, inner ? -0.75 : 0.75, 0.25, PACK_NEAR, to)) return false;
    }
    for (int j = 0; j < count; j++) to[j] = function_at(p, j)->wide;
    return fit(p, e, 0, 1, PACK_WIDE, to);
}

/* What film and friction are made of; false: no memory, or not for packs. */
static bool wet(const abut_element *e, pack *p) {
    const abut_film_contact *f = &e->film;
    const abut_film_law *law = &f->law;
    pack_wet *w = p->wet = calloc(1, sizeof *w);
    p->no_memory = !w;
    if (!w) return false;
    oil_law oil = oil_law_of(&f->oil);
    *w = (pack_wet){.film = *f, .friction = e->wet, .recipe = e->recipe, .level = oil.level, .z = oil.z};
    w->tabled = law->type->tabled && law->type->tabled(law, &w->recipe, &w->part);
    if (w->tabled) {
        double ln_eta = log(f->oil.eta0 / f->E_prime);
        w->ln_M = -log(f->E_prime) - 0.75 * ln_eta;
        w->ln_L = f->oil.alpha > 0 ? log(f->oil.alpha * f->E_prime) + 0.25 * ln_eta : -INFINITY;
        w->ln_rho_y = log(1 / p->ball - 1 / p->tube);
    }
    w->ln_factor = log(law->thermal * law->starvation);
    if (law->heating && f->oil.beta > 0 && f->oil.conductivity > 0)
        w->heat = FILM_HEAT * pow(f->oil.beta * f->oil.eta0 / f->oil.conductivity, FILM_HEAT_POWER);
    if (law->u_starve > 0) w->per_starve = 1 / law->u_starve;
    if (!(f->rough.sigma > 0)) return true;
    w->ln_sigma = log(f->rough.sigma);
    w->ln_stiffness = log(asperity_stiffness(&f->rough, f->E_prime));
    return fabs(w->ln_stiffness) < 100; /* asperities beyond reason are left to the elements */
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
    if (first->wet_laws && !wet(first, p)) return false;
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
    free(p->wet);
    *p = (pack){0};
}

/* As film_report has it: a film of so little load that the formulas mean nothing is none. */
static void put_film(const pack *p, const pack_film *from, int lane, abut_element_out *to) {
    abut_film_state *f = &to->film;
    *f = (abut_film_state){.u_sum = from->u_sum[lane]};
    if (!(to->N > 0)) return;
    *f = (abut_film_state){from->u_sum[lane],
                           from->M[lane],
                           from->L[lane],
                           from->D[lane],
                           (int)from->regime[lane],
                           from->beyond[lane] > 0,
                           from->h_c[lane],
                           from->h_min[lane],
                           from->lambda[lane],
                           from->fluid_share[lane],
                           from->T_fluid[lane],
                           from->T_boundary[lane],
                           from->T_rolling[lane],
                           from->loss_fluid[lane],
                           from->loss_boundary[lane],
                           from->loss_rolling[lane],
                           from->loss_spin[lane]};
    if (f->h_c <= p->wet->film.reach) return;
    f->h_c = f->h_min = f->lambda = 0;
    f->regime = 0;
    f->beyond = false;
}

vec3 pack_contact(const pack *p, const pack_out *from, int lane, const mat3 *R, abut_element_out *to) {
    to->h = from->h[lane];
    to->hdot = from->hdot[lane];
    to->N = from->N[lane];
    to->touching = to->h > 0 || to->N > 0; /* a film may carry before the bodies touch */
    to->a = from->a[lane];
    to->b = from->b[lane];
    to->p_max = from->p_max[lane];
    to->energy = from->energy[lane];
    to->lost = 0;
    to->loss_normal = from->loss_normal[lane];
    to->loss_friction = from->loss_friction[lane];
    if (!to->touching) to->mode = 0;
    if (p->wet) put_film(p, &from->film, lane, to);
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
