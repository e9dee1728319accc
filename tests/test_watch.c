#define _POSIX_C_SOURCE 200809L /* open_memstream */
/* The watch of machines on a machine made up for it: columns, statistics by hand (trapezia over unequal steps, weights, parts,
 * the cut at the start of the statistics), integrals, what stands in the summary, headline figures, records for spectra. */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/watch.h"
#include "support/near.h"
#include "support/suite.h"
#include "world/world.h"

/* ---- a machine: x, y of its own; two wheels with q and w; of every wheel three teeth with p ---- */
typedef struct own_state {
    double x, y, hidden;
} own_state;
typedef struct wheel_state {
    double q, w, gate;
} wheel_state;
typedef struct tooth_state {
    double p;
} tooth_state;
enum { WHEELS = 2, TEETH = 3 };
typedef struct machine {
    bool rich, broken;
    own_state own; /* what is read next */
    wheel_state wheel[WHEELS];
    tooth_state tooth[WHEELS * TEETH];
    int cleared, gathered;
    double gathered_time;
} machine;

static abut_status read(const abut_world *w, const void *self, void *const state[]) {
    const machine *m = self;
    (void)w;
    memcpy(state[0], &m->own, sizeof m->own);
    memcpy(state[1], m->wheel, sizeof m->wheel);
    memcpy(state[2], m->tooth, sizeof m->tooth);
    return m->broken ? ABUT_NO_CONVERGENCE : ABUT_OK;
}
static int two(const void *self) { return (void)self, WHEELS; }
static int three(const void *self) { return (void)self, TEETH; }
static bool rich(const void *self) { return ((const machine *)self)->rich; }
static void gather(void *self, double dt, void *const state[]) {
    machine *m = self;
    (void)state;
    m->gathered++, m->gathered_time += dt;
}
static void clear(void *self) { ((machine *)self)->cleared++; }
static double answer(const watch *o, const void *self) { return (void)o, (void)self, 42; }
static double nothing(const watch *o, const void *self) { return (void)o, (void)self, (double)NAN; }

static const watch_entry own[] = {
    {"x", "m", "abscissa", .at = offsetof(own_state, x), WATCH_ALL, "place.x"},
    {"y", "N", "ordinate", .at = offsetof(own_state, y), WATCH_MEAN | WATCH_MAX, "place.y"},
    {"extra", "1", "of rich ones", .at = offsetof(own_state, y), WATCH_MAX | WATCH_PLAIN, .has = rich},
    {"secret", "1", "no column", .at = offsetof(own_state, hidden), WATCH_MIN | WATCH_PLAIN | WATCH_HIDDEN},
    {0}};
static const watch_entry of_wheel[] = {
    {"q", "N", "load", .at = offsetof(wheel_state, q), WATCH_ALL | WATCH_EACH, "wheels.q"},
    {"film", "m", "by the load", .at = offsetof(wheel_state, w), WATCH_MEAN | WATCH_MIN | WATCH_ABOVE_0, "wheels.film",
     NULL, WATCH_WEIGHT, offsetof(wheel_state, q)},
    {"while", "1", "while the gate is open", .at = offsetof(wheel_state, w), WATCH_ALL, NULL, NULL, WATCH_WHILE,
     offsetof(wheel_state, gate)},
    {"unless", "1", "unless", .at = offsetof(wheel_state, w), WATCH_ALL, NULL, NULL, WATCH_UNLESS,
     offsetof(wheel_state, gate)},
    {"only_column", "1", "no statistics", .at = offsetof(wheel_state, gate)},
    {0}};
static const watch_entry of_tooth[] = {{"p", "Pa", "pressure", .at = offsetof(tooth_state, p), WATCH_ALL}, {0}};
static const watch_integral areas[] = {
    {"loop", offsetof(own_state, y), offsetof(own_state, x)}, {"work", offsetof(own_state, y), WATCH_TIME}, {0}};
static const watch_card cards[] = {
    {"Group", "one", "m", true, .stat = WATCH_MIN, .key = {"place.x"}},
    {"Group", "greatest", "N", .how = WATCH_GREATEST, .stat = WATCH_MAX, .key = {"place.y", "wheels.q", "x"}},
    {"Group", "least", "N", .how = WATCH_LEAST, .stat = WATCH_MAX, .key = {"place.y", "wheels.q", "x"}},
    {"Group", "length", "N", .how = WATCH_LENGTH, .stat = WATCH_MEAN, .key = {"place.x", "place.y"}},
    {"Group", "size", "m", .how = WATCH_SIZE, .stat = WATCH_MAX, .key = {"place.x"}},
    {"Other", "area", "J", .key = {"loop"}},
    {"Other", "own", "1", .value = answer},
    {"Other", "none", "1", .value = nothing},
    {0}};
static const watch_table table = {
    .title = "Made up",
    .group = {{NULL, sizeof(own_state), own},
              {"wheel", sizeof(wheel_state), of_wheel, two},
              {"tooth", sizeof(tooth_state), of_tooth, three, .inside = 1}},
    .read = read,
    .integrals = areas,
    .cards = cards,
    .spectrum = {"y", "wheel2_q"},
    .gather = gather,
    .clear = clear,
};

static watch *make(machine *m) {
    *m = (machine){.rich = false};
    watch *o = watch_create(&table, m);
    ck_assert_ptr_nonnull(o);
    return o;
}

static abut_stat stat(const watch *o, const char *name) {
    abut_stat s;
    ck_assert_msg(watch_stat(o, name, &s), "no %s", name);
    return s;
}

/* ---- columns ---- */
START_TEST(columns) {
    static const char *const plain[] = {"x",
                                        "y",
                                        "wheel1_q",
                                        "wheel1_film",
                                        "wheel1_while",
                                        "wheel1_unless",
                                        "wheel1_only_column",
                                        "wheel1_tooth1_p",
                                        "wheel1_tooth2_p",
                                        "wheel1_tooth3_p",
                                        "wheel2_q",
                                        "wheel2_film",
                                        "wheel2_while",
                                        "wheel2_unless",
                                        "wheel2_only_column",
                                        "wheel2_tooth1_p",
                                        "wheel2_tooth2_p",
                                        "wheel2_tooth3_p"};
    int n = sizeof plain / sizeof *plain;
    machine m;
    watch *o = make(&m);
    ck_assert_int_eq(watch_columns(o), n);
    for (int i = 0; i < n; i++) {
        ck_assert_str_eq(watch_column_at(o, i)->name, plain[i]);
        ck_assert_int_eq(watch_find_column(o, plain[i]), i);
    }
    ck_assert_int_eq(watch_find_column(o, "secret"), -1);
    ck_assert_int_eq(watch_columns(NULL), 0);
    ck_assert_str_eq(watch_column_at(o, 7)->unit, "Pa");
    double row[32];
    m.own = (own_state){1, 2, 3};
    for (int i = 0; i < WHEELS; i++) m.wheel[i] = (wheel_state){10 + i, 20 + i, 30 + i};
    for (int i = 0; i < WHEELS * TEETH; i++) m.tooth[i].p = 40 + i;
    watch_record(NULL, o, row);
    static const double want[] = {1, 2, 10, 20, 20, 20, 30, 40, 41, 42, 11, 21, 21, 21, 31, 43, 44, 45};
    for (int i = 0; i < n; i++) ck_assert_msg(row[i] == want[i], "%s is %g", plain[i], row[i]);
    m.broken = true;
    watch_record(NULL, o, row);
    for (int i = 0; i < n; i++) ck_assert(row[i] == 0);
    watch_destroy(o);
    m.rich = true;
    o = watch_create(&table, &m);
    ck_assert(watch_columns(o) == n + 1 && watch_find_column(o, "extra") == 2);
    char first[60];
    watch_first_names(&table, first, sizeof first);
    ck_assert_str_eq(first, "x,y,");
    watch_destroy(o);
    watch_destroy(NULL);
}
END_TEST

/* ---- statistics: t 0, 1, 3, 4; x 2, 6, -2, 0; y 1, 1, 5, 3 ---- */
static const double times[4] = {0, 1, 3, 4}, xs[4] = {2, 6, -2, 0}, ys[4] = {1, 1, 5, 3};

static void run(watch *o, machine *m, double from) {
    for (int i = 0; i < 4; i++) {
        m->own = (own_state){xs[i], ys[i], -i};
        m->wheel[0] = (wheel_state){xs[i] + 10, ys[i], i == 1};
        m->wheel[1] = (wheel_state){i == 2 ? -5 : 2 * ys[i], i == 3 ? 0 : xs[i], i < 2};
        for (int k = 0; k < WHEELS * TEETH; k++) m->tooth[k].p = k * ys[i];
        watch_observe(NULL, o, times[i], from);
    }
}

/* Trapezia: x: (2+6)/2 1 + (6-2)/2 2 + (-2+0)/2 1 = 4 + 4 - 1 = 7 over 4; y: 1 + 6 + 4 = 11 over 4. */
START_TEST(means) {
    machine m;
    watch *o = make(&m);
    abut_stat none;
    ck_assert(!watch_stat(o, "x", &none) && isnan(none.mean) && isnan(watch_integral_of(o, "loop")));
    run(o, &m, 0);
    abut_stat x = stat(o, "place.x"), y = stat(o, "y");
    expect_near(x.mean, 7 / 4.0, 1e-15, NULL, "mean of x");
    expect_near(y.mean, 11 / 4.0, 1e-15, NULL, "mean of y");
    ck_assert(x.min == -2 && x.max == 6 && x.from == 0 && x.to == 4 && x.states == 4 && y.max == 5);
    expect_near(watch_mean(o, "place.y"), 11 / 4.0, 1e-15, NULL, "by its path");
    ck_assert(isnan(watch_mean(o, "nowhere")) && watch_states(o) == 4);
    ck_assert(stat(o, "secret").min == -3);
    ck_assert(!watch_stat(o, "wheel1_only_column", &none) && !watch_stat(o, "extra", &none));
    ck_assert(m.gathered == 4 && m.gathered_time == 4 && m.cleared == 1);
    /* y dx: (1+1)/2 4 + (1+5)/2 (-8) + (5+3)/2 2 = 4 - 24 + 8; y dt: 11 */
    expect_near(watch_integral_of(o, "loop"), -12, 1e-15, NULL, "loop");
    expect_near(watch_integral_of(o, "work"), 11, 1e-15, NULL, "work");
    ck_assert(isnan(watch_integral_of(o, "nothing")));
    watch_clear(o);
    ck_assert(m.cleared == 2 && !watch_stat(o, "x", &none) && watch_states(o) == 0);
    run(o, &m, 0); /* as if new */
    expect_near(watch_mean(o, "x"), 7 / 4.0, 1e-15, NULL, "again");
    expect_near(watch_integral_of(o, "loop"), -12, 1e-15, NULL, "loop again");
    watch_destroy(o);
}
END_TEST

/* Parts together: the mean over parts and time, the greatest of all; each by the name of its column. */
START_TEST(parts) {
    machine m;
    watch *o = make(&m);
    run(o, &m, 0);
    /* q of wheel 1: x + 10: 7/4 + 10; of wheel 2: 2, 2, -5, 6: 2 - 3 + 0.5 = -0.5 over 4 */
    expect_near(stat(o, "wheel1_q").mean, 11.75, 1e-15, NULL, "first");
    expect_near(stat(o, "wheel2_q").mean, -0.125, 1e-15, NULL, "second");
    abut_stat q = stat(o, "wheels.q");
    expect_near(q.mean, 0.5 * (11.75 - 0.125), 1e-15, NULL, "together");
    ck_assert(q.min == -5 && q.max == 16 && stat(o, "wheel1_q").min == 8);
    /* teeth of both wheels: k y, k = 0 .. 5: mean 2.5 11/4 */
    expect_near(stat(o, "p").mean, 2.5 * 11 / 4, 1e-15, NULL, "parts of parts");
    ck_assert(stat(o, "p").max == 25 && stat(o, "wheel2_tooth1_p").max == 15);
    watch_destroy(o);
}
END_TEST

/* Weights: film w by the load q, trapezia of q w and of q. Wheel 1: q 12 16 8 10, w 1 1 5 3. Wheel 2: q 2 2 -5 6, w 2 6 -2 0: the
 * third is negative in both and the fourth has w = 0: both count for nothing. */
START_TEST(weights) {
    machine m;
    watch *o = make(&m);
    run(o, &m, 0);
    double top = 0.5 * (12 + 16) + 0.5 * (16 + 40) * 2 + 0.5 * (40 + 30), below = 14 + 24 + 9;
    expect_near(stat(o, "wheel1_film").mean, top / below, 1e-15, NULL, "by the load");
    double top2 = 0.5 * (4 + 12) + 0.5 * 12 * 2, below2 = 2 + 0.5 * 2 * 2;
    abut_stat film = stat(o, "wheel2_film");
    expect_near(film.mean, top2 / below2, 1e-15, NULL, "without what does not count");
    ck_assert(film.min == 2 && stat(o, "wheel1_film").min == 1);
    expect_near(stat(o, "wheels.film").mean, (top + top2) / (below + below2), 1e-15, NULL, "both by their loads");
    /* gate of wheel 1 open at the second state: triangles 1/2 1 and 2/2 with w = 1, 1, 5 */
    expect_near(stat(o, "wheel1_while").mean, (0.5 * 1 + 0.5 * 1 * 2) / (0.5 + 1), 1e-15, NULL, "while");
    ck_assert(stat(o, "wheel1_while").max == 1 && stat(o, "wheel1_unless").max == 5);
    double a = 0.5 * 1 + 0.5 * 5 * 2 + 0.5 * (5 + 3), b = 0.5 + 1 + 1;
    expect_near(stat(o, "wheel1_unless").mean, a / b, 1e-15, NULL, "unless");
    ck_assert(stat(o, "wheel2_while").min == 2 && stat(o, "wheel2_while").max == 6);
    watch_destroy(o);
}
END_TEST

/* From 1.5 on: the trapezium from 1 to 3 is cut at a quarter, x there 6 - 8/4 = 4, y 2. */
START_TEST(cut_at_the_start) {
    machine m;
    watch *o = make(&m);
    run(o, &m, 1.5);
    abut_stat x = stat(o, "x");
    expect_near(x.mean, (0.5 * (4 - 2) * 1.5 + 0.5 * -2) / 2.5, 1e-15, NULL, "mean");
    expect_near(x.from, 1.5, 1e-15, NULL, "from");
    ck_assert(x.max == 0 && x.min == -2 && x.states == 2 && x.to == 4); /* of states that were accepted */
    expect_near(watch_integral_of(o, "loop"), 0.5 * (2 + 5) * -6 + 8, 1e-14, NULL, "loop");
    expect_near(watch_integral_of(o, "work"), 0.5 * (2 + 5) * 1.5 + 4, 1e-14, NULL, "work");
    /* weight of the film of wheel 1 there: q 16 - 2 = 14, w 2 */
    double top = 0.5 * (28 + 40) * 1.5 + 35, below = 0.5 * (14 + 8) * 1.5 + 9;
    expect_near(stat(o, "wheel1_film").mean, top / below, 1e-15, NULL, "weight");
    ck_assert(m.gathered == 2 && m.gathered_time == 1);
    watch_clear(o); /* at an accepted state: it is the first */
    run(o, &m, 3);
    ck_assert(stat(o, "x").from == 3 && stat(o, "x").states == 2 && stat(o, "x").min == -2);
    expect_near(stat(o, "x").mean, -1, 1e-15, NULL, "the last trapezium");
    watch_clear(o); /* only the last one */
    run(o, &m, 4);
    expect_near(stat(o, "y").mean, 3, 1e-15, NULL, "a single state");
    ck_assert(stat(o, "y").states == 1 && stat(o, "x").min == 0 && stat(o, "x").max == 0);
    expect_near(stat(o, "wheel1_film").mean, 3, 1e-15, NULL, "a single state by its weight");
    expect_near(stat(o, "wheels.q").mean, 0.5 * (10 + 6), 1e-15, NULL, "parts of a single state");
    expect_near(stat(o, "wheels.film").mean, 3, 1e-15, NULL, "the other has no film");
    watch_clear(o);
    run(o, &m, 5);
    ck_assert_int_eq((int)watch_states(o), 0);
    watch_destroy(o);
}
END_TEST

/* States far before the start are not looked at, but the one before it is, however steps grow up to sixfold. A state that cannot be
 * read breaks the trapezia; one that comes twice counts once. */
START_TEST(which_states) {
    machine m;
    watch *o = make(&m);
    const double t[] = {0, 0.1, 0.2, 0.8, 4.4};
    for (int i = 0; i < 5; i++) {
        m.own.x = 10 * t[i];
        m.broken = i == 1; /* too early to matter */
        watch_observe(NULL, o, t[i], 4);
    }
    expect_near(stat(o, "x").mean, 42, 1e-12, NULL, "chord from 4 to 4.4");
    ck_assert(stat(o, "x").states == 1);
    watch_observe(NULL, o, 4.4, 4);
    watch_observe(NULL, o, 4.3, 4);
    ck_assert(stat(o, "x").states == 1);
    m.broken = true;
    watch_observe(NULL, o, 5, 4);
    m.broken = false, m.own.x = 100;
    watch_observe(NULL, o, 6, 4); /* counts, but the way to it is not known */
    expect_near(stat(o, "x").mean, 42, 1e-12, NULL, "mean");
    ck_assert(stat(o, "x").max == 100 && stat(o, "x").states == 2);
    watch_clear(o); /* two states with no way between them: no mean, as time has no length */
    watch_observe(NULL, o, 4, 4);
    m.broken = true;
    watch_observe(NULL, o, 5, 4);
    m.broken = false;
    watch_observe(NULL, o, 6, 4);
    ck_assert(isnan(stat(o, "x").mean) && stat(o, "x").states == 2 && stat(o, "x").max == 100);
    watch_destroy(o);
}
END_TEST

/* Numbers from rows instead of a world. */
START_TEST(rows) {
    machine m;
    watch *o = make(&m);
    double row[32] = {0};
    for (int i = 0; i < 4; i++) {
        row[0] = xs[i], row[1] = ys[i];
        watch_take(o, times[i], row);
    }
    watch_take(o, 3.5, row);
    expect_near(stat(o, "x").mean, 7 / 4.0, 1e-15, NULL, "mean");
    expect_near(watch_integral_of(o, "loop"), -12, 1e-15, NULL, "loop");
    ck_assert(stat(o, "x").states == 4);
    watch_destroy(o);
}
END_TEST

/* ---- the summary ---- */
static const machine_type type = {.type = {.kind = "machine", .name = "made_up"}};

static char *said(watch *o) {
    static char *text;
    static size_t size;
    world_machine m = {.type = &type, .watch = o};
    FILE *to = open_memstream(&text, &size);
    json j = json_start(to);
    watch_json(&m, &j);
    json_end(&j);
    (void)fclose(to);
    return text;
}

START_TEST(summary) {
    machine m;
    watch *o = make(&m);
    char *text = said(o);
    ck_assert_ptr_nonnull(
        strstr(text, "\"type\": \"made_up\", \"instants\": 0, \"from\": null, \"to\": null, \"headline\": []"));
    free(text);
    run(o, &m, 0);
    text = said(o);
    static const char *const wanted[] = {
        "\"instants\": 4, \"from\": 0, \"to\": 4, \"loop\": -12, \"work\": 11, ",
        "\"place\": {\"x\": {\"mean\": 1.75, \"min\": -2, \"max\": 6}, \"y\": {\"mean\": 2.75, \"max\": 5}}",
        "\"secret\": -3", "\"wheels\": {\"q\": {\"mean\": 5.8125, \"min\": -5, \"max\": 16}, \"film\": {\"mean\": ",
        "\"p\": {\"mean\": 6.875, \"min\": 0, \"max\": 25}",
        "\"parts\": {\"wheel\": {\"q\": {\"mean\": [11.75, -0.125], \"min\": [8, -5], \"max\": [16, 6]}}}",
        /* least of x; greatest and least of the three greatest 5, 16, 6; 1.75, 2.75; size of -2 .. 6 */
        "{\"group\": \"Group\", \"label\": \"one\", \"value\": -2, \"unit\": \"m\", \"top\": true}",
        "\"label\": \"greatest\", \"value\": 16,", "\"label\": \"least\", \"value\": 5,",
        "\"label\": \"size\", \"value\": 6,", "\"label\": \"area\", \"value\": -12, \"unit\": \"J\", \"top\": false}",
        "\"label\": \"own\", \"value\": 42,"};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        ck_assert_msg(strstr(text, wanted[i]), "no %s in %s", wanted[i], text);
    const char *length = strstr(text, "\"length\", \"value\": ");
    ck_assert(length && !strstr(text, "\"label\": \"none\""));
    expect_near(strtod(length + 19, NULL), hypot(1.75, 2.75), 1e-14, NULL, "length");
    free(text);
    watch_destroy(o);
}
END_TEST

/* ---- rows for spectra ---- */
static void sample(watch *o, double t, double y, double q) {
    double row[32] = {0};
    row[1] = y, row[10] = q;
    watch_sample(o, t, row);
}

START_TEST(samples) {
    machine m;
    watch *o = make(&m);
    watch_spectrum s;
    const double dt = 1e-3;
    for (int i = 0; i < 15; i++) sample(o, 2 + i * dt, 0, 0);
    ck_assert(!watch_spectrum_make(o, &s) && s.samples == 15 && s.note && strstr(s.note, "too few"));
    watch_clear(o);
    for (int i = 0; i < 64; i++) { /* 8 and 16 periods; instants in between do not belong to it */
        double a = 2 * 3.14159265358979323846 * i / 64;
        sample(o, 2 + i * dt, 3 + 2 * cos(8 * a), 0.5 * sin(16 * a));
        sample(o, 2 + (i + 0.4) * dt, 1e9, 1e9);
        if (i == 0) watch_clear(o), sample(o, 2, 5, 0); /* the first two say how far they are apart */
    }
    ck_assert(watch_spectrum_make(o, &s));
    ck_assert(s.samples == 64 && s.count == 33 && s.spectra == 2 && !s.note);
    expect_near(s.interval, dt, 1e-9, NULL, "interval");
    for (int k = 0; k < 33; k++) expect_near(s.frequency[k], k / (64 * dt), 1e-9, NULL, "frequency %d", k);
    expect_near(s.amplitude[0][8], 2, 1e-9, NULL, "amplitude of y");
    expect_near(s.amplitude[1][16], 0.5, 1e-9, NULL, "amplitude of q");
    expect_within(s.amplitude[0][16], 0, 1e-9, NULL, "nothing else");
    ck_assert_str_eq(s.column[1]->name, "wheel2_q");
    watch_spectrum_free(&s);
    sample(o, 2 + 64 * dt, 3, 0);
    sample(o, 2 + 66 * dt, 3, 0); /* one is missing: the end of the record */
    sample(o, 2 + 67 * dt, 3, 0);
    ck_assert(watch_spectrum_make(o, &s) && s.samples == 65 && s.note && strstr(s.note, "not equally spaced"));
    watch_spectrum_free(&s);
    watch_destroy(o);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&columns,      &means, &parts,   &weights, &cut_at_the_start,
                                              &which_states, &rows,  &summary, &samples};
    return suite_main("watch", all, sizeof all / sizeof *all);
}
