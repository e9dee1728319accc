/* An FMU of an example, unpacked and loaded as a host loads it. Whatever goes wrong fails the running test. */
#ifndef ABUT_TESTS_FMU_H
#define ABUT_TESTS_FMU_H

#include "abut/fmu.h"
#include "fmi/fmi2.h"

#define FMU_FUNCTIONS(X)                                                                                               \
    X(fmi2GetTypesPlatform)                                                                                            \
    X(fmi2GetVersion)                                                                                                  \
    X(fmi2SetDebugLogging)                                                                                             \
    X(fmi2Instantiate)                                                                                                 \
    X(fmi2FreeInstance)                                                                                                \
    X(fmi2SetupExperiment)                                                                                             \
    X(fmi2EnterInitializationMode)                                                                                     \
    X(fmi2ExitInitializationMode)                                                                                      \
    X(fmi2Terminate)                                                                                                   \
    X(fmi2Reset)                                                                                                       \
    X(fmi2GetReal)                                                                                                     \
    X(fmi2GetInteger)                                                                                                  \
    X(fmi2GetBoolean)                                                                                                  \
    X(fmi2GetString)                                                                                                   \
    X(fmi2SetReal)                                                                                                     \
    X(fmi2SetInteger)                                                                                                  \
    X(fmi2SetBoolean)                                                                                                  \
    X(fmi2SetString)                                                                                                   \
    X(fmi2GetFMUstate)                                                                                                 \
    X(fmi2SetFMUstate)                                                                                                 \
    X(fmi2FreeFMUstate)                                                                                                \
    X(fmi2SerializedFMUstateSize)                                                                                      \
    X(fmi2SerializeFMUstate)                                                                                           \
    X(fmi2DeSerializeFMUstate)                                                                                         \
    X(fmi2GetDirectionalDerivative)                                                                                    \
    X(fmi2EnterEventMode)                                                                                              \
    X(fmi2NewDiscreteStates)                                                                                           \
    X(fmi2EnterContinuousTimeMode)                                                                                     \
    X(fmi2CompletedIntegratorStep)                                                                                     \
    X(fmi2SetTime)                                                                                                     \
    X(fmi2SetContinuousStates)                                                                                         \
    X(fmi2GetDerivatives)                                                                                              \
    X(fmi2GetEventIndicators)                                                                                          \
    X(fmi2GetContinuousStates)                                                                                         \
    X(fmi2GetNominalsOfContinuousStates)                                                                               \
    X(fmi2SetRealInputDerivatives)                                                                                     \
    X(fmi2GetRealOutputDerivatives)                                                                                    \
    X(fmi2DoStep)                                                                                                      \
    X(fmi2CancelStep)                                                                                                  \
    X(fmi2GetStatus)                                                                                                   \
    X(fmi2GetRealStatus)                                                                                               \
    X(fmi2GetIntegerStatus)                                                                                            \
    X(fmi2GetBooleanStatus)                                                                                            \
    X(fmi2GetStringStatus)

typedef struct fmu {
    char folder[200]; /* unpacked */
    abut_fmu_done made;
    char token[64];
    char *description; /* modelDescription.xml */
    void *library;
#define X(name) __typeof__(&(name)) name;
    FMU_FUNCTIONS(X)
#undef X
} fmu;

/* Of examples/NAME with settings, separated by ';' (NULL: none); def->path is chosen here. */
void fmu_make(fmu *f, const char *example, const char *settings, abut_fmu_def def);
/* The same without loading it; false: it was refused, with a sentence in *why. */
bool fmu_write(fmu *f, const char *example, const char *settings, abut_fmu_def def, abut_message *why);
void fmu_drop(fmu *f); /* library and folder */
/* An instance that is not initialised; NULL: refused. */
fmi2Component fmu_instance(const fmu *f, fmi2Type type);
/* The same after its initialisation, from 0 to t_end. */
fmi2Component fmu_started(const fmu *f, fmi2Type type, double t_end);
extern _Thread_local char fmu_said[600]; /* the last message of an instance */
/* The value reference of a variable by its name. */
fmi2ValueReference fmu_reference(const fmu *f, const char *name);
double fmu_get(const fmu *f, fmi2Component c, const char *name);
fmi2Status fmu_set(const fmu *f, fmi2Component c, const char *name, double value);

#endif
