/* Fuzz target of the contact element: bytes -> a definition -> a story of states.
 *
 * The definition is made by definition.h, so that a new type is covered by being registered. States lie mostly near touching: a place is
 * drawn, evaluated, and B is moved along the normal to a wanted depth. Now and then a number is a raw double.
 *
 * What must hold for every input is written as MUST(...); the definition is printed before the abort. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/extend.h"
#include "definition.h"

#ifndef FUZZ_ADAPT
#define FUZZ_ADAPT(source, def) ((void)0) /* cells.c wants grids that are small */
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void describe_and_abort(int line, const char *what);
#define MUST(condition)                                                                                                \
    do {                                                                                                               \
        if (!(condition)) describe_and_abort(__LINE__, #condition);                                                    \
    } while (0)

/* ---- saying what went wrong ------------------------------------------------------------------------------------------ */
static const abut_element_def *current;
static const abut_element_in *current_in;
static const abut_element_out *current_out;
static size_t slices_of_current, states_of_current;

static void describe(const char *what, const abut_choice *c, int indent) {
    (void)fprintf(stderr, "%*s%s %.60s\n", indent, "", what, c->type ? c->type : "-");
    for (int i = 0; i < count_params(c); i++) {
        const abut_param *p = &c->params[i];
        (void)fprintf(stderr, "%*s  %.60s = %.17g %.60s\n", indent, "", p->name, p->value, p->text ? p->text : "");
        if (p->choice) describe("choice", p->choice, indent + 4);
        if (!strcmp(p->name, "pieces"))
            for (size_t k = 0; p->data && k < p->count; k++) {
                const abut_piece *piece = (const abut_piece *)p->data + k;
                const double *v = &piece->place.r.x;
                describe("piece", &piece->shape, indent + 4);
                (void)fprintf(stderr, "%*s ", indent + 4, "");
                for (int j = 0; j < 11; j++) (void)fprintf(stderr, " %.17g", v[j]);
                (void)fputc('\n', stderr);
            }
        else if (p->data && strcmp(p->name, "callback"))
            for (size_t k = 0; k < p->count; k++)
                (void)fprintf(stderr, "%s%.17g", k ? ", " : "    ", ((const double *)p->data)[k]);
        if (p->data) (void)fprintf(stderr, "    (%zu)\n", p->count);
    }
}

static void describe_oil(const abut_law_def *law) {
    const abut_lubricant *o = law->lubricant;
    const abut_roughness *r = law->roughness;
    if (o)
        (void)fprintf(stderr,
                      "oil %d %d: eta0 %.17g alpha %.17g tau0 %.17g G %.17g n %.17g limit %.17g %.17g beta %.17g "
                      "conductivity %.17g density %.17g\n",
                      o->viscosity, o->shear, o->eta0, o->alpha, o->tau0, o->G, o->n, o->limit_slope, o->tau_min,
                      o->beta, o->conductivity, o->density);
    if (r)
        (void)fprintf(stderr, "rough: sigma %.17g radius %.17g density %.17g table %d\n", r->sigma, r->asperity_radius,
                      r->density, r->table != NULL);
}

static void describe_and_abort(int line, const char *what) {
    (void)fprintf(stderr, "violated in line %d: %s\n", line, what);
    if (current) {
        const abut_surface_def *side[2] = {&current->a, &current->b};
        for (int i = 0; i < 2; i++) {
            const double *v = &side[i]->place.r.x;
            describe(i ? "b" : "a", &side[i]->shape, 0);
            (void)fprintf(stderr, "  E %.17g nu %.17g rigid %d place", side[i]->material.E, side[i]->material.nu,
                          side[i]->material.rigid);
            for (int j = 0; j < 7; j++) (void)fprintf(stderr, " %.17g", v[j]);
            (void)fputc('\n', stderr);
        }
        describe("normal", &current->law.normal, 0);
        describe("friction", &current->law.friction, 0);
        describe("track", &current->law.track, 0);
        describe("film", &current->law.film, 0);
        describe_oil(&current->law);
    }
    for (int i = 0; current_in && i < 26; i++)
        (void)fprintf(stderr, "%s%.17g",
                      i == 0    ? "a: "
                      : i == 7  ? "\nb: "
                      : i == 14 ? "\nva: "
                      : i == 20 ? "\nvb: "
                                : " ",
                      (&current_in->a.r.x)[i]);
    (void)fputc('\n', stderr);
    for (size_t i = 0; current_in && current_in->state && i < states_of_current; i++)
        (void)fprintf(stderr, "%s%.17g", i ? " " : "state: ", current_in->state[i]);
    for (const double *x = current_out ? &current_out->h : NULL; x && x < (const double *)&current_out->slice_load; x++)
        (void)fprintf(stderr, "%s%.9g", x == &current_out->h ? "\nout: " : " ", *x);
    for (size_t i = 0; current_out && current_out->jac && i < sizeof(abut_element_jac) / sizeof(double); i++)
        if (!isfinite((&current_out->jac->K[0][0])[i]))
            (void)fprintf(stderr, "\n%s[%zu][%zu] = %g", i < 144 ? "K" : "C", i % 144 / 12, i % 12,
                          (&current_out->jac->K[0][0])[i]);
    (void)fputc('\n', stderr);
    abort();
}

/* ---- what must hold -------------------------------------------------------------------------------------------------- */
static bool listed(abut_status status) {
    switch (status) {
#define X(name, value, text) case ABUT_##name:
        ABUT_STATUS_LIST(X)
#undef X
        return true;
    }
    return false;
}

static bool all_finite(const double *x, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (!isfinite(x[i])) return false;
    return true;
}
static bool all_zero(const double *x, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (x[i] != 0) return false;
    return true;
}

/* The numbers of a result: from h to the powers and those of the film always, those of the frame only if wanted. The film has a
 * number of another kind among them. */
enum {
    ALWAYS = (offsetof(abut_element_out, film) - offsetof(abut_element_out, h)) / sizeof(double),
    FILM = sizeof(abut_film_state) / sizeof(double),
    OF_FRAME = (offsetof(abut_element_out, slice_load) - offsetof(abut_element_out, point_a)) / sizeof(double)
};
static const size_t regime_at = offsetof(abut_film_state, regime) / sizeof(double);

/* Copies the numbers of the result; how many. */
static size_t numbers(const abut_element_out *o, double to[ALWAYS + FILM + OF_FRAME]) {
    const double *film = &o->film.u_sum;
    memcpy(to, &o->h, ALWAYS * sizeof(double));
    for (size_t i = 0; i < FILM; i++) to[ALWAYS + i] = i == regime_at ? o->film.regime : film[i];
    memcpy(to + ALWAYS + FILM, &o->point_a, OF_FRAME * sizeof(double));
    return ALWAYS + FILM + (o->want_frame ? OF_FRAME : 0);
}
static bool numbers_finite(const abut_element_out *o) {
    double x[ALWAYS + FILM + OF_FRAME];
    return all_finite(x, numbers(o, x));
}
static bool same(const abut_element_out *a, const abut_element_out *b) {
    double x[ALWAYS + FILM + OF_FRAME], y[ALWAYS + FILM + OF_FRAME];
    size_t n = numbers(a, x);
    return a->touching == b->touching && a->mode == b->mode && numbers(b, y) == n && !memcmp(x, y, n * sizeof *x);
}
static bool no_film(const abut_element_out *o) {
    double x[ALWAYS + FILM + OF_FRAME];
    (void)numbers(o, x);
    return all_zero(x + ALWAYS, FILM);
}
static const size_t jac_numbers = sizeof(abut_element_jac) / sizeof(double);

static bool switched_on(const abut_choice *c, const char *name) {
    for (int i = 0; i < count_params(c); i++)
        if (!strcmp(c->params[i].name, name) && c->params[i].value != 0) return true;
    return false;
}
static bool may_pull(const abut_element_def *def) { return switched_on(&def->law.normal, "tension"); }

/* The pressure lies on cells, its semi-axes in directions that are given. */
static bool on_cells(const abut_element_def *def) {
    return def->law.normal.type && !strcmp(def->law.normal.type, "halfspace");
}

static double dot(abut_vec3 a, abut_vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static void check_oiled(const abut_film_state *f) {
    MUST(f->regime >= 0 && f->regime < ABUT_FILM_REGIMES);
    MUST(f->M >= 0 && f->L >= 0 && f->D >= 0 && f->h_min >= 0 && f->h_c >= f->h_min && f->lambda >= 0);
    MUST(f->fluid_share >= 0 && f->fluid_share <= 1 && f->T_fluid >= 0 && f->T_boundary >= 0 && f->T_rolling >= 0);
    MUST(f->loss_fluid >= 0 && f->loss_boundary >= 0 && f->loss_rolling >= 0);
}

static void check_ok(const abut_element_out *o, size_t states) {
    MUST(numbers_finite(o));
    MUST(current->law.lubricant || no_film(o));
    check_oiled(&o->film);
    MUST(!o->jac || all_finite(&o->jac->K[0][0], jac_numbers));
    MUST(!o->state_rate || all_finite(o->state_rate, states));
    MUST(o->N >= 0 || may_pull(current));
    MUST(o->on_a.force.x == -o->on_b.force.x && o->on_a.force.y == -o->on_b.force.y &&
         o->on_a.force.z == -o->on_b.force.z);
    MUST(o->touching == (o->N > 0 || o->h > 0));
    MUST(o->mode >= 0 && o->mode <= 2 && (o->mode > 0) == o->touching);
    MUST(o->P <= o->Q && o->a >= 0 && o->b >= 0 && o->p_max >= 0 && o->energy >= 0);
    MUST(slices_of_current ? o->P == 0 : o->a >= o->b || on_cells(current));
    MUST(fabs(dot(o->n, o->n) - 1) < 1e-6 && fabs(dot(o->t1, o->t1) - 1) < 1e-6 && fabs(dot(o->n, o->t1)) < 1e-6);
    MUST(fabs(dot(o->n, o->t2)) < 1e-6 && fabs(dot(o->t1, o->t2)) < 1e-6 && fabs(dot(o->t2, o->t2) - 1) < 1e-6);
}

static bool remembers(const abut_element_def *def) {
    const abut_type *type =
        def->law.friction.type ? abut_registry_find(FUZZ_REGISTRY, "friction", def->law.friction.type) : NULL;
    const abut_friction_type *friction = (const abut_friction_type *)type;
    return friction && (friction->commit || friction->over_cells);
}
static abut_vec3 minus(abut_vec3 a, abut_vec3 b) { return (abut_vec3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static abut_vec3 cross(abut_vec3 a, abut_vec3 b) {
    return (abut_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static double norm(abut_vec3 a) { return sqrt(dot(a, a)); }

/* Torques balance about any point; the power of the wrenches is what the normal force takes and friction loses, and friction gives
 * none unless it remembers and has stored it. To rounding, where the sizes that cancel are numbers at all. */
static void check_balance(const abut_element_in *in, const abut_element_out *o) {
    abut_vec3 arm = minus(in->b.r, in->a.r), moment = cross(arm, o->on_b.force);
    const abut_vec3 *ta = &o->on_a.torque, *tb = &o->on_b.torque;
    abut_vec3 left = {ta->x + tb->x + moment.x, ta->y + tb->y + moment.y, ta->z + tb->z + moment.z};
    double levers = norm(in->a.r) + norm(in->b.r) + norm(o->point);
    double size = norm(*ta) + norm(*tb) + norm(o->force) * levers;
    MUST(!(size < 1e150) || norm(left) <= 1e-10 * size + 1e-300);
    if (switched_on(&current->law.normal, "conservative")) return; /* a wrench that works on changing curvatures */
    if (slices_of_current > 1) return;                             /* hdot is that of the deepest slice */
    double power =
        dot(o->on_a.force, in->va.v) + dot(*ta, in->va.w) + dot(o->on_b.force, in->vb.v) + dot(*tb, in->vb.w);
    double speeds = norm(in->va.v) + norm(in->vb.v) + levers * (norm(in->va.w) + norm(in->vb.w));
    double most = norm(o->force) * speeds + size * (norm(in->va.w) + norm(in->vb.w));
    MUST(!(most < 1e150) || fabs(power + o->N * o->hdot + o->loss_friction) <= 1e-9 * most + 1e-300);
    MUST(!(most < 1e150) || remembers(current) || o->loss_friction >= -1e-10 * most - 1e-300);
}

static void check_failed(const abut_element_out *o) {
    MUST(all_zero(&o->on_a.force.x, 12));
    MUST(all_zero(&o->force.x, 6) && o->N == 0 && !o->touching);
    MUST(!o->jac || all_zero(&o->jac->K[0][0], jac_numbers));
}

typedef struct story {
    abut_element *e;
    abut_element_in in;
    size_t states, memory;
    double *state;                 /* NULL if there are none */
    unsigned char *before, *after; /* memory of the element */
    unsigned char *saved;
    bool has_saved;
} story;

enum { DERIVATIVES = 1, RATES = 2, AGAIN = 4, FRAME_TOO = 8 };

/* full of NaN: whatever is not written shows */
static abut_element_out blank(unsigned how, abut_element_jac *jac, double *rate) {
    abut_element_out o = {.touching = true, .mode = 99, .want_frame = how & FRAME_TOO, .state_rate = rate};
    memset(&o.h, 0xff, offsetof(abut_element_out, slice_load) - offsetof(abut_element_out, h));
    if (how & DERIVATIVES) o.jac = memset(jac, 0xff, sizeof *jac);
    return o;
}

static abut_status check_eval(story *t, unsigned how, abut_element_out *first) {
    abut_element_jac jac[2];
    double *rate[2] = {NULL, NULL};
    for (int i = 0; i < 2 && how & RATES && t->states; i++) rate[i] = calloc(t->states, sizeof *rate[i]);
    *first = blank(how, &jac[0], rate[0]);
    current_in = &t->in;
    current_out = first;
    abut_element_get_memory(t->e, t->before);
    abut_status s = abut_element_eval(t->e, &t->in, first);
    abut_element_get_memory(t->e, t->after);
    MUST(!memcmp(t->before, t->after, t->memory));
    MUST(listed(s) && s >= 0);
    if (how & AGAIN) {
        abut_element_out second = blank(how, &jac[1], rate[1]);
        MUST(abut_element_eval(t->e, &t->in, &second) == s);
        MUST(s || same(first, &second));
        MUST(!second.jac || !memcmp(&jac[0], &jac[1], sizeof jac[0]));
        MUST(s || !rate[0] || !memcmp(rate[0], rate[1], t->states * sizeof(double)));
    }
    if (s)
        check_failed(first);
    else {
        check_ok(first, t->states);
        check_balance(&t->in, first);
    }
    free(rate[0]);
    free(rate[1]);
    current_out = NULL;
    return s;
}

/* ---- a story of states ------------------------------------------------------------------------------------------------ */
static void start(story *t) {
    current_in = &t->in;
    if (!t->states) return;
    abut_status s = abut_element_start(t->e, &t->in, t->state);
    MUST(listed(s) && s >= 0);
    MUST(s || all_finite(t->state, t->states));
    if (s) memset(t->state, 0, t->states * sizeof *t->state);
}

static void accept(story *t) {
    current_in = &t->in;
    abut_status s = abut_element_accept(t->e, &t->in);
    MUST(listed(s) && s >= 0);
}

/* B anywhere about A, then along the normal to a wanted depth. */
static void place(source *s, story *t) {
    abut_element_out o = {0};
    double depth = 0.01 * pow(10, -0.5 * pick(s, 24));
    if (byte(s) >= 192) depth = -depth;
    t->in.a = make_pose(s, 0.1);
    t->in.b = make_pose(s, 0.06);
    t->in.b.r.x += t->in.a.r.x;
    t->in.b.r.y += t->in.a.r.y;
    t->in.b.r.z += t->in.a.r.z;
    start(t);
    (void)abut_element_eval(t->e, &t->in, &o); /* too deep: h and n are known all the same */
    if (!(o.n.x * o.n.x + o.n.y * o.n.y + o.n.z * o.n.z > 0.5) || !isfinite(o.h)) return;
    t->in.b.r.x += (o.h - depth) * o.n.x;
    t->in.b.r.y += (o.h - depth) * o.n.y;
    t->in.b.r.z += (o.h - depth) * o.n.z;
    start(t);
    if (byte(s) % 4) accept(t); /* remembered points are quicker than a search */
}

static void set_twists(source *s, story *t) {
    double speed = pow(10, (double)pick(s, 7) - 4), turn = pow(10, (double)pick(s, 7) - 3), *v = &t->in.va.v.x;
    for (int i = 0; i < 12; i++) v[i] = offset(s, i / 3 % 2 ? turn : speed);
}

static void drift(source *s, story *t) {
    double dt = pow(10, -1.0 - pick(s, 8)), *r = &t->in.b.r.x;
    const double *v = &t->in.vb.v.x;
    for (int i = 0; i < 3; i++) r[i] += v[i] * dt;
    t->in.t += rare(s) ? raw(s) : dt;
}

static void go_back(story *t) {
    abut_element_out then, now;
    if (!t->has_saved) return;
    abut_element_set_memory(t->e, t->saved);
    abut_status s = check_eval(t, 0, &then);
    abut_element_forget(t->e);
    abut_element_set_memory(t->e, t->saved);
    MUST(check_eval(t, 0, &now) == s);
    MUST(s || same(&then, &now));
}

static void tell(source *s, story *t) {
    abut_element_out o;
    switch (pick(s, 10)) {
    case 0:
    case 1:
        place(s, t);
        break;
    case 2:
        set_twists(s, t);
        break;
    case 3:
        drift(s, t);
        break;
    case 4:
    case 5:
        accept(t);
        break;
    case 6:
        abut_element_forget(t->e);
        break;
    case 7:
        abut_element_get_memory(t->e, t->saved);
        t->has_saved = true;
        return;
    case 8:
        go_back(t);
        return;
    default: /* one number of the input, or of the state, is anything */
        if (t->states && byte(s) % 2)
            t->state[pick(s, t->states)] = raw(s);
        else
            (&t->in.a.r.x)[pick(s, 27)] = raw(s);
        break;
    }
    check_eval(t, byte(s), &o);
}

static void run(source *s, abut_element *e) {
    story t = {.e = e, .states = abut_element_states(e), .memory = abut_element_memory_size(e)};
    states_of_current = t.states;
    slices_of_current = abut_element_slices(e);
    t.before = malloc(t.memory);
    t.after = malloc(t.memory);
    t.saved = malloc(t.memory);
    if (t.states) t.in.state = t.state = calloc(t.states, sizeof *t.state);
    if (!t.before || !t.after || !t.saved || (t.states && !t.state)) abort();
    place(s, &t);
    set_twists(s, &t);
    abut_element_out o;
    check_eval(&t, ~0U, &o);
    for (unsigned left = pick(s, 8); left; left--) tell(s, &t);
    free(t.before);
    free(t.after);
    free(t.saved);
    free(t.state);
    current_in = NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    source s = open_source(data, size);
    heap h = {.count = 0};
    abut_element_def def = {0};
    abut_element *e;
    abut_message message;
    memset(&message, 'x', sizeof message);
    make_def(&s, &h, &def);
    FUZZ_ADAPT(&s, &def);
    current = &def;
    bool silent = rare(&s);
    abut_status status = abut_element_create(&def, &e, silent ? NULL : &message);
    MUST(listed(status) && status <= 0);
    MUST(silent || memchr(message.text, '\0', sizeof message.text));
    MUST(silent || (status < 0) == (message.text[0] != '\0'));
    MUST((status == ABUT_OK) == (e != NULL));
    if (e) run(&s, e);
    abut_element_destroy(e);
    current = NULL;
    release(&h);
    return 0;
}
