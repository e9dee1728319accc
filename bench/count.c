/* How many instructions fixed scenes take, counted by Valgrind: a figure that other programs on the machine do not change.
 *
 *   bench_count FILE.json [WORD]     counts the scenes whose name contains WORD
 *   bench_count run NUMBER           one scene, as Valgrind runs it
 *
 * Counts hold for the baseline kernel (ABUT_KERNEL=baseline): Valgrind does not know every newer instruction. */
#include "bearing_run.h"
#include "model_report.h"
#include "pairs.h"

typedef struct count_scene {
    const char *name;
    int pair; /* of the element */
    const char *patch;
    bool matrices;
    const bearing_case *bearing; /* or NULL */
    double size;                 /* evaluations of an element; 0: steps are counted */
    const char *example;         /* or NULL: the beginning of an example, up to the time t */
    double t;                    /* s */
    bool statistics;             /* of its machines */
} count_scene;

#define POINT   .v_s = 0.05, .rtol = 1e-6, .patch = "point", .solver = "rodas"
#define ELLIPSE .v_s = 0.05, .rtol = 1e-6, .patch = "ellipse", .solver = "rodas"
static const bearing_case driven_point = {.balls = 8, POINT, .start = BEARING_SUDDEN, .window = {0.01}},
                          driven_ellipse = {.balls = 8, ELLIPSE, .start = BEARING_SUDDEN, .window = {0.004}},
                          free_point = {.balls = 8, POINT, .free = true, .start = BEARING_SUDDEN, .window = {0.004}},
                          free_cage = {.balls = 9,
                                       POINT,
                                       .free = true,
                                       .cage = true,
                                       .start = BEARING_SUDDEN,
                                       .window = {0.004}};

static const count_scene scenes[] = {
    {"element, ball in groove", SPHERE_TORUS, "point", false, NULL, SCENE_INPUTS},
    {"element, ball in groove, matrices", SPHERE_TORUS, "point", true, NULL, SCENE_INPUTS},
    {"element, ball in groove, ellipse", SPHERE_TORUS, "ellipse", false, NULL, SCENE_INPUTS},
    {"element, ball in groove, ellipse, matrices", SPHERE_TORUS, "ellipse", true, NULL, SCENE_INPUTS},
    {"element, ellipsoid on plane", ELLIPSOID_PLANE, "point", false, NULL, SCENE_INPUTS},
    {"element, ellipsoid on plane, matrices", ELLIPSOID_PLANE, "point", true, NULL, SCENE_INPUTS},
    {"element, two ellipsoids", ELLIPSOIDS, "point", false, NULL, SCENE_INPUTS},
    {"element, two ellipsoids, matrices", ELLIPSOIDS, "point", true, NULL, SCENE_INPUTS},
    {"bearing, driven, point", 0, NULL, false, &driven_point, 0},
    {"bearing, driven, ellipse", 0, NULL, false, &driven_ellipse, 0},
    {"bearing, free, point", 0, NULL, false, &free_point, 0},
    {"bearing, free, with cage", 0, NULL, false, &free_cage, 0},
#define EXAMPLE(name, folder, until)                                                                                   \
    {"example, " name, .example = folder, .t = until}, {                                                               \
        "example, " name ", statistics", .example = folder, .t = until, .statistics = true                             \
    }
    EXAMPLE("ball bearing", "13_ball_bearing", 0.02),
    EXAMPLE("ball bearings in oil", "27_spindle_7008", 1e-4),
    EXAMPLE("roller bearing", "26_roller_bearing", 5e-4),
    {"example, spheres in a box", .example = "40_spheres_in_a_box", .t = 0.15},
    {"example, chain of beads", .example = "05_bead_chain", .t = 2},
    {"example, four-bar linkage", .example = "08_four_bar", .t = 0.2},
};
enum { SCENES = sizeof scenes / sizeof scenes[0] };

/* Only what happens in here is counted. */
static __attribute__((noinline)) double count_elements(const scene *s, bool matrices) {
    abut_element_jac jac;
    abut_element_out out = {.jac = matrices ? &jac : NULL};
    double sum = 0;
    for (int i = 0; i < s->inputs; i++) {
        if (abut_element_eval(s->e, &s->in[i], &out)) bench_die("a state cannot be evaluated", "count");
        sum += out.on_b.force.x + (matrices ? jac.K[4][7] : 0);
    }
    return sum;
}

static __attribute__((noinline)) double count_advance(abut_world *w, double t) {
    if (abut_advance(w, t)) bench_die("bearing", abut_world_message(w));
    return (double)abut_read_stats(w).steps;
}

static int run_example(const count_scene *c) {
    char path[512];
    model m;
    snprintf(path, sizeof path, "%s/%s/model.yaml", ABUT_EXAMPLES, c->example);
    if (model_read(path, NULL, 0, bench_complain, NULL, &m)) bench_die("cannot be read", path);
    m.solver.no_statistics = !c->statistics;
    m.solver.statistics_from = 0;
    if (model_start(&m, bench_complain, NULL)) bench_die("cannot be started", path);
    printf("size %.17g\n", count_advance(m.world, c->t));
    model_free(&m);
    return 0;
}

static int run(const count_scene *c) {
    if (c->example) return run_example(c);
    if (c->bearing) {
        abut_world *w = bearing_make(c->bearing);
        abut_solver_def solver = bearing_solver(c->bearing);
        if (abut_start(w, &solver)) bench_die("bearing", abut_world_message(w));
        printf("size %.17g\n", count_advance(w, c->bearing->window[0]));
        abut_world_destroy(w);
        return 0;
    }
    pair pairs[PAIRS];
    make_pairs(pairs);
    abut_law_def law = usual_law(c->patch);
    scene *s = scene_make(&pairs[c->pair], &law, false);
    if (s->failed) bench_die(c->name, s->failed);
    double sum = count_elements(s, c->matrices);
    printf("size %.17g sum %.17g\n", c->size, sum);
    abut_element_destroy(s->e);
    return 0;
}

/* Runs one scene in Valgrind; false: it is not there, or failed. */
static bool count(const char *self, int index, double *instructions, double *size) {
    char command[1024], line[256];
    snprintf(
        command, sizeof command,
        "ABUT_KERNEL=baseline valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect=count_elements "
        "--toggle-collect=count_advance '%s' run %d 2>&1",
        self, index);
    FILE *f = popen(command, "r");
    *instructions = *size = NAN;
    if (!f) return false;
    while (fgets(line, sizeof line, f)) {
        const char *found = strstr(line, "Collected : ");
        if (found) *instructions = strtod(found + strlen("Collected : "), NULL);
        if (!strncmp(line, "size ", 5)) *size = strtod(line + 5, NULL);
    }
    return pclose(f) == 0 && *instructions > 0 && *size > 0;
}

int main(int argc, char **argv) {
    if (argc == 3 && !strcmp(argv[1], "run")) return run(&scenes[atoi(argv[2]) % SCENES]);
    if (argc < 2 || argc > 3) bench_die("usage", "bench_count FILE.json [WORD]");
    FILE *json = bench_json_open(argv[1], "count");
    fprintf(json, ",\n  \"rows\": [");
    printf("instructions of the baseline kernel, counted by Valgrind\n%-44s %14s %10s %12s\n", "scene", "all", "of",
           "each");
    const char *comma = "";
    for (int i = 0; i < SCENES; i++) {
        if (argc > 2 && !strstr(scenes[i].name, argv[2])) continue;
        double all, size;
        if (!count(argv[0], i, &all, &size)) {
            printf("%-44s cannot be counted: is Valgrind there?\n", scenes[i].name);
            continue;
        }
        printf("%-44s %14.0f %10.0f %12.0f\n", scenes[i].name, all, size, all / size);
        (void)fflush(stdout);
        fprintf(json, "%s\n    {", comma);
        comma = ",";
        bench_json_text(json, "scene", scenes[i].name);
        bench_json_number(json, "instructions", all);
        bench_json_number(json, "size", size);
        fprintf(json, "}");
    }
    fprintf(json, "\n  ]\n}\n");
    if (fclose(json)) bench_die("cannot write", argv[1]);
    return 0;
}
