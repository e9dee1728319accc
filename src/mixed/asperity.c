/* Asperities under a film; see asperity.h. Far above the table, with x = exp(t) = Phi,
 *   F_n = Gamma(n + 1)/sqrt(2 pi) exp(-x^2/2) x^(-n-1) sum (-1)^k (n + 1)_{2k}/(k! (2 x^2)^k). */
#include "asperity.h"

#include <math.h>

#include "base/constants.h"
#include "numeric/rough_table.h"
#include "roughness.h"

enum { TERMS = ASPERITY_TERMS, LOAD = 0, AREA = TERMS, PLANES = 2 * TERMS };
const double asperity_rows[ASPERITY_SEGMENTS][3 * TERMS] = {
#include "asperity_table.inc"
};
static const double LOW = ASPERITY_LOW, HIGH = ASPERITY_HIGH, PER_UNIT = ASPERITY_PER_UNIT;

/* The segment of t and the place in it, -1 to 1. */
static const double *row(double t, double *x) {
    double place = (t - LOW) * PER_UNIT, segment = floor(place);
    *x = 2 * (place - segment) - 1;
    return asperity_rows[(int)segment];
}

static double value(const double *c, double x) {
    double x2 = x * x, x4 = x2 * x2;
    double p0 = (c[0] + x * c[1]) + x2 * (c[2] + x * c[3]), p4 = (c[4] + x * c[5]) + x2 * (c[6] + x * c[7]),
           p8 = (c[8] + x * c[9]) + x2 * (c[10] + x * c[11]);
    return p0 + x4 * (p4 + x4 * p8);
}

static double slope_of(const double *c, double x) {
    double x2 = x * x, x4 = x2 * x2;
    double p0 = (c[1] + x * (2 * c[2])) + x2 * (3 * c[3] + x * (4 * c[4])),
           p4 = (5 * c[5] + x * (6 * c[6])) + x2 * (7 * c[7] + x * (8 * c[8])),
           p8 = (9 * c[9] + x * (10 * c[10])) + x2 * (11 * c[11]);
    return 2 * PER_UNIT * (p0 + x4 * (p4 + x4 * p8));
}

/* ln F_n above the table; ln_c is ln(Gamma(n + 1)/sqrt(2 pi)). */
static double far_apart(double n, double ln_c, double t, double *slope) {
    double x2 = exp(2 * fmin(t, 300)), term = 1, sum = 1, moment = 0;
    for (int k = 0; k < 20 && fabs(term) > 1e-17; k++) {
        term *= -(n + 1 + 2 * k) * (n + 2 + 2 * k) / (2 * (k + 1) * x2);
        sum += term;
        moment += (k + 1) * term;
    }
    *slope = -x2 - (n + 1) - 2 * moment / sum;
    return ln_c - x2 / 2 - (n + 1) * t + log(sum);
}

/* Below the table: films so thin that only their order matters end at exp(-700). */
static double far_below(double n, double t, double *slope) {
    double y = exp(fmax(t, -700)), Phi = separation_of_film(y), F = asperity_integral(n, Phi).F;
    *slope = -n * asperity_integral(n - 1, Phi).F / F * y / normal_cdf(Phi);
    return log(F);
}

double asperity_ln_load(double t, double *slope) {
    if (t >= HIGH) return far_apart(2.5, 0.28203506914240148, t, slope);
    if (!(t >= LOW)) return far_below(2.5, t, slope);
    double x;
    const double *c = row(t, &x);
    *slope = slope_of(c + LOAD, x);
    return value(c + LOAD, x);
}

double asperity_ln_area(double t, double *slope) {
    if (t >= HIGH) return far_apart(2, -0.22579135264472743, t, slope);
    if (!(t >= LOW)) return far_below(2, t, slope);
    double x;
    const double *c = row(t, &x);
    *slope = slope_of(c + AREA, x);
    return value(c + AREA, x);
}

double asperity_separation(double t) {
    if (t >= HIGH) return exp(t);
    if (!(t >= LOW)) return separation_of_film(exp(fmax(t, -700)));
    double x;
    const double *c = row(t, &x);
    return value(c + PLANES, x);
}

/* ln F_{5/2} falls with t and is concave: Newton's method comes from the right. */
static double stand_in_table(double ln_load, double *slope) {
    const double most = 3.5; /* ln F_{5/2} = -556 */
    double t = ln_load < -2 ? 0.5 * log(-2 * ln_load) : 0;
    for (int i = 0; i < 100; i++) {
        double step = (ln_load - asperity_ln_load(t, slope)) / *slope, next = fmin(fmax(t + step, LOW), most);
        step = next - t;
        t = next;
        if (fabs(step) <= 1e-9) break; /* the next one would be below rounding */
    }
    return t + (ln_load - asperity_ln_load(t, slope)) / *slope;
}

double asperity_stand(double ln_load, double *slope) {
    if (ln_load < asperity_rows[0][LOAD]) return stand_in_table(ln_load, slope);
    double Phi = -9, by_Phi = -1;
    for (int i = 0; i < 200; i++) {
        double step = (ln_load - asperity_log(Phi, &by_Phi)) / by_Phi;
        Phi += step;
        if (fabs(step) <= 1e-15 * (1 + fabs(Phi))) break;
    }
    double y = film_of_separation(Phi), t = y > 0 ? log(y) : -700;
    *slope = by_Phi * exp(t) / normal_cdf(Phi);
    return t;
}

/* ---- of a surface; a table has the mean film thickness as its mean gap, and pressures over E* = E'/2 ---- */
double surface_stiffness(const abut_roughness *r, double E_prime) {
    return r->table ? E_prime / 2 : asperity_stiffness(r, E_prime);
}

double surface_ln_load(const abut_roughness *r, double t, double *slope) {
    return r->table ? rough_ln_pressure(r->table, t, slope) : asperity_ln_load(t, slope);
}

double surface_ln_area(const abut_roughness *r, double t, double *slope) {
    if (r->table) return rough_ln_area(r->table, t, slope);
    return 2 * log(PI * roughness_number(r)) + asperity_ln_area(t, slope);
}

double surface_separation(const abut_roughness *r, double t) { return r->table ? exp(t) : asperity_separation(t); }

double surface_stand(const abut_roughness *r, double ln_load, double *slope) {
    return r->table ? rough_stand(r->table, ln_load, slope) : asperity_stand(ln_load, slope);
}
