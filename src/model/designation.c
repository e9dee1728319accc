/* Designations: which there are, and the inside of a bearing by rule. All rules are of this program, made so that rating and number
 * of rolling elements come out like those of makers; makers do not publish the inside. D - d is the outside diameter less the
 * bore.
 *
 *   deep groove      balls of 0.305 (D - d), rounded to 1/32 in, at most 0.3 of the pitch diameter; as many as lie on 195 deg of the pitch circle and one more (what rings
 *                    that are put into each other off centre take)
 *   angular contact  balls of 0.295 (D - d), rounded to 1/32 in; 82 % of a full circle at 15 and 25 deg, 90 % at 40 deg
 *   thrust ball      balls of 0.36 (D - d), rounded to 1/32 in; 92 % of a full circle
 *   cylindrical      rollers of 0.278 (D - d), rounded to 0.5 mm, above 10 mm to 1 mm, 0.58 of the width long; 86 % of a full circle
 *   tapered          rollers of 0.23 (D - d) in the middle, 0.78 of the outer ring's width long; 92 % of a full circle; raceways and
 *                    rollers are cones with one apex on the axis
 * Pitch circle: half way between bore and outside diameter. Grooves of 0.52 and 0.53 of the ball (thrust: 0.535): the limits of the
 * standards' ratings. */
#include "designation.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/machine/ball_bearing.h"
#include "base/constants.h"
#include "designation_tables.h"
#include "machine/machine_types.h"
#include "registry/registry.h"

/* ---- which there are ---- */
static double bore_of(int code) {
    static const double small[] = {10, 12, 15, 17};
    return code < 4 ? small[code] : 5.0 * code;
}

const designation_series *designation_series_at(int index) {
    for (int i = 0; designation_all[i].prefix; i++)
        if (i == index) return &designation_all[i];
    return NULL;
}

static const struct {
    const char *suffix;
    double angle; /* deg */
} contact_angles[] = {{"C", 15}, {"AC", 25}, {"B", 40}};

/* `length` of the suffix; none: the first of the series. */
static bool choose_angle(designation *d, const char *suffix, size_t length) {
    if (!d->series->suffix) return length == 0;
    if (!length) suffix = d->series->suffix, length = strcspn(suffix, "|");
    for (size_t i = 0; i < sizeof contact_angles / sizeof *contact_angles; i++) {
        d->suffix = contact_angles[i].suffix;
        d->angle = contact_angles[i].angle * DEGREE;
        if (strlen(d->suffix) == length && !strncmp(d->suffix, suffix, length)) return true;
    }
    return false;
}

bool designation_at(const designation_series *s, int code, designation *out) {
    if (code < 0 || code >= DESIGNATION_CODES || s->size[code].outside == 0) return false;
    *out = (designation){.series = s, .size = &s->size[code], .bore = bore_of(code), .suffix = ""};
    (void)snprintf(out->name, sizeof out->name, "%s%02d", s->prefix, code);
    if (strcmp(out->name, s->first) < 0) return false;
    if (s->size[code].angle > 0) out->angle = s->size[code].angle * DEGREE;
    return choose_angle(out, "", 0);
}

bool designation_read(const char *name, designation *out) {
    for (const designation_series *s = designation_all; s->prefix; s++) {
        size_t length = strlen(s->prefix);
        const char *code = name + length;
        if (strncmp(name, s->prefix, length) != 0 || strspn(code, "0123456789") != 2) continue;
        if (!designation_at(s, 10 * (code[0] - '0') + code[1] - '0', out)) continue;
        if (!code[2]) return true;
        (void)snprintf(out->name, sizeof out->name, "%.*s", (int)sizeof out->name - 1, name);
        return s->suffix && choose_angle(out, code + 2, strlen(code + 2));
    }
    return false;
}

/* 0: without one, then those to choose. */
static bool nth_suffix(const designation_series *s, int index, char to[4]) {
    const char *from = s->suffix;
    to[0] = '\0';
    for (int i = 1; from && i < index; i++) from = strchr(from, '|') ? strchr(from, '|') + 1 : NULL;
    if (index && from) (void)snprintf(to, 4, "%.*s", (int)strcspn(from, "|"), from);
    return !index || from;
}

bool designation_name(size_t index, char to[DESIGNATION_NAME]) {
    designation d;
    char suffix[4];
    for (const designation_series *s = designation_all; s->prefix; s++)
        for (int code = 0; code < DESIGNATION_CODES; code++)
            for (int i = 0; designation_at(s, code, &d) && nth_suffix(s, i, suffix); i++) {
                if (index--) continue;
                (void)snprintf(to, DESIGNATION_NAME, "%s%02d%s", s->prefix, code, suffix);
                return true;
            }
    return false;
}

/* ---- the inside ---- */
void designation_rule(const designation *d, designation_inside *out) {
    *out = (designation_inside){.pitch = 0.5 * (d->bore + d->size->outside)};
    d->series->form->rule(d, out);
}

static double section_of(const designation *d) { return d->size->outside - d->bore; }

static const double inch_32 = 25.4 / 32; /* mm */
static double to_32nds(double mm) { return round(mm / inch_32) * inch_32; }

/* The angle on the pitch circle from one element to the next if they touch. */
static double apart(const designation_inside *in) { return 2 * asin(in->element / in->pitch); }

static void rate_balls(designation_inside *in, double groove_inner, double groove_outer, double angle) {
    abut_ball_bearing_def b = {.balls = {.count = in->count, .diameter = 1e-3 * in->element},
                               .pitch_diameter = 1e-3 * in->pitch,
                               .inner_race.conformity = groove_inner,
                               .outer_race.conformity = groove_outer,
                               .contact_angle = angle};
    in->C = abut_bearing_rating(&b);
    (void)abut_iso76_ball(in->count, b.balls.diameter, b.pitch_diameter, angle, &in->C0);
    (void)abut_iso281_limit(angle > 1 ? ABUT_THRUST_BALL : ABUT_RADIAL_BALL, in->C0, b.pitch_diameter, &in->Cu);
}

static void rule_deep_groove(const designation *d, designation_inside *in) {
    double most = floor(0.3 * in->pitch / inch_32) * inch_32;
    in->element = fmin(to_32nds(0.305 * section_of(d)), most);
    in->count = (int)floor(195 * DEGREE / apart(in)) + 1;
    rate_balls(in, 0.52, 0.53, 0);
}

static bool steep(const designation *d) { return d->angle > 30 * DEGREE; }

static void rule_angular(const designation *d, designation_inside *in) {
    in->element = to_32nds(0.295 * section_of(d));
    in->count = (int)floor((steep(d) ? 0.9 : 0.82) * TWO_PI / apart(in));
    rate_balls(in, 0.52, 0.53, d->angle);
}

static void rule_thrust(const designation *d, designation_inside *in) {
    in->element = to_32nds(0.36 * section_of(d));
    in->count = (int)floor(0.92 * TWO_PI / apart(in));
    rate_balls(in, 0.535, 0.535, HALF_PI);
}

static void rate_rollers(designation_inside *in, double angle) {
    double pitch = 1e-3 * in->pitch;
    (void)abut_iso281_roller(in->count, 1e-3 * in->element, 1e-3 * in->length, pitch, angle, &in->C, &in->C0);
    (void)abut_iso281_limit(ABUT_RADIAL_ROLLER, in->C0, pitch, &in->Cu);
}

static void rule_cylindrical(const designation *d, designation_inside *in) {
    double diameter = 0.278 * section_of(d);
    in->element = diameter < 10 ? round(2 * diameter) / 2 : round(diameter);
    in->length = round(2 * 0.58 * d->size->width) / 2;
    in->count = (int)floor(0.86 * TWO_PI / apart(in));
    rate_rollers(in, 0);
}

/* One apex, so far from the middle of the roller that tan(taper) = (D/d_m) sin(alpha - taper), alpha of the outer raceway. */
static void rule_tapered(const designation *d, designation_inside *in) {
    in->element = round(10 * 0.23 * section_of(d)) / 10;
    in->length = round(10 * 0.78 * d->size->C) / 10;
    in->count = (int)floor(0.92 * TWO_PI / apart(in));
    for (int i = 0; i < 30; i++) in->taper = atan(in->element / in->pitch * sin(d->angle - in->taper));
    rate_rollers(in, d->angle);
}

/* ---- text ---- */
static const char *ball_machine(const abut_registry *r) { return REGISTRY_NAME(r, machine_ball_bearing); }
static const char *roller_machine(const abut_registry *r) { return REGISTRY_NAME(r, machine_roller_bearing); }
static const char *tapered_machine(const abut_registry *r) {
    (void)r;
    static const char line[] = "type: tapered_bearing";
    return line + sizeof "type: " - 1;
}

static void span_of(const designation *d, abut_bearing_kind kind, double um[2]) {
    (void)abut_iso5753(kind, ABUT_CLEARANCE_CN, 1e-3 * d->bore, &um[0], &um[1]);
    um[0] *= 1e6, um[1] *= 1e6;
}

static int explain_balls(const designation *d, const designation_inside *in, char *to, int room, const char *fill,
                         double part) {
    (void)d;
    return snprintf(to, (size_t)room,
                    "# Rule: balls of %g (D - d), rounded to 1/32 in%s: %d; pitch\n"
                    "# circle half way between bore and outside diameter. C by ISO 281, C0 by ISO 76 from this "
                    "geometry, Cu by the\n"
                    "# estimate of ISO 281.\n",
                    part, fill, in->count);
}

static int explain_deep_groove(const designation *d, const designation_inside *in, char *to, int room) {
    double um[2];
    span_of(d, ABUT_RADIAL_BALL, um);
    int n = explain_balls(
        d, in, to, room,
        ",\n# at most 0.3 of the pitch diameter; as many as fit on 195 deg of the pitch circle and one more", 0.305);
    return n +
           snprintf(
               to + n, (size_t)(room - n),
               "# Assumption: makers have insides of their own. Groove radii 0.52 and 0.53 of the ball, the limits of\n"
               "# the standards' ratings. Clearance: the middle of the group CN, %g to %g um before mounting (ISO "
               "5753-1);\n"
               "# others by 'class: C3'. No shoulders, no cage.\n",
               um[0], um[1]);
}

static int explain_angular(const designation *d, const designation_inside *in, char *to, int room) {
    int n = explain_balls(d, in, to, room,
                          steep(d) ? "; 90 % of what the circle takes" : "; 82 % of what the circle takes", 0.295);
    return n + snprintf(to + n, (size_t)(room - n),
                        "# Assumption: makers have insides of their own. Contact angle %g deg (%s; C 15, AC 25, B 40). "
                        "Groove radii\n"
                        "# 0.52 and 0.53 of the ball, the limits of the standards' ratings. No shoulders, no cage.\n",
                        d->angle / DEGREE, d->suffix);
}

static int explain_thrust(const designation *d, const designation_inside *in, char *to, int room) {
    int n = explain_balls(d, in, to, room, "; 92 % of what the circle takes", 0.36);
    return n + snprintf(to + n, (size_t)(room - n),
                        "# Assumption: makers have insides of their own. Groove radii 0.535 of the ball, the limit of "
                        "the standards'\n"
                        "# ratings. No cage. The inner ring is the shaft washer; it takes a force along +z.\n");
}

static int explain_cylindrical(const designation *d, const designation_inside *in, char *to, int room) {
    double um[2];
    span_of(d, ABUT_RADIAL_ROLLER, um);
    return snprintf(
        to, (size_t)room,
        "# Rule: rollers of 0.278 (D - d), rounded to 0.5 mm, above 10 mm to 1 mm, 0.58 of the width long; 86 %% of "
        "what the\n"
        "# circle takes: %d; pitch circle half way between bore and outside diameter. C by ISO 281, C0 by ISO 76 from\n"
        "# this geometry, Cu by the estimate of ISO 281.\n"
        "# Assumption: makers have insides of their own. Straight rollers: give a profile. Clearance: the middle of "
        "the\n"
        "# group CN, %g to %g um before mounting (ISO 5753-1); others by 'class: C3'. No cage.\n",
        in->count, um[0], um[1]);
}

static int explain_tapered(const designation *d, const designation_inside *in, char *to, int room) {
    return snprintf(
        to, (size_t)room,
        "# T %g, B %g, C %g mm.\n"
        "# Rule: rollers of 0.23 (D - d) in the middle, 0.78 of the outer ring's width long; 92 %% of what the circle "
        "takes:\n"
        "# %d; cones with one apex, which gives rollers of half angle %.4g deg; pitch circle half way between bore "
        "and\n"
        "# outside diameter. C by ISO 281, C0 by ISO 76 from this geometry, Cu by the estimate of ISO 281.\n"
        "# Assumption: makers have insides of their own. contact_angle: half angle of the outer raceway.\n",
        d->size->T, d->size->width, d->size->C, in->count, in->taper / DEGREE);
}

static int write_balls(const designation_inside *in, char *to, int room, const char *grooves) {
    return snprintf(to, (size_t)room,
                    "balls: {count: %d, diameter: %.7g mm}\n"
                    "pitch_diameter: %g mm\n"
                    "conformity: {%s}\n",
                    in->count, in->element, in->pitch, grooves);
}

static int write_deep_groove(const designation *d, const designation_inside *in, char *to, int room) {
    double um[2];
    span_of(d, ABUT_RADIAL_BALL, um);
    int n = write_balls(in, to, room, "inner: 0.52, outer: 0.53");
    return n + snprintf(to + n, (size_t)(room - n), "clearance: %g um\n", 0.5 * (um[0] + um[1]));
}

static int write_angular(const designation *d, const designation_inside *in, char *to, int room) {
    int n = write_balls(in, to, room, "inner: 0.52, outer: 0.53");
    return n + snprintf(to + n, (size_t)(room - n), "contact_angle: %g deg\nthrust: +z\n", d->angle / DEGREE);
}

static int write_thrust(const designation *d, const designation_inside *in, char *to, int room) {
    (void)d;
    int n = write_balls(in, to, room, "inner: 0.535, outer: 0.535");
    return n + snprintf(to + n, (size_t)(room - n), "contact_angle: 90 deg\nthrust: +z\n");
}

static int write_cylindrical(const designation *d, const designation_inside *in, char *to, int room) {
    double um[2];
    span_of(d, ABUT_RADIAL_ROLLER, um);
    return snprintf(to, (size_t)room,
                    "rollers: {count: %d, diameter: %g mm, length: %g mm}\n"
                    "pitch_diameter: %g mm\n"
                    "clearance: %g um\n",
                    in->count, in->element, in->length, in->pitch, 0.5 * (um[0] + um[1]));
}

static int write_tapered(const designation *d, const designation_inside *in, char *to, int room) {
    return snprintf(to, (size_t)room,
                    "rollers: {count: %d, diameter: %g mm, length: %g mm, taper: %.7g deg}\n"
                    "pitch_diameter: %g mm\n"
                    "contact_angle: %.6g deg\n",
                    in->count, in->element, in->length, in->taper / DEGREE, in->pitch, d->angle / DEGREE);
}

const designation_form form_deep_groove = {ball_machine, rule_deep_groove, explain_deep_groove, write_deep_groove},
                       form_angular = {ball_machine, rule_angular, explain_angular, write_angular},
                       form_thrust = {ball_machine, rule_thrust, explain_thrust, write_thrust},
                       form_cylindrical = {roller_machine, rule_cylindrical, explain_cylindrical, write_cylindrical},
                       form_tapered = {tapered_machine, rule_tapered, explain_tapered, write_tapered};

const char *designation_machine(const designation *d, const abut_registry *r) { return d->series->form->machine(r); }

int designation_text(const designation *d, const abut_registry *r, char to[DESIGNATION_TEXT]) {
    const designation_size *s = d->size;
    const designation_form *form = d->series->form;
    designation_inside in;
    designation_rule(d, &in);
    int n = snprintf(to, DESIGNATION_TEXT,
                     "# %s %s by rule, %g x %g x %g mm\n#\n"
                     "# Standard: boundary dimensions of %s;\n# %s.\n",
                     d->series->what, d->name, d->bore, s->outside, s->T > 0 ? s->T : s->width, d->series->standard,
                     d->series->source);
    n += form->explain(d, &in, to + n, DESIGNATION_TEXT - n);
    n += snprintf(to + n, (size_t)(DESIGNATION_TEXT - n),
                  "type: %s\nbore: %g mm\noutside_diameter: %g mm\nwidth: %g mm\n", form->machine(r), d->bore,
                  s->outside, s->T > 0 ? s->T : s->width);
    n += form->write(d, &in, to + n, DESIGNATION_TEXT - n);
    n += snprintf(to + n, (size_t)(DESIGNATION_TEXT - n), "rating: {C: %.4g kN, C0: %.4g kN, Cu: %.4g N}\n",
                  1e-3 * in.C, 1e-3 * in.C0, in.Cu);
    return n;
}
