/* Measuring, and the table and JSON file that come out of it; shared by the benchmarks.
 *
 * A timing runs the same prepared work again and again. All timings of a benchmark take turns: one batch each, then the
 * next round, so that a slow spell of the machine falls on all of them and not on one. The figure is the fastest batch,
 * which is the least disturbed one; the median stands beside it. Times are those of the processor, not of the wall. */
#ifndef ABUT_BENCH_COMMON_H
#define ABUT_BENCH_COMMON_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "abut/abut.h"

#if defined(__GLIBC__)
#include <gnu/libc-version.h>
#endif

enum { BENCH_BATCHES = 51, BENCH_ROWS = 160 };
#define BENCH_BATCH_NS 4e6

/* ---- random numbers: xorshift64*, the same everywhere ---- */
typedef struct bench_random {
    uint64_t state;
} bench_random;

static inline double bench_uniform(bench_random *r, double low, double high) {
    r->state ^= r->state >> 12;
    r->state ^= r->state << 25;
    r->state ^= r->state >> 27;
    return low + (high - low) * ((double)((r->state * UINT64_C(2685821657736338717)) >> 11) * 0x1p-53);
}
static inline double bench_log_uniform(bench_random *r, double low, double high) {
    return low * exp(bench_uniform(r, 0, log(high / low)));
}

/* ---- what is measured ---- */
/* Does the work `passes` times over and returns the sum of its results. */
typedef double bench_fn(const void *work, long passes);

typedef struct bench_timing {
    bench_fn *fn; /* NULL: nothing to measure */
    const void *work;
    double size;   /* operations in one pass */
    double target; /* ns; 0: none */
    long passes;   /* in one batch */
    double batch[BENCH_BATCHES];
    double ns, median; /* of one operation: fastest and middle batch */
    double checksum;   /* of one pass: the same in every run of the same program */
} bench_timing;

typedef struct bench_row {
    char group[80], name[64];
    bench_timing plain, jacobian;
    bool has_error;
    double error[2]; /* largest relative difference of the force; NaN: not comparable */
    const char *failed;
} bench_row;

typedef struct bench {
    const char *name, *filter; /* filter: only rows whose group or name contains it; NULL: all */
    int count;
    bench_row rows[BENCH_ROWS];
} bench;

static inline void bench_die(const char *what, const char *which) {
    fprintf(stderr, "bench: %s: %s\n", what, which);
    exit(EXIT_SUCCESS); /* a benchmark never fails a build */
}

static inline void *bench_alloc(size_t count, size_t size) {
    void *p = calloc(count, size);
    if (!p) bench_die("out of memory", "");
    return p;
}

/* NULL if the filter leaves the row out. The first row is never left out: it is the yardstick of all others. */
static inline bench_row *bench_add(bench *b, const char *group, const char *name) {
    if (b->count && b->filter && !strstr(group, b->filter) && !strstr(name, b->filter)) return NULL;
    if (b->count == BENCH_ROWS) bench_die("too many rows", name);
    bench_row *r = &b->rows[b->count++];
    *r = (bench_row){.error = {NAN, NAN}};
    snprintf(r->group, sizeof r->group, "%s", group);
    snprintf(r->name, sizeof r->name, "%s", name);
    return r;
}

static inline double bench_now(void) { /* ns that this thread has run: what others take meanwhile does not count */
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static volatile double bench_sink; /* what is stored here cannot be left out by the compiler */

static inline double bench_time(const bench_timing *t, long passes) {
    if (passes > 1) bench_sink = t->fn(t->work, 1); /* fills the caches again */
    double start = bench_now();
    bench_sink = t->fn(t->work, passes);
    return bench_now() - start;
}

/* How many passes make a batch. */
static inline void bench_calibrate(bench_timing *t) {
    t->checksum = t->fn(t->work, 1);
    double spent = 0;
    for (t->passes = 1; (spent = bench_time(t, t->passes)) < 0.5 * BENCH_BATCH_NS;) t->passes *= 2;
    t->passes = (long)ceil((double)t->passes * BENCH_BATCH_NS / spent);
}

static inline int bench_compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static inline void bench_summarise(bench_timing *t) {
    qsort(t->batch, BENCH_BATCHES, sizeof t->batch[0], bench_compare);
    t->ns = t->batch[0];
    t->median = t->batch[BENCH_BATCHES / 2];
}

static inline void bench_run(bench *b) {
    for (int round = -1; round <= BENCH_BATCHES; round++)
        for (int i = 0; i < 2 * b->count; i++) {
            bench_timing *t = i % 2 ? &b->rows[i / 2].jacobian : &b->rows[i / 2].plain;
            if (!t->fn) continue;
            if (round < 0)
                bench_calibrate(t);
            else if (round < BENCH_BATCHES)
                t->batch[round] = bench_time(t, t->passes) / ((double)t->passes * t->size);
            else
                bench_summarise(t);
        }
}

/* ---- the machine ---- */
static inline void bench_cpu(char *out, size_t size) {
    static const char *const keys[3] = {"model name", "cpu family", "model\t"};
    char line[256], value[3][128] = {"unknown", "", ""};
    FILE *f = fopen("/proc/cpuinfo", "r");
    while (f && fgets(line, sizeof line, f) && line[0] != '\n') {
        line[strcspn(line, "\n")] = '\0';
        const char *colon = strstr(line, ": ");
        for (int k = 0; colon && k < 3; k++)
            if (!strncmp(line, keys[k], strlen(keys[k]))) snprintf(value[k], sizeof value[k], "%s", colon + 2);
    }
    if (f) fclose(f);
    int end = snprintf(out, size, "%s", value[0]);
    if (value[1][0]) snprintf(out + end, size - (size_t)end, " (family %s, model %s)", value[1], value[2]);
}

static inline const char *bench_compiler(void) {
#if defined(__clang__)
    return "clang " __clang_version__;
#elif defined(__GNUC__)
    return "gcc " __VERSION__;
#else
    return "unknown";
#endif
}

static inline const char *bench_libc(void) {
#if defined(__GLIBC__)
    static char text[32];
    snprintf(text, sizeof text, "glibc %s", gnu_get_libc_version());
    return text;
#else
    return "unknown";
#endif
}

/* What the compiler was allowed to use; the library is built with the same options. */
static inline const char *bench_build(void) {
#if defined(__AVX512F__)
    return "avx512";
#elif defined(__AVX2__) && defined(__FMA__)
    return "avx2 fma";
#elif defined(__AVX2__)
    return "avx2";
#elif defined(ABUT_KERNEL_AVX2)
    return abut_kernel_name();
#else
    return "baseline";
#endif
}

/* ---- the table ---- */
static inline const char *bench_verdict(const bench_timing *t) {
    return !(t->target > 0) || !t->fn ? "" : t->ns <= t->target ? "ok" : "MISSED";
}

static inline void bench_print_timing(const bench_timing *t, double ratio) {
    if (!t->fn) {
        printf(" %10s %10s %8s %7s %-6s", "", "", "", "", "");
        return;
    }
    printf(" %10.1f %10.1f %8.2f", t->ns, t->median, ratio);
    if (t->target > 0)
        printf(" %7.0f %-6s", t->target, bench_verdict(t));
    else
        printf(" %7s %-6s", "", "");
}

static inline void bench_print_row(const bench_row *r, double unit) {
    printf("%-38s", r->name);
    if (r->failed) {
        printf("  not measured: %s\n", r->failed);
        return;
    }
    bench_print_timing(&r->plain, r->plain.ns / unit);
    if (r->jacobian.fn || r->has_error) bench_print_timing(&r->jacobian, r->jacobian.ns / r->plain.ns);
    for (int i = 0; r->has_error && i < 2; i++)
        if (isnan(r->error[i]))
            printf(" %9s", "-");
        else
            printf(" %9.1e", r->error[i]);
    printf("\n");
}

static inline void bench_print(const bench *b) {
    char cpu[320];
    bench_cpu(cpu, sizeof cpu);
    printf("%s; %s; %s\nabut %s, built for %s, array unit %s\n", cpu, bench_compiler(), bench_libc(), abut_version(),
           bench_build(), abut_hertz_array_unit());
    printf("ns of one operation, fastest of %d batches of %.0f ms; x pow: over one pow(h, 1.5) (throughput);\n",
           BENCH_BATCHES, 1e-6 * BENCH_BATCH_NS);
    printf("with Jacobian: the same with both 12x12 matrices, x plain: over the figure without them\n");
    double unit = b->rows[0].plain.ns;
    for (int i = 0; i < b->count; i++) {
        const bench_row *r = &b->rows[i];
        if (!i || strcmp(r->group, r[-1].group)) {
            printf("\n%-38s %10s %10s %8s %7s %-6s", r->group, "ns", "median", "x pow", "target", "");
            if (r->jacobian.fn || r->has_error)
                printf(" %10s %10s %8s %7s %-6s", "with Jac.", "median", "x plain", "target", "");
            if (r->has_error) printf(" %9s %9s", "b/a>=0.1", ">=0.001");
            printf("\n");
        }
        bench_print_row(r, unit);
    }
}

/* ---- JSON ---- */
static inline void bench_json_text(FILE *f, const char *key, const char *text) {
    fprintf(f, "\"%s\": \"", key);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') fputc('\\', f);
        fputc(c < ' ' ? ' ' : c, f);
    }
    fputc('"', f);
}

static inline void bench_json_number(FILE *f, const char *key, double value) {
    if (isfinite(value))
        fprintf(f, ", \"%s\": %.9g", key, value);
    else
        fprintf(f, ", \"%s\": null", key);
}

static inline void bench_json_timing(FILE *f, const char *prefix, const bench_timing *t, double unit) {
    char key[64];
    if (!t->fn) return;
    snprintf(key, sizeof key, "%sns", prefix);
    bench_json_number(f, key, t->ns);
    snprintf(key, sizeof key, "%smedian_ns", prefix);
    bench_json_number(f, key, t->median);
    snprintf(key, sizeof key, "%sratio_to_pow", prefix);
    bench_json_number(f, key, t->ns / unit);
    snprintf(key, sizeof key, "%schecksum", prefix);
    bench_json_number(f, key, t->checksum);
    if (!(t->target > 0)) return;
    snprintf(key, sizeof key, "%starget_ns", prefix);
    bench_json_number(f, key, t->target);
    fprintf(f, ", \"%sok\": %s", prefix, t->ns <= t->target ? "true" : "false");
}

static inline void bench_json_row(FILE *f, const bench_row *r, double unit) {
    fprintf(f, "    {");
    bench_json_text(f, "group", r->group);
    fprintf(f, ", ");
    bench_json_text(f, "name", r->name);
    if (r->failed) {
        fprintf(f, ", ");
        bench_json_text(f, "not_measured", r->failed);
    } else {
        bench_json_timing(f, "", &r->plain, unit);
        bench_json_timing(f, "jacobian_", &r->jacobian, unit);
        if (r->has_error) bench_json_number(f, "error_from_0.1", r->error[0]);
        if (r->has_error) bench_json_number(f, "error_from_0.001", r->error[1]);
    }
    fprintf(f, "}");
}

/* Opens the file and its object: name of the benchmark and the machine. */
static inline FILE *bench_json_open(const char *path, const char *name) {
    char cpu[320];
    FILE *f = fopen(path, "w");
    if (!f) bench_die("cannot write", path);
    bench_cpu(cpu, sizeof cpu);
    fprintf(f, "{\n  ");
    bench_json_text(f, "benchmark", name);
    fprintf(f, ",\n  \"machine\": {");
    bench_json_text(f, "cpu", cpu);
    fprintf(f, ", ");
    bench_json_text(f, "compiler", bench_compiler());
    fprintf(f, ", ");
    bench_json_text(f, "libc", bench_libc());
    fprintf(f, ", ");
    bench_json_text(f, "build", bench_build());
    fprintf(f, ", ");
    bench_json_text(f, "array_unit", abut_hertz_array_unit());
    fprintf(f, ", ");
    bench_json_text(f, "version", abut_version());
    fprintf(f, "}");
    return f;
}

static inline void bench_write(const bench *b, const char *path) {
    FILE *f = bench_json_open(path, b->name);
    fprintf(f, ",\n  \"method\": {\"batches\": %d, \"batch_ms\": %g, ", BENCH_BATCHES, 1e-6 * BENCH_BATCH_NS);
    bench_json_text(f, "ns", "fastest batch");
    fprintf(f, ", ");
    bench_json_text(f, "ratio_to_pow", "over the throughput of pow(h, 1.5)");
    fprintf(f, "},\n  \"rows\": [\n");
    for (int i = 0; i < b->count; i++) {
        bench_json_row(f, &b->rows[i], b->rows[0].plain.ns);
        fprintf(f, i + 1 < b->count ? ",\n" : "\n");
    }
    fprintf(f, "  ]\n}\n");
    fclose(f);
}

#endif
