/* Random numbers of our own: the same on every machine. */
#ifndef ABUT_FIELD_NOISE_H
#define ABUT_FIELD_NOISE_H

#include <stdint.h>

typedef struct noise {
    uint64_t s[4];
} noise;

void noise_seed(noise *n, uint64_t seed);
uint64_t noise_bits(noise *n);
double noise_uniform(noise *n);                  /* within (0, 1) */
void noise_normal_pair(noise *n, double out[2]); /* of mean 0 and variance 1 */

#endif
