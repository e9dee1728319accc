/* abut point: one point contact by a normal law. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/abut.h"
#include "abut/text.h"
#include "calculator.h"
#include "handy.h"

enum {
    AT_P,
    AT_Q,
    AT_RADII,
    AT_ANGLE,
    AT_MATERIALS,
    AT_APPROACH = AT_MATERIALS + MATERIAL_FLAGS,
    AT_FORCE,
    AT_LAW,
    AT_JSON
};

static const flag_info point_flags[] = {
    [AT_P] = {"P", FLAG_QUANTITY, "1/m", .meaning = "gap of the surfaces z = P x^2 + Q y^2, 0 < P <= Q"},
    [AT_Q] = {"Q", FLAG_QUANTITY, "1/m", .meaning = "see P"},
    [AT_RADII] = {"radii", FLAG_LIST, "m", 4, true,
                  .meaning =
                      "instead of P and Q: R1a,R2a,R1b,R2b, principal radii of A, then of B; inf: flat, < 0: hollow"},
    [AT_ANGLE] = {"angle", FLAG_QUANTITY, "rad", .preset = "0",
                  .meaning = "between the first principal directions of A and B"},
    MATERIAL_ROWS(AT_MATERIALS),
    [AT_APPROACH] = {"approach", FLAG_QUANTITY, "m",
                     .meaning = "how far the bodies come together, >= 0; or give the force"},
    [AT_FORCE] = {"force", FLAG_QUANTITY, "N", .meaning = "normal force, >= 0; or give the approach"},
    [AT_LAW] = {"law", FLAG_WORD, .preset = "hertz",
                .meaning = "normal law: hertz, volumetric, volumetric_vilke; see 'abut list normal'"},
    [AT_JSON] = {"json", FLAG_SWITCH, .meaning = "print one JSON object, SI"},
    {0},
};

typedef struct point_input {
    double P, Q;            /* 1/m */
    double E_star;          /* Pa */
    double approach, force; /* m, N; one of them is NaN */
    const char *law;
} point_input;

/* ---- reading the flags ---- */
static void read_curvatures(flag_set *set, point_input *in) {
    if (!given(set, AT_P) && !given(set, AT_Q)) flags_error(set, "give --P and --Q, or --radii");
    if (given(set, AT_P) != given(set, AT_Q)) flags_error(set, "--%s is missing", given(set, AT_P) ? "Q" : "P");
    if (given(set, AT_ANGLE)) flags_error(set, "--angle goes with --radii");
    want_positive(set, AT_P, ": the surfaces conform, a point contact law does not apply");
    want_positive(set, AT_Q, "");
    in->P = number(set, AT_P);
    in->Q = number(set, AT_Q);
    if (good(set, AT_P) && good(set, AT_Q) && in->P > in->Q && in->Q > 0)
        flags_error(set, "P <= Q is wanted, got P = %g 1/m and Q = %g 1/m: swap them", in->P, in->Q);
}

static void read_radii(flag_set *set, point_input *in) {
    static const char *const names[] = {"R1a", "R2a", "R1b", "R2b"};
    const double *radii = set->value[AT_RADII].number;
    exclude(set, AT_RADII, AT_P);
    exclude(set, AT_RADII, AT_Q);
    if (!good(set, AT_RADII)) return;
    bool zero = false;
    for (int i = 0; i < 4; i++) {
        if (radii[i] == 0) flags_error(set, "radii: %s must not be zero", names[i]);
        zero = zero || radii[i] == 0;
    }
    if (zero || (given(set, AT_ANGLE) && !good(set, AT_ANGLE))) return;
    abut_status status = abut_relative_curvature(radii, radii + 2, number(set, AT_ANGLE), &in->P, &in->Q);
    if (status == ABUT_CONFORMING)
        flags_error(set,
                    "radii: the surfaces conform or touch along a line (P <= 0): a point contact law does not apply");
    else if (status)
        flags_error(set, "radii: %s", abut_status_text(status));
}

static void read_load(flag_set *set, point_input *in) {
    exclude(set, AT_APPROACH, AT_FORCE);
    if (!given(set, AT_APPROACH) && !given(set, AT_FORCE)) flags_error(set, "give one of --approach and --force");
    want_not_negative(set, AT_APPROACH);
    want_not_negative(set, AT_FORCE);
    in->approach = number_or(set, AT_APPROACH, nan(""));
    in->force = number_or(set, AT_FORCE, nan(""));
}

/* ---- the law ---- */
static bool is_point_law(const abut_type *type) {
    abut_hertz out;
    abut_message message = {0};
    abut_choice law = {.type = type->name};
    return !strcmp(type->kind, "normal") && abut_point_contact(&law, 1, 1, 1, 1e-6, nan(""), &out, &message) == ABUT_OK;
}

/* The name must be registered; whether the law is one of point contact, the computation says. */
static void check_law(flag_set *set, const char *law) {
    if (abut_registry_find(NULL, "normal", law)) return;
    abut_nearest best = {0};
    char hint[80], names[240] = "";
    for (size_t i = 0; i < abut_registry_count(NULL); i++) {
        const abut_type *type = abut_registry_at(NULL, i);
        if (!is_point_law(type)) continue;
        abut_nearest_offer(&best, law, type->name);
        size_t used = strlen(names);
        (void)snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "", type->name);
    }
    flags_error(set, "law: there is no normal law '%.60s'%s (laws: %s)", law,
                abut_nearest_hint(&best, hint, sizeof hint), names);
}

/* ---- the answer ---- */
static void print_json(const point_input *in, const abut_hertz *r) {
    const struct {
        const char *key;
        double value;
    } rows[] = {
        {"force", r->force},
        {"approach", r->approach},
        {"a", r->a},
        {"b", r->b},
        {"p_max", r->p_max},
        {"p_mean", r->p_mean},
        {"stiffness", r->stiffness},
        {"energy", r->energy},
        {"P", in->P},
        {"Q", in->Q},
        {"C", in->P / in->Q},
        {"eccentricity2", r->eccentricity2},
        {"dF_dP", r->dF_dP},
        {"dF_dQ", r->dF_dQ},
    };
    abut_json j = abut_json_start(stdout);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) abut_json_number(&j, rows[i].key, rows[i].value);
    abut_json_string(&j, "law", in->law);
    abut_json_number(&j, "E_star", in->E_star);
    abut_json_end(&j);
}

static void print_table(const point_input *in, const abut_hertz *r) {
    (void)printf("point contact by the law '%s'\n\n", in->law);
    handy_heading();
    handy_line("force", r->force, "N");
    handy_line("approach", r->approach, "m");
    handy_line("semi-axis a", r->a, "m");
    handy_line("semi-axis b", r->b, "m");
    handy_line("p_max", r->p_max, "Pa");
    handy_line("p_mean", r->p_mean, "Pa");
    handy_line("stiffness", r->stiffness, "N/m");
    handy_line("energy", r->energy, "J");
    handy_line("P", in->P, "1/m");
    handy_line("Q", in->Q, "1/m");
    handy_line("C = P/Q", in->P / in->Q, "1");
    handy_line("eccentricity^2", r->eccentricity2, "1");
    handy_line("dF/dP", r->dF_dP, "N m");
    handy_line("dF/dQ", r->dF_dQ, "N m");
    handy_line("E*", in->E_star, "Pa");
}

static bool finite_result(const abut_hertz *r) {
    const double all[] = {r->force,     r->approach, r->a,     r->b,     r->p_max,        r->p_mean,
                          r->stiffness, r->energy,   r->dF_dP, r->dF_dQ, r->eccentricity2};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (!isfinite(all[i])) return false;
    return true;
}

static int answer(flag_set *set, const point_input *in) {
    abut_choice law = {.type = in->law};
    abut_message message = {0};
    abut_hertz result = {0};
    abut_status status = abut_point_contact(&law, in->P, in->Q, in->E_star, in->approach, in->force, &result, &message);
    if (status) {
        flags_error(set, "%s", message.text[0] ? message.text : abut_status_text(status));
        bool request = (status < 0 && status != ABUT_NO_MEMORY) || status == ABUT_CONFORMING;
        return request ? STATUS_USAGE : STATUS_FAILED;
    }
    if (!finite_result(&result)) {
        flags_error(set, "the result is beyond the range of numbers");
        return STATUS_FAILED;
    }
    (given(set, AT_JSON) ? print_json : print_table)(in, &result);
    return STATUS_DONE;
}

static int run_point(flag_set *set) {
    point_input in = {.law = word_or(set, AT_LAW, abut_registry_meaning(NULL, "normal").usual->name)};
    (given(set, AT_RADII) ? read_radii : read_curvatures)(set, &in);
    in.E_star = materials_E_star(set, AT_MATERIALS);
    read_load(set, &in);
    check_law(set, in.law);
    return set->errors ? STATUS_USAGE : answer(set, &in);
}

const cli_command command_point = {
    .info =
        {.name = "point",
         .usage = "(--P P --Q Q | --radii R1a,R2a,R1b,R2b) (--approach H | --force F) [flags]",
         .summary = "force, ellipse and pressure of one point contact",
         .flags = point_flags,
         .notes =
             "A value is a bare number (SI) or carries a unit: 10 um, 206 GPa, 5 deg.\n"
             "With a law other than hertz, a, b and p_max are those of the Hertz ellipse at the same P, Q and force.\n"
             "\nexample: abut point --radii '10 mm,10 mm,inf,inf' --force '50 N'\n"},
    .run = run_point,
};
