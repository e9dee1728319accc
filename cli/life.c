/* abut life: rating life of a rolling bearing, basic and modified (ISO 281). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/machine/bearing.h"
#include "abut/text.h"
#include "angles.h"
#include "calculator.h"
#include "handy.h"

enum { AT_KIND, AT_C, AT_P, AT_N, AT_KAPPA, AT_NU, AT_CU, AT_C0, AT_EC, AT_CLEANLINESS, AT_D_PW, AT_JSON };

static const flag_info life_flags[] = {
    [AT_KIND] = {"kind", FLAG_WORD, .preset = "ball", .meaning = "ball, roller, thrust_ball or thrust_roller"},
    [AT_C] = {"C", FLAG_QUANTITY, "N", .meaning = "basic dynamic load rating"},
    [AT_P] = {"P", FLAG_QUANTITY, "N", .meaning = "dynamic equivalent load"},
    [AT_N] = {"n", FLAG_QUANTITY, "rad/s", .meaning = "speed, for hours: '3000 rpm'"},
    [AT_KAPPA] = {"kappa", FLAG_QUANTITY, "1", .meaning = "viscosity ratio, >= 0.1; above 4 taken as 4"},
    [AT_NU] = {"nu", FLAG_QUANTITY, "m^2/s", .meaning = "instead of kappa, with --n and --D-pw: viscosity of the oil"},
    [AT_CU] = {"Cu", FLAG_QUANTITY, "N", .meaning = "fatigue load limit"},
    [AT_C0] = {"C0", FLAG_QUANTITY, "N", .meaning = "instead of Cu, with --D-pw: basic static load rating"},
    [AT_EC] = {"eC", FLAG_QUANTITY, "1", .meaning = "contamination factor, 0 .. 1"},
    [AT_CLEANLINESS] = {"cleanliness", FLAG_WORD,
                        .meaning = "instead of eC, with --D-pw: extreme, high, normal, slight, typical, severe or "
                                   "very_severe"},
    [AT_D_PW] = {"D-pw", FLAG_QUANTITY, "m", .meaning = "pitch diameter"},
    [AT_JSON] = {"json", FLAG_SWITCH, .meaning = "print one JSON object; lives in millions of revolutions and hours"},
    {0},
};

typedef struct life_input {
    abut_bearing_kind kind;
    const char *word;
    double C, P, n, D_pw;
    double kappa, nu1, Cu, e_C; /* NaN: not known */
    bool modified;
} life_input;

typedef struct life_answer {
    double exponent, L10, L10_hours, a_iso, L10m, L10m_hours; /* millions of revolutions */
} life_answer;

/* ---- reading the flags ---- */
static void read_kind(flag_set *set, life_input *in) {
    static const char *const words[] = {"ball", "roller", "thrust_ball", "thrust_roller"};
    in->word = word_or(set, AT_KIND, "ball");
    for (int i = 0; i < 4; i++)
        if (!strcmp(in->word, words[i])) {
            in->kind = (abut_bearing_kind)i;
            return;
        }
    flags_error(set, "kind: must be ball, roller, thrust_ball or thrust_roller, got '%.60s'", in->word);
}

/* One of two flags, the second with others beside it. */
static bool one_of(flag_set *set, int at, int other) {
    exclude(set, at, other);
    if (given(set, at) || given(set, other)) return true;
    flags_error(set, "--%s or --%s is missing for the modified life", life_flags[at].name, life_flags[other].name);
    return false;
}

static void read_kappa(flag_set *set, life_input *in) {
    if (!one_of(set, AT_KAPPA, AT_NU)) return;
    in->kappa = number_or(set, AT_KAPPA, nan(""));
    if (in->n != 0 && in->D_pw > 0) (void)abut_iso281_nu1(in->n, in->D_pw, &in->nu1);
    if (given(set, AT_NU)) {
        want_positive(set, AT_NU, "");
        want_given(set, AT_N);
        want_given(set, AT_D_PW);
        in->kappa = number(set, AT_NU) / in->nu1;
    }
    if (in->kappa < 0.1)
        flags_error(set, "kappa: %.4g is below 0.1, where ISO 281 gives no factor for the modified life", in->kappa);
}

static void read_limit(flag_set *set, life_input *in) {
    if (!one_of(set, AT_CU, AT_C0)) return;
    want_positive(set, AT_CU, "");
    want_positive(set, AT_C0, "");
    in->Cu = number_or(set, AT_CU, nan(""));
    if (!given(set, AT_C0)) return;
    want_given(set, AT_D_PW);
    (void)abut_iso281_limit(in->kind, number(set, AT_C0), in->D_pw, &in->Cu);
}

static void read_cleanliness(flag_set *set, life_input *in) {
    if (!one_of(set, AT_EC, AT_CLEANLINESS)) return;
    in->e_C = number_or(set, AT_EC, nan(""));
    if (in->e_C < 0 || in->e_C > 1) flags_error(set, "eC: must lie within 0 and 1, got %g", in->e_C);
    if (!given(set, AT_CLEANLINESS)) return;
    const char *word = word_or(set, AT_CLEANLINESS, "");
    double e_C; /* a diameter that is missing is not the word's fault */
    want_given(set, AT_D_PW);
    if (abut_iso281_cleanliness(word, in->D_pw > 0 ? in->D_pw : 1, &e_C) == ABUT_UNKNOWN_NAME)
        flags_error(set,
                    "cleanliness: must be extreme, high, normal, slight, typical, severe or very_severe, got '%.60s'",
                    word);
    in->e_C = e_C;
}

static life_input read_input(flag_set *set) {
    static const int modified[] = {AT_KAPPA, AT_NU, AT_CU, AT_C0, AT_EC, AT_CLEANLINESS};
    life_input in = {.kappa = nan(""), .nu1 = nan(""), .Cu = nan(""), .e_C = nan("")};
    read_kind(set, &in);
    want_given(set, AT_C);
    want_given(set, AT_P);
    want_positive(set, AT_C, "");
    want_positive(set, AT_P, "");
    want_positive(set, AT_D_PW, "");
    if (good(set, AT_N) && number(set, AT_N) == 0) flags_error(set, "n: must not be 0: hours need a speed");
    in.C = number(set, AT_C), in.P = number(set, AT_P), in.n = fabs(number(set, AT_N)), in.D_pw = number(set, AT_D_PW);
    for (size_t i = 0; i < sizeof modified / sizeof modified[0]; i++) in.modified |= given(set, modified[i]);
    if (!in.modified) return in;
    read_kappa(set, &in);
    read_limit(set, &in);
    read_cleanliness(set, &in);
    return in;
}

/* ---- the answer ---- */
static life_answer answer_of(const life_input *in) {
    bool roller = in->kind == ABUT_RADIAL_ROLLER || in->kind == ABUT_THRUST_ROLLER;
    life_answer a = {.exponent = roller ? 10 / 3.0 : 3, .a_iso = nan("")};
    double hours = 1e6 * TURN / (3600 * in->n); /* of a million revolutions */
    a.L10 = pow(in->C / in->P, a.exponent);
    if (in->modified) (void)abut_iso281_a(in->kind, in->kappa, in->e_C, in->Cu / in->P, &a.a_iso);
    a.L10m = a.a_iso * a.L10;
    a.L10_hours = a.L10 * hours;
    a.L10m_hours = a.L10m * hours;
    return a;
}

static void print_json(const life_input *in, const life_answer *a) {
    abut_json j = abut_json_start(stdout);
    abut_json_string(&j, "kind", in->word);
    abut_json_number(&j, "exponent", a->exponent);
    abut_json_number(&j, "L10", a->L10);
    abut_json_number(&j, "L10_hours", a->L10_hours);
    abut_json_number(&j, "kappa", in->kappa);
    abut_json_number(&j, "nu1", in->nu1);
    abut_json_number(&j, "e_C", in->e_C);
    abut_json_number(&j, "Cu", in->Cu);
    abut_json_number(&j, "a_iso", a->a_iso);
    abut_json_number(&j, "L10m", a->L10m);
    abut_json_number(&j, "L10m_hours", a->L10m_hours);
    abut_json_end(&j);
}

static void print_life(const char *name, double millions, double hours) {
    (void)printf("%-16s %14.6g million revolutions", name, millions);
    if (isfinite(hours)) (void)printf(" %14.6g h", hours);
    (void)printf("\n");
}

static void print_table(const life_input *in, const life_answer *a) {
    (void)printf("%s bearing, life of 90 %% by ISO 281\n\n", in->word);
    print_life("L10", a->L10, a->L10_hours);
    if (!in->modified) return;
    (void)printf("%-16s %14.6g\n", "kappa", in->kappa);
    (void)printf("%-16s %14.6g\n", "e_C Cu/P", in->e_C * in->Cu / in->P);
    (void)printf("%-16s %14.6g\n", "a_ISO", a->a_iso);
    print_life("L10m", a->L10m, a->L10m_hours);
}

static int run_life(flag_set *set) {
    life_input in = read_input(set);
    if (set->errors) return STATUS_USAGE;
    life_answer a = answer_of(&in);
    if (!isfinite(a.L10) || (in.modified && !isfinite(a.L10m))) {
        flags_error(set, "the result is beyond the range of numbers");
        return STATUS_FAILED;
    }
    (given(set, AT_JSON) ? print_json : print_table)(&in, &a);
    return STATUS_DONE;
}

const cli_command command_life = {
    .info = {.name = "life",
             .usage =
                 "--C C --P P [--n N] [(--kappa KAPPA | --nu NU) (--Cu CU | --C0 C0) (--eC E | --cleanliness WORD)] "
                 "[flags]",
             .summary = "rating life of a rolling bearing, basic and modified",
             .flags = life_flags,
             .notes = "A value is a bare number (SI) or carries a unit: 20 kN, 3000 rpm, 46 mm, 68 mm^2/s.\n"
                      "Lubrication, fatigue limit and cleanliness together give the modified life L10m = a_ISO L10.\n"
                      "\nexample: abut life --C '19.5 kN' --P '2 kN' --n '3000 rpm' --nu '20 mm^2/s' --D-pw '46 mm' "
                      "--Cu '480 N' --cleanliness normal\n"},
    .run = run_life,
};
