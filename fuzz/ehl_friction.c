/* Fuzz target of what follows from solved films: friction and heat of contacts solved once, by any oil and sliding, and lines whose rough
 * surfaces share the load with the film. A sentence, or a traction along the sliding that no limiting stress forbids and heat makes no
 * greater; shares that carry the load together. */
#include "abut/ehl_friction.h"
#include "abut/ehl_mixed.h"
#include "numbers.h"

enum { CELLS = 50, SIDE = 32 };
static const double hertz = 1.5707963267948966;

static struct { /* contacts that friction is asked of */
    abut_ehl_line *line;
    abut_ehl_point *point;
    abut_ehl_line_result of_line;
    abut_ehl_point_result of_point;
} solved;

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    MUST(!abut_ehl_line_create(CELLS, &solved.line, NULL) && !abut_ehl_point_create(SIDE, &solved.point, NULL));
    MUST(!abut_ehl_line_solve(solved.line, &(abut_ehl_line_def){.M = 20, .L = 8}, &solved.of_line, NULL));
    MUST(!abut_ehl_point_solve(solved.point, &(abut_ehl_point_def){.M = 50, .L = 8, .D = 0.6}, &solved.of_point, NULL));
    return 0;
}

/* ---- friction and heat ---- */
static abut_lubricant read_shear(source *s) {
    unsigned way = byte(s);
    abut_lubricant o = {.eta0 = number(s, 0.02), .shear = (abut_shear_law)(way % 3)};
    if (way & 4) o.tau0 = number(s, 5e6);
    if (o.shear == ABUT_CARREAU) o.G = number(s, 1e6), o.n = number(s, 0.5);
    if (way & 8) o.limit_slope = number(s, 0.05);
    if (way & 16) o.tau_min = number(s, 1e6);
    o.beta = way & 32 ? number(s, 0.03) : 0.03;
    o.conductivity = way & 64 ? number(s, 0.14) : 0.14;
    return o;
}

static abut_status friction(bool line, const abut_ehl_slide *c, abut_ehl_friction *f) {
    abut_message why = {0};
    abut_status status = line ? abut_ehl_line_friction(&solved.of_line, c, f, &why)
                              : abut_ehl_point_friction(&solved.of_point, c, f, &why);
    const double numbers[] = {f->traction, f->mu, f->tau_max, f->rolling, f->inlet, f->loss, f->T_film, f->T_1, f->T_2};
    check_answer(status, &why);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        MUST(isfinite(numbers[i]) && (!status || numbers[i] == 0));
    return status;
}

static void try_friction(source *s) {
    unsigned way = byte(s);
    bool line = way & 7; /* heat takes long in an ellipse */
    abut_ehl_friction f, cold;
    abut_ehl_slide c = {.size = number(s, 1e-4),
                        .R = number(s, 0.01),
                        .p_h = number(s, 1e9),
                        .length = number(s, 0.01),
                        .u_sum = number(s, 5),
                        .slide = number(s, 0.2),
                        .oil = read_oil(s),
                        .shear = read_shear(s)};
    if (way & 8) c.slide = -c.slide;
    if (!line) c.D = 0.6;
    if (way & 16) c.inlet = number(s, 0.005), c.angle = number(s, 0.3), c.D = number(s, 0.6);
    if (way & 32) c.heat = (abut_ehl_heat){number(s, 45), number(s, 7850), number(s, 460)};
    if (friction(line, &c, &f)) return;
    MUST(f.traction * c.slide >= 0 && f.tau_max >= 0 && f.T_film >= 0 && f.T_1 >= 0 && f.T_2 >= 0);
    if (!(way & 32)) {
        MUST(f.T_film == 0 && f.T_1 == 0 && f.T_2 == 0);
        return;
    }
    c.heat = (abut_ehl_heat){0};
    if (friction(line, &c, &cold)) return; /* by Newton's law it may be more than the load */
    MUST(fabs(f.traction) <= fabs(cold.traction) * (1 + 1e-9) && f.rolling == cold.rolling);
}

/* ---- rough surfaces ---- */
static void try_mixed(source *s) {
    abut_ehl_mixed_def d = {.contact = {.M = number(s, 50), .L = number(s, 5), .oil = read_oil(s)},
                            .rough = {number(s, 2e-7), number(s, 1e-5), number(s, 1e10), NULL},
                            .E_prime = 2.3e11,
                            .R = 0.01,
                            .p_h = number(s, 1e9)};
    abut_ehl_line *solver = NULL;
    abut_ehl_mixed_result r;
    unsigned way = byte(s);
    MUST(!abut_ehl_line_create(CELLS, &solver, NULL));
    if (way & 1) d.contact.M *= 1e5;
    if (way & 2) d.contact.tol = number(s, 1e-7);
    if (way & 4) d.E_prime = number(s, 2.3e11), d.R = number(s, 0.01);
    for (int again = 0; again < (way & 8 ? 2 : 1); again++) {
        abut_message why = {0};
        abut_status status = abut_ehl_line_mixed(solver, &d, &r, &why);
        check_answer(status, &why);
        if (status) {
            MUST(r.film_share == 0 && r.line.H_c == 0);
            break;
        }
        MUST(r.film_share >= 0 && r.asperity_share >= 0 && fabs(r.film_share + r.asperity_share - 1) <= 1e-3);
        MUST(r.lambda > 0 && isfinite(r.lambda) && r.b > 0 && isfinite(r.b));
        MUST(r.line.H_c > 0 && r.line.H_min > 0 && isfinite(r.line.H_c) && fabs(r.line.load - hertz) <= 1e-3 * hertz);
        check_fields(r.line.P, r.line.H, r.line.count);
        for (int i = 0; i < r.line.count; i++)
            MUST(r.P_film[i] >= 0 && r.P_asperities[i] >= 0 && isfinite(r.gap[i]) &&
                 fabs(r.P_film[i] + r.P_asperities[i] - r.line.P[i]) <= 1e-9 * (1 + r.line.P[i]));
    }
    abut_ehl_line_destroy(solver);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    source s = {data, size};
    if (byte(&s) < 240)
        try_friction(&s);
    else
        try_mixed(&s);
    return 0;
}
