/* What whole bearings cost in steady motion: processor seconds per simulated second at rtol 1e-5, against their targets.
 *
 *   bench_machines FILE.json [WORDS]     only the rows whose name contains WORDS
 *
 * A run goes through its start first; then the time of advancing to its end is taken, statistics of the bearings included, without
 * rows: the least of some runs. Steps and attempts that failed are those of the same time. */
#include "abut/world.h"
#include "common.h"
#include "model/model.h"

enum { RUNS = 3, SETTINGS = 2 };

typedef struct row {
    const char *name, *file; /* below the examples */
    const char *setting[SETTINGS];
    double from, end, target; /* s; s of a processor per s */
} row;

static const row rows[] = {
    {"13, ball bearing", "13_ball_bearing/model.yaml", {NULL}, 0.1, 1, 0.1},
    {"13, three loose balls",
     "13_ball_bearing/model.yaml",
     {"machines.brg.clearance=-5 um", "forces.load.force.0=1 kN"},
     0.1,
     0.6,
     0.3},
    {"6205 in oil", "../bench/scenes/6205_oil.yaml", {NULL}, 0.02, 0.12, 0.6},
    {"7008 pair, oil, cages", "27_spindle_7008/model.yaml", {NULL}, 0.02, 0.08, 6},
    {"7008 pair, dry, cages", "../bench/scenes/spindle_dry.yaml", {NULL}, 0.02, 0.12, 1},
};

static void complain(const model_error *error, void *user) { bench_die((const char *)user, error->text); }

static double run(const row *r, abut_run_stats *s) {
    char path[400];
    int count = 0;
    while (count < SETTINGS && r->setting[count]) count++;
    (void)snprintf(path, sizeof path, "%s/%s", ABUT_EXAMPLES, r->file);
    model m = {0};
    if (model_read(path, (const char *const *)r->setting, count, complain, path, &m)) bench_die(path, "refused");
    m.solver.rtol = 1e-5;
    m.solver.t_end = r->end;
    if (model_start(&m, complain, path)) bench_die(path, "refused");
    if (abut_advance(m.world, r->from)) bench_die(path, abut_world_message(m.world));
    abut_run_stats first = abut_read_stats(m.world);
    double start = bench_now();
    if (abut_advance(m.world, r->end)) bench_die(path, abut_world_message(m.world));
    double cpu = 1e-9 * (bench_now() - start);
    *s = abut_read_stats(m.world);
    s->steps -= first.steps;
    s->rejected -= first.rejected;
    model_free(&m);
    return cpu / (r->end - r->from);
}

int main(int argc, char **argv) {
    if (argc < 2 || argc > 3) bench_die("usage", "bench_machines FILE.json [WORDS]");
    FILE *f = bench_json_open(argv[1], "machines");
    fprintf(f, ",\n  \"rows\": [\n");
    printf("%-24s %10s %10s %10s %8s\n", "", "cpu s/s", "steps/s", "failed/s", "target");
    int written = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const row *r = &rows[i];
        if (argc > 2 && !strstr(r->name, argv[2])) continue;
        abut_run_stats s;
        double cpu = INFINITY, time = r->end - r->from;
        for (int k = 0; k < RUNS; k++) cpu = fmin(cpu, run(r, &s));
        printf("%-24s %10.3f %10.0f %10.0f %8g %s\n", r->name, cpu, (double)s.steps / time, (double)s.rejected / time,
               r->target, cpu <= r->target ? "met" : "MISSED");
        fprintf(f, "%s    {", written++ ? ",\n" : "");
        bench_json_text(f, "part", r->name);
        fprintf(f, ", \"simulated_s\": %g, \"cpu_s_per_s\": %.4g, \"steps\": %ld, \"rejected\": %ld, \"target\": %g}",
                time, cpu, s.steps, s.rejected, r->target);
    }
    fprintf(f, "\n  ]\n}\n");
    if (fclose(f)) bench_die("cannot write", argv[1]);
    return 0;
}
