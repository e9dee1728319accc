/* abut friction: friction of one lubricated contact of rough surfaces, and its Stribeck curve. */
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
    AT_U_REL = AT_MATERIALS + MATERIAL_FLAGS,
    AT_SIGMA,
    AT_RADIUS,
    AT_DENSITY,
    AT_TABLE,
    AT_MU,
    AT_TAU_EYRING,
    AT_MODEL,
    AT_P_K,
    AT_TOTAL,
    AT_VISCOSITY,
    AT_LIMIT_SLOPE,
    AT_TAU_MIN,
    AT_TAU_BOUNDARY,
    AT_V_EPS,
    AT_U_EPS,
    AT_MEAN,
    AT_SWEEP,
    AT_RANGE,
    AT_COUNT,
    AT_CSV,
    AT_JSON
};

static const flag_info friction_flags[] = {
    [AT_CONTACT] = {"contact", FLAG_WORD, .meaning = "line or point"},
    [AT_FORCE] = {"force", FLAG_QUANTITY, "N", .meaning = "normal force, > 0"},
    [AT_RHO_X] = {"rho-x", FLAG_QUANTITY, "1/m",
                  .meaning = "sum of the curvatures of both bodies in the direction of rolling, > 0"},
    [AT_RHO_Y] = {"rho-y", FLAG_QUANTITY, "1/m", .meaning = "of a point contact: the same across it, at most rho-x"},
    [AT_LENGTH] = {"length", FLAG_QUANTITY, "m", .meaning = "of a line contact"},
    [AT_U_SUM] = {"u-sum", FLAG_QUANTITY, "m/s", .meaning = "sum of the surface speeds u1 + u2"},
    [AT_ETA0] = {"eta0", FLAG_QUANTITY, "Pa s", .meaning = "viscosity at ambient pressure"},
    [AT_ALPHA] = {"alpha", FLAG_QUANTITY, "1/Pa", .meaning = "pressure-viscosity coefficient"},
    MATERIAL_ROWS(AT_MATERIALS),
    [AT_U_REL] = {"u-rel", FLAG_QUANTITY, "m/s", .meaning = "sliding speed u1 - u2"},
    [AT_SIGMA] = {"sigma", FLAG_QUANTITY, "m",
                  .meaning = "r.m.s. roughness of both surfaces together; 0: smooth (load_sharing only)"},
    [AT_RADIUS] = {"asperity-radius", FLAG_QUANTITY, "m", .meaning = "mean radius of the asperities"},
    [AT_DENSITY] = {"asperity-density", FLAG_QUANTITY, "1/m2", .meaning = "asperities per area"},
    [AT_TABLE] = {"table", FLAG_WORD,
                  .meaning = "load_sharing: instead of these three a file made by 'abut rough MAP --table FILE'"},
    [AT_MU] = {"mu-boundary", FLAG_QUANTITY, "1", .meaning = "coefficient of friction of the asperities"},
    [AT_TAU_EYRING] = {"tau-eyring", FLAG_QUANTITY, "Pa",
                       .meaning = "load_sharing: Eyring stress of the film, 0: Newton's law; pressure_tanh: shear "
                                  "strength of the boundary layer"},
    [AT_MODEL] = {"model", FLAG_WORD, .preset = "load_sharing", .meaning = "load_sharing or pressure_tanh"},
    [AT_P_K] = {"p-k", FLAG_QUANTITY, "Pa", .meaning = "pressure_tanh: limiting pressure, instead of that of (14)"},
    [AT_TOTAL] = {"total-pressure", FLAG_SWITCH,
                  .meaning = "pressure_tanh: boundary friction of the whole pressure, as printed"},
    [AT_VISCOSITY] = {"viscosity", FLAG_WORD, .preset = "roelands",
                      .meaning = "load_sharing: roelands or barus; pressure_tanh is barus"},
    [AT_LIMIT_SLOPE] = {"limit-slope", FLAG_QUANTITY, "1", .preset = "0.08",
                        .meaning = "load_sharing: limiting shear stress over pressure; 0 with tau-min 0: none"},
    [AT_TAU_MIN] = {"tau-min", FLAG_QUANTITY, "Pa", .preset = "1 kPa",
                    .meaning = "load_sharing: limiting shear stress without pressure"},
    [AT_TAU_BOUNDARY] = {"tau-boundary", FLAG_QUANTITY, "Pa", .preset = "0",
                         .meaning = "load_sharing: shear strength added on the real area of contact"},
    [AT_V_EPS] = {"v-eps", FLAG_QUANTITY, "m/s", .preset = "1 mm/s",
                  .meaning = "load_sharing: boundary friction has tanh(u-rel/v-eps)"},
    [AT_U_EPS] = {"u-eps", FLAG_QUANTITY, "m/s", .preset = "0",
                  .meaning = "sqrt(u-sum^2 + u-eps^2) stands for the speed of the film"},
    [AT_MEAN] = {"mean-pressure", FLAG_SWITCH,
                 .meaning = "load_sharing: shear the film at the mean pressure, not over the Hertz profile"},
    [AT_SWEEP] = {"sweep", FLAG_WORD, .meaning = "u: a table over u-sum with u-rel/u-sum kept, the Stribeck curve"},
    [AT_RANGE] = {"range", FLAG_LIST, "m/s", 2, .preset = "1e-4,10", .meaning = "of the sweep: from,to"},
    [AT_COUNT] = {"count", FLAG_QUANTITY, "1", .preset = "51", .meaning = "of the sweep: speeds, evenly in ln u"},
    [AT_CSV] = {"csv", FLAG_SWITCH, .meaning = "print the sweep as CSV, SI, 17 digits"},
    [AT_JSON] = {"json", FLAG_SWITCH, .meaning = "print one JSON object, SI"},
    {0},
};

typedef struct request {
    abut_mixed contact;
    double F, u_sum, u_rel; /* N, m/s */
    bool tanh_model, total;
    double tau_eyring, p_k; /* Pa */
    abut_rough_table table; /* with --table; of the contact from run_friction on */
    double from, to;        /* m/s, of the sweep */
    int count;
} request;

typedef struct answer {
    double F_friction, F_hydro, F_boundary, alpha_c, A_asp, F_asp, phi, mu, h_c, lambda_ratio;
} answer;

/* ---- reading the flags ---- */
static bool read_choice(flag_set *set, int at, const char *first, const char *second) {
    const char *word = word_or(set, at, first);
    bool other = !strcmp(word, second);
    if (!other && strcmp(word, first) != 0)
        flags_error(set, "%s: must be %s or %s, got '%.60s'", friction_flags[at].name, first, second, word);
    return other;
}

static void read_shape(flag_set *set, abut_mixed *c) {
    want_given(set, AT_CONTACT);
    bool point = read_choice(set, AT_CONTACT, "line", "point");
    if (given(set, point ? AT_LENGTH : AT_RHO_Y))
        flags_error(set, "--%s does not belong to a %s contact", point ? "length" : "rho-y", point ? "point" : "line");
    want_given(set, point ? AT_RHO_Y : AT_LENGTH);
    want_positive(set, point ? AT_RHO_Y : AT_LENGTH, "");
    want_positive(set, AT_RHO_X, "");
    c->rho_x = number(set, AT_RHO_X);
    c->rho_y = point ? number(set, AT_RHO_Y) : 0;
    c->length = point ? 0 : number(set, AT_LENGTH);
    c->E_prime = 2 * materials_E_star(set, AT_MATERIALS);
}

/* Flags of one model given with the other. */
static void read_model(flag_set *set, request *r) {
    static const int of_sharing[] = {AT_VISCOSITY, AT_LIMIT_SLOPE, AT_TAU_MIN, AT_TAU_BOUNDARY, AT_V_EPS, AT_MEAN};
    r->tanh_model = read_choice(set, AT_MODEL, "load_sharing", "pressure_tanh");
    for (size_t i = 0; r->tanh_model && i < sizeof of_sharing / sizeof of_sharing[0]; i++)
        if (given(set, of_sharing[i]))
            flags_error(set, "--%s goes with the model load_sharing", friction_flags[of_sharing[i]].name);
    for (int at = AT_P_K; at <= AT_TOTAL; at++)
        if (!r->tanh_model && given(set, at))
            flags_error(set, "--%s goes with --model pressure_tanh", friction_flags[at].name);
    want_positive(set, AT_P_K, "");
    r->p_k = number_or(set, AT_P_K, 0);
    r->total = given(set, AT_TOTAL);
    r->tau_eyring = number(set, AT_TAU_EYRING);
}

static void read_rough_table(flag_set *set, request *r) {
    for (int at = AT_SIGMA; at < AT_TABLE; at++) exclude(set, AT_TABLE, at);
    if (r->tanh_model) flags_error(set, "--table goes with the model load_sharing");
    r->contact.rough = calculator_roughness(set, AT_TABLE, &r->table);
}

static void read_surfaces(flag_set *set, abut_mixed *c) {
    bool barus = read_choice(set, AT_VISCOSITY, "roelands", "barus");
    c->oil = (abut_lubricant){.eta0 = number(set, AT_ETA0),
                              .alpha = number(set, AT_ALPHA),
                              .viscosity = barus ? ABUT_BARUS : ABUT_ROELANDS,
                              .tau0 = number(set, AT_TAU_EYRING),
                              .limit_slope = number_or(set, AT_LIMIT_SLOPE, 0.08),
                              .tau_min = number_or(set, AT_TAU_MIN, 1000)};
    c->rough = (abut_roughness){
        .sigma = number(set, AT_SIGMA), .asperity_radius = number(set, AT_RADIUS), .density = number(set, AT_DENSITY)};
    c->mu_boundary = number(set, AT_MU);
    c->tau_boundary = number_or(set, AT_TAU_BOUNDARY, 0);
    c->v_eps = number_or(set, AT_V_EPS, 1e-3);
    c->mean_pressure = given(set, AT_MEAN);
    if (given(set, AT_TABLE) || (good(set, AT_SIGMA) && number(set, AT_SIGMA) == 0)) return;
    want_given(set, AT_RADIUS);
    want_given(set, AT_DENSITY);
    want_positive(set, AT_RADIUS, "");
    want_positive(set, AT_DENSITY, "");
}

static void read_sweep(flag_set *set, request *r) {
    enum { COUNT_MAX = 100000 };
    const double *range = set->value[AT_RANGE].number;
    double count = number_or(set, AT_COUNT, 51);
    for (int at = AT_RANGE; at <= AT_CSV; at++)
        if (given(set, at) && !given(set, AT_SWEEP))
            flags_error(set, "--%s goes with --sweep", friction_flags[at].name);
    if (!given(set, AT_SWEEP)) return;
    if (strcmp(word_or(set, AT_SWEEP, "u"), "u") != 0)
        flags_error(set, "sweep: must be u, got '%.60s'", word_or(set, AT_SWEEP, ""));
    exclude(set, AT_SWEEP, AT_JSON);
    r->from = good(set, AT_RANGE) ? range[0] : 1e-4;
    r->to = good(set, AT_RANGE) ? range[1] : 10;
    if (!(r->from > 0 && r->to > r->from))
        flags_error(set, "range: 0 < from < to is wanted, got %g and %g m/s", r->from, r->to);
    if (!(count >= 2 && count <= COUNT_MAX) || count != floor(count))
        flags_error(set, "count: must be a whole number from 2 to %d, got %g", COUNT_MAX, count);
    else
        r->count = (int)count;
    if (good(set, AT_U_SUM) && number(set, AT_U_SUM) == 0)
        flags_error(set, "u-sum: must not be zero in a sweep, which keeps u-rel/u-sum");
}

static request read_request(flag_set *set) {
    static const int wanted[] = {AT_FORCE, AT_RHO_X, AT_U_SUM, AT_ETA0, AT_ALPHA, AT_U_REL, AT_MU, AT_TAU_EYRING};
    static const int not_negative[] = {AT_ETA0,       AT_ALPHA,       AT_SIGMA,   AT_MU,
                                       AT_TAU_EYRING, AT_LIMIT_SLOPE, AT_TAU_MIN, AT_TAU_BOUNDARY};
    request r = {.F = number(set, AT_FORCE), .u_sum = number(set, AT_U_SUM), .u_rel = number(set, AT_U_REL)};
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) want_given(set, wanted[i]);
    for (size_t i = 0; i < sizeof not_negative / sizeof not_negative[0]; i++) want_not_negative(set, not_negative[i]);
    if (!given(set, AT_TABLE)) want_given(set, AT_SIGMA);
    want_positive(set, AT_FORCE, "");
    want_positive(set, AT_V_EPS, "");
    read_shape(set, &r.contact);
    read_model(set, &r);
    read_surfaces(set, &r.contact);
    if (good(set, AT_TABLE)) read_rough_table(set, &r);
    read_sweep(set, &r);
    abut_param u_eps = {.name = "u_eps", .value = number_or(set, AT_U_EPS, 0)};
    abut_choice film = {.params = {u_eps}};
    abut_message message = {0};
    if (abut_film_choose(&film, r.contact.rho_y == 0, &r.contact.film, &message)) flags_error(set, "%s", message.text);
    return r;
}

/* ---- the two models ---- */
static abut_status by_sharing(const request *r, double u_sum, double u_rel, answer *out, abut_message *message) {
    abut_friction_force f;
    abut_status status = abut_mixed_friction(&r->contact, r->F, u_sum, u_rel, &f, message);
    if (status) return status;
    const abut_sharing *s = &f.share;
    *out = (answer){.F_friction = f.F_t,
                    .F_hydro = f.F_hydro,
                    .F_boundary = f.F_boundary,
                    .alpha_c = s->alpha_c,
                    .A_asp = s->alpha_c * s->area,
                    .F_asp = s->one_minus_phi * r->F,
                    .phi = s->phi,
                    .mu = f.mu,
                    .h_c = s->h,
                    .lambda_ratio = f.lambda_ratio};
    return ABUT_OK;
}

/* The film of the whole load, the mean pressure over the Hertz area. */
static abut_status by_tanh(const request *r, double u_sum, double u_rel, answer *out, abut_message *message) {
    abut_mixed c = r->contact;
    abut_sharing smooth;
    abut_pressure_tanh_result t;
    double sigma = c.rough.sigma;
    c.rough.sigma = 0;
    c.oil = (abut_lubricant){.eta0 = c.oil.eta0, .alpha = c.oil.alpha, .viscosity = ABUT_BARUS};
    abut_status status = abut_load_sharing(&c, r->F, u_sum, &smooth, message);
    if (status) return status;
    if (!(smooth.h > 0) || !(sigma > 0)) {
        (void)snprintf(message->text, sizeof message->text, "the model pressure_tanh needs %s",
                       sigma > 0 ? "a film: u-sum and eta0 must not be zero"
                                 : "rough surfaces: sigma must not be zero");
        return ABUT_BAD_VALUE;
    }
    abut_contact_pressure in = {.E_prime = c.E_prime,
                                .rough = r->contact.rough,
                                .h = smooth.h,
                                .p = r->F / smooth.area,
                                .area = smooth.area,
                                .mu_boundary = c.mu_boundary,
                                .tau_e = r->tau_eyring,
                                .eta0 = c.oil.eta0,
                                .alpha = c.oil.alpha,
                                .u_rel = u_rel,
                                .p_k = r->p_k,
                                .total_pressure = r->total};
    if ((status = abut_pressure_tanh(&in, &t))) return status;
    double sign = u_rel < 0 ? -1 : 1, F_asp = t.p_asp * smooth.area;
    *out = (answer){.F_friction = sign * (t.F_hydro + t.F_boundary),
                    .F_hydro = sign * t.F_hydro,
                    .F_boundary = sign * t.F_boundary,
                    .alpha_c = t.alpha_c,
                    .A_asp = t.alpha_c * smooth.area,
                    .F_asp = F_asp,
                    .phi = 1 - F_asp / r->F,
                    .mu = (t.F_hydro + t.F_boundary) / r->F,
                    .h_c = smooth.h,
                    .lambda_ratio = smooth.h / sigma};
    return ABUT_OK;
}

static abut_status compute(const request *r, double u_sum, double u_rel, answer *out, abut_message *message) {
    return (r->tanh_model ? by_tanh : by_sharing)(r, u_sum, u_rel, out, message);
}

/* ---- printing ---- */
typedef struct line_of_answer {
    const char *key, *unit;
    double value;
} line_of_answer;
enum { ANSWER_LINES = 10 };

static void lines_of(const answer *a, line_of_answer lines[ANSWER_LINES]) {
    const line_of_answer all[ANSWER_LINES] = {{"F_friction", "N", a->F_friction},
                                              {"F_hydro", "N", a->F_hydro},
                                              {"F_boundary", "N", a->F_boundary},
                                              {"alpha_c", "1", a->alpha_c},
                                              {"A_asp", "m^2", a->A_asp},
                                              {"F_asp", "N", a->F_asp},
                                              {"phi", "1", a->phi},
                                              {"mu", "1", a->mu},
                                              {"h_c", "m", a->h_c},
                                              {"lambda_ratio", "1", a->lambda_ratio}};
    memcpy(lines, all, sizeof all);
}

static void print_one(const request *r, const answer *a, bool as_json) {
    line_of_answer lines[ANSWER_LINES];
    const char *model = r->tanh_model ? "pressure_tanh" : "load_sharing";
    lines_of(a, lines);
    if (as_json) {
        abut_json j = abut_json_start(stdout);
        for (int i = 0; i < ANSWER_LINES; i++) abut_json_number(&j, lines[i].key, lines[i].value);
        abut_json_string(&j, "model", model);
        abut_json_number(&j, "E_prime", r->contact.E_prime);
        abut_json_end(&j);
        return;
    }
    (void)printf("%s contact, friction by the model '%s'\n\n", r->contact.rho_y > 0 ? "point" : "line", model);
    handy_heading();
    for (int i = 0; i < ANSWER_LINES; i++) handy_line(lines[i].key, lines[i].value, lines[i].unit);
}

static void print_row(double u_sum, double u_rel, const answer *a, bool csv, bool first) {
    line_of_answer lines[ANSWER_LINES];
    lines_of(a, lines);
    if (first) {
        (void)printf(csv ? "%s,%s" : "%12s %12s", "u_sum", "u_rel");
        for (int i = 0; i < ANSWER_LINES; i++) (void)printf(csv ? ",%s" : " %12s", lines[i].key);
        (void)printf("\n");
    }
    (void)printf(csv ? "%.17g,%.17g" : "%12.5g %12.5g", u_sum, u_rel);
    for (int i = 0; i < ANSWER_LINES; i++) (void)printf(csv ? ",%.17g" : " %12.5g", lines[i].value);
    (void)printf("\n");
}

static int failed(flag_set *set, abut_status status, const abut_message *message) {
    flags_error(set, "%s", message->text[0] ? message->text : abut_status_text(status));
    return status < 0 || status == ABUT_CONFORMING ? STATUS_USAGE : STATUS_FAILED;
}

static int run_sweep(flag_set *set, const request *r) {
    double slide = r->u_rel / r->u_sum, ratio = log(r->to / r->from);
    for (int i = 0; i < r->count; i++) {
        double u = i + 1 == r->count ? r->to : r->from * exp(ratio * i / (r->count - 1));
        answer a;
        abut_message message = {0};
        abut_status status = compute(r, u, slide * u, &a, &message);
        if (status) {
            int code = failed(set, status, &message);
            return i == 0 ? code : STATUS_FAILED; /* rows stand on standard output */
        }
        print_row(u, slide * u, &a, given(set, AT_CSV), i == 0);
    }
    return STATUS_DONE;
}

static int run_friction(flag_set *set) {
    request r = read_request(set);
    if (set->errors) return STATUS_USAGE;
    if (given(set, AT_TABLE)) r.contact.rough.table = &r.table;
    if (given(set, AT_SWEEP)) return run_sweep(set, &r);
    answer a;
    abut_message message = {0};
    abut_status status = compute(&r, r.u_sum, r.u_rel, &a, &message);
    if (status) return failed(set, status, &message);
    print_one(&r, &a, given(set, AT_JSON));
    return STATUS_DONE;
}

const cli_command command_friction = {
    .info = {.name = "friction",
             .usage =
                 "--contact (line --length L | point --rho-y RHO) --force F --rho-x RHO --u-sum U --u-rel V --eta0 ETA "
                 "--alpha ALPHA (--sigma S --asperity-radius B --asperity-density N | --table FILE) --mu-boundary MU "
                 "--tau-eyring TAU "
                 "[flags]",
             .summary = "friction of one lubricated contact of rough surfaces; Stribeck curve",
             .flags = friction_flags,
             .notes = "A value is a bare number (SI) or carries a unit: 10 um, 206 GPa, 20 1/GPa, 5 mPa.s.\n"
                      "Forces of friction have the sign of u-rel. With pressure_tanh phi is 1 - F_asp/F, which may be "
                      "negative:\n"
                      "that model does not balance the load.\n"
                      "\nexample: abut friction --contact line --force '2 kN' --length '10 mm' --rho-x '100 1/m' "
                      "--u-sum '1 m/s'\n"
                      "         --u-rel '5 cm/s' --eta0 '20 mPa.s' --alpha '18 1/GPa' --sigma '0.2 um' "
                      "--asperity-radius '10 um'\n"
                      "         --asperity-density '2.5e10 1/m2' --mu-boundary 0.12 --tau-eyring '5 MPa'\n"},
    .run = run_friction,
};
