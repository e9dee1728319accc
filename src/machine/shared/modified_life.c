/* Modified rating life. kappa = nu/nu_1 with nu = eta0/rho. */
#include "modified_life.h"

#include <math.h>

#include "base/constants.h"
#include "lubricant/lubricant.h"

double life_kappa(const abut_lubricant *oil, double pitch_diameter, double speed) {
    double nu1;
    if (!oil || abut_iso281_nu1(speed, pitch_diameter, &nu1)) return (double)NAN;
    return oil->eta0 / lubricant_density(oil) / nu1;
}

double life_a_iso(abut_bearing_kind kind, const abut_rating *rating, double pitch_diameter, double kappa, double P,
                  double *e_C, double *Cu) {
    double a = (double)NAN;
    *e_C = rating->e_C;
    *Cu = rating->Cu;
    if (!(*e_C > 0)) (void)abut_iso281_cleanliness("normal", pitch_diameter, e_C);
    if (!(*Cu > 0)) (void)abut_iso281_limit(kind, rating->C0, pitch_diameter, Cu);
    (void)abut_iso281_a(kind, kappa, *e_C, *Cu / P, &a);
    return a;
}

double life_hours(double life, double speed) { return 1e6 * life * 2 * PI / (3600 * fabs(speed)); }

static const char *standard(bool modified) {
    return modified ? "ISO 16281, modified reference rating life L10mr" : "ISO 16281, reference rating life L10r";
}

void life_headline_json(json *j, double hours, bool modified, const char *why) {
    json_begin(j, "headline", '{');
    json_number(j, "hours", hours);
    json_string(j, "standard", standard(modified));
    json_string(j, "why", why);
    json_end(j);
}

void life_headline_print(FILE *to, double hours, bool modified, double L10_hours) {
    (void)fprintf(to, "  life: %.5g h (%s), L10 %.5g h (ISO 281)\n", hours, standard(modified), L10_hours);
}
