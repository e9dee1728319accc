#define _POSIX_C_SOURCE 200809L /* open_memstream */
/* What the watch gathers of parts beside statistics, on a machine made up for it: the greatest at every place around the axis, and
 * the part of the time of every mode, by hand over unequal steps with the cut at the start of the statistics. */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/watch.h"
#include "support/near.h"
#include "support/suite.h"
#include "world/world.h"

typedef struct pin_state {
    double angle, load, wear, mode;
} pin_state;
enum { PINS = 2 };
typedef struct machine {
    double x;
    pin_state pin[PINS]; /* what is read next */
} machine;

static abut_status read(const abut_world *w, const void *self, void *const state[]) {
    const machine *m = self;
    (void)w;
    memcpy(state[0], &m->x, sizeof m->x);
    memcpy(state[1], m->pin, sizeof m->pin);
    return ABUT_OK;
}
static int pins(const void *self) { return (void)self, PINS; }
static bool never(const void *self) { return (void)self, false; }

static const char *const modes[] = {"open", "stick", "slip", NULL};
static const watch_entry own[] = {{"x", "m", "abscissa", .at = 0}, {0}};
static const watch_entry of_pin[] = {
    {"angle", "rad", "place", .at = offsetof(pin_state, angle)},
    {"load", "N", "on it", .at = offsetof(pin_state, load)},
    {"wear", "m", "of it", .at = offsetof(pin_state, wear)},
    {"rust", "m", "of machines that there are not", .at = offsetof(pin_state, wear), .has = never},
    {"mode", "1", "0 open, 1 stick, 2 slip", .at = offsetof(pin_state, mode), WATCH_EACH, .values = modes},
    {0}};
static const watch_figure figures[] = {{WATCH_OVER_TIME, "Over time", "Loads", "pin", NULL, .columns = {"load"}},
                                       {WATCH_POLAR, "Around", "", "pin", "angle", .columns = {"load", "rust", "wear"}},
                                       {WATCH_POLAR, "Around", "", "no such part", "angle", .columns = {"load"}},
                                       {0}};
static const watch_table table = {.title = "Made up",
                                  .group = {{NULL, sizeof(double), own}, {"pin", sizeof(pin_state), of_pin, pins}},
                                  .read = read,
                                  .figures = figures};

/* The object of the machine in the summary; to be freed. */
static char *summary(watch *o) {
    static const machine_type type = {.type = {.name = "made_up"}};
    const world_machine m = {.name = "m", .type = &type, .watch = o};
    char *written = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&written, &size);
    json j = json_start(to);
    watch_json(&m, &j);
    json_end(&j);
    (void)fclose(to);
    ck_assert_ptr_nonnull(written);
    return written;
}

/* Entry k of a list; null: NaN. */
static double listed(const char *text, const char *list, int k) {
    char quoted[40];
    (void)snprintf(quoted, sizeof quoted, "\"%s\": [", list);
    const char *at = strstr(text, quoted);
    ck_assert_msg(at != NULL, "no %s in %s", list, text);
    at += strlen(quoted);
    while (k-- > 0) {
        at += strcspn(at, ",]");
        ck_assert_msg(*at == ',', "%s is too short", list);
        at++;
    }
    at += strspn(at, " \n");
    return strncmp(at, "null", 4) != 0 ? strtod(at, NULL) : (double)NAN;
}

static void show(watch *o, machine *m, double t, double from, const pin_state *pin) {
    memcpy(m->pin, pin, sizeof m->pin);
    watch_observe(NULL, o, t, from);
}

static const double degree = 3.14159265358979323846 / 180;

/* Sectors of 5 degrees, the first from 0 on; angles of any number of turns; states before `from` do not count. */
START_TEST(greatest_around) {
    machine m = {0};
    watch *o = watch_create(&table, &m);
    ck_assert_ptr_nonnull(o);
    show(o, &m, 0, 1, (pin_state[]){{1 * degree, 900, 9, 0}, {100 * degree, 800, 9, 0}});
    show(o, &m, 1, 1, (pin_state[]){{1 * degree, 50, -2, 0}, {-178 * degree, 1, 3, 0}});
    show(o, &m, 1.5, 1, (pin_state[]){{4.9 * degree, 7, -5, 0}, {(720 + 182) * degree, 9, 2, 0}});
    show(o, &m, 3, 1, (pin_state[]){{(double)NAN, 99, 99, 0}, {-0.1 * degree, 6, 1, 0}});
    char *text = summary(o);
    ck_assert_ptr_nonnull(strstr(text, "\"around\": {"));
    ck_assert_ptr_null(strstr(text, "rust"));
    ck_assert_double_eq(listed(text, "load", 0), 50);
    ck_assert_double_eq(listed(text, "load", 36), 9); /* 182 degrees, and 182 after two turns */
    ck_assert_double_eq(listed(text, "load", 71), 6);
    ck_assert_double_eq(listed(text, "wear", 0), -2); /* the greatest need not be positive */
    ck_assert_double_eq(listed(text, "wear", 36), 3);
    for (int k = 1; k < 71; k++)
        if (k != 36) ck_assert_msg(isnan(listed(text, "load", k)), "place %d", k);
    free(text);
    watch_clear(o);
    show(o, &m, 0, 0, (pin_state[]){{11 * degree, 4, 0, 0}, {12 * degree, 3, 0, 0}});
    text = summary(o);
    ck_assert_double_eq(listed(text, "load", 2), 4);
    ck_assert(isnan(listed(text, "load", 0)));
    free(text);
    watch_destroy(o);
}
END_TEST

/* A state stands for half the time to its neighbours. From 0.75 on:
 *   t      0     1     2     4     5
 *   pin 1  slip  stick stick open  open      stick 0.75 .. 3, open 3 .. 5
 *   pin 2  slip  slip  stick slip  -1        slip .75 .. 1.5, stick .. 3, slip .. 4.5, then nothing known
 * and from 0.25 on pin 1 slips for another 0.25 s. */
static const double modes_at[5][1 + PINS] = {{0, 2, 2}, {1, 1, 2}, {2, 1, 1}, {4, 0, 2}, {5, 0, -1}};

static char *modes_from(double from) {
    machine m = {0};
    watch *o = watch_create(&table, &m);
    ck_assert_ptr_nonnull(o);
    for (int i = 0; i < 5; i++)
        show(o, &m, modes_at[i][0], from, (pin_state[]){{.mode = modes_at[i][1]}, {.mode = modes_at[i][2]}});
    char *text = summary(o);
    watch_destroy(o);
    return text;
}

START_TEST(parts_of_time) {
    char *late = modes_from(0.75), *early = modes_from(0.25);
    expect_near(listed(late, "open", 0), 2 / 4.25, 1e-14, NULL, "open");
    expect_near(listed(late, "stick", 0), 2.25 / 4.25, 1e-14, NULL, "stick");
    ck_assert_double_eq(listed(late, "slip", 0), 0);
    ck_assert_double_eq(listed(late, "open", 1), 0);
    expect_near(listed(late, "stick", 1), 1.5 / 3.75, 1e-14, NULL, "stick of the second");
    expect_near(listed(late, "slip", 1), 2.25 / 3.75, 1e-14, NULL, "slip of the second");
    expect_near(listed(early, "slip", 0), 0.25 / 4.75, 1e-14, NULL, "slip");
    expect_near(listed(early, "stick", 0), 2.5 / 4.75, 1e-14, NULL, "stick");
    free(late);
    free(early);
}
END_TEST

/* A single state is all there is; by rows the same numbers come out. */
START_TEST(single_state_and_rows) {
    machine m = {0};
    watch *o = watch_create(&table, &m);
    ck_assert_ptr_nonnull(o);
    show(o, &m, 2, 0, (pin_state[]){{.mode = 1}, {.mode = 7}});
    char *text = summary(o);
    ck_assert_double_eq(listed(text, "stick", 0), 1);
    ck_assert_double_eq(listed(text, "slip", 0), 0);
    ck_assert(isnan(listed(text, "stick", 1)));
    free(text);
    watch_clear(o);
    for (int i = 0; i < 5; i++) {
        const double row[] = {0, 0.1, 3.0 + i, 0, modes_at[i][1], 0.2, 0, 0, modes_at[i][2]};
        ck_assert_int_eq(watch_columns(o), (int)(sizeof row / sizeof *row));
        watch_take_output(o, modes_at[i][0], row);
    }
    text = summary(o);
    ck_assert_double_eq(listed(text, "load", 1), 7); /* 0.1 rad are 5.7 degrees */
    expect_near(listed(text, "slip", 0), 0.5 / 5, 1e-14, NULL, "slip of rows");
    expect_near(listed(text, "open", 0), 2 / 5.0, 1e-14, NULL, "open of rows");
    free(text);
    watch_destroy(o);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&greatest_around, &parts_of_time, &single_state_and_rows};
    return suite_main("watch_gathered", all, sizeof all / sizeof *all);
}
