/* What friction and stresses on a grid cost: seconds of the processor, products with the operator and Newton steps, the fastest of three
 * runs from rest each.
 *
 *   bench_field_friction FILE.json */
#include "abut/field_friction.h"
#include "common.h"

static const double PI_ = 3.14159265358979323846;

typedef struct figures {
    char name[48];
    int n;
    double create, seconds, force; /* s, s, over the friction force */
    long steps, inner;
} figures;

/* Hertz pressure of a wheel, a = 6.3 mm, b = 12.6 mm, 106.7 kN. */
static double *wheel(const abut_field_grid *g) {
    const double a = 6.305e-3, b = 12.611e-3, p0 = 1.5 * 106700 / (PI_ * a * b);
    double *p = bench_alloc((size_t)g->nx * (size_t)g->ny, sizeof *p);
    for (int j = 0; j < g->ny; j++)
        for (int i = 0; i < g->nx; i++) {
            double x = (i - 0.5 * (g->nx - 1)) * g->lx / g->nx / a, y = (j - 0.5 * (g->ny - 1)) * g->ly / g->ny / b;
            p[j * g->nx + i] = x * x + y * y < 1 ? p0 * sqrt(1 - x * x - y * y) : 0;
        }
    return p;
}

static figures solve(const char *name, int n, bool rolls, abut_field_motion motion) {
    abut_field_grid g = {n, n, 2.2 * 6.305e-3, 2.2 * 12.611e-3, false};
    abut_material steel = {.E = 2 * 82e9 * 1.28, .nu = 0.28};
    abut_field_friction_def def = {.grid = g, .a = steel, .b = steel, .mu = 0.33, .rolled = rolls ? g.lx / n : 0};
    figures f = {.n = n, .create = INFINITY, .seconds = INFINITY};
    snprintf(f.name, sizeof f.name, "%s", name);
    double *p = wheel(&g);
    for (int k = 0; k < 3; k++) {
        double t0 = bench_now();
        abut_field_friction *o = abut_field_friction_create(&def, NULL);
        double t1 = bench_now();
        abut_field_friction_result r;
        if (!o || abut_field_friction_solve(o, p, &motion, &r, NULL)) bench_die("does not come to its end", name);
        f.create = fmin(f.create, 1e-9 * (t1 - t0));
        f.seconds = fmin(f.seconds, 1e-9 * (bench_now() - t1));
        f.steps = r.steps, f.inner = r.inner;
        f.force = hypot(r.force[0], r.force[1]) / (0.33 * 106700);
        abut_field_friction_destroy(o);
    }
    free(p);
    return f;
}

static figures subsurface(int n) {
    abut_field_grid g = {n, n, 2.2 * 6.305e-3, 2.2 * 12.611e-3, false};
    figures f = {.name = "greatest von Mises stress", .n = n, .seconds = INFINITY};
    double *p = wheel(&g);
    abut_field_body body = {g, p, NULL, 0.28, false};
    abut_field_peak peak;
    for (int k = 0; k < 3; k++) {
        double t0 = bench_now();
        if (abut_field_stress_greatest(&body, &peak, NULL, NULL)) bench_die("no memory", "stresses");
        f.seconds = fmin(f.seconds, 1e-9 * (bench_now() - t0));
    }
    free(p);
    return f;
}

static void show(FILE *json, const figures *f, bool first) {
    printf("%-28s %5d %10.4f %10.4f %8ld %8ld %10.4f\n", f->name, f->n, f->create, f->seconds, f->steps, f->inner,
           f->force);
    fprintf(json, "%s    {", first ? "" : ",\n");
    bench_json_text(json, "name", f->name);
    bench_json_number(json, "n", f->n);
    bench_json_number(json, "create_s", f->create);
    bench_json_number(json, "solve_s", f->seconds);
    bench_json_number(json, "steps", (double)f->steps);
    bench_json_number(json, "products", (double)f->inner);
    bench_json_number(json, "force_over_muN", f->force);
    fprintf(json, "}");
}

int main(int argc, char **argv) {
    FILE *json = bench_json_open(argc > 1 ? argv[1] : "/dev/null", "field_friction");
    fprintf(json, ",\n  \"rows\": [\n");
    printf("friction on n x n cells, wheel with semi-axes 6.3 and 12.6 mm, residual 1e-8; s of the processor\n");
    printf("%-28s %5s %10s %10s %8s %8s %10s\n", "", "n", "create", "solve", "steps", "products", "F/mu N");
    const int sizes[] = {32, 64, 128};
    bool first = true;
    for (int k = 0; k < 3; k++) {
        const abut_field_motion roll = {.shift = {1.6e-3, 0}, .steady = true}, shift = {.shift = {2e-5, 0}};
        const abut_field_motion spin = {.shift = {0, -6.25e-4}, .twist = 0.3, .steady = true};
        figures rows[] = {solve("shift", sizes[k], false, shift), solve("steady rolling", sizes[k], true, roll),
                          solve("steady rolling with spin", sizes[k], true, spin), subsurface(sizes[k])};
        for (int i = 0; i < 4; i++) show(json, &rows[i], first), first = false;
    }
    fprintf(json, "\n  ]\n}\n");
    fclose(json);
    return 0;
}
