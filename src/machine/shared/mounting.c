/* Fits and temperatures of a bearing. Theory: docs/theory/fits.md.
 *
 * A ring is a cylinder between its bore (outside diameter) and the bottom of its raceway; shaft and housing are cylinders of the
 * same length, and all of them thick rings in plane stress (thick_ring.c). Of an interference 0.4 Rz are smoothed (DIN 7190-1:2017, as
 * the manual of MESYS quotes it), Rz of both surfaces together. Lengths grow by expansion x temperature. With radial displacements u of the raceways and the
 * growth d of the rolling elements' diameter the diametral clearance changes by
 *   2 (u_o - u_i - d).                                                                                               (1) */
#include "mounting.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/message.h"
#include "iso286.h"
#include "lubricant/lubricant.h"
#include "world/world.h"

static const double usual_temperature = 293.15; /* K */
static const double steel_expansion = 11.9e-6;  /* 1/K, SAE 52100, 23 to 280 degC, of a data sheet */
static const double ring_yield = 1.7e9;         /* Pa, hardened bearing steel, 60 HRC: recalled */
static const double smoothed_part = 0.4;        /* of Rz */
static const double endless = 1e3;              /* outside over inside of a housing that is not said to end */

static const char *const seat_key[RINGS] = {"fits.shaft", "fits.housing"};
static const char *const seat_word[RINGS] = {"shaft", "housing"};

/* ---- what was given ---- */
static const abut_seat *seat_of(const abut_mounting *d, int ring) {
    return ring == INNER ? &d->fits.shaft : &d->fits.housing;
}

static bool seat_there(const abut_seat *s) {
    return s->tolerance || s->interference != 0 || s->bore != 0 || s->outside != 0 || s->Rz != 0 ||
           s->material.E != 0 || s->material.rigid;
}

bool mounting_matters(const abut_mounting *d) {
    const abut_bearing_temperatures *t = &d->temperatures;
    return seat_there(&d->fits.shaft) || seat_there(&d->fits.housing) || t->shaft > 0 || t->inner > 0 ||
           t->elements > 0 || t->outer > 0 || t->housing > 0 || t->oil > 0 || mounting_heats(d);
}

static double reference(const abut_mounting *d) {
    return d->temperatures.reference > 0 ? d->temperatures.reference : usual_temperature;
}

static double expansion_of(const abut_material *m) { return m->expansion > 0 ? m->expansion : steel_expansion; }

/* m, radius at which a ring sits. */
static double seat_radius(const mounting_of *m, int ring) {
    return 0.5 * (ring == INNER ? m->boundary.bore : m->boundary.outside_diameter);
}

/* m, of the diameters; the classes were checked. */
static double interference_of(const mounting_of *m, int ring) {
    const abut_seat *s = seat_of(m->def, ring);
    char why[200];
    iso286_zone seat, own;
    double size = 2 * seat_radius(m, ring);
    if (!s->tolerance || !iso286_find(s->tolerance, ring == OUTER, size, &seat, why, sizeof why))
        return s->interference;
    own = ring == INNER ? iso492_bore(size) : iso492_outside(size);
    double between = 0.5 * (seat.low + seat.high - own.low - own.high);
    return ring == INNER ? between : -between;
}

/* ---- the cylinders ---- */
static thick_ring cylinder(const abut_material *m, double a, double b) {
    static const abut_material steel = ABUT_STEEL;
    const abut_material *is = m->E == 0 && !m->rigid ? &steel : m;
    return (thick_ring){.a = a,
                        .b = b,
                        .E = is->rigid ? (double)INFINITY : is->E,
                        .nu = is->nu,
                        .density = is->density > 0 ? is->density : steel.density,
                        .expansion = expansion_of(m)};
}

static thick_ring ring_cylinder(const mounting_of *m, int ring) {
    double seat = seat_radius(m, ring);
    return ring == INNER ? cylinder(&m->ring, seat, m->race[INNER]) : cylinder(&m->ring, m->race[OUTER], seat);
}

static thick_ring seat_cylinder(const mounting_of *m, int ring) {
    const abut_seat *s = seat_of(m->def, ring);
    double at = seat_radius(m, ring);
    if (ring == INNER) return cylinder(&s->material, 0.5 * s->bore, at);
    return cylinder(&s->material, at, s->outside > 0 ? 0.5 * s->outside : endless * at);
}

static ring_joint joint_of(const mounting_of *m, int ring) {
    thick_ring own = ring_cylinder(m, ring), seat = seat_cylinder(m, ring);
    double cold = interference_of(m, ring);
    if (cold > 0) cold = fmax(0, cold - smoothed_part * seat_of(m->def, ring)->Rz);
    return ring == INNER ? (ring_joint){seat, own, cold} : (ring_joint){own, seat, cold};
}

/* ---- checks ---- */
static abut_status check_seat(abut_world *w, const mounting_of *m, int ring) {
    const abut_seat *s = seat_of(m->def, ring);
    double at = seat_radius(m, ring);
    char why[200], key[60];
    iso286_zone zone;
    if (!seat_there(s)) return ABUT_OK;
    if (!(at > 0))
        return world_refuse_at(w, seat_key[ring], ABUT_MISSING,
                               "%s '%.60s': a fit of the %s needs the diameter where it is: give %s", m->machine,
                               m->name, seat_word[ring], ring == INNER ? "bore" : "outside_diameter");
    if (m->ring.rigid)
        return world_refuse_at(w, seat_key[ring], ABUT_BAD_VALUE, "%s '%.60s': rigid rings have no fits", m->machine,
                               m->name);
    if (s->tolerance && !iso286_find(s->tolerance, ring == OUTER, 2 * at, &zone, why, sizeof why)) {
        (void)snprintf(key, sizeof key, "%s.tolerance", seat_key[ring]);
        return world_refuse_at(w, key, ABUT_BAD_VALUE, "%s '%.60s': %s", m->machine, m->name, why);
    }
    if (!(fabs(s->interference) < 0.1 * at) || !(s->Rz >= 0 && s->Rz < 0.1 * at))
        return world_refuse_at(w, seat_key[ring], ABUT_BAD_VALUE,
                               "%s '%.60s': interference and Rz must lie below a twentieth of the diameter, %g mm",
                               m->machine, m->name, 2e3 * at);
    if (ring == INNER ? !(s->bore >= 0 && 0.5 * s->bore < at) : !(s->outside == 0 || 0.5 * s->outside > at))
        return world_refuse_at(w, seat_key[ring], ABUT_BAD_VALUE,
                               ring == INNER
                                   ? "%s '%.60s': the bore of the shaft, %g mm, must lie within its diameter, %g mm"
                                   : "%s '%.60s': the outside of the housing, %g mm, must lie beyond its bore, %g mm",
                               m->machine, m->name, 1e3 * (ring == INNER ? s->bore : s->outside), 2e3 * at);
    return ABUT_OK;
}

static abut_status check_boundary(abut_world *w, const mounting_of *m) {
    double bore = m->boundary.bore, outside = m->boundary.outside_diameter;
    if (bore != 0 && !(bore > 0 && 0.5 * bore < m->race[INNER]))
        return world_refuse_at(
            w, "bore", ABUT_BAD_VALUE,
            "%s '%.60s': the bore, %g mm, must be positive and below the raceway of the inner ring, %g mm", m->machine,
            m->name, 1e3 * bore, 2e3 * m->race[INNER]);
    if (outside != 0 && !(0.5 * outside > m->race[OUTER] && outside < 1e6))
        return world_refuse_at(
            w, "outside_diameter", ABUT_BAD_VALUE,
            "%s '%.60s': the outside diameter, %g mm, must exceed the raceway of the outer ring, %g mm", m->machine,
            m->name, 1e3 * outside, 2e3 * m->race[OUTER]);
    if (!(m->boundary.width >= 0 && m->boundary.width < 1e6))
        return world_refuse_at(w, "width", ABUT_BAD_VALUE, "%s '%.60s': the width must be positive, got %g m",
                               m->machine, m->name, m->boundary.width);
    return ABUT_OK;
}

static abut_status check_heat(abut_world *w, const mounting_of *m) {
    const abut_bearing_heat *h = &m->def->heat;
    const abut_bearing_temperatures *t = &m->def->temperatures;
    if (!mounting_heats(m->def)) return ABUT_OK;
    if (t->shaft > 0 || t->inner > 0 || t->elements > 0 || t->outer > 0 || t->housing > 0 || t->oil > 0)
        return world_refuse_at(
            w, "heat", ABUT_BAD_VALUE,
            "%s '%.60s': temperatures says what heat is to find: give one of them (of temperatures only "
            "reference goes with heat)",
            m->machine, m->name);
    const double g[] = {h->conductance.inner, h->conductance.outer, h->conductance.between, h->conductance.oil};
    for (int i = 0; i < 4; i++)
        if (!(g[i] >= 0 && g[i] < 1e9))
            return world_refuse_at(w, "heat.conductance", ABUT_BAD_VALUE,
                                   "%s '%.60s': a conductance must not be negative, got %g W/K", m->machine, m->name,
                                   g[i]);
    if (g[0] == 0 && g[1] == 0 && !(m->boundary.bore > 0 && m->boundary.outside_diameter > 0 && m->boundary.width > 0))
        return world_refuse_at(
            w, "heat", ABUT_MISSING,
            "%s '%.60s': without conductances to the ambient they are estimated from the seats: give "
            "bore, outside_diameter and width",
            m->machine, m->name);
    return h->limit != 0 && !(h->limit > h->ambient)
               ? world_refuse_at(w, "heat.limit", ABUT_BAD_VALUE, "%s '%.60s': the limit must lie above the ambient",
                                 m->machine, m->name)
               : ABUT_OK;
}

abut_status mounting_check(abut_world *w, const mounting_of *m) {
    if (!mounting_matters(m->def)) return ABUT_OK;
    abut_status status = check_boundary(w, m);
    for (int r = 0; r < RINGS && !status; r++) status = check_seat(w, m, r);
    if (!status) status = check_heat(w, m);
    if (status) return status;
    static const double still[RINGS] = {0, 0};
    abut_mounting_state s = {0};
    mounting_growth growth;
    abut_lubricant oil;
    mounting_start(m, &s);
    status = mounting_find(w, m, still, &s, &growth);
    return !status && m->oil ? mounting_oil(w, m, &s, &oil) : status;
}

/* ---- oil ---- */
abut_status mounting_oil(abut_world *w, const mounting_of *m, abut_mounting_state *s, abut_lubricant *out) {
    const char *key = mounting_heats(m->def) ? "heat" : "temperatures.oil";
    double low = 0, high = 0;
    *out = *m->oil;
    s->viscosity = out->eta0;
    if (s->oil == 0) return ABUT_OK;
    abut_status status = abut_lubricant_at(m->oil, s->oil, out);
    s->viscosity = out->eta0;
    if (status == ABUT_MISSING)
        return world_refuse_at(
            w, key, status,
            "%s '%.60s': how the viscosity of the lubricant depends on its temperature is not known: give it "
            "by grade, by nu40, nu100 and density, or by eta0 with beta and temperature",
            m->machine, m->name);
    if (!status) return status;
    (void)abut_lubricant_range(m->oil, &low, &high);
    return world_refuse_at(
        w, key, status,
        "%s '%.60s': the oil would be at %g K (%g degC); the law of its viscosity is for %g to %g K (%g to "
        "%g degC)",
        m->machine, m->name, s->oil, s->oil - 273.15, low, high, low - 273.15, high - 273.15);
}

/* ---- what comes of it ---- */
static double or_else(double given, double other) { return given > 0 ? given : other; }

void mounting_start(const mounting_of *m, abut_mounting_state *s) {
    const abut_bearing_temperatures *t = &m->def->temperatures;
    double cold = reference(m->def), *T = s->temperature;
    s->fitted = mounting_matters(m->def);
    s->heated = mounting_heats(m->def);
    T[AT_INNER] = or_else(t->inner, cold);
    T[AT_OUTER] = or_else(t->outer, cold);
    T[AT_SHAFT] = or_else(t->shaft, T[AT_INNER]);
    T[AT_HOUSING] = or_else(t->housing, T[AT_OUTER]);
    T[AT_ELEMENTS] = or_else(t->elements, 0.5 * (T[AT_INNER] + T[AT_OUTER]));
    s->oil = t->oil;
    for (int i = 0; i < PLACES && s->heated; i++) T[i] = m->def->heat.ambient;
    if (s->heated && m->oil) s->oil = m->def->heat.ambient;
}

static void set_warm(const mounting_of *m, const abut_mounting_state *s, int ring, ring_joint *j, double speed) {
    double cold = reference(m->def), own = s->temperature[ring == INNER ? AT_INNER : AT_OUTER] - cold,
           seat = s->temperature[ring == INNER ? AT_SHAFT : AT_HOUSING] - cold;
    j->in.warmer = ring == INNER ? seat : own;
    j->out.warmer = ring == INNER ? own : seat;
    j->in.speed = j->out.speed = speed;
}

/* Displacement of the raceway, hoop stress at the bore of the ring. */
static double race_moves(const mounting_of *m, int ring, const ring_joint *j, double p, double *hoop) {
    const thick_ring *own = ring == INNER ? &j->out : &j->in;
    double p_a = ring == INNER ? p : 0, p_b = ring == INNER ? 0 : p;
    *hoop = ring_hoop(own, own->a, p_a, p_b);
    return ring_moves(own, m->race[ring], p_a, p_b);
}

static abut_status check_stress(abut_world *w, const mounting_of *m, int ring, const ring_joint *j, double p) {
    const thick_ring *part[2] = {ring == INNER ? &j->out : &j->in, ring == INNER ? &j->in : &j->out};
    const abut_material *of[2] = {&m->ring, &seat_of(m->def, ring)->material};
    for (int i = 0; i < 2; i++) {
        bool inside = (ring == INNER) == (i == 1);
        double limit = of[i]->yield > 0 ? of[i]->yield : i == 0 ? ring_yield : (double)INFINITY;
        double stress = isinf(part[i]->E) ? 0 : ring_tresca(part[i], inside ? 0 : p, inside ? p : 0);
        if (stress <= limit) continue;
        return world_refuse_at(
            w, seat_key[ring], ABUT_BAD_VALUE,
            "%s '%.60s': the fit of the %s would yield the %s: hoop stress %.4g MPa, joint pressure %.4g MPa, "
            "equivalent stress (Tresca) %.4g MPa above the yield stress, %.4g MPa",
            m->machine, m->name, seat_word[ring],
            i               ? seat_word[ring]
            : ring == INNER ? "inner ring"
                            : "outer ring",
            1e-6 * ring_hoop(part[i], part[i]->a, inside ? 0 : p, inside ? p : 0), 1e-6 * p, 1e-6 * stress,
            1e-6 * limit);
    }
    return ABUT_OK;
}

/* Of one ring: displacements of its raceway when mounted, and warm and at speed. */
static abut_status find_ring(abut_world *w, const mounting_of *m, int ring, double speed, abut_mounting_state *s,
                             double *mounted, double *operating) {
    abut_seat_state *to = ring == INNER ? &s->shaft : &s->housing;
    bool there = seat_there(seat_of(m->def, ring));
    *to = (abut_seat_state){.there = there};
    ring_joint j = joint_of(m, ring);
    *mounted = 0;
    *operating = expansion_of(&m->ring) * (s->temperature[ring == INNER ? AT_INNER : AT_OUTER] - reference(m->def)) *
                 m->race[ring];
    if (!(seat_radius(m, ring) > 0) || m->ring.rigid) return ABUT_OK; /* its section is not known */
    ring_joined o = ring_join(&j);
    to->interference = interference_of(m, ring);
    to->effective = j.interference;
    to->mounted = o.interference;
    to->pressure_mounted = there ? o.pressure : 0;
    *mounted = race_moves(m, ring, &j, to->pressure_mounted, &to->hoop_mounted);
    abut_status status = there ? check_stress(w, m, ring, &j, to->pressure_mounted) : ABUT_OK;
    set_warm(m, s, ring, &j, speed);
    o = ring_join(&j);
    to->operating = o.interference;
    to->pressure = there ? o.pressure : 0;
    to->lift_off = o.lift_off;
    *operating = race_moves(m, ring, &j, to->pressure, &to->hoop);
    return !status && there ? check_stress(w, m, ring, &j, to->pressure) : status;
}

abut_status mounting_find(abut_world *w, const mounting_of *m, const double speed[RINGS], abut_mounting_state *s,
                          mounting_growth *growth) {
    double mounted[RINGS], warmer[RINGS], cold = reference(m->def);
    for (int r = 0; r < RINGS; r++) {
        abut_status status = find_ring(w, m, r, speed[r], s, &mounted[r], &growth->race[r]);
        if (status) return status;
        warmer[r] = s->temperature[r == INNER ? AT_INNER : AT_OUTER] - cold;
        growth->part[r] = expansion_of(&m->ring) * warmer[r];
    }
    growth->element = expansion_of(&m->element) * (s->temperature[AT_ELEMENTS] - cold) * m->size;
    s->speed = speed[INNER] - speed[OUTER];
    s->clearance_free = m->clearance;
    s->clearance_mounted = m->clearance + 2 * (mounted[OUTER] - mounted[INNER]);
    s->clearance = m->clearance + 2 * (growth->race[OUTER] - growth->race[INNER] - growth->element);
    return ABUT_OK;
}

/* ---- in a machine ---- */
void mounting_keep(abut_world *w, abut_mounting *def) {
    abut_seat *seat[RINGS] = {&def->fits.shaft, &def->fits.housing};
    for (int r = 0; r < RINGS; r++) seat[r]->tolerance = keep_text(&w->keep, seat[r]->tolerance);
}

abut_status mounted_begin(abut_world *w, const mounting_of *of, const abut_law_def *law, mounted_bearing *m) {
    *m = (mounted_bearing){.of = *of, .law = *law, .fitted = mounting_matters(of->def)};
    if (m->fitted) mounting_start(of, &m->state);
    if (of->oil) m->oil = *of->oil;
    m->law.lubricant = of->oil ? &m->oil : NULL;
    return mounting_check(w, of);
}

abut_status mounted_apply(abut_world *w, mounted_bearing *m, const double speed[RINGS]) {
    mounting_growth before = m->growth;
    double oil = m->oil.temperature, eta = m->oil.eta0;
    m->changed = false;
    if (!m->fitted) return ABUT_OK;
    abut_status status = mounting_find(w, &m->of, speed, &m->state, &m->growth);
    if (!status && m->of.oil) status = mounting_oil(w, &m->of, &m->state, &m->oil);
    m->changed = memcmp(&before, &m->growth, sizeof before) != 0 || oil != m->oil.temperature || eta != m->oil.eta0;
    return status;
}
