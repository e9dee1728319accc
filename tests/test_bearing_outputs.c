#define _POSIX_C_SOURCE 200809L /* open_memstream */
/* What a ball bearing shows in a run: state of rings and balls, columns, frequencies, spectrum and life. The bearing has 8
 * balls of 9.525 mm on 38.5 mm, conformity 0.515 and 0.525, E 207 GPa. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/ball_bearing/watch.h"
#include "machine/watch_inside.h"
#include "support/near.h"
#include "support/suite.h"
#include "world/world.h"

static const double pi = 3.14159265358979323846, deg = 3.14159265358979323846 / 180;
static const double rpm_3000 = 314.15926535897932;

static abut_ball_bearing_def bearing8(void) {
    const abut_material steel = {207e9, 0.3, 7800, false};
    return (abut_ball_bearing_def){.name = "brg",
                                   .balls = {8, 9.525e-3, steel},
                                   .material = steel,
                                   .pitch_diameter = 38.5e-3,
                                   .inner_race.conformity = 0.515,
                                   .outer_race.conformity = 0.525};
}

typedef struct rig {
    abut_world *w;
    abut_body housing, shaft;
    abut_machine brg;
} rig;

/* Shaft of 0.5 kg, free but for its driven spin; housing fixed, both turned as `turned` says. The load rises within 20 ms,
 * so that the shaft does not ring, or is there at once. */
static rig make(abut_ball_bearing_def d, abut_vec3 load, bool rises, double speed, abut_quat turned) {
    rig r = {.w = abut_world_create(&(abut_world_def){.gravity = {0, 0, 0}})};
    r.housing = abut_add_body(r.w, &(abut_body_def){.name = "housing", .fixed = true});
    r.shaft = abut_add_body(r.w, &(abut_body_def){.name = "shaft",
                                                  .mass = 0.5,
                                                  .inertia = {1e-4, 1e-4, 1e-4},
                                                  .start.q = turned,
                                                  .drive = {.given = true, .speed = speed}});
    d.inner = r.shaft;
    d.outer = r.housing;
    d.place.q = turned;
    r.brg = abut_add_ball_bearing(r.w, &d);
    const double force[3] = {load.x, load.y, load.z};
    const abut_choice rise = {"ramp", {{.name = "to", .value = 1}, {.name = "duration", .value = 0.02}}};
    abut_force_def f = {.law = {"load", {{.name = "force", .data = force, .count = 3}}}, .b = r.shaft};
    if (rises) f.law.params[1] = (abut_param){.name = "scale", .choice = &rise};
    abut_add_force(r.w, &f);
    ck_assert_msg(abut_check(r.w) == ABUT_OK, "%s", abut_world_message(r.w));
    return r;
}

static rig start(abut_ball_bearing_def d, abut_vec3 load, double speed, abut_quat turned) {
    rig r = make(d, load, true, speed, turned);
    must(abut_start(r.w, &(abut_solver_def){.rtol = 1e-6}));
    return r;
}

static const abut_quat upright = {1, 0, 0, 0};

/* Frequencies of the 8-ball bearing at 3000 rpm: closed forms evaluated elsewhere. */
START_TEST(frequencies) {
    abut_ball_bearing_def d = bearing8();
    abut_bearing_frequencies f = abut_bearing_rolling(&d, rpm_3000, 0);
    expect_near(f.ftf, 18.814935064935064L, 1e-12, NULL, "ftf");
    expect_near(f.bpfo, 150.5194805194805L, 1e-12, NULL, "bpfo");
    expect_near(f.bpfi, 249.48051948051946L, 1e-12, NULL, "bpfi");
    expect_near(f.bsf, 94.86480383133927L, 1e-12, NULL, "bsf");
    f = abut_bearing_rolling(&d, -rpm_3000, rpm_3000); /* counter-rotating: twice the passes, the cage slow */
    expect_near(f.bpfo, 2 * 150.5194805194805L, 1e-12, NULL, "bpfo");
    expect_near(f.ftf, 50 * 0.2474025974025974L, 1e-12, NULL, "ftf");
}
END_TEST

static double sum_of(const abut_ball_state *ball, int axis) { /* of the normal forces on the inner ring */
    double sum = 0;
    for (int i = 0; i < 8; i++) {
        const abut_race_state *s = &ball[i].inner;
        double along[3] = {-cos(s->angle) * cos(ball[i].azimuth), -cos(s->angle) * sin(ball[i].azimuth),
                           -sin(s->angle)};
        sum += s->Q * along[axis];
    }
    return sum;
}

/* Radial and axial load, the bearing turned in space: Newton's law of the shaft, the sum of the ball loads, balls at rolling
 * speeds, losses and moments consistent. */
START_TEST(radial_and_axial) {
    const abut_quat turned = {0.5, 0.5, 0.5, 0.5}; /* bearing x, y, z along world y, z, x */
    abut_ball_bearing_def d = bearing8();
    d.clearance = -5e-6;
    rig r = start(d, (abut_vec3){300, -1000, 0}, rpm_3000, turned);
    for (double t = 0.02; t < 0.0451; t += 5e-3) {
        must(abut_advance(r.w, t));
        abut_bearing_state s;
        abut_ball_state ball[8];
        must(abut_read_bearing(r.w, r.brg, &s, ball));
        abut_body_state shaft = abut_read_body(r.w, r.shaft);
        expect_within(s.force.x, 0.5 * shaft.a.y + 1000, 1e-6, NULL, "force along x at %g", t);
        expect_within(s.force.y, 0.5 * shaft.a.z, 1e-6, NULL, "force along y at %g", t);
        expect_within(s.force.z, 0.5 * shaft.a.x - 300, 1e-6, NULL, "force along z at %g", t);
        expect_near(s.displacement.x, shaft.r.y, 1e-9, NULL, "displacement at %g", t);
        expect_near(s.speed, rpm_3000, 1e-4, NULL, "speed at %g", t); /* but for the tilting */
        /* friction at the races is what is missing in the sum: at most mu times the ball loads */
        double most = 0, loss = 0;
        for (int i = 0; i < 8; i++) most += 0.1 * ball[i].inner.Q, loss += ball[i].inner.loss + ball[i].outer.loss;
        expect_within(sum_of(ball, 0), s.force.x, most, NULL, "sum along x at %g", t);
        expect_within(sum_of(ball, 2), s.force.z, most, NULL, "sum along z at %g", t);
        expect_near(s.loss, loss, 1e-12, NULL, "loss");
        ck_assert(s.loss > 0);
        expect_near(s.friction_moment, loss / fabs(s.speed), 1e-12, NULL, "friction moment");
        expect_near(s.cage_speed, 18.8149 * 2 * pi, 0.05, NULL, "cage speed at %g", t);
        for (int i = 0; i < 8; i++) {
            expect_near(ball[i].spin, 94.8648 * 2 * pi, 0.1, NULL, "spin of ball %d", i);
            if (ball[i].inner.Q > 0) ck_assert(ball[i].inner.p_max > 0 && ball[i].inner.a > ball[i].inner.b);
            ck_assert(ball[i].cage_force == 0 && ball[i].inner.truncation == 0);
        }
    }
    abut_world_destroy(r.w);
}
END_TEST

/* An angular contact bearing under axial load: every ball alike, Q sin(angle) sums to the load, signs as the header says;
 * the moment on the inner ring about z is the drive's. */
START_TEST(axial) {
    for (int thrust = brief() ? -1 : 1; thrust >= -1; thrust -= 2) {
        abut_ball_bearing_def d = bearing8();
        d.contact_angle = 25 * deg;
        d.thrust = thrust;
        d.inner_race.shoulder = 32e-3;
        rig r = start(d, (abut_vec3){0, 0, 500.0 * thrust}, rpm_3000, upright);
        must(abut_advance(r.w, 0.05));
        abut_bearing_state s;
        abut_ball_state ball[8];
        must(abut_read_bearing(r.w, r.brg, &s, ball));
        expect_near(s.force.z, -500 * thrust, 0.02, NULL, "reaction");
        ck_assert(s.displacement.z * thrust > 0);
        for (int i = 0; i < 8; i++) {
            const abut_race_state *in = &ball[i].inner, *out = &ball[i].outer;
            expect_near(in->Q * sin(in->angle), -s.force.z / 8, 0.02, NULL, "share of ball %d", i);
            ck_assert(in->angle * thrust > 24 * deg && in->angle * thrust < 30 * deg);
            /* centrifugal force flattens the outer angle and adds to the outer load */
            ck_assert(fabs(out->angle) < fabs(in->angle) && out->Q > in->Q);
            expect_within(out->Q * sin(out->angle), in->Q * sin(in->angle), 0.1 * (in->Q + out->Q), NULL, "ball %d", i);
            /* rolling with spin: on a cone of half angle alpha the ratio is of the size of tan(alpha) */
            ck_assert(in->spin_to_roll > 0.01 && in->spin_to_roll < 1);
            double end = acos((19.25e-3 + 0.015 * 9.525e-3 * cos(25 * deg) - 16e-3) / (0.515 * 9.525e-3));
            double edge = 0.515 * 9.525e-3 * sin(end - fabs(in->angle));
            expect_within(in->truncation, fmax(0, (in->a - edge) / (2 * in->a)), 1e-4, NULL, "truncation of ball %d",
                          i);
        }
        abut_life life;
        must(abut_read_life(r.w, r.brg, &life));
        expect_near(life.Fa, fabs(s.force.z), 1e-12, NULL, "axial load of the life");
        expect_near(life.Qe[0], ball[0].inner.Q, 0.02, NULL, "equivalent ball load");
        abut_world_destroy(r.w);
    }
}
END_TEST

/* With a cage: the loss shown, summed over time, is what the energy balance of the world says was dissipated; the cage is
 * moved by its balls, so that their forces do not all vanish. */
START_TEST(losses_with_a_cage) {
    for (abut_guide guide = ABUT_GUIDE_BALL; guide <= ABUT_GUIDE_OUTER; guide++) {
        abut_ball_bearing_def d = bearing8();
        d.clearance = -5e-6;
        d.cage.mass = 0.01;
        d.cage.guide = guide;
        d.cage.mu = 0.05;
        d.cage.guide_clearance = 1e-4;
        rig r = make(d, (abut_vec3){0, 500, 100}, true, rpm_3000, upright);
        r.w->gravity = v3(0, -9.81, 0); /* lays the cage on its balls or its land */
        must(abut_start(r.w, &(abut_solver_def){.rtol = 1e-6}));
        const double dt = 1e-5, from = 0.02;
        const int steps = 400;
        double spent = 0, sum = 0, pushed = 0;
        for (int i = 0; i <= steps; i++) {
            must(abut_advance(r.w, from + i * dt));
            abut_bearing_state s;
            abut_ball_state ball[8];
            must(abut_read_bearing(r.w, r.brg, &s, ball));
            abut_energy e = abut_read_energy(r.w);
            double now = e.dissipated_normal + e.dissipated_friction + e.dissipated_dampers;
            if (i == 0) spent = now;
            if (i == steps) spent = now - spent;
            sum += s.loss * dt * (i == 0 || i == steps ? 0.5 : 1);
            for (int k = 0; k < 8; k++) pushed = fmax(pushed, fabs(ball[k].cage_force));
            expect_near(s.cage_speed, 18.8149 * 2 * pi, 0.1, NULL, "cage speed");
        }
        ck_assert(spent > 0 && pushed > 0);
        expect_near(sum, spent, 1e-3, NULL, "guide %d: loss over time", (int)guide); /* trapezia */
        abut_world_destroy(r.w);
    }
}
END_TEST

/* By hand: the groove ends at 30 deg, the contact lies at 25 deg. */
START_TEST(truncation) {
    abut_ball_bearing_def d = bearing8();
    double r = 0.525 * 9.525e-3, R = 19.25e-3 - 0.025 * 9.525e-3;
    d.outer_race.shoulder = 2 * (R + r * cos(30 * deg));
    rig g = make(d, (abut_vec3){0, 0, 0}, false, 1, upright);
    const ball_bearing *b = bearing_of(g.w, g.brg);
    double a = 2 * r * sin(5 * deg);
    expect_within(bearing_truncation(b, OUTER, 0, 25 * deg, a), 0.25, 1e-12, NULL, "half of one half axis");
    expect_within(bearing_truncation(b, OUTER, 0, -25 * deg, a), 0.25, 1e-12, NULL, "the other side");
    expect_within(bearing_truncation(b, OUTER, 0, 25 * deg, 0.4 * a), 0, 1e-12, NULL, "it fits");
    expect_within(bearing_truncation(b, OUTER, 0, 35 * deg, a), 0.75, 1e-12, NULL, "beyond the edge");
    expect_within(bearing_truncation(b, OUTER, 0, 0, 2 * r * sin(30 * deg)), 0.5, 1e-12, NULL, "both sides");
    ck_assert(bearing_truncation(b, INNER, 0, 25 * deg, a) == 0); /* no shoulder given */
    abut_world_destroy(g.w);
}
END_TEST

/* ---- a recorded run ---- */
typedef struct text {
    char *data;
    size_t size;
} text;

static text report_of(const rig *r) {
    const world_machine *m = machine_at(r->w, r->brg, NULL);
    text t = {0};
    FILE *to = open_memstream(&t.data, &t.size);
    json j = json_start(to);
    watch_json(m, &j);
    json_end(&j);
    (void)fclose(to);
    return t;
}

/* The number behind the keys, one after the other from the start of the text. */
static double number(const text *t, const char *const *keys) {
    const char *at = t->data;
    for (; *keys; keys++) {
        at = strstr(at, *keys);
        ck_assert_msg(at != NULL, "no %s", *keys);
        at += strlen(*keys);
    }
    return strtod(at, NULL);
}
#define NUMBER(t, ...) number(t, (const char *const[]){__VA_ARGS__, NULL})

static void column_names(const watch *o) {
    static const char *const some[] = {"dx",
                                       "tilt_y",
                                       "fz",
                                       "my",
                                       "cage_speed",
                                       "friction_moment",
                                       "ball1_azimuth",
                                       "ball8_spin_to_roll_outer",
                                       "ball3_Q_inner",
                                       "ball5_truncation_outer",
                                       "ball2_cage_force"};
    size_t count = sizeof some / sizeof *some, found = 0;
    for (int i = 0; i < watch_columns(o); i++) {
        const watch_column *c = watch_column_at(o, i);
        ck_assert(c->unit && c->meaning && *c->name);
        for (size_t k = 0; k < count; k++) found += !strcmp(c->name, some[k]);
    }
    ck_assert_uint_eq(found, count);
    ck_assert_int_eq(watch_columns(o), 20 + 8 * 20);
}

/* 3000 rpm, preload 5 um, 1 kN radial: cage at 18.8149 Hz, lines at the ball pass frequency. */
START_TEST(recorded_run) {
    if (brief()) return; /* accuracy over many steps */
    abut_ball_bearing_def d = bearing8();
    d.clearance = -5e-6;
    d.rating.C = 13.3e3;
    d.law.friction = (abut_choice){"coulomb", {{.name = "mu", .value = 0.1}, {.name = "v_s", .value = 1e-3}}};
    rig r = start(d, (abut_vec3){-1000, 0, 0}, rpm_3000, upright);
    const world_machine *m = machine_at(r.w, r.brg, NULL);
    column_names(m->watch);
    double *row = calloc((size_t)watch_columns(m->watch), sizeof *row);
    const double dt = 0.25e-3 / 16, from = 0.1;
    must(abut_start(r.w, &(abut_solver_def){.rtol = 1e-6, .t_end = 1400 * 16 * dt, .statistics_from = from}));
    for (int i = 0; i <= 1400 * 16; i++) {
        must(abut_advance(r.w, i * dt));
        if (i * dt < from) continue;
        watch_record(r.w, m->watch, row);
        watch_sample(m->watch, i * dt, row);
    }
    text t = report_of(&r);
    double T = 16001 * dt;
    expect_near(NUMBER(&t, "\"cage_frequency\":"), 18.814935064935064L, 1e-3, NULL, "cage frequency");
    expect_near(NUMBER(&t, "\"bpfo\":"), 150.5194805194805L, 1e-9, NULL, "bpfo at the mean speed");
    expect_near(NUMBER(&t, "\"reaction\":", "\"x\":", "\"mean\":"), 1000, 1e-2, NULL, "mean reaction");
    ck_assert(NUMBER(&t, "\"varying_compliance\":", "\"x\":") > 0);
    expect_within(NUMBER(&t, "\"displacement_peaks\":", "\"frequency\":"), 150.5194805194805L, 1 / T, NULL,
                  "largest peak");
    double f = NUMBER(&t, "\"bpfo\", \"harmonic\": 1,", "\"found\":"),
           size = NUMBER(&t, "\"bpfo\", \"harmonic\": 1,", "\"amplitude\":");
    expect_within(f, 150.5194805194805L, 1 / T, NULL, "line");
    /* force on the shaft is mass times acceleration: holds line by line if nothing folds back from above 1/(2 dt), where the
     * balls ring between their races; with dt = 0.25 ms that adds some 3e-3 N everywhere */
    double moved = NUMBER(&t, "\"bpfo\", \"harmonic\": 1,", "\"displacement\":");
    expect_near(size, 0.5 * pow(2 * pi * f, 2) * moved, 1e-3, NULL, "line of the force");
    ck_assert(size > 0.05);
    const char *label = strstr(strstr(t.data, "\"displacement_peaks\":"), "\"line\":");
    ck_assert_msg(label == strstr(label, "\"line\": \"bpfo\", \"harmonic\": 1}"), "%.60s", label);
    expect_near(NUMBER(&t, "\"resolution\":"), 1 / T, 1e-9, NULL, "resolution");
    expect_near(NUMBER(&t, "\"life\":", "\"L10\":"), pow(13.3, 3), 0.03, NULL, "L10");
    ck_assert(NUMBER(&t, "\"L10r\":") > 0 && strstr(t.data, "\"a_iso\": null"));
    watch_spectrum s;
    ck_assert(watch_spectrum_make(m->watch, &s));
    ck_assert_int_eq(s.count, 8193);
    expect_near(s.frequency[8192], 0.5 / dt, 1e-12, NULL, "highest frequency");
    watch_spectrum_free(&s);
    /* a new start begins anew */
    must(abut_start(r.w, NULL));
    ck_assert_int_eq((int)watch_states(m->watch), 1);
    free(t.data);
    free(row);
    abut_world_destroy(r.w);
}
END_TEST

/* Statics: the deep groove bearing of bearing_life.csv under 1 kN radial load. Its loads there are those of planar theory; on
 * the tori they differ by up to 5e-4, lives by three times that. */
START_TEST(life_in_statics) {
    const abut_material steel = {210e9, 0.3, 7800, false};
    abut_ball_bearing_def d = {.name = "brg",
                               .balls = {7, 11.5e-3, steel},
                               .material = steel,
                               .pitch_diameter = 43.5e-3,
                               .inner_race.conformity = 0.52,
                               .outer_race.conformity = 0.53,
                               .rating.C = 23400};
    d.outer_race.shoulder = 54.9e-3; /* so low that it cuts */
    rig r = make(d, (abut_vec3){1000, 0, 0}, false, rpm_3000, upright);
    abut_status began = abut_start(r.w, &(abut_solver_def){.statics = true, .at_rest = true});
    ck_assert_msg(began == ABUT_OK, "%s", abut_world_message(r.w));
    must(abut_static(r.w, NULL, NULL));
    abut_bearing_state s;
    abut_ball_state ball[7];
    must(abut_read_bearing(r.w, r.brg, &s, ball));
    expect_near(s.force.x, -1000, 1e-6, NULL, "reaction");
    expect_near(ball[0].inner.Q, 619.614, 1e-3, NULL, "largest ball load");
    double tube = 0.53 * 11.5e-3, edge = sqrt(tube * tube - pow(27.45e-3 - (21.75e-3 - 0.03 * 11.5e-3), 2));
    expect_near(ball[0].outer.truncation, 2 * (ball[0].outer.a - edge) / (2 * ball[0].outer.a), 1e-3, NULL,
                "both edges");
    ck_assert(ball[0].outer.truncation > 0.1 && ball[0].inner.truncation == 0);
    abut_life l;
    must(abut_read_life(r.w, r.brg, &l));
    expect_near(l.L10r, 13162.77, 1.5e-3, NULL, "L10r");
    expect_near(l.L10, pow(23.4, 3), 1e-5, NULL, "L10");
    abut_world_destroy(r.w);
}
END_TEST

/* Records: an instant between is left out, a gap ends them. */
START_TEST(samples) {
    static const watch_entry one[] = {{"f", "N", "a force", .at = 0}, {0}};
    static const watch_table table = {.group = {{NULL, sizeof(double), one}}, .spectrum = {"f"}};
    watch *o = watch_create(&table, NULL);
    watch_samples *s = &o->samples;
    const double f[1] = {1};
    for (int i = 0; i <= 40; i++) watch_sample(o, 0.3 + 0.01 * i, f);
    ck_assert(s->count == 41 && !s->irregular && !s->full);
    watch_sample(o, 0.3 + 0.405, f);
    ck_assert_int_eq(s->count, 41);
    watch_sample(o, 0.3 + 0.43, f);
    ck_assert(s->count == 41 && s->irregular);
    watch_spectrum made;
    ck_assert(watch_spectrum_make(o, &made) && made.note && made.samples == 41);
    watch_spectrum_free(&made);
    watch_clear(o);
    ck_assert(s->count == 0 && !s->irregular);
    ck_assert(!watch_spectrum_make(o, &made) && strstr(made.note, "too few"));
    watch_destroy(o);
}
END_TEST

START_TEST(refusals) {
    rig r = make(bearing8(), (abut_vec3){0, 0, 0}, false, 1, upright);
    abut_bearing_state s;
    abut_life l;
    ck_assert_int_eq(abut_read_bearing(r.w, r.brg, &s, NULL), ABUT_MISSING); /* not started */
    ck_assert_int_eq(abut_read_bearing(r.w, (abut_machine){7}, &s, NULL), ABUT_UNKNOWN_NAME);
    ck_assert_int_eq(abut_read_life(r.w, (abut_machine){0}, &l), ABUT_UNKNOWN_NAME);
    abut_world_destroy(r.w);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&frequencies,        &radial_and_axial, &axial,
                                              &losses_with_a_cage, &truncation,       &recorded_run,
                                              &life_in_statics,    &samples,          &refusals};
    return suite_main("bearing_outputs", all, sizeof all / sizeof *all);
}
