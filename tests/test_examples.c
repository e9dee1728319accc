/* Every folder examples/NN_NAME with its reference.csv: the model is run and compared with the numbers there, within the
 * tolerance that stands beside each. A row has settings (path=value, separated by ';'), time, object, quantity (see
 * support/example.h), value and absolute tolerance; rows with the same settings belong to one run and go up in time. */
#include <check.h>
#include <ctype.h>
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/example.h"
#include "support/near.h"
#include "support/suite.h"
#include "support/table.h"
#include "support/validation.h"

/* Values printed with the test set for initial value problems (Bari): the angles of the squeezing mechanism at 0.03 s, from the
 * start (solution printed in its source, PSIDE at 1e-14; the start as in the example). */
static const struct {
    const char *folder, *joint;
    double figure;
} printed[] = {{"09_andrews", "O", 15.81077119629904 + 0.0617138900142764},
               {"09_andrews", "F", -15.75637105984298},
               {"09_andrews", "H", -0.5347301163226948 - 0.2226683901653288}};

static void publish(const char *folder, const char *object, const char *quantity, double ours) {
    for (size_t i = 0; i < sizeof printed / sizeof *printed; i++) {
        if (strcmp(folder, printed[i].folder) != 0 || strcmp(object, printed[i].joint) != 0) continue;
        if (strcmp(quantity, "x1") != 0) continue;
        char what[80];
        (void)snprintf(what, sizeof what, "Andrews' squeezing mechanism: angle of joint %s after 0.03 s", object);
        validated(&(validation){"Mechanisms", what, "published: test set for initial value problems (Bari)", "rad",
                                printed[i].figure, 0, ours});
        expect_within(ours, printed[i].figure, 1e-6, NULL, "%s, printed", object);
    }
}

static double compare_row(example *e, const table *t, size_t row, const char *folder) {
    double time = table_at(t, row, "t"), want = table_at(t, row, "value"), tolerance = table_at(t, row, "tolerance");
    const char *object = table_text(t, row, "object"), *quantity = table_text(t, row, "quantity");
    if (abut_time(e->w) != time) example_advance(e, time);
    double got = example_number(e->w, object, quantity);
    expect_within(got, want, tolerance, NULL, "%s: %s of %s at t = %g: %.17g", folder, quantity, object, time, got);
    publish(folder, object, quantity, got);
    return fabs(got - want) / tolerance;
}

/* In brief: that it starts, runs and can be asked. */
static void look_at_row(example *e, const table *t, size_t row) {
    example_advance(e, 0.05 * table_at(t, row, "t"));
    (void)example_number(e->w, table_text(t, row, "object"), table_text(t, row, "quantity"));
}

static void compare(const char *folder) {
    char path[256];
    (void)snprintf(path, sizeof path, "../../examples/%s/reference.csv", folder);
    table t = table_read(path);
    const char *settings = NULL;
    double worst = 0;
    example e = {0};
    for (size_t row = 0; row < t.rows; row++) {
        const char *these = table_text(&t, row, "settings");
        if (!settings || strcmp(these, settings) != 0) {
            if (settings) example_end(&e);
            e = example_start(folder, these, NULL);
            if (brief()) look_at_row(&e, &t, row);
        }
        settings = these;
        if (!brief()) worst = fmax(worst, compare_row(&e, &t, row, folder));
    }
    printf("%s: %zu numbers, worst %.2g of its tolerance, solver %s\n", folder, t.rows, worst,
           abut_read_stats(e.w).solver);
    example_end(&e);
    table_free(&t);
}

static int is_example(const struct dirent *d) { return isdigit((unsigned char)d->d_name[0]) != 0; }

START_TEST(references) {
    struct dirent **list;
    int count = scandir(ABUT_TEST_DATA "/../../examples", &list, is_example, alphasort);
    ck_assert_int_ge(count, 10);
    for (int i = 0; i < count; i++) {
        compare(list[i]->d_name);
        free(list[i]);
    }
    free(list);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&references};
    return suite_main("examples", all, sizeof all / sizeof *all);
}
