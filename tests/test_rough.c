/* Load-gap tables of rough surfaces, the normal law that uses them, and mixed friction by them: against the functions that tables were
 * made of, differences, quadrature, Hertz and Greenwood and Tripp. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/extend.h"
#include "abut/lubrication.h"
#include "mixed/asperity.h"
#include "mixed/roughness.h"
#include "numeric/rough_table.h"
#include "support/near.h"
#include "support/suite.h"

/* p/E* = 0.02 exp(-gap/u), as Persson's surfaces have it; area goes with the pressure. */
static const double SIGMA = 4e-7, U = 1.8e-7, TOP = 0.02;

static abut_rough_table exponential(size_t rows, double low, double high) {
    abut_rough_table r = {.sigma = SIGMA, .asperity_radius = 1e-5, .asperity_density = 3e10, .count = rows};
    for (size_t i = 0; i < rows; i++) {
        double gap = low * pow(high / low, (double)i / (double)(rows - 1)), p = TOP * exp(-gap / U);
        r.row[i] = (abut_rough_row){gap, p, fmin(1, 40 * p), 0.1 + 0.02 * (double)i};
    }
    r.first_touch = high + 5 * U;
    strcpy(r.origin, "exponential");
    abut_message m = {0};
    ck_assert_msg(!abut_rough_table_make(&r, 0, &m), "%s", m.text);
    return r;
}

/* ---- the table ---- */
START_TEST(between_rows) {
    abut_rough_table r = exponential(40, 0.02e-6, 1.5e-6);
    double worst = 0, slopes = 0, p, by;
    for (size_t i = 0; i < r.count; i++) {
        must(abut_rough_pressure(&r, r.row[i].gap, &p, NULL));
        expect_near(p, r.row[i].pressure, 1e-12, NULL, "row %zu", i);
    }
    for (double gap = 0.025e-6; gap < 4e-6;
         gap *= 1.013) { /* beyond the last row exactly the exponential of its slope there */
        must(abut_rough_pressure(&r, gap, &p, &by));
        expect_within(log(p), log(TOP) - gap / U, gap < 1.5e-6 ? 5e-3 : 0.02 * gap / U, &worst, "ln p at %g m", gap);
        double up, down, d = 1e-6 * gap;
        must(abut_rough_pressure(&r, gap + d, &up, NULL));
        must(abut_rough_pressure(&r, gap - d, &down, NULL));
        expect_near((up - down) / (2 * d), by, 1e-5, &slopes, "slope at %g m", gap);
    }
    printf("between_rows: ln p off by %.1e, slope against differences %.1e\n", worst, slopes);
    ck_assert(abut_rough_pressure(&r, 0, &p, NULL) == ABUT_BAD_VALUE);
    ck_assert(abut_rough_pressure(&r, NAN, &p, NULL) == ABUT_BAD_VALUE);
}
END_TEST

/* Falls everywhere, whatever the rows; nothing jumps where the pieces meet; the way back is the way. */
START_TEST(one_function) {
    abut_rough_table r = exponential(9, 0.05e-6, 1.2e-6);
    r.row[3].pressure = r.row[2].pressure * 0.999;
    r.row[5].pressure = r.row[6].pressure * 1.001;
    must(abut_rough_table_make(&r, 0, NULL));
    double before = INFINITY, slope, back, worst = 0;
    for (double t = -8; t < 3; t += 1e-3) {
        double y = rough_ln_pressure(&r, t, &slope);
        ck_assert_msg(y < before && slope <= 0, "ln p %g after %g, slope %g at t = %g", y, before, slope, t);
        before = y;
        expect_within(rough_stand(&r, y, &back), t, 1e-9, &worst, "way back from t = %g", t); /* nearly flat rows */
        double area = rough_ln_area(&r, t, &slope);
        ck_assert(area <= 0 && slope <= 0);
    }
    for (size_t i = 0; i < r.count; i++)
        for (double off = 1e-12; off < 1e-8; off *= 10) {
            double left, right, a = rough_ln_pressure(&r, r.t[i] - off, &left),
                                b = rough_ln_pressure(&r, r.t[i] + off, &right);
            expect_within(a, b - 2 * off * left, 1e-13, NULL, "ln p at row %zu", i);
            expect_within(left, right, 1e-5 * (1 + fabs(left)), NULL, "slope at row %zu", i);
        }
    printf("one_function: way back %.1e\n", worst);
}
END_TEST

/* The gap from first touch on and the work done, against quadrature of the gap. */
START_TEST(from_first_touch) {
    abut_rough_table r = exponential(24, 0.05e-6, 1.2e-6);
    double worst = 0, slopes = 0, by, other;
    for (int power = 1; power <= 3; power += 2) {
        double sum = 0, before = 0, from = -14.5, rows[ABUT_ROUGH_ROWS];
        rough_work_rows(&r, power, rows);
        expect_near(rough_gap(&r, -800, &by), r.first_touch, 1e-12, NULL, "first touch");
        for (double y = from; y < -2.5; y += 1e-3) { /* the power law, the table, the power of the gap */
            double gap = rough_gap(&r, y, &by), work = rough_work(&r, y, power, rows);
            if (y > from) {
                double middle;
                (void)rough_gap(&r, y - 5e-4, &middle);
                sum += 1e-3 * exp(power * (y - 5e-4)) * middle;
                double error = fabs(work - before - sum) / work;
                ck_assert_msg(error < 2e-4, "work of power %d at y = %g: %g, by quadrature %g", power, y, work,
                              before + sum);
                worst = fmax(worst, error);
            } else {
                before = work;
            }
            double d = 1e-5, change = (rough_gap(&r, y - d, &other) - rough_gap(&r, y + d, &other)) / (2 * d);
            expect_near(change, by, 2e-3, &slopes, "slope of the gap at y = %g", y); /* the slope has kinks */
            ck_assert(gap > 0 && gap < r.first_touch);
        }
    }
    printf("from_first_touch: work %.1e, slope %.1e\n", worst, slopes);
}
END_TEST

START_TEST(spreads) {
    abut_rough_table r = exponential(24, 0.05e-6, 1.2e-6), up = r;
    double p, more;
    must(abut_rough_table_make(&up, 2, NULL));
    must(abut_rough_pressure(&r, r.row[7].gap, &p, NULL));
    must(abut_rough_pressure(&up, r.row[7].gap, &more, NULL));
    expect_near(more / p, exp(2 * r.row[7].scatter), 1e-12, NULL, "two standard deviations");
}
END_TEST

/* ---- its file ---- */
START_TEST(text_and_back) {
    abut_rough_table r = exponential(24, 0.05e-6, 1.2e-6), back;
    char text[8000], copy[8000];
    abut_message m = {0};
    r.generated = true;
    size_t length = abut_rough_table_text(&r, text, sizeof text), same = abut_rough_table_text(&r, copy, 10);
    ck_assert(length < sizeof text && length == strlen(text) && same == length);
    ck_assert_msg(!abut_rough_table_parse(text, length, 0, &back, &m), "%s", m.text);
    ck_assert(!memcmp(&back, &r, sizeof r));
    for (size_t i = 0; i < length; i++) { /* any byte that is changed, any part that is missing */
        memcpy(copy, text, length);
        copy[i] ^= 1;
        m = (abut_message){0};
        ck_assert_msg(abut_rough_table_parse(copy, length, 0, &back, &m) < 0 && m.text[0], "byte %zu", i);
        m = (abut_message){0};
        ck_assert(abut_rough_table_parse(text, i, 0, &back, &m) < 0 && m.text[0]);
    }
}
END_TEST

static void refused(const abut_rough_table *given, double spread, const char *words) {
    abut_rough_table r = *given;
    abut_message m = {0};
    ck_assert_msg(abut_rough_table_make(&r, spread, &m) == ABUT_BAD_VALUE && strstr(m.text, words),
                  "expected '%s', got '%s'", words, m.text);
}

START_TEST(bad_tables) {
    const abut_rough_table good = exponential(24, 0.05e-6, 1.2e-6);
    abut_rough_table r = good;
    r.count = 3, refused(&r, 0, "has 4 to 64 rows, got 3");
    r = good, r.count = 65, refused(&r, 0, "has 4 to 64 rows");
    r = good, r.sigma = 0, refused(&r, 0, "sigma must lie between");
    r = good, refused(&r, 6, "spread must lie between");
    r = good, r.row[4].gap = r.row[3].gap, refused(&r, 0, "row 5: gaps must rise");
    r = good, r.row[4].pressure = r.row[3].pressure, refused(&r, 0, "row 5: pressures must fall from row to row");
    r = good, r.row[4].scatter = 3, refused(&r, 1, "also with the spread");
    r = good, r.row[23].area = 1, refused(&r, 0, "row 24: areas must not rise");
    r = good, r.row[2].pressure = NAN, refused(&r, 0, "row 3: gap");
    r = good, r.first_touch = r.row[23].gap, refused(&r, 0, "first_touch: must lie beyond the last gap");
    r = good, r.first_touch = r.row[23].gap * 1.01, refused(&r, 0, "do not lead to the first touch");
}
END_TEST

/* ---- the normal law ---- */
extern const abut_normal_type normal_rough;
static const abut_material steel = ABUT_STEEL;

static double steel_E_star(void) { return abut_E_star(steel.E, steel.nu, steel.E, steel.nu); }

/* The law through an element of a ball on a plane. */
static abut_element *ball_on_plane(const abut_rough_table *r, double radius, double area, bool conservative) {
    static char text[8000];
    size_t length = abut_rough_table_text(r, text, sizeof text);
    abut_element_def def = {
        .a = {.shape = {.type = "plane"}, .material = ABUT_STEEL},
        .b = {.shape = {.type = "sphere", {{.name = "radius", .value = radius}}}, .material = ABUT_STEEL},
        .law.normal = {.type = "rough", {{.name = "map", .data = text, .count = length}}}};
    int next = 1;
    if (area > 0) def.law.normal.params[next++] = (abut_param){.name = "area", .value = area};
    if (conservative) def.law.normal.params[next++] = (abut_param){.name = "conservative", .value = 1};
    abut_element *e;
    abut_message m = {0};
    ck_assert_msg(!abut_element_create(&def, &e, &m), "%s", m.text);
    return e;
}

static abut_element_out press(const abut_element *e, double radius, double h) {
    abut_element_in in = {.a.q = {1, 0, 0, 0}, .b = {{0, 0, radius - h}, {1, 0, 0, 0}}};
    abut_element_out out = {0};
    must(abut_element_eval(e, &in, &out));
    return out;
}

/* h = Hertz approach under N + the mean of what the table closes under pressures from 0 to p_max, by a sum over them. */
START_TEST(in_series_with_hertz) {
    abut_rough_table r = exponential(40, 0.02e-6, 1.2e-6);
    double radius = 0.01, E = steel_E_star(), worst = 0, slope;
    abut_element *e = ball_on_plane(&r, radius, 0, false);
    for (double h = 0.2e-6; h < 2e-5; h *= 1.21) {
        abut_element_out o = press(e, radius, h);
        abut_hertz hertz;
        must(abut_hertz_from_force(0.5 / radius, 0.5 / radius, E, o.N, &hertz));
        double closed = 0;
        for (int i = 0; i < 4000; i++)
            closed += (r.first_touch - rough_gap(&r, log(hertz.p_max / E * (i + 0.5) / 4000), &slope)) / 4000;
        expect_within(hertz.approach + closed, h, 2e-4 * closed, &worst, "approach at h = %g", h);
        expect_near(o.a, hertz.a, 1e-10, NULL, "radius at h = %g", h);
        ck_assert(hertz.approach < h);
    }
    printf("in_series_with_hertz: approach %.1e m\n", worst);
    abut_element_destroy(e);
}
END_TEST

/* The stored energy is the work of the force from first touch. */
START_TEST(energy_is_work) {
    abut_rough_table r = exponential(40, 0.02e-6, 1.2e-6);
    for (int flat = 0; flat < 2; flat++) {
        double radius = 0.01, work = 0, worst = 0;
        abut_element *e = ball_on_plane(&r, radius, flat ? 1e-6 : 0, false);
        for (double h = 0; h < (flat ? 2.5e-6 : 6e-6); h += 5e-10) {
            abut_element_out middle = press(e, radius, h + 2.5e-10);
            work += middle.N * 5e-10;
            abut_element_out o = press(e, radius, h + 5e-10);
            if (h > 4e-7)
                expect_near(o.energy, work, 2e-4, &worst, "energy at h = %g, %s", h, flat ? "flat" : "curved");
        }
        printf("energy_is_work: %s %.1e\n", flat ? "flat" : "curved", worst);
        abut_element_destroy(e);
    }
}
END_TEST

/* All derivatives of the law, over ellipses, from first touch to beyond the table, against differences. */
START_TEST(derivatives) {
    abut_rough_table r = exponential(40, 0.02e-6, 1.2e-6);
    double worst = 0;
    struct { /* as in src/normal/rough.c */
        abut_rough_table table;
        double W1[ABUT_ROUGH_ROWS], W3[ABUT_ROUGH_ROWS], area;
    } self = {.table = r, .area = NAN};
    rough_work_rows(&r, 1, self.W1);
    rough_work_rows(&r, 3, self.W3);
    for (double h = 0.05e-6; h < 1e-4; h *= 1.37)
        for (double P = 2; P <= 50; P *= 5) {
            abut_patch p = {.h = h, .P = P, .Q = 50, .E_star = 1.15e11};
            abut_normal n = {0}, up, down;
            must(normal_rough.force(&self, &p, NULL, NULL, true, &n));
            for (int i = 0; i < 3; i++) {
                abut_patch a = p, b = p;
                double *to[] = {&a.h, &a.P, &a.Q}, *other[] = {&b.h, &b.P, &b.Q}, d = 1e-5 * *to[i];
                if (i == 1 && P > 49) continue; /* the axes would change places */
                *to[i] += d, *other[i] -= d;
                up = down = (abut_normal){0};
                must(normal_rough.force(&self, &a, NULL, NULL, true, &up));
                must(normal_rough.force(&self, &b, NULL, NULL, true, &down));
                double scale = *to[i] / (2 * d);
                expect_within((up.N - down.N) * scale / n.N, n.dN[i ? i + 1 : 0] * *to[i] / n.N, 2e-4, &worst,
                              "N by %d at h = %g, P = %g", i, h, P);
                expect_within(log(up.a / down.a) * scale, n.dlna[i] * *to[i], 2e-4, &worst, "a by %d at h = %g", i, h);
                expect_within(log(up.b / down.b) * scale, n.dlnb[i] * *to[i], 2e-4, &worst, "b by %d at h = %g", i, h);
                double energy = (up.energy - down.energy) / (2 * d);
                expect_within(energy * *to[i] / n.energy,
                              (i == 0   ? n.N
                               : i == 1 ? n.energy_P
                                        : n.energy_Q) *
                                  *to[i] / n.energy,
                              2e-4, &worst, "energy by %d at h = %g, P = %g", i, h, P);
            }
            double back, slope;
            must(normal_rough.approach(&self, &p, n.N, &back, &slope));
            expect_near(back, h, 1e-12, NULL, "approach back at h = %g", h);
            expect_near(slope * n.dN[0], 1, 1e-9, NULL, "slope back at h = %g", h);
        }
    printf("derivatives: worst %.1e\n", worst);
}
END_TEST

START_TEST(flat_bodies) {
    abut_rough_table r = exponential(40, 0.02e-6, 1.2e-6);
    double radius = 0.01, E = steel_E_star(), p, by, worst = 0;
    abut_element *e = ball_on_plane(&r, radius, 2e-6, false);
    for (double gap = 0.03e-6; gap < 1.1e-6; gap *= 1.1) {
        must(abut_rough_pressure(&r, gap, &p, &by));
        abut_element_out o = press(e, radius, r.first_touch - gap);
        expect_near(o.N, 2e-6 * E * p, 1e-9, &worst, "force at the gap %g", gap);
    }
    abut_element_out end = press(e, radius, r.first_touch - r.row[0].gap), on = press(e, radius, r.first_touch + 1e-6);
    must(abut_rough_pressure(&r, r.row[0].gap, &p, &by));
    expect_near(on.N - end.N, -2e-6 * E * by * (1e-6 + r.row[0].gap), 1e-9, NULL, "along the tangent beyond the table");
    printf("flat_bodies: %.1e\n", worst);
    abut_element_destroy(e);
}
END_TEST

/* ---- mixed friction ---- */
/* A table made of Greenwood and Tripp's own functions shares the load as they do. */
START_TEST(table_of_greenwood_tripp) {
    abut_mixed c = {.E_prime = 2.3e11,
                    .rho_x = 100,
                    .rho_y = 80,
                    .mu_boundary = 0.12,
                    .tau_boundary = 1e6,
                    .v_eps = 1e-3,
                    .oil = {.eta0 = 0.03, .alpha = 2e-8, .tau0 = 5e6},
                    .rough = {.sigma = 2e-7, .asperity_radius = 1e-5, .density = 2.5e10}};
    abut_rough_table r = {.sigma = c.rough.sigma, .asperity_radius = 1e-5, .asperity_density = 2.5e10, .count = 64};
    for (size_t i = 0; i < r.count; i++) {
        double t = log(0.02) + (log(4.2) - log(0.02)) * (double)i / 63, by;
        double p = asperity_stiffness(&c.rough, c.E_prime) * exp(asperity_ln_load(t, &by)) / (c.E_prime / 2);
        double k = 3.14159265358979323846 * roughness_number(&c.rough), a = k * k * exp(asperity_ln_area(t, &by));
        r.row[i] = (abut_rough_row){r.sigma * exp(t), p, fmin(1, a), 0};
    }
    r.first_touch = 6 * r.sigma;
    must(abut_rough_table_make(&r, 0, NULL));
    abut_mixed by_table = c;
    by_table.rough.table = &r;
    double worst = 0, mu = 0;
    for (double u = 1e-3; u < 30; u *= 1.3) {
        abut_friction_force a, b;
        must(abut_mixed_friction(&c, 200, u, 0.1 * u, &a, NULL));
        must(abut_mixed_friction(&by_table, 200, u, 0.1 * u, &b, NULL));
        expect_within(b.share.one_minus_phi, a.share.one_minus_phi, 2e-4, &worst, "asperities' share at %g m/s", u);
        expect_near(b.mu, a.mu, 1e-3, &mu, "friction at %g m/s", u);
        expect_within(b.share.alpha_c, a.share.alpha_c, 1e-3 * a.share.alpha_c + 1e-9, NULL, "real area at %g m/s", u);
    }
    printf("table_of_greenwood_tripp: share %.1e, friction %.1e\n", worst, mu);
}
END_TEST

/* Derivatives of the sharing by load and speed against differences; without speed the asperities carry all, at the table's gap. */
START_TEST(sharing_by_table) {
    abut_rough_table r = exponential(40, 0.02e-6, 1.5e-6);
    abut_mixed c = {.E_prime = 2.3e11,
                    .rho_x = 100,
                    .rho_y = 80,
                    .mu_boundary = 0.12,
                    .v_eps = 1e-3,
                    .oil = {.eta0 = 0.03, .alpha = 2e-8, .tau0 = 5e6},
                    .rough = {.sigma = SIGMA, .asperity_radius = 1e-5, .density = 3e10, .table = &r}};
    double worst = 0, p;
    for (double u = 1e-2; u < 30; u *= 2)
        for (double F = 1; F < 3000; F *= 7) {
            abut_sharing s, up, down;
            must(abut_load_sharing(&c, F, u, &s, NULL));
            must(abut_load_sharing(&c, F * (1 + 1e-5), u, &up, NULL));
            must(abut_load_sharing(&c, F * (1 - 1e-5), u, &down, NULL));
            expect_within((up.phi - down.phi) / (2e-5 * F) * F, s.dphi_dF * F, 1e-5, &worst, "dphi/dF at %g N, %g m/s",
                          F, u);
            must(abut_load_sharing(&c, F, u * (1 + 1e-5), &up, NULL));
            must(abut_load_sharing(&c, F, u * (1 - 1e-5), &down, NULL));
            expect_within((up.phi - down.phi) / (2e-5 * u) * u, s.dphi_du * u, 1e-5, &worst, "dphi/du at %g N, %g m/s",
                          F, u);
            must(abut_rough_pressure(&r, s.h, &p, NULL));
            expect_within(p * c.E_prime / 2 * s.area / F, s.one_minus_phi, 1e-8, &worst, "balance at %g N, %g m/s", F,
                          u);
        }
    abut_sharing still;
    must(abut_load_sharing(&c, 100, 0, &still, NULL));
    must(abut_rough_pressure(&r, still.h, &p, NULL));
    expect_near(p * c.E_prime / 2 * still.area, 100, 1e-9, NULL, "at rest");
    ck_assert(still.phi == 0);
    printf("sharing_by_table: worst %.1e\n", worst);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {
        &between_rows,  &one_function, &from_first_touch,         &spreads,
        &text_and_back, &bad_tables,   &in_series_with_hertz,     &energy_is_work,
        &derivatives,   &flat_bodies,  &table_of_greenwood_tripp, &sharing_by_table};
    return suite_main("rough", all, sizeof all / sizeof *all);
}
