/* Angles and speeds that people count in, in rad and rad/s. */
#ifndef ABUT_CLI_ANGLES_H
#define ABUT_CLI_ANGLES_H

#define TURN   6.28318530717958647692 /* 2 pi */
#define DEGREE (TURN / 360)
#define RPM    0.10471975511965977462 /* 2 pi/60 */

#endif
