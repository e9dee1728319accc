/* What hosts need that have time steps or integrators of their own: inputs that change between two steps, steps that end where the
 * host wants, states that somebody else integrates. */
#ifndef ABUT_WORLD_HOST_H
#define ABUT_WORLD_HOST_H

#include "world.h"

/* ---- co-simulation ---- */
/* No step goes beyond t (s; INFINITY: none ends there). */
void host_stop_at(abut_world *w, double t);
/* What was found at the shown instant is no longer so: something is another since. */
void host_forget_instant(abut_world *w);
/* Inputs have changed at the end of the last step, which is the shown instant: the integrator starts anew from there. */
abut_status host_begin_step(abut_world *w);

/* Where a number of a force lies that may change, by its key ("force.2"); NULL: it may not. Also before the start. */
double *host_live(abut_world *w, abut_force force, const char *key);

/* The drive of a body or a joint (the other id 0) in a world that was started; -1: it has none that can be steered. */
int host_drive(const abut_world *w, abut_body body, abut_joint joint);
/* From the shown instant on the speed of the drive goes in a straight line to `speed`, which it has after h. */
void host_steer(abut_world *w, int drive, double speed, double h);
typedef struct host_course { /* of a drive: x + v (s - t) + a (s - t)^2/2 at s */
    bool steered;
    double t, x, v, a;
} host_course;
host_course host_read_course(const abut_world *w, int drive);
void host_set_course(abut_world *w, int drive, const host_course *c);

/* ---- bodies that are moved from outside: flanges, by which the model hangs in somebody else's ---- */
/* Before the start: the body has no mass of its own from now on and moves as it is told; what the model says of its motion is where it
 * starts. False: out of memory. */
bool host_guide(abut_world *w, abut_body body);
void host_release(abut_world *w); /* all of them are bodies of the model again, from the next start on */
int host_guides(const abut_world *w);
abut_body host_guided(const abut_world *w, int guide); /* from 1, in the order in which they were named */
/* Where it is at m->t, from where it moves on with these velocities. Before the start: where it starts. */
void host_move(abut_world *w, abut_body body, const mb_motion *m);
mb_motion host_motion(const abut_world *w, abut_body body);              /* as it was told */
void host_wrench(const abut_world *w, abut_body body, double wrench[6]); /* on it, about its centre, world axes */

/* As abut_save and abut_restore, at the end of any step: what the solver cannot save it makes anew, in the world that was saved and
 * in the one that is restored. */
abut_status host_save(abut_world *w, void **bytes, size_t *length, abut_message *message);
abut_status host_restore(abut_world *w, const void *bytes, size_t length, abut_message *message);
/* Can every instant of the last step be shown after a restoration? Else only its end. */
bool host_saves_steps(const abut_world *w);

#endif
