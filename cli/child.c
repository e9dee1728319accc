/* Work in a child process.
 *
 * Time: processor time up to TIME_LEAST, and more for what there is to read and for what was written: a reader that turns in a circle
 * in a damaged file does neither. The child looks at its own clock once a second. */
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

/* ---- the child's side ---- */
/* What a signal handler needs. */
static struct {
    double seconds; /* allowed, apart from what writing takes */
    int counts;     /* /proc/self/io */
} budget;

/* Bytes written so far: the number behind "wchar: ". */
static double bytes_written(void) {
    static const char key[] = "wchar: ";
    char text[256];
    ssize_t length = budget.counts >= 0 ? pread(budget.counts, text, sizeof text - 1, 0) : 0;
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
    if ((double)used.tv_sec < budget.seconds + bytes_written() / write_speed) return;
    (void)raise(SIGXCPU);
}

static void set_time(const char *const *folders, int count) {
    struct sigaction action = {.sa_handler = on_time, .sa_flags = SA_RESTART};
    const struct itimerval each = {{1, 0}, {1, 0}};
    double bytes = 0;
    for (int i = 0; i < count; i++) {
        char path[4200];
        struct stat there;
        (void)snprintf(path, sizeof path, "%.4000s/results.h5", folders[i]);
        if (stat(path, &there) == 0) bytes += (double)there.st_size;
    }
    budget.seconds = time_least + bytes / read_speed;
    budget.counts = open("/proc/self/io", O_RDONLY | O_CLOEXEC);
    if (budget.counts < 0) budget.seconds *= 10;
    (void)sigemptyset(&action.sa_mask);
    (void)sigaction(SIGPROF, &action, NULL);
    (void)setitimer(ITIMER_PROF, &each, NULL);
}

static void begin_child(void) {
    const struct rlimit none = {0, 0}, memory = {(rlim_t)memory_most, (rlim_t)memory_most};
    (void)setrlimit(RLIMIT_CORE, &none);
    if (!WATCHED) (void)setrlimit(RLIMIT_AS, &memory);
#ifdef __linux__
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}

/* At once, past what libraries do at the end of a program; sanitizers look for leaks there. */
_Noreturn static void end_child(int status) {
    if (fflush(stdout) != 0 || ferror(stdout)) {
        complain(NULL, "standard output cannot be written: %s", strerror(errno));
        status = STATUS_FAILED;
    }
    if (WATCHED) exit(status);
    _exit(status);
}

/* ---- the parent's side ---- */
static int wait_for(const flag_set *set, pid_t pid, const char *folder) {
    int how = 0;
    while (waitpid(pid, &how, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(how)) return WEXITSTATUS(how);
    int number = WTERMSIG(how);
    if (number == SIGINT || number == SIGTERM || number == SIGHUP) {
        (void)signal(number, SIG_DFL);
        (void)raise(number);
    }
    complain(set->command->name, "'%.150s/results.h5' cannot be read: it is damaged (%s)", folder,
             number == SIGXCPU ? "reading it finds no end" : strsignal(number));
    return STATUS_USAGE;
}

int child_reads(flag_set *set, int (*work)(flag_set *set), const char *const *folders, int count) {
    (void)fflush(NULL);
    pid_t pid = fork();
    if (pid < 0) return work(set);
    if (pid > 0) return wait_for(set, pid, count ? folders[0] : "");
    begin_child();
    set_time(folders, count);
    end_child(work(set));
}

/* ---- without a child ---- */
static const int failures[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU};
enum { FAILURES = sizeof failures / sizeof *failures };
static char sentence[512]; /* what is said then */
static struct sigaction old[FAILURES];

static void on_failure(int number) {
    (void)number;
    (void)!write(STDERR_FILENO, sentence, strlen(sentence));
    _exit(STATUS_USAGE);
}

void guard_begin(const char *command, const char *folder) {
    static char stack[1 << 16]; /* the usual one may be what is at its end */
    const stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_handler = on_failure, .sa_flags = SA_ONSTACK};
    (void)snprintf(sentence, sizeof sentence, "abut %s: '%.150s/results.h5' is damaged: it cannot be continued\n",
                   command, folder);
    (void)sigemptyset(&action.sa_mask);
    (void)sigaltstack(&other, NULL);
    for (int i = 0; i < FAILURES; i++) (void)sigaction(failures[i], &action, &old[i]);
    set_time(&folder, 1);
}

void guard_end(void) {
    const struct itimerval none = {{0, 0}, {0, 0}};
    if (!sentence[0]) return;
    (void)setitimer(ITIMER_PROF, &none, NULL);
    for (int i = 0; i < FAILURES; i++) (void)sigaction(failures[i], &old[i], NULL);
    sentence[0] = '\0';
}
