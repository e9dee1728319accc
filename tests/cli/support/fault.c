/* A library for LD_PRELOAD that lets one call fail: of memory, or of opening, writing, syncing and renaming files.
 *
 * Environment: FAULT_COUNTS   a file of COUNTERS 64-bit numbers, shared by all processes of one program:
 *                             calls per kind, in the order of enum kind, how many were made to fail, and how many
 *                             of our own pieces of memory have not been given back
 *              FAULT_KIND     own, library, open, write, sync, rename
 *              FAULT_AT       which call of that kind fails, from 1; 0 or none: only count
 *              FAULT_ONWARD   if set, that call and all after it fail
 *              FAULT_TRACE    if set, the call that fails says on standard error who made it (for addr2line)
 * A request for memory is our own if the code that made it, directly or through the C library, is the program or libabut. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum kind { OWN, LIBRARY, OPEN, WRITE, SYNC, RENAME, KINDS, FAILED = KINDS, LEFT, COUNTERS };
enum { DEPTH = 24, RANGES = 64 };

static const char *const names[KINDS] = {"own", "library", "open", "write", "sync", "rename"};
static volatile uint64_t *counts; /* NULL: not yet, or not wanted */
static int chosen = -1;
static uint64_t chosen_at;
static bool onward, trace;
static __thread bool inside; /* in here: what the hook itself needs never fails */

/* Where code lies: ours, of the C library (and this one), of anyone else. */
typedef struct range {
    uintptr_t from, to;
    enum { OURS, LIBC } whose;
} range;
static range ranges[RANGES];
static int range_count;

static bool has(const char *text, const char *part) { return strstr(text, part) != NULL; }

static int learn(struct dl_phdr_info *info, size_t size, void *user) {
    (void)size;
    const char *name = info->dlpi_name, *slash = strrchr(name, '/');
    slash = slash ? slash + 1 : name;
    bool ours = (info->dlpi_addr && !*name) || has(slash, "libabut");
    bool libc = has(slash, "libc.so") || has(slash, "ld-linux") || has(slash, "libfault") || has(slash, "libm.so");
    (void)user;
    for (int i = 0; (ours || libc) && i < info->dlpi_phnum && range_count < RANGES; i++) {
        const ElfW(Phdr) *p = info->dlpi_phdr + i;
        if (p->p_type != PT_LOAD || !(p->p_flags & PF_X)) continue;
        uintptr_t from = info->dlpi_addr + p->p_vaddr;
        ranges[range_count++] = (range){from, from + p->p_memsz, ours ? OURS : LIBC};
    }
    return 0;
}

static const range *range_of(const void *at) {
    for (int i = 0; i < range_count; i++)
        if ((uintptr_t)at >= ranges[i].from && (uintptr_t)at < ranges[i].to) return ranges + i;
    return NULL;
}

static enum kind memory_kind(void *caller) {
    const range *r = range_of(caller);
    if (!r) return LIBRARY;
    if (r->whose == OURS) return OWN;
    void *stack[DEPTH];
    int depth = backtrace(stack, DEPTH);
    for (int i = 0; i < depth; i++) { /* the first that is not of the C library */
        r = range_of(stack[i]);
        if (!r || r->whose == OURS) return r ? OWN : LIBRARY;
    }
    return LIBRARY; /* before main, say */
}

static void tell(enum kind kind) {
    void *stack[DEPTH];
    dprintf(2, "fault: %s\n", names[kind]);
    backtrace_symbols_fd(stack, backtrace(stack, DEPTH), 2);
}

/* Counts one call; is it the one to fail? */
static bool fails(enum kind kind) {
    uint64_t now = __atomic_add_fetch(counts + kind, 1, __ATOMIC_RELAXED);
    if ((int)kind != chosen || !chosen_at || (onward ? now < chosen_at : now != chosen_at)) return false;
    __atomic_add_fetch(counts + FAILED, 1, __ATOMIC_RELAXED);
    if (trace) tell(kind);
    return true;
}

__attribute__((constructor)) static void start(void) {
    const char *file = getenv("FAULT_COUNTS"), *kind = getenv("FAULT_KIND"), *at = getenv("FAULT_AT");
    inside = true;
    onward = getenv("FAULT_ONWARD") != NULL;
    trace = getenv("FAULT_TRACE") != NULL;
    for (int i = 0; kind && i < KINDS; i++)
        if (!strcmp(kind, names[i])) chosen = i;
    chosen_at = at ? strtoull(at, NULL, 10) : 0;
    void *stack[2];
    (void)backtrace(stack, 2); /* it asks for memory the first time */
    dl_iterate_phdr(learn, NULL);
    int fd = file ? (int)open(file, O_RDWR) : -1;
    if (fd >= 0) {
        void *map = mmap(NULL, COUNTERS * sizeof *counts, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        (void)close(fd);
        if (map != MAP_FAILED) counts = map;
    }
    inside = false;
}

/* ---- our own pieces of memory: a table of addresses, by open addressing; 1: one was here ---- */
enum { PLACES = 1 << 20 };
static uintptr_t held[PLACES];

static size_t place_of(uintptr_t at) { return (at >> 4) * UINT64_C(0x9E3779B97F4A7C15) >> 44; }

static void hold(void *at) {
    if (!at) return;
    size_t i = place_of((uintptr_t)at);
    while (held[i] > 1) i = (i + 1) % PLACES;
    held[i] = (uintptr_t)at;
    __atomic_add_fetch(counts + LEFT, 1, __ATOMIC_RELAXED);
}

static bool let_go(void *at) {
    if (!counts || !at) return false;
    for (size_t i = place_of((uintptr_t)at); held[i]; i = (i + 1) % PLACES) {
        if (held[i] != (uintptr_t)at) continue;
        held[i] = 1;
        __atomic_sub_fetch(counts + LEFT, 1, __ATOMIC_RELAXED);
        return true;
    }
    return false;
}

/* What becomes of a request for memory. */
typedef enum fate { GRANTED, OURS_GRANTED, DENIED } fate;

static fate memory_fate(void *caller) {
    if (!counts || inside) return GRANTED;
    inside = true;
    enum kind kind = memory_kind(caller);
    bool bad = fails(kind);
    inside = false;
    if (bad) errno = ENOMEM;
    return bad ? DENIED : kind == OWN ? OURS_GRANTED : GRANTED;
}

static void *granted(fate f, void *at) {
    if (f == OURS_GRANTED) hold(at);
    return at;
}

static bool file_fails(enum kind kind, int error) {
    if (!counts || inside) return false;
    inside = true;
    bool bad = fails(kind);
    inside = false;
    if (bad) errno = error;
    return bad;
}

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

#define CALLER __builtin_return_address(0)
#define GRANT(call)                                                                                                    \
    fate f = memory_fate(CALLER);                                                                                      \
    return f == DENIED ? NULL : granted(f, call)
void *malloc(size_t size) { GRANT(__libc_malloc(size)); }
void *calloc(size_t n, size_t size) { GRANT(__libc_calloc(n, size)); }
void *aligned_alloc(size_t each, size_t size) { GRANT(__libc_memalign(each, size)); }
void *memalign(size_t each, size_t size) { GRANT(__libc_memalign(each, size)); }
void *realloc(void *old, size_t size) {
    fate f = memory_fate(CALLER);
    if (f == DENIED) return NULL;
    bool ours = let_go(old);
    void *now = __libc_realloc(old, size);
    if (!now && ours && size) hold(old);
    return granted(f, now);
}
int posix_memalign(void **to, size_t each, size_t size) {
    fate f = memory_fate(CALLER);
    void *p = f == DENIED ? NULL : granted(f, __libc_memalign(each, size));
    if (p) *to = p;
    return p ? 0 : ENOMEM;
}
void free(void *at) {
    (void)let_go(at);
    __libc_free(at);
}

/* NEXT(name, type): the function of the same name behind this library */
#define NEXT(name, ...)                                                                                                \
    static __VA_ARGS__;                                                                                                \
    if (!next) *(void **)&next = dlsym(RTLD_NEXT, name)

static bool writes(int flags) { return (flags & O_ACCMODE) != O_RDONLY; }
static int mode_of(va_list list, int flags) { return flags & (O_CREAT | O_TMPFILE) ? va_arg(list, int) : 0; }

#define OPENS(name)                                                                                                    \
    int name(const char *path, int flags, ...) {                                                                       \
        NEXT(#name, int (*next)(const char *, int, ...));                                                              \
        va_list list;                                                                                                  \
        va_start(list, flags);                                                                                         \
        int mode = mode_of(list, flags);                                                                               \
        va_end(list);                                                                                                  \
        return file_fails(OPEN, writes(flags) ? ENOSPC : EIO) ? -1 : next(path, flags, mode);                          \
    }
OPENS(open)
OPENS(open64)
#define OPENS_AT(name)                                                                                                 \
    int name(int at, const char *path, int flags, ...) {                                                               \
        NEXT(#name, int (*next)(int, const char *, int, ...));                                                         \
        va_list list;                                                                                                  \
        va_start(list, flags);                                                                                         \
        int mode = mode_of(list, flags);                                                                               \
        va_end(list);                                                                                                  \
        return file_fails(OPEN, writes(flags) ? ENOSPC : EIO) ? -1 : next(at, path, flags, mode);                      \
    }
OPENS_AT(openat)
OPENS_AT(openat64)
FILE *fopen(const char *path, const char *mode) {
    NEXT("fopen", FILE * (*next)(const char *, const char *));
    return file_fails(OPEN, *mode == 'r' ? EIO : ENOSPC) ? NULL : next(path, mode);
}
FILE *fopen64(const char *path, const char *mode) {
    NEXT("fopen64", FILE * (*next)(const char *, const char *));
    return file_fails(OPEN, *mode == 'r' ? EIO : ENOSPC) ? NULL : next(path, mode);
}
FILE *fdopen(int fd, const char *mode) {
    NEXT("fdopen", FILE * (*next)(int, const char *));
    return file_fails(OPEN, ENOMEM) ? NULL : next(fd, mode);
}

ssize_t write(int fd, const void *bytes, size_t size) {
    NEXT("write", ssize_t(*next)(int, const void *, size_t));
    return fd != 2 && file_fails(WRITE, ENOSPC) ? -1 : next(fd, bytes, size);
}
ssize_t pwrite(int fd, const void *bytes, size_t size, off_t at) {
    NEXT("pwrite", ssize_t(*next)(int, const void *, size_t, off_t));
    return file_fails(WRITE, ENOSPC) ? -1 : next(fd, bytes, size, at);
}
ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t at) {
    NEXT("pwrite64", ssize_t(*next)(int, const void *, size_t, off64_t));
    return file_fails(WRITE, ENOSPC) ? -1 : next(fd, bytes, size, at);
}
/* Streams write inside the C library, where nobody comes between: their functions fail instead, as a full disk would let them. */
static bool stream_fails(FILE *to) { return to != stderr && file_fails(WRITE, ENOSPC); }
static void spoil(FILE *to) { to->_flags |= 0x20; /* _IO_ERR_SEEN: what ferror looks at */ }
size_t fwrite(const void *from, size_t size, size_t n, FILE *to) {
    NEXT("fwrite", size_t(*next)(const void *, size_t, size_t, FILE *));
    if (!stream_fails(to)) return next(from, size, n, to);
    spoil(to);
    return 0;
}
int fputs(const char *text, FILE *to) {
    NEXT("fputs", int (*next)(const char *, FILE *));
    if (!stream_fails(to)) return next(text, to);
    spoil(to);
    return EOF;
}
int vfprintf(FILE *to, const char *format, va_list list) {
    NEXT("vfprintf", int (*next)(FILE *, const char *, va_list));
    if (!stream_fails(to)) return next(to, format, list);
    spoil(to);
    return -1;
}
int fprintf(FILE *to, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int n = vfprintf(to, format, list);
    va_end(list);
    return n;
}
int __fprintf_chk(FILE *to, int flag, const char *format, ...) {
    va_list list;
    (void)flag;
    va_start(list, format);
    int n = vfprintf(to, format, list);
    va_end(list);
    return n;
}
int fflush(FILE *to) {
    NEXT("fflush", int (*next)(FILE *));
    if (!to || !stream_fails(to)) return next(to);
    (void)next(to);
    spoil(to);
    return EOF;
}
int fclose(FILE *to) {
    NEXT("fclose", int (*next)(FILE *));
    bool bad = stream_fails(to);
    int error = errno, status = next(to);
    if (!bad) return status;
    errno = error;
    return EOF;
}
int fsync(int fd) {
    NEXT("fsync", int (*next)(int));
    return file_fails(SYNC, EIO) ? -1 : next(fd);
}
int fdatasync(int fd) {
    NEXT("fdatasync", int (*next)(int));
    return file_fails(SYNC, EIO) ? -1 : next(fd);
}
int rename(const char *from, const char *to) {
    NEXT("rename", int (*next)(const char *, const char *));
    return file_fails(RENAME, EIO) ? -1 : next(from, to);
}
int renameat(int a, const char *from, int b, const char *to) {
    NEXT("renameat", int (*next)(int, const char *, int, const char *));
    return file_fails(RENAME, EIO) ? -1 : next(a, from, b, to);
}
int ftruncate(int fd, off_t size) {
    NEXT("ftruncate", int (*next)(int, off_t));
    return file_fails(WRITE, ENOSPC) ? -1 : next(fd, size);
}
int ftruncate64(int fd, off64_t size) {
    NEXT("ftruncate64", int (*next)(int, off64_t));
    return file_fails(WRITE, ENOSPC) ? -1 : next(fd, size);
}
