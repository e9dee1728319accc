/* Hertz contact for many contacts at once: F = (4/3) E* G(C) h sqrt(h/(2Q)), a^2 = h/(P + kappa^2 Q), b = kappa a.
 *
 * On x86-64 with AVX2 and FMA four contacts go together: the table rows of four segments are loaded as they lie and
 * transposed in registers, which is faster than gathering. Elsewhere, and for the rest of an array, one by one. Both give
 * the same numbers to the last digits (FMA rounds differently), not to the last bit. */
#include <math.h>

#include "abut/abut.h"
#include "base/cpu.h"
#include "hertz_array.h"
#include "hertz_kernel.h"

static void one(double P, double Q, double E_star, double h, double *F, double *a, double *b) {
    bool good = P > 0 && P <= Q && Q <= 1e300 && E_star > 0 && !isnan(h);
    double f = NAN, semi = NAN, kappa = NAN;
    if (good && h <= 0) f = semi = kappa = 0;
    if (good && h > 0) {
        double G;
        hertz_coefficients(P / Q, &G, &kappa);
        f = 4.0 / 3.0 * E_star * G * h * sqrt(h / (2 * Q));
        semi = sqrt(h / (P + kappa * kappa * Q));
    }
    *F = f;
    if (a) *a = semi;
    if (b) *b = kappa * semi;
}

static bool portable(size_t n, const double *P, const double *Q, const double *E_star, const double *h, double *F,
                     double *a, double *b) {
    bool finite = true;
    for (size_t i = 0; i < n; i++) {
        one(P[i], Q[i], E_star[i], h[i], F + i, a ? a + i : NULL, b ? b + i : NULL);
        finite &= isfinite(F[i]);
    }
    return finite;
}

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#define AVX2 __attribute__((target("avx2,fma"))) static inline

typedef struct lanes4 {
    __m256d c[4];
} lanes4;

/* Four doubles at `at` of each of four rows, transposed: c[k] holds entry k of the four rows. */
AVX2 lanes4 load4(const double *const row[4], int at) {
    __m256d r0 = _mm256_loadu_pd(row[0] + at), r1 = _mm256_loadu_pd(row[1] + at);
    __m256d r2 = _mm256_loadu_pd(row[2] + at), r3 = _mm256_loadu_pd(row[3] + at);
    __m256d lo01 = _mm256_unpacklo_pd(r0, r1), hi01 = _mm256_unpackhi_pd(r0, r1);
    __m256d lo23 = _mm256_unpacklo_pd(r2, r3), hi23 = _mm256_unpackhi_pd(r2, r3);
    return (lanes4){{_mm256_permute2f128_pd(lo01, lo23, 0x20), _mm256_permute2f128_pd(hi01, hi23, 0x20),
                     _mm256_permute2f128_pd(lo01, lo23, 0x31), _mm256_permute2f128_pd(hi01, hi23, 0x31)}};
}

AVX2 __m256d poly9_4(__m256d x, lanes4 lo, lanes4 mid, __m256d c8, __m256d c9) {
    __m256d x2 = _mm256_mul_pd(x, x), x4 = _mm256_mul_pd(x2, x2);
    __m256d p03 = _mm256_fmadd_pd(x2, _mm256_fmadd_pd(x, lo.c[3], lo.c[2]), _mm256_fmadd_pd(x, lo.c[1], lo.c[0]));
    __m256d p47 = _mm256_fmadd_pd(x2, _mm256_fmadd_pd(x, mid.c[3], mid.c[2]), _mm256_fmadd_pd(x, mid.c[1], mid.c[0]));
    return _mm256_fmadd_pd(x4, _mm256_fmadd_pd(x4, _mm256_fmadd_pd(x, c9, c8), p47), p03);
}

/* Four contacts; false if one of them is outside the table or not an ordinary contact (then one by one). Of forces that are not
 * finite a lane of *bad is set. */
AVX2 bool four(const double *P, const double *Q, const double *E_star, const double *h, double *F, double *a, double *b,
               __m256d *bad) {
    __m256d p = _mm256_loadu_pd(P), q = _mm256_loadu_pd(Q), e = _mm256_loadu_pd(E_star), d = _mm256_loadu_pd(h);
    __m256d zero = _mm256_setzero_pd(), ratio = _mm256_div_pd(p, q);
    __m256d fine = _mm256_and_pd(_mm256_cmp_pd(ratio, _mm256_set1_pd(0x1p-24), _CMP_GE_OQ),
                                 _mm256_cmp_pd(ratio, _mm256_set1_pd(1), _CMP_LE_OQ));
    fine = _mm256_and_pd(fine, _mm256_and_pd(_mm256_cmp_pd(q, zero, _CMP_GT_OQ), _mm256_cmp_pd(e, zero, _CMP_GT_OQ)));
    fine = _mm256_and_pd(fine, _mm256_cmp_pd(d, zero, _CMP_GE_OQ));
    fine = _mm256_and_pd(fine, _mm256_cmp_pd(q, _mm256_set1_pd(1e300), _CMP_LE_OQ));
    if (_mm256_movemask_pd(fine) != 15) return false;
    __m256i bits = _mm256_castpd_si256(ratio);
    __m256i seg = _mm256_sub_epi64(_mm256_srli_epi64(bits, 49), _mm256_set1_epi64x((long long)HERTZ_FIRST_SEGMENT));
    __m256i rest = _mm256_or_si256(_mm256_and_si256(bits, _mm256_set1_epi64x((long long)HERTZ_MANTISSA_REST)),
                                   _mm256_set1_epi64x(0x3ff0000000000000));
    __m256d x = _mm256_mul_pd(_mm256_sub_pd(_mm256_castsi256_pd(rest), _mm256_set1_pd(1.0625)), _mm256_set1_pd(16));
    const double *row[4] = {hertz_rows[_mm256_extract_epi64(seg, 0)], hertz_rows[_mm256_extract_epi64(seg, 1)],
                            hertz_rows[_mm256_extract_epi64(seg, 2)], hertz_rows[_mm256_extract_epi64(seg, 3)]};
    lanes4 tail = load4(row, 8);
    __m256d G = poly9_4(x, load4(row, 0), load4(row, 4), tail.c[0], tail.c[1]);
    __m256d root = _mm256_sqrt_pd(_mm256_div_pd(d, _mm256_add_pd(q, q)));
    __m256d f = _mm256_mul_pd(_mm256_mul_pd(_mm256_mul_pd(_mm256_set1_pd(4.0 / 3.0), e), G), _mm256_mul_pd(d, root));
    _mm256_storeu_pd(F, f);
    *bad = _mm256_or_pd(*bad, _mm256_cmp_pd(_mm256_sub_pd(f, f), zero, _CMP_NEQ_UQ));
    if (!a && !b) return true;
    __m256d k = poly9_4(x, load4(row, 12), load4(row, 16), tail.c[2], tail.c[3]);
    __m256d semi = _mm256_sqrt_pd(_mm256_div_pd(d, _mm256_fmadd_pd(_mm256_mul_pd(k, k), q, p)));
    if (a) _mm256_storeu_pd(a, semi);
    if (b) _mm256_storeu_pd(b, _mm256_mul_pd(k, semi));
    return true;
}

__attribute__((target("avx2,fma"))) static bool avx2(size_t n, const double *P, const double *Q, const double *E_star,
                                                     const double *h, double *F, double *a, double *b) {
    __m256d bad = _mm256_setzero_pd();
    bool finite = true;
    size_t i = 0;
    for (; i + 4 <= n; i += 4)
        if (!four(P + i, Q + i, E_star + i, h + i, F + i, a ? a + i : NULL, b ? b + i : NULL, &bad))
            finite &= portable(4, P + i, Q + i, E_star + i, h + i, F + i, a ? a + i : NULL, b ? b + i : NULL);
    finite &= portable(n - i, P + i, Q + i, E_star + i, h + i, F + i, a ? a + i : NULL, b ? b + i : NULL);
    return finite && _mm256_movemask_pd(bad) == 0;
}

#else
#define avx2 portable
#endif

bool hertz_array(size_t n, const double *P, const double *Q, const double *E_star, const double *h, double *F,
                 double *a, double *b) {
    if (n == 0) return true;
    return cpu_avx2() ? avx2(n, P, Q, E_star, h, F, a, b) : portable(n, P, Q, E_star, h, F, a, b);
}

void abut_hertz_array(size_t n, const double *P, const double *Q, const double *E_star, const double *h, double *F,
                      double *a, double *b) {
    hertz_array(n, P, Q, E_star, h, F, a, b);
}

const char *abut_hertz_array_unit(void) { return cpu_avx2() ? "avx2" : "portable"; }
