/* abut.lock: who owns a folder. Two runs that start at once cannot both have it: the system locks the file itself (flock), and
 * lets go when the process ends, however it ends. Its text says who: for the sentence of a refusal, and for file systems that lock
 * nothing or not between machines.
 *
 * A lock that can be had still counts when its text names another machine, or a process of this one that is alive and started
 * when the text says; otherwise its owner has ended, and it is taken over. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/message.h"
#include "folder.h"

static const char lock_name[] = "abut.lock";
enum { TRIES = 100, TEXT = 512, HOST = 128 };

typedef struct owner {
    char host[HOST];
    long pid;
    uint64_t started; /* as the system counts (/proc/PID/stat, field 22); 0: not known */
    char since[32];
} owner;

/* ---- processes ---- */
/* When a process started, in ticks since the machine did; 0: not known. `ended`: only its entry is left, which nobody asks for. */
static uint64_t start_of(long pid, bool *ended) {
    char path[64], text[1024];
    (void)snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    FILE *file = fopen(path, "r");
    *ended = false;
    if (!file) return 0;
    size_t length = fread(text, 1, sizeof text - 1, file);
    (void)fclose(file);
    text[length] = '\0';
    const char *at = strrchr(text, ')'); /* behind the name of the program, which may hold anything: field 2 */
    int field = 2;
    *ended = at && at[1] == ' ' && (at[2] == 'Z' || at[2] == 'X');
    for (; at && *at && field < 22; at++) field += *at == ' ';
    return at && field == 22 ? strtoull(at, NULL, 10) : 0;
}

static owner this_process(void) {
    bool ended;
    owner o = {.pid = (long)getpid(), .started = start_of((long)getpid(), &ended)};
    struct tm utc;
    time_t now = time(NULL);
    if (gethostname(o.host, sizeof o.host) != 0) o.host[0] = '\0';
    o.host[sizeof o.host - 1] = '\0';
    for (char *c = o.host; *c; c++) *c = *c <= ' ' ? '_' : *c; /* one word */
    if (!o.host[0]) (void)snprintf(o.host, sizeof o.host, "localhost");
    if (gmtime_r(&now, &utc)) (void)strftime(o.since, sizeof o.since, "%Y-%m-%dT%H:%M:%SZ", &utc);
    return o;
}

static bool alive(const owner *o) {
    if (o->pid <= 0 || (kill((pid_t)o->pid, 0) != 0 && errno == ESRCH)) return false;
    bool ended;
    uint64_t started = start_of(o->pid, &ended);
    if (ended) return false;
    return !started || !o->started || started == o->started;
}

/* ---- the text ---- */
/* One line of words; those at odd places are the values. */
static const char lock_line[] = "abut-run-on %s process %ld start %" PRIu64 " since %s id %s\n";
enum { WORDS = 10, HOST_AT = 1, PID_AT = 3, START_AT = 5, SINCE_AT = 7 };

static bool read_owner(int lock, owner *o) {
    char text[TEXT], *word[WORDS] = {0};
    ssize_t length = pread(lock, text, sizeof text - 1, 0);
    text[length > 0 ? length : 0] = '\0';
    int words = 0;
    for (char *at = text; *at && words < WORDS; at++) {
        bool gap = *at <= ' ', first = !gap && (at == text || at[-1] == '\0');
        if (first) word[words++] = at;
        if (gap) *at = '\0';
    }
    *o = (owner){0};
    if (words < WORDS) return false;
    (void)snprintf(o->host, sizeof o->host, "%s", word[HOST_AT]);
    (void)snprintf(o->since, sizeof o->since, "%s", word[SINCE_AT]);
    o->pid = strtol(word[PID_AT], NULL, 10);
    o->started = strtoull(word[START_AT], NULL, 10);
    return o->pid > 0;
}

static bool write_owner(const run_folder *f, const owner *o) {
    char text[TEXT];
    int length = snprintf(text, sizeof text, lock_line, o->host, o->pid, o->started, o->since, f->run_id);
    return ftruncate(f->lock, 0) == 0 && pwrite(f->lock, text, (size_t)length, 0) == length;
}

/* ---- taking it ---- */
typedef enum answer { TAKEN, AGAIN, REFUSED } answer;

/* o NULL: it is not known who has it. */
static answer refuse(const run_folder *f, const owner *o, const owner *self, abut_message *message) {
    if (!o)
        (void)say(message, ABUT_BAD_FILE, "the folder '%.150s' is in use by another run", f->path);
    else if (strcmp(o->host, self->host) != 0)
        (void)say(message, ABUT_BAD_FILE,
                  "the folder '%.150s' is in use by process %ld on the machine '%.60s', since %.31s; if that run has "
                  "ended, remove abut.lock in it",
                  f->path, o->pid, o->host, o->since);
    else
        (void)say(message, ABUT_BAD_FILE, "the folder '%.150s' is in use by another run: process %ld, since %.31s",
                  f->path, o->pid, o->since);
    return REFUSED;
}

static answer fail(const run_folder *f, abut_message *message) {
    (void)say(message, ABUT_BAD_FILE, "the folder '%.150s' cannot be used: abut.lock: %s", f->path, strerror(errno));
    return REFUSED;
}

/* The lock file, fresh or as it stands; -1 with AGAIN: what was there and is no lock has gone. */
static int open_lock(const run_folder *f, answer *say_so, abut_message *message) {
    struct stat there;
    const int common = O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
    int lock = openat(f->at, lock_name, O_RDWR | O_CREAT | O_EXCL | common, 0666);
    if (lock < 0 && errno == EEXIST) lock = openat(f->at, lock_name, O_RDWR | common);
    if (lock >= 0 && fstat(lock, &there) == 0 && S_ISREG(there.st_mode) && there.st_nlink <= 1) return lock;
    *say_so = lock < 0 && errno == ENOENT ? AGAIN : REFUSED;
    bool foreign = lock >= 0 || errno == ELOOP || errno == ENXIO || errno == EISDIR;
    if (lock >= 0) (void)close(lock);
    if (*say_so == REFUSED && foreign)
        *say_so = unlinkat(f->at, lock_name, 0) == 0 || errno == ENOENT ? AGAIN : fail(f, message);
    else if (*say_so == REFUSED)
        (void)fail(f, message);
    return -1;
}

/* Is the file under the name of the lock the one that is open here? */
static bool is_there(const run_folder *f) {
    struct stat mine, there;
    return fstat(f->lock, &mine) == 0 && fstatat(f->at, lock_name, &there, AT_SYMLINK_NOFOLLOW) == 0 &&
           mine.st_ino == there.st_ino && mine.st_dev == there.st_dev;
}

/* True: somebody has it. A process that is killed takes a moment to let go of it. */
static bool is_busy(int lock) {
    enum { LOOKS = 5 };
    const struct timespec moment = {.tv_nsec = 10000000};
    for (int i = 0; flock(lock, LOCK_EX | LOCK_NB) != 0; i++) {
        if (errno != EWOULDBLOCK) return false;
        if (i == LOOKS) return true;
        (void)nanosleep(&moment, NULL);
    }
    return false;
}

static answer judge(run_folder *f, const owner *self, abut_message *message) {
    owner o;
    bool busy = is_busy(f->lock);
    bool known = read_owner(f->lock, &o);
    if (busy) return refuse(f, known ? &o : NULL, self, message);
    if (!is_there(f)) return AGAIN; /* its owner has ended meanwhile */
    if (known && (strcmp(o.host, self->host) != 0 || alive(&o))) return refuse(f, &o, self, message);
    return write_owner(f, self) ? TAKEN : fail(f, message);
}

static answer try_lock(run_folder *f, const owner *self, abut_message *message) {
    answer a = REFUSED;
    f->lock = open_lock(f, &a, message);
    if (f->lock < 0) return a;
    a = judge(f, self, message);
    if (a == TAKEN) return a;
    (void)close(f->lock);
    f->lock = -1;
    return a;
}

/* ---- the run ---- */
static void make_id(char id[RUN_ID], const owner *self) {
    unsigned char byte[(RUN_ID - 1) / 2];
    if (getentropy(byte, sizeof byte) != 0) {
        struct timespec now = {0};
        (void)clock_gettime(CLOCK_REALTIME, &now);
        uint64_t word[2] = {(uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec,
                            self->started ^ (uint64_t)self->pid << 32};
        memcpy(byte, word, sizeof byte);
    }
    for (size_t i = 0; i < sizeof byte; i++) (void)snprintf(id + 2 * i, 3, "%02x", byte[i]);
}

abut_status folder_own(run_folder *f, const char *path, abut_message *message) {
    *f = (run_folder){.at = -1, .lock = -1};
    abut_status status = folder_make(path, message);
    if (!status) status = folder_open(f, path, message);
    if (status) return status;
    owner self = this_process();
    make_id(f->run_id, &self);
    f->mark[0] = '\0';
    answer a = AGAIN;
    for (int i = 0; i < TRIES && a == AGAIN; i++) a = try_lock(f, &self, message);
    if (a == TAKEN) return ABUT_OK;
    if (a == AGAIN) (void)refuse(f, NULL, &self, message);
    folder_release(f);
    return ABUT_BAD_FILE;
}

void folder_release(run_folder *f) {
    if (!f->path[0]) return;
    if (f->lock >= 0 && is_there(f)) (void)unlinkat(f->at, lock_name, 0);
    folder_forget(f);
    *f = (run_folder){.at = -1, .lock = -1};
}

void folder_forget(const run_folder *f) {
    if (f->lock >= 0) (void)close(f->lock);
    if (f->at >= 0) (void)close(f->at);
}
