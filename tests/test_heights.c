/* Height maps: every format against files that independent code wrote, damage, levelling, filters and figures against closed forms. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "abut/heights.h"
#include "support/near.h"
#include "support/suite.h"

static const double PI_ = 3.14159265358979323846;

/* ---- formats ---- */
static void path_of(const char *name, char path[400]) {
    (void)snprintf(path, 400, "%s/heights/%s", ABUT_TEST_DATA, name);
}

static abut_heights read_map(const char *name, const abut_heights_options *options) {
    char path[400];
    abut_heights h;
    abut_message m = {0};
    path_of(name, path);
    ck_assert_msg(!abut_heights_read(path, options, &h, &m), "%s: %s", name, m.text);
    return h;
}

/* z = (i i - 3 j + i j)/8 um over 10 x 6 um, tests/oracles/heights.py; 32 bits carry 6e-8. */
static void check_steps(const char *name, const abut_heights_options *options, double tolerance) {
    abut_heights h = read_map(name, options);
    ck_assert_msg(h.nx == 5 && h.ny == 3, "%s: %zu x %zu", name, h.nx, h.ny);
    expect_near(h.lx, 10e-6, 1e-12, NULL, "%s: lx", name);
    expect_near(h.ly, 6e-6, 1e-12, NULL, "%s: ly", name);
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 5; i++)
            expect_within(h.z[j * 5 + i], (i * i - 3 * j + i * j) / 8.0e6, tolerance, NULL, "%s: z(%d, %d)", name, i,
                          j);
    abut_heights_destroy(&h);
}

START_TEST(formats) {
    const abut_heights_options micro = {.height_unit = 1e-6, .length_unit = 1e-6},
                               sized = {.lx = 10e-6, .ly = 6e-6, .height_unit = 1e-6},
                               square = {.lx = 10e-6, .height_unit = 1e-6},
                               steps = {.lx = 10e-6, .height_unit = 1e-6 / 8};
    static const char *const floats[] = {"le_f8_c.npy", "be_f8_f.npy", "le_f4_f.npy", "be_f4_c.npy", "plain.txt"};
    check_steps("gwyddion.txt", NULL, 1e-18);
    check_steps("comma.csv", NULL, 1e-18);
    check_steps("steps.gsf", NULL, 2e-13);
    for (int i = 0; i < 5; i++) {
        check_steps(floats[i], &sized, 1e-18);
        check_steps(floats[i], &square, 1e-18);
    }
    check_steps("le_i2_c.npy", &steps, 1e-18);
    check_steps("be_i4_c.npy", &steps, 1e-18);
    check_steps("text.grd", &micro, 1e-18);
    check_steps("binary6.grd", &micro, 1e-18);
    check_steps("binary7.grd", &micro, 1e-18);
}
END_TEST

START_TEST(labels) {
    abut_heights_options said = {.lx = 1e-5, .height_unit = 1e-6, .generated = true};
    abut_heights a = read_map("gwyddion.txt", NULL), b = read_map("comma.csv", NULL), c = read_map("plain.txt", &said),
                 d = read_map("steps.gsf", NULL);
    ck_assert(!a.generated && b.generated && c.generated && !d.generated);
    ck_assert_str_eq(a.title, "steps");
    ck_assert_str_eq(d.title, "steps");
    ck_assert_str_eq(a.format, "Gwyddion text");
    ck_assert_str_eq(d.format, "gsf");
    abut_heights_destroy(&a), abut_heights_destroy(&b), abut_heights_destroy(&c), abut_heights_destroy(&d);
}
END_TEST

/* ---- damage ---- */
static char *bytes_of(const char *name, size_t *length) {
    char path[400], *bytes = malloc(4096);
    path_of(name, path);
    FILE *f = fopen(path, "rb");
    ck_assert(f && bytes);
    *length = fread(bytes, 1, 4096, f);
    (void)fclose(f);
    return bytes;
}

static void refused(const void *bytes, size_t length, const abut_heights_options *options, const char *words) {
    abut_heights h;
    abut_message m = {0};
    abut_status status = abut_heights_parse(bytes, length, options, &h, &m);
    ck_assert_msg(status < 0 && strstr(m.text, words), "expected '%s', got %d '%s'", words, status, m.text);
    ck_assert(!h.z && !h.nx && m.status == status);
}

static void refused_text(const char *text, const abut_heights_options *options, const char *words) {
    refused(text, strlen(text), options, words);
}

/* Whatever is cut off, the answer is a sentence; of binary files no part is a map. */
START_TEST(cut_off) {
    static const char *const names[] = {"steps.gsf",   "le_f8_c.npy", "be_f8_f.npy", "text.grd",
                                        "binary6.grd", "binary7.grd", "gwyddion.txt"};
    const abut_heights_options sized = {.lx = 1e-5, .height_unit = 1e-6},
                               micro = {.height_unit = 1e-6, .length_unit = 1e-6}, none = {0};
    for (int k = 0; k < 7; k++) {
        size_t length;
        char *bytes = bytes_of(names[k], &length), *copy = malloc(length);
        const abut_heights_options *o = strstr(names[k], "npy") ? &sized : strstr(names[k], "grd") ? &micro : &none;
        for (size_t n = 0; n < length; n++) {
            abut_heights h;
            abut_message m = {0};
            memcpy(copy, bytes, n); /* of its own size: a look beyond it is seen by the sanitizer */
            abut_status status = abut_heights_parse(copy, n, o, &h, &m);
            ck_assert((status != 0) == (m.text[0] != '\0'));
            ck_assert_msg(status || strstr(names[k], "txt") || strstr(names[k], "text"),
                          "%s read with %zu of %zu bytes", names[k], n, length);
            abut_heights_destroy(&h);
        }
        free(bytes);
        free(copy);
    }
    size_t length;
    char *gsf = bytes_of("steps.gsf", &length);
    refused(gsf, length - 1, NULL, "the file is cut off: it has 171 bytes, and 172 are needed");
    free(gsf);
}
END_TEST

START_TEST(bad_text) {
    const abut_heights_options sized = {.lx = 1e-3, .height_unit = 1e-6},
                               small = {.lx = 1, .height_unit = 1, .memory = 100};
    refused_text("", &sized, "the file is empty");
    refused_text("1 2\n3 4\n", NULL, "unit of the heights: missing");
    refused_text("1 2\n3 4\n", &(abut_heights_options){.height_unit = 1e-6}, "size of the map: missing");
    refused_text("# Width: 1 mm\n# Height: 1 mm\n1 2\n3 4\n", NULL, "unit of the heights: missing");
    refused_text("# Width: 1 mm\n# Height: 1 mm\n# Value units: um\n1 2\n3 4\n", &sized, "the file says it itself");
    refused_text("# Width: 1 mm\n# Value units: um\n1 2\n3 4\n", NULL, "one of width and height");
    refused_text("# Width: 1 s\n1 2\n3 4\n", NULL, "line 1: expected a length with its unit, as in '10 um', got '1 s'");
    refused_text("# Value units: V\n1 2\n3 4\n", NULL, "'V' is no unit of a length");
    refused_text("1 2\n3 4 5\n", &sized, "line 2: 3 heights in this line, 2 in those before");
    refused_text("1 2\n3 x4\n", &sized, "line 2: expected a number, got 'x4'");
    refused_text("1 2\n3 nan\n", &sized, "row 2, column 2: the height is not a finite number");
    refused_text("1 inf\n3 4\n", &sized, "row 1, column 2: the height is not a finite number");
    refused_text("1 2\n3 1e300\n", &sized, "beyond 1e6 m");
    refused_text("1 2 3\n", &sized, "at least 2 x 2 are wanted");
    refused_text("# nothing\n", &sized, "no heights");
    refused_text("1 2 3 4\n1 2 3 4\n1 2 3 4\n1 2 3 4\n", &small, "4 x 4 heights, which need 0.000128 MB");
    refused_text("1 2\n3 4\n", &(abut_heights_options){.lx = -1, .height_unit = 1},
                 "size of the map: must lie between");
    refused("\001\002\003\004", 4, &sized, "format of the file is not known");
}
END_TEST

/* Two columns x, z, even in x: a map of two equal rows, whose cells are the distances. */
START_TEST(profiles) {
    static const char text[] =
        "\xEF\xBB\xBF# Title: ground\n# Origin: generated\n# Length units: um\n# Value units: nm\n\n"
        "10.00, 1.5\n10.49, -2\n11.01, 0.25\n# a remark\n11.5, 1e-40\n";
    const double z[] = {1.5e-9, -2e-9, 0.25e-9, 0};
    const abut_heights_options wanted = {.profile = true},
                               micro = {.profile = true, .length_unit = 1e-6, .height_unit = 1e-6};
    abut_heights h;
    abut_message m = {0};
    ck_assert_msg(!abut_heights_parse(text, strlen(text), &wanted, &h, &m), "%s", m.text);
    ck_assert(h.nx == 4 && h.ny == 2 && h.profile && h.generated);
    ck_assert_str_eq(h.format, "profile");
    ck_assert_str_eq(h.title, "ground");
    expect_near(h.lx, 4 * 0.5e-6, 1e-12, NULL, "length");
    expect_near(h.ly, 2 * 0.5e-6, 1e-12, NULL, "width");
    for (int i = 0; i < 8; i++) expect_near(h.z[i], z[i % 4], 1e-12, NULL, "height %d", i);
    abut_heights_destroy(&h);
    ck_assert(!abut_heights_parse("0 1\n2 3\n4 5", 11, &micro, &h, &m));
    expect_near(h.lx, 6e-6, 1e-12, NULL, "length by a given unit");
    ck_assert(h.nx == 3 && h.z[1] == 3e-6 && h.z[4] == 3e-6);
    abut_heights_destroy(&h);
    /* texts that are no profiles are maps, as they are where no profile is wanted */
    const char *const maps[] = {"# Width: 2 um\n# Height: 4 um\n# Value units: nm\n1 2\n3 4\n",
                                "# Width: 2 um\n# Height: 4 um\n# Value units: nm\n 1 2 3\n3 4 5\n"};
    for (int k = 0; k < 2; k++) {
        ck_assert_msg(!abut_heights_parse(maps[k], strlen(maps[k]), &wanted, &h, &m), "%s", m.text);
        ck_assert(!h.profile && h.nx == 2 + (size_t)k && h.ny == 2);
        abut_heights_destroy(&h);
    }
    ck_assert(!abut_heights_parse("1 2\n3 4\n", 8, &(abut_heights_options){.lx = 1, .height_unit = 1, .profile = true},
                                  &h, &m));
    ck_assert(!h.profile && h.lx == 1);
    abut_heights_destroy(&h);
    refused_text(text, NULL, "size of the map: missing");
    refused_text("1 2\n3 4\n", &wanted,
                 "a profile says its units in lines '# Length units: um' and '# Value units: nm'");
    refused_text("# Value units: nm\n1 2\n3 4\n", &wanted, "unit of the sizes: missing");
    refused_text("# Length units: nm\n1 2\n3 4\n", &wanted, "unit of the heights: missing");
    refused_text("# Length units: nm\n1 2\n3 4\n", &micro, "unit of the sizes: the file says it itself");
    refused_text("# Length units: V\n1 2\n3 4\n", &micro, "line 1: 'V' is no unit of a length");
    refused_text("1 2\n3 4 5\n", &micro, "line 2: 3 heights in this line, 2 in those before");
    refused_text("1 2\n3 x\n", &micro, "line 2: expected a number, got 'x'");
    refused_text("1 2\n", &micro, "at least 2 x 2 are wanted");
    refused_text("1 2\n3 nan\n", &micro, "row 1, column 2: the height is not a finite number");
    refused_text("1 2\n3 4\n2 5\n4 1\n", &micro, "point 3 of the profile: x must rise, got 2 after 3");
    refused_text("1 2\n1 4\n", &micro, "point 2 of the profile: x must rise, got 1 after 1");
    refused_text("1 2\n2 4\n3.4 5\n4 1\n", &micro, "point 3 of the profile: x is 3.4, and 3 where distances are even");
    refused_text("1 2\nnan 4\n3 1\n", &micro, "point 2 of the profile: x must rise");
    refused_text("1 2\n2 4\ninf 1\n", &micro, "point");
    refused_text("1 2\n1e9 4\n", &(abut_heights_options){.length_unit = 1, .height_unit = 1, .profile = true},
                 "size of the map: must lie between");
}
END_TEST

/* Sizes are believed only as far as the file and the memory go. */
START_TEST(gigantic) {
    const abut_heights_options sized = {.lx = 1e-3, .height_unit = 1e-6}, micro = {.height_unit = 1, .length_unit = 1};
    static const char gsf[] =
        "Gwyddion Simple Field 1.0\nXRes = 1000000\nYRes = 1000000\nXYUnits = m\nZUnits = m\n\0\0\0\0";
    refused(gsf, sizeof gsf, NULL, "1000000 x 1000000 heights, which need 8e+06 MB of memory; 1074 MB are allowed");
    static const char low[] = "Gwyddion Simple Field 1.0\nXRes = 0\nYRes = 4\n\0\0\0\0";
    refused(low, sizeof low, NULL, "XRes: expected a positive whole number");
    static const char none[] = "Gwyddion Simple Field 1.0\nXRes = 2\n\0\0\0\0";
    refused(none, sizeof none, NULL, "XRes and YRes: the header must have both");
    refused_text("DSAA\n100000 100000\n0 1\n0 1\n0 1\n1 2 3", &micro, "which need 8e+04 MB");
    refused_text("DSAA\n2 2\n0 0\n0 1\n0 1\n1 2 3 4", &micro, "distances of the nodes must be positive");
    refused_text("DSAA\n2 2\n0 1\n0 1\n0 1\n1 2 3 1.70141e+038", &micro, "row 2, column 2: the node is blanked");
    char npy[128] = "\x93NUMPY\x01";
    npy[8] = 118;
    strcpy(npy + 10, "{'descr': '<f8', 'fortran_order': False, 'shape': (90000, 90000), }");
    refused(npy, sizeof npy, &sized, "need 6.48e+04 MB");
    strcpy(npy + 10, "{'descr': '<f8', 'fortran_order': False, 'shape': (9, 9, 2), }");
    refused(npy, sizeof npy, &sized, "its shape is not that of a matrix");
    strcpy(npy + 10, "{'descr': '<c16', 'fortran_order': False, 'shape': (9, 9), }");
    refused(npy, sizeof npy, &sized, "the type of its numbers is '<c16'");
    strcpy(npy + 10, "{'descr': '<f8', 'shape': (2, 2), }");
    refused(npy, sizeof npy, &sized, "no 'fortran_order'");
}
END_TEST

START_TEST(files) {
    abut_heights h;
    abut_message m = {0};
    ck_assert(abut_heights_read("/no/such/map.txt", NULL, &h, &m) < 0 && strstr(m.text, "cannot be opened"));
    m = (abut_message){0};
    ck_assert(abut_heights_read("/", NULL, &h, &m) < 0 && strstr(m.text, "it is not a file"));
    ck_assert(abut_heights_read("/", NULL, &h, NULL) < 0);
}
END_TEST

/* ---- figures ---- */
static abut_heights waves(size_t nx, size_t ny, double lx, double ly, double a, int kx, double b, int ky) {
    abut_heights h;
    must(abut_heights_create(nx, ny, lx, ly, &h, NULL));
    for (size_t j = 0; j < ny; j++)
        for (size_t i = 0; i < nx; i++)
            h.z[j * nx + i] = a * sin(2 * PI_ * kx * ((double)i + 0.3) / (double)nx) +
                              b * cos(2 * PI_ * ky * ((double)j + 0.1) / (double)ny);
    return h;
}

/* A sum of waves along x and y: mean squares are halves of squared amplitudes; differences are those of sin(k d/2)/(k d/2). */
START_TEST(sines) {
    double lx = 2e-3, ly = 1e-3, a = 3e-7, b = 2e-7, worst = 0;
    int kx = 5, ky = 3;
    abut_heights h = waves(128, 96, lx, ly, a, kx, b, ky);
    abut_heights_statistics s;
    must(abut_heights_statistics_of(&h, true, &s));
    double qx = 2 * PI_ * kx / lx, qy = 2 * PI_ * ky / ly, ex = qx * lx / 128 / 2, ey = qy * ly / 96 / 2;
    double fx = sin(ex) / ex, fy = sin(ey) / ey, m0 = (a * a + b * b) / 2;
    double m2x = a * a * qx * qx / 2 * fx * fx, m2y = b * b * qy * qy / 2 * fy * fy;
    double m4 = (a * a * pow(qx * fx, 4) + b * b * pow(qy * fy, 4)) / 4;
    expect_within(s.mean, 0, 1e-20, NULL, "mean");
    expect_near(s.Sq, sqrt(m0), 1e-13, &worst, "Sq");
    expect_near(s.Sdq, sqrt(m2x + m2y), 1e-12, &worst, "Sdq");
    expect_near(s.m2_x, m2x, 1e-12, &worst, "m2 along x");
    expect_near(s.m2_y, m2y, 1e-12, &worst, "m2 along y");
    expect_near(s.m4, m4, 1e-11, &worst, "m4");
    expect_near(s.Sku, (3 * a * a * a * a / 8 + 3 * b * b * b * b / 8 + 6 * a * a * b * b / 4) / (m0 * m0), 1e-12,
                &worst, "Sku");
    expect_within(s.Ssk, 0, 1e-12, NULL, "Ssk");
    double U = a * qx * fx, V = b * qy * fy, fourth = 3 * (pow(U, 4) + pow(V, 4)) / 8 + U * U * V * V / 2;
    expect_near(s.Sdr, (m2x + m2y) / 2 - fourth / 8, 1e-9, NULL, "Sdr"); /* the next term is 1e-5 of the second */
    expect_near(s.alpha, m0 * m4 / pow((m2x + m2y) / 2, 2), 1e-11, &worst, "alpha");
    expect_near(s.asperity_radius, 3 * sqrt(PI_) / 8 / sqrt(m4), 1e-11, &worst, "radius");
    expect_near(s.asperity_density, m4 / ((m2x + m2y) / 2) / (6 * PI_ * sqrt(3)), 1e-11, &worst, "density");
    printf("sines: worst %.1e\n", worst);
    abut_heights_destroy(&h);
}
END_TEST

/* Differences come to the true slope and curvature with the square of the cell, and the edges of a part do not matter much. */
START_TEST(refined) {
    double error[2], bend[2];
    for (int r = 0; r < 2; r++) {
        abut_heights h = waves((size_t)64 << r, 8, 1e-3, 1e-4, 1e-6, 2, 0, 0);
        abut_heights_statistics s;
        must(abut_heights_statistics_of(&h, false, &s));
        double q = 4 * PI_ / 1e-3;
        error[r] = s.m2_x / (1e-12 * q * q / 2) - 1;
        bend[r] = s.m4 / (1e-12 * pow(q, 4) / 4) - 1;
        abut_heights_destroy(&h);
    }
    ck_assert_msg(fabs(error[0]) < 0.06 && fabs(error[1]) < 0.03, "slopes %g %g", error[0], error[1]);
    ck_assert_msg(fabs(bend[0]) < 0.06 && fabs(bend[1]) < 0.03, "curvatures %g %g", bend[0], bend[1]);
}
END_TEST

/* cos(q x) falls to 0.2 at x = acos(0.2)/q. Along y the map does not change. */
START_TEST(correlation) {
    abut_heights h = waves(400, 16, 1e-3, 1e-3, 1e-6, 4, 0, 0);
    abut_heights_statistics s;
    must(abut_heights_statistics_of(&h, true, &s));
    expect_near(s.Sal_x, acos(0.2) / (8 * PI_ / 1e-3), 1e-3, NULL, "Sal along x"); /* straight between lags of 2.5 um */
    ck_assert(isnan(s.Sal_y));
    abut_heights_destroy(&h);
}
END_TEST

START_TEST(flat) {
    abut_heights h;
    abut_heights_statistics s;
    must(abut_heights_create(4, 4, 1, 1, &h, NULL));
    must(abut_heights_statistics_of(&h, false, &s));
    ck_assert(s.Sq == 0 && s.Sdq == 0 && s.Sdr == 0 && isnan(s.Ssk) && isnan(s.asperity_radius) && isnan(s.Sal_x));
    abut_heights_destroy(&h);
    ck_assert(abut_heights_create(1, 4, 1, 1, &h, NULL) == ABUT_BAD_VALUE);
    ck_assert(abut_heights_create(4, 4, 0, 1, &h, NULL) == ABUT_BAD_VALUE);
    ck_assert(abut_heights_create((size_t)1 << 30, (size_t)1 << 30, 1, 1, &h, NULL) == ABUT_BAD_VALUE);
}
END_TEST

/* A rectangular step of a known slope: the developed area of a plane is sqrt(1 + s^2). */
START_TEST(plane_area) {
    abut_heights h;
    abut_heights_statistics s;
    must(abut_heights_create(7, 5, 7e-3, 10e-3, &h, NULL));
    for (size_t k = 0; k < 35; k++) h.z[k] = 0.5e-3 * (double)(k % 7) + 0.6e-3 * (double)(k / 7);
    must(abut_heights_statistics_of(&h, false, &s));
    expect_near(s.Sdr, sqrt(1 + 0.25 + 0.09) - 1, 1e-13, NULL, "Sdr of a plane");
    expect_near(s.Sdq, sqrt(0.25 + 0.09), 1e-13, NULL, "Sdq of a plane");
    abut_heights_destroy(&h);
}
END_TEST

/* ---- levelling and filters ---- */
START_TEST(levels) {
    for (int level = 1; level < 4; level++) {
        abut_heights h;
        must(abut_heights_create(17, 11, 1e-3, 2e-3, &h, NULL));
        double most = 0;
        for (size_t k = 0; k < 17 * 11; k++) {
            double x = (double)(k % 17) / 17, y = (double)(k / 17) / 11;
            h.z[k] = 2 + (level > 1 ? 3 * x - 5 * y : 0) + (level > 2 ? 4 * x * x - x * y + 7 * y * y : 0);
        }
        must(abut_heights_level(&h, (abut_level)level, NULL));
        for (size_t k = 0; k < 17 * 11; k++) most = fmax(most, fabs(h.z[k]));
        ck_assert_msg(most < 1e-14, "level %d leaves %g", level, most);
        abut_heights_destroy(&h);
    }
    abut_heights small;
    must(abut_heights_create(2, 2, 1, 1, &small, NULL));
    ck_assert(abut_heights_level(&small, ABUT_LEVEL_QUADRATIC, NULL) == ABUT_BAD_VALUE);
    ck_assert(abut_heights_level(&small, (abut_level)9, NULL) == ABUT_BAD_VALUE);
    abut_heights_destroy(&small);
}
END_TEST

/* What is left after levelling by a plane has no mean, no slope: a wave with a plane on it, against the plane alone. */
START_TEST(levels_orthogonally) {
    abut_heights a = waves(32, 24, 1e-3, 1e-3, 1e-6, 3, 2e-6, 2), b = waves(32, 24, 1e-3, 1e-3, 1e-6, 3, 2e-6, 2);
    for (size_t k = 0; k < 32 * 24; k++) b.z[k] += 1e-5 * (double)(k % 32) - 2e-5 * (double)(k / 32);
    must(abut_heights_level(&a, ABUT_LEVEL_PLANE, NULL));
    must(abut_heights_level(&b, ABUT_LEVEL_PLANE, NULL));
    for (size_t k = 0; k < 32 * 24; k++) expect_within(b.z[k], a.z[k], 1e-18, NULL, "levelled height %zu", k);
    abut_heights_destroy(&a), abut_heights_destroy(&b);
}
END_TEST

static double gain(double wave, double lambda_c, double lambda_s) {
    abut_heights h = waves(256, 4, 1e-3, 1e-4, 1e-6, (int)round(1e-3 / wave), 0, 0);
    abut_heights_statistics before, after;
    must(abut_heights_statistics_of(&h, true, &before));
    must(abut_heights_filter(&h, lambda_c, lambda_s, true, NULL));
    must(abut_heights_statistics_of(&h, true, &after));
    abut_heights_destroy(&h);
    return after.Sq / before.Sq;
}

/* Transmission exp(-pi (alpha lambda/wave)^2) = 2^-(lambda/wave)^2 of the smooth part. */
START_TEST(filters) {
    expect_near(gain(1e-3 / 8, 0, 1e-3 / 8), 0.5, 1e-10, NULL, "short cut-off at its wave");
    expect_near(gain(1e-3 / 8, 1e-3 / 8, 0), 0.5, 1e-10, NULL, "long cut-off at its wave");
    expect_near(gain(1e-3 / 4, 0, 1e-3 / 8), pow(2, -0.25), 1e-10, NULL, "short cut-off, wave twice as long");
    expect_near(gain(1e-3 / 4, 1e-3 / 8, 0), 1 - pow(2, -0.25), 1e-10, NULL, "long cut-off, wave twice as long");
    expect_near(gain(1e-3, 0, 2e-3), pow(2, -4), 1e-10, NULL, "cut-off longer than the map");
    abut_heights h = waves(64, 64, 1e-3, 1e-3, 0, 0, 0, 0);
    for (size_t k = 0; k < 64 * 64; k++) h.z[k] = 5;
    must(abut_heights_filter(&h, 0, 2e-4, false, NULL)); /* a constant is kept up to the edges */
    for (size_t k = 0; k < 64 * 64; k++) expect_near(h.z[k], 5, 1e-14, NULL, "constant");
    ck_assert(abut_heights_filter(&h, 1e-4, 2e-4, false, NULL) == ABUT_BAD_VALUE);
    ck_assert(abut_heights_filter(&h, -1, 0, false, NULL) == ABUT_BAD_VALUE);
    abut_heights_destroy(&h);
}
END_TEST

/* ---- written, cut ---- */
START_TEST(written) {
    char path[] = "/tmp/abut-heights-XXXXXX";
    int file = mkstemp(path);
    abut_heights h = waves(9, 7, 1.1e-3, 0.7e-3, 1e-6 / 3, 2, 1e-7, 1), again, part;
    h.generated = true;
    strcpy(h.title, "waves");
    ck_assert(file >= 0 && !close(file));
    must(abut_heights_write(&h, path, NULL));
    must(abut_heights_read(path, NULL, &again, NULL));
    (void)unlink(path);
    ck_assert(again.nx == 9 && again.ny == 7 && again.lx == h.lx && again.ly == h.ly && again.generated);
    ck_assert(!memcmp(again.z, h.z, 63 * sizeof(double)) && !strcmp(again.title, "waves"));
    must(abut_heights_window(&h, 3, 2, 4, 5, &part, NULL));
    ck_assert(part.nx == 4 && part.ny == 5 && part.generated && part.z[0] == h.z[2 * 9 + 3] &&
              part.z[19] == h.z[6 * 9 + 6]);
    expect_near(part.lx, 1.1e-3 / 9 * 4, 1e-14, NULL, "size of the part");
    abut_message m = {0};
    abut_heights_destroy(&again);
    ck_assert(abut_heights_window(&h, 6, 2, 4, 5, &again, &m) == ABUT_BAD_VALUE && strstr(m.text, "reaches beyond"));
    abut_heights_destroy(&h), abut_heights_destroy(&part);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {
        &formats, &labels,  &cut_off,     &bad_text, &profiles,   &gigantic, &files,
        &sines,   &refined, &correlation, &flat,     &plane_area, &levels,   &levels_orthogonally,
        &filters, &written,
    };
    return suite_main("heights", all, sizeof all / sizeof *all);
}
