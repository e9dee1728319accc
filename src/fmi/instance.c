/* The life of an instance: reading, building, starting, numbers, steps. */
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exchange_inside.h"
#include "fmu/flanges.h"

bool instance_say(instance *in, const char *format, ...) {
    char text[700];
    va_list list;
    va_start(list, format);
    (void)vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (in->log) in->log(in->user, false, text);
    return false;
}

void instance_set_user(instance *in, void *user) { in->user = user; }
void *instance_user(const instance *in) { return in->user; }
bool instance_exchanges(const instance *in) { return in->exchange; }

/* Numbers are read and written with a decimal point, whatever the host does. */
static locale_t plain_numbers(locale_t *own) {
    *own = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    return *own ? uselocale(*own) : (locale_t)0;
}

static void host_numbers(locale_t before, locale_t own) {
    if (before) (void)uselocale(before);
    if (own) freelocale(own);
}

/* ---- making ---- */
static bool make_arrays(instance *in) {
    size_t inputs = (size_t)in->stored.inputs + 1, outputs = (size_t)in->stored.outputs + 1;
    in->value = calloc(inputs, sizeof(double));
    in->begun = calloc(inputs, sizeof(double));
    in->applied = calloc(inputs, sizeof(double));
    in->place = calloc(inputs, sizeof *in->place);
    in->flange = calloc((size_t)in->stored.flanges + 1, sizeof *in->flange);
    in->chosen = calloc(outputs, sizeof(void *));
    in->shown = calloc(outputs, sizeof(double));
    bool good = in->value && in->begun && in->applied && in->place && in->flange && in->chosen && in->shown;
    for (int i = 0; good && i < in->stored.inputs; i++) in->value[i] = in->stored.input[i].start;
    return good || instance_say(in, "out of memory");
}

instance *instance_create(const instance_def *def) {
    abut_message why = {0};
    locale_t own, before;
    instance *in = calloc(1, sizeof *in);
    if (!in) return NULL;
    *in = (instance){.log = def->log, .user = def->user, .exchange = def->exchange, .stop = INFINITY};
    before = plain_numbers(&own);
    bool good = stored_read(def->resources, &in->stored, &why) == ABUT_OK;
    host_numbers(before, own);
    if (!good)
        (void)instance_say(in, "%s", why.text);
    else if (def->token && strcmp(def->token, in->stored.token) != 0)
        good = instance_say(in, "the resources are not those of this description: '%.60s' was expected, they have '%s'",
                            def->token, in->stored.token);
    if (good && make_arrays(in)) return in;
    instance_free(in);
    return NULL;
}

void instance_drop(instance *in) {
    exchange_end(in);
    outputs_free(&in->all);
    free(in->row);
    in->row = NULL;
    model_free(&in->model);
    in->fresh = in->failed = in->there = in->moved = false;
    in->t = 0;
}

void instance_free(instance *in) {
    if (!in) return;
    instance_drop(in);
    stored_free(&in->stored);
    free(in->value);
    free(in->begun);
    free(in->applied);
    free(in->place);
    free(in->flange);
    free(in->chosen);
    free(in->shown);
    free(in);
}

bool instance_reset(instance *in) {
    instance_drop(in);
    in->initialised = false;
    in->start = in->tolerance = 0;
    in->stop = INFINITY;
    for (int i = 0; i < in->stored.inputs; i++) in->value[i] = in->stored.input[i].start;
    return true;
}

/* ---- building ---- */
static void report(const model_error *e, void *user) { (void)instance_say(user, "%s", e->text); }

/* Whatever was set becomes a setting, so that the model also begins with it. */
static char **make_settings(const instance *in, int *count) {
    char **settings = calloc((size_t)in->stored.inputs + 1, sizeof *settings);
    *count = 0;
    for (int i = 0; settings && i < in->stored.inputs; i++) {
        const stored_input *s = &in->stored.input[i];
        if (in->value[i] == s->start || s->kind == INPUT_FLANGE) continue;
        size_t size = strlen(s->path) + 40;
        char *text = malloc(size);
        if (text) (void)snprintf(text, size, "%s=%.17g", s->path, in->value[i]);
        if (text) settings[(*count)++] = text;
    }
    return settings;
}

static bool read_model(instance *in) {
    int count;
    char **settings = make_settings(in, &count);
    int errors = !settings ? 1
                           : model_read_given(NULL, &in->stored.files, PLAN_MODEL, in->stored.model->text,
                                              in->stored.model->length, (const char *const *)settings, count, report,
                                              in, &in->model);
    for (int i = 0; settings && i < count; i++) free(settings[i]);
    free(settings);
    return !errors;
}

/* ---- flanges ---- */
bool instance_guide(instance *in, const double *value, double t) {
    for (int i = 0; i < in->stored.flanges; i++) {
        mb_motion m;
        if (!flange_motion(value + stored_flange(&in->stored, i), t, &m))
            return instance_say(in, "flange '%.100s': q0 to q3 are no orientation", in->stored.flange[i]);
        host_move(instance_world(in), in->flange[i], &m);
    }
    return true;
}

/* Is somewhere told, or moves on from where it was told. */
static bool flanges_change(const instance *in) {
    const int speeds = 7; /* the first of them */
    bool changes = false;
    for (int i = 0; i < in->stored.flanges; i++) {
        int at = stored_flange(&in->stored, i);
        for (int k = 0; k < FLANGE_INPUTS; k++)
            changes = changes || in->value[at + k] != in->applied[at + k] || (k >= speeds && in->value[at + k] != 0);
    }
    return changes;
}

static bool make_flanges(instance *in) {
    abut_world *w = instance_world(in);
    for (int i = 0; i < in->stored.flanges; i++) {
        in->flange[i] = abut_find_body(w, in->stored.flange[i]);
        if (!in->flange[i].id) return instance_say(in, "the model has no body '%.100s'", in->stored.flange[i]);
        if (!host_guide(w, in->flange[i])) return instance_say(in, "out of memory");
    }
    return instance_guide(in, in->value, 0);
}

static bool start_model(instance *in) {
    abut_world *w = instance_world(in);
    double length = in->stop - in->start;
    in->model.solver.t_end = isfinite(length) && length > 0 ? length : 0;
    if (in->tolerance > 0 && in->tolerance < 1) in->model.solver.rtol = in->tolerance;
    w->plain = w->uncut = w->outside = in->exchange;
    return make_flanges(in) && model_start(&in->model, report, in) == ABUT_OK;
}

static bool find_places(instance *in) {
    abut_world *w = instance_world(in);
    bool live = false;
    for (int i = 0; i < in->stored.inputs; i++) {
        in->place[i] = in->stored.input[i].kind == INPUT_FLANGE ? (input_place){INPUT_FLANGE, NULL, -1}
                                                                : input_find(w, in->stored.input[i].path);
        if (in->place[i].kind != in->stored.input[i].kind)
            return instance_say(in, "input '%.100s' is not what it was", in->stored.input[i].path);
        live = live || in->place[i].kind != INPUT_PARAMETER;
    }
    in->exact = live || !host_saves_steps(w);
    if (!outputs_list(w, &in->all)) return instance_say(in, "out of memory");
    in->row = calloc((size_t)in->all.widest, sizeof(double));
    for (int i = 0; i < in->stored.outputs; i++)
        if (!(in->chosen[i] = outputs_find(&in->all, in->stored.output[i])))
            return instance_say(in, "the model has no output '%.100s'", in->stored.output[i]);
    return in->row || instance_say(in, "out of memory");
}

bool instance_build(instance *in) {
    if (in->failed) return instance_say(in, "the computation has failed: only a reset or an earlier state helps");
    if (instance_world(in)) return true;
    locale_t own, before = plain_numbers(&own);
    bool good = read_model(in);
    good = good && start_model(in);
    good = good && find_places(in) && (!in->exchange || exchange_begin(in));
    host_numbers(before, own);
    if (!good) {
        instance_drop(in);
        return false;
    }
    memcpy(in->begun, in->value, (size_t)in->stored.inputs * sizeof(double));
    memcpy(in->applied, in->value, (size_t)in->stored.inputs * sizeof(double));
    return true;
}

bool instance_experiment(instance *in, double tolerance, double start, double stop) {
    if (!isfinite(start) || !(stop > start) || !(tolerance >= 0))
        return instance_say(in, "an experiment from %g s to %g s with tolerance %g is not possible", start, stop,
                            tolerance);
    instance_drop(in);
    in->tolerance = tolerance, in->start = start, in->stop = stop;
    return true;
}

bool instance_initialise(instance *in) {
    if (!instance_build(in)) return false;
    in->initialised = true;
    return true;
}

/* ---- numbers ---- */
bool instance_set(instance *in, const unsigned *reference, size_t count, const double *value) {
    bool other = false;
    for (size_t k = 0; k < count; k++) {
        if (reference[k] >= (unsigned)in->stored.inputs)
            return instance_say(in, "the variable %u cannot be set: it is no input", reference[k]);
        const stored_input *s = &in->stored.input[reference[k]];
        if (!isfinite(value[k])) return instance_say(in, "'%.100s' must be finite, got %g", s->path, value[k]);
        if (in->initialised && s->kind == INPUT_PARAMETER && value[k] != in->value[reference[k]])
            return instance_say(in, "'%.100s' is fixed once the model has started", s->path);
    }
    for (size_t k = 0; k < count; k++) {
        other = other || in->value[reference[k]] != value[k];
        in->value[reference[k]] = value[k];
    }
    if (other && !in->initialised) instance_drop(in); /* the model begins with them */
    if (other) in->there = in->fresh = false;
    return true;
}

/* Between two steps: what is shown is that of flanges as they were told last. */
static bool show_moved(instance *in) {
    size_t first = (size_t)stored_flange(&in->stored, 0), count = (size_t)in->stored.inputs - first;
    if (memcmp(in->value + first, in->applied + first, count * sizeof(double)) == 0) return true;
    if (!instance_guide(in, in->value, in->t)) return false;
    memcpy(in->applied + first, in->value + first, count * sizeof(double));
    in->moved = true;
    return world_evaluate(instance_world(in)) == ABUT_OK ||
           instance_say(in, "the model cannot be evaluated with its flanges there");
}

static bool show(instance *in) {
    if (in->fresh) return true;
    if (!in->exchange && !show_moved(in)) return false;
    if (in->exchange && exchange_show(in)) return instance_say(in, "the model cannot be evaluated in this state");
    outputs_read(instance_world(in), in->chosen, in->stored.outputs, in->row, in->shown);
    return in->fresh = true;
}

/* A state or a rate, counted from the first of both; false: there is none. */
static bool get_state(instance *in, unsigned at, double *value) {
    unsigned states = (unsigned)in->states;
    if (at < states) *value = in->y[at];
    if (at < states) return true;
    double *rate = at < 2 * states ? calloc(states, sizeof *rate) : NULL;
    bool good = rate && exchange_rates(in, rate, states) == 0;
    if (good) *value = rate[at - states];
    free(rate);
    return good;
}

static bool get_indicator(instance *in, unsigned at, double *value) {
    unsigned count = (unsigned)in->stored.indicators;
    double *g = at < count ? calloc(count, sizeof *g) : NULL;
    bool good = g && exchange_indicators(in, g, count) == 0;
    if (good) *value = g[at];
    free(g);
    return good;
}

/* What comes behind inputs and outputs. */
static bool get_other(instance *in, unsigned at, double *value) {
    unsigned states = (unsigned)in->stored.states, indicators = (unsigned)in->stored.indicators;
    if (at == 2 * states + indicators) {
        *value = instance_time(in);
        return true;
    }
    if (!in->exchange || at > 2 * states + indicators) return false;
    if (!instance_build(in)) return false;
    return at < 2 * states ? get_state(in, at, value) : get_indicator(in, at - 2 * states, value);
}

bool instance_get(instance *in, const unsigned *reference, size_t count, double *value) {
    const unsigned inputs = (unsigned)in->stored.inputs, outputs = (unsigned)in->stored.outputs;
    for (size_t k = 0; k < count; k++) {
        unsigned r = reference[k];
        if (r < inputs) {
            value[k] = in->value[r];
            continue;
        }
        if (r - inputs >= outputs) {
            if (!get_other(in, r - inputs - outputs, &value[k]))
                return instance_say(in, "the variable %u cannot be read", r);
            continue;
        }
        if (!instance_build(in) || !show(in)) return false;
        value[k] = in->shown[r - inputs];
    }
    return true;
}

/* ---- co-simulation ---- */
double instance_time(const instance *in) { return in->start + in->t; }

/* Is the course of a drive another than it would be? */
static bool drive_changes(const instance *in, int i) {
    const host_course c = host_read_course(instance_world(in), in->place[i].drive);
    return in->value[i] != in->applied[i] || (c.steered && c.a != 0);
}

bool instance_apply(instance *in, double h) {
    abut_world *w = instance_world(in);
    bool changes = in->moved || flanges_change(in);
    for (int i = 0; i < in->stored.inputs; i++)
        changes = changes || (in->place[i].kind == INPUT_LOAD && in->value[i] != in->applied[i]) ||
                  (in->place[i].kind == INPUT_DRIVE && drive_changes(in, i));
    if (!changes) return true;
    for (int i = 0; i < in->stored.inputs; i++) {
        if (in->place[i].kind == INPUT_LOAD) *in->place[i].live = in->value[i];
        if (in->place[i].kind == INPUT_DRIVE && drive_changes(in, i))
            host_steer(w, in->place[i].drive, in->value[i], h);
    }
    if (!instance_guide(in, in->value, in->t)) return false;
    memcpy(in->applied, in->value, (size_t)in->stored.inputs * sizeof(double));
    in->fresh = in->moved = false;
    return host_begin_step(w) == ABUT_OK || instance_say(in, "the model cannot be evaluated with these inputs");
}

bool instance_step(instance *in, double t, double h) {
    double here = instance_time(in), close = 1e-9 * fmax(fabs(here), h);
    if (!in->initialised) return instance_say(in, "a step before the end of the initialisation");
    if (in->failed) return instance_say(in, "the computation has failed: only a reset or an earlier state helps");
    if (!(h >= 0) || !isfinite(t) || !isfinite(h))
        return instance_say(in, "a step from %.17g s over %.17g s is not possible: time does not go back", t, h);
    if (fabs(t - here) > close)
        return instance_say(in, "a step from %.17g s: the model is at %.17g s, and %s", t, here,
                            t < here ? "does not go back without a saved state" : "nothing may be left out");
    abut_world *w = instance_world(in);
    double to = t + h - in->start;
    if (h == 0) return true;
    if (in->exact && !instance_apply(in, h)) return false;
    if (in->exact) host_stop_at(w, to);
    abut_status status = abut_advance(w, to);
    in->fresh = false;
    if (status) {
        in->failed = true;
        return instance_say(in, "at %.9g s: %s", in->start + abut_time(w), abut_world_message(w));
    }
    in->t = to;
    return true;
}
