/* Modified rating life of ISO 281:2007: factor a_ISO, reference viscosity, contamination factor, fatigue limit load.
 *
 *   radial ball:    a = 0.1 {1 - (2.5671 - c/kappa^m)^0.83 (e_C C_u/P)^(1/3)}^(-9.3)      (31) .. (33)
 *   radial roller:  a = 0.1 {1 - (1.5859 - c/kappa^m) (e_C C_u/P)^0.4}^(-9.185)           (34) .. (36)
 *   thrust: the same with e_C C_u/(3 P) of balls (37) .. (39), e_C C_u/(2.5 P) of rollers (40) .. (42)
 *              kappa      c (ball)  c (roller)  m
 *           0.1 .. 0.4     2.2649    1.3993    0.054381
 *           0.4 .. 1       1.9987    1.2348    0.19087
 *             1 .. 4       1.9987    1.2348    0.071739
 * a is at most 50; where the braces are not positive it is 50. At kappa = 0.4 the ranges meet but for the digits of the
 * coefficients, at 0.1 the parenthesis is 0 but for them (of rollers it would be negative: taken as 0).
 *   nu_1 = 45000 n^-0.83 D_pw^-0.5 below 1000 r/min, 4500 n^-0.5 D_pw^-0.5 above (mm^2/s, r/min, mm)   (28), (29)
 *   C_u = C_0/22 (100/D_pw)^0.5 of balls, C_0/8.2 (100/D_pw)^0.3 of rollers, without the last factor up to D_pw = 100 mm */
#include <math.h>
#include <string.h>

#include "abut/machine/bearing.h"
#include "base/constants.h"

static bool is_roller(abut_bearing_kind kind) { return kind == ABUT_RADIAL_ROLLER || kind == ABUT_THRUST_ROLLER; }

abut_status abut_iso281_a(abut_bearing_kind kind, double kappa, double e_C, double Cu_P, double *a) {
    static const double share[] = {1, 1, 1 / 3.0, 1 / 2.5}; /* by kind */
    *a = (double)NAN;
    if (kind < ABUT_RADIAL_BALL || kind > ABUT_THRUST_ROLLER || !(kappa >= 0.1) || !isfinite(kappa))
        return ABUT_BAD_VALUE;
    if (!(e_C >= 0 && e_C <= 1) || !(Cu_P >= 0)) return ABUT_BAD_VALUE;
    kappa = fmin(kappa, 4);
    bool roller = is_roller(kind);
    double c = kappa < 0.4 ? (roller ? 1.3993 : 2.2649) : roller ? 1.2348 : 1.9987;
    double m = kappa < 0.4 ? 0.054381 : kappa < 1 ? 0.19087 : 0.071739;
    double load = e_C > 0 ? share[kind] * e_C * Cu_P : 0,
           film = fmax(0, (roller ? 1.5859 : 2.5671) - c / pow(kappa, m));
    double relief = roller ? film * pow(load, 0.4) : pow(film, 0.83) * cbrt(load);
    *a = relief < 1 ? fmin(50, 0.1 * pow(1 - relief, roller ? -9.185 : -9.3)) : 50;
    return ABUT_OK;
}

abut_status abut_iso281_nu1(double speed, double pitch_diameter, double *nu1) {
    double n = fabs(speed) * 30 / PI, D = 1e3 * pitch_diameter;
    *nu1 = (double)NAN;
    if (!(n > 0 && D > 0) || !isfinite(n + D)) return ABUT_BAD_VALUE;
    *nu1 = 1e-6 * (n < 1000 ? 45000 * pow(n, -0.83) : 4500 / sqrt(n)) / sqrt(D);
    return ABUT_OK;
}

abut_status abut_iso281_cleanliness(const char *level, double pitch_diameter, double *e_C) {
    static const struct {
        const char *name;
        double small, large; /* D_pw below 100 mm, and above */
    } levels[] = {{"extreme", 1, 1},     {"high", 0.7, 0.85},    {"normal", 0.55, 0.7}, {"slight", 0.4, 0.5},
                  {"typical", 0.2, 0.3}, {"severe", 0.05, 0.05}, {"very_severe", 0, 0}};
    *e_C = (double)NAN;
    if (!(pitch_diameter > 0)) return ABUT_BAD_VALUE;
    for (size_t i = 0; level && i < sizeof levels / sizeof levels[0]; i++)
        if (!strcmp(level, levels[i].name)) {
            *e_C = pitch_diameter < 0.1 ? levels[i].small : levels[i].large;
            return ABUT_OK;
        }
    return ABUT_UNKNOWN_NAME;
}

abut_status abut_iso281_limit(abut_bearing_kind kind, double C0, double pitch_diameter, double *Cu) {
    *Cu = (double)NAN;
    if (!(C0 > 0 && pitch_diameter > 0)) return ABUT_BAD_VALUE;
    double large = fmax(1, pitch_diameter / 0.1);
    *Cu = is_roller(kind) ? C0 / 8.2 * pow(large, -0.3) : C0 / 22 / sqrt(large);
    return ABUT_OK;
}
