/* Response to unbalance against closed forms of one rigid disc, a rotor of two discs against published amplitudes, and orbits of a run. */
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/model.h"
#include "support/near.h"
#include "support/suite.h"
#include "support/table.h"

#define PI_ 3.14159265358979323846
enum { MOST = 60 };

static abut_model *read_text(const char *text) {
    abut_model *m = NULL;
    abut_message why = {0};
    ck_assert_msg(!abut_model_read(&(abut_model_def){.path = "rotor.yaml", .text = text}, &m, &why), "%s", why.text);
    ck_assert_msg(abut_model_world(m) != NULL, "%s", abut_model_error_count(m) ? abut_model_error_at(m, 0).text : "");
    return m;
}

static abut_response respond(abut_model *m, const double *speed, int count) {
    abut_response r;
    abut_status status = abut_response_find(abut_model_world(m), NULL, speed, count, &r);
    ck_assert_msg(!status, "%s", abut_world_message(abut_model_world(m)));
    ck_assert_int_eq(r.count, count);
    return r;
}

static const abut_response_motion *motion_of(abut_model *m, const abut_response_speed *at, const char *name) {
    abut_body body = abut_find_body(abut_model_world(m), name);
    ck_assert(body.id && at->motion[body.id].moves);
    return &at->motion[body.id];
}

static void expect_complex(double re, double im, double complex want, double tolerance, const char *what) {
    expect_within(re, creal(want), tolerance * cabs(want), NULL, "%s, real part", what);
    expect_within(im, cimag(want), tolerance * cabs(want), NULL, "%s, imaginary part", what);
}

/* ---- a disc in the middle: x = u W^2 exp(i angle)/(k - m W^2 + i c W), y = -+ i x ---- */
#define DISC(speed, support, forces)                                                                                   \
    "abut: 1\ngravity: [0, -9.81, 0]\nbodies:\n"                                                                       \
    "  - {name: ground, fixed: true}\n"                                                                                \
    "  - {name: disc, mass: 10, inertia: [0.1, 0.1, 0.06], drive: {speed: " speed "}}\n"                               \
    "forces:\n"                                                                                                        \
    "  - {name: s, type: bushing, between: [ground, disc], " support ", torsion: [4e5, 4e5, 0]}\n" forces
#define UNBALANCE(name, more) "  - {name: " name ", type: unbalance, body: disc, amount: 1e-3" more "}\n"
static const double mass = 10, u = 1e-3;

static double complex swing(double k, double c, double W) { return u * W * W / (k - mass * W * W + I * c * W); }

START_TEST(a_disc_in_the_middle) {
    static const struct {
        const char *text;
        double angle, sense;
    } kinds[] = {
        {DISC("500", "stiffness: 1e7, damping: 1000", UNBALANCE("u", "")), 0, 1},
        {DISC("500", "stiffness: 1e7, damping: 1000", UNBALANCE("u", ", angle: 0.7")), 0.7, 1},
        {DISC("-500", "stiffness: 1e7, damping: 1000", UNBALANCE("u", ", angle: 0.7")), 0.7, -1},
        {DISC("0", "stiffness: 1e7, damping: 1000", UNBALANCE("u", "")), 0, 1},
    };
    for (size_t t = 0; t < sizeof kinds / sizeof *kinds; t++) {
        abut_model *m = read_text(kinds[t].text);
        double speed[MOST], zeta = 1000 / (2 * sqrt(1e7 * mass));
        for (int i = 0; i < 11; i++) speed[i] = 210.0 * i;
        abut_response r = respond(m, speed, 11);
        for (int i = 0; i < 11; i++) {
            const abut_response_motion *d = motion_of(m, &r.at[i], "disc");
            double complex x = swing(1e7, 1000, speed[i]) * cexp(I * kinds[t].sense * kinds[t].angle);
            expect_complex(d->translation_re.x, d->translation_im.x, x, 1e-9, "x");
            expect_complex(d->translation_re.y, d->translation_im.y, -I * kinds[t].sense * x, 1e-9, "y");
            expect_within(d->translation_re.z, 0, 1e-15, NULL, "z");
            expect_near(d->major, cabs(x), 1e-9, NULL, "longer axis");
            expect_near(d->minor, cabs(x), 1e-9, NULL, "shorter axis");
            expect_within(d->whirl, i ? 1 : 0, 1e-9, NULL, "whirl"); /* with the unbalance, either way round */
            expect_near(r.at[i].size, sqrt(2 * mass) * cabs(x), 1e-9, NULL, "size");
            expect_near(r.at[i].frequency, speed[i], 1e-12, NULL, "frequency");
            ck_assert(!r.at[i].resonant && !r.at[i].unstable);
        }
        ck_assert_int_eq(r.peaks, 1);
        expect_near(r.peak[0].speed, 1000 / sqrt(1 - 2 * zeta * zeta), 1e-6, NULL, "peak");
        expect_near(r.peak[0].size, sqrt(2 * mass) * u / mass / (2 * zeta * sqrt(1 - zeta * zeta)), 1e-9, NULL,
                    "height");
        ck_assert_str_eq(abut_body_name(abut_model_world(m), (abut_body){r.peak[0].largest}), "disc");
        abut_response_free(&r);
        ck_assert_ptr_null(r.at);
        expect_near(abut_driven_speed(abut_model_world(m)) + 1000, 1000 + 500 * kinds[t].sense * (t < 3), 1e-15, NULL,
                    "the drive is as before");
        abut_model_destroy(m);
    }
}
END_TEST

/* Different stiffness: an ellipse, run through backward between the two resonances; both are peaks. */
START_TEST(orthotropic) {
    abut_model *m = read_text(DISC("500", "stiffness: [1e7, 1.44e7, 1e7], damping: [200, 300, 0]", UNBALANCE("u", "")));
    double speed[MOST];
    for (int i = 0; i < 29; i++) speed[i] = 50.0 * (i + 1);
    abut_response r = respond(m, speed, 29);
    for (int i = 0; i < 29; i++) {
        const abut_response_motion *d = motion_of(m, &r.at[i], "disc");
        double complex x = swing(1e7, 200, speed[i]), y = -I * swing(1.44e7, 300, speed[i]);
        expect_complex(d->translation_re.x, d->translation_im.x, x, 1e-9, "x");
        expect_complex(d->translation_re.y, d->translation_im.y, y, 1e-9, "y");
        double longest = 0, shortest = INFINITY; /* the orbit, step by step */
        for (int step = 0; step < 4000; step++) {
            double complex turn = cexp(I * PI_ * step / 4000);
            double length = hypot(creal(x * turn), creal(y * turn));
            longest = fmax(longest, length), shortest = fmin(shortest, length);
        }
        expect_near(d->major, longest, 1e-6, NULL, "longer axis");
        expect_within(d->minor, shortest, 1e-3 * longest, NULL, "shorter axis");
        ck_assert((d->whirl < 0) == (speed[i] > 1000 && speed[i] < 1200));
    }
    ck_assert_int_eq(r.peaks, 2);
    expect_near(r.peak[0].speed, 1000, 1e-3, NULL, "first peak");
    expect_near(r.peak[1].speed, 1200, 1e-3, NULL, "second peak");
    abut_response_free(&r);
    abut_model_destroy(m);
}
END_TEST

/* Out of the middle it tilts as well: th_y = u a W^2/(kt - (It - Ip) W^2), th_x = i th_y; the orbit is that of the centre. */
START_TEST(a_disc_that_tilts) {
    abut_model *m = read_text(DISC("500", "stiffness: 1e7", UNBALANCE("u", ", position: [0, 0, 0.02]")));
    const double speed[] = {200, 800, 2500};
    abut_response r = respond(m, speed, 3);
    for (int i = 0; i < 3; i++) {
        const abut_response_motion *d = motion_of(m, &r.at[i], "disc");
        double W = speed[i], th = u * 0.02 * W * W / (4e5 - (0.1 - 0.06) * W * W);
        expect_complex(d->rotation_re.y, d->rotation_im.y, th, 1e-9, "tilt about y");
        expect_complex(d->rotation_re.x, d->rotation_im.x, I * th, 1e-9, "tilt about x");
        expect_complex(d->translation_re.x, d->translation_im.x, swing(1e7, 0, W), 1e-9, "x");
    }
    abut_response_free(&r);
    abut_model_destroy(m);
}
END_TEST

/* A place off the axis: the moment about the axis has no part that goes round, and nothing else changes. */
START_TEST(off_the_axis) {
    abut_model *m = read_text(DISC("500", "stiffness: 1e7", UNBALANCE("u", ", position: [0.05, 0.02, 0]")));
    const double speed[] = {300};
    abut_response r = respond(m, speed, 1);
    const abut_response_motion *d = motion_of(m, &r.at[0], "disc");
    expect_complex(d->translation_re.x, d->translation_im.x, swing(1e7, 0, 300), 1e-9, "x");
    expect_within(hypot(d->rotation_re.x, d->rotation_re.y), 0, 1e-15, NULL, "tilt");
    abut_response_free(&r);
    abut_model_destroy(m);
}
END_TEST

/* ---- several: they add with their angles ---- */
START_TEST(several_add) {
    abut_model *m =
        read_text(DISC("500", "stiffness: 1e7, damping: 500", UNBALANCE("u", "") UNBALANCE("v", ", angle: 90 deg")));
    const double speed[] = {700};
    abut_response r = respond(m, speed, 1);
    const abut_response_motion *d = motion_of(m, &r.at[0], "disc");
    expect_complex(d->translation_re.x, d->translation_im.x, (1 + I) * swing(1e7, 500, 700), 1e-9, "x");
    abut_response_free(&r);
    ck_assert_int_eq(abut_model_set(m, "forces.v.angle", "180 deg"), ABUT_OK);
    ck_assert_ptr_nonnull(abut_model_world(m));
    r = respond(m, speed, 1);
    expect_within(r.at[0].size, 0, 1e-15, NULL, "opposite ones");
    abut_response_free(&r);
    abut_model_destroy(m);
}
END_TEST

START_TEST(resonance_and_growth) {
    abut_model *m = read_text(DISC("500", "stiffness: 1e7", UNBALANCE("u", "")));
    const double speed[] = {999, 1000, 1001};
    abut_response r = respond(m, speed, 3);
    ck_assert(!r.at[0].resonant && r.at[1].resonant && !r.at[2].resonant);
    ck_assert(isinf(r.at[1].size) && isnan(motion_of(m, &r.at[1], "disc")->major));
    expect_complex(motion_of(m, &r.at[0], "disc")->translation_re.x, 0, swing(1e7, 0, 999), 1e-7, "beside it");
    ck_assert_int_eq(r.peaks, 1);
    expect_near(r.peak[0].speed, 1000, 1e-15, NULL, "it is the peak");
    abut_response_free(&r);
    abut_model_destroy(m);
    /* damping in the rotor and outside, as in test_campbell.c: stable up to 2500 rad/s */
    m = read_text(DISC("500", "stiffness: 1e7, damping: 300, torsion_damping: [50, 50, 0]",
                       UNBALANCE("u", "") "  - {type: bushing, between: [disc, ground], damping: 200}\n"));
    const double around[] = {2400, 2600};
    r = respond(m, around, 2);
    ck_assert(!r.at[0].unstable && r.at[1].unstable);
    abut_response_free(&r);
    abut_model_destroy(m);
}
END_TEST

/* ---- a rotor of two discs on orthotropic bearings: tests/oracles/rotor_A_response.csv ---- */
START_TEST(two_discs) {
    table t = table_read("rotor_A_response.csv");
    double speed[MOST], worst = 0;
    abut_model *m = read_text(
        "abut: 1\nmaterials: {steel: {E: 211e9, nu: 0.3, density: 7810}}\nbodies:\n  - {name: ground, fixed: true}\n"
        "  - {name: s, type: shaft, material: steel, segments: [{length: 1.2, outer: 0.05}], elements: 24,\n"
        "     discs: [{at: 0.4, mass: 32.59, Id: 0.178, Ip: 0.329}, {at: 0.8, mass: 35.77, Id: 0.2, Ip: 0.372}],\n"
        "     stations: [{name: b0, at: 0}, {name: disc, at: 0.4}, {name: b1, at: 1.2}], drive: {speed: 3000 rpm}}\n"
        "forces:\n"
        "  - {type: bushing, between: [ground, s.b0], stiffness: [1e8, 8e7, 1e6], damping: [200, 200, 0]}\n"
        "  - {type: bushing, between: [ground, s.b1], stiffness: [1e8, 8e7, 0], damping: [200, 200, 0]}\n"
        "  - {type: unbalance, body: s.disc, amount: 1e-3}\n");
    ck_assert_int_eq((int)t.rows, 6);
    for (size_t i = 0; i < t.rows; i++) speed[i] = table_at(&t, i, "rpm") * PI_ / 30;
    abut_response r = respond(m, speed, (int)t.rows);
    for (size_t i = 0; i < t.rows; i++) {
        const abut_response_motion *d = motion_of(m, &r.at[i], "s.disc");
        expect_near(hypot(d->translation_re.x, d->translation_im.x), table_at(&t, i, "x"), 1e-4, &worst, "x, row %d",
                    (int)i);
        expect_near(hypot(d->translation_re.y, d->translation_im.y), table_at(&t, i, "y"), 1e-4, &worst, "y, row %d",
                    (int)i);
    }
    (void)printf("two_discs: within %.2g\n", worst);
    abut_response_free(&r);
    abut_model_destroy(m);
    table_free(&t);
}
END_TEST

/* ---- a run: the same disc turns until what the start has left is gone, then x and y over one turn ---- */
START_TEST(as_a_run) {
    const double W = 700, turns = 40;
    abut_model *m =
        read_text(DISC("700", "stiffness: [1e7, 1.44e7, 1e7], damping: [1500, 900, 900]",
                       UNBALANCE("u", ", angle: 0.4, position: [0, 0, 0.01]")) "solver: {t_end: 1, rtol: 1e-8}\n");
    abut_world *w = abut_model_world(m);
    abut_response r = respond(m, &W, 1);
    abut_response_motion d = *motion_of(m, &r.at[0], "disc");
    abut_response_free(&r);
    ck_assert_int_eq(abut_model_start(m, NULL), ABUT_OK);
    enum { STEPS = 64 };
    double complex x = 0, y = 0;
    for (int i = 0; i < STEPS; i++) {
        double t = 2 * PI_ / W * (turns + (double)i / STEPS);
        ck_assert_int_eq(abut_advance(w, t), ABUT_OK);
        abut_vec3 at = abut_read_body(w, abut_find_body(w, "disc")).r;
        x += at.x * cexp(-I * W * t) * 2 / STEPS;
        y += at.y * cexp(-I * W * t) * 2 / STEPS;
    }
    expect_complex(d.translation_re.x, d.translation_im.x, x, 1e-3, "x");
    expect_complex(d.translation_re.y, d.translation_im.y, y, 1e-3, "y");
    abut_model_destroy(m);
}
END_TEST

/* ---- what is refused ---- */
START_TEST(what_is_refused) {
    static const struct {
        const char *text, *sentence;
        abut_status status;
    } wrong[] = {
        {DISC("500", "stiffness: 1e7", ""), "nothing in the model is out of balance", ABUT_MISSING},
        {"abut: 1\nbodies: [{name: ground, fixed: true}, {name: disc, mass: 1, inertia: [1, 1, 1]}]\nforces:\n"
         "  - {type: bushing, between: [ground, disc], stiffness: 1e6, torsion: 1e6}\n" UNBALANCE("u", ""),
         "no drive with a speed", ABUT_MISSING},
        {"abut: 1\nbodies: [{name: ground, fixed: true}, {name: disc, mass: 1, inertia: [1, 1, 1]},\n"
         "  {name: other, mass: 1, inertia: [1, 1, 1], drive: {speed: 10}}]\nforces:\n"
         "  - {type: bushing, between: [ground, disc], stiffness: 1e6, torsion: 1e6}\n"
         "  - {type: bushing, between: [ground, other], stiffness: 1e6, torsion: [1e6, 1e6, 0]}\n" UNBALANCE("u", ""),
         "force 'u' goes round with body 'disc', which does not turn", ABUT_MISSING},
        {"abut: 1\nbodies: [{name: ground, fixed: true}, {name: disc, mass: 1, inertia: [1, 1, 1], drive: {speed: "
         "20}},\n"
         "  {name: other, mass: 1, inertia: [1, 1, 1], drive: {speed: 10}}]\nforces:\n"
         "  - {type: bushing, between: [ground, disc], stiffness: 1e6, torsion: [1e6, 1e6, 0]}\n"
         "  - {type: bushing, between: [ground, other], stiffness: 1e6, torsion: [1e6, 1e6, 0]}\n" UNBALANCE(
             "u", "") "  - {name: v, type: unbalance, body: other, amount: 1e-3}\n",
         "force 'u' goes round with 100 rad/s, 'v' with 50 rad/s", ABUT_BAD_VALUE},
    };
    const double speed = 100;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        abut_model *m = read_text(wrong[i].text);
        abut_response r;
        ck_assert_int_eq(abut_response_find(abut_model_world(m), NULL, &speed, 1, &r), wrong[i].status);
        const char *said = abut_world_message(abut_model_world(m));
        ck_assert_msg(strstr(said, wrong[i].sentence) != NULL, "'%s' is not '%s'", said, wrong[i].sentence);
        ck_assert_int_eq(r.count, 0);
        abut_response_free(&r);
        abut_model_destroy(m);
    }
    abut_model *m = read_text(wrong[3].text); /* the other drive: only what shakes counts */
    ck_assert_int_eq(abut_model_set(m, "forces.v.amount", "0"), ABUT_OK);
    ck_assert_ptr_nonnull(abut_model_world(m));
    abut_response r = respond(m, &speed, 1);
    expect_near(motion_of(m, &r.at[0], "disc")->major, u * 1e4 / (1e6 - 1e4), 1e-9, NULL, "one alone");
    abut_response_free(&r);
    abut_model_destroy(m);
}
END_TEST

int main(void) {
    const TTest *const *const all[] = {&a_disc_in_the_middle, &orthotropic,          &a_disc_that_tilts, &off_the_axis,
                                       &several_add,          &resonance_and_growth, &two_discs,         &as_a_run,
                                       &what_is_refused};
    return suite_main("response", all, sizeof all / sizeof *all);
}
