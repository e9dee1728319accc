/* abut ehl table: the table of solved films that the film law 'ehl_table' reads.
 *
 * Contacts are solved by worker processes, each taking the next one that is left; a solved row is one line appended to FILE.part. A command that was
 * interrupted or killed goes on from there. FILE itself is written at the end, under another name first. */
#include "abut/ehl.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "abut/text.h"
#include "calculator.h"
#include "complain.h"
#include "interrupt.h"
#include "progress.h"

enum {
    AT_OUT,
    AT_M,
    AT_L,
    AT_D,
    AT_NODES,
    AT_LINE_M,
    AT_LINE_L,
    AT_LINE_NODES,
    AT_FINEST,
    AT_CHECKS,
    AT_ROWS,
    AT_JOBS,
    AT_QUIET,
    AT_JSON
};

static const flag_info table_flags[] = {
    [AT_OUT] = {"out", FLAG_WORD, .meaning = "file of the table; also -o"},
    [AT_M] = {"M", FLAG_LIST, "1", .count = 2, .preset = "5,1000", .meaning = "hull of elliptic contacts in M"},
    [AT_L] = {"L", FLAG_LIST, "1", .count = 2, .preset = "0,30", .meaning = "in L"},
    [AT_D] = {"D", FLAG_LIST, "1", .count = 2, .preset = "0.03,1", .meaning = "in D"},
    [AT_NODES] = {"nodes", FLAG_LIST, "1", .count = 3, .preset = "22,9,7",
                  .meaning = "in M, L and D, even in ln(1 + L) and ln D; 0,0,0: no elliptic contacts"},
    [AT_LINE_M] = {"line-M", FLAG_LIST, "1", .count = 2, .preset = "1,1000", .meaning = "hull of line contacts in M"},
    [AT_LINE_L] = {"line-L", FLAG_LIST, "1", .count = 2, .preset = "0,30", .meaning = "in L"},
    [AT_LINE_NODES] = {"line-nodes", FLAG_LIST, "1", .count = 2, .preset = "14,11", .meaning = "0,0: no line contacts"},
    [AT_FINEST] = {"finest", FLAG_QUANTITY, "1", .preset = "512",
                   .meaning = "cells in each direction of the finest grid of elliptic contacts: 128, 256 or 512"},
    [AT_CHECKS] =
        {"checks", FLAG_QUANTITY, "1", .preset = "120",
         .meaning =
             "contacts between the nodes, solved as well: stated errors are 1.5 times the differences they show"},
    [AT_ROWS] = {"rows", FLAG_WORD, .preset = "FILE.part, which goes when FILE is written",
                 .meaning = "file of solved contacts: what is there is not solved again, and it stays"},
    [AT_JOBS] = {"jobs", FLAG_QUANTITY, "1", .preset = "one per core", .meaning = "processes"},
    [AT_QUIET] = {"quiet", FLAG_SWITCH, .meaning = "no line that says how far it is"},
    [AT_JSON] = {"json", FLAG_SWITCH, .meaning = "print one JSON object"},
    {0},
};

#ifdef ABUT_FIELD
enum { SENTENCE = 400, MOST_JOBS = 256 };

/* What the processes share. */
typedef struct shared {
    size_t next;   /* of the rows that are left */
    size_t solved; /* by this command */
    size_t failed; /* row, counted from 1; 0: none */
    char why[SENTENCE];
} shared;

typedef struct request {
    abut_ehl_table_def def;
    const char *file;
    char part[4096], fresh[4096];
    bool keep; /* part stays */
    int jobs;
    size_t rows, wanted, left_count; /* nodes; those that are solved; still to be solved */
    abut_ehl_table_row *row;
    size_t *left;
    shared *shared;
} request;

/* ---- reading the flags ---- */
static void read_list(const flag_set *set, int at, double *to, int count) {
    for (int i = 0; set->value[at].given && i < count; i++) to[i] = set->value[at].number[i];
}

static void read_nodes(const flag_set *set, int at, int *to, int count) {
    for (int i = 0; set->value[at].given && i < count; i++) {
        double n = set->value[at].number[i];
        to[i] = n >= 0 && n < 1e6 ? (int)n : -1;
    }
}

static bool read_request(flag_set *set, request *q) {
    abut_message why = {0};
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    q->def = (abut_ehl_table_def){.M = {5, 1000},
                                  .L = {0, 30},
                                  .D = {0.03, 1},
                                  .nodes = {22, 9, 7},
                                  .line_M = {1, 1000},
                                  .line_L = {0, 30},
                                  .line_nodes = {14, 11},
                                  .finest = (int)fmin(fmax(number_or(set, AT_FINEST, 512), 0), 1e6),
                                  .checks = (int)fmin(fmax(number_or(set, AT_CHECKS, 120), -1), 1e6)};
    read_list(set, AT_M, q->def.M, 2);
    read_list(set, AT_L, q->def.L, 2);
    read_list(set, AT_D, q->def.D, 2);
    read_list(set, AT_LINE_M, q->def.line_M, 2);
    read_list(set, AT_LINE_L, q->def.line_L, 2);
    read_nodes(set, AT_NODES, q->def.nodes, 3);
    read_nodes(set, AT_LINE_NODES, q->def.line_nodes, 2);
    q->file = word_or(set, AT_OUT, "");
    q->jobs = (int)fmin(fmax(number_or(set, AT_JOBS, cores > 0 ? (double)cores : 1), 1), MOST_JOBS);
    if (!q->file[0]) flags_error(set, "the file of the table is missing: -o FILE");
    if (strlen(q->file) > sizeof q->part - 10) flags_error(set, "out: the name is too long");
    if (!set->errors && abut_ehl_table_check(&q->def, &why)) flags_error(set, "%s", why.text);
    if (set->errors) return false;
    const char *rows = word_or(set, AT_ROWS, NULL);
    q->keep = rows != NULL;
    if (rows && strlen(rows) > sizeof q->part - 10) flags_error(set, "rows: the name is too long");
    if (set->errors) return false;
    (void)snprintf(q->part, sizeof q->part, "%s%s", rows ? rows : q->file, rows ? "" : ".part");
    (void)snprintf(q->fresh, sizeof q->fresh, "%s.new", q->file);
    return true;
}

/* ---- rows on disk ---- */
/* The first line says what table the rows are of. */
static void heading(const abut_ehl_table_def *d, char *to, size_t size) {
    (void)snprintf(to, size,
                   "abut ehl rows 3: M %.17g %.17g L %.17g %.17g D %.17g %.17g nodes %d %d %d line M %.17g %.17g L "
                   "%.17g %.17g nodes %d %d finest %d checks %d\n",
                   d->M[0], d->M[1], d->L[0], d->L[1], d->D[0], d->D[1], d->nodes[0], d->nodes[1], d->nodes[2],
                   d->line_M[0], d->line_M[1], d->line_L[0], d->line_L[1], d->line_nodes[0], d->line_nodes[1],
                   d->finest, d->checks);
}

static int put_row(char *to, size_t size, size_t i, const abut_ehl_table_row *r) {
    return snprintf(to, size, "%zu %.17g %.17g %.17g %.17g %.17g %.9g %.9g %.9g %.9g %.9g %g .\n", i, r->H_c, r->H_min,
                    r->separation, r->rolling, r->damping, r->error, r->error_min, r->error_separation,
                    r->error_rolling, r->error_damping, r->cells);
}

/* A line that was cut off lacks its full stop. */
static void get_row(request *q, const char *line) {
    char *at;
    size_t i = strtoull(line, &at, 10);
    abut_ehl_table_row r;
    double *const value[] = {&r.H_c,           &r.H_min,         &r.separation, &r.rolling,
                             &r.damping,       &r.error,         &r.error_min,  &r.error_separation,
                             &r.error_rolling, &r.error_damping, &r.cells};
    for (size_t k = 0; k < sizeof value / sizeof *value; k++) {
        const char *from = at;
        *value[k] = strtod(from, &at);
        if (at == from) return;
    }
    if (!strcmp(at, " .\n") && i < q->rows && r.H_c > 0) q->row[i] = r;
}

static bool read_rows(flag_set *set, request *q) {
    char line[1000], want[1000];
    FILE *file = fopen(q->part, "r");
    if (!file) return true;
    heading(&q->def, want, sizeof want);
    bool same = fgets(line, sizeof line, file) && !strcmp(line, want);
    while (same && fgets(line, sizeof line, file)) get_row(q, line);
    (void)fclose(file);
    if (!same)
        flags_error(set, "'%s' holds rows of another table: remove it, or give the flags it was started with", q->part);
    return same;
}

static bool begin_part(flag_set *set, const request *q) {
    char text[1000];
    FILE *file = fopen(q->part, "ab");
    bool good = file && fseek(file, 0, SEEK_END) == 0;
    if (good && ftell(file) == 0) {
        heading(&q->def, text, sizeof text);
        good = fputs(text, file) >= 0;
    } else if (good) /* the last line may have been cut off */
        good = fputs("\n", file) >= 0;
    if (file && fclose(file) != 0) good = false;
    if (!good) flags_error(set, "'%s' cannot be written: %s", q->part, strerror(errno));
    return good;
}

/* ---- solving ---- */
static void fail(shared *s, size_t row, const char *why) {
    if (__atomic_exchange_n(&s->failed, row + 1, __ATOMIC_SEQ_CST) == 0) (void)snprintf(s->why, SENTENCE, "%s", why);
}

static void work(const request *q, pid_t parent) {
    shared *s = q->shared;
    while (getppid() == parent && !__atomic_load_n(&s->failed, __ATOMIC_SEQ_CST)) {
        size_t k = __atomic_fetch_add(&s->next, 1, __ATOMIC_SEQ_CST);
        if (k >= q->left_count) return;
        abut_message why = {0};
        abut_ehl_table_row r;
        char line[600];
        if (abut_ehl_table_solve(&q->def, q->left[k], &r, &why)) {
            fail(s, q->left[k], why.text);
            return;
        }
        int length = put_row(line, sizeof line, q->left[k], &r);
        FILE *file = fopen(q->part, "ab"); /* one write, at the end of the file */
        bool good = file && fwrite(line, 1, (size_t)length, file) == (size_t)length;
        if ((file && fclose(file) != 0) || !good) {
            fail(s, q->left[k], strerror(errno));
            return;
        }
        (void)__atomic_fetch_add(&s->solved, 1, __ATOMIC_SEQ_CST);
    }
}

static void show(progress *p, const request *q, double start) {
    if (!progress_due(p)) return;
    double wall = progress_clock() - start;
    size_t done = __atomic_load_n(&q->shared->solved, __ATOMIC_SEQ_CST);
    (void)fprintf(stderr, "\rfilms: %zu of %zu contacts, %.0f s, about %.0f s left\033[K",
                  q->wanted - q->left_count + done, q->wanted, wall,
                  done ? wall * (double)(q->left_count - done) / (double)done : NAN);
    p->shown = true;
    p->next = progress_clock() + 0.5;
}

/* False: interrupted. */
static bool solve_left(const request *q, bool quiet) {
    pid_t pid[MOST_JOBS], parent = getpid();
    int started = 0, running;
    bool stopped = false;
    double start = progress_clock();
    progress p = progress_start(1, quiet);
    for (; started < q->jobs && (size_t)started < q->left_count; started++) {
        pid[started] = fork();
        if (pid[started] == 0) {
            work(q, parent);
            _exit(0);
        }
        if (pid[started] < 0) break;
    }
    if (!started && q->left_count) work(q, getppid()); /* the system gives no process: here */
    for (running = started; running > 0;) {
        int status;
        if (interrupted() && !stopped) {
            stopped = true;
            for (int i = 0; i < started; i++)
                if (pid[i] > 0) (void)kill(pid[i], SIGKILL);
        }
        bool any = false;
        for (int i = 0; i < started; i++)
            if (pid[i] > 0 && waitpid(pid[i], &status, WNOHANG) == pid[i]) {
                pid[i] = 0;
                running--;
                any = true;
                if (!stopped && !(WIFEXITED(status) && WEXITSTATUS(status) == 0))
                    fail(q->shared, 0, "a process that solved films was ended");
            }
        show(&p, q, start);
        if (!any) (void)usleep(50000);
    }
    progress_clear(&p);
    return !stopped;
}

/* ---- the file ---- */
static bool write_table(flag_set *set, const request *q, size_t *size) {
    abut_message why = {0};
    unsigned char *bytes = NULL;
    char origin[160];
    (void)snprintf(origin, sizeof origin, "abut %s: ehl table, nodes %d,%d,%d and %d,%d, finest %d, checks %d",
                   abut_version(), q->def.nodes[0], q->def.nodes[1], q->def.nodes[2], q->def.line_nodes[0],
                   q->def.line_nodes[1], q->def.finest, q->def.checks);
    if (abut_ehl_table_make(&q->def, q->row, origin, &bytes, size, &why)) {
        flags_error(set, "%s", why.text);
        return false;
    }
    FILE *file = fopen(q->fresh, "wb");
    bool good = file && fwrite(bytes, 1, *size, file) == *size;
    if (file && fclose(file) != 0) good = false;
    good = good && rename(q->fresh, q->file) == 0;
    if (!good) flags_error(set, "'%s' cannot be written: %s", q->file, strerror(errno));
    free(bytes);
    if (good && !q->keep) (void)remove(q->part);
    return good;
}

static void print_answer(const flag_set *set, const request *q, size_t size) {
    double error = 0, error_min = 0, finest = 0;
    for (size_t i = 0; i < q->rows; i++) {
        error = fmax(error, q->row[i].error);
        error_min = fmax(error_min, q->row[i].error_min);
        finest = fmax(finest, q->row[i].cells);
    }
    struct rusage used = {0};
    (void)getrusage(RUSAGE_CHILDREN, &used);
    double cpu = (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec);
    if (!given(set, AT_JSON)) {
        (void)printf("%s: %zu contacts, %zu bytes; solved to %.2g %% of the central and %.2g %% of the least film; "
                     "%zu of them now, %.0f s of a processor\n",
                     q->file, q->wanted, size, 100 * error, 100 * error_min, q->left_count, cpu);
        return;
    }
    abut_json j = abut_json_start(stdout);
    abut_json_string(&j, "file", q->file);
    abut_json_number(&j, "contacts", (double)q->wanted);
    abut_json_number(&j, "bytes", (double)size);
    abut_json_number(&j, "error", error);
    abut_json_number(&j, "error_min", error_min);
    abut_json_number(&j, "cells", finest);
    abut_json_number(&j, "cpu", cpu);
    abut_json_end(&j);
}

static int make(flag_set *set, request *q) {
    size_t size = 0;
    double M, L, D;
    for (size_t i = 0; i < q->rows; i++) {
        bool wanted = abut_ehl_table_contact(&q->def, i, &M, &L, &D);
        q->wanted += wanted;
        if (wanted && !(q->row[i].H_c > 0)) q->left[q->left_count++] = i;
    }
    if (q->left_count && !begin_part(set, q)) return STATUS_FAILED;
    interrupt_watch();
    bool all = solve_left(q, given(set, AT_QUIET));
    if (q->shared->failed) {
        (void)abut_ehl_table_contact(&q->def, q->shared->failed - 1, &M, &L, &D);
        flags_error(set, "contact M = %g, L = %g, D = %g: %s; what was solved is kept in '%s'", M, L, D, q->shared->why,
                    q->part);
        return STATUS_FAILED;
    }
    if (!all) {
        flags_error(set, "interrupted: '%s' keeps what was solved, the same command goes on from there", q->part);
        return STATUS_FAILED;
    }
    if (!read_rows(set, q) || !write_table(set, q, &size)) return STATUS_FAILED;
    print_answer(set, q, size);
    return STATUS_DONE;
}

static int run_table(flag_set *set) {
    request q = {0};
    if (!read_request(set, &q)) return STATUS_USAGE;
    q.rows = abut_ehl_table_rows(&q.def);
    q.row = calloc(q.rows, sizeof *q.row);
    q.left = calloc(q.rows, sizeof *q.left);
    void *memory = mmap(NULL, sizeof *q.shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    q.shared = memory == MAP_FAILED ? NULL : memory;
    int status = STATUS_FAILED;
    if (!q.row || !q.left || !q.shared)
        flags_error(set, "out of memory");
    else if (!read_rows(set, &q))
        status = STATUS_USAGE;
    else
        status = make(set, &q);
    free(q.row);
    free(q.left);
    if (q.shared) (void)munmap(q.shared, sizeof *q.shared);
    return status;
}
#else
static int run_table(flag_set *set) {
    complain(set->command->name, "not part of this build: it was made without FFTW (ABUT_FIELD)");
    return STATUS_USAGE;
}
#endif

const cli_command command_ehl_table = {
    .info =
        {.name = "ehl table",
         .usage = "-o FILE [flags]",
         .summary = "table of solved films for the film law 'ehl_table'",
         .flags = table_flags,
         .notes =
             "Barus' viscosity, incompressible. Solved contacts are kept in FILE.part until FILE is written: "
             "the same command goes\n"
             "on after it was interrupted; with --rows they stay. The table of the library was made with the presets.\n"
             "\nexample: abut ehl table -o films.ehl\n"
             "         abut ehl table -o lines.ehl --nodes 0,0,0 --line-nodes 24,16\n"},
    .run = run_table,
};
