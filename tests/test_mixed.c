/* Mixed friction: the integrals of Greenwood and Tripp and their table under a film, the two models, the film in series with the bodies. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/lubrication.h"
#include "base/row4_math.h"
#include "base/row4_table.h"
#include "mixed/asperity.h"
#include "mixed/roughness.h"
#include "support/near.h"
#include "support/suite.h"
#include "support/table.h"

static double integral(double n, double Phi) {
    double F;
    must(abut_greenwood_tripp(n, Phi, &F, NULL));
    return F;
}

/* The contact of load_sharing.csv and film_series.csv. */
static abut_mixed example(void) {
    return (abut_mixed){.E_prime = 226370000000.0,
                        .rho_x = 100,
                        .length = 0.01,
                        .line_law = ABUT_LINE_ASYMPTOTIC,
                        .oil = {.eta0 = 0.02, .alpha = 1.8e-8, .tau0 = 5e6, .limit_slope = 0.05, .tau_min = 1000},
                        .rough = {2e-7, 1e-5, 0.05 / (2e-7 * 1e-5)},
                        .mu_boundary = 0.12,
                        .v_eps = 1e-3,
                        .mean_pressure = true};
}

static abut_mixed elliptic(void) {
    abut_mixed c = example();
    c.rho_y = 40;
    c.mean_pressure = false;
    return c;
}

static abut_friction_force friction(const abut_mixed *c, double F, double u, double v) {
    abut_friction_force out;
    abut_message m = {0};
    if (abut_mixed_friction(c, F, u, v, &out, &m)) ck_abort_msg("F %g u %g v %g: %s", F, u, v, m.text);
    return out;
}

static abut_film_force series(const abut_mixed *c, double d, double u) {
    abut_film_force out;
    abut_message m = {0};
    if (abut_film_series(c, d, u, &out, &m)) ck_abort_msg("d %g u %g: %s", d, u, m.text);
    return out;
}

/* ---- the integrals ---- */
START_TEST(integrals) {
    table t = table_read("greenwood_tripp.csv"), wide = table_read("greenwood_tripp_wide.csv");
    double worst = 0, worst_wide = 0;
    for (size_t i = 0; i < t.rows; i++) {
        double Phi = table_at(&t, i, "Phi");
        expect_near(integral(1.5, Phi), table_number(&t, i, "F_3_2"), 2e-15, &worst, "F_3/2 at %g", Phi);
        expect_near(integral(2, Phi), table_number(&t, i, "F_2"), 2e-15, &worst, "F_2 at %g", Phi);
        expect_near(integral(2.5, Phi), table_number(&t, i, "F_5_2"), 2e-15, &worst, "F_5/2 at %g", Phi);
    }
    for (size_t i = 0; i < wide.rows; i++) {
        double n = table_at(&wide, i, "n"), Phi = table_at(&wide, i, "Phi"), F, scaled;
        must(abut_greenwood_tripp(n, Phi, &F, &scaled));
        expect_near(scaled, table_number(&wide, i, "scaled"), 2e-15, &worst_wide, "F_%g at %g, scaled", n, Phi);
        long double want = table_number(&wide, i, "scaled") * (Phi > 0 ? expl(-0.5L * Phi * Phi) : 1);
        if (want > 1e-300L) expect_near(F, want, 2e-15, &worst_wide, "F_%g at %g", n, Phi);
    }
    printf("integrals: worst %.1e, from -10 to 40 %.1e\n", worst, worst_wide);
    table_free(&t);
    table_free(&wide);
}
END_TEST

/* F_n' = -n F_{n-1}, across the borders of the three methods too. */
START_TEST(integral_slopes) {
    const double n[] = {1, 1.5, 2, 2.5};
    for (double Phi = -10; Phi <= 20; Phi += 0.125)
        for (int i = 0; i < 4; i++) {
            double d = 1e-4, slope = (integral(n[i], Phi + d) - integral(n[i], Phi - d)) / (2 * d);
            expect_near(slope, -n[i] * integral(n[i] - 1, Phi), 2e-6, NULL, "F_%g' at %g", n[i], Phi);
        }
}
END_TEST

START_TEST(separation) {
    for (double h = 1e-12; h < 1e-4; h *= 1.7) {
        double Phi;
        must(abut_film_separation(h, 2e-7, &Phi));
        expect_near(2e-7 * integral(1, -Phi), h, 2e-14, NULL, "film %g", h);
    }
}
END_TEST

/* ---- pressure_tanh ---- */
START_TEST(tanh_cases) {
    table t = table_read("pressure_tanh.csv");
    double worst = 0;
    for (size_t i = 0; i < t.rows; i++) {
        double sigma = table_at(&t, i, "sigma_S"), beta = table_at(&t, i, "beta_GT");
        abut_contact_pressure in = {.E_prime = table_at(&t, i, "Eprime"),
                                    .rough = {sigma, beta, table_at(&t, i, "eta_beta_sigma") / (beta * sigma)},
                                    .h = table_at(&t, i, "h"),
                                    .p = table_at(&t, i, "p"),
                                    .area = table_at(&t, i, "A"),
                                    .mu_boundary = table_at(&t, i, "mu"),
                                    .tau_e = table_at(&t, i, "tau_E"),
                                    .eta0 = table_at(&t, i, "eta0"),
                                    .alpha = table_at(&t, i, "alpha_p"),
                                    .u_rel = table_at(&t, i, "U_R")};
        abut_pressure_tanh_result r, total;
        must(abut_pressure_tanh(&in, &r));
        in.total_pressure = true;
        must(abut_pressure_tanh(&in, &total));
        const struct {
            const char *column;
            double got;
        } all[] = {{"p_K", r.p_k},
                   {"alpha_C", r.alpha_c},
                   {"one_minus_alpha_C", r.one_minus},
                   {"p_asp_GT", r.p_asp},
                   {"alpha_asp_GT", r.alpha_asp},
                   {"alpha_asp_eq13", r.alpha_eq13},
                   {"F_RB_eq5_total_p", total.F_boundary},
                   {"F_RB_eq5_p_asp", r.F_boundary},
                   {"F_RH_eq4_barus", r.F_hydro}};
        for (size_t k = 0; k < sizeof all / sizeof *all; k++)
            expect_near(all[k].got, table_number(&t, i, all[k].column), 1e-13, &worst, "case %zu: %s", i,
                        all[k].column);
    }
    printf("tanh_cases: %zu cases, worst %.1e\n", t.rows, worst);
    table_free(&t);
}
END_TEST

/* ---- load sharing ---- */
START_TEST(sharing_cases) {
    table t = table_read("load_sharing.csv");
    const abut_mixed c = example();
    double worst = 0, worst_fluid = 0;
    for (size_t i = 0; i < t.rows; i++) {
        double F = table_at(&t, i, "F"), bound = table_at(&t, i, "Ff_bound");
        abut_friction_force r = friction(&c, F, table_at(&t, i, "U_S"), table_at(&t, i, "U_R"));
        expect_near(r.share.phi, table_number(&t, i, "phi_fluid"), 1e-9, &worst, "case %zu: phi", i);
        expect_near(r.share.h, table_number(&t, i, "h"), 1e-9, &worst, "case %zu: h", i);
        expect_near(r.F_hydro, table_number(&t, i, "Ff_fluid"), 1e-9, &worst_fluid, "case %zu: fluid", i);
        /* the reference is 1 - phi, known to 2e-16 of 1 only */
        expect_within(r.F_boundary, bound, 1e-9 * bound + 3e-16 * 0.12 * F, NULL, "case %zu: boundary", i);
    }
    printf("sharing_cases: %zu cases, worst %.1e, friction of the film %.1e\n", t.rows, worst, worst_fluid);
    table_free(&t);
}
END_TEST

static double difference(double up, double down, double step) { return (up - down) / (2 * step); }

START_TEST(sharing_slopes) {
    const abut_mixed all[] = {example(), elliptic()};
    for (int k = 0; k < 2; k++)
        for (double F = 20; F < 2e4; F *= 5)
            for (double u = 1e-3; u < 20; u *= 4) {
                const abut_mixed *c = &all[k];
                double dF = 1e-5 * F, du = 1e-5 * u;
                abut_sharing s = friction(c, F, u, 0).share, Fp = friction(c, F + dF, u, 0).share,
                             Fm = friction(c, F - dF, u, 0).share, up = friction(c, F, u + du, 0).share,
                             um = friction(c, F, u - du, 0).share;
                double rest = s.one_minus_phi, noise = 1e-10;
                expect_within(s.dphi_dF * F, difference(Fp.phi, Fm.phi, dF) * F, 1e-6 * rest + noise, NULL,
                              "%d: dphi/dF at %g %g", k, F, u);
                expect_within(s.dphi_du * u, difference(up.phi, um.phi, du) * u, 1e-6 * rest + noise, NULL,
                              "%d: dphi/du at %g %g", k, F, u);
                expect_within(s.dh_dF * F, difference(Fp.h, Fm.h, dF) * F, 1e-6 * s.h, NULL, "%d: dh/dF at %g %g", k, F,
                              u);
                expect_within(s.dh_du * u, difference(up.h, um.h, du) * u, 1e-6 * s.h, NULL, "%d: dh/du at %g %g", k, F,
                              u);
                for (double v = 1e-5; v < 10; v *= 20) {
                    double dv = 1e-5 * v, slope = friction(c, F, u, v).dFt_dv;
                    double want = difference(friction(c, F, u, v + dv).F_t, friction(c, F, u, v - dv).F_t, dv);
                    expect_within(slope, want, 1e-6 * slope + 1e-9 * friction(c, F, u, v).F_t / v, NULL,
                                  "%d: dFt/dv at %g %g %g", k, F, u, v);
                }
            }
}
END_TEST

/* Eight nodes over the Hertz profile against 2000, by the film and pressure that load sharing gives. */
START_TEST(profile) {
    abut_mixed all[] = {example(), elliptic()};
    all[0].mean_pressure = false;
    double worst = 0;
    for (int k = 0; k < 2; k++)
        for (double v = 1e-4; v < 2; v *= 10) {
            abut_friction_force r = friction(&all[k], k ? 50 : 2000, 1, v);
            long double sum = 0, step = 1.57079632679489661923L / 2000;
            for (int i = 0; i < 2000; i++) {
                abut_shear s;
                long double theta = (i + 0.5L) * step, part = sinl(theta);
                must(abut_film_shear(&all[k].oil, (double)(r.share.phi * r.share.p_max * part), r.share.h, v, &s));
                sum += s.tau * step * (k ? sinl(2 * theta) : part);
            }
            expect_near(r.F_hydro, sum * r.share.area, 1e-3, &worst, "%s, v %g", k ? "ellipse" : "line", v);
        }
    printf("profile: eight nodes against 2000: %.1e\n", worst);
}
END_TEST

/* From boundary friction to the full film at a slide ratio of 0.05: starts at mu_b, falls while asperities carry load, stays
 * level with a full film, and has no kink. */
START_TEST(stribeck) {
    abut_mixed c = example();
    c.v_eps = 1e-8;
    c.mean_pressure = false;
    expect_near(friction(&c, 2000, 1e-6, 5e-8).mu, 0.12, 1e-3, NULL, "boundary friction");
    double before = 1, sharpest = 0, lowest = 1;
    const double step = 0.02; /* of ln u */
    for (double q = log(1e-5); q < log(50); q += 0.05) {
        double mu[5], phi = friction(&c, 2000, exp(q), 0).share.phi; /* q - 2 step .. q + 2 step */
        for (int i = 0; i < 5; i++) {
            double u = exp(q + (i - 2) * step);
            mu[i] = friction(&c, 2000, u, 0.05 * u).mu;
        }
        if (phi < 0.95)
            ck_assert_msg(mu[2] < before && mu[2] < 0.1201, "mu %g at %g m/s", mu[2], exp(q));
        else if (phi > 0.99)
            ck_assert_msg(mu[2] > 0.02 && mu[2] < 0.026, "mu %g at %g m/s", mu[2], exp(q));
        before = mu[2];
        lowest = fmin(lowest, mu[2]);
        /* one-sided slopes of second order: a kink would leave a jump that does not shrink with the step */
        double left = 3 * mu[2] - 4 * mu[1] + mu[0], right = -3 * mu[2] + 4 * mu[3] - mu[4];
        sharpest = fmax(sharpest, fabs(left - right) / (2 * step));
    }
    ck_assert_msg(sharpest < 1e-4, "the slope jumps by %g", sharpest);
    printf("stribeck: lowest %.4f, greatest jump of d mu/d ln u %.1e\n", lowest, sharpest);
}
END_TEST

/* ---- the film in series ---- */
START_TEST(series_cases) {
    table t = table_read("film_series.csv");
    const abut_mixed c = example();
    double worst = 0;
    for (size_t i = 0; i < t.rows; i++) {
        abut_film_force r = series(&c, table_at(&t, i, "d"), table_at(&t, i, "U"));
        expect_near(r.F, table_number(&t, i, "F"), 1e-9, &worst, "case %zu", i);
    }
    printf("series_cases: %zu cases, worst %.1e\n", t.rows, worst);
    table_free(&t);
}
END_TEST

START_TEST(series_slopes) {
    abut_mixed all[] = {example(), example(), elliptic()};
    all[1].line_law = ABUT_LINE_STRIP;
    all[1].film = (abut_film_law){0};
    const double depths[] = {-1e-5, -1e-6, -1e-7, 0, 1e-7, 1e-6, 1e-5, 4e-5};
    for (int k = 0; k < 3; k++)
        for (size_t i = 0; i < sizeof depths / sizeof *depths; i++)
            for (double u = 1e-3; u < 30; u *= 6) {
                const abut_mixed *c = &all[k];
                double d = depths[i];
                abut_film_force r = series(c, d, u);
                double step = 1e-4 * r.F / r.dF_dd, du = 3e-4 * u;
                ck_assert(r.F > 0 && r.dF_dd > 0);
                expect_within(r.delta - r.h, d, 1e-13 * (r.delta + r.h), NULL, "%d: balance at %g %g", k, d, u);
                expect_near(difference(series(c, d + step, u).F, series(c, d - step, u).F, step), r.dF_dd, 1e-6, NULL,
                            "%d: dF/dd at %g %g", k, d, u);
                expect_within(difference(series(c, d, u + du).F, series(c, d, u - du).F, du), r.dF_du,
                              1e-6 * r.dF_du + 1e-11 * r.F / u, NULL, "%d: dF/du at %g %g", k, d, u);
            }
}
END_TEST

/* Without entrainment the dry contact, and the limit of slow entrainment. */
START_TEST(dry_limit) {
    abut_mixed c = example();
    abut_line_out line;
    abut_line_in in = {ABUT_LINE_ASYMPTOTIC, 0.01, 100, 226370000000.0, 1e-5, nan("")};
    must(abut_line_contact(&in, &line, NULL));
    expect_near(series(&c, 1e-5, 0).F, line.force, 1e-14, NULL, "dry line");
    expect_near(series(&c, 1e-5, 1e-9).F, line.force, 1e-6, NULL, "slow line");
    ck_assert(series(&c, 0, 0).F == 0 && series(&c, -1e-6, 0).F == 0);
    abut_hertz hertz;
    c = elliptic();
    must(abut_hertz_from_approach(20, 50, 226370000000.0 / 2, 1e-5, &hertz));
    expect_near(series(&c, 1e-5, 0).F, hertz.force, 1e-14, NULL, "dry ellipse");
    c.oil.eta0 = 0;
    expect_near(series(&c, 1e-5, 3).F, hertz.force, 1e-14, NULL, "without viscosity");
}
END_TEST

/* ---- limits ---- */
static void expect_boundary(const abut_mixed *c, const char *what) {
    abut_friction_force r = friction(c, 2000, 0, 0.1);
    ck_assert_msg(r.share.phi == 0 && r.share.one_minus_phi == 1, "%s: phi %g", what, r.share.phi);
    expect_near(r.F_boundary, 240, 1e-14, NULL, "%s", what);
    ck_assert(isfinite(r.F_t) && isfinite(r.dFt_dv) && isfinite(r.share.dh_dF));
}

START_TEST(limits) {
    abut_mixed c = example();
    expect_boundary(&c, "no entrainment");
    /* the limit of slow entrainment: the asperities stand where they carry all */
    expect_near(friction(&c, 2000, 1e-9, 0).share.h, friction(&c, 2000, 0, 0).share.h, 1e-5, NULL, "film at rest");
    expect_near(friction(&c, 2000, 1e-60, 0).share.h, friction(&c, 2000, 0, 0).share.h, 1e-9, NULL, "film near rest");
    /* a speed whose inverse is no number */
    abut_sharing rest = friction(&c, 2000, 0, 0).share, crawl = friction(&c, 2000, 4.8e-311, 0).share;
    ck_assert(crawl.phi == 0 && crawl.dphi_du == 0 && crawl.dh_du == 0 && crawl.dphi_dF == 0);
    expect_near(crawl.h, rest.h, 1e-12, NULL, "film at a speed of 4.8e-311 m/s");
    /* a force by which the film cannot be divided: refused, not infinite */
    abut_sharing out;
    abut_message m = {0};
    ck_assert_int_eq(abut_load_sharing(&c, 1e-300, 1, &out, &m), ABUT_NOT_FINITE);
    ck_assert(strstr(m.text, "beyond the range of numbers") && out.h == 0 && out.dh_dF == 0);
    c.oil.eta0 = 0;
    expect_boundary(&c, "no viscosity");
    c.rough.sigma = 0;
    expect_boundary(&c, "no viscosity, no roughness");
    c.oil.eta0 = 0.02;
    abut_friction_force r = friction(&c, 2000, 5, 0.1);
    ck_assert(r.share.phi == 1 && r.F_boundary == 0 && isinf(r.lambda_ratio) && r.share.alpha_c == 0);
    /* a little roughness changes nothing */
    double h = r.share.h;
    c.rough.sigma = 1e-9;
    expect_near(friction(&c, 2000, 5, 0.1).share.h, h, 1e-12, NULL, "nearly smooth");
    c.rough.sigma = 2e-7;
    ck_assert(friction(&c, 2000, 5, 0).F_t == 0 && friction(&c, 2000, 5, -0.1).F_t == -friction(&c, 2000, 5, 0.1).F_t);
    for (double F = 1e-6; F < 1e7; F *= 10) /* nothing but numbers */
        for (double u = 1e-30; u < 1e4; u *= 1000) {
            r = friction(&c, F, u, u);
            ck_assert(isfinite(r.F_t + r.dFt_dv + r.share.dphi_dF + r.share.dh_du + r.share.dh_dF));
            ck_assert(r.share.phi >= 0 && r.share.phi <= 1);
        }
}
END_TEST

static void refused(abut_mixed c, double F, double u, double v, const char *word) {
    abut_friction_force out;
    abut_message m = {0};
    ck_assert_int_ne(abut_mixed_friction(&c, F, u, v, &out, &m), ABUT_OK);
    ck_assert_msg(strstr(m.text, word) != NULL, "no '%s' in: %s", word, m.text);
    ck_assert(out.F_t == 0);
}

START_TEST(bad_values) {
    const abut_mixed good = example();
    abut_mixed c = good;
    refused(good, 0, 1, 1, "force");
    refused(good, NAN, 1, 1, "force");
    refused(good, 1, NAN, 1, "u_sum");
    refused(good, 1, 1, INFINITY, "u_rel");
    c.rho_x = 0;
    refused(c, 1, 1, 1, "rho_x");
    c = good;
    c.rho_y = 200;
    refused(c, 1, 1, 1, "rho_y");
    c = good;
    c.rough.asperity_radius = 0;
    refused(c, 1, 1, 1, "asperity_radius");
    c = good;
    c.oil.eta0 = -1;
    refused(c, 1, 1, 1, "eta0");
    c = good;
    c.v_eps = 0;
    refused(c, 1, 1, 1, "v_eps");
    abut_film_force out;
    abut_message m = {0};
    ck_assert_int_ne(abut_film_series(&good, 1, 1, &out, &m), ABUT_OK); /* deeper than the asymptotic law goes */
    ck_assert(m.text[0] && out.F == 0);
    double F;
    ck_assert_int_eq(abut_greenwood_tripp(-1, 0, &F, NULL), ABUT_BAD_VALUE);
    ck_assert_int_eq(abut_greenwood_tripp(2, NAN, &F, NULL), ABUT_BAD_VALUE);
}
END_TEST

/* ---- asperities by table ---- */
START_TEST(asperity_table) {
    double worst[4] = {0};
    for (double t = -60; t < 3.4; t += 0.037) {
        double slope, area_slope, by_Phi, y = exp(t), Phi = separation_of_film(y), load = asperity_log(Phi, &by_Phi);
        double noise =
            1e-14 * (1 + fabs(load)); /* the separation has its own rounding, and its effect goes with the slope */
        expect_within(asperity_separation(t), Phi, 3e-14 * (1 + fabs(Phi)), &worst[0], "separation at %g", t);
        expect_within(asperity_ln_load(t, &slope), load, noise + 1e-14 * fabs(slope), &worst[1], "load at %g", t);
        expect_near(slope, by_Phi * y / normal_cdf(Phi), 2e-11, &worst[2], "slope of the load at %g", t);
        asperities a = asperity_integral(2, Phi), lower = asperity_integral(1, Phi);
        double area = log(a.scaled) - (Phi > 0 ? Phi * Phi / 2 : 0);
        expect_within(asperity_ln_area(t, &area_slope), area, noise + 1e-14 * fabs(area_slope), &worst[1], "area at %g",
                      t);
        expect_near(area_slope, -2 * lower.scaled / a.scaled * y / normal_cdf(Phi), 2e-11, &worst[3],
                    "slope of the area at %g", t);
    }
    for (double load = -400; load < 12; load += 0.7) {
        double slope, unused, t = asperity_stand(load, &slope);
        expect_within(asperity_ln_load(t, &unused), load, 1e-13 * (1 + fabs(load)) + 1e-14 * fabs(slope), NULL,
                      "standing at %g", load);
    }
    printf("asperity_table: separation %.1e, logarithms %.1e, slopes %.1e and %.1e\n", worst[0], worst[1], worst[2],
           worst[3]);
}
END_TEST

START_TEST(four_at_once) {
    double worst = 0;
    for (double x = 1e-20; x < 1e20; x *= 1.37) {
        row4 at = {0, x, 0.5 * x, 2 * x}, a = row4_asinh(at, row4_sqrt(1 + at * at)), t = row4_tanh(at);
        if (a[0] != 0 || t[0] != 0) ck_abort_msg("asinh 0 is %g, tanh 0 is %g", a[0], t[0]);
        for (int i = 1; i < 4; i++) {
            expect_near(a[i], asinhl((long double)at[i]), 1e-15, &worst, "asinh %g", at[i]);
            expect_near(t[i], tanhl((long double)at[i]), 1e-15, &worst, "tanh %g", at[i]);
        }
    }
    printf("four_at_once: worst %.1e", worst);
    worst = 0;
    for (double x = -700; x < 700; x += 0.37) {
        row4 part, at = {x, 0.01 * x, 1e-5 * x, -x}, e = row4_exp(at), plus = row4_softplus(at, &part),
                   back = row4_log(e);
        for (int i = 0; i < 4; i++) {
            long double want = expl((long double)at[i]);
            expect_near(e[i], want, 1e-15, &worst, "exp %g", at[i]);
            expect_within(back[i], at[i], 1e-15 * (1 + fabs(at[i])), &worst, "ln of exp %g", at[i]);
            expect_within(plus[i], log1pl(want), 2e-15 * (1 + fabs(at[i])), &worst, "ln(1 + exp %g)", at[i]);
            expect_near(part[i], want / (1 + want), 2e-15, &worst, "part of exp %g", at[i]);
        }
    }
    printf(", exp, ln and soft plus %.1e\n", worst);
    ck_assert(isnan(row4_exp(row4_all((double)NAN))[0]));
}
END_TEST

START_TEST(four_looked_up) {
    double worst = 0;
    for (double x = -60; x < 60; x += 0.0137) {
        row4 part, slope, at = {x, 0.7 * x, 0.01 * x, -x}, plus = row4_soft(at, &part), thick = row4_thick(at, &slope);
        for (int i = 0; i < 4; i++) {
            long double e = expl((long double)at[i]);
            expect_within(plus[i], log1pl(e), 2e-14 * (1 + fabs(at[i])), &worst, "ln(1 + exp %g)", at[i]);
            expect_within(part[i], e / (1 + e), 1e-11, &worst, "part of exp %g", at[i]);
            if (at[i] < ROW4_THICK_LOW || at[i] > ROW4_THICK_HIGH) continue;
            expect_within(thick[i], asinhl(e), 2e-14 * (1 + fabs(at[i])), &worst, "asinh exp %g", at[i]);
            expect_within(slope[i], e / sqrtl(1 + e * e), 1e-11, &worst, "slope of asinh exp %g", at[i]);
        }
    }
    printf("four_looked_up: %.1e\n", worst);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&integrals,      &integral_slopes, &asperity_table, &four_at_once,
                                              &four_looked_up, &separation,      &tanh_cases,     &sharing_cases,
                                              &sharing_slopes, &profile,         &stribeck,       &series_cases,
                                              &series_slopes,  &dry_limit,       &limits,         &bad_values};
    return suite_main("mixed", all, sizeof all / sizeof *all);
}
