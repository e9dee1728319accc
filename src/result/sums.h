/* Sums over what was written, by which a run that goes on knows its files again. Every step is one to one in the sum and in what is
 * added, so that a single change always shows, and several with a chance of 2^-64 not to; the shift lets the highest bits count
 * in the lower ones. The step is that of FNV-1a. */
#ifndef ABUT_RESULT_SUMS_H
#define ABUT_RESULT_SUMS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/hash.h"

static inline uint64_t sum_word(uint64_t sum, uint64_t word) {
    sum = hash_word(sum, word);
    return sum ^ sum >> 32;
}

static inline uint64_t sum_bytes(uint64_t sum, const unsigned char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) sum = sum_word(sum, bytes[i]);
    return sum;
}

/* The bits of the numbers. */
static inline uint64_t sum_numbers(uint64_t sum, const double *numbers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint64_t word;
        memcpy(&word, &numbers[i], sizeof word);
        sum = sum_word(sum, word);
    }
    return sum;
}

/* Numbers that are stored as whole ones; what is none is stored as something else, which does not count. */
static inline uint64_t sum_wholes(uint64_t sum, const double *numbers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        double n = numbers[i];
        sum = sum_word(sum, n > -9e15 && n < 9e15 ? (uint64_t)(int64_t)n : 0);
    }
    return sum;
}

#endif
