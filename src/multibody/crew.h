/* Threads that share the parts of one piece of work. Which thread does a part has no influence on what comes out: parts write where no
 * other part reads or writes, and how many there are does not depend on the threads. */
#ifndef ABUT_MULTIBODY_CREW_H
#define ABUT_MULTIBODY_CREW_H

typedef struct crew crew;

/* The caller is one of the threads. NULL: one thread, or no more could be had; the work is done all the same. */
crew *crew_create(int threads);
void crew_destroy(crew *c);
int crew_threads(const crew *c);
typedef void crew_part(void *user, int part);
/* Returns when all parts are done. c may be NULL. */
void crew_run(crew *c, crew_part *fn, void *user, int parts);
int crew_cores(void); /* that this process may use */

#endif
