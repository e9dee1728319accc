/* What many bodies cost: closed chains of links, rows of beads, and boxes of spheres.
 *
 *   bench_many FILE.json [WORDS]     only the parts whose name (loops, beads, spheres, threads) contains WORDS
 *
 * Times are those of the processor, of threads those of the clock. */
#include "many_beads.h"
#include "many_loops.h"
#include "many_spheres.h"
#include "many_threads.h"

static bool wanted(const char *part, const char *filter) { return !filter || strstr(part, filter); }

int main(int argc, char **argv) {
    if (argc < 2 || argc > 3) bench_die("usage", "bench_many FILE.json [WORDS]");
    const char *filter = argc > 2 ? argv[2] : NULL;
    FILE *f = bench_json_open(argv[1], "many");
    if (wanted("loops", filter)) loops_run(f);
    if (wanted("beads", filter)) beads_run(f);
    if (wanted("spheres", filter)) spheres_run(f);
    if (wanted("threads", filter)) threads_run(f);
    fprintf(f, "\n}\n");
    if (fclose(f)) bench_die("cannot write", argv[1]);
    return 0;
}
