/* abut ehl wave: how much of the waves on a surface is left in the film of a line or elliptic contact. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/ehl.h"
#include "abut/text.h"
#include "calculator.h"
#include "complain.h"

enum { AT_M, AT_L, AT_D, AT_ANGLE, AT_SHORTEST, AT_LONGEST, AT_ROWS, AT_SPEED, AT_N, AT_CSV, AT_JSON };

static const flag_info wave_flags[] = {
    [AT_M] = {"M", FLAG_QUANTITY, "1", .meaning = "Moes' number of the load"},
    [AT_L] = {"L", FLAG_QUANTITY, "1", .meaning = "Moes' number of the oil"},
    [AT_D] = {"D", FLAG_QUANTITY, "1", .preset = "1", .meaning = "of a point contact: rho-y over rho-x, 0.02 to 50"},
    [AT_ANGLE] = {"angle", FLAG_QUANTITY, "rad", .preset = "0",
                  .meaning = "of a point contact: in which the waves follow each other; 0: ridges across the rolling"},
    [AT_SHORTEST] = {"shortest", FLAG_QUANTITY, "1", .preset = "0.25 or 1",
                     .meaning = "wave length over the half-width b, of a point contact over a"},
    [AT_LONGEST] = {"longest", FLAG_QUANTITY, "1", .preset = "4 or 8", .meaning = "the same"},
    [AT_ROWS] = {"rows", FLAG_QUANTITY, "1", .preset = "9 or 4", .meaning = "wave lengths, up to 1000"},
    [AT_SPEED] = {"speed", FLAG_QUANTITY, "1", .preset = "1",
                  .meaning =
                      "of the wavy surface over the mean of both: 1 rolling, 0 standing, 2 the other one stands"},
    [AT_N] = {"n", FLAG_QUANTITY, "1", .preset = "800 or 128", .meaning = "cells of the grid"},
    [AT_CSV] = {"csv", FLAG_SWITCH, .meaning = "print columns, separated by commas"},
    [AT_JSON] = {"json", FLAG_SWITCH, .meaning = "print one JSON object, a list for every column"},
    {0},
};

#ifdef ABUT_FIELD
enum { COLUMNS = 6, MOST = 1000 };
static const char *const column[COLUMNS] = {"length", "nabla", "film", "phase", "pressure", "nodes"};
static const double share_inside = 0.6; /* of the nodes, for waves */

typedef double row[COLUMNS];

typedef struct request {
    double M, L, D, angle, shortest, longest, speed;
    int n, count;
} request;

static double length_of(const request *q, int k) {
    return q->count > 1 ? q->longest * pow(q->shortest / q->longest, (double)k / (q->count - 1)) : q->longest;
}

static abut_status of_line(const request *q, row *rows, abut_message *why) {
    abut_ehl_line_def def = {.M = q->M, .L = q->L, .inside = share_inside};
    abut_ehl_line *s = NULL;
    abut_ehl_line_result r;
    abut_status status = abut_ehl_line_create(q->n, &s, why);
    if (!status) status = abut_ehl_line_solve(s, &def, &r, why);
    for (int k = 0; k < q->count && !status; k++) {
        abut_ehl_line_wave wave = {length_of(q, k), q->speed};
        abut_ehl_line_wave_result w;
        status = abut_ehl_line_wave_pass(s, &wave, &w, why);
        /* nabla = (length/b) M^(3/4)/L^(1/2): Venner, Couhier, Lubrecht and Greenwood 1997 */
        double values[COLUMNS] = {
            wave.length, wave.length * pow(def.M, 0.75) / sqrt(def.L), w.film, w.phase, w.pressure, w.nodes};
        memcpy(rows[k], values, sizeof values);
    }
    abut_ehl_line_destroy(s);
    return status;
}

static abut_status of_point(const request *q, row *rows, abut_message *why) {
    abut_ehl_point_def def = {.M = q->M, .L = q->L, .D = q->D, .flooded = true};
    abut_ehl_point *s = NULL;
    abut_ehl_point_result r;
    if (q->D == 1)
        def.from = -2.5, def.to = 1.5, def.side = 2; /* flooded: little of the domain beyond the contact is needed */
    abut_status status = abut_ehl_point_create(q->n, &s, why);
    if (!status) status = abut_ehl_point_solve(s, &def, &r, why);
    for (int k = 0; k < q->count && !status; k++) {
        abut_ehl_point_wave wave = {length_of(q, k), q->angle, q->speed};
        abut_ehl_point_wave_result w;
        status = abut_ehl_point_wave_pass(s, &wave, &w, why);
        /* nabla = (length/a) (M/L)^(1/2): Venner and Lubrecht 2000, recalled */
        double values[COLUMNS] = {wave.length, wave.length * sqrt(def.M / def.L), w.film, w.phase, w.pressure, w.nodes};
        memcpy(rows[k], values, sizeof values);
    }
    abut_ehl_point_destroy(s);
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

static void print_table(row *rows, int count, bool point) {
    (void)printf("%9s %9s %9s %9s %9s %7s\n", point ? "length/a" : "length/b", "nabla", "A_d/A_i", "phase", "pressure",
                 "nodes");
    for (int k = 0; k < count; k++)
        (void)printf("%9.4g %9.4g %9.4f %9.4f %9.4g %7.0f%s\n", rows[k][0], rows[k][1], rows[k][2], rows[k][3],
                     rows[k][4], rows[k][5], rows[k][5] < (point ? 16 : 30) ? "  too few" : "");
}

static int run_wave(flag_set *set) {
    static row rows[MOST];
    want_given(set, AT_M);
    want_given(set, AT_L);
    want_positive(set, AT_L, "");
    want_positive(set, AT_SHORTEST, "");
    want_positive(set, AT_LONGEST, "");
    const char *kind = set->word_count ? set->words[0] : "line";
    bool point = !strcmp(kind, "point");
    if (!point && strcmp(kind, "line") != 0) flags_error(set, "line or point, got '%.40s'", kind);
    for (int at = AT_D; at <= AT_ANGLE && !point; at++)
        if (given(set, at)) flags_error(set, "--%s goes with point", wave_flags[at].name);
    double count = number_or(set, AT_ROWS, point ? 4 : 9), n = number_or(set, AT_N, point ? 128 : 800);
    if (!(count >= 1 && count <= MOST)) flags_error(set, "rows: a number from 1 to %d is wanted, got %g", MOST, count);
    if (set->errors) return STATUS_USAGE;
    request q = {.M = number(set, AT_M),
                 .L = number(set, AT_L),
                 .D = number_or(set, AT_D, 1),
                 .angle = number_or(set, AT_ANGLE, 0),
                 .shortest = number_or(set, AT_SHORTEST, point ? 1 : 0.25),
                 .longest = number_or(set, AT_LONGEST, point ? 8 : 4),
                 .speed = number_or(set, AT_SPEED, 1),
                 .n = n > 0 && n < 1e6 ? (int)n : 0,
                 .count = (int)count};
    abut_message why = {0};
    abut_status status = (point ? of_point : of_line)(&q, rows, &why);
    if (status)
        flags_error(set, "%s", why.text);
    else if (given(set, AT_JSON) || given(set, AT_CSV))
        (given(set, AT_JSON) ? print_json : print_csv)(rows, q.count);
    else
        print_table(rows, q.count, point);
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
             .usage = "[line|point] --M M --L L [flags]",
             .summary = "how much of waves on a surface is left in the film of a contact",
             .flags = wave_flags,
             .words_max = 1,
             .notes =
                 "Waves of an amplitude well below the film, linearised. A_d/A_i: amplitude of the film at x = 0 over "
                 "that of the waves;\npressure: its amplitude over p_h, for waves of 1 in units of b^2/R (a^2/R). Take "
                 "more cells where a wave has fewer than 30 (16).\n"
                 "\nexample: abut ehl wave --M 100 --L 10\n"
                 "         abut ehl wave point --M 50 --L 5 --angle '90 deg'\n"},
    .run = run_wave,
};
