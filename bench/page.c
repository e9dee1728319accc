/* What the web page of a very long run costs: a bearing recorded until the results take 1 GB, then `abut report`. Memory is
 * the greatest resident size of that process.
 *
 *   bench_page FILE.json     the results lie beside FILE.json meanwhile */
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common.h"

#define MOST_MEMORY 500.0 /* MB, at most */
#define MOST_PAGE   5.0   /* MB, at most */

typedef struct cost {
    double seconds, memory; /* wall time; MB */
} cost;

static double wall(void) {
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Runs the program with these words, its standard output thrown away. */
static cost spend(char *const *words) {
    double start = wall();
    pid_t child = fork();
    if (child < 0) bench_die("cannot start", ABUT_EXE);
    if (child == 0) {
        int nowhere = open("/dev/null", O_WRONLY);
        if (nowhere >= 0) (void)dup2(nowhere, STDOUT_FILENO);
        (void)execv(ABUT_EXE, words);
        _exit(127);
    }
    int status = 0;
    struct rusage used;
    if (wait4(child, &status, 0, &used) != child || status) bench_die("fails", words[1]);
    return (cost){wall() - start, 1024e-6 * (double)used.ru_maxrss}; /* ru_maxrss: KiB on Linux */
}

static double megabytes(const char *folder, const char *file) {
    char path[4096];
    struct stat s;
    (void)snprintf(path, sizeof path, "%s/%s", folder, file);
    if (stat(path, &s)) bench_die("is missing", path);
    return 1e-6 * (double)s.st_size;
}

static void clear(const char *folder) {
    const char *const files[] = {"results.h5", "summary.json", "report.html"};
    char path[4096];
    for (int i = 0; i < 3; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        (void)unlink(path);
    }
    (void)rmdir(folder);
}

int main(int argc, char **argv) {
    if (argc != 2) bench_die("usage", "bench_page FILE.json");
    char folder[4000];
    (void)snprintf(folder, sizeof folder, "%s.run", argv[1]);
    FILE *json = bench_json_open(argv[1], "page");
    char *model = ABUT_EXAMPLES "/13_ball_bearing/model.yaml";
    cost run = spend((char *[]){"abut", "run", model, "--every", "2 us", "--no-report", "--out", folder, NULL});
    double results = megabytes(folder, "results.h5");
    cost report = spend((char *[]){"abut", "report", folder, NULL});
    double page = megabytes(folder, "report.html");
    clear(folder);
    printf("results %.0f MB in %.1f s; page %.2f MB in %.2f s with %.0f MB of memory\n", results, run.seconds, page,
           report.seconds, report.memory);
    fprintf(json,
            ",\n  \"page\": {\"results_MB\": %.4g, \"page_MB\": %.4g, \"report_s\": %.4g, \"memory_MB\": %.4g, "
            "\"run_s\": %.4g, \"run_memory_MB\": %.4g}\n}\n",
            results, page, report.seconds, report.memory, run.seconds, run.memory);
    if (fclose(json)) bench_die("cannot write", argv[1]);
    bool good = results >= 1000 && report.memory <= MOST_MEMORY && page <= MOST_PAGE;
    if (!good)
        fprintf(stderr, "bench: results of 1 GB, a page of %g MB and %g MB of memory are asked for\n", MOST_PAGE,
                MOST_MEMORY);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
