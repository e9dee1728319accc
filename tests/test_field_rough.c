/* Rough surfaces on a grid: the random numbers, generated surfaces and their spectra, load curves against Westergaard's wavy surface and
 * theories of rough contact, tables, and a map beside Greenwood and Tripp with its own figures. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/field.h"
#include "abut/rough.h"
#include "field/noise.h"
#include "numeric/rough_table.h"
#include "support/near.h"
#include "support/suite.h"

static const double PI_ = 3.14159265358979323846;

/* ---- random numbers ---- */
/* From the state 1, 2, 3, 4: the first outputs that implementations of xoshiro256** are held against. Seeds: splitmix64 from 1234567. */
START_TEST(random_bits) {
    static const uint64_t known[] = {11520,
                                     0,
                                     1509978240,
                                     UINT64_C(1215971899390074240),
                                     UINT64_C(1216172134540287360),
                                     UINT64_C(607988272756665600)};
    static const uint64_t seeds[] = {UINT64_C(6457827717110365317), UINT64_C(3203168211198807973),
                                     UINT64_C(9817491932198370423), UINT64_C(4593380528125082431)};
    noise n = {{1, 2, 3, 4}};
    for (int i = 0; i < 6; i++) ck_assert_uint_eq(noise_bits(&n), known[i]);
    noise_seed(&n, 1234567);
    for (int i = 0; i < 4; i++) ck_assert_uint_eq(n.s[i], seeds[i]);
    double sum = 0, square = 0, fourth = 0, pair[2];
    for (int i = 0; i < 50000; i++) {
        noise_normal_pair(&n, pair);
        for (int k = 0; k < 2; k++) sum += pair[k], square += pair[k] * pair[k], fourth += pow(pair[k], 4);
    }
    ck_assert(fabs(sum / 1e5) < 0.013 && fabs(square / 1e5 - 1) < 0.018 &&
              fabs(fourth / 1e5 - 3) < 0.13); /* four sigma */
}
END_TEST

/* ---- generated surfaces ---- */
static const abut_self_affine usual = {.nx = 128,
                                       .ny = 128,
                                       .lx = 1e-3,
                                       .ly = 1e-3,
                                       .hurst = 0.8,
                                       .roll_off = 0.25e-3,
                                       .cut_off = 1e-3 / 32,
                                       .rms_slope = 0.1,
                                       .seed = 7};

static abut_heights made(abut_self_affine s) {
    abut_heights h;
    abut_message m = {0};
    ck_assert_msg(!abut_field_generate(&s, &h, &m), "%s", m.text);
    return h;
}

START_TEST(generated_figures) {
    abut_heights h = made(usual), again = made(usual);
    abut_heights_spectrum s;
    must(abut_field_spectrum(&h, true, 32, &s, NULL));
    expect_near(s.rms_slope, 0.1, 1e-12, NULL, "r.m.s. slope");
    ck_assert(h.generated && strstr(h.title, "generated") && !memcmp(h.z, again.z, 128 * 128 * sizeof(double)));
    abut_heights_destroy(&again);
    abut_self_affine other = usual;
    other.rms_slope = 0, other.rms_height = 3e-7, other.seed = 8;
    again = made(other);
    abut_heights_statistics a;
    must(abut_heights_statistics_of(&again, true, &a));
    expect_near(a.Sq, 3e-7, 1e-12, NULL, "r.m.s. height");
    ck_assert(again.z[0] != h.z[0] && fabs(a.Sku - 3) < 0.6 && fabs(a.Ssk) < 0.4 && fabs(a.mean) < 1e-20);
    must(abut_heights_statistics_of(&h, true, &a));
    expect_near(a.Sdq, 0.1, 0.03, NULL,
                "slope by differences: sinc of four cells"); /* shortest wave: four cells, 0.90 */
    abut_heights_destroy(&h), abut_heights_destroy(&again);
}
END_TEST

/* The exponent comes back, the spectrum is flat below roll_off, and nothing is beyond cut_off. */
START_TEST(generated_spectra) {
    for (double H = brief() ? 0.9 : 0.3; H < 1; H += 0.3) {
        abut_self_affine big = usual;
        big.nx = big.ny = 256, big.hurst = H, big.cut_off = 1e-3 / 64;
        abut_heights h = made(big);
        abut_heights_spectrum s;
        must(abut_field_spectrum(&h, true, 40, &s, NULL));
        double q_r = 2 * PI_ / big.roll_off, q_s = 2 * PI_ / big.cut_off, low = 0, waves = 0, worst = 0;
        for (size_t i = 0; i < s.count; i++) {
            if (s.q[i] < 0.95 * q_r) low += s.C[i] * s.waves[i], waves += s.waves[i];
            if (s.q[i] > 1.2 * q_s) ck_assert_msg(s.C[i] < 1e-25 * s.C[0], "power beyond the cut-off at %g", s.q[i]);
        }
        for (size_t i = 0; i < s.count; i++) /* scatter of a band: sqrt(2/waves) */
            if (s.q[i] > 1.05 * q_r && s.q[i] < 0.9 * q_s && s.waves[i] > 100) {
                double wanted = low / waves * pow(s.q[i] / q_r, -2 * (1 + H));
                expect_near(s.C[i], wanted, 5 * sqrt(2 / waves + 2 / s.waves[i]) + 0.03, &worst, "C(%g), H %g", s.q[i],
                            H);
            }
        expect_within(s.hurst, H, 0.06, NULL, "Hurst exponent");
        printf("generated_spectra: H %.1f found %.3f, C to %.2f\n", H, s.hurst, worst);
        abut_heights_destroy(&h);
    }
}
END_TEST

static void refused(abut_self_affine s, const char *words) {
    abut_heights h;
    abut_message m = {0};
    ck_assert_msg(abut_field_generate(&s, &h, &m) < 0 && strstr(m.text, words), "expected '%s', got '%s'", words,
                  m.text);
    ck_assert(!h.z);
}

START_TEST(bad_surfaces) {
    abut_self_affine s = usual;
    s.hurst = 1.2, refused(s, "hurst: must lie between 0 and 1");
    s = usual, s.rms_height = 1e-6, refused(s, "give either rms_slope or rms_height");
    s = usual, s.rms_slope = -1, refused(s, "rms_slope: must be positive");
    s = usual, s.roll_off = 2e-3, refused(s, "roll_off: must be positive and at most the map");
    s = usual, s.cut_off = 1e-6, refused(s, "cut_off: must be at least two cells");
    s = usual, s.cut_off = 0.5e-3, refused(s, "is longer than roll_off");
    s = usual, s.nx = 1, refused(s, "at least 2 x 2");
    s = usual, s.nx = s.ny = 1 << 20, refused(s, "needs 8.796e+06 MB");
}
END_TEST

/* ---- spectra ---- */
/* One wave: its power in one band, whose sum over all waves is the mean square (Parseval); slope and curvature by its wavenumber. */
START_TEST(spectrum_of_a_wave) {
    for (int n = 48; n <= 49; n++) {
        abut_heights h;
        abut_heights_spectrum s;
        must(abut_heights_create((size_t)n, 40, 2e-3, 1e-3, &h, NULL));
        double q = 2 * PI_ * 6 / 2e-3, k = 2 * PI_ * 2 / 1e-3, sum = 0, most = 0;
        for (int j = 0; j < 40; j++)
            for (int i = 0; i < n; i++) h.z[j * n + i] = 1e-6 * cos(2 * PI_ * (6.0 * i / n + 2.0 * j / 40)) + 5e-6;
        must(abut_field_spectrum(&h, true, 12, &s, NULL));
        for (size_t i = 0; i < s.count; i++) {
            double part = s.C[i] * s.waves[i] * (2 * PI_ / 2e-3) * (2 * PI_ / 1e-3);
            sum += part, most = fmax(most, part);
        }
        double total = 0;
        for (size_t i = 0; i < s.count; i++) total += s.waves[i];
        expect_near(total, n * 40 - 1, 1e-12, NULL, "waves of all bands");
        expect_near(sum, 0.5e-12, 1e-12, NULL, "power of all bands");
        expect_near(most, 0.5e-12, 1e-12, NULL, "power of one band");
        expect_near(s.rms_height, 1e-6 / sqrt(2), 1e-12, NULL, "height");
        expect_near(s.rms_slope, 1e-6 / sqrt(2) * hypot(q, k), 1e-12, NULL, "slope");
        expect_near(s.rms_curvature, 1e-6 / sqrt(2) * (q * q + k * k), 1e-12, NULL, "curvature");
        abut_heights_destroy(&h);
    }
}
END_TEST

/* ---- load curves ---- */
/* A wavy surface z = D cos(2 pi x/l): with p* = pi E* D/l the contact is 2 a wide, sin^2(pi a/l) = p/p*, and
 * p_max = 2 p/sin(pi a/l) (H. M. Westergaard, J. Appl. Mech. 6 (1939) 49; K. L. Johnson, Contact Mechanics, (13.7), recalled). */
START_TEST(wavy_surface) {
    enum { N = 512 };
    abut_heights h;
    abut_load_row rows[5];
    double l = 1e-3, D = 1e-6, full = PI_ * D / l, p[5];
    must(abut_heights_create(N, 4, l, l / N * 4, &h, NULL));
    for (int k = 0; k < 4 * N; k++) h.z[k] = D * cos(2 * PI_ * (k % N) / N);
    for (int i = 0; i < 5; i++) p[i] = full * (0.05 + 0.2 * i);
    must(abut_field_load_curve(&h, true, 5, p, rows, NULL));
    for (int i = 0; i < 5; i++) {
        double s = sqrt(p[i] / full);
        expect_within(rows[i].area, 2 / PI_ * asin(s), 2.0 / N, NULL, "area at %g of p*", p[i] / full);
        expect_near(rows[i].p_max, 2 * p[i] / s, 2e-3, NULL, "p_max at %g of p*", p[i] / full);
        ck_assert(rows[i].residual < 1e-8 && (i == 0 || rows[i].gap < rows[i - 1].gap));
    }
    /* -dp/dgap is the stiffness: the trapezoidal rule between two close loads */
    double two[2] = {0.3 * full, 0.302 * full};
    must(abut_field_load_curve(&h, true, 2, two, rows, NULL));
    double mean = 0.5 * (1 / rows[0].stiffness + 1 / rows[1].stiffness);
    expect_near((two[1] - two[0]) * mean, rows[0].gap - rows[1].gap, 0.02, NULL,
                "stiffness"); /* jumps of one cell in 187 */
    abut_heights_destroy(&h);
}
END_TEST

/* Real area over p/(E* r.m.s. slope) at light load: between Persson's sqrt(8/pi) = 1.60 and Bush, Gibson and Thomas' sqrt(2 pi) = 2.51,
 * with some room for the coarse grid, whose patches of few cells are too large. */
START_TEST(light_load) {
    abut_heights h = made(usual);
    abut_load_row rows[3];
    const double p[3] = {0.001, 0.002, 0.004};
    must(abut_field_load_curve(&h, true, 3, p, rows, NULL));
    for (int i = 0; i < 3; i++) {
        double kappa = rows[i].area / (p[i] / 0.1);
        printf("light_load: p %.3f E*: area %.4f, kappa %.3f, gap %.3g\n", p[i], rows[i].area, kappa, rows[i].gap);
        ck_assert_msg(kappa > 1.6 && kappa < 2.9, "area over load %g", kappa);
    }
    abut_heights_destroy(&h);
}
END_TEST

/* Mirroring makes a map periodic and leaves a periodic one's contact nearly as it is. */
START_TEST(mirrored) {
    abut_self_affine s = usual;
    s.nx = s.ny = 64, s.cut_off = 1e-3 / 16;
    abut_heights h = made(s);
    abut_load_row a[3], b[3];
    const double p[3] = {0.003, 0.01, 0.03};
    must(abut_field_load_curve(&h, true, 3, p, a, NULL));
    must(abut_field_load_curve(&h, false, 3, p, b, NULL));
    for (int i = 0; i < 3; i++) {
        printf("mirrored: p %.3f: area %.4f %.4f, gap %.4g %.4g\n", p[i], a[i].area, b[i].area, a[i].gap, b[i].gap);
        expect_near(b[i].area, a[i].area, 0.15, NULL, "area"); /* other neighbours at the edges, 64 x 64 */
        expect_near(b[i].gap, a[i].gap, 0.15, NULL, "gap");
    }
    abut_heights_destroy(&h);
}
END_TEST

START_TEST(bad_loads) {
    abut_heights h = made(usual), flat;
    abut_load_row rows[2];
    abut_message m = {0};
    ck_assert(abut_field_load_curve(&h, true, 2, (double[]){0.1, 0.05}, rows, &m) < 0 &&
              strstr(m.text, "must be positive and rise"));
    must(abut_heights_create(32, 32, 1, 1, &flat, NULL));
    m = (abut_message){0};
    ck_assert(abut_field_load_curve(&flat, true, 1, (double[]){0.1}, rows, &m) < 0 && strstr(m.text, "flat"));
    abut_rough_table t;
    m = (abut_message){0};
    ck_assert(abut_field_rough_table(&flat, NULL, &t, &m) < 0 && strstr(m.text, "flat"));
    m = (abut_message){0};
    ck_assert(abut_field_rough_table(&h, &(abut_rough_table_def){.windows = 9}, &t, &m) < 0 &&
              strstr(m.text, "windows:"));
    m = (abut_message){0};
    ck_assert(abut_field_rough_table(&h, &(abut_rough_table_def){.rows = 3}, &t, &m) < 0 && strstr(m.text, "rows:"));
    abut_heights_destroy(&h), abut_heights_destroy(&flat);
}
END_TEST

/* ---- tables ---- */
START_TEST(table_of_a_map) {
    abut_self_affine small = usual;
    small.nx = small.ny = 64, small.cut_off = 1e-3 / 16;
    abut_heights h = made(small);
    const abut_rough_table_def def = {.rows = 8, .periodic = true};
    abut_rough_table t, back;
    abut_message m = {0};
    char text[8000];
    ck_assert_msg(!abut_field_rough_table(&h, &def, &t, &m), "%s", m.text);
    abut_heights_statistics s;
    must(abut_heights_statistics_of(&h, true, &s));
    ck_assert(t.generated && t.sigma == s.Sq && strstr(t.origin, "64 x 64") && t.count == 8);
    expect_near(t.first_touch, s.Sp, 1e-12, NULL, "first touch");
    abut_load_row row;
    for (size_t i = 0; i < t.count; i += 3) { /* each row is a solution of its own, started anew */
        double p = t.row[i].pressure;
        must(abut_field_load_curve(&h, true, 1, &p, &row, NULL));
        expect_near(row.gap, t.row[i].gap, 1e-6, NULL, "gap of row %zu", i);
        expect_near(row.area, t.row[i].area, 1e-12, NULL, "area of row %zu", i);
        printf("table_of_a_map: gap %.3g um p %.3g area %.3g scatter %.2f\n", t.row[i].gap * 1e6, p, row.area,
               t.row[i].scatter);
        ck_assert(t.row[i].scatter > 0 && t.row[i].scatter < 3);
    }
    size_t length = abut_rough_table_text(&t, text, sizeof text);
    ck_assert_msg(!abut_rough_table_parse(text, length, 0, &back, &m), "%s", m.text);
    ck_assert(!memcmp(&t, &back, sizeof t));
    abut_heights_destroy(&h);
}
END_TEST

/* ---- beside Greenwood and Tripp ---- */
/* p over E* at a mean gap of u Sq by the figures of the map: Greenwood and Tripp (two surfaces that both have its summits), and
 * Greenwood and Williamson's one rough surface, (4/3) eta sqrt(beta) s^(3/2) F_{3/2}, with Nayak's summits: mean height, spread s. */
static void by_figures(const abut_heights_statistics *f, double u, double *tripp, double *williamson) {
    double k = f->asperity_density * f->asperity_radius * f->Sq, Phi, F;
    must(abut_film_separation(u * f->Sq, f->Sq, &Phi));
    must(abut_greenwood_tripp(2.5, Phi, &F, NULL));
    *tripp = 16 * sqrt(2) * PI_ / 15 * k * k * sqrt(f->Sq / f->asperity_radius) * F;
    must(abut_greenwood_tripp(1.5, (Phi * f->Sq - f->summit_mean) / f->sigma_s, &F, NULL));
    *williamson = 4.0 / 3 * f->asperity_density * sqrt(f->asperity_radius) * pow(f->sigma_s, 1.5) * F;
}

/* The map of the page, its figures and its table. */
static void page_map(abut_heights_statistics *f, abut_rough_table *t) {
    abut_self_affine s = usual;
    s.nx = s.ny = 256, s.cut_off = 1e-3 / 64;
    abut_heights h = made(s);
    const abut_rough_table_def def = {.rows = 12, .windows = 1, .periodic = true};
    must(abut_field_rough_table(&h, &def, t, NULL));
    must(abut_heights_statistics_of(&h, true, f));
    abut_heights_destroy(&h);
}

/* Heights times c: so are gaps, slopes and pressures. */
static void scale_map(double c, abut_heights_statistics *f, abut_rough_table *t) {
    for (size_t i = 0; i < t->count; i++) t->row[i].gap *= c, t->row[i].pressure *= c;
    t->sigma *= c, t->first_touch *= c;
    must(abut_rough_table_make(t, 0, NULL));
    f->Sq *= c, f->asperity_radius /= c;
}

/* The table in docs/howto/rough-surfaces.md is made of these numbers: gap/Sq, p/E* of the map, of the two theories, and their ratios
 * to the map. */
static void beside_greenwood_tripp(const abut_heights_statistics *figures, const abut_rough_table *table) {
    const abut_heights_statistics f = *figures;
    const abut_rough_table t = *table;
    printf("Sq %.3g um, radius %.3g um, density %.3g 1/mm^2, alpha %.3g, sigma_s %.3g um, eta beta sigma %.3f\n",
           f.Sq * 1e6, f.asperity_radius * 1e6, f.asperity_density * 1e-6, f.alpha, f.sigma_s * 1e6,
           f.asperity_density * f.asperity_radius * f.Sq);
    char path[400], line[400], wanted[400];
    (void)snprintf(path, sizeof path, "%s/../../docs/howto/rough-surfaces.md", ABUT_TEST_DATA);
    FILE *doc = fopen(path, "r");
    ck_assert_msg(doc, "%s", path);
    int found = 0;
    double u, map, tripp, williamson, in[5];
    for (u = 0.5; u < 3.1; u += 0.5) {
        must(abut_rough_pressure(&t, u * t.sigma, &map, NULL));
        by_figures(&f, u, &tripp, &williamson);
        (void)snprintf(wanted, sizeof wanted, "| %.1f | %.2e | %.2e | %.3f | %.2e | %.2f |", u, map, tripp, tripp / map,
                       williamson, williamson / map);
        printf("%s\n", wanted);
        bool here = false;
        rewind(doc);
        while (!here && fgets(line, sizeof line, doc)) {
            double at;
            if (sscanf(line, "| %lf | %lf | %lf | %lf | %lf | %lf |", &at, in, in + 1, in + 2, in + 3, in + 4) != 6)
                continue;
            const double ours[] = {map, tripp, tripp / map, williamson, williamson / map};
            if (!(here = at == u)) continue;
            const double digits[] = {5e-3 * map, 5e-3 * tripp, 6e-4, 5e-3 * williamson, 6e-3};
            for (int i = 0; i < 5; i++)
                expect_within(in[i], ours[i], digits[i], NULL, "column %d of the page at %g Sq", i + 2, u);
        }
        found += here;
    }
    (void)fclose(doc);
    ck_assert_int_eq(found, 6);
}

/* The second table of the page: a lubricated contact over speed, the asperities by the map (scaled to 0.2 um) and by Greenwood and Tripp
 * with its figures. Columns: u_sum, film, share of the asperities and friction by the map, the same by the theory. */
static void mixed_friction_beside(const abut_heights_statistics *figures, const abut_rough_table *table) {
    const abut_heights_statistics f = *figures;
    const abut_rough_table t = *table;
    abut_mixed c = {.E_prime = 2.3e11,
                    .rho_x = 100,
                    .rho_y = 80,
                    .mu_boundary = 0.12,
                    .v_eps = 1e-4,
                    .oil = {.eta0 = 0.03, .alpha = 2e-8, .tau0 = 5e6},
                    .rough = {.sigma = f.Sq, .asperity_radius = f.asperity_radius, .density = f.asperity_density}};
    abut_mixed map = c;
    map.rough.table = &t;
    map.rough.sigma = t.sigma;
    char path[400], line[400];
    (void)snprintf(path, sizeof path, "%s/../../docs/howto/rough-surfaces.md", ABUT_TEST_DATA);
    FILE *doc = fopen(path, "r");
    ck_assert_msg(doc, "%s", path);
    int found = 0;
    const double speeds[] = {0.01, 0.1, 0.3, 1, 3, 10};
    for (int i = 0; i < 6; i++) {
        abut_friction_force a, b;
        double u = speeds[i], in[6];
        bool here = false;
        must(abut_mixed_friction(&map, 200, u, 0.1 * u, &a, NULL));
        must(abut_mixed_friction(&c, 200, u, 0.1 * u, &b, NULL));
        const double ours[] = {a.share.h * 1e6, a.share.one_minus_phi * 100, a.mu,
                               b.share.h * 1e6, b.share.one_minus_phi * 100, b.mu};
        printf("| %g m/s | %.3f | %.1f %% | %.4f | %.3f | %.2f %% | %.4f |\n", u, ours[0], ours[1], ours[2], ours[3],
               ours[4], ours[5]);
        rewind(doc);
        while (!here && fgets(line, sizeof line, doc)) {
            double at;
            if (sscanf(line, "| %lf m/s | %lf | %lf %% | %lf | %lf | %lf %% | %lf |", &at, in, in + 1, in + 2, in + 3,
                       in + 4, in + 5) != 7)
                continue;
            if (!(here = at == u)) continue;
            for (int k = 0; k < 6; k++)
                expect_within(in[k], ours[k], 0.006 * ours[k] + (k % 3 == 1 ? 0.06 : 6e-4), NULL, "column %d at %g m/s",
                              k + 2, u);
        }
        found += here;
    }
    (void)fclose(doc);
    ck_assert_int_eq(found, 6);
}

START_TEST(beside_theories) {
    abut_heights_statistics f;
    abut_rough_table t;
    if (brief()) return; /* a map of 256 x 256: its numbers, not its code, are looked at */
    page_map(&f, &t);
    beside_greenwood_tripp(&f, &t);
    scale_map(0.2e-6 / f.Sq, &f, &t);
    mixed_friction_beside(&f, &t);
}
END_TEST

/* A rough ball on a plane, on the grid, beside the law of a table in series with Hertz: at loads at which the contact is many waves
 * wide the approach from first touch agrees, but for what one spot differs from the mean of the map. */
START_TEST(rough_ball) {
    enum { N = 256 };
    if (brief()) return;
    abut_self_affine s = usual;
    s.nx = s.ny = N, s.cut_off = 1e-3 / 32, s.roll_off = 1e-3 / 8, s.rms_slope = 0.06;
    abut_heights h = made(s);
    abut_rough_table t;
    const abut_rough_table_def def = {.rows = 10, .windows = 1, .periodic = true};
    must(abut_field_rough_table(&h, &def, &t, NULL));
    double R = 0.02, l = 1e-3, *gap = malloc(sizeof(double) * N * N), mean = 0;
    for (size_t k = 0; k < N * N; k++) mean += h.z[k] / (N * N);
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++) {
            double x = (i - (N - 1) / 2.0) * l / N, y = (j - (N - 1) / 2.0) * l / N;
            gap[j * N + i] = (x * x + y * y) / (2 * R) - (h.z[j * N + i] - mean);
        }
    const abut_field_def field = {.grid = {N, N, l, l, false}, .heights = gap, .rough = true, .E_star = 1.15e11};
    abut_message m = {0};
    abut_field *f = abut_field_create(&field, &m);
    ck_assert_msg(f, "%s", m.text);
    for (double F = 200; F < 1000; F *= 2) {
        abut_field_result r;
        abut_hertz hertz;
        double slope, layer = 0;
        ck_assert_msg(!abut_field_solve(f, &(abut_field_load){.by_force = true, .force = F}, &r, &m), "%s", m.text);
        must(abut_hertz_from_force(0.5 / R, 0.5 / R, field.E_star, F, &hertz));
        for (int i = 0; i < 1000; i++)
            layer += rough_gap(&t, log(hertz.p_max / field.E_star * (i + 0.5) / 1000), &slope) / 1000;
        double wanted = hertz.approach - layer; /* of the mean plane of the roughness */
        printf("rough_ball: %g N, Hertz radius %.3g mm, approach %.4g um, Hertz %.4g um, with the layer %.4g um\n", F,
               hertz.a * 1e3, r.approach * 1e6, hertz.approach * 1e6, wanted * 1e6);
        expect_within(r.approach, wanted, 0.1 * layer, NULL, "approach at %g N", F);
    }
    abut_field_destroy(f);
    free(gap);
    abut_heights_destroy(&h);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {
        &random_bits, &generated_figures, &generated_spectra, &bad_surfaces,   &spectrum_of_a_wave, &wavy_surface,
        &light_load,  &mirrored,          &bad_loads,         &table_of_a_map, &beside_theories,    &rough_ball,

    };
    return suite_main("field_rough", all, sizeof all / sizeof *all);
}
