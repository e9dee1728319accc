/* Elliptic lubricated contacts from cold on 256 x 256 cells over all loads and oils, single ones on 512 x 512, and warm ones: seconds of the
 * processor with kernels and plans, against the limits of each.
 *
 *   bench_ehl_point FILE.json [M L D n]: all, or one case */
#include "abut/ehl.h"
#include "common.h"

static int worse, count;
static double sum, most;

static double now(void) { return 1e-9 * bench_now(); }

static void show(FILE *json, const char *kind, int n, const abut_ehl_point_def *d, abut_status status,
                 const abut_ehl_point_result *r, double seconds, double limit) {
    bool good = !status && r->residual < 1e-8 && seconds <= limit;
    worse += !good;
    printf("%-5s %4d %6g %5g %4g %9.5f %9.5f %8.1e %8.1e %5d %6d %8.1e %7.2f %5g %s\n", kind, n, d->M, d->L, d->D,
           r->H_0, r->H_min, r->error_0, r->domain_0, r->all_steps, r->cycles, r->residual, seconds, limit,
           good ? "" : (status ? "NONE" : "SHORT"));
    (void)fflush(stdout);
    fprintf(json,
            "%s    {\"kind\": \"%s\", \"n\": %d, \"M\": %g, \"L\": %g, \"D\": %g, \"H_0\": %.8g, \"seconds\": %.3g}",
            count++ ? ",\n" : "", kind, n, d->M, d->L, d->D, r->H_0, seconds);
}

static void cold(FILE *json, int n, double M, double L, double D, double limit, double warm_limit) {
    abut_ehl_point *s = NULL;
    abut_ehl_point_result r = {0};
    abut_message why = {0};
    abut_ehl_point_def d = {.M = M, .L = L, .D = D};
    double start = now();
    abut_status status = abut_ehl_point_create(n, &s, &why);
    if (!status) status = abut_ehl_point_solve(s, &d, &r, &why);
    double seconds = now() - start;
    sum += seconds;
    most = fmax(most, seconds);
    show(json, "cold", n, &d, status, &r, seconds, limit);
    if (warm_limit > 0 && !status) {
        d.M *= 1.02;
        start = now();
        status = abut_ehl_point_solve(s, &d, &r, &why);
        show(json, "warm", n, &d, status, &r, now() - start, warm_limit);
    }
    abut_ehl_point_destroy(s);
}

int main(int argc, char **argv) {
    static const double M[] = {5, 10, 20, 50, 100, 200, 500, 1000}, L[] = {0, 1, 2, 3.5, 5, 7.5, 10, 12.5, 15, 20};
    static const double D[] = {0.1, 0.2, 0.3, 0.5, 0.7, 1}, at[][2] = {{20, 0}, {20, 10}, {200, 5}, {1000, 10}};
    FILE *json = bench_json_open(argc > 1 ? argv[1] : "/dev/null", "ehl_point");
    fprintf(json, ",\n  \"rows\": [\n");
    printf("%-5s %4s %6s %5s %4s %9s %9s %8s %8s %5s %6s %8s %7s %5s\n", "", "n", "M", "L", "D", "H_0", "H_min",
           "error", "domain", "steps", "cycles", "residual", "seconds", "limit");
    if (argc > 5) {
        cold(json, atoi(argv[5]), atof(argv[2]), atof(argv[3]), atof(argv[4]), 25, 25);
    } else {
        cold(json, 256, 200, 10, 1, 2, 1);
        cold(json, 512, 200, 10, 1, 25, 0);
        sum = most = 0;
        for (size_t i = 0; i < sizeof M / sizeof *M; i++)
            for (size_t k = 0; k < sizeof L / sizeof *L; k++) cold(json, 256, M[i], L[k], 1, 6, 0);
        printf("circles: mean %.2f s, most %.2f s\n", sum / 80, most);
        for (size_t i = 0; i < sizeof D / sizeof *D; i++)
            for (size_t k = 0; k < sizeof at / sizeof *at; k++) cold(json, 256, at[k][0], at[k][1], D[i], 6, 0);
    }
    printf("%d short of their limits\n", worse);
    fprintf(json, "\n  ]\n}\n");
    fclose(json);
    return 0;
}
