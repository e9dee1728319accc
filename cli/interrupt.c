/* Signals that ask for a clean end. The mark is the only thing a signal handler can safely leave. */
#include "interrupt.h"

#include <signal.h>
#include <time.h>

static const long moment = 300; /* ms: what comes that soon after the first is the same wish on another way (child.c) */
static volatile sig_atomic_t asked, asked_s, asked_ms;

static void on_signal(int number) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    long ms = now.tv_nsec / 1000000;
    if (asked && 1000 * (now.tv_sec - asked_s) + ms - asked_ms > moment) {
        (void)signal(number, SIG_DFL);
        (void)raise(number);
    }
    if (asked) return;
    asked_s = (sig_atomic_t)now.tv_sec;
    asked_ms = (sig_atomic_t)ms;
    asked = 1;
}

void interrupt_watch(void) {
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART}, old;
    (void)sigemptyset(&action.sa_mask);
    (void)sigaction(SIGINT, &action, NULL);
    (void)sigaction(SIGTERM, &action, NULL);
    /* nohup has it ignored, and it stays so */
    if (sigaction(SIGHUP, NULL, &old) == 0 && old.sa_handler != SIG_IGN) (void)sigaction(SIGHUP, &action, NULL);
    (void)signal(SIGXFSZ, SIG_IGN); /* a file at its limit is an error of writing, not the end */
}

bool interrupted(void) { return asked; }
