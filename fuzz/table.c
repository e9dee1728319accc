/* Fuzz target of tables in files: the bytes are a CSV file that a cam reads. Messages with places in either file, or a world. */
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
    static const char text[] =
        "abut: 1\n"
        "machines:\n"
        "  - {name: c, type: cam_roller, speed: 1500 rpm, profile: {type: spline, base_radius: 16 mm, "
        "file: t.csv}, follower: {type: translating, mass: 220 g}, roller: {radius: 10 mm, length: 12 mm}}\n";
    model m;
    int lines = 0;
    fuzz_write("t.csv", data, size);
    int errors = model_read_text(model_path, text, sizeof text - 1, NULL, 0, check_error, &lines, &m);
    MUST(errors <= 100 ? lines == errors : lines == 101);
    MUST((errors == 0) == (m.world != NULL));
    model_free(&m);
    return 0;
}
