/* A library for LD_PRELOAD in which HDF5 fails as it may on a damaged file. SPOIL: crash, it reads from nowhere; loop, it finds no end,
 * while the clock of the processor runs a hundred times as fast, so that nobody waits for the limit; create, it crashes when a file is made;
 * leave, it ends the program then. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static bool asks(const char *how) {
    const char *spoil = getenv("SPOIL");
    return spoil && !strcmp(spoil, how);
}

int64_t H5Fopen(const char *path, unsigned flags, int64_t access);
int64_t H5Fopen(const char *path, unsigned flags, int64_t access) {
    int64_t (*next)(const char *, unsigned, int64_t);
    if (asks("crash")) (void)raise(SIGSEGV);
    for (volatile bool on = asks("loop"); on;) {
    }
    *(void **)&next = dlsym(RTLD_NEXT, "H5Fopen");
    return next(path, flags, access);
}

int64_t H5Fcreate(const char *path, unsigned flags, int64_t create, int64_t access);
int64_t H5Fcreate(const char *path, unsigned flags, int64_t create, int64_t access) {
    int64_t (*next)(const char *, unsigned, int64_t, int64_t);
    if (asks("create")) abort();
    if (asks("leave")) exit(2);
    *(void **)&next = dlsym(RTLD_NEXT, "H5Fcreate");
    return next(path, flags, create, access);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int (*next)(clockid_t, struct timespec *);
    *(void **)&next = dlsym(RTLD_NEXT, "clock_gettime");
    int status = next(clock, now);
    if (clock == CLOCK_PROCESS_CPUTIME_ID && asks("loop")) now->tv_sec = 100 * now->tv_sec + now->tv_nsec / 10000000;
    return status;
}
