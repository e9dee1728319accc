/* The library of lubricants: typical values. Measure, or ask the maker, where it matters. Where each comes from:
 *   nu40         of the grade (ISO 3448)
 *   nu100        of mineral oils of viscosity index 95 to 100, density: recalled of data sheets
 *   alpha        at 40 degC, mineral oils 18 to 25 1/GPa: recalled (So and Klaus 1980)
 *   limit_slope  limiting stress over pressure, mineral oils .05 to .1: recalled (Bair and Winer 1979, Hoeglund and Jacobson 1986)
 *   tau0         Eyring stress, fitted: a ball of 19 mm on a plane under 1 GPa, at 2 m/s, 5 % slip and 40 degC has a traction of .042 to .045.
 *                Mineral oils are measured there at .045 to .06 (recalled; Evans and Johnson 1986, Spikes and Zhang 2014). With Roelands' law
 *                above .5 GPa it is a number of the fit, not of the oil. tests/test_friction_moment.c
 *   conductivity W/(m K), hydrocarbon oils 0.12 to 0.15: recalled (Larsson and Andersson 2000)
 *   diesel       a thin fuel: all recalled, its traction is not known well */
#include "abut/lubrication.h"
#include "registry/core_types.h"

static const char typical[] = "typical, recalled of data sheets";
static const char nominal[] = "nu40 is the grade's; the rest typical of mineral oil, recalled: alpha of So and Klaus, "
                              "tau0 and limit_slope for measured traction";

/* type, {nu40, nu100, density}, alpha, tau0, limit_slope, T_low, T_high, conductivity */
#define GRADE(name, source, ...)                                                                                       \
    static const abut_choice name##_example[] = {{.type = #name}, {0}};                                                \
    const abut_oil_grade oil_##name = {{"lubricant", #name, source, NULL, name##_example, 0}, __VA_ARGS__}
GRADE(diesel, typical, {2.8e-6, 1.2e-6, 830}, 1.0e-8, 3e6, 0.04, 253.15, 423.15, 0.13);
GRADE(iso_vg_32, nominal, {32e-6, 5.4e-6, 870}, 1.8e-8, 18e6, 0.08, 263.15, 393.15, 0.14);
GRADE(iso_vg_68, nominal, {68e-6, 8.7e-6, 880}, 2.0e-8, 12e6, 0.08, 263.15, 393.15, 0.14);
GRADE(iso_vg_220, nominal, {220e-6, 19e-6, 890}, 2.2e-8, 9e6, 0.08, 273.15, 393.15, 0.14);

const abut_oil_grade *abut_find_oil(const abut_registry *r, const char *name) {
    return (const abut_oil_grade *)abut_registry_find(r, "lubricant", name);
}

abut_status abut_oil_at_temperature(const abut_oil_grade *oil, double T, abut_lubricant *out) {
    *out = (abut_lubricant){0};
    if (!(T >= oil->T_low && T <= oil->T_high)) return ABUT_BAD_VALUE;
    double eta;
    abut_status status = abut_walther_viscosity(&oil->viscosity, T, &eta, NULL);
    if (status) return status;
    *out = (abut_lubricant){.eta0 = eta,
                            .alpha = oil->alpha,
                            .tau0 = oil->tau0,
                            .limit_slope = oil->limit_slope,
                            .conductivity = oil->conductivity,
                            .density = oil->viscosity.density,
                            .temperature = T,
                            .by_temperature = oil->viscosity,
                            .T_low = oil->T_low,
                            .T_high = oil->T_high};
    (void)abut_walther_slope(&oil->viscosity, T, &out->beta);
    return ABUT_OK;
}
