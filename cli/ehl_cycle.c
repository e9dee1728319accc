/* abut ehl cycle: the film of a line contact through a history of load, curvature and speed. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "abut/ehl.h"
#include "abut/text.h"
#include "calculator.h"
#include "complain.h"
#include "ehl.h"
#include "handy.h"

enum {
    AT_LENGTH,
    AT_ETA0,
    AT_ALPHA,
    AT_SPEED,
    AT_PERIOD,
    AT_MATERIALS,
    AT_N = AT_MATERIALS + MATERIAL_FLAGS,
    AT_CHANGE,
    AT_COMPRESSIBLE,
    AT_ROELANDS,
    AT_QUICK,
    AT_ROWS,
    AT_CSV,
    AT_JSON
};

static const flag_info cycle_flags[] = {
    [AT_LENGTH] = {"length", FLAG_QUANTITY, "m", .meaning = "of the contact"},
    [AT_ETA0] = {"eta0", FLAG_QUANTITY, "Pa s", .meaning = "viscosity at ambient pressure"},
    [AT_ALPHA] = {"alpha", FLAG_QUANTITY, "1/Pa", .meaning = "pressure-viscosity coefficient"},
    [AT_SPEED] = {"speed", FLAG_QUANTITY, "rad/s",
                  .meaning = "of a table over the angle: '1500 rpm'; one turn is the period"},
    [AT_PERIOD] = {"period", FLAG_QUANTITY, "s", .preset = "none: the film starts steady",
                   .meaning = "after which the table begins anew"},
    MATERIAL_ROWS(AT_MATERIALS),
    [AT_N] = {"n", FLAG_QUANTITY, "1", .preset = "300", .meaning = "cells of the grid"},
    [AT_CHANGE] = {"change", FLAG_QUANTITY, "1", .preset = "0.05",
                   .meaning =
                       "steps in time are so short that force, curvature and speed change by at most this share"},
    [AT_COMPRESSIBLE] = {"compressible", FLAG_SWITCH, .meaning = "density by Dowson and Higginson"},
    [AT_ROELANDS] = {"roelands", FLAG_SWITCH, .meaning = "viscosity by Roelands instead of Barus"},
    [AT_QUICK] = {"quick", FLAG_SWITCH, .meaning = "without the steady films to compare with"},
    [AT_ROWS] = {"rows", FLAG_QUANTITY, "1", .preset = "36", .meaning = "of the table that is printed"},
    [AT_CSV] = {"csv", FLAG_SWITCH, .meaning = "print all rows and columns, separated by commas, SI"},
    [AT_JSON] = {"json", FLAG_SWITCH, .meaning = "print one JSON object, a list for every column, SI"},
    {0},
};

#ifdef ABUT_FIELD
enum { LINE = 16384, COLUMNS = 5, MOST_ROWS = 100000 };
static const char *const column_name[COLUMNS] = {"t", "angle", "force", "rho_x", "u_sum"};

typedef struct table {
    size_t count, space;
    abut_ehl_line_instant *row;
    int at[COLUMNS]; /* place of each column; -1: not there */
} table;

/* ---- the table ---- */
static bool read_head(flag_set *set, const char *line, table *t, double speed) {
    static const char between[] = ", \t\r\n";
    for (int c = 0; c < COLUMNS; c++) t->at[c] = -1;
    const char *word = line + strspn(line, between);
    for (int place = 0; *word; place++) {
        size_t size = strcspn(word, between);
        for (int c = 0; c < COLUMNS; c++)
            if (strlen(column_name[c]) == size && !memcmp(word, column_name[c], size)) t->at[c] = place;
        word += size;
        word += strspn(word, between);
    }
    if (t->at[0] < 0 && t->at[1] >= 0 && !(speed > 0))
        flags_error(set, "--speed is missing: the table is one over the angle");
    if (t->at[0] < 0 && t->at[1] < 0)
        flags_error(set, "%.200s: there is no column t (s) or angle (rad)", set->words[0]);
    for (int c = 2; c < COLUMNS; c++)
        if (t->at[c] < 0) flags_error(set, "%.200s: there is no column %s", set->words[0], column_name[c]);
    return !set->errors;
}

static bool read_row(flag_set *set, const char *line, table *t, size_t number_of, double speed) {
    double value[COLUMNS] = {0};
    int found = 0, wanted = 0;
    const char *at = line;
    for (int c = 0; c < COLUMNS; c++) wanted += t->at[c] >= 0;
    for (int place = 0; *at; place++) {
        char *end;
        double v = strtod(at, &end);
        for (int c = 0; c < COLUMNS; c++)
            if (t->at[c] == place && end != at) {
                value[c] = v;
                found++;
            }
        at = end == at ? at + strcspn(at, ", \t\r\n") : end;
        at += strspn(at, " \t\r\n");
        if (*at == ',') at += 1 + strspn(at + 1, " \t");
    }
    if (found != wanted) {
        flags_error(set, "%.200s: row %zu has no number in one of its columns", set->words[0], number_of);
        return false;
    }
    if (t->count == t->space) {
        size_t space = t->space ? 2 * t->space : 1024;
        abut_ehl_line_instant *more = realloc(t->row, space * sizeof *more);
        if (!more || space > 2 * (size_t)MOST_ROWS) {
            flags_error(set, more ? "%.200s: has more than 100000 rows" : "%.200s: out of memory", set->words[0]);
            if (more) t->row = more;
            return false;
        }
        t->row = more;
        t->space = space;
    }
    double when = t->at[0] >= 0 ? value[0] : value[1] / speed;
    t->row[t->count++] = (abut_ehl_line_instant){when, value[2], value[3], value[4]};
    return true;
}

static void read_table(flag_set *set, table *t, double speed) {
    static char line[LINE];
    FILE *f = fopen(set->words[0], "r");
    if (!f) {
        flags_error(set, "%.200s: %s", set->words[0], strerror(errno));
        return;
    }
    bool head = false;
    size_t rows = 0;
    while (fgets(line, sizeof line, f)) {
        if (!strchr(line, '\n') && !feof(f)) {
            flags_error(set, "%.200s: a line is longer than %d characters", set->words[0], LINE - 2);
            break;
        }
        if (line[0] == '#' || line[strspn(line, " \t\r\n")] == 0) continue;
        if (!(head ? read_row(set, line, t, ++rows, speed) : read_head(set, line, t, speed))) break;
        head = true;
    }
    if (ferror(f)) flags_error(set, "%.200s: %s", set->words[0], strerror(errno));
    if (!head && !set->errors) flags_error(set, "%.200s: there is no table", set->words[0]);
    (void)fclose(f);
}

/* ---- the answer ---- */
static const struct {
    const char *name;
    size_t offset;
} columns[] = {
#define C(name, field)                                                                                                 \
    { name, offsetof(abut_ehl_line_film, field) }
    C("M", M),
    C("L", L),
    C("h_c", h_c),
    C("h_min", h_min),
    C("steady_h_c", steady_c),
    C("steady_h_min", steady_min),
    C("formula_h_c", formula),
    C("p_max", p_max),
    C("half_width", half_width),
    C("rolling_force", rolling_force),
#undef C
};
enum { ANSWERS = sizeof columns / sizeof columns[0], GIVEN = 4 };

static double answer(const table *t, const abut_ehl_line_film *film, size_t row, int column) {
    const abut_ehl_line_instant *i = &t->row[row];
    const double in[GIVEN] = {i->t, i->force, i->rho_x, i->u_sum};
    if (column < GIVEN) return in[column];
    return *(const double *)(const void *)((const char *)&film[row] + columns[column - GIVEN].offset);
}

static const char *heading(int column) {
    static const char *const in[GIVEN] = {"t", "force", "rho_x", "u_sum"};
    return column < GIVEN ? in[column] : columns[column - GIVEN].name;
}

static void print_csv(const table *t, const abut_ehl_line_film *film) {
    for (int c = 0; c < GIVEN + ANSWERS; c++) (void)printf("%s%s", c ? "," : "", heading(c));
    (void)printf("\n");
    for (size_t k = 0; k < t->count; k++) {
        for (int c = 0; c < GIVEN + ANSWERS; c++) {
            double v = answer(t, film, k, c);
            if (isfinite(v))
                (void)printf("%s%.17g", c ? "," : "", v);
            else
                (void)printf(","); /* not asked for */
        }
        (void)printf("\n");
    }
}

static void print_json(const table *t, const abut_ehl_line_film *film, double seconds) {
    abut_json j = abut_json_start(stdout);
    int steps = 0, iterations = 0;
    for (size_t k = 0; k < t->count; k++) {
        steps += film[k].steps;
        iterations += film[k].iterations;
    }
    abut_json_number(&j, "rows", (double)t->count);
    abut_json_number(&j, "steps", steps);
    abut_json_number(&j, "iterations", iterations);
    abut_json_number(&j, "seconds", seconds);
    abut_json_begin(&j, "columns", '{');
    for (int c = 0; c < GIVEN + ANSWERS; c++) {
        abut_json_begin(&j, heading(c), '[');
        for (size_t k = 0; k < t->count; k++) abut_json_number(&j, NULL, answer(t, film, k, c));
        abut_json_end(&j);
    }
    abut_json_end(&j);
    abut_json_end(&j);
}

/* The greatest and least share by which one film is above another, and when. */
static void print_extremes(const table *t, const abut_ehl_line_film *film, const char *what, size_t a, size_t b) {
    double most = -INFINITY, least = INFINITY;
    size_t at_most = 0, at_least = 0;
    for (size_t k = 0; k < t->count; k++) {
        const char *f = (const char *)&film[k];
        double of = *(const double *)(const void *)(f + b);
        if (!(of > 0)) continue; /* nearly at rest there is none */
        double d = *(const double *)(const void *)(f + a) / of - 1;
        if (d > most) most = d, at_most = k;
        if (d < least) least = d, at_least = k;
    }
    (void)printf("%s: %+.2f %% at %.6g s to %+.2f %% at %.6g s\n", what, 100 * least, t->row[at_least].t, 100 * most,
                 t->row[at_most].t);
}

static void print_table(const table *t, const abut_ehl_line_film *film, size_t rows) {
    (void)printf("%12s %9s %9s %9s %9s %9s %9s %9s %9s\n", "t", "force", "M", "p_max", "h_c", "h_min", "steady",
                 "formula", "rolling");
    (void)printf("%12s %9s %9s %9s %9s %9s %9s %9s %9s\n", "s", "N", "1", "MPa", "um", "um", "um", "um", "N");
    size_t step = t->count > rows ? (t->count + rows - 1) / rows : 1;
    for (size_t k = 0; k < t->count; k += step) {
        const abut_ehl_line_film *f = &film[k];
        (void)printf("%12.6g %9.4g ", t->row[k].t, t->row[k].force);
        if (isfinite(f->M))
            (void)printf("%9.4g ", f->M);
        else
            (void)printf("%9s ", "");
        (void)printf("%9.4g %9.5f %9.5f ", f->p_max * 1e-6, f->h_c * 1e6, f->h_min * 1e6);
        if (isfinite(f->steady_c))
            (void)printf("%9.5f ", f->steady_c * 1e6);
        else
            (void)printf("%9s ", "");
        (void)printf("%9.5f %9.4g\n", f->formula * 1e6, f->rolling_force);
    }
    (void)printf("\n");
    if (isfinite(film[0].steady_c)) {
        print_extremes(t, film, "h_c over the steady film", offsetof(abut_ehl_line_film, h_c),
                       offsetof(abut_ehl_line_film, steady_c));
        print_extremes(t, film, "steady film over Moes' formula", offsetof(abut_ehl_line_film, steady_c),
                       offsetof(abut_ehl_line_film, formula));
    }
    print_extremes(t, film, "h_c over Moes' formula", offsetof(abut_ehl_line_film, h_c),
                   offsetof(abut_ehl_line_film, formula));
}

/* ---- the command ---- */
static abut_ehl_line_history read_history(flag_set *set) {
    static const int wanted[] = {AT_LENGTH, AT_ETA0, AT_ALPHA};
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) want_given(set, wanted[i]);
    want_positive(set, AT_LENGTH, "");
    want_positive(set, AT_ETA0, "");
    want_not_negative(set, AT_ALPHA);
    want_positive(set, AT_SPEED, "");
    want_positive(set, AT_PERIOD, "");
    exclude(set, AT_SPEED, AT_PERIOD);
    double n = number_or(set, AT_N, 0), speed = number_or(set, AT_SPEED, 0);
    abut_ehl_line_history h = {.length = number(set, AT_LENGTH),
                               .E_prime = 2 * materials_E_star(set, AT_MATERIALS),
                               .eta0 = number(set, AT_ETA0),
                               .alpha = number(set, AT_ALPHA),
                               .oil.compressible = given(set, AT_COMPRESSIBLE),
                               .n = n >= 0 && n < 1e6 ? (int)n : -1,
                               .change = number_or(set, AT_CHANGE, 0),
                               .period = speed > 0 ? 2 * PI / speed : number_or(set, AT_PERIOD, 0),
                               .steady = !given(set, AT_QUICK)};
    if (given(set, AT_N) && !(n >= 1)) flags_error(set, "n: must be positive");
    if (given(set, AT_ROWS) && !(number(set, AT_ROWS) >= 1)) flags_error(set, "rows: must be positive");
    if (given(set, AT_ROELANDS) && !set->errors) {
        want_positive(set, AT_ALPHA, "");
        h.oil.roelands_z = ehl_roelands_exponent(set, h.eta0, h.alpha);
    }
    return h;
}

static int run_cycle(flag_set *set) {
    abut_ehl_line_history h = read_history(set);
    if (set->word_count != 1) flags_error(set, "give the file of one table");
    table t = {0};
    if (!set->errors) read_table(set, &t, number_or(set, AT_SPEED, 0));
    if (set->errors) {
        free(t.row);
        return STATUS_USAGE;
    }
    abut_ehl_line_film *film = calloc(t.count ? t.count : 1, sizeof *film);
    abut_message why = {0};
    h.instant = t.row;
    h.count = t.count;
    clock_t start = clock();
    abut_status status = film ? abut_ehl_line_follow(&h, film, &why) : ABUT_NO_MEMORY;
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    if (status)
        flags_error(set, "%s", why.text[0] ? why.text : abut_status_text(status));
    else if (given(set, AT_JSON))
        print_json(&t, film, seconds);
    else if (given(set, AT_CSV))
        print_csv(&t, film);
    else
        print_table(&t, film, (size_t)fmin(number_or(set, AT_ROWS, 36), MOST_ROWS));
    free(film);
    free(t.row);
    return !status ? STATUS_DONE : status == ABUT_BAD_VALUE ? STATUS_USAGE : STATUS_FAILED;
}
#else
static int run_cycle(flag_set *set) {
    complain(set->command->name, "not part of this build: it was made without FFTW (ABUT_FIELD)");
    return STATUS_USAGE;
}
#endif

const cli_command command_ehl_cycle = {
    .info = {.name = "ehl cycle",
             .usage = "TABLE --length L --eta0 E --alpha A [--speed W | --period T] [flags]",
             .summary = "film of a line contact through a history of load and speed",
             .flags = cycle_flags,
             .words_max = 1,
             .notes =
                 "The table: CSV with a line of names; t (s) or, with --speed, angle (rad); force (N), rho_x (1/m), "
                 "u_sum (m/s);\nother columns are left alone. `abut cam MODEL --csv` writes one. Forces are given: "
                 "bodies do not answer.\n"
                 "\nexample: abut cam model.yaml --csv >cycle.csv\n"
                 "         abut ehl cycle cycle.csv --speed '1500 rpm' --length '12 mm' --eta0 '2 mPa s' --alpha '12 "
                 "1/GPa'\n"},
    .run = run_cycle,
};
