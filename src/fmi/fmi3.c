/* FMI 3.0 over instances. */
#include "fmi3.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exchange.h"
#include "instance.h"
#include "place.h"

/* What the host knows as its instance. */
typedef struct component {
    instance *of;
    fmi3LogMessageCallback *log;
    fmi3InstanceEnvironment user;
} component;

static instance *in(fmi3Instance c) { return ((component *)c)->of; }
static fmi3Status done(bool good) { return good ? fmi3OK : fmi3Error; }
static fmi3Status answer(exchange_result r) { return r < 0 ? fmi3Error : r > 0 ? fmi3Discard : fmi3OK; }

const char *fmi3GetVersion(void) { return "3.0"; }

fmi3Status fmi3SetDebugLogging(fmi3Instance c, fmi3Boolean on, size_t count, const fmi3String category[]) {
    (void)c, (void)on, (void)count, (void)category;
    return fmi3OK;
}

/* ---- life ---- */
static void tell(void *user, bool good, const char *text) {
    const component *c = user;
    if (c->log) c->log(c->user, good ? fmi3OK : fmi3Error, good ? "logAll" : "logStatusError", text);
}

/* What this kind of FMU does not have. */
static fmi3Status not_here(fmi3Instance c, const char *what) {
    tell(c, false, what);
    return fmi3Error;
}

void fmi3FreeInstance(fmi3Instance c) {
    if (!c) return;
    instance_free(in(c));
    free(c);
}

static fmi3Instance instantiate(bool exchange, fmi3String token, fmi3String resources, fmi3InstanceEnvironment user,
                                fmi3LogMessageCallback *log) {
    char folder[PATH_MAX];
    component *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    *c = (component){NULL, log, user};
    instance_def def = {folder, token, exchange, tell, c};
    if (!resources || !place_of_uri(resources, folder, sizeof folder))
        tell(c, false, "the folder of the resources is not a local one");
    else
        c->of = instance_create(&def);
    if (c->of) return c;
    free(c);
    return NULL;
}

fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
                                          fmi3Boolean logging, fmi3InstanceEnvironment user,
                                          fmi3LogMessageCallback *log) {
    (void)name, (void)visible, (void)logging;
    return instantiate(true, token, resources, user, log);
}

fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
                                         fmi3Boolean logging, fmi3Boolean events, fmi3Boolean early,
                                         const fmi3ValueReference wanted[], size_t count, fmi3InstanceEnvironment user,
                                         fmi3LogMessageCallback *log, fmi3IntermediateUpdateCallback *update) {
    (void)name, (void)visible, (void)logging, (void)events, (void)early, (void)wanted, (void)count, (void)update;
    return instantiate(false, token, resources, user, log);
}

fmi3Instance fmi3InstantiateScheduledExecution(fmi3String name, fmi3String token, fmi3String resources,
                                               fmi3Boolean visible, fmi3Boolean logging, fmi3InstanceEnvironment user,
                                               fmi3LogMessageCallback *log, fmi3ClockUpdateCallback *update,
                                               fmi3LockPreemptionCallback *lock, fmi3LockPreemptionCallback *unlock) {
    (void)name, (void)token, (void)resources, (void)visible, (void)logging, (void)update, (void)lock, (void)unlock;
    if (log) log(user, fmi3Error, "logStatusError", "there is no scheduled execution in this FMU");
    return NULL;
}

fmi3Status fmi3EnterInitializationMode(fmi3Instance c, fmi3Boolean tolerant, fmi3Float64 tolerance, fmi3Float64 start,
                                       fmi3Boolean ends, fmi3Float64 stop) {
    return done(instance_experiment(in(c), tolerant ? tolerance : 0, start, ends ? stop : (double)INFINITY));
}

fmi3Status fmi3ExitInitializationMode(fmi3Instance c) { return done(instance_initialise(in(c))); }
fmi3Status fmi3Reset(fmi3Instance c) { return done(instance_reset(in(c))); }

/* ---- modes without consequences ---- */
#define MODE(name)                                                                                                     \
    fmi3Status name(fmi3Instance c) {                                                                                  \
        (void)c;                                                                                                       \
        return fmi3OK;                                                                                                 \
    }
MODE(fmi3EnterEventMode)
MODE(fmi3Terminate)
MODE(fmi3EnterContinuousTimeMode)
MODE(fmi3EnterStepMode)
MODE(fmi3EnterConfigurationMode)
MODE(fmi3ExitConfigurationMode)
MODE(fmi3EvaluateDiscreteStates)

/* ---- numbers ---- */
fmi3Status fmi3GetFloat64(fmi3Instance c, const fmi3ValueReference r[], size_t n, fmi3Float64 value[], size_t values) {
    return values == n ? done(instance_get(in(c), r, n, value)) : not_here(c, "no variable is an array");
}

fmi3Status fmi3SetFloat64(fmi3Instance c, const fmi3ValueReference r[], size_t n, const fmi3Float64 value[],
                          size_t values) {
    return values == n ? done(instance_set(in(c), r, n, value)) : not_here(c, "no variable is an array");
}

/* There are no others than these. */
static fmi3Status none(fmi3Instance c, size_t n) {
    return n ? not_here(c, "all variables are numbers of the type Float64") : fmi3OK;
}

#define X(Type)                                                                                                        \
    fmi3Status fmi3Get##Type(fmi3Instance c, const fmi3ValueReference r[], size_t n, fmi3##Type value[], size_t m) {   \
        (void)r, (void)value, (void)m;                                                                                 \
        return none(c, n);                                                                                             \
    }                                                                                                                  \
    fmi3Status fmi3Set##Type(fmi3Instance c, const fmi3ValueReference r[], size_t n, const fmi3##Type value[],         \
                             size_t m) {                                                                               \
        (void)r, (void)value, (void)m;                                                                                 \
        return none(c, n);                                                                                             \
    }
FMI3_NUMBERS(X)
#undef X

fmi3Status fmi3GetBinary(fmi3Instance c, const fmi3ValueReference r[], size_t n, size_t size[], fmi3Binary value[],
                         size_t m) {
    (void)r, (void)size, (void)value, (void)m;
    return none(c, n);
}
fmi3Status fmi3SetBinary(fmi3Instance c, const fmi3ValueReference r[], size_t n, const size_t size[],
                         const fmi3Binary value[], size_t m) {
    (void)r, (void)size, (void)value, (void)m;
    return none(c, n);
}

/* ---- clocks and partitions: there are none ---- */
static const char no_clocks[] = "there are no clocks in this FMU";
static fmi3Status clocks(fmi3Instance c, size_t n) { return n ? not_here(c, no_clocks) : fmi3OK; }

fmi3Status fmi3GetClock(fmi3Instance c, const fmi3ValueReference r[], size_t n, fmi3Clock value[]) {
    (void)r, (void)value;
    return clocks(c, n);
}
fmi3Status fmi3SetClock(fmi3Instance c, const fmi3ValueReference r[], size_t n, const fmi3Clock value[]) {
    (void)r, (void)value;
    return clocks(c, n);
}
fmi3Status fmi3GetIntervalDecimal(fmi3Instance c, const fmi3ValueReference r[], size_t n, fmi3Float64 value[],
                                  fmi3IntervalQualifier how[]) {
    (void)r, (void)value, (void)how;
    return clocks(c, n);
}
fmi3Status fmi3GetIntervalFraction(fmi3Instance c, const fmi3ValueReference r[], size_t n, fmi3UInt64 counter[],
                                   fmi3UInt64 resolution[], fmi3IntervalQualifier how[]) {
    (void)r, (void)counter, (void)resolution, (void)how;
    return clocks(c, n);
}
fmi3Status fmi3GetShiftDecimal(fmi3Instance c, const fmi3ValueReference r[], size_t n, fmi3Float64 value[]) {
    (void)r, (void)value;
    return clocks(c, n);
}
fmi3Status fmi3GetShiftFraction(fmi3Instance c, const fmi3ValueReference r[], size_t n, fmi3UInt64 counter[],
                                fmi3UInt64 resolution[]) {
    (void)r, (void)counter, (void)resolution;
    return clocks(c, n);
}
fmi3Status fmi3SetIntervalDecimal(fmi3Instance c, const fmi3ValueReference r[], size_t n, const fmi3Float64 value[]) {
    (void)r, (void)value;
    return clocks(c, n);
}
fmi3Status fmi3SetIntervalFraction(fmi3Instance c, const fmi3ValueReference r[], size_t n, const fmi3UInt64 counter[],
                                   const fmi3UInt64 resolution[]) {
    (void)r, (void)counter, (void)resolution;
    return clocks(c, n);
}
fmi3Status fmi3SetShiftDecimal(fmi3Instance c, const fmi3ValueReference r[], size_t n, const fmi3Float64 value[]) {
    (void)r, (void)value;
    return clocks(c, n);
}
fmi3Status fmi3SetShiftFraction(fmi3Instance c, const fmi3ValueReference r[], size_t n, const fmi3UInt64 counter[],
                                const fmi3UInt64 resolution[]) {
    (void)r, (void)counter, (void)resolution;
    return clocks(c, n);
}
fmi3Status fmi3ActivateModelPartition(fmi3Instance c, fmi3ValueReference clock, fmi3Float64 t) {
    (void)clock, (void)t;
    return not_here(c, no_clocks);
}

/* ---- dependencies: those of the description ---- */
fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance c, fmi3ValueReference r, size_t *count) {
    (void)r, (void)count;
    return not_here(c, "dependencies do not change");
}
fmi3Status fmi3GetVariableDependencies(fmi3Instance c, fmi3ValueReference r, size_t at[], fmi3ValueReference of[],
                                       size_t of_at[], fmi3DependencyKind kind[], size_t count) {
    (void)r, (void)at, (void)of, (void)of_at, (void)kind, (void)count;
    return not_here(c, "dependencies do not change");
}

/* ---- saved states ---- */
fmi3Status fmi3FreeFMUState(fmi3Instance c, fmi3FMUState *state) {
    (void)c;
    instance_forget(state);
    return fmi3OK;
}
fmi3Status fmi3GetFMUState(fmi3Instance c, fmi3FMUState *state) { return done(instance_save(in(c), state)); }
fmi3Status fmi3SetFMUState(fmi3Instance c, fmi3FMUState state) { return done(instance_restore(in(c), state)); }
fmi3Status fmi3SerializedFMUStateSize(fmi3Instance c, fmi3FMUState state, size_t *size) {
    (void)c;
    *size = instance_state_size(state);
    return done(state != NULL);
}
fmi3Status fmi3SerializeFMUState(fmi3Instance c, fmi3FMUState state, fmi3Byte to[], size_t size) {
    (void)c;
    return done(instance_state_write(state, to, size));
}
fmi3Status fmi3DeserializeFMUState(fmi3Instance c, const fmi3Byte from[], size_t size, fmi3FMUState *state) {
    (void)c;
    return done(instance_state_read(from, size, state));
}

/* ---- model exchange ---- */
fmi3Status fmi3GetDirectionalDerivative(fmi3Instance c, const fmi3ValueReference unknown[], size_t unknowns,
                                        const fmi3ValueReference known[], size_t knowns, const fmi3Float64 seed[],
                                        size_t seeds, fmi3Float64 change[], size_t changes) {
    if (seeds != knowns || changes != unknowns) return not_here(c, "no variable is an array");
    return answer(exchange_directional(in(c), unknown, unknowns, known, knowns, seed, change));
}

fmi3Status fmi3GetAdjointDerivative(fmi3Instance c, const fmi3ValueReference unknown[], size_t unknowns,
                                    const fmi3ValueReference known[], size_t knowns, const fmi3Float64 seed[],
                                    size_t seeds, fmi3Float64 change[], size_t changes) {
    (void)unknown, (void)unknowns, (void)known, (void)knowns, (void)seed, (void)seeds, (void)change, (void)changes;
    return not_here(c, "derivatives are directional ones only");
}

fmi3Status fmi3UpdateDiscreteStates(fmi3Instance c, fmi3Boolean *again, fmi3Boolean *end, fmi3Boolean *nominals,
                                    fmi3Boolean *values, fmi3Boolean *next_defined, fmi3Float64 *next) {
    bool moved = false;
    *again = *end = *nominals = *next_defined = false;
    *next = 0;
    fmi3Status status = instance_exchanges(in(c)) ? answer(exchange_switch(in(c), &moved)) : fmi3OK;
    *values = moved;
    return status;
}

fmi3Status fmi3CompletedIntegratorStep(fmi3Instance c, fmi3Boolean final, fmi3Boolean *event, fmi3Boolean *end) {
    bool wanted = false;
    (void) final;
    fmi3Status status = answer(exchange_accept(in(c), &wanted));
    *event = wanted;
    *end = false;
    return status;
}

fmi3Status fmi3SetTime(fmi3Instance c, fmi3Float64 t) { return done(exchange_set_time(in(c), t)); }
fmi3Status fmi3SetContinuousStates(fmi3Instance c, const fmi3Float64 y[], size_t n) {
    return done(exchange_set_states(in(c), y, n));
}
fmi3Status fmi3GetContinuousStates(fmi3Instance c, fmi3Float64 y[], size_t n) {
    return done(exchange_get_states(in(c), y, n));
}
fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance c, fmi3Float64 y[], size_t n) {
    return done(exchange_nominals(in(c), y, n));
}
fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance c, fmi3Float64 rate[], size_t n) {
    return answer(exchange_rates(in(c), rate, n));
}
fmi3Status fmi3GetEventIndicators(fmi3Instance c, fmi3Float64 g[], size_t n) {
    return answer(exchange_indicators(in(c), g, n));
}
fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance c, size_t *n) {
    *n = exchange_count(in(c), NULL);
    return fmi3OK;
}
fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance c, size_t *n) {
    (void)exchange_count(in(c), n);
    return fmi3OK;
}

/* ---- co-simulation ---- */
fmi3Status fmi3GetOutputDerivatives(fmi3Instance c, const fmi3ValueReference r[], size_t n, const fmi3Int32 order[],
                                    fmi3Float64 value[], size_t values) {
    (void)r, (void)order, (void)value, (void)values;
    return n ? not_here(c, "derivatives of outputs are not given") : fmi3OK;
}

fmi3Status fmi3DoStep(fmi3Instance c, fmi3Float64 t, fmi3Float64 h, fmi3Boolean final, fmi3Boolean *event,
                      fmi3Boolean *end, fmi3Boolean *early, fmi3Float64 *last) {
    (void) final;
    *event = *end = *early = false;
    fmi3Status status = done(instance_step(in(c), t, h));
    *last = instance_time(in(c));
    return status;
}
