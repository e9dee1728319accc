/* Loading and driving. The types of the interface are those of src/fmi/fmi2.h, said once more for the functions that are called here. */
#include "slave.h"

#include <dlfcn.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/message.h"
#include "model/reader.h"
#include "slave_xml.h"
#include "zip.h"

enum { FMI_OK = 0, FMI_WARNING = 1, FMI_COSIMULATION = 1 };

typedef struct callbacks {
    void (*logger)(void *, const char *, int, const char *, const char *, ...);
    void *(*allocate)(size_t count, size_t size);
    void (*release)(void *object);
    void (*finished)(void *, int);
    void *user;
} callbacks;

/* name, result, parameters */
#define SLAVE_FUNCTIONS(X)                                                                                             \
    X(Instantiate, void *, (const char *, int, const char *, const char *, const callbacks *, int, int))               \
    X(FreeInstance, void, (void *))                                                                                    \
    X(SetupExperiment, int, (void *, int, double, double, int, double))                                                \
    X(EnterInitializationMode, int, (void *))                                                                          \
    X(ExitInitializationMode, int, (void *))                                                                           \
    X(SetReal, int, (void *, const unsigned *, size_t, const double *))                                                \
    X(GetReal, int, (void *, const unsigned *, size_t, double *))                                                      \
    X(DoStep, int, (void *, double, double, int))

/* Only of those that can be saved. */
#define SLAVE_STATES(X)                                                                                                \
    X(GetFMUstate, int, (void *, void **))                                                                             \
    X(SetFMUstate, int, (void *, void *))                                                                              \
    X(FreeFMUstate, int, (void *, void **))                                                                            \
    X(SerializedFMUstateSize, int, (void *, void *, size_t *))                                                         \
    X(SerializeFMUstate, int, (void *, void *, char *, size_t))                                                        \
    X(DeSerializeFMUstate, int, (void *, const char *, size_t, void **))

struct slave {
    char folder[64];
    char *description;
    slave_xml about;
    void *library, *instance;
    callbacks call;
#define X(name, result, parameters) result(*name) parameters;
    SLAVE_FUNCTIONS(X)
    SLAVE_STATES(X)
#undef X
};

static void hear(void *user, const char *name, int status, const char *category, const char *message, ...) {
    (void)user, (void)name, (void)status, (void)category, (void)message; /* nothing here prints */
}

static bool good(int status) { return status == FMI_OK || status == FMI_WARNING; }

/* ---- the folder ---- */
static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *where) {
    (void)info, (void)kind, (void)where;
    return remove(path);
}

static void folder_remove(const char *folder) { (void)nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS); }

void slave_free(slave *s) {
    if (!s) return;
    if (s->instance) s->FreeInstance(s->instance);
    if (s->library) (void)dlclose(s->library);
    if (s->folder[0]) folder_remove(s->folder);
    free(s->description);
    free(s);
}

static abut_status unpack(slave *s, const void *bytes, size_t length, abut_message *message) {
    char path[PATH_MAX];
    size_t size;
    abut_message why = {0};
    const char *base = getenv("TMPDIR");
    bool fits = base && base[0] == '/' && strlen(base) < sizeof s->folder - 20;
    (void)snprintf(s->folder, sizeof s->folder, "%s/abut_fmu_XXXXXX", fits ? base : "/tmp");
    if (!mkdtemp(s->folder)) {
        s->folder[0] = '\0';
        return say(message, ABUT_BAD_FILE, "there is no room for it: a folder for its files cannot be made");
    }
    abut_status status = zip_extract(bytes, length, s->folder, message);
    if (status) return status;
    (void)snprintf(path, sizeof path, "%s/modelDescription.xml", s->folder);
    s->description = read_whole_file(path, true, &size, &why);
    if (!s->description) return say(message, ABUT_BAD_FILE, "its modelDescription.xml %s", why.text);
    return slave_xml_read(s->description, &s->about, message);
}

/* ---- the shared object ---- */
static abut_status load(slave *s, abut_message *message) {
    char path[PATH_MAX];
    (void)snprintf(path, sizeof path, "%s/binaries/linux64/%s.so", s->folder, s->about.identifier);
    if (access(path, R_OK) != 0) return say(message, ABUT_BAD_FILE, "it has no binary for Linux on x86-64");
    s->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!s->library) return say(message, ABUT_BAD_FILE, "its binary cannot be loaded: %.150s", dlerror());
#define X(name, result, parameters)                                                                                    \
    *(void **)&s->name = dlsym(s->library, "fmi2" #name);                                                              \
    if (!s->name) return say(message, ABUT_BAD_FILE, "its binary has no function fmi2" #name);
    SLAVE_FUNCTIONS(X)
    if (!s->about.saves) return ABUT_OK;
    SLAVE_STATES(X)
#undef X
    return ABUT_OK;
}

slave *slave_load(const void *bytes, size_t length, abut_message *message) {
    slave *s = calloc(1, sizeof *s);
    if (!s) {
        (void)say(message, ABUT_NO_MEMORY, "out of memory");
        return NULL;
    }
    s->call = (callbacks){hear, calloc, free, NULL, NULL};
    if (!unpack(s, bytes, length, message) && !load(s, message)) return s;
    slave_free(s);
    return NULL;
}

abut_status slave_variable(const slave *s, const char *name, unsigned *reference, abut_message *message) {
    return slave_xml_variable(s->description, name, reference, message);
}

/* ---- driving ---- */
abut_status slave_start(slave *s, const unsigned *reference, const double *value, size_t count, abut_message *message) {
    char uri[PATH_MAX];
    (void)snprintf(uri, sizeof uri, "file://%s/resources", s->folder);
    if (s->instance) s->FreeInstance(s->instance);
    s->instance = s->Instantiate("abut", FMI_COSIMULATION, s->about.guid, uri, &s->call, 0, 0);
    if (!s->instance) return say(message, ABUT_FOREIGN, "it makes no instance");
    bool fine = good(s->SetupExperiment(s->instance, 0, 0, 0, 0, 0));
    fine = fine && good(s->EnterInitializationMode(s->instance));
    fine = fine && (!count || good(s->SetReal(s->instance, reference, count, value)));
    fine = fine && good(s->ExitInitializationMode(s->instance));
    return fine ? ABUT_OK : say(message, ABUT_FOREIGN, "it refuses to start");
}

abut_status slave_step(slave *s, const unsigned *reference, const double *value, size_t count, double t, double h) {
    if (count && !good(s->SetReal(s->instance, reference, count, value))) return ABUT_FOREIGN;
    return good(s->DoStep(s->instance, t, h, 1)) ? ABUT_OK : ABUT_FOREIGN;
}

abut_status slave_read(slave *s, unsigned reference, double *value) {
    return good(s->GetReal(s->instance, &reference, 1, value)) ? ABUT_OK : ABUT_FOREIGN;
}

/* ---- states ---- */
bool slave_saves(const slave *s) { return s->about.saves; }

void *slave_save(slave *s, size_t *length) {
    void *state = NULL;
    char *bytes = NULL;
    *length = 0;
    if (!good(s->GetFMUstate(s->instance, &state))) return NULL;
    if (good(s->SerializedFMUstateSize(s->instance, state, length))) bytes = malloc(*length + 1);
    if (bytes && !good(s->SerializeFMUstate(s->instance, state, bytes, *length))) {
        free(bytes);
        bytes = NULL;
    }
    (void)s->FreeFMUstate(s->instance, &state);
    return bytes;
}

abut_status slave_restore(slave *s, const void *bytes, size_t length) {
    void *state = NULL;
    if (!good(s->DeSerializeFMUstate(s->instance, bytes, length, &state))) return ABUT_FOREIGN;
    bool fine = good(s->SetFMUstate(s->instance, state));
    (void)s->FreeFMUstate(s->instance, &state);
    return fine ? ABUT_OK : ABUT_FOREIGN;
}
