/* What fuzz targets share: conditions that end them. */
#ifndef ABUT_FUZZ_DEMAND_H
#define ABUT_FUZZ_DEMAND_H

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

#define MUST(condition)                                                                                                \
    do {                                                                                                               \
        if (condition) break;                                                                                          \
        (void)fprintf(stderr, "violated in line %d: %s\n", __LINE__, #condition);                                      \
        abort();                                                                                                       \
    } while (0)

/* A sentence: it says something, and nothing breaks the line. */
static inline void check_sentence(const char *text) {
    MUST(text[0]);
    for (const char *c = text; *c; c++) MUST(!iscntrl((unsigned char)*c));
}

#endif
