/* Fuzz target of solved films: the bytes are the numbers of a line contact on 50 cells or, seldom, of a history of one, of an elliptic
 * one on 32 x 32. A sentence, or a film that is finite and positive under pressures that press, carry the load and are zero at the ends;
 * where oil is conserved no gap holds more than it can. From the solution just found steps in time, over a relief, of first and second order,
 * the spring of the film, waves that pass, another contact, the same again. */
#include "numbers.h"

enum { CELLS = 50, SIDE = 32, INSTANTS = 3 };
static const double hertz = 1.5707963267948966;

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    return 0;
}

/* ---- lines ---- */
static bool line_good(const abut_ehl_line_result *r, abut_status status, const abut_message *why, double load) {
    check_film(status, why, r->H_min, r->H_c);
    if (status) return false;
    MUST(r->count == CELLS + 1 && isfinite(r->p_max) && isfinite(r->rolling) && isfinite(r->residual));
    check_fields(r->P, r->H, r->count);
    for (int i = 1; i < r->count; i++) MUST(r->X[i] > r->X[i - 1]);
    MUST(r->P[0] == 0 && r->P[CELLS] == 0);
    MUST(load == 0 || fabs(r->load - load) <= 1e-3 * load);
    MUST(isfinite(r->flow) && r->x_in >= r->X[0] && r->x_in <= r->x_out && r->x_out <= r->X[CELLS]);
    for (int i = 0; r->fill && i < r->count; i++) {
        MUST(r->fill[i] >= 0 && r->fill[i] <= 1 + 1e-9);
        MUST(r->P[i] == 0 || r->fill[i] == 1);
    }
    return true;
}

/* Two steps, the second of second order if wanted. */
static void try_steps(source *s, abut_ehl_line *solver, abut_ehl_line_def *def) {
    abut_ehl_line_move move = {.dT = number(s, 0.1)};
    double relief[CELLS + 1];
    abut_ehl_line_result r;
    unsigned more = byte(s);
    if (more & 1) move.width = number(s, 1), move.scale = move.width * move.width;
    if (more & 2) move.load = number(s, 1.5);
    if (more & 4) move.held = true, move.offset = number(s, 0.1);
    if (more & 8) def->M = number(s, 20);
    if (more & 16) {
        double height = number(s, 0.05), wave = number(s, 4);
        for (int i = 0; i <= CELLS; i++) relief[i] = height * sin(wave * i);
        move.relief = relief;
    }
    if (more & 32) move.last = number(s, 1);
    for (int k = 0; k < (more & 32 ? 2 : 1); k++) {
        abut_message why = {0};
        (void)line_good(&r, abut_ehl_line_step(solver, def, &move, &r, &why), &why,
                        move.held       ? 0
                        : move.load > 0 ? move.load
                                        : hertz);
    }
}

static void try_small_changes(source *s, abut_ehl_line *solver) {
    abut_message why = {0};
    double K, C;
    abut_status status = abut_ehl_line_spring(solver, &K, &C, &why);
    check_answer(status, &why);
    MUST(isfinite(K) && isfinite(C) && (!status || (K == 0 && C == 0)));
    abut_ehl_line_wave wave = {number(s, 1), 1};
    abut_ehl_line_wave_result r;
    if (byte(s) & 1) wave.speed = number(s, 1);
    why = (abut_message){0};
    status = abut_ehl_line_wave_pass(solver, &wave, &r, &why);
    check_answer(status, &why);
    MUST(isfinite(r.film) && isfinite(r.phase) && isfinite(r.pressure) && isfinite(r.offset) && isfinite(r.nodes));
    MUST(r.film >= 0 && r.pressure >= 0 && r.offset >= 0 && (!status || r.film == 0));
}

static void try_line(source *s) {
    abut_ehl_line *solver = NULL;
    abut_ehl_line_result r;
    abut_message why = {0};
    MUST(!abut_ehl_line_create(CELLS, &solver, &why));
    abut_ehl_line_def def = {.M = number(s, 20), .L = number(s, 5), .oil = read_oil(s)};
    unsigned way = byte(s);
    if (way & 1) def.tol = number(s, 1e-7);
    if (way & 2) def.from = -number(s, 5), def.to = number(s, 1.6);
    if (way & 16) def.conserving = true;
    if (way & 32) def.layer = number(s, 0.5);
    if (way & 64) def.inside = number(s, 0.4), def.film = number(s, 0.1);
    bool there = line_good(&r, abut_ehl_line_solve(solver, &def, &r, &why), &why, hertz);
    if (there && def.layer > 0) MUST(r.flow <= def.layer * (1 + 1e-6)); /* no more oil passes than comes */
    if (there && way & 4) { /* the same again, from the solution: the same film */
        double before = r.H_c;
        why = (abut_message){0};
        MUST(line_good(&r, abut_ehl_line_solve(solver, &def, &r, &why), &why, hertz));
        MUST(fabs(r.H_c - before) <= 1e-2 * before);
    }
    if (way & 128) try_small_changes(s, solver);
    if (way & 8) try_steps(s, solver, &def); /* without a solution they are refused */
    abut_ehl_line_destroy(solver);
}

/* ---- a history ---- */
static void try_history(source *s) {
    abut_ehl_line_instant at[INSTANTS];
    abut_ehl_line_film film[INSTANTS];
    abut_message why = {0};
    double t = 0, force = number(s, 1e3), curvature = number(s, 100), speed = number(s, 5);
    unsigned way = byte(s);
    for (int i = 0; i < INSTANTS; i++) {
        at[i] = (abut_ehl_line_instant){t, force, curvature, speed};
        t += number(s, 1e-3);
        /* each step in time solves a contact: not much of a change */
        unsigned what = byte(s);
        double gain = exp2((byte(s) - 128) / 128.0);
        if (what & 1) force *= gain;
        if (what & 2) curvature *= gain;
        if (what & 4) speed *= gain;
        if (what == 255) force = number(s, 1e3);
    }
    abut_ehl_line_history h = {.instant = at,
                               .count = way & 1 ? INSTANTS : 2,
                               .length = 0.01,
                               .E_prime = 2.3e11,
                               .eta0 = number(s, 0.02),
                               .alpha = number(s, 2e-8),
                               .oil = read_oil(s),
                               .n = CELLS,
                               .tol = 1e-6,
                               .change = 0.5,
                               .steady = way & 2};
    if (way & 4) h.period = at[h.count - 1].t - at[0].t + number(s, 1e-3);
    abut_status status = abut_ehl_line_follow(&h, film, &why);
    check_answer(status, &why);
    for (size_t i = 0; i < h.count && !status; i++) {
        const abut_ehl_line_film *f = &film[i];
        MUST(f->M > 0 && f->L >= 0 && f->h_min > 0 && f->h_c >= f->h_min * (1 - 1e-12) && isfinite(f->h_c));
        MUST(f->p_max > 0 && f->half_width > 0 && f->formula > 0 && isfinite(f->rolling_force));
        MUST(h.steady ? f->steady_min > 0 && f->steady_c >= f->steady_min * (1 - 1e-12) : isnan(f->steady_c));
    }
}

/* ---- ellipses ---- */
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
    def.flooded = way & 4;
    abut_status status = abut_ehl_point_solve(solver, &def, &r, &why);
    for (int step = 0;; step++) {
        check_film(status, &why, r.H_min, fmin(r.H_0, r.H_c));
        if (!status) {
            MUST(r.nx == SIDE + 1 && r.ny == SIDE + 1 && isfinite(r.p_max) && isfinite(r.H_c));
            check_fields(r.P, r.H, r.nx * r.ny);
            MUST(step || fabs(r.load - 1) <= 1e-3);
        }
        if (step || !(way & 8)) break;
        abut_ehl_point_move move = {.dT = number(s, 0.1)};
        if (way & 16) move.width = number(s, 1), move.scale = move.width * move.width;
        if (way & 32) move.held = true, move.offset = number(s, 0.1);
        why = (abut_message){0};
        status = abut_ehl_point_step(solver, &def, &move, &r, &why);
    }
    abut_ehl_point_destroy(solver);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    source s = {data, size};
    unsigned kind = byte(&s);
    if (kind < 240)
        try_line(&s);
    else if (kind < 248)
        try_history(&s);
    else
        try_point(&s);
    return 0;
}
