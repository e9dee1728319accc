/* Fuzz target of study files: the bytes are a study beside a model and a measured curve. What stands behind a byte 1 is the curve. */
#define _GNU_SOURCE /* mkdtemp, setenv */
#include "study/study.h"
#include "must.h"

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
    if (!errors) study_free(&s);
    return 0;
}
