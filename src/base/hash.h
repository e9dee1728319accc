/* FNV-1a, 64 bits (G. Fowler, L. C. Noll, K.-P. Vo): hash = (hash ^ byte) prime. Each step is one to one in the hash, so a single byte
 * that differs always shows. Begins with HASH_BEGIN and may be continued. */
#ifndef ABUT_BASE_HASH_H
#define ABUT_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_BEGIN UINT64_C(0xcbf29ce484222325)
#define HASH_PRIME UINT64_C(0x100000001b3)

/* One step, with a byte or, where speed counts, a longer word. */
static inline uint64_t hash_word(uint64_t hash, uint64_t word) { return (hash ^ word) * HASH_PRIME; }

static inline uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t count) {
    const unsigned char *byte = (const unsigned char *)bytes;
    for (size_t i = 0; i < count; i++) hash = hash_word(hash, byte[i]);
    return hash;
}

#endif
