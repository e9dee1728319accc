/* Fuzz target of study files: the bytes are a study beside a model and a measured curve. What stands behind a byte 1 is the curve.
 * Messages with places, or a problem that keeps what a fit takes for granted. */
#define _GNU_SOURCE /* mkdtemp, setenv */
#include <math.h>

#include "must.h"
#include "study/study.h"

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    static const char model[] =
        "abut: 1\ngravity: [0, 0, -9.81]\n"
        "materials: {rubber: {E: 10 MPa, nu: 0.5, density: 1100}, stone: {rigid: true}}\n"
        "bodies: [{name: ground, fixed: true}, {name: ball, position: [0, 0, 0.1]}]\n"
        "surfaces:\n"
        "  - {name: floor, body: ground, shape: plane, material: stone}\n"
        "  - {name: skin, body: ball, shape: {type: sphere, radius: 5 cm}, material: rubber}\n"
        "contacts:\n"
        "  - {name: touch, between: [floor, skin], normal: {type: hertz, damping: {chi: 0.05}}, "
        "friction: 0.3}\n"
        "solver: {t_end: 10 ms}\n";
    (void)argc, (void)argv;
    fuzz_begin();
    fuzz_write("model.yaml", model, sizeof model - 1);
    return 0;
}

static void check_parameter(const fit_parameter *p) {
    MUST(p->name && p->name[0] && isfinite(p->low) && isfinite(p->high));
    MUST(p->low < p->high && p->start >= p->low && p->start <= p->high);
    MUST(p->step >= 0 && isfinite(p->step) && (!p->log || p->low > 0));
}

static void check_curve(const fit_problem *problem, const fit_curve *c) {
    MUST(c->points > 0 && c->experiment >= 0 && c->experiment < problem->experiments);
    MUST(c->weight > 0 && isfinite(c->weight) && c->sigma >= 0 && isfinite(c->sigma));
    MUST(c->noise >= 0 && c->noise < problem->noises && c->first >= 0);
    MUST(c->first + c->points <= problem->experiment[c->experiment].numbers);
    for (int i = 0; i < c->points; i++) MUST(isfinite(c->t[i]) && isfinite(c->y[i]) && (!c->x || isfinite(c->x[i])));
}

/* What a fit takes for granted; the same file is the same study; the model takes the settings of the start. */
static void check_study(const study *s, const char *path) {
    const fit_problem *p = &s->problem;
    study again;
    int lines = 0;
    MUST(p->parameters > 0 && p->curves > 0 && p->experiments > 0 && s->options.method);
    for (int i = 0; i < p->parameters; i++) check_parameter(&p->parameter[i]);
    for (int i = 0; i < p->curves; i++) check_curve(p, &p->curve[i]);
    MUST(!study_read(path, check_error, &lines, &again) && again.fingerprint == s->fingerprint);
    study_free(&again);
    double *start = malloc((size_t)p->parameters * sizeof *start);
    MUST(start);
    for (int i = 0; i < p->parameters; i++) start[i] = p->parameter[i].start;
    for (int e = 0; e < p->experiments; e++) {
        int count = 0;
        model m;
        const study_model *of = s->experiment[e].model;
        char **settings = study_settings(s, e, start, &count);
        MUST(settings);
        MUST(!model_read_text(of->path, of->text, of->length, (const char *const *)settings, count, check_error, &lines,
                              &m));
        model_free(&m);
        free(settings);
    }
    free(start);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char curve[] = "t,z_mm\n0,100\n0.001,99.9\n0.005,99\n";
    const uint8_t *mark = memchr(data, 1, size);
    size_t length = mark ? (size_t)(mark - data) : size;
    fuzz_write("study.yaml", data, length);
    fuzz_write("camera.csv", mark ? mark + 1 : (const void *)curve, mark ? size - length - 1 : sizeof curve - 1);
    char path[400];
    study s;
    int lines = 0;
    fuzz_path("study.yaml", path);
    int errors = study_read(path, check_error, &lines, &s);
    MUST(errors <= 100 ? lines == errors : lines == 101);
    if (!errors) {
        check_study(&s, path);
        study_free(&s);
    }
    return 0;
}
