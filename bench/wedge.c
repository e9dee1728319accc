/* What friction wedges cost: the shear study of a whole bogie, and one model with more and more points.
 *
 *   bench_wedge FILE.json [WORDS]     only the parts (bogie, points, wedges) whose name contains WORDS
 *
 * Bogie: example 21, four loads of 3 s each, with a look at M every 10 ms as an identification needs it. Points: one wedge in
 * the shear test with more points per face, their stiffness in proportion. Wedges: the same test with more wedges. */
#include "abut/machine/wedge.h"
#include "abut/machine/bogie.h"
#include "common.h"
#include "model/model.h"

static bool wanted(const char *part, const char *filter) { return !filter || strstr(part, filter); }
static void complain(const model_error *error, void *user) { bench_die((const char *)user, error->text); }

typedef struct sheet { /* the JSON file */
    FILE *f;
    int rows;
} sheet;

static void put(sheet *to, const char *part, double size, double cpu, const abut_run_stats *s) {
    FILE *f = to->f;
    fprintf(f, "%s    {", to->rows++ ? ",\n" : "");
    bench_json_text(f, "part", part);
    fprintf(f, ", \"size\": %g, \"cpu_s\": %.4g, \"steps\": %ld, \"rhs_evals\": %ld, \"jac_evals\": %ld}", size, cpu,
            s->steps, s->rhs_evals, s->jac_evals);
}

/* ---- bogie ---- */
static double shear(double load, abut_run_stats *s) {
    char setting[64];
    const char *settings[1] = {setting};
    snprintf(setting, sizeof setting, "machines.b.springs.load=%g tf", load);
    model m = {0};
    static char path[] = ABUT_EXAMPLES "/21_bogie_shear/model.yaml";
    double start = bench_now();
    if (model_read(path, settings, 1, complain, path, &m) || model_start(&m, complain, path))
        bench_die(path, "refused");
    for (int i = 1; i <= 300; i++) {
        abut_bogie_state state;
        if (abut_advance(m.world, 0.01 * i)) bench_die(path, abut_world_message(m.world));
        abut_read_bogie(m.world, abut_find_machine(m.world, "b"), &state);
        bench_sink = state.M;
    }
    double cpu = 1e-9 * (bench_now() - start);
    *s = abut_read_stats(m.world);
    model_free(&m);
    return cpu;
}

static void bogie(sheet *to) {
    static const double load[] = {10, 20, 30, 45};
    double all = 0;
    printf("\n%-8s %10s %10s %10s %10s\n", "bogie", "cpu s", "steps", "rhs", "jac");
    for (int i = 0; i < 4; i++) {
        abut_run_stats s;
        double cpu = shear(load[i], &s);
        all += cpu;
        printf("%5g tf %10.3f %10ld %10ld %10ld\n", load[i], cpu, s.steps, s.rhs_evals, s.jac_evals);
        put(to, "bogie", load[i], cpu, &s);
    }
    printf("one evaluation, four loads: %.2f s (target 2 s: %s)\n", all, all <= 2 ? "met" : "missed");
}

/* ---- points and wedges ---- */
enum { FACE_MOST = 400 };

static abut_wedge make_wedge(int rows, int columns, abut_wedge_point *p) {
    int n = rows * columns;
    for (int i = 0; i < n; i++)
        p[i] =
            (abut_wedge_point){-0.05 + 0.1 * (i % columns) / (columns - 1), -0.05 + 0.1 * (i / columns) / (rows - 1)};
    return (abut_wedge){
        .mass = 12,
        .inertia = {0.0288, 0.0288, 0.0288},
        .offset = 0.2,
        .mu_column = 0.3,
        .mu_pocket = 0.2,
        .stiffness = 4e9 / n,
        .damping = 0.6 * sqrt(4.0 / n), /* in sum that of four points */
        .faces = 2,
        .face = {{.position = {0.06, 0, 0}, .count = n, .point = p}, {.pocket = true, .count = n, .point = p}}};
}

static void add_wedges(abut_world *w, int wedges, const abut_wedge *each) {
    const abut_choice yaw = {"sine", {{.name = "amplitude", .value = 0.01}, {.name = "frequency", .value = 0.5}}};
    abut_body frame = abut_add_body(w, &(abut_body_def){.name = "frame", .fixed = true});
    for (int i = 0; i < wedges; i++) {
        char bolster[32], name[32];
        snprintf(bolster, sizeof bolster, "bolster%d", i);
        snprintf(name, sizeof name, "w%d", i);
        abut_body b = abut_add_body(
            w, &(abut_body_def){
                   .name = bolster, .fixed = true, .start.r = {-0.2, i, 0}, .drive = {.given = true, .motion = yaw}});
        abut_wedge_def d = {.name = name, .side_frame = frame, .bolster = b, .wedge = *each, .place.r = {0, i, 0}};
        d.spring.stiffness = 572e3;
        d.spring.preload = 7004.75;
        abut_add_wedge(w, &d);
    }
}

static void grow(sheet *to, const char *part, int wedges, int rows, int columns) {
    abut_wedge_point p[FACE_MOST];
    abut_wedge each = make_wedge(rows, columns, p);
    abut_world *w = abut_world_create(&(abut_world_def){.gravity = {0, 0, -9.81}});
    add_wedges(w, wedges, &each);
    double start = bench_now();
    if (abut_start(w, &(abut_solver_def){.type = "park", .rtol = 1e-6, .max_step = 2e-3}) || abut_advance(w, 3))
        bench_die(part, abut_world_message(w));
    double cpu = 1e-9 * (bench_now() - start);
    abut_run_stats s = abut_read_stats(w);
    int points = 2 * wedges * rows * columns;
    printf("%-8s %6d %10.3f %10ld %10ld %14.3f\n", part, points, cpu, s.steps, s.rhs_evals,
           1e6 * cpu / ((double)s.rhs_evals * points));
    put(to, part, points, cpu, &s);
    abut_world_destroy(w);
}

int main(int argc, char **argv) {
    if (argc < 2 || argc > 3) bench_die("usage", "bench_wedge FILE.json [WORDS]");
    const char *filter = argc > 2 ? argv[2] : NULL;
    sheet to = {.f = bench_json_open(argv[1], "wedge")};
    fprintf(to.f, ",\n  \"rows\": [\n");
    if (wanted("bogie", filter)) bogie(&to);
    printf("\n%-8s %6s %10s %10s %10s %14s\n", "", "points", "cpu s", "steps", "rhs", "us/rhs/point");
    static const int grid[][2] = {{2, 2}, {2, 4}, {4, 4}, {4, 10}, {8, 10}, {10, 20}, {20, 20}};
    for (int i = 0; wanted("points", filter) && i < 7; i++) grow(&to, "points", 1, grid[i][0], grid[i][1]);
    static const int wedges[] = {1, 2, 4, 10, 20, 50, 100};
    for (int i = 0; wanted("wedges", filter) && i < 7; i++) grow(&to, "wedges", wedges[i], 2, 2);
    fprintf(to.f, "\n  ]\n}\n");
    if (fclose(to.f)) bench_die("cannot write", argv[1]);
    return 0;
}
