/* Rollers whose slices are evaluated four at a time against the path slice by slice, on random states. */
#include <math.h>

#include "base/quat.h"
#include "contact/line4.h"
#include "support/suite.h"

enum { ROUNDS = 150 };

static double uniform(unsigned *seed, double low, double high) {
    *seed = *seed * 1664525U + 1013904223U;
    return low + (high - low) * (double)(*seed >> 8) / (1U << 24);
}
static vec3 any(unsigned *s, double size) {
    return v3(uniform(s, -size, size), uniform(s, -size, size), uniform(s, -size, size));
}

typedef struct oil_case {
    abut_lubricant oil;
    double sigma; /* m */
    abut_choice film;
    double rolling;
} oil_case;
static const oil_case oils[] = {
    {.oil = {0}},
    {{.eta0 = 0.02, .alpha = 1.8e-8, .shear = ABUT_EYRING, .tau0 = 1e7, .limit_slope = 0.07}, 2e-7, {NULL, {{0}}}, 1},
    {{.eta0 = 0.1,
      .alpha = 2.2e-8,
      .viscosity = ABUT_ROELANDS,
      .shear = ABUT_EYRING,
      .tau0 = 6e6,
      .beta = 0.04,
      .conductivity = 0.14},
     0,
     {"moes_line", {{.name = "heating", .text = "inlet"}, {.name = "u_starve", .value = 9}}},
     1},
    {{.eta0 = 5e-3, .alpha = 1.5e-8, .shear = ABUT_CARREAU, .G = 4e6, .n = 0.4, .tau_min = 2e6},
     1e-6,
     {"moes_line", {{.name = "carries", .value = 0}}},
     0.5},
    {{.eta0 = 2e-3, .alpha = 1.2e-8, .shear = ABUT_CARREAU, .G = 1e6, .n = 0.5, .limit_slope = 0.05},
     3e-7,
     {"moes_line", {{.name = "compressible", .value = 1}, {.name = "squeeze", .value = 1.2}}},
     1},
    {{.eta0 = 0.05, .alpha = 0, .shear = ABUT_NEWTON},
     2e-8,
     {"moes_line", {{.name = "thermal", .value = 0.8}, {.name = "reach", .value = 2e-6}}},
     0},
    /* films from a table: 6 on */
    {{.eta0 = 0.02, .alpha = 1.8e-8, .shear = ABUT_EYRING, .tau0 = 1e7, .limit_slope = 0.07},
     2e-7,
     {"ehl_table", {{0}}},
     1},
    {{.eta0 = 0.1, .alpha = 2.2e-8, .viscosity = ABUT_ROELANDS, .shear = ABUT_EYRING, .tau0 = 6e6},
     0,
     {"ehl_table", {{.name = "compressible", .value = 0}, {.name = "u_starve", .value = 9}}},
     1},
    {{.eta0 = 0.05, .alpha = 0, .shear = ABUT_NEWTON}, 2e-8, {"ehl_table", {{.name = "thermal", .value = 0.8}}}, 0},
    {{.eta0 = 1, .alpha = 1e-8, .shear = ABUT_EYRING, .tau0 = 1e7},
     3e-7,
     {"ehl_table", {{.name = "carries", .value = 0}}},
     1},
};

typedef struct line_case {
    double radius; /* of A, m */
    bool inside;
    const char *law; /* iso16281, or one of strip, asymptotic, paper */
    int slices, wet;
    double chi;
    bool crowned, moved;
    double skew, v_eps; /* rad, m/s; 0: 1e-3 and 5e-3 */
} line_case;
static const line_case cases[] = {
    {18e-3, false, "iso16281", 15, 0, 0, true, false},
    {27e-3, true, "iso16281", 7, 0, 0.4, true, true},
    {18e-3, false, "strip", 15, 0, 0.3, true, true},
    {27e-3, true, "strip", 1, 0, 0, false, false},
    {18e-3, false, "asymptotic", 4, 0, 0, true, true},
    {18e-3, false, "paper", 5, 0, 0, true, false},
    {18e-3, false, "iso16281", 15, 1, 0, true, false},
    {27e-3, true, "iso16281", 15, 1, 0.4, true, true},
    {27e-3, true, "strip", 15, 2, 0, true, true},
    {18e-3, false, "strip", 6, 3, 0.3, true, false},
    {18e-3, false, "strip", 9, 4, 0.3, true, true},
    {27e-3, true, "iso16281", 3, 4, 0, false, true},
    {18e-3, false, "asymptotic", 8, 5, 1, true, true},
    {27e-3, true, "iso16281", 15, 5, 0, true, false},
    /* axes that cross: the curvature turns with the roller; rolling resistance that is smooth for long */
    {18e-3, false, "strip", 15, 1, 0.3, true, true, 0.3, 0.5},
    {27e-3, true, "iso16281", 15, 4, 0, true, false, 0.2, 0.3},
    {18e-3, false, "strip", 15, 6, 0.3, true, true},
    {27e-3, true, "iso16281", 15, 6, 0, true, false},
    {18e-3, false, "strip", 1, 7, 0, false, false},
    {18e-3, false, "asymptotic", 8, 8, 1, true, true},
    {27e-3, true, "strip", 6, 9, 0.3, true, false}, /* light: beyond the table */
};
enum { CASES = sizeof cases / sizeof cases[0] };
static const double RADIUS = 4.5e-3, LENGTH = 13e-3;

static abut_element *make(const line_case *c) {
    bool iso = c->law[0] == 'i';
    abut_pose at = {{0.01, -0.003, 0.002}, {cos(0.4), sin(0.4), 0, 0}};
    abut_surface_def race = {.shape = {"cylinder",
                                       {{.name = "radius", .value = c->radius},
                                        {.name = "side", .text = c->inside ? "inside" : "outside"}}},
                             .material = {2.06e11, 0.3, 7800, false}},
                     roller = {.shape = {"roller",
                                         {{.name = "radius", .value = RADIUS}, {.name = "length", .value = LENGTH}}},
                               .material = {2.06e11, 0.3, 7800, false}};
    if (c->crowned) {
        roller.shape.params[2] = (abut_param){.name = "profile", .text = "crowned"};
        roller.shape.params[3] = (abut_param){.name = "crown_radius", .value = 4};
    }
    if (c->moved) race.place = at, roller.place.r = (abut_vec3){1e-3, -2e-3, 3e-3};
    abut_element_def def = {.a = race, .b = roller};
    def.law.normal = (abut_choice){"line",
                                   {{.name = "slices", .value = c->slices},
                                    {.name = "damping", .value = c->chi},
                                    {.name = iso ? "slice_law" : "law", .text = c->law}}};
    def.law.friction = (abut_choice){
        "coulomb",
        {{.name = "mu", .value = 0.1}, {.name = "v_s", .value = 0.02}, {.name = "static_ratio", .value = 1.3}}};
    const oil_case *o = &oils[c->wet];
    abut_roughness rough = {.sigma = o->sigma, .asperity_radius = 15e-6, .density = 2e10};
    if (c->wet) {
        def.law.lubricant = &o->oil;
        def.law.film = o->film;
        if (rough.sigma > 0) def.law.roughness = &rough;
        def.law.friction = (abut_choice){
            "mixed",
            {{.name = "v_eps", .value = c->v_eps > 0 ? c->v_eps : 5e-3}, {.name = "rolling", .value = o->rolling}}};
    }
    abut_element *e;
    abut_message message;
    ck_assert_msg(!abut_element_create(&def, &e, &message), "%s", message.text);
    return e;
}

/* A roller about there, pressed in by -22 to 6 um, tilted and skewed by milliradians. */
static void shake(const line_case *c, unsigned *s, const abut_element *e, abut_element_in *in) {
    double lean = c->skew > 0 ? 0.5 * c->skew : 1e-3;
    abut_quat q = quat_unit((abut_quat){1, uniform(s, -1, 1), uniform(s, -1, 1), uniform(s, -1, 1)}),
              small = quat_unit((abut_quat){1, uniform(s, -lean, lean), uniform(s, -lean, lean), uniform(s, -1, 1)});
    *in = (abut_element_in){.a = {any(s, 0.1), q}, .va = {any(s, 0.5), any(s, 50)}};
    double h = uniform(s, 0, 1) < 0.3 ? uniform(s, -22e-6, 6e-6) : uniform(s, -1e-6, 6e-6), phi = uniform(s, 0, 6.28);
    double rho = c->inside ? c->radius - RADIUS + h : c->radius + RADIUS - h;
    vec3 middle = v3(rho * cos(phi), rho * sin(phi), uniform(s, -1e-3, 1e-3));
    mat3 RA = m3_of_quat(q), of_race = m3_mulm(RA, e->a.R);
    vec3 world = v3_add(in->a.r, v3_add(m3_mul(RA, e->a.r), m3_mul(of_race, middle)));
    mat3 RB = m3_mulm(of_race, m3_of_quat(small));
    in->b.q = quat_multiply(
        quat_multiply(q, c->moved ? (abut_quat){cos(0.4), sin(0.4), 0, 0} : (abut_quat){1, 0, 0, 0}), small);
    in->b.r = v3_sub(world, m3_mul(RB, e->b.r));
    vec3 v = v3_add(in->va.v, v3_cross(in->va.w, v3_sub(in->b.r, in->a.r)));
    in->vb = (abut_twist){v3_add(v, any(s, 0.2)), v3_add(in->va.w, any(s, 100))};
}

static void near(double is, double want, double tolerance, const char *what, int which) {
    ck_assert_msg(fabs(is - want) <= tolerance, "case %d: %s: %.17g, slice by slice %.17g, tolerance %g", which, what,
                  is, want, tolerance);
}
static void near3(abut_vec3 is, abut_vec3 want, double tolerance, const char *what, int which) {
    near(is.x, want.x, tolerance, what, which);
    near(is.y, want.y, tolerance, what, which);
    near(is.z, want.z, tolerance, what, which);
}

static void compare(const abut_element_out *is, const abut_element_out *want, int which) {
    double F = 1e-9 * (v3_norm(want->on_a.force) + 1e-3), L = 0.02;
    ck_assert_int_eq(is->touching, want->touching);
    ck_assert_int_eq(is->mode, want->mode);
    near(is->h, want->h, 1e-16, "h", which);
    near(is->hdot, want->hdot, 1e-13, "hdot", which);
    near(is->Q, want->Q, 1e-12 * want->Q, "Q", which);
    near(is->N, want->N, F, "N", which);
    near3(is->n, want->n, 1e-14, "n", which);
    near3(is->t1, want->t1, 1e-13, "t1", which);
    near3(is->point, want->point, 1e-9 * L, "point", which);
    near3(is->slip, want->slip, 1e-12, "slip", which);
    near(is->spin, want->spin, 1e-10, "spin", which);
    near3(is->point_a, want->point_a, 1e-14, "point on A", which);
    near3(is->n_rate, want->n_rate, 1e-10, "turn of n", which);
    for (int i = 0; i < 2; i++) near(is->entrainment[i], want->entrainment[i], 1e-12, "entrainment", which);
    near3(is->on_b.force, want->on_b.force, F, "force on B", which);
    near3(is->on_a.force, want->on_a.force, F, "force on A", which);
    near3(is->on_b.torque, want->on_b.torque, F * L, "torque on B", which);
    near3(is->on_a.torque, want->on_a.torque, F * L, "torque on A", which);
    near3(is->moment, want->moment, F * L, "moment", which);
    near(is->a, want->a, 1e-15, "a", which);
    near(is->b, want->b, 1e-9 * want->b, "b", which);
    near(is->p_max, want->p_max, 1e-9 * want->p_max, "p_max", which);
    near(is->energy, want->energy, 1e-9 * want->energy, "energy", which);
    near(is->loss_normal, want->loss_normal, 1e-9 * (want->N * fabs(want->hdot) + fabs(want->loss_normal)) + 1e-15,
         "loss_normal", which);
    near(is->loss_friction, want->loss_friction, 1e-9 * (want->loss_friction + want->N), "loss_friction", which);
}

static void compare_film(const abut_film_state *is, const abut_film_state *want, double N, int which) {
    const double tight = 2e-9, part = 1e-9 * N + 1e-15;
    near(is->u_sum, want->u_sum, tight * (fabs(want->u_sum) + 1e-3), "u_sum", which);
    near(is->M, want->M, tight * want->M, "M", which);
    near(is->L, want->L, tight * want->L, "L", which);
    near(is->regime, want->regime, 0, "regime", which);
    near(is->h_c, want->h_c, tight * want->h_c, "h_c", which);
    near(is->h_min, want->h_min, tight * want->h_min, "h_min", which);
    near(is->lambda, want->lambda, tight * want->lambda, "lambda", which);
    near(is->fluid_share, want->fluid_share, tight, "fluid_share", which);
    near(is->T_fluid, want->T_fluid, part, "T_fluid", which);
    near(is->T_boundary, want->T_boundary, part, "T_boundary", which);
    near(is->T_rolling, want->T_rolling, part, "T_rolling", which);
    near(is->loss_fluid, want->loss_fluid, part, "loss_fluid", which);
    near(is->loss_boundary, want->loss_boundary, part, "loss_boundary", which);
    near(is->loss_rolling, want->loss_rolling, part, "loss_rolling", which);
}

static void compare_matrices(double is[12][12], double want[12][12], const char *what, int which) {
    double all = 0; /* parts that cancel leave rounding */
    for (int i = 0; i < 144; i++) all = fmax(all, fabs(want[i / 12][i % 12]));
    for (int r = 0; r < 12; r += 3)
        for (int c = 0; c < 12; c += 3) {
            double most = 0;
            for (int i = 0; i < 9; i++) most = fmax(most, fabs(want[r + i / 3][c + i % 3]));
            for (int i = 0; i < 9; i++)
                near(is[r + i / 3][c + i % 3], want[r + i / 3][c + i % 3], 2e-8 * most + 1e-14 * all, what, which);
        }
}

static void run(int which, int rounds) {
    const line_case *c = &cases[which];
    abut_element *e = make(c);
    struct line4 *line = e->line;
    ck_assert(line && line->side != 0);
    double side = line->side;
    unsigned seed = 17U + (unsigned)which;
    int carried = 0;
    for (int i = 0; i < rounds; i++) {
        abut_element_in in;
        abut_element_jac jac[2];
        double load[2][32];
        abut_element_out is = {.jac = i % 2 ? &jac[0] : NULL, .slice_load = load[0], .want_frame = i % 3 == 0},
                         want = {.jac = i % 2 ? &jac[1] : NULL, .slice_load = load[1], .want_frame = i % 3 == 0};
        shake(c, &seed, e, &in);
        e->line = NULL; /* slice by slice */
        abut_status status = abut_element_eval(e, &in, &want);
        e->line = line;
        for (int way = 0; way < 2; way++) { /* four at a time; one slice by the laws of four */
            line->side = way ? 0 : side;
            ck_assert_int_eq(status, abut_element_eval(e, &in, &is));
            compare(&is, &want, which);
            compare_film(&is.film, &want.film, want.N, which);
            for (int k = 0; k < c->slices; k++)
                near(load[0][k], load[1][k], 1e-9 * want.N / LENGTH * c->slices + 1e-6, "load", which);
            if (i % 2) compare_matrices(jac[0].K, jac[1].K, "K", which);
            if (i % 2) compare_matrices(jac[0].C, jac[1].C, "C", which);
        }
        line->side = side;
        carried += want.N > 0;
    }
    ck_assert_int_gt(carried, rounds / 3);
    abut_element_destroy(e);
}

START_TEST(as_slice_by_slice) {
    for (int which = 0; which < CASES; which++) run(which, brief() ? 40 : ROUNDS);
}
END_TEST

/* One of the variables that gradients are by, moved. */
static line4_in moved(const line4_in *in, int by, double part) {
    line4_in to = *in;
    double step = 1 + part;
    if (by == LINE_H) to.h = in->h + 1e-5 * part;
    if (by == LINE_HDOT) to.hdot = in->hdot + part;
    if (by == LINE_Q) to.Q = in->Q * step;
    if (by == LINE_U) to.u = in->u * step;
    if (by == LINE_SELF) to.slip2 = in->slip2 * step, to.turn2 = in->turn2 * step, to.slip = in->slip * sqrt(step);
    return to;
}

/* Gradients of force, grip and rolling resistance, where smooth parts of them are hidden in matrices behind greater ones. */
static void differences(int which, unsigned *seed) {
    const double part = 1e-5;
    abut_element *e = make(&cases[which]);
    line4_out o, up, down;
    double slip = uniform(seed, 0.01, 0.5), turn = uniform(seed, 1, 120);
    const line4_in in = {.h = {1e-6, 3e-6, 5e-6, 8e-6},
                         .hdot = row4_all(uniform(seed, 0.01, 0.1)),
                         .Q = row4_all(uniform(seed, 80, 160)),
                         .u = row4_all(uniform(seed, 1, 6)),
                         .slip2 = row4_all(slip * slip),
                         .slip = row4_all(slip),
                         .turn2 = row4_all(turn * turn),
                         .inside = ~(mask4){0}};
    ck_assert(line4_eval(e->line, &in, true, &o));
    for (int by = 0; by < LINE_BY; by++) {
        line4_in a = moved(&in, by, part), b = moved(&in, by, -part);
        ck_assert(line4_eval(e->line, &a, true, &up) && line4_eval(e->line, &b, true, &down));
        for (int i = 0; i < 4; i++) {
            double own[LINE_BY] = {1e-5, 1, in.Q[i], in.u[i], in.slip2[i]}, unit = own[by], per = 0.5 / part;
            near(o.dN[by][i] * unit, (up.N[i] - down.N[i]) * per, 1e-5 * o.N[i], "dN", which);
            near(o.dgrip[by][i] * unit, (up.grip[i] - down.grip[i]) * per, 1e-5 * o.grip[i], "dgrip", which);
            unit = by == LINE_SELF ? in.turn2[i] : unit;
            near(o.droll[by][i] * unit, (up.roll[i] - down.roll[i]) * per, 1e-5 * o.roll[i], "droll", which);
        }
    }
    abut_element_destroy(e);
}

START_TEST(slopes) {
    unsigned seed = 4;
    for (int which = 0; which < CASES; which++)
        for (int i = 0; i < 5; i++) differences(which, &seed);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&as_slice_by_slice, &slopes};
    return suite_main("line4", all, sizeof all / sizeof *all);
}
