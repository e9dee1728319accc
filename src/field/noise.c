/* xoshiro256** of D. Blackman and S. Vigna, Scrambled linear pseudorandom number generators (2018), seeded by splitmix64 as they
 * recommend (both recalled; the first numbers are in the tests). Normal numbers by G. E. P. Box and M. E. Muller (1958). */
#include "noise.h"

#include <math.h>

static uint64_t split(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

void noise_seed(noise *n, uint64_t seed) {
    for (int i = 0; i < 4; i++) n->s[i] = split(&seed);
}

static uint64_t turned(uint64_t x, int k) { return x << k | x >> (64 - k); }

uint64_t noise_bits(noise *n) {
    uint64_t *s = n->s, out = turned(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = turned(s[3], 45);
    return out;
}

double noise_uniform(noise *n) { return ((double)(noise_bits(n) >> 12) + 0.5) / 4503599627370496.0; }

void noise_normal_pair(noise *n, double out[2]) {
    double r = sqrt(-2 * log(noise_uniform(n))), angle = 6.28318530717958647693 * noise_uniform(n);
    out[0] = r * cos(angle);
    out[1] = r * sin(angle);
}
