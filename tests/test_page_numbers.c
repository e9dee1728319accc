/* Numbers on the page of a run against those of its other files: rows, energy, machines, summary; and the spectrum of a bearing
 * against the transform of its rows, long enough that high frequencies are shown in groups. */
#include <check.h>
#include <hdf5.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "machine/shared/spectrum.h"
#include "report/encode.h"
#include "report/run_source.h"
#include "support/near.h"
#include "support/page.h"
#include "support/suite.h"

#ifdef ABUT_EXE
static const char text[] = "abut: 1\n"
                           "bodies:\n"
                           "  - {name: housing, fixed: true}\n"
                           "  - {name: shaft, mass: 0.5, inertia: [1e-4, 1e-4, 1e-4], drive: {speed: 3000 rpm}}\n"
                           "machines:\n"
                           "  - {name: brg, type: ball_bearing, inner: shaft, outer: housing, clearance: -10 um,\n"
                           "     balls: {count: 3, diameter: 9.525 mm}, pitch_diameter: 38.5 mm}\n"
                           "forces:\n"
                           "  - {name: load, type: load, body: shaft, force: [0, -300, 50]}\n"
                           "solver: {t_end: 24 ms, rtol: 1e-4}\n"
                           "output: {every: 2 us, from: 1 ms}\n";
enum { ROWS = 12001, FROM = 500, SAMPLES = ROWS - FROM, PADDED = 16384, BINS = PADDED / 2 + 1, FULL = 5120 };

static char folder[64];
static char *page;
static thin shown_rows;
static double shape_bytes;
static int shapes;
static hid_t rows;

/* The page of what lies in the folder. */
static void make_page(void) {
    abut_message message = {0};
    run_source source;
    size_t size = 0;
    ck_assert_msg(run_open(&source, NULL, folder, 4e6, true, &message) == ABUT_OK, "%s", message.text);
    FILE *to = open_memstream(&page, &size);
    json j = json_start(to);
    j.text = encode_text;
    json_begin(&j, "runs", '[');
    ck_assert_msg(run_put(&source, &j, &message) == ABUT_OK, "%s", message.text);
    json_end(&j);
    json_end(&j);
    (void)fclose(to);
    shown_rows = source.thin;
    shape_bytes = run_shape_bytes(&source);
    shapes = source.shapes;
    run_close(&source);
}

static void set_up(void) {
    char path[100], command[400];
    (void)snprintf(folder, sizeof folder, "/tmp/abut_page_XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    (void)snprintf(path, sizeof path, "%s/model.yaml", folder);
    FILE *file = fopen(path, "w");
    ck_assert(file && fputs(text, file) >= 0 && fclose(file) == 0);
    (void)snprintf(command, sizeof command, "%s run %s --out %s --quiet --no-report", ABUT_EXE, path, folder);
    ck_assert_int_eq(system(command), 0);
    make_page();
    (void)snprintf(path, sizeof path, "%s/results.h5", folder);
    rows = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    ck_assert(rows >= 0 && shown_rows.rows == ROWS && shown_rows.stride > 1);
}

static void tear_down(void) {
    char command[128];
    (void)H5Fclose(rows);
    free(page);
    (void)snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

/* All of a dataset; *width: numbers of a row. */
static double *dataset(const char *name, int *width) {
    hid_t set = H5Dopen2(rows, name, H5P_DEFAULT), space = H5Dget_space(set);
    ck_assert_msg(set >= 0, "%s", name);
    size_t count = (size_t)H5Sget_simple_extent_npoints(space);
    double *x = malloc(count * sizeof *x);
    ck_assert(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x) >= 0);
    (void)H5Sclose(space);
    (void)H5Dclose(set);
    *width = (int)(count / ROWS);
    return x;
}

/* Shown rows of a section: every stride-th and the last. */
static void check_section(const char *section, const char *key, const char *name, const char *tail) {
    char shape[60], quoted[60];
    int width;
    double *want = dataset(name, &width);
    (void)snprintf(shape, sizeof shape, "[%ld%s]", shown_rows.shown, tail);
    (void)snprintf(quoted, sizeof quoted, "\"%s\": {", key);
    const char *at = strstr(page, section);
    ck_assert_msg(at != NULL, "no %s", section);
    float *got = page_array(at, quoted, shape);
    for (long i = 0; i < shown_rows.shown; i++) {
        long row = i == shown_rows.shown - 1 ? ROWS - 1 : i * shown_rows.stride;
        for (int c = 0; c < width; c++)
            if (got[i * width + c] != (float)want[row * width + c])
                ck_abort_msg("%s %s: row %ld, %d: %g instead of %g", section, key, row, c, (double)got[i * width + c],
                             want[row * width + c]);
    }
    free(got);
    free(want);
}

/* The columns of a matrix one after the other, each a column of a dataset. */
static int check_matrix(const char *at, const char *group, const char *const *names) {
    int columns = 0, first = 0;
    char shape[60], path[100];
    for (int n = 0; names[n]; n++) {
        int width;
        (void)snprintf(path, sizeof path, "%s/%s", group, names[n]);
        free(dataset(path, &width));
        columns += width;
    }
    (void)snprintf(shape, sizeof shape, "[%ld, %d]", shown_rows.shown, columns);
    float *got = page_array(at, "\"data\": {", shape);
    for (int n = 0; names[n]; n++) {
        int width;
        (void)snprintf(path, sizeof path, "%s/%s", group, names[n]);
        double *want = dataset(path, &width);
        for (long i = 0; i < shown_rows.shown; i++) {
            long row = i == shown_rows.shown - 1 ? ROWS - 1 : i * shown_rows.stride;
            for (int c = 0; c < width; c++)
                if (got[i * columns + first + c] != (float)want[row * width + c])
                    ck_abort_msg("%s, row %ld, part %d", path, row, c);
        }
        first += width;
        free(want);
    }
    free(got);
    return columns;
}

static void check_rows(void) {
    char shape[40];
    int width;
    double *time = dataset("time", &width);
    (void)snprintf(shape, sizeof shape, "[%ld]", shown_rows.shown);
    double *t = page_array(page, "\"time\": {", shape);
    for (long i = 0; i < shown_rows.shown; i++)
        ck_assert(t[i] == time[i == shown_rows.shown - 1 ? ROWS - 1 : i * shown_rows.stride]);
    free(t);
    free(time);
    check_section("\"bodies\": {", "position", "bodies/position", ", 5, 3");
    check_section("\"bodies\": {", "quaternion", "bodies/quaternion", ", 5, 4");
    check_section("\"bodies\": {", "angular_velocity", "bodies/angular_velocity", ", 5, 3");
    check_section("\"contacts\": {\"names\"", "N", "contacts/N", ", 6");
    check_section("\"contacts\": {\"names\"", "force", "contacts/force", ", 6, 3");
    check_section("\"contacts\": {\"names\"", "p_max", "contacts/p_max", ", 6");
    check_section("\"contacts\": {\"names\"", "slip", "contacts/slip", ", 6");
    static const char *const energy[] = {"kinetic",
                                         "gravity",
                                         "springs",
                                         "contacts",
                                         "dissipated_normal",
                                         "dissipated_friction",
                                         "dissipated_dampers",
                                         "work",
                                         "residual",
                                         "work_of_curvature",
                                         NULL};
    ck_assert_int_eq(check_matrix(strstr(page, "\"energy\": {\"names\""), "energy", energy), 10);
}

/* Names of all columns in their order are those of the page; every number is that of the dataset. */
static void check_machine(void) {
    const char *brg = strstr(page, "\"brg\": {\"type\": \"ball_bearing\", \"columns\""),
               *at; /* not that of the summary */
    ck_assert_ptr_nonnull(brg);
    at = strstr(brg, "\"columns\": [");
    static char set[100][40];
    const char *names[101] = {NULL};
    int sets = 0, columns = 0;
    for (const char *c = strstr(at, "{\"name\": \""); c && c < strstr(at, "]"); c = strstr(c + 1, "{\"name\": \"")) {
        char name[40], folded[40];
        (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(c + 10, "\""), c + 10);
        int k = 0; /* ball2_Q_inner is part of ball_Q_inner */
        if (!strncmp(name, "ball", 4) && name[4] >= '1' && name[4] <= '3') k = name[4] - '0';
        (void)snprintf(folded, sizeof folded, "%s%s", k ? "ball" : name, k ? name + 5 : "");
        if (k < 2) (void)snprintf(set[sets], sizeof set[sets], "%s", folded), names[sets] = set[sets], sets++;
        if (k > 1) ck_assert_str_eq(set[sets - 1], folded);
        columns++;
    }
    ck_assert_int_ge(columns, 80);
    ck_assert_int_eq(check_matrix(brg, "machines/brg", names), columns);
}

static void check_spectrum(void) {
    static const char *const names[] = {"fx", "fy", "fz", "dx", "dy", "dz"};
    const char *at = strstr(page, "\"spectrum\": {\"frequency\": {");
    ck_assert_ptr_nonnull(at);
    char shape[40];
    int shown = FULL + (BINS - FULL + 1) / 2, width; /* the 3073 above in twos */
    (void)snprintf(shape, sizeof shape, "[%d]", shown);
    float *f = page_array(at, "\"frequency\": {", shape);
    (void)snprintf(shape, sizeof shape, "[6, %d]", shown);
    float *a = page_array(at, "\"amplitude\": {", shape);
    double *amplitude = malloc(BINS * sizeof *amplitude), df = 1 / (PADDED * 2e-6);
    for (int k = 0; k < 6; k++) {
        char path[60];
        (void)snprintf(path, sizeof path, "machines/brg/%s", names[k]);
        double *x = dataset(path, &width);
        ck_assert(spectrum_amplitudes(x + FROM, SAMPLES, 1, amplitude));
        for (int i = 0; i < shown; i++) {
            int bin = i < FULL ? i : FULL + 2 * (i - FULL);
            bool two = i >= FULL && bin + 1 < BINS;
            double want = two ? fmax(amplitude[bin], amplitude[bin + 1]) : amplitude[bin];
            expect_within(a[k * shown + i], want, 2e-7 * want + 1e-30, NULL, "%s, bin %d", names[k], bin);
            expect_within(f[i], (two ? bin + 0.5 : bin) * df, 1e-6 * df * (bin + 1), NULL, "frequency of %d", bin);
        }
        free(x);
    }
    free(amplitude);
    free(f);
    free(a);
}

/* The room that was kept for surfaces is what they take: 200 bytes for the rest of each at most. Equal ones stand there once. */
static void check_shapes(void) {
    const char *from = strstr(page, "\"surfaces\": [{\"name\""), *to = strstr(page, "\"energy\": {\"names\"");
    ck_assert(from && to > from && shapes == 5);
    double bytes = (double)(to - from);
    ck_assert_msg(bytes > 1000 * 3 && bytes <= shape_bytes && bytes >= shape_bytes - 200 * shapes, "%g of %g", bytes,
                  shape_bytes);
    int balls = 0;
    for (const char *at = from; (at = strstr(at + 1, "\"like\": ")) && at < to;) balls++;
    ck_assert_int_eq(balls, 2);
}

/* The summary stands on the page as it is in its file. */
static void check_summary(void) {
    char path[100];
    (void)snprintf(path, sizeof path, "%s/summary.json", folder);
    FILE *file = fopen(path, "r");
    char *summary = calloc(1, 1 << 18);
    size_t length = fread(summary, 1, (1 << 18) - 1, file);
    (void)fclose(file);
    while (length && summary[length - 1] == '\n') summary[--length] = '\0';
    const char *at = strstr(page, "\"summary\": ");
    ck_assert(at && length > 1000 && !strncmp(at + strlen("\"summary\": "), summary, length));
    free(summary);
}

/* The value of a headline figure. */
static double card(const char *label) {
    char quoted[80];
    (void)snprintf(quoted, sizeof quoted, "\"label\": \"%s\", \"value\": ", label);
    const char *at = strstr(page, quoted);
    ck_assert_msg(at != NULL, "no %s", label);
    return strtod(at + strlen(quoted), NULL);
}

/* Number k of a list of the page; null: NaN. */
static double listed(const char *at, int k) {
    for (; k > 0; k--) at = strchr(at, ',') + 1;
    at += strspn(at, " ");
    return strncmp(at, "null", 4) != 0 ? strtod(at, NULL) : (double)NAN;
}

/* The greatest load at 72 places around the axis. */
static void check_around(void) {
    static const char key[] = "\"around\": {\"ball\": {\"Q_inner\": [";
    int width;
    double *Q = dataset("machines/brg/ball_Q_inner", &width), *angle = dataset("machines/brg/ball_azimuth", &width);
    double most[72];
    for (int s = 0; s < 72; s++) most[s] = -1;
    for (int i = FROM * width; i < ROWS * width; i++) {
        double degrees = fmod(fmod(angle[i] * 180 / acos(-1), 360) + 360, 360);
        int s = (int)(degrees / 5);
        most[s] = fmax(most[s], Q[i]);
    }
    const char *at = strstr(page, key);
    ck_assert_ptr_nonnull(at);
    for (int s = 0; s < 72; s++) {
        double got = listed(at + strlen(key), s);
        ck_assert_msg(most[s] < 0 ? isnan(got) : got == most[s], "place %d: %g instead of %g", s, got, most[s]);
    }
    free(Q);
    free(angle);
}

/* Greatest length of the vectors of a dataset, or greatest number, from `output.from` on. */
static double greatest(const char *name, int components) {
    int width;
    double *x = dataset(name, &width), most = 0;
    for (int i = FROM * width; i < ROWS * width; i += components)
        most = fmax(most, components == 3 ? sqrt(x[i] * x[i] + x[i + 1] * x[i + 1] + x[i + 2] * x[i + 2]) : x[i]);
    free(x);
    return most;
}

static void check_greatest(void) {
    static const struct {
        const char *key, *set;
        int components;
    } figures[] = {{"contact_force", "contacts/N", 1},
                   {"pressure", "contacts/p_max", 1},
                   {"approach", "contacts/approach", 1},
                   {"speed", "bodies/velocity", 3},
                   {"angular_speed", "bodies/angular_velocity", 3}};
    const char *at = strstr(page, "\"greatest\": {\"of\": \"output rows\"");
    ck_assert_ptr_nonnull(at);
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        char quoted[40];
        (void)snprintf(quoted, sizeof quoted, "\"%s\": ", figures[i].key);
        const char *number = strstr(at, quoted);
        ck_assert_ptr_nonnull(number);
        expect_near(strtod(number + strlen(quoted), NULL), greatest(figures[i].set, figures[i].components), 1e-14, NULL,
                    "%s", figures[i].key);
    }
    ck_assert_ptr_nonnull(strstr(at, "\"joint_force\": null"));
}

/* A run that left no summary has the figures of its rows from `output.from` on: greatest, and trapezia over equal times. */
static void check_without_summary(void) {
    char path[100];
    int width, one;
    (void)snprintf(path, sizeof path, "%s/summary.json", folder);
    ck_assert_int_eq(remove(path), 0);
    free(page);
    (void)H5Fclose(rows);
    make_page();
    (void)snprintf(path, sizeof path, "%s/results.h5", folder);
    rows = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    double *Q = dataset("machines/brg/ball_Q_inner", &width), *speed = dataset("machines/brg/speed", &one);
    double most = 0, sum = 0, turning = 0;
    ck_assert(width == 3 && one == 1);
    for (int i = FROM; i < ROWS; i++) {
        double part = (i == FROM || i == ROWS - 1 ? 0.5 : 1) / (SAMPLES - 1);
        for (int k = 0; k < width; k++) most = fmax(most, Q[i * width + k]), sum += part * Q[i * width + k] / width;
        turning += part * speed[i];
    }
    ck_assert_double_eq(card("Inner race, greatest load"), most);
    expect_near(card("Inner race, mean load"), sum, 1e-9, NULL, "mean load");
    expect_near(card("Speed of the inner ring"), turning, 1e-9, NULL, "speed");
    ck_assert_ptr_nonnull(strstr(page, "\"instants\": 11501, \"of\": \"output rows\""));
    check_around();
    check_greatest();
    free(Q);
    free(speed);
}

START_TEST(page_of_a_bearing) {
    set_up();
    check_rows();
    check_machine();
    check_spectrum();
    check_shapes();
    check_summary();
    check_without_summary();
    tear_down();
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&page_of_a_bearing};
    return suite_main("page_numbers", all, sizeof all / sizeof *all);
}
#else
int main(void) { return 0; }
#endif
