/* What a contact costs: the Hertz kernel, the element with and without its Jacobian, the tracking methods, and error
 * against cost of the normal laws. Everything is measured in units of one pow(h, 1.5) too, which is what the simplest
 * contact law of all would cost.
 *
 *   bench_contact FILE.json [WORDS]     only rows whose group or name contains WORDS */
#include "pairs.h"

/* ---- the Hertz kernel ---- */
enum { MANY = 1024 };

typedef struct hertz_work {
    double P[MANY], Q[MANY], E_star[MANY], h[MANY], F[MANY];
    double power; /* 1.5, unknown to the compiler */
} hertz_work;

static const hertz_work *hertz_inputs(double C_low, double C_high) {
    hertz_work *w = bench_alloc(1, sizeof *w);
    bench_random r = {UINT64_C(88172645463325252)};
    for (int i = 0; i < MANY; i++) {
        double C = C_low < C_high ? bench_log_uniform(&r, C_low, C_high) : C_low;
        w->Q[i] = bench_log_uniform(&r, 10, 1000);
        w->P[i] = C * w->Q[i];
        w->E_star[i] = bench_uniform(&r, 1e9, 2e11);
        w->h[i] = bench_log_uniform(&r, 1e-8, 1e-4);
        abut_hertz out;
        if (abut_hertz_from_approach(w->P[i], w->Q[i], w->E_star[i], w->h[i], &out)) bench_die("bad input", "hertz");
        w->F[i] = out.force;
    }
    volatile double power = 1.5;
    w->power = power;
    return w;
}

static double pow_throughput(const void *work, long passes) {
    const hertz_work *w = work;
    double sum = 0;
    for (; passes > 0; passes--)
        for (int i = 0; i < MANY; i++) sum += pow(w->h[i], w->power);
    return sum;
}

/* The result of a call goes into the argument of the next. */
static double pow_latency(const void *work, long passes) {
    const hertz_work *w = work;
    double last = 0;
    for (; passes > 0; passes--)
        for (int i = 0; i < MANY; i++) last = pow(w->h[i] + last, w->power);
    return last;
}

static double hertz_approach(const void *work, long passes) {
    const hertz_work *w = work;
    abut_hertz out;
    double sum = 0;
    for (; passes > 0; passes--)
        for (int i = 0; i < MANY; i++) {
            abut_hertz_from_approach(w->P[i], w->Q[i], w->E_star[i], w->h[i], &out);
            sum += out.force;
        }
    return sum;
}

static double hertz_force(const void *work, long passes) {
    const hertz_work *w = work;
    abut_hertz out;
    double sum = 0;
    for (; passes > 0; passes--)
        for (int i = 0; i < MANY; i++) {
            abut_hertz_from_force(w->P[i], w->Q[i], w->E_star[i], w->F[i], &out);
            sum += out.approach;
        }
    return sum;
}

static double hertz_many(const hertz_work *w, long passes, double *a, double *b) {
    static double F[MANY];
    double sum = 0;
    for (; passes > 0; passes--) {
        abut_hertz_array(MANY, w->P, w->Q, w->E_star, w->h, F, a, b);
        sum += F[passes % MANY];
        if (a) sum += a[passes % MANY] + b[passes % MANY];
    }
    return sum;
}
static double hertz_array_F(const void *work, long passes) { return hertz_many(work, passes, NULL, NULL); }
static double hertz_array_Fab(const void *work, long passes) {
    static double a[MANY], b[MANY];
    return hertz_many(work, passes, a, b);
}

static void add_hertz(bench *b, const char *name, bench_fn *fn, const hertz_work *work, double target) {
    bench_row *row = bench_add(b, "Hertz kernel", name);
    if (row) row->plain = (bench_timing){.fn = fn, .work = work, .size = MANY, .target = target};
}

static void hertz_rows_of(bench *b) {
    const hertz_work *ellipse = hertz_inputs(1.000001 * 0x1p-24, 1), *circle = hertz_inputs(1, 1);
    const hertz_work *thin = hertz_inputs(0x1p-60, 0x1p-25);
    add_hertz(b, "pow(h, 1.5), throughput", pow_throughput, ellipse, 0);
    add_hertz(b, "pow(h, 1.5), latency", pow_latency, ellipse, 0);
    add_hertz(b, "scalar, P/Q in [2^-24, 1]", hertz_approach, ellipse, 60);
    add_hertz(b, "scalar, circle", hertz_approach, circle, 60);
    add_hertz(b, "scalar, force -> approach", hertz_force, ellipse, 0);
    add_hertz(b, "scalar, P/Q in [2^-60, 2^-25]", hertz_approach, thin, 0);
    add_hertz(b, "array of 1024, F", hertz_array_F, ellipse, 10);
    add_hertz(b, "array of 1024, F a b", hertz_array_Fab, ellipse, 10);
}

/* ---- the element ---- */
static double evaluate(const scene *s, long passes, abut_element_jac *jac) {
    double rate[SCENE_STATES], sum = 0;
    abut_element_out out = {.jac = jac, .state_rate = abut_element_states(s->e) ? rate : NULL};
    for (; passes > 0; passes--)
        for (int i = 0; i < s->inputs; i++) {
            abut_element_eval(s->e, &s->in[i], &out);
            sum += out.on_b.force.x + out.on_b.torque.y;
            if (jac) sum += jac->K[4][7] + jac->C[1][10];
        }
    return sum;
}
static double eval_plain(const void *work, long passes) { return evaluate(work, passes, NULL); }
static double eval_jacobian(const void *work, long passes) {
    abut_element_jac jac;
    return evaluate(work, passes, &jac);
}

static bench_row *add_element(bench *b, const char *group, const char *name, const pair *p, const abut_law_def *law,
                              bool cold) {
    bench_row *row = bench_add(b, group, name);
    if (!row) return NULL;
    scene *s = scene_make(p, law, cold);
    row->failed = s->failed;
    if (!s->failed) scene_later(s);
    if (s->failed) return row;
    row->plain = (bench_timing){.fn = eval_plain, .work = s, .size = s->inputs};
    row->jacobian = (bench_timing){.fn = eval_jacobian, .work = s, .size = s->inputs};
    return row;
}

static void element_rows(bench *b, const pair pairs[PAIRS]) {
    const abut_law_def point = usual_law("point"), ellipse = usual_law("ellipse");
    const char *group = "element, friction at a point";
    for (int i = 0; i < PAIRS; i++) {
        bench_row *row = add_element(b, group, pairs[i].name, &pairs[i], &point, false);
        if (!row) continue;
        row->plain.target = pairs[i].target;
        row->jacobian.target = pairs[i].target_jacobian;
    }
    for (int i = 0; i < PAIRS; i++)
        add_element(b, "element, friction over the ellipse", pairs[i].name, &pairs[i], &ellipse, false);
    const abut_law_def sticking = sticking_law();
    for (int i = 0; i < PAIRS; i++)
        if (!pairs[i].tracked)
            add_element(b, "element, friction stick_slip", pairs[i].name, &pairs[i], &sticking, false);
    for (int i = 0; i < PAIRS; i++)
        if (pairs[i].tracked) add_element(b, "element, points from scratch", pairs[i].name, &pairs[i], &point, true);
}

/* ---- everything of a kind that is registered ---- */
static void label(const abut_choice *c, char *out, size_t size) {
    int n = snprintf(out, size, "%s", c->type);
    for (const abut_param *p = c->params; p->name && n > 0 && (size_t)n < size; p++) {
        if (p->choice)
            n += snprintf(out + n, size - (size_t)n, " %s=%s", p->name, p->choice->type);
        else if (p->text)
            n += snprintf(out + n, size - (size_t)n, " %s=%s", p->name, p->text);
        else
            n += snprintf(out + n, size - (size_t)n, " %s=%g", p->name, p->value);
    }
}

static const abut_choice *example_of(const char *kind, int index) {
    for (size_t i = 0; i < abut_registry_count(NULL); i++) {
        const abut_type *t = abut_registry_at(NULL, i);
        if (strcmp(t->kind, kind)) continue;
        for (const abut_choice *e = t->examples; e && e->type; e++)
            if (index-- == 0) return e;
    }
    return NULL;
}

static void track_rows(bench *b, const pair *p) {
    const abut_choice *track;
    char name[64];
    for (int i = 0; (track = example_of("track", i)); i++) {
        abut_law_def law = usual_law("point");
        law.track = *track;
        label(track, name, sizeof name);
        add_element(b, "tracking, ellipsoid - ellipsoid", name, p, &law, false);
    }
}

/* Force of a law over that of Hertz at the same patch; NaN if the law cannot say. */
static double over_hertz(const abut_choice *law, double C, double Q, double h, double *b_over_a) {
    abut_hertz exact, other;
    abut_message message;
    const double E_star = 115e9;
    if (abut_hertz_from_approach(C * Q, Q, E_star, h, &exact)) return NAN;
    *b_over_a = exact.b / exact.a;
    if (abut_point_contact(law, C * Q, Q, E_star, h, NAN, &other, &message)) return NAN;
    return other.force / exact.force;
}

/* Largest difference over b/a >= 0.1 and >= 0.001. A law with a coefficient of its own is not comparable: what it gives
 * relative to Hertz changes with the depth or the size of the bodies. */
static void law_error(const abut_choice *law, double error[2]) {
    const double least[2] = {0.1, 0.001};
    error[0] = error[1] = 0;
    for (int i = 0; i <= 4000; i++) {
        double C = exp(-14.0 * i / 4000), b_over_a = 1;
        double ratio = over_hertz(law, C, 100, 1e-6, &b_over_a), again = over_hertz(law, C, 300, 5e-5, &b_over_a);
        if (!(fabs(ratio - again) < 1e-9 * fabs(ratio))) ratio = NAN;
        for (int k = 0; k < 2; k++) {
            double d = fabs(ratio - 1);
            if (b_over_a >= least[k] && (isnan(d) || d > error[k])) error[k] = d;
        }
        if (isnan(ratio)) return;
    }
}

static void law_rows(bench *b, const pair *p) {
    char group[80], name[64];
    snprintf(group, sizeof group, "laws, %s", p->name);
    const abut_choice *normal;
    for (int i = 0; (normal = example_of("normal", i)); i++) {
        abut_law_def law = usual_law("point");
        law.normal = *normal;
        label(normal, name, sizeof name);
        bench_row *row = add_element(b, group, name, p, &law, false);
        if (!row) continue;
        row->has_error = true;
        law_error(normal, row->error);
    }
}

int main(int argc, char **argv) {
    static bench b = {.name = "contact"};
    pair pairs[PAIRS];
    b.filter = argc > 2 ? argv[2] : NULL;
    make_pairs(pairs);
    hertz_rows_of(&b);
    element_rows(&b, pairs);
    track_rows(&b, &pairs[ELLIPSOIDS]);
    law_rows(&b, &pairs[SPHERE_TORUS]);
    law_rows(&b, &pairs[ELLIPSOID_PLANE]);
    bench_run(&b);
    bench_print(&b);
    if (argc > 1) bench_write(&b, argv[1]);
    return EXIT_SUCCESS;
}
