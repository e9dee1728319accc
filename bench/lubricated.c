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
    const char *name, *example, *setting;
    double end, every; /* s */
    double target;     /* s of processor time; 0: none */
} row;

static void complain(const model_error *error, void *user) { bench_die((const char *)user, error->text); }

static double run(const row *r, abut_run_stats *s) {
    char path[300];
    const char *settings[1] = {r->setting};
    (void)snprintf(path, sizeof path, "%s/%s/model.yaml", ABUT_EXAMPLES, r->example);
    model m = {0};
    double start = bench_now();
    if (model_read(path, settings, r->setting ? 1 : 0, complain, path, &m) || model_start(&m, complain, path))
        bench_die(path, "refused");
    long instants = lround(r->end / r->every);
    for (long i = 1; i <= instants; i++) {
        if (abut_advance(m.world, (double)i * r->every)) bench_die(path, abut_world_message(m.world));
        for (int c = 1; c <= abut_contact_count(m.world); c++) {
            abut_element_out o = {.want_frame = true};
            (void)abut_read_contact(m.world, (abut_contact){c}, &o);
            bench_sink = o.film.h_c;
        }
    }
    double cpu = 1e-9 * (bench_now() - start);
    *s = abut_read_stats(m.world);
    model_free(&m);
    return cpu;
}

int main(int argc, char **argv) {
    static const row rows[] = {
        {"cam, one turn", "23_cam_roller", NULL, 0.04, 1e-4, 0.5},
        {"cam, dry bodies", "23_cam_roller", "machines.pump.contact.film.carries=0", 0.04, 1e-4, 0},
        {"pump, two turns", "25_pump", NULL, 0.08, 2e-4, 2},
        {"ball on disc", "24_ball_on_disc", NULL, 0.02, 5e-4, 0},
        {"roller bearing", "26_roller_bearing", NULL, 0.02, 1e-4, 0},
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
