/* Fuzz target of packs: balls in a hollow by any radii, materials, laws, oils and films that have a packed form, evaluated four at a time
 * and each alone by its element, which is the oracle: the same forces, matrices and films. Where the pack finds no film the element may. */
#include "contact/pack.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/quat.h"
#include "choice.h"
#include "demand.h"

enum { BALLS = 6, SLOTS = 8 };

/* Of a typical size, up to a factor of 2^3 each way, never anything odd: rounding is no subject here. */
static double size(source *s, double typical) { return typical * exp2(3 * unit(s)); }
static double decades(source *s, double low, double high) { return low * pow(high / low, 0.5 * (1 + unit(s))); }

/* ---- elements ---- */
typedef struct scene {
    abut_element_def def;
    bool ball_first, groove;
    bool odd;    /* asperities of no size at all, of which elements may be more afraid */
    double slow; /* m/s: the least speed that friction knows */
    double ball, tube, ring;
    int count;
    abut_element *e[BALLS];
    pack pack;
} scene;

/* Now and then a parameter more, as the registry describes it. */
static void add_param(source *s, heap *h, const char *kind, abut_choice *c) {
    const abut_type *type = abut_registry_find(NULL, kind, c->type);
    int n = count_params(c), infos = 0;
    while (type->params[infos].name) infos++;
    if (byte(s) % 4 || n == ABUT_MAX_PARAMS) return;
    const abut_param_info *info = &type->params[pick(s, (size_t)infos)];
    for (int i = 0; i < n; i++)
        if (!strcmp(c->params[i].name, info->name)) return;
    c->params[n] = make_param(s, h, info, NULL, 0);
    c->params[n].name = info->name;
}

static void make_shapes(source *s, scene *c) {
    unsigned way = byte(s);
    const char *hollow = way < 192 ? "torus" : way < 224 ? "sphere" : "cylinder";
    c->groove = way < 192;
    c->ball_first = byte(s) % 2;
    c->ball = decades(s, 1e-3, 3e-2);
    c->tube = c->ball * (1 + decades(s, 5e-3, 0.5));
    c->ring = c->groove ? c->tube * decades(s, 1.5, 20) : 0;
    abut_surface_def *out = c->ball_first ? &c->def.b : &c->def.a, *in = c->ball_first ? &c->def.a : &c->def.b;
    *in = (abut_surface_def){.shape = {"sphere", {{.name = "radius", .value = c->ball}}},
                             .material = {size(s, 2e11), 0.45 * unit(s), 3200, false}};
    *out = (abut_surface_def){.shape = {hollow,
                                        {{.name = c->groove ? "tube_radius" : "radius", .value = c->tube},
                                         {.name = "side", .text = "inside"}}},
                              .material = {size(s, 2e11), 0.3, 7800, way % 8 == 0}};
    if (c->groove) out->shape.params[2] = (abut_param){.name = "ring_radius", .value = c->ring};
}

static void make_laws(source *s, heap *h, scene *c) {
    static const char *const patches[] = {"ellipse", "ellipse", "ellipse", "point"};
    abut_law_def *law = &c->def.law;
    unsigned way = byte(s);
    law->normal = (abut_choice){"hertz", {{.name = "damping", .value = way & 1 ? decades(s, 0.01, 10) : 0}}};
    add_param(s, h, "normal", &law->normal);
    c->slow = decades(s, 1e-5, 1);
    if (way & 2) {
        law->friction = (abut_choice){"coulomb",
                                      {{.name = "mu", .value = decades(s, 1e-3, 1)},
                                       {.name = "v_s", .value = c->slow},
                                       {.name = "patch", .text = patches[pick(s, 4)]}}};
        add_param(s, h, "friction", &law->friction);
    }
    if (!(way & 4)) return;
    abut_lubricant oil = make_oil(s);
    law->lubricant = keep(h, &oil, sizeof oil);
    if (way & 8) {
        abut_roughness rough = {decades(s, 1e-9, 3e-6), size(s, 1.5e-5), size(s, 2e10), NULL};
        if (way & 32) rough = make_roughness(s, h);
        law->roughness = keep(h, &rough, sizeof rough);
    }
    law->film = (abut_choice){.type = way & 64 ? "ehl_table" : "nvm"};
    if (way & 16) add_param(s, h, "film", &law->film);
    add_param(s, h, "film", &law->film);
    law->friction = (abut_choice){"mixed",
                                  {{.name = "mu_boundary", .value = decades(s, 1e-3, 1)},
                                   {.name = "v_eps", .value = c->slow},
                                   {.name = "patch", .text = "ellipse"}}};
    add_param(s, h, "friction", &law->friction);
}

/* Sockets and bores lie at different places, grooves at one. False: no pack. */
static bool open_scene(source *s, heap *h, scene *c) {
    make_shapes(s, c);
    make_laws(s, h, c);
    abut_surface_def *hollow = c->ball_first ? &c->def.b : &c->def.a;
    int wanted = 1 + (int)pick(s, BALLS);
    for (c->count = 0; c->count < wanted; c->count++) {
        int place = c->groove ? 0 : c->count;
        hollow->place = (abut_pose){{0.01 * place, -0.003, 0.002 * place}, {cos(0.1 + place), sin(0.1 + place), 0, 0}};
        if (abut_element_create(&c->def, &c->e[c->count], NULL)) return false;
    }
    return pack_of((const abut_element *const *)c->e, c->count, &c->pack);
}

/* ---- states ---- */
typedef struct state {
    pack_holder holder;
    abut_element_in in[BALLS];
    pack_balls balls[2];
} state;

static vec3 any(source *s, double reach) { return v3(reach * unit(s), reach * unit(s), reach * unit(s)); }

/* Where the ball's centre is, in the frame of the holder. */
static vec3 centre(source *s, const scene *c, int i) {
    const placed *at = c->ball_first ? &c->e[i]->b : &c->e[i]->a;
    double deep = 1e-3 * c->ball * pow(10, -0.5 * pick(s, 12)), h = byte(s) < 64 ? -deep : deep;
    double away = c->tube - c->ball + h, phi = 3.2 * unit(s), t = 1.5 * unit(s);
    bool bore = c->pack.shape == PACK_BORE;
    if (c->groove && byte(s) % 2) t += 3.14159265358979; /* inner race */
    double rho = c->ring + away * (bore ? 1 : cos(t)), z = bore ? 0.01 * unit(s) : away * sin(t);
    return v3_add(at->r, m3_mul(at->R, v3(rho * cos(phi), rho * sin(phi), z)));
}

static void put(row4v *to, int lane, vec3 v) { to->x[lane] = v.x, to->y[lane] = v.y, to->z[lane] = v.z; }

/* World axes; lanes without a ball stand where the first of their four does. */
static void shake(source *s, const scene *c, state *t) {
    abut_quat q = quat_unit((abut_quat){1, unit(s), unit(s), unit(s)});
    double slip = decades(s, 1e-6, 10), turn = decades(s, 1e-3, 1e3);
    t->holder = (pack_holder){any(s, 0.1), any(s, 1), any(s, turn), m3_of_quat(q)};
    for (int i = 0; i < SLOTS; i++) {
        int from = i < c->count ? i : i / 4 * 4 < c->count ? i / 4 * 4 : 0;
        abut_element_in *in = &t->in[from];
        if (i < c->count) {
            abut_pose hollow = {t->holder.r, q}, ball = {.q = {1, 0, 0, 0}};
            ball.r = v3_add(t->holder.r, m3_mul(t->holder.R, centre(s, c, i)));
            vec3 v = v3_add(t->holder.v, v3_cross(t->holder.w, v3_sub(ball.r, t->holder.r)));
            abut_twist moves = {v3_add(v, any(s, slip)), any(s, turn)}, holds = {t->holder.v, t->holder.w};
            *in = c->ball_first ? (abut_element_in){ball, hollow, moves, holds, 0, NULL}
                                : (abut_element_in){hollow, ball, holds, moves, 0, NULL};
        }
        pack_balls *to = &t->balls[i / 4];
        put(&to->c, i % 4, c->ball_first ? in->a.r : in->b.r);
        put(&to->v, i % 4, c->ball_first ? in->va.v : in->vb.v);
        put(&to->w, i % 4, c->ball_first ? in->va.w : in->vb.w);
    }
}

/* ---- comparing ---- */
#define NEAR(is, want, tolerance)                                                                                      \
    do {                                                                                                               \
        double is_ = (is), want_ = (want), most_ = (tolerance);                                                        \
        if (fabs(is_ - want_) <= most_) break;                                                                         \
        (void)fprintf(stderr, "violated in line %d: %s = %.17g, element %.17g, tolerance %g\n", __LINE__, #is, is_,    \
                      want_, most_);                                                                                   \
        abort();                                                                                                       \
    } while (0)

/* Each block of D against that of the ball in K and C. */
static void compare_matrices(const pack_out *o, int lane, const abut_element_jac *jac, int at, double loose) {
    double all = 0; /* parts that cancel leave rounding */
    for (int i = 0; i < 36; i++) all = fmax(all, fabs(jac->K[at + i / 6][at + i % 6]));
    for (int set = 0; set < 3; set++)
        for (int half = 0; half < 6; half += 3) {
            const double(*E)[12] = set ? jac->C : jac->K;
            int column = at + (set == 2 ? 3 : 0);
            double most = 0;
            for (int k = 0; k < 9; k++) most = fmax(most, fabs(E[at + half + k / 3][column + k % 3]));
            for (int k = 0; k < 9; k++)
                NEAR(o->D[half + k / 3][3 * set + k % 3][lane], -E[at + half + k / 3][column + k % 3],
                     20 * loose * most + 1e-14 * all);
        }
}

static void compare_film(const abut_film_state *is, const abut_film_state *want, double size, double loose) {
    const double *x = &is->u_sum, *y = &want->u_sum;
    enum { NUMBERS = sizeof *is / sizeof(double) };
    const size_t regime = offsetof(abut_film_state, regime) / sizeof(double),
                 forces = offsetof(abut_film_state, T_fluid) / sizeof(double);
    MUST(is->regime == want->regime);
    for (size_t k = 0; k < NUMBERS; k++)
        if (k != regime) NEAR(x[k], y[k], 2 * loose * (fabs(y[k]) + (k < forces ? 0 : size)));
}

/* Beyond the hull of a table films may grow with their share of the load, and there is more than one balance. Then it is at least one: the
 * film is that of its share. */
static bool other_balance(const scene *c, int i, const abut_element_out *e, const abut_film_state *f) {
    const abut_film_contact *k = &c->e[i]->film;
    abut_film_out o;
    if (!k->law.table || !(k->rough.sigma > 0) || fabs(f->fluid_share - e->film.fluid_share) < 1e-8) return false;
    const abut_film_in in = {.force = e->N * f->fluid_share,
                             .rho_x = 2 * e->Q,
                             .rho_y = 2 * e->P,
                             .u_sum = e->film.u_sum,
                             .eta0 = k->oil.eta0,
                             .alpha = k->oil.alpha,
                             .E_prime = k->E_prime * f->fluid_share,
                             .beta = k->oil.beta,
                             .conductivity = k->oil.conductivity};
    MUST(!abut_film_eval(&k->law, &in, &o, NULL));
    NEAR(f->h_c, o.h_c, 1e-6 * o.h_c);
    return true;
}

static void compare(const scene *c, const state *t, int i, const pack_out *o) {
    abut_element_jac jac;
    abut_element_out e = {.jac = &jac, .want_frame = true}, r;
    const mat3 one = m3_identity();
    int lane = i % 4;
    abut_status status = abut_element_eval(c->e[i], &t->in[i], &e);
    bool table = c->pack.wet && c->pack.wet->film.law.table;
    MUST(!status || table);
    for (int k = 0; k < 6; k++) MUST(isfinite(o->W[k][lane]));
    if (e.N > 1e15 || e.film.h_c > 1) return;       /* oils beyond reason */
    if (table && (status || e.film.beyond)) return; /* there a load may have no balance, or several, as above */
    const abut_element_in *in = &t->in[i];
    double speed = v3_norm(in->va.v) + v3_norm(in->vb.v) + v3_norm(in->va.w) + v3_norm(in->vb.w);
    /* the digits that places leave in directions, and those in speeds */
    double grain = 1e-15 * (0.5 + c->ring), turned = grain / (c->tube - c->ball), rounded = (1e-14 + turned) * speed;
    NEAR(o->h[lane], e.h, grain);
    NEAR(o->hdot[lane], e.hdot, rounded);
    double elastic = fabs(e.loss_normal / (fabs(e.hdot) + 1e-9)); /* damping may have taken it away */
    double size = v3_norm(e.on_a.force) + v3_norm(e.moment) + elastic + 1e-9;
    double loose = 1e-9 + 2 * grain / fabs(e.h) + turned + rounded / c->slow;
    r = e;
    r.film = (abut_film_state){0};
    pack_report(&c->pack, o, lane, &one, v3_sub(row4v_lane(&t->balls[i / 4].c, lane), t->holder.r), &r);
    MUST(r.touching == e.touching);
    if (c->pack.wet && e.N > 1e-9 && other_balance(c, i, &e, &r.film)) return;
    NEAR(r.N, e.N, loose * size);
    NEAR(r.a, e.a, loose * e.a);
    NEAR(r.b, e.b, loose * e.b);
    NEAR(r.p_max, e.p_max, loose * e.p_max);
    NEAR(r.energy, e.energy, loose * e.energy);
    NEAR(r.loss_normal, e.loss_normal, loose * size * (1 + speed));
    NEAR(r.loss_friction, e.loss_friction, loose * size * (1 + speed));
    NEAR(v3_norm(v3_sub(r.on_a.force, e.on_a.force)), 0, loose * size);
    NEAR(v3_norm(v3_sub(r.on_b.force, e.on_b.force)), 0, loose * size);
    NEAR(v3_norm(v3_sub(r.on_a.torque, e.on_a.torque)), 0, loose * size);
    NEAR(v3_norm(v3_sub(r.on_b.torque, e.on_b.torque)), 0, loose * size);
    if (e.N < 1e-9) return;
    if (c->pack.wet) compare_film(&r.film, &e.film, size * (1 + speed), loose + rounded / (e.film.u_sum + 1e-300));
    compare_matrices(o, lane, &jac, c->ball_first ? 0 : 6, loose);
}

static void evaluate(source *s, const scene *c) {
    state t;
    shake(s, c, &t);
    for (int four = 0; 4 * four < c->count; four++) {
        pack_out o, brief;
        abut_status status = pack_eval(&c->pack, four, &t.holder, &t.balls[four], PACK_DERIVATIVES, &o);
        MUST(pack_eval(&c->pack, four, &t.holder, &t.balls[four], PACK_WRENCH, &brief) == status);
        MUST(!status || (c->pack.wet && status == ABUT_NO_CONVERGENCE));
        if (status) continue;
        for (int lane = 0; lane < 4; lane++) {
            double most = fabs(o.N[lane]) + 1;
            for (int i = 0; i < 6; i++) most += fabs(o.W[i][lane]);
            for (int i = 0; i < 6; i++) NEAR(brief.W[i][lane], o.W[i][lane], 1e-12 * most);
        }
        for (int i = 4 * four; i < c->count && i < 4 * four + 4; i++) compare(c, &t, i, &o);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    source s = open_source(data, size);
    heap h = {.count = 0};
    scene c = {.count = 0};
    if (open_scene(&s, &h, &c))
        for (unsigned left = 1 + pick(&s, 3); left; left--) evaluate(&s, &c);
    for (int i = 0; i < BALLS; i++) abut_element_destroy(c.e[i]);
    pack_drop(&c.pack);
    release(&h);
    return 0;
}
