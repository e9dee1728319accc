/* Fuzz target of height maps: the bytes are a file, read with and without sizes and units from outside. A sentence, or a map of finite
 * heights whose figures can be computed and which is the same when written and read again. */
#define _GNU_SOURCE /* mkdtemp, setenv */
#include <math.h>

#include "abut/heights.h"
#include "must.h"

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    fuzz_begin();
    return 0;
}

static void check_again(const abut_heights *h) {
    char path[400];
    abut_heights again;
    fuzz_path("map.txt", path);
    MUST(!abut_heights_write(h, path, NULL) && !abut_heights_read(path, NULL, &again, NULL));
    MUST(again.nx == h->nx && again.ny == h->ny && again.lx == h->lx && again.ly == h->ly);
    MUST(again.generated == h->generated);
    MUST(!memcmp(again.z, h->z, h->nx * h->ny * sizeof *h->z));
    abut_heights_destroy(&again);
}

static void check_map(abut_heights *h) {
    abut_heights_statistics s;
    MUST(h->nx >= 2 && h->ny >= 2 && h->lx > 0 && h->ly > 0 && isfinite(h->lx) && isfinite(h->ly) && h->format[0]);
    for (size_t k = 0; k < h->nx * h->ny; k++) MUST(isfinite(h->z[k]));
    MUST(!abut_heights_statistics_of(h, h->nx % 2, &s) && s.Sq >= 0 && s.Sa <= s.Sq * (1 + 1e-12));
    if (h->nx * h->ny <= 4096) check_again(h);
    (void)abut_heights_level(h, (abut_level)(h->nx % 4), NULL);
    (void)abut_heights_filter(h, h->lx / 2, h->lx / 8, h->ny % 2, NULL);
    for (size_t k = 0; k < h->nx * h->ny; k++) MUST(isfinite(h->z[k]));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const abut_heights_options ways[] = {
        {.memory = 1 << 19},
        {.height_unit = 1e-6, .memory = 1 << 19},
        {.length_unit = 1e-6, .height_unit = 1e-9, .memory = 1 << 19, .profile = true},
        {.memory = 1 << 19, .profile = true},
        {.height_unit = 1e-6, .length_unit = 1e-6, .memory = 1 << 19},
        {.lx = 1e-3, .height_unit = 1e-9, .generated = true, .memory = 1 << 19},
    };
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        abut_heights h;
        abut_message m = {0};
        abut_status status = abut_heights_parse(data, size, &ways[i], &h, &m);
        MUST(status <= 0 && (status != 0) == (m.text[0] != '\0') && status == m.status);
        MUST((status == 0) == (h.z != NULL));
        if (status)
            check_sentence(m.text);
        else
            check_map(&h);
        abut_heights_destroy(&h);
    }
    return 0;
}
