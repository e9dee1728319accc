/* abut ehl: one lubricated contact with its film solved. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "calculator.h"
#include "complain.h"
#include "ehl.h"

enum {
    AT_M,
    AT_L,
    AT_D,
    AT_ANGLE,
    AT_FORCE,
    AT_RHO_X,
    AT_RHO_Y,
    AT_LENGTH,
    AT_U_SUM,
    AT_ETA0,
    AT_ALPHA,
    AT_MATERIALS,
    AT_N = AT_MATERIALS + MATERIAL_FLAGS,
    AT_LAYER,
    AT_COMPRESSIBLE,
    AT_ROELANDS,
    AT_FLOODED,
    AT_METHOD,
    AT_MAP,
    AT_MAP_ROW,
    AT_MAP_SPEED,
    AT_MAP_WAY,
    AT_FRICTION,
    AT_TOL = AT_FRICTION + EHL_FRICTION_FLAGS,
    AT_REPORT,
    AT_CSV,
    AT_JSON
};

static const flag_info ehl_flags[] = {
    [AT_M] = {"M", FLAG_QUANTITY, "1", .meaning = "Moes' number of the load; or give force and the rest in units"},
    [AT_L] = {"L", FLAG_QUANTITY, "1", .meaning = "Moes' number of the oil"},
    [AT_D] = {"D", FLAG_QUANTITY, "1", .preset = "1", .meaning = "of a point contact: rho-y over rho-x, 0.02 to 50"},
    [AT_ANGLE] = {"angle", FLAG_QUANTITY, "rad", .preset = "0",
                  .meaning = "of a point contact: between the entrainment and the direction of rho-x"},
    [AT_FORCE] = {"force", FLAG_QUANTITY, "N", .meaning = "normal force, > 0"},
    [AT_RHO_X] = {"rho-x", FLAG_QUANTITY, "1/m",
                  .meaning =
                      "sum of the curvatures of both bodies, of a line contact in the direction of rolling, > 0"},
    [AT_RHO_Y] = {"rho-y", FLAG_QUANTITY, "1/m", .meaning = "of a point contact: the same across that direction"},
    [AT_LENGTH] = {"length", FLAG_QUANTITY, "m", .meaning = "of a line contact"},
    [AT_U_SUM] = {"u-sum", FLAG_QUANTITY, "m/s", .meaning = "sum of the surface speeds u1 + u2"},
    [AT_ETA0] = {"eta0", FLAG_QUANTITY, "Pa s",
                 .meaning = "viscosity at ambient pressure; with M and L for --roelands"},
    [AT_ALPHA] = {"alpha", FLAG_QUANTITY, "1/Pa",
                  .meaning = "pressure-viscosity coefficient; with M and L for --roelands and --compressible"},
    MATERIAL_ROWS(AT_MATERIALS),
    [AT_N] = {"n", FLAG_QUANTITY, "1", .preset = "400 or 128",
              .meaning = "cells of the grid; of a point contact in each direction, 32 to 1024"},
    [AT_LAYER] =
        {"layer", FLAG_QUANTITY, "m", .preset = "enough",
         .meaning = "of a line contact: oil that both surfaces bring, as one layer (with M and L in Moes' units); the "
                    "film forms where they meet, and all oil is counted"},
    [AT_COMPRESSIBLE] = {"compressible", FLAG_SWITCH, .meaning = "density by Dowson and Higginson"},
    [AT_ROELANDS] = {"roelands", FLAG_SWITCH, .meaning = "viscosity by Roelands instead of Barus"},
    [AT_FLOODED] = {"flooded", FLAG_SWITCH,
                    .meaning = "of a point contact: oil without end, pressure at the edge of the domain as well"},
    [AT_METHOD] = {"method", FLAG_WORD, .preset = "newton",
                   .meaning = "of a point contact: newton, or fas, multigrid on the equations themselves, to compare"},
    [AT_MAP] = {"map", FLAG_WORD,
                .meaning =
                    "in units: file of heights of a surface that moves through, its waves shorter than 6 cells of "
                    "the grid filtered; of a line contact a profile: two columns x, z, or one row of a map"},
    [AT_MAP_ROW] = {"map-row", FLAG_QUANTITY, "1", .preset = "the middle one",
                    .meaning = "of a line contact: the row of the map, from 1"},
    [AT_MAP_SPEED] = {"map-speed", FLAG_QUANTITY, "1", .preset = "1",
                      .meaning = "of that surface over the mean of both, above 0 and at most 2"},
    [AT_MAP_WAY] = {"map-way", FLAG_QUANTITY, "1", .preset = "4",
                    .meaning = "semi-axes a (half-widths) that the map is followed, after 2 in which it comes in"},
    EHL_FRICTION_ROWS(AT_FRICTION),
    [AT_TOL] = {"tol", FLAG_QUANTITY, "1", .preset = "1e-10",
                .meaning = "greatest residual, in units of the Hertz pressure"},
    [AT_REPORT] = {"report", FLAG_WORD,
                   .meaning = "write a web page with pressure, film, sections and map to this file"},
    [AT_CSV] = {"csv", FLAG_SWITCH, .meaning = "print pressure and film along the contact as CSV"},
    [AT_JSON] = {"json", FLAG_SWITCH, .meaning = "print one JSON object, SI"},
    {0},
};

#ifdef ABUT_FIELD
/* ---- reading the flags ---- */
double ehl_roelands_exponent(flag_set *set, double eta0, double alpha) {
    static const double p_r = 1.962e8, at_all = 9.67;
    double ln = log(eta0) + at_all;
    if (!(ln > 0)) flags_error(set, "eta0: must be above 63 uPa s for Roelands' law, got %g Pa s", eta0);
    return alpha * p_r / ln;
}

static void read_oil(flag_set *set, abut_ehl_oil *oil) {
    oil->compressible = given(set, AT_COMPRESSIBLE);
    if (oil->compressible || given(set, AT_ROELANDS)) want_given(set, AT_ALPHA);
    oil->alpha = number_or(set, AT_ALPHA, 0);
    if (!given(set, AT_ROELANDS)) return;
    want_given(set, AT_ETA0);
    want_positive(set, AT_ALPHA, "");
    if (good(set, AT_ETA0) && good(set, AT_ALPHA))
        oil->roelands_z = ehl_roelands_exponent(set, number(set, AT_ETA0), number(set, AT_ALPHA));
}

static void read_units(flag_set *set, ehl_request *q) {
    const int wanted[] = {AT_FORCE, AT_RHO_X, q->point ? AT_RHO_Y : AT_LENGTH, AT_U_SUM, AT_ETA0};
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        want_given(set, wanted[i]);
        want_positive(set, wanted[i], "");
    }
    want_given(set, AT_ALPHA);
    want_not_negative(set, AT_ALPHA);
    q->E_prime = 2 * materials_E_star(set, AT_MATERIALS);
    if (set->errors) return;
    q->force = number(set, AT_FORCE);
    q->R = 1 / number(set, AT_RHO_X);
    q->u_sum = number(set, AT_U_SUM);
    q->length = number_or(set, AT_LENGTH, 0);
    q->U = number(set, AT_ETA0) * number(set, AT_U_SUM) / (q->E_prime * q->R);
    q->L = number(set, AT_ALPHA) * q->E_prime * sqrt(sqrt(q->U));
    q->D = q->point ? number(set, AT_RHO_Y) * q->R : 0;
    q->M = q->point ? q->force / (q->E_prime * q->R * q->R) * pow(q->U, -0.75)
                    : q->force / (q->E_prime * q->length * q->R) / sqrt(q->U);
}

static void read_numbers(flag_set *set, ehl_request *q) {
    static const int others[] = {AT_FORCE, AT_RHO_X, AT_RHO_Y, AT_LENGTH, AT_U_SUM};
    want_given(set, AT_M);
    want_given(set, AT_L);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) exclude(set, AT_M, others[i]);
    q->M = number(set, AT_M);
    q->L = number(set, AT_L);
    q->D = number_or(set, AT_D, 1);
}

static void read_map(flag_set *set, ehl_request *q) {
    q->map = word_or(set, AT_MAP, NULL);
    q->map_speed = number_or(set, AT_MAP_SPEED, 1);
    q->map_way = number_or(set, AT_MAP_WAY, 4);
    q->map_row = number_or(set, AT_MAP_ROW, 0);
    if (given(set, AT_MAP_ROW) && (q->point || !(q->map_row >= 1 && q->map_row == floor(q->map_row))))
        flags_error(set, "map-row: a row of the map of a line contact, from 1, got %g", q->map_row);
    for (int at = AT_MAP_ROW; at <= AT_MAP_WAY; at++)
        if (given(set, at) && !q->map) flags_error(set, "--%s goes with --map", ehl_flags[at].name);
    if (!(q->map_speed > 0 && q->map_speed <= 2))
        flags_error(set, "map-speed: must be above 0 and at most 2, got %g", q->map_speed);
    if (!(q->map_way > 0 && q->map_way <= 100))
        flags_error(set, "map-way: must be above 0 and at most 100, got %g", q->map_way);
    if (!q->map) return;
    if (!q->units) flags_error(set, "--map needs the contact in units: --force and the rest instead of --M and --L");
    if (q->friction.rough) flags_error(set, "--map and --sigma: take one, heights or their statistics");
}

static ehl_request read_request(flag_set *set) {
    const char *kind = set->word_count ? set->words[0] : "";
    ehl_request q = {.point = !strcmp(kind, "point"), .units = !given(set, AT_M) && !given(set, AT_L)};
    if (!q.point && strcmp(kind, "line") != 0) flags_error(set, "say which contact: line or point");
    static const int of_points[] = {AT_D, AT_ANGLE, AT_RHO_Y, AT_FLOODED, AT_METHOD};
    for (size_t i = 0; i < sizeof of_points / sizeof of_points[0] && !q.point; i++)
        if (given(set, of_points[i])) flags_error(set, "--%s goes with point", ehl_flags[of_points[i]].name);
    if (q.point && given(set, AT_LENGTH)) flags_error(set, "--length goes with line");
    if (q.point && given(set, AT_LAYER)) flags_error(set, "--layer goes with line");
    want_positive(set, AT_LAYER, "");
    double n = number_or(set, AT_N, q.point ? 128 : 400);
    q.n = n > 0 && n < 1e6 ? (int)n : 0;
    q.tol = number_or(set, AT_TOL, 0);
    q.angle = number_or(set, AT_ANGLE, 0);
    q.flooded = given(set, AT_FLOODED);
    const char *method = word_or(set, AT_METHOD, "newton");
    q.method = strcmp(method, "fas") ? ABUT_EHL_NEWTON : ABUT_EHL_FAS;
    if (q.method == ABUT_EHL_NEWTON && strcmp(method, "newton") != 0)
        flags_error(set, "method: newton or fas, got '%.40s'", method);
    if (q.units)
        read_units(set, &q);
    else
        read_numbers(set, &q);
    read_oil(set, &q.oil);
    ehl_friction_read(set, AT_FRICTION, q.units, q.point, &q.friction);
    if (q.friction.rough && given(set, AT_LAYER)) flags_error(set, "--layer goes with smooth surfaces");
    if (q.friction.rough && q.method == ABUT_EHL_FAS) flags_error(set, "--method fas goes with smooth surfaces");
    read_map(set, &q);
    q.layer = number_or(set, AT_LAYER, 0) / (q.units && !set->errors ? q.R * sqrt(q.U) : 1);
    q.friction.shear.eta0 = number_or(set, AT_ETA0, 0);
    return q;
}

static int run_ehl(flag_set *set) {
    ehl_request q = read_request(set);
    if (set->errors) return STATUS_USAGE;
    abut_message message = {0};
    ehl_answer a = {0};
    bool csv = given(set, AT_CSV) && !given(set, AT_JSON);
    text_stream fields = {.to = NULL};
    if (given(set, AT_REPORT) && text_begin(&fields)) q.fields = &fields;
    clock_t start = clock();
    abut_status status = ehl_solve(&q, csv, &a, &message);
    a.seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    a.film = q.R * sqrt(q.U);
    if (status) {
        ehl_advise(&q, &message);
        flags_error(set, "%s", message.text);
    } else if (*ehl_caution(&q, &a, a.caution, sizeof a.caution)) {
        complain(set->command->name, "caution: %s", a.caution);
    }
    char *text = text_end(&fields);
    if (!status && given(set, AT_REPORT) && !ehl_report(set, &q, &a, text, set->value[AT_REPORT].text))
        status = ABUT_BAD_FILE;
    free(text);
    if (!status && !csv) (given(set, AT_JSON) ? ehl_print_json : ehl_print_table)(&q, &a);
    free(a.passage.t);
    return !status ? STATUS_DONE : status == ABUT_BAD_VALUE ? STATUS_USAGE : STATUS_FAILED;
}
#else
static int run_ehl(flag_set *set) {
    complain(set->command->name, "not part of this build: it was made without FFTW (ABUT_FIELD)");
    return STATUS_USAGE;
}
#endif

const cli_command command_ehl = {
    .info = {.name = "ehl",
             .usage = "line|point (--M M --L L | --force F --rho-x RHO ... --u-sum U --eta0 E --alpha A) [flags]",
             .summary = "film and pressure of one lubricated contact, solved",
             .flags = ehl_flags,
             .words_max = 1,
             .notes = "A value is a bare number (SI) or carries a unit: 10 um, 206 GPa, 100 1/m.\n"
                      "Films H are in Moes' units, H_c where the pressure is greatest; errors are estimated from a "
                      "coarser grid.\n"
                      "\nexample: abut ehl line --M 20 --L 10\n"
                      "         abut ehl point --M 100 --L 10 --D 0.5\n"
                      "         abut ehl line --force '2 kN' --rho-x '200 1/m' --length '10 mm' --u-sum '4 m/s' --eta0 "
                      "'20 mPa s' "
                      "--alpha '20 1/GPa'\n"},
    .run = run_ehl,
};
