/* Signals that ask for a clean end. The mark is the only thing a signal handler can safely leave. */
#include "interrupt.h"

#include <signal.h>

static volatile sig_atomic_t asked;

static void on_signal(int number) {
    if (asked) {
        (void)signal(number, SIG_DFL);
        (void)raise(number);
    }
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
