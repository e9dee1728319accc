/* Fuzz target of the model file: any bytes in; messages with places, or a world that starts or says why not. What stands
 * behind a byte 1 is a setting (--set). */
#define _GNU_SOURCE /* mkdtemp, setenv */
#include <math.h>

#include "must.h"

enum { SETTINGS = 4, BODIES = 20 };

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    fuzz_begin();
    return 0;
}

static void check_model(model *m) {
    const abut_solver_def *s = &m->solver;
    MUST(m->world && m->text && m->path && m->own);
    MUST(isfinite(s->t_end) && s->t_end >= 0 && s->rtol >= 0 && s->rtol < 1 && s->max_order >= 0);
    MUST(isfinite(m->output_every) && m->output_every >= 0 && m->output_from >= 0);
    MUST(abut_check(m->world) == ABUT_OK);
    if (abut_body_count(m->world) <= BODIES && m->length % 8 == 0) fuzz_start(m); /* longer than the rest */
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *settings[SETTINGS];
    int count = 0, lines = 0;
    char *copy = malloc(size + 1);
    if (!copy) return 0;
    memcpy(copy, data, size);
    copy[size] = '\0';
    char *mark = memchr(copy, 1, size);
    size_t length = mark ? (size_t)(mark - copy) : size;
    while (mark && count < SETTINGS) {
        *mark = '\0';
        settings[count++] = mark + 1;
        mark = memchr(mark + 1, 1, size - (size_t)(mark + 1 - copy));
    }
    model m;
    int errors = model_read_text("/nowhere/fuzz.yaml", copy, length, settings, count, check_error, &lines, &m);
    MUST(errors <= 100 ? lines == errors : lines == 101);
    if (errors)
        MUST(!m.world && !m.own);
    else
        check_model(&m);
    model_free(&m);
    free(copy);
    return 0;
}
