/* The archive of an FMU: modelDescription.xml, the runtime, the model and its files. */
#include "export.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/archive.h"
#include "base/message.h"
#include "choose.h"
#include "flanges.h"
#include "model/reader.h"
#include "states.h"
#include "store.h"
#include "zip.h"

enum { PLATFORMS = 3 };

typedef struct export {
    model *m;
    const abut_fmu_def *def;
    plan plan;
    output_list outputs;
    store_files files;
    char *stored; /* the model as JSON */
    size_t stored_length;
    char *runtime[PLATFORMS]; /* NULL: not wanted */
    size_t runtime_length[PLATFORMS];
    char name[200];
    zip_writer zip;
}
export;

static abut_status no_memory(abut_message *message) { return say(message, ABUT_NO_MEMORY, "out of memory"); }

/* ---- the model ---- */

static void keep_first(const model_error *e, void *user) {
    (void)say(user, ABUT_BAD_VALUE, "the model cannot be stored: %s", e->message);
}

/* What stands by itself is read once more: types of plug-ins are not known there. */
static abut_status check_stored(const export *x, abut_message *message) {
    model again;
    const model_files files = {x->files.file, x->files.count};
    int errors =
        model_read_given(NULL, &files, PLAN_MODEL, x->stored, x->stored_length, NULL, 0, keep_first, message, &again);
    model_free(&again);
    return errors ? ABUT_BAD_VALUE : ABUT_OK;
}

static abut_status store_model(export *x, abut_message *message) {
    FILE *to = open_memstream(&x->stored, &x->stored_length);
    if (!to) return no_memory(message);
    bool good = store_write(to, x->m, &x->files);
    good = fclose(to) == 0 && good;
    return good ? check_stored(x, message) : no_memory(message);
}

/* ---- the runtimes ---- */
typedef struct platform {
    const char *name, *file; /* what its runtime is called */
    const char *second;      /* where it is in an FMU of FMI 2.0; */
    const char *third[2];    /* of 3.0, for each processor */
} platform;

static const platform platforms[PLATFORMS] = {
    {"linux", "abut_fmu.so", "linux64/" PLAN_RUNTIME ".so", {"x86_64-linux/" PLAN_RUNTIME ".so"}},
    {"windows", "abut_fmu.dll", "win64/" PLAN_RUNTIME ".dll", {"x86_64-windows/" PLAN_RUNTIME ".dll"}},
    {"macos",
     "abut_fmu.dylib",
     "darwin64/" PLAN_RUNTIME ".dylib",
     {"x86_64-darwin/" PLAN_RUNTIME ".dylib", "aarch64-darwin/" PLAN_RUNTIME ".dylib"}},
};

/* Where the library lies, or the folder abut there. */
static void find_runtime(const char *file, char *path, size_t size) {
    static const char *const folders[] = {"", "abut/"};
    Dl_info info;
    path[0] = '\0';
    if (!dladdr(folders, &info) || !info.dli_fname) return;
    const char *slash = strrchr(info.dli_fname, '/');
    int folder = slash ? (int)(slash + 1 - info.dli_fname) : 0;
    for (size_t i = 0; i < 2; i++) {
        (void)snprintf(path, size, "%.*s%s%s", folder, info.dli_fname, folders[i], file);
        if (access(path, R_OK) == 0) return;
    }
}

static abut_status read_runtime(export *x, int at, abut_message *message) {
    char path[PATH_MAX] = "";
    abut_message why = {0};
    if (!at && x->def->runtime)
        (void)snprintf(path, sizeof path, "%s", x->def->runtime);
    else
        find_runtime(platforms[at].file, path, sizeof path);
    x->runtime[at] = read_whole_file(path, true, &x->runtime_length[at], &why);
    if (x->runtime[at]) return ABUT_OK;
    return say(message, ABUT_BAD_FILE, "the runtime of FMUs for %s, '%.200s', %s%s", platforms[at].name, path, why.text,
               at ? ": './dev platforms' makes it" : "");
}

static abut_status read_runtimes(export *x, abut_message *message) {
    abut_status status = read_runtime(x, 0, message);
    for (int i = 0; !status && i < x->def->platform_count; i++) {
        int at = 0;
        while (at < PLATFORMS && strcmp(platforms[at].name, x->def->platforms[i]) != 0) at++;
        if (at == PLATFORMS)
            return say(message, ABUT_BAD_VALUE, "platforms: must be linux, windows or macos, got '%.60s'",
                       x->def->platforms[i]);
        if (!x->runtime[at]) status = read_runtime(x, at, message);
    }
    return status;
}

static void add_runtimes(export *x) {
    char name[100];
    for (int i = 0; i < PLATFORMS; i++) {
        const platform *p = &platforms[i];
        const char *const second[2] = {p->second}, *const *where = x->plan.version == 3 ? p->third : second;
        for (int k = 0; x->runtime[i] && k < 2 && where[k]; k++) {
            (void)snprintf(name, sizeof name, "binaries/%s", where[k]);
            zip_add(&x->zip, name, x->runtime[i], x->runtime_length[i]);
        }
    }
}

/* ---- names ---- */
/* That of the file, without folders and ending. */
static void name_model(export *x) {
    const char *path = x->def->path, *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    size_t length = strlen(base);
    if (length > 4 && !strcmp(base + length - 4, ".fmu")) length -= 4;
    (void)snprintf(x->name, sizeof x->name, "%.*s", (int)(length < 190 ? length : 190), base);
    x->plan.name = x->name;
}

/* From all that it is made of: another model, or other variables, is another FMU. */
static abut_status make_token(export *x, abut_message *message) {
    char *text = NULL;
    size_t length = 0;
    FILE *to = open_memstream(&text, &length);
    if (!to) return no_memory(message);
    plan_write(to, &x->plan);
    for (int i = 0; i < x->files.count; i++)
        (void)fprintf(to, "%016llx", archive_sum(x->files.file[i].text, x->files.file[i].length));
    if (fclose(to) != 0) {
        free(text);
        return no_memory(message);
    }
    unsigned long long a = archive_sum(x->stored, x->stored_length), b = archive_sum(text, length);
    free(text);
    (void)snprintf(x->plan.token, sizeof x->plan.token, "{%08llx-%04llx-%04llx-%04llx-%012llx}", a >> 32,
                   a >> 16 & 0xffff, a & 0xffff, b >> 48, b & 0xffffffffffff);
    return ABUT_OK;
}

/* ---- the archive ---- */
static void add_text(export *x, const char *name, void (*write)(FILE *to, const plan *p)) {
    char *text = NULL;
    size_t length = 0;
    FILE *to = open_memstream(&text, &length);
    if (to) write(to, &x->plan);
    if (to && fclose(to) == 0)
        zip_add(&x->zip, name, text, length);
    else
        x->zip.bad = true;
    free(text);
}

/* A file of the folder resources, and its sum. */
static void add_resource(export *x, FILE *sums, const char *name, const char *bytes, size_t length) {
    char path[100];
    (void)snprintf(path, sizeof path, "resources/%s", name);
    zip_add(&x->zip, path, bytes, length);
    (void)fprintf(sums, "%016llx %s\n", archive_sum(bytes, length), name);
}

static void add_resources(export *x) {
    char *plan_text = NULL, *list = NULL;
    size_t plan_length = 0, length = 0;
    FILE *to = open_memstream(&plan_text, &plan_length), *sums = open_memstream(&list, &length);
    if (to) plan_write(to, &x->plan);
    bool good = to && fclose(to) == 0 && sums;
    if (good) {
        add_resource(x, sums, PLAN_FILE, plan_text, plan_length);
        add_resource(x, sums, PLAN_MODEL, x->stored, x->stored_length);
        for (int i = 0; i < x->files.count; i++)
            add_resource(x, sums, x->files.file[i].name, x->files.file[i].text, x->files.file[i].length);
    }
    good = sums && fclose(sums) == 0 && good;
    if (good) zip_add(&x->zip, "resources/" PLAN_SUMS, list, length);
    x->zip.bad |= !good;
    free(plan_text);
    free(list);
}

static void add_all(export *x) {
    bool third = x->plan.version == 3;
    add_text(x, "modelDescription.xml", third ? describe_fmi3 : describe_fmi2);
    if (third) add_text(x, "terminalsAndIcons/terminalsAndIcons.xml", describe_terminals);
    add_runtimes(x);
    add_resources(x);
}

static abut_status write_archive(export *x, size_t *bytes, abut_message *message) {
    char part[PATH_MAX];
    if (snprintf(part, sizeof part, "%s.part", x->def->path) >= (int)sizeof part)
        return say(message, ABUT_BAD_FILE, "the name of the FMU is too long");
    FILE *file = fopen(part, "wbx");
    if (!file && errno == EEXIST && unlink(part) == 0) file = fopen(part, "wbx");
    if (!file) return say(message, ABUT_BAD_FILE, "'%.200s' cannot be written: %s", part, strerror(errno));
    zip_begin(&x->zip, file);
    add_all(x);
    bool good = zip_end(&x->zip);
    *bytes = (size_t)ftell(file);
    int error = errno;
    good = fclose(file) == 0 && good;
    if (good && rename(part, x->def->path) == 0) return ABUT_OK;
    if (good) error = errno;
    (void)unlink(part);
    return say(message, ABUT_BAD_FILE, "'%.200s' cannot be written: %s", x->def->path, strerror(error));
}

/* ---- all of it ---- */
static abut_status make(export *x, abut_message *message) {
    plan *p = &x->plan;
    if (x->def->version && x->def->version != 2 && x->def->version != 3)
        return say(message, ABUT_BAD_VALUE, "FMI %d: 2 and 3 are written", x->def->version);
    if (!outputs_list(x->m->world, &x->outputs)) return no_memory(message);
    name_model(x);
    abut_status status = choose_inputs(x->m, x->def, p, message);
    if (!status) status = choose_outputs(&x->outputs, x->def, p, message);
    if (!status && p->kinds & ABUT_FMU_EXCHANGE) status = states_list(x->m->world, p, message);
    if (!status) status = store_model(x, message);
    if (!status) status = read_runtimes(x, message);
    return status ? status : make_token(x, message);
}

static void finish(export *x, abut_fmu_done *done) {
    const plan *p = &x->plan;
    for (int i = 0; i < p->inputs; i++) *(p->input[i].kind == INPUT_PARAMETER ? &done->parameters : &done->inputs) += 1;
    done->outputs = p->outputs;
    done->flanges = p->flanges;
    done->states = p->states;
    done->event_indicators = p->indicators;
    for (int i = 0; i < p->states; i++) free(p->state[i]);
    free(p->state);
    flanges_forget(p);
    free(p->input);
    free(p->output);
    outputs_free(&x->outputs);
    store_files_free(&x->files);
    free(x->stored);
    for (int i = 0; i < PLATFORMS; i++) free(x->runtime[i]);
}

abut_status fmu_export(model *m, const model_plan *run, const abut_fmu_def *def, abut_fmu_done *done,
                       abut_message *message) {
    export x = {.m = m, .def = def};
    *done = (abut_fmu_done){0};
    x.plan.title = m->title;
    x.plan.version = def->version ? def->version : 2;
    x.plan.kinds = def->kinds ? def->kinds : ABUT_FMU_COSIMULATION;
    x.plan.t_end = run->t_end, x.plan.every = run->every, x.plan.rtol = run->rtol;
    abut_status status = make(&x, message);
    if (!status) status = write_archive(&x, &done->bytes, message);
    finish(&x, done);
    return status;
}
