/* Radial internal clearance by groups (ISO 5753-1) and ratings from the geometry (ISO 281, ISO 76).
 *
 * Clearance of cylindrical roller bearings: the table of ISO 5753-1 as original-bearing.com prints it ("Radial internal clearance
 * of cylindrical roller bearings with a cylindrical bore"). Deep groove ball bearings: as ktaiballbearing.com ("internal
 * clearance") and shjfbearing.com print it up to 100 mm, beyond as recalled from the standard.
 *
 * Rollers, ISO 281, D = mean diameter, L effective length, g = D cos(alpha)/d_m:
 *   C = 1.1 f_c (L cos alpha)^(7/9) Z^(3/4) D^(29/27)                                             (mm, N)
 *   f_c = 172.6 g^(2/9) (1-g)^(29/27)/(1+g)^(1/4) {1 + [1.04 ((1-g)/(1+g))^(143/108)]^(9/2)}^(-2/9),
 * the form of ISO/TR 1281-1 (208 times 0.83), recalled; it gives table 7 of ISO 281 within 0.3 % (test).
 *   C0 = 44 (1 - g) Z L D cos alpha                                                               (ISO 76, recalled)
 * Balls, ISO 76: C0 = f0 Z D^2 cos alpha, thrust bearings f0 Z D^2 sin alpha; f0 by table 1 of the standard, recalled. */
#include "standards.h"

#include <math.h>

#include "base/constants.h"
#include "world/world.h"

/* ---- clearance ---- */
enum { GROUPS = 4, BORES = 14 };

typedef struct clearance_row {
    double up_to; /* mm, bore */
    int least[GROUPS], greatest[GROUPS];
} clearance_row;

/* C2, CN, C3, C4; um */
static const clearance_row balls[BORES] = {
    {10, {0, 2, 8, 14}, {7, 13, 23, 29}},       {18, {0, 3, 11, 18}, {9, 18, 25, 33}},
    {24, {0, 5, 13, 20}, {10, 20, 28, 36}},     {30, {1, 5, 13, 23}, {11, 20, 28, 41}},
    {40, {1, 6, 15, 28}, {11, 20, 33, 46}},     {50, {1, 6, 18, 30}, {11, 23, 36, 51}},
    {65, {1, 8, 23, 38}, {15, 28, 43, 61}},     {80, {1, 10, 25, 46}, {15, 30, 51, 71}},
    {100, {1, 12, 30, 53}, {18, 36, 58, 84}},   {120, {2, 15, 36, 61}, {20, 41, 66, 97}},
    {140, {2, 18, 41, 71}, {23, 48, 81, 114}},  {160, {2, 18, 46, 81}, {23, 53, 91, 130}},
    {180, {2, 20, 53, 91}, {25, 61, 102, 147}}, {200, {2, 25, 63, 107}, {30, 71, 117, 163}},
};
static const clearance_row rollers[BORES] = {
    {24, {0, 20, 35, 50}, {25, 45, 60, 75}},        {30, {0, 20, 35, 50}, {25, 45, 60, 75}},
    {40, {5, 25, 45, 60}, {30, 50, 70, 85}},        {50, {5, 30, 50, 70}, {35, 60, 80, 100}},
    {65, {10, 40, 60, 80}, {40, 70, 90, 110}},      {80, {10, 40, 65, 90}, {45, 75, 100, 125}},
    {100, {15, 50, 75, 105}, {50, 85, 110, 140}},   {120, {15, 50, 85, 125}, {55, 90, 125, 165}},
    {140, {15, 60, 100, 145}, {60, 105, 145, 190}}, {160, {20, 70, 115, 165}, {70, 120, 165, 215}},
    {180, {25, 75, 120, 170}, {75, 125, 170, 220}}, {200, {35, 90, 140, 195}, {90, 145, 195, 250}},
};

abut_status abut_iso5753(abut_bearing_kind kind, abut_clearance_class group, double bore, double *least,
                         double *greatest) {
    const clearance_row *table = kind == ABUT_RADIAL_BALL ? balls : kind == ABUT_RADIAL_ROLLER ? rollers : NULL;
    *least = *greatest = (double)NAN;
    if (!table || group < ABUT_CLEARANCE_C2 || group > ABUT_CLEARANCE_C4 || !(bore > 0)) return ABUT_BAD_VALUE;
    for (int i = 0; i < BORES && table[i].up_to > 0; i++) {
        if (bore * 1e3 > table[i].up_to * (1 + 1e-12)) continue;
        *least = 1e-6 * table[i].least[group - ABUT_CLEARANCE_C2];
        *greatest = 1e-6 * table[i].greatest[group - ABUT_CLEARANCE_C2];
        return ABUT_OK;
    }
    return ABUT_BAD_VALUE;
}

abut_status standards_complete(abut_world *w, const char *machine, const char *name, abut_bearing_kind kind,
                               const abut_boundary *boundary, abut_clearance_class group, double *clearance) {
    const struct {
        const char *key;
        double x;
    } sizes[] = {
        {"bore", boundary->bore}, {"outside_diameter", boundary->outside_diameter}, {"width", boundary->width}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (!(sizes[i].x >= 0 && sizes[i].x < 1e4))
            return world_refuse_at(w, sizes[i].key, ABUT_BAD_VALUE,
                                   "%s '%.60s': %s must be a positive length, got %g m", machine, name, sizes[i].key,
                                   sizes[i].x);
    if (boundary->outside_diameter > 0 && boundary->outside_diameter <= boundary->bore)
        return world_refuse_at(w, "outside_diameter", ABUT_BAD_VALUE,
                               "%s '%.60s': outside_diameter %g mm must exceed the bore, %g mm", machine, name,
                               boundary->outside_diameter * 1e3, boundary->bore * 1e3);
    if (group == ABUT_CLEARANCE_GIVEN) return ABUT_OK;
    double least, greatest;
    if (!(boundary->bore > 0))
        return world_refuse_at(w, "class", ABUT_MISSING,
                               "%s '%.60s': class: groups of clearance go by the bore: give bore too, or clearance "
                               "instead",
                               machine, name);
    if (abut_iso5753(kind, group, boundary->bore, &least, &greatest))
        return world_refuse_at(w, "class", ABUT_BAD_VALUE,
                               "%s '%.60s': class: ISO 5753-1 has no such group for a bore of %g mm here: give "
                               "clearance instead",
                               machine, name, boundary->bore * 1e3);
    *clearance = 0.5 * (least + greatest);
    return ABUT_OK;
}

/* ---- ratings ---- */
abut_status abut_iso281_roller(int count, double diameter, double length, double pitch_diameter, double angle,
                               double *C, double *C0) {
    double c = cos(angle), D = 1e3 * diameter, L = 1e3 * length, g = diameter * c / pitch_diameter;
    *C = *C0 = (double)NAN;
    if (count < 1 || !(D > 0 && L > 0) || !(angle >= 0 && angle < HALF_PI - 1e-6) || !(g > 0 && g < 0.5))
        return ABUT_BAD_VALUE;
    double side = 1.04 * pow((1 - g) / (1 + g), 143 / 108.0);
    double fc = 172.6 * pow(g, 2 / 9.0) * pow(1 - g, 29 / 27.0) / pow(1 + g, 0.25) * pow(1 + pow(side, 4.5), -2 / 9.0);
    *C = 1.1 * fc * pow(L * c, 7 / 9.0) * pow(count, 0.75) * pow(D, 29 / 27.0);
    *C0 = 44 * (1 - g) * count * L * D * c;
    return ABUT_OK;
}

/* f0 of radial and angular contact bearings, g = 0, 0.01 .. 0.40 */
static const double f0_radial[] = {14.7, 14.9, 15.1, 15.3, 15.5, 15.7, 15.9, 16.1, 16.3, 16.5, 16.4, 16.1, 15.9, 15.6,
                                   15.4, 15.2, 14.9, 14.7, 14.4, 14.2, 14.0, 13.7, 13.5, 13.2, 13.0, 12.8, 12.5, 12.3,
                                   12.1, 11.8, 11.6, 11.4, 11.2, 10.9, 10.7, 10.5, 10.3, 10.0, 9.8,  9.6,  9.4};
static const double f0_thrust = 61.6; /* g = 0: at 90 deg */

abut_status abut_iso76_ball(int count, double diameter, double pitch_diameter, double angle, double *C0) {
    double c = cos(angle), D = 1e3 * diameter, g = diameter * c / pitch_diameter;
    *C0 = (double)NAN;
    if (count < 1 || !(D > 0) || !(pitch_diameter > diameter)) return ABUT_BAD_VALUE;
    if (fabs(angle - HALF_PI) < 1e-6) {
        *C0 = f0_thrust * count * D * D;
        return ABUT_OK;
    }
    if (!(angle >= 0 && angle <= PI / 4 + 1e-9 && g <= 0.4)) return ABUT_BAD_VALUE;
    int row = (int)fmin(floor(100 * g), 39);
    double part = 100 * g - row, f0 = f0_radial[row] + part * (f0_radial[row + 1] - f0_radial[row]);
    *C0 = f0 * count * D * D * c;
    return ABUT_OK;
}
