/* FMI 2.0 over instances. */
#include "fmi2.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exchange.h"
#include "instance.h"
#include "place.h"

/* What the host knows as its component: the instance and how it is called back. */
typedef struct component {
    instance *of;
    char *name;
    fmi2CallbackFunctions call;
} component;

static instance *in(fmi2Component c) { return ((component *)c)->of; }
static fmi2Status done(bool good) { return good ? fmi2OK : fmi2Error; }
static fmi2Status answer(exchange_result r) { return r < 0 ? fmi2Error : r > 0 ? fmi2Discard : fmi2OK; }

const char *fmi2GetTypesPlatform(void) { return "default"; }
const char *fmi2GetVersion(void) { return "2.0"; }

fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t count, const fmi2String category[]) {
    (void)c, (void)on, (void)count, (void)category;
    return fmi2OK;
}

/* ---- life ---- */
static void tell(void *user, bool good, const char *text) {
    const component *c = user;
    if (c->call.logger)
        c->call.logger(c->call.componentEnvironment, c->name, good ? fmi2OK : fmi2Error,
                       good ? "logAll" : "logStatusError", "%s", text);
}

void fmi2FreeInstance(fmi2Component c) {
    if (!c) return;
    component *own = c;
    instance_free(own->of);
    free(own->name);
    free(own);
}

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                              const fmi2CallbackFunctions *call, fmi2Boolean visible, fmi2Boolean logging) {
    char folder[PATH_MAX];
    (void)visible, (void)logging;
    component *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    if (call) c->call = *call;
    c->name = strdup(name ? name : "");
    instance_def def = {folder, guid, type == fmi2ModelExchange, tell, c};
    if (!c->name || !resources || !place_of_uri(resources, folder, sizeof folder))
        tell(c, false, "the folder of the resources is not a local one");
    else
        c->of = instance_create(&def);
    if (c->of) return c;
    fmi2FreeInstance(c);
    return NULL;
}

fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean tolerant, fmi2Real tolerance, fmi2Real start,
                               fmi2Boolean ends, fmi2Real stop) {
    return done(instance_experiment(in(c), tolerant ? tolerance : 0, start, ends ? stop : (double)INFINITY));
}

fmi2Status fmi2EnterInitializationMode(fmi2Component c) {
    (void)c;
    return fmi2OK;
}

fmi2Status fmi2ExitInitializationMode(fmi2Component c) { return done(instance_initialise(in(c))); }

fmi2Status fmi2Terminate(fmi2Component c) {
    (void)c;
    return fmi2OK;
}

fmi2Status fmi2Reset(fmi2Component c) { return done(instance_reset(in(c))); }

/* ---- numbers; there are no others than real ones ---- */
fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference r[], size_t n, fmi2Real value[]) {
    return done(instance_get(in(c), r, n, value));
}

fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference r[], size_t n, const fmi2Real value[]) {
    return done(instance_set(in(c), r, n, value));
}

static fmi2Status none(fmi2Component c, size_t n) {
    if (n) tell(c, false, "all variables are real numbers");
    return done(n == 0);
}

fmi2Status fmi2GetInteger(fmi2Component c, const fmi2ValueReference r[], size_t n, fmi2Integer value[]) {
    (void)r, (void)value;
    return none(c, n);
}
fmi2Status fmi2GetBoolean(fmi2Component c, const fmi2ValueReference r[], size_t n, fmi2Boolean value[]) {
    (void)r, (void)value;
    return none(c, n);
}
fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference r[], size_t n, fmi2String value[]) {
    (void)r, (void)value;
    return none(c, n);
}
fmi2Status fmi2SetInteger(fmi2Component c, const fmi2ValueReference r[], size_t n, const fmi2Integer value[]) {
    (void)r, (void)value;
    return none(c, n);
}
fmi2Status fmi2SetBoolean(fmi2Component c, const fmi2ValueReference r[], size_t n, const fmi2Boolean value[]) {
    (void)r, (void)value;
    return none(c, n);
}
fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference r[], size_t n, const fmi2String value[]) {
    (void)r, (void)value;
    return none(c, n);
}

/* ---- saved states ---- */
fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *state) {
    (void)c;
    instance_forget(state);
    return fmi2OK;
}
fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *state) { return done(instance_save(in(c), state)); }
fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state) { return done(instance_restore(in(c), state)); }
fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state, size_t *size) {
    (void)c;
    *size = instance_state_size(state);
    return done(state != NULL);
}
fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate state, fmi2Byte to[], size_t size) {
    (void)c;
    return done(instance_state_write(state, to, size));
}
fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte from[], size_t size, fmi2FMUstate *state) {
    (void)c;
    return done(instance_state_read(from, size, state));
}

/* ---- model exchange ---- */
fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference unknown[], size_t unknowns,
                                        const fmi2ValueReference known[], size_t knowns, const fmi2Real seed[],
                                        fmi2Real change[]) {
    return answer(exchange_directional(in(c), unknown, unknowns, known, knowns, seed, change));
}

fmi2Status fmi2EnterEventMode(fmi2Component c) {
    (void)c;
    return fmi2OK;
}

fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *info) {
    bool moved;
    *info = (fmi2EventInfo){0};
    fmi2Status status = answer(exchange_switch(in(c), &moved));
    info->valuesOfContinuousStatesChanged = moved;
    return status;
}

fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c) {
    (void)c;
    return fmi2OK;
}

fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean final, fmi2Boolean *event, fmi2Boolean *end) {
    bool wanted = false;
    (void) final;
    fmi2Status status = answer(exchange_accept(in(c), &wanted));
    *event = wanted;
    *end = fmi2False;
    return status;
}

fmi2Status fmi2SetTime(fmi2Component c, fmi2Real t) { return done(exchange_set_time(in(c), t)); }

fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real y[], size_t n) {
    return done(exchange_set_states(in(c), y, n));
}
fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real y[], size_t n) {
    return done(exchange_get_states(in(c), y, n));
}
fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c, fmi2Real y[], size_t n) {
    return done(exchange_nominals(in(c), y, n));
}
fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real rate[], size_t n) {
    return answer(exchange_rates(in(c), rate, n));
}
fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real g[], size_t n) {
    return answer(exchange_indicators(in(c), g, n));
}

/* ---- co-simulation ---- */
fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference r[], size_t n,
                                       const fmi2Integer order[], const fmi2Real value[]) {
    (void)r, (void)order, (void)value;
    tell(c, false, "derivatives of inputs are not taken");
    return done(n == 0);
}

fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference r[], size_t n,
                                        const fmi2Integer order[], fmi2Real value[]) {
    (void)r, (void)order, (void)value;
    tell(c, false, "derivatives of outputs are not given");
    return done(n == 0);
}

fmi2Status fmi2DoStep(fmi2Component c, fmi2Real t, fmi2Real h, fmi2Boolean no_return) {
    (void)no_return;
    return done(instance_step(in(c), t, h));
}

fmi2Status fmi2CancelStep(fmi2Component c) {
    tell(c, false, "steps are not asynchronous: there is none to cancel");
    return fmi2Error;
}

fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Status *value) {
    (void)c, (void)kind, (void)value;
    return fmi2Discard;
}
fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Real *value) {
    if (kind != fmi2LastSuccessfulTime) return fmi2Discard;
    *value = instance_time(in(c));
    return fmi2OK;
}
fmi2Status fmi2GetIntegerStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Integer *value) {
    (void)c, (void)kind, (void)value;
    return fmi2Discard;
}
fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Boolean *value) {
    (void)c;
    if (kind != fmi2Terminated) return fmi2Discard;
    *value = fmi2False;
    return fmi2OK;
}
fmi2Status fmi2GetStringStatus(fmi2Component c, const fmi2StatusKind kind, fmi2String *value) {
    (void)c, (void)kind, (void)value;
    return fmi2Discard;
}
