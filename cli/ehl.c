/* abut ehl: one lubricated contact with its film solved. */
#include "abut/ehl.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "abut/text.h"
#include "calculator.h"
#include "complain.h"
#include "handy.h"

enum {
    AT_M,
    AT_L,
    AT_FORCE,
    AT_RHO_X,
    AT_LENGTH,
    AT_U_SUM,
    AT_ETA0,
    AT_ALPHA,
    AT_MATERIALS,
    AT_N = AT_MATERIALS + MATERIAL_FLAGS,
    AT_COMPRESSIBLE,
    AT_ROELANDS,
    AT_TOL,
    AT_CSV,
    AT_JSON
};

static const flag_info ehl_flags[] = {
    [AT_M] = {"M", FLAG_QUANTITY, "1", .meaning = "Moes' number of the load; or give force and the rest in units"},
    [AT_L] = {"L", FLAG_QUANTITY, "1", .meaning = "Moes' number of the oil"},
    [AT_FORCE] = {"force", FLAG_QUANTITY, "N", .meaning = "normal force, > 0"},
    [AT_RHO_X] = {"rho-x", FLAG_QUANTITY, "1/m",
                  .meaning = "sum of the curvatures of both bodies in the direction of rolling, > 0"},
    [AT_LENGTH] = {"length", FLAG_QUANTITY, "m", .meaning = "of a line contact"},
    [AT_U_SUM] = {"u-sum", FLAG_QUANTITY, "m/s", .meaning = "sum of the surface speeds u1 + u2"},
    [AT_ETA0] = {"eta0", FLAG_QUANTITY, "Pa s",
                 .meaning = "viscosity at ambient pressure; with M and L for --roelands"},
    [AT_ALPHA] = {"alpha", FLAG_QUANTITY, "1/Pa",
                  .meaning = "pressure-viscosity coefficient; with M and L for --roelands and --compressible"},
    MATERIAL_ROWS(AT_MATERIALS),
    [AT_N] = {"n", FLAG_QUANTITY, "1", .preset = "400", .meaning = "cells of the grid"},
    [AT_COMPRESSIBLE] = {"compressible", FLAG_SWITCH, .meaning = "density by Dowson and Higginson"},
    [AT_ROELANDS] = {"roelands", FLAG_SWITCH, .meaning = "viscosity by Roelands instead of Barus"},
    [AT_TOL] = {"tol", FLAG_QUANTITY, "1", .preset = "1e-10",
                .meaning = "greatest residual, in units of the Hertz pressure"},
    [AT_CSV] = {"csv", FLAG_SWITCH, .meaning = "print pressure and film along the contact as CSV"},
    [AT_JSON] = {"json", FLAG_SWITCH, .meaning = "print one JSON object, SI"},
    {0},
};

#ifdef ABUT_FIELD
typedef struct request {
    abut_ehl_line_def def;
    int n;
    bool units;
    double force, R, length, E_prime, U; /* N, m, m, Pa; with units */
} request;

typedef struct answer {
    abut_ehl_line_result r;
    double b, p_h, film;  /* m, Pa; m: of the film 1 in Moes' units */
    double rolling_force; /* N on each surface */
    double seconds;
} answer;

/* ---- reading the flags ---- */
/* Roelands' exponent: ln eta = (ln eta0 + 9.67) ((1 + p/p_r)^z - 1) with the slope alpha at p = 0; p_r = 196.2 MPa. */
static double exponent(flag_set *set) {
    static const double p_r = 1.962e8, at_all = 9.67;
    double ln = log(number(set, AT_ETA0)) + at_all;
    if (!(ln > 0))
        flags_error(set, "eta0: must be above 63 uPa s for Roelands' law, got %g Pa s", number(set, AT_ETA0));
    return number(set, AT_ALPHA) * p_r / ln;
}

static void read_oil(flag_set *set, abut_ehl_oil *oil) {
    oil->compressible = given(set, AT_COMPRESSIBLE);
    if (oil->compressible || given(set, AT_ROELANDS)) want_given(set, AT_ALPHA);
    oil->alpha = number_or(set, AT_ALPHA, 0);
    if (!given(set, AT_ROELANDS)) return;
    want_given(set, AT_ETA0);
    want_positive(set, AT_ALPHA, "");
    if (good(set, AT_ETA0) && good(set, AT_ALPHA)) oil->roelands_z = exponent(set);
}

static void read_units(flag_set *set, request *q) {
    static const int wanted[] = {AT_FORCE, AT_RHO_X, AT_LENGTH, AT_U_SUM, AT_ETA0};
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
    q->length = number(set, AT_LENGTH);
    q->U = number(set, AT_ETA0) * number(set, AT_U_SUM) / (q->E_prime * q->R);
    q->def.M = q->force / (q->E_prime * q->length * q->R) / sqrt(q->U);
    q->def.L = number(set, AT_ALPHA) * q->E_prime * sqrt(sqrt(q->U));
}

static request read_request(flag_set *set) {
    request q = {.units = !given(set, AT_M) && !given(set, AT_L), .n = 400};
    const char *kind = set->word_count ? set->words[0] : "";
    if (!strcmp(kind, "point"))
        flags_error(set, "point contacts are not part of this version: line");
    else if (strcmp(kind, "line") != 0)
        flags_error(set, "say which contact: line");
    if (good(set, AT_N)) {
        double n = number(set, AT_N);
        q.n = n > 0 && n < 1e6 ? (int)n : 0;
    }
    q.def.tol = number_or(set, AT_TOL, 0);
    if (q.units) {
        read_units(set, &q);
    } else {
        static const int others[] = {AT_FORCE, AT_RHO_X, AT_LENGTH, AT_U_SUM};
        want_given(set, AT_M);
        want_given(set, AT_L);
        for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) exclude(set, AT_M, others[i]);
        q.def.M = number(set, AT_M);
        q.def.L = number(set, AT_L);
    }
    read_oil(set, &q.def.oil);
    return q;
}

/* ---- the answer ---- */
static void in_units(const request *q, answer *a) {
    a->b = q->R * sqrt(8 * q->force / (3.14159265358979323846 * q->E_prime * q->length * q->R));
    a->p_h = q->E_prime * a->b / (4 * q->R);
    a->film = q->R * sqrt(q->U);
    a->rolling_force = 0.5 * a->r.rolling * a->p_h * a->b * a->b / q->R * q->length;
}

static void print_json(const request *q, const answer *a) {
    const abut_ehl_line_result *r = &a->r;
    abut_json j = abut_json_start(stdout);
    abut_json_number(&j, "H_c", r->H_c);
    abut_json_number(&j, "H_0", r->H_0);
    abut_json_number(&j, "H_min", r->H_min);
    abut_json_number(&j, "H_c_error", r->error_c);
    abut_json_number(&j, "H_min_error", r->error_min);
    abut_json_number(&j, "M", q->def.M);
    abut_json_number(&j, "L", q->def.L);
    abut_json_number(&j, "p_max_ratio", r->p_max);
    abut_json_number(&j, "load_error", r->load / (3.14159265358979323846 / 2) - 1);
    abut_json_number(&j, "residual", r->residual);
    abut_json_number(&j, "iterations", r->all_steps);
    abut_json_number(&j, "seconds", a->seconds);
    abut_json_number(&j, "n", r->count - 1);
    if (q->units) {
        abut_json_number(&j, "h_c", r->H_c * a->film);
        abut_json_number(&j, "h_min", r->H_min * a->film);
        abut_json_number(&j, "p_max", r->p_max * a->p_h);
        abut_json_number(&j, "p_hertz", a->p_h);
        abut_json_number(&j, "half_width", a->b);
        abut_json_number(&j, "rolling_force", a->rolling_force);
    }
    abut_json_end(&j);
}

static void print_table(const request *q, const answer *a) {
    const abut_ehl_line_result *r = &a->r;
    (void)printf("line contact, M = %.6g, L = %.6g, film solved on %d cells\n\n", q->def.M, q->def.L, r->count - 1);
    handy_heading();
    if (q->units) {
        handy_line("h_c", r->H_c * a->film, "m");
        handy_line("h_min", r->H_min * a->film, "m");
        handy_line("p_max", r->p_max * a->p_h, "Pa");
        handy_line("p_max, dry", a->p_h, "Pa");
        handy_line("half-width b", a->b, "m");
        handy_line("rolling force", a->rolling_force, "N");
    }
    handy_line("H_c", r->H_c, "1");
    handy_line("error of H_c", r->error_c, "1");
    handy_line("H_min", r->H_min, "1");
    handy_line("error of H_min", r->error_min, "1");
    handy_line("p_max/p_hertz", r->p_max, "1");
    handy_line("iterations", r->all_steps, "1");
}

/* x, p, h; in Hertz' units without others */
static void print_csv(const request *q, const answer *a) {
    double b = q->units ? a->b : 1, p_h = q->units ? a->p_h : 1, film = q->units ? a->b * a->b / q->R : 1;
    (void)printf("x,p,h\n");
    for (int i = 0; i < a->r.count; i++)
        (void)printf("%.17g,%.17g,%.17g\n", a->r.X[i] * b, a->r.P[i] * p_h, a->r.H[i] * film);
}

static int run_ehl(flag_set *set) {
    request q = read_request(set);
    if (set->errors) return STATUS_USAGE;
    abut_message message = {0};
    abut_ehl_line *solver = NULL;
    answer a = {0};
    clock_t start = clock();
    abut_status status = abut_ehl_line_create(q.n, &solver, &message);
    if (!status) status = abut_ehl_line_solve(solver, &q.def, &a.r, &message);
    a.seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    if (status) {
        flags_error(set, "%s", message.text);
    } else {
        if (q.units) in_units(&q, &a);
        (given(set, AT_JSON) ? print_json : given(set, AT_CSV) ? print_csv : print_table)(&q, &a);
    }
    abut_ehl_line_destroy(solver);
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
             .usage = "line (--M M --L L | --force F --rho-x RHO --length L --u-sum U --eta0 E --alpha A) [flags]",
             .summary = "film and pressure of one lubricated contact, solved",
             .flags = ehl_flags,
             .words_max = 1,
             .notes = "A value is a bare number (SI) or carries a unit: 10 um, 206 GPa, 100 1/m.\n"
                      "Films H are in Moes' units, H_c where the pressure is greatest; errors are estimated from a "
                      "coarser grid.\n"
                      "\nexample: abut ehl line --M 20 --L 10\n"
                      "         abut ehl line --force '2 kN' --rho-x '200 1/m' --length '10 mm' --u-sum '4 m/s' --eta0 "
                      "'20 mPa s' "
                      "--alpha '20 1/GPa'\n"},
    .run = run_ehl,
};
