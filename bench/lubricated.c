/* What lubricated machines cost: whole runs of the examples, against the targets for cam and pump.
 *
 *   bench_lubricated FILE.json [WORDS]     only the rows whose name contains WORDS
 *
 * Each run is done three times; the figure is the least processor time of reading, starting and running to the end with a look at
 * the machine at every output instant. */
#include "abut/world.h"
#include "common.h"
#include "model/model.h"

typedef struct row {
    const char *name, *example, *setting; /* the folder of an example, or a file of bench/models */
    double end, every;                    /* s */
    double target;                        /* s of processor time; 0: none */
    double from; /* s: the start-up before is not measured; targets are per simulated second then */
} row;

static void complain(const model_error *error, void *user) { bench_die((const char *)user, error->text); }

static double run(const row *r, abut_run_stats *s) {
    char path[300];
    const char *settings[1] = {r->setting};
    bool file = strchr(r->example, '.') != NULL;
    (void)snprintf(path, sizeof path, file ? "%s/../bench/models/%s" : "%s/%s/model.yaml", ABUT_EXAMPLES, r->example);
    model m = {0};
    double start = bench_now();
    if (model_read(path, settings, r->setting ? 1 : 0, complain, path, &m)) bench_die(path, "refused");
    m.solver.t_end = fmax(m.solver.t_end, r->end);
    if (model_start(&m, complain, path)) bench_die(path, "refused");
    long instants = lround(r->end / r->every);
    abut_run_stats before = {0};
    for (long i = 1; i <= instants; i++) {
        double t = (double)i * r->every;
        if (abut_advance(m.world, t)) bench_die(path, abut_world_message(m.world));
        if (t < r->from * (1 + 1e-9)) start = bench_now(), before = abut_read_stats(m.world);
        for (int c = 1; c <= abut_contact_count(m.world); c++) {
            abut_element_out o = {.want_frame = true};
            (void)abut_read_contact(m.world, (abut_contact){c}, &o);
            bench_sink = o.film.h_c;
        }
    }
    double cpu = 1e-9 * (bench_now() - start);
    *s = abut_read_stats(m.world);
    s->steps -= before.steps, s->rhs_evals -= before.rhs_evals;
    model_free(&m);
    return cpu;
}

int main(int argc, char **argv) {
    static const row rows[] = {
        {"cam, one turn", "23_cam_roller", NULL, 0.04, 1e-4, 0.06},
        {"cam, dry bodies", "23_cam_roller", "machines.pump.contact.film.carries=0", 0.04, 1e-4, 0},
        {"pump, two turns", "25_pump", NULL, 0.08, 2e-4, 0.7},
        {"ball on disc", "24_ball_on_disc", NULL, 0.02, 5e-4, 0},
        {"roller bearing", "26_roller_bearing", NULL, 0.02, 1e-4, 0},
        {"rollers dry, s/s", "26_roller_bearing", "solver.rtol=1e-5", 0.06, 1e-4, 4, 0.02},
        {"rollers oil, s/s", "oiled_rollers.yaml", NULL, 0.06, 1e-4, 40, 0.02},
        {"spindle", "27_spindle_7008", NULL, 0.005, 1e-4, 0},
    };
    if (argc < 2 || argc > 3) bench_die("usage", "bench_lubricated FILE.json [WORDS]");
    FILE *f = bench_json_open(argv[1], "lubricated");
    fprintf(f, ",\n  \"rows\": [\n");
    printf("%-18s %8s %10s %10s %10s %8s\n", "", "ms", "cpu s", "steps", "rhs", "target");
    int written = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const row *r = &rows[i];
        if (argc > 2 && !strstr(r->name, argv[2])) continue;
        abut_run_stats s;
        double cpu = INFINITY;
        for (int k = 0; k < 3; k++) cpu = fmin(cpu, run(r, &s));
        if (r->from > 0) cpu /= r->end - r->from;
        printf("%-18s %8g %10.3f %10ld %10ld ", r->name, 1e3 * r->end, cpu, s.steps, s.rhs_evals);
        if (r->target > 0)
            printf("%4g s %s\n", r->target, cpu <= r->target ? "met" : "MISSED");
        else
            printf("\n");
        fprintf(f, "%s    {", written++ ? ",\n" : "");
        bench_json_text(f, "part", r->name);
        fprintf(f, ", \"t_end\": %g, \"cpu_s\": %.4g, \"steps\": %ld, \"rhs_evals\": %ld, \"target_s\": %g}", r->end,
                cpu, s.steps, s.rhs_evals, r->target);
    }
    fprintf(f, "\n  ]\n}\n");
    if (fclose(f)) bench_die("cannot write", argv[1]);
    return 0;
}
