/* Fuzz target of films by laws: a law from the registry with any parameters, `ehl_table` also with a table of which bytes were changed or cut off
 * and whose sum is made right again; then contacts. A sentence, or a film with its slopes that is finite, a share of the load, friction that
 * takes power out, a force in series with bodies that pushes. */
#include "film/table.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/ehl.h"
#include "base/hash.h"
#include "choice.h"
#include "must.h"

static unsigned char *small; /* a table of few nodes, in which a byte is soon met */
static size_t small_size;

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    static const abut_ehl_table_def def = {.M = {6, 400},
                                           .L = {0, 12},
                                           .D = {0.2, 1},
                                           .nodes = {4, 4, 4},
                                           .line_M = {2, 200},
                                           .line_L = {1, 9},
                                           .line_nodes = {4, 4},
                                           .finest = 128};
    abut_ehl_table_row rows[80];
    (void)argc, (void)argv;
    MUST(abut_ehl_table_rows(&def) == sizeof rows / sizeof *rows);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double M, L, D;
        (void)abut_ehl_table_contact(&def, i, &M, &L, &D);
        double H = 2 / (1 + 0.1 * log(M)) * (1 + 0.2 * L);
        rows[i] = (abut_ehl_table_row){H, 0.7 * H, H, 0.1 * H, 0.5, 0.01, 0.012, 0.01, 0.02, 0.03, 128};
    }
    MUST(!abut_ehl_table_make(&def, rows, "of the fuzzer", &small, &small_size, NULL));
    return 0;
}

/* ---- tables ---- */
/* A block of the exact size. */
static unsigned char *make_file(source *s, size_t *size) {
    size_t count = small_size;
    const unsigned char *from = byte(s) < 224 ? small : table_shipped(&count);
    unsigned way = byte(s);
    *size = way & 1 ? (size_t)(byte(s) << 8 | byte(s)) % (count + 1) : count;
    unsigned char *bytes = malloc(*size ? *size : 1);
    MUST(bytes);
    memcpy(bytes, from, *size);
    for (unsigned changes = pick(s, 5); changes && *size; changes--) {
        unsigned what = byte(s);
        size_t at = (size_t)(byte(s) << 8 | byte(s)) % *size;
        if (what & 1) at %= TABLE_HEAD; /* what is not a coefficient */
        if (what & 2 && at % *size + sizeof(double) <= *size) {
            double value = number(s, 1);
            at -= at % sizeof value;
            memcpy(bytes + at % *size, &value, sizeof value);
        } else {
            bytes[at % *size] = (unsigned char)byte(s);
        }
    }
    if (way & 6 && *size >= TABLE_HEAD) {
        for (int i = 0; i < 4; i++) bytes[20 + i] = (unsigned char)(*size >> 8 * i);
        uint64_t sum = hash_bytes(HASH_BEGIN, bytes + TABLE_ORIGIN, *size - TABLE_ORIGIN);
        for (int i = 0; i < 8; i++) bytes[24 + i] = (unsigned char)(sum >> 8 * i);
    }
    return bytes;
}

static void check_table(source *s, const abut_film_law *law) {
    abut_ehl_table_out t;
    abut_message why = {0};
    double M = number(s, 30), L = number(s, 5), D = law->line ? 0 : number(s, 0.6);
    abut_status status = abut_ehl_table_at(law, M, L, D, &t, &why);
    MUST((status != ABUT_OK) == (why.text[0] != '\0'));
    if (status) {
        check_sentence(why.text);
        MUST(t.H_c == 0);
        return;
    }
    MUST(t.H_c > 0 && t.H_min > 0 && t.separation > 0 && isfinite(t.H_c) && isfinite(t.H_min));
    MUST(isfinite(t.separation) && !isnan(t.stiffness) && t.error >= 0);
    MUST(!(t.bound < 0) && !(t.bound_min < 0)); /* NaN: not stated for so small an M */
    MUST(t.rolling > 0 && isfinite(t.rolling) && t.damping > 0 && isfinite(t.damping));
    const abut_film_in in = {law->line, M, 1, D, 1, 1,
                             1,         L, 1, 0, 0}; /* all else is 1: M is the force and L is alpha */
    abut_film_law plain = *law;
    plain.compressible = false;
    plain.heating = ABUT_HEATING_NONE;
    plain.u_starve = plain.u_eps = 0;
    abut_film_out o;
    if (D <= 1 && !abut_film_eval(&plain, &in, &o, NULL)) MUST(fabs(o.H / t.H_c - 1) < 1e-9);
}

/* ---- contacts ---- */
static abut_film_in make_contact(source *s, bool line) {
    abut_film_in in = {.line = line,
                       .force = number(s, 100),
                       .rho_x = number(s, 100),
                       .length = number(s, 0.01),
                       .u_sum = number(s, 2),
                       .eta0 = number(s, 0.02),
                       .alpha = number(s, 2e-8),
                       .E_prime = number(s, 2.3e11)};
    unsigned way = byte(s);
    in.rho_y = way & 1 ? in.rho_x * unit(s) : number(s, 50);
    if (way & 2) in.beta = number(s, 0.03), in.conductivity = number(s, 0.14);
    if (way & 4) in.u_sum = -in.u_sum;
    if (way & 8) in.alpha = 0;
    return in;
}

static abut_status check_eval(const abut_film_law *law, const abut_film_in *in) {
    abut_film_out o;
    abut_message why = {0};
    abut_status status = abut_film_eval(law, in, &o, &why);
    const double x[] = {o.M,   o.L,     o.D,     o.H,     o.RI,        o.EI,        o.RP,   o.EP,
                        o.h_c, o.h_min, o.p_max, o.dh_dF, o.dh_drho_x, o.dh_drho_y, o.dh_dE};
    MUST((status != ABUT_OK) == (why.text[0] != '\0'));
    if (status) check_sentence(why.text);
    for (size_t i = 0; i < sizeof x / sizeof *x; i++) MUST(isfinite(x[i]) && (!status || x[i] == 0));
    MUST(isfinite(o.dh_du) && o.h_min >= 0 && o.h_c >= o.h_min && o.regime >= 0 && o.regime < ABUT_FILM_REGIMES);
    return status;
}

static void check_mixed(source *s, heap *h, const abut_film_law *law, const abut_film_in *in) {
    abut_mixed c = {.E_prime = in->E_prime,
                    .rho_x = in->rho_x,
                    .rho_y = in->line ? 0 : in->rho_y,
                    .length = in->length,
                    .film = *law,
                    .oil = make_oil(s),
                    .rough = make_roughness(s, h),
                    .mu_boundary = number(s, 0.1),
                    .v_eps = number(s, 1e-3),
                    .mean_pressure = byte(s) % 2};
    abut_message why = {0};
    abut_sharing share;
    abut_friction_force f;
    abut_film_force force;
    double v = byte(s) % 2 ? number(s, 0.1) : -number(s, 0.1);
    if (!abut_load_sharing(&c, in->force, in->u_sum, &share, &why)) {
        MUST(share.phi >= 0 && share.phi <= 1 && fabs(share.phi + share.one_minus_phi - 1) < 1e-9);
        MUST(share.h >= 0 && isfinite(share.h) && isfinite(share.dphi_dF) && isfinite(share.dphi_du));
    } else {
        check_sentence(why.text);
    }
    why = (abut_message){0};
    if (!abut_mixed_friction(&c, in->force, in->u_sum, v, &f, &why)) {
        MUST(isfinite(f.F_t) && isfinite(f.F_hydro) && isfinite(f.F_boundary) && isfinite(f.dFt_dv));
        MUST(f.F_t * v >= 0 && f.power >= 0 && f.mu >= 0 && f.lambda_ratio >= 0);
    } else {
        check_sentence(why.text);
    }
    why = (abut_message){0};
    if (!abut_film_series(&c, offset(s, 2e-5), in->u_sum, &force, &why))
        MUST(force.F >= 0 && isfinite(force.F) && force.dF_dd >= 0 && isfinite(force.dF_du) && isfinite(force.h));
    else
        check_sentence(why.text);
}

static void check_law(source *s, heap *h, const abut_film_law *law) {
    if (law->table) check_table(s, law);
    for (unsigned left = 1 + pick(s, 3); left; left--) {
        abut_film_in in = make_contact(s, law->line);
        abut_status status = check_eval(law, &in);
        if (!status && byte(s) % 4 == 0) check_mixed(s, h, law, &in);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    source s = open_source(data, size);
    heap h = {.count = 0};
    abut_choice choice = {.type = NULL};
    abut_film_law law;
    abut_message why = {0};
    size_t length = 0;
    unsigned char *file = NULL;
    make_choice(&s, &h, "film", 0, &choice);
    if (byte(&s) % 2)
        choice = (abut_choice){"ehl_table", {{.name = "outside", .text = byte(&s) % 2 ? "formula" : "refuse"}}};
    int n = count_params(&choice);
    if (choice.type && !strcmp(choice.type, "ehl_table") && byte(&s) % 4 && n < ABUT_MAX_PARAMS) {
        file = make_file(&s, &length);
        choice.params[n] = (abut_param){.name = "table", .data = file, .count = length};
    }
    bool line = byte(&s) % 2;
    abut_status status = abut_film_choose(&choice, line, &law, &why);
    MUST(status <= 0 && (status != ABUT_OK) == (why.text[0] != '\0'));
    if (status)
        check_sentence(why.text);
    else
        check_law(&s, &h, &law);
    release(&h);
    free(file);
    return 0;
}
