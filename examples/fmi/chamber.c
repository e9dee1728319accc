/* The chamber over the plunger of a pump as an FMU (FMI 2.0, co-simulation): compressible fuel between two check valves.
 *
 *     p' = K/V (A v - q_out + q_in),   V = V_0 - A s,   q_in = g max(p_in - p, 0),   q_out = g max(p - p_rail, 0)
 *
 * s and v: lift and speed of the plunger, the lift counted from where it is at the start. The force on the plunger, along its lift, is -A p.
 * Implicit Euler in short steps of its own. */
#include <stdlib.h>

#include "fmi2Functions.h"

enum { PLACE, SPEED, PRESSURE, FORCE, VARIABLES };

static const double K = 1.4e9, A = 4.417864669110646e-05 /* 7.5 mm */, V_0 = 0.7e-6, g = 4e-11, p_in = 0.5e6,
                    p_rail = 160e6;
static const double own_step = 2e-6; /* s */

typedef struct chamber {
    double value[VARIABLES], start;
} chamber;

/* p after h, at the place and speed of the end of the step. */
static double pressure_after(double p, double h, double s, double v) {
    double c = h * K / (V_0 - A * s), closed = p + c * A * v;
    if (closed < p_in) return (closed + c * g * p_in) / (1 + c * g);
    if (closed > p_rail) return (closed + c * g * p_rail) / (1 + c * g);
    return closed;
}

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                              const fmi2CallbackFunctions *call, fmi2Boolean visible, fmi2Boolean logging) {
    chamber *c = calloc(1, sizeof *c);
    (void)name, (void)guid, (void)resources, (void)call, (void)visible, (void)logging;
    if (c && type == fmi2CoSimulation) c->value[PRESSURE] = p_in, c->value[FORCE] = -A * p_in;
    return c;
}
void fmi2FreeInstance(fmi2Component c) { free(c); }
fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean tolerant, fmi2Real tolerance, fmi2Real start,
                               fmi2Boolean ends, fmi2Real stop) {
    (void)c, (void)tolerant, (void)tolerance, (void)start, (void)ends, (void)stop;
    return fmi2OK;
}
fmi2Status fmi2EnterInitializationMode(fmi2Component c) { return c ? fmi2OK : fmi2Error; }
fmi2Status fmi2ExitInitializationMode(fmi2Component c) {
    ((chamber *)c)->start = ((chamber *)c)->value[PLACE];
    return fmi2OK;
}
fmi2Status fmi2Terminate(fmi2Component c) { return c ? fmi2OK : fmi2Error; }
fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference r[], size_t n, const fmi2Real value[]) {
    for (size_t i = 0; i < n; i++) ((chamber *)c)->value[r[i]] = value[i];
    return fmi2OK;
}
fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference r[], size_t n, fmi2Real value[]) {
    for (size_t i = 0; i < n; i++) value[i] = ((chamber *)c)->value[r[i]];
    return fmi2OK;
}
fmi2Status fmi2DoStep(fmi2Component component, fmi2Real t, fmi2Real h, fmi2Boolean final) {
    chamber *c = component;
    (void)t, (void) final;
    int steps = (int)(h / own_step) + 1;
    double end = c->value[PLACE] - c->start, v = c->value[SPEED], p = c->value[PRESSURE];
    for (int i = 1; i <= steps; i++) p = pressure_after(p, h / steps, end - v * h * (steps - i) / steps, v);
    c->value[PRESSURE] = p;
    c->value[FORCE] = -A * p;
    return fmi2OK;
}

/* ---- what FMI 2.0 has beyond that, and this FMU does not offer ---- */
#define NOT_HERE(name, ...)                                                                                            \
    fmi2Status name(__VA_ARGS__) { return fmi2Error; }
#define VALUES(Type)                                                                                                   \
    NOT_HERE(fmi2Get##Type, fmi2Component c, const fmi2ValueReference r[], size_t n, fmi2##Type value[])               \
    NOT_HERE(fmi2Set##Type, fmi2Component c, const fmi2ValueReference r[], size_t n, const fmi2##Type value[])
#define STATUS(Type, Value) NOT_HERE(fmi2Get##Type##Status, fmi2Component c, const fmi2StatusKind kind, Value *value)
VALUES(Integer)
VALUES(Boolean)
VALUES(String)
STATUS(Real, fmi2Real)
STATUS(Integer, fmi2Integer)
STATUS(Boolean, fmi2Boolean)
STATUS(String, fmi2String)
NOT_HERE(fmi2GetStatus, fmi2Component c, const fmi2StatusKind kind, fmi2Status *value)
NOT_HERE(fmi2Reset, fmi2Component c)
NOT_HERE(fmi2CancelStep, fmi2Component c)
NOT_HERE(fmi2GetFMUstate, fmi2Component c, fmi2FMUstate *state)
NOT_HERE(fmi2SetFMUstate, fmi2Component c, fmi2FMUstate state)
NOT_HERE(fmi2FreeFMUstate, fmi2Component c, fmi2FMUstate *state)
NOT_HERE(fmi2SerializedFMUstateSize, fmi2Component c, fmi2FMUstate state, size_t *size)
NOT_HERE(fmi2SerializeFMUstate, fmi2Component c, fmi2FMUstate state, fmi2Byte to[], size_t size)
NOT_HERE(fmi2DeSerializeFMUstate, fmi2Component c, const fmi2Byte from[], size_t size, fmi2FMUstate *state)
NOT_HERE(fmi2GetDirectionalDerivative, fmi2Component c, const fmi2ValueReference u[], size_t n,
         const fmi2ValueReference k[], size_t m, const fmi2Real seed[], fmi2Real change[])
NOT_HERE(fmi2SetRealInputDerivatives, fmi2Component c, const fmi2ValueReference r[], size_t n,
         const fmi2Integer order[], const fmi2Real value[])
NOT_HERE(fmi2GetRealOutputDerivatives, fmi2Component c, const fmi2ValueReference r[], size_t n,
         const fmi2Integer order[], fmi2Real value[])
fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t n, const fmi2String category[]) {
    (void)c, (void)on, (void)n, (void)category;
    return fmi2OK;
}
const char *fmi2GetTypesPlatform(void) { return "default"; }
const char *fmi2GetVersion(void) { return "2.0"; }
