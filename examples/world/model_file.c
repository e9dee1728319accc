/* A model file from C: read, change a value, list its errors, run, look at columns in memory. The model is that of
 * examples/01_bouncing_ball, as text. */
#include <stdio.h>

#include "abut/model.h"

static const char text[] = "abut: 1\n"
                           "gravity: [0, 0, -9.81]\n"
                           "materials: {rubber: {E: 10 MPa, nu: 0}, stone: {rigid: true}}\n"
                           "bodies:\n"
                           "  - {name: ground, fixed: true}\n"
                           "  - {name: ball, mass: 1 kg, inertia: [4e-3, 4e-3, 4e-3], position: [0, 0, 0.5]}\n"
                           "surfaces:\n"
                           "  - {name: shell, body: ball, shape: {type: sphere, radius: 10 cm}, material: rubber}\n"
                           "  - {name: floor, body: ground, shape: plane, material: stone}\n"
                           "contacts:\n"
                           "  - {name: touch, between: [shell, floor], normal: hertz}\n"
                           "solver: {t_end: 1 s, rtol: 1e-9}\n"
                           "output: {every: 10 ms}\n";

static int failed(const abut_model *m, const abut_message *why) {
    for (int i = 0; m && i < abut_model_error_count(m); i++)
        (void)fprintf(stderr, "%s\n", abut_model_error_at(m, i).text);
    if (why->text[0]) (void)fprintf(stderr, "%s\n", why->text);
    return 1;
}

static double largest(const abut_column *c, long rows) {
    double most = c->values[0];
    for (long i = 1; i < rows; i++)
        if (c->values[i] > most) most = c->values[i];
    return most;
}

int main(void) {
    abut_model *m;
    abut_message why = {0};
    abut_run_outcome run;
    if (abut_model_read(&(abut_model_def){.path = "ball.yaml", .text = text}, &m, &why)) return failed(NULL, &why);

    /* an error is data: where it is, and in which value */
    (void)abut_model_set(m, "bodies.ball.mass", "-2 kg");
    if (abut_model_check(m)) {
        abut_model_error e = abut_model_error_at(m, 0);
        (void)printf("%s: %s\n", e.path, e.message);
    }

    (void)abut_model_set(m, "bodies.ball.mass", "2 kg");
    if (abut_model_run(m, &(abut_run_def){.t_end = 0.5}, &run)) return failed(m, &run.message);
    const abut_column *N = abut_model_column(m, "contact_touch.N"), *z = abut_model_column(m, "body_ball.z");
    (void)printf("%ld rows, %d columns\n", abut_model_rows(m), abut_model_column_count(m));
    (void)printf("largest %s  %.6g %s\n", N->name, largest(N, abut_model_rows(m)), N->unit);
    (void)printf("last    %s      %.6f %s\n", z->name, z->values[abut_model_rows(m) - 1], z->unit);
    abut_model_destroy(m);
    return 0;
}
