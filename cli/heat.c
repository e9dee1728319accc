/* abut heat: operating temperatures of bearings over speed and load, and where there is no balance. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/machine.h"
#include "abut/text.h"
#include "campbell.h"
#include "command.h"
#include "complain.h"
#include "handy.h"
#include "heat_loads.h"
#include "open_model.h"

enum { AT_JSON, AT_SPEEDS, AT_LOADS, AT_SET, AT_OUTSIDE, AT_PLUGIN };
enum { HALVINGS = 12, WHY = 400 };
static const double rpm = 30 / PI, cold = 273.15;

static const flag_info heat_flags[] = {
    [AT_JSON] = {"json", FLAG_SWITCH, .meaning = "print one JSON object, SI"},
    [AT_SPEEDS] = {"speeds", FLAG_WORD,
                   .meaning = "start:stop:step or a,b,c with units: speeds of the drives; default: that of the model"},
    [AT_LOADS] =
        {"loads", FLAG_WORD,
         .meaning =
             "PATH=start:stop:step or PATH=a,b,c: a value of the model that changes, as forces.load.scale=0.5:2:0.5"},
    [AT_SET] = {"set", FLAG_REPEAT, .meaning = "path=value: change one value of the model; may be given often"},
    [AT_OUTSIDE] = OUTSIDE_FLAG,
    [AT_PLUGIN] = PLUGIN_FLAG,
    {0},
};

typedef struct map {
    abut_model *model;
    abut_solver_def solver;
    abut_json json;
    bool as_json;
    const heat_loads *loads;
    int at; /* load in work, -1: that of the model */
    int points, balanced;
    double fast; /* rad/s, the highest speed of the load in work with a balance below the first one without */
    double slow; /* rad/s, that one; 0: none */
} map;

/* At this speed (0: of the model): ABUT_OK with everything in equilibrium and in balance; otherwise a sentence. */
static abut_status settle(map *m, double speed, char why[WHY]) {
    abut_world *w = abut_model_world(m->model);
    abut_status status = speed > 0 ? abut_set_driven_speed(w, speed) : ABUT_OK;
    (void)snprintf(why, WHY, "the model has no drive with a speed: there is none to change");
    if (status) return status;
    status = abut_start(w, &m->solver);
    if (!status) status = abut_static(w, NULL, NULL);
    const char *said = abut_world_message(w);
    if (status) (void)snprintf(why, WHY, "%s", said[0] ? said : abut_status_text(status));
    abut_world_clear_message(w);
    return status;
}

/* ---- one place of the map ---- */
static const char *load_text(const map *m) { return m->at < 0 ? "" : m->loads->text[m->at]; }

static void json_machine(abut_json *j, const char *name, const abut_mounting_state *s) {
    static const char *const place[] = {"shaft", "inner", "elements", "outer", "housing"};
    double loss = s->loss[0] + s->loss[1] + s->drag;
    abut_json_begin(j, name, '{');
    abut_json_begin(j, "temperatures", '{');
    for (int i = 0; i < 5; i++) abut_json_number(j, place[i], s->temperature[i]);
    abut_json_end(j);
    abut_json_number(j, "oil", s->oil > 0 ? s->oil : (double)NAN);
    abut_json_number(j, "viscosity", s->viscosity > 0 ? s->viscosity : (double)NAN);
    abut_json_number(j, "clearance", s->clearance);
    abut_json_number(j, "loss", loss);
    abut_json_number(j, "friction_moment", s->speed != 0 ? loss / fabs(s->speed) : 0);
    abut_json_number(j, "gain", s->gain);
    abut_json_number(j, "residual", s->residual);
    abut_json_end(j);
}

static void show_place(map *m, double speed, const char *why) {
    abut_world *w = abut_model_world(m->model);
    abut_json *j = &m->json;
    char first[60];
    (void)snprintf(first, sizeof first, "%12s %10.5g", load_text(m), speed * rpm);
    if (m->as_json) {
        abut_json_begin(j, NULL, '{');
        abut_json_number(j, "speed", speed);
        if (m->at >= 0) abut_json_string(j, "load", load_text(m));
        abut_json_bool(j, "balance", !why);
        if (why) abut_json_string(j, "why", why);
        if (!why) abut_json_begin(j, "machines", '{');
    } else if (why)
        (void)printf("%s  %s\n", first, why);
    for (int id = 1; !why && id <= abut_machine_count(w); id++) {
        abut_mounting_state s;
        const char *name = abut_machine_name(w, (abut_machine){id});
        if (abut_read_mounting(w, (abut_machine){id}, &s) || !s.heated) continue;
        double loss = s.loss[0] + s.loss[1] + s.drag;
        if (m->as_json)
            json_machine(j, name, &s);
        else
            (void)printf("%s  %-10s %9.2f %9.2f %9.2f %10.4g %10.4g %10.4g %10.4g %7.3f\n", first, name,
                         s.temperature[1] - cold, s.temperature[3] - cold, s.oil > 0 ? s.oil - cold : (double)NAN,
                         s.viscosity * 1e3, s.clearance * 1e6, loss, s.speed != 0 ? loss / fabs(s.speed) * 1e3 : 0,
                         s.gain);
    }
    if (m->as_json && !why) abut_json_end(j);
    if (m->as_json) abut_json_end(j);
}

/* ---- the map ---- */
static bool some_heat(const map *m) {
    abut_world *w = abut_model_world(m->model);
    bool found = false;
    for (int id = 1; id <= abut_machine_count(w); id++) found = found || abut_machine_heats(w, (abut_machine){id});
    return found;
}

/* Where the balance ends, between the speeds known. */
static double end_of_balance(map *m) {
    char why[WHY];
    double low = m->fast, high = m->slow;
    for (int i = 0; i < HALVINGS && low > 0; i++) {
        double middle = 0.5 * (low + high);
        *(settle(m, middle, why) ? &high : &low) = middle;
    }
    return high;
}

static void show_row(map *m, const double *speed, int count) {
    char why[WHY];
    m->fast = m->slow = 0;
    for (int i = 0; i < count; i++) {
        bool bad = settle(m, speed[i], why) != ABUT_OK;
        double at = speed[i] > 0 ? speed[i] : fabs(abut_driven_speed(abut_model_world(m->model)));
        show_place(m, at, bad ? why : NULL);
        m->points++;
        m->balanced += !bad;
        if (!bad && m->slow == 0) m->fast = at;
        if (bad && m->slow == 0) m->slow = at;
    }
}

/* Speeds from which on there is no balance. */
static void show_end(map *m, double limit) {
    if (m->as_json) {
        abut_json_begin(&m->json, NULL, '{');
        if (m->at >= 0) abut_json_string(&m->json, "load", load_text(m));
        abut_json_number(&m->json, "speed", limit > 0 ? limit : (double)NAN);
        abut_json_end(&m->json);
    } else if (limit > 0)
        (void)printf("no balance%s%s from %.5g rpm on\n", m->at >= 0 ? " at " : "", load_text(m), limit * rpm);
}

static int take_load(map *m, int at) {
    m->at = at;
    if (at < 0) return STATUS_DONE;
    if (abut_model_set(m->model, m->loads->path, m->loads->text[at])) return STATUS_FAILED;
    return abut_model_world(m->model) ? STATUS_DONE : refused_model(m->model, ABUT_BAD_VALUE);
}

static int show_map(map *m, const double *speed, int count) {
    int rows = m->loads->count ? m->loads->count : 1, status = STATUS_DONE;
    double *limit = calloc((size_t)rows, sizeof *limit);
    if (!limit) return STATUS_FAILED;
    if (m->as_json) {
        m->json = abut_json_start(stdout);
        abut_json_begin(&m->json, "points", '[');
    } else
        (void)printf(
            "%12s %10s  %-10s %9s %9s %9s %10s %10s %10s %10s %7s\n%12s %10s  %-10s %9s %9s %9s %10s %10s %10s %10s\n",
            "load", "speed", "bearing", "inner", "outer", "oil", "viscosity", "clearance", "loss", "moment", "gain", "",
            "[rpm]", "", "[degC]", "[degC]", "[degC]", "[mPa s]", "[um]", "[W]", "[N mm]");
    for (int i = 0; i < rows && !status; i++) {
        status = take_load(m, m->loads->count ? i : -1);
        if (status) break;
        show_row(m, speed, count);
        if (m->slow > 0) limit[i] = m->fast > 0 ? end_of_balance(m) : m->slow;
    }
    if (m->as_json) {
        abut_json_end(&m->json);
        abut_json_begin(&m->json, "limits", '[');
    }
    for (int i = 0; i < rows && !status; i++) {
        m->at = m->loads->count ? i : -1;
        show_end(m, limit[i]);
    }
    if (m->as_json) {
        abut_json_end(&m->json);
        abut_json_end(&m->json);
    }
    free(limit);
    return status ? status : m->balanced ? STATUS_DONE : STATUS_FAILED;
}

static int run_heat(flag_set *set) {
    static const double of_model = 0;
    const flag_value *speeds = &set->value[AT_SPEEDS], *loads = &set->value[AT_LOADS];
    heat_loads varied = {.count = 0};
    int count = 0;
    double *speed =
        speeds->given && speeds->good ? campbell_speeds(set, heat_flags[AT_SPEEDS].name, speeds->text, &count) : NULL;
    if (speed && speed[0] == 0) flags_error(set, "--speeds: a bearing that stands still loses nothing: begin above 0");
    if (loads->given && loads->good) heat_loads_read(set, loads->text, &varied);
    abut_model *model = open_model(set, AT_SET);
    int status = STATUS_USAGE;
    if (model && !set->errors) {
        map m = {
            .model = model, .solver = abut_model_solver(model), .loads = &varied, .as_json = set->value[AT_JSON].given};
        m.solver.statics = true;
        if (some_heat(&m))
            status = show_map(&m, speed ? speed : &of_model, speed ? count : 1);
        else
            complain(set->command->name, "no bearing of the model has the key heat");
    }
    abut_model_destroy(model);
    heat_loads_free(&varied);
    free(speed);
    return status;
}

const cli_command command_heat = {
    .info =
        {.name = "heat",
         .usage = "MODEL [--speeds A:B:STEP] [--loads PATH=A:B:STEP] [--json] [--set path=value]... [--plugin FILE]...",
         .summary = "operating temperatures of bearings over speed and load",
         .flags = heat_flags,
         .words_max = 1,
         .notes =
             "For bearings with the key heat: temperatures at which what they lose flows off, with the viscosity, the\n"
             "clearance, the loads and the films at these temperatures. gain is the change of the loss with the "
             "temperature\n"
             "over that of what flows off: at 1 the balance ends. Where there is none the line says so, and below the "
             "table\n"
             "stands the speed from which on a bearing runs away. Friction by the contacts in the motion of the "
             "equilibrium.\n"
             "--loads forces.load.scale=0.5:2:0.5: the map for several values of one key of the model.\n"},
    .run = run_heat,
};
