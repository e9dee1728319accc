/* A force that an FMU computes: it gets the distance l of two points and its rate, and answers with the force F that pushes them apart
 * (with an axis: b towards +axis), all by the names of its variables.
 *
 * Both sides advance by communication steps. At the end of a step of ours the FMU gets what it is given there and follows over the same
 * time; its answer holds from there on. In between the force goes on in the straight line through the last two answers,
 *     F(t) = F_k + (F_k - F_{k-1}) (t - t_k)/(t_k - t_{k-1}),                                                          (1)
 * which makes the coupling one of second order for answers that are smooth; readers see the same line within the last step. It is explicit: our solver does not know how the answer
 * depends on the motion, so the step must be short against what it would find stable, 1/omega and damping/stiffness. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "abut/fmu.h"
#include "base/message.h"
#include "force/arguments.h"
#include "force/relative.h"
#include "registry/registry.h"
#include "slave.h"

enum { INPUTS_MOST = 2 };

/* The force from t on, by (1). */
typedef struct stretch {
    double t, F, slope;
} stretch;

typedef struct fmu_force {
    slave *slave;
    unsigned input[INPUTS_MOST], output;
    int sort[INPUTS_MOST]; /* 0: the distance, 1: its rate */
    size_t inputs;
    double step;
    bool by_axis;
    vec3 axis; /* frame of a */
    stretch now;
} fmu_force;

/* ---- making ---- */
static abut_status take_variable(const abut_args *args, fmu_force *self, const char *key, unsigned *reference) {
    abut_message why = {0};
    const char *name = abut_arg_text(args, key);
    return slave_variable(self->slave, name, reference, &why) ? abut_refuse_at(args, key, why.status, "%s", why.text)
                                                              : ABUT_OK;
}

static abut_status init(void *me, const abut_args *args) {
    fmu_force *self = me;
    static const char *const keys[INPUTS_MOST] = {"length", "rate"};
    abut_message why = {0};
    size_t length;
    const void *bytes = abut_arg_data(args, "file", &length);
    *self = (fmu_force){.step = abut_arg(args, "step"), .by_axis = abut_arg_given(args, "axis")};
    abut_status status = force_axis(args, "axis", v3(0, 0, 1), &self->axis);
    if (status) return status;
    self->slave = slave_load(bytes, length, &why);
    if (!self->slave) return abut_refuse_at(args, "file", why.status, "%s", why.text);
    status = take_variable(args, self, "force", &self->output);
    for (int i = 0; !status && i < INPUTS_MOST; i++) {
        if (!abut_arg_given(args, keys[i])) continue;
        self->sort[self->inputs] = i;
        status = take_variable(args, self, keys[i], &self->input[self->inputs++]);
    }
    if (status) slave_free(self->slave);
    return status;
}

static void drop(void *me) { slave_free(((fmu_force *)me)->slave); }

/* ---- what it is given ---- */
/* Direction and distance, in dual numbers; false: the points coincide. */
static bool line_of(const fmu_force *self, const relative_place *p, const body_motion *a, dvec *e, dual *l) {
    if (self->by_axis) {
        *e = motion_direction(a, self->axis);
        *l = dvec_dot(*e, p->d);
        return true;
    }
    dual square = dvec_dot(p->d, p->d);
    if (!(square.v > 1e-200)) return false;
    *l = dual_sqrt(square);
    *e = dvec_scale(dual_div(dual_of(1), *l), p->d);
    return true;
}

static void inputs_of(const fmu_force *self, const force_places *places, const body_motion *a, const body_motion *b,
                      double value[INPUTS_MOST]) {
    relative_place p = relative_place_of(places, a, b);
    dvec e = {0};
    dual l = {0};
    bool line = line_of(self, &p, a, &e, &l);
    const double all[INPUTS_MOST] = {l.v, line ? dvec_dot(e, p.v).v : 0};
    for (size_t i = 0; i < self->inputs; i++) value[i] = all[self->sort[i]];
}

static body_motion resting(const abut_pose *start) {
    return (body_motion){.r = start->r, .R = relative_rotation_of_pose(start)};
}

static abut_status place(void *me, const force_places *places, abut_message *message) {
    fmu_force *self = me;
    double value[INPUTS_MOST];
    abut_message why = {0};
    const body_motion a = resting(&places->start_a), b = resting(&places->start_b);
    inputs_of(self, places, &a, &b, value);
    self->now = (stretch){0};
    abut_status status = slave_start(self->slave, self->input, value, self->inputs, &why);
    if (!status) status = slave_read(self->slave, self->output, &self->now.F);
    if (!status && !isfinite(self->now.F)) status = say(&why, ABUT_FOREIGN, "its force at the start is no number");
    return status ? say(message, status, "force fmu: %s", why.text[0] ? why.text : abut_status_text(status)) : ABUT_OK;
}

/* ---- stepping ---- */
static double end_of(const fmu_force *self) { return self->now.t + self->step; }

static double span(const void *me, double t) {
    const fmu_force *self = me;
    double left = end_of(self) - t;
    return left > 1e-9 * self->step ? left : self->step;
}

static abut_status accept(void *me, const force_places *places, double t, const body_motion *a, const body_motion *b) {
    fmu_force *self = me;
    double value[INPUTS_MOST], F = 0, h = t - self->now.t;
    if (h < self->step * (1 - 1e-6)) return ABUT_OK;
    inputs_of(self, places, a, b, value);
    abut_status status = slave_step(self->slave, self->input, value, self->inputs, self->now.t, h);
    if (!status) status = slave_read(self->slave, self->output, &F);
    if (!status && !isfinite(F)) status = ABUT_FOREIGN;
    if (status) return status;
    self->now = (stretch){t, F, (F - self->now.F) / h};
    return ABUT_OK;
}

/* ---- saving ---- */
static bool may_save(const void *me) { return slave_saves(((const fmu_force *)me)->slave); }

/* The stretch, then what the FMU says. */
static void *save(const void *me, size_t *length) {
    const fmu_force *self = me;
    size_t size;
    char *state = slave_save(self->slave, &size), *all = state ? malloc(sizeof self->now + size) : NULL;
    if (all) memcpy(all, &self->now, sizeof self->now);
    if (all) memcpy(all + sizeof self->now, state, size);
    free(state);
    *length = sizeof self->now + size;
    return all;
}

static abut_status restore(void *me, const void *bytes, size_t length) {
    fmu_force *self = me;
    if (length < sizeof self->now) return ABUT_BAD_FILE;
    memcpy(&self->now, bytes, sizeof self->now);
    return slave_restore(self->slave, (const char *)bytes + sizeof self->now, length - sizeof self->now);
}

static void eval(const void *me, const force_places *places, dual t, const body_motion *a, const body_motion *b,
                 force_out *out) {
    const fmu_force *self = me;
    relative_place p = relative_place_of(places, a, b);
    const stretch *s = &self->now;
    dvec e;
    dual l;
    if (!line_of(self, &p, a, &e, &l)) return;
    dual F = {s->F + s->slope * (t.v - s->t), s->slope * t.d};
    relative_push(&p, dvec_scale(F, e), out);
    out->power = F.v * dvec_dot(e, p.v).v;
}

static const abut_param_info params[] = {
    {.name = "file", .kind = ABUT_FILE, .unit = "1", .required = true, .meaning = "the FMU: FMI 2.0, co-simulation"},
    {.name = "force",
     .kind = ABUT_WORD,
     .unit = "1",
     .required = true,
     .meaning = "its output that is the force, N; > 0 pushes the bodies apart (with an axis: b towards +axis)"},
    {.name = "length",
     .kind = ABUT_WORD,
     .unit = "1",
     .meaning = "its input that gets the distance of the points, m (with an axis: the displacement along it)"},
    {.name = "rate", .kind = ABUT_WORD, .unit = "1", .meaning = "its input that gets the rate of that, m/s"},
    {.name = "step",
     .unit = "s",
     .required = true,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "communication step: both sides advance by it in turn"},
    {.name = "axis",
     .kind = ABUT_TABLE,
     .unit = "1",
     .meaning = "direction in the frame of the first body, three numbers; without it the line between the points"},
    {0},
};

static const abut_choice examples[] = {{0}};

static const force_type force_fmu = {
    .type = {"force", "fmu", "force computed by an FMU of somebody else", params, examples},
    .size = sizeof(fmu_force),
    .bodies = 2,
    .init = init,
    .place = place,
    .eval = eval,
    .span = span,
    .accept = accept,
    .may_save = may_save,
    .save = save,
    .restore = restore,
    .drop = drop,
};

abut_status abut_registry_allow_fmu(abut_registry *r, abut_message *message) {
    return abut_registry_add(r, &force_fmu.type, message);
}
