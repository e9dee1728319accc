/* Supply of lubricant of bearings: film and rolling resistance of every contact over those of a flooded, isothermal bearing in the same
 * state against the factors of Wilson and Sheu and of SKF, coded once more from speed and sizes of the bearing; what is refused. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/lubrication.h"
#include "abut/machine.h"
#include "abut/model.h"
#include "support/near.h"
#include "support/suite.h"

static const char form[] = "abut: 1\n"
                           "lubricants: {oil: {%s}}\n"
                           "bodies:\n"
                           "  - {name: housing, fixed: true}\n"
                           "  - {name: shaft, mass: 1 kg, inertia: [1e-3, 1e-3, 1e-3], drive: {speed: %g rpm}}\n"
                           "machines: [{name: brg, %s, inner: shaft, outer: housing, lubricant: oil%s}]\n"
                           "joints: [{name: g, type: %s, parent: housing, child: shaft}]\n"
                           "forces: [{type: load, body: shaft, force: %s}]\n"
                           "solver: {t_end: 1 s}\n";
static const char grade[] = "grade: iso_vg_32, temperature: 50 degC";
static const char bare[] = "eta0: 18 mPa s, alpha: 18 1/GPa";
static const char rollers[] = "type: roller_bearing, rollers: {count: 12, diameter: 7.5 mm, length: 9 mm}, "
                              "pitch_diameter: 38.5 mm";
static const char steep[] = "type: ball_bearing, balls: {count: 16, diameter: 7.938 mm}, pitch_diameter: 54 mm, "
                            "conformity: {inner: 0.52, outer: 0.52}, contact_angle: 60 deg, thrust: +z";

typedef struct bearing {
    const char *use, *joint, *force;
    double rpm, d_m, section, element, angle, K_Z; /* mm, degrees; section: D - d as the maker has it */
} bearing;

static abut_model *start(const bearing *b, const char *oil, const char *more, abut_message *why) {
    char text[1024];
    abut_model *m;
    (void)snprintf(text, sizeof text, form, oil, b->rpm, b->use, more, b->joint, b->force);
    abut_message bad = {0};
    abut_status s = abut_model_read(&(abut_model_def){.path = "supply", .text = text}, &m, &bad);
    if (!s) s = abut_model_start(m, NULL);
    if (!s) return m;
    *why = bad;
    if (m) (void)snprintf(why->text, sizeof why->text, "%s", abut_model_error_at(m, 0).text);
    abut_model_destroy(m);
    return NULL;
}

/* Least and greatest ratio of what(contact) to that of the plain bearing, over contacts that carry, at the same instant of the start. */
static void ratios(const bearing *b, const char *oil, const char *more, const char *plain, double film[2],
                   double roll[2]) {
    abut_message why = {0};
    abut_model *m[2] = {start(b, oil, more, &why), start(b, oil, plain, &why)};
    ck_assert_msg(m[0] && m[1], "%s", why.text);
    film[0] = roll[0] = INFINITY;
    film[1] = roll[1] = 0;
    for (int i = 1; i <= abut_contact_count(abut_model_world(m[0])); i++) {
        abut_element_out c[2] = {{.want_frame = true}, {.want_frame = true}};
        bool good = true;
        for (int k = 0; k < 2; k++)
            good = good && !abut_read_contact(abut_model_world(m[k]), (abut_contact){i}, &c[k]) && c[k].N > 200;
        if (!good) continue;
        double f = c[0].film.h_c / c[1].film.h_c, r = c[0].film.T_rolling / c[1].film.T_rolling;
        film[0] = fmin(film[0], f), film[1] = fmax(film[1], f);
        roll[0] = fmin(roll[0], r), roll[1] = fmax(roll[1], r);
    }
    for (int k = 0; k < 2; k++) abut_model_destroy(m[k]);
}

static const bearing deep = {"use: 6205, clearance: 0 um", "planar", "[1000, 0, 0]", 6000, 38.5, 27, 7.938, 0, 3.1},
                     spindle = {"use: 7008", "planar", "[3000, 0, 0]", 12000, 54, 28, 7.938, 15, 4.4},
                     thrust = {steep, "cylindrical", "[0, 0, 12000]", 6000, 54, 7.938 / 0.3, 7.938, 60, 3.8},
                     roller = {rollers, "planar", "[8000, 0, 0]", 6000, 38.5, 27, 7.5, 0, 5.1};

/* The states differ a little, since the films carry: 2 %; the section of the bearing is estimated: 3 % of the exponent. Under axial
 * load all balls are alike, and the section there is the estimated one: 0.1 %. */
static void check(const bearing *b, const char *supply, double K_rs) {
    char more[60];
    (void)snprintf(more, sizeof more, ", supply: %s", supply);
    double film[2], roll[2], eta, nu, beta, dm = b->d_m, n = b->rpm, g = b->element / dm * cos(b->angle * 0.0174532925);
    const abut_oil_grade *oil = abut_find_oil(NULL, "iso_vg_32");
    must(abut_walther_viscosity(&oil->viscosity, 323.15, &eta, &nu));
    must(abut_walther_slope(&oil->viscosity, 323.15, &beta));
    double u_sum = n * 2 * 3.14159265358979 / 60 * 1e-3 * dm / 2 * (1 - g * g);
    double phi = 1 / (1 + 0.1 * pow(beta * eta * u_sum * u_sum / oil->conductivity, 0.64));
    double rs = exp(-K_rs * 1e6 * nu * n * 2 * dm * sqrt(b->K_Z / (2 * b->section)));
    ratios(b, grade, more, ", contact: {film: {heating: none}}", film, roll);
    printf("supply %s of %.20s: film %.4f .. %.4f, rolling %.4f .. %.4f, published %.4f x %.4f\n", supply, b->use,
           film[0], film[1], roll[0], roll[1], phi, rs);
    double tolerance = b == &thrust ? 1e-3 : 0.02 - 0.03 * log(rs);
    for (int k = 0; k < 2; k++) {
        expect_near(film[k], phi * rs, tolerance, NULL, "film, %s", supply);
        expect_near(roll[k], phi * rs, tolerance, NULL, "rolling, %s", supply);
    }
}

START_TEST(factors) {
    const bearing *all[] = {&deep, &spindle, &thrust, &roller};
    for (int i = 0; i < 4; i++) {
        check(all[i], "flooded", 0);
        check(all[i], "bath", 3e-8);
        check(all[i], "grease", 6e-8);
        check(all[i], "air", 6e-8);
    }
}
END_TEST

/* An oil that does not say how it heats is isothermal; the constant factors stand instead of the computed ones. */
START_TEST(defaults) {
    double film[2], roll[2];
    ratios(&deep, bare, "", ", contact: {film: {thermal: 1, starvation: 1}}", film, roll);
    ck_assert(film[0] == 1 && film[1] == 1 && roll[0] == 1 && roll[1] == 1);
    ratios(&deep, grade, ", contact: {film: {thermal: 0.9, starvation: 0.8}}", ", contact: {film: {heating: none}}",
           film, roll);
    expect_near(film[0], 0.72, 0.02, NULL, "film by constant factors");
    expect_near(roll[1], 0.72, 0.02, NULL, "rolling by constant factors");
    static const char heats[] =
        "eta0: 17.967 mPa s, alpha: 18 1/GPa, beta: 0.0365 1/K, conductivity: 0.14 W/(m K), density: 870";
    double given[2], unused[2];
    ratios(&deep, heats, "", ", contact: {film: {heating: none}}", given, unused);
    ratios(&deep, grade, "", ", contact: {film: {heating: none}}", film, roll);
    expect_near(given[0], film[0], 0.01, NULL, "beta and conductivity given");
    ck_assert(given[1] < 0.95);
}
END_TEST

static void check_same(const char *a, const char *b, const char *more) {
    double of_a[2], of_b[2], roll[2];
    ratios(&deep, a, more, ", contact: {film: {heating: none}}", of_a, roll);
    ratios(&deep, b, more, ", contact: {film: {heating: none}}", of_b, roll);
    ck_assert(of_a[1] < 0.95);
    for (int k = 0; k < 2; k++) expect_near(of_a[k], of_b[k], 1e-9, NULL, "film, %s and %s", a, b);
}

/* What an oil does not say: nu40 and nu100 heat as a grade of the same numbers does; the density for nu is 890. */
START_TEST(not_said) {
    check_same("nu40: 32 mm^2/s, nu100: 5.4 mm^2/s, density: 870, alpha: 1.8e-8, tau0: 18 MPa, limit_slope: 0.08, "
               "temperature: 50 degC",
               grade, "");
    check_same(bare, "eta0: 18 mPa s, alpha: 18 1/GPa, density: 890", ", supply: grease");
}
END_TEST

START_TEST(refused) {
    static const struct {
        const char *oil, *more, *says;
    } bad[] = {
        {bare, ", supply: bath, contact: {film: {starvation: 0.6}}", "give one of them"},
        {bare, ", supply: flooded, contact: {film: {starvation: 0.6}}", "give one of them"},
        {bare, ", contact: {film: {heating: inlet}}", "needs beta and conductivity"},
        {"eta0: 18 mPa s, alpha: 18 1/GPa, beta: 0.03", ", contact: {film: {heating: inlet}}",
         "needs beta and conductivity"},
        {grade, ", contact: {film: {heating: inlet, thermal: 0.8}}", "give one of them"},
        {"grade: iso_vg_32, temperature: 50 degC, beta: 0.03", "", "says it already"},
        {bare, ", supply: drip", "flooded"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        abut_message why = {0};
        ck_assert_ptr_null(start(&deep, bad[i].oil, bad[i].more, &why));
        ck_assert_msg(strstr(why.text, bad[i].says) != NULL, "%zu: %s", i, why.text);
    }
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&factors, &defaults, &not_said, &refused};
    return suite_main("supply", all, sizeof all / sizeof *all);
}
