/* Modes over speed against closed forms: whirl of rigid discs, critical speeds, rotating damping, drives that keep their ratio. */
#include <math.h>
#include <string.h>

#include "model/model.h"
#include "support/near.h"
#include "support/suite.h"

enum { MOST = 40 };

typedef struct found {
    model m;
    abut_campbell d;
} found;

static void shout(const model_error *error, void *user) {
    (void)user;
    ck_abort_msg("%s", error->text);
}

static void open_text(const char *text, model *m) {
    ck_assert_int_eq(model_read_text("test", text, strlen(text), NULL, 0, shout, NULL, m), 0);
}

static found sweep_of(const char *text, double top, int count) {
    found f = {0};
    double speed[MOST];
    open_text(text, &f.m);
    for (int i = 0; i < count; i++) speed[i] = top * i / (count - 1);
    abut_status status = abut_campbell_find(f.m.world, NULL, speed, count, &f.d);
    ck_assert_msg(status == ABUT_OK, "%s", abut_world_message(f.m.world));
    ck_assert_int_eq(f.d.count, count);
    return f;
}

static void done(found *f) {
    abut_campbell_free(&f->d);
    ck_assert_ptr_null(f->d.at);
    model_free(&f->m);
}

static const abut_mode *on_curve(const abut_campbell_speed *at, int branch) {
    for (int i = 0; i < at->modes.count; i++)
        if (at->branch[i] == branch) return &at->modes.mode[i];
    ck_abort_msg("no curve %d at %g rad/s", branch, at->speed);
    return NULL;
}

/* ---- a disc that is longer than thick: all its curves meet 1x and 2x ---- */
static const double mass = 10, It = 0.1, Ip = 0.06, k = 1e7, kt = 4e5;
#define DISC(speed)                                                                                                    \
    "abut: 1\nbodies:\n"                                                                                               \
    "  - {name: ground, fixed: true}\n"                                                                                \
    "  - {name: disc, mass: 10, inertia: [0.1, 0.1, 0.06], drive: {speed: " speed "}}\n"                               \
    "forces:\n"                                                                                                        \
    "  - {type: bushing, between: [ground, disc], stiffness: 1e7, torsion: [4e5, 4e5, 0]}\n"                           \
    "  - {type: load, body: disc, force: [400, -300, 200]}\n"

/* It w^2 -+ Ip W w - kt = 0: forward (+1), backward (-1) */
static double whirl(double W, int sense) { return (sense * Ip * W + sqrt(Ip * Ip * W * W + 4 * It * kt)) / (2 * It); }

START_TEST(curves_of_a_disc) {
    static const char *const text[] = {DISC("500"), DISC("-500"), DISC("0")}; /* either way round, or not given */
    for (int t = 0; t < 3; t++) {
        found f = sweep_of(text[t], 4000, 21);
        int senses = 0;
        ck_assert_int_eq(f.d.branches, 5);
        ck_assert(isnan(f.d.stability_limit));
        for (int b = 0; b < 5; b++) { /* a curve is one closed form from its beginning to its end */
            const abut_mode *last = on_curve(&f.d.at[20], b);
            int sense = last->whirl > 0 ? 1 : last->whirl < 0 ? -1 : 0;
            senses += 10 * (sense > 0) + 100 * (sense < 0) + (sense == 0);
            for (int i = 0; i < f.d.count; i++) {
                const abut_mode *m = on_curve(&f.d.at[i], b);
                double want = sense ? whirl(f.d.at[i].speed, sense) : sqrt(k / mass);
                expect_near(m->im, want, 1e-10, NULL, "curve %d at speed %d", b, i);
                expect_within(m->whirl, i ? sense : 0, 1e-9, NULL, "whirl of curve %d at speed %d", b, i);
            }
        }
        ck_assert_int_eq(senses, 113);
        expect_near(abut_driven_speed(f.m.world) + 1000, (t == 0 ? 1500 : t == 1 ? 500 : 1000), 1e-15, NULL, "drive");
        done(&f);
    }
}
END_TEST

/* w = n W: W^2 (n^2 It -+ n Ip) = kt of forward and backward whirl; n W = sqrt(k/m) three times */
START_TEST(critical_speeds) {
    found f = sweep_of(DISC("500"), 4000, 9);
    for (int n = 1; n <= 2; n++) {
        abut_crossing c[MOST];
        int count;
        must(abut_campbell_cross(f.m.world, NULL, &f.d, n, c, MOST, &count));
        ck_assert_int_eq(count, 5);
        int plain = 0;
        for (int i = 0; i < count; i++) {
            int sense = c[i].whirl > 0.5 ? 1 : c[i].whirl < -0.5 ? -1 : 0;
            plain += !sense;
            double want = sense ? sqrt(kt / (n * n * It - sense * n * Ip)) : sqrt(k / mass) / n;
            expect_near(c[i].speed, want, 1e-11, NULL, "order %d, crossing %d", n, i);
            expect_near(c[i].frequency, n * want / (2 * acos(-1)), 1e-11, NULL, "frequency");
            ck_assert(!i || c[i].speed >= c[i - 1].speed);
        }
        ck_assert_int_eq(plain, 3);
        must(abut_campbell_cross(f.m.world, NULL, &f.d, n, c, 2, &count)); /* less room, all counted */
        ck_assert_int_eq(count, 5);
    }
    done(&f);
}
END_TEST

/* ---- damping in the rotor and outside: m z'' + (ce + ci) z' + (k - i ci W) z = 0 is stable up to W = w0 (1 + ce/ci) ---- */
START_TEST(rotating_damping) {
    found f = sweep_of("abut: 1\nbodies:\n"
                       "  - {name: ground, fixed: true}\n"
                       "  - {name: disc, mass: 10, inertia: [0.1, 0.1, 0.06], drive: {speed: 100}}\n"
                       "forces:\n"
                       "  - {type: bushing, between: [ground, disc], stiffness: 1e7, torsion: [4e5, 4e5, 0],\n"
                       "     damping: 300, torsion_damping: [50, 50, 0]}\n"
                       "  - {type: bushing, between: [disc, ground], damping: 200}\n",
                       3000, 7);
    expect_near(f.d.stability_limit, 1000 * (1 + 300.0 / 200), 1e-7, NULL, "limit");
    for (int i = 0; i < f.d.count; i++)
        for (int j = 0; j < f.d.at[i].modes.count; j++) {
            const abut_mode *m = &f.d.at[i].modes.mode[j];
            ck_assert_msg(!m->unstable || (f.d.at[i].speed > 2500 && m->whirl > 0.99), "%g rad/s", f.d.at[i].speed);
        }
    done(&f);
}
END_TEST

/* ---- two rotors, the second twice as fast the other way round ---- */
START_TEST(drives_keep_their_ratio) {
    found f = sweep_of("abut: 1\nbodies:\n"
                       "  - {name: ground, fixed: true}\n"
                       "  - {name: one, mass: 10, inertia: [0.1, 0.1, 0.06], drive: {speed: 100}}\n"
                       "  - {name: two, mass: 10, inertia: [0.1, 0.1, 0.06], drive: {speed: -200}}\n"
                       "forces:\n"
                       "  - {type: bushing, between: [ground, one], stiffness: 1e7, torsion: [4e5, 4e5, 0]}\n"
                       "  - {type: bushing, between: [ground, two], stiffness: 1e7, torsion: [4e5, 4e5, 0]}\n",
                       1000, 5);
    for (int i = 1; i < f.d.count; i++) {
        double W = f.d.at[i].speed, want[] = {whirl(W, 1), whirl(W, -1), whirl(2 * W, 1), whirl(2 * W, -1)};
        for (int j = 0; j < 4; j++) { /* the sense counts against the first rotor */
            int near = 0;
            for (int b = 0; b < f.d.branches; b++) {
                const abut_mode *m = on_curve(&f.d.at[i], b);
                near += fabs(m->im / want[j] - 1) < 1e-10 && m->whirl * (j == 0 || j == 3 ? 1 : -1) > 0.99;
            }
            ck_assert_msg(near == 1, "%g rad/s: %d modes at %g", W, near, want[j]);
        }
    }
    done(&f);
}
END_TEST

/* ---- refusals ---- */
START_TEST(refusals) {
    static const double speed[] = {0, 100};
    model m;
    abut_campbell d;
    open_text("abut: 1\nbodies:\n  - {name: a, mass: 1, inertia: [1, 1, 1]}\n", &m);
    ck_assert_int_eq(abut_campbell_find(m.world, NULL, speed, 2, &d), ABUT_MISSING);
    ck_assert_msg(strstr(abut_world_message(m.world), "no drive"), "%s", abut_world_message(m.world));
    ck_assert_int_eq(d.count, 0);
    abut_campbell_free(&d);
    model_free(&m);
    open_text("abut: 1\ngravity: [0, 0, -9.81]\nbodies:\n"
              "  - {name: a, mass: 1, inertia: [1, 1, 1], drive: {speed: 5}}\n",
              &m);
    ck_assert_int_eq(abut_campbell_find(m.world, NULL, speed, 2, &d), ABUT_NO_EQUILIBRIUM);
    ck_assert_int_eq(d.count, 0);
    abut_campbell_free(&d);
    model_free(&m);
}
END_TEST

int main(void) {
    const TTest *const *const all[] = {&curves_of_a_disc, &critical_speeds, &rotating_damping, &drives_keep_their_ratio,
                                       &refusals};
    return suite_main("campbell", all, sizeof all / sizeof *all);
}
