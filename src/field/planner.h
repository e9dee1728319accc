/* FFTW's planner is one per process: whoever makes or destroys a plan holds this lock, the only state that objects share. */
#ifndef ABUT_FIELD_PLANNER_H
#define ABUT_FIELD_PLANNER_H

void planner_lock(void);
void planner_unlock(void);

#endif
