/* Bytes made into numbers and oils, for the fuzz targets of solved films that include this once. */
#ifndef ABUT_FUZZ_NUMBERS_H
#define ABUT_FUZZ_NUMBERS_H

#include <math.h>

#include "abut/ehl.h"
#include "must.h"

typedef struct source {
    const uint8_t *at;
    size_t left;
} source;

static inline unsigned byte(source *s) { return s->left ? s->left--, *s->at++ : 0; }

/* Of the order of `typical`, up to 2^+-8 of it; now and then any double at all. */
static inline double number(source *s, double typical) {
    unsigned way = byte(s);
    if (way < 250) return typical * exp2(8 * (way / 125.0 - 1) + byte(s) / 1024.0);
    uint64_t bits = 0;
    double any;
    for (int i = 0; i < 8; i++) bits = bits << 8 | byte(s);
    memcpy(&any, &bits, sizeof any);
    return any;
}

static inline abut_ehl_oil read_oil(source *s) {
    abut_ehl_oil oil = {0};
    unsigned way = byte(s);
    if (way & 3) oil.alpha = number(s, 2e-8);
    if (way & 1) oil.roelands_z = number(s, 0.6);
    oil.compressible = way & 2;
    return oil;
}

/* A sentence where and only where there is no answer. */
static inline void check_answer(abut_status status, const abut_message *why) {
    MUST(status == ABUT_OK || status == ABUT_BAD_VALUE || status == ABUT_NO_CONVERGENCE);
    MUST((status != ABUT_OK) == (why->text[0] != '\0'));
    if (status) check_sentence(why->text);
}

static inline void check_film(abut_status status, const abut_message *why, double H_min, double H_c) {
    check_answer(status, why);
    MUST(status ? H_min == 0 && H_c == 0 : H_min > 0 && H_c >= H_min * (1 - 1e-12) && isfinite(H_c));
}

static inline void check_fields(const double *P, const double *H, int count) {
    for (int i = 0; i < count; i++) MUST(isfinite(P[i]) && isfinite(H[i]) && P[i] >= 0 && H[i] > 0);
}

#endif
