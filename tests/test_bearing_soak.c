/* A ball bearing with a cage at 3000 rpm for a long time: nothing drifts, leaks or blows up.
 *
 *   test_bearing_soak            20 simulated seconds, four under the sanitizers
 *   test_bearing_soak MINUTES    so many, with a line of progress for every one of them
 *
 * Eight balls with a preload of 5 um, gravity, driven inner ring, cage of 10 g on its balls with friction, the default laws of
 * the bearing. It runs in blocks; what a block must show:
 * - everything is finite, balls stay in their grooves and in their pockets, quaternions have length 1;
 * - the cage turns on the mean as in the first blocks, to 1e-4, and within 0.5 % of FTF;
 * - the error of the energy balance stays below 1 % of the work of the drive;
 * - a block takes about as many steps as the first ones;
 * - the memory of the process does not grow. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/bearing.h"
#include "support/suite.h"

enum { BALLS = 8, SAMPLES = 400 /* per block */, WARM = 2 /* blocks before the measures are taken */ };
static const double BLOCK = 1.0; /* s */

typedef struct block {
    double t, cage;       /* s; Hz, mean from the advance of the cage */
    double off;           /* m, largest eccentricity of the cage */
    double radial, axial; /* m, largest distance of a ball from its circle, in the radial plane and along z */
    double residual;      /* of the energy, over the work of the drive */
    double work;          /* J */
    long steps, memory;   /* of this block; pages of the process, 0: not known */
} block;

static long memory_pages(void) {
    long size = 0, resident = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (f && fscanf(f, "%ld %ld", &size, &resident) != 2) resident = 0;
    if (f) (void)fclose(f);
    return resident;
}

static rig start(double t_end) {
    rig_def d = {.bearing = bearing8(),
                 .speed = RPM_3000,
                 .gravity = {0, -9.7, 1.5}, /* the axis is not quite level */
                 .solver = {.type = "rodas", .rtol = 1e-5, .t_end = t_end}};
    d.bearing.clearance = -5e-6;
    d.bearing.cage.mass = 0.01;
    d.bearing.cage.mu = 0.05;
    return rig_start(&d);
}

/* Angle of the cage, rad, in (-pi, pi]. */
static double cage_angle(abut_body_state s) { return 2 * atan2(s.q.z, s.q.w); }

static void look(const rig *r, block *b) {
    for (int i = 1; i <= BALLS; i++) {
        abut_body_state s = abut_read_body(r->w, abut_bearing_ball(r->w, r->brg, i));
        b->radial = fmax(b->radial, fabs(hypot(s.r.x, s.r.y) - 0.5 * 38.5e-3));
        b->axial = fmax(b->axial, fabs(s.r.z));
        double length = s.q.w * s.q.w + s.q.x * s.q.x + s.q.y * s.q.y + s.q.z * s.q.z;
        expect_within(length, 1, 1e-9, NULL, "quaternion of ball %d at %g s", i, abut_time(r->w));
        ck_assert_msg(isfinite(s.w.x + s.w.y + s.w.z + s.v.x + s.v.y + s.v.z), "ball %d at %g s", i, abut_time(r->w));
    }
    abut_body_state c = abut_read_body(r->w, abut_bearing_cage(r->w, r->brg));
    b->off = fmax(b->off, hypot(hypot(c.r.x, c.r.y), c.r.z));
}

static block run_block(const rig *r, double from) {
    block b = {.t = from + BLOCK};
    long before = abut_read_stats(r->w).steps;
    abut_body cage = abut_bearing_cage(r->w, r->brg);
    double last = cage_angle(abut_read_body(r->w, cage)), turned = 0;
    for (int i = 1; i <= SAMPLES; i++) {
        rig_advance(r, from + i * BLOCK / SAMPLES);
        double now = cage_angle(abut_read_body(r->w, cage));
        turned += remainder(now - last, 2 * PI);
        last = now;
        look(r, &b);
    }
    abut_energy e = abut_read_energy(r->w);
    b.cage = turned / (2 * PI * BLOCK);
    b.work = e.work_of_loads_and_drives;
    b.residual = e.residual / e.work_of_loads_and_drives;
    b.steps = abut_read_stats(r->w).steps - before;
    b.memory = memory_pages();
    return b;
}

static void check(const block *b, const block *first) {
    const double ftf = 18.814935064935064, pocket = 0.015 * 9.525e-3;
    expect_near(b->cage, ftf, 5e-3, NULL, "cage speed at %g s", b->t);
    expect_near(b->cage, first->cage, 1e-4, NULL, "cage speed at %g s against the first", b->t);
    ck_assert_msg(b->off < 0.5 * pocket + 10e-6, "cage %g m off the middle at %g s", b->off, b->t);
    ck_assert_msg(b->radial < 5e-6 && b->axial < 5e-6, "a ball is %g, %g m off at %g s", b->radial, b->axial, b->t);
    ck_assert_msg(fabs(b->residual) < 0.01, "energy off by %g of the work at %g s", b->residual, b->t);
    ck_assert_msg(b->work > 0.1 * b->t, "the drive does no work");
    ck_assert_msg(b->steps < 2 * first->steps, "%ld steps at %g s, %ld at first", b->steps, b->t, first->steps);
    if (!SANITIZED) /* they keep what was freed, and look for leaks themselves */
        ck_assert_msg(b->memory - first->memory < 64, "%ld pages at %g s, %ld at first", b->memory, b->t,
                      first->memory);
}

static void soak(double seconds, bool progress) {
    rig r = start(seconds);
    block first = {0};
    for (int i = 0; i < (int)lround(seconds / BLOCK); i++) {
        block b = run_block(&r, i * BLOCK);
        if (i == WARM) first = b;
        if (i >= WARM) check(&b, &first);
        if (progress && (i + 1) % 60 == 0) {
            printf(
                "%4d min: cage %.5f Hz, off %.2f um, balls off %.2f %.2f um, energy off %.1e of %.1f J, %ld steps/s, "
                "%ld pages\n",
                (i + 1) / 60, b.cage, 1e6 * b.off, 1e6 * b.radial, 1e6 * b.axial, b.residual, b.work, b.steps,
                b.memory);
            (void)fflush(stdout);
        }
    }
    abut_world_destroy(r.w);
}

static double minutes; /* wanted; 0: as a test */

START_TEST(long_run) { soak(minutes > 0 ? 60 * minutes : SANITIZED ? 4 : 20, minutes > 0); }
END_TEST

int main(int argc, char **argv) {
    static const TTest *const *const all[] = {&long_run};
    if (argc > 1 && !((minutes = strtod(argv[1], NULL)) > 0 && minutes < 1e6)) {
        (void)fprintf(stderr, "usage: test_bearing_soak [MINUTES]\n");
        return EXIT_FAILURE;
    }
    return suite_main("bearing_soak", all, 1);
}
