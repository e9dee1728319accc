/* Oblique impacts of balls with stick_slip: against a solution of the problem of Maw, Barber and Fawcett that shares nothing with
 * the library (support/maw.h, itself held against limits known in closed form), and against measured rebounds. */
#include <math.h>
#include <stdio.h>

#include "abut/model.h"
#include "support/maw.h"
#include "support/near.h"
#include "support/suite.h"
#include "support/validation.h"

static const double PI = 3.14159265358979323846, DEG = 3.14159265358979323846 / 180;

/* ---- the independent solution ---- */
static maw_case steel(double psi1, int parts, int steps) {
    double nu = 0.3, kappa = 2 * (1 - nu) / (2 - nu), mu = 0.2;
    return (maw_case){.R = 0.01,
                      .m = 0.033,
                      .inertia = 0.4,
                      .E_star = 115e9,
                      .kappa = kappa,
                      .mu = mu,
                      .vn = 1,
                      .vt = psi1 * mu / kappa,
                      .parts = parts,
                      .steps = steps};
}

/* The number of Maw, Barber and Fawcett for a disc of steel, nu 0.28: 1.2558 (1981). Sliding all the time: the impulse is mu times
 * the normal one, psi2 = psi1 - 4 chi, from psi1 = 4 chi - 1 on (in unloading the springs of the contact give way at a speed
 * of psi = -1); below, less. */
START_TEST(solution_in_known_limits) {
    maw_case disc = steel(1, 40, 400);
    disc.inertia = 0.5;
    disc.kappa = 2 * (1 - 0.28) / (2 - 0.28);
    expect_within(maw_annuli(&disc).chi, 1.2558, 5e-5, NULL, "chi of a disc");
    for (double psi1 = 4.8; psi1 < 20; psi1 += 3) {
        maw_case a = steel(psi1, 40, 400), b = steel(psi1, 400, 2000);
        maw_result ra = maw_annuli(&a), rb = maw_springs(&b);
        expect_within(ra.psi2, psi1 - 4 * ra.chi, 0.02, NULL, "annuli, sliding at %g", psi1);
        expect_within(rb.psi2, psi1 - 4 * rb.chi, 2e-3, NULL, "springs, sliding at %g", psi1);
    }
    maw_case below = steel(4.4, 400, 2000);
    ck_assert_double_gt(maw_springs(&below).psi2, 4.4 - 4 * maw_springs(&below).chi + 5e-3);
}
END_TEST

/* Annuli and springs are two discretisations that meet at no line of code but the motion of the ball. */
START_TEST(solution_two_ways) {
    double worst = 0;
    for (double psi1 = 0.2; psi1 < 5; psi1 += 0.4) {
        maw_case a = steel(psi1, 40, 400), b = steel(psi1, 400, 2000);
        maw_result ra = maw_annuli(&a), rb = maw_springs(&b);
        expect_within(ra.psi2, rb.psi2, 0.012, &worst, "psi2 at psi1 = %g", psi1);
        expect_near(ra.lost, rb.lost, 0.01, NULL, "loss at psi1 = %g", psi1);
        ck_assert_double_gt(rb.lost, 0);
    }
    printf("two solutions of Maw's problem: psi2 to %.1e\n", worst);
}
END_TEST

/* ---- the library: a ball of alumina, 5 mm, on glass at 3.9 m/s ---- */
static const char impact[] =
    "abut: 1\nmaterials: {alumina: {E: 380 GPa, nu: 0.23, density: 4000}, glass: {E: 70 GPa, nu: 0.25, density: "
    "2500}}\n"
    "bodies:\n  - {name: ground, fixed: true}\n"
    "  - {name: ball, position: [0, 0, %.17g], velocity: [%.17g, 0, %.17g]}\n"
    "surfaces:\n  - {name: floor, body: ground, shape: plane, material: glass}\n"
    "  - {name: shell, body: ball, shape: {type: sphere, radius: 2.5 mm}, material: alumina}\n"
    "contacts:\n  - {name: touch, between: [floor, shell], friction: {type: stick_slip, mu: 0.092%s},\n"
    "     normal: {type: hertz%s}}\n"
    "solver: {t_end: 40 us, rtol: %g, type: %s}\n";

typedef struct variant {
    const char *friction, *normal, *solver;
    double rtol;
} variant;

static const variant usual = {"", "", "auto", 1e-8},
                     damped = {"", ", damping: {type: hysteretic, restitution: 0.98}", "auto", 1e-8};

/* Tangential velocity of the centre, after over before. */
static double rebound(const variant *v, double angle, abut_energy *energy) {
    char text[2000];
    abut_model *m = NULL;
    abut_message why = {0};
    double vx = 3.9 * sin(angle * DEG), vz = -3.9 * cos(angle * DEG);
    (void)snprintf(text, sizeof text, impact, 2.5e-3 + 1e-5, vx, vz, v->friction, v->normal, v->rtol, v->solver);
    ck_assert_msg(!abut_model_read(&(abut_model_def){.path = "impact.yaml", .text = text}, &m, &why), "%s", why.text);
    ck_assert_int_eq(abut_model_start(m, NULL), ABUT_OK);
    abut_world *w = abut_model_world(m);
    must(abut_advance(w, 40e-6));
    if (energy) *energy = abut_read_energy(w);
    double e_t = abut_read_body(w, abut_find_body(w, "ball")).v.x / vx;
    abut_model_destroy(m);
    return e_t;
}

static double solved(double angle) {
    const double R = 2.5e-3;
    maw_case c = maw_alumina_on_glass(R, 4000 * 4 * PI / 3 * R * R * R, angle * DEG, 40, 400);
    return maw_annuli(&c).e_t;
}

/* As a user writes it, within 0.03 from 2 to 25 deg; without damping of the stick, and with layers alone, far closer. */
START_TEST(against_the_solution) {
    static const variant undamped = {", zeta: 0", "", "auto", 1e-8};
    double worst[2] = {0};
    for (double angle = 2.5; angle < 26; angle += 2.5) {
        double e_t = solved(angle), ours = rebound(&usual, angle, NULL);
        printf("oblique impact at %4.1f deg: %.4f, annuli %.4f\n", angle, ours, e_t);
        expect_within(ours, e_t, 0.03, &worst[0], "tangential restitution at %g deg", angle);
        char what[120];
        (void)snprintf(what, sizeof what,
                       "ball of alumina on glass, no loss along the normal, %g deg: tangential restitution", angle);
        validated(&(validation){"Oblique impacts", what,
                                "computed: the problem of Maw, Barber, Fawcett, Wear 38 (1976), by annuli", "", e_t, 0,
                                ours});
        expect_within(rebound(&undamped, angle, NULL), e_t, 8e-3, &worst[1], "without damping at %g deg", angle);
    }
    printf("oblique impacts, 2.5 to 25 deg: within %.4f, without damping %.4f\n", worst[0], worst[1]);
}
END_TEST

/* Coarser steps and other methods. */
START_TEST(with_every_solver) {
    static const char *const solver[] = {"bdf", "rodas", "park", "rk"};
    for (int i = 0; i < 4; i++)
        for (double angle = 5; angle < 30; angle += 10) {
            variant v = {"", "", solver[i], 1e-6};
            expect_within(rebound(&v, angle, NULL), solved(angle), 0.03, NULL, "%s at %g deg", solver[i], angle);
        }
}
END_TEST

/* Balls of 5 mm of alumina on glass at 3.9 m/s: A. H. Kharaz, D. A. Gorham, A. D. Salman, Powder Technology 120 (2001) 281-291;
 * ratio of the tangential velocities of the centre as measured (figures recalled). Nowhere may an impact gain energy. */
START_TEST(measured) {
    static const double angle[] = {30.4, 39.5, 49.6, 71.1}, seen[] = {0.690, 0.774, 0.848, 0.937};
    for (int i = 0; i < 4; i++) {
        double e_t = rebound(&damped, angle[i], NULL);
        printf("oblique impact at %g deg: %.4f, measured %.3f\n", angle[i], e_t, seen[i]);
        expect_within(e_t, seen[i], 0.03, NULL, "tangential restitution");
        char what[120];
        (void)snprintf(what, sizeof what, "ball of alumina, 5 mm, on glass, 3.9 m/s at %g deg: tangential restitution",
                       angle[i]);
        validated(&(validation){"Oblique impacts", what,
                                "measured: Kharaz, Gorham, Salman, Powder Technology 120 (2001), figures recalled", "",
                                seen[i], 0, e_t});
    }
    for (double at = 1; at < 30; at += 4) {
        abut_energy e;
        expect_within(rebound(&damped, at, &e), solved(at), 0.03, NULL, "restitution 0.98, %g deg", at);
        ck_assert_msg(e.dissipated_friction > 0 && e.final < e.initial, "an impact at %g deg gains energy", at);
        expect_within(e.residual / e.initial, 0, 1e-4, NULL, "balance");
    }
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&solution_in_known_limits, &solution_two_ways, &against_the_solution,
                                              &with_every_solver, &measured};
    return suite_main("oblique_impact", all, sizeof all / sizeof *all);
}
