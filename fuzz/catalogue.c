/* Fuzz target of parts in files: the bytes are a mapping that a bearing of the model uses, as those of the catalogue. Messages with
 * places, or a world that starts or says why not. Read again from the files that were noted it is the same. */
#define _GNU_SOURCE /* mkdtemp, setenv */
#include "must.h"

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    fuzz_begin();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char text[] = "abut: 1\nmaterials: {steel: {E: 210 GPa, nu: 0.3, density: 7800}}\n"
                               "bodies:\n  - {name: f, fixed: true}\n  - {name: s, mass: 1, inertia: [1, 1, 1]}\n"
                               "machines:\n  - {use: part.yaml, name: b, inner: s, outer: f, material: steel}\n";
    fuzz_read_with("part.yaml", data, size, text, sizeof text - 1);
    return 0;
}
