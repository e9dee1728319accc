/* abut ehl wave: how much of the waves on a surface is left in the film of a line contact. */
#include <math.h>
#include <stdio.h>

#include "abut/ehl.h"
#include "abut/text.h"
#include "calculator.h"
#include "complain.h"

enum { AT_M, AT_L, AT_SHORTEST, AT_LONGEST, AT_ROWS, AT_SPEED, AT_N, AT_CSV, AT_JSON };

static const flag_info wave_flags[] = {
    [AT_M] = {"M", FLAG_QUANTITY, "1", .meaning = "Moes' number of the load"},
    [AT_L] = {"L", FLAG_QUANTITY, "1", .meaning = "Moes' number of the oil"},
    [AT_SHORTEST] = {"shortest", FLAG_QUANTITY, "1", .preset = "0.25", .meaning = "wave length over the half-width b"},
    [AT_LONGEST] = {"longest", FLAG_QUANTITY, "1", .preset = "4", .meaning = "the same"},
    [AT_ROWS] = {"rows", FLAG_QUANTITY, "1", .preset = "9", .meaning = "wave lengths, up to 1000"},
    [AT_SPEED] = {"speed", FLAG_QUANTITY, "1", .preset = "1",
                  .meaning =
                      "of the wavy surface over the mean of both: 1 rolling, 0 standing, 2 the other one stands"},
    [AT_N] = {"n", FLAG_QUANTITY, "1", .preset = "800", .meaning = "cells of the grid"},
    [AT_CSV] = {"csv", FLAG_SWITCH, .meaning = "print columns, separated by commas"},
    [AT_JSON] = {"json", FLAG_SWITCH, .meaning = "print one JSON object, a list for every column"},
    {0},
};

#ifdef ABUT_FIELD
void openblas_set_num_threads(int count) __attribute__((weak));

enum { COLUMNS = 6, MOST = 1000 };
static const char *const column[COLUMNS] = {"length", "nabla", "film", "phase", "pressure", "nodes"};
static const double share_inside = 0.6; /* of the nodes, for waves */

typedef double row[COLUMNS];

static abut_status compute(flag_set *set, row *rows, int count, abut_message *why) {
    double n = number_or(set, AT_N, 800), a = number_or(set, AT_SHORTEST, 0.25), b = number_or(set, AT_LONGEST, 4);
    abut_ehl_line_def def = {.M = number(set, AT_M), .L = number(set, AT_L), .inside = share_inside};
    abut_ehl_line *s = NULL;
    abut_ehl_line_result r;
    abut_status status = abut_ehl_line_create(n > 0 && n < 1e6 ? (int)n : 0, &s, why);
    if (!status) status = abut_ehl_line_solve(s, &def, &r, why);
    for (int k = 0; k < count && !status; k++) {
        abut_ehl_line_wave wave = {count > 1 ? b * pow(a / b, (double)k / (count - 1)) : b,
                                   number_or(set, AT_SPEED, 1)};
        abut_ehl_line_wave_result w;
        status = abut_ehl_line_wave_pass(s, &wave, &w, why);
        /* nabla = (length/b) M^(3/4)/L^(1/2): Venner, Couhier, Lubrecht and Greenwood 1997 */
        double values[COLUMNS] = {
            wave.length, wave.length * pow(def.M, 0.75) / sqrt(def.L), w.film, w.phase, w.pressure, w.nodes};
        for (int c = 0; c < COLUMNS; c++) rows[k][c] = values[c];
    }
    abut_ehl_line_destroy(s);
    return status;
}

static void print_csv(row *rows, int count) {
    for (int c = 0; c < COLUMNS; c++) (void)printf("%s%s", c ? "," : "", column[c]);
    (void)printf("\n");
    for (int k = 0; k < count; k++)
        for (int c = 0; c < COLUMNS; c++) (void)printf("%.17g%s", rows[k][c], c < COLUMNS - 1 ? "," : "\n");
}

static void print_json(row *rows, int count) {
    abut_json j = abut_json_start(stdout);
    for (int c = 0; c < COLUMNS; c++) {
        abut_json_begin(&j, column[c], '[');
        for (int k = 0; k < count; k++) abut_json_number(&j, NULL, rows[k][c]);
        abut_json_end(&j);
    }
    abut_json_end(&j);
}

static void print_table(row *rows, int count) {
    (void)printf("%9s %9s %9s %9s %9s %7s\n", "length/b", "nabla", "A_d/A_i", "phase", "pressure", "nodes");
    for (int k = 0; k < count; k++)
        (void)printf("%9.4g %9.4g %9.4f %9.4f %9.4g %7.0f%s\n", rows[k][0], rows[k][1], rows[k][2], rows[k][3],
                     rows[k][4], rows[k][5], rows[k][5] < 30 ? "  too few" : "");
}

static int run_wave(flag_set *set) {
    static row rows[MOST];
    want_given(set, AT_M);
    want_given(set, AT_L);
    want_positive(set, AT_L, "");
    want_positive(set, AT_SHORTEST, "");
    want_positive(set, AT_LONGEST, "");
    double count = number_or(set, AT_ROWS, 9);
    if (!(count >= 1 && count <= MOST)) flags_error(set, "rows: a number from 1 to %d is wanted, got %g", MOST, count);
    if (set->errors) return STATUS_USAGE;
    if (openblas_set_num_threads) openblas_set_num_threads(1);
    abut_message why = {0};
    abut_status status = compute(set, rows, (int)count, &why);
    if (status)
        flags_error(set, "%s", why.text);
    else
        (given(set, AT_JSON) ? print_json : given(set, AT_CSV) ? print_csv : print_table)(rows, (int)count);
    return !status ? STATUS_DONE : status == ABUT_BAD_VALUE ? STATUS_USAGE : STATUS_FAILED;
}
#else
static int run_wave(flag_set *set) {
    complain(set->command->name, "not part of this build: it was made without FFTW (ABUT_FIELD)");
    return STATUS_USAGE;
}
#endif

const cli_command command_ehl_wave = {
    .info = {.name = "ehl wave",
             .usage = "--M M --L L [flags]",
             .summary = "how much of waves on a surface is left in the film of a line contact",
             .flags = wave_flags,
             .notes =
                 "Waves of an amplitude well below the film, linearised. A_d/A_i: amplitude of the film at x = 0 over "
                 "that of the waves;\npressure: its amplitude over p_h, for waves of 1 in units of b^2/R. Take more "
                 "cells where a wave has fewer than 30.\n"
                 "\nexample: abut ehl wave --M 100 --L 10\n"},
    .run = run_wave,
};
