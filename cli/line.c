/* abut line: one line contact of finite length. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/lubrication.h"
#include "abut/text.h"
#include "calculator.h"
#include "handy.h"

enum { AT_LENGTH, AT_CURVATURE, AT_MATERIALS, AT_APPROACH = AT_MATERIALS + MATERIAL_FLAGS, AT_FORCE, AT_LAW, AT_JSON };

static const flag_info line_flags[] = {
    [AT_LENGTH] = {"length", FLAG_QUANTITY, "m", .meaning = "of the contact, > 0"},
    [AT_CURVATURE] = {"curvature", FLAG_QUANTITY, "1/m",
                      .meaning = "sum of the curvatures of A and B across the line, 1/R_a + 1/R_b > 0"},
    MATERIAL_ROWS(AT_MATERIALS),
    [AT_APPROACH] = {"approach", FLAG_QUANTITY, "m",
                     .meaning = "how far the bodies come together, > 0; or give the force"},
    [AT_FORCE] = {"force", FLAG_QUANTITY, "N", .meaning = "normal force, > 0; or give the approach"},
    [AT_LAW] = {"law", FLAG_WORD, .preset = "strip",
                .meaning =
                    "strip: exact integral; asymptotic: its limit 1/2 + ln 2 + ln(l/b); paper: 1.1931 + ln(l/b)"},
    [AT_JSON] = {"json", FLAG_SWITCH, .meaning = "print one JSON object, SI"},
    {0},
};

static const char *const laws[] = {
    [ABUT_LINE_STRIP] = "strip", [ABUT_LINE_ASYMPTOTIC] = "asymptotic", [ABUT_LINE_PAPER] = "paper"};
enum { LAW_COUNT = sizeof laws / sizeof laws[0] };

static abut_line_law read_law(flag_set *set) {
    const char *law = word_or(set, AT_LAW, laws[0]);
    abut_nearest best = {0};
    char hint[80];
    for (int i = 0; i < LAW_COUNT; i++) {
        if (!strcmp(law, laws[i])) return (abut_line_law)i;
        abut_nearest_offer(&best, law, laws[i]);
    }
    flags_error(set, "law: there is no law of line contact '%.60s'%s (laws: strip, asymptotic, paper)", law,
                abut_nearest_hint(&best, hint, sizeof hint));
    return ABUT_LINE_STRIP;
}

static abut_line_in read_input(flag_set *set) {
    abut_line_in in = {.law = read_law(set)};
    want_given(set, AT_LENGTH);
    want_given(set, AT_CURVATURE);
    want_positive(set, AT_LENGTH, "");
    want_positive(set, AT_CURVATURE, ": the surfaces conform, a line contact law does not apply");
    in.length = number(set, AT_LENGTH);
    in.curvature = number(set, AT_CURVATURE);
    in.E_prime = 2 * materials_E_star(set, AT_MATERIALS);
    exclude(set, AT_APPROACH, AT_FORCE);
    if (!given(set, AT_APPROACH) && !given(set, AT_FORCE)) flags_error(set, "give one of --approach and --force");
    want_positive(set, AT_APPROACH, "");
    want_positive(set, AT_FORCE, "");
    in.approach = number_or(set, AT_APPROACH, nan(""));
    in.force = number_or(set, AT_FORCE, nan(""));
    return in;
}

static void print_json(const abut_line_in *in, const abut_line_out *r) {
    abut_json j = abut_json_start(stdout);
    abut_json_number(&j, "force", r->force);
    abut_json_number(&j, "approach", r->approach);
    abut_json_number(&j, "half_width", r->half_width);
    abut_json_number(&j, "p_max", r->p_max);
    abut_json_number(&j, "p_mean", r->p_mean);
    abut_json_number(&j, "stiffness", r->stiffness);
    abut_json_number(&j, "energy", r->energy);
    abut_json_number(&j, "dF_drho", r->dF_drho);
    abut_json_bool(&j, "valid", r->valid);
    abut_json_string(&j, "law", laws[in->law]);
    abut_json_number(&j, "E_prime", in->E_prime);
    abut_json_end(&j);
}

static void print_table(const abut_line_in *in, const abut_line_out *r) {
    (void)printf("line contact by the law '%s'\n\n", laws[in->law]);
    handy_heading();
    handy_line("force", r->force, "N");
    handy_line("approach", r->approach, "m");
    handy_line("half-width b", r->half_width, "m");
    handy_line("b/length", r->half_width / in->length, "1");
    handy_line("p_max", r->p_max, "Pa");
    handy_line("p_mean", r->p_mean, "Pa");
    handy_line("stiffness", r->stiffness, "N/m");
    handy_line("energy", r->energy, "J");
    handy_line("dF/drho", r->dF_drho, "N m");
    handy_line("E'", in->E_prime, "Pa");
    if (!r->valid) (void)printf("\nnot valid: b/length is above 0.3, where this law is off; use --law strip\n");
}

static int run_line(flag_set *set) {
    abut_line_in in = read_input(set);
    if (set->errors) return STATUS_USAGE;
    abut_message message = {0};
    abut_line_out result;
    if (abut_line_contact(&in, &result, &message)) {
        flags_error(set, "%s", message.text);
        return STATUS_USAGE;
    }
    (given(set, AT_JSON) ? print_json : print_table)(&in, &result);
    return STATUS_DONE;
}

const cli_command command_line = {
    .info = {.name = "line",
             .usage = "--length L --curvature RHO (--approach D | --force F) [flags]",
             .summary = "force, width and pressure of one line contact of finite length",
             .flags = line_flags,
             .notes = "A value is a bare number (SI) or carries a unit: 10 um, 206 GPa, 100 1/m.\n"
                      "'valid' is false where b/length exceeds 0.3 in a law other than strip.\n"
                      "\nexample: abut line --length '10 mm' --curvature '100 1/m' --force '1 kN'\n"},
    .run = run_line,
};
