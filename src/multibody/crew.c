/* A crew of threads that wait for work: first awake, for what comes at once, then asleep. */
#include "crew.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { THREADS_MOST = 256 };
/* Looks at a counter before a thread that waits for work goes to sleep, some ten microseconds, which is the time between two pieces of
 * work; and before the one that waits for the others lets somebody else run. Chosen. */
enum { SPINS = 1500, SPINS_OF_CALLER = 300 };

/* Which parts of this round a thread's own share still has: the round in the upper half, the next of them in the lower. A part is
 * somebody's when it could be counted up there, so that one who comes late, in another round, gets none. */
typedef struct share {
    _Alignas(64) _Atomic uint64_t next;
} share;

struct crew {
    int threads, born;
    pthread_t *thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    share *share;
    _Alignas(64) atomic_uint round;
    atomic_int asleep;
    atomic_bool over;
    /* of this round: who reads them in another one gets no part */
    _Atomic(crew_part *) fn;
    _Atomic(void *) user;
    atomic_int parts;
    _Alignas(64) atomic_int done;
};

typedef struct recruit {
    crew *c;
    int number;
} recruit;

static void rest_a_little(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

static int first_of(const crew *c, int thread, int parts) { return (int)((long long)parts * thread / c->threads); }

/* The next part of this round out of the share of `thread`; -1: none is left. */
static int take(crew *c, int thread, unsigned round) {
    int end = first_of(c, thread + 1, atomic_load(&c->parts));
    uint64_t next = atomic_load(&c->share[thread].next);
    while (next >> 32 == round && (next & UINT32_MAX) < (unsigned)end)
        if (atomic_compare_exchange_weak(&c->share[thread].next, &next, next + 1)) return (int)(next & UINT32_MAX);
    return -1;
}

/* First what is one's own, so that it stays in one's cache; then what the others have not come to. */
static void work(crew *c, int number, unsigned round) {
    crew_part *fn = atomic_load(&c->fn);
    void *user = atomic_load(&c->user);
    for (int i = 0, part; i < c->threads; i++) {
        int thread = (number + i) % c->threads;
        while ((part = take(c, thread, round)) >= 0) {
            fn(user, part);
            atomic_fetch_add(&c->done, 1);
        }
    }
}

static void sleep_until(crew *c, unsigned seen) {
    pthread_mutex_lock(&c->lock);
    atomic_fetch_add(&c->asleep, 1);
    while (atomic_load(&c->round) == seen && !atomic_load(&c->over)) pthread_cond_wait(&c->wake, &c->lock);
    atomic_fetch_sub(&c->asleep, 1);
    pthread_mutex_unlock(&c->lock);
}

static void *serve(void *user) {
    recruit own = *(recruit *)user;
    crew *c = own.c;
    free(user);
    for (unsigned seen = 0, now; !atomic_load(&c->over); seen = now) {
        for (int i = 0; i < SPINS && atomic_load(&c->round) == seen; i++) rest_a_little();
        if (atomic_load(&c->round) == seen) sleep_until(c, seen);
        now = atomic_load(&c->round);
        work(c, own.number, now);
    }
    return NULL;
}

static bool enlist(crew *c, int number) {
    recruit *r = malloc(sizeof *r);
    if (!r) return false;
    *r = (recruit){c, number};
    if (!pthread_create(&c->thread[number], NULL, serve, r)) return true;
    free(r);
    return false;
}

crew *crew_create(int threads) {
    if (threads < 2) return NULL;
    crew *c = aligned_alloc(64, sizeof *c);
    if (!c) return NULL;
    memset(c, 0, sizeof *c);
    c->threads = threads < THREADS_MOST ? threads : THREADS_MOST;
    c->thread = calloc((size_t)c->threads, sizeof *c->thread);
    c->share = aligned_alloc(64, (size_t)c->threads * sizeof *c->share);
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->wake, NULL);
    bool room = c->thread && c->share;
    for (int i = 0; room && i < c->threads; i++) atomic_init(&c->share[i].next, 0);
    for (c->born = 1; room && c->born < c->threads; c->born++)
        if (!enlist(c, c->born)) break;
    if (room && c->born == c->threads) return c;
    crew_destroy(c);
    return NULL;
}

static void rouse(crew *c) {
    pthread_mutex_lock(&c->lock);
    pthread_cond_broadcast(&c->wake);
    pthread_mutex_unlock(&c->lock);
}

void crew_destroy(crew *c) {
    if (!c) return;
    atomic_store(&c->over, true);
    rouse(c);
    for (int i = 1; i < c->born; i++) (void)pthread_join(c->thread[i], NULL);
    pthread_mutex_destroy(&c->lock);
    pthread_cond_destroy(&c->wake);
    free(c->thread);
    free(c->share);
    free(c);
}

int crew_threads(const crew *c) { return c ? c->threads : 1; }

void crew_run(crew *c, crew_part *fn, void *user, int parts) {
    if (!c || parts < 2) {
        for (int i = 0; i < parts; i++) fn(user, i);
        return;
    }
    unsigned round = atomic_load(&c->round) + 1;
    for (int i = 0; i < c->threads; i++) /* nobody takes anything while the rest is written */
        atomic_store(&c->share[i].next, (uint64_t)round << 32 | UINT32_MAX);
    atomic_store(&c->fn, fn);
    atomic_store(&c->user, user);
    atomic_store(&c->parts, parts);
    atomic_store(&c->done, 0);
    for (int i = 0; i < c->threads; i++)
        atomic_store(&c->share[i].next, (uint64_t)round << 32 | (uint64_t)first_of(c, i, parts));
    atomic_store(&c->round, round);
    if (atomic_load(&c->asleep)) rouse(c);
    work(c, 0, round);
    for (int i = 0; atomic_load(&c->done) < parts; i++) { /* parts that others have begun */
        if (i < SPINS_OF_CALLER)
            rest_a_little();
        else
            (void)sched_yield();
    }
}

int crew_cores(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
#if defined(__linux__)
    cpu_set_t set;
    if (!sched_getaffinity(0, sizeof set, &set)) count = CPU_COUNT(&set);
#endif
    return count < 1 ? 1 : count < THREADS_MOST ? (int)count : THREADS_MOST;
}
