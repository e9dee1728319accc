#define _POSIX_C_SOURCE 200809L /* open_memstream */
/* The friction wedge: forces against the rigid wedge and against an independent program, energy, variants, refusals.
 *
 * Rigid wedge without mass, spring force P, s = +1 while the bolster goes down and -1 up, t the friction ratio in the pocket:
 *     N1 (-cos b + s f1 sin b) + N2 (cos a + t sin a) = 0,   N1 (sin b + s f1 cos b) + N2 (-sin a + t cos a) = -P
 * with t = s f2 for the toe angle b > 0 and -s f2 for b < 0; the weight comes off P. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/quat.h"
#include "machine/wedge/wedge.h"
#include "support/example.h"
#include "support/near.h"
#include "support/suite.h"
#include "support/table.h"
#include "world/world.h"

static const double pi = 3.14159265358979323846, deg = 3.14159265358979323846 / 180;
static const double weight = 12 * 9.81;

static double rigid_ratio(double toe, double s, double f1, double f2) { /* N1/P, pocket at 45 deg */
    double a = 45 * deg, b = toe, t = (b > 0 ? s : -s) * f2;
    double a11 = -cos(b) + s * f1 * sin(b), a12 = cos(a) + t * sin(a);
    double a21 = sin(b) + s * f1 * cos(b), a22 = -sin(a) + t * cos(a);
    return a12 / (a11 * a22 - a12 * a21);
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static abut_wedge_state read_wedge(const example *e) {
    abut_wedge_state s;
    must(abut_read_wedge(e->w, abut_find_machine(e->w, "w"), 1, &s));
    return s;
}

/* Medians of N1/(P - m g) over the stroke down and up, without its ends. */
static void medians(const char *settings, double out[2]) {
    example e = example_start("20_wedge_cycling", settings, NULL);
    double list[2][200];
    int count[2] = {0, 0};
    for (double t = 5e-3; t < 1; t += 5e-3) {
        example_advance(&e, t);
        abut_wedge_state s = read_wedge(&e);
        if (s.z < 0.01 || s.z > 0.05) continue;
        int up = s.dz < 0;
        list[up][count[up]++] = (s.N_upper + s.N_lower) / (s.P - weight);
        expect_near(s.F_column / (s.N_upper + s.N_lower), up ? -0.3L : 0.3L, 1e-6, NULL, "sliding on the column");
    }
    for (int i = 0; i < 2; i++) {
        ck_assert_int_gt(count[i], 30);
        qsort(list[i], (size_t)count[i], sizeof **list, by_size);
        out[i] = list[i][count[i] / 2];
    }
    example_end(&e);
}

/* Two degrees of toe angle change the force almost fourfold. */
START_TEST(closed_form) {
    double in[2], out[2], worst = 0;
    medians(NULL, in);
    medians("machines.w.wedges.toe=-2 deg", out);
    for (int i = 0; i < 2; i++) {
        expect_near(in[i], rigid_ratio(2 * deg, i ? -1 : 1, 0.3, 0.2), 1e-3, &worst, "toe in, %d", i);
        expect_near(out[i], rigid_ratio(-2 * deg, i ? -1 : 1, 0.3, 0.2), 1e-3, &worst, "toe out, %d", i);
    }
    ck_assert(in[0] / out[0] > 3.8 && in[0] / out[0] < 3.9);
    printf("closed form: worst %.1e; N1/P loading %.4f at +2 deg, %.4f at -2 deg\n", worst, in[0], out[0]);
}
END_TEST

/* The faces of the variants differ, the balance does not; halves of the pocket turned by g press 1/cos g more. */
START_TEST(variants) {
    static const struct {
        const char *settings;
        double f2;
    } all[] = {{"machines.w.wedges={use: modified, toe: 2 deg}", 0.2},
               {"machines.w.wedges={use: truncated, toe: 2 deg}", 0.2},
               {"machines.w.wedges={use: skewed, toe: 2 deg}", 0.2070552360820166}};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++) {
        double got[2];
        medians(all[k].settings, got);
        for (int i = 0; i < 2; i++)
            expect_near(got[i], rigid_ratio(2 * deg, i ? -1 : 1, 0.3, all[k].f2), 1e-3, NULL, "%s, %d", all[k].settings,
                        i);
    }
}
END_TEST

/* ---- the second cycle against the tables ---- */
enum { FORCES = 6 };
static const char *const force_name[FORCES] = {"P", "N12", "N34", "Fcol", "Ninc", "Tinc"};

typedef struct deviation {
    double most[FORCES];               /* of the table */
    double worst[FORCES], rms[FORCES]; /* of most */
    double area[2];                    /* J, force on the bolster over its travel: table, run */
} deviation;

static void add_area(double *area, double force[2], double z[2]) {
    *area += 0.5 * (force[0] + force[1]) * (z[1] - z[0]);
}

static void add_row(deviation *d, const table *t, size_t row, const abut_wedge_state *s) {
    const double got[FORCES] = {s->P, s->N_upper, s->N_lower, s->F_column, s->N_pocket, s->T_pocket};
    for (int i = 0; i < FORCES; i++) {
        double want = table_at(t, row, force_name[i]), off = fabs(got[i] - want);
        d->most[i] = fmax(d->most[i], fabs(want));
        d->worst[i] = fmax(d->worst[i], off);
        d->rms[i] += off * off / (double)t->rows;
    }
    expect_within(s->z, table_at(t, row, "z"), 1e-9, NULL, "travel");
    expect_within(s->dz, table_at(t, row, "dz"), 1e-8, NULL, "its rate");
    expect_near(s->Q, sqrt(0.5) * (s->N_pocket - s->T_pocket), 1e-9, NULL, "on the bolster");
}

static deviation second_cycle(const char *settings, const char *file) {
    table t = table_read(file);
    example e = example_start("20_wedge_cycling", settings, NULL);
    deviation d = {0};
    double Q[2][2] = {{0}}, z[2] = {0};
    for (size_t row = 0; row < t.rows; row++) {
        example_advance(&e, table_at(&t, row, "t"));
        abut_wedge_state s = read_wedge(&e);
        add_row(&d, &t, row, &s);
        Q[0][1] = sqrt(0.5) * (table_at(&t, row, "Ninc") - table_at(&t, row, "Tinc"));
        Q[1][1] = s.Q, z[1] = s.z;
        for (int i = 0; row && i < 2; i++) add_area(&d.area[i], Q[i], z);
        Q[0][0] = Q[0][1], Q[1][0] = Q[1][1], z[0] = z[1];
    }
    for (int i = 0; i < FORCES; i++) d.worst[i] /= d.most[i], d.rms[i] = sqrt(d.rms[i]) / d.most[i];
    example_end(&e);
    table_free(&t);
    return d;
}

START_TEST(cycle_with_toe) {
    deviation d = second_cycle(NULL, "wedge_cycle_toe2.csv");
    for (int i = 0; i < FORCES; i++)
        ck_assert_msg(d.worst[i] < 5e-3, "%s is off by %g of its maximum", force_name[i], d.worst[i]);
    expect_near(d.area[1], d.area[0], 1e-3, NULL, "loop area");
    printf("toe 2 deg: N34 worst %.1e, Fcol worst %.1e, area %.1e\n", d.worst[2], d.worst[3],
           d.area[1] / d.area[0] - 1);
}
END_TEST

/* Without toe angle the rigid wedge is not determined; friction in the pocket stays below its limit. */
START_TEST(cycle_without_toe) {
    deviation d = second_cycle("machines.w.wedges.toe=0", "wedge_cycle_toe0.csv");
    ck_assert(d.rms[1] < 0.02 && d.rms[2] < 0.02);
    expect_near(d.area[1], d.area[0], 1e-2, NULL, "loop area");
    printf("toe 0: N12 rms %.1e, N34 rms %.1e, area %.1e\n", d.rms[1], d.rms[2], d.area[1] / d.area[0] - 1);
}
END_TEST

/* What the bolster's force does in a cycle is lost in the contacts. */
START_TEST(energy) {
    static const char *const settings[] = {"", "machines.w.wedges.toe=0", "machines.w.wedges.toe=-2 deg"};
    for (int k = 0; k < 3; k++) {
        example e = example_start("20_wedge_cycling", settings[k], NULL);
        double area = 0, lost = 0, before = 0, loss[2], Q[2], z[2];
        for (int i = 0; i <= 1000; i++) {
            example_advance(&e, 1 + 1e-3 * i);
            abut_wedge_state s = read_wedge(&e);
            abut_energy now = abut_read_energy(e.w);
            if (i == 0) before = now.dissipated_normal + now.dissipated_friction;
            loss[1] = s.loss, Q[1] = s.Q, z[1] = s.z;
            if (i) add_area(&area, Q, z), lost += 5e-4 * (loss[0] + loss[1]);
            loss[0] = loss[1], Q[0] = Q[1], z[0] = z[1];
        }
        abut_energy now = abut_read_energy(e.w);
        double all = now.dissipated_normal + now.dissipated_friction - before;
        printf("toe %d: area %.2f J, lost %.2f J, by the record %.2f J\n", 2 - 2 * k, area, all, lost);
        expect_near(area, all, 1e-3, NULL, "loop area and energy lost, %s", settings[k]);
        expect_near(lost, all, 1e-3, NULL, "energy lost by the record, %s", settings[k]);
        ck_assert(fabs(now.residual) < 1e-3 * all);
        example_end(&e);
    }
}
END_TEST

/* ---- from C ---- */
static abut_wedge_point corner[4] = {{-0.05, 0.05}, {0.05, 0.05}, {-0.05, -0.05}, {0.05, -0.05}};

static abut_wedge standard(void) {
    return (abut_wedge){.mass = 12,
                        .inertia = {0.0288, 0.0288, 0.0288},
                        .offset = 0.2,
                        .mu_column = 0.3,
                        .mu_pocket = 0.2,
                        .stiffness = 1e9,
                        .faces = 2,
                        .face = {{.position = {0.06, 0, 0}, .count = 4, .point = corner},
                                 {.pocket = true, .count = 4, .point = corner}}};
}

typedef struct rig {
    abut_world *w;
    abut_machine m;
} rig;

/* A wedge under the spring force P; the bolster yaws about the middle of the spring set, 0.2 m behind. All of it stands
 * turned about z, somewhere, on a frame that is a body of its own place. */
static rig shear_rig(double P, double turned) {
    const abut_choice yaw = {"sine", {{.name = "amplitude", .value = 0.01}, {.name = "omega", .value = pi}}};
    abut_quat q = {cos(0.5 * turned), 0, 0, sin(0.5 * turned)};
    rig r = {.w = abut_world_create(&(abut_world_def){.gravity = {0, 0, -9.81}})};
    abut_body frame = abut_add_body(r.w, &(abut_body_def){.name = "frame", .fixed = true, .start.r = {1, 2, 3}});
    abut_body bolster =
        abut_add_body(r.w, &(abut_body_def){.name = "bolster",
                                            .fixed = true,
                                            .start.r = {0.5 - 0.2 * cos(turned), -0.3 - 0.2 * sin(turned), 0.1},
                                            .drive = {.given = true, .motion = yaw}});
    abut_wedge_def d = {.name = "w", .side_frame = frame, .bolster = bolster, .wedge = standard()};
    d.place = (abut_pose){{0.5, -0.3, 0.1}, q};
    d.spring.stiffness = 572e3;
    d.spring.preload = P;
    r.m = abut_add_wedge(r.w, &d);
    ck_assert_msg(abut_check(r.w) == ABUT_OK, "%s", abut_world_message(r.w));
    must(abut_start(r.w, &(abut_solver_def){.type = "park", .rtol = 1e-6, .max_step = 2e-3}));
    return r;
}

static void compare_shear(double P, const char *file, double turned) {
    table t = table_read(file);
    rig r = shear_rig(P, turned);
    double most = 0, worst = 0, area[2] = {0}, M[2][2] = {{0}}, phi[2] = {0};
    for (size_t row = 0; row < t.rows; row++) {
        abut_wedge_state s;
        must(abut_advance(r.w, table_at(&t, row, "t")));
        must(abut_read_wedge(r.w, r.m, 1, &s));
        M[0][1] = table_at(&t, row, "Mz"), M[1][1] = s.Mz, phi[1] = s.phi;
        expect_within(s.phi, table_at(&t, row, "phi"), 1e-9, NULL, "yaw");
        expect_near(s.z, P / 572e3, 1e-12, NULL, "travel");
        most = fmax(most, fabs(M[0][1]));
        worst = fmax(worst, fabs(M[1][1] - M[0][1]));
        for (int i = 0; row && i < 2; i++) add_area(&area[i], M[i], phi);
        M[0][0] = M[0][1], M[1][0] = M[1][1], phi[0] = phi[1];
    }
    printf("shear at %g N: Mz worst %.2e of its maximum, area %.2e\n", P, worst / most, area[1] / area[0] - 1);
    ck_assert(worst < 0.02 * most);
    expect_near(area[1], area[0], 5e-3, NULL, "loop area");
    abut_world_destroy(r.w);
    table_free(&t);
}

START_TEST(shear) {
    compare_shear(7004.75, "wedge_shear_7005.csv", 0);
    compare_shear(31521.375, "wedge_shear_31521.csv", 130 * deg);
}
END_TEST

/* Parts, columns and the summary. */
START_TEST(outputs) {
    rig r = shear_rig(7004.75, 0);
    const world_machine *m = machine_at(r.w, r.m, NULL);
    ck_assert_str_eq(abut_machine_type(r.w, r.m), "wedge");
    ck_assert_str_eq(abut_body_name(r.w, abut_wedge_body(r.w, r.m, 1)), "w.wedge");
    ck_assert_str_eq(abut_contact_name(r.w, abut_wedge_contact(r.w, r.m, 1, 8)), "w.point8");
    ck_assert_int_eq(abut_wedge_contact(r.w, r.m, 1, 9).id, 0);
    ck_assert_int_eq(abut_wedge_body(r.w, r.m, 2).id, 0);
    ck_assert(m->type->law(m->self, 3) != m->type->law(m->self, 4));
    enum { OWN = 12, POINTS = 8, LOSS = 11, N12 = 3, N34 = 4 };
    ck_assert_int_eq(watch_columns(m->watch), OWN + 2 * POINTS);
    double row[OWN + 2 * POINTS], spent = 0, old = 0, before = 0, most = 0;
    watch_record(r.w, m->watch, row);
    for (old = row[LOSS]; before < 0.3; before = abut_time(r.w)) {
        for (int k = 0; k < POINTS; k++) most = fmax(most, row[OWN + 2 * k]);
        must(abut_step(r.w));
        watch_record(r.w, m->watch, row);
        spent += 0.5 * (abut_time(r.w) - before) * (old + row[LOSS]);
        old = row[LOSS];
        double N = 0;
        for (int k = 0; k < 4; k++) {
            N += row[OWN + 2 * k];
            ck_assert(before < 0.2 || row[OWN + 2 * k + 1] == 1 || row[OWN + 2 * k + 1] == 2);
        }
        expect_within(N, row[N12] + row[N34], 1e-9 * N, NULL, "sum of the points");
    }
    for (int k = 0; k < POINTS; k++) most = fmax(most, row[OWN + 2 * k]);
    abut_stat points;
    must(abut_read_machine_stat(r.w, r.m, "max_N", &points));
    /* statistics see the friction as the step had it, readers after its memory has moved on */
    expect_near(points.max, most, 1e-6, NULL, "greatest force of a point");
    ck_assert_int_eq(points.states, abut_read_stats(r.w).steps + 1);
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    json j = json_start(to);
    watch_json(m, &j);
    json_end(&j);
    (void)fclose(to);
    const char *at = strstr(text, "\"dissipated\":");
    ck_assert_msg(at != NULL, "%s", text);
    expect_near(strtod(at + 13, NULL), spent, 1e-4, NULL, "dissipated");
    ck_assert(strstr(text, "\"loop_area_yaw\":") && strstr(text, "\"max_N\":") && strstr(text, "\"toe\":"));
    free(text);
    abut_world_destroy(r.w);
}
END_TEST

/* ---- faces ---- */
static void expect_axis(vec3 got, vec3 want, const char *what, double angle, double yaw) {
    expect_within(v3_norm(v3_sub(got, want)), 0, 1e-14, NULL, "%s at %g and %g deg", what, angle / deg, yaw / deg);
}

/* The axes of the planes and the places of the points by hand: up lies in x and z, the normal points to the wedge. */
START_TEST(faces) {
    static const double toes[] = {-4, 0, 3}, yaws[] = {-40, 0, 25}, angles[] = {20, 45, 70};
    const abut_pose place = {{0.3, -0.2, 0.5}, {0.8, 0.36, 0.48, 0}};
    const mat3 turn = m3_of_quat(place.q);
    for (int i = 0; i < 27; i++) {
        const double toe = toes[i % 3] * deg, yaw = yaws[i / 3 % 3] * deg, angle = angles[i / 9] * deg;
        abut_wedge_def d = {.name = "w", .wedge = standard(), .spring = {572e3, 0}, .place = place};
        d.wedge.toe = toe, d.wedge.angle = angle, d.wedge.face[1].yaw = yaw;
        abut_world *w = abut_world_create(NULL);
        d.side_frame = abut_add_body(w, &(abut_body_def){.name = "frame", .fixed = true});
        d.bolster = abut_add_body(w, &(abut_body_def){.name = "bolster", .fixed = true});
        ck_assert_msg(abut_add_wedge(w, &d).id == 1, "%s", abut_world_message(w));
        int next = 1;
        for (int f = 0; f < 2; f++) {
            const double a = f ? angle : toe;
            const vec3 up = v3(sin(a), 0, cos(a)),
                       n = f ? v3(cos(a) * cos(yaw), -sin(yaw), -sin(a) * cos(yaw)) : v3(-cos(a), 0, sin(a)),
                       across = f ? v3(sin(yaw) * cos(a), cos(yaw), -sin(yaw) * sin(a)) : v3(0, 1, 0);
            const abut_surface_def *plane = &w->surface[abut_find_surface(w, f ? "w.pocket" : "w.column").id].def;
            const mat3 axes = m3_of_quat(plane->place.q);
            expect_axis(axes.c0, m3_mul(turn, up), "up", a, yaw);
            expect_axis(axes.c2, m3_mul(turn, n), "normal", a, yaw);
            expect_axis(axes.c1, m3_mul(turn, f ? v3_scale(-1, across) : across), "across", a, yaw);
            expect_axis(plane->place.r, v3_add(place.r, m3_mul(turn, d.wedge.face[f].position)), "plane", a, yaw);
            for (int k = 0; k < d.wedge.face[f].count; k++, next++) {
                char name[20];
                const abut_wedge_point *p = &d.wedge.face[f].point[k];
                (void)snprintf(name, sizeof name, "w.point%d", next);
                expect_axis(w->surface[abut_find_surface(w, name).id].def.place.r,
                            v3_axpy(p->up, up, v3_axpy(p->across, across, d.wedge.face[f].position)), name, a, yaw);
            }
        }
        abut_world_destroy(w);
    }
}
END_TEST

/* ---- refusals ---- */
static void refuses(abut_wedge_def d, const char *sentence) {
    abut_world *w = abut_world_create(NULL);
    d.side_frame = abut_add_body(w, &(abut_body_def){.name = "frame", .fixed = true});
    if (d.bolster.id >= 0) d.bolster = abut_add_body(w, &(abut_body_def){.name = "bolster", .fixed = true});
    if (d.bolster.id < 0) d.bolster = d.side_frame;
    ck_assert_int_eq(abut_add_wedge(w, &d).id, 0);
    ck_assert_msg(strstr(abut_world_message(w), sentence) != NULL, "%s", abut_world_message(w));
    abut_world_destroy(w);
}

START_TEST(refusals) {
    const abut_wedge_def good = {.name = "w", .wedge = standard(), .spring = {572e3, 0}};
    abut_wedge_def d = good;
    d.wedge.mass = 0, refuses(d, "wedge 'w': the mass must be");
    d = good, d.wedge.toe = 50 * deg, refuses(d, "the toe must be");
    d = good, d.wedge.angle = 2, refuses(d, "angle of the pocket");
    d = good, d.wedge.mu_column = -1, refuses(d, "mu of the column");
    d = good, d.wedge.static_ratio = 0.9, refuses(d, "static_ratio");
    d = good, d.wedge.stiffness = 0, refuses(d, "stiffness of a point");
    d = good, d.wedge.damping = NAN, refuses(d, "damping of a point");
    d = good, d.wedge.faces = 1, refuses(d, "at least one on each side");
    d = good, d.wedge.face[1].pocket = false, refuses(d, "at least one on each side");
    d = good, d.wedge.face[1].count = 0, refuses(d, "face 2 has no points");
    d = good, d.wedge.face[0].yaw = 0.1, refuses(d, "face 1 wants");
    d = good, d.spring.stiffness = 0, refuses(d, "its spring wants");
    d = good, d.bolster.id = -1, refuses(d, "the same body");
    d = good, d.name = NULL, refuses(d, "needs a name");
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&closed_form, &variants, &cycle_with_toe, &cycle_without_toe, &energy,
                                              &shear,       &outputs,  &faces,          &refusals};
    return suite_main("wedge", all, sizeof all / sizeof *all);
}
