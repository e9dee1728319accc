/* Fuzz target of the numeric kernel: raw doubles in, a status or finite numbers out. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/abut.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static double given[8]; /* the numbers of this run, printed before an abort */
#define MUST(condition)                                                                                                \
    do {                                                                                                               \
        if (condition) break;                                                                                          \
        (void)fprintf(stderr, "violated in line %d: %s\n", __LINE__, #condition);                                      \
        for (int i_ = 0; i_ < 8; i_++) (void)fprintf(stderr, "  %.17g\n", given[i_]);                                  \
        abort();                                                                                                       \
    } while (0)

typedef struct source {
    const uint8_t *at;
    size_t left;
} source;

static unsigned byte(source *s) {
    if (!s->left) return 0;
    s->left--;
    return *s->at++;
}

/* of an ordinary size, of any size, or a raw double */
static double number(source *s, double typical) {
    static const double special[] = {NAN, INFINITY, -INFINITY, 0.0, -0.0, 5e-324, 2.2e-308, 1.7e308, -1.0};
    unsigned how = byte(s);
    if (how < 128) return typical * exp2(byte(s) / 32.0 - 4 + byte(s) / 8192.0);
    if (how < 200) return exp2(8.4 * ((int)byte(s) - 128) + byte(s) / 32.0);
    if (how < 220) return special[how % (sizeof special / sizeof special[0])];
    uint64_t bits = 0;
    double value;
    for (int i = 0; i < 8; i++) bits = bits << 8 | byte(s);
    memcpy(&value, &bits, sizeof value);
    return value;
}

static bool fits(double x, double low, double high) { return x >= low && x <= high; }
static bool near(double a, double b, double relative) { return fabs(a - b) <= relative * fabs(b); }

/* Every number of a result is finite (but for the derivatives by P and Q) and has its sign. */
/* apart: rough surfaces carry before their mean planes touch. */
static void check_result(const abut_hertz *r, bool apart) {
    MUST(isfinite(r->force) && isfinite(r->approach) && isfinite(r->a) && isfinite(r->b));
    MUST(isfinite(r->p_max) && isfinite(r->p_mean) && isfinite(r->stiffness) && isfinite(r->energy));
    MUST(r->dF_dP <= 0 && r->dF_dQ <= 0 && isfinite(r->eccentricity2)); /* F/P may overflow where F does not */
    MUST(r->force >= 0 && (r->approach >= 0 || apart) && r->a >= r->b && r->b >= 0 && r->p_max >= r->p_mean &&
         r->p_mean >= 0);
    MUST(r->stiffness >= 0 && r->energy >= 0 && fits(r->eccentricity2, 0, 1));
}

/* Sizes for which nothing may be refused. */
static bool ordinary(double P, double Q, double E_star, double x) {
    return fits(P, 1e-20, Q) && fits(Q, 1e-12, 1e12) && fits(E_star, 1e-3, 1e15) && fits(x, 0, 1e12) &&
           (x == 0 || x > 1e-40);
}

/* The force at these values, each by a relative step off. */
static double force_at(double P, double Q, double E_star, double x, double by_P, double by_Q, double by_x) {
    abut_hertz r = {.force = NAN};
    (void)abut_hertz_from_approach(P * (1 + by_P), Q * (1 + by_Q), E_star, x * (1 + by_x), &r);
    return r.force;
}

/* Derivatives against central differences, which are good to the step squared. */
static void check_derivatives(double P, double Q, double E_star, double x, const abut_hertz *r) {
    const double e = 1e-4, F = r->force, tolerance = 1e-6;
    if (!fits(F, 1e-200, 1e200) || !(x > 0)) return;
    double by_x = (force_at(P, Q, E_star, x, 0, 0, e) - force_at(P, Q, E_star, x, 0, 0, -e)) / (2 * e);
    MUST(fabs(r->stiffness * x - by_x) <= tolerance * F);
    if (!(P * (1 + 2 * e) < Q)) return; /* P <= Q */
    double by_P = (force_at(P, Q, E_star, x, e, 0, 0) - force_at(P, Q, E_star, x, -e, 0, 0)) / (2 * e);
    double by_Q = (force_at(P, Q, E_star, x, 0, e, 0) - force_at(P, Q, E_star, x, 0, -e, 0)) / (2 * e);
    MUST(fabs(r->dF_dP * P - by_P) <= tolerance * F && fabs(r->dF_dQ * Q - by_Q) <= tolerance * F);
}

static void check_hertz(double P, double Q, double E_star, double x) {
    abut_hertz r, back;
    bool good = P > 0 && P <= Q && isfinite(Q) && E_star > 0 && isfinite(E_star) && x >= 0 && isfinite(x);
    abut_status s = abut_hertz_from_approach(P, Q, E_star, x, &r);
    MUST(s == ABUT_OK || s == ABUT_BAD_VALUE);
    MUST(good || s);
    MUST(!ordinary(P, Q, E_star, x) || !s);
    if (!s) {
        check_result(&r, false);
        MUST(r.approach == x);
        if (ordinary(P, Q, E_star, x)) check_derivatives(P, Q, E_star, x, &r);
        if (ordinary(P, Q, E_star, x) && !abut_hertz_from_force(P, Q, E_star, r.force, &back) && r.force > 1e-200) {
            MUST(near(back.approach, x, 1e-12) && near(back.a, r.a, 1e-12) && near(back.energy, r.energy, 1e-12));
        }
    }
    s = abut_hertz_from_force(P, Q, E_star, x, &r);
    MUST(s == ABUT_OK || s == ABUT_BAD_VALUE);
    MUST(good || s);
    MUST(!ordinary(P, Q, E_star, x) || !s);
    if (s) return;
    check_result(&r, false);
    MUST(r.force == x);
}

/* The array agrees with the single calls; bad entries give NaN and spoil no neighbour. */
static void check_array(source *s) {
    double P[7], Q[7], E[7], h[7], F[7], a[7], b[7], alone[7];
    size_t n = byte(s) % 8;
    for (size_t i = 0; i < n; i++)
        P[i] = number(s, 10), Q[i] = number(s, 50), E[i] = number(s, 1e11), h[i] = number(s, 1e-6);
    abut_hertz_array(n, P, Q, E, h, F, a, b);
    abut_hertz_array(n, P, Q, E, h, alone, NULL, NULL);
    for (size_t i = 0; i < n; i++) {
        abut_hertz r;
        given[0] = P[i], given[1] = Q[i], given[2] = E[i], given[3] = h[i], given[4] = F[i], given[5] = (double)i;
        MUST(alone[i] == F[i] || (isnan(alone[i]) && isnan(F[i])));
        MUST((P[i] > 0 && P[i] <= Q[i] && E[i] > 0 && !isnan(h[i])) || (isnan(F[i]) && isnan(a[i]) && isnan(b[i])));
        MUST(isnan(F[i]) || (F[i] >= 0 && a[i] >= b[i] && b[i] >= 0));
        if (!ordinary(P[i], Q[i], E[i], h[i]) || abut_hertz_from_approach(P[i], Q[i], E[i], h[i], &r)) continue;
        MUST(near(F[i], r.force, 1e-13) && near(a[i], r.a, 1e-13) && near(b[i], r.b, 1e-13));
    }
}

static void check_curvature(source *s) {
    double A[2] = {number(s, 0.01), number(s, 0.01)}, B[2] = {number(s, 0.02), number(s, 0.02)}, angle = number(s, 1),
           P, Q;
    unsigned signs = byte(s);
    for (int i = 0; i < 2; i++) A[i] *= signs & 1U << i ? -1 : 1, B[i] *= signs & 4U << i ? -1 : 1;
    memcpy(given, (double[]){A[0], A[1], B[0], B[1], angle}, 5 * sizeof(double));
    abut_status status = abut_relative_curvature(A, B, angle, &P, &Q);
    given[5] = P, given[6] = Q;
    MUST(status == ABUT_OK || status == ABUT_CONFORMING || status == ABUT_BAD_VALUE);
    MUST(status || (P > 0 && P <= Q && isfinite(Q)));
    MUST(!status || !isnan(P + Q));
}

static void check_law(source *s, double P, double Q, double E_star) {
    const abut_type *type = abut_registry_at(NULL, byte(s) % abut_registry_count(NULL));
    const abut_choice *law = type->examples;
    abut_hertz r;
    abut_message message;
    double approach = byte(s) % 2 ? number(s, 1e-6) : NAN, force = byte(s) % 2 ? number(s, 1e3) : NAN;
    given[3] = approach, given[4] = force;
    if (byte(s) % 2 && law[1].type) law++;
    abut_status status = abut_point_contact(byte(s) % 8 ? law : NULL, P, Q, E_star, approach, force, &r, &message);
    MUST(status <= 0 || status == ABUT_CONFORMING || status == ABUT_NOT_FINITE);
    MUST((status != 0) == (message.text[0] != '\0'));
    if (!status) check_result(&r, !strcmp(type->name, "rough"));
}

static void check_elliptic(double m, double a, double b) {
    double K = abut_elliptic_K(m), E = abut_elliptic_E(m), mean = abut_agm(a, b);
    memcpy(given, (double[]){m, a, b, K, E, mean}, 6 * sizeof(double));
    MUST(fits(m, 0, 1) ? K >= 1.5707963267948961 && E <= 1.570796326794897 && E >= 1 : isnan(K) && isnan(E));
    MUST(a >= 0 && b >= 0 ? !isnan(mean) || fmax(a, b) > 8e307 : isnan(mean)); /* where a + b is a number */
    if (fits(a, 1e-300, 1e300) && fits(b, 1e-300, 1e300))
        MUST(mean >= fmin(a, b) * (1 - 1e-14) && mean <= fmax(a, b) * (1 + 1e-14));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    source s = {data, size};
    double P = number(&s, 10), Q = number(&s, 50), E_star = number(&s, 1e11), x = number(&s, 1e-6);
    if (byte(&s) % 2 && P > Q) {
        double swap = P;
        P = Q;
        Q = swap;
    }
    memcpy(given, (double[]){P, Q, E_star, x, 0, 0, 0, 0}, sizeof given);
    check_hertz(P, Q, E_star, x);
    check_law(&s, P, Q, E_star);
    check_array(&s);
    check_curvature(&s);
    double m = number(&s, 0.5), a = number(&s, 1), b = number(&s, 1);
    check_elliptic(m, a, b);
    return 0;
}
