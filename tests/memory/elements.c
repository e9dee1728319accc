/* What a contact hands out was written: elements over the registry, compiled with MemorySanitizer (cmake/memory.cmake). No type is
 * named; a new one is tested by being registered. Every number of a result, every derivative and all that an element remembers is
 * looked at; branches on unwritten memory end the program by themselves.
 * usage: memory_elements [unwritten]: reads a result that was never computed, to show that it is noticed. */
#include <sanitizer/msan_interface.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/scene.h"

enum { SCENES = 80, MANY = 2000, STATES = 16, SLICES = 400 };

#define WRITTEN(what) __msan_check_mem_is_initialized(&(what), sizeof(what))

typedef struct counts {
    long evaluated, refused;
} counts;

/* Not the padding: each member alone. */
static void check_result(const abut_element_out *o) {
    WRITTEN(o->touching);
    WRITTEN(o->mode);
    __msan_check_mem_is_initialized(&o->h, offsetof(abut_element_out, film) - offsetof(abut_element_out, h));
    __msan_check_mem_is_initialized(&o->film, offsetof(abut_film_state, regime));
    WRITTEN(o->film.regime);
    if (o->want_frame)
        __msan_check_mem_is_initialized(&o->point_a,
                                        offsetof(abut_element_out, slice_load) - offsetof(abut_element_out, point_a));
    if (o->jac) WRITTEN(*o->jac);
}

/* The result is poisoned before: what is not written stays so. */
static abut_status check_eval(const abut_element *e, const abut_element_in *in, bool frame, bool derivatives) {
    abut_element_jac jac;
    double rate[STATES], load[SLICES];
    abut_element_out o;
    __msan_poison(&o, sizeof o);
    __msan_poison(&jac, sizeof jac);
    __msan_poison(rate, sizeof rate);
    __msan_poison(load, sizeof load);
    size_t slices = abut_element_slices(e), states = abut_element_states(e);
    o.want_frame = frame;
    o.jac = derivatives ? &jac : NULL;
    o.state_rate = states && states <= STATES ? rate : NULL;
    o.slice_load = slices && slices <= SLICES ? load : NULL;
    abut_status status = abut_element_eval(e, in, &o);
    check_result(&o);
    if (status) return status;
    if (o.state_rate) __msan_check_mem_is_initialized(rate, states * sizeof *rate);
    if (o.slice_load) __msan_check_mem_is_initialized(load, slices * sizeof *load);
    return status;
}

static void check_memory(abut_element *e) {
    size_t size = abut_element_memory_size(e);
    unsigned char *block = malloc(size);
    if (!block) abort();
    abut_element_get_memory(e, block);
    __msan_check_mem_is_initialized(block, size);
    abut_element_set_memory(e, block);
    free(block);
}

/* A few steps: evaluated with and without what is optional, accepted, saved, gone back to. */
static void live(abut_element *e, abut_element_in in, counts *n) {
    double state[STATES];
    __msan_poison(state, sizeof state);
    if (abut_element_states(e) > STATES) return;
    if (abut_element_states(e)) {
        if (abut_element_start(e, &in, state)) return;
        __msan_check_mem_is_initialized(state, abut_element_states(e) * sizeof *state);
        in.state = state;
    }
    for (int step = 0; step < 4; step++) {
        bool fails = check_eval(e, &in, step & 1, step < 2);
        n->refused += fails;
        n->evaluated += !fails;
        (void)abut_element_accept(e, &in);
        check_memory(e);
        in.t += 1e-5;
        in.b.r = v3_axpy(1e-5, in.vb.v, in.b.r);
        if (step == 2) abut_element_forget(e);
    }
}

static const abut_choice *any(chance *c, const char *kind) {
    int count = 0;
    while (example_of(kind, count)) count++;
    return example_of(kind, (int)chance_uniform(c, 0, count));
}

static abut_twist any_twist(chance *c) {
    return (abut_twist){v3_scale(chance_uniform(c, 0, 0.5), chance_unit(c)),
                        v3_scale(chance_uniform(c, 0, 30), chance_unit(c))};
}

static abut_element_def any_def(chance *c) {
    static const abut_material steel = ABUT_STEEL, rubber = {1e7, 0.49, 1100, false};
    static const abut_lubricant oil = {.eta0 = 0.05, .alpha = 2e-8, .tau0 = 5e6, .limit_slope = 0.08};
    static const abut_roughness rough = {.sigma = 0.2e-6, .asperity_radius = 10e-6, .density = 5e9};
    abut_element_def def = {.a = {.shape = *any(c, "surface"), .material = steel},
                            .b = {.shape = *any(c, "surface"), .material = rubber},
                            .law = {.friction = *any(c, "friction"), .track = *any(c, "track")}};
    const abut_choice *normal = any(c, "normal"), *damping = any(c, "damping");
    if (chance_uniform(c, 0, 1) < 0.8) def.law.normal = with_damping(normal, damping);
    lubricate(&def.law);
    if (chance_uniform(c, 0, 1) < 0.3) {
        def.law.film = *any(c, "film");
        def.law.lubricant = &oil;
        def.law.roughness = &rough;
    }
    return def;
}

/* Rollers have no scene of their own: B is drawn near A, then moved along the normal until it touches. */
static bool touch(chance *c, abut_element *e, abut_element_in *in) {
    double state[STATES] = {0};
    abut_element_out o = {0};
    in->a.q = (abut_quat){1, 0, 0, 0};
    in->b = (abut_pose){v3_scale(chance_uniform(c, 0.005, 0.08), chance_unit(c)),
                        quat_of_vector(v3_scale(1e-3, chance_unit(c)))};
    if (abut_element_states(e) > STATES) return false;
    in->state = abut_element_states(e) ? state : NULL;
    (void)abut_element_eval(e, in, &o); /* too deep: h and n are known all the same */
    in->state = NULL;
    if (!(v3_norm(o.n) > 0.5) || !isfinite(o.h)) return false;
    in->b.r = v3_axpy(o.h - 1e-5, o.n, in->b.r);
    return true;
}

static bool roller(chance *c, counts *n) {
    abut_element_def def = any_def(c);
    abut_element_in in = {.t = 0};
    abut_element *e;
    if (abut_element_create(&def, &e, NULL)) return false;
    bool line = abut_element_slices(e) > 0 && touch(c, e, &in);
    in.va = any_twist(c), in.vb = any_twist(c);
    if (line) live(e, in, n);
    abut_element_destroy(e);
    return line;
}

static bool point(chance *c, counts *n) {
    abut_element_def def = any_def(c);
    scene s;
    if (!scene_make(c, &def, chance_uniform(c, 1e-5, 2e-2), &s)) return false;
    s.in.va = any_twist(c), s.in.vb = any_twist(c);
    live(s.e, s.in, n);
    abut_element_destroy(s.e);
    return true;
}

int main(int argc, char **argv) {
    chance c = {4711};
    counts n = {0};
    long made = 0, rollers = 0, wanted = getenv("ABUT_COMBINATIONS_ALL") ? MANY : SCENES;
    if (argc > 1 && !strcmp(argv[1], "unwritten")) {
        abut_element_out *o = malloc(sizeof *o);
        if (o) check_result(o);
        free(o);
        return 0;
    }
    while (made < wanted) made += point(&c, &n);
    for (long tries = 0; rollers < wanted / 4 && tries < 400 * wanted; tries++) rollers += roller(&c, &n);
    printf("%ld points, %ld rollers: %ld states evaluated, %ld refused\n", made, rollers, n.evaluated, n.refused);
    return rollers < wanted / 4 || n.evaluated < 3 * wanted;
}
