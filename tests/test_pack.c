/* Contacts of balls that are evaluated four at a time (packs) against their elements, on random states. */
#include <math.h>
#include <stdlib.h>

#include "base/quat.h"
#include "contact/kernels.h"
#include "contact/pack.h"
#include "support/suite.h"

enum { BALLS = 6, ROUNDS = 200 };

static double uniform(unsigned *seed, double low, double high) {
    *seed = *seed * 1664525U + 1013904223U;
    return low + (high - low) * (double)(*seed >> 8) / (1U << 24);
}
static vec3 any(unsigned *s, double size) {
    return v3(uniform(s, -size, size), uniform(s, -size, size), uniform(s, -size, size));
}

typedef struct pack_case {
    const char *hollow, *patch;
    double ring, tube, mu, chi;
    bool ball_first;  /* the ball is surface a */
    double v_s, slip; /* m/s, 0.02 and 0.2 where nothing is said */
    int wet;          /* one of `oils`; 0: dry */
} pack_case;

/* Lubricated contacts: oils, rough surfaces, films. */
typedef struct pack_oil {
    abut_lubricant oil;
    double sigma; /* m */
    abut_choice film;
    double v_eps;
    double asperity; /* m, radius; 15 um where nothing is said */
} pack_oil;
static const pack_oil oils[] = {
    {.oil = {0}},
    {{.eta0 = 0.02, .alpha = 1.8e-8, .shear = ABUT_EYRING, .tau0 = 1e7, .limit_slope = 0.07},
     1e-7,
     {"nvm", {{0}}},
     1e-3},
    {{.eta0 = 0.1,
      .alpha = 2.2e-8,
      .viscosity = ABUT_ROELANDS,
      .shear = ABUT_EYRING,
      .tau0 = 6e6,
      .beta = 0.04,
      .conductivity = 0.14},
     0,
     {"nvm", {{.name = "heating", .text = "inlet"}, {.name = "u_starve", .value = 9}, {.name = "blend", .text = "EP"}}},
     1e-3},
    {{.eta0 = 5e-3, .alpha = 1.5e-8, .shear = ABUT_NEWTON, .tau_min = 2e6},
     1e-6,
     {"nvm", {{.name = "carries", .value = 0}}},
     0.1},
    {{.eta0 = 2e-3, .alpha = 1.2e-8, .shear = ABUT_EYRING, .tau0 = 3e6, .limit_slope = 0.05},
     3e-7,
     {"nvm", {{.name = "compressible", .value = 0}}},
     1e-3},
    {{.eta0 = 0.02, .alpha = 6e-8, .shear = ABUT_EYRING, .tau0 = 1e7, .limit_slope = 0.07}, 1e-7, {"nvm", {{0}}}, 1e-3},
    {{.eta0 = 0.02, .alpha = 6e-8, .shear = ABUT_NEWTON, .limit_slope = 0.07}, 1e-7, {"nvm", {{0}}}, 1e-3},
    {{.eta0 = 0.05, .alpha = 0, .shear = ABUT_NEWTON}, 2e-8, {"nvm", {{.name = "thermal", .value = 0.8}}}, 1e-3},
    /* films from a table: 8 on */
    {{.eta0 = 0.02, .alpha = 1.8e-8, .shear = ABUT_EYRING, .tau0 = 1e7, .limit_slope = 0.07},
     1e-7,
     {"ehl_table", {{0}}},
     1e-3},
    {{.eta0 = 2, .alpha = 2.2e-8, .viscosity = ABUT_ROELANDS, .shear = ABUT_EYRING, .tau0 = 6e6},
     0,
     {"ehl_table", {{.name = "compressible", .value = 0}, {.name = "u_starve", .value = 9}}},
     1e-3},
    {{.eta0 = 0.05, .alpha = 0, .shear = ABUT_NEWTON}, 2e-8, {"ehl_table", {{.name = "thermal", .value = 0.8}}}, 1e-3},
    {{.eta0 = 1e-3, .alpha = 6e-9, .shear = ABUT_NEWTON}, 2e-7, {"ehl_table", {{.name = "carries", .value = 0}}}, 1e-3},
    {{.eta0 = 30, .alpha = 6e-8, .shear = ABUT_EYRING, .tau0 = 1e7}, 1e-6, {"ehl_table", {{0}}}, 1e-3},
    /* sizes beyond reason: 13 on */
    {{.eta0 = 0.02, .alpha = 1.8e-8, .shear = ABUT_EYRING, .tau0 = 1e7, .limit_slope = 1e30},
     1e-7,
     {"nvm", {{0}}},
     1e-3},
    {{.eta0 = 0.02, .alpha = 1.8e-8, .shear = ABUT_EYRING, .tau0 = 1e7, .limit_slope = 1e-30},
     1e-7,
     {"nvm", {{0}}},
     1e-3},
    {{.eta0 = 0.02, .alpha = 1.8e-8}, 1e-7, {"nvm", {{0}}}, 1e-3, .asperity = 1e30},
    {{.eta0 = 0.02, .alpha = 1.8e-8}, 0, {"nvm", {{.name = "u_starve", .value = 1e-3}}}, 1e-3},
    {{.eta0 = 1e30, .alpha = 1e30}, 0, {"nvm", {{.name = "carries", .value = 0}}}, 1e-3},
    {{.eta0 = 0.02, .alpha = 1.8e-8}, 0, {"nvm", {{.name = "u_eps", .value = 1e6}}}, 1e-3},
};

static const pack_case cases[] = {
    {"torus", "point", 25e-3, 5.2e-3, 0.1, 0.3, false},
    {"torus", "point", 25e-3, 5.2e-3, 0.1, 0.3, true},
    {"torus", "ellipse", 25e-3, 5.2e-3, 0.1, 0, false},
    {"torus", "ellipse", 40e-3, 5.3e-3, 0.05, 0.2, true},
    {"torus", NULL, 25e-3, 5.2e-3, 0, 0.1, false},
    {"sphere", "point", 0, 5.4e-3, 0.1, 0.3, false},
    {"cylinder", "point", 0, 5.4e-3, 0.1, 0.3, false},
    {"cylinder", "point", 0, 5.4e-3, 0.1, 0, true},
    {"torus", "ellipse", 25e-3, 5.2e-3, 0.1, 0, false, 1e-4, 4e-3}, /* slip turns inside of strips */
    {"torus", "ellipse", 25e-3, 5.2e-3, 0.1, 0, true, 1e-3, 4e-3},
    {"torus", "ellipse", 25e-3, 5.2e-3, 0.1, 0.3, false, .wet = 1},
    {"torus", "ellipse", 25e-3, 5.2e-3, 0.1, 0.3, true, .wet = 1},
    {"torus", "ellipse", 40e-3, 5.3e-3, 0.1, 0, false, .wet = 2},
    {"torus", "ellipse", 25e-3, 5.2e-3, 0.1, 0.3, false, .wet = 3},
    {"torus", "ellipse", 25e-3, 5.2e-3, 0.1, 0.3, false, .slip = 5e-3, .wet = 4},
    {"torus", "ellipse", 25e-3, 5.2e-3, 0.1, 1, true, .wet = 7},
    {"torus", "ellipse", 25e-3, 5.2e-3, 0.1, 0.3, false, .wet = 5}, /* exponents of Barus that end */
    {"torus", "ellipse", 25e-3, 5.2e-3, 0.1, 0.3, false, .wet = 6},
    {"torus", "ellipse", 25e-3, 5.2e-3, 0.1, 0.3, false, .wet = 8},
    {"torus", "ellipse", 40e-3, 5.05e-3, 0.1, 0.3, true, .wet = 8}, /* slender */
    {"torus", "ellipse", 25e-3, 8e-3, 0.1, 0, false, .slip = 2, .wet = 9},
    {"torus", "ellipse", 25e-3, 5.2e-3, 0.1, 1, true, .wet = 10},
    {"torus", "ellipse", 25e-3, 5.2e-3, 0.1, 0.3, false, .slip = 5e-3, .wet = 11},
    {"torus", "ellipse", 25e-3, 5.2e-3, 0.1, 0.3, false, .wet = 12}, /* light and thick: beyond the hull */
    {"torus", "ellipse", 25e-3, 5.2e-3, 0.1, 0.3, false, .wet = 13}, /* a limiting stress beyond all that counts */
    {"torus", "ellipse", 25e-3, 5.2e-3, 0.1, 0.3, false, .wet = 14}, /* of next to nothing */
};
enum { CASES = sizeof cases / sizeof cases[0] };
static const double RADIUS = 5e-3;

/* One element of the case; sockets and bores lie at different places, grooves at one. */
static abut_element *make(const pack_case *c, int which) {
    abut_choice shape = {c->hollow, {{0}}};
    if (c->ring > 0) {
        shape.params[0] = (abut_param){.name = "ring_radius", .value = c->ring};
        shape.params[1] = (abut_param){.name = "tube_radius", .value = c->tube};
    } else {
        shape.params[0] = (abut_param){.name = "radius", .value = c->tube};
    }
    shape.params[c->ring > 0 ? 2 : 1] = (abut_param){.name = "side", .text = "inside"};
    int place = c->ring > 0 ? 0 : which;
    abut_pose at = {{0.01 * place, -0.003, 0.002 * place}, {cos(0.1 + place), sin(0.1 + place), 0, 0}};
    abut_surface_def hollow = {.shape = shape, .material = {2.06e11, 0.3, 7800, false}, .place = at};
    abut_surface_def ball = {.shape = {"sphere", {{.name = "radius", .value = RADIUS}}},
                             .material = {3.1e11, 0.27, 3200, false}};
    abut_element_def def = {.a = c->ball_first ? ball : hollow, .b = c->ball_first ? hollow : ball};
    def.law.normal = (abut_choice){"hertz", {{.name = "damping", .value = c->chi}}};
    if (c->patch)
        def.law.friction = (abut_choice){"coulomb",
                                         {{.name = "mu", .value = c->mu},
                                          {.name = "v_s", .value = c->v_s > 0 ? c->v_s : 0.02},
                                          {.name = "patch", .text = c->patch}}};
    const pack_oil *o = &oils[c->wet];
    abut_roughness rough = {
        .sigma = o->sigma, .asperity_radius = o->asperity > 0 ? o->asperity : 15e-6, .density = 2e10};
    if (c->wet) {
        def.law.lubricant = &o->oil;
        def.law.film = o->film;
        if (rough.sigma > 0) def.law.roughness = &rough;
        def.law.friction = (abut_choice){"mixed",
                                         {{.name = "mu_boundary", .value = c->mu},
                                          {.name = "v_eps", .value = o->v_eps},
                                          {.name = "patch", .text = c->patch}}};
    }
    abut_element *e;
    abut_message message;
    ck_assert_msg(!abut_element_create(&def, &e, &message), "%s", message.text);
    return e;
}

/* A place of the ball's centre in the hollow, in the frame of its body; the ball is pressed in by h. */
static vec3 centre(const pack_case *c, const abut_element *e, unsigned *s) {
    const placed *at = c->ball_first ? &e->b : &e->a;
    double low = c->wet && uniform(s, 0, 1) < 0.5 ? -22e-6 : -1e-6; /* beyond the reach of films, too */
    double h = uniform(s, low, 6e-6), away = c->tube - RADIUS + h, phi = uniform(s, 0, 6.28), t = uniform(s, -1.5, 1.5);
    if (uniform(s, 0, 1) < 0.5) t += 3.14159265358979; /* inner race */
    if (c->ring == 0) t = uniform(s, -1.5, 1.5);
    bool bore = c->hollow[0] == 'c';
    double rho = c->ring + away * (bore ? 1 : cos(t)), z = bore ? uniform(s, -0.01, 0.01) : away * sin(t);
    return v3_add(at->r, m3_mul(at->R, v3(rho * cos(phi), rho * sin(phi), z)));
}

static void put(row4v *to, int lane, vec3 v) { to->x[lane] = v.x, to->y[lane] = v.y, to->z[lane] = v.z; }

typedef struct pack_scene {
    abut_element *e[BALLS];
    abut_element_in in[BALLS];
    pack pack;
    pack_holder holder;
    pack_balls balls[2];
} pack_scene;

static void open_scene(const pack_case *c, pack_scene *s) {
    for (int i = 0; i < BALLS; i++) s->e[i] = make(c, i);
    ck_assert(pack_of((const abut_element *const *)s->e, BALLS, &s->pack));
}
static void close_scene(pack_scene *s) {
    for (int i = 0; i < BALLS; i++) abut_element_destroy(s->e[i]);
    pack_drop(&s->pack);
}

/* World axes; lanes without a ball stand where the first of their four does. */
static void shake(const pack_case *c, unsigned *seed, pack_scene *s) {
    abut_quat q = quat_unit((abut_quat){1, uniform(seed, -1, 1), uniform(seed, -1, 1), uniform(seed, -1, 1)});
    s->holder = (pack_holder){any(seed, 0.1), any(seed, 0.5), any(seed, 50), m3_of_quat(q)};
    for (int i = 0; i < 8; i++) {
        int from = i < BALLS ? i : i / 4 * 4;
        abut_element_in *in = &s->in[from];
        if (i < BALLS) {
            abut_pose hollow = {s->holder.r, q}, ball = {.q = {1, 0, 0, 0}};
            ball.r = v3_add(s->holder.r, m3_mul(s->holder.R, centre(c, s->e[i], seed)));
            vec3 v = v3_add(s->holder.v, v3_cross(s->holder.w, v3_sub(ball.r, s->holder.r)));
            abut_twist moves = {v3_add(v, any(seed, c->slip > 0 ? c->slip : 0.2)), any(seed, 100)},
                       holds = {s->holder.v, s->holder.w};
            *in = c->ball_first ? (abut_element_in){ball, hollow, moves, holds, 0, NULL}
                                : (abut_element_in){hollow, ball, holds, moves, 0, NULL};
        }
        pack_balls *to = &s->balls[i / 4];
        put(&to->c, i % 4, c->ball_first ? in->a.r : in->b.r);
        put(&to->v, i % 4, c->ball_first ? in->va.v : in->vb.v);
        put(&to->w, i % 4, c->ball_first ? in->va.w : in->vb.w);
    }
}

static void near(double is, double want, double tolerance, const char *what, int which) {
    ck_assert_msg(fabs(is - want) <= tolerance, "case %d: %s: %.17g, element %.17g, tolerance %g", which, what, is,
                  want, tolerance);
}

static double size_of(const abut_element_out *o) { return v3_norm(o->on_a.force) + 1e-3; }

/* D against the blocks of K and C that belong to the ball. */
static void compare_matrices(const pack_out *o, int lane, const abut_element_jac *jac, int at, int which) {
    double all = 0; /* parts that cancel leave rounding */
    for (int i = 0; i < 36; i++) all = fmax(all, fabs(jac->K[at + i / 6][at + i % 6]));
    for (int set = 0; set < 3; set++) {
        const double(*E)[12] = set ? jac->C : jac->K;
        int column = at + (set == 2 ? 3 : 0);
        for (int half = 0; half < 6; half += 3) {
            double most = 0;
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++) most = fmax(most, fabs(E[at + half + i][column + j]));
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++)
                    near(o->D[half + i][3 * set + j][lane], -E[at + half + i][column + j], 2e-8 * most + 1e-14 * all,
                         "D", which);
        }
    }
}

/* What is recorded of the film; parts that are nothing beside the load are left out. */
static void compare_film(const abut_film_state *is, const abut_film_state *want, double N, int which) {
    const double tight = 2e-9, part = 1e-9 * N;
    near(is->u_sum, want->u_sum, tight * (want->u_sum + 1e-3), "u_sum", which);
    near(is->M, want->M, tight * want->M, "M", which);
    near(is->L, want->L, tight * want->L, "L", which);
    near(is->D, want->D, tight * want->D, "D", which);
    near(is->h_c, want->h_c, tight * want->h_c, "h_c", which);
    near(is->h_min, want->h_min, tight * want->h_min, "h_min", which);
    near(is->lambda, want->lambda, tight * want->lambda, "lambda", which);
    near(is->fluid_share, want->fluid_share, tight, "fluid_share", which);
    near(is->T_fluid, want->T_fluid, part + tight * fabs(want->T_fluid), "T_fluid", which);
    near(is->T_boundary, want->T_boundary, part + tight * fabs(want->T_boundary), "T_boundary", which);
    near(is->T_rolling, want->T_rolling, part + tight * fabs(want->T_rolling), "T_rolling", which);
    near(is->loss_fluid, want->loss_fluid, part + tight * fabs(want->loss_fluid), "loss_fluid", which);
    near(is->loss_boundary, want->loss_boundary, part + tight * fabs(want->loss_boundary), "loss_boundary", which);
    near(is->loss_rolling, want->loss_rolling, part + tight * fabs(want->loss_rolling), "loss_rolling", which);
    near(is->loss_spin, want->loss_spin, part + tight * fabs(want->loss_spin), "loss_spin", which);
    ck_assert_int_eq(is->regime, want->regime);
    ck_assert_int_eq(is->beyond, want->beyond);
}

static void compare(const pack_case *c, const pack_scene *s, int i, const pack_out *o, int which) {
    abut_element_jac jac;
    abut_element_out e = {.jac = &jac, .want_frame = c->wet > 0}, r;
    const mat3 one = m3_identity();
    int lane = i % 4;
    ck_assert_int_eq(abut_element_eval(s->e[i], &s->in[i], &e), ABUT_OK);
    near(o->h[lane], e.h, 1e-16, "h", which);
    near(o->hdot[lane], e.hdot, 1e-13, "hdot", which);
    if (fabs(e.h) < 1e-12) return;                                      /* rounding decides whether it touches */
    double size = size_of(&e), loose = 1e-9 + 2e-15 / fabs(e.h) * 1e-1; /* h has the digits that its place leaves */
    r = e;
    r.film = (abut_film_state){0};
    pack_report(&s->pack, o, lane, &one, v3_sub(row4v_lane(&s->balls[i / 4].c, lane), s->holder.r), &r);
    ck_assert_int_eq(r.touching, e.touching);
    near(r.N, e.N, loose * size, "N", which);
    near(r.a, e.a, loose * (e.a + 1e-9), "a", which);
    near(r.b, e.b, loose * (e.b + 1e-9), "b", which);
    near(r.p_max, e.p_max, loose * (e.p_max + 1), "p_max", which);
    near(r.energy, e.energy, loose * (e.energy + 1e-12), "energy", which);
    near(r.loss_normal, e.loss_normal, loose * size, "normal loss", which);
    near(r.loss_friction, e.loss_friction, loose * size, "friction loss", which);
    near(v3_norm(v3_sub(r.force, e.force)), 0, loose * size, "force", which);
    near(v3_norm(v3_sub(r.moment, e.moment)), 0, loose * size, "moment", which);
    near(v3_norm(v3_sub(r.on_a.force, e.on_a.force)), 0, loose * size, "force on a", which);
    near(v3_norm(v3_sub(r.on_b.force, e.on_b.force)), 0, loose * size, "force on b", which);
    near(v3_norm(v3_sub(r.on_a.torque, e.on_a.torque)), 0, loose * size, "torque on a", which);
    near(v3_norm(v3_sub(r.on_b.torque, e.on_b.torque)), 0, loose * size, "torque on b", which);
    if (c->wet && e.N > 1e-9) compare_film(&r.film, &e.film, e.N, which);
    if (e.touching && e.N > 0 && (c->wet ? e.N > 1e-9 : e.h > 1e-8))
        compare_matrices(o, lane, &jac, c->ball_first ? 0 : 6, which);
}

START_TEST(as_the_element) {
    for (int which = 0; which < CASES; which++) {
        const pack_case *c = &cases[which];
        pack_scene s;
        unsigned seed = 5 + (unsigned)which;
        int touched = 0;
        open_scene(c, &s);
        for (int round = 0; round < ROUNDS; round++) {
            shake(c, &seed, &s);
            for (int four = 0; four < 2; four++) {
                pack_out o, brief;
                abut_status status = pack_eval(&s.pack, four, &s.holder, &s.balls[four], PACK_DERIVATIVES, &o);
                ck_assert_msg(!status, "case %d, round %d: status %d", which, round, status);
                ck_assert_int_eq(pack_eval(&s.pack, four, &s.holder, &s.balls[four], PACK_WRENCH, &brief), ABUT_OK);
                for (int i = 4 * four; i < BALLS && i < 4 * four + 4; i++) compare(c, &s, i, &o, which);
                for (int i = 0; i < 6; i++)
                    for (int lane = 0; lane < 4; lane++)
                        near(brief.W[i][lane], o.W[i][lane], 1e-12 * (fabs(o.N[lane]) + 1), "W alone", which);
                touched += o.touching;
            }
        }
        ck_assert_int_gt(touched, ROUNDS);
        close_scene(&s);
    }
}
END_TEST

/* The same pack by the code of every kernel of this machine: rows of four, of pairs, of eight. */
static void by_kernel(const pack_case *c, pack_scene *s, const char *name, int which) {
    unsigned seed = 77 + (unsigned)which;
    pack other = s->pack;
    setenv("ABUT_KERNEL", name, 1);
    other.kernel = kernel_choose();
    unsetenv("ABUT_KERNEL");
    for (int round = 0; round < 20; round++) {
        pack_out a, b;
        shake(c, &seed, s);
        ck_assert_int_eq(pack_eval(&s->pack, 0, &s->holder, &s->balls[0], PACK_DERIVATIVES, &a), ABUT_OK);
        ck_assert_int_eq(pack_eval(&other, 0, &s->holder, &s->balls[0], PACK_DERIVATIVES, &b), ABUT_OK);
        ck_assert_int_eq(a.touching, b.touching);
        for (int lane = 0; lane < 4 && a.touching; lane++) {
            double most = 0;
            for (int i = 0; i < 6; i++)
                for (int j = 0; j < 9; j++) most = fmax(most, fabs(a.D[i][j][lane]));
            near(b.loss_friction[lane], a.loss_friction[lane], 1e-9 * fabs(a.loss_friction[lane]) + 1e-12, name, which);
            for (int i = 0; i < 6; i++) {
                near(b.W[i][lane], a.W[i][lane], 1e-9 * (fabs(a.N[lane]) + 1e-3), name, which);
                for (int j = 0; j < 9; j++) near(b.D[i][j][lane], a.D[i][j][lane], 1e-8 * (most + 1e-3), name, which);
            }
        }
    }
}
START_TEST(kernels_agree) {
    static const char *const names[] = {"baseline", "avx2", "avx512"};
    for (int which = 0; which < CASES; which++) {
        pack_scene s;
        open_scene(&cases[which], &s);
        ck_assert_str_eq(s.pack.kernel->name, abut_kernel_name());
        for (int i = 0; i < 3; i++) by_kernel(&cases[which], &s, names[i], which);
        close_scene(&s);
    }
}
END_TEST

/* Elements that differ, or whose laws have no packed form, form no pack. */
START_TEST(only_what_is_alike) {
    pack_case other = cases[0];
    pack p;
    abut_element *first = make(&cases[0], 0), *bad[4], *oiled[2] = {make(&cases[10], 0), make(&cases[16], 0)};
    ck_assert(!pack_of((const abut_element *const *)oiled, 2, &p)); /* oils that differ in alpha alone */
    pack_drop(&p);
    for (int i = 0; i < 2; i++) abut_element_destroy(oiled[i]);
    other.mu = 0.2;
    bad[0] = make(&other, 0);
    bad[1] = make(&cases[2], 0);
    bad[2] = make(&cases[5], 0);
    bad[3] = make(&cases[1], 0);
    for (int i = 0; i < 4; i++) {
        const abut_element *list[2] = {first, bad[i]};
        ck_assert_msg(!pack_of(list, 2, &p), "element %d", i);
        pack_drop(&p);
        abut_element_destroy(bad[i]);
    }
    const abut_element *list[2] = {first, first};
    ck_assert(pack_of(list, 2, &p));
    pack_drop(&p);
    abut_element_destroy(first);
}
END_TEST

/* Films and asperities of sizes beyond reason: the elements are asked, which say so or know better. */
START_TEST(left_to_the_elements) {
    pack_case c = cases[10];
    pack p;
    c.wet = 15;
    abut_element *sharp = make(&c, 0);
    ck_assert(!pack_of((const abut_element *const *)&sharp, 1, &p));
    pack_drop(&p);
    abut_element_destroy(sharp);
    for (c.wet = 16; c.wet <= 17; c.wet++) {
        pack_scene s;
        unsigned seed = 4;
        int refused = 0;
        open_scene(&c, &s);
        for (int round = 0; round < 50; round++) {
            pack_out o;
            shake(&c, &seed, &s);
            for (int want = PACK_WRENCH; want <= PACK_DERIVATIVES; want++)
                refused += pack_eval(&s.pack, 0, &s.holder, &s.balls[0], (pack_want)want, &o) == ABUT_NO_CONVERGENCE;
        }
        ck_assert_int_gt(refused, 90);
        close_scene(&s);
    }
}
END_TEST

/* Speeds far below the least one that films know are recorded as they are. */
START_TEST(slow_speeds_are_recorded) {
    pack_case c = cases[10];
    pack_scene s;
    unsigned seed = 4;
    c.wet = 18;
    open_scene(&c, &s);
    shake(&c, &seed, &s);
    for (int round = 0; round < 20; round++) {
        pack_out o;
        shake(&c, &seed, &s);
        ck_assert(!pack_eval(&s.pack, 0, &s.holder, &s.balls[0], PACK_ALL, &o));
        for (int i = 0; i < 4; i++) {
            abut_element_out e = {.want_frame = true};
            ck_assert(!abut_element_eval(s.e[i], &s.in[i], &e));
            if (e.N > 0) near(o.film.u_sum[i], e.film.u_sum, 1e-11 * e.film.u_sum, "u_sum", c.wet);
        }
    }
    close_scene(&s);
}
END_TEST

/* Too deep for the laws: refused, as the element refuses it. */
START_TEST(too_deep) {
    pack_scene s;
    pack_out o;
    unsigned seed = 3;
    open_scene(&cases[0], &s);
    shake(&cases[0], &seed, &s);
    vec3 out = v3_scale(1e-2, m3_mul(s.holder.R, v3_unit(v3_sub(s.in[0].b.r, s.holder.r))));
    s.balls[0].c = row4v_add(s.balls[0].c, row4v_all(out));
    ck_assert_int_eq(pack_eval(&s.pack, 0, &s.holder, &s.balls[0], PACK_WRENCH, &o), ABUT_TOO_DEEP);
    close_scene(&s);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&as_the_element,           &kernels_agree,
                                              &only_what_is_alike,       &left_to_the_elements,
                                              &slow_speeds_are_recorded, &too_deep};
    return suite_main("pack", all, sizeof all / sizeof *all);
}
