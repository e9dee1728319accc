/* Preloaded pairs and sets: the force at rest, the offset against the formulas of Hertzian contact at a changing angle, lift-off,
 * stiffness against statics of the whole model, sets of three, refusals. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/machine/ball_bearing.h"
#include "base/json.h"
#include "machine/ball_bearing/ball_bearing.h"
#include "model/model.h"
#include "support/near.h"
#include "support/suite.h"
#include "support/validation.h"

static void note(const model_error *e, void *user) { (void)snprintf(user, 400, "%s", e->text); }

/* A shaft in bearings, `extra` among the loads. */
static int build(const char *bearings, const char *load, const char *speed, char why[400], model *m) {
    static char text[4000];
    (void)snprintf(text, sizeof text,
                   "abut: 1\nbodies:\n  - {name: h, fixed: true}\n"
                   "  - {name: s, mass: 3, inertia: [1e-2, 1e-2, 2e-3], drive: {speed: %s}}\n"
                   "machines:\n%sforces: [{name: load, type: load, body: s, force: %s}]\n",
                   speed, bearings, load);
    why[0] = '\0';
    return model_read_text("test", text, strlen(text), NULL, 0, note, why, m);
}

static model settled(const char *bearings, const char *load, const char *speed) {
    char why[400];
    model m;
    double residual;
    ck_assert_msg(!build(bearings, load, speed, why, &m), "%s", why);
    abut_status status = abut_start(m.world, &(abut_solver_def){.statics = true});
    if (!status) status = abut_static(m.world, &residual, NULL);
    ck_assert_msg(!status, "%s: %s", bearings, abut_world_message(m.world));
    return m;
}

static const ball_bearing *bearing(const model *m, const char *name) {
    return bearing_of(m->world, abut_find_machine(m->world, name));
}

/* N, axial, of the balls on the inner ring. */
static double force_on(const model *m, const char *name) {
    abut_bearing_state s;
    must(abut_read_bearing(m->world, abut_find_machine(m->world, name), &s, NULL));
    return s.force.z;
}

static double moved(const model *m, const char *name) {
    abut_bearing_state s;
    must(abut_read_bearing(m->world, abut_find_machine(m->world, name), &s, NULL));
    return s.displacement.z;
}

/* What statics tells of the set. */
static char *tale_of(const ball_bearing *b) {
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    json j = json_start(to);
    bearing_set_json(b, &j);
    json_end(&j);
    (void)fclose(to);
    return text;
}

/* The n-th number behind `key` there. */
static double number(const char *text, const char *key, int n) {
    char find[60];
    (void)snprintf(find, sizeof find, "\"%s\": ", key);
    const char *at = text;
    for (int i = 0; at && i <= n; i++) at = strstr(at + (i > 0), find);
    ck_assert_msg(at != NULL, "no %s %d in %s", key, n, text);
    return strtod(at + strlen(find), NULL);
}

static double told(const ball_bearing *b, const char *key, int n) {
    char *text = tale_of(b);
    double x = number(text, key, n);
    free(text);
    return x;
}

#define PAIR(use, at_a, at_b, thrust_a, thrust_b, what)                                                                \
    "  - {name: a, use: " use ", inner: s, outer: h, position: [0, 0, " at_a "], " thrust_a "pair: {with: b, " what    \
    "}}\n"                                                                                                             \
    "  - {name: b, use: " use ", inner: s, outer: h, position: [0, 0, " at_b "]" thrust_b "}\n"
#define O_PAIR(use, what) PAIR(use, "0.06", "-0.06", "thrust: -z, ", ", thrust: +z", "arrangement: back_to_back, " what)
#define X_PAIR(use, what) PAIR(use, "0.06", "-0.06", "thrust: +z, ", ", thrust: -z", "arrangement: face_to_face, " what)

/* ---- the force at rest ---- */
/* Offset of one bearing by Q = K h^(3/2) of either groove in series, the angle growing with it (steel, constant curvatures: those of
 * the loaded angle by the calculator). */
static double offset_by_hand(const abut_ball_bearing_def *d, double preload) {
    double D = d->balls.diameter, A = (d->inner_race.conformity + d->outer_race.conformity - 1) * D,
           a0 = d->contact_angle, low = a0, high = a0 + 0.3, E = 210e9 / (2 * (1 - 0.09));
    for (int i = 0; i < 200; i++) {
        double a = 0.5 * (low + high), h = A * (cos(a0) / cos(a) - 1), Q = preload / (d->balls.count * sin(a)), sum = 0;
        for (int ring = 0; ring < 2; ring++) {
            double f = ring ? d->outer_race.conformity : d->inner_race.conformity, s = ring ? -1 : 1,
                   R = 0.5 * d->pitch_diameter / cos(a) - s * 0.5 * D;
            abut_hertz p;
            double ball[2] = {0.5 * D, 0.5 * D}, groove[2] = {-f * D, s * R}, P, K;
            must(abut_relative_curvature(ball, groove, 0, &P, &K));
            must(abut_hertz_from_force(P, K, E, Q, &p));
            sum += p.approach;
        }
        *(sum > h ? &low : &high) = a;
    }
    return A * (cos(a0) * tan(low) - sin(a0));
}

START_TEST(force_at_rest) {
    static const double forces[] = {1, 120, 3000};
    static const char *const uses[] = {"7008C", "7208B", "7210AC"};
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++) {
            char text[600];
            (void)snprintf(
                text, sizeof text,
                "  - {name: a, use: %s, inner: s, outer: h, position: [0, 0, 0.06], thrust: -z, pair: {with: b, "
                "arrangement: back_to_back}, preload: %g}\n"
                "  - {name: b, use: %s, inner: s, outer: h, position: [0, 0, -0.06]}\n",
                uses[k], forces[i], uses[k]);
            model m = settled(text, "[0, 0, 0]", "0");
            expect_near(force_on(&m, "a"), forces[i], 1e-9, NULL, "%s, %g N", uses[k], forces[i]);
            expect_near(force_on(&m, "b"), -forces[i], 1e-9, NULL, "%s, %g N", uses[k], forces[i]);
            expect_within(moved(&m, "a"), 0, 1e-12, NULL, "displacement");
            const ball_bearing *a = bearing(&m, "a");
            expect_near(a->offset, offset_by_hand(&a->def, forces[i]), 2e-3, NULL, "offset of %s, %g N", uses[k],
                        forces[i]);
            expect_near(told(a, "offset", 0), 2 * a->offset, 1e-9, NULL, "offset of both");
            if (k == 0 && i == 1)
                validated(&(validation){"Statics of ball bearings", "pair of 7008 C with 120 N preload: force at rest",
                                        "computed: the number given", "N", 120, 0.12, force_on(&m, "a")});
            model_free(&m);
        }
}
END_TEST

/* Bodies, contacts and surfaces of the motion stand as those of statics. */
START_TEST(start_of_a_run) {
    char why[400];
    model m;
    ck_assert_msg(!build(O_PAIR("7008C", "preload: 120"), "[0, 0, 0]", "0", why, &m), "%s", why);
    must(abut_start(m.world, &(abut_solver_def){.start = ABUT_START_EQUILIBRIUM}));
    expect_near(force_on(&m, "a"), 120, 1e-6, NULL, "a");
    expect_near(force_on(&m, "b"), -120, 1e-6, NULL, "b");
    must(abut_advance(m.world, 1e-3));
    expect_near(force_on(&m, "a"), 120, 1e-4, NULL, "a, later");
    model_free(&m);
}
END_TEST

/* ---- lift-off ---- */
START_TEST(lift_off) {
    model m = settled(O_PAIR("7208B", "preload: 200"), "[0, 0, 0]", "0");
    double plus = told(bearing(&m, "a"), "plus", 0), minus = told(bearing(&m, "a"), "minus", 0);
    expect_near(plus, 200 * pow(2, 1.5), 0.05, NULL, "closed form at constant angle");
    expect_near(minus, plus, 1e-6, NULL, "both directions");
    validated(
        &(validation){"Statics of ball bearings", "pair of 7208 B with 200 N preload: load that relieves one side",
                      "computed: 2^(3/2) of the preload, constant contact angle", "N", 200 * pow(2, 1.5), 0, plus});
    model_free(&m);
    static const double part[] = {0.9, 0.99, 1.01, 1.1};
    for (int i = 0; i < 4; i++) {
        char load[60];
        (void)snprintf(load, sizeof load, "[0, 0, %.17g]", part[i] * plus);
        m = settled(O_PAIR("7208B", "preload: 200"), load, "0");
        double loose = force_on(&m, "a");
        ck_assert_msg(part[i] < 1 ? loose > 0 : loose == 0, "%g of it: %g N", part[i], loose);
        expect_near(-force_on(&m, "b"), part[i] * plus + loose, 1e-8, NULL, "balance");
        model_free(&m);
    }
}
END_TEST

/* ---- the table ---- */
/* Six rows from `first` on of the table of the model at full speed against its statics at the speed they belong to. */
static void rows_hold(const char *bearings, const char *full, const char *speed, int first) {
    model base = settled(bearings, "[0, 0, 0]", full);
    char *tale = tale_of(bearing(&base, "a"));
    for (int k = 0; k < 6; k++) {
        char load[60];
        double P = number(tale, "load", first + k);
        expect_near(number(tale, "speed", first + k), strtod(speed, NULL), 1e-12, NULL, "speed of a row");
        (void)snprintf(load, sizeof load, "[0, 0, %.17g]", P);
        model m = settled(bearings, load, speed);
        double shift = number(tale, "displacement", first + k), plus = number(tale, "force_plus", first + k),
               minus = number(tale, "force_minus", first + k);
        expect_within(moved(&m, "a"), shift, 1e-10 + 1e-6 * fabs(shift), NULL, "displacement under %g N", P);
        double F[2] = {force_on(&m, "a"), force_on(&m, "b")};
        expect_within(fmax(-F[0], -F[1]), plus, 1e-6 * (1 + plus), NULL, "force along z under %g N", P);
        expect_within(fmax(F[0], F[1]), minus, 1e-4 * (1 + plus), NULL, "force against z under %g N", P);
        double K[2][5][5], axial = 0, radial = 0, tilt = 0;
        static const char *const names[] = {"a", "b"};
        for (int i = 0; i < 2; i++) {
            abut_machine id = abut_find_machine(m.world, names[i]);
            double z = bearing(&m, names[i])->def.place.r.z;
            must(abut_bearing_stiffness(m.world, id, K[i]));
            axial += K[i][2][2];
            radial += K[i][1][1];
            tilt += K[i][3][3] - z * (K[i][1][3] + K[i][3][1]) + z * z * K[i][1][1];
        }
        bool touches = k == 4 && !strcmp(speed, "0"); /* the relieved side just touches there: its stiffness is steep */
        double good = touches ? 0.02 : 1e-4;
        expect_near(number(tale, "stiffness_axial", first + k), axial, good, NULL, "axial stiffness under %g N", P);
        expect_near(number(tale, "stiffness_radial", first + k), radial, good, NULL, "radial stiffness under %g N", P);
        expect_near(number(tale, "stiffness_tilt", first + k), tilt, good, NULL, "tilting stiffness under %g N", P);
        model_free(&m);
    }
    free(tale);
    model_free(&base);
}

START_TEST(table_of_loads) {
    rows_hold(O_PAIR("7008C", "preload: 120"), "0", "0", 0);
    rows_hold(X_PAIR("7208B", "preload: 500"), "0", "0", 0);
}
END_TEST

START_TEST(table_at_speed) {
    rows_hold(O_PAIR("7008C", "preload: 300"), "500 rad/s", "250 rad/s", 6);
    rows_hold(O_PAIR("7008C", "preload: 300"), "500 rad/s", "500 rad/s", 12);
}
END_TEST

/* The axial stiffness is the slope of the displacement, and a preloaded pair is about twice as stiff as one bearing under that force. */
START_TEST(slope) {
    model m = settled(O_PAIR("7208B", "preload: 200"), "[0, 0, 0]", "0");
    double K = told(bearing(&m, "a"), "stiffness_axial", 0);
    model_free(&m);
    model up = settled(O_PAIR("7208B", "preload: 200"), "[0, 0, 2]", "0"),
          down = settled(O_PAIR("7208B", "preload: 200"), "[0, 0, -2]", "0");
    expect_near(4 / (moved(&up, "a") - moved(&down, "a")), K, 1e-4, NULL, "slope");
    double k[5][5];
    must(abut_bearing_stiffness(up.world, abut_find_machine(up.world, "a"), k));
    expect_near(2 * k[2][2], K, 0.01, NULL, "two bearings");
    model_free(&up);
    model_free(&down);
}
END_TEST

/* ---- sets ---- */
/* Two in tandem against one, the middle one between; and the same with one bearing turned round in space. */
START_TEST(three) {
    static const char *const set = "  - {name: a, use: 7208B, inner: s, outer: h, position: [0, 0, 0.06], thrust: -z, "
                                   "pair: {with: b, arrangement: tandem}}\n"
                                   "  - {name: b, use: 7208B, inner: s, outer: h, position: [0, 0, 0.04], thrust: -z, "
                                   "pair: {with: c, arrangement: "
                                   "back_to_back, preload: 120}}\n"
                                   "  - {name: c, use: 7208B, inner: s, outer: h, position: [0, 0, -0.06]%s}\n";
    static const char *const last[] = {", thrust: +z", ", thrust: -z, orientation: {axis: [1, 0, 0], angle: 180 deg}"};
    double tilt[2];
    for (int i = 0; i < 2; i++) {
        char text[900];
        (void)snprintf(text, sizeof text, set, last[i]);
        model m = settled(text, "[0, 0, 0]", "0");
        expect_near(force_on(&m, "a"), 60, 1e-9, NULL, "a");
        expect_near(force_on(&m, "b"), 60, 1e-9, NULL, "b");
        expect_near(force_on(&m, "c"), i ? 120 : -120, 1e-9, NULL, "c");
        ck_assert(bearing(&m, "c")->offset > bearing(&m, "a")->offset);
        ck_assert(!bearing(&m, "a")->set && bearing(&m, "b")->set && bearing(&m, "b")->set);
        tilt[i] = told(bearing(&m, "b"), "stiffness_tilt", 0);
        model_free(&m);
    }
    expect_near(tilt[1], tilt[0], 1e-9, NULL, "turned round");
}
END_TEST

/* Bearings of different sizes bear the same force with different offsets; a tandem with an offset shares it unevenly. */
START_TEST(unequal) {
    model m =
        settled("  - {name: a, use: 7208B, inner: s, outer: h, position: [0, 0, 0.06], thrust: -z, pair: {with: b, "
                "arrangement: back_to_back, offset: 6 um}}\n"
                "  - {name: b, use: 7008C, inner: s, outer: h, position: [0, 0, -0.06]}\n",
                "[0, 0, 0]", "0");
    double F = force_on(&m, "a");
    ck_assert(F > 10);
    expect_near(-force_on(&m, "b"), F, 1e-8, NULL, "balance");
    expect_near(bearing(&m, "a")->offset + bearing(&m, "b")->offset, 6e-6, 1e-9, NULL, "offsets add");
    expect_near(told(bearing(&m, "a"), "preload", 0), F, 1e-8, NULL, "preload told");
    model_free(&m);
    m = settled("  - {name: a, use: 7208B, inner: s, outer: h, position: [0, 0, 0.06], thrust: -z, pair: {with: b, "
                "arrangement: "
                "tandem, offset: 1 um}}\n"
                "  - {name: b, use: 7208B, inner: s, outer: h, position: [0, 0, 0.04], thrust: -z, pair: {with: c, "
                "arrangement: "
                "back_to_back, preload: 120}}\n"
                "  - {name: c, use: 7208B, inner: s, outer: h, position: [0, 0, -0.06]}\n",
                "[0, 0, 0]", "0");
    expect_near(force_on(&m, "a") + force_on(&m, "b"), 120, 1e-9, NULL, "side");
    expect_near(bearing(&m, "a")->offset - bearing(&m, "b")->offset, 1e-6, 1e-9, NULL, "further");
    ck_assert(force_on(&m, "a") > force_on(&m, "b"));
    model_free(&m);
}
END_TEST

/* Offsets of tandems add up along the chain. */
START_TEST(chain) {
    model m = settled("  - {name: a, use: 7208B, inner: s, outer: h, position: [0, 0, 0.08], thrust: -z, pair: {with: "
                      "b, arrangement: "
                      "tandem, offset: 1 um}}\n"
                      "  - {name: b, use: 7208B, inner: s, outer: h, position: [0, 0, 0.06], thrust: -z, pair: {with: "
                      "c, arrangement: "
                      "tandem, offset: 0.5 um}}\n"
                      "  - {name: c, use: 7208B, inner: s, outer: h, position: [0, 0, 0.04], thrust: -z, pair: {with: "
                      "d, arrangement: "
                      "back_to_back, preload: 300}}\n"
                      "  - {name: d, use: 7208B, inner: s, outer: h, position: [0, 0, -0.06]}\n",
                      "[0, 0, 0]", "0");
    double c = bearing(&m, "c")->offset;
    expect_near(bearing(&m, "b")->offset - c, 0.5e-6, 1e-9, NULL, "b");
    expect_near(bearing(&m, "a")->offset - c, 1.5e-6, 1e-9, NULL, "a");
    expect_near(force_on(&m, "a") + force_on(&m, "b") + force_on(&m, "c"), 300, 1e-9, NULL, "side");
    expect_near(force_on(&m, "d"), -300, 1e-9, NULL, "d");
    model_free(&m);
}
END_TEST

/* Deep groove bearings take up their play first; a negative offset is play that stays. */
START_TEST(deep_groove) {
    static const char *const pair =
        "  - {name: a, use: 6206, inner: s, outer: h, position: [0, 0, 0.06], pair: {with: b, arrangement: "
        "face_to_face, "
        "preload: 150}}\n  - {name: b, use: 6206, inner: s, outer: h, position: [0, 0, -0.06]}\n";
    model m = settled(pair, "[0, 0, 0]", "0");
    const ball_bearing *a = bearing(&m, "a");
    expect_near(force_on(&m, "a"), -150, 1e-9, NULL, "a"); /* X: the upper one is pushed along +z */
    expect_near(force_on(&m, "b"), 150, 1e-9, NULL, "b");
    double A = 0.05 * a->def.balls.diameter, play = A * sin(acos(1 - 12.5e-6 / (2 * A)));
    ck_assert_msg(a->offset > play && a->offset < 1.3 * play, "%g of %g", a->offset, play);
    model_free(&m);
    static const char *const loose =
        "  - {name: a, use: 7208B, inner: s, outer: h, position: [0, 0, 0.06], thrust: -z, pair: {with: b, "
        "arrangement: "
        "back_to_back, offset: -20 um}}\n  - {name: b, use: 7208B, inner: s, outer: h, position: [0, 0, -0.06]}\n";
    m = settled(loose, "[0, 0, 1]", "0");
    double one = moved(&m, "a");
    model_free(&m);
    ck_assert_msg(one > 10e-6 && one < 10.2e-6, "%g", one);
}
END_TEST

/* ---- refusals ---- */
static void refused(const char *bearings, const char *sentence) {
    char why[400];
    model m;
    if (!build(bearings, "[0, 0, 0]", "0", why, &m)) {
        ck_assert_msg(model_start(&m, note, why) != ABUT_OK, "%s", bearings);
        model_free(&m);
    }
    ck_assert_msg(strstr(why, sentence) && !strncmp(why, "test:6:", 7), "not '%s' but '%s'", sentence, why);
}

START_TEST(refusals) {
    refused("  - {name: a, use: 7208B, inner: s, outer: h, preload: 120 N}\n", "without a partner");
    refused(O_PAIR("7208B", "preload: 1 GN"), "cannot be pressed together");
    refused(O_PAIR("7208B", "preload: -1 N"), "must be at least 0 N");
    refused(O_PAIR("7208B", "preload: 1, offset: 1 um"), "say the same thing");
    refused(O_PAIR("7208B", "preload: 1}, preload: 2, cage: {mass: 0.1"),
            "preload and pair.preload say the same thing");
    refused(O_PAIR("7208B", "offset: 5 mm"), "below a tenth of the ball");
    refused(PAIR("7208B", "0.06", "-0.06", "thrust: -z, ", "", "arrangement: face_to_face"), "wants thrust +z of 'a'");
    refused(PAIR("7208B", "0.06", "-0.06", "thrust: -z, ", "", "arrangement: tandem, preload: 3"),
            "a tandem has no preload");
    refused(PAIR("7208B", "0.06", "0.06", "thrust: -z, ", "", "arrangement: back_to_back"), "in the same place");
    refused(PAIR("QJ208", "0.06", "-0.06", "", "", "arrangement: back_to_back"), "four-point");
    refused("  - {name: a, use: 7208B, inner: s, outer: h, pair: {with: c, arrangement: tandem}}\n"
            "  - {name: bc, use: 7208B, inner: s, outer: h, position: [0, 0, 1]}\n",
            "there is no bearing 'c'; did you mean 'bc'?");
    refused("  - {name: a, use: 7208B, inner: s, outer: h, pair: {with: r, arrangement: tandem}}\n"
            "  - {name: r, use: NU208, inner: s, outer: h, position: [0, 0, 1]}\n",
            "'r' is no ball bearing");
    refused("  - {name: a, use: 7208B, inner: s, outer: h, pair: {with: a, arrangement: tandem}}\n",
            "a pair with itself");
    refused("  - {name: a, use: 7208B, inner: s, outer: h, pair: {with: b, arrangement: tandem}}\n"
            "  - {name: b, use: 7208B, inner: s, outer: h, position: [0.1, 0, 1]}\n",
            "does not stand on the same axis");
    refused("  - {name: a, use: 7208B, inner: s, outer: h, thrust: -z, position: [0, 0, 1], pair: {with: b, "
            "arrangement: back_to_back, preload: 9}}\n"
            "  - {name: b, use: 7208B, inner: s, outer: h, pair: {with: a, arrangement: back_to_back, preload: 9}}\n",
            "one pair of a set");
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&force_at_rest,  &start_of_a_run, &lift_off, &table_of_loads,
                                              &table_at_speed, &slope,          &three,    &unequal,
                                              &chain,          &deep_groove,    &refusals};
    return suite_main("bearing_pair", all, sizeof all / sizeof *all);
}
