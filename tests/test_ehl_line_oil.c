/* Line contacts that conserve oil: where the film breaks and where it forms anew, with a layer that is too thin, and in time. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/ehl.h"
#include "ehl/line.h"
#include "support/near.h"
#include "support/suite.h"

#define PI 3.14159265358979323846

static abut_ehl_line *solver(int n) {
    abut_ehl_line *s;
    abut_message why = {0};
    ck_assert_msg(abut_ehl_line_create(n, &s, &why) == ABUT_OK, "%s", why.text);
    return s;
}

static abut_ehl_line_result solve(abut_ehl_line *s, abut_ehl_line_def def) {
    abut_ehl_line_result r;
    abut_message why = {0};
    ck_assert_msg(abut_ehl_line_solve(s, &def, &r, &why) == ABUT_OK, "M %g L %g layer %g: %s", def.M, def.L, def.layer,
                  why.text);
    return r;
}

static abut_ehl_line_result step(abut_ehl_line *s, abut_ehl_line_def def, abut_ehl_line_move move) {
    abut_ehl_line_result r;
    abut_message why = {0};
    ck_assert_msg(abut_ehl_line_step(s, &def, &move, &r, &why) == ABUT_OK, "%s", why.text);
    return r;
}

/* Pressure or an empty share of the gap, never both. */
static void complementary(const abut_ehl_line_result *r) {
    for (int i = 0; i < r->count; i++) {
        ck_assert(r->P[i] >= 0 && r->fill[i] > 0 && r->fill[i] <= 1 && r->H[i] > 0);
        ck_assert_msg(r->P[i] == 0 || r->fill[i] == 1, "node %d: pressure %g in a gap filled to %g", i, r->P[i],
                      r->fill[i]);
    }
}

/* With enough oil the pressures are those of Reynolds' condition: the film breaks where pressure and slope are zero. */
START_TEST(enough_oil) {
    static const double cases[][2] = {{2, 0}, {5, 20}, {20, 10}, {100, 10}, {500, 5}};
    abut_ehl_line *s = solver(200);
    double worst = 0;
    for (size_t k = 0; k < 5; k += brief() ? 2 : 1) {
        abut_ehl_line_def d = {.M = cases[k][0], .L = cases[k][1], .cold = true};
        abut_ehl_line_result a = solve(s, d);
        ck_assert(!a.fill && a.flow_error == 0);
        d.conserving = true;
        abut_ehl_line_result r = solve(s, d);
        complementary(&r);
        expect_near(r.H_c, a.H_c, 1e-7, NULL, "H_c of M %g L %g", d.M, d.L);
        expect_near(r.H_min, a.H_min, 1e-7, NULL, "H_min of M %g L %g", d.M, d.L);
        expect_near(r.flow, r.H_c, 1e-3, NULL, "flow: the film where the pressure is greatest");
        ck_assert_msg(r.flow_error < 1e-10, "M %g L %g loses %g of its oil", d.M, d.L, r.flow_error);
        worst = fmax(worst, r.flow_error);
        /* behind the contact the oil of the film lies in a gap that opens; a filling is that of the face behind its node */
        int i = r.count - 2;
        double w = 0.5 * (r.X[i + 1] - r.X[i]) / (r.X[i] - r.X[i - 1]), H = (1 + w) * r.H[i] - w * r.H[i - 1];
        expect_near(r.fill[i] * H * 8 * d.M / PI, r.flow, 1e-9, NULL, "oil behind M %g L %g", d.M, d.L);
    }
    printf("enough_oil: flow even to %.1e\n", worst);
    abut_ehl_line_destroy(s);
}
END_TEST

/* A layer that is too thin all passes: the film is the layer. As it gets thinner the film forms ever closer to the dry contact. */
START_TEST(thin_layers) {
    static const double cases[][2] = {{5, 0}, {20, 10}, {200, 5}, {5, 20}};
    abut_ehl_line *s = solver(200);
    double worst = 0;
    for (size_t k = 0; k < 4; k += brief() ? 2 : 1) {
        abut_ehl_line_def d = {.M = cases[k][0], .L = cases[k][1], .cold = true, .conserving = true};
        double flooded = solve(s, d).flow, last = -INFINITY;
        for (double share = 0.96; share > 0.03; share *= 0.4) {
            d.layer = share * flooded;
            abut_ehl_line_result r = solve(s, d);
            complementary(&r);
            expect_near(r.flow, d.layer, 1e-10, NULL, "all of the layer passes");
            expect_near(r.H_c, d.layer, 5e-3, NULL, "film of M %g L %g, layer %g", d.M, d.L, share);
            ck_assert_msg(r.flow_error < 1e-10, "M %g L %g share %g loses %g", d.M, d.L, share, r.flow_error);
            expect_within(r.load, PI / 2, 1e-9, NULL, "load");
            expect_near(r.fill[0] * r.H[0] * 8 * d.M / PI, d.layer, 1e-12, NULL, "what comes in");
            worst = fmax(worst, r.flow_error);
            ck_assert_msg(r.x_in > last, "the film of a thinner layer forms later");
            last = r.x_in;
        }
        ck_assert_msg(last > -1.05 && last < -0.95, "very little oil: the film forms at the dry contact, at %g", last);
    }
    printf("thin_layers: flow even to %.1e\n", worst);
    abut_ehl_line_destroy(s);
}
END_TEST

/* The same by other means: a flooded contact whose inlet is cut off where the film forms (within a cell). */
START_TEST(cut_off_inlet) {
    abut_ehl_line *s = solver(400), *t = solver(400);
    abut_ehl_line_def d = {.M = 10, .L = 5, .cold = true, .conserving = true};
    d.layer = 0.975 * solve(s, d).flow;
    abut_ehl_line_result r = solve(s, d);
    ck_assert(r.x_in < -2 && r.x_in > -4);
    abut_ehl_line_result cut =
        solve(t, (abut_ehl_line_def){.M = 10, .L = 5, .from = r.x_in, .to = r.X[r.count - 1], .cold = true});
    printf("cut_off_inlet: from %.3f: %.5f, starved %.5f\n", r.x_in, cut.H_c, r.H_c);
    expect_near(r.H_c, cut.H_c, 2e-3, NULL, "film");
    expect_near(r.H_min, cut.H_min, 2e-3, NULL, "least film");
    expect_near(r.rolling, cut.rolling, 1e-2, NULL, "rolling resistance");
    abut_ehl_line_destroy(s);
    abut_ehl_line_destroy(t);
}
END_TEST

/* Too much oil is turned away; oil that is compressed fills less. */
START_TEST(other_layers) {
    abut_ehl_line *s = solver(200);
    abut_ehl_line_def d = {.M = 50, .L = 8, .cold = true, .conserving = true};
    abut_ehl_line_result a = solve(s, d);
    double film = a.H_c;
    d.layer = 3 * a.flow;
    abut_ehl_line_result r = solve(s, d);
    expect_near(r.H_c, film, 1e-3, NULL, "more oil than passes");
    d.oil = (abut_ehl_oil){2e-8, 0, true};
    d.layer = 0.5 * film;
    r = solve(s, d);
    double p = r.p_max * 8 * sqrt(50 / (2 * PI)) / 2e-8, rho = 1 + 0.6e-9 * p / (1 + 1.7e-9 * p);
    expect_near(r.H_c * rho, d.layer, 2e-3, NULL, "mass that passes");
    ck_assert(r.flow_error < 1e-10);
    abut_ehl_line_destroy(s);
}
END_TEST

/* ---- in time ---- */
static double oil_of(const ehl_line_level *l, const abut_ehl_line_result *r) {
    double sum = 0;
    for (int i = 1; i < r->count - 1; i++)
        sum += 0.5 * (r->X[i + 1] - r->X[i - 1]) * r->fill[i] * ehl_fluid_at(&l->flow.fluid, r->P[i]).rho * r->H[i];
    return sum;
}

/* A layer that becomes thinner: the contact has its film until the thin one arrives. Every step keeps count of all oil. */
START_TEST(layer_gets_thinner) {
    abut_ehl_line *s = solver(100);
    abut_ehl_line_def d = {.M = 20, .L = 8, .cold = true, .conserving = true};
    d.layer = 0.95 * solve(s, d).flow;
    abut_ehl_line_result r = solve(s, d);
    const ehl_line_level *l = &s->level[s->levels - 1];
    double film = r.H_c, T = 0, worst = 0, early = 0, inlet = -r.X[0];
    d.layer *= 0.6;
    for (int k = 0; k < (brief() ? 30 : 160); k++) {
        double before = oil_of(l, &r), dT = k < 60 ? 0.1 : 0.5;
        r = step(s, d, (abut_ehl_line_move){.dT = dT});
        complementary(&r);
        double gain = oil_of(l, &r) - before, through = dT * (l->flow.face[r.count - 2].q - l->flow.face[0].q);
        worst = fmax(worst, fabs(gain - through) / before);
        T += dT;
        if (fabs(T - 0.3 * inlet) < 0.5 * dT) early = r.H_c;
    }
    printf("layer_gets_thinner: oil is kept to %.1e; film %.4f, early %.4f, at last %.4f of %.4f\n", worst, film, early,
           r.H_c, d.layer);
    ck_assert_msg(worst < 1e-10, "a step loses %g of the oil", worst);
    expect_near(early, film, 5e-3, NULL, "the thin layer has not arrived");
    if (!brief()) expect_near(r.H_c, d.layer, 5e-3, NULL, "the film is the thin layer at last");
    abut_ehl_line_destroy(s);
}
END_TEST

/* Bodies that part quickly and come together again: the film breaks inside the contact, forms anew, and no oil is lost or made. */
START_TEST(parted_and_back) {
    enum { STEPS = 60 };
    abut_ehl_line *s = solver(100);
    abut_ehl_line_def d = {.M = 20, .L = 5, .cold = true, .conserving = true, .from = -6, .to = 3};
    abut_ehl_line_result r = solve(s, d);
    const ehl_line_level *l = &s->level[s->levels - 1];
    double H0 = r.offset, film = r.H_c, worst = 0, least = 1;
    for (int k = 1; k <= STEPS; k++) {
        bool parts = k < STEPS / 2;
        double before = oil_of(l, &r), dT = parts ? 0.01 : 0.4;
        double offset = H0 + (parts ? 1.2 * pow(sin(2 * PI * k / STEPS), 2) : 0);
        r = step(s, d, (abut_ehl_line_move){.dT = dT, .held = true, .offset = offset});
        complementary(&r);
        double gain = oil_of(l, &r) - before, through = dT * (l->flow.face[r.count - 2].q - l->flow.face[0].q);
        worst = fmax(worst, fabs(gain - through) / before);
        for (int i = 0; i < r.count; i++)
            if (fabs(r.X[i]) < 0.5) least = fmin(least, r.fill[i]);
    }
    printf("parted_and_back: oil is kept to %.1e, least filling in the middle %.3f, load at last %.4f\n", worst, least,
           r.load / (PI / 2));
    ck_assert_msg(worst < 1e-10, "a step loses %g of the oil", worst);
    ck_assert_msg(least < 0.95, "the film breaks in the middle: filled to %g", least);
    expect_near(r.load, PI / 2, 0.02, NULL, "load when all is over");
    expect_near(r.H_c, film, 0.02, NULL, "film when all is over");
    abut_ehl_line_destroy(s);
}
END_TEST

START_TEST(bad_input) {
    abut_ehl_line *s = solver(100);
    abut_ehl_line_result r;
    abut_message why = {0};
    abut_ehl_line_def d = {.M = 20, .L = 5, .layer = -1};
    ck_assert(abut_ehl_line_solve(s, &d, &r, &why) == ABUT_BAD_VALUE);
    ck_assert_str_eq(why.place.key, "layer");
    d.layer = NAN;
    ck_assert(abut_ehl_line_solve(s, &d, &r, &why) == ABUT_BAD_VALUE);
    double K, C;
    solve(s, (abut_ehl_line_def){.M = 20, .L = 5, .conserving = true});
    why = (abut_message){0};
    ck_assert(abut_ehl_line_spring(s, &K, &C, &why) == ABUT_BAD_VALUE && strstr(why.text, "conserving"));
    abut_ehl_line_destroy(s);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {
        &enough_oil, &thin_layers, &cut_off_inlet, &other_layers, &layer_gets_thinner, &parted_and_back, &bad_input,
    };
    return suite_main("ehl_line_oil", all, sizeof all / sizeof *all);
}
