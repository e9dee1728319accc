/* Writing, unpacking, loading; see fmu.h. */
#include "fmu.h"

#include <check.h>
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fmu/zip.h"
#include "model/reader.h"

_Thread_local char fmu_said[600];

static abut_model *read_example(const char *example, const char *settings) {
    char path[300], all[1000] = "";
    const char *list[32];
    int count = 0;
    (void)snprintf(path, sizeof path, ABUT_TEST_DATA "/../../examples/%s/model.yaml", example);
    if (settings) (void)snprintf(all, sizeof all, "%s", settings);
    for (char *s = all; settings && s && *s; count++) {
        list[count] = s;
        s = strchr(s, ';');
        if (s) *s++ = '\0';
    }
    abut_model *m = NULL;
    abut_message why = {0};
    abut_status status =
        abut_model_read(&(abut_model_def){.path = path, .settings = list, .setting_count = count}, &m, &why);
    ck_assert_msg(!status, "%s", why.text);
    return m;
}

bool fmu_write(fmu *f, const char *example, const char *settings, abut_fmu_def def, abut_message *why) {
    char path[300];
    *f = (fmu){.folder = "/tmp/abut_fmu_XXXXXX"};
    ck_assert(mkdtemp(f->folder));
    (void)snprintf(path, sizeof path, "%s/model.fmu", f->folder);
    def.path = path;
    abut_model *m = read_example(example, settings);
    abut_status status = abut_fmu_write(m, &def, &f->made, why);
    if (status && !why->text[0] && abut_model_error_count(m))
        (void)snprintf(why->text, sizeof why->text, "%s", abut_model_error_at(m, 0).text);
    abut_model_destroy(m);
    return !status;
}

/* The text between two texts that follow `from`. */
static bool between(const char *from, const char *before, const char *after, char *to, size_t size) {
    const char *at = from ? strstr(from, before) : NULL, *end = at ? strstr(at + strlen(before), after) : NULL;
    if (!end) return false;
    at += strlen(before);
    (void)snprintf(to, size, "%.*s", (int)(end - at), at);
    return true;
}

void fmu_make(fmu *f, const char *example, const char *settings, abut_fmu_def def) {
    abut_message why = {0};
    char path[300];
    size_t length;
    ck_assert_msg(fmu_write(f, example, settings, def, &why), "%s", why.text);
    (void)snprintf(path, sizeof path, "%s/model.fmu", f->folder);
    char *bytes = read_whole_file(path, true, &length, &why);
    ck_assert_msg(bytes && !zip_extract(bytes, length, f->folder, &why), "%s", why.text);
    free(bytes);
    (void)snprintf(path, sizeof path, "%s/modelDescription.xml", f->folder);
    f->description = read_whole_file(path, true, &length, &why);
    ck_assert(f->description);
    (void)(between(f->description, "guid=\"", "\"", f->token, sizeof f->token) ||
           between(f->description, "instantiationToken=\"", "\"", f->token, sizeof f->token));
    (void)snprintf(path, sizeof path, "%s/binaries/%s/abut.so", f->folder,
                   def.version == 3 ? "x86_64-linux" : "linux64");
    f->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    ck_assert_msg(f->library, "%s", dlerror());
#define X(name) ck_assert_msg((*(void **)&f->name = dlsym(f->library, #name)) != NULL, #name);
    FMU_FUNCTIONS(X)
#undef X
}

void fmu_drop(fmu *f) {
    char command[300];
    free(f->description);
    if (f->library) (void)dlclose(f->library);
    (void)snprintf(command, sizeof command, "rm -r '%s'", f->folder);
    ck_assert_int_eq(system(command), 0);
}

static void hear(fmi2ComponentEnvironment to, fmi2String name, fmi2Status status, fmi2String category,
                 fmi2String message, ...) {
    va_list list;
    (void)to, (void)name, (void)status, (void)category;
    va_start(list, message);
    (void)vsnprintf(fmu_said, sizeof fmu_said, message, list);
    va_end(list);
}

fmi2Component fmu_instance(const fmu *f, fmi2Type type) {
    static const fmi2CallbackFunctions call = {hear, calloc, free, NULL, NULL};
    char uri[300];
    fmu_said[0] = '\0';
    (void)snprintf(uri, sizeof uri, "file:///%%74mp%s/resources/", f->folder + 4); /* /tmp */
    return f->fmi2Instantiate("one", type, f->token, uri, &call, 0, 0);
}

fmi2Component fmu_started(const fmu *f, fmi2Type type, double t_end) {
    fmi2Component c = fmu_instance(f, type);
    ck_assert_msg(c, "%s", fmu_said);
    ck_assert_int_eq(f->fmi2SetupExperiment(c, 0, 0, 0, t_end > 0, t_end), fmi2OK);
    ck_assert_int_eq(f->fmi2EnterInitializationMode(c), fmi2OK);
    ck_assert_msg(f->fmi2ExitInitializationMode(c) == fmi2OK, "%s", fmu_said);
    return c;
}

fmi2ValueReference fmu_reference(const fmu *f, const char *name) {
    char attribute[300], number[20];
    (void)snprintf(attribute, sizeof attribute, "name=\"%s\"", name);
    const char *at = strstr(f->description, attribute);
    ck_assert_msg(at && between(at, "valueReference=\"", "\"", number, sizeof number), "there is no variable %s", name);
    return (fmi2ValueReference)strtoul(number, NULL, 10);
}

double fmu_get(const fmu *f, fmi2Component c, const char *name) {
    fmi2ValueReference r = fmu_reference(f, name);
    double value = 0;
    ck_assert_msg(f->fmi2GetReal(c, &r, 1, &value) == fmi2OK, "%s", fmu_said);
    return value;
}

fmi2Status fmu_set(const fmu *f, fmi2Component c, const char *name, double value) {
    fmi2ValueReference r = fmu_reference(f, name);
    return f->fmi2SetReal(c, &r, 1, &value);
}
