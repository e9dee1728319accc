/* Fuzz target of tables in files: the bytes are a CSV file that a cam reads. Messages with places in either file, or a world that
 * starts or says why not. Read again from the files that were noted it is the same. */
#define _GNU_SOURCE /* mkdtemp, setenv */
#include "must.h"

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    fuzz_begin();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char text[] =
        "abut: 1\n"
        "machines:\n"
        "  - {name: c, type: cam_roller, speed: 1500 rpm, profile: {type: spline, base_radius: 16 mm, "
        "file: t.csv}, follower: {type: translating, mass: 220 g}, roller: {radius: 10 mm, length: 12 mm}}\n";
    fuzz_read_with("t.csv", data, size, text, sizeof text - 1);
    return 0;
}
