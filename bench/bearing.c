/* How fast a ball bearing runs: simulated seconds per second of processor time over number of balls, friction, tolerance and
 * how the inner ring is held; targets with the accuracy that goes with them; how the cost grows; where the time goes.
 *
 *   bench_bearing FILE.json [WORD]     only the part (factors, targets, sizes, profile) whose name contains WORD
 *
 * Times are those of the thread: what other programs take meanwhile does not count, but the cache they share does. The
 * yardstick is pow(h, 1.5) of the C library, measured in the same run. */
#include "bearing_profile.h"
#include "bearing_run.h"
#include "bearing_tables.h"

static void part(bearing_out *o, const char *name, const char *filter, void (*run)(bearing_out *)) {
    if (filter && !strstr(name, filter)) return;
    fprintf(o->json, ",\n  \"%s\": [", name);
    o->first = true;
    run(o);
    fprintf(o->json, "\n  ]");
    (void)fflush(stdout);
}

int main(int argc, char **argv) {
    if (argc < 2 || argc > 3) bench_die("usage", "bench_bearing FILE.json [WORD]");
    const char *filter = argc > 2 ? argv[2] : NULL;
    char cpu[320];
    bearing_out o = {.json = bench_json_open(argv[1], "bearing")};
    double before = bearing_yardstick();
    bench_cpu(cpu, sizeof cpu);
    printf("%s; %s; %s\nabut %s, built for %s\n", cpu, bench_compiler(), bench_libc(), abut_version(), bench_build());
    printf("yardstick: pow(h, 1.5) takes %.2f ns; pow/ball: cost of a step per ball in units of it, measured\nbefore "
           "and after each row\n",
           before);
    part(&o, "targets", filter, bearing_goals);
    part(&o, "sizes", filter, bearing_sizes);
    part(&o, "profile", filter, bearing_profile);
    part(&o, "factors", filter, bearing_factors);
    double after = bearing_yardstick();
    printf("\nyardstick at the end: %.2f ns\n", after);
    fprintf(o.json, ",\n  \"yardstick\": {\"pow_ns\": %.4g, \"pow_ns_at_the_end\": %.4g}\n}\n", before, after);
    if (fclose(o.json)) bench_die("cannot write", argv[1]);
    return 0;
}
