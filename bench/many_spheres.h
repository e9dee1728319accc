/* Spheres of 5 cm (1000 kg/m3, E 10 MPa, chi 0.3 s/m, mu 0.3 at 1 cm/s) that fall from a grid into a box, 0.3 s at rtol 1e-4: 1000 from
 * 10 x 10 x 10 places, 10,000 from 40 x 25 x 10. CPU time of both, and what is wrong with the energy over what was dissipated. */
#ifndef ABUT_BENCH_MANY_SPHERES_H
#define ABUT_BENCH_MANY_SPHERES_H

#include "world_run.h"

#define SPHERES_TARGET 12. /* times the CPU time of 1000 for 10,000 */
#define SPHERES_END    0.3 /* s */

static inline void spheres_wall(abut_world *w, abut_body body, abut_surface *to, const char *name, abut_vec3 at,
                                abut_quat q) {
    *to = abut_add_surface(
        w, body,
        &(abut_surface_def){.name = name, .shape = {.type = "plane"}, .material = ABUT_RIGID, .place = {at, q}});
}

static inline abut_world *spheres_make(const int n[3]) {
    enum { MOST = 10000 };
    static abut_surface ball[MOST];
    const double step = 0.11, s = sqrt(0.5), a = 0.5 * step * n[0], b = 0.5 * step * n[1];
    bench_random random = {88172645463325252u};
    abut_world *w = abut_world_create(&(abut_world_def){.gravity = {0, 0, -9.81}});
    if (!w) bench_die("out of memory", "spheres");
    abut_body box = abut_add_body(w, &(abut_body_def){.name = "box", .fixed = true});
    abut_surface wall[5];
    spheres_wall(w, box, &wall[0], "floor", (abut_vec3){0, 0, 0}, (abut_quat){1, 0, 0, 0});
    spheres_wall(w, box, &wall[1], "left", (abut_vec3){-a, 0, 0}, (abut_quat){s, 0, s, 0});
    spheres_wall(w, box, &wall[2], "right", (abut_vec3){a, 0, 0}, (abut_quat){s, 0, -s, 0});
    spheres_wall(w, box, &wall[3], "front", (abut_vec3){0, -b, 0}, (abut_quat){s, -s, 0, 0});
    spheres_wall(w, box, &wall[4], "back", (abut_vec3){0, b, 0}, (abut_quat){s, s, 0, 0});
    int count = 0;
    for (int k = 0; k < n[2]; k++)
        for (int j = 0; j < n[1]; j++)
            for (int i = 0; i < n[0]; i++) {
                char name[32];
                snprintf(name, sizeof name, "ball%d", count);
                double shake[2] = {bench_uniform(&random, -0.004, 0.004), bench_uniform(&random, -0.004, 0.004)};
                abut_vec3 r = {-a + step * (i + 0.5) + shake[0], -b + step * (j + 0.5) + shake[1], 0.06 + step * k};
                abut_body body = abut_add_body(w, &(abut_body_def){.name = name, .start.r = r});
                ball[count++] =
                    abut_add_surface(w, body,
                                     &(abut_surface_def){.name = name,
                                                         .shape = {"sphere", {{.name = "radius", .value = 0.05}}},
                                                         .material = {.E = 1e7, .nu = 0.3, .density = 1000}});
            }
    abut_law_def law = {.normal = {"hertz", {{.name = "damping", .value = 0.3}}},
                        .friction = {"coulomb", {{.name = "mu", .value = 0.3}, {.name = "v_s", .value = 0.01}}}};
    abut_add_collide(w, &(abut_collide_def){.name = "balls", .first = ball, .first_count = count, .law = &law});
    abut_add_collide(
        w, &(abut_collide_def){
               .name = "walls", .first = wall, .first_count = 5, .second = ball, .second_count = count, .law = &law});
    return w;
}

/* Both fall at the same time, slice by slice in turns, again and again: of each slice the fastest time counts, so that what other
 * programs do to the caches falls on both and little of it is left. */
enum { SPHERES_SLICES = 60, SPHERES_TURNS = 4 };

typedef struct spheres_fall {
    const int *n;
    double slice[SPHERES_SLICES], cpu, residual; /* s; of what was dissipated */
    abut_run_stats stats;
} spheres_fall;

static inline void spheres_turn(spheres_fall *fall, int count) {
    abut_world *w[2];
    for (int i = 0; i < count; i++) {
        w[i] = spheres_make(fall[i].n);
        if (abut_start(w[i], &(abut_solver_def){.rtol = 1e-4, .threads = 1}))
            bench_die("spheres", abut_world_message(w[i]));
    }
    for (int k = 0; k < SPHERES_SLICES; k++)
        for (int i = 0; i < count; i++) {
            double t0 = bench_now();
            if (abut_advance(w[i], SPHERES_END * (k + 1) / SPHERES_SLICES))
                bench_die("spheres", abut_world_message(w[i]));
            fall[i].slice[k] = fmin(fall[i].slice[k], 1e-9 * (bench_now() - t0));
        }
    for (int i = 0; i < count; i++) {
        abut_energy e = abut_read_energy(w[i]);
        fall[i].residual = fabs(e.residual) / (e.dissipated_normal + e.dissipated_friction);
        fall[i].stats = abut_read_stats(w[i]);
        abut_world_destroy(w[i]);
    }
}

static inline void spheres_run(FILE *f) {
    static const int N[2][3] = {{10, 10, 10}, {40, 25, 10}};
    static spheres_fall fall[2];
    printf("\nspheres that fall into a box, %g s\n  %7s %9s %8s %8s %20s %10s\n", SPHERES_END, "spheres", "CPU s",
           "steps", "evals", "us/sphere and eval", "residual");
    fprintf(f, ",\n  \"spheres\": [");
    for (int i = 0; i < 2; i++) {
        fall[i].n = N[i];
        for (int k = 0; k < SPHERES_SLICES; k++) fall[i].slice[k] = INFINITY;
    }
    for (int turn = 0; turn < SPHERES_TURNS; turn++) spheres_turn(fall, 2);
    for (int i = 0; i < 2; i++) {
        int count = N[i][0] * N[i][1] * N[i][2];
        for (int k = 0; k < SPHERES_SLICES; k++) fall[i].cpu += fall[i].slice[k];
        printf("  %7d %9.3f %8ld %8ld %20.4f %9.3f %%", count, fall[i].cpu, fall[i].stats.steps,
               fall[i].stats.rhs_evals, 1e6 * fall[i].cpu / count / (double)fall[i].stats.rhs_evals,
               100 * fall[i].residual);
        double ratio = fall[i].cpu / fall[0].cpu;
        if (i)
            printf("   %.2f times; target %.0f: %s", ratio, SPHERES_TARGET, ratio <= SPHERES_TARGET ? "ok" : "MISSED");
        printf("\n");
        fprintf(f, "%s\n    {\"spheres\": %d, \"steps\": %ld", i ? "," : "", count, fall[i].stats.steps);
        bench_json_number(f, "cpu_s", fall[i].cpu);
        bench_json_number(f, "residual", fall[i].residual);
        fprintf(f, "}");
    }
    fprintf(f, "\n  ]");
}

#endif
