/* What dry contact on a grid costs: Hertz' sphere on 3a x 3a at the residual 1e-10, cold, kernels and plans included, by the default solver
 * and by Polonsky and Keer's method in the same run; a warm evaluation of a small grid; a periodic self-affine surface. Seconds of the
 * processor, the fastest of a few runs; pairs of transforms by their size, against those of the whole window.
 *
 *   bench_field FILE.json [SURFACE N]
 *
 * SURFACE: N x N heights as doubles, a unit square of rms slope 1 (bench/rough_surface.py makes the one whose areas and pressures are
 * published in docs/benchmarks.md); without it a surface of the same spectrum from our own random numbers. */
#include "abut/field.h"
#include "common.h"

static const double PI_ = 3.14159265358979323846;

typedef struct figures {
    char name[48], solver[16];
    int n;
    double seconds, pairs, p_max, area, residual;
    long inner, outer;
} figures;

static bool first_row = true;

static void show(FILE *json, const figures *f) {
    printf("%-22s %-4s %5d %9.5f %8.1f %6ld %6ld %12.4e %9.5f %9.1e\n", f->name, f->solver, f->n, f->seconds, f->pairs,
           f->inner, f->outer, f->p_max, f->area, f->residual);
    fflush(stdout);
    fprintf(json, "%s    {", first_row ? "" : ",\n");
    first_row = false;
    bench_json_text(json, "name", f->name);
    bench_json_text(json, "solver", f->solver);
    bench_json_number(json, "n", f->n);
    bench_json_number(json, "seconds", f->seconds);
    bench_json_number(json, "pair_equivalents", f->pairs);
    bench_json_number(json, "inner", (double)f->inner);
    bench_json_number(json, "outer", (double)f->outer);
    bench_json_number(json, "p_max", f->p_max);
    bench_json_number(json, "area_fraction", f->area);
    bench_json_number(json, "residual", f->residual);
    fprintf(json, "}");
}

/* Created, solved and destroyed `runs` times. */
static figures cold(const char *name, const char *solver, const abut_field_def *def, double force, double p_unit,
                    double p_offset, int runs) {
    figures f = {.n = def->grid.nx, .seconds = INFINITY};
    snprintf(f.name, sizeof f.name, "%s", name);
    snprintf(f.solver, sizeof f.solver, "%s", solver);
    for (int k = 0; k < runs; k++) {
        abut_message m = {0};
        abut_field_result r;
        double t0 = bench_now();
        abut_field *o = abut_field_create(def, &m);
        if (!o || abut_field_solve(o, &(abut_field_load){.by_force = true, .force = force}, &r, &m))
            bench_die(m.text, name);
        abut_field_destroy(o);
        f.seconds = fmin(f.seconds, 1e-9 * (bench_now() - t0));
        f.pairs = r.pair_equivalents, f.inner = r.inner, f.outer = r.outer, f.residual = r.residual;
        f.p_max = r.p_max / p_unit - p_offset, f.area = r.area_fraction;
    }
    return f;
}

static abut_field_def sphere(int n, const char *solver, double tol) {
    return (abut_field_def){.grid = {n, n, 3, 3, false},
                            .gap = {"quadric", {{.name = "P", .value = 0.5}, {.name = "Q", .value = 0.5}}},
                            .E_star = 1,
                            .solver = {solver, {{.name = "tol", .value = tol}}}};
}

/* A small grid from its last solution, the approach changing by 1e-4 of itself: what a contact in dynamics does. */
static figures warm(int n, double tol) {
    figures f = {.name = "sphere, warm", .solver = "pcg", .n = n, .seconds = INFINITY};
    abut_message m = {0};
    abut_field_result r;
    abut_field_def def = sphere(n, "pcg", tol);
    abut_field *o = abut_field_create(&def, &m);
    if (!o || abut_field_solve(o, &(abut_field_load){.approach = 1}, &r, &m)) bench_die(m.text, "warm");
    for (int k = 0; k < 20; k++) {
        double t0 = bench_now();
        f.inner = f.outer = 0, f.pairs = 0;
        for (int step = 0; step < 50; step++) {
            if (abut_field_solve(o, &(abut_field_load){.approach = 1 + 1e-4 * (step % 7)}, &r, &m))
                bench_die(m.text, "warm");
            f.inner += r.inner, f.outer += r.outer, f.pairs += r.pair_equivalents / 50;
        }
        f.seconds = fmin(f.seconds, 1e-9 * (bench_now() - t0) / 50);
    }
    f.inner /= 50, f.outer /= 50;
    f.p_max = r.p_max / (2 / PI_) - 1, f.area = r.area_fraction, f.residual = r.residual;
    abut_field_destroy(o);
    return f;
}

/* Waves to the cut-off n/16 with random phases, heights by max(q, 4)^-1.8, rms slope 1. */
static double *own_surface(int n) {
    enum { WAVES = 24 };
    bench_random random = {17};
    double *h = bench_alloc((size_t)n * (size_t)n, sizeof *h), slope = 0;
    double *cx = bench_alloc(2 * (size_t)n * WAVES, sizeof *cx);
    for (int i = 0; i < n * WAVES; i++) {
        double angle = 2 * PI_ * (i / WAVES) * (i % WAVES) / n;
        cx[2 * i] = cos(angle), cx[2 * i + 1] = sin(angle);
    }
    memset(h, 0, (size_t)n * (size_t)n * sizeof *h);
    for (int k = 0; k < WAVES; k++)
        for (int m = 1 - WAVES; m < WAVES; m++) {
            double q = hypot(k, m), phase = bench_uniform(&random, 0, 2 * PI_);
            if (q < 1 || q > WAVES || (k == 0 && m < 0)) continue;
            double a = pow(fmax(q, 4), -1.8);
            slope += a * a / 2 * pow(2 * PI_ * q, 2);
            double c = a * cos(phase), s = a * sin(phase);
            for (int j = 0; j < n; j++) {
                const double *w = cx + 2 * (j * WAVES + abs(m));
                double ym = w[0], yn = m < 0 ? -w[1] : w[1];
                double re = c * ym - s * yn, im = c * yn + s * ym;
                for (int i = 0; i < n; i++)
                    h[j * n + i] += re * cx[2 * (i * WAVES + k)] - im * cx[2 * (i * WAVES + k) + 1];
            }
        }
    for (int i = 0; i < n * n; i++) h[i] /= sqrt(slope);
    free(cx);
    return h;
}

static void periodic(FILE *json, const char *path, int n) {
    static const double pressure[] = {0.02, 0.1, 0.4, 0.8};
    double *h = path ? bench_alloc((size_t)n * (size_t)n, sizeof *h) : own_surface(n);
    FILE *from = path ? fopen(path, "rb") : NULL;
    if (path && (!from || fread(h, sizeof *h, (size_t)n * (size_t)n, from) != (size_t)n * (size_t)n))
        bench_die("cannot be read", path);
    if (from) fclose(from);
    for (int i = 0; i < n * n; i++) h[i] = -h[i]; /* heights of one body: the gap is what is missing to the other */
    abut_field_def def = {.grid = {n, n, 1, 1, true},
                          .heights = h,
                          .rough = true,
                          .E_star = 1,
                          .solver = {"pcg", {{.name = "tol", .value = 1e-10}}}};
    for (int k = 0; k < 4; k++) {
        char name[48];
        snprintf(name, sizeof name, "periodic, %g", pressure[k]);
        figures f = cold(name, "pcg", &def, pressure[k], 1, 0, n > 512 ? 1 : 2);
        show(json, &f);
    }
    free(h);
}

int main(int argc, char **argv) {
    FILE *json = bench_json_open(argc > 1 ? argv[1] : "/dev/null", "field");
    fprintf(json, ",\n  \"rows\": [\n");
    printf(
        "dry contact on n x n cells; s of the processor with kernels and plans; p_max of the sphere: p_max/p0 - 1\n");
    printf("%-22s %-4s %5s %9s %8s %6s %6s %12s %9s %9s\n", "", "", "n", "seconds", "pairs", "inner", "outer", "p_max",
           "area", "residual");
    for (int n = 64; n <= 2048; n *= 2) {
        abut_field_def def = sphere(n, "pcg", 1e-10);
        figures f = cold("sphere", "pcg", &def, 4.0 / 3, 2 / PI_, 1, n < 1024 ? 3 : 1);
        show(json, &f);
        if (n > 512) continue;
        def = sphere(n, "pk", 1e-10);
        f = cold("sphere", "pk", &def, 4.0 / 3, 2 / PI_, 1, 1);
        show(json, &f);
    }
    figures w = warm(32, 1e-6);
    show(json, &w);
    if (argc > 3)
        periodic(json, argv[2], atoi(argv[3]));
    else
        periodic(json, NULL, 512);
    fprintf(json, "\n  ]\n}\n");
    fclose(json);
    return 0;
}
