/* Fuzz target of checkpoints: two runs have left one, of a ball and of groups that collide; the bytes say what becomes of it: the first which
 * one it is (2: groups) and whether the sum at its end is made right again (1), so that what lies behind it is read, the next two where it
 * is cut, or (0) that it is whole, then groups of three, a place and a byte to be written there. It is refused with a sentence, or the run goes on, which may fail with a sentence; from the
 * checkpoint as it was it ends with the very rows of a run without interruption. */
#define _GNU_SOURCE /* mkdtemp, setenv */
#include "abut/model.h"
#include "base/archive.h"
#include "must.h"

enum { STEPS = 40, FILES = 12 }; /* steps after a resume, unless nothing was changed */

typedef struct kept_file {
    char name[80]; /* in the folder of the fuzzer */
    uint8_t *bytes;
    size_t length;
} kept_file;

static struct scene {
    const char *name, *text, *rows; /* rows: what a run without interruption is known by */
    char folder[400];
    kept_file checkpoint, wanted;
    kept_file left[FILES]; /* by the interrupted run */
    int files;
} scenes[] = {
    {.name = "run",
     .text = "abut: 1\ngravity: [0, 0, -9.81]\n"
             "materials: {rubber: {E: 10 MPa, nu: 0.5, density: 1100}, stone: {rigid: true}}\n"
             "bodies: [{name: ground, fixed: true}, {name: ball, position: [0, 0, 0.05]}]\n"
             "surfaces:\n"
             "  - {name: floor, body: ground, shape: plane, material: stone}\n"
             "  - {name: skin, body: ball, shape: {type: sphere, radius: 5 cm}, material: rubber}\n"
             "contacts: [{name: touch, between: [floor, skin], friction: {type: stick_slip, mu: 0.3}}]\n"
             "solver: {t_end: 10 ms}\n",
     .rows = "body_ball.csv"},
    {.name = "pile",
     .text = "abut: 1\ngravity: [0, 0, -9.81]\n"
             "materials: {rubber: {E: 10 MPa, nu: 0.5, density: 1100}, stone: {rigid: true}}\n"
             "bodies: [{name: ground, fixed: true}, {name: low, position: [0, 0, 0.05]}, {name: high, position: [0.01, "
             "0, 0.149]}]\n"
             "surfaces:\n"
             "  - {name: floor, body: ground, shape: plane, material: stone}\n"
             "  - {name: skin1, body: low, shape: {type: sphere, radius: 5 cm}, material: rubber}\n"
             "  - {name: skin2, body: high, shape: {type: sphere, radius: 5 cm}, material: rubber}\n"
             "groups: {balls: ['skin*'], walls: [floor]}\n"
             "collide:\n"
             "  - {name: balls, between: [balls, balls], friction: {type: stick_slip, mu: 0.3}}\n"
             "  - {name: walls, between: [walls, balls], friction: {type: stick_slip, mu: 0.3}}\n"
             "solver: {t_end: 10 ms}\n",
     .rows = "body_high.csv"},
};
enum { SCENES = sizeof scenes / sizeof *scenes };

static void keep_file(const struct scene *c, const char *name, kept_file *to) {
    char path[400];
    (void)snprintf(to->name, sizeof to->name, "%s/%.60s", c->name, name);
    fuzz_path(to->name, path);
    FILE *f = fopen(path, "rb");
    free(to->bytes);
    MUST(f && !fseek(f, 0, SEEK_END));
    to->length = (size_t)ftell(f);
    rewind(f);
    to->bytes = malloc(to->length + 1);
    MUST(to->bytes && fread(to->bytes, 1, to->length, f) == to->length && !fclose(f));
}

static void keep_left(struct scene *c) {
    DIR *d = opendir(c->folder);
    for (struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d))
        if (e->d_name[0] != '.' && strcmp(e->d_name, "checkpoint.abut") != 0) {
            MUST(c->files < FILES);
            keep_file(c, e->d_name, &c->left[c->files++]);
        }
    MUST(d && !closedir(d));
}

static int until(abut_world *w, void *user) {
    (void)user;
    return abut_time(w) > 0.006;
}
static int for_steps(abut_world *w, void *user) {
    (void)w;
    return --*(int *)user < 0;
}

static abut_status run(const struct scene *c, int (*watch)(abut_world *w, void *user)) {
    abut_model *m = NULL;
    abut_run_outcome out;
    const abut_run_def def = {
        .folder = c->folder, .csv = true, .checkpoint_every = 1e-3, .renew_every = 4, .watch = watch};
    MUST(!abut_model_read(&(abut_model_def){.path = "scene.yaml", .text = c->text}, &m, NULL));
    (void)abut_model_run(m, &def, &out);
    abut_model_destroy(m);
    return out.status;
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    fuzz_begin();
    for (struct scene *c = scenes; c < scenes + SCENES; c++) {
        fuzz_path(c->name, c->folder);
        MUST(run(c, NULL) == ABUT_OK);
        keep_file(c, c->rows, &c->wanted);
        MUST(run(c, until) == ABUT_STOPPED);
        keep_file(c, "checkpoint.abut", &c->checkpoint);
        keep_left(c);
        MUST(c->wanted.length > 50 && c->checkpoint.length > 50 && c->files > 1);
    }
    return 0;
}

/* Goes on; nothing but the time it took may differ if the checkpoint is as it was. */
static void go_on(const struct scene *c, abut_model *m, bool same) {
    abut_run_outcome out;
    int steps = STEPS;
    abut_status status =
        abut_model_run(m, same ? &(abut_run_def){0} : &(abut_run_def){.watch = for_steps, .user = &steps}, &out);
    MUST(status == out.status);
    if (same) {
        MUST(status == ABUT_OK);
        kept_file now = {.bytes = NULL};
        keep_file(c, c->rows, &now);
        MUST(now.length == c->wanted.length && !memcmp(now.bytes, c->wanted.bytes, now.length));
        free(now.bytes);
    }
    if (status && status != ABUT_STOPPED && !abut_model_error_count(m)) check_sentence(out.message.text);
    for (int i = 0; i < c->files; i++) fuzz_write(c->left[i].name, c->left[i].bytes, c->left[i].length);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 3) return 0;
    const struct scene *c = &scenes[data[0] / 2 % SCENES];
    size_t cut = (size_t)(data[1] << 8 | data[2]), length = c->checkpoint.length, used = cut ? cut % length : length;
    uint8_t *copy = malloc(length + 1);
    if (!copy) return 0;
    memcpy(copy, c->checkpoint.bytes, length);
    for (size_t i = 3; i + 3 <= size && used; i += 3) copy[(size_t)(data[i] << 8 | data[i + 1]) % used] = data[i + 2];
    if (data[0] % 2 && used >= 8) {
        uint64_t sum = archive_sum(copy, used - 8);
        memcpy(copy + used - 8, &sum, sizeof sum);
    }
    bool same = used == length && !memcmp(copy, c->checkpoint.bytes, length);
    fuzz_write(c->checkpoint.name, copy, used);
    free(copy);
    abut_model *m = NULL;
    abut_message why = {{0}};
    abut_status status = abut_model_resume(c->folder, NULL, &m, &why);
    MUST((status == ABUT_OK) == (m != NULL) && (!same || !status));
    if (status)
        check_sentence(why.text);
    else
        go_on(c, m, same);
    abut_model_destroy(m);
    return 0;
}
