#define _POSIX_C_SOURCE 200809L /* mkdtemp, open_memstream */
/* The page of a pump whose run has left no summary: regimes and least films of its contacts, forces of its joints, by hand from
 * its rows. */
#include "support/suite.h"

#ifdef ABUT_EXE
#include <hdf5.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/run_source.h"
#include "support/near.h"

enum { ROWS = 201, FROM = 50, CONTACTS = 15, JOINTS = 6, REGIMES = 5 };
static char folder[64];
static hid_t rows;

static char *page_without_summary(void) {
    char command[600], path[100], *page = NULL;
    size_t size = 0;
    abut_message message = {0};
    run_source source;
    (void)snprintf(folder, sizeof folder, "/tmp/abut_rows_XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    (void)snprintf(command, sizeof command,
                   "%s run %s/../../examples/25_pump/model.yaml --out %s --quiet --no-report --t-end 0.004 "
                   "--every '0.02 ms' --set output.from=0.001",
                   ABUT_EXE, ABUT_TEST_DATA, folder);
    ck_assert_int_eq(system(command), 0);
    (void)snprintf(path, sizeof path, "%s/summary.json", folder);
    ck_assert_int_eq(remove(path), 0);
    ck_assert_msg(run_open(&source, NULL, folder, 4e6, true, &message) == ABUT_OK, "%s", message.text);
    FILE *to = open_memstream(&page, &size);
    json j = json_start(to);
    json_begin(&j, "runs", '[');
    ck_assert_msg(run_put(&source, &j, &message) == ABUT_OK, "%s", message.text);
    json_end(&j);
    json_end(&j);
    (void)fclose(to);
    run_close(&source);
    ck_assert_ptr_nonnull(page);
    return page;
}

static void dataset(const char *name, double *to, int numbers) {
    hid_t set = H5Dopen2(rows, name, H5P_DEFAULT), space = H5Dget_space(set);
    ck_assert_msg(set >= 0 && H5Sget_simple_extent_npoints(space) == numbers, "%s", name);
    ck_assert(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, to) >= 0);
    (void)H5Sclose(space);
    (void)H5Dclose(set);
}

/* The number behind the next such key; null: NaN. */
static double next_number(const char **at, const char *key) {
    char quoted[60];
    (void)snprintf(quoted, sizeof quoted, "\"%s\": ", key);
    const char *found = strstr(*at, quoted);
    ck_assert_msg(found != NULL, "no %s", key);
    *at = found + strlen(quoted);
    return strncmp(*at, "null", 4) != 0 ? strtod(*at, NULL) : (double)NAN;
}

static double N[ROWS][CONTACTS], regime[ROWS][CONTACTS], h_min[ROWS][CONTACTS], force[ROWS][JOINTS][3];

/* Rows are equally far apart: the first and the last count half. */
static double check_contact(const char **at, int c) {
    static const char *const names[REGIMES] = {"none", "rigid_isoviscous", "elastic_isoviscous", "rigid_piezoviscous",
                                               "elastic_piezoviscous"};
    double time[REGIMES] = {0}, whole = 0, least = INFINITY, most = 0;
    for (int i = FROM; i < ROWS; i++) {
        most = fmax(most, N[i][c]);
        if (!(N[i][c] > 0)) continue;
        double part = i == FROM || i == ROWS - 1 ? 0.5 : 1;
        time[(int)regime[i][c]] += part, whole += part;
        if (h_min[i][c] > 0) least = fmin(least, h_min[i][c]);
    }
    ck_assert_double_eq(next_number(at, "max_N"), most);
    double said = next_number(at, "h_min_least");
    ck_assert_msg(isinf(least) ? isnan(said) : said == least, "least film of contact %d: %g, not %g", c, said, least);
    for (int k = 0; k < REGIMES; k++) {
        double share = next_number(at, names[k]);
        if (whole > 0)
            expect_within(share, time[k] / whole, 1e-9, NULL, "%s of contact %d", names[k], c);
        else
            ck_assert(isnan(share));
    }
    return least;
}

START_TEST(pump) {
    char *page = page_without_summary(), path[100], command[100];
    const char *at = strstr(page, "\"summary\": {\"contacts\": {");
    double least = INFINITY, most = 0;
    (void)snprintf(path, sizeof path, "%s/results.h5", folder);
    rows = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    ck_assert(at != NULL && rows >= 0);
    dataset("contacts/N", &N[0][0], ROWS * CONTACTS);
    dataset("films/regime", &regime[0][0], ROWS * CONTACTS);
    dataset("films/h_min", &h_min[0][0], ROWS * CONTACTS);
    dataset("joints/force", &force[0][0][0], ROWS * JOINTS * 3);
    for (int c = 0; c < CONTACTS; c++) least = fmin(least, check_contact(&at, c));
    for (int i = FROM; i < ROWS; i++)
        for (int k = 0; k < JOINTS; k++)
            most = fmax(most, hypot(hypot(force[i][k][0], force[i][k][1]), force[i][k][2]));
    ck_assert_double_eq(next_number(&at, "film_least"), least);
    expect_near(next_number(&at, "joint_force"), most, 1e-12, NULL, "joint force");
    (void)H5Fclose(rows);
    free(page);
    (void)snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&pump};
    return suite_main("rows_figures", all, sizeof all / sizeof *all);
}
#else
int main(void) { return 0; }
#endif
