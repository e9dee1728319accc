/* Every normal law with every damping, every friction and every solver, conservative or not, through an oblique impact of a
 * tilted, spinning steel ellipsoid: nothing crashes, nothing is NaN, and the books of energy close. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/model.h"
#include "support/suite.h"

/* The laws as a model file writes them; all_types_are_here holds these lists against the registry. */
static const char *const normals[] = {"hertz",
                                      "hertz_differential",
                                      "fixed_stiffness",
                                      "volumetric",
                                      "volumetric_vilke",
                                      "linear, stiffness: 2e8",
                                      "rough, map: " ABUT_TEST_DATA "/formula.rough"};
static const char *const dampings[] = {"none",
                                       "{type: hunt_crossley, chi: 0.5}",
                                       "{type: hysteretic, restitution: 0.6}",
                                       "{type: flores, restitution: 0.7}",
                                       "{type: lankarani_nikravesh, restitution: 0.7}",
                                       "{type: viscous, coefficient: 2000}",
                                       "{type: power, coefficient: 3e5}"};
static const char *const frictions[] = {"none",
                                        "{type: coulomb, mu: 0.1, v_s: 20 mm/s}",
                                        "{type: coulomb, mu: 0.1, v_s: 20 mm/s, patch: ellipse}",
                                        "{type: coulomb, mu: 0.1, v_s: 20 mm/s, rolling: 1e-5}",
                                        "{type: stick_slip, mu: 0.1}",
                                        "{type: bristle, mu: 0.1}"};
static const char *const solvers[] = {"rodas", "bdf", "adams", "rk", "rk3", "ida", "park"};
enum { NORMALS = 7, DAMPINGS = 7, FRICTIONS = 6, SOLVERS = 7 };

static const char scene[] =
    "abut: 1\nmaterials: {steel: {E: 210 GPa, nu: 0.3, density: 7800}}\n"
    "bodies:\n  - {name: ground, fixed: true}\n"
    "  - {name: egg, position: [0, 0, 46.4 mm], orientation: {axis: [0, 1, 0], angle: 30 deg},\n"
    "     velocity: [0.2, 0.05, -0.2], angular_velocity: [3, 1, 2]}\n"
    "surfaces:\n  - {name: floor, body: ground, shape: plane, material: steel}\n"
    "  - {name: shell, body: egg, shape: {type: ellipsoid, a: 5 cm, b: 4 cm, c: 4.5 cm}, material: steel}\n"
    "contacts:\n  - {name: touch, between: [shell, floor], normal: {type: %s, damping: %s%s}, friction: %s}\n"
    "solver: {type: %s, t_end: 3 ms, rtol: 1e-6}\n";

static bool starts_with(const char *row, const char *name) {
    row += strncmp(row, "{type: ", 7) ? 0 : 7;
    size_t n = strlen(name);
    return !strncmp(row, name, n) && !strchr("_abcdefghijklmnopqrstuvwxyz", row[n] ? row[n] : ' ');
}

static void covered(const char *kind, const char *name) {
    const struct {
        const char *kind;
        const char *const *row;
        size_t count;
    } lists[] = {{"normal", normals, NORMALS},
                 {"damping", dampings, DAMPINGS},
                 {"friction", frictions, FRICTIONS},
                 {"solver", solvers, SOLVERS}};
    const char *const elsewhere[] = {"line", "line_slices", "mixed", "rkn"}; /* rollers, oil, rows of beads */
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
        if (!strcmp(name, elsewhere[i])) return;
    for (size_t k = 0; k < 4; k++) {
        bool found = strcmp(kind, lists[k].kind) != 0;
        for (size_t i = 0; !found && i < lists[k].count; i++) found = starts_with(lists[k].row[i], name);
        ck_assert_msg(found, "%s %s stands in no combination", kind, name);
    }
}

START_TEST(all_types_are_here) {
    const abut_registry *all = abut_world_types();
    const abut_type *type;
    for (size_t i = 0; (type = abut_registry_at(all, i)); i++) covered(type->kind, type->name);
}
END_TEST

typedef struct outcome {
    int runs, refused;
    double worst; /* residual over what was exchanged */
    char where[300];
} outcome;

/* J, what the impact exchanges: the greatest energy that the contact of hertz without damping and friction stores. */
static const double EXCHANGED = 0.061;

static void run(const char *normal, const char *damping, const char *friction, const char *solver, bool conservative,
                outcome *o) {
    char text[2000], name[300];
    (void)snprintf(text, sizeof text, scene, normal, damping, conservative ? ", conservative: true" : "", friction,
                   solver);
    (void)snprintf(name, sizeof name, "%s%s, %s, %s, %s", normal, conservative ? " conservative" : "", damping,
                   friction, solver);
    abut_model *m = NULL;
    abut_message why = {0};
    ck_assert_int_eq(
        abut_model_read(&(abut_model_def){.path = "egg.yaml", .text = text, .allow_outside = true}, &m, &why), ABUT_OK);
    bool differential = !strcmp(normal, "hertz_differential"); /* states of its own, which few solvers carry */
    bool plain = differential || !strncmp(normal, "linear", 6) || !strcmp(normal, "fixed_stiffness");
    bool carries = !strcmp(solver, "bdf") || !strcmp(solver, "adams") || !strncmp(solver, "rk", 2);
    bool books = !strncmp(normal, "rough", 5) && strstr(damping, "hysteretic"); /* by powers of the approach */
    bool refuses = (conservative && plain) || (differential && !carries) || books;
    ck_assert_msg((abut_model_check(m) != ABUT_OK) == refuses, "%s: %s", name, abut_model_error_at(m, 0).text);
    if (refuses) {
        ck_assert_int_eq(abut_model_error_count(m), 1);
        o->refused++;
        abut_model_destroy(m);
        return;
    }
    abut_world *w = abut_model_world(m);
    ck_assert_int_eq(abut_model_start(m, NULL), ABUT_OK);
    abut_contact touch = abut_find_contact(w, "touch");
    for (int k = 1; k <= 6; k++) {
        ck_assert_msg(!abut_advance(w, k * 5e-4), "%s: %s", name, abut_world_message(w));
        abut_energy e = abut_read_energy(w);
        abut_body_state b = abut_read_body(w, abut_find_body(w, "egg"));
        double sum = b.r.x + b.r.y + b.r.z + b.v.x + b.v.y + b.v.z + b.w.x + b.w.y + b.w.z + e.final + e.residual;
        ck_assert_msg(isfinite(sum), "%s: not a number", name);
        double off = fabs(e.residual) / EXCHANGED;
        if (off > o->worst) {
            o->worst = off;
            memcpy(o->where, name, sizeof name);
        }
        ck_assert_msg(off < 1e-3, "%s: after %d half ms the balance is off by %.2e of what was exchanged", name, k,
                      off);
    }
    abut_contact_stats s = abut_read_contact_stats(w, touch);
    ck_assert_msg(s.touches >= 1 && s.max_approach < 4e-5, "%s: %ld touches, %g m deep", name, s.touches,
                  s.max_approach);
    o->runs++;
    abut_model_destroy(m);
}

/* One test per solver: they run side by side. */
START_TEST(books_close) {
    outcome o = {0};
    bool all = getenv("ABUT_COMBINATIONS_ALL") || (_i == 0 && !brief());
    const int every = all ? 1 : brief() ? 16 : 4; /* fourth: each pair of laws stands in some */
    int tried = 0;
    for (int n = 0; n < NORMALS; n++)
        for (int d = 0; d < DAMPINGS; d++)
            for (int f = 0; f < FRICTIONS; f++)
                for (int c = 0; c < 2; c++) {
                    if ((n + d + f + 2 * c + _i) % every) continue;
                    run(normals[n], dampings[d], frictions[f], solvers[_i], c, &o);
                    tried++;
                }
    ck_assert_int_eq(o.runs + o.refused, tried);
    printf("%s: %d combinations, %d refused with a sentence; worst balance %.1e of what was exchanged (%s)\n",
           solvers[_i], o.runs, o.refused, o.worst, o.where);
}
END_TEST

/* ---- hysteresis ---- */
/* A steel ball falls straight on a plane: (1 - e^2) m v^2/2 goes, as the motion after the impact and the books say. */
START_TEST(hysteresis_is_booked) {
    static const char ball[] =
        "abut: 1\nmaterials: {steel: {E: 210 GPa, nu: 0.3, density: 7800}}\n"
        "bodies:\n  - {name: ground, fixed: true}\n"
        "  - {name: ball, mass: 0.2, inertia: [3e-5, 3e-5, 3e-5], position: [0, 0, 20.01 mm], velocity: [0, 0, -0.1]}\n"
        "surfaces:\n  - {name: floor, body: ground, shape: plane, material: steel}\n"
        "  - {name: shell, body: ball, shape: {type: sphere, radius: 2 cm}, material: steel}\n"
        "contacts:\n  - {name: touch, between: [shell, floor], friction: none,\n"
        "     normal: {type: hertz, damping: {type: hysteretic, restitution: 0.6}}}\n"
        "solver: {type: %s, t_end: 1 ms, rtol: 1e-8}\n";
    char text[2000];
    abut_model *m = NULL;
    abut_message why = {0};
    (void)snprintf(text, sizeof text, ball, solvers[_i]);
    ck_assert_int_eq(abut_model_read(&(abut_model_def){.path = "ball.yaml", .text = text}, &m, &why), ABUT_OK);
    ck_assert_int_eq(abut_model_start(m, NULL), ABUT_OK);
    abut_world *w = abut_model_world(m);
    ck_assert_int_eq(abut_advance(w, 1e-3), ABUT_OK);
    double v = abut_read_body(w, abut_find_body(w, "ball")).v.z, before = 0.5 * 0.2 * 0.01;
    abut_energy e = abut_read_energy(w);
    printf("%s: restitution %.6f, lost %.6f of (1 - e^2)\n", solvers[_i], v / 0.1,
           e.dissipated_normal / (0.64 * before));
    ck_assert_double_le(fabs(e.dissipated_normal / (0.64 * before) - 1), 1e-4);
    ck_assert_double_le(fabs(e.dissipated_normal / (before - 0.1 * v * v) - 1), 1e-4);
    ck_assert_double_le(fabs(v / 0.06 - 1), 2e-4);
    abut_model_destroy(m);
}
END_TEST

/* ---- a guided point that just touches, or leaves ---- */
START_TEST(guided_point) {
    static const char guided[] =
        "abut: 1\ngravity: [0, 0, -9.81]\n"
        "bodies:\n  - {name: ground, fixed: true}\n"
        "  - {name: block, mass: 1 kg, inertia: [1e-3, 1e-3, 1e-3], position: [0, 0, %s]}\n"
        "joints: [{name: guide, type: prismatic, parent: ground, child: block}]\n"
        "surfaces:\n  - {name: floor, body: ground, shape: plane}\n  - {name: foot, body: block, shape: point}\n"
        "contacts:\n  - {name: touch, between: [floor, foot], normal: {type: linear, stiffness: 1e6, damping: %s},\n"
        "     friction: {type: stick_slip, mu: 0.3}}\n"
        "solver: {type: %s, t_end: 0.1 s}\n";
    static const char *const by[] = {"auto", "park", "rodas", "bdf"};
    int variant = _i % 3;
    char text[2000];
    abut_model *m = NULL;
    abut_message why = {0};
    (void)snprintf(text, sizeof text, guided, variant == 1 ? "1 mm" : "0",
                   variant == 2 ? "none" : "{type: viscous, coefficient: 200}", by[_i / 3]);
    ck_assert_int_eq(abut_model_read(&(abut_model_def){.path = "point.yaml", .text = text}, &m, &why), ABUT_OK);
    ck_assert_int_eq(abut_model_start(m, NULL), ABUT_OK);
    abut_world *w = abut_model_world(m);
    ck_assert_msg(!abut_advance(w, 0.1), "%s, variant %d: %s", by[_i / 3], variant, abut_world_message(w));
    abut_energy e = abut_read_energy(w);
    double top = abut_read_contact_stats(w, abut_find_contact(w, "touch")).max_N, drop = 1e-3;
    if (variant == 2) /* let go on a spring: twice the weight, again and again */
        ck_assert_double_le(fabs(top / (2 * 9.81) - 1), 2e-3);
    else if (variant ==
             1) { /* sqrt(2 g z) on spring and damper: below the undamped sqrt(2 m g z k), above the damper's start */
        ck_assert_double_ge(top, 200 * sqrt(2 * 9.81 * drop) * 0.99);
        ck_assert_double_le(top, 9.81 + sqrt(9.81 * 9.81 + 2 * 9.81 * drop * 1e6));
    }
    /* exchanged: the fall; or in each of the 16 periods the work of the weight over twice its sag */
    double exchanged = 9.81 * (variant == 1 ? drop : (variant == 2 ? 16 : 1) * 2 * 9.81e-6);
    ck_assert_double_le(fabs(e.residual), 1e-3 * exchanged);
    abut_model_destroy(m);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("law_combinations");
    TCase *one = tcase_create("types"), *all = tcase_create("combinations");
    tcase_add_test(one, all_types_are_here);
    tcase_add_loop_test(all, books_close, 0, SOLVERS);
    tcase_add_loop_test(one, hysteresis_is_booked, 0, SOLVERS);
    tcase_add_loop_test(one, guided_point, 0, 12);
    tcase_set_timeout(all, 300);
    suite_add_tcase(suite, one);
    suite_add_tcase(suite, all);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
