/* Numbers in binary files, whatever the order of bytes of the machine. */
#ifndef ABUT_HEIGHTS_BYTES_H
#define ABUT_HEIGHTS_BYTES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t bytes_unsigned(const unsigned char *b, int size, bool big) {
    uint64_t x = 0;
    for (int i = 0; i < size; i++) x = x << 8 | b[big ? i : size - 1 - i];
    return x;
}

static inline int64_t bytes_signed(const unsigned char *b, int size, bool big) {
    uint64_t x = bytes_unsigned(b, size, big), sign = (uint64_t)1 << (8 * size - 1);
    return (int64_t)((x ^ sign) - sign);
}

static inline double bytes_float(const unsigned char *b, bool big) {
    uint32_t x = (uint32_t)bytes_unsigned(b, 4, big);
    float f;
    memcpy(&f, &x, sizeof f);
    return (double)f;
}

static inline double bytes_double(const unsigned char *b, bool big) {
    uint64_t x = bytes_unsigned(b, 8, big);
    double d;
    memcpy(&d, &x, sizeof d);
    return d;
}

#endif
