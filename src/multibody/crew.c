/* A crew of threads that wait for work: first awake, for what comes at once, then asleep. */
#include "crew.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

enum { THREADS_MOST = 256 };
/* Looks at a counter before a thread that waits for work goes to sleep, some ten microseconds, which is the time between two pieces of
 * work; and before the one that waits for the others lets somebody else run. Chosen. */
enum { SPINS = 1500, SPINS_OF_CALLER = 300 };

struct crew {
    int threads, born;
    pthread_t *thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    atomic_int round, busy, asleep;
    atomic_bool over;
    crew_part *fn;
    void *user;
    int parts;
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

static void work(crew *c, int number) {
    for (int i = number; i < c->parts; i += c->threads) c->fn(c->user, i);
}

static void sleep_until(crew *c, int seen) {
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
    for (int seen = 0;; seen++) {
        for (int i = 0; i < SPINS && atomic_load(&c->round) == seen; i++) rest_a_little();
        if (atomic_load(&c->round) == seen) sleep_until(c, seen);
        if (atomic_load(&c->over)) return NULL;
        work(c, own.number);
        atomic_fetch_sub(&c->busy, 1);
    }
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
    crew *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->threads = threads < THREADS_MOST ? threads : THREADS_MOST;
    c->thread = calloc((size_t)c->threads, sizeof *c->thread);
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->wake, NULL);
    for (c->born = 1; c->thread && c->born < c->threads; c->born++)
        if (!enlist(c, c->born)) break;
    if (c->thread && c->born == c->threads) return c;
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
    free(c);
}

int crew_threads(const crew *c) { return c ? c->threads : 1; }

void crew_run(crew *c, crew_part *fn, void *user, int parts) {
    if (!c || parts < 2) {
        for (int i = 0; i < parts; i++) fn(user, i);
        return;
    }
    c->fn = fn, c->user = user, c->parts = parts;
    atomic_store(&c->busy, c->threads - 1);
    atomic_fetch_add(&c->round, 1);
    if (atomic_load(&c->asleep)) rouse(c);
    work(c, 0);
    for (int i = 0; atomic_load(&c->busy) > 0; i++) {
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
