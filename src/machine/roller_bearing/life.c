/* Rating life of a roller bearing by its rating C: L_10 = (C/P)^(10/3), P the radial load (ISO 281), and the modified life. */
#include <math.h>

#include "machine/shared/modified_life.h"
#include "roller_bearing.h"

double roller_a_iso(const roller_bearing *b, double P, double speed, double *kappa) {
    const abut_roller_bearing_def *d = &b->def;
    double e_C, Cu;
    *kappa = life_kappa(d->law.lubricant, d->pitch_diameter, speed);
    return life_a_iso(ABUT_RADIAL_ROLLER, &d->rating, d->pitch_diameter, *kappa, P, &e_C, &Cu);
}

bool roller_life_of(const roller_bearing *b, double radial, double speed, roller_life *out) {
    const abut_roller_bearing_def *d = &b->def;
    if (!(d->rating.C > 0)) return false;
    *out = (roller_life){.C = d->rating.C, .P = radial, .L10 = pow(d->rating.C / radial, 10 / 3.0)};
    out->L10_hours = life_hours(out->L10, speed);
    out->a_iso = roller_a_iso(b, radial, speed, &out->kappa);
    out->L10m = out->a_iso * out->L10;
    out->L10m_hours = life_hours(out->L10m, speed);
    return true;
}

void roller_put_life(const roller_bearing *b, double radial, double speed, json *j) {
    roller_life l;
    if (!roller_life_of(b, radial, speed, &l)) return;
    json_begin(j, "life", '{');
    json_number(j, "C", l.C);
    json_number(j, "P", l.P);
    json_number(j, "L10", l.L10);
    json_number(j, "L10_hours", l.L10_hours);
    json_number(j, "kappa", l.kappa);
    json_number(j, "a_iso", l.a_iso);
    json_number(j, "L10m", l.L10m);
    json_number(j, "L10m_hours", l.L10m_hours);
    json_end(j);
}
