/* Fuzz target of solved films: the bytes are the numbers of a line contact on 50 cells or, seldom, of an elliptic one on 32 x 32. A
 * sentence, or a film that is finite and positive under pressures that press, carry the load and are zero at the ends; from the solution
 * just found a time step, another load, and the same contact again. */
#include <math.h>

#include "abut/ehl.h"
#include "must.h"

enum { CELLS = 50, SIDE = 32 };

typedef struct source {
    const uint8_t *at;
    size_t left;
} source;

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    return 0;
}

static unsigned byte(source *s) { return s->left ? s->left--, *s->at++ : 0; }

/* Of the order of `typical`, up to 2^+-8 of it; now and then any double at all. */
static double number(source *s, double typical) {
    unsigned way = byte(s);
    if (way < 250) return typical * exp2(8 * (way / 125.0 - 1) + byte(s) / 1024.0);
    uint64_t bits = 0;
    double any;
    for (int i = 0; i < 8; i++) bits = bits << 8 | byte(s);
    memcpy(&any, &bits, sizeof any);
    return any;
}

static abut_ehl_oil read_oil(source *s) {
    abut_ehl_oil oil = {0};
    unsigned way = byte(s);
    if (way & 3) oil.alpha = number(s, 2e-8);
    if (way & 1) oil.roelands_z = number(s, 0.6);
    oil.compressible = way & 2;
    return oil;
}

static void check_fields(const double *P, const double *H, int count) {
    for (int i = 0; i < count; i++) MUST(isfinite(P[i]) && isfinite(H[i]) && P[i] >= 0 && H[i] > 0);
}

static void check_film(abut_status status, const abut_message *why, double H_min, double H_c) {
    MUST(status == ABUT_OK || status == ABUT_BAD_VALUE || status == ABUT_NO_CONVERGENCE);
    MUST((status != ABUT_OK) == (why->text[0] != '\0'));
    if (status) check_sentence(why->text);
    MUST(status ? H_min == 0 && H_c == 0 : H_min > 0 && H_c >= H_min * (1 - 1e-12) && isfinite(H_c));
}

static bool line_good(const abut_ehl_line_result *r, abut_status status, const abut_message *why, double load) {
    check_film(status, why, r->H_min, r->H_c);
    if (status) return false;
    MUST(r->count == CELLS + 1 && isfinite(r->p_max) && isfinite(r->rolling) && isfinite(r->residual));
    check_fields(r->P, r->H, r->count);
    for (int i = 1; i < r->count; i++) MUST(r->X[i] > r->X[i - 1]);
    MUST(r->P[0] == 0 && r->P[CELLS] == 0);
    MUST(load == 0 || fabs(r->load - load) <= 1e-3 * load);
    return true;
}

static void try_line(source *s) {
    static const double hertz = 1.5707963267948966;
    abut_ehl_line *solver = NULL;
    abut_ehl_line_result r;
    abut_message why = {0};
    MUST(!abut_ehl_line_create(CELLS, &solver, &why));
    abut_ehl_line_def def = {.M = number(s, 20), .L = number(s, 5), .oil = read_oil(s)};
    unsigned way = byte(s);
    if (way & 1) def.tol = number(s, 1e-7);
    if (way & 2) def.from = -number(s, 5), def.to = number(s, 1.6);
    bool there = line_good(&r, abut_ehl_line_solve(solver, &def, &r, &why), &why, hertz);
    if (there && way & 4) { /* the same again, from the solution: the same film */
        double before = r.H_c;
        why = (abut_message){0};
        MUST(line_good(&r, abut_ehl_line_solve(solver, &def, &r, &why), &why, hertz));
        MUST(fabs(r.H_c - before) <= 1e-2 * before);
    }
    if (way & 8) { /* without a solution it is refused */
        abut_ehl_line_move move = {.dT = number(s, 0.1)};
        unsigned more = byte(s);
        if (more & 1) move.width = number(s, 1), move.scale = move.width * move.width;
        if (more & 2) move.load = number(s, 1.5);
        if (more & 4) move.held = true, move.offset = number(s, 0.1);
        if (more & 8) def.M = number(s, 20);
        why = (abut_message){0};
        (void)line_good(&r, abut_ehl_line_step(solver, &def, &move, &r, &why), &why,
                        move.held       ? 0
                        : move.load > 0 ? move.load
                                        : hertz);
    }
    abut_ehl_line_destroy(solver);
}

static void try_point(source *s) {
    abut_ehl_point *solver = NULL;
    abut_ehl_point_result r;
    abut_message why = {0};
    MUST(!abut_ehl_point_create(SIDE, &solver, &why));
    abut_ehl_point_def def = {
        .M = number(s, 50), .L = number(s, 5), .D = number(s, 1), .oil = read_oil(s), .tol = 1e-6};
    unsigned way = byte(s);
    if (way & 1) def.angle = number(s, 0.5);
    if (way & 2) def.from = -number(s, 4), def.to = number(s, 1.5), def.side = number(s, 3);
    abut_status status = abut_ehl_point_solve(solver, &def, &r, &why);
    check_film(status, &why, r.H_min, r.H_0 > 0 ? r.H_0 : r.H_c);
    if (!status) {
        MUST(r.nx == SIDE + 1 && r.ny == SIDE + 1 && isfinite(r.p_max) && isfinite(r.H_c));
        check_fields(r.P, r.H, r.nx * r.ny);
        MUST(fabs(r.load - 1) <= 1e-3);
    }
    abut_ehl_point_destroy(solver);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    source s = {data, size};
    if (byte(&s) < 248)
        try_line(&s);
    else
        try_point(&s);
    return 0;
}
