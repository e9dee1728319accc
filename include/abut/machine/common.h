/* abut, machines: what all of them share. A machine is added to a world like a joint; its parts have names of their own
 * (`brg.ball3`, `brg.ball3.inner`) and are bodies and contacts like any other. SI units; a zeroed field means its default. */
#ifndef ABUT_MACHINE_COMMON_H
#define ABUT_MACHINE_COMMON_H

#include "abut/world.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abut_machine {
    int id;
} abut_machine;

ABUT_API abut_machine abut_find_machine(const abut_world *w, const char *name); /* id 0 if there is none */
ABUT_API int abut_machine_count(const abut_world *w);
ABUT_API const char *abut_machine_name(const abut_world *w, abut_machine machine);
ABUT_API const char *abut_machine_type(const abut_world *w, abut_machine machine); /* "ball_bearing" */
/* The machine that added a body or a contact; id 0: none did. */
ABUT_API abut_machine abut_machine_of_body(const abut_world *w, abut_body body);
ABUT_API abut_machine abut_machine_of_contact(const abut_world *w, abut_contact contact);

/* Statistics of what a machine shows, over the accepted states of the solver from abut_solver_def.statistics_from on, that at
 * the start included: greatest and least of them, mean by the trapezoidal rule in time. `name`: a path of its entry in summary.json
 * ("races.inner.Q", "wedges.2.P") or a column of its results ("ball3_Q_inner"). ABUT_UNKNOWN_NAME if it has none, ABUT_MISSING
 * if no state has counted yet. Numbers that there are none of are NaN. The last step counts when the next one begins or the end
 * of the run is reached. */
typedef struct abut_stat {
    double mean, min, max;
    double from, to; /* s, the time of the mean */
    long states;     /* accepted states that counted */
} abut_stat;
ABUT_API abut_status abut_read_machine_stat(const abut_world *w, abut_machine machine, const char *name,
                                            abut_stat *out);
/* Headline figure `index` (from 0) of the run so far; false: there are no more. */
typedef struct abut_headline {
    const char *group, *label, *unit;
    double value;
    bool top; /* one of the few to read first */
} abut_headline;
ABUT_API bool abut_machine_headline(const abut_world *w, abut_machine machine, int index, abut_headline *out);

#ifdef __cplusplus
}
#endif
#endif
