/* Constants of mathematics and the angles that people count in, in radians. */
#ifndef ABUT_BASE_CONSTANTS_H
#define ABUT_BASE_CONSTANTS_H

#define PI          3.14159265358979323846
#define HALF_PI     (PI / 2)
#define TWO_PI      (2 * PI)
#define DEGREE      (PI / 180)             /* rad */
#define RPM         0.10471975511965977462 /* pi/30 rad/s */
#define BALL_VOLUME 4.1887902047863909846  /* 4 pi/3: of radius 1 */

#endif
