/* ISO 76: P_0 = max(X_0 F_r + Y_0 F_a, F_r) of radial, F_a + 2.3 F_r tan alpha of thrust bearings; rollers without a contact angle
 * P_0 = F_r. C_0 belongs to the contact pressures 4200 MPa (ball) and 4000 MPa (roller) at the most loaded element. Pressures and
 * the dent of 1e-4 of the diameter: ISO 76:2006, 3.3, which is of thrust bearings (those of radial ones recalled alike). X_0 = 0.6,
 * Y_0 = 0.5 and P_0 >= F_r of deep groove bearings: SKF, deep groove ball bearings, loads. Y_0 by the contact angle and 2.3 tan alpha:
 * recalled from ISO 76, table 2. */
#include "static_rating.h"

#include <math.h>

#include "base/constants.h"

/* Y_0 of single row angular contact, 5 .. 45 deg; X_0 = 0.5 */
static const double Y_angular[9] = {0.52, 0.50, 0.46, 0.42, 0.38, 0.33, 0.29, 0.26, 0.22};

double static_load(abut_bearing_kind kind, double angle, double radial, double axial) {
    double Fr = fabs(radial), Fa = fabs(axial), X = 0.6, Y = 0.5;
    if (kind == ABUT_RADIAL_ROLLER) return Fr;
    if (kind != ABUT_RADIAL_BALL) return angle >= HALF_PI - 1e-6 ? Fa : Fa + 2.3 * Fr * tan(angle);
    double at = angle / DEGREE / 5 - 1;
    if (at > -0.5) {
        int row = (int)fmin(fmax(floor(at), 0), 7);
        double part = fmin(fmax(at - row, 0), 1);
        X = 0.5, Y = Y_angular[row] + part * (Y_angular[row + 1] - Y_angular[row]);
    }
    return fmax(X * Fr + Y * Fa, Fr);
}

double static_pressure_limit(abut_bearing_kind kind) {
    return kind == ABUT_RADIAL_ROLLER || kind == ABUT_THRUST_ROLLER ? 4.0e9 : 4.2e9;
}

double static_safety(const abut_rating *rating, double P0) { return rating->C0 > 0 ? rating->C0 / P0 : (double)NAN; }

void static_json(json *j, abut_bearing_kind kind, const abut_rating *rating, double P0, double p_max) {
    double limit = static_pressure_limit(kind);
    json_number(j, "static_safety", static_safety(rating, P0));
    json_number(j, "static_load", P0);
    json_number(j, "p_limit", limit);
    json_number(j, "pressure_share", p_max / limit);
}

void static_print(FILE *to, abut_bearing_kind kind, const abut_rating *rating, double P0, double p_max) {
    double limit = static_pressure_limit(kind), safety = static_safety(rating, P0);
    (void)fprintf(to, "  static: P_0 %.6g N", P0);
    if (isfinite(safety)) (void)fprintf(to, ", safety C_0/P_0 %.5g (ISO 76)", safety);
    (void)fprintf(to, ", greatest pressure %.4g of %.4g GPa\n", p_max / limit, limit * 1e-9);
}
