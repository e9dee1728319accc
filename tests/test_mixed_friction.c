/* The friction law `mixed` on patches of its own making: every derivative against differences, power, limits, agreement with
 * the plain calculation and of its two patches. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/row4_math.h"
#include "mixed/asperity.h"
#include "mixed/roughness.h"
#include "mixed/traction.h"
#include "registry/registry.h"
#include "support/near.h"
#include "support/rolling.h"
#include "support/scene.h"
#include "support/suite.h"

static const double PI = 3.14159265358979323846;

/* ---- a law and a contact ---- */
typedef struct bench {
    const abut_friction_type *type;
    void *self;
    abut_film_contact film;
    abut_patch patch;
    double N, by[ABUT_BY]; /* the normal force at the patch, and its slopes over it: N exp(sum of slope times change) */
} bench;

static void law_make(const abut_choice *choice, bench *b) {
    abut_args args;
    abut_message m = {0};
    if (registry_check(NULL, "friction", 0, choice, &args, &m)) ck_abort_msg("%s", m.text);
    b->type = (const abut_friction_type *)args.type;
    if (registry_make(&args, b->type->size, b->type->init, &b->self)) ck_abort_msg("%s", m.text);
    ck_assert(b->type->needs_film);
}

/* The steel contact of test_mixed, a line or an ellipse. */
static void contact_make(bool line, bench *b) {
    b->film =
        (abut_film_contact){.oil = {.eta0 = 0.02, .alpha = 1.8e-8, .tau0 = 5e6, .limit_slope = 0.05, .tau_min = 1000},
                            .rough = {2e-7, 1e-5, 0.05 / (2e-7 * 1e-5)},
                            .E_prime = 226370000000.0,
                            .line = line};
    must(abut_film_choose(NULL, line, &b->film.law, NULL));
    b->patch = (abut_patch){.P = line ? 0 : 20,
                            .Q = 50,
                            .v1 = 0.03,
                            .v2 = 0.05,
                            .u1 = 0.2,
                            .u2 = 1,
                            .E_star = 226370000000.0 / 2,
                            .length = line ? 0.01 : 0,
                            .whole = line ? 0.01 : 0};
    b->N = line ? 2000 : 100;
    for (int i = 0; i < ABUT_BY; i++) b->by[i] = 0;
}

static bench bench_make(const abut_choice *choice, bool line) {
    bench b;
    law_make(choice, &b);
    contact_make(line, &b);
    return b;
}

static double *local(abut_patch *p, int i) {
    double *const all[ABUT_LOCALS] = {&p->h, &p->hdot, &p->P,   &p->Q,   &p->v1, &p->v2, &p->w1, &p->w2, &p->wn,
                                      NULL,  &p->c11,  &p->c12, &p->c22, NULL,   NULL,   &p->u1, &p->u2};
    return all[i];
}

static int normal_place(int i) { return i < 4 ? i : ABUT_L_U1 + i - 4; }

static abut_traction at_patch(const bench *b, abut_patch p, bool derivatives) {
    abut_normal n = {.N = b->N};
    abut_patch origin = b->patch;
    double exponent = 0;
    for (int i = 0; i < ABUT_BY; i++)
        exponent += b->by[i] * (*local(&p, normal_place(i)) - *local(&origin, normal_place(i)));
    n.N *= exp(exponent);
    p.film = &b->film;
    for (int i = 0; i < ABUT_BY; i++) n.dN[i] = n.N * b->by[i];
    abut_traction t;
    unsigned char *bytes = (unsigned char *)&t;
    for (size_t i = 0; i < sizeof t; i++) bytes[i] = 0x7f; /* nothing may be left as it was */
    t.film = (abut_film_state){0};
    b->type->force(b->self, &p, &n, derivatives, &t);
    return t;
}

static abut_traction now(const bench *b) { return at_patch(b, b->patch, false); }

/* The ellipse turned by phi: components in the turned frame, and the answer turned back. */
static abut_traction turned(const bench *b, double phi) {
    double c = cos(phi), s = sin(phi);
    abut_patch q = b->patch, *p = &q;
    const abut_patch *o = &b->patch;
    p->v1 = c * o->v1 + s * o->v2, p->v2 = c * o->v2 - s * o->v1;
    p->w1 = c * o->w1 + s * o->w2, p->w2 = c * o->w2 - s * o->w1;
    p->u1 = c * o->u1 + s * o->u2, p->u2 = c * o->u2 - s * o->u1;
    p->c11 = c * c * o->c11 + 2 * c * s * o->c12 + s * s * o->c22;
    p->c22 = s * s * o->c11 - 2 * c * s * o->c12 + c * c * o->c22;
    p->c12 = c * s * (o->c22 - o->c11) + (c * c - s * s) * o->c12;
    bench fixed = *b; /* the normal force does not turn with it */
    for (int i = 4; i < ABUT_BY; i++) fixed.by[i] = 0;
    abut_traction t = at_patch(&fixed, *p, false);
    for (int i = 0; i < 4; i += 2) {
        double x = t.T[i], y = t.T[i + 1];
        t.T[i] = c * x - s * y;
        t.T[i + 1] = s * x + c * y;
    }
    return t;
}

static abut_traction moved(const bench *b, int i, double by) {
    if (i == ABUT_L_PHI) return turned(b, by);
    abut_patch p = b->patch;
    *local(&p, i) += by;
    return at_patch(b, p, false);
}

/* ---- derivatives ---- */

/* Units of force and moment, and steps that are a small part of what each variable does. */
static double unit_of(const abut_traction *t, int row, double size) {
    double T = fmax(hypot(t->T[0], t->T[1]), 1e-3 * t->film.T_boundary + 1e-3 * t->film.T_fluid);
    for (int i = 2; i < ABUT_TRACTIONS; i++) T = fmax(T, fabs(t->T[i]) / size);
    return row < 2 ? T : T * size;
}

static double scale_of(const bench *b, int i, double v_eps, double size) {
    const abut_patch *p = &b->patch;
    double v = fmax(v_eps, hypot(p->v1, p->v2)), w = fmax(v_eps / size, fabs(p->wn));
    switch (i) {
    case ABUT_L_H:
        return 1e-6;
    case ABUT_L_HDOT:
        return 0.1;
    case ABUT_L_P:
        return p->P;
    case ABUT_L_Q:
        return p->Q;
    case ABUT_L_V1:
    case ABUT_L_V2:
        return v;
    case ABUT_L_W1:
    case ABUT_L_W2:
        return fmax(10, hypot(p->w1, p->w2));
    case ABUT_L_WN:
        return w;
    case ABUT_L_PHI:
        return 1;
    case ABUT_L_U1:
    case ABUT_L_U2:
        return hypot(p->u1, p->u2) + b->film.law.u_eps;
    default:
        return 100;
    }
}

static void check_rows(const bench *b, double v_eps, double size, double *worst, const char *what) {
    static const double weight[4] = {1.0 / 12, -8.0 / 12, 8.0 / 12, -1.0 / 12}, at[4] = {-2, -1, 1, 2};
    abut_traction t = at_patch(b, b->patch, true);
    unsigned uses = b->type->uses(b->self);
    ck_assert_msg((t.used & ~uses) == 0, "%s: used %x is not in %x", what, t.used, uses);
    for (int i = 0; i < ABUT_LOCALS; i++) {
        if (i == ABUT_L_G1 || i == ABUT_L_G2 || (i == ABUT_L_P && b->film.line)) continue;
        if (i == ABUT_L_PHI && b->film.line) continue; /* u1 and u2 turn with the axis of a roller */
        double scale = scale_of(b, i, v_eps, size), step = 2e-4 * scale, D[ABUT_TRACTIONS] = {0};
        for (int k = 0; k < 4; k++) {
            abut_traction m = moved(b, i, at[k] * step);
            for (int j = 0; j < ABUT_TRACTIONS; j++) D[j] += weight[k] * m.T[j] / step;
        }
        for (int j = 0; j < ABUT_TRACTIONS; j++) {
            double unit = unit_of(&t, j, size), d = t.used & 1U << i ? t.dT[i][j] : 0;
            expect_within(d * scale / unit, D[j] * scale / unit, 1e-6, worst, "%s: row %d of T[%d], N %g", what, i, j,
                          b->N);
        }
    }
}

static void draw_oil(chance *c, bench *b) {
    static const abut_shear_law laws[] = {ABUT_EYRING, ABUT_NEWTON, ABUT_CARREAU};
    abut_lubricant *o = &b->film.oil;
    o->shear = laws[(int)chance_uniform(c, 0, 3)];
    o->eta0 = exp(chance_uniform(c, log(0.005), log(0.2)));
    o->alpha = chance_uniform(c, 0, 1) < 0.1 ? 0 : 1.8e-8;
    o->G = 1e7;
    o->n = 0.6;
    o->viscosity = chance_uniform(c, 0, 1) < 0.2 ? ABUT_BARUS : ABUT_ROELANDS;
    if (chance_uniform(c, 0, 1) < 0.3) o->limit_slope = o->tau_min = 0;
    double sigma = chance_uniform(c, 0, 1) < 0.2 ? 0 : exp(chance_uniform(c, log(5e-8), log(1e-6)));
    b->film.rough =
        (abut_roughness){.sigma = sigma, .asperity_radius = 1e-5, .density = sigma > 0 ? 0.05 / (sigma * 1e-5) : 0};
    b->film.law.u_eps = chance_uniform(c, 0, 1) < 0.5 ? 0 : 1e-2;
    b->film.law.compressible = chance_uniform(c, 0, 1) < 0.3;
    b->film.law.thermal = 0.9;
}

static void draw_patch(chance *c, bench *b, double p_most) {
    abut_patch *p = &b->patch;
    double v = exp(chance_uniform(c, log(1e-3), log(2))), angle = chance_uniform(c, 0, 6);
    double u = exp(chance_uniform(c, log(1e-2), log(20))), turn = chance_uniform(c, 0, 6);
    p->Q = exp(chance_uniform(c, log(20), log(300)));
    p->P = b->film.line ? 0 : p->Q * exp(chance_uniform(c, log(0.02), 0));
    p->v1 = v * cos(angle), p->v2 = v * sin(angle);
    p->u1 = u * cos(turn), p->u2 = u * sin(turn);
    p->w1 = chance_uniform(c, -300, 300), p->w2 = chance_uniform(c, -300, 300);
    p->wn = chance_uniform(c, -200, 200);
    p->c11 = chance_uniform(c, -100, 100), p->c12 = chance_uniform(c, -50, 50), p->c22 = chance_uniform(c, -100, 100);
    abut_mixed m = {.E_prime = b->film.E_prime, .rho_x = 2 * p->Q, .rho_y = 2 * p->P, .length = p->length};
    double p_max = exp(chance_uniform(c, log(5e7), log(p_most))), one = mixed_dry(&m, 1).p_max;
    b->N = pow(p_max / one, b->film.line ? 2 : 3); /* p_max goes with N^(1/2) or N^(1/3) */
    const double slope[ABUT_BY] = {3e5,
                                   0.3,
                                   b->film.line ? 0 : -0.2 / p->P,
                                   -0.3 / p->Q,
                                   b->film.line ? 0 : 0.02 * p->u1 / u / u,
                                   0.02 * p->u2 / u / u};
    for (int i = 0; i < ABUT_BY; i++) b->by[i] = slope[i];
}

static void check_law(const abut_choice *choice, bool line, int count, uint64_t seed) {
    chance c = {seed};
    bench b = bench_make(choice, line);
    double worst = 0, v_eps = choice->params[0].value;
    char what[80];
    for (int i = 0; i < count; i++) {
        contact_make(line, &b);
        draw_oil(&c, &b);
        draw_patch(&c, &b, 1.2e9);
        abut_mixed m = {.E_prime = b.film.E_prime, .rho_x = 2 * b.patch.Q, .rho_y = 2 * b.patch.P, .length = 0.01};
        (void)snprintf(what, sizeof what, "%s, state %d", line ? "line" : "ellipse", i);
        check_rows(&b, v_eps, mixed_dry(&m, b.N).a, &worst, what);
    }
    printf("rows: %s, %s, %d states, worst %.1e\n", line ? "line" : "ellipse",
           choice->params[1].text ? choice->params[1].text : "point", count, worst);
    free(b.self);
}

static const abut_choice point = {"mixed", {{.name = "v_eps", .value = 0.02}}};
static const abut_choice plastic = {"mixed",
                                    {{.name = "v_eps", .value = 0.02},
                                     {.name = "model", .text = "load_sharing"},
                                     {.name = "tau_boundary", .value = 2e7}}};
static const abut_choice tanh_law = {"mixed",
                                     {{.name = "v_eps", .value = 0.02},
                                      {.name = "model", .text = "pressure_tanh"},
                                      {.name = "tau_boundary", .value = 2e7}}};
static const abut_choice ellipse = {"mixed", {{.name = "v_eps", .value = 0.05}, {.name = "patch", .text = "ellipse"}}};
static const abut_choice tanh_ellipse = {"mixed",
                                         {{.name = "v_eps", .value = 0.05},
                                          {.name = "patch", .text = "ellipse"},
                                          {.name = "model", .text = "pressure_tanh"}}};

START_TEST(rows) {
    for (int line = 0; line < 2; line++) {
        check_law(&point, line, 80, 1);
        check_law(&plastic, line, 50, 2);
        check_law(&tanh_law, line, 50, 3);
    }
    check_law(&ellipse, false, 60, 4);
    check_law(&tanh_ellipse, false, 30, 5);
}
END_TEST

/* The kernel itself, over the logarithms of its inputs. */
typedef struct state {
    double x[SHARE_BY], v; /* ln F, ln speed, ln rho_x, ln rho_y */
} state;

static double total(const abut_mixed *given, const state *s, friction_parts *parts) {
    abut_mixed c = *given;
    strength at;
    c.rho_x = exp(s->x[SHARE_RHO_X]);
    c.rho_y = given->rho_y > 0 ? exp(s->x[SHARE_RHO_Y]) : 0;
    must(strength_load_sharing(&c, exp(s->x[SHARE_F]), exp(s->x[SHARE_SPEED]), &at));
    *parts = friction_at(&c, &at, s->v);
    return parts->fluid + parts->boundary;
}

START_TEST(kernel_gradient) {
    static const double weight[4] = {1.0 / 12, -8.0 / 12, 8.0 / 12, -1.0 / 12}, at[4] = {-2, -1, 1, 2};
    chance c = {17};
    double worst = 0;
    for (int i = 0; i < 200; i++) {
        bench b = {0};
        friction_parts f, unused;
        contact_make(i % 2, &b);
        draw_oil(&c, &b);
        draw_patch(&c, &b, 2e9);
        abut_mixed m = {.E_prime = b.film.E_prime,
                        .rho_y = b.patch.P,
                        .length = 0.01,
                        .film = b.film.law,
                        .oil = b.film.oil,
                        .rough = b.film.rough,
                        .mu_boundary = 0.12,
                        .tau_boundary = 1e7,
                        .v_eps = 1e-3};
        state s = {{log(b.N), log(hypot(b.patch.u1, b.patch.u2)), log(2 * b.patch.Q), log(2 * b.patch.P)},
                   hypot(b.patch.v1, b.patch.v2)};
        double T = total(&m, &s, &f);
        for (int j = 0; j < SHARE_BY + 1; j++) {
            if (j == SHARE_RHO_Y && i % 2) continue;
            double step = 1e-3, D = 0;
            for (int k = 0; k < 4; k++) {
                state q = s;
                if (j < SHARE_BY)
                    q.x[j] += at[k] * step;
                else
                    q.v *= 1 + at[k] * step;
                D += weight[k] * total(&m, &q, &unused) / step;
            }
            expect_within((j < SHARE_BY ? f.by[j] : f.by_v * s.v) / T, D / T, 1e-8, &worst, "case %d by %d", i, j);
        }
    }
    printf("kernel_gradient: worst %.1e\n", worst);
}
END_TEST

/* ---- power ---- */
START_TEST(power) {
    const abut_choice *const laws[] = {&point, &plastic, &tanh_law, &ellipse, &tanh_ellipse};
    chance c = {23};
    for (int i = 0; i < 1000; i++) {
        bool line = i % 5 < 3 && i % 2;
        bench b = bench_make(laws[i % 5], line);
        draw_oil(&c, &b);
        draw_patch(&c, &b, 3e9);
        if (i % 7 == 0) b.patch.v1 = b.patch.v2 = 0;
        abut_traction t = now(&b);
        const abut_patch *p = &b.patch;
        const abut_film_state *f = &t.film;
        double given = t.T[0] * p->v1 + t.T[1] * p->v2 + t.T[2] * p->w1 + t.T[3] * p->w2 + t.T[4] * p->wn;
        ck_assert_msg(f->loss_fluid >= 0 && f->loss_boundary >= 0 && f->loss_rolling >= 0, "state %d gives power", i);
        ck_assert(t.loss == f->loss_fluid + f->loss_boundary + f->loss_rolling);
        expect_within(-given, t.loss, 1e-12 * t.loss, NULL, "power of state %d", i);
        if (i % 5 >= 3) expect_within(f->loss_spin, -t.T[ABUT_MN] * p->wn, 0, NULL, "spin of state %d", i);
        free(b.self);
    }
}
END_TEST

/* ---- limits ---- */
static void expect_finite(const bench *b, const char *what) {
    abut_traction t = at_patch(b, b->patch, true);
    for (int j = 0; j < ABUT_TRACTIONS; j++) {
        if (!isfinite(t.T[j])) ck_abort_msg("%s: T[%d] is %g", what, j, t.T[j]);
        for (int i = 0; i < ABUT_LOCALS; i++)
            if ((t.used & 1U << i) && !isfinite(t.dT[i][j])) ck_abort_msg("%s: row %d of T[%d]", what, i, j);
    }
    const double all[] = {t.loss,     t.film.T_fluid, t.film.T_boundary, t.film.T_rolling,
                          t.film.h_c, t.film.h_min,   t.film.lambda};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!isfinite(all[i])) ck_abort_msg("%s: number %zu", what, i);
}

/* Any load down to nothing, any speed: nothing but numbers, and friction goes with the load. */
START_TEST(extremes) {
    const abut_choice *const laws[] = {&point, &plastic, &tanh_law, &ellipse, &tanh_ellipse};
    static const double loads[] = {-10, 0, 1e-300, 1e-31, 1e-29, 1e-20, 1e-10, 1e-3, 1, 1e5};
    static const double speeds[] = {0, 1e-300, 1e-29, 1e-10, 1e-3, 1, 1e3};
    char what[100];
    for (int i = 0; i < 5; i++)
        for (int kind = 0; kind < (i < 3 ? 8 : 4); kind++) {
            bench b = bench_make(laws[i], kind >= 4);
            if (kind & 1) b.film.rough.sigma = 0;
            if (kind & 2) b.film.oil.shear = ABUT_NEWTON, b.film.oil.limit_slope = b.film.oil.tau_min = 0;
            for (int j = 0; j < 10; j++)
                for (int k = 0; k < 49; k++) {
                    b.N = loads[j];
                    b.patch.u1 = 0;
                    b.patch.u2 = speeds[k % 7];
                    b.patch.v1 = speeds[k / 7];
                    b.patch.w1 = speeds[k / 7];
                    b.patch.v2 = 0;
                    (void)snprintf(what, sizeof what, "law %d kind %d, N %g, u %g, v %g", i, kind, b.N, b.patch.u2,
                                   b.patch.v1);
                    expect_finite(&b, what);
                    abut_traction t = now(&b);
                    if (b.N <= 1e-31 && !(t.T[0] == 0 && t.loss == 0)) ck_abort_msg("%s: friction %g", what, t.T[0]);
                    bool usual = b.patch.v1 <= 1 && (b.patch.u2 == 0 || b.patch.u2 >= 1e-3);
                    if (b.N < 1e-15 && usual && !(fabs(t.T[0]) < 1e-9)) ck_abort_msg("%s: friction %g", what, t.T[0]);
                }
            free(b.self);
        }
}
END_TEST

START_TEST(limits) {
    bench b = bench_make(&point, true);
    double full = tanh(hypot(b.patch.v1, b.patch.v2) / 0.02) * 0.12 * 2000;
    b.film.oil.shear = ABUT_EYRING;
    b.patch.u2 = 0; /* entrainment of a line is across it: u1 makes no film */
    abut_traction t = now(&b);
    ck_assert(t.film.fluid_share == 0 && t.film.T_rolling == 0);
    expect_near(t.film.T_boundary, full, 1e-14, NULL, "boundary friction");
    expect_near(hypot(t.T[0], t.T[1]), full, 1e-4, NULL, "nothing else but the oil in the valleys");
    expect_near(t.T[0] * b.patch.v2, t.T[1] * b.patch.v1, 1e-14, NULL, "against the slip");
    b.patch.u2 = 1e-9;
    expect_near(now(&b).film.T_boundary, full, 1e-6, NULL, "slow entrainment");
    b.patch.u2 = 5;
    b.film.rough.sigma = 0;
    t = now(&b);
    ck_assert(t.film.fluid_share == 1 && t.film.T_boundary == 0 && t.film.lambda == 0 && t.film.T_fluid > 0);
    b.patch.u2 = 0; /* neither film nor roughness: dry */
    t = now(&b);
    ck_assert(t.film.fluid_share == 0 && t.film.h_c == 0);
    expect_near(hypot(t.T[0], t.T[1]), full, 1e-14, NULL, "dry");
    b.film.rough.sigma = 2e-7;
    b.patch.u2 = 1;
    b.patch.v1 = b.patch.v2 = 0;
    t = at_patch(&b, b.patch, true);
    ck_assert(t.T[0] == 0 && t.T[1] == 0 && t.mode == 1);
    double slope = t.dT[ABUT_L_V1][ABUT_T1];
    ck_assert(slope < 0 && t.dT[ABUT_L_V2][ABUT_T2] == slope && t.dT[ABUT_L_V1][ABUT_T2] == 0);
    b.patch.v1 = 1e-9;
    expect_near(now(&b).T[0] / 1e-9, slope, 1e-6, NULL, "smooth at rest");
    free(b.self);
}
END_TEST

/* ---- the plain calculation, the two patches ---- */
START_TEST(plain_calculation) {
    for (int line = 0; line < 2; line++) {
        bench b = bench_make(&point, line);
        for (double N = 5; N < 1e4; N *= 3)
            for (double u = 1e-3; u < 20; u *= 4)
                for (double v = 1e-4; v < 3; v *= 9) {
                    abut_mixed m = {.E_prime = b.film.E_prime,
                                    .rho_x = 100,
                                    .rho_y = line ? 0 : 40,
                                    .length = 0.01,
                                    .film = b.film.law,
                                    .oil = b.film.oil,
                                    .rough = b.film.rough,
                                    .mu_boundary = 0.12,
                                    .v_eps = 0.02};
                    abut_friction_force want;
                    b.N = N;
                    b.patch.v1 = 0.6 * v, b.patch.v2 = -0.8 * v;
                    b.patch.u1 = line ? 3 : 0.6 * u, b.patch.u2 = line ? u : 0.8 * u;
                    must(abut_mixed_friction(&m, N, u, v, &want, NULL));
                    abut_traction t = now(&b);
                    expect_near(-t.T[0], 0.6 * want.F_t, 1e-12, NULL, "T1 at %g %g %g", N, u, v);
                    expect_near(t.T[1], 0.8 * want.F_t, 1e-12, NULL, "T2 at %g %g %g", N, u, v);
                    expect_near(t.film.T_fluid, want.F_hydro, 1e-12, NULL, "film at %g %g %g", N, u, v);
                    expect_near(t.film.h_c, want.share.h, 1e-12, NULL, "h at %g %g", N, u);
                    expect_near(t.film.fluid_share, want.share.phi, 1e-12, NULL, "phi at %g %g", N, u);
                    if (!(t.film.h_min <= t.film.h_c && t.film.lambda == t.film.h_min / b.film.rough.sigma))
                        ck_abort_msg("least film %g", t.film.h_min);
                }
        free(b.self);
    }
}
END_TEST

/* pressure_tanh of the calculator, which is for Barus and Newton, times tanh(v/v_eps) in the boundary part */
START_TEST(plain_pressure_tanh) {
    bench b = bench_make(&tanh_law, false);
    b.film.oil = (abut_lubricant){.eta0 = 0.02, .alpha = 1.8e-8, .viscosity = ABUT_BARUS, .shear = ABUT_NEWTON};
    for (double N = 5; N < 300; N *= 3)
        for (double v = 1e-3; v < 3; v *= 9) {
            abut_film_in in = {false, N, 100, 40, 0, 1, b.film.oil.eta0, b.film.oil.alpha, b.film.E_prime};
            abut_film_out film;
            abut_hertz hertz;
            abut_pressure_tanh_result r;
            must(abut_film_eval(&b.film.law, &in, &film, NULL));
            must(abut_hertz_from_force(20, 50, b.film.E_prime / 2, N, &hertz));
            abut_contact_pressure given = {.E_prime = b.film.E_prime,
                                           .rough = b.film.rough,
                                           .h = film.h_c,
                                           .p = hertz.p_mean,
                                           .area = PI * hertz.a * hertz.b,
                                           .mu_boundary = 0.12,
                                           .tau_e = 2e7,
                                           .eta0 = b.film.oil.eta0,
                                           .alpha = b.film.oil.alpha,
                                           .u_rel = v};
            must(abut_pressure_tanh(&given, &r));
            b.N = N;
            b.patch.v1 = v, b.patch.v2 = 0;
            b.patch.u1 = 0, b.patch.u2 = 1;
            abut_traction t = now(&b);
            expect_near(t.film.T_fluid, r.F_hydro, 1e-12, NULL, "film at %g %g", N, v);
            expect_near(t.film.T_boundary, r.F_boundary * tanh(v / 0.02), 1e-12, NULL, "boundary at %g %g", N, v);
        }
    free(b.self);
}
END_TEST

/* Without spin and rolling every node has the same slip. */
START_TEST(uniform_slip) {
    const abut_choice fine = {
        "mixed",
        {{.name = "v_eps", .value = 0.02}, {.name = "patch", .text = "ellipse"}, {.name = "strips", .value = 48}}};
    const abut_choice usual = {"mixed", {{.name = "v_eps", .value = 0.02}, {.name = "patch", .text = "ellipse"}}};
    bench b[3] = {bench_make(&point, false), bench_make(&fine, false), bench_make(&usual, false)};
    double worst[3] = {0};
    for (double N = 1; N < 1000; N *= 3)
        for (double v = 1e-4; v < 3; v *= 7) {
            abut_traction t[3];
            for (int i = 0; i < 3; i++) {
                b[i].N = N;
                b[i].patch.v1 = 0.6 * v, b[i].patch.v2 = 0.8 * v;
                t[i] = now(&b[i]);
                expect_near(t[i].T[0], t[0].T[0], i == 1 ? 4e-3 : 2e-2, &worst[i], "%d: T1 at %g %g", i, N, v);
                expect_near(t[i].T[1], t[0].T[1], i == 1 ? 4e-3 : 2e-2, &worst[i], "%d: T2 at %g %g", i, N, v);
                expect_near(t[i].film.T_boundary, t[0].film.T_boundary, 1e-12, NULL, "%d: boundary", i);
                expect_within(t[i].T[ABUT_MN] / N, 0, 1e-15, NULL, "%d: drilling", i);
            }
        }
    printf("uniform_slip: 48 strips %.1e, 12 strips %.1e\n", worst[1], worst[2]);
    for (int i = 0; i < 3; i++) free(b[i].self);
}
END_TEST

/* Boundary friction alone, spinning fast: Coulomb's drilling moment (3/8) mu N a E(1 - b^2/a^2). */
START_TEST(spin) {
    const abut_choice law = {
        "mixed",
        {{.name = "v_eps", .value = 1e-7}, {.name = "patch", .text = "ellipse"}, {.name = "rolling", .value = 0}}};
    bench b = bench_make(&law, false);
    b.patch.u1 = b.patch.u2 = b.patch.v1 = b.patch.v2 = 0;
    b.film.oil.eta0 = 0;
    b.patch.wn = 10;
    abut_hertz hertz;
    must(abut_hertz_from_force(20, 50, b.film.E_prime / 2, b.N, &hertz));
    abut_traction t = now(&b);
    double want = 0.375 * 0.12 * b.N * hertz.a * abut_elliptic_E(1 - hertz.b * hertz.b / (hertz.a * hertz.a));
    expect_near(-t.T[ABUT_MN], want, 2e-3, NULL, "drilling moment");
    expect_near(t.film.loss_spin, want * 10, 2e-3, NULL, "loss by spin");
    expect_near(t.loss, t.film.loss_spin, 1e-12, NULL, "all loss is by spin");
    free(b.self);
}
END_TEST

/* ---- rolling resistance ---- */
START_TEST(rolling) {
    for (int line = 0; line < 2; line++) {
        bench b = bench_make(&point, line);
        b.patch.v1 = b.patch.v2 = b.patch.u1 = 0;
        b.patch.u2 = 8;
        b.patch.w1 = -100 * b.patch.u2 / 2; /* pure rolling: w = rho_x times the mean surface speed */
        abut_traction t = now(&b);
        double by[SHARE_BY];
        abut_mixed m = {.E_prime = b.film.E_prime,
                        .rho_x = 100,
                        .rho_y = line ? 0 : 40,
                        .length = 0.01,
                        .film = b.film.law,
                        .oil = b.film.oil};
        double F = rolling_force(&m, b.N, 8, by);
        expect_near(t.film.T_rolling, F, 2e-5, NULL, "force");
        expect_near(t.T[ABUT_M1], 2 * F / 100, 2e-5, NULL, "moment against the rolling");
        expect_near(t.loss, F * 8, 2e-5, NULL, "loss: the force of each surface times its speed");
        ck_assert(t.T[ABUT_M2] == 0 && t.T[ABUT_T1] == 0 && t.T[ABUT_T2] == 0);
        free(b.self);
    }
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {
        &rows, &kernel_gradient, &power, &extremes, &limits, &plain_calculation, &plain_pressure_tanh, &uniform_slip,
        &spin, &rolling};
    return suite_main("mixed_friction", all, sizeof all / sizeof *all);
}
