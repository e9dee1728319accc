/* abut modes --response: orbits that unbalance makes over the speed of the drives, and their peaks; as a table, CSV or JSON. */
#include "response.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "abut/text.h"
#include "command.h"
#include "complain.h"
#include "handy.h"
#include "mode_page.h"
#include "open_model.h"

static const double rpm = 30 / PI;

typedef struct answer {
    const abut_model *model;
    const abut_world *world;
    abut_response found;
    bool *shown; /* of each body */
} answer;

typedef struct swing {
    double size[3], phase[3]; /* of x, y, z; rad */
} swing;

static swing swing_of(abut_vec3 re, abut_vec3 im) {
    const double part[3][2] = {{re.x, im.x}, {re.y, im.y}, {re.z, im.z}};
    swing s;
    for (int i = 0; i < 3; i++) {
        s.size[i] = sqrt(part[i][0] * part[i][0] + part[i][1] * part[i][1]);
        s.phase[i] = s.size[i] > 0 ? atan2(part[i][1], part[i][0]) : 0;
    }
    return s;
}

static bool shows(const answer *a, const abut_response_speed *at, int id) {
    return at->motion[id].moves && a->shown[id];
}

/* ---- JSON ---- */
static void json_body(abut_json *j, const abut_response_motion *m) {
    json_complex(j, "translation", m->translation_re, m->translation_im);
    json_complex(j, "rotation", m->rotation_re, m->rotation_im);
    abut_json_number(j, "major", m->major);
    abut_json_number(j, "minor", m->minor);
    abut_json_string(j, "whirl", whirl_name(m->whirl));
}

static void json_speed(abut_json *j, const answer *a, const abut_response_speed *at, bool peak) {
    abut_json_begin(j, NULL, '{');
    abut_json_number(j, "speed", at->speed);
    abut_json_number(j, "frequency", at->frequency / (2 * PI));
    abut_json_number(j, "size", at->size);
    abut_json_bool(j, "resonant", at->resonant);
    if (!peak) abut_json_bool(j, "unstable", at->unstable);
    abut_json_string(j, "largest", at->largest ? abut_body_name(a->world, (abut_body){at->largest}) : "");
    abut_json_begin(j, "bodies", '{');
    for (int id = 1; id <= a->found.bodies; id++) {
        if (!shows(a, at, id)) continue;
        abut_json_begin(j, abut_body_name(a->world, (abut_body){id}), '{');
        json_body(j, &at->motion[id]);
        abut_json_end(j);
    }
    abut_json_end(j);
    abut_json_end(j);
}

static void print_json(const answer *a) {
    abut_json j = abut_json_start(stdout);
    abut_json_begin(&j, "speeds", '[');
    for (int i = 0; i < a->found.count; i++) json_speed(&j, a, &a->found.at[i], false);
    abut_json_end(&j);
    abut_json_begin(&j, "peaks", '[');
    for (int i = 0; i < a->found.peaks; i++) json_speed(&j, a, &a->found.peak[i], true);
    abut_json_end(&j);
    json_mode_warnings(&j, a->model);
    abut_json_end(&j);
}

/* ---- CSV ---- */
static void print_csv(const answer *a) {
    (void)printf("speed,body,x,phase_x,y,phase_y,z,phase_z,rotation_x,rotation_y,rotation_z,major,minor,whirl,resonant,"
                 "unstable\n");
    for (int i = 0; i < a->found.count; i++)
        for (int id = 1; id <= a->found.bodies; id++) {
            const abut_response_speed *at = &a->found.at[i];
            const abut_response_motion *m = &at->motion[id];
            if (!shows(a, at, id)) continue;
            swing s = swing_of(m->translation_re, m->translation_im), r = swing_of(m->rotation_re, m->rotation_im);
            (void)printf("%.17g,%s", at->speed, abut_body_name(a->world, (abut_body){id}));
            for (int k = 0; k < 3; k++) (void)printf(",%.17g,%.17g", s.size[k], s.phase[k]);
            for (int k = 0; k < 3; k++) (void)printf(",%.17g", r.size[k]);
            (void)printf(",%.17g,%.17g,%s,%d,%d\n", m->major, m->minor, whirl_name(m->whirl), at->resonant,
                         at->unstable);
        }
}

/* ---- the table ---- */
static void print_body(const answer *a, const abut_response_motion *m, int id) {
    swing s = swing_of(m->translation_re, m->translation_im);
    double visible = 1e-9 * m->major;
    (void)printf(" %-16.40s", abut_body_name(a->world, (abut_body){id}));
    for (int k = 0; k < 3; k++)
        if (s.size[k] > visible)
            (void)printf(" %11.5g %7.1f", s.size[k], s.phase[k] * 180 / PI);
        else
            (void)printf(" %11d %7s", 0, "");
    (void)printf(" %11.5g %11.5g  %s\n", m->major, m->minor > visible ? m->minor : 0, whirl_name(m->whirl));
}

static void print_speed(const answer *a, const abut_response_speed *at) {
    bool first = true;
    if (at->resonant) {
        (void)printf("%12.7g a resonance that nothing damps\n", at->speed * rpm);
        return;
    }
    for (int id = 1; id <= a->found.bodies; id++) {
        if (!shows(a, at, id)) continue;
        if (first)
            (void)printf("%12.7g", at->speed * rpm);
        else
            (void)printf("%12s", "");
        print_body(a, &at->motion[id], id);
        first = false;
    }
    if (at->unstable)
        (void)printf("%12s UNSTABLE: some mode grows at this speed, the steady motion is never reached\n", "");
}

static void print_table(const answer *a) {
    static const char heading[] = "body";
    const abut_response *r = &a->found;
    (void)printf("%12s %-16s %11s %7s %11s %7s %11s %7s %11s %11s  %s\n", "speed [rpm]", heading, "x [m]", "[deg]",
                 "y [m]", "[deg]", "z [m]", "[deg]", "major [m]", "minor [m]", "whirl");
    for (int i = 0; i < r->count; i++) print_speed(a, &r->at[i]);
    (void)printf("\npeaks: %d\n", r->peaks);
    if (r->peaks)
        (void)printf("%12s %13s %11s %11s  %-8s  %s\n", "speed [rpm]", "f [Hz]", "major [m]", "minor [m]", "whirl",
                     "largest orbit");
    for (int i = 0; i < r->peaks; i++) {
        const abut_response_speed *at = &r->peak[i];
        const abut_response_motion *m = &at->motion[at->largest];
        (void)printf("%12.7g %13.7g", at->speed * rpm, at->frequency / (2 * PI));
        if (at->resonant)
            (void)printf(" %11s %11s  nothing damps it\n", "inf", "");
        else
            (void)printf(" %11.5g %11.5g  %-8s  %s\n", m->major, m->minor, whirl_name(m->whirl),
                         at->largest ? abut_body_name(a->world, (abut_body){at->largest}) : "");
    }
}

/* ---- the answer ---- */
static bool choose_bodies(const flag_set *set, answer *a, const flag_value *bodies) {
    int count = abut_body_count(a->world);
    a->shown = calloc((size_t)count + 1, sizeof *a->shown);
    if (!a->shown) return false;
    for (int id = 1; id <= count; id++) a->shown[id] = !bodies->text_count;
    for (int i = 0; i < bodies->text_count; i++) {
        abut_body body = abut_find_body(a->world, bodies->texts[i]);
        if (!body.id) {
            complain(set->command->name, "--body: the model has no body '%.80s'", bodies->texts[i]);
            return false;
        }
        a->shown[body.id] = true;
    }
    return true;
}

static int find(const flag_set *set, abut_model *m, answer *a, const double *speed, int count, campbell_form form) {
    abut_world *w = abut_model_world(m);
    abut_solver_def solver = abut_model_solver(m);
    solver.statics = true;
    abut_status status = abut_response_find(w, &solver, speed, count, &a->found);
    if (status) {
        const char *why = abut_world_message(w);
        complain(set->command->name, "%s", why[0] ? why : abut_status_text(status));
        if (!a->found.count) return STATUS_USAGE;
        abut_world_clear_message(w);
    }
    abut_status checked = abut_model_check_modes(m);
    if (checked) complain(set->command->name, "%s", abut_status_text(checked));
    (form == CAMPBELL_JSON ? print_json : form == CAMPBELL_CSV ? print_csv : print_table)(a);
    print_warnings(m, 0, false);
    return status || checked ? STATUS_FAILED : STATUS_DONE;
}

int response_answer(flag_set *set, abut_model *m, const double *speed, int count, campbell_form form,
                    const flag_value *bodies) {
    answer a = {.model = m, .world = abut_model_world(m)};
    int result = choose_bodies(set, &a, bodies) ? campbell_start(set, m) : STATUS_USAGE;
    if (!result) result = find(set, m, &a, speed, count, form);
    abut_response_free(&a.found);
    free(a.shown);
    return result;
}
