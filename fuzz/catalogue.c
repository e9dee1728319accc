/* Fuzz target of parts in files: the bytes are a mapping that a bearing of the model uses, as those of the catalogue. */
#define _GNU_SOURCE /* mkdtemp, setenv */
#include "must.h"

static char model_path[400];

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    fuzz_begin();
    fuzz_path("model.yaml", model_path);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char text[] = "abut: 1\nmaterials: {steel: {E: 210 GPa, nu: 0.3, density: 7800}}\n"
                               "bodies:\n  - {name: f, fixed: true}\n  - {name: s, mass: 1, inertia: [1, 1, 1]}\n"
                               "machines:\n  - {use: part.yaml, name: b, inner: s, outer: f, material: steel}\n";
    model m;
    int lines = 0;
    fuzz_write("part.yaml", data, size);
    int errors = model_read_text(model_path, text, sizeof text - 1, NULL, 0, check_error, &lines, &m);
    MUST(errors <= 100 ? lines == errors : lines == 101);
    MUST((errors == 0) == (m.world != NULL));
    if (!errors) MUST(abut_check(m.world) == ABUT_OK);
    model_free(&m);
    return 0;
}
