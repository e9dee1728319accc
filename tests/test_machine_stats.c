/* Statistics of machines in a run: those of every column of a bearing found by stepping through it, its figures another way. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/machine/ball_bearing.h"
#include "machine/machine.h"
#include "machine/watch.h"
#include "support/near.h"
#include "support/suite.h"
#include "world/world.h"

typedef struct rig {
    abut_world *w;
    abut_machine brg;
} rig;

static rig make(const char *solver, double t_end, double from) {
    const abut_material steel = {207e9, 0.3, 7800, false};
    rig r = {.w = abut_world_create(&(abut_world_def){.gravity = {0, -9.81, 0}})};
    abut_ball_bearing_def d = {.name = "brg",
                               .balls = {8, 9.525e-3, steel},
                               .material = steel,
                               .pitch_diameter = 38.5e-3,
                               .clearance = 4e-6,
                               .rating.C = 13.3e3};
    d.outer = abut_add_body(r.w, &(abut_body_def){.name = "housing", .fixed = true});
    d.inner = abut_add_body(
        r.w, &(abut_body_def){
                 .name = "shaft", .mass = 0.5, .inertia = {1e-4, 1e-4, 1e-4}, .drive = {.given = true, .speed = 300}});
    r.brg = abut_add_ball_bearing(r.w, &d);
    const double force[3] = {800, 0, 100};
    abut_add_force(r.w,
                   &(abut_force_def){.law = {"load", {{.name = "force", .data = force, .count = 3}}}, .b = d.inner});
    abut_solver_def s = {.type = solver, .rtol = 1e-5, .t_end = t_end, .statistics_from = from};
    ck_assert_msg(abut_start(r.w, &s) == ABUT_OK, "%s", abut_world_message(r.w));
    return r;
}

/* Every column of the bearing by stepping: mean, least, greatest; the greatest load is that of the contacts. */
START_TEST(stepped) {
    enum { MOST = 4000 };
    static const char *const solvers[] = {"rodas", "bdf"};
    for (int k = 0; k < 2; k++) {
        rig r = make(solvers[k], 4e-3, 0);
        const watch *o = machine_at(r.w, r.brg, NULL)->watch;
        int n = watch_columns(o), states = 0;
        double *t = calloc(MOST, sizeof *t), *rows = calloc((size_t)MOST * (size_t)n, sizeof *rows);
        for (; states < MOST; states++) {
            t[states] = abut_time(r.w);
            watch_record(r.w, o, rows + (size_t)states * (size_t)n);
            if (t[states] >= 4e-3) break;
            ck_assert_int_eq(abut_step(r.w), ABUT_OK);
        }
        ck_assert_int_eq(abut_advance(r.w, 4e-3), ABUT_OK); /* the last state counts */
        for (int c = 0; c < n; c++) {
            const watch_column *column = watch_column_at(o, c);
            if (column->entry->gate || !(column->entry->stats & WATCH_ALL)) continue;
            double area = 0, low = INFINITY, high = -INFINITY, *x = rows + c;
            for (int i = 0; i <= states; i++, x += n) {
                low = fmin(low, *x), high = fmax(high, *x);
                if (i) area += 0.5 * (t[i] - t[i - 1]) * (x[0] + x[-n]);
            }
            abut_stat s;
            ck_assert_int_eq(abut_read_machine_stat(r.w, r.brg, column->name, &s), ABUT_OK);
            double scale = fmax(1e-30, fmax(fabs(low), fabs(high)));
            ck_assert_int_eq((int)s.states, states + 1);
            expect_within(s.mean, area / 4e-3, 1e-6 * scale, NULL, "%s, mean", column->name);
            expect_within(s.min, low, 1e-6 * scale, NULL, "%s, least", column->name);
            expect_within(s.max, high, 1e-6 * scale, NULL, "%s, greatest", column->name);
        }
        double most = 0;
        for (int i = 0; i < 8; i++) {
            char name[40];
            (void)snprintf(name, sizeof name, "brg.ball%d.inner", i + 1);
            most = fmax(most, abut_read_contact_stats(r.w, abut_find_contact(r.w, name)).max_N);
        }
        abut_stat Q;
        ck_assert_int_eq(abut_read_machine_stat(r.w, r.brg, "races.inner.Q", &Q), ABUT_OK);
        expect_near(Q.max, most, 1e-9, NULL, "greatest load");
        free(t);
        free(rows);
        abut_world_destroy(r.w);
    }
}
END_TEST

static double value_of(const rig *r, const char *label) {
    abut_headline h;
    for (int i = 0; abut_machine_headline(r->w, r->brg, i, &h); i++)
        if (!strcmp(h.label, label)) return h.value;
    ck_abort_msg("no %s", label);
    return 0;
}

/* Figures of a run another way: the cage by how far the balls went, the friction moment by its parts and by the energy lost, the
 * load by what holds it, frequencies by counting balls, the life by the rating. */
START_TEST(figures) {
    rig r = make("rodas", 0.06, 0.02);
    ck_assert_int_eq(abut_advance(r.w, 0.02), ABUT_OK);
    double azimuth = 0, now[8], lost = abut_read_energy(r.w).dissipated_friction;
    abut_bearing_state state;
    abut_ball_state ball[8];
    for (int i = 0; i <= 400; i++) {
        ck_assert_int_eq(abut_advance(r.w, 0.02 + 1e-4 * i), ABUT_OK);
        ck_assert_int_eq(abut_read_bearing(r.w, r.brg, &state, ball), ABUT_OK);
        for (int b = 0; b < 8; b++) {
            if (i) azimuth += remainder(ball[b].azimuth - now[b], 6.283185307179586) / 8;
            now[b] = ball[b].azimuth;
        }
    }
    abut_energy e = abut_read_energy(r.w);
    lost = e.dissipated_friction - lost;
    abut_stat s, part;
    ck_assert_int_eq(abut_read_machine_stat(r.w, r.brg, "friction_moment", &s), ABUT_OK);
    static const char *const parts[] = {"spin", "slip", "rolling", "damping", "cage"};
    double sum = 0;
    for (int i = 0; i < 5; i++) {
        char name[40];
        (void)snprintf(name, sizeof name, "friction_moments.%s", parts[i]);
        ck_assert_int_eq(abut_read_machine_stat(r.w, r.brg, name, &part), ABUT_OK);
        sum += part.mean;
    }
    expect_near(sum, s.mean, 1e-9, NULL, "parts of the friction moment");
    expect_near(s.mean * 300 * 0.04, lost, 0.02, NULL, "friction moment by the energy lost");
    expect_near(value_of(&r, "Cage speed"), azimuth / 0.04, 1e-3, NULL, "cage by the way of the balls");
    /* at the mean speed about the axis of the outer ring: the shaft rocks a little */
    double D = 9.525e-3 / 38.5e-3, shaft = 300 / 6.283185307179586;
    expect_near(value_of(&r, "Outer race (BPFO), nominal"), 4 * shaft * (1 - D), 1e-5, NULL, "BPFO");
    expect_near(value_of(&r, "Inner race (BPFI), nominal"), 4 * shaft * (1 + D), 1e-5, NULL, "BPFI");
    expect_near(value_of(&r, "FTF, cage, nominal"), 0.5 * shaft * (1 - D), 1e-5, NULL, "FTF");
    expect_near(value_of(&r, "BSF, ball spin, nominal"), 0.5 * shaft / D * (1 - D * D), 1e-5, NULL, "BSF");
    expect_near(value_of(&r, "2BSF, ball defect, nominal"), shaft / D * (1 - D * D), 1e-5, NULL, "2 BSF");
    /* as found: balls counted */
    double round = azimuth / 0.04 / 6.283185307179586;
    expect_near(value_of(&r, "FTF, cage, found"), round, 1e-3, NULL, "FTF, found");
    expect_near(value_of(&r, "Outer race (BPFO), found"), 8 * round, 1e-3, NULL, "BPFO, found");
    expect_near(value_of(&r, "Inner race (BPFI), found"), 8 * (shaft - round), 1e-3, NULL, "BPFI, found");
    expect_near(value_of(&r, "Radial load"), hypot(800, 0.5 * 9.81), 0.01, NULL, "radial load");
    expect_near(value_of(&r, "Axial load"), 100, 0.02, NULL, "axial load");
    double P = value_of(&r, "Equivalent load P");
    expect_near(value_of(&r, "Life L10 (ISO 281)"), pow(13.3e3 / P, 3) * 1e6 / (3600 * shaft), 1e-5, NULL, "L10");
    ck_assert(P > 800 && P < 1100);
    ck_assert_int_eq(abut_read_machine_stat(r.w, r.brg, "none", &s), ABUT_UNKNOWN_NAME);
    ck_assert_int_eq(abut_read_machine_stat(r.w, (abut_machine){9}, "speed", &s), ABUT_UNKNOWN_NAME);
    ck_assert_int_eq(abut_start(r.w, &(abut_solver_def){.no_statistics = true}), ABUT_OK);
    ck_assert_int_eq(abut_advance(r.w, 1e-3), ABUT_OK);
    ck_assert_int_eq(abut_read_machine_stat(r.w, r.brg, "speed", &s), ABUT_MISSING);
    ck_assert_int_eq(abut_start(r.w, &(abut_solver_def){.statistics_from = 1}), ABUT_OK);
    ck_assert_int_eq(abut_read_machine_stat(r.w, r.brg, "speed", &s), ABUT_MISSING);
    abut_world_destroy(r.w);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&stepped, &figures};
    return suite_main("machine_stats", all, sizeof all / sizeof *all);
}
