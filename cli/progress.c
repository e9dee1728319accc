/* "t = 0.1234 s of 1 s (12 %)  step 1.2e-05 s  0.53 x real time  0:08 left", written over itself. */
#include "progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

static const double interval = 0.2; /* s between two lines */

double progress_clock(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

progress progress_start(double t_end, bool quiet) {
    double now = progress_clock();
    return (progress){.on = !quiet && isatty(STDERR_FILENO), .t_end = t_end, .start = now, .next = now + interval};
}

bool progress_due(const progress *p) { return p->on && progress_clock() >= p->next; }

/* Seconds as 0:08 or 3:25:10. */
static void write_left(char *to, size_t size, double left) {
    if (left < 0 || left > 3.6e8) {
        (void)snprintf(to, size, "?");
        return;
    }
    long all = (long)(left + 0.5), hours = all / 3600, minutes = all / 60 % 60, rest = all % 60;
    if (hours > 0)
        (void)snprintf(to, size, "%ld:%02ld:%02ld", hours, minutes, rest);
    else
        (void)snprintf(to, size, "%ld:%02ld", minutes, rest);
}

void progress_show(progress *p, double t, double step) {
    if (!p->on) return;
    double now = progress_clock(), passed = now - p->start;
    char left[32];
    write_left(left, sizeof left, t > 0 ? passed * (p->t_end - t) / t : -1);
    (void)fprintf(stderr, "\rt = %.4g s of %.4g s (%.0f %%)  step %.1e s  %.3g x real time  %s left\033[K", t, p->t_end,
                  100 * t / p->t_end, step, passed > 0 ? t / passed : 0, left);
    (void)fflush(stderr);
    p->shown = true;
    p->next = now + interval;
}

void progress_clear(progress *p) {
    if (p->shown) (void)fprintf(stderr, "\r\033[K");
    p->shown = false;
}
