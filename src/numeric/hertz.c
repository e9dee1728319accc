/* Exact elliptic Hertz contact in closed form.
 *
 *   P a^2 + Q b^2 = h,   F = h AGM(a, b)/D,   D = 3/(4 E*),   kappa = b/a,
 *   C = P/Q = beta (1 + c s)/(1 - c s),  beta = kappa^2,  c = 1 - beta,
 *   sigma = d ln C/d ln beta = (1 + 2s/(1 + c s) + 2 beta s/(1 - c s))/2,
 *   p_max = 3F/(2 pi a b),  U = (2/5) F h,  dF/dh = 3F/(2h),  dF/dP = -F a^2/(2h),  dF/dQ = -F b^2/(2h).
 *
 * The derivatives by P and Q are those of the envelope: kappa maximises AGM(1, kappa)/sqrt(P + kappa^2 Q), so the
 * dependence of kappa on P and Q drops out. Valid for 0 < P <= Q; relative error below 3e-15 for P/Q >= 1e-12. */
#include "abut/abut.h"

#include <float.h>
#include <math.h>

#include "base/constants.h"
#include "base/plane.h"
#include "elliptic.h"
#include "hertz_kernel.h"

const double hertz_rows[HERTZ_SEGMENTS][HERTZ_ROW] = {
#include "hertz_table.inc"
};

/* kappa for C -> 0: kappa^2 = C/(ln(4/kappa) - 1), a few fixed-point steps. */
static double start_beta(double C) {
    if (C > 1e-3) return pow(C, 1.272);
    double beta = C / (2 - 0.5 * log(C));
    for (int i = 0; i < 3; i++) beta = C / (log(4.0) - 0.5 * log(beta) - 1);
    return beta;
}

void hertz_solve(double C, double *G, double *kappa, double *dlnk) {
    double beta = start_beta(C), sigma = 1;
    agm_sums sums = {1, 0};
    for (int i = 0; i < 12; i++) {
        sums = agm_pass(sqrt(beta));
        double c = 1 - beta, cs = c * sums.s;
        sigma = 0.5 * (1 + 2 * sums.s / (1 + cs) + 2 * beta * sums.s / (1 - cs));
        double step = log(C * (1 - cs) / (beta * (1 + cs))) / sigma; /* Newton in ln beta */
        beta *= exp(step);
        if (beta > 1) beta = 1;
        if (fabs(step) < 1e-9) break;
    }
    *kappa = sqrt(beta);
    sums = agm_pass(*kappa);
    *G = sqrt(2.0) * sums.M / sqrt(C + beta);
    *dlnk = 0.5 / sigma;
}

double abut_E_star(double E_a, double nu_a, double E_b, double nu_b) {
    double soft_a = isinf(E_a) ? 0 : (1 - nu_a * nu_a) / E_a, soft_b = isinf(E_b) ? 0 : (1 - nu_b * nu_b) / E_b;
    return 1 / (soft_a + soft_b);
}

/* c = 1 - kappa^2 without cancellation near the circle: c = (1 - C)(1 - c s)/(1 - s (2 - c)). */
static double eccentricity2(double P, double Q, double kappa) {
    double c = (1 - kappa) * (1 + kappa);
    if (c > 0.5) return c;
    double s = agm_pass(kappa).s;
    return (Q - P) / Q * (1 - c * s) / (1 - s * (2 - c));
}

static void fill(double P, double Q, double E_star, double h, double G, double kappa, abut_hertz *out) {
    double F = 4.0 / 3.0 * E_star * G * h * sqrt(h / (2 * Q));
    double a2 = h / (P + kappa * kappa * Q), a = sqrt(a2), b = kappa * a;
    double area = PI * a * b;
    *out = (abut_hertz){.force = F,
                        .approach = h,
                        .a = a,
                        .b = b,
                        .p_max = h > 0 ? 1.5 * F / area : 0,
                        .p_mean = h > 0 ? F / area : 0,
                        .stiffness = h > 0 ? 1.5 * F / h : 0,
                        .energy = 0.4 * F * h,
                        .dF_dP = h > 0 ? -0.5 * F * (a2 / h) : 0,
                        .dF_dQ = h > 0 ? -0.5 * F * (kappa * kappa * (a2 / h)) : 0,
                        .eccentricity2 = eccentricity2(P, Q, kappa)};
}

static bool good(double P, double Q, double E_star, double x) {
    return P > 0 && P <= Q && isfinite(Q) && E_star > 0 && isfinite(E_star) && x >= 0 && isfinite(x);
}

/* Overflow and underflow at the ends of the numbers are refused, with nothing left in *out. Derivatives saturate. */
static abut_status finished(abut_hertz *out) {
    double sum =
        out->force + out->approach + out->a + out->b + out->p_max + out->energy + out->stiffness + out->eccentricity2;
    out->dF_dP = fmax(out->dF_dP, -DBL_MAX);
    out->dF_dQ = fmax(out->dF_dQ, -DBL_MAX);
    if (isfinite(sum)) return ABUT_OK;
    *out = (abut_hertz){0};
    return ABUT_BAD_VALUE;
}

abut_status abut_hertz_from_approach(double P, double Q, double E_star, double h, abut_hertz *out) {
    *out = (abut_hertz){0};
    if (!good(P, Q, E_star, h)) return ABUT_BAD_VALUE;
    double G, kappa;
    hertz_coefficients(P / Q, &G, &kappa);
    fill(P, Q, E_star, h, G, kappa, out);
    return finished(out);
}

abut_status abut_hertz_from_force(double P, double Q, double E_star, double force, abut_hertz *out) {
    *out = (abut_hertz){0};
    if (!good(P, Q, E_star, force)) return ABUT_BAD_VALUE;
    double G, kappa;
    hertz_coefficients(P / Q, &G, &kappa);
    /* h = (F/e)^(2/3) */
    double root = cbrt(force / (4.0 / 3.0 * E_star * G) * sqrt(2 * Q));
    fill(P, Q, E_star, root * root, G, kappa, out);
    out->force = force;
    return finished(out);
}

/* 1/a + 1/b without cancellation between close radii of opposite sign. */
static double sum_of_inverses(double a, double b) {
    double ab = a * b;
    return isfinite(ab) && ab != 0 ? (a + b) / ab : 1 / a + 1 / b;
}

abut_status abut_relative_curvature(const double radii_a[2], const double radii_b[2], double angle, double *P,
                                    double *Q) {
    *P = *Q = 0;
    for (int i = 0; i < 2; i++)
        if (isnan(radii_a[i]) || isnan(radii_b[i]) || radii_a[i] == 0 || radii_b[i] == 0) return ABUT_BAD_VALUE;
    if (!isfinite(angle)) return ABUT_BAD_VALUE;
    double a1 = 1 / radii_a[0], a2 = 1 / radii_a[1], b1 = 1 / radii_b[0], b2 = 1 / radii_b[1];
    /* In the principal directions of A the form is diag(a1, a2) + R(angle) diag(b1, b2) R(angle)^T, halved. */
    double c = cos(angle), s = sin(angle), cc = c * c, ss = s * s;
    /* right angles that pi could not express exactly: parallel axes must come out parallel */
    if (cc < 1e-31) c = cc = 0, ss = 1;
    if (ss < 1e-31) s = ss = 0, cc = 1;
    double m11 = 0.5 * (a1 + b1 * cc + b2 * ss), m22 = 0.5 * (a2 + b1 * ss + b2 * cc), m12 = 0.5 * (b1 - b2) * c * s;
    double mean = 0.5 * (m11 + m22), r = plane_length(0.5 * (m11 - m22), m12);
    *Q = mean + r;
    /* P Q = det, written so that thin ellipses and close conformity keep their digits:
     * 4 det = (a1 + b1)(a2 + b2) cos^2 + (a1 + b2)(a2 + b1) sin^2 */
    double det = 0.25 * (sum_of_inverses(radii_a[0], radii_b[0]) * sum_of_inverses(radii_a[1], radii_b[1]) * cc +
                         sum_of_inverses(radii_a[0], radii_b[1]) * sum_of_inverses(radii_a[1], radii_b[0]) * ss);
    *P = *Q > 0 ? det / *Q : mean - r;
    if (*P > *Q) *P = *Q;
    if (!isfinite(*P + *Q)) {
        *P = *Q = 0;
        return ABUT_BAD_VALUE;
    }
    return *P > 0 ? ABUT_OK : ABUT_CONFORMING;
}
