/* A crew of threads: every part of a piece of work is done once and before the caller goes on, whatever the number of threads and parts,
 * also where some threads come late or sleep in between. */
#include <stdatomic.h>
#include <time.h>

#include "multibody/crew.h"
#include "support/suite.h"

enum { PARTS = 37, ROUNDS = 3000 };

typedef struct piece {
    int parts;
    int times[PARTS]; /* how often each part was done: only one thread may have it at a time */
    double value[PARTS];
    atomic_int strange; /* parts that do not exist */
} piece;

static void wait_for(long ns) { (void)nanosleep(&(struct timespec){.tv_nsec = ns}, NULL); }

static void fill(void *user, int part) {
    piece *p = user;
    if (part < 0 || part >= p->parts) {
        atomic_fetch_add(&p->strange, 1);
        return;
    }
    p->times[part]++;
    p->value[part] = 1.0 / (part + 3);
}

static void slow_fill(void *user, int part) {
    if (part % 5 == 2) wait_for(200000);
    fill(user, part);
}

static void check(crew *c, crew_part *fn, int parts) {
    piece p = {.parts = parts};
    crew_run(c, fn, &p, parts);
    ck_assert_int_eq(p.strange, 0);
    for (int i = 0; i < PARTS; i++) {
        ck_assert_msg(p.times[i] == (i < parts), "part %d of %d was done %d times", i, parts, p.times[i]);
        ck_assert(p.value[i] == (i < parts ? 1.0 / (i + 3) : 0));
    }
}

START_TEST(every_part_once) {
    static const int threads[] = {1, 2, 3, 7};
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
        crew *c = crew_create(threads[t]);
        ck_assert_int_eq(crew_threads(c), threads[t]);
        for (int round = 0; round < ROUNDS / (brief() ? 3 : 1); round++) {
            check(c, fill, round % (PARTS + 1));
            if (round % 500 == 0) wait_for(2000000); /* the others are asleep */
        }
        for (int round = 0; round < 20; round++) check(c, slow_fill, PARTS - round);
        crew_destroy(c);
    }
}
END_TEST

/* A part that one thread is busy with does not keep the others from the rest, which were that thread's as well. */
typedef struct blocked {
    atomic_int done;
    int parts;
    bool others; /* all the rest was done meanwhile */
} blocked;

static void hold_first(void *user, int part) {
    blocked *b = user;
    for (int i = 0; part == 0 && i < 5000 && !b->others; i++) {
        if (atomic_load(&b->done) == b->parts - 1) b->others = true;
        wait_for(1000000);
    }
    atomic_fetch_add(&b->done, 1);
}

START_TEST(nobody_waits_for_a_share) {
    crew *c = crew_create(2);
    blocked b = {.parts = 16};
    crew_run(c, hold_first, &b, b.parts);
    ck_assert_int_eq(b.done, b.parts);
    ck_assert_msg(b.others, "the parts of a busy thread were not done by the other");
    crew_destroy(c);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&every_part_once, &nobody_waits_for_a_share};
    return suite_main("crew", all, sizeof all / sizeof *all);
}
