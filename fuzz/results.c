/* Fuzz target of results on disk: a run has left results.h5; the bytes say what becomes of it: the first two where it is cut (0: it is
 * whole), then groups of four, a place and a byte to be written there. It is read in a child, as the command line does, because the HDF5
 * library itself is not proof against damage: what goes wrong inside of it is not ours, but nothing may hang. */
#define _GNU_SOURCE /* mkdtemp, setenv */
#include <errno.h>
#include <sanitizer/asan_interface.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "abut/model.h"
#include "must.h"
#include "report/verify.h"

enum { SECONDS = 10, OURS = 99, OF_HDF5 = 98, REFUSED = 1, WHOLE = 0 };

static char run_folder[400];
static uint8_t *whole;
static size_t length;

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    static const char text[] = "abut: 1\ngravity: [0, 0, -9.81]\n"
                               "materials: {rubber: {E: 10 MPa, nu: 0.5, density: 1100}, stone: {rigid: true}}\n"
                               "bodies: [{name: ground, fixed: true}, {name: ball, position: [0, 0, 0.05]}]\n"
                               "surfaces:\n"
                               "  - {name: floor, body: ground, shape: plane, material: stone}\n"
                               "  - {name: skin, body: ball, shape: {type: sphere, radius: 5 cm}, material: rubber}\n"
                               "contacts: [{name: touch, between: [floor, skin], friction: 0.3}]\n"
                               "solver: {t_end: 1 ms}\noutput: {every: 0.5 ms}\n";
    (void)argc, (void)argv;
    fuzz_begin();
    fuzz_path("run", run_folder);
    abut_model *m = NULL;
    abut_run_outcome out;
    MUST(!abut_model_read(&(abut_model_def){.path = "ball.yaml", .text = text}, &m, NULL));
    MUST(!abut_model_run(m, &(abut_run_def){.folder = run_folder}, &out));
    abut_model_destroy(m);
    char path[400];
    fuzz_path("run/results.h5", path);
    FILE *f = fopen(path, "rb");
    MUST(f && !fseek(f, 0, SEEK_END));
    length = (size_t)ftell(f);
    rewind(f);
    whole = malloc(length);
    MUST(whole && length > 100 && fread(whole, 1, length, f) == length && !fclose(f));
    return 0;
}

/* The frames above the first one of the program: does HDF5 stand among them? */
static void judge(const char *report) { _exit(strstr(report, "libhdf5") ? OF_HDF5 : OURS); }

static void read_it(void) {
    const struct rlimit time = {SECONDS, SECONDS};
    (void)setrlimit(RLIMIT_CPU, &time);
    (void)alarm(SECONDS);
    if (!freopen("/dev/null", "w", stderr)) _exit(OURS);
    __asan_set_error_report_callback(judge);
    abut_message why = {{0}};
    abut_status status = results_verify(run_folder, &why);
    if (status) check_sentence(why.text);
    _exit(status ? REFUSED : WHOLE);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2) return 0;
    size_t cut = (size_t)(data[0] << 8 | data[1]), left = cut ? cut % length : length;
    uint8_t *copy = malloc(length);
    if (!copy) return 0;
    memcpy(copy, whole, length);
    for (size_t i = 2; i + 4 <= size && left; i += 4)
        copy[(size_t)(data[i] << 16 | data[i + 1] << 8 | data[i + 2]) % left] = data[i + 3];
    bool same = left == length && !memcmp(copy, whole, length);
    fuzz_write("run/results.h5", copy, left);
    free(copy);
    pid_t child = fork();
    MUST(child >= 0);
    if (!child) read_it();
    int state = 0;
    while (waitpid(child, &state, 0) != child) MUST(errno == EINTR); /* the alarm of the fuzzer */
    bool hangs =
        WIFSIGNALED(state) && (WTERMSIG(state) == SIGALRM || WTERMSIG(state) == SIGXCPU || WTERMSIG(state) == SIGKILL);
    MUST(!hangs);
    MUST(!(WIFEXITED(state) && WEXITSTATUS(state) == OURS));
    MUST(!same || (WIFEXITED(state) && WEXITSTATUS(state) == WHOLE));
    return 0;
}
