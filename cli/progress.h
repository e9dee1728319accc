/* The line on the terminal that says how far a run is. */
#ifndef ABUT_CLI_PROGRESS_H
#define ABUT_CLI_PROGRESS_H

#include <stdbool.h>

typedef struct progress {
    bool on;      /* someone looks */
    bool shown;   /* a line stands there */
    double t_end; /* s, simulated */
    double start; /* s, of progress_clock */
    double next;  /* when the line is due again */
} progress;

double progress_clock(void); /* s, wall time from somewhere */

/* Shows nothing if standard error is not a terminal, or if the user wants it quiet. */
progress progress_start(double t_end, bool quiet);
/* True a few times per second: then compute what progress_show wants. */
bool progress_due(const progress *p);
void progress_show(progress *p, double t, double step);
void progress_clear(progress *p); /* before anything else is printed */

#endif
