/* The friction law `mixed` on patches of its own making: every derivative against differences, and power. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/row4_math.h"
#include "mixed/asperity.h"
#include "mixed/roughness.h"
#include "mixed/traction.h"
#include "registry/registry.h"
#include "support/mixed_bench.h"
#include "support/near.h"
#include "support/rolling.h"
#include "support/scene.h"
#include "support/suite.h"

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

int main(void) {
    static const TTest *const *const all[] = {&rows, &kernel_gradient, &power};
    return suite_main("mixed_friction", all, sizeof all / sizeof *all);
}
