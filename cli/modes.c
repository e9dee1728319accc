/* abut modes: frequencies and damping of the model linearised about its equilibrium. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "abut/text.h"
#include "campbell.h"
#include "command.h"
#include "complain.h"
#include "mode_page.h"
#include "open_model.h"
#include "response.h"

enum {
    AT_JSON,
    AT_CSV,
    AT_REPORT,
    AT_SPEEDS,
    AT_RESPONSE,
    AT_BODY,
    AT_COUNT,
    AT_REST,
    AT_GIVEN,
    AT_SET,
    AT_OUTSIDE,
    AT_PLUGIN
};
enum { MOST_NAMED = 3 };
static const double least_named = 0.01; /* share of the kinetic energy */

static const flag_info modes_flags[] = {
    [AT_JSON] = {"json", FLAG_SWITCH, .meaning = "print one JSON object, SI"},
    [AT_CSV] = {"csv", FLAG_SWITCH, .meaning = "with --speeds or --response: print rows separated by commas, SI"},
    [AT_REPORT] = {"report", FLAG_WORD,
                   .meaning = "the file of a web page to write: diagram, modes, and their shapes moving in 3D"},
    [AT_SPEEDS] = {"speeds", FLAG_WORD,
                   .meaning = "start:stop:step or a,b,c with units: modes over the speed of the drives"},
    [AT_RESPONSE] = {"response", FLAG_WORD,
                     .meaning =
                         "start:stop:step or a,b,c with units: orbits by unbalance over the speed of the drives"},
    [AT_BODY] = {"body", FLAG_REPEAT, .meaning = "with --response: only this body or station; may be given often"},
    [AT_COUNT] = {"count", FLAG_QUANTITY, "1", .preset = "all", .meaning = "how many modes to show, slowest first"},
    [AT_REST] = {"at-rest", FLAG_SWITCH, .meaning = "as if nothing turned: no gyroscopic and centrifugal effects"},
    [AT_GIVEN] = {"given", FLAG_SWITCH, .meaning = "about the start pose and velocities of the model as given"},
    [AT_SET] = {"set", FLAG_REPEAT, .meaning = "path=value: change one value of the model; may be given often"},
    [AT_OUTSIDE] = OUTSIDE_FLAG,
    [AT_PLUGIN] = PLUGIN_FLAG,
    {0},
};

typedef struct answer {
    const abut_model *model;
    const abut_world *world;
    const abut_mode_list *list;
    bool given;
    int count; /* to show */
} answer;

static const abut_mode_motion *motions(const answer *a, int mode) {
    return a->list->motion + (size_t)mode * (size_t)(a->list->bodies + 1);
}

/* ---- JSON ---- */
static void put_json(abut_json *j, const void *answer_of) {
    const answer *a = answer_of;
    abut_json_begin(j, "modes", '[');
    for (int i = 0; i < a->count; i++) {
        const abut_mode *m = &a->list->mode[i];
        abut_json_begin(j, NULL, '{');
        abut_json_string(j, "kind", mode_kind_name(m));
        abut_json_number(j, "frequency", m->frequency);
        abut_json_number(j, "undamped", m->undamped);
        abut_json_number(j, "damping_ratio", m->damping_ratio);
        abut_json_number(j, "re", m->re);
        abut_json_number(j, "im", m->im);
        abut_json_bool(j, "unstable", m->unstable);
        abut_json_string(j, "whirl", whirl_name(m->whirl));
        json_shape(j, a->world, a->list, i);
        abut_json_end(j);
    }
    abut_json_end(j);
    abut_json_number(j, "unknowns", a->list->unknowns);
    abut_json_number(j, "directions", a->list->directions);
    abut_json_string(j, "place", a->given ? "given" : "equilibrium");
    abut_json_number(j, "residual", a->list->residual);
    json_mode_warnings(j, a->model);
}

static void print_json(const answer *a) {
    abut_json j = abut_json_start(stdout);
    put_json(&j, a);
    abut_json_end(&j);
}

/* ---- the table ---- */
/* The bodies with the most kinetic energy. */
static void print_bodies(const answer *a, int mode) {
    const abut_mode_motion *motion = motions(a, mode);
    double before = INFINITY;
    int last = 0;
    for (int named = 0; named < MOST_NAMED; named++) {
        int best = 0;
        for (int id = 1; id <= a->list->bodies; id++) {
            double share = motion[id].share;
            bool left = share < before || (share == before && id > last);
            if (left && share >= least_named && (!best || share > motion[best].share)) best = id;
        }
        if (!best) break;
        before = motion[best].share;
        last = best;
        (void)printf("%s%s %.0f %%",
                     named                            ? ", "
                     : a->list->mode[mode].whirl != 0 ? " "
                                                      : "  ",
                     abut_body_name(a->world, (abut_body){best}), 100 * before);
    }
}

static void print_cell(int width, const char *format, double value, bool shown) {
    char text[40] = "";
    if (shown) (void)snprintf(text, sizeof text, format, value);
    (void)printf(" %*s", width, text);
}

/* Without what rounding makes of nothing. */
static double visible(double value, double of) { return fabs(value) > 1e-12 * of ? value : 0; }

static void print_mode(const answer *a, int i) {
    const abut_mode *m = &a->list->mode[i];
    bool free_one = m->kind == ABUT_MODE_FREE, swings = m->kind == ABUT_MODE_OSCILLATION;
    (void)printf("%4d", i + 1);
    print_cell(13, "%.7g", m->frequency, swings || free_one);
    print_cell(13, "%.7g", m->undamped, swings);
    print_cell(11, "%.4g", visible(m->damping_ratio, 1), swings);
    print_cell(13, "%.6g", visible(m->re, sqrt(m->re * m->re + m->im * m->im)), !free_one);
    print_cell(13, "%.6g", -1 / m->re, m->kind == ABUT_MODE_DECAY);
    (void)printf("  %-11s %-8s", mode_kind_name(m), m->unstable ? "UNSTABLE" : "");
    if (m->whirl != 0) (void)printf("  %s,", whirl_name(m->whirl));
    print_bodies(a, i);
    (void)printf("\n");
}

static void print_table(const answer *a) {
    const abut_mode_list *l = a->list;
    int unstable = 0, free_ones = 0;
    for (int i = 0; i < l->count; i++) {
        unstable += l->mode[i].unstable;
        free_ones += l->mode[i].kind == ABUT_MODE_FREE;
    }
    (void)printf("%s, largest unbalanced force %.3g (N, N m)\n", a->given ? "start as given" : "equilibrium",
                 l->residual);
    (void)printf("directions of motion: %d; modes: %d, free %d, unstable %d\n\n", l->directions, l->count, free_ones,
                 unstable);
    if (!a->count) return;
    (void)printf("%4s %13s %13s %11s %13s %13s  %-20s  %s\n", "mode", "f [Hz]", "|f| [Hz]", "zeta", "Re [1/s]",
                 "time [s]", "", "kinetic energy");
    for (int i = 0; i < a->count; i++) print_mode(a, i);
}

/* ---- the command ---- */
static int solve(flag_set *set, abut_model *m) {
    abut_mode_list list = {0};
    bool given = set->value[AT_GIVEN].given;
    abut_world *w = abut_model_world(m);
    abut_solver_def solver = abut_model_solver(m);
    solver.statics = true;
    solver.at_rest = set->value[AT_REST].given;
    int refused = start_model(m, &solver); /* errors of the model with their place in the file */
    if (refused) return refused;
    abut_status status = abut_modes(w, &solver, given ? ABUT_MODES_GIVEN : ABUT_MODES_EQUILIBRIUM, &list);
    if (status == ABUT_NO_EQUILIBRIUM && (status = abut_model_static(m, NULL, NULL))) { /* once more, for the place */
        say_no_equilibrium(set, m, status);
        return STATUS_FAILED;
    }
    if (status) {
        const char *why = abut_world_message(w);
        complain(set->command->name, "%s", why[0] ? why : abut_status_text(status));
        return STATUS_FAILED;
    }
    if (!given && (status = abut_model_check_modes(m))) {
        complain(set->command->name, "%s", abut_status_text(status));
        abut_modes_free(&list);
        return STATUS_FAILED;
    }
    answer a = {.model = m, .world = w, .list = &list, .given = given, .count = list.count};
    if (set->value[AT_COUNT].given) a.count = (int)fmin(list.count, set->value[AT_COUNT].number[0]);
    bool as_json = set->value[AT_JSON].given;
    (as_json ? print_json : print_table)(&a);
    print_warnings(m, 0, false);
    const flag_value *page = &set->value[AT_REPORT];
    int result = page->given ? mode_page_write(set, m, page->text, !as_json, put_json, &a) : STATUS_DONE;
    abut_modes_free(&list);
    return result;
}

static void check_flags(flag_set *set) {
    const flag_value *count = &set->value[AT_COUNT];
    if (count->given && count->good && !(count->number[0] >= 1 && count->number[0] == floor(count->number[0])))
        flags_error(set, "--count: expected a whole number from 1 on, got '%.40s'", count->text);
    if (set->value[AT_REST].given && set->value[AT_GIVEN].given)
        flags_error(set, "--at-rest and --given exclude each other");
    static const int alone[] = {AT_COUNT, AT_REST, AT_GIVEN, AT_REPORT};
    bool speeds = set->value[AT_SPEEDS].given, response = set->value[AT_RESPONSE].given;
    for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
        if ((response || (speeds && alone[i] != AT_REPORT)) && set->value[alone[i]].given)
            flags_error(set, "--%s and --%s exclude each other", response ? "response" : "speeds",
                        modes_flags[alone[i]].name);
    if (speeds && response) flags_error(set, "--speeds and --response exclude each other");
    if (set->value[AT_BODY].given && !response) flags_error(set, "--body needs --response");
    if (set->value[AT_CSV].given && !speeds && !response) flags_error(set, "--csv needs --speeds or --response");
    if (set->value[AT_CSV].given && set->value[AT_JSON].given) flags_error(set, "--csv and --json exclude each other");
}

static int run_modes(flag_set *set) {
    int count = 0;
    check_flags(set);
    bool response = set->value[AT_RESPONSE].given;
    int at = response ? AT_RESPONSE : AT_SPEEDS;
    const flag_value *speeds = &set->value[at];
    double *speed =
        speeds->given && speeds->good ? campbell_speeds(set, modes_flags[at].name, speeds->text, &count) : NULL;
    abut_model *m = open_model(set, AT_SET);
    int status = STATUS_USAGE;
    campbell_form form = set->value[AT_JSON].given  ? CAMPBELL_JSON
                         : set->value[AT_CSV].given ? CAMPBELL_CSV
                                                    : CAMPBELL_TABLE;
    const char *page = set->value[AT_REPORT].given ? set->value[AT_REPORT].text : NULL;
    if (m && speed && response)
        status = response_answer(set, m, speed, count, form, &set->value[AT_BODY]);
    else if (m)
        status = speed ? campbell_answer(set, m, speed, count, form, page) : solve(set, m);
    abut_model_destroy(m);
    free(speed);
    return status;
}

const cli_command command_modes = {
    .info =
        {.name = "modes",
         .usage = "MODEL [--speeds A:B:STEP|--response A:B:STEP [--csv]] [--json] [--report FILE] [--count N] "
                  "[--at-rest|--given] "
                  "[--set path=value]... [--plugin FILE]...",
         .summary = "frequencies and damping of a model about its equilibrium",
         .flags = modes_flags,
         .words_max = 1,
         .notes =
             "The model is linearised about the equilibrium that `abut static` finds, with driven bodies turning at\n"
             "their final speeds; --given: about its start pose with the velocities it has there. Free directions\n"
             "come first, then modes by |f| = |lambda|/(2 pi): oscillations with the frequency f, the damping ratio\n"
             "zeta and the real part Re of lambda, and decays with their time constant (negative: growth).\n"
             "UNSTABLE: Re > 0. At the end the bodies with the most kinetic energy. Bearings act by their stiffness:\n"
             "their balls do not move on their own.\n"
             "--speeds 0:20000:500rpm: the Campbell diagram, at each speed frequency, damping ratio and whirl, "
             "forward\n"
             "(with the rotation) or backward; where curves cross 1x, 2x and the cage and outer race orders of "
             "bearings;\n"
             "from which speed on a mode is unstable. Several drives keep the ratio of their speeds.\n"
             "--response 0:6000:100rpm: the steady orbits that unbalance makes about the equilibrium at each speed,\n"
             "for all bodies or those of --body: amplitude and phase of x, y, z, semi-axes and whirl; the speeds of\n"
             "the peaks between are solved for.\n"
             "--report modes.html: the same as one HTML file for any browser, with the shapes moving in 3D.\n"},
    .run = run_modes,
};
