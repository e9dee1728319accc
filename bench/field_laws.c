/* What laws over the true gap cost: `volumetric` on any overlap and `halfspace` on 32 x 32 cells, one warm evaluation of the element
 * after a step was accepted, as in a run. The state wanders by 1 % of the approach from one evaluation to the next.
 *
 *   bench_field_laws FILE.json [WORDS]     only rows whose group or name contains WORDS */
#include "abut/field.h"
#include "common.h"

static const double half_turn = 1.57079632679489661923;

typedef struct gap_case {
    const char *name;
    abut_choice normal, a, b;
    abut_vec3 r;      /* m, of B over A */
    abut_vec3 along;  /* m, by which it wanders */
    double tilt;      /* rad, of B about x */
    double target[2]; /* ns, without and with matrices; 0: none */
} gap_case;

#define GENERAL                                                                                                        \
    {                                                                                                                  \
        "volumetric", {                                                                                                \
            { .name = "overlap", .text = "general" }                                                                   \
        }                                                                                                              \
    }
#define SPHERE(R)                                                                                                      \
    {                                                                                                                  \
        "sphere", {                                                                                                    \
            { .name = "radius", .value = R }                                                                           \
        }                                                                                                              \
    }
#define ROLLER(R, L)                                                                                                   \
    {                                                                                                                  \
        "roller", {                                                                                                    \
            {.name = "radius", .value = R}, { .name = "length", .value = L }                                           \
        }                                                                                                              \
    }
#define PLATE                                                                                                          \
    {                                                                                                                  \
        "plane", {                                                                                                     \
            {.name = "length", .value = 0.02}, { .name = "width", .value = 0.03 }                                      \
        }                                                                                                              \
    }

static const gap_case cases[] = {
    {"volumetric, ball on plane",
     GENERAL,
     {.type = "plane"},
     SPHERE(0.01),
     {0.001, 0.002, 0.00999},
     {1e-8, 2e-8, 1e-7},
     0,
     {20e3, 0}},
    {"volumetric, two ellipsoids",
     GENERAL,
     {"ellipsoid", {{.name = "a", .value = 0.02}, {.name = "b", .value = 0.012}, {.name = "c", .value = 0.01}}},
     {"ellipsoid", {{.name = "a", .value = 0.01}, {.name = "b", .value = 0.015}, {.name = "c", .value = 0.01}}},
     {0, 0.001, 0.01989},
     {1e-8, 2e-8, 1e-7},
     0.3,
     {20e3, 0}},
    {"volumetric, parallel rollers",
     GENERAL,
     ROLLER(0.008, 0.012),
     ROLLER(0.005, 0.02),
     {0.01299, 0, 0.002},
     {1e-7, 2e-8, 1e-8},
     0,
     {20e3, 0}},
    {"volumetric, roller on plate",
     GENERAL,
     PLATE,
     ROLLER(0.005, 0.012),
     {0, 0, 0.00499},
     {1e-8, 2e-8, 1e-7},
     half_turn,
     {20e3, 0}},
    {"volumetric, tilted roller on plate",
     GENERAL,
     PLATE,
     ROLLER(0.005, 0.012),
     {0, 0, 0.00499},
     {1e-8, 2e-8, 1e-7},
     half_turn + 3e-4,
     {20e3, 0}},
    {"volumetric, ball over an edge",
     GENERAL,
     PLATE,
     SPHERE(0.01),
     {0.01004, 0.002, 0.00999},
     {1e-8, 2e-8, 1e-7},
     0,
     {20e3, 0}},
    {"halfspace, ball on plane, 32 x 32",
     {.type = "halfspace"},
     {.type = "plane"},
     SPHERE(0.01),
     {0.001, 0.002, 0.00999},
     {1e-8, 2e-8, 1e-7},
     0,
     {120e3, 0}},
    {"halfspace, roller on plate, 32 x 32",
     {.type = "halfspace"},
     PLATE,
     ROLLER(0.005, 0.012),
     {0, 0, 0.00499},
     {1e-8, 2e-8, 1e-7},
     half_turn,
     {0, 0}},
};

enum { STATES = 8 };
typedef struct gap_work {
    abut_element *e;
    abut_element_in in[STATES];
} gap_work;

static double evaluate(const gap_work *w, long passes, abut_element_jac *jac) {
    abut_element_out out = {.jac = jac};
    double sum = 0;
    for (; passes > 0; passes--)
        for (int i = 0; i < STATES; i++) {
            if (abut_element_eval(w->e, &w->in[i], &out)) bench_die("a state cannot be evaluated", "gap laws");
            sum += out.N;
        }
    return sum;
}
static double plain(const void *work, long passes) { return evaluate(work, passes, NULL); }
static double matrices(const void *work, long passes) {
    abut_element_jac jac;
    return evaluate(work, passes, &jac);
}

static const gap_work *work_of(const gap_case *c) {
    gap_work *w = bench_alloc(1, sizeof *w);
    const abut_material steel = ABUT_STEEL;
    const abut_element_def def = {.registry = abut_field_types(),
                                  .law.normal = c->normal,
                                  .a = {.shape = c->a, .material = steel},
                                  .b = {.shape = c->b, .material = steel}};
    abut_message why = {0};
    if (abut_element_create(&def, &w->e, &why)) bench_die(why.text, c->name);
    for (int i = 0; i < STATES; i++) {
        double s = sin(2.4 * i);
        w->in[i] = (abut_element_in){.a.q.w = 1,
                                     .b = {{c->r.x + s * c->along.x, c->r.y + s * c->along.y, c->r.z + s * c->along.z},
                                           {cos(0.5 * c->tilt), sin(0.5 * c->tilt), 0, 0}}};
    }
    if (abut_element_accept(w->e, &w->in[0])) bench_die("a state cannot be accepted", c->name);
    return w;
}

static double one_pow(const void *work, long passes) {
    const double *h = work;
    double sum = 0;
    for (; passes > 0; passes--) sum += pow(h[0] + 1e-12 * (double)passes, h[1]);
    return sum;
}

int main(int argc, char **argv) {
    static bench b = {.name = "field_laws"};
    static const double yard[2] = {1e-5, 1.5};
    if (argc > 2) b.filter = argv[2];
    bench_row *r = bench_add(&b, "yardstick", "pow(h, 1.5)");
    if (r) r->plain = (bench_timing){.fn = one_pow, .work = yard, .size = 1};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        r = bench_add(&b, "laws over the true gap, one warm evaluation", cases[i].name);
        if (!r) continue;
        const gap_work *w = work_of(&cases[i]);
        r->plain = (bench_timing){.fn = plain, .work = w, .size = STATES, .target = cases[i].target[0]};
        r->jacobian = (bench_timing){.fn = matrices, .work = w, .size = STATES, .target = cases[i].target[1]};
    }
    bench_run(&b);
    bench_print(&b);
    if (argc > 1) bench_write(&b, argv[1]);
    return EXIT_SUCCESS;
}
