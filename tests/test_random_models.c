/* Random valid models, short runs: no crash, no number that is none in a result file, energy booked, or a refusal with a sentence.
 * ABUT_RANDOM_SEED=n tries that model alone and prints it. */
#include <check.h>
#include <dirent.h>
#include <hdf5.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "abut/model.h"
#include "support/random_model.h"
#include "support/suite.h"

enum { TEXT = 400, PATH = 300 };
/* Of the processor, of a run: then it is stopped. One of the models in eight has no end; most others take a tenth of a second. */
static double seconds_most(void) { return getenv("ABUT_COMBINATIONS_ALL") || brief() ? 1 : 0.6; }

/* What became of a model. */
typedef enum fate { DONE, STOPPED, FAILED, REFUSED, FATES } fate;
static const char *const fate_names[FATES] = {"done", "stopped", "failed with a sentence", "refused with a sentence"};
typedef struct verdict {
    fate fate;
    char wrong[TEXT];    /* "": nothing */
    char sentence[TEXT]; /* of a refusal or failure */
} verdict;

static void blame(verdict *v, const char *format, const char *what, double number) {
    if (!v->wrong[0]) (void)snprintf(v->wrong, sizeof v->wrong, format, what, number);
}

/* ---- files ---- */
/* Words that stand for no number. What has no value is blank in CSV and null in JSON. */
static void look_for_words(const char *path, verdict *v) {
    static const char *const words[] = {"nan", "NaN", "-inf", ",inf", "Infinity", ": inf"};
    FILE *file = fopen(path, "r");
    static char line[1 << 20];
    bool rows = strstr(path, "/body_") || strstr(path, "/energy.csv");
    while (file && fgets(line, sizeof line, file)) {
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (strstr(line, words[i])) blame(v, "%s: a number that is none (%g)", path, (double)i);
        if (rows && (strstr(line, ",,") || strstr(line, ",\n"))) blame(v, "%s: a number is missing (%g)", path, 0);
    }
    if (file) (void)fclose(file);
}

/* Datasets that always have a value. */
static herr_t look_at_set(hid_t file, const char *name, const H5L_info_t *info, void *user) {
    verdict *v = user;
    (void)info;
    bool always = !strcmp(name, "time") || !strncmp(name, "bodies/", 7) || !strncmp(name, "energy/", 7);
    H5O_info_t what;
    if (!always || H5Oget_info_by_name(file, name, &what, H5P_DEFAULT) < 0 || what.type != H5O_TYPE_DATASET) return 0;
    hid_t set = H5Dopen2(file, name, H5P_DEFAULT), space = H5Dget_space(set), type = H5Dget_type(set);
    hssize_t count = H5Sget_simple_extent_npoints(space);
    if (H5Tget_class(type) == H5T_FLOAT && count > 0) {
        double *x = calloc((size_t)count, sizeof *x);
        ck_assert(x && H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x) >= 0);
        for (hssize_t i = 0; i < count; i++)
            if (!isfinite(x[i])) blame(v, "results.h5: %s: a number that is none at %g", name, (double)i);
        free(x);
    }
    (void)H5Tclose(type);
    (void)H5Sclose(space);
    (void)H5Dclose(set);
    return 0;
}

static void look_at_files(const char *folder, verdict *v) {
    char path[2 * PATH];
    DIR *list = opendir(folder);
    for (struct dirent *e; list && (e = readdir(list));) {
        const char *dot = strrchr(e->d_name, '.');
        (void)snprintf(path, sizeof path, "%s/%.200s", folder, e->d_name);
        if (dot && (!strcmp(dot, ".csv") || !strcmp(dot, ".json"))) look_for_words(path, v);
    }
    if (list) (void)closedir(list);
    (void)snprintf(path, sizeof path, "%s/results.h5", folder);
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    if (file < 0) blame(v, "%s cannot be opened (%g)", "results.h5", 0);
    if (file < 0) return;
    (void)H5Lvisit(file, H5_INDEX_NAME, H5_ITER_NATIVE, look_at_set, v);
    (void)H5Fclose(file);
}

/* ---- energy ---- */
/* Within 1 % of what was exchanged or held, unless the run itself has warned of it? `share`: what is missing. */
static bool is_booked(abut_model *m, double *share) {
    abut_energy e = abut_read_energy(abut_model_world(m));
    double held = fabs(e.kinetic) + fabs(e.springs) + fabs(e.contacts);
    double flow = fabs(e.dissipated_normal) + fabs(e.dissipated_friction) + fabs(e.dissipated_dampers) +
                  fabs(e.work_of_loads_and_drives) + fabs(e.work_of_curvature) + fabs(e.final - e.initial);
    bool warned = false;
    for (int i = 0; i < abut_model_warning_count(m); i++)
        warned = warned || !strcmp(abut_model_warning_at(m, i).code, "energy");
    *share = e.residual / (held + flow);
    return warned || (isfinite(e.residual) && fabs(e.residual) <= 0.01 * (held + flow));
}

/* ---- one model ---- */
static double clock_now(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int watch(abut_world *w, void *user) {
    (void)w;
    return clock_now() > *(const double *)user;
}

static char *text_of(uint64_t seed, size_t *length) {
    char *text = NULL;
    FILE *to = open_memstream(&text, length);
    ck_assert_ptr_nonnull(to);
    random_model(seed, to);
    ck_assert_int_eq(fclose(to), 0);
    return text;
}

static abut_model *model_of(const char *text, size_t length) {
    abut_model *m;
    abut_message why = {0};
    ck_assert_int_eq(abut_model_read(&(abut_model_def){.path = "random", .text = text, .length = length}, &m, &why), 0);
    return m;
}

/* What is missing may be due to a loose tolerance: then it is there with a tight one. What is not booked stays missing. */
static void look_at_energy(abut_model *m, const char *text, size_t length, verdict *v) {
    const double tight = 1e-7;
    double share, again, end = clock_now() + 10;
    if (is_booked(m, &share)) return;
    abut_run_outcome out;
    abut_model *other = model_of(text, length);
    abut_status status = abut_model_run(other, &(abut_run_def){.rtol = tight, .watch = watch, .user = &end}, &out);
    if (status || !is_booked(other, &again))
        blame(v, "energy%s: %g of what was exchanged is missing", status ? ", and no other run" : "", share);
    abut_model_destroy(other);
}

static verdict try_model(uint64_t seed, const char *folder) {
    verdict v = {.fate = REFUSED};
    size_t length;
    char *text = text_of(seed, &length);
    abut_model *m = model_of(text, length);
    double end = clock_now() + seconds_most();
    abut_run_outcome out;
    (void)abut_model_run(m, &(abut_run_def){.folder = folder, .csv = true, .watch = watch, .user = &end}, &out);
    const char *sentence = out.message.text;
    if (!out.begun && !sentence[0] && abut_model_error_count(m)) sentence = abut_model_error_at(m, 0).text;
    (void)snprintf(v.sentence, sizeof v.sentence, "%.390s", sentence);
    if (out.begun) v.fate = !out.status ? DONE : out.status == ABUT_STOPPED ? STOPPED : FAILED;
    if (v.fate >= FAILED && !sentence[0]) blame(&v, "status %s%g without a sentence", "", out.status);
    if (out.begun) look_at_files(folder, &v);
    if (v.fate == DONE) look_at_energy(m, text, length, &v);
    abut_model_destroy(m);
    free(text);
    return v;
}

/* In a process of its own, so that a crash is told with its seed. */
static verdict try_seed(uint64_t seed, const char *folder) {
    verdict v = {.fate = FAILED};
    int ends[2], status;
    ck_assert_int_eq(pipe(ends), 0);
    (void)fflush(stdout);
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        (void)alarm(240); /* it may have to share its core */
        v = try_model(seed, folder);
        _exit(write(ends[1], &v, sizeof v) == (ssize_t)sizeof v ? 0 : 3);
    }
    (void)close(ends[1]);
    bool told = read(ends[0], &v, sizeof v) == (ssize_t)sizeof v;
    (void)close(ends[0]);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    if (WIFSIGNALED(status)) blame(&v, "%skilled by signal %g", "", WTERMSIG(status));
    if (!told) blame(&v, "%sended with status %g", "", WEXITSTATUS(status));
    return v;
}

static void remove_folder(const char *folder) {
    char command[PATH + 16];
    (void)snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

START_TEST(random_models) {
    const char *one = getenv("ABUT_RANDOM_SEED"), *temporary = getenv("TMPDIR");
    uint64_t first = one ? strtoull(one, NULL, 10) : 1;
    int count = one ? 1 : getenv("ABUT_COMBINATIONS_ALL") ? 300 : brief() ? 20 : 40, bad = 0, fates[FATES] = {0};
    char folder[PATH];
    (void)snprintf(folder, sizeof folder, "%.200s/abut_random_XXXXXX", temporary ? temporary : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    if (one) random_model(first, stdout);
    for (uint64_t seed = first; seed < first + (uint64_t)count; seed++) {
        verdict v = try_seed(seed, folder);
        fates[v.fate]++;
        bad += v.wrong[0] != '\0';
        if (v.wrong[0]) (void)printf("seed %llu: %s\n", (unsigned long long)seed, v.wrong);
        if (one || getenv("ABUT_RANDOM_TELL"))
            (void)printf("seed %llu: %s: %s\n", (unsigned long long)seed, fate_names[v.fate], v.sentence);
    }
    remove_folder(folder);
    (void)printf("%d random models:", count);
    for (int i = 0; i < FATES; i++) (void)printf(" %d %s%s", fates[i], fate_names[i], i < FATES - 1 ? "," : "\n");
    ck_assert_msg(bad == 0, "%d of %d models went wrong", bad, count);
    int ran = fates[DONE] + fates[STOPPED]; /* how many end in time depends on machine and build */
    ck_assert_msg(one || 2 * ran > count, "only %d of %d models ran", ran, count);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&random_models};
    return suite_main("random_models", all, sizeof all / sizeof all[0]);
}
