/* Rating life of a ball bearing: pure functions of geometry and loads. The public part is in abut/machine.h. */
#ifndef ABUT_MACHINE_BEARING_LIFE_H
#define ABUT_MACHINE_BEARING_LIFE_H

#include "abut/machine/ball_bearing.h"
#include "base/json.h"

/* Factors of ISO 281, table 3, at this nominal contact angle (rad) and relative axial load Fa/(Z D^2) (N/mm^2). */
typedef struct life_factors {
    double X, Y, e;
} life_factors;
life_factors life_factors_at(double angle, double relative_load);
/* f_c of ISO 281 at g = D cos(alpha)/d_m (90 deg: D/d_m) for the conformities of the rings; NaN outside the tables. */
double life_fc(double g, double inner, double outer, bool thrust);

/* Viscosity ratio at this speed of one ring relative to the other (rad/s); NaN without a lubricant or at rest. */
double bearing_kappa(const abut_ball_bearing_def *def, double speed);
/* a_ISO at the equivalent load P (N), NaN if it is not known, and what it rests on. */
double bearing_a_iso(const abut_ball_bearing_def *def, double kappa, double P, double *e_C, double *Cu);

/* a_ISO at the load C/L10r^(1/3) that has the reference life by ISO 281; NaN if it is not known. */
double bearing_headline_factor(const abut_ball_bearing_def *def, const abut_life *life);

/* Object "life" with every figure and the list "assumptions". how: what stands behind the ball loads, one sentence or
 * NULL; rotates: per ring, relative to the load. */
void bearing_life_json(json *j, const abut_ball_bearing_def *def, const abut_life *life, const bool rotates[2],
                       const char *how);

#endif
