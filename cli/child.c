/* Work in a child process.
 *
 * Signals: the parent waits for them and hands them on. One from the terminal reaches both processes; interrupt.c takes two in a moment
 * for one. A parent that is killed takes the child with it (Linux).
 * Time: processor time up to TIME_LEAST, and more for what there is to read and for what was written: a reader that turns in a circle
 * in a damaged file does neither. The child looks at its own clock once a second. */
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "command.h"
#include "complain.h"

#if defined __SANITIZE_ADDRESS__
#define WATCHED 1
#elif defined __has_feature
#define WATCHED __has_feature(address_sanitizer)
#else
#define WATCHED 0
#endif

static const double time_least = WATCHED ? 8 * 4 : 8;    /* s */
static const double read_speed = 4e6, write_speed = 8e6; /* bytes/s, of a slow machine */
static const double memory_most = 4e9;                   /* bytes; sanitizers reserve more */

/* What both processes see. */
typedef struct last_words {
    int status;     /* STATUS_USAGE: the text names who is to blame; STATUS_FAILED: what is kept */
    char text[500]; /* empty: nothing of the kind */
    bool done;      /* the work has come to its end ... */
    int answer;     /* ... with this exit status */
} last_words;

/* Of the process that works. */
static struct {
    last_words *words; /* NULL: there is no parent */
    bool limited;
    struct rlimit memory, core; /* those of the beginning */
    double seconds;             /* allowed, apart from what writing takes */
    int counts;                 /* /proc/self/io */
} self;

/* ---- words ---- */
static void put_words(int status, const char *format, va_list list) {
    if (!self.words) return;
    self.words->status = status;
    (void)vsnprintf(self.words->text, sizeof self.words->text, format, list);
}

void child_blames(const char *format, ...) {
    va_list list;
    va_start(list, format);
    put_words(STATUS_USAGE, format, list);
    va_end(list);
}

void child_keeps(const char *format, ...) {
    va_list list;
    va_start(list, format);
    put_words(STATUS_FAILED, format, list);
    va_end(list);
}

/* ---- bounds ---- */
/* Bytes written so far: the number behind "wchar: ". */
static double bytes_written(void) {
    static const char key[] = "wchar: ";
    char text[256];
    ssize_t length = self.counts >= 0 ? pread(self.counts, text, sizeof text - 1, 0) : 0;
    double bytes = 0;
    for (ssize_t i = 0; i + (ssize_t)sizeof key < length; i++) {
        if (memcmp(text + i, key, sizeof key - 1) != 0) continue;
        for (i += (ssize_t)sizeof key - 1; i < length && text[i] >= '0' && text[i] <= '9'; i++)
            bytes = 10 * bytes + (text[i] - '0');
    }
    return bytes;
}

static void on_time(int number) {
    struct timespec used;
    (void)number;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    if ((double)used.tv_sec < self.seconds + bytes_written() / write_speed) return;
    (void)raise(SIGXCPU);
}

static void limit_time(const char *const *folders, int count) {
    struct sigaction action = {.sa_handler = on_time, .sa_flags = SA_RESTART};
    const struct itimerval each = {{1, 0}, {1, 0}};
    double bytes = 0;
    for (int i = 0; i < count; i++) {
        char path[4200];
        struct stat there;
        (void)snprintf(path, sizeof path, "%.4000s/results.h5", folders[i]);
        if (stat(path, &there) == 0) bytes += (double)there.st_size;
    }
    self.seconds = time_least + bytes / read_speed;
    self.counts = open("/proc/self/io", O_RDONLY | O_CLOEXEC);
    if (self.counts < 0) self.seconds *= 10;
    (void)sigemptyset(&action.sa_mask);
    (void)sigaction(SIGPROF, &action, NULL);
    (void)setitimer(ITIMER_PROF, &each, NULL);
}

/* The bound that can be taken back again. */
static struct rlimit lower(struct rlimit now, rlim_t bound) {
    if (now.rlim_cur == RLIM_INFINITY || now.rlim_cur > bound) now.rlim_cur = bound;
    return now;
}

void child_distrusts(const char *what, const char *const *folders, int count) {
    if (!self.words || count < 1) return;
    child_blames("'%.150s/results.h5' %s", folders[0], what);
    self.limited = getrlimit(RLIMIT_AS, &self.memory) == 0 && getrlimit(RLIMIT_CORE, &self.core) == 0;
    if (!self.limited) return;
    const struct rlimit memory = lower(self.memory, (rlim_t)memory_most), core = lower(self.core, 0);
    if (!WATCHED) (void)setrlimit(RLIMIT_AS, &memory);
    (void)setrlimit(RLIMIT_CORE, &core);
    limit_time(folders, count);
}

void child_trusts(void) {
    const struct itimerval none = {{0, 0}, {0, 0}};
    if (!self.limited) return;
    child_keeps("%s", "");
    (void)setitimer(ITIMER_PROF, &none, NULL);
    if (!WATCHED) (void)setrlimit(RLIMIT_AS, &self.memory);
    (void)setrlimit(RLIMIT_CORE, &self.core);
    if (self.counts >= 0) (void)close(self.counts);
    self.limited = false;
}

/* ---- the child ---- */
static const int passed[] = {SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGUSR1, SIGUSR2};
enum { PASSED = sizeof passed / sizeof *passed };

/* After damaged files at once, past what libraries do at the end of a program; sanitizers look for leaks there. */
_Noreturn static void end_child(int status) {
    self.words->done = true;
    self.words->answer = status;
    if (self.limited && !WATCHED) _exit(status);
    exit(status);
}

static void begin_child(last_words *words, pid_t parent, const sigset_t *signals) {
    self.words = words;
#ifdef __linux__
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(STATUS_FAILED); /* it was killed before that */
#else
    (void)parent;
#endif
    (void)sigprocmask(SIG_SETMASK, signals, NULL);
}

/* ---- the parent ---- */
static bool is_fault(int number) {
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGTRAP, SIGKILL, SIGXCPU};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        if (number == faults[i]) return true;
    return false;
}

static const char *reason(int number) {
    return number == 0         ? "a library gives up"
           : number == SIGXCPU ? "reading it finds no end"
           : number == SIGKILL ? "killed, perhaps for want of memory"
                               : strsignal(number);
}

/* number 0: no signal, the child ended in the middle of its work or by another exit status, as libraries do that know no
 * better. */
static int say_last_words(const char *command, const last_words *words, int number) {
    if (isatty(STDERR_FILENO)) (void)fprintf(stderr, "\r\033[K"); /* over a line of progress */
    if (words->status == STATUS_USAGE)
        complain(command, "%s (%s)", words->text, reason(number));
    else if (number == 0)
        complain(command, "ended by a library, perhaps for want of memory%s%s", words->text[0] ? "; " : "",
                 words->text);
    else if (number == SIGXCPU)
        complain(command, "the processor time that it may take has ended%s%s", words->text[0] ? "; " : "", words->text);
    else if (number == SIGKILL)
        complain(command, "the process that worked was killed, perhaps for want of memory%s%s",
                 words->text[0] ? "; " : "", words->text);
    else
        complain(command, "ended by a fault in the program or a library, perhaps for want of memory (%s)%s%s",
                 strsignal(number), words->text[0] ? "; " : "", words->text);
    return words->status == STATUS_USAGE ? STATUS_USAGE : STATUS_FAILED;
}

/* Does by a signal what it does to anyone. */
static void suffer(int number) {
    sigset_t one;
    (void)sigemptyset(&one);
    (void)sigaddset(&one, number);
    (void)raise(number);
    (void)sigprocmask(SIG_UNBLOCK, &one, NULL);
    (void)sigprocmask(SIG_BLOCK, &one, NULL);
}

/* How the child ends; signals go to it meanwhile. */
static int wait_for(pid_t pid, const sigset_t *signals) {
    for (;;) {
        int number = 0, how = 0;
        if (sigwait(signals, &number) != 0) continue;
        if (number == SIGCHLD) {
            if (waitpid(pid, &how, WNOHANG) == pid) return how;
            continue;
        }
        (void)kill(pid, number);
        if (number == SIGTSTP) suffer(number);
    }
}

static int judge(const char *command, const last_words *words, int how) {
    if (WIFEXITED(how) && words->done && WEXITSTATUS(how) == words->answer) return words->answer;
    if (WIFEXITED(how)) return say_last_words(command, words, 0);
    if (is_fault(WTERMSIG(how))) return say_last_words(command, words, WTERMSIG(how));
    (void)signal(WTERMSIG(how), SIG_DFL);
    suffer(WTERMSIG(how));
    return STATUS_FAILED;
}

static last_words *share_words(void) {
    const char *alone = getenv("ABUT_NO_CHILD");
    if (alone && alone[0]) return NULL;
    void *room = mmap(NULL, sizeof(last_words), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return room == MAP_FAILED ? NULL : room;
}

int child_work(int (*work)(int argc, char **argv), int argc, char **argv) {
    sigset_t before, signals;
    last_words *words = share_words();
    if (!words) return work(argc, argv);
    (void)sigemptyset(&signals);
    (void)sigaddset(&signals, SIGCHLD);
    for (int i = 0; i < PASSED; i++) (void)sigaddset(&signals, passed[i]);
    (void)signal(SIGCHLD, SIG_DFL); /* or nobody learns how the child ends */
    (void)sigprocmask(SIG_BLOCK, &signals, &before);
    pid_t parent = getpid(), pid = fork();
    if (pid > 0) return judge(argc > 1 ? argv[1] : NULL, words, wait_for(pid, &signals));
    if (pid == 0) begin_child(words, parent, &before);
    if (pid == 0) end_child(work(argc, argv));
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
    (void)munmap(words, sizeof *words);
    return work(argc, argv);
}
