/* What is written and printed of a mounted bearing. */
#include <math.h>
#include <stdio.h>

#include "base/constants.h"
#include "mounting.h"

static void joint_json(json *j, const char *key, const abut_seat_state *o) {
    if (!o->there) return;
    json_begin(j, key, '{');
    json_number(j, "interference", o->interference);
    json_number(j, "effective", o->effective);
    json_number(j, "operating", o->operating);
    json_number(j, "pressure_mounted", o->pressure_mounted);
    json_number(j, "pressure", o->pressure);
    json_number(j, "hoop_stress_mounted", o->hoop_mounted);
    json_number(j, "hoop_stress", o->hoop);
    json_number(j, "lift_off_speed", o->lift_off);
    json_end(j);
}

static const char *const place[PLACES] = {"shaft", "inner", "elements", "outer", "housing"};

void mounting_json(const abut_mounting_state *s, json *j) {
    if (!s->fitted) return;
    json_begin(j, "mounting", '{');
    json_number(j, "clearance_free", s->clearance_free);
    json_number(j, "clearance_mounted", s->clearance_mounted);
    json_number(j, "clearance", s->clearance);
    joint_json(j, "shaft", &s->shaft);
    joint_json(j, "housing", &s->housing);
    json_begin(j, "temperatures", '{');
    for (int i = 0; i < PLACES; i++) json_number(j, place[i], s->temperature[i]);
    if (s->oil > 0) json_number(j, "oil", s->oil);
    json_end(j);
    if (s->viscosity > 0) json_number(j, "viscosity", s->viscosity);
    json_end(j);
}

static void joint_print(const char *name, const char *ring, const abut_seat_state *o, FILE *to) {
    if (!o->there) return;
    if (o->pressure_mounted == 0 && o->pressure == 0) {
        (void)fprintf(to, "  %s: loose by %.4g um, mounted %.4g um\n", name, -o->operating * 1e6, -o->effective * 1e6);
        return;
    }
    (void)fprintf(
        to,
        "  %s: interference [um] %.4g, effective %.4g, in operation %.4g; pressure [MPa] mounted %.4g, in operation "
        "%.4g; hoop stress in the %s ring [MPa] %.4g, %.4g\n",
        name, o->interference * 1e6, o->effective * 1e6, o->operating * 1e6, o->pressure_mounted * 1e-6,
        o->pressure * 1e-6, ring, o->hoop_mounted * 1e-6, o->hoop * 1e-6);
    if (o->lift_off > 0 && isfinite(o->lift_off))
        (void)fprintf(to, "    the joint loses its pressure at %.5g rpm\n", o->lift_off * 30 / PI);
}

void mounting_print(const abut_mounting_state *s, FILE *to) {
    if (!s->fitted) return;
    (void)fprintf(to, "  diametral clearance [um]: of the bearing %.5g, mounted %.5g, in operation %.5g\n",
                  s->clearance_free * 1e6, s->clearance_mounted * 1e6, s->clearance * 1e6);
    joint_print("shaft", "inner", &s->shaft, to);
    joint_print("housing", "outer", &s->housing, to);
    (void)fprintf(to, "  temperatures [degC]:");
    for (int i = 0; i < PLACES; i++)
        (void)fprintf(to, " %s %.4g%s", place[i], s->temperature[i] - 273.15, i + 1 < PLACES ? "," : "");
    if (s->oil > 0) (void)fprintf(to, "; oil %.4g, %.4g mPa s", s->oil - 273.15, s->viscosity * 1e3);
    (void)fprintf(to, "\n");
}
