/* A foreign FMU for tests: a spring with a damper, F = -k (l - l_0) - c v, which fails beyond a length and can be saved. Not written with anything of the library but
 * the declarations of the interface. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fmi/fmi2.h"

enum { LENGTH, RATE, FORCE, LAG, VARIABLES };

typedef struct spring {
    double value[VARIABLES], t;
    int steps;
} spring;

static const double k = 100, l0 = 1, c = 0.5;

static void compute(spring *s) { s->value[FORCE] = -k * (s->value[LENGTH] - l0) - c * s->value[RATE]; }

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                              const fmi2CallbackFunctions *call, fmi2Boolean visible, fmi2Boolean logging) {
    (void)name, (void)guid, (void)resources, (void)call, (void)visible, (void)logging;
    return type == fmi2CoSimulation ? calloc(1, sizeof(spring)) : NULL;
}
void fmi2FreeInstance(fmi2Component s) { free(s); }
fmi2Status fmi2SetupExperiment(fmi2Component s, fmi2Boolean tolerant, fmi2Real tolerance, fmi2Real start,
                               fmi2Boolean ends, fmi2Real stop) {
    (void)s, (void)tolerant, (void)tolerance, (void)start, (void)ends, (void)stop;
    return fmi2OK;
}
fmi2Status fmi2EnterInitializationMode(fmi2Component s) {
    (void)s;
    return fmi2OK;
}
fmi2Status fmi2ExitInitializationMode(fmi2Component s) {
    compute(s);
    return fmi2OK;
}
fmi2Status fmi2SetReal(fmi2Component s, const fmi2ValueReference r[], size_t n, const fmi2Real value[]) {
    for (size_t i = 0; i < n; i++) ((spring *)s)->value[r[i]] = value[i];
    return fmi2OK;
}
fmi2Status fmi2GetReal(fmi2Component s, const fmi2ValueReference r[], size_t n, fmi2Real value[]) {
    for (size_t i = 0; i < n; i++) value[i] = ((spring *)s)->value[r[i]];
    return fmi2OK;
}
/* It stops when it is longer than 3 m. */
fmi2Status fmi2DoStep(fmi2Component c_, fmi2Real t, fmi2Real h, fmi2Boolean final) {
    spring *s = c_;
    (void) final;
    if (fabs(t - s->t) > 1e-9 || !(h > 0) || s->value[LENGTH] > 3) return fmi2Error;
    s->t = t + h;
    compute(s);
    return fmi2OK;
}

/* ---- states ---- */
fmi2Status fmi2GetFMUstate(fmi2Component s, fmi2FMUstate *state) {
    if (!*state) *state = malloc(sizeof(spring));
    if (!*state) return fmi2Error;
    memcpy(*state, s, sizeof(spring));
    return fmi2OK;
}
fmi2Status fmi2SetFMUstate(fmi2Component s, fmi2FMUstate state) {
    memcpy(s, state, sizeof(spring));
    return fmi2OK;
}
fmi2Status fmi2FreeFMUstate(fmi2Component s, fmi2FMUstate *state) {
    (void)s;
    free(*state);
    *state = NULL;
    return fmi2OK;
}
fmi2Status fmi2SerializedFMUstateSize(fmi2Component s, fmi2FMUstate state, size_t *size) {
    (void)s, (void)state;
    *size = sizeof(spring);
    return fmi2OK;
}
fmi2Status fmi2SerializeFMUstate(fmi2Component s, fmi2FMUstate state, fmi2Byte to[], size_t size) {
    (void)s;
    if (size != sizeof(spring)) return fmi2Error;
    memcpy(to, state, size);
    return fmi2OK;
}
fmi2Status fmi2DeSerializeFMUstate(fmi2Component s, const fmi2Byte from[], size_t size, fmi2FMUstate *state) {
    if (size != sizeof(spring) || fmi2GetFMUstate(s, state) != fmi2OK) return fmi2Error;
    memcpy(*state, from, size);
    return fmi2OK;
}
