/* What the functions of Abut.External call: a contact element from words and numbers, its wrench from positions and velocities. One file that a
 * Modelica tool includes into what it compiles; it needs abut/abut.h and libabut. Errors go to the tool by ModelicaFormatError, which does not return.
 * A tool may evaluate from several threads: wrench only reads the object. */
#ifndef ABUT_MODELICA_H
#define ABUT_MODELICA_H
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ModelicaUtilities.h"
#include "abut/abut.h"
#include "abut/extend.h"

enum { ABUT_MODELICA_WORDS = 400 };

/* A choice and what stands beside its parameters, as read from one text. */
typedef struct abut_modelica_text {
    char words[ABUT_MODELICA_WORDS];
    abut_choice choice;
    abut_material material;
    abut_pose place;
} abut_modelica_text;

/* Rotation vector to quaternion. */
static abut_quat abut_modelica_turn(const double v[3]) {
    double angle = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]), s = angle > 0 ? sin(angle / 2) / angle : 0.5;
    abut_quat q = {cos(angle / 2), s * v[0], s * v[1], s * v[2]};
    return q;
}

/* "type name=value ...": numbers in SI units, words as they are; of surfaces E, nu, rigid; x, y, z, ax, ay, az. */
static void abut_modelica_read(const char *text, const char *what, int surface, abut_modelica_text *out) {
    static const char *const of_place[] = {"x", "y", "z", "ax", "ay", "az"};
    double place[6] = {0, 0, 0, 0, 0, 0};
    int count = 0;
    char *word, *rest = out->words;
    memset(out, 0, sizeof *out);
    if (strlen(text) >= sizeof out->words)
        ModelicaFormatError("abut: %s: the text is longer than %d characters", what, ABUT_MODELICA_WORDS - 1);
    strcpy(out->words, text);
    while ((word = strtok_r(rest, " \t\n,", &rest)) != NULL) {
        char *equal = strchr(word, '='), *end;
        double value;
        int k = 0;
        if (!out->choice.type) {
            if (equal) ModelicaFormatError("abut: %s: begins with '%s', expected the name of a type", what, word);
            out->choice.type = word;
            continue;
        }
        if (!equal || !equal[1]) ModelicaFormatError("abut: %s: '%s' is not of the form name=value", what, word);
        *equal++ = 0;
        value = strtod(equal, &end);
        while (surface && k < 6 && strcmp(word, of_place[k]) != 0) k++;
        if (surface && k < 6 && !*end) {
            place[k] = value;
        } else if (surface && !strcmp(word, "E") && !*end) {
            out->material.E = value;
        } else if (surface && !strcmp(word, "nu") && !*end) {
            out->material.nu = value;
        } else if (surface && !strcmp(word, "rigid") && !*end) {
            out->material.rigid = value != 0;
        } else {
            abut_param *p = &out->choice.params[count];
            if (++count > ABUT_MAX_PARAMS)
                ModelicaFormatError("abut: %s: more than %d parameters", what, ABUT_MAX_PARAMS);
            p->name = word;
            if (*end)
                p->text = equal;
            else
                p->value = value;
        }
    }
    if (!out->choice.type && surface) ModelicaFormatError("abut: %s: there is no text", what);
    out->place.r.x = place[0];
    out->place.r.y = place[1];
    out->place.r.z = place[2];
    out->place.q = abut_modelica_turn(place + 3);
}

static const char *abut_modelica_version(void) { return abut_version(); }

static void abut_modelica_point(double P, double Q, double E_star, double h, double *F, double *a, double *b,
                                double *p_max) {
    abut_hertz out = {0};
    abut_status status = h > 0 ? abut_hertz_from_approach(P, Q, E_star, h, &out) : ABUT_OK;
    if (status)
        ModelicaFormatError("abut: point contact with P = %g, Q = %g 1/m, E* = %g Pa, approach %g m: %s", P, Q, E_star,
                            h, abut_status_text(status));
    *F = out.force;
    *a = out.a;
    *b = out.b;
    *p_max = out.p_max;
}

/* Does a law look at what was before? A tool takes back its steps and does not say when one is accepted. */
static int abut_modelica_remembers(const char *normal, const char *damping, const char *friction) {
    const abut_type *n = normal ? abut_registry_find(NULL, "normal", normal) : NULL;
    const abut_type *d = damping ? abut_registry_find(NULL, "damping", damping) : NULL;
    const abut_type *f = friction ? abut_registry_find(NULL, "friction", friction) : NULL;
    const abut_normal_type *law = (const abut_normal_type *)n;
    return (n && !law->no_memory && !law->line) || (d && !((const abut_damping_type *)d)->no_memory) ||
           (f && (((const abut_friction_type *)f)->commit || ((const abut_friction_type *)f)->over_cells));
}

static void *abut_modelica_create(const char *a, const char *b, const char *normal, const char *damping,
                                  const char *friction) {
    abut_modelica_text sa, sb, n, d, f;
    abut_element_def def = {0};
    abut_element *element = NULL;
    abut_message why;
    int k;
    abut_modelica_read(a, "surface of A", 1, &sa);
    abut_modelica_read(b, "surface of B", 1, &sb);
    abut_modelica_read(normal, "normal law", 0, &n);
    abut_modelica_read(damping, "damping law", 0, &d);
    abut_modelica_read(friction, "friction law", 0, &f);
    def.a.shape = sa.choice;
    def.a.material = sa.material;
    def.a.place = sa.place;
    def.b.shape = sb.choice;
    def.b.material = sb.material;
    def.b.place = sb.place;
    def.law.normal = n.choice;
    if (d.choice.type) {
        for (k = 0; k < ABUT_MAX_PARAMS && def.law.normal.params[k].name; k++) continue;
        if (k == ABUT_MAX_PARAMS || !n.choice.type)
            ModelicaFormatError("abut: normal law: there is a damping law, so it needs a name");
        def.law.normal.params[k].name = "damping";
        def.law.normal.params[k].choice = &d.choice;
    }
    def.law.friction = f.choice;
    if (abut_element_create(&def, &element, &why)) ModelicaFormatError("abut: %s", why.text);
    if (abut_element_states(element) || abut_modelica_remembers(n.choice.type, d.choice.type, f.choice.type)) {
        abut_element_destroy(element);
        ModelicaFormatError("abut: contact of '%s' and '%s': a law that remembers or has states of its own cannot be "
                            "evaluated by a tool that takes back its steps",
                            a, b);
    }
    return element;
}

static void abut_modelica_destroy(void *contact) { abut_element_destroy((abut_element *)contact); }

static abut_vec3 abut_modelica_vec(const double v[3]) {
    abut_vec3 out = {v[0], v[1], v[2]};
    return out;
}

/* The quaternion of a rotation matrix, row by row; from the greatest of its parts. */
static abut_quat abut_modelica_quat(const double T[9]) {
    double t[4] = {T[0] + T[4] + T[8], T[0] - T[4] - T[8], T[4] - T[0] - T[8], T[8] - T[0] - T[4]}, q[4], s;
    int k = 0, i;
    for (i = 1; i < 4; i++)
        if (t[i] > t[k]) k = i;
    s = 2 * sqrt(1 + t[k]); /* four times the greatest */
    q[k] = s / 4;
    if (k == 0) {
        q[1] = (T[7] - T[5]) / s;
        q[2] = (T[2] - T[6]) / s;
        q[3] = (T[3] - T[1]) / s;
    } else {
        int a = k, b = k % 3 + 1, c = b % 3 + 1; /* axes 1, 2, 3 in turn */
        q[0] = (T[3 * (c - 1) + b - 1] - T[3 * (b - 1) + c - 1]) / s;
        q[b] = (T[3 * (a - 1) + b - 1] + T[3 * (b - 1) + a - 1]) / s;
        q[c] = (T[3 * (a - 1) + c - 1] + T[3 * (c - 1) + a - 1]) / s;
    }
    abut_quat out = {q[0], q[1], q[2], q[3]};
    return out;
}

static void abut_modelica_put(double out[6], abut_vec3 force, abut_vec3 moment) {
    out[0] = force.x;
    out[1] = force.y;
    out[2] = force.z;
    out[3] = moment.x;
    out[4] = moment.y;
    out[5] = moment.z;
}

static void abut_modelica_wrench(void *contact, const double *rA, const double *TA, const double *vA,
                                 const double *omegaA, const double *rB, const double *TB, const double *vB,
                                 const double *omegaB, double *onA, double *onB, double *figures) {
    abut_element_in in = {0};
    abut_element_out out = {0};
    abut_status status;
    in.a.r = abut_modelica_vec(rA);
    in.a.q = abut_modelica_quat(TA);
    in.b.r = abut_modelica_vec(rB);
    in.b.q = abut_modelica_quat(TB);
    in.va.v = abut_modelica_vec(vA);
    in.va.w = abut_modelica_vec(omegaA);
    in.vb.v = abut_modelica_vec(vB);
    in.vb.w = abut_modelica_vec(omegaB);
    status = abut_element_eval((const abut_element *)contact, &in, &out);
    if (status) ModelicaFormatError("abut: this contact cannot be evaluated here: %s", abut_status_text(status));
    abut_modelica_put(onA, out.on_a.force, out.on_a.torque);
    abut_modelica_put(onB, out.on_b.force, out.on_b.torque);
    figures[0] = out.h;
    figures[1] = out.N;
    figures[2] = out.a;
    figures[3] = out.b;
    figures[4] = out.p_max;
    figures[5] = out.touching;
}
#endif
