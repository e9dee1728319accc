/* abut film: film thickness of one lubricated contact. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/lubrication.h"
#include "abut/text.h"
#include "calculator.h"
#include "handy.h"

enum {
    AT_CONTACT,
    AT_FORCE,
    AT_RHO_X,
    AT_RHO_Y,
    AT_LENGTH,
    AT_U_SUM,
    AT_ETA0,
    AT_ALPHA,
    AT_MATERIALS,
    AT_LAW = AT_MATERIALS + MATERIAL_FLAGS,
    AT_BLEND,
    AT_COMPRESSIBLE,
    AT_INCOMPRESSIBLE,
    AT_THERMAL,
    AT_STARVATION,
    AT_U_EPS,
    AT_HEATING,
    AT_BETA,
    AT_CONDUCTIVITY,
    AT_U_STARVE,
    AT_TABLE,
    AT_OUTSIDE,
    AT_JSON
};

static const flag_info film_flags[] = {
    [AT_CONTACT] = {"contact", FLAG_WORD, .meaning = "line or point"},
    [AT_FORCE] = {"force", FLAG_QUANTITY, "N", .meaning = "normal force, > 0"},
    [AT_RHO_X] = {"rho-x", FLAG_QUANTITY, "1/m",
                  .meaning = "sum of the curvatures of both bodies in the direction of rolling, > 0"},
    [AT_RHO_Y] = {"rho-y", FLAG_QUANTITY, "1/m", .meaning = "of a point contact: the same across it, at most rho-x"},
    [AT_LENGTH] = {"length", FLAG_QUANTITY, "m", .meaning = "of a line contact"},
    [AT_U_SUM] = {"u-sum", FLAG_QUANTITY, "m/s",
                  .meaning = "sum of the surface speeds u1 + u2, relative to the contact"},
    [AT_ETA0] = {"eta0", FLAG_QUANTITY, "Pa s", .meaning = "viscosity at ambient pressure"},
    [AT_ALPHA] = {"alpha", FLAG_QUANTITY, "1/Pa", .meaning = "pressure-viscosity coefficient"},
    MATERIAL_ROWS(AT_MATERIALS),
    [AT_LAW] = {"law", FLAG_WORD, .preset = "moes_line or nvm", .meaning = "film law, see 'abut list film'"},
    [AT_BLEND] = {"blend", FLAG_WORD, .preset = "RI", .meaning = "of the law nvm: RI or EP"},
    [AT_COMPRESSIBLE] = {"compressible", FLAG_SWITCH,
                         .meaning = "divide the central film by the density ratio at the Hertz pressure"},
    [AT_INCOMPRESSIBLE] = {"incompressible", FLAG_SWITCH, .meaning = "do not: the default of all laws but nvm"},
    [AT_THERMAL] = {"thermal", FLAG_QUANTITY, "1", .preset = "1", .meaning = "factor for heating of the inlet, <= 1"},
    [AT_STARVATION] = {"starvation", FLAG_QUANTITY, "1", .preset = "1", .meaning = "factor for a starved inlet, <= 1"},
    [AT_U_EPS] = {"u-eps", FLAG_QUANTITY, "m/s", .preset = "0",
                  .meaning = "sqrt(u-sum^2 + u-eps^2) stands for the speed"},
    [AT_HEATING] = {"heating", FLAG_SWITCH,
                    .meaning = "factor for heating of the inlet by beta and conductivity, instead of thermal"},
    [AT_BETA] = {"beta", FLAG_QUANTITY, "1/K", .meaning = "of the lubricant, -d ln(eta0)/dT; with heating"},
    [AT_CONDUCTIVITY] = {"conductivity", FLAG_QUANTITY, "W/(m K)", .meaning = "of the lubricant; with heating"},
    [AT_U_STARVE] = {"u-starve", FLAG_QUANTITY, "m/s",
                     .meaning = "factor exp(-u-sum/u-starve) for a starved inlet, instead of starvation"},
    [AT_TABLE] = {"table", FLAG_WORD, .preset = "that of the library",
                  .meaning = "of the law ehl_table: file made by 'abut ehl table'"},
    [AT_OUTSIDE] = {"outside", FLAG_WORD, .preset = "refuse",
                    .meaning = "of the law ehl_table: beyond the table refuse, or take the formula"},
    [AT_JSON] = {"json", FLAG_SWITCH, .meaning = "print one JSON object, SI"},
    {0},
};

/* ---- reading the flags ---- */
static bool read_kind(flag_set *set) {
    const char *kind = word_or(set, AT_CONTACT, "");
    bool line = !strcmp(kind, "line");
    if (!given(set, AT_CONTACT))
        flags_error(set, "--contact is missing: line or point");
    else if (!line && strcmp(kind, "point") != 0)
        flags_error(set, "contact: must be line or point, got '%.60s'", kind);
    else if (given(set, line ? AT_RHO_Y : AT_LENGTH))
        flags_error(set, "--%s does not belong to a %s contact", line ? "rho-y" : "length", kind);
    else
        want_given(set, line ? AT_LENGTH : AT_RHO_Y);
    return line;
}

static abut_film_in read_input(flag_set *set) {
    static const int wanted[] = {AT_FORCE, AT_RHO_X, AT_U_SUM, AT_ETA0, AT_ALPHA};
    bool line = read_kind(set);
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) want_given(set, wanted[i]);
    return (abut_film_in){
        .line = line,
        .force = number(set, AT_FORCE),
        .rho_x = number(set, AT_RHO_X),
        .rho_y = number(set, AT_RHO_Y),
        .length = number(set, AT_LENGTH),
        .u_sum = number(set, AT_U_SUM),
        .eta0 = number(set, AT_ETA0),
        .alpha = number(set, AT_ALPHA),
        .E_prime = 2 * materials_E_star(set, AT_MATERIALS),
        .beta = number(set, AT_BETA),
        .conductivity = number(set, AT_CONDUCTIVITY),
    };
}

enum { TABLE_SIZE = 1 << 20 };

/* The bytes live as long as the program. */
static abut_param read_table(flag_set *set) {
    static unsigned char bytes[TABLE_SIZE];
    const char *path = word_or(set, AT_TABLE, "");
    FILE *file = fopen(path, "rb");
    size_t count = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (!count) flags_error(set, "table: '%.200s' cannot be read", path);
    if (file) (void)fclose(file);
    return (abut_param){.name = "table", .data = bytes, .count = count};
}

static abut_film_law read_law(flag_set *set, bool line) {
    static const struct {
        int at;
        const char *name;
    } options[] = {
        {AT_BLEND, "blend"},       {AT_COMPRESSIBLE, "compressible"},
        {AT_THERMAL, "thermal"},   {AT_STARVATION, "starvation"},
        {AT_U_EPS, "u_eps"},       {AT_HEATING, "heating"},
        {AT_U_STARVE, "u_starve"}, {AT_OUTSIDE, "outside"},
    };
    abut_choice choice = {.type = word_or(set, AT_LAW, NULL)};
    int count = 0;
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        int at = options[i].at;
        if (!given(set, at)) continue;
        double value = at == AT_COMPRESSIBLE ? 1 : number(set, at);
        choice.params[count++] = (abut_param){
            .name = options[i].name, .value = value, .text = at == AT_HEATING ? "inlet" : set->value[at].text};
    }
    if (given(set, AT_COMPRESSIBLE) && given(set, AT_INCOMPRESSIBLE))
        flags_error(set, "--compressible and --incompressible exclude each other");
    else if (given(set, AT_INCOMPRESSIBLE))
        choice.params[count++] = (abut_param){.name = "compressible", .value = 0};
    if (given(set, AT_TABLE)) choice.params[count++] = read_table(set);
    if (set->errors) return (abut_film_law){0};
    abut_film_law law;
    abut_message message;
    if (abut_film_choose(&choice, line, &law, &message)) flags_error(set, "%s", message.text);
    return law;
}

/* ---- the answer ---- */
typedef struct answer {
    abut_film_in in;
    const char *law;
    abut_film_out film;
    bool solved; /* the law is a table of solved contacts: */
    abut_ehl_table_out table;
    double separation, stiffness, damping, rolling; /* m, N/m, N s/m, N */
} answer;

/* What the table says of the contact, in units. Rolling resistance of ellipses: with oil from R/2 before the contact on. */
static void fill_solved(answer *a, const abut_film_law *law) {
    const abut_ehl_table_out *t = &a->table;
    const abut_film_in *in = &a->in;
    a->solved = law->table && !abut_ehl_table_at(law, a->film.M, a->film.L, a->film.D, &a->table, NULL);
    if (!a->solved) return;
    double R = 1 / in->rho_x, U = in->eta0 * in->u_sum / (in->E_prime * R), unit = R * sqrt(U);
    double b = sqrt(8 * in->force * R / (acos(-1) * in->E_prime * in->length)), length = in->length;
    a->rolling = in->E_prime * R * length * pow(U, 0.75) * t->rolling;
    if (!in->line) {
        abut_hertz dry;
        if (abut_hertz_from_force(0.5 * in->rho_y, 0.5 * in->rho_x, 0.5 * in->E_prime, in->force, &dry)) return;
        b = dry.b;
        length = acos(-1) / 2 * dry.a;
        a->rolling = in->E_prime * R * R * U * (t->rolling + t->rolling_by_ln * log(0.5 / (t->inlet * pow(U, 0.25))));
    }
    a->separation = t->separation * unit;
    a->stiffness = t->stiffness * in->force / (a->film.M * unit);
    a->damping = t->damping * in->E_prime * a->separation * length * R / (2 * b * in->u_sum);
}

/* Without speed or viscosity there are no numbers M, L, H: null. */
static double if_film(const answer *a, double x) { return a->film.M > 0 ? x : nan(""); }

static void print_json(const answer *a) {
    const abut_film_out *o = &a->film;
    abut_json j = abut_json_start(stdout);
    abut_json_number(&j, "M", if_film(a, o->M));
    abut_json_number(&j, "L", if_film(a, o->L));
    abut_json_number(&j, "D", a->in.line ? nan("") : o->D);
    abut_json_number(&j, "H", if_film(a, o->H));
    abut_json_number(&j, "h_c", o->h_c);
    abut_json_number(&j, "h_min", o->h_min);
    abut_json_begin(&j, "regimes", '{');
    abut_json_number(&j, "RI", if_film(a, o->RI));
    abut_json_number(&j, "EI", if_film(a, o->EI));
    abut_json_number(&j, "RP", if_film(a, o->RP));
    abut_json_number(&j, "EP", if_film(a, o->EP));
    abut_json_end(&j);
    abut_json_number(&j, "dh_dF", o->dh_dF);
    abut_json_number(&j, "dh_du", o->dh_du);
    abut_json_number(&j, "dh_drho_x", o->dh_drho_x);
    abut_json_number(&j, "dh_drho_y", a->in.line ? nan("") : o->dh_drho_y);
    abut_json_number(&j, "regime", o->regime);
    abut_json_string(&j, "law", a->law);
    abut_json_number(&j, "E_prime", a->in.E_prime);
    if (a->solved) {
        abut_json_number(&j, "error_bound", a->table.bound);
        abut_json_number(&j, "error_bound_min", a->table.bound_min);
        abut_json_number(&j, "separation", a->separation);
        abut_json_number(&j, "film_stiffness", a->stiffness);
        abut_json_number(&j, "film_damping", a->damping);
        abut_json_number(&j, "rolling_force", a->rolling);
        abut_json_number(&j, "error_bound_separation", a->table.bound_separation);
        abut_json_number(&j, "error_bound_damping", a->table.bound_damping);
        abut_json_number(&j, "error_bound_rolling", a->table.bound_rolling);
    }
    abut_json_end(&j);
}

static void print_table(const answer *a) {
    const abut_film_out *o = &a->film;
    (void)printf("%s contact, film by the law '%s'\n\n", a->in.line ? "line" : "point", a->law);
    handy_heading();
    handy_line("h_c", o->h_c, "m");
    handy_line("h_min", o->h_min, "m");
    if (o->M > 0) {
        handy_line("M", o->M, "1");
        handy_line("L", o->L, "1");
        if (!a->in.line) handy_line("D", o->D, "1");
        handy_line("H", o->H, "1");
        handy_line("H of RI", o->RI, "1");
        handy_line("H of EI", o->EI, "1");
        handy_line("H of RP", o->RP, "1");
        handy_line("H of EP", o->EP, "1");
        handy_line("dh_c/dF", o->dh_dF, "m/N");
        handy_line("dh_c/du", o->dh_du, "s");
        handy_line("dh_c/drho_x", o->dh_drho_x, "m^2");
        if (!a->in.line) handy_line("dh_c/drho_y", o->dh_drho_y, "m^2");
        if (o->p_max > 0) handy_line("p_max, dry", o->p_max, "Pa");
    }
    handy_line("E'", a->in.E_prime, "Pa");
    if (!a->solved) return;
    handy_line("bound of error", a->table.bound, "1");
    handy_line("of h_min", a->table.bound_min, "1");
    handy_line("separation", a->separation, "m");
    handy_line("film stiffness", a->stiffness, "N/m");
    handy_line("film damping", a->damping, "N s/m");
    handy_line("rolling force", a->rolling, "N");
}

static int run_film(flag_set *set) {
    answer a = {.in = read_input(set)};
    abut_film_law law = read_law(set, a.in.line);
    if (set->errors) return STATUS_USAGE;
    a.law = word_or(set, AT_LAW, abut_registry_meaning(NULL, a.in.line ? "film/line" : "film").usual->name);
    abut_message message;
    abut_status status = abut_film_eval(&law, &a.in, &a.film, &message);
    if (status) {
        flags_error(set, "%s", message.text);
        return status < 0 || status == ABUT_CONFORMING || status == ABUT_OUTSIDE_DOMAIN ? STATUS_USAGE : STATUS_FAILED;
    }
    fill_solved(&a, &law);
    (given(set, AT_JSON) ? print_json : print_table)(&a);
    return STATUS_DONE;
}

const cli_command command_film = {
    .info = {.name = "film",
             .usage = "--contact (line --length L | point --rho-y RHO) --force F --rho-x RHO --u-sum U --eta0 ETA "
                      "--alpha ALPHA [flags]",
             .summary = "thickness of the lubricant film of one rolling contact",
             .flags = film_flags,
             .notes =
                 "A value is a bare number (SI) or carries a unit: 10 um, 206 GPa, 20 1/GPa, 5 mPa.s.\n"
                 "H and the regimes (rigid or elastic bodies, isoviscous or piezoviscous lubricant) are films in the "
                 "unit R_x U^(1/2).\n"
                 "\nexample: abut film --contact line --force '2 kN' --length '10 mm' --rho-x '100 1/m' "
                 "--u-sum '10 m/s' --eta0 '10 mPa.s' --alpha '20 1/GPa'\n"},
    .run = run_film,
};
