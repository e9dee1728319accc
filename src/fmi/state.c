/* An instance as bytes: all that its future depends on. They belong to the FMU and the machine they were made with. */
#include <stdlib.h>
#include <string.h>

#include "base/archive.h"
#include "instance_inside.h"

typedef struct instance_state {
    size_t length;
    unsigned char bytes[];
} instance_state;

typedef struct saved {
    bool built, initialised, moved;
    double start, stop, tolerance, t;
    double *value, *begun, *applied; /* of each input */
    host_course *course;
    mb_motion *motion; /* of each flange */
    double *y;         /* of model exchange */
    size_t states;
    char *world;
    size_t length;
} saved;

static bool make_room(saved *s, const stored *of) {
    size_t n = (size_t)of->inputs + 1;
    s->value = calloc(n, sizeof(double));
    s->begun = calloc(n, sizeof(double));
    s->applied = calloc(n, sizeof(double));
    s->course = calloc(n, sizeof *s->course);
    s->motion = calloc((size_t)of->flanges + 1, sizeof *s->motion);
    s->y = calloc(s->states + 1, sizeof *s->y);
    return s->y && s->motion && s->value && s->begun && s->applied && s->course;
}

static void drop(saved *s) {
    free(s->value);
    free(s->begun);
    free(s->applied);
    free(s->course);
    free(s->motion);
    free(s->y);
    free(s->world);
}

static void walk(saved *s, const instance *in, archive *a) {
    size_t n = (size_t)in->stored.inputs;
    char token[PLAN_TOKEN];
    memcpy(token, in->stored.token, sizeof token);
    archive_part(a, "abut fmu", n);
    archive_part(a, "states", s->states);
    ARCHIVE(a, token);
    if (!a->bad) a->bad = memcmp(token, in->stored.token, sizeof token) != 0;
    archive_flag(a, &s->built);
    archive_flag(a, &s->initialised);
    archive_flag(a, &s->moved);
    double *const numbers[] = {&s->start, &s->stop, &s->tolerance, &s->t};
    for (int i = 0; i < 4; i++) archive_doubles(a, numbers[i], 1);
    archive_doubles(a, s->value, n);
    archive_doubles(a, s->begun, n);
    archive_doubles(a, s->applied, n);
    for (size_t i = 0; i < n; i++) {
        host_course *c = &s->course[i];
        archive_flag(a, &c->steered);
        double *const of_course[] = {&c->t, &c->x, &c->v, &c->a};
        for (int k = 0; k < 4; k++) archive_doubles(a, of_course[k], 1);
    }
    for (int i = 0; i < in->stored.flanges; i++) ARCHIVE(a, s->motion[i]);
    archive_doubles(a, s->y, s->states);
    archive_text(a, &s->world, &s->length);
}

/* ---- saving ---- */
static bool gather(instance *in, saved *s) {
    size_t bytes = (size_t)in->stored.inputs * sizeof(double);
    abut_message why = {0};
    void *world = NULL;
    if (!make_room(s, &in->stored)) return instance_say(in, "out of memory");
    s->built = instance_world(in) != NULL;
    s->initialised = in->initialised;
    s->moved = in->moved;
    s->start = in->start, s->stop = in->stop, s->tolerance = in->tolerance, s->t = in->t;
    memcpy(s->value, in->value, bytes);
    memcpy(s->begun, in->begun, bytes);
    memcpy(s->applied, in->applied, bytes);
    if (!s->built) return true;
    if (in->y) memcpy(s->y, in->y, s->states * sizeof(double));
    for (int i = 0; i < in->stored.inputs; i++)
        if (in->place[i].kind == INPUT_DRIVE) s->course[i] = host_read_course(instance_world(in), in->place[i].drive);
    for (int i = 0; i < in->stored.flanges; i++) s->motion[i] = host_motion(instance_world(in), in->flange[i]);
    if (host_save(instance_world(in), &world, &s->length, &why)) return instance_say(in, "%s", why.text);
    s->world = world;
    return true;
}

static instance_state *save(instance *in) {
    saved s = {.states = in->exchange ? (size_t)in->stored.states : 0};
    archive a = {0};
    instance_state *out = NULL;
    if (in->failed) {
        (void)instance_say(in, "the computation has failed: there is no state to save");
        return NULL;
    }
    if (gather(in, &s)) {
        walk(&s, in, &a);
        unsigned long long sum = archive_sum(a.bytes, a.used);
        ARCHIVE(&a, sum);
        out = a.bad ? NULL : malloc(sizeof *out + a.used);
        if (out) {
            out->length = a.used;
            memcpy(out->bytes, a.bytes, a.used);
        } else {
            (void)instance_say(in, "out of memory");
        }
    }
    archive_free(&a);
    drop(&s);
    return out;
}

/* ---- restoring ---- */
static bool same_start(const instance *in, const saved *s) {
    bool same = in->start == s->start && in->stop == s->stop && in->tolerance == s->tolerance && !in->failed;
    return same && memcmp(in->begun, s->begun, (size_t)in->stored.inputs * sizeof(double)) == 0;
}

/* The world as it was when it was built, unless it is there. */
static bool build(instance *in, const saved *s) {
    if (instance_world(in) && same_start(in, s)) return true;
    instance_drop(in);
    in->start = s->start, in->stop = s->stop, in->tolerance = s->tolerance;
    memcpy(in->value, s->begun, (size_t)in->stored.inputs * sizeof(double));
    return instance_build(in);
}

static bool put_back(instance *in, const saved *s) {
    size_t bytes = (size_t)in->stored.inputs * sizeof(double);
    abut_message why = {0};
    if (!s->built)
        instance_drop(in);
    else if (!build(in, s))
        return false;
    for (int i = 0; s->built && i < in->stored.inputs; i++) {
        if (in->place[i].kind == INPUT_LOAD) *in->place[i].live = s->applied[i];
        if (in->place[i].kind == INPUT_DRIVE) host_set_course(instance_world(in), in->place[i].drive, &s->course[i]);
    }
    for (int i = 0; s->built && i < in->stored.flanges; i++)
        host_move(instance_world(in), in->flange[i], &s->motion[i]);
    if (s->built && host_restore(instance_world(in), s->world, s->length, &why)) {
        in->failed = true;
        return instance_say(in, "%s", why.text);
    }
    in->initialised = s->initialised;
    in->moved = s->moved;
    in->start = s->start, in->stop = s->stop, in->tolerance = s->tolerance, in->t = s->t;
    memcpy(in->value, s->value, bytes);
    memcpy(in->begun, s->begun, bytes);
    memcpy(in->applied, s->applied, bytes);
    if (in->y) memcpy(in->y, s->y, s->states * sizeof(double));
    in->fresh = in->there = false;
    return true;
}

static bool restore(instance *in, const void *bytes, size_t length) {
    saved s = {.states = in->exchange ? (size_t)in->stored.states : 0};
    unsigned long long sum = 0;
    size_t body = length > sizeof sum ? length - sizeof sum : 0;
    if (body) memcpy(&sum, (const char *)bytes + body, sizeof sum);
    if (!body || archive_sum(bytes, body) != sum)
        return instance_say(in, "the saved state is damaged: nothing was changed");
    archive a = archive_to_load(bytes, body);
    bool good = make_room(&s, &in->stored);
    if (good) walk(&s, in, &a);
    if (!good)
        (void)instance_say(in, "out of memory");
    else if (!archive_done(&a))
        good = instance_say(in, "the saved state is that of another FMU: nothing was changed");
    good = good && put_back(in, &s);
    drop(&s);
    return good;
}

/* ---- what hosts hold ---- */
bool instance_save(instance *in, void **state) {
    instance_state *s = save(in);
    if (!s) return false;
    instance_forget(state);
    *state = s;
    return true;
}

bool instance_restore(instance *in, const void *state) {
    const instance_state *s = state;
    return s ? restore(in, s->bytes, s->length) : instance_say(in, "there is no saved state");
}

void instance_forget(void **state) {
    if (!state) return;
    free(*state);
    *state = NULL;
}

size_t instance_state_size(const void *state) { return state ? ((const instance_state *)state)->length : 0; }

bool instance_state_write(const void *state, void *to, size_t size) {
    const instance_state *s = state;
    if (!s || size < s->length) return false;
    memcpy(to, s->bytes, s->length);
    return true;
}

bool instance_state_read(const void *from, size_t size, void **state) {
    instance_state *s = malloc(sizeof *s + size);
    if (!s) return false;
    s->length = size;
    memcpy(s->bytes, from, size);
    instance_forget(state);
    *state = s;
    return true;
}
