/* What a simulation costs: work against precision of all solvers on all examples, a bouncing ball against its exact
 * solution, chains of up to 100,000 beads, and a large model file.
 *
 *   bench_world FILE.json [WORDS]     only the parts (examples, ball, chain, large) or examples whose name contains WORDS
 *
 * Times are those of the thread: what other programs take meanwhile does not count. */
#include "world_ball.h"
#include "world_chain.h"
#include "world_examples.h"
#include "world_model.h"

static bool wanted(const char *part, const char *filter) { return !filter || strstr(part, filter); }

int main(int argc, char **argv) {
    if (argc < 2 || argc > 3) bench_die("usage", "bench_world FILE.json [WORDS]");
    const char *filter = argc > 2 ? argv[2] : NULL;
    char cpu[320];
    FILE *f = bench_json_open(argv[1], "world");
    bench_cpu(cpu, sizeof cpu);
    printf("%s; %s; %s\nabut %s, built for %s\n", cpu, bench_compiler(), bench_libc(), abut_version(), bench_build());
    printf("evals: evaluations of all forces; error of the end state and residual of the energy: relative\n");
    if (wanted("large", filter)) large_run(f);
    if (wanted("chain", filter)) chain_run(f);
    if (wanted("ball", filter)) ball_run(f);
    examples_run(ABUT_EXAMPLES, filter, f);
    fprintf(f, "\n}\n");
    if (fclose(f)) bench_die("cannot write", argv[1]);
    return 0;
}
