/* Fuzz target of checkpoints: a run has left one; the bytes say what becomes of it: the first whether the sum at its end is made right
 * again (odd), so that what lies behind it is read, the next two where it is cut, or (0) that it is whole, then groups of three, a place
 * and a byte to be written there. It is refused with a sentence, or the run goes on, which may fail with a sentence; from the
 * checkpoint as it was it ends with the very rows of a run without interruption. */
#define _GNU_SOURCE /* mkdtemp, setenv */
#include "abut/model.h"
#include "base/archive.h"
#include "must.h"

enum { STEPS = 40 }; /* after a resume, unless nothing was changed */

typedef struct kept_file {
    const char *name; /* in the folder of the fuzzer */
    uint8_t *bytes;
    size_t length;
} kept_file;

static char run_folder[400];
static kept_file checkpoint_file = {.name = "run/checkpoint.abut"};
static kept_file left[] = {{.name = "run/results.h5"}, {.name = "run/body_ball.csv"}}; /* by the interrupted run */
static kept_file wanted = {.name = "run/body_ball.csv"};                               /* by one without interruption */

static void keep_file(kept_file *to) {
    char path[400];
    fuzz_path(to->name, path);
    FILE *f = fopen(path, "rb");
    free(to->bytes);
    MUST(f && !fseek(f, 0, SEEK_END));
    to->length = (size_t)ftell(f);
    rewind(f);
    to->bytes = malloc(to->length + 1);
    MUST(to->bytes && to->length > 50 && fread(to->bytes, 1, to->length, f) == to->length && !fclose(f));
}

static int until(abut_world *w, void *user) {
    (void)user;
    return abut_time(w) > 0.006;
}
static int for_steps(abut_world *w, void *user) {
    (void)w;
    return --*(int *)user < 0;
}

static abut_status run(int (*watch)(abut_world *w, void *user)) {
    static const char text[] =
        "abut: 1\ngravity: [0, 0, -9.81]\n"
        "materials: {rubber: {E: 10 MPa, nu: 0.5, density: 1100}, stone: {rigid: true}}\n"
        "bodies: [{name: ground, fixed: true}, {name: ball, position: [0, 0, 0.05]}]\n"
        "surfaces:\n"
        "  - {name: floor, body: ground, shape: plane, material: stone}\n"
        "  - {name: skin, body: ball, shape: {type: sphere, radius: 5 cm}, material: rubber}\n"
        "contacts: [{name: touch, between: [floor, skin], friction: {type: stick_slip, mu: 0.3}}]\n"
        "solver: {t_end: 10 ms}\n";
    abut_model *m = NULL;
    abut_run_outcome out;
    MUST(!abut_model_read(&(abut_model_def){.path = "ball.yaml", .text = text}, &m, NULL));
    (void)abut_model_run(
        m,
        &(abut_run_def){.folder = run_folder, .csv = true, .checkpoint_every = 1e-3, .renew_every = 4, .watch = watch},
        &out);
    abut_model_destroy(m);
    return out.status;
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    fuzz_begin();
    fuzz_path("run", run_folder);
    MUST(run(NULL) == ABUT_OK);
    keep_file(&wanted);
    MUST(run(until) == ABUT_STOPPED);
    keep_file(&checkpoint_file);
    for (size_t i = 0; i < sizeof left / sizeof *left; i++) keep_file(&left[i]);
    return 0;
}

/* Goes on; nothing but the time it took may differ if the checkpoint is as it was. */
static void go_on(abut_model *m, bool same) {
    abut_run_outcome out;
    int steps = STEPS;
    abut_status status =
        abut_model_run(m, same ? &(abut_run_def){0} : &(abut_run_def){.watch = for_steps, .user = &steps}, &out);
    MUST(status == out.status);
    if (same) {
        MUST(status == ABUT_OK);
        kept_file now = {.name = wanted.name};
        keep_file(&now);
        MUST(now.length == wanted.length && !memcmp(now.bytes, wanted.bytes, now.length));
        free(now.bytes);
    }
    if (status && status != ABUT_STOPPED && !abut_model_error_count(m)) check_sentence(out.message.text);
    for (size_t i = 0; i < sizeof left / sizeof *left; i++) fuzz_write(left[i].name, left[i].bytes, left[i].length);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 3) return 0;
    size_t cut = (size_t)(data[1] << 8 | data[2]), length = checkpoint_file.length, used = cut ? cut % length : length;
    uint8_t *copy = malloc(length + 1);
    if (!copy) return 0;
    memcpy(copy, checkpoint_file.bytes, length);
    for (size_t i = 3; i + 3 <= size && used; i += 3) copy[(size_t)(data[i] << 8 | data[i + 1]) % used] = data[i + 2];
    if (data[0] % 2 && used >= 8) {
        uint64_t sum = archive_sum(copy, used - 8);
        memcpy(copy + used - 8, &sum, sizeof sum);
    }
    bool same = used == length && !memcmp(copy, checkpoint_file.bytes, length);
    fuzz_write(checkpoint_file.name, copy, used);
    free(copy);
    abut_model *m = NULL;
    abut_message why = {{0}};
    abut_status status = abut_model_resume(run_folder, NULL, &m, &why);
    MUST((status == ABUT_OK) == (m != NULL) && (!same || !status));
    if (status)
        check_sentence(why.text);
    else
        go_on(m, same);
    abut_model_destroy(m);
    return 0;
}
