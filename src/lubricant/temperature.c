/* Viscosity by temperature: Vogel's equation eta = a exp(b/(T - c)) through three points, and Walther's equation
 * (ASTM D341) through the kinematic viscosities at 40 and 100 degC. */
#include <math.h>

#include "lubricant.h"

abut_status abut_vogel_viscosity(const abut_vogel *oil, double T, double *eta) {
    *eta = 0;
    if (!(oil->a > 0) || !isfinite(oil->b) || !(T > oil->c) || !isfinite(T)) return ABUT_BAD_VALUE;
    double value = oil->a * exp(oil->b / (T - oil->c));
    if (!isfinite(value)) return ABUT_BAD_VALUE;
    *eta = value;
    return ABUT_OK;
}

/* With L_i = ln eta_i: (L0 - L1)/(L1 - L2) = (T1 - T0)(T2 - c)/((T2 - T1)(T0 - c)), linear in c. */
abut_status abut_vogel_fit(const double T[3], const double eta[3], abut_vogel *out) {
    *out = (abut_vogel){0};
    for (int i = 0; i < 3; i++)
        if (!(T[i] > 0) || !isfinite(T[i]) || !(eta[i] > 0) || !isfinite(eta[i])) return ABUT_BAD_VALUE;
    if (!(T[0] < T[1] && T[1] < T[2] && eta[0] > eta[1] && eta[1] > eta[2])) return ABUT_BAD_VALUE;
    double cold = log(eta[0] / eta[1]) * (T[2] - T[1]), warm = log(eta[1] / eta[2]) * (T[1] - T[0]);
    if (!(cold > warm)) return ABUT_BAD_VALUE; /* ln eta must be convex */
    double c = (cold * T[0] - warm * T[2]) / (cold - warm);
    double b = log(eta[0] / eta[1]) * (T[0] - c) * (T[1] - c) / (T[1] - T[0]);
    double a = eta[1] * exp(-b / (T[1] - c));
    if (!(c < T[0]) || !(a > 0) || !isfinite(b)) return ABUT_BAD_VALUE;
    *out = (abut_vogel){a, b, c};
    return ABUT_OK;
}

abut_status abut_walther_viscosity(const abut_walther *oil, double T, double *eta, double *nu) {
    const double T40 = 313.15, T100 = 373.15, mm2_s = 1e-6, shift = 0.7;
    *eta = 0;
    if (nu) *nu = 0;
    bool good = oil->nu100 / mm2_s > 1 - shift && oil->nu40 > oil->nu100 && isfinite(oil->nu40) && oil->density > 0 &&
                isfinite(oil->density) && T > 0 && isfinite(T);
    if (!good) return ABUT_BAD_VALUE;
    double w40 = log(log(oil->nu40 / mm2_s + shift)), w100 = log(log(oil->nu100 / mm2_s + shift));
    double w = w40 + (w100 - w40) * log(T / T40) / log(T100 / T40);
    double found = (exp(exp(w)) - shift) * mm2_s;
    if (!(found > 0) || !isfinite(found)) return ABUT_BAD_VALUE; /* too hot or too cold for the equation */
    *eta = found * oil->density;
    if (nu) *nu = found;
    return ABUT_OK;
}

/* w = ln ln(nu + 0.7) is a straight line over ln T: d nu/dT = (nu + 0.7) ln(nu + 0.7) w'/T. */
abut_status abut_walther_slope(const abut_walther *oil, double T, double *beta) {
    const double T40 = 313.15, T100 = 373.15, mm2_s = 1e-6, shift = 0.7;
    double eta, nu;
    *beta = 0;
    abut_status status = abut_walther_viscosity(oil, T, &eta, &nu);
    if (status) return status;
    double w40 = log(log(oil->nu40 / mm2_s + shift)), w100 = log(log(oil->nu100 / mm2_s + shift));
    double rise = (w100 - w40) / log(T100 / T40), now = nu / mm2_s + shift;
    *beta = -now * log(now) * rise / T / (nu / mm2_s);
    return ABUT_OK;
}

/* ---- an oil at another temperature ---- */
static const double furthest = 50; /* K, that a slope alone is trusted over */

bool abut_lubricant_range(const abut_lubricant *oil, double *low, double *high) {
    bool walther = oil->by_temperature.nu40 > 0;
    *low = walther ? 1 : oil->temperature - furthest;
    *high = walther ? 1000 : oil->temperature + furthest;
    if (oil->T_low > 0) *low = fmax(*low, oil->T_low);
    if (oil->T_high > 0) *high = fmin(*high, oil->T_high);
    return walther || (oil->beta > 0 && oil->temperature > 0);
}

abut_status abut_lubricant_at(const abut_lubricant *oil, double T, abut_lubricant *out) {
    double low, high;
    abut_status status = ABUT_OK;
    *out = *oil;
    if (!abut_lubricant_range(oil, &low, &high)) return ABUT_MISSING;
    if (!(T >= low && T <= high)) return ABUT_BAD_VALUE;
    if (oil->by_temperature.nu40 > 0) {
        status = abut_walther_viscosity(&oil->by_temperature, T, &out->eta0, NULL);
        if (!status) status = abut_walther_slope(&oil->by_temperature, T, &out->beta);
    } else
        out->eta0 = oil->eta0 * exp(-oil->beta * (T - oil->temperature));
    out->temperature = T;
    return status;
}
