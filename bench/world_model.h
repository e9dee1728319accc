/* A large model file: 10,000 bodies and 10,000 contacts as text in memory, read, checked and started. A row of spheres,
 * each of which touches the next one, the last one a wall. */
#ifndef ABUT_BENCH_WORLD_MODEL_H
#define ABUT_BENCH_WORLD_MODEL_H

#include "model_report.h"
#include "world_run.h"

enum { LARGE_BODIES = 10000, LARGE_REPEATS = 3 };
#define LARGE_TARGET 2.0 /* s */

static inline char *large_text(size_t *length) {
    char *text = NULL;
    FILE *f = open_memstream(&text, length);
    if (!f) bench_die("out of memory", "large model");
    fprintf(
        f,
        "abut: 1\nmaterials:\n  steel: {E: 210 GPa, nu: 0.3, density: 7800}\nbodies:\n  - {name: wall, fixed: true}\n");
    for (int i = 0; i < LARGE_BODIES; i++) fprintf(f, "  - {name: ball%d, position: [%d mm, 0, 0]}\n", i, 20 * i);
    fprintf(f,
            "surfaces:\n  - {name: front, body: wall, shape: plane, position: [%d mm, 0, 0],"
            " orientation: {axis: [0, 1, 0], angle: -90 deg}, material: steel}\n",
            20 * LARGE_BODIES - 10);
    for (int i = 0; i < LARGE_BODIES; i++)
        fprintf(f, "  - {name: skin%d, body: ball%d, shape: {type: sphere, radius: 10 mm}, material: steel}\n", i, i);
    fprintf(f, "contacts:\n");
    for (int i = 0; i + 1 < LARGE_BODIES; i++)
        fprintf(f, "  - {name: touch%d, between: [skin%d, skin%d], friction: {type: coulomb, mu: 0.1}}\n", i, i, i + 1);
    fprintf(f, "  - {name: touch%d, between: [skin%d, front]}\n", LARGE_BODIES - 1, LARGE_BODIES - 1);
    fprintf(f, "solver: {t_end: 1 ms}\n");
    if (fclose(f)) bench_die("out of memory", "large model");
    return text;
}

static inline bool large_once(const char *text, size_t length, double *read, double *start) {
    model m;
    double t0 = bench_now();
    if (model_read_text("large.yaml", text, length, NULL, 0, bench_complain, NULL, &m)) return false;
    double t1 = bench_now();
    abut_status status = model_start(&m, bench_complain, NULL);
    double t2 = bench_now();
    model_free(&m);
    *read = 1e-9 * (t1 - t0);
    *start = 1e-9 * (t2 - t1);
    return status == ABUT_OK;
}

static inline void large_run(FILE *f) {
    size_t length = 0;
    char *text = large_text(&length);
    double best = INFINITY, read = NAN, start = NAN;
    for (int i = 0; i < LARGE_REPEATS; i++) {
        double r, s;
        if (!large_once(text, length, &r, &s)) break;
        if (r + s < best) best = r + s, read = r, start = s;
    }
    free(text);
    printf("\nlarge model file, %d bodies and as many contacts, %.2f MB: ", LARGE_BODIES, 1e-6 * (double)length);
    if (best < INFINITY)
        printf("read and checked in %.3f s, started in %.3f s, together %.3f s; target %.0f s: %s\n", read, start, best,
               LARGE_TARGET, best <= LARGE_TARGET ? "ok" : "MISSED");
    else
        printf("not accepted\n");
    fprintf(f, ",\n  \"large_model\": {\"bodies\": %d, \"contacts\": %d", LARGE_BODIES, LARGE_BODIES);
    bench_json_number(f, "read_s", read);
    bench_json_number(f, "start_s", start);
    bench_json_number(f, "target_s", LARGE_TARGET);
    fprintf(f, "}");
}

#endif
