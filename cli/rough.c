/* abut rough: a height map: its figures, spectrum and load curve, and the table that laws take. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/result.h"
#include "abut/rough.h"
#include "abut/text.h"
#include "calculator.h"
#include "complain.h"
#include "handy.h"
#include "rough_output.h"

enum {
    AT_LX,
    AT_LY,
    AT_HEIGHT_UNIT,
    AT_LENGTH_UNIT,
    AT_GENERATED,
    AT_PERIODIC,
    AT_LEVEL,
    AT_LAMBDA_C,
    AT_LAMBDA_S,
    AT_N,
    AT_HURST,
    AT_RMS_SLOPE,
    AT_RMS_HEIGHT,
    AT_ROLL_OFF,
    AT_CUT_OFF,
    AT_SEED,
    AT_MATERIALS,
    AT_LOW = AT_MATERIALS + MATERIAL_FLAGS,
    AT_HIGH,
    AT_ROWS,
    AT_WINDOWS,
    AT_FIGURES,
    AT_TABLE,
    AT_MAP,
    AT_OUT,
    AT_NO_REPORT,
    AT_JSON
};

static const flag_info rough_flags[] = {
    [AT_LX] = {"lx", FLAG_QUANTITY, "m", .meaning = "length of the map along its rows, where the file does not say it"},
    [AT_LY] = {"ly", FLAG_QUANTITY, "m", .preset = "square cells", .meaning = "the same across them"},
    [AT_HEIGHT_UNIT] = {"height-unit", FLAG_QUANTITY, "m",
                        .meaning = "unit of the heights, where the file does not say it: '1 um'"},
    [AT_LENGTH_UNIT] = {"length-unit", FLAG_QUANTITY, "m",
                        .meaning = "unit of the sizes of a file that has sizes without unit (Surfer)"},
    [AT_GENERATED] = {"generated", FLAG_SWITCH,
                      .meaning = "the map is not a measurement: labelled so in all that is made of it"},
    [AT_PERIODIC] = {"periodic", FLAG_SWITCH,
                     .meaning = "the map goes on at its other side; otherwise it is mirrored at its edges"},
    [AT_LEVEL] = {"level", FLAG_WORD, .preset = "plane; periodic: mean",
                  .meaning = "what is taken out first: none, mean, plane or quadratic"},
    [AT_LAMBDA_C] = {"lambda-c", FLAG_QUANTITY, "m",
                     .meaning = "Gaussian filter: waves longer than this are taken out"},
    [AT_LAMBDA_S] = {"lambda-s", FLAG_QUANTITY, "m",
                     .meaning = "Gaussian filter: waves shorter than this are taken out"},
    [AT_N] = {"n", FLAG_QUANTITY, "1", .preset = "256", .meaning = "of a generated map: cells along each side"},
    [AT_HURST] = {"hurst", FLAG_QUANTITY, "1",
                  .meaning = "instead of FILE: a generated self-affine map with this exponent, 0 to 1, periodic"},
    [AT_RMS_SLOPE] = {"rms-slope", FLAG_QUANTITY, "1", .meaning = "of a generated map: this, or"},
    [AT_RMS_HEIGHT] = {"rms-height", FLAG_QUANTITY, "m", .meaning = "its r.m.s. height"},
    [AT_ROLL_OFF] = {"roll-off", FLAG_QUANTITY, "m", .preset = "lx",
                     .meaning = "of a generated map: wavelength from which on the spectrum is flat"},
    [AT_CUT_OFF] = {"cut-off", FLAG_QUANTITY, "m", .preset = "two cells",
                    .meaning = "of a generated map: shortest wavelength"},
    [AT_SEED] = {"seed", FLAG_QUANTITY, "1", .preset = "1", .meaning = "of its random numbers"},
    MATERIAL_ROWS(AT_MATERIALS),
    [AT_LOW] = {"pressure-low", FLAG_QUANTITY, "Pa", .preset = "0.002 Sdq E*", .meaning = "least mean pressure"},
    [AT_HIGH] = {"pressure-high", FLAG_QUANTITY, "Pa", .preset = "0.5 Sdq E*", .meaning = "greatest mean pressure"},
    [AT_ROWS] = {"rows", FLAG_QUANTITY, "1", .preset = "24", .meaning = "loads, 6 to 64"},
    [AT_WINDOWS] = {"windows", FLAG_QUANTITY, "1", .preset = "2",
                    .meaning = "parts along each side that give the scatter of a table; 1: no scatter"},
    [AT_FIGURES] = {"figures", FLAG_SWITCH, .meaning = "figures only: no spectrum, no contact"},
    [AT_TABLE] = {"table", FLAG_WORD,
                  .meaning = "write the table for the normal law rough and for roughness to this file"},
    [AT_MAP] = {"map", FLAG_WORD, .meaning = "write the map as it is used to this file, a text matrix"},
    [AT_OUT] = {"out", FLAG_WORD,
                .meaning = "write load_curve.csv, spectrum.csv and report.html, the web page, into this folder"},
    [AT_NO_REPORT] = {"no-report", FLAG_SWITCH, .meaning = "with --out: do not write report.html"},
    [AT_JSON] = {"json", FLAG_SWITCH, .meaning = "print one JSON object, SI"},
    {0},
};

/* ---- the map ---- */
static size_t count_of(flag_set *set, int at, size_t preset, double low, double high) {
    double x = number_or(set, at, (double)preset);
    if (x >= low && x <= high && x == floor(x)) return (size_t)x;
    flags_error(set, "%s: must be a whole number from %g to %g, got %g", set->command->flags[at].name, low, high, x);
    return preset;
}

#ifdef ABUT_FIELD
static void generate(flag_set *set, rough_answer *a) {
    abut_message m = {0};
    size_t n = count_of(set, AT_N, 256, 16, 4096);
    want_given(set, AT_LX);
    want_positive(set, AT_LX, "");
    if (set->errors) return;
    double lx = number(set, AT_LX), seed = number_or(set, AT_SEED, 1);
    const abut_self_affine s = {.nx = n,
                                .ny = n,
                                .lx = lx,
                                .ly = number_or(set, AT_LY, lx),
                                .hurst = number(set, AT_HURST),
                                .roll_off = number_or(set, AT_ROLL_OFF, 0),
                                .cut_off = number_or(set, AT_CUT_OFF, 0),
                                .rms_slope = number_or(set, AT_RMS_SLOPE, 0),
                                .rms_height = number_or(set, AT_RMS_HEIGHT, 0),
                                .seed = seed >= 0 && seed < 1e15 ? (uint64_t)seed : 0};
    if (abut_field_generate(&s, &a->map, &m)) flags_error(set, "%s", m.text);
}

#else
static void generate(flag_set *set, rough_answer *a) {
    (void)a;
    flags_error(set, "generated maps are not part of this build: it was made without FFTW (ABUT_FIELD)");
}
#endif

static void read_map(flag_set *set, rough_answer *a) {
    abut_message m = {0};
    const abut_heights_options o = {.lx = number_or(set, AT_LX, 0),
                                    .ly = number_or(set, AT_LY, 0),
                                    .height_unit = number_or(set, AT_HEIGHT_UNIT, 0),
                                    .length_unit = number_or(set, AT_LENGTH_UNIT, 0),
                                    .generated = given(set, AT_GENERATED)};
    static const int generated[] = {AT_N, AT_RMS_SLOPE, AT_RMS_HEIGHT, AT_ROLL_OFF, AT_CUT_OFF, AT_SEED};
    for (size_t i = 0; i < sizeof generated / sizeof generated[0]; i++)
        if (given(set, generated[i]))
            flags_error(set, "--%s belongs to generated maps: --hurst", set->command->flags[generated[i]].name);
    if (set->errors) return;
    a->file = set->words[0];
    if (!abut_heights_read(a->file, &o, &a->map, &m)) return;
    const char *key = m.place.key;
    const char *hint = !strcmp(key, "lx")            ? "; --lx and --ly give it"
                       : !strcmp(key, "height_unit") ? "; --height-unit gives it"
                       : !strcmp(key, "length_unit") ? "; --length-unit gives it"
                                                     : "";
    flags_error(set, "%s: %s%s", a->file, m.text, m.status == ABUT_MISSING ? hint : "");
    if (m.status == ABUT_NO_MEMORY) set->failed = true;
}

static abut_level level_of(flag_set *set, bool periodic) {
    static const char words[] = "none|mean|plane|quadratic";
    const char *word = word_or(set, AT_LEVEL, NULL), *at = words;
    if (!word) return periodic ? ABUT_LEVEL_MEAN : ABUT_LEVEL_PLANE;
    for (int i = 0; i < 4; i++, at += strcspn(at, "|") + 1)
        if (strlen(word) == strcspn(at, "|") && !strncmp(word, at, strlen(word))) return (abut_level)i;
    flags_error(set, "level: must be one of %s, got '%.60s'", words, word);
    return ABUT_LEVEL_NONE;
}

static void prepare(flag_set *set, rough_answer *a) {
    abut_message m = {0};
    a->periodic = given(set, AT_PERIODIC) || given(set, AT_HURST);
    abut_level level = level_of(set, a->periodic);
    if (set->errors) return;
    if (abut_heights_level(&a->map, level, &m) ||
        abut_heights_filter(&a->map, number_or(set, AT_LAMBDA_C, 0), number_or(set, AT_LAMBDA_S, 0), a->periodic, &m))
        flags_error(set, "%s", m.text);
    else
        (void)abut_heights_statistics_of(&a->map, a->periodic, &a->figures);
}

/* ---- the contact ---- */
#ifdef ABUT_FIELD
static int solve(flag_set *set, rough_answer *a) {
    abut_message m = {0};
    double low = number_or(set, AT_LOW, 0.002 * a->figures.Sdq * a->E_star) / a->E_star,
           high = number_or(set, AT_HIGH, 0.5 * a->figures.Sdq * a->E_star) / a->E_star, p[ABUT_ROUGH_ROWS];
    if (!(low > 0) || !(high > low)) {
        flags_error(set, "the greatest pressure must lie above the least, and both above 0: %g and %g of E*", high,
                    low);
        return STATUS_USAGE;
    }
    for (size_t i = 0; i < a->rows; i++) p[i] = low * pow(high / low, (double)i / (double)(a->rows - 1));
    abut_status status = abut_field_spectrum(&a->map, a->periodic, 32, &a->spectrum, &m);
    if (!status) status = abut_field_load_curve(&a->map, a->periodic, a->rows, p, a->curve, &m);
    const abut_rough_table_def def = {a->rows, low, high, count_of(set, AT_WINDOWS, 2, 1, 8), a->periodic};
    if (!status && given(set, AT_TABLE)) status = abut_field_rough_table(&a->map, &def, &a->table, &m);
    if (!status) return STATUS_DONE;
    flags_error(set, "%s", m.text);
    return status < 0 && status != ABUT_NO_MEMORY ? STATUS_USAGE : STATUS_FAILED;
}

#else
static int solve(flag_set *set, rough_answer *a) {
    (void)a;
    flags_error(
        set,
        "load curves are not part of this build: it was made without FFTW (ABUT_FIELD); --figures leaves them out");
    return STATUS_USAGE;
}
#endif

static int answer_of(flag_set *set, rough_answer *a) {
    bool made = given(set, AT_HURST);
    if (made == (set->word_count > 0)) flags_error(set, "give either FILE, or --hurst for a generated map");
    a->E_star = materials_E_star(set, AT_MATERIALS);
    a->rows = count_of(set, AT_ROWS, 24, 6, ABUT_ROUGH_ROWS);
    a->only_figures = given(set, AT_FIGURES);
    if (given(set, AT_NO_REPORT) && !given(set, AT_OUT)) flags_error(set, "--no-report goes with --out");
    if (a->only_figures && (given(set, AT_TABLE) || given(set, AT_OUT)))
        flags_error(set, "--figures leaves out what --table and --out write");
    if (!set->errors) (made ? generate : read_map)(set, a);
    if (!set->errors) prepare(set, a);
    if (!set->errors && !(a->E_star > 0 && isfinite(a->E_star)))
        flags_error(set, "one of the bodies must not be rigid");
    if (set->errors) return STATUS_USAGE;
    return a->only_figures ? STATUS_DONE : solve(set, a);
}

static int write_files(flag_set *set, const rough_answer *a) {
    abut_message m = {0};
    const char *table = word_or(set, AT_TABLE, NULL), *map = word_or(set, AT_MAP, NULL),
               *out = word_or(set, AT_OUT, NULL);
    bool good = !map || !abut_heights_write(&a->map, map, &m);
    good = good && (!table || rough_write_table(a, table, &m));
    good = good && (!out || rough_write_folder(a, out, &m));
    if (good && out && !given(set, AT_NO_REPORT)) {
        if (abut_report_missing())
            complain(set->command->name, "%s", abut_report_missing());
        else
            good = rough_write_page(a, out, &m);
    }
    if (good) return STATUS_DONE;
    flags_error(set, "%s", m.text);
    return STATUS_FAILED;
}

static int run_rough(flag_set *set) {
    rough_answer *a = calloc(1, sizeof *a);
    if (!a) {
        flags_error(set, "out of memory");
        return STATUS_FAILED;
    }
    int status = answer_of(set, a);
    if (status == STATUS_DONE) status = write_files(set, a);
    if (status == STATUS_DONE) (given(set, AT_JSON) ? rough_print_json : rough_print)(a);
    abut_heights_destroy(&a->map);
    free(a);
    return status;
}

const cli_command command_rough = {
    .info =
        {.name = "rough",
         .usage = "(FILE | --hurst H --lx L (--rms-slope S | --rms-height Q)) [flags]",
         .summary = "a rough surface: figures of a height map, its load curve, tables for laws",
         .flags = rough_flags,
         .words_max = 1,
         .notes =
             "FILE is a text matrix, Gwyddion's text export or .gsf, NumPy .npy or Surfer .grd.\n"
             "The load curve is that of elastic half-spaces without friction whose roughness together is the map: mean "
             "pressure,\nreal area, mean gap. Pressures are for the materials given; all of them go with E*.\n"
             "\nexample: abut rough ground.gsf --level quadratic --table ground.rough\n"
             "         abut rough --hurst 0.8 --lx '1 mm' --rms-slope 0.05 --cut-off '20 um' --map made.txt\n"},
    .run = run_rough,
};
