#define _POSIX_C_SOURCE 200809L /* open_memstream */
/* Every figure that machines report of a run, by hand from rows that are made up: means over unequal steps, lives, frequencies, lines
 * of the spectrum, separations, ratios; and the headline from the same numbers. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/lubrication.h"
#include "abut/machine/ball_bearing.h"
#include "abut/machine/wedge.h"
#include "machine/machine.h"
#include "machine/watch.h"
#include "support/example.h"
#include "support/near.h"
#include "support/suite.h"
#include "world/world.h"

static const double pi = 3.14159265358979323846;

typedef struct rig {
    abut_world *w;
    const world_machine *m;
    watch *o;
    double *row;
    char *text;
} rig;

static rig rig_of(abut_world *w, abut_machine id) {
    ck_assert_msg(id.id != 0, "%s", abut_world_message(w));
    rig r = {.w = w, .m = machine_at(w, id, NULL)};
    r.o = r.m->watch;
    watch_clear(r.o);
    r.row = calloc((size_t)watch_columns(r.o), sizeof *r.row);
    return r;
}

static double *at(const rig *r, const char *name) {
    int i = watch_find_column(r->o, name);
    ck_assert_msg(i >= 0, "no column %s", name);
    return &r->row[i];
}

/* Of part `number`, from 1: ball2_Q_inner. */
static double *of_part(const rig *r, const char *word, int number, const char *name) {
    char full[60];
    (void)snprintf(full, sizeof full, "%s%d_%s", word, number, name);
    return at(r, full);
}

static void report(rig *r) {
    size_t size;
    free(r->text);
    FILE *to = open_memstream(&r->text, &size);
    json j = json_start(to);
    watch_json(r->m, &j);
    json_end(&j);
    (void)fclose(to);
}

static void end(rig *r, bool world) {
    free(r->row);
    free(r->text);
    if (world) abut_world_destroy(r->w);
}

/* What stands behind the keys, one after the other; NaN: null. */
static double number(const char *from, const char *const *keys) {
    for (; *keys; keys++) {
        char key[60];
        (void)snprintf(key, sizeof key, "\"%s\": ", *keys);
        from = strstr(from, key);
        ck_assert_msg(from != NULL, "no %s", *keys);
        from += strlen(key);
    }
    return strncmp(from, "null", 4) ? strtod(from, NULL) : (double)NAN;
}
#define NUMBER(text, ...) number(text, (const char *const[]){__VA_ARGS__, NULL})

static double card(const rig *r, const char *label) {
    char key[100];
    (void)snprintf(key, sizeof key, "\"label\": \"%s\", \"value\": ", label);
    const char *found = strstr(r->text, key);
    ck_assert_msg(found != NULL, "no card %s", label);
    return strtod(found + strlen(key), NULL);
}

/* ---- ball bearing: 4 balls, inner ring at 300, outer at -50 rad/s ---- */
enum { BALLS = 4 };
static const abut_material steel = {207e9, 0.3, 7800, false};
static const abut_lubricant oil = {.eta0 = 0.0445, .alpha = 2e-8};

static rig ball_rig(double outer_speed) {
    abut_world *w = abut_world_create(&(abut_world_def){0});
    abut_body_def def = {
        .name = "shaft", .mass = 1, .inertia = {1e-3, 1e-3, 1e-3}, .drive = {.given = true, .speed = 300}};
    abut_ball_bearing_def d = {.name = "b",
                               .inner = abut_add_body(w, &def),
                               .balls = {BALLS, 10e-3, steel},
                               .material = steel,
                               .pitch_diameter = 50e-3,
                               .clearance = 1e-5,
                               .rating = {.C = 20e3, .Cu = 500, .e_C = 0.5},
                               .law.lubricant = &oil};
    def.name = "housing", def.fixed = true,
    def.drive = (abut_drive_def){.given = outer_speed != 0, .speed = outer_speed};
    d.outer = abut_add_body(w, &def);
    abut_machine id = abut_add_ball_bearing(w, &d);
    must(abut_start(w, &(abut_solver_def){.start = ABUT_START_GIVEN}));
    return rig_of(w, id);
}

/* Three states at 0, 1, 3 s: weights of trapezia 1/2, 3/2, 1 of 3 s. Balls stay where they are. */
static const double when[3] = {0, 1, 3}, weight[3] = {0.5 / 3, 1.5 / 3, 1.0 / 3};
static const double Q[BALLS][3] = {{100, 400, 200}, {300, 0, 500}, {250, 250, 250}, {0, 0, 0}};
static const double speed[3] = {340, 360, 350}, fx[3] = {100, 300, -100}, fz[3] = {-400, -500, -450};

static double mean_of(const double x[3]) { return weight[0] * x[0] + weight[1] * x[1] + weight[2] * x[2]; }

static void run_balls(const rig *r) {
    for (int k = 0; k < 3; k++) {
        *at(r, "speed") = speed[k], *at(r, "fx") = fx[k], *at(r, "fy") = 50, *at(r, "fz") = fz[k];
        *at(r, "dx") = 1e-6 * k * k, *at(r, "dy") = 2e-6 * (k == 1), *at(r, "dz") = -3e-6;
        *at(r, "cage_speed") = 130 + 10 * k, *at(r, "loss") = 5 + k, *at(r, "friction_moment") = 0.01 * (1 + k);
        for (int i = 0; i < BALLS; i++) {
            *of_part(r, "ball", i + 1, "azimuth") = 0.3 + i * pi / 2;
            *of_part(r, "ball", i + 1, "Q_inner") = Q[i][k];
            *of_part(r, "ball", i + 1, "Q_outer") = 1.2 * Q[i][k];
            *of_part(r, "ball", i + 1, "p_max_inner") = 1e6 * Q[i][k];
            *of_part(r, "ball", i + 1, "angle_inner") = 0.1 * (i + 1);
        }
        watch_take(r->o, when[k], r->row);
    }
}

START_TEST(ball_life) {
    for (int turning = 0; turning < 2; turning++) {
        double W_o = turning ? -50 : 0, cubes = 0, places = 0, mean_Q = 0;
        rig r = ball_rig(W_o);
        run_balls(&r);
        report(&r);
        for (int i = 0; i < BALLS; i++) {
            double cube = 0;
            for (int k = 0; k < 3; k++) cube += weight[k] * pow(Q[i][k], 3);
            cubes += cube / BALLS, places += pow(cube, 10 / 9.0) / BALLS, mean_Q += mean_of(Q[i]) / BALLS;
        }
        const char *life = strstr(r.text, "\"life\": {");
        double Fr = hypot(mean_of(fx), 50), Fa = fabs(mean_of(fz)), w = mean_of(speed);
        expect_near(NUMBER(life, "Qe", "inner"), cbrt(cubes), 1e-12, NULL, "inner ring, rotating");
        /* on an outer ring that stands still every ball has its own place: (mean of q^(10/3))^(3/10) */
        expect_near(NUMBER(life, "Qe", "outer"), 1.2 * (turning ? cbrt(cubes) : pow(places, 0.3)), 1e-12, NULL,
                    "outer ring");
        expect_near(NUMBER(life, "Fr"), Fr, 1e-12, NULL, "Fr");
        expect_near(NUMBER(life, "Fa"), Fa, 1e-12, NULL, "Fa");
        double P = NUMBER(life, "X") * Fr + NUMBER(life, "Y") * Fa, L10 = pow(20e3 / P, 3),
               hours = 2 * pi * 1e6 / w / 3600;
        expect_near(NUMBER(life, "P"), P, 1e-12, NULL, "P");
        expect_near(NUMBER(life, "L10_hours"), L10 * hours, 1e-12, NULL, "hours at the mean speed");
        double kappa = 0.0445 / 890 / (1e-6 * 4500 / sqrt(w * 30 / pi * 50)), a;
        expect_near(NUMBER(life, "kappa"), kappa, 1e-12, NULL, "kappa");
        must(abut_iso281_a(ABUT_RADIAL_BALL, kappa, 0.5, 500 / P, &a));
        expect_near(NUMBER(life, "L10m_hours"), a * L10 * hours, 1e-12, NULL, "modified");
        /* frequencies at the mean speed, the outer ring as it is driven: g = 0.2 */
        const char *f = strstr(r.text, "\"frequencies\"");
        expect_near(NUMBER(f, "ftf"), fabs(0.5 * ((w + W_o) * 0.8 + W_o * 1.2)) / (2 * pi), 1e-12, NULL, "cage");
        expect_near(NUMBER(f, "bpfo"), 0.5 * BALLS * w * 0.8 / (2 * pi), 1e-12, NULL, "outer race");
        expect_near(NUMBER(f, "bpfi"), 0.5 * BALLS * w * 1.2 / (2 * pi), 1e-12, NULL, "inner race");
        expect_near(NUMBER(f, "bsf"), 0.5 * 5 * w * 0.96 / (2 * pi), 1e-12, NULL, "spin");
        expect_near(NUMBER(f, "2bsf"), 5 * w * 0.96 / (2 * pi), 1e-12, NULL, "twice the spin");
        double cage = mean_of((const double[3]){130, 140, 150});
        expect_near(NUMBER(r.text, "cage_frequency"), (cage + W_o) / (2 * pi), 1e-12, NULL, "cage in space");
        /* as found: balls go round with the cage */
        f = strstr(r.text, "\"frequencies_found\"");
        expect_near(NUMBER(f, "ftf"), fabs(cage + W_o) / (2 * pi), 1e-12, NULL, "cage, found");
        expect_near(NUMBER(f, "bpfo"), BALLS * cage / (2 * pi), 1e-12, NULL, "outer race, found");
        expect_near(NUMBER(f, "bpfi"), BALLS * (w - cage) / (2 * pi), 1e-12, NULL, "inner race, found");
        expect_near(card(&r, "Outer race (BPFO), found"), BALLS * cage / (2 * pi), 1e-12, NULL, "card");
        expect_near(NUMBER(r.text, "varying_compliance", "x"), 4e-6, 1e-12, NULL, "compliance x");
        expect_near(NUMBER(r.text, "varying_compliance", "y"), 2e-6, 1e-12, NULL, "compliance y");
        /* the headline */
        expect_near(card(&r, "Radial load"), Fr, 1e-12, NULL, "card");
        expect_near(card(&r, "Axial load"), Fa, 1e-12, NULL, "card");
        expect_near(card(&r, "Greatest ball load"), 600, 1e-12, NULL, "card");
        expect_near(card(&r, "Inner race, mean load"), mean_Q, 1e-12, NULL, "card");
        expect_near(card(&r, "Greatest pressure"), 5e8, 1e-12, NULL, "card");
        double dx = mean_of((const double[3]){0, 1e-6, 4e-6}), dy = 2e-6 * weight[1];
        expect_near(card(&r, "Radial displacement, mean"), hypot(dx, dy), 1e-12, NULL, "card");
        expect_near(card(&r, "Axial displacement, mean"), 3e-6, 1e-12, NULL, "card");
        expect_near(card(&r, "Displacement"), hypot(hypot(dx, dy), 3e-6), 1e-12, NULL, "card");
        expect_near(card(&r, "Varying compliance, radial"), hypot(4e-6, 2e-6), 1e-12, NULL, "card");
        expect_near(card(&r, "Loss, mean"), mean_of((const double[3]){5, 6, 7}), 1e-12, NULL, "card");
        expect_near(card(&r, "2BSF, ball defect, nominal"), 5 * w * 0.96 / (2 * pi), 1e-12, NULL, "card");
        expect_near(card(&r, "Equivalent load P"), P, 1e-12, NULL, "card");
        expect_near(card(&r, "Modified life L10m"), a * L10 * hours, 1e-12, NULL, "card");
        /* angles count while there is load: the second ball lacks the middle state (trapezia 1/2 and 1), the fourth all */
        double top = 3 * 0.1 + 1.5 * 0.2 + 3 * 0.3, below = 3 + 1.5 + 3;
        expect_near(NUMBER(r.text, "races", "inner", "angle", "mean"), top / below, 1e-12, NULL, "contact angle");
        expect_near(NUMBER(r.text, "damage", "turns"), 3 * w / (2 * pi), 1e-12, NULL, "turns");
        end(&r, true);
    }
}
END_TEST

/* A load that is rounding noise beside the other is none: a purely axial load, a purely radial one. */
START_TEST(noise_is_no_load) {
    for (int radial = 0; radial < 2; radial++) {
        rig r = ball_rig(0);
        *at(&r, "fx") = radial ? 1000 : 0.9e-3, *at(&r, "fz") = radial ? 0.9e-3 : 1000, *at(&r, "speed") = 300;
        watch_take(r.o, 0, r.row);
        watch_take(r.o, 1, r.row);
        report(&r);
        ck_assert((strstr(r.text, "\"Radial load\"") != NULL) == (radial == 1));
        ck_assert((strstr(r.text, "\"Axial load\"") != NULL) == (radial == 0));
        *at(&r, "fx") = radial ? 1000 : 1.2e-3, *at(&r, "fz") = radial ? 1.2e-3 : 1000;
        watch_clear(r.o);
        watch_take(r.o, 0, r.row);
        watch_take(r.o, 1, r.row);
        report(&r);
        ck_assert(strstr(r.text, "\"Radial load\"") && strstr(r.text, "\"Axial load\""));
        end(&r, true);
    }
}
END_TEST

/* ---- lines: the grid is chosen so that BPFO is bin 200 of 4096 samples ---- */
/* Part of its amplitude that a tone shows d bins away. */
static double hann(double d) { return fabs(sin(pi * d) / (pi * d * (1 - d * d))); }

START_TEST(spectrum_lines) {
    enum { N = 4096 };
    rig r = ball_rig(0);
    double w = 300, bpfo = 0.5 * BALLS * w * 0.8 / (2 * pi), df = bpfo / 200, dt = 1 / (N * df);
    double bpfi = 1.5 * bpfo; /* (1 + g)/(1 - g): bin 300 */
    /* bin, amplitudes of fx, fy, fz: BPFO; twice BPFI, 1.6 bins off; one that belongs to nothing; of dz the third of BPFO */
    static const double tone[3][4] = {{200, 3, 0, 4}, {601.6, 0.6, 0.8, 0}, {911.47, 0, 0.2, 0}};
    *at(&r, "speed") = w;
    for (int k = 0; k < N; k++) {
        *at(&r, "fx") = 7, *at(&r, "fy") = *at(&r, "fz") = 0;
        for (int i = 0; i < 3; i++) {
            double c = cos(2 * pi * tone[i][0] * k / N + i);
            *at(&r, "fx") += tone[i][1] * c, *at(&r, "fy") += tone[i][2] * c, *at(&r, "fz") += tone[i][3] * c;
        }
        *at(&r, "dz") = 2e-6 * cos(2 * pi * 600 * k / N);
        watch_take(r.o, k * dt, r.row);
        watch_sample(r.o, k * dt, r.row);
    }
    report(&r);
    const char *s = strstr(r.text, "\"spectrum\": {"), *lines = strstr(s, "\"lines\": [");
    ck_assert(NUMBER(s, "samples") == N);
    expect_near(NUMBER(s, "interval"), dt, 1e-9, NULL, "interval");
    expect_near(NUMBER(s, "resolution"), df, 1e-9, NULL, "resolution");
    expect_near(NUMBER(s, "highest"), 0.5 / dt, 1e-9, NULL, "highest");
    const char *line = strstr(lines, "\"line\": \"bpfo\", \"harmonic\": 1");
    expect_near(NUMBER(line, "frequency"), bpfo, 1e-9, NULL, "BPFO");
    expect_near(NUMBER(line, "found"), bpfo, 1e-6, NULL, "found");
    expect_near(NUMBER(line, "amplitude"), 5, 1e-6, NULL, "length of the vector");
    expect_near(NUMBER(line, "fx"), 3, 1e-6, NULL, "x");
    expect_near(NUMBER(line, "fz"), 4, 1e-6, NULL, "z");
    line = strstr(lines, "\"line\": \"bpfi\", \"harmonic\": 2");
    expect_near(NUMBER(line, "frequency"), 2 * bpfi, 1e-9, NULL, "2 BPFI");
    /* looked for within 0.5 % of 600 bins, and refined by a parabola through the logarithms of what the window makes of it */
    double middle = hann(602 - 601.6), l = log(hann(601.6 - 601) / middle), u = log(hann(603 - 601.6) / middle),
           off = 0.5 * (l - u) / (l + u);
    expect_within(NUMBER(line, "found") / df, 602 + off, 1e-3, NULL, "found beside its place");
    expect_near(NUMBER(line, "amplitude"), middle * exp(-0.25 * (l - u) * off), 1e-3, NULL, "its amplitude");
    line = strstr(lines, "\"line\": \"bpfo\", \"harmonic\": 3");
    expect_near(NUMBER(line, "displacement_found"), 3 * bpfo, 1e-6, NULL, "displacement");
    expect_near(NUMBER(line, "displacement"), 2e-6, 1e-6, NULL, "its amplitude");
    expect_near(NUMBER(line, "dz"), 2e-6, 1e-6, NULL, "along z");
    static const char *const base[] = {"shaft", "ftf", "bpfo", "bpfi", "bsf"};
    const double hertz[] = {w / (2 * pi), 0.4 * w / (2 * pi), bpfo, bpfi, 2.4 * w / (2 * pi)};
    for (int i = 0; i < 5; i++)
        for (int h = 1; h <= 4; h++) {
            char key[60];
            (void)snprintf(key, sizeof key, "\"line\": \"%s\", \"harmonic\": %d", base[i], h);
            line = strstr(lines, key);
            ck_assert_msg(line != NULL, "%s", key);
            expect_near(NUMBER(line, "frequency"), h * hertz[i], 1e-9, NULL, "%s", key);
        }
    /* peaks, largest first, with the lines they belong to */
    const char *peaks = strstr(s, "\"peaks\": ["), *last = strstr(peaks, "]");
    const char *first = strstr(peaks, "{"), *second = strstr(first, "}, {"), *third = strstr(second + 3, "}, {");
    ck_assert(third && third < last && !(strstr(third + 3, "}, {") && strstr(third + 3, "}, {") < last));
    expect_near(NUMBER(first, "frequency"), bpfo, 1e-6, NULL, "first peak");
    expect_near(NUMBER(first, "amplitude"), 5, 1e-6, NULL, "its amplitude");
    ck_assert(!strncmp(strstr(first, "\"line\""), "\"line\": \"bpfo\", \"harmonic\": 1}", 30));
    ck_assert(!strncmp(strstr(second, "\"line\""), "\"line\": \"bpfi\", \"harmonic\": 2}", 30));
    ck_assert(!strncmp(strstr(third, "\"line\""), "\"line\": null, \"harmonic\": null}", 30));
    /* refined to 911.475: its parts are those at bin 911, the nearest one */
    expect_near(NUMBER(third, "fy"), 0.2 * hann(0.47), 1e-3, NULL, "a stranger");
    end(&r, true);
}
END_TEST

/* ---- cam: states on the cam and off it ---- */
START_TEST(cam_figures) {
    example e = example_start("23_cam_roller", NULL, NULL);
    rig r = rig_of(e.w, abut_find_machine(e.w, "pump"));
    static const double N[] = {500, 900, 0, 0, 700}, film[] = {3e-7, 2e-7, 1e-7, 0, 4e-7}, off[] = {0, 0, 1, 1, 0},
                        slip[] = {0.1, -0.5, 0.2, 0.3, 0}, t[] = {0, 1, 2, 4, 5}, loss[] = {2, 4, 0, 6, 1};
    for (int k = 0; k < 5; k++) {
        *at(&r, "cam_angle") = 0.4 * k, *at(&r, "N") = N[k], *at(&r, "p_max") = 1e6 * N[k], *at(&r, "h_min") = film[k];
        *at(&r, "lambda") = 1e7 * film[k], *at(&r, "lifted") = off[k], *at(&r, "slip") = slip[k],
                *at(&r, "loss") = loss[k];
        *at(&r, "cam_torque") = 3 - k;
        watch_take(r.o, t[k], r.row);
    }
    report(&r);
    ck_assert(NUMBER(r.text, "max_N") == 900 && NUMBER(r.text, "max_p_max") == 9e8);
    ck_assert(NUMBER(r.text, "least_h_min") == 2e-7 && NUMBER(r.text, "least_lambda") == 2); /* on the cam */
    /* an interval with one end off the cam counts half: 1/2 + 2 + 1/2 */
    expect_near(NUMBER(r.text, "time_separated"), 3, 1e-12, NULL, "separated");
    expect_near(NUMBER(r.text, "first_separation_angle"), 0.8, 1e-12, NULL, "first");
    expect_near(NUMBER(r.text, "mean_loss"), (3 + 2 + 6 + 3.5) / 5, 1e-12, NULL, "loss");
    expect_near(NUMBER(r.text, "mean_cam_torque"), (2.5 + 1.5 + 1 - 0.5) / 5, 1e-12, NULL, "torque");
    expect_near(card(&r, "Greatest slip of the roller"), 0.5, 1e-12, NULL, "slip either way");
    expect_near(card(&r, "Time separated"), 3, 1e-12, NULL, "card");
    expect_near(card(&r, "First separation at the cam angle"), 0.8, 1e-12, NULL, "card");
    end(&r, false);
    example_end(&e);
}
END_TEST

/* ---- a real run: what a wedge and a bogie say is what their states say ---- */
static void check_wedge(const char *name, const char *machine, const char *toe_key) {
    example e = example_start(name, "machines.w.wedges.toe=2 deg", NULL);
    abut_machine id = abut_find_machine(e.w, machine);
    rig r = rig_of(e.w, id);
    r.o = watch_create(r.m->type->watch, r.m->self); /* apart from that of the run */
    world_machine mine = {.type = r.m->type, .self = r.m->self, .name = r.m->name, .watch = r.o};
    r.m = &mine;
    static double row[200];
    abut_wedge_state s[2];
    double loop = 0, lost = 0, top[2] = {0}, below[2] = {0}, t = 0;
    for (int k = 0; k < 30; k++) { /* at unequal instants */
        double now = 0.01 * k + 0.002 * (k % 3);
        example_advance(&e, now);
        must(abut_read_wedge(e.w, id, 1, &s[1]));
        watch_record(e.w, r.o, row);
        watch_observe(e.w, r.o, now, 0);
        double dt = now - t;
        if (k > 0) {
            loop += 0.5 * (s[0].Q + s[1].Q) * (s[1].z - s[0].z);
            lost += 0.5 * (s[0].loss + s[1].loss) * dt;
            for (int up = 0; up < 2; up++) {
                double v[2], x[2];
                for (int i = 0; i < 2; i++) {
                    v[i] = fmax(0, up ? -s[i].dz : s[i].dz);
                    x[i] = s[i].P > 0 ? (s[i].N_upper + s[i].N_lower) / s[i].P : 0;
                }
                top[up] += 0.5 * dt * (v[0] * x[0] + v[1] * x[1]), below[up] += 0.5 * dt * (v[0] + v[1]);
            }
        }
        s[0] = s[1], t = now;
        ck_assert(row[watch_find_column(r.o, "Q")] == s[1].Q && row[watch_find_column(r.o, "N12")] == s[1].N_upper);
    }
    report(&r);
    if (watch_integral_of(r.o, "loop_area") != 0) expect_near(NUMBER(r.text, "loop_area"), loop, 1e-9, NULL, "loop");
    expect_near(NUMBER(r.text, "dissipated"), lost, 1e-9, NULL, "dissipated");
    expect_near(NUMBER(r.text, toe_key), 2 * pi / 180, 1e-9, NULL, "toe");
    if (below[0] > 0) expect_near(NUMBER(r.text, "column_ratio", "down"), top[0] / below[0], 1e-9, NULL, "down");
    if (below[1] > 0) expect_near(NUMBER(r.text, "column_ratio", "up"), top[1] / below[1], 1e-9, NULL, "up");
    watch_destroy(r.o);
    end(&r, false);
    example_end(&e);
}

START_TEST(wedge_figures) { check_wedge("20_wedge_cycling", "w", "toe"); }
END_TEST

/* ---- bogie: the sums of its wedges, and their statistics one by one ---- */
START_TEST(bogie_figures) {
    example e = example_start("21_bogie_shear", "machines.b.springs.yaw=1e5 N m/rad", NULL);
    rig r = rig_of(e.w, abut_find_machine(e.w, "b"));
    example_advance(&e, 0.12);
    watch_record(e.w, r.o, r.row);
    double z = 0, phi = 0, M = 0, force = 0, lost = 0, k = NAN;
    for (int i = 1; i <= 4; i++) {
        abut_wedge_state s;
        must(abut_read_wedge(e.w, abut_find_machine(e.w, "b"), i, &s));
        z += 0.25 * s.z, phi += 0.25 * s.phi, M += s.Mz, force += s.Q, lost += s.loss;
        ck_assert(*of_part(&r, "wedge", i, "P") == s.P && *of_part(&r, "wedge", i, "Mz") == s.Mz);
        /* P = preload - k (height of the wedge), z = preload/k + travel: k from the unloaded spring */
        k = s.P / s.z;
    }
    ck_assert(fabs(phi) > 1e-4 && k > 1e5);
    for (int i = -1; i <= 5; i += i ? 1 : 5) { /* -1, 0, 5: there are four */
        abut_wedge_state s;
        abut_machine b = abut_find_machine(e.w, "b");
        ck_assert(abut_read_wedge(e.w, b, i, &s) == ABUT_UNKNOWN_NAME && !abut_wedge_body(e.w, b, i).id);
        ck_assert(!abut_wedge_contact(e.w, b, i, 1).id && !abut_wedge_contact(e.w, b, 1, 0).id);
    }
    expect_near(*at(&r, "z"), z, 1e-12, NULL, "mean travel");
    expect_near(*at(&r, "phi"), phi, 1e-12, NULL, "mean yaw");
    expect_near(*at(&r, "M"), M + 2 * 1e5 * phi, 1e-12, NULL, "moment with the springs of both sets");
    expect_near(*at(&r, "Q"), force + 10 * k * z, 1e-3, NULL,
                "force: ten springs beside the wedges"); /* wedges sink a little */
    expect_near(*at(&r, "loss"), lost, 1e-12, NULL, "loss");
    /* three states of the second wedge; and of all points the greatest */
    r.o = watch_create(r.m->type->watch, r.m->self);
    world_machine mine = {.type = r.m->type, .self = r.m->self, .name = r.m->name, .watch = r.o};
    r.m = &mine;
    for (int i = 0; i < 3; i++) {
        *of_part(&r, "wedge", 2, "P") = 100 * (i + 1) * (i + 1);
        *at(&r, "wedge3_point5_N") = 9e9 + i;
        *at(&r, "M") = i == 1 ? -8e5 : 3e5, *at(&r, "phi") = 0.01 * i, *at(&r, "Q") = 1000 + i,
                *at(&r, "z") = 0.1 - 0.01 * i;
        watch_take(r.o, when[i], r.row);
    }
    report(&r);
    double mean = mean_of((const double[3]){100, 400, 900});
    abut_stat P;
    ck_assert(watch_stat(r.o, "wedges.2.P", &P) && watch_stat(r.o, "wedge2_P", &P));
    ck_assert(P.min == 100 && P.max == 900);
    expect_near(P.mean, mean, 1e-12, NULL, "second wedge");
    ck_assert(watch_stat(r.o, "wedges.3.max_N", &P) && P.max == 9e9 + 2 && !watch_stat(r.o, "wedges.5.P", &P));
    ck_assert(!watch_stat(r.o, "wedges.0.P", &P) && !watch_stat(r.o, "wedges.2", &P));
    ck_assert(card(&r, "Greatest moment M") == 8e5 && card(&r, "Greatest force of a point") == 9e9 + 2);
    expect_near(card(&r, "Loop area ∮M dφ"), 0.5 * (-5e5) * 0.01 * 2, 1e-12, NULL, "yaw loop");
    expect_near(card(&r, "Loop area ∮Q dz"), -0.01 * (1000.5 + 1001.5), 1e-12, NULL, "vertical loop");
    expect_near(card(&r, "Vertical load Q, mean"), mean_of((const double[3]){1000, 1001, 1002}), 1e-12, NULL, "load");
    watch_destroy(r.o);
    end(&r, false);
    example_end(&e);
}
END_TEST

/* ---- roller bearing ---- */
START_TEST(roller_figures) {
    example e = example_start("26_roller_bearing", "machines.brg.contact.lubricant={eta0: 0.0445, alpha: 2e-8}", NULL);
    rig r = rig_of(e.w, abut_find_machine(e.w, "brg"));
    static const double film[3] = {1e-7, 0, 4e-7}, load[3] = {100, 300, 200};
    for (int i = 0; i < 3; i++) {
        *at(&r, "fx") = fx[i], *at(&r, "fy") = 2000, *at(&r, "speed") = -speed[i], *at(&r, "cage_speed") = -100 - i;
        *at(&r, "roller2_film_inner") = film[i], *at(&r, "roller2_Q_inner") = load[i],
                *at(&r, "roller5_Q_outer") = 7e3 + i;
        *at(&r, "roller1_spin") = 140 * (i + 1);
        watch_take(r.o, when[i], r.row);
    }
    report(&r);
    double P = hypot(mean_of(fx), 2000), w = mean_of(speed), L10 = pow(55e3 / P, 10 / 3.0), a,
           kappa = 0.0445 / 890 / (1e-6 * 4500 / sqrt(w * 30 / pi * 46.5)), hours = 2 * pi * 1e6 / w / 3600,
           g = 9 / 46.5;
    const char *life = strstr(r.text, "\"life\": {");
    expect_near(NUMBER(life, "P"), P, 1e-12, NULL, "P");
    expect_near(NUMBER(life, "L10"), L10, 1e-12, NULL, "L10");
    expect_near(NUMBER(life, "L10_hours"), L10 * hours, 1e-12, NULL, "hours");
    expect_near(NUMBER(life, "kappa"), kappa, 1e-12, NULL, "kappa");
    must(abut_iso281_a(ABUT_RADIAL_ROLLER, kappa, 0.55, 49e3 / 8.2 / P, &a));
    expect_near(card(&r, "Modified life L10m"), a * L10 * hours, 1e-12, NULL, "card");
    expect_near(card(&r, "Factor a_ISO"), a, 1e-12, NULL, "card");
    expect_near(card(&r, "Outer race (BPFO), nominal"), 7 * w * (1 - g) / (2 * pi), 1e-12, NULL, "card");
    expect_near(card(&r, "2BSF, roller defect, nominal"), w * (1 - g * g) / g / (2 * pi), 1e-12, NULL, "card");
    expect_near(card(&r, "FTF, cage, nominal"), 0.5 * w * (1 - g) / (2 * pi), 1e-12, NULL, "card");
    double cage = mean_of((const double[3]){100, 101, 102}), spin = mean_of((const double[3]){140, 280, 420}) / 14;
    expect_near(card(&r, "FTF, cage, found"), cage / (2 * pi), 1e-12, NULL, "card");
    expect_near(card(&r, "Outer race (BPFO), found"), 14 * cage / (2 * pi), 1e-12, NULL, "card");
    expect_near(card(&r, "Inner race (BPFI), found"), 14 * (w - cage) / (2 * pi), 1e-12, NULL, "card");
    expect_near(card(&r, "BSF, roller spin, found"), spin / (2 * pi), 1e-12, NULL, "card");
    expect_near(card(&r, "2BSF, roller defect, found"), spin / pi, 1e-12, NULL, "card");
    expect_near(card(&r, "Greatest roller load"), 7002, 1e-12, NULL, "card");
    expect_near(card(&r, "Roller spin, mean"), mean_of((const double[3]){140, 280, 420}) / 14, 1e-12, NULL, "card");
    /* film by the load, where there is one: trapezia to and from the state without */
    double top = 0.5 * (1e-5) + 0.5 * 8e-5 * 2, below = 0.5 * 100 + 0.5 * 200 * 2;
    expect_near(NUMBER(r.text, "races", "inner", "film", "mean"), top / below, 1e-12, NULL, "film");
    end(&r, false);
    example_end(&e);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&ball_life,     &noise_is_no_load, &spectrum_lines, &cam_figures,
                                              &wedge_figures, &bogie_figures,    &roller_figures};
    return suite_main("machine_figures", all, sizeof all / sizeof *all);
}
