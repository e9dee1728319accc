/* What presses a cam's follower: shared by the quasi-static cycle and the machine. */
#ifndef ABUT_CAM_LOAD_H
#define ABUT_CAM_LOAD_H

#include "numeric/lift.h"

/* A sentence for what is out of range. */
abut_status cam_check_load(const abut_cam_load *l, abut_message *message);
/* Pressure of the plunger (Pa) at a cam angle (rad) where the lift has the slope s' (m); steepest: lift_steepest of it. by: NULL,
 * or room for its derivatives by the angle and by s'. */
double cam_pressure(const abut_cam_load *l, double angle, double slope, double steepest, double by[2]);

#endif
