/* abut cam: one turn of a model's cam in quasi-statics. */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/machine/bearing.h"
#include "abut/machine/cam_roller.h"
#include "abut/text.h"
#include "angles.h"
#include "calculator.h"
#include "command.h"
#include "complain.h"
#include "open_model.h"

enum { AT_MACHINE, AT_SPEED, AT_SLIDE, AT_ROWS, AT_CSV, AT_JSON, AT_SET, AT_OUTSIDE, AT_PLUGIN };

static const flag_info cam_flags[] = {
    [AT_MACHINE] = {"machine", FLAG_WORD, .preset = "the first cam_roller", .meaning = "name of the machine"},
    [AT_SPEED] = {"speed", FLAG_QUANTITY, "rad/s", .preset = "of its drive", .meaning = "of the cam: '1500 rpm'"},
    [AT_SLIDE] = {"slide-ratio", FLAG_QUANTITY, "1", .preset = "what the bearing and inertia of the roller take",
                  .meaning = "1 - u_roller/u_cam; 0: rolling without slip"},
    [AT_ROWS] = {"rows", FLAG_QUANTITY, "1", .preset = "36; 720 with csv or json", .meaning = "cam angles in a turn"},
    [AT_CSV] = {"csv", FLAG_SWITCH, .meaning = "print all columns, separated by commas, SI"},
    [AT_JSON] = {"json", FLAG_SWITCH, .meaning = "print one JSON object, a list for every column, SI"},
    [AT_SET] = {"set", FLAG_REPEAT, .meaning = "path=value: change one value of the model; may be given often"},
    [AT_OUTSIDE] = OUTSIDE_FLAG,
    [AT_PLUGIN] = PLUGIN_FLAG,
    {0},
};

typedef struct cycle {
    const char *name;
    abut_cam_cycle_in in;
    double lost_speed, lost_angle; /* rad/s, rad */
    size_t rows;
    abut_cam_row *row;
} cycle;

/* ---- columns ---- */
static const struct {
    const char *name;
    size_t offset;
    bool whole;
} columns[] = {
#define C(name, field)                                                                                                 \
    { name, offsetof(abut_cam_row, field), false }
    C("angle", angle),
    C("s", s),
    C("ds", ds),
    C("d2s", d2s),
    C("d3s", d3s),
    C("kappa_pitch", kappa_pitch),
    C("kappa_cam", kappa_cam),
    C("pressure_angle", pressure_angle),
    C("u_cam", u_cam),
    C("u_roller", u_roller),
    C("u_sum", u_sum),
    C("rho_x", rho_x),
    C("plunger_pressure", plunger_pressure),
    C("force", force),
    C("b", b),
    C("p_max", p_max),
    C("approach", approach),
    C("M", M),
    C("L", L),
    C("H", H),
    C("h_c", h_c),
    C("h_min", h_min),
    {"regime", offsetof(abut_cam_row, regime), true},
    C("lambda", lambda),
    C("fluid_share", fluid_share),
    C("T", T),
    C("T_fluid", T_fluid),
    C("T_boundary", T_boundary),
    C("loss", loss),
    C("torque", torque),
#undef C
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

static double value(const abut_cam_row *r, int column) {
    const char *at = (const char *)r + columns[column].offset;
    return columns[column].whole ? *(const int *)(const void *)at : *(const double *)(const void *)at;
}

/* ---- the answer ---- */
static void print_csv(const cycle *c) {
    for (int k = 0; k < COLUMNS; k++) (void)printf("%s%s", k ? "," : "", columns[k].name);
    (void)printf("\n");
    for (size_t i = 0; i < c->rows; i++) {
        for (int k = 0; k < COLUMNS; k++) (void)printf("%s%.17g", k ? "," : "", value(&c->row[i], k));
        (void)printf("\n");
    }
}

static void print_json(const cycle *c) {
    abut_json j = abut_json_start(stdout);
    abut_json_string(&j, "machine", c->name);
    abut_json_number(&j, "speed", c->in.speed);
    abut_json_number(&j, "separation_speed", c->lost_speed);
    abut_json_number(&j, "separation_angle", isfinite(c->lost_speed) ? c->lost_angle : (double)NAN);
    abut_json_begin(&j, "columns", '{');
    for (int k = 0; k < COLUMNS; k++) {
        abut_json_begin(&j, columns[k].name, '[');
        for (size_t i = 0; i < c->rows; i++) abut_json_number(&j, NULL, value(&c->row[i], k));
        abut_json_end(&j);
    }
    abut_json_end(&j);
    abut_json_end(&j);
}

static void print_table(const cycle *c) {
    (void)printf("%s at %.6g rpm, quasi-static", c->name, c->in.speed / RPM);
    if (isfinite(c->lost_speed))
        (void)printf("; the contact is lost from %.6g rpm on, at %.4g deg", c->lost_speed / RPM,
                     c->lost_angle / DEGREE);
    (void)printf("\n\n%6s %9s %8s %9s %9s %9s %9s %9s %8s %9s %9s\n", "angle", "lift", "phi", "force", "p_max", "u_sum",
                 "h_c", "h_min", "lambda", "loss", "torque");
    (void)printf("%6s %9s %8s %9s %9s %9s %9s %9s %8s %9s %9s\n", "deg", "mm", "deg", "N", "MPa", "m/s", "um", "um",
                 "1", "W", "N m");
    for (size_t i = 0; i < c->rows; i++) {
        const abut_cam_row *r = &c->row[i];
        (void)printf("%6.4g %9.5f %8.3f %9.5g %9.5g %9.5g %9.5f %9.5f %8.3g %9.4g %9.4g\n", r->angle / DEGREE,
                     r->s * 1e3, r->pressure_angle / DEGREE, r->force, r->p_max * 1e-6, r->u_sum, r->h_c * 1e6,
                     r->h_min * 1e6, r->lambda, r->loss, r->torque);
    }
}

/* ---- the command ---- */
static bool has_cycle(const abut_world *w, abut_machine m) {
    abut_cam_cycle_in in;
    return abut_cam_roller_cycle(w, m, 0, &in) != ABUT_UNKNOWN_NAME;
}

static abut_machine find(const abut_world *w, const char *name) {
    for (int i = 1; i <= abut_machine_count(w); i++) {
        abut_machine m = {i};
        bool cam = has_cycle(w, m);
        if (name ? !strcmp(abut_machine_name(w, m), name) : cam) return cam ? m : (abut_machine){0};
    }
    return (abut_machine){0};
}

/* ABUT_OK, or a sentence in *why. A sentence after ABUT_OK is a warning. */
static abut_status compute(flag_set *set, const abut_world *w, abut_machine machine, cycle *c, abut_message *why) {
    c->name = abut_machine_name(w, machine);
    abut_status s = abut_cam_roller_cycle(w, machine, number_or(set, AT_SPEED, 0), &c->in);
    if (given(set, AT_SLIDE)) c->in.slide_ratio = number(set, AT_SLIDE);
    if (!s) s = abut_cam_separation(&c->in.cam, &c->in.load, &c->lost_speed, &c->lost_angle, why);
    if (!s) s = abut_cam_cycle(&c->in, c->rows, c->row, why);
    if (s && !why->text[0]) (void)snprintf(why->text, sizeof why->text, "%s", abut_status_text(s));
    return s;
}

static int answer(flag_set *set, const abut_world *w, cycle *c) {
    const char *name = given(set, AT_MACHINE) ? word_or(set, AT_MACHINE, "") : NULL;
    abut_machine machine = find(w, name);
    abut_message why = {0};
    if (!machine.id) {
        complain("cam", name ? "the model has no cam_roller '%.80s'" : "the model has no cam_roller%s",
                 name ? name : "");
        return STATUS_USAGE;
    }
    abut_status s = compute(set, w, machine, c, &why);
    if (why.text[0]) complain("cam", "%s", why.text);
    if (s) return STATUS_FAILED;
    (given(set, AT_JSON) ? print_json : given(set, AT_CSV) ? print_csv : print_table)(c);
    return STATUS_DONE;
}

static int run_cam(flag_set *set) {
    bool data = given(set, AT_JSON) || given(set, AT_CSV);
    double rows = number_or(set, AT_ROWS, data ? 720 : 36);
    if (given(set, AT_ROWS) && !(rows >= 1 && rows <= 1e6 && rows == floor(rows)))
        flags_error(set, "rows: a whole number from 1 to 1000000 is wanted, got %g", rows);
    if (given(set, AT_SPEED) && !(number(set, AT_SPEED) > 0)) flags_error(set, "speed: must be positive");
    if (given(set, AT_SLIDE) && !(fabs(number(set, AT_SLIDE)) <= 1))
        flags_error(set, "slide-ratio: a number from -1 to 1 is wanted");
    abut_model *m = open_model(set, AT_SET);
    if (!m) return STATUS_USAGE;
    int status = STATUS_FAILED;
    cycle c = {.rows = (size_t)rows, .row = calloc((size_t)rows, sizeof(abut_cam_row))};
    if (c.row)
        status = answer(set, abut_model_world(m), &c);
    else
        complain("cam", "out of memory");
    free(c.row);
    abut_model_destroy(m);
    return status;
}

const cli_command command_cam = {
    .info = {.name = "cam",
             .usage = "MODEL [--machine NAME] [--speed W] [--slide-ratio X] [--rows N] [--csv | --json] [flags]",
             .summary = "one turn of a model's cam in quasi-statics",
             .flags = cam_flags,
             .words_max = 1,
             .notes =
                 "Forces of inertia at constant speed, the roller's centre on the pitch curve; film and friction of\n"
                 "the contact as in the model.\n"
                 "\nexample: abut cam model.yaml --speed '3000 rpm' --csv > cycle.csv\n"},
    .run = run_cam,
};
