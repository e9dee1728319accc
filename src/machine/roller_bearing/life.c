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

bool roller_life_of(const roller_bearing *b, double radial, double speed, double L10r, roller_life *out) {
    const abut_roller_bearing_def *d = &b->def;
    if (!(d->rating.C > 0)) return false;
    *out = (roller_life){.C = d->rating.C, .P = radial, .L10 = pow(d->rating.C / radial, 10 / 3.0)};
    out->L10_hours = life_hours(out->L10, speed);
    out->a_iso = roller_a_iso(b, radial, speed, &out->kappa);
    out->L10m = out->a_iso * out->L10;
    out->L10m_hours = life_hours(out->L10m, speed);
    out->L10r = L10r;
    out->L10r_hours = life_hours(L10r, speed);
    /* the load that gives this life by ISO 281 */
    out->a_iso_reference = roller_a_iso(b, d->rating.C / pow(L10r, 0.3), speed, &out->kappa);
    out->headline_hours = out->L10r_hours * (isfinite(out->a_iso_reference) ? out->a_iso_reference : 1);
    return true;
}

void roller_put_life(const roller_bearing *b, double radial, double speed, double L10r, json *j) {
    roller_life l;
    if (!roller_life_of(b, radial, speed, L10r, &l)) return;
    json_begin(j, "life", '{');
    life_headline_json(
        j, l.headline_hours, isfinite(l.a_iso_reference),
        "loads of every lamina of every roller with the stress at its edges: tilt, clearance and profile count; "
        "L10 knows the load on the bearing alone, damage counts the passes of the run without edge stress");
    json_number(j, "C", l.C);
    json_number(j, "P", l.P);
    json_number(j, "L10", l.L10);
    json_number(j, "L10_hours", l.L10_hours);
    json_number(j, "L10r", l.L10r);
    json_number(j, "L10r_hours", l.L10r_hours);
    json_number(j, "kappa", l.kappa);
    json_number(j, "a_iso", l.a_iso);
    json_number(j, "L10m", l.L10m);
    json_number(j, "L10m_hours", l.L10m_hours);
    json_end(j);
}
