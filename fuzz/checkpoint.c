/* Fuzz target of checkpoints: a run has left one; the bytes say what becomes of it: the first two where it is cut, or (0) that it is
 * whole, then places and bytes to be written there, or, without any, the bytes are the file. It is refused with a sentence, or the
 * model is there. */
#define _GNU_SOURCE /* mkdtemp, setenv */
#include "abut/model.h"
#include "must.h"

static char run_folder[400];
static uint8_t *whole;
static size_t length;

static int until(abut_world *w, void *user) {
    (void)user;
    return abut_time(w) > 0.006;
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    static const char text[] =
        "abut: 1\ngravity: [0, 0, -9.81]\n"
        "materials: {rubber: {E: 10 MPa, nu: 0.5, density: 1100}, stone: {rigid: true}}\n"
        "bodies: [{name: ground, fixed: true}, {name: ball, position: [0, 0, 0.05]}]\n"
        "surfaces:\n"
        "  - {name: floor, body: ground, shape: plane, material: stone}\n"
        "  - {name: skin, body: ball, shape: {type: sphere, radius: 5 cm}, material: rubber}\n"
        "contacts: [{name: touch, between: [floor, skin], friction: {type: stick_slip, mu: 0.3}}]\n"
        "solver: {t_end: 10 ms}\n";
    (void)argc, (void)argv;
    fuzz_begin();
    fuzz_path("run", run_folder);
    abut_model *m = NULL;
    abut_run_outcome out;
    MUST(!abut_model_read(&(abut_model_def){.path = "ball.yaml", .text = text}, &m, NULL));
    (void)abut_model_run(
        m, &(abut_run_def){.folder = run_folder, .checkpoint_every = 1e-3, .renew_every = 4, .watch = until}, &out);
    if (out.status != ABUT_STOPPED) (void)fprintf(stderr, "the run: %s\n", out.message.text);
    abut_model_destroy(m);
    char path[400];
    fuzz_path("run/checkpoint.abut", path);
    FILE *f = fopen(path, "rb");
    MUST(f && !fseek(f, 0, SEEK_END));
    length = (size_t)ftell(f);
    rewind(f);
    whole = malloc(length + 1);
    MUST(whole && length > 100 && fread(whole, 1, length, f) == length && !fclose(f));
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2) return 0;
    size_t cut = (size_t)(data[0] << 8 | data[1]), left = length;
    uint8_t *copy = malloc(length + size);
    if (!copy) return 0;
    memcpy(copy, whole, length);
    if (cut) left = cut % length;
    for (size_t i = 2; i + 3 <= size && left; i += 3) copy[(size_t)(data[i] << 8 | data[i + 1]) % left] = data[i + 2];
    if (size < 5 && cut) memcpy(copy, data, left = size);
    bool same = left == length && !memcmp(copy, whole, length);
    fuzz_write("run/checkpoint.abut", copy, left);
    abut_model *m = NULL;
    abut_message why = {{0}};
    abut_status status = abut_model_resume(run_folder, NULL, &m, &why);
    MUST((status == ABUT_OK) == (m != NULL) && (!same || !status));
    if (status) check_sentence(why.text);
    abut_model_destroy(m);
    free(copy);
    return 0;
}
