/* The rating life in a report: figures and what they rest on. */
#include <math.h>

#include "ball_bearing.h"
#include "life.h"
#include "machine/shared/modified_life.h"

static void pair(json *j, const char *key, const double x[2]) {
    json_begin(j, key, '{');
    json_number(j, "inner", x[INNER]);
    json_number(j, "outer", x[OUTER]);
    json_end(j);
}

static bool same_material(const abut_material *a, const abut_material *b) {
    return a->rigid == b->rigid && a->E == b->E && a->nu == b->nu;
}

static bool wide(const abut_ball_bearing_def *d, bool thrust) {
    double inner = d->inner_race.conformity, outer = d->outer_race.conformity;
    return thrust ? inner > 0.535 || outer > 0.535 : inner > 0.52 || outer > 0.53;
}

static void put_rating(json *j, const abut_ball_bearing_def *def, const abut_life *l) {
    if (l->given)
        json_string(j, NULL, "C is the value given");
    else if (isfinite(l->C))
        json_string(
            j, NULL,
            "C is computed from the geometry by ISO 281 (b_m = 1.3, hardened bearing steel of usual quality, f_c of "
            "its tables); makers' ratings differ");
    else
        json_string(j, NULL,
                    "C is not known: give rating.C (the factors of ISO 281 that are stated here do not cover it)");
    if (!l->given && isfinite(l->C) && wide(def, l->axial))
        json_string(j, NULL, "a groove is wider than the tables of ISO 281 assume: f_c by the formula behind them");
    if (def->contact_angle > 0 && def->thrust == 0)
        json_string(j, NULL, "four-point contact: rated as an angular contact bearing of this angle");
}

/* Why there is a modified life, or none. */
static void put_modified(json *j, const abut_ball_bearing_def *def, const abut_life *l) {
    json_string(j, NULL, "90 % reliability");
    if (!def->law.lubricant) {
        json_string(j, NULL, "dry: a_iso (modified life) needs a lubricant");
        return;
    }
    if (!(def->law.lubricant->density > 0))
        json_string(
            j, NULL,
            "kappa with the viscosity of the lubricant over 890 kg/m^3, the density that ISO 281 refers to: its own "
            "is not given");
    if (l->kappa < 0.1) json_string(j, NULL, "kappa is below 0.1: ISO 281 has no a_iso");
    if (!(l->Cu > 0)) json_string(j, NULL, "C_u is not known: give rating.Cu or rating.C0");
    if (l->Cu > 0 && !(def->rating.Cu > 0)) json_string(j, NULL, "C_u is estimated from C0 (ISO 281, simple way)");
    if (!(def->rating.e_C > 0)) json_string(j, NULL, "e_C is that of normal cleanliness: rating.e_C is not given");
}

static void put_assumptions(json *j, const abut_ball_bearing_def *def, const abut_life *l, const bool rotates[2],
                            const char *how) {
    json_begin(j, "assumptions", '[');
    if (how) json_string(j, NULL, how);
    put_rating(j, def, l);
    json_string(j, NULL,
                rotates[INNER] ? "the inner ring rotates relative to the load: (mean Q^3)^(1/3)"
                               : "the inner ring stands still under the load: (mean Q^(10/3))^(3/10)");
    json_string(j, NULL,
                rotates[OUTER] ? "the outer ring rotates relative to the load: (mean Q^3)^(1/3)"
                               : "the outer ring stands still under the load: (mean Q^(10/3))^(3/10)");
    json_string(j, NULL,
                "capacities at the nominal contact angle; ellipses that reach over a shoulder are not penalised");
    if (!isfinite(l->P))
        json_string(j, NULL, "P of ISO 281 is not defined for this ratio of radial to axial load: no L10");
    if (!same_material(&def->balls.material, &def->material))
        json_string(j, NULL,
                    "balls and rings of different materials (hybrid): only the unmodified life, rated as all steel");
    put_modified(j, def, l);
    json_end(j);
}

void bearing_life_json(json *j, const abut_ball_bearing_def *def, const abut_life *l, const bool rotates[2],
                       const char *how) {
    json_begin(j, "life", '{');
    double a = bearing_headline_factor(def, l);
    life_headline_json(
        j, l->L10r_hours * (isfinite(a) ? a : 1), isfinite(a),
        "loads of every ball on its race: clearance, tilt and speed count; L10 knows the load on the bearing alone, "
        "damage counts the passes that the run had");
    json_number(j, "L10", l->L10);
    json_number(j, "L10_hours", l->L10_hours);
    json_number(j, "L10r", l->L10r);
    json_number(j, "L10r_hours", l->L10r_hours);
    json_number(j, "kappa", l->kappa);
    json_number(j, "e_C", l->e_C);
    json_number(j, "Cu", l->Cu);
    json_number(j, "a_iso", l->a_iso);
    json_number(j, "L10m", l->L10m);
    json_number(j, "L10m_hours", l->L10m_hours);
    json_number(j, "C", l->C);
    json_number(j, "P", l->P);
    json_number(j, "Fr", l->Fr);
    json_number(j, "Fa", l->Fa);
    json_number(j, "X", l->X);
    json_number(j, "Y", l->Y);
    json_number(j, "e", l->e);
    pair(j, "Qc", l->Qc);
    pair(j, "Qe", l->Qe);
    pair(j, "L10_ring", l->ring);
    put_assumptions(j, def, l, rotates, how);
    json_end(j);
}

void bearing_put_life(const abut_world *w, const ball_bearing *b, json *j) {
    abut_life life;
    bool rotates[RINGS];
    if (abut_read_life(w, (abut_machine){b->id}, &life)) return;
    bearing_rotates(b, rotates);
    bearing_life_json(j, &b->def, &life, rotates,
                      "ball loads as they are, with the balls where they are: other places of the balls give slightly "
                      "other loads");
}
