/* Fuzz target of what elliptic contacts with solved films can do beyond a steady film: waves that pass, rough surfaces that share the load
 * with the film, maps that move through step by step, the full approximation scheme beside Newton's method. A sentence, or
 * amplitudes that are those of the same waves named otherwise, shares that carry the load together, films that both methods find. */
#include "abut/ehl_mixed.h"
#include "numbers.h"

enum { SIDE = 32, NODES = (SIDE + 1) * (SIDE + 1), CONTACTS = 2, ROWS = 5 };

static abut_ehl_point *steady[CONTACTS]; /* solved once, for the waves */

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    static const abut_ehl_point_def contacts[CONTACTS] = {
        {.M = 50, .L = 8, .D = 0.6},
        {.M = 20, .L = 3, .D = 0.4, .angle = 0.4, .oil = {.alpha = 2e-8, .compressible = true}}};
    (void)argc, (void)argv;
    for (int i = 0; i < CONTACTS; i++) {
        abut_ehl_point_result r;
        MUST(!abut_ehl_point_create(SIDE, &steady[i], NULL) &&
             !abut_ehl_point_solve(steady[i], &contacts[i], &r, NULL));
    }
    return 0;
}

static double near_to(source *s, double typical) { /* a factor of 4 each way */
    return typical * exp2((byte(s) - 128) / 64.0);
}

/* ---- waves ---- */
static abut_status pass(abut_ehl_point *contact, const abut_ehl_point_wave *v, abut_ehl_point_wave_result *r) {
    abut_message why = {0};
    abut_status status = abut_ehl_point_wave_pass(contact, v, r, &why);
    const double numbers[] = {r->film, r->phase, r->pressure, r->offset, r->nodes, r->residual};
    check_answer(status, &why);
    for (int i = 0; i < 6; i++) MUST(isfinite(numbers[i]) && (!status || numbers[i] == 0));
    if (!status) MUST(r->film >= 0 && r->pressure >= 0 && r->offset >= 0 && r->nodes > 0 && r->residual < 1e-6);
    return status;
}

static void try_waves(source *s) {
    const double turn = 3.14159265358979324;
    abut_ehl_point *contact = steady[byte(s) % CONTACTS];
    abut_ehl_point_wave v = {.length = number(s, 1), .speed = near_to(s, 1)}, again;
    abut_ehl_point_wave_result r, same;
    unsigned way = byte(s);
    if (way & 1) v.angle = number(s, 0.5);
    if (way & 2) v.angle = -v.angle;
    if (way & 4) v.speed = number(s, 1);
    if (way & 8) v.speed = 0;
    again = v;
    if (pass(contact, &v, &r)) return;
    if (way & 16) again.angle += v.angle > 0 ? -turn : turn; /* counted from the other side */
    if (!(way & 48) || fabs(again.angle) > 6.28) return;
    MUST(!pass(contact, &again, &same));
    double off = 1e-6 * (1 + r.film) + 10 * (r.residual + same.residual);
    MUST(fabs(same.film - r.film) <= off && fabs(same.offset - r.offset) <= off * (1 + r.offset));
    MUST(fabs(same.pressure - r.pressure) <= 1e-6 * (1 + r.pressure) + 10 * (r.residual + same.residual) * r.pressure);
}

/* ---- rough surfaces ---- */
static abut_roughness read_rough(source *s, abut_rough_table *table) {
    static const abut_rough_row rows[ROWS] = {{1e-8, 0.05, 0.3, 0},
                                              {1e-7, 0.02, 0.12, 0},
                                              {4e-7, 3e-3, 0.02, 0},
                                              {8e-7, 1e-4, 8e-4, 0},
                                              {1.2e-6, 1e-6, 1e-5, 0}};
    unsigned way = byte(s);
    abut_roughness r = {number(s, 2e-7), number(s, 1e-5), number(s, 1e10), NULL};
    if (way & 3) return r;
    *table = (abut_rough_table){.sigma = 3e-7, .first_touch = 1.5e-6, .count = ROWS};
    memcpy(table->row, rows, sizeof rows);
    double wider = near_to(s, 1);
    for (int i = 0; i < ROWS; i++) table->row[i].gap *= wider, table->row[i].pressure *= near_to(s, 1);
    table->first_touch *= wider, table->sigma *= wider;
    if (!abut_rough_table_make(table, 0, NULL)) r = (abut_roughness){.sigma = table->sigma, .table = table};
    return r;
}

static void try_mixed(source *s) {
    abut_rough_table table;
    abut_ehl_point_mixed_def d = {.contact = {.M = number(s, 50), .L = number(s, 5), .D = near_to(s, 1), .tol = 1e-7},
                                  .rough = read_rough(s, &table),
                                  .E_prime = 2.3e11,
                                  .R = 0.01,
                                  .p_h = number(s, 1e9)};
    abut_ehl_point *solver = NULL;
    abut_ehl_point_mixed_result r;
    abut_message why = {0};
    unsigned way = byte(s);
    if (way & 1) d.contact.M *= 1e4;
    if (way & 2) d.contact.angle = number(s, 0.5);
    if (way & 4) d.contact.oil = read_oil(s);
    if (way & 8) d.contact.flooded = true;
    if (way & 16) d.E_prime = number(s, 2.3e11), d.R = number(s, 0.01);
    if (way >= 250) d.contact.method = ABUT_EHL_FAS;
    MUST(!abut_ehl_point_create(SIDE, &solver, NULL));
    abut_status status = abut_ehl_point_mixed(solver, &d, &r, &why);
    check_answer(status, &why);
    if (r.point.H_0 > 1e-12)
        check_film(status, &why, r.point.H_min, r.point.H_0); /* else there is none between asperities */
    if (status) {
        MUST(r.film_share == 0 && r.asperity_share == 0 && r.a == 0);
    } else {
        double loose = 1e-5 + 10 * r.point.residual / r.point.p_max; /* where the pressure is low it is solved less */
        MUST(r.film_share >= -1e-9 && r.asperity_share >= 0 && fabs(r.film_share + r.asperity_share - 1) <= loose);
        MUST(r.lambda > 0 && isfinite(r.lambda) && r.a > 0 && isfinite(r.a) && fabs(r.point.load - 1) <= loose);
        check_fields(r.point.P, r.point.H, NODES);
        for (int i = 0; i < NODES; i++)
            MUST(r.P_film[i] >= 0 && r.P_asperities[i] >= 0 && isfinite(r.gap[i]) &&
                 fabs(r.P_film[i] + r.P_asperities[i] - r.point.P[i]) <= 1e-9 * (1 + r.point.P[i]));
    }
    abut_ehl_point_wave_result wave; /* no smooth steady contact: refused */
    MUST(pass(solver, &(abut_ehl_point_wave){.length = 1, .speed = 1}, &wave) == ABUT_BAD_VALUE);
    abut_ehl_point_destroy(solver);
}

/* ---- maps that move through ---- */
static void try_map(source *s, abut_ehl_point *solver, abut_ehl_point_def *def, abut_ehl_point_result *r) {
    double z[36], relief[NODES];
    abut_heights map = {
        .nx = 1 + byte(s) % 6, .ny = 1 + byte(s) % 6, .lx = number(s, 1e-4), .ly = number(s, 1e-4), .z = z};
    abut_ehl_relief at = {number(s, 1e-4), number(s, 0.01), number(s, 1e-4), near_to(s, 0.3)};
    double height = number(s, 1e-8), unit = at.share * at.R / (at.a * at.a), most = 0;
    unsigned way = byte(s);
    if (way & 1) at.moved = -at.moved;
    for (size_t i = 0; i < map.nx * map.ny; i++) z[i] = height * (byte(s) - 128) / 128.0, most = fmax(most, fabs(z[i]));
    for (int step = 0; step < (way & 2 ? 3 : 1); step++) {
        abut_ehl_point_move move = {.dT = near_to(s, 0.1), .last = step ? 1 : 0, .relief = relief};
        abut_message why = {0};
        at.moved += at.a * move.dT;
        abut_ehl_point_relief(r, &map, &at, relief);
        if (isfinite(unit * most) && isfinite(at.moved) && isfinite(map.lx + map.ly) && map.lx > 0 && map.ly > 0)
            for (int i = 0; i < NODES; i++) MUST(fabs(relief[i]) <= fabs(unit) * most * (1 + 1e-12));
        abut_status status = abut_ehl_point_step(solver, def, &move, r, &why);
        check_film(status, &why, r->H_min, fmin(r->H_0, r->H_c));
        if (status) return;
        check_fields(r->P, r->H, NODES);
    }
}

/* ---- two methods ---- */
static void try_methods(source *s) {
    abut_ehl_point *solver = NULL;
    abut_ehl_point_result fas, newton;
    abut_message why = {0};
    unsigned way = byte(s);
    abut_ehl_point_def def = {.M = near_to(s, 30), .L = near_to(s, 5), .D = near_to(s, 0.5), .tol = 1e-7};
    if (way & 1) def.M = number(s, 50), def.L = number(s, 5);
    if (way & 2) def.angle = number(s, 0.5);
    if (way & 4) def.oil = read_oil(s);
    if (way & 8) def.flooded = true;
    MUST(!abut_ehl_point_create(SIDE, &solver, NULL));
    if (way & 16) {
        def.method = ABUT_EHL_FAS;
        abut_status status = abut_ehl_point_solve(solver, &def, &fas, &why);
        check_film(status, &why, fas.H_min, fmin(fas.H_0, fas.H_c));
        def.method = ABUT_EHL_NEWTON, def.cold = true, why = (abut_message){0};
        if (!status && !abut_ehl_point_solve(solver, &def, &newton, &why))
            MUST(fabs(fas.H_0 - newton.H_0) <= 1e-4 * newton.H_0 &&
                 fabs(fas.p_max - newton.p_max) <= 1e-4 * newton.p_max);
    } else if (!abut_ehl_point_solve(solver, &def, &newton, &why)) {
        try_map(s, solver, &def, &newton);
    }
    abut_ehl_point_destroy(solver);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    source s = {data, size};
    unsigned kind = byte(&s);
    if (kind < 128)
        try_waves(&s);
    else if (kind < 192)
        try_mixed(&s);
    else
        try_methods(&s);
    return 0;
}
